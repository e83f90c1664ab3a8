"""The board from a game: what lies on it, and what can be marked on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import cast

from companion.engine.command import Command
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.ruleset import Ruleset
from companion.engine.table import Table
from companion.presenters.board_view import (
    BoardView,
    FigureView,
    HarbourView,
    HexView,
    PieceView,
    RoadView,
    ShoreView,
)
from companion.rules import presentation
from companion.rules.common import Board, geometry, robber
from companion.rules.common import board as island_of
from companion.rules.common import laid as laid
from companion.rules.presentation import Sort
from companion.rules.presentation.parts import (
    Adornment,
    Land,
    Piece,
    Pieces,
    PlaceSort,
    Shore,
    Terrain,
    Unplayed,
)

ROAD = "road"
"""The figure that lies along its edge; all others stand on theirs."""


def board(table: Table) -> BoardView:
    """Everything that lies on the board. Only once it is :func:`laid`."""
    found = island_of(table)
    land = geometry(table)
    return BoardView(
        rows=found.rows,
        hexes=hexes(found, looks(table.ruleset), table),
        corners=tuple(
            (str(piece.place), _figure(table, piece))
            for piece in pieces(table, "corner")
            if piece.place in land.point
        ),
        roads=tuple(
            RoadView(str(piece.place), *livery(table, piece.owner), piece.damaged)
            for piece in pieces(table, "edge")
            if piece.figure == ROAD
        ),
        edges=tuple(
            (str(piece.place), _figure(table, piece))
            for piece in pieces(table, "edge")
            if piece.figure != ROAD
        ),
        harbours=harbours(found),
        robber=robber(table),
        figures=tuple(
            FigureView(int(piece.place), piece.figure, *livery(table, piece.owner))
            for piece in pieces(table, "hex")
        ),
        shores=tuple(
            ShoreView(shore.corners(land, side), number, shore.drawing)
            for shore in table.ruleset.presented(Shore)
            for side, number in shore.lie(table).items()
        ),
        hubs=found.hubs,
        corner_figures=frozenset(
            figure
            for kind in table.ruleset.presented(Pieces)
            if kind.sort == "corner"
            for figure in kind.figures
        ),
    )


def pieces(table: Table, sort: PlaceSort) -> Iterator[Piece]:
    """The pieces on places of this sort, with all that belongs to them."""
    ruleset = table.ruleset
    adorning = [one.adorn for one in ruleset.presented(Adornment) if one.sort == sort]
    for kind in ruleset.presented(Pieces):
        for piece in kind.lie(table) if kind.sort == sort else ():
            yield reduce(lambda drawn, adorn: adorn(table, drawn), adorning, piece)


def sort_of(ruleset: Ruleset, kind: type[Command], field: str) -> tuple[Sort, bool]:
    """What a field of a command holds in this game, and whether it holds several: the place of a figure is a
    corner or an edge, as that figure stands."""
    sort, many = presentation.sort_of(kind, field)
    figure = presentation.figure_of(kind, field)
    standing = (part.sort for part in ruleset.presented(Pieces) if figure and figure in part.figures)
    return next(standing, sort), many


def on_corners(table: Table) -> dict[Site, Piece]:
    """The pieces on corners by their places, whether or not a board names these."""
    return {cast(Site, piece.place): piece for piece in pieces(table, "corner")}


def at(table: Table, sort: PlaceSort, place: object) -> tuple[Piece, ...]:
    """The pieces that stand on a place, the last one on top."""
    return tuple(piece for piece in pieces(table, sort) if piece.place == place)


def figures(ruleset: Ruleset) -> frozenset[str]:
    """The figures of all pieces of the game."""
    parts: tuple[Pieces | Adornment, ...] = (*ruleset.presented(Pieces), *ruleset.presented(Adornment))
    return frozenset(figure for part in parts for figure in part.figures)


def reach(table: Table, piece: Piece) -> frozenset[Site]:
    """The corners to which a piece can go at the moment."""
    parts = [part for part in table.ruleset.presented(Pieces) if piece.figure in part.figures]
    return frozenset(site for part in parts for site in part.reach(table, piece))


Look = Terrain | Land
"""What is seen of hexes besides their number tokens."""


def looks(ruleset: Ruleset) -> tuple[Look, ...]:
    """What is seen of the hexes of this game."""
    return (*ruleset.presented(Terrain), *ruleset.presented(Land))


def bare(found: Board, looks: Iterable[Look]) -> BoardView:
    """A board with nothing on it, as it is laid."""
    return BoardView(found.rows, hexes(found, looks), harbours=harbours(found))


def hexes(found: Board, looks: Iterable[Look], table: Table | None = None) -> tuple[HexView, ...]:
    """The hexes of a board as they are laid, or, with the table, as they lie there."""
    printed: dict[str, tuple[int, ...]] = {}
    numbers: dict[HexId, tuple[int, ...]] = {}
    lying: dict[int, tuple[tuple[str, int], ...]] = {}
    face_down: set[int] = set()
    for look in looks:
        if isinstance(look, Terrain):
            printed[look.name] = look.numbers
            continue
        numbers |= look.numbers(found)
        for one in look.lie(found):
            lying[one.hex] = (*lying.get(one.hex, ()), (one.drawing, one.turn))
        face_down |= set() if table is None else {*look.face_down(table)}
    return tuple(
        HexView(
            hex,
            terrain,
            token,
            (*printed.get(terrain, ()), *numbers.get(HexId(hex), ())),
            hex in face_down,
            lying.get(hex, ()),
        )
        for hex, (terrain, token) in enumerate(zip(found.terrain, found.tokens, strict=True))
    )


def harbours(found: Board) -> tuple[HarbourView, ...]:
    """The harbours of a board."""
    return tuple(HarbourView(harbour.edge, harbour.good) for harbour in found.harbours)


def livery(table: Table, owner: PlayerId) -> tuple[str, int | None]:
    """The colour of somebody's pieces and his seat; None for a colour that nobody plays, and no colour for
    pieces that are nobody's."""
    ids = table.core.ids
    if owner in ids:
        seat = ids.index(owner)
        return table.core.players[seat].colour, seat
    unplayed = (part.colours(table) for part in table.ruleset.presented(Unplayed))
    return next((colours[owner] for colours in unplayed if owner in colours), ""), None


def _figure(table: Table, piece: Piece) -> PieceView:
    return PieceView(
        piece.figure,
        *livery(table, piece.owner),
        strength=piece.strength,
        active=piece.active,
        wall=piece.wall,
        on_side=piece.on_side,
        fallen=piece.fallen,
        beside=piece.beside,
        track=piece.track,
    )
