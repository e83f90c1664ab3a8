"""Gold, bridges and the two cards against a plain reckoning that knows the picture of the island alone.

Corners are points, a side is the pair of its ends, and a hex is where its middle lies.
"""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import pairwise

from companion.engine.ids import CornerId, EdgeId, PlayerId
from companion.engine.table import Draft
from companion.rules.base.building import CityBuilt, RoadBuilt, SettlementBuilt
from companion.rules.gold.facts import GoldStated
from companion.rules.gold.purse import GoldMoved, GoldPaid, held
from companion.rules.scenarios.rivers.bridges import BridgeBuilt, bridge_places
from companion.rules.scenarios.rivers.riches import state_of
from tests.kit.rivers import Waterside, rivers

GAMES, CHECKS, BETWEEN = 300, 10, 4
PEOPLE = tuple(map(PlayerId, ("anna", "ben", "carla")))

Spot = tuple[int, int]

WATER = (
    ((1, 0), (2, 1), (3, 1), (4, 1)),
    ((1, 2), (2, 3), (3, 3)),
)
"""The rivers, each hex by its row from the top and its place in the row."""
MOUTHS = ((4, 1, 120), (3, 3, 0))
"""Where they reach the sea: the hex, and the direction in degrees, clockwise from the east."""
ROWS = (3, 4, 5, 4, 3)


def middle(row: int, place: int) -> tuple[float, float]:
    """Where a hex lies, in a picture whose hexes are 1000 high and wide enough."""
    return (place - ROWS[row] / 2 + 0.5) * 1000 * math.sqrt(3), row * 1500.0


def spot(x: float, y: float) -> Spot:
    return round(x), round(y)


def points(row: int, place: int) -> list[Spot]:
    """The corners of a hex, clockwise from the top."""
    x, y = middle(row, place)
    angles = [math.radians(angle) for angle in range(0, 360, 60)]
    found = [(x + 1000 * math.sin(angle), y - 1000 * math.cos(angle)) for angle in angles]
    return [spot(*one) for one in found]


def near(one: Spot, other: Spot) -> bool:
    return abs(one[0] - other[0]) <= 3 and abs(one[1] - other[1]) <= 3


@cache
def corner_at(name: str) -> Spot:
    """The point of a corner from its name: the hex, counted through the rows, and its direction."""
    digits = "".join(letter for letter in name if letter.isdigit())
    number, row = int(digits), 0
    while number >= ROWS[row]:
        number, row = number - ROWS[row], row + 1
    return points(row, number)[("N", "NE", "SE", "S", "SW", "NW").index(name.removeprefix(digits))]


@cache
def side_at(name: str) -> tuple[Spot, Spot]:
    """The ends of a side from its name."""
    digits = "".join(letter for letter in name if letter.isdigit())
    number, row = int(digits), 0
    while number >= ROWS[row]:
        number, row = number - ROWS[row], row + 1
    at = ("NE", "E", "SE", "SW", "W", "NW").index(name.removeprefix(digits))
    around = points(row, number)
    return around[at], around[(at + 1) % 6]


