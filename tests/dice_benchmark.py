"""How well the eye sees: ``python -m tests.dice_benchmark DIR [--corners found|given] [--hour]``.

DIR has ``labels.json`` and what it names: calibration pictures, labelled rolls, negatives, clips and, in
``photos``, photographs of single dice. Everything of one tray is read with a calibration made from its own
five pictures. ``--hour`` feeds an hour of hands, cards, shadows and rolls to the watcher instead.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import networks
from calibration.calibrate import calibrate
from calibration.geometry import Picture
from calibration.loose import read_loose
from calibration.model import DICE, EVENT_FACES, CalibrationError
from calibration.reading import Read, Reader, Unsure, checked
from calibration.rest import Watcher
from tests.kit.dice_stress import FPS, Cutout, Lying, Outcome, Tray, cut_out, small, watch

HOUR_FRAMES = round(3600 * FPS)


@dataclass
class Tally:
    """Counts of what became of rolls and dice."""

    rolls: Counter[str] = field(default_factory=Counter)
    dice: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, entry: dict[str, Any], outcome: Read | Unsure) -> None:
        """A labelled roll and what was read."""
        values = {kind: getattr(outcome, kind) for kind in DICE}
        for kind in DICE:
            told = values[kind]
            self.dice[kind]["unsure" if told is None else "right" if told == entry[kind] else "wrong"] += 1
        if isinstance(outcome, Unsure):
            self.rolls["unsure"] += 1
        else:
            self.rolls["right" if all(values[kind] == entry[kind] for kind in DICE) else "wrong"] += 1


def _light(entry: dict[str, Any]) -> list[str]:
    kinds = [tag for tag in entry["tags"] if tag not in ("touching",)] or ["as calibrated"]
    return [*kinds, "touching" if "touching" in entry["tags"] else "apart"]


def _short(outcome: Read | Unsure) -> str:
    if isinstance(outcome, Unsure):
        return f"unsure, {outcome.reason}"
    return f"{outcome.white}/{outcome.red}/{outcome.event}"


class Benchmark:
    """Reads everything in a folder and keeps what happened."""

    def __init__(self, folder: Path, corners_given: bool, only: set[str]) -> None:
        self.folder = folder
        self.labels = json.loads((folder / "labels.json").read_text())
        self.corners_given = corners_given
        self.only = only
        self.by_tray: dict[str, Tally] = defaultdict(Tally)
        self.by_light: dict[str, Tally] = defaultdict(Tally)
        self.confusion: dict[str, Counter[tuple[Any, Any]]] = {kind: Counter() for kind in DICE}
        self.failures: list[str] = []
        self.negatives: Counter[str] = Counter()
        self.milliseconds: list[float] = []
        self.clips: list[str] = []
        self.photos: Counter[str] = Counter()
        self.added_mb = 0.0

    def picture(self, name: str) -> Picture:
        """A picture of the folder."""
        return checked(cv2.imread(str(self.folder / name)), name)

    def run(self) -> None:
        """Everything."""
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for rig in self.labels["rigs"]:
            if not self.only or rig in self.only:
                self._rig(rig)
        self.added_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        photographs = self.folder / "photos" / "labels.json"
        if photographs.exists() and not self.only:
            self._photographs(json.loads(photographs.read_text()))

    def _views(self, rig: str) -> dict[str, Any]:
        return {entry["what"]: entry for entry in self.labels["calib"] if entry["rig"] == rig}

    def _reader(self, rig: str) -> Reader:
        """Calibrated with the tray's own pictures."""
        views = self._views(rig)
        corners = views["empty"]["tray_corners"] if self.corners_given else None
        faces = {name: self.picture(views[name]["file"]) for name in EVENT_FACES}
        return Reader(calibrate(self.picture(views["empty"]["file"]), faces, corners))

    def _rig(self, rig: str) -> None:
        rolls = [entry for entry in self.labels["images"] if entry["rig"] == rig]
        try:
            reader = self._reader(rig)
        except CalibrationError as error:
            self.failures.append(f"{rig}: no calibration: {error}")
            for entry in rolls:
                self._count(rig, entry, Unsure("tray_moved"))
            return
        for entry in rolls:
            seen = self.picture(entry["file"])
            began = time.process_time()
            outcome = reader.read(seen)
            self.milliseconds.append(1000 * (time.process_time() - began))
            self._count(rig, entry, outcome)
            wanted = "/".join(str(entry[kind]) for kind in DICE)
            if isinstance(outcome, Unsure):
                told = ", ".join(f"{die.kind} {die.face} ({die.confidence:.3f})" for die in reader.dice)
                self.failures.append(
                    f"{entry['file']}: unsure, {outcome.reason}; {wanted}; {told}; {entry['tags']}"
                )
            elif any(getattr(outcome, kind) != entry[kind] for kind in DICE):
                self.failures.append(f"{entry['file']}: WRONG {outcome}; {wanted}; {entry['tags']}")
        for entry in self.labels["negatives"]:
            if entry["rig"] == rig:
                outcome = reader.read(self.picture(entry["file"]))
                refused = isinstance(outcome, Unsure)
                self.negatives["refused" if refused else "READ"] += 1
                if isinstance(outcome, Unsure):
                    self.negatives["with the right reason"] += outcome.reason == entry["reason"]
                    if outcome.reason != entry["reason"]:
                        self.failures.append(f"{entry['file']}: refused as {outcome.reason}")
                else:
                    self.failures.append(f"{entry['file']}: READ {outcome}")
        for clip in self.labels["clips"]:
            if clip["rig"] == rig:
                self._clip(reader, clip)

    def _count(self, rig: str, entry: dict[str, Any], outcome: Read | Unsure) -> None:
        tray = f"{rig} {self.labels['rigs'][rig]['tray']}"
        for tally in (
            self.by_tray[tray],
            self.by_tray["all"],
            *(self.by_light[kind] for kind in _light(entry)),
        ):
            tally.add(entry, outcome)
        for kind in DICE:
            self.confusion[kind][entry[kind], getattr(outcome, kind)] += 1

    def _clip(self, reader: Reader, clip: dict[str, Any]) -> None:
        watcher = Watcher(reader)
        rest = next((number for number, frame in enumerate(clip["frames"]) if frame["readable"]), None)
        told, misread, slowest = [], 0, 0.0
        for number, frame in enumerate(clip["frames"]):
            seen = self.picture(frame["file"])
            began = time.process_time()
            rolled = watcher.feed(number, number / clip["fps"], seen)
            slowest = max(slowest, 1000 * (time.process_time() - began))
            if rolled is not None:
                told.append(rolled)
            outcome = reader.read(seen)
            if frame["readable"] is False and isinstance(outcome, Read):
                misread += 1
        said = "; ".join(f"frame {roll.frame}: {_short(roll.outcome)}" for roll in told)
        delay = (
            ""
            if rest is None or not told
            else f", {1000 * (told[0].frame - rest) / clip['fps']:.0f} ms after rest"
        )
        self.clips.append(
            f"{clip['dir']}: {said or 'nothing'}{delay}; final {tuple(clip['final'].values())}; "
            f"{misread} single moving frames read; slowest frame {slowest:.0f} ms"
        )

    def hands(self) -> list[Cutout]:
        """Hands of the clips and of the refused pictures, cut out."""
        found: list[Cutout | None] = []
        for clip in self.labels["clips"]:
            frames = clip["frames"]
            bare = [frame for frame in frames if frame["at_rest"] and not frame["hand"]]
            for frame in frames:
                if frame["at_rest"] and frame["hand"]:
                    found.append(
                        cut_out(small(self.picture(frame["file"])), small(self.picture(bare[-1]["file"])))
                    )
        for entry in self.labels["negatives"]:
            if entry["reason"] == "hand" or entry.get("note") == "finger":
                empty = self.picture(self._views(entry["rig"])["empty"]["file"])
                found.append(cut_out(small(self.picture(entry["file"])), small(empty)))
        return [hand for hand in found if hand is not None]

    def hour(self, frames: int) -> Iterator[Outcome]:
        """So many frames in all, over one tray after another."""
        hands = self.hands()
        rigs = [rig for rig in self.labels["rigs"] if not self.only or rig in self.only]
        for rig in rigs:
            lying = [
                Lying(small(self.picture(entry["file"])), (entry["white"], entry["red"], entry["event"]))
                for entry in self.labels["images"]
                if entry["rig"] == rig and not set(entry["tags"]) - {"touching", "glare_light"}
            ]
            empty = small(self.picture(self._views(rig)["empty"]["file"]))
            tray = Tray(rig, self._reader(rig), empty, tuple(lying))
            yield watch(tray, hands, frames // len(rigs), seed=list(self.labels["rigs"]).index(rig))

    def _photographs(self, entries: list[dict[str, Any]]) -> None:
        for entry in entries:
            seen = checked(cv2.imread(str(self.folder / entry["file"])), entry["file"])
            found = read_loose(seen, [die["box"] for die in entry["dice"]])
            for die, told in zip(entry["dice"], found, strict=True):
                outcome = (
                    "unsure" if told.value is None else "right" if told.value == die["value"] else "wrong"
                )
                self.photos[outcome] += 1
                if outcome != "right":
                    self.failures.append(f"{entry['file']}: {outcome}, {told}; is {die['value']}")

    def table(self) -> str:
        """Everything in words and figures."""
        lines: list[str] = []
        for title, tallies in (("tray", self.by_tray), ("light", self.by_light)):
            heads = "".join(f"{kind + ' ' + what:>14}" for kind in DICE for what in ("right", "wrong"))
            lines.append(f"{title:<22}{'rolls':>6}{'right':>8}{'wrong':>7}{'unsure':>8}{heads}")
            for name, tally in sorted(tallies.items(), key=lambda item: (item[0] == "all", item[0])):
                count = sum(tally.rolls.values())
                dice = "".join(
                    f"{tally.dice[kind]['right'] / count:>14.1%}{tally.dice[kind]['wrong']:>14}"
                    for kind in DICE
                )
                share = tally.rolls["right"] / count
                lines.append(
                    f"{name:<22}{count:>6}{share:>8.1%}{tally.rolls['wrong']:>7}{tally.rolls['unsure']:>8}{dice}"
                )
            lines.append("")
        for kind in DICE:
            values: list[Any] = list(EVENT_FACES) if kind == "event" else [1, 2, 3, 4, 5, 6]
            lines.append(f"{kind:<10}" + "".join(f"{value!s:>8}" for value in [*values, "unsure"]))
            for value in values:
                row = [self.confusion[kind][value, told] for told in [*values, None]]
                lines.append(f"{value!s:<10}" + "".join(f"{count:>8}" for count in row))
            lines.append("")
        lines.append(f"negatives: {dict(self.negatives)}")
        lines += [f"clip {text}" for text in self.clips]
        if self.photos:
            lines.append(f"photographs of dice: {dict(self.photos)}")
        if self.milliseconds:
            taken = np.array(self.milliseconds)
            lines.append(
                f"a frame: {np.median(taken):.1f} ms in the middle, 19 of 20 at most "
                f"{np.percentile(taken, 95):.1f} ms; {self.added_mb:.0f} MB more than before; "
                f"networks {networks.WEIGHTS.stat().st_size / 1e3:.0f} kB"
            )
        return "\n".join([*lines, "", *self.failures])


def _print_hour(outcomes: Iterator[Outcome]) -> None:
    total = Outcome()
    for outcome in outcomes:
        print(*outcome.false, sep="\n", end="\n" * bool(outcome.false), flush=True)
        total.frames += outcome.frames
        total.rolls += outcome.rolls
        total.said += outcome.said
        total.false += outcome.false
    print(
        f"{total.frames} frames, {total.frames / FPS / 60:.0f} minutes: {total.rolls} rolls, "
        f"said {dict(total.said)}, {len(total.false)} made up"
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--corners", choices=("given", "found"), default="given")
    parser.add_argument("--rigs", default="", help="only these, with commas between")
    parser.add_argument(
        "--hour",
        type=int,
        nargs="?",
        const=HOUR_FRAMES,
        metavar="FRAMES",
        help="feed an hour of hands, cards, shadows and rolls to the watcher, or so many frames",
    )
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    benchmark = Benchmark(chosen.folder, chosen.corners == "given", set(chosen.rigs.split(",")) - {""})
    if chosen.hour:
        _print_hour(benchmark.hour(chosen.hour))
        return
    benchmark.run()
    print(benchmark.table())


if __name__ == "__main__":
    main()
