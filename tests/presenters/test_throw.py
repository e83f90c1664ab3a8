"""When dice that the camera has read may count."""

from __future__ import annotations

import pytest

from companion.app.dice import Reading
from companion.app.session import GameSession
from companion.engine.level import Level
from companion.presenters.throw import due, sure
from companion.rules.base.turn import RollDice
from companion.rules.variants.event_cards.slice import PLAIN
from tests.kit.event_cards import events, turn
from tests.kit.tables import ANNA

WITH_SHIP = ("base", "cities_knights", "event_cards")


@pytest.mark.parametrize(
    ("order", "first", "then"), [("card_first", (), ("red", "event")), ("dice_first", ("red", "event"), ())]
)
def test_no_roll_is_due_before_the_card_that_comes_first(
    order: str, first: tuple[str, ...], then: tuple[str, ...]
) -> None:
    table = events(modules=WITH_SHIP, level=Level.L2, event_card_order=order)
    session: GameSession = table.session
    assert due(session) == first
    if first:
        table.enter(RollDice(ANNA, {"red": 6, "event": "trade"}))
    else:
        turn(table, ANNA, 8, PLAIN)
    assert due(session) == then


@pytest.mark.parametrize("why", ["unclear", "glare"])
def test_doubt_about_a_die_counts_only_where_it_is_rolled(why: str) -> None:
    """A table without Cities & Knights may throw the event die along."""
    reading = Reading(white=3, red=5, reason=f"{why}_event", unsure="The event die cannot be read.")
    assert sure(reading, ("white", "red"))
    assert not sure(reading, ("white", "red", "event"))
