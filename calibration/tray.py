"""Finds the floor of a tray: a rectangle around the dice whose sides are seen as edges.

The picture is looked at as if from straight above, where sides are level or upright and can be followed from
end to end: even a fold between a floor and a wall of the same felt is seen then. Rim and floor are nested
rectangles; the smaller is the floor, since dice would have lain in more places of the larger. What goes on
beyond the corners is no side: a sunbeam, or the pattern of a cloth.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Corners, Floats, Picture, fault, in_order, through
from calibration.plane import Dice, floor_under, is_too_large, unevenness

WORK_PX = 640
PX_PER_EDGE = 14.0
REACH_EDGES = 7.0
"""How far from the dice sides are looked for."""
NEAREST_EDGES = 0.3
"""No side is nearer to the middle of a top."""
UNSEEN_EDGES = 1.6
"""How far from the dice a side is taken to be that is not seen."""
UNSEEN = 0.1
"""A side must be seen better than this."""
LINES_A_SIDE = 12
DIRECTIONS = 2
"""So many ways of turning the tray are tried: the table beneath it has lines too."""
SLOPES = np.linspace(-5, 5, 11) * 0.02
KEYSTONES = np.linspace(-4, 4, 9) * 0.03
ROUNDS = 4
FAINT = 0.2
"""What is seen less is chance."""
BEYOND_EDGES = 1.5
GOES_ON = 0.8
"""How much it counts against a side that it goes on so far beyond its corners."""
WEAKEST = 0.3
UNEVEN = 6.0
SMALLER = 0.65
"""How much the smaller of nested rectangles is preferred."""
SMALLER_WITHOUT_DICE = 0.1
LEAST_SEEN_WITHOUT_DICE = 0.35


@dataclass(frozen=True)
class Found:
    """A rectangle on the floor as it is seen, and how well each side is."""

    corners: Floats
    seen: Floats
    score: float


def find(empty: Picture, dice: Dice | None = None) -> Corners | None:
    """The four corners of the floor on which the dice lie; a side that is not seen is taken to be a little
    beyond them. Without dice a tray in the middle of the picture is looked for, all of whose sides are seen.
    """
    factor = WORK_PX / max(empty.shape[:2])
    small = cv2.resize(empty, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    lying = _in_the_middle(width, height) if dice is None else dice.scaled(factor)
    floor = floor_under(lying, width, height)
    if is_too_large(floor):
        return None
    plane = floor.to_image
    found = [
        _rectangle(small, plane @ _turned(angle), lying, SMALLER if dice else SMALLER_WITHOUT_DICE)
        for angle in _directions(small, plane, lying)
    ]
    best = max(found, key=lambda one: one.score)
    if dice is None and best.seen.min() < LEAST_SEEN_WITHOUT_DICE:
        return None
    corners = in_order((best.corners + 0.5) / factor - 0.5)
    return None if fault(corners, *empty.shape[1::-1]) else corners


def _in_the_middle(width: int, height: int) -> Dice:
    places = np.stack(np.meshgrid([0.34, 0.5, 0.66], [0.36, 0.5, 0.64]), axis=-1).reshape(-1, 2)
    return Dice(places * [width, height], np.full(9, (width / 16) ** 2), np.zeros(9, bool))


def _turned(angle: float) -> Floats:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])


def _directions(small: Picture, plane: Floats, dice: Dice) -> list[float]:
    """How the tray may be turned on its plane: as most straight lines that do not run between the dice."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    edges = cv2.Canny(grey, 20, 50, L2gradient=True)
    lines = cv2.HoughLinesP(edges, 1, np.pi / 360, 40, minLineLength=WORK_PX * 0.08, maxLineGap=9)
    if lines is None:
        return [0.0]
    ends = lines.reshape(-1, 2, 2).astype(np.float64)
    along = ends[:, 1] - ends[:, 0]
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    sides = normal @ dice.places.T - (normal * ends[:, 0]).sum(1)[:, None]
    outside = (sides > 0).all(1) | (sides < 0).all(1)
    on = through(np.linalg.inv(plane), ends[outside].reshape(-1, 2)).reshape(-1, 2, 2)
    way = on[:, 1] - on[:, 0]
    middle = through(np.linalg.inv(plane), dice.places.mean(0)[None])[0]
    near = np.linalg.norm(on - middle, axis=2).max(1) < 25
    angle = np.arctan2(way[:, 1], way[:, 0])[near] % (np.pi / 2)
    length = np.minimum(np.hypot(way[:, 0], way[:, 1])[near], 12)
    counts = np.histogram(angle, 90, (0, np.pi / 2), weights=length)[0]
    smooth: Floats = np.sum([(3 - abs(shift)) * np.roll(counts, shift) for shift in range(-2, 3)], axis=0)
    found = []
    for _ in range(DIRECTIONS):
        peak = int(np.argmax(smooth))
        if smooth[peak] <= 0:
            break
        found.append((peak + 0.5) * np.pi / 180)
        smooth[np.arange(peak - 8, peak + 9) % 90] = 0
    return found or [0.0]


