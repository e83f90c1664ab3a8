"""Reads everything in a folder of labelled pictures and writes what became of it, one JSON object a line.

The benchmark runs this file by its path, with this or another version of the project first on Python's path:
so it uses no more of ``calibration`` than every version has.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.loose import read_loose
from calibration.model import CalibrationError
from calibration.reading import Reader, checked
from calibration.rest import Watcher

try:
    from calibration import bracket
except ImportError:  # versions before it read no darker pictures
    bracket = None  # type: ignore[assignment]  # asked for before it is used

Picture = NDArray[Any]
Record = dict[str, Any]

PLAIN = "as it is"
DICE = ("white", "red", "event")
EVENT_FACES = ("ship", "yellow", "blue", "green")


def _curve(curve: Callable[[NDArray[Any]], NDArray[Any]]) -> Callable[[Picture, int], Picture]:
    """Each level of brightness, from 0 to 1, becomes another."""
    table = np.clip(255 * curve(np.arange(256) / 255) + 0.5, 0, 255).astype(np.uint8)
    return lambda picture, seed: cv2.LUT(picture, table)


def _blotchy(picture: Picture, seed: int) -> Picture:
    """Noise of neighbours that agree, as a camera's own noise filter leaves it: 5 levels (RMS)."""
    noise = np.random.default_rng(seed).normal(0, 1, picture.shape).astype(np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), 1.5)
    return np.clip(picture + noise * (5 / noise.std()) + 0.5, 0, 255).astype(np.uint8)


def _packed(picture: Picture, seed: int) -> Picture:
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def _blurred(picture: Picture, seed: int) -> Picture:
    return cv2.GaussianBlur(picture, (0, 0), 1.5 * picture.shape[1] / 960)


def _turned(picture: Picture, seed: int) -> Picture:
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 5, 1)
    return cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)


DEGRADATIONS: dict[str, Callable[[Picture, int], Picture]] = {
    PLAIN: lambda picture, seed: picture,
    "light +40 %": _curve(lambda level: 1.4 * level),
    "light -40 %": _curve(lambda level: 0.6 * level),
    "gamma 0.6": _curve(lambda level: level**0.6),
    "gamma 1.6": _curve(lambda level: level**1.6),
    "blotchy noise": _blotchy,
    "JPEG quality 30": _packed,
    "blurred": _blurred,
    "turned by 5 degrees": _turned,
}
"""What is done to a picture, given a seed."""


def load(folder: Path, name: str, degraded: str = PLAIN, **darker: bool) -> Picture:
    """A picture of a folder, the same one each time; one with less light is ``dark``."""
    seen = checked(cv2.imread(str(folder / name)), name, **darker)
    return DEGRADATIONS[degraded](seen, zlib.crc32(name.encode()))


def measure(folder: Path, rigs: set[str], degradations: bool) -> Iterator[Record]:
    """Everything in a folder, or only these trays; with or without degraded pictures."""
    labels = json.loads((folder / "labels.json").read_text())
    chosen = [rig for rig in labels["rigs"] if not rigs or rig in rigs]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for rig in chosen:
        for corners in ("given", "found"):
            made, reader = _calibrated(folder, labels, rig, corners)
            yield made
            yield from _rolls(folder, labels, rig, corners, reader, PLAIN)
            yield from _negatives(folder, labels, rig, corners, reader)
            if reader is not None and corners == "given":
                yield from _clips(folder, labels, rig, reader)
                if rig == chosen[0]:
                    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
                    yield {"what": "memory", "mb": grown / 1024}
            if degradations and corners == "given":
                for degraded in DEGRADATIONS:
                    if degraded != PLAIN:
                        yield from _rolls(folder, labels, rig, corners, reader, degraded)
    photographs = folder / "photos" / "labels.json"
    if photographs.exists() and not rigs:
        yield from _photographs(folder, json.loads(photographs.read_text()))


def _calibrated(folder: Path, labels: Any, rig: str, corners: str) -> tuple[Record, Reader | None]:
    """Calibrated with the tray's own pictures. One that is refused by its name is taken once more where the
    folder has another, as people are asked to."""
    views = {entry["what"]: entry for entry in labels["calib"] if entry["rig"] == rig}
    empty = load(folder, views["empty"]["file"])
    faces = {name: load(folder, views[name]["file"]) for name in EVENT_FACES}
    others = {entry["what"]: entry["file"] for entry in labels.get("again", []) if entry["rig"] == rig}
    given = views["empty"]["tray_corners"] if corners == "given" else None
    record = {"what": "calibration", "rig": rig, "corners": corners, "file": views["empty"]["file"]}
    again: list[str] = []
    while True:
        reader, refused, wanted = None, None, set()
        began = time.process_time()
        try:
            reader = Reader(calibrate(empty, faces, given))
        except CalibrationError as error:
            refused = str(error)
            wanted = {str(error.details[name]) for name in ("what", "one", "two") if name in error.details}
        record |= {"refused": refused, "again": again, "ms": 1000 * (time.process_time() - began)}
        if not wanted or not wanted <= set(others):
            return record, reader
        again += sorted(wanted)
        faces |= {name: load(folder, others.pop(name)) for name in wanted}


