"""What an app that has ended has stored, and how its table looked after each entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.app import games
from companion.app.jsonl import GameFile, read
from companion.app.ports import Notice
from companion.app.session import GameSession, Nowhere
from companion.app.storage import open_store
from companion.engine.verdict import Accepted
from companion.presenters import game as table_views
from tests.e2e.outside import App
from tests.kit.driver import Hands, Person
from tests.kit.hands import HandPerson
from tests.kit.untouched import untouched

SITES = frozenset({"site", "city", "settlement", "knight", "knights"})
"""Fields that name a place; of alike pieces any may be meant."""


def export(app: App, file: Path) -> GameFile:
    """The one game of an app that has ended, by the command line."""
    (line,) = app.command_line("games", "--json").splitlines()
    app.command_line("export", msgspec.json.decode(line)["game"], str(file))
    return read(file)


def go_on(finger: Hands, game: GameFile, entries: int) -> Person:
    """Somebody at the panel of an app in which ``keep`` has begun the game with so many entries."""
    person = HandPerson(finger, game.header)
    for entry in game.entries[:entries]:
        assert entry.command is not None
        assert isinstance(person.game.submit(entry.command, overrule=bool(entry.overruled)), Accepted)
    person.tap("resume")
    return person


def keep(folder: Path, game: GameFile, entries: int) -> None:
    """Have begun a recorded game, as far as its first entries, at the table of an app of that folder."""
    (folder / "data").mkdir(parents=True)
    notices: list[Notice] = []
    store = open_store(folder / "data", notices.append)
    session, _journal = games.begin(store, game.header)
    for entry in game.entries[:entries]:
        assert entry.command is not None
        assert isinstance(session.submit(entry.command, overrule=bool(entry.overruled)), Accepted)
    store.close()
    assert not notices


def story(game: GameFile) -> Iterator[tuple[object, ...]]:
    """Each command of a recorded game, and how the table looks after it; alike pieces are not told apart."""
    session = GameSession(game.header, Nowhere(), clock=lambda: 0)
    for entry in game.entries:
        command = entry.command
        if command is None:
            session.undo()
            yield ("undo", *table(session))
            continue
        said = {name: getattr(command, name) for name in command.__struct_fields__ if name not in SITES}
        assert isinstance(session.submit(command), Accepted)
        yield (type(command).__name__, said, *table(session))


def table(session: GameSession) -> tuple[object, ...]:
    """All that a table shows."""
    core = session.state.core
    return (
        untouched(table_views.table_view(session.table)),
        table_views.strip(session.table, False),
        [(question.kind, question.who) for question in core.pending],
        core.winner,
        core.turn,
    )
