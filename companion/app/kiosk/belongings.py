"""The games and settings of the kiosk: brought along by whoever installs it, and given back in the end."""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
from functools import partial
from pathlib import Path

from companion.app import kept_file, last_words, settings
from companion.app.i18n import _
from companion.app.kiosk.machine import CONFIG, GAMES, STATE, USER, Machine
from companion.app.kiosk.steps import Step, Steps
from companion.app.settings_file import Paths
from companion.app.storage import FILE

LEFT_BEHIND = frozenset({"kivy", last_words.FOLDER, f"{FILE}.lock", f"{FILE}-shm"})
"""What of a data folder belongs to one user alone."""


def paths_of(machine: Machine) -> Paths:
    """The settings files of the kiosk."""
    return Paths(machine.at(CONFIG) / "config.toml", machine.at("/etc/longship/config.toml"))


def settings_of(machine: Machine) -> settings.Settings:
    """The settings of the kiosk. Never raises."""
    return settings.load(paths_of(machine))[0]


def games_along(machine: Machine) -> Path | None:
    """The data folder of whoever calls for the kiosk, if it has games and the kiosk has none."""
    home = machine.home()
    if home is None or (machine.at(GAMES) / FILE).exists():
        return None
    chosen = settings.load(Paths(home / ".config/longship/config.toml"))[0].storage.data_folder
    folder = home / ".local/share/longship"
    if chosen is not None:
        folder = home / chosen[1:].lstrip("/") if chosen.startswith("~") else machine.at(chosen)
    return folder if (folder / FILE).is_file() else None


def in_use(games: Path) -> bool:
    """Whether a Longship has them open."""
    try:
        with (games / f"{FILE}.lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def bring_along(machine: Machine) -> Steps:
    """Copy the games and settings of whoever calls for the kiosk, where it has none of its own."""
    if (games := games_along(machine)) is not None:
        yield Step(
            _("Copy the games of {person} to the kiosk.").format(person=machine.person),
            partial(_bring, machine, games, machine.at(GAMES)),
        )
    home = machine.home()
    if home is not None and not machine.at(CONFIG).exists():
        config = home / ".config/longship"
        if config.is_dir():
            yield Step(
                _("Copy the settings of {person} to the kiosk.").format(person=machine.person),
                partial(_bring, machine, config, machine.at(CONFIG)),
            )


def _bring(machine: Machine, source: Path, target: Path) -> None:
    """Copy a folder for the kiosk's user, whole or not at all. Links in it may lead anywhere and stay behind.
    Raises OSError."""
    new = target.with_name(f"{target.name}.new")
    if new.exists():
        shutil.rmtree(new)
    kept_file.make_folder(new.parent)
    _plain_copy(source, new)
    hand_over(machine)
    if target.exists():  # the folder without the games, whose file comes last: it says that all are there
        for entry in sorted(new.iterdir(), key=lambda entry: entry.name == FILE):
            if not (target / entry.name).exists():
                entry.rename(target / entry.name)
        shutil.rmtree(new)
    else:
        new.rename(target)
    os.sync()


def keep_and_delete(machine: Machine) -> Steps:
    """Give the games and settings to whoever calls for it, and delete what is left."""
    state = machine.at(STATE)
    if not state.exists():
        return
    home = machine.home() or machine.at("/root")
    if (machine.at(GAMES) / FILE).exists() or machine.at(CONFIG).exists():
        kept = kept_file.free_name(home / "longship-kiosk", "")
        yield Step(
            _("Copy the games and settings of the kiosk to {folder}.").format(
                folder=f"/{kept.relative_to(machine.root)}"
            ),
            partial(_keep_state, machine, kept),
        )
    yield Step(_("Delete {folder}.").format(folder=STATE), partial(_delete, state))


def _keep_state(machine: Machine, kept: Path) -> None:
    """Copy them, whole or not at all. Raises OSError."""
    new = kept.with_name(f".{kept.name}.new")
    if new.exists():
        shutil.rmtree(new)
    new.mkdir(mode=0o700)
    for source, name in ((GAMES, "games"), (CONFIG, "config")):
        if machine.at(source).is_dir():
            _plain_copy(machine.at(source), new / name)
    hand_over(machine, machine.person, f"/{new.relative_to(machine.root)}")
    os.sync()
    new.rename(kept)


def _delete(folder: Path) -> None:
    shutil.rmtree(folder)


def _plain_copy(source: Path, target: Path) -> None:
    target.mkdir()
    for entry in source.iterdir():
        mode = entry.lstat().st_mode
        if entry.name in LEFT_BEHIND:
            continue
        if stat.S_ISDIR(mode):
            _plain_copy(entry, target / entry.name)
        elif stat.S_ISREG(mode):
            shutil.copyfile(entry, target / entry.name, follow_symlinks=False)
            (target / entry.name).chmod(stat.S_IMODE(mode) & 0o666 | 0o600)


def hand_over(machine: Machine, name: str = USER, folder: str = STATE) -> None:
    """Give all of a folder to a user."""
    account = machine.accounts().get(name)
    if account is None:
        return
    for place, folders, names in os.walk(machine.at(folder)):
        for entry in (place, *(f"{place}/{one}" for one in (*folders, *names))):
            machine.chown(entry, account.uid, account.gid)
