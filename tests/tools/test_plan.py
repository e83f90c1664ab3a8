"""In which order networks are trained and on what, without training them."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("cv2")

from tools.dice_training import events, figures, make_data, rigs, sightings, trays, views


@dataclass(frozen=True)
class Machine:
    """Where nothing is trained."""

    device: str = "none"


class Workshop:
    """Draws, renders and trains nothing, and keeps what it was asked for."""

    def __init__(self) -> None:
        self.trained: list[tuple[str, int, list[tuple[list[Any], float]]]] = []
        self.begun: list[str | None] = []
        self.looked: list[tuple[str, ...]] = []

    def train(
        self,
        name: str,
        groups: list[Any],
        _steps: int,
        seed: int,
        out: Path,
        _how: object,
        begin: Path | None,
    ) -> None:
        self.trained.append((name, seed, groups))
        self.begun.append(begin.read_text() if begin else None)
        out.write_text(f"{name} {seed} {len(self.trained)}")

    def joined(self, _name: str, trained: list[Path], out: Path) -> float:
        out.write_text("\n".join(file.read_text() for file in trained))
        return 0.5

    def look(self, _rigs: Path, names: list[str], _seed: int, reader: tuple[Path, ...], file: Path) -> None:
        if not file.exists():
            self.looked.append((*names, *(one.read_text() for one in reader)))
            file.write_text("tops")


def render_all(count: int, _pictures: int, seed: int, out: Path, _processes: int, kind: Any = None) -> None:
    out.mkdir(exist_ok=True)
    names = [f"{'w' if kind else 'r'}{seed}-{number:04d}" for number in range(count)]
    (out / "labels.json").write_text(json.dumps({"rigs": dict.fromkeys(names)}))


def shown(folder: Path, without: Any = (), only: Any = None, seen: Any = None) -> list[str]:
    """The rigs of which pictures would be there, and whether with what was taken for tops."""
    names = [name for name in rigs.names(folder) if name not in without and (only is None or name in only)]
    return [f"{name}{' seen' * bool(seen)}" for name in names]


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch) -> Workshop:
    made = Workshop()
    monkeypatch.setattr(make_data, "draw", lambda *_, **__: None)
    monkeypatch.setattr(rigs, "render_all", render_all)
    monkeypatch.setattr(views, "scenes", lambda _: ["scene"])
    monkeypatch.setattr(views, "pictures", shown)
    monkeypatch.setattr(trays, "trays", shown)
    monkeypatch.setattr(sightings, "write", made.look)
    monkeypatch.setattr(sightings, "read", lambda folder: [file.name for file in folder.iterdir()])
    monkeypatch.setattr(figures, "figures", lambda _, held, floors, __: figures.Figures(*[len(held)] * 14))
    monkeypatch.setattr(events, "drawn", lambda count, seed: [f"{count} drawn {seed}"])
    monkeypatch.setattr(events, "taken", lambda seen: [f"of {name}" for name in seen])
    return made


@pytest.fixture
def plan(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module, which needs no PyTorch then."""
    name = "tools.dice_training.plan"
    instead = SimpleNamespace(train=workshop.train, joined=workshop.joined, Machine=Machine)
    monkeypatch.setitem(sys.modules, "tools.dice_training.train", instead)
    sys.modules.pop(name, None)
    yield importlib.import_module(name)
    sys.modules.pop(name)


def test_faces_sides_and_how_dice_stand_are_trained_last_of_what_was_taken_for_tops(
    plan: ModuleType, workshop: Workshop, tmp_path: Path
) -> None:
    told = plan.run(plan.SHORT, tmp_path, 1, 1, Machine())
    order = [(name, seed) for name, seed, _ in workshop.trained]
    assert order == [
        ("finder", 18),
        ("faces", 18),
        ("tray", 18),
        ("events", 18),
        ("stance", 18),
        ("stance", 19),
        ("faces", 18),
        ("closer", 18),
        ("sides", 18),
    ]
    assert workshop.begun == [None] * 8 + ["closer 18 8"]
    assert told["held_back"] == ["r18-0002"]
    for number, (name, _, groups) in enumerate(workshop.trained):
        seen = " seen" * (number >= 4)
        ruled = [f"r18-0000{seen}", f"r18-0001{seen}"]
        if name == "tray":
            assert groups == [(ruled, 1.0)]
            continue
        rendered = [ruled, [f"w18-0000{seen}", f"w18-0001{seen}"]]
        if name == "events":
            assert groups == [
                (["8 drawn 18"], 0.5),
                ([f"of {one}" for group in rendered for one in group], 0.5),
            ]
            continue
        if name == "sides":
            assert groups == [(group, 0.35) for group in rendered]
            continue
        assert [group for group, _ in groups] == [["scene"], *rendered]
        assert [share for _, share in groups] == pytest.approx([0.3, 0.35, 0.35])
    first = ("finder 18 1", "faces 18 2")
    assert workshop.looked == [
        ("r18-0000", "r18-0001", "r18-0002", *first),
        ("w18-0000", "w18-0001", *first),
    ]
    made = {name: (tmp_path / f"{name}.onnx").read_text() for name in figures.NAMES}
    assert made == {
        "finder": "finder 18 1",
        "faces": "faces 18 7",
        "closer": "closer 18 8",
        "sides": "sides 18 9",
        "stance": "stance 18 5\nstance 19 6",
        "tray": "tray 18 3",
        "events": "events 18 4",
    }


@pytest.mark.parametrize("broken_off", [2, 4, 6, 9])
def test_a_run_that_was_broken_off_goes_on_and_makes_the_same(
    broken_off: int, plan: ModuleType, workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train = workshop.train

    def train_some(*given: Any) -> None:
        if len(workshop.trained) == broken_off - 1:
            raise KeyboardInterrupt
        train(*given)

    monkeypatch.setattr(plan.train, "train", train_some)
    with pytest.raises(KeyboardInterrupt):
        plan.run(plan.SHORT, tmp_path, 1, 1, Machine())
    monkeypatch.setattr(plan.train, "train", train)
    told = plan.run(plan.SHORT, tmp_path, 1, 1, Machine())
    assert len(workshop.trained) == 9 and len(workshop.looked) == 2
    networks = {file.name: file.read_text() for file in tmp_path.glob("*.onnx")}
    assert networks["faces.onnx"] == "faces 18 7"
    assert plan.run(plan.SHORT, tmp_path, 1, 1, Machine()) == told
    assert {file.name: file.read_text() for file in tmp_path.glob("*.onnx")} == networks
    assert len(workshop.trained) == 9 and len(workshop.looked) == 2
    plan.run(plan.SHORT, tmp_path, 1, 1, Machine("another"))
    assert len(workshop.trained) == 18 and len(workshop.looked) == 4, "that would be trained otherwise"
