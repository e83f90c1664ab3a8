"""What stands on the board, and what is marked there. Lit from the upper left, with a dark outline."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.dice import sign
from kivy_ui.art.pen import Pen, Point, arc, curve
from kivy_ui.art.shapes import outline_of
from kivy_ui.art.vector import put
from kivy_ui.theme import BLACK, WHITE, Colour, mix, rgb

_LINE = rgb("#16130F")
_SHADOW: Colour = (0.0, 0.0, 0.0, 0.38)
_STEEL = rgb("#E9EDF2")

Move = Callable[[Point], Point]


def capsule(pen: Pen, one: Point, two: Point, width: float, colour: Colour) -> None:
    """A stroke with round ends as a shape: a line that lets its ground shine through needs a stencil."""
    way = math.degrees(math.atan2(two[1] - one[1], two[0] - one[0]))
    pen.polygon(
        [*arc(two, width / 2, way - 90, way + 90, 10), *arc(one, width / 2, way + 90, way + 270, 10)], colour
    )


def emblem(pen: Pen, kind: str, centre: Point, size: float, colour: Colour, hollow: bool = False) -> None:
    """A player's shape, small. Hollow where nobody plays the colour."""
    outline = [(centre[0] + (x - 0.5) * size, centre[1] + (y - 0.5) * size) for x, y in outline_of(kind)]
    if hollow:
        pen.line(outline, size * 0.17, colour, closed=True)
    else:
        pen.polygon(outline, colour)


def _faces(pen: Pen, faces: Sequence[tuple[Sequence[Point], Colour]], move: Move, edge: float) -> None:
    """The faces of a solid thing, over their common outline and shadow."""
    moved = [([move(point) for point in outline], colour) for outline, colour in faces]
    for outline, _colour in moved:
        shadow = [(x + 0.05, y - 0.05) for x, y in outline]
        pen.polygon(shadow, _SHADOW)
    for outline, _colour in moved:
        pen.line(outline, 2 * edge, _LINE, closed=True)
    for outline, colour in moved:
        pen.polygon(outline, colour)
    for outline, colour in moved:
        pen.line(outline, 0.018, mix(colour, BLACK, 0.35), closed=True)


def _still(point: Point) -> Point:
    return point


def _settlement(pen: Pen, fill: Colour, move: Move) -> None:
    faces = (
        ([(0.64, 0.10), (0.96, 0.18), (0.96, 0.54), (0.64, 0.46)], mix(fill, BLACK, 0.36)),
        ([(0.35, 0.80), (0.67, 0.88), (1.0, 0.52), (0.66, 0.44)], mix(fill, BLACK, 0.18)),
        ([(0.08, 0.10), (0.64, 0.10), (0.64, 0.46), (0.36, 0.80), (0.08, 0.46)], fill),
    )
    _faces(pen, faces, move, 0.065)
    pen.line([move((0.09, 0.47)), move((0.355, 0.785))], 0.04, mix(fill, WHITE, 0.5))


def settlement(pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool) -> None:
    """A house with its owner's shape on the front."""
    _settlement(pen, fill, _still)
    emblem(pen, shape, (0.36, 0.34), 0.36, label, hollow)


def fallen_settlement(pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool) -> None:
    """The same, laid on its side: it is conquered."""

    def over(point: Point) -> Point:
        return 0.98 - point[1], 0.04 + point[0] * 0.86

    _settlement(pen, fill, over)
    emblem(pen, shape, over((0.36, 0.34)), 0.34, label, hollow)
    pen.line([(0.06, 0.05), (1.02, 0.05)], 0.045, _LINE)


