"""Ways, places and deliveries against a plain reckoning that is written apart, on positions by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations
from math import dist

from msgspec.structs import replace

from companion.engine.decide import options_of
from companion.engine.ids import CornerId, EdgeId, PlayerId, Site
from companion.engine.table import Draft, Table
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.setup import check_start
from companion.rules.base.slice import Building, BuildingKind
from companion.rules.gold.purse import held
from companion.rules.scenarios.traders_barbarians.cargo import arrive
from companion.rules.scenarios.traders_barbarians.routes import Ground, routes
from companion.rules.scenarios.traders_barbarians.slice import TradersBarbarians
from tests.kit.traders import BOARD, TRADERS, trading

LAND = BOARD.geometry
PEOPLE = ("anna", "ben", "carla")

SETTLED = {2: "NW SW S SE", 7: "N NE SE S", 18: "NW N NE SW"}
"""By destination the corners to which its paths lead."""

COAST = {2: "NW NE E", 7: "SW W NW", 18: "E SE SW"}
"""By destination the sides without roads."""


def drawn() -> dict[frozenset[str], str]:
    """The edges between corners that lie one side apart, and within a destination only its paths."""
    middles = {f"{hex}C" for hex in SETTLED}
    allowed = {
        frozenset((f"{hex}C", LAND.corner(f"{hex}{way}"))) for hex in SETTLED for way in SETTLED[hex].split()
    }
    found = {}
    for one, other in combinations(LAND.point, 2):
        pair = frozenset((str(one), str(other)))
        if abs(dist(LAND.point[one], LAND.point[other]) - 1) > 0.01:
            continue
        if pair & middles and pair not in allowed:
            continue
        edge = LAND.edge_between(one, other)
        assert edge is not None
        found[pair] = str(edge)
    return found


EDGES = drawn()
AROUND: dict[str, list[tuple[str, str]]] = {}
for pair, name in EDGES.items():
    first, second = sorted(pair)
    AROUND.setdefault(first, []).append((second, name))
    AROUND.setdefault(second, []).append((first, name))


def test_the_island_has_57_intersections_and_84_paths() -> None:
    assert (len(AROUND), len(EDGES)) == (57, 84)


def ways(roads: Mapping[str, str], wild: set[str], start: str, most: int) -> dict[str, tuple[int, int]]:
    """By corner the least gold and then the fewest points, by walking every way there is."""
    best: dict[str, tuple[int, int]] = {}

    def walk(corner: str, gold: int, points: int, seen: tuple[str, ...]) -> None:
        if corner != start:
            best[corner] = min(best.get(corner, (99, 99)), (gold, points))
            if corner in ("2C", "7C", "18C"):
                return
        for other, edge in AROUND[corner]:
            cost = 2 if edge not in roads else 1
            if edge in wild:
                cost += 2
            toll = 1 if roads.get(edge, "anna") != "anna" else 0
            if other not in seen and points + cost <= most:
                walk(other, gold + toll, points + cost, (*seen, other))

    walk(start, 0, 0, (start,))
    return best


def test_tb_10_ways_of_wagons_against_every_way_there_is() -> None:
    chance = random.Random(10)
    names = sorted(EDGES.values())
    for _ in range(1500):
        roads = {
            name: chance.choice(PEOPLE) for name in names if chance.random() < chance.choice((0.1, 0.4, 0.7))
        }
        wild = set(chance.sample(names, 3))
        start, most = chance.choice(sorted(AROUND)), chance.randrange(3, 10)
        ground = Ground(
            LAND,
            {EdgeId(name): PlayerId(owner) for name, owner in roads.items()},
            tuple(EdgeId(name) for name in wild),
            (CornerId("2C"), CornerId("7C"), CornerId("18C")),
        )
        found = routes(ground, PlayerId("anna"), CornerId(start), most)
        assert {str(at): (way.gold, way.points) for at, way in found.items()} == ways(
            roads, wild, start, most
        )
        for at, way in found.items():
            here = start
            for edge in way.edges:
                here = next(other for other, name in AROUND[here] if name == edge)
            assert here == at, "the edges lead there"


CLOSED = {
    *("2C", "7C", "18C"),
    *(
        str(corner)
        for hex, open_ones in SETTLED.items()
        for corner in LAND.hex_corners[LAND.hex(hex)]
        if corner not in {LAND.corner(f"{hex}{way}") for way in open_ones.split()}
    ),
}
SHUT = {str(LAND.edge(f"{hex}{side}")) for hex, sides in COAST.items() for side in sides.split()}


def test_tb_03_places_of_buildings_and_roads_against_a_plain_list() -> None:
    assert (len(CLOSED), len(SHUT)) == (9, 9)
    chance = random.Random(3)
    game = trading(names="anna ben carla", modules=TRADERS, level="L2")
    for _ in range(1000):
        corners = chance.sample(sorted(AROUND), 6)
        buildings = {
            Site(at): Building(PlayerId(chance.choice(PEOPLE)), BuildingKind.SETTLEMENT)
            for at in corners
            if at not in CLOSED
        }
        roads: dict[EdgeId, PlayerId] = {}
        for site, building in buildings.items():
            for _other, name in AROUND[str(site)]:
                if name not in SHUT and chance.random() < 0.6:
                    roads.setdefault(EdgeId(name), building.owner)
        base = replace(game.base, buildings=buildings, roads=roads)
        table = Table(game.session.ruleset, game.state.with_slice("base", base))
        crowded = {other for at in buildings for other, _name in AROUND[str(at)]} | set(map(str, buildings))
        free = {at for at in AROUND if at not in crowded and at not in CLOSED}
        at = chance.choice(sorted(AROUND))
        assert (not list(check_start(table, PlayerId("anna"), Site(at)))) is (at in free)
        own = {str(edge) for edge, owner in roads.items() if owner == "anna"}
        ends = {corner for pair, name in EDGES.items() if name in own for corner in pair}
        found = {str(one.site) for one in options_of(table, BuildSettlement, PlayerId("anna"))}  # type: ignore[attr-defined]
        assert found == free & ends
        foreign = {str(site) for site, building in buildings.items() if building.owner != "anna"}
        starts = (ends - foreign) | {str(site) for site, one in buildings.items() if one.owner == "anna"}
        joined = {name for pair, name in EDGES.items() if pair & starts}
        paths = {str(one.edge) for one in options_of(table, BuildRoad, PlayerId("anna"))}  # type: ignore[attr-defined]
        assert paths == joined - set(map(str, roads)) - SHUT


def test_tb_12_deliveries_against_a_plain_list() -> None:
    """Who brings what where, at which level, with which cards left."""
    wanted = {"marble": "castle", "glass": "castle", "tools": "quarry", "sand": "glassworks"}
    supplies = {"castle": ("sand", "tools"), "quarry": ("marble", "sand"), "glassworks": ("glass", "tools")}
    chance = random.Random(12)
    game = trading(names="anna ben carla", level="L2")
    anna = PlayerId("anna")
    for _ in range(500):
        load = chance.choice([None, *wanted])
        level, place = chance.randrange(1, 6), chance.choice(sorted(supplies))
        turned = {
            supplier: {kind: chance.choice((0, 3, 6)) for kind in kinds}
            for supplier, kinds in supplies.items()
        }
        state = TradersBarbarians(
            levels={anna: level}, cargo={} if load is None else {anna: load}, turned=turned
        )
        draft = Draft(game.session.ruleset, game.state.with_slice("traders_barbarians", state))
        arrive(draft, anna, place)
        after = draft.slice(TradersBarbarians)
        brought = load is not None and wanted[load] == place
        assert after.delivered.get(anna, 0) == brought
        assert held(draft, anna) == 5 + level * brought
        kinds = [kind for kind in supplies[place] if turned[place][kind] < 6]
        if load is not None and not brought:
            assert (after.cargo[anna], draft.core.pending) == (load, ())
        elif len(kinds) == 1:
            assert (after.cargo[anna], draft.core.pending) == (kinds[0], ())
        else:
            assert anna not in after.cargo and len(draft.core.pending) == bool(kinds)
