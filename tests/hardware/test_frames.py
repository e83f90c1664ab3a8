from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.fixed import Fixed  # noqa: E402
from hardware.frames import CapturedFrames, FrameError, load_picture, open_frames, picture_size  # noqa: E402


def write(file: Path, width: int, height: int, value: int = 90) -> Path:
    assert cv2.imwrite(str(file), np.full((height, width, 3), value, np.uint8))
    return file


def refusal(source: Path | str) -> str:
    with pytest.raises(FrameError) as refused:
        list(open_frames(str(source)).frames())
    return refused.value.key


class Capture:
    """A USB camera that adjusts itself, and has no focus to move."""

    def __init__(self) -> None:
        self.values = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4200.0,
            cv2.CAP_PROP_GAIN: 12.0,
        }

    def get(self, prop: int) -> float:
        return self.values.get(prop, -1.0)

    def set(self, prop: int, value: float) -> bool:
        refused = (
            (prop == cv2.CAP_PROP_EXPOSURE and self.values[cv2.CAP_PROP_AUTO_EXPOSURE] != 1)
            or (prop == cv2.CAP_PROP_WB_TEMPERATURE and self.values[cv2.CAP_PROP_AUTO_WB] != 0)
            or prop not in self.values
        )
        if not refused:
            self.values[prop] = value
        return not refused


def usb_camera(capture: Any) -> CapturedFrames:
    source = CapturedFrames.__new__(CapturedFrames)
    source._capture, source._live, source._exposure_us = capture, True, None
    return source


def test_a_usb_camera_is_fixed_as_it_is_and_later_as_it_was() -> None:
    source = usb_camera(Capture())
    fixed = source.hold()
    assert fixed == Fixed(exposure_us=15700, gain=12.0, white_balance_k=4200)
    assert source._capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert source._capture.values[cv2.CAP_PROP_AUTO_WB] == 0
    later = usb_camera(Capture())
    later._capture.values |= {cv2.CAP_PROP_EXPOSURE: 300.0, cv2.CAP_PROP_WB_TEMPERATURE: 6000.0}
    assert later.hold(fixed) == fixed
    assert later._capture.values == source._capture.values


def test_only_what_was_fixed_is_fixed_again() -> None:
    source = usb_camera(Capture())
    assert source.hold(Fixed(exposure_us=8000)) == Fixed(exposure_us=8000)
    assert source._capture.values[cv2.CAP_PROP_EXPOSURE] == 80
    assert source._capture.values[cv2.CAP_PROP_AUTO_WB] == 1
    source.release()
    assert source._capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3


def test_a_usb_camera_lets_in_less_light_where_its_exposure_is_held() -> None:
    source = usb_camera(Capture())
    assert not source.darken(1), "it adjusts itself, and would make up for it"
    source.hold(Fixed(exposure_us=800))
    for stops, steps in ((1, 4), (2, 2), (3, 1)):
        assert source.darken(stops)
        assert source._capture.values[cv2.CAP_PROP_EXPOSURE] == steps
    assert not source.darken(4), "no camera exposes for less than 100 microseconds"
    assert source.darken(0)
    assert source._capture.values[cv2.CAP_PROP_EXPOSURE] == 8
    source.release()
    assert not source.darken(1)
    clip = usb_camera(Capture())
    clip._live = False
    clip.hold()
    assert not clip.darken(1)


def test_a_usb_camera_that_refuses_everything_is_used_as_it_is() -> None:
    capture = Capture()
    capture.values.clear()
    assert usb_camera(capture).hold() == Fixed()


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_the_size_of_a_picture_is_known_before_it_is_decoded(tmp_path: Path, kind: str) -> None:
    file = write(tmp_path / f"dice{kind}", 321, 123)
    assert picture_size(file.read_bytes()) == (321, 123)
    assert picture_size(b"GIF89a") is None and picture_size(b"") is None


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_huge_picture_comes_smaller(tmp_path: Path, kind: str) -> None:
    seen = load_picture(write(tmp_path / f"huge{kind}", 8000, 6000))
    assert max(seen.shape) <= 2600 and seen.shape[1] / seen.shape[0] == pytest.approx(4 / 3, rel=0.01)


def test_a_folder_goes_by_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        write(tmp_path / f"frame{number}.png", 120, 100, number)
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(open_frames(str(tmp_path)).frames())
    assert [int(frame.picture[0, 0, 0]) for frame in frames] == [1, 2, 10]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert frames[2].seconds > frames[1].seconds > 0


def test_a_picture_lies_there_for_a_while(tmp_path: Path) -> None:
    assert len(list(open_frames(str(write(tmp_path / "dice.png", 120, 100))).frames())) > 12


def test_a_video_is_a_camera(tmp_path: Path) -> None:
    file = tmp_path / "dice.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter_fourcc(*"MJPG"), 10, (160, 120))
    for value in (20, 120, 220):
        writer.write(np.full((120, 160, 3), value, np.uint8))
    writer.release()
    source = open_frames(str(file))
    frames = list(source.frames())
    source.close()
    assert [round(float(frame.picture.mean()), -1) for frame in frames] == [20, 120, 220]
    assert [frame.seconds for frame in frames] == pytest.approx([0, 0.1, 0.2])


def test_what_gives_no_pictures_is_said(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "no_pictures"
    assert refusal(tmp_path / "nothing") == "no_source"
    assert refusal("/dev/video987") == "no_camera" and refusal("987") == "no_camera"
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8no picture at all")
    assert refusal(broken) == "no_picture"
    broken.write_bytes(b"")
    assert refusal(broken) == "no_picture"
    video = tmp_path / "broken.avi"
    video.write_bytes(b"RIFFnothing")
    assert refusal(video) == "no_picture"
    with pytest.raises(FrameError) as missing:
        load_picture(tmp_path / "nothing.jpg")
    assert (missing.value.key, missing.value.reason) == ("unreadable", "No such file or directory")