def _rectangle(small: Picture, plane: Floats, dice: Dice, smaller: float) -> Found:
    on = through(np.linalg.inv(plane), dice.places)
    low, high = on.min(0) - REACH_EDGES, on.max(0) + REACH_EDGES
    to_grid = np.array(
        [[PX_PER_EDGE, 0, -low[0] * PX_PER_EDGE], [0, PX_PER_EDGE, -low[1] * PX_PER_EDGE], [0, 0, 1.0]]
    )
    back = plane @ np.linalg.inv(to_grid)
    size = int((high[0] - low[0]) * PX_PER_EDGE), int((high[1] - low[1]) * PX_PER_EDGE)
    for _ in range(ROUNDS):
        spots = through(np.linalg.inv(back), dice.places)
        level, upright = _steps(small, back, size, spots)
        pencils = _pencil(level, spots), _pencil(upright, spots[:, ::-1])
        if pencils == ((0, 0), (0, 0)):
            break
        back = back @ _straightened(*pencils, size, spots)
    else:
        spots = through(np.linalg.inv(back), dice.places)
        level, upright = _steps(small, back, size, spots)
    rows, across = _candidates(level, spots), _candidates(upright, spots[:, ::-1])
    # which of them are the four sides
    top, bottom, left, right = (
        part.ravel() for part in np.meshgrid(*(np.arange(len(lines)) for lines in (*rows, *across)))
    )
    top, bottom, left, right = rows[0][top], rows[1][bottom], across[0][left], across[1][right]
    sides = np.stack(
        [
            _along(level, top, left, right),
            _along(upright, right, top, bottom),
            _along(level, bottom, left, right),
            _along(upright, left, top, bottom),
        ],
        axis=1,
    )
    area = (bottom - top) * (right - left) / PX_PER_EDGE**2
    score = sides.mean(axis=1) + WEAKEST * sides.min(axis=1) - smaller * np.log(area)
    best = int(np.argmax(score))
    x, y = (left[best], right[best]), (top[best], bottom[best])
    corners = np.array([[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]], np.float64)
    return Found(through(back, corners), sides[best], float(score[best]) - UNEVEN * unevenness(back, dice))


@dataclass(frozen=True)
class Steps:
    """Where colours change from one row to the next: how they do, as directions; weak ones are short."""

    change: Floats
    """(rows, columns, 3)"""
    sums: Floats
    """The same, summed up from the left: (rows, columns + 1, 3)."""
    known: Floats
    """How many of the places to the left are in the picture."""


def _steps(small: Picture, back: Floats, size: tuple[int, int], spots: Floats) -> tuple[Steps, Steps]:
    """From row to row, and from column to column."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(small, back, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpPerspective(np.full(small.shape[:2], 255, np.uint8), back, size, flags=flags) > 250
    lab = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return (
        _down(lab, inside, spots),
        _down(np.ascontiguousarray(lab.transpose(1, 0, 2)), np.ascontiguousarray(inside.T), spots[:, ::-1]),
    )


def _down(lab: Floats, inside: NDArray[np.bool_], spots: Floats) -> Steps:
    smooth = cv2.GaussianBlur(lab, (0, 0), sigmaX=4, sigmaY=0.8)
    change = np.zeros_like(smooth)
    change[1:-1] = smooth[2:] - smooth[:-2]
    known = inside.copy()
    known[1:-1] &= inside[2:] & inside[:-2]
    length = np.linalg.norm(change, axis=2)
    (left, top), (right, bottom) = spots.min(0).astype(int), np.ceil(spots.max(0)).astype(int)
    # a side must stand out from the pattern of the floor
    usual = max(float(np.quantile(length[top : bottom + 1, left : right + 1], 0.8)), 1.5)
    sharpest = length >= cv2.dilate(length, np.ones((5, 1), np.uint8))
    change = change / (length + usual)[..., None] * (known & sharpest)[..., None]
    change[1:-1] += change[:-2] + change[2:]  # a lens bends sides a little
    none = np.zeros((len(change), 1))
    return Steps(
        change,
        np.concatenate([none[..., None].repeat(3, 2), change.cumsum(axis=1)], axis=1),
        np.concatenate([none, known.cumsum(axis=1)], axis=1),
    )


Pencil = tuple[float, float]
"""The slope of sides through the middle of the dice, and by how much it grows to the picture's end."""


