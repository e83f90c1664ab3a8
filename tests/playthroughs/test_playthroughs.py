"""Games written out as text are told as they were; ``python -m tests.playthroughs.make`` writes them anew."""

from __future__ import annotations

import pytest

from tests.playthroughs.make import FOLDER, files, stored, written

FILES = files()


@pytest.mark.parametrize("name", FILES)
def test_the_game_is_told_as_it_was(name: str) -> None:
    """The same entries lead to the same positions, questions, options and sentences."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    commands = stored(text)
    assert len(commands) >= 40
    assert written(FILES[name], commands).splitlines() == text.splitlines()


def test_every_file_belongs_to_a_set_and_every_set_has_one() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == set(FILES)
