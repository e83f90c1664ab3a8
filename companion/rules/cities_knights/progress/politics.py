"""Politics cards (blue), PC-B01 to PC-B09."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.ids import PlayerId, Site
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.queries import places
from companion.rules.cities_knights.cards import hand, held, remaining, watch_hand
from companion.rules.cities_knights.knights import activate, drive_away
from companion.rules.cities_knights.progress.play import (
    PlayCard,
    PlayRule,
    check_opponent,
    check_richer,
    knights_of_others,
    opponents,
)
from companion.rules.cities_knights.queries import FIGURES, knights, knights_left, part
from companion.rules.cities_knights.slice import (
    CardSpied,
    Held,
    Knight,
    KnightRecruited,
    KnightRemoved,
    Track,
)


class PlayBishop(PlayCard, frozen=True, tag="ck.play_bishop"):
    """PC-B01: the robber moves, and takes a card from everyone there."""

    card: ClassVar[str] = "bishop"


class PlayDeserter(PlayCard, frozen=True, tag="ck.play_deserter"):
    """PC-B03: an opponent gives up a knight of his choice; ``placed`` is the strength of the own one
    that comes for it, 0 for none."""

    card: ClassVar[str] = "deserter"
    victim: PlayerId
    knight: Site
    placed: int = 0


class PlayDiplomat(PlayCard, frozen=True, tag="ck.play_diplomat"):
    """PC-B04: an open road is removed."""

    card: ClassVar[str] = "diplomat"


class PlayIntrigue(PlayCard, frozen=True, tag="ck.play_intrigue"):
    """PC-B05: an opponent's knight is driven away; ``removed`` if it found no place."""

    card: ClassVar[str] = "intrigue"
    knight: Site
    removed: bool = False


class PlaySaboteur(PlayCard, frozen=True, tag="ck.play_saboteur"):
    """PC-B06: everyone with as many points or more returns half of the hand."""

    card: ClassVar[str] = "saboteur"


class PlaySpy(PlayCard, frozen=True, tag="ck.play_spy"):
    """PC-B07: a face-down progress card of that colour is taken from an opponent."""

    card: ClassVar[str] = "spy"
    victim: PlayerId
    track: Track


class PlayWarlord(PlayCard, frozen=True, tag="ck.play_warlord"):
    """PC-B08: all own knights are activated free."""

    card: ClassVar[str] = "warlord"


class PlayWedding(PlayCard, frozen=True, tag="ck.play_wedding"):
    """PC-B09: everyone with more points gives two cards."""

    card: ClassVar[str] = "wedding"


class BishopRule(PlayRule[PlayBishop]):
    """PC-B01: not before the first attack (CK-51)."""

    command = PlayBishop

    def conditions(self, table: Table, command: PlayBishop) -> Iterable[Violation]:
        if not table.value("robber_moves"):
            yield soft("CK-51", "robber.frozen")


class DeserterRule(PlayRule[PlayDeserter]):
    """PC-B03."""

    command = PlayDeserter

    def conditions(self, table: Table, command: PlayDeserter) -> Iterable[Violation]:
        by = command.by
        yield from check_opponent(table, by, command.victim, command.card)
        if not knights_of_others(table, by):
            yield soft("PC-B03", "card.no-knights", card=command.card)
        lost = part(table).knights.get(command.knight)
        if lost is None or lost.owner != command.victim:
            yield hard("PC-B03", "knight.not-own", player=command.victim)
        elif not 0 <= command.placed <= lost.strength:
            yield soft("PC-B03", "deserter.too-strong", player=by, strength=lost.strength)
        if not 0 <= command.placed <= 3:
            yield hard("PC-B03", "knight.no-such-strength")
        elif command.placed and knights_left(table, by, command.placed) < 1:
            yield soft("PC-B03", "knight.none-of-strength", player=by, strength=command.placed, count=FIGURES)

    def effect(self, draft: Draft, command: PlayDeserter) -> None:
        lost = part(draft).knights[command.knight]
        draft.emit(KnightRemoved(command.victim, command.knight))
        if command.placed:
            # An arriving active knight counts as not activated this turn (CK-94), so no turn is noted.
            knight = Knight(command.by, command.placed, lost.active)
            draft.emit(KnightRecruited(command.by, places(draft).new(draft, command.by, None), knight))

    def plays(self, table: Table, who: PlayerId) -> Iterable[PlayDeserter]:
        for victim in opponents(table, who):
            for site, knight in knights(table, victim).items():
                yield from (PlayDeserter(who, victim, site, s) for s in range(knight.strength, -1, -1))


class DiplomatRule(PlayRule[PlayDiplomat]):
    """PC-B04."""

    command = PlayDiplomat


class IntrigueRule(PlayRule[PlayIntrigue]):
    """PC-B05: a knight of any strength, moved away by CK-97."""

    command = PlayIntrigue

    def conditions(self, table: Table, command: PlayIntrigue) -> Iterable[Violation]:
        knight = part(table).knights.get(command.knight)
        if knight is None:
            yield hard("PC-B05", "displace.nobody-there")
        elif knight.owner == command.by:
            yield hard("PC-B05", "displace.own", player=command.by)

    def effect(self, draft: Draft, command: PlayIntrigue) -> None:
        drive_away(draft, command.knight, command.removed)

    def plays(self, table: Table, who: PlayerId) -> Iterable[PlayIntrigue]:
        for site, knight in part(table).knights.items():
            if knight.owner != who:
                yield PlayIntrigue(who, site)
                yield PlayIntrigue(who, site, removed=True)


class SaboteurRule(PlayRule[PlaySaboteur]):
    """PC-B06."""

    command = PlaySaboteur

    def conditions(self, table: Table, command: PlaySaboteur) -> Iterable[Violation]:
        yield from check_richer(table, command.by, command.card, at_least_as_many=True)


class SpyRule(PlayRule[PlaySpy]):
    """PC-B07: never a point card, since those lie open (CK-122)."""

    command = PlaySpy

    def conditions(self, table: Table, command: PlaySpy) -> Iterable[Violation]:
        yield from check_opponent(table, command.by, command.victim, command.card)
        if not hand(table, command.victim):
            yield soft("PC-B07", "spy.empty-hand", victim=command.victim)
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

    def plays(self, table: Table, who: PlayerId) -> Iterable[PlaySpy]:
        yield from (PlaySpy(who, victim, track) for victim in opponents(table, who) for track in Track)


class WarlordRule(PlayRule[PlayWarlord]):
    """PC-B08; CK-125 keeps it from being played for nothing."""

    command = PlayWarlord

    def conditions(self, table: Table, command: PlayWarlord) -> Iterable[Violation]:
        if not self._resting(table, command.by):
            yield soft("PC-B08", "warlord.none-resting", player=command.by)

    def effect(self, draft: Draft, command: PlayWarlord) -> None:
        activate(draft, command.by, self._resting(draft, command.by))

    @staticmethod
    def _resting(table: Table, by: PlayerId) -> tuple[Site, ...]:
        return tuple(site for site, knight in knights(table, by).items() if not knight.active)


class WeddingRule(PlayRule[PlayWedding]):
    """PC-B09."""

    command = PlayWedding

    def conditions(self, table: Table, command: PlayWedding) -> Iterable[Violation]:
        yield from check_richer(table, command.by, command.card)


COMMANDS = (
    BishopRule(),
    DeserterRule(),
    DiplomatRule(),
    IntrigueRule(),
    SaboteurRule(),
    SpyRule(),
    WarlordRule(),
    WeddingRule(),
)
