"""Trays with dice, drawn by following rays: what the camera sees, seen through the floor's homography.

A die's edge is 1. The picture is what the reader makes of a camera's picture: each pixel stands for a place
on the tray's floor, so a die leans away from the point below the camera. Every scene comes with the same tray
empty.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.dice_training import drawings
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.emblems import emblem

NORMALS = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float32)
ACROSS = np.array([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [-1, 0, 0]], np.float32)
UP = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0], [0, 1, 0]], np.float32)
VALUES = (2, 5, 3, 4, 1, 6)

FLAT, TILTED, HIDDEN = "flat", "tilted", "hidden"


@dataclass
class Body:
    """A box with rounded edges: a die, or a wall of the tray."""

    half: Floats
    round: float
    turn: Floats  # columns are the axes
    at: Floats
    faces: list[Floats]
    gloss: float = 0.5
    soft: float = 0.1
    kind: str = ""
    values: tuple[int | str, ...] = ()
    state: str = FLAT

    def local(self, points: Floats) -> Floats:
        return (points - self.at) @ self.turn

    def distance(self, local: Floats) -> Floats:
        x, y, z = (np.abs(local[:, axis]) - (self.half[axis] - self.round) for axis in range(3))
        most = np.minimum(np.maximum(np.maximum(x, y), z), 0)
        x, y, z = np.maximum(x, 0), np.maximum(y, 0), np.maximum(z, 0)
        return np.sqrt(x * x + y * y + z * z) + most - self.round

    @property
    def reach(self) -> float:
        return float(np.sqrt((self.half**2).sum()))


@dataclass(frozen=True)
class Stripe:
    """Sun that falls through a window: a band with a hard edge across the tray."""

    across: Floats  # a horizontal unit vector
    at: float
    half: float
    soft: float
    gain: Floats

    def on(self, points: Floats, towards: Floats) -> Floats:
        """How much brighter the lamp's light is there; its rays come from ``towards``."""
        ground = points[:, :2] - points[:, 2:] * towards[:2] / max(float(towards[2]), 0.2)
        inside = np.clip(0.5 + (self.half - np.abs(ground @ self.across - self.at)) / self.soft, 0, 1)
        return (1 + inside[:, None] * self.gain).astype(np.float32)


@dataclass
class Light:
    """A lamp, light from everywhere, and what shines in glossy faces."""

    towards: Floats
    colour: Floats
    ambient: Floats
    spread: float
    windows: list[tuple[Floats, Floats, Floats, float]] = field(default_factory=list)
    stripe: Stripe | None = None

    def sky(self, directions: Floats, soft: float) -> Floats:
        """What a glossy face mirrors: a sky with bright windows in it."""
        seen = self.ambient * (0.55 + 0.45 * directions[:, 2:3])
        for middle, across, bright, size in self.windows:
            side = np.cross(middle, across)
            ahead = directions @ middle
            first, second = (
                directions @ across / np.maximum(ahead, 0.05),
                directions @ side / np.maximum(ahead, 0.05),
            )
            edge = np.maximum(np.abs(first) - size, np.abs(second) - size)
            seen = seen + bright * (np.clip(0.5 - edge / (2 * soft + 0.04), 0, 1) * (ahead > 0.05))[:, None]
        return seen


@dataclass
class Die:
    """Where a die's top face is seen."""

    kind: str
    value: int | str
    quad: Floats
    state: str


@dataclass
class Sample:
    """A picture and the same tray without the dice, with where the dice are (RGB, 0 to 1, sRGB)."""

    picture: Floats
    empty: Floats
    foreign: NDArray[np.uint8]
    dice: list[Die]
    px_per_edge: float
    camera: Floats
    """Above which pixel it hangs, and how high in edges."""


def _unit(vector: Floats) -> Floats:
    length = np.sqrt(np.einsum("...i,...i->...", vector, vector))
    return (vector / (length[..., None] + 1e-9)).astype(np.float32)


def _linear(colour: Floats) -> Floats:
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4).astype(np.float32)


