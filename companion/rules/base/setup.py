"""Laying the island and placing the first pieces (B-10 to B-13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    Part,
    Stage,
    Step,
    Term,
    Timing,
)
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.board import DESERT, Board, Island, hubs_of
from companion.rules.base.board_faults import board_faults
from companion.rules.base.board_making import islands
from companion.rules.base.building import CityBuilt, RoadBuilt, SettlementBuilt, check_figure
from companion.rules.base.network import check_edge, geometry, no_building_here, no_corner, too_near
from companion.rules.base.places import place_taken
from companion.rules.base.purse import purse
from companion.rules.base.queries import buildings, places
from companion.rules.base.roll import Produced, around
from companion.rules.base.slice import Base, BaseEvent, BuildingKind, Development

PLACE = "base.place"
"""The step that asks for the next piece of the set-up."""


class LayBoard(Command, frozen=True, tag="base.lay_board"):
    """The table says how the island lies."""

    board: Board


class PlaceBuilding(Command, frozen=True, tag="base.place_building"):
    """The player placed a building of the set-up."""

    site: Site


class PlaceRoad(Command, frozen=True, tag="base.place_road"):
    """The player placed a road of the set-up, beside the building placed last."""

    edge: EdgeId


class BoardLaid(BaseEvent, frozen=True, tag="base.board_laid"):
    """The island lies on the table, with the robber on it or beside it."""

    board: Board
    robber: HexId | None

    def apply(self, state: Base) -> Base:
        return replace(state, board=self.board, robber=self.robber)


class StartPieceDue(BaseEvent, frozen=True, tag="base.start_piece_due"):
    """One more piece of the set-up is asked for; the building or road itself is an event of its own."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True

    def apply(self, state: Base) -> Base:
        return replace(state, started=state.started + 1)


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """Full supplies; the pieces that stand after the set-up, where places are not entered (B-10)."""
    rules = table.ruleset
    if "places" not in rules.slots:
        return Base()
    people = tuple(player.id for player in players)
    return Base(
        buildings=places(table).start(players, table.value("start_buildings")),
        hands=purse(table).start(people, {good.name: good.supply for good in rules.goods}),
        development=Development(deck=table.value("development_deck") or 0),
    )


def base_rounds(table: Table, old: None) -> tuple[BuildingKind, ...]:
    """B-10: two settlements each."""
    return (BuildingKind.SETTLEMENT, BuildingKind.SETTLEMENT)


def base_robber_start(table: Table, old: None, board: Board) -> HexId | None:
    """B-13: on the desert; without one, off the board."""
    return next((hex for hex in board.geometry.hexes if board.terrain[hex] == DESERT), None)


def order(table: Table) -> tuple[tuple[PlayerId, BuildingKind], ...]:
    """B-10: who places which building, in turn and then in reverse, for as many rounds as there are."""
    found: list[tuple[PlayerId, BuildingKind]] = []
    players: Sequence[PlayerId] = table.core.in_turn_order()
    for kind in table.value("start_buildings"):
        found.extend((player, kind) for player in players)
        players = tuple(reversed(players))
    return tuple(found)


def over(table: Table) -> bool:
    """Whether all pieces of the set-up stand."""
    if table.slice(Base).started < 2 * len(order(table)):
        return False
    return all(question.kind not in ("start_building", "start_road") for question in table.core.pending)


def in_last_round(table: Table) -> bool:
    """B-11: whether the building placed now is the last one of its owner."""
    return table.slice(Base).started // 2 >= len(order(table)) - len(table.core.ids)


def ask_for_board(draft: Draft) -> None:
    """The first question of a game with a tracked board."""
    if draft.slice(Base).board is None:
        draft.ask("board", draft.core.on_turn, "B-08", "base.lay_board", must=True)


def ask_for_piece(draft: Draft) -> None:
    """Ask for the next building or road of the set-up, or be done with it."""
    base = draft.slice(Base)
    turns = order(draft)
    number, road = divmod(base.started, 2)
    if base.board is None or number >= len(turns):
        return
    who, kind = turns[number]
    draft.emit(StartPieceDue())
    if road:
        draft.ask("start_road", who, "B-10", "base.place_road")
    else:
        draft.ask("start_building", who, "B-10", "base.place_building", piece=kind.value)
    draft.plan(PLACE)


