"""The wagons: where they start, and what a better one costs (TB-02, TB-13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Invariant, Part, PointSource, Reaction
from companion.engine.ids import PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard
from companion.rules.base import setup
from companion.rules.base.building import CityBuilt
from companion.rules.base.goods import Bag
from companion.rules.base.network import geometry
from companion.rules.base.purse import purse
from companion.rules.base.queries import laid
from companion.rules.scenarios.traders_barbarians.box import TOP, WagonCard, box
from companion.rules.scenarios.traders_barbarians.slice import RoadEvent, TradersBarbarians, TradersEvent


class UpgradeWagon(Command, frozen=True, tag="tb.upgrade_wagon"):
    """The player turned up the next wagon card and paid for it."""


class WagonUpgraded(TradersEvent, frozen=True, tag="tb.wagon_upgraded"):
    """A wagon has a level."""

    by: PlayerId
    level: int

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(state, levels=changed(state.levels, self.by, self.level))


class WagonPlaced(RoadEvent, frozen=True, tag="tb.wagon_placed"):
    """A wagon stands at its start."""

    silent: ClassVar[bool] = True

    by: PlayerId
    corner: Site

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(state, wagons=changed(state.wagons, self.by, self.corner))


def state_of(table: Table) -> TradersBarbarians:
    """This module's slice of the state."""
    return table.slice(TradersBarbarians)


def level(table: Table, player: PlayerId) -> int:
    """TB-13: the level of a player's wagon, 1 to 5."""
    return state_of(table).levels.get(player, 1)


def card(table: Table, player: PlayerId) -> WagonCard:
    """TB-13: the wagon card that lies open before a player."""
    return box().wagons[level(table, player) - 1]


def price(table: Table, player: PlayerId) -> Bag:
    """TB-13: what the next wagon card costs; nothing where there is none."""
    reached = level(table, player)
    return box().wagons[reached].cost if reached < TOP else {}


def wagon_points(table: Table, player: PlayerId) -> int:
    """TB-13: the last card is 1 point."""
    return int(level(table, player) == TOP)


class UpgradeWagonRule(CommandRule[UpgradeWagon]):
    """TB-13: one card after the other, for the cost on it."""

    command = UpgradeWagon

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if level(table, who) >= TOP:
            yield hard("TB-13", "wagon.at-top", player=who)
        yield from purse(table).check(table, who, price(table, who), "TB-13")

    def certainty(self, table: Table, command: UpgradeWagon) -> Certainty:
        return purse(table).certainty(table, command.by, price(table, command.by))

    def apply(self, draft: Draft, command: UpgradeWagon) -> None:
        purse(draft).pay(draft, command.by, price(draft, command.by))
        draft.emit(WagonUpgraded(command.by, level(draft, command.by) + 1))

    def forms(self, table: Table, who: PlayerId) -> Iterable[UpgradeWagon]:
        return (UpgradeWagon(who),)


def at_city(draft: Draft, event: CityBuilt) -> None:
    """TB-02: the wagon starts at the city of the set-up."""
    if event.by in draft.core.ids and event.by not in state_of(draft).wagons and not setup.over(draft):
        draft.emit(WagonPlaced(event.by, event.site))


def wagons_kept(table: Table) -> Iterable[str]:
    """TB-13: every wagon has a level and stands on a corner of the board."""
    state = state_of(table)
    for player, reached in state.levels.items():
        if not 1 <= reached <= TOP:
            yield f"the wagon of {player} has level {reached}"
    for player, corner in state.wagons.items():
        if not laid(table) or corner not in geometry(table).point:
            yield f"the wagon of {player} stands at {corner}"


EVENTS: tuple[type[Event], ...] = (WagonUpgraded, WagonPlaced)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(UpgradeWagonRule(),),
        points=(PointSource("wagon", RuleId("TB-13"), wagon_points),),
        invariants=(Invariant("tb.wagons", wagons_kept),),
    ),
    Part(needs=frozenset({Aspect.PLACES}), reactions=(Reaction(CityBuilt, at_city),)),
)
