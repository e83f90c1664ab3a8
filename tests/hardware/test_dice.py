"""The dice camera's thread: what it reads, what it says when something is amiss, and that it lets go."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration.fixed import Fixed
from calibration.model import CalibrationError, save
from calibration.rest import UNSURE_ROLLS
from companion.app.dice import LiveView, Reading, RefusedViews, Report, Saved, Taken, Told
from companion.app.ports import Notice
from companion.app.settings import DiceSettings, Settings, calibration_file
from hardware import camera_job, cameras, dice, eye
from hardware.calibrating import retaken
from hardware.dice import open_dice
from hardware.dice_texts import advice, error_text, reason_text
from hardware.frames import Frame, FrameError
from tests.kit.dice_frames import FRAME_SECONDS, Cameras, Scripted
from tests.kit.dice_noise import without_one
from tests.kit.dice_pictures import LABELS, PICTURES, learned, picture, reader_of
from tests.kit.glare import Glare

ROOT = Path(__file__).parents[2]
RIG = "d01"
DEADLINE_S = 120.0
EVENTS = {"ship": "ship", "yellow": "trade", "blue": "politics", "green": "science"}


def label(name: str) -> tuple[int, int, str]:
    """What a picture shows, in the game's words."""
    shown = next(one for one in LABELS["rolls"] if one["file"] == name)
    return shown["white"], shown["red"], EVENTS[shown["event"]]


def faces(reading: Reading) -> tuple[Any, Any, Any]:
    return reading.white, reading.red, reading.event


def until(condition: Callable[[], object], what: str = "it never happened") -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.005)


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Short pauses, files of the test's own, and no thread that outlives its test."""
    monkeypatch.setattr(camera_job, "PAUSES_S", (0.01, 0.02, 0.05))
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path))
    monkeypatch.setattr(eye, "START_SECONDS", 0.2)
    monkeypatch.setattr(cameras, "SYSFS", tmp_path / "sys")
    yield
    until(lambda: not [thread for thread in threading.enumerate() if thread.name == "longship-dice"])


class Table:
    """Somebody who listens to the camera."""

    def __init__(
        self, *sources: Any, camera: str = "usb:0", calibrated: str = RIG, keep: bool = False
    ) -> None:
        self.readings: list[Reading] = []
        self.notices: list[Notice] = []
        self.told: list[Told] = []
        self.cameras = Cameras(*sources)
        self.settings = Settings(dice=DiceSettings(camera=camera, keep_pictures=keep))
        if calibrated:
            save(learned(calibrated), calibration_file(self.settings))
        self.dice = open_dice(
            self.settings, self.notices.append, self.readings.append, open_source=self.cameras.open
        )

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        for source in self.cameras.given:
            source.ended.set()  # a picture that is waited for comes
        self.dice.close()

    def sentences(self) -> list[str]:
        return [notice.text for notice in self.notices]


# --- reading ------------------------------------------------------------------------------------------


def test_rolls_arrive_in_order_each_once_in_the_words_of_the_game() -> None:
    source = Scripted("d01_empty.jpg", "d01_02.jpg", "d01_empty.jpg", "d01_11.jpg", "d01_11.jpg")
    with Table(source) as table:
        until(source.shown.is_set)
        assert [faces(reading) for reading in table.readings] == [label("d01_02.jpg"), label("d01_11.jpg")]
        assert not any(reading.unsure or reading.picture for reading in table.readings)
        assert table.notices == []
        assert table.cameras.opened == [("usb:0", (960, 720))], "in the size that was calibrated"
    assert source.closed.is_set()


def test_dice_that_lay_there_at_the_start_are_no_roll() -> None:
    source = Scripted("d01_02.jpg", "d01_02.jpg", "d01_11.jpg")
    with Table(source) as table:
        until(source.shown.is_set)
        assert [faces(reading) for reading in table.readings] == [label("d01_11.jpg")]


