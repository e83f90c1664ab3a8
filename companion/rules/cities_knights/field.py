"""Where knights stand: without places the table knows where, on a board the corners say it (CK-90, CK-91)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import ClassVar, Protocol, cast

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import (
    Part,
    Slot,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation
from companion.rules.base.network import reached
from companion.rules.base.queries import places
from companion.rules.base.stating import check_sites
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Displaced, Knight


class KnightChanged(CKEvent, frozen=True):
    """Base of the events that leave a knight in a new state at its place."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site
    knight: Knight

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, knights=changed(state.knights, self.site, self.knight))


class KnightActed(KnightChanged, frozen=True, tag="ck.knight_acted"):
    """A knight has acted and is inactive; ``to`` is the corner where it stands now (CK-94, CK-95)."""

    action: str = "move"
    to: Site | None = None

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        if self.to is None:
            return super().apply(state)
        return replace(state, knights=changed(without(state.knights, self.site), self.to, self.knight))


class KnightRemoved(CKEvent, frozen=True, tag="ck.knight_removed"):
    """A knight leaves the board to its owner's supply."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, knights=without(state.knights, self.site))


class KnightDisplaced(CKEvent, frozen=True, tag="ck.knight_displaced"):
    """A knight was driven away and stands elsewhere, its state unchanged; nobody says where (CK-97)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site


class KnightDrivenOff(CKEvent, frozen=True, tag="ck.knight_driven_off"):
    """A knight was driven away from a corner; ``decider`` has to place it (CK-97)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site
    decider: PlayerId

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        away = Displaced(self.site, state.knights[self.site])
        return replace(
            state,
            knights=without(state.knights, self.site),
            displaced=changed(state.displaced, self.decider, away),
        )


class KnightRehoused(CKEvent, frozen=True, tag="ck.knight_rehoused"):
    """CK-97: a knight that was driven away stands at a corner, its state unchanged, or has left the board."""

    scores: ClassVar[bool] = False
    by: PlayerId
    decider: PlayerId
    to: Site | None = None

    @property
    def variant(self) -> str:
        return "nowhere" if self.to is None else ""

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        knights = state.knights
        if self.to is not None:
            knights = changed(knights, self.to, state.displaced[self.decider].knight)
        return replace(state, knights=knights, displaced=without(state.displaced, self.decider))


class Field(Protocol):
    """What the rules ask about the places of knights, and of cities."""

    def likeness(self, site: Site, differences: Hashable) -> Hashable:
        """What tells a piece from another, given what is tracked of it beside its place."""

    def posts(self, table: Table, owner: PlayerId) -> Iterable[Site]:
        """Free places where a knight of the owner may come to the board (CK-90)."""

    def check_post(self, table: Table, owner: PlayerId, site: Site | None, rule: str) -> Iterable[Violation]:
        """What is wrong with a knight of the owner coming there."""

    def check_stated(
        self, table: Table, owner: PlayerId, sites: Iterable[Site], own: Iterable[Site]
    ) -> Iterable[Violation]:
        """What is wrong with these being the places of all knights of the owner; ``own`` are those so far."""

    def at_road(self, table: Table, by: PlayerId, site: Site) -> bool:
        """Whether a road of the player reaches the place (PC-B05)."""

    def on_corners(self, table: Table) -> Mapping[Site, Knight]:
        """The knights that stand where roads meet (CK-91)."""


_NOBODY: Mapping[Site, Knight] = {}


class NamelessField:
    """The null object of L1: the table alone knows where its pieces stand."""

    def likeness(self, site: Site, differences: Hashable) -> Hashable:
        """The place says nothing."""
        return differences

    def posts(self, table: Table, owner: PlayerId) -> Iterable[Site]:
        """As for any piece."""
        return places(table).free(table, owner)

    def check_post(self, table: Table, owner: PlayerId, site: Site | None, rule: str) -> Iterable[Violation]:
        """As for any piece."""
        return places(table).check(table, owner, site, rule)

    def check_stated(
        self, table: Table, owner: PlayerId, sites: Iterable[Site], own: Iterable[Site]
    ) -> Iterable[Violation]:
        """As of any piece."""
        return check_sites(table, owner, sites, own)

    def at_road(self, table: Table, by: PlayerId, site: Site) -> bool:
        """The table alone knows."""
        return True

    def on_corners(self, table: Table) -> Mapping[Site, Knight]:
        """None of which it is known."""
        return _NOBODY


class BoardField(NamelessField):
    """The corners of a tracked board, where roads lead."""

    def likeness(self, site: Site, differences: Hashable) -> Hashable:
        """No corner is like another."""
        return site

    def at_road(self, table: Table, by: PlayerId, site: Site) -> bool:
        """By the roads that end there."""
        return site in reached(table, by)

    def on_corners(self, table: Table) -> Mapping[Site, Knight]:
        """All of them."""
        return table.slice(CitiesKnights).knights


def field(table: Table) -> Field:
    """What knows where knights stand, or knows nothing of it."""
    return cast(Field, table.ruleset.slots["field"])


def act(draft: Draft, by: PlayerId, site: Site, action: str, to: Site | None = None) -> None:
    """CK-94: the action makes the knight inactive."""
    knight = draft.slice(CitiesKnights).knights[site]
    tired = replace(knight, active=False, acted=draft.core.turn)
    draft.emit(KnightActed(by, site, tired, action, to))


EVENTS: tuple[type[Event], ...] = (
    KnightActed,
    KnightRemoved,
    KnightDisplaced,
    KnightDrivenOff,
    KnightRehoused,
)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        slots=(Slot("field", NamelessField()),),
    ),
    Part(needs=frozenset({Aspect.PLACES}), slots=(Slot("field", BoardField()),)),
)
