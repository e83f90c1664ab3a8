"""Who has how much gold: getting it, paying it, and how much there is at the beginning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import Audit, Invariant, Part, Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice, changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.goods import readable
from companion.rules.gold.slice import Gold, GoldEvent

BOX = 25 + 15 * 5
"""RI-01: the gold in the box: 25 pieces of one and 15 of five."""


class GoldGot(GoldEvent, frozen=True, tag="gold.got"):
    """A player gets gold."""

    by: PlayerId
    count: int

    def apply(self, state: Gold) -> Gold:
        return replace(state, held=changed(state.held, self.by, state.held.get(self.by, 0) + self.count))


class GoldPaid(GoldEvent, frozen=True, tag="gold.paid"):
    """A player pays gold."""

    by: PlayerId
    count: int

    def apply(self, state: Gold) -> Gold:
        return replace(state, held=changed(state.held, self.by, state.held.get(self.by, 0) - self.count))


class GoldMoved(GoldEvent, frozen=True, tag="gold.moved"):
    """Gold goes from one player to another."""

    giver: PlayerId
    by: PlayerId
    count: int

    def apply(self, state: Gold) -> Gold:
        left = changed(state.held, self.giver, state.held.get(self.giver, 0) - self.count)
        return replace(state, held=changed(left, self.by, left.get(self.by, 0) + self.count))


def state_of(table: Table) -> Gold:
    """This module's slice of the state."""
    return table.slice(Gold)


def held(table: Table, player: PlayerId) -> int:
    """The gold of a player."""
    return state_of(table).held.get(player, 0)


def rule(table: Table) -> str:
    """The id of the rule of this game that says what gold does."""
    found: str = table.value("gold_rule")
    return found


def get(draft: Draft, player: PlayerId, count: int) -> None:
    """A player gets so much gold from the bank."""
    if count:
        draft.emit(GoldGot(player, count))


def pay(draft: Draft, player: PlayerId, count: int) -> None:
    """A player pays so much gold to the bank; no more than is there, whatever the table has let stand."""
    count = min(count, held(draft, player))
    if count:
        draft.emit(GoldPaid(player, count))


def move(draft: Draft, giver: PlayerId, taker: PlayerId, count: int) -> None:
    """Gold goes from one player to another; no more than is there."""
    count = min(count, held(draft, giver))
    if count:
        draft.emit(GoldMoved(giver, taker, count))


def check_gold(table: Table, player: PlayerId, count: int, by_rule: str = "") -> Iterable[Violation]:
    """Why a player cannot pay this much gold, by the rule of gold or another one."""
    there = held(table, player)
    if there < count:
        yield soft(by_rule or rule(table), "gold.too-little", player=player, count=there, needed=count)


def check_amount(table: Table, count: int, least: int = 0) -> Iterable[Violation]:
    """What stands against saying that there is so much gold, or that so much changes hands."""
    if count > BOX:
        yield hard(rule(table), "gold.too-much", count=readable(count), needed=BOX)
    elif count < least:
        yield hard(rule(table), "gold.not-so-few", count=readable(count), needed=least)


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """What everyone begins with in this scenario."""
    return Gold(held=dict.fromkeys([player.id for player in players], table.value("gold_at_start") or 0))


def too_much(table: Table) -> Iterable[Violation]:
    """More gold before all together than the box has, which the table may have made up for."""
    count = sum(state_of(table).held.values())
    if count > BOX:
        yield soft(rule(table), "fit.gold", count=count, box=BOX)


def gold_kept(table: Table) -> Iterable[str]:
    """Nobody has less than none."""
    amounts: Mapping[PlayerId, int] = state_of(table).held
    yield from (f"{player} has {count} gold" for player, count in amounts.items() if count < 0)


EVENTS: tuple[type[Event], ...] = (GoldGot, GoldPaid, GoldMoved)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("gold_at_start", Stage.BASE, lambda table, old: 0),
            Term("gold_rule", Stage.BASE, lambda table, old: "B-42"),
        ),
        invariants=(Invariant("gold.held", gold_kept),),
    ),
    Part(needs=frozenset({Aspect.PLACES}), audits=(Audit("gold.box", too_much),)),
)
