"""Where pieces stand. Without a tracked board every piece stands somewhere, and no place is wrong."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from companion.engine.extension import (
    Part,
    Slot,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import Player
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.slice import Building, BuildingKind


class Places(Protocol):
    """What the rules ask about places."""

    named: bool
    """Whether each place is one of its own, and lies on the board."""

    def start(self, players: Sequence[Player], kinds: Sequence[BuildingKind]) -> Mapping[Site, Building]:
        """The buildings that stand before anything is entered."""

    def no_place(self, table: Table, owner: PlayerId, site: Site) -> Violation | None:
        """Why a name is no place for a piece of the owner, whatever stands there."""

    def new(self, table: Table, owner: PlayerId, site: Site | None) -> Site:
        """The place of a new piece: the one named, or any."""

    def free(self, table: Table, owner: PlayerId) -> Iterable[Site]:
        """Free places where the player's roads allow a new piece."""

    def check(self, table: Table, owner: PlayerId, site: Site | None, rule: str) -> Iterable[Violation]:
        """What is wrong with a new piece of the player there: off the board, taken, not reached by a road."""

    def check_settlement(self, table: Table, owner: PlayerId, site: Site | None) -> Iterable[Violation]:
        """What is wrong with a settlement of the player there (B-51)."""


class InTheWay(msgspec.Struct, frozen=True):
    """What stands at a place, and the rule by which nothing else may come there, or go on from there."""

    rule: str
    piece: str
    owner: PlayerId


def in_the_way(table: Table, site: Site, rule: str) -> InTheWay:
    """What stands at an occupied place, where a rule forbids another piece."""
    found: InTheWay = table.value("in_the_way", site, rule)
    return found


def place_taken(table: Table, site: Site, rule: str) -> Violation:
    """Why a piece cannot come to an occupied place."""
    found = in_the_way(table, site, rule)
    return hard(found.rule, "place.taken", owner=found.owner, piece=found.piece)


def nameless(owner: PlayerId, count: int, taken: Collection[Site] = ()) -> tuple[Site, ...]:
    """This many nameless places of a player that are not taken."""
    names = (Site(f"{owner}-{number}") for number in itertools.count(1))
    return tuple(itertools.islice((name for name in names if name not in taken), count))


class NamelessPlaces:
    """The null object of L1: a nameless place for every piece, told apart by a running number."""

    named = False

    def start(self, players: Sequence[Player], kinds: Sequence[BuildingKind]) -> Mapping[Site, Building]:
        """Everyone's first buildings stand somewhere."""
        return {
            Site(f"{player.id}-{number}"): Building(player.id, kind)
            for player in players
            for number, kind in enumerate(kinds, start=1)
        }

    def no_place(self, table: Table, owner: PlayerId, site: Site) -> Violation | None:
        """Places are called after their owners, with a number of at most two figures."""
        name, _, number = site.rpartition("-")
        if name == owner and number.isascii() and number.isdigit() and len(number) <= 2:
            return None
        return hard("B-04", "place.off-board", place=str(site)[:40])

    def new(self, table: Table, owner: PlayerId, site: Site | None) -> Site:
        """The place named, or the player's next unused number."""
        return site if site is not None else next(iter(self.free(table, owner)))

    def free(self, table: Table, owner: PlayerId) -> Iterable[Site]:
        """The player's next unused number."""
        return nameless(owner, 1, table.value("occupied"))

    def check(self, table: Table, owner: PlayerId, site: Site | None, rule: str) -> Iterable[Violation]:
        """Two pieces never share a place."""
        if site is not None and site in table.value("occupied"):
            yield place_taken(table, site, rule)

    def check_settlement(self, table: Table, owner: PlayerId, site: Site | None) -> Iterable[Violation]:
        """Two pieces never share a place."""
        return self.check(table, owner, site, "B-51")


PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        slots=(Slot("places", NamelessPlaces()),),
    ),
)
