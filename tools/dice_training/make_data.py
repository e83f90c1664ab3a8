"""Draws scenes into a folder, a hundred a file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from tools.dice_training import arrays
from tools.dice_training.drawings import Floats
from tools.dice_training.scenes import FLAT, HIDDEN, TILTED, Sample, Tray
from tools.dice_training.spread import spread

MOST_DICE = 4
STATES = (FLAT, TILTED, HIDDEN)
KINDS = ("white", "red", "event", "extra")
GATES = ("ship", "yellow", "blue", "green")
THROWS = 2
A_FILE = 100


def packed(samples: list[Sample]) -> dict[str, Floats]:
    """The samples as arrays: a missing die has the state -1; ship and gates count on from 10."""
    count = len(samples)
    quads = np.zeros((count, MOST_DICE, 4, 2), np.float32)
    facts = np.full((count, MOST_DICE, 3), -1, np.int16)  # state, kind, value
    for number, sample in enumerate(samples):
        for place, die in enumerate(sample.dice[:MOST_DICE]):
            quads[number, place] = die.quad
            face = 10 + GATES.index(die.value) if isinstance(die.value, str) else die.value
            facts[number, place] = STATES.index(die.state), KINDS.index(die.kind), face
    return {
        "picture": np.stack([_bytes(sample.picture) for sample in samples]),
        "empty": np.stack([_bytes(sample.empty) for sample in samples]),
        "foreign": np.stack([sample.foreign for sample in samples]),
        "camera": np.array([sample.camera for sample in samples], np.float32),
        "quads": quads,
        "facts": facts,
    }


def _bytes(picture: Floats) -> Floats:
    return (picture * 255 + 0.5).astype(np.uint8)


def _drawn(file: Path, seed: int, start: int, emblems: bool, a_file: int) -> None:
    """Draws the scenes of one file."""
    cv2.setNumThreads(1)
    samples: list[Sample] = []
    while len(samples) < a_file:
        random = np.random.default_rng([seed, start, len(samples)])
        tray = Tray(random, emblems=emblems)
        samples.extend(tray.sample() for _ in range(THROWS))
    arrays.write(packed(samples), file)
    print(f"{start + a_file} scenes", flush=True)


def draw(
    scenes: int,
    seed: int,
    out: Path,
    *,
    emblems: bool = False,
    a_file: int = A_FILE,
    processes: int = 1,
) -> None:
    """Draws that many scenes, ``a_file`` each, with ships and gates or with ``emblems`` on the event die.

    Files that are there already are not drawn again; every file is made by one process.
    """
    out.mkdir(parents=True, exist_ok=True)
    files = {start: out / f"{seed}-{start:05d}.npz" for start in range(0, scenes, a_file)}
    missing = [(file, seed, start, emblems, a_file) for start, file in files.items() if not file.exists()]
    spread(_drawn, missing, processes)
