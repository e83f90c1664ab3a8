"""One way in for touches, and each touch counted once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kivy_ui.input import SAME_TOUCH_SECONDS, TouchFilter, choose_provider, install_provider, touch_devices
from kivy_ui.samples import SamplePlay


def panel(root: Path, name: str, abilities: str) -> None:
    capabilities = root / "sys/class/input" / name / "device/capabilities"
    capabilities.mkdir(parents=True)
    (capabilities / "abs").write_text(abilities + "\n")
    (root / "dev/input").mkdir(parents=True, exist_ok=True)
    (root / "dev/input" / name).touch()


@pytest.mark.parametrize(
    ("wanted", "driver", "devices", "environment", "entry"),
    [
        ("auto", "kmsdrm", ["/dev/input/event4"], {}, ("panel", "mtdev,/dev/input/event4")),
        ("auto", "KMSDRM", ["/dev/input/event4"], {}, ("panel", "mtdev,/dev/input/event4")),
        ("auto", "x11", ["/dev/input/event4"], {}, ("mouse", "mouse,disable_multitouch")),
        ("auto", "kmsdrm", [], {}, ("mouse", "mouse,disable_multitouch")),
        ("auto", None, [], {}, ("mouse", "mouse,disable_multitouch")),
        ("mouse", "kmsdrm", ["/dev/input/event4"], {}, ("mouse", "mouse,disable_multitouch")),
        ("mtdev", "x11", ["/dev/input/event4"], {}, ("panel", "mtdev,/dev/input/event4")),
        ("mtdev", "x11", [], {}, ("panel_%(name)s", "probesysfs,provider=mtdev")),
        ("/dev/input/event9", "x11", [], {}, ("panel", "mtdev,/dev/input/event9")),
        ("auto", "x11", [], {"LONGSHIP_TUIO": "127.0.0.1:3333"}, ("tuio", "tuio,127.0.0.1:3333")),
    ],
)
def test_the_one_provider(
    wanted: str, driver: str | None, devices: list[str], environment: dict[str, str], entry: tuple[str, str]
) -> None:
    assert choose_provider(wanted, driver, devices, environment) == entry


def test_only_that_provider_is_left_to_kivy(window: Any) -> None:
    from kivy.config import Config

    Config.set("input", "mouse", "mouse")
    Config.set("input", "other", "probesysfs")
    install_provider(("panel", "mtdev,/dev/input/event4"))
    assert Config.items("input") == [("panel", "mtdev,/dev/input/event4")]


def test_touch_panels_are_told_from_other_devices(tmp_path: Path) -> None:
    panel(tmp_path, "event0", "0")
    panel(tmp_path, "event1", "260800000000003")  # ABS_X, ABS_Y and the two of multi-touch
    panel(tmp_path, "event2", "3")  # a joystick: ABS_X and ABS_Y alone
    panel(tmp_path, "event3", "no number")
    assert touch_devices(tmp_path) == [str(tmp_path / "dev/input/event1")]
    assert touch_devices(tmp_path / "nothing") == []


class Doubled:
    """Sends each finger twice, as two input providers would, the second some milliseconds later."""

    def __init__(self, ui: Any, window: Any) -> None:
        self.ui = ui
        self.now = 0.0
        self.filter = TouchFilter(800 / 153, clock=lambda: self.now)
        self.filter.install(window)

    def tap(self, x: float, y: float, later: float | None = None, shift: float = 0.0) -> None:
        from kivy.tests.common import UnitTestTouch

        first = UnitTestTouch(x, y)
        first.touch_down()
        fingers = [first]
        if later is not None:
            self.now += later
            second = UnitTestTouch(x + shift, y)
            second.touch_down()
            fingers.append(second)
        for finger in fingers:
            finger.touch_up()
        self.ui.frames(1)


@pytest.fixture
def doubled(ui: Any, window: Any) -> Any:
    fingers = Doubled(ui, window)
    yield fingers
    for event in ("down", "later", "up"):
        method = {"down": "on_touch_down", "later": "on_touch_move", "up": "on_touch_up"}[event]
        window.unbind(**{method: getattr(fingers.filter, event)})


@pytest.mark.parametrize(
    ("later", "shift", "entered"),
    [
        (None, 0.0, 1),
        (0.0, 0.0, 1),
        (0.012, 4.0, 1),
        (SAME_TOUCH_SECONDS, 15.0, 1),
    ],
    ids=["single", "at once", "12 ms", "at the edge"],
)
def test_a_doubled_touch_counts_once(
    ui: Any, doubled: Any, later: float | None, shift: float, entered: int
) -> None:
    play = SamplePlay()
    ui.open(play).go("table")
    ui.frames()
    ladder = ui.find("ladder_0_trade")
    doubled.tap(ladder.center_x - 8, ladder.center_y, later, shift)
    assert len(play.done) == entered


def test_a_quick_second_tap_and_a_second_finger_count(ui: Any, doubled: Any) -> None:
    from kivy.tests.common import UnitTestTouch

    play = SamplePlay()
    ui.open(play).go("table")
    ui.frames()
    ladder, other = ui.find("ladder_0_trade"), ui.find("ladder_1_science")
    doubled.tap(*ladder.center)
    doubled.now += SAME_TOUCH_SECONDS + 0.001
    doubled.tap(*ladder.center)
    assert len(play.done) == 2
    doubled.now += 1
    fingers = [UnitTestTouch(*ladder.center), UnitTestTouch(*other.center)]
    for finger in fingers:
        finger.touch_down()
    for finger in fingers:
        finger.touch_up()
    assert len(play.done) == 4


def test_after_a_doubled_touch_the_next_ones_count(ui: Any, doubled: Any) -> None:
    play = SamplePlay()
    ui.open(play).go("table")
    ui.frames()
    ladder = ui.find("ladder_0_trade")
    for _tap in range(3):
        doubled.tap(*ladder.center, 0.01)
        doubled.now += 0.5
    assert len(play.done) == 3