def make_light(random: Random) -> Light:
    """A lamp somewhere above, light from around, and what shines in glossy faces."""
    azimuth, height = random.uniform(0, 2 * np.pi), math.radians(random.uniform(28, 82))
    towards = np.array(
        [math.cos(height) * math.cos(azimuth), math.cos(height) * math.sin(azimuth), math.sin(height)]
    )
    warm = random.uniform(-0.25, 0.25)
    colour = np.array([1 + warm, 1, 1 - warm]) * random.uniform(0.5, 1.3)
    ambient = np.array([1 - warm / 2, 1, 1 + warm / 2]) * random.uniform(0.12, 0.7)
    windows = []
    for _ in range(int(random.integers(0, 4))):
        middle = _unit(np.array([*random.normal(0, 0.5, 2), 1.0], np.float32))
        across = _unit(np.cross(middle, random.normal(0, 1, 3)).astype(np.float32))
        windows.append(
            (middle, across, np.full(3, random.uniform(1, 9), np.float32), random.uniform(0.05, 0.3))
        )
    spread = random.uniform(0.03, 0.5)
    lamp = np.full(3, random.uniform(2, 12), np.float32)
    beside = _unit(np.cross(towards, [0.3, 0.2, 1]).astype(np.float32))
    windows.append((_unit(towards.astype(np.float32)), beside, lamp, max(0.05, spread)))
    stripe = None
    if random.random() < 0.18:
        angle = random.uniform(0, np.pi)
        stripe = Stripe(
            np.array([math.cos(angle), math.sin(angle)], np.float32),
            random.uniform(-4, 4),
            random.uniform(0.7, 5),
            random.uniform(0.05, 0.5),
            (random.uniform(0.6, 3.0) * np.array([1.05, 1.0, random.uniform(0.7, 1.0)])).astype(np.float32),
        )
    return Light(
        towards.astype(np.float32),
        colour.astype(np.float32),
        ambient.astype(np.float32),
        spread,
        windows,
        stripe,
    )


def drift(random: Random, light: Light, strength: float) -> Light:
    """The same light a little later."""
    towards = _unit(light.towards + random.normal(0, 0.08 * strength, 3).astype(np.float32))
    gain = float(np.exp(random.normal(0, 0.1 * strength)))
    tint = 1 + random.normal(0, 0.03 * strength, 3)
    stripe = light.stripe and replace(light.stripe, at=light.stripe.at + random.normal(0, 0.5 * strength))
    return Light(
        towards,
        (light.colour * gain * tint).astype(np.float32),
        (light.ambient * gain).astype(np.float32),
        light.spread,
        light.windows,
        stripe,
    )


def turned(yaw: float) -> Floats:
    """A rotation about the vertical."""
    cosine, sine = math.cos(yaw), math.sin(yaw)
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]], np.float32)


def about(axis: Floats, angle: float) -> Floats:
    """A rotation about any axis."""
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]], np.float32)
    return (np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross).astype(np.float32)


