"""City improvements: the levels of the three tracks, and the Cranes that make them cheaper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import (
    CommandRule,
    Part,
    Stage,
    Term,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.goods import Bag, readable
from companion.rules.base.purse import purse
from companion.rules.base.queries import cities, places
from companion.rules.cities_knights.goods import PAID_IN
from companion.rules.cities_knights.metropolises import METROPOLIS_LEVEL, place_metropolis, wins_metropolis
from companion.rules.cities_knights.queries import (
    TOP_LEVEL,
    alike,
    level,
    metropolis_owner,
    plain_cities,
    state_of,
)
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Track


class Improve(Command, frozen=True, tag="ck.improve"):
    """The player bought a level of a track; ``city`` is where the metropolis goes, if one is won.

    A Crane that was played serves, unless it is saved for a later improvement of the turn (PC-G02).
    """

    track: Track
    level: int
    city: Site | None = None
    save_crane: bool = False


class Improved(CKEvent, frozen=True, tag="ck.improved"):
    """A player stands at a level of a track (CK-07, CK-80)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    track: Track
    level: int

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        levels = changed(state.improvements.get(self.by, {}), self.track, self.level)
        return replace(state, improvements=changed(state.improvements, self.by, levels))


class CraneServed(CKEvent, frozen=True, tag="ck.crane_served"):
    """A Crane has made an improvement cheaper (number of the turn, how many have in it) (PC-G02)."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True
    cranes: tuple[int, int]

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, cranes_used=self.cranes)


def improvement_price(
    table: Table, by: PlayerId, track: Track, reached: int, save_crane: bool = False
) -> Bag:
    """CK-07, CK-80: what a level costs the player now, in the track's own commodity."""
    count: int = table.value("improvement_price", by, track, reached, save_crane)
    return _commodities(PAID_IN[track], count) if count > 0 else {}


@remembered
def _commodities(name: str, count: int) -> Bag:
    return {name: count}


def base_improvement_price(
    table: Table, old: None, by: PlayerId, track: Track, reached: int, save_crane: bool
) -> int:
    """CK-80: as many commodities as the number of the level."""
    return reached


def cranes_waiting(table: Table) -> int:
    """PC-G02: Cranes played in this turn that have not served an improvement yet."""
    state = state_of(table)
    turn, count = state.cranes
    if turn != table.core.turn:
        return 0
    served_in, served = state.cranes_used
    return count - served if served_in == turn else count


def crane_discount(table: Table, old: int, by: PlayerId, track: Track, reached: int, save_crane: bool) -> int:
    """PC-G02: one commodity less; two Cranes never serve one improvement."""
    return old - 1 if not save_crane and by == table.core.on_turn and cranes_waiting(table) else old


def serve_crane(draft: Draft) -> None:
    """PC-G02: one of the Cranes played in this turn has made an improvement cheaper."""
    turn, served = state_of(draft).cranes_used
    draft.emit(CraneServed((draft.core.turn, served + 1 if turn == draft.core.turn else 1)))


class ImproveRule(CommandRule[Improve]):
    """CK-07, CK-80, CK-81, CK-83, CK-87, PC-G02: the next level of a track, for its commodity."""

    command = Improve

    @staticmethod
    def _price(table: Table, command: Improve) -> Bag:
        """CK-07: by track and level."""
        return improvement_price(table, command.by, command.track, command.level, command.save_crane)

    @staticmethod
    def _crane_serves(table: Table, command: Improve) -> bool:
        """PC-G02: whether a Crane makes the improvement cheaper."""
        if command.save_crane or not cranes_waiting(table):
            return False
        by, track, reached = command.by, command.track, command.level
        saved = improvement_price(table, by, track, reached, True)
        return improvement_price(table, by, track, reached) != saved

    def at(self, table: Table, command: Improve) -> Iterable[Violation]:
        by, track = command.by, command.track
        now = level(table, by, track)
        if not 1 <= command.level <= TOP_LEVEL:
            yield hard("CK-07", "improve.no-such-level", level=readable(command.level))
            return
        if command.level <= now:
            yield hard("CK-80", "improve.has-it", player=by, track=track.value, level=now)
        elif command.level > now + 1:
            yield soft("CK-80", "improve.in-order", player=by, track=track.value, level=now + 1)
        if not cities(table, by):
            yield soft("CK-81" if now else "CK-80", "improve.no-city", player=by)
        elif not self._has_city_for(table, by, track, command.level):
            yield soft("CK-83", "improve.no-free-city", player=by, track=track.value, level=command.level)
        if command.city is not None and command.city not in plain_cities(table, by):
            yield hard("CK-86", "metropolis.not-a-free-city", player=by)
        elif command.city is not None and not wins_metropolis(table, by, track, command.level):
            yield hard("CK-82", "metropolis.not-won", player=by, track=track.value, level=command.level)
        if command.save_crane and not cranes_waiting(table):
            yield hard("PC-G02", "improve.no-crane", player=by)
        if command.level > now:
            yield from purse(table).check(table, by, self._price(table, command), "CK-80")

    @staticmethod
    def _has_city_for(table: Table, by: PlayerId, track: Track, reached: int) -> bool:
        """CK-83: levels 4 and 5 need a city without a metropolis; not so level 5 for the owner of that
        metropolis, nor, in the edition that says so, if the metropolis would not move."""
        if reached < METROPOLIS_LEVEL or plain_cities(table, by) or metropolis_owner(table, track) == by:
            return True
        if reached == TOP_LEVEL and table.option("city_for_level_5") == "only_if_it_moves":
            return not wins_metropolis(table, by, track, reached)
        return False

    def certainty(self, table: Table, command: Improve) -> Certainty:
        return purse(table).certainty(table, command.by, self._price(table, command))

    def apply(self, draft: Draft, command: Improve) -> None:
        by, track = command.by, command.track
        wins = wins_metropolis(draft, by, track, command.level)
        crane = self._crane_serves(draft, command)
        purse(draft).pay(draft, by, self._price(draft, command))
        draft.emit(Improved(by, track, command.level))
        if crane:
            serve_crane(draft)
        free = plain_cities(draft, by)
        if not wins or not free:
            return
        if command.city is not None or alike(draft, free):
            place_metropolis(draft, by, track, command.city or free[0])
        else:
            draft.ask("metropolis", by, "CK-82", "ck.place_metropolis", track=track.value)

    def forms(self, table: Table, who: PlayerId) -> Iterable[Improve]:
        """The next level of each track; with a Crane that serves also without it, and with each city that the
        metropolis may go to."""
        for track in Track:
            command = Improve(who, track, level(table, who, track) + 1)
            crane = self._crane_serves(table, command)
            wins = places(table).named and wins_metropolis(table, who, track, command.level)
            for save in (False, True) if crane else (False,):
                for city in (None, *plain_cities(table, who)) if wins else (None,):
                    yield Improve(who, track, command.level, city, save)


EVENTS = (Improved, CraneServed)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(Term("improvement_price", Stage.BASE, base_improvement_price),),
        commands=(ImproveRule(),),
    ),
    Part(
        needs=frozenset({Aspect.HANDS}),
        terms=(Term("improvement_price", Stage.TRANSFORM, crane_discount),),
    ),
)