def _city(pen: Pen, fill: Colour, move: Move) -> None:
    side, roof = mix(fill, BLACK, 0.36), mix(fill, BLACK, 0.18)
    faces = (
        ([(0.56, 0.44), (0.70, 0.50), (0.70, 0.68), (0.56, 0.62)], side),
        ([(0.32, 0.88), (0.46, 0.95), (0.73, 0.66), (0.57, 0.60)], roof),
        ([(1.04, 0.08), (1.20, 0.15), (1.20, 0.50), (1.04, 0.43)], side),
        ([(0.56, 0.43), (1.04, 0.43), (1.20, 0.51), (0.70, 0.51)], mix(fill, WHITE, 0.30)),
        ([(0.56, 0.08), (1.04, 0.08), (1.04, 0.43), (0.56, 0.43)], mix(fill, BLACK, 0.08)),
        ([(0.07, 0.08), (0.56, 0.08), (0.56, 0.60), (0.315, 0.88), (0.07, 0.60)], fill),
    )
    _faces(pen, faces, move, 0.06)
    for left in (0.67, 0.86):
        window = [(left, 0.18), (left + 0.10, 0.18), (left + 0.10, 0.34), (left, 0.34)]
        pen.polygon([move(point) for point in window], mix(fill, BLACK, 0.6))
    pen.line([move((0.08, 0.60)), move((0.315, 0.865))], 0.035, mix(fill, WHITE, 0.5))


def city(pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool) -> None:
    """A hall with a tower, its owner's shape on that."""
    _city(pen, fill, _still)
    emblem(pen, shape, (0.315, 0.40), 0.36, label, hollow)


def lying_city(pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool) -> None:
    """The same, laid on its side: it counts as a settlement."""

    def over(point: Point) -> Point:
        return 0.13 + (0.98 - point[1]) * 0.98, 0.02 + point[0] * 0.80

    _city(pen, fill, over)
    emblem(pen, shape, over((0.315, 0.36)), 0.34, label, hollow)
    pen.line([(0.08, 0.04), (1.16, 0.04)], 0.045, _LINE)


def wall(pen: Pen, stone: Colour) -> None:
    """A battlemented wall before a city, twice as wide as high."""
    outline = [(0.08, 0.10), (1.92, 0.10), (1.92, 0.92)]
    for merlon in range(4, 0, -1):
        right = 1.92 - (4 - merlon) * 0.50
        outline += [(right, 0.92), (right - 0.27, 0.92), (right - 0.27, 0.64), (right - 0.50, 0.64)]
    outline = [point for point in outline if point[0] >= 0.08] + [(0.08, 0.64)]
    pen.polygon([(x + 0.05, y - 0.08) for x, y in outline], _SHADOW)
    pen.line(outline, 0.16, _LINE, closed=True)
    pen.polygon(outline, stone)
    for y in (0.28, 0.46):
        pen.line([(0.09, y), (1.91, y)], 0.05, mix(stone, BLACK, 0.4), cap="none")
    for x, low in (
        (0.5, 0.28),
        (1.0, 0.28),
        (1.5, 0.28),
        (0.28, 0.10),
        (0.76, 0.10),
        (1.24, 0.10),
        (1.72, 0.10),
    ):
        pen.line([(x, low), (x, low + 0.18)], 0.05, mix(stone, BLACK, 0.4), cap="none")


def gate(pen: Pen, body: Colour, ink: Colour, track: str) -> None:
    """The gate of a metropolis as it stands behind a city, its track's sign over the arch."""
    outline = [
        (0.05, 0.04),
        (0.05, 0.60),
        *arc((0.5, 0.58), 0.45, 180, 0, 24),
        (0.95, 0.60),
        (0.95, 0.04),
    ]
    pen.polygon([(x + 0.03, y - 0.03) for x, y in outline], _SHADOW)
    pen.line(outline, 0.09, _LINE, closed=True)
    pen.polygon(outline, body)
    pen.line([(0.07, 0.60), *arc((0.5, 0.58), 0.43, 180, 90, 12)], 0.03, mix(body, WHITE, 0.55))
    sign(pen, ink, body, track, 0.29, 0.52, 0.42)


