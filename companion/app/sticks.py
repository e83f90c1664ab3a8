"""USB sticks that are plugged in: which of them can be read and written, and which only lie there.

Whoever mounts them (a desktop, or the units in ``systemd``), the kernel's own list says where. What the
machine itself runs from is never taken for one, though a Raspberry Pi may run from a USB disk.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

SYSTEM = ("/", "/boot", "/boot/firmware", "/home", "/usr", "/var", "/opt")
"""Where what the machine itself needs is mounted."""
MEDIA = ("/media/", "/run/media/")
"""Where desktops mount what people plug in, readers of cards among it."""
MOST_MOUNTS = 2000

_OCTAL = re.compile(rb"\\([0-7]{3})")
_USB = re.compile(r"/usb[0-9]+/")


class Stick(msgspec.Struct, frozen=True):
    """A stick that is mounted: where, and its device's numbers."""

    folder: Path
    device: tuple[int, int]

    def open(self) -> int:
        """Its folder as a handle, which leads nowhere else when the stick is pulled out.

        Raises:
            OSError: if it is not there any more.
        """
        handle = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if _device(os.fstat(handle)) != self.device:
            os.close(handle)
            raise FileNotFoundError(2, os.strerror(2), str(self.folder))
        return handle


class Sticks(msgspec.Struct, frozen=True):
    """Those that are mounted, the one that came last first, and the names of those that nobody can reach."""

    mounted: tuple[Stick, ...] = ()
    bare: tuple[str, ...] = ()


def find(data: Path, root: Path = Path("/")) -> Sticks:
    """The sticks of this machine. The disk on which the ``data`` folder lies is none; ``root`` is where /proc
    and /sys are. It may wait for a stick that hangs, so it is no work for the window's thread.

    Raises:
        OSError: if the kernel's list of mounts cannot be read.
    """
    mounts = list(_mounts(root))
    system = {_disk(root, mount.device) for mount in mounts if mount.folder in SYSTEM}
    with contextlib.suppress(OSError):
        system.add(_disk(root, _device(data.stat())))
    found: dict[tuple[int, int], Stick] = {}
    reached: set[str | None] = set()
    for mount in reversed(mounts):
        disk = _disk(root, mount.device)
        if disk is None or disk in system or mount.inside or mount.device in found:
            continue
        if not (_on_usb(root, mount.device) or mount.folder.startswith(MEDIA)):
            continue
        folder = Path(mount.folder)
        try:
            seen = _device(folder.stat())
        except OSError:
            continue
        if seen == mount.device:  # else another one is mounted over it
            reached.add(disk)
            found[mount.device] = Stick(folder, mount.device)
    bare = tuple(name for name in _usb_disks(root) if name not in reached | system)
    return Sticks(tuple(found.values()), bare)


class _Mount(msgspec.Struct, frozen=True):
    """A line of the kernel's list; ``inside``: only a folder of the file system is mounted there."""

    device: tuple[int, int]
    folder: str
    inside: bool


def _mounts(root: Path) -> Iterator[_Mount]:
    """All that is mounted, as it came. See proc_pid_mountinfo(5)."""
    with (root / "proc/self/mountinfo").open("rb") as stream:
        for _number, line in zip(range(MOST_MOUNTS), stream, strict=False):
            fields = line.split(b" ")
            try:
                major, minor = fields[2].split(b":")
                device = int(major), int(minor)
                folder = os.fsdecode(_OCTAL.sub(lambda found: bytes([int(found[1], 8)]), fields[4]))
            except (IndexError, ValueError):
                continue
            yield _Mount(device, folder, fields[3] != b"/")


def _device(status: os.stat_result) -> tuple[int, int]:
    return os.major(status.st_dev), os.minor(status.st_dev)


def _place(root: Path, device: tuple[int, int]) -> Path | None:
    """Where the kernel keeps a block device, None for what is none."""
    link = root / f"sys/dev/block/{device[0]}:{device[1]}"
    return link.resolve() if link.exists() else None


def _disk(root: Path, device: tuple[int, int]) -> str | None:
    """The name of the whole disk that a block device is or is a part of, as in "sda"."""
    place = _place(root, device)
    if place is None:
        return None
    return place.parent.name if (place / "partition").exists() else place.name


def _on_usb(root: Path, device: tuple[int, int]) -> bool:
    place = _place(root, device)
    return place is not None and _USB.search(f"{place}/") is not None


def _usb_disks(root: Path) -> Iterable[str]:
    """The names of the USB disks that hold something; a card reader without a card has no size."""
    for link in sorted((root / "sys/block").glob("sd*")):
        try:
            size = (link / "size").read_text().strip()
        except OSError:
            continue
        if size != "0" and _USB.search(f"{link.resolve()}/"):
            yield link.name
