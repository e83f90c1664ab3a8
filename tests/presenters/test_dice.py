"""Dice as screens show them, whichever a game has."""

from __future__ import annotations

from companion.engine.core import ChangeLevel
from companion.engine.level import Level
from companion.engine.state import Face
from companion.presenters import dice
from companion.presenters.commands import meaning
from companion.presenters.correction import entry_view
from companion.presenters.intents import Roll
from companion.presenters.live import LivePlay
from companion.rules.base.turn import RollDice
from tests.kit.tables import ANNA, BASE, evening

LYING: dict[str, Face] = {"fog": "thick", "event": "ship", "white": 3, "red": 5}


def test_red_comes_first_and_what_modules_add_last() -> None:
    assert dice.as_shown(LYING) == (("red", "5"), ("white", "3"), ("event", "ship"), ("fog", "thick"))
    assert dice.as_entered(dict(dice.as_shown(LYING))) == LYING


def test_a_roll_says_whatever_dice_there_are() -> None:
    table = evening()
    assert meaning(table.session, Roll(LYING)) == RollDice(ANNA, LYING)


def test_the_pad_has_the_faces_of_the_games_own_dice() -> None:
    base, knights = LivePlay(evening(modules=BASE).session).roll(), LivePlay(evening().session).roll()
    assert base.rows == ("red", "white") and set(base.faces) == {"red", "white"}
    assert knights.rows == ("red", "white", "event")
    assert knights.faces["event"] == ("ship", "trade", "politics", "science")


def test_an_earlier_roll_has_the_dice_of_its_time() -> None:
    table = evening()
    table.roll(ANNA)
    rolled = table.session.standing[-1].entry
    table.enter(ChangeLevel(ANNA, Level.L0))
    assert set(LivePlay(table.session).roll().faces) == {"event"}
    assert set(entry_view(table.session, rolled).faces) == {"red", "white", "event"}