def test_unsure_comes_with_its_reason_and_what_is_sure() -> None:
    source = Scripted("d01_empty.jpg", "d01_cocked0.jpg", frames=30)
    with Table(source) as table:
        until(source.shown.is_set)
        (reading,) = table.readings
    assert reading.unsure == advice(reading.reason, ["red"])
    assert (reading.white, reading.red, reading.event) == (6, None, "politics")


def test_a_roll_that_was_unsure_is_read_once_its_dice_are_set_right() -> None:
    lying, empty = picture("d01_02.jpg"), picture("d01_empty.jpg")
    source = Scripted(empty, without_one(reader_of(RIG), lying, empty), lying, frames=30)
    with Table(source) as table:
        until(source.shown.is_set)
        unsure, reading = table.readings
    assert unsure.reason == "missing" and not unsure.set_right
    assert reading.set_right and not reading.unsure and faces(reading) == label("d01_02.jpg")


def test_the_table_is_told_what_it_can_do() -> None:
    told = {reason: advice(reason).removeprefix(reason_text(reason)).strip() for reason in UNSURE_ROLLS}
    assert {reason for reason, way_out in told.items() if not way_out} == {"blurred"}, told


def test_a_die_that_leans_is_named_where_the_others_are_read() -> None:
    assert advice("cocked", ["red"]).startswith("The red die seems to lean. Lay it flat")
    for unread in ([], ["white", "red"]):
        assert advice("cocked", unread).startswith("A die does not lie flat. Lay it flat")
    assert advice("missing", ["red"]).startswith("A die is missing")


class Dimmed(Scripted):
    """An empty tray, and then a roll under a lamp, in a camera that can let in less light. ``grey`` at its
    darkest it shows no colours, and when it has been asked for ``last`` stops it fails."""

    def __init__(self, glare: Glare, *, grey: bool = False, last: int = 9) -> None:
        super().__init__("d01_empty.jpg")
        self.glare = glare
        self.grey, self.last = grey, last
        self.asked: list[int] = []

    def darken(self, stops: int) -> bool:
        self.asked.append(stops)
        return True

    def frames(self) -> Iterator[Frame]:
        for number in range(90):
            stops = self.asked[-1] if self.asked else 0
            seen = picture("d01_empty.jpg") if number < self.each else self.glare.seen(stops, number)
            if stops == self.last:
                raise FrameError("camera_stopped", "usb:0")
            if stops == 3 and self.grey:
                seen[:] = seen.mean(axis=2, keepdims=True)
            yield Frame(number, number * FRAME_SECONDS, seen)
        self.shown.set()
        self.ended.wait(20)


def test_a_roll_under_a_lamp_is_read_with_less_light_and_said_once() -> None:
    source = Dimmed(Glare.on("d01_02.jpg", red=1.5))
    with Table(source) as table:
        until(source.shown.is_set)
        assert [faces(reading) for reading in table.readings] == [label("d01_02.jpg")]
        assert table.notices == [], "the darker pictures are no trouble with the light"
    assert source.asked == [1, 2, 3, 0]


def test_a_darker_picture_without_colours_is_no_camera_without_them() -> None:
    source = Dimmed(Glare.on("d01_02.jpg", red=1.5), grey=True)
    with Table(source) as table:
        until(source.shown.is_set)
        assert [faces(reading) for reading in table.readings] == [label("d01_02.jpg")]
        assert table.notices == []


def test_a_roll_is_said_though_the_camera_fails_while_darker_pictures_are_taken() -> None:
    source, then = Dimmed(Glare.on("d01_02.jpg", red=1.5), last=2), Scripted("d01_empty.jpg", "d01_11.jpg")
    with Table(source, then) as table:
        until(then.shown.is_set)
        assert [reading.reason for reading in table.readings] == ["glare_red", ""]
        assert faces(table.readings[1]) == label("d01_11.jpg")
    assert source.asked == [1, 2]


