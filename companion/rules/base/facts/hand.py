"""The number of cards in a hand."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import Fact, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation
from companion.rules.base.goods import HUGE
from companion.rules.base.hands import HandCounted
from companion.rules.base.showing import no_hand_of
from companion.rules.base.slice import Base
from companion.rules.base.stating import StateRule


class StateHand(Command, frozen=True, tag="base.state_hand"):
    """A player has so many cards in hand; nobody says which."""

    player: PlayerId
    total: int


class StateHandRule(StateRule):
    """B-55: how many cards somebody holds is public."""

    command = StateHand

    def at(self, table: Table, command: StateHand) -> Iterable[Violation]:
        wrong = no_hand_of(table, command.player, command.total)
        if wrong is not None:
            yield wrong

    def apply(self, draft: Draft, command: StateHand) -> None:
        draft.emit(HandCounted(command.player, command.total))


HAND = Fact(
    "hand",
    lambda table, player: table.slice(Base).hands.total(player),
    lambda table, player, count: StateHand(player, player, count),
    most=HUGE,
)


PARTS = (Part(needs=frozenset({Aspect.HANDS}), commands=(StateHandRule(),), facts=(HAND,)),)
