"""B-01 to B-04, B-08: what is wrong with a board that people entered by hand, everything at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from itertools import pairwise
from typing import TypeVar

from companion.engine.geometry import LONGEST, Geometry, OffBoardError, geometry, interlock
from companion.engine.ids import EdgeId, HexId
from companion.engine.verdict import Severity, Violation, hard, soft
from companion.rules.base.board import ANY_GOOD, NO_TOKEN, PRODUCES, RED, TERRAINS, Board, Island
from companion.rules.base.board_making import starts, tokens_by_letter
from companion.rules.base.goods import readable

NUMBERS = frozenset(range(2, 13)) - {7}
"""What may stand on a number token."""

MOST = LONGEST**2
"""Hexes and harbours that are looked at; there is no larger board."""

T = TypeVar("T", bound=Hashable)


def board_faults(board: Board, island: Island, *, random_tokens: bool = False) -> tuple[Violation, ...]:
    """All faults of a board, measured by the box it is laid from.

    HARD is what cannot lie on a table: no such board may be used. SOFT is what the table may let stand,
    such as a fifth forest in place of a hill.

    Args:
        board: as entered; nothing in it is taken for granted but the types.
        island: what the box holds. One without harbours does not say which there are.
        random_tokens: whether the tokens were laid at random, so that no red numbers may be neighbours.
    """
    layout = geometry(board.rows) if interlock(board.rows) else None
    faults = [*_shape(board, island), *_terrain(board, island, layout), *_tokens(board, island, layout)]
    if board.rows == island.rows and not any(fault.severity is Severity.HARD for fault in faults):
        faults += [*_areas(board, island), *_diagram(board, island)]
        faults += [] if faults else _letters(board, island)
    if layout is not None:
        if random_tokens:
            faults += _red_neighbours(board, layout)
        faults += _harbour_sides(board, layout)
    return (*faults, *_harbour_goods(board, island))


def _shape(board: Board, island: Island) -> Iterator[Violation]:
    """B-04: as many places as the island has."""
    if not interlock(board.rows):
        yield hard("B-04", "board.rows", most=LONGEST)
    elif board.rows != island.rows:
        given, needed = tuple(map(str, board.rows)), tuple(map(str, island.rows))
        yield soft("B-01", "board.other-shape", given=given, needed=needed)


def _terrain(board: Board, island: Island, layout: Geometry | None) -> Iterator[Violation]:
    """B-01: as many hexes of each terrain as there are in the box."""
    known = {*TERRAINS, *island.terrain}
    by_terrain = _hexes_by(layout, board.terrain)
    for name, hexes in by_terrain.items():
        if name not in known:
            yield hard("B-01", "board.terrain-unknown", name=name[:40], hexes=_shown(hexes), count=len(hexes))
    if layout is None:
        return
    if len(board.terrain) != len(layout.hexes):
        yield hard("B-01", "board.terrain-length", given=len(board.terrain), needed=len(layout.hexes))
        return
    for terrain in dict.fromkeys((*island.terrain, *by_terrain)):
        given, needed = len(by_terrain.get(terrain, ())), island.terrain.get(terrain, 0)
        if given != needed and terrain in known:
            yield soft(island.rule, "board.terrain-wrong", terrain=terrain, given=given, needed=needed)


def _areas(board: Board, island: Island) -> Iterator[Violation]:
    """What belongs to certain hexes lies there."""
    for area in island.areas:
        given = Counter(board.terrain[hex] for hex in area.hexes)
        for terrain, count in area.terrain.items():
            if given[terrain] != count:
                yield soft(
                    island.rule,
                    "board.area-wrong",
                    terrain=terrain,
                    given=given[terrain],
                    needed=count,
                    hexes=_shown(area.hexes),
                    count=len(area.hexes),
                )


def _diagram(board: Board, island: Island) -> Iterator[Violation]:
    """Number tokens lie as a diagram shows them, where there is one."""
    for hex, needed in enumerate(island.tokens_by_hex):
        if board.tokens[hex] != needed and needed:
            yield soft(island.rule, "board.token-elsewhere", hex=hex, needed=needed, given=board.tokens[hex])


def _letters(board: Board, island: Island) -> Iterator[Violation]:
    """Number tokens lie by their letters, where they always do."""
    if not island.by_letters:
        return
    ways = (
        tokens_by_letter(island, board.terrain, start, clockwise)
        for start in starts(island)
        for clockwise in (False, True)
    )
    if all(tokens != board.tokens for tokens in ways):
        text = "board.letters-coast" if island.from_any_coast else "board.letters-corner"
        yield soft(island.token_rule, text)


def _tokens(board: Board, island: Island, layout: Geometry | None) -> Iterator[Violation]:
    """B-02: a token on every hex but the desert, and each number as often as it is in the box."""
    known = {NO_TOKEN, *NUMBERS, *island.tokens}
    by_number = _hexes_by(layout, board.tokens)
    for number, hexes in by_number.items():
        if number not in known:
            shown = readable(number)
            yield hard("B-02", "board.token-unknown", number=shown, hexes=_shown(hexes), count=len(hexes))
    if layout is None:
        return
    if len(board.tokens) != len(layout.hexes):
        yield hard("B-02", "board.tokens-length", given=len(board.tokens), needed=len(layout.hexes))
        return
    box = Counter(island.tokens)
    for number in sorted({*box, *by_number} & known - {NO_TOKEN}):
        given, needed = len(by_number.get(number, ())), box[number]
        if given != needed:
            yield soft(island.token_rule, "board.token-wrong", number=number, given=given, needed=needed)
    yield from _token_places(board, island, layout)


def _token_places(board: Board, island: Island, layout: Geometry) -> Iterator[Violation]:
    """B-02: what produces has a token, what does not has none."""
    bare: list[HexId] = []
    for terrain, hexes in _hexes_by(layout, board.terrain).items():
        bearing = [hex for hex in hexes if board.tokens[hex] != NO_TOKEN]
        if terrain in PRODUCES:
            bare += (hex for hex in hexes if hex not in bearing)
        elif bearing and terrain in (*TERRAINS, *island.terrain):
            shown, count = _shown(bearing), len(bearing)
            yield soft(island.token_rule, "board.token-on-barren", terrain=terrain, hexes=shown, count=count)
    if bare:
        yield soft(island.token_rule, "board.token-missing", hexes=_shown(sorted(bare)), count=len(bare))


def _red_neighbours(board: Board, layout: Geometry) -> Iterator[Violation]:
    """B-08: laid at random, no 6 or 8 lies beside another."""
    red = {hex: number for hex, number in zip(layout.hexes, board.tokens, strict=False) if number in RED}
    for hex, number in red.items():
        for other in layout.hex_neighbours[hex]:
            if other in red and hex < other:
                yield soft(
                    "B-08", "board.red-neighbours", hex=hex, number=number, other=other, beside=red[other]
                )


def _harbour_sides(board: Board, layout: Geometry) -> Iterator[Violation]:
    """B-03, B-04: each harbour at a side of its own that faces the sea, with two corners of its own."""
    if len(board.harbours) > len(layout.coast):
        yield hard("B-03", "board.harbours-too-many", given=len(board.harbours), needed=len(layout.coast))
    at = Counter(harbour.edge for harbour in board.harbours[:MOST])
    for edge in at:
        if not _has(layout, edge):
            yield hard("B-04", "board.harbour-off-board", edge=edge[:40])
        elif edge not in layout.coast:
            yield hard("B-03", "board.harbour-inland", edge=edge)
    for edge, other in pairwise((*layout.coast, layout.coast[0])):
        if at[edge] > 1:
            yield hard("B-03", "board.harbour-twice", edge=edge)
        if at[edge] and at[other]:
            yield hard("B-03", "board.harbours-touch", edge=edge, other=other)


def _has(layout: Geometry, edge: EdgeId) -> bool:
    try:
        layout.edge(edge)
    except OffBoardError:
        return False
    return True


def _harbour_goods(board: Board, island: Island) -> Iterator[Violation]:
    """B-03: as many harbours of each kind as the frame has."""
    known = {ANY_GOOD, *PRODUCES.values(), *island.harbours}
    for harbour in board.harbours[:MOST]:
        if harbour.good not in known:
            yield hard("B-03", "board.harbour-unknown", edge=harbour.edge[:40], name=harbour.good[:40])
    if island.harbours:
        box = Counter(island.harbours)
        given = Counter(harbour.good for harbour in board.harbours[:MOST])
        for good in dict.fromkeys((*box, *given)):
            if given[good] != box[good] and good in known:
                yield soft("B-03", "board.harbour-wrong", harbour=good, given=given[good], needed=box[good])


def _hexes_by(layout: Geometry | None, values: tuple[T, ...]) -> dict[T, list[HexId]]:
    """The hexes of each value, as far as there are hexes and values."""
    found: dict[T, list[HexId]] = {}
    for number, value in enumerate(values[: MOST if layout is None else len(layout.hexes)]):
        found.setdefault(value, []).append(HexId(number))
    return found


def _shown(hexes: Iterable[HexId]) -> tuple[str, ...]:
    return tuple(map(str, hexes))
