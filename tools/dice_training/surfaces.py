"""Floors of trays and tables for ``rigs``: felt, wood, leather, cloth, plastic, tiles and prints, by name."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from tools.dice_training import drawings
from tools.dice_training.drawings import Floats, Random, noise
from tools.dice_training.looks import Colour, Finish, Surface

SURFACE_PX = 640
TILE = 20.0

FELTS: dict[str, Colour] = {
    "green": (0.08, 0.36, 0.20),
    "blue": (0.10, 0.17, 0.38),
    "grey": (0.38, 0.38, 0.40),
    "red": (0.42, 0.07, 0.08),
    "purple": (0.24, 0.10, 0.34),
    "teal": (0.05, 0.30, 0.33),
    "black": (0.05, 0.05, 0.05),
    "brown": (0.25, 0.15, 0.09),
    "yellow": (0.70, 0.55, 0.12),
    "white": (0.80, 0.79, 0.76),
    "orange": (0.75, 0.35, 0.10),
    "pink": (0.75, 0.40, 0.50),
}
WOODS: dict[str, Colour] = {
    "oak": (0.66, 0.47, 0.29),
    "pine": (0.82, 0.66, 0.44),
    "walnut": (0.36, 0.23, 0.15),
    "cherry": (0.55, 0.27, 0.16),
    "grey": (0.52, 0.50, 0.46),
    "dark": (0.20, 0.13, 0.09),
}
LEATHERS: dict[str, Colour] = {
    "tan": (0.62, 0.42, 0.26),
    "dark": (0.25, 0.15, 0.09),
    "red": (0.40, 0.10, 0.08),
    "black": (0.06, 0.055, 0.05),
    "green": (0.10, 0.22, 0.14),
}
PLASTICS: dict[str, Colour] = {
    "black": (0.04, 0.04, 0.045),
    "white": (0.85, 0.85, 0.86),
    "blue": (0.10, 0.25, 0.60),
    "grey": (0.45, 0.46, 0.48),
    "green": (0.15, 0.40, 0.22),
}
ISLAND: tuple[Colour, ...] = (
    (0.75, 0.59, 0.27),
    (0.35, 0.55, 0.27),
    (0.47, 0.47, 0.51),
    (0.78, 0.71, 0.35),
    (0.67, 0.35, 0.24),
    (0.24, 0.39, 0.59),
)


def surface(name: str, random: Random) -> Surface:
    """The floor of that name, no two alike. Raises KeyError for another name."""
    return FLOORS[name](random)


def _of(colour: Colour, amount: Floats, heights: Floats, finish: Finish) -> Surface:
    colours = np.array(colour) * (1 + amount[..., None])
    return Surface(np.clip(colours, 0, 1).astype(np.float32), _heights(heights), finish, TILE)


def _heights(noise_: Floats) -> Floats:
    """Of deviation 1, as 0 to 1."""
    return np.clip(0.5 + 0.12 * noise_, 0, 1).astype(np.float32)


def _felt(colour: Colour, random: Random) -> Surface:
    fibres = 0.5 * noise(random, SURFACE_PX, 0.8) + 0.35 * (
        noise(random, SURFACE_PX, 0.7, 2.5) + noise(random, SURFACE_PX, 2.5, 0.7)
    )
    colour = _like(colour, random)
    return _of(colour, 0.13 * fibres + 0.05 * noise(random, SURFACE_PX, 50), fibres, Finish(0.95))


def _wood(colour: Colour, random: Random) -> Surface:
    """Boards with rings; the grain may be fine or bold, the varnish dull or bright."""
    rows = np.linspace(0, 1, SURFACE_PX, dtype=np.float32)[:, None]
    wave = 0.03 * noise(random, SURFACE_PX, 80, 8) + 0.06 * noise(random, SURFACE_PX, 160, 28)
    rings = np.sin((rows * random.uniform(6, 18) + 12 * wave) * 2 * np.pi)
    bold = random.uniform(0.04, 0.2)
    amount = bold * rings + 0.07 * noise(random, SURFACE_PX, 30, 0.8) + 0.06 * noise(random, SURFACE_PX, 60)
    if random.random() < 0.5:
        amount = amount - 0.5 * ((rows * int(random.integers(3, 7))) % 1 < 0.012)
    shine = Finish(float(random.uniform(0.22, 0.6)), float(random.random() < 0.3) * 0.4)
    return _of(_like(colour, random), amount, 0.4 * noise(random, SURFACE_PX, 24, 0.8) + 0.2 * rings, shine)


def _leather(colour: Colour, random: Random) -> Surface:
    grain = np.abs(noise(random, SURFACE_PX, 3.5)) + np.abs(noise(random, SURFACE_PX, 1.8)) - 1.6
    amount = 0.1 * grain + 0.06 * noise(random, SURFACE_PX, 60)
    return _of(_like(colour, random), amount, grain, Finish(float(random.uniform(0.35, 0.6))))


def _plastic(colour: Colour, random: Random) -> Surface:
    grain = noise(random, SURFACE_PX, 1.2)
    return _of(_like(colour, random), 0.03 * grain, 0.3 * grain, Finish(float(random.uniform(0.2, 0.4))))


def _paper(random: Random) -> Surface:
    grain = noise(random, SURFACE_PX, 1)
    colour = _like((0.90, 0.89, 0.86), random)
    return _of(colour, 0.012 * grain + 0.012 * noise(random, SURFACE_PX, 50), 0.3 * grain, Finish(0.8))


def _cork(random: Random) -> Surface:
    holes = noise(random, SURFACE_PX, 2) > 0.9
    grain = noise(random, SURFACE_PX, 6)
    return _of((0.72, 0.53, 0.34), 0.12 * grain - 0.35 * holes, -1.0 * holes + 0.2 * grain, Finish(0.9))


def _weave(random: Random) -> Surface:
    rows, columns = np.mgrid[0:SURFACE_PX, 0:SURFACE_PX]
    pitch = random.uniform(0.6, 1.0)
    threads = np.sin(columns * pitch) * np.sin(rows * pitch) + 0.5 * noise(random, SURFACE_PX, 1.2)
    dark = random.uniform(0.05, 0.5)
    return _of(_like((dark, dark, dark), random), 0.2 * threads, threads, Finish(0.9))


def _marble(random: Random) -> Surface:
    veins = np.abs(noise(random, SURFACE_PX, 60) + 0.4 * noise(random, SURFACE_PX, 15))
    colour = _like((0.8, 0.8, 0.8) if random.random() < 0.6 else (0.12, 0.13, 0.13), random)
    amount = -0.35 * np.exp(-12 * veins)
    return _of(colour, amount if colour[0] > 0.4 else -3 * amount, 0 * veins, Finish(0.12, relief=0.0))


def _tiles(random: Random) -> Surface:
    """Glazed tiles with joints between them."""
    across = int(random.integers(4, 10))
    rows, columns = np.mgrid[0:SURFACE_PX, 0:SURFACE_PX] * across / SURFACE_PX
    joint = (rows % 1 < 0.06) | (columns % 1 < 0.06)
    shades = random.normal(0, 0.06, (across, across))[rows.astype(int), columns.astype(int)]
    colour = _like(tuple(random.uniform(0.15, 0.85, 3).tolist()), random)
    made = _of(colour, shades + 0.02 * noise(random, SURFACE_PX, 3), -3.0 * joint, Finish(0.18, 0.5))
    made.colours[joint] = 0.75 if random.random() < 0.6 else 0.2
    return made


def _stripes(random: Random) -> Surface:
    """Cloth with stripes in any colours."""
    made = drawings.blank(random.uniform(0.3, 0.9, 3), SURFACE_PX)
    period = int(random.integers(SURFACE_PX // 24, SURFACE_PX // 8))
    paints = random.uniform(0.1, 0.8, (2, 3))
    for start in range(0, SURFACE_PX, period):
        made[:, start : start + period // 2] = paints[int(random.random() < 0.7)]
    return _printed(made, random)


def _plaid(random: Random) -> Surface:
    made = drawings.blank(random.uniform(0.2, 0.8, 3), SURFACE_PX)
    for period, wide in ((80, 25), (80, 7), (160, 4)):
        paint = random.uniform(0.1, 0.85, 3).astype(np.float32)
        for start in range(int(random.integers(period)), SURFACE_PX, period):
            made[:, start : start + wide] = (made[:, start : start + wide] + paint) / 2
            made[start : start + wide] = (made[start : start + wide] + paint) / 2
    return _printed(made, random)


def _checks(random: Random) -> Surface:
    square = SURFACE_PX // int(random.integers(8, 20))
    rows, columns = np.mgrid[0:SURFACE_PX, 0:SURFACE_PX] // square
    made = drawings.blank(random.uniform(0.5, 0.9, 3), SURFACE_PX)
    made[(rows + columns) % 2 == 1] = random.uniform(0.1, 0.5, 3)
    return _printed(made, random)


def _dots(random: Random) -> Surface:
    """A tablecloth with dots or squares strewn over it."""
    made = drawings.blank(random.uniform(0.4, 0.9, 3), SURFACE_PX)
    for _ in range(int(random.integers(60, 260))):
        at, reach = random.uniform(0, SURFACE_PX, 2), random.uniform(4, 16)
        paint = tuple(random.uniform(0.1, 0.9, 3).tolist())
        corner = (int(at[0] + reach), int(at[1] + reach))
        if random.random() < 0.6:
            cv2.circle(made, (int(at[0]), int(at[1])), int(reach), paint, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(made, (int(at[0]), int(at[1])), corner, paint, -1)
    return _printed(made, random)


def _hexes(random: Random, coloured: bool) -> Surface:
    """Hexes in the colours of an island, or in greys."""
    made = drawings.blank(np.array((0.94, 0.90, 0.78)), SURFACE_PX)
    radius = SURFACE_PX / 17
    angles = np.radians(np.arange(30, 390, 60))
    for row in range(13):
        for column in range(11):
            middle = np.array([(column + row % 2 / 2) * radius * 3**0.5, row * radius * 1.5])
            around = middle + 0.95 * radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
            grey = random.uniform(0.45, 0.85)
            paint = ISLAND[int(random.integers(len(ISLAND)))] if coloured else (grey, grey, grey)
            cv2.fillPoly(made, [np.round(around * 16).astype(np.int32)], paint, cv2.LINE_AA, 4)
    return _printed(made, random)


def _patches(random: Random) -> Surface:
    """Blots of two to five colours with hard edges, large or small."""
    made = drawings.blank(random.uniform(0.05, 0.9, 3), SURFACE_PX)
    reach, shade = math.exp(random.uniform(math.log(6), math.log(60))), random.uniform(0.1, 1)
    ground = random.uniform(0.05, 0.9, 3)
    for _ in range(int(random.integers(1, 5))):
        paint = ground + shade * (random.uniform(0.03, 0.95, 3) - ground)
        made[noise(random, SURFACE_PX, reach) > random.uniform(0.2, 1.2)] = paint
    return _printed(made, random)


def _areas(random: Random) -> Surface:
    """Triangles and other areas with corners, over each other as glass would be."""
    made = drawings.blank(random.uniform(0.05, 0.9, 3), SURFACE_PX)
    far = random.uniform(20, 200)
    for _ in range(int(random.integers(12, 80))):
        points = random.uniform(0, SURFACE_PX, 2) + random.normal(0, far, (int(random.integers(3, 6)), 2))
        over = made.copy()
        cv2.fillPoly(
            over, [points.astype(np.int32)], tuple(random.uniform(0.03, 0.95, 3).tolist()), cv2.LINE_AA
        )
        made += float(random.uniform(0.2, 1)) * (over - made)
    return _printed(made, random)


def _ripples(random: Random) -> Surface:
    """Two colours in bent stripes, soft or hard, at times crossed by others."""
    rows, columns = np.mgrid[0:SURFACE_PX, 0:SURFACE_PX].astype(np.float32)
    one, two = random.uniform(0.03, 0.95, (2, 3))
    amount: Floats = np.ones((SURFACE_PX, SURFACE_PX), np.float32)
    for _ in range(int(random.integers(1, 3))):
        angle, period = random.uniform(0, math.pi), random.uniform(8, 60)
        bent = random.uniform(0, 1.5) * noise(random, SURFACE_PX, 70)
        wave = np.sin((rows * math.sin(angle) + columns * math.cos(angle)) * 2 * math.pi / period + bent)
        amount = amount * np.clip(0.5 + wave * random.uniform(0.3, 6), 0, 1)
    return _printed(
        (one + amount[..., None] * random.uniform(0.2, 1) * (two - one)).astype(np.float32), random
    )


def _lines(random: Random) -> Surface:
    """Threads, scratches or twigs: thin lines in all directions, light or dark."""
    made = drawings.blank(random.uniform(0.05, 0.9, 3), SURFACE_PX)
    paints, far = random.uniform(0.03, 0.95, (3, 3)), random.uniform(8, 120)
    for _ in range(int(random.integers(80, 500))):
        start = random.uniform(0, SURFACE_PX, 2)
        end = start + random.normal(0, far, 2)
        paint = tuple(paints[int(random.integers(3))].tolist())
        ends = [tuple(place.astype(int).tolist()) for place in (start, end)]
        cv2.line(made, ends[0], ends[1], paint, int(random.integers(1, 5)), cv2.LINE_AA)
    return _printed(made, random)


def _marks(random: Random) -> Surface:
    """Rows of small marks, as of writing, in one colour on another."""
    made = drawings.blank(random.uniform(0.4, 0.95, 3), SURFACE_PX)
    paint = tuple(random.uniform(0.02, 0.6, 3).tolist())
    high = int(random.integers(5, 22))
    for top in range(0, SURFACE_PX, int(high * random.uniform(1.3, 2.2))):
        at = 0.0
        while at < SURFACE_PX:
            wide = random.uniform(0.3, 1.4) * high
            if random.random() < 0.8:
                corner = (int(at + 0.7 * wide), int(top + high * random.uniform(0.5, 1)))
                cv2.rectangle(made, (int(at), top), corner, paint, -1)
            at += wide
    return _printed(made, random)


def _printed(colours: Floats, random: Random) -> Surface:
    grain = noise(random, SURFACE_PX, 1.2)
    made = np.clip(colours * (1 + 0.04 * grain[..., None]), 0, 1).astype(np.float32)
    return Surface(made, _heights(0.5 * grain), Finish(float(random.uniform(0.5, 0.95))), TILE)


def _like(colour: Colour, random: Random) -> Colour:
    red, green, blue = drawings.near(random, colour).tolist()
    return red, green, blue


def _with(make: Callable[[Colour, Random], Surface], colour: Colour) -> Callable[[Random], Surface]:
    return lambda random: make(colour, random)


FLOORS: dict[str, Callable[[Random], Surface]] = {
    **{f"felt_{name}": _with(_felt, colour) for name, colour in FELTS.items()},
    **{f"wood_{name}": _with(_wood, colour) for name, colour in WOODS.items()},
    **{f"leather_{name}": _with(_leather, colour) for name, colour in LEATHERS.items()},
    **{f"plastic_{name}": _with(_plastic, colour) for name, colour in PLASTICS.items()},
    "paper": _paper,
    "cork": _cork,
    "weave": _weave,
    "marble": _marble,
    "tiles": _tiles,
    "stripes": _stripes,
    "plaid": _plaid,
    "checks": _checks,
    "dots": _dots,
    "patches": _patches,
    "areas": _areas,
    "ripples": _ripples,
    "lines": _lines,
    "marks": _marks,
    "hexes": lambda random: _hexes(random, True),
    "map": lambda random: _hexes(random, False),
}
