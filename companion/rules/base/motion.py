"""What moves on the screen: the longest road along the board, and an award to whoever has it now."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.network import barriers, geometry
from companion.rules.base.queries import laid, roads
from companion.rules.base.slice import Base
from companion.rules.base.trail import longest_trail
from companion.rules.presentation.parts import Motion, Move, Spot


def handed_over(icon: str, was: PlayerId | None, holder: PlayerId | None) -> Iterator[Move]:
    """Something that one player alone has comes to its holder, from whoever had it before."""
    if holder is None or holder == was:
        return
    there = Spot("player", player=holder)
    if was is None:
        yield Move("rises", (there,), icon)
    else:
        yield Move("goes", (Spot("player", player=was), there), icon)


def _longest_road(before: Table, after: Table, held: LongestRoadHeld) -> Iterator[Move]:
    holder, was = held.by, before.slice(Base).longest_road
    if holder is not None and holder != was and laid(after):
        lengths = after.value("road_lengths")
        way = longest_trail(geometry(after), roads(after, holder), barriers(after, holder), lengths)
        yield Move("grows", tuple(Spot("edge", edge) for edge in way), owner=holder)
    yield from handed_over("road", was, holder)


LONGEST_ROAD = Motion(LongestRoadHeld, _longest_road)
