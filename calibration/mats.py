"""Finds the floor that a mat makes: the rectangle that differs in colours and weave from the table around it.

A mat has no rim, by which the network tells a tray; but what lies between the dice shows what it looks like.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from calibration.faces import lab_of
from calibration.geometry import Floats, Mask, Picture, filled
from calibration.inside import Window

EVERY = 2
"""A rectangle is looked for among every other pixel, down and across: these are called places below."""
SURE_ODDS = 2.0
"""What the network is so sure of, as a logarithm of the odds, shows what floor or table look like."""
LEAST_SHOWN = 60
"""From fewer places nothing is learned."""
AROUND = 12
"""If the network is sure of hardly any table, it is taken to begin so many places from the dice."""
KINDS_ON, KINDS_BEYOND = 3, 5
"""So many kinds of places a floor has, by its pattern, light and shade, and the table beyond it."""
LEAST_VARIANCE = 4.0
"""Of the looks of one kind: noise alone makes places differ by so much."""
MOST_TOLD = 3.0
"""As a logarithm of the odds: what a place looks like tells no more."""
NETWORK_COUNTS = 0.5
"""The network's odds count so much beside the looks, since it does not know mats."""
BETWEEN_DICE, UNSEEN = 3.0, -0.5
"""Odds, as logarithms, of what lies between the dice, at least, and of what the camera does not see."""
ROUNDS = 3
"""Each rectangle shows anew what the floor and the table look like."""
SURELY_ON = 4
"""What is so many places inside a rectangle surely is floor."""
TURNS = range(0, 90, 6)
FINER_TURNS = range(-4, 5, 2)
"""Degrees."""
LEAST_ROWS = 4
"""No rectangle is narrower, in places."""
NEAR_PX = 4
"""So near the sides of the rectangle colours alone tell where the floor ends."""
NOTHING_TOLD = 0.1
"""Colours that are the same on both sides give nearly all there to the floor, or nearly nothing."""
COLOUR_ROUNDS = 4
"""Of grabCut."""


