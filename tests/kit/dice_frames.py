"""A camera that shows what a test wants: pictures one after another, then nothing until it is closed."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Any

from hardware.frames import Frame, FrameError
from tests.kit.dice_pictures import picture

FRAME_SECONDS = 0.08
FRAMES = 6
"""As many frames each picture stays: long enough to have come to rest."""


class Scripted:
    """Frames of pictures, or of those with these names, with the noise of a living camera. ``...`` at the
    end: it is unplugged."""

    def __init__(self, *names: Any, frames: int = FRAMES, noise: bool = True, turned: bool = False) -> None:
        self.names = names
        self.each = frames
        self.noise = noise
        self.turned = turned
        self.closed = threading.Event()
        self.ended = threading.Event()
        self.shown = threading.Event()
        """Everything has been seen."""

    def frames(self) -> Iterator[Frame]:
        number = 0
        for name in self.names:
            if name is ...:
                raise FrameError("camera_stopped", "usb:0")
            if isinstance(name, Exception):
                raise name
            seen = picture(name) if isinstance(name, str) else name.copy()
            if self.turned:
                seen = seen.transpose(1, 0, 2).copy()
            for count in range(self.each):
                if self.noise:
                    seen[0, 0] = count % 2
                yield Frame(number, number * FRAME_SECONDS, seen)
                number += 1
        self.shown.set()
        self.ended.wait(20)

    def close(self) -> None:
        self.closed.set()
        self.ended.set()


class Cameras:
    """Opens one scripted camera after another; an exception in their place is raised."""

    def __init__(self, *sources: Any) -> None:
        self.sources: Iterable[Any] = iter(sources)
        self.opened: list[tuple[str, tuple[int, int]]] = []
        self.given: list[Scripted] = []
        self.calls: list[str] = []

    def open(self, camera: str, size_px: tuple[int, int]) -> Scripted:
        assert all(source.closed.is_set() for source in self.given), "two have the camera at once"
        self.opened.append((camera, size_px))
        source = next(self.sources, None)  # type: ignore[call-overload]
        if source is None:
            raise FrameError("no_camera", camera)
        if isinstance(source, Exception):
            raise source
        self.given.append(source)
        return source
