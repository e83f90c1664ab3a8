"""Trying the parts of devices from the command line: what is said of each, and the exit status."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from companion.app import devices, trial
from companion.app.cli import main
from companion.app.ports import Part, PartKind
from companion.app.trial import Tried, try_each, wait_for_parts
from tests.kit.fakes import RecordingDevice

LAMP = Part("panel.lamp", PartKind.LIGHT, "Lamp", "GP2")
BROKEN = Part("panel.spare", PartKind.LIGHT, "Spare lamp", "GP3", "Something else uses GP3.")
HORN = Part("panel.horn", PartKind.SOUND, "Horn", "GP4")
NEXT = Part("panel.next", PartKind.BUTTON, "Button NEXT", "GP5")
UNDO = Part("panel.undo", PartKind.BUTTON, "Button UNDO", "GP6")


class Pressing(RecordingDevice):
    """A device one of whose buttons is down whenever it is looked at for the third time."""

    def __init__(self, *shown: Part, pressed: str = "") -> None:
        super().__init__()
        self.shown_parts = shown
        self.pressed = pressed
        self.looks = 0

    def parts(self) -> tuple[Part, ...]:
        self.looks += 1
        down = self.looks % 3 == 0
        return tuple(
            Part(one.key, one.kind, one.label, one.wire, one.fault, down and one.key == self.pressed)
            for one in self.shown_parts
        )


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("LC_ALL", "C")
    for name, value in {"EACH_S": 0.0, "BUTTONS_S": 0.1, "LOOK_S": 0.01, "REST_S": 0.0}.items():
        monkeypatch.setattr(trial, name, value)


def tried(device: Pressing) -> tuple[list[str], list[Tried]]:
    said: list[str] = []
    found = list(try_each(device, device.shown_parts, said.append, lambda _seconds: None))
    return said, found


def test_each_part_is_tried_and_the_wire_is_said() -> None:
    device = Pressing(LAMP, BROKEN, HORN, NEXT, UNDO, pressed="panel.next")
    said, found = tried(device)
    assert [value for name, value in device.calls if name == "try"] == ["panel.lamp", "panel.horn", ""]
    assert "Lamp shines alone" in said[0] and "check the wire at GP2" in said[0]
    assert said[1] == "Spare lamp: Something else uses GP3."
    assert "Horn sounds alone" in said[2] and "GP4" in said[2]
    assert "Button NEXT, Button UNDO" in said[3]
    assert said[4] == "Button NEXT works."
    assert said[5].startswith("Button UNDO was not pressed.") and "GP6" in said[5]
    assert {one.part.key: one.good for one in found} == {
        "panel.lamp": True,
        "panel.spare": False,
        "panel.horn": True,
        "panel.next": True,
        "panel.undo": False,
    }


def test_without_buttons_nobody_waits() -> None:
    said, found = tried(Pressing(LAMP))
    assert len(said) == 1 and [one.good for one in found] == [True]


def test_devices_have_time_to_come() -> None:
    ticks = itertools.count(0.0, 0.1)
    late = Pressing()
    assert wait_for_parts(late, lambda: next(ticks)) == ()
    assert late.looks > 5
    assert wait_for_parts(Pressing(LAMP)) == (LAMP,)


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, device: RecordingDevice, *words: str
) -> tuple[int, str]:
    class Entry:
        name = "panel"

        def load(self) -> Any:
            return device.open

    monkeypatch.setattr(devices, "entry_points", lambda **_which: (Entry(),))
    status = main(["doctor", "--try", *words])
    return status, capsys.readouterr().out


def test_the_command_says_all_and_its_status_whether_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text("[alerts]\nmuted = true\nenabled = false\n")
    good = Pressing(LAMP, NEXT, pressed="panel.next")
    status, out = run(monkeypatch, capsys, good)
    assert status == 0 and "Button NEXT works." in out and good.closed
    status, out = run(monkeypatch, capsys, Pressing(LAMP, BROKEN))
    assert status == 1 and "Something else uses GP3." in out
    status, out = run(monkeypatch, capsys, Pressing())
    assert status == 1 and "No lights, buzzers or buttons are connected" in out


def test_for_programs_it_is_one_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out = run(monkeypatch, capsys, Pressing(LAMP, NEXT), "--json")
    report = json.loads(out)
    assert status == 1 and report["notices"] == []
    assert [(one["part"]["key"], one["pressed"]) for one in report["tried"]] == [
        ("panel.lamp", None),
        ("panel.next", False),
    ]


def test_the_real_pins_are_tried_on_pretended_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("LONGSHIP_ALERTS", f"mock:{tmp_path / 'pins.jsonl'}")
    monkeypatch.setattr(trial, "EACH_S", 0.05)
    assert main(["doctor", "--try"]) == 0
    said = capsys.readouterr().out
    assert "Ship, light 7 shines alone" in said and "GPIO 12 (pin 32 of the header)" in said
    lit = {
        change["key"]
        for change in map(json.loads, (tmp_path / "pins.jsonl").read_text().splitlines())
        if change.get("state")
    }
    assert {"ship[0]", "seats[5]", "buzzer"} <= lit
