"""What can be set of the speaker, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.app.i18n import _
from companion.app.settings import Settings
from companion.app.speaker import Card
from companion.presenters.settings import SettingView, setting

VOLUMES = (10, 25, 50, 75, 100)
MOST_CARDS = 4


def rows(settings: Settings, cards: Iterable[Card]) -> tuple[SettingView, ...]:
    """Whether alerts sound, how loud, whether a voice speaks, and where it all comes out."""
    now = settings.speaker
    volumes = sorted({*VOLUMES, now.volume})
    return (
        setting(
            "speaker.sounds",
            _("Speaker"),
            now.sounds,
            (
                ("auto", _("Auto"), ""),
                ("on", _("On"), "sound"),
                ("off", _("Off"), "mute"),
            ),
        ),
        setting(
            "speaker.volume",
            _("Volume"),
            now.volume,
            ((volume, _("{count} %").format(count=volume), "") for volume in volumes),
        ),
        setting(
            "speaker.speech",
            _("Spoken announcements"),
            now.speech,
            ((False, _("Off"), "mute"), (True, _("On"), "people")),
        ),
        setting("speaker.output", _("Output"), now.output, _outputs(now.output, tuple(cards))),
    )


def _outputs(now: str, cards: Sequence[Card]) -> list[tuple[str, str, str]]:
    """The usual one, those of the cards, and the one that is set, whatever it is."""
    found = {"default": _("As usual")} | {card.output: card.name for card in cards[:MOST_CARDS]}
    return [(output, words, "") for output, words in ({now: now} | found).items()]
