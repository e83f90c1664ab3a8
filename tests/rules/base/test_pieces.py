"""Settlements and cities: what stands at the start, and what the supply allows."""

from __future__ import annotations

import pytest

from companion.engine.errors import AssemblyError
from companion.engine.ids import PlayerId, Site
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.longest_road import ClaimLongestRoad
from companion.rules.base.slice import BuildingKind
from companion.rules.base.turn import EndTurn
from tests.kit.tables import ANNA, BASE, evening


def test_b_05_a_settlement_needs_a_figure() -> None:
    table = evening(modules=BASE).rolled()
    for _ in range(3):
        table.enter(BuildSettlement(ANNA))
    assert len(table.settlements("anna")) == 5
    assert table.refused(BuildSettlement(ANNA)) == {"B-05"}
    assert table.violations(BuildSettlement(ANNA))[0].params == {"player": "anna", "count": 5}


def test_b_05_a_city_needs_a_figure() -> None:
    table = evening(modules=BASE)
    table.given_cities("anna", 3)
    table.rolled()
    table.enter(BuildCity(ANNA))
    assert len(table.cities("anna")) == 4
    assert table.refused(BuildCity(ANNA)) == {"B-05"}


def test_b_05_a_city_gives_its_settlement_back_to_the_supply() -> None:
    table = evening(modules=BASE).given_settlements("anna", 3).rolled()
    assert table.refused(BuildSettlement(ANNA)) == {"B-05"}
    table.enter(BuildCity(ANNA))
    assert table.figures_left("anna", BuildingKind.SETTLEMENT) == 1
    table.enter(BuildSettlement(ANNA))


def test_b_05_nobody_shows_more_than_fifteen_roads() -> None:
    table = evening(modules=BASE).rolled()
    assert table.impossible(ClaimLongestRoad(ANNA, 16)) == {"B-05"}
    table.enter(ClaimLongestRoad(ANNA, 15))


def test_b_05_a_figure_too_many_can_be_a_house_ruling() -> None:
    table = evening(modules=BASE).given_settlements("anna", 3).rolled()
    table.overrule(BuildSettlement(ANNA))
    assert len(table.settlements("anna")) == 6
    table.enter(BuildCity(ANNA))


def test_b_10_a_game_begins_with_two_settlements_each() -> None:
    table = evening(modules=BASE)
    for who in table.core.ids:
        assert len(table.settlements(who)) == 2
        assert len(table.cities(who)) == 0


@pytest.mark.parametrize("names", ["anna ben", "anna ben carla", "anna ben carla david eva finn"])
def test_b_14_two_to_six_people_play(names: str) -> None:
    assert len(evening(names).core.ids) == len(names.split())


def test_b_14_nobody_plays_alone_or_with_more_figures_than_there_are() -> None:
    with pytest.raises(AssemblyError):
        evening("anna")
    with pytest.raises(AssemblyError):
        evening("anna ben carla david eva finn gil")


def test_b_14_only_who_plays_makes_entries() -> None:
    assert evening().impossible(EndTurn(PlayerId("zoe"))) == {"B-14"}


def test_b_51_two_pieces_never_share_a_place() -> None:
    table = evening(modules=BASE).rolled()
    assert table.impossible(BuildSettlement(ANNA, Site("ben-1"))) == {"B-51"}
    table.enter(BuildSettlement(ANNA, Site("anna-9")))


def test_b_51_a_settlement_without_a_named_place_stands_somewhere_new() -> None:
    table = evening(modules=BASE).rolled()
    table.enter(BuildSettlement(ANNA))
    table.enter(BuildSettlement(ANNA))
    assert len(set(table.settlements("anna"))) == 4


def test_b_52_a_city_takes_the_place_of_an_own_settlement() -> None:
    table = evening(modules=BASE).rolled()
    table.enter(BuildCity(ANNA, Site("anna-1")))
    assert table.cities("anna") == ("anna-1",)
    assert table.settlements("anna") == ("anna-2",)


def test_b_52_no_city_without_an_own_settlement() -> None:
    table = evening(modules=BASE).rolled()
    assert table.impossible(BuildCity(ANNA, Site("ben-1"))) == {"B-52"}
    table.enter(BuildCity(ANNA))
    table.enter(BuildCity(ANNA))
    assert table.impossible(BuildCity(ANNA)) == {"B-52"}
    assert table.impossible(BuildCity(ANNA, Site("anna-1"))) == {"B-52"}
