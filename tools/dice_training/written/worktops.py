"""Tables under the trays of the rigs u48 to u59."""

from __future__ import annotations

import cv2
import numpy as np

from tools.dice_training.drawings import Random
from tools.dice_training.looks import Finish, Surface
from tools.dice_training.written.textures import (
    SURFACE_PX,
    cells,
    cloud,
    grid,
    made,
    net,
    shaded,
    streaks,
    threads,
)


def oak_foil(random: Random) -> Surface:
    """A table from a furniture shop: chipboard under foil with a picture of dark oak."""
    x, y = grid()
    lane = np.minimum((y * 5).astype(int), 4)
    bow = y + 0.12 * np.sin(2.2 * x + lane) + 0.015 * cloud(random, SURFACE_PX, 2.2)
    flame = np.sin(bow * 45 * 2 * np.pi)
    amount = 0.1 * flame + 0.06 * streaks(random, SURFACE_PX, 40, 0.9) - 0.3 * (y * 5 % 1 < 0.008)
    return made(shaded((0.40, 0.29, 0.20), amount), 0.5, Finish(0.4, 0.15), 50.0)


def white_table(random: Random) -> Surface:
    """A white table from the same shop, a few hairline scratches in its lacquer."""
    colours = shaded((0.80, 0.80, 0.79), 0.012 * cloud(random, SURFACE_PX, 1.4))
    for _ in range(26):
        start = random.uniform(0, SURFACE_PX, 2)
        end = start + random.normal(0, SURFACE_PX / 14, 2)
        cv2.line(colours, start.astype(int).tolist(), end.astype(int).tolist(), (0.70, 0.70, 0.70), 1)
    return made(colours, 0.5, Finish(0.35, 0.2), 44.0)


def strand_board(random: Random) -> Surface:
    """A workbench of oriented strand board: flakes of pine every which way."""
    colours = np.full((SURFACE_PX, SURFACE_PX, 3), (0.66, 0.50, 0.30), np.float32)
    for _ in range(1100):
        at, turn = random.uniform(0, SURFACE_PX, 2), float(random.uniform(0, 180))
        long, wide = random.uniform(0.02, 0.05) * SURFACE_PX, random.uniform(0.006, 0.015) * SURFACE_PX
        paint = np.array((0.70, 0.53, 0.32)) * random.uniform(0.7, 1.15)
        box = cv2.boxPoints((at.tolist(), (float(long), float(wide)), turn))
        cv2.fillPoly(colours, [box.astype(np.int32)], paint.tolist())
    return made(shaded(colours, 0.05 * cloud(random, SURFACE_PX, 0.4)), 0.5, Finish(0.7), 40.0)


def terracotta(random: Random) -> Surface:
    """A terrace's table of terracotta tiles, waxed."""
    x, y = grid()
    tiles = 7
    tile = (y * tiles).astype(int) * tiles + (x * tiles).astype(int)
    joint = net(tiles, 0.025)
    amount = random.normal(0, 0.08, tiles * tiles)[tile] + 0.06 * cloud(random, SURFACE_PX, 1.3)
    colours = shaded((0.62, 0.34, 0.22), amount)
    colours[joint] = (0.60, 0.56, 0.50)
    return made(colours, 0.6 - 0.4 * joint, Finish(0.5, 0.15), 56.0)


def grey_laminate(random: Random) -> Surface:
    """A hall's trestle table: laminate that imitates grey linen, with a worn corner."""
    weave = threads(random, SURFACE_PX, 10, 0.8)
    colours = shaded((0.54, 0.55, 0.54), 0.05 * weave + 0.03 * cloud(random, SURFACE_PX, 1.8))
    return made(colours, 0.5, Finish(0.4, 0.15), 44.0)


def rubberwood(random: Random) -> Surface:
    """A desk of finger-jointed rubberwood: narrow staves, their ends like combs."""
    x, y = grid()
    rows = 14
    row = np.minimum((y * rows).astype(int), rows - 1)
    along = x * 2.4 + random.uniform(0, 1, rows)[row] + 0.02 * (np.abs(y * rows * 5 % 2 - 1) - 0.5)
    stave = (row * 31 + along.astype(int) * 7) % 100
    joint = (along % 1 < 0.004) | (y * rows % 1 < 0.02)
    dashes = streaks(random, SURFACE_PX, 9, 0.7)
    amount = random.normal(0, 0.07, 100)[stave] - 0.14 * (dashes > 1.8) - 0.2 * joint
    return made(shaded((0.72, 0.55, 0.37), amount), 0.5, Finish(0.4, 0.2), 50.0)


