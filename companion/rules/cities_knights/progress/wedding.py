"""The Wedding: everyone with more points gives two cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.giving_up import GiveUp, GiveUpRule
from companion.rules.base.hands import CardsChosen, CardsMoved
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import (
    PlayRule,
    Simulated,
    Truth,
    check_richer,
    hands,
    richer,
)
from companion.rules.cities_knights.slice import Track

CARD = Card("wedding", Track.POLITICS, copies=2, rule=RuleId("PC-B09"))

GIFTS = 2
"""Cards that each guest gives."""


class PlayWedding(PlayCard, frozen=True, tag="ck.play_wedding"):
    """Everyone with more points gives two cards."""

    card: ClassVar[str] = CARD.name


class GiveGifts(GiveUp, frozen=True, tag="ck.give_gifts"):
    """The player gave cards: those the table saw, and ``unseen`` more."""


class WeddingRule(PlayRule[PlayWedding]):
    """PC-B09: each of them is asked for two cards, or for the one there is; CK-125 where nobody has any.
    Where hands are not counted the table sees to it."""

    command = PlayWedding

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_richer(table, who, CARD.name)
        if hands(table).counted and richer(table, who) and not self._gifts(table, who):
            yield soft("CK-125", "card.nobody-pays", card=CARD.name)

    def effect(self, draft: Draft, command: PlayWedding) -> None:
        if hands(draft).counted:
            for player, count in self._gifts(draft, command.by).items():
                draft.ask("wedding", player, "PC-B09", "ck.give_gifts", count=count, taker=command.by)

    @staticmethod
    def _gifts(table: Table, by: PlayerId) -> Mapping[PlayerId, int]:
        known = hands(table)
        gifts = {player: min(GIFTS, known.total(player)) for player in richer(table, by)}
        return {player: count for player, count in gifts.items() if count}


class GiveGiftsRule(GiveUpRule[GiveGifts], Simulated):
    """PC-B09: cards of the giver's choice, which the table need not see."""

    command = GiveGifts
    kind = "wedding"

    def wrong_number(self, command: GiveGifts, question: Decision, count: int, needed: int) -> Violation:
        """The guest gives, and returns nothing."""
        return soft(question.rule, "gifts.number", player=command.by, count=count, needed=needed)

    def hand_over(self, draft: Draft, command: GiveGifts, question: Decision) -> None:
        """The cards go to who celebrates."""
        taker = PlayerId(str(question.params["taker"]))
        if command.cards:
            draft.emit(CardsMoved(command.by, taker, command.cards))
        if command.unseen:
            draft.emit(CardsChosen(command.by, taker, command.unseen))

    def proposals(self, table: Table, who: PlayerId, truth: Truth) -> Iterable[Command]:
        """The gifts come from the real hand."""
        question = table.question(self.kind, who)
        if question is not None:
            yield GiveGifts(who, *truth.some(who, int(str(question.params["count"]))))


PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(WeddingRule(),)),
    Part(needs=frozenset({Aspect.HANDS}), commands=(GiveGiftsRule(),)),
)
