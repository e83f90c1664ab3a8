"""Floors, rims and tables of the rigs that are kept apart (``unseen``), and what their dice are made of.

As with ``unseen_sheet`` no texture and no colour list is shared with what networks are trained on.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from tools.dice_training.drawings import Floats, Random
from tools.dice_training.looks import Colour, Finish, Surface

SURFACE_PX = 768


def bodied(side: tuple[Floats, Floats], kind: str, random: Random) -> tuple[Floats, Floats]:
    """The side of a die that is plain, of beech or olive wood, of swirled or smoky resin, pearly, or with
    glitter in it."""
    colours, heights = side
    size_px = len(colours)
    if kind == "beech":
        flecks = streaks(random, size_px, 40, 1.4) > 1.1
        amount = 0.06 * streaks(random, size_px, 90, 3) - 0.14 * flecks
    elif kind == "olive":
        bent = 2 * cloud(random, size_px, 2.3) + 0.5 * streaks(random, size_px, 110, 14)
        amount = 0.09 * np.sin(3 * bent) + 0.04 * streaks(random, size_px, 60, 1.2)
    elif kind == "smoke":
        amount = 0.12 * np.tanh(cloud(random, size_px, 1.9))
    elif kind == "swirl":
        field = cloud(random, size_px, 2.6)
        amount = 0.28 * np.sin(4 * field + 2 * cloud(random, size_px, 2.2)) * (np.abs(field) < 1.6)
    elif kind == "pearl":
        amount = 0.07 * np.sin(5 * cloud(random, size_px, 2.4))
    elif kind == "glitter":
        amount = 0.6 * (random.random((size_px, size_px)) > 0.985) - 0.05
    else:
        return side
    return np.clip(colours * (1 + amount[..., None]), 0, 1).astype(np.float32), heights


# --- surfaces --------------------------------------------------------------------------------------------


def cloud(random: Random, size_px: int, slope: float) -> Floats:
    """Noise without a scale, the coarser the higher the slope; mean 0, deviation 1."""
    across = np.fft.fftfreq(size_px)[:, None], np.fft.rfftfreq(size_px)[None, :]
    frequency = np.hypot(*across)
    frequency[0, 0] = 1
    shape = frequency.shape
    phases = random.standard_normal(shape) + 1j * random.standard_normal(shape)
    field = np.fft.irfft2(phases / frequency ** (slope / 1), s=(size_px, size_px))
    return ((field - field.mean()) / field.std()).astype(np.float32)


def streaks(random: Random, size_px: int, along: float, across: float) -> Floats:
    """Noise drawn out to the right; mean 0, deviation 1."""
    down, right = np.fft.fftfreq(size_px)[:, None], np.fft.rfftfreq(size_px)[None, :]
    window = np.exp(-2 * np.pi**2 * ((right * along) ** 2 + (down * across) ** 2))
    field = np.fft.irfft2(np.fft.rfft2(random.standard_normal((size_px, size_px))) * window)
    return ((field - field.mean()) / field.std()).astype(np.float32)


def _grid() -> tuple[Floats, Floats]:
    rows, columns = np.mgrid[0:SURFACE_PX, 0:SURFACE_PX] / SURFACE_PX
    return columns, rows


def _made(colours: Floats, heights: Floats, finish: Finish, tile: float = 20.0) -> Surface:
    return Surface(
        np.clip(colours, 0, 1).astype(np.float32), np.clip(heights, 0, 1).astype(np.float32), finish, tile
    )


def _shaded(colour: Colour, amount: Floats) -> Floats:
    return np.array(colour) * (1 + amount[..., None])


def printed_baize(random: Random) -> Surface:
    """Green baize with pale lines and a circle printed on it."""
    nap = 0.6 * cloud(random, SURFACE_PX, 0.4) + 0.3 * cloud(random, SURFACE_PX, 1.4)
    colours = _shaded((0.05, 0.38, 0.27), 0.1 * nap)
    x, y = _grid()
    far = np.hypot(x - 0.5, y - 0.5)
    lines = (np.abs(far - 0.22) < 0.006) | (np.abs(np.maximum(abs(x - 0.5), abs(y - 0.5)) - 0.34) < 0.005)
    colours[lines] = colours[lines] * 0.35 + np.array((0.86, 0.82, 0.6)) * 0.6
    return _made(colours, 0.5 + 0.1 * nap, Finish(0.97))


def slate(random: Random) -> Surface:
    """Split stone, blue-grey."""
    layers = cloud(random, SURFACE_PX, 2.0)
    steps = np.round(layers * 2) / 2
    amount = 0.10 * steps + 0.08 * cloud(random, SURFACE_PX, 1.0)
    return _made(_shaded((0.20, 0.22, 0.25), amount), 0.5 + 0.16 * steps, Finish(0.6, relief=0.5))


def burlap(random: Random) -> Surface:
    """Sackcloth of coarse threads."""
    x, y = _grid()
    threads = 88
    wander = 0.006 * cloud(random, SURFACE_PX, 1.8)
    over = np.sin((x + wander) * threads * 2 * np.pi), np.sin((y + wander) * threads * 2 * np.pi)
    warp, weft = over[0] * np.sign(over[1] + 0.01), -over[1] * np.sign(over[0] + 0.01)
    woven = np.maximum(warp, 0) + np.maximum(weft, 0)
    thick = 0.12 * streaks(random, SURFACE_PX, 50, 1.5) + 0.12 * streaks(random, SURFACE_PX, 50, 1.5).T
    colours = _shaded((0.62, 0.50, 0.33), 0.35 * (woven - 0.6) + thick)
    return _made(colours, 0.2 + 0.6 * woven, Finish(0.95, relief=0.4))


def cardboard(random: Random) -> Surface:
    """Brown corrugated board."""
    _, y = _grid()
    ribs = np.sin(y * 70 * 2 * np.pi)
    colours = _shaded((0.60, 0.44, 0.28), 0.03 * ribs + 0.04 * cloud(random, SURFACE_PX, 0.8))
    return _made(colours, 0.5 + 0.1 * ribs, Finish(0.85))


def _moulded(colour: Colour) -> Callable[[Random], Surface]:
    def make(random: Random) -> Surface:
        dimples = cloud(random, SURFACE_PX, 0.7)
        return _made(_shaded(colour, 0.015 * dimples), 0.5 + 0.05 * dimples, Finish(0.28, 0.15))

    return make


def bamboo(random: Random) -> Surface:
    """Glued strips, each with its nodes."""
    strips = 26
    x, y = _grid()
    strip = np.minimum((y * strips).astype(int), strips - 1)
    shade, node = random.normal(0, 0.09, strips)[strip], random.uniform(0, 1, strips)[strip]
    knots = np.abs((x - node + 0.5) % 1 - 0.5) < 0.006
    joint = (y * strips) % 1 < 0.05
    amount = shade - 0.32 * knots - 0.25 * joint + 0.05 * streaks(random, SURFACE_PX, 70, 0.9)
    colours = _shaded((0.80, 0.64, 0.36), amount)
    return _made(colours, 0.6 - 0.3 * joint + 0.1 * knots, Finish(0.35, 0.25))


def quilt(random: Random) -> Surface:
    """Satin stitched into lozenges."""
    x, y = _grid()
    one, other = (x + y) * 7 % 1, (x - y) * 7 % 1
    seam = np.minimum(np.minimum(one, 1 - one), np.minimum(other, 1 - other))
    puff = np.sqrt(np.clip(seam * 2, 0, 1))
    stitch = (seam < 0.03) & (np.sin((x - y + np.round((x + y) * 7) * 0) * 400) > 0)
    colours = _shaded((0.16, 0.10, 0.30), 0.05 * cloud(random, SURFACE_PX, 0.6) + 0.25 * (puff - 0.6))
    colours[stitch] = (0.45, 0.38, 0.60)
    return _made(colours, puff, Finish(0.45, relief=0.9))


def linen(random: Random) -> Surface:
    """Undyed linen with thick and thin threads."""
    warp, weft = streaks(random, SURFACE_PX, 60, 0.9), streaks(random, SURFACE_PX, 60, 0.9).T
    amount = 0.06 * warp + 0.06 * weft
    return _made(_shaded((0.74, 0.68, 0.57), amount), 0.5 + 0.1 * (warp + weft), Finish(0.95))


def suede(random: Random) -> Surface:
    """Rough leather brushed to and fro."""
    brushed = cloud(random, SURFACE_PX, 1.7)
    amount = 0.12 * brushed + 0.06 * cloud(random, SURFACE_PX, 0.5)
    return _made(_shaded((0.33, 0.36, 0.20), amount), 0.5 + 0.1 * brushed, Finish(0.95))


def zebrano(random: Random) -> Surface:
    """Pale wood with dark stripes."""
    _, y = _grid()
    bent = y + 0.02 * streaks(random, SURFACE_PX, 140, 40) + 0.004 * streaks(random, SURFACE_PX, 60, 6)
    stripe = np.clip(np.sin(bent * 15 * 2 * np.pi) + 0.5 * np.sin(bent * 41 * 2 * np.pi), -1, 1)
    pale, dark = np.array((0.74, 0.57, 0.38)), np.array((0.30, 0.19, 0.12))
    part = (0.5 + 0.5 * stripe)[..., None]
    colours = (pale * part + dark * (1 - part)) * (1 + 0.06 * streaks(random, SURFACE_PX, 40, 0.8)[..., None])
    return _made(colours, 0.5 + 0.05 * stripe, Finish(0.4, 0.2))


def azulejo(random: Random) -> Surface:
    """Painted tiles, white and blue."""
    tiles = 5
    x, y = _grid()
    u, v = x * tiles % 1 - 0.5, y * tiles % 1 - 0.5
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    petal = np.abs(far - 0.26 - 0.09 * np.cos(4 * angle)) < 0.028
    corner = np.abs(np.hypot(np.abs(u) - 0.5, np.abs(v) - 0.5) - 0.2) < 0.03
    star = far < 0.07 + 0.04 * np.cos(8 * angle)
    joint = np.maximum(np.abs(u), np.abs(v)) > 0.485
    colours = _shaded((0.86, 0.87, 0.85), 0.02 * cloud(random, SURFACE_PX, 1.5))
    colours[petal | star] = (0.16, 0.28, 0.58)
    colours[corner] = (0.40, 0.52, 0.72)
    colours[joint] = (0.62, 0.60, 0.56)
    return _made(colours, 0.7 - 0.5 * joint, Finish(0.22, 0.3))


def lacquer(random: Random) -> Surface:
    """Black lacquer with gold in it."""
    gold = cloud(random, SURFACE_PX, 1.2) > 2.3
    colours = _shaded((0.035, 0.03, 0.03), 0.05 * cloud(random, SURFACE_PX, 1.5))
    colours[gold] = (0.62, 0.47, 0.18)
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.25, 0.4))


def rubber(random: Random) -> Surface:
    """A grey mat with raised lozenges."""
    x, y = _grid()
    u, v = x * 24 % 1 - 0.5, y * 24 % 1 - 0.5
    turned = ((x * 24).astype(int) + (y * 24).astype(int)) % 2 == 0
    along, aside = np.where(turned, u + v, u - v), np.where(turned, u - v, u + v)
    raised = (np.abs(along) < 0.42) & (np.abs(aside) < 0.12)
    colours = _shaded((0.30, 0.31, 0.32), 0.12 * raised + 0.05 * cloud(random, SURFACE_PX, 0.4))
    return _made(colours, 0.3 + 0.5 * raised, Finish(0.7, relief=0.5))


def felt(random: Random) -> Surface:
    """Pressed wool of pale and dark grey fibres."""
    fibres = streaks(random, SURFACE_PX, 9, 0.7) + streaks(random, SURFACE_PX, 9, 0.7).T
    flecks = cloud(random, SURFACE_PX, 0.5) + 0.6 * fibres
    amount = 0.12 * flecks - 0.18 * (flecks > 2.2)
    return _made(_shaded((0.44, 0.45, 0.46), amount), 0.5 + 0.1 * flecks, Finish(0.97))


def walnut(random: Random) -> Surface:
    """Dark wood with the arches of a plain-sawn board."""
    x, y = _grid()
    bow = y + 0.5 * (x - 0.5) ** 2 + 0.03 * cloud(random, SURFACE_PX, 2.2)
    rings = np.sin(bow * 60 * 2 * np.pi + 3 * streaks(random, SURFACE_PX, 120, 20))
    amount = 0.12 * rings + 0.08 * streaks(random, SURFACE_PX, 30, 0.8)
    return _made(_shaded((0.33, 0.21, 0.14), amount), 0.5 + 0.05 * rings, Finish(0.35, 0.3))


def cork(random: Random) -> Surface:
    """Pressed grains of cork, some of them dark."""
    coarse, fine = cloud(random, SURFACE_PX, 0.9), cloud(random, SURFACE_PX, 0.5)
    grains = np.round(1.5 * coarse) / 1.5
    amount = 0.09 * grains + 0.07 * fine - 0.4 * (coarse + 0.5 * fine > 2.3)
    return _made(_shaded((0.66, 0.48, 0.31), amount), 0.5 + 0.12 * fine, Finish(0.9, relief=0.4))


def _enamelled(colour: Colour, chips: float) -> Callable[[Random], Surface]:
    def make(random: Random) -> Surface:
        chipped = cloud(random, SURFACE_PX, 1.5) > chips
        colours = _shaded(colour, 0.012 * cloud(random, SURFACE_PX, 1.8))
        colours[chipped] = (0.12, 0.11, 0.13)
        return _made(colours, 0.6 - 0.4 * chipped, Finish(0.16, 0.5))

    return make


def sea_chart(random: Random) -> Surface:
    """A printed mat: sea in steps of depth, sandy shallows, and a net of pale lines."""
    x, y = _grid()
    depth = cloud(random, SURFACE_PX, 2.4)
    steps = np.clip(np.floor(depth * 1.6) / 3.2, -1, 1)
    colours = _shaded((0.15, 0.36, 0.45), -0.45 * steps)
    colours[depth > 1.5] = (0.72, 0.63, 0.44)
    edge = np.abs(depth * 1.6 - np.round(depth * 1.6)) < 0.03
    net = (np.abs((x * 5) % 1 - 0.5) > 0.494) | (np.abs((y * 5) % 1 - 0.5) > 0.494)
    colours[edge | net] = colours[edge | net] * 0.5 + np.array((0.34, 0.40, 0.38))
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.8), 26.0)


def velvet(random: Random) -> Surface:
    """Midnight blue, brushed in patches that catch the light."""
    brushed, nap = cloud(random, SURFACE_PX, 1.9), cloud(random, SURFACE_PX, 0.3)
    amount = 0.22 * brushed + 0.12 * nap
    return _made(_shaded((0.10, 0.11, 0.27), amount), 0.5 + 0.15 * nap, Finish(0.85, relief=0.3))


def leather(random: Random) -> Surface:
    """Tan hide with a pebbled grain."""
    pebbles = np.abs(cloud(random, SURFACE_PX, 0.9))
    amount = 0.10 * np.minimum(pebbles, 1.5) + 0.08 * cloud(random, SURFACE_PX, 1.8)
    colours = _shaded((0.50, 0.29, 0.15), amount)
    return _made(colours, 0.3 + 0.3 * np.minimum(pebbles, 1.5), Finish(0.5, 0.1, 0.5))


def gingham(random: Random) -> Surface:
    """A cloth with olive checks."""
    x, y = _grid()
    one, other = (x * 14) % 1 < 0.5, (y * 14) % 1 < 0.5
    weave = streaks(random, SURFACE_PX, 30, 0.8) + streaks(random, SURFACE_PX, 30, 0.8).T
    part = (0.5 * (one.astype(float) + other))[..., None]
    colours = np.array((0.86, 0.84, 0.76)) * (1 - part) + np.array((0.36, 0.40, 0.16)) * part
    return _made(colours * (1 + 0.03 * weave[..., None]), 0.5 + 0.1 * weave, Finish(0.95))


def wicker(random: Random) -> Surface:
    """Willow rods woven over and under."""
    x, y = _grid()
    rods, stakes = 36, 12
    over = ((y * rods).astype(int) + (x * stakes).astype(int)) % 2 == 0
    bulge = np.sin((x * stakes % 1) * np.pi) * np.where(over, 1.0, 0.35)
    rod = np.sin((y * rods % 1) * np.pi)
    amount = 0.35 * (rod * bulge - 0.5) + random.normal(0, 0.1, rods + 1)[(y * rods).astype(int)]
    return _made(_shaded((0.58, 0.40, 0.22), amount), rod * bulge, Finish(0.5, 0.1, 0.9))


def corduroy(random: Random) -> Surface:
    """Petrol blue ribs with worn backs."""
    x, _ = _grid()
    rib = np.sin((x + 0.0008 * cloud(random, SURFACE_PX, 1.8)) * 60 * np.pi) ** 2
    nap = cloud(random, SURFACE_PX, 0.4)
    amount = 0.4 * (rib - 0.5) + 0.07 * nap + 0.06 * cloud(random, SURFACE_PX, 1.8)
    return _made(_shaded((0.14, 0.31, 0.34), amount), 0.2 + 0.6 * rib, Finish(0.95, relief=0.5))


def celadon(random: Random) -> Surface:
    """Green glaze, polished, with a net of fine cracks in it."""
    pool, one, other = (cloud(random, SURFACE_PX, slope) for slope in (2.2, 1.7, 1.7))
    cracks = np.minimum(np.abs(one), np.abs(other)) < 0.02
    colours = _shaded((0.42, 0.57, 0.47), 0.07 * pool - 0.3 * cracks)
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.08, 0.7, 0.0))


def knit(random: Random) -> Surface:
    """Stocking stitch of a heather grey yarn."""
    stitches = 26
    x, y = _grid()
    half = np.abs(x * stitches % 1 - 0.5)
    row = (y * stitches * 1.25 + half * 1.3) % 1
    yarn = np.sin(row * np.pi) * np.clip(4 * np.minimum(half, 0.5 - half) + 0.25, 0, 1)
    heather = 0.1 * cloud(random, SURFACE_PX, 0.7) + 0.05 * cloud(random, SURFACE_PX, 0.2)
    colours = _shaded((0.38, 0.34, 0.43), 0.6 * (yarn - 0.45) + heather)
    return _made(colours, yarn, Finish(0.97, relief=0.6))


def night_sky(random: Random) -> Surface:
    """A printed mat of rubber: stars, a milky way, and constellations of thin lines."""
    x, y = _grid()
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
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.9), 26.0)


def chalkboard(random: Random) -> Surface:
    """A school's slate-green board, wiped but not clean, with a ruled line here and there."""
    _, y = _grid()
    wiped = streaks(random, SURFACE_PX, 90, 7) + 0.6 * cloud(random, SURFACE_PX, 1.9)
    ruled = ((y * 6) % 1 < 0.02) & (cloud(random, SURFACE_PX, 0.6) > -0.8)
    chalk = (0.10 * np.clip(wiped, 0, 2) + 0.22 * ruled)[..., None]
    colours = np.array((0.15, 0.24, 0.20)) * (1 - chalk) + np.array((0.80, 0.82, 0.78)) * chalk
    return _made(colours, 0.5 + 0.02 * wiped, Finish(0.8))