def same_side(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> bool:
    return (near(one[0], other[0]) and near(one[1], other[1])) or (
        near(one[0], other[1]) and near(one[1], other[0])
    )


@cache
def crossed() -> tuple[tuple[Spot, Spot], ...]:
    """The sides that the rivers cross: between hexes that follow each other, and at the sea."""
    found: list[tuple[Spot, Spot]] = []
    for river in WATER:
        for one, other in pairwise(river):
            shared = [a for a in points(*one) if any(near(a, b) for b in points(*other))]
            assert len(shared) == 2
            found.append((shared[0], shared[1]))
    for row, place, degrees in MOUTHS:
        x, y = middle(row, place)
        toward = x + 866 * math.cos(math.radians(degrees)), y + 866 * math.sin(math.radians(degrees))
        nearest = sorted(points(row, place), key=lambda one: math.dist(one, toward))
        found.append((nearest[0], nearest[1]))
    return tuple(found)


@cache
def is_site(name: str) -> bool:
    return any(same_side(side_at(name), site) for site in crossed())


@cache
def on_bank(name: str) -> bool:
    """Whether a side is one of a river hex and no bridge site."""
    ends = side_at(name)
    wet = any(
        all(any(near(end, one) for one in points(*hex)) for end in ends) for river in WATER for hex in river
    )
    return wet and not is_site(name)


@cache
def at_river(name: str) -> bool:
    return any(near(corner_at(name), one) for river in WATER for hex in river for one in points(*hex))


class Plain:
    """The same game in plain lists."""

    def __init__(self) -> None:
        self.ways: dict[str, PlayerId] = {}
        self.houses: dict[str, PlayerId] = {}
        self.gold = dict.fromkeys(PEOPLE, 0)

    def may_bridge(self, who: PlayerId) -> set[str]:
        """The free sites with an end where a way or a house of the player is, but no house of another in the
        case of a way."""
        found = set()
        for site in SITE_NAMES:
            if site in self.ways:
                continue
            for end in side_at(site):
                here = [owner for name, owner in self.houses.items() if near(corner_at(name), end)]
                ways = [o for name, o in self.ways.items() if any(near(end, one) for one in side_at(name))]
                if who in here or (who in ways and not here):
                    found.add(site)
        return found


LAND = rivers("anna ben carla").land
EDGES: tuple[EdgeId, ...] = LAND.edges
CORNERS: tuple[CornerId, ...] = LAND.corners
SITE_NAMES = tuple(edge for edge in EDGES if is_site(edge))


def happen(draft: Draft, plain: Plain, chance: random.Random) -> None:
    """Something by chance, on both."""
    who = chance.choice(PEOPLE)
    match chance.randrange(8):
        case 0 | 1 | 2:
            free = [edge for edge in EDGES if edge not in plain.ways and not is_site(edge)]
            edge = chance.choice(free)
            plain.ways[edge] = who
            plain.gold[who] += 1 if on_bank(edge) else 0
            draft.emit(RoadBuilt(who, edge))
        case 3:
            sites = sorted(plain.may_bridge(who))
            if sites:
                site = EdgeId(chance.choice(sites))
                plain.ways[site] = who
                plain.gold[who] += 3
                draft.emit(BridgeBuilt(who, site))
        case 4:
            corner = chance.choice([one for one in CORNERS if one not in plain.houses])
            plain.houses[corner] = who
            plain.gold[who] += 1 if at_river(corner) else 0
            draft.emit(SettlementBuilt(who, corner))
        case 5 if plain.houses:
            corner = CornerId(chance.choice(sorted(plain.houses)))
            draft.emit(CityBuilt(plain.houses[corner], corner))
        case 6:
            other = chance.choice([one for one in PEOPLE if one != who])
            count = chance.randint(1, 3)
            if plain.gold[who] >= count:
                plain.gold[who] -= count
                plain.gold[other] += count
                draft.emit(GoldMoved(who, other, count))
        case _:
            if plain.gold[who] >= 2:
                plain.gold[who] -= 2
                draft.emit(GoldPaid(who, 2))


def check(draft: Draft, plain: Plain) -> None:
    gold = {who: held(draft, who) for who in PEOPLE}
    assert gold == plain.gold
    richest = sorted(PEOPLE, key=lambda who: -gold[who])
    alone = gold[richest[0]] > gold[richest[1]]
    assert state_of(draft).wealthiest == (richest[0] if alone else None)
    least = min(gold.values())
    assert set(state_of(draft).poor) == {who for who in PEOPLE if gold[who] == least}
    for who in PEOPLE:
        score = dict(draft.score(who))
        poor = all(gold[who] <= count for count in gold.values())
        rich = all(gold[who] > count for one, count in gold.items() if one != who)
        assert (score.get("wealthiest", 0), score.get("poor", 0)) == (1 if rich else 0, -2 if poor else 0)
        assert set(bridge_places(draft, who)) == plain.may_bridge(who)


def test_ri_04_gold_bridges_and_cards_agree_with_a_plain_reckoning() -> None:
    """3,000 positions of 300 games: pieces are built, and gold goes from hand to hand."""
    assert len(SITE_NAMES) == 7
    table: Waterside = rivers("anna ben carla", level="L2")
    table.given(GoldStated(PEOPLE[0], 0))
    for seed in range(GAMES):
        chance = random.Random(seed)
        draft, plain = Draft(table.session.ruleset, table.state), Plain()
        for _check in range(CHECKS):
            for _event in range(BETWEEN):
                happen(draft, plain, chance)
            check(draft, plain)
