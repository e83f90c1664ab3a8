"""Running a command as the kiosk does: its user, its groups, and what its unit allows and forbids."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterator, Sequence

from companion.app.i18n import _
from companion.app.kiosk.machine import CURRENT, DROP_INS, RUN, SERVICE, USER, KioskError, Machine

OF_THE_APP = frozenset(
    {
        *("Type", "NotifyAccess", "ExecStartPre", "ExecStart", "ExecStopPost", "Restart", "RestartSec"),
        *("WatchdogSec", "TimeoutStartSec", "TimeoutStopSec", "TimeoutAbortSec", "RuntimeDirectory"),
        *("TTYPath", "StandardInput", "StandardOutput", "StandardError", "RuntimeDirectoryMode"),
    }
)
"""What the unit says of the app itself, and not of what it may do."""

BUS = "/run/dbus/system_bus_socket"
"""What systemd-run waits on; small systems have none."""


def properties(unit: str) -> Iterator[str]:
    """What a unit file says that holds for any command run like its own, as systemd-run takes it."""
    section = ""
    for line in unit.splitlines():
        if line.startswith("["):
            section = line
        name, equals, _value = line.partition("=")
        if section == "[Service]" and equals and not name.startswith("#") and name not in OF_THE_APP:
            yield line


def command(machine: Machine, words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """How to call Longship with these words as the kiosk does, and in which environment.

    Raises:
        KioskError: if there is no kiosk, or whoever asks is not root.
    """
    if machine.uid:
        again = f"sudo longship {' '.join(words)} --kiosk"
        raise KioskError(_("Only root may do this. Run: {command}").format(command=again))
    try:
        unit = (machine.at(CURRENT) / "systemd" / SERVICE).read_text("utf-8")
        drop_ins = [file.read_text("utf-8") for file in sorted(machine.at(DROP_INS).glob("*.conf"))]
    except OSError as error:
        raise KioskError(_("There is no kiosk on this machine.")) from error
    given = [line for text in (unit, *drop_ins) for line in properties(text)]
    given += [
        f"Environment={name}={os.environ[name]}"
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
        if name in os.environ
    ]
    program = [str(machine.at(CURRENT) / "longship"), *words]
    if machine.lives and machine.at(BUS).exists():
        given.append(f"ReadWritePaths=-{RUN}")
        options = [part for one in given for part in ("--property", one)]
        start = ["systemd-run", "--quiet", "--collect", "--wait", "--pipe"]
        return [*start, *options, *program], dict(os.environ)
    settings = [
        setting
        for one in given
        if one.startswith("Environment=")
        for setting in shlex.split(one.removeprefix("Environment="))
    ]
    switch = ["setpriv", "--reuid", USER, "--regid", USER, "--init-groups", "--no-new-privs"]
    return [*switch, *program], {"PATH": os.defpath, **dict(one.split("=", 1) for one in settings)}


def run_as_service(machine: Machine, words: Sequence[str]) -> int:
    """Call Longship with these words as the kiosk does; its exit status.

    Raises:
        KioskError: if that cannot be.
    """
    line, environment = command(machine, words)
    try:
        return subprocess.run(line, env=environment, cwd="/").returncode
    except OSError as error:
        raise KioskError(
            _("{command} could not be started: {reason}.").format(command=line[0], reason=error.strerror)
        ) from error
