"""Putting the kiosk on a machine, or what is new of it; and going back to the version before.

Until the one step that names the new version the old one runs.
"""

from __future__ import annotations

import shutil
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec

import companion
from companion.app import kept_file, settings
from companion.app.i18n import _
from companion.app.kiosk import versions
from companion.app.kiosk.belongings import bring_along, games_along, hand_over, in_use, paths_of, settings_of
from companion.app.kiosk.machine import CURRENT, GROUPS, OPT, STATE, SYSTEM_IDS, USER, KioskError, Machine
from companion.app.kiosk.steps import Step, Steps, call, check, note_of, remember
from companion.app.kiosk.system import CAGE, DESKTOP_UNIT, is_active, leave_desktop_out, links, tell
from companion.app.kiosk.versions import versions_of
from companion.app.settings_file import flat

PORTRAIT_PIXELS = "720x1280"
"""A panel of the Pi that stands upright: Touch Display 2 in both sizes."""
PORTRAIT_ROTATION = 90
CAGE_PACKAGES = {"cage": "cage", "seatd": "seatd", "xwayland": "Xwayland"}
"""What the way through cage needs, each with its program."""
LEAST_SPARE_BYTES = 150_000_000
ALWAYS = ("panel",)
PART_OF = {"mqtt.enabled": "mqtt"}
"""Optional parts of the environment that the kiosk has: these, and those that a setting switches on."""


class Wish(NamedTuple):
    """What is wanted of the kiosk; None leaves it as it is."""

    source: Path
    screen: str | None = None
    rotation: int | None = None
    bring_games: bool = True


