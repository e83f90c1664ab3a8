"""Where roads, settlements and cities may stand on the islands of the scenarios (B-12, B-50 to B-52)."""

from __future__ import annotations

import random
from collections.abc import Collection

from tests.kit.brute import (
    Plain,
    city_places,
    pieces_left,
    road_places,
    settlement_places,
    start_places,
)
from tests.kit.twins.wagons import COAST, ISLAND, MIDDLES, PATHS

ROUND = ("N", "NE", "SE", "S", "SW", "NW")
SIDES = {"NW": ("NW", "N"), "NE": ("N", "NE"), "E": ("NE", "SE"), "SE": ("SE", "S"), "SW": ("S", "SW")}
SIDES["W"] = ("SW", "NW")


def closed_corners() -> set[str]:
    """TB-03: the middles of the destinations, and the corners to which no path leads."""
    found = set(MIDDLES)
    for hex, ways in PATHS.items():
        for corner, way in zip(ISLAND.corners_of[hex], ROUND, strict=True):
            if way not in ways.split():
                found.add(corner)
    return found


def closed_sides() -> set[str]:
    """TB-03: the three sides of each destination at the sea."""
    found = set()
    for hex, sides in COAST.items():
        at = dict(zip(ROUND, ISLAND.corners_of[hex], strict=True))
        for side in sides.split():
            one, other = SIDES[side]
            found.add(ISLAND.edge_of[frozenset((at[one], at[other]))])
    return found


def roads(plain: Plain, owner: str, closed: Collection[str]) -> set[str]:
    """B-50: while there are roads in the supply, and nowhere that is closed."""
    return road_places(plain, owner) - set(closed) if pieces_left(plain, owner)["road"] > 0 else set()


def settlements(plain: Plain, owner: str, closed: Collection[str]) -> set[str]:
    """B-51: likewise."""
    return (
        settlement_places(plain, owner) - set(closed)
        if pieces_left(plain, owner)["settlement"] > 0
        else set()
    )


def cities(plain: Plain, owner: str) -> set[str]:
    """B-52: likewise; what is closed is no hindrance."""
    return city_places(plain, owner) if pieces_left(plain, owner)["city"] > 0 else set()


def starts(plain: Plain, closed: Collection[str]) -> set[str]:
    """B-12: any place that keeps its distance; no road need lead there."""
    return start_places(plain) - set(closed)


def scatter(
    plain: Plain, chance: random.Random, closed_roads: Collection[str], closed: Collection[str]
) -> None:
    """Let buildings stand by chance, apart from each other, and roads go out from them."""
    corners = [corner for corner in plain.map.point if corner not in closed]
    chance.shuffle(corners)
    for owner in plain.players:
        for kind, most in (("settlement", 5), ("city", 4)):
            for _ in range(chance.randrange(most + 1)):
                free = start_places(plain)
                spot = next((corner for corner in corners if corner in free), None)
                if spot is not None:
                    plain.buildings[spot] = (owner, kind)
    for owner in plain.players:
        for _ in range(chance.choice((3, 8, 15))):
            open_ones = sorted(road_places(plain, owner) - set(closed_roads))
            if open_ones:
                plain.roads[chance.choice(open_ones)] = owner
