"""Renders the rigs that are kept apart: ``python -m tools.dice_training.unseen --out DIR``.

Sixty trays that nothing is trained or tuned on. Of u00 to u11 six are as people have them and six are
hard: a stripe of sun, a warm dim lamp, striped wood, small dice, dice of marbled and clear resin, and a
cluttered table seen at 45 degrees through a poor camera. u12 to u17 are six more as people have them, with
pips of other shapes, and so are u18 to u23: a dish that shines, a mat without walls, small and large dice,
the sun through a window. u24 to u31 are eight as most people have them, five of them with ordinary pips: from
a box's lid and a breakfast tray to a club's mat and a 3D printer's tray, one straight from above and two from
the side. u32 to u39 are eight more of what is at hand at home, from a leather tray and a shoe box's lid to a
kitchen drawer and a picture's frame, again five with ordinary pips, one from the side and one from a corner,
and so are u40 to u47, from a snap tray and a pizza box to a place mat and half a backgammon case. u48 to u59
are twelve as one meets them at home and in a club, from black leather and a potter's dish to a mouse pad and
a parcel, all their parts new, eight with ordinary pips. Their drawings are those of ``unseen_ships``,
``unseen_boats``, ``unseen_vessels``, ``unseen_signs``, ``unseen_gates``, ``unseen_doors``,
``unseen_portals`` and ``unseen_pips`` alone, their surfaces those of ``unseen_cloths``, ``unseen_floors``,
``unseen_grounds``, ``unseen_tables`` and ``unseen_worktops``. The folder is as ``calibration.benchmark``
reads it: of each face of the event die there is a second picture with all dice elsewhere, for where the
calibration refuses the first and asks for another.
``--mixed N`` makes as many rigs as are wanted, of parts of all of them that nobody has seen together.
Rigs that are in there already are not rendered again. Needs Blender, which the extra ``training`` brings.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from tools.dice_training.drawings import Random
from tools.dice_training.looks import (
    Colour,
    DieLook,
    Finish,
    Hand,
    Rig,
    Surface,
    Thing,
    Tray,
)
from tools.dice_training.poses import Lying, Thrower
from tools.dice_training.scenes import VALUES
from tools.dice_training.shoots import Shoot, drifted
from tools.dice_training.unseen_mixed import FIRST_PLACE, mixed
from tools.dice_training.unseen_parts import Pips, Plan
from tools.dice_training.unseen_pips import dotted
from tools.dice_training.unseen_plans import PLANS
from tools.dice_training.unseen_sheet import Sheet
from tools.dice_training.unseen_textures import bodied

SIZE_PX = (960, 720)
DETAIL = 0.75  # the camera's own blur takes the rest
SEED = 20_260_718
ROLLS = 12
LEANS = (18.0, 42.0)  # degrees: a person sees at once that such a die leans
KINDS = ("white", "red", "event")
EVENTS = ("ship", "yellow", "blue", "green")
EVENT_SIDES = ("ship", "green", "ship", "yellow", "blue", "ship")
THIRD = ("stacked", "fourth", "missing")  # of the refused pictures, in turn; the fourth is a hand or empty
SKINS: tuple[Colour, ...] = ((0.86, 0.65, 0.54), (0.62, 0.42, 0.31), (0.34, 0.22, 0.16))


# --- from a plan to a rig ----------------------------------------------------------------------------------


def _pip_die(look: Pips, plan: Plan, random: Random) -> DieLook:
    sides = []
    for value in VALUES:
        sheet = Sheet(look.body)
        dotted(sheet, value, look.pip, look.radius, look.reach, look.manner)
        sides.append(bodied(sheet.done(), look.kind, random))
    return DieLook(tuple(sides), VALUES, plan.die, plan.bevel, plan.finish, plan.ball)


def _event_die(plan: Plan, random: Random) -> DieLook:
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


def _things(plan: Plan, tray: Tray, random: Random) -> tuple[Thing, ...]:
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
        look = Surface(colours, np.full((8, 8), 0.5, np.float32), Finish(0.45, relief=0.0))
        turn = float(random.normal(0, 14) + 90 * (number % 2))
        made.append(Thing(shape, size, (float(at[0]), float(at[1])), turn, look))
    return tuple(made)


def make_rig(plan: Plan, place: int, seed: int) -> Rig:
    """The rig of a plan; its ``place`` among all of them tells it from others of the same seed."""
    random = np.random.default_rng([seed, place])
    words, make_floor, make_rim = plan.tray
    floor = make_floor(random)
    tray = Tray(*plan.size, floor, floor if make_rim is make_floor else make_rim(random))
    dice = {
        "white": _pip_die(plan.white, plan, random),
        "red": _pip_die(plan.red, plan, random),
        "event": _event_die(plan, random),
        "fourth": _pip_die(plan.fourth, plan, random),
    }
    return Rig(
        name=plan.name,
        about={"tray": words, "table": plan.table[0]},
        dice=dice,
        tray=tray,
        table=plan.table[1](random),
        lamps=plan.lamps,
        sky=((0.88, 0.94, 1.0), plan.sky),
        eye=plan.eye,
        development=plan.camera,
        sun=plan.sun,
        things=_things(plan, tray, random),
    )


# --- pictures --------------------------------------------------------------------------------------------


def _values(random: Random) -> dict[str, int | str]:
    event = EVENT_SIDES[int(random.integers(6))]
    return {"white": int(random.integers(1, 7)), "red": int(random.integers(1, 7)), "event": event}


def _rolled(
    shoot: Shoot, random: Random, values: dict[str, int | str], touching: bool = False
) -> tuple[Thrower, list[Lying]]:
    """The three dice flat; of touching ones two or three lie against each other."""
    while True:
        thrower = shoot.thrower(random, LEANS)
        for kind in random.permutation(KINDS).tolist():
            if touching and thrower.lying:
                thrower.beside(kind, values[kind])
            else:
                thrower.flat(kind, values[kind], apart=0.4)
        if len(thrower.lying) == len(KINDS):
            return thrower, thrower.lying


def _refused(shoot: Shoot, reason: str, note: str, random: Random) -> tuple[list[Lying], Hand | None]:
    """A picture that nobody could take for a roll."""
    values = _values(random)
    while True:
        thrower, lying = _rolled(shoot, random, values)
        odd = lying[-1]
        value = values[odd.look]
        if reason == "empty":
            return [], None
        if reason == "hand":
            at = (float(odd.box.centre[0]), float(odd.box.centre[1]))
            around = float(random.uniform(0, 360))
            return lying, Hand(at, float(random.uniform(3.5, 5.5)), around, SKINS[int(random.integers(3))])
        if reason == "fourth":
            if thrower.flat("fourth", int(random.integers(1, 7))) is not None:
                return thrower.lying, None
            continue
        thrower.lying = lying[:-1]
        if reason == "missing":
            return thrower.lying, None
        put = {"rim": thrower.on_wall, "die": thrower.on_die, "another": thrower.on_die}.get(
            note, thrower.on_top
        )
        if put(odd.look, value) is not None:
            return thrower.lying, None


def _negative(shoot: Shoot, name: str, reason: str, note: str, random: Random) -> dict[str, Any]:
    """Takes such a picture; its labels."""
    lying, hand = _refused(shoot, reason, note, random)
    taken = shoot.take(f"negatives/{name}_{reason}{'_' * bool(note)}{note}.jpg", lying, hand)
    return {**taken, "expect": "unsure", "reason": reason, "note": note, "at_rest": True}


def _shown(shoot: Shoot, place: int, random: Random, ending: str = "") -> list[dict[str, Any]]:
    """Takes the calibration's pictures of the event die's faces, whose names end so; their labels."""
    shown = []
    for number, event in enumerate(EVENTS):
        values: dict[str, int | str] = {
            "white": 1 + (place + number) % 6, "red": 6 - (place + 2 * number) % 6, "event": event,
        }  # fmt: skip
        _, lying = _rolled(shoot, random, values)
        taken = shoot.take(f"calib/{shoot.rig.name}_{event}{ending}.jpg", lying)
        shown.append({**taken, "what": event, **values})
    return shown


def render(plan: Plan, place: int, seed: int, out: Path, more: int = 0) -> dict[str, Any]:
    """Renders one rig, with so many ``more`` pictures that must be refused; its part of the labels."""
    rig = make_rig(plan, place, seed)
    random = np.random.default_rng([seed, place, 1])
    shoot = Shoot(rig, SIZE_PX, out, seed, DETAIL)
    name, touching_tag = rig.name, "touching"
    calibration = [{**shoot.empty(f"calib/{name}_empty.jpg"), "what": "empty"}]
    calibration += _shown(shoot, place, random)
    again = _shown(shoot, place, np.random.default_rng([seed, place, 3]), "_again")
    images = []
    for number in range(ROLLS):
        values = _values(random)
        drift = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2)[number]
        touching = bool(number % 3 == 2)
        shoot.light(*drifted(rig.lamps, drift, random))
        _, lying = _rolled(shoot, random, values, touching)
        taken = shoot.take(f"images/{name}_{number:02d}.jpg", lying)
        tags = [f"light_drift{drift}"] * (drift > 0) + [touching_tag] * touching
        images.append({**taken, **values, "at_rest": True, "tags": tags})
    shoot.light(rig.lamps, 1.0)
    wall = "rim" if rig.tray.walls else "another"
    wanted = [("cocked", wall), ("cocked", "die"), (THIRD[place % 3], ""), (("hand", "empty")[place % 2], "")]
    negatives = [_negative(shoot, name, reason, note, random) for reason, note in wanted]
    random = np.random.default_rng([seed, place, 2])
    hardest = [("cocked", wall), ("cocked", "die"), ("stacked", "")]
    for number in range(more):
        reason, note = hardest[number % len(hardest)]
        negatives.append(_negative(shoot, f"{name}_{number:02d}", reason, note, random))
    info = {**rig.about, "tilt": plan.eye.tilt, "fov": plan.eye.angle, "tray_corners": shoot.corners}
    pictures = {"calib": calibration, "again": again, "images": images, "negatives": negatives}
    return {"rigs": {name: info}} | pictures


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", help="rigs by name, with commas between them")
    parser.add_argument(
        "--refused", type=int, default=0, help="of each new rig so many more of dice that lean or are stacked"
    )
    parser.add_argument(
        "--mixed", type=int, default=0, help="so many rigs instead that take their parts from all of them"
    )
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    file = chosen.out / "labels.json"
    labels: dict[str, Any] = {"rigs": {}, "clips": []}
    if file.exists():
        labels = json.loads(file.read_text())
    chosen.out.mkdir(parents=True, exist_ok=True)
    plans = dict(enumerate(PLANS))
    if chosen.mixed:
        plans = {FIRST_PLACE + number: mixed(number, chosen.seed) for number in range(chosen.mixed)}
    for place, plan in plans.items():
        if plan.name in labels["rigs"] or plan.name not in (chosen.only or plan.name).split(","):
            continue
        part = render(plan, place, chosen.seed, chosen.out, chosen.refused)
        labels["rigs"].update(part.pop("rigs"))
        for kind, pictures in part.items():
            labels.setdefault(kind, []).extend(pictures)
        file.write_text(json.dumps(labels))
        print(plan.name, flush=True)


if __name__ == "__main__":
    main()
