"""One way in for touches, and each touch counted once."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kivy_ui.geometry import Box
from kivy_ui.widgets.button import Button
from kivy_ui.window.input import (
    SAME_TOUCH_SECONDS,
    TouchFilter,
    choose_provider,
    install_provider,
    touch_devices,
    why_not,
)
from tests.kit.offscreen import Hours, Panel
from tests.scenes.samples import SamplePlay


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


def test_what_brings_no_touches_is_told_from_what_does(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    for device in (tmp_path, tmp_path / "file", tmp_path / "pipe", tmp_path / "missing", "/dev/zero"):
        assert why_not(str(device)), device
    assert why_not("/" + "x" * 5000) == "File name too long"


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


@pytest.fixture
def table(ui: Any, window: Any) -> Iterator[SamplePlay]:
    """The table behind the filter."""
    play = SamplePlay()
    touches = TouchFilter(800 / 153)
    touches.install(window)
    ui.open(play).go("table")
    ui.frames()
    yield play
    window.unbind(on_touch_down=touches.down, on_touch_move=touches.later, on_touch_up=touches.up)


def in_frames(ui: Any, clock: Hours, seconds: float) -> Panel:
    return Panel(ui.loop, clock, seconds)


FRAMES = pytest.mark.parametrize("seconds", [0.016, 0.25, 0.9], ids=["16 ms", "250 ms", "900 ms"])


@FRAMES
@pytest.mark.parametrize("later", [0.0, 0.012, SAME_TOUCH_SECONDS])
def test_a_finger_that_two_devices_tell_counts_once(
    ui: Any, table: SamplePlay, clock: Hours, seconds: float, later: float
) -> None:
    panel = in_frames(ui, clock, seconds)
    x, y = ui.find("ladder_0_trade").center
    for number in range(3):
        panel.tap(x - 8, y, number * 0.3, device="panel")
        panel.tap(x, y, number * 0.3 + later, device="mouse")
    panel.settle()
    assert len(table.done) == 3


@FRAMES
def test_a_touch_that_a_device_tells_twice_at_once_counts_once(
    ui: Any, table: SamplePlay, clock: Hours, seconds: float
) -> None:
    panel = in_frames(ui, clock, seconds)
    x, y = ui.find("ladder_0_trade").center
    panel.tap(x, y)
    panel.tap(x + 4, y, 0.012)
    panel.settle()
    assert len(table.done) == 1


@FRAMES
@pytest.mark.parametrize("twice", [False, True])
def test_quick_taps_on_one_place_count_each(
    ui: Any, table: SamplePlay, clock: Hours, seconds: float, twice: bool
) -> None:
    panel = in_frames(ui, clock, seconds)
    panel.twice = twice
    x, y = ui.find("ladder_0_trade").center
    for number in range(5):
        panel.tap(x, y, number * 0.1, rest=0.05)
    panel.settle()
    assert len(table.done) == 5


@FRAMES
def test_two_fingers_at_once_count_both(ui: Any, table: SamplePlay, clock: Hours, seconds: float) -> None:
    panel = in_frames(ui, clock, seconds)
    for name in ("ladder_0_trade", "ladder_1_science"):
        panel.tap(*ui.find(name).center)
    panel.settle()
    assert len(table.done) == 2


def test_a_device_that_cannot_say_when_a_finger_came_loses_no_tap(
    ui: Any, table: SamplePlay, clock: Hours
) -> None:
    """The mouse is asked once a frame, so all of its taps of that frame seem to have come at once."""
    panel = in_frames(ui, clock, 0.25)
    x, y = ui.find("ladder_0_trade").center
    for _number in range(2):
        panel.tap(x, y, rest=0.0, device="mouse")
    panel.settle()
    assert len(table.done) == 2


@FRAMES
def test_a_tap_is_no_hold_however_long_the_frame_takes(ui: Any, clock: Hours, seconds: float) -> None:
    ui.open(SamplePlay())
    done: list[str] = []
    button = Button(
        ui.shell.look, "both", "Both", on_tap=lambda: done.append("tap"), on_hold=lambda: done.append("hold")
    )
    button.place(Box(100, 100, 200, 100))
    ui.shell.add_widget(button)
    panel = in_frames(ui, clock, seconds)
    # it comes at the end of a frame and is lifted in the next
    panel.tap(200, 150, max(0.0, seconds - 0.04), rest=0.08)
    panel.settle()
    assert done == ["tap"]
    panel.tap(200, 150, 0.1, rest=2.5)
    panel.settle()
    assert done == ["tap", "hold"]


def test_a_hold_counts_from_when_the_finger_came_down_not_from_when_the_frame_began(
    ui: Any, clock: Hours
) -> None:
    ui.open(SamplePlay())
    done: list[str] = []
    button = Button(
        ui.shell.look, "both", on_tap=lambda: done.append("tap"), on_hold=lambda: done.append("hold")
    )
    button.place(Box(100, 100, 200, 100))
    ui.shell.add_widget(button)
    panel = in_frames(ui, clock, 0.25)
    # told with the second frame, and for 550 ms down: the third frame after that ends 750 ms after it began
    panel.tap(200, 150, 0.49, rest=0.55)
    panel.settle()
    assert done == ["tap"]


def test_who_sets_the_clock_of_the_machine_loses_no_touch(
    ui: Any, table: SamplePlay, clock: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy_ui.window import input as kivy_input

    panel = in_frames(ui, clock, 0.016)
    x, y = ui.find("ladder_0_trade").center
    for hours in (-5, 5, 0):
        monkeypatch.setattr(kivy_input.time, "time", lambda hours=hours: time.monotonic() + 3600 * hours)
        panel.tap(x, y)
        panel.settle()
    monkeypatch.undo()
    assert len(table.done) == 3
