"""What is drawn, rendered and trained, how much of it, and the run that makes networks of it from nothing."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from calibration import networks
from tools.dice_training import figures, make_data, rigs, train, trays, views
from tools.dice_training.spread import spread

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


def _groups(name: str, plan: Plan, out: Path) -> list[tuple[list[Any], float]]:
    """What a network is trained on, with its shares."""
    back = _held_back(plan, out)
    if name == "tray":
        return [(trays.trays(out / "rigs", without=back), 1.0)]
    rendered = views.pictures(out / "rigs", without=back)
    return [(views.scenes(out / "scenes"), 1 - plan.rigs_share), (rendered, plan.rigs_share)]


def _held_back(plan: Plan, out: Path) -> set[str]:
    """The rigs that nothing is trained on."""
    return set(rigs.names(out / "rigs")[-plan.held_back :])


def _trained(name: str, steps: int, seed: int, plan: Plan, out: Path, machine: train.Machine) -> None:
    """Trains one network unless that has been done for this plan, and in this way, already."""
    if not (file := _weights(name, seed, plan, out, machine)).exists():
        train.train(name, _groups(name, plan, out), steps, seed, file, machine)


def _weights(name: str, seed: int, plan: Plan, out: Path, machine: train.Machine) -> Path:
    """Where the weights of a network are kept that is trained like this: others may lie beside it."""
    like_this = hashlib.sha256(repr((plan, machine)).encode()).hexdigest()[:12]
    return out / "weights" / f"{name}-{seed}-{like_this}.pt"


def run(plan: Plan, out: Path, processes: int, trainings: int, machine: train.Machine) -> dict[str, object]:
    """Everything from nothing to networks in a folder: what ``training.json`` says.

    So many processes draw and render, and so many networks are trained at once, each of which loads all
    pictures (about a gigabyte).
    """
    (out / "weights").mkdir(parents=True, exist_ok=True)
    first, second = plan.scene_seeds
    make_data.draw(plan.scenes, first, out / "scenes", processes=processes)
    make_data.draw(plan.emblems, second, out / "scenes", emblems=True, processes=processes)
    rigs.render_all(plan.rigs, plan.pictures, plan.seed, out / "rigs", processes)
    seeds = [plan.seed + number for number in range(plan.stances)]
    each = {
        "finder": (plan.finder_steps, seeds[:1]),
        "faces": (plan.faces_steps, seeds[:1]),
        "stance": (plan.stance_steps, seeds),
        "tray": (plan.tray_steps, seeds[:1]),
    }
    jobs = [(name, steps, seed, plan, out, machine) for name, (steps, of) in each.items() for seed in of]
    spread(_trained, jobs, min(trainings, len(jobs)))
    losses = {}
    for name, (_steps, of) in each.items():
        weights = [_weights(name, seed, plan, out, machine) for seed in of]
        losses[name] = train.joined(name, weights, out / f"{name}.onnx")
    back = _held_back(plan, out)
    held, held_floors = views.pictures(out / "rigs", only=back), trays.trays(out / "rigs", only=back)
    made = figures.Files(*(out / f"{name}.onnx" for name in each))
    own = figures.figures(made, held, held_floors, plan.seed)
    shipped = figures.figures(SHIPPED, held, held_floors, plan.seed)
    print(figures.table({"these": own, "shipped": shipped}))
    return {
        "plan": asdict(plan),
        "held_back": sorted(back),
        "versions": dict(filter(None, map(_version, PACKAGES))),
        "losses": losses,
        "machine": asdict(machine),
        "figures": asdict(own),
    }


def _version(package: str) -> tuple[str, str] | None:
    """A package and its version; None where it is not installed, as Blender need not be if rigs are there."""
    try:
        return package, version(package)
    except PackageNotFoundError:
        return None
