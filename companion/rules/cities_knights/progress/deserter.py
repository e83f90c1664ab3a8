"""The Deserter: an opponent gives up a knight, and the player may place one that is no stronger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.extension import Part, Reaction
from companion.engine.ids import PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Severity, Violation, hard, soft
from companion.rules.base import trail
from companion.rules.base.queries import opponents, places
from companion.rules.base.slice import Base
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.field import KnightRemoved, field
from companion.rules.cities_knights.knights.checks import check_figures
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.progress.play import PlayRule, check_opponent, knights_of_others
from companion.rules.cities_knights.queries import MIGHTY, knights, state_of
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Knight, Post, Track

CARD = Card("deserter", Track.POLITICS, copies=2, rule=RuleId("PC-B03"))


class PlayDeserter(PlayCard, frozen=True, tag="ck.play_deserter"):
    """An opponent gives up a knight of his choice; ``placed`` is the strength of the own one that comes for
    it, 0 for none, and ``site`` where it goes."""

    card: ClassVar[str] = CARD.name
    victim: PlayerId
    knight: Post
    placed: int = 0
    site: Post | None = None


class KnightDeserted(CKEvent, frozen=True, tag="ck.knight_deserted"):
    """A knight leaves the board, and another player's comes to it at once."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site
    taker: PlayerId
    to: Site
    knight: Knight

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, knights=changed(without(state.knights, self.site), self.to, self.knight))


class DeserterRule(PlayRule[PlayDeserter]):
    """PC-B03: where one could recruit, the freed place included if an own road reaches it; in the other
    reading the freed place alone, whatever reaches it."""

    command = PlayDeserter

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if not knights_of_others(table, who):
            yield soft("CK-125", "card.no-knights", card=CARD.name)

    def at(self, table: Table, command: PlayDeserter) -> Iterable[Violation]:
        by = command.by
        yield from check_opponent(table, by, command.victim, command.card)
        lost = state_of(table).knights.get(command.knight)
        if lost is None or lost.owner != command.victim:
            if command.victim in table.core.ids:
                yield hard("PC-B03", "knight.not-own", player=command.victim)
        elif not 0 <= command.placed <= lost.strength:
            yield soft("PC-B03", "deserter.too-strong", player=by, strength=lost.strength)
        if not 0 <= command.placed <= MIGHTY:
            yield hard("PC-B03", "knight.no-such-strength")
        elif command.placed:
            yield from check_figures(table, by, command.placed, "PC-B03")
        if places(table).named:
            yield from self._check_place(table, command)

    @staticmethod
    def _check_place(table: Table, command: PlayDeserter) -> Iterable[Violation]:
        by, site = command.by, command.site
        if not command.placed:
            if site is not None:
                yield hard("PC-B03", "deserter.nobody-comes", player=by)
        elif site is None:
            yield hard("PC-B03", "place.missing")
        elif table.option("deserter_place") == "freed_place":
            if site != command.knight:
                yield soft("PC-B03", "deserter.freed-place", player=by)
                faults = field(table).check_post(table, by, site, "PC-B03")
                yield from (fault for fault in faults if fault.severity is Severity.HARD)
        elif site == command.knight:
            if not field(table).at_road(table, by, site):
                yield soft("PC-B03", "place.not-reached", player=by)
        else:
            yield from field(table).check_post(table, by, site, "PC-B03")

    def effect(self, draft: Draft, command: PlayDeserter) -> None:
        lost = state_of(draft).knights[command.knight]
        # An arriving active knight counts as not activated this turn (CK-94), so no turn is noted.
        knight = Knight(command.by, command.placed, lost.active)
        if command.placed and places(draft).named and command.site is not None:
            draft.emit(KnightDeserted(command.victim, command.knight, command.by, command.site, knight))
            return
        draft.emit(KnightRemoved(command.victim, command.knight))
        if command.placed and not places(draft).named:
            site = places(draft).new(draft, command.by, command.site)
            draft.emit(KnightRecruited(command.by, site, knight))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayDeserter]:
        """Each knight that may go, with each that may come, where it could be recruited or where that one
        stood."""
        named = places(table).named
        free_places = list(field(table).posts(table, who)) if named else []
        for victim in opponents(table, who):
            for knight, lost in knights(table, victim).items():
                for strength in range(lost.strength, 0, -1):
                    for site in (*free_places, knight) if named else (None,):
                        yield PlayDeserter(who, victim, knight, strength, site)
                yield PlayDeserter(who, victim, knight)


def after_desertion(draft: Draft, event: KnightDeserted) -> None:
    """PC-B03, B-61: trails are judged when one knight has gone and the other has come."""
    trail.measure(draft, dict.fromkeys(draft.slice(Base).roads.values()))


EVENTS = (KnightDeserted,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(DeserterRule(),)),
    Part(needs=frozenset({Aspect.PLACES}), reactions=(Reaction(KnightDeserted, after_desertion),)),
)
