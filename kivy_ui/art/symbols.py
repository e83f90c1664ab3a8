"""Signs for buttons and notes, in one ink, and the six shapes that tell players apart."""

from __future__ import annotations

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.pen import Pen, Point, arc, curve, regular, star
from kivy_ui.theme import Colour


def undo(pen: Pen, ink: Colour) -> None:
    """An arrow turning back to the left."""
    bend = [(0.30, 0.68), (0.58, 0.68), *arc((0.58, 0.44), 0.24, 90, -90, 24), (0.34, 0.20)]
    pen.line(bend, 0.115, ink)
    pen.polygon([(0.06, 0.68), (0.36, 0.92), (0.36, 0.44)], ink)


def redo(pen: Pen, ink: Colour) -> None:
    """An arrow turning on to the right."""
    bend = [(0.70, 0.68), (0.42, 0.68), *arc((0.42, 0.44), 0.24, 90, 270, 24), (0.66, 0.20)]
    pen.line(bend, 0.115, ink)
    pen.polygon([(0.94, 0.68), (0.64, 0.92), (0.64, 0.44)], ink)


def log(pen: Pen, ink: Colour) -> None:
    """Lines of a list."""
    for height in (0.76, 0.50, 0.24):
        pen.circle((0.17, height), 0.075, ink)
        pen.line([(0.36, height), (0.86, height)], 0.115, ink)


def more(pen: Pen, ink: Colour) -> None:
    """Three dots."""
    for left in (0.19, 0.50, 0.81):
        pen.circle((left, 0.5), 0.10, ink)


