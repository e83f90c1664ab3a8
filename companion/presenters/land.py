"""What help tells of a place of the board: a hex with all that lies on it, or a harbour."""

from __future__ import annotations

from collections.abc import Iterator

from companion.app import narrate
from companion.app.i18n import _, ngettext
from companion.engine.chance import TWO_DICE
from companion.engine.ids import HexId
from companion.engine.table import Table
from companion.presenters import board
from companion.presenters.board_setup import good_name, terrain_name
from companion.presenters.board_view import NO_TOKEN, BoardView, HarbourView, HexView, ShoreView
from companion.presenters.helping import Topic
from companion.rules import common
from companion.rules.presentation.parts import Piece, Pieces

ROLLS = 36
"""Ways in which two dice can fall."""


def hex_topic(table: Table, view: BoardView, hex: int) -> Topic:
    """A hex: its terrain and numbers, what it brings, and what stands there."""
    found = view.hexes[hex]
    numbers = (*((found.token,) if found.token != NO_TOKEN else ()), *found.numbers)
    name = terrain_name(found.terrain)
    title = " \N{MIDDLE DOT} ".join((name[:1].upper() + name[1:], *map(str, numbers)))
    pieces = tuple(piece for piece in board.pieces(table, "hex") if piece.place == hex)
    things = dict.fromkeys((f"terrain.{found.terrain}", *(_thing(table, piece) for piece in pieces)))
    here = ("robber",) if view.robber == hex else ()
    return Topic((*things, *here, "hex"), said=tuple(_said(table, found, numbers, pieces, here)), title=title)


def harbour_topic(harbour: HarbourView) -> Topic:
    """A harbour, by what it is for."""
    return Topic(("harbour",), title=f"{narrate.thing('harbour')} \N{MIDDLE DOT} {good_name(harbour.good)}")


def shore_topic(shore: ShoreView) -> Topic:
    """What lies along the coast, by its number."""
    return Topic((shore.drawing,), title=f"{narrate.thing(shore.drawing)} \N{MIDDLE DOT} {shore.number}")


def _said(
    table: Table, found: HexView, numbers: tuple[int, ...], pieces: tuple[Piece, ...], here: tuple[str, ...]
) -> Iterator[str]:
    brings = common.brings(table, found.terrain)
    for building, cards in brings.items():
        yield f"{narrate.thing(building)}: {narrate.cards(cards)}"
    if not brings:
        yield _("It brings no cards of its own.")
    for number in numbers:
        ways = round(TWO_DICE.get(number, 0.0) * ROLLS)
        if ways:
            told = ngettext(
                "{number} comes once in 36 rolls.", "{number} comes {count} times in 36 rolls.", ways
            )
            yield told.format(number=number, count=ways)
    if found.face_down:
        yield _("Its number lies face down.")
    standing = [*map(narrate.thing, here), *(_named(table, piece) for piece in pieces)]
    if standing:
        yield _("Here: {things}").format(things=", ".join(standing))
    if HexId(found.hex) in common.barren(table):
        yield _("It brings nothing now.")


def _named(table: Table, piece: Piece) -> str:
    """What stands there, and whose it is."""
    what = narrate.thing(piece.figure) or narrate.thing(_thing(table, piece))
    owner = next((player.name for player in table.core.players if player.id == piece.owner), "")
    return f"{what} ({owner})" if owner else what


def _thing(table: Table, piece: Piece) -> str:
    """Of what the rules tell of a figure."""
    parts = (part for part in table.ruleset.presented(Pieces) if piece.figure in part.figures)
    return next((part.thing for part in parts if part.thing), piece.figure)
