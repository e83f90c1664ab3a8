"""Where pictures come from: a camera, a folder, a picture or a video, all behind ``FrameSource``.

Only this module opens cameras for reading dice. OpenCV is imported when a source is opened.
"""

from __future__ import annotations

import re
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from calibration.fixed import Fixed
from companion.engine.errors import LongshipError

if TYPE_CHECKING:
    from calibration.geometry import Picture

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".ppm", ".tif", ".tiff")
FOLDER_FPS = 12.5
"""How fast a folder of pictures goes by: as fast as a camera in weak light."""
STILL_FRAMES = 20
"""How long a single picture lies before the camera."""
LARGEST_PX = 2600
"""Pictures that are larger are read at a half, a quarter or an eighth of their size."""
MISSED_FRAMES = 5
V4L2_MANUAL, V4L2_AUTOMATIC = 1, 3
"""Modes of exposure as Video4Linux numbers them; "automatic" leaves the aperture alone, as USB cameras do."""
V4L2_STEP_US = 100
"""Video4Linux counts exposure in steps of so many microseconds."""
MOST_ROUNDED = 0.15
"""A picture is as dark as was asked for if the exposure's steps are no further off than this part."""


class FrameError(LongshipError, OSError):
    """A source that gives no pictures: ``key`` is one of ``no_source``, ``no_camera``, ``no_permission``,
    ``no_picture``, ``no_pictures``, ``unreadable`` (with its ``reason``) and ``camera_stopped``."""

    def __init__(self, key: str, source: object, reason: object = "") -> None:
        self.key = key
        self.source = source
        self.reason = reason
        super().__init__(f"{key}: {source}")


@dataclass(frozen=True)
class Frame:
    """One picture of a source, with its number from 0 and its time."""

    number: int
    seconds: float
    picture: Picture


class FrameSource(Protocol):
    """Gives pictures one after another. Raises ``FrameError`` where it cannot."""

    def frames(self) -> Iterator[Frame]:
        """The pictures, until there are no more or the source is closed."""

    def close(self) -> None:
        """Let go of the camera or the file."""


@runtime_checkable
class Fixable(Protocol):
    """A source whose camera can be kept from adjusting itself, as far as it lets."""

    def hold(self, fixed: Fixed | None = None) -> Fixed:
        """Stay at these values; without any, at those of now. Says what is held, and raises nothing."""

    def release(self) -> None:
        """Have the camera adjust itself again."""


@runtime_checkable
class Dimmable(Protocol):
    """A source whose camera lets in less light from one picture to the next, where its exposure is held."""

    def darken(self, stops: int) -> bool:
        """Halve the exposure that is held so many times; 0 is the whole of it. Whether the camera takes that;
        raises nothing."""


