"""The two neutral colours: where they start, and what players build for them (C2-01, C2-02, C2-04)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import CornerId, EdgeId, HexId, PlayerId, Site
from companion.engine.state import Player
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, clear, hard, soft
from companion.rules.base import setup
from companion.rules.base.building import RoadBuilt, SettlementBuilt, check_figure, check_roads
from companion.rules.base.network import check_road, geometry, road_places
from companion.rules.base.queries import (
    ROADS,
    SUPPLY,
    buildings,
    cities,
    figures_left,
    places,
    roads_left,
)
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.variants.catan_for_two.queries import neutrals, state_of
from companion.rules.variants.catan_for_two.slice import C2Event, CatanForTwo

COLOURS = ("red", "blue", "white", "orange")
"""The four sets of pieces in the box."""

ROAD = "road"
SETTLEMENT = "settlement"

MARKED: Mapping[tuple[int, ...], tuple[frozenset[HexId], ...]] = {
    (3, 4, 5, 4, 3): (
        frozenset((HexId(1), HexId(4), HexId(5))),
        frozenset((HexId(13), HexId(14), HexId(17))),
    )
}
"""By the rows of a layout, the hexes around each corner where a neutral colour starts (C2-02)."""

HANDLE = "c2.neutral_piece"
"""The step that asks for the next neutral piece that is due."""


class NeutralCommand(Command, frozen=True):
    """Base of what a player does with the pieces of a neutral colour."""

    owner: PlayerId


class PlaceNeutral(NeutralCommand, frozen=True, tag="c2.place_neutral"):
    """A neutral colour's settlement was put on the board before the set-up."""

    site: Site


class BuildNeutralRoad(NeutralCommand, frozen=True, tag="c2.build_neutral_road"):
    """The player placed a road of a neutral colour, for free."""

    edge: EdgeId


class BuildNeutralSettlement(NeutralCommand, frozen=True, tag="c2.build_neutral_settlement"):
    """The player placed a settlement of a neutral colour, for free."""

    site: Site


class NeutralDue(C2Event, frozen=True, tag="c2.neutral_due"):
    """A player has to place a piece of a neutral colour (C2-04)."""

    silent: ClassVar[bool] = True
    by: PlayerId
    piece: str

    def apply(self, state: CatanForTwo) -> CatanForTwo:
        return replace(state, due=(*state.due, (self.by, self.piece)))


class NeutralHandled(C2Event, frozen=True, tag="c2.neutral_handled"):
    """The first neutral piece that was due is asked for, or cannot be placed (C2-04)."""

    silent: ClassVar[bool] = True

    def apply(self, state: CatanForTwo) -> CatanForTwo:
        return replace(state, due=state.due[1:])


def neutral(colour: str) -> PlayerId:
    """Who owns the pieces of a colour that nobody plays."""
    return PlayerId(f"neutral_{colour}")


def colours(table: Table) -> Mapping[PlayerId, str]:
    """The colour of the pieces of each neutral owner."""
    named = {neutral(colour): colour for colour in COLOURS}
    return {owner: named[owner] for owner in neutrals(table)}


def unused_colours(players: Sequence[Player]) -> tuple[PlayerId, ...]:
    """C2-01: two sets of pieces that nobody plays."""
    taken = {player.colour for player in players}
    ids = {player.id for player in players}
    free = [neutral(colour) for colour in COLOURS if colour not in taken]
    return tuple(owner for owner in free if owner not in ids)[:2]


# --- before the set-up


def ask_for_start(draft: Draft) -> None:
    """C2-02: ask where the neutral settlements stand, as long as it is not plain."""
    if draft.slice(Base).board is None or not waiting(draft):
        return
    draft.ask("neutral_start", draft.core.on_turn, "C2-02", "c2.place_neutral")


def waiting(table: Table) -> tuple[PlayerId, ...]:
    """The neutral colours that have no settlement yet."""
    return tuple(owner for owner in neutrals(table) if not buildings(table, owner))


