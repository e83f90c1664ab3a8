"""The ways of wagons, every one of them walked to its end (TB-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from tests.kit.brute import Map, map_of

PATHS = {2: "NW SW S SE", 7: "N NE SE S", 18: "NW N NE SW"}
"""By destination the corners to which the paths from its middle lead."""
COAST = {2: "NW NE E", 7: "SW W NW", 18: "E SE SW"}
"""By destination the sides at the sea."""

HUBS = tuple((hex, tuple(ways.split())) for hex, ways in PATHS.items())
ISLAND: Map = map_of((3, 4, 5, 4, 3), HUBS)
MIDDLES = frozenset(f"{hex}C" for hex in PATHS)
POINTS = {1: 4, 2: 5, 3: 6, 4: 7, 5: 7}
"""Points of the five wagon cards."""


@dataclass(frozen=True)
class Ways:
    """What is known of a corner: the least gold, the fewest points for it, and to whom that gold may go."""

    gold: int
    points: int
    tolls: set[tuple[tuple[str, int], ...]] = field(default_factory=set, compare=False)


def ways(
    roads: Mapping[str, str], barbarians: Collection[str], who: str, start: str, budget: int
) -> dict[str, Ways]:
    """TB-10: all ways that the points allow, one after the other; for each corner the best of them."""
    found: dict[str, Ways] = {}

    def walk(corner: str, points: int, tolls: tuple[str, ...], seen: tuple[str, ...]) -> None:
        if corner != start:
            best, paid = found.get(corner), tuple(sorted(Counter(tolls).items()))
            if best is None or (len(tolls), points) < (best.gold, best.points):
                found[corner] = Ways(len(tolls), points, {paid})
            elif (len(tolls), points) == (best.gold, best.points):
                best.tolls.add(paid)
            if corner in MIDDLES:
                return
        for edge in ISLAND.edges_at[corner]:
            one, two = ISLAND.ends[edge]
            other = two if corner == one else one
            owner = roads.get(edge)
            cost = (2 if owner is None else 1) + (2 if edge in barbarians else 0)
            if other not in seen and points + cost <= budget:
                toll = (*tolls, owner) if owner is not None and owner != who else tolls
                walk(other, points + cost, toll, (*seen, other))

    walk(start, 0, (), (start,))
    return found
