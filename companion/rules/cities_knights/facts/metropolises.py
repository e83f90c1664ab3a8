"""Metropolises, and the cities on which they stand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.queries import cities
from companion.rules.base.stating import StateRule, owners
from companion.rules.cities_knights.queries import (
    metropolis_owner,
    plain_cities,
    state_of,
)
from companion.rules.cities_knights.slice import (
    CitiesKnights,
    CKEvent,
    Track,
)


class StateMetropolis(Command, frozen=True, tag="ck.state_metropolis"):
    """On which city a track's metropolis stands, or on none."""

    track: Track
    city: Site | None = None


class MetropolisStated(CKEvent, frozen=True, tag="ck.metropolis_stated"):
    """On which city a track's metropolis stands; None: on none."""

    scores: ClassVar[bool] = False
    track: Track
    city: Site | None

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        there = without(state.metropolises, self.track)
        return replace(state, metropolises=there if self.city is None else {**there, self.track: self.city})


class StateMetropolisRule(StateRule):
    """CK-82, CK-86: on a city that bears no other one."""

    command = StateMetropolis

    def at(self, table: Table, command: StateMetropolis) -> Iterable[Violation]:
        city = command.city
        if city is None:
            return
        if not any(city in cities(table, owner) for owner in owners(table)):
            yield hard("CK-86", "metropolis.no-city-there")
        elif any(
            site == city for track, site in state_of(table).metropolises.items() if track != command.track
        ):
            yield hard("CK-86", "metropolis.two-on-one-city")

    def apply(self, draft: Draft, command: StateMetropolis) -> None:
        draft.emit(MetropolisStated(command.track, command.city))


def _has_metropolis(track: Track, table: Table, player: PlayerId) -> int:
    return int(metropolis_owner(table, track) == player)


def _metropolis(track: Track, table: Table, player: PlayerId) -> tuple[Site, ...]:
    site = state_of(table).metropolises.get(track)
    return () if site is None or metropolis_owner(table, track) != player else (site,)


def _state_metropolis(
    track: Track, table: Table, player: PlayerId, sites: tuple[Site, ...]
) -> StateMetropolis:
    return StateMetropolis(player, track, sites[-1] if sites else None)


def _own_metropolis(track: Track, table: Table, player: PlayerId, value: int) -> StateMetropolis:
    """On the first city of the player that bears none."""
    free = plain_cities(table, player)
    own = _metropolis(track, table, player)
    return StateMetropolis(player, track, (own or free or (None,))[0] if value else None)


METROPOLISES_NAMELESS = (
    *(
        Fact(
            f"metropolis_{track.value}",
            partial(_has_metropolis, track),
            partial(_own_metropolis, track),
            FactSort.FLAG,
        )
        for track in Track
    ),
)


METROPOLISES_PLACED = (
    *(
        Fact(
            f"metropolis_{track.value}",
            partial(_metropolis, track),
            partial(_state_metropolis, track),
            FactSort.CORNERS,
        )
        for track in Track
    ),
)


EVENTS = (MetropolisStated,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(StateMetropolisRule(),)),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=METROPOLISES_NAMELESS),
    Part(needs=frozenset({Aspect.PLACES}), facts=METROPOLISES_PLACED),
)
