"""A game as it stood once: what could have been entered then, and nothing of what came later."""

from __future__ import annotations

import pytest

from companion.app.session import GameSession, Nowhere
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted
from companion.history.log import Header
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.slice import Track
from tests.kit.evening import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS

ANNA, BEN = PlayerId("anna"), PlayerId("ben")
FIRST = RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"})


def test_the_past_knows_nothing_of_what_came_later() -> None:
    session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    told: list[object] = []
    session.subscribe(told.append)
    session.submit(FIRST)
    session.submit(Improve(ANNA, Track.TRADE, 1))
    heard = len(told)
    past = session.past(1)
    assert past.state == session.states[1] and past.standing == session.standing[:1]
    assert past.to_undo is None and past.to_redo is None
    assert isinstance(past.judge(Improve(ANNA, Track.TRADE, 1)), Accepted)
    assert not isinstance(session.judge(Improve(ANNA, Track.TRADE, 1)), Accepted)
    assert Improve(ANNA, Track.TRADE, 1) in past.options(ANNA)
    with pytest.raises(RuntimeError):
        past.submit(Improve(ANNA, Track.TRADE, 1))
    assert len(session.standing) == 2 and len(told) == heard


def test_the_past_can_be_another_one() -> None:
    session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    session.submit(FIRST)
    session.submit(Improve(ANNA, Track.TRADE, 1))
    other = session.past(0, session.states[2])
    assert other.state == session.state and other.standing == ()