def net_liner(random: Random) -> Surface:
    """A drawer's liner of sand-coloured foam rubber: a net whose holes show the dark wood below."""
    x, y = _grid()
    column, row = x * 56, y * 56
    hole = np.hypot((column + 0.5 * (row.astype(int) % 2)) % 1 - 0.5, (row % 1 - 0.5) * 0.8)
    cord = np.clip((hole - 0.16) / 0.16, 0, 1)
    part = cord[..., None]
    colours = np.array((0.58, 0.50, 0.40)) * part + np.array((0.24, 0.17, 0.12)) * (1 - part)
    return _made(
        colours * (1 + 0.05 * cloud(random, SURFACE_PX, 0.9)[..., None]), cord, Finish(0.8, relief=0.5)
    )


def _sawn(colour: Colour) -> Callable[[Random], Surface]:
    def make(random: Random) -> Surface:
        rings, pores = streaks(random, SURFACE_PX, 220, 4), streaks(random, SURFACE_PX, 14, 0.7)
        amount = 0.09 * rings - 0.16 * (pores > 1.6)
        return _made(_shaded(colour, amount), 0.5 - 0.1 * (pores > 1.6), Finish(0.5, 0.1))

    return make


def herringbone(random: Random) -> Surface:
    """A floor of grey oak, its staves laid slantwise to each other."""
    x, y = _grid()
    column = (x * 6).astype(int)
    slanted = np.where(column % 2 == 0, x * 6 % 1, 1 - x * 6 % 1)
    along = (y * 18 + 3 * slanted) % 18
    stave = (column * 61 + along.astype(int) * 7) % 200
    joint = (along % 1 < 0.06) | (x * 6 % 1 < 0.012)
    grain = 0.06 * cloud(random, SURFACE_PX, 1.1)
    amount = random.normal(0, 0.09, 200)[stave] + grain - 0.35 * joint
    return _made(_shaded((0.43, 0.37, 0.31), amount), 0.5 - 0.2 * joint, Finish(0.5, 0.1), 46.0)


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
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.25, 0.3), 36.0)


