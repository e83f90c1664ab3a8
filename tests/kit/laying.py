"""How many taps it takes to lay a board, by touch on the set-up's screen."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from companion.history.log import Header
from companion.presenters import board_setup
from companion.presenters.board_view import Place
from companion.rules.base.board import Board
from companion.rules.base.board_making import islands, variable_board
from companion.rules.base.slice import Base
from tests.kit.driver import Person
from tests.kit.evening import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS

GAME = Header("laying", PEOPLE, CITIES_KNIGHTS, level="L2")


def setups(app: Any, hands: Any, begin: Callable[[Any, Header], None]) -> dict[str, int]:
    """The taps of each way to lay a board, from the set-up's screen on."""
    island = islands()["standard"]
    tip = board_setup.geometry(island.rows).tips[2]
    by_letters = variable_board(island, random.Random(11), start=tip, clockwise=True)

    def counted(way: str, *names: str, then: Callable[[Person], None] = lambda _person: None) -> int:
        header = msgspec.structs.replace(GAME, game=f"laying_{way}")
        begin(app, header)
        person = Person(hands, header)
        person.tap(*names)
        then(person)
        if laid(app) is None:
            person.tap("lay")
        assert laid(app) is not None, way
        return person.taps

    def by_hand(person: Person) -> None:
        while (setup := app.shell.screen.setup).page == "terrain":
            hex = board_setup.asked(setup.hand.terrain)
            person.tap(f"terrain_{by_letters.terrain[hex]}")
        person.tap("way_clock")
        x, y = app.shell.screen.picture.spot(Place("hex", tip))
        hands.touch(x, app.window.height - y)
        person.taps += 1

    found = {
        "generator": counted("generator"),
        "another": counted("another", "another"),
        "beginners": counted("beginners", "beginners"),
        "last": counted("last", "boards"),
        "by_hand": counted("by_hand", "by_hand", then=by_hand),
    }
    assert laid(app) == by_letters
    return found


def laid(app: Any) -> Board | None:
    """The board of the game on the screen."""
    board: Board | None = app.shell.play.session.state.slice(Base).board
    return board
