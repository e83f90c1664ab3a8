"""Activating knights: they put their helmets on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Part
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, clear, hard, soft
from companion.rules.base.goods import Bag
from companion.rules.base.purse import purse
from companion.rules.base.queries import places
from companion.rules.cities_knights.field import KnightChanged
from companion.rules.cities_knights.goods import PRICES
from companion.rules.cities_knights.knights.checks import check_own, told_apart
from companion.rules.cities_knights.queries import (
    knights,
    state_of,
)
from companion.rules.cities_knights.slice import Knight, Post


class ActivateKnights(Command, frozen=True, tag="ck.activate_knights"):
    """The player paid grain for the helmets of these knights."""

    knights: tuple[Post, ...]


class KnightActivated(KnightChanged, frozen=True, tag="ck.knight_activated"):
    """A knight puts its helmet on (CK-92)."""


def activate(draft: Draft, by: PlayerId, sites: Iterable[Site]) -> None:
    """Helmets on, from this turn."""
    for site in sites:
        knight = state_of(draft).knights[site]
        draft.emit(KnightActivated(by, site, replace(knight, active=True, activated=draft.core.turn)))


def resting(table: Table, by: PlayerId) -> tuple[Site, ...]:
    """The player's knights without helmets."""
    return _resting(knights(table, by))


@remembered
def _resting(own: Mapping[Site, Knight]) -> tuple[Site, ...]:
    return tuple(site for site, knight in own.items() if not knight.active)


class ActivateKnightsRule(CommandRule[ActivateKnights]):
    """CK-92: a helmet for each of these knights, for one grain each."""

    command = ActivateKnights

    @staticmethod
    def _price(count: int) -> Bag:
        """CK-92: a grain for each knight."""
        return {good: count * cards for good, cards in PRICES["activation"].items()} if count else {}

    def _check_price(self, table: Table, by: PlayerId, count: int) -> Iterable[Violation]:
        return purse(table).check(table, by, self._price(count), "CK-92")

    def at(self, table: Table, command: ActivateKnights) -> Iterable[Violation]:
        if not command.knights or len(set(command.knights)) < len(command.knights):
            yield hard("CK-92", "knight.none-named")
        for site in command.knights:
            yield from check_own(table, command.by, site)
            knight = state_of(table).knights.get(site)
            if knight is not None and knight.active:
                yield soft("CK-92", "knight.active-already", player=command.by)
        yield from self._check_price(table, command.by, len(command.knights))

    def certainty(self, table: Table, command: ActivateKnights) -> Certainty:
        return purse(table).certainty(table, command.by, self._price(len(command.knights)))

    def apply(self, draft: Draft, command: ActivateKnights) -> None:
        purse(draft).pay(draft, command.by, self._price(len(command.knights)))
        activate(draft, command.by, command.knights)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ActivateKnights]:
        """All of them together, and fewer as far as it makes a difference which."""
        able = resting(table, who)
        paid = [n for n in range(1, len(able) + 1) if clear(self._check_price(table, who, n))]
        groups = [able] if len(able) > 1 else []
        groups += [(site,) for site in told_apart(table, able, knights(table, who).__getitem__)]
        if places(table).named:
            groups += [some for size in paid if 1 < size < len(able) for some in combinations(able, size)]
        return [ActivateKnights(who, some) for some in groups if len(some) in paid]


EVENTS = (KnightActivated,)
PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(ActivateKnightsRule(),)),)
