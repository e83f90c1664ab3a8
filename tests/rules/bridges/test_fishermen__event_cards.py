"""The Fishermen of Catan with Event cards (FI-11)."""

from __future__ import annotations

from companion.engine.ids import HexId
from companion.rules.base.robber import MoveRobber, RobberMoved
from companion.rules.scenarios.fishermen.catch import TokensDrawn
from companion.rules.scenarios.fishermen.spending import BuildFreeRoad
from companion.rules.variants.event_cards.damage import RoadDamaged
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.fishing import fishing
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN, only, told

MODULES = ("base", "fishermen", "event_cards")


def test_fi_11_the_robber_flees_off_the_board() -> None:
    table = fishing(modules=MODULES, robber=4)
    events = table.enter(TurnCard(ANNA, 4, "robber_flees"))
    assert only(events, RobberMoved).to is None
    table.end()
    table.enter(TurnCard(BEN, 7, "robber_attack"))
    table.enter(MoveRobber(BEN, HexId(4)))
    assert table.base.robber == 4, "the next 7 brings him back"


def test_fi_11_a_robber_off_the_board_has_nowhere_to_flee() -> None:
    table = fishing(modules=MODULES)
    assert told(table.enter(TurnCard(ANNA, 4, "robber_flees")), RobberMoved) == []


def test_fi_04_the_number_of_an_event_card_brings_fish() -> None:
    table = fishing(modules=MODULES, pieces="anna: city 0N", boot="ben")
    assert told(table.enter(TurnCard(ANNA, 4)), TokensDrawn) == [TokensDrawn(ANNA, 2)]


def test_ev_12_five_fish_build_no_road_while_one_is_damaged() -> None:
    table = fishing(
        modules=MODULES, pieces="anna: settlement 4N, road 4NE", tokens={"anna": "3 2"}, rolled=True
    )
    table.given(RoadDamaged(ANNA, edge("4NE")))
    assert table.refused(BuildFreeRoad(ANNA, (3, 2), edge("4NW"))) == {"EV-12"}
    assert table.options("anna", BuildFreeRoad) == []


def test_ev_11_an_epidemic_leaves_the_fish_of_a_city_alone() -> None:
    """The 6 is the number of the ground at 11S."""
    table = fishing(modules=MODULES, pieces="anna: city 11S", boot="ben")
    assert told(table.enter(TurnCard(ANNA, 6, "epidemic")), TokensDrawn) == [TokensDrawn(ANNA, 2)]
