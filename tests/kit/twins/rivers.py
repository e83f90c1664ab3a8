"""Gold, bridges and the two cards of the Rivers, by a plain reckoning (RI-04 to RI-07)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from tests.kit.brute import Map, map_of

ISLAND: Map = map_of((3, 4, 5, 4, 3))
ROWS = ((0, 1, 2), (3, 4, 5, 6), (7, 8, 9, 10, 11), (12, 13, 14, 15), (16, 17, 18))
COURSES = (((1, 0), (2, 1), (3, 1), (4, 1)), ((1, 2), (2, 3), (3, 3)))
"""The rivers of the picture, each hex by its row from the top and its place in the row."""
MOUTHS = ((4, 1, "SW"), (3, 3, "E"))
"""Where they reach the sea."""
BRIDGES = 3

WATER = tuple(tuple(ROWS[row][place] for row, place in course) for course in COURSES)


@cache
def sites() -> frozenset[str]:
    """The sides that the rivers cross: between hexes that follow each other, and at the sea."""
    found = set()
    for river in WATER:
        for one, other in pairwise(river):
            shared = set(ISLAND.corners_of[one]) & set(ISLAND.corners_of[other])
            found.add(ISLAND.edge_of[frozenset(shared)])
    for row, place, way in MOUTHS:
        hex = ROWS[row][place]
        x, y = ISLAND.centre[hex]
        right, down = {"E": (1, 0), "SW": (-0.5, 1.5)}[way]
        for edge, ends in ISLAND.ends.items():
            (a, b), (c, d) = (ISLAND.point[end] for end in ends)
            if ((a + c) / 2, (b + d) / 2) == (x + right, y + down):
                found.add(edge)
    return frozenset(found)


@cache
def wet_corners() -> frozenset[str]:
    """The corners of the river hexes."""
    return frozenset(corner for river in WATER for hex in river for corner in ISLAND.corners_of[hex])


@cache
def banks() -> frozenset[str]:
    """The sides of the river hexes that are no bridge sites."""
    sides = {
        edge
        for river in WATER
        for hex in river
        for edge, ends in ISLAND.ends.items()
        if set(ends) <= set(ISLAND.corners_of[hex])
    }
    return frozenset(sides - sites())


def wealthiest(gold: Mapping[str, int]) -> str | None:
    """RI-06: who has more than everybody else."""
    alone = [who for who in gold if all(gold[who] > gold[other] for other in gold if other != who)]
    return alone[0] if alone else None


def poor(gold: Mapping[str, int]) -> set[str]:
    """RI-07: those than whom nobody has less."""
    return {who for who in gold if all(gold[who] <= gold[other] for other in gold)}


class Reckoning:
    """Pieces and gold in plain lists, whoever may have built them."""

    def __init__(self, people: tuple[str, ...]) -> None:
        self.people = people
        self.ways: dict[str, str] = {}
        self.houses: dict[str, str] = {}
        self.gold = dict.fromkeys(people, 0)

    def road(self, who: str, edge: str) -> None:
        """A road, for a gold at a river."""
        self.ways[edge] = who
        self.gold[who] += edge in banks()

    def bridge(self, who: str, site: str) -> None:
        """A bridge, for three gold."""
        self.ways[site] = who
        self.gold[who] += 3

    def settlement(self, who: str, corner: str) -> None:
        """A settlement, for a gold at a river."""
        self.houses[corner] = who
        self.gold[who] += corner in wet_corners()

    def may_bridge(self, who: str) -> set[str]:
        """RI-05: the free sites with an end where a way or a house of the player is, but no house of another
        in the case of a way."""
        found = set()
        for site in sites() - set(self.ways):
            for end in ISLAND.ends[site]:
                owner = self.houses.get(end)
                joins = any(self.ways.get(edge) == who for edge in ISLAND.edges_at[end])
                if owner == who or (joins and owner is None):
                    found.add(site)
        return found
