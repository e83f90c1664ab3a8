"""Finds the floor of a tray: the four sides of what a network takes for the floor on which the dice lie."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration import mats
from calibration.geometry import (
    LONGEST_FOCAL_WIDTHS,
    SHORTEST_FOCAL_WIDTHS,
    USUAL_FOCAL_WIDTHS,
    Corners,
    Floats,
    Floor,
    Picture,
    fault,
    filled,
    focal_length,
    in_order,
    sides,
    through,
)
from calibration.inside import Window
from calibration.plane import Dice, floor_under, is_too_large
from calibration.rectangle import away, fitted, holding

WORK_PX = 640
FINER = 3
"""So many times as fine as its cells the outline of the floor is followed."""
ROUNDS = 8
LEAST_POINTS = 4
LEAST_ANGLE = 0.05
"""The sine of the angle at which sides meet."""
LEAST_ALIKE = 0.9
"""The floor and the quadrangle of its sides overlap so much at least (intersection over union)."""
SURELY_ALIKE = 0.95
"""And so much where no dice tell the place."""
CLEARLY_ALIKE = 0.96
"""What overlaps less is no clear outline: mats without a rim are unlike the trays that the network knows, but
their looks set them off from the table."""
BETTER_AS_MAT = 0.025
"""By so much more a mat must overlap: a rim may look like the floor; only the network tells the two apart. So
what goes round all that the network takes for the floor is taken for a rim: wrongly for two of fifteen mats.
"""
SAME_PLACE_PX = 1.0
"""Of the window; corners of mats are 1.7 and more within the floor that the network sees."""
LENSES = (USUAL_FOCAL_WIDTHS, 0.66, 1.2)
"""Focal lengths in widths of the picture: of a usual lens, a wide and a long one."""
USUAL_SHARE = 1 / 16
"""Of a picture's width, that a die covers."""
UNSEEN_EDGES = 1.6
"""How far from the dice sides are taken to be that are not seen."""


@dataclass(frozen=True)
class Sides:
    """What is seen of the sides of a floor and of the dice on it, in a smaller picture."""

    corners: Floats
    """About where they are."""
    outline: Floats
    dice: Dice
    size_px: tuple[int, int]
    """Of the camera's picture: its width and height."""
    factor: float
    """How large the smaller picture is beside that."""

    def floor(self, focal_widths: float, slopes: Floats | None = None) -> Found | None:
        """The floor that a lens sees so, on a plane with these ``slopes`` if they are given, as ``rectangle``
        has them. None if that cannot be a tray's."""
        width, height = (round(size * self.factor) for size in self.size_px)
        fit = fitted(self.corners, self.outline, self.dice, width, height, focal_widths, slopes)
        quad = holding(fit.corners, self.dice, width, height, fit.focal_widths * width)
        corners = _in_picture(quad, self.factor, self.size_px)
        return None if corners is None else Found(corners, fit.focal_widths, fit.slopes, self)


@dataclass(frozen=True)
class Found:
    """A floor as it may lie."""

    corners: Corners
    """In pixels of the camera's picture."""
    focal_widths: float
    """The focal length by which it is seen so, in widths of the picture."""
    slopes: Floats | None = None
    """Of its plane, as ``rectangle`` has them."""
    sides: Sides | None = None
    """What it was fitted to; none, like the slopes, where no sides are seen, or people showed the corners."""

    @staticmethod
    def between(corners: Corners, width_px: int, height_px: int) -> Found:
        """A floor with these corners, seen by the lens that they tell."""
        return Found(corners, focal_length(corners, width_px, height_px) / width_px)

    def floor(self, width_px: int, height_px: int) -> Floor:
        """Measured in units about as long as pixels, since it does not say how large the dice on it are."""
        focal_px = self.focal_widths * width_px
        return Floor.of(self.corners, *sides(self.corners, width_px, height_px, focal_px))

    @property
    def ways(self) -> int:
        """In how many ways it can be changed: by its lens, and by both slopes if its sides are seen."""
        return 1 if self.sides is None else 3

    def changed(self, by: Floats) -> Found | None:
        """What fits best if its lens is longer by the first, as a logarithm, within what cameras have, with
        the same horizon, and the slopes of its plane are changed by the others. None if that cannot be a
        tray's floor."""
        longer = self.focal_widths * math.exp(by[0])
        focal_widths = min(max(longer, SHORTEST_FOCAL_WIDTHS), LONGEST_FOCAL_WIDTHS)
        if self.sides is None or self.slopes is None:
            return replace(self, focal_widths=focal_widths)
        return self.sides.floor(focal_widths, focal_widths / self.focal_widths * self.slopes + by[1:])