class Tray:
    """One tray with its camera, its light and its three dice; ``sample`` throws them."""

    def __init__(self, random: Random, size_px: int = 208, emblems: bool = False) -> None:
        self.random = random
        self.size_px = size_px
        self.px_per_edge = 26.0
        across = size_px / self.px_per_edge
        height = random.uniform(7.5, 22)
        steep = random.uniform(20, 48) if random.random() < 0.25 else abs(random.normal(0, 14))
        lean = math.tan(math.radians(min(steep, 50))) * height
        turn = random.uniform(0, 2 * np.pi)
        middle = random.normal(0, 3, 2)
        self.eye = np.array(
            [lean * math.cos(turn) + middle[0], lean * math.sin(turn) + middle[1], height], np.float32
        )
        self.grow = height / (height - 1)
        self.uneven = 1 + random.normal(0, 0.015, 2)
        self.floor = _linear(drawings.surface(random, 320))
        self.table = _linear(drawings.surface(random, 320))
        self.light = make_light(random)
        wide, deep = random.uniform(8.2, 13), random.uniform(5.5, 10)
        corner = random.uniform(-across * 0.2, across * 0.45, 2)  # the window shows a part of the tray
        flip = random.choice([-1, 1], 2)
        self.low = np.where(
            flip > 0,
            -across / 2 - corner * 0 + random.uniform(-3, 1.2, 2),
            across / 2 - random.uniform(-3, 1.2, 2) - np.array([wide, deep]),
        )
        self.high = self.low + np.array([wide, deep])
        self.walls: list[Body] = []
        tall = 0.0 if random.random() < 0.2 else random.uniform(0.4, 2.0)
        if tall:
            thick = random.uniform(0.3, 0.8)
            paint = self.floor if random.random() < 0.5 else _linear(drawings.surface(random, 320))
            middle_at = (self.low + self.high) / 2
            for axis in (0, 1):
                for side in (0, 1):
                    half = np.array([0, 0, tall / 2], np.float32)
                    half[axis], half[1 - axis] = thick / 2, (self.high - self.low)[1 - axis] / 2 + thick
                    at = np.array([*middle_at, tall / 2], np.float32)
                    at[axis] = (self.low, self.high)[side][axis] + (thick / 2 if side else -thick / 2)
                    self.walls.append(Body(half, 0.04, np.eye(3, dtype=np.float32), at, [paint], 0.2, 0.3))
        self.finish = random.choice([0.05, 0.3, 0.9], p=[0.2, 0.35, 0.45]) * random.uniform(0.6, 1.2)
        self.soft = random.uniform(0.02, 0.3)
        self.clear = random.uniform(0.3, 0.9) if random.random() < 0.12 else 0.0
        self.grain = drawings.grain(random) if random.random() < 0.25 else None
        self.round = random.uniform(0.05, 0.26)
        radius, place = random.uniform(0.055, 0.12), random.uniform(0.21, 0.29)
        first, red = drawings.FIRST_DIE, drawings.RED_DIE
        body, pip = first[int(random.integers(len(first)))]
        self.white_colours = drawings.near(random, body), drawings.near(random, pip)
        body, pip = red[int(random.integers(len(red)))]
        self.red_colours = drawings.near(random, body), drawings.near(random, pip)
        if random.random() < 0.25:  # dice of any colours: the reader must not know the usual ones by heart
            self.white_colours = tuple(random.uniform(0.03, 0.95, (2, 3)).astype(np.float32))
        self.radius, self.place = radius, place
        event = drawings.near(random, drawings.EVENT_DIE[int(random.integers(len(drawings.EVENT_DIE)))])
        if emblems and random.random() < 0.4:
            event = random.uniform(0.05, 0.95, 3).astype(np.float32)
        ink = (
            drawings.near(random, (0.04, 0.04, 0.04))
            if random.random() < 0.7
            else drawings.near(random, (0.3, 0.1, 0.05))
        )
        draw = emblem if emblems else drawings.gate
        sail = emblem(random, event, ink, ink) if emblems else drawings.ship(random, event, ink)
        state = random.bit_generator.state
        gates = []
        for colour in drawings.GATES:
            if not emblems or random.random() < 0.7:
                random.bit_generator.state = state  # one drawing in three colours
            gates.append(draw(random, event, drawings.near(random, colour), ink))
        order = random.permutation(6)
        faces, names = [sail, sail, sail, *gates], ["ship", "ship", "ship", "yellow", "blue", "green"]
        self.event_faces = [faces[index] for index in order], tuple(names[index] for index in order)
        self.event_size = random.uniform(1.0, 1.12)

    def _die(self, kind: str) -> Body:
        random = self.random
        size = 1.0
        if kind == "event":
            faces, values = self.event_faces
            size = self.event_size
        else:
            colours = self.white_colours if kind == "white" else self.red_colours
            if kind == "extra":
                colours = tuple(random.uniform(0.03, 0.95, (2, 3)).astype(np.float32))
            faces = [drawings.pips(random, value, *colours, self.radius, self.place) for value in VALUES]
            values = VALUES
        if self.grain is not None:
            faces = [np.clip(face * self.grain, 0, 1) for face in faces]
        faces = [_linear(face) for face in faces]
        top = int(random.integers(6))
        turn = turned(random.uniform(0, 2 * np.pi)) @ np.stack([ACROSS[top], UP[top], NORMALS[top]])
        return Body(
            half=np.full(3, size / 2, np.float32),
            round=self.round * size,
            turn=turn.astype(np.float32),
            at=np.zeros(3, np.float32),
            faces=faces,
            gloss=self.finish,
            soft=self.soft,
            kind=kind,
            values=tuple(values),
        )

    def _footprint(self, die: Body) -> Floats:
        corners = (
            np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32) * die.half
        )
        return (corners @ die.turn.T + die.at)[:, :2]

    def _throw(self) -> list[Body]:
        random = self.random
        kinds = ["white", "red", "event"]
        chance = random.random()
        if chance < 0.12:
            kinds.append(random.choice(["extra", "white", "red"]))
        elif chance < 0.2:
            kinds.pop(int(random.integers(3)))
        elif chance < 0.23:
            kinds = []
        random.shuffle(kinds)
        reach = self.size_px / self.px_per_edge / 2 - 0.7
        dice: list[Body] = []
        for kind in kinds:
            for _ in range(40):
                die = self._die(kind)
                near_other = dice and random.random() < 0.35
                if near_other:
                    other = dice[int(random.integers(len(dice)))]
                    angle = random.uniform(0, 2 * np.pi)
                    step = random.uniform(1.0, 1.5)
                    place = other.at[:2] + step * np.array([math.cos(angle), math.sin(angle)])
                    if random.random() < 0.5:
                        yaw = math.atan2(other.turn[1, 0], other.turn[0, 0])
                        top = int(np.argmax(NORMALS @ die.turn[2]))
                        die.turn = (turned(yaw) @ np.stack([ACROSS[top], UP[top], NORMALS[top]])).astype(
                            np.float32
                        )
                else:
                    place = random.uniform(-reach, reach, 2)
                die.at = np.array([*place, die.half[2]], np.float32)
                stacked = near_other and random.random() < 0.1
                if stacked:
                    die.at = np.array(
                        [*(other.at[:2] + random.normal(0, 0.15, 2)), other.half[2] * 2 + die.half[2]],
                        np.float32,
                    )
                    die.state = HIDDEN
                elif random.random() < 0.3:
                    die.state = TILTED
                    self._lean(die, other if near_other else None)
                if not near_other and random.random() < 0.25:
                    self._to_wall(die)
                foot = self._footprint(die)
                if (foot.min(0) < self.low).any() or (foot.max(0) > self.high).any():
                    continue
                if np.abs(die.at[:2]).max() > reach:
                    continue
                if not stacked and any(self._overlap(die, other) for other in dice):
                    continue
                if stacked:
                    if other.state != FLAT:
                        continue
                    other.state = HIDDEN
                dice.append(die)
                break
        return dice

    def _lean(self, die: Body, other: Body | None) -> None:
        """Lift it at an edge or at a corner; beside another die or a wall it mostly leans against that."""
        random = self.random
        towards = random.uniform(0, 2 * np.pi)
        if random.random() < 0.6:  # lifted at an edge
            towards = math.atan2(die.turn[1, 0], die.turn[0, 0]) + math.pi / 2 * int(random.integers(4))
        if other is not None and random.random() < 0.7:
            away = other.at[:2] - die.at[:2]
            towards = math.atan2(away[1], away[0])
        axis = np.array([math.sin(towards), -math.cos(towards), 0], np.float32)
        die.turn = about(axis, math.radians(random.uniform(8, 47))) @ die.turn
        die.at[2] = (np.abs(die.turn[2]) * die.half).sum()
        if other is not None and other.state == FLAT and random.random() < 0.7:
            self._against(die, other)

    def _against(self, die: Body, other: Body) -> None:
        """Push it until it touches the other."""
        away = die.at[:2] - other.at[:2]
        away = away / (np.linalg.norm(away) + 1e-6)
        for far in np.arange(0.7, 1.8, 0.04):
            die.at[:2] = other.at[:2] + far * away
            if not self._overlap(die, other):
                return

    def _to_wall(self, die: Body) -> None:
        """Push it to the nearer wall of the tray, if that is in the picture."""
        foot = self._footprint(die)
        low, high = self.low - foot.min(0), self.high - foot.max(0)
        axis = int(np.argmin(np.minimum(np.abs(low), np.abs(high))))
        step = float(low[axis] if abs(low[axis]) < abs(high[axis]) else high[axis])
        die.at[axis] += step - math.copysign(self.random.uniform(0.01, 0.2), step)

    def _overlap(self, one: Body, two: Body) -> bool:
        first, second = self._footprint(one), self._footprint(two)
        for axes in (one.turn, two.turn):
            for column in range(3):
                along = axes[:2, column]
                length = float(np.linalg.norm(along))
                if length < 0.3:
                    continue
                along = along / length
                a, b = first @ along, second @ along
                if a.max() <= b.min() or b.max() <= a.min():
                    return False
        return True

    def _draw(self, dice: list[Body], light: Light, shift: Floats) -> Floats:
        """Linear RGB."""
        size = self.size_px
        rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
        scale = self.px_per_edge / self.grow
        ground = (
            np.stack(
                [
                    (columns - size / 2 + shift[0]) / (scale * self.uneven[0]),
                    (rows - size / 2 + shift[1]) / (scale * self.uneven[1]),
                    np.zeros_like(rows),
                ],
                -1,
            )
            .reshape(-1, 3)
            .astype(np.float32)
        )
        within = (ground[:, :2] > self.low) & (ground[:, :2] < self.high)
        inside = within[:, 0] & within[:, 1]
        texel = np.clip((ground[:, :2] * 18 + 160).astype(int), 0, 319)
        albedo = np.where(
            inside[:, None], self.floor[texel[:, 1], texel[:, 0]], self.table[texel[:, 1], texel[:, 0]]
        )
        points = ground.copy()
        normal = np.zeros_like(ground)
        normal[:, 2] = 1
        depth = np.full(len(ground), 1.0, np.float32)
        ray = ground - self.eye
        gloss = np.full(len(ground), 0.04, np.float32)
        soft = np.full(len(ground), 0.4, np.float32)
        owner = np.full(len(ground), -1)
        bodies = [*self.walls, *dice]
        for number, body in enumerate(bodies):
            self._hit(body, number, ray, depth, points, normal, albedo, gloss, soft, owner)
        colour = self._shade(bodies, light, points, normal, albedo, gloss, soft, ray, owner)
        return colour.reshape(size, size, 3)

    def _hit(
        self,
        body: Body,
        number: int,
        ray: Floats,
        depth: Floats,
        points: Floats,
        normal: Floats,
        albedo: Floats,
        gloss: Floats,
        soft: Floats,
        owner: NDArray[np.int64],
    ) -> None:
        towards = _unit(ray)
        relative = (body.at - self.eye).astype(np.float32)
        along = towards @ relative
        chosen = np.flatnonzero(relative @ relative - along * along < body.reach**2)
        if not len(chosen):
            return
        start = body.local(self.eye[None])[0]
        local_ray = towards[chosen] @ body.turn
        # the box without its rounding says where to begin
        local_ray = np.where(np.abs(local_ray) < 1e-6, np.float32(1e-6), local_ray)
        one, two = (-body.half - start) / local_ray, (body.half - start) / local_ray
        low, high = np.minimum(one, two), np.maximum(one, two)
        enter = np.maximum(np.maximum(low[:, 0], low[:, 1]), low[:, 2])
        leave = np.minimum(np.minimum(high[:, 0], high[:, 1]), high[:, 2])
        met = enter < leave
        chosen, local_ray, travelled, leave = chosen[met], local_ray[met], enter[met], leave[met]
        for _ in range(9):
            gap = body.distance(start + local_ray * travelled[:, None])
            travelled = travelled + gap
        landed = (travelled < leave) & (gap < 0.02)
        chosen, local_ray, travelled = chosen[landed], local_ray[landed], travelled[landed]
        part = travelled / np.linalg.norm(ray[chosen], axis=1)
        nearer = part < depth[chosen]
        chosen, local_ray, travelled = chosen[nearer], local_ray[nearer], travelled[nearer]
        local = start + local_ray * travelled[:, None]
        over = np.maximum(np.abs(local) - (body.half - body.round), 0) * np.sign(local)
        depth[chosen] = part[nearer]
        points[chosen] = local @ body.turn.T + body.at
        normal[chosen] = _unit(over.astype(np.float32)) @ body.turn.T
        owner[chosen] = number
        gloss[chosen], soft[chosen] = body.gloss, body.soft
        if len(body.faces) == 1:
            texel = np.clip(
                (points[chosen][:, :2] * 18 + points[chosen][:, 2:] * 18 + 160).astype(int), 0, 319
            )
            albedo[chosen] = body.faces[0][texel[:, 1], texel[:, 0]]
            return
        face = np.argmax(local @ NORMALS.T, 1)
        size = drawings.TEXTURE_PX
        first = (np.einsum("ij,ij->i", local, ACROSS[face]) / (2 * body.half[0]) + 0.5) * size
        second = (0.5 - np.einsum("ij,ij->i", local, UP[face]) / (2 * body.half[0])) * size
        first, second = np.clip(first, 0, size - 1).astype(int), np.clip(second, 0, size - 1).astype(int)
        albedo[chosen] = np.stack(body.faces)[face, second, first]

    def _shade(
        self,
        bodies: list[Body],
        light: Light,
        points: Floats,
        normal: Floats,
        albedo: Floats,
        gloss: Floats,
        soft: Floats,
        ray: Floats,
        owner: NDArray[np.int64],
    ) -> Floats:
        lit = np.ones(len(points), np.float32)
        open_sky = np.ones(len(points), np.float32)
        for number, body in enumerate(bodies):
            relative = body.at - points
            along = relative @ light.towards
            far = relative[:, 0] ** 2 + relative[:, 1] ** 2 + relative[:, 2] ** 2
            off = np.sqrt(np.maximum(far - along * along, 0))
            near = np.flatnonzero(
                (owner != number)
                & (along > -body.reach)
                & (off < body.reach + light.spread * np.maximum(along, 0.3))
            )
            if len(near):
                local, step = body.local(points[near]), light.towards @ body.turn
                travelled = np.maximum(along[near] - body.reach, 0.02)
                least = np.full(len(near), 1.0, np.float32)
                for _ in range(10):
                    gap = body.distance(local + step * travelled[:, None])
                    least = np.minimum(least, gap / (light.spread * travelled + 0.02))
                    travelled = travelled + np.clip(gap, 0.05, 0.6)
                lit[near] *= np.clip(0.5 + least * 0.5, 0, 1)
            close = np.flatnonzero((owner != number) & (far < (body.reach + 1.2) ** 2))
            if len(close):
                gap = np.maximum(body.distance(body.local(points[close])), 0)
                open_sky[close] *= 1 - 0.55 * np.exp(-gap / 0.35)
        facing = np.clip(normal @ light.towards, 0, 1)
        around = (0.6 + 0.4 * normal[:, 2]) * open_sky
        if self.clear:  # light goes through such a die, so that its sides differ less
            through = (owner >= len(self.walls)) * np.float32(self.clear)
            facing = facing * (1 - through) + 0.45 * through
            lit = lit * (1 - 0.5 * through) + 0.5 * through
        direct = light.colour * (facing * lit)[:, None] * 1.6
        if light.stripe is not None:
            direct = direct * light.stripe.on(points, light.towards)
        colour = albedo * (direct + light.ambient * around[:, None])
        towards = _unit(ray)
        mirror = towards - 2 * np.einsum("ij,ij->i", towards, normal)[:, None] * normal
        fresnel = gloss * (0.05 + 0.95 * (1 - np.clip(-np.einsum("ij,ij->i", towards, normal), 0, 1)) ** 5)
        shiny = np.flatnonzero(gloss > 0.03)
        sky = light.sky(mirror[shiny], float(self.soft))
        colour[shiny] += (
            sky * (fresnel[shiny] * np.clip(1.2 - soft[shiny] * 2, 0.15, 1) * open_sky[shiny])[:, None]
        )
        return colour.astype(np.float32)

    def sample(self) -> Sample:
        """Throw the dice, and look."""
        random = self.random
        dice = self._throw()
        later = drift(random, self.light, float(random.choice([0.2, 1, 2])))
        shift = random.normal(0, 0.5, 2) if random.random() < 0.7 else random.normal(0, 2.0, 2)
        develop = Developer(random)
        empty_linear = self._draw([], self.light, np.zeros(2))
        with_dice = self._draw(dice, later, shift)
        exposure = develop.exposure(empty_linear)
        foreign = np.zeros(with_dice.shape[:2], np.uint8)
        if random.random() < 0.2:
            with_dice, foreign = _intrude(random, with_dice, float(later.colour.mean()))
        picture, empty = develop(with_dice, exposure), develop(empty_linear, exposure)
        below = self._project(np.array([[*self.eye[:2], 0.0]]), np.zeros(2))[0]
        return Sample(
            picture,
            empty,
            foreign,
            [self._label(die, shift, foreign) for die in dice],
            self.px_per_edge,
            np.array([*below, self.eye[2] / self.grow]),
        )

    def _label(self, die: Body, shift: Floats, foreign: NDArray[np.uint8]) -> Die:
        top = int(np.argmax(NORMALS @ die.turn[2]))
        half = die.half[0]
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * half
        local = NORMALS[top] * half + square[:, :1] * ACROSS[top] + square[:, 1:] * UP[top]
        quad = self._project(local @ die.turn.T + die.at, shift)
        state = die.state
        hull = cv2.convexHull(quad.astype(np.float32))
        mask = np.zeros(foreign.shape, np.uint8)
        cv2.fillPoly(mask, [hull.astype(np.int32)], 1)
        covered = float((foreign * mask).sum() / max(mask.sum(), 1))
        if covered > 0.03:
            state = HIDDEN
        return Die(die.kind, die.values[top], quad, state)

    def _project(self, points: Floats, shift: Floats) -> Floats:
        part = self.eye[2] / (self.eye[2] - points[:, 2:])
        ground = self.eye[:2] + (points[:, :2] - self.eye[:2]) * part
        return ground * (self.px_per_edge / self.grow * self.uneven) + self.size_px / 2 - shift


