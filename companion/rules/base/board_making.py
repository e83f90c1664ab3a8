"""B-08: boards by the picture for beginners, by letters or at random. Chance comes from the caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

import msgspec

from companion.engine.geometry import Geometry, geometry
from companion.engine.ids import HexId
from companion.rules import catalogue
from companion.rules.base.board import NO_TOKEN, PRODUCES, RED, Board, Harbour, Island

T = TypeVar("T")


class Chance(Protocol):
    """What is asked of a source of chance; ``random.Random`` is one."""

    def shuffle(self, x: Any, /) -> None:
        """Put the list into any order, all equally likely."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these, all equally likely."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to, not including, the stop."""


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as a book shows it. Without harbours the book's picture does not say which lies where."""

    island: str
    hexes: tuple[str, ...]
    harbours: tuple[str, ...] = ()


class _Boards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    islands: dict[str, Island]
    layouts: dict[str, Layout]


@cache
def _boards() -> _Boards:
    return msgspec.convert(catalogue.data("base", "boards"), _Boards)


def islands() -> Mapping[str, Island]:
    """The islands of the boxes by name; ``standard`` is that of three and four players."""
    return _boards().islands


def layouts() -> Mapping[str, Layout]:
    """The layouts for beginners by name."""
    return _boards().layouts


def beginners_board(name: str, chance: Chance) -> Board:
    """B-08: the layout for beginners of that name; harbours that its book does not name lie at random.

    Raises:
        KeyError: if there is no such layout.
    """
    layout = layouts()[name]
    island = islands()[layout.island]
    hexes = [text.partition(" ") for text in layout.hexes]
    return Board(
        island.rows,
        tuple(terrain for terrain, _, _ in hexes),
        tuple(int(token or NO_TOKEN) for _, _, token in hexes),
        _harbours(island, layout.harbours) if layout.harbours else shuffled_harbours(island, chance),
    )


def variable_board(
    island: Island,
    chance: Chance,
    *,
    start: HexId | None = None,
    clockwise: bool = False,
    shuffle_harbours: bool = False,
) -> Board:
    """B-08: terrain at random, tokens by their letters from a hex where they may begin, any one if none is
    named.

    Raises:
        ValueError: if the letters may not begin there.
    """
    terrain = terrain_at_random(island, chance)
    if start is None:
        start = chance.choice(starts(island))
    tokens = tokens_by_letter(island, terrain, start, clockwise)
    return _board(island, terrain, tokens, chance, shuffle_harbours)


def random_board(island: Island, chance: Chance, *, shuffle_harbours: bool = False) -> Board:
    """B-08: terrain and tokens at random, no 6 or 8 beside another.

    Raises:
        ValueError: if so many red numbers cannot lie apart on this island.
    """
    terrain = terrain_at_random(island, chance)
    return _board(island, terrain, tokens_at_random(island, terrain, chance), chance, shuffle_harbours)


def terrain_at_random(island: Island, chance: Chance) -> tuple[str, ...]:
    """Terrain by hex, in any order; what lies inland never at the sea.

    Raises:
        ValueError: if there is too little room inland.
    """
    layout = geometry(island.rows)
    placed: dict[HexId, str] = {}
    for area in island.areas:
        own = _each(area.terrain)
        if len(area.terrain) > 1:
            chance.shuffle(own)
        placed.update(zip(area.hexes, own, strict=True))
    hexes = _each(island.loose)
    inland = [terrain for terrain in hexes if terrain in island.inland]
    room = [hex for hex in layout.hexes if hex not in layout.coast_hexes and hex not in placed]
    if len(inland) > len(room):
        raise ValueError(f"{len(inland)} hexes cannot lie inland on this island")
    if inland:
        chance.shuffle(room)
    placed.update(zip(room, inland, strict=False))
    others = [terrain for terrain in hexes if terrain not in island.inland]
    chance.shuffle(others)
    rest = iter(others)
    return tuple(placed[hex] if hex in placed else next(rest) for hex in layout.hexes)


def _each(counts: Mapping[str, int]) -> list[str]:
    return [name for name, count in counts.items() for _ in range(count)]


def starts(island: Island) -> tuple[HexId, ...]:
    """B-08: where the first letter may lie: at the corners of the island, or anywhere at the sea."""
    layout = geometry(island.rows)
    return layout.coast_hexes if island.from_any_coast else layout.tips


