"""Try the kiosk on an emulated machine: ``sudo .venv/bin/python -m tests.kiosk_lab [--entries 12]``.

A Debian with its own kernel boots in QEMU with the kiosk on it, as it is installed: the real unit with all it
allows and forbids, a picture by KMSDRM that is looked at from outside, a touch panel of the kernel, a serial
port on USB that is plugged in later, and pins that are simulated. A short evening is played by touch and by
buttons on the pins, whose lights are looked at; the app is killed, and the plug is pulled. Debian's kernel
has no simulated pins: their two files of its source are built here. A real gpiozero and lgpio drive them,
which are only told that the machine is a Raspberry Pi 4.

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
import tempfile
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
HELD_SECONDS = 10.0
"""A second and a half of a machine that is so slow."""
CARE_SECONDS = 3.0
"""So long a person waits before the next touch: what was drawn so slowly is to be seen first."""
BRIGHT = 20.0
"""The mean of a picture that shows something, of 255."""

SLOW = """\
[Service]
Environment=PYTHONPATH=/lab/python
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
PINS_UNIT = """\
[Unit]
Before=longship.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh /lab/pins.sh
"""
BUTTONS = """\
[pins]
next_button = 4
undo_button = 18
mute_button = 19
"""
A_PI = """\
from gpiozero.pins.lgpio import LGPIOFactory

LGPIOFactory._get_revision = lambda self: 0xC03114
"""
LGPIO = ("lgpio==0.2.2.0", "--python-version", "3.11", "--platform", "manylinux_2_34_x86_64")
SOURCE = "linux-source-6.1"
SIMULATED = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
CHANGES = (
    ("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq(irqnum)"),
    ("#include <linux/slab.h>", '#include <linux/slab.h>\n#include <linux/module.h>\nMODULE_LICENSE("GPL");'),
)
"""What a module may not call, and what it has to say."""
HEADER = "/sys/devices/platform/gpio-sim.0/gpiochip*"
FINGER, PINS, OPENED = (
    ROOT / "tests/kit" / name for name in ("lab_finger.py", "lab_pins.sh", "lab_opened.py")
)


# --- the machine ------------------------------------------------------------------------------------------


def image(folder: Path) -> tuple[Path, Path, Path]:
    """A disk with a system that has the kiosk, its kernel and what the kernel begins with."""
    system = System(SUITE, folder)
    try:
        with system.mounted():
            system.inside("apt-get", "-q", "update", show=False)
            print("installing a kernel", flush=True)
            system.inside("apt-get", "-q", "install", "-y", "--no-install-recommends", *PACKAGES, show=False)
            simulated_pins(system)
            system.kiosk()
        for name, text in {
            "etc/systemd/system/longship.service.d/90-lab.conf": SLOW,
            "etc/systemd/system/serial-getty@ttyS0.service.d/90-lab.conf": LOGIN,
            "etc/systemd/system/finger.service": FINGER_UNIT,
            "etc/systemd/system/pins.service": PINS_UNIT,
            "etc/longship/config.toml": BUTTONS,
            "lab/finger.py": FINGER.read_text(),
            "lab/pins.sh": PINS.read_text(),
            "lab/python/sitecustomize.py": A_PI,
            "lab/opened.py": OPENED.read_text(),
        }.items():
            (system.root / name).parent.mkdir(parents=True, exist_ok=True)
            (system.root / name).write_text(text)
        for unit in ("finger.service", "pins.service"):
            (system.root / "etc/systemd/system/multi-user.target.wants" / unit).symlink_to(f"../{unit}")
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


def simulated_pins(system: System) -> None:
    """The kernel's modules of simulated pins, and what drives pins, into the folder of the lab."""
    print("building simulated pins", flush=True)
    lab, build = system.root / "lab", system.root / "build"
    (lab / "python").mkdir(parents=True)
    build.mkdir()
    kernel = next((system.root / "lib/modules").iterdir()).name
    needed = (f"linux-headers-{kernel}", "gcc", "make", "xz-utils", SOURCE)
    system.inside("apt-get", "-q", "install", "-y", "--no-install-recommends", *needed, show=False)
    names = " ".join(f"{SOURCE}/{name}" for name in SIMULATED)
    unpack = f"tar -xJf /usr/src/{SOURCE}.tar.xz --strip-components=3 {names}"
    system.inside(unpack, folder="/build", show=False)
    interrupts = build / "irq_sim.c"
    text = interrupts.read_text()
    for old, new in CHANGES:
        text = text.replace(old, new)
    interrupts.write_text(text)
    (build / "Makefile").write_text("obj-m += irq_sim.o gpio-sim.o\n")
    system.inside(f"make -C /lib/modules/{kernel}/build M=/build modules", folder="/build", show=False)
    for module in build.glob("*.ko"):
        shutil.copy(module, lab)
    shutil.rmtree(build)
    (system.root / f"usr/src/{SOURCE}.tar.xz").unlink()
    with tempfile.TemporaryDirectory() as folder:
        download = ("-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder)
        run(sys.executable, *download, *LGPIO)
        shutil.unpack_archive(next(Path(folder).iterdir()), lab / "python", "zip")


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

    def line(self, number: int) -> str:
        """How a simulated pin stands that is an output: "0" or "1"."""
        return self.shell(f"cat {HEADER}/sim_gpio{number}/value")

    def press(self, number: int, seconds: float) -> None:
        """A button between a simulated pin and ground is held for so long."""
        self.shell(f"for pin in {HEADER}/sim_gpio{number}; do echo pull-down >$pin/pull; done")
        time.sleep(seconds)
        self.shell(f"for pin in {HEADER}/sim_gpio{number}; do echo pull-up >$pin/pull; done")

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


def by_pins(lab: Machine, last: int) -> int:
    """Look at the lights, and press the buttons. The id of the last entry."""
    until(lambda: lab.line(17) == "1", "the light of the first step")
    must(lab.line(26) == "0", "the ship's first light is on, its last is dark")
    for button, number, seconds in (("NEXT", 4, 1.0), ("UNDO", 18, HELD_SECONDS)):
        lab.press(number, seconds)
        last += 1
        lab.wait(lambda seen, last=last: seen.entry == last, button)  # type: ignore[misc]
        must(True, f"{button} on the pins is an entry")
    lab.press(19, 1.0)
    file = "/var/lib/longship/config/longship/config.toml"
    until(lambda: "muted = true" in lab.shell(f"cat {file} 2>/dev/null"), "silence")
    must(True, "MUTE on the pins is kept")
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
            last = by_pins(lab, first_boot(lab, options.entries))
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
