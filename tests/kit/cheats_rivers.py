"""Cheating at the rivers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from companion.engine.command import Command
from companion.engine.ids import EdgeId, PlayerId
from companion.rules.base.building import BuildRoad
from companion.rules.base.development.play import development
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.network import barriers, geometry, reached, road_places
from companion.rules.base.queries import buildings
from companion.rules.base.setup import LayBoard, PlaceRoad
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.scenarios.rivers.bridges import BRIDGES, PRICE, BuildBridge, bridge_places, bridges
from companion.rules.scenarios.rivers.course import bridge_sites, course, rivers
from companion.rules.scenarios.rivers.facts import StateBridges, StatePoverty, StateWealth
from companion.rules.scenarios.rivers.riches import (
    ClaimWealth,
    ReturnPoverty,
    ReturnWealth,
    TakePoverty,
    state_of,
)
from companion.rules.variants.catan_for_two.neutral import BuildNeutralRoad
from tests.kit.cheats import Scene, cheat, with_hexes_swapped, with_terrain, with_token

Tries = Iterable[Command]
on_board = partial(cheat, module="rivers")
by_word = partial(cheat, module="rivers", on_board=False)


def free_sites(scene: Scene) -> list[EdgeId]:
    """Bridge sites without a bridge."""
    return sorted(edge for edge in bridge_sites(scene.table) if edge not in scene.base.roads)


def joined(scene: Scene, who: PlayerId) -> list[EdgeId]:
    """Free bridge sites that something of the player's touches, whoever else stands there."""
    near = {*reached(scene.table, who), *buildings(scene.table, who)}
    return [edge for edge in free_sites(scene) if near & set(geometry(scene.table).ends[edge])]


# --- the island


@on_board("RI-01")
def river_hex_exchanged_for_another(scene: Scene) -> Tries:
    for board in scene.boards():
        wet = {hex for river in rivers() for hex in river.hexes}
        for one in wet:
            for other in range(19):
                if other not in wet and board.terrain[other] != board.terrain[one]:
                    yield LayBoard(scene.me, with_hexes_swapped(board, one, other))


@on_board("RI-01")
def desert_beside_the_rivers(scene: Scene) -> Tries:
    for board in scene.boards():
        dry = [hex for hex, token in enumerate(board.tokens) if token]
        yield from (LayBoard(scene.me, with_terrain(board, hex, "desert")) for hex in dry)


@on_board("RI-01")
def third_swamp(scene: Scene) -> Tries:
    for board in scene.boards():
        yield LayBoard(scene.me, with_token(with_terrain(board, 0, "swamp"), 0, 0))


@on_board("RI-01")
def pasture_too_many(scene: Scene) -> Tries:
    for board in scene.boards():
        for hex, terrain in enumerate(board.terrain):
            if terrain in ("forest", "fields"):
                yield LayBoard(scene.me, with_terrain(board, hex, "pasture"))


@on_board("RI-01")
def river_that_flows_the_other_way(scene: Scene) -> Tries:
    for board in scene.boards():
        for river in rivers():
            yield LayBoard(scene.me, with_hexes_swapped(board, river.hexes[0], river.hexes[-1]))


@on_board("RI-02")
def token_on_a_swamp(scene: Scene) -> Tries:
    for board in scene.boards():
        for hex, terrain in enumerate(board.terrain):
            if terrain == "swamp":
                yield LayBoard(scene.me, with_token(board, hex, 5))


@on_board("RI-02")
def two_laid_on_a_hex_of_its_own(scene: Scene) -> Tries:
    for board in scene.boards():
        for hex, token in enumerate(board.tokens):
            if token:
                yield LayBoard(scene.me, with_token(board, hex, 2))


@on_board("RI-02")
def hex_without_its_token(scene: Scene) -> Tries:
    for board in scene.boards():
        for hex, token in enumerate(board.tokens):
            if token:
                yield LayBoard(scene.me, with_token(board, hex, 0))


@on_board("RI-02")
def second_twelve(scene: Scene) -> Tries:
    for board in scene.boards():
        for hex, token in enumerate(board.tokens):
            if token not in (0, 12):
                yield LayBoard(scene.me, with_token(board, hex, 12))


# --- roads


