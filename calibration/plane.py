"""What dice tell of the plane they lie on: their tops are squares of one size, so those that look smaller lie
farther away. No tray needs to be seen for that."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import finding
from calibration.faces import DRAWING, Face, read_faces
from calibration.geometry import (
    USUAL_FOCAL_WIDTHS,
    Corners,
    Floats,
    Floor,
    Picture,
    camera_over,
    plane_axes,
    reduced,
    sides,
    through,
)
from calibration.reading import empty_grid

WORK_PX = 480
LEAST_CHANGES = (0.14, 0.05)
"""So much brighter, as a logarithm, or of another colour is a die beside the empty tray; by as little as the
second in dim light, on a floor of its own colour."""
BLACKENED = -0.45
"""Shadows are not so dark."""
LIFT = 40.0
"""With so much light added, noise counts little in dark places."""
TOP_OF_OUTLINE = 0.7
"""How much of what is seen of a die is its top."""
MARGIN_EDGES = 2.0
LEAST_DICE = 6
MOST_EDGES = 40.0
"""On a larger floor dice are too small to be read."""
MOST_SIGHTS = 6
LEAST_ODDS = -4.0
"""Of a die, as a logarithm, on a plane that is not well known yet."""
ROUNDS = 2
SURELY_SEEN = 0.52
"""So surely, in the mean, the finder sees dice on their own plane; on another it does not."""
TILTS = ((0.0, 90.0), (25.0, 90.0), (42.0, 90.0), (33.0, -90.0), (33.0, 0.0), (33.0, 180.0))
"""Degrees by which cameras are tilted, and which side of the picture is nearer then: mostly the lower one
(90), else the upper one (-90), the right one (0) or the left one."""


@dataclass(frozen=True)
class Dice:
    """Where tops are seen in the picture, and on how many pixels."""

    places: Floats
    areas: Floats
    event: NDArray[np.bool_]
    """Which of them are event dice, as far as it is known: those may be larger or smaller than the others."""

    @staticmethod
    def on(floor: Floor, faces: Iterable[Face]) -> Dice:
        """As they are seen that were found on a floor."""
        faces = list(faces)
        seen = [through(floor.to_image, face.square.corners()).astype(np.float32) for face in faces]
        return Dice(
            np.array([top.mean(0) for top in seen]),
            np.array([cv2.contourArea(top) for top in seen]),
            np.array([face.chances[DRAWING] > 0.5 for face in faces]),
        )

    def only(self, which: NDArray[np.bool_]) -> Dice:
        """Some of them."""
        return Dice(self.places[which], self.areas[which], self.event[which])

    def scaled(self, factor: float) -> Dice:
        """As they are seen in a picture ``factor`` times as large."""
        return Dice((self.places + 0.5) * factor - 0.5, self.areas * factor**2, self.event)


def dice_seen(empty: Picture, pictures: Mapping[str, Picture]) -> Dice | None:
    """The dice in pictures of a tray of which only the empty picture is known; none if they are few."""
    height, width = empty.shape[:2]
    dice = changed(empty, pictures)
    if dice is None:
        return None
    # of a steep camera's picture outlines tell little: the finder says on which plane it sees dice best
    look = _looked_at(floor_under(dice, width, height), empty, pictures)
    if look is None or look.likely < SURELY_SEEN * 3 * len(pictures):
        floors = [floor_under(dice, width, height, tilted(*tilt, width)) for tilt in TILTS]
        looks = [look, *(_looked_at(floor, empty, pictures) for floor in floors)]
        look = max((one for one in looks if one is not None), key=lambda one: one.likely, default=None)
    if look is None:
        return None
    for number in range(ROUNDS):
        if number:
            look = _looked_at(floor_under(dice, width, height), empty, pictures)
        found = None if look is None else _read(look, pictures)
        if found is None:
            break
        dice = found
    return dice


@dataclass(frozen=True)
class _Look:
    """What the finder sees in each picture on a floor."""

    floor: Floor
    sights: list[list[finding.Sighting]]

    @property
    def likely(self) -> float:
        """How much of it looks like three dice a picture."""
        return sum(sight.chance for each in self.sights for sight in each[:3])


def _looked_at(floor: Floor, empty: Picture, pictures: Mapping[str, Picture]) -> _Look | None:
    height, width = empty.shape[:2]
    if is_too_large(floor):
        return None
    grid = empty_grid(floor)
    bare = finding.ground(grid, grid.rectify(empty), camera_over(floor, width, height))
    found = [finding.look(grid, grid.rectify(picture), bare).sightings for picture in pictures.values()]
    return _Look(floor, [list(sights[:MOST_SIGHTS]) for sights in found])


def _read(look: _Look, pictures: Mapping[str, Picture]) -> Dice | None:
    """The three likeliest dice of each picture; none if they are few."""
    faces: list[Face] = []
    for sights, picture in zip(look.sights, pictures.values(), strict=True):
        read = read_faces(*reduced(look.floor, picture), [sight.square for sight in sights])
        odds = np.array([sight.odds(face.junk) for sight, face in zip(sights, read, strict=True)])
        faces += [read[number] for number in np.argsort(-odds)[:3] if odds[number] > LEAST_ODDS]
    return Dice.on(look.floor, faces) if len(faces) >= LEAST_DICE else None


def changed(empty: Picture, pictures: Mapping[str, Picture]) -> Dice | None:
    """The three largest things that lie in each picture and not in the empty tray, whatever they are."""
    factor = WORK_PX / max(empty.shape[:2])
    before = _brightness(empty, factor)
    brighter = []
    for picture in pictures.values():
        more = _brightness(picture, factor) - before
        brighter.append(cv2.GaussianBlur(more - np.median(more, axis=(0, 1)), (0, 0), 1.2))
    found = (_things(brighter, least) for least in LEAST_CHANGES)
    dice = next((one for one in found if one is not None), None)
    return None if dice is None else dice.scaled(1 / factor)


def _things(brighter: Sequence[Floats], least_change: float) -> Dice | None:
    """The same where pictures are brighter than the empty tray or of another colour; none if they are few."""
    hulls = []
    for more in brighter:
        level = more.mean(axis=2)
        least = max(least_change, 5 * float(np.median(np.abs(more).max(axis=2))))
        colour = np.abs(more - level[..., None]).max(axis=2)
        other = ((more.max(axis=2) > least) | (colour > least) | (level < BLACKENED)).astype(np.uint8)
        other = cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        other = cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        outlines = cv2.findContours(other, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
        hulls += sorted((cv2.convexHull(outline) for outline in outlines), key=cv2.contourArea)[-3:]
    areas = np.array([max(cv2.contourArea(hull), 1.0) for hull in hulls])
    usual = np.abs(np.log(areas / np.median(areas))) < 0.8 if len(areas) else areas > 0
    if usual.sum() < LEAST_DICE:
        return None
    places = np.array([hull.reshape(-1, 2).mean(0) for hull in hulls])
    found = Dice(places, areas * TOP_OF_OUTLINE, np.zeros(len(areas), bool))
    return found.only(usual)


def _brightness(picture: Picture, factor: float) -> Floats:
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.log(small.astype(np.float32) + LIFT)


def nearness(dice: Dice, width_px: int, height_px: int) -> Floats:
    """How near the plane is at each place of the picture: three numbers for (x, y, 1), measured from the
    middle of the picture."""
    near = np.cbrt(dice.areas)
    near = near / np.median(near)
    at = np.column_stack([dice.places - [width_px / 2, height_px / 2], np.ones(len(near)), dice.event])
    at[:, :2] /= width_px
    weights = np.ones(len(near))
    # few dice say little of a slope: a camera looks down, and event dice are as large as others, unless told
    prior = np.diag([0.006, 0.006, 0.0, 0.1])
    for _ in range(6):
        left = at.T @ (at * weights[:, None]) + prior
        found = np.linalg.solve(left, at.T @ (near * weights))
        off = np.abs(near - at @ found)
        weights = 1 / (1 + (off / max(1.5 * float(np.median(off)), 0.01)) ** 2)
    return found[:3] / np.array([width_px, width_px, 1.0])


def tilted(angle: float, nearer: float, width_px: int) -> Floats:
    """How near a plane is at each place, as ``nearness`` says it, to a camera that is so many degrees off
    looking straight down. The side of the picture that is ``nearer`` is given in degrees, clockwise from the
    right one."""
    steep, side = math.radians(angle), math.radians(nearer)
    slope = math.sin(steep) / (USUAL_FOCAL_WIDTHS * width_px)
    return np.array([math.cos(side) * slope, math.sin(side) * slope, math.cos(steep)])


def floor_under(dice: Dice, width_px: int, height_px: int, near: Floats | None = None) -> Floor:
    """A floor on which all the dice lie, with a margin around them, as a usual lens sees it.

    ``near`` says how near it is at each place of the picture, as ``nearness`` does; without it the dice do.
    """
    focal = USUAL_FOCAL_WIDTHS * width_px
    middle = np.array([width_px / 2, height_px / 2])
    near = nearness(dice, width_px, height_px) if near is None else near
    normal = near * [focal, focal, 1.0]
    normal = normal / np.linalg.norm(normal)
    right, down = plane_axes(normal)
    rays = np.column_stack([(dice.places - middle) / focal, np.ones(len(dice.areas))])
    deep = focal * math.sqrt(float(np.median((rays @ normal).clip(0.05) ** 3 / dice.areas)))
    camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    to_image = camera @ np.stack([right, down, deep * normal], axis=1)
    on = through(np.linalg.inv(to_image), dice.places)
    low, high = on.min(0) - MARGIN_EDGES, on.max(0) + MARGIN_EDGES
    shift = np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1.0]])
    return Floor(to_image @ shift, *(high - low).tolist())


def is_too_large(floor: Floor) -> bool:
    """Whether dice on it could not be read, or where it lies is unknown."""
    return not max(floor.width, floor.depth) < MOST_EDGES


def depths(to_image: Floats, on: Floats) -> Floats:
    """How far away places of a plane are seen, in its own measure; areas shrink by the third power."""
    return np.abs(np.column_stack([on, np.ones(len(on))]) @ to_image[2])


def sizes_on(to_image: Floats, dice: Dice) -> Floats:
    """How large tops are on this plane, as the logarithm of their edges in its own measure."""
    on = through(np.linalg.inv(to_image), dice.places)
    shrinks = math.log(abs(np.linalg.det(to_image))) / 2
    sizes: Floats = np.log(dice.areas) / 2 + 1.5 * np.log(depths(to_image, on)) - shrinks
    return sizes


def floor_of(corners: Corners, dice: Dice, width_px: int, height_px: int, focal_px: float) -> Floor:
    """The floor between these corners, as a lens sees it, measured in edges of the dice on it."""
    wide, deep = sides(corners, width_px, height_px, focal_px)
    edge = math.exp(_usual(sizes_on(Floor.of(corners, wide, deep).to_image, dice), dice))
    return Floor.of(corners, wide / edge, deep / edge)


def _usual(sizes: Floats, dice: Dice) -> float:
    """The size of the dice that are not event dice, if there are any."""
    plain = sizes[~dice.event]
    return float(np.median(plain if len(plain) else sizes))


def unevenness(to_image: Floats, dice: Dice) -> float:
    """By how much tops differ in size on this plane, as a share of their edge."""
    sizes = sizes_on(to_image, dice)
    off = np.abs(sizes - _usual(sizes, dice))
    if dice.event.any():  # of another size, but of one
        off[dice.event] = np.abs(sizes[dice.event] - np.median(sizes[dice.event]))
    return float(off.mean())
