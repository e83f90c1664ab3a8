"""From what was written down to a rig that can be rendered."""

from __future__ import annotations

import math

import numpy as np

from tools.dice_training.drawings import Floats, Random
from tools.dice_training.looks import Colour, DieLook, Finish, Rig, Surface, Thing, Tray
from tools.dice_training.scenes import VALUES
from tools.dice_training.written.parts import Pips, Plan
from tools.dice_training.written.pips import dotted
from tools.dice_training.written.sheet import Sheet
from tools.dice_training.written.textures import bodied

EVENT_SIDES = ("ship", "green", "ship", "yellow", "blue", "ship")
SKY: Colour = (0.88, 0.94, 1.0)


def pip_die(look: Pips, plan: Plan, random: Random) -> DieLook:
    """A die with pips that looks so, of the size and shape of a plan's dice."""
    sides = []
    for value in VALUES:
        sheet = Sheet(look.body)
        dotted(sheet, value, look.pip, look.radius, look.reach, look.manner)
        sides.append(bodied(sheet.done(), look.kind, random))
    return DieLook(tuple(sides), VALUES, plan.die, plan.bevel, plan.finish, plan.ball)


def event_die(plan: Plan, random: Random) -> DieLook:
    """The event die of a plan."""
    look, sides = plan.event, []
    for face in EVENT_SIDES:
        sheet = Sheet(look.body)
        if face == "ship":
            look.ship(sheet, look.ink)
        else:
            look.gate(sheet, {"yellow": look.yellow, "blue": look.blue, "green": look.green}[face])
        sides.append(bodied(sheet.done(), look.kind, random))
    return DieLook(tuple(sides), EVENT_SIDES, plan.die * 1.05, plan.bevel, plan.finish, plan.ball)


CARDS: tuple[tuple[Colour, Colour], ...] = (
    ((0.86, 0.83, 0.74), (0.28, 0.40, 0.24)),
    ((0.88, 0.86, 0.80), (0.62, 0.30, 0.20)),
    ((0.20, 0.26, 0.42), (0.72, 0.62, 0.36)),
    ((0.90, 0.90, 0.92), (0.35, 0.36, 0.40)),
)
PIECES: tuple[tuple[str, tuple[float, float, float], Colour], ...] = (
    ("plate", (1.6, 1.6, 1.6), (0.72, 0.58, 0.10)),
    ("plate", (2.6, 0.6, 0.6), (0.14, 0.30, 0.56)),
    ("round", (7.2, 7.2, 8.5), (0.85, 0.84, 0.80)),
    ("round", (2.2, 2.2, 0.2), (0.62, 0.52, 0.32)),
    ("hexagon", (7.6, 8.4, 0.25), (0.40, 0.52, 0.24)),
    ("pencil", (16.0, 0.7, 0.7), (0.20, 0.45, 0.35)),
    ("plate", (12.0, 17.0, 1.6), (0.36, 0.16, 0.14)),
    ("plate", (7.0, 14.2, 0.7), (0.05, 0.05, 0.06)),
    ("hexagon", (3.0, 3.0, 0.3), (0.80, 0.76, 0.66)),
)


def hides_floor(at: Floats, size: tuple[float, float, float], plan: Plan) -> bool:
    """Whether a thing of that size at that place, in cm from the tray's middle, would hide part of the floor
    from the camera, where nobody would leave a mug."""
    tilt, azimuth = math.radians(plan.eye.tilt), math.radians(plan.eye.azimuth)
    hidden = -size[2] * math.tan(tilt) * np.array([math.cos(azimuth), math.sin(azimuth)])
    behind = at + np.linspace(0, 1, 16)[:, None] * hidden
    return bool((np.abs(behind) < (np.array(plan.size[:2]) + max(size[:2])) / 2).all(axis=1).any())


def things(plan: Plan, tray: Tray, random: Random) -> tuple[Thing, ...]:
    """Cards and pieces of a game beside the tray, all round it."""
    made = []
    outer = np.array([tray.wide, tray.deep]) / 2 + tray.thick
    for number in range(plan.things):
        if random.random() < 0.4:
            edge, middle = CARDS[number % len(CARDS)]
            shape, size = "plate", (6.2, 9.4, 0.05)
            colours = np.full((96, 64, 3), edge, np.float32)
            colours[10:60, 8:-8], colours[66:86, 12:-12] = middle, np.array(middle) * 0.6
        else:
            shape, size, paint = PIECES[int(random.integers(len(PIECES)))]
            colours = np.full((16, 16, 3), paint, np.float32)
        side, way = number % 2, 1 if number % 4 < 2 else -1
        at = random.uniform(-1.1, 1.1, 2) * outer
        at[side] = way * (outer[side] + 0.4 + max(size[:2]) * random.uniform(0.5, 0.75))
        turn = float(random.normal(0, 14) + 90 * (number % 2))
        if hides_floor(at, size, plan):
            continue
        look = Surface(colours, np.full((8, 8), 0.5, np.float32), Finish(0.45, relief=0.0))
        made.append(Thing(shape, size, (float(at[0]), float(at[1])), turn, look))
    return tuple(made)


def tray(plan: Plan, random: Random) -> Tray:
    """The tray of a plan; its rim may be of what its floor is."""
    _, make_floor, make_rim = plan.tray
    floor = make_floor(random)
    return Tray(*plan.size, floor, floor if make_rim is make_floor else make_rim(random))


def assembled(plan: Plan, on: Tray, dice: dict[str, DieLook], random: Random) -> Rig:
    """A tray and dice on the table of a plan, in its light and under its camera."""
    return Rig(
        name=plan.name,
        about={"tray": plan.tray[0], "table": plan.table[0]},
        dice=dice,
        tray=on,
        table=plan.table[1](random),
        lamps=plan.lamps,
        sky=(SKY, plan.sky),
        eye=plan.eye,
        development=plan.camera,
        sun=plan.sun,
        things=things(plan, on, random),
    )


def make_rig(plan: Plan, place: int, seed: int) -> Rig:
    """The rig of a plan; its ``place`` among all of them tells it from others of the same seed."""
    random = np.random.default_rng([seed, place])
    made = tray(plan, random)
    dice = {
        "white": pip_die(plan.white, plan, random),
        "red": pip_die(plan.red, plan, random),
        "event": event_die(plan, random),
        "fourth": pip_die(plan.fourth, plan, random),
    }
    return assembled(plan, made, dice, random)
