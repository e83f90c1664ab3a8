"""Longest Road by claim, for a table that does not enter its roads (B-60, B-61)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    Part,
    PointSource,
    Stage,
    Term,
    Timing,
)
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base.award import holder_of
from companion.rules.base.goods import readable
from companion.rules.base.queries import ROADS
from companion.rules.base.slice import Award, Base, BaseEvent

MINIMUM = 5
"""Roads that a trail needs (B-60)."""


def longest_claim(table: Table) -> int:
    """The greatest length that a trail can have: that of all roads (B-05), unless some count for more."""
    found: int = table.value("longest_claim")
    return found


class ClaimLongestRoad(Command, frozen=True, tag="base.claim_longest_road"):
    """The player showed an unbroken trail of that many roads."""

    length: int


class CutLongestRoad(Command, frozen=True, tag="base.cut_longest_road"):
    """The holder's trail was cut; these are the longest trails now, players left out have fewer than 5."""

    lengths: dict[PlayerId, int]


class ClaimLongestRoadRule(CommandRule[ClaimLongestRoad]):
    """B-60 and B-61: five roads for the first claim, strictly more than the holder afterwards.

    That holds for the holder too: a trail that was cut is entered as such, with everybody's lengths.
    """

    command = ClaimLongestRoad
    timing = Timing.ANY

    def at(self, table: Table, command: ClaimLongestRoad) -> Iterable[Violation]:
        base, length = table.slice(Base), readable(command.length)
        if command.length < 0:
            yield hard("B-60", "road.too-short", player=command.by, count=length, needed=MINIMUM)
        elif command.length < MINIMUM:
            yield soft("B-60", "road.too-short", player=command.by, count=length, needed=MINIMUM)
        most = longest_claim(table)
        if command.length > most:
            yield hard("B-05", "road.too-many", player=command.by, length=length, count=most)
        holder, needed = base.longest_road, base.road_length + 1
        if holder is None and MINIMUM <= command.length < needed:
            yield soft("B-61", "road.set-aside", player=command.by, length=length, needed=needed)
        elif holder is not None and command.length < needed:
            yield soft(
                "B-61",
                "road.not-longer",
                player=command.by,
                length=length,
                holder=holder,
                needed=needed,
            )

    def apply(self, draft: Draft, command: ClaimLongestRoad) -> None:
        draft.emit(LongestRoadHeld(command.by, command.length))

    def forms(self, table: Table, who: PlayerId) -> Iterable[ClaimLongestRoad]:
        base = table.slice(Base)
        shortest = max(MINIMUM, base.road_length + 1)
        if shortest <= longest_claim(table):
            yield ClaimLongestRoad(who, shortest)


class CutLongestRoadRule(CommandRule[CutLongestRoad]):
    """B-61: who holds the card after the holder's trail was cut, or one of those who tie for it."""

    command = CutLongestRoad
    timing = Timing.ANY

    def at(self, table: Table, command: CutLongestRoad) -> Iterable[Violation]:
        base = table.slice(Base)
        if not base.road_length:
            yield hard("B-61", "road.nobody-holds")
            return
        most = longest_claim(table)
        for player, length in command.lengths.items():
            if player not in table.core.ids:
                yield no_player(player)
            elif not 0 <= length <= most:
                yield hard("B-05", "road.too-many", player=player, length=readable(length), count=most)
        holder = base.longest_road
        if holder is not None and command.lengths.get(holder, 0) > base.road_length:
            yield soft("B-61", "road.cut-is-longer", holder=holder, length=base.road_length)

    def apply(self, draft: Draft, command: CutLongestRoad) -> None:
        holder, length = holder_of(draft.slice(Base).longest_road, command.lengths, MINIMUM)
        draft.emit(LongestRoadHeld(holder, length))

    def forms(self, table: Table, who: PlayerId) -> Iterable[CutLongestRoad]:
        if table.slice(Base).road_length:
            yield CutLongestRoad(who, {})


class LongestRoadHeld(BaseEvent, frozen=True, tag="base.longest_road_held"):
    """Who holds Longest Road from now on (nobody: set aside), and how long the trail is."""

    by: PlayerId | None
    length: int

    @property
    def variant(self) -> str:
        return "nobody" if self.by is None else ""

    def apply(self, state: Base) -> Base:
        return replace(state, longest_road=self.by, road_length=self.length)


def longest_road_points(table: Table, player: PlayerId) -> int:
    """B-60: 2 points."""
    return 2 if table.slice(Base).longest_road == player else 0


ALL_AWARDS = frozenset(Award)


def all_awards(table: Table, old: None) -> frozenset[Award]:
    """B-60, B-62: Longest Road and Largest Army."""
    return ALL_AWARDS


EVENTS: tuple[type[Event], ...] = (LongestRoadHeld,)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("awards", Stage.BASE, all_awards),
            Term("longest_claim", Stage.BASE, lambda table, old: ROADS),
        ),
        points=(PointSource("longest_road", RuleId("B-60"), longest_road_points),),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        commands=(ClaimLongestRoadRule(), CutLongestRoadRule()),
    ),
)
