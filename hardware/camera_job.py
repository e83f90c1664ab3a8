"""Work with a camera on a thread of its own: one job has it at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from companion.app.i18n import _
from hardware.cameras import LIVE, kind_of
from hardware.frames import Frame, FrameSource

PAUSES_S = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Between two tries to open a camera; the last one again and again."""
MOST_FPS = 13.0
LET_GO_WITHIN_S = 15.0

OpenCamera = Callable[[str, tuple[int, int]], FrameSource]


def pause_s(tries: int) -> float:
    """How long to wait after so many tries in vain."""
    return PAUSES_S[min(tries, len(PAUSES_S) - 1)]


def no_opencv(error: ImportError, command: str = "./longship setup camera") -> str:
    """Why no dice can be seen where what sees them is not installed."""
    text = _("The dice camera needs OpenCV, which is not installed ({reason}): run {command}")
    return text.format(reason=error, command=command)


class Job:
    """Work with the camera, on a thread of its own, after the job before has let go of it."""

    def __init__(self, before: Job | None, camera: str) -> None:
        self._before = before
        self._camera = camera
        self._live = kind_of(camera) in LIVE
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, name="longship-dice", daemon=True)

    def start(self) -> None:
        """Look on, in a thread of its own."""
        self.thread.start()

    def stop(self) -> None:
        """End soon."""
        self.stopped.set()

    def _run(self) -> None:
        if self._before is not None:
            self._before.thread.join(LET_GO_WITHIN_S)
            self._before = None
        if not self.stopped.is_set():
            self.work()

    def work(self) -> None:
        """What there is to do, until ``stopped``."""
        raise NotImplementedError

    def frames(self, source: FrameSource) -> Iterator[Frame]:
        """The frames to look at until ``stopped``: a camera may be faster than need be, a file waits for its
        time."""
        began = time.monotonic()
        looked_s = 0.0
        for frame in source.frames():
            if self.stopped.is_set():
                return
            if not self._live:
                self.stopped.wait(max(0.0, frame.seconds - (time.monotonic() - began)))
            elif frame.number and frame.seconds - looked_s < 1 / MOST_FPS:
                continue
            looked_s = frame.seconds
            yield frame
