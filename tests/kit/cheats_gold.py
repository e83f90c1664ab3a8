"""Cheating with gold, in the three scenarios that have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.rules.base.goods import RESOURCE, names
from companion.rules.base.robber import DiscardCards
from companion.rules.base.trade import TradeWithBank, rate, trading_over
from companion.rules.gold.facts import StateGold
from companion.rules.gold.purse import BOX, held
from companion.rules.gold.trading import BuyWithGold, GiveGold, SellForGold, TradeGold, purchases
from tests.kit.cheats import Scene, cheat

Tries = Iterable[Command]
cheat = partial(cheat, module="gold")
GOLD = ("RI-08", "BA-51", "TB-24")
"""The rule of gold in each scenario."""


def trading(scene: Scene) -> bool:
    """The player on turn may trade, and cards are counted."""
    return scene.main and bool(scene.hands.holders) and not trading_over(scene.table)


def gold(scene: Scene, who: PlayerId | None = None) -> int:
    return held(scene.table, who or scene.me)


def resources(scene: Scene) -> tuple[str, ...]:
    return names(scene.table, RESOURCE)


def lots(scene: Scene) -> Iterator[tuple[str, int]]:
    """A lot of each good that the player may have, at the bank's rate, where cards are counted."""
    for good in names(scene.table) if scene.hands.holders else ():
        count = rate(scene.table, scene.me, good)
        if not scene.poor(scene.me, {good: count}):
            yield good, count


# --- buying


@cheat(*GOLD)
def buy_without_gold(scene: Scene) -> Tries:
    if trading(scene) and gold(scene) < 2:
        yield from (BuyWithGold(scene.me, good) for good in resources(scene))


@cheat(*GOLD)
def buy_more_often_than_the_edition_allows(scene: Scene) -> Tries:
    most = scene.table.value("gold_purchases")
    if trading(scene) and most is not None and purchases(scene.table, scene.me) >= most:
        yield from (BuyWithGold(scene.me, good) for good in resources(scene))


@cheat("B-06", *GOLD)
def buy_what_is_no_resource(scene: Scene) -> Tries:
    if trading(scene) and gold(scene) >= 2:
        yield from (BuyWithGold(scene.me, good) for good in ("gold", "coin", "paper", "camel"))


@cheat("B-42", *GOLD)
def buy_what_the_bank_has_not(scene: Scene) -> Tries:
    if trading(scene):
        yield from (BuyWithGold(scene.me, g) for g in resources(scene) if not scene.hands.bank_high(g))


@cheat("B-20", "B-21", "CK-20")
def buy_before_the_roll(scene: Scene) -> Tries:
    if scene.early and gold(scene) >= 2:
        yield from (BuyWithGold(scene.me, good) for good in resources(scene))


@cheat("B-20", "CK-20")
def buy_on_another_players_turn(scene: Scene) -> Tries:
    if scene.main:
        yield from (BuyWithGold(p, g) for p in scene.others if gold(scene, p) >= 2 for g in resources(scene))


@cheat("B-24")
def buy_while_somebody_must_choose(scene: Scene) -> Tries:
    if scene.core.pending and scene.begun and gold(scene) >= 2:
        yield from (BuyWithGold(scene.me, good) for good in resources(scene))


# --- cards for gold


@cheat("B-42", *GOLD)
def sell_one_card_for_a_gold(scene: Scene) -> Tries:
    if trading(scene):
        for good in names(scene.table):
            if not scene.poor(scene.me, {good: 1}):
                yield SellForGold(scene.me, {good: 1}, 1)


@cheat(*GOLD)
def sell_a_lot_for_two_gold(scene: Scene) -> Tries:
    if trading(scene):
        yield from (SellForGold(scene.me, {good: count}, 2) for good, count in lots(scene))


@cheat(*GOLD)
def sell_a_lot_for_nothing(scene: Scene) -> Tries:
    if trading(scene):
        yield from (SellForGold(scene.me, {good: count}, 0) for good, count in lots(scene))


@cheat(*GOLD)
def take_gold_for_no_card(scene: Scene) -> Tries:
    if trading(scene):
        yield SellForGold(scene.me, {}, 1)


@cheat("B-42")
def sell_a_card_too_many(scene: Scene) -> Tries:
    if trading(scene):
        for good, count in lots(scene):
            if rate(scene.table, scene.me, good) > 1 and not scene.poor(scene.me, {good: count + 1}):
                yield SellForGold(scene.me, {good: count + 1}, 1)


@cheat("B-42", "B-56")
def sell_cards_that_are_not_there(scene: Scene) -> Tries:
    if trading(scene):
        for good in names(scene.table):
            count = rate(scene.table, scene.me, good)
            if scene.poor(scene.me, {good: count}):
                yield SellForGold(scene.me, {good: count}, 1)


