"""Trays to train on: which part of what is seen around the dice is the floor on which they lie."""

from __future__ import annotations

import json
import math
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import networks
from calibration.geometry import Floor, Picture, in_order, sides, through
from calibration.inside import Window
from calibration.plane import Dice, depths, floor_under, is_too_large
from calibration.tray import worked_on
from tools.dice_training.drawings import Floats, Random, noise
from tools.dice_training.pieces import recoloured

DICE = 12
"""So many tops are known at a calibration."""
NEAR_PX = 5
NEAR_WEIGHT = 4.0
UNSEEN_WEIGHT = 0.2


@dataclass(frozen=True)
class Tray:
    """A rig, empty and with dice."""

    pictures: list[Picture]
    corners: Floats
    """Of its floor, in pixels."""
    dice: Dice
    """All that lie flat in one picture or another."""


def trays(folder: Path, without: Set[str] = frozenset(), only: Set[str] | None = None) -> list[Tray]:
    """Renderings as ``rigs`` labels them."""
    labels = json.loads((folder / "labels.json").read_text())
    found = []
    for rig, about in labels["rigs"].items():
        if rig in without or (only is not None and rig not in only):
            continue
        entries = [entry for entry in (*labels["calib"], *labels["images"]) if entry["rig"] == rig]
        flat = [die for entry in entries for die in entry["dice"] if die["flat"]]
        quads = np.array([die["top_quad"] for die in flat], np.float32)
        pictures: list[Any] = [cv2.imread(str(folder / entry["file"])) for entry in entries]
        dice = Dice(
            quads.mean(axis=1).astype(np.float64),
            np.array([cv2.contourArea(quad) for quad in quads]),
            np.array([die["kind"] == "event" for die in flat]),
        )
        small, factors = zip(*(worked_on(picture) for picture in pictures), strict=True)
        factor = factors[0]
        corners = (np.array(about["tray_corners"], np.float64) + 0.5) * factor - 0.5
        found.append(Tray(list(small), corners, _of_one_size(dice.scaled(factor), corners, small[0])))
    return found


def _of_one_size(dice: Dice, corners: Floats, picture: Picture) -> Dice:
    """The dice as if all were as large as their middle one: a rig has three sets."""
    height, width = picture.shape[:2]
    quad = in_order(corners.tolist())
    floor = Floor.of(quad, *sides(quad, width, height))
    scale = depths(floor.to_image, through(floor.from_image, dice.places)) ** -3.0
    return Dice(dice.places, scale * float(np.median(dice.areas / scale)), dice.event)


def tray_piece(tray: Tray, random: Random) -> tuple[Floats, Floats] | None:
    """What is seen around a dozen dice, turned and recoloured; where the floor is, and what that weighs."""
    dice = tray.dice.only(random.permutation(len(tray.dice.areas)) < DICE)
    edge = np.sqrt(dice.areas)[:, None]
    dice = Dice(
        dice.places + random.normal(0, 0.03, dice.places.shape) * edge,
        dice.areas * np.exp(random.normal(0, 0.08, len(dice.areas)) + random.normal(0, 0.1) * dice.event),
        dice.event,
    )
    place = 0 if random.random() < 0.4 else int(random.integers(len(tray.pictures)))
    picture = tray.pictures[place]
    height, width = picture.shape[:2]
    floor = floor_under(dice, width, height)
    if is_too_large(floor):
        return None
    angle, scale = random.uniform(0, 2 * math.pi), math.exp(random.normal(0, 0.08))
    turn = scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    window = Window.of(picture, floor, dice, turn @ np.diag([random.choice([-1.0, 1.0]), 1.0]))
    size = networks.TRAY_PX
    there = cv2.perspectiveTransform(tray.corners[None], window.from_image)[0]
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [np.round(there * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    around = np.ones((2 * NEAR_PX + 1, 2 * NEAR_PX + 1), np.uint8)
    weight = 1 + NEAR_WEIGHT * (cv2.dilate(mask, around) != cv2.erode(mask, around))
    weight = np.where(window.known > 127, weight, UNSEEN_WEIGHT).astype(np.float32)
    cells = (size // networks.TRAY_STRIDE,) * 2
    target = [
        cv2.resize(part, cells, interpolation=cv2.INTER_AREA)
        for part in (mask.astype(np.float32) / 255, weight)
    ]
    return window.values(_disturbed(window.picture, random)), np.stack(target)


def _disturbed(picture: Picture, random: Random) -> Picture:
    """In other colours, at times inverted, under light that comes from somewhere else."""
    seen, _ = recoloured(picture, picture, random)
    if random.random() < 0.1:
        seen = 255 - seen
    if random.random() < 0.5:
        mix = np.eye(3) + random.normal(0, 0.15, (3, 3))
        seen = np.clip(seen.astype(np.float32) @ mix, 0, 255).astype(np.uint8)
    if random.random() < 0.5:
        shade = np.exp(random.uniform(0.05, 0.35) * noise(random, len(seen), random.uniform(20, 60)))
        seen = np.clip(seen * shade[..., None], 0, 255).astype(np.uint8)
    return seen
