"""What is known of the hands: cards that came, went, were seen or counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from companion.rules.base.slice import Base, BaseEvent


def _flow(who: str, cards: Mapping[str, int], sign: int = 1) -> list[tuple[str, str, int]]:
    return [(who, good, sign * count) for good, count in cards.items()]


class HandsEvent(BaseEvent, frozen=True):
    """Base of the events that change what is known of the hands."""

    scores: ClassVar[bool] = False

    def known(self, hands: Knowledge) -> Knowledge:
        """What is known of the hands after the event."""
        return hands

    def apply(self, state: Base) -> Base:
        return replace(state, hands=self.known(state.hands)) if state.hands.counted else state


class CardsGained(HandsEvent, frozen=True, tag="base.cards_gained"):
    """A player took these cards from the bank."""

    by: PlayerId
    cards: dict[str, int]

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What the player gets."""
        return _flow(self.by, self.cards)

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.gain(self.by, self.cards)


class CardsPaid(HandsEvent, frozen=True, tag="base.cards_paid"):
    """A player gave these cards to the bank."""

    by: PlayerId
    cards: dict[str, int]

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What the player gives."""
        return _flow(self.by, self.cards, -1)

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.pay(self.by, self.cards)


class CardsReturned(HandsEvent, frozen=True, tag="base.cards_returned"):
    """A player gave cards of his choice to the bank; ``unseen`` more than the table saw the faces of."""

    by: PlayerId
    cards: dict[str, int]
    unseen: int = 0

    @property
    def variant(self) -> str:
        if not self.unseen:
            return ""
        return "partly" if self.cards else "unseen"

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What the table saw of it."""
        return _flow(self.by, self.cards, -1)

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.give_back(self.by, sum(self.cards.values()) + self.unseen, self.cards)


class CardsMoved(HandsEvent, frozen=True, tag="base.cards_moved"):
    """These cards went from hand to hand, face up."""

    giver: PlayerId
    by: PlayerId
    cards: dict[str, int]

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """From one to the other."""
        return (*_flow(self.giver, self.cards, -1), *_flow(self.by, self.cards))

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.move(self.giver, self.by, self.cards)


class CardsDrawn(HandsEvent, frozen=True, tag="base.cards_drawn"):
    """Cards went unseen from a hand to another by chance, of some kinds or of any."""

    giver: PlayerId
    by: PlayerId
    count: int = 1
    among: tuple[str, ...] | None = None

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.draw(self.giver, self.by, self.count, self.among)


class CardsChosen(HandsEvent, frozen=True, tag="base.cards_chosen"):
    """Cards went unseen from a hand to another by somebody's choice, of some kinds or of any."""

    giver: PlayerId
    by: PlayerId
    count: int = 1
    among: tuple[str, ...] | None = None

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.hand_over(self.giver, self.by, self.count, self.among)


class CardsExchanged(HandsEvent, frozen=True, tag="base.cards_exchanged"):
    """A player drew cards from a hand by chance and gave others of choice for them.

    ``drawn`` and ``returned`` are what the table saw of them, with so many more that it did not see.
    """

    giver: PlayerId
    by: PlayerId
    drawn: dict[str, int]
    unseen: int
    returned: dict[str, int]
    hidden: int
    among: tuple[str, ...] | None = None

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What the table saw of both ways."""
        there = (*_flow(self.giver, self.drawn, -1), *_flow(self.by, self.drawn))
        return (*there, *_flow(self.by, self.returned, -1), *_flow(self.giver, self.returned))

    def known(self, hands: Knowledge) -> Knowledge:
        drawn, returned = (self.drawn, self.unseen), (self.returned, self.hidden)
        return hands.exchange(self.giver, self.by, drawn, returned, self.among)


class CardsSurrendered(HandsEvent, frozen=True, tag="base.cards_surrendered"):
    """Everybody's cards of one kind, at most ``limit`` each or all: who gave fewer has none left (B-63)."""

    by: PlayerId
    good: str
    limit: int | None
    given: dict[PlayerId, int]

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What everybody gave, and all of it."""
        given = [(who, self.good, -count) for who, count in self.given.items()]
        return (*given, (self.by, self.good, sum(self.given.values())))

    def known(self, hands: Knowledge) -> Knowledge:
        for giver, count in self.given.items():
            hands = hands.take_up_to(giver, self.by, self.good, self.limit, count)
        return hands


class CardsShown(HandsEvent, frozen=True, tag="base.cards_shown"):
    """A player let the table see these cards: among others, or the whole hand."""

    by: PlayerId
    cards: dict[str, int]
    whole: bool = False

    @property
    def variant(self) -> str:
        return "whole" if self.whole else ""

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.shows(self.by, self.cards, self.whole)


class NoneHeld(HandsEvent, frozen=True, tag="base.none_held"):
    """The table has seen that a player holds none of these goods."""

    by: PlayerId
    goods: tuple[str, ...]

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.has_none(self.by, self.goods)


class HandCounted(HandsEvent, frozen=True, tag="base.hand_counted"):
    """The table has counted a hand."""

    by: PlayerId
    total: int

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.recount(self.by, self.total)


class BankCounted(HandsEvent, frozen=True, tag="base.bank_counted"):
    """The table has looked how many cards of these goods the bank has."""

    cards: dict[str, int]

    def known(self, hands: Knowledge) -> Knowledge:
        for good, count in self.cards.items():
            hands = hands.bank_counted(good, count)
        return hands


EVENTS: tuple[type[Event], ...] = (
    CardsGained,
    CardsPaid,
    CardsReturned,
    CardsMoved,
    CardsDrawn,
    CardsChosen,
    CardsExchanged,
    CardsSurrendered,
    CardsShown,
    NoneHeld,
    HandCounted,
    BankCounted,
)
