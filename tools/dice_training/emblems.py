"""Signs for dice of events that mean nothing: the networks are to know any drawing from a number of pips."""

from __future__ import annotations

import math

import cv2
import numpy as np

from tools.dice_training.drawings import TEXTURE_PX, Floats, Random, blank, polygon

LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ&?#"
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


def emblem(random: Random, body: Floats, colour: Floats, ink: Floats) -> Floats:
    """Some sign on some ground: nothing of it means anything, but it is no number of pips."""
    face = blank(body)
    front, ground = colour, int(random.integers(6))
    if ground == 0:  # the whole face
        face, front = blank(colour), body if random.random() < 0.7 else ink
    elif ground == 1:
        edge = random.uniform(0.3, 0.46)
        polygon(face, [(-edge, -edge), (edge, -edge), (edge, edge), (-edge, edge)], colour)
        front = body if random.random() < 0.7 else ink
    elif ground == 2:
        polygon(face, _round(random.uniform(0.3, 0.44)), colour)
        front = body if random.random() < 0.7 else ink
    elif ground == 3:
        half, foot = random.uniform(0.24, 0.36), random.uniform(0.3, 0.42)
        shield = [(-half, -foot), (half, -foot), (half, 0.05), (half * 0.6, foot * 0.7), (0, foot)]
        polygon(face, [*shield, (-half * 0.6, foot * 0.7), (-half, 0.05)], colour)
        front = body if random.random() < 0.7 else ink
    elif ground == 4:
        polygon(face, _round(random.uniform(0.32, 0.44)), ink, random.uniform(0.03, 0.07))
    _stroke(random, face, front)
    if random.random() < 0.3:
        _stroke(random, face, ink if random.random() < 0.5 else front)
    return face


def _round(radius: float) -> list[tuple[float, float]]:
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _stroke(random: Random, face: Floats, paint: Floats) -> None:
    """A letter, a few strokes, an arc, or one many-sided area."""
    line = random.uniform(0.04, 0.1)
    kind = int(random.integers(4))
    if kind == 0:
        letter, font = str(random.choice(list(LETTERS))), int(random.choice(FONTS))
        scale, thick = random.uniform(1.2, 2.6), int(random.integers(2, 8))
        (wide, high), _ = cv2.getTextSize(letter, font, scale, thick)
        at = ((TEXTURE_PX - wide) // 2, (TEXTURE_PX + high) // 2)
        mask = np.zeros(face.shape[:2], np.uint8)
        cv2.putText(mask, letter, at, font, scale, 255, thick, cv2.LINE_AA)
        face += (mask[..., None] / np.float32(255)) * (paint - face)
    elif kind == 1:
        for _ in range(int(random.integers(2, 5))):
            ends = random.uniform(-0.36, 0.36, (2, 2))
            polygon(face, [tuple(ends[0]), tuple(ends[1])], paint, line)
    elif kind == 2:
        start, end = sorted(random.uniform(0, 2 * np.pi, 2))
        angles = np.linspace(start, end, 16)
        reach = random.uniform(0.15, 0.36)
        arc = [(reach * math.cos(angle), reach * math.sin(angle)) for angle in angles]
        polygon(face, [*arc, *arc[::-1]], paint, line)
        polygon(face, [(0, -reach), (0, reach)], paint, line)
    else:
        corners = int(random.integers(3, 11))
        angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + random.uniform(0, np.pi)
        far = random.uniform(0.1, 0.4, corners)
        far[int(random.integers(corners))] = random.uniform(0.3, 0.42)  # nothing like a pip
        area = [
            (reach * math.cos(angle), reach * math.sin(angle))
            for angle, reach in zip(angles, far, strict=True)
        ]
        polygon(face, area, paint, line if random.random() < 0.3 else 0.0)
