"""What was learned of one tray, its camera and its dice, and the file that keeps it."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import tomlkit
from msgspec import Struct

from calibration.fixed import Fixed
from calibration.geometry import Corners, Floor, Picture, fault
from companion.app import kept_file
from companion.engine.errors import LongshipError

VERSION = 1
EVENT_FACES = ("ship", "yellow", "blue", "green")
GATES = EVENT_FACES[1:]
DICE = ("white", "red", "event")
REFERENCE_PX = 32
"""How wide and high the pictures of the event faces are."""

Lab = tuple[float, float, float]
BEYOND_LAB = 255.0
"""No number of a colour is so large, and no two colours are so far apart."""


class CalibrationError(LongshipError, ValueError):
    """A calibration cannot be made or used, or a picture not be looked at. ``key`` is one of ``ERRORS``; the
    sentences for people are in ``hardware.dice_texts``, filled with ``details``."""

    def __init__(self, key: str, **details: object) -> None:
        if set(details) != set(ERRORS[key]):
            raise TypeError(f"{key} has the details {ERRORS[key]}")
        self.key = key
        self.details = details
        super().__init__(f"{key} {details}")


ERRORS: dict[str, tuple[str, ...]] = {
    "no_file": ("file",),
    "unreadable": ("file", "reason"),
    "damaged": ("file",),
    "newer": ("file", "found"),
    "unwritable": ("file", "reason"),
    "other_camera": ("wanted", "found"),
    "other_device": ("wanted", "found"),
    "no_picture": ("file",),
    "small_picture": ("file", "found"),
    "no_colours": ("file",),
    "sizes": ("wanted", "found"),
    "dark": ("what",),
    "bright": ("what",),
    "blurred": ("what",),
    "no_tray": (),
    "no_dice": (),
    "corners": ("reason",),
    "corners_unlike": (),
    "dice_not_found": ("what", "found"),
    "dice_unlike": ("what",),
    "dice_small": ("found", "wanted"),
    "faces_alike": ("one", "two"),
    "faces_mistaken": ("one", "two"),
    "glare": ("what",),
    "colours_alike": (),
}
"""What can be wrong, with the names of its details."""
FOR_CORNERS = ("no_tray", "no_dice", "corners_unlike")
"""What may be right once the corners of the tray are given."""


class CameraIdentity(Fixed, frozen=True, kw_only=True):
    """Which camera the pictures came from, and how it was fixed."""

    kind: str = "pictures"
    name: str = ""
    width_px: int
    height_px: int


class Quality(Struct, frozen=True, kw_only=True):
    """How good the views were."""

    edge_px: float
    sharpness: float
    pip_contrast_lab: float
    event_distance: float
    square_error_percent: float
    tray_found: bool


class Calibration(Struct, frozen=True, kw_only=True):
    """One tray under one camera. Lengths on the floor are in edges of the pip dice's top faces."""

    version: int = VERSION
    camera: CameraIdentity
    corners_px: Corners
    tray_width_edges: float
    tray_depth_edges: float
    event_edge_edges: float
    white_lab: Lab
    red_lab: Lab
    brightness: float
    usual_flat_odds: float = 5.0
    """How flat its dice seem to lie, which all did: the middle of the logarithms of the odds. Files of other
    networks do not say it."""
    slant: float = 0.0
    """How obliquely the camera looks beside what the corners tell (1: as they tell), so chosen that the dice
    of the calibration look flattest. 0 stands in files of older networks, whose odds are not compared."""
    quality: Quality
    empty_png: bytes
    """The empty tray, rectified (``reading.empty_grid``)."""
    view_png: bytes
    """The whole view in grey, to see whether the camera or the tray has moved."""
    faces_png: dict[str, bytes]
    """The four event faces, each as it lay."""

    def floor(self) -> Floor:
        """The tray's floor in a picture of the calibrated size."""
        return Floor.of(self.corners_px, self.tray_width_edges, self.tray_depth_edges)


def pack(picture: Picture) -> bytes:
    """A picture as PNG."""
    return bytes(cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1])


def unpack(packed: bytes) -> Picture:
    """A picture that was packed, or a damaged file's error."""
    made = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_UNCHANGED) if packed else None
    if made is None:
        raise ValueError("not a picture")
    return np.asarray(made, np.uint8)


def save(calibration: Calibration, file: Path) -> None:
    """Write it, all or nothing."""
    plain: dict[str, Any] = msgspec.to_builtins(calibration, builtin_types=(bytes,))

    def text(value: Any) -> Any:
        if isinstance(value, bytes):
            return base64.b64encode(value).decode("ascii")
        if isinstance(value, dict):
            return {name: text(part) for name, part in value.items() if part is not None}
        return value

    document = tomlkit.dumps(text(plain))
    try:
        kept_file.write(file, document.encode())
    except OSError as error:
        raise CalibrationError("unwritable", file=file, reason=error.strerror or error) from error


def load(file: Path) -> Calibration:
    """Read it; whatever is wrong with the file is one sentence."""
    import tomllib

    try:
        found = kept_file.read(file)
    except OSError as error:
        raise CalibrationError("unreadable", file=file, reason=error.strerror or error) from error
    if found is None:
        raise CalibrationError("no_file", file=file)
    try:
        plain = tomllib.loads(found[0].decode())
    except (ValueError, RecursionError) as error:  # no text, no TOML, a number or a nesting without an end
        raise CalibrationError("damaged", file=file) from error
    version = plain.get("version")
    if isinstance(version, int) and version > VERSION:
        raise CalibrationError("newer", file=file, found=version)
    try:
        calibration = msgspec.convert(plain, Calibration)
        _check(calibration)
    except (msgspec.ValidationError, ValueError, cv2.error) as error:
        raise CalibrationError("damaged", file=file) from error
    return calibration


def _check(calibration: Calibration) -> None:
    camera = calibration.camera
    numbers = [calibration.tray_width_edges, calibration.tray_depth_edges, calibration.event_edge_edges]
    if calibration.version < 1 or not (16 <= camera.width_px <= 20000 and 16 <= camera.height_px <= 20000):
        raise ValueError("no such camera")
    if fault(calibration.corners_px, camera.width_px, camera.height_px) is not None:
        raise ValueError("no such corners")
    if not all(np.isfinite(numbers)) or not all(0.5 < number < 60 for number in numbers):
        raise ValueError("no such tray")
    if calibration.slant and not 0.4 < calibration.slant < 2:
        raise ValueError("no such camera")
    if set(calibration.faces_png) != set(EVENT_FACES):
        raise ValueError("not the four faces")
    labs = np.array([calibration.white_lab, calibration.red_lab])
    if not (np.isfinite(calibration.usual_flat_odds) and (np.abs(labs) < BEYOND_LAB).all()):
        raise ValueError("no such colours")
    if not 0 <= calibration.quality.event_distance < BEYOND_LAB:
        raise ValueError("no such distance")
    if unpack(calibration.view_png).ndim != 2:
        raise ValueError("a view in colours")
    faces = [unpack(packed).shape for packed in calibration.faces_png.values()]
    for shape in (unpack(calibration.empty_png).shape, *faces):
        if len(shape) != 3 or shape[2] != 3:
            raise ValueError("a picture without colours")
    if any(shape[:2] != (REFERENCE_PX, REFERENCE_PX) for shape in faces):
        raise ValueError("no such faces")
