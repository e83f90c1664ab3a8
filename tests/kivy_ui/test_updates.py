"""What changes the game without a touch is on the screen with the next frame; nobody has to call for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.app.session import GameSession, Nowhere
from companion.engine.ids import PlayerId
from companion.engine.state import Player
from companion.history.correction import remove
from companion.history.log import Header
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import PlaceShip
from kivy_ui.live import LivePlay

ANNA, BEN = PlayerId("anna"), PlayerId("ben")
PEOPLE = (Player(ANNA, "Anna", "red"), Player(BEN, "Ben", "blue"))

Change = Callable[[GameSession], object]


def roll(session: GameSession, event: str = "trade") -> None:
    dice = {"white": 2, "red": 4, "event": event}
    session.submit(RollDice(session.state.core.on_turn, dice), overrule=True)


@pytest.fixture
def session(ui: Any) -> GameSession:
    """A game of which the table is shown, Anna's roll and her city entered."""
    found = GameSession(Header("updates", PEOPLE), Nowhere(), clock=lambda: 0)
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
    other = GameSession(Header("another", PEOPLE), Nowhere(), clock=lambda: 0)
    ui.shell.play = LivePlay(other)
    ui.shell.go("table")
    ui.frames()
    session.undo()
    roll(session)
    ui.frames(2)
    assert ui.shell.screen_name == "table"
    ui.shell.play = None
    ui.shell.go("error", failed="none", reason="no game")
    roll(other)
    ui.frames(2)
    assert ui.shell.screen_name == "error"
