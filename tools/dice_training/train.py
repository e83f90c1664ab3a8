"""Trains the two networks: ``python -m tools.dice_training.train finder|faces --scenes DIR --out FILE``.

Needs jax, which reading dice does not. ``--scenes`` is what ``make_data`` drew; ``--pictures`` are folders of
rendered pictures with ``labels.json``, of which whole rigs can be held back (``--without d07,d08``) to see
how strange ones fare. ``--join`` puts a finder and a face reader into the one file that is read.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import jax
import jax.numpy as jnp
import numpy as np

from calibration import networks
from tools.dice_training.drawings import Floats, Random

WINDOW_PX = 128
CELLS = WINDOW_PX // networks.FINDER_STRIDE
DRAWING, JUNK = 0, 7


@dataclass
class View:
    """A rectified picture with its empty tray and what lies there, or a camera's picture with its dice."""

    picture: np.ndarray
    empty: np.ndarray | None
    foreign: np.ndarray | None
    quads: np.ndarray
    states: np.ndarray  # 0 flat, 1 tilted, 2 hidden
    faces: np.ndarray  # 1 to 6, or 10 and above for a drawing
    px_per_edge: float
    centres: tuple[
        float, float, float, float
    ]  # where windows may have their middle: left, top, right, bottom


def scenes(folder: Path) -> list[View]:
    """What ``make_data`` drew."""
    views = []
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as stored:
            data = {name: stored[name] for name in stored.files}
        for number in range(len(data["picture"])):
            there = data["facts"][number, :, 0] >= 0
            states = _without_doubtful(data["quads"][number][there], data["facts"][number, there, 0])
            size = data["picture"].shape[1]
            views.append(
                View(
                    data["picture"][number][..., ::-1],
                    data["empty"][number][..., ::-1],
                    data["foreign"][number],
                    data["quads"][number][there],
                    states,
                    data["facts"][number, there, 2],
                    26.0,
                    (size * 0.35, size * 0.35, size * 0.65, size * 0.65),
                )
            )
    return views


MOST_LEAN = 0.95


def _without_doubtful(quads: np.ndarray, states: np.ndarray) -> np.ndarray:
    """The states; dice neither flat nor clearly tilted are called hidden: nothing is learned of them."""
    doubtful = [state == 1 and _lean(quad) > MOST_LEAN for quad, state in zip(quads, states, strict=True)]
    return np.where(doubtful, 2, states)


def _lean(quad: np.ndarray) -> float:
    """How much shorter a square is seen in one direction than in the other: 1 if it lies flat."""
    large, small = np.linalg.svd(np.stack([quad[1] - quad[0], quad[2] - quad[1]]), compute_uv=False)
    return float(small / large)


def _face(value: int | str) -> int:
    return value if isinstance(value, int) else 10 + ("ship", "yellow", "blue", "green").index(value)


def _rectifier(corners: list[list[float]], dice: list[dict[str, Any]]) -> tuple[np.ndarray, tuple[int, int]]:
    """A homography to a plane on which dice are 26 pixels large, and the size of that picture."""
    quad = np.array(corners, np.float32)
    sides = [float(np.linalg.norm(quad[i] - quad[(i + 1) % 4])) for i in range(4)]
    wide, deep = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    for _ in range(2):
        to = cv2.getPerspectiveTransform(
            quad, np.array([[0, 0], [wide, 0], [wide, deep], [0, deep]], np.float32)
        )
        across, down = [], []
        for die in dice:
            seen = cv2.perspectiveTransform(np.array([die["top_quad"]], np.float32), to)[0]
            one, two = seen[1] - seen[0], seen[2] - seen[1]
            # a square stays one only if both directions have one scale
            across.append([one[0] ** 2 - two[0] ** 2, one[1] ** 2 - two[1] ** 2])
            down.append([one[0] * two[0], one[1] * two[1]])
        rows = np.array(across + down)
        solved = np.linalg.svd(rows)[2][-1]
        ratio = float(np.sqrt(np.clip(abs(solved[1] / solved[0]), 0.6, 1.7)))
        deep *= ratio
        sizes = []
        to = cv2.getPerspectiveTransform(
            quad, np.array([[0, 0], [wide, 0], [wide, deep], [0, deep]], np.float32)
        )
        for die in dice:
            seen = cv2.perspectiveTransform(np.array([die["top_quad"]], np.float32), to)[0]
            if die["kind"] != "event":
                sizes.append(np.sqrt(abs(cv2.contourArea(seen))))
        factor = 26.0 / float(np.median(sizes))
        wide, deep = wide * factor, deep * factor
    margin = 26 * 1.5
    target = np.array([[0, 0], [wide, 0], [wide, deep], [0, deep]], np.float32) + margin
    return cv2.getPerspectiveTransform(quad, target), (int(wide + 2 * margin), int(deep + 2 * margin))