def picture_size(head: bytes) -> tuple[int, int] | None:
    """Width and height by the first bytes of a PNG or JPEG file, without decoding it."""
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        width, height = struct.unpack(">II", head[16:24])
        return int(width), int(height)
    if not head.startswith(b"\xff\xd8"):
        return None
    place = 2
    while place + 9 < len(head) and head[place] == 0xFF:
        kind, length = head[place + 1], int.from_bytes(head[place + 2 : place + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", head[place + 5 : place + 9])
            return int(width), int(height)
        place += 2 + length
    return None


def load_picture(file: Path) -> Picture:
    """A picture from a file, in three colours; very large ones come smaller, to take little memory."""
    return load_scaled(file)[0]


def load_scaled(file: Path) -> tuple[Picture, int]:
    """A picture as ``load_picture`` gives it, and how many of the file's pixels one of it is wide."""
    import cv2
    import numpy as np

    try:
        content = file.read_bytes()
    except OSError as error:
        raise FrameError("unreadable", file, error.strerror or error) from error
    size = picture_size(content[:200_000])
    flags, scale = cv2.IMREAD_COLOR, 1
    if size is not None:
        longer = max(size)
        for limit, reduced in (
            (4, cv2.IMREAD_REDUCED_COLOR_8),
            (2, cv2.IMREAD_REDUCED_COLOR_4),
            (1, cv2.IMREAD_REDUCED_COLOR_2),
        ):
            if longer > limit * LARGEST_PX:
                flags, scale = reduced, 2 * limit
                break
    try:
        made = cv2.imdecode(np.frombuffer(content, np.uint8), flags) if content else None
    except cv2.error:  # larger than OpenCV takes
        made = None
    if made is None:
        raise FrameError("no_picture", file)
    return np.asarray(made, np.uint8), scale


class FolderFrames:
    """The pictures of a folder by name, as if a camera had seen them."""

    def __init__(self, folder: Path) -> None:
        def natural(file: Path) -> list[tuple[int, str]]:
            return [
                (int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", file.name)
            ]

        try:
            found = [file for file in folder.iterdir() if file.suffix.lower() in PICTURES]
        except OSError as error:
            raise FrameError("unreadable", folder, error.strerror or error) from error
        self._files = sorted(found, key=natural)
        if not self._files:
            raise FrameError("no_pictures", folder)

    def frames(self) -> Iterator[Frame]:
        """Each picture once."""
        for number, file in enumerate(self._files):
            yield Frame(number, number / FOLDER_FPS, load_picture(file))

    def close(self) -> None:
        """Nothing is kept open."""


class StillFrames:
    """One picture, as if it lay before the camera for a while."""

    def __init__(self, file: Path) -> None:
        self._picture = load_picture(file)

    def frames(self) -> Iterator[Frame]:
        """The same picture a few times."""
        for number in range(STILL_FRAMES):
            yield Frame(number, number / FOLDER_FPS, self._picture)

    def close(self) -> None:
        """Nothing is kept open."""


class CapturedFrames:
    """A video file, or a camera by its number through Video4Linux."""

    def __init__(self, source: Path | int, size: tuple[int, int] | None = None) -> None:
        import cv2

        self._source = source
        self._live = isinstance(source, int)
        if isinstance(source, int):
            device = Path(f"/dev/video{source}")
            if not device.exists():
                raise FrameError("no_camera", device)
            try:
                with device.open("rb"):
                    pass
            except PermissionError as error:
                raise FrameError("no_permission", device) from error
            except OSError as error:
                raise FrameError("no_camera", device) from error
            self._capture = cv2.VideoCapture(source, cv2.CAP_V4L2)
            if size is not None:
                self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
                self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        else:
            self._capture = cv2.VideoCapture(str(source))
        if not self._capture.isOpened():
            raise (
                FrameError("no_camera", f"/dev/video{source}")
                if self._live
                else FrameError("no_picture", source)
            )
        self._exposure_us: int | None = None
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._fps = rate if 1 <= rate <= 240 else FOLDER_FPS

    def frames(self) -> Iterator[Frame]:
        """Every frame; a camera that gives none for a few times has stopped."""
        number = missed = 0
        began = time.monotonic()
        while self._capture.isOpened():
            good, picture = self._capture.read()
            if not good:
                missed += 1
                if not self._live:
                    return
                if missed >= MISSED_FRAMES:
                    raise FrameError("camera_stopped", f"/dev/video{self._source}")
                continue
            missed = 0
            seconds = time.monotonic() - began if self._live else number / self._fps
            yield Frame(number, seconds, picture)
            number += 1

    def hold(self, fixed: Fixed | None = None) -> Fixed:
        """Stay at these values, or as it is now."""
        import cv2

        def held(
            wanted: float | None, prop: int, automatic: int | None = None, off: float = 0
        ) -> float | None:
            """Set a property; a camera that cannot answers with a negative number, or refuses."""
            if fixed is not None and wanted is None:
                return None
            value = float(self._capture.get(prop)) if wanted is None else wanted
            # a camera that adjusts itself refuses values, so that comes first
            manual = automatic is None or self._capture.set(automatic, off)
            good = value >= 0 and (value > 0 or automatic is None) and manual
            return value if good and self._capture.set(prop, value) else None

        def whole(value: float | None) -> int | None:
            return None if value is None else round(value)

        if not self._live:
            return Fixed()
        wanted = fixed or Fixed()
        steps = None if wanted.exposure_us is None else wanted.exposure_us / V4L2_STEP_US
        exposure = held(steps, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_MANUAL)
        self._exposure_us = None if exposure is None else round(exposure * V4L2_STEP_US)
        return Fixed(
            exposure_us=self._exposure_us,
            gain=held(wanted.gain, cv2.CAP_PROP_GAIN),
            white_balance_k=whole(
                held(wanted.white_balance_k, cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB)
            ),
            focus_steps=whole(held(wanted.focus_steps, cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS)),
        )

    def darken(self, stops: int) -> bool:
        """Halve the exposure so many times, as far as its steps are fine enough."""
        import cv2

        if self._exposure_us is None:
            return False
        wanted = self._exposure_us / V4L2_STEP_US / 2**stops
        steps = max(1, round(wanted))
        if stops and abs(steps - wanted) > MOST_ROUNDED * wanted:
            return False
        return bool(self._capture.set(cv2.CAP_PROP_EXPOSURE, steps))

    def release(self) -> None:
        """Have the camera adjust itself again."""
        import cv2

        self._exposure_us = None
        if self._live:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_AUTOMATIC)
            self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def close(self) -> None:
        """Let go of it, as light as it was: it keeps its exposure."""
        self.darken(0)
        self._capture.release()


def open_frames(source: str, size: tuple[int, int] | None = None) -> FrameSource:
    """A camera by its number or ``/dev/videoN``, a folder, a picture or a video file."""
    camera = re.fullmatch(r"(?:/dev/video)?(\d+)", source)
    path = Path(source)
    if camera and not path.is_file() and not path.is_dir():
        return CapturedFrames(int(camera[1]), size)
    if path.is_dir():
        return FolderFrames(path)
    if not path.exists():
        raise FrameError("no_source", source)
    if path.suffix.lower() in PICTURES:
        return StillFrames(path)
    return CapturedFrames(path)
