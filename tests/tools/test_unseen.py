from __future__ import annotations

import ast
import inspect
import json
import math
import re
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("cv2")

import cv2

from tools.dice_training import rigs
from tools.dice_training.development import developed, exposure_for, jpeg, kelvin
from tools.dice_training.looks import Development, Sun
from tools.dice_training.poses import Lying
from tools.dice_training.unseen import __main__ as unseen
from tools.dice_training.unseen import beds, boards, brims
from tools.dice_training.unseen.mixed import mixed
from tools.dice_training.unseen.plans import PLANS as KEPT_APART
from tools.dice_training.written import (
    cloths,
    edges,
    floors,
    grounds,
    homes,
    linings,
    pips,
    rig,
    sheet,
    tables,
    tabletops,
    textures,
    worktops,
)
from tools.dice_training.written import mixed as trained
from tools.dice_training.written.parts import DIM, GOOD, WEB, Plan, eye
from tools.dice_training.written.plans import PLANS as WRITTEN
from tools.dice_training.written.rig import SKY, hides_floor, make_rig

ASLANT = eye(25, -90, 60, 0.9, 0.0)
PLANS = (*WRITTEN, *KEPT_APART)
SURFACES = (
    *(textures, cloths, floors, tables, grounds, homes, worktops),
    *(edges, linings, tabletops, beds, boards, brims),
)
TOOLS = Path(inspect.getfile(unseen)).parent.parent


def imported(file: Path) -> set[str]:
    """What a file imports, anywhere in it: modules, and names with their modules."""
    found = set()
    for one in ast.walk(ast.parse(file.read_text())):
        if isinstance(one, ast.Import):
            found |= {name.name for name in one.names}
        elif isinstance(one, ast.ImportFrom):
            assert not one.level, "all imports are absolute"
            found |= {f"{one.module}.{name.name}" for name in one.names}
    return found


def test_nothing_outside_knows_the_rigs_that_are_kept_apart() -> None:
    apart = TOOLS / "unseen"
    sources = [file for file in TOOLS.rglob("*.py") if apart not in file.parents]
    assert len(sources) > 30
    for file in sources:
        assert not any(re.match(r"tools\.dice_training\.unseen\b", name) for name in imported(file)), (
            file.name
        )


def test_nothing_that_was_written_by_hand_is_drawn_by_rule() -> None:
    sources = [*(TOOLS / "unseen").glob("*.py"), *(TOOLS / "written").glob("*.py")]
    assert len(sources) > 20
    for file in sources:
        ruled = {
            name
            for name in imported(file)
            if re.match(r"tools\.dice_training\.(rig_drawings|surfaces|rigs|emblems|drawings)\b", name)
        }
        allowed = {f"tools.dice_training.drawings.{kind}" for kind in ("Floats", "Random")}
        if file == TOOLS / "written" / "mixed.py":  # lights and cameras are from there
            allowed.add("tools.dice_training.rigs")
        assert ruled <= allowed, file.name


