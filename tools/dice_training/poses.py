"""How dice lie in a tray: flat, leaning on a wall, on another die or on nothing, and stacked."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tools.dice_training.boxes import TOUCH, Box, gap, hidden, slid
from tools.dice_training.camera import Camera
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.looks import DieLook, Tray
from tools.dice_training.scenes import ACROSS, NORMALS, UP

FLAT_COSINE = 0.995
LEANS = (12.0, 45.0)  # degrees
TRIES = 80
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
LOOKED_AT = np.array([[x, y] for x in (-0.44, 0, 0.44) for y in (-0.44, 0, 0.44)])
MOST_HIDDEN = 2  # of these, of a die that leans
SIDES = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])  # towards Tray.walls


@dataclass(frozen=True)
class Lying:
    """A die, by the key of its look, and where it is."""

    look: str
    box: Box
    stacked: bool = False  # on another die, or below one

    @property
    def top(self) -> int:
        """Its uppermost side."""
        return int(np.argmax((self.box.turn @ NORMALS.T)[2]))

    @property
    def flat(self) -> bool:
        """Whether it lies on one of its sides, on the floor."""
        return bool((self.box.turn @ NORMALS.T)[2].max() > FLAT_COSINE) and not self.stacked

    @property
    def yaw(self) -> float:
        """The direction of one of its sides, of a die that lies flat."""
        across = self.box.turn[:, int(np.argmin(np.abs(self.box.turn[2])))]
        return math.atan2(across[1], across[0])

    def on_top(self, places: Floats) -> Floats:
        """Points of its uppermost side; places are in edges from the middle, across and up."""
        side = self.top
        local = NORMALS[side] / 2 + places[:, :1] * ACROSS[side] + places[:, 1:] * UP[side]
        return (local * self.box.size) @ self.box.turn.T + self.box.centre


def flat(look: str, side: int, yaw: float, at: Floats, size: float) -> Lying:
    """A die with that side up, at a place of the floor."""
    cosine, sine = math.cos(yaw), math.sin(yaw)
    about = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    turn = about @ np.stack([ACROSS[side], UP[side], NORMALS[side]]).astype(float)
    return Lying(look, Box(turn, np.array([at[0], at[1], size / 2]), np.full(3, size)))


def tipped(die: Lying, towards: Floats, degrees: float) -> Lying:
    """The die on its lower edge or corner, the side towards a direction lifted."""
    about = np.cross(towards, [0.0, 0.0, 1.0])
    tilt = cv2.Rodrigues(math.radians(degrees) * about / np.linalg.norm(about))[0]
    return replace(die, box=replace(die.box, turn=tilt @ die.box.turn).dropped())


def leaning_on(die: Lying, towards: Floats, degrees: float, obstacle: Box) -> Lying | None:
    """The die tipped and moved until it touches the obstacle, which holds it."""
    box = slid(tipped(die, towards, degrees).box, towards, obstacle)
    return None if box is None else replace(die, box=box)


def stacked(die: Lying, below: Lying, off: Floats) -> Lying:
    """The die on top of another, its middle so far off the other's."""
    height = below.box.corners[:, 2].max() + TOUCH + die.box.size[2] / 2
    centre = np.array([*(below.box.centre[:2] + off), height])
    return replace(die, box=replace(die.box, centre=centre), stacked=True)