def pictures(folder: Path, without: set[str], only: set[str] | None = None) -> list[View]:
    """Labelled renderings, seen through their tray's floor."""
    labels = json.loads((folder / "labels.json").read_text())
    views = []
    for rig in labels["rigs"]:
        if rig in without or (only is not None and rig not in only):
            continue
        calibration = [entry for entry in labels["calib"] if entry["rig"] == rig]
        empty = next(entry for entry in calibration if entry["what"] == "empty")
        seen_flat = [*calibration, *(entry for entry in labels["images"] if entry["rig"] == rig)][:6]
        dice = [die for entry in seen_flat for die in entry["dice"] if die.get("flat") is not False]
        to, size = _rectifier(empty["tray_corners"], dice)
        bare = cv2.warpPerspective(cv2.imread(str(folder / empty["file"])), to, size, flags=cv2.INTER_AREA)
        entries = [entry for entry in calibration if entry["what"] != "empty"]
        entries += [entry for entry in labels["images"] if entry["rig"] == rig]
        entries += [
            entry for entry in labels["negatives"] if entry["rig"] == rig and entry.get("reason") in USED
        ]
        for entry in entries:
            seen = cv2.imread(str(folder / entry["file"]))
            rectified = cv2.warpPerspective(seen, to, size, flags=cv2.INTER_AREA)
            found = entry.get("dice", [])
            quads = np.array([die["top_quad"] for die in found], np.float32).reshape(-1, 4, 2)
            if len(quads):
                quads = cv2.perspectiveTransform(quads.reshape(1, -1, 2), to).reshape(-1, 4, 2)
            states = _without_doubtful(quads, np.array([_state(entry, die) for die in found], int))
            views.append(
                View(
                    rectified,
                    bare,
                    None,
                    quads,
                    states,
                    np.array([_face(die["value"]) for die in found], int),
                    26.0,
                    (60.0, 60.0, size[0] - 60.0, size[1] - 60.0),
                )
            )
    return views


USED = ("empty",)


def _state(entry: dict[str, Any], die: dict[str, Any]) -> int:
    if entry.get("reason") == "stacked":
        return 2
    return 1 if die.get("flat") is False else 0


# --- the finder ------------------------------------------------------------------------------------------


