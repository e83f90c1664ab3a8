"""Tables under the trays of the rigs u60 to u71."""

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


def elm(random: Random) -> Surface:
    """A dining table of elm, its grain in zigzag flames, two leaves with a gap between them."""
    x, y = grid()
    bow = y + 0.1 * np.sin(2.5 * x) + 0.03 * cloud(random, SURFACE_PX, 2.1)
    flame = np.sin(bow * 30 * 2 * np.pi + 1.2 * np.sin(bow * 90))
    amount = 0.09 * flame + 0.06 * streaks(random, SURFACE_PX, 24, 0.8) - 0.5 * (np.abs(y - 0.18) < 0.003)
    return made(shaded((0.50, 0.35, 0.23), amount), 0.5, Finish(0.42, 0.15), 50.0)


def chambray(random: Random) -> Surface:
    """A tablecloth of chambray: pale and blue threads crossed, slubs here and there, creases of folding."""
    x, y = grid()
    slubs = np.clip(threads(random, SURFACE_PX, 26, 0.9) - 2.2, 0, 1)
    crease = np.exp(-(((x - 0.34) / 0.004) ** 2)) + np.exp(-(((y - 0.62) / 0.004) ** 2))
    colours = shaded((0.47, 0.55, 0.64), 0.06 * threads(random, SURFACE_PX, 4, 0.6) - 0.1 * crease)
    return made(mixed(colours, (0.74, 0.77, 0.80), 0.4 * slubs), 0.5 + 0.2 * crease, Finish(0.92), 44.0)


def cherry_desk(random: Random) -> Surface:
    """A desk of laminate that imitates cherry, with the rings of a mug."""
    x, y = grid()
    bow = y + 0.2 * (x - 0.5) ** 2 + 0.02 * cloud(random, SURFACE_PX, 2.2)
    amount = 0.07 * np.sin(bow * 40 * np.pi) + 0.03 * streaks(random, SURFACE_PX, 30, 0.8)
    for right, down in ((0.3, 0.7), (0.36, 0.68), (0.72, 0.26)):
        amount = amount - 0.15 * (np.abs(np.hypot(x - right, y - down) - 0.075) < 0.003)
    return made(shaded((0.56, 0.30, 0.18), amount), 0.5, Finish(0.36, 0.2), 50.0)


def crochet(random: Random) -> Surface:
    """A crocheted cloth of ecru cotton: rounds of shells with the dark table showing between them."""
    x, y = grid()
    u, v = x * 6 % 1 - 0.5, y * 6 % 1 - 0.5
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    rounds = np.sin(far * 38) + 0.7 * np.cos(16 * angle) * (far > 0.12)
    hole = (rounds < -0.75) | ((far > 0.5) & (np.abs(np.abs(u) - np.abs(v)) < 0.1))
    colours = shaded((0.76, 0.71, 0.60), 0.1 * cloud(random, SURFACE_PX, 0.4) + 0.06 * rounds)
    colours[hole] = (0.26, 0.17, 0.12)
    return made(colours, 0.7 - 0.5 * hole, Finish(0.92, relief=0.4), 42.0)


def candlewick(random: Random) -> Surface:
    """A bedspread of mauve candlewick: tufts in rows, and lozenges of thicker ones."""
    x, y = grid()
    u, v = x * 5 % 1 - 0.5, y * 5 % 1 - 0.5
    thick = np.abs(np.abs(u) + np.abs(v) - 0.42) < 0.05
    tufts = 0.5 + 0.5 * np.sin(x * 190) * np.sin(y * 190)
    fluff = cloud(random, SURFACE_PX, 0.5)
    amount = 0.16 * (tufts - 0.5) + 0.14 * thick + 0.06 * fluff
    return made(shaded((0.54, 0.44, 0.52), amount), 0.3 + 0.3 * tufts + 0.2 * thick, Finish(0.96), 46.0)


def pub_table(random: Random) -> Surface:
    """A pub's table of dark varnished boards, with pale rings of wet glasses."""
    x, y = grid()
    board = np.minimum((y * 5).astype(int), 4)
    amount = random.normal(0, 0.08, 5)[board] + 0.09 * streaks(random, SURFACE_PX, 70, 1.4)
    colours = shaded((0.29, 0.17, 0.11), amount - 0.5 * (y * 5 % 1 < 0.012))
    for _ in range(9):
        right, down = random.uniform(0.05, 0.95, 2)
        ring = np.abs(np.hypot(x - right, y - down) - 0.07) < 0.004
        colours = mixed(colours, (0.56, 0.46, 0.38), 0.4 * (ring & (cloud(random, SURFACE_PX, 1.5) > -0.4)))
    return made(colours, 0.5, Finish(0.3, 0.3), 52.0)


