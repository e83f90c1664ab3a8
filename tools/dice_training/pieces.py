"""Cuts what the networks are given out of views, with what they should find: turned, recoloured and
disturbed, so that no two pieces are alike."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from calibration import networks
from calibration.geometry import Square, slopes
from tools.dice_training.development import encoded, linear
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.views import View

WINDOW_PX = 128
CELLS = WINDOW_PX // networks.FINDER_STRIDE
DRAWING, JUNK = 0, 7
UP = np.array([0.0, 0.0, 1.0])
UNKNOWN_CAMERA = 0.1
"""Of so many windows the finder is told that the camera is right above: a plane told by dice alone may be as
wrong."""
WRONG_TOPS = 0.06
"""Of so many pieces of faces the middle is what the reader took for a top wrongly, such as a side of a die
that leans: they show no face. Where it took nothing wrongly, or has not looked, another piece is made."""
UNDER_LAMP = 0.2
"""So many faces have the light of a lamp added that all of them may mirror."""
SIGHTED = 0.5
"""Of so many pieces of how dice stand the middle is what the reader took for a top, rightly or wrongly. Where
it has not looked, as at drawn scenes, no piece is made then: these count less than their share."""
CAMERA_WELL_KNOWN = 0.5
"""In so many pieces of how dice stand the camera is about where it is thought to be; corners that were found
tell it worse."""


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
    target = np.zeros((10, CELLS, CELLS), np.float32)
    target[2] = foreign > 0.5
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
        target[int(state)] = np.maximum(target[int(state)], heat)
        chosen = far < 2.4
        edge = moved[1] - moved[0]
        theta = 4 * math.atan2(edge[1], edge[0])
        sizes = [np.linalg.norm(moved[i] - moved[(i + 1) % 4]) for i in range(4)]
        size_log = math.log(float(np.mean(sizes)) / networks.FINDER_PX_PER_EDGE)
        for place, value in enumerate((off_x, off_y, math.cos(theta), math.sin(theta), size_log)):
            target[3 + place] = np.where(chosen, value, target[3 + place])
        target[8] = np.where(chosen, 1.0 if state == 0 else 0.0, target[8])
    target[9] = known
    return networks.finder_input(seen, networks.Ground.of(bare, _slopes(view, move, turn, random))), target


def _slopes(view: View, move: Floats, turn: Floats, random: Random) -> Floats:
    """How the camera looks at each pixel of a window, about as well as a calibration knows it."""
    if random.random() < UNKNOWN_CAMERA:
        return np.zeros((2, WINDOW_PX, WINDOW_PX), np.float32)
    below = move @ [*view.camera[:2], 1.0]
    scale = math.sqrt(abs(np.linalg.det(turn))) * view.px_per_edge
    high = scale * float(view.camera[2]) * math.exp(random.normal(0, 0.12))
    return slopes((WINDOW_PX, WINDOW_PX), below - high * random.normal(0, 0.04, 2), high)


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


# --- the faces -------------------------------------------------------------------------------------------


def face_patch(view: View, random: Random) -> tuple[Floats, Floats] | None:
    """A patch about as the reader cuts it, and what it shows."""
    size = networks.FACE_PX
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    chance = random.random()
    quad = None
    wrong = _wrong_top(view, random) if random.random() < WRONG_TOPS else None
    if wrong is not None:
        (centre, half, angle), label = wrong, JUNK
    elif chance < 0.06 or not len(view.quads):
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
        if chance < 0.09:
            away = random.uniform(0, 2 * np.pi)
            centre = centre + random.uniform(0.35, 0.8) * 2 * half * np.array(
                [math.cos(away), math.sin(away)]
            )
            label, quad = JUNK, None
        elif chance < 0.14:  # one of its sides, which a steep camera sees nearly as well
            centre = _beside(view, centre, random)
            if np.linalg.norm(view.quads.mean(1) - centre, axis=1).min() < 0.45 * view.px_per_edge:
                return None
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
    return networks.face_inputs(disturbed(patch, random)[None])[0], target_of


def _wrong_top(view: View, random: Random) -> tuple[Floats, float, float] | None:
    """The middle, half the edge and the angle of what the reader took for a top wrongly."""
    if view.seen is None or not len(wrong := view.seen[view.seen[:, 4] < 0.5]):
        return None
    x, y, angle, edge, _ = wrong[int(random.integers(len(wrong)))].tolist()
    middle = np.array([x, y]) + random.normal(0, 0.04, 2) * edge
    return middle, edge / 2 * math.exp(random.normal(0, 0.05)), angle + random.normal(0, 0.07)


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
    if random.random() < UNDER_LAMP:
        light = linear(np.clip(seen / 255, 0, 1))
        for glow in glows(rows * networks.FACE_EDGES, columns * networks.FACE_EDGES, random):
            light = light + glow
        seen = 255 * encoded(np.clip(light, 0, 1))
    if random.random() < 0.2:
        seen = seen * shadow(rows, columns, random, 0.7)[..., None]
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


def shadow(rows: Floats, columns: Floats, random: Random, most: float) -> Floats:
    """How much light is left where a shadow with a more or less hard edge takes ``most`` of it at most."""
    angle, start = random.uniform(0, 2 * np.pi), random.uniform(-0.4, 0.4)
    along = rows * math.sin(angle) + columns * math.cos(angle)
    dark: Floats = np.clip((along - start) * random.uniform(3, 30), 0, 1)
    return 1 - random.uniform(0.2, most) * dark


def glows(rows: Floats, columns: Floats, random: Random) -> Iterator[Floats]:
    """The light that lamps add which are mirrored in a face: spots, or a glow on all of it that is uneven as
    the surface is. ``rows`` and ``columns`` are distances from the middle, in edges or nearly so."""
    for _ in range(1 + int(random.random() < 0.3)):
        place, angle = random.uniform(-0.5, 0.5, 2), random.uniform(0, np.pi)
        along, across = _turned(rows - place[0], columns - place[1], angle)
        reach = math.exp(random.uniform(math.log(0.06), math.log(1.2)))
        far = (along / reach) ** 2 + (across / (reach * random.uniform(0.4, 1))) ** 2
        hard = random.random() < 0.4
        shape = np.clip(random.uniform(1.1, 2.5) - far, 0, 1) if hard else np.exp(-far)
        if random.random() < 0.5:
            grain = random.normal(0, 1, rows.shape).astype(np.float32)
            grain = cv2.GaussianBlur(grain, (0, 0), random.uniform(0.5, 3))
            shape = shape * np.clip(1 + random.uniform(0, 0.8) * grain / max(float(grain.std()), 1e-3), 0, 3)
        lamp = np.exp(random.normal(0, 0.1, 3)) * math.exp(random.uniform(math.log(0.05), math.log(3)))
        yield (shape[..., None] * lamp).astype(np.float32)


# --- how a die stands ------------------------------------------------------------------------------------


def stance_piece(view: View, random: Random) -> tuple[Floats, Floats] | None:
    """A die with its surroundings as the reader cuts them; and whether a flat one is in the middle, how far
    the side there points to the right and down, and whether that is known."""
    size = networks.STANCE_PX
    place = _sighting(view, random) if random.random() < SIGHTED else _known_die(view, random)
    if place is None:
        return None
    centre, lies, side, flat = place
    away = centre - view.camera[:2]
    slope = float(np.linalg.norm(away)) / view.px_per_edge / float(view.camera[2])
    well = bool(random.random() < CAMERA_WELL_KNOWN)
    angle = math.atan2(away[0], -away[1]) + random.normal(0, 0.05 if well else 0.12)
    scale = size / networks.STANCE_EDGES / side * math.exp(random.normal(0, 0.03))
    turn = scale * np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    if random.random() < 0.5:
        turn = np.diag([-1.0, 1.0]) @ turn
    middle = (size - 1) / 2
    move = np.hstack([turn, (middle - turn @ centre)[:, None]]).astype(np.float32)
    settings = {"flags": cv2.INTER_LINEAR, "borderMode": cv2.BORDER_REPLICATE}
    seen = cv2.warpAffine(view.picture, move, (size, size), **settings)
    nudge = move.copy()
    nudge[:, 2] += random.normal(0, 0.6, 2)
    bare = cv2.warpAffine(view.empty, nudge, (size, size), **settings)
    seen, bare = recoloured(seen, bare, random)
    if random.random() < 0.3:
        seen = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.5, 1.7))
    edge = turn @ np.array([math.cos(lies), math.sin(lies)])
    lies = math.atan2(edge[1], edge[0]) + random.normal(0, 0.05)
    top = Square(0.0, 0.0, lies, math.exp(random.normal(0, 0.03)))
    off, high = random.normal(0, 0.06 if well else 0.2, 2)  # focal lengths are not known well
    slope, high = slope * math.exp(off), float(view.camera[2]) * math.exp(high)
    slope = max(0.0, slope + (0.0 if well else random.normal(0, 0.06)))
    given = networks.stance_input(seen, bare, top, slope, high)
    normal = UP if flat else view.normal_at(centre)
    leans = np.zeros(2) if normal is None else turn @ normal[:2] / scale
    return given, np.array([flat, *leans, normal is not None], np.float32)


def _known_die(view: View, random: Random) -> tuple[Floats, float, float, bool] | None:
    """About the middle of a die's top, or beside it, in pixels; its angle and edge as the reader has them;
    and whether a die lies flat there."""
    if not len(view.quads):
        return None
    number = int(random.integers(len(view.quads)))
    quad, state = view.quads[number], int(view.states[number])
    if state == 2:
        return None
    rough = 0.03 if random.random() < 0.7 else 0.08
    centre = quad.mean(0) + random.normal(0, rough, 2) * view.px_per_edge
    flat = state == 0
    if flat and random.random() < 0.2:  # beside a top, where one of its sides may look like one
        centre, flat = _beside(view, centre, random), False
        if np.linalg.norm(view.quads.mean(1) - centre, axis=1).min() < 0.4 * view.px_per_edge:
            return None
    # for the reader every top is as large as a die's, whatever stands there
    side = math.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))) if state == 0 else view.px_per_edge
    edge = quad[1] - quad[0]
    return centre, math.atan2(edge[1], edge[0]), side, flat


def _sighting(view: View, random: Random) -> tuple[Floats, float, float, bool] | None:
    """The same of what the reader took for a top, half of the time rightly."""
    if view.seen is None or not len(view.seen):
        return None
    flat = view.seen[:, 4] > 0.5
    chosen = np.flatnonzero(flat == (random.random() < 0.5))
    if not len(chosen):
        return None
    x, y, angle, edge, lies = view.seen[int(random.choice(chosen))]
    centre = np.array([x, y]) + random.normal(0, 0.02, 2) * view.px_per_edge
    return centre, float(angle), float(edge), bool(lies > 0.5)


def _beside(view: View, top: Floats, random: Random) -> Floats:
    """About an edge from the middle of a top, mostly towards the camera."""
    towards = view.camera[:2] - top
    angle = math.atan2(towards[1], towards[0]) + random.normal(0, 0.4)
    if random.random() < 0.35:
        angle = random.uniform(0, 2 * np.pi)
    far = random.uniform(0.45, 1.3) * view.px_per_edge
    return top + far * np.array([math.cos(angle), math.sin(angle)])