def granite(random: Random) -> Surface:
    """A worktop of black, grey and pink crystals."""
    one, other = cloud(random, SURFACE_PX, 0.7), cloud(random, SURFACE_PX, 0.7)
    colours = _shaded((0.46, 0.44, 0.43), 0.05 * one)
    colours[one > 0.8], colours[other > 1.0], colours[one < -1.2] = (
        (0.60, 0.46, 0.42), (0.13, 0.13, 0.14), (0.72, 0.70, 0.68),
    )  # fmt: skip
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.2, 0.4), 30.0)


def butcher_block(random: Random) -> Surface:
    """Short staves of beech and oak glued edge to edge."""
    x, y = _grid()
    row = np.minimum((y * 12).astype(int), 11)
    along = x * 3 + random.uniform(0, 1, 12)[row]
    stave = (row * 53 + along.astype(int) * 17) % 200
    joint = ((y * 12) % 1 < 0.03) | (along % 1 < 0.006)
    amount = random.normal(0, 0.12, 200)[stave] + 0.06 * streaks(random, SURFACE_PX, 50, 0.9) - 0.3 * joint
    return _made(_shaded((0.64, 0.46, 0.28), amount), 0.5 - 0.2 * joint, Finish(0.45, 0.1), 48.0)


def slats(random: Random) -> Surface:
    """A garden table: teak slats with gaps between them."""
    _, y = _grid()
    slat = np.minimum((y * 6).astype(int), 5)
    gap = (y * 6) % 1 < 0.1
    amount = random.normal(0, 0.1, 6)[slat] + 0.12 * streaks(random, SURFACE_PX, 90, 1.0)
    colours = _shaded((0.47, 0.37, 0.28), amount)
    colours[gap] = (0.05, 0.05, 0.04)
    return _made(colours, 0.6 - 0.5 * gap, Finish(0.75), 40.0)


