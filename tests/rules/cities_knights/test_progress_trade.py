"""Trade cards (yellow) with places and hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.app.narrate import violation_text
from companion.engine.command import Command
from companion.engine.ids import HexId, PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.verdict import Certainty
from companion.rules.base.hands import CardsChosen, CardsShown, CardsSurrendered, NoneHeld
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer, rate
from companion.rules.cities_knights.progress.commercial_harbour import (
    OfferForCommodity,
    PlayCommercialHarbour,
)
from companion.rules.cities_knights.progress.commodity_monopoly import PlayCommodityMonopoly
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.merchant import MerchantTaken, PlayMerchant
from companion.rules.cities_knights.progress.merchant_fleet import PlayMerchantFleet
from companion.rules.cities_knights.progress.resource_monopoly import PlayResourceMonopoly
from companion.rules.cities_knights.progress.saboteur import PlaySaboteur
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island
from tests.kit.offers import offers
from tests.kit.progress import holding, sure
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, none, only

# --- Commercial Harbour


def harbour(
    cards: str = "anna: trade",
    hidden: Callable[[Knowledge], Knowledge] = lambda known: known,
    **hands: str,
) -> Island:
    """Anna has played a Commercial Harbour, after something that the table did not see."""
    table = holding(cards, hands=hands).given_hidden(hidden)
    table.enter(PlayCommercialHarbour(ANNA))
    return table


def test_pc_y01_a_resource_for_a_commodity_of_the_others_choice() -> None:
    table = harbour(anna="2 wool", ben="1 coin 1 cloth 3 ore")
    table.enter(OfferForCommodity(ANNA, BEN, "wool", "cloth"))
    assert table.cards("anna") == "1 wool 1 cloth"
    assert table.cards("ben") == "1 wool 3 ore 1 coin"


def test_pc_y01_a_commodity_that_the_table_did_not_see() -> None:
    table = harbour(anna="1 wool", ben="1 coin 1 cloth 3 ore")
    only(table.enter(OfferForCommodity(ANNA, BEN, "wool")), CardsChosen)
    assert table.cards("anna") == "1 ?"
    assert (table.hands.high("anna", "coin"), table.hands.high("anna", "ore")) == (1, 0)
    assert table.cards("ben") == "1 wool 3 ore 1 ?"


def test_pc_y01_who_has_no_commodity_gives_the_resource_back_and_everyone_knows() -> None:
    table = harbour(anna="1 wool", ben="1 coin 1 ?")
    assert table.refused(OfferForCommodity(ANNA, BEN, "wool", refused=True)) == {"PC-Y01"}, "the coin"
    other = harbour(anna="1 ?wool/ore", ben="2 ?")
    events = other.enter(OfferForCommodity(ANNA, BEN, "wool", refused=True))
    assert only(events, CardsShown).cards == {"wool": 1}
    assert only(events, NoneHeld).by == BEN
    assert other.cards("anna") == "1 wool"
    assert [other.hands.high("ben", good) for good in ("coin", "paper", "cloth")] == [0, 0, 0]


def test_pc_y01_nobody_gives_a_commodity_that_he_cannot_have() -> None:
    table = harbour(anna="1 wool", ben="2 ore", carla="1 coin")
    assert table.refused(OfferForCommodity(ANNA, BEN, "wool")) == {"PC-Y01"}
    assert table.refused(OfferForCommodity(ANNA, CARLA, "wool", "cloth")) == {"PC-Y01"}
    table.enter(OfferForCommodity(ANNA, BEN, "wool", refused=True))


def test_pc_y01_b_56_who_stole_the_grain_left_the_coin_which_must_be_given() -> None:
    table = harbour(anna="1 ore", ben="1 grain 1 coin", hidden=lambda known: known.draw(BEN, ANNA))
    refusal = OfferForCommodity(ANNA, BEN, "grain", refused=True)
    assert table.refused(refusal) == {"B-56"}
    assert refusal not in table.options("anna", OfferForCommodity)
    assert sure(table, refusal) is Certainty.IMPOSSIBLE
    table.enter(OfferForCommodity(ANNA, BEN, "grain"))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore 1 coin", "1 grain")


def test_pc_y01_b_56_who_refuses_the_ore_has_lost_the_coin_to_her() -> None:
    table = harbour(anna="1 ore", ben="1 grain 1 coin", hidden=lambda known: known.draw(BEN, ANNA))
    offer = OfferForCommodity(ANNA, BEN, "ore", refused=True)
    assert offer in table.options("anna", OfferForCommodity)
    table.enter(offer)
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore 1 coin", "1 grain")


def test_pc_y01_b_56_the_good_and_the_commodity_that_was_seen_are_judged_together() -> None:
    # Ben stole one card of Carla's, and Anna one of the two that he then had
    table = harbour(
        ben="1 wool", carla="1 grain 1 coin", hidden=lambda known: known.draw(CARLA, BEN).draw(BEN, ANNA)
    )
    hands = table.hands
    assert hands.has(ANNA, {"grain": 1}) is Certainty.POSSIBLE is hands.has(BEN, {"coin": 1})
    for commodity in ("coin", None):
        offer = OfferForCommodity(ANNA, BEN, "grain", commodity)
        assert table.refused(offer) == {"B-56"}, "if she has the grain, he has wool and nothing else"
        assert offer not in table.options("anna", OfferForCommodity)
    table.enter(OfferForCommodity(ANNA, BEN, "grain", refused=True))
    assert (table.cards("anna"), table.cards("ben"), table.cards("carla")) == ("1 grain", "1 wool", "1 coin")


def test_pc_y01_once_to_each_opponent() -> None:
    table = harbour(anna="3 wool", ben="2 coin", carla="1 coin")
    table.enter(OfferForCommodity(ANNA, BEN, "wool", "coin"))
    assert table.refused(OfferForCommodity(ANNA, BEN, "wool", "coin")) == {"PC-Y01"}
    table.enter(OfferForCommodity(ANNA, CARLA, "wool", "coin"))
    assert {option.opponent for option in table.options("anna", OfferForCommodity)} == {DAVID}  # type: ignore


def test_pc_y01_at_any_time_of_the_turn_but_not_later() -> None:
    table = harbour(anna="4 wool", ben="1 coin")
    table.enter(TradeWithBank(ANNA, {"wool": 4}, {"ore": 1}))
    table.enter(OfferForCommodity(ANNA, BEN, "ore", "coin"))
    table.turn_of("ben").turn_of("anna")
    assert table.refused(OfferForCommodity(ANNA, CARLA, "ore")) >= {"PC-Y01"}
    assert not table.options("anna", OfferForCommodity)


def test_pc_y01_not_without_the_card_and_never_a_commodity() -> None:
    table = holding("anna: trade", hands={"anna": "1 wool 1 coin", "ben": "1 paper"})
    assert table.refused(OfferForCommodity(ANNA, BEN, "wool")) == {"PC-Y01"}
    table.enter(PlayCommercialHarbour(ANNA))
    assert table.refused(OfferForCommodity(ANNA, BEN, "coin", "paper")) == {"PC-Y01"}
    assert table.refused(OfferForCommodity(ANNA, BEN, "ore", "paper")) == {"PC-Y01"}, "she has no ore"
    assert table.impossible(OfferForCommodity(ANNA, BEN, "wool", "ore")) == {"B-06"}
    assert table.impossible(OfferForCommodity(ANNA, BEN, "gold")) == {"B-06"}
    assert table.impossible(OfferForCommodity(ANNA, ANNA, "wool")) == {"PC-Y01"}
    assert table.impossible(OfferForCommodity(ANNA, PlayerId("zoe"), "wool")) == {"B-14"}
    assert table.impossible(OfferForCommodity(ANNA, BEN, "wool", "paper", refused=True)) == {"PC-Y01"}


def test_pc_y01_pc_y05_pc_y06_a_card_of_the_other_kind_is_called_by_what_it_is() -> None:
    def said(table: Island, command: Command) -> str:
        texts = [violation_text(one, table.core.players) for one in table.violations(command)]
        return " ".join(texts)

    table = holding("anna: trade trade trade", hands={"anna": "1 wool", "ben": "1 cloth 1 ore"})
    commodity = said(table, PlayResourceMonopoly(ANNA, "cloth", {BEN: 1}))
    assert commodity == "A resource is wanted here, and this is a commodity: cloth."
    resource = said(table, PlayCommodityMonopoly(ANNA, "ore", {BEN: 1}))
    assert resource == "A commodity is wanted here, and this is a resource: ore."
    table.enter(PlayCommercialHarbour(ANNA))
    assert said(table, OfferForCommodity(ANNA, BEN, "wool", "ore")) == resource
    traded = said(table, TradeWithPlayer(ANNA, BEN, {"bishop": 1}, {"ore": 1}))
    assert traded == "Progress cards are never traded, nor discarded with resources and commodities: Bishop."


def test_pc_y01_a_second_one_in_the_turn_would_do_nothing() -> None:
    table = harbour("anna: trade trade", anna="1 wool", ben="1 coin")
    assert table.refused(PlayCommercialHarbour(ANNA)) == {"CK-125"}
    table.turn_of("ben").turn_of("anna")
    table.enter(PlayCommercialHarbour(ANNA))


def test_pc_y01_not_with_empty_hands() -> None:
    assert holding("anna: trade", hands={"ben": "1 coin"}).refused(PlayCommercialHarbour(ANNA)) == {"CK-125"}
    assert holding("anna: trade", hands={"anna": "1 ore"}).refused(PlayCommercialHarbour(ANNA)) == {"CK-125"}


def test_pc_y01_as_a_fifth_card_in_the_roll_it_waits_for_the_production() -> None:
    """Nobody has a card when the gate brings Anna a fifth one; then the 8 brings her ore and Ben paper."""
    table = holding(
        "anna: trade trade trade trade", pieces="anna: settlement 11SE; ben: city 12SW", rolled=False
    )
    table.given_level("anna", Track.TRADE, 2)
    table.roll("anna", 6, 2, "trade")
    assert table.questions == [("fifth_card", "anna")]
    assert PlayCommercialHarbour(ANNA) in table.options("anna", PlayCommercialHarbour)
    table.enter(PlayCommercialHarbour(ANNA))
    table.enter(OfferForCommodity(ANNA, BEN, "ore", "paper"))
    assert (table.cards("anna"), table.cards("ben")) == ("1 paper", "1 lumber 1 ore")


def test_pc_y01_how_certain_an_offer_is() -> None:
    table = harbour(anna="1 wool", ben="1 coin", carla="1 ?coin/ore")
    assert sure(table, OfferForCommodity(ANNA, BEN, "wool")) is Certainty.SURE
    assert sure(table, OfferForCommodity(ANNA, CARLA, "wool")) is Certainty.POSSIBLE
    assert sure(table, OfferForCommodity(ANNA, CARLA, "wool", "coin")) is Certainty.POSSIBLE
    assert sure(table, OfferForCommodity(ANNA, CARLA, "wool", refused=True)) is Certainty.POSSIBLE
    assert sure(table, OfferForCommodity(ANNA, DAVID, "wool", refused=True)) is Certainty.SURE


# --- Master Merchant


def ahead(**hands: str) -> Island:
    """Ben has more points than Anna, Carla as many."""
    table = holding("anna: trade", hands=hands)
    table.given_points("ben", 1)
    return table


def test_pc_y02_two_cards_that_the_table_does_not_see() -> None:
    table = ahead(ben="3 ore")
    assert only(table.enter(PlayMasterMerchant(ANNA, BEN)), CardsChosen).count == 2
    assert (table.cards("anna"), table.cards("ben")) == ("2 ore", "1 ore")


def test_pc_y02_two_of_three_kinds_may_be_any() -> None:
    table = ahead(ben="1 ore 1 wool 1 coin")
    table.enter(PlayMasterMerchant(ANNA, BEN))
    assert (table.cards("anna"), table.cards("ben")) == ("2 ?", "1 ?")
    assert table.hands.possibilities == 3


def test_pc_y02_the_table_may_see_one_or_both() -> None:
    table = ahead(ben="1 ore 2 wool")
    table.enter(PlayMasterMerchant(ANNA, BEN, {"ore": 1}))
    assert table.cards("anna") == "1 wool 1 ore"
    other = ahead(ben="1 ore 2 wool")
    assert none(other.enter(PlayMasterMerchant(ANNA, BEN, {"ore": 1, "wool": 1})), CardsChosen)


def test_pc_y02_one_if_there_is_one() -> None:
    table = ahead(ben="1 cloth")
    assert table.refused(PlayMasterMerchant(ANNA, BEN, {"cloth": 2})) == {"PC-Y02"}
    table.enter(PlayMasterMerchant(ANNA, BEN))
    assert (table.cards("anna"), table.cards("ben")) == ("1 cloth", "")


def test_pc_y02_neither_from_an_empty_hand_nor_from_one_with_as_many_points() -> None:
    table = ahead(carla="5 ore")
    assert table.refused(PlayMasterMerchant(ANNA, BEN)) == {"CK-125"}
    assert table.refused(PlayMasterMerchant(ANNA, CARLA)) == {"PC-Y02"}
    assert not table.options("anna", PlayMasterMerchant)


def test_pc_y02_only_cards_that_can_be_there() -> None:
    table = ahead(ben="3 ore")
    assert table.refused(PlayMasterMerchant(ANNA, BEN, {"wool": 1})) == {"PC-Y02"}
    assert table.impossible(PlayMasterMerchant(ANNA, BEN, {"gold": 1})) == {"B-06"}
    assert table.impossible(PlayMasterMerchant(ANNA, BEN, {"ore": -1})) == {"B-06"}


# --- Merchant Fleet


def test_pc_y03_any_two_equal_cards_for_any_other_any_number_of_times() -> None:
    table = holding("anna: trade", hands={"anna": "4 wool 2 coin"})
    assert table.refused(TradeWithBank(ANNA, {"wool": 2}, {"cloth": 1})) == {"B-42"}
    table.enter(PlayMerchantFleet(ANNA))
    table.enter(TradeWithBank(ANNA, {"wool": 4}, {"cloth": 2}))
    table.enter(TradeWithBank(ANNA, {"coin": 2}, {"ore": 1}))
    assert table.cards("anna") == "1 ore 2 cloth"


def test_pc_y03_for_the_rest_of_the_turn_and_for_nobody_else() -> None:
    table = holding("anna: trade", hands={"anna": "4 wool"})
    table.enter(PlayMerchantFleet(ANNA))
    assert [rate(table.table, who, "wool") for who in (ANNA, BEN)] == [2, 4]
    table.end()
    assert rate(table.table, ANNA, "wool") == 4


def test_pc_y03_a_better_harbour_is_no_worse() -> None:
    table = holding("anna: trade", pieces="anna: settlement 6NE")
    table.enter(PlayMerchantFleet(ANNA))
    assert rate(table.table, ANNA, "ore") == 2


@pytest.mark.parametrize("profile", ["colonist", "official2025"])
def test_pc_y03_elsewhere_one_kind_that_is_named(profile: str) -> None:
    table = holding("anna: trade trade", profile=profile)
    assert table.impossible(PlayMerchantFleet(ANNA)) == {"PC-Y03"}
    assert table.impossible(PlayMerchantFleet(ANNA, "gold")) == {"B-06"}
    table.enter(PlayMerchantFleet(ANNA, "coin"))
    assert [rate(table.table, ANNA, good) for good in ("coin", "wool")] == [2, 4]
    assert table.refused(PlayMerchantFleet(ANNA, "coin")) == {"CK-125"}
    table.enter(PlayMerchantFleet(ANNA, "wool"))
    assert [rate(table.table, ANNA, good) for good in ("coin", "wool", "ore")] == [2, 2, 4]


def test_pc_y03_a_second_one_would_do_nothing() -> None:
    table = holding("anna: trade trade")
    table.enter(PlayMerchantFleet(ANNA))
    assert table.refused(PlayMerchantFleet(ANNA)) == {"CK-125"}
    table.turn_of("ben").turn_of("anna")
    table.enter(PlayMerchantFleet(ANNA))


# --- Merchant


def test_pc_y04_the_merchant_serves_the_resource_of_its_hex() -> None:
    table = holding("anna: trade", pieces="anna: settlement 4S", hands={"anna": "2 brick 2 lumber"})
    event = only(table.enter(PlayMerchant(ANNA, HexId(4))), MerchantTaken)
    assert event.hex == 4
    table.enter(TradeWithBank(ANNA, {"brick": 2}, {"coin": 1}))
    assert table.refused(TradeWithBank(ANNA, {"lumber": 2}, {"coin": 1})) == {"B-42"}


def test_ck_130_beside_an_own_building_and_not_on_the_desert() -> None:
    table = holding("anna: trade", pieces="anna: settlement 4S; ben: city 0N", robber=8)
    offered = {option.hex for option in table.options("anna", PlayMerchant)}  # type: ignore[attr-defined]
    assert offered == {4, 8}, "the robber on the forest hinders nothing"
    assert table.refused(PlayMerchant(ANNA, HexId(9))) == {"CK-130"}
    assert table.refused(PlayMerchant(ANNA, HexId(0))) == {"CK-130"}
    assert table.impossible(PlayMerchant(ANNA)) == {"CK-130"}
    assert table.impossible(PlayMerchant(ANNA, HexId(77))) == {"B-04"}


def test_ck_130_another_player_takes_point_and_rate() -> None:
    table = holding("anna: trade; ben: trade", pieces="anna: settlement 4S; ben: settlement 4N")
    table.enter(PlayMerchant(ANNA, HexId(4)))
    assert (table.points("anna"), rate(table.table, ANNA, "brick")) == (2, 2)
    table.turn_of("ben")
    table.enter(PlayMerchant(BEN, HexId(4)))
    assert (table.points("anna"), rate(table.table, ANNA, "brick")) == (1, 4)
    assert (table.points("ben"), rate(table.table, BEN, "brick")) == (2, 2)


def test_pc_y04_the_own_merchant_goes_to_another_hex_only() -> None:
    table = holding("anna: trade trade", pieces="anna: settlement 4S")
    table.enter(PlayMerchant(ANNA, HexId(4)))
    assert table.refused(PlayMerchant(ANNA, HexId(4))) == {"CK-125"}
    table.enter(PlayMerchant(ANNA, HexId(8)))
    assert (rate(table.table, ANNA, "brick"), rate(table.table, ANNA, "lumber")) == (4, 2)


# --- Resource monopoly


def test_pc_y05_two_of_it_from_everyone_or_the_one_there_is() -> None:
    table = holding("anna: trade", hands={"ben": "3 ore", "carla": "1 ore 1 wool", "david": "2 coin"})
    table.enter(PlayResourceMonopoly(ANNA, "ore", {BEN: 2, CARLA: 1}))
    assert table.cards("anna") == "3 ore"
    assert [table.cards(who) for who in ("ben", "carla", "david")] == ["1 ore", "1 wool", "2 coin"]


def test_pc_y05_who_gives_fewer_has_none_left() -> None:
    """Ben's two cards are ore or wool each. He gives one ore, so the other one is wool."""
    table = holding("anna: trade", hands={"ben": "2 ?ore/wool"})
    only(table.enter(PlayResourceMonopoly(ANNA, "ore", {BEN: 1})), CardsSurrendered)
    assert table.cards("ben") == "1 wool"