def knight(
    pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool, strength: int, active: bool
) -> None:
    """A knight on his round foot: the owner's shape one to three times, the helmet on when active."""
    pen.circle((0.54, 0.45), 0.45, _SHADOW)
    pen.circle((0.5, 0.5), 0.48, _LINE)
    pen.circle((0.5, 0.5), 0.42, mix(fill, WHITE, 0.45) if active else mix(fill, BLACK, 0.15))
    ground = fill if active else mix(mix(fill, rgb("#808080"), 0.25), BLACK, 0.52)
    ink = label if active else mix(fill, WHITE, 0.62)
    pen.circle((0.5, 0.5), 0.37, ground)
    if active:
        pen.polygon(
            [
                *curve((0.48, 0.98), (0.36, 1.02), (0.22, 0.94), (0.20, 0.76)),
                *curve((0.20, 0.76), (0.28, 0.86), (0.40, 0.88), (0.50, 0.84)),
            ],
            rgb("#D23A2A"),
        )
        visor = [(0.29, 0.44), (0.29, 0.68), *arc((0.5, 0.68), 0.21, 180, 0, 20), (0.71, 0.44)]
        pen.line(visor, 0.075, _LINE, closed=True)
        pen.polygon(visor, _STEEL)
        pen.polygon(
            [(0.5, 0.44), (0.5, 0.89), *arc((0.5, 0.68), 0.21, 90, 0, 12), (0.71, 0.44)], rgb("#B4BCC7")
        )
        pen.box(0.32, 0.60, 0.36, 0.085, _LINE)
        pen.box(0.465, 0.44, 0.07, 0.22, _LINE)
    else:
        pen.circle((0.5, 0.66), 0.125, ink)
        pen.circle((0.5, 0.66), 0.070, ground)
    for number in range(strength):
        x = 0.5 + (number - (strength - 1) / 2) * 0.22
        if active:
            pen.circle((x, 0.275), 0.115, _LINE if label == WHITE else mix(fill, WHITE, 0.6))
        emblem(pen, shape, (x, 0.275), 0.185, ink, hollow)


def road(pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool, angle: int, damaged: bool) -> None:
    """A road along an edge of side 1 through the middle of a square; a damaged one lies across it, broken."""
    way = angle + 90 if damaged else angle
    half = 0.22 if damaged else 0.325
    right, up = math.cos(math.radians(way)), math.sin(math.radians(way))

    def at(along: float, across: float = 0.0) -> Point:
        return 0.5 + along * right - across * up, 0.5 + along * up + across * right

    ends = [at(-half), at(half)]
    capsule(pen, at(-half, -0.05), at(half, -0.05), 0.24, _SHADOW)
    pen.line(ends, 0.255, _LINE)
    pen.line(ends, 0.185, mix(fill, BLACK, 0.22))
    rise = 0.018 if right >= 0 else -0.018
    pen.line([at(-half, rise), at(half, rise)], 0.145, fill)
    light = 0.055 if right >= 0 else -0.055
    pen.line([at(-half, light), at(half, light)], 0.030, mix(fill, WHITE, 0.55))
    if damaged:
        for ink, width in ((_LINE, 0.15), (WHITE, 0.07)):
            pen.line([at(0.05, 0.13), at(-0.03, 0.04), at(0.05, -0.04), at(-0.05, -0.13)], width, ink)
    else:
        emblem(pen, shape, (0.5, 0.5), 0.165, label, hollow)


def robber(pen: Pen, body: Colour, rim: Colour) -> None:
    """The robber: a hooded figure, with a light rim to be seen on every terrain."""
    outline = [
        (0.14, 0.06),
        *curve((0.14, 0.06), (0.14, 0.40), (0.22, 0.54), (0.33, 0.60)),
        *curve((0.33, 0.60), (0.20, 0.72), (0.26, 0.96), (0.50, 0.96)),
        *curve((0.50, 0.96), (0.74, 0.96), (0.80, 0.72), (0.67, 0.60)),
        *curve((0.67, 0.60), (0.78, 0.54), (0.86, 0.40), (0.86, 0.06)),
    ]
    pen.polygon(
        [*arc((0.56, 0.07), 0.44, 0, 360, 30)][:1] + [(x + 0.05, y - 0.04) for x, y in outline][1:], _SHADOW
    )
    pen.line(outline, 0.11, rim, closed=True)
    pen.line(outline, 0.035, _LINE, closed=True)
    pen.polygon(outline, body)
    pen.polygon(
        [
            (0.17, 0.08),
            *curve((0.17, 0.08), (0.17, 0.40), (0.26, 0.52), (0.37, 0.60)),
            (0.44, 0.55),
            (0.33, 0.30),
            (0.30, 0.08),
        ],
        mix(body, WHITE, 0.22),
    )
    pen.polygon([*arc((0.5, 0.735), 0.145, 0, 360, 30)], rgb("#F2C9A0"))
    pen.polygon([(0.35, 0.79), (0.65, 0.79), (0.65, 0.70), (0.5, 0.735), (0.35, 0.70)], _LINE)
    for x in (0.445, 0.555):
        pen.circle((x, 0.755), 0.026, WHITE)


