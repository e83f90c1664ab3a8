"""What does not fit in a position as people entered it. All of it may be so by the table's word."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.cells import BANK
from companion.engine.extension import (
    Audit,
    Part,
)
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.award import holder_of
from companion.rules.base.longest_road import MINIMUM
from companion.rules.base.network import geometry, reached
from companion.rules.base.queries import ROADS, SUPPLY, buildings, roads, roads_used
from companion.rules.base.slice import Base
from companion.rules.base.stating import owners


def supply(table: Table) -> Iterable[Violation]:
    """B-05: more pieces than a player owns."""
    for player in table.core.ids:
        for kind, count in SUPPLY.items():
            used: int = table.value("figures_used", player, kind)
            if used > count:
                yield soft("B-05", f"fit.pieces-{kind.value}", player=player, used=used, count=count)
        laid = roads_used(table, player)
        if laid > ROADS:
            yield soft("B-05", "fit.pieces-road", player=player, used=laid, count=ROADS)


def distance(table: Table) -> Iterable[Violation]:
    """B-51: two buildings side by side, each pair once."""
    base = table.slice(Base)
    if base.board is None:
        return
    land = geometry(table)
    for site, building in base.buildings.items():
        for other in land.neighbours.get(site, ()):
            if other in base.buildings and site < other:
                owner = base.buildings[other].owner
                key = "fit.too-near.own" if owner == building.owner else "fit.too-near"
                yield soft("B-51", key, player=building.owner, owner=owner, place=site)


def connection(table: Table) -> Iterable[Violation]:
    """B-50, B-51: roads that start at no building, buildings that no road reaches."""
    base = table.slice(Base)
    if base.board is None:
        return
    land = geometry(table)
    for owner in owners(table):
        own, sites = roads(table, owner), buildings(table, owner)
        ends = frozenset(reached(table, owner))
        if owner in table.core.ids:
            lonely = tuple(site for site in sites if site not in ends)
            if lonely:
                yield soft("B-51", "fit.no-road", player=owner, places=lonely, count=len(lonely))
        joined, left = set(sites), list(own)
        while found := [edge for edge in left if joined.intersection(land.ends[edge])]:
            joined.update(corner for edge in found for corner in land.ends[edge])
            left = [edge for edge in left if edge not in found]
        if left:
            yield soft("B-50", "fit.road-alone", player=owner, places=tuple(left), count=len(left))


def awards(table: Table) -> Iterable[Violation]:
    """B-60, B-61: who has Longest Road by the trails that lie there."""
    base = table.slice(Base)
    if base.board is None:
        return
    holder, length = holder_of(base.longest_road, base.trails, MINIMUM)
    if holder == base.longest_road:
        return
    if holder is None:
        yield soft("B-60", "fit.trail-short", player=_named(base.longest_road), needed=MINIMUM)
    else:
        yield soft("B-61", "fit.trail-longer", player=holder, length=length)


def cards(table: Table) -> Iterable[Violation]:
    """B-06: hands that hold more cards than the box has."""
    hands = table.slice(Base).hands
    if not hands.counted:
        return
    box = sum(good.supply for good in table.ruleset.goods)
    count = sum(hands.total(player) for player in hands.holders)
    if count > box or hands.total(BANK) < 0:
        yield soft("B-06", "fit.cards", count=count, box=box)


def _named(player: PlayerId | None) -> str:
    return "" if player is None else player


PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), audits=(Audit("base.supply", supply),)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        audits=(
            Audit("base.distance", distance),
            Audit("base.connection", connection),
            Audit("base.longest_road", awards),
        ),
    ),
    Part(needs=frozenset({Aspect.HANDS}), audits=(Audit("base.cards", cards),)),
)
