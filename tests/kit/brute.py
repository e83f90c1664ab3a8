"""The rules of places and production again, by other algorithms: slow, plain, from coordinates alone.

Nothing of the code under test is used but the names of hexes, corners and edges: a :class:`Plain` holds what
lies on the table as strings and numbers, and everything else is worked out from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

Point = tuple[int, int]
"""Across in half widths of a hex, down in quarters of its height."""

CORNER_AT: Mapping[str, Point] = {
    "N": (0, -2),
    "NE": (1, -1),
    "SE": (1, 1),
    "S": (0, 2),
    "SW": (-1, 1),
    "NW": (-1, -1),
}
SIDE_AT: Mapping[str, tuple[str, str]] = {
    "NW": ("NW", "N"),
    "NE": ("N", "NE"),
    "E": ("NE", "SE"),
    "SE": ("SE", "S"),
    "SW": ("S", "SW"),
    "W": ("SW", "NW"),
}


BRIDGE_SITES = ("3SE", "8SE", "13SE", "17SW", "5SE", "10SE", "15E")
"""RI-05: what lies there is a bridge."""


class Map:
    """Hexes, corners and edges of a layout, from where they lie in the plane."""

    def __init__(self, rows: Iterable[int], hubs: Iterable[tuple[int, tuple[str, ...]]] = ()) -> None:
        self.centre: dict[int, Point] = {}
        start, before = 0, 0
        for row, length in enumerate(rows):
            start += 0 if not row else (-1 if length > before else 1)
            for column in range(length):
                self.centre[len(self.centre)] = (start + 2 * column, 3 * row)
            before = length
        self.point: dict[str, Point] = {}
        self.name: dict[Point, str] = {}
        self.corners_of: dict[int, list[str]] = {}
        self.edge_of: dict[frozenset[str], str] = {}
        self.ends: dict[str, tuple[str, str]] = {}
        for hex, (x, y) in self.centre.items():
            for direction, (right, down) in CORNER_AT.items():
                place = (x + right, y + down)
                if place not in self.name:
                    self.name[place] = f"{hex}{direction}"
                    self.point[f"{hex}{direction}"] = place
                self.corners_of.setdefault(hex, []).append(self.name[place])
            for side, ends in SIDE_AT.items():
                one, two = (self.name[x + CORNER_AT[end][0], y + CORNER_AT[end][1]] for end in ends)
                if frozenset((one, two)) not in self.edge_of:
                    self.edge_of[frozenset((one, two))] = f"{hex}{side}"
                    self.ends[f"{hex}{side}"] = (one, two)
        for hex, ways in hubs:
            x, y = self.centre[hex]
            middle = f"{hex}C"
            self.point[middle], self.name[x, y] = (x, y), middle
            for way in ways:
                rim = self.name[x + CORNER_AT[way][0], y + CORNER_AT[way][1]]
                self.edge_of[frozenset((middle, rim))] = f"{middle}{way}"
                self.ends[f"{middle}{way}"] = (middle, rim)

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """Corners at the other end of an edge."""
        return {
            corner: frozenset(other for pair in self.edge_of if corner in pair for other in pair - {corner})
            for corner in self.point
        }

    @cached_property
    def edges_at(self) -> Mapping[str, frozenset[str]]:
        """Edges that end at a corner."""
        return {
            corner: frozenset(edge for pair, edge in self.edge_of.items() if corner in pair)
            for corner in self.point
        }

    @cached_property
    def hexes_at(self) -> Mapping[str, tuple[int, ...]]:
        """Hexes that have a corner."""
        return {
            corner: tuple(hex for hex, corners in self.corners_of.items() if corner in corners)
            for corner in self.point
        }


@cache
def map_of(rows: tuple[int, ...], hubs: tuple[tuple[int, tuple[str, ...]], ...] = ()) -> Map:
    """The layout of so many hexes in each row, some with paths to their middle."""
    return Map(rows, hubs)


@dataclass(frozen=True)
class Man:
    """A knight as everyone sees it."""

    owner: str
    strength: int
    active: bool
    activated: int = 0
    acted: int = 0
    promoted: int = 0
    promotions: int = 0


@dataclass
class Plain:
    """What lies on the table, as a photograph would show it."""

    rows: tuple[int, ...]
    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbours: Mapping[str, str]
    players: tuple[str, ...]
    roads: dict[str, str] = field(default_factory=dict)
    buildings: dict[str, tuple[str, str]] = field(default_factory=dict)
    robber: int | None = None
    knights: dict[str, Man] = field(default_factory=dict)
    walls: set[str] = field(default_factory=set)
    lying: set[str] = field(default_factory=set)
    metropolises: dict[str, str] = field(default_factory=dict)
    commodities: bool = False
    camels: set[str] = field(default_factory=set)
    bridges: set[str] = field(default_factory=set)
    riders: dict[str, Man] = field(default_factory=dict)
    """Knights that stand on edges, where they are in nobody's way."""
    hubs: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def map(self) -> Map:
        """The layout."""
        return map_of(self.rows, self.hubs)

    def roads_of(self, owner: str) -> list[str]:
        """The edges of somebody's roads."""
        return [edge for edge, who in self.roads.items() if who == owner]

    def opposing(self, owner: str) -> set[str]:
        """Corners with a piece of anybody else."""
        return {corner for corner, (who, _) in self.buildings.items() if who != owner} | {
            corner for corner, man in self.knights.items() if man.owner != owner
        }

    def taken(self) -> set[str]:
        """Corners with any piece."""
        return {*self.buildings, *self.knights}

    def reached(self, owner: str) -> set[str]:
        """Corners at the ends of somebody's roads."""
        return {corner for edge in self.roads_of(owner) for corner in self.map.ends[edge]}