def test_pc_y05_who_gives_two_may_have_more() -> None:
    table = holding("anna: trade", hands={"ben": "3 ?ore/wool"})
    table.enter(PlayResourceMonopoly(ANNA, "ore", {BEN: 2}))
    assert table.cards("ben") == "1 ?"
    assert (table.hands.low("ben", "ore"), table.hands.high("ben", "ore")) == (0, 1)


def test_pc_y05_nobody_keeps_what_he_is_known_to_have() -> None:
    table = holding("anna: trade", hands={"ben": "2 ore", "carla": "1 wool"})
    assert table.refused(PlayResourceMonopoly(ANNA, "ore", {BEN: 1})) == {"B-56"}
    assert table.refused(PlayResourceMonopoly(ANNA, "ore", {})) == {"B-56"}
    assert table.refused(PlayResourceMonopoly(ANNA, "ore", {BEN: 2, CARLA: 1})) == {"B-56"}
    table.enter(PlayResourceMonopoly(ANNA, "ore", {BEN: 2}))


def test_pc_y05_never_three_never_a_commodity_never_oneself() -> None:
    table = holding("anna: trade", hands={"ben": "5 ore 5 coin", "anna": "2 ore"})
    assert table.impossible(PlayResourceMonopoly(ANNA, "ore", {BEN: 3})) >= {"PC-Y05"}
    assert table.impossible(PlayResourceMonopoly(ANNA, "ore", {BEN: -1})) >= {"PC-Y05"}
    assert table.impossible(PlayResourceMonopoly(ANNA, "coin", {BEN: 2})) == {"PC-Y05"}
    assert table.impossible(PlayResourceMonopoly(ANNA, "ore", {BEN: 2, ANNA: 2})) == {"PC-Y05"}
    assert table.impossible(PlayResourceMonopoly(ANNA, "ore")) == {"PC-Y05"}
    assert table.impossible(PlayResourceMonopoly(ANNA)) == {"PC-Y05"}


