"""The lake and the fishing grounds, and laying them (FI-01, FI-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.geometry import Geometry, interlock
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules import catalogue
from companion.rules.base.board import DESERT, Board, Island, hexes_of
from companion.rules.base.board_faults import NUMBERS
from companion.rules.base.goods import readable
from companion.rules.base.network import board, geometry
from companion.rules.base.setup import LayBoard
from companion.rules.scenarios.fishermen.slice import Fishermen, FishingGround, WaterEvent

LAKE = "lake"
"""FI-01: the terrain that lies where the desert would."""

LAKE_NUMBERS = frozenset({2, 3, 11, 12})
"""FI-01: the numbers printed on the lake."""


class LayGrounds(Command, frozen=True, tag="fi.lay_grounds"):
    """The table says which fishing ground lies where."""

    grounds: tuple[FishingGround, ...]


class GroundsLaid(WaterEvent, frozen=True, tag="fi.grounds_laid"):
    """FI-02: the fishing grounds lie at the frame."""

    grounds: tuple[FishingGround, ...]

    def apply(self, state: Fishermen) -> Fishermen:
        return replace(state, grounds=self.grounds)


class _Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sides: tuple[EdgeId, ...]
    numbers: tuple[int, ...]


@cache
def _frame() -> _Frame:
    return msgspec.convert(catalogue.data("fishermen", "grounds"), _Frame)


def numbers() -> tuple[int, ...]:
    """FI-02: the numbers of the fishing grounds in the box."""
    return _frame().numbers


def free_places(land: Geometry) -> tuple[EdgeId, ...]:
    """FI-02: the places of the frame for fishing grounds, as far as this island has them, clockwise."""
    return tuple(side for side in _frame().sides if side in land.coast)


def sides_of(land: Geometry, side: EdgeId) -> tuple[EdgeId, EdgeId]:
    """The two sides at the sea of the fishing ground that the first one names."""
    at = land.coast.index(side)
    return side, land.coast[(at + 1) % len(land.coast)]


def served(land: Geometry, side: EdgeId) -> tuple[Site, Site, Site]:
    """FI-02: the three corners that the fishing ground at that side serves."""
    first, second = sides_of(land, side)
    corners = land.coast_corners
    at, after = land.coast.index(first), land.coast.index(second)
    return corners[at], corners[after], corners[(after + 1) % len(corners)]


def lying(table: Table) -> Mapping[EdgeId, int]:
    """The fishing grounds on the table by their first side."""
    return {ground.side: ground.number for ground in table.slice(Fishermen).grounds}


def lay(by: PlayerId, found: Mapping[EdgeId, int]) -> LayGrounds:
    """The table says that the fishing grounds lie at these sides."""
    return LayGrounds(by, tuple(FishingGround(side, number) for side, number in found.items()))


def lakes(table: Table) -> tuple[HexId, ...]:
    """The hexes of the lake; one, unless the table has laid others."""
    return hexes_of(board(table), LAKE)


def waters(table: Table, number: int) -> Iterator[Site]:
    """FI-04, FI-12: the corners where fish are caught on a number, one as often as it has waters."""
    land = geometry(table)
    for ground in table.slice(Fishermen).grounds:
        if ground.number == number:
            yield from served(land, ground.side)
    if number in LAKE_NUMBERS:
        barren = table.value("barren")
        for hex in lakes(table):
            if hex not in barren:
                yield from land.hex_corners[hex]


def at_water(table: Table, corner: Site) -> bool:
    """Whether fish are caught at a corner on any number."""
    land = geometry(table)
    return any(corner in served(land, ground.side) for ground in table.slice(Fishermen).grounds) or any(
        corner in land.hex_corners[hex] for hex in lakes(table)
    )


def island(table: Table, old: Island) -> Island:
    """FI-01: the lake for the desert, never at the sea."""
    return _with_lake(old)


@remembered
def _with_lake(old: Island) -> Island:
    terrain = {LAKE if name == DESERT else name: count for name, count in old.terrain.items()}
    return msgspec.structs.replace(old, terrain=terrain, inland=(*old.inland, LAKE))


def robber_start(table: Table, old: HexId | None, board: Board) -> HexId | None:
    """FI-01: off the board."""
    return None


def check_lake(table: Table, command: LayBoard) -> Iterable[Violation]:
    """FI-01: no lake at the sea."""
    laid = command.board
    if not interlock(laid.rows):
        return
    land = laid.geometry
    # A board of another length is refused by the base game, and looked at as far as it goes.
    for hex, terrain in zip(land.hexes, laid.terrain, strict=False):
        if terrain == LAKE and hex in land.coast_hexes:
            yield soft("FI-01", "board.lake-at-sea", hex=hex)


def ask_for_grounds(draft: Draft) -> None:
    """FI-02: when the island lies, the table says which number lies at which place of the frame."""
    if not draft.slice(Fishermen).grounds:
        sides = free_places(geometry(draft))
        draft.ask("grounds", draft.core.on_turn, "FI-02", "fi.lay_grounds", must=True, sides=sides)


def ground_faults(board: Board, grounds: Sequence[FishingGround]) -> Iterator[Violation]:
    """FI-02: all faults of the fishing grounds as entered.

    HARD is what cannot lie on a table; SOFT is what the table may let stand, such as a ground elsewhere.
    """
    land = board.geometry
    if len(grounds) > len(land.coast):
        yield hard("FI-02", "grounds.too-many", given=len(grounds), needed=len(numbers()))
        return
    yield from _ground_places(board, land, [ground.side for ground in grounds])
    given, box = Counter(ground.number for ground in grounds), Counter(numbers())
    for number in sorted({*given, *box}):
        if number not in NUMBERS:
            yield hard("FI-02", "ground.no-such-number", number=readable(number))
        elif given[number] != box[number]:
            wrong, needed = given[number], box[number]
            yield soft("FI-02", "ground.number-wrong", number=number, given=wrong, needed=needed)


def _ground_places(board: Board, land: Geometry, sides: Sequence[EdgeId]) -> Iterator[Violation]:
    free = free_places(land)
    harbours = {harbour.edge for harbour in board.harbours}
    covered: Counter[EdgeId] = Counter()
    for side in dict.fromkeys(sides):
        if side not in land.ends:
            yield hard("B-04", "place.off-board", place=side[:40])
        elif side not in land.coast:
            yield hard("FI-02", "ground.inland", side=side)
        else:
            if side not in free:
                yield soft("FI-02", "ground.other-place", side=side)
            yield from (
                soft("FI-02", "ground.at-harbour", side=edge)
                for edge in sides_of(land, side)
                if edge in harbours
            )
    for side in sides:
        if side in land.coast:
            covered.update(sides_of(land, side))
    yield from (hard("FI-02", "ground.twice", side=edge) for edge, count in covered.items() if count > 1)
    empty = tuple(side for side in free if side not in sides)
    if empty:
        yield soft("FI-02", "ground.place-empty", sides=empty)


class LayGroundsRule(CommandRule[LayGrounds]):
    """FI-02: six numbers at the six free places of the frame, in any order."""

    command = LayGrounds
    timing = Timing.ANSWER
    too_many_forms = True

    def at(self, table: Table, command: LayGrounds) -> Iterable[Violation]:
        if table.question("grounds", command.by) is not None:
            yield from ground_faults(board(table), command.grounds)

    def apply(self, draft: Draft, command: LayGrounds) -> None:
        draft.emit(GroundsLaid(command.grounds))
        draft.settle("grounds", command.by)


EVENTS: tuple[type[Event], ...] = (GroundsLaid,)
