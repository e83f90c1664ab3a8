"""The window as a desktop sees it, and what is said where there can be none."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.e2e.outside import App, patient, running, stop


def found(display: str, *words: str) -> bool:
    """Whether xdotool finds a window."""
    search = ["xdotool", "search", *words]
    return subprocess.run(search, env={"DISPLAY": display}, capture_output=True).returncode == 0


def test_the_window_is_called_longship(display: str, tmp_path: Path) -> None:
    with running(tmp_path, display) as app:
        patient(lambda: app.look() is not None, app.said)
        assert found(display, "--name", "^Longship$")
        assert found(display, "--class", "^Longship$")
        assert not found(display, "--class", "python")
        mapped = Path(f"/proc/{app.process.pid}/maps").read_text()
        assert "_sdl2" in mapped and "_asyncio" not in mapped, "the start waits for it"


def test_where_no_window_opens_the_reason_is_said(tmp_path: Path) -> None:
    app = App(tmp_path, ":4711", {"SDL_VIDEODRIVER": "x11"})
    assert app.process.wait() == 1
    stop(app.process)
    assert app.said() == "longship: The window could not be opened: x11 not available.\n"
