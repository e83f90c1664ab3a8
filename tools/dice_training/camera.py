"""A camera above a tray: where points are seen, and what its lens does to a straight picture."""

from __future__ import annotations

import math

import cv2
import numpy as np

from tools.dice_training.drawings import Floats
from tools.dice_training.looks import Eye, Tray

MARGIN = 0.6  # round the tray, in centimetres
NEAREST, FARTHEST = 12.0, 160.0


class Camera:
    """Looks at the middle of a tray from where all of it is seen.

    ``axes`` are its right, up and backward directions as rows, ``place`` is where it stands.
    """

    def __init__(self, eye: Eye, tray: Tray, size_px: tuple[int, int]) -> None:
        self.size_px = size_px
        wide, high = size_px
        focal = wide / 2 / math.tan(math.radians(eye.angle / 2))
        self.matrix = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1]])
        self.distortion = np.array([*eye.distortion, 0.0, 0.0])
        tilt, azimuth, roll = (math.radians(angle) for angle in (eye.tilt, eye.azimuth, eye.roll))
        back = np.array(
            [math.sin(tilt) * math.cos(azimuth), math.sin(tilt) * math.sin(azimuth), math.cos(tilt)]
        )
        right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
        up = np.cross(back, right)
        right, up = (
            math.cos(roll) * right + math.sin(roll) * up,
            math.cos(roll) * up - math.sin(roll) * right,
        )
        self.axes = np.stack([right, up, back])
        edge = np.array(
            [
                [x * (tray.wide / 2 + MARGIN), y * (tray.deep / 2 + MARGIN), z]
                for x in (-1, 1)
                for y in (-1, 1)
                for z in (0.0, tray.wall)
            ]
        )
        near, far = NEAREST, FARTHEST
        for _ in range(30):
            away = (near + far) / 2
            self.place = back * away
            if self._filled(edge) > eye.fill:
                near = away
            else:
                far = away

    def _filled(self, points: Floats) -> float:
        """How far towards the picture's edge the points reach; they may be too near to be seen at all."""
        if ((points - self.place) @ self.axes[2] > -1).any():
            return math.inf
        half = np.array(self.size_px) / 2
        return float(np.abs((self.straight(points) * self.matrix[0, 0]) / half).max())

    def straight(self, points: Floats) -> Floats:
        """Where points are seen through a lens without distortion, in focal lengths right and down."""
        seen = (np.asarray(points, float) - self.place) @ self.axes.T
        return np.stack([seen[:, 0], -seen[:, 1]], 1) / -seen[:, 2:]

    def seen(self, points: Floats) -> Floats:
        """Pixels where points are seen."""
        straight = self.straight(points)
        rays = np.concatenate([straight, np.ones((len(straight), 1))], 1)
        return cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.matrix, self.distortion)[0][:, 0]

    def _rays(self, pixels: Floats) -> Floats:
        return cv2.undistortPoints(pixels.reshape(-1, 1, 2), self.matrix, self.distortion)[:, 0]

    @property
    def half_width(self) -> float:
        """Half of what a straight picture must show for the distorted one to be cut from it, in focal
        lengths; it has the proportions of this camera's."""
        wide, high = self.size_px
        grid = np.stack(np.meshgrid(np.linspace(0, wide, 25), np.linspace(0, high, 19)), -1)
        farthest = np.abs(self._rays(grid)).max(0)
        return 1.01 * float(max(farthest[0], farthest[1] * wide / high))

    def through_lens(self, straight: Floats) -> Floats:
        """A straight picture, ``half_width`` to each side, as this camera's lens shows it."""
        wide, high = self.size_px
        rows, columns = np.mgrid[0:high, 0:wide]
        rays = self._rays(np.stack([columns + 0.5, rows + 0.5], -1).astype(float)).reshape(high, wide, 2)
        across, down = straight.shape[1], straight.shape[0]
        places = rays * across / 2 / self.half_width + np.array([across, down]) / 2 - 0.5
        where = places.astype(np.float32)
        return cv2.remap(
            straight, where[..., 0], where[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
