"""Correction of the past, over simulated games of several sets of modules at every level of tracking."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.app.games import complete, import_game, resume
from companion.app.jsonl import export_game, parse
from companion.app.session import GameSession, Nowhere
from companion.app.simulate import RULINGS, Simulation, header
from companion.app.storage import JournalStore
from companion.engine.command import Command
from companion.engine.core import AdjustPoints
from companion.engine.decide import options
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.history.correction import (
    KEEP,
    REMOVE,
    CorrectionReport,
    Wish,
    WishKind,
    change,
    insert,
    remove,
)
from companion.history.log import Entry, Header
from companion.history.position import position
from companion.history.rejudge import rejudge
from companion.rules.base.turn import RollDice
from tests.kit.players import PEOPLE, play

GAMES: tuple[tuple[tuple[str, ...], int, str, str], ...] = (
    (("base",), 3, "L3", "hobbyworld"),
    (("base",), 4, "L2", "official2025"),
    (("base", "cities_knights"), 4, "L3", "hobbyworld"),
    (("base", "cities_knights"), 3, "L2", "hobbyworld"),
    (("base", "cities_knights"), 4, "L1", "hobbyworld"),
    (("base", "cities_knights"), 4, "L0", "hobbyworld"),
    (("base", "cities_knights", "fishermen"), 3, "L3", "official2025"),
    (("base", "event_cards", "harbourmaster"), 4, "L3", "colonist"),
    (("base", "catan_for_two"), 2, "L3", "hobbyworld"),
)
"""Modules, people, level, profile."""

ENTRIES = 70
SEEDS = 2


@cache
def played(which: int, seed: int) -> tuple[Header, tuple[Entry, ...]]:
    """The beginning of a game."""
    modules, people, level, profile = GAMES[which]
    head = header(modules, people, seed, level, profile)
    if level in ("L0", "L1"):
        session = GameSession(
            Header("played", PEOPLE[:people], modules, level, profile), Nowhere(), clock=lambda: 0
        )
        for _command in islice(play(session, seed, past_the_end=True), ENTRIES):
            pass
        return session.header, session.entries
    game = Simulation(head, random.Random(seed), checked=False)
    while not game.over and len(game.entries) < ENTRIES:
        game.step()
    return head, tuple(game.entries)


games = st.builds(played, st.integers(0, len(GAMES) - 1), st.integers(1, SEEDS))
chances = st.integers(0, 10**6).map(random.Random)


def session_of(game: tuple[Header, tuple[Entry, ...]]) -> GameSession:
    head, entries = game
    return GameSession(head, Nowhere(), entries, clock=lambda: 0)


def other_command(session: GameSession, index: int, chance: random.Random) -> Command:
    """What might have been entered in the place of an entry: another roll, or another move of the same."""
    old = session.standing[index].command
    assert old is not None
    before = session.states[index]
    if isinstance(old, RollDice):
        dice = {die.name: chance.choice(die.faces) for die in session.ruleset.dice_wanted(before)}
        return replace(old, dice=dice)
    offered = [
        command
        for command in options(session.ruleset, before, old.by)
        if command != old and not isinstance(command, RULINGS)
    ]
    return chance.choice(offered) if offered else AdjustPoints(old.by, old.by, 1)


def some_wish(session: GameSession, chance: random.Random) -> Wish:
    index = chance.randrange(len(session.standing))
    kind = chance.choice(list(WishKind))
    entry = session.standing[index].entry
    if kind is WishKind.REMOVE:
        return remove(entry)
    other = other_command(session, index, chance)
    return change(entry, other) if kind is WishKind.CHANGE else insert(entry, other)


def settled(session: GameSession, wish: Wish) -> CorrectionReport:
    """The report once every conflict is kept where that is possible, and else removed."""
    report = session.preview(wish)
    for _again in range(len(session.standing) + 2):
        if not report.unsettled:
            return report
        answers = {found.entry: KEEP if found.keepable else REMOVE for found in report.unsettled}
        report = session.preview(report.wish.answered(answers))
    raise AssertionError("the conflicts do not end")


def photograph(session: GameSession) -> tuple[object, ...]:
    return session.entries, session.standing, session.states, session.to_undo, session.to_redo


def record(session: GameSession) -> list[tuple[object, ...]]:
    """What stands, without the marks of its corrections."""
    return [(e.entry, e.command, e.events, e.overruled) for e in session.standing]


@settings(max_examples=25, deadline=None, derandomize=True)
@given(games, chances)
def test_a_preview_changes_nothing(game: tuple[Header, tuple[Entry, ...]], chance: random.Random) -> None:
    session = session_of(game)
    before = photograph(session)
    wish = some_wish(session, chance)
    report = session.preview(wish)
    assert photograph(session) == before
    assert session.preview(wish) == report
    steps = session.preview_steps(wish)
    told = []
    while True:
        try:
            told.append(next(steps))
        except StopIteration as done:
            assert done.value == report
            break
    assert told == sorted(set(told))
    assert photograph(session) == before


@settings(max_examples=15, deadline=None, derandomize=True)
@given(games, chances)
def test_a_change_to_the_same_is_none(game: tuple[Header, tuple[Entry, ...]], chance: random.Random) -> None:
    session = session_of(game)
    entry = chance.choice(session.standing)
    assert entry.command is not None
    report = session.preview(change(entry.entry, entry.command))
    assert (report.changes, report.consequences, report.first) == ((), (), None)
    assert report.state == session.state
    assert report.before == report.after == position(Table(session.ruleset, session.state))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(games, chances)
def test_a_change_and_back_restores_all(
    game: tuple[Header, tuple[Entry, ...]], chance: random.Random
) -> None:
    session = session_of(game)
    index = chance.randrange(len(session.standing))
    entry = session.standing[index]
    assert entry.command is not None
    before = record(session), session.states
    report = settled(session, change(entry.entry, other_command(session, index, chance)))
    assume(all(found.keepable for found in report.conflicts))
    assume(report.changes)
    session.correct(report)
    session.correct(settled(session, change(entry.entry, entry.command)))
    assert (record(session), session.states) == before


@settings(max_examples=25, deadline=None, derandomize=True)
@given(games, chances)
def test_a_corrected_game_is_the_one_played_right_from_the_start(
    game: tuple[Header, tuple[Entry, ...]], chance: random.Random
) -> None:
    session = session_of(game)
    wish = some_wish(session, chance)
    report = settled(session, wish)
    assume(report.changes)
    dropped = {found.entry for found in report.conflicts if not found.keepable}
    old = session.standing
    session.correct(report)

    right = GameSession(session.header, Nowhere(), clock=lambda: 0)
    line = [(entry.entry, entry.command) for entry in old]
    place = [entry.entry for entry in old].index(wish.entry)
    if wish.kind is WishKind.REMOVE:
        del line[place]
    elif wish.kind is WishKind.CHANGE:
        line[place] = (wish.entry, wish.command)
    else:
        line.insert(place + 1, (report.number, wish.command))
    for number, command in line:
        assert command is not None
        if number not in dropped:
            assert isinstance(right.submit(command, overrule=True), Accepted)
    assert right.state == session.state == report.state
    assert right.states == session.states
    assert [entry.events for entry in right.standing] == [entry.events for entry in session.standing]
    assert [entry.overruled for entry in right.standing] == [entry.overruled for entry in session.standing]


@settings(max_examples=15, deadline=None, derandomize=True)
@given(games, chances)
def test_a_correction_undone_is_none_and_comes_back(
    game: tuple[Header, tuple[Entry, ...]], chance: random.Random
) -> None:
    session = session_of(game)
    before = session.standing, session.states
    report = settled(session, some_wish(session, chance))
    assume(report.changes)
    entry = session.correct(report)
    after = session.standing, session.states
    assert session.undo() == entry
    assert (session.standing, session.states) == before
    assert session.redo() == entry
    assert (session.standing, session.states) == after


@settings(max_examples=15, deadline=None, derandomize=True)
@given(games, st.lists(chances, min_size=1, max_size=4))
def test_a_corrected_log_is_the_same_wherever_it_goes(
    game: tuple[Header, tuple[Entry, ...]], all_chances: list[random.Random]
) -> None:
    """Exported, imported, loaded again and judged again; and imported without its events."""
    session = session_of(game)
    for chance in all_chances:
        if chance.random() < 0.2:
            session.undo()
        else:
            report = settled(session, some_wish(session, chance))
            if report.changes:
                session.correct(report)
    text = export_game(session.header, session.entries)
    store = JournalStore(None)
    store.open()
    imported = import_game(store, parse(text.encode(), "game.jsonl"))
    head, entries, _journal = store.load(imported.game)
    assert export_game(head, entries) == text
    again, _journal = resume(store, imported.game)
    assert again.standing == session.standing
    assert again.states == session.states
    judged = list(rejudge(session.ruleset, session.states[0], session.entries))
    assert all(one.holds for one in judged)
    assert judged[-1].state == session.state
    bare = parse(export_game(session.header, session.entries, events=False).encode(), "bare.jsonl")
    completed, state = complete(bare)
    assert state == session.state
    assert completed == session.entries
