"""What the screens need of a game that is being played. Pictures and tests put samples in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from companion.engine.command import Command
from companion.presenters.board_view import BoardView
from companion.presenters.deeds import ChoiceView
from companion.presenters.evening import EveningView
from companion.presenters.helping import Topic
from companion.presenters.intents import Fill, Intent
from companion.presenters.moving import MoveView
from companion.presenters.views import (
    AttackView,
    BarView,
    CardPadView,
    FormView,
    PaletteView,
    PanelView,
    PlacesView,
    QuestionView,
    ResultView,
    RollView,
    StripView,
    TableView,
    ToastView,
    WarningView,
)

if TYPE_CHECKING:
    from companion.app.session import GameSession
    from companion.presenters.board_setup import Setup


class Meant(msgspec.Struct, frozen=True):
    """In a game of the past nothing is entered: what would have been, with the table's word if it breaks
    rules. Without a command the table leaves the past.
    """

    command: Command | None = None
    overruled: bool = False


Outcome = WarningView | ToastView | ChoiceView | PlacesView | Fill | Meant | None
"""What came of a touch: None when it is done and there is nothing to say, a warning when it breaks rules,
a sentence, a short question that tells several ways apart, asked on the board where places answer it, a
form that has to be filled in, or what was meant in a game of the past."""


class Play(Protocol):
    """Views of the game as it is now, and one way in for what is touched."""

    @property
    def session(self) -> GameSession | None:
        """What takes the entries; None for samples that stand still."""

    def subscribe(self, listener: Callable[[], object]) -> Callable[[], None]:
        """Tell the listener after every change of the game, whoever made it. Returns how to stop that."""

    def strip(self) -> StripView:
        """The ship strip."""

    def bar(self) -> BarView:
        """The bar at the bottom."""

    def table(self) -> TableView:
        """The players' columns."""

    def roll(self) -> RollView:
        """The dice of the next roll."""

    def card_pad(self) -> CardPadView | None:
        """The cards that may be turned up now in the place of a roll; None where none is."""

    def questions(self) -> tuple[QuestionView, ...]:
        """What the table still has to say."""

    def roll_due(self) -> bool:
        """Whether nothing comes before the next roll."""

    def result(self) -> ResultView | None:
        """What the last roll did, until the next action."""

    def attack(self) -> AttackView | None:
        """The attack that the table has not yet gone on from."""

    def moves(self) -> tuple[MoveView, ...]:
        """What moves on the screen for what has just been entered; each is told once."""

    def over(self) -> bool:
        """Whether somebody has won, and the table has not said that it plays on."""

    def evening(self) -> EveningView:
        """What the evening was made of so far."""

    def panel(self, seat: int, section: str) -> PanelView:
        """What a player can do; ``section`` is all, cards, hand, or one that modules fill."""

    def board(self) -> BoardView | None:
        """What lies on the board; None while the game tracks none, or none is laid."""

    def hex(self, hex: int) -> Topic | None:
        """What help tells of a hex; None where no board lies."""

    def palette(self, seat: int) -> PaletteView:
        """The pieces that a player can take to the board."""

    def board_setup(self, seed: int, old: Setup | None = None) -> Setup | None:
        """What is asked about the board before anything stands on it, with what was chosen so far; None when
        nothing is. ``seed`` stands for chance."""

    def form(self, draft: Command) -> FormView:
        """A form as far as it is filled in."""

    def do(self, intent: Intent) -> Outcome:
        """Carry out a touch. Never raises for what a table may do."""
