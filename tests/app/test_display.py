from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.display import find_display


def put(root: Path, name: str, text: str = "") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_driver_asked_for_wins(tmp_path: Path) -> None:
    found = find_display({"SDL_VIDEODRIVER": "offscreen", "DISPLAY": ":0"}, tmp_path)
    assert found.driver == "offscreen"


def test_a_desktop_is_a_screen(tmp_path: Path) -> None:
    assert find_display({"DISPLAY": ":7", "WAYLAND_DISPLAY": "wayland-1"}, tmp_path).driver == "x11"


def test_no_screen_is_one_sentence_with_a_remedy(tmp_path: Path) -> None:
    found = find_display({}, tmp_path)
    assert found.driver is None
    assert found.found.count(".") == 1 and found.remedy


def test_wayland_alone_needs_xwayland(tmp_path: Path) -> None:
    put(tmp_path, "dev/dri/card0")
    put(tmp_path, "sys/class/drm/card0-HDMI-A-1/status", "connected\n")
    found = find_display({"WAYLAND_DISPLAY": "wayland-1"}, tmp_path)
    assert found.driver is None and "xwayland" in found.remedy


@pytest.mark.parametrize(
    ("connector", "status", "driver"),
    [
        ("HDMI-A-1", "connected", "kmsdrm"),
        ("DSI-1", "unknown", "kmsdrm"),
        ("HDMI-A-1", "disconnected", None),
        ("Writeback-1", "unknown", None),
    ],
)
def test_the_bare_screen_is_used_when_something_is_plugged_in(
    tmp_path: Path, connector: str, status: str, driver: str | None
) -> None:
    put(tmp_path, "dev/dri/card0")  # a Raspberry Pi's other card only computes and has no plugs
    put(tmp_path, "dev/dri/card1")
    put(tmp_path, f"sys/class/drm/card1-{connector}/status", f"{status}\n")
    found = find_display({}, tmp_path)
    assert found.driver == driver
    if driver:
        assert connector in found.found
