"""The island, and what barbarians do to its coast (BA-01, BA-02, BA-03, BA-11, BA-12, BA-43)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import CueRule, Invariant, Part, PointSource, Reaction, Stage, Term
from companion.engine.geometry import Geometry, geometry
from companion.engine.ids import EdgeId, HexId, PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base import setup
from companion.rules.base.board import PRODUCES, Area, Board, Island
from companion.rules.base.network import Closed, board
from companion.rules.base.queries import buildings, laid
from companion.rules.base.setup import BoardLaid
from companion.rules.base.slice import Base, Building, BuildingKind
from companion.rules.scenarios.barbarian_attack import alerts
from companion.rules.scenarios.barbarian_attack.box import BARBARIANS, FULL, box
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, BarbarianEvent, PeacefulEvent

CASTLE = "castle_of_knights"
"""BA-01: the terrain of the castle."""

WORTH = {BuildingKind.SETTLEMENT: 1, BuildingKind.CITY: 2}
"""BA-12: points that a conquered building is worth no longer."""

Placed = Mapping[HexId, int]
"""Barbarians by hex."""


class BarbariansPlaced(PeacefulEvent, frozen=True, tag="ba.barbarians_placed"):
    """BA-02: the first barbarians stand on the coast."""

    hexes: tuple[HexId, ...]

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, barbarians=dict.fromkeys(self.hexes, 1))


class CoastOverrun(BarbarianEvent, frozen=True, tag="ba.coast_overrun"):
    """BA-11, BA-12: the token of a coast hex lies face down, and these players' buildings are conquered."""

    hex: HexId
    number: int
    players: tuple[PlayerId, ...] = ()

    @property
    def variant(self) -> str:
        return "conquered" if self.players else ""


class CoastFreed(BarbarianEvent, frozen=True, tag="ba.coast_freed"):
    """BA-43: the token of a coast hex lies face up again, and these players' buildings stand up."""

    hex: HexId
    number: int
    players: tuple[PlayerId, ...] = ()

    @property
    def variant(self) -> str:
        return "freed" if self.players else ""


def state_of(table: Table) -> BarbarianAttack:
    """This module's slice of the state."""
    return table.slice(BarbarianAttack)


# --- the island


@remembered
def scenario_island(old: Island) -> Island:
    """BA-01: castle and desert where the diagram shows them, the coast at random, and the land behind it."""
    found = box()
    hexes = tuple(HexId(hex) for hex in range(len(found.tokens)))
    if sum(old.rows) != len(hexes):
        return old
    shore = geometry(old.rows).coast_hexes
    fixed = (found.castle, found.desert)
    coast = tuple(hex for hex in hexes if hex in shore and hex not in fixed)
    inland = tuple(hex for hex in hexes if hex not in shore)
    terrain = {name: count + found.inland.get(name, 0) for name, count in found.coast.items()}
    return replace(
        old,
        terrain={**terrain, "desert": 1, CASTLE: 1},
        tokens=tuple(token for token in found.tokens if token),
        areas=(
            Area((found.castle,), {CASTLE: 1}),
            Area((found.desert,), {"desert": 1}),
            Area(coast, dict(found.coast)),
            Area(inland, dict(found.inland)),
        ),
        tokens_by_hex=found.tokens,
        rule="BA-01",
        token_rule="BA-01",
    )


def island(table: Table, old: Island) -> Island:
    """BA-01: as the diagram shows it."""
    return scenario_island(old)


def no_robber(table: Table, old: HexId | None, laid: Board) -> None:
    """BA-01: the robber stays in the box."""
    return


def castle(table: Table) -> HexId | None:
    """BA-01: the hex of the castle; none where the table has laid the island without it."""
    return _castle(board(table))


@remembered
def _castle(island: Board) -> HexId | None:
    return next((hex for hex in island.geometry.hexes if island.terrain[hex] == CASTLE), None)


def castle_paths(table: Table) -> tuple[EdgeId, ...]:
    """BA-21: the paths around the castle."""
    at = castle(table)
    return () if at is None else board(table).geometry.hex_edges[at]


