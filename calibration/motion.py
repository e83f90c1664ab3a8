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
MOST_TREMBLING = 1 / 160
"""A camera's arm trembles by no more than this part of the picture's width; more means that it was moved."""
ALIGNED = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 10, 1e-3)
"""When pictures are aligned well enough: after so many steps, or once a step changes this little."""
SMALLER = 2
"""Pictures so many times smaller are enough to align by, in a third of the time."""
AROUND_PX = 15
"""The fine structure is what differs from the mean of a square of so many pixels."""


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
        around = cv2.blur(soft, (AROUND_PX, AROUND_PX))
        brightness = around + 4
        return Structure((soft - around) / brightness, brightness)

    def steadied(self, earlier: Structure, by: Picture) -> Structure | None:
        """This picture as the camera would have seen it from where it was earlier. How far it has moved is
        estimated where the mask ``by``, ``SMALLER`` times smaller, is not 0; None if that fails, for
        instance where there is no such place, or if the camera moved by more than an arm trembles."""
        height, width = self.shares.shape
        small, small_earlier = (cv2.resize(seen.shares, by.shape[::-1]) for seen in (self, earlier))
        start = np.eye(2, 3, dtype=np.float32)
        try:
            _, move = cv2.findTransformECC(small_earlier, small, start, cv2.MOTION_EUCLIDEAN, ALIGNED, by, 1)
        except cv2.error:  # nothing is alike, or there is nothing to be compared
            return None
        turn = move[:, :2]
        move[:, 2] *= SMALLER
        corners = np.array([[0, 0], [width, 0], [0, height], [width, height]])
        moved = corners @ turn.T + move[:, 2] - corners
        if not np.abs(moved).max() <= MOST_TREMBLING * width:  # nor where it is no number
            return None
        flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        return Structure(
            *(
                cv2.warpAffine(seen, move, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
                for seen in (self.shares, self.brightness)
            )
        )


class Motion:
    """Whether anything on the tray moved; changes of the light, the camera's noise and the trembling of its
    arm do not count.

    Each frame is compared with the picture at rest, which follows slowly, and so shows what moves too slowly
    to be seen from frame to frame. The noise is learned from the two anew, from the places where least
    happens, so that neither dice nor hands count as noise. Movement that all around the floor shares, the rim
    and the table, is the camera's: a frame that differs is compared once more without it. A slow hand that
    covers most of that may pass for still, but it is read as a hand.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._rest: Structure | None = None
        self._mask: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)
        self._surroundings: Picture = np.zeros((0, 0), np.uint8)
        self._least = 1.0

    def moved(self, picture: Picture) -> bool:
        """Compare with the pictures before; the first one counts as moved."""
        now, rest = Structure.of(picture), self._rest
        if rest is None or rest.shares.shape != now.shares.shape:
            self._prepare(now.shares.shape)
        elif not self._changed(now, rest):
            self._rest = Structure(
                *(
                    cv2.addWeighted(old, 1 - FOLLOWING, new, FOLLOWING, 0)
                    for old, new in ((rest.shares, now.shares), (rest.brightness, now.brightness))
                )
            )
            return False
        self._rest = now
        return True

    def _changed(self, now: Structure, rest: Structure) -> bool:
        """Whether they differ, and not only because the camera trembled."""
        if not self._differ(now, rest):
            return False
        steadied = now.steadied(rest, self._surroundings)
        return steadied is None or self._differ(steadied, rest)

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
        # at the picture's edge other places make the mean once the camera has moved
        edge = AROUND_PX // 2 + 1
        self._mask[:edge] = self._mask[-edge:] = self._mask[:, :edge] = self._mask[:, -edge:] = False
        beside = 255 - floor.mask(shape, factor, 0.0)
        self._surroundings = cv2.resize(beside, (shape[1] // SMALLER, max(1, shape[0] // SMALLER)))
        self._least = max(2.0, LEAST_MOVED_FACES * (floor.edge_px() * factor) ** 2)