def _straightened(level: Pencil, upright: Pencil, size: tuple[int, int], spots: Floats) -> Floats:
    """From a picture in which sides are level and upright to one in which they are nearly so."""
    low, high = spots.min(0), spots.max(0)
    middle = (low + high) / 2
    box = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    seen = []
    for right, down in box - middle:
        slope, lean = (
            pencil[0] + pencil[1] * off / (reach / 2)
            for pencil, off, reach in ((level, down, size[1]), (upright, right, size[0]))
        )
        y = (down + slope * right) / (1 - slope * lean)
        seen.append([middle[0] + right + lean * y, middle[1] + y])
    return cv2.getPerspectiveTransform(box.astype(np.float32), np.array(seen, np.float32)).astype(np.float64)


def _pencil(steps: Steps, spots: Floats) -> Pencil:
    """The slopes with which sides are seen best."""
    rows, columns, _ = steps.change.shape
    (left, top), (right, bottom) = spots.min(0).astype(int), np.ceil(spots.max(0)).astype(int)
    across = np.arange(max(left - 14, 0), min(right + 14, columns), 3)
    row = np.concatenate([np.arange(0, top), np.arange(bottom, rows)])
    away = np.maximum(top - row, row - bottom) / PX_PER_EDGE
    weight = np.exp(-away / 5)
    middle, centre = (left + right) / 2, (top + bottom) / 2
    best, chosen = -1.0, (0.0, 0.0)
    for slope in SLOPES:
        for keystone in KEYSTONES:
            slant = slope + keystone * (row - centre) / (rows / 2)
            at = np.round(row[:, None] + slant[:, None] * (across - middle)).astype(int)
            seen = np.linalg.norm(steps.change[at.clip(0, rows - 1), across].mean(axis=1), axis=1)
            score = float((np.maximum(seen - FAINT, 0) ** 2 * weight).sum())
            score *= 1 - 0.5 * abs(slope) - 0.25 * abs(keystone)
            if score > best:
                best, chosen = score, (float(slope), float(keystone))
    return chosen


def _candidates(steps: Steps, spots: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows above and below all the spots that are seen best; and one where a side would be unseen."""
    (left, top), (right, bottom) = spots.min(0).astype(int), np.ceil(spots.max(0)).astype(int)
    rows = np.arange(len(steps.change))
    seen = _mean(steps, rows, np.full_like(rows, left), np.full_like(rows, right))
    peak = seen >= cv2.dilate(seen[:, None], np.ones((5, 1), np.uint8)).ravel()
    near = round(NEAREST_EDGES * PX_PER_EDGE)
    far = round(UNSEEN_EDGES * PX_PER_EDGE)
    found = []
    for of, at in ((rows < top - near, top - far), (rows > bottom + near, bottom + far)):
        best = rows[of & peak]
        best = best[np.argsort(-seen[best])][:LINES_A_SIDE]
        found.append(np.append(best, np.clip(at, 0, len(rows) - 1)))
    return found[0], found[1]


def _mean(steps: Steps, rows: NDArray[np.intp], start: NDArray[np.intp], end: NDArray[np.intp]) -> Floats:
    last = steps.change.shape[1]
    first, final = start.clip(0, last), end.clip(0, last)
    length = np.linalg.norm(steps.sums[rows, final] - steps.sums[rows, first], axis=1)
    count = steps.known[rows, final] - steps.known[rows, first]
    return length / np.maximum(np.maximum(count, 0.3 * (end - start)), 1)


def _along(steps: Steps, rows: NDArray[np.intp], start: NDArray[np.intp], end: NDArray[np.intp]) -> Floats:
    """How well sides are seen, less what is seen of them beyond their ends."""
    far = round(BEYOND_EDGES * PX_PER_EDGE)
    within = _mean(steps, rows, start, end)
    beyond = (_mean(steps, rows, start - far, start - 3) + _mean(steps, rows, end + 3, end + far)) / 2
    return np.asarray(np.maximum(within - GOES_ON * np.minimum(beyond, within), UNSEEN))
