"""The light behind the screen, as the kernel's files have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.backlight import find_backlight


def panel(root: Path, name: str, now: str, most: str) -> Path:
    folder = root / "sys/class/backlight" / name
    folder.mkdir(parents=True)
    (folder / "max_brightness").write_text(most)
    file = folder / "brightness"
    file.write_text(now)
    return file


def test_all_panels_follow_and_come_back_to_their_own_light(tmp_path: Path) -> None:
    one, other = (
        panel(tmp_path, "10-0045", "255\n", "255\n"),
        panel(tmp_path, "rpi_backlight", "20\n", "31\n"),
    )
    light = find_backlight(tmp_path)
    assert light.there
    for share, levels in ((0.2, ("51", "4")), (0.001, ("1", "1")), (0.0, ("0", "0")), (1.0, ("255", "20"))):
        light.shine(share)
        assert (one.read_text().strip(), other.read_text().strip()) == levels


@pytest.mark.parametrize("now", ["0", "1", "40", "999"])
def test_a_light_that_was_left_low_is_bright_again(now: str, tmp_path: Path) -> None:
    """By a Longship that was killed while nobody was there, or a power cut that the system remembers."""
    file = panel(tmp_path, "backlight", now, "255")
    find_backlight(tmp_path).shine(1.0)
    assert file.read_text().strip() == "255"


@pytest.mark.parametrize(("now", "most"), [("", "255"), ("x", "255"), ("1", ""), ("0", "0"), ("\xff", "1")])
def test_a_strange_panel_is_left_alone(tmp_path: Path, now: str, most: str) -> None:
    file = panel(tmp_path, "backlight", now, most)
    light = find_backlight(tmp_path)
    light.shine(0.5)
    assert not light.there and file.read_text() == now


def test_a_panel_that_goes_away_disturbs_nobody(tmp_path: Path) -> None:
    file = panel(tmp_path, "backlight", "255", "255")
    light = find_backlight(tmp_path)
    file.unlink()
    file.parent.joinpath("max_brightness").unlink()
    file.parent.rmdir()
    light.shine(0.5)
    assert not find_backlight(tmp_path / "nowhere").there
