"""Trade with the bank and with one another (B-40 to B-44)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.engine.cells import BANK
from companion.engine.command import Command
from companion.engine.extension import (
    CommandRule,
    Part,
    Stage,
    Term,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, impossible, soft
from companion.rules.base.board import ANY_GOOD, Board, harbour_corners
from companion.rules.base.goods import RESOURCE, Bag, check_bag, names, size
from companion.rules.base.hands import CardsGained, CardsMoved, CardsPaid
from companion.rules.base.purse import purse
from companion.rules.base.queries import buildings, no_opponent
from companion.rules.base.slice import Base, Building

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
    return rates(table, player)[good]


def rates(table: Table, player: PlayerId) -> Mapping[str, int]:
    """How many cards of each good the player gives the bank for one card."""
    found: Mapping[str, int] = table.value("trade_rates", player)
    return found


def base_rates(table: Table, old: None, player: PlayerId) -> Mapping[str, int]:
    """B-42: 4:1, or better at a harbour; there is none while no island lies on the table."""
    return _rates(harbours(table, player), names(table))


def harbours(table: Table, player: PlayerId) -> Mapping[Site, str]:
    """B-03: the player's buildings that a harbour serves, with its good; none while no island lies."""
    shut: frozenset[Site] = table.value("harbourless")
    return _harbours(table.slice(Base).board, buildings(table, player), shut)


@remembered
def _harbours(
    island: Board | None, own: Mapping[Site, Building], shut: frozenset[Site]
) -> Mapping[Site, str]:
    served = harbour_corners(island) if island is not None else {}
    return {site: served[site] for site in own if site in served and site not in shut}


NOWHERE: frozenset[Site] = frozenset()


def all_serve(table: Table, old: None) -> frozenset[Site]:
    """B-03: there is no building that its harbour does not serve."""
    return NOWHERE


@remembered
def _rates(own: Mapping[Site, str], goods: Sequence[str]) -> Mapping[str, int]:
    served = set(own.values())
    usual = HARBOUR_RATE if ANY_GOOD in served else BANK_RATE
    return {good: SPECIAL_RATE if good in served else usual for good in goods}


def check_kinds(give: Mapping[str, int], take: Mapping[str, int]) -> Iterable[Violation]:
    """B-41: both sides give, and never like for like."""
    if not give or not take:
        yield soft("B-41", "trade.no-gifts")
    for good in give:
        if good in take:
            yield soft("B-41", "trade.like-for-like", good=good)


def building_begun(table: Table) -> bool:
    """B-20: whether the phases are split, and the player on turn has begun to build."""
    return bool(table.option("split_phases")) and table.slice(Base).built_in == table.core.turn


def trading_over(table: Table) -> bool:
    """B-20: whether nobody trades any more in this turn."""
    return building_begun(table) or table.value("main_closed") is not None


def check_phase(table: Table) -> Iterable[Violation]:
    """B-20: trading comes before building, where the phases are split."""
    if building_begun(table):
        yield soft("B-20", "trade.after-building", player=table.core.on_turn)


def check_sides(table: Table, give: Bag, take: Bag) -> Iterable[Violation]:
    """Both sides name cards of this game with sensible numbers; development cards are none of them (B-44)."""
    yield from check_bag(table, give)
    yield from check_bag(table, take)


def check_together(table: Table, sides: Mapping[PlayerId | None, Bag], rule: str) -> Iterable[Violation]:
    """B-56: each side may have its cards, and both at the same time."""
    hands = table.slice(Base).hands
    if hands.have(sides) is not Certainty.IMPOSSIBLE:
        return
    alone = False
    for holder, bag in sides.items():
        if holder is BANK:
            faults = list(check_bank(table, bag, rule))
        else:
            faults = list(purse(table).check(table, holder, bag, rule))
        alone = alone or bool(faults)
        yield from faults
    if not alone:
        yield impossible("B-56", "trade.not-together")


