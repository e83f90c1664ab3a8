"""What surfaces of rigs that were written down by hand are made with, and what their dice are made of.

No texture and no list of colours is shared with the rigs that are made by rule.
"""

from __future__ import annotations

import cv2
import numpy as np

from tools.dice_training.drawings import Floats, Random
from tools.dice_training.looks import Colour, Finish, Surface

SURFACE_PX = 768


def cloud(random: Random, size_px: int, slope: float) -> Floats:
    """Noise without a scale, the coarser the higher the slope; mean 0, deviation 1."""
    across = np.fft.fftfreq(size_px)[:, None], np.fft.rfftfreq(size_px)[None, :]
    frequency = np.hypot(*across)
    frequency[0, 0] = 1
    shape = frequency.shape
    phases = random.standard_normal(shape) + 1j * random.standard_normal(shape)
    field = np.fft.irfft2(phases / frequency ** (slope / 1), s=(size_px, size_px))
    return ((field - field.mean()) / field.std()).astype(np.float32)


def streaks(random: Random, size_px: int, along: float, across: float) -> Floats:
    """Noise drawn out to the right; mean 0, deviation 1."""
    down, right = np.fft.fftfreq(size_px)[:, None], np.fft.rfftfreq(size_px)[None, :]
    window = np.exp(-2 * np.pi**2 * ((right * along) ** 2 + (down * across) ** 2))
    field = np.fft.irfft2(np.fft.rfft2(random.standard_normal((size_px, size_px))) * window)
    return ((field - field.mean()) / field.std()).astype(np.float32)


def grid() -> tuple[Floats, Floats]:
    """Of each pixel of a surface how far it is to the right and down, from 0 to 1."""
    rows, columns = np.mgrid[0:SURFACE_PX, 0:SURFACE_PX] / SURFACE_PX
    return columns, rows


def threads(random: Random, size_px: int, along: float, across: float) -> Floats:
    """What lies to and fro in a cloth: streaks to the right and streaks down."""
    right = streaks(random, size_px, along, across)
    return right + streaks(random, size_px, along, across).T


def net(lines: int, wide: float) -> Floats:
    """Whether each pixel lies on a net of so many lines either way, which reach ``wide`` of their distance to
    both sides."""
    columns, rows = (np.abs(place * lines % 1 - 0.5) for place in grid())
    return np.maximum(columns, rows) > 0.5 - wide


def cells(random: Random, count: int) -> tuple[Floats, Floats]:
    """Which of so many scattered seeds is nearest to each pixel, as a number of its own from 0 to 1 that all
    pixels of a seed share, and whether the pixel lies on the line between two of them."""
    free = np.ones((SURFACE_PX, SURFACE_PX), np.uint8)
    free[tuple(random.integers(0, SURFACE_PX, (2, count)))] = 0
    _, nearest = cv2.distanceTransformWithLabels(free, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    line = (nearest != np.roll(nearest, 1, 0)) | (nearest != np.roll(nearest, 1, 1))
    return random.uniform(0, 1, count + 1)[nearest], line


def made(colours: Floats, heights: Floats | float, finish: Finish, tile: float = 20.0) -> Surface:
    """A surface of colours and heights that may reach a little beyond 0 to 1; where it is even, of one
    height."""
    heights = np.broadcast_to(np.asarray(heights), colours.shape[:2])
    return Surface(
        np.clip(colours, 0, 1).astype(np.float32), np.clip(heights, 0, 1).astype(np.float32), finish, tile
    )


def shaded(colour: Colour | Floats, amount: Floats) -> Floats:
    """The colour, or those of a picture, brighter by an amount that each pixel has of its own."""
    return np.asarray(colour) * (1 + amount[..., None])


def mixed(colour: Colour | Floats, other: Colour | Floats, part: Floats) -> Floats:
    """One colour, or those of a picture, with so much of another instead as each pixel has."""
    share = part[..., None]
    return np.asarray(colour) * (1 - share) + np.asarray(other) * share


def bodied(side: tuple[Floats, Floats], kind: str, random: Random) -> tuple[Floats, Floats]:
    """The side of a die that is plain, of beech or olive wood, of swirled or smoky resin, pearly, or with
    glitter in it."""
    colours, heights = side
    size_px = len(colours)
    if kind == "beech":
        flecks = streaks(random, size_px, 40, 1.4) > 1.1
        amount = 0.06 * streaks(random, size_px, 90, 3) - 0.14 * flecks
    elif kind == "olive":
        bent = 2 * cloud(random, size_px, 2.3) + 0.5 * streaks(random, size_px, 110, 14)
        amount = 0.09 * np.sin(3 * bent) + 0.04 * streaks(random, size_px, 60, 1.2)
    elif kind == "smoke":
        amount = 0.12 * np.tanh(cloud(random, size_px, 1.9))
    elif kind == "swirl":
        field = cloud(random, size_px, 2.6)
        amount = 0.28 * np.sin(4 * field + 2 * cloud(random, size_px, 2.2)) * (np.abs(field) < 1.6)
    elif kind == "pearl":
        amount = 0.07 * np.sin(5 * cloud(random, size_px, 2.4))
    elif kind == "glitter":
        amount = 0.6 * (random.random((size_px, size_px)) > 0.985) - 0.05
    else:
        return side
    return np.clip(shaded(colours, amount), 0, 1).astype(np.float32), heights
