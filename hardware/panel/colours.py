"""From the lights of a pattern to the colours of the panel's, which are paler than those of a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.app.patterns import AMBER_LIGHT, BAR_LIGHTS, Frame
from companion.rules.presentation.alerts import Tint

Rgb = tuple[int, int, int]

GREEN, AMBER, RED, WHITE = (0, 255, 0), (255, 90, 0), (255, 0, 0), (255, 190, 130)
BAR: tuple[Rgb, ...] = tuple(
    GREEN if place < AMBER_LIGHT else AMBER if place == AMBER_LIGHT else RED for place in range(BAR_LIGHTS)
)
"""The colours of the bar where an alert asks for none."""
TINTS: dict[Tint, Rgb] = {Tint.RED: RED, Tint.AMBER: AMBER, Tint.GREEN: GREEN}
PIECES: dict[str, Rgb] = {
    "red": RED,
    "blue": (0, 40, 255),
    "white": WHITE,
    "orange": (255, 70, 0),
    "green": GREEN,
    "brown": (110, 35, 5),
}
GAMMA = 2.2
"""Half as bright to the eye is a fifth of the light."""


def colours(frame: Frame, pieces: Sequence[str], brightness: float) -> bytes:
    """Red, green and blue of each light: the bar, then the seats in the colours of their ``pieces``."""
    return bytes(
        round(channel * level**GAMMA * brightness)
        for level, colour in _lit(frame, pieces)
        for channel in colour
    )


def _lit(frame: Frame, pieces: Sequence[str]) -> Iterator[tuple[float, Rgb]]:
    for place, level in enumerate(frame.bar):
        yield level, TINTS.get(frame.tint, BAR[place])
    for seat, level in enumerate(frame.seats):
        yield level, PIECES.get(pieces[seat], WHITE) if seat < len(pieces) else WHITE
