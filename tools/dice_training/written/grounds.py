"""Floors and rims of the trays of the rigs u48 to u59."""

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


def black_leather(random: Random) -> Surface:
    """Full-grain hide, black, with its pores and wrinkles, and two rings stamped blind into it."""
    x, y = grid()
    grain, line = cells(random, 7000)
    wrinkles = np.clip(streaks(random, SURFACE_PX, 40, 3) - 1.2, 0, 1.5)
    far = np.hypot(x - 0.5, y - 0.5)
    stamp = (np.abs(far - 0.12) < 0.005) | (np.abs(far - 0.09) < 0.0025)
    amount = 0.3 * (grain - 0.5) - 0.3 * line - 0.2 * wrinkles - 0.4 * stamp
    amount = amount + 0.1 * cloud(random, SURFACE_PX, 1.8)
    return made(shaded((0.15, 0.14, 0.14), amount), 0.6 - 0.2 * line - 0.4 * stamp, Finish(0.45, 0.1, 0.4))


def red_stitched(random: Random) -> Surface:
    """The turned edge of that hide with a seam of red thread."""
    x, y = grid()
    colours = shaded((0.13, 0.12, 0.12), 0.2 * cloud(random, SURFACE_PX, 1.0))
    colours[(np.abs(y - 0.5) < 0.025) & (x * 11 % 1 < 0.6)] = (0.58, 0.08, 0.08)
    return made(colours, 0.5, Finish(0.45, 0.1), 5.0)


def moss_felt(random: Random) -> Surface:
    """Thick wool felt of a mossy green, paler and darker hairs through it."""
    hairs, wool = threads(random, SURFACE_PX, 6, 0.8), cloud(random, SURFACE_PX, 0.6)
    amount = 0.03 * hairs + 0.07 * wool - 0.2 * (wool > 2.1) + 0.04 * cloud(random, SURFACE_PX, 1.5)
    return made(shaded((0.29, 0.37, 0.17), amount), 0.5 + 0.1 * hairs, Finish(0.97, relief=0.3))


def limed_oak(random: Random) -> Surface:
    """Oak whose pores are filled with white wax."""
    pores = streaks(random, SURFACE_PX, 22, 0.8)
    colours = shaded((0.62, 0.54, 0.43), 0.07 * streaks(random, SURFACE_PX, 200, 5))
    colours = mixed(colours, (0.88, 0.87, 0.83), 0.7 * np.clip(pores - 0.9, 0, 1))
    return made(colours, 0.5 - 0.05 * pores, Finish(0.55, 0.1))


def concentric_print(random: Random) -> Surface:
    """The bottom of a tray from a 3D printer: silver-grey beads that run round in rectangles."""
    x, y = grid()
    off = np.maximum(np.abs(x - 0.5), np.abs(y - 0.5) + 0.12) * 150
    beads = np.abs(np.sin(off * np.pi))
    silk = 0.1 * ((np.abs(x - 0.5) > np.abs(y - 0.5) + 0.12) - 0.5) + 0.03 * cloud(random, SURFACE_PX, 1.6)
    amount = 0.16 * (beads - 0.6) + random.normal(0, 0.025, 200)[off.astype(int)] + silk
    return made(shaded((0.53, 0.55, 0.59), amount), beads, Finish(0.3, 0.2, 0.4))


def silk_layers(random: Random) -> Surface:
    """Its wall: layers upon each other, and the seam where each begins."""
    x, y = grid()
    layers = np.abs(np.sin(y * 30 * np.pi))
    seam = np.abs(x - 0.5 + 0.004 * cloud(random, SURFACE_PX, 1.0)) < 0.01
    return made(
        shaded((0.50, 0.52, 0.56), 0.2 * (layers - 0.6) - 0.15 * seam), layers, Finish(0.3, 0.2, 0.5), 6.0
    )


def oatmeal_glaze(random: Random) -> Surface:
    """A potter's glaze, the colour of oats, with specks of iron that ran a little."""
    specks = cloud(random, SURFACE_PX, 0.7)
    melted = np.clip(specks - 2.1, 0, 1)
    colours = shaded((0.73, 0.68, 0.58), 0.05 * cloud(random, SURFACE_PX, 2.1))
    colours = mixed(colours, (0.30, 0.19, 0.11), 0.9 * melted)
    return made(colours, 0.5, Finish(0.14, 0.5, 0.0))


def bare_clay(random: Random) -> Surface:
    """The unglazed rim of that dish: buff clay with grog in it and the rings of the wheel."""
    _, y = grid()
    grog = cloud(random, SURFACE_PX, 0.4)
    rings = np.sin(y * 60 * np.pi + cloud(random, SURFACE_PX, 2.0))
    colours = shaded((0.60, 0.45, 0.33), 0.04 * rings - 0.25 * (grog > 2.4))
    return made(colours, 0.5 + 0.2 * rings, Finish(0.85, relief=0.3))


