"""The tray's floor as a plane: from pixels to places on it and back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]

USUAL_FOCAL_WIDTHS = 0.9
"""Focal length of a usual camera in widths of its picture, where the tray does not give it away."""
SHORTEST_FOCAL_WIDTHS, LONGEST_FOCAL_WIDTHS = 0.55, 1.6
"""No camera above a tray has a wider lens, or a longer one."""


def in_order(corners: Sequence[Sequence[float]]) -> Corners:
    """The four corners clockwise as they are seen, from the one nearest the picture's upper left."""
    points = np.array(corners, np.float64).reshape(4, 2)
    middle = points.mean(0)
    around = np.argsort(np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0]))
    points = points[around]
    points = np.roll(points, -int(np.argmin(points.sum(1))), axis=0)
    one, two, three, four = ((float(x), float(y)) for x, y in points)
    return one, two, three, four


def fault(corners: Sequence[Sequence[float]], width_px: int, height_px: int) -> str | None:
    """Why these cannot be a tray's corners in a picture: ``count``, ``outside``, ``shape`` or ``small``."""
    points = np.array(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        return "count"
    margin = 0.25 * max(width_px, height_px)
    if (points < -margin).any() or (points > np.array([width_px, height_px]) + margin).any():
        return "outside"
    quad = np.array(in_order(corners), np.float32)
    if not cv2.isContourConvex(quad.reshape(-1, 1, 2)):
        return "shape"
    if cv2.contourArea(quad) < 0.04 * width_px * height_px:
        return "small"
    return None


def _to_unit_square(corners: Corners) -> Floats:
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return cv2.getPerspectiveTransform(square, np.array(corners, np.float32)).astype(np.float64)


def _centred(corners: Corners, width_px: int, height_px: int) -> Floats:
    """From the unit square to pixels measured from the middle of the picture."""
    one, two, three, four = ((x - width_px / 2, y - height_px / 2) for x, y in corners)
    return _to_unit_square((one, two, three, four))


def focal_length(corners: Corners, width_px: int, height_px: int) -> float:
    """In pixels, as the corners of a rectangle give it away, whose sides nobody knows.

    Pixels are square, and the lens looks through the middle of the picture. Where the camera looks straight
    down, or along one of the sides, nothing tells the focal length, and a usual one is taken.
    """
    across, down, _ = _centred(corners, width_px, height_px).T
    return _focal([(across, down)], width_px)


def _focal(pairs: Sequence[tuple[Floats, Floats]], width_px: int) -> float:
    """In pixels, as pairs of directions on a plane tell it, mapped by ``_centred``: those of each pair are at
    right angles, and equally long where there is more than one pair."""
    usual = USUAL_FOCAL_WIDTHS * width_px
    scale = math.prod(float(np.linalg.norm(axis[:2])) for axis in pairs[0])
    seen = np.array([one[:2] @ other[:2] for one, other in pairs]) / scale
    deep = np.array([one[2] * other[2] for one, other in pairs]) * usual**2 / scale
    certain = float(np.linalg.norm(deep))
    square = -float(seen @ deep) / certain**2 if certain > 1e-9 else -1.0
    found = usual * math.sqrt(square) if square > 0 else usual
    found = min(max(found, SHORTEST_FOCAL_WIDTHS * width_px), LONGEST_FOCAL_WIDTHS * width_px)
    weight = min(1.0, certain / 0.02)
    return math.exp(weight * math.log(found) + (1 - weight) * math.log(usual))


def sides(
    corners: Corners, width_px: int, height_px: int, focal_px: float | None = None
) -> tuple[float, float]:
    """How wide and deep the rectangle is that is seen so: about as many pixels as in the picture."""
    to = _centred(corners, width_px, height_px)
    focal = focal_px or focal_length(corners, width_px, height_px)
    lengths = [math.hypot(axis[0] / focal, axis[1] / focal, axis[2]) for axis in (to[:, 0], to[:, 1])]
    ratio = lengths[0] / lengths[1]
    deep = math.sqrt(cv2.contourArea(np.array(corners, np.float32)) / ratio)
    return ratio * deep, deep


def camera_place(corners: Corners, width_px: int, height_px: int, width: float, depth: float) -> Floats:
    """Where the camera is over a floor of that size: across, down and up. Its sides tell the lens, too."""
    to = _centred(corners, width_px, height_px) @ np.diag([1 / width, 1 / depth, 1.0])
    across, down, _ = to.T
    aslant = math.sqrt(0.5) * (across + down), math.sqrt(0.5) * (across - down)
    focal = _focal([(across, down), aslant], width_px)
    seen = np.diag([1 / focal, 1 / focal, 1.0]) @ to
    seen = seen / math.sqrt(float(np.linalg.norm(seen[:, 0]) * np.linalg.norm(seen[:, 1])))
    turn = np.stack([seen[:, 0], seen[:, 1], np.cross(seen[:, 0], seen[:, 1])], axis=1)
    place = -np.linalg.inv(turn) @ seen[:, 2]
    return np.array([place[0], place[1], abs(place[2])])


def in_picture(places: Floats, image: Picture) -> bool:
    """Whether all of the places, in pixels, lie in the picture."""
    height, width = image.shape[:2]
    return bool((places >= 0).all() and (places <= [width - 1, height - 1]).all())


def places_on(side: Floats, shares: Floats) -> Floats:
    """Places on a side of a die, given its upper corners and those below them, on the floor or in space,
    (2, 2, 2) or (2, 2, 3), and parts of its width and height, (count, 2)."""
    across, down = shares[:, :1], shares[:, 1:]
    upper, lower = (ends[0] + across * (ends[1] - ends[0]) for ends in side)
    places: Floats = upper + down * (lower - upper)
    return places


def filled(outline: Floats, shape: tuple[int, ...]) -> Mask:
    """Which pixels lie within an outline (points, 2), in pixels: (rows, columns) as the ``shape`` says."""
    found = np.zeros(shape, np.uint8)
    cv2.fillPoly(found, [np.round(outline).astype(np.int32)], 1)
    return found > 0


def through(to: Floats, points: Floats) -> Floats:
    """Points mapped by a homography."""
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    return cv2.perspectiveTransform(flat, to)[0].reshape(np.shape(points))


@dataclass(frozen=True)
class Floor:
    """Where places on the floor are seen, measured from the first corner in edges of pip dice's tops."""

    to_image: Floats
    width: float
    depth: float

    @staticmethod
    def of(corners: Corners, width: float, depth: float) -> Floor:
        """A floor of that many edges, with these corners."""
        rectangle = np.array([[0, 0], [width, 0], [width, depth], [0, depth]], np.float32)
        to = cv2.getPerspectiveTransform(rectangle, np.array(corners, np.float32)).astype(np.float64)
        return Floor(to, width, depth)

    @staticmethod
    def of_side(side_px: Floats) -> Floor:
        """A side of a die as if it were a floor of one edge by one, given where its upper corners are seen
        and those below them, in the order of ``Square.seen_sides``: (2, 2, 2). It is mirrored, since going
        clockwise round a top one passes each side from right to left; pips are the same in a mirror."""
        (one, two), (four, three) = ([(x, y) for x, y in ends] for ends in side_px.tolist())
        return Floor.of((one, two, three, four), 1.0, 1.0)

    def corners_px(self) -> Corners:
        """Where its corners are seen, clockwise from the upper left."""
        corners = self.rectangle_px(0, 0, self.width, self.depth)
        one, two, three, four = ((float(x), float(y)) for x, y in corners)
        return one, two, three, four

    def rectangle_px(self, left: float, top: float, right: float, bottom: float) -> Floats:
        """Where the corners of a rectangle on the floor are seen, clockwise from the upper left: (4, 2)."""
        corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
        return through(self.to_image, np.array(corners, np.float64))

    @property
    def from_image(self) -> Floats:
        """The way back."""
        return np.linalg.inv(self.to_image)

    def scaled(self, factor: float) -> Floor:
        """The same floor in a picture ``factor`` times as large."""
        return self.moved(np.diag([factor, factor, 1.0]))

    def moved(self, move: Floats) -> Floor:
        """The same floor after the picture has been moved by a homography."""
        return Floor(move @ self.to_image, self.width, self.depth)

    def mask(self, shape: tuple[int, ...], factor: float, rim: float) -> Picture:
        """255 where the floor and ``rim`` edges around it lie in a picture ``factor`` times as large, of so
        many rows and columns; 0 elsewhere."""
        around = self.rectangle_px(-rim, -rim, self.width + rim, self.depth + rim) * factor
        return 255 * filled(around, shape[:2]).astype(np.uint8)

    def edge_px(self) -> float:
        """How large an edge is in the picture, in the middle of the tray."""
        x, y = self.width / 2, self.depth / 2
        middle = self.rectangle_px(x - 0.5, y - 0.5, x + 0.5, y + 0.5)
        return math.sqrt(cv2.contourArea(middle.astype(np.float32)))


MOST_SLOPE = 2.0
"""Of a side an edge high no more edges are taken to be seen: cameras do not stand so low."""

ENOUGH_PX = 29.0
"""More pixels than these for an edge only take time."""


def reduced(floor: Floor, image: Picture) -> tuple[Floor, Picture]:
    """The picture no larger than needed to see the pips, with its floor."""
    share = ENOUGH_PX / floor.edge_px()
    if share > 0.85:
        return floor, image
    height, width = round(image.shape[0] * share), round(image.shape[1] * share)
    times = int(1 / share)
    if times > 1:  # whole pixels together, which is quick
        size = (image.shape[1] // times, image.shape[0] // times)
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    else:
        small = image
    small = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    across, down = width / image.shape[1], height / image.shape[0]
    to = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1.0]])
    return floor.moved(to), small


