"""Cloths and leathers of the trays of rigs that were written down by hand."""

from __future__ import annotations

import numpy as np

from tools.dice_training.drawings import Random
from tools.dice_training.looks import Finish, Surface
from tools.dice_training.written.textures import (
    SURFACE_PX,
    cloud,
    grid,
    made,
    mixed,
    shaded,
    streaks,
    threads,
)


def printed_baize(random: Random) -> Surface:
    """Green baize with pale lines and a circle printed on it."""
    nap = 0.6 * cloud(random, SURFACE_PX, 0.4) + 0.3 * cloud(random, SURFACE_PX, 1.4)
    colours = shaded((0.05, 0.38, 0.27), 0.1 * nap)
    x, y = grid()
    far = np.hypot(x - 0.5, y - 0.5)
    lines = (np.abs(far - 0.22) < 0.006) | (np.abs(np.maximum(abs(x - 0.5), abs(y - 0.5)) - 0.34) < 0.005)
    colours[lines] = colours[lines] * 0.35 + np.array((0.86, 0.82, 0.6)) * 0.6
    return made(colours, 0.5 + 0.1 * nap, Finish(0.97))


def burlap(random: Random) -> Surface:
    """Sackcloth of coarse threads."""
    x, y = grid()
    count = 88
    wander = 0.006 * cloud(random, SURFACE_PX, 1.8)
    over = np.sin((x + wander) * count * 2 * np.pi), np.sin((y + wander) * count * 2 * np.pi)
    warp, weft = over[0] * np.sign(over[1] + 0.01), -over[1] * np.sign(over[0] + 0.01)
    woven = np.maximum(warp, 0) + np.maximum(weft, 0)
    thick = 0.12 * streaks(random, SURFACE_PX, 50, 1.5) + 0.12 * streaks(random, SURFACE_PX, 50, 1.5).T
    colours = shaded((0.62, 0.50, 0.33), 0.35 * (woven - 0.6) + thick)
    return made(colours, 0.2 + 0.6 * woven, Finish(0.95, relief=0.4))


def quilt(random: Random) -> Surface:
    """Satin stitched into lozenges."""
    x, y = grid()
    one, other = (x + y) * 7 % 1, (x - y) * 7 % 1
    seam = np.minimum(np.minimum(one, 1 - one), np.minimum(other, 1 - other))
    puff = np.sqrt(np.clip(seam * 2, 0, 1))
    stitch = (seam < 0.03) & (np.sin((x - y) * 400) > 0)
    colours = shaded((0.16, 0.10, 0.30), 0.05 * cloud(random, SURFACE_PX, 0.6) + 0.25 * (puff - 0.6))
    colours[stitch] = (0.45, 0.38, 0.60)
    return made(colours, puff, Finish(0.45, relief=0.9))


def linen(random: Random) -> Surface:
    """Undyed linen with thick and thin threads."""
    warp, weft = streaks(random, SURFACE_PX, 60, 0.9), streaks(random, SURFACE_PX, 60, 0.9).T
    amount = 0.06 * warp + 0.06 * weft
    return made(shaded((0.74, 0.68, 0.57), amount), 0.5 + 0.1 * (warp + weft), Finish(0.95))


def suede(random: Random) -> Surface:
    """Rough leather brushed to and fro."""
    brushed = cloud(random, SURFACE_PX, 1.7)
    amount = 0.12 * brushed + 0.06 * cloud(random, SURFACE_PX, 0.5)
    return made(shaded((0.33, 0.36, 0.20), amount), 0.5 + 0.1 * brushed, Finish(0.95))


def felt(random: Random) -> Surface:
    """Pressed wool of pale and dark grey fibres."""
    fibres = threads(random, SURFACE_PX, 9, 0.7)
    flecks = cloud(random, SURFACE_PX, 0.5) + 0.6 * fibres
    amount = 0.12 * flecks - 0.18 * (flecks > 2.2)
    return made(shaded((0.44, 0.45, 0.46), amount), 0.5 + 0.1 * flecks, Finish(0.97))


def velvet(random: Random) -> Surface:
    """Midnight blue, brushed in patches that catch the light."""
    brushed, nap = cloud(random, SURFACE_PX, 1.9), cloud(random, SURFACE_PX, 0.3)
    amount = 0.22 * brushed + 0.12 * nap
    return made(shaded((0.10, 0.11, 0.27), amount), 0.5 + 0.15 * nap, Finish(0.85, relief=0.3))


def leather(random: Random) -> Surface:
    """Tan hide with a pebbled grain."""
    pebbles = np.abs(cloud(random, SURFACE_PX, 0.9))
    amount = 0.10 * np.minimum(pebbles, 1.5) + 0.08 * cloud(random, SURFACE_PX, 1.8)
    colours = shaded((0.50, 0.29, 0.15), amount)
    return made(colours, 0.3 + 0.3 * np.minimum(pebbles, 1.5), Finish(0.5, 0.1, 0.5))


def gingham(random: Random) -> Surface:
    """A cloth with olive checks."""
    x, y = grid()
    one, other = (x * 14) % 1 < 0.5, (y * 14) % 1 < 0.5
    weave = threads(random, SURFACE_PX, 30, 0.8)
    colours = mixed((0.86, 0.84, 0.76), (0.36, 0.40, 0.16), 0.5 * (one.astype(float) + other))
    return made(shaded(colours, 0.03 * weave), 0.5 + 0.1 * weave, Finish(0.95))


