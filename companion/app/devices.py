"""All devices at once: found by entry point, told the same, and none of them can hold up the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points

from companion.app.buttons import GuardedButtons
from companion.app.i18n import _
from companion.app.ports import Buttons, Cue, Device, Notice, NoticeSink, OpenDevice, Part, Scene
from companion.app.settings import Settings

GROUP = "longship.devices"

log = logging.getLogger(__name__)


def open_devices(settings: Settings, notice: NoticeSink, buttons: Buttons) -> Device:
    """Whatever is installed, as one device. Never raises: what cannot be opened is one notice, and the rest
    goes on without it."""
    opened: list[tuple[str, Device]] = []
    for found in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            open_device: OpenDevice = found.load()
            guarded = GuardedButtons(found.name, buttons, notice)
            opened.append((found.name, open_device(settings, notice, guarded)))
        except Exception as error:  # a broken device package must not stop the game
            log.warning("device %s cannot be opened", found.name, exc_info=True)
            notice(
                Notice(
                    _("The device “{name}” is not installed properly: {reason}.").format(
                        name=found.name, reason=error
                    ),
                    _("The alerts show on the screen. To fix it, run: {command}").format(
                        command="./longship setup"
                    ),
                )
            )
    return Devices(opened)


class Devices:
    """Tells each device what it is told. One that fails against its word costs itself alone."""

    def __init__(self, devices: Sequence[tuple[str, Device]]) -> None:
        self._devices = tuple(devices)
        self._failed: set[str] = set()

    def scene(self, scene: Scene) -> None:
        """Show the level that belongs to a state."""
        self._tell(lambda device: device.scene(scene))

    def cue(self, cue: Cue) -> None:
        """Play one edge."""
        self._tell(lambda device: device.cue(cue))

    def cancel(self) -> None:
        """Forget what plays and what waits."""
        self._tell(lambda device: device.cancel())

    def mute(self, muted: bool) -> None:
        """Silence all buzzers, or let them sound again."""
        self._tell(lambda device: device.mute(muted))

    def configure(self, settings: Settings) -> None:
        """Take over other settings."""
        self._tell(lambda device: device.configure(settings))

    def close(self) -> None:
        """Close them all."""
        self._tell(lambda device: device.close())

    def parts(self) -> tuple[Part, ...]:
        """The parts of all of them."""
        found: list[Part] = []
        self._tell(lambda device: found.extend(device.parts()))
        return tuple(found)

    def try_part(self, key: str) -> None:
        """Try one part; what else is tried ends."""
        self._tell(lambda device: device.try_part(key))

    def _tell(self, call: Callable[[Device], object]) -> None:
        for name, device in self._devices:
            try:
                call(device)
            except Exception:
                if name not in self._failed:
                    self._failed.add(name)
                    log.exception("device %s failed", name)
