"""What a picture of a top face shows of its pips, without a network: which numbers it leaves possible, and
whether it speaks against one.

Patches (``networks.FACE_PX`` wide, with the surroundings of a face) are those that the network is given. At
each place where some number has a pip the colour there is compared with what is around it: a pip differs as
other pips do, and a mirrored lamp may hide whether there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import networks
from calibration.geometry import Floats, Picture
from calibration.light import WHITE, Ceiling

PX_PER_EDGE = networks.FACE_PX / networks.FACE_EDGES
PIP_EDGES = 0.27
"""How far pips are from the middle, to the right and down."""
PLACES = tuple((right * PIP_EDGES, down * PIP_EDGES) for down in (-1, 0, 1) for right in (-1, 0, 1))
"""Where some number has a pip, in edges from the middle. The layouts below number them."""
FALLING, RISING, LEVEL, UPRIGHT, MIDDLE = {0, 8}, {2, 6}, {3, 5}, {1, 7}, {4}
EVERY = set(range(len(PLACES)))
LAYOUTS = {
    1: (MIDDLE,),
    2: (FALLING, RISING),
    3: (MIDDLE | FALLING, MIDDLE | RISING),
    4: (FALLING | RISING,),
    5: (MIDDLE | FALLING | RISING,),
    6: (FALLING | RISING | LEVEL, FALLING | RISING | UPRIGHT),
}
PIP_RADIUS_EDGES = 0.075
"""How much of a pip is looked at."""
AROUND_EDGES = 0.15, 0.22
"""What lies between these distances from the middle of a pip is around it."""
INSIDE_EDGES = 0.4
"""Nothing farther from the middle, to either side, is looked at: a die's edge has another light."""
REACH_EDGES = 0.09
"""How far from where it should be a pip is looked for."""

LEAST_CONTRAST = 35.0
"""Between a pip and what is around it, in levels of the three colours together."""
SURELY_PIP, SURELY_NONE = 0.55, 0.3
"""More than the first part of the clearest pip's difference is a pip, less than the second is none."""
MOST_OTHER_COLOUR = 0.35
"""As much as this part of that difference may be in another colour."""
BURNT = 240 / 255
"""Where all colours are brighter than this part of what they can be, a lamp leaves nothing of a dark pip."""
NOTHING_LEFT, LIT = 0.98, 1.37
"""A lamp may hide a dark pip where each colour is brighter than the first part of what it can be, or so many
times as bright as on the bare die: then there is twice as much light."""
LEAST_LEFT = 0.15
"""Under a mirrored lamp at least so much of a dark pip's difference is left, unless all is burnt out."""
PLAIN_CONTRAST, PLAINLY_PIP = 60.0, 0.8
"""Where a number's own pips are dark and have that contrast, what is so much like them is no gleam and no
vein: of 2,400 dice in pictures of strange trays none shows one where its number has none."""


def _reach(least: float, most: float) -> list[NDArray[np.intp]]:
    """For each place the pixels of the face that are that far from it."""
    middle = (networks.FACE_PX - 1) / 2
    rows, columns = np.mgrid[: networks.FACE_PX, : networks.FACE_PX]
    across, along = (columns - middle) / PX_PER_EDGE, (rows - middle) / PX_PER_EDGE
    inside = np.maximum(np.abs(across), np.abs(along)) <= INSIDE_EDGES
    far = [np.hypot(across - right, along - down) for right, down in PLACES]
    return [np.flatnonzero((each >= least) & (each <= most) & inside) for each in far]


AROUND, MIDDLES = _reach(*AROUND_EDGES), _reach(0, REACH_EDGES)
_RADIUS_PX = int(PIP_RADIUS_EDGES * PX_PER_EDGE) + 1
_DISC = np.float32(
    np.hypot(*np.mgrid[-_RADIUS_PX : _RADIUS_PX + 1, -_RADIUS_PX : _RADIUS_PX + 1])
    <= PIP_RADIUS_EDGES * PX_PER_EDGE
)