def tokens_by_letter(
    island: Island, terrain: Sequence[str], start: HexId, clockwise: bool = False
) -> tuple[int, ...]:
    """B-08: tokens by hex, laid in the order of their letters from where they may begin, spirally inward.

    What bears no token is skipped. If there are too few tokens the last hexes stay bare. Where a diagram
    shows them they lie like that.

    Raises:
        ValueError: if the letters may not begin there.
    """
    if island.tokens_by_hex:
        return island.tokens_by_hex
    layout = geometry(island.rows)
    if start not in starts(island):
        raise ValueError(f"the letters may not begin on hex {start}")
    bearing = (hex for hex in layout.spiral(start, clockwise) if terrain[hex] in PRODUCES)
    return _by_hex(layout, dict(zip(bearing, island.tokens, strict=False)))


def tokens_at_random(island: Island, terrain: Sequence[str], chance: Chance) -> tuple[int, ...]:
    """B-08: tokens by hex, no 6 or 8 beside another; every such order is equally likely.

    It is as if the table shuffled until it fits, but it always ends. If there are too few tokens some hexes
    stay bare, if too many some tokens stay in the box. Where a diagram shows them they lie like that, and
    where they always lie by their letters, these begin at random.

    Raises:
        ValueError: if so many red numbers cannot lie apart on this terrain.
    """
    if island.tokens_by_hex or island.by_letters:
        return tokens_by_letter(island, terrain, chance.choice(starts(island)), bool(chance.randrange(2)))
    layout = geometry(island.rows)
    bearing = [hex for hex in layout.hexes if terrain[hex] in PRODUCES]
    tokens = [*island.tokens, *[NO_TOKEN] * (len(bearing) - len(island.tokens))]
    chance.shuffle(tokens)
    tokens = tokens[: len(bearing)]
    red = [token for token in tokens if token in RED]
    others = [token for token in tokens if token not in RED]
    apart = _apart(layout, bearing, len(red), chance)
    return _by_hex(layout, {hex: (red if hex in apart else others).pop() for hex in bearing})


def printed_harbours(island: Island) -> tuple[Harbour, ...]:
    """B-03: the harbours as the frame shows them."""
    return _harbours(island, island.harbours)


def shuffled_harbours(island: Island, chance: Chance) -> tuple[Harbour, ...]:
    """B-03: the harbours of the frame in any order."""
    goods = list(island.harbours)
    chance.shuffle(goods)
    return _harbours(island, goods)


def _board(
    island: Island, terrain: tuple[str, ...], tokens: tuple[int, ...], chance: Chance, shuffle_harbours: bool
) -> Board:
    harbours = shuffled_harbours(island, chance) if shuffle_harbours else printed_harbours(island)
    return Board(island.rows, terrain, tokens, harbours)


def _harbours(island: Island, goods: Sequence[str]) -> tuple[Harbour, ...]:
    return tuple(Harbour(edge, good) for edge, good in zip(island.harbour_sides, goods, strict=True))


def _by_hex(layout: Geometry, tokens: Mapping[HexId, int]) -> tuple[int, ...]:
    return tuple(tokens.get(hex, NO_TOKEN) for hex in layout.hexes)


def _apart(layout: Geometry, hexes: Sequence[HexId], count: int, chance: Chance) -> set[HexId]:
    """This many of the hexes, no two of them neighbours; every such choice is equally likely.

    The choices are counted, hex by hex, and one of them is drawn: nothing is tried that could fail for
    long. What was chosen so far matters only by the hexes still to come that it blocks, a row at most.
    """
    later = {
        hex: frozenset(layout.hex_neighbours[hex]).intersection(hexes[i:]) for i, hex in enumerate(hexes)
    }

    @cache
    def ways(index: int, blocked: frozenset[HexId], wanted: int) -> int:
        if wanted == 0:
            return 1
        if wanted > len(hexes) - index:
            return 0
        hex = hexes[index]
        left_out = ways(index + 1, blocked - {hex}, wanted)
        return left_out if hex in blocked else left_out + ways(index + 1, blocked | later[hex], wanted - 1)

    blocked: frozenset[HexId] = frozenset()
    if not ways(0, blocked, count):
        raise ValueError(f"{count} red numbers cannot lie apart on these hexes")
    found: set[HexId] = set()
    for index, hex in enumerate(hexes):
        wanted = count - len(found)
        if chance.randrange(ways(index, blocked, wanted)) < ways(index + 1, blocked - {hex}, wanted):
            blocked -= {hex}
        else:
            blocked |= later[hex]
            found.add(hex)
    return found
