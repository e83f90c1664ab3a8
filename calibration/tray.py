"""Finds the floor of an empty tray in a picture: the quadrangle whose four sides are best seen.

The rim of the tray would do as well as its floor: both planes are parallel, so dice are squares on either.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Corners, Floats, Picture, in_order

WORK_PX = 480
LINES_A_SIDE = 9
LEAST_SEEN = 0.55
"""How much of each side must be seen as an edge."""
LEAST_AREA = 0.18
SAMPLES = 48


def find(empty: Picture) -> Corners | None:
    """The four corners of the floor, or nothing where they cannot be told."""
    factor = WORK_PX / max(empty.shape[:2])
    small = cv2.resize(empty, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    edges, direction = _edges(small)
    lines = _lines(edges)
    sides = _by_side(lines, small.shape[1], small.shape[0])
    if any(len(side) == 0 for side in sides):
        return None
    quads = _quads(sides)
    quads = quads[_plausible(quads, small.shape[1], small.shape[0])]
    if not len(quads):
        return None
    seen = _seen(quads, edges, direction)
    least = seen.min(axis=1)
    area = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in quads]) / (
        small.shape[0] * small.shape[1]
    )
    score = seen.mean(axis=1) + 0.7 * least + 0.1 * np.sqrt(area)
    best = int(np.argmax(score))
    if least[best] < LEAST_SEEN:
        return None
    return in_order((quads[best] + 0.5) / factor - 0.5)


def _edges(small: Picture) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Where colours change sharply, and the direction in which they do (twice the angle)."""
    lab = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), 1.6).astype(np.float32)
    right = np.stack([cv2.Sobel(lab[..., part], cv2.CV_32F, 1, 0) for part in range(3)])
    down = np.stack([cv2.Sobel(lab[..., part], cv2.CV_32F, 0, 1) for part in range(3)])
    strongest = np.argmax(right**2 + down**2, axis=0)[None]
    right, down = np.take_along_axis(right, strongest, 0)[0], np.take_along_axis(down, strongest, 0)[0]
    size = np.hypot(right, down)
    # what stands out from its surroundings: weak edges of plain trays count beside strong ones of cloth
    around = cv2.blur(size, (61, 61)) + 6
    thin = cv2.Canny(right.astype(np.int16), down.astype(np.int16), 18, 45, L2gradient=True)
    thin[(size < 0.7 * around)] = 0
    return thin, np.arctan2(down, right).astype(np.float32)


