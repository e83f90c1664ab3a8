"""Floors of the trays of the rigs u60 to u71."""

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
    mixed,
    net,
    shaded,
    streaks,
    threads,
)


def heather_felt(random: Random) -> Surface:
    """Felt of ink-blue wool with hairs of white and turquoise in it."""
    hairs = threads(random, SURFACE_PX, 7, 0.7)
    colours = shaded((0.15, 0.21, 0.36), 0.08 * cloud(random, SURFACE_PX, 0.8) + 0.04 * hairs)
    colours = mixed(colours, (0.66, 0.70, 0.76), 0.4 * np.clip(hairs - 2.6, 0, 1))
    turquoise = threads(random, SURFACE_PX, 9, 0.7)
    colours = mixed(colours, (0.16, 0.52, 0.54), 0.6 * np.clip(turquoise - 2.4, 0, 1))
    return made(colours, 0.5 + 0.1 * hairs, Finish(0.96, relief=0.3))


def gilt_lattice(random: Random) -> Surface:
    """Burgundy imitation leather with a lattice of thin gilt lines, worn off here and there."""
    x, y = grid()
    lines = np.zeros(x.shape, bool)
    for turn in (0.0, 60.0, 120.0):
        far = x * np.cos(np.radians(turn)) + y * np.sin(np.radians(turn))
        lines |= np.abs(far * 7 % 1 - 0.5) < 0.018
    worn = cloud(random, SURFACE_PX, 1.1) > 1.2
    grain, line = cells(random, 12000)
    colours = shaded((0.36, 0.09, 0.14), 0.16 * (grain - 0.5) - 0.12 * line)
    colours[lines & ~worn] = (0.68, 0.52, 0.26)
    return made(colours, 0.6 - 0.15 * line, Finish(0.42, 0.1))


def bare_card(random: Random) -> Surface:
    """The inside of a puzzle's lid: white card, a little yellowed, scuffed grey by a thousand pieces."""
    x, y = grid()
    dust = np.clip(streaks(random, SURFACE_PX, 14, 1.0) - 2.0, 0, 1)
    scuffs = np.clip(cloud(random, SURFACE_PX, 1.5) - 0.9, 0, 1)
    edge = np.exp(-10 * (0.5 - np.maximum(np.abs(x - 0.5), np.abs(y - 0.5)))) * 0.06
    colours = shaded((0.78, 0.76, 0.70), 0.012 * cloud(random, SURFACE_PX, 0.7) - edge)
    return made(mixed(colours, (0.58, 0.58, 0.57), 0.2 * scuffs + 0.4 * dust), 0.5, Finish(0.72))


def smoked_glass(random: Random) -> Surface:
    """The bottom of a dish of brown pressed glass: a star of many rays in a ring, and bubbles."""
    x, y = grid()
    far, angle = np.hypot(x - 0.5, y - 0.5), np.arctan2(y - 0.5, x - 0.5)
    rays = np.abs(np.sin(16 * angle)) * (far < 0.3)
    ridge = np.exp(-(((far - 0.31) / 0.008) ** 2))
    bubbles = cloud(random, SURFACE_PX, 0.6) > 3.0
    amount = 0.2 * (rays - 0.5) * (far < 0.3) + 0.3 * ridge + 0.4 * bubbles
    amount = amount + 0.05 * cloud(random, SURFACE_PX, 2.0)
    return made(shaded((0.34, 0.25, 0.17), amount), 0.4 + 0.2 * rays + 0.3 * ridge, Finish(0.16, 0.5, 0.3))


def sprigged_cotton(random: Random) -> Surface:
    """The cushion of a lap tray: duck-egg cotton printed with small sprigs of two leaves and a berry."""
    x, y = grid()
    lines = 11
    row = (y * lines).astype(int)
    u, v = (x * lines + 0.5 * (row % 2)) % 1 - 0.5, y * lines % 1 - 0.5
    lean = np.where(row % 2 == 0, u, -u)
    leaves = ((np.abs(lean) - 0.14) / 0.13) ** 2 + ((v + 0.1 - 0.6 * np.abs(lean)) / 0.07) ** 2 < 1
    stem = (np.abs(lean - 0.15 * v) < 0.02) & (np.abs(v) < 0.28)
    berry = np.hypot(lean + 0.04, v + 0.27) < 0.085
    colours = np.broadcast_to(np.array((0.50, 0.61, 0.59)), (*x.shape, 3)).copy()
    colours[leaves | stem], colours[berry] = (0.78, 0.77, 0.68), (0.62, 0.33, 0.32)
    weave = threads(random, SURFACE_PX, 3, 0.7)
    return made(shaded(colours, 0.03 * weave + 0.04 * cloud(random, SURFACE_PX, 1.8)), 0.5, Finish(0.9))


