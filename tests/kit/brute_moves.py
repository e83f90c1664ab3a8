"""What may be done at a table with places and without hands, by the plain algorithms of tests/kit/brute.py.

Where hands are not tracked every price can be paid, so that what may be done is a question of places alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from tests.kit import brute
from tests.kit.brute import Plain

Move = tuple[Any, ...]
"""The fields of a command beside its player."""


@dataclass(frozen=True)
class Place:
    """A position as far as these moves depend on it."""

    plain: Plain
    who: str
    turn: int = 1
    asked: str | None = None
    """What the player is asked; None while trading and building."""
    piece: str = ""
    poor: frozenset[str] = frozenset()
    """Players whom a friendly robber leaves alone (FR-02)."""
    frozen: bool = False
    """CK-51: the robber does not move yet."""
    to_desert: bool = True
    """Whether the robber may stand where no number is (CK-52)."""
    fortress: bool = False
    """CK-93: mighty knights."""
    promotions: int = 1
    neutrals: tuple[str, ...] = ()
    away: tuple[str, str] | None = None
    """A displaced knight that the player has to place: its owner, and where it stood."""
    damaged: frozenset[str] = frozenset()
    """Owners of damaged roads (EV-12)."""

    def left(self, piece: str, owner: str | None = None) -> int:
        """Pieces in the supply."""
        return brute.pieces_left(self.plain, owner or self.who)[piece]


def place_of(table: Any, who: str, asked: str | None) -> Place:
    """A position of a game at L2."""
    state = table.state
    plain = brute.photograph(state)
    ck = state.slices.get("cities_knights")
    found = Place(plain, who, state.core.turn, asked)
    if asked is not None:
        found = replace(found, piece=str(table.question(asked, who).params.get("piece", "")))
    if "friendly_robber" in table.ruleset.module_ids:
        found = replace(found, poor=frozenset(p for p in plain.players if table.points(p) <= 2))
    if "event_cards" in state.slices:
        lying = state.slices["event_cards"].damaged
        found = replace(found, damaged=frozenset(plain.roads[edge] for edge in lying))
    if "catan_for_two" in state.slices:
        found = replace(found, neutrals=tuple(state.slices["catan_for_two"].neutrals))
    if ck is None:
        return found
    levels = {track.value: level for track, level in ck.improvements.get(who, {}).items()}
    away = ck.displaced.get(who)
    return replace(
        found,
        frozen=ck.attacks == 0,
        to_desert=table.option("robber_to_desert"),
        fortress=levels.get("politics", 0) >= 3,
        promotions=table.option("knight_promotions_per_turn"),
        away=None if away is None else (away.knight.owner, away.site),
    )


# --- trading and building


def roads(place: Place) -> Iterator[Move]:
    """B-50."""
    if place.left("road") and place.who not in place.damaged:
        yield from ((edge,) for edge in brute.road_places(place.plain, place.who))


def settlements(place: Place) -> Iterator[Move]:
    """B-51."""
    if place.left("settlement"):
        yield from ((corner,) for corner in brute.settlement_places(place.plain, place.who))


def cities(place: Place) -> Iterator[Move]:
    """B-52; CK-113: a city on its side is its own figure."""
    for corner in brute.city_places(place.plain, place.who):
        if place.left("city") or corner in place.plain.lying:
            yield (corner,)


def walls(place: Place) -> Iterator[Move]:
    """CK-70."""
    for corner, (owner, kind) in place.plain.buildings.items():
        if owner == place.who and kind == "city" and corner not in place.plain.walls and place.left("wall"):
            yield (corner,)


def recruits(place: Place) -> Iterator[Move]:
    """CK-90."""
    if place.left("knight 1"):
        yield from ((corner,) for corner in brute.recruit_places(place.plain, place.who))


def own_men(place: Place) -> list[tuple[str, brute.Man]]:
    return [(at, man) for at, man in place.plain.knights.items() if man.owner == place.who]


def activations(place: Place) -> Iterator[Move]:
    """CK-92: any of the own inactive knights together."""
    resting = [at for at, man in own_men(place) if not man.active]
    for size in range(1, len(resting) + 1):
        yield from ((frozenset(some),) for some in combinations(resting, size))


def promotions(place: Place) -> Iterator[Move]:
    """CK-93."""
    for at, man in own_men(place):
        often = man.promotions if man.promoted == place.turn else 0
        figure = man.strength < (3 if place.fortress else 2) and place.left(f"knight {man.strength + 1}")
        if figure and often < place.promotions:
            yield (at,)


def ready(place: Place) -> list[str]:
    """CK-94, CK-95: knights that may act."""
    return [
        at
        for at, man in own_men(place)
        if man.active and man.activated != place.turn and man.acted != place.turn
    ]


def rides(place: Place) -> Iterator[Move]:
    """CK-96."""
    for at in ready(place):
        yield from ((at, to) for to in brute.move_places(place.plain, place.who, at))


def displacements(place: Place) -> Iterator[Move]:
    """CK-97."""
    for at in ready(place):
        yield from ((at, to, False) for to in brute.displace_places(place.plain, place.who, at))


def chases(place: Place) -> Iterator[Move]:
    """CK-98."""
    if place.frozen or place.plain.robber is None:
        return
    for at in ready(place):
        if place.plain.robber in place.plain.map.hexes_at[at]:
            yield from ((at, *move) for move in robber_moves(place))


# --- answers


def robber_moves(place: Place) -> Iterator[Move]:
    """B-31, CK-52, FR-02, FR-03: every hex with every victim, and with none, since nobody counts cards."""
    plain = place.plain
    hexes = [
        hex
        for hex in plain.map.centre
        if hex != plain.robber
        and (place.to_desert or plain.tokens[hex])
        and not brute.owners_at(plain, hex) & place.poor
    ]
    for hex in hexes or [hex for hex in plain.map.centre if plain.terrain[hex] == "desert"]:
        at_hex = brute.owners_at(plain, hex) & set(plain.players)
        yield from ((hex, victim, None) for victim in (at_hex - {place.who} - place.poor))
        yield (hex, None, None)


def start_buildings(place: Place) -> Iterator[Move]:
    """B-12: any place that keeps its distance; no road need lead there."""
    yield from ((corner,) for corner in brute.start_places(place.plain))


def start_roads(place: Place) -> Iterator[Move]:
    """B-12: beside the building placed last."""
    newest = [corner for corner, (owner, _) in place.plain.buildings.items() if owner == place.who][-1]
    yield from ((edge,) for edge in place.plain.map.edges_at[newest] if edge not in place.plain.roads)


def homes(place: Place) -> Iterator[Move]:
    """CK-97: where a displaced knight goes."""
    assert place.away is not None
    owner, start = place.away
    yield from ((to,) for to in brute.move_places(place.plain, owner, start))


def neutral_roads(place: Place) -> Iterator[Move]:
    """C2-04."""
    for owner in place.neutrals:
        if place.left("road", owner):
            yield from ((owner, edge) for edge in brute.road_places(place.plain, owner))


def neutral_settlements(place: Place) -> Iterator[Move]:
    """C2-04."""
    for owner in place.neutrals:
        if place.left("settlement", owner):
            yield from ((owner, corner) for corner in brute.settlement_places(place.plain, owner))


Finder = Callable[[Place], Iterable[Move]]

BUILDING: dict[str, Finder] = {
    "base.build_road": roads,
    "base.build_settlement": settlements,
    "base.build_city": cities,
}
KNIGHTS: dict[str, Finder] = {
    "ck.build_wall": walls,
    "ck.recruit_knight": recruits,
    "ck.activate_knights": activations,
    "ck.promote_knight": promotions,
    "ck.move_knight": rides,
    "ck.displace_knight": displacements,
    "ck.chase_robber": chases,
}
ANSWERS: dict[str, tuple[str, Finder]] = {
    "start_building": ("base.place_building", start_buildings),
    "start_road": ("base.place_road", start_roads),
    "robber": ("base.move_robber", robber_moves),
    "place_displaced": ("ck.place_displaced", homes),
    "neutral_road": ("c2.build_neutral_road", neutral_roads),
    "neutral_settlement": ("c2.build_neutral_settlement", neutral_settlements),
}
"""What answers each question."""


@dataclass
class Moves:
    """All moves of a position, by the tag of the command."""

    by_kind: dict[str, set[Move]] = field(default_factory=dict)

    def counts(self) -> dict[str, int]:
        """How many there are of each kind."""
        return {kind: len(moves) for kind, moves in self.by_kind.items() if moves}


def moves(place: Place) -> Moves:
    """Everything that these algorithms know of and that may be done."""
    if place.asked is not None:
        tag, finder = ANSWERS[place.asked]
        return Moves({tag: set(finder(place))})
    kinds = {**BUILDING, **(KNIGHTS if place.plain.commodities else {})}
    return Moves({tag: set(finder(place)) for tag, finder in kinds.items()})