def test_the_picture_comes_with_the_reading_where_pictures_are_kept() -> None:
    source = Scripted("d01_empty.jpg", "d01_02.jpg")
    with Table(source, keep=True) as table:
        until(source.shown.is_set)
        (reading,) = table.readings
    assert reading.picture.startswith(b"\xff\xd8")


def test_a_folder_is_a_camera_for_trying_things_out(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, name in enumerate(["d01_empty.jpg"] * 2 + ["d01_02.jpg"] * 5):
        (folder / f"{number}.jpg").symlink_to(PICTURES / name)
    heard: list[Notice] = []
    readings: list[Reading] = []
    settings = Settings(dice=DiceSettings(camera=f"folder:{folder}"))
    save(learned(RIG), calibration_file(settings))
    dice = open_dice(settings, heard.append, readings.append)
    until(lambda: readings)
    dice.close()
    assert [faces(reading) for reading in readings] == [label("d01_02.jpg")] and heard == []


@pytest.mark.parametrize("camera", ["folder:/nowhere", "file:/dev/null", "usb:77"])
def test_what_is_no_camera_is_one_sentence(camera: str) -> None:
    heard: list[Notice] = []
    settings = Settings(dice=DiceSettings(camera=camera))
    save(learned(RIG), calibration_file(settings))
    dice = open_dice(settings, heard.append, print)
    until(lambda: heard)
    time.sleep(0.2)
    dice.close()
    assert len(heard) == 1 and heard[0].text.endswith(".") and "roll" not in heard[0].text


# --- what can be amiss --------------------------------------------------------------------------------


def test_a_missing_camera_is_said_once_and_tried_until_it_is_there() -> None:
    source = Scripted("d01_empty.jpg", "d01_02.jpg")
    missing = [FrameError("no_camera", "/dev/video0")] * 5
    with Table(*missing, source) as table:
        until(source.shown.is_set)
        assert len(table.cameras.opened) == 6
        assert table.sentences() == ["There is no camera /dev/video0, or another program uses it."]
        assert [faces(reading) for reading in table.readings] == [label("d01_02.jpg")]


def test_a_permission_that_is_missing_is_said_once() -> None:
    with Table(*[FrameError("no_permission", "/dev/video0")] * 1000) as table:
        until(lambda: len(table.cameras.opened) > 3)
        assert table.sentences() == [error_text(FrameError("no_permission", "/dev/video0"))]


def test_unplugged_is_said_once_and_plugged_in_again_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    again = Scripted("d01_empty.jpg", "d01_11.jpg")
    with Table(
        Scripted("d01_empty.jpg", "d01_02.jpg", ...), FrameError("camera_stopped", "usb:0"), again
    ) as table:
        until(again.shown.is_set)
        assert [faces(reading) for reading in table.readings] == [label("d01_02.jpg"), label("d01_11.jpg")]
        assert table.sentences() == ["The camera usb:0 delivers no more pictures."]


def test_a_loose_plug_is_told_of_once_in_an_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "WELL_SECONDS", 0.2)  # it works again each time, and is tried again at once
    drops: list[Any] = [Scripted("d01_empty.jpg", ..., frames=5), FrameError("no_camera", "usb:0")]
    last = Scripted("d01_empty.jpg")
    with Table(*(drop for _time in range(20) for drop in drops), last) as table:
        until(last.shown.is_set)
        assert len(table.notices) == len(set(table.sentences())) == 2, "stopped, and not there"


def test_a_camera_that_has_worked_for_long_is_told_of_again_ever_more_seldom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dice, "QUIET_SECONDS", 1.0)
    stretches = (1.2, 1.2, 1.2, 2.4, 2.4)  # it must have worked for 1 s, then 2, then 4
    sources = [Scripted("d01_empty.jpg", ..., frames=round(seconds / FRAME_SECONDS)) for seconds in stretches]
    last = Scripted("d01_empty.jpg")
    with Table(*sources, last) as table:
        until(last.shown.is_set)
        assert len(table.notices) == 3


