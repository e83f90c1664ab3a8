"""Trade with commodities: with the bank, at harbours, with the Guild and the merchant (CK-60 to CK-63)."""

from __future__ import annotations

import pytest

from companion.engine.ids import HexId
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.cities_knights.progress.merchant import MerchantTaken
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, bag, island
from tests.kit.tables import ANNA, BEN, CITIES_KNIGHTS

MOUNTAINS, PASTURE, DESERT = HexId(0), HexId(1), HexId(9)

EVERYTHING = "8 lumber 8 brick 8 wool 8 grain 8 ore 8 coin 8 paper 8 cloth"


def at(pieces: str = "", hand: str = EVERYTHING) -> Island:
    """Anna's turn, with cards in her hand."""
    return island(modules=CITIES_KNIGHTS, pieces=pieces, hands={"anna": hand})


def swap(give: str, take: str) -> TradeWithBank:
    return TradeWithBank(ANNA, bag(give), bag(take))


def rates(table: Island, who: str = "anna") -> dict[str, int]:
    """What the player is offered to give for one card, by good."""
    found = {}
    for option in table.options(who, TradeWithBank):
        assert isinstance(option, TradeWithBank)
        ((good, count),) = option.give.items()
        found[good] = count
    return found


def all_at(rate: int, **others: int) -> dict[str, int]:
    goods = ("lumber", "brick", "wool", "grain", "ore", "coin", "paper", "cloth")
    return {good: others.get(good, rate) for good in goods}


@pytest.mark.parametrize(
    ("give", "take"),
    [("4 coin", "1 ore"), ("4 ore", "1 coin"), ("4 coin", "1 cloth"), ("8 paper", "1 ore 1 cloth")],
)
def test_ck_60_four_to_one_either_way(give: str, take: str) -> None:
    table = at()
    table.enter(swap(give, take))
    fewer = bag(give)
    good = next(iter(fewer))
    assert table.hands.total(ANNA) == 64 - sum(fewer.values()) + sum(bag(take).values())
    assert table.refused(TradeWithBank(ANNA, {good: 3}, bag(take))) == {"B-42"}


def test_ck_60_everything_costs_four_without_a_harbour() -> None:
    assert rates(at()) == all_at(4)


def test_ck_60_a_common_harbour_serves_commodities() -> None:
    table = at("anna: settlement 0N")
    assert rates(table) == all_at(3)
    table.enter(swap("3 coin", "1 ore"))
    table.enter(swap("3 ore", "1 cloth"))
    assert table.refused(swap("2 coin", "1 ore")) == {"B-42"}


def test_ck_60_a_special_harbour_serves_its_resource_only() -> None:
    """The harbour for ore: 2 ore for any card, also for a coin; coins are as dear as before."""
    table = at("anna: settlement 6N")
    assert rates(table) == all_at(4, ore=2)
    table.enter(swap("2 ore", "1 coin"))
    assert table.refused(swap("2 coin", "1 ore")) == {"B-42"}


def test_ck_60_commodities_go_from_player_to_player() -> None:
    table = island(modules=CITIES_KNIGHTS, hands={"anna": "1 coin", "ben": "1 ore 1 cloth"})
    table.enter(TradeWithPlayer(ANNA, BEN, bag("1 coin"), bag("1 ore 1 cloth")))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore 1 cloth", "1 coin")


def test_ck_60_no_coin_for_a_coin() -> None:
    table = island(modules=CITIES_KNIGHTS, hands={"anna": "1 coin 4 cloth", "ben": "1 coin"})
    assert table.refused(TradeWithPlayer(ANNA, BEN, bag("1 coin"), bag("1 coin"))) == {"B-41"}
    assert table.refused(swap("4 cloth", "1 cloth")) == {"B-41"}


def test_ck_60_the_bank_must_have_the_commodity() -> None:
    table = island(modules=CITIES_KNIGHTS, hands={"anna": "4 ore", "ben": "12 coin"})
    assert table.refused(swap("4 ore", "1 coin")) == {"B-42"}
    assert "coin" not in {next(iter(o.take)) for o in table.options("anna", TradeWithBank)}  # type: ignore[attr-defined]


