"""The session: judged, stored, shown, in this order; one listener's failure is not the game's."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from companion.app.alerts import UNKNOWN, WIN
from companion.app.cues import cues, scene
from companion.app.ports import Cue
from companion.app.session import GameSession, Nowhere, Update
from companion.engine.level import Level
from companion.engine.verdict import Accepted, Refused
from companion.history.log import Entry, Header
from companion.rules.base.alerts import SEVEN
from companion.rules.base.building import BuildCity
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.alerts import (
    ATTACK,
    ATTACK_LOST,
    ATTACK_WON,
    METROPOLIS,
    SHIP_NEAR,
    SHIP_STEP,
)
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, CITIES_KNIGHTS, Evening, dice, evening, people


class Shelf:
    """A journal that keeps its entries in memory, or has no room left."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.full = False

    def append(self, entry: Entry) -> None:
        if self.full:
            raise OSError("no room")
        self.entries.append(entry)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def session(shelf: Shelf) -> GameSession:
    header = Header("evening", people("anna ben"), CITIES_KNIGHTS)
    return GameSession(header, shelf, clock=lambda: 0)


def test_an_entry_is_stored_before_anybody_hears_of_it(session: GameSession, shelf: Shelf) -> None:
    heard: list[int] = []
    session.subscribe(lambda update: heard.append(len(shelf.entries)))
    session.submit(dice("anna"))
    session.undo()
    assert heard == [0, 1, 2]


@pytest.mark.parametrize("what", ["submit", "undo", "redo"])
def test_what_cannot_be_stored_did_not_happen(session: GameSession, shelf: Shelf, what: str) -> None:
    session.submit(dice("anna"))
    session.submit(EndTurn(ANNA))
    session.undo()
    before, log = session.state, session.entries
    shelf.full = True
    heard: list[Update] = []
    session.subscribe(heard.append)
    with pytest.raises(OSError, match="no room"):
        {"submit": lambda: session.submit(EndTurn(ANNA)), "undo": session.undo, "redo": session.redo}[what]()
    assert (session.state, session.entries, len(heard)) == (before, log, 1)
    shelf.full = False
    assert isinstance(session.submit(EndTurn(ANNA)), Accepted)


def test_a_refused_entry_is_neither_stored_nor_told(session: GameSession, shelf: Shelf) -> None:
    heard: list[Update] = []
    session.subscribe(heard.append)
    assert isinstance(session.submit(EndTurn(ANNA)), Refused)
    assert shelf.entries == []
    assert len(heard) == 1


def test_listeners_hear_why_the_state_changed(session: GameSession) -> None:
    heard: list[Update] = []
    session.subscribe(heard.append)
    session.submit(dice("anna"))
    session.undo()
    session.redo()
    assert [update.kind for update in heard] == ["resumed", "new", "undone", "redone"]
    assert [bool(update.events) for update in heard] == [False, True, False, False]
    for earlier, later in pairwise(heard):
        assert later.before == earlier.state


def test_a_listener_that_fails_stops_nobody(session: GameSession, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Update] = []

    def fail(update: Update) -> None:
        raise RuntimeError("broken lamp")

    session.subscribe(fail)
    session.subscribe(heard.append)
    assert isinstance(session.submit(dice("anna")), Accepted)
    assert len(heard) == 2
    assert "broken lamp" in caplog.text


def test_a_listener_may_leave(session: GameSession) -> None:
    heard: list[Update] = []
    stop = session.subscribe(heard.append)
    stop()
    session.submit(dice("anna"))
    assert len(heard) == 1


def test_a_clock_that_jumps_back_never_turns_the_log_around() -> None:
    times = iter([500, 200, 900])
    header = Header("evening", people("anna ben"), CITIES_KNIGHTS, started=300)
    session = GameSession(header, Nowhere(), clock=lambda: next(times))
    session.submit(dice("anna"))
    session.undo()
    session.submit(dice("anna"))
    assert [entry.at for entry in session.entries] == [500, 500, 900]


def test_a_game_goes_on_where_it_stood_with_its_undo_history(session: GameSession, shelf: Shelf) -> None:
    session.submit(dice("anna"))
    session.submit(Improve(ANNA, Track.TRADE, 1))
    session.undo()
    again = GameSession(session.header, shelf, tuple(shelf.entries), clock=lambda: 0)
    assert again.state == session.state
    assert (again.to_undo, again.to_redo) == (session.to_undo, session.to_redo)
    assert again.redo() is not None
    assert again.state == replayed(session)


def replayed(session: GameSession) -> object:
    session.redo()
    return session.state


def test_the_names_of_undo_and_redo(session: GameSession) -> None:
    assert (session.to_undo, session.to_redo, session.undo(), session.redo()) == (None, None, None, None)
    session.submit(dice("anna"))
    assert session.to_undo is not None
    assert session.to_undo.command == dice("anna")
    session.undo()
    assert session.to_redo is not None
    assert session.to_redo.command == dice("anna")


