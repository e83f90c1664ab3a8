"""Any number of devices at once: what is told to all of them, and what one that fails costs."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from companion.app import devices
from companion.app.alerts import REFUSED
from companion.app.devices import Devices, open_devices
from companion.app.ports import Cue, Notice, NullDevice, Part, PartKind, Press, PressKind, Scene
from companion.app.settings import AlertSettings, Settings
from tests.kit.fakes import Pressed, RecordingDevice


class EntryPoint:
    """One that loads what the test gives it."""

    def __init__(self, name: str, loaded: Any) -> None:
        self.name = name
        self.loaded = loaded

    def load(self) -> Any:
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


def install(monkeypatch: pytest.MonkeyPatch, **loaded: Any) -> None:
    found = tuple(EntryPoint(name, one) for name, one in loaded.items())
    monkeypatch.setattr(devices, "entry_points", lambda **_which: found)


def tell(device: Any) -> list[str]:
    """Whatever the app tells a device; the names of the calls."""
    device.scene(Scene(step=1))
    device.cue(Cue(REFUSED))
    device.cancel()
    device.mute(True)
    device.configure(Settings())
    device.try_part("lamp")
    device.close()
    return ["scene", "cue", "cancel", "mute", "configure", "try", "close"]


def test_the_installed_devices_open() -> None:
    notices: list[Notice] = []
    opened = open_devices(Settings(alerts=AlertSettings(enabled=False)), notices.append, Pressed())
    opened.close()
    assert notices == []


def test_all_are_told_the_same_and_each_brings_its_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = RecordingDevice(), RecordingDevice()
    first.shown_parts = (Part("lamp", PartKind.LIGHT, "Lamp", "here"),)
    second.shown_parts = (Part("horn", PartKind.SOUND, "Horn", "there"),)
    install(monkeypatch, lamp=first.open, horn=second.open)
    pressed, notices = Pressed(), []
    opened = open_devices(Settings(), notices.append, pressed)
    assert {part.key for part in opened.parts()} == {"lamp", "horn"}
    names = tell(opened)
    for device in (first, second):
        assert [name for name, _value in device.calls] == names
    first.press("next")
    second.press("seat", 3)
    assert pressed.presses == [Press(PressKind.NEXT), Press(PressKind.SEAT, 3)]
    assert notices == []


@pytest.mark.parametrize("loaded", [ImportError("no gpiozero"), lambda *_: 1 / 0])
def test_one_that_cannot_be_opened_is_one_notice_and_the_others_work(
    monkeypatch: pytest.MonkeyPatch, loaded: Any
) -> None:
    good = RecordingDevice()
    install(monkeypatch, broken=loaded, good=good.open)
    notices: list[Notice] = []
    opened = open_devices(Settings(), notices.append, Pressed())
    opened.scene(Scene(step=2))
    assert [scene.step for scene in good.scenes] == [2]
    (notice,) = notices
    assert "“broken”" in notice.text and "./longship setup" in notice.remedy


def test_one_that_breaks_its_word_costs_itself_alone(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(NullDevice):
        def scene(self, scene: Scene) -> None:
            raise OSError(5, "Input/output error")

    good = RecordingDevice()
    together = Devices([("broken", Broken()), ("good", good)])
    with caplog.at_level(logging.ERROR):
        for step in range(3):
            together.scene(Scene(step=step))
    assert [scene.step for scene in good.scenes] == [0, 1, 2]
    assert len(caplog.records) == 1, "once is enough"


def test_no_device_at_all_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    notices: list[Notice] = []
    opened = open_devices(Settings(), notices.append, Pressed())
    tell(opened)
    assert opened.parts() == () and notices == []
    assert tell(NullDevice()) and NullDevice().parts() == ()
