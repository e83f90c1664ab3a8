"""The Master Merchant: two cards from an opponent with more points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, soft
from companion.rules.base.goods import check_bag, names, size
from companion.rules.base.hands import CardsChosen, CardsMoved
from companion.rules.base.purse import purse
from companion.rules.base.queries import opponents
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule, Truth, check_opponent, hands, richer
from companion.rules.cities_knights.slice import Track

CARD = Card("master_merchant", Track.TRADE, copies=2, rule=RuleId("PC-Y02"))

BARGAIN = 2
"""Cards that are taken."""


class PlayMasterMerchant(PlayCard, frozen=True, tag="ck.play_master_merchant"):
    """The player takes two cards of an opponent with more points; ``cards`` are those that the table saw."""

    card: ClassVar[str] = CARD.name
    victim: PlayerId
    cards: dict[str, int] | None = None


class MasterMerchantRule(PlayRule[PlayMasterMerchant]):
    """PC-Y02: two cards of the player's choice, or the one there is; CK-125 where there is none."""

    command = PlayMasterMerchant

    def at(self, table: Table, command: PlayMasterMerchant) -> Iterable[Violation]:
        victim, cards = command.victim, command.cards or {}
        faults = list(_check_victim(table, command.by, victim))
        if names(table):
            faults += check_bag(table, cards)
        yield from faults
        if faults or not hands(table).counted:
            return
        count = self._count(table, victim)
        if not count:
            yield soft("CK-125", "card.victim-empty", victim=victim, card=command.card)
        elif size(cards) > count:
            yield soft("PC-Y02", "merchant.too-many", player=command.by, count=count)
        else:
            yield from purse(table).check(table, victim, cards, "PC-Y02")

    def needs(self, table: Table, command: PlayMasterMerchant) -> Certainty:
        """The cards that the table saw."""
        known = hands(table)
        return known.has(command.victim, command.cards or {}) if known.counted else Certainty.SURE

    def effect(self, draft: Draft, command: PlayMasterMerchant) -> None:
        if not hands(draft).counted:
            return
        cards, unseen = command.cards or {}, self._count(draft, command.victim)
        if cards:
            draft.emit(CardsMoved(command.victim, command.by, cards))
            unseen -= size(cards)
        if unseen > 0:
            draft.emit(CardsChosen(command.victim, command.by, unseen))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMasterMerchant]:
        return [PlayMasterMerchant(who, victim) for victim in opponents(table, who)]

    def complete(self, table: Table, command: PlayMasterMerchant, truth: Truth) -> Command | None:
        """The two cards are named if the table saw them."""
        if not truth.counted or not truth.seen():
            return command
        seen, _ = truth.some(command.victim, BARGAIN)
        return replace(command, cards=seen)

    @staticmethod
    def _count(table: Table, victim: PlayerId) -> int:
        return min(BARGAIN, hands(table).total(victim))


def _check_victim(table: Table, by: PlayerId, victim: PlayerId) -> Iterable[Violation]:
    """The opponent named must have more points."""
    yield from check_opponent(table, by, victim, CARD.name)
    if victim in opponents(table, by) and not richer(table, by):
        yield soft("CK-125", "card.nobody-richer", player=by, card=CARD.name)
    elif victim in table.core.ids and table.points(victim) <= table.points(by):
        yield soft("PC-Y02", "card.victim-not-richer", player=by, victim=victim, card=CARD.name)


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(MasterMerchantRule(),)),)