@dataclass(frozen=True)
class Places:
    """What is seen at each of ``PLACES``: the colour there, and the colour around it, (9, 3) each."""

    there: Floats
    around: Floats
    ceiling: Ceiling = WHITE

    @staticmethod
    def of(patch: Picture, ceiling: Ceiling) -> Places:
        """From the picture of a face. A pip may lie a little beside its place: what differs most counts."""
        seen = cv2.GaussianBlur(patch, (0, 0), 0.8).astype(np.float32)
        discs = cv2.filter2D(seen, -1, _DISC / _DISC.sum()).reshape(-1, 3)
        seen = seen.reshape(-1, 3)
        around = np.array([np.median(seen[pixels], axis=0) for pixels in AROUND])
        there = [
            discs[pixels][np.argmax(np.linalg.norm(discs[pixels] - colour, axis=1))]
            for pixels, colour in zip(MIDDLES, around, strict=True)
        ]
        return Places(np.array(there), around, ceiling)

    @cached_property
    def differs(self) -> Floats:
        """How each place differs from what is around it."""
        return self.there - self.around

    @cached_property
    def clearest(self) -> Floats:
        """The greatest of these differences."""
        most: Floats = self.differs[np.argmax(np.linalg.norm(self.differs, axis=1))]
        return most

    @property
    def are_dark(self) -> bool:
        """Whether pips are darker than the die. Then nobody takes a mirrored lamp for one."""
        return _is_dark(self.clearest)

    def possible(self) -> frozenset[int]:
        """The numbers whose places all look as they should or cannot be told; none where no pip is seen."""
        if np.linalg.norm(self.clearest) < LEAST_CONTRAST:
            return frozenset()
        like, other = _along(self.differs, self.clearest)
        white = BURNT * np.array(self.ceiling)
        left, burnt = np.ones(len(PLACES)), (self.around > white).all(axis=1)
        if self.are_dark:
            burnt |= (self.there > white).all(axis=1)
            room = (1 - self.around / np.array(self.ceiling)).mean(axis=1)
            left = np.clip(room / max(float(np.median(room)), 1 - BURNT), LEAST_LEFT, 1)
        told = (other < MOST_OTHER_COLOUR) & ~burnt
        pip, none = told & (like > SURELY_PIP * left), told & (like < SURELY_NONE * left)
        must = set(np.flatnonzero(pip).tolist())
        may = EVERY - set(np.flatnonzero(none).tolist())
        return frozenset(
            number for number, layouts in LAYOUTS.items() if any(must <= each <= may for each in layouts)
        )

    def may_hide_more(self, pips: int) -> bool:
        """Whether a lamp may hide dark pips beside so many: it leaves nothing at each place where a larger
        number has another one, so that what is seen is the same with it and without."""
        larger = [more for layouts in LAYOUTS.values() for more in layouts]
        return any(few < more and self._hides(few, more) for few in LAYOUTS[pips] for more in larger)

    def _hides(self, few: set[int], more: set[int]) -> bool:
        """Whether dark pips are at the few places, and a lamp leaves nothing at the other ones."""
        pip = np.median(self.differs[sorted(few)], axis=0)
        if not _is_dark(pip) or np.linalg.norm(pip) < LEAST_CONTRAST:
            return False
        bare = np.median(self.there[sorted(EVERY - more)], axis=0)
        there = self.there[sorted(more - few)]
        return bool(((there > NOTHING_LEFT * np.array(self.ceiling)) | (there > LIT * bare)).all())

    def speak_against(self, pips: int) -> bool:
        """Whether there is plainly a dark pip where that number has none."""
        return all(self._has_more(layout) for layout in LAYOUTS[pips])

    def _has_more(self, layout: set[int]) -> bool:
        pip = np.median(self.differs[sorted(layout)], axis=0)
        if not _is_dark(pip) or np.linalg.norm(pip) < PLAIN_CONTRAST:
            return False
        like, other = _along(self.differs, pip)
        elsewhere = sorted(EVERY - layout)
        return bool((like - 2 * other)[elsewhere].max() > PLAINLY_PIP)


def _is_dark(pip: Floats) -> bool:
    return bool(pip.sum() < 0)


def _along(differs: Floats, pip: Floats) -> tuple[Floats, Floats]:
    """How much each difference is like a pip's, and how much else it is, in parts of the pip's."""
    contrast = float(np.linalg.norm(pip))
    like = differs @ pip / contrast**2
    return like, np.linalg.norm(differs - np.outer(like, pip), axis=1) / contrast