def plush_cloth(random: Random) -> Surface:
    """A grandmother's tablecloth of dark green plush with a garland of ochre flowers."""
    x, y = grid()
    nap = cloud(random, SURFACE_PX, 0.4)
    u, v = x * 4 % 1 - 0.5, y * 4 % 1 - 0.5
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    flower = (far < 0.2 + 0.07 * np.cos(6 * angle)) & (far > 0.07)
    leaf = np.abs(np.hypot(np.abs(u) - 0.5, np.abs(v) - 0.5) - 0.22 - 0.05 * np.sin(8 * angle)) < 0.035
    colours = np.broadcast_to(np.array((0.11, 0.22, 0.16)), (*x.shape, 3)).copy()
    colours[flower], colours[leaf] = (0.58, 0.42, 0.18), (0.32, 0.36, 0.16)
    return made(shaded(colours, 0.1 * nap), 0.5 + 0.15 * nap, Finish(0.95, relief=0.3), 44.0)


def loop_carpet(random: Random) -> Surface:
    """The floor of a flat: carpet of grey-brown loops, some paler."""
    loops, line = cells(random, 30000)
    amount = 0.3 * (loops - 0.5) - 0.12 * line + 0.06 * cloud(random, SURFACE_PX, 1.4)
    return made(shaded((0.44, 0.40, 0.37), amount), 0.7 - 0.4 * line, Finish(0.97, relief=0.5), 36.0)


def paving(random: Random) -> Surface:
    """A terrace of grey slabs with moss in their joints."""
    x, y = grid()
    joint = net(3, 0.012)
    moss = joint & (cloud(random, SURFACE_PX, 1.2) > -0.3)
    slab = (x * 3).astype(int) * 3 + (y * 3).astype(int)
    grit = cloud(random, SURFACE_PX, 0.4)
    amount = random.normal(0, 0.05, 9)[slab] + 0.07 * grit + 0.06 * cloud(random, SURFACE_PX, 1.7)
    colours = shaded((0.50, 0.49, 0.46), amount)
    colours[joint], colours[moss] = (0.24, 0.22, 0.19), (0.25, 0.33, 0.14)
    return made(colours, 0.6 + 0.06 * grit - 0.4 * joint, Finish(0.9), 90.0)


def ticking(random: Random) -> Surface:
    """A cloth of mattress ticking: cream with grey-blue stripes, a broad one and two narrow ones by turns."""
    x, y = grid()
    at = x * 12 % 1
    stripe = (np.abs(at - 0.3) < 0.12) | (np.abs(at - 0.55) < 0.02) | (np.abs(at - 0.63) < 0.02)
    twill = 0.5 + 0.5 * np.sin((x + y) * 300 * np.pi)
    colours = np.where(stripe[..., None], (0.33, 0.40, 0.50), (0.80, 0.77, 0.69))
    return made(shaded(colours, 0.05 * (twill - 0.5)), 0.5 + 0.2 * twill, Finish(0.92), 42.0)


def quartz(random: Random) -> Surface:
    """A kitchen's worktop of pale quartz: chips of glass and stone in white resin."""
    chips, _ = cells(random, 40000)
    colours = shaded((0.76, 0.75, 0.72), 0.05 * (chips - 0.5))
    colours[chips > 0.97], colours[chips < 0.03] = (0.50, 0.47, 0.43), (0.86, 0.87, 0.88)
    return made(colours, 0.5, Finish(0.18, 0.4), 36.0)


def birch_ply(random: Random) -> Surface:
    """A table of birch plywood: pale, with faint flames and a patch where a knot was."""
    x, y = grid()
    bow = y + 0.06 * np.sin(3 * x) + 0.05 * cloud(random, SURFACE_PX, 2.3)
    patch = np.hypot((x - 0.3) / 1.8, y - 0.75) < 0.018
    amount = 0.035 * np.sin(bow * 34 * np.pi) + 0.03 * streaks(random, SURFACE_PX, 20, 0.8) - 0.12 * patch
    return made(shaded((0.78, 0.67, 0.51), amount), 0.5, Finish(0.5, 0.1), 48.0)
