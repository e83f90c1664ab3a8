"""A calibration of the dice camera from the screen: shows what it sees, takes pictures, learns from them."""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from calibration.fixed import Fixed
from companion.app.dice import VIEWS, Corners, RefusedViews, Report, Saved, Taken, Told
from companion.app.i18n import _
from hardware.camera_job import Job, OpenCamera, no_opencv, pause_s
from hardware.cameras import kind_of, name_of
from hardware.frames import Fixable, FrameSource

if TYPE_CHECKING:
    from calibration.geometry import Picture
    from calibration.model import Calibration, CalibrationError, CameraIdentity, Quality

VIEW_SECONDS = 0.2
"""How often the screen gets a picture."""
LOOK_SECONDS = 0.1
REPORT_PX = 960
SETTLE_FRAMES = 4
"""After this many frames a camera shows what it was told."""
MOST_JUMP = 0.3
"""A picture must not become brighter or darker by more than this part when the camera is fixed."""


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
        self._held = Fixed()
        self._waiting: tuple[int, Callable[[], None]] | None = None
        """What is done after so many frames."""
        self._pictures: dict[str, Picture] = {}
        self._found: Corners = ()
        """The tray's corners as they were found in its empty picture."""
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

        if self._live and isinstance(source, Fixable):
            if self._held != Fixed():
                source.hold(self._held)
            elif VIEWS[0] not in self._pictures:
                source.release()  # a camera remembers what it was fixed to
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
        if self._waiting is not None:
            frames, deed = self._waiting
            self._waiting = (frames - 1, deed) if frames else None
            if not frames:
                deed()
        while self._waiting is None and not self._wishes.empty():
            self._wishes.get()()

    def _take(self, what: str) -> None:
        """Before the first picture the camera is fixed, so that all five are seen alike."""
        source = self._source
        if what == VIEWS[0] and self._live and isinstance(source, Fixable) and self._latest is not None:
            before = float(self._latest.mean())
            self._held = source.hold()
            self._waiting = SETTLE_FRAMES, partial(self._fixed, source, before)
        else:
            self._keep(what)

    def _fixed(self, source: Fixable, before: float) -> None:
        """Some cameras tell an exposure that is not theirs: those had better adjust themselves."""
        seen = float(self._latest.mean()) if self._latest is not None else before
        if abs(seen - before) > MOST_JUMP * before:
            source.release()
            self._held = Fixed()
            self._waiting = 2 * SETTLE_FRAMES, partial(self._keep, VIEWS[0])
        else:
            self._keep(VIEWS[0])

    def _keep(self, what: str) -> None:
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
        found = tray.find_empty(picture) if what == VIEWS[0] else None
        corners = tuple((float(x), float(y)) for x, y in found) if found is not None else ()
        if what == VIEWS[0]:
            self._found = corners
        self._tell(Taken(what, view_of(picture), corners))

    def _make(self, corners: Corners) -> None:
        from calibration.calibrate import report
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
            **msgspec.structs.asdict(self._held),
        )
        try:
            self._made = self._learned(empty, faces, corners, identity)
        except CalibrationError as error:
            self._made = None
            self._tell(RefusedViews(error_text(error), *retaken(error)))
            return
        seen = report(self._made, empty, faces)
        lines = quality_lines(self._made.quality)
        if self._live:
            lines += (fixed_line(self._held),)
        self._tell(Report(lines, view_of(seen, REPORT_PX)))

    def _learned(
        self, empty: Picture, faces: dict[str, Picture], corners: Corners, identity: CameraIdentity
    ) -> Calibration:
        """Raises CalibrationError. Corners that nobody has moved are found again, better, now that dice are
        seen too; where dice show none, those count that were accepted."""
        from calibration.calibrate import calibrate
        from calibration.model import CalibrationError

        if set(corners) == set(self._found):
            try:
                return calibrate(empty, faces, None, identity)
            except CalibrationError as error:
                if error.key not in ("no_tray", "no_dice") or not corners:
                    raise
        return calibrate(empty, faces, corners or None, identity)

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


def fixed_line(fixed: Fixed) -> str:
    """What of the camera stands still from now on."""
    parts = [
        (fixed.exposure_us, _("exposure")),
        (fixed.white_balance_k or fixed.red_gain, _("white balance")),
        (fixed.focus_steps or fixed.focus_dioptres, _("focus")),
    ]
    names = [name for value, name in parts if value is not None]
    if not names:
        return _("The camera adjusts itself: exposure and focus cannot be fixed.")
    return _("Fixed on the camera: {parts}").format(parts=", ".join(names))


def retaken(error: CalibrationError) -> tuple[str, ...]:
    """Which picture is to be taken again, or the corners; and which after it."""
    from calibration.model import FOR_CORNERS

    if error.key in ("corners", *FOR_CORNERS):
        return ("corners",)
    names = ("one", "two") if error.key == "faces_mistaken" else ("what", "two")
    return tuple(str(error.details[name]) for name in names if error.details.get(name) in VIEWS)
