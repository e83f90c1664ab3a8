"""Moving the wagon, and driving barbarians off its way (TB-10, TB-20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Part, Stage, Term, Timing
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, clear, hard, soft
from companion.rules.base.goods import readable
from companion.rules.base.network import geometry, no_corner
from companion.rules.base.purse import purse
from companion.rules.gold import purse as gold
from companion.rules.scenarios.traders_barbarians.barbarians import (
    BarbarianMoved,
    check_barbarian,
    check_place,
    free_places,
)
from companion.rules.scenarios.traders_barbarians.box import POINTS_OF_GRAIN
from companion.rules.scenarios.traders_barbarians.cargo import arrive
from companion.rules.scenarios.traders_barbarians.island import middles
from companion.rules.scenarios.traders_barbarians.routes import Route, reach, shortest
from companion.rules.scenarios.traders_barbarians.slice import Journey, RoadEvent, TradersBarbarians
from companion.rules.scenarios.traders_barbarians.wagons import card, state_of

GRAIN: Mapping[str, int] = {"grain": 1}
"""TB-10: what more points cost."""

FACES = range(1, 7)
"""Of the die that drives a barbarian off."""


class MoveWagon(Command, frozen=True, tag="tb.move_wagon"):
    """The player's wagon went to a corner, by the way that costs the least; with ``grain`` for two points
    more."""

    wagon: Site
    to: Site
    grain: bool = False


class DriveOff(Command, frozen=True, tag="tb.drive_off"):
    """The player stopped the wagon before a barbarian and rolled a die; one that drove him off moved him."""

    barbarian: EdgeId
    die: int
    to: EdgeId | None = None


class WagonMoved(RoadEvent, frozen=True, tag="tb.wagon_moved"):
    """A wagon stands on another corner, with so many points of its move left."""

    by: PlayerId
    corner: Site
    points: int
    journey: Journey

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(
            state,
            wagons=changed(state.wagons, self.by, self.corner),
            journeys=changed(state.journeys, self.by, self.journey),
        )


class DieRolled(RoadEvent, frozen=True, tag="tb.die_rolled"):
    """A player tried to drive a barbarian off, with or without success."""

    by: PlayerId
    die: int
    journey: Journey

    @property
    def variant(self) -> str:
        return "failed" if self.journey.failed else ""

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(state, journeys=changed(state.journeys, self.by, self.journey))


def journey(table: Table, player: PlayerId) -> Journey:
    """TB-10: the move of the wagon in this turn, as far as it has come."""
    found, turn = state_of(table).journeys.get(player), table.core.turn
    return found if found is not None and found.turn == turn else Journey(turn, card(table, player).points)


def has_moved(table: Table, player: PlayerId) -> bool:
    """TB-10: whether the move of the wagon has begun in this turn."""
    found = state_of(table).journeys.get(player)
    return found is not None and found.turn == table.core.turn


def budget(table: Table, player: PlayerId, grain: bool) -> int:
    """TB-10: the points that a move may cost."""
    return journey(table, player).left + POINTS_OF_GRAIN * grain


def ways(table: Table, player: PlayerId, grain: bool) -> Mapping[Site, Route]:
    """TB-10: where the wagon can go by its points, with a grain or without, by the way with the least gold
    and then the fewest points."""
    far = budget(table, player, grain=not journey(table, player).grain)
    return reach(table, player, budget(table, player, grain), far)


def route(table: Table, player: PlayerId, to: Site, grain: bool) -> Route | None:
    """TB-10: the way to a corner that the points allow, if there is one."""
    return ways(table, player, grain).get(to)


def moves(table: Table, player: PlayerId) -> list[tuple[Site, bool]]:
    """TB-10: the corners where points and gold bring the wagon, without a grain where none is needed, and
    with one where that saves gold."""
    plain = ways(table, player, grain=False)
    fed = ways(table, player, grain=True) if clear(check_grain(table, player)) else {}
    tolls = {way.gold for way in (*plain.values(), *fed.values())}
    paid = {toll for toll in tolls if clear(gold.check_gold(table, player, toll, "TB-10"))}
    found = [(corner, False) for corner, way in plain.items() if way.gold in paid]
    for corner, way in fed.items():
        without = plain.get(corner)
        if way.gold in paid and (without is None or way.gold < without.gold):
            found.append((corner, True))
    return found


def check_grain(table: Table, player: PlayerId) -> Iterable[Violation]:
    """TB-10: one grain in a move, which is paid."""
    if journey(table, player).grain:
        yield soft("TB-10", "wagon.one-grain", player=player)
    yield from purse(table).check(table, player, GRAIN, "TB-10")


def check_going(table: Table, who: PlayerId) -> Iterable[Violation]:
    """TB-10: the wagon is on the board, and its move of this turn is not over."""
    if who not in state_of(table).wagons:
        yield hard("TB-02", "wagon.not-placed", player=who)
    elif journey(table, who).over:
        yield soft("TB-10", "wagon.arrived", player=who)


class MoveWagonRule(CommandRule[MoveWagon]):
    """TB-10: as far as points, a grain and gold go."""

    command = MoveWagon
    timing = Timing.CLOSING

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_going(table, who)

    def at(self, table: Table, command: MoveWagon) -> Iterable[Violation]:
        by, to = command.by, command.to
        start = state_of(table).wagons.get(by)
        if start is None:
            return
        if command.wagon != start or to == start:
            yield hard("TB-10", "wagon.not-there", player=by)
            return
        if to not in geometry(table).neighbours:
            yield no_corner(table, to)
            return
        if command.grain:
            yield from check_grain(table, by)
        way = route(table, by, to, command.grain)
        if way is not None:
            yield from gold.check_gold(table, by, way.gold, "TB-10")
            return
        needed = shortest(table, by, to)
        count = 0 if needed is None else needed.points
        yield soft("TB-10", "wagon.too-far", player=by, needed=count, points=budget(table, by, command.grain))

    def certainty(self, table: Table, command: MoveWagon) -> Certainty:
        return purse(table).certainty(table, command.by, GRAIN) if command.grain else Certainty.SURE

    def apply(self, draft: Draft, command: MoveWagon) -> None:
        by, to = command.by, command.to
        way = route(draft, by, to, command.grain) or shortest(draft, by, to)
        before = journey(draft, by)
        points = 0 if way is None else way.points
        if command.grain:
            purse(draft).pay(draft, by, GRAIN)
        if way is not None:
            pay_tolls(draft, by, way.tolls)
        there = middles(draft).get(to)
        left = max(0, before.left + POINTS_OF_GRAIN * command.grain - points)
        now = Journey(
            before.turn, left, before.grain or command.grain, there is not None or before.over, before.failed
        )
        draft.emit(WagonMoved(by, to, points, now))
        if there is not None:
            arrive(draft, by, there)

    def forms(self, table: Table, who: PlayerId) -> Iterable[MoveWagon]:
        return self.ways(table, who)

    def ways(self, table: Table, who: PlayerId) -> Iterator[MoveWagon]:
        """Without grain where it is not needed, and with it where that saves gold."""
        start = state_of(table).wagons.get(who)
        if start is not None:
            yield from (MoveWagon(who, start, corner, grain) for corner, grain in moves(table, who))


def check_beside(table: Table, by: PlayerId, edge: EdgeId) -> Iterable[Violation]:
    """TB-20: a barbarian beside the wagon."""
    faults = list(check_barbarian(table, edge))
    yield from faults
    start = state_of(table).wagons.get(by)
    if start is not None and not faults and start not in geometry(table).ends[edge]:
        yield soft("TB-20", "barbarian.not-beside", player=by)


class DriveOffRule(CommandRule[DriveOff]):
    """TB-20: from level 2, one that stands beside the wagon, once without success."""

    command = DriveOff
    timing = Timing.CLOSING

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from check_going(table, who)
        if not card(table, who).drives_off:
            yield soft("TB-20", "barbarian.low-level", player=who)
        if journey(table, who).failed:
            yield soft("TB-20", "barbarian.failed-already", player=who)

    def at(self, table: Table, command: DriveOff) -> Iterable[Violation]:
        by = command.by
        yield from check_beside(table, by, command.barbarian)
        if by not in state_of(table).wagons:
            return
        stays = command.die not in card(table, by).drives_off
        if command.die not in FACES:
            yield hard("TB-20", "barbarian.no-face", face=readable(command.die))
        elif stays and command.to is not None:
            yield soft("TB-20", "barbarian.stays", player=by, die=command.die)
        if command.to is not None or not stays:
            yield from check_place(table, command.to, "TB-20")

    def apply(self, draft: Draft, command: DriveOff) -> None:
        driven = command.to is not None
        now = replace(journey(draft, command.by), failed=not driven)
        draft.emit(DieRolled(command.by, command.die, now))
        if command.to is not None:
            draft.emit(BarbarianMoved(command.by, command.barbarian, command.to))

    def forms(self, table: Table, who: PlayerId) -> Iterable[DriveOff]:
        return self.ways(table, who)

    def ways(self, table: Table, who: PlayerId) -> Iterator[DriveOff]:
        if who not in state_of(table).wagons:
            return
        numbers, free = card(table, who).drives_off, free_places(table)
        for edge in state_of(table).barbarians:
            if clear(check_beside(table, who, edge)):
                for die in FACES:
                    where = free if die in numbers else (None,)
                    yield from (DriveOff(who, edge, die, to) for to in where)


def trade_first(table: Table, old: Violation | None) -> Violation | None:
    """TB-10: the wagon moves after trading and building."""
    by = table.core.on_turn
    return soft("TB-10", "wagon.trade-first", player=by) if has_moved(table, by) else old


def pay_tolls(draft: Draft, by: PlayerId, tolls: Mapping[PlayerId, int]) -> None:
    """TB-10: gold for the roads of others; what no player gets goes to the bank."""
    takers: Mapping[PlayerId, int] = draft.value("toll_takers", by, tuple(tolls.items()))
    for taker, share in takers.items():
        gold.move(draft, by, taker, share)
    gold.pay(draft, by, sum(tolls.values()) - sum(takers.values()))


def none_worn(table: Table, old: None) -> tuple[EdgeId, ...]:
    """TB-10: every road is worth its point."""
    return ()


def owners_take(
    table: Table, old: None, by: PlayerId, tolls: tuple[tuple[PlayerId, int], ...]
) -> Mapping[PlayerId, int]:
    """TB-10: the gold for roads goes to their owners; ``tolls`` are pairs of an owner and what is owed."""
    return dict(tolls)


EVENTS: tuple[type[Event], ...] = (WagonMoved, DieRolled)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(
            Term("worn_roads", Stage.BASE, none_worn),
            Term("toll_takers", Stage.BASE, owners_take),
            Term("main_closed", Stage.TRANSFORM, trade_first),
        ),
        commands=(MoveWagonRule(), DriveOffRule()),
    ),
)
