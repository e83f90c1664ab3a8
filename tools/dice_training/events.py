"""Faces of event dice beside those of a calibration, and which of these they are.

A lamp takes much of a drawing, and most of its colour; what is left can still be told from three others. Dice
are drawn, and taken from rendered pictures.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration import networks
from calibration.faces import REFERENCE_EDGES
from calibration.model import REFERENCE_PX
from tools.dice_training import drawings, emblems, rigs
from tools.dice_training.development import encoded, linear
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.pieces import glows, shadow
from tools.dice_training.views import View
from tools.dice_training.written import rig
from tools.dice_training.written.plans import PLANS

FACES = 4
OTHER = FACES
"""What is none of the four faces."""
OTHERS = 0.15
"""So many faces are of another die."""
DRAWN_PX = 48
"""How large drawn faces are kept: little of a die is seen in more detail."""
PIECE_EDGES = 1.3
"""How much of a rendered die's surroundings is kept with its top."""
FIRST_VALUE = 10
"""The ship's number in a view; the gates follow."""
DICE_OF_A_SET = 3
LAMPS, LAMPS_BEFORE = 0.65, 0.25
"""So many faces have a lamp in them, and so many of a calibration."""


@dataclass(frozen=True)
class EventDie:
    """The looks of an event die: for each of its four faces pictures with as much of the surroundings, in
    edges, as ``edges`` says, in numbers from 0 to 1 that are proportional to light."""

    looks: tuple[tuple[Floats, ...], ...]
    edges: float

    @property
    def can_be_told(self) -> bool:
        """Whether two faces are known, one of them twice."""
        known = [len(looks) for looks in self.looks]
        return sum(count > 0 for count in known) > 1 and max(known) > 1


# --- dice ------------------------------------------------------------------------------------------------


def drawn(count: int, seed: int) -> list[EventDie]:
    """Event dice that are drawn: by rule, of those that were written down, and with emblems in turn."""
    made = []
    for number in range(count):
        random = np.random.default_rng([seed, number])
        kind = number % 4
        if kind == 3:
            made.append(_with_emblems(random))
            continue
        if kind == 2:
            look = rig.event_die(PLANS[int(random.integers(len(PLANS)))], random)
        else:
            look = rigs.event_die(random, 1.6)
        sides = dict(zip(look.values, look.sides, strict=True))
        made.append(_drawn([sides[name][0] for name in ("ship", *rigs.GATES)]))
    return made


def _with_emblems(random: Random) -> EventDie:
    """Four signs, the latter three in three colours: at times one and the same sign."""
    body, ink = (random.uniform(0.02, 0.95, 3).astype(np.float32) for _ in range(2))
    if random.random() < 0.6:
        body = drawings.near(random, (0.85, 0.82, 0.75))
    sign, same = int(random.integers(2**31)), random.random() < 0.5
    faces = [emblems.emblem(random, body, ink, ink)]
    for colour in ((0.75, 0.6, 0.1), (0.12, 0.25, 0.6), (0.12, 0.42, 0.18)):
        paint = drawings.near(random, colour, 0.12)
        faces.append(emblems.emblem(np.random.default_rng(sign) if same else random, body, paint, ink))
    return _drawn(faces)


def _drawn(faces: Sequence[Floats]) -> EventDie:
    size = (DRAWN_PX, DRAWN_PX)
    small = [cv2.resize(np.clip(face, 0, 1), size, interpolation=cv2.INTER_AREA) for face in faces]
    seen = [linear(face[..., ::-1]).astype(np.float32) for face in small]  # blue comes first in pictures
    return EventDie(tuple((face,) * 2 for face in seen), 1.0)


def taken(views: Sequence[View]) -> list[EventDie]:
    """The event dice of rendered pictures, as they are seen there: one of each rig. Of drawn scenes it is not
    known which die is seen again in which."""
    found: dict[str, list[list[Floats]]] = defaultdict(lambda: [[] for _ in range(FACES)])
    for view in (view for view in views if view.name):
        for place, (state, value) in enumerate(zip(view.states, view.faces, strict=True)):
            if place < DICE_OF_A_SET and state == 0 and value >= FIRST_VALUE:
                found[view.name.rsplit("_", 1)[0]][int(value) - FIRST_VALUE].append(
                    _piece(view, view.quads[place])
                )
    dice = [EventDie(tuple(map(tuple, looks)), PIECE_EDGES) for looks in found.values()]
    return [die for die in dice if die.can_be_told]


def _piece(view: View, quad: Floats) -> Floats:
    """A top with its surroundings, as much light as was seen."""
    size = round(DRAWN_PX * PIECE_EDGES)
    low, high = (size - DRAWN_PX) / 2 - 0.5, (size + DRAWN_PX) / 2 - 0.5
    corners = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    to = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    seen = cv2.warpPerspective(view.picture, to, (size, size), borderMode=cv2.BORDER_REPLICATE)
    return linear(seen.astype(np.float32) / 255).astype(np.float32)


# --- pieces ----------------------------------------------------------------------------------------------


