"""A calibration of the dice camera from the screen: shows what it sees, takes pictures, learns from them."""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.dice import VIEWS, Corners, RefusedViews, Report, Saved, Taken, Told
from companion.app.i18n import _
from hardware.camera_job import Job, OpenCamera, no_opencv, pause_s
from hardware.cameras import kind_of, name_of
from hardware.frames import CapturedFrames, FrameSource

if TYPE_CHECKING:
    from calibration.geometry import Picture
    from calibration.model import Calibration, Quality

VIEW_SECONDS = 0.2
"""How often the screen gets a picture."""
LOOK_SECONDS = 0.1
REPORT_PX = 960


class CalibratingJob(Job):
    """Has the camera until it is closed. Every call returns at once; the thread tells what came of it."""

    def __init__(
        self,
        before: Job | None,
        camera: str,
        size_px: tuple[int, int],
        file: Path,
        tell: Callable[[Told], None],
        open_source: OpenCamera,
        done: Callable[[Job], None],
    ) -> None:
        super().__init__(before, camera)
        self._size_px = size_px
        self._file = file
        self._sink = tell
        self._open_source = open_source
        self._done = done
        self._wishes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._latest: Picture | None = None
        self._source: FrameSource | None = None
        self._held: tuple[int | None, int | None] = (None, None)
        self._pictures: dict[str, Picture] = {}
        self._made: Calibration | None = None
        self._shown_s = 0.0

    # --- from the screen ----------------------------------------------------------------------------

    def take(self, what: str) -> None:
        """Keep what the camera sees as one of the five pictures."""
        self._wishes.put(partial(self._take, what))

    def make(self, corners: Corners) -> None:
        """Learn from the pictures."""
        self._wishes.put(partial(self._make, corners))

    def save(self) -> None:
        """Keep what was learned."""
        self._wishes.put(self._save)

    def close(self) -> None:
        """Leave the camera to the table."""
        self.stop()
        self._done(self)

    # --- on the thread ------------------------------------------------------------------------------

    def _tell(self, told: Told) -> None:
        if not self.stopped.is_set():
            self._sink(told)

    def work(self) -> None:
        """Show what the camera sees, and do what is asked."""
        try:
            import hardware.eye  # noqa: F401 - what imports OpenCV
        except ImportError as error:
            self._tell(RefusedViews(no_opencv(error)))
            return
        tries = 0
        while not self.stopped.is_set():
            try:
                with contextlib.closing(self._open_source(self._camera, self._size_px)) as source:
                    self._look(source)
                self._wait(None)
            except Exception as error:  # whatever a camera comes up with, the screen says it
                from hardware.dice_texts import failure_text

                self._tell(RefusedViews(failure_text(error)))
                self._wait(pause_s(tries))
                tries += 1

    def _look(self, source: FrameSource) -> None:
        from hardware.eye import view_of

        for frame in self.frames(source):
            self._latest, self._source = frame.picture, source
            if time.monotonic() - self._shown_s > VIEW_SECONDS:
                self._shown_s = time.monotonic()
                self._tell(view_of(frame.picture))
            self._carry_out()

    def _wait(self, seconds: float | None) -> None:
        """Do what is asked while no pictures come; without ``seconds`` until the end."""
        end = None if seconds is None else time.monotonic() + seconds
        while not self.stopped.wait(LOOK_SECONDS) and (end is None or time.monotonic() < end):
            self._carry_out()

    def _carry_out(self) -> None:
        while not self._wishes.empty():
            self._wishes.get()()

    def _take(self, what: str) -> None:
        from calibration import tray
        from calibration.model import CalibrationError
        from calibration.reading import checked
        from hardware.dice_texts import error_text
        from hardware.eye import view_of

        try:
            picture = checked(self._latest, self._camera)
        except CalibrationError as error:
            self._tell(RefusedViews(error_text(error), what))
            return
        self._pictures[what] = picture.copy()
        if what == VIEWS[0] and self._live and isinstance(self._source, CapturedFrames):
            self._held = self._source.hold()
        found = tray.find(picture) if what == VIEWS[0] else None
        corners = tuple((float(x), float(y)) for x, y in found) if found is not None else ()
        self._tell(Taken(what, view_of(picture), corners))

    def _make(self, corners: Corners) -> None:
        from calibration.calibrate import calibrate, report
        from calibration.model import CalibrationError, CameraIdentity
        from hardware.dice_texts import error_text
        from hardware.eye import view_of

        missing = [what for what in VIEWS if what not in self._pictures]
        if missing:
            self._tell(RefusedViews(_("This picture is still to be taken."), missing[0]))
            return
        empty = self._pictures[VIEWS[0]]
        faces = {what: self._pictures[what] for what in VIEWS[1:]}
        kind = kind_of(self._camera)
        height, width = empty.shape[:2]
        identity = CameraIdentity(
            kind=kind if self._live else "pictures",
            name=name_of(self._camera),
            width_px=width,
            height_px=height,
            exposure_us=self._held[0],
            focus_steps=self._held[1],
        )
        try:
            self._made = calibrate(empty, faces, corners or None, identity)
        except CalibrationError as error:
            self._made = None
            self._tell(RefusedViews(error_text(error), _again(error)))
            return
        seen = report(self._made, empty, faces)
        self._tell(Report(quality_lines(self._made.quality), view_of(seen, REPORT_PX)))

    def _save(self) -> None:
        from calibration.model import CalibrationError, save
        from hardware.dice_texts import error_text

        if self._made is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            save(self._made, self._file)
        except CalibrationError as error:
            self._tell(RefusedViews(error_text(error)))
        except OSError as error:
            unwritable = CalibrationError("unwritable", file=self._file, reason=error.strerror or error)
            self._tell(RefusedViews(error_text(unwritable)))
        else:
            self._tell(Saved(str(self._file)))


def quality_lines(quality: Quality) -> tuple[str, ...]:
    """How good the views were, in figures."""
    from calibration.calibrate import LEAST_EDGE_PX, LEAST_EVENT_DISTANCE

    return (
        _("Dice: {edge} pixels ({least} or more)").format(
            edge=round(quality.edge_px), least=round(LEAST_EDGE_PX)
        ),
        _("Contrast of the pips: {contrast}").format(contrast=round(quality.pip_contrast_lab)),
        _("Event faces: {distance} apart ({least} or more)").format(
            distance=round(quality.event_distance), least=round(LEAST_EVENT_DISTANCE)
        ),
        _("Sizes agree within {percent} %").format(percent=round(quality.square_error_percent)),
    )


def _again(error: object) -> str:
    """Which picture is to be taken again, or the corners."""
    key, details = getattr(error, "key", ""), getattr(error, "details", {})
    if key in ("corners", "no_tray"):
        return "corners"
    named = [details[name] for name in ("what", "two") if details.get(name) in VIEWS]
    return str(named[0]) if named else ""
