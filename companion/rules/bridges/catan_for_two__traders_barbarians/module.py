"""What Catan for two and Traders & Barbarians change in one another (TB-40)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Part, Stage, Term
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.network import board, geometry
from companion.rules.base.slice import Base
from companion.rules.scenarios.traders_barbarians.barbarians import (
    BarbarianMoved,
    check_barbarian,
    check_place,
    free_places,
)
from companion.rules.scenarios.traders_barbarians.box import destinations
from companion.rules.scenarios.traders_barbarians.wagons import state_of
from companion.rules.variants.catan_for_two.queries import neutrals, opponent
from companion.rules.variants.catan_for_two.tokens import ChaseRobber, check_action, pay, price

AT_DESTINATION = 1
"""TB-40: tokens for a settlement beside a destination hex."""


class SendBarbarian(Command, frozen=True, tag="c2tb.send_barbarian"):
    """The player paid tokens to move a barbarian to a path."""

    barbarian: EdgeId
    to: EdgeId


class SendBarbarianRule(CommandRule[SendBarbarian]):
    """TB-40, C2-05: for the price of a token action, to a path without a road."""

    command = SendBarbarian

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_action(table, who, price(table, who))

    def at(self, table: Table, command: SendBarbarian) -> Iterable[Violation]:
        faults = [*check_barbarian(table, command.barbarian), *check_place(table, command.to, "TB-40")]
        yield from faults
        if not faults and command.to in table.slice(Base).roads:
            yield soft("TB-40", "barbarian.not-to-road")

    def apply(self, draft: Draft, command: SendBarbarian) -> None:
        pay(draft, command.by, price(draft, command.by))
        draft.emit(BarbarianMoved(command.by, command.barbarian, command.to))

    def forms(self, table: Table, who: PlayerId) -> Iterable[SendBarbarian]:
        paths = [edge for edge in free_places(table) if edge not in table.slice(Base).roads]
        return [SendBarbarian(who, one, to) for one in state_of(table).barbarians for to in paths]


def half_of_neutral(
    table: Table, old: Mapping[PlayerId, int], by: PlayerId, tolls: tuple[tuple[PlayerId, int], ...]
) -> Mapping[PlayerId, int]:
    """TB-40: of the gold for neutral roads the other player gets half, rounded up, and the bank the rest."""
    other, owed = opponent(table, by), dict(tolls)
    unowned = sum(owed.get(colour, 0) for colour in neutrals(table))
    share = (unowned + 1) // 2 + owed.get(other, 0)
    return {other: share} if share else {}


def at_destination(table: Table, old: int, site: Site) -> int:
    """TB-40: a settlement beside a destination hex brings a token, besides one for the coast."""
    terrain = board(table).terrain
    beside = any(terrain[hex] in destinations() for hex in geometry(table).corner_hexes[site])
    return old + AT_DESTINATION * beside


EVENTS: tuple[type[Event], ...] = ()

__all__ = ["EVENTS", "PARTS"]

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(
            Term("toll_takers", Stage.REPLACE, half_of_neutral),
            Term("settlement_tokens", Stage.ADD, at_destination),
        ),
        commands=(SendBarbarianRule(),),
        withdraws=(ChaseRobber,),
    ),
)