class Thrower:
    """Finds places for dice in a tray, where its camera sees their tops. What it has placed is ``lying``."""

    def __init__(
        self,
        tray: Tray,
        camera: Camera,
        looks: Mapping[str, DieLook],
        random: Random,
        leans: tuple[float, float] = LEANS,
    ) -> None:
        self.tray, self.camera, self.looks, self.random = tray, camera, looks, random
        self.leans = leans
        self.lying: list[Lying] = []

    def put(self, make: Callable[[], Lying | None]) -> Lying | None:
        """Places a die by trying what ``make`` says until it fits; None if it never does."""
        for _ in range(TRIES):
            die = make()
            if die is not None and self._fits(die):
                self.lying.append(die)
                return die
        return None

    def flat(self, look: str, value: int | str, apart: float = 0.25) -> Lying | None:
        """A die flat on the floor, so far from the others."""

        def make() -> Lying | None:
            die = self._somewhere(look, value)
            near = any(gap(die.box, other.box) < apart for other in self.lying)
            return None if near else die

        return self.put(make)

    def beside(self, look: str, value: int | str) -> Lying | None:
        """A die flat on the floor, close to one that lies already or touching it."""
        return self.put(lambda: self._beside(self._somewhere(look, value)))

    def leaning(self, look: str, value: int | str) -> Lying | None:
        """A die that leans on a wall, on another die, or as if on something that is not seen."""
        chance = self.random.random()
        if chance < 0.35 and self.tray.walls:
            return self.on_wall(look, value)
        if chance < 0.8 and any(other.flat for other in self.lying):
            return self.on_die(look, value)
        return self.put(lambda: tipped(self._somewhere(look, value), self._direction(), self._degrees()))

    def on_wall(self, look: str, value: int | str) -> Lying | None:
        """A die that leans on a wall; on a low one it may lie on the rim."""

        def make() -> Lying | None:
            number = int(self.random.integers(4))
            size, half = self.looks[look].size, np.array([self.tray.wide, self.tray.deep, 0.0]) / 2
            along = 1 - np.abs(SIDES[number])
            at = along * self.random.uniform(-1, 1) * (half - size) + SIDES[number] * (half - 2 * size)
            die = self._turned(look, value, 0.0, at)
            return leaning_on(die, SIDES[number], self._degrees(), self.tray.walls[number])

        return self.put(make)

    def on_die(self, look: str, value: int | str) -> Lying | None:
        """A die that leans on one that lies flat."""

        def make() -> Lying | None:
            other, size = self._other(), self.looks[look].size
            yaw = other.yaw + math.pi / 2 * int(self.random.integers(4))
            towards = np.array([math.cos(yaw), math.sin(yaw), 0.0])
            aside = np.array([-towards[1], towards[0], 0.0]) * self.random.normal(0, 0.25) * size
            at = other.box.centre + aside - 2.2 * size * towards
            return leaning_on(self._turned(look, value, yaw, at), towards, self._degrees(), other.box)

        return self.put(make)

    def on_top(self, look: str, value: int | str) -> Lying | None:
        """A die on top of another, which from then on counts as stacked too."""
        below: list[Lying] = []

        def make() -> Lying | None:
            below[:] = [self._other()]
            die = self._somewhere(look, value)
            return stacked(die, below[0], self.random.normal(0, 0.12, 2) * die.box.size[0])

        made = self.put(make)
        if made is not None:
            self.lying[self.lying.index(below[0])] = replace(below[0], stacked=True)
        return made

    # --- one try -----------------------------------------------------------------------------------------

    def _side(self, look: str, value: int | str) -> int:
        sides = [side for side, of in enumerate(self.looks[look].values) if of == value]
        return sides[int(self.random.integers(len(sides)))]

    def _other(self) -> Lying:
        flats = [die for die in self.lying if die.flat]
        return flats[int(self.random.integers(len(flats)))]

    def _degrees(self) -> float:
        return float(self.random.uniform(*self.leans))

    def _direction(self) -> Floats:
        angle = self.random.uniform(0, 2 * math.pi)
        return np.array([math.cos(angle), math.sin(angle), 0.0])

    def _turned(self, look: str, value: int | str, yaw: float, at: Floats) -> Lying:
        """A die about to lean in a direction: on an edge, or a little or wholly askew, on a corner."""
        askew = 0.0 if self.random.random() < 0.5 else self.random.uniform(-0.8, 0.8)
        yaw += math.pi / 2 * int(self.random.integers(4)) + askew
        return flat(look, self._side(look, value), yaw, at, self.looks[look].size)

    def _somewhere(self, look: str, value: int | str) -> Lying:
        size = self.looks[look].size
        reach = np.array([self.tray.wide, self.tray.deep]) / 2 - size / 2
        yaw = self.random.uniform(0, 2 * math.pi)
        return flat(look, self._side(look, value), yaw, self.random.uniform(-reach, reach), size)

    def _beside(self, die: Lying) -> Lying | None:
        other = self.lying[int(self.random.integers(len(self.lying)))]
        if self.random.random() < 0.5:
            yaw = other.yaw + math.pi / 2 * int(self.random.integers(4))
            die = flat(die.look, die.top, yaw, die.box.centre, die.box.size[0])
        away = self._direction()
        start = np.array([*other.box.centre[:2], die.box.centre[2]]) + 5 * away
        box = slid(replace(die.box, centre=start), -away, other.box)
        if box is None:
            return None
        apart = self.random.uniform(0, 0.3) if self.random.random() < 0.4 else 0.0
        return replace(die, box=box.moved(away * apart))

    def _fits(self, die: Lying) -> bool:
        """Whether it is in the tray, in nothing else, and hides no top side nor has its own hidden."""
        half = np.array([self.tray.wide, self.tray.deep]) / 2
        inside = np.abs(die.box.corners[:, :2] if die.flat else die.box.centre[None, :2]) < half
        solid = [*self.tray.walls, *(other.box for other in self.lying)]
        if not inside.all() or any(gap(die.box, box) < 0 for box in solid):
            return False
        seen = self.camera.seen(die.box.corners)
        if (seen < 4).any() or (seen > np.array(self.camera.size_px) - 4).any():
            return False
        together = [*self.lying, die]
        return all(self._plain(one, together) for one in together)

    def _plain(self, die: Lying, together: list[Lying]) -> bool:
        """Whether the camera sees its top; of a die below another nothing is asked."""
        if die.stacked:
            return True
        others = [other for other in together if other is not die]
        if any(other.stacked and _over(other, die) for other in others):
            return True
        solid = [*self.tray.walls, *(other.box for other in others)]
        covered = hidden(die.on_top(LOOKED_AT), self.camera.place, solid).sum()
        return bool(covered <= (0 if die.flat else MOST_HIDDEN))


def _over(die: Lying, other: Lying) -> bool:
    off = die.box.centre - other.box.centre
    return bool(off[2] > 0 and np.abs(off[:2]).max() < other.box.size[0] / 2)


def labels(lying: list[Lying], looks: Mapping[str, DieLook], camera: Camera) -> list[dict[str, object]]:
    """What each die shows and where it is seen: its middle and the square of its top side, and a box
    round all of it, in pixels; and its corners in the tray as ``Box`` has them, in centimetres."""
    found: list[dict[str, object]] = []
    for die in lying:
        seen, quad = camera.seen(die.box.corners), camera.seen(die.on_top(SQUARE))
        low, high = seen.min(0), seen.max(0)
        found.append(
            {
                "kind": die.look.split()[0],
                "value": looks[die.look].values[die.top],
                "center": rounded(camera.seen(die.on_top(np.zeros((1, 2))))[0]),
                "box": rounded(np.concatenate([low, high - low])),
                "top_quad": rounded(quad),
                "flat": die.flat,
                "stacked": die.stacked,
                "solid": np.round(die.box.corners, 2).tolist(),
            }
        )
    return found


def rounded(values: Floats) -> list[object]:
    """Pixels to a tenth, as a list."""
    return [rounded(value) if np.ndim(value) else round(float(value), 1) for value in values]