@cheat(*GOLD)
def sell_for_less_than_no_gold(scene: Scene) -> Tries:
    if trading(scene):
        yield from (SellForGold(scene.me, {good: count}, -1) for good, count in lots(scene))


@cheat("B-20", "B-21", "CK-20")
def sell_before_the_roll(scene: Scene) -> Tries:
    if scene.early:
        yield from (SellForGold(scene.me, {good: count}, 1) for good, count in lots(scene))


# --- gold from player to player


@cheat(*GOLD)
def pay_more_gold_than_one_has(scene: Scene) -> Tries:
    if trading(scene) and gold(scene) < BOX:
        for other in scene.others:
            for good in resources(scene):
                if not scene.poor(other, {good: 1}):
                    yield TradeGold(scene.me, other, {}, {good: 1}, pays=gold(scene) + 1)


@cheat(*GOLD)
def ask_for_more_gold_than_the_partner_has(scene: Scene) -> Tries:
    if trading(scene):
        for other in scene.others:
            for good in resources(scene):
                if not scene.poor(scene.me, {good: 1}) and gold(scene, other) < BOX:
                    yield TradeGold(scene.me, other, {good: 1}, {}, gets=gold(scene, other) + 1)


@cheat("B-41")
def gold_as_a_gift(scene: Scene) -> Tries:
    if trading(scene) and gold(scene):
        yield from (TradeGold(scene.me, other, {}, {}, pays=1) for other in scene.others)


@cheat(*GOLD)
def gold_for_gold(scene: Scene) -> Tries:
    if trading(scene) and gold(scene):
        for other in scene.others:
            if gold(scene, other):
                yield TradeGold(scene.me, other, {}, {}, pays=1, gets=1)


@cheat(*GOLD)
def gold_trade_without_gold(scene: Scene) -> Tries:
    if trading(scene):
        good, wanted, *_ = resources(scene)
        yield from (TradeGold(scene.me, other, {good: 1}, {wanted: 1}) for other in scene.others)


@cheat(*GOLD)
def negative_gold_in_a_trade(scene: Scene) -> Tries:
    if trading(scene):
        good = resources(scene)[0]
        yield from (TradeGold(scene.me, other, {}, {good: 1}, pays=-1) for other in scene.others)


@cheat("B-41", "B-56")
def gold_for_a_card_the_partner_has_not(scene: Scene) -> Tries:
    if trading(scene) and gold(scene):
        for other in scene.others:
            for good in resources(scene):
                if scene.poor(other, {good: 1}):
                    yield TradeGold(scene.me, other, {}, {good: 1}, pays=1)


@cheat("B-40", "B-20", "CK-20")
def gold_traded_among_the_others(scene: Scene) -> Tries:
    if trading(scene) and len(scene.others) > 1:
        one, two = scene.others[:2]
        if gold(scene, one):
            yield from (TradeGold(one, two, {}, {good: 1}, pays=1) for good in resources(scene))


@cheat("B-40")
def gold_traded_with_oneself(scene: Scene) -> Tries:
    if trading(scene) and gold(scene):
        yield TradeGold(scene.me, scene.me, {}, {resources(scene)[0]: 1}, pays=1)


# --- gold is no card


@cheat("B-06")
def gold_given_to_the_bank_as_a_card(scene: Scene) -> Tries:
    if trading(scene) and gold(scene) >= 4:
        yield TradeWithBank(scene.me, {"gold": 4}, {resources(scene)[0]: 1})


@cheat("B-06", "B-30", "CK-50")
def gold_discarded_on_a_seven(scene: Scene) -> Tries:
    for question in scene.core.pending:
        if question.kind == "discard" and gold(scene, question.who):
            yield DiscardCards(question.who, {"gold": int(str(question.params["count"]))}, 0)


# --- the table's word


@cheat(*GOLD)
def gold_below_zero(scene: Scene) -> Tries:
    if scene.begun:
        yield StateGold(scene.me, scene.me, -1)


@cheat(*GOLD)
def more_gold_than_in_the_box(scene: Scene) -> Tries:
    if scene.begun:
        yield StateGold(scene.me, scene.me, BOX + 1)


@cheat("B-14")
def gold_of_a_stranger(scene: Scene) -> Tries:
    if scene.begun:
        yield StateGold(scene.me, PlayerId("nobody"), 1)


# --- where hands are not counted


@cheat(*GOLD)
def gift_of_more_gold_than_one_has(scene: Scene) -> Tries:
    if scene.main and gold(scene) < BOX:
        yield from (GiveGold(scene.me, other, gold(scene) + 1) for other in scene.others)


@cheat(*GOLD)
def gift_of_no_gold(scene: Scene) -> Tries:
    if scene.main:
        yield from (GiveGold(scene.me, other, count) for other in scene.others for count in (0, -1))


@cheat("B-40")
def gold_given_to_oneself(scene: Scene) -> Tries:
    if scene.main:
        yield GiveGold(scene.me, scene.me, 1)
