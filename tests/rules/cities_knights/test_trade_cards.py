"""Trade cards (yellow), and the merchant."""

from __future__ import annotations

from companion.engine.ids import PlayerId
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.commercial_harbour import PlayCommercialHarbour
from companion.rules.cities_knights.progress.commodity_monopoly import PlayCommodityMonopoly
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.merchant import MerchantTaken, PlayMerchant
from companion.rules.cities_knights.progress.merchant_fleet import PlayMerchantFleet
from companion.rules.cities_knights.progress.resource_monopoly import PlayResourceMonopoly
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, BEN, Evening, evening, only

TRADE = Track.TRADE


def holding(cards: int = 1) -> Evening:
    """Anna holds trade cards; she has not rolled."""
    return evening().given_cards("anna", *[TRADE] * cards)


def test_pc_y01_there_are_two_commercial_harbours() -> None:
    table = holding(3).rolled()
    table.enter(PlayCommercialHarbour(ANNA))
    table.enter(PlayCommercialHarbour(ANNA))
    assert table.refused(PlayCommercialHarbour(ANNA)) == {"PC-Y01"}


def test_pc_y02_the_victim_must_have_more_points() -> None:
    table = holding(2).given_points("ben", 4).given_points("carla", 3).rolled()
    assert table.refused(PlayMasterMerchant(ANNA, PlayerId("carla"))) == {"PC-Y02"}
    table.enter(PlayMasterMerchant(ANNA, BEN))


def test_pc_y02_the_victim_is_an_opponent() -> None:
    table = holding().given_points("ben", 4).rolled()
    assert table.impossible(PlayMasterMerchant(ANNA, ANNA)) == {"PC-Y02"}
    assert table.impossible(PlayMasterMerchant(ANNA, PlayerId("zoe"))) == {"B-14"}


def test_pc_y02_there_are_two() -> None:
    assert CARDS["master_merchant"].copies == 2


def test_pc_y03_there_are_two_merchant_fleets() -> None:
    table = holding(3).rolled()
    table.enter(PlayMerchantFleet(ANNA))
    table.enter(PlayMerchantFleet(ANNA))
    assert table.refused(PlayMerchantFleet(ANNA)) == {"PC-Y03"}


def test_pc_y04_there_are_six_merchants() -> None:
    table = evening()
    for who in ("anna", "ben"):
        table.given_cards(who, *[TRADE] * 4)
    table.rolled()
    for _ in range(3):
        table.enter(PlayMerchant(ANNA))
    table.roll("ben")
    for _ in range(3):
        table.enter(PlayMerchant(BEN))
    assert table.refused(PlayMerchant(BEN)) == {"PC-Y04"}


def test_pc_y05_there_are_four_resource_monopolies() -> None:
    table = evening().given_cards("anna", *[TRADE] * 4).given_cards("ben", TRADE).rolled()
    for _ in range(4):
        table.enter(PlayResourceMonopoly(ANNA))
    table.roll("ben")
    assert table.refused(PlayResourceMonopoly(BEN)) == {"PC-Y05"}


def test_pc_y06_there_are_two_commodity_monopolies() -> None:
    table = holding(3).rolled()
    table.enter(PlayCommodityMonopoly(ANNA))
    table.enter(PlayCommodityMonopoly(ANNA))
    assert table.refused(PlayCommodityMonopoly(ANNA)) == {"PC-Y06"}


def test_ck_130_the_merchant_is_a_point() -> None:
    table = holding().rolled()
    assert only(table.enter(PlayMerchant(ANNA)), MerchantTaken).by == ANNA
    assert table.score("anna")["merchant"] == 1


def test_ck_130_until_another_player_plays_the_card() -> None:
    table = holding().given_cards("ben", TRADE).rolled()
    table.enter(PlayMerchant(ANNA))
    table.roll("ben")
    assert table.score("anna")["merchant"] == 1
    table.enter(PlayMerchant(BEN))
    assert "merchant" not in table.score("anna")
    assert table.score("ben")["merchant"] == 1


def test_ck_130_the_own_merchant_may_be_moved_on() -> None:
    table = holding(2).rolled()
    table.enter(PlayMerchant(ANNA))
    table.enter(PlayMerchant(ANNA))
    assert table.score("anna")["merchant"] == 1


def test_ck_140_all_sources_of_points() -> None:
    """Settlement 1, city 2, metropolis 2 more, Longest Road 2, and 1 each for the rest."""
    table = evening(points_to_win=30).given_settlements("anna", 1).given_defender("anna", 2)
    table.given_metropolis("anna", Track.SCIENCE)
    table.given_road("anna", 7).given_merchant("anna")
    table.given_open("anna", "printer", Track.SCIENCE).given_open("anna", "constitution", Track.POLITICS)
    assert table.score("anna") == {
        "buildings": 4,
        "longest_road": 2,
        "metropolises": 2,
        "defender": 2,
        "merchant": 1,
        "point_cards": 2,
    }
    assert table.points("anna") == 13
    assert table.points("ben") == 3
