"""What the eye's benchmark counts, on a folder of one tray."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration import benchmark, measuring  # noqa: E402
from calibration.model import EVENT_FACES  # noqa: E402
from tests.kit.dice_pictures import LABELS, PICTURES  # noqa: E402
from tests.kit.glare import Glare  # noqa: E402

RIG = "d03"
DICE = {"white": 1, "red": 2, "event": "ship"}


def roll(**parts: Any) -> measuring.Record:
    plain = {"what": "roll", "rig": "a", "corners": "given", "degraded": measuring.PLAIN, "file": "a.jpg"}
    return {
        **plain,
        "tags": [],
        "wanted": DICE,
        "told": DICE,
        "reason": None,
        "dice": [],
        "ms": 20.0,
        **parts,
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One tray with two rolls, one of which has a wrong label, and a negative."""
    made = tmp_path_factory.mktemp("set")
    corners = LABELS["rigs"][RIG]["corners"]
    first, second = [entry for entry in LABELS["rolls"] if entry["rig"] == RIG][:2]
    labels = {
        "rigs": {RIG: {}},
        "calib": [
            {"rig": RIG, "what": what, "file": f"{RIG}_{what}.jpg", "tray_corners": corners}
            for what in ("empty", *EVENT_FACES)
        ],
        "images": [first, second | {"red": second["red"] % 6 + 1}],
        "negatives": [{"rig": RIG, "file": f"{RIG}_missing0.jpg", "reason": "missing"}],
    }
    (made / "labels.json").write_text(json.dumps(labels))
    for file in PICTURES.glob(f"{RIG}_*"):
        (made / file.name).symlink_to(file)
    return made


def test_a_folder_is_read_by_this_version_and_by_another_beside_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = folder / "failed.png"
    other = str(benchmark.HOME)
    benchmark.main([str(folder), "--plain", "--beside", other, "--sheet", str(sheet)])
    said = capsys.readouterr().out
    rows = [line.split() for line in said.splitlines()]
    assert rows.count([RIG, "2", "50.0%", "1", "0", "1", "|", RIG, "2", "50.0%", "1", "0", "1"]) == 2
    assert "  missing: missing 1" in said
    assert "0 of 1 refused" in said
    assert "WRONG" in said
    assert cv2.imread(str(sheet)).shape[1] == benchmark.ACROSS * benchmark.TILE_PX


def test_a_version_that_fails_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="could not be measured"):
        benchmark.measured(benchmark.HOME, tmp_path, "", plain=True)


def test_rolls_are_counted_by_what_was_done_to_their_pictures() -> None:
    wrong = roll(degraded="light +40 %", told=DICE | {"event": "blue"})
    unsure = roll(degraded="blurred", told=DICE | {"white": None}, reason="unclear_white")
    rows = [line.split() for line in benchmark.table([roll(), wrong, unsure, *made()])]
    assert ["light", "+40", "%", "1", "0.0%", "0", "0", "1"] in rows
    assert ["blurred", "1", "0.0%", "0", "1", "0"] in rows
    assert [benchmark.cause(record)[1] for record in benchmark.failures([roll(), wrong, unsure])] == [
        "1/2/ship: WRONG; "
    ], "of degraded pictures only what is wrong"


def made() -> list[measuring.Record]:
    """A calibration that was refused, and one that was made."""
    refused = {"what": "calibration", "rig": "a", "corners": "found", "refused": "no_tray", "again": []}
    accepted = refused | {"corners": "given", "refused": None, "again": ["blue"]}
    return [refused | {"ms": 2000}, accepted | {"ms": 1000}]


def test_calibrations_that_were_refused_are_counted_with_their_time() -> None:
    assert {
        "calibrations, corners given: 0 of 1 refused, 1 taken again, 1.00 s in the middle, 1.00 s at most",
        "calibrations, corners found: 1 of 1 refused, 0 taken again, 2.00 s in the middle, 2.00 s at most",
    } <= set(benchmark.table([roll(), *made()]))


def test_a_calibrations_picture_that_is_refused_is_taken_once_more(folder: Path) -> None:
    """The calibration has the blue gate where the ship should be, and another ship is there."""
    labels = json.loads((folder / "labels.json").read_text())
    views = {entry["what"]: entry for entry in labels["calib"]}
    labels["calib"] = [*views.values(), views["ship"] | {"file": views["blue"]["file"]}]
    _, reader = measuring._calibrated(folder, labels, RIG, "given")
    assert reader is None
    labels["again"] = [views["ship"], views["blue"]]
    made, reader = measuring._calibrated(folder, labels, RIG, "given")
    assert reader is not None and made["refused"] is None
    assert made["again"] == ["blue", "ship"], "the two look alike, and nobody knows which is wrong"


def test_a_folder_without_the_trays_that_were_chosen_has_a_table() -> None:
    assert any(line.startswith("calibrations, corners given: 0 of 0 refused") for line in benchmark.table([]))


@pytest.mark.parametrize("degraded", [name for name in measuring.DEGRADATIONS if name != measuring.PLAIN])
def test_a_picture_is_degraded_the_same_way_each_time(degraded: str) -> None:
    one, two = (measuring.load(PICTURES, f"{RIG}_ship.jpg", degraded) for _ in range(2))
    plain = measuring.load(PICTURES, f"{RIG}_ship.jpg")
    assert one.shape == plain.shape and (one == two).all() and (one != plain).any()


def test_where_light_hides_a_die_darker_pictures_count_and_what_was_read_without_them_is_kept(
    tmp_path: Path,
) -> None:
    glare = Glare.on("d01_02.jpg", red=1.5)
    labels = {
        "rigs": {"d01": {}},
        "calib": [
            {
                "rig": "d01",
                "what": what,
                "file": f"d01_{what}.jpg",
                "tray_corners": LABELS["rigs"]["d01"]["corners"],
            }
            for what in ("empty", *EVENT_FACES)
        ],
        "images": [
            {
                "rig": "d01",
                "file": "bright.png",
                "darker": ["dark1.png", "dark2.png", "dark3.png"],
                "white": glare.told.white,
                "red": glare.told.red,
                "event": glare.told.event,
            },
            {"rig": "d01", "file": "bright.png", "white": 1, "red": 1, "event": "ship"},
        ],
    }
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    for file in PICTURES.glob("d01_*"):
        (tmp_path / file.name).symlink_to(file)
    for stops, name in enumerate(("bright.png", "dark1.png", "dark2.png", "dark3.png")):
        cv2.imwrite(str(tmp_path / name), glare.seen(stops, stops))
    records = benchmark.measured(benchmark.HOME, tmp_path, "", plain=True)
    given = [one for one in records if one["what"] == "roll" and one["corners"] == "given"]
    assert [one["reason"] for one in given] == [None, "glare_red"]
    assert [one.get("alone", {}).get("reason") for one in given] == ["glare_red", None]
    assert "of these by darker pictures, corners given: right 1" in benchmark.table(records)