@on_board("RI-04")
def road_across_a_river(scene: Scene) -> Tries:
    if scene.main:
        yield from (BuildRoad(scene.me, edge) for edge in free_sites(scene))


@on_board("RI-04")
def road_across_a_river_where_it_would_join(scene: Scene) -> Tries:
    if scene.main:
        yield from (BuildRoad(scene.me, edge) for edge in bridge_places(scene.table, scene.me))


@on_board("RI-04")
def start_road_across_a_river(scene: Scene) -> Tries:
    who = scene.asked("start_road")
    if who is not None:
        newest = next(reversed(buildings(scene.table, who)))
        around = geometry(scene.table).corner_edges[newest]  # type: ignore[index]
        yield from (PlaceRoad(who, edge) for edge in free_sites(scene) if edge in around)


@on_board("RI-04")
def road_building_across_a_river(scene: Scene) -> Tries:
    if scene.main and development(scene.table).held.get(scene.me):
        yield from (PlayRoadBuilding(scene.me, (edge,)) for edge in joined(scene, scene.me))


@on_board("RI-04")
def road_building_with_a_bridge_as_second_road(scene: Scene) -> Tries:
    if scene.main and development(scene.table).held.get(scene.me):
        for first in road_places(scene.table, scene.me):
            yield from (PlayRoadBuilding(scene.me, (first, edge)) for edge in joined(scene, scene.me))


@on_board("RI-04")
def neutral_road_across_a_river(scene: Scene) -> Tries:
    for question in scene.core.pending:
        if "c2.build_neutral_road" in question.answers:
            for colour in scene.table.value("other_owners"):
                yield from (BuildNeutralRoad(question.who, colour, edge) for edge in free_sites(scene))


@on_board("RI-05", "B-50")
def road_on_a_bridge(scene: Scene) -> Tries:
    if scene.main:
        for player in scene.core.ids:
            yield from (BuildRoad(scene.me, edge) for edge in bridges(scene.table, player))


# --- bridges


@on_board("RI-05")
def bridge_on_a_bank(scene: Scene) -> Tries:
    if scene.main:
        banks = course(geometry(scene.table)).banks
        yield from (BuildBridge(scene.me, edge) for edge in sorted(banks))


@on_board("RI-05")
def bridge_away_from_the_rivers(scene: Scene) -> Tries:
    if scene.main:
        found = course(geometry(scene.table))
        for edge in geometry(scene.table).edges:
            if edge not in found.banks and edge not in found.bridges:
                yield BuildBridge(scene.me, edge)


@on_board("B-04")
def bridge_off_the_board(scene: Scene) -> Tries:
    if scene.main:
        yield BuildBridge(scene.me, EdgeId("99SE"))


@on_board("RI-05")
def bridge_on_a_bridge(scene: Scene) -> Tries:
    if scene.main:
        for player in scene.core.ids:
            yield from (BuildBridge(scene.me, edge) for edge in bridges(scene.table, player))


@on_board("RI-05")
def bridge_from_nowhere(scene: Scene) -> Tries:
    if scene.main:
        near = set(joined(scene, scene.me))
        yield from (BuildBridge(scene.me, edge) for edge in free_sites(scene) if edge not in near)


@on_board("RI-05")
def bridge_through_an_opponent(scene: Scene) -> Tries:
    if scene.main:
        allowed, closed = bridge_places(scene.table, scene.me), barriers(scene.table, scene.me)
        land, roads = geometry(scene.table), reached(scene.table, scene.me)
        for edge in joined(scene, scene.me):
            if edge not in allowed and set(land.ends[edge]) & set(roads) & set(closed):
                yield BuildBridge(scene.me, edge)


@on_board("RI-05")
def bridge_without_cards(scene: Scene) -> Tries:
    if scene.main and scene.poor(scene.me, dict(PRICE)):
        yield from (BuildBridge(scene.me, edge) for edge in bridge_places(scene.table, scene.me))


@on_board("RI-05")
def bridge_for_the_price_of_a_road(scene: Scene) -> Tries:
    """One brick is there, and the second is not."""
    if (
        scene.main
        and not scene.poor(scene.me, {"brick": 1, "lumber": 1})
        and scene.poor(scene.me, {"brick": 2})
    ):
        yield from (BuildBridge(scene.me, edge) for edge in bridge_places(scene.table, scene.me))


