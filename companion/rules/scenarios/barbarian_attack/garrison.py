"""The knights on the paths: who keeps them, how far they get, what they are worth in a battle (BA-30, BA-40,
BA-44)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol, cast

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import Part, Slot
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation
from companion.rules.base.goods import Bag
from companion.rules.base.purse import purse
from companion.rules.scenarios.barbarian_attack.coast import state_of
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, PeacefulEvent

PRICE: Bag = {"grain": 1}
"""BA-30: what the longer way costs."""


class KnightMoved(PeacefulEvent, frozen=True, tag="ba.knight_moved"):
    """BA-30: a knight stands on another path, and has moved in this turn."""

    by: PlayerId
    path: EdgeId
    to: EdgeId
    turn: int

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        knights = changed(without(state.knights, self.path), self.to, self.by)
        before = state.moved if state.moved_in == self.turn else ()
        return replace(state, knights=knights, moved=(*before, self.to), moved_in=self.turn)


class KnightFell(PeacefulEvent, frozen=True, tag="ba.knight_fell"):
    """BA-44: a knight goes back to the supply of its owner."""

    by: PlayerId
    path: EdgeId

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, knights=without(state.knights, self.path))


class Garrison(Protocol):
    """What the coast asks about the knights on the paths."""

    by_strength: bool
    """Whether they count by their strength, and not each for one."""

    def standing(self, table: Table) -> Mapping[EdgeId, PlayerId]:
        """Where knights stand, and whose they are."""

    def strength(self, table: Table, path: EdgeId) -> int:
        """What the knight on a path counts for in a battle; 0 if it does not fight (BA-40)."""

    def moved(self, table: Table) -> Collection[EdgeId]:
        """The knights that have moved in this turn (BA-30)."""

    def check_far(self, table: Table, by: PlayerId, knight: EdgeId) -> Iterable[Violation]:
        """Why the player may not take a knight the longer way (BA-30)."""

    def far(self, table: Table, by: PlayerId) -> Certainty:
        """Whether the player is sure to pay for the longer way."""

    def move(self, draft: Draft, by: PlayerId, knight: EdgeId, to: EdgeId, far: bool) -> None:
        """The player takes a knight to another path, by the longer way or not (BA-30)."""

    def strike(self, draft: Draft, struck: Collection[EdgeId]) -> None:
        """The die for the castle has struck these knights (BA-44)."""


class PathKnights:
    """The scenario's own knights: all alike, and a grain for the longer way."""

    by_strength = False

    def standing(self, table: Table) -> Mapping[EdgeId, PlayerId]:
        """As they were placed."""
        return state_of(table).knights

    def strength(self, table: Table, path: EdgeId) -> int:
        """BA-40: each counts for one."""
        return 1

    def moved(self, table: Table) -> Collection[EdgeId]:
        """BA-30: as it was written down."""
        state = state_of(table)
        return state.moved if state.moved_in == table.core.turn else ()

    def check_far(self, table: Table, by: PlayerId, knight: EdgeId) -> Iterable[Violation]:
        """BA-30: a grain."""
        return purse(table).check(table, by, PRICE, "BA-30")

    def far(self, table: Table, by: PlayerId) -> Certainty:
        """By what is known of the hand."""
        return purse(table).certainty(table, by, PRICE)

    def move(self, draft: Draft, by: PlayerId, knight: EdgeId, to: EdgeId, far: bool) -> None:
        """BA-30: the longer way is paid for."""
        if far:
            purse(draft).pay(draft, by, PRICE)
        draft.emit(KnightMoved(state_of(draft).knights[knight], knight, to, draft.core.turn))

    def strike(self, draft: Draft, struck: Collection[EdgeId]) -> None:
        """BA-44: they are dead."""
        for knight in struck:
            draft.emit(KnightFell(state_of(draft).knights[knight], knight))


def garrison(table: Table) -> Garrison:
    """What knows the knights on the paths."""
    return cast(Garrison, table.ruleset.slots["garrison"])


def standing(table: Table) -> Mapping[EdgeId, PlayerId]:
    """Where knights stand, and whose they are."""
    return garrison(table).standing(table)


OWN_KNIGHTS = "ba.own_knights"
"""The parts that the scenario's own knights have."""

EVENTS: tuple[type[Event], ...] = (KnightMoved, KnightFell)

PARTS = (Part(needs=frozenset({Aspect.PLACES}), name=OWN_KNIGHTS, slots=(Slot("garrison", PathKnights()),)),)
