"""Whether a picture is of the place that was learned: the same tray on the same table, seen alike."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.geometry import Floats, Picture

CELL_PX = 20
"""Of the small view of a whole picture."""
LEAST_SPREAD = 3.0
"""Cells with less structure look alike anywhere."""
LEAST_CELLS = 12
ALIKE = 0.5
"""Cells that agree so well (a correlation) show the same."""
SAME = 0.45
"""So many of the cells show the same under a hand that reaches in (0.60 at least), or under a camera that was
turned by five degrees (0.66), and fewer in pictures of other trays (0.39 at most, on the same tablecloth)."""


class Place:
    """Remembers the small view of a place."""

    def __init__(self, view: Picture) -> None:
        cells = _cells(view)
        spread = cells.std(axis=1)
        self._structured = spread > LEAST_SPREAD
        self._cells = cells[self._structured]
        self._spread = spread[self._structured]

    def is_other(self, view: Picture) -> bool:
        """Whether this view, of the same size, is of another place; not where nothing can tell."""
        if len(self._cells) < LEAST_CELLS:
            return False
        cells = _cells(view)[self._structured]
        agreeing = (cells * self._cells).mean(axis=1) / (cells.std(axis=1) * self._spread + 1)
        return bool(np.mean(agreeing > ALIKE) < SAME)


def _cells(view: Picture) -> Floats:
    """Square by square, each about its own mean: light that changes slowly does not count."""
    smooth = cv2.GaussianBlur(view.astype(np.float32), (0, 0), 1.0)
    rows, columns = (side // CELL_PX for side in view.shape)
    whole = smooth[: rows * CELL_PX, : columns * CELL_PX].reshape(rows, CELL_PX, columns, CELL_PX)
    cells = whole.transpose(0, 2, 1, 3).reshape(rows * columns, -1)
    return cells - cells.mean(axis=1, keepdims=True)
