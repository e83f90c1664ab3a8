"""Tables under the trays of rigs that were written down by hand; some are the wood of a rim as well."""

from __future__ import annotations

import math

import cv2
import numpy as np

from tools.dice_training.drawings import Floats, Random
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


def herringbone(random: Random) -> Surface:
    """A floor of grey oak, its staves laid slantwise to each other."""
    x, y = grid()
    column = (x * 6).astype(int)
    slanted = np.where(column % 2 == 0, x * 6 % 1, 1 - x * 6 % 1)
    along = (y * 18 + 3 * slanted) % 18
    stave = (column * 61 + along.astype(int) * 7) % 200
    joint = (along % 1 < 0.06) | (x * 6 % 1 < 0.012)
    grain = 0.06 * cloud(random, SURFACE_PX, 1.1)
    amount = random.normal(0, 0.09, 200)[stave] + grain - 0.35 * joint
    return made(shaded((0.43, 0.37, 0.31), amount), 0.5 - 0.2 * joint, Finish(0.5, 0.1), 46.0)


def formica(random: Random) -> Surface:
    """A kitchen table of the fifties: pale yellow with grey and copper boomerangs."""
    colours = np.full((SURFACE_PX, SURFACE_PX, 3), (0.80, 0.74, 0.54), np.float32)
    across = np.linspace(-1, 1, 9)
    bend = np.stack([across, 0.5 - across**2], 1)
    for number in range(90):
        angle = random.uniform(0, 2 * math.pi)
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        line = (bend @ turn * SURFACE_PX / 40 + random.uniform(0, SURFACE_PX, 2)).astype(np.int32)
        paint = ((0.45, 0.46, 0.46), (0.62, 0.36, 0.22))[number % 2]
        cv2.polylines(colours, [line], False, paint, max(1, SURFACE_PX // 160))
    return made(colours, 0.5, Finish(0.25, 0.3), 36.0)


def granite(random: Random) -> Surface:
    """A worktop of black, grey and pink crystals."""
    one, other = cloud(random, SURFACE_PX, 0.7), cloud(random, SURFACE_PX, 0.7)
    colours = shaded((0.46, 0.44, 0.43), 0.05 * one)
    colours[one > 0.8], colours[other > 1.0], colours[one < -1.2] = (
        (0.60, 0.46, 0.42), (0.13, 0.13, 0.14), (0.72, 0.70, 0.68),
    )  # fmt: skip
    return made(colours, 0.5, Finish(0.2, 0.4), 30.0)


def butcher_block(random: Random) -> Surface:
    """Short staves of beech and oak glued edge to edge."""
    x, y = grid()
    row = np.minimum((y * 12).astype(int), 11)
    along = x * 3 + random.uniform(0, 1, 12)[row]
    stave = (row * 53 + along.astype(int) * 17) % 200
    joint = ((y * 12) % 1 < 0.03) | (along % 1 < 0.006)
    amount = random.normal(0, 0.12, 200)[stave] + 0.06 * streaks(random, SURFACE_PX, 50, 0.9) - 0.3 * joint
    return made(shaded((0.64, 0.46, 0.28), amount), 0.5 - 0.2 * joint, Finish(0.45, 0.1), 48.0)


def slats(random: Random) -> Surface:
    """A garden table: teak slats with gaps between them."""
    _, y = grid()
    slat = np.minimum((y * 6).astype(int), 5)
    gap = (y * 6) % 1 < 0.1
    amount = random.normal(0, 0.1, 6)[slat] + 0.12 * streaks(random, SURFACE_PX, 90, 1.0)
    colours = shaded((0.47, 0.37, 0.28), amount)
    colours[gap] = (0.05, 0.05, 0.04)
    return made(colours, 0.6 - 0.5 * gap, Finish(0.75), 40.0)


def tartan(random: Random) -> Surface:
    """A woollen blanket, green and navy with thin white and mustard lines."""
    x, y = grid()
    twill = 0.5 + 0.5 * np.sign(np.sin((x + y) * 260 * 2 * np.pi))

    def bands(place: Floats) -> Floats:
        at = (place * 4) % 1
        colours = np.where((at < 0.5)[..., None], (0.08, 0.24, 0.17), (0.09, 0.12, 0.26))
        colours[np.abs(at - 0.25) < 0.02], colours[np.abs(at - 0.75) < 0.015] = (
            (0.70, 0.55, 0.16),
            (0.8, 0.8, 0.76),
        )
        return colours

    woven = mixed(bands(y), bands(x), twill)
    return made(shaded(woven, 0.1 * cloud(random, SURFACE_PX, 0.4)), twill, Finish(0.97), 44.0)


def linoleum(random: Random) -> Surface:
    """Squares of two greys, marbled and worn."""
    x, y = grid()
    odd = ((x * 6).astype(int) + (y * 6).astype(int)) % 2
    marbled = np.abs(cloud(random, SURFACE_PX, 1.8)) < 0.1
    amount = 0.08 * cloud(random, SURFACE_PX, 1.2) + 0.25 * marbled
    return made(shaded((0.34, 0.38, 0.38), amount + 0.7 * odd), 0.5, Finish(0.4, 0.1), 48.0)


def parquet(random: Random) -> Surface:
    """Basket parquet, each square of five staves."""
    squares, staves = 6, 5
    x, y = grid()
    column, row = (x * squares).astype(int), (y * squares).astype(int)
    lying = (column + row) % 2 == 0
    across = np.where(lying, y, x) * squares % 1 * staves
    number = column * 97 + row * 31 + across.astype(int)
    shade = random.normal(0, 0.1, 1000)[number % 1000]
    grain = np.where(lying, streaks(random, SURFACE_PX, 40, 0.9), streaks(random, SURFACE_PX, 40, 0.9).T)
    joint = across % 1 < 0.05
    return made(
        shaded((0.50, 0.33, 0.18), shade + 0.07 * grain - 0.4 * joint),
        0.5 - 0.2 * joint,
        Finish(0.4, 0.2),
        40.0,
    )


def denim(random: Random) -> Surface:
    """Blue twill."""
    x, y = grid()
    twill = np.sin((x + y) * 150 * 2 * np.pi)
    amount = 0.18 * twill + 0.12 * streaks(random, SURFACE_PX, 50, 1.0).T
    return made(shaded((0.17, 0.25, 0.40), amount), 0.5 + 0.2 * twill, Finish(0.95))


def terrazzo(random: Random) -> Surface:
    """Chips of stone in pale cement."""
    colours = np.full((SURFACE_PX, SURFACE_PX, 3), (0.80, 0.78, 0.74), np.float32)
    for _ in range(420):
        corners = int(random.integers(4, 7))
        angles = np.sort(random.uniform(0, 2 * math.pi, corners))
        reach = random.uniform(3, 14) * random.uniform(0.6, 1, corners)
        chip = np.stack([np.cos(angles) * reach, np.sin(angles) * reach], 1) + random.uniform(
            0, SURFACE_PX, 2
        )
        paint = ((0.35, 0.30, 0.28), (0.62, 0.40, 0.32), (0.25, 0.33, 0.34), (0.70, 0.62, 0.45))
        cv2.fillPoly(colours, [chip.astype(np.int32)], paint[int(random.integers(4))])
    return made(colours, 0.5, Finish(0.35, 0.1), 34.0)


def concrete(random: Random) -> Surface:
    """Grey, with pores and stains."""
    amount = 0.08 * cloud(random, SURFACE_PX, 1.6) - 0.3 * (cloud(random, SURFACE_PX, 0.7) > 2.7)
    return made(shaded((0.55, 0.54, 0.52), amount), 0.5 + amount, Finish(0.9), 40.0)


def newsprint(random: Random) -> Surface:
    """A newspaper: columns of lines, headings and a picture or two."""
    colours = shaded((0.80, 0.78, 0.72), 0.02 * cloud(random, SURFACE_PX, 1.0))
    for column in range(4):
        left, y = 12 + column * SURFACE_PX // 4, 8
        while y < SURFACE_PX - 30:
            if random.random() < 0.06:
                colours[y : y + 16, left : left + int(random.uniform(80, 165))] = 0.12
                y += 26
            elif random.random() < 0.03:
                colours[y : y + 90, left : left + 160] = random.uniform(0.25, 0.6)
                y += 100
            else:
                words = np.repeat(random.random(40) > 0.22, 4)
                colours[y : y + 4, left : left + 160][:, words] *= 0.42
                y += 9
    return made(colours, 0.5, Finish(0.9), 42.0)


def rug(random: Random) -> Surface:
    """A woven carpet with lozenges and a border."""
    x, y = grid()
    step = np.floor(np.stack([x, y]) * 128) / 128
    ring_ = np.floor((np.abs(step[0] * 6 % 1 - 0.5) + np.abs(step[1] * 6 % 1 - 0.5)) * 9).astype(int)
    paints = np.array(
        ((0.45, 0.10, 0.09), (0.12, 0.14, 0.28), (0.72, 0.60, 0.42), (0.45, 0.10, 0.09), (0.20, 0.30, 0.25))
    )
    colours = shaded(paints[ring_ % 5], 0.12 * cloud(random, SURFACE_PX, 0.3))
    return made(colours, 0.5 + 0.1 * cloud(random, SURFACE_PX, 0.3), Finish(0.97), 46.0)


def oilcloth(random: Random) -> Surface:
    """A wiped tablecloth with lemons and leaves."""
    colours = np.full((SURFACE_PX, SURFACE_PX, 3), (0.82, 0.88, 0.88), np.float32)
    for _ in range(70):
        x, y = random.uniform(0, SURFACE_PX, 2).astype(int).tolist()
        turn = float(random.uniform(0, 180))
        leaf = (x + int(random.integers(-24, 24)), y + int(random.integers(-24, 24)))
        cv2.ellipse(colours, leaf, (18, 7), turn + 60, 0, 360, (0.25, 0.45, 0.20), -1)
        cv2.ellipse(colours, (x, y), (20, 14), turn, 0, 360, (0.93, 0.80, 0.20), -1)
    return made(colours, 0.5, Finish(0.3, 0.2), 34.0)


def scrubbed(random: Random) -> Surface:
    """Boards of an old kitchen table, greyish."""
    _, y = grid()
    board = y * 7
    joint = board % 1 < 0.02
    amount = random.normal(0, 0.06, 8)[board.astype(int)] + 0.09 * streaks(random, SURFACE_PX, 80, 1.2)
    return made(shaded((0.46, 0.38, 0.30), amount - 0.5 * joint), 0.5 - 0.3 * joint, Finish(0.7), 44.0)


def lawn(random: Random) -> Surface:
    """Mown grass with daisies."""
    blades = np.maximum(streaks(random, SURFACE_PX, 7, 0.8), streaks(random, SURFACE_PX, 7, 0.8).T)
    amount = 0.3 * blades - 0.15 + 0.15 * cloud(random, SURFACE_PX, 1.6)
    colours = shaded((0.24, 0.36, 0.11), amount)
    for _ in range(40):
        flower = random.integers(0, SURFACE_PX, 2).tolist()
        cv2.circle(colours, flower, SURFACE_PX // 128, (0.90, 0.90, 0.86), -1)
        cv2.circle(colours, flower, SURFACE_PX // 300, (0.88, 0.70, 0.10), -1)
    return made(colours, 0.5 + 0.2 * blades, Finish(0.9, relief=0.8), 44.0)


def damask(random: Random) -> Surface:
    """A white tablecloth for guests, its leaves woven in with the same thread."""
    x, y = grid()
    leaf = np.sin(x * 10 * np.pi) * np.sin(y * 10 * np.pi) + 0.4 * np.sin((x + y) * 30 * np.pi)
    woven = (np.abs(leaf) > 0.35).astype(np.float32)
    thread = threads(random, SURFACE_PX, 40, 0.8)
    amount = 0.05 * woven + 0.012 * thread
    return made(shaded((0.78, 0.78, 0.76), amount), 0.5 + 0.1 * woven, Finish(0.8), 38.0)


def club_table(random: Random) -> Surface:
    """The folding table of a club: pale grey laminate with dark flecks."""
    colours = shaded((0.66, 0.66, 0.64), 0.02 * cloud(random, SURFACE_PX, 0.8))
    colours[cloud(random, SURFACE_PX, 0.6) > 2.0] = (0.42, 0.43, 0.44)
    return made(colours, 0.5, Finish(0.35, 0.2), 42.0)


def cutting_mat(random: Random) -> Surface:
    """A tinkerer's green mat, ruled in centimetres, with cuts in it."""
    colours = shaded((0.12, 0.32, 0.26), 0.04 * cloud(random, SURFACE_PX, 1.2))
    for lines, wide in ((30, 0.03), (6, 0.014)):
        colours[net(lines, wide)] = (0.52, 0.62, 0.48)
    for _ in range(30):
        start = random.uniform(0, SURFACE_PX, 2)
        end = start + random.normal(0, SURFACE_PX / 10, 2)
        cv2.line(colours, start.astype(int).tolist(), end.astype(int).tolist(), (0.18, 0.40, 0.33), 1)
    return made(colours, 0.5, Finish(0.7), 30.0)


def patchwork(random: Random) -> Surface:
    """A bedspread of squares of old shirts and dresses: plain, dotted, striped and checked."""
    x, y = grid()
    column, row = (x * 5).astype(int), (y * 5).astype(int)
    u, v = x * 30 % 1 - 0.5, y * 30 % 1 - 0.5
    patterns = np.stack([np.zeros_like(u), np.hypot(u, v) < 0.28, np.abs(u) < 0.2, (u > 0) ^ (v > 0)])
    kind = random.integers(0, 4, (5, 5))[row, column]
    part = np.take_along_axis(patterns, kind[None], 0)[0]
    cloth, print_ = random.uniform(0.25, 0.75, (5, 5, 3)), random.uniform(0.5, 0.9, (5, 5, 3))
    colours = mixed(cloth[row, column], print_[row, column], part)
    seam = net(5, 0.012)
    amount = 0.05 * cloud(random, SURFACE_PX, 0.5) - 0.35 * seam
    return made(shaded(colours, amount), 0.6 - 0.4 * seam, Finish(0.95, relief=0.5), 50.0)


def marble(random: Random) -> Surface:
    """A kitchen's worktop, polished: white with grey veins, and some ochre beside them."""
    bent = cloud(random, SURFACE_PX, 2.1)
    vein = np.exp(-np.abs(bent) / 0.05) + 0.5 * np.exp(-np.abs(cloud(random, SURFACE_PX, 1.9)) / 0.03)
    colours = shaded((0.80, 0.79, 0.77), 0.04 * cloud(random, SURFACE_PX, 1.6))
    colours = mixed(colours, (0.66, 0.56, 0.42), 0.3 * np.exp(-np.abs(bent - 0.1) / 0.1))
    return made(mixed(colours, (0.36, 0.37, 0.39), 0.55 * np.minimum(vein, 1)), 0.5, Finish(0.15, 0.5), 44.0)


def mosaic(random: Random) -> Surface:
    """A balcony's table of broken tiles in pale mortar."""
    tile, line = cells(random, 260)
    paints = np.array(((0.66, 0.34, 0.22), (0.78, 0.60, 0.30), (0.16, 0.40, 0.44), (0.82, 0.78, 0.68)))
    mortar = cv2.dilate(line.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    colours = shaded(paints[(tile * 3.999).astype(int)], 0.12 * (tile * 37 % 1 - 0.5))
    colours[mortar] = (0.62, 0.60, 0.56)
    return made(colours, 0.7 - 0.4 * mortar, Finish(0.3, 0.3), 36.0)


def painted_desk(random: Random) -> Surface:
    """A desk painted white with a brush, and a stain of coffee."""
    x, y = grid()
    stain = np.exp(-(((np.hypot(x - 0.2, y - 0.3) - 0.09) / 0.006) ** 2))
    strokes = streaks(random, SURFACE_PX, 60, 1.2)
    colours = mixed(shaded((0.80, 0.80, 0.78), 0.02 * strokes), (0.50, 0.36, 0.22), 0.5 * stain)
    return made(colours, 0.5 + 0.06 * strokes, Finish(0.3, 0.3), 42.0)


def tweed(random: Random) -> Surface:
    """A sofa's woollen cloth, brown and cream, woven in zigzags with flecks of colour."""
    x, y = grid()
    slant = np.abs(x * 14 % 2 - 1)
    twill = np.sin(2 * np.pi * (y * 90 + slant * 7))
    colours = mixed((0.26, 0.21, 0.17), (0.60, 0.55, 0.46), 0.5 + 0.5 * twill)
    colours = shaded(colours, 0.1 * cloud(random, SURFACE_PX, 0.4))
    fleck = cloud(random, SURFACE_PX, 0.5)
    colours[fleck > 2.8], colours[fleck < -2.8] = (0.62, 0.30, 0.16), (0.18, 0.36, 0.36)
    return made(colours, 0.5 + 0.2 * twill, Finish(0.95, relief=0.4), 40.0)
