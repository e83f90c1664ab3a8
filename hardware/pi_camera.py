"""The Raspberry Pi's camera, which OpenCV does not speak to: picamera2, or ``rpicam-vid`` as a child process.

picamera2 is a package of the system, and is imported only when it is used. Where it is missing, or does not
fit the installed numpy, the child process serves: it ties no versions together.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import subprocess
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.fixed import Fixed
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
SETTLE_MS = 2000
"""How long a camera takes to find its exposure, its colours and its focus."""
MANUAL_FOCUS, FOLLOWING_FOCUS = 0, 2
"""Modes of focus as libcamera numbers them."""


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
        self._exposure_us: int | None = None
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

    def hold(self, fixed: Fixed | None = None) -> Fixed:
        """Stay at these values, or as it is now."""
        self._exposure_us = None
        can = self._controls()
        now = fixed or self._now()
        wanted: dict[str, Any] = {}
        if now.exposure_us is not None and "ExposureTime" in can:
            wanted |= {"AeEnable": False, "ExposureTime": now.exposure_us}
            wanted |= {} if now.gain is None else {"AnalogueGain": now.gain}
        if now.red_gain is not None and now.blue_gain is not None and "ColourGains" in can:
            wanted |= {"AwbEnable": False, "ColourGains": (now.red_gain, now.blue_gain)}
        if now.focus_dioptres is not None and "LensPosition" in can:
            wanted |= {"AfMode": MANUAL_FOCUS, "LensPosition": now.focus_dioptres}
        if not self._set(wanted):
            return Fixed()
        self._exposure_us = wanted.get("ExposureTime")
        red, blue = wanted.get("ColourGains", (None, None))
        return Fixed(
            exposure_us=self._exposure_us,
            gain=wanted.get("AnalogueGain"),
            red_gain=red,
            blue_gain=blue,
            focus_dioptres=wanted.get("LensPosition"),
        )

    def darken(self, stops: int) -> bool:
        """Halve the exposure so many times."""
        if self._exposure_us is None:
            return False
        return self._set({"ExposureTime": max(1, self._exposure_us >> stops)})

    def release(self) -> None:
        """Have the camera adjust itself again."""
        self._exposure_us = None
        automatic = {"AeEnable": True, "AwbEnable": True, "AfMode": FOLLOWING_FOCUS}
        can = self._controls()
        self._set({name: value for name, value in automatic.items() if name in can})

    def _now(self) -> Fixed:
        """The values of the latest picture."""
        try:
            return fixed_by(self._camera.capture_metadata())
        except Exception:  # a camera that does not tell is used all the same
            return Fixed()

    def _controls(self) -> Collection[str]:
        """What this camera has: many have no lens to move, and some no colours."""
        try:
            return list(self._camera.camera_controls)
        except Exception:
            return []

    def _set(self, controls: dict[str, Any]) -> bool:
        try:
            self._camera.set_controls(controls)
        except Exception:  # whatever a camera refuses, its pictures are read
            return False
        return True

    def close(self) -> None:
        """Let go of the camera."""
        self._closed = True
        with contextlib.suppress(Exception):
            self._camera.close()


class RpicamFrames:
    """Frames of ``rpicam-vid``, which writes one JPEG after another."""

    def __init__(self, size_px: tuple[int, int]) -> None:
        width, height = size_px
        self._options = (
            f"--nopreview --codec mjpeg --framerate {FPS} --width {width} --height {height}".split()
        )
        self._child = self._start()

    def _start(self, *more: str) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                [PROGRAM, "--timeout", "0", *self._options, *more, "--output", "-"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise FrameError("no_camera", NAME) from error

    def hold(self, fixed: Fixed | None = None) -> Fixed:
        """Begin again with these values, or with those that the camera finds for itself."""
        self._stop()
        now = fixed or self._found()
        more: list[str] = []
        if now.exposure_us is not None:
            more += ["--shutter", str(now.exposure_us)]
            more += [] if now.gain is None else ["--gain", f"{now.gain:.3f}"]
        if now.red_gain is not None and now.blue_gain is not None:
            more += ["--awbgains", f"{now.red_gain:.3f},{now.blue_gain:.3f}"]
        if now.focus_dioptres is not None:
            more += ["--autofocus-mode", "manual", "--lens-position", f"{now.focus_dioptres:.3f}"]
        self._child = self._start(*more)
        return now

    def release(self) -> None:
        """It adjusts itself from the beginning, unless it was told not to."""

    def _found(self) -> Fixed:
        """What the camera settles at by itself: the child writes it beside its pictures."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "metadata.txt"
            told = ["--metadata", str(file), "--metadata-format", "txt", "--output", os.devnull]
            try:
                subprocess.run(
                    [PROGRAM, "--timeout", str(SETTLE_MS), *self._options, *told],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=SETTLE_MS / 1000 + SILENT_SECONDS,
                )
                lines = file.read_text("utf-8", "replace").splitlines()
            except (OSError, subprocess.SubprocessError):
                return Fixed()
        found: dict[str, Any] = {}
        for line in lines:  # the last picture counts
            name, _equals, value = line.partition("=")
            numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", value)]
            if numbers:
                found[name] = numbers if name == "ColourGains" else numbers[0]
        return fixed_by(found)

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
        waiting, child = b"", self._child
        while True:
            if child is not self._child:  # it has begun again
                waiting, child = b"", self._child
            assert child.stdout is not None
            pipe = child.stdout.fileno()
            readable, _write, _error = select.select([pipe], [], [], SILENT_SECONDS)
            chunk = os.read(pipe, CHUNK_BYTES) if readable else b""
            if not chunk:
                return
            found, waiting = split(waiting + chunk)
            yield from found[-1:]  # who is late looks at the latest

    def close(self) -> None:
        """End the child."""
        self._stop()

    def _stop(self) -> None:
        self._child.kill()
        if self._child.stdout is not None:
            self._child.stdout.close()
        self._child.wait()


def fixed_by(metadata: Mapping[str, Any]) -> Fixed:
    """What libcamera says of a picture."""
    exposure, gains = metadata.get("ExposureTime"), metadata.get("ColourGains")
    pair = list(gains) if gains is not None and len(gains) == 2 and min(gains) > 0 else None
    return Fixed(
        exposure_us=round(exposure) if exposure else None,
        gain=metadata.get("AnalogueGain"),
        red_gain=float(pair[0]) if pair else None,
        blue_gain=float(pair[1]) if pair else None,
        focus_dioptres=metadata.get("LensPosition"),
    )


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
