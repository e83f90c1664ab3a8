"""From frames to readings for the table: the vision of ``calibration`` with what people are told beside it.

Importing this imports OpenCV, so only the camera's own thread does.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.fixed import Fixed
from calibration.geometry import Picture
from calibration.model import DICE, Calibration, CalibrationError, CameraIdentity
from calibration.reading import Read, Reader, Unsure, checked
from calibration.rest import Watcher
from companion.app.dice import COLOURS, LiveView, Reading
from hardware.bracket import Watching
from hardware.dice_texts import advice, reason_text
from hardware.frames import Fixable, Frame, FrameError, FrameSource

FACES = {colour: face for face, colour in COLOURS.items()}
START_SECONDS = 1.0
"""How long a camera takes to get used to the light, which may look like movement."""
CHECK_SECONDS = 5.0
CHECKS = 3
"""A trouble is told when it was there in so many looks one after another: hands and shadows pass."""
TROUBLES = frozenset({"tray_moved", "other_tray", "light_changed", "dark", "bright", "blurred", "blocked"})
FROZEN_SECONDS = 5.0
"""Two pictures of a living camera are never quite the same."""
JPEG_QUALITY = 92
VIEW_PX = 480


class Eye:
    """Watches the frames of one camera. A ``live`` one never stands quite still."""

    def __init__(self, reader: Reader, name: str, *, live: bool, keep_pictures: bool) -> None:
        self._name = name
        self._live = live
        self._keep_pictures = keep_pictures
        self._reader = reader
        self._watcher = Watcher(self._reader)
        self._watching = Watching(self._watcher, self._reader)
        self._frozen = Frozen()
        self._moved = not live
        """Whether anything has moved since the start: dice that lay there already are no roll."""
        self._checked_s = 0.0
        self._troubles: list[str] = []
        self._told = ""
        self.trouble = ""
        """What is wrong with tray or light, in a sentence, once; empty otherwise."""

    @property
    def size_px(self) -> tuple[int, int]:
        """The size of pictures that was calibrated."""
        camera = self._reader.calibration.camera
        return camera.width_px, camera.height_px

    def settle(self, source: FrameSource) -> None:
        """Have a camera see as it did when it was calibrated."""
        settle(source, self._reader.calibration.camera)
        self._watching.use(source)

    def see(self, frame: Frame) -> Reading | None:
        """The roll that came to rest with this frame. Raises CalibrationError or FrameError."""
        if self._live:
            self._frozen.see(frame, self._name)
        picture = checked(frame.picture, self._name, dark=self._watching.busy)
        rolled = self._watching.feed(frame.number, frame.seconds, picture)
        self._moved = self._moved or (frame.seconds > START_SECONDS and self._watcher.moving)
        self.trouble = ""
        if rolled is not None and self._moved:
            return self._told_by(rolled.outcome, rolled.set_right)
        is_still = not (self._watcher.moving or self._watching.busy)
        if self._live and is_still and frame.seconds - self._checked_s > CHECK_SECONDS:
            self._checked_s = frame.seconds
            self._check(picture)
        return None

    @property
    def unsaid(self) -> Reading | None:
        """A roll that was not said before the frames came to an end: the camera failed while it took darker
        pictures."""
        outcome = self._watching.unsaid
        return None if outcome is None or not self._moved else self._told_by(outcome)

    def _told_by(self, outcome: Read | Unsure, set_right: bool = False) -> Reading:
        kept = b""
        if self._keep_pictures:
            picture = self._watching.shown
            kept = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
        reason = outcome.reason if isinstance(outcome, Unsure) else ""
        unread = [kind for kind in DICE if getattr(outcome, kind) is None]
        return Reading(
            white=outcome.white,
            red=outcome.red,
            event=None if outcome.event is None else FACES[outcome.event],
            reason=reason,
            unsure=advice(reason, unread) if reason else "",
            picture=kept,
            set_right=set_right,
        )

    def _check(self, picture: Picture) -> None:
        """Look whether tray and light are still as they were learned."""
        outcome = self._watcher.looked or self._reader.read(picture)
        reason = outcome.reason if isinstance(outcome, Unsure) and outcome.reason in TROUBLES else ""
        self._troubles = [*self._troubles, reason][-CHECKS:]
        if not reason:
            self._told = ""
        elif self._troubles == [reason] * CHECKS and reason != self._told:
            self._told = reason
            self.trouble = reason_text(reason)


class Frozen:
    """Tells a camera that sends the same picture again and again."""

    def __init__(self) -> None:
        self._before: Picture | None = None
        self._since_s = 0.0

    def see(self, frame: Frame, name: str) -> None:
        """Raises FrameError once the picture has been the same for too long."""
        sample = frame.picture[::8, ::8]
        if self._before is None or not np.array_equal(sample, self._before):
            self._before, self._since_s = sample.copy(), frame.seconds
        elif frame.seconds - self._since_s > FROZEN_SECONDS:
            raise FrameError("camera_stopped", name)


def settle(source: FrameSource, camera: CameraIdentity) -> None:
    """Fix a camera as it was fixed for its calibration."""
    fixed = Fixed(**{name: getattr(camera, name) for name in Fixed.__struct_fields__})
    if isinstance(source, Fixable) and fixed != Fixed():
        source.hold(fixed)


def belongs(calibration: Calibration, kind: str, name: str) -> None:
    """Raises CalibrationError where the calibration was made with another camera.

    One that was made from picture files fits any camera whose pictures have the same shape.
    """
    camera = calibration.camera
    if camera.kind in ("pictures", "folder", "file") or kind in ("folder", "file"):
        return
    if (camera.kind, camera.name) != (kind, name):
        wanted, found = (
            f"{one} {called}".strip() for one, called in ((camera.kind, camera.name), (kind, name))
        )
        raise CalibrationError("other_device", wanted=wanted, found=found)


def view_of(picture: Picture, width_px: int = VIEW_PX) -> LiveView:
    """A picture for the screen, at most so wide."""
    height, width = picture.shape[:2]
    scale = max(1.0, width / width_px)
    size = round(width / scale), round(height / scale)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    rgb = cv2.cvtColor(small, cv2.COLOR_BGR2RGB)
    return LiveView(size[0], size[1], rgb.tobytes(), width / size[0])