@pytest.mark.parametrize("by_rule", [0.0, 1.0])
def test_rigs_to_train_on_take_their_parts_from_plans_of_one_half_and_some_light_from_rules(
    by_rule: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruled = SimpleNamespace(lamps="lamps", sky="sky", eye=ASLANT, development="development", sun="sun")
    monkeypatch.setattr(rigs, "make_rig", lambda *_: ruled)
    monkeypatch.setattr(trained, "BY_RULE", by_rule)
    monkeypatch.setattr(trained.rig, "pip_die", lambda look, plan, _: (look, plan))
    monkeypatch.setattr(trained.rig, "event_die", lambda plan, _: plan)
    spare = strange = 0
    for number in range(4):
        twice: list[Any] = [trained.make_rig(18, number) for _ in range(2)]
        made, again = twice
        assert (
            made.dice == again.dice != trained.make_rig(19, number).dice
            and (made.table.colours == again.table.colours).all()
        )
        plans, tray = WRITTEN[number % 2 :: 2], made.tray
        place = next(one for one in plans if one.size == (tray.wide, tray.deep, tray.wall, tray.thick))
        seen = replace(place, eye=made.eye)
        assert len(made.things) <= place.things
        assert not any(hides_floor(np.array(thing.at), thing.size, seen) for thing in made.things)
        light = (made.lamps, made.sky, made.eye, made.development, made.sun)
        if by_rule:
            assert light == ("lamps", "sky", ASLANT, "development", "sun")
        else:
            assert light == (place.lamps, (SKY, place.sky), place.eye, place.camera, place.sun)
        (_, floor, rim) = next(one.tray for one in plans if one.tray[0] == made.about["tray"])
        assert (tray.rim is tray.floor) == (rim is floor)
        assert made.about["table"] in {plan.table[0] for plan in plans}
        for which in rigs.SETS:
            (white, plan), (red, same), event = (made.dice[f"{kind}{which}"] for kind in unseen.KINDS)
            assert plan in plans and same is plan and red is plan.red
            assert white in (plan.white, plan.fourth)
            spare += white is plan.fourth
            assert event.die == plan.die and event.event in [one.event for one in plans]
            strange += event.event is not plan.event
    assert 1 <= spare <= 6, "few of twelve"
    assert strange > 8


def test_rigs_are_numbered_without_a_gap_and_half_of_the_first_twelve_are_hard() -> None:
    assert [plan.name for plan in PLANS] == [f"u{number:02d}" for number in range(84)]
    assert len({plan.tray[0] for plan in PLANS}) == len(PLANS)
    assert len({(plan.event.ship, plan.event.gate) for plan in PLANS}) == len(PLANS)
    hard = PLANS[6:12]
    assert isinstance(hard[0].sun, Sun)
    assert hard[1].lamps[0].kelvin == 2700
    assert hard[3].die == 1.2
    assert hard[4].finish.clear
    assert (hard[5].eye.tilt, hard[5].camera) == (45, WEB)


@pytest.mark.parametrize(
    ("first", "count"), [(12, 6), (18, 6), (24, 8), (32, 8), (40, 8), (48, 12), (60, 12), (72, 12)]
)
def test_rigs_that_came_later_share_no_drawing_no_floor_and_no_pips_with_those_before(
    first: int, count: int
) -> None:
    """Nor drawings and floors with each other."""
    before, added = PLANS[:first], PLANS[first : first + count]
    for part in (
        lambda plan: plan.event.ship,
        lambda plan: plan.event.gate,
        lambda plan: plan.tray[1],
        lambda plan: (plan.white.body, plan.white.pip),
        lambda plan: (plan.red.body, plan.red.pip),
    ):
        assert not {part(plan) for plan in added} & {part(plan) for plan in before}
        assert len({part(plan) for plan in added}) == count
    assert not {plan.tray[1] for plan in added} & {plan.table[1] for plan in PLANS}
    assert len({plan.table[1] for plan in added} - {plan.table[1] for plan in before}) >= 2
    tilts = sorted(plan.eye.tilt for plan in added)
    assert 40 <= tilts[-1] <= 45 and 30 <= tilts[-2] <= 36 and tilts[count // 2] < 25
    assert 1 <= sum(plan.camera.quality == WEB.quality for plan in added) <= (3 if count == 12 else 2)
    assert sum(plan.sun is not None for plan in added) == (2 if count == 12 else 1)
    assert sum(plan.lamps[0].kelvin == DIM.kelvin for plan in added) == 1
    assert all(1.2 <= plan.die <= plan.die * 1.05 <= 1.9 for plan in added)


@pytest.mark.parametrize(
    ("first", "count", "sides", "corners", "manners"),
    [
        (24, 8, 2, 0, {"hexagon", "red one", "loops"}),
        (32, 8, 1, 1, {"droplet", "chinese", "target"}),
        (40, 8, 1, 1, {"leaf", "crescent", "cross"}),
        (48, 12, 2, 1, {"triangle", "asterisk", "worn", "spade"}),
        (60, 12, 2, 1, {"clover", "pinched", "burnt", "studded"}),
        (72, 12, 2, 1, {"cog", "gem", "uneven", "paw"}),
    ],
)
def test_some_rigs_are_seen_from_a_side_or_a_corner_and_most_have_ordinary_pips(
    first: int, count: int, sides: int, corners: int, manners: set[str]
) -> None:
    before, added = PLANS[:first], PLANS[first : first + count]
    across = [abs(math.cos(math.radians(plan.eye.azimuth))) for plan in added]
    assert sum(part > 0.9 for part in across) == sides and sum(0.6 < part < 0.8 for part in across) == corners
    assert sum(part < 0.2 for part in across) == count - sides - corners
    assert {plan.white.manner for plan in added} - {plan.white.manner for plan in before} == manners
    assert sum(plan.white.manner in ("drilled", "printed") for plan in added) == count - len(manners)


@pytest.mark.parametrize(
    ("first", "count", "tables"), [(32, 8, 5), (40, 8, 7), (48, 12, 12), (60, 12, 12), (72, 12, 12)]
)
def test_rigs_from_u32_on_have_rims_of_their_own_and_most_of_them_new_tables(
    first: int, count: int, tables: int
) -> None:
    before, added = PLANS[:first], PLANS[first : first + count]
    surfaces = {make for plan in before for make in (*plan.tray[1:], plan.table[1])}
    assert not {plan.tray[2] for plan in added} & surfaces
    assert len({plan.tray[2] for plan in added}) == count
    assert len({plan.table[1] for plan in added} - surfaces) == tables


@pytest.mark.parametrize("first", [48, 60, 72])
def test_nothing_of_twelve_later_rigs_was_in_those_before(first: int) -> None:
    """No die had such a colour, and no pip such a one; two of the trays are mats."""
    before, twelve = PLANS[:first], PLANS[first : first + 12]
    looks = [look for plan in before for look in (plan.white, plan.red, plan.fourth)]
    for plan in twelve:
        assert not {plan.white.body, plan.red.body} & {look.body for look in looks}, plan.name
        assert not {plan.white.pip, plan.red.pip} & {look.pip for look in looks}, plan.name
    assert sum(not plan.size[2] for plan in twelve) == 2


def test_pips_of_the_twelve_rigs_before_those_are_of_kinds_of_their_own() -> None:
    first, middle, last = PLANS[:12], PLANS[12:18], PLANS[18:24]
    shaped = {plan.white.manner for plan in middle} & {*pips.PIP_SHAPES}
    assert {plan.white.manner for plan in first}.isdisjoint({*pips.PIP_SHAPES, "painted"})
    assert len(shaped) == 4 and "painted" in {plan.white.manner for plan in middle}
    sizes = {(plan.white.manner, plan.white.radius) for plan in last}
    assert sizes.isdisjoint((plan.white.manner, plan.white.radius) for plan in first + middle)
    assert len({plan.white.manner for plan in last}) == 6
    assert sum(plan.white.manner not in pips.PIP_SHAPES for plan in last) >= 3
    later = {plan.white.manner for plan in PLANS[24:]}
    assert {*pips.PIP_SHAPES} - shaped - later < {plan.white.manner for plan in last}


@pytest.mark.parametrize("plan", PLANS[12:], ids=lambda plan: plan.name)
def test_a_person_can_count_pips_and_tell_the_red_die(plan: Plan) -> None:
    """Every pip is an area of its own that differs from its die; of the two dice one is clearly redder."""
    for look in (plan.white, plan.red):
        for value in pips.GRID:
            drawn, blank = sheet.Sheet(look.body), sheet.Sheet(look.body)
            pips.dotted(drawn, value, look.pip, look.radius, look.reach, look.manner)
            marked = (np.abs(drawn.done()[0] - blank.done()[0]).sum(2) > 0.3).astype(np.uint8)
            assert cv2.connectedComponents(marked)[0] - 1 == value, (plan.name, look.manner, value)
    white, red = (np.array(look.body) for look in (plan.white, plan.red))
    assert red[0] - red[1:].max() > white[0] - white[1:].max() + 0.1


@pytest.mark.parametrize("plan", PLANS[12:], ids=lambda plan: plan.name)
def test_the_gates_of_a_die_differ_in_nothing_but_their_colour(plan: Plan) -> None:
    look, drawn = plan.event, []
    for colour in (look.yellow, look.blue, look.green):
        side = sheet.Sheet(look.body)
        look.gate(side, colour)
        colours, heights = side.done()
        assert 0.12 < (heights < 0.9).mean() < 0.8
        assert np.abs(colours[heights < 0.83] - colour).max() < 0.1
        drawn.append(heights)
    assert (drawn[0] == drawn[1]).all() and (drawn[0] == drawn[2]).all()


@pytest.fixture(autouse=True)
def small_surfaces(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in SURFACES:
        monkeypatch.setattr(module, "SURFACE_PX", 192)
    monkeypatch.setattr(sheet, "FINER", 1)


def test_a_rig_is_the_same_again() -> None:
    one, other = (make_rig(PLANS[10], 3, 1) for _ in range(2))
    assert (one.tray.floor.colours == other.tray.floor.colours).all()
    assert one.things[0].at == other.things[0].at
    for look in one.dice:
        for ours, theirs in zip(one.dice[look].sides, other.dice[look].sides, strict=True):
            assert (ours[0] == theirs[0]).all()
    assert one.dice["event"].values.count("ship") == 3
    sides = {one.dice["event"].sides[side][0].tobytes() for side in range(6)}
    assert len(sides) >= 4


def test_a_rig_has_dice_as_they_were_written_down_and_things_beside_its_tray() -> None:
    plan = PLANS[16]
    one = make_rig(plan, 3, 1)
    assert one.dice["event"].size == pytest.approx(plan.die * 1.05)
    for which, drawn in (("white", plan.white), ("red", plan.red), ("fourth", plan.fourth)):
        die = one.dice[which]
        assert die.size == plan.die
        for side, _ in die.sides:
            assert np.abs(np.median(side, axis=(0, 1)) - drawn.body).max() < 0.1, which
        pipped = [(np.abs(side - drawn.body).max(axis=2) > 0.2).sum() for side, _ in die.sides]
        assert (np.diff([pipped[die.values.index(number)] for number in range(1, 7)]) > 0).all(), which
    event = one.dice["event"]
    for colour in ("yellow", "blue", "green"):
        side = event.sides[event.values.index(colour)][0]
        others = {"yellow", "blue", "green"} - {colour}
        most = (np.abs(side - getattr(plan.event, colour)).max(axis=2) < 0.06).sum()
        assert most > 100 and all(
            (np.abs(side - getattr(plan.event, other)).max(axis=2) < 0.06).sum() < most / 5
            for other in others
        ), colour
    for thing in one.things:
        across, along = np.abs(thing.at) - np.array([one.tray.wide, one.tray.deep]) / 2
        assert max(across, along) > one.tray.thick, "beside the tray"


@pytest.mark.parametrize("how", [GOOD, WEB, DIM], ids=["good", "webcam", "dim"])
def test_a_developed_picture_keeps_its_size_and_is_the_same_again(how: Development) -> None:
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


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many dice were in each picture that something like Blender was asked for."""
    asked: list[int] = []

    class Studio:
        def __init__(self, *_: object) -> None: ...

        def photograph(self, lying: list[Lying], _hand: object = None) -> np.ndarray:
            asked.append(len(lying))
            return np.full((unseen.SIZE_PX[1] // 4, unseen.SIZE_PX[0] // 4, 3), 0.2, np.float32)

        def light(self, _lamps: object) -> None: ...

    monkeypatch.setitem(sys.modules, "tools.dice_training.renderer", SimpleNamespace(Studio=Studio))
    monkeypatch.setattr(unseen, "SIZE_PX", (240, 180))
    return asked


def test_a_mixed_rig_takes_its_parts_from_several() -> None:
    seen = [mixed(number, 5) for number in range(12)]
    assert seen == [mixed(number, 5) for number in range(12)] != [mixed(number, 6) for number in range(12)]
    assert [plan.name for plan in seen[:3]] == ["m00", "m01", "m02"]
    for plan in seen:
        sources = [
            {one.name for one in KEPT_APART if getattr(one, part) == getattr(plan, part)}
            for part in ("tray", "table", "event", "white", "eye")
        ]
        assert all(sources)
        assert not set.intersection(*sources), plan.name
        look = next(one for one in KEPT_APART if one.white == plan.white and one.die == plan.die)
        assert (look.red, look.finish) == (plan.red, plan.finish), "dice go together"


def test_a_picture_that_is_there_is_labelled_again_but_not_rendered(
    tmp_path: Path, rendered: list[int]
) -> None:
    one = unseen.render(PLANS[1], 1, 5, tmp_path)
    files = {entry["file"]: (tmp_path / entry["file"]).read_bytes() for entry in one["images"]}
    assert len(rendered) == 1 + 4 + 4 + unseen.ROLLS + 4
    (tmp_path / one["images"][3]["file"]).unlink()
    (tmp_path / one["images"][5]["darker"][1]).unlink()
    again = unseen.render(PLANS[1], 1, 5, tmp_path)
    assert again == one == json.loads(json.dumps(one))
    assert len(rendered) == 1 + 4 + 4 + unseen.ROLLS + 4 + 3, (
        "the empty tray, for the exposure, and the missing ones"
    )
    for entry in [*one["images"], *one["negatives"]]:
        light = [cv2.imread(str(tmp_path / file)).mean() for file in (entry["file"], *entry["darker"])]
        assert len(light) == 4
        assert all(less < 0.85 * more for more, less in pairwise(light))
    assert {file: (tmp_path / file).read_bytes() for file in files} == files
    assert [entry["reason"] for entry in one["negatives"]] == ["cocked", "cocked", "fourth", "empty"]
    for entry in one["negatives"][:2]:
        assert [die["flat"] for die in entry["dice"]].count(False) == 1
    for entry in [*one["calib"][1:], *one["again"], *one["images"]]:
        assert {die["kind"]: die["value"] for die in entry["dice"]} == {
            kind: entry[kind] for kind in ("white", "red", "event")
        }
        assert all(die["flat"] for die in entry["dice"])
    wide, deep, *_ = PLANS[1].size
    for before, now in zip(one["calib"][1:], one["again"], strict=True):
        assert (before["what"], now["file"]) == (now["what"], before["file"].replace(".jpg", "_again.jpg"))
        places = [
            np.mean(die["solid"], axis=0)[:2]
            for entry in (before, now)
            for die in entry["dice"]
            if die["kind"] == "event"
        ]
        assert math.dist(*places) > max(wide, deep) / 3, "the event die was put elsewhere"


def test_rigs_to_train_on_are_rendered_like_those_that_are_made_by_rule(
    tmp_path: Path, rendered: list[int]
) -> None:
    rigs.render_all(1, 2, 18, tmp_path, kind=trained.MIXED)
    kept = json.loads((tmp_path / "labels.json").read_text())
    assert list(kept["rigs"]) == ["w18-0000"] and len(rendered) == 3
    assert all(len(entry["dice"]) > 3 for entry in kept["images"])
    ruled = rigs.render(18, 0, 1, tmp_path)
    assert list(ruled["rigs"]) == ["r18-0000"]


def test_on_a_mat_without_walls_a_die_leans_on_another_instead(
    tmp_path: Path, rendered: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unseen, "ROLLS", 0)
    mat = next(plan for plan in PLANS if not plan.size[2])
    refused = unseen.render(mat, PLANS.index(mat), 5, tmp_path)["negatives"]
    assert [(entry["reason"], entry["note"]) for entry in refused[:2]] == [
        ("cocked", "another"),
        ("cocked", "die"),
    ]
    for entry in refused[:2]:
        assert [die["flat"] for die in entry["dice"]].count(False) == 1
    assert len({entry["file"] for entry in refused}) == len(refused) == 4
    assert len(rendered) == 1 + 4 + 4 + 4


@pytest.mark.parametrize("azimuth", [-90, 0, 90, 180])
def test_no_mug_stands_between_the_camera_and_the_floor(
    azimuth: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = replace(KEPT_APART[0], things=160, eye=replace(ASLANT, azimuth=azimuth))
    tray: Any = SimpleNamespace(wide=18.0, deep=14.0, thick=0.8)
    kept = rig.things(plan, tray, np.random.default_rng(18))
    assert not any(hides_floor(np.array(thing.at), thing.size, plan) for thing in kept)
    monkeypatch.setattr(rig, "hides_floor", lambda *_: False)
    every = rig.things(plan, tray, np.random.default_rng(18))
    hiding = [thing for thing in every if not any(thing.at == other.at for other in kept)]
    assert hiding and len(kept) + len(hiding) == 160
    towards = np.array([math.cos(math.radians(azimuth)), math.sin(math.radians(azimuth))])
    assert all(towards @ thing.at > 0 for thing in hiding), "they stand on the camera's side"


def test_a_mug_hides_the_floor_only_where_the_camera_looks_over_it() -> None:
    plan, mug, card = KEPT_APART[0], (7.2, 7.2, 8.5), (6.2, 9.4, 0.05)
    wide, deep = plan.size[:2]
    aslant = replace(plan, eye=ASLANT)
    near, far = np.array([0.0, -deep / 2 - 5]), np.array([0.0, deep / 2 + 5])
    assert hides_floor(near, mug, aslant)
    assert hides_floor(near, (3, 3, 90), aslant), "its shadow reaches across the tray and beyond"
    assert not hides_floor(far, mug, aslant), "the camera looks from the other side"
    assert not hides_floor(near, card, aslant), "a card is flat"
    assert not hides_floor(near, mug, replace(plan, eye=eye(2, -90, 60, 0.9, 0.0)))
    assert not hides_floor(np.array([wide, near[1]]), mug, aslant), "beside the tray"
