"""How wagons, cargo and barbarians lie on the table, by its own word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.development.play import development
from companion.rules.base.facts.development import development_now, in_deck
from companion.rules.base.goods import readable
from companion.rules.base.network import geometry, no_corner, no_edge
from companion.rules.base.queries import laid
from companion.rules.base.stating import StateRule, stating
from companion.rules.scenarios.traders_barbarians.barbarians import BarbariansStationed
from companion.rules.scenarios.traders_barbarians.box import TOP, box, cargoes
from companion.rules.scenarios.traders_barbarians.cards import SWIFT_JOURNEY
from companion.rules.scenarios.traders_barbarians.cargo import carried, delivered
from companion.rules.scenarios.traders_barbarians.slice import RoadEvent, TradersBarbarians, TradersEvent
from companion.rules.scenarios.traders_barbarians.wagons import (
    WagonPlaced,
    WagonUpgraded,
    level,
    state_of,
)

MOST_DELIVERED = 20
"""The most that can be entered."""


class StateDelivered(Command, frozen=True, tag="tb.state_delivered"):
    """A player has delivered so often."""

    player: PlayerId
    count: int


class StateUpgrades(Command, frozen=True, tag="tb.state_upgrades"):
    """This many cards lie on the first one of a player's wagon."""

    player: PlayerId
    count: int


class StateWagon(Command, frozen=True, tag="tb.state_wagon"):
    """A player's wagon stands on this corner, or is not on the board."""

    player: PlayerId
    corner: Site | None = None


class StateCargo(Command, frozen=True, tag="tb.state_cargo"):
    """A player's wagon carries this cargo, or none."""

    player: PlayerId
    cargo: str | None = None


class StateBarbarians(Command, frozen=True, tag="tb.state_barbarians"):
    """The barbarians stand on these edges."""

    edges: tuple[EdgeId, ...]


class DeliveredStated(TradersEvent, frozen=True, tag="tb.delivered_stated"):
    """A player has delivered so often."""

    silent: ClassVar[bool] = True

    by: PlayerId
    count: int

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(state, delivered=changed(state.delivered, self.by, self.count))


class WagonGone(RoadEvent, frozen=True, tag="tb.wagon_gone"):
    """A wagon is not on the board."""

    silent: ClassVar[bool] = True

    by: PlayerId

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(state, wagons=without(state.wagons, self.by))


class CargoStated(RoadEvent, frozen=True, tag="tb.cargo_stated"):
    """What a player's wagon carries."""

    silent: ClassVar[bool] = True

    by: PlayerId
    cargo: str | None

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        if self.cargo is None:
            return replace(state, cargo=without(state.cargo, self.by))
        return replace(state, cargo=changed(state.cargo, self.by, self.cargo))


def counted(
    table: Table, player: PlayerId, count: int, most: int, rule: str, text: str
) -> Iterable[Violation]:
    """A player of the game, and no more than there can be."""
    if player not in table.core.ids:
        yield no_player(player)
    elif not 0 <= count <= most:
        yield hard(rule, text, count=readable(count), needed=most)


class StateDeliveredRule(StateRule):
    """TB-12: a number of turned cards."""

    command = StateDelivered

    def at(self, table: Table, command: StateDelivered) -> Iterable[Violation]:
        return counted(table, command.player, command.count, MOST_DELIVERED, "TB-12", "cargo.not-so-many")

    def apply(self, draft: Draft, command: StateDelivered) -> None:
        draft.emit(DeliveredStated(command.player, command.count))


class StateUpgradesRule(StateRule):
    """TB-13: four cards at most lie on the first one."""

    command = StateUpgrades

    def at(self, table: Table, command: StateUpgrades) -> Iterable[Violation]:
        return counted(table, command.player, command.count, TOP - 1, "TB-13", "wagon.not-so-often")

    def apply(self, draft: Draft, command: StateUpgrades) -> None:
        draft.emit(WagonUpgraded(command.player, command.count + 1))


