"""What moves on the screen: the longest road along the board, and its card to whoever has it now."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.table import Table
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.network import barriers, geometry
from companion.rules.base.queries import laid, roads
from companion.rules.base.slice import Base
from companion.rules.base.trail import longest_trail
from companion.rules.presentation.parts import Motion, Move, Spot


def _handed_over(before: Table, after: Table, held: LongestRoadHeld) -> Iterator[Move]:
    holder, was = held.by, before.slice(Base).longest_road
    if holder is None or holder == was:
        return
    if laid(after):
        lengths = after.value("road_lengths")
        way = longest_trail(geometry(after), roads(after, holder), barriers(after, holder), lengths)
        yield Move("grows", tuple(Spot("edge", edge) for edge in way), owner=holder)
    if was is None:
        yield Move("rises", (Spot("player", player=holder),), "road")
    else:
        yield Move("goes", (Spot("player", player=was), Spot("player", player=holder)), "road")


LONGEST_ROAD = Motion(LongestRoadHeld, _handed_over)
