from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.geometry import fault  # noqa: E402
from calibration.model import ERRORS, CalibrationError, save  # noqa: E402
from calibration.reading import REASONS  # noqa: E402
from companion.app.cli import main  # noqa: E402
from hardware.dice_texts import corners_text, error_text, reason_text  # noqa: E402
from hardware.frames import FrameError  # noqa: E402
from tests.kit.dice_pictures import LABELS, PICTURES, learned  # noqa: E402

ROLL = next(roll for roll in LABELS["rolls"] if roll["rig"] == "d03")
SHOWN = {"white": ROLL["white"], "red": ROLL["red"], "event": ROLL["event"]}


@pytest.fixture
def calibration(tmp_path: Path) -> str:
    file = tmp_path / "tray.toml"
    save(learned("d03"), file)
    return str(file)


def five(rig: str) -> list[str]:
    words = []
    for name in ("empty", "ship", "yellow", "blue", "green"):
        words += [f"--{name}", str(PICTURES / f"{rig}_{name}.jpg")]
    return words


def objects(capsys: pytest.CaptureFixture[str]) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_calibrate_and_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, report = tmp_path / "tray.toml", tmp_path / "report.png"
    corners = [f"{x},{y}" for x, y in LABELS["rigs"]["d03"]["corners"]]
    words = ["dice", "calibrate", *five("d03"), "--corners", *corners, "--out", str(out)]
    assert main([*words, "--report", str(report)]) == 0
    assert cv2.imread(str(report)) is not None
    assert str(out) in capsys.readouterr().out
    file, negative = str(PICTURES / ROLL["file"]), str(PICTURES / "d03_missing0.jpg")
    assert main(["dice", "read", "--calibration", str(out), file, negative, "--json"]) == 0
    read, unsure = objects(capsys)
    assert set(read) == {"file", "white", "red", "event", "confidence"}
    assert read["file"] == file and {name: read[name] for name in SHOWN} == SHOWN
    assert unsure == {"file": negative, "unsure": "missing"}
    assert main(["dice", "read", "--calibration", str(out), file, negative]) == 0
    assert "A die is missing." in capsys.readouterr().out


def test_watch_says_each_roll_with_its_frame(
    calibration: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "clip"
    folder.mkdir()
    for number in range(12):
        name = "d03_empty.jpg" if number < 3 else ROLL["file"]
        shutil.copy(PICTURES / name, folder / f"{number:02}.jpg")
    assert main(["dice", "watch", "--calibration", calibration, "--source", str(folder), "--json"]) == 0
    (rolled,) = objects(capsys)
    assert 4 <= rolled["frame"] <= 7 and {name: rolled[name] for name in SHOWN} == SHOWN


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    (sentence,) = capsys.readouterr().err.splitlines()
    assert sentence.startswith("longship: ") and sentence.endswith(".") and "Traceback" not in sentence
    return sentence


def test_bad_pictures_are_one_sentence_each(
    calibration: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = {
        "tiny.png": np.zeros((1, 1, 3), np.uint8),
        "huge.jpg": np.full((6000, 8000, 3), 128, np.uint8),
        "grey.png": np.full((720, 960), 128, np.uint8),
        "wide.png": np.random.default_rng(0).integers(0, 255, (300, 900, 3)).astype(np.uint8),
    }
    for name, seen in bad.items():
        cv2.imwrite(str(tmp_path / name), seen)
    (tmp_path / "text.jpg").write_text("not a picture")
    for name in (*bad, "text.jpg", "missing.jpg"):
        status = main(["dice", "read", "--calibration", calibration, str(tmp_path / name), "--json"])
        assert status == 2
        captured = capsys.readouterr()
        assert "unsure" in json.loads(captured.out)
        (sentence,) = captured.err.splitlines()
        assert sentence.startswith("longship: ") and sentence.endswith(".")


def test_bad_calibrations_and_sources_are_one_sentence(
    calibration: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.toml"
    damaged.write_text(Path(calibration).read_text()[:500])
    assert main(["dice", "read", "--calibration", str(damaged), ROLL["file"]]) == 2
    assert "damaged" in one_sentence(capsys)
    assert main(["dice", "watch", "--calibration", str(tmp_path / "no.toml"), "--source", "0"]) == 2
    assert "no calibration" in one_sentence(capsys)
    assert main(["dice", "watch", "--calibration", calibration, "--source", "987"]) == 2
    assert "no camera" in one_sentence(capsys)
    words = ["dice", "calibrate", *five("d03"), "--out", str(tmp_path / "out.toml")]
    assert main([*words, "--corners", "1,2", "3,4", "5,6", "7"]) == 2
    assert "four corners" in one_sentence(capsys)


def test_loose_dice_are_read_where_they_are_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(PICTURES / ROLL["file"])
    assert main(["dice", "pips", file, "--box", "1,2,3", "--json"]) == 2
    one_sentence(capsys)
    assert main(["dice", "pips", file, "--box", "0,0,60,60", "--json"]) == 0
    (found,) = objects(capsys)
    assert found["unsure"] == "unclear", "the table is no die"


def test_everything_that_can_be_wrong_has_a_sentence() -> None:
    for reason in REASONS:
        assert reason_text(reason).endswith(".")
    for key, names in ERRORS.items():
        for count in (1, 2):
            details: dict[str, object] = dict.fromkeys(names, "count" if key == "corners" else count)
            assert error_text(CalibrationError(key, **details)).endswith(".")
    for key in ("no_source", "no_camera", "no_permission", "no_picture", "camera_stopped"):
        assert "/dev/video0" in error_text(FrameError(key, "/dev/video0"))
    found = fault([], 960, 720)
    assert found is not None and corners_text(found)
