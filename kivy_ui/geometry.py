"""Boxes in pixels, origin at the bottom left, and the few ways in which screens divide them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle: left, bottom, width and height in pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def top(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it: its left and lower edges do, the others belong to what is beside it."""
        return self.x <= x < self.right and self.y <= y < self.top

    def inset(self, horizontal: float, vertical: float | None = None) -> Box:
        """The box drawn in on all sides."""
        vertical = horizontal if vertical is None else vertical
        return Box(
            self.x + horizontal,
            self.y + vertical,
            max(0.0, self.w - 2 * horizontal),
            max(0.0, self.h - 2 * vertical),
        )

    def cut_top(self, height: float) -> tuple[Box, Box]:
        """The upper part of this height, and the rest."""
        height = min(height, self.h)
        return Box(self.x, self.top - height, self.w, height), Box(self.x, self.y, self.w, self.h - height)

    def cut_bottom(self, height: float) -> tuple[Box, Box]:
        """The lower part of this height, and the rest."""
        height = min(height, self.h)
        return Box(self.x, self.y, self.w, height), Box(self.x, self.y + height, self.w, self.h - height)

    def cut_left(self, width: float) -> tuple[Box, Box]:
        """The left part of this width, and the rest."""
        width = min(width, self.w)
        return Box(self.x, self.y, width, self.h), Box(self.x + width, self.y, self.w - width, self.h)

    def cut_right(self, width: float) -> tuple[Box, Box]:
        """The right part of this width, and the rest."""
        width = min(width, self.w)
        return Box(self.right - width, self.y, width, self.h), Box(self.x, self.y, self.w - width, self.h)

    def columns(self, weights: int | Sequence[float], gap: float = 0.0) -> list[Box]:
        """Parts side by side from the left, equal or by weights, ending on whole pixels."""
        shares = [1.0] * weights if isinstance(weights, int) else list(weights)
        room = self.w - gap * (len(shares) - 1)
        total = sum(shares) or 1.0
        boxes, passed = [], 0.0
        for index, share in enumerate(shares):
            left = round(self.x + gap * index + room * passed / total)
            passed += share
            right = round(self.x + gap * index + room * passed / total)
            boxes.append(Box(left, self.y, right - left, self.h))
        return boxes

    def rows(self, weights: int | Sequence[float], gap: float = 0.0) -> list[Box]:
        """Parts one under another from the top, equal or by weights, ending on whole pixels."""
        shares = [1.0] * weights if isinstance(weights, int) else list(weights)
        room = self.h - gap * (len(shares) - 1)
        total = sum(shares) or 1.0
        boxes, passed = [], 0.0
        for index, share in enumerate(shares):
            top = round(self.top - gap * index - room * passed / total)
            passed += share
            bottom = round(self.top - gap * index - room * passed / total)
            boxes.append(Box(self.x, bottom, self.w, top - bottom))
        return boxes

    def grid(self, columns: int, rows: int, gap: float = 0.0) -> list[Box]:
        """Cells row by row from the top left."""
        return [cell for row in self.rows(rows, gap) for cell in row.columns(columns, gap)]

    def middle(self, width: float, height: float) -> Box:
        """A box of this size with the same centre, on whole pixels."""
        return Box(round(self.x + (self.w - width) / 2), round(self.y + (self.h - height) / 2), width, height)

    def overlaps(self, other: Box, slack: float = 0.5) -> bool:
        """Whether the two share more than a sliver."""
        return (
            self.x + slack < other.right
            and other.x + slack < self.right
            and self.y + slack < other.top
            and other.y + slack < self.top
        )