class Developer:
    """One camera: sharpness, noise, colours, compression."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.blur = random.uniform(0.3, 1.1)
        self.grain = float(np.exp(random.uniform(math.log(0.0002), math.log(0.005))))
        self.tint = 1 + random.normal(0, 0.12, 3)
        self.bright = random.uniform(0.75, 1.3)
        self.contrast = random.uniform(0, 0.35)
        self.colourful = random.uniform(0.85, 1.25)
        self.sharpen = random.uniform(0, 0.9)
        self.blotches = random.uniform(0.004, 0.03) if random.random() < 0.3 else 0.0
        self.blotch_px = random.uniform(0.8, 2.0)
        self.quality = int(random.integers(45, 92))

    def exposure(self, linear: Floats) -> float:
        """A factor for the empty tray, as an automatic exposure chooses it."""
        bright = linear @ np.array([0.25, 0.6, 0.15], np.float32)
        return self.bright * min(
            0.19 / max(float(bright.mean()), 1e-4), 0.65 / max(float(np.percentile(bright, 97)), 1e-4)
        )

    def __call__(self, linear: Floats, exposure: float) -> Floats:
        random = self.random
        seen = cv2.GaussianBlur(linear * (exposure * self.tint).astype(np.float32), (0, 0), self.blur)
        grain = cv2.GaussianBlur(random.standard_normal(seen.shape).astype(np.float32), (0, 0), 0.55) * 1.5
        seen = seen + np.sqrt(np.maximum(seen, 0) * self.grain + self.grain * 0.004) * grain
        seen = np.clip(seen, 0, 1)
        seen = np.where(
            seen <= 0.0031308, seen * 12.92, 1.055 * np.power(np.maximum(seen, 1e-8), 1 / 2.4) - 0.055
        )
        seen = seen * (1 - self.contrast) + self.contrast * seen * seen * (3 - 2 * seen)
        grey = seen.mean(2, keepdims=True)
        seen = np.clip(grey + (seen - grey) * self.colourful, 0, 1).astype(np.float32)
        if self.blotches:  # what the noise filter of a camera leaves
            blotchy = cv2.GaussianBlur(
                random.standard_normal(seen.shape).astype(np.float32), (0, 0), self.blotch_px
            )
            seen = np.clip(seen + blotchy * self.blotches * self.blotch_px * 3.5, 0, 1).astype(np.float32)
        seen = np.clip(seen + self.sharpen * (seen - cv2.GaussianBlur(seen, (0, 0), 1.0)), 0, 1)
        packed = cv2.imencode(
            ".jpg", (seen[..., ::-1] * 255 + 0.5).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, self.quality]
        )
        back = cv2.imdecode(packed[1], cv2.IMREAD_COLOR)
        return np.asarray(back, np.float32)[..., ::-1] / 255


SKINS = ((0.88, 0.66, 0.55), (0.78, 0.55, 0.43), (0.58, 0.38, 0.27), (0.36, 0.22, 0.15))


def _intrude(random: Random, linear: Floats, light: float) -> tuple[Floats, NDArray[np.uint8]]:
    """A hand, a card or some piece over the tray, with its shadow."""
    size = linear.shape[0]
    mask = np.zeros((size, size), np.uint8)
    if random.random() < 0.7:
        colour = drawings.near(random, SKINS[int(random.integers(4))])
        if random.random() < 0.15:
            colour = random.uniform(0.05, 0.9, 3).astype(np.float32)  # a sleeve or a glove
        angle = random.uniform(0, 2 * np.pi)
        into = np.array([math.cos(angle), math.sin(angle)])
        side = np.array([-into[1], into[0]])
        palm = np.array([size / 2, size / 2]) + random.normal(0, size * 0.3, 2) - into * random.uniform(0, 60)
        finger = random.uniform(16, 26)
        cv2.line(mask, _at(palm - into * 400), _at(palm - into * finger * 3), 1, int(finger * 3.4))
        cv2.line(mask, _at(palm - into * finger * 3), _at(palm), 1, int(finger * 3.8))
        for place in (-1.4, -0.5, 0.45, 1.3):
            if random.random() < 0.85:
                tip = palm + side * place * finger + into * finger * random.uniform(2, 5.5)
                cv2.line(
                    mask, _at(palm + side * place * finger), _at(tip), 1, int(finger * random.uniform(0.8, 1))
                )
    else:
        colour = random.uniform(0.03, 0.95, 3).astype(np.float32)
        centre = random.uniform(0, size, 2)
        shape = (random.uniform(14, 110), random.uniform(14, 140))
        box = cv2.boxPoints(((float(centre[0]), float(centre[1])), shape, float(random.uniform(0, 180))))
        cv2.fillPoly(mask, [box.astype(np.int32)], 1)
    depth = cv2.GaussianBlur(cv2.distanceTransform(mask, cv2.DIST_L2, 5), (0, 0), 2)
    shading = np.clip(0.55 + 0.45 * np.tanh(depth / 8), 0, 1) * (1 + 0.04 * drawings.noise(random, size, 1.5))
    away = random.normal(0, 14, 2)
    move = np.array([[1, 0, away[0]], [0, 1, away[1]]], np.float32)
    shade = cv2.GaussianBlur(
        cv2.warpAffine(mask.astype(np.float32), move, (size, size)), (0, 0), random.uniform(2, 12)
    )
    edge = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), random.uniform(0.6, 2))[..., None]
    paint = _linear(colour) * shading[..., None] * max(light, 0.3) * random.uniform(0.7, 1.6)
    under = linear * (1 - random.uniform(0.2, 0.7) * shade[..., None])
    return (under * (1 - edge) + paint * edge).astype(np.float32), mask


def _at(place: NDArray[np.float64]) -> tuple[int, int]:
    return int(place[0]), int(place[1])
