"""Draws scenes into a folder: ``python -m tools.dice_training.make_data --scenes 3000 --out DIR``."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from tools.dice_training.drawings import Floats
from tools.dice_training.scenes import FLAT, HIDDEN, TILTED, Sample, Tray

MOST_DICE = 4
STATES = (FLAT, TILTED, HIDDEN)
KINDS = ("white", "red", "event", "extra")
GATES = ("ship", "yellow", "blue", "green")
THROWS = 2


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
        "quads": quads,
        "facts": facts,
    }


def _bytes(picture: Floats) -> Floats:
    return (picture * 255 + 0.5).astype(np.uint8)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    chosen.out.mkdir(parents=True, exist_ok=True)
    for start in range(0, chosen.scenes, 100):
        samples: list[Sample] = []
        while len(samples) < 100:
            random = np.random.default_rng([chosen.seed, start, len(samples)])
            tray = Tray(random)
            samples.extend(tray.sample() for _ in range(THROWS))
        np.savez(chosen.out / f"{chosen.seed}-{start:05d}.npz", **packed(samples))  # type: ignore[arg-type]
        print(f"{start + 100} scenes", flush=True)


if __name__ == "__main__":
    main()
