"""Whether anything moves on the tray: dice and hands, however slowly, and neither light nor noise."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Picture
from calibration.reading import Reader

WORK_PX = 240
RIM_EDGES = 0.6
"""How far around the floor movement counts."""
CHANGED = 0.07
"""How much the fine structure of a place must change, as a share of its brightness, to count as moved."""
CHANGED_LEVELS = 4.0
"""And by so many levels of brightness. That counts in the dark, where noise of colour makes up three."""
STILL_SHARE = 30
"""Of each hundred places the thirty that change least show the noise: dice and hands leave as many alone."""
NOISES = 7.0
"""So many times the noise is no noise. It seldom reaches six times what it is in those places."""
MOST_NOISE = 3.5
"""No camera that is worth reading has more noise, in levels of brightness."""
LEAST_MOVED_FACES = 0.05
"""As much of the picture as this part of a top face must have changed."""
FOLLOWING = 0.05
"""How fast the picture at rest follows what is seen: slower than a die that creeps, faster than the sun."""
MOST_SHAKEN = 1 / 160
"""A camera on an arm trembles by less than this part of the picture's width, or it was moved."""
ALIGNED = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 10, 1e-3)
"""When a picture is aligned with another: after so many steps, or when one brings so little."""


@dataclass(frozen=True)
class Structure:
    """The fine structure of a small grey picture, as shares of its brightness, and that brightness."""

    shares: NDArray[np.float32]
    brightness: NDArray[np.float32]

    @staticmethod
    def of(picture: Picture) -> Structure:
        """Colours are left out: that is where a camera has most of its noise."""
        factor = WORK_PX / picture.shape[1]
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8)
        around = cv2.blur(soft, (15, 15))
        brightness = around + 4
        return Structure((soft - around) / brightness, brightness)

    def steadied(self, earlier: Structure) -> Structure | None:
        """This picture as a camera would have seen it that had stayed where it was earlier; None where it
        was moved by more than it trembles, or cannot be told."""
        height, width = self.shares.shape
        move = np.eye(2, 3, dtype=np.float32)
        try:
            _, found = cv2.findTransformECC(
                earlier.shares, self.shares, move, cv2.MOTION_EUCLIDEAN, ALIGNED, None, 1
            )
        except cv2.error:  # nothing to be aligned by, or not in so many steps
            return None
        corners = np.array([[0, 0], [width, 0], [0, height], [width, height]])
        moved = corners @ found[:, :2].T + found[:, 2] - corners
        if not np.abs(moved).max() <= MOST_SHAKEN * width:
            return None
        flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        return Structure(
            *(
                cv2.warpAffine(seen, found, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
                for seen in (self.shares, self.brightness)
            )
        )


class Motion:
    """Whether anything on the tray moved; changes of the light, the camera's noise and its trembling do not
    count.

    The noise is learned from each two frames anew, from the places where least happens, so that neither dice
    nor hands count as noise. Each frame is compared with the one before, and with the picture at rest, which
    shows what moves too slowly to be seen from frame to frame. What the whole picture does is the camera's
    movement: what differs is compared once more without that.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._before: Structure | None = None
        self._rest: Structure | None = None
        self._mask: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)
        self._least = 1.0

    def moved(self, picture: Picture) -> bool:
        """Compare with the pictures before; the first one counts as moved."""
        now = Structure.of(picture)
        before, rest = self._before, self._rest
        if before is None or rest is None or before.shares.shape != now.shares.shape:
            self._prepare(now.shares.shape)
            self._before = self._rest = now
            return True
        self._before = now
        if self._changed(now, before) or self._changed(now, rest):
            self._rest = now
            return True
        self._rest = Structure(
            *(
                cv2.addWeighted(old, 1 - FOLLOWING, new, FOLLOWING, 0)
                for old, new in ((rest.shares, now.shares), (rest.brightness, now.brightness))
            )
        )
        return False

    def _changed(self, now: Structure, earlier: Structure) -> bool:
        """Whether they differ, and not only since the camera trembled."""
        if not self._differ(now, earlier):
            return False
        steadied = now.steadied(earlier)
        return steadied is None or self._differ(steadied, earlier)

    def _differ(self, one: Structure, two: Structure) -> bool:
        if not self._mask.any():  # a picture of another shape, which the reader refuses
            return False
        change = cv2.blur(np.abs(one.shares - two.shares), (3, 3))[self._mask]
        brightness = np.minimum(one.brightness, two.brightness)[self._mask]
        noise = min(float(np.percentile(change * brightness, STILL_SHARE)), MOST_NOISE)
        least = np.maximum(CHANGED, max(CHANGED_LEVELS, NOISES * noise) / brightness)
        return int(np.count_nonzero(change > least)) > self._least

    def _prepare(self, shape: tuple[int, ...]) -> None:
        floor, camera = self._reader.floor, self._reader.calibration.camera
        factor = WORK_PX / camera.width_px
        self._mask = floor.mask(shape, factor, RIM_EDGES) > 0
        self._least = max(2.0, LEAST_MOVED_FACES * (floor.edge_px() * factor) ** 2)
