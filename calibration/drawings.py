"""Following the drawing of a face of the event die, as the calibration was shown it, to a pixel.

A die that leans is seen shorter in one direction than a flat one, which on the floor's plane keeps its shape
but for what lenses and corners that are a little off do to it. That is finer than what the network sees. And
what can be followed so well is that drawing, however pale or bright it is.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from calibration.faces import REFERENCE_EDGES
from calibration.geometry import Floats, Floor, Picture, Square

SIZE_PX, EDGES = 80, 1.35
"""How large the patch is in which a drawing is looked for, and how much it shows."""
FINE_PX = 1.0
"""What is finer than this is smoothed away: noise, and the grain of a small reference."""
MOST_ROUNDS, ENOUGH = 60, 1e-4
"""So many steps are made, or until one makes it correlate by no more than the second better."""
FOLLOWED = 0.85
"""A drawing that correlates less well was not followed. Of 233 dice with pips one did as well, which looked
like nothing of the event die otherwise."""
SHORTEST, LONGEST, FARTHEST_PX = 0.7, 1.3, 12.0
"""No face of a die that is looked at is shorter or longer in any direction, or has its middle farther away:
on noise, and on other drawings, what is followed shrinks, grows, turns over or leaves the picture."""
USUAL, COUNTS, LEAST, MOST = 0.94, 20.0, -1.5, 0.7
"""A face whose shorter direction is this part of the longer one says nothing of how it lies. How far another
one is from that is multiplied by the second, and is no less than the third and no more than the last.
Of 3,037 flat event dice beside others 12 look too little flat with this or without it; of 570 that lean 14
look flat, and 23 without it."""


def flatter(floor: Floor, image: Picture, face: Square, learned: Picture) -> float:
    """By how much flatter a die lies, as a logarithm of the odds, whose ``face`` shows what was ``learned``,
    as ``faces.reference`` cuts it out, in any quarter turn; 0 where the drawing cannot be followed."""
    sides = _followed(floor, image, face, learned)
    if sides is None:
        return 0.0
    long, short = sides
    return float(np.clip(COUNTS * (short / long - USUAL), LEAST, MOST))


def is_seen(floor: Floor, image: Picture, face: Square, learned: Iterable[Picture]) -> bool:
    """Whether a face shows, in any quarter turn, one of these drawings: ``faces.reference`` cuts them out."""
    return any(_followed(floor, image, face, one) is not None for one in learned)


def _followed(floor: Floor, image: Picture, face: Square, learned: Picture) -> tuple[float, float] | None:
    """How many times as long what was learned is seen in one direction and in the one across, the longer one
    first; None where it is not seen."""
    axis = np.linalg.eigh(np.cov(learned.reshape(-1, 3).T))[1][:, -1]
    size = round(SIZE_PX * REFERENCE_EDGES / EDGES)
    wanted = _drawing(cv2.resize(learned, (size, size), interpolation=cv2.INTER_CUBIC), axis)
    seen = _drawing(face.patch(floor, image, SIZE_PX, EDGES), axis)
    likest, upright, move = -1.0, wanted, np.eye(2, 3, dtype=np.float32)
    for turn in range(4):
        turned = np.ascontiguousarray(np.rot90(wanted, turn))
        _, like, _, place = cv2.minMaxLoc(cv2.matchTemplate(seen, turned, cv2.TM_CCOEFF_NORMED))
        if like > likest:
            likest, upright = like, turned
            move[:, 2] = place
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, MOST_ROUNDS, ENOUGH)
    try:
        like, move = cv2.findTransformECC(upright, seen, move, cv2.MOTION_AFFINE, until, None, 1)
    except cv2.error as error:
        if error.code != cv2.Error.StsNoConv:
            raise
        return None
    if not like >= FOLLOWED or not np.isfinite(move).all():
        return None
    shape, middle = move[:, :2], (size - 1) / 2
    long, short = np.linalg.svd(shape)[1].tolist()
    away = shape @ [middle, middle] + move[:, 2] - (SIZE_PX - 1) / 2
    is_whole = short > SHORTEST and long < LONGEST and np.linalg.det(shape) > 0
    return (long, short) if is_whole and np.linalg.norm(away) < FARTHEST_PX else None


def _drawing(face: Picture, axis: Floats) -> Floats:
    """How far along an axis of the colours each place is."""
    drawing: Floats = cv2.GaussianBlur((face @ axis).astype(np.float32), (0, 0), FINE_PX)
    return drawing