def shrunk(image: Picture, factor: float) -> tuple[Picture, Floats]:
    """A picture for a map of it that is ``factor`` times as large, and the way from its pixels to those.

    What is much larger than its map is shrunk by whole pixels first, or fine grain would become noise.
    """
    reduce = 1 / math.floor(1 / factor + 0.35) if factor < 0.67 else 1.0
    if reduce == 1:
        return image, np.eye(3)
    image = cv2.resize(image, None, fx=reduce, fy=reduce, interpolation=cv2.INTER_AREA)
    shift = np.array([[1, 0, (reduce - 1) / 2], [0, 1, (reduce - 1) / 2], [0, 0, 1.0]])
    return image, shift @ np.diag([reduce, reduce, 1.0])


def camera_over(floor: Floor, width_px: int, height_px: int) -> Floats:
    """Where the camera of such a picture is over a floor: across, down and up, in edges."""
    return camera_place(floor.corners_px(), width_px, height_px, floor.width, floor.depth)


def slopes(size: tuple[int, int], below: Sequence[float] | Floats, high: float) -> Floats:
    """How a camera looks at each pixel of a picture from straight above, of so many columns and rows: by how
    many edges to the right and down it sees what is an edge above the floor, ``MOST_SLOPE`` at most,
    (2, rows, columns).

    The camera is ``below[0]`` and ``below[1]`` pixels to the right and down, and ``high`` pixels up.
    """
    columns, rows = size
    found = np.empty((2, rows, columns), np.float32)
    found[0] = (np.arange(columns) - float(below[0])) / high
    found[1] = ((np.arange(rows) - float(below[1])) / high)[:, None]
    return np.clip(found, -MOST_SLOPE, MOST_SLOPE, out=found)


