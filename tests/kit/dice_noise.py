"""Rolls under the kinds of noise that cameras and lamps make: when each is said after it has come to rest.

``python -m tests.kit.dice_noise DIR`` takes the rolls of a folder of labelled pictures as
``calibration.benchmark`` reads it. Each tray is calibrated from its own five pictures, without noise; each
roll flies in and lies still, once under each kind of noise.
"""

from __future__ import annotations

import calibration  # noqa: F401 - before NumPy, which else has further threads wait busily

# isort: split
import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.geometry import Picture, through
from calibration.measuring import load
from calibration.model import EVENT_FACES
from calibration.reading import Read, Reader
from calibration.rest import Rolled, Watcher

FPS = 12.5
FLYING = 6
"""In so many frames the dice fly in; the next one is the first at rest."""
LONGEST_S = 0.5
"""A roll is said so soon after it has come to rest."""
STILL_S = 1.2
"""So long it lies there."""

Floats = NDArray[np.float32]
Noise = Callable[[Iterable[Picture], np.random.Generator], Iterator[Picture]]
"""Clean frames in, frames as a camera would give them out."""


@lru_cache(maxsize=16)
def _grain(height: int, width: int, spread: float, blur_px: float, colours: int) -> NDArray[np.int16]:
    """Noise for more than a picture, to be cut anew for each frame, as (rows, columns, colours)."""
    random = np.random.default_rng(round(10 * blur_px) + colours)
    grain = random.normal(0, 1, (height + 128, width + 128, colours)).astype(np.float32)
    if blur_px:
        grain = cv2.GaussianBlur(grain, (0, 0), blur_px)
        grain /= grain.std()
    levels = np.rint(spread * grain).reshape(height + 128, width + 128, colours)
    return np.asarray(levels, np.int16)


def _cut(
    shape: Sequence[int], random: np.random.Generator, spread: float, blur_px: float, colours: int
) -> NDArray[np.int16]:
    height, width = shape[:2]
    grain = _grain(height, width, spread, blur_px, colours)
    down, right = (int(part) for part in random.integers(0, 128, 2))
    return grain[down : down + height, right : right + width]


def _whole(picture: NDArray[Any]) -> Picture:
    return np.asarray(cv2.convertScaleAbs(cv2.max(picture, 0.0)), np.uint8)


def grainy(
    frames: Iterable[Picture],
    random: np.random.Generator,
    spread: float = 2.0,
    blur_px: float = 0.0,
    colours: int = 3,
) -> Iterator[Picture]:
    """Noise in each pixel, or in blotches; the same in all three colours, or in each another."""
    for frame in frames:
        levels = _cut(frame.shape, random, spread, blur_px, colours)
        if colours == 1:
            levels = cv2.merge([levels] * 3)
        yield np.asarray(cv2.add(frame, levels, dtype=cv2.CV_8U), np.uint8)


def chroma(frames: Iterable[Picture], random: np.random.Generator) -> Iterator[Picture]:
    """Blotches of colour that leave the brightness alone."""
    to_colours = np.array([[1.77, 0.0], [-0.34, -0.71], [0.0, 1.4]])
    for frame in grainy(frames, random):
        tinge = cv2.transform(_cut(frame.shape, random, 6.0, 4.0, 2), to_colours)
        yield np.asarray(cv2.add(frame, tinge, dtype=cv2.CV_8U), np.uint8)


def banded(frames: Iterable[Picture], random: np.random.Generator) -> Iterator[Picture]:
    """Each row a little brighter or darker as a whole."""
    for frame in grainy(frames, random):
        rows = np.rint(random.normal(0, 2.5, (frame.shape[0], 1, 1))).astype(np.int16)
        yield np.asarray(cv2.add(frame, np.broadcast_to(rows, frame.shape), dtype=cv2.CV_8U), np.uint8)


def trailing(frames: Iterable[Picture], random: np.random.Generator) -> Iterator[Picture]:
    """A camera that mixes each frame with those before, and what is left of its noise."""
    mixed: Floats | None = None
    for frame in grainy(frames, random, 7.0, 0.7):
        if mixed is None:
            mixed = frame.astype(np.float32)
        cv2.accumulateWeighted(frame, mixed, 0.55)
        yield _whole(mixed)


def compressed(frames: Iterable[Picture], random: np.random.Generator) -> Iterator[Picture]:
    """A picture in blocks."""
    for frame in grainy(frames, random, 3.0):
        packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
        yield np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def flickering(frames: Iterable[Picture], random: np.random.Generator) -> Iterator[Picture]:
    """A lamp on mains of 50 or 60 Hz, row after row at another moment and frame after frame at another."""
    waves = float(random.uniform(1.0, 2.4))
    for frame in grainy(frames, random):
        phase = random.uniform(0, 1) + waves * np.arange(frame.shape[0])[:, None, None] / frame.shape[0]
        yield _whole(frame * (1 + 0.1 * np.sin(2 * np.pi * phase)).astype(np.float32))


