"""Buying with gold, and getting it for cards: from the bank, at a harbour, from other players.

Where hands are counted the cards are entered with it; where they are not, the gold alone is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from companion.engine.cells import BANK
from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Part, Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, soft
from companion.rules.base.goods import RESOURCE, check_bag, names, no_such_card, readable, size
from companion.rules.base.hands import CardsGained, CardsMoved, CardsPaid
from companion.rules.base.queries import no_opponent, opponents
from companion.rules.base.slice import Base
from companion.rules.base.trade import (
    SPECIAL_RATE,
    check_bank,
    check_phase,
    check_sides,
    check_together,
    rates,
    trading_over,
)
from companion.rules.gold.purse import check_amount, check_gold, get, held, move, pay, rule, state_of
from companion.rules.gold.slice import Gold, GoldEvent

PRICE = 2
"""Gold for a resource."""

MOST_GIVEN = 5
"""The most gold that is offered from player to player; more can be entered in parts."""

C = TypeVar("C", bound=Command)


class BuyWithGold(Command, frozen=True, tag="gold.buy"):
    """A player bought a resource from the bank."""

    good: str


class SpendGold(Command, frozen=True, tag="gold.spend"):
    """A player bought a resource from the bank, where cards are not counted."""


class SellForGold(Command, frozen=True, tag="gold.sell"):
    """A player gave cards to the bank for gold, as in a trade with the bank."""

    give: dict[str, int]
    gold: int


class EarnGold(Command, frozen=True, tag="gold.earn"):
    """A player gave cards to the bank for one gold, where cards are not counted."""


class TradeGold(Command, frozen=True, tag="gold.trade"):
    """A player traded with another, with gold on at least one side."""

    partner: PlayerId
    give: dict[str, int]
    take: dict[str, int]
    pays: int = 0
    gets: int = 0


class GiveGold(Command, frozen=True, tag="gold.give"):
    """A player gave gold to another for cards, where cards are not counted."""

    partner: PlayerId
    count: int


class BoughtWithGold(GoldEvent, frozen=True, tag="gold.bought"):
    """A player has bought with gold in this turn once more."""

    silent: ClassVar[bool] = True
    scores: ClassVar[bool] = False

    by: PlayerId
    turn: int

    def apply(self, state: Gold) -> Gold:
        before = state.bought if state.bought_in == self.turn else {}
        return replace(
            state, bought=changed(before, self.by, before.get(self.by, 0) + 1), bought_in=self.turn
        )


def purchases(table: Table, player: PlayerId) -> int:
    """How often the player has bought with gold in this turn."""
    state = state_of(table)
    return state.bought.get(player, 0) if state.bought_in == table.core.turn else 0


class Trading(CommandRule[C], Generic[C]):
    """What is a trade: before building, where the phases are split."""

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_phase(table)


class Buying(Trading[C], Generic[C]):
    """Two gold for one resource, as often in a turn as the scenario allows."""

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_gold(table, who, PRICE)
        most: int | None = table.value("gold_purchases")
        if most is not None and purchases(table, who) >= most:
            yield soft(rule(table), "gold.bought-enough", player=who, count=most)

    def apply(self, draft: Draft, command: C) -> None:
        pay(draft, command.by, PRICE)
        draft.emit(BoughtWithGold(command.by, draft.core.turn))


class BuyWithGoldRule(Buying[BuyWithGold]):
    """The resource is one that the bank has."""

    command = BuyWithGold

    def at(self, table: Table, command: BuyWithGold) -> Iterable[Violation]:
        if command.good in names(table, RESOURCE):
            yield from check_bank(table, {command.good: 1}, rule(table))
        else:
            yield no_such_card(table, command.good, RESOURCE, rule(table))

    def apply(self, draft: Draft, command: BuyWithGold) -> None:
        super().apply(draft, command)
        draft.emit(CardsGained(command.by, {command.good: 1}))

    def certainty(self, table: Table, command: BuyWithGold) -> Certainty:
        return table.slice(Base).hands.have({BANK: {command.good: 1}})

    def forms(self, table: Table, who: PlayerId) -> Iterable[BuyWithGold]:
        return [BuyWithGold(who, good) for good in names(table, RESOURCE)]


class SpendGoldRule(Buying[SpendGold]):
    """The table sees to the card."""

    command = SpendGold

    def forms(self, table: Table, who: PlayerId) -> Iterable[SpendGold]:
        return (SpendGold(who),)


class SellForGoldRule(Trading[SellForGold]):
    """One gold for each lot of cards, at the rates of a trade with the bank."""

    command = SellForGold
    too_many_forms = True

    def at(self, table: Table, command: SellForGold) -> Iterable[Violation]:
        faults = list(check_bag(table, command.give))
        yield from faults
        yield from check_amount(table, command.gold)
        if faults:
            return
        asked, by = rates(table, command.by), command.by
        lots = sum(count // asked[good] for good, count in command.give.items())
        for good, count in command.give.items():
            if count % asked[good]:
                yield soft("B-42", "trade.rate", player=by, good=good, count=count, rate=asked[good])
        if not lots or command.gold != lots:
            yield soft(rule(table), "gold.lots", player=by, count=lots, given=readable(command.gold))
        yield from check_together(table, {by: command.give}, "B-42")

    def apply(self, draft: Draft, command: SellForGold) -> None:
        if command.give:
            draft.emit(CardsPaid(command.by, command.give))
        get(draft, command.by, command.gold)

    def certainty(self, table: Table, command: SellForGold) -> Certainty:
        return table.slice(Base).hands.has(command.by, command.give)

    def may_begin(self, table: Table, who: PlayerId) -> bool:
        return table.slice(Base).hands.total(who) >= SPECIAL_RATE and not trading_over(table)

    def forms(self, table: Table, who: PlayerId) -> Iterable[SellForGold]:
        """Single lots of goods that the player may have."""
        hands = table.slice(Base).hands
        for good, count in rates(table, who).items():
            if hands.high(who, good) >= count:
                yield SellForGold(who, {good: count}, 1)


class EarnGoldRule(Trading[EarnGold]):
    """The same where cards are not counted: the table sees to the cards."""

    command = EarnGold

    def apply(self, draft: Draft, command: EarnGold) -> None:
        get(draft, command.by, 1)

    def forms(self, table: Table, who: PlayerId) -> Iterable[EarnGold]:
        return (EarnGold(who),)


def check_partner(table: Table, by: PlayerId, partner: PlayerId) -> Iterable[Violation]:
    """B-40: somebody else, and one of the two is on turn."""
    if partner not in table.core.ids or partner == by:
        yield no_opponent(table, by, partner, "B-40")
    elif table.core.on_turn not in (by, partner):
        yield soft("B-40", "trade.among-others", on_turn=table.core.on_turn)


class TradeGoldRule(Trading[TradeGold]):
    """B-40: as with cards alone: both sides give, and never gold for gold."""

    command = TradeGold
    too_many_forms = True

    def at(self, table: Table, command: TradeGold) -> Iterable[Violation]:
        by, partner, pays, gets = command.by, command.partner, command.pays, command.gets
        faults = [*check_sides(table, command.give, command.take), *check_partner(table, by, partner)]
        faults += [*check_amount(table, pays), *check_amount(table, gets)]
        yield from faults
        if any(fault.key != "trade.among-others" for fault in faults):
            return
        if bool(pays) == bool(gets):
            yield soft(rule(table), "gold.one-side")
        if not (size(command.give) + pays and size(command.take) + gets):
            yield soft("B-41", "trade.no-gifts")
        yield from check_gold(table, by, pays)
        yield from check_gold(table, partner, gets)
        yield from check_together(table, {by: command.give, partner: command.take}, "B-41")

    def apply(self, draft: Draft, command: TradeGold) -> None:
        if command.give:
            draft.emit(CardsMoved(command.by, command.partner, command.give))
        if command.take:
            draft.emit(CardsMoved(command.partner, command.by, command.take))
        move(draft, command.by, command.partner, command.pays)
        move(draft, command.partner, command.by, command.gets)

    def certainty(self, table: Table, command: TradeGold) -> Certainty:
        hands = table.slice(Base).hands
        return hands.have({command.by: command.give, command.partner: command.take})

    def may_begin(self, table: Table, who: PlayerId) -> bool:
        """Where somebody has gold, and somebody else has cards."""
        rich = any(held(table, player) for player in table.core.ids)
        return rich and not trading_over(table)


class GiveGoldRule(Trading[GiveGold]):
    """B-40: the same where cards are not counted."""

    command = GiveGold

    def at(self, table: Table, command: GiveGold) -> Iterable[Violation]:
        yield from check_partner(table, command.by, command.partner)
        faults = list(check_amount(table, command.count, least=1))
        yield from faults or check_gold(table, command.by, command.count)

    def apply(self, draft: Draft, command: GiveGold) -> None:
        move(draft, command.by, command.partner, command.count)

    def forms(self, table: Table, who: PlayerId) -> Iterable[GiveGold]:
        most = min(MOST_GIVEN, held(table, who))
        return [
            GiveGold(who, partner, count) for partner in opponents(table, who) for count in range(1, most + 1)
        ]


EVENTS: tuple[type[Event], ...] = (BoughtWithGold,)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("gold_purchases", Stage.BASE, lambda table, old: None),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        without=frozenset({Aspect.HANDS}),
        commands=(SpendGoldRule(), EarnGoldRule(), GiveGoldRule()),
    ),
    Part(needs=frozenset({Aspect.HANDS}), commands=(BuyWithGoldRule(), SellForGoldRule(), TradeGoldRule())),
)
