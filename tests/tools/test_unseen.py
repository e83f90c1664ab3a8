from __future__ import annotations

import inspect
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("cv2")

from tools.dice_training import rigs, unseen, unseen_plans, unseen_styles
from tools.dice_training.development import developed, exposure_for, jpeg, kelvin
from tools.dice_training.looks import Sun
from tools.dice_training.poses import Lying
from tools.dice_training.unseen_plans import DIM, GOOD, PLANS, WEB


def test_nothing_of_the_unseen_rigs_is_drawn_by_what_networks_are_trained_on() -> None:
    for module in (unseen_styles, unseen_plans, unseen):
        text = inspect.getsource(module)
        assert not re.search(r"dice_training(\.| import )(rig_drawings|surfaces|rigs)", text)
        assert set(re.findall(r"from tools.dice_training.drawings import (.*)", text)) <= {
            "Random",
            "Floats, Random",
        }
        assert "import drawings" not in text
    trained = inspect.getsource(rigs) + inspect.getsource(inspect.getmodule(rigs.surface) or rigs)
    assert "unseen" not in trained


def test_there_are_twelve_rigs_half_of_them_hard() -> None:
    assert [plan.name for plan in PLANS] == [f"u{number:02d}" for number in range(12)]
    assert len({plan.tray[0] for plan in PLANS}) == 12
    assert len({(plan.event.ship, plan.event.gate) for plan in PLANS}) == 12
    hard = PLANS[6:]
    assert isinstance(hard[0].sun, Sun)
    assert hard[1].lamps[0].kelvin == 2700
    assert hard[3].die == 1.2
    assert hard[4].finish.clear
    assert (hard[5].eye.tilt, hard[5].camera) == (45, WEB)


@pytest.fixture(autouse=True)
def small_surfaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unseen_styles, "SURFACE_PX", 192)
    monkeypatch.setattr(unseen_styles, "FINER", 1)


def test_a_rig_is_the_same_again() -> None:
    one, other = (unseen.make_rig(PLANS[10], 1) for _ in range(2))
    assert (one.tray.floor.colours == other.tray.floor.colours).all()
    assert one.things[0].at == other.things[0].at
    for look in one.dice:
        for ours, theirs in zip(one.dice[look].sides, other.dice[look].sides, strict=True):
            assert (ours[0] == theirs[0]).all()
    assert one.dice["event"].values.count("ship") == 3
    sides = {one.dice["event"].sides[side][0].tobytes() for side in range(6)}
    assert len(sides) >= 4


@pytest.mark.parametrize("how", [GOOD, WEB, DIM], ids=["good", "webcam", "dim"])
def test_a_developed_picture_keeps_its_size_and_is_the_same_again(how: unseen.Development) -> None:
    light = np.full((60, 80, 3), 0.3, np.float32)
    light[20:40, 30:50] = (0.6, 0.1, 0.1)
    one, other = (developed(light, 1.0, how, np.random.default_rng(4)) for _ in range(2))
    assert one.shape == (60, 80, 3)
    assert one.dtype == np.uint8
    assert (one == other).all()
    blue, green, red = one[25:35, 35:45].reshape(-1, 3).mean(0)
    assert red > 1.15 * max(green, blue)
    assert jpeg(one, how.quality)[:2] == b"\xff\xd8"


def test_a_noise_filter_leaves_blotches_that_neighbours_share() -> None:
    light = np.full((120, 160, 3), 0.2, np.float32)
    shared = []
    for how in (GOOD, WEB):
        seen = [developed(light, 1.0, how, np.random.default_rng(seed)) for seed in (1, 2)]
        grain = np.subtract(*seen, dtype=float).mean(2)
        shared.append((grain[:, 3:] * grain[:, :-3]).mean() / grain.var())
    assert shared[1] > shared[0] + 0.2, shared


def test_an_exposure_makes_dark_trays_brighter_and_burns_no_pale_ones_out() -> None:
    dark, pale = (np.full((40, 40, 3), bright, np.float32) for bright in (0.02, 0.9))
    assert exposure_for(dark) * 0.02 == pytest.approx(0.16, abs=0.01)
    assert exposure_for(pale) * 0.9 < 0.7


def test_warm_lamps_are_redder_than_cold_ones() -> None:
    warm, cold = kelvin(2700), kelvin(6500)
    assert warm[0] / warm[2] > 3
    assert cold[0] / cold[2] == pytest.approx(1, abs=0.3)


def test_a_picture_that_is_there_is_labelled_again_but_not_rendered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[int] = []

    class Studio:
        def __init__(self, *_: object) -> None: ...

        def photograph(self, lying: list[Lying], _hand: object = None) -> np.ndarray:
            rendered.append(len(lying))
            return np.full((unseen.SIZE_PX[1] // 4, unseen.SIZE_PX[0] // 4, 3), 0.2, np.float32)

        def light(self, _lamps: object) -> None: ...

    monkeypatch.setitem(sys.modules, "tools.dice_training.renderer", SimpleNamespace(Studio=Studio))
    monkeypatch.setattr(unseen, "SIZE_PX", (240, 180))
    one = unseen.render(PLANS[1], 5, tmp_path)
    files = {entry["file"]: (tmp_path / entry["file"]).read_bytes() for entry in one["images"]}
    assert len(rendered) == 1 + 4 + unseen.ROLLS + 4
    (tmp_path / one["images"][3]["file"]).unlink()
    again = unseen.render(PLANS[1], 5, tmp_path)
    assert again == one == json.loads(json.dumps(one))
    assert len(rendered) == 1 + 4 + unseen.ROLLS + 4 + 2, (
        "the empty tray, for the exposure, and the missing one"
    )
    assert {file: (tmp_path / file).read_bytes() for file in files} == files
    assert [entry["reason"] for entry in one["negatives"]] == ["cocked", "cocked", "fourth", "empty"]
    for entry in one["negatives"][:2]:
        assert [die["flat"] for die in entry["dice"]].count(False) == 1
    for entry in [*one["calib"][1:], *one["images"]]:
        assert {die["kind"]: die["value"] for die in entry["dice"]} == {
            kind: entry[kind] for kind in ("white", "red", "event")
        }
        assert all(die["flat"] for die in entry["dice"])
