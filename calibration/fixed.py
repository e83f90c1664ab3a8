"""Where a camera stands still; without OpenCV, since cameras are told before anything is seen."""

from __future__ import annotations

from msgspec import Struct


class Fixed(Struct, frozen=True, kw_only=True):
    """Where a camera's exposure, colours and focus stand still.

    None is what the camera cannot fix, or decides by itself.
    """

    exposure_us: int | None = None
    gain: float | None = None
    red_gain: float | None = None
    blue_gain: float | None = None
    white_balance_k: int | None = None
    focus_steps: int | None = None
    """In steps of the camera's own."""
    focus_dioptres: float | None = None