def plane_axes(normal: Floats) -> tuple[Floats, Floats]:
    """Two directions on a plane of that unit normal: to the right in the picture, and down."""
    right = np.array([1.0, 0, 0]) - normal[0] * normal
    right = right / np.linalg.norm(right)
    return right, np.cross(normal, right)


def slanted(camera: Floats, floor: Floor, slant: float) -> Floats:
    """The camera's place if it were as high, and ``slant`` times as far from above the floor's middle."""
    middle = np.array([floor.width / 2, floor.depth / 2])
    return np.array([*(middle + slant * (np.asarray(camera)[:2] - middle)), float(camera[2])])


@dataclass(frozen=True)
class Grid:
    """A rectified picture: so many pixels an edge, with a margin around the floor."""

    floor: Floor
    px_per_edge: float
    margin: float

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows, each a multiple of four."""
        wide = (self.floor.width + 2 * self.margin) * self.px_per_edge
        deep = (self.floor.depth + 2 * self.margin) * self.px_per_edge
        return max(8, math.ceil(wide / 4) * 4), max(8, math.ceil(deep / 4) * 4)

    @property
    def from_floor(self) -> Floats:
        """From places on the floor to pixels of this grid."""
        scale, shift = self.px_per_edge, self.px_per_edge * self.margin - 0.5
        return np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1.0]])

    def rectify(self, image: Picture) -> Picture:
        """The picture as the floor is seen from straight above."""
        image, to = shrunk(image, self.px_per_edge / max(self.floor.edge_px(), 1e-6))
        floor = self.floor.moved(to)
        back = floor.to_image @ np.linalg.inv(self.from_floor)
        return cv2.warpPerspective(
            image,
            back,
            self.size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )


def _filled(corners: Floats, size_px: int, edges: float) -> Picture:
    """255 within corners, in edges from the middle of a picture of so many edges; 0 elsewhere."""
    found = np.zeros((size_px, size_px), np.uint8)
    at = corners * (size_px / edges) + (size_px - 1) / 2
    cv2.fillConvexPoly(found, np.round(at * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return found


LEAST_SIDE_EDGES = 0.2
"""A side that is seen less high than this, in edges, says nothing."""


def foot_of(top: Floats, camera: Floats) -> Floats:
    """Where the foot of what stands there is, given where the camera (across, down and up, in edges) sees its
    top on the floor."""
    place: Floats = top + (np.asarray(camera, float)[:2] - top) / (float(camera[2]) + 1)
    return place


LEAST_EDGE = 0.93
"""Tops of flat dice are no smaller, however little of one a lamp leaves to be seen."""


@dataclass(frozen=True)
class Square:
    """A top face on the floor's plane: its middle, its angle from 0 to a quarter turn, its edge."""

    x: float
    y: float
    angle: float
    edge: float

    def stands_in(self, floor: Floor, camera: Floats, slack: float) -> bool:
        """Whether the die under this top stands on the floor or at most ``slack`` edges beside it.

        A steep camera sees tops far beyond where their dice stand; its place over the floor is across, down
        and up, in edges.
        """
        return self.from_walls(floor, camera) > -slack

    def from_walls(self, floor: Floor, camera: Floats) -> float:
        """How far the foot of the die under this top is from the nearest end of the floor, in edges; negative
        beyond it."""
        x, y = foot_of(np.array([self.x, self.y]), camera).tolist()
        return float(min(x, floor.width - x, y, floor.depth - y))

    def whole(self) -> Square:
        """The top as large as it must be if the die lies flat."""
        return replace(self, edge=max(self.edge, LEAST_EDGE))

    def from_place(self, place: Floats) -> float:
        """How far its middle is from what lies below a place over the floor, in edges."""
        return math.dist((self.x, self.y), (float(place[0]), float(place[1])))

    def away(self, other: Square) -> float:
        """How far the other's middle is from this one's, in edges."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def corners(self, share: float = 1.0) -> Floats:
        """The corners of a square ``share`` times as large, on the floor."""
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        half = self.edge * share / 2
        turn = np.array([[cosine, -sine], [sine, cosine]])
        return np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) @ turn.T + [
            self.x,
            self.y,
        ]

    def seen_on(self, floor: Floor, other: Floor) -> Square:
        """About the square on the ``other`` floor that is seen where this one is on a ``floor``."""
        corners = through(other.from_image, through(floor.to_image, self.corners()))
        x, y = corners.mean(axis=0).tolist()
        ends = np.roll(corners, -1, axis=0) - corners
        right, down = (ends[0] - ends[2]).tolist()
        return Square(x, y, math.atan2(down, right), float(np.linalg.norm(ends, axis=1).mean()))

    def seen_sides(self, camera: Floats) -> dict[int, Floats]:
        """Those sides of a flat die under this top that are well seen from there, numbered clockwise from 0:
        each with the upper corners and those below them, (2, 2, 2)."""
        corners, found = self.corners(), {}
        for number, ends in enumerate(zip(corners, np.roll(corners, -1, axis=0), strict=True)):
            above = np.array(ends)
            below, outward = foot_of(above, camera), above.mean(axis=0) - [self.x, self.y]
            if (below - above).mean(axis=0) @ outward > LEAST_SIDE_EDGES * float(np.hypot(*outward)):
                found[number] = np.array([above, below])
        return found

    def mask(self, size_px: int, edges: float) -> Picture:
        """255 where it lies in a picture of so many edges around its middle, 0 elsewhere."""
        return _filled(replace(self, x=0.0, y=0.0).corners(), size_px, edges)

    def cube_mask(self, size_px: int, edges: float, slope: float, high: float) -> Picture:
        """255 where a die that lies flat under this top is seen, in a picture with the camera below it.

        The camera is ``high`` edges above the floor, and sees ``slope`` edges of a side an edge high.
        """
        away = min(slope, MOST_SLOPE) * high * self.edge
        outline = replace(self, x=0.0, y=0.0).outline(np.array([0.0, away, high]))
        return _filled(outline, size_px, edges)

    def outline(self, camera: Floats) -> Floats:
        """Around what is seen from there of a die that lies flat under this top, on the floor: (count, 2)."""
        top = self.corners()
        seen = np.concatenate([top, foot_of(top, camera)]).astype(np.float32)
        around: Floats = cv2.convexHull(seen).reshape(-1, 2)
        return around

    def patch(self, floor: Floor, image: Picture, size_px: int, share: float) -> Picture:
        """The face upright in a small picture, cut out of the camera's picture."""
        step, middle = self.edge * share / size_px, (size_px - 1) / 2
        along, across = step * math.cos(self.angle), step * math.sin(self.angle)
        from_patch = np.array(
            [
                [along, -across, self.x + (across - along) * middle],
                [across, along, self.y - (across + along) * middle],
                [0, 0, 1],
            ]
        )
        to = floor.to_image @ from_patch
        x, y, deep = to @ [middle, middle, 1.0]
        shrink = math.sqrt(abs(np.linalg.det(to) / deep**3))
        if shrink > 1.4:
            # fine grain would become noise; only the surroundings are smoothed
            reach, (height, width) = 0.85 * size_px * shrink + 4, image.shape[:2]
            left, right = (int(np.clip(x / deep + far, 0, width)) for far in (-reach, reach))
            top, bottom = (int(np.clip(y / deep + far, 0, height)) for far in (-reach, reach))
            if right - left < 4 or bottom - top < 4:
                return np.zeros((size_px, size_px, 3), np.uint8)
            image = cv2.GaussianBlur(image[top:bottom, left:right], (0, 0), 0.35 * shrink)
            to = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ to
        return cv2.warpPerspective(
            image,
            to,
            (size_px, size_px),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