def test_the_pause_between_two_tries_grows() -> None:
    pauses = [camera_job.pause_s(tries) for tries in range(6)]
    assert pauses == [0.01, 0.02, 0.05, 0.05, 0.05, 0.05]


def test_a_camera_that_sends_one_picture_for_ever_is_taken_for_stopped() -> None:
    frozen = Scripted("d01_empty.jpg", frames=120, noise=False)
    with Table(frozen) as table:
        until(lambda: table.notices)
        assert table.sentences()[0] == "The camera usb:0 delivers no more pictures."
        until(frozen.closed.is_set)


def test_pictures_of_another_shape_are_refused_in_a_sentence() -> None:
    with Table(*[Scripted("d01_02.jpg", turned=True) for _try in range(3)]) as table:
        until(lambda: len(table.cameras.opened) >= 3)
        (sentence,) = table.sentences()
        assert "another camera" in sentence and "720x960" in sentence
        assert table.readings == []


def test_a_fault_of_the_eye_is_said_and_the_camera_goes_on() -> None:
    source = Scripted("d01_empty.jpg", "d01_02.jpg")
    with Table(Scripted("d01_empty.jpg", RuntimeError("a fault")), source) as table:
        until(source.shown.is_set)
        assert table.sentences() == ["The dice camera failed: RuntimeError: a fault."]
        assert len(table.readings) == 1


def test_without_a_calibration_the_roll_pad_works() -> None:
    with Table(calibrated="") as table:
        until(lambda: table.notices)
        (notice,) = table.notices
        assert notice.text.startswith("There is no calibration") and "Camera" in notice.remedy
        assert table.cameras.opened == []


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text[: len(text) // 2], "is damaged"),
        (lambda text: "\0" + text, "is damaged"),
        (lambda text: text.replace("version = 1", "version = 99", 1), "newer Longship"),
        (
            lambda text: text.replace('kind = "pictures"', 'kind = "pi"', 1),
            "of the camera “pi”, and this is “usb Table Camera”",
        ),
        (lambda text: text.replace('kind = "pictures"', 'kind = "usb"', 1), "of the camera “usb”"),
    ],
)
def test_a_calibration_that_cannot_be_used_is_one_sentence(
    spoil: Callable[[str], str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "sys/video0").mkdir(parents=True)
    (tmp_path / "sys/video0/name").write_text("Table Camera\n")
    file = calibration_file(Settings())
    save(learned(RIG), file)
    text = file.read_text()
    assert spoil(text) != text
    file.write_text(spoil(text))
    with Table(calibrated="") as table:
        until(lambda: table.notices)
        (sentence,) = table.sentences()
        assert said in sentence


def test_a_tray_that_has_moved_is_told_when_it_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eye, "CHECK_SECONDS", 0.3)
    source = Scripted("d03_empty.jpg", "d03_blocked0.jpg", frames=30)
    with Table(source, calibrated="d03") as table:
        until(source.shown.is_set)
        assert table.sentences() == [reason_text("blocked")], "once"


# --- coming and going ---------------------------------------------------------------------------------


def test_another_camera_is_opened_when_the_first_is_let_go() -> None:
    first, second = Scripted("d01_empty.jpg"), Scripted("d01_empty.jpg", "d01_02.jpg")
    with Table(first, second) as table:
        until(first.shown.is_set)
        dice = msgspec.structs.replace(table.settings.dice, camera="pi")
        threading.Timer(0.2, first.close).start()
        table.dice.configure(msgspec.structs.replace(table.settings, dice=dice))
        until(second.shown.is_set)
        assert [camera for camera, _size in table.cameras.opened] == ["usb:0", "pi"]
        assert len(table.readings) == 1


def test_no_camera_any_more() -> None:
    source = Scripted("d01_empty.jpg")
    with Table(source) as table:
        until(source.shown.is_set)
        table.dice.configure(Settings())
        source.close()
        until(lambda: not [one for one in threading.enumerate() if one.name == "longship-dice"])
        assert table.notices == []


