"""Colours, dark and bright, and how a player is told apart: colour, shape and initial, never colour alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

Colour = tuple[float, float, float, float]


@cache
def rgb(code: str, alpha: float = 1.0) -> Colour:
    """A colour from its six hexadecimal digits.

    >>> rgb("#FF8000", 0.5)
    (1.0, 0.5019607843137255, 0.0, 0.5)
    """
    digits = code.lstrip("#")
    red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue, alpha


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """``one`` with a share (0 to 1) of ``other`` stirred in."""
    (red, green, blue, alpha), (to_red, to_green, to_blue, to_alpha) = one, other
    return (
        red + (to_red - red) * share,
        green + (to_green - green) * share,
        blue + (to_blue - blue) * share,
        alpha + (to_alpha - alpha) * share,
    )


def luminance(colour: Colour) -> float:
    """Relative luminance after WCAG 2, 0 to 1."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio after WCAG 2, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


BLACK = rgb("#000000")
WHITE = rgb("#FFFFFF")

TEXT_CONTRAST = 4.5
"""The least contrast of text with what it is written on."""
SIGN_CONTRAST = 3.0
"""The least contrast of drawings and of parts of them that say something."""


def _share(reached: Callable[[float], bool]) -> float:
    """The largest share (0 to 1) up to which something holds that holds at 0."""
    low, high = 0.0, 1.0
    for _step in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if reached(middle) else (low, middle)
    return low


@lru_cache(maxsize=256)
def dimmed(ink: Colour, ground: Colour, least: float = TEXT_CONTRAST) -> Colour:
    """The ink as quiet as it may be on that ground: for what is empty, none, or not to be touched now."""
    return mix(ink, ground, _share(lambda share: contrast(mix(ink, ground, share), ground) >= least))


@lru_cache(maxsize=256)
def legible(ink: Colour, ground: Colour, least: float = TEXT_CONTRAST) -> Colour:
    """The ink, lightened or darkened no further than it must be to be read on that ground."""
    far = max(BLACK, WHITE, key=lambda end: contrast(end, ground))
    kept = _share(lambda share: contrast(mix(far, ink, share), ground) >= least)
    return ink if contrast(ink, ground) >= least else mix(far, ink, kept)


@dataclass(frozen=True, slots=True)
class Livery:
    """How one player's pieces look: fill, the label upon it, and a shape of their own."""

    key: str
    fill: Colour
    label: Colour
    shape: str


def _livery(key: str, fill: str, label: Colour, shape: str) -> Livery:
    return Livery(key, rgb(fill), label, shape)


LIVERIES_4: dict[str, Livery] = {
    livery.key: livery
    for livery in (
        _livery("red", "#B83438", WHITE, "square"),
        _livery("blue", "#2979D9", BLACK, "circle"),
        _livery("white", "#FAFAF9", BLACK, "triangle"),
        _livery("orange", "#FDAC1B", BLACK, "diamond"),
    )
}
"""Wooden colours that stay apart for every kind of colour sight, while four are enough."""

LIVERIES_6: dict[str, Livery] = {
    livery.key: livery
    for livery in (
        _livery("red", "#E00C0E", WHITE, "square"),
        _livery("blue", "#456FDF", WHITE, "circle"),
        _livery("white", "#F8F7F4", BLACK, "triangle"),
        _livery("orange", "#F49A2B", BLACK, "diamond"),
        _livery("green", "#50C296", BLACK, "cross"),
        _livery("brown", "#8C6C5A", WHITE, "star"),
    )
}
"""Six cannot be kept as far apart: shape and initial carry the rest."""


def liveries(colours: tuple[str, ...]) -> dict[str, Livery]:
    """The liveries for the colours at one table: the set of four while it covers them."""
    return LIVERIES_4 if set(colours) <= set(LIVERIES_4) else LIVERIES_6


