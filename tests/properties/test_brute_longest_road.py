"""Longest Road against all trails written out one by one; who holds the card against B-61 word for word."""

from __future__ import annotations

import random

import pytest

from companion.engine.geometry import geometry
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.level import Level
from companion.engine.table import Draft
from companion.rules.base.board import DESERT, NO_TOKEN, Board
from companion.rules.base.building import CityBuilt, RoadBuilt, RoadMoved, RoadRemoved, SettlementBuilt
from companion.rules.base.setup import BoardLaid
from companion.rules.base.slice import Base
from companion.rules.base.trail import trail_length
from companion.rules.cities_knights.field import KnightActed, KnightRemoved
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.slice import Knight
from tests.kit.brute import longest_trail, map_of, next_holder, photograph, trail_of
from tests.kit.each import each
from tests.kit.tables import CITIES_KNIGHTS, evening

MOST = 15
"""Roads of a player (B-05)."""

LAYOUTS = ((1, 2), (2, 3, 2), (3, 4, 5, 4, 3), (3, 4, 5, 6, 5, 4, 3))
"""Small ones, where loops and forks cannot be avoided; the island; the one for six players."""


def network(rows: tuple[int, ...], chance: random.Random) -> list[str]:
    """Roads as they grow on a board: mostly on from where one ends, with loops around hexes."""
    land = map_of(rows)
    edges = list(land.ends)
    found = {chance.choice(edges)}
    size = chance.randint(1, min(MOST, len(edges)))
    rings = [
        {land.edge_of[frozenset(pair)] for pair in ring(corners)} for corners in land.corners_of.values()
    ]
    while len(found) < size:
        ends = {corner for edge in found for corner in land.ends[edge]}
        free = sorted({edge for corner in ends for edge in land.edges_at[corner]} - found)
        if chance.random() < 0.1:
            open_ring = sorted(chance.choice([one for one in rings if one & found or not free]) - found)
            found.update(open_ring[: size - len(found)])
        else:
            found.add(chance.choice(edges if not free or chance.random() < 0.05 else free))
    return sorted(found)


def ring(corners: list[str]) -> list[tuple[str, str]]:
    """The pairs of neighbours of a ring."""
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("rows", LAYOUTS, ids=str)
def test_b_60_the_longest_trail_of_any_network(rows: tuple[int, ...], seed: int) -> None:
    chance = random.Random(f"{rows} {seed}")
    land = map_of(rows)
    for number in range(25):
        edges = network(rows, chance)
        corners = sorted({corner for edge in edges for corner in land.ends[edge]})
        closed = {corner for corner in corners if chance.random() < chance.choice((0, 0.1, 0.3))}
        expected = longest_trail([land.ends[edge] for edge in edges], closed)
        shuffled = chance.sample(edges, len(edges))
        found = trail_length(
            geometry(rows), [EdgeId(edge) for edge in shuffled], {Site(one) for one in closed}
        )
        assert found == expected, f"network {number} of seed {seed}: {edges}, closed {sorted(closed)}"


@pytest.mark.parametrize(
    ("edges", "closed", "length"),
    [
        ("4NE 4E 4SE 4SW 4W 4NW", "", 6),
        ("4NE 4E 4SE 4SW 4W 4NW 1SW", "", 7),
        ("4NE 4E 4SE 4SW 4W 4NW", "4N", 6),
        ("4NE 4E 4SE 4SW 4W 4NW", "4N 4S", 3),
        ("4NE 4E 5NW 4SE", "", 3),
    ],
    ids=["ring", "ring with a tail", "ring with a guest", "ring cut twice", "fork"],
)
def test_the_counter_itself(edges: str, closed: str, length: int) -> None:
    """The check of the check, counted by hand."""
    rows = (3, 4, 5, 4, 3)
    land, names = map_of(rows), geometry(rows)
    pairs = [land.ends[names.edge(edge)] for edge in edges.split()]
    assert longest_trail(pairs, {names.corner(corner) for corner in closed.split()}) == length


def bare(rows: tuple[int, ...]) -> Board:
    """A board on which nothing grows."""
    hexes = sum(rows)
    return Board(rows, (DESERT,) * hexes, (NO_TOKEN,) * hexes)


PEOPLE = ("anna", "ben", "carla")