def photograph(state: Any) -> Plain:
    """What lies on the table of a game's state, in strings and numbers."""
    base, ck = state.slices["base"], state.slices.get("cities_knights")
    assert base.board is not None
    plain = Plain(
        rows=tuple(base.board.rows),
        terrain=tuple(base.board.terrain),
        tokens=tuple(base.board.tokens),
        harbours={str(one.edge): one.good for one in base.board.harbours},
        players=tuple(str(player) for player in state.core.ids),
        roads={str(edge): str(owner) for edge, owner in base.roads.items()},
        buildings={str(at): (str(one.owner), one.kind.value) for at, one in base.buildings.items()},
        robber=base.robber,
        commodities=ck is not None,
        hubs=tuple((int(hex), tuple(ways)) for hex, ways in base.board.hubs),
    )
    if ck is not None:
        men = {
            str(at): Man(
                str(man.owner),
                man.strength,
                man.active,
                man.activated,
                man.acted,
                man.promoted,
                man.promotions,
            )
            for at, man in ck.knights.items()
        }
        if "barbarian_attack" in state.slices:
            plain.riders = men
        else:
            plain.knights = men
        plain.walls, plain.lying = set(ck.walls), set(ck.lying)
        plain.metropolises = {track.value: str(site) for track, site in ck.metropolises.items()}
    if "rivers" in state.slices:
        plain.bridges = {edge for edge in BRIDGE_SITES if edge in plain.roads}
    if "caravans" in state.slices:
        plain.camels = {str(edge) for trail in state.slices["caravans"].trails for edge in trail}
    return plain


# --- Longest Road


def longest_trail(
    pairs: Collection[tuple[str, str]], closed: Collection[str], twice: Collection[tuple[str, str]] = ()
) -> int:
    """B-60: the most edges on one trail, by writing out all trails of 1, 2, 3 ... edges. Those of ``twice``
    count for two (CV-06).

    A trail is where it ends and which edges it has used, as the bits of a number.
    """
    edges = list(pairs)
    now = {(end, 1 << number) for number, ends in enumerate(edges) for end in ends}
    doubled = sum(1 << number for number, ends in enumerate(edges) if ends in twice)
    length = steps = 0
    while now:
        steps += 1
        more = max((used & doubled).bit_count() for _at, used in now) if doubled else 0
        length = max(length, steps + more)
        after = set()
        for at, used in now:
            if at in closed:
                continue
            for number, ends in enumerate(edges):
                if at in ends and not used >> number & 1:
                    after.add((ends[1] if ends[0] == at else ends[0], used | 1 << number))
        now = after
    return length


