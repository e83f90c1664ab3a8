"""Paying: with counted hands a price must be possible, without them it is the table's affair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Protocol

from msgspec.structs import replace

from companion.engine.extension import (
    Part,
    Slot,
)
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, impossible
from companion.rules.base.goods import Bag
from companion.rules.base.hands import CardsPaid
from companion.rules.base.slice import Base, BaseEvent


class BuildingBegun(BaseEvent, frozen=True, tag="base.building_begun"):
    """B-20: the player has bought something, so that trading is over where the phases are split."""

    scores: ClassVar[bool] = False
    by: PlayerId
    turn: int

    def apply(self, state: Base) -> Base:
        return replace(state, built_in=self.turn)


class Purse(Protocol):
    """What the rules ask about prices."""

    def start(self, people: tuple[PlayerId, ...], supply: Bag) -> Knowledge:
        """What is known of the hands before anything was entered."""

    def certainty(self, table: Table, by: PlayerId, price: Bag) -> Certainty:
        """Whether the player has these cards, by all that the table has seen."""

    def check(self, table: Table, by: PlayerId, price: Bag, rule: str) -> Iterable[Violation]:
        """B-56: a price that the player cannot have."""

    def pay(self, draft: Draft, by: PlayerId, price: Bag) -> None:
        """B-54: what is paid goes to the bank."""


class OpenPurse:
    """Hands are not counted: everyone can pay, and nobody writes it down."""

    def start(self, people: tuple[PlayerId, ...], supply: Bag) -> Knowledge:
        """Nothing, of nobody."""
        return Knowledge.start((), {})

    def certainty(self, table: Table, by: PlayerId, price: Bag) -> Certainty:
        """Everyone can pay."""
        return Certainty.SURE

    def check(self, table: Table, by: PlayerId, price: Bag, rule: str) -> Iterable[Violation]:
        """Nothing is wrong."""
        return ()

    def pay(self, draft: Draft, by: PlayerId, price: Bag) -> None:
        """Nothing is written down."""


class CountedPurse:
    """Hands are counted: only what some possible hand holds can be paid."""

    def start(self, people: tuple[PlayerId, ...], supply: Bag) -> Knowledge:
        """All hands are empty, all cards in the bank (B-06)."""
        return Knowledge.start(people, supply)

    def certainty(self, table: Table, by: PlayerId, price: Bag) -> Certainty:
        """By the possible hands."""
        return table.slice(Base).hands.has(by, price)

    def check(self, table: Table, by: PlayerId, price: Bag, rule: str) -> Iterable[Violation]:
        """One reason for each kind of card that is missing, or one for all together."""
        hands = table.slice(Base).hands
        if not price or hands.has(by, price) is not Certainty.IMPOSSIBLE:
            return
        total, known = hands.total(by), known_cards(hands, by)
        if not total:
            yield impossible(rule, "cards.empty-hand", player=by)
            return
        missing = [(good, count) for good, count in price.items() if hands.high(by, good) < count]
        for good, count in missing:
            most = hands.high(by, good)
            if most:
                yield impossible(
                    rule,
                    "cards.too-few",
                    player=by,
                    good=good,
                    count=count,
                    most=most,
                    total=total,
                    known=known,
                )
            elif len(known) == total:
                yield impossible(rule, "cards.none", player=by, good=good, total=total, known=known)
            else:
                yield impossible(rule, "cards.none-unseen", player=by, good=good, total=total, known=known)
        if not missing:
            yield impossible(rule, "cards.not-together", player=by, total=total, known=known)

    def pay(self, draft: Draft, by: PlayerId, price: Bag) -> None:
        """The cards leave the hand; where the phases are split, trading is over (B-20)."""
        if price:
            draft.emit(CardsPaid(by, dict(price)))
        if draft.option("split_phases") and draft.slice(Base).built_in != draft.core.turn:
            draft.emit(BuildingBegun(by, draft.core.turn))


def known_cards(hands: Knowledge, holder: PlayerId) -> tuple[str, ...]:
    """The cards that the holder has for certain, each kind as often as it is there (B-56)."""
    return tuple(good for good, count in hands.sure_cards(holder).items() for _ in range(count))


def purse(table: Table) -> Purse:
    """What knows of hands, or knows nothing."""
    found: Purse = table.ruleset.slots["purse"]
    return found


EVENTS = (BuildingBegun,)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.HANDS}),
        slots=(Slot("purse", OpenPurse()),),
    ),
    Part(needs=frozenset({Aspect.HANDS}), slots=(Slot("purse", CountedPurse()),)),
)