class Tints(dict[str, Colour]):
    """Colours of tracks by their names; ``other`` is that of a track without one of its own."""

    def __init__(self, other: Colour, **own: Colour) -> None:
        super().__init__(own)
        self.other = other

    def __missing__(self, _track: str) -> Colour:
        return self.other


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour that a screen uses, by what it is for."""

    name: str
    ground: Colour
    surface: Colour
    raised: Colour
    pressed: Colour
    line: Colour
    text: Colour
    quiet: Colour
    accent: Colour
    on_accent: Colour
    accent_pressed: Colour
    danger: Colour
    on_danger: Colour
    good: Colour
    on_good: Colour
    warn: Colour
    sea: Colour
    sea_light: Colour
    veil: Colour
    track: Tints
    track_deep: Tints
    on_track: Tints
    piece_line: Colour

    def chip_line(self, livery: Livery, *grounds: Colour) -> Colour | None:
        """An outline for a piece that would fade into one of these grounds; without any given, into one of
        those that columns, cards and buttons have."""
        grounds = grounds or (self.ground, self.surface, self.raised)
        if all(contrast(livery.fill, ground) >= SIGN_CONTRAST for ground in grounds):
            return None
        return max(
            (self.piece_line, self.ground), key=lambda line: min(contrast(line, ground) for ground in grounds)
        )


DARK = Theme(
    name="dark",
    ground=rgb("#14181F"),
    surface=rgb("#1D232C"),
    raised=rgb("#2A323E"),
    pressed=rgb("#3C4757"),
    line=rgb("#36404D"),
    text=rgb("#F4F1EA"),
    quiet=rgb("#AEB7C3"),
    accent=rgb("#F0B64A"),
    on_accent=rgb("#1B1508"),
    accent_pressed=rgb("#FFD382"),
    danger=rgb("#F27560"),
    on_danger=rgb("#170603"),
    good=rgb("#5DBE8E"),
    on_good=rgb("#04150C"),
    warn=rgb("#F0B64A"),
    sea=rgb("#173A4E"),
    sea_light=rgb("#2E6480"),
    veil=rgb("#0A0D12", 0.72),
    track=Tints(rgb("#C9A7E8"), trade=rgb("#F2C641"), politics=rgb("#6FA3F5"), science=rgb("#6CC879")),
    track_deep=Tints(rgb("#45305A"), trade=rgb("#4A3E18"), politics=rgb("#22375C"), science=rgb("#21452A")),
    on_track=Tints(rgb("#140A1E"), trade=rgb("#1B1508"), politics=rgb("#0A1220"), science=rgb("#06160A")),
    piece_line=rgb("#F4F1EA"),
)

BRIGHT = Theme(
    name="bright",
    ground=rgb("#D9D1C0"),
    surface=rgb("#FBF8F1"),
    raised=rgb("#EDE6D8"),
    pressed=rgb("#D6CBB5"),
    line=rgb("#CBC1AD"),
    text=rgb("#1B2028"),
    quiet=rgb("#4A525E"),
    accent=rgb("#8A4700"),
    on_accent=rgb("#FFFFFF"),
    accent_pressed=rgb("#653500"),
    danger=rgb("#7A0016"),
    on_danger=rgb("#FFFFFF"),
    good=rgb("#14603A"),
    on_good=rgb("#FFFFFF"),
    warn=rgb("#8A4700"),
    sea=rgb("#BFD9E4"),
    sea_light=rgb("#7FB0C7"),
    veil=rgb("#2A2418", 0.55),
    track=Tints(rgb("#7A4BA8"), trade=rgb("#A87800"), politics=rgb("#2B62BE"), science=rgb("#237A37")),
    track_deep=Tints(rgb("#E6D8F2"), trade=rgb("#F1E2B4"), politics=rgb("#CFDDF5"), science=rgb("#CBE7D0")),
    on_track=Tints(rgb("#FFFFFF"), trade=rgb("#1B1300"), politics=rgb("#FFFFFF"), science=rgb("#FFFFFF")),
    piece_line=rgb("#3A3428"),
)

THEMES: dict[str, Theme] = {"dark": DARK, "bright": BRIGHT}