# --- Commodity monopoly


def test_pc_y06_one_of_it_from_everyone_who_has_it() -> None:
    table = holding("anna: trade", hands={"ben": "3 coin", "carla": "1 coin", "david": "2 paper"})
    table.enter(PlayCommodityMonopoly(ANNA, "coin", {BEN: 1, CARLA: 1}))
    assert table.cards("anna") == "2 coin"
    assert [table.cards(who) for who in ("ben", "carla", "david")] == ["2 coin", "", "2 paper"]


def test_pc_y06_who_gives_none_has_none() -> None:
    table = holding("anna: trade", hands={"ben": "1 ?coin/wool"})
    table.enter(PlayCommodityMonopoly(ANNA, "coin", {}))
    assert table.cards("ben") == "1 wool"


def test_pc_y06_never_two_and_never_a_resource() -> None:
    table = holding("anna: trade", hands={"ben": "3 coin 3 ore"})
    assert table.impossible(PlayCommodityMonopoly(ANNA, "coin", {BEN: 2})) >= {"PC-Y06"}
    assert table.impossible(PlayCommodityMonopoly(ANNA, "ore", {BEN: 1})) == {"PC-Y06"}


# --- what everyone can see


def test_ck_125_the_numbers_of_cards_are_public() -> None:
    """Nobody but Anna has a card: there is nothing to get from anybody."""
    table = holding("anna: trade politics", hands={"anna": "4 ore"})
    assert table.refused(PlayResourceMonopoly(ANNA, "ore", {})) == {"CK-125"}
    assert table.refused(PlayCommodityMonopoly(ANNA, "coin", {})) == {"CK-125"}
    assert table.refused(PlayCommercialHarbour(ANNA)) == {"CK-125"}
    assert table.refused(PlaySaboteur(ANNA)) == {"CK-125"}


def test_ck_125_what_only_the_app_knows_does_not_count() -> None:
    """The app knows that Ben has wool alone; at the table that is Ben's secret, so the card is spent."""
    table = holding("anna: trade trade", hands={"ben": "3 wool"})
    table.enter(PlayResourceMonopoly(ANNA, "ore", {}))
    table.enter(PlayCommodityMonopoly(ANNA, "coin", {}))
    assert table.hand("anna") == ()


def test_b_56_monopolies_are_open_to_whoever_may_have_one() -> None:
    """There are more ways to play them than anyone would list, so they are offered to be filled in."""

    def too_many_forms(table: Island) -> set[str]:
        offered = offers(table.session.ruleset, table.state, ANNA)
        return {offer.tag for offer in offered if offer.too_many_forms and offer.tag.startswith("ck.play")}

    both = {"ck.play_resource_monopoly", "ck.play_commodity_monopoly"}
    assert too_many_forms(holding("anna: trade", hands={"ben": "1 ore"})) == both
    assert too_many_forms(holding("anna: trade")) == set()
    assert too_many_forms(holding("anna: science", hands={"ben": "1 ore"})) == set()
