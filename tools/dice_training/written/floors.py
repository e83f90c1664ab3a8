"""Floors and rims of the trays of rigs that were written down by hand."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from tools.dice_training.drawings import Random
from tools.dice_training.looks import Colour, Finish, Surface
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


def slate(random: Random) -> Surface:
    """Split stone, blue-grey."""
    layers = cloud(random, SURFACE_PX, 2.0)
    steps = np.round(layers * 2) / 2
    amount = 0.10 * steps + 0.08 * cloud(random, SURFACE_PX, 1.0)
    return made(shaded((0.20, 0.22, 0.25), amount), 0.5 + 0.16 * steps, Finish(0.6, relief=0.5))


def cardboard(random: Random) -> Surface:
    """Brown corrugated board."""
    _, y = grid()
    ribs = np.sin(y * 70 * 2 * np.pi)
    colours = shaded((0.60, 0.44, 0.28), 0.03 * ribs + 0.04 * cloud(random, SURFACE_PX, 0.8))
    return made(colours, 0.5 + 0.1 * ribs, Finish(0.85))


def moulded(colour: Colour) -> Callable[[Random], Surface]:
    """Plastic from a mould."""

    def make(random: Random) -> Surface:
        dimples = cloud(random, SURFACE_PX, 0.7)
        return made(shaded(colour, 0.015 * dimples), 0.5 + 0.05 * dimples, Finish(0.28, 0.15))

    return make


def bamboo(random: Random) -> Surface:
    """Glued strips, each with its nodes."""
    strips = 26
    x, y = grid()
    strip = np.minimum((y * strips).astype(int), strips - 1)
    shade, node = random.normal(0, 0.09, strips)[strip], random.uniform(0, 1, strips)[strip]
    knots = np.abs((x - node + 0.5) % 1 - 0.5) < 0.006
    joint = (y * strips) % 1 < 0.05
    amount = shade - 0.32 * knots - 0.25 * joint + 0.05 * streaks(random, SURFACE_PX, 70, 0.9)
    colours = shaded((0.80, 0.64, 0.36), amount)
    return made(colours, 0.6 - 0.3 * joint + 0.1 * knots, Finish(0.35, 0.25))


def zebrano(random: Random) -> Surface:
    """Pale wood with dark stripes."""
    _, y = grid()
    bent = y + 0.02 * streaks(random, SURFACE_PX, 140, 40) + 0.004 * streaks(random, SURFACE_PX, 60, 6)
    stripe = np.clip(np.sin(bent * 15 * 2 * np.pi) + 0.5 * np.sin(bent * 41 * 2 * np.pi), -1, 1)
    striped = mixed((0.30, 0.19, 0.12), (0.74, 0.57, 0.38), 0.5 + 0.5 * stripe)
    colours = shaded(striped, 0.06 * streaks(random, SURFACE_PX, 40, 0.8))
    return made(colours, 0.5 + 0.05 * stripe, Finish(0.4, 0.2))


def azulejo(random: Random) -> Surface:
    """Painted tiles, white and blue."""
    tiles = 5
    x, y = grid()
    u, v = x * tiles % 1 - 0.5, y * tiles % 1 - 0.5
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    petal = np.abs(far - 0.26 - 0.09 * np.cos(4 * angle)) < 0.028
    corner = np.abs(np.hypot(np.abs(u) - 0.5, np.abs(v) - 0.5) - 0.2) < 0.03
    star = far < 0.07 + 0.04 * np.cos(8 * angle)
    joint = np.maximum(np.abs(u), np.abs(v)) > 0.485
    colours = shaded((0.86, 0.87, 0.85), 0.02 * cloud(random, SURFACE_PX, 1.5))
    colours[petal | star] = (0.16, 0.28, 0.58)
    colours[corner] = (0.40, 0.52, 0.72)
    colours[joint] = (0.62, 0.60, 0.56)
    return made(colours, 0.7 - 0.5 * joint, Finish(0.22, 0.3))


def lacquer(random: Random) -> Surface:
    """Black lacquer with gold in it."""
    gold = cloud(random, SURFACE_PX, 1.2) > 2.3
    colours = shaded((0.035, 0.03, 0.03), 0.05 * cloud(random, SURFACE_PX, 1.5))
    colours[gold] = (0.62, 0.47, 0.18)
    return made(colours, 0.5, Finish(0.25, 0.4))


def rubber(random: Random) -> Surface:
    """A grey mat with raised lozenges."""
    x, y = grid()
    u, v = x * 24 % 1 - 0.5, y * 24 % 1 - 0.5
    turned = ((x * 24).astype(int) + (y * 24).astype(int)) % 2 == 0
    along, aside = np.where(turned, u + v, u - v), np.where(turned, u - v, u + v)
    raised = (np.abs(along) < 0.42) & (np.abs(aside) < 0.12)
    colours = shaded((0.30, 0.31, 0.32), 0.12 * raised + 0.05 * cloud(random, SURFACE_PX, 0.4))
    return made(colours, 0.3 + 0.5 * raised, Finish(0.7, relief=0.5))


def walnut(random: Random) -> Surface:
    """Dark wood with the arches of a plain-sawn board."""
    x, y = grid()
    bow = y + 0.5 * (x - 0.5) ** 2 + 0.03 * cloud(random, SURFACE_PX, 2.2)
    rings = np.sin(bow * 60 * 2 * np.pi + 3 * streaks(random, SURFACE_PX, 120, 20))
    amount = 0.12 * rings + 0.08 * streaks(random, SURFACE_PX, 30, 0.8)
    return made(shaded((0.33, 0.21, 0.14), amount), 0.5 + 0.05 * rings, Finish(0.35, 0.3))


def cork(random: Random) -> Surface:
    """Pressed grains of cork, some of them dark."""
    coarse, fine = cloud(random, SURFACE_PX, 0.9), cloud(random, SURFACE_PX, 0.5)
    grains = np.round(1.5 * coarse) / 1.5
    amount = 0.09 * grains + 0.07 * fine - 0.4 * (coarse + 0.5 * fine > 2.3)
    return made(shaded((0.66, 0.48, 0.31), amount), 0.5 + 0.12 * fine, Finish(0.9, relief=0.4))


def _enamelled(colour: Colour, chips: float) -> Callable[[Random], Surface]:
    def make(random: Random) -> Surface:
        chipped = cloud(random, SURFACE_PX, 1.5) > chips
        colours = shaded(colour, 0.012 * cloud(random, SURFACE_PX, 1.8))
        colours[chipped] = (0.12, 0.11, 0.13)
        return made(colours, 0.6 - 0.4 * chipped, Finish(0.16, 0.5))

    return make


def sea_chart(random: Random) -> Surface:
    """A printed mat: sea in steps of depth, sandy shallows, and a net of pale lines."""
    depth = cloud(random, SURFACE_PX, 2.4)
    steps = np.clip(np.floor(depth * 1.6) / 3.2, -1, 1)
    colours = shaded((0.15, 0.36, 0.45), -0.45 * steps)
    colours[depth > 1.5] = (0.72, 0.63, 0.44)
    edge = np.abs(depth * 1.6 - np.round(depth * 1.6)) < 0.03
    lines = edge | net(5, 0.006)
    colours[lines] = colours[lines] * 0.5 + np.array((0.34, 0.40, 0.38))
    return made(colours, 0.5, Finish(0.8), 26.0)


def wicker(random: Random) -> Surface:
    """Willow rods woven over and under."""
    x, y = grid()
    rods, stakes = 36, 12
    over = ((y * rods).astype(int) + (x * stakes).astype(int)) % 2 == 0
    bulge = np.sin((x * stakes % 1) * np.pi) * np.where(over, 1.0, 0.35)
    rod = np.sin((y * rods % 1) * np.pi)
    amount = 0.35 * (rod * bulge - 0.5) + random.normal(0, 0.1, rods + 1)[(y * rods).astype(int)]
    return made(shaded((0.58, 0.40, 0.22), amount), rod * bulge, Finish(0.5, 0.1, 0.9))


def celadon(random: Random) -> Surface:
    """Green glaze, polished, with a net of fine cracks in it."""
    pool, one, other = (cloud(random, SURFACE_PX, slope) for slope in (2.2, 1.7, 1.7))
    cracks = np.minimum(np.abs(one), np.abs(other)) < 0.02
    colours = shaded((0.42, 0.57, 0.47), 0.07 * pool - 0.3 * cracks)
    return made(colours, 0.5, Finish(0.08, 0.7, 0.0))


def night_sky(random: Random) -> Surface:
    """A printed mat of rubber: stars, a milky way, and constellations of thin lines."""
    x, y = grid()
    way = np.exp(-(((x - y + 0.08 * cloud(random, SURFACE_PX, 2.2)) / 0.22) ** 2))
    dust = (way * (1 + 0.3 * cloud(random, SURFACE_PX, 1.6)))[..., None]
    colours = np.array((0.07, 0.09, 0.20)) + dust * np.array((0.16, 0.12, 0.22))
    colours[random.random((SURFACE_PX, SURFACE_PX)) > 0.9985] = (0.72, 0.74, 0.80)
    for _ in range(7):
        stars = random.uniform(0, 1, 2) + np.cumsum(random.normal(0, 0.06, (5, 2)), 0)
        pixels = (stars * SURFACE_PX).astype(np.int32)
        cv2.polylines(colours, [pixels], False, (0.34, 0.38, 0.54), max(1, SURFACE_PX // 384))
        for star in pixels.tolist():
            cv2.circle(colours, star, SURFACE_PX // 192, (0.80, 0.80, 0.74), -1)
    return made(colours, 0.5, Finish(0.9), 26.0)


def chalkboard(random: Random) -> Surface:
    """A school's slate-green board, wiped but not clean, with a ruled line here and there."""
    _, y = grid()
    wiped = streaks(random, SURFACE_PX, 90, 7) + 0.6 * cloud(random, SURFACE_PX, 1.9)
    ruled = ((y * 6) % 1 < 0.02) & (cloud(random, SURFACE_PX, 0.6) > -0.8)
    chalk = 0.10 * np.clip(wiped, 0, 2) + 0.22 * ruled
    colours = mixed((0.15, 0.24, 0.20), (0.80, 0.82, 0.78), chalk)
    return made(colours, 0.5 + 0.02 * wiped, Finish(0.8))