def tartan(random: Random) -> Surface:
    """A woollen blanket, green and navy with thin white and mustard lines."""
    x, y = _grid()
    twill = 0.5 + 0.5 * np.sign(np.sin((x + y) * 260 * 2 * np.pi))

    def bands(place: Floats) -> Floats:
        at = (place * 4) % 1
        colours = np.where((at < 0.5)[..., None], (0.08, 0.24, 0.17), (0.09, 0.12, 0.26))
        colours[np.abs(at - 0.25) < 0.02], colours[np.abs(at - 0.75) < 0.015] = (
            (0.70, 0.55, 0.16),
            (0.8, 0.8, 0.76),
        )
        return colours

    woven = bands(x) * twill[..., None] + bands(y) * (1 - twill[..., None])
    return _made(woven * (1 + 0.1 * cloud(random, SURFACE_PX, 0.4)[..., None]), twill, Finish(0.97), 44.0)


def linoleum(random: Random) -> Surface:
    """Squares of two greys, marbled and worn."""
    x, y = _grid()
    odd = ((x * 6).astype(int) + (y * 6).astype(int)) % 2
    marbled = np.abs(cloud(random, SURFACE_PX, 1.8)) < 0.1
    amount = 0.08 * cloud(random, SURFACE_PX, 1.2) + 0.25 * marbled
    return _made(
        _shaded((0.34, 0.38, 0.38), amount + 0.7 * odd), np.full_like(x, 0.5), Finish(0.4, 0.1), 48.0
    )


