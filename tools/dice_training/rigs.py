"""Renders rigs: ``python -m tools.dice_training.rigs --renderer FILE --rigs 19 --pictures 12 --out DIR``.

A rig is a tray under a lamp and a camera, with three sets of dice, of which up to eight dice lie in each
picture, some leaning. Each rig has a tray, dice and a light of its own. The folder gets a ``labels.json`` as
``train --pictures`` reads it; rigs that are in there already are not rendered again.

The renderer is a Python module that draws a rig with Blender; it needs ``bpy``, this module does not. Of it
``make_rig``, ``texture``, ``draw_ship``, ``draw_gate`` and ``fnoise`` are replaced or added to here; its
``Scene`` sets up, photographs and labels what ``make_rig`` says.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tools.dice_training import drawings, rig_drawings
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.rig_drawings import DYED, FLOORS

Numbers = dict[str, Any]  # what the renderer knows of a rig, or of how a die lies
EVENTS = ("ship", "yellow", "blue", "green")
KINDS = ("white", "red", "event")
MORE = ("white", "red", "event", "white", "red")  # dice of the second and third set
WIDE, HIGH = 560, 420
SURFACE_PX = 512
DRAWINGS = 1_000_000
POSES, LAMPS, OTHER_SET = 1, 2, 3
FLAT_COSINE = 0.995

TRAYS = (
    *("felt_red", "felt_purple", "felt_black", "felt_brown", "felt_yellow", "felt_green", "felt_blue"),
    *("felt_grey", "wood_walnut", "wood_cherry", "wood_dark", "wood_pine", "wood_oak", "leather_black"),
    *("leather_red", "leather_tan", "white_paper", "stripes", "black_plastic", "white_plastic", "cork"),
    *("hexprint", "plaid", "black_fabric", "checks"),
)
TABLES = (
    *("wood_pine", "white_paper", "tablecloth", "wood_oak", "felt_grey", "wood_walnut", "hexprint"),
    *("stripes", "felt_black"),
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
INKS = ((0.03, 0.03, 0.03), (0.03, 0.03, 0.03), (0.25, 0.12, 0.05), (0.35, 0.03, 0.03))
GATES = {
    "yellow": ((0.92, 0.70, 0.05), (0.98, 0.85, 0.25), (0.80, 0.55, 0.05)),
    "blue": ((0.05, 0.22, 0.60), (0.25, 0.50, 0.80), (0.02, 0.08, 0.30)),
    "green": ((0.06, 0.42, 0.14), (0.35, 0.60, 0.25), (0.02, 0.22, 0.08)),
}
FINISHES = {
    "gloss": {"rough": 0.2, "coat": 0.7},
    "satin": {"rough": 0.4, "coat": 0.15},
    "wood": {"rough": 0.55, "coat": 0.05},
}


# --- what a rig is ---------------------------------------------------------------------------------------


def _near(random: Random, colours: Any) -> tuple[float, ...]:
    """Some colour like one of these."""
    return tuple(drawings.near(random, colours[int(random.integers(len(colours)))]).tolist())


def _die(random: Random, pairs: Any) -> Numbers:
    body, pip = pairs[int(random.integers(len(pairs)))]
    return {"body": _near(random, [body]), "pip": _near(random, [pip])}


def changed(rig: Numbers, random: Random) -> Numbers:
    """The renderer's rig with a tray, dice and a light of our own; its measures and its camera stay."""
    white = _die(random, FIRST_DIE)
    if random.random() < 0.25:
        body = tuple(random.uniform(0.03, 0.95, 3).tolist())
        white = {"body": body, "pip": (0.9, 0.9, 0.88) if sum(body) < 1.2 else (0.04, 0.04, 0.04)}
    event = {
        **rig["event"],
        "body": _near(random, drawings.EVENT_DIE),
        "ink": INKS[int(random.integers(len(INKS)))],
        "gates": {name: _near(random, colours) for name, colours in GATES.items()},
    }
    return {
        **rig,
        "tray": str(random.choice(TRAYS)),
        "white": white,
        "red": _die(random, RED_DIE),
        "event": event,
        "ship_style": int(random.integers(DRAWINGS)),
        "gate_style": int(random.integers(DRAWINGS)),
        "finish": str(random.choice(list(FINISHES), p=[0.6, 0.3, 0.1])),
        "bevel": float(random.uniform(0.07, 0.25)),
        "glare": bool(random.random() < 0.5),
        "key_size": math.exp(random.uniform(math.log(4), math.log(45))),
    }


