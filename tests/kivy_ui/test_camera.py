"""The wizard that calibrates the dice camera, by touch, and the section of the settings that leads to it."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.dice import (
    VIEWS,
    CameraChoice,
    Corners,
    LiveView,
    RefusedViews,
    Report,
    Saved,
    Taken,
    Told,
)
from companion.app.dice_log import DiceLog, Faces, Throw
from companion.app.settings import load
from tests.kit.fakes import PretendedDice
from tests.kit.household import Household, household

LIVE = LiveView(96, 72, bytes(96 * 72 * 3), 10.0)
TRAY: Corners = ((150.0, 130.0), (810.0, 130.0), (820.0, 590.0), (140.0, 590.0))


class Job:
    """A calibration that goes as the test wants; its answers come from another thread."""

    def __init__(self, dice: Camera, tell: Callable[[Told], None]) -> None:
        self.dice, self.tell = dice, tell
        self.corners: Corners = ()
        self.closed = False

    def _say(self, told: Told) -> None:
        thread = threading.Thread(target=self.tell, args=(told,))
        thread.start()
        thread.join()

    def take(self, what: str) -> None:
        self.dice.taken.append(what)
        self._say(Taken(what, LIVE, self.dice.found if what == VIEWS[0] else ()))

    def make(self, corners: Corners) -> None:
        self.corners = corners
        self._say(self.dice.refusals.pop(0) if self.dice.refusals else Report(("Good.",), LIVE))

    def save(self) -> None:
        self._say(Saved("/file"))

    def close(self) -> None:
        self.closed = True


class Camera(PretendedDice):
    """Two cameras, one tray."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Corners = TRAY
        self.taken: list[str] = []
        self.refusals: list[RefusedViews] = []
        self.asked: list[tuple[str, tuple[int, int]]] = []
        self.jobs: list[Job] = []
        self.connected = (CameraChoice("usb:0", "Table Camera"), CameraChoice("pi", "Pi Camera"))

    def cameras(self) -> tuple[CameraChoice, ...]:
        return self.connected

    def calibrate(self, camera: str, size_px: tuple[int, int], tell: Callable[[Told], None]) -> Job:
        self.asked.append((camera, size_px))
        self.jobs.append(Job(self, tell))
        return self.jobs[-1]

    def show(self) -> None:
        """A picture comes."""
        self.jobs[-1]._say(LIVE)


@pytest.fixture
def camera() -> Camera:
    return Camera()


@pytest.fixture(params=[(800, 480)], ids=["800x480"])
def house(
    ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, camera: Camera, request: pytest.FixtureRequest
) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.dice = camera
        home.start(request.param)
        home.tap("settings", "section_camera")
        yield home


def begin(home: Household, camera: Camera) -> None:
    """As far as the page of the empty tray."""
    home.tap("calibrate")
    camera.show()
    home.driver.wait(lambda: home.driver.find("wizard_main").enabled)
    home.tap("wizard_main")


def step(home: Household) -> str:
    home.driver.frames()
    return str(home.shell.screen.wizard.step)


@pytest.mark.parametrize("house", [(800, 480), (480, 800), (720, 1280)], indirect=True)
def test_from_the_settings_to_a_camera_that_reads(house: Household, camera: Camera) -> None:
    begin(house, camera)
    house.tap("wizard_main")
    assert step(house) == "corners"
    house.tap("wizard_main")
    for what in ("ship", "yellow", "blue", "green"):
        assert step(house) == what
        house.tap("wizard_main")
    assert step(house) == "report" and camera.taken == list(VIEWS)
    assert sorted(camera.jobs[-1].corners) == sorted(TRAY)
    assert "Good." in house.everything_said()
    house.tap("wizard_main")
    house.driver.wait(lambda: house.shell.screen_name == "settings")
    assert "reads the dice" in house.said("toast")
    assert tomllib.loads(house.config.read_text())["dice"] == {"camera": "usb:0"}
    assert camera.jobs[-1].closed and camera.settings[-1].dice.camera == "usb:0"


def test_four_corners_are_tapped_where_the_tray_is_not_found(house: Household, camera: Camera) -> None:
    camera.found = ()
    begin(house, camera)
    house.tap("wizard_main")
    picture = house.driver.find("camera_picture")
    assert house.driver.find("wizard_main").enabled  # the dice will show where the tray is
    for count, corner in enumerate((TRAY[0], TRAY[2], TRAY[1], TRAY[3])):
        if count:
            assert f"{count} of 4" in house.said("instructions")
            assert not house.driver.find("wizard_main").enabled
        house.driver.touch(*picture._to_window(*corner), frames=3)
    for found, wanted in zip(sorted(house.shell.screen.wizard.corners), sorted(TRAY), strict=True):
        assert found == pytest.approx(wanted, abs=1)
    house.tap("wizard_main")
    assert step(house) == "ship"
    outline = [
        tuple(round(number, -1) for number in corner)
        for corner in house.driver.find("camera_picture").corners
    ]
    turn = outline.index((150, 130))
    assert outline[turn:] + outline[:turn] == [(150, 130), (810, 130), (820, 590), (140, 590)]


