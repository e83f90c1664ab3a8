from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

cv2 = pytest.importorskip("cv2")

from calibration.fixed import Fixed  # noqa: E402
from calibration.geometry import fault  # noqa: E402
from calibration.model import ERRORS, CalibrationError, save  # noqa: E402
from calibration.reading import REASONS  # noqa: E402
from companion.app.cli import main  # noqa: E402
from hardware import dice_command  # noqa: E402
from hardware.dice_texts import corners_text, error_text, reason_text  # noqa: E402
from hardware.frames import FOLDER_FPS, Frame, FrameError  # noqa: E402
from tests.kit.dice_noise import without_one  # noqa: E402
from tests.kit.dice_pictures import LABELS, PICTURES, learned, picture, reader_of  # noqa: E402

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
    said = "A die is missing, or lies under another."
    assert unsure == {"file": negative, "unsure": "missing", "words": said}
    assert main(["dice", "read", "--calibration", str(out), file, negative]) == 0
    assert f"{negative}: {said} (missing)" in capsys.readouterr().out


def test_watch_says_each_roll_with_its_frame_and_time(
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
    assert rolled["seconds"] == rolled["frame"] / FOLDER_FPS and "time" not in rolled


def test_watch_says_that_a_roll_was_set_right(
    calibration: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A die has fallen out, and somebody puts it back."""
    folder = tmp_path / "clip"
    folder.mkdir()
    lying, empty = picture(ROLL["file"]), picture("d03_empty.jpg")
    two = without_one(reader_of("d03"), lying, empty)
    shown = [*[empty] * 3, *[two] * 20, *[lying] * 12]
    for number, seen in enumerate(shown):
        cv2.imwrite(str(folder / f"{number:02}.png"), seen)
    watch = ["dice", "watch", "--calibration", calibration, "--source", str(folder)]
    assert main([*watch, "--json"]) == 0
    unsure, rolled = objects(capsys)
    assert unsure["unsure"] == "missing" and "set_right" not in unsure
    assert rolled["set_right"] is True and {name: rolled[name] for name in SHOWN} == SHOWN
    assert main(watch) == 0
    assert capsys.readouterr().out.endswith(", set right\n")


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
        said = json.loads(captured.out)
        assert said["unsure"]
        (sentence,) = captured.err.splitlines()
        assert sentence == f"longship: {said['words']}" and sentence.endswith(".")


def test_a_picture_of_another_tray_says_so(calibration: str, capsys: pytest.CaptureFixture[str]) -> None:
    other = str(PICTURES / "d04_03.jpg")
    assert main(["dice", "read", "--calibration", calibration, other]) == 0
    assert "This is another tray" in capsys.readouterr().out


def test_pictures_in_which_no_dice_are_seen_say_so_and_that_corners_may_be_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = str(PICTURES / "d03_empty.jpg")
    words = [word for name in ("empty", "ship", "yellow", "blue", "green") for word in (f"--{name}", empty)]
    assert main(["dice", "calibrate", *words, "--out", str(tmp_path / "tray.json")]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "Too few dice are seen" in first and "--corners X,Y" in second


def test_a_large_photograph_is_calibrated_by_corners_in_its_own_pixels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = []
    for name in ("empty", "ship", "yellow", "blue", "green"):
        small = cv2.imread(str(PICTURES / f"d03_{name}.jpg"))
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), cv2.resize(small, None, fx=3, fy=3))
        words += [f"--{name}", str(tmp_path / f"{name}.jpg")]
    corners = [[3 * x, 3 * y] for x, y in LABELS["rigs"]["d03"]["corners"]]
    out = str(tmp_path / "tray.toml")
    given = [f"{x},{y}" for x, y in corners]
    assert main(["dice", "calibrate", *words, "--corners", *given, "--out", out, "--json"]) == 0
    (made,) = objects(capsys)
    assert np.allclose(made["corners_px"], corners, atol=0.1)
    assert main(["dice", "read", "--calibration", out, str(PICTURES / ROLL["file"]), "--json"]) == 0
    (read,) = objects(capsys)
    assert {name: read[name] for name in SHOWN} == SHOWN


def test_what_cannot_be_decoded_is_one_sentence_in_a_terminal(
    calibration: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.png"
    cut.write_bytes(cv2.imencode(".png", cv2.imread(str(PICTURES / ROLL["file"])))[1].tobytes()[:9000])
    assert main(["dice", "read", "--calibration", calibration, str(cut)]) == 2
    assert capfd.readouterr().err == f"longship: {cut} is not a picture.\n"
    video = tmp_path / "video.mp4"
    video.write_text("no video")
    assert main(["dice", "watch", "--calibration", calibration, "--source", str(video)]) == 2
    assert capfd.readouterr().err == f"longship: {video} is not a picture.\n"


def test_a_refused_view_is_named_by_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grey = tmp_path / "grey.png"
    cv2.imwrite(str(grey), np.full((720, 960), 128, np.uint8))
    words = ["dice", "calibrate", *five("d03"), "--out", str(tmp_path / "out.toml")]
    assert main([*words, "--ship", str(grey)]) == 2
    assert str(grey) in one_sentence(capsys)


class Camera:
    """A camera that shows one picture for a while, and can be fixed."""

    def __init__(self) -> None:
        self.held: Fixed | None = None

    def frames(self) -> Iterator[Frame]:
        seen = cv2.imread(str(PICTURES / ROLL["file"]))
        return (Frame(number, number / 12, seen) for number in range(8))

    def hold(self, fixed: Fixed | None = None) -> Fixed:
        self.held = fixed
        return fixed or Fixed()

    def release(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("source", "camera"), [("0", "usb:0"), ("/dev/video0", "usb:0"), ("usb:0", "usb:0"), ("pi", "pi")]
)
def test_a_camera_is_watched_as_it_was_calibrated(
    source: str,
    camera: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened: list[object] = []
    shown = Camera()

    def open_camera(name: str, size_px: tuple[int, int]) -> Camera:
        opened.append((name, size_px))
        return shown

    monkeypatch.setattr(dice_command, "open_camera", open_camera)
    monkeypatch.setattr(dice_command, "name_of", lambda _camera: "")
    made = learned("d03")
    kind = camera.partition(":")[0]
    fixed = replace(made, camera=replace(made.camera, kind=kind, exposure_us=8000))
    save(fixed, tmp_path / "tray.toml")
    words = ["dice", "watch", "--calibration", str(tmp_path / "tray.toml"), "--source", source, "--json"]
    assert main(words) == 0
    assert opened == [(camera, (960, 720))]
    assert shown.held == Fixed(exposure_us=8000)
    (rolled,) = objects(capsys)
    assert {name: rolled[name] for name in SHOWN} == SHOWN
    assert datetime.fromisoformat(rolled["time"]).tzinfo is not None
    save(replace(fixed, camera=replace(fixed.camera, name="Another")), tmp_path / "tray.toml")
    assert main(words) == 2
    assert f"of the camera “{kind} Another”" in one_sentence(capsys)


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
    for box in ("1,2,3", "nan,0,60,60", "0,0,inf,60"):
        assert main(["dice", "pips", file, "--box", box, "--json"]) == 2
        one_sentence(capsys)
    assert main(["dice", "pips", file, "--box", "0,0,1e9,60", "--json"]) == 0
    (found,) = objects(capsys)
    assert found["unsure"] == "unclear", "no die is as large as that"
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
    keys = (
        "no_source",
        "no_camera",
        "no_permission",
        "no_picture",
        "no_pictures",
        "unreadable",
        "camera_stopped",
    )
    for key in keys:
        assert "/dev/video0" in error_text(FrameError(key, "/dev/video0"))
    assert "  " not in error_text(CalibrationError("damaged", file=""))
    found = fault([], 960, 720)
    assert found is not None and corners_text(found)
