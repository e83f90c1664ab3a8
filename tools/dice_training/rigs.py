"""Renders rigs to train on.

A rig is a tray under a lamp and a camera, with three sets of dice, of which up to eight dice lie in each
picture, some leaning or stacked. Each rig has a tray, dice and a light of its own. The folder gets a
``labels.json`` as ``views`` reads it. Needs Blender, which the extra ``training`` brings.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tools.dice_training import drawings, rig_drawings
from tools.dice_training.development import kelvin
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.looks import (
    Colour,
    Development,
    DieLook,
    Eye,
    Finish,
    Lamp,
    Rig,
    Sun,
    Surface,
    Thing,
    Tray,
)
from tools.dice_training.poses import LEANS, Lying, Thrower
from tools.dice_training.scenes import VALUES
from tools.dice_training.shoots import Shoot, drifted
from tools.dice_training.spread import spread
from tools.dice_training.surfaces import FLOORS, surface

EVENTS = ("ship", "yellow", "blue", "green")
GATES = EVENTS[1:]
SHIPS = 3  # sides of the event die
SETS = ("", " 2", " 3")
MORE = ("white", "red", "event", "white", "red")  # dice of the second and third set
SIZE_PX = (560, 420)
DRAWINGS = 1_000_000
STEEPEST = 48.0  # degrees of a camera; more than any is asked to stand
LITTLE, LITTLE_LEANS = 0.5, (13.0, 22.0)  # in so many pictures dice lean by so few degrees
RIG = 1
PARTS = "labels"

LACQUERED = 0.15
"""So many floors shine as if under varnish."""
MATS = ("paper", "hexes", "dots", "map")
RIMS = ("wood_oak", "wood_walnut", "wood_pine", "wood_dark", "plastic_black", "leather_tan", "leather_black")
TABLES = (
    "wood_pine",
    "paper",
    "dots",
    "wood_oak",
    "felt_grey",
    "wood_walnut",
    "hexes",
    "stripes",
    "felt_black",
)
FIRST_DIE = (
    *drawings.FIRST_DIE,
    ((0.90, 0.62, 0.05), (0.35, 0.02, 0.02)),
    ((0.85, 0.78, 0.60), (0.25, 0.12, 0.05)),
    ((0.92, 0.92, 0.92), (0.55, 0.40, 0.08)),
    ((0.90, 0.86, 0.74), (0.05, 0.30, 0.10)),
)
RED_DIE = (
    *drawings.RED_DIE,
    ((0.75, 0.10, 0.10), (0.85, 0.62, 0.20)),
    ((0.55, 0.02, 0.12), (0.90, 0.90, 0.88)),
    ((0.30, 0.02, 0.03), (0.85, 0.65, 0.15)),
)
INKS: tuple[Colour, ...] = (
    (0.03, 0.03, 0.03),
    (0.03, 0.03, 0.03),
    (0.25, 0.12, 0.05),
    (0.35, 0.03, 0.03),
    (0.06, 0.08, 0.25),
)
GATE_COLOURS: dict[str, tuple[Colour, ...]] = {
    "yellow": ((0.92, 0.70, 0.05), (0.98, 0.85, 0.25), (0.80, 0.55, 0.05)),
    "blue": ((0.05, 0.22, 0.60), (0.25, 0.50, 0.80), (0.02, 0.08, 0.30)),
    "green": ((0.06, 0.42, 0.14), (0.35, 0.60, 0.25), (0.02, 0.22, 0.08)),
}
FINISHES = {
    "gloss": Finish(0.2, 0.7, 0.5),
    "satin": Finish(0.4, 0.15, 0.5),
    "dull": Finish(0.6, 0.0, 0.5),
}
BODIES = ("plain", "wood", "marble", "speckle", "pearl")
THINGS = {
    "plate": ((5.4, 8.0, 0.06), (1.0, 1.0, 1.0), (2.5, 0.5, 0.5), (7.2, 14.6, 0.8), (13.0, 19.0, 2.0)),
    "hexagon": ((8.0, 8.0, 0.2),),
    "round": ((2.4, 2.4, 0.2), (7.6, 7.6, 9.0)),
    "pencil": ((15.0, 0.7, 0.7),),
}


# --- what a rig is ---------------------------------------------------------------------------------------


def _one_of(random: Random, choices: Sequence[Any]) -> Any:
    return choices[int(random.integers(len(choices)))]


def _finish(random: Random) -> Finish:
    made: Finish = FINISHES[str(random.choice(list(FINISHES), p=[0.5, 0.3, 0.2]))]
    if random.random() < 0.12:
        made = Finish(float(random.uniform(0.05, 0.3)), 0.3, made.relief, float(random.uniform(0.25, 0.7)))
    return made


def _pip_die(random: Random, pairs: Sequence[tuple[Colour, Colour]], size: float) -> DieLook:
    """A die with pips, large or small, drilled or printed, on a body of some kind."""
    colours = _one_of(random, pairs)
    body, pip = (drawings.near(random, colour) for colour in colours)
    kind, look = str(random.choice(BODIES, p=[0.6, 0.12, 0.12, 0.06, 0.1])), _pips(random, body)
    sides = [look.side(value, body, pip) for value in VALUES]
    return _die(random, [rig_drawings.grained(side, kind, random) for side in sides], VALUES, size)


def _pips(random: Random, body: Floats) -> rig_drawings.Pips:
    """Pips as dice have them: mostly discs, of which a one may have a larger one, in a colour of its own."""
    radius, across = random.uniform(0.055, 0.13), random.uniform(0.22, 0.285)
    along = across * random.uniform(0.85, 1.08)
    outline, hole = rig_drawings.disc(), 0.0
    if random.random() < 0.2:
        turn = random.choice([0.0, math.pi / 4, math.pi / 2, random.uniform(0, 2 * math.pi)])
        outline = rig_drawings.outline(int(random.integers(3, 9)), random.uniform(0.8, 5), turn)
        radius = max(radius, 0.08)
    elif random.random() < 0.1:
        hole, radius = random.uniform(0.4, 0.75), max(radius, 0.09)
    radius = min(radius, 0.46 * along)
    lone, colour = 1.0, None
    if random.random() < 0.3:
        lone = min(random.uniform(1.2, 2.2), 0.24 / radius)
        if random.random() < 0.5 and body[0] - 0.5 * body[1:].sum() < 0.25:
            colour = drawings.near(random, (0.65, 0.05, 0.05))
    drilled = bool(random.random() < 0.65)
    return rig_drawings.Pips(
        float(radius), float(across), float(along), drilled, outline, float(hole), lone, colour
    )


def event_die(random: Random, size: float) -> DieLook:
    """An event die: one ship three times, and one gate in three colours, of the many that are drawn."""
    body, ink = (
        drawings.near(random, _one_of(random, drawings.EVENT_DIE)),
        drawings.near(random, _one_of(random, INKS)),
    )
    style, kind = int(random.integers(DRAWINGS)), str(random.choice(BODIES, p=[0.7, 0.12, 0.06, 0.04, 0.08]))
    faces = [rig_drawings.ship(style, body, ink)] * SHIPS
    for name in GATES:
        colour = drawings.near(random, _one_of(random, GATE_COLOURS[name]))
        faces.append(rig_drawings.gate(style, body, colour, ink))
    order = random.permutation(6).tolist()
    values = ("ship",) * SHIPS + GATES
    sides = [rig_drawings.grained(faces[place], kind, random) for place in order]
    return _die(random, sides, [values[place] for place in order], size)


def _die(
    random: Random, sides: list[tuple[Floats, Floats]], values: Sequence[int | str], size: float
) -> DieLook:
    bevel = random.uniform(0.03, 0.08) if random.random() < 0.3 else random.uniform(0.08, 0.24)
    ball = random.uniform(1.38, 1.5) if random.random() < 0.3 else 1.8
    return DieLook(tuple(sides), tuple(values), size, float(bevel), _finish(random), float(ball))


def _dice(random: Random) -> dict[str, DieLook]:
    """Three sets of three dice; within a set they are of about one size."""
    dice = {}
    for which in SETS:
        size = float(random.uniform(1.2, 1.9))
        first = list(FIRST_DIE)
        if random.random() < 0.25:
            body = tuple(random.uniform(0.03, 0.95, 3).tolist())
            first = [(body, (0.9, 0.9, 0.88) if sum(body) < 1.2 else (0.04, 0.04, 0.04))]
        dice[f"white{which}"] = _pip_die(random, first, size)
        dice[f"red{which}"] = _pip_die(random, RED_DIE, size)
        dice[f"event{which}"] = event_die(random, size * float(random.uniform(1.0, 1.12)))
    return dice


def _tray(random: Random) -> tuple[str, Tray]:
    name = str(random.choice(list(FLOORS)))
    floor = surface(name, random)
    wide = float(random.uniform(14.5, 21))
    wall = 0.0 if name in MATS and random.random() < 0.7 else float(random.uniform(0.5, 3.2))
    rim = floor if random.random() < 0.4 else surface(str(random.choice(RIMS)), random)
    deep = wide * float(random.uniform(0.62, 0.9))
    if random.random() < LACQUERED:
        shine = Finish(
            float(random.uniform(0.1, 0.4)), float(random.uniform(0.3, 1)), 0.3 * floor.finish.relief
        )
        floor = replace(floor, finish=shine)
    return name, Tray(wide, deep, wall, float(random.uniform(0.4, 1.4)), floor, rim)


def _things(random: Random, tray: Tray, most: int) -> tuple[Thing, ...]:
    """Cards, tokens, cups and what else lies round the tray."""
    made = []
    outer = np.array([tray.wide, tray.deep]) / 2 + tray.thick + 0.3
    for _ in range(int(random.integers(2, most))):
        shape = str(random.choice(list(THINGS), p=[0.6, 0.12, 0.14, 0.14]))
        size = _one_of(random, THINGS[shape])
        reach = math.hypot(size[0], size[1]) / 2 * float(random.uniform(0.85, 1.2))
        side = int(random.integers(2))
        at = random.uniform(-1, 1, 2) * (outer + 5)
        at[side] = (outer[side] + reach) * random.choice([-1, 1])
        colour = drawings.blank(random.uniform(0.03, 0.95, 3), 64)
        if random.random() < 0.4:
            colour[14:-14, 12:-12] = random.uniform(0.05, 0.95, 3)
        shine = Finish(float(random.uniform(0.1, 0.7)), relief=0.0)
        look = Surface(colour, colour[..., 0], shine)
        made.append(Thing(shape, size, (float(at[0]), float(at[1])), float(random.uniform(0, 360)), look))
    return tuple(made)


def _lamps(random: Random, eye: Eye) -> tuple[Lamp, ...]:
    """The room's lamp, at times a window, and one that shines in glossy dice towards the camera."""
    key = Lamp(
        float(random.uniform(0, 360)),
        float(random.uniform(28, 80)),
        70.0,
        math.exp(random.uniform(math.log(4), math.log(50))),
        float(random.uniform(2700, 6500)),
        1.0,
    )
    lamps = [key]
    if random.random() < 0.4:
        around = key.azimuth + random.uniform(80, 280)
        strength = float(random.uniform(0.1, 0.5))
        high, light = float(random.uniform(20, 45)), float(random.uniform(5000, 7500))
        lamps.append(Lamp(around, high, 80.0, 45.0, light, strength))
    if random.random() < 0.5:
        high = float(np.clip(90 - eye.tilt + random.normal(0, 8), 40, 88))
        around, size = eye.azimuth + 180 + float(random.normal(0, 15)), float(random.uniform(3, 20))
        light, strength = float(random.uniform(2700, 6500)), math.exp(random.uniform(math.log(0.15), 0))
        lamps.append(Lamp(around, high, 62.0, size, light, strength))
    return tuple(lamps)


