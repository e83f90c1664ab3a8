"""Tables under the trays of the rigs u72 to u83."""

from __future__ import annotations

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


def zinc(random: Random) -> Surface:
    """A bar's top of zinc, gone dull: blue-grey blooms, pale where glasses stood."""
    x, y = grid()
    bloom = cloud(random, SURFACE_PX, 1.8)
    amount = 0.1 * bloom + 0.04 * cloud(random, SURFACE_PX, 0.8)
    colours = mixed(shaded((0.45, 0.47, 0.50), amount), (0.62, 0.63, 0.63), np.clip(bloom - 1.2, 0, 0.6))
    for _ in range(5):
        right, down = random.uniform(0.05, 0.95, 2)
        colours = mixed(
            colours, (0.66, 0.66, 0.65), 0.3 * (np.abs(np.hypot(x - right, y - down) - 0.06) < 0.004)
        )
    return made(colours, 0.5, Finish(0.46, 0.1), 56.0)


def vinyl_planks(random: Random) -> Surface:
    """A floor of vinyl that imitates greige oak: narrow planks, staggered, the same knot on each."""
    x, y = grid()
    row = (y * 8).astype(int)
    along = (x + 0.37 * row) % 1
    seam = (y * 8 % 1 < 0.02) | (along * 2 % 1 < 0.004)
    grain = streaks(random, SURFACE_PX, 80, 1.4)
    knot = np.hypot((along * 2 % 1 - 0.6) * 3, y * 8 % 1 - 0.5) < 0.12
    amount = random.normal(0, 0.06, 8)[row] + 0.06 * grain - 0.35 * seam - 0.16 * knot
    return made(shaded((0.55, 0.49, 0.42), amount), 0.5, Finish(0.55, 0.05), 100.0)


def madras(random: Random) -> Surface:
    """A cloth of washed madras: broad and narrow checks of faded blue, plum and straw."""
    x, y = grid()
    colours = np.broadcast_to(np.array((0.62, 0.60, 0.52)), (*x.shape, 3)).copy()
    for place in (x, y):
        at = place * 5 % 1
        for start, end, dye in (
            (0.05, 0.30, (0.30, 0.36, 0.48)), (0.38, 0.46, (0.46, 0.28, 0.36)),
            (0.60, 0.66, (0.24, 0.28, 0.36)), (0.74, 0.92, (0.60, 0.52, 0.28)),
        ):  # fmt: skip
            colours = mixed(colours, dye, 0.5 * ((at > start) & (at < end)))
    weave = threads(random, SURFACE_PX, 4, 0.7)
    return made(shaded(colours, 0.05 * weave), 0.5 + 0.1 * weave, Finish(0.92), 46.0)


def soapstone(random: Random) -> Surface:
    """A kitchen's worktop of soapstone: green-grey, oiled, with white veins like threads."""
    veins = np.exp(-((np.abs(cloud(random, SURFACE_PX, 1.8)) / 0.02) ** 2))
    colours = shaded((0.27, 0.31, 0.29), 0.1 * cloud(random, SURFACE_PX, 1.6))
    return made(mixed(colours, (0.62, 0.65, 0.62), 0.5 * veins), 0.5, Finish(0.5, 0.1), 60.0)


def burr_walnut(random: Random) -> Surface:
    """A table veneered with burr walnut in four mirrored leaves, eyes and swirls all over it."""
    half = SURFACE_PX // 2
    swirl, eyes = cloud(random, SURFACE_PX, 2.2)[:half, :half], cloud(random, SURFACE_PX, 1.2)[:half, :half]
    leaf = 0.13 * np.sin(7 * swirl) + 0.06 * np.sin(15 * swirl + 2 * eyes) - 0.3 * (eyes > 2.2)
    leaf = np.hstack([leaf, leaf[:, ::-1]])
    amount = np.vstack([leaf, leaf[::-1]])
    amount = np.pad(amount, ((0, SURFACE_PX - len(amount)), (0, SURFACE_PX - amount.shape[1])), "edge")
    return made(shaded((0.44, 0.28, 0.17), amount), 0.5, Finish(0.22, 0.4), 70.0)


def card_table(random: Random) -> Surface:
    """A folding card table: buff vinyl with a marbled grain, and a seam with tacks of brass."""
    x, y = grid()
    marbled = np.sin(3 * cloud(random, SURFACE_PX, 2.0))
    colours = shaded((0.57, 0.47, 0.36), 0.05 * marbled + 0.03 * cloud(random, SURFACE_PX, 0.6))
    tacks = np.hypot(x * 24 % 1 - 0.5, (y - 0.05) * 24) < 0.22
    colours = shaded(colours, -0.4 * (np.abs(y - 0.08) < 0.003))
    colours[tacks] = (0.68, 0.54, 0.26)
    return made(colours, 0.5 + 0.2 * tacks, Finish(0.45, 0.1), 60.0)