class TradeWithBankRule(CommandRule[TradeWithBank]):
    """B-42, B-43: whole lots at the player's rate, one card for each, and the bank must have them.

    Offered are single lots; several at once, of different kinds too, are entered as one trade or as several.
    """

    command = TradeWithBank
    too_many_forms = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_phase(table)

    def at(self, table: Table, command: TradeWithBank) -> Iterable[Violation]:
        faults = list(check_sides(table, command.give, command.take))
        yield from faults
        if faults:
            return
        by = command.by
        yield from check_kinds(command.give, command.take)
        lots, whole = 0, True
        for good, count in command.give.items():
            needed = rate(table, by, good)
            lots += count // needed
            if count % needed:
                whole = False
                yield soft("B-42", "trade.rate", player=by, good=good, count=count, rate=needed)
        count = size(command.take)
        if count > lots or (whole and count < lots):
            yield soft("B-42", "trade.lots", player=by, count=lots, given=count)
        yield from check_together(table, {by: command.give, BANK: command.take}, "B-42")

    def apply(self, draft: Draft, command: TradeWithBank) -> None:
        if command.give:
            draft.emit(CardsPaid(command.by, command.give))
        if command.take:
            draft.emit(CardsGained(command.by, command.take))

    def certainty(self, table: Table, command: TradeWithBank) -> Certainty:
        hands = table.slice(Base).hands
        return hands.have({command.by: command.give, BANK: command.take})

    def may_begin(self, table: Table, who: PlayerId) -> bool:
        return table.slice(Base).hands.total(who) >= SPECIAL_RATE and not trading_over(table)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TradeWithBank]:
        """Single lots of goods that the player may have."""
        asked, hands, goods = rates(table, who), table.slice(Base).hands, names(table)
        for good, count in asked.items():
            if hands.high(who, good) >= count:
                yield from (TradeWithBank(who, {good: count}, {other: 1}) for other in goods if other != good)


def check_bank(table: Table, cards: Mapping[str, int], rule: str) -> Iterable[Violation]:
    """B-42: the bank must hold the cards asked for."""
    hands = table.slice(Base).hands
    if hands.bank_has(cards) is not Certainty.IMPOSSIBLE:
        return
    short = [(good, count) for good, count in cards.items() if count > hands.bank_high(good)]
    for good, count in short:
        yield impossible(rule, "bank.too-few", good=good, count=count, most=hands.bank_high(good))
    if not short:
        yield impossible(rule, "bank.not-together", goods=tuple(cards))


def void_if_dry(draft: Draft, question: str) -> None:
    """B-06: with no resource in the bank nobody is asked any more which one he takes."""
    hands = draft.slice(Base).hands
    if not any(hands.bank_high(good) for good in names(draft, RESOURCE)):
        for player in draft.core.ids:
            draft.settle(question, player)


class TradeWithPlayerRule(CommandRule[TradeWithPlayer]):
    """B-40, B-41: the player on turn trades with another, both sides giving different goods."""

    command = TradeWithPlayer
    too_many_forms = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_phase(table)

    def at(self, table: Table, command: TradeWithPlayer) -> Iterable[Violation]:
        faults = list(check_sides(table, command.give, command.take))
        if command.partner not in table.core.ids or command.partner == command.by:
            faults.append(no_opponent(table, command.by, command.partner, "B-40"))
        yield from faults
        if faults:
            return
        if table.core.on_turn not in (command.by, command.partner):
            yield soft("B-40", "trade.among-others", on_turn=table.core.on_turn)
        yield from check_kinds(command.give, command.take)
        yield from check_together(table, {command.by: command.give, command.partner: command.take}, "B-41")

    def apply(self, draft: Draft, command: TradeWithPlayer) -> None:
        if command.give:
            draft.emit(CardsMoved(command.by, command.partner, command.give))
        if command.take:
            draft.emit(CardsMoved(command.partner, command.by, command.take))

    def certainty(self, table: Table, command: TradeWithPlayer) -> Certainty:
        hands = table.slice(Base).hands
        return hands.have({command.by: command.give, command.partner: command.take})

    def may_begin(self, table: Table, who: PlayerId) -> bool:
        """Where both sides have something to give."""
        hands = table.slice(Base).hands
        others = any(hands.total(player) for player in hands.holders if player != who)
        return bool(hands.total(who)) and others and not trading_over(table)


PARTS = (
    Part(needs=frozenset({Aspect.PLACES}), terms=(Term("harbourless", Stage.BASE, all_serve),)),
    Part(
        needs=frozenset({Aspect.HANDS}),
        terms=(Term("trade_rates", Stage.BASE, base_rates),),
        commands=(TradeWithBankRule(), TradeWithPlayerRule()),
    ),
)
