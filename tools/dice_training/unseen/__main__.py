"""Renders the rigs that are kept apart: ``python -m tools.dice_training.unseen --out DIR``.

Twelve trays that nothing is trained on, u72 to u83, from houndstooth in mahogany and a cake tin to a cook's
steel and a yoga mat. Most have ordinary pips and an ordinary lamp; some stand in the sun or in the evening,
or are seen by a webcam, from a side, from a corner, or at 42 degrees. Their drawings, floors, rims and tables
have modules of their own here. The tools to draw with, and pips, come from ``written``, but no unusual manner
of pips, and no colour of a die, is used both here and there.

The folder is as ``calibration.benchmark`` reads it. Of each face of the event die there is a second picture
with all dice elsewhere, for where the calibration refuses the first and asks for another; of each roll there
are three darker ones, as a camera takes them where light hides a die. Rigs that are in
the folder already are not rendered again. Needs Blender, which the extra ``training`` brings.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from calibration.bracket import STOPS
from tools.dice_training.drawings import Random
from tools.dice_training.looks import Colour, Hand
from tools.dice_training.packages import require
from tools.dice_training.poses import Lying, Thrower
from tools.dice_training.shoots import Shoot, drifted
from tools.dice_training.unseen.mixed import FIRST_PLACE, mixed
from tools.dice_training.unseen.plans import PLANS
from tools.dice_training.written import plans as written
from tools.dice_training.written.parts import Plan
from tools.dice_training.written.rig import EVENT_SIDES, make_rig

SIZE_PX = (960, 720)
DETAIL = 0.75  # the camera's own blur takes the rest
SEED = 20_260_718
ROLLS = 12
LEANS = (18.0, 42.0)  # degrees: a person sees at once that such a die leans
KINDS = ("white", "red", "event")
EVENTS = ("ship", "yellow", "blue", "green")
ELSEWHERE = 1 / 3  # of a tray's longer side: as far as a die is laid that was to be put elsewhere
THIRD = ("stacked", "fourth", "missing")  # of the refused pictures, in turn; the fourth is a hand or empty
SKINS: tuple[Colour, ...] = ((0.86, 0.65, 0.54), (0.62, 0.42, 0.31), (0.34, 0.22, 0.16))


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
    taken = shoot.take(f"negatives/{name}_{reason}{'_' * bool(note)}{note}.jpg", lying, hand, STOPS)
    return {**taken, "expect": "unsure", "reason": reason, "note": note, "at_rest": True}


def _shown(shoot: Shoot, place: int, random: Random) -> list[dict[str, Any]]:
    """Takes the calibration's pictures of the event die's faces; their labels."""
    shown = []
    for number, event in enumerate(EVENTS):
        values: dict[str, int | str] = {
            "white": 1 + (place + number) % 6, "red": 6 - (place + 2 * number) % 6, "event": event,
        }  # fmt: skip
        _, lying = _rolled(shoot, random, values)
        taken = shoot.take(f"calib/{shoot.rig.name}_{event}.jpg", lying)
        shown.append({**taken, "what": event, **values})
    return shown


def _shown_again(shoot: Shoot, shown: Sequence[dict[str, Any]], random: Random) -> list[dict[str, Any]]:
    """Takes them once more, as they are asked for where a lamp is mirrored in the event die: with that die
    elsewhere in the tray."""
    again = []
    far = ELSEWHERE * max(shoot.rig.tray.wide, shoot.rig.tray.deep)
    for entry in shown:
        (before,) = (np.mean(die["solid"], axis=0)[:2] for die in entry["dice"] if die["kind"] == "event")
        while True:
            _, lying = _rolled(shoot, random, {kind: entry[kind] for kind in KINDS})
            (event,) = (die for die in lying if die.look == "event")
            if np.linalg.norm(event.box.centre[:2] - before) > far:
                break
        file = entry["file"].replace(".jpg", "_again.jpg")
        again.append(entry | shoot.take(file, lying))
    return again


def render(plan: Plan, place: int, seed: int, out: Path, more: int = 0) -> dict[str, Any]:
    """Renders one rig, with so many ``more`` pictures that must be refused; its part of the labels."""
    rig = make_rig(plan, place, seed)
    random = np.random.default_rng([seed, place, 1])
    shoot = Shoot(rig, SIZE_PX, out, seed, DETAIL)
    name, touching_tag = rig.name, "touching"
    calibration = [{**shoot.empty(f"calib/{name}_empty.jpg"), "what": "empty"}]
    calibration += _shown(shoot, place, random)
    again = _shown_again(shoot, calibration[1:], np.random.default_rng([seed, place, 3]))
    images = []
    for number in range(ROLLS):
        values = _values(random)
        drift = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2)[number]
        touching = bool(number % 3 == 2)
        shoot.light(*drifted(rig.lamps, drift, random))
        _, lying = _rolled(shoot, random, values, touching)
        taken = shoot.take(f"images/{name}_{number:02d}.jpg", lying, darker=STOPS)
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
    parser = argparse.ArgumentParser(
        prog="python -m tools.dice_training.unseen",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=SEED, help="of all that is left to chance")
    parser.add_argument(
        "--only",
        default=",".join(plan.name for plan in PLANS),
        help="rigs by name, with commas between them, such as u72,u75; all twelve if left out. u00 to u71,"
        " which may be trained on, can be named as well",
    )
    parser.add_argument(
        "--refused",
        type=int,
        default=0,
        help="so many more pictures of each new rig, of dice that lean or are stacked",
    )
    parser.add_argument(
        "--mixed",
        type=int,
        default=0,
        help="instead of these so many rigs that take their parts from several of the twelve",
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder")
    chosen = parser.parse_args()
    require("bpy")
    file = chosen.out / "labels.json"
    labels: dict[str, Any] = {"rigs": {}, "clips": []}
    if file.exists():
        labels = json.loads(file.read_text())
    chosen.out.mkdir(parents=True, exist_ok=True)
    plans = dict(enumerate((*written.PLANS, *PLANS)))
    if chosen.mixed:
        plans = {FIRST_PLACE + number: mixed(number, chosen.seed) for number in range(chosen.mixed)}
    for place, plan in plans.items():
        if plan.name in labels["rigs"] or not (chosen.mixed or plan.name in chosen.only.split(",")):
            continue
        part = render(plan, place, chosen.seed, chosen.out, chosen.refused)
        labels["rigs"].update(part.pop("rigs"))
        for kind, pictures in part.items():
            labels.setdefault(kind, []).extend(pictures)
        file.write_text(json.dumps(labels))
        print(plan.name, flush=True)


if __name__ == "__main__":
    main()
