"""What the system reads of the kiosk, and what it is told: links, the default target, the service."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from companion.app import kept_file
from companion.app.i18n import _
from companion.app.kiosk.belongings import settings_of
from companion.app.kiosk.machine import (
    COMMAND,
    CURRENT,
    DROP_INS,
    RULES,
    SERVICE,
    STARTED,
    UNITS,
    KioskError,
    Machine,
)
from companion.app.kiosk.steps import Step, Steps, note_of, remember
from companion.app.settings_file import flat

CAGE, KMSDRM = "cage", "kmsdrm"
SCREENS = (KMSDRM, CAGE)
"""The ways to the screen."""
STICKS = "longship-stick@.service"
"""What mounts the USB sticks that are plugged in."""
LINKS = {
    f"{UNITS}/{SERVICE}": f"systemd/{SERVICE}",
    f"{RULES}/70-longship-panel.rules": "systemd/70-longship-panel.rules",
    f"{RULES}/71-longship-kiosk.rules": "systemd/71-longship-kiosk.rules",
    f"{RULES}/72-longship-stick.rules": "systemd/72-longship-stick.rules",
    f"{UNITS}/{STICKS}": f"systemd/{STICKS}",
    COMMAND: "longship",
}
"""What the system reads, and where it lies in a version."""
DESKTOP_UNIT = "display-manager.service"
DESKTOP = f"{UNITS}/{DESKTOP_UNIT}"
"""A link, where there is a desktop that may start."""
CAGE_LINK = f"{DROP_INS}/10-cage.conf"
MQTT_LINK = f"{DROP_INS}/20-mqtt.conf"
ALL_LINKS = (STARTED, CAGE_LINK, MQTT_LINK, *LINKS)


def links(machine: Machine, screen: str | None) -> Steps:
    """Have the system read the version that runs, by this way to the screen or by the one there is."""
    wanted = {path: f"{CURRENT}/{inside}" for path, inside in LINKS.items()}
    cage = screen == CAGE or (screen is None and machine.at(CAGE_LINK).is_symlink())
    for path, inside, on in (
        (CAGE_LINK, "systemd/longship-cage.conf", cage),
        (MQTT_LINK, "systemd/longship-mqtt.conf", bool(flat(settings_of(machine)).get("mqtt.enabled"))),
    ):
        if on:
            wanted[path] = f"{CURRENT}/{inside}"
        elif machine.at(path).is_symlink():
            yield Step(_("Take away {path}.").format(path=path), partial(unlink, machine, path))
    wanted[STARTED] = f"../{SERVICE}"
    for path, target in wanted.items():
        place = machine.at(path)
        if place.is_symlink() and str(place.readlink()) == target:
            continue
        if path == COMMAND and os.path.lexists(place) and not is_ours(machine, path):
            continue
        says = _("Start with the machine.") if path == STARTED else _("Link {path}.").format(path=path)
        yield Step(says, partial(_link, machine, place, target))


def _link(machine: Machine, place: Path, target: str) -> None:
    remember(machine, untold=True)
    kept_file.make_folder(place.parent)
    new = place.with_name(f".{place.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(place)
    kept_file.synchronise(place.parent)


def unlink(machine: Machine, path: str) -> None:
    """Take a link away, and its folder if that is the unit's own and empty. Raises OSError."""
    remember(machine, untold=True)
    machine.at(path).unlink(missing_ok=True)
    if path.startswith(f"{DROP_INS}/") and not any(machine.at(DROP_INS).iterdir()):
        machine.at(DROP_INS).rmdir()


def is_ours(machine: Machine, path: str) -> bool:
    """Whether something is a link of the kiosk."""
    place = machine.at(path)
    target = str(place.readlink()) if place.is_symlink() else ""
    return target.startswith(f"{CURRENT}/") or (path == STARTED and target == f"../{SERVICE}")


def leave_desktop_out(machine: Machine) -> Steps:
    """Have the machine start without its desktop, if it has one."""
    now = machine.run(("systemctl", "get-default"))
    if now == "graphical.target" and machine.at(DESKTOP).is_symlink():
        yield Step(
            _("Leave the desktop out when the machine starts: only one can hold the screen."),
            partial(_set_target, machine, now),
        )


def _set_target(machine: Machine, before: str) -> None:
    remember(machine, target=before)
    machine.run(("systemctl", "set-default", "multi-user.target"))


def tell(machine: Machine, changed: bool) -> Steps:
    """Have a system that runs take notice of what has changed, now or before this was cut short."""
    if not machine.lives:
        return
    changed = changed or note_of(machine).untold
    desktop = is_active(machine, DESKTOP_UNIT)
    if changed:
        yield Step(_("Tell the system of it."), partial(reload, machine, desktop))
    active = is_active(machine, SERVICE)
    if not desktop and (changed or not active):
        yield Step(
            _("Start Longship again.") if active else _("Start Longship on this machine's screen."),
            partial(_start, machine),
        )


def reload(machine: Machine, all_told: bool) -> None:
    """Have systemd and udev read their files again. Raises KioskError."""
    machine.systemctl("daemon-reload")
    if machine.at("/run/udev/control").exists():
        machine.run(("udevadm", "control", "--reload"))
        machine.run(("udevadm", "trigger", "--subsystem-match=backlight", "--subsystem-match=tty"))
    if all_told:
        remember(machine, untold=False)


def _start(machine: Machine) -> None:
    # without waiting: the terminal on that screen ends with it, and this one may be it
    machine.systemctl("--no-block", "restart", SERVICE)
    remember(machine, untold=False)


def is_active(machine: Machine, unit: str) -> bool:
    """Whether a unit runs."""
    try:
        return machine.systemctl("is-active", unit) == "active"
    except KioskError:
        return False
