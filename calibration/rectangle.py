"""The rectangle that a camera sees as the floor of a tray, by all that is known of it together: the outline
of the floor, the sizes of the dice on it, and what lenses are usual.

Each of these alone tells the plane badly: sides that are a little off give focal lengths that no camera has,
and dice measured a little wrongly tilt the floor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from calibration.geometry import (
    USUAL_FOCAL_WIDTHS,
    Floats,
    camera_over,
    fault,
    foot_of,
    in_order,
    plane_axes,
    through,
)
from calibration.plane import Dice, floor_of, nearness

SIDE_EDGES = 0.4
"""The standard deviation of the outline, in edges of dice."""
SIZE_OFF = 0.1
"""Of the logarithm of a top's area."""
FOCAL_OFF = 0.1
"""Of the logarithm of the focal length, from the one that is thought of."""
SLOPE_OFF = 1.5
"""Of the slopes of the plane: cameras do not look along the table."""
POINTS = 120
"""So many points of the outline are looked at: neighbours are off alike."""
ROUNDS, LEAST_BETTER = 25, 1e-4
"""So many steps are made at most, and none after a hardly damped one that took less than the second away, in
parts of what is off."""
IN_PLANE = [0, 1, 4, 5, 6]
"""Which of the values, as ``_quad`` has them, say where on a plane the rectangle lies."""
STEP = 1e-5
FAR_EDGES = 1.0
"""What is farther off is something else: it counts no more than this."""
HALF_DIE_EDGES = 0.5
"""No die's middle is nearer than this to the end of a floor."""
BEYOND_EDGES, MOST_BEYOND_EDGES = 0.2, 2.0
"""Where a die stands out by less than the first it may only be measured badly, and by more than the second
it is something else that lies there."""


@dataclass(frozen=True)
class Fit:
    """The likeliest rectangle."""

    corners: Floats
    """As they are seen, in pixels: (4, 2)."""
    slopes: Floats
    """By what share its plane is nearer one focal length to the right, and one further down."""
    focal_widths: float
    """The focal length, in widths of the picture."""


@dataclass(frozen=True)
class _Seen:
    """What is known, in widths of the picture from its middle."""

    outline: Floats
    dice: Floats
    areas: Floats
    """By the logarithm."""
    event: Floats
    edge: float
    focal: float

    def off(self, values: Floats) -> Floats:
        """How far each of it is from what would be seen, in usual deviations."""
        quad, rays = _quad(values), np.column_stack([self.dice, np.full(len(self.dice), np.exp(values[7]))])
        sides = zip(quad, np.roll(quad, -1, axis=0), strict=True)
        far = np.min([away(self.outline, *side) for side in sides], axis=0) / self.edge
        near = FAR_EDGES * np.tanh(far / FAR_EDGES) / SIDE_EDGES
        deep = rays @ _normal(values) / np.linalg.norm(_normal(values)) / np.exp(values[7])
        sizes = self.areas - 3 * np.log(np.maximum(deep, 0.05))
        for which in (self.event, ~self.event):
            if which.any():
                sizes = np.where(which, sizes - np.median(sizes[which]), sizes)
        lens = (values[7] - math.log(self.focal)) / FOCAL_OFF
        slopes = values[2:4] / SLOPE_OFF
        return np.concatenate([near, np.tanh(sizes / SIZE_OFF / 3) * 3, [lens], slopes])


def _normal(values: Floats) -> Floats:
    return np.array([values[2], values[3], 1.0])


def _quad(values: Floats) -> Floats:
    """The corners as they are seen. Of the values two are the middle, two the slopes of the plane, then come
    the angle, the logarithms of both half sides by the distance, and that of the focal length."""
    focal = np.exp(values[7])
    middle = np.array([values[0] / focal, values[1] / focal, 1.0])
    normal = _normal(values) / np.linalg.norm(_normal(values))
    right, down = plane_axes(normal)
    cosine, sine = np.cos(values[4]), np.sin(values[4])
    across = np.exp(values[5]) * (cosine * right + sine * down)
    along = np.exp(values[6]) * (cosine * down - sine * right)
    corners = middle + np.array([-across - along, across - along, across + along, along - across])
    return focal * corners[:, :2] / np.maximum(corners[:, 2:], 0.05)


