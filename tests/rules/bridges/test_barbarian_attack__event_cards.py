"""Barbarian Attack with event cards (BA-71)."""

from __future__ import annotations

import pytest

from companion.rules.base.robber import DiscardCards, RobberMoved
from companion.rules.scenarios.barbarian_attack.seven import TakeCard
from companion.rules.variants.event_cards.giving import DrawCard, TakeResource
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.coasts import BARBARIANS, Coast, coast
from tests.kit.tables import ANNA, BEN, CARLA, told

MODULES = (*BARBARIANS, "event_cards")


def turned(number: int, event: str, **how: object) -> tuple[Coast, tuple[object, ...]]:
    """A table at which Anna has turned up a card."""
    table = coast(modules=MODULES, rolled=False, **how)  # type: ignore[arg-type]
    return table, table.enter(TurnCard(ANNA, number, event))


def test_ba_71_a_robber_attack_brings_discards_and_a_card_of_anyone() -> None:
    table, _ = turned(7, "robber_attack", hands={"ben": "8 ore", "carla": "1 wool"})
    assert table.questions == [("discard", "ben")]
    table.enter(DiscardCards(BEN, {"ore": 4}))
    assert table.questions == [("take_card", "anna")]
    table.enter(TakeCard(ANNA, CARLA))
    assert table.cards("anna") == "1 wool"


def test_ba_71_no_robber_flees() -> None:
    table, events = turned(4, "robber_flees")
    assert not told(events, RobberMoved)  # type: ignore[arg-type]
    assert not table.questions


@pytest.mark.parametrize(
    ("knights", "drawer"),
    [
        ({"ben": "0E 1E"}, [("draw_card", "ben")]),
        ({"ben": "0E 1E", "carla": "3E"}, [("draw_card", "ben")]),
        ({"ben": "0E", "carla": "3E"}, []),
        ({}, []),
    ],
)
def test_ba_71_whoever_alone_has_the_most_knights_draws_on_conflict(
    knights: dict[str, str], drawer: list[tuple[str, str]]
) -> None:
    table, _ = turned(3, "conflict", knights=knights, hands={"anna": "1 ore"})
    assert table.questions == drawer
    if drawer:
        table.enter(DrawCard(BEN, ANNA))
        assert table.cards("ben") == "1 ore"


def test_ba_71_the_tournament_goes_by_knights_on_the_board() -> None:
    table, _ = turned(5, "tournament", knights={"ben": "0E", "carla": "3E"})
    assert table.questions == [("take_resource", "ben"), ("take_resource", "carla")]
    table.enter(TakeResource(BEN, "ore"))
