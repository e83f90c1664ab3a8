"""What is done to a machine, in rows of steps.

A step says in one sentence what it does, and can be done twice: whoever was cut short begins again. Only what
is not yet so is a step at all, so a second call does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.app import kept_file
from companion.app.i18n import _
from companion.app.kiosk.machine import OPT, PROGRAMS, KioskError, Machine


class Step(NamedTuple):
    """Something to do, with a sentence that says it. What it returns is said as well, when it is done."""

    says: str
    do: Callable[[], str | None]


Steps = Iterator[Step]


def check(machine: Machine) -> None:
    """Raises KioskError where nothing of this can be done."""
    if machine.bits < 64:
        raise KioskError(_("The kiosk needs the 64-bit edition of the system."))
    if missing := next((name for name in PROGRAMS if not machine.has(name)), None):
        raise KioskError(
            _("The kiosk needs a system like Debian, with systemd: there is no {program}.").format(
                program=missing
            )
        )


def check_root(machine: Machine) -> None:
    """Raises KioskError for anybody but root."""
    if machine.uid:
        raise KioskError(_("Only root may do this. Run: sudo ./longship install-kiosk"))


def call(machine: Machine, *words: str) -> None:
    """Run a program of the system. Raises KioskError."""
    machine.run(words)


class Note(msgspec.Struct, frozen=True):
    """What the machine was before, to be so again: what starts with it, and groups that it had not.
    ``untold`` is whether the system has still to hear of a change."""

    target: str = ""
    groups: tuple[str, ...] = ()
    untold: bool = False


def note_file(machine: Machine) -> Path:
    """Where it is remembered what the machine was before."""
    return machine.at(OPT) / "kiosk.json"


def note_of(machine: Machine) -> Note:
    """What is remembered. Never raises."""
    return kept_file.read_json(note_file(machine), Note) or Note()


def remember(machine: Machine, **values: object) -> None:
    """Remember this as well; it is on the disk when this returns. Raises OSError."""
    changed = msgspec.structs.replace(note_of(machine), **values)
    kept_file.write(note_file(machine), msgspec.json.encode(changed))
