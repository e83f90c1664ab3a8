"""A game with a board, brought in from a file: there are no screens for it yet, and nothing breaks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.cli import main
from companion.app.jsonl import export_game
from companion.app.simulate import Simulation, header
from tests.kit.household import Household, household


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    """The application with files of its own."""
    with household(ui, tmp_path, monkeypatch) as found:
        yield found


@pytest.mark.parametrize("entries", [0, 1, 30, 120])
def test_a_game_with_a_board_and_hands_is_shown_as_far_as_there_are_screens(
    house: Household, tmp_path: Path, entries: int, capsys: pytest.CaptureFixture[str]
) -> None:
    print("seed 5")
    game = Simulation(header(("base", "cities_knights"), 3, 5), random.Random(5))
    for _ in range(entries):
        game.step()
    file = tmp_path / "game.jsonl"
    file.write_text(export_game(game.header, game.entries), encoding="utf-8")
    assert main(["import", str(file)]) == 0, capsys.readouterr().err
    house.start()
    house.driver.frames()
    assert house.everything_said()
    for name in ("resume", "log", "back", "more", "back"):
        if house.driver.shows(name):
            house.tap(name)
    assert house.everything_said()