def coast(table: Table) -> tuple[HexId, ...]:
    """BA-40: the hexes that can be attacked, clockwise from the one left of the castle."""
    return coast_of(board(table))


@remembered
def coast_of(island: Board) -> tuple[HexId, ...]:
    """BA-01, BA-40: what produces at the sea, clockwise from the hex left of the castle."""
    shore, at = island.geometry.coast_hexes, _castle(island)
    if at in shore:
        after = shore.index(at) + 1
        shore = (*shore[after:], *shore[:after])
    return tuple(hex for hex in shore if island.terrain[hex] in PRODUCES)


def hex_of(table: Table, number: int) -> HexId | None:
    """BA-10: the coast hex of a number, whether its token lies face up or down."""
    tokens = board(table).tokens
    return next((hex for hex in coast(table) if tokens[hex] == number), None)


def numbers(table: Table) -> tuple[int, ...]:
    """BA-10: the sums that say where barbarians land: all but 7."""
    return tuple(number for number in range(2, 13) if number != 7)


def first_barbarians(draft: Draft, event: BoardLaid) -> None:
    """BA-02: one on each of the coast hexes with 2 and 12, at the beginning."""
    if not setup.over(draft):
        hexes = (hex_of(draft, number) for number in box().first_landings)
        draft.emit(BarbariansPlaced(tuple(hex for hex in hexes if hex is not None)))


def city_second(table: Table, old: object) -> tuple[BuildingKind, ...]:
    """BA-03: a settlement in the first round, a city in the second."""
    return (BuildingKind.SETTLEMENT, BuildingKind.CITY)


# --- barbarians


def in_supply(table: Table) -> int:
    """BA-10: the barbarians that are neither on the board nor prisoners."""
    state = state_of(table)
    return BARBARIANS - sum(state.barbarians.values()) - sum(state.prisoners.values())


def there(table: Table, hex: HexId) -> int:
    """The barbarians on a hex."""
    return state_of(table).barbarians.get(hex, 0)


def attacked(table: Table) -> list[HexId]:
    """The coast hexes with barbarians, clockwise from the castle."""
    return [hex for hex in coast(table) if there(table, hex)]


def overrun(table: Table) -> frozenset[HexId]:
    """BA-11: the coast hexes with three barbarians."""
    return _overrun(state_of(table).barbarians)


@remembered
def _overrun(placed: Placed) -> frozenset[HexId]:
    return frozenset(hex for hex, count in placed.items() if count >= FULL)


def barren(table: Table, old: Collection[HexId]) -> Collection[HexId]:
    """BA-11: an overrun hex pays nothing."""
    lost = overrun(table)
    return _with(old, lost) if lost else old


@remembered
def _with(old: Collection[HexId], lost: frozenset[HexId]) -> Collection[HexId]:
    return lost.union(old)


def roadless(table: Table, old: Closed) -> Closed:
    """BA-11: no road is built at an overrun hex."""
    lost = overrun(table)
    return _closed_edges(old, board(table).geometry, lost) if lost else old


@remembered
def _closed_edges(old: Closed, land: Geometry, lost: frozenset[HexId]) -> Closed:
    return {**old, **_shut(land.hex_edges, lost)}


def unsettled(table: Table, old: Closed) -> Closed:
    """BA-11: no settlement is built at an overrun hex."""
    lost = overrun(table)
    return _closed_corners(old, board(table).geometry, lost) if lost else old


@remembered
def _closed_corners(old: Closed, land: Geometry, lost: frozenset[HexId]) -> Closed:
    return {**old, **_shut(land.hex_corners, lost)}


def _shut(around: Mapping[HexId, Iterable[str]], lost: frozenset[HexId]) -> dict[str, Violation]:
    return {place: soft("BA-11", "coast.overrun", hex=hex) for hex in sorted(lost) for place in around[hex]}


def surrounded(table: Table) -> frozenset[Site]:
    """BA-12: buildings that have only sea and overrun coast around them."""
    lost = overrun(table)
    if not lost:
        return _NONE
    return _surrounded(board(table).geometry, table.slice(Base).buildings, lost)


_NONE: frozenset[Site] = frozenset()


