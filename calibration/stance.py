"""Tells dice that lie flat from dice that lean, by what is seen around their tops.

The sides of a flat die are seen where the camera stands to it, and nowhere else; so what is looked at is
turned until the camera is below, and the network is told where a flat die would be seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration import networks
from calibration.geometry import Floats, Floor, Grid, Picture, Square


def flat_odds(
    floor: Floor, image: Picture, grid: Grid, empty: Picture, squares: Sequence[Square], camera: Floats
) -> Floats:
    """The logarithm of the odds of each die to lie flat: (count,).

    ``squares`` are their tops on the floor of the image, of which a lamp may hide the edges, ``empty`` is the
    bare tray as ``grid`` rectified it, and ``camera`` its place above: across, down and up, in edges.
    """
    if not squares:
        return np.zeros(0)
    size, edges = networks.STANCE_PX, networks.STANCE_EDGES
    bare = Floor(grid.from_floor, floor.width, floor.depth)
    inputs = []
    for square in (seen.whole() for seen in squares):
        right, down = square.x - float(camera[0]), square.y - float(camera[1])
        turned = replace(square, angle=math.atan2(right, -down))
        top, high = Square(0.0, 0.0, square.angle - turned.angle, 1.0), float(camera[2])
        inputs.append(
            networks.stance_input(
                turned.patch(floor, image, size, edges),
                turned.patch(bare, empty, size, edges),
                top,
                math.hypot(right, down) / high,
                high,
            )
        )
    return networks.stance(np.stack(inputs))
