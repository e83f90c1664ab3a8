"""Pictures to train on, with what lies where in them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.geometry import camera_place, in_order
from tools.dice_training.boxes import SIGNS
from tools.dice_training.drawings import Floats

MARGIN_EDGES = 1.5
"""How much is seen around the floor of a rendered tray."""
SIDE_EDGES = 0.35
"""So near its middle a side of a die is the one that is looked at."""


@dataclass
class View:
    """A rectified picture with its empty tray and what lies there, or a camera's picture with its dice."""

    picture: np.ndarray
    empty: np.ndarray
    foreign: np.ndarray | None
    quads: np.ndarray
    states: np.ndarray  # 0 flat, 1 tilted, 2 hidden
    faces: np.ndarray  # 1 to 6, or 10 and above for a drawing
    px_per_edge: float
    camera: Floats
    """Above which pixel it hangs, and how high in edges of a die's top."""
    centres: tuple[
        float, float, float, float
    ]  # where windows may have their middle: left, top, right, bottom
    solids: Floats | None = None
    """The corners of each die as ``Box`` has them, in pixels to the right, down and up: (count, 8, 3)."""
    stacked: Floats | None = None
    """Which dice lie on another or below one."""
    name: str = ""
    """The file of its picture."""
    seen: Floats | None = None
    """What the reader takes for tops, as ``sightings`` says it."""

    @property
    def eye(self) -> Floats:
        """Where the camera is, in pixels to the right, down and up."""
        return self.camera * [1, 1, self.px_per_edge]

    def appear(self, points: Floats) -> Floats:
        """Where points, to the right, down and up, are seen in the picture."""
        over = self.eye[2] / (self.eye[2] - points[..., 2:])
        seen: Floats = self.camera[:2] + over * (points[..., :2] - self.camera[:2])
        return seen

    def normal_at(self, place: Floats) -> Floats | None:
        """Where the side of a die that is seen at a place of the picture points, to the right, down and up.

        Of the sides within reach it is the one whose middle is nearest; none if there is none, or where it is
        not known how dice lie.
        """
        if self.solids is None or not len(self.solids):
            return None
        middles = self.solids.mean(axis=1)[:, None]
        # half an edge each, from the middle to three sides: eight corners have a quarter of a size each
        ways = np.einsum("dcx,ca->dax", self.solids - middles, SIGNS) / 4
        ways = np.concatenate([ways, -ways], axis=1)
        sides = middles + ways
        faces_it = (ways * (self.eye - sides)).sum(axis=2) > 0
        far = np.where(faces_it, np.linalg.norm(self.appear(sides) - place, axis=2), np.inf)
        nearest = np.unravel_index(int(far.argmin()), far.shape)
        if far[nearest] > SIDE_EDGES * self.px_per_edge:
            return None
        normal: Floats = ways[nearest] / np.linalg.norm(ways[nearest])
        return normal


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
                    data["camera"][number],
                    (size * 0.35, size * 0.35, size * 0.65, size * 0.65),
                )
            )
    return views


MOST_LEAN = 0.97


def _without_doubtful(quads: np.ndarray, states: np.ndarray) -> np.ndarray:
    """The states; dice that hardly lean, as it is seen, are called hidden: nothing is learned of them."""
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
    margin = 26 * MARGIN_EDGES
    target = np.array([[0, 0], [wide, 0], [wide, deep], [0, deep]], np.float32) + margin
    return cv2.getPerspectiveTransform(quad, target), (int(wide + 2 * margin), int(deep + 2 * margin))


def pictures(
    folder: Path,
    without: Set[str] = frozenset(),
    only: Set[str] | None = None,
    seen: Mapping[str, Floats] | None = None,
) -> list[View]:
    """Labelled renderings, seen through their tray's floor, with what is ``seen`` in each."""
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
        picture = cv2.imread(str(folder / empty["file"]))
        camera = _camera(empty["tray_corners"], to, picture)
        bare = cv2.warpPerspective(picture, to, size, flags=cv2.INTER_AREA)
        entries = [entry for entry in calibration if entry["what"] != "empty"]
        entries += [entry for entry in labels["images"] if entry["rig"] == rig]
        entries += [
            entry for entry in labels["negatives"] if entry["rig"] == rig and entry.get("reason") in USED
        ]
        for entry in entries:
            taken = cv2.imread(str(folder / entry["file"]))
            rectified = cv2.warpPerspective(taken, to, size, flags=cv2.INTER_AREA)
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
                    camera,
                    (60.0, 60.0, size[0] - 60.0, size[1] - 60.0),
                    _solids(found, entry, to),
                    np.array([die["stacked"] for die in found], bool),
                    entry["file"],
                    None if seen is None else seen[entry["file"]],
                )
            )
    return views


def _solids(dice: list[dict[str, Any]], entry: dict[str, Any], to: Floats) -> Floats:
    """The corners of dice in pixels of a rectified picture, to the right, down and up."""
    seen = cv2.perspectiveTransform(np.array([entry["tray_corners"]], np.float32), to)[0]
    floor = np.array(entry["tray_corners_cm"])[:, :2]
    move = np.linalg.lstsq(np.column_stack([floor, np.ones(4)]), seen, rcond=None)[0]
    scale = math.sqrt(abs(np.linalg.det(move[:2])))
    solid = np.array([die["solid"] for die in dice]).reshape(-1, 8, 3)
    return np.concatenate([solid[..., :2] @ move[:2] + move[2], scale * solid[..., 2:]], axis=2)


def _camera(corners: list[list[float]], to: Floats, picture: Any) -> Floats:
    """Where the camera of a rendered picture hangs, in the picture that ``to`` makes of it."""
    quad = in_order(corners)
    there = cv2.perspectiveTransform(np.array([quad], np.float32), to)[0]
    wide, deep = np.linalg.norm(there[1] - there[0]) / 26, np.linalg.norm(there[3] - there[0]) / 26
    right, down = (there[1] - there[0]) / wide, (there[3] - there[0]) / deep
    height, width = picture.shape[:2]
    place = camera_place(quad, width, height, float(wide), float(deep))
    return np.array([*(there[0] + place[0] * right + place[1] * down), place[2]])


USED = ("empty",)


def _state(entry: dict[str, Any], die: dict[str, Any]) -> int:
    if entry.get("reason") == "stacked" or die.get("stacked"):
        return 2
    return 1 if die.get("flat") is False else 0