def terrain_mat(random: Random) -> Surface:
    """A neoprene mat for a game of hexes: meadow, wood, field, hills and sea, muted, with dark lines."""
    x, y = grid()
    count = 9.0
    deep = count / np.sqrt(3)
    places = [(x * count + off, y * deep + off) for off in (0.0, 0.5)]
    nearest = [np.hypot(u - np.round(u), np.sqrt(3) * (v - np.round(v))) for u, v in places]
    second = nearest[1] < nearest[0]
    column, row = (np.where(second, other, one) for one, other in zip(*np.round(places), strict=True))
    paints = np.array(
        ((0.46, 0.56, 0.27), (0.20, 0.34, 0.20), (0.74, 0.62, 0.30), (0.60, 0.40, 0.28), (0.32, 0.48, 0.58))
    )
    kind = (column * 7 + row * 3 + 2 * second + (column * row) % 3).astype(int) % 5
    weave = threads(random, SURFACE_PX, 4, 0.6)
    colours = shaded(paints[kind], 0.1 * cloud(random, SURFACE_PX, 1.4) + 0.03 * weave)
    colours[np.abs(nearest[0] - nearest[1]) < 0.025] = (0.16, 0.15, 0.14)
    return made(colours, 0.5 + 0.05 * weave, Finish(0.9), 30.0)


def contour_pad(random: Random) -> Surface:
    """A large pad for a computer's mouse: charcoal cloth with the contour lines of a map in turquoise."""
    land, weave = 2.6 * cloud(random, SURFACE_PX, 2.6), threads(random, SURFACE_PX, 3, 0.6)
    off = np.abs(land - np.round(land))
    wide = np.where(np.round(land) % 4 == 0, 0.075, 0.045)
    colours = mixed((0.16, 0.17, 0.19), (0.22, 0.55, 0.54), (off < wide).astype(float))
    return made(shaded(colours, 0.05 * weave), 0.5 + 0.05 * weave, Finish(0.85), 30.0)


def sand_flock(random: Random) -> Surface:
    """The flocked bottom of a canteen of cutlery, sand-coloured, with the marks that spoons have left."""
    x, y = grid()
    nap = cloud(random, SURFACE_PX, 0.3)
    colours = shaded((0.56, 0.45, 0.31), 0.07 * nap + 0.06 * cloud(random, SURFACE_PX, 1.7))
    for number in range(5):
        here = np.hypot(x - 0.16 - 0.17 * number, 0.55 * (y - 0.3 - 0.06 * (number % 2))) / 0.055
        stem = (np.abs(x - 0.16 - 0.17 * number) < 0.007) & (y > 0.38) & (y < 0.72)
        colours = shaded(colours, -0.12 * (np.exp(-(here**8)) + stem))
    return made(colours, 0.5 + 0.15 * nap, Finish(0.95, relief=0.3))


def teak(random: Random) -> Surface:
    """Oiled teak, golden brown with dark veins."""
    veins = streaks(random, SURFACE_PX, 120, 3)
    amount = 0.1 * veins - 0.25 * (veins > 1.7) + 0.05 * streaks(random, SURFACE_PX, 18, 0.7)
    return made(shaded((0.45, 0.29, 0.16), amount), 0.5, Finish(0.45, 0.2), 12.0)


def parcel(random: Random) -> Surface:
    """The bottom of a parcel: brown board, the gap where its flaps meet, tape over it, a printed sign."""
    x, y = grid()
    fibres = streaks(random, SURFACE_PX, 6, 0.9)
    amount = 0.03 * cloud(random, SURFACE_PX, 1.3) - 0.1 * (fibres > 3.0) + 0.015 * np.sin(x * 70 * np.pi)
    colours = shaded((0.58, 0.43, 0.28), amount)
    colours[np.abs(y - 0.5) < 0.003] = (0.20, 0.14, 0.09)
    tape = np.abs(y - 0.5 + 0.004 * np.sin(9 * x)) < 0.06
    colours = np.where(tape[..., None], mixed(colours, (0.62, 0.40, 0.18), np.full_like(x, 0.45)), colours)
    u, v = np.abs(x - 0.68), y - 0.26
    arrow = ((v > -0.06) & (v < 0.0) & (u < 0.6 * (v + 0.06))) | ((v >= 0) & (v < 0.06) & (u < 0.013))
    colours[arrow | ((np.abs(v - 0.075) < 0.005) & (u < 0.05))] = (0.13, 0.11, 0.10)
    return made(colours, 0.5 + 0.1 * tape, Finish(0.7, 0.1))