def parquet(random: Random) -> Surface:
    """Basket parquet, each square of five staves."""
    squares, staves = 6, 5
    x, y = _grid()
    column, row = (x * squares).astype(int), (y * squares).astype(int)
    lying = (column + row) % 2 == 0
    across = np.where(lying, y, x) * squares % 1 * staves
    number = column * 97 + row * 31 + across.astype(int)
    shade = random.normal(0, 0.1, 1000)[number % 1000]
    grain = np.where(lying, streaks(random, SURFACE_PX, 40, 0.9), streaks(random, SURFACE_PX, 40, 0.9).T)
    joint = across % 1 < 0.05
    return _made(
        _shaded((0.50, 0.33, 0.18), shade + 0.07 * grain - 0.4 * joint),
        0.5 - 0.2 * joint,
        Finish(0.4, 0.2),
        40.0,
    )


def denim(random: Random) -> Surface:
    """Blue twill."""
    x, y = _grid()
    twill = np.sin((x + y) * 150 * 2 * np.pi)
    amount = 0.18 * twill + 0.12 * streaks(random, SURFACE_PX, 50, 1.0).T
    return _made(_shaded((0.17, 0.25, 0.40), amount), 0.5 + 0.2 * twill, Finish(0.95))


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
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.35, 0.1), 34.0)