def floor(window: Window, odds: Floats) -> Picture:
    """1 where the floor of a mat seems to be, 0 elsewhere, given the network's ``odds`` of each pixel of the
    window (rows, columns)."""
    known = window.known > 0
    inside = known & filled(rectangle(window, odds), known.shape)
    near = _grown(inside, NEAR_PX) & _grown(~inside, NEAR_PX)
    likely = np.where(inside, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    likely[~near & inside] = cv2.GC_FGD
    likely[(~near & ~inside) | ~known] = cv2.GC_BGD
    if not ((likely == cv2.GC_FGD).any() and (likely == cv2.GC_BGD).any()):
        return inside.astype(np.uint8)
    cv2.setRNGSeed(0)  # grabCut seeds its clusters of colours at random, and a calibration must repeat
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(window.picture, likely, None, *models, COLOUR_ROUNDS, cv2.GC_INIT_WITH_MASK)
    found = (likely == cv2.GC_FGD) | (likely == cv2.GC_PR_FGD)
    tells = near.any() and NOTHING_TOLD < found[near].mean() < 1 - NOTHING_TOLD
    return (found if tells else inside).astype(np.uint8)


def rectangle(window: Window, odds: Floats) -> Floats:
    """The corners in the window, (4, 2), of the rectangle that holds most of what is likely to be floor, by
    its looks and by the network's ``odds``, and least of what is not."""
    looks = _looks(window.picture)
    given, known = _sparse(odds), _sparse(window.known) > 0
    between = _between(_sparse(window.spots) > 0)
    on, beyond = known & between, known & ~between & (given < -SURE_ODDS)
    if np.count_nonzero(beyond) < LEAST_SHOWN:
        beyond = known & ~_grown(between, AROUND)
    likely = given
    for _ in range(ROUNDS):
        if min(np.count_nonzero(on), np.count_nonzero(beyond)) >= LEAST_SHOWN:
            told = _likeness(looks, looks[on], KINDS_ON) - _likeness(looks, looks[beyond], KINDS_BEYOND)
            told = cv2.GaussianBlur(np.clip(told, -MOST_TOLD, MOST_TOLD), (0, 0), 1.0)
            likely = told + NETWORK_COUNTS * given
        likely = np.where(between, np.maximum(likely, BETWEEN_DICE), np.where(known, likely, UNSEEN))
        turn, quad = _likeliest(likely, TURNS)
        inside = filled(quad, between.shape)
        on = known & (between | ~_grown(~inside, SURELY_ON))
        beyond = known & ~inside & (given < SURE_ODDS)
    _, quad = _likeliest(likely, [turn + more for more in FINER_TURNS])
    return (quad + 0.5) * EVERY - 0.5


def _sparse(values: Floats) -> Floats:
    return values[EVERY // 2 :: EVERY, EVERY // 2 :: EVERY]


def _looks(picture: Picture) -> Floats:
    """The colour of each place and how much fine structure is around it: (rows, columns, 4)."""
    lab = lab_of(picture)
    fine = lab[..., 0] - cv2.GaussianBlur(lab[..., 0], (0, 0), 1)
    weave = 8 * np.log(cv2.GaussianBlur(fine**2, (0, 0), 2) + 0.3)
    return np.dstack([_sparse(each) for each in (*cv2.split(cv2.GaussianBlur(lab, (0, 0), 1)), weave)])


def _likeness(looks: Floats, shown: Floats, kinds: int) -> Floats:
    """How common each place's looks are among those that were ``shown``, as a logarithm: (rows, columns)."""
    cv2.setRNGSeed(0)
    ending = cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.1
    _, kind, _ = cv2.kmeans(shown, kinds, None, ending, 1, cv2.KMEANS_PP_CENTERS)
    each = []
    for number in range(kinds):
        of_it = shown[kind.ravel() == number]
        if not len(of_it):
            continue
        variance = of_it.var(axis=0) + LEAST_VARIANCE
        off = ((looks - of_it.mean(axis=0)) ** 2 / variance).sum(axis=2)
        each.append(np.log(len(of_it) / len(shown)) - (off + np.log(variance).sum()) / 2)
    return np.logaddexp.reduce(each)


def _likeliest(likely: Floats, turns: Iterable[int]) -> tuple[int, Floats]:
    """The rectangle with the largest sum of what is ``likely``, in degrees and by its corners (4, 2)."""
    best = -np.inf, 0, np.zeros((4, 2))
    size = likely.shape[0]
    first, last = np.triu_indices(size + 1, LEAST_ROWS)
    for turn in turns:
        to_turned = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), turn, 1)
        turned = cv2.warpAffine(likely.astype(np.float32), to_turned, (size, size), borderValue=-MOST_TOLD)
        rows = np.pad(turned.cumsum(axis=0), ((1, 0), (0, 0)))
        # between each pair of rows the best columns end where the running sum has risen farthest above the
        # least value it had before
        sums = np.pad((rows[last] - rows[first]).cumsum(axis=1), ((0, 0), (1, 0)))
        grown = sums - np.minimum.accumulate(sums, axis=1)
        pair, end = np.unravel_index(int(grown.argmax()), grown.shape)
        if grown[pair, end] > best[0]:
            start = int(sums[pair, : end + 1].argmin())
            upright = cv2.invertAffineTransform(to_turned)
            left, right, top, bottom = np.array([start, end, first[pair], last[pair]]) - 0.5
            quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
            best = float(grown[pair, end]), turn, quad @ upright[:, :2].T + upright[:, 2]
    return best[1], best[2]


def _between(spots: Mask) -> Mask:
    """Where dice lay, and between them."""
    found = np.zeros(spots.shape, np.uint8)
    if spots.any():
        cv2.fillConvexPoly(found, cv2.convexHull(np.argwhere(spots)[:, ::-1].astype(np.int32)), 1)
    return found > 0


def _grown(mask: Mask, far: int) -> Mask:
    return cv2.dilate(mask.astype(np.uint8), np.ones((2 * far + 1, 2 * far + 1), np.uint8)) > 0
