"""What never moves on a board: sea, terrain, harbours and tokens, painted once into a texture."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import lru_cache

from kivy.graphics import Color, Fbo, PopMatrix, PushMatrix, Rectangle, Scale
from kivy.graphics.texture import Texture

from companion.engine.geometry import SIDES
from companion.engine.ids import HexId
from companion.presenters.board_view import BoardView, HarbourView, ShoreView
from companion.rules.common import PRODUCES, RED
from kivy_ui import art
from kivy_ui.art.brush import Brush, Part
from kivy_ui.art.land import GOODS, GROUNDS, ground_of, rounded, tile
from kivy_ui.art.pen import Pen, Point, curve
from kivy_ui.art.scenery import scenery
from kivy_ui.board.layout_math import HARBOUR_RADIUS, BoardMap
from kivy_ui.paint import text_texture
from kivy_ui.theme import BLACK, WHITE, Colour, Theme, mix, rgb

SHARPEST = 1024
"""Most pixels of the texture on a side: 4 MB."""

LANDSCAPES = 32
"""How many hexes are kept as they were painted, at about 50 KB each: those of the largest island."""

TOKEN_DROP = 0.14
"""How far below the middle of a hex its token lies, in sides."""
TOKEN_RADIUS = 0.375

LINE, LINE_EDGE = rgb("#E8F4F7"), rgb("#0F3C55")
PAPER, PAPER_EDGE, INK, RED_INK = rgb("#FBF1D6"), rgb("#C9B182"), rgb("#22201C"), rgb("#C21D16")
TERRAIN_OF = {good: terrain for terrain, good in PRODUCES.items()}
"""The terrain by which a good is known."""

_PIPS = {number: 6 - abs(7 - number) for number in range(2, 13) if number != 7}


def key(view: BoardView, board: BoardMap, theme: Theme) -> tuple[object, ...]:
    """Whatever makes another ground."""
    return view.land, view.hexes, view.harbours, view.shores, board.turn, board.box, theme.name


def sharpness(board: BoardMap) -> float:
    """Pixels of the texture for one of the whole board: twice as many, so that it may be seen nearer."""
    return min(2.0, SHARPEST / max(board.box.w, board.box.h))


def land_key(view: BoardView, board: BoardMap) -> tuple[object, ...]:
    """What two grounds must share for one to be shown while the other is painted."""
    land = tuple(hex.terrain for hex in view.hexes)
    return view.land, land, tuple(harbour.edge for harbour in view.harbours), board.turn, board.box


_KEPT: dict[tuple[object, ...], Texture] = {}


def kept(wanted: tuple[object, ...]) -> Texture | None:
    """The ground painted last, if it is this one."""
    return _KEPT.get(wanted)


def painting(view: BoardView, board: BoardMap, theme: Theme) -> Iterator[Texture | None]:
    """Paint the ground a little at a time; the last that comes is its texture. Only that one is kept."""
    times = sharpness(board)
    brush = Brush()
    _sea(brush, board, theme)
    yield None
    _coast(brush, board, theme)
    for harbour in view.harbours:
        _pier(brush, harbour, board)
    for shore in view.shores:
        _shore(brush, shore, board)
    side, hubs = board.whole_side, dict(view.hubs)
    for hex in view.hexes:
        yield None
        brush.at(board.hex(hex.hex), side, 1.1)
        # a hex looks as it lies on the table, however the picture is turned
        brush.put(_landscape(hex.terrain, f"{hex.hex}{hex.terrain}", theme.name == "dark", side))
        if HexId(hex.hex) in hubs:
            _hub(brush, hex.hex, hex.terrain, hubs[HexId(hex.hex)], board, theme)
    for hex in view.hexes:
        for name, turn in hex.lying:
            if (drawn := scenery(name)) is not None:
                brush.at(board.hex(hex.hex), side, 1.5)
                drawn.paint(brush, _way(board, hex.hex, turn), board.mirrored)
    for hex in view.hexes:
        yield None
        brush.at(board.hex(hex.hex), side, 1.1)
        for _number, place in zip(hex.numbers, _AROUND, strict=False):
            _disc(brush, place, TOKEN_RADIUS * 0.62)
        if hex.token:
            _disc(brush, (0.0, -TOKEN_DROP), TOKEN_RADIUS)
            if not hex.face_down:
                _pips(brush, (0.0, -TOKEN_DROP), hex.token)
    for harbour in view.harbours:
        yield None
        _sign(brush, harbour, board)
    texture: Texture | None = None
    for part in brush.painting(int(board.box.w * times), int(board.box.h * times), times):
        texture = part
        yield None
    assert texture is not None
    _write(texture, view, board, times)
    _KEPT.clear()
    _KEPT[key(view, board, theme)] = texture
    yield texture


@lru_cache(maxsize=LANDSCAPES)
def _landscape(terrain: str, seed: str, dark: bool, side: float) -> tuple[Part, ...]:
    """A hex around its middle. While a board is laid, most hexes are those of the picture before."""
    brush = Brush().at((0.0, 0.0), side, 1.1)
    tile(brush, terrain, random.Random(seed), dark)
    return tuple(part for part in brush.parts if part.shapes.numbers)


def _hub(brush: Brush, hex: int, terrain: str, ways: tuple[str, ...], board: BoardMap, theme: Theme) -> None:
    """The paths that lead to the middle of a hex, and what stands there on top of them."""
    x, y = board.hex(hex)
    for way in ways:
        across, up = board.corner(board.land.corner(f"{hex}{way}"))
        end = (across - x) / board.whole_side, (up - y) / board.whole_side
        brush.line([(0.0, 0.0), end], PATH, _sand(theme))
    if (drawn := scenery(terrain)) is not None:
        drawn.paint(brush)


def _way(board: BoardMap, hex: int, turn: int) -> Point:
    """Where the east of a drawing lies that is turned clockwise by so many sixths, as a step of length 1."""
    sides = board.land.hex_edges[HexId(hex)]
    (x, y), (across, up) = board.hex(hex), board.edge(sides[(SIDES.index("E") + turn) % len(sides)])
    length = math.dist((x, y), (across, up))
    return (across - x) / length, (up - y) / length


def flat(view: BoardView, board: BoardMap, theme: Theme) -> None:
    """The ground in plain colours onto the canvas that is open, for the moment until it is painted."""
    pen = Pen(1.0)
    Color(*theme.sea)
    Rectangle(pos=(board.box.x, board.box.y), size=(board.box.w, board.box.h))
    for harbour in view.harbours:
        for corner in board.ends(harbour.edge):
            pen.line([corner, board.harbour(harbour.edge)], 0.125 * board.whole_side, rgb("#B98550"))
    for hex in view.hexes:
        pen.polygon(board.outline(hex.hex), ground_of(hex.terrain)[1])
        if hex.token:
            x, y = board.hex(hex.hex)
            at = x, y - (TOKEN_DROP - 0.055) * board.whole_side
            pen.circle((x, y - TOKEN_DROP * board.whole_side), TOKEN_RADIUS * board.whole_side, PAPER)
            number(hex.token, at, 0.48 * board.whole_side, sharpness(board))
    for harbour in view.harbours:
        _flat_sign(pen, harbour, board)
    for shore in view.shores:
        x, y = shore_spot(shore, board)
        pen.circle((x, y), 0.33 * board.whole_side, rgb("#6CC3E0"))
        number(shore.number, (x, y), 0.36 * board.whole_side, sharpness(board))


def _flat_sign(pen: Pen, harbour: HarbourView, board: BoardMap) -> None:
    """The sign of a harbour as long as it is not painted: its good as on a card, or 3:1."""
    (x, y), radius = board.harbour(harbour.edge), HARBOUR_RADIUS * board.whole_side
    pen.circle((x, y), radius, _ring(harbour))
    pen.circle((x, y), radius * 0.84, PAPER)
    if harbour.good in GOODS:
        drawn = art.texture("good", radius * 1.2, (), (harbour.good,))
        Color(*WHITE)
        size = drawn.width, drawn.height
        Rectangle(pos=(x - size[0] / 2, y - size[1] / 2), size=size, texture=drawn)
    elif harbour.good:
        label("3:1", (x, y), 0.30 * board.whole_side, sharpness(board), INK)


def _ring(harbour: HarbourView) -> Colour:
    """The colour around the sign of a harbour: that of the land its good comes from."""
    if harbour.good not in GOODS:
        return rgb("#6B4524")
    return mix(GROUNDS[TERRAIN_OF[harbour.good]][1], BLACK, 0.12)


_AROUND: tuple[Point, ...] = ((-0.34, 0.44), (0.34, 0.44), (-0.34, -0.44), (0.34, -0.44))
"""Where several numbers are printed on a hex."""


PATH = 0.13
"""Width of a path within a hex, in sides."""


def _sand(theme: Theme) -> Colour:
    return rgb("#E3CB93") if theme.name == "dark" else rgb("#F0DDAE")


def _open_sea(theme: Theme) -> Colour:
    return rgb("#1B4F6B") if theme.name == "dark" else rgb("#A5D2E4")


def _sea(brush: Brush, board: BoardMap, theme: Theme) -> None:
    dark, open_sea = theme.name == "dark", _open_sea(theme)
    deep = rgb("#0E2A3C") if dark else rgb("#7FB6D2")
    box, side = board.box, board.whole_side
    middle = box.centre
    brush.at((0.0, 0.0), 1.0)
    brush.fan(
        middle,
        open_sea,
        [(0.0, 0.0), (box.w, 0.0), (box.w, box.h), (0.0, box.h)],
        (deep,),
    )
    chance = random.Random(7)
    crest = mix(open_sea, WHITE, 0.25 if dark else 0.55)
    for _wave in range(90):
        x, y, long = chance.uniform(0, box.w), chance.uniform(0, box.h), chance.uniform(0.10, 0.2) * side
        rise = long * 0.35
        brush.line(
            curve((x - long, y), (x - long / 3, y + rise), (x + long / 3, y + rise), (x + long, y), 6),
            0.022 * side,
            (*crest[:3], 0.55),
        )


def _coast(brush: Brush, board: BoardMap, theme: Theme) -> None:
    """Shallow water, foam and sand around the land."""
    dark = theme.name == "dark"
    shallow, foam = (rgb("#3F93A8"), rgb("#CFEDEE")) if dark else (rgb("#C7ECEC"), rgb("#FFFFFF"))
    for radius, share in ((1.62, 0.12), (1.50, 0.26), (1.39, 0.44), (1.29, 0.68)):
        _land(brush, board, radius, 0.42, mix(_open_sea(theme), shallow, share))
    _land(brush, board, 1.205, 0.30, foam)
    _land(brush, board, 1.165, 0.28, shallow)
    _land(brush, board, 1.135, 0.26, rgb("#B08D57") if dark else rgb("#C7A66B"))
    _land(brush, board, 1.115, 0.25, _sand(theme))


def _land(brush: Brush, board: BoardMap, radius: float, bend: float, colour: Colour) -> None:
    """Every hex a little larger than it is, in one colour: together a coast."""
    outline = rounded(radius, bend)
    for hex in board.land.hexes:
        brush.at(board.hex(hex), board.whole_side, radius)
        brush.polygon(outline, colour)


def _pier(brush: Brush, harbour: HarbourView, board: BoardMap) -> None:
    """Two jetties from the corners that the harbour serves to its sign."""
    brush.at((0.0, 0.0), 1.0)
    side = board.whole_side
    sign = board.harbour(harbour.edge)
    for corner in board.ends(harbour.edge):
        length = math.dist(corner, sign)
        across = (sign[0] - corner[0]) / length, (sign[1] - corner[1]) / length
        start = corner[0] + across[0] * side * 0.02, corner[1] + across[1] * side * 0.02
        end = sign[0] - across[0] * side * 0.16, sign[1] - across[1] * side * 0.16
        shifted = [(x + 0.02 * side, y - 0.045 * side) for x, y in (start, end)]
        brush.line(shifted, 0.15 * side, (0.0, 0.06, 0.1, 0.35))
        brush.line([start, end], 0.165 * side, rgb("#4A2E17"))
        brush.line([start, end], 0.125 * side, rgb("#B98550"))
        for plank in range(1, 7):
            x = start[0] + (end[0] - start[0]) * plank / 7
            y = start[1] + (end[1] - start[1]) * plank / 7
            half = 0.062 * side
            brush.line(
                [(x - across[1] * half, y + across[0] * half), (x + across[1] * half, y - across[0] * half)],
                0.018 * side,
                rgb("#5E3D20"),
            )


def _sign(brush: Brush, harbour: HarbourView, board: BoardMap) -> None:
    """The sign of a harbour: its good, or room for 3:1."""
    side = board.whole_side
    brush.at(board.harbour(harbour.edge), side, 0.6)
    radius = HARBOUR_RADIUS
    brush.glow((0.02, -0.05), radius * 1.35, (0.0, 0.05, 0.1, 0.55))
    ring = _ring(harbour)
    brush.disc((0.0, 0.0), radius, mix(ring, BLACK, 0.45))
    brush.disc((0.0, 0.0), radius * 0.94, ring)
    brush.disc((0.0, 0.0), radius * 0.84, PAPER, mix(PAPER, PAPER_EDGE, 0.4))
    if harbour.good in GOODS:
        GOODS[harbour.good](brush.at(board.harbour(harbour.edge), side * radius * 0.62, 1.3))


def _shore(brush: Brush, shore: ShoreView, board: BoardMap) -> None:
    """What lies at the coast, with lines from the corners that it serves, and room for its number."""
    spot, side = shore_spot(shore, board), board.whole_side
    if (drawn := scenery(shore.drawing)) is not None:
        brush.at((0.0, 0.0), 1.0)
        for corner in shore.corners:
            for width, colour in ((0.055, LINE_EDGE), (0.030, LINE)):
                brush.line([board.corner(corner), spot], width * side, colour)
        drawn.paint(brush.at(spot, side, 0.6))
    _disc(brush.at(spot, board.whole_side, 0.6), (0.0, -0.13), TOKEN_RADIUS * 0.62)


def shore_spot(shore: ShoreView, board: BoardMap) -> Point:
    """Where a number at the coast lies: out at sea before the middle one of its corners."""
    ends = [board.corner(shore.corners[0]), board.corner(shore.corners[2])]
    middle = board.corner(shore.corners[1])
    x, y = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
    length = math.dist((x, y), middle) or 1.0
    inland = math.dist((x, y), board.box.centre) < math.dist(middle, board.box.centre)
    way = 0.10 if inland else -0.62
    return (
        middle[0] + (middle[0] - x) / length * way * board.whole_side,
        middle[1] + (middle[1] - y) / length * way * board.whole_side,
    )


def _disc(brush: Brush, at: Point, radius: float) -> None:
    x, y = at
    brush.glow((x + 0.02, y - 0.05), radius * 1.32, (0.0, 0.0, 0.0, 0.50))
    brush.disc(at, radius, rgb("#5C4526"))
    brush.disc((x, y + 0.008), radius * 0.955, WHITE, rgb("#DFC995"))
    brush.disc(at, radius * 0.88, PAPER, mix(PAPER, PAPER_EDGE, 0.30))


def _pips(brush: Brush, at: Point, token: int) -> None:
    count = _PIPS.get(token, 0)
    ink = RED_INK if token in RED else INK
    for number in range(count):
        brush.disc((at[0] + (number - (count - 1) / 2) * 0.092, at[1] - TOKEN_RADIUS * 0.60), 0.036, ink)


def _write(page: Texture, view: BoardView, board: BoardMap, times: float) -> None:
    """The numbers, in the font of everything else."""
    side = board.whole_side
    fbo = Fbo(size=page.size, texture=page)
    with fbo:
        PushMatrix()
        Scale(times, times, 1)
        for hex in view.hexes:
            x, y = board.hex(hex.hex)
            if hex.token and not hex.face_down:
                # a 6 or 8 is larger as well as red
                size = 0.54 if hex.token in RED else 0.48
                number(hex.token, (x, y - (TOKEN_DROP - 0.055) * side), size * side, times)
            for printed, (right, up) in zip(hex.numbers, _AROUND, strict=False):
                number(printed, (x + right * side, y + up * side), 0.36 * side, times)
        for shore in view.shores:
            x, y = shore_spot(shore, board)
            number(shore.number, (x, y - 0.13 * side), 0.36 * side, times)
        for harbour in view.harbours:
            if harbour.good and harbour.good not in GOODS:
                label("3:1", board.harbour(harbour.edge), 0.30 * side, times, INK)
        PopMatrix()
    fbo.draw()


def number(value: int, at: Point, size: float, times: float) -> None:
    """A number token's number."""
    label(str(value), at, size, times, RED_INK if value in RED else INK)


def label(text: str, at: Point, size: float, times: float, ink: Colour) -> None:
    """Text in the middle of a point."""
    drawn = text_texture(text, max(8, round(size * times)), True)
    width, height = drawn.width / times, drawn.height / times
    Color(*ink)
    Rectangle(pos=(at[0] - width / 2, at[1] - height / 2), size=(width, height), texture=drawn)
