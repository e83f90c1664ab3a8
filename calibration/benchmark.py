"""How well the eye sees: ``python -m calibration.benchmark DIR [DIR ...]``.

A folder has ``labels.json`` and what it names: calibration pictures, labelled rolls, negatives, clips and, in
``photos``, photographs of single dice. Everything of one tray is read with a calibration made from its own
five pictures, once with the tray's corners given and once with corners found; with corners given the rolls
are read once more degraded. Where a picture of the calibration is refused by its name and the folder has
another, that one is taken. Times are of the processor.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

import cv2
import numpy as np

from calibration import measuring
from calibration.measuring import DICE, EVENT_FACES, PLAIN, Picture, Record

HOME = Path(__file__).resolve().parents[1]
CORNERS = ("given", "found")
OUTCOMES = ("right", "unsure", "wrong")
TILE_PX, TEXT_PX, ACROSS, MOST_TILES = 400, 54, 5, 200


def measured(version: Path, folder: Path, rigs: str, plain: bool) -> list[Record]:
    """Everything in a folder as this version of the project reads it, in a process of its own."""
    command = [sys.executable, "-P", str(Path(measuring.__file__).resolve()), str(folder.resolve())]
    command += ["--rigs", rigs, *["--plain"] * plain]
    path = {"PYTHONPATH": str(version.resolve())}
    done = subprocess.run(command, env=os.environ | path, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{folder} could not be measured with the version in {version}.")
    return [json.loads(line) for line in done.stdout.splitlines()]


def became(record: Record) -> str:
    """``right``, ``unsure`` or ``wrong``: a roll, or a negative, which is right when it is refused."""
    if record["what"] == "negative":
        return "wrong" if record["reason"] is None else "right"
    if record["reason"] is not None:
        return "unsure"
    return "right" if record["told"] == record["wanted"] else "wrong"


# --- the tables ------------------------------------------------------------------------------------------


def table(records: Sequence[Record]) -> list[str]:
    """Everything in words and figures. Which lines there are depends on the folder, not on what was read."""
    rolls = [record for record in records if record["what"] == "roll"]
    given = [record for record in rolls if record["corners"] == "given"]
    found = [record for record in rolls if record["corners"] == "found"]
    plain = [record for record in given if record["degraded"] == PLAIN]
    lines = [
        *_rolls("corners given", plain, lambda record: [record["rig"]]),
        *_rolls("corners found", found, lambda record: [record["rig"]]),
        *_by_darker(plain, found),
        *_rolls("light", plain, lambda record: record["tags"] or ["as calibrated"]),
        *_rolls("degraded", given, lambda record: [record["degraded"]], in_all=False),
        *_dice("dice, corners given", plain),
        *_dice("dice, corners found", found),
        *_confusion(plain),
    ]
    for corners in CORNERS:
        lines.append(f"negatives, corners {corners}")
        lines += _negatives([record for record in records if _is(record, "negative", corners)])
        lines += ["", _calibrations(corners, [one for one in records if _is(one, "calibration", corners)])]
    lines += _times(records)
    lines += [_clip(record) for record in records if record["what"] == "clip"]
    photographs = Counter(_photograph(record) for record in records if record["what"] == "photograph")
    if photographs:
        lines.append(f"photographs of dice: {_listed(photographs)}")
    return lines


def _is(record: Record, what: str, corners: str) -> bool:
    return bool(record["what"] == what and record["corners"] == corners)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def _row(name: str, row: Counter[str]) -> str:
    share = row["right"] / max(row.total(), 1)
    return f"{name:<20}{row.total():>6}{share:>8.1%}" + "".join(f"{row[name]:>8}" for name in OUTCOMES)


def _head(title: str, counted: str) -> str:
    return f"{title:<20}{counted:>6}{'':>8}" + "".join(f"{name:>8}" for name in OUTCOMES)


def _rolls(
    title: str, rolls: Sequence[Record], names: Callable[[Record], Iterable[str]], in_all: bool = True
) -> list[str]:
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for record in rolls:
        for name in [*names(record), *["all"] * in_all]:
            rows[name][became(record)] += 1
    last = sorted(rows, key=lambda name: name == "all")
    return [_head(title, "rolls"), *(_row(name, rows[name]) for name in last), ""]


def _by_darker(given: Sequence[Record], found: Sequence[Record]) -> list[str]:
    """What became of the rolls for which darker pictures were looked at."""
    lines = []
    for corners, rolls in (("given", given), ("found", found)):
        looked = [record for record in rolls if "alone" in record]
        outcomes = Counter(became(record) for record in looked)
        lines.append(f"of these by darker pictures, corners {corners}: {_listed(outcomes) or 'none'}")
    return [*lines, ""]


def _die(record: Record, kind: str) -> str:
    told = record["told"][kind]
    return "unsure" if told is None else "right" if told == record["wanted"][kind] else "wrong"


def _dice(title: str, rolls: Sequence[Record]) -> list[str]:
    rows = [_row(kind, Counter(_die(record, kind) for record in rolls)) for kind in DICE]
    return [_head(title, "dice"), *rows, ""]


def _confusion(rolls: Sequence[Record]) -> list[str]:
    lines = []
    for kind in DICE:
        values = EVENT_FACES if kind == "event" else (1, 2, 3, 4, 5, 6)
        counts = Counter((record["wanted"][kind], record["told"][kind]) for record in rolls)
        lines.append(f"{kind:<10}" + "".join(f"{value!s:>7}" for value in [*values, "unsure"]))
        for value in values:
            row = "".join(f"{counts[value, told]:>7}" for told in [*values, None])
            lines.append(f"{value!s:<10}{row}")
        lines.append("")
    return lines


def _negatives(negatives: Sequence[Record]) -> list[str]:
    lines = []
    for wanted in sorted({record["wanted"] for record in negatives}):
        said = Counter(str(one["reason"] or "READ") for one in negatives if one["wanted"] == wanted)
        lines.append(f"  {wanted}: {_listed(said)}")
    return lines


def _calibrations(corners: str, made: Sequence[Record]) -> str:
    refused = sum(record["refused"] is not None for record in made)
    again = sum(len(record["again"]) for record in made)
    taken = [record["ms"] / 1000 for record in made] or [0.0]
    return (
        f"calibrations, corners {corners}: {refused} of {len(made)} refused, {again} taken again, "
        f"{np.median(taken):.2f} s in the middle, {max(taken):.2f} s at most"
    )


def _times(records: Sequence[Record]) -> list[str]:
    plain = [record["ms"] for record in records if record["what"] == "roll" and record["degraded"] == PLAIN]
    taken = np.array([ms for ms in plain if ms is not None] or [0])
    memory = sum(record["mb"] for record in records if record["what"] == "memory")
    middle, most = np.median(taken), np.percentile(taken, 95)
    return [
        f"a picture: {middle:.1f} ms in the middle, 19 of 20 at most {most:.1f} ms",
        f"memory: {memory:.0f} MB more than before the first calibration",
    ]


def _clip(record: Record) -> str:
    said = []
    for roll in record["said"]:
        outcome = became({**roll, "what": "roll", "wanted": record["wanted"]})
        said.append(f"{outcome} {roll['ms_after_rest']} ms after rest")
    return (
        f"clip {record['file']}: {', '.join(said) or 'nothing said'}; "
        f"{record['misread']} moving frames read; slowest frame {record['ms']:.0f} ms"
    )


def _photograph(record: Record) -> str:
    told = record["told"]
    return "unsure" if told is None else "right" if told == record["wanted"] else "wrong"


def beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Two tables, line beside line."""
    width = max(map(len, left), default=0)
    return [f"{one:<{width}} | {two}" for one, two in zip_longest(left, right, fillvalue="")]


