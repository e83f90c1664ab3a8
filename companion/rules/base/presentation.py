"""What the base game has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine.command import Command
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.longest_road import MINIMUM, ClaimLongestRoad
from companion.rules.base.queries import ROADS, SUPPLY, buildings
from companion.rules.base.slice import Base, BuildingKind, LongestRoadHeld, SevenRolled
from companion.rules.base.turn import EndTurn
from companion.rules.presentation.parts import Action, Actions, Counter, Holding, Message, Piece, Pieces, Rank

FIGURES = {BuildingKind.SETTLEMENT: "settlement", BuildingKind.CITY: "city"}


def _buildings(table: Table) -> Iterator[Piece]:
    for site, building in table.slice(Base).buildings.items():
        yield Piece(site, FIGURES[building.kind], building.owner)


def _roads(table: Table) -> Iterator[Piece]:
    for edge, owner in table.slice(Base).roads.items():
        yield Piece(edge, "road", owner)


def _count(kind: BuildingKind, table: Table, player: PlayerId) -> int:
    return len(buildings(table, player, kind))


def _settlement(table: Table, player: PlayerId) -> Command:
    return BuildSettlement(player)


def _city(table: Table, player: PlayerId) -> Command:
    return BuildCity(player)


def _road_count(table: Table, player: PlayerId) -> int:
    return sum(owner == player for owner in table.slice(Base).roads.values())


def _road(table: Table, player: PlayerId) -> Command:
    return BuildRoad(player, EdgeId(""))


def _build_road(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_build_road", "deed.road", "road", takes=BuildRoad)


def _build(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_settlement", "deed.settlement", "settlement", begins=BuildSettlement(player))
    yield Action("do_city", "deed.city", "city", begins=BuildCity(player))


def _longest_road(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_road", "deed.longest_road", "road", section="road")


def _claim(table: Table, player: PlayerId) -> Iterator[Action]:
    """The lengths that would take or keep Longest Road."""
    for length in range(max(MINIMUM, table.slice(Base).road_length + 1), ROADS + 1):
        yield Action(f"road_{length}", str(length), "", (ClaimLongestRoad(player, length),))
    yield Action("do_cut", "deed.road_cut", "people", screen="road")


def _end_turn(table: Table, player: PlayerId) -> Iterator[Action]:
    if table.core.on_turn == player and table.core.phase is Phase.AFTER_ROLL:
        yield Action("do_end", "deed.end_turn", "forward", (EndTurn(player),))


SCORE = (
    Holding("road", lambda table, player: int(table.slice(Base).longest_road == player), award=True),
    Counter(
        "settlement",
        "deed.settlement",
        SUPPLY[BuildingKind.SETTLEMENT],
        partial(_count, BuildingKind.SETTLEMENT),
        _settlement,
    ),
    Counter("city", "deed.city", SUPPLY[BuildingKind.CITY], partial(_count, BuildingKind.CITY), _city),
    Actions(_build),
    Actions(_end_turn, Rank.END),
    Message(LongestRoadHeld),
    Message(SevenRolled, "warn", lambda seven: not seven.robber_moves),
    Pieces("corner", _buildings),
)
NO_PLACES = (Actions(_longest_road, Rank.AWARDS), Actions(_claim, section="road"))
PLACES = (
    Pieces("edge", _roads),
    Actions(_build_road, Rank.ROADS),
    Counter("road", "deed.road", ROADS, _road_count, _road, Rank.ROADS, column=False),
)
