"""The barbarians on paths and roads: where they start, and where a 7 sends one (TB-01, TB-21, TB-22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Invariant, Part, Reaction, Step, Timing
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, clear, hard, no_player, soft
from companion.rules.base.facts.robber import StateRobber
from companion.rules.base.network import geometry, no_edge
from companion.rules.base.queries import laid
from companion.rules.base.robber import MoveRobber, certainty_of_robbing, check_card, take_card
from companion.rules.base.roll import total
from companion.rules.base.setup import BoardLaid
from companion.rules.base.slice import Base
from companion.rules.scenarios.traders_barbarians.box import box
from companion.rules.scenarios.traders_barbarians.slice import RoadEvent, TradersBarbarians
from companion.rules.scenarios.traders_barbarians.wagons import state_of

SEVEN = 7

Raid = tuple[EdgeId, EdgeId, PlayerId | None]
"""A barbarian, where it goes, and from whom a card is drawn."""


class MoveBarbarian(Command, frozen=True, tag="tb.move_barbarian"):
    """The player moved a barbarian to another path or road, and drew a card from the road's owner; ``card``
    if the table saw it."""

    barbarian: EdgeId
    to: EdgeId
    victim: PlayerId | None = None
    card: str | None = None


class BarbariansStationed(RoadEvent, frozen=True, tag="tb.barbarians_placed"):
    """The barbarians stand on these edges."""

    edges: tuple[EdgeId, ...]

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(state, barbarians=self.edges)


class BarbarianMoved(RoadEvent, frozen=True, tag="tb.barbarian_moved"):
    """A barbarian stands on another edge."""

    by: PlayerId
    barbarian: EdgeId
    to: EdgeId

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        moved = tuple(self.to if edge == self.barbarian else edge for edge in state.barbarians)
        return replace(state, barbarians=moved)


def start(draft: Draft, event: BoardLaid) -> None:
    """TB-01: three barbarians, each between two hexes."""
    land = event.board.geometry
    edges = [
        edge
        for one, other in box().barbarians
        for edge in land.edges
        if set(land.edge_hexes[edge]) == {one, other}
    ]
    draft.emit(BarbariansStationed(tuple(edges)))


def free_places(table: Table) -> Sequence[EdgeId]:
    """TB-20, TB-22: paths and roads without a barbarian."""
    taken = state_of(table).barbarians
    return [edge for edge in geometry(table).edges if edge not in taken]


def check_barbarian(table: Table, edge: EdgeId) -> Iterable[Violation]:
    """A barbarian stands there."""
    if edge not in geometry(table).ends:
        yield no_edge(table, edge)
    elif edge not in state_of(table).barbarians:
        yield hard("TB-20", "barbarian.not-here", place=edge)


def check_place(table: Table, edge: EdgeId | None, rule: str) -> Iterable[Violation]:
    """TB-21: an edge of the board where no barbarian stands."""
    if edge is None:
        yield hard(rule, "place.missing")
    elif edge not in geometry(table).ends:
        yield no_edge(table, edge)
    elif edge in state_of(table).barbarians:
        yield hard("TB-21", "barbarian.taken", place=edge)


def robbed(table: Table, by: PlayerId, to: EdgeId) -> PlayerId | None:
    """TB-22: the opponent whose road lies there, unless it is known that he has no card."""
    owner = table.slice(Base).roads.get(to)
    if owner is None or owner == by or owner not in table.core.ids:
        return None
    hands = table.slice(Base).hands
    return owner if not hands.counted or hands.total(owner) > 0 else None


def check_raid(
    table: Table,
    by: PlayerId,
    barbarian: EdgeId,
    to: EdgeId,
    victim: PlayerId | None,
    card: str | None,
    rule: str,
) -> Iterable[Violation]:
    """TB-22: a barbarian goes to another edge, and its road's owner loses a card."""
    faults = [*check_barbarian(table, barbarian), *check_place(table, to, rule)]
    yield from faults
    if not faults:
        yield from check_victim(table, by, to, victim, card, rule)