def _read(reader: Reader | None, picture: Picture, darker: Callable[[], list[Picture]] = list) -> Record:
    """What was read: of each die what is sure, the reason not to be sure of all, and how long it took. Where
    light hides a die the ``darker`` pictures are read, too, and ``alone`` is what was read without them."""
    if reader is None:
        return {"told": dict.fromkeys(DICE), "reason": "no calibration", "dice": [], "ms": None}
    began = time.process_time()
    outcome = reader.read(picture)
    taken = 1000 * (time.process_time() - began)
    dice = [[die.kind, die.face, round(float(die.confidence), 3)] for die in reader.dice]
    read = _plain(outcome) | {"dice": dice, "ms": taken}
    if bracket is None or not bracket.is_hidden(outcome) or not (pictures := darker()):
        return read
    return read | _plain(bracket.read(reader, picture, pictures)) | {"alone": _plain(outcome)}


def _read_of(folder: Path, entry: Any, reader: Reader | None, degraded: str = PLAIN) -> Record:
    """What was read of a labelled picture."""

    def darker() -> list[Picture]:
        return [load(folder, name, degraded, dark=True) for name in entry.get("darker", [])]

    return _read(reader, load(folder, entry["file"], degraded), darker)


def _plain(outcome: Any) -> Record:
    told = {kind: getattr(outcome, kind) for kind in DICE}
    return {"told": told, "reason": getattr(outcome, "reason", None)}


def _rolls(
    folder: Path, labels: Any, rig: str, corners: str, reader: Reader | None, degraded: str
) -> Iterator[Record]:
    for entry in labels["images"]:
        if entry["rig"] == rig:
            yield {
                "what": "roll",
                "rig": rig,
                "corners": corners,
                "degraded": degraded,
                "file": entry["file"],
                "tags": entry.get("tags", []),
                "wanted": {kind: entry[kind] for kind in DICE},
                **_read_of(folder, entry, reader, degraded),
            }


def _negatives(folder: Path, labels: Any, rig: str, corners: str, reader: Reader | None) -> Iterator[Record]:
    for entry in labels.get("negatives", []):
        if entry["rig"] == rig:
            yield {
                "what": "negative",
                "rig": rig,
                "corners": corners,
                "file": entry["file"],
                "wanted": entry["reason"],
                **_read_of(folder, entry, reader),
            }


def _clips(folder: Path, labels: Any, rig: str, reader: Reader) -> Iterator[Record]:
    for clip in labels.get("clips", []):
        if clip["rig"] != rig:
            continue
        watcher = Watcher(reader)
        rest = next((number for number, frame in enumerate(clip["frames"]) if frame["readable"]), None)
        said, misread, slowest = [], 0, 0.0
        for number, frame in enumerate(clip["frames"]):
            seen = load(folder, frame["file"])
            began = time.process_time()
            rolled = watcher.feed(number, number / clip["fps"], seen)
            slowest = max(slowest, 1000 * (time.process_time() - began))
            if rolled is not None:
                after = None if rest is None else round(1000 * (rolled.frame - rest) / clip["fps"])
                said.append({**_plain(rolled.outcome), "frame": rolled.frame, "ms_after_rest": after})
            misread += frame["readable"] is False and _read(reader, seen)["reason"] is None
        yield {
            "what": "clip",
            "rig": rig,
            "file": clip["dir"],
            "wanted": clip["final"],
            "said": said,
            "misread": misread,
            "ms": slowest,
        }


def _photographs(folder: Path, entries: Any) -> Iterator[Record]:
    for entry in entries:
        found = read_loose(load(folder, entry["file"]), [die["box"] for die in entry["dice"]])
        for die, told in zip(entry["dice"], found, strict=True):
            yield {
                "what": "photograph",
                "file": entry["file"],
                "wanted": die["value"],
                "told": told.value,
                "confidence": told.confidence,
            }


def main() -> None:
    """The command line, as the benchmark uses it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rigs", default="")
    parser.add_argument("--plain", action="store_true")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for record in measure(chosen.folder, set(chosen.rigs.split(",")) - {""}, not chosen.plain):
        print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