def find(empty: Picture, dice: Dice) -> list[Found]:
    """The floor on which the dice lie, for a usual lens first, then for a wide and for a long one, as far as
    it can be a tray's; none where it cannot be told. Where no sides are seen they are taken to be a little
    beyond the dice, whatever the lens."""
    small, factor = worked_on(empty)
    height, width = empty.shape[:2]
    size_px, dice = (width, height), dice.scaled(factor)
    floor = floor_under(dice, *small.shape[1::-1])
    if is_too_large(floor):
        return []
    window = Window.of(small, floor, dice)
    quad, outline, alike = _sides_of_floor(window)
    if alike < LEAST_ALIKE:
        on = through(floor.from_image, dice.places)
        (left, top), (right, bottom) = on.min(0) - UNSEEN_EDGES, on.max(0) + UNSEEN_EDGES
        around = _in_picture(floor.rectangle_px(left, top, right, bottom), factor, size_px)
        return [] if around is None else [Found.between(around, *size_px)]
    back = np.linalg.inv(window.from_image)
    about = np.array(in_order(through(back, quad).tolist()))
    sides = Sides(about, through(back, outline), dice, size_px, factor)
    return [found for lens in LENSES if (found := sides.floor(lens)) is not None]


def find_empty(empty: Picture) -> Corners | None:
    """About where the floor of a tray in the middle of the picture is, as if dice lay there."""
    small, factor = worked_on(empty)
    height, width = small.shape[:2]
    places = np.stack(np.meshgrid([0.34, 0.5, 0.66], [0.36, 0.5, 0.64]), axis=-1).reshape(-1, 2)
    dice = Dice(places * [width, height], np.full(9, (width * USUAL_SHARE) ** 2), np.zeros(9, bool))
    window = Window.of(small, floor_under(dice, width, height), dice)
    quad, _outline, alike = _sides(window, _likely(window.odds()))
    if alike <= SURELY_ALIKE:
        return None
    size_px = (empty.shape[1], empty.shape[0])
    return _in_picture(through(np.linalg.inv(window.from_image), quad), factor, size_px)


def worked_on(picture: Picture) -> tuple[Picture, float]:
    """A camera's picture as small as trays are looked for in, and by which factor it is so."""
    factor = WORK_PX / max(picture.shape[:2])
    return cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), factor


def _in_picture(quad: Floats, factor: float, size_px: tuple[int, int]) -> Corners | None:
    """In pixels of the camera's picture. None if they cannot be a tray's."""
    corners = in_order(((quad + 0.5) / factor - 0.5).tolist())
    return corners if fault(corners, *size_px) is None else None


def _sides_of_floor(window: Window) -> tuple[Floats, Floats, float]:
    """The sides of the floor as the network sees it or, where that is unclear, of a mat."""
    odds = window.odds()
    sides = _sides(window, _likely(odds))
    if sides[2] < CLEARLY_ALIKE:
        mat = cv2.resize(mats.floor(window, odds), None, fx=FINER, fy=FINER, interpolation=cv2.INTER_NEAREST)
        of_mat = _sides(window, mat)
        better = of_mat[2] > sides[2] + BETTER_AS_MAT and not _is_within(sides[0], of_mat[0])
        if sides[2] < LEAST_ALIKE or better:
            return of_mat
    return sides


def _is_within(quad: Floats, other: Floats) -> bool:
    """Whether all corners of a quadrangle lie within another one."""
    around = other.astype(np.float32)
    return all(cv2.pointPolygonTest(around, (x, y), True) > -SAME_PLACE_PX for x, y in quad.tolist())


def _likely(odds: Floats) -> Picture:
    """1 where the floor is, finer than ``odds``; 0 elsewhere."""
    finer = cv2.resize(odds, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR)
    return (finer > 0).astype(np.uint8)


def _sides(window: Window, floor: Picture) -> tuple[Floats, Floats, float]:
    """The corners of the floor in the window, its outline, and how much of the floor and of what lies between
    the corners is common to both, from 0 to 1. The floor is 1, ``FINER`` times as fine as the window."""
    count, parts = cv2.connectedComponents(floor)
    spots = cv2.resize(window.spots, floor.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
    covered = np.bincount(parts[spots], minlength=count)
    covered[0] = 0
    part = (parts == int(covered.argmax())).astype(np.uint8)
    if not covered.any():
        return np.zeros((4, 2)), np.zeros((0, 2)), 0.0
    outlines = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    outline = max(outlines, key=cv2.contourArea).reshape(-1, 2).astype(np.float32)
    quad = _four_lines(outline)
    seen, straight = filled(outline, floor.shape), filled(quad, floor.shape)
    alike = float((seen & straight).sum() / (seen | straight).sum())
    return (quad + 0.5) / FINER - 0.5, (outline + 0.5) / FINER - 0.5, alike


def _four_lines(outline: Floats) -> Floats:
    """The corners of the four lines that follow an outline best."""
    quad = cv2.boxPoints(cv2.minAreaRect(outline)).astype(np.float64)
    for _ in range(ROUNDS):
        ends = np.roll(quad, -1, axis=0)
        nearest = np.stack([away(outline, *side) for side in zip(quad, ends, strict=True)]).argmin(axis=0)
        lines = []
        for number in range(4):
            near = outline[nearest == number]
            if len(near) < LEAST_POINTS:
                return quad
            x_way, y_way, x, y = cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
            lines.append(np.cross([x, y, 1.0], [x + x_way, y + y_way, 1.0]))
        met = np.stack([np.cross(lines[number - 1], lines[number]) for number in range(4)])
        if (np.abs(met[:, 2]) < LEAST_ANGLE).any():
            return quad
        quad = met[:, :2] / met[:, 2:]
    return quad