def concrete(random: Random) -> Surface:
    """Grey, with pores and stains."""
    amount = 0.08 * cloud(random, SURFACE_PX, 1.6) - 0.3 * (cloud(random, SURFACE_PX, 0.7) > 2.7)
    return _made(_shaded((0.55, 0.54, 0.52), amount), 0.5 + amount, Finish(0.9), 40.0)


def newsprint(random: Random) -> Surface:
    """A newspaper: columns of lines, headings and a picture or two."""
    colours = _shaded((0.80, 0.78, 0.72), 0.02 * cloud(random, SURFACE_PX, 1.0))
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
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.9), 42.0)


def rug(random: Random) -> Surface:
    """A woven carpet with lozenges and a border."""
    x, y = _grid()
    step = np.floor(np.stack([x, y]) * 128) / 128
    ring_ = np.floor((np.abs(step[0] * 6 % 1 - 0.5) + np.abs(step[1] * 6 % 1 - 0.5)) * 9).astype(int)
    paints = np.array(
        ((0.45, 0.10, 0.09), (0.12, 0.14, 0.28), (0.72, 0.60, 0.42), (0.45, 0.10, 0.09), (0.20, 0.30, 0.25))
    )
    colours = paints[ring_ % 5] * (1 + 0.12 * cloud(random, SURFACE_PX, 0.3)[..., None])
    return _made(colours, 0.5 + 0.1 * cloud(random, SURFACE_PX, 0.3), Finish(0.97), 46.0)


