"""The Raspberry Pi's camera, which OpenCV does not speak to: picamera2, or ``rpicam-vid`` as a child process.

picamera2 is a package of the system, and is imported only when it is used. Where it is missing, or does not
fit the installed numpy, the child process serves: it ties no versions together.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hardware.frames import Frame, FrameError, FrameSource

if TYPE_CHECKING:
    from calibration.geometry import Picture

PROGRAM = "rpicam-vid"
FPS = 12
SILENT_SECONDS = 8.0
"""A camera that has sent nothing for so long has stopped. The first picture takes two seconds."""
CHUNK_BYTES = 1 << 16
LARGEST_PICTURE_BYTES = 20_000_000
NAME = "pi"


def open_pi_camera(size_px: tuple[int, int]) -> FrameSource:
    """Open it by whatever is installed. Raises FrameError."""
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError):  # numpy of another kind is a ValueError
        return RpicamFrames(size_px)
    return PicameraFrames(Picamera2, size_px)


class PicameraFrames:
    """Frames through picamera2."""

    def __init__(self, make: Any, size_px: tuple[int, int]) -> None:
        self._closed = False
        try:
            self._camera = make()
        except Exception as error:  # without a camera an IndexError, with a busy one a RuntimeError
            raise FrameError("no_camera", NAME) from error
        try:
            # what it calls RGB lies in the memory as OpenCV wants it: blue first
            main = {"size": size_px, "format": "RGB888"}
            controls = {"FrameRate": FPS}
            self._camera.configure(self._camera.create_video_configuration(main=main, controls=controls))
            self._camera.start()
        except Exception as error:
            self.close()
            raise FrameError("no_camera", NAME) from error

    def frames(self) -> Iterator[Frame]:
        """Every frame, until the source is closed."""
        began, number = time.monotonic(), 0
        while not self._closed:
            try:
                picture = self._camera.capture_array("main")
            except Exception as error:
                raise FrameError("camera_stopped", NAME) from error
            yield Frame(number, time.monotonic() - began, picture)
            number += 1

    def close(self) -> None:
        """Let go of the camera."""
        self._closed = True
        with contextlib.suppress(Exception):
            self._camera.close()


class RpicamFrames:
    """Frames of ``rpicam-vid``, which writes one JPEG after another."""

    def __init__(self, size_px: tuple[int, int]) -> None:
        width, height = size_px
        options = f"--timeout 0 --nopreview --codec mjpeg --framerate {FPS} --width {width} --height {height}"
        try:
            self._child = subprocess.Popen(
                [PROGRAM, *options.split(), "--output", "-"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise FrameError("no_camera", PROGRAM) from error

    def frames(self) -> Iterator[Frame]:
        """Every frame, until the child ends."""
        import cv2
        import numpy as np

        began, number = time.monotonic(), 0
        for jpeg in self._pictures():
            picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
            if picture is None:
                continue  # torn: the next one is whole
            seen: Picture = np.asarray(picture, np.uint8)
            yield Frame(number, time.monotonic() - began, seen)
            number += 1
        raise FrameError("camera_stopped" if number else "no_camera", NAME)

    def _pictures(self) -> Iterator[bytes]:
        assert self._child.stdout is not None
        pipe = self._child.stdout.fileno()
        waiting = b""
        while True:
            readable, _write, _error = select.select([pipe], [], [], SILENT_SECONDS)
            chunk = os.read(pipe, CHUNK_BYTES) if readable else b""
            if not chunk:
                return
            found, waiting = split(waiting + chunk)
            yield from found[-1:]  # who is late looks at the latest

    def close(self) -> None:
        """End the child."""
        self._child.kill()
        if self._child.stdout is not None:
            self._child.stdout.close()
        self._child.wait()


def split(stream: bytes) -> tuple[list[bytes], bytes]:
    """Whole JPEG pictures in a stream, and the beginning of the next one."""
    pictures: list[bytes] = []
    while True:
        start = stream.find(b"\xff\xd8")
        if start < 0:
            return pictures, stream[-1:]
        end = stream.find(b"\xff\xd9", start)
        if end < 0:
            return pictures, stream[start:] if len(stream) < LARGEST_PICTURE_BYTES else b""
        pictures.append(stream[start : end + 2])
        stream = stream[end + 2 :]
