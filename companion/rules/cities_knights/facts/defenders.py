"""Defender of Catan cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.goods import readable
from companion.rules.base.stating import StateRule
from companion.rules.cities_knights.barbarians import BY_SHIP, MOST_ATTACKS, times_defender
from companion.rules.cities_knights.slice import (
    CitiesKnights,
    CKEvent,
)

MOST_DEFENDERS = 6
"""CK-05: Defender of Catan cards in the box."""


class StateDefenders(Command, frozen=True, tag="ck.state_defenders"):
    """How many Defender of Catan cards a player has."""

    player: PlayerId
    count: int


class DefendersStated(CKEvent, frozen=True, tag="ck.defenders_stated"):
    """How many Defender of Catan cards a player has."""

    scores: ClassVar[bool] = False
    player: PlayerId
    count: int

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, defenders=changed(state.defenders, self.player, self.count))


class StateDefendersRule(StateRule):
    """CK-114: cards of one point each."""

    command = StateDefenders

    def at(self, table: Table, command: StateDefenders) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        if not 0 <= command.count <= MOST_ATTACKS:
            yield hard("CK-114", "defender.no-such-count", count=readable(command.count))

    def apply(self, draft: Draft, command: StateDefenders) -> None:
        draft.emit(DefendersStated(command.player, command.count))


DEFENDERS = (
    Fact(
        "defender",
        times_defender,
        lambda table, player, count: StateDefenders(player, player, count),
        most=MOST_DEFENDERS,
    ),
)


EVENTS = (DefendersStated,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), name=BY_SHIP, commands=(StateDefendersRule(),), facts=DEFENDERS),
)
