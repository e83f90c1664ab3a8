"""Which screen the app can open on, found before any window library is loaded.

SDL left to itself falls back to drawing into memory where nobody sees it, so the way to the screen is
chosen here and named to it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.app.i18n import _


class Display(msgspec.Struct, frozen=True):
    """``driver`` is SDL's name for the way to the screen, None where there is none.

    ``found`` says in one sentence what was found, ``remedy`` what mends it (empty where nothing needs to).
    """

    driver: str | None
    found: str
    remedy: str = ""


def find_display(environment: Mapping[str, str] | None = None, root: Path = Path("/")) -> Display:
    """The screen to open on: the one asked for by SDL_VIDEODRIVER, else X11, else the bare screen (KMS).

    ``root`` is where /dev and /sys are looked for. Raises OSError only when those cannot be listed.
    """
    environment = os.environ if environment is None else environment
    if driver := environment.get("SDL_VIDEODRIVER"):
        return Display(driver, _("SDL_VIDEODRIVER asks for {driver}.").format(driver=driver))
    if display := environment.get("DISPLAY"):
        return Display("x11", _("A desktop shows windows on DISPLAY {display}.").format(display=display))
    if environment.get("WAYLAND_DISPLAY"):
        return Display(
            None,
            _("This desktop shows Wayland windows only, and Longship needs an X11 one."),
            _("Install the package xwayland, log in again and start Longship from the desktop."),
        )
    connected = {card: connectors for card in _cards(root) if (connectors := _connectors(root, card))}
    if not connected:
        return Display(
            None,
            _("There is no screen: no desktop is running, and none is connected to this machine."),
            _("Connect a screen and start again, or start Longship from the desktop."),
        )
    names = ", ".join(name for connectors in connected.values() for name in connectors)
    if not any(os.access(root / "dev/dri" / card, os.R_OK | os.W_OK) for card in connected):
        return Display(
            None,
            _("A screen is connected ({names}), but this user may not draw on it.").format(names=names),
            _("Run: sudo usermod -aG video,render,input {user}; then log in again.").format(
                user=environment.get("USER", "$USER")
            ),
        )
    return Display("kmsdrm", _("A screen is connected and free: {names}.").format(names=names))


def _cards(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "dev/dri").glob("card*"))


def _connectors(root: Path, card: str) -> list[str]:
    """The plugs of a card that may have a screen: all but those known to be empty."""
    names = []
    for path in sorted((root / "sys/class/drm").glob(f"{card}-*")):
        name = path.name.removeprefix(f"{card}-")
        # some panels cannot be asked and are "unknown"; a write-back connector is a copy in memory
        if not name.startswith("Writeback") and _line(path / "status") != "disconnected":
            names.append(name)
    return names


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
