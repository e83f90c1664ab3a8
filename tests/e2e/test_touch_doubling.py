"""A busy machine, and a panel that tells each touch twice, as Kivy on a Pi may: every touch counts once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.e2e.outside import ROOT
from tests.kit.offscreen import UNDRAWN

GAME = "base,catan_for_two:2:L3:3 --entries 60"


@pytest.mark.parametrize("seconds", ["0.25", "0.7"])
def test_long_frames_lose_no_touch_and_double_none(seconds: str) -> None:
    """After each entry by touch the table is as it was meant."""
    command = [sys.executable, "-m", "tests.kit.module_hands", *GAME.split(), "--frame", seconds, "--twice"]
    playing = subprocess.run(command, cwd=ROOT, env={**os.environ, **UNDRAWN}, capture_output=True, text=True)
    print(playing.stdout)
    assert playing.returncode == 0, playing.stderr
