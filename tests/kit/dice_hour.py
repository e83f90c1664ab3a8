"""Feeds the watcher an hour of hands, cards, shadows and rolls: ``python -m tests.kit.dice_hour DIR``.

DIR is a folder of labelled pictures as ``calibration.benchmark`` reads it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from calibration.calibrate import calibrate
from calibration.measuring import load
from calibration.model import EVENT_FACES
from calibration.reading import Reader
from tests.kit.dice_stress import FPS, Cutout, Lying, Outcome, Tray, cut_out, small, watch

HOUR_FRAMES = round(3600 * FPS)


def hands(folder: Path, labels: Any) -> list[Cutout]:
    """Hands of the clips and of the refused pictures, cut out."""
    found: list[Cutout | None] = []
    for clip in labels["clips"]:
        frames = clip["frames"]
        bare = [frame for frame in frames if frame["at_rest"] and not frame["hand"]]
        for frame in frames:
            if frame["at_rest"] and frame["hand"]:
                seen = small(load(folder, frame["file"]))
                found.append(cut_out(seen, small(load(folder, bare[-1]["file"]))))
    for entry in labels["negatives"]:
        if entry["reason"] == "hand" or entry.get("note") == "finger":
            empty = load(folder, _views(labels, entry["rig"])["empty"]["file"])
            found.append(cut_out(small(load(folder, entry["file"])), small(empty)))
    return [hand for hand in found if hand is not None]


def _views(labels: Any, rig: str) -> dict[str, Any]:
    return {entry["what"]: entry for entry in labels["calib"] if entry["rig"] == rig}


def _tray(folder: Path, labels: Any, rig: str) -> Tray:
    views = _views(labels, rig)
    empty = load(folder, views["empty"]["file"])
    faces = {name: load(folder, views[name]["file"]) for name in EVENT_FACES}
    lying = [
        Lying(small(load(folder, entry["file"])), (entry["white"], entry["red"], entry["event"]))
        for entry in labels["images"]
        if entry["rig"] == rig and not set(entry["tags"]) - {"touching", "glare_light"}
    ]
    reader = Reader(calibrate(empty, faces, views["empty"]["tray_corners"]))
    return Tray(rig, reader, small(empty), tuple(lying))


def outcomes(folder: Path, frames: int, rigs: set[str], trembling_px: float) -> Iterator[Outcome]:
    """So many frames in all, over one tray after another, by a camera whose arm trembles."""
    labels = json.loads((folder / "labels.json").read_text())
    cut = hands(folder, labels)
    chosen = [rig for rig in labels["rigs"] if not rigs or rig in rigs]
    for rig in chosen:
        seed = list(labels["rigs"]).index(rig)
        yield watch(_tray(folder, labels, rig), cut, frames // len(chosen), seed, trembling_px)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rigs", default="", help="only these, with commas between")
    parser.add_argument("--frames", type=int, default=HOUR_FRAMES, help="so many instead of an hour")
    parser.add_argument(
        "--trembling",
        type=float,
        default=0.0,
        help="how far the camera's arm trembles: the standard deviation in pixels, of 640",
    )
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    total = Outcome()
    for outcome in outcomes(
        chosen.folder, chosen.frames, set(chosen.rigs.split(",")) - {""}, chosen.trembling
    ):
        print(*outcome.false, sep="\n", end="\n" * bool(outcome.false), flush=True)
        total.frames += outcome.frames
        total.rolls += outcome.rolls
        total.said += outcome.said
        total.false += outcome.false
    print(
        f"{total.frames} frames, {total.frames / FPS / 60:.0f} minutes: {total.rolls} rolls, "
        f"said {dict(total.said)}, {len(total.false)} made up"
    )


if __name__ == "__main__":
    main()
