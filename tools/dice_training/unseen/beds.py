"""Floors of the trays of the rigs u72 to u83."""

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


def houndstooth(random: Random) -> Surface:
    """Houndstooth of charcoal and stone wool: four threads of each, woven over two and under two."""
    x, y = grid()
    right, down = (x * 96).astype(int), (y * 96).astype(int)
    dark = np.where((right + down) % 4 < 2, right % 8 < 4, down % 8 < 4)
    colours = np.where(dark[..., None], (0.22, 0.22, 0.24), (0.53, 0.51, 0.47))
    amount = 0.05 * threads(random, SURFACE_PX, 4, 0.7) + 0.05 * cloud(random, SURFACE_PX, 0.6)
    return made(shaded(colours, amount), 0.5, Finish(0.95, relief=0.2))


def vacuum_formed(random: Random) -> Surface:
    """The insert of a game's box: thin black plastic with a step all round and two ribs."""
    x, y = grid()
    far = np.maximum(np.abs(x - 0.5) / 0.4, np.abs(y - 0.5) / 0.29)
    step = np.exp(-(((far - 0.9) / 0.015) ** 2))
    ribs = np.exp(-(((np.abs(y - 0.5) - 0.1) / 0.006) ** 2)) * (np.abs(x - 0.5) < 0.28)
    scuffs = np.clip(streaks(random, SURFACE_PX, 16, 0.8) - 2.4, 0, 1)
    colours = shaded((0.12, 0.12, 0.13), 0.5 * step + 0.4 * ribs + 0.04 * cloud(random, SURFACE_PX, 1.7))
    colours = mixed(colours, (0.32, 0.32, 0.33), 0.4 * scuffs)
    return made(colours, 0.4 + 0.4 * step + 0.3 * ribs, Finish(0.36, 0.15, 0.4), 21.0)


def chess_half(random: Random) -> Surface:
    """One half of a chess set's box: squares of ash and smoked oak with a dark line between them."""
    x, y = grid()
    right, down = (x * 8).astype(int), (y * 8).astype(int)
    dark, line = (right + down) % 2 == 0, net(8, 0.02)
    square = right * 8 + down
    amount = random.normal(0, 0.05, 64)[square] + 0.07 * streaks(random, SURFACE_PX, 70, 1.5)
    colours = np.where(dark[..., None], (0.31, 0.23, 0.16), (0.68, 0.56, 0.38))
    return made(shaded(colours, amount - 0.3 * line), 0.5 - 0.1 * line, Finish(0.38, 0.2), 22.0)


def baking_tin(random: Random) -> Surface:
    """A tin for cakes: dark grey coating that does not stick, cut by knives, browned at its edges."""
    x, y = grid()
    cuts = np.clip(threads(random, SURFACE_PX, 22, 0.7) - 3.4, 0, 1)
    edge = np.clip(np.hypot(x - 0.5, 1.3 * (y - 0.5)) - 0.33, 0, 0.3)
    colours = shaded((0.24, 0.24, 0.26), 0.06 * cloud(random, SURFACE_PX, 0.4))
    colours = mixed(colours, (0.30, 0.20, 0.11), 2.2 * edge * (cloud(random, SURFACE_PX, 1.7) > -0.6))
    colours = mixed(colours, (0.58, 0.58, 0.60), 0.6 * cuts)
    ridge = np.exp(-(((np.hypot(x - 0.5, y - 0.5) - 0.2) / 0.006) ** 2))
    return made(shaded(colours, 0.2 * ridge), 0.5 + 0.3 * ridge, Finish(0.42, 0.1, 0.3))


def knotwork(random: Random) -> Surface:
    """Taupe leather into which bands are pressed that pass over and under each other without an end."""
    x, y = grid()
    one, two = ((x + y) * 5, (x - y) * 5)
    over = (np.floor(one) + np.floor(two)) % 2 == 0
    first, second = np.abs(one % 1 - 0.5), np.abs(two % 1 - 0.5)
    upper, lower = np.where(over, first, second), np.where(over, second, first)
    band = (upper < 0.17) | ((lower < 0.17) & (upper > 0.24))
    line = (np.abs(upper - 0.2) < 0.03) | ((np.abs(lower - 0.2) < 0.03) & (upper > 0.24))
    grain, _ = cells(random, 14000)
    amount = 0.12 * (grain - 0.5) + 0.06 * band - 0.3 * line + 0.05 * cloud(random, SURFACE_PX, 1.8)
    return made(shaded((0.45, 0.38, 0.32), amount), 0.5 + 0.2 * band - 0.3 * line, Finish(0.55, 0.05, 0.5))


def mahjong_mat(random: Random) -> Surface:
    """A mat for tiles: jade cloth on rubber, a cream line and a key pattern along its edges."""
    x, y = grid()
    across, along = np.abs(x - 0.5) * 30, np.abs(y - 0.5) * 30
    inside = np.minimum(9.6 - across, 7.1 - along)
    line = (np.abs(inside - 0.25) < 0.07) | (np.abs(inside - 1.45) < 0.07)
    way = np.where(9.6 - across < 7.1 - along, y, x) * 30 % 1.2
    deep = inside - 0.45
    key = (np.abs(deep - 0.1) < 0.08) & (way < 0.9) | (np.abs(way - 0.84) < 0.08) & (deep < 0.8)
    key |= (np.abs(deep - 0.7) < 0.08) & (way > 0.36) | (np.abs(way - 0.4) < 0.08) & (deep > 0.35)
    colours = shaded((0.11, 0.35, 0.33), 0.04 * threads(random, SURFACE_PX, 3, 0.6))
    colours[line | (key & (deep > 0) & (deep < 0.82))] = (0.74, 0.70, 0.58)
    amount = 0.04 * cloud(random, SURFACE_PX, 1.4)
    return made(shaded(colours, amount), 0.5, Finish(0.93), 30.0)