class Rivals:
    """Three people whose pieces come and go at will on a board too small for them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        table = evening(" ".join(PEOPLE), modules=CITIES_KNIGHTS, level=Level.L2)
        self.draft = Draft(table.session.ruleset, table.state)
        self.draft.emit(BoardLaid(bare(self.chance.choice(LAYOUTS[1:3])), HexId(0)))
        self.events: list[object] = []

    def change(self) -> None:
        """One piece more or less, or elsewhere; no rule asks whether it may."""
        chance, draft = self.chance, self.draft
        plain = photograph(draft.state)
        land, who = plain.map, PlayerId(chance.choice(PEOPLE))
        own = plain.roads_of(who)
        free = [edge for edge in land.ends if edge not in plain.roads]
        near = [e for e in free if not own or set(land.ends[e]) & plain.reached(who)] or free
        empty = [corner for corner in land.point if corner not in plain.taken()]
        spaced = [one for one in empty if not any(other in plain.buildings for other in land.neighbours[one])]
        men = [corner for corner, man in plain.knights.items() if man.owner == who]
        kind = chance.choices(
            ("road", "removed", "moved", "settlement", "knight", "gone", "ride"), (12, 1, 1, 1, 1, 1, 1)
        )[0]
        knight = Knight(who, 1 + chance.randrange(3))
        if kind == "road" and near and len(own) < MOST:
            self.emit(RoadBuilt(who, EdgeId(chance.choice(near))))
        elif kind == "removed" and own:
            self.emit(RoadRemoved(who, EdgeId(chance.choice(own))))
        elif kind == "moved" and own and near:
            self.emit(RoadMoved(who, EdgeId(chance.choice(own)), EdgeId(chance.choice(near))))
        elif kind == "settlement" and spaced:
            site = Site(chance.choice(spaced))
            self.emit(SettlementBuilt(who, site))
            if chance.random() < 0.3:
                self.emit(CityBuilt(who, site))
        elif kind == "knight" and empty:
            self.emit(KnightRecruited(who, Site(chance.choice(empty)), knight))
        elif kind == "gone" and men:
            self.emit(KnightRemoved(who, Site(chance.choice(men))))
        elif kind == "ride" and men and empty:
            self.emit(KnightActed(who, Site(chance.choice(men)), knight, "move", Site(chance.choice(empty))))

    def emit(self, event: object) -> None:
        """Let it happen."""
        self.events.append(event)
        self.draft.emit(event)  # type: ignore[arg-type]


@each(range(40))
def test_b_61_who_holds_the_card_while_roads_are_built_and_cut(seed: int) -> None:
    rivals = Rivals(seed)
    holder: str | None = None
    changes = 0
    for _ in range(120):
        rivals.change()
        base, plain = rivals.draft.slice(Base), photograph(rivals.draft.state)
        lengths = {who: trail_of(plain, who) for who in PEOPLE}
        before, holder = holder, next_holder(holder, lengths, 5)
        changes += before != holder
        said = f"seed {seed}: {lengths} after {rivals.events[-1:]}, before it {before}"
        assert dict(base.trails) == {who: length for who, length in lengths.items() if length >= 5}, said
        assert base.longest_road == holder, said
        assert base.road_length == (max(lengths.values()) if max(lengths.values()) >= 5 else 0), said
    assert changes or len(rivals.events) < 100, f"seed {seed}: nobody ever held it"


@pytest.mark.parametrize(
    ("holder", "lengths", "next_one"),
    [
        (None, {"anna": 5, "ben": 4}, "anna"),
        ("anna", {"anna": 5, "ben": 5}, "anna"),
        ("anna", {"anna": 5, "ben": 6}, "ben"),
        ("anna", {"anna": 4, "ben": 5, "carla": 5}, None),
        ("anna", {"anna": 5, "ben": 6, "carla": 6}, None),
        (None, {"anna": 5, "ben": 5}, None),
        ("anna", {"anna": 4, "ben": 3}, None),
        ("anna", {"anna": 4, "ben": 5, "carla": 3}, "ben"),
    ],
)
def test_b_61_word_for_word(holder: str | None, lengths: dict[str, int], next_one: str | None) -> None:
    """The check of the check: the examples of the rule."""
    assert next_holder(holder, lengths, 5) == next_one
