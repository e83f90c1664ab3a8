"""What goes wrong with speaker and voice, what is said of it, and how often."""

from __future__ import annotations

import enum

from companion.app import speaker
from companion.app.i18n import _
from companion.app.ports import Notice, NoticeSink
from hardware.sound.program import Outcome
from hardware.troubles import Troubles

WELL_S = 60.0
"""What was said is said again only after sounds have come for so long, and twice as long each time."""


class Trouble(enum.Enum):
    """Each is said once. Those of the voice leave the sounds alone."""

    NO_PLAYER = enum.auto()
    ABSENT = enum.auto()
    BUSY = enum.auto()
    FORBIDDEN = enum.auto()
    HANGS = enum.auto()
    FAILED = enum.auto()
    NO_VOICE = enum.auto()
    VOICE_HANGS = enum.auto()
    VOICE_FAILED = enum.auto()


GONE = (
    *("No such file or directory", "No such device", "No such device or address"),
    # what only the kernel has words for: no screen is on this HDMI, or one without sound
    "Unknown error 524",
    # what a sound server is that does not run: a kiosk has none, though a desktop beside it may
    *("Host is down", "Connection refused"),
)
"""What the system says of an output that is not there."""
OF_VOICE = frozenset({Trouble.NO_VOICE, Trouble.VOICE_HANGS, Trouble.VOICE_FAILED})


def of_player(outcome: Outcome) -> Trouble | None:
    """What ails the player by what became of it. ALSA names the system's error in words, at the end."""
    if outcome.status == 0:
        return None
    if outcome.status is None:
        return Trouble.HANGS
    complaint = outcome.complaint
    if complaint.endswith(GONE):
        return Trouble.ABSENT
    if complaint.endswith("Device or resource busy"):
        return Trouble.BUSY
    return Trouble.FORBIDDEN if complaint.endswith("Permission denied") else Trouble.FAILED


def notice(trouble: Trouble, output: str, reason: str) -> Notice:
    """What the table is told, with what mends it, in the language in use."""
    match trouble:
        case Trouble.NO_PLAYER:
            return Notice(
                _(
                    "{program}, which plays the sounds, is not installed. The screen shows every alert."
                ).format(program=speaker.PLAYER),
                speaker.install(speaker.PLAYER_PACKAGE),
            )
        case Trouble.ABSENT:
            return Notice(
                _("The sound output “{output}” is not there. The screen shows every alert.").format(
                    output=output
                ),
                _("Connect it, or choose another one in the settings, under Sounds."),
            )
        case Trouble.BUSY:
            return Notice(
                _("Another program uses the sound output “{output}”.").format(output=output),
                _("Close the other program; the next sound tries again."),
            )
        case Trouble.FORBIDDEN:
            return Notice(
                _("This user may not use the sound output “{output}”.").format(output=output),
                _("Run: sudo usermod -aG {groups} $USER; then log in again.").format(groups="audio"),
            )
        case Trouble.HANGS:
            return Notice(
                _("The sound output “{output}” does not answer. The screen shows every alert.").format(
                    output=output
                ),
                _("The next sound tries again. Or choose another output in the settings, under Sounds."),
            )
        case Trouble.FAILED:
            return Notice(
                _("No sound comes out of “{output}” ({reason}). The screen shows every alert.").format(
                    output=output, reason=reason
                ),
                _("To find the cause, run: {command}").format(command="./longship doctor"),
            )
        case Trouble.NO_VOICE:
            return Notice(
                _("{program}, which says the announcements, is not installed.").format(program=speaker.VOICE),
                speaker.install(speaker.VOICE_PACKAGE),
            )
        case Trouble.VOICE_HANGS:
            return Notice(
                _("The voice does not answer; the screen shows what it would have said."),
                _("The next announcement tries again."),
            )
        case Trouble.VOICE_FAILED:
            return Notice(
                _("The voice has failed ({reason}); the screen shows what it would have said.").format(
                    reason=reason
                ),
                _("The next announcement tries again."),
            )


class Told:
    """Says each trouble once, until sounds have come for a while."""

    def __init__(self, sink: NoticeSink, well_s: float = WELL_S) -> None:
        self._troubles = Troubles(sink, well_s)
        self._well_since: float | None = None

    def say(self, trouble: Trouble, output: str, reason: str = "") -> None:
        """Tell the table, unless it knows."""
        self._well_since = None
        self._troubles.say(notice(trouble, output, reason or "?"), trouble)

    def well(self, now: float) -> None:
        """A sound has come out."""
        if self._well_since is None:
            self._well_since = now
        self._troubles.well_for(now - self._well_since)
