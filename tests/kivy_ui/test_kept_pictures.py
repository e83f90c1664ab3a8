"""Everything looks as it did, within what another renderer does, and planted changes are seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_screens_look_as_they_did() -> None:
    """In a process of its own, as the window of the other tests draws nothing."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.scenes.kept", "--planted"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, (
        f"{ran.stdout}{ran.stderr[-2000:]}\nIf it is meant: python -m tests.scenes.kept --write"
    )
