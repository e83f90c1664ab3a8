"""The speaker: which sound cards there are, what plays and speaks, and what is tried. Its one home."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from companion.app.i18n import _
from companion.app.ports import Part, PartKind

PLAYER, PLAYER_PACKAGE = "aplay", "alsa-utils"
VOICE, VOICE_PACKAGE = "espeak-ng", "espeak-ng"
"""The programs that play and speak, and the packages of Debian that bring them."""

SPEAKER_KEY, VOICE_KEY = "speaker.sounds", "speaker.speech"

_CARD = re.compile(r"^ *(\d+) \[(\w+) *\]: \S+ - (.*)$", re.MULTILINE)


class Card(msgspec.Struct, frozen=True):
    """A sound card that plays: its id in ALSA, and what it calls itself."""

    id: str
    name: str

    @property
    def output(self) -> str:
        """Its name in the settings. "sysdefault" brings what the card needs: the hardware of a Raspberry Pi's
        HDMI takes only a form that no player has."""
        return f"sysdefault:CARD={self.id}"


def cards(root: Path = Path("/")) -> tuple[Card, ...]:
    """The sound cards that play, unlike a camera's microphone. ``root`` is where /proc is."""
    try:
        listed = (root / "proc/asound/cards").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(
        Card(name, words.strip() or name)
        for number, name, words in _CARD.findall(listed)
        if any((root / f"proc/asound/card{number}").glob("pcm*p"))
    )


def install(package: str) -> str:
    """What to do where a package of the system is missing."""
    return _("Run: {command}").format(command=f"sudo apt install {package}")


def part(key: str, output: str, fault: str = "") -> Part:
    """The speaker, or the voice, as it is shown and tried."""
    voice = key == VOICE_KEY
    label = _("Spoken announcements") if voice else _("Speaker")
    wire = _("sound output “{output}”").format(output=output)
    return Part(key, PartKind.VOICE if voice else PartKind.SPEAKER, label, wire, fault)


def test_sentence() -> str:
    """What the voice says when it is tried."""
    return _("This is Longship. The barbarians are still far away.")
