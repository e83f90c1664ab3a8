"""How much memory many looks take: ``python -m tests.kit.many_looks`` really draws, in a process of its own,
table and board in one theme, size of text and size of window after another, and prints the growth in MB.

What memory a look leaves depends on the moment (a picture that is let go a frame later is 10 MB), so that the
least of one whole round of looks is compared with the least of a later one: what is kept for good is in both.
"""

from __future__ import annotations

import ctypes
import gc
import math
import sys
import tempfile
from pathlib import Path

import msgspec

from companion.app.settings import Screen as ScreenSettings
from kivy_ui import window as window_setup
from tests.kit.offscreen import finish_frames, start_loop

ROUND = 12
"""Looks until theme, size of text and size of window come back together."""
ROUNDS = 2
"""Between the round that is measured first and the one that is measured last."""


def grown_mb(home: Path) -> float:
    """The growth from the second round of looks, in which nothing is new any more, to the last."""
    window_setup.prepare(home, "offscreen")
    window = window_setup.open_window(ScreenSettings(language="en"), "offscreen", (800, 480))
    loop = start_loop()
    finish_frames(window)
    from companion.presenters.live import LivePlay
    from kivy_ui.shell import Shell
    from tests.scenes.board_stages import played

    shell = Shell(ScreenSettings(language="en"), (800, 480), LivePlay(played()))
    window.add_widget(shell)

    def frames() -> None:
        for _frame in range(2):
            loop.idle()

    def memory_mb() -> float:
        gc.collect()
        shell.canvas.ask_update()
        frames()
        if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
            trim(0)
        resident = Path("/proc/self/statm").read_text().split()[1]
        return int(resident) * 4096 / 2**20

    def look(number: int) -> None:
        theme, text = ("dark", "bright")[number % 2], ("normal", "large", "largest")[number % 3]
        size = ((800, 480), (720, 1280))[number // 2 % 2]
        window.size = size
        shell.resize(*size)
        shell.restyle(msgspec.structs.replace(shell.settings, theme=theme, text_scale=text))
        for name in ("table", "board"):
            shell.go(name)
            frames()

    def round_mb() -> float:
        least = math.inf
        for number in range(ROUND):
            look(number)
            least = min(least, memory_mb())
        return least

    round_mb()
    first, *_, last = (round_mb() for _round in range(1 + ROUNDS))
    return last - first


def main() -> int:
    """Run the command."""
    with tempfile.TemporaryDirectory() as folder:
        print(f"{grown_mb(Path(folder)):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