def token(pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool, sign: str) -> None:
    """A round token with a sign, and its owner's shape below it."""
    pen.circle((0.53, 0.46), 0.46, _SHADOW)
    pen.circle((0.5, 0.5), 0.47, _LINE)
    pen.circle((0.5, 0.5), 0.42, label)
    pen.circle((0.5, 0.5), 0.37, fill)
    put(pen, sign, (0.29, 0.40), 0.42, label, fill)
    emblem(pen, shape, (0.5, 0.27), 0.20, label, hollow)


def lit(pen: Pen, fill: Colour, sure: bool) -> None:
    """A ring that is seen on every ground. One that only may be legal is broken, and empty."""
    if sure:
        pen.circle((0.5, 0.5), 0.50, _LINE)
        pen.circle((0.5, 0.5), 0.43, WHITE)
        pen.circle((0.5, 0.5), 0.29, _LINE)
        pen.circle((0.5, 0.5), 0.23, fill)
        return
    for part in range(5):
        piece = arc((0.5, 0.5), 0.39, 72 * part + 4, 72 * part + 44, 8)
        pen.line(piece, 0.22, _LINE, cap="square")
        pen.line(piece, 0.11, WHITE, cap="square")


def lit_edge(pen: Pen, fill: Colour, angle: int, sure: bool) -> None:
    """The same along an edge."""
    right, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def at(along: float) -> Point:
        return 0.5 + along * right, 0.5 + along * up

    if sure:
        for width, colour in ((0.36, _LINE), (0.29, WHITE), (0.17, BLACK), (0.11, fill)):
            pen.line([at(-0.25), at(0.25)], width, colour)
        return
    for low, high in ((-0.32, -0.22), (-0.05, 0.05), (0.22, 0.32)):
        pen.line([at(low), at(high)], 0.25, _LINE)
        pen.line([at(low), at(high)], 0.15, WHITE)


def lit_hex(pen: Pen, sure: bool) -> None:
    """The same around a hex of side 0.5."""
    corners = [
        (
            0.5 + 0.395 * math.cos(math.radians(90 + 60 * turn)),
            0.5 + 0.395 * math.sin(math.radians(90 + 60 * turn)),
        )
        for turn in range(7)
    ]
    if sure:
        for width, colour in ((0.075, _LINE), (0.045, WHITE)):
            pen.line(corners, width, colour, joint="round")
        return
    for (x, y), (right, up) in pairwise(corners):
        part = [(x + (right - x) * share, y + (up - y) * share) for share in (0.30, 0.70)]
        for width, colour in ((0.075, _LINE), (0.045, WHITE)):
            pen.line(part, width, colour)


def aim(pen: Pen, colour: Colour) -> None:
    """A large ring around what the finger means, with four marks pointing at it."""
    for width, ink in ((0.10, _LINE), (0.062, colour)):
        pen.ring((0.5, 0.5), 0.44, width, ink)
    for turn in range(4):
        outer = arc((0.5, 0.5), 0.41, 45 + 90 * turn, 45 + 90 * turn, 1)[0]
        inner = arc((0.5, 0.5), 0.31, 45 + 90 * turn, 45 + 90 * turn, 1)[0]
        pen.line([outer, inner], 0.075, _LINE)
        pen.line([outer, inner], 0.045, colour)


