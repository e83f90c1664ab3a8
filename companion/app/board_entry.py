"""Entering a board as it lies on the table: terrain, number tokens and harbours, one place after the other.

Frozen values and pure functions, for whatever asks a person. What there is but one way for is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.engine.geometry import geometry
from companion.engine.ids import EdgeId, HexId
from companion.rules.common import ANY_GOOD, NO_TOKEN, PRODUCES, Board, Harbour, Island, board_making

P = TypeVar("P", bound=Hashable)
V = TypeVar("V", bound=Hashable)

GOODS = (ANY_GOOD, *PRODUCES.values())
"""What a harbour may be for, in the order of their keys."""


# --- one place after the other ------------------------------------------------------------------------


class Filling(msgspec.Struct, Generic[P, V], frozen=True):
    """Places that are given a value one after the other. What there is but one way for is not asked.

    Args:
        places: in the order in which they are asked.
        box: what there is, and how many of each, in the order of its keys.
        entries: what was entered, in order; a later one for the same place holds.
        at: the place that the person has pointed at, to go on there.
        given: what lies there in every game; it is none of the places.
        areas: places with a part of the box of their own.
    """

    places: tuple[P, ...]
    box: tuple[tuple[V, int], ...]
    entries: tuple[tuple[P, V], ...] = ()
    at: P | None = None
    given: tuple[tuple[P, V], ...] = ()
    areas: tuple[tuple[tuple[P, ...], tuple[tuple[V, int], ...]], ...] = ()


def entered(filling: Filling[P, V]) -> dict[P, V]:
    """What was entered, by place."""
    return {place: value for place, value in filling.entries if place in filling.places}


def left(filling: Filling[P, V]) -> dict[V, int]:
    """How many of each kind are still in the box, for the place that is asked; below none where more were
    entered than there are."""
    place = asked(filling)
    shares = ((places, box) for places, box in _shares(filling) if place in places)
    return _unused(filling, *next(shares, (filling.places, dict(filling.box))))


def _shares(filling: Filling[P, V]) -> Iterator[tuple[tuple[P, ...], dict[V, int]]]:
    """The areas, then all other places, and what part of the box is for each."""
    rest, loose = dict(filling.box), set(filling.places)
    for places, box in filling.areas:
        loose.difference_update(places)
        for value, count in box:
            rest[value] -= count
        yield places, dict(box)
    yield tuple(place for place in filling.places if place in loose), rest


def _unused(filling: Filling[P, V], places: tuple[P, ...], box: dict[V, int]) -> dict[V, int]:
    found = entered(filling)
    used = Counter(found[place] for place in places if place in found)
    return {value: box.get(value, 0) - used[value] for value, _count in filling.box}


def values(filling: Filling[P, V]) -> dict[P, V]:
    """What lies where; once only one kind is left, the remaining places are filled with it."""
    found = {**dict(filling.given), **entered(filling)}
    for places, box in _shares(filling):
        empty = [place for place in places if place not in found]
        kinds = [(value, count) for value, count in _unused(filling, places, box).items() if count > 0]
        if len(kinds) == 1 and kinds[0][1] == len(empty):
            found.update(dict.fromkeys(empty, kinds[0][0]))
    return found


def asked(filling: Filling[P, V]) -> P | None:
    """The place that the next value is for; None when all are filled."""
    if filling.at is not None:
        return filling.at
    found = values(filling)
    return next((place for place in filling.places if place not in found), None)


def put(filling: Filling[P, V], value: V) -> Filling[P, V]:
    """With a value at the place that is asked."""
    place = asked(filling)
    if place is None:
        return filling
    return replace(filling, entries=(*filling.entries, (place, value)), at=None)


def back(filling: Filling[P, V]) -> Filling[P, V]:
    """Without what was entered last, and without what filled itself after it."""
    return replace(filling, entries=filling.entries[:-1], at=None)


def pointed(filling: Filling[P, V], place: P) -> Filling[P, V]:
    """Go on at this place, filled or not. A place that is not asked of changes nothing."""
    return replace(filling, at=place) if place in filling.places else filling


def known(filling: Filling[P, V]) -> bool:
    """Whether every place has a value."""
    return len(values(filling)) == len(filling.places) + len(filling.given)


def whole(filling: Filling[P, V]) -> bool:
    """Whether every place has a value and none is being entered anew."""
    return filling.at is None and known(filling)


# --- a board that lies on the table -------------------------------------------------------------------


class Hand(msgspec.Struct, frozen=True):
    """A board that is entered as it lies.

    Args:
        letters: the corner where the letters begin and whether they go clockwise; None while numbers are
            entered one by one.
        frame: by how many sixths the printed frame is turned; None while harbours are entered one by one.
    """

    terrain: Filling[HexId, str]
    numbers: Filling[HexId, int]
    harbours: Filling[EdgeId, str]
    letters: tuple[HexId, bool] | None = None
    frame: int | None = 0


def empty(island: Island) -> Hand:
    """Nothing entered yet."""
    land = geometry(island.rows)
    path = land.spiral(land.tips[0])
    goods = Counter(island.harbours)
    fixed = island.fixed
    given = tuple((HexId(hex), token) for hex, token in enumerate(island.tokens_by_hex) if token != NO_TOKEN)
    box = Counter(island.terrain) - Counter(fixed.values())
    tokens_left = Counter(island.tokens) - Counter(token for _hex, token in given)
    return Hand(
        Filling(
            tuple(hex for hex in path if hex not in fixed),
            tuple((name, box[name]) for name in island.terrain if box[name]),
            given=tuple(fixed.items()),
            areas=tuple(
                (area.hexes, tuple(area.terrain.items())) for area in island.areas if len(area.terrain) > 1
            ),
        ),
        Filling(path, tuple(sorted(tokens_left.items())), given=given),
        Filling(island.harbour_sides, tuple((good, goods[good]) for good in GOODS)),
    )


def numbers(hand: Hand) -> Filling[HexId, int]:
    """The number tokens, asked of the hexes that bear one."""
    terrain = values(hand.terrain)
    given = dict(hand.numbers.given)
    bearing = tuple(hex for hex in hand.numbers.places if terrain.get(hex) in PRODUCES and hex not in given)
    return replace(hand.numbers, places=bearing)


def tokens(hand: Hand, island: Island) -> dict[HexId, int]:
    """The number tokens as far as they are known."""
    if hand.letters is None:
        return values(numbers(hand))
    if not known(hand.terrain):
        return {}
    terrain = values(hand.terrain)
    laid = board_making.tokens_by_letter(
        island, [terrain[hex] for hex in geometry(island.rows).hexes], *hand.letters
    )
    return {HexId(hex): token for hex, token in enumerate(laid) if token != NO_TOKEN}


def harbours(hand: Hand, island: Island) -> dict[EdgeId, str]:
    """The harbours as far as they are known."""
    if hand.frame is None:
        return values(hand.harbours)
    turned = geometry(island.rows).turned(hand.frame).edges
    return {turned[side]: good for side, good in zip(island.harbour_sides, island.harbours, strict=True)}


def frames(island: Island) -> tuple[int, ...]:
    """The turns, in sixths, after which the frame fits the island."""
    found = []
    for sixths in range(6):
        try:
            geometry(island.rows).turned(sixths)
        except ValueError:
            continue
        found.append(sixths)
    return tuple(found)


def board(hand: Hand, island: Island) -> Board:
    """The board as far as it is entered; "" stands for terrain that is not known yet."""
    land = geometry(island.rows)
    terrain, laid, goods = values(hand.terrain), tokens(hand, island), harbours(hand, island)
    return Board(
        island.rows,
        tuple(terrain.get(hex, "") for hex in land.hexes),
        tuple(laid.get(hex, NO_TOKEN) for hex in land.hexes),
        tuple(Harbour(side, goods[side]) for side in land.coast if side in goods),
    )


def ready(hand: Hand) -> bool:
    """Whether the whole board is entered."""
    return (
        whole(hand.terrain)
        and (hand.letters is not None or whole(numbers(hand)))
        and (hand.frame is not None or whole(hand.harbours))
    )


def copied(hand: Hand, laid: Board) -> Hand:
    """With the terrain and the number tokens of another board."""
    hexes = laid.geometry.hexes
    bearing = [(hex, token) for hex, token in zip(hexes, laid.tokens, strict=True) if token != NO_TOKEN]
    return replace(
        hand,
        terrain=replace(hand.terrain, entries=tuple(zip(hexes, laid.terrain, strict=True)), at=None),
        numbers=replace(hand.numbers, entries=tuple(bearing), at=None),
        letters=None,
    )


def pointed_side(filling: Filling[EdgeId, str], side: EdgeId) -> Filling[EdgeId, str]:
    """Go on at a side that faces the sea; where the frame has none, an empty place moves there."""
    if side in filling.places:
        return pointed(filling, side)
    free = [place for place in filling.places if place not in entered(filling)]
    if not free:
        return filling
    moved = min(free, key=lambda place: place != asked(filling))
    places = tuple(side if place == moved else place for place in filling.places)
    return replace(filling, places=places, at=side)
