"""How the light differs from that of the calibration. The tray shows it: most of what is seen in it is its
floor, which has been seen bare. Pictures are read as they would look in the light that was learned."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.geometry import Floats, Picture

CELL_PX = 6
DIMMEST, BRIGHTEST = 14, 246
"""Cells that are darker or brighter say little of the light."""
LEAST_CELLS = 0.08
ALIKE = 0.14
"""Cells of the floor agree with the middle one so far, as logarithms; dice and hands do not."""
STAYED = 0.3
"""Where so much of the tray looks as before, the light is as before."""
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


def change(now: Picture, before: Picture) -> Floats:
    """By which factors blue, green and red of the rectified picture's cells differ from the bare tray's."""
    usable = ((now < BRIGHTEST) & (before < BRIGHTEST) & (before > DIMMEST)).all(axis=1)
    if usable.mean() < LEAST_CELLS:
        return np.ones(3)
    factors = np.log((now[usable] + 1.0) / (before[usable] + 1.0))
    unchanged = np.abs(factors).max(axis=1) < ALIKE
    # what covers most of the tray is no light: that falls on all of it
    middle = np.zeros(3) if unchanged.mean() > STAYED else np.median(factors, axis=0)
    for _ in range(2):
        near = np.abs(factors - middle).max(axis=1) < ALIKE
        if near.mean() < LEAST_CELLS:
            break
        middle = factors[near].mean(axis=0)
    return np.exp(middle)


def is_slight(factors: Floats) -> bool:
    """Whether there is nothing to put right."""
    return bool(np.abs(np.log(factors)).max() < SLIGHT)


def is_other(factors: Floats) -> bool:
    """Whether the light has changed so much that colours cannot be trusted."""
    low, high = float(factors.min()), float(factors.max())
    return high > MOST or low < 1 / MOST or high / low > MOST_TINGED


def ceiling(factors: Floats) -> tuple[int, ...]:
    """How bright blue, green and red can be as it was learned, in whole levels: what was brighter has burnt
    out."""
    return tuple(np.minimum(255.0, 255 / factors).astype(int).tolist())


def back(factors: Floats, now: Picture, bare: Picture) -> Picture:
    """What each brightness of blue, green and red was in the light of the calibration: (1, 256, 3).

    Given the factors with the rectified picture and the cells of the bare tray. Where the floor is darker and
    white is as white as ever the camera bends its curve, and the light is the same.
    """
    levels = np.arange(256)[:, None]
    table = levels / factors
    if factors.max() < 1 and (now >= BURNT).all(axis=2).mean() > STILL_BURNT:
        before = np.clip(np.median(bare, axis=0), DIMMEST, BRIGHTEST) / 255
        table = 255 * (levels / 255) ** (np.log(before) / np.log(before * factors))
    return np.clip(table + 0.5, 0, 255).astype(np.uint8).reshape(1, 256, 3)
