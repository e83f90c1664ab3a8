"""What is drawn, rendered and trained, how much of it, and the run that makes networks of it from nothing."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tools.dice_training import events, figures, make_data, rigs, sightings, train, trays, views
from tools.dice_training.packages import PACKAGES
from tools.dice_training.spread import spread
from tools.dice_training.written.mixed import MIXED


@dataclass(frozen=True)
class Plan:
    """How much of everything; time is never part of it."""

    seed: int = 18
    scenes: int = 1500
    """With ships and gates on the event die."""
    emblems: int = 1100
    """Scenes with emblems there."""
    scene_seeds: tuple[int, int] = (11, 12)
    rigs: int = 420
    """Which are made by rule."""
    written: int = 160
    """Rigs of parts that were written down by hand."""
    pictures: int = 5
    """Of each rig."""
    held_back: int = 20
    """As many rigs, the last that are made by rule, are never trained on."""
    rigs_share: float = 0.35
    written_share: float = 0.35
    finder_steps: int = 6500
    faces_steps: int = 11_000
    stance_steps: int = 9000
    stances: int = 2
    """As many networks are trained to tell how dice stand, whose mean counts."""
    tray_steps: int = 2500
    closer_steps: int = 11_000
    sides_steps: int = 4000
    """Sides are learned by what has learned faces, the larger of the two."""
    event_dice: int = 1600
    """As many event dice are drawn."""
    events_steps: int = 11_000


SHORT = Plan(
    scenes=100,
    emblems=100,
    rigs=3,
    written=2,
    pictures=2,
    held_back=1,
    finder_steps=40,
    faces_steps=60,
    stance_steps=60,
    tray_steps=20,
    closer_steps=20,
    sides_steps=20,
    event_dice=8,
    events_steps=20,
)

RIGS_A_FILE = 20
"""What is taken for tops is kept of so many rigs together."""


@dataclass(frozen=True)
class _Run:
    """A plan that is carried out in a folder, and in which way."""

    plan: Plan
    out: Path
    machine: train.Machine

    @property
    def held_back(self) -> set[str]:
        """The rigs that nothing is trained on."""
        return set(rigs.names(self.out / "rigs")[-self.plan.held_back :])

    @property
    def mark(self) -> str:
        """Of what was made for this plan in this way: other things may lie beside it."""
        return hashlib.sha256(repr((self.plan, self.machine)).encode()).hexdigest()[:12]

    @property
    def tops(self) -> Path:
        """The folder of what the reader takes for tops."""
        return self.out / f"tops-{self.mark}"

    def weights(self, name: str, seed: int, seen: bool) -> Path:
        """The file of a network's weights; ``seen`` if it learned of what the reader takes for tops, too."""
        return self.out / "weights" / f"{name}{'-seen' * seen}-{seed}-{self.mark}.pt"

    def network(self, name: str) -> Path:
        """The file of a network."""
        return self.out / f"{name}.onnx"

    def groups(self, name: str, seen: bool) -> list[tuple[list[Any], float]]:
        """What a network is trained on, with its shares; with what the reader takes for tops if ``seen``."""
        back, plan = self.held_back, self.plan
        if name == "tray":
            return [(trays.trays(self.out / "rigs", without=back), 1.0)]
        if name == "events":
            taken = [*views.pictures(self.out / "rigs", without=back), *views.pictures(self.out / "written")]
            return [(events.drawn(plan.event_dice, plan.seed), 0.5), (events.taken(taken), 0.5)]
        tops = sightings.read(self.tops) if seen else None
        rendered = [
            (views.pictures(self.out / "rigs", without=back, seen=tops), plan.rigs_share),
            (views.pictures(self.out / "written", seen=tops), plan.written_share),
        ]
        if name == "sides":  # of drawn scenes it is not known what the sides of dice show
            return rendered
        return [(views.scenes(self.out / "scenes"), 1 - plan.rigs_share - plan.written_share), *rendered]


def _trained(name: str, steps: int, seed: int, seen: bool, this: _Run) -> None:
    """Trains one network unless that has been done for this plan, and in this way, already."""
    if not (file := this.weights(name, seed, seen)).exists():
        begin = this.weights("closer", seed, seen) if name == "sides" else None
        train.train(name, this.groups(name, seen), steps, seed, file, this.machine, begin)


def run(plan: Plan, out: Path, processes: int, trainings: int, machine: train.Machine) -> dict[str, object]:
    """Everything from nothing to networks in a folder: what ``training.json`` says.

    So many processes draw and render, and so many networks are trained at once, each of which loads all
    pictures (about a gigabyte). Finder and faces are trained first and look at all rigs. What they take for
    tops, rightly or wrongly, is learned then: by the networks for how dice stand, and by those for faces, of
    which the smaller starts anew. Last the larger learns to read sides.
    """
    this = _Run(plan, out, machine)
    (out / "weights").mkdir(parents=True, exist_ok=True)
    first, second = plan.scene_seeds
    make_data.draw(plan.scenes, first, out / "scenes", processes=processes)
    make_data.draw(plan.emblems, second, out / "scenes", emblems=True, processes=processes)
    rigs.render_all(plan.rigs, plan.pictures, plan.seed, out / "rigs", processes)
    rigs.render_all(plan.written, plan.pictures, plan.seed, out / "written", processes, MIXED)
    one, more = [plan.seed], [plan.seed + number for number in range(plan.stances)]
    losses = {}

    def train_all(each: dict[str, tuple[int, list[int]]], seen: bool = False) -> None:
        jobs = [(name, steps, seed, seen, this) for name, (steps, seeds) in each.items() for seed in seeds]
        spread(_trained, jobs, min(trainings, len(jobs)))
        for name, (_steps, seeds) in each.items():
            weights = [this.weights(name, seed, seen) for seed in seeds]
            losses[name] = train.joined(name, weights, this.network(name))

    train_all(
        {
            "finder": (plan.finder_steps, one),
            "faces": (plan.faces_steps, one),
            "tray": (plan.tray_steps, one),
            "events": (plan.events_steps, one),
        }
    )
    reader = this.network("finder"), this.network("faces")
    this.tops.mkdir(exist_ok=True)
    looks = []
    for folder in (out / "rigs", out / "written"):
        names = rigs.names(folder)
        for start in range(0, len(names), RIGS_A_FILE):
            some = names[start : start + RIGS_A_FILE]
            looks.append((folder, some, plan.seed, reader, this.tops / f"{some[0]}.npz"))
    spread(sightings.write, looks, processes)
    train_all(
        {
            "stance": (plan.stance_steps, more),
            "faces": (plan.faces_steps, one),
            "closer": (plan.closer_steps, one),
        },
        seen=True,
    )
    train_all({"sides": (plan.sides_steps, one)}, seen=True)
    back = this.held_back
    held = views.pictures(out / "rigs", only=back, seen=sightings.read(this.tops))
    held_floors = trays.trays(out / "rigs", only=back)
    made = figures.Files(*(this.network(name) for name in figures.NAMES))
    own = figures.figures(made, held, held_floors, plan.seed)
    shipped = figures.figures(figures.SHIPPED, held, held_floors, plan.seed)
    print(figures.table({"these": own, "shipped": shipped}))
    return {
        "plan": asdict(plan),
        "held_back": sorted(back),
        "versions": dict(filter(None, map(_version, PACKAGES.values()))),
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