def trail_of(plain: Plain, owner: str) -> int:
    """The longest trail of somebody's roads on the board (B-60, CK-91)."""
    ends = plain.map.ends
    twice = [ends[edge] for edge in plain.camels]
    return longest_trail([ends[edge] for edge in plain.roads_of(owner)], plain.opposing(owner), twice)


def next_holder(holder: str | None, amounts: Mapping[str, int], least: int) -> str | None:
    """B-61, word for word: who holds a card of the longest or most after a change."""
    able = {who: amount for who, amount in amounts.items() if amount >= least}
    if not able:
        return None
    if holder is None:
        first = sorted(able.values())[-1]
        alone = [who for who, amount in able.items() if amount == first]
        return alone[0] if len(alone) == 1 else None
    if holder in able and all(amount <= able[holder] for amount in able.values()):
        return holder
    beyond = [who for who in able if all(able[who] >= amount for amount in able.values()) and who != holder]
    return beyond[0] if len(beyond) == 1 else None


# --- places


def road_places(plain: Plain, owner: str) -> set[str]:
    """B-50: free edges one by one, at an own building, or at an own road that is not shut off there."""
    found = set()
    shut = plain.opposing(owner)
    for edge, ends in plain.map.ends.items():
        if edge in plain.roads:
            continue
        for corner in ends:
            own_building = corner in plain.buildings and plain.buildings[corner][0] == owner
            joins = any(plain.roads.get(other) == owner for other in plain.map.edges_at[corner])
            if own_building or (joins and corner not in shut):
                found.add(edge)
    return found


def settlement_places(plain: Plain, owner: str) -> set[str]:
    """B-51: each corner of the board asked in turn."""
    return {
        corner
        for corner in plain.map.point
        if corner not in plain.taken()
        and any(plain.roads.get(edge) == owner for edge in plain.map.edges_at[corner])
        and not any(near in plain.buildings for near in plain.map.neighbours[corner])
    }


def start_places(plain: Plain) -> set[str]:
    """B-12: free corners without a building beside them."""
    return {
        corner
        for corner in plain.map.point
        if corner not in plain.taken()
        and not any(near in plain.buildings for near in plain.map.neighbours[corner])
    }


def city_places(plain: Plain, owner: str) -> set[str]:
    """B-52: own settlements; CK-113: a city on its side is one of them."""
    return {at for at, (who, kind) in plain.buildings.items() if who == owner and kind == "settlement"}


def recruit_places(plain: Plain, owner: str) -> set[str]:
    """CK-90."""
    return plain.reached(owner) - plain.taken()


def ways(plain: Plain, owner: str, start: str) -> set[str]:
    """CK-96: corners at the end of an own road that leads on from one reached, until there are no more.

    An opponent's piece can be reached, but not passed.
    """
    shut = plain.opposing(owner) - {start}
    found = {start}
    while True:
        more = {
            other
            for edge in plain.roads_of(owner)
            for here, other in (plain.map.ends[edge], plain.map.ends[edge][::-1])
            if here in found and here not in shut and other not in found
        }
        if not more:
            return found - {start}
        found |= more


def move_places(plain: Plain, owner: str, start: str) -> set[str]:
    """CK-96: free corners that a knight reaches."""
    return ways(plain, owner, start) - plain.taken()