def net_liner(random: Random) -> Surface:
    """A drawer's liner of sand-coloured foam rubber: a net whose holes show the dark wood below."""
    x, y = grid()
    column, row = x * 56, y * 56
    hole = np.hypot((column + 0.5 * (row.astype(int) % 2)) % 1 - 0.5, (row % 1 - 0.5) * 0.8)
    cord = np.clip((hole - 0.16) / 0.16, 0, 1)
    colours = mixed((0.24, 0.17, 0.12), (0.58, 0.50, 0.40), cord)
    return made(shaded(colours, 0.05 * cloud(random, SURFACE_PX, 0.9)), cord, Finish(0.8, relief=0.5))


def sawn(colour: Colour) -> Callable[[Random], Surface]:
    """Plain wood of that colour."""

    def make(random: Random) -> Surface:
        rings, pores = streaks(random, SURFACE_PX, 220, 4), streaks(random, SURFACE_PX, 14, 0.7)
        amount = 0.09 * rings - 0.16 * (pores > 1.6)
        return made(shaded(colour, amount), 0.5 - 0.1 * (pores > 1.6), Finish(0.5, 0.1))

    return make


def grey_board(random: Random) -> Surface:
    """The inside of a game's box: board of old paper, with fibres and specks in it."""
    pulp, fibres = cloud(random, SURFACE_PX, 0.8), streaks(random, SURFACE_PX, 5, 0.8)
    amount = 0.03 * cloud(random, SURFACE_PX, 1.6) + 0.03 * pulp - 0.2 * (fibres > 3.2)
    colours = shaded((0.57, 0.55, 0.51), amount)
    colours[streaks(random, SURFACE_PX, 0.8, 5) > 3.4] = (0.42, 0.46, 0.56)
    return made(colours, 0.5 + 0.06 * pulp, Finish(0.92))


