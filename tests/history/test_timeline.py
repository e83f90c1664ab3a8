"""The states of a game, live, loaded again and judged again."""

from __future__ import annotations

from itertools import islice

import pytest

from companion.app.session import GameSession, Nowhere, ruleset_of
from companion.engine.core import AdjustPoints, DeclareWinner
from companion.engine.decide import replay
from companion.engine.ids import EntryId, PlayerId
from companion.engine.table import Table
from companion.engine.verdict import Violation, soft
from companion.history.log import Entry, Header, LogError
from companion.history.rejudge import rejudge
from companion.history.summary import summarise
from companion.history.timeline import Timeline
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from tests.kit.players import PEOPLE, play
from tests.kit.tables import CITIES_KNIGHTS

ANNA, BEN = PEOPLE[0].id, PEOPLE[1].id
SEEDS = (1, 2, 3)


def played(seed: int, entries: int = 80, undo: float = 0.15) -> GameSession:
    session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    for _command in islice(play(session, seed, undo=undo, past_the_end=True), entries):
        pass
    return session


@pytest.mark.parametrize("seed", SEEDS)
def test_a_loaded_timeline_is_the_live_one(seed: int) -> None:
    session = played(seed)
    start = session.ruleset.start(PEOPLE)
    loaded = Timeline(start, session.entries)
    assert loaded.state == session.state
    assert tuple(loaded.standing) == session.standing
    live = Timeline(start)
    for entry in session.entries:
        live = live.after(entry)
        assert live.state == Timeline(start, live.entries).state
    assert live.undone == loaded.undone


@pytest.mark.parametrize("seed", SEEDS)
def test_the_state_before_an_entry_leads_to_the_state_after_it(seed: int) -> None:
    session = played(seed)
    for entry, following in zip(session.standing, session.standing[1:], strict=False):
        assert replay(session.state_before(entry), entry.events) == session.state_before(following)


def test_the_state_before_an_entry_that_does_not_stand() -> None:
    session = played(1, entries=5, undo=0)
    last = session.standing[-1]
    session.undo()
    with pytest.raises(KeyError):
        session.state_before(last)


def test_entries_out_of_order_are_refused() -> None:
    session = played(1, entries=5, undo=0)
    with pytest.raises(LogError, match="entry 1 follows entry 2"):
        Timeline(session.ruleset.start(PEOPLE), (session.entries[1], session.entries[0]))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_judged_again_holds_and_means_the_same(seed: int) -> None:
    session = played(seed)
    again = list(rejudge(session.ruleset, session.ruleset.start(PEOPLE), session.entries))
    assert all(judged.holds for judged in again)
    assert [judged.events for judged in again] == [entry.events for entry in session.entries]
    assert again[-1].state == session.state


def log(*commands: object, overruled: tuple[Violation, ...] = ()) -> list[Entry]:
    return [
        Entry(EntryId(number), command, overruled=overruled)  # type: ignore[arg-type]
        for number, command in enumerate(commands, start=1)
    ]


def judged_again(entries: list[Entry]) -> list[tuple[bool, bool, bool, list[str]]]:
    ruleset = ruleset_of(Header("game", PEOPLE, CITIES_KNIGHTS))
    return [
        (judged.holds, judged.overruled, judged.left_out, [violation.rule for violation in judged.violations])
        for judged in rejudge(ruleset, ruleset.start(PEOPLE), entries)
    ]


ROLL = RollDice(ANNA, {"white": 1, "red": 2, "event": "ship"})


def test_a_broken_rule_is_named_and_the_game_goes_on_with_it() -> None:
    entries = log(EndTurn(ANNA), RollDice(BEN, ROLL.dice))
    assert judged_again(entries) == [(False, False, False, ["CK-20"]), (True, False, False, [])]


def test_a_broken_rule_that_the_table_let_stand_holds() -> None:
    entries = log(EndTurn(ANNA), overruled=(soft("CK-20", "turn.roll-first"),))
    assert judged_again(entries) == [(True, True, False, ["CK-20"])]


def test_a_ruling_about_another_rule_covers_nothing() -> None:
    entries = log(EndTurn(ANNA), overruled=(soft("CK-93", "knight.promoted-already"),))
    assert judged_again(entries) == [(False, False, False, ["CK-20"])]


def test_what_cannot_be_is_left_out() -> None:
    entries = log(ROLL, AdjustPoints(ANNA, PlayerId("otto"), 1), RecruitKnight(ANNA))
    holds, overruled, left_out, rules = judged_again(entries)[1]
    assert (holds, overruled, left_out) == (False, False, True)
    assert rules
    assert judged_again(entries)[2] == (True, False, False, [])


def test_an_entry_left_out_can_be_undone() -> None:
    entries = [*log(ROLL, AdjustPoints(ANNA, PlayerId("otto"), 1)), Entry(EntryId(3), undo=EntryId(2))]
    assert judged_again(entries)[2] == (True, False, False, [])


def test_an_undo_out_of_turn_is_refused() -> None:
    with pytest.raises(LogError, match="entry 3 undoes 1"):
        judged_again([*log(ROLL, EndTurn(ANNA)), Entry(EntryId(3), undo=EntryId(1))])


def test_the_summary_tells_points_turn_and_winner() -> None:
    session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    session.submit(AdjustPoints(ANNA, BEN, 4))
    session.submit(DeclareWinner(BEN), overrule=True)
    summary = summarise(Table(session.ruleset, session.state), session.entries[-1].entry)
    assert (summary.entry, summary.turn, summary.winner) == (2, 1, BEN)
    assert summary.points == {player.id: 3 + 4 * (player.id == BEN) for player in PEOPLE}


def test_the_summary_of_a_table_that_tracks_no_points_has_none() -> None:
    session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS, level="L0"), Nowhere(), clock=lambda: 0)
    assert summarise(Table(session.ruleset, session.state), EntryId(0)).points == {}
