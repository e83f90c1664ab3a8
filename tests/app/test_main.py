"""How the parts are put together, with the entry points of this checkout."""

from __future__ import annotations

import configparser
import importlib.metadata
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from companion import __main__ as starter
from companion.app.dice import NullDice
from companion.app.display import Display
from companion.app.life import Life
from companion.app.ports import Notice
from companion.app.service import Service
from companion.app.settings import DiceSettings, Settings
from tests.kit.manager import Manager

ROOT = Path(__file__).resolve().parents[2]


class EntryPoint:
    """One that loads what the test gives it."""

    def __init__(self, loaded: object) -> None:
        self.loaded = loaded

    def load(self) -> object:
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")


def install(monkeypatch: pytest.MonkeyPatch, *loaded: object) -> list[dict[str, str]]:
    asked: list[dict[str, str]] = []

    def entry_points(**which: str) -> tuple[EntryPoint, ...]:
        asked.append(which)
        return tuple(EntryPoint(one) for one in loaded)

    monkeypatch.setattr(starter, "entry_points", entry_points)
    return asked


def test_the_entry_points_that_are_looked_for_are_declared() -> None:
    declared = configparser.ConfigParser()
    declared.read(ROOT / "setup.cfg")
    groups = declared["options.entry_points"]
    assert groups["longship.frontends"].strip() == "kivy = kivy_ui.app:run"
    assert "pins = hardware.pins:open_pins" in groups["longship.devices"].splitlines()
    assert groups["longship.dice"].strip() == "camera = hardware.dice:open_dice"
    assert groups["console_scripts"].strip() == "longship = companion.__main__:main"


def test_without_words_the_front_end_runs_with_the_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def run(*opening: object) -> int:
        given.extend(opening)
        return 7

    asked = install(monkeypatch, run)
    assert starter.main([]) == 7
    assert given[:2] == [starter.open_devices, starter.open_dice]
    assert isinstance(given[2], Life)
    assert asked == [{"group": "longship.frontends", "name": "kivy"}]


def test_the_screen_found_is_named_to_sdl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setenv("DISPLAY", ":99")
    seen: list[str] = []
    install(monkeypatch, lambda *_: seen.append(os.environ["SDL_VIDEODRIVER"]) or 0)
    assert starter.main([]) == 0
    assert seen == ["x11"]


def test_no_screen_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert starter.main([]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert captured.err.startswith("longship: This desktop shows Wayland windows only")


def test_a_kiosk_waits_for_a_screen_and_says_so(tmp_path: Path) -> None:
    manager = Manager(str(tmp_path / "notify"))
    found = iter(
        [Display(None, "There is no screen."), Display(None, "None yet."), Display("kmsdrm", "One.")]
    )
    waited: list[float] = []
    service = Service.of({"NOTIFY_SOCKET": manager.address})
    display = starter.find_screen(service, lambda: next(found), waited.append)
    assert display.driver == "kmsdrm" and len(waited) == 2
    said = manager.heard()
    assert [word for word in said if "STATUS" in word] == ["STATUS=There is no screen.", "STATUS=None yet."]
    (longer, _again) = (word.partition("=")[2] for word in said if "EXTEND_TIMEOUT_USEC" in word)
    assert int(longer) > waited[0] * 1e6
    manager.close()


@pytest.mark.parametrize("kiosk", [False, True])
def test_a_kiosk_whose_window_cannot_be_opened_takes_its_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kiosk: bool
) -> None:
    if kiosk:
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    paused: list[float] = []
    monkeypatch.setattr(starter.time, "sleep", paused.append)
    install(monkeypatch, lambda *_: 1)
    assert starter.main([]) == 1
    assert paused == [starter.LOOK_SECONDS] * kiosk
    install(monkeypatch, lambda *_: 0)
    assert starter.main([]) == 0 and len(paused) == kiosk


@pytest.mark.parametrize("loaded", [(), (ImportError("No module named 'kivy'"),)])
def test_a_missing_front_end_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], loaded: tuple[object, ...]
) -> None:
    install(monkeypatch, *loaded)
    assert starter.main([]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and "./longship setup" in captured.err


@pytest.mark.parametrize("loaded", [(), (ImportError("broken"),), (lambda *_, **__: 1 / 0,)])
@pytest.mark.parametrize("camera", ["", "usb:0"])
def test_a_missing_dice_camera_is_one_notice_if_one_is_set(
    monkeypatch: pytest.MonkeyPatch, loaded: tuple[object, ...], camera: str
) -> None:
    install(monkeypatch, *loaded)
    notices: list[Notice] = []
    settings = Settings(dice=DiceSettings(camera=camera))
    opened = starter.open_dice(settings, notices.append, lambda reading: None)
    assert isinstance(opened, NullDice)
    assert [notice.remedy.endswith("./longship setup") for notice in notices] == [True] * bool(camera)


def test_words_go_to_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    command_line = types.ModuleType("companion.app.cli")
    command_line.main = lambda arguments: len(arguments)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "companion.app.cli", command_line)
    assert starter.main(["replay", "a.jsonl", "--json"]) == 3


def test_the_start_loads_no_optional_part() -> None:
    optional = {"kivy", "gpiozero", "hardware", "kivy_ui", "cv2", "babel", "tomlkit"}
    program = f"import sys, companion.__main__; print({optional} & set(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout == "set()\n"


def test_the_version_is_the_packages() -> None:
    import companion

    assert importlib.metadata.version("longship") == companion.__version__