def oilcloth(random: Random) -> Surface:
    """A wiped tablecloth with lemons and leaves."""
    colours = np.full((SURFACE_PX, SURFACE_PX, 3), (0.82, 0.88, 0.88), np.float32)
    for _ in range(70):
        x, y = random.uniform(0, SURFACE_PX, 2).astype(int).tolist()
        turn = float(random.uniform(0, 180))
        leaf = (x + int(random.integers(-24, 24)), y + int(random.integers(-24, 24)))
        cv2.ellipse(colours, leaf, (18, 7), turn + 60, 0, 360, (0.25, 0.45, 0.20), -1)
        cv2.ellipse(colours, (x, y), (20, 14), turn, 0, 360, (0.93, 0.80, 0.20), -1)
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.3, 0.2), 34.0)


def scrubbed(random: Random) -> Surface:
    """Boards of an old kitchen table, greyish."""
    _, y = _grid()
    board = y * 7
    joint = board % 1 < 0.02
    amount = random.normal(0, 0.06, 8)[board.astype(int)] + 0.09 * streaks(random, SURFACE_PX, 80, 1.2)
    return _made(_shaded((0.46, 0.38, 0.30), amount - 0.5 * joint), 0.5 - 0.3 * joint, Finish(0.7), 44.0)


red_plastic = _moulded((0.66, 0.06, 0.06))
cream_plastic = _moulded((0.82, 0.76, 0.62))
white_enamel = _enamelled((0.84, 0.85, 0.83), 3.0)
blue_enamel = _enamelled((0.10, 0.18, 0.42), 2.6)
bottle_green = _moulded((0.10, 0.26, 0.20))
biscuit_tin = _enamelled((0.62, 0.52, 0.28), 2.9)
cedar = _sawn((0.46, 0.24, 0.15))
ash = _sawn((0.70, 0.61, 0.48))