def window(view: View, random: Random) -> tuple[Floats, Floats]:
    """A piece of a view, turned, scaled and recoloured; and what should be found in it."""
    scale = networks.FINDER_PX_PER_EDGE / view.px_per_edge * math.exp(random.uniform(-0.16, 0.16))
    angle = random.uniform(0, 2 * np.pi)
    flip = random.choice([-1, 1])
    left, top, right, bottom = view.centres
    middle = np.array([random.uniform(left, right), random.uniform(top, bottom)])
    if len(view.quads) and random.random() < 0.6:
        middle = view.quads[int(random.integers(len(view.quads)))].mean(0) + random.normal(0, 40, 2)
    turn = scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    turn = turn @ np.diag([flip, 1.0]) @ (np.eye(2) + random.normal(0, 0.012, (2, 2)))
    move = np.hstack([turn, (WINDOW_PX / 2 - turn @ middle)[:, None]]).astype(np.float32)
    size = (WINDOW_PX, WINDOW_PX)
    settings = {"flags": cv2.INTER_LINEAR, "borderMode": cv2.BORDER_REFLECT_101}
    seen = cv2.warpAffine(view.picture, move, size, **settings)
    nudge = move.copy()
    nudge[:, 2] += random.normal(0, 0.6, 2)
    bare = cv2.warpAffine(view.empty, nudge, size, **settings)
    foreign = np.zeros((CELLS, CELLS), np.float32)
    known = np.ones((CELLS, CELLS), np.float32)
    if view.foreign is not None:
        cover = cv2.warpAffine(view.foreign.astype(np.float32), move, size)
        foreign = cv2.resize(cover, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    seen, bare = (_with_sheen(part, random) if random.random() < 0.3 else part for part in (seen, bare))
    seen, bare = recoloured(seen, bare, random)
    target = np.zeros((CELLS, CELLS, 10), np.float32)
    target[..., 2] = foreign > 0.5
    rows, columns = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    for quad, state in zip(view.quads, view.states, strict=True):
        moved = quad @ turn.T + move[:, 2]
        centre = moved.mean(0) / networks.FINDER_STRIDE - 0.5
        off_x, off_y = centre[0] - columns, centre[1] - rows
        far = off_x**2 + off_y**2
        if state == 2:
            known[far < 9] = 0
            continue
        heat = np.exp(-far / (2 * 0.9**2))
        target[..., int(state)] = np.maximum(target[..., int(state)], heat)
        chosen = far < 2.4
        edge = moved[1] - moved[0]
        theta = 4 * math.atan2(edge[1], edge[0])
        sizes = [np.linalg.norm(moved[i] - moved[(i + 1) % 4]) for i in range(4)]
        size_log = math.log(float(np.mean(sizes)) / networks.FINDER_PX_PER_EDGE)
        for place, value in enumerate((off_x, off_y, math.cos(theta), math.sin(theta), size_log)):
            target[..., 3 + place] = np.where(chosen, value, target[..., 3 + place])
        target[..., 8] = np.where(chosen, 1.0 if state == 0 else 0.0, target[..., 8])
    target[..., 9] = known
    seen_planes = networks.planes(seen, networks.gain_to(networks.light_of(bare), seen))
    return np.concatenate([seen_planes, networks.planes(bare)]).transpose(1, 2, 0), target


def recoloured(seen: np.ndarray, bare: np.ndarray, random: Random) -> tuple[np.ndarray, np.ndarray]:
    """Both pictures with other colours, and light that has changed a little between them."""
    order = random.permutation(3) if random.random() < 0.4 else np.arange(3)
    gamma = math.exp(random.normal(0, 0.2))
    values = np.arange(256, dtype=np.float32) / 255
    tint = np.exp(random.normal(0, 0.08, 3))
    out = []
    for picture, gain in ((seen, math.exp(random.normal(0, 0.08))), (bare, 1.0)):
        tables = [
            np.clip(255 * np.power(values, gamma) * part * gain, 0, 255).astype(np.uint8) for part in tint
        ]
        made = np.stack([tables[place][picture[..., order[place]]] for place in range(3)], axis=2)
        if random.random() < 0.3:
            made = cv2.GaussianBlur(made, (0, 0), random.uniform(0.4, 1.0))
        if random.random() < 0.3:
            grain = random.normal(0, random.uniform(1, 6), made.shape)
            made = np.clip(made + grain, 0, 255).astype(np.uint8)
        out.append(made)
    return out[0], out[1]


def _with_sheen(picture: np.ndarray, random: Random) -> np.ndarray:
    """A lamp's wide glow on a polished floor, stronger on its grain: with the light it comes, goes and
    wanders, and is nothing that lies there."""
    seen: Any = picture.astype(np.float32)
    rows, columns = np.mgrid[0:WINDOW_PX, 0:WINDOW_PX].astype(np.float32)
    grain = (seen.sum(axis=2) + 30) / (cv2.GaussianBlur(seen.sum(axis=2), (0, 0), 3) + 30)
    for _ in range(int(random.integers(1, 3))):
        place, angle = random.uniform(-0.3, 1.3, 2) * WINDOW_PX, random.uniform(0, np.pi)
        along, aside = _turned(rows - place[0], columns - place[1], angle)
        reach = math.exp(random.uniform(math.log(14), math.log(90)))
        across = reach * random.uniform(0.5, 1)
        glow = np.exp(-((along / reach) ** 2 + (aside / across) ** 2) / 2) * grain ** random.uniform(0, 2)
        seen = seen + (random.uniform(15, 110) * np.exp(random.normal(0, 0.08, 3))) * glow[..., None]
    return np.clip(seen, 0, 255).astype(np.uint8)


def _turned(down: Floats, right: Floats, angle: float) -> tuple[Floats, Floats]:
    """How far places lie along a direction and across it."""
    along: Floats = math.cos(angle) * down + math.sin(angle) * right
    return along, math.cos(angle) * right - math.sin(angle) * down


def finder_start(random: Random) -> dict[str, Any]:
    """Random weights."""
    wide = [6, 12, 24, 24, 24, 24, 24]
    made: dict[str, Any] = {}
    for number in range(6):
        fan = 9 * wide[number]
        gain = math.sqrt(2 / fan) * (1.0 if number < 2 else 0.5)
        made[f"finder.{number}.kernel"] = random.normal(0, gain, (3, 3, wide[number], wide[number + 1]))
        made[f"finder.{number}.bias"] = np.zeros(wide[number + 1])
    made["finder.out.kernel"] = random.normal(0, 0.1, (24, 8))
    made["finder.out.bias"] = np.array([-3.0, -4.0, -3.0, 0, 0, 0, 0, 0])
    return {name: jnp.asarray(value, jnp.float32) for name, value in made.items()}


def _convolve(values: Any, kernel: Any, bias: Any, stride: int = 1, dilation: int = 1) -> Any:
    pad = ((dilation, dilation), (dilation, dilation))
    return bias + jax.lax.conv_general_dilated(
        values,
        kernel,
        (stride, stride),
        pad,
        rhs_dilation=(dilation, dilation),
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )


def finder_forward(given: dict[str, Any], values: Any) -> Any:
    """What ``networks.finder`` works out, for a batch."""
    values = jax.nn.relu(_convolve(values, given["finder.0.kernel"], given["finder.0.bias"], 2))
    values = jax.nn.relu(_convolve(values, given["finder.1.kernel"], given["finder.1.bias"], 2))
    for number, dilation in enumerate(networks.FINDER_DILATIONS, start=2):
        more = _convolve(
            values, given[f"finder.{number}.kernel"], given[f"finder.{number}.bias"], 1, dilation
        )
        values = jax.nn.relu(values + more)
    return values @ given["finder.out.kernel"] + given["finder.out.bias"]


def finder_loss(given: dict[str, Any], values: Any, target: Any) -> Any:
    """Heat of dice by a focal loss, foreign things by cross entropy, measures by distance."""
    out = finder_forward(given, values)
    known = target[..., 9]
    total = 0.0
    for place in (0, 1):
        heat, logit = target[..., place], out[..., place]
        chance = jax.nn.sigmoid(logit)
        there = heat > 0.7
        gain = jnp.where(there, (1 - chance) ** 2 * jax.nn.softplus(-logit), 0)
        loss = jnp.where(there, 0, (1 - heat) ** 4 * chance**2 * jax.nn.softplus(logit))
        total += ((gain + loss) * known).sum() / (there.sum() + 8)
    cross = jax.nn.softplus(out[..., 2]) - out[..., 2] * target[..., 2]
    total += 3 * (cross * known).mean()
    chosen = target[..., 8] * known
    off = jnp.abs(out[..., 3:8] - target[..., 3:8]) * jnp.array([1, 1, 0.7, 0.7, 6])
    total += (off.sum(-1) * chosen).sum() / (chosen.sum() + 8)
    return total


# --- the faces -------------------------------------------------------------------------------------------


def face_patch(view: View, random: Random) -> tuple[Floats, Floats] | None:
    """A patch about as the reader cuts it, and what it shows."""
    size = networks.FACE_PX
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    chance = random.random()
    quad = None
    if chance < 0.06 or not len(view.quads):
        height, width = view.picture.shape[:2]
        centre = np.array([random.uniform(0, width), random.uniform(0, height)])
        if (
            len(view.quads)
            and np.min(np.linalg.norm(view.quads.mean(1) - centre, axis=1)) < view.px_per_edge * 0.45
        ):
            return None
        half, angle = view.px_per_edge / 2 * random.uniform(0.8, 1.2), random.uniform(0, 7)
        label = JUNK
    else:
        number = int(random.integers(len(view.quads)))
        quad, state, face = view.quads[number], view.states[number], int(view.faces[number])
        if state == 2:
            return None
        centre = quad.mean(0)
        edge = quad[1] - quad[0]
        angle = math.atan2(edge[1], edge[0]) + math.pi / 2 * int(random.integers(4))
        half = math.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))) / 2
        label = JUNK if state == 1 else (DRAWING if face >= 10 else face)
        if state == 1:
            half = view.px_per_edge / 2 * random.uniform(0.9, 1.15)
        rough = 2.5 if random.random() < 0.35 else 1.0  # as it is found, and as it is after being set right
        if chance < 0.12:
            away = random.uniform(0, 2 * np.pi)
            centre = centre + random.uniform(0.35, 0.8) * 2 * half * np.array(
                [math.cos(away), math.sin(away)]
            )
            label, quad = JUNK, None
        elif chance < 0.2:  # a part of a face, as one pip alone, or a face among much else
            half *= random.uniform(0.28, 0.6) if random.random() < 0.65 else random.uniform(1.7, 3)
            if half < view.px_per_edge * 0.4:
                centre = centre + random.uniform(-0.3, 0.3, 2) * view.px_per_edge
            label, quad = JUNK, None
        else:
            centre = centre + random.normal(0, 0.03 * rough, 2) * 2 * half
        angle += random.normal(0, 0.05 * rough)
        half *= math.exp(random.normal(0, 0.03 * rough))
        if state == 1:
            quad = None
    half *= networks.FACE_EDGES
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    source = (square * half) @ turn.T + centre
    if random.random() < 0.5:
        source = source[[1, 0, 3, 2]]  # a mirrored face has as many pips
    source = source + random.normal(0, 0.02, (4, 2)) * half
    target = (square + 1) / 2 * size - 0.5
    to = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    patch = cv2.warpPerspective(
        view.picture, to, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    target_of = np.zeros(6, np.float32)
    target_of[0] = label
    if quad is not None:
        there = cv2.perspectiveTransform(quad[None].astype(np.float32), to)[0]
        middle, edge = there.mean(0), there[1] - there[0]
        turned = (math.atan2(edge[1], edge[0]) + math.pi / 4) % (math.pi / 2) - math.pi / 4
        large = math.sqrt(abs(cv2.contourArea(there))) * networks.FACE_EDGES / size
        away_x, away_y = (middle - (size - 1) / 2) / size * networks.FACE_EDGES
        target_of[1:] = 1, away_x, away_y, turned, math.log(large)
    return networks.face_inputs(disturbed(patch, random)[None])[:, 0].transpose(1, 2, 0), target_of


def disturbed(patch: np.ndarray, random: Random) -> np.ndarray:
    """Other colours, glare, shadows, blur and noise."""
    seen: Any = patch.astype(np.float32)
    size = networks.FACE_PX
    if random.random() < 0.5:
        seen = seen[..., random.permutation(3)]
    if random.random() < 0.15:
        seen = 255 - seen
    seen = 255 * np.power(np.clip(seen / 255, 0, 1), math.exp(random.normal(0, 0.25)))
    seen = seen * np.exp(random.normal(0, 0.15, 3)) * math.exp(random.normal(0, 0.15))
    rows, columns = (np.mgrid[0:size, 0:size] / size - 0.5).astype(np.float32)
    if random.random() < 0.5:
        slope = random.normal(0, 0.5, 2)
        seen = seen * np.clip(1 + slope[0] * rows + slope[1] * columns, 0.2, 2)[..., None]
    for _ in range(int(random.choice(3, p=[0.55, 0.35, 0.1]))):
        place, reach = random.uniform(-0.45, 0.45, 2), random.uniform(0.04, 0.3, 2)
        far = ((rows - place[0]) / reach[0]) ** 2 + ((columns - place[1]) / reach[1]) ** 2
        shine = np.clip(1.4 - far, 0, 1) if random.random() < 0.5 else np.exp(-far)
        seen = seen + shine[..., None] * random.uniform(20, 220)
    if random.random() < 0.3:
        seen = _with_highlight(seen, rows, columns, random)
    if random.random() < 0.2:
        angle, start = random.uniform(0, 2 * np.pi), random.uniform(-0.4, 0.4)
        side = np.clip(
            ((rows * math.sin(angle) + columns * math.cos(angle)) - start) * random.uniform(3, 30), 0, 1
        )
        seen = seen * (1 - random.uniform(0.2, 0.7) * side)[..., None]
    if random.random() < 0.4:
        seen = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.4, 1.5))
    if random.random() < 0.15:
        smear: Floats = np.zeros((7, 7), np.float32)
        cv2.line(smear, (3, 3), (int(random.integers(0, 7)), int(random.integers(0, 7))), 1, 1)
        seen = cv2.filter2D(seen, -1, smear / smear.sum())
    if random.random() < 0.5:
        seen = seen + random.normal(0, random.uniform(1, 9), seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def _with_highlight(seen: Floats, rows: Floats, columns: Floats, random: Random) -> Floats:
    """A lamp mirrored in a polished face: a small spot that hides what lies under it, in a wider glow."""
    place, angle = random.uniform(-0.36, 0.36, 2), random.uniform(0, np.pi)
    along, across = _turned(rows - place[0], columns - place[1], angle)
    reach = random.uniform(0.03, 0.08)
    far = np.sqrt((along / reach) ** 2 + (across / (reach * random.uniform(0.5, 1))) ** 2)
    spot = np.clip(random.uniform(1.2, 2.2) - far, 0, 1)
    glow = random.uniform(0, 90) * np.exp(-far / random.uniform(1.5, 4))
    lamp = 255 * np.exp(random.normal(0, 0.04, 3))
    mixed: Floats = (seen + glow[..., None]) * (1 - spot[..., None]) + lamp * spot[..., None]
    return mixed


def faces_start(random: Random) -> dict[str, Any]:
    """Random weights."""
    made: dict[str, Any] = {}
    for number, (before, after) in enumerate(((5, 20), (20, 32), (32, 48))):
        made[f"faces.{number}.kernel"] = random.normal(0, math.sqrt(2 / (9 * before)), (3, 3, before, after))
        made[f"faces.{number}.bias"] = np.zeros(after)
    made["faces.3.kernel"] = random.normal(0, math.sqrt(2 / 3072), (3072, 96))
    made["faces.3.bias"] = np.zeros(96)
    made["faces.out.kernel"] = random.normal(0, 0.1, (96, 12))
    made["faces.out.bias"] = np.zeros(12)
    return {name: jnp.asarray(value, jnp.float32) for name, value in made.items()}


def faces_forward(given: dict[str, Any], values: Any) -> Any:
    """What ``networks.faces`` works out."""
    values = jax.nn.relu(_convolve(values, given["faces.0.kernel"], given["faces.0.bias"], 2))
    values = jax.nn.relu(_convolve(values, given["faces.1.kernel"], given["faces.1.bias"]))
    values = jax.nn.relu(_convolve(values, given["faces.2.kernel"], given["faces.2.bias"], 2))
    values = values.reshape(values.shape[0], -1)
    values = jax.nn.relu(values @ given["faces.3.kernel"] + given["faces.3.bias"])
    return values @ given["faces.out.kernel"] + given["faces.out.bias"]


def faces_loss(given: dict[str, Any], values: Any, target: Any) -> Any:
    """Cross entropy, with a little doubt about every label, and how far the face is off."""
    out = faces_forward(given, values)
    chances = jax.nn.log_softmax(out[:, :8])
    wanted = jax.nn.one_hot(target[:, 0].astype(int), 8) * 0.985 + 0.015 / 8
    off = jnp.abs(out[:, 8:] - target[:, 2:]).sum(-1) * target[:, 1]
    return -(wanted * chances).sum(-1).mean() + 3 * off.mean()


# --- training --------------------------------------------------------------------------------------------


def batches(
    views: list[list[View]], shares: list[float], size: int, random: Random, cut: Callable[..., Any]
) -> Iterator[Any]:
    """Endless batches, each view list with its share."""
    while True:
        values: list[Any] = []
        targets: list[Any] = []
        while len(values) < size:
            group = views[int(random.choice(len(views), p=shares))]
            made = cut(group[int(random.integers(len(group)))], random)
            if made is not None:
                values.append(made[0])
                targets.append(made[1])
        yield np.stack(values), np.stack(targets)


def train(
    given: dict[str, Any],
    loss: Callable[..., Any],
    source: Iterator[Any],
    steps: int,
    rate: float,
    seconds: float,
    save: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:
    """Adam with a rate that rises and falls; ends after ``steps`` or ``seconds``, whichever comes first."""
    first = {name: jnp.zeros_like(value) for name, value in given.items()}
    second = dict(first)

    @jax.jit  # type: ignore[untyped-decorator]
    def step(given: Any, first: Any, second: Any, values: Any, target: Any, rate: Any, count: Any) -> Any:
        cost, slope = jax.value_and_grad(loss)(given, values, target)
        first = {name: 0.9 * first[name] + 0.1 * slope[name] for name in given}
        second = {name: 0.998 * second[name] + 0.002 * slope[name] ** 2 for name in given}
        given = {
            name: given[name] * (1 - rate * 2e-3)
            - rate * (first[name] / (1 - 0.9**count)) / (jnp.sqrt(second[name] / (1 - 0.998**count)) + 1e-8)
            for name in given
        }
        return given, first, second, cost

    began, costs = time.monotonic(), []
    for count in range(1, steps + 1):
        done = max(count / steps, (time.monotonic() - began) / seconds)
        if done >= 1:
            break
        now = rate * min(1, count / 150) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        values, target = next(source)
        given, first, second, cost = step(given, first, second, values, target, now, count)
        costs.append(float(cost))
        if count % 100 == 0:
            print(f"{count}: {np.mean(costs[-100:]):.4f} after {time.monotonic() - began:.0f} s", flush=True)
        if count % 500 == 0:
            save(given)
    return given


def _store(file: Path, given: dict[str, Any]) -> None:
    packed = {name: np.asarray(value, np.float16) for name, value in given.items()}
    store: Any = np.savez_compressed  # its types take the names of arrays for options
    store(file, **packed)


def join(files: list[Path], out: Path) -> None:
    """One file of several networks."""
    together: dict[str, Any] = {}
    for file in files:
        with np.load(file) as stored:
            together.update({name: stored[name] for name in stored.files})
    _store(out, together)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=("finder", "faces", "join"))
    parser.add_argument("--scenes", type=Path)
    parser.add_argument("--join", type=Path, nargs="*", default=[], help="networks to put into one file")
    parser.add_argument("--pictures", type=Path, action="append", default=[])
    parser.add_argument("--without", default="")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=Path, help="go on from these weights")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    if chosen.network == "join":
        join(chosen.join, chosen.out)
        return
    random = np.random.default_rng(chosen.seed)
    groups = [scenes(chosen.scenes)]
    without = set(chosen.without.split(",")) - {""}
    labelled = [view for folder in chosen.pictures for view in pictures(folder, without)]
    shares = [1.0]
    if labelled:
        groups.append(labelled)
        shares = [0.45, 0.55]
    print(f"{len(groups[0])} scenes, {len(labelled)} pictures", flush=True)
    finds = chosen.network == "finder"
    given = finder_start(random) if finds else faces_start(random)
    if chosen.begin:
        with np.load(chosen.begin) as stored:
            given = {name: jnp.asarray(stored[name], jnp.float32) for name in given}

    def save(given: dict[str, Any]) -> None:
        _store(chosen.out, given)

    source = batches(groups, shares, chosen.batch, random, window if finds else face_patch)
    loss = finder_loss if finds else faces_loss
    save(train(given, loss, source, chosen.steps, chosen.rate, chosen.minutes * 60, save))


if __name__ == "__main__":
    main()
