"""How well networks tell what was held back from their training: whole rigs, with trays, dice and lamps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from calibration import networks
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.events import FACES as EVENT_FACES
from tools.dice_training.events import OTHER, EventDie, event_piece, taken
from tools.dice_training.pieces import DRAWING, JUNK, face_patch, stance_piece, window
from tools.dice_training.sides import side_piece
from tools.dice_training.trays import NEAR_WEIGHT, Tray, tray_piece
from tools.dice_training.views import View

SURE = 0.9
FOUND = 0.35
FACES, WINDOWS, DICE, FLOORS, SIDES, EVENTS = 4000, 300, 1500, 200, 1500, 1500


@dataclass(frozen=True)
class Files:
    """Networks that belong together."""

    finder: Path
    faces: Path
    closer: Path
    sides: Path
    stance: Path
    tray: Path
    events: Path


NAMES = tuple(field.name for field in fields(Files))
SHIPPED = Files(**{name: getattr(networks, name.upper()) for name in NAMES})


@dataclass(frozen=True)
class Figures:
    """Shares from 0 to 1."""

    pips_right: float
    pips_wrong_and_sure: float
    drawings_told: float
    junk_told: float
    closer_right: float
    """Of such faces with pips, by the larger network."""
    closer_wrong_and_sure: float
    flat_found: float
    flat_kept: float
    """Of dice that lie flat, as many are said to."""
    leaning_kept: float
    """And of dice that lean, or where no top is."""
    floor_told: float
    """Of the places around the sides of a tray's floor."""
    sides_right: float
    """Of sides with pips, some of which hardly anything is seen of."""
    sides_wrong_and_sure: float
    events_told: float
    """Of faces of event dice, and of others that are none."""
    events_wrong_and_sure: float


def figures(
    files: Files,
    views: Sequence[View],
    trays: Sequence[Tray],
    seed: int,
    faces: int = FACES,
    windows: int = WINDOWS,
    dice: int = DICE,
    floors: int = FLOORS,
    sides: int = SIDES,
    events: int = EVENTS,
) -> Figures:
    """Of these networks, on pieces of what none was trained on; the same pieces for a seed."""
    random = np.random.default_rng(seed)
    told, sure, shown = _told(files.faces, face_patch, views, random, faces)
    drawn, junk = shown == DRAWING, shown == JUNK
    stood, flat = _cut(stance_piece, views, random, dice)
    kept, lies = networks.run(files.stance, stood)[:, 0] > 0, flat[:, 0] > 0.5
    flat_found = _found(files.finder, views, random, windows)
    floor_told = _floor_told(files.tray, trays, random, floors)
    pips_right, pips_wrong = _right_and_wrong(told, sure, shown)
    closer = _right_and_wrong(*_told(files.closer, face_patch, views, random, faces))
    side = _right_and_wrong(*_told(files.sides, side_piece, views, random, sides))
    event = _events_told(files.events, taken(views), random, events)
    return Figures(
        pips_right=pips_right,
        pips_wrong_and_sure=pips_wrong,
        drawings_told=_share(told == DRAWING, drawn),
        junk_told=_share(told == JUNK, junk),
        closer_right=closer[0],
        closer_wrong_and_sure=closer[1],
        flat_found=flat_found,
        flat_kept=_share(kept, lies),
        leaning_kept=_share(kept, ~lies),
        floor_told=floor_told,
        sides_right=side[0],
        sides_wrong_and_sure=side[1],
        events_told=event[0],
        events_wrong_and_sure=event[1],
    )


def _right_and_wrong(told: Floats, sure: Floats, shown: Floats) -> tuple[float, float]:
    """Of what shows pips, as much is told rightly; and surely, as another number or a drawing."""
    pips = (shown != DRAWING) & (shown != JUNK)
    return _share(told == shown, pips), _share((told != shown) & (told != JUNK) & sure, pips)


def _events_told(network: Path, dice: Sequence[EventDie], random: Random, count: int) -> tuple[float, float]:
    """As much is told rightly of faces of event dice and others, beside those faces of a calibration that are
    known; and surely, as another one."""
    right, wrong = [], []
    if not dice:
        return 0.0, 0.0
    for planes, target in zip(*_cut(event_piece, dice, random, count), strict=True):
        seen, *faces = planes.reshape(1 + EVENT_FACES, 3, *planes.shape[1:])
        known, chances = target[1:] > 0.5, np.zeros(EVENT_FACES)
        chances[known] = networks.alike(seen, np.stack(faces)[known], network)
        told = int(chances.argmax()) if chances.max() > 0.5 else OTHER
        right.append(told == target[0])
        wrong.append(told not in (target[0], OTHER) and chances.max() > SURE)
    return float(np.mean(right)), float(np.mean(wrong))


def _told(
    network: Path,
    cut: Callable[[View, Random], tuple[Floats, Floats] | None],
    views: Sequence[View],
    random: Random,
    count: int,
) -> tuple[Floats, Floats, Floats]:
    """What a network takes pieces for, where it is sure, and what they show."""
    given, wanted = _cut(cut, views, random, count)
    if not len(given):
        return np.zeros(0), np.zeros(0, bool), np.zeros(0)
    logits = networks.run(network, given)[:, :8]
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances.argmax(axis=1), chances.max(axis=1) > SURE, wanted[:, 0].astype(int)


def _floor_told(network: Path, trays: Sequence[Tray], random: Random, count: int) -> float:
    if not trays:
        return 0.0
    given, wanted = _cut(tray_piece, trays, random, count)
    told = np.stack([networks.run(network, values[None])[0, 0] > 0 for values in given])
    return _share(told == (wanted[:, 0] > 0.5), wanted[:, 1] > (1 + NEAR_WEIGHT) / 2)


def _cut(
    cut: Callable[[Any, Random], tuple[Floats, Floats] | None],
    views: Sequence[Any],
    random: Random,
    count: int,
) -> tuple[Floats, Floats]:
    made = [cut(views[int(random.integers(len(views)))], random) for _ in range(count)]
    pieces = [piece for piece in made if piece is not None]
    if not pieces:
        return np.zeros(0), np.zeros(0)
    return np.stack([values for values, _ in pieces]), np.stack([target for _, target in pieces])


def _found(finder: Path, views: Sequence[View], random: Random, windows: int) -> float:
    """The share of the dice lying flat that the finder finds."""
    found: list[bool] = []
    for _ in range(windows):
        values, target = window(views[int(random.integers(len(views)))], random)
        chance = 1 / (1 + np.exp(-networks.run(finder, values[None])[0, :2].max(axis=0)))
        for row, column in np.argwhere(target[0] > 0.95):
            near = chance[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
            found.append(bool(near.max() > FOUND))
    return float(np.mean(found)) if found else 0.0


def _share(of: Floats, among: Floats) -> float:
    return float(of[among].mean()) if among.any() else 0.0


def table(columns: dict[str, Figures]) -> str:
    """The figures of several sets of networks side by side."""
    rows = [f"{'':24}" + "".join(f"{name:>12}" for name in columns)]
    for name in asdict(next(iter(columns.values()))):
        values = "".join(f"{100 * getattr(found, name):11.2f}%" for found in columns.values())
        rows.append(f"{name.replace('_', ' '):24}{values}")
    return "\n".join(rows)