def _sun(random: Random, tray: Tray) -> Sun:
    return Sun(
        float(random.uniform(0, 360)),
        float(random.uniform(30, 65)),
        float(random.uniform(4800, 5600)),
        float(random.uniform(0.5, 1.8)),
        float(random.uniform(2.5, 12)),
        float(random.uniform(-0.4, 0.4)) * tray.wide,
        int(random.integers(0, 4)),
    )


def _sky(random: Random) -> Colour:
    """What lights the shadows of the lamp: the walls of a room, or a blue sky."""
    red, green, blue = kelvin(float(random.uniform(4500, 12000))).tolist()
    return red, green, blue


def _eye(random: Random) -> Eye:
    tilt = abs(random.normal(0, 14)) if random.random() < 0.55 else random.uniform(15, STEEPEST)
    return Eye(
        float(min(tilt, STEEPEST)),
        float(random.choice([-90, 90]) + random.normal(0, 8)),
        float(random.normal(0, 4)),
        float(random.uniform(42, 80)),
        float(random.uniform(0.76, 0.96)),
        (float(random.uniform(-0.22, 0.03)), float(random.uniform(-0.01, 0.05))),
    )


def _development(random: Random, light: float) -> Development:
    """A good camera, or a cheap one with a noise filter and sharpening of its own."""
    cheap = bool(random.random() < 0.4)
    return Development(
        kelvin=light,
        balance=float(random.uniform(0.6, 1.0)),
        exposure=math.exp(random.uniform(math.log(0.5), math.log(1.4))),
        grain=math.exp(random.uniform(math.log(0.006), math.log(0.035))),
        blotches=float(random.uniform(0.008, 0.04)) if cheap else 0.0,
        blotch_px=float(random.uniform(2, 6)),
        filtered=float(random.uniform(0.2, 0.8)) if cheap else 0.0,
        blur_px=float(random.uniform(0.3, 0.8)),
        sharpening=float(random.uniform(0.4, 1.4)) if cheap else float(random.uniform(0, 0.6)),
        contrast=float(random.uniform(0, 0.35)),
        saturation=float(random.uniform(0.85, 1.25)),
        vignette=float(random.uniform(0.05, 0.35)),
        quality=int(random.integers(55, 90)),
    )


