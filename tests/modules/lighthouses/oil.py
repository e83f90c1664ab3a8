"""Jars of oil, and what costs some."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import CommandRule
from companion.engine.ids import PlayerId
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from tests.modules.lighthouses.slice import LighthouseEvent, Lighthouses


class OilChanged(LighthouseEvent, frozen=True, tag="lh.oil_changed"):
    """A player has so many jars now."""

    by: PlayerId
    count: int

    def apply(self, state: Lighthouses) -> Lighthouses:
        return replace(state, oil=changed(state.oil, self.by, self.count))


def state_of(table: Table) -> Lighthouses:
    """This module's slice of the state."""
    return table.slice(Lighthouses)


def oil(table: Table, player: PlayerId) -> int:
    """LH-01: the jars of a player."""
    return state_of(table).oil.get(player, 0)


C = TypeVar("C", bound=Command)


class Bought(CommandRule[C], Generic[C]):
    """What costs jars of oil."""

    price: ClassVar[int] = 1
    rule: ClassVar[str]

    def at(self, table: Table, command: C) -> Iterable[Violation]:
        jars = oil(table, command.by)
        if jars < self.price:
            yield soft(self.rule, "oil.too-little", player=command.by, count=jars, needed=self.price)
        yield from self.conditions(table, command)

    def conditions(self, table: Table, command: C) -> Iterable[Violation]:
        """What else it needs."""
        return ()

    def apply(self, draft: Draft, command: C) -> None:
        draft.emit(OilChanged(command.by, max(0, oil(draft, command.by) - self.price)))
        self.effect(draft, command)

    def effect(self, draft: Draft, command: C) -> None:
        """What it brings."""


EVENTS = (OilChanged,)
