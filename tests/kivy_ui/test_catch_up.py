"""Another level in mid-game and rounds that nobody entered, by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.app.board_file import Boards
from companion.app.session import GameSession
from companion.engine.core import ConfirmPosition
from companion.engine.ids import Site
from companion.engine.level import Level
from companion.engine.table import Table
from companion.presenters import catch_up
from companion.presenters.board_view import Place
from companion.presenters.live import LivePlay
from companion.rules.base.facts.pieces import StatePieces
from companion.rules.base.network import board, road_places
from companion.rules.base.queries import cities, roads, settlements
from companion.rules.base.setup import LayBoard
from companion.rules.base.slice import Base
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.facts.improvements import StateImprovements
from companion.rules.cities_knights.queries import knights, level
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.event_cards.slice import EventCards
from tests.kit.island import BEGINNERS
from tests.kit.offscreen import Hours, own_time
from tests.scenes.board_stages import BASE, KNIGHTS, Lent, played


class Shelf(Lent):
    """A context with no boards kept on it."""

    laying: object = None
    boards = Boards()


Open = Callable[..., GameSession]


@pytest.fixture
def at(ui: Any) -> Open:
    """Puts a game with a board on the table, its screen More open."""

    def put(modules: tuple[str, ...] = KNIGHTS, screen: str = "more", count: int = 80) -> GameSession:
        session = played(modules, 2 if modules == KNIGHTS else 3, count)
        shell = ui.open(LivePlay(session))
        shell.context = Shelf(session)
        shell.go("table")
        shell.go(screen)
        ui.frames()
        return session

    return put


def press(ui: Any, place: Place) -> None:
    """Touch a place of the board, once the picture stands still."""
    ui.wait(lambda: not ui.shell.screen.picture.moving)
    picture = ui.shell.screen.picture
    spot = picture.spot(place)
    if not picture.collide_point(*spot) or picture.sign.collide_point(*spot):
        ui.taps += 1
        picture.zoom_out()
        ui.wait(lambda: not picture.moving)
    ui.taps += 1
    ui.touch(*picture.to_window(*picture.spot(place)))


def test_pieces_that_nobody_entered_take_a_tap_each(ui: Any, at: Open) -> None:
    session = at()
    who = session.state.core.ids[0]
    before = len(roads(session.table, who))
    ui.tap("catch_up")
    ui.taps = 0
    ui.tap("piece_road")
    for _ in range(3):
        edge = road_places(session.table, who)[0]
        press(ui, Place("edge", edge))
        assert edge in roads(session.table, who)
    assert len(roads(session.table, who)) == before + 3
    assert ui.taps / 3 <= 1.4
    ui.tap("undo")
    assert len(roads(session.table, who)) == before + 2


def test_an_undo_that_is_held_does_not_lead_away(ui: Any, at: Open) -> None:
    from kivy.tests.common import UnitTestTouch

    at(screen="catch_up")
    undo = ui.find("undo")
    hours = Hours()
    with own_time(hours):
        ui.frames()
        ui.shell.care.rest()
        touch = UnitTestTouch(*undo.to_window(*undo.center))
        touch.touch_down()
        hours.now += 2 * undo.HOLD_SECONDS
        ui.frames()
        assert ui.shell.screen_name == "catch_up" and ui.shell.sheets.shown is None
        touch.touch_up()
        ui.frames()
    assert ui.shell.screen_name == "catch_up" and ui.shell.sheets.shown is None


def test_a_piece_that_is_touched_again_goes(ui: Any, at: Open) -> None:
    session = at(screen="catch_up")
    who = session.state.core.ids[0]
    ui.tap("piece_city")
    site = cities(session.table, who)[0]
    press(ui, Place("corner", site))
    assert site not in cities(session.table, who)
    press(ui, Place("corner", site))
    assert site in cities(session.table, who)


def test_a_knight_gets_its_helmet_where_it_stands(ui: Any, at: Open) -> None:
    session = at(screen="catch_up")
    who = session.state.core.ids[0]
    site, knight = next(iter(knights(session.table, who).items()))
    name = f"piece_knight_{knight.strength}_{'inactive' if knight.active else 'active'}"
    ui.tap(name)
    press(ui, Place("corner", site))
    assert knights(session.table, who)[Site(site)].active is not knight.active


def test_numbers_go_up_and_down_for_another_player(ui: Any, at: Open) -> None:
    session = at(screen="catch_up")
    ben = session.state.core.ids[1]
    before = level(session.table, ben, Track.TRADE)
    ui.tap("numbers")
    ui.tap("seat_1")
    ui.tap("fact_track_trade")
    assert level(session.table, ben, Track.TRADE) == before, "chosen first"
    ui.tap("fact_track_trade")
    assert level(session.table, ben, Track.TRADE) == before + 1
    ui.tap("fact_more")
    ui.tap("fact_less")
    ui.tap("fact_less")
    assert level(session.table, ben, Track.TRADE) == before
    ui.tap("fact_turn")
    assert session.state.core.on_turn == ben


def test_what_does_not_fit_is_one_list_and_may_stand(ui: Any, at: Open) -> None:
    session = at(screen="catch_up")
    who = session.state.core.ids[0]
    corners = board(session.table).geometry.corners
    session.submit(StatePieces(who, who, settlements=corners[:2]))
    ui.shell.refresh()
    ui.tap("done")
    faults = catch_up.faults(session)
    assert faults and all(fault.rule for fault in faults)
    ui.tap("done")
    assert not isinstance(session.standing[-1].command, ConfirmPosition)
    for fault in faults:
        ui.tap(f"fault_{fault.key}")
    ui.tap("done")
    assert isinstance(session.standing[-1].command, ConfirmPosition)
    assert len(session.standing[-1].overruled) == len(faults)
    assert ui.shell.screen_name == "table"


def test_lower_and_raise_by_touch_and_say_again_where_everything_stands(ui: Any, at: Open) -> None:
    session = at(BASE, count=40)
    before, who = session.table, session.state.core.ids[0]
    ui.tap("level")
    ui.tap("answer_L1")
    assert session.ruleset.level is Level.L1
    assert ui.shell.screen_name == "catch_up"
    ui.tap("table")
    ui.shell.go("more")
    ui.frames()
    ui.tap("level")
    ui.tap("answer_L2")
    assert ui.shell.screen_name == "catch_up"
    ui.tap("lay_board")
    assert ui.shell.screen_name == "board_setup"
    session.submit(LayBoard(session.state.core.on_turn, board(before)), overrule=True)
    ui.shell.flow.follow()
    ui.frames()
    assert ui.shell.screen_name == "catch_up"
    view = catch_up.catch_up(session, 0)
    wanted = {piece.name: piece.wanted for piece in view.pieces}
    assert wanted["settlement"] == len(settlements(before, who))
    assert ui.shell.screen.piece == "settlement", "nobody knows how many roads there were"
    for name, sort, standing in (
        ("settlement", "corner", settlements(before, who)),
        ("city", "corner", cities(before, who)),
        ("road", "edge", roads(before, who)),
    ):
        if standing:
            ui.tap(f"piece_{name}")
        for place in standing:
            press(ui, Place(sort, place))  # type: ignore[arg-type]
    now = session.table
    assert set(settlements(now, who)) == set(settlements(before, who))
    assert set(cities(now, who)) == set(cities(before, who))
    assert set(roads(now, who)) == set(roads(before, who))
    ui.shell.go("table")
    ui.frames()
    assert ui.shell.screen_name == "table" and ui.shows("road_0"), "what L1 had no room for in a column"


def test_the_base_game_alone_and_a_game_of_alerts_have_the_screen_too(ui: Any, at: Open) -> None:
    session = at(BASE, "catch_up", 40)
    assert ui.shows("piece_settlement") and not ui.shows("piece_wall")
    ui.shell.go("more")
    ui.frames()
    ui.tap("level")
    ui.tap("answer_L0")
    assert ui.shell.screen_name == "catch_up"
    assert isinstance(session.table, Table) and session.state.slice(Base).board is None
    for _page in (*session.state.core.ids, "the list"):
        assert ui.shell.screen_name == "catch_up"
        ui.tap("done")
    assert ui.shell.screen_name == "table"


def at_level(ui: Any, session: GameSession, wanted: str) -> None:
    ui.shell.go("more")
    ui.frames()
    ui.tap("level")
    ui.tap(f"answer_{wanted}")
    assert ui.shell.screen_name == "catch_up"


def let_stand(ui: Any, session: GameSession) -> None:
    """Tick whatever does not fit; a long list is turned."""
    for fault in catch_up.faults(session):
        if not ui.shows(f"fault_{fault.key}"):
            ui.tap("fault_down")
        ui.tap(f"fault_{fault.key}")


def test_numbers_are_a_page_a_player_then_the_table_and_what_changed_is_listed(ui: Any, at: Open) -> None:
    session = at(screen="table")
    at_level(ui, session, "L1")
    ui.tap("table")
    session.submit(EndTurn(session.state.core.on_turn), overrule=True)
    dice = {"white": 1, "red": 2, "event": "trade"}
    session.submit(RollDice(session.state.core.on_turn, dice), overrule=True)
    ui.shell.refresh()
    ui.shell.go("catch_up")
    ui.frames()
    first = session.state.core.ids[0]
    wanted = {fact.name for fact in catch_up.catch_up(session, 0).numbers}
    assert wanted >= {"settlement", "city", "knight_1_inactive", "track_trade", "metropolis_science"}
    assert all(ui.shows(f"fact_{name}") for name in wanted), "all of a player at once"
    assert not ui.shows("fact_ship")
    before = len(knights(session.table, first))
    ui.tap("fact_knight_1_inactive")
    ui.tap("fact_more")
    assert len(knights(session.table, first)) == before + 1
    ui.tap("done")
    assert ui.shell.screen.seat == 1 and ui.shows("fact_city")
    for _player in session.state.core.ids[1:]:
        ui.tap("done")
    assert ui.shows("fact_ship") and ui.shows("fact_attacks") and not ui.shows("fact_city")
    ui.tap("fact_attacks")
    ui.tap("fact_more")
    ui.tap("done")
    names = {player.id: player.name for player in session.state.core.players}
    told = [change.text for change in catch_up.changes(session)]
    assert len(told) == 2
    assert told[0].startswith(f"{names[first]}: ") and told[1].startswith("The table: ")
    assert ui.shows("fault_change_0") and ui.shows("fault_change_1")
    let_stand(ui, session)
    ui.tap("done")
    assert isinstance(session.standing[-1].command, ConfirmPosition)
    assert catch_up.changes(session) == ()


def test_a_metropolis_that_was_known_is_asked_for_at_the_next_level(ui: Any, at: Open) -> None:
    """Placed again as a plain city it cost its player two points without a word."""
    session = at(screen="table")
    at_level(ui, session, "L1")
    who = session.state.core.ids[0]
    session.submit(StateImprovements(who, who, {Track.TRADE: 4}))
    session.submit(StatePieces(who, who, cities=(Site("anna-1"),)), overrule=True)
    fact = next(fact for fact in session.ruleset.facts if fact.name == "metropolis_trade")
    session.submit(fact.state(session.table, who, 1), overrule=True)
    assert fact.value(session.table, who) == 1
    points = session.table.points(who)
    at_level(ui, session, "L2")
    session.submit(LayBoard(session.state.core.on_turn, BEGINNERS), overrule=True)
    ui.shell.go("catch_up")
    ui.frames()
    corners = board(session.table).geometry.corners
    view = catch_up.catch_up(session, 0)
    assert {piece.name: piece.wanted for piece in view.pieces}["metropolis_trade"] == 1
    ui.tap("piece_city")
    press(ui, Place("corner", corners[8]))
    assert ui.shell.screen.piece != "city", "on to what is still asked for"
    assert session.table.points(who) == points - 2
    ui.tap("table")
    assert ui.shell.screen_name == "catch_up", "not without a word"
    told = [fault.text for fault in catch_up.faults(session)]
    assert any("Metropolis" in text for text in told) and any("Points" in text for text in told)
    ui.tap("done")
    assert ui.shell.screen_name == "catch_up", "stopped softly"
    ui.tap("numbers")
    ui.tap("piece_metropolis_trade")
    press(ui, Place("corner", corners[8]))
    assert session.table.points(who) == points
    ui.tap("done")
    assert not any("Metropolis" in fault.text for fault in catch_up.faults(session))
    let_stand(ui, session)
    ui.tap("done")
    assert ui.shell.screen_name == "table"


def test_ev_02_event_cards_that_nobody_entered_are_counted_by_touch(ui: Any, at: Open) -> None:
    session = at(("base", "event_cards"), "catch_up", 40)
    before = session.state.slice(EventCards).count
    ui.tap("numbers")
    ui.tap("seat_table")
    ui.tap("fact_event_cards")
    ui.tap("fact_more")
    ui.tap("fact_event_cards")
    assert session.state.slice(EventCards).count == before + 2
    ui.tap("fact_less")
    assert session.state.slice(EventCards).count == before + 1
