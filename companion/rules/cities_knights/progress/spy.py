"""The Spy: a face-down progress card is taken from an opponent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.queries import opponents
from companion.rules.cities_knights.cards import Card, PlayCard, hand, held, remaining, watch_hand
from companion.rules.cities_knights.progress.play import PlayRule, check_opponent
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Held, Track

CARD = Card("spy", Track.POLITICS, copies=3, rule=RuleId("PC-B07"))


class PlaySpy(PlayCard, frozen=True, tag="ck.play_spy"):
    """The player takes a face-down card of that colour from an opponent."""

    card: ClassVar[str] = CARD.name
    victim: PlayerId
    track: Track


class CardSpied(CKEvent, frozen=True, tag="ck.card_spied"):
    """A face-down card went from one hand to another."""

    scores: ClassVar[bool] = False
    by: PlayerId
    victim: PlayerId
    track: Track
    hand: tuple[Held, ...]
    victim_hand: tuple[Held, ...]

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, hands={**state.hands, self.by: self.hand, self.victim: self.victim_hand})


class SpyRule(PlayRule[PlaySpy]):
    """PC-B07: never a point card, since those lie open (CK-122)."""

    command = PlaySpy

    def at(self, table: Table, command: PlaySpy) -> Iterable[Violation]:
        yield from check_opponent(table, command.by, command.victim, command.card)
        if command.victim not in table.core.ids:
            return
        if not hand(table, command.victim):
            yield soft("CK-125", "spy.empty-hand", victim=command.victim)
        elif not held(table, command.victim, command.track):
            yield soft("PC-B07", "spy.no-such-colour", victim=command.victim, track=command.track.value)

    def effect(self, draft: Draft, command: PlaySpy) -> None:
        before = hand(draft, command.victim)
        if not held(draft, command.victim, command.track):
            return
        left, name = remaining(before, command.track, None)
        gained = (*hand(draft, command.by), Held(command.track, name))
        draft.emit(CardSpied(command.by, command.victim, command.track, gained, left))
        watch_hand(draft, command.victim)
        watch_hand(draft, command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaySpy]:
        return [
            PlaySpy(who, victim, track)
            for victim in opponents(table, who)
            for track in dict.fromkeys(card.track for card in hand(table, victim))
        ]


EVENTS = (CardSpied,)
PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(SpyRule(),)),)
