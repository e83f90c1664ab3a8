"""Changes of the tracking level over simulated games: what is stated again is as it was."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import pytest

from companion.app.games import complete, import_game, resume
from companion.app.jsonl import export_game, parse
from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.app.storage import JournalStore
from companion.engine.core import AdjustPoints, ChangeLevel, ConfirmPosition
from companion.engine.decide import options
from companion.engine.level import Level
from companion.engine.table import Table
from companion.engine.verdict import Refused
from companion.history.correction import KEEP, REMOVE, remove
from companion.history.log import Entry, Header
from companion.history.rejudge import rejudge
from tests.kit.each import each
from tests.kit.levels import state_again, track, visible
from tests.kit.players import PEOPLE, play

BASE = ("base",)
CK = ("base", "cities_knights")
GAMES: tuple[tuple[tuple[str, ...], int, Level], ...] = (
    (BASE, 3, Level.L3),
    (BASE, 4, Level.L2),
    (CK, 3, Level.L3),
    (CK, 4, Level.L2),
    (CK, 3, Level.L1),
    ((*CK, "fishermen", "event_cards"), 3, Level.L3),
    (("base", "catan_for_two", "harbourmaster"), 2, Level.L3),
)
LENGTHS = (6, 60, 150)


@cache
def played(which: int, length: int) -> tuple[Header, tuple[Entry, ...]]:
    """The beginning of a game."""
    modules, people, level = GAMES[which]
    if level is Level.L1:
        session = GameSession(Header("nameless", PEOPLE[:people], modules, level), Nowhere(), clock=lambda: 0)
        for _ in islice(play(session, which), length):
            pass
        return session.header, session.entries
    game = Simulation(header(modules, people, which, level), random.Random(which), checked=False)
    return game.header, tuple(islice(game.play(), length))


def session_of(which: int, length: int) -> GameSession:
    head, entries = played(which, length)
    return GameSession(head, Nowhere(), entries, clock=lambda: 0)


def levels_of(session: GameSession) -> list[Level]:
    """The levels at which the modules can be played, from below."""
    return [
        level
        for level in Level
        if all(not module.levels or level in module.levels for module in session.ruleset.modules)
    ]


def reopened(session: GameSession) -> GameSession:
    """The same game after a restart."""
    return GameSession(session.header, Nowhere(), session.entries, clock=lambda: 0)


def kinds_asked(table: Table) -> set[str]:
    """The kinds of the questions that wait for an answer."""
    return {question.kind for question in table.core.pending}


CASES = [(which, length) for which in range(len(GAMES)) for length in LENGTHS]


@pytest.mark.parametrize(("which", "length"), CASES)
def test_lower_raise_and_state_again_leads_to_what_was_to_be_seen(which: int, length: int) -> None:
    for lower in levels_of(session_of(which, length)):
        session = session_of(which, length)
        before = session.table
        if lower >= session.ruleset.level or before.core.winner is not None:
            continue
        if before.core.turn == 1 and not before.core.dice:
            continue
        seen = visible(before)
        track(session, lower)
        assert session.ruleset.level is lower
        for player in session.state.core.ids:
            options(session.ruleset, session.state, player)
        fell_away = kinds_asked(before) - kinds_asked(session.table)
        track(session, GAMES[which][2])
        state_again(session, before)
        # What waited for a question that the lower level does not ask has happened meanwhile.
        if not fell_away:
            assert visible(session.table) == seen
        wrong = [(i.name, *i.broken(session.table)) for i in session.ruleset.invariants]
        assert all(len(found) == 1 for found in wrong), wrong
        assert reopened(session).states == session.states


@each(CASES)
def test_every_change_of_level_is_undone_and_survives_a_restart(which: int, length: int) -> None:
    session = session_of(which, length)
    for level in levels_of(session):
        if level is session.ruleset.level or session.state.core.winner is not None:
            continue
        before = session.state
        track(session, level)
        after = session.state
        again = reopened(session)
        assert again.state == after
        assert again.ruleset.level is level
        again.undo()
        assert again.state == before
        again.redo()
        assert again.state == after
        session.undo()
        assert session.state == before


@pytest.mark.parametrize("which", range(len(GAMES)))
def test_a_log_with_changes_of_level_is_exported_imported_and_judged_again(which: int) -> None:
    session = session_of(which, 25)
    before = session.table
    possible = levels_of(session)
    track(session, possible[0] if possible[0] is not session.ruleset.level else possible[1])
    track(session, GAMES[which][2])
    state_again(session, before)
    session.submit(ConfirmPosition(session.state.core.on_turn), overrule=True)
    for with_events in (True, False):
        game = parse(export_game(session.header, session.entries, events=with_events).encode(), "game.jsonl")
        assert complete(game)[1] == session.state
        store = JournalStore(None)
        store.open()
        imported = import_game(store, game)
        assert resume(store, imported.game)[0].states == session.states
        store.close()
    start = session.states[0]
    judged = list(rejudge(session.ruleset, start, session.entries))
    assert all(one.holds for one in judged)
    assert judged[-1].state == session.state


@pytest.mark.parametrize("which", range(len(GAMES)))
def test_what_no_module_plays_at_a_level_is_refused_with_a_sentence(which: int) -> None:
    session = session_of(which, 6)
    for level in Level:
        if level not in levels_of(session):
            verdict = session.submit(ChangeLevel(session.state.core.on_turn, level), overrule=True)
            assert isinstance(verdict, Refused)
            assert [one.key for one in verdict.violations] == ["level.not-in-this-game"]
    verdict = session.judge(ChangeLevel(session.state.core.on_turn, session.ruleset.level))
    assert isinstance(verdict, Refused)


@pytest.mark.parametrize(("which", "length"), [(which, 60) for which in range(len(GAMES))])
def test_the_game_goes_on_at_the_other_level(which: int, length: int) -> None:
    for level in levels_of(session_of(which, length)):
        session = session_of(which, length)
        if level is session.ruleset.level or session.state.core.winner is not None:
            continue
        track(session, level)
        if session.table.question("board", session.state.core.on_turn):
            continue
        for _ in islice(play(session, 7), 15):
            pass
        assert len(session.entries) > length + 1
        assert reopened(session).states == session.states


@pytest.mark.parametrize("which", range(len(GAMES)))
def test_what_was_before_a_change_of_level_is_corrected_as_ever(which: int) -> None:
    """Nothing behind the change is judged by the rules of another level."""
    session = session_of(which, 25)
    before = session.table
    possible = [level for level in levels_of(session) if level is not session.ruleset.level]
    track(session, possible[-1])
    track(session, GAMES[which][2])
    state_again(session, before)
    first_change = next(e.entry for e in session.standing if isinstance(e.command, ChangeLevel))
    targets = [entry for entry in session.standing if entry.entry < first_change][-3:]
    for target in targets:
        wish = remove(target.entry)
        report = session.preview(wish)
        for _ in range(60):
            if not report.unsettled:
                break
            wish = wish.answered({f.entry: KEEP if f.keepable else REMOVE for f in report.unsettled})
            report = session.preview(wish)
        corrected = reopened(session)
        old = corrected.state
        corrected.correct(report)
        assert reopened(corrected).states == corrected.states
        assert corrected.ruleset.level is GAMES[which][2]
        corrected.undo()
        assert corrected.state == old


def test_a_change_of_level_is_taken_out_of_the_past() -> None:
    session = session_of(2, 40)
    before = session.state
    track(session, Level.L2)
    number = session.standing[-1].entry
    session.submit(AdjustPoints(before.core.on_turn, before.core.on_turn, 1))
    session.correct(remove(number))
    assert session.ruleset.level is Level.L3
    assert session.state.slices == before.slices
