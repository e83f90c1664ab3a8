"""What changes the game without a touch is on the screen with the next frame; nobody has to call for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.engine.ids import PlayerId
from companion.engine.state import Player
from companion.history.correction import remove
from companion.history.log import Header
from companion.presenters import happened
from companion.presenters.intents import FixRoll, GoOn, Tell
from companion.presenters.live import LivePlay
from companion.presenters.past import PastPlay
from companion.presenters.play import Meant
from companion.presenters.seen import tellable
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.robber import MoveRobber
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import ChooseDeck, PlaceShip
from companion.rules.cities_knights.slice import Track
from kivy_ui.widgets.choice import TextSheet
from tests.kit.attack import before_the_attack
from tests.kit.tables import CITIES_KNIGHTS

ANNA, BEN = PlayerId("anna"), PlayerId("ben")
PEOPLE = (Player(ANNA, "Anna", "red"), Player(BEN, "Ben", "blue"))

Change = Callable[[GameSession], object]


def roll(session: GameSession, event: str = "trade") -> None:
    dice = {"white": 2, "red": 4, "event": event}
    session.submit(RollDice(session.state.core.on_turn, dice), overrule=True)


@pytest.fixture
def session(ui: Any) -> GameSession:
    """A game of which the table is shown, Anna's roll and her city entered."""
    found = GameSession(Header("updates", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    roll(found)
    found.submit(BuildCity(ANNA), overrule=True)
    ui.open(LivePlay(found))
    ui.shell.go("table")
    ui.frames()
    return found


def points(ui: Any) -> str:
    return str(ui.shell.screen.columns[0].view.points)


def words(ui: Any) -> str:
    """Everything that can be read."""
    return " ".join(text.text for widget in ui.shell.walk() for text in getattr(widget, "texts", ()))


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (lambda session: session.submit(BuildSettlement(ANNA), overrule=True), "5"),
        (lambda session: session.undo(), "3"),
        (lambda session: session.correct(remove(session.standing[-1].entry)), "3"),
    ],
    ids=["entry", "undo", "correction"],
)
def test_points_on_the_table(ui: Any, session: GameSession, change: Change, shown: str) -> None:
    assert points(ui) == "4"
    change(session)
    ui.frames(1)
    assert points(ui) == shown


def test_what_is_undone_and_brought_back_elsewhere_names_another_entry_to_undo(
    ui: Any, session: GameSession
) -> None:
    assert ui.find("undo").detail == "City"
    session.undo()
    ui.frames(1)
    assert ui.find("undo").detail != "City"
    session.redo()
    ui.frames(1)
    assert ui.find("undo").detail == "City"


def test_a_roll_brings_its_result_and_an_attack_its_page(ui: Any, session: GameSession) -> None:
    session.submit(EndTurn(ANNA))
    roll(session)
    ui.frames(1)
    assert ui.shell.screen_name == "result"
    session.submit(PlaceShip(ANNA, 6), overrule=True)
    session.submit(EndTurn(BEN))
    roll(session, "ship")
    ui.frames(1)
    assert ui.shell.screen_name == "attack"


def test_a_page_outside_of_play_stays_and_shows_the_change(ui: Any, session: GameSession) -> None:
    ui.shell.go("log")
    ui.frames()
    before = words(ui).count("Ben")
    session.submit(EndTurn(ANNA))
    roll(session, "science")
    ui.frames(1)
    assert ui.shell.screen_name == "log"
    assert words(ui).count("Ben") > before