# --- what failed -----------------------------------------------------------------------------------------


def failures(records: Iterable[Record]) -> list[Record]:
    """What is wrong, then what is unsure. Of degraded pictures only what is wrong."""
    read = [record for record in records if record["what"] in ("roll", "negative")]
    wrong = [record for record in read if became(record) == "wrong"]
    unsure = [record for record in read if became(record) == "unsure" and record["degraded"] == PLAIN]
    return wrong + unsure


def cause(record: Record) -> tuple[str, str]:
    """Which picture failed, and why, in two lines."""
    wanted = record["wanted"]
    shown = wanted if isinstance(wanted, str) else "/".join(str(wanted[kind]) for kind in DICE)
    degraded = record.get("degraded", PLAIN)
    picture = f"{record['file']}, corners {record['corners']}" + f", {degraded}" * (degraded != PLAIN)
    dice = ", ".join(f"{kind} {face} {confidence:.2f}" for kind, face, confidence in record["dice"])
    return picture, f"{shown}: {record['reason'] or became(record).upper()}; {dice}"


def sheet(failed: Sequence[tuple[Path, Record]]) -> Picture:
    """The pictures that failed, with causes under each."""
    tiles = []
    for folder, record in failed[:MOST_TILES]:
        seen = measuring.load(folder, record["file"], record.get("degraded", PLAIN))
        height = round(TILE_PX * 3 / 4)
        tile = np.full((height + TEXT_PX, TILE_PX, 3), 255, np.uint8)
        factor = min(TILE_PX / seen.shape[1], height / seen.shape[0])
        small = cv2.resize(seen, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        tile[: small.shape[0], : small.shape[1]] = small
        first, second = cause(record)
        reason, _, dice = second.partition("; ")
        for number, text in enumerate((first, reason, dice)):
            at = (4, height + 15 + 16 * number)
            cv2.putText(tile, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
        tiles.append(tile)
    blank = np.full((round(TILE_PX * 3 / 4) + TEXT_PX, TILE_PX, 3), 255, np.uint8)
    tiles += [blank] * (-len(tiles) % ACROSS or ACROSS * (not tiles))
    return np.vstack([np.hstack(tiles[first : first + ACROSS]) for first in range(0, len(tiles), ACROSS)])


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR")
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another version, in the same run")
    parser.add_argument("--sheet", type=Path, metavar="FILE.png", help="write there what failed")
    parser.add_argument("--rigs", default="", help="only these trays, with commas between")
    parser.add_argument("--plain", action="store_true", help="leave out the degraded pictures")
    chosen = parser.parse_args(arguments)
    failed = []
    for folder in chosen.folders:
        records = measured(HOME, folder, chosen.rigs, chosen.plain)
        lines = table(records)
        if chosen.beside is not None:
            before = measured(chosen.beside, folder, chosen.rigs, chosen.plain)
            lines = beside(["this version", *lines], [str(chosen.beside), *table(before)])
        print(f"{folder}", *lines, "", sep="\n")
        print(*(": ".join(cause(record)) for record in failures(records)), "", sep="\n", flush=True)
        failed += [(folder, record) for record in failures(records)]
    if chosen.sheet is not None:
        cv2.imwrite(str(chosen.sheet), sheet(failed))


if __name__ == "__main__":
    main()