def test_ck_61_the_guild_gives_two_equal_commodities_for_any_card() -> None:
    table = at()
    table.given_level("anna", Track.TRADE, 3)
    assert rates(table) == all_at(4, coin=2, paper=2, cloth=2)
    table.enter(swap("2 coin", "1 ore"))
    table.enter(swap("2 paper", "1 cloth"))
    table.enter(swap("4 cloth", "2 wool"))


def test_ck_61_not_two_different_ones_and_not_resources() -> None:
    table = at()
    table.given_level("anna", Track.TRADE, 3)
    assert table.refused(swap("1 coin 1 paper", "1 ore")) == {"B-42"}
    assert table.refused(swap("2 ore", "1 coin")) == {"B-42"}
    assert table.refused(swap("2 coin", "1 coin")) == {"B-41"}


@pytest.mark.parametrize(("reached", "rate"), [(1, 4), (2, 4), (3, 2), (4, 2), (5, 2)])
def test_ck_61_from_the_third_level_of_trade(reached: int, rate: int) -> None:
    table = at()
    table.given_level("anna", Track.TRADE, reached)
    assert rates(table)["coin"] == rate


def test_ck_61_the_guild_of_another_track_or_player_helps_nobody() -> None:
    table = at()
    table.given_level("anna", Track.POLITICS, 3)
    table.given_level("ben", Track.TRADE, 3)
    assert rates(table) == all_at(4)


def test_ck_62_the_merchant_trades_the_resource_of_its_hex() -> None:
    table = at("anna: settlement 0NW")
    table.given(MerchantTaken(ANNA, MOUNTAINS))
    assert rates(table) == all_at(3, ore=2)
    table.enter(swap("2 ore", "1 coin"))
    table.enter(swap("4 ore", "1 wool 1 paper"))


def test_ck_62_the_commodity_of_the_hex_is_not_served() -> None:
    table = at("anna: city 0SW")
    table.given(MerchantTaken(ANNA, MOUNTAINS))
    assert rates(table) == all_at(4, ore=2)
    assert table.refused(swap("2 coin", "1 ore")) == {"B-42"}


def test_ck_62_the_robber_does_not_hinder_the_merchant() -> None:
    table = at("anna: settlement 0SW")
    table.given(MerchantTaken(ANNA, MOUNTAINS))
    table.given_robber(0)
    assert rates(table) == all_at(4, ore=2)


def test_ck_62_only_its_owner_has_the_rate() -> None:
    table = at("anna: settlement 0SW; ben: settlement 1N")
    table.given(MerchantTaken(ANNA, MOUNTAINS), MerchantTaken(BEN, PASTURE))
    assert rates(table) == all_at(4)


def test_ck_62_guild_and_merchant_together() -> None:
    table = at("anna: settlement 0SW")
    table.given_level("anna", Track.TRADE, 3)
    table.given(MerchantTaken(ANNA, MOUNTAINS))
    assert rates(table) == all_at(4, ore=2, coin=2, paper=2, cloth=2)


@pytest.mark.parametrize("card", ["spy", "merchant", "printer"])
def test_ck_63_progress_cards_are_never_traded(card: str) -> None:
    table = island(modules=CITIES_KNIGHTS, hands={"anna": "1 coin", "ben": "1 ore"})
    table.given_cards("anna", Track.POLITICS)
    assert "CK-63" in table.impossible(TradeWithPlayer(ANNA, BEN, {card: 1}, bag("1 ore")))
    assert "CK-63" in table.impossible(TradeWithPlayer(ANNA, BEN, bag("1 coin"), {card: 1}))


@pytest.mark.parametrize("thing", ["point", "knight", "road", "wall"])
def test_ck_63_nor_are_points_and_figures(thing: str) -> None:
    table = island(modules=CITIES_KNIGHTS, hands={"anna": "1 coin", "ben": "1 ore"})
    table.impossible(TradeWithPlayer(ANNA, BEN, {thing: 1}, bag("1 ore")))
    table.impossible(TradeWithBank(ANNA, {thing: 4}, bag("1 ore")))


def test_ck_63_no_gifts() -> None:
    table = island(modules=CITIES_KNIGHTS, hands={"anna": "1 coin", "ben": "1 ore"})
    assert table.refused(TradeWithPlayer(ANNA, BEN, bag("1 coin"), {})) == {"B-41"}