def test_a_touch_shows_the_change_once(
    ui: Any, session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not again with the next frame."""
    shown: list[str] = []
    refresh = type(ui.shell).refresh
    monkeypatch.setattr(
        type(ui.shell), "refresh", lambda shell: (shown.append(shell.screen_name), refresh(shell))
    )
    ui.tap("settlement_0")
    assert points(ui) == "5"
    count = len(shown)
    ui.frames(3)
    assert len(shown) == count == 1


def test_a_game_that_was_left_is_heard_no_more(ui: Any, session: GameSession) -> None:
    left = ui.shell.play
    other = GameSession(Header("another", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    ui.shell.play = LivePlay(other)
    ui.shell.go("table")
    ui.frames()
    assert not left._listeners
    session.undo()
    roll(session)
    ui.frames(1)
    assert ui.shell.screen_name == "table" and points(ui) == "3"
    roll(other)
    left = ui.shell.play
    ui.shell.play = None
    assert not left._listeners
    ui.shell.go("error", failed="none", reason="no game")
    ui.frames(1)
    assert ui.shell.screen_name == "error", "a change of the game that was left is still shown"


@pytest.mark.parametrize("where", ["table", "attack"])
def test_a_redraw_in_between_does_not_stop_the_screen_from_following(
    ui: Any, session: GameSession, where: str
) -> None:
    """Such as when the picture turns to whose turn it is."""
    if where == "attack":
        session.submit(PlaceShip(ANNA, 6), overrule=True)
        session.submit(EndTurn(ANNA))
        roll(session, "ship")
        ui.frames(1)
    assert ui.shell.screen_name == where
    session.submit(EndTurn(session.state.core.on_turn))
    roll(session)
    ui.shell.restyle(ui.shell.settings)
    ui.frames(1)
    assert ui.shell.screen_name == "result"


def test_a_warning_stays_though_the_game_was_undone_and_redone_for_it(ui: Any, session: GameSession) -> None:
    session.submit(EndTurn(ANNA))
    roll(session)
    ui.frames(1)
    before = ui.shell.play.result()
    ui.shell.do(FixRoll({"red": 1, "white": 1, "event": "ship of another game"}))
    assert ui.shows("warning_sheet")
    ui.frames(2)
    assert ui.shows("warning_sheet")
    assert ui.shell.play.result() == before is not None


def test_a_sheet_outside_of_play_stays_open(ui: Any, session: GameSession) -> None:
    ui.shell.go("log")
    ui.shell.sheets.cover(TextSheet(ui.shell.look, "Message", (("", "Read me."),), ui.shell.sheets.close))
    session.submit(EndTurn(ANNA))
    ui.frames(1)
    assert ui.shell.screen_name == "log" and ui.shell.sheets.shown is not None


def test_a_question_that_is_still_open_stays_and_another_one_goes(ui: Any, session: GameSession) -> None:
    session.undo()
    before_the_attack(session, ANNA, BEN)
    session.submit(EndTurn(ANNA))
    roll(session, "ship")
    asked = session.state.core.pending
    assert len(asked) == 2
    ui.frames(1)
    ui.shell.do(GoOn())
    ui.shell.go("table")
    ui.shell.asking.ask(ui.shell.play.questions()[0])
    ui.frames(1)
    other = f"asked_{session.state.core.ids.index(asked[1].who)}_{asked[1].id}"
    assert ui.shows(other)
    session.submit(ChooseDeck(asked[1].who, Track.TRADE))
    ui.frames(1)
    assert ui.shows("question_sheet") and not ui.shows(other)
    session.submit(ChooseDeck(asked[0].who, Track.TRADE))
    ui.frames(1)
    assert not ui.shows("question_sheet")


def test_a_change_while_the_past_is_visited_waits_until_the_table_comes_back(
    ui: Any, session: GameSession
) -> None:
    past = session.past(1)
    ui.shell.past.visit(PastPlay(past, "Before: City", "Back"), lambda _meant: None)
    ui.frames()
    assert points(ui) == "3"
    session.submit(BuildSettlement(ANNA), overrule=True)
    ui.frames(2)
    assert ui.shell.past.visited and points(ui) == "3"
    ui.shell.past.leave(Meant())
    ui.shell.go("table")
    ui.frames()
    assert points(ui) == "5"


def test_a_stolen_card_that_is_named_leaves_the_result_open(ui: Any) -> None:
    found = theft()
    ui.open(LivePlay(found))
    ui.shell.flow.begin()
    stolen = next(
        entry
        for entry in reversed(found.standing)
        if isinstance(entry.command, MoveRobber) and tellable(found, entry)
    )
    found.submit(EndTurn(found.state.core.on_turn), overrule=True)
    found.submit(RollDice(found.state.core.on_turn, {"red": 1, "white": 3}))
    ui.frames(1)
    before = ui.shell.play.result()
    assert before is not None
    assert ui.shell.do(Tell(int(stolen.entry), tellable(found, stolen)[0]))
    assert ui.shell.play.result() == before
    assert next(one for one in found.standing if one.entry == stolen.entry).corrected_by is not None
    assert ui.shell.do(FixRoll({"red": 2, "white": 3}))
    assert found.standing[-1].command == RollDice(found.state.core.on_turn, {"red": 2, "white": 3})
    assert next(one for one in found.standing if one.entry == stolen.entry).corrected_by is not None
    assert ui.shell.play.result() != before is not None


def test_screens_hear_of_a_change_that_cannot_be_shown(
    session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    play = LivePlay(session)
    play.subscribe(lambda: heard.append("changed"))
    monkeypatch.setattr(happened, "battle", lambda *_: 1 / 0)
    session.submit(EndTurn(ANNA))
    roll(session)
    assert heard == ["changed", "changed"]


def theft() -> GameSession:
    """A game of the base game with hands, to the first card that was stolen unseen and may still be told."""
    game = Simulation(header(("base",), 4, 1, "L3"), random.Random(1), checked=False)
    for _step in range(400):
        game.step()
        session = GameSession(game.header, Nowhere(), tuple(game.entries), clock=lambda: 0)
        last = session.standing[-1]
        if (
            isinstance(last.command, MoveRobber)
            and tellable(session, last)
            and not session.state.core.pending
        ):
            return session
    raise AssertionError("nobody robbed anybody")


def test_what_is_told_of_a_card_is_not_entered_in_a_game_of_the_past() -> None:
    session = theft()
    stolen = session.standing[-1]
    past = PastPlay(session.past(len(session.standing)), "Before", "Back")
    assert past.do(Tell(stolen.entry, tellable(session, stolen)[0])) is None
    assert past.session.standing[-1].command == stolen.command
