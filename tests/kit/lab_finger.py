"""A touch panel of the kernel, by uinput: reads lines with a place (0 to 1, 0 to 1) from /run/finger and taps
there. It runs in the emulated machine of ``tests.kiosk_lab``, on any Python."""

from __future__ import annotations

import fcntl
import os
import struct
import time
from pathlib import Path

SYN, KEY, ABS = 0, 1, 3
X, Y = 0, 1
SLOT, MT_X, MT_Y, TRACK, TOUCH = 0x2F, 0x35, 0x36, 0x39, 0x14A
"""Of linux/input-event-codes.h."""
USE_KIND, USE_KEY, USE_AXIS, USE_PROPERTY, CREATE = 0x40045564, 0x40045565, 0x40045567, 0x4004556E, 0x5501
"""Of linux/uinput.h."""
AXES = 64
MOST = 4095
PLACES = Path("/run/finger")


def panel() -> int:
    """A new panel; it is there as long as the file is open."""
    found = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
    for kind in (SYN, KEY, ABS):
        fcntl.ioctl(found, USE_KIND, kind)
    fcntl.ioctl(found, USE_KEY, TOUCH)
    fcntl.ioctl(found, USE_PROPERTY, 1)  # it lies on the screen
    most = [0] * AXES
    for axis, value in ((X, MOST), (Y, MOST), (SLOT, 9), (MT_X, MOST), (MT_Y, MOST), (TRACK, 65535)):
        fcntl.ioctl(found, USE_AXIS, axis)
        most[axis] = value
    ranges = [*most, *([0] * AXES * 3)]
    os.write(found, struct.pack(f"80s4HI{len(ranges)}i", b"Lab touch panel", 0x18, 1, 1, 1, 0, *ranges))
    fcntl.ioctl(found, CREATE)
    return found


def tell(device: int, *events: tuple[int, int, int]) -> None:
    """All that happens at one moment."""
    for kind, code, value in (*events, (SYN, 0, 0)):
        os.write(device, struct.pack("llHHi", 0, 0, kind, code, value))


def tap(device: int, number: int, x: int, y: int) -> None:
    """A finger comes down and is lifted."""
    down = ((ABS, SLOT, 0), (ABS, TRACK, number), (ABS, MT_X, x), (ABS, MT_Y, y), (ABS, X, x), (ABS, Y, y))
    tell(device, *down, (KEY, TOUCH, 1))
    time.sleep(0.15)
    tell(device, (ABS, SLOT, 0), (ABS, TRACK, -1), (KEY, TOUCH, 0))


if __name__ == "__main__":
    device, taps = panel(), 0
    if not PLACES.exists():
        os.mkfifo(PLACES)
    while True:
        for line in PLACES.open():
            taps += 1
            x, y = (round(float(part) * MOST) for part in line.split())
            aside = taps % 3 - 1  # the kernel does not tell a place that is the last one's
            tap(device, taps, x + aside, y + aside)