def load(file: Path, seed: int) -> Any:
    """The renderer, which from now on makes our rigs."""
    spec = importlib.util.spec_from_file_location("renderer", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python module")
    renderer: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(renderer)
    theirs_rig, theirs_texture = renderer.make_rig, renderer.texture
    pool = {"trays": TRAYS, "table": TABLES, "styles": [0], "temp": (2700, 7000)}
    renderer.POOL["rigs"] = pool

    def make_rig(_: str, number: int) -> Numbers:
        made = changed(theirs_rig("rigs", seed * DRAWINGS + number), np.random.default_rng([seed, number]))
        return {**made, "name": f"r{seed}-{number:04d}"}

    def texture(kind: str, random: Random) -> tuple[Floats, Floats, float]:
        if kind in FLOORS:
            return rig_drawings.surface(kind, random, SURFACE_PX)
        theirs, colour = DYED.get(kind, (kind, None))
        colours, heights, dull = theirs_texture(theirs, random, SURFACE_PX)
        return (rig_drawings.dyed(colours, colour) if colour else colours), heights, dull

    def cell(made: tuple[Floats, Floats]) -> tuple[Any, Any]:
        face, relief = ((part * 255 + 0.5).astype(np.uint8) for part in made)
        return renderer.Image.fromarray(face), renderer.Image.fromarray(relief)

    def draw_ship(style: int, ink: Any, body: Any, _: Random) -> tuple[Any, Any]:
        return cell(rig_drawings.ship(style, np.array(body), np.array(ink)))

    def draw_gate(style: int, colour: Any, body: Any, ink: Any, _: Random) -> tuple[Any, Any]:
        return cell(rig_drawings.gate(style, np.array(body), np.array(colour), np.array(ink)))

    renderer.make_rig, renderer.texture, renderer.fnoise = make_rig, texture, drawings.noise
    renderer.draw_ship, renderer.draw_gate = draw_ship, draw_gate
    return renderer


def other_set(renderer: Any, scene: Any, number: int) -> dict[str, Any]:
    """Three more dice for a scene, as those of another rig: other colours, drawings and finish."""
    rig, faces = renderer.make_rig("rigs", number), scene.rig["event"]["faces"]
    random, event = np.random.default_rng([OTHER_SET, number]), rig["event"]

    def die(kind: str, cells: list[Any], relief: float) -> Any:
        name = f"{kind}-{number}"
        colours, heights = renderer.atlas(cells)
        paint = renderer.bimg(f"{name} colours", colours)
        cut = renderer.bimg(f"{name} heights", heights, True)
        surface = renderer.mat(name, img=paint, himg=cut, bump=relief, bdist=0.1, **FINISHES[rig["finish"]])
        return renderer.die(name, scene.sizes[kind], rig["bevel"], surface)

    def side(face: str) -> Any:
        if face == "ship":
            return renderer.draw_ship(rig["ship_style"], event["ink"], event["body"], random)
        return renderer.draw_gate(
            rig["gate_style"], event["gates"][face], event["body"], event["ink"], random
        )

    made = {"event": die("event", [side(face) for face in faces], 0.35)}
    for kind in ("white", "red"):
        body, pip = rig[kind]["body"], rig[kind]["pip"]
        pips = [renderer.draw_pips(value, body, pip, rig["pip_r"], random) for value in renderer.PIPVAL]
        made[kind] = die(kind, pips, 0.9)
    return made


# --- how dice lie ----------------------------------------------------------------------------------------


def top_of(pose: Numbers, normals: Floats) -> tuple[int, bool]:
    """Which face is uppermost, and whether the die lies flat on the face below it."""
    up = (pose["R"] @ normals.T)[2]
    return int(np.argmax(up)), bool(up.max() > FLAT_COSINE)


def leaned(pose: Numbers, normals: Floats, random: Random) -> Numbers:
    """The die lifted at an edge or at a corner, standing on what is lowest."""
    angle = math.radians(random.uniform(16, 45))
    about = random.uniform(0, 2 * math.pi)
    if random.random() < 0.5:
        about = pose["yaw"] + math.pi / 2 * int(random.integers(4))
    tilt, _ = cv2.Rodrigues(angle * np.array([math.cos(about), math.sin(about), 0.0]))
    turned = tilt @ pose["R"]
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * pose["size"] @ turned.T
    made = {**pose, "R": turned, "t": np.array([*pose["t"][:2], -corners[:, 2].min()])}
    return {**made, "face": top_of(made, normals)[0]}


def labelled(
    labels: list[Numbers], poses: list[Numbers], normals: Floats, shown: Callable[[Numbers], int | str]
) -> list[Numbers]:
    """The renderer's labels with what is uppermost, and whether the die lies flat."""
    return [
        {**label, "value": shown(pose), "flat": top_of(pose, normals)[1]}
        for label, pose in zip(labels, poses, strict=True)
    ]


def _placed(scene: Any, random: Random, kind: str, value: int | str, others: list[Numbers]) -> Numbers | None:
    """A place for one more die where it is seen, often close to another."""
    close = random.random() < 0.4
    gap = 0.0 if close else 0.02
    reach = np.array([scene.rig["tw"], scene.rig["td"]]) / 2 - 0.06
    for _ in range(60):
        pose = scene.rand_pose(random, kind, value)
        if close and random.random() < 0.6:
            angle, beside = random.uniform(0, 2 * math.pi), others[int(random.integers(len(others)))]
            away = pose["size"] * random.uniform(1, 1.35)
            pose["t"][:2] = beside["t"][:2] + away * np.array([math.cos(angle), math.sin(angle)])
        inside = bool((np.abs(scene.foot(pose)) <= reach).all())
        if inside and all(scene.sep(pose, other) >= gap for other in others) and not scene.hidden(pose):
            return dict(pose)
    return None


def thrown(renderer: Any, scene: Any, random: Random, sets: list[dict[str, Any]]) -> list[Numbers]:
    """Poses of three to eight dice; only some of the other sets lean, so that three are flat."""
    wanted = [(kind, _value(random, kind)) for kind in random.permutation(KINDS).tolist()]
    poses, _ = scene.layout(random, wanted, touching=0.5 if random.random() < 0.4 else None)
    spare = [(kind, die) for dice in sets for kind, die in dice.items()]
    for kind in random.permutation(MORE).tolist():
        pose = _placed(scene, random, kind, _value(random, kind), poses)
        if pose is None:
            continue
        place = next(place for place, (of, _) in enumerate(spare) if of == kind)
        pose["obj"] = spare.pop(place)[1]
        poses.append(leaned(pose, renderer.NRM, random) if random.random() < 0.3 else pose)
    return poses


def _value(random: Random, kind: str) -> int | str:
    return str(random.choice(EVENTS)) if kind == "event" else int(random.integers(1, 7))


# --- pictures --------------------------------------------------------------------------------------------


def render(renderer: Any, number: int, seed: int, pictures: int, out: Path) -> Numbers:
    """Renders one rig; its part of the labels."""
    scene = renderer.Scene("rigs", number, res=(WIDE, HIGH))
    name, corners = scene.rig["name"], scene.corners_px()
    sets = [other_set(renderer, scene, DRAWINGS // 4 * part + number) for part in (1, 2)]
    for dice in sets:
        scene.objs.update({f"{kind} {die.name}": die for kind, die in dice.items()})
    random = np.random.default_rng([POSES, seed, number])

    def shown(pose: Numbers) -> int | str:
        face = top_of(pose, renderer.NRM)[0]
        return str(scene.rig["event"]["faces"][face]) if pose["kind"] == "event" else renderer.PIPVAL[face]

    def photograph(file: str, poses: list[Numbers], light: float) -> Numbers:
        # the sky is small, and working out where it is brightest takes longer than a picture
        scene.world.cycles.sampling_method = "MANUAL"
        scene.world.cycles.sample_map_resolution = 256
        scene.apply(poses)
        picture, quality = scene.develop(scene.render_linear(), random, expo_k=light)
        (out / file).parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(out / file), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        dice = labelled(scene.dice_labels(poses), poses, renderer.NRM, shown)
        return {"file": file, "rig": name, "tray_corners": corners, "dice": dice}

    empty = photograph(f"calib/{name}_empty.jpg", [], 1.0)
    images = []
    for picture in range(pictures):
        scene.set_light(random, int(random.choice(3, p=[0.5, 0.3, 0.2])))
        try:
            poses = thrown(renderer, scene, random, sets)
        except RuntimeError:  # on a small tray the renderer may find no place for them
            continue
        images.append(photograph(f"images/{name}_{picture:02d}.jpg", poses, scene.lum))
    info = {"tray": scene.rig["tray"], "tray_corners": corners}
    return {"rigs": {name: info}, "calib": [{**empty, "what": "empty"}], "images": images}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renderer", type=Path, required=True, help="a module that draws rigs with Blender")
    parser.add_argument("--rigs", type=int, default=19)
    parser.add_argument("--pictures", type=int, default=12, help="of each rig")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    renderer = load(chosen.renderer, chosen.seed)
    file = chosen.out / "labels.json"
    labels: Numbers = {"rigs": {}, "calib": [], "images": [], "negatives": []}
    if file.exists():
        labels = json.loads(file.read_text())
    chosen.out.mkdir(parents=True, exist_ok=True)
    for number in range(chosen.rigs):
        if renderer.make_rig("rigs", number)["name"] in labels["rigs"]:
            continue
        part = render(renderer, number, chosen.seed, chosen.pictures, chosen.out)
        labels["rigs"].update(part["rigs"])
        labels["calib"] += part["calib"]
        labels["images"] += part["images"]
        file.write_text(json.dumps(labels))
        print(f"{number + 1} rigs", flush=True)


if __name__ == "__main__":
    main()
