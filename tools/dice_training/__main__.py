"""Makes the networks again from nothing: ``python -m tools.dice_training OUT [--short] [--install]``.

Draws scenes, renders rigs, trains the networks on all but the rigs that are held back, and says how these see
what was held back, beside the networks that are shipped. OUT gets ``finder.onnx``, ``faces.onnx``,
``stance.onnx``, ``tray.onnx`` and ``training.json``, which tells how they were made. Scenes and rigs that are
in OUT already are not made again.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from calibration import networks
from tools.dice_training import figures, make_data, rigs, train, trays, views

SHIPPED = figures.Files(networks.FINDER, networks.FACES, networks.STANCE, networks.TRAY)
PACKAGES = ("bpy", "numpy", "onnx", "opencv-python-headless", "torch")


@dataclass(frozen=True)
class Plan:
    """How much of everything; time is never part of it."""

    seed: int = 18
    scenes: int = 1500
    """With ships and gates on the event die."""
    emblems: int = 1100
    """Scenes with emblems there."""
    scene_seeds: tuple[int, int] = (11, 12)
    rigs: int = 260
    pictures: int = 5
    """Of each rig."""
    held_back: int = 20
    """As many rigs, the last, are never trained on."""
    rigs_share: float = 0.6
    finder_steps: int = 7000
    faces_steps: int = 12_000
    stance_steps: int = 9000
    stances: int = 3
    """As many networks are trained to tell how dice stand, whose mean counts."""
    tray_steps: int = 2500


SHORT = Plan(
    scenes=100,
    emblems=100,
    rigs=3,
    pictures=2,
    held_back=1,
    finder_steps=40,
    faces_steps=60,
    stance_steps=60,
    tray_steps=20,
)


def run(plan: Plan, out: Path, processes: int, narrow: bool) -> dict[str, object]:
    """Everything from nothing to networks in a folder; what ``training.json`` says."""
    out.mkdir(parents=True, exist_ok=True)
    first, second = plan.scene_seeds
    make_data.draw(plan.scenes, first, out / "scenes", processes=processes)
    make_data.draw(plan.emblems, second, out / "scenes", emblems=True, processes=processes)
    rigs.render_all(plan.rigs, plan.pictures, plan.seed, out / "rigs", processes)
    names = rigs.names(out / "rigs")
    back = set(names[-plan.held_back :])
    drawn, rendered = views.scenes(out / "scenes"), views.pictures(out / "rigs", without=back)
    dice = [(drawn, 1 - plan.rigs_share), (rendered, plan.rigs_share)]
    floors = [(trays.trays(out / "rigs", without=back), 1.0)]
    seeds = [plan.seed + number for number in range(plan.stances)]
    each: dict[str, tuple[list[tuple[list[Any], float]], int, list[int]]] = {
        "finder": (dice, plan.finder_steps, seeds[:1]),
        "faces": (dice, plan.faces_steps, seeds[:1]),
        "stance": (dice, plan.stance_steps, seeds),
        "tray": (floors, plan.tray_steps, seeds[:1]),
    }
    losses = {
        name: train.train(name, groups, count, of, out / f"{name}.onnx", narrow)
        for name, (groups, count, of) in each.items()
    }
    held, held_floors = views.pictures(out / "rigs", only=back), trays.trays(out / "rigs", only=back)
    made = figures.Files(*(out / f"{name}.onnx" for name in each))
    own = figures.figures(made, held, held_floors, plan.seed)
    shipped = figures.figures(SHIPPED, held, held_floors, plan.seed)
    print(figures.table({"these": own, "shipped": shipped}))
    return {
        "plan": asdict(plan),
        "held_back": sorted(back),
        "versions": {package: version(package) for package in PACKAGES},
        "losses": losses,
        "narrow": narrow,
        "figures": asdict(own),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--short", action="store_true", help="hardly any of it, to see that it runs")
    parser.add_argument("--install", action="store_true", help="put the networks where they are read")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="that draw and render")
    parser.add_argument("--narrow", action="store_true", help="train with numbers of 16 bits, mostly")
    chosen = parser.parse_args()
    told = run(SHORT if chosen.short else Plan(), chosen.out, chosen.processes, chosen.narrow)
    record = chosen.out / "training.json"
    record.write_text(json.dumps(told, indent=1) + "\n")
    if chosen.install:
        for file in ("finder.onnx", "faces.onnx", "stance.onnx", "tray.onnx", "training.json"):
            shutil.copy(chosen.out / file, networks.FINDER.parent / file)


if __name__ == "__main__":
    main()
