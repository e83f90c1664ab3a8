"""How likely each place around the dice belongs to the floor of their tray, as a network sees it.

The network is shown the tray from straight above, on the plane that the dice tell, and where they lay: a rim
is told from a floor by what a person tells it by.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration import networks
from calibration.geometry import Floats, Floor, Picture, camera_over, shrunk, slopes, through
from calibration.plane import Dice

SPOT_EDGES = 0.5
MOST_ODDS = 4.0
"""By the logarithm: the network is no less sure where it errs."""


@dataclass(frozen=True)
class Window:
    """What is seen around the dice, from straight above."""

    picture: Picture
    known: Picture
    """255 where the camera's picture has something."""
    spots: Floats
    """1 where dice lay."""
    slopes: Floats
    """How the camera looks at each pixel, as ``networks.Ground.of`` has it: (2, rows, columns)."""
    from_image: Floats
    """From pixels of the camera's picture to those of this one."""

    @staticmethod
    def of(image: Picture, floor: Floor, dice: Dice, turn: Floats | None = None) -> Window:
        """Around dice on a ``floor``, turned, mirrored or made larger by ``turn`` (2, 2)."""
        turn = np.eye(2) if turn is None else turn
        size, scale = networks.TRAY_PX, networks.TRAY_PX_PER_EDGE
        on = through(floor.from_image, dice.places)
        way = scale * turn
        to = np.eye(3)
        to[:2, :2], to[:2, 2] = way, (size - 1) / 2 - way @ (on.min(0) + on.max(0)) / 2
        from_image = to @ floor.from_image
        height, width = image.shape[:2]
        edge = float(np.sqrt(np.median(dice.areas)))
        small, shift = shrunk(image, scale / edge)
        seen = from_image @ np.linalg.inv(shift)
        spots: Floats = np.zeros((size, size), np.float32)
        radius = round(SPOT_EDGES * scale)
        for x, y in through(to, on):
            cv2.circle(spots, (round(float(x)), round(float(y))), radius, 1.0, -1)
        camera = camera_over(floor, width, height)
        below = to @ [camera[0], camera[1], 1.0]
        high = float(camera[2]) * scale * abs(np.linalg.det(turn)) ** 0.5
        return Window(
            cv2.warpPerspective(small, seen, (size, size), borderMode=cv2.BORDER_REPLICATE),
            cv2.warpPerspective(np.full((height, width), 255, np.uint8), from_image, (size, size)),
            spots,
            slopes((size, size), below, high),
            from_image,
        )

    def values(self, picture: Picture | None = None) -> Floats:
        """What the network is given, of this picture or of the same in other colours."""
        return networks.tray_input(
            self.picture if picture is None else picture, self.known, self.spots, self.slopes
        )

    def odds(self) -> Floats:
        """The logarithm of the odds of each pixel to belong to the floor: (rows, columns)."""
        found = np.clip(networks.tray(self.values()), -MOST_ODDS, MOST_ODDS)
        return cv2.resize(found, self.known.shape[::-1], interpolation=cv2.INTER_LINEAR)
