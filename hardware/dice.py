"""The dice camera: reads on a thread of its own, and lends the camera to a calibration.

One job has the camera at a time; the next one waits until the one before has let go of it. OpenCV is imported
by that thread, and only when a camera is set or a calibration begins. What fails becomes one notice; a camera
that fails is tried again, ever more seldom, without another word until it has worked for a while.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.app.dice import CameraChoice, Reading, ReadingSink, Told
from companion.app.i18n import _
from companion.app.ports import Notice, NoticeSink
from companion.app.settings import Settings, calibration_file
from hardware.camera_job import Job, OpenCamera, no_opencv, pause_s
from hardware.cameras import connected, kind_of, name_of, open_camera
from hardware.frames import FrameSource

if TYPE_CHECKING:
    from calibration.reading import Reader
    from hardware.calibrating import CalibratingJob
    from hardware.eye import Eye

WELL_SECONDS = 5.0
"""A camera that has worked for so long works again, and is tried again soon when it fails."""
QUIET_SECONDS = 60.0
"""What was said of a camera is said again only after it has worked for so long, and twice as long each time:
a loose plug would have the table told of it the whole evening."""
CLOSE_WITHIN_S = 2.0


def open_dice(
    settings: Settings, notice: NoticeSink, on_reading: ReadingSink, *, open_source: OpenCamera = open_camera
) -> ThreadedDice:
    """The dice camera as the settings describe it. Returns at once and never raises.

    ``notice`` and ``on_reading`` are called from the camera's thread until ``close``.
    """
    return ThreadedDice(settings, notice, on_reading, open_source)


class ReadingJob(Job):
    """Reads dice, hour after hour."""

    def __init__(
        self,
        before: Job | None,
        settings: Settings,
        notice: NoticeSink,
        on_reading: ReadingSink,
        open_source: OpenCamera,
    ) -> None:
        super().__init__(before, settings.dice.camera)
        self._file = calibration_file(settings)
        self._keep_pictures = settings.dice.keep_pictures
        self._notice = notice
        self._on_reading = on_reading
        self._open_source = open_source
        self._said: set[str] = set()
        self._quiet_s = QUIET_SECONDS
        self._tries = 0
        self._reader: Reader | None = None

    def work(self) -> None:
        """Open the camera and read, again and again."""
        while not self.stopped.is_set():
            try:
                eye = self._make_eye()
                if eye is None:
                    return
                with contextlib.closing(self._open_source(self._camera, eye.size_px)) as source:
                    eye.settle(source)
                    self._watch(eye, source)
            except Exception as error:  # whatever a camera or a picture comes up with, the table goes on
                if self._failed(error):
                    return
            else:
                return  # the folder or the file has come to its end
            self.stopped.wait(pause_s(self._tries))
            self._tries += 1

    def _make_eye(self) -> Eye | None:
        """The reader by what was learned; None with a notice where there is nothing to read by."""
        try:
            from calibration.model import CalibrationError, load
            from calibration.reading import Reader
            from hardware.dice_texts import error_text
            from hardware.eye import Eye, belongs
        except ImportError as error:
            self._say(no_opencv(error), _("Dice are entered by hand."))
            return None
        try:
            calibration = load(self._file)
            name = name_of(self._camera)
            belongs(calibration, kind_of(self._camera), name)
            if self._reader is None or self._reader.calibration != calibration:
                self._reader = Reader(calibration)  # costly, and a loose plug tries it every few seconds
            return Eye(self._reader, name or self._camera, live=self._live, keep_pictures=self._keep_pictures)
        except CalibrationError as error:
            self._say(error_text(error), _calibrate())
            return None

    def _watch(self, eye: Eye, source: FrameSource) -> None:
        try:
            self._see(eye, source)
        finally:
            self._tell(eye.unsaid)

    def _tell(self, reading: Reading | None) -> None:
        if reading is not None and not self.stopped.is_set():
            self._on_reading(reading)

    def _see(self, eye: Eye, source: FrameSource) -> None:
        for frame in self.frames(source):
            self._tell(eye.see(frame))
            if eye.trouble:
                self._say(eye.trouble, _calibrate())
            if frame.seconds > WELL_SECONDS:
                self._tries = 0
            if self._said and frame.seconds > self._quiet_s:
                self._said.clear()
                self._quiet_s *= 2

    def _failed(self, error: Exception) -> bool:
        """Say what is wrong. Whether trying again is in vain."""
        from calibration.model import CalibrationError
        from hardware.dice_texts import failure_text

        again = _("Dice are entered by hand; the camera is tried again by itself.")
        self._say(failure_text(error), _calibrate() if isinstance(error, CalibrationError) else again)
        return not self._live

    def _say(self, text: str, remedy: str) -> None:
        if text not in self._said and not self.stopped.is_set():
            self._said.add(text)
            with contextlib.suppress(Exception):
                self._notice(Notice(text, remedy))


def _calibrate() -> str:
    return _("Dice are entered by hand until it is calibrated: Settings, Camera.")


class ThreadedDice:
    """The port: gives the camera to one job at a time."""

    def __init__(
        self, settings: Settings, notice: NoticeSink, on_reading: ReadingSink, open_source: OpenCamera
    ) -> None:
        self._settings = settings
        self._notice = notice
        self._on_reading = on_reading
        self._open_source = open_source
        self._job: Job | None = None
        self._closed = False
        self._read()

    def _read(self) -> None:
        """The table has the camera, if there is one."""
        if self._settings.dice.camera and not self._closed:
            self._hand_over(
                ReadingJob(self._job, self._settings, self._notice, self._on_reading, self._open_source)
            )
        elif self._job is not None:
            self._job.stop()

    def _hand_over(self, job: Job) -> None:
        """The job has the camera as soon as the one before lets go of it."""
        if self._job is not None:
            self._job.stop()
        self._job = job
        job.start()

    def configure(self, settings: Settings) -> None:
        """Take over another camera, or none."""
        self._settings = settings
        self._read()

    def cameras(self) -> tuple[CameraChoice, ...]:
        """The cameras that are connected, and the one that is set."""
        found = connected()
        own = self._settings.dice.camera
        if own and own not in [choice.camera for choice in found]:
            found += (CameraChoice(own, own),)
        return found

    def calibrate(
        self, camera: str, size_px: tuple[int, int], tell: Callable[[Told], None]
    ) -> CalibratingJob:
        """Have the camera for a calibration."""
        from hardware.calibrating import CalibratingJob  # not at the start of the app

        file = calibration_file(self._settings)
        job = CalibratingJob(self._job, camera, size_px, file, tell, self._open_source, self._calibrated)
        self._hand_over(job)
        return job

    def _calibrated(self, job: Job) -> None:
        """A calibration has let go of the camera."""
        if self._job is job:
            self._read()

    def close(self) -> None:
        """Let go of the camera; waits for that at most two seconds."""
        self._closed = True
        if self._job is not None:
            self._job.stop()
            if self._job.thread is not threading.current_thread():
                self._job.thread.join(CLOSE_WITHIN_S)