def flute_edge(random: Random) -> Surface:
    """The cut edge of that board: dark flutes between two layers of paper."""
    x, y = grid()
    wave = np.abs(np.sin(x * 60 * np.pi)) * 0.8 + 0.1
    flute = np.abs((y * 10 % 1) - wave) < 0.22
    colours = mixed((0.34, 0.24, 0.15), (0.62, 0.48, 0.32), flute.astype(float))
    return made(shaded(colours, 0.04 * cloud(random, SURFACE_PX, 0.8)), 0.5, Finish(0.85), 6.0)


def canteen_tray(random: Random) -> Surface:
    """A canteen's tray of pressed fibreglass: sage, with a mat of fibres in it, scratched by cutlery."""
    colours = shaded((0.50, 0.58, 0.49), 0.02 * cloud(random, SURFACE_PX, 1.2))
    for number in range(420):
        start = random.uniform(0, SURFACE_PX, 2)
        end = start + random.normal(0, SURFACE_PX / 26, 2)
        paint = ((0.57, 0.64, 0.55), (0.46, 0.53, 0.45), (0.68, 0.72, 0.66))[min(number % 7, 2)]
        cv2.line(colours, start.astype(int).tolist(), end.astype(int).tolist(), paint, 1)
    return made(colours, 0.5, Finish(0.3, 0.2, 0.2))


def expanded_cork(random: Random) -> Surface:
    """Dark cork as it is baked for walls: large brown grains, burnt at their edges, holes between some."""
    grains, line = cells(random, 900)
    fine = cloud(random, SURFACE_PX, 0.5)
    burnt = cv2.GaussianBlur(line.astype(np.float32), (0, 0), SURFACE_PX / 260)
    amount = 0.5 * (grains - 0.5) - 0.9 * burnt + 0.06 * fine
    return made(shaded((0.36, 0.24, 0.15), amount), 0.7 - 0.5 * burnt, Finish(0.9, relief=0.4))


def end_grain(random: Random) -> Surface:
    """A chopping board of blocks on end, maple and cherry by turns, each with its rings."""
    x, y = grid()
    blocks = 8
    column, row = (x * blocks).astype(int), (y * blocks).astype(int)
    block = column * blocks + row
    far = np.hypot(
        x - random.uniform(-0.3, 1.3, blocks**2)[block], y - random.uniform(-0.3, 1.3, blocks**2)[block]
    )
    rings = np.sin(far * 190 + 0.5 * cloud(random, SURFACE_PX, 1.6))
    wood = np.where(((column + row) % 2 == 0)[..., None], (0.72, 0.57, 0.39), (0.56, 0.37, 0.24))
    glue = net(blocks, 0.012)
    amount = 0.06 * rings + random.normal(0, 0.05, blocks**2)[block] - 0.25 * glue
    return made(shaded(wood, amount), 0.5 - 0.1 * glue, Finish(0.5, 0.1))


def mustard_felt(random: Random) -> Surface:
    """The bottom of a basket of mustard felt, pilled and a little fluffy."""
    wool, pills = cloud(random, SURFACE_PX, 0.7), cloud(random, SURFACE_PX, 1.0)
    amount = 0.06 * wool + 0.12 * (pills > 2.4) + 0.04 * cloud(random, SURFACE_PX, 1.9)
    return made(shaded((0.68, 0.50, 0.15), amount), 0.5 + 0.1 * wool, Finish(0.97, relief=0.35))


def blanket_stitch(random: Random) -> Surface:
    """The edge of that basket with large stitches of grey yarn."""
    x, y = grid()
    colours = shaded((0.64, 0.47, 0.14), 0.07 * cloud(random, SURFACE_PX, 0.6))
    colours[(np.abs(x * 6 % 1 - 0.5) < 0.07) | (np.abs(y - 0.5) < 0.03)] = (0.34, 0.34, 0.36)
    return made(colours, 0.5, Finish(0.95, relief=0.4), 6.0)


def _even(colour: Colour, rough: float, coat: float, tile: float) -> Callable[[Random], Surface]:
    def make(random: Random) -> Surface:
        drawn = streaks(random, SURFACE_PX, 60, 1.0)
        return made(shaded(colour, 0.03 * drawn), 0.5 + 0.03 * drawn, Finish(rough, coat, 0.2), tile)

    return make


canteen_rim = _even((0.42, 0.50, 0.42), 0.3, 0.2, 12.0)
brushed_steel = _even((0.58, 0.58, 0.59), 0.35, 0.3, 8.0)
maple = _even((0.74, 0.60, 0.42), 0.5, 0.1, 14.0)
