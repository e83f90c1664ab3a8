"""The light behind the screen, where the kernel lets this user turn it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

LEAST_USUAL = 0.3
"""Light below this was left behind by somebody who could not turn it up again."""


class Backlight:
    """The lights behind all panels of this machine: the file of each, and how bright it usually is. Nothing
    here raises."""

    def __init__(self, panels: list[tuple[Path, int]]) -> None:
        self._panels = panels

    @property
    def there(self) -> bool:
        """Whether there is a light that can be turned."""
        return bool(self._panels)

    def shine(self, share: float) -> None:
        """Give this share of the usual light: 1 is as at the start, 0 is none."""
        for file, usual in self._panels:
            level = round(usual * share)
            with contextlib.suppress(OSError):
                file.write_text(f"{max(level, 1) if share > 0 else 0}\n")


def find_backlight(root: Path = Path("/")) -> Backlight:
    """The lights that this user may turn. Never raises."""
    panels = []
    for folder in sorted((root / "sys/class/backlight").glob("*")):
        file = folder / "brightness"
        try:
            now, most = (int((folder / name).read_text()) for name in ("brightness", "max_brightness"))
        except (OSError, ValueError):
            continue
        if most > 0 and os.access(file, os.W_OK):
            panels.append((file, now if LEAST_USUAL * most <= now <= most else most))
    return Backlight(panels)