def test_a_corner_is_moved_with_a_finger(house: Household, camera: Camera) -> None:
    from kivy.tests.common import UnitTestTouch

    begin(house, camera)
    house.tap("wizard_main")
    picture = house.driver.find("camera_picture")
    finger = UnitTestTouch(*picture._to_window(160, 140))
    finger.touch_down()
    finger.touch_move(*picture._to_window(200, 220))
    finger.touch_up()
    house.driver.frames()
    moved = house.shell.screen.wizard.corners
    assert moved[0] == pytest.approx((200, 220), abs=1) and moved[1:] == TRAY[1:]
    house.tap("corners_again")
    assert house.shell.screen.wizard.corners == ()


def test_a_refusal_leads_to_the_picture_that_is_to_be_taken_again(house: Household, camera: Camera) -> None:
    camera.refusals = [
        RefusedViews("The dice cannot be told apart.", "blue"),
        RefusedViews("A corner!", "corners"),
    ]
    begin(house, camera)
    house.tap(*["wizard_main"] * 6)
    assert step(house) == "making" and "cannot be told apart" in house.said("instructions")
    house.tap("wizard_main")
    assert step(house) == "blue"
    house.tap("wizard_main")
    assert "A corner!" in house.said("instructions")
    house.tap("wizard_main")
    assert step(house) == "corners"
    house.tap("wizard_main")
    assert step(house) == "report" and camera.taken.count("blue") == 2


def test_two_pictures_in_the_wrong_order_are_both_taken_again(house: Household, camera: Camera) -> None:
    camera.refusals = [RefusedViews("Other faces.", "ship", "blue")]
    begin(house, camera)
    house.tap(*["wizard_main"] * 7)
    assert step(house) == "ship"
    house.tap("wizard_main")
    assert step(house) == "blue"
    house.tap("wizard_main")
    assert step(house) == "report" and camera.taken.count("yellow") == camera.taken.count("green") == 1


def test_back_is_a_page_back_and_in_the_end_the_settings(house: Household, camera: Camera) -> None:
    begin(house, camera)
    house.tap("wizard_main", "wizard_main", "back")
    assert step(house) == "corners"
    house.tap("back")
    assert step(house) == "empty"
    house.tap("back", "back")
    house.driver.wait(lambda: house.shell.screen_name == "settings")
    assert camera.jobs[-1].closed and not house.config.exists()


def test_another_camera_or_size_begins_anew(house: Household, camera: Camera) -> None:
    house.tap("calibrate", "camera_1", "size_640")
    assert camera.asked == [("usb:0", (960, 720)), ("pi", (960, 720)), ("pi", (640, 480))]
    assert [job.closed for job in camera.jobs] == [True, True, False]
    assert not house.driver.find("wizard_main").enabled, "no picture yet"


def test_without_a_picture_nothing_goes_on_and_why_is_said(house: Household, camera: Camera) -> None:
    house.tap("calibrate")
    camera.jobs[-1]._say(RefusedViews("There is no camera."))
    house.driver.frames()
    assert "There is no camera." in house.said("instructions")
    assert not house.driver.find("wizard_main").enabled
    camera.show()
    house.driver.frames()
    assert "There is no camera." not in house.said("instructions"), "now there is"


def test_no_camera_at_all(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, camera: Camera) -> None:
    camera.connected = ()
    with household(ui, tmp_path, monkeypatch) as home:
        home.dice = camera
        home.start()
        home.tap("settings", "section_camera")
        assert not home.driver.find("calibrate").enabled


def test_leaving_by_another_way_lets_go_of_the_camera(house: Household, camera: Camera) -> None:
    house.tap("calibrate")
    house.shell.go("home")
    house.driver.frames()
    assert camera.jobs[-1].closed
    camera.show()
    house.driver.frames()
    assert house.shell.screen_name == "home"


def test_camera_and_pictures_are_set_and_saved(house: Household, camera: Camera) -> None:
    house.tap("camera_1", "keep_True")
    assert (load()[0].dice.camera, load()[0].dice.keep_pictures) == ("pi", True)
    assert [settings.dice.camera for settings in camera.settings] == ["", "pi", "pi"]
    house.tap("camera_none", "keep_False")
    assert load()[0].dice.camera == ""


def test_how_often_the_camera_was_right(house: Household) -> None:
    assert "no rolls yet" in house.said("dice_section")
    log = DiceLog(house.data)
    ship = Faces(1, 2, "ship")
    for number, read in enumerate((ship, ship, Faces(1, 3, "ship"))):
        log.note(Throw(number, "taken" if read == ship else "corrected", read, ship))
    house.start()
    house.tap("settings", "section_camera")
    assert "Rolls seen: 3. Read correctly: 2, corrected: 1" in house.said("dice_section")
    assert "2 / 3" in house.said("dice_section")