def make_rig(seed: int, number: int) -> Rig:
    """The rig of that number, from nothing but its seed."""
    random = np.random.default_rng([seed, number, RIG])
    name, tray = _tray(random)
    table = str(random.choice(TABLES if random.random() < 0.5 else list(FLOORS)))
    eye = _eye(random)
    lamps = _lamps(random, eye)
    return Rig(
        name=f"r{seed}-{number:04d}",
        about={"tray": name, "table": table},
        dice=_dice(random),
        tray=tray,
        table=surface(table, random),
        lamps=lamps,
        sky=(_sky(random), float(random.uniform(0.06, 0.4))),
        eye=eye,
        development=_development(random, lamps[0].kelvin),
        sun=_sun(random, tray) if random.random() < 0.25 else None,
        things=_things(random, tray, 12),
    )


# --- pictures --------------------------------------------------------------------------------------------


def _value(random: Random, kind: str) -> int | str:
    return str(random.choice(EVENTS)) if kind == "event" else int(random.integers(1, 7))


def thrown(thrower: Thrower, random: Random) -> list[Lying]:
    """Three dice that lie flat, and up to five more, of which many lean or are stacked."""
    for kind in random.permutation(["white", "red", "event"]).tolist():
        if thrower.lying and random.random() < 0.3:
            thrower.beside(kind, _value(random, kind))
        else:
            thrower.flat(kind, _value(random, kind))
    spare = [f"{kind}{which}" for which in SETS[1:] for kind in ("white", "red", "event")]
    for kind in random.permutation(MORE).tolist():
        look = next(look for look in spare if look.startswith(kind))
        spare.remove(look)
        chance, value = random.random(), _value(random, kind)
        if chance < 0.5:
            thrower.leaning(look, value)
        elif chance < 0.58 and any(die.flat for die in thrower.lying[3:]):
            thrower.on_top(look, value)
        elif chance < 0.8 and thrower.lying:
            thrower.beside(look, value)
        else:
            thrower.flat(look, value, apart=0.02)
    return thrower.lying