class StateWagonRule(StateRule):
    """TB-10: a corner of the board, the middle of a destination included, or none."""

    command = StateWagon

    def at(self, table: Table, command: StateWagon) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        elif not laid(table):
            yield hard("B-08", "board.not-laid")
        elif command.corner is not None and command.corner not in geometry(table).neighbours:
            yield no_corner(table, command.corner)

    def apply(self, draft: Draft, command: StateWagon) -> None:
        if command.corner is None:
            draft.emit(WagonGone(command.player))
        else:
            draft.emit(WagonPlaced(command.player, command.corner))


class StateCargoRule(StateRule):
    """TB-12: one of four kinds, or none."""

    command = StateCargo

    def at(self, table: Table, command: StateCargo) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        elif command.cargo is not None and command.cargo not in cargoes():
            yield hard("TB-12", "cargo.unknown", name=str(command.cargo)[:40])

    def apply(self, draft: Draft, command: StateCargo) -> None:
        draft.emit(CargoStated(command.player, command.cargo))


class StateBarbariansRule(StateRule):
    """TB-21: three at most, each on an edge of its own."""

    command = StateBarbarians

    def at(self, table: Table, command: StateBarbarians) -> Iterable[Violation]:
        if not laid(table):
            yield hard("B-08", "board.not-laid")
            return
        if len(command.edges) > len(box().barbarians):
            yield hard("TB-01", "traders.too-many", count=len(command.edges), needed=len(box().barbarians))
        for edge, times in Counter(command.edges).items():
            if edge not in geometry(table).ends:
                yield no_edge(table, edge)
            elif times > 1:
                yield hard("TB-21", "barbarian.taken", place=edge)

    def apply(self, draft: Draft, command: StateBarbarians) -> None:
        draft.emit(BarbariansStationed(command.edges))


def _carries(kind: str, table: Table, player: PlayerId) -> int:
    return int(carried(table, player) == kind)


def _load(kind: str, table: Table, player: PlayerId, value: int) -> StateCargo:
    return StateCargo(player, player, kind if value else None)


def _journeys(table: Table, player: PlayerId) -> int:
    return development(table).played.get(player, {}).get(SWIFT_JOURNEY.name, 0)


SCORE = (
    Fact(
        "delivery",
        delivered,
        lambda table, player, count: StateDelivered(player, player, count),
        most=MOST_DELIVERED,
    ),
    Fact(
        "upgrade",
        lambda table, player: level(table, player) - 1,
        lambda table, player, count: StateUpgrades(player, player, count),
        most=TOP - 1,
    ),
)
PLACES = (
    Fact(
        "wagon",
        lambda table, player: tuple(filter(None, (state_of(table).wagons.get(player),))),
        lambda table, player, corners: StateWagon(player, player, corners[-1] if corners else None),
        FactSort.CORNERS,
    ),
    *(
        Fact(f"cargo_{kind}", partial(_carries, kind), partial(_load, kind), FactSort.FLAG)
        for kind in ("marble", "glass", "sand", "tools")
    ),
    Fact(
        "barbarian",
        lambda table, player: state_of(table).barbarians,
        lambda table, player, edges: StateBarbarians(player, tuple(edges)),
        FactSort.EDGES,
        most=3,
        shared=True,
    ),
    Fact(
        f"played_{SWIFT_JOURNEY.name}",
        _journeys,
        stating(development_now, "played", SWIFT_JOURNEY.name),
        most=SWIFT_JOURNEY.copies,
        wanted=partial(in_deck, SWIFT_JOURNEY.name),
    ),
)

EVENTS: tuple[type[Event], ...] = (DeliveredStated, WagonGone, CargoStated)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(StateDeliveredRule(), StateUpgradesRule()),
        facts=SCORE,
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(StateWagonRule(), StateCargoRule(), StateBarbariansRule()),
        facts=PLACES,
    ),
)
