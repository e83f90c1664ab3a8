"""What the reader takes for tops of dice in pictures to train on, rightly and wrongly.

Of a die that leans the reader may look at another side than the uppermost one, and a network must tell that
it leans from there too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from calibration import finding, networks
from calibration.faces import read_faces
from calibration.geometry import Floor
from calibration.reading import empty_grid, sized
from tools.dice_training import arrays
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.pieces import recoloured
from tools.dice_training.views import MARGIN_EDGES, View, pictures

TIMES = 3
"""So often each picture is looked at, in other colours and with a floor and a camera not quite known."""
SURELY_EDGES, MAYBE_EDGES = 0.15, 0.4
"""A top is met that is nearer than the first; from there to the second it is left open."""
MOST_TURNED = 0.15
"""So many radians the angle of a top may be off."""
EVENT_EDGE_EDGES = 1.048
"""What the reader is told of the event dice, which are larger or smaller than the others."""


def sightings(view: View, random: Random) -> Floats:
    """What is taken for tops: (count, 5).

    The middle to the right and down in pixels, the angle, the edge in pixels, and whether a die lies flat
    there.
    """
    height, width = view.picture.shape[:2]
    margin, edge = MARGIN_EDGES * view.px_per_edge, view.px_per_edge * math.exp(random.normal(0, 0.04))
    right, bottom = width - margin, height - margin
    corners = ((margin, margin), (right, margin), (right, bottom), (margin, bottom))
    floor = Floor.of(corners, (right - margin) / edge, (bottom - margin) / edge)
    seen, bare = recoloured(view.picture, view.empty, random)
    high = float(view.camera[2])
    place = (view.camera[:2] - margin) / edge + random.normal(0, 0.04, 2) * high
    grid = empty_grid(floor)
    ground = finding.ground(grid, grid.rectify(bare), np.array([*place, high]))
    look = finding.look(grid, grid.rectify(seen), ground)
    found = []
    for face in read_faces(floor, seen, [sized(one.square, EVENT_EDGE_EDGES) for one in look.sightings]):
        top = face.square
        middle = margin + edge * np.array([top.x, top.y])
        flat = _lies_flat(view, middle, top.angle)
        if flat is not None:
            found.append([*middle, top.angle, edge * top.edge, flat])
    return np.array(found, np.float32).reshape(-1, 5)


def _lies_flat(view: View, middle: Floats, angle: float) -> bool | None:
    """Whether a top of a flat die is there; None if that is left open."""
    if not len(view.quads):
        return False
    far = np.linalg.norm(view.quads.mean(axis=1) - middle, axis=1) / view.px_per_edge
    nearest = int(far.argmin())
    if view.states[nearest] != 0 or far[nearest] > MAYBE_EDGES:
        stacked = np.zeros(len(far), bool) if view.stacked is None else view.stacked
        hardly_leans = (view.states == 2) & ~stacked & (far < 1)
        return None if hardly_leans.any() else False
    edge = view.quads[nearest][1] - view.quads[nearest][0]
    turned = (math.atan2(edge[1], edge[0]) - angle + math.pi / 4) % (math.pi / 2) - math.pi / 4
    return True if far[nearest] < SURELY_EDGES and abs(turned) < MOST_TURNED else None


def write(rigs: Path, names: Sequence[str], seed: int, reader: tuple[Path, Path], file: Path) -> None:
    """Writes what finder and faces, the networks of a ``reader``, take for tops in the pictures of some rigs,
    unless that has been done."""
    if file.exists():
        return
    cv2.setNumThreads(1)
    found = {}
    with _read_by(*reader):
        for view in pictures(rigs, only=set(names)):
            random = np.random.default_rng([seed, *view.name.encode()])
            found[view.name] = np.concatenate([sightings(view, random) for _ in range(TIMES)])
    arrays.write(found, file)


def read(folder: Path) -> dict[str, Floats]:
    """What was written into a folder, by the names of pictures."""
    found: dict[str, Floats] = {}
    for file in folder.glob("*.npz"):
        with np.load(file) as stored:
            found.update(stored)
    return found


@contextmanager
def _read_by(finder: Path, faces: Path) -> Iterator[None]:
    """The reader has these networks for a while."""
    before = networks.FINDER, networks.FACES
    networks.FINDER, networks.FACES = finder, faces
    try:
        yield
    finally:
        networks.FINDER, networks.FACES = before
