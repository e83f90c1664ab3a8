"""Lamps on edges."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Invariant, Part, PointSource
from companion.engine.ids import EdgeId, PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.queries import roads
from companion.rules.base.tracking import on_board
from tests.modules.lighthouses.oil import Bought, state_of
from tests.modules.lighthouses.slice import LighthouseEvent, Lighthouses

LAMPS = 6
"""LH-02: the lamps of a player."""


class SetLamp(Command, frozen=True, tag="lh.set_lamp"):
    """A player lights a lamp; on an edge where edges are entered."""

    edge: EdgeId | None = None


class LampSet(LighthouseEvent, frozen=True, tag="lh.lamp_set"):
    """A lamp burns, on an edge where edges are entered."""

    by: PlayerId
    edge: EdgeId | None = None

    def apply(self, state: Lighthouses) -> Lighthouses:
        lamps = state.lamps if self.edge is None else changed(state.lamps, self.edge, self.by)
        burning = changed(state.burning, self.by, state.burning.get(self.by, 0) + 1)
        return replace(state, lamps=lamps, burning=burning)


def burning(table: Table, player: PlayerId) -> int:
    """The lamps of a player that burn."""
    return state_of(table).burning.get(player, 0)


def lamp_points(table: Table, player: PlayerId) -> int:
    """LH-06: one for two lamps."""
    return burning(table, player) // 2


def lamp_places(table: Table, player: PlayerId) -> list[EdgeId]:
    """LH-02: edges with the player's road and no lamp."""
    return [edge for edge in roads(table, player) if edge not in state_of(table).lamps]


class SetLampRule(Bought[SetLamp]):
    """LH-02: on an edge with a road of theirs where no lamp burns."""

    command = SetLamp
    rule = "LH-02"

    def conditions(self, table: Table, command: SetLamp) -> Iterable[Violation]:
        by, edge = command.by, command.edge
        if burning(table, by) >= LAMPS:
            yield hard("LH-02", "lamp.none-left", player=by)
        if not on_board(table):
            if edge is not None:
                yield hard("LH-02", "lamp.needless-place")
        elif edge is None:
            yield hard("LH-02", "lamp.no-place")
        else:
            if edge in state_of(table).lamps:
                yield hard("LH-02", "lamp.taken")
            if edge not in roads(table, by):
                yield soft("LH-02", "lamp.no-road", player=by)

    def effect(self, draft: Draft, command: SetLamp) -> None:
        draft.emit(LampSet(command.by, command.edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[SetLamp]:
        if not on_board(table):
            return (SetLamp(who),)
        return [SetLamp(who, edge) for edge in lamp_places(table, who)]


def lamps_kept(table: Table) -> Iterable[str]:
    """LH-02: no more lamps than there are."""
    for player in table.core.ids:
        if not 0 <= burning(table, player) <= LAMPS:
            yield f"{player} has {burning(table, player)} lamps"


EVENTS = (LampSet,)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(SetLampRule(),),
        points=(PointSource("lamps", RuleId("LH-06"), lamp_points),),
        invariants=(Invariant("lh.lamps", lamps_kept),),
    ),
)
