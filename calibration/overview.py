"""The whole picture, small and grey: whether there is light and detail enough in it, and whether it shows the
tray from where the camera stood at the calibration."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.geometry import Floats, Floor, Picture, through
from calibration.model import Calibration, unpack
from calibration.place import Place

VIEW_PX = 320
"""Width of the small view that is kept to see whether the tray has moved."""

MOST_POINTS = 80
"""How many corners on the tray tell whether it has moved."""
MOST_MOVED_EDGES = 1.6
TURNED_VIEW = 0.8
MORE_TURNED = 0.1
"""A picture that agrees so well with the one that was learned when it is turned, and by so much better than
as it is, was turned. With dice in the tray it keeps 0.87, and plain trays agree by 0.15 less when turned."""
SAME_VIEW = 0.4
"""How far even a very dark or tinged picture of the tray agrees with the one that was learned."""


class Overview:
    """Remembers how the whole picture looked at the calibration. Its methods take what ``view_of`` makes."""

    def __init__(self, calibration: Calibration, floor: Floor) -> None:
        self._learned = unpack(calibration.view_png)
        self._detail = max(_detail(self._learned), 0.01)
        self._level = _levels(self._learned, 0.5)
        self._spread = float(np.std(self._learned))
        self._place = Place(self._learned)
        factor = self._learned.shape[1] / calibration.camera.width_px
        self._edge_px = factor * floor.edge_px()
        self._corners_px = factor * np.array(calibration.corners_px)
        mask = floor.mask(self._learned.shape, factor, 1.0)
        points = cv2.goodFeaturesToTrack(self._learned, MOST_POINTS, 0.02, 5, mask=mask)
        self._points = np.zeros((0, 1, 2), np.float32) if points is None else points
        """What can be found again: corners on the tray and close around it."""

    def view_of(self, image: Picture) -> Picture:
        """The small view of a picture, as large as the one that is remembered."""
        view = small_view(image)
        if view.shape != self._learned.shape:
            view = cv2.resize(view, self._learned.shape[::-1])
        return view

    def fault(self, view: Picture) -> str:
        """What is wrong with the light; empty if nothing is."""
        low, middle, high = (_levels(view, share) for share in (0.05, 0.5, 0.99))
        if high < 25 or (high - low < 10 and middle < 40):
            return "dark" if self.is_alike(view) else "blocked"
        if high < 60 or middle < 0.2 * self._level:
            return "dark"
        if low > 225 or (middle >= 253 and self._level < 225):
            return "bright"
        if cv2.meanStdDev(view)[1][0, 0] < 0.2 * self._spread:
            return "blocked"
        return ""

    def is_alike(self, view: Picture) -> bool:
        """Whether it may show the tray, in whatever light."""
        return _agreement(view, self._learned) > SAME_VIEW

    def is_turned(self, view: Picture) -> bool:
        """Whether the camera was turned by a quarter, by half or by three quarters."""
        seen, learned = _middle_square(view), _middle_square(self._learned)
        if seen.shape != learned.shape:
            return False
        most = max(_agreement(np.rot90(seen, turns), learned) for turns in (1, 2, 3))
        return most > max(TURNED_VIEW, _agreement(seen, learned) + MORE_TURNED)

    def sharpness(self, view: Picture) -> float:
        """How much detail it has, as a part of what was seen at the calibration."""
        return _detail(view) / self._detail

    def moved(self, view: Picture) -> Floats | None:
        """How it has moved since the calibration, (3, 3), as far as that can be told; none if too far."""
        still = np.eye(3)
        if len(self._points) < 12:
            return still
        gain = float(np.clip(self._level / max(_levels(view, 0.5), 1.0), 0.4, 2.5))
        lit = cv2.convertScaleAbs(view, alpha=gain)
        points, status, _ = cv2.calcOpticalFlowPyrLK(
            self._learned, lit, self._points, None, winSize=(15, 15), maxLevel=2
        )
        good = status[:, 0] == 1
        if good.sum() < 10:
            return still
        affine, inliers = cv2.estimateAffinePartial2D(
            self._points[good], points[good], method=cv2.RANSAC, ransacReprojThreshold=0.6
        )
        if affine is None or inliers is None or inliers.sum() < max(8, 0.25 * len(self._points)):
            return still
        move = np.vstack([affine, [0, 0, 1]])
        shift = np.linalg.norm(through(move, self._corners_px) - self._corners_px, axis=1).max()
        if shift > MOST_MOVED_EDGES * self._edge_px:
            return None
        return move if shift > 0.02 * self._edge_px else still

    def in_pixels(self, move: Floats, width_px: int) -> Floats:
        """The same movement in the pixels of a picture so wide."""
        factor = width_px / self._learned.shape[1]
        to_picture = np.diag([factor, factor, 1.0])
        whole: Floats = to_picture @ move @ np.linalg.inv(to_picture)
        return whole

    def is_elsewhere(self, view: Picture, move: Floats) -> bool:
        """Whether it shows another place, given how it has ``moved``."""
        return self._place.is_other(_moved_back(view, move))


def small_view(image: Picture) -> Picture:
    """The whole picture, small and grey."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    height = max(8, round(VIEW_PX * image.shape[0] / image.shape[1]))
    return cv2.resize(grey, (VIEW_PX, height), interpolation=cv2.INTER_AREA)


def _moved_back(view: Picture, move: Floats) -> Picture:
    """The small view as it was before it moved."""
    if np.array_equal(move, np.eye(3)):
        return view
    size, flags = (view.shape[1], view.shape[0]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(view, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _agreement(one: Picture, other: Picture) -> float:
    """How much two grey pictures of the same size agree in whatever light, 1 at most."""
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1]) if np.ptp(one) and np.ptp(other) else 0.0


def _middle_square(view: Picture) -> Picture:
    """The largest square in the middle of a picture."""
    height, width = view.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return view[top : top + side, left : left + side]


def _detail(view: Picture) -> float:
    """How much fine detail a small view has for its contrast, in whatever light."""
    return float(cv2.Laplacian(view, cv2.CV_32F).std()) / (float(view.std()) + 3.0)


def _levels(grey: Picture, share: float) -> float:
    """The brightness below which that share of a grey picture lies."""
    counts = np.cumsum(cv2.calcHist([grey], [0], None, [256], [0, 256]).ravel())
    return float(np.searchsorted(counts, share * counts[-1]))