def displace_places(plain: Plain, owner: str, start: str) -> set[str]:
    """CK-97: corners with a weaker knight of somebody else that a knight reaches."""
    strength = plain.knights[start].strength
    return {
        corner
        for corner in ways(plain, owner, start)
        if corner in plain.knights
        and plain.knights[corner].owner != owner
        and plain.knights[corner].strength < strength
    }


def owners_at(plain: Plain, hex: int) -> set[str]:
    """Whose buildings stand at a hex."""
    return {plain.buildings[at][0] for at in plain.map.corners_of[hex] if at in plain.buildings}


# --- production


def pieces_left(plain: Plain, owner: str) -> Counter[str]:
    """What a player still has of roads, settlements, cities, walls and knights (B-05, CK-02, CK-113), and
    of bridges (RI-05)."""
    own = [at for at, (who, _) in plain.buildings.items() if who == owner]
    lying = [at for at in own if at in plain.lying]
    left = Counter(
        {"road": 15, "settlement": 5, "city": 4, "wall": 3, "knight 1": 2, "knight 2": 2, "knight 3": 2}
    )
    bridges = plain.bridges.intersection(plain.roads_of(owner))
    left["road"] -= len(plain.roads_of(owner)) - len(bridges)
    left["bridge"] = 3 - len(bridges)
    left["settlement"] -= sum(plain.buildings[at][1] == "settlement" for at in own) - len(lying)
    left["city"] -= sum(plain.buildings[at][1] == "city" for at in own) + len(lying)
    left["wall"] -= len(plain.walls & set(own))
    for man in (*plain.knights.values(), *plain.riders.values()):
        if man.owner == owner:
            left[f"knight {man.strength}"] -= 1
    return left


GOOD_OF = {"forest": "lumber", "pasture": "wool", "fields": "grain", "hills": "brick", "mountains": "ore"}
COMMODITIES = ("coin", "paper", "cloth")
SECOND = {"forest": "paper", "pasture": "cloth", "mountains": "coin"}
"""CK-40: the commodity that a city brings beside one resource."""


def owed(plain: Plain, number: int, epidemic: bool = False) -> list[tuple[str, str]]:
    """B-22, CK-40: every single card that a number owes, as player and good, before the bank has its say.

    EV-11: with the epidemic a city brings one resource.
    """
    cards = []
    for at, (owner, kind) in plain.buildings.items():
        if owner not in plain.players:
            continue
        for hex in plain.map.hexes_at[at]:
            good = GOOD_OF.get(plain.terrain[hex])
            if good is None or plain.tokens[hex] != number or plain.robber == hex:
                continue
            cards.append((owner, good))
            if kind == "city" and not epidemic:
                cards.append((owner, SECOND.get(plain.terrain[hex], good) if plain.commodities else good))
    return cards


def production(
    plain: Plain, number: int, bank: Mapping[str, int] | None, epidemic: bool = False
) -> dict[str, Counter[str]]:
    """B-22, B-23: what everyone gets, card type by card type. ``bank`` None: cards are not counted."""
    due = owed(plain, number, epidemic)
    gains: dict[str, Counter[str]] = {player: Counter() for player in plain.players}
    for good in {good for _, good in due}:
        claims = Counter(player for player, what in due if what == good)
        if bank is not None and sum(claims.values()) > bank[good]:
            if len(claims) > 1:
                continue
            claims = Counter(dict.fromkeys(claims, bank[good]))
        for player, count in claims.items():
            gains[player][good] += count
    return {player: +cards for player, cards in gains.items()}


def around(plain: Plain, corner: str) -> Counter[str]:
    """B-11: one resource for each hex around a corner."""
    goods = (GOOD_OF.get(plain.terrain[hex]) for hex in plain.map.hexes_at[corner])
    return Counter(good for good in goods if good is not None)


def harbour_goods(plain: Plain, owner: str) -> Iterator[str]:
    """B-42: the harbours at which somebody has a settlement or city."""
    for edge, good in plain.harbours.items():
        if any(plain.buildings.get(corner, ("",))[0] == owner for corner in plain.map.ends[edge]):
            yield good
