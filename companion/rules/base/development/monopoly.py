"""Monopoly: everyone's cards of one resource."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, clear, hard, impossible
from companion.rules.base.development.play import Card, PlayDevelopment, PlayRule
from companion.rules.base.goods import (
    HUGE,
    RESOURCE,
    names,
    no_such_card,
    readable,
)
from companion.rules.base.hands import CardsSurrendered
from companion.rules.base.queries import no_opponent, opponents
from companion.rules.base.slice import Base

CARD = Card("monopoly", copies=2)


class PlayMonopoly(PlayDevelopment, frozen=True, tag="base.play_monopoly"):
    """B-63: everyone's cards of one resource; ``given`` is how many each gave."""

    card: ClassVar[str] = CARD.name
    good: str
    given: dict[PlayerId, int]


class PlayMonopolyRule(PlayRule[PlayMonopoly]):
    """B-63: all of it from everyone, so that nobody has any left."""

    command = PlayMonopoly
    too_many_forms = True

    def may_begin(self, table: Table, who: PlayerId) -> bool:
        return clear(self.before(table, who))

    def at(self, table: Table, command: PlayMonopoly) -> Iterable[Violation]:
        if command.good not in names(table, RESOURCE):
            yield no_such_card(table, command.good, RESOURCE, "B-63")
            return
        yield from check_surrender(table, command.by, command.good, None, command.given, "B-63")

    def needs(self, table: Table, command: PlayMonopoly) -> Certainty:
        hands = table.slice(Base).hands
        if all(hands.low(giver, command.good) == hands.high(giver, command.good) for giver in hands.holders):
            return Certainty.SURE
        return Certainty.POSSIBLE

    def effect(self, draft: Draft, command: PlayMonopoly) -> None:
        surrender(draft, command.by, command.good, None, command.given)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMonopoly]:
        """Where cards are not counted nobody says how many came, and the resource is all that is asked."""
        if table.slice(Base).hands.counted:
            return ()
        return [PlayMonopoly(who, good, {}) for good in names(table, RESOURCE)]


def check_surrender(
    table: Table, by: PlayerId, good: str, limit: int | None, given: Mapping[PlayerId, int], rule: str
) -> Iterable[Violation]:
    """Each opponent gives ``limit`` cards of a good (None: all), or what he has of it.

    What one gave is taken into account for the next, so that all of it is possible together (B-56).
    """
    hands = table.slice(Base).hands
    most = HUGE if limit is None else limit
    for giver, count in given.items():
        if giver not in table.core.ids or giver == by:
            yield no_opponent(table, by, giver, rule)
        elif not 0 <= count <= most:
            yield hard(rule, "cards.count", count=readable(count))
    if not hands.counted:
        return
    for giver in opponents(table, by):
        count = given.get(giver, 0)
        if may_surrender(hands, giver, good, limit, count):
            hands = hands.take_up_to(giver, by, good, limit, count)
        else:
            low, high = min(most, hands.low(giver, good)), min(most, hands.high(giver, good))
            yield impossible(
                "B-56", "surrender.number", player=giver, good=good, count=readable(count), low=low, high=high
            )


def may_surrender(hands: Knowledge, giver: PlayerId, good: str, limit: int | None, count: int) -> bool:
    """Whether a player can have given so many because he has as many, or no more than these."""
    if count == limit:
        return hands.has(giver, {good: count}) is not Certainty.IMPOSSIBLE
    odds = hands.odds(giver, good)
    return hands.low(giver, good) <= count <= hands.high(giver, good) if odds is None else count in odds


def surrender(
    draft: Draft, by: PlayerId, good: str, limit: int | None, given: Mapping[PlayerId, int]
) -> None:
    """Who is not named gave nothing, and so has none."""
    everyone = {giver: given.get(giver, 0) for giver in opponents(draft, by)}
    draft.emit(CardsSurrendered(by, good, limit, everyone))


PARTS = (
    Part(cards=(CARD,)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(PlayMonopolyRule(),),
    ),
)