def test_without_a_camera_nothing_is_loaded_and_no_thread_runs() -> None:
    program = """
import sys, threading
from companion.app.settings import Settings
from hardware.calibrating import retaken
from hardware.dice import open_dice
dice = open_dice(Settings(), print, print)
dice.close()
print({"cv2", "numpy", "calibration.model", "picamera2", "kivy", "sqlite3"} & set(sys.modules), threading.active_count())
"""  # noqa: E501
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout == "set() 1\n"


def test_without_opencv_it_is_one_sentence(tmp_path: Path) -> None:
    program = """
import sys, time
sys.modules["cv2"] = None
from companion.app.settings import DiceSettings, Settings
from hardware.calibrating import retaken
from hardware.dice import open_dice
heard = []
dice = open_dice(Settings(dice=DiceSettings(camera="usb:0")), heard.append, print)
dice._job.thread.join(60)
(notice,) = heard
assert "OpenCV" in notice.text and notice.text.endswith("./longship setup camera"), notice
told = []
job = dice.calibrate("usb:0", (960, 720), told.append)
job.thread.join(60)
job.close()
assert "OpenCV" in told[0].text, told
dice.close()
"""
    environment = {**os.environ, "LANGUAGE": "en", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)


# --- a calibration ------------------------------------------------------------------------------------


class Hands:
    """Somebody at the wizard: shows the tray, and takes a picture of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.job = table.dice.calibrate("usb:0", (960, 720), table.told.append)

    def wait(self, kind: type[Any]) -> Any:
        """The next thing of this kind that is told."""
        until(lambda: any(isinstance(told, kind) for told in self.table.told), f"no {kind.__name__}")
        found = next(told for told in self.table.told if isinstance(told, kind))
        self.table.told.remove(found)
        return found


class Shown(Scripted):
    """Shows one picture until another one is put before it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.now, self.seen = name, ""

    def frames(self) -> Iterator[Any]:
        from hardware.frames import Frame
        from tests.kit.dice_pictures import picture

        number = 0
        while not self.ended.wait(0.01):
            self.seen = self.now
            yield Frame(number, number * 0.08, picture(self.now))
            number += 1

    def show(self, name: str) -> None:
        self.now = name
        until(lambda: self.seen == name)
        time.sleep(0.03)  # until the job has it too


def test_the_wizard_learns_and_the_table_reads_by_it() -> None:
    source = Shown("d01_empty.jpg")
    after = Scripted("d01_empty.jpg", "d01_02.jpg")
    with Table(source, after, calibrated="") as table:
        hands = Hands(table)
        view = hands.wait(LiveView)
        assert len(view.rgb) == view.width * view.height * 3 and view.width * view.scale == 960
        hands.job.take("empty")
        taken = hands.wait(Taken)
        corners = taken.corners or tuple(tuple(corner) for corner in LABELS["rigs"][RIG]["corners"])
        for what in ("ship", "yellow", "blue", "green"):
            source.show(f"d01_{what}.jpg")
            hands.job.take(what)
            assert hands.wait(Taken).what == what
        hands.job.make(corners)
        report = hands.wait(Report)
        assert "cannot be fixed" in report.lines[-1]
        assert len(report.view.rgb) == report.view.width * report.view.height * 3
        hands.job.save()
        assert Path(hands.wait(Saved).file) == calibration_file(table.settings)
        hands.job.close()
        until(after.shown.is_set)
        assert [faces(reading) for reading in table.readings] == [label("d01_02.jpg")]


class Adjusting(Shown):
    """A camera that can be fixed; ``darker`` by as much as it then is."""

    def __init__(self, name: str, darker: float = 1.0) -> None:
        super().__init__(name)
        self.darker = darker
        self.calls: list[Fixed | str | None] = []

    def hold(self, fixed: Fixed | None = None) -> Fixed:
        self.calls.append(fixed)
        return Fixed(exposure_us=8000, focus_steps=30)

    def release(self) -> None:
        self.calls.append("release")

    def frames(self) -> Iterator[Any]:
        for frame in super().frames():
            dark = self.darker if self.calls[-1:] == [None] else 1.0
            yield replace(frame, picture=(frame.picture * dark).astype(np.uint8))