def event_piece(die: EventDie, random: Random) -> tuple[Floats, Floats]:
    """A face and the four of a calibration, and which it is.

    (15, rows, columns): three planes of each. Beside the number of the face, or ``OTHER``, it is said which
    of the four are known at all: (5,).
    """
    known = [number for number, looks in enumerate(die.looks) if looks]
    twice = [number for number in known if len(die.looks[number]) > 1]
    which = int(random.choice(twice))
    order = random.permutation(len(die.looks[which]))
    room = _Room.of(random)
    seen_light = die.looks[which][order[0]]
    shows = which
    if random.random() < OTHERS:
        seen_light, shows = _something_else(seen_light, random), OTHER
    seen = room.photographed(_warped(seen_light, die.edges, random, 0.03), random, LAMPS, 0.2)
    planes = [networks.planes(seen)]
    for number, looks in enumerate(die.looks):
        if not looks:
            planes.append(np.zeros_like(planes[0]))
            continue
        other = looks[order[1]] if number == which else looks[int(random.integers(len(looks)))]
        planes.append(
            networks.planes(
                room.photographed(_warped(other, die.edges, random, 0.015), random, LAMPS_BEFORE, 0.04)
            )
        )
    target = np.zeros(1 + FACES, np.float32)
    target[0] = shows
    target[1:] = [bool(looks) for looks in die.looks]
    return np.concatenate(planes), target


def _something_else(face: Floats, random: Random) -> Floats:
    """A face with pips, one of another event die, or a bare one, mostly in the colours of this one."""
    size = face.shape[0]
    body = np.median(face.reshape(-1, 3), axis=0)
    if random.random() < 0.3:
        body = random.uniform(0.02, 0.9, 3)
    paint = np.full((size, size, 3), body, np.float32)
    kind = random.random()
    if kind < 0.2:
        return paint
    colour = random.uniform(0.0, 1.0, 3) if random.random() < 0.5 else np.full(3, random.random() < 0.4)
    ground, pip = encoded(body).astype(np.float32), colour.astype(np.float32)
    if kind < 0.75:
        value, radius, off = int(random.integers(1, 7)), random.uniform(0.07, 0.13), random.uniform(0.2, 0.3)
        made = drawings.pips(random, value, ground, pip, radius, off)
    else:
        made = emblems.emblem(random, ground, pip, pip)
    small = cv2.resize(np.clip(made, 0, 1), (size, size), interpolation=cv2.INTER_AREA)
    return linear(small).astype(np.float32)


def _warped(face: Floats, edges: float, random: Random, off: float) -> Floats:
    """The face about as the reader cuts it, in any turn."""
    size = face.shape[0]
    half = size / edges * REFERENCE_EDGES / 2 * math.exp(random.normal(0, off))
    rough = 1.8 if random.random() < 0.25 else 1.0
    angle = float(random.integers(4)) * math.pi / 2 + random.normal(0, 1.3 * off * rough)
    middle = size / 2 - 0.5 + random.normal(0, off * rough, 2) * size / edges
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    source = corners @ turn.T + middle + random.normal(0, 0.02, (4, 2)) * half
    last = REFERENCE_PX - 0.5
    target = np.array([[-0.5, -0.5], [last, -0.5], [last, last], [-0.5, last]], np.float32)
    to = cv2.getPerspectiveTransform(source.astype(np.float32), target)
    small = (REFERENCE_PX, REFERENCE_PX)
    seen: Floats = cv2.warpPerspective(face, to, small, borderMode=cv2.BORDER_REPLICATE)
    return seen


@dataclass(frozen=True)
class _Room:
    """The light and the camera of a calibration, and of what is read later: colours in another order, their
    light, how the camera raises it, and how sharply it sees."""

    order: Floats
    light: Floats
    gamma: float
    blur: float
    grain: float

    @staticmethod
    def of(random: Random) -> _Room:
        order = random.permutation(3) if random.random() < 0.3 else np.arange(3)
        light = np.exp(random.normal(0, 0.12, 3)) * math.exp(random.normal(-0.1, 0.3))
        blur = random.uniform(0.3, 1.1) if random.random() < 0.6 else 0.0
        grain = random.uniform(0, 7) if random.random() < 0.6 else 0.0
        return _Room(order, light, math.exp(random.normal(0, 0.15)), float(blur), float(grain))

    def photographed(self, face: Floats, random: Random, lamps: float, drift: float) -> Any:
        """A picture of a face (bytes): with a lamp in it or without, in light that has changed so much."""
        light = self.light * math.exp(random.normal(0, drift)) * np.exp(random.normal(0, drift / 5, 3))
        seen = face[..., self.order] * light.astype(np.float32)
        size = seen.shape[0]
        rows, columns = (np.mgrid[0:size, 0:size] / size - 0.5).astype(np.float32)
        if random.random() < 0.5:
            slope = random.normal(0, 0.5, 2)
            seen = seen * np.clip(1 + slope[0] * rows + slope[1] * columns, 0.3, 2)[..., None]
        if random.random() < 0.15:
            seen = seen * shadow(rows, columns, random, 0.8)[..., None]
        if random.random() < lamps:
            for glow in glows(rows, columns, random):
                seen = seen + glow
        made = 255 * np.power(encoded(np.clip(seen, 0, 1)), self.gamma)
        blur = self.blur * math.exp(random.normal(0, 0.3))
        if blur > 0.2:
            made = cv2.GaussianBlur(made, (0, 0), blur)
        if self.grain > 0:
            made = made + self.grain * random.normal(0, 1, made.shape)
        return np.clip(made + 0.5, 0, 255).astype(np.uint8)
