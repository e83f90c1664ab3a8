"""A small share of what ``tests.endurance`` and ``tests.kills`` do for hours."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests import kills

ROOT = Path(__file__).parents[2]


def test_devices_that_misbehave_come_back_and_leave_nothing_behind() -> None:
    asked = [sys.executable, "-m", "tests.endurance", "--minutes", "4", "--pace", "0.4", "--json"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout)
    assert set(found["missed"].values()) == {0} and any(found["alerts"].values())
    assert all(count for ill in found["illnesses"].values() for count in ill.values()), "each came once"
    assert found["threads"][0] == found["threads"][1] and found["files"][0] == found["files"][1]


def test_killed_with_the_panel_coming_and_going_no_entry_is_lost(tmp_path: Path) -> None:
    found = kills.play(tmp_path, 2, seed=16)
    assert (found.kills, found.lost) == (2, 0)
    assert found.seen