def conquered(table: Table) -> frozenset[Site]:
    """BA-12: buildings that lie on their sides, since they are surrounded."""
    around = surrounded(table)
    return _without(around, unconquerable(table)) if around else around


def unconquerable(table: Table) -> frozenset[Site]:
    """BA-12: buildings that stand even where they are surrounded."""
    found: frozenset[Site] = table.value("unconquerable")
    return found


@remembered
def _without(around: frozenset[Site], standing: frozenset[Site]) -> frozenset[Site]:
    return around - standing


@remembered
def _surrounded(land: Geometry, standing: Mapping[Site, Building], lost: frozenset[HexId]) -> frozenset[Site]:
    return frozenset(site for site in standing if lost.issuperset(land.corner_hexes[site]))


def harbourless(table: Table, old: frozenset[Site]) -> frozenset[Site]:
    """BA-12: a surrounded building has no harbour."""
    around = surrounded(table)
    return _both(old, around) if around else old


@remembered
def _both(old: frozenset[Site], around: frozenset[Site]) -> frozenset[Site]:
    return old | around


def lost_points(table: Table, player: PlayerId) -> int:
    """BA-12: what the conquered buildings of a player would be worth; below zero."""
    if not laid(table):
        settlements, cities = state_of(table).conquered.get(player, (0, 0))
        return -WORTH[BuildingKind.SETTLEMENT] * settlements - WORTH[BuildingKind.CITY] * cities
    fallen = conquered(table)
    if not fallen:
        return 0
    own = buildings(table, player).items()
    return -sum(WORTH[building.kind] for site, building in own if site in fallen)


def change(draft: Draft, event: Event) -> None:
    """Let barbarians come or go, and say which coast is overrun or freed by it (BA-11, BA-12, BA-43)."""
    lost, fallen = overrun(draft), conquered(draft)
    draft.emit(event)
    now, down = overrun(draft), conquered(draft)
    tokens, owners = board(draft).tokens, draft.slice(Base).buildings
    for hex in sorted(now - lost):
        draft.emit(CoastOverrun(hex, tokens[hex], _owners(draft, owners, down - fallen, hex)))
    for hex in sorted(lost - now):
        draft.emit(CoastFreed(hex, tokens[hex], _owners(draft, owners, fallen - down, hex)))


def _owners(
    table: Table, owners: Mapping[Site, Building], sites: Collection[Site], hex: HexId
) -> tuple[PlayerId, ...]:
    """The players whose buildings at the hex are among these, in turn order."""
    around = board(table).geometry.hex_corners[hex]
    whose = {owners[site].owner for site in sites if site in around}
    return tuple(player for player in table.core.in_turn_order() if player in whose)


def barbarians_kept(table: Table) -> Iterable[str]:
    """BA-01, BA-11: 36 barbarians in all, and at most three on a hex of the coast."""
    state = state_of(table)
    if in_supply(table) < 0 or any(count < 0 for count in state.prisoners.values()):
        yield f"{dict(state.barbarians)} on the board, {dict(state.prisoners)} prisoners"
    for hex, count in state.barbarians.items():
        if not 0 <= count <= FULL or (count and hex not in coast(table)):
            yield f"{count} barbarians on {hex}"


EVENTS: tuple[type[Event], ...] = (BarbariansPlaced, CoastOverrun, CoastFreed)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("start_buildings", Stage.TRANSFORM, city_second),
            Term("unconquerable", Stage.BASE, lambda table, old: _NONE),
        ),
        points=(PointSource("conquered", RuleId("BA-12"), lost_points),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(
            Term("island", Stage.TRANSFORM, island),
            Term("robber_start", Stage.REPLACE, no_robber),
            Term("barren", Stage.ADD, barren),
            Term("roadless", Stage.ADD, roadless),
            Term("unsettled", Stage.ADD, unsettled),
            Term("harbourless", Stage.ADD, harbourless),
        ),
        reactions=(Reaction(BoardLaid, first_barbarians),),
        cues=(CueRule(CoastOverrun, alerts.OVERRUN.name, lambda table, event: event.players),),
        invariants=(Invariant("ba.barbarians", barbarians_kept),),
    ),
)
