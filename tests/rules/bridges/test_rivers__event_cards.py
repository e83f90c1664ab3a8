"""The Rivers of Catan with Event cards, Friendly robber and Harbourmaster, which need no bridge."""

from __future__ import annotations

import pytest

from companion.engine.ids import HexId
from companion.rules.base.robber import RobberMoved
from companion.rules.scenarios.rivers.bridges import BuildBridge
from companion.rules.variants.event_cards.damage import DamageRoad, RoadDamaged
from companion.rules.variants.event_cards.giving import TakeResource
from companion.rules.variants.event_cards.happenings.trade_advantage import roads_laid
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.island import edge
from tests.kit.rivers import rivers
from tests.kit.tables import ANNA, BEN, only, told

MODULES = ("base", "rivers", "event_cards")


def test_ri_10_the_robber_flees_to_a_swamp() -> None:
    table = rivers(modules=MODULES, robber=4, rolled=False)
    assert only(table.enter(TurnCard(ANNA, 4, "robber_flees")), RobberMoved).to == 17


@pytest.mark.parametrize("swamp", [15, 17])
def test_ri_10_on_a_swamp_he_has_nowhere_to_flee(swamp: int) -> None:
    table = rivers(modules=MODULES, robber=swamp, rolled=False)
    assert told(table.enter(TurnCard(ANNA, 4, "robber_flees")), RobberMoved) == []


def test_ri_02_an_event_card_with_a_2_pays_at_the_12() -> None:
    table = rivers(modules=MODULES, rolled=False, pieces="anna: settlement 11SE")
    table.enter(TurnCard(ANNA, 2, "plentiful_year"))
    for question in table.core.pending:
        table.enter(TakeResource(question.who, "wool"))
    assert (table.cards("anna"), table.cards("ben")) == ("1 lumber 1 wool", "1 wool")


def test_ri_05_an_earthquake_damages_no_bridge() -> None:
    """Anna's only road lies sideways by itself; of her bridge nobody asks."""
    table = rivers(modules=MODULES, rolled=False, pieces="anna: settlement 8N, road 8NE")
    table.given_bridges("anna", "3SE")
    events = table.enter(TurnCard(ANNA, 6, "earthquake"))
    assert told(events, RoadDamaged) == [RoadDamaged(ANNA, edge("8NE"))]
    two = rivers(modules=MODULES, rolled=False, pieces="anna: settlement 8N, roads 8NE 8E")
    two.given_bridges("anna", "3SE")
    two.enter(TurnCard(ANNA, 6, "earthquake"))
    assert two.impossible(DamageRoad(ANNA, edge("3SE"))) == {"EV-12"}
    assert len(two.options("anna", DamageRoad)) == 2


def test_ri_05_a_bridge_is_built_while_a_road_is_damaged_and_is_none_of_the_roads() -> None:
    table = rivers(
        modules=MODULES, pieces="anna: settlement 8N, road 8NE", hands={"anna": "2 brick 1 lumber"}
    )
    table.given(RoadDamaged(ANNA, edge("8NE")))
    table.enter(BuildBridge(ANNA, edge("3SE")))
    assert roads_laid(table.table, ANNA) == 1


@pytest.mark.parametrize(("robber", "refuge"), [(4, 17), (15, 15), (17, 17)])
def test_ri_03_the_friendly_robber_takes_refuge_on_a_swamp(robber: int, refuge: int) -> None:
    """Each of four has two settlements and two points at most; together they stand at all hexes."""
    pieces = """anna: settlements 0N 16S; ben: settlements 1SE 15NE; carla: settlements 3S 12SE;
        david: settlements 6SE 9S"""
    table = rivers(modules=("base", "rivers", "friendly_robber"), rolled=False, robber=robber, pieces=pieces)
    assert [table.points(who) for who in table.core.ids] == [0, 2, 2, 2]
    assert table.table.value("robber_refuge") == refuge
    (fault,) = table.table.value("robber_faults", ANNA)[HexId(0)]
    assert fault.rule == "FR-02"


def test_ri_09_with_the_harbourmaster_eleven_points_win() -> None:
    table = rivers(modules=("base", "rivers", "harbourmaster"), pieces="anna: settlement 1N")
    assert [table.table.value("points_to_win", who) for who in (ANNA, BEN)] == [11, 11]
