"""A panel that tells each touch twice, as Kivy on a Pi may: every touch still counts once."""

from __future__ import annotations

import itertools
from pathlib import Path

from companion.app.session import GameSession, Nowhere
from companion.history.log import Header
from tests.e2e.outside import hands, open_table, running
from tests.e2e.recorded import export, story, table
from tests.kit.driver import Person
from tests.kit.evening import PEOPLE, play

SEED = 4


def test_every_touch_that_comes_twice_counts_once(tmp_path: Path, display: str) -> None:
    header = Header("twice", PEOPLE[:2])
    game = itertools.islice(play(GameSession(header, Nowhere(), clock=lambda: 0), SEED), 20)
    commands = [entry.command for entry in game if entry.command is not None]
    with running(tmp_path, display) as app, hands(app) as finger:
        finger.doubling = 2
        open_table(finger, header)
        person = Person(finger, header)
        for command in commands:
            person.enter(command)
        person.take_back()
        assert app.stop() == 0
        exported = export(app, tmp_path / "game.jsonl")
    assert [player.name for player in exported.header.players] == [player.name for player in header.players]
    assert [entry.undo for entry in exported.entries] == [None] * len(commands) + [len(commands)]
    assert list(story(exported))[len(commands) - 1][2:] == table(person.game)
