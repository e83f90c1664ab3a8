"""Rims of the trays of the rigs u72 to u83. Its mats have none."""

from __future__ import annotations

import numpy as np

from tools.dice_training.drawings import Random
from tools.dice_training.looks import Finish, Surface
from tools.dice_training.written.textures import SURFACE_PX, cells, cloud, grid, made, mixed, shaded, streaks


def mahogany(random: Random) -> Surface:
    """French-polished mahogany: red-brown, with ribbons that shine by turns."""
    x, y = grid()
    ribbon = np.sin(22 * (x + 0.05 * cloud(random, SURFACE_PX, 2.0)))
    pores = streaks(random, SURFACE_PX, 14, 0.7)
    amount = 0.08 * ribbon - 0.16 * (pores > 1.7) + 0.03 * np.sin(40 * y)
    return made(shaded((0.36, 0.17, 0.11), amount), 0.5, Finish(0.2, 0.5), 12.0)


def insert_wall(random: Random) -> Surface:
    """The wall of that insert: black plastic with upright flutes that stiffen it."""
    x, _ = grid()
    flutes = np.abs(np.sin(x * 10 * np.pi))
    amount = 0.3 * (flutes - 0.6) + 0.04 * cloud(random, SURFACE_PX, 1.8)
    return made(shaded((0.13, 0.13, 0.14), amount), flutes, Finish(0.34, 0.2, 0.5), 15.0)


def bog_oak(random: Random) -> Surface:
    """The frame of a chess box: oak stained almost black, with a thin line of brass let in."""
    _, y = grid()
    pores = streaks(random, SURFACE_PX, 40, 0.9)
    colours = shaded((0.18, 0.14, 0.12), 0.1 * pores)
    inlay = np.abs(y - 0.5) < 0.008
    colours[inlay] = (0.66, 0.52, 0.26)
    return made(colours, 0.5 + 0.1 * inlay, Finish(0.35, 0.25), 11.0)


def rolled_tin(random: Random) -> Surface:
    """The rolled edge of a tin for cakes, its coat worn to bare metal on top."""
    worn = np.clip(cloud(random, SURFACE_PX, 1.5) + 0.4 * streaks(random, SURFACE_PX, 40, 1.0) - 0.8, 0, 1)
    colours = shaded((0.22, 0.22, 0.24), 0.05 * cloud(random, SURFACE_PX, 0.6))
    return made(mixed(colours, (0.54, 0.54, 0.56), 0.6 * worn), 0.5, Finish(0.36, 0.15), 10.0)


def laced_edge(random: Random) -> Surface:
    """Taupe leather with a dark thong laced over its edge, slanting."""
    x, y = grid()
    grain, _ = cells(random, 9000)
    thong = np.abs((x * 12 + 2 * y) % 1 - 0.5) < 0.2
    colours = shaded((0.43, 0.36, 0.30), 0.14 * (grain - 0.5))
    colours[thong] = (0.20, 0.13, 0.10)
    return made(colours, 0.4 + 0.4 * thong, Finish(0.5, 0.05, 0.5), 9.0)


def waxed_hem(random: Random) -> Surface:
    """A hem of waxed cotton, darker than the cloth, with two seams of ochre thread."""
    x, y = grid()
    stitch = (x * 60 % 1 < 0.65) & (np.abs(np.abs(y - 0.5) - 0.05) < 0.008)
    colours = shaded((0.25, 0.24, 0.17), 0.09 * cloud(random, SURFACE_PX, 1.5))
    colours[stitch] = (0.66, 0.50, 0.22)
    return made(colours, 0.5 + 0.2 * stitch, Finish(0.6, 0.05, 0.4), 9.0)


def charred(random: Random) -> Surface:
    """Spruce charred with a burner and brushed: black, its rings standing out in grey-brown."""
    rings = streaks(random, SURFACE_PX, 120, 2.6)
    scales = cloud(random, SURFACE_PX, 0.9) > 1.4
    colours = mixed((0.10, 0.09, 0.09), (0.27, 0.22, 0.18), np.clip(0.5 * rings, 0, 1))
    return made(shaded(colours, -0.3 * scales), 0.5 + 0.2 * rings, Finish(0.6, 0.05, 0.5), 13.0)


def pulp_edge(random: Random) -> Surface:
    """The edge of a tray of pulp, pressed thin, ragged and a little paler."""
    fibres = streaks(random, SURFACE_PX, 5, 1.4)
    amount = 0.08 * fibres + 0.08 * cloud(random, SURFACE_PX, 1.0)
    return made(shaded((0.56, 0.53, 0.48), amount), 0.5 + 0.2 * fibres, Finish(0.97, relief=0.5), 12.0)


def coiled_straw(random: Random) -> Surface:
    """The wall of a bread basket: coils of straw upon each other, bound with strips of bramble."""
    x, y = grid()
    coil = np.abs(np.sin(y * 8 * np.pi))
    bound = np.abs((x * 18 + 0.5 * (y * 8).astype(int) + 0.6 * (y * 8 % 1)) % 1 - 0.5) < 0.13
    colours = shaded((0.64, 0.50, 0.28), 0.3 * (coil - 0.7) + 0.08 * streaks(random, SURFACE_PX, 30, 0.8))
    colours = mixed(colours, (0.42, 0.27, 0.15), 0.9 * bound)
    return made(colours, 0.3 + 0.5 * coil, Finish(0.75, relief=0.5), 12.0)


def drawn_steel(random: Random) -> Surface:
    """The wall of a cook's container, drawn smooth, with dull marks where others were stacked in it."""
    _, y = grid()
    marks = np.abs(y * 4 % 1 - 0.5) < 0.03
    amount = (
        0.04 * streaks(random, SURFACE_PX, 1.0, 40) + 0.06 * cloud(random, SURFACE_PX, 2.0) - 0.12 * marks
    )
    return made(shaded((0.56, 0.57, 0.58), amount), 0.5, Finish(0.26, 0.3, 0.1), 14.0)
