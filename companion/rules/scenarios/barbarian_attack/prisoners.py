"""Prisoners, and where nobody enters places what is conquered, in a tap each (BA-12, BA-42)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Part, PointSource, Stage, Term, Timing
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.queries import cities, settlements
from companion.rules.base.slice import BuildingKind
from companion.rules.scenarios.barbarian_attack.coast import in_supply, state_of, unconquerable
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, BarbarianEvent

FOR_A_POINT = 2
"""BA-42: prisoners that are worth a point."""


class ClaimPrisoner(Command, frozen=True, tag="ba.claim_prisoner"):
    """The player has taken a barbarian prisoner."""


class ClaimConquered(Command, frozen=True, tag="ba.claim_conquered"):
    """A settlement or a city of the player is conquered and lies on its side."""

    city: bool


class ClaimFreed(Command, frozen=True, tag="ba.claim_freed"):
    """A settlement or a city of the player stands up again."""

    city: bool


class PrisonerClaimed(BarbarianEvent, frozen=True, tag="ba.prisoner_claimed"):
    """BA-42: a player has another prisoner."""

    by: PlayerId

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(
            state, prisoners=changed(state.prisoners, self.by, state.prisoners.get(self.by, 0) + 1)
        )


class ConqueredCounted(BarbarianEvent, frozen=True, tag="ba.conquered_counted"):
    """BA-12: so many settlements and cities of a player lie on their sides."""

    by: PlayerId
    settlements: int
    cities: int

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        lying = self.settlements, self.cities
        return replace(state, conquered=changed(state.conquered, self.by, lying))


def prisoners(table: Table, player: PlayerId) -> int:
    """BA-42: the prisoners of a player."""
    return state_of(table).prisoners.get(player, 0)


def for_a_point(table: Table, old: None) -> int:
    """BA-42: so many prisoners are a point."""
    return FOR_A_POINT


def prisoner_points(table: Table, player: PlayerId) -> int:
    """BA-42: a point for each two."""
    return prisoners(table, player) // int(table.value("prisoners_for_a_point"))


def lying(table: Table, player: PlayerId) -> tuple[int, int]:
    """BA-12: settlements and cities of a player that lie on their sides, where nobody enters places."""
    return state_of(table).conquered.get(player, (0, 0))


class ClaimPrisonerRule(CommandRule[ClaimPrisoner]):
    """BA-42: as long as there are barbarians in the box."""

    command = ClaimPrisoner
    timing = Timing.ANY

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if in_supply(table) < 1:
            yield hard("BA-42", "prisoner.none-left")

    def apply(self, draft: Draft, command: ClaimPrisoner) -> None:
        draft.emit(PrisonerClaimed(command.by))

    def forms(self, table: Table, who: PlayerId) -> Iterable[ClaimPrisoner]:
        return (ClaimPrisoner(who),)


class ClaimConqueredRule(CommandRule[ClaimConquered]):
    """BA-12: a building that stands."""

    command = ClaimConquered
    timing = Timing.ANY

    def at(self, table: Table, command: ClaimConquered) -> Iterable[Violation]:
        by, city = command.by, command.city
        built = frozenset(cities(table, by) if city else settlements(table, by))
        if len(built - unconquerable(table)) <= lying(table, by)[city]:
            yield soft("BA-12", "conquered.none-standing", player=by, piece=kind_of(city))

    def apply(self, draft: Draft, command: ClaimConquered) -> None:
        count(draft, command.by, command.city, 1)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ClaimConquered]:
        return (ClaimConquered(who, False), ClaimConquered(who, True))


class ClaimFreedRule(CommandRule[ClaimFreed]):
    """BA-43: a building that lies on its side."""

    command = ClaimFreed
    timing = Timing.ANY

    def at(self, table: Table, command: ClaimFreed) -> Iterable[Violation]:
        if lying(table, command.by)[command.city] < 1:
            piece = kind_of(command.city)
            yield hard("BA-43", "conquered.none-lying", player=command.by, piece=piece)

    def apply(self, draft: Draft, command: ClaimFreed) -> None:
        count(draft, command.by, command.city, -1)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ClaimFreed]:
        return (ClaimFreed(who, False), ClaimFreed(who, True))


def kind_of(city: bool) -> str:
    """What a building is called."""
    return (BuildingKind.CITY if city else BuildingKind.SETTLEMENT).value


def count(draft: Draft, by: PlayerId, city: bool, more: int) -> None:
    """One building more or less on its side."""
    low, high = lying(draft, by)
    draft.emit(ConqueredCounted(by, low, high + more) if city else ConqueredCounted(by, low + more, high))


EVENTS: tuple[type[Event], ...] = (PrisonerClaimed, ConqueredCounted)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(Term("prisoners_for_a_point", Stage.BASE, for_a_point),),
        points=(PointSource("prisoners", RuleId("BA-42"), prisoner_points),),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        commands=(ClaimPrisonerRule(), ClaimConqueredRule(), ClaimFreedRule()),
    ),
)
