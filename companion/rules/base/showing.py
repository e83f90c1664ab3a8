"""What the table lets everyone see of hidden hands and of the bank (B-23, B-55, B-56)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.cells import BANK
from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.engine.extension import (
    CommandRule,
    Part,
    Timing,
)
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, impossible, no_player, soft
from companion.rules.base.goods import check_bag, names, no_such_card, readable, size
from companion.rules.base.hands import BankCounted, CardsShown, HandCounted
from companion.rules.base.purse import purse
from companion.rules.base.slice import Base


class ShowCards(Command, frozen=True, tag="base.show_cards"):
    """The player lets the table see cards of the hand: some, or with ``whole`` all of them."""

    cards: dict[str, int]
    whole: bool = False


class CountHand(Command, frozen=True, tag="base.count_hand"):
    """The table has counted the cards of a player."""

    player: PlayerId
    total: int


class CountBank(Command, frozen=True, tag="base.count_bank"):
    """The table has looked how many cards of some goods the bank has."""

    cards: dict[str, int]


class ShowCardsRule(CommandRule[ShowCards]):
    """B-55, B-56: a hand may be shown on purpose, and must be possible by all that was seen before."""

    command = ShowCards
    timing = Timing.ANY
    too_many_forms = True

    def at(self, table: Table, command: ShowCards) -> Iterable[Violation]:
        faults = list(check_bag(table, command.cards))
        yield from faults
        if faults:
            return
        hands = table.slice(Base).hands
        count, total = size(command.cards), hands.total(command.by)
        if count > total or (command.whole and count != total):
            yield impossible("B-55", "show.number", player=command.by, count=count, total=total)
            return
        # As many cards as the hand has are the whole hand, so that no more need be asked.
        yield from purse(table).check(table, command.by, command.cards, "B-56")

    def apply(self, draft: Draft, command: ShowCards) -> None:
        draft.emit(CardsShown(command.by, command.cards, command.whole))


def no_hand_of(table: Table, player: PlayerId, total: int) -> Violation | None:
    """B-55: why a player cannot have so many cards in hand."""
    if player not in table.core.ids:
        return no_player(player)
    hands = table.slice(Base).hands
    if not 0 <= total <= hands.total(player) + hands.total(BANK):
        return hard("B-55", "cards.count", count=readable(total))
    return None


class CountHandRule(CommandRule[CountHand]):
    """B-55: how many cards someone holds is public; the table's count stands."""

    command = CountHand
    timing = Timing.ANY
    too_many_forms = True

    def at(self, table: Table, command: CountHand) -> Iterable[Violation]:
        wrong = no_hand_of(table, command.player, command.total)
        if wrong is not None:
            yield wrong
            return
        total = table.slice(Base).hands.total(command.player)
        if command.total != total:
            yield soft("B-55", "count.differs", player=command.player, count=command.total, total=total)

    def apply(self, draft: Draft, command: CountHand) -> None:
        draft.emit(HandCounted(command.player, command.total))


class CountBankRule(CommandRule[CountBank]):
    """B-23: how many cards are left in the bank, where that is not known."""

    command = CountBank
    timing = Timing.ANY
    too_many_forms = True

    def at(self, table: Table, command: CountBank) -> Iterable[Violation]:
        hands = table.slice(Base).hands
        for good, count in command.cards.items():
            if good not in names(table):
                yield no_such_card(table, good)
            elif not 0 <= count <= hands.supply[good]:
                yield hard("B-06", "cards.count", count=readable(count))
            elif may_have(hands, good, count):
                # What is known of one kind of card may say something of the next one.
                hands = hands.bank_counted(good, count)
            else:
                low, high = hands.bank_low(good), hands.bank_high(good)
                yield impossible("B-56", "bank.count-differs", good=good, count=count, low=low, high=high)
        question = table.question("bank", command.by)
        if question is not None:
            missing = tuple(good for good in asked_for(question) if good not in command.cards)
            if missing:
                yield hard("B-23", "bank.count-missing", goods=missing)
        elif not command.cards:
            yield hard("B-23", "bank.count-missing", goods=())

    def apply(self, draft: Draft, command: CountBank) -> None:
        draft.emit(BankCounted(command.cards))
        hands = draft.slice(Base).hands
        for question in draft.core.pending:
            if question.kind == "bank" and all(
                hands.bank_low(good) == hands.bank_high(good) for good in asked_for(question)
            ):
                draft.settle("bank", question.who)


def asked_for(question: Decision) -> tuple[str, ...]:
    """The goods that the table is asked to look for in the bank (B-23)."""
    goods = question.params["goods"]
    return goods if isinstance(goods, tuple) else (str(goods),)


def may_have(hands: Knowledge, good: str, count: int) -> bool:
    """B-56: whether the bank can have exactly so many cards of a good."""
    odds = hands.odds(BANK, good)
    return hands.bank_low(good) <= count <= hands.bank_high(good) if odds is None else count in odds


PARTS = (Part(needs=frozenset({Aspect.HANDS}), commands=(ShowCardsRule(), CountHandRule(), CountBankRule())),)