def _check_install(machine: Machine, wish: Wish) -> None:
    account = machine.accounts().get(USER)
    if account is not None and account.uid not in SYSTEM_IDS:
        raise KioskError(
            _("The kiosk needs a user of its own called {user}, and here this is somebody's account.").format(
                user=USER
            )
        )
    if _is_new(machine, wish):
        place = next(path for path in (machine.at(OPT), *machine.at(OPT).parents) if path.exists())
        lacking = versions.size(wish.source) + LEAST_SPARE_BYTES - shutil.disk_usage(place).free
        if lacking > 0:
            raise KioskError(
                _("There is no room for another version in {folder}: {megabytes} MB are missing.").format(
                    folder=OPT, megabytes=-(-lacking // 10**6)
                )
            )
    along = games_along(machine) if wish.bring_games else None
    if along is not None and in_use(along):
        raise KioskError(
            _("Longship is open on this machine: close it first, so that its games can come along.")
        )


def install(machine: Machine, wish: Wish) -> Steps:
    """Put the kiosk on the machine, or what is new of it.

    Raises:
        KioskError: if something prevents it, or a step fails.
    """
    check(machine)
    _check_install(machine, wish)
    yield from _users(machine)
    if wish.bring_games:
        yield from bring_along(machine)
    changed = False
    if _is_new(machine, wish):
        changed = True
        yield from _new_version(machine, wish)
    elif missing := _missing_parts(machine, machine.at(CURRENT)):
        changed = True
        yield Step(
            _("Set up these parts: {parts}.").format(parts=", ".join(missing)),
            partial(_set_up, machine, missing),
        )
    for step in chain(_screen(machine, wish), links(machine, wish.screen)):
        changed = True
        yield step
    yield from leave_desktop_out(machine)
    yield from tell(machine, changed)


def back(machine: Machine) -> Steps:
    """Let the version before run, and the one that runs now be the one to go back to.

    Raises:
        KioskError: if there is none.
    """
    check(machine)
    places = versions_of(machine)
    before = places.before()
    if places.current() is None or before is None:
        raise KioskError(_("There is no version to go back to."))
    yield Step(
        _("Let version {version} run from the next start on.").format(version=before.name),
        partial(_let_run, machine, before),
    )
    yield from tell(machine, changed=True)


def afterwards(machine: Machine) -> str:
    """What is left to do by hand when the kiosk is installed, in a sentence."""
    if not machine.lives or is_active(machine, DESKTOP_UNIT):
        return _("The kiosk is installed. Restart the machine to begin: sudo reboot")
    return _("The kiosk is installed.")


def _users(machine: Machine) -> Steps:
    account = machine.accounts().get(USER)
    for group in GROUPS:
        if group not in machine.groups():
            yield Step(
                _("Make the group {group}, which this system has not.").format(group=group),
                partial(_make_group, machine, group),
            )
    groups = machine.groups()
    if account is None:
        own = ("--gid", USER) if USER in groups else ("--user-group",)
        words = (
            *("useradd", "--system", *own, "--home-dir", STATE, "--no-create-home"),
            *("--shell", "/usr/sbin/nologin", "--comment", "Longship", "--groups", ",".join(GROUPS), USER),
        )
        yield Step(
            _("Make the user {user}, who may use screen, touch, pins, panel, camera and sound.").format(
                user=USER
            ),
            partial(_make_user, machine, words),
        )
    elif missing := [name for name in GROUPS if name in groups and USER not in groups[name].members]:
        yield Step(
            _("Let the user {user} into these groups: {groups}.").format(
                user=USER, groups=", ".join(missing)
            ),
            partial(call, machine, "usermod", "--append", "--groups", ",".join(missing), USER),
        )


def _make_user(machine: Machine, words: tuple[str, ...]) -> None:
    machine.run(words)
    kept_file.make_folder(machine.at(STATE))
    hand_over(machine)


def _make_group(machine: Machine, group: str) -> None:
    remember(machine, groups=(*note_of(machine).groups, group))
    machine.run(("groupadd", "--system", "--force", group))


def _is_new(machine: Machine, wish: Wish) -> bool:
    """Whether the version that runs is another one than that of the source."""
    current = versions_of(machine).current()
    return current is None or (
        current != wish.source.resolve() and versions.origin(current) != versions.checksum(wish.source)
    )


def _new_version(machine: Machine, wish: Wish) -> Steps:
    places = versions_of(machine)
    made: list[Path] = []

    def copy() -> str | None:
        making = places.begin()
        said = _make_version(machine, wish, making)
        made.append(places.finish(companion.__version__))
        return said

    yield Step(
        _("Copy Longship {version} with all that it needs to {folder}.").format(
            version=companion.__version__, folder=OPT
        ),
        copy,
    )
    for old in places.complete():
        if old not in (places.current(), *made):
            yield Step(
                _("Delete the version that is no longer needed: {version}.").format(version=old.name),
                partial(places.drop, old),
            )
    yield Step(_("Let this version run from the next start on."), lambda: _let_run(machine, made[0]))


def _let_run(machine: Machine, version: Path) -> None:
    remember(machine, untold=True)
    versions_of(machine).run(version)


def _make_version(machine: Machine, wish: Wish, making: Path) -> str | None:
    environment = versions.serves(wish.source)
    versions.copy(wish.source, making, environment)
    (making / versions.ORIGIN).write_text(versions.checksum(wish.source))
    said = None
    missing = _missing_parts(machine, making)
    if not environment or missing:
        try:
            machine.run((str(making / "longship"), "setup", *missing), loud=True)
        except KioskError:
            if not environment:
                raise
            said = _("Without a network these parts are missing: {parts}. Later, run: {command}").format(
                parts=", ".join(missing), command=f"sudo longship setup {' '.join(missing)}"
            )
    python = str(making / versions.ENVIRONMENT / "bin/python")
    folders = [str(making / name) for name in versions.COPIED if (making / name / "__init__.py").exists()]
    machine.run((python, "-m", "compileall", "-q", *folders))
    return said


def _set_up(machine: Machine, parts: list[str]) -> None:
    remember(machine, untold=True)
    machine.run((str(machine.at(CURRENT) / "longship"), "setup", *parts), loud=True)


def _missing_parts(machine: Machine, version: Path) -> list[str]:
    """The optional parts of its environment that a version lacks for what is switched on."""
    chosen = flat(settings_of(machine))
    wanted = [*ALWAYS, *(part for key, part in PART_OF.items() if chosen.get(key))]
    return [part for part in wanted if part not in _parts(version)]


def _parts(version: Path) -> list[str]:
    """The optional parts of an environment, as its stamp has them."""
    try:
        return (version / versions.ENVIRONMENT / "longship.stamp").read_text("utf-8").splitlines()[2].split()
    except (OSError, ValueError, IndexError):
        return []


def _screen(machine: Machine, wish: Wish) -> Steps:
    if wish.screen == CAGE and (
        missing := [name for name, program in CAGE_PACKAGES.items() if not machine.has(program)]
    ):
        yield Step(
            _("Install what draws the screen: {packages}.").format(packages=", ".join(missing)),
            partial(_install_packages, machine, missing),
        )
    rotation = wish.rotation
    if rotation is None and _stands_upright(machine) and not _says_rotation(machine):
        rotation = PORTRAIT_ROTATION
    if rotation is not None and rotation != settings_of(machine).screen.rotation:
        yield Step(
            _("Turn the picture by {angle} degrees; --rotation turns it otherwise.").format(angle=rotation),
            partial(_turn, machine, rotation),
        )


def _install_packages(machine: Machine, names: list[str]) -> None:
    machine.run(("apt-get", "-q", "update"), loud=True)
    machine.run(("apt-get", "-q", "install", "-y", "--no-install-recommends", *names), loud=True)


def _stands_upright(machine: Machine) -> bool:
    """Whether a panel of the Pi is connected that stands upright."""
    for modes in machine.at("/sys/class/drm").glob("card*-DSI-*/modes"):
        try:
            if modes.read_text().splitlines()[:1] == [PORTRAIT_PIXELS]:
                return True
        except OSError:
            continue
    return False


def _says_rotation(machine: Machine) -> bool:
    """Whether somebody has said how the picture lies."""
    found = settings.explain(paths_of(machine))
    return any(one.key == "screen.rotation" and one.origin != "default" for one in found)


def _turn(machine: Machine, rotation: int) -> None:
    now = settings_of(machine)
    screen = msgspec.structs.replace(now.screen, rotation=rotation)
    failure = settings.save(msgspec.structs.replace(now, screen=screen), paths_of(machine))
    if failure is not None:
        raise KioskError(failure.text)
    hand_over(machine)
