"""Rims of the trays of the rigs u60 to u71. Its mats have none."""

from __future__ import annotations

import numpy as np

from tools.dice_training.drawings import Random
from tools.dice_training.looks import Finish, Surface
from tools.dice_training.written.textures import SURFACE_PX, cells, cloud, grid, made, mixed, shaded, streaks


def padauk(random: Random) -> Surface:
    """A wood of orange-red with long dark pores."""
    pores = streaks(random, SURFACE_PX, 30, 0.8)
    amount = 0.1 * streaks(random, SURFACE_PX, 160, 4) - 0.22 * (pores > 1.6)
    return made(shaded((0.50, 0.22, 0.12), amount), 0.5, Finish(0.42, 0.2), 14.0)


def piped_edge(random: Random) -> Surface:
    """The outside of a burgundy snap tray, with a cream cord sewn round it."""
    _, y = grid()
    grain, line = cells(random, 12000)
    colours = shaded((0.33, 0.08, 0.13), 0.16 * (grain - 0.5) - 0.12 * line)
    cord = np.abs(y - 0.5) < 0.05
    colours[cord] = (0.74, 0.67, 0.54)
    return made(colours, 0.5 + 0.3 * cord, Finish(0.42, 0.1), 6.0)


def lid_print(random: Random) -> Surface:
    """The printed side of a puzzle's lid: a lake and hills, out of focus."""
    x, y = grid()
    hills = 0.5 + 0.05 * np.sin(9 * x) + 0.03 * np.sin(23 * x + 1)
    lake = mixed((0.20, 0.38, 0.52), (0.44, 0.60, 0.68), np.clip(2 * y, 0, 1))
    colours = np.where((y > hills)[..., None], (0.24, 0.36, 0.22), lake)
    return made(shaded(colours, 0.06 * cloud(random, SURFACE_PX, 1.3)), 0.5, Finish(0.3, 0.2), 9.0)


def glass_edge(random: Random) -> Surface:
    """The fluted side of a dish of brown glass."""
    x, _ = grid()
    flutes = np.abs(np.sin(x * 18 * np.pi))
    colours = shaded((0.38, 0.28, 0.18), 0.25 * (flutes - 0.6) + 0.03 * cloud(random, SURFACE_PX, 1.8))
    return made(colours, flutes, Finish(0.16, 0.5, 0.4), 16.0)


def cream_paint(random: Random) -> Surface:
    """Wood painted cream with a brush, a knot or two showing through."""
    brushed = streaks(random, SURFACE_PX, 70, 1.5)
    knots = np.clip(cloud(random, SURFACE_PX, 1.8) - 1.7, 0, 1)
    colours = mixed(shaded((0.74, 0.68, 0.55), 0.03 * brushed), (0.58, 0.46, 0.32), 0.5 * knots)
    return made(colours, 0.5 + 0.08 * brushed, Finish(0.5, 0.1), 14.0)


def rolled_copper(random: Random) -> Surface:
    """A copper edge rolled over a wire, scratched along."""
    _, y = grid()
    scratches = streaks(random, SURFACE_PX, 50, 0.9)
    colours = shaded((0.58, 0.33, 0.22), 0.06 * scratches + 0.1 * np.sin(3 * np.pi * y))
    return made(colours, 0.5 + 0.03 * scratches, Finish(0.32, 0.25, 0.2), 6.0)


def wrought_iron(random: Random) -> Surface:
    """A frame of flat iron, blackened and waxed, with the dents of a hammer."""
    dents = cloud(random, SURFACE_PX, 1.6)
    amount = 0.12 * dents + 0.1 * cloud(random, SURFACE_PX, 0.5)
    return made(shaded((0.15, 0.15, 0.16), amount), 0.5 + 0.15 * dents, Finish(0.5, 0.1, 0.4), 10.0)


def drawer_side(random: Random) -> Surface:
    """A drawer's sides of old spruce, dovetailed, with a drip of varnish."""
    x, y = grid()
    rings = streaks(random, SURFACE_PX, 220, 2.2)
    tails = (x % 0.5 < 0.035 + 0.012 * np.sign(np.sin(y * 16 * np.pi))) & (np.sin(y * 16 * np.pi) > 0)
    amount = 0.09 * rings - 0.25 * tails + 0.05 * cloud(random, SURFACE_PX, 1.9)
    return made(shaded((0.64, 0.47, 0.28), amount), 0.5, Finish(0.55, 0.1), 20.0)


def ribbed_aluminium(random: Random) -> Surface:
    """The profile along a case's edge: drawn aluminium with three grooves."""
    _, y = grid()
    drawn = streaks(random, SURFACE_PX, 90, 0.8)
    groove = np.abs(y * 10 % 1 - 0.5) < 0.1
    colours = shaded((0.62, 0.63, 0.65), 0.04 * drawn - 0.3 * groove)
    return made(colours, 0.6 - 0.4 * groove, Finish(0.34, 0.25, 0.4), 8.0)


def plaited_edge(random: Random) -> Surface:
    """A plait of three straps of leather, dark brown."""
    x, y = grid()
    strand = np.abs(np.sin(14 * np.pi * (x + 0.35 * np.abs(y * 6 % 1 - 0.5))))
    amount = 0.4 * (strand - 0.7) + 0.06 * cloud(random, SURFACE_PX, 0.9)
    return made(shaded((0.30, 0.18, 0.09), amount), strand, Finish(0.48, 0.1, 0.5), 7.0)
