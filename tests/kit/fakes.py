"""Lights, buzzer, buttons and dice camera that only remember what they were told."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.app.dice import CameraChoice, NullCalibrating, Reading, ReadingSink, Told
from companion.app.ports import Buttons, Cue, NoticeSink, Part, Press, PressKind, Scene
from companion.app.settings import Settings


class RecordingDevice:
    """The port without pins: remembers what it was told, in order. Safe to call from any thread."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.cues: list[Cue] = []
        self.calls: list[tuple[str, object]] = []
        self.muted = False
        self.closed = False
        self.shown_parts: tuple[Part, ...] = ()
        self.buttons: Buttons | None = None
        self._lock = threading.Lock()

    def scene(self, scene: Scene) -> None:
        """Remember a level."""
        with self._lock:
            self.scenes.append(scene)
            self.calls.append(("scene", scene))

    def cue(self, cue: Cue) -> None:
        """Remember an edge."""
        with self._lock:
            self.cues.append(cue)
            self.calls.append(("cue", cue))

    def cancel(self) -> None:
        """Remember that cues were taken back."""
        with self._lock:
            self.calls.append(("cancel", None))

    def mute(self, muted: bool) -> None:
        """Remember the switch."""
        with self._lock:
            self.muted = muted
            self.calls.append(("mute", muted))

    def configure(self, settings: Settings) -> None:
        """Remember the settings, and their mute."""
        with self._lock:
            self.muted = settings.alerts.muted
            self.calls.append(("configure", settings))

    def parts(self) -> tuple[Part, ...]:
        """The parts that the test gave it."""
        return self.shown_parts

    def try_part(self, key: str) -> None:
        """Remember what was tried."""
        with self._lock:
            self.calls.append(("try", key))

    def open(self, _settings: Settings, _notice: NoticeSink, buttons: Buttons) -> RecordingDevice:
        """Stand in for the function that opens a device."""
        self.buttons = buttons
        return self

    def press(self, kind: str, seat: int | None = None) -> None:
        """Somebody presses one of its buttons."""
        assert self.buttons is not None
        self.buttons.press(Press(PressKind(kind), seat))

    def close(self) -> None:
        """Remember the end."""
        with self._lock:
            self.closed = True
            self.calls.append(("close", None))


class PretendedDice:
    """A dice camera that reads what it is told to, from any thread."""

    def __init__(self) -> None:
        self.on_reading: ReadingSink = lambda reading: None
        self.notice: NoticeSink = lambda notice: None
        self.settings: list[Settings] = []
        self.closed = False

    def open(self, settings: Settings, notice: NoticeSink, on_reading: ReadingSink) -> PretendedDice:
        """Stand in for the function that opens a camera."""
        self.settings.append(settings)
        self.notice, self.on_reading, self.closed = notice, on_reading, False
        return self

    def read(self, reading: Reading) -> None:
        """Dice come to rest under the camera."""
        self.on_reading(reading)

    def configure(self, settings: Settings) -> None:
        """Remember the settings."""
        self.settings.append(settings)

    def cameras(self) -> tuple[CameraChoice, ...]:
        """One camera."""
        return (CameraChoice("usb:0", "Table Camera"),)

    def calibrate(
        self, camera: str, size_px: tuple[int, int], tell: Callable[[Told], None]
    ) -> NullCalibrating:
        """Nothing comes of it."""
        return NullCalibrating()

    def close(self) -> None:
        """Remember the end."""
        self.closed = True


class Pressed:
    """Where presses go: remembers them."""

    def __init__(self) -> None:
        self.presses: list[Press] = []

    def press(self, press: Press) -> None:
        """Remember it."""
        self.presses.append(press)


NO_BUTTONS = Pressed()
"""For devices whose buttons nobody presses."""
