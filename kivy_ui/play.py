"""What the screens need of a game that is being played. Pictures and tests put samples in its place."""

from __future__ import annotations

from typing import Protocol

from kivy_ui.intents import Intent
from kivy_ui.views import (
    AttackView,
    BarView,
    PanelView,
    ResultView,
    RollView,
    StripView,
    TableView,
    ToastView,
    WarningView,
)


class Play(Protocol):
    """Views of the game as it is now, and one way in for what is touched."""

    def strip(self) -> StripView: ...

    def bar(self) -> BarView: ...

    def table(self) -> TableView: ...

    def roll(self) -> RollView: ...

    def result(self) -> ResultView | None:
        """What the last roll did, until the next action."""

    def attack(self) -> AttackView | None:
        """The attack that the table has not yet gone on from."""

    def panel(self, seat: int, section: str) -> PanelView:
        """What a player can do; ``section`` is all, knights or cards."""

    def do(self, intent: Intent) -> WarningView | ToastView | None:
        """Carry out a touch. None when it is done, a warning when it breaks rules."""