def box_print(random: Random) -> Surface:
    """The printed side of a game's box: a sea with a cream line along it."""
    x, y = grid()
    swell = np.sin(2 * np.pi * (x * 9 + 0.5 * np.sin(2 * np.pi * y * 40)))
    colours = shaded((0.14, 0.34, 0.48), 0.14 * swell + 0.05 * cloud(random, SURFACE_PX, 1.4))
    colours[np.abs(y - 0.5) < 0.006] = (0.86, 0.79, 0.60)
    return made(colours, 0.5, Finish(0.45, 0.2))


def pine(random: Random) -> Surface:
    """A pale board with knots, round which its rings bend."""
    x, y = grid()
    bend = 0.012 * streaks(random, SURFACE_PX, 160, 26)
    far = np.full_like(x, 9.0)
    for across, down in random.uniform(0.06, 0.94, (7, 2)):
        here = np.hypot(x - across, 1.7 * (y - down))
        bend += 0.03 * np.sign(y - down) * np.exp(-((here / 0.07) ** 2))
        far = np.minimum(far, here)
    rings = np.sin((y + bend) * 42 * 2 * np.pi)
    amount = 0.07 * rings + 0.03 * streaks(random, SURFACE_PX, 40, 0.8)
    knot = np.clip(1.6 - far / 0.014, 0, 1)
    colours = mixed(shaded((0.78, 0.61, 0.40), amount), (0.40, 0.23, 0.12), knot)
    return made(colours, 0.5 + 0.05 * rings, Finish(0.5, 0.15))


