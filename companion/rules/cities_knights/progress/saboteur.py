"""The Saboteur: everyone with as many points or more returns half of the hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.engine.command import Command
from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.giving_up import GiveUp, GiveUpRule
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

CARD = Card("saboteur", Track.POLITICS, copies=2, rule=RuleId("PC-B06"))


class PlaySaboteur(PlayCard, frozen=True, tag="ck.play_saboteur"):
    """Everyone with as many points or more returns half of the hand."""

    card: ClassVar[str] = CARD.name


class ReturnHalf(GiveUp, frozen=True, tag="ck.return_half"):
    """The player returned cards to the bank: those the table saw, and ``unseen`` more."""


class SaboteurRule(PlayRule[PlaySaboteur]):
    """PC-B06: each of them is asked for half of the cards, rounded down; CK-125 where nobody has two. Where
    hands are not counted the table sees to it."""

    command = PlaySaboteur

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_richer(table, who, CARD.name, at_least_as_many=True)
        if hands(table).counted and richer(table, who, True) and not self._halves(table, who):
            yield soft("CK-125", "card.nobody-pays", card=CARD.name)

    def effect(self, draft: Draft, command: PlaySaboteur) -> None:
        if hands(draft).counted:
            for player, count in self._halves(draft, command.by).items():
                draft.ask("saboteur", player, "PC-B06", "ck.return_half", count=count)

    @staticmethod
    def _halves(table: Table, by: PlayerId) -> Mapping[PlayerId, int]:
        known = hands(table)
        halves = {player: known.total(player) // 2 for player in richer(table, by, at_least_as_many=True)}
        return {player: half for player, half in halves.items() if half}


class ReturnHalfRule(GiveUpRule[ReturnHalf], Simulated):
    """PC-B06: half of the hand, rounded down, of the player's choice."""

    command = ReturnHalf
    kind = "saboteur"

    def proposals(self, table: Table, who: PlayerId, truth: Truth) -> Iterable[Command]:
        """Half of the real hand."""
        question = table.question(self.kind, who)
        if question is not None:
            yield ReturnHalf(who, *truth.some(who, int(str(question.params["count"]))))


PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(SaboteurRule(),)),
    Part(needs=frozenset({Aspect.HANDS}), commands=(ReturnHalfRule(),)),
)
