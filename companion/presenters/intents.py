"""What a touch means, before the rules judge it: plain frozen values; seats are 0-based, in turn order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from companion.engine.state import Face

if TYPE_CHECKING:
    from companion.engine.command import Command
    from companion.engine.ids import EntryId
    from companion.history.correction import CorrectionReport, Wish
    from companion.presenters.board_setup import Setup
    from companion.presenters.board_view import Place
    from companion.presenters.views import PlaceTemplate


class Intent(msgspec.Struct, frozen=True):
    """Base of all intents."""


class Roll(Intent, frozen=True):
    """The dice as they lie on the table, without those that are not tracked or not rolled."""

    dice: Mapping[str, Face]


class FixRoll(Intent, frozen=True):
    """The last roll was read wrongly: these are its dice. ``overrule`` when the table lets it stand."""

    dice: Mapping[str, Face]
    overrule: bool = False


class Begin(Intent, frozen=True):
    """A command of the engine is meant, its place perhaps still open; of several the table is asked."""

    command: Command


class Enter(Intent, frozen=True):
    """One of these commands of the engine; of several the table is asked what tells them apart."""

    commands: tuple[Command, ...]


class Take(Intent, frozen=True):
    """The player takes a piece of the palette: its rank there."""

    seat: int
    rank: int


class TouchPiece(Intent, frozen=True):
    """A place with a piece was touched on the board: what can be done with it?"""

    place: Place


class ShowTrail(Intent, frozen=True):
    """Show a player's longest trail on the board."""

    seat: int


class Answer(Intent, frozen=True):
    """An open question is to be answered, by its key."""

    key: str


class Try(Intent, frozen=True):
    """A place that is not lit was touched, after those ``chosen`` before: what it would mean is judged."""

    template: PlaceTemplate
    place: Place
    chosen: tuple[Place, ...] = ()


class Lay(Intent, frozen=True):
    """The board, or what lies beside it, lies as the set-up shows it."""

    setup: Setup


class Fill(Intent, frozen=True):
    """A form is filled in so far: the command with its blanks."""

    draft: Command


class Commit(Intent, frozen=True):
    """A form is filled in: the command is entered."""

    command: Command


class Tell(Intent, frozen=True):
    """The table has seen after all which card an entry moved; without ``command`` it is asked which."""

    entry: EntryId
    command: Command | None = None


class Overrule(Intent, frozen=True):
    """The table lets this command stand although it breaks rules."""

    command: Command


class MyTurn(Intent, frozen=True):
    """The button at a seat: whoever sits there is on turn now."""

    seat: int


class NextTurn(Intent, frozen=True):
    """Whoever is on turn is done."""


class Correct(Intent, frozen=True):
    """Make a correction: a wish, or the report of its preview."""

    wish: Wish | CorrectionReport


class Undo(Intent, frozen=True):
    """Take back the last entry."""


class Whose(Intent, frozen=True):
    """The last entry was somebody else's: whose?"""


class Redo(Intent, frozen=True):
    """Bring back the entry taken back last."""


class GoOn(Intent, frozen=True):
    """The table has read the attack."""


class Dismiss(Intent, frozen=True):
    """The table has read the result of the roll."""


class PlayUnsaved(Intent, frozen=True):
    """The table plays on although nothing can be stored; ``again`` is what could not be."""

    again: Intent | None = None


class KeepPicture(Intent, frozen=True):
    """The table lets the picture of the last roll that was corrected be kept."""


class ShowHints(Intent, frozen=True):
    """The first evening's hints."""


class Open(Intent, frozen=True):
    """Go to a screen."""

    screen: str
    seat: int | None = None


class OpenPanel(Intent, frozen=True):
    """Show what a player can do; ``section`` is all, cards, hand, or one that modules fill."""

    seat: int
    section: str = "all"