def battle_mat(random: Random) -> Surface:
    """A vinyl mat of role players: parchment with a net of inches, and smears of pens that were wiped off."""
    colours = shaded((0.70, 0.60, 0.44), 0.05 * cloud(random, SURFACE_PX, 1.6))
    inches = net(8, 0.012)
    colours[inches] = (0.26, 0.22, 0.18)
    for number in range(9):
        path = random.uniform(0, 1, 2) + np.cumsum(random.normal(0, 0.03, (9, 2)), 0)
        drawn, pixels = np.zeros(inches.shape, np.float32), (path * SURFACE_PX).astype(np.int32)
        cv2.polylines(drawn, [pixels], False, 1, max(1, SURFACE_PX // 110))
        smear = 0.35 * cv2.GaussianBlur(drawn, (0, 0), SURFACE_PX / 200)
        colours = mixed(colours, ((0.2, 0.3, 0.6), (0.3, 0.2, 0.2))[number % 2], smear)
    return made(colours, 0.6 - 0.1 * inches, Finish(0.5, 0.1), 20.32)


def foam(random: Random) -> Surface:
    """A tile of a child's foam mat: turquoise, embossed with bundles of dashes."""
    x, y = grid()
    lying = ((x * 30).astype(int) + (y * 30).astype(int)) % 2 == 0
    ridges = np.sin(np.where(lying, x, y) * 120 * 2 * np.pi)
    amount = 0.06 * ridges + 0.03 * cloud(random, SURFACE_PX, 0.5)
    return made(shaded((0.20, 0.56, 0.60), amount), 0.5 + 0.4 * ridges, Finish(0.8, relief=0.4))


def tissue(random: Random) -> Surface:
    """The paper that shoes come in, crumpled and smoothed again."""
    facets, folds = cells(random, 130)
    small, creases = cells(random, 700)
    amount = 0.06 * (facets - 0.5) + 0.04 * (small - 0.5) - 0.05 * folds - 0.03 * creases
    return made(shaded((0.76, 0.74, 0.71), amount), 0.4 * facets + 0.3 * small, Finish(0.9, relief=0.15))


def shoe_box(random: Random) -> Surface:
    """Orange card with a white stripe."""
    _, y = grid()
    colours = shaded((0.82, 0.34, 0.10), 0.03 * cloud(random, SURFACE_PX, 0.8))
    colours[np.abs(y - 0.5) < 0.025] = (0.88, 0.87, 0.84)
    return made(colours, 0.5, Finish(0.6, 0.1), 12.0)


def dimpled_liner(random: Random) -> Surface:
    """A drawer's mat of taupe plastic with raised dots."""
    x, y = grid()
    column, row = x * 40, y * 46
    far = np.hypot((column + 0.5 * (row.astype(int) % 2)) % 1 - 0.5, row % 1 - 0.5)
    dot = np.clip((0.34 - far) / 0.1, 0, 1)
    amount = 0.14 * dot + 0.03 * cloud(random, SURFACE_PX, 1.2)
    return made(shaded((0.46, 0.41, 0.36), amount), 0.3 + 0.6 * dot, Finish(0.45, 0.1, 0.5))


def silicone(random: Random) -> Surface:
    """Lilac silicone with a honeycomb pressed into it, and dust that it draws."""
    x, y = grid()
    turns = np.radians((0, 60, 120))[:, None, None]
    comb = np.cos(2 * np.pi * 22 * (x * np.cos(turns) + y * np.sin(turns))).sum(0)
    groove = np.clip(-comb, 0, 1.5) / 1.5
    colours = shaded((0.52, 0.46, 0.60), 0.02 * cloud(random, SURFACE_PX, 1.5) - 0.2 * groove)
    colours[cloud(random, SURFACE_PX, 0.3) > 3.2] = (0.74, 0.72, 0.74)
    return made(colours, 0.7 - 0.4 * groove, Finish(0.6, 0.0, 0.4))


def pressed_cork(random: Random) -> Surface:
    """A pinboard's cork of large grains, with the holes of pins."""
    grains, line = cells(random, 1500)
    amount = 0.3 * (grains - 0.5) - 0.2 * line - 0.3 * (grains > 0.94) + 0.04 * cloud(random, SURFACE_PX, 0.5)
    colours = shaded((0.60, 0.42, 0.26), amount)
    for hole in random.integers(0, SURFACE_PX, (50, 2)).tolist():
        cv2.circle(colours, hole, max(1, SURFACE_PX // 380), (0.16, 0.10, 0.06), -1)
    return made(colours, 0.6 - 0.2 * line, Finish(0.9, relief=0.4))


def gilt_frame(random: Random) -> Surface:
    """The moulding of an old picture's frame; its gold is worn down to the red ground in places."""
    _, y = grid()
    ridges = np.sin(y * 24 * np.pi)
    worn = np.clip(cloud(random, SURFACE_PX, 1.3) - 1.2, 0, 1)
    gold = shaded((0.66, 0.50, 0.22), 0.18 * ridges + 0.05 * cloud(random, SURFACE_PX, 0.8))
    return made(mixed(gold, (0.42, 0.16, 0.11), worn), 0.5 + 0.4 * ridges, Finish(0.3, 0.4, 0.5), 6.0)


def squared_paper(random: Random) -> Surface:
    """A sheet of a school's exercise book with blue squares and a red margin, folded twice."""
    x, y = grid()
    colours = shaded((0.83, 0.84, 0.82), 0.015 * cloud(random, SURFACE_PX, 1.0))
    colours[net(40, 0.06)] = (0.56, 0.66, 0.80)
    colours[np.abs(x - 0.27) < 0.002] = (0.80, 0.36, 0.38)
    folds = np.exp(-(((x - 0.5) / 0.006) ** 2)) + np.exp(-(((y - 0.5) / 0.006) ** 2))
    return made(shaded(colours, -0.07 * folds), 0.6 - 0.3 * folds, Finish(0.9))


def tin_plate(random: Random) -> Surface:
    """Bare tin with the large crystals of its coat."""
    crystals, _ = cells(random, 160)
    amount = 0.18 * (crystals - 0.5) + 0.03 * streaks(random, SURFACE_PX, 30, 0.8)
    return made(shaded((0.60, 0.61, 0.62), amount), 0.5, Finish(0.25, 0.5))


def mountain_mat(random: Random) -> Surface:
    """A card player's mat of rubber with a picture: a low sun over four ranges of hills, in a pale frame."""
    x, y = grid()
    colours = mixed((0.30, 0.26, 0.46), (0.90, 0.58, 0.36), np.clip(1.7 * y - 0.1, 0, 1))
    colours[np.hypot(x - 0.62, y - 0.47) < 0.07] = (0.95, 0.82, 0.56)
    paints = ((0.50, 0.34, 0.44), (0.36, 0.27, 0.40), (0.20, 0.24, 0.32), (0.10, 0.17, 0.20))
    for number, paint in enumerate(paints):
        ridge = 0.5 + 0.1 * number + 0.03 * streaks(random, SURFACE_PX, 50 - 8 * number, 1)[0]
        colours[y > ridge] = paint
    frame = np.abs(np.maximum(np.abs(x - 0.5) - 0.41, np.abs(y - 0.5) - 0.29)) < 0.003
    colours[frame] = (0.86, 0.80, 0.68)
    weave = threads(random, SURFACE_PX, 4, 0.6)
    return made(shaded(colours, 0.03 * weave), 0.5 + 0.05 * weave, Finish(0.85), 24.0)


def _filament(colour: Colour, slanted: bool) -> Callable[[Random], Surface]:
    """Beads of molten plastic laid beside or upon each other, as a 3D printer does."""

    def make(random: Random) -> Surface:
        x, y = grid()
        place = (y + x * slanted) * 75
        beads, uneven = np.abs(np.sin(place * np.pi)), random.normal(0, 0.02, 75)[place.astype(int) % 75]
        amount = 0.16 * (beads - 0.65) + uneven + 0.02 * cloud(random, SURFACE_PX, 1.5)
        return made(shaded(colour, amount), beads, Finish(0.4, 0.1, 0.5), 6.0)

    return make


red_plastic = moulded((0.66, 0.06, 0.06))
cream_plastic = moulded((0.82, 0.76, 0.62))
white_enamel = _enamelled((0.84, 0.85, 0.83), 3.0)
blue_enamel = _enamelled((0.10, 0.18, 0.42), 2.6)
bottle_green = moulded((0.10, 0.26, 0.20))
biscuit_tin = _enamelled((0.62, 0.52, 0.28), 2.9)
cedar = sawn((0.46, 0.24, 0.15))
ash = sawn((0.70, 0.61, 0.48))
mahogany = sawn((0.40, 0.17, 0.11))
aluminium = moulded((0.62, 0.63, 0.65))
baking_tin = _enamelled((0.28, 0.28, 0.30), 2.7)
coral_plastic = moulded((0.88, 0.44, 0.34))
mint_print = _filament((0.50, 0.72, 0.63), True)
mint_layers = _filament((0.50, 0.72, 0.63), False)
melamine = moulded((0.85, 0.85, 0.83))
cherry = sawn((0.54, 0.31, 0.20))
lilac_rim = moulded((0.52, 0.46, 0.60))
