"""Boards drawn as text."""

from __future__ import annotations

from companion.engine.ids import EdgeId
from companion.rules.base.board import Board, Harbour

LETTERS = {
    "f": "forest",
    "p": "pasture",
    "g": "fields",
    "h": "hills",
    "m": "mountains",
    "d": "desert",
}
"""Terrain by letter; g as in grain."""


def drawn(text: str, harbours: str = "") -> Board:
    """A board from its rows, such as ``f6 p3 p8``, and harbours, such as ``0NW any, 1NE grain``."""
    rows = [line.split() for line in text.strip().splitlines()]
    hexes = [hex for row in rows for hex in row]
    return Board(
        rows=tuple(len(row) for row in rows),
        terrain=tuple(LETTERS.get(hex[0], hex) for hex in hexes),
        tokens=tuple(int(hex[1:] or 0) for hex in hexes),
        harbours=tuple(
            Harbour(EdgeId(edge), good)
            for edge, good in (harbour.split() for harbour in harbours.split(",") if harbour)
        ),
    )