def check_marked(table: Table, owner: PlayerId, site: Site) -> Iterable[Violation]:
    """C2-02: the marked corners of the layout, or any where it has none, with no building next to them."""
    faults = list(setup.check_start(table, owner, site))
    yield from faults
    land = geometry(table)
    marked = MARKED.get(land.rows)
    if not faults and marked is not None and frozenset(land.corner_hexes[site]) not in marked:
        yield soft("C2-02", "neutral.not-marked", owner=owner)


def start_places(table: Table, owner: PlayerId) -> list[CornerId]:
    """Where a neutral colour may start."""
    return [corner for corner in geometry(table).corners if clear(check_marked(table, owner, corner))]


def check_owner(table: Table, owner: PlayerId, rule: str = "C2-01") -> Iterable[Violation]:
    """The owner named must be one of the neutral colours."""
    if owner not in neutrals(table):
        yield hard(rule, "neutral.no-such-colour", name=str(owner)[:40])


class PlaceNeutralRule(CommandRule[PlaceNeutral]):
    """C2-01, C2-02: one settlement for each neutral colour on a marked corner; the last goes by itself."""

    command = PlaceNeutral
    timing = Timing.ANSWER

    def at(self, table: Table, command: PlaceNeutral) -> Iterable[Violation]:
        yield from check_owner(table, command.owner)
        if command.owner in neutrals(table) and command.owner not in waiting(table):
            yield hard("C2-02", "neutral.started", owner=command.owner)
        yield from check_marked(table, command.owner, command.site)

    def apply(self, draft: Draft, command: PlaceNeutral) -> None:
        draft.emit(SettlementBuilt(command.owner, command.site))
        draft.settle("neutral_start", command.by)
        left = waiting(draft)
        sites = start_places(draft, left[0]) if left else ()
        if len(left) == len(sites) == 1:
            draft.emit(SettlementBuilt(left[0], sites[0]))
        elif left:
            ask_for_start(draft)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceNeutral]:
        corners = geometry(table).corners
        return [PlaceNeutral(who, owner, corner) for owner in waiting(table) for corner in corners]


# --- with each own piece


def with_own_road(draft: Draft, event: RoadBuilt) -> None:
    """C2-04: an own road brings a neutral one."""
    owe(draft, event.by, ROAD)


def with_own_settlement(draft: Draft, event: SettlementBuilt) -> None:
    """C2-04: an own settlement brings a neutral one."""
    owe(draft, event.by, SETTLEMENT)


def owe(draft: Draft, by: PlayerId, piece: str, step: str = HANDLE) -> None:
    """C2-04: after the set-up the builder places a neutral piece too; ``step`` asks for it."""
    if by in draft.core.ids and setup.over(draft):
        draft.emit(NeutralDue(by, piece))
        draft.plan(step)


def next_due(draft: Draft) -> tuple[PlayerId, str] | None:
    """Who places which piece next; it is then no longer due."""
    if not state_of(draft).due:
        return None
    found = state_of(draft).due[0]
    draft.emit(NeutralHandled())
    return found


def ask_for_piece(draft: Draft) -> None:
    """C2-04: ask for the piece that is due, for a road where it cannot be placed, or for nothing."""
    due = next_due(draft)
    if due is None:
        return
    who, piece = due
    if piece == SETTLEMENT and any(settlement_places(draft, owner) for owner in neutrals(draft)):
        draft.ask("neutral_settlement", who, "C2-04", "c2.build_neutral_settlement")
    else:
        ask_for_road(draft, who)


def ask_for_road(draft: Draft, who: PlayerId, rule: str = "C2-04") -> None:
    """C2-04: ask for a neutral road, if one can be placed."""
    if any(free_edges(draft, owner) for owner in neutrals(draft)):
        draft.ask("neutral_road", who, rule, "c2.build_neutral_road")