def fitted(
    quad: Floats,
    outline: Floats,
    dice: Dice,
    width_px: int,
    height_px: int,
    focal_widths: float = USUAL_FOCAL_WIDTHS,
    slopes: Floats | None = None,
) -> Fit:
    """The likeliest rectangle, given about where its corners are and what is seen.

    ``outline`` are places along the sides of the floor; all is in pixels of a picture of that size. The lens
    is thought to have about that focal length, in widths of the picture; exactly that where the ``slopes`` of
    the plane are given, which are kept, too.
    """
    middle = np.array([width_px / 2, height_px / 2])
    every = max(1, len(outline) // POINTS)
    seen = _Seen(
        (outline[::every] - middle) / width_px,
        (dice.places - middle) / width_px,
        np.log(dice.areas),
        dice.event,
        math.sqrt(float(np.median(dice.areas))) / width_px,
        focal_widths,
    )
    free = np.eye(8)
    if slopes is None:
        near = nearness(dice, width_px, height_px)
        slopes = near[:2] * width_px / near[2] * focal_widths
    else:
        free = free[IN_PLANE]
    values = _about((quad - middle) / width_px, slopes, focal_widths)
    off = seen.off(values)
    damping = 1e-2
    for _ in range(ROUNDS):
        changes = np.stack([(seen.off(values + step) - off) / STEP for step in STEP * free], axis=1)
        left = changes.T @ changes
        step = np.linalg.solve(left + damping * np.diag(np.diag(left) + 1e-9), changes.T @ off)
        better = values - step @ free
        now = seen.off(better)
        gain, is_damped = 1 - float(now @ now) / max(float(off @ off), 1e-9), damping > 1
        if gain > 0:
            values, off, damping = better, now, max(damping / 3, 1e-7)
        else:
            damping *= 4
        if damping > 1e6 or (not is_damped and 0 < gain < LEAST_BETTER):
            break
    return Fit(_quad(values) * width_px + middle, values[2:4], math.exp(values[7]))


def holding(quad: Floats, dice: Dice, width_px: int, height_px: int, focal_px: float) -> Floats:
    """The corners, given about where a lens sees them, with every side moved outwards beyond which a die
    stands out: a stripe on the floor may have been taken for its end."""
    corners = in_order(quad.tolist())
    if fault(corners, width_px, height_px) is not None:
        return quad
    floor = floor_of(corners, dice, width_px, height_px, focal_px)
    feet = foot_of(through(floor.from_image, dice.places), camera_over(floor, width_px, height_px))
    out = np.stack([-feet, feet - [floor.width, floor.depth]]) + HALF_DIE_EDGES
    counts = (out > BEYOND_EDGES) & (out < MOST_BEYOND_EDGES)
    (left, top), (right, bottom) = np.where(counts, out, 0).max(axis=1)
    moved = floor.rectangle_px(-left, -top, floor.width + right, floor.depth + bottom)
    return quad if fault(in_order(moved.tolist()), width_px, height_px) is not None else moved


def _about(quad: Floats, slopes: Floats, focal: float) -> Floats:
    """Values to begin with: a rectangle on a plane with these slopes."""
    middle = quad.mean(axis=0)
    across, along = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    sizes = [math.log(max(float(np.linalg.norm(side)), 1e-3) / 4 / focal) for side in (across, along)]
    return np.array([*middle, *slopes, math.atan2(across[1], across[0]), *sizes, math.log(focal)])


def away(points: Floats, start: Floats, end: Floats) -> Floats:
    """How far points are from a stretch of a line."""
    way = end - start
    share = np.clip(((points - start) @ way) / max(float(way @ way), 1e-9), 0, 1)
    return np.linalg.norm(points - start - share[:, None] * way, axis=1)