def check_victim(
    table: Table, by: PlayerId, to: EdgeId, victim: PlayerId | None, card: str | None, rule: str
) -> Iterable[Violation]:
    """TB-22: whom a barbarian robs at its new edge, and of what."""
    owner = robbed(table, by, to)
    if victim is None:
        if card is not None:
            yield hard(rule, "robber.card-of-nobody")
        if owner is not None and table.slice(Base).hands.counted:
            yield soft(rule, "barbarian.victim-missing", player=by, victim=owner)
        return
    if victim not in table.core.ids:
        yield no_player(victim)
        return
    if victim == by:
        yield hard(rule, "player.not-an-opponent", player=by)
    elif victim != owner:
        yield soft(rule, "barbarian.no-victim", victim=victim)
    yield from check_card(table, victim, card, rule)


def raid(
    draft: Draft, by: PlayerId, barbarian: EdgeId, to: EdgeId, victim: PlayerId | None, card: str | None
) -> None:
    """TB-22: the barbarian goes there, and a card from hand to hand."""
    draft.emit(BarbarianMoved(by, barbarian, to))
    if victim is not None:
        take_card(draft, by, victim, card)


def raids(table: Table, by: PlayerId) -> Iterator[Raid]:
    """TB-22: all that ``check_raid`` allows, of cards that nobody saw. Whose the road is decides, whichever
    it is, so one road of each owner is looked at."""
    places = [(to, robbed(table, by, to)) for to in free_places(table)]
    one_of = {victim: to for to, victim in places}
    fit = {
        victim for victim, to in one_of.items() if clear(check_victim(table, by, to, victim, None, "TB-22"))
    }
    for barbarian in state_of(table).barbarians:
        yield from ((barbarian, to, victim) for to, victim in places if victim in fit)


def ask_for_barbarian(draft: Draft) -> None:
    """TB-22: after the discards the roller of a 7 moves a barbarian."""
    if total(draft) == SEVEN and state_of(draft).barbarians:
        draft.ask("barbarian", draft.core.on_turn, "TB-22", "tb.move_barbarian")


class MoveBarbarianRule(CommandRule[MoveBarbarian]):
    """TB-22: any barbarian to another path or road."""

    command = MoveBarbarian
    timing = Timing.ANSWER

    def at(self, table: Table, command: MoveBarbarian) -> Iterable[Violation]:
        if table.question("barbarian", command.by) is not None:
            yield from check_raid(
                table, command.by, command.barbarian, command.to, command.victim, command.card, "TB-22"
            )

    def apply(self, draft: Draft, command: MoveBarbarian) -> None:
        raid(draft, command.by, command.barbarian, command.to, command.victim, command.card)
        draft.settle("barbarian", command.by)

    def certainty(self, table: Table, command: MoveBarbarian) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.card)

    def forms(self, table: Table, who: PlayerId) -> Iterable[MoveBarbarian]:
        return self.ways(table, who)

    def ways(self, table: Table, who: PlayerId) -> Iterator[MoveBarbarian]:
        return (MoveBarbarian(who, *one) for one in raids(table, who))


def barbarians_kept(table: Table) -> Iterable[str]:
    """TB-21: barbarians stand on edges of the board, one at most on each."""
    edges = state_of(table).barbarians
    if len(set(edges)) < len(edges):
        yield f"two barbarians on one of {edges}"
    if edges and (not laid(table) or not set(edges) <= set(geometry(table).edges)):
        yield f"barbarians off the board: {edges}"


EVENTS: tuple[type[Event], ...] = (BarbariansStationed, BarbarianMoved)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        steps=(
            Step(
                "roll",
                "tb.barbarian",
                ask_for_barbarian,
                after=("base.robber",),
                before=("base.bank", "base.produce"),
            ),
        ),
        commands=(MoveBarbarianRule(),),
        withdraws=(MoveRobber, StateRobber),
        reactions=(Reaction(BoardLaid, start),),
        invariants=(Invariant("tb.barbarians", barbarians_kept),),
    ),
)
