"""Exactly one way for touches to come in, and a filter for the touch that comes twice all the same.

Kivy on a Pi delivers a touch once for each input provider that sees the panel: its own reader of the kernel
device, and the mouse that the window system makes of the same finger. A doubled tap builds twice.
"""

from __future__ import annotations

import errno
import logging
import os
import stat
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

logger = logging.getLogger(__name__)

SAME_TOUCH_SECONDS = 0.040
SAME_TOUCH_MM = 3.0
LONGEST_WAIT_SECONDS = 5.0
"""Who waits longer than this before being told of is taken to have come just now: somebody set the clock."""

CARE_SECONDS = 0.4
"""For this long after a place has changed what it shows, it takes touches with care: see ``care.py``."""
SAME_PLACE_MM = 9.0
OWN_SECONDS = 1.0
"""What changes later than this after a touch was not its doing."""
HARD_TO_SEE = frozenset(
    {
        *("undo", "redo", "toast_redo", "toast_undo", "allow"),
        *("delete", "apply", "record", "conflict_keep", "conflict_keep_all", "conflict_remove"),
    }
)
"""What takes back, lets stand or changes what was entered: the next look at the table does not show it."""

INPUT_MAJOR = 13
"""The kernel's number for devices of input."""
_AXIS_BITS = (0x35, 0x36)
"""ABS_MT_POSITION_X and _Y: what makes a kernel input device a touch panel."""


def touch_devices(root: Path = Path("/")) -> list[str]:
    """The kernel's touch panels that this user may read, as paths of their event devices."""
    found = []
    for abilities in sorted((root / "sys/class/input").glob("event*/device/capabilities/abs")):
        try:
            words = [int(word, 16) for word in abilities.read_text().split()]
        except (OSError, ValueError):
            continue
        bits = 0
        # words are those of this machine's long, the most significant first
        for word in words:
            bits = bits << 64 | word
        device = root / "dev/input" / abilities.parts[-4]
        if all(bits >> bit & 1 for bit in _AXIS_BITS) and os.access(device, os.R_OK):
            found.append(str(device))
    return found


def why_not(device: str) -> str:
    """Why no touches can come from a device, in the system's words; nothing where they can."""
    try:
        handle = os.open(device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        return str(getattr(error, "strerror", None) or error)
    try:
        status = os.fstat(handle)
    finally:
        os.close(handle)
    is_input = stat.S_ISCHR(status.st_mode) and os.major(status.st_rdev) == INPUT_MAJOR
    return "" if is_input else os.strerror(errno.ENODEV)


def choose_provider(
    wanted: str, driver: str | None, devices: list[str], environment: Mapping[str, str] | None = None
) -> tuple[str, str]:
    """The one entry for Kivy's input section: its name and value.

    ``wanted`` is the setting: auto, mouse, mtdev, or the path of a device. ``driver`` is SDL's video driver.
    LONGSHIP_TUIO names an address (host:port) that brings touches over the network, for tests from outside.
    """
    environment = os.environ if environment is None else environment
    if tuio := environment.get("LONGSHIP_TUIO"):
        return "tuio", f"tuio,{tuio}"
    if wanted.startswith("/"):
        return "panel", f"mtdev,{wanted}"
    if wanted == "mtdev" or (wanted == "auto" and (driver or "").lower() == "kmsdrm" and devices):
        return (
            ("panel", f"mtdev,{devices[0]}") if devices else ("panel_%(name)s", "probesysfs,provider=mtdev")
        )
    return "mouse", "mouse,disable_multitouch"


def install_provider(entry: tuple[str, str]) -> None:
    """Leave Kivy this one input provider. Must run before the window exists."""
    from kivy.config import Config

    if not Config.has_section("input"):
        Config.add_section("input")
    for key, _value in list(Config.items("input")):
        Config.remove_option("input", key)
    Config.set("input", *entry)


def moment(touch: MotionEvent) -> float:
    """When the finger came down, in seconds of ``Clock.time``.

    A touch waits until the frame before it is drawn, and several that came during one frame are told at once.
    So neither the frame's own time nor that of its telling says when it came. What the provider noted is the
    time of day, of which only the difference to now is used: who sets the clock meanwhile changes nothing.
    """
    from kivy.clock import Clock

    waited = time.time() - touch.time_start
    now: float = Clock.time()
    return now - waited if 0 <= waited <= LONGEST_WAIT_SECONDS else now


@dataclass(slots=True)
class _Seen:
    """A touch that was let through, and whether its finger is still down."""

    uid: int
    device: str
    when: float
    x: float
    y: float
    down: bool = True


class TouchFilter:
    """Drops a touch that begins within 40 ms and 3 mm of one that was let through, if it is told by another
    device or while that finger is still down: no device tells a finger that it has lifted once more, so what
    it tells then is another tap, however soon it comes.

    ``px_per_mm`` is the panel's density, ``when`` says when a finger came down. Works on the window, before
    any widget.
    """

    def __init__(self, px_per_mm: float, when: Callable[[MotionEvent], float] = moment) -> None:
        self.px_per_mm = px_per_mm
        self._when = when
        self._recent: deque[_Seen] = deque(maxlen=16)
        self._dropped: set[int] = set()

    def install(self, window: Any) -> None:
        """Put the filter in front of every widget of the window."""
        window.bind(on_touch_down=self.down, on_touch_move=self.later, on_touch_up=self.up)

    def remove(self, window: Any) -> None:
        """Let everything through again."""
        window.unbind(on_touch_down=self.down, on_touch_move=self.later, on_touch_up=self.up)

    def _doubles(self, new: _Seen, old: _Seen) -> bool:
        reach = SAME_TOUCH_MM * self.px_per_mm
        return (
            abs(new.when - old.when) <= SAME_TOUCH_SECONDS
            and (new.x - old.x) ** 2 + (new.y - old.y) ** 2 <= reach * reach
            and (old.down or new.device != old.device)
        )

    def down(self, _window: Any, touch: MotionEvent) -> bool:
        new = _Seen(touch.uid, touch.device, self._when(touch), touch.x, touch.y)
        if any(self._doubles(new, old) for old in self._recent):
            self._dropped.add(touch.uid)
            logger.debug("dropped a doubled touch at %d, %d", touch.x, touch.y)
            return True
        self._recent.append(new)
        return False

    def later(self, _window: Any, touch: MotionEvent) -> bool:
        return touch.uid in self._dropped

    def up(self, _window: Any, touch: MotionEvent) -> bool:
        for seen in self._recent:
            if seen.uid == touch.uid:
                seen.down = False
        if touch.uid in self._dropped:
            self._dropped.discard(touch.uid)
            return True
        return False