def settlement_places(table: Table, owner: PlayerId) -> list[Site]:
    """Where a neutral colour may have a settlement, by its supply and the rules of building."""
    if not clear(check_figure(table, owner, BuildingKind.SETTLEMENT)):
        return []
    known = places(table)
    return [site for site in known.free(table, owner) if clear(known.check_settlement(table, owner, site))]


def free_edges(table: Table, owner: PlayerId) -> Sequence[EdgeId]:
    """Where a neutral colour may have a road, by its supply and the rules of building."""
    return road_places(table, owner) if clear(check_roads(table, owner)) else ()


N = TypeVar("N", bound=NeutralCommand)


class NeutralRule(CommandRule[N], Generic[N]):
    """C2-04: the answer that puts a piece of either neutral colour where that colour could have it."""

    timing = Timing.ANSWER
    question: ClassVar[str]
    rule: ClassVar[str] = "C2-01"

    def at(self, table: Table, command: N) -> Iterable[Violation]:
        faults = list(check_owner(table, command.owner, self.rule))
        yield from faults
        if not faults:
            yield from self.conditions(table, command)

    def conditions(self, table: Table, command: N) -> Iterable[Violation]:
        """What a player who builds such a piece has to keep to."""
        raise NotImplementedError

    def built(self, command: N) -> Event:
        """The piece on the board."""
        raise NotImplementedError

    def spots(self, table: Table, owner: PlayerId) -> Iterable[str]:
        """Where the colour may have such a piece."""
        raise NotImplementedError

    def apply(self, draft: Draft, command: N) -> None:
        draft.emit(self.built(command))
        draft.settle(self.question, command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[N]:
        command: type[Any] = self.command
        return [command(who, owner, at) for owner in neutrals(table) for at in self.spots(table, owner)]


class BuildNeutralRoadRule(NeutralRule[BuildNeutralRoad]):
    """C2-04, B-50: a road."""

    command = BuildNeutralRoad
    question = "neutral_road"

    def conditions(self, table: Table, command: BuildNeutralRoad) -> Iterable[Violation]:
        yield from check_roads(table, command.owner)
        yield from check_road(table, command.owner, command.edge)

    def built(self, command: BuildNeutralRoad) -> Event:
        return RoadBuilt(command.owner, command.edge)

    def spots(self, table: Table, owner: PlayerId) -> Iterable[EdgeId]:
        return road_places(table, owner)


class BuildNeutralSettlementRule(NeutralRule[BuildNeutralSettlement]):
    """C2-04, B-51: a settlement."""

    command = BuildNeutralSettlement
    question = "neutral_settlement"

    def conditions(self, table: Table, command: BuildNeutralSettlement) -> Iterable[Violation]:
        yield from check_figure(table, command.owner, BuildingKind.SETTLEMENT)
        yield from places(table).check_settlement(table, command.owner, command.site)

    def built(self, command: BuildNeutralSettlement) -> Event:
        return SettlementBuilt(command.owner, command.site)

    def spots(self, table: Table, owner: PlayerId) -> Iterable[Site]:
        return places(table).free(table, owner)


def supply_kept(table: Table) -> Iterable[str]:
    """B-05, C2-04: no neutral colour has more pieces on the board than in the box, and none has a city."""
    for owner in neutrals(table):
        if cities(table, owner):
            yield f"{owner} has a city"
        settlements = figures_left(table, owner, BuildingKind.SETTLEMENT)
        if not 0 <= settlements <= SUPPLY[BuildingKind.SETTLEMENT]:
            yield f"{owner}: {settlements} settlements left"
        if not 0 <= roads_left(table, owner) <= ROADS:
            yield f"{owner}: {roads_left(table, owner)} roads left"


COMMANDS = (PlaceNeutralRule(), BuildNeutralRoadRule(), BuildNeutralSettlementRule())


EVENTS: tuple[type[Event], ...] = (
    NeutralDue,
    NeutralHandled,
)
