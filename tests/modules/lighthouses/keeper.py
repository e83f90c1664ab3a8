"""The keeper, who walks from corner to corner."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Part
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.network import travel
from companion.rules.base.queries import buildings
from tests.modules.lighthouses.oil import Bought, state_of
from tests.modules.lighthouses.slice import LighthouseEvent, Lighthouses


class PlaceKeeper(Command, frozen=True, tag="lh.place_keeper"):
    """A player's keeper comes to a corner."""

    corner: Site


class WalkKeeper(Command, frozen=True, tag="lh.walk_keeper"):
    """A player's keeper walks along roads, from where it stands."""

    keeper: Site
    corner: Site


class KeeperPlaced(LighthouseEvent, frozen=True, tag="lh.keeper_placed"):
    """A keeper stands on a corner; ``turn`` is given if it walked there."""

    by: PlayerId
    corner: Site
    turn: int = 0

    def apply(self, state: Lighthouses) -> Lighthouses:
        walked = changed(state.walked, self.by, self.turn) if self.turn else state.walked
        return replace(state, keepers=changed(state.keepers, self.by, self.corner), walked=walked)


class PlaceKeeperRule(Bought[PlaceKeeper]):
    """LH-03: to a corner with a building of theirs, once."""

    command = PlaceKeeper
    rule = "LH-03"

    def conditions(self, table: Table, command: PlaceKeeper) -> Iterable[Violation]:
        if command.by in state_of(table).keepers:
            yield hard("LH-03", "keeper.out-already", player=command.by)
        if command.corner not in buildings(table, command.by):
            yield hard("LH-03", "keeper.no-building", player=command.by)

    def effect(self, draft: Draft, command: PlaceKeeper) -> None:
        draft.emit(KeeperPlaced(command.by, command.corner))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceKeeper]:
        return [PlaceKeeper(who, corner) for corner in buildings(table, who)]


class WalkKeeperRule(CommandRule[WalkKeeper]):
    """LH-03: along their roads, once a turn."""

    command = WalkKeeper

    def at(self, table: Table, command: WalkKeeper) -> Iterable[Violation]:
        by = command.by
        start = state_of(table).keepers.get(by)
        if start is None or command.keeper != start:
            yield hard("LH-03", "keeper.not-out", player=by)
            return
        if state_of(table).walked.get(by) == table.core.turn:
            yield soft("LH-03", "keeper.walked-already", player=by)
        if command.corner not in travel(table, by, start):
            yield hard("LH-03", "keeper.no-way", player=by)

    def apply(self, draft: Draft, command: WalkKeeper) -> None:
        draft.emit(KeeperPlaced(command.by, command.corner, draft.core.turn))

    def forms(self, table: Table, who: PlayerId) -> Iterable[WalkKeeper]:
        start = state_of(table).keepers.get(who)
        if start is None:
            return ()
        return [WalkKeeper(who, start, Site(corner)) for corner in travel(table, who, start)]


EVENTS = (KeeperPlaced,)
PARTS = (Part(needs=frozenset({Aspect.PLACES}), commands=(PlaceKeeperRule(), WalkKeeperRule())),)
