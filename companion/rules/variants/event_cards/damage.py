"""Damaged roads (EV-12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.building import BuildSettlement, Priced, RoadMoved, RoadRemoved
from companion.rules.base.facts.pieces import PiecesStated
from companion.rules.base.goods import PRICES
from companion.rules.base.network import geometry, no_edge
from companion.rules.base.queries import road_pieces
from companion.rules.base.slice import Base
from companion.rules.variants.event_cards.deck import state_of
from companion.rules.variants.event_cards.slice import EventCards, EventCardsEvent


class DamageRoad(Command, frozen=True, tag="ev.damage_road"):
    """The player turned an own road sideways."""

    edge: EdgeId


class RepairRoad(Command, frozen=True, tag="ev.repair_road"):
    """The player turned a damaged road straight again, and paid for it."""

    edge: EdgeId


class TellRelaid(Command, frozen=True, tag="ev.tell_relaid"):
    """The table says how a damaged road lies that its owner has laid anew."""

    sideways: bool


class RoadDamaged(EventCardsEvent, frozen=True, tag="ev.road_damaged"):
    """EV-12: a road lies sideways."""

    by: PlayerId
    edge: EdgeId

    def apply(self, state: EventCards) -> EventCards:
        return replace(state, damaged=(*state.damaged, self.edge))


class RoadRepaired(EventCardsEvent, frozen=True, tag="ev.road_repaired"):
    """EV-12: a road lies straight again, or was taken off the board."""

    by: PlayerId
    edge: EdgeId
    removed: bool = False

    @property
    def variant(self) -> str:
        return "removed" if self.removed else ""

    def apply(self, state: EventCards) -> EventCards:
        return replace(state, damaged=tuple(edge for edge in state.damaged if edge != self.edge))


def damaged(table: Table, owner: PlayerId) -> list[EdgeId]:
    """The player's roads that lie sideways."""
    own = table.slice(Base).roads
    return [edge for edge in state_of(table).damaged if own.get(edge) == owner]


def undamaged(table: Table, owner: PlayerId) -> list[EdgeId]:
    """The player's roads that lie straight."""
    return [edge for edge in road_pieces(table, owner) if edge not in state_of(table).damaged]


def check_own(table: Table, by: PlayerId, edge: EdgeId) -> Iterable[Violation]:
    """An own road of the player."""
    if edge not in geometry(table).ends:
        yield no_edge(table, edge)
    elif edge not in road_pieces(table, by):
        yield hard("EV-12", "damage.not-own", player=by)


class DamageRoadRule(CommandRule[DamageRoad]):
    """EV-12: one own road, and one that lies straight."""

    command = DamageRoad
    timing = Timing.ANSWER

    def at(self, table: Table, command: DamageRoad) -> Iterable[Violation]:
        yield from check_own(table, command.by, command.edge)
        if command.edge in state_of(table).damaged:
            yield hard("EV-12", "damage.already", player=command.by)

    def apply(self, draft: Draft, command: DamageRoad) -> None:
        draft.emit(RoadDamaged(command.by, command.edge))
        draft.settle("damage_road", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[DamageRoad]:
        return [DamageRoad(who, edge) for edge in road_pieces(table, who)]


class RepairRoadRule(Priced[RepairRoad]):
    """EV-12: brick and lumber, as for a road."""

    command = RepairRoad
    rule = "EV-12"
    cost = PRICES["road"]

    def at(self, table: Table, command: RepairRoad) -> Iterable[Violation]:
        faults = list(check_own(table, command.by, command.edge))
        yield from faults
        if not faults and command.edge not in state_of(table).damaged:
            yield hard("EV-12", "damage.none", player=command.by)

    def apply(self, draft: Draft, command: RepairRoad) -> None:
        self.pay(draft, command.by)
        draft.emit(RoadRepaired(command.by, command.edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[RepairRoad]:
        return [RepairRoad(who, edge) for edge in damaged(table, who)]


def no_new_roads(table: Table, old: Collection[Violation], owner: PlayerId) -> Collection[Violation]:
    """EV-12: no new road, paid for or free, while an own one is damaged."""
    if damaged(table, owner):
        return [*old, soft("EV-12", "damage.repair-first", player=owner)]
    return old


def reached_soundly(table: Table, command: BuildSettlement) -> Iterable[Violation]:
    """EV-12: in the edition that says so, a damaged road alone leads to no settlement."""
    if table.option("damaged_road") != "no_settlement" or not state_of(table).damaged:
        return
    own = table.slice(Base).roads
    around = geometry(table).corner_edges.get(command.site or Site(""), ())
    ways = [edge for edge in around if own.get(edge) == command.by]
    if ways and all(edge in state_of(table).damaged for edge in ways):
        yield soft("EV-12", "damage.no-settlement", player=command.by)


def damage_gone(draft: Draft, event: RoadRemoved) -> None:
    """EV-12: a road that is taken off the board is damaged no longer."""
    if event.edge in state_of(draft).damaged:
        draft.emit(RoadRepaired(event.by, event.edge, removed=True))


def damage_stated(draft: Draft, event: PiecesStated) -> None:
    """EV-12: a road that does not lie on the table, by its word, is damaged no longer."""
    laid = draft.slice(Base).roads
    for edge in state_of(draft).damaged:
        if edge not in laid:
            draft.emit(RoadRepaired(event.player, edge, removed=True))


def ask_of_relaid(draft: Draft, event: RoadMoved) -> None:
    """EV-12: how a damaged road lies that was laid anew is for the table to say; the rules are silent."""
    if event.edge in state_of(draft).damaged:
        draft.emit(RoadRepaired(event.by, event.edge, removed=True))
        draft.ask("relaid_road", event.by, "EV-12", "ev.tell_relaid", edge=event.to)


class TellRelaidRule(CommandRule[TellRelaid]):
    """EV-12: sideways again, or straight."""

    command = TellRelaid
    timing = Timing.ANSWER

    def apply(self, draft: Draft, command: TellRelaid) -> None:
        question = draft.question("relaid_road", command.by)
        assert question is not None
        if command.sideways:
            draft.emit(RoadDamaged(command.by, EdgeId(str(question.params["edge"]))))
        draft.settle("relaid_road", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TellRelaid]:
        return [TellRelaid(who, sideways) for sideways in (True, False)]


def damage_kept(table: Table) -> list[str]:
    """EV-12: only roads on the board are damaged, each once."""
    state, laid = state_of(table), table.slice(Base).roads
    wrong = [f"no road at {edge} to be damaged" for edge in state.damaged if edge not in laid]
    return wrong + ["a road is damaged twice"] * (len(set(state.damaged)) < len(state.damaged))


EVENTS: tuple[type[Event], ...] = (
    RoadDamaged,
    RoadRepaired,
)
