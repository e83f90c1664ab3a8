"""Year of Plenty: two resources of choice from the bank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, soft
from companion.rules.base.development.play import Card, PlayDevelopment, PlayRule
from companion.rules.base.goods import (
    RESOURCE,
    check_bag,
    names,
    size,
)
from companion.rules.base.hands import CardsGained
from companion.rules.base.slice import Base
from companion.rules.base.trade import check_bank

CARD = Card("year_of_plenty", copies=2)


class PlayYearOfPlenty(PlayDevelopment, frozen=True, tag="base.play_year_of_plenty"):
    """B-63: two resources of choice from the bank."""

    card: ClassVar[str] = CARD.name
    cards: dict[str, int]


class PlayYearOfPlentyRule(PlayRule[PlayYearOfPlenty]):
    """B-63: two resources from the bank."""

    command = PlayYearOfPlenty

    def at(self, table: Table, command: PlayYearOfPlenty) -> Iterable[Violation]:
        faults = list(check_bag(table, command.cards, RESOURCE))
        yield from faults
        if faults:
            return
        if size(command.cards) != 2:
            yield soft("B-63", "plenty.two", count=size(command.cards))
        if table.slice(Base).hands.counted:
            yield from check_bank(table, command.cards, "B-63")

    def needs(self, table: Table, command: PlayYearOfPlenty) -> Certainty:
        hands = table.slice(Base).hands
        return hands.bank_has(command.cards) if hands.counted else Certainty.SURE

    def effect(self, draft: Draft, command: PlayYearOfPlenty) -> None:
        draft.emit(CardsGained(command.by, command.cards))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayYearOfPlenty]:
        pairs = combinations_with_replacement(names(table, RESOURCE), 2)
        return [PlayYearOfPlenty(who, dict(Counter(pair))) for pair in pairs]


PARTS = (
    Part(cards=(CARD,)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(PlayYearOfPlentyRule(),),
    ),
)
