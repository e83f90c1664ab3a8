"""How the light differs from that of the calibration. The tray shows it: most of what is seen in it is its
floor, which has been seen bare. Pictures are read as they would look in the light that was learned."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.geometry import Floats, Picture

Ceiling = tuple[int, ...]
"""How bright blue, green and red can be, in whole levels: what was brighter has burnt out."""
WHITE: Ceiling = (255, 255, 255)

CELL_PX = 6
DIMMEST, BRIGHTEST = 14, 246
"""Cells that are darker or brighter say little of the light."""
LEAST_CELLS = 0.08
ALIKE = 0.14
"""Cells of the floor agree with the middle one so far, as logarithms; dice and hands do not."""
STAYED = 0.3
"""Where so much of the tray looks as before, the light is as before."""
BENDS = (0.55, 0.65, 0.75, 0.87, 1.15, 1.33, 1.5, 1.75)
"""Curves of cameras that are tried: 1 is none."""
SURELY_BENT = 0.9
"""The floor's brightness then and now must correlate so well, or they tell of no curve."""
CLEARLY_BENT = 0.05
"""So many more cells must agree with a curve."""
SLIGHT = 0.05
"""So small a change, as a logarithm, is left alone."""
BURNT = 250
STILL_BURNT = 0.002
"""A part of the rectified picture: a fifth of the top of a die."""
MOST = 3.2
"""Light that is brighter or dimmer by more than this factor in some colour is another light."""
MOST_TINGED = 2.3
"""As much may one colour have changed against another."""


def cells(picture: Picture) -> Picture:
    """The colours of a rectified picture, square by square: (count, 3)."""
    rows, columns = (max(1, side // CELL_PX) for side in picture.shape[:2])
    whole = picture[: rows * CELL_PX, : columns * CELL_PX]  # whole squares, which is quick
    return cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA).reshape(-1, 3)


@dataclass(frozen=True)
class Change:
    """How blue, green and red are seen now: ``factors`` times the brightness before, of which a camera may
    have bent the curve. Brightness is from 0 to 1."""

    factors: Floats
    """Of the floor."""
    gains: Floats
    bend: float
    """now = gains * before ** bend"""

    @property
    def is_slight(self) -> bool:
        """Whether there is nothing to put right."""
        return bool(np.abs(np.log(self.factors)).max() < SLIGHT) and self.bend == 1

    @property
    def is_other(self) -> bool:
        """Whether the light has changed so much that colours cannot be trusted."""
        low, high = float(self.factors.min()), float(self.factors.max())
        return high > MOST or low < 1 / MOST or high / low > MOST_TINGED

    @property
    def ceiling(self) -> Ceiling:
        """How bright blue, green and red can be once the picture looks as it was learned."""
        return tuple((255 * np.minimum(1.0, self._before(1.0))).astype(int).tolist())

    def back(self, now: Picture, bare: Picture) -> Picture:
        """What each brightness of blue, green and red was in the light of the calibration: (1, 256, 3).

        Given the rectified picture and the cells of the bare tray. Where the floor is darker and white is as
        white as ever the camera bends its curve, though a floor of one brightness does not tell so.
        """
        levels = np.arange(256)[:, None] / 255
        table = 255 * self._before(levels)
        if self.bend == 1 and self.factors.max() < 1 and (now >= BURNT).all(axis=2).mean() > STILL_BURNT:
            before = np.clip(np.median(bare, axis=0), DIMMEST, BRIGHTEST) / 255
            table = 255 * levels ** (np.log(before) / np.log(before * self.factors))
        return np.clip(table + 0.5, 0, 255).astype(np.uint8).reshape(1, 256, 3)

    def _before(self, now: Floats | float) -> Floats:
        found: Floats = (now / self.gains) ** (1 / self.bend)
        return found


def change(now: Picture, before: Picture) -> Change:
    """How the rectified picture's cells differ from the bare tray's."""
    usable = ((now < BRIGHTEST) & (before < BRIGHTEST) & (before > DIMMEST)).all(axis=1)
    if usable.mean() < LEAST_CELLS:
        return Change(np.ones(3), np.ones(3), 1.0)
    seen, bare = (np.log((picture[usable] + 1.0) / 256) for picture in (now, before))
    off = seen - bare
    unchanged = np.abs(off).max(axis=1) < ALIKE
    # what covers most of the tray is no light: that falls on all of it
    middle = np.zeros(3) if unchanged.mean() > STAYED else np.median(off, axis=0)
    middle, share = _agreed(off, middle)
    factors = np.exp(middle)
    best = share, middle, 1.0
    if unchanged.mean() <= STAYED:
        for bend in BENDS:
            bent = seen - bend * bare
            gains, agree = _agreed(bent, np.median(bent, axis=0))
            if agree > max(best[0], share + CLEARLY_BENT):
                best = agree, gains, bend
    _, gains, bend = best
    if bend != 1:
        near = np.abs(seen - bend * bare - gains).max(axis=1) < ALIKE
        ours, theirs = (values[near] - values[near].mean(axis=0) for values in (seen, bare))
        both, spread = float((ours * theirs).sum()), float((theirs * theirs).sum())
        if not spread or both < SURELY_BENT * math.sqrt(spread * float((ours * ours).sum())):
            return Change(factors, factors, 1.0)
        bend = float(np.clip(both / spread, BENDS[0], BENDS[-1]))
        gains = (seen[near] - bend * bare[near]).mean(axis=0)
    return Change(factors, np.exp(gains), bend)


def _agreed(off: Floats, middle: Floats) -> tuple[Floats, float]:
    """What most of these logarithms are near to, and the share of them that is closer than half as much."""
    for _ in range(2):
        near = np.abs(off - middle).max(axis=1) < ALIKE
        if near.mean() < LEAST_CELLS:
            break
        middle = off[near].mean(axis=0)
    return middle, float((np.abs(off - middle).max(axis=1) < ALIKE / 2).mean())