def learn(table: Table, source: Shown) -> Report:
    """All five pictures, and what came of them; it is saved."""
    hands = Hands(table)
    hands.wait(LiveView)
    for what in ("empty", "ship", "yellow", "blue", "green"):
        source.show(f"d01_{what}.jpg")
        hands.job.take(what)
        assert hands.wait(Taken).what == what
    hands.job.make(tuple(tuple(corner) for corner in LABELS["rigs"][RIG]["corners"]))
    report = hands.wait(Report)
    hands.job.save()
    hands.wait(Saved)
    hands.job.close()
    assert isinstance(report, Report)
    return report


def test_a_camera_is_fixed_before_the_first_picture_and_when_it_is_opened_again() -> None:
    source, after = Adjusting("d01_empty.jpg"), Adjusting("d01_empty.jpg")
    with Table(source, after, calibrated="") as table:
        report = learn(table, source)
        assert report.lines[-1] == "Fixed on the camera: exposure, focus"
        assert source.calls == ["release", None], "let go of first, then held as it was"
        until(lambda: after.calls)
        assert after.calls == [Fixed(exposure_us=8000, focus_steps=30)]


def test_a_camera_that_is_darker_when_it_is_fixed_adjusts_itself() -> None:
    source, after = Adjusting("d01_empty.jpg", darker=0.4), Scripted("d01_empty.jpg")
    with Table(source, after, calibrated="") as table:
        report = learn(table, source)
        assert "cannot be fixed" in report.lines[-1]
        assert source.calls == ["release", None, "release"]


def test_a_refusal_names_the_picture_to_take_again() -> None:
    source = Shown("d01_empty.jpg")
    with Table(source, calibrated="", camera="") as table:
        hands = Hands(table)
        hands.wait(LiveView)
        hands.job.make(())
        assert hands.wait(RefusedViews).what == "empty", "nothing has been taken yet"
        for what in ("empty", "ship", "yellow", "blue", "green"):
            source.show(f"d01_{'empty' if what == 'blue' else what}.jpg")
            hands.job.take(what)
            hands.wait(Taken)
        hands.job.make(tuple(tuple(corner) for corner in LABELS["rigs"][RIG]["corners"]))
        refused = hands.wait(RefusedViews)
        assert refused.what == "blue" and refused.text
        hands.job.save()
        hands.job.close()
        assert not calibration_file(table.settings).exists()


def test_accepted_corners_count_where_no_dice_are_seen() -> None:
    with Table(Shown("d03_empty.jpg"), calibrated="", camera="") as table:
        hands = Hands(table)
        hands.wait(LiveView)
        hands.job.take("empty")
        found = hands.wait(Taken).corners
        assert len(found) == 4
        for what in ("ship", "yellow", "blue", "green"):
            hands.job.take(what)
            hands.wait(Taken)
        hands.job.make(found)
        assert hands.wait(RefusedViews).what == "ship", "not the corners: these are accepted"
        hands.job.close()


def test_pictures_in_the_wrong_order_are_both_to_be_taken_again() -> None:
    wrong = CalibrationError("faces_mistaken", one="ship", two="blue")
    assert retaken(wrong) == ("ship", "blue")
    assert "with the ship and with the blue gate" in error_text(wrong)
    assert retaken(CalibrationError("faces_alike", one="ship", two="blue")) == ("blue",)
    assert retaken(CalibrationError("colours_alike")) == ()


def test_a_calibration_without_a_camera_says_so_and_waits_for_one() -> None:
    source = Shown("d01_empty.jpg")
    with Table(FrameError("no_camera", "/dev/video0"), source, calibrated="", camera="") as table:
        hands = Hands(table)
        hands.job.take("empty")
        assert "no camera" in hands.wait(RefusedViews).text
        hands.wait(LiveView)
        hands.job.close()
