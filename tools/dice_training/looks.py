"""What a rig is made of, as plain data: dice, a tray on a table, lamps, and the camera above it.

Colours are sRGB from 0 to 1, lengths centimetres, angles degrees; the middle of the tray's floor is the
origin.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tools.dice_training.boxes import Box
from tools.dice_training.drawings import Floats

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Finish:
    """How a surface shines: its roughness, a coat of varnish, how deep its relief is (0 to 1), and how much
    light goes through it."""

    rough: float
    coat: float = 0.0
    relief: float = 0.25
    clear: float = 0.0


@dataclass(frozen=True)
class Surface:
    """Colours and heights (0 to 1) of a square of ``tile`` centimetres, which is repeated."""

    colours: Floats
    heights: Floats
    finish: Finish
    tile: float = 20.0


@dataclass(frozen=True)
class DieLook:
    """A die: colours and heights of its six sides in the order of ``scenes.NORMALS``.

    ``bevel`` is the radius of its edges in parts of its size; ``ball`` cuts its corners with a sphere of
    that many sizes in diameter, as those of very round dice.
    """

    sides: tuple[tuple[Floats, Floats], ...]
    values: tuple[int | str, ...]
    size: float
    bevel: float
    finish: Finish
    ball: float = 1.8


@dataclass(frozen=True)
class Tray:
    """A rectangular tray; without walls it is a mat."""

    wide: float
    deep: float
    wall: float
    thick: float
    floor: Surface
    rim: Surface

    @property
    def corners(self) -> Floats:
        """Of its floor."""
        x, y = self.wide / 2, self.deep / 2
        return np.array([[-x, y, 0], [x, y, 0], [x, -y, 0], [-x, -y, 0]])

    @property
    def walls(self) -> tuple[Box, ...]:
        """Right, left, back and front."""
        if not self.wall:
            return ()
        x, y, high = (self.wide + self.thick) / 2, (self.deep + self.thick) / 2, self.wall + 0.4
        side = np.array([self.thick, self.deep + 2 * self.thick, high])
        end = np.array([self.wide, self.thick, high])
        places = ((x, 0.0, side), (-x, 0.0, side), (0.0, y, end), (0.0, -y, end))
        return tuple(Box(np.eye(3), np.array([at, to, high / 2 - 0.4]), size) for at, to, size in places)


@dataclass(frozen=True)
class Lamp:
    """A round lamp of some diameter: where it is seen from the tray, its light in kelvin and its strength,
    where 1 lights the tray well."""

    azimuth: float
    elevation: float
    away: float
    size: float
    kelvin: float
    strength: float


@dataclass(frozen=True)
class Sun:
    """Sunlight that falls through a gap onto part of the tray: a bright band with hard edges."""

    azimuth: float
    elevation: float
    kelvin: float
    strength: float
    wide: float
    off: float  # of the band's middle from the tray's
    bars: int = 0  # of the window, across the band


@dataclass(frozen=True)
class Thing:
    """Something that lies on the table: a shape that ``renderer.SHAPES`` knows, its size, place and turn."""

    shape: str
    size: tuple[float, float, float]
    at: tuple[float, float]
    turn: float
    surface: Surface


@dataclass(frozen=True)
class Hand:
    """A hand above the tray: where its fingers are, how high, and from where its arm comes."""

    at: tuple[float, float]
    height: float
    azimuth: float
    skin: Colour


@dataclass(frozen=True)
class Eye:
    """A camera that sees the whole tray: its tilt from straight above, from where, how wide it sees, how much
    of the picture the tray fills, and the two numbers of radial distortion."""

    tilt: float
    azimuth: float
    roll: float
    angle: float
    fill: float
    distortion: tuple[float, float]


@dataclass(frozen=True)
class Development:
    """What a camera makes of light. ``blotches`` is noise that a noise filter left correlated over
    ``blotch_px`` pixels; ``filtered`` how much of fine structure that filter smooths away."""

    kelvin: float  # of the light that it takes for white
    balance: float  # how much of that light's colour it takes out
    exposure: float
    grain: float
    blotches: float
    blotch_px: float
    filtered: float
    blur_px: float
    sharpening: float
    contrast: float
    saturation: float
    vignette: float
    quality: int


@dataclass(frozen=True)
class Rig:
    """A tray with its dice, light and camera. The sky is an upper and a lower colour."""

    name: str
    about: dict[str, str]
    dice: dict[str, DieLook]
    tray: Tray
    table: Surface
    lamps: tuple[Lamp, ...]
    sky: tuple[Colour, float]
    eye: Eye
    development: Development
    sun: Sun | None = None
    things: tuple[Thing, ...] = field(default=())
