"""The names of things. All are plain strings or numbers, told apart by the type checker."""

from __future__ import annotations

from typing import NamedTuple, NewType

PlayerId = NewType("PlayerId", str)
RuleId = NewType("RuleId", str)
ModuleId = NewType("ModuleId", str)
EntryId = NewType("EntryId", int)

Site = NewType("Site", str)
"""Where a piece stands: a corner of the board where places are tracked, otherwise a nameless
place of its owner (``anna-3``) that only tells one piece from another."""


class PlaceOf(NamedTuple):
    """Marks a site, in the type of a field, as one where a figure of this name stands.

    In a game in which such figures stand on edges it has the name of an edge.
    """

    figure: str


HexId = NewType("HexId", int)
"""A hex by its number: row by row from the top left, from 0."""

EdgeId = NewType("EdgeId", str)
"""An edge of the board: the first hex that has it and its direction there (``4NE``)."""

CornerId = Site
"""A corner of the board: the first hex that has it and its direction there (``4N``).

The same type as a site: a piece that stands on a corner has the corner's name as its site, so that
nothing need be changed from one to the other.
"""
