"""Where on the screen nothing can be touched: there a message may lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kivy_ui.geometry import Box
from kivy_ui.paint import Tappable, touchable

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

WIDE_ENOUGH = 0.35
"""Of the room: the first gap from the top that is this wide is taken."""


def boxes_taken(root: Widget, *without: Widget) -> Iterator[Box]:
    """The boxes that take touches, but for what a message may lie over; where a sheet lies, those on it."""
    for widget, boxes in touchable(root, *without):
        if isinstance(widget, Tappable):
            taken = widget.enabled and not widget.spare
        else:
            taken = not getattr(widget, "modal", False)
        if taken:
            yield from boxes


def gap_at_top(room: Box, taken: Iterable[Box], height: float) -> Box:
    """The uppermost wide gap that is at least this high, down to what can be touched below it; the widest one
    where none is wide enough."""
    boxes = [box for box in taken if box.w > 1 and box.h > 1 and box.overlaps(room)]
    best = Box(room.x, room.top - height, 0.0, height)
    for top in sorted({room.top, *(box.y for box in boxes)}, reverse=True):
        if top - height < room.y - 0.5:
            break
        line = Box(room.x, top - height, room.w, height)
        gap = _widest(line, [box for box in boxes if box.overlaps(line)])
        if gap.w > best.w:
            below = [box.top for box in boxes if box.overlaps(Box(gap.x, room.y, gap.w, gap.top - room.y))]
            floor = max([room.y, *below])
            best = Box(gap.x, floor, gap.w, gap.top - floor)
        if best.w >= WIDE_ENOUGH * room.w:
            break
    return best


def _widest(line: Box, taken: list[Box]) -> Box:
    """The widest part of a line that nothing takes."""
    best, left = Box(line.x, line.y, 0.0, line.h), line.x
    for box in sorted(taken):
        if box.x - left > best.w:
            best = Box(left, line.y, box.x - left, line.h)
        left = max(left, box.right)
    if line.right - left > best.w:
        best = Box(left, line.y, line.right - left, line.h)
    return best
