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
"""So far behind a side the place below the camera must be for that side to be hidden for sure."""
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
    top = body.max()
    body = _direction(body)
    worst = 0.0
    for quarter in range(4):
        angle = square.angle + quarter * math.pi / 2
        out = np.array([math.cos(angle), math.sin(angle)])
        along = np.array([-out[1], out[0]])
        middle = np.array([square.x, square.y]) + out * square.edge / 2
        if float((camera[:2] - middle) @ out) > -LEAST_HIDDEN_EDGES:
            continue
        places = (middle + (ALONG[:, None, None] * along + OUT[None, :, None] * out) * square.edge).reshape(
            -1, 2
        )
        free = np.ones(len(places), bool)
        for other in others:
            free &= np.linalg.norm(places - [other.x, other.y], axis=1) > 0.95
        if free.sum() < 0.6 * len(places):
            continue
        colours = _colours(grid, seen, places[free])
        bright = colours.max(axis=1) > LEAST_BRIGHT * top
        now = _direction(colours)
        before = _direction(_colours(grid, empty, places[free]))
        to_body, to_floor = np.linalg.norm(now - body, axis=1), np.linalg.norm(now - before, axis=1)
        apart = np.linalg.norm(before - body, axis=1)
        like_die = bright & (apart > LEAST_APART) & (to_body < 0.55 * to_floor)
        worst = max(worst, float(like_die.mean()))
    return worst


def _inside(square: Square) -> Floats:
    steps = np.linspace(-0.36, 0.36, 7)
    cosine, sine = math.cos(square.angle), math.sin(square.angle)
    turn = np.array([[cosine, -sine], [sine, cosine]])
    places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return places @ turn.T * square.edge + [square.x, square.y]


def _colours(grid: Grid, picture: Picture, places: Floats) -> Floats:
    pixels = np.round(through(grid.from_floor, places)).astype(int)
    rows = np.clip(pixels[:, 1], 0, picture.shape[0] - 1)
    columns = np.clip(pixels[:, 0], 0, picture.shape[1] - 1)
    return picture[rows, columns].astype(np.float64)


def _direction(colours: Floats) -> Floats:
    """Colours without their brightness, so that shade does not count."""
    lifted = colours + 6.0
    return lifted / np.linalg.norm(lifted, axis=-1, keepdims=True)
