"""The board from a game: what lies on it, and what can be marked on it."""

from __future__ import annotations

from typing import TypeVar

from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.state import Slice
from companion.engine.table import Table
from companion.rules.base.board import Board
from companion.rules.base.network import barriers, geometry, travel
from companion.rules.base.queries import roads
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.base.trail import longest_trail
from companion.rules.cities_knights.slice import CitiesKnights
from companion.rules.scenarios.fishermen.grounds import LAKE, LAKE_NUMBERS, served
from companion.rules.scenarios.fishermen.slice import Fishermen
from companion.rules.variants.event_cards.slice import EventCards
from kivy_ui.board.view import BoardView, GroundView, HarbourView, HexView, PieceView, RoadView

NEUTRAL = "neutral_"
"""How the owners of pieces are called whom nobody plays; the rest is the colour of their pieces."""

S = TypeVar("S", bound=Slice)


def laid(table: Table) -> bool:
    """Whether the game has a board, and it lies on the table."""
    return table.slice(Base).board is not None


def board(table: Table) -> BoardView:
    """Everything that lies on the board. Only once it is :func:`laid`."""
    base = table.slice(Base)
    found = base.board
    assert found is not None
    knights = part(table, CitiesKnights)
    cards = part(table, EventCards)
    damaged = frozenset(cards.damaged) if cards is not None else frozenset()
    return BoardView(
        rows=found.rows,
        hexes=hexes(found),
        corners=_corners(table, base, knights),
        roads=tuple(
            RoadView(edge, *livery(table, owner), edge in damaged) for edge, owner in base.roads.items()
        ),
        harbours=harbours(found),
        robber=base.robber,
        merchant=(knights.merchant_hex, *livery(table, knights.merchant))
        if knights is not None and knights.merchant is not None and knights.merchant_hex is not None
        else None,
        grounds=_grounds(table),
    )


def bare(found: Board) -> BoardView:
    """A board with nothing on it, as it is laid."""
    return BoardView(found.rows, hexes(found), harbours=harbours(found))


def hexes(found: Board) -> tuple[HexView, ...]:
    """The hexes of a board."""
    return tuple(
        HexView(hex, terrain, token, tuple(sorted(LAKE_NUMBERS)) if terrain == LAKE else ())
        for hex, (terrain, token) in enumerate(zip(found.terrain, found.tokens, strict=True))
    )


def harbours(found: Board) -> tuple[HarbourView, ...]:
    """The harbours of a board."""
    return tuple(HarbourView(harbour.edge, harbour.good) for harbour in found.harbours)


def livery(table: Table, owner: PlayerId) -> tuple[str, int | None]:
    """The colour of somebody's pieces and his seat; None for a colour that nobody plays."""
    ids = table.core.ids
    if owner in ids:
        seat = ids.index(owner)
        return table.core.players[seat].colour, seat
    return owner.removeprefix(NEUTRAL), None


def trail(table: Table, owner: PlayerId) -> tuple[EdgeId, ...]:
    """The roads of the owner's longest trail, one after the other."""
    return longest_trail(geometry(table), roads(table, owner), barriers(table, owner))


def blocked(table: Table, owner: PlayerId) -> frozenset[Site]:
    """The corners at the owner's roads where they cannot go on."""
    closed = barriers(table, owner)
    land = geometry(table)
    return frozenset(corner for edge in roads(table, owner) for corner in land.ends[edge] if corner in closed)


def reach(table: Table, owner: PlayerId, start: Site) -> frozenset[Site]:
    """The corners that a piece of the owner reaches along own roads."""
    return frozenset(travel(table, owner, start))


def part(table: Table, kind: type[S]) -> S | None:
    """A module's part of the state, None in a game without it."""
    return table.state.slices.get(kind.module)  # type: ignore[return-value]


def _corners(table: Table, base: Base, knights: CitiesKnights | None) -> tuple[tuple[str, PieceView], ...]:
    land = geometry(table)
    tracks = {} if knights is None else {site: track.value for track, site in knights.metropolises.items()}
    found: dict[str, PieceView] = {}
    for site, building in base.buildings.items():
        if site not in land.point:
            continue
        city = building.kind is BuildingKind.CITY
        found[site] = PieceView(
            "city" if city else "settlement",
            *livery(table, building.owner),
            wall=knights is not None and site in knights.walls,
            on_side=knights is not None and site in knights.lying,
            track=tracks.get(site, "") if city else "",
        )
    for site, knight in {} if knights is None else knights.knights.items():
        if site in land.point:
            found[site] = PieceView(
                "knight", *livery(table, knight.owner), strength=knight.strength, active=knight.active
            )
    return tuple(found.items())


def _grounds(table: Table) -> tuple[GroundView, ...]:
    water = part(table, Fishermen)
    if water is None:
        return ()
    land = geometry(table)
    return tuple(GroundView(served(land, ground.side), ground.number) for ground in water.grounds)