def cane(random: Random) -> Surface:
    """A conservatory's table of woven cane: pairs of strands either way, slanting ones over them."""
    x, y = grid()
    pair = (np.abs(x * 26 % 1 - 0.5) < 0.16) | (np.abs(y * 26 % 1 - 0.5) < 0.16)
    slant = (np.abs((x + y) * 26 % 1 - 0.5) < 0.13) | (np.abs((x - y) * 26 % 1 - 0.5) < 0.13)
    colours = np.broadcast_to(np.array((0.22, 0.16, 0.11)), (*x.shape, 3)).copy()
    colours[pair], colours[slant] = (0.66, 0.52, 0.33), (0.72, 0.58, 0.38)
    amount = 0.06 * cloud(random, SURFACE_PX, 0.8)
    return made(shaded(colours, amount), 0.2 + 0.4 * pair + 0.3 * slant, Finish(0.5, 0.1, 0.4), 40.0)


def pierced_metal(random: Random) -> Surface:
    """A garden table of pierced sheet metal, painted dark green, its holes in slanting rows."""
    x, y = grid()
    row = (y * 40).astype(int)
    hole = np.hypot((x * 40 + 0.5 * (row % 2)) % 1 - 0.5, y * 40 % 1 - 0.5) < 0.26
    rust = np.clip(cloud(random, SURFACE_PX, 1.4) - 1.8, 0, 1)
    colours = shaded((0.16, 0.29, 0.22), 0.05 * cloud(random, SURFACE_PX, 1.0))
    colours = mixed(colours, (0.42, 0.23, 0.13), 0.7 * rust)
    colours[hole] = (0.30, 0.30, 0.28)
    return made(colours, 0.6 - 0.5 * hole, Finish(0.4, 0.2), 44.0)


def floorboards(random: Random) -> Surface:
    """Floorboards painted dove grey long ago, worn to the wood along their middles."""
    x, y = grid()
    board = np.minimum((y * 6).astype(int), 5)
    worn = cloud(random, SURFACE_PX, 1.5) + 0.8 * streaks(random, SURFACE_PX, 40, 1.2)
    part = np.clip(worn - 1.3, 0, 1) * (np.abs(y * 6 % 1 - 0.5) < 0.4)
    colours = shaded((0.56, 0.57, 0.58), 0.03 * cloud(random, SURFACE_PX, 0.8) - 0.5 * (y * 6 % 1 < 0.02))
    colours = mixed(colours, (0.52, 0.40, 0.28), part)
    nail = np.hypot((x * 2 % 1 - 0.5) * 3, board - y * 6 + 0.5) < 0.03
    return made(shaded(colours, -0.5 * nail), 0.5, Finish(0.55, 0.1), 66.0)


def table_tennis(random: Random) -> Surface:
    """A club's table-tennis table: matt blue-green board with its white line, and the marks of balls."""
    _, y = grid()
    marks = np.clip(cloud(random, SURFACE_PX, 0.9) - 2.2, 0, 1)
    colours = shaded((0.11, 0.30, 0.36), 0.03 * cloud(random, SURFACE_PX, 1.5))
    colours = mixed(colours, (0.40, 0.52, 0.55), 0.5 * marks)
    colours[np.abs(y - 0.12) < 0.008] = (0.80, 0.81, 0.80)
    return made(colours, 0.5, Finish(0.62), 70.0)


def travertine(random: Random) -> Surface:
    """A coffee table of travertine: sandy bands, and pits that lie along them."""
    x, y = grid()
    bands = np.sin(26 * (y + 0.03 * cloud(random, SURFACE_PX, 2.2)) + np.sin(3 * x))
    pits = streaks(random, SURFACE_PX, 9, 2.0) + 0.6 * bands > 2.7
    amount = 0.05 * bands + 0.04 * streaks(random, SURFACE_PX, 60, 3) - 0.3 * pits
    return made(shaded((0.70, 0.62, 0.51), amount), 0.6 - 0.4 * pits, Finish(0.36, 0.15), 48.0)


def desk_lino(random: Random) -> Surface:
    """A desk covered with linoleum, dull olive, in an edge of ash, with a few pale scratches."""
    _, y = grid()
    scratches = np.clip(streaks(random, SURFACE_PX, 30, 0.7) - 3.0, 0, 1)
    speck, _ = cells(random, 30000)
    colours = shaded((0.40, 0.42, 0.31), 0.03 * cloud(random, SURFACE_PX, 1.6) + 0.05 * (speck - 0.5))
    colours = mixed(colours, (0.58, 0.59, 0.50), 0.5 * scratches)
    colours[np.abs(y - 0.06) < 0.03] = (0.66, 0.55, 0.40)
    return made(colours, 0.5 - 0.1 * net(2, 0.001), Finish(0.6, 0.05), 60.0)