def roll(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Two dice."""
    pen.box(0.36, 0.36, 0.56, 0.56, ink, 0.12)
    pen.box(0.04, 0.04, 0.62, 0.62, ground, 0.15)
    pen.box(0.08, 0.08, 0.54, 0.54, ink, 0.12)
    for x, y in ((0.22, 0.48), (0.35, 0.35), (0.48, 0.22)):
        pen.circle((x, y), 0.055, ground)
    for x, y in ((0.76, 0.78), (0.76, 0.52)):
        pen.circle((x, y), 0.055, ground)


def _speaker(pen: Pen, ink: Colour) -> None:
    pen.box(0.06, 0.36, 0.22, 0.28, ink, 0.03)
    pen.polygon([(0.14, 0.36), (0.46, 0.12), (0.46, 0.88), (0.14, 0.64)], ink)


def sound(pen: Pen, ink: Colour) -> None:
    """A loudspeaker that sounds."""
    _speaker(pen, ink)
    pen.line(arc((0.46, 0.5), 0.20, -48, 48), 0.085, ink)
    pen.line(arc((0.46, 0.5), 0.39, -48, 48), 0.085, ink)


def mute(pen: Pen, ink: Colour) -> None:
    """A loudspeaker that is silent."""
    _speaker(pen, ink)
    pen.line([(0.62, 0.36), (0.90, 0.64)], 0.095, ink)
    pen.line([(0.62, 0.64), (0.90, 0.36)], 0.095, ink)


def warning(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A triangle with an exclamation mark."""
    corners = [(0.5, 0.86), (0.92, 0.14), (0.08, 0.14)]
    pen.polygon(corners, ink)
    pen.line(corners, 0.12, ink, closed=True)
    pen.line([(0.5, 0.64), (0.5, 0.42)], 0.11, ground)
    pen.circle((0.5, 0.24), 0.065, ground)


def info(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A disc with an i."""
    pen.circle((0.5, 0.5), 0.44, ink)
    pen.circle((0.5, 0.73), 0.07, ground)
    pen.line([(0.5, 0.53), (0.5, 0.27)], 0.12, ground)


def check(pen: Pen, ink: Colour) -> None:
    """A tick."""
    pen.line([(0.14, 0.50), (0.40, 0.22), (0.86, 0.78)], 0.14, ink)


def cross(pen: Pen, ink: Colour) -> None:
    """A cross that closes."""
    pen.line([(0.2, 0.2), (0.8, 0.8)], 0.13, ink)
    pen.line([(0.2, 0.8), (0.8, 0.2)], 0.13, ink)


def plus(pen: Pen, ink: Colour) -> None:
    """A plus."""
    pen.line([(0.5, 0.14), (0.5, 0.86)], 0.15, ink)
    pen.line([(0.14, 0.5), (0.86, 0.5)], 0.15, ink)


def minus(pen: Pen, ink: Colour) -> None:
    """A minus."""
    pen.line([(0.14, 0.5), (0.86, 0.5)], 0.15, ink)


def forward(pen: Pen, ink: Colour) -> None:
    """A chevron to the right."""
    pen.line([(0.36, 0.14), (0.70, 0.5), (0.36, 0.86)], 0.14, ink)


def back(pen: Pen, ink: Colour) -> None:
    """A chevron to the left."""
    pen.line([(0.64, 0.14), (0.30, 0.5), (0.64, 0.86)], 0.14, ink)


def up(pen: Pen, ink: Colour) -> None:
    """An arrow upwards, for what rises by one."""
    pen.line([(0.5, 0.14), (0.5, 0.70)], 0.14, ink)
    pen.line([(0.22, 0.54), (0.5, 0.84), (0.78, 0.54)], 0.14, ink)


def play(pen: Pen, ink: Colour) -> None:
    """A triangle that starts."""
    corners = [(0.26, 0.16), (0.26, 0.84), (0.84, 0.5)]
    pen.polygon(corners, ink)
    pen.line(corners, 0.08, ink, closed=True)


def home(pen: Pen, ink: Colour) -> None:
    """A house, for the first page."""
    pen.polygon(
        [
            (0.5, 0.92),
            (0.96, 0.48),
            (0.82, 0.48),
            (0.82, 0.10),
            (0.60, 0.10),
            (0.60, 0.38),
            (0.40, 0.38),
            (0.40, 0.10),
            (0.18, 0.10),
            (0.18, 0.48),
            (0.04, 0.48),
        ],
        ink,
    )


def table(pen: Pen, ink: Colour) -> None:
    """Four columns of a table."""
    for left in (0.06, 0.30, 0.54, 0.78):
        pen.box(left, 0.14, 0.17, 0.72, ink, 0.04)


def board(pen: Pen, ink: Colour) -> None:
    """Three hexes of the island."""
    for x, y in ((0.28, 0.70), (0.72, 0.70), (0.50, 0.32)):
        pen.polygon(arc((x, y), 0.235, 90, 390, 5), ink)


def gear(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A cog wheel."""
    outline = []
    for tooth in range(8):
        for turn, radius in ((-14, 0.36), (-9, 0.47), (9, 0.47), (14, 0.36)):
            outline.extend(arc((0.5, 0.5), radius, 45 * tooth + turn, 45 * tooth + turn, 1)[:1])
    pen.polygon(outline, ink)
    pen.circle((0.5, 0.5), 0.15, ground)


def people(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Two people."""
    pen.circle((0.68, 0.70), 0.15, ink)
    pen.polygon([(0.40, 0.16), *arc((0.68, 0.28), 0.26, 180, 0), (0.94, 0.16)], ink)
    pen.circle((0.36, 0.66), 0.21, ground)
    pen.polygon([(0.0, 0.08), *arc((0.36, 0.20), 0.36, 180, 0), (0.72, 0.08)], ground)
    pen.circle((0.36, 0.66), 0.165, ink)
    pen.polygon([(0.05, 0.12), *arc((0.36, 0.20), 0.30, 180, 0), (0.67, 0.12)], ink)


def pencil(pen: Pen, ink: Colour) -> None:
    """A pencil, for changing."""
    pen.polygon([(0.08, 0.08), (0.14, 0.32), (0.34, 0.14)], ink)
    pen.polygon([(0.19, 0.37), (0.64, 0.82), (0.83, 0.63), (0.38, 0.18)], ink)
    pen.polygon([(0.69, 0.87), (0.76, 0.93), (0.94, 0.75), (0.88, 0.68)], ink)


def archive(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A box for finished games."""
    pen.box(0.06, 0.64, 0.88, 0.24, ink, 0.04)
    pen.box(0.13, 0.10, 0.74, 0.48, ink, 0.04)
    pen.line([(0.40, 0.44), (0.60, 0.44)], 0.09, ground)


def globe(pen: Pen, ink: Colour) -> None:
    """A globe, for the language."""
    pen.ring((0.5, 0.5), 0.40, 0.085, ink)
    pen.line([(0.1, 0.5), (0.9, 0.5)], 0.075, ink)
    pen.line([(0.5, 0.1), (0.5, 0.9)], 0.075, ink)
    for side in (-1, 1):
        pen.line(
            curve((0.5, 0.9), (0.5 + side * 0.30, 0.72), (0.5 + side * 0.30, 0.28), (0.5, 0.1)), 0.075, ink
        )


def sun(pen: Pen, ink: Colour) -> None:
    """The bright theme."""
    pen.circle((0.5, 0.5), 0.20, ink)
    for inner, outer in zip(regular((0.5, 0.5), 0.31, 8), regular((0.5, 0.5), 0.44, 8), strict=True):
        pen.line([inner, outer], 0.08, ink)


def moon(pen: Pen, ink: Colour) -> None:
    """The dark theme."""
    pen.polygon([*arc((0.46, 0.5), 0.40, 60, 300, 40), *arc((0.66, 0.5), 0.346, 270, 90, 40)], ink)


def letters(pen: Pen, ink: Colour) -> None:
    """A small and a large letter, for the size of the text."""
    for left, size in ((0.02, 0.40), (0.38, 0.60)):
        bottom = 0.18
        pen.line(
            [(left + 0.05, bottom), (left + size / 2, bottom + size * 1.05), (left + size - 0.05, bottom)],
            0.10,
            ink,
        )
        pen.line(
            [(left + size * 0.27, bottom + size * 0.33), (left + size * 0.73, bottom + size * 0.33)],
            0.085,
            ink,
        )


def turn(pen: Pen, ink: Colour) -> None:
    """A circling arrow, for turning the screen."""
    pen.line(arc((0.5, 0.48), 0.34, 60, -230, 40), 0.11, ink)
    pen.polygon([(0.52, 0.94), (0.86, 0.86), (0.66, 0.58)], ink)


def trophy(pen: Pen, ink: Colour) -> None:
    """A cup, for the winner."""
    pen.ring((0.24, 0.68), 0.14, 0.07, ink)
    pen.ring((0.76, 0.68), 0.14, 0.07, ink)
    pen.polygon(
        [
            (0.24, 0.92),
            (0.76, 0.92),
            *curve((0.76, 0.92), (0.76, 0.54), (0.64, 0.46), (0.56, 0.40)),
            *curve((0.44, 0.40), (0.36, 0.46), (0.24, 0.54), (0.24, 0.92)),
        ],
        ink,
    )
    pen.box(0.45, 0.20, 0.10, 0.26, ink)
    pen.box(0.28, 0.08, 0.44, 0.13, ink, 0.03)


def bin_(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A bin, for deleting."""
    pen.box(0.14, 0.74, 0.72, 0.10, ink, 0.03)
    pen.box(0.38, 0.82, 0.24, 0.09, ink, 0.03)
    pen.polygon([(0.20, 0.68), (0.80, 0.68), (0.74, 0.08), (0.26, 0.08)], ink)
    for left in (0.40, 0.60):
        pen.line([(left, 0.56), (left, 0.20)], 0.06, ground)


def clock(pen: Pen, ink: Colour) -> None:
    """A clock, for later."""
    pen.ring((0.5, 0.5), 0.40, 0.095, ink)
    pen.line([(0.5, 0.74), (0.5, 0.5), (0.68, 0.40)], 0.09, ink)


def outline_of(kind: str) -> list[Point]:
    """The outline of a player's shape in a square of side 1; one that nobody has is a circle."""
    return {
        "square": [(0.10, 0.10), (0.90, 0.10), (0.90, 0.90), (0.10, 0.90)],
        "triangle": [(0.5, 0.97), (1.0, 0.07), (0.0, 0.07)],
        "diamond": [(0.5, 1.0), (1.0, 0.5), (0.5, 0.0), (0.0, 0.5)],
        "cross": [
            (0.27, 0.97),
            (0.73, 0.97),
            (0.73, 0.73),
            (0.97, 0.73),
            (0.97, 0.27),
            (0.73, 0.27),
            (0.73, 0.03),
            (0.27, 0.03),
            (0.27, 0.27),
            (0.03, 0.27),
            (0.03, 0.73),
            (0.27, 0.73),
        ],
        "star": star((0.5, 0.47), 0.53, 0.30),
    }.get(kind) or arc((0.5, 0.5), 0.47, 0, 360, 40)


def shape(pen: Pen, fill: Colour, line: Colour, kind: str, outlined: bool) -> None:
    """One of the six shapes of the players, with an outline if it would fade into its ground."""
    edge = 0.05
    if kind == "circle":
        if outlined:
            pen.circle((0.5, 0.5), 0.47, line)
        pen.circle((0.5, 0.5), 0.47 - (edge if outlined else 0), fill)
        return
    outline = outline_of(kind)
    inner = [((x - 0.5) * 0.86 + 0.5, (y - 0.47) * 0.86 + 0.47) for x, y in outline]
    if outlined:
        pen.polygon(outline, line)
        pen.polygon([((x - 0.5) * 0.88 + 0.5, (y - 0.46) * 0.88 + 0.46) for x, y in outline], fill)
    else:
        pen.polygon(inner, fill)
        pen.line(inner, 0.07, fill, closed=True)


def trade(pen: Pen, ink: Colour) -> None:
    """Two arrows, there and back."""
    for height, way in ((0.68, 1), (0.32, -1)):
        tip = 0.5 + way * 0.44
        pen.line([(0.5 - way * 0.42, height), (0.5 + way * 0.22, height)], 0.115, ink)
        pen.polygon([(tip, height), (tip - way * 0.3, height + 0.21), (tip - way * 0.3, height - 0.21)], ink)


def hand(pen: Pen, ink: Colour) -> None:
    """Cards held in a fan."""
    for left, lean, high in ((0.10, -0.12, 0.78), (0.36, 0.0, 0.86), (0.62, 0.12, 0.78)):
        foot, top = left - lean * 0.4, left + lean
        pen.polygon([(foot + 0.05, 0.14), (foot + 0.23, 0.14), (top + 0.26, high), (top, high)], ink)


def bank(pen: Pen, ink: Colour) -> None:
    """A house with columns."""
    pen.polygon([(0.06, 0.66), (0.94, 0.66), (0.5, 0.94)], ink)
    for left in (0.16, 0.44, 0.72):
        pen.box(left, 0.24, 0.12, 0.36, ink)
    pen.box(0.08, 0.08, 0.84, 0.11, ink)


def fish(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A fish, for the tokens that are caught."""
    body = [
        *curve((0.06, 0.5), (0.22, 0.82), (0.54, 0.82), (0.72, 0.5)),
        *curve((0.72, 0.5), (0.54, 0.18), (0.22, 0.18), (0.06, 0.5)),
    ]
    pen.polygon(body, ink)
    pen.polygon([(0.64, 0.5), (0.95, 0.76), (0.88, 0.5), (0.95, 0.24)], ink)
    pen.circle((0.25, 0.56), 0.055, ground)


def boot(pen: Pen, ink: Colour) -> None:
    """An old boot."""
    leg = [(0.26, 0.92), (0.58, 0.92), (0.58, 0.50)]
    foot = [*curve((0.58, 0.50), (0.70, 0.40), (0.92, 0.42), (0.92, 0.22)), (0.26, 0.22)]
    pen.polygon([*leg, *foot], ink)
    pen.box(0.22, 0.08, 0.72, 0.10, ink, 0.03)


def coin(pen: Pen, ink: Colour) -> None:
    """Round tokens on a pile."""
    for height in (0.18, 0.40, 0.62):
        pen.box(0.14, height, 0.72, 0.15, ink, 0.075)
    pen.box(0.30, 0.82, 0.40, 0.07, ink, 0.03)


def anchor(pen: Pen, ink: Colour) -> None:
    """An anchor, for harbours."""
    pen.ring((0.5, 0.84), 0.10, 0.07, ink)
    pen.line([(0.5, 0.74), (0.5, 0.12)], 0.095, ink)
    pen.line([(0.30, 0.62), (0.70, 0.62)], 0.095, ink)
    pen.line(arc((0.5, 0.46), 0.36, 190, 350, 30), 0.095, ink)
    for side in (-1, 1):
        pen.polygon([(0.5 + side * 0.46, 0.30), (0.5 + side * 0.26, 0.38), (0.5 + side * 0.42, 0.54)], ink)


DRAWINGS: dict[str, tuple[Drawing, float]] = {
    "undo": (undo, 1.0),
    "redo": (redo, 1.0),
    "log": (log, 1.0),
    "more": (more, 1.0),
    "roll": (roll, 1.0),
    "sound": (sound, 1.0),
    "mute": (mute, 1.0),
    "warning": (warning, 1.0),
    "info": (info, 1.0),
    "check": (check, 1.0),
    "cross": (cross, 1.0),
    "plus": (plus, 1.0),
    "minus": (minus, 1.0),
    "forward": (forward, 1.0),
    "back": (back, 1.0),
    "up": (up, 1.0),
    "play": (play, 1.0),
    "home": (home, 1.0),
    "table": (table, 1.0),
    "board": (board, 1.0),
    "gear": (gear, 1.0),
    "people": (people, 1.0),
    "pencil": (pencil, 1.0),
    "archive": (archive, 1.0),
    "globe": (globe, 1.0),
    "sun": (sun, 1.0),
    "moon": (moon, 1.0),
    "letters": (letters, 1.0),
    "trade": (trade, 1.0),
    "hand": (hand, 1.0),
    "bank": (bank, 1.0),
    "turn": (turn, 1.0),
    "trophy": (trophy, 1.0),
    "bin": (bin_, 1.0),
    "clock": (clock, 1.0),
    "fish": (fish, 1.0),
    "boot": (boot, 1.0),
    "coin": (coin, 1.0),
    "anchor": (anchor, 1.0),
    "shape": (shape, 1.0),
}
