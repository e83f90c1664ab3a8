"""How much gold lies before a player, by the table's own word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Fact, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, no_player
from companion.rules.base.stating import StateRule
from companion.rules.gold.purse import BOX, check_amount, held
from companion.rules.gold.slice import Gold, GoldEvent


class StateGold(Command, frozen=True, tag="gold.state"):
    """A player has so much gold."""

    player: PlayerId
    count: int


class GoldStated(GoldEvent, frozen=True, tag="gold.stated"):
    """A player has so much gold."""

    silent: ClassVar[bool] = True

    by: PlayerId
    count: int

    def apply(self, state: Gold) -> Gold:
        return replace(state, held=changed(state.held, self.by, self.count))


class StateGoldRule(StateRule):
    """Never more than the box holds."""

    command = StateGold

    def at(self, table: Table, command: StateGold) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        else:
            yield from check_amount(table, command.count)

    def apply(self, draft: Draft, command: StateGold) -> None:
        draft.emit(GoldStated(command.player, command.count))


EVENTS: tuple[type[Event], ...] = (GoldStated,)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(StateGoldRule(),),
        facts=(Fact("gold", held, lambda table, player, count: StateGold(player, player, count), most=BOX),),
    ),
)
