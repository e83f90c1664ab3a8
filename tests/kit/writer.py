"""A process that plays and tells of each entry once it is on the disk, until somebody kills it."""

from __future__ import annotations

import os
import random
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from companion.app.games import begin, resume
from companion.app.jsonl import encode_entry
from companion.app.ports import Notice
from companion.app.session import GameSession
from companion.app.storage import JournalStore, open_store
from companion.engine.core import AdjustPoints
from companion.history.correction import KEEP, REMOVE, change, insert, remove
from companion.history.log import Entry, Header
from tests.kit.players import PEOPLE, choose
from tests.kit.tables import CITIES_KNIGHTS

GAME = "evening"


def complain(notice: Notice) -> None:
    """Nothing may go wrong with the file."""
    raise AssertionError(notice.text)


def sit_down(folder: Path) -> tuple[JournalStore, GameSession]:
    """Start Longship and go on with the game, or begin it."""
    store = open_store(folder, complain)
    games = [record.header.game for record in store.games()]
    header = Header(GAME, PEOPLE, CITIES_KNIGHTS)
    session, _journal = resume(store, GAME) if GAME in games else begin(store, header)
    return store, session


def enter_something(session: GameSession, chance: random.Random) -> tuple[Entry, ...]:
    """An entry, an undo, a redo, a correction; none where it was refused or would change nothing. Most are
    quick, so that most of the time is spent writing."""
    before = len(session.entries)
    what = chance.random()
    if what < 0.15 and session.to_undo is not None:
        session.undo()
    elif what < 0.25 and session.to_redo is not None:
        session.redo()
    elif what < 0.35 and session.standing:
        correct_something(session, chance)
    elif what < 0.9:
        session.submit(AdjustPoints(PEOPLE[0].id, PEOPLE[1].id, chance.randint(-3, 3), "by chance"))
    else:
        session.submit(choose(session, chance))
    return session.entries[before:]


def correct_something(session: GameSession, chance: random.Random) -> None:
    """Change, remove or insert one of the last entries; whatever follows from it stands or goes."""
    entry = chance.choice(session.standing[-12:]).entry
    points = AdjustPoints(PEOPLE[0].id, PEOPLE[1].id, chance.randint(4, 9))
    wish = chance.choice((change(entry, points), remove(entry), insert(entry, points)))
    while (report := session.preview(wish)).unsettled:
        answers = {found.entry: KEEP if found.keepable else REMOVE for found in report.unsettled}
        wish = wish.answered(answers)
    if report.changes:
        session.correct(report)


def write_and_correct_until_dead_before(folder: str, statement: str, acknowledged: Connection) -> None:
    """Enter three times, then die in the middle of a correction, before SQLite carries out a statement."""
    _write_and_die(folder, statement, acknowledged, correct=True)


def write_until_killed(folder: str, seed: str, acknowledged: Connection) -> None:
    """Enter for ever; each entry's line goes to ``acknowledged`` after it was entered."""
    chance = random.Random(seed)
    _store, session = sit_down(Path(folder))
    while True:
        for entry in enter_something(session, chance):
            acknowledged.send_bytes(encode_entry(entry))


def write_and_die_before(folder: str, statement: str, acknowledged: Connection) -> None:
    """Enter three times, then die in the middle of the fourth, before SQLite carries out a statement."""
    _write_and_die(folder, statement, acknowledged, correct=False)


def _write_and_die(folder: str, statement: str, acknowledged: Connection, correct: bool) -> None:
    store, session = sit_down(Path(folder))
    for amount in (1, 2, 3):
        session.submit(AdjustPoints(PEOPLE[0].id, PEOPLE[0].id, amount))
        acknowledged.send_bytes(encode_entry(session.entries[-1]))

    def die(sql: str) -> None:
        if sql.startswith(statement):
            os.kill(os.getpid(), signal.SIGKILL)

    connection = store.write(lambda connection: connection)
    connection.set_trace_callback(die)
    last = AdjustPoints(PEOPLE[0].id, PEOPLE[0].id, 4)
    if correct:
        session.correct(change(session.standing[0].entry, last))
    else:
        session.submit(last)
    acknowledged.send_bytes(encode_entry(session.entries[-1]))


def main(folder: str, seed: str) -> None:
    """The same on the standard output, for ``tests.power_cut``."""
    chance = random.Random(seed)
    _store, session = sit_down(Path(folder))
    while True:
        for entry in enter_something(session, chance):
            os.write(sys.stdout.fileno(), encode_entry(entry) + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
