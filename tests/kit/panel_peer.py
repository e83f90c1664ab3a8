"""A panel at the other end of a pty: its firmware, run by real MicroPython (see tests/kit/micropython)."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import pty
import shutil
import subprocess
import tarfile
import threading
import tomllib
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hardware.firmware.panel import BOUNCE_MS, BUTTONS, HOLD_MS

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "micropython"
FIRMWARE = ROOT / "hardware/firmware"
DEADLINE_S = 60.0
"""When waiting is given up for good; a busy machine may take its time."""
ONCE_COMPILED = "--liftoff-only"
"""Node compiles the interpreter once, quickly. Doing it again for speed takes longer than a panel lives."""


class PeerError(AssertionError):
    """The panel at the other end did not do what was waited for."""


def unpack(to: Path) -> Path:
    """The folder of the interpreter, unpacked there if it is the one that is locked."""
    lock = tomllib.loads((HERE / "lock.toml").read_text(encoding="utf-8"))
    packed = HERE / lock["file"]
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    assert lock["integrity"] == f"sha512-{found}", f"{packed.name} is not what lock.toml says"
    folder = to / str(lock["version"])
    folder.mkdir(exist_ok=True)
    with tarfile.open(packed) as archive:
        for name in ("micropython.mjs", "micropython.wasm"):
            member = archive.extractfile(f"package/{name}")
            assert member is not None
            (folder / name).write_bytes(member.read())
    return folder


class Socket:
    """Where panels are plugged in: a path that leads to the port of the one that is, and nowhere without."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "longship-panel"
        self._micropython = unpack(folder)

    @contextlib.contextmanager
    def panel(self, firmware: Path = FIRMWARE) -> Iterator[Peer]:
        """Plug one in; it is pulled out in the end."""
        master, slave = pty.openpty()
        try:
            tty.setraw(slave)
            os.set_blocking(master, False)
            peer = Peer(self._micropython, firmware, master)
            try:
                peer.wait(lambda: peer.started, "the firmware to start")
                self.path.symlink_to(os.ttyname(slave))
            finally:
                # nobody but the peer holds the other end, so that its death is seen at this one
                os.close(master)
                os.close(slave)
            try:
                yield peer
            finally:
                self.path.unlink()
        finally:
            peer.kill()


class Peer:
    """A running panel: what its pins show, and hands for its buttons."""

    def __init__(self, micropython: Path, firmware: Path, master: int) -> None:
        node = shutil.which("node")
        assert node is not None, "the tests of the panel need Node: apt-get install nodejs"
        self.started: list[str] = []
        """The interpreter's version, each time that it started."""
        self.lights: list[str] = []
        """What the lights have shown, six digits a light."""
        self.tones: list[int] = []
        """What the buzzer has sounded, 0 for silence."""
        self.obeyed: list[str] = []
        self.ended: list[str] = []
        """Why the firmware's program ended, each time that it did."""
        self._changed = threading.Condition()
        heard, self._hand = os.pipe()
        os.set_blocking(heard, False)
        self._process = subprocess.Popen(
            [
                node,
                ONCE_COMPILED,
                str(HERE / "peer.mjs"),
                str(micropython),
                str(firmware),
                str(HERE),
                str(master),
            ],
            stdin=heard,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=(master,),
        )
        os.close(heard)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def wait(self, condition: Callable[[], object], what: str) -> None:
        """Wait for something to become true of what the panel has said, or fail."""
        with self._changed:
            if not self._changed.wait_for(condition, DEADLINE_S):
                raise PeerError(f"{what}: {self.lights[-3:]} {self.tones[-3:]} {self.ended}")

    def shows(self, place: int, colour: str) -> None:
        """Wait until the light at a place has a colour, six digits."""
        at = slice(6 * place, 6 * place + 6)
        self.wait(lambda: self.lights and self.lights[-1][at] == colour, f"light {place} {colour}")

    def down(self, button: str) -> None:
        """Put a finger on a button."""
        self.tell(f"down {BUTTONS.index(button)}")

    def up(self, button: str) -> None:
        """Take it away."""
        self.tell(f"up {BUTTONS.index(button)}")

    def press(self, button: str) -> None:
        """Press a button for a moment that its bouncing does not hide."""
        self.down(button)
        self.later(BOUNCE_MS)
        self.up(button)
        self.later(BOUNCE_MS)

    def hold(self, button: str) -> None:
        """Press a button until it is held, and let it go."""
        self.down(button)
        self.later(BOUNCE_MS)
        self.later(HOLD_MS)
        self.up(button)
        self.later(BOUNCE_MS)

    def later(self, milliseconds: int) -> None:
        """Let the panel's clock run ahead."""
        self.tell(f"later {milliseconds}")

    def write(self, data: bytes) -> None:
        """Send bytes past the firmware."""
        self.tell(f"write {data.hex()}")

    def hang(self) -> None:
        """Do nothing any more, with the port open."""
        self._tell("hang 0")

    def tell(self, line: str) -> None:
        """Do something to the pins, and wait until it is done."""
        count = len(self.obeyed)
        self._tell(line)
        self.wait(lambda: len(self.obeyed) > count, line)

    def kill(self) -> None:
        """End it at once, as a pulled plug does."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        if self._hand >= 0:
            os.close(self._hand)
            self._hand = -1

    def _tell(self, line: str) -> None:
        os.write(self._hand, f"{line}\n".encode())

    def _listen(self) -> None:
        assert self._process.stdout is not None
        homes: dict[str, list[Any]] = {
            "started": self.started,
            "lights": self.lights,
            "hz": self.tones,
            "obeyed": self.obeyed,
            "ended": self.ended,
        }
        with self._process.stdout as said:
            for line in said:
                with self._changed:
                    for what, value in json.loads(line).items():
                        homes[what].append(value)
                    self._changed.notify_all()
