"""What a touch means, before the rules judge it: plain frozen values; seats are 0-based, in turn order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.engine.command import Command
    from companion.engine.ids import EntryId
    from companion.history.correction import CorrectionReport, Wish
    from companion.presenters.board_setup import Setup
    from companion.presenters.board_view import Place
    from companion.presenters.views import PlaceTemplate


@dataclass(frozen=True, slots=True)
class Intent:
    """Base of all intents."""


@dataclass(frozen=True, slots=True)
class Roll(Intent):
    """The dice as they lie on the table; a die that is not tracked or not rolled is None."""

    red: int | None = None
    white: int | None = None
    event: str | None = None


@dataclass(frozen=True, slots=True)
class FixRoll(Intent):
    """The last roll was read wrongly: these are its dice. ``overrule`` when the table lets it stand."""

    red: int | None = None
    white: int | None = None
    event: str | None = None
    overrule: bool = False


@dataclass(frozen=True, slots=True)
class Begin(Intent):
    """A command of the engine is meant, its place perhaps still open; of several the table is asked."""

    command: Command


@dataclass(frozen=True, slots=True)
class Enter(Intent):
    """One of these commands of the engine; of several the table is asked what tells them apart."""

    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Take(Intent):
    """The player takes a piece of the palette: its rank there."""

    seat: int
    rank: int


@dataclass(frozen=True, slots=True)
class TouchPiece(Intent):
    """A place with a piece was touched on the board: what can be done with it?"""

    place: Place


@dataclass(frozen=True, slots=True)
class ShowTrail(Intent):
    """Show a player's longest trail on the board."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answer(Intent):
    """An open question is to be answered, by its key."""

    key: str


@dataclass(frozen=True, slots=True)
class Try(Intent):
    """A place that is not lit was touched, after those ``chosen`` before: what it would mean is judged."""

    template: PlaceTemplate
    place: Place
    chosen: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Lay(Intent):
    """The board, or what lies beside it, lies as the set-up shows it."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class Fill(Intent):
    """A form is filled in so far: the command with its blanks."""

    draft: Command


@dataclass(frozen=True, slots=True)
class Commit(Intent):
    """A form is filled in: the command is entered."""

    command: Command


@dataclass(frozen=True, slots=True)
class Tell(Intent):
    """The table has seen after all which card an entry moved; without ``command`` it is asked which."""

    entry: EntryId
    command: Command | None = None


@dataclass(frozen=True, slots=True)
class Overrule(Intent):
    """The table lets this command stand although it breaks rules."""

    command: Command


@dataclass(frozen=True, slots=True)
class MyTurn(Intent):
    """The button at a seat: whoever sits there is on turn now."""

    seat: int


@dataclass(frozen=True, slots=True)
class Correct(Intent):
    """Make a correction: a wish, or the report of its preview."""

    wish: Wish | CorrectionReport


@dataclass(frozen=True, slots=True)
class Undo(Intent):
    """Take back the last entry."""


@dataclass(frozen=True, slots=True)
class Whose(Intent):
    """The last entry was somebody else's: whose?"""


@dataclass(frozen=True, slots=True)
class Redo(Intent):
    """Bring back the entry taken back last."""


@dataclass(frozen=True, slots=True)
class GoOn(Intent):
    """The table has read the attack."""


@dataclass(frozen=True, slots=True)
class Dismiss(Intent):
    """The table has read the result of the roll."""


@dataclass(frozen=True, slots=True)
class PlayUnsaved(Intent):
    """The table plays on although nothing can be stored; ``again`` is what could not be."""

    again: Intent | None = None


@dataclass(frozen=True, slots=True)
class KeepPicture(Intent):
    """The table lets the picture of the last roll that was corrected be kept."""


@dataclass(frozen=True, slots=True)
class Open(Intent):
    """Go to a screen."""

    screen: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class OpenPanel(Intent):
    """Show what a player can do: all, knights, cards or road."""

    seat: int
    section: str = "all"
