"""Cameras as the settings name them: what is connected, what it is called, and how it is opened."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.dice import CameraChoice
from companion.app.i18n import _
from companion.app.settings_file import absolute
from hardware.frames import FrameSource, open_frames

if TYPE_CHECKING:
    from companion.app.doctor import Surroundings

SYSFS = Path("/sys/class/video4linux")
LIVE = ("usb", "pi")
"""Kinds that go on for ever and are never quite still."""


def kind_of(camera: str) -> str:
    """The part of a camera's name that says how it is connected."""
    return camera.partition(":")[0]


def connected(around: Surroundings | None = None) -> tuple[CameraChoice, ...]:
    """The cameras that are there, one for each device."""
    from companion.app.doctor import Surroundings, cameras  # not at the start of the app

    around = around or Surroundings()
    found = [
        CameraChoice(f"usb:{re.sub('[^0-9]', '', device)}", name)
        for device, name in cameras(around).items()
        if around.line(f"/sys/class/video4linux/{Path(device).name}/index") in ("", "0")
        and not name.startswith(("unicam", "rp1-cfe"))
    ]
    if around.raspberry_pi and around.reads_pi_camera():
        found.append(CameraChoice("pi", _("Camera of the Raspberry Pi")))
    return tuple(found)


def name_of(camera: str) -> str:
    """What the camera calls itself: by this a calibration knows it again. Empty where it has no name."""
    if kind_of(camera) != "usb":
        return ""
    try:
        return (SYSFS / _device(camera).name / "name").read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def _device(camera: str) -> Path:
    rest = camera.partition(":")[2]
    return Path(f"/dev/video{rest}") if rest.isdecimal() else absolute(rest).resolve()


def open_camera(camera: str, size_px: tuple[int, int]) -> FrameSource:
    """Open a camera by its name in the settings. Raises FrameError."""
    if kind_of(camera) == "pi":
        from hardware.pi_camera import open_pi_camera

        return open_pi_camera(size_px)
    if kind_of(camera) == "usb":
        return open_frames(str(_device(camera)), size_px)
    return open_frames(str(absolute(camera.partition(":")[2])))
