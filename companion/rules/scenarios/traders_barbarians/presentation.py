"""What the Traders & Barbarians have for screens to show."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from functools import partial

from companion.engine.extension import Part
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.base.queries import building_sites
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Holding,
    Instrument,
    Message,
    Piece,
    Pieces,
    Preview,
    Rank,
    Words,
)
from companion.rules.scenarios.traders_barbarians.box import TOP
from companion.rules.scenarios.traders_barbarians.cargo import CargoDelivered, Deliver, carried, delivered
from companion.rules.scenarios.traders_barbarians.moving import (
    DriveOff,
    MoveWagon,
    check_going,
    journey,
    route,
    ways,
)
from companion.rules.scenarios.traders_barbarians.wagons import UpgradeWagon, level, state_of


def _wagons(table: Table) -> Iterator[Piece]:
    """Wagons that share a corner stand beside each other, and beside the building there."""
    built, there = building_sites(table), Tally[Site]()
    for player, corner in state_of(table).wagons.items():
        yield Piece(corner, "wagon", player, beside=there[corner] + (corner in built))
        there[corner] += 1


def _reach(table: Table, piece: Piece) -> frozenset[Site]:
    if any(True for _ in check_going(table, piece.owner)):
        return frozenset()
    return frozenset(ways(table, piece.owner, grain=False))


def _barbarians(table: Table) -> Iterator[Piece]:
    for edge in state_of(table).barbarians:
        yield Piece(edge, "path_barbarian", PlayerId(""))


def _carries(kind: str, table: Table, player: PlayerId) -> int:
    return int(carried(table, player) == kind)


def _upgrade(table: Table, player: PlayerId) -> Iterator[Action]:
    if level(table, player) < TOP:
        yield _better(table, player)


def _delivered(table: Table, player: PlayerId) -> Action:
    return Action("do_deliver", "delivery", commands=(Deliver(player),))


def _deliver(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _delivered(table, player)


def _go(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _move(table, player)
    if not any(True for _ in check_going(table, player)):
        yield Action("do_drive_off", "path_barbarian", begins=DriveOff(player, EdgeId(""), 0))


def _points(table: Table, player: PlayerId) -> int:
    """How far the wagon can go yet in this turn."""
    return 0 if journey(table, player).over else journey(table, player).left


def _told(table: Table, command: MoveWagon) -> Words:
    """What the way costs."""
    way = route(table, command.by, command.to, command.grain)
    points, gold = (0, 0) if way is None else (way.points, way.gold)
    paid = [good for good, count in (("gold", gold), ("grain", command.grain)) if count]
    return Words(f"wagon.way.{'_'.join(paid) or 'points'}", {"points": points, "gold": gold})


def _way(table: Table, command: MoveWagon) -> tuple[EdgeId, ...]:
    way = route(table, command.by, command.to, command.grain)
    return () if way is None else way.edges


def _better(table: Table, player: PlayerId) -> Action:
    return Action("do_upgrade", "wagon", "deed.upgrade_wagon", (UpgradeWagon(player),))


def _move(table: Table, player: PlayerId) -> Action:
    return Action("do_wagon", "wagon", takes=MoveWagon)


SCORE = (Holding("wagon", level, "fact.wagon_level"), Actions(_upgrade), Message(CargoDelivered))
NO_PLACES = (
    Holding("delivery", delivered, award=True),
    Instrument("delivery", _delivered, delivered),
    Instrument("wagon", _better, level),
    Actions(_deliver, Rank.ROADS),
)
PLACES = (
    Instrument("wagon", _move, _points),
    Instrument("up", _better, level),
    Holding("delivery", delivered, award=True),
    *(
        Holding(f"cargo_{kind}", partial(_carries, kind), f"fact.cargo_{kind}")
        for kind in ("marble", "glass", "sand", "tools")
    ),
    Pieces("edge", _barbarians, ("path_barbarian",)),
    Pieces("corner", _wagons, ("wagon",), _reach),
    Actions(_go, Rank.PLAY),
    Preview(MoveWagon, _told, _way),
)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        presentation=SCORE,
    ),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), presentation=NO_PLACES),
    Part(needs=frozenset({Aspect.PLACES}), presentation=PLACES),
)
