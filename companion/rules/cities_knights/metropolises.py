"""Metropolises: who wins one, where it goes, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import (
    CommandRule,
    CueRule,
    Part,
    PointSource,
    Timing,
)
from companion.engine.ids import PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.cities_knights.queries import (
    TOP_LEVEL,
    level,
    metropolis_owner,
    plain_cities,
    state_of,
    unlike,
)
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Track

METROPOLIS_LEVEL = 4
"""The level that brings a metropolis to the first who reaches it (CK-82)."""


class PlaceMetropolis(Command, frozen=True, tag="ck.place_metropolis"):
    """The player says which city becomes the metropolis."""

    city: Site


class MetropolisPlaced(CKEvent, frozen=True, tag="ck.metropolis_placed"):
    """A track's metropolis stands on a city; ``loser`` is who had it before (CK-82, CK-85)."""

    by: PlayerId
    track: Track
    site: Site
    loser: PlayerId | None = None

    @property
    def variant(self) -> str:
        return "" if self.loser is None else "taken"

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, metropolises=changed(state.metropolises, self.track, self.site))


def wins_metropolis(table: Table, by: PlayerId, track: Track, reached: int) -> bool:
    """CK-82 and CK-85: whether reaching a level brings (or takes) the track's metropolis."""
    owner = metropolis_owner(table, track)
    if reached < METROPOLIS_LEVEL or owner == by:
        return False
    return owner is None or (reached == TOP_LEVEL and level(table, owner, track) < TOP_LEVEL)


class PlaceMetropolisRule(CommandRule[PlaceMetropolis]):
    """CK-82, CK-86: one city carries at most one metropolis."""

    command = PlaceMetropolis
    timing = Timing.ANSWER

    def at(self, table: Table, command: PlaceMetropolis) -> Iterable[Violation]:
        if command.city not in plain_cities(table, command.by):
            yield hard("CK-86", "metropolis.not-a-free-city", player=command.by)

    def apply(self, draft: Draft, command: PlaceMetropolis) -> None:
        question = draft.question("metropolis", command.by)
        assert question is not None
        draft.settle("metropolis", command.by)
        place_metropolis(draft, command.by, Track(str(question.params["track"])), command.city)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceMetropolis]:
        return [PlaceMetropolis(who, site) for site in unlike(table, plain_cities(table, who))]


def place_metropolis(draft: Draft, by: PlayerId, track: Track, city: Site) -> None:
    """The track's metropolis goes to a city, from wherever it stood."""
    draft.emit(MetropolisPlaced(by, track, city, metropolis_owner(draft, track)))


def metropolis_points(table: Table, player: PlayerId) -> int:
    """CK-82: 2 more for each metropolis."""
    standing = state_of(table).metropolises
    return 2 * sum(metropolis_owner(table, track) == player for track in standing) if standing else 0


def winner_and_loser(table: Table, event: MetropolisPlaced) -> tuple[PlayerId, ...]:
    """Those who gain and lose a metropolis."""
    return (event.by,) if event.loser is None else (event.by, event.loser)


EVENTS = (MetropolisPlaced,)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(PlaceMetropolisRule(),),
        points=(PointSource("metropolises", RuleId("CK-82"), metropolis_points),),
        cues=(CueRule(MetropolisPlaced, "metropolis", winner_and_loser),),
    ),
)
