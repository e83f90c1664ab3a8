"""Trade with the bank and with one another (B-40 to B-44)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.cells import BANK
from companion.engine.command import Command
from companion.engine.extension import CommandRule
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.board import ANY_GOOD, harbour_corners
from companion.rules.base.goods import check_bag, names, size
from companion.rules.base.network import board
from companion.rules.base.purse import purse
from companion.rules.base.queries import buildings
from companion.rules.base.slice import Base, CardsGained, CardsMoved, CardsPaid

BANK_RATE = 4
"""B-42: the bank gives one card for four alike."""

HARBOUR_RATE = 3
SPECIAL_RATE = 2


class TradeWithBank(Command, frozen=True, tag="base.trade_with_bank"):
    """The player gave cards of one or several kinds to the bank and took others for them."""

    give: dict[str, int]
    take: dict[str, int]


class TradeWithPlayer(Command, frozen=True, tag="base.trade_with_player"):
    """The player on turn gave cards to a partner and took others for them."""

    partner: PlayerId
    give: dict[str, int]
    take: dict[str, int]


def rate(table: Table, player: PlayerId, good: str) -> int:
    """How many cards of a good the player gives the bank for one card."""
    cards: int = table.value("trade_rate", player, good)
    return cards


def base_rate(table: Table, old: None, player: PlayerId, good: str) -> int:
    """B-42: 4:1, or better at a harbour."""
    harbours = harbour_corners(board(table))
    own = {harbours[site] for site in buildings(table, player) if site in harbours}
    if good in own:
        return SPECIAL_RATE
    return HARBOUR_RATE if ANY_GOOD in own else BANK_RATE


def check_kinds(give: Mapping[str, int], take: Mapping[str, int]) -> Iterable[Violation]:
    """B-41: both sides give, and never like for like."""
    if not give or not take:
        yield soft("B-41", "trade.no-gifts")
    for good in give:
        if good in take:
            yield soft("B-41", "trade.like-for-like", good=good)


class TradeWithBankRule(CommandRule[TradeWithBank]):
    """B-42, B-43: whole lots at the player's rate, one card for each, and the bank must have them."""

    command = TradeWithBank
    exact = True

    def check(self, table: Table, command: TradeWithBank) -> Iterable[Violation]:
        faults = [*check_bag(table, command.give, "give"), *check_bag(table, command.take, "take")]
        yield from faults
        if faults:
            return
        by = command.by
        yield from check_kinds(command.give, command.take)
        lots = 0
        for good, count in command.give.items():
            needed = rate(table, by, good)
            lots += count // needed
            if count % needed:
                yield soft("B-42", "trade.rate", player=by, good=good, count=count, rate=needed)
        if lots < size(command.take):
            yield soft("B-42", "trade.too-much", player=by, count=size(command.take), lots=lots)
        yield from purse(table).check(table, by, command.give, "B-42")
        yield from check_bank(table, command.take, "B-42")

    def apply(self, draft: Draft, command: TradeWithBank) -> None:
        if command.give:
            draft.emit(CardsPaid(command.by, command.give))
        if command.take:
            draft.emit(CardsGained(command.by, command.take))

    def certainty(self, table: Table, command: TradeWithBank) -> Certainty:
        hands = table.slice(Base).hands
        return hands.have({command.by: command.give, BANK: command.take})

    def candidates(self, table: Table, who: PlayerId) -> Iterable[TradeWithBank]:
        hands = table.slice(Base).hands
        found: list[TradeWithBank] = []
        goods = names(table)
        if hands.total(who) < SPECIAL_RATE:
            return found
        for good in goods:
            most = hands.high(who, good)
            if most < SPECIAL_RATE:
                continue
            count = rate(table, who, good)
            if most >= count and hands.has(who, {good: count}) is not Certainty.IMPOSSIBLE:
                found += [
                    TradeWithBank(who, {good: count}, {other: 1})
                    for other in goods
                    if other != good and hands.bank_high(other)
                ]
        return found


def check_bank(table: Table, cards: Mapping[str, int], rule: str) -> Iterable[Violation]:
    """B-42: the bank must hold the cards asked for."""
    hands = table.slice(Base).hands
    for good, count in cards.items():
        if hands.bank_has({good: count}) is Certainty.IMPOSSIBLE:
            yield soft(rule, "bank.too-few", good=good, count=count, most=hands.bank_high(good))


class TradeWithPlayerRule(CommandRule[TradeWithPlayer]):
    """B-40, B-41."""

    command = TradeWithPlayer
    open_ended = True

    def check(self, table: Table, command: TradeWithPlayer) -> Iterable[Violation]:
        faults = [*check_bag(table, command.give, "give"), *check_bag(table, command.take, "take")]
        if command.partner not in table.core.ids or command.partner == command.by:
            faults.append(hard("B-40", "trade.no-partner", name=str(command.partner)[:40]))
        yield from faults
        if faults:
            return
        yield from check_kinds(command.give, command.take)
        yield from purse(table).check(table, command.by, command.give, "B-41")
        yield from purse(table).check(table, command.partner, command.take, "B-41")

    def apply(self, draft: Draft, command: TradeWithPlayer) -> None:
        if command.give:
            draft.emit(CardsMoved(command.by, command.partner, command.give))
        if command.take:
            draft.emit(CardsMoved(command.partner, command.by, command.take))

    def certainty(self, table: Table, command: TradeWithPlayer) -> Certainty:
        hands = table.slice(Base).hands
        return hands.have({command.by: command.give, command.partner: command.take})
