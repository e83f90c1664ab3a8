"""What a rig is written down with, and the finishes and cameras that many of them share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tools.dice_training.drawings import Random
from tools.dice_training.looks import Colour, Development, Eye, Finish, Lamp, Sun, Surface
from tools.dice_training.written.sheet import Sheet

Make = Callable[[Random], Surface]
Drawn = Callable[[Sheet, Colour], None]

GLOSS, SATIN, DULL = Finish(0.18, 0.6, 0.6), Finish(0.38, 0.1, 0.6), Finish(0.62, 0.0, 0.5)
CLEAR = Finish(0.12, 0.3, 0.5, clear=0.45)
GOOD = Development(
    kelvin=4500, balance=0.85, exposure=0.8, grain=0.012, blotches=0.0, blotch_px=3.0, filtered=0.0,
    blur_px=0.6, sharpening=0.3, contrast=0.2, saturation=1.05, vignette=0.2, quality=84,
)  # fmt: skip
WEB = Development(
    kelvin=4500, balance=0.8, exposure=0.85, grain=0.014, blotches=0.022, blotch_px=4.5, filtered=0.6,
    blur_px=0.9, sharpening=1.1, contrast=0.3, saturation=1.1, vignette=0.25, quality=66,
)  # fmt: skip
DIM = Development(
    kelvin=2700, balance=0.6, exposure=0.7, grain=0.04, blotches=0.02, blotch_px=3.0, filtered=0.4,
    blur_px=0.8, sharpening=0.5, contrast=0.1, saturation=0.95, vignette=0.3, quality=74,
)  # fmt: skip


@dataclass(frozen=True)
class Pips:
    """How a die with pips looks."""

    body: Colour
    pip: Colour
    manner: str = "drilled"
    radius: float = 0.19
    reach: float = 0.5
    kind: str = "plain"


@dataclass(frozen=True)
class Drawings:
    """How an event die looks."""

    ship: Drawn
    gate: Drawn
    body: Colour = (0.90, 0.88, 0.82)
    ink: Colour = (0.06, 0.05, 0.05)
    yellow: Colour = (0.88, 0.62, 0.03)
    blue: Colour = (0.09, 0.27, 0.62)
    green: Colour = (0.10, 0.44, 0.19)
    kind: str = "plain"


@dataclass(frozen=True)
class Plan:
    """One rig, written down by hand."""

    name: str
    tray: tuple[str, Make, Make]  # in words, its floor, its rim
    size: tuple[float, float, float, float]  # wide, deep, wall, thick
    table: tuple[str, Make]
    white: Pips
    red: Pips
    event: Drawings
    die: float
    bevel: float
    ball: float
    finish: Finish
    eye: Eye
    lamps: tuple[Lamp, ...]
    sky: float
    camera: Development
    sun: Sun | None = None
    things: int = 5
    fourth: Pips = field(default_factory=lambda: Pips((0.12, 0.24, 0.55), (0.92, 0.92, 0.90)))


def eye(tilt: float, azimuth: float, angle: float, fill: float, bend: float, roll: float = 0.0) -> Eye:
    """A camera whose lens bends straight lines by ``bend``."""
    return Eye(tilt, azimuth, roll, angle, fill, (bend, 0.02))
