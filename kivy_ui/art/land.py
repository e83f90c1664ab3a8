"""Landscapes for the board: each terrain on a hex of side 1 around the origin, y upwards.

A terrain is told by what stands on it, not by colour alone: firs, sheep, a sheaf, bricks, peaks, a cactus.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import pairwise

from kivy_ui.art.brush import Brush
from kivy_ui.art.pen import Point, arc, curve
from kivy_ui.art.scenery import scenery
from kivy_ui.theme import BLACK, WHITE, Colour, mix, rgb

GROUNDS: dict[str, tuple[Colour, Colour]] = {
    "forest": (rgb("#4C8A45"), rgb("#23552F")),
    "pasture": (rgb("#B4D96A"), rgb("#79AC3C")),
    "fields": (rgb("#F6D468"), rgb("#D79F2B")),
    "hills": (rgb("#D9784A"), rgb("#9C4526")),
    "mountains": (rgb("#AEB4BC"), rgb("#6A717D")),
    "desert": (rgb("#F0DFB2"), rgb("#CFAE71")),
    "": (rgb("#7C8A90"), rgb("#5A676D")),
}
"""The ground of the terrains that the app draws itself, in their middle and at their rim; "" is a hex that is
still to be laid."""


def rounded(radius: float, bend: float, steps: int = 4) -> list[Point]:
    """The outline of a hex with round corners."""
    outline: list[Point] = []
    for corner in range(6):
        angle = 30 + 60 * corner
        inner = radius - bend / math.cos(math.radians(30))
        middle = inner * math.cos(math.radians(angle)), inner * math.sin(math.radians(angle))
        outline += arc(middle, bend, angle - 30, angle + 30, steps)
    return outline


def ground_of(terrain: str) -> tuple[Colour, Colour]:
    """The ground of a terrain, in its middle and at its rim; one that nobody drew looks like a desert."""
    own = None if terrain in GROUNDS else scenery(terrain)
    return GROUNDS.get(terrain) or (own and own.ground) or GROUNDS["desert"]


def tile(brush: Brush, terrain: str, chance: random.Random, dark: bool) -> None:
    """A hex with its landscape, lit from the upper left."""
    middle, rim = ground_of(terrain)
    if dark:
        middle, rim = mix(middle, BLACK, 0.07), mix(rim, BLACK, 0.10)
    light, deep = mix(middle, WHITE, 0.42), mix(rim, BLACK, 0.45)
    edge = rounded(0.965, 0.07)
    brush.fan((0.0, 0.0), rim, edge, tuple(_lit(point, light, deep) for point in edge))
    inner = rounded(0.925, 0.06)
    brush.fan((-0.12, 0.22), middle, inner, (rim,))
    own = None if terrain in _TERRAINS else scenery(terrain)
    if own is not None:
        own.paint(brush)
    else:
        _TERRAINS.get(terrain, desert)(brush, chance)


def _lit(point: Point, light: Colour, deep: Colour) -> Colour:
    """The colour of a bevelled rim there."""
    share = (point[0] * 0.5 - point[1] * 0.866) / 0.965
    return mix(light, deep, max(0.0, min(1.0, 0.5 + 0.75 * share)))


def forest(brush: Brush, chance: random.Random) -> None:
    """Firs close together."""
    firs = [
        (column * 0.235 + (0.117 if row % 2 else 0.0) + chance.uniform(-0.04, 0.04), y)
        for row, y in enumerate((0.56, 0.38, 0.18, -0.04, -0.26, -0.46, -0.64))
        for column in range(-4, 5)
    ]
    for x, y in sorted(firs, key=lambda place: -place[1]):
        y += chance.uniform(-0.03, 0.03)
        if _inside(x, y, 0.80) and _inside(x, y + 0.16, 0.86):
            fir(brush, (x, y), chance.uniform(0.27, 0.35), chance.random())


def fir(brush: Brush, foot: Point, height: float, shade: float) -> None:
    """One fir."""
    x, y = foot
    left = mix(rgb("#4F9A50"), rgb("#35803F"), shade)
    right = mix(rgb("#1F5A30"), rgb("#174A2A"), shade)
    brush.glow((x + 0.05, y), 0.14, (0.0, 0.08, 0.02, 0.45), 0.45)
    brush.polygon(
        [(x - 0.018, y - 0.02), (x + 0.018, y - 0.02), (x + 0.018, y + 0.06), (x - 0.018, y + 0.06)],
        rgb("#4A3322"),
    )
    for low, high, wide in ((0.10, 0.58, 0.40), (0.34, 0.80, 0.31), (0.58, 1.0, 0.22)):
        base, top, half = y + low * height, y + high * height, wide * height
        brush.polygon(
            [(x - half, base), (x, base - 0.03 * height), (x, top)], mix(left, BLACK, 0.12), left, left
        )
        brush.polygon(
            [(x, base - 0.03 * height), (x + half, base), (x, top)], right, mix(right, BLACK, 0.2), right
        )


def pasture(brush: Brush, chance: random.Random) -> None:
    """Rolling meadows with sheep."""
    for y, bend, colour in (
        (0.34, 0.10, rgb("#A2CE5A")),
        (0.08, -0.08, rgb("#93C24E")),
        (-0.22, 0.09, rgb("#84B645")),
        (-0.50, -0.06, rgb("#79AC3F")),
    ):
        _band(brush, y, bend, colour)
    for _tuft in range(26):
        x, y = chance.uniform(-0.75, 0.75), chance.uniform(-0.75, 0.75)
        if _inside(x, y, 0.80):
            for lean in (-0.03, 0.0, 0.03):
                brush.line([(x, y), (x + lean, y + 0.055)], 0.016, rgb("#5E9430"), tip=0.3)
    for x, y, size, left in ((-0.27, 0.42, 0.40, True), (0.33, 0.30, 0.34, False), (0.03, 0.66, 0.24, False)):
        sheep(brush, (x, y), size, left)
    for x, y in ((-0.60, -0.02), (0.62, -0.12), (-0.42, -0.58), (0.40, -0.60)):
        for petal in range(3):
            brush.disc((x + 0.05 * petal, y + 0.03 * (petal % 2)), 0.018, rgb("#FFF6D8"))


def sheep(brush: Brush, middle: Point, size: float, left: bool) -> None:
    """One sheep, looking to a side."""
    side = -1 if left else 1

    def at(x: float, y: float) -> Point:
        return middle[0] + side * x * size, middle[1] + y * size

    brush.glow(at(0.02, -0.36), 0.52 * size, (0.0, 0.1, 0.0, 0.40), 0.35)
    for x in (-0.24, -0.10, 0.12, 0.24):
        brush.line([at(x, -0.16), at(x, -0.38)], 0.075 * size, rgb("#3A332E"))
    for tone, shift in ((rgb("#C9BFAE"), -0.04), (rgb("#FFFBF0"), 0.03)):
        for x, y, radius in (
            (-0.28, 0.0, 0.19),
            (-0.12, 0.13, 0.20),
            (0.10, 0.14, 0.20),
            (0.26, 0.03, 0.18),
            (-0.10, -0.08, 0.20),
            (0.12, -0.08, 0.20),
            (0.0, 0.04, 0.24),
        ):
            brush.disc(at(x, y + shift), radius * size, tone)
    brush.disc(at(0.44, 0.08), 0.135 * size, rgb("#3A332E"), flat=1.15)
    brush.disc(at(0.33, 0.18), 0.07 * size, rgb("#3A332E"), flat=0.6)
    brush.disc(at(0.36, 0.21), 0.085 * size, rgb("#FFFBF0"))


def fields(brush: Brush, chance: random.Random) -> None:
    """Rows of ripe grain, and a sheaf."""
    for row in range(-7, 8):
        low, high = (row * 0.16 - 0.55, -0.95), (row * 0.16 + 0.35, 0.95)
        part = _within(low, high, 0.885)
        if part:
            brush.line(part, 0.07, rgb("#C98F22") if row % 2 else rgb("#FBE08A"))
    for row in range(-7, 8):
        for step in range(17):
            along = step / 16
            x = row * 0.16 - 0.55 + 0.9 * along + 0.04
            y = -0.95 + 1.9 * along + chance.uniform(-0.02, 0.02)
            if _inside(x, y, 0.83):
                brush.disc((x, y), 0.030, rgb("#F7CF55"), rgb("#B97A17"), 1.7)
    sheaf(brush, (0.0, 0.44), 0.62)


def sheaf(brush: Brush, middle: Point, size: float) -> None:
    """A sheaf of grain."""

    def at(x: float, y: float) -> Point:
        return middle[0] + x * size, middle[1] + y * size

    brush.glow(at(0.04, -0.44), 0.50 * size, (0.25, 0.12, 0.0, 0.60), 0.35)
    stalks = (-0.40, -0.30, -0.20, -0.10, 0.0, 0.10, 0.20, 0.30, 0.40)
    for lean in stalks:
        brush.line([at(lean * 0.75, -0.46), at(lean * 0.16, -0.04)], 0.085 * size, rgb("#A96F14"))
        brush.line([at(lean * 0.75, -0.46), at(lean * 0.16, -0.04)], 0.045 * size, rgb("#E9B63B"))
    for lean in sorted(stalks, key=lambda x: -abs(x)):
        tip = at(lean, 0.40 - 0.30 * lean * lean)
        brush.line([at(lean * 0.16, -0.04), tip], 0.05 * size, rgb("#C58A1C"))
        along = math.atan2(tip[1] - at(0, -0.04)[1], tip[0] - at(0, -0.04)[0])
        for grain in range(4):
            for way in (-1, 1):
                back = 0.085 * grain * size
                x = tip[0] - math.cos(along) * back - math.sin(along) * way * 0.04 * size
                y = tip[1] - math.sin(along) * back + math.cos(along) * way * 0.04 * size
                brush.disc((x, y), 0.058 * size, rgb("#8A5608"))
                brush.disc((x - 0.006, y + 0.006), 0.043 * size, rgb("#FFE694"), rgb("#E0A42C"))
    brush.line([at(-0.13, -0.08), at(0.13, -0.08)], 0.13 * size, rgb("#8E3B1B"))
    brush.line([at(-0.12, -0.06), at(0.10, -0.06)], 0.04 * size, rgb("#C9683B"))


def hills(brush: Brush, chance: random.Random) -> None:
    """Clay mounds, and bricks laid up to dry."""
    for x, y, radius in (
        (-0.42, 0.30, 0.42),
        (0.46, 0.28, 0.40),
        (0.0, 0.16, 0.46),
        (-0.58, -0.10, 0.34),
        (0.60, -0.14, 0.34),
        (-0.26, -0.34, 0.42),
        (0.32, -0.38, 0.42),
        (0.0, -0.62, 0.30),
    ):
        mound(brush, (x, y), radius, chance.random())
    for row, (y, count) in enumerate(((0.30, 3), (0.445, 2), (0.59, 1))):
        for number in range(count):
            brick(brush, ((number - (count - 1) / 2) * 0.235, y), row)


def mound(brush: Brush, foot: Point, radius: float, shade: float) -> None:
    """A round hill of clay."""
    x, y = foot
    radius = min(radius, 0.90 - math.hypot(x, y) * 0.75)
    top = mix(rgb("#E08B5A"), rgb("#D1733F"), shade)
    base = rgb("#8F3D22")
    outline = [*arc((x, y), radius, 0, 180, 16)]
    outline = [(px, y + (py - y) * 0.78) for px, py in outline]
    outline += [(x - radius * 0.8, y - radius * 0.20), (x + radius * 0.8, y - radius * 0.20)]
    colours = tuple(
        mix(
            mix(top, WHITE, 0.18),
            base,
            max(0.0, min(1.0, 0.62 + 0.5 * (px - x) / radius - 0.9 * (py - y) / radius)),
        )
        for px, py in outline
    )
    brush.fan((x - radius * 0.2, y + radius * 0.25), top, outline, colours)
    for dip in (0.46, 0.16):
        line = [(px, y + (py - y) * 0.7) for px, py in arc((x, y - 0.02), radius * (dip + 0.28), 150, 30, 8)]
        brush.line(line, 0.016, (*base[:3], 0.55))


def brick(brush: Brush, middle: Point, row: int) -> None:
    """One brick."""
    x, y = middle
    wide, tall, deep = 0.108, 0.068, 0.034
    front = mix(rgb("#C4502C"), rgb("#D4623A"), row / 2)
    line = rgb("#5A1E10")
    brush.polygon(
        [
            (x - wide - 0.014, y - tall - 0.014),
            (x + wide + 0.014, y - tall - 0.014),
            (x + wide + deep + 0.014, y + tall + deep + 0.012),
            (x - wide + deep - 0.014, y + tall + deep + 0.012),
            (x - wide - 0.014, y + tall),
        ],
        line,
    )
    brush.polygon(
        [(x - wide, y - tall), (x + wide, y - tall), (x + wide, y + tall), (x - wide, y + tall)],
        mix(front, BLACK, 0.14),
        mix(front, BLACK, 0.14),
        front,
        mix(front, WHITE, 0.12),
    )
    brush.polygon(
        [
            (x - wide, y + tall),
            (x + wide, y + tall),
            (x + wide + deep * 0.8, y + tall + deep),
            (x - wide + deep, y + tall + deep),
        ],
        rgb("#F09A6C"),
    )


def mountains(brush: Brush, chance: random.Random) -> None:
    """Peaks with snow."""
    for x, foot, height, half in (
        (-0.40, 0.02, 0.58, 0.36),
        (0.44, -0.02, 0.62, 0.36),
        (0.02, -0.06, 0.86, 0.46),
        (-0.62, -0.34, 0.36, 0.22),
        (0.64, -0.38, 0.36, 0.22),
        (-0.34, -0.56, 0.34, 0.26),
        (0.36, -0.60, 0.36, 0.26),
        (0.0, -0.72, 0.26, 0.24),
    ):
        peak(brush, (x, foot), height, half, chance)


def peak(brush: Brush, foot: Point, height: float, half: float, chance: random.Random) -> None:
    """One mountain, its left side in the light."""
    x, y = foot
    lean = chance.uniform(-0.03, 0.03)
    top = x + lean, y + height
    brush.glow((x + 0.06, y + 0.01), half * 1.25, (0.05, 0.06, 0.1, 0.45), 0.22)
    ridge = [(x + 0.05, y), (x - 0.03, y + height * 0.34), (x + 0.04, y + height * 0.6), top]
    lit, shadow = rgb("#A5ACB8"), rgb("#474E5E")
    left = [(x - half, y), ridge[0], ridge[1], ridge[2], top, (x - half * 0.42, y + height * 0.5)]
    brush.fan(
        (x - half * 0.3, y + height * 0.3),
        lit,
        left,
        (rgb("#7D8594"), rgb("#8A92A0"), rgb("#8A92A0"), lit, lit, lit),
    )
    right = [ridge[0], (x + half, y), (x + half * 0.44, y + height * 0.5), top, ridge[2], ridge[1]]
    brush.fan(
        (x + half * 0.34, y + height * 0.3),
        shadow,
        right,
        (rgb("#3A4150"), rgb("#3A4150"), shadow, shadow, shadow, shadow),
    )
    if height > 0.3:
        snow = [
            top,
            (top[0] - half * 0.34, y + height * 0.70),
            (top[0] - half * 0.20, y + height * 0.73),
            (top[0] - half * 0.12, y + height * 0.62),
            (top[0], y + height * 0.71),
        ]
        brush.fan((top[0] - half * 0.1, y + height * 0.8), WHITE, snow, (WHITE,))
        shaded = [
            top,
            (top[0], y + height * 0.71),
            (top[0] + half * 0.13, y + height * 0.62),
            (top[0] + half * 0.22, y + height * 0.72),
            (top[0] + half * 0.34, y + height * 0.69),
        ]
        brush.fan((top[0] + half * 0.1, y + height * 0.8), rgb("#C3D0E2"), shaded, (rgb("#C3D0E2"),))


def desert(brush: Brush, chance: random.Random) -> None:
    """Dunes and a cactus."""
    for y, bend, colour in (
        (0.30, 0.16, rgb("#E6CE97")),
        (0.02, -0.13, rgb("#DBBE82")),
        (-0.28, 0.14, rgb("#CFAE71")),
        (-0.56, -0.08, rgb("#C2A063")),
    ):
        _band(brush, y, bend, colour)
    for _ripple in range(14):
        x, y = chance.uniform(-0.6, 0.6), chance.uniform(-0.7, 0.6)
        if _inside(x, y, 0.70):
            brush.line(
                curve((x - 0.09, y), (x - 0.03, y + 0.03), (x + 0.03, y + 0.03), (x + 0.09, y), 5),
                0.014,
                rgb("#A9864A", 0.6),
            )
    cactus(brush, (0.06, 0.10), 0.62)
    cactus(brush, (-0.46, -0.06), 0.30)


def cactus(brush: Brush, foot: Point, height: float) -> None:
    """One cactus."""
    x, y = foot

    def at(right: float, up: float) -> Point:
        return x + right * height, y + up * height

    brush.glow(at(0.12, 0.0), 0.42 * height, (0.25, 0.15, 0.0, 0.55), 0.28)
    for colour, width, shift in (
        (rgb("#24512B"), 0.22, 0.0),
        (rgb("#4E9A4E"), 0.15, -0.01),
        (rgb("#86C773"), 0.04, -0.04),
    ):
        brush.line([at(shift, 0.03), at(shift, 0.92)], width * height, colour)
        brush.line(
            [at(shift, 0.40), at(0.27 + shift, 0.42), at(0.27 + shift, 0.70)], width * 0.75 * height, colour
        )
        brush.line(
            [at(shift, 0.30), at(-0.25 + shift, 0.32), at(-0.25 + shift, 0.58)], width * 0.75 * height, colour
        )


def _band(brush: Brush, y: float, bend: float, colour: Colour) -> None:
    """Everything below a wavy line across the hex."""
    steps = 16
    edge = []
    for step in range(steps + 1):
        x = -0.80 + 1.60 * step / steps
        edge.append((x, y + bend * math.sin(x * 3.4)))
    for (x, up), (right, after) in pairwise(edge):
        low, other = _floor(x), _floor(right)
        if up > low and after > other:
            lit = mix(colour, WHITE, 0.10)
            brush.polygon(
                [(x, low), (right, other), (right, min(after, -other)), (x, min(up, -low))],
                colour,
                colour,
                lit,
                lit,
            )


def _floor(x: float) -> float:
    """The lower rim of a hex of radius 0.92 there."""
    return -(0.92 - abs(x) / 3**0.5)


def _inside(x: float, y: float, radius: float) -> bool:
    return abs(x) <= radius * 0.866 and abs(y) <= radius - abs(x) / 3**0.5


def _within(one: Point, two: Point, radius: float) -> list[Point]:
    """The part of a line that lies in a hex."""
    found = [
        point
        for step in range(81)
        if _inside(
            *(point := (one[0] + (two[0] - one[0]) * step / 80, one[1] + (two[1] - one[1]) * step / 80)),
            radius,
        )
    ]
    return [found[0], found[-1]] if len(found) > 1 else []


_TERRAINS: dict[str, Callable[[Brush, random.Random], None]] = {
    "forest": forest,
    "pasture": pasture,
    "fields": fields,
    "hills": hills,
    "mountains": mountains,
    "desert": desert,
    "": lambda brush, chance: None,
}


def lumber(brush: Brush) -> None:
    """Three logs."""
    for x, y in ((-0.44, -0.36), (0.44, -0.36), (0.0, 0.36)):
        brush.disc((x, y), 0.46, rgb("#3F2716"))
        brush.disc((x, y), 0.37, rgb("#E3B983"))
        brush.disc((x, y), 0.25, rgb("#A87643"))
        brush.disc((x, y), 0.17, rgb("#E3B983"))
        brush.disc((x, y), 0.07, rgb("#7A5029"))


def wool(brush: Brush) -> None:
    """A sheep."""
    sheep(brush, (-0.05, 0.02), 1.75, False)


def grain(brush: Brush) -> None:
    """A sheaf."""
    sheaf(brush, (0.0, 0.03), 2.0)


def bricks(brush: Brush) -> None:
    """Three bricks, one on top of two."""
    origin, scale = brush.origin, brush.scale
    brush.at((origin[0], origin[1] - scale * 0.85), scale * 3.6, 0.6)
    for x, y in ((-0.12, 0.10), (0.12, 0.10), (0.0, 0.27)):
        brick(brush, (x, y), 1)
    brush.at(origin, scale, 1.3)


def ore(brush: Brush) -> None:
    """A lump of ore."""
    line = rgb("#2B303B")
    outline = [
        (-0.85, -0.45),
        (-0.55, 0.35),
        (-0.05, 0.78),
        (0.55, 0.50),
        (0.88, -0.20),
        (0.55, -0.65),
        (-0.45, -0.68),
    ]
    brush.fan((0.0, 0.0), line, [(x * 1.08, y * 1.08) for x, y in outline], (line,))
    for corners, colour in (
        ([(-0.85, -0.45), (-0.10, 0.05), (-0.55, 0.35)], rgb("#AEB6C4")),
        ([(-0.55, 0.35), (-0.10, 0.05), (-0.05, 0.78)], rgb("#D6DCE6")),
        ([(-0.05, 0.78), (-0.10, 0.05), (0.55, 0.50)], rgb("#9BA4B4")),
        ([(0.55, 0.50), (-0.10, 0.05), (0.88, -0.20)], rgb("#747D8F")),
        ([(0.88, -0.20), (-0.10, 0.05), (0.55, -0.65)], rgb("#596172")),
        ([(0.55, -0.65), (-0.10, 0.05), (-0.45, -0.68)], rgb("#6C7587")),
        ([(-0.45, -0.68), (-0.10, 0.05), (-0.85, -0.45)], rgb("#8A93A4")),
    ):
        brush.polygon(corners, colour)


GOODS: dict[str, Callable[[Brush], None]] = {
    "lumber": lumber,
    "wool": wool,
    "grain": grain,
    "brick": bricks,
    "ore": ore,
}
"""Goods as small pictures, within a circle of radius 1."""
