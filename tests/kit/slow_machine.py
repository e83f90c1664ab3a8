"""A slow machine imitated on this one: what runs in it gets 27.5 % of one core, in slices of 4 ms.

It is a CPU cgroup of Linux, so whatever is started in it is as slow. The slices are short because with the
usual ones of 100 ms short work would run at full speed, and longer work stand still in between.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from types import FrameType
from typing import NoReturn

import msgspec

MOUNTS = Path("/proc/mounts")
PERIOD_US = 4000
QUOTA_US = 1100
LEAVING_SECONDS = 60.0
"""How long the work may take to end in order, slow as it is, and what is left then to be gone once killed."""
LOOK_SECONDS = 0.05


class NoSlowMachineError(Exception):
    """No CPU cgroup can be made here; the text says why."""


class Hierarchy(msgspec.Struct, frozen=True):
    """Where CPU cgroups are made, by which version of the kernel's interface."""

    folder: Path
    version: int

    @property
    def limits(self) -> dict[str, str]:
        """Files of a cgroup, and what makes it slow there."""
        if self.version == 2:
            return {"cpu.max": f"{QUOTA_US} {PERIOD_US}"}
        return {"cpu.cfs_period_us": str(PERIOD_US), "cpu.cfs_quota_us": str(QUOTA_US)}


def hierarchy(mounts: str) -> Hierarchy:
    """The one that has the CPU, by the text of ``/proc/mounts``. Raises NoSlowMachineError."""
    newer = None
    for line in mounts.splitlines():
        _device, folder, kind, options, *_rest = line.split()
        if kind == "cgroup" and "cpu" in options.split(","):
            return Hierarchy(Path(folder), 1)
        if kind == "cgroup2" and newer is None:
            newer = Hierarchy(Path(folder), 2)
    if newer is None:
        raise NoSlowMachineError("no CPU cgroups are mounted here")
    return newer


@contextmanager
def group(within: Hierarchy) -> Iterator[Path]:
    """The folder of a new slow cgroup. Whatever is in it at the end is killed. Raises NoSlowMachineError."""
    with _given_to_children(within):
        with _allowed(within.folder):
            folder = Path(tempfile.mkdtemp(prefix="longship-slow-", dir=within.folder))
        try:
            with _allowed(folder):
                for name, value in within.limits.items():
                    (folder / name).write_text(value)
            yield folder
        finally:
            _remove(folder)


def run(work: Callable[[], int]) -> int:
    """The exit status of a process that does the work in the slow machine; this one stays outside.

    Raises NoSlowMachineError before anything is done. SIGTERM and Ctrl-C end the work, and leave no cgroup.
    """
    before = signal.signal(signal.SIGTERM, _end)  # the process inherits it, and so it tidies up as well
    try:
        with group(hierarchy(MOUNTS.read_text())) as folder:
            fork = multiprocessing.get_context("fork")
            moved = fork.Event()
            process = fork.Process(target=_once_inside, args=(moved, work))
            process.start()
            try:
                with _allowed(folder):
                    (folder / "cgroup.procs").write_text(str(process.pid))
                moved.set()
                process.join()
            finally:
                if process.is_alive():
                    process.terminate()
                    process.join(LEAVING_SECONDS)
            assert process.exitcode is not None
            return process.exitcode if process.exitcode >= 0 else 128 - process.exitcode
    finally:
        signal.signal(signal.SIGTERM, before)


def _once_inside(moved: Event, work: Callable[[], int]) -> NoReturn:
    # the process outside has Ctrl-C too, and ends this one in order
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    moved.wait()
    sys.exit(work())


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + signal.SIGTERM)


@contextmanager
def _allowed(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise NoSlowMachineError(f"{folder}: {error.strerror}") from error


@contextmanager
def _given_to_children(within: Hierarchy) -> Iterator[None]:
    """The newer interface gives the CPU to the cgroups of a folder only where somebody has said so."""
    control = within.folder / "cgroup.subtree_control"
    with _allowed(control):
        given = within.version == 1 or "cpu" in control.read_text().split()
        if not given:
            control.write_text("+cpu")
    if given:
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError):  # somebody else may need it by now
            control.write_text("-cpu")


def _remove(folder: Path) -> None:
    """Kill what is left in a cgroup of ours, and take the cgroup away."""
    end = time.monotonic() + LEAVING_SECONDS
    while True:
        for process in map(int, (folder / "cgroup.procs").read_text().split()):
            if process:  # 0 stands for one that cannot be seen from here
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        try:
            folder.rmdir()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(LOOK_SECONDS)
        else:
            return