# --- signs for lights and buzzer


def signs(table: Evening, command: object) -> list[Cue]:
    """The cues of an entry, whatever is said of them."""
    heard: list[Update] = []
    stop = table.session.subscribe(heard.append)
    table.enter(command)  # type: ignore[arg-type]
    stop()
    found = cues(table.session.ruleset, heard[-1])
    return [msgspec.structs.replace(cue, spoken=None) for cue in found]


def test_the_ships_signs_step_by_step() -> None:
    assert signs(evening(), dice("anna", event="ship")) == [Cue(SHIP_STEP)]
    assert signs(evening().given_ship(4), dice("anna", event="ship")) == [Cue(SHIP_STEP)]
    assert signs(evening().given_ship(5), dice("anna", event="ship")) == [Cue(SHIP_NEAR)]
    assert signs(evening(), dice("anna", event="trade")) == []


def test_an_attack_and_who_it_concerns() -> None:
    lost = evening().given_ship(6)
    lost.given_knight("ben", 1, active=True)
    assert signs(lost, dice("anna", event="ship")) == [
        Cue(ATTACK),
        Cue(ATTACK_LOST, (0, 2, 3)),
    ]
    won = evening("anna ben").given_ship(6)
    won.given_knight("ben", 2, active=True)
    assert signs(won, dice("anna", event="ship")) == [Cue(ATTACK), Cue(ATTACK_WON, (1,))]


def test_a_win_is_told_in_every_game() -> None:
    winning = evening(modules=("base",)).given_points("anna", 9).rolled()
    assert signs(winning, BuildCity(ANNA)) == [Cue(WIN, (0,))]


def test_a_sign_that_nobody_describes_gives_a_plain_one_and_the_rest_is_heard(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = evening().given_ship(6)
    heard: list[Update] = []
    table.session.subscribe(heard.append)
    table.enter(dice("anna", event="ship"))
    rules = table.session.ruleset
    others = tuple(part for part in rules.presentation if part != ATTACK)
    forgetful = replace(rules, other=None, presentation=others)
    assert [cue.alert for cue in cues(forgetful, heard[-1])] == [UNKNOWN, ATTACK_LOST]
    assert "'attack'" in caplog.text


def test_a_seven_a_metropolis_and_a_win() -> None:
    assert [cue.alert for cue in signs(evening(), dice("anna", 3, 4))] == [SEVEN]
    table = evening().given_level("anna", Track.TRADE, 4)
    table.given_metropolis("ben", Track.TRADE)
    table.rolled()
    assert signs(table, Improve(ANNA, Track.TRADE, 5)) == [Cue(METROPOLIS, (0, 1))]
    winning = evening().given_level("anna", Track.TRADE, 3).given_points("anna", 11).rolled()
    assert signs(winning, Improve(ANNA, Track.TRADE, 4)) == [
        Cue(METROPOLIS, (0,)),
        Cue(WIN, (0,)),
    ]


def test_lights_follow_the_state_and_an_undo_is_silent() -> None:
    table = evening().given_ship(5)
    heard: list[Update] = []
    table.session.subscribe(heard.append)
    table.roll("anna", event="ship")
    now = scene(table.session.ruleset, table.state)
    assert (now.step, now.track, now.near, now.seats, now.on_turn) == (6, 7, True, 4, 0)
    table.session.undo()
    assert cues(table.session.ruleset, heard[-1]) == ()
    assert scene(table.session.ruleset, table.state).step == 5


def test_the_scene_names_who_has_to_answer_and_who_has_won() -> None:
    table = evening().given_ship(6)
    for who in ("anna", "carla"):
        table.given_cities(who, 1)
        table.given_wall(who)
    table.roll("anna", 1, 1, "ship")
    assert scene(table.session.ruleset, table.state).waiting == (0, 2)
    won = evening().given_points("ben", 13).rolled()
    won.end()
    assert scene(won.session.ruleset, won.state).winner == 1


def test_the_scene_has_what_the_screen_shows_of_everyone() -> None:
    """Points, pieces, what lies before the players, gauges, and how strong an attack would find them."""
    table = evening("anna ben").given_ship(3)
    table.given_cities("anna", 1)
    table.given_wall("anna")
    now = scene(table.session.ruleset, table.state)
    anna, ben = now.standings
    assert (anna.name, anna.points, anna.pieces["city"], anna.pieces["wall"]) == ("Anna", 5, 2, 1)
    assert (ben.name, ben.points, ben.pieces["city"], ben.holdings) == ("Ben", 3, 1, {})
    assert (now.gauges, now.strength, now.defence) == ({"ship": (3, 7)}, 3, 0)


def test_a_game_in_which_nothing_is_counted_has_no_points() -> None:
    table = evening("anna ben", level=Level.L0)
    now = scene(table.session.ruleset, table.state)
    assert [standing.points for standing in now.standings] == [None, None]
    assert (now.gauges, now.strength) == ({"ship": (0, 7)}, None)