def washed_concrete(random: Random) -> Surface:
    """Slabs of a garden path: round pebbles of many colours, washed out of their cement."""
    pebble, line = cells(random, 9000)
    kinds = np.array(((0.52, 0.47, 0.40), (0.42, 0.40, 0.38), (0.62, 0.58, 0.52), (0.45, 0.36, 0.30)))
    colours = kinds[(pebble * 997).astype(int) % 4]
    joint = net(2, 0.008)
    amount = 0.2 * (pebble - 0.5) + 0.05 * cloud(random, SURFACE_PX, 1.2)
    colours = shaded(colours, amount)
    colours[line], colours[joint] = (0.36, 0.35, 0.33), (0.22, 0.21, 0.19)
    return made(colours, 0.7 - 0.4 * line - 0.4 * joint, Finish(0.85, relief=0.4), 70.0)


def white_tiles(random: Random) -> Surface:
    """A kitchen's counter of square white tiles, one in nine with a small blue flower, in grey joints."""
    x, y = grid()
    u, v = x * 6 % 1 - 0.5, y * 6 % 1 - 0.5
    joint = net(6, 0.025)
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    chosen = ((x * 6).astype(int) % 3 == 1) & ((y * 6).astype(int) % 3 == 1)
    flower = chosen & (far < 0.2 + 0.06 * np.cos(5 * angle)) & (far > 0.06)
    colours = shaded((0.76, 0.75, 0.71), 0.03 * cloud(random, SURFACE_PX, 1.7))
    colours[flower], colours[joint] = (0.34, 0.42, 0.58), (0.50, 0.49, 0.47)
    return made(colours, 0.6 - 0.3 * joint, Finish(0.2, 0.3), 60.0)


def jute_rug(random: Random) -> Surface:
    """A rug of jute: braids sewn side by side, golden brown, each slanting the other way."""
    x, y = grid()
    braid = (y * 20).astype(int)
    slant = np.sin(2 * np.pi * (x * 40 + np.where(braid % 2, 1, -1) * (y * 20 % 1)))
    seam = y * 20 % 1 < 0.08
    amount = 0.16 * slant - 0.35 * seam + 0.1 * cloud(random, SURFACE_PX, 0.6)
    return made(
        shaded((0.52, 0.42, 0.29), amount), 0.5 + 0.25 * slant - 0.2 * seam, Finish(0.96, relief=0.5), 44.0
    )


def fair_isle(random: Random) -> Surface:
    """A knitted blanket in bands of small figures: heather brown, cream, moss and faded blue."""
    x, y = grid()
    row, stitch = (y * 72).astype(int), (x * 72).astype(int)
    band, step = row // 9 % 4, row % 9
    lozenge = (np.abs(stitch % 10 - 5) + np.abs(step - 4)) % 5 < 2
    zigzag = np.abs((stitch + np.abs(step - 4)) % 6 - 3) < 1
    figure = np.where(band % 2 == 0, lozenge, zigzag) & (step > 0)
    grounds = np.array(((0.36, 0.28, 0.24), (0.32, 0.36, 0.44), (0.38, 0.38, 0.26), (0.34, 0.29, 0.30)))
    colours = np.where(figure[..., None], (0.68, 0.63, 0.52), grounds[band])
    wool = cloud(random, SURFACE_PX, 0.4)
    knit = np.abs(np.sin(x * 72 * np.pi))
    return made(
        shaded(colours, 0.1 * wool + 0.14 * (knit - 0.6)), 0.3 + 0.4 * knit, Finish(0.96, relief=0.4), 46.0
    )


def desk_felt(random: Random) -> Surface:
    """A large pad of mottled anthracite felt on a desk of pale laminate."""
    x, _ = grid()
    colours = shaded((0.25, 0.25, 0.27), 0.12 * cloud(random, SURFACE_PX, 0.6))
    flecks = np.clip(cloud(random, SURFACE_PX, 0.9) - 1.4, 0, 1)
    colours = mixed(colours, (0.46, 0.46, 0.48), 0.5 * flecks)
    colours[np.abs(x - 0.5) > 0.3] = (0.66, 0.62, 0.56)
    return made(colours, 0.5, Finish(0.85), 120.0)


def sports_floor(random: Random) -> Surface:
    """The floor of a sports hall: sealed strips of honey-coloured maple, a blue line and a green one."""
    x, y = grid()
    strip = (y * 26).astype(int)
    end = np.abs((x + 0.31 * strip) % 1 - 0.5) < 0.001
    amount = random.normal(0, 0.05, 26)[strip] + 0.04 * streaks(random, SURFACE_PX, 60, 1.2)
    amount = amount - 0.25 * ((y * 26 % 1 < 0.05) | end)
    colours = shaded((0.68, 0.52, 0.33), amount)
    colours[np.abs(x - 0.2) < 0.02], colours[np.abs(y - 0.86) < 0.02] = (0.20, 0.32, 0.52), (0.20, 0.42, 0.30)
    return made(colours, 0.5, Finish(0.26, 0.35), 110.0)
