"""Tells dice that lean from dice that lie flat, by sides that no camera could see of a flat one.

A flat die shows the sides that are turned towards the place below the camera. Behind its other sides there is
floor: where the die's own colour goes on there, it leans.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from calibration.geometry import Floats, Grid, Picture, Square, through

ALONG = np.linspace(-0.32, 0.32, 7)
OUT = np.linspace(0.12, 0.30, 5)
LEAST_HIDDEN_EDGES = 0.35
"""How far behind a side the place below the camera must be for that side to be hidden for sure."""
LEAST_AWAY_EDGES = 0.95
LEAST_FREE = 0.6
"""At least this share of a side must lie that far from the middle of every other die."""
LEAST_APART = 0.16
"""Die and floor must differ so much in colour."""
LEAST_BRIGHT = 0.4
"""A die's sides are so bright beside its top; what is darker is its shadow, in the colour of the room."""


def unseen_sides(
    grid: Grid,
    seen: Picture,
    empty: Picture,
    square: Square,
    others: Sequence[Square],
    camera: Floats,
    body: Floats | None = None,
) -> float:
    """The largest share of a side that cannot be seen and yet has the die's colour.

    That colour is the commonest of its top, unless ``body`` says another.
    """
    if body is None:
        body = np.median(_colours(grid, seen, _inside(square)), axis=0)
    top, body = body.max(), _direction(body)
    angles = square.angle + np.arange(4) * math.pi / 2
    out = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    middle = np.array([square.x, square.y]) + out * square.edge / 2
    hidden = ((camera[:2] - middle) * out).sum(axis=1) <= -LEAST_HIDDEN_EDGES
    if not hidden.any():
        return 0.0
    out, middle = out[hidden], middle[hidden]
    along = np.stack([-out[:, 1], out[:, 0]], axis=1)
    away = ALONG[:, None, None] * along[:, None, None] + OUT[:, None] * out[:, None, None]
    places = middle[:, None] + away.reshape(len(out), -1, 2) * square.edge
    free = np.ones(places.shape[:2], bool)
    for other in others:
        free &= _length(places - [other.x, other.y]) > LEAST_AWAY_EDGES
    colours = _colours(grid, seen, places)
    now, before = _direction(colours), _direction(_colours(grid, empty, places))
    like_die = (_length(before - body) > LEAST_APART) & (_length(now - body) < 0.55 * _length(now - before))
    like_die &= free & (colours.max(axis=2) > LEAST_BRIGHT * top)
    counted = free.sum(axis=1)
    enough = counted >= LEAST_FREE * free.shape[1]
    return float((like_die.sum(axis=1)[enough] / counted[enough]).max(initial=0.0))


def _inside(square: Square) -> Floats:
    steps = np.linspace(-0.36, 0.36, 7)
    cosine, sine = math.cos(square.angle), math.sin(square.angle)
    turn = np.array([[cosine, -sine], [sine, cosine]])
    places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return places @ turn.T * square.edge + [square.x, square.y]


def _colours(grid: Grid, picture: Picture, places: Floats) -> Floats:
    pixels = np.round(through(grid.from_floor, places)).astype(int)
    pixels = np.clip(pixels, 0, [picture.shape[1] - 1, picture.shape[0] - 1])
    return picture[pixels[..., 1], pixels[..., 0]].astype(np.float64)


def _length(vectors: Floats) -> Floats:
    return np.sqrt(np.einsum("...i,...i->...", vectors, vectors))


def _direction(colours: Floats) -> Floats:
    """Colours without their brightness, so that shade does not count."""
    lifted = colours + 6.0
    return lifted / _length(lifted)[..., None]
