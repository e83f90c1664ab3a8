"""Sizes in millimetres and text sizes for a panel, without Kivy.

Kivy's own ``dp`` follows the window's scale, not the panel: 48 dp are 9 mm on one panel and 6 mm on the next.
Everything here is reckoned from the panel's real size, which the settings may name.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.app.settings import TEXT_FACTORS, Screen, TextScale, panel_millimetres

REFERENCE_PX_PER_MM = 800 / 153
"""The panel that the text sizes are written for: 7 inches, 800 by 480 pixels, 133 dpi."""

LEAST_TARGET_MM = 9.0
"""Nothing that takes a touch is smaller than this in either direction."""
TARGET_MM = 12.0
"""What is touched while playing is at least this large."""
PRIMARY_MM = 15.0
"""The main action of a screen is at least this large."""
GAP_MM = 2.0
"""Drawn space between two neighbouring targets."""


class Text(enum.IntEnum):
    """Roles of text, with their size in pixels at 133 dpi and normal scale."""

    LEAST = 20
    """No text is ever drawn smaller than this."""
    SMALL = 22
    """A second line that only the operator reads."""
    OPERATOR = 26
    """What the person at the panel reads at 60 cm."""
    TABLE = 34
    """What is read from the chairs at 80 cm: names, knights, ship."""
    STRENGTH = 64
    """Numbers that the whole table looks for."""
    POINTS = 96
    """Victory points, where they fit."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Turns millimetres and text roles into pixels for one window.

    ``width`` and ``height`` are pixels of the window as people see it (turned), ``px_per_mm`` its density.
    """

    width: float
    height: float
    px_per_mm: float
    text_scale: TextScale = "normal"

    def mm(self, length: float) -> float:
        """Pixels, rounded to whole ones, of a length in millimetres."""
        return float(round(length * self.px_per_mm))

    def text(self, role: Text | float) -> float:
        """Pixels of a text role, with the scale that the table has chosen."""
        return float(round(float(role) * self.density * TEXT_FACTORS[self.text_scale]))

    @property
    def density(self) -> float:
        """How much denser this panel is than the one the text sizes are written for."""
        return self.px_per_mm / REFERENCE_PX_PER_MM

    @property
    def least_text(self) -> float:
        """The floor, in pixels, that fitting never goes below."""
        return float(round(Text.LEAST * self.density))

    @property
    def portrait(self) -> bool:
        """Whether the window is taller than wide."""
        return self.height > self.width


def metrics_for(screen: Screen, width: float, height: float) -> Metrics:
    """The metrics of a window of this many pixels as people see it, turned by ``screen.rotation``."""
    across, up = (height, width) if screen.rotation in (90, 270) else (width, height)
    width_mm, height_mm = panel_millimetres(screen, round(across), round(up))
    return Metrics(width, height, (across / width_mm + up / height_mm) / 2, screen.text_scale)