class LayBoardRule(CommandRule[LayBoard]):
    """B-01 to B-04, B-08, B-13: the island with all its faults at once."""

    command = LayBoard
    timing = Timing.ANSWER
    too_many_forms = True

    def at(self, table: Table, command: LayBoard) -> Iterable[Violation]:
        island: Island = table.value("island")
        return board_faults(command.board, island)

    def apply(self, draft: Draft, command: LayBoard) -> None:
        laid = replace(command.board, hubs=hubs_of(draft.value("island"), command.board.terrain))
        draft.emit(BoardLaid(laid, draft.value("robber_start", laid)))
        draft.settle("board", draft.core.on_turn)


def check_start(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """B-12: a building of the set-up comes to a free corner with no building next to it."""
    if site not in geometry(table).neighbours:
        yield no_corner(table, site)
    elif site in table.value("occupied"):
        yield place_taken(table, site, "B-12")
    else:
        if too_near(table, site):
            yield soft("B-12", "settlement.too-near", player=by)
        if site in (closed := no_building_here(table)):
            yield closed[site]


class PlaceBuildingRule(CommandRule[PlaceBuilding]):
    """B-10 to B-12: a free corner with no building next to it; the last one brings its cards."""

    command = PlaceBuilding
    timing = Timing.ANSWER

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if table.question("start_building", who) is not None:
            yield from check_figure(table, who, self._kind(table, who))

    def at(self, table: Table, command: PlaceBuilding) -> Iterable[Violation]:
        return check_start(table, command.by, command.site)

    def apply(self, draft: Draft, command: PlaceBuilding) -> None:
        by, site = command.by, command.site
        kind = self._kind(draft, by)
        draft.emit(SettlementBuilt(by, site) if kind is BuildingKind.SETTLEMENT else CityBuilt(by, site))
        if in_last_round(draft):
            # B-11: one resource for each hex around it, whatever stands there.
            cards = around(draft, site)
            draft.emit(Produced({by: cards} if cards else {}))
        draft.settle("start_building", by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceBuilding]:
        return [PlaceBuilding(who, corner) for corner in geometry(table).corners]

    @staticmethod
    def _kind(table: Table, by: PlayerId) -> BuildingKind:
        question = table.question("start_building", by)
        assert question is not None
        return BuildingKind(str(question.params["piece"]))


class PlaceRoadRule(CommandRule[PlaceRoad]):
    """B-10, B-12: beside the building placed last."""

    command = PlaceRoad
    timing = Timing.ANSWER

    def at(self, table: Table, command: PlaceRoad) -> Iterable[Violation]:
        if table.question("start_road", command.by) is None:
            return
        faults = list(check_edge(table, command.edge, "B-10"))
        yield from faults
        if not faults and command.edge not in self._beside(table, command.by):
            yield soft("B-12", "setup.road-not-beside", player=command.by)

    def apply(self, draft: Draft, command: PlaceRoad) -> None:
        draft.emit(RoadBuilt(command.by, command.edge))
        draft.settle("start_road", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceRoad]:
        return [PlaceRoad(who, edge) for edge in self._beside(table, who)]

    @staticmethod
    def _beside(table: Table, who: PlayerId) -> tuple[EdgeId, ...]:
        """The edges of the building placed last: the player's newest one."""
        newest = next(reversed(buildings(table, who)), None)
        return () if newest is None else geometry(table).corner_edges[newest]


EVENTS: tuple[type[Event], ...] = (
    BoardLaid,
    StartPieceDue,
)


PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), terms=(Term("start_buildings", Stage.BASE, base_rounds),)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        steps=(
            Step("setup", "base.board", ask_for_board),
            Step("setup", PLACE, ask_for_piece, after=("base.board",)),
        ),
        terms=(
            Term("island", Stage.BASE, lambda table, old: islands()["standard"]),
            Term("robber_start", Stage.BASE, base_robber_start),
        ),
        commands=(LayBoardRule(), PlaceBuildingRule(), PlaceRoadRule()),
    ),
)
