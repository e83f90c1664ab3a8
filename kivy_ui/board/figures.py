"""What moves on a board: roads, figures and marks, stamped onto the canvas that is open.

Sizes are in sides of a hex, so that everything grows when the board is seen nearer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from kivy.graphics import Color, Rectangle

from companion.presenters.board_view import BoardView, Ghost, Marks, PieceView, Place
from kivy_ui import art
from kivy_ui.art.pen import Point
from kivy_ui.board.ground import sharpness
from kivy_ui.board.layout_math import BoardMap
from kivy_ui.geometry import Box
from kivy_ui.paint import Look
from kivy_ui.theme import WHITE, Colour, Livery, rgb

SETTLEMENT, CITY, KNIGHT, FIGURE, TOKEN = 0.54, 0.66, 0.60, 0.74, 0.56
"""Heights of pieces, in sides."""
HEIGHTS = {"settlement": SETTLEMENT, "city": CITY, "knight": KNIGHT}
"""Those of figures that are not as high as others."""
WAYS: Mapping[str, tuple[tuple[object, ...], ...]] = {
    "knight": tuple((strength, active) for strength in (1, 2, 3) for active in (False, True))
}
"""The ways in which a figure is drawn, where there are several."""
LIT, LIT_AROUND, LIT_CLOSE = 0.46, 0.96, 1.0
VEIL: Colour = (0.02, 0.05, 0.08, 0.20)
"""Over the ground while places are lit, so that these and the pieces stand out."""

_DARK_CLOAK, _STONE = rgb("#2B2833"), rgb("#DAD4C6")


@dataclass(frozen=True)
class Stamp:
    """Puts drawings on the board: ``side`` is what sizes are in, ``times`` how sharp a drawing is made."""

    side: float
    times: float

    def __call__(
        self,
        name: str,
        at: Point,
        height: float,
        *colours: Colour,
        options: tuple[object, ...] = (),
    ) -> None:
        tall = height * self.side
        texture = art.texture(name, tall * self.times, colours, options)
        wide = tall * texture.width / texture.height
        Color(1, 1, 1, 1)
        Rectangle(pos=(at[0] - wide / 2, at[1] - tall / 2), size=(wide, tall), texture=texture)

    def make(self, name: str, height: float, *colours: Colour, options: tuple[object, ...]) -> str:
        """Have a drawing made that will be put somewhere later; its name."""
        art.texture(name, height * self.side * self.times, colours, options)
        return name


def stamp_for(board: BoardMap) -> Stamp:
    """Stamps as sharp as the ground."""
    return Stamp(board.whole_side, sharpness(board))


def draw(view: BoardView, board: BoardMap, look: Look) -> None:
    """Roads and figures, those further up first."""
    stamp, side = stamp_for(board), board.whole_side
    for road in view.roads:
        livery = look.livery(road.colour)
        stamp(
            "board_road",
            board.edge(road.edge),
            1.0,
            livery.fill,
            livery.label,
            options=(livery.shape, road.seat is None, board.angle(road.edge), road.damaged),
        )
    for edge, piece in view.edges:
        if art.lies_along(piece.kind):
            livery = look.livery(piece.colour)
            colours, owner = (livery.fill, livery.label), (livery.shape, piece.seat is None)
            _along(stamp, board.edge(edge), piece.kind, colours, owner, board.angle(edge))
        else:
            draw_piece(stamp, board.edge(edge), piece, look, SMALLER)
    for corner, piece in sorted(view.corners, key=lambda found: -board.corner(found[0])[1]):
        draw_piece(stamp, standing(board, corner, piece), piece, look, SMALLER if piece.beside else 1.0)
    if view.robber is not None:
        x, y = board.hex(view.robber)
        stamp("board_robber", (x + 0.49 * side, y + 0.22 * side), FIGURE, _DARK_CLOAK, WHITE)
    for figure in view.figures:
        x, y = board.hex(figure.hex)
        livery = look.livery(figure.colour)
        _own_figure(
            stamp,
            (x - 0.49 * side, y + 0.22 * side),
            figure.figure,
            (livery.fill, livery.label),
            (livery.shape, figure.seat is None),
        )


BESIDE = ((0.3, -0.16), (-0.3, -0.16), (0.3, 0.2), (-0.3, 0.2), (0.0, -0.34), (0.0, 0.36))
"""Where pieces stand that share a corner, around its middle, in sides of a hex."""

SMALLER = 0.8


def standing(board: BoardMap, corner: str, piece: PieceView) -> Point:
    """Where a piece on a corner stands."""
    x, y = board.corner(corner)
    if not piece.beside:
        return x, y
    right, up = BESIDE[(piece.beside - 1) % len(BESIDE)]
    return x + right * board.whole_side, y + up * board.whole_side


def ahead(view: BoardView, board: BoardMap, look: Look) -> Iterator[str]:
    """Make the drawings of what may be built next, one at a time: each takes some milliseconds."""
    stamp = stamp_for(board)
    owners = {(piece.colour, piece.seat is None) for _corner, piece in view.corners}
    owners |= {(road.colour, road.seat is None) for road in view.roads}
    for colour, hollow in sorted(owners):
        livery = look.livery(colour)
        owner, colours = (livery.shape, hollow), (livery.fill, livery.label)
        for angle in (30, 90, 150):
            yield stamp.make("board_road", 1.0, *colours, options=(*owner, angle, False))
        for kind in sorted(view.corner_figures):
            name, height, options = _drawn_as(kind, owner)
            for way in WAYS.get(kind, ((),)):
                yield stamp.make(name, height, *colours, options=(*options, *way))
        yield stamp.make("board_lit", LIT, livery.fill, options=(True,))
        for angle in (30, 90, 150):
            yield stamp.make("board_lit_edge", 1.0, livery.fill, options=(angle, True))


def draw_piece(stamp: Stamp, at: Point, piece: PieceView, look: Look, grown: float = 1.0) -> None:
    """A figure with all that belongs to it, its foot around a point."""
    livery, side = look.livery(piece.colour), stamp.side * grown
    colours = livery.fill, livery.label
    owner: tuple[object, ...] = livery.shape, piece.seat is None
    x, y = at
    if piece.kind == "knight":
        strength = max(1, min(3, piece.strength))
        stamp("board_knight", at, KNIGHT * grown, *colours, options=(*owner, strength, piece.active))
        return
    if piece.kind not in ("settlement", "city"):
        _own_figure(stamp, at, piece.kind, colours, owner, grown)
        return
    y += 0.06 * side
    if piece.fallen:
        name, height = _FALLEN[piece.kind]
        stamp(name, (x, y), height * grown, *colours, options=owner)
    elif piece.kind == "settlement":
        name, height = ("board_lying_city", CITY) if piece.on_side else ("board_settlement", SETTLEMENT)
        stamp(name, (x, y), height * grown, *colours, options=owner)
    else:
        if piece.track:
            body, ink = look.theme.track[piece.track], look.theme.on_track[piece.track]
            stamp("board_gate", (x, y + 0.14 * side), 0.82 * grown, body, ink, options=(piece.track,))
        stamp("board_city", (x, y), CITY * grown, *colours, options=owner)
    if piece.wall:
        stamp("board_wall", (x - 0.01 * side, y - 0.32 * side), 0.27 * grown, _STONE)


_FALLEN = {"settlement": ("board_fallen_settlement", SETTLEMENT), "city": ("board_lying_city", CITY)}
"""The drawings of buildings that lie on their sides, and how high they are."""


def _own_figure(
    stamp: Stamp,
    at: Point,
    kind: str,
    colours: tuple[Colour, Colour],
    owner: tuple[object, ...],
    grown: float = 1.0,
) -> None:
    name, height, options = _drawn_as(kind, owner)
    stamp(name, at, height * grown, *colours, options=options)


def _along(
    stamp: Stamp,
    at: Point,
    kind: str,
    colours: tuple[Colour, Colour],
    owner: tuple[object, ...],
    angle: int,
) -> None:
    """A figure that lies along its edge."""
    stamp(f"{art.ALONG}{kind}", at, 1.0, *colours, options=(*owner, angle))


def _drawn_as(kind: str, owner: tuple[object, ...]) -> tuple[str, float, tuple[object, ...]]:
    """The drawing, its height and its options: where a kind has no figure, a round token with its sign."""
    if art.stands(kind):
        return f"{art.ON_BOARD}{kind}", HEIGHTS.get(kind, FIGURE), owner
    return "board_token", TOKEN, (*owner, kind)


def draw_under(marks: Marks, board: BoardMap, look: Look, occupied: Collection[Place]) -> None:
    """What is marked below the pieces: a veil where places are lit, lit hexes, the longest trail, and lit
    places around the pieces that stand there."""
    if marks.lit or marks.trail:
        Color(*VEIL)
        Rectangle(pos=(board.box.x, board.box.y), size=(board.box.w, board.box.h))
    stamp = stamp_for(board)
    for edge in marks.trail:
        stamp("board_trail", board.edge(edge), 1.5, _GOLD, options=(board.angle(edge),))
    for place in marks.lit:
        if place.sort == "hex":
            stamp("board_lit_hex", board.spot(place), 2.0, options=(place not in marks.possible,))
        elif place in occupied:
            _lit(stamp, place, marks, board, look, LIT_AROUND, LIT_CLOSE)


_GOLD = rgb("#FFD54A")


def _lit(
    stamp: Stamp, place: Place, marks: Marks, board: BoardMap, look: Look, corner: float, edge: float
) -> None:
    """A lit corner or edge, as large as is said for the one or the other."""
    fill = _owner(marks.ghost, look).fill if marks.ghost.colour else _GOLD
    sure, at = place not in marks.possible, board.spot(place)
    if place.sort == "corner":
        stamp("board_lit", at, corner, fill, options=(sure,))
    else:
        stamp("board_lit_edge", at, edge, fill, options=(board.angle(str(place.id)), sure))


def draw_marks(marks: Marks, board: BoardMap, look: Look, occupied: Collection[Place]) -> None:
    """Lit places where nothing stands, and what is said of others."""
    stamp = stamp_for(board)
    for place in marks.lit:
        if place.sort != "hex" and place not in occupied:
            _lit(stamp, place, marks, board, look, LIT, LIT_CLOSE)
    for corner in sorted(marks.reach):
        stamp("board_step", board.corner(corner), 0.36, WHITE)
    for corner in sorted(marks.blocked):
        x, y = board.corner(corner)
        stamp("board_stop", (x + 0.22 * stamp.side, y - 0.22 * stamp.side), 0.36, rgb("#C21D16"), WHITE)
    for place in marks.chosen:
        height = {"corner": 0.92, "edge": 0.92, "hex": 1.5}[place.sort]
        stamp("board_chosen", board.spot(place), height, _GOLD)


BALLOON_MM, BALLOON_AWAY_MM, AIM_MM = 19.0, 20.5, 19.0
"""The balloon beside a finger, how far its middle is from the place, and the ring around that."""


def draw_preview(place: Place, marks: Marks, board: BoardMap, look: Look) -> None:
    """What the finger means: a ring larger than its tip, and the piece in a balloon beside it."""
    px = look.metrics.px_per_mm
    at = board.spot(place)
    _ghost(place, marks, board, look, at, Stamp(board.side, 1.0 if board.view.scale > 1 else 2.0))
    plain = Stamp(px, 1.0)
    plain("board_aim", at, AIM_MM, _GOLD)
    way, middle = _beside(at, board.box, px)
    plain("board_balloon", middle, BALLOON_MM * 1.3, rgb("#FBF6E8"), rgb("#16130F"), options=(way,))
    _ghost(place, marks, board, look, middle, Stamp(BALLOON_MM * 0.62 * px, 1.0), large=True)


def _beside(at: Point, box: Box, px: float) -> tuple[int, Point]:
    """Where the balloon has room: above the finger if possible. The direction of its tip, and its middle."""
    away, half = BALLOON_AWAY_MM * px, BALLOON_MM * px / 2
    sites = ((270, 0.0, 1.0), (0, -1.0, 0.0), (180, 1.0, 0.0), (90, 0.0, -1.0))
    for way, right, up in sites:
        x, y = at[0] + right * away, at[1] + up * away
        if up:
            # it may lean to a side as long as it still points at the place
            x = max(box.x + half, min(box.right - half, x))
        else:
            y = max(box.y + half, min(box.top - half, y))
        close = abs(x - at[0]) < half * 0.8 if up else abs(y - at[1]) < half * 0.8
        if close and box.x + half <= x <= box.right - half and box.y + half <= y <= box.top - half:
            return way, (x, y)
    return 270, (at[0], at[1] + away)


def _owner(ghost: Ghost, look: Look) -> Livery:
    return look.livery(ghost.colour)


def _ghost(
    place: Place, marks: Marks, board: BoardMap, look: Look, at: Point, stamp: Stamp, large: bool = False
) -> None:
    """The piece that would be placed: at its place as large as it will be, or filling a balloon."""
    ghost = marks.ghost
    livery = _owner(ghost, look)
    owner: tuple[object, ...] = livery.shape, ghost.seat is None
    colours = livery.fill, livery.label
    if ghost.kind == "road":
        angle = board.angle(str(place.id)) if place.sort == "edge" else 30
        stamp("board_road", at, 1.15 if large else 1.0, *colours, options=(*owner, angle, False))
    elif ghost.kind in ("settlement", "city", "knight", "wall"):
        kind = "city" if ghost.kind == "wall" else ghost.kind
        piece = PieceView(
            kind,
            ghost.colour,
            ghost.seat,
            ghost.strength,
            ghost.active,
            wall=ghost.kind == "wall",
            track=ghost.track,
        )
        draw_piece(stamp, at, piece, look, 1.25 if large else 1.0)
    elif ghost.kind == "robber":
        stamp("board_robber", at, FIGURE, _DARK_CLOAK, WHITE)
    elif ghost.kind and art.lies_along(ghost.kind):
        _along(stamp, at, ghost.kind, colours, owner, board.angle(str(place.id)))
    elif ghost.kind:
        _own_figure(stamp, at, ghost.kind, colours, owner)
    elif large:
        stamp("board_lit", at, 0.7, _GOLD, options=(True,))
