"""Faces of dice and surfaces of tables, drawn by code: all different, so that none is learned by heart."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Random = np.random.Generator

TEXTURE_PX = 96
PIP_PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

FIRST_DIE = (
    ((0.93, 0.70, 0.08), (0.55, 0.05, 0.04)),
    ((0.88, 0.87, 0.84), (0.03, 0.03, 0.03)),
    ((0.88, 0.74, 0.16), (0.04, 0.03, 0.03)),
    ((0.88, 0.82, 0.66), (0.05, 0.04, 0.04)),
    ((0.90, 0.90, 0.90), (0.60, 0.05, 0.06)),
    ((0.86, 0.86, 0.90), (0.06, 0.12, 0.50)),
    ((0.95, 0.80, 0.15), (0.92, 0.92, 0.90)),
    ((0.88, 0.82, 0.66), (0.45, 0.30, 0.08)),
)
RED_DIE = (
    ((0.52, 0.03, 0.03), (0.85, 0.62, 0.12)),
    ((0.66, 0.04, 0.05), (0.90, 0.89, 0.86)),
    ((0.72, 0.08, 0.05), (0.86, 0.84, 0.80)),
    ((0.38, 0.02, 0.03), (0.88, 0.87, 0.84)),
    ((0.70, 0.10, 0.08), (0.03, 0.03, 0.03)),
    ((0.55, 0.16, 0.08), (0.88, 0.82, 0.66)),
)
EVENT_DIE = (
    (0.88, 0.87, 0.85),
    (0.86, 0.80, 0.66),
    (0.88, 0.77, 0.58),
    (0.62, 0.46, 0.30),
    (0.60, 0.60, 0.62),
)
GATES = ((0.92, 0.70, 0.08), (0.06, 0.25, 0.62), (0.08, 0.45, 0.15))


def near(random: Random, colour: tuple[float, float, float], spread: float = 0.06) -> Floats:
    """A colour (sRGB, 0 to 1) like the given one."""
    gain = 1 + random.normal(0, spread)
    return np.clip(np.array(colour) * gain * (1 + random.normal(0, spread / 2, 3)), 0.01, 0.97).astype(
        np.float32
    )


def _points(places: list[tuple[float, float]], size_px: int = TEXTURE_PX) -> NDArray[np.int32]:
    return np.round((np.array(places) + 0.5) * size_px * 16).astype(np.int32)


def polygon(face: Floats, places: list[tuple[float, float]], colour: Floats, width: float = 0.0) -> None:
    """Fills or outlines an area of a face; places are in edges from its middle, to the right and down."""
    paint = tuple(float(part) for part in colour)
    size_px = len(face)
    points = _points(places, size_px)
    if width:
        cv2.polylines(face, [points], True, paint, max(1, round(width * size_px)), cv2.LINE_AA, 4)
    else:
        cv2.fillPoly(face, [points], paint, cv2.LINE_AA, 4)


def blank(body: Floats, size_px: int = TEXTURE_PX) -> Floats:
    """A face with nothing on it."""
    return np.tile(body.astype(np.float32), (size_px, size_px, 1))


def pips(random: Random, value: int, body: Floats, pip: Floats, radius: float, place: float) -> Floats:
    """A face with pips of ``radius`` at ``place`` from the middle, both in edges."""
    face = blank(body)
    hollow = random.uniform(0, 0.35)
    turn = random.uniform(0, 2 * np.pi)
    for column, row in PIP_PLACES[value]:
        centre = _points([(column * place, row * place)])[0]
        for part in (1.0, 0.72):
            paint = pip if part == 1 else np.clip(pip * (1 + hollow * random.normal(0, 0.5)), 0, 1)
            shift = np.round(
                np.array([np.cos(turn), np.sin(turn)]) * (1 - part) * radius * 0.8 * TEXTURE_PX * 16
            )
            middle = centre + shift.astype(int)
            cv2.circle(
                face,
                (int(middle[0]), int(middle[1])),
                int(radius * part * TEXTURE_PX * 16),
                tuple(float(part) for part in paint),
                -1,
                cv2.LINE_AA,
                4,
            )
    return face


def ship(random: Random, body: Floats, ink: Floats, size_px: int = TEXTURE_PX) -> Floats:
    """Some ship: a hull, masts, sails, filled or in outlines."""
    face = blank(body, size_px)
    deck = random.uniform(0.02, 0.14)
    deep, long, bow = random.uniform(0.1, 0.24), random.uniform(0.28, 0.42), random.uniform(0, 0.16)
    line = random.uniform(0.025, 0.05) if random.random() < 0.4 else 0.0
    hull = [(-long, deck - bow), (-long * 0.75, deck + deep), (long * 0.7, deck + deep), (long, deck - bow)]
    polygon(face, hull, ink, line)
    masts = int(random.integers(1, 4))
    for mast in range(masts):
        at = (mast - (masts - 1) / 2) * long * 1.5 / masts
        top = deck - random.uniform(0.25, 0.45)
        polygon(face, [(at, deck), (at, top)], ink, 0.03)
        half = long * 1.2 / masts * random.uniform(0.5, 0.85)
        foot, head = deck - 0.05, top + 0.04
        shape = int(random.integers(3))
        if shape == 0:
            sail = [(at - half, foot), (at + half, foot), (at + half * 0.8, head), (at - half * 0.8, head)]
        elif shape == 1:
            sail = [(at + 0.02, foot), (at + half * 1.2, foot), (at + 0.02, head)]
        else:
            angles = np.linspace(-np.pi / 2, np.pi / 2, 12)
            sail = [
                (at + half * np.cos(angle), (foot + head) / 2 + (foot - head) / 2 * np.sin(angle))
                for angle in angles
            ]
        polygon(face, sail, ink, line)
        if random.random() < 0.3:
            polygon(
                face, [(at - half * 0.5, (foot + head) / 2), (at + half * 0.5, (foot + head) / 2)], body, 0.03
            )
    return face


def gate(random: Random, body: Floats, colour: Floats, ink: Floats, size_px: int = TEXTURE_PX) -> Floats:
    """Some gate: towers or an arch with a door, filled, in outlines, or left out of a coloured face."""
    face = blank(body, size_px)
    front, back = colour, body
    if random.random() < 0.3:
        front, back = body, colour
        edge = random.uniform(0.38, 0.46)
        polygon(face, [(-edge, -edge), (edge, -edge), (edge, edge), (-edge, edge)], colour)
    line = random.uniform(0.05, 0.09) if random.random() < 0.35 else 0.0
    foot, half, tower = random.uniform(0.27, 0.36), random.uniform(0.26, 0.38), random.uniform(0.08, 0.14)
    top = -random.uniform(0.08, 0.28)
    middle = top + random.uniform(0, 0.14)
    shape = int(random.integers(3))
    if shape == 0:
        outline = [
            (-half, foot), (-half, top), (-half + 2 * tower, top), (-half + 2 * tower, middle),
            (half - 2 * tower, middle), (half - 2 * tower, top), (half, top), (half, foot),
        ]  # fmt: skip
    elif shape == 1:
        angles = np.linspace(np.pi, 0, 14)
        arch = [(half * np.cos(angle), middle - 0.25 * np.sin(angle)) for angle in angles]
        outline = [(-half, foot), *arch, (half, foot)]
    else:
        outline = [(-half, foot), (-half, top), (0, top - 0.14), (half, top), (half, foot)]
    polygon(face, outline, front, line)
    door = random.uniform(0.08, 0.14)
    opening = ink if random.random() < 0.4 else back
    angles = np.linspace(np.pi, 0, 8)
    arch = [(door * np.cos(angle), foot - 0.18 - door * np.sin(angle)) for angle in angles]
    polygon(face, [(-door, foot), *arch, (door, foot)], front if line else opening, line)
    if random.random() < 0.5 and not line:
        for side in (-0.22, 0.22):
            box = [(side - 0.03, -0.09), (side + 0.03, -0.09), (side + 0.03, 0.0), (side - 0.03, 0.0)]
            polygon(face, box, opening)
    return face


def noise(random: Random, size_px: int, across_px: float, along_px: float | None = None) -> Floats:
    """Smooth noise with mean 0 and deviation 1."""
    shrink = max(1, int(min(across_px, along_px or across_px) / 2))
    small = random.standard_normal((size_px // shrink + 2, size_px // shrink + 2)).astype(np.float32)
    small = cv2.GaussianBlur(small, (0, 0), across_px / shrink, sigmaY=(along_px or across_px) / shrink)
    large = cv2.resize(small, (size_px, size_px), interpolation=cv2.INTER_LINEAR)
    return ((large - large.mean()) / (large.std() + 1e-6)).astype(np.float32)


def surface(random: Random, size_px: int) -> Floats:
    """Felt, wood, leather, paper, plastic, cloth with stripes, or something printed, in any colour."""
    hue = random.uniform(0, 180)
    strength = random.uniform(0, 0.9) * random.uniform(0.2, 1)
    bright = random.choice([random.uniform(0.04, 0.2), random.uniform(0.2, 0.7), random.uniform(0.7, 0.95)])
    pixel = np.array([[[hue * 2, strength, bright]]], np.float32)
    colour = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0]
    if random.random() < 0.3:
        colour = near(
            random, ((0.66, 0.47, 0.29), (0.82, 0.66, 0.44), (0.36, 0.23, 0.15))[int(random.integers(3))]
        )
    kind = random.choice(
        ["felt", "wood", "leather", "plain", "stripes", "print"], p=[0.3, 0.2, 0.1, 0.18, 0.1, 0.12]
    )
    made = np.tile(colour.astype(np.float32), (size_px, size_px, 1))
    if kind == "felt":
        amount = (
            0.1 * noise(random, size_px, 0.8)
            + 0.06 * noise(random, size_px, 2)
            + 0.05 * noise(random, size_px, 40)
        )
    elif kind == "wood":
        rows = np.linspace(0, 1, size_px, dtype=np.float32)[:, None]
        wave = noise(random, size_px, 60, 8) * 0.03 + noise(random, size_px, 80, 20) * 0.06
        rings = np.sin((rows * random.uniform(4, 14) + wave * 8) * 2 * np.pi)
        amount = 0.1 * rings + 0.08 * noise(random, size_px, 20, 0.8) + 0.05 * noise(random, size_px, 40)
    elif kind == "leather":
        amount = 0.12 * (np.abs(noise(random, size_px, 3)) + np.abs(noise(random, size_px, 1.5)) - 1.6)
    elif kind == "plain":
        amount = 0.015 * noise(random, size_px, 1) + 0.02 * noise(random, size_px, 50)
    else:
        amount = 0.04 * noise(random, size_px, 1)
        if kind == "stripes":
            for _ in range(int(random.integers(1, 4))):
                period, wide, depth = (
                    int(random.integers(12, 70)),
                    int(random.integers(3, 30)),
                    random.uniform(0.2, 0.9),
                )
                other = random.uniform(0.05, 0.95, 3).astype(np.float32)
                for start in range(int(random.integers(0, period)), size_px, period):
                    made[:, start : start + wide] = (
                        made[:, start : start + wide] * (1 - depth) + other * depth
                    )
                    if random.random() < 0.8:
                        made[start : start + wide] = made[start : start + wide] * (1 - depth) + other * depth
        else:
            for _ in range(int(random.integers(15, 120))):
                at, reach = random.uniform(0, size_px, 2), random.uniform(2, 26)
                paint = tuple(float(part) for part in random.uniform(0.05, 0.95, 3))
                if random.random() < 0.5:
                    cv2.circle(made, (int(at[0]), int(at[1])), int(reach), paint, -1, cv2.LINE_AA)
                else:
                    turned = cv2.boxPoints(
                        ((float(at[0]), float(at[1])), (float(reach), float(reach * 1.5)), 30.0)
                    )
                    cv2.fillPoly(made, [turned.astype(np.int32)], paint, cv2.LINE_AA)
    return np.clip(made * (1 + amount[..., None]), 0, 1).astype(np.float32)