def balloon(pen: Pen, paper: Colour, line: Colour, way: int) -> None:
    """A disc that points at what it shows; ``way`` is the direction of its tip in degrees."""
    tip = arc((0.5, 0.5), 0.49, way, way, 1)[0]
    sides = [arc((0.5, 0.5), 0.34, way + turn, way + turn, 1)[0] for turn in (-38, 38)]
    pen.line([tip, *sides], 0.05, line, closed=True)
    pen.circle((0.5, 0.5), 0.375, line)
    pen.polygon([tip, *sides], paper)
    pen.circle((0.5, 0.5), 0.35, paper)


def chosen(pen: Pen, colour: Colour) -> None:
    """Brackets around what was picked before."""
    for width, ink in ((0.13, _LINE), (0.075, colour)):
        for right in (-1, 1):
            for up in (-1, 1):
                corner = 0.5 + right * 0.41, 0.5 + up * 0.41
                pen.line(
                    [(corner[0] - right * 0.20, corner[1]), corner, (corner[0], corner[1] - up * 0.20)],
                    width,
                    ink,
                )


def stop(pen: Pen, red: Colour, ink: Colour) -> None:
    """Here a road is shut off."""
    outline = [
        (0.5 + 0.5 * math.cos(math.radians(22.5 + 45 * n)), 0.5 + 0.5 * math.sin(math.radians(22.5 + 45 * n)))
        for n in range(8)
    ]
    pen.polygon(outline, _LINE)
    pen.polygon([(0.5 + (x - 0.5) * 0.86, 0.5 + (y - 0.5) * 0.86) for x, y in outline], ink)
    pen.polygon([(0.5 + (x - 0.5) * 0.74, 0.5 + (y - 0.5) * 0.74) for x, y in outline], red)
    for rise in (-1, 1):
        pen.line([(0.34, 0.5 - 0.16 * rise), (0.66, 0.5 + 0.16 * rise)], 0.12, ink)


def step(pen: Pen, colour: Colour) -> None:
    """A corner that a knight reaches."""
    for size, ink in ((0.50, _LINE), (0.40, colour), (0.20, _LINE)):
        pen.polygon([(0.5 + size, 0.5), (0.5, 0.5 + size), (0.5 - size, 0.5), (0.5, 0.5 - size)], ink)


def trail(pen: Pen, colour: Colour, angle: int) -> None:
    """An edging around a road of the longest trail, half as large again as the edge's square."""
    right, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    ends = [(0.5 - 0.32 * right, 0.5 - 0.32 * up), (0.5 + 0.32 * right, 0.5 + 0.32 * up)]
    for width, ink in ((0.32, mix(colour, BLACK, 0.55)), (0.27, colour)):
        pen.line(ends, width, ink)


def magnifier(pen: Pen, ink: Colour, nearer: bool) -> None:
    """A lens: a plus in it goes nearer, a minus shows the whole."""
    pen.line([(0.60, 0.40), (0.88, 0.12)], 0.15, ink)
    pen.ring((0.42, 0.58), 0.30, 0.105, ink)
    pen.line([(0.28, 0.58), (0.56, 0.58)], 0.095, ink)
    if nearer:
        pen.line([(0.42, 0.44), (0.42, 0.72)], 0.095, ink)


DRAWINGS: dict[str, tuple[Drawing, float]] = {
    "board_token": (token, 1.0),
    "board_settlement": (settlement, 1.06),
    "board_city": (city, 1.28),
    "board_lying_city": (lying_city, 1.24),
    "board_fallen_settlement": (fallen_settlement, 1.08),
    "board_wall": (wall, 2.0),
    "board_gate": (gate, 1.0),
    "board_knight": (knight, 1.0),
    "board_road": (road, 1.0),
    "board_robber": (robber, 1.0),
    "board_lit": (lit, 1.0),
    "board_lit_edge": (lit_edge, 1.0),
    "board_lit_hex": (lit_hex, 1.0),
    "board_aim": (aim, 1.0),
    "board_balloon": (balloon, 1.0),
    "board_chosen": (chosen, 1.0),
    "board_stop": (stop, 1.0),
    "board_step": (step, 1.0),
    "board_trail": (trail, 1.0),
    "magnifier": (magnifier, 1.0),
}
