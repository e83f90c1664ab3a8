"""A small share of what ``tests.kills`` does for long, and that ``tests.endurance`` knows every device."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

from companion.app.devices import GROUP
from tests import kills
from tests.kit.patients import PATIENTS


def test_of_every_installed_device_it_is_known_how_it_misbehaves() -> None:
    installed = {one.name for one in entry_points(group=GROUP)}
    assert installed
    assert installed <= set(PATIENTS), "say in tests/kit/patients.py how these fall ill"
    assert all(getattr(patient, "illnesses", ()) for patient in PATIENTS.values())


def test_killed_with_the_panel_coming_and_going_no_entry_is_lost(tmp_path: Path) -> None:
    found = kills.play(tmp_path, 1, seed=16)
    assert (found.kills, found.lost) == (1, 0)
    assert found.seen
