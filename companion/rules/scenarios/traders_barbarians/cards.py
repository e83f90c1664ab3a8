"""The scenario's development cards: Knights that move a barbarian, and the Swift Journey (TB-04, B-53)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import Part, Stage, Term
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.play import Card, PlayDevelopment, PlayRule
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.robber import certainty_of_robbing
from companion.rules.scenarios.traders_barbarians.barbarians import check_raid, raid, raids
from companion.rules.scenarios.traders_barbarians.moving import has_moved, journey
from companion.rules.scenarios.traders_barbarians.slice import Journey, RoadEvent, TradersBarbarians
from companion.rules.scenarios.traders_barbarians.wagons import card, state_of

SWIFT_JOURNEY = Card("swift_journey", copies=3)

CARDS: Mapping[str, int] = {
    "knight": 16,
    "victory_point": 3,
    "road_building": 3,
    SWIFT_JOURNEY.name: SWIFT_JOURNEY.copies,
}
"""TB-04: the deck of the scenario."""


class RaidWithKnight(PlayDevelopment, frozen=True, tag="tb.play_knight"):
    """A Knight: a barbarian goes to another path or road, whose owner loses a card."""

    card: ClassVar[str] = "knight"
    barbarian: EdgeId
    to: EdgeId
    victim: PlayerId | None = None
    taken: str | None = None


class PlaySwiftJourney(PlayDevelopment, frozen=True, tag="tb.play_swift_journey"):
    """A Swift Journey: the wagon that has moved may move again."""

    card: ClassVar[str] = SWIFT_JOURNEY.name


class JourneyRenewed(RoadEvent, frozen=True, tag="tb.journey_renewed"):
    """A wagon may move once more in this turn."""

    silent: ClassVar[bool] = True

    by: PlayerId
    journey: Journey

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(state, journeys=changed(state.journeys, self.by, self.journey))


class RaidWithKnightRule(PlayRule[RaidWithKnight]):
    """TB-04, TB-22: as on a 7, and the card counts for the Largest Army."""

    command = RaidWithKnight

    def at(self, table: Table, command: RaidWithKnight) -> Iterable[Violation]:
        return check_raid(
            table, command.by, command.barbarian, command.to, command.victim, command.taken, "TB-04"
        )

    def needs(self, table: Table, command: RaidWithKnight) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.taken)

    def effect(self, draft: Draft, command: RaidWithKnight) -> None:
        raid(draft, command.by, command.barbarian, command.to, command.victim, command.taken)

    def forms(self, table: Table, who: PlayerId) -> Iterable[RaidWithKnight]:
        return self.ways(table, who)

    def ways(self, table: Table, who: PlayerId) -> Iterator[RaidWithKnight]:
        return (RaidWithKnight(who, *one) for one in raids(table, who))


class PlaySwiftJourneyRule(PlayRule[PlaySwiftJourney]):
    """TB-04, TB-10: after the wagon has moved, with all its points again and no second grain."""

    command = PlaySwiftJourney

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if who not in state_of(table).wagons:
            yield hard("TB-02", "wagon.not-placed", player=who)
        if not has_moved(table, who):
            yield soft("TB-04", "wagon.move-first", player=who)

    def effect(self, draft: Draft, command: PlaySwiftJourney) -> None:
        before = journey(draft, command.by)
        points = card(draft, command.by).points
        draft.emit(JourneyRenewed(command.by, Journey(before.turn, points, before.grain)))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaySwiftJourney]:
        return (PlaySwiftJourney(who),)


def cards(table: Table, old: Mapping[str, int]) -> Mapping[str, int]:
    """TB-04: the deck of the scenario in the place of that of the base game."""
    return CARDS


def size(table: Table, old: int) -> int:
    """TB-04: all cards of the deck, where the game has any."""
    return old and sum(CARDS.values())


EVENTS: tuple[type[Event], ...] = (JourneyRenewed,)

PARTS = (
    Part(cards=(SWIFT_JOURNEY,)),
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(Term("development_cards", Stage.REPLACE, cards),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("development_deck", Stage.TRANSFORM, size),),
        commands=(RaidWithKnightRule(), PlaySwiftJourneyRule()),
        withdraws=(PlayKnight, PlayYearOfPlenty, PlayMonopoly),
    ),
)