def waxed_canvas(random: Random) -> Surface:
    """Waxed cotton, olive brown, with the pale creases that folding leaves in its wax."""
    folds = np.abs(cloud(random, SURFACE_PX, 1.9))
    crease = np.exp(-((folds / 0.035) ** 2))
    weave = threads(random, SURFACE_PX, 3, 0.7)
    amount = 0.05 * weave + 0.09 * cloud(random, SURFACE_PX, 1.7)
    colours = mixed(shaded((0.33, 0.31, 0.21), amount), (0.52, 0.49, 0.37), 0.5 * crease)
    return made(colours, 0.5 + 0.08 * weave + 0.15 * crease, Finish(0.6, 0.05, 0.4))


def river_resin(random: Random) -> Surface:
    """Two boards of yew with wild edges and a river of turquoise resin between them, polished."""
    x, y = grid()
    bank = y + 0.05 * np.sin(5 * x) + 0.02 * cloud(random, SURFACE_PX, 1.6)
    rings = np.sin(70 * (y + 0.06 * np.sin(3 * x) + 0.02 * cloud(random, SURFACE_PX, 2.2)))
    wood = shaded((0.60, 0.40, 0.22), 0.07 * rings + 0.05 * streaks(random, SURFACE_PX, 60, 1.2))
    far = np.abs(bank - 0.5)
    wood = mixed(wood, (0.30, 0.18, 0.10), np.clip(1 - np.abs(far - 0.12) / 0.012, 0, 1))
    swirl = np.sin(4 * cloud(random, SURFACE_PX, 2.3) + 8 * x)
    river = shaded((0.08, 0.42, 0.50), 0.16 * swirl)
    return made(np.where((far < 0.11)[..., None], river, wood), 0.5, Finish(0.22, 0.4, 0.1), 21.0)


def moulded_pulp(random: Random) -> Surface:
    """A fruit tray of moulded pulp: grey-brown, fibres and specks of print in it, and shallow hollows."""
    x, y = grid()
    hollow = np.cos(x * 10 * np.pi) * np.cos(y * 10 * np.pi)
    fibres = threads(random, SURFACE_PX, 6, 0.7)
    specks, _ = cells(random, 30000)
    colours = shaded(
        (0.52, 0.49, 0.45), 0.05 * fibres + 0.06 * hollow + 0.05 * cloud(random, SURFACE_PX, 1.2)
    )
    colours[specks > 0.985] = (0.28, 0.28, 0.32)
    return made(colours, 0.5 + 0.1 * fibres + 0.25 * hollow, Finish(0.97, relief=0.5))


def napkin(random: Random) -> Surface:
    """A napkin of grey-green linen in a bread basket: cream stripes, and hemstitching beside them."""
    _, y = grid()
    at = np.abs(y - 0.5)
    stripe = (np.abs(at - 0.24) < 0.012) | (np.abs(at - 0.28) < 0.005)
    weave = threads(random, SURFACE_PX, 12, 0.8)
    fold = np.exp(-(((at - 0.1) / 0.008) ** 2))
    colours = shaded((0.35, 0.42, 0.39), 0.08 * weave - 0.12 * fold)
    colours = mixed(colours, (0.78, 0.74, 0.63), 0.85 * stripe)
    return made(colours, 0.5 + 0.1 * weave + 0.2 * fold, Finish(0.93))


def gastro_steel(random: Random) -> Surface:
    """A cook's container of stainless steel: brushed, with round scratches of its washing."""
    x, y = grid()
    brushed = streaks(random, SURFACE_PX, 60, 0.7)
    scratches = np.zeros(x.shape)
    for _ in range(40):
        right, down, wide = random.uniform((-0.2, -0.2, 0.1), (1.2, 1.2, 0.6))
        scratches += np.abs(np.hypot(x - right, y - down) - wide) < 0.0012
    amount = 0.05 * brushed + 0.08 * cloud(random, SURFACE_PX, 2.1) + 0.12 * scratches
    return made(shaded((0.50, 0.51, 0.52), amount), 0.5 + 0.05 * brushed, Finish(0.32, 0.25, 0.2))


def yoga_mat(random: Random) -> Surface:
    """A piece of a yoga mat: dusty violet foam, finely ribbed, with rosettes of thin lines."""
    x, y = grid()
    u, v = x * 3 % 1 - 0.5, y * 3 % 1 - 0.5
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    petals = np.abs(far - 0.26 - 0.08 * np.abs(np.cos(4 * angle))) < 0.008
    ringed = (np.abs(far - 0.14) < 0.007) | (np.abs(far - 0.44) < 0.006)
    ribs = np.sin(x * 150 * np.pi) * np.sin(y * 150 * np.pi)
    pores = cloud(random, SURFACE_PX, 0.4)
    colours = shaded((0.37, 0.33, 0.48), 0.06 * pores + 0.04 * ribs)
    colours[petals | ringed] = (0.58, 0.54, 0.67)
    return made(colours, 0.5 + 0.2 * ribs, Finish(0.9, relief=0.4), 27.0)