def _lines(edges: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Straight pieces as (x1, y1, x2, y2)."""
    found = cv2.HoughLinesP(edges, 1, np.pi / 360, 40, minLineLength=WORK_PX * 0.09, maxLineGap=9)
    return np.zeros((0, 4), np.float32) if found is None else found.reshape(-1, 4).astype(np.float32)


def _by_side(lines: NDArray[np.float32], width: int, height: int) -> list[NDArray[np.float64]]:
    """For each side of the middle the longest lines, as (normal x, normal y, distance from the middle)."""
    middle = np.array([width / 2, height / 2])
    sides: list[list[tuple[float, float, float, float]]] = [[], [], [], []]
    for x1, y1, x2, y2 in lines:
        along = np.array([x2 - x1, y2 - y1])
        length = float(np.hypot(*along))
        normal = np.array([-along[1], along[0]]) / length
        distance = float(normal @ (np.array([x1, y1]) - middle))
        if distance < 0:
            normal, distance = -normal, -distance
        if distance < 0.12 * height:
            continue
        place = int(np.round(np.arctan2(normal[1], normal[0]) / (np.pi / 2))) % 4
        sides[place].append((length, float(normal[0]), float(normal[1]), distance))
    kept = []
    for side in sides:
        merged: list[list[float]] = []  # total length, normal, distance
        for length, x, y, distance in sorted(side, reverse=True):
            for line in merged:
                if x * line[1] + y * line[2] > np.cos(0.035) and abs(distance - line[3]) < 4:
                    line[0] += length
                    break
            else:
                merged.append([length, x, y, distance])
        merged.sort(reverse=True)
        chosen = np.array([line[1:] for line in merged[:LINES_A_SIDE]], np.float64).reshape(-1, 3)
        if len(chosen):
            chosen[:, 2] += chosen[:, :2] @ middle
        kept.append(chosen)
    return kept


def _quads(sides: list[NDArray[np.float64]]) -> Floats:
    """All quadrangles of a line for each side: (count, 4 corners, 2)."""
    right, below, left, above = sides
    picked = np.stack(
        [
            part.ravel()
            for part in np.meshgrid(*(np.arange(len(side)) for side in (above, right, below, left)))
        ],
        axis=1,
    )
    chosen = [above[picked[:, 0]], right[picked[:, 1]], below[picked[:, 2]], left[picked[:, 3]]]
    corners = []
    for one, two in ((3, 0), (0, 1), (1, 2), (2, 3)):
        first, second = chosen[one], chosen[two]
        cross = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
        cross = np.where(np.abs(cross) < 1e-3, np.nan, cross)
        x = (first[:, 2] * second[:, 1] - second[:, 2] * first[:, 1]) / cross
        y = (first[:, 0] * second[:, 2] - second[:, 0] * first[:, 2]) / cross
        corners.append(np.stack([x, y], axis=1))
    return np.stack(corners, axis=1)


def _plausible(quads: Floats, width: int, height: int) -> NDArray[np.bool_]:
    low, high = -0.04 * width, 1.04
    inside = (
        (quads > low).all((1, 2))
        & (quads[..., 0] < high * width).all(1)
        & (quads[..., 1] < high * height).all(1)
    )
    after = np.roll(quads, -1, axis=1) - quads
    turn = after[..., 0] * np.roll(after[..., 1], -1, axis=1) - after[..., 1] * np.roll(
        after[..., 0], -1, axis=1
    )
    lengths = np.hypot(after[..., 0], after[..., 1])
    across = np.minimum(lengths[:, 0], lengths[:, 2]) / np.maximum(lengths[:, 0], lengths[:, 2])
    down = np.minimum(lengths[:, 1], lengths[:, 3]) / np.maximum(lengths[:, 1], lengths[:, 3])
    sines = np.abs(turn) / np.maximum(lengths * np.roll(lengths, -1, axis=1), 1e-9)
    ratio = (lengths[:, 0] + lengths[:, 2]) / np.maximum(lengths[:, 1] + lengths[:, 3], 1e-9)
    x, y = quads[..., 0], quads[..., 1]
    area = 0.5 * np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1))
    return np.asarray(
        inside
        & ((turn > 0).all(1) | (turn < 0).all(1))
        & (np.minimum(across, down) > 0.62)
        & (sines.min(1) > 0.8)
        & (ratio > 0.45)
        & (ratio < 2.3)
        & (area > LEAST_AREA * width * height)
    )


def _seen(quads: Floats, edges: NDArray[np.uint8], direction: NDArray[np.float32]) -> NDArray[np.float32]:
    """For each side the share on which an edge runs along it; a lens bends sides, so near is enough."""
    height, width = edges.shape
    step = np.linspace(0.03, 0.97, SAMPLES)
    seen = np.zeros((len(quads), 4), np.float32)
    # the angle of the nearest edge within three pixels
    away, labels = cv2.distanceTransformWithLabels(
        255 - edges, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    rows, columns = np.nonzero(edges)
    angles = np.zeros(len(rows) + 1, np.float32)
    angles[labels[rows, columns]] = direction[rows, columns]
    nearest = angles[labels]
    for side in range(4):
        start, end = quads[:, side], quads[:, (side + 1) % 4]
        points = start[:, None] + (end - start)[:, None] * step[None, :, None]
        x = np.clip(np.round(points[..., 0]), 0, width - 1).astype(int)
        y = np.clip(np.round(points[..., 1]), 0, height - 1).astype(int)
        along = end - start
        normal = np.arctan2(along[:, 0], -along[:, 1])[:, None]
        turned = np.abs(np.sin(nearest[y, x] - normal))
        seen[:, side] = ((away[y, x] < 3.2) & (turned < 0.3)).mean(1)
    return seen
