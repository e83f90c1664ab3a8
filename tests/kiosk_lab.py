"""Try the kiosk on an emulated machine: ``sudo .venv/bin/python -m tests.kiosk_lab [--entries 12]``.

A Debian with its own kernel boots in QEMU with the kiosk on it, as it is installed: the real unit with all it
allows and forbids, a picture by KMSDRM that is looked at from outside, a touch panel of the kernel, a serial
port on USB that is plugged in later. A short evening is played by touch; the app is killed, and the plug is
pulled. Simulated pins are not part of it: Debian's kernel has none (gpio-sim is switched off there).

It needs root, debootstrap and qemu-system-x86, half an hour of two cores and 8 GB, and so is not part of the
suite. The processor is emulated, too, so everything takes some twenty times as long, and the watchdog waits
longer here.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.app import jsonl
from kivy_ui.window.screen_map import ScreenMap
from tests.e2e.outside import open_table
from tests.kiosk_trial import ROOT, System, TrialError, must, run, until
from tests.kit.driver import LostError, Person

SUITE = "bookworm"
SIZE = (800, 480)
GAME = ROOT / "tests/games/evening_l0.jsonl"
PACKAGES = ("linux-image-amd64", "initramfs-tools", "kmod", "python3", "python3-venv")
BOOT_SECONDS = 900.0
TOUCH_SECONDS = 240.0
CARE_SECONDS = 3.0
"""So long a person waits before the next touch: what was drawn so slowly is to be seen first."""
BRIGHT = 20.0
"""The mean of a picture that shows something, of 255."""

SLOW = """\
[Service]
Environment=LONGSHIP_SCREEN_MAP=/run/longship/map.json
WatchdogSec=300
TimeoutStartSec=600
"""
LOGIN = """\
[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin root --noclear --keep-baud 115200 ttyS0 dumb
"""
FINGER_UNIT = """\
[Unit]
Wants=modprobe@uinput.service
After=modprobe@uinput.service
Before=longship.service

[Service]
ExecStart=/usr/bin/python3 /lab/finger.py
"""
FINGER, OPENED = (ROOT / "tests/kit" / name for name in ("lab_finger.py", "lab_opened.py"))


# --- the machine ------------------------------------------------------------------------------------------


def image(folder: Path) -> tuple[Path, Path, Path]:
    """A disk with a system that has the kiosk, its kernel and what the kernel begins with."""
    system = System(SUITE, folder)
    try:
        with system.mounted():
            system.inside("apt-get", "-q", "update", show=False)
            print("installing a kernel", flush=True)
            system.inside("apt-get", "-q", "install", "-y", "--no-install-recommends", *PACKAGES, show=False)
            system.kiosk()
        for name, text in {
            "etc/systemd/system/longship.service.d/90-lab.conf": SLOW,
            "etc/systemd/system/serial-getty@ttyS0.service.d/90-lab.conf": LOGIN,
            "etc/systemd/system/finger.service": FINGER_UNIT,
            "lab/finger.py": FINGER.read_text(),
            "lab/opened.py": OPENED.read_text(),
        }.items():
            (system.root / name).parent.mkdir(parents=True, exist_ok=True)
            (system.root / name).write_text(text)
        (system.root / "etc/systemd/system/multi-user.target.wants/finger.service").symlink_to(
            "../finger.service"
        )
        run("chroot", system.root, "passwd", "--delete", "root")
        shutil.rmtree(system.root / "wheels")
        for package in (system.root / "var/cache/apt/archives").glob("*.deb"):
            package.unlink()
        boot = folder / "boot"
        shutil.rmtree(boot, ignore_errors=True)
        shutil.copytree(system.root / "boot", boot)
        disk = folder / "lab.img"
        disk.unlink(missing_ok=True)
        with disk.open("wb") as stream:
            stream.truncate(4 << 30)
        run("mkfs.ext4", "-q", "-F", "-d", system.root, disk)
    finally:
        system.remove()
    return disk, next(boot.glob("vmlinuz-*")), next(boot.glob("initrd.img-*"))


class Machine:
    """An emulated machine that runs: a root shell on its serial line, and its monitor."""

    def __init__(self, folder: Path, disk: Path, kernel: Path, initial: Path) -> None:
        self.folder = folder
        self.touches = 0
        self._number = 0
        places = {name: folder / name for name in ("serial", "monitor")}
        for place in places.values():
            place.unlink(missing_ok=True)
        line = [f"unix:{place},server=on,wait=off" for place in places.values()]
        self._process = subprocess.Popen(
            [
                *("qemu-system-x86_64", "-accel", "tcg,thread=multi"),
                *("-smp", "2", "-m", "1536", "-cpu", "max"),
                *("-display", "none", "-nic", "none", "-usb", "-device", "qemu-xhci,id=xhci"),
                *("-device", f"virtio-vga,xres={SIZE[0]},yres={SIZE[1]}"),
                *("-drive", f"file={disk},format=raw,if=virtio,cache=writethrough"),
                *("-kernel", str(kernel), "-initrd", str(initial)),
                *("-append", "root=/dev/vda rw console=tty1 console=ttyS0 quiet systemd.show_status=0"),
                *("-serial", line[0], "-monitor", line[1]),
            ],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        until(lambda: all(place.exists() for place in places.values()), "an emulated machine")
        self._serial, self._monitor = (self._connected(place) for place in places.values())
        self._prompt()

    @staticmethod
    def _connected(place: Path) -> socket.socket:
        found = socket.socket(socket.AF_UNIX)
        found.connect(str(place))
        return found

    def _prompt(self) -> None:
        """Until somebody is logged in on the serial line, who is to say nothing but what is asked."""
        self._until("root@")
        self._serial.sendall(b"stty -echo; PS1=; PS2=; echo rea''dy\n")
        self._until("ready")

    def _until(self, mark: str) -> str:
        self._serial.settimeout(BOOT_SECONDS)
        heard = ""
        while mark not in heard:
            heard += self._serial.recv(65536).decode("utf-8", "replace").replace("\r", "")
        return heard.partition(mark)[0]

    def shell(self, line: str) -> str:
        """What a command prints."""
        self._number += 1
        typed = f"echo end''-{self._number}-\n"
        self._serial.sendall(f"{line}; {typed}".encode())
        # a program may have turned the echo of what is typed on again
        return self._until(f"end-{self._number}-").rpartition(typed)[2].strip()

    def monitor(self, line: str) -> None:
        self._monitor.sendall(f"{line}\n".encode())
        time.sleep(1.5)

    def brightness(self) -> float:
        """How bright the picture on the screen is, as a mean of 255: seen from outside of the machine."""
        file = self.folder / "screen.ppm"
        file.unlink(missing_ok=True)
        self.monitor(f"screendump {file}")
        until(file.exists, "a picture")
        data = file.read_bytes()
        return sum(data[-SIZE[0] * SIZE[1] * 3 :: 97]) / (SIZE[0] * SIZE[1] * 3 / 97)

    def pull_the_plug(self) -> None:
        self._process.kill()
        self._process.wait()

    # --- hands -----------------------------------------------------------------------------------------

    def look(self) -> ScreenMap | None:
        text = self.shell("cat /run/longship/map.json 2>/dev/null | base64 -w0")
        with contextlib.suppress(ValueError):
            return msgspec.json.decode(base64.b64decode(text.strip()), type=ScreenMap)
        return None

    def see(self) -> ScreenMap:
        """The screen, drawn after all touches."""
        return self.wait(lambda _seen: True, "a frame")

    def touch(self, x: float, y: float) -> None:
        """A finger of the kernel's panel comes down and is lifted."""
        time.sleep(CARE_SECONDS)
        self.touches += 1
        self.shell(f"echo {x / SIZE[0]:.4f} {y / SIZE[1]:.4f} >/run/finger")

    def wait(self, condition: Callable[[ScreenMap], bool], what: str) -> ScreenMap:
        """The screen, once all touches are drawn and the condition holds."""
        end = time.monotonic() + TOUCH_SECONDS
        seen = None
        while time.monotonic() < end:
            seen = self.look()
            if seen is not None and seen.touches >= self.touches and condition(seen):
                return seen
        raise LostError(f"waited in vain for {what}; {seen and (seen.screen, seen.touches, self.touches)}")

    def on_screen(self, name: str) -> ScreenMap:
        """The screen of that name, of an app that has just begun."""
        self.touches = 0
        end = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < end:
            seen = self.look()
            if seen is not None and seen.screen == name and seen.frame >= 10:
                return seen
        raise LostError(f"never came to {name}: {self.shell('systemctl status longship --no-pager')}")


@contextlib.contextmanager
def machine(folder: Path, *parts: Path) -> Iterator[Machine]:
    found = Machine(folder, *parts)
    try:
        yield found
    finally:
        found.pull_the_plug()


# --- what is tried ----------------------------------------------------------------------------------------


def first_boot(lab: Machine, entries: int) -> int:
    """Look around, and play by touch. The id of the last entry."""
    lab.on_screen("home")
    must(
        lab.brightness() > BRIGHT, f"the picture is on the screen (brightness {lab.brightness():.0f} of 255)"
    )
    must("inactive" in lab.shell("systemctl is-active getty@tty1"), "no login stands behind it")
    told = lab.shell("longship doctor --kiosk")
    for words in ("screen: in order", "touch: in order. Touchscreen: Lab touch panel", "storage: in order"):
        must(words in told, f"the doctor says to the kiosk's user: {words}")
    allowed = "/dev/dri/card0 /dev/tty1 $(ls /dev/input/event*)"
    opened = lab.shell(f"{within_service()} {allowed}")
    must(
        "refused" not in opened and "opened /dev/dri/card0" in opened,
        "the service may use screen, touch and console",
    )
    refused = lab.shell(f"{within_service()} /dev/vda /dev/mem /dev/kmsg /dev/uinput")
    must("opened" not in refused, "the service may not use disk, memory, log and made-up devices")
    for number in (1, 2):
        lab.monitor(f"chardev-add null,id=line{number}")
        lab.monitor(f"device_add usb-serial,chardev=line{number},id=usb{number},bus=xhci.0,always-plugged=on")
        until(lambda: "/dev/ttyUSB0" in lab.shell("ls /dev/ttyUSB* 2>/dev/null"), "a serial port")
        must(
            "opened /dev/ttyUSB0" in lab.shell(f"{within_service()} /dev/ttyUSB0"),
            f"a port that is plugged in later may be used ({number})",
        )
        lab.monitor(f"device_del usb{number}")
        until(lambda: "/dev/ttyUSB0" not in lab.shell("ls /dev/ttyUSB* 2>/dev/null"), "no serial port")
    game = jsonl.read(GAME)
    open_table(lab, game.header)  # type: ignore[arg-type]
    person = Person(lab, game.header)
    for entry in game.entries[:entries]:
        assert entry.command is not None
        person.enter(entry.command)
    last = lab.see().entry
    must(last == entries, f"{last} entries were made by {lab.touches} touches of the kernel's panel")
    return last


def killed(lab: Machine, last: int) -> None:
    lab.shell("rm /run/longship/map.json; systemctl kill --signal=KILL longship")
    seen = lab.on_screen("table")
    must(seen.entry == last, "killed: the game is on the table again, with every entry")
    until(lambda: lab.brightness() > BRIGHT, "a picture")
    must(True, "the picture is on the screen again")
    must(
        "has crashed" in lab.shell("longship doctor --kiosk")
        or "was killed" in lab.shell("longship doctor --kiosk"),
        "the doctor knows of it",
    )


def unplugged(lab: Machine, last: int) -> None:
    lab.on_screen("home")
    person = Person(lab, jsonl.read(GAME).header)
    person.tap("resume")
    seen = lab.wait(lambda seen: seen.screen == "table", "the table")
    must(seen.entry == last, "the plug was pulled: every entry is there, by one touch")


def within_service() -> str:
    """Call Python in the control group of the service, whose devices it has."""
    group = "/sys/fs/cgroup/system.slice/longship.service/cgroup.procs"
    return f"sh -c 'echo $$ >{group}; exec python3 /lab/opened.py \"$@\"' x"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp/longship-kiosk-trial"))
    parser.add_argument("--entries", type=int, default=12)
    options = parser.parse_args()
    for program in ("debootstrap", "qemu-system-x86_64", "mkfs.ext4"):
        if os.geteuid() or shutil.which(program) is None:
            parser.error(f"this takes root, debootstrap and qemu-system-x86 ({program})")
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        parts = image(options.folder)
        print("== the first boot", flush=True)
        with machine(options.folder, *parts) as lab:
            last = first_boot(lab, options.entries)
            killed(lab, last)
        print("== the plug was pulled, and it boots again", flush=True)
        with machine(options.folder, *parts) as lab:
            unplugged(lab, last)
    except (TrialError, LostError) as error:
        print(f"  FAILED: {error}", flush=True)
        return 1
    print("everything held")
    return 0


if __name__ == "__main__":
    sys.exit(main())
