"""Gold for roads and settlements at the rivers, and what it does (RI-04, RI-08)."""

from __future__ import annotations

import pytest

from companion.engine.ids import HexId
from companion.engine.level import Level
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement, RoadBuilt, SettlementBuilt
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.gold.purse import GoldGot
from companion.rules.gold.trading import BuyWithGold, GiveGold, SellForGold, SpendGold, TradeGold
from tests.kit.island import bag, corner, edge
from tests.kit.rivers import RIVER_BOARD, RIVERS, SITES, Waterside, rivers
from tests.kit.tables import ANNA, BEN, evening, told


@pytest.mark.parametrize(
    ("place", "gold"),
    [
        *(("3NW", 1), ("8E", 1), ("13W", 1), ("17SE", 1), ("15NE", 1), ("10SW", 1), ("5W", 1)),
        *(("0NW", 0), ("7W", 0), ("14SE", 0), ("9W", 1), ("4E", 1), ("0E", 0)),
    ],
)
def test_ri_04_a_road_on_a_side_of_a_river_hex_brings_one_gold(place: str, gold: int) -> None:
    table = rivers()
    table.given(RoadBuilt(ANNA, edge(place)))
    assert table.gold("anna") == gold


def test_ri_04_a_road_between_two_river_hexes_brings_no_more_than_one() -> None:
    """Between the swamps of both rivers lies hex 14, but hex 9 has river hexes on both sides."""
    land = RIVER_BOARD.geometry
    wet = {3, 8, 13, 17, 5, 10, 15}
    for way in land.edges:
        table = rivers()
        if way not in SITES:
            table.given(RoadBuilt(ANNA, way))
            assert table.gold("anna") == int(bool(wet.intersection(land.edge_hexes[way])))


def test_ri_04_a_settlement_where_three_river_hexes_meet_brings_one_gold() -> None:
    land = RIVER_BOARD.geometry
    wet = {3, 8, 13, 17, 5, 10, 15}
    several = [one for one, hexes in land.corner_hexes.items() if len(wet.intersection(hexes)) > 1]
    assert several
    for site in several:
        table = rivers()
        table.given(SettlementBuilt(ANNA, site))
        assert table.gold("anna") == 1


def test_ri_04_a_settlement_elsewhere_brings_none() -> None:
    table = rivers(pieces="anna: settlement 0N")
    assert table.gold("anna") == 0


def test_ri_04_road_and_settlement_that_are_built_bring_their_gold() -> None:
    hand = {"anna": "2 brick 2 lumber 1 wool 1 grain"}
    table = rivers(pieces="anna: road 7E", hands=hand)
    assert table.gold("anna") == 1
    table.enter(BuildRoad(ANNA, edge("8SW")))
    assert table.gold("anna") == 2
    end = next(one for one in RIVER_BOARD.geometry.ends[edge("8SW")] if one != corner("7SE"))
    table.enter(BuildSettlement(ANNA, end))
    assert table.gold("anna") == 3


def test_ri_04_the_upgrade_to_a_city_brings_no_gold() -> None:
    table = rivers(pieces="anna: settlement 8N", hands={"anna": "3 ore 2 grain"})
    assert table.gold("anna") == 1
    events = table.enter(BuildCity(ANNA, corner("8N")))
    assert told(events, GoldGot) == []
    assert table.gold("anna") == 1


def test_ri_04_the_pieces_of_the_set_up_bring_gold_too() -> None:
    """As the book says, one may begin with 4 gold: both settlements and both roads at a river."""
    table = Waterside(evening("anna ben", modules=RIVERS, level=Level.L3).session)
    table.enter(LayBoard(ANNA, RIVER_BOARD))
    for who, site, way in (
        (ANNA, "3N", "3NW"),
        (BEN, "0N", "0NW"),
        (BEN, "7SW", "7SW"),
        (ANNA, "13SW", "13W"),
    ):
        table.enter(PlaceBuilding(who, corner(site)))
        table.enter(PlaceRoad(who, edge(way)))
    assert (table.gold("anna"), table.gold("ben")) == (4, 0)


def test_ri_08_two_gold_buy_a_resource_with_gold_of_the_same_turn() -> None:
    table = rivers(gold={"anna": 1}, pieces="anna: road 7E", hands={"anna": "1 brick 1 lumber"})
    table.given_gold("anna", 1)
    assert table.refused(BuyWithGold(ANNA, "ore")) == {"RI-08"}
    table.enter(BuildRoad(ANNA, edge("8SW")))
    table.enter(BuyWithGold(ANNA, "ore"))
    assert (table.cards("anna"), table.gold("anna")) == ("1 ore", 0)


def test_ri_08_as_often_as_one_likes_or_in_another_edition_twice() -> None:
    table = rivers(gold={"anna": 9})
    for _time in range(4):
        table.enter(BuyWithGold(ANNA, "wool"))
    assert table.gold("anna") == 1
    table = rivers(gold={"anna": 9}, profile="official2025")
    table.enter(BuyWithGold(ANNA, "wool"))
    table.enter(BuyWithGold(ANNA, "wool"))
    (fault,) = table.violations(BuyWithGold(ANNA, "wool"))
    assert (fault.rule, fault.key, fault.params["count"]) == ("RI-08", "gold.bought-enough", 2)


def test_ri_08_gold_is_had_for_four_cards_at_a_harbour_and_in_trade() -> None:
    table = rivers(hands={"anna": "4 wool 2 grain", "ben": "1 ore"}, pieces="anna: settlement 1N")
    table.enter(SellForGold(ANNA, bag("4 wool"), 1))
    table.enter(SellForGold(ANNA, bag("2 grain"), 1))
    assert table.gold("anna") == 2
    table.enter(TradeGold(ANNA, BEN, {}, bag("1 ore"), pays=1))
    assert (table.gold("anna"), table.gold("ben"), table.cards("anna")) == (1, 1, "1 ore")


def test_ri_08_the_robber_takes_no_gold_and_a_7_counts_none() -> None:
    table = rivers(
        rolled=False, gold={"ben": 20}, pieces="ben: settlement 9N", hands={"ben": "7 ore", "anna": "1 wool"}
    )
    gold = table.gold("ben")
    table.roll("anna", 3, 4)
    assert [kind for kind, _who in table.questions] == ["robber"], "seven cards are not too many"
    table.enter(MoveRobber(ANNA, HexId(9), BEN))
    assert (table.gold("ben"), table.gold("anna")) == (gold, 0)
    assert table.cards("anna") == "1 wool 1 ore"


def test_ri_08_without_hands_gold_alone_is_entered() -> None:
    table = rivers(level="L2", gold={"anna": 5})
    table.enter(SpendGold(ANNA))
    table.enter(GiveGold(ANNA, BEN, 1))
    assert (table.gold("anna"), table.gold("ben")) == (2, 1)
