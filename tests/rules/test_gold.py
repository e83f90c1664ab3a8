"""Gold as the scenarios share it: buying with it, and getting it for cards (RI-08, BA-51, TB-24)."""

from __future__ import annotations

import pytest

from companion.engine.command import Command
from companion.engine.core import ConfirmPosition
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted
from companion.rules.gold.facts import StateGold
from companion.rules.gold.purse import GoldGot, held
from companion.rules.gold.trading import (
    BuyWithGold,
    EarnGold,
    GiveGold,
    SellForGold,
    SpendGold,
    TradeGold,
)
from tests.kit.island import Island, bag, island
from tests.kit.tables import ANNA, BEN, CARLA

GOLD = ("base", "gold")


def table_with(gold: int = 0, level: str = "L3", **more: object) -> Island:
    """A table at which Anna, who is on turn, has gold."""
    table = island(modules=GOLD, level=level, **more)  # type: ignore[arg-type]
    if gold:
        table.given(GoldGot(ANNA, gold))
    return table


def keys(table: Island, command: Command) -> set[str]:
    """Why a command is refused."""
    return {violation.key for violation in table.violations(command)}


def gold(table: Island, who: PlayerId = ANNA) -> int:
    return held(table.table, who)


def test_two_gold_buy_a_resource() -> None:
    table = table_with(5)
    table.enter(BuyWithGold(ANNA, "ore"))
    assert (table.cards("anna"), gold(table), table.bank("ore")) == ("1 ore", 3, (18, 18))
    table.enter(BuyWithGold(ANNA, "wool"))
    assert (table.cards("anna"), gold(table)) == ("1 wool 1 ore", 1)
    assert "gold.too-little" in keys(table, BuyWithGold(ANNA, "wool"))


def test_only_a_resource_that_the_bank_has_is_bought() -> None:
    table = table_with(5, hands={"ben": "19 ore"})
    assert "cards.unknown" in keys(table, BuyWithGold(ANNA, "cloth"))
    assert "bank.too-few" in keys(table, BuyWithGold(ANNA, "ore"))
    assert {option.good for option in table.options("anna", BuyWithGold)} == {  # type: ignore[attr-defined]
        "lumber",
        "brick",
        "wool",
        "grain",
    }


def test_nobody_buys_before_the_roll_or_in_the_turn_of_another() -> None:
    table = table_with(5).given(GoldGot(BEN, 4))
    assert "turn.of-another" in keys(table, BuyWithGold(BEN, "ore"))
    before = table_with(5).before_roll()
    assert "turn.roll-first" in keys(before, BuyWithGold(ANNA, "ore"))


def test_gold_is_had_for_four_cards_or_what_the_harbour_takes() -> None:
    table = table_with(hands={"anna": "5 wool 2 grain"}, pieces="anna: settlement 1N")
    assert "trade.rate" in keys(table, SellForGold(ANNA, bag("5 wool"), 1))
    assert "gold.lots" in keys(table, SellForGold(ANNA, bag("2 grain"), 2))
    table.enter(SellForGold(ANNA, bag("4 wool 2 grain"), 2))
    assert (table.cards("anna"), gold(table)) == ("1 wool", 2)


def test_gold_goes_from_player_to_player_for_cards() -> None:
    table = table_with(3, hands={"ben": "1 ore 1 brick"})
    assert "gold.too-little" in keys(table, TradeGold(ANNA, BEN, {}, bag("1 ore"), pays=4))
    assert "gold.one-side" in keys(table, TradeGold(ANNA, BEN, {}, {}, pays=1, gets=1))
    assert "trade.no-gifts" in keys(table, TradeGold(ANNA, BEN, {}, {}, pays=1))
    assert "player.not-an-opponent" in keys(table, TradeGold(ANNA, ANNA, {}, bag("1 ore"), pays=1))
    table.enter(TradeGold(ANNA, BEN, {}, bag("1 ore"), pays=2))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "1 brick")
    assert (gold(table), gold(table, BEN)) == (1, 2)
    table.enter(TradeGold(ANNA, BEN, bag("1 ore"), {}, gets=1))
    assert (gold(table), gold(table, BEN)) == (2, 1)


def test_without_counted_cards_the_gold_alone_is_entered() -> None:
    table = table_with(5, level="L2")
    for command in (SpendGold(ANNA), EarnGold(ANNA), GiveGold(ANNA, CARLA, 3)):
        table.enter(command)
    assert (gold(table), gold(table, CARLA)) == (1, 3)
    assert "gold.too-little" in keys(table, SpendGold(ANNA))
    assert "gold.too-little" in keys(table, GiveGold(ANNA, CARLA, 2))
    offered = {(one.partner, one.count) for one in table.options("anna", GiveGold)}  # type: ignore[attr-defined]
    assert offered == {("ben", 1), ("carla", 1), ("david", 1)}


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (StateGold(ANNA, BEN, 101), "gold.too-much"),
        (StateGold(ANNA, BEN, -1), "gold.not-so-few"),
        (SellForGold(ANNA, bag("4 wool"), 101), "gold.too-much"),
        (SellForGold(ANNA, bag("4 wool"), -1), "gold.not-so-few"),
        (TradeGold(ANNA, BEN, {}, bag("1 ore"), pays=10**9), "gold.too-much"),
        (TradeGold(ANNA, BEN, {}, bag("1 ore"), pays=-1), "gold.not-so-few"),
    ],
)
def test_there_is_no_more_gold_than_in_the_box_and_never_less_than_none(command: Command, key: str) -> None:
    table = table_with(3, hands={"anna": "4 wool", "ben": "1 ore"})
    assert key in keys(table, command)


def test_the_table_says_how_much_there_is() -> None:
    table = table_with(3)
    table.enter(StateGold(ANNA, BEN, 7))
    assert (gold(table), gold(table, BEN)) == (3, 7)


def test_whoever_lets_too_little_stand_has_none_and_no_less() -> None:
    table = table_with(1)
    table.overrule(BuyWithGold(ANNA, "ore"))
    assert (table.cards("anna"), gold(table)) == ("1 ore", 0)


def test_more_gold_than_in_the_box_is_said_when_the_position_is_confirmed() -> None:
    """60 and 41 are one too many; neither by itself is."""
    table = table_with(60)
    assert isinstance(table.session.judge(ConfirmPosition(ANNA)), Accepted)
    table.enter(StateGold(ANNA, BEN, 41))
    found = {fault.key: fault.params for fault in table.violations(ConfirmPosition(ANNA))}
    assert found["fit.gold"] == {"count": 101, "box": 100}