@dataclass(frozen=True)
class Kind:
    """A way to make rigs, each from a seed and a number."""

    make: Callable[[int, int], Rig]
    stream: int
    """Tells the random numbers of their pictures from all others of the same seed and number."""


RULED = Kind(make_rig, 2)


def render(seed: int, number: int, pictures: int, out: Path, kind: Kind = RULED) -> dict[str, Any]:
    """Renders one rig; its part of the labels."""
    rig = kind.make(seed, number)
    random = np.random.default_rng([seed, number, kind.stream])
    shoot = Shoot(rig, SIZE_PX, out, seed)
    empty = shoot.empty(f"calib/{rig.name}_empty.jpg")
    images = []
    for picture in range(pictures):
        shoot.light(*drifted(rig.lamps, float(random.choice([0, 1, 2], p=[0.5, 0.3, 0.2])), random))
        leans = LITTLE_LEANS if random.random() < LITTLE else LEANS
        lying = thrown(shoot.thrower(random, leans), random)
        images.append(shoot.take(f"images/{rig.name}_{picture:02d}.jpg", lying))
    info = {**rig.about, "tray_corners": shoot.corners}
    return {"rigs": {rig.name: info}, "calib": [{**empty, "what": "empty"}], "images": images}


def _part(seed: int, number: int, pictures: int, out: Path) -> Path:
    return out / PARTS / f"{seed}-{number:04d}-{pictures}.json"


def _rendered(seed: int, number: int, pictures: int, out: Path, kind: Kind) -> None:
    """Renders one rig unless it is there already; its part of the labels is written last."""
    file = _part(seed, number, pictures, out)
    if file.exists():
        return
    part = render(seed, number, pictures, out, kind)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.with_suffix(".new").write_text(json.dumps(part))
    file.with_suffix(".new").replace(file)
    print(f"rig {number}", flush=True)


def render_all(
    rigs: int, pictures: int, seed: int, out: Path, processes: int = 1, kind: Kind = RULED
) -> None:
    """Renders that many rigs, of so many pictures each, into a folder with a ``labels.json``.

    Rigs that are there already are not rendered again; every rig is made by one process.
    """
    spread(_rendered, [(seed, number, pictures, out, kind) for number in range(rigs)], processes)
    labels: dict[str, Any] = {"rigs": {}, "calib": [], "images": [], "negatives": []}
    for number in range(rigs):
        part = json.loads(_part(seed, number, pictures, out).read_text())
        labels["rigs"].update(part["rigs"])
        labels["calib"] += part["calib"]
        labels["images"] += part["images"]
    (out / "labels.json").write_text(json.dumps(labels))


def names(folder: Path) -> list[str]:
    """The rigs that have been rendered into a folder, in their order."""
    return sorted(json.loads((folder / "labels.json").read_text())["rigs"])
