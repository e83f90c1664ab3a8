"""The robber where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.goods import readable
from companion.rules.base.network import geometry
from companion.rules.base.robber import in_play
from companion.rules.base.slice import Base, BaseEvent
from companion.rules.base.stating import StateRule


class StateRobber(Command, frozen=True, tag="base.state_robber"):
    """The robber stands on this hex, or beside the board."""

    hex: HexId | None = None


class RobberStated(BaseEvent, frozen=True, tag="base.robber_stated"):
    """The robber stands on this hex, or beside the board."""

    scores: ClassVar[bool] = False
    hex: HexId | None

    def apply(self, state: Base) -> Base:
        return replace(state, robber=self.hex)


class StateRobberRule(StateRule):
    """B-32: on a hex of the board, or beside it."""

    command = StateRobber

    def at(self, table: Table, command: StateRobber) -> Iterable[Violation]:
        if table.slice(Base).board is None:
            yield hard("B-08", "board.not-laid")
        elif command.hex is not None and command.hex not in geometry(table).hexes:
            yield hard("B-32", "place.off-board", place=str(readable(command.hex)))

    def apply(self, draft: Draft, command: StateRobber) -> None:
        draft.emit(RobberStated(command.hex))


def _robber(table: Table, player: PlayerId) -> tuple[HexId, ...]:
    robber = table.slice(Base).robber
    return () if robber is None else (robber,)


ROBBER = Fact(
    "robber",
    _robber,
    lambda table, player, hexes: StateRobber(player, hexes[0] if hexes else None),
    FactSort.HEX,
    shared=True,
    wanted=in_play,
)


EVENTS = (RobberStated,)
PARTS = (Part(needs=frozenset({Aspect.PLACES}), commands=(StateRobberRule(),), facts=(ROBBER,)),)
