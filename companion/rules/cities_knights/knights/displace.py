"""Displacing a weaker knight, and where that one goes."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.core import Settled
from companion.engine.extension import CommandRule, Part, Reaction, Timing
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base import trail
from companion.rules.base.slice import Base
from companion.rules.cities_knights.field import KnightRehoused
from companion.rules.cities_knights.knights.checks import can_act, check_action
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import Post
from companion.rules.cities_knights.ways import ON_ROADS, check_journey, homes, ways


class DisplaceKnight(Command, frozen=True, tag="ck.displace_knight"):
    """The player's knight drove a weaker one away; ``removed`` if the table says that it found no place."""

    knight: Post
    victim: Post
    removed: bool = False


class PlaceDisplaced(Command, frozen=True, tag="ck.place_displaced"):
    """The player placed the own knight that was driven away."""

    site: Post


class DisplaceKnightRule(CommandRule[DisplaceKnight]):
    """CK-97, by CK-94 and CK-95."""

    command = DisplaceKnight

    def at(self, table: Table, command: DisplaceKnight) -> Iterable[Violation]:
        by = command.by
        yield from check_action(table, by, command.knight)
        yield from ways(table).check_removal(command.removed, "CK-97")
        own, victim = (state_of(table).knights.get(site) for site in (command.knight, command.victim))
        if victim is None:
            yield hard("CK-97", "displace.nobody-there")
        elif victim.owner == by:
            yield hard("CK-97", "displace.own", player=by)
        elif own is not None and own.owner == by:
            if victim.strength >= own.strength:
                yield soft(
                    "CK-97",
                    "displace.not-weaker",
                    player=victim.owner,
                    strength=victim.strength,
                    own=own.strength,
                )
            if command.victim not in ways(table).in_reach(table, by, command.knight):
                yield soft("CK-97", "displace.no-way", player=by)

    def apply(self, draft: Draft, command: DisplaceKnight) -> None:
        ways(draft).displace(draft, command.by, command.knight, command.victim, command.removed)

    def forms(self, table: Table, who: PlayerId) -> Iterable[DisplaceKnight]:
        known = ways(table)
        for site in can_act(table, who):
            for victim in known.in_reach(table, who, site):
                yield from (DisplaceKnight(who, site, victim, gone) for gone in known.removals())


class PlaceDisplacedRule(CommandRule[PlaceDisplaced]):
    """CK-97: by the move rule along the roads of its owner, who chooses."""

    command = PlaceDisplaced
    timing = Timing.ANSWER

    def at(self, table: Table, command: PlaceDisplaced) -> Iterable[Violation]:
        away = state_of(table).displaced.get(command.by)
        if away is not None:
            owner = away.knight.owner
            yield from check_journey(table, owner, away.site, command.site, "CK-97")

    def apply(self, draft: Draft, command: PlaceDisplaced) -> None:
        owner = state_of(draft).displaced[command.by].knight.owner
        draft.emit(KnightRehoused(owner, command.by, command.site))
        draft.settle("place_displaced", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceDisplaced]:
        if who in state_of(table).displaced:
            yield from (PlaceDisplaced(who, site) for site in homes(table, who) if site is not None)


def drive_away(draft: Draft, victim: Site, removed: bool) -> None:
    """CK-97, PC-B05: a displaced knight keeps its state; without a place it leaves the board."""
    ways(draft).drive_away(draft, victim, removed)


def give_up_place(draft: Draft, event: object) -> None:
    """CK-97: a displaced knight that the table does not place leaves the board."""
    for decider, away in state_of(draft).displaced.items():
        if draft.question("place_displaced", decider) is None:
            draft.emit(KnightRehoused(away.knight.owner, decider))


def after_displacement(draft: Draft, event: KnightRehoused) -> None:
    """CK-91, B-60: two or three corners have changed hands at once."""
    trail.measure(draft, dict.fromkeys(draft.slice(Base).roads.values()))


PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(DisplaceKnightRule(),)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        name=ON_ROADS,
        commands=(PlaceDisplacedRule(),),
        reactions=(Reaction(KnightRehoused, after_displacement), Reaction(Settled, give_up_place)),
    ),
)