def corduroy(random: Random) -> Surface:
    """Petrol blue ribs with worn backs."""
    x, _ = grid()
    rib = np.sin((x + 0.0008 * cloud(random, SURFACE_PX, 1.8)) * 60 * np.pi) ** 2
    nap = cloud(random, SURFACE_PX, 0.4)
    amount = 0.4 * (rib - 0.5) + 0.07 * nap + 0.06 * cloud(random, SURFACE_PX, 1.8)
    return made(shaded((0.14, 0.31, 0.34), amount), 0.2 + 0.6 * rib, Finish(0.95, relief=0.5))


def knit(random: Random) -> Surface:
    """Stocking stitch of a heather grey yarn."""
    stitches = 26
    x, y = grid()
    half = np.abs(x * stitches % 1 - 0.5)
    row = (y * stitches * 1.25 + half * 1.3) % 1
    yarn = np.sin(row * np.pi) * np.clip(4 * np.minimum(half, 0.5 - half) + 0.25, 0, 1)
    heather = 0.1 * cloud(random, SURFACE_PX, 0.7) + 0.05 * cloud(random, SURFACE_PX, 0.2)
    colours = shaded((0.38, 0.34, 0.43), 0.6 * (yarn - 0.45) + heather)
    return made(colours, yarn, Finish(0.97, relief=0.6))


def microfibre(random: Random) -> Surface:
    """Plum-coloured microfibre, stroked this way and that."""
    stroked, nap = np.tanh(1.5 * cloud(random, SURFACE_PX, 1.6)), cloud(random, SURFACE_PX, 0.3)
    amount = 0.13 * stroked + 0.07 * nap
    return made(shaded((0.38, 0.28, 0.43), amount), 0.5 + 0.12 * nap, Finish(0.95, relief=0.3))


def leatherette(random: Random) -> Surface:
    """Charcoal, with fine creases, and a seam along its middle."""
    creases = np.minimum(np.abs(cloud(random, SURFACE_PX, 1.3)), 1)
    x, y = grid()
    thread = (np.abs(y - 0.5) < 0.002) & (x * 64 % 1 < 0.6)
    colours = shaded((0.17, 0.16, 0.17), 0.25 * (creases - 0.5))
    colours[thread] = (0.62, 0.58, 0.52)
    return made(colours, 0.3 + 0.5 * creases, Finish(0.45, 0.15, 0.5))


def tea_towel(random: Random) -> Surface:
    """A towel of dusky blue waffles with cream stripes."""
    x, y = grid()
    waffle = np.maximum(np.abs(np.sin(x * 42 * np.pi)), np.abs(np.sin(y * 42 * np.pi)))
    thread = threads(random, SURFACE_PX, 30, 0.8)
    at = x * 3 % 1
    stripe = (np.abs(at - 0.3) < 0.05) | (np.abs(at - 0.42) < 0.02) | (np.abs(at - 0.18) < 0.02)
    colours = np.where(stripe[..., None], (0.80, 0.76, 0.68), (0.37, 0.47, 0.60))
    shade = 0.35 * (waffle - 0.85) + 0.03 * thread
    return made(shaded(colours, shade), waffle, Finish(0.95, relief=0.5))


def tooled_leather(random: Random) -> Surface:
    """A desk's writing leather, green, with a gilt border of two lines and beads between them."""
    x, y = grid()
    grain = np.minimum(np.abs(cloud(random, SURFACE_PX, 1.0)), 1.4)
    colours = shaded((0.22, 0.42, 0.28), 0.1 * (grain - 0.7) + 0.05 * cloud(random, SURFACE_PX, 2.0))
    right, down = np.abs(x - 0.5) - 0.33, np.abs(y - 0.5) - 0.22
    off = np.maximum(right, down)
    beads = (np.where(right > down, y, x) * 70 % 1 - 0.5) / 70
    gilt = (np.abs(off) < 0.0025) | (np.abs(off - 0.024) < 0.004) | (np.hypot(off - 0.011, beads) < 0.004)
    colours[gilt] = (0.72, 0.56, 0.24)
    return made(colours, 0.3 + 0.3 * grain - 0.2 * gilt, Finish(0.5, 0.15, 0.4))


def saddle_leather(random: Random) -> Surface:
    """Chestnut hide, smooth and scuffed, with a creased line along its edges."""
    x, y = grid()
    scuffed = np.clip(streaks(random, SURFACE_PX, 26, 1.2) - 1.6, 0, 1.5)
    creased = np.abs(np.maximum(np.abs(x - 0.5) - 0.42, np.abs(y - 0.5) - 0.3)) < 0.003
    amount = 0.1 * cloud(random, SURFACE_PX, 1.8) + 0.25 * scuffed - 0.4 * creased
    return made(shaded((0.37, 0.20, 0.12), amount), 0.6 - 0.4 * creased, Finish(0.45, 0.2, 0.4))


def stitched_hide(random: Random) -> Surface:
    """The edge of that hide, almost black, with linen stitches."""
    x, y = grid()
    colours = shaded((0.15, 0.09, 0.07), 0.15 * cloud(random, SURFACE_PX, 1.4))
    colours[(np.abs(y - 0.5) < 0.03) & (x * 8 % 1 < 0.65)] = (0.66, 0.58, 0.44)
    return made(colours, 0.5, Finish(0.5, 0.1), 4.0)


def crushed_velvet(random: Random) -> Surface:
    """Wine-red velvet with the marks of what lay on it."""
    crushed, nap = np.minimum(np.abs(cloud(random, SURFACE_PX, 1.7)), 2), cloud(random, SURFACE_PX, 0.3)
    amount = 0.3 * (crushed - 0.8) + 0.1 * nap
    return made(shaded((0.30, 0.05, 0.10), amount), 0.5 + 0.15 * nap, Finish(0.85, relief=0.3))