def breathing(frames: Iterable[Picture], random: np.random.Generator) -> Iterator[Picture]:
    """A camera that cannot settle its exposure and its white."""
    start = random.uniform(0, 1, 2)
    for number, frame in enumerate(grainy(frames, random)):
        light, white = np.sin(2 * np.pi * (start + np.array([0.8, 0.5]) * number / FPS))
        gains = (1 + 0.12 * light) * np.array([1 - 0.04 * white, 1, 1 + 0.04 * white])
        table = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
        yield np.asarray(cv2.LUT(frame, table.reshape(1, 256, 3)), np.uint8)


def sparkling(frames: Iterable[Picture], random: np.random.Generator) -> Iterator[Picture]:
    """Pixels that are always bright, and others that are so in one frame."""
    hot: NDArray[Any] | None = None
    for frame in grainy(frames, random):
        height, width = frame.shape[:2]
        size = height * width
        hot = random.integers(0, size, size // 4000) if hot is None else hot
        flat = frame.reshape(-1, 3)
        flat[hot] = np.maximum(flat[hot], 230)
        flat[random.integers(0, size, size // 2000)] = 255
        flat[random.integers(0, size, size // 2000)] = 0
        yield frame


def shaking(
    frames: Iterable[Picture], random: np.random.Generator, spread_px: float = 0.3, twist: float = 0.0
) -> Iterator[Picture]:
    """A camera on an arm that trembles; ``twist`` is in radians, and both are standard deviations."""

    def moved(frame: Picture) -> Picture:
        height, width = frame.shape[:2]
        right, down = random.normal(0, spread_px, 2)
        turn = math.degrees(random.normal(0, twist)) if twist else 0.0
        move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
        move[:, 2] += right, down
        return np.asarray(
            cv2.warpAffine(frame, move, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
        )

    return grainy((moved(frame) for frame in frames), random)


NOISES: dict[str, Noise] = {
    "gaussian": partial(grainy, spread=6.0),
    "fine blotches": partial(grainy, spread=5.0, blur_px=1.0, colours=1),
    "blotches": partial(grainy, spread=5.0, blur_px=2.0, colours=1),
    "coarse blotches": partial(grainy, spread=5.0, blur_px=4.0, colours=1),
    "blotches by colour": partial(grainy, spread=5.0, blur_px=1.5),
    "blotches of colour": chroma,
    "bands": banded,
    "trails": trailing,
    "JPEG 30": compressed,
    "flicker": flickering,
    "breathing exposure": breathing,
    "sparks": sparkling,
    "shake": shaking,
    "hard shake": partial(shaking, spread_px=1.0, twist=0.001),
}


def pieces(reader: Reader, lying: Picture) -> list[NDArray[np.uint8]]:
    """Where the dice of a picture are, each with what can be seen of its sides."""
    reader.read(lying)
    floor = reader.floor.scaled(lying.shape[1] / reader.calibration.camera.width_px)
    found = []
    for square in reader.seen:
        piece = np.zeros(lying.shape[:2], np.uint8)
        corners = through(floor.to_image, square.corners(1.4))
        cv2.fillConvexPoly(piece, np.round(corners).astype(np.int32), 255)
        found.append(piece)
    return found


def without_one(reader: Reader, lying: Picture, empty: Picture) -> Picture:
    """A picture of dice, of which one has been taken away."""
    return np.where(pieces(reader, lying)[0][..., None] > 0, empty, lying)


def laid(lying: Picture, piece: NDArray[np.uint8], by_px: Sequence[float], onto: Picture) -> Picture:
    """One die of a picture, moved to the right and down, in another picture."""
    move = np.array([[1, 0, by_px[0]], [0, 1, by_px[1]]])
    size = lying.shape[1], lying.shape[0]
    where = cv2.warpAffine(piece, move, size) > 127
    made = onto.copy()
    made[where] = cv2.warpAffine(lying, move, size, borderMode=cv2.BORDER_REPLICATE)[where]
    return made


def flying(reader: Reader, empty: Picture, lying: Picture, random: np.random.Generator) -> Iterator[Picture]:
    """Dice that fly into an empty tray, to lie as they do in a picture."""
    dice = pieces(reader, lying)
    edge_px = reader.floor.edge_px() * lying.shape[1] / reader.calibration.camera.width_px
    speeds = random.normal(0, edge_px / 4, (len(dice), 2))
    for step in range(FLYING, 0, -1):
        frame = empty
        for piece, speed in zip(dice, speeds, strict=True):
            frame = laid(lying, piece, speed * step**1.5, frame)
        yield frame


@dataclass
class Said:
    """What was said of the rolls under one kind of noise."""

    outcomes: Counter[str] = field(default_factory=Counter)
    """``right`` and ``wrong``, ``late`` if right but not soon enough, ``unsure``, ``missed``, ``twice``, and
    ``early`` while the dice flew."""
    delays_s: list[float] = field(default_factory=list)


def watched(
    reader: Reader,
    noise: Noise,
    moving: Iterable[Picture],
    lying: Picture,
    seed: int,
    fps: float = FPS,
    still_s: float = STILL_S,
) -> tuple[list[tuple[float, Rolled]], list[float]]:
    """What is said of one roll, each time with the seconds since it came to rest, and the milliseconds of
    computing each frame took."""
    clean = list(moving)
    still = round(still_s * fps)
    watcher = Watcher(reader)
    told, taken = [], []
    frames = noise([*clean, *[lying] * still], np.random.default_rng(seed))
    for number, frame in enumerate(frames):
        began = time.process_time()
        rolled = watcher.feed(number, number / fps, frame)
        taken.append(1000 * (time.process_time() - began))
        if rolled is not None:
            told.append(((number - len(clean)) / fps, rolled))
    return told, taken


def count(said: Said, told: Sequence[tuple[float, Rolled]], faces: tuple[int, int, str]) -> None:
    """Add what was said of one roll."""
    outcomes = said.outcomes
    outcomes["rolls"] += 1
    if not told:
        outcomes["missed"] += 1
        return
    outcomes["twice"] += len(told) > 1
    delay, rolled = told[0]
    outcomes["early"] += delay < 0
    outcome = rolled.outcome
    if not isinstance(outcome, Read):
        outcomes["unsure"] += 1
    elif (outcome.white, outcome.red, outcome.event) != faces:
        outcomes["wrong"] += 1
    else:
        outcomes["right" if delay <= LONGEST_S else "late"] += 1
        said.delays_s.append(delay)


def measure(
    folder: Path, rigs: set[str], names: Sequence[str], fps: float, flown: bool, rolls: int | None = None
) -> str:
    """Everything of a labelled set, in words and figures."""
    labels = json.loads((folder / "labels.json").read_text())
    results = {name: Said() for name in names}
    milliseconds: list[float] = []
    clean = Counter[str]()
    notes: list[str] = []
    for rig in labels["rigs"]:
        if rigs and rig not in rigs:
            continue
        views = {entry["what"]: entry for entry in labels["calib"] if entry["rig"] == rig}
        empty = load(folder, views["empty"]["file"])
        faces = {name: load(folder, views[name]["file"]) for name in EVENT_FACES}
        reader = Reader(calibrate(empty, faces, views["empty"]["tray_corners"]))
        entries = [entry for entry in labels["images"] if entry["rig"] == rig][:rolls]
        for place, entry in enumerate(entries):
            lying = load(folder, entry["file"])
            clean["read" if isinstance(reader.read(lying), Read) else "refused"] += 1
            moving = list(flying(reader, empty, lying, np.random.default_rng(place))) if flown else []
            for number, name in enumerate(names):
                told, taken = watched(reader, NOISES[name], moving, lying, 100 * place + number, fps)
                milliseconds += taken
                wanted = (entry["white"], entry["red"], entry["event"])
                before = results[name].outcomes.copy()
                count(results[name], told, wanted)
                if results[name].outcomes["right"] == before["right"]:
                    notes.append(
                        f"{entry['file']}, {name}: "
                        + ("; ".join(f"{delay:.2f} s {rolled.outcome}" for delay, rolled in told) or "missed")
                    )
    kinds = ("right", "late", "unsure", "missed", "wrong", "twice", "early")
    lines = [f"{'noise':<22}{'rolls':>6}" + "".join(f"{kind:>8}" for kind in kinds) + f"{'slowest':>9}"]
    for name, said in results.items():
        row = "".join(f"{said.outcomes[kind]:>8}" for kind in kinds)
        slowest = f"{max(said.delays_s, default=0.0):>7.2f} s"
        lines.append(f"{name:<22}{said.outcomes['rolls']:>6}{row}{slowest}")
    lines.append(
        f"without noise {dict(clean)}; a frame took {np.median(milliseconds):.1f} ms in the middle, "
        f"{np.percentile(milliseconds, 95):.1f} ms for 19 of 20, {max(milliseconds):.1f} ms at most"
    )
    return "\n".join([*lines, "", *notes])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rigs", default="", help="only these, with commas between")
    parser.add_argument("--noises", default=",".join(NOISES), help="only these, with commas between")
    parser.add_argument("--rolls", type=int, help="at most so many of each tray")
    parser.add_argument("--fps", type=float, default=FPS)
    parser.add_argument("--lying", action="store_true", help="the dice lie there from the first frame")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    rigs = set(chosen.rigs.split(",")) - {""}
    print(measure(chosen.folder, rigs, chosen.noises.split(","), chosen.fps, not chosen.lying, chosen.rolls))


if __name__ == "__main__":
    main()