def bar_runner(random: Random) -> Surface:
    """A brewery's runner from a bar: black terry with its name in gold and two red bands."""
    _, y = grid()
    loops = cloud(random, SURFACE_PX, 0.3)
    scale = SURFACE_PX / 768
    colours = np.full((SURFACE_PX, SURFACE_PX, 3), (0.13, 0.13, 0.14), np.float32)
    colours[(np.abs(y - 0.25) < 0.012) | (np.abs(y - 0.75) < 0.012)] = (0.56, 0.11, 0.10)
    letters = np.zeros((SURFACE_PX, SURFACE_PX), np.uint8)
    for row, word in ((0.44, "HARBOUR"), (0.62, "STOUT 1871")):
        size, _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_TRIPLEX, 2.4 * scale, 5)
        at = (round((SURFACE_PX - size[0]) / 2), round(row * SURFACE_PX))
        wide = max(1, round(6 * scale))
        cv2.putText(letters, word, at, cv2.FONT_HERSHEY_TRIPLEX, 2.4 * scale, 1, wide)
    colours[letters > 0] = (0.66, 0.52, 0.24)
    return made(shaded(colours, 0.13 * loops), 0.5 + 0.15 * loops, Finish(0.95, relief=0.4), 30.0)


def hammered_copper(random: Random) -> Surface:
    """A copper tray beaten with a round hammer, brown where it is never wiped."""
    facet, line = cells(random, 1500)
    edge = cv2.GaussianBlur(line.astype(np.float32), (0, 0), SURFACE_PX / 300)
    stain = np.clip(cloud(random, SURFACE_PX, 1.9), -1, 2)
    amount = 0.16 * (facet - 0.5) - 0.3 * edge - 0.08 * stain
    return made(shaded((0.62, 0.37, 0.26), amount), 0.7 - 0.5 * edge, Finish(0.34, 0.25, 0.35))


def zellige(random: Random) -> Surface:
    """Small hand-cut tiles, glazed bottle green, no two alike, chipped along their pale joints."""
    x, y = grid()
    tiles = 7
    tile = (y * tiles).astype(int) * tiles + (x * tiles).astype(int)
    rough = 0.004 * cloud(random, SURFACE_PX, 1.0)
    off = np.maximum(np.abs((x + rough) * tiles % 1 - 0.5), np.abs((y + rough) * tiles % 1 - 0.5))
    joint = (off > 0.475) | net(tiles, 0.012)
    pool = cloud(random, SURFACE_PX, 2.0)
    amount = random.normal(0, 0.14, tiles * tiles)[tile] + 0.08 * pool
    colours = shaded((0.12, 0.34, 0.27), amount)
    colours[joint] = (0.62, 0.59, 0.52)
    return made(colours, 0.6 + 0.05 * pool - 0.4 * joint, Finish(0.2, 0.4, 0.3))


def wallpaper(random: Random) -> Surface:
    """A drawer's liner of old wallpaper: sage and cream stripes, a wreath of dusky rose on each pale one."""
    x, y = grid()
    at, up = x * 6 % 1, y * 6 + 0.5 * ((x * 6).astype(int) % 2)
    colours = np.where((at < 0.46)[..., None], (0.56, 0.60, 0.50), (0.79, 0.75, 0.65))
    colours[np.abs(at - 0.46) < 0.012], colours[at < 0.012] = (0.42, 0.44, 0.36), (0.42, 0.44, 0.36)
    u, v = at - 0.73, up % 1 - 0.5
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    wreath = np.abs(far - 0.15) < 0.03 + 0.015 * np.cos(8 * angle)
    colours[wreath] = (0.64, 0.44, 0.42)
    return made(shaded(colours, 0.04 * cloud(random, SURFACE_PX, 1.7)), 0.5, Finish(0.75))


def cubed_foam(random: Random) -> Surface:
    """Charcoal foam of a painter's case, cut into cubes that one can pluck."""
    pores = cloud(random, SURFACE_PX, 0.3)
    cut = net(15, 0.03)
    amount = 0.12 * pores - 0.45 * cut + 0.05 * cloud(random, SURFACE_PX, 1.6)
    return made(shaded((0.25, 0.26, 0.28), amount), 0.6 + 0.1 * pores - 0.4 * cut, Finish(0.97, relief=0.4))


def woven_straps(random: Random) -> Surface:
    """Straps of ochre leather, woven over one and under one, darker where they dip."""
    x, y = grid()
    count = 12
    u, v = x * count, y * count
    over = (u.astype(int) + v.astype(int)) % 2 == 0
    across, along = np.where(over, u % 1, v % 1) - 0.5, np.where(over, v % 1, u % 1) - 0.5
    dip = np.abs(along) ** 3 * 8
    strap = np.where(over, u.astype(int), count + v.astype(int))
    grain = cloud(random, SURFACE_PX, 0.9)
    edge = np.abs(across) > 0.44
    amount = random.normal(0, 0.06, 2 * count)[strap] - 0.22 * dip - 0.35 * edge + 0.05 * grain
    return made(shaded((0.66, 0.44, 0.20), amount), 0.8 - 0.4 * dip - 0.2 * edge, Finish(0.48, 0.1, 0.4))


def rush_mat(random: Random) -> Surface:
    """A mat of rushes, straw-coloured and greenish, with seven cords along it."""
    x, y = grid()
    stalks = 130
    stalk = (x * stalks).astype(int)
    round_ = np.abs(np.sin(x * stalks * np.pi))
    cord = np.abs(y * 14 % 1 - 0.5) < 0.05
    green = random.uniform(0, 1, stalks + 1)[stalk]
    colours = mixed((0.66, 0.60, 0.38), (0.52, 0.55, 0.32), green)
    amount = 0.14 * (round_ - 0.6) + 0.06 * streaks(random, SURFACE_PX, 1.0, 30) - 0.14 * cord
    return made(shaded(colours, amount), 0.3 + 0.4 * round_ - 0.2 * cord, Finish(0.7, relief=0.3), 30.0)