@on_board("RI-05")
def fourth_bridge(scene: Scene) -> Tries:
    if scene.main and len(bridges(scene.table, scene.me)) >= BRIDGES:
        yield from (BuildBridge(scene.me, edge) for edge in bridge_places(scene.table, scene.me))


@on_board("B-20", "B-21", "CK-20")
def bridge_before_the_roll(scene: Scene) -> Tries:
    if scene.early:
        yield from (BuildBridge(scene.me, edge) for edge in bridge_places(scene.table, scene.me))


@on_board("B-20", "CK-20")
def bridge_on_another_players_turn(scene: Scene) -> Tries:
    if scene.main:
        for other in scene.others:
            yield from (BuildBridge(other, edge) for edge in bridge_places(scene.table, other))


@on_board("B-24")
def bridge_while_somebody_must_choose(scene: Scene) -> Tries:
    if scene.core.pending and scene.begun:
        yield from (BuildBridge(scene.me, edge) for edge in bridge_places(scene.table, scene.me))


@on_board("B-24")
def bridge_in_the_set_up(scene: Scene) -> Tries:
    who = scene.asked("start_road")
    if who is not None:
        yield from (BuildBridge(who, edge) for edge in joined(scene, who))


@on_board("CO-07")
def diplomat_on_a_bridge(scene: Scene) -> Tries:
    if scene.main and scene.plays(PlayDiplomat):
        for player in scene.core.ids:
            yield from (PlayDiplomat(scene.me, edge) for edge in bridges(scene.table, player))


# --- the table's word


@on_board("RI-05")
def bridge_stated_on_a_bank(scene: Scene) -> Tries:
    if scene.begun:
        edges = sorted(course(geometry(scene.table)).banks - set(scene.base.roads))
        yield from (StateBridges(scene.me, scene.me, (edge,)) for edge in edges)


@on_board("RI-05")
def bridge_stated_twice(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateBridges(scene.me, scene.me, (edge, edge)) for edge in free_sites(scene))


@on_board("RI-05")
def bridge_of_another_stated_as_the_own(scene: Scene) -> Tries:
    if scene.begun:
        for other in scene.others:
            for edge in bridges(scene.table, other):
                yield StateBridges(scene.me, scene.me, (*bridges(scene.table, scene.me), edge))


@on_board("RI-05")
def four_bridges_stated(scene: Scene) -> Tries:
    own = bridges(scene.table, scene.me) if scene.begun else ()
    if scene.begun and len(own) + len(free_sites(scene)) > BRIDGES:
        yield StateBridges(scene.me, scene.me, (*own, *free_sites(scene))[: BRIDGES + 1])


@on_board("B-04")
def bridge_stated_off_the_board(scene: Scene) -> Tries:
    if scene.begun:
        yield StateBridges(scene.me, scene.me, (EdgeId("99SE"),))


@on_board("B-14")
def bridges_of_a_stranger(scene: Scene) -> Tries:
    if scene.begun:
        yield StateBridges(scene.me, PlayerId("nobody"), ())


# --- the two cards, where nobody enters gold


@by_word("RI-06")
def wealthiest_twice(scene: Scene) -> Tries:
    yield from (ClaimWealth(p) for p in scene.core.ids if state_of(scene.table).wealthiest == p)


@by_word("RI-06")
def wealth_returned_that_one_has_not(scene: Scene) -> Tries:
    yield from (ReturnWealth(p) for p in scene.core.ids if state_of(scene.table).wealthiest != p)


@by_word("RI-07")
def poor_twice(scene: Scene) -> Tries:
    yield from (TakePoverty(p) for p in scene.core.ids if p in state_of(scene.table).poor)


@by_word("RI-07")
def poverty_returned_that_one_has_not(scene: Scene) -> Tries:
    yield from (ReturnPoverty(p) for p in scene.core.ids if p not in state_of(scene.table).poor)


@by_word("B-14")
def wealth_of_a_stranger(scene: Scene) -> Tries:
    yield StateWealth(scene.me, PlayerId("nobody"))


@by_word("B-14")
def poverty_of_a_stranger(scene: Scene) -> Tries:
    yield StatePoverty(scene.me, PlayerId("nobody"), True)
