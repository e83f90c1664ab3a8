"""What only shows where it is really drawn; most tests of the screens go without (tests.kit.offscreen)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.e2e.outside import ROOT

FULL = "board_full"
"""The scene with everything that a board may hold; ``longship pictures`` draws all."""
LEAST_BYTES = 10_000
"""Of a file with a picture; one without anything on it has about 3000."""


def run(*arguments: str) -> str:
    """What a process of its own prints, as a process has one window for all its life."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "offscreen"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_full_board_is_drawn_into_a_file(tmp_path: Path) -> None:
    run("tests.scenes.pictures", "--out", str(tmp_path), "--only", FULL)
    (picture,) = tmp_path.glob("*.png")
    assert picture.stat().st_size > LEAST_BYTES
