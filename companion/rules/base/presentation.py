"""What the base game has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Part
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.rules.base import alerts
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.development.play import development
from companion.rules.base.hands import CardsGained
from companion.rules.base.longest_road import MINIMUM, ClaimLongestRoad, LongestRoadHeld, longest_claim
from companion.rules.base.motion import LONGEST_ROAD
from companion.rules.base.queries import ROADS, SUPPLY, buildings, in_play, laid, roads_used
from companion.rules.base.roll import Produced, SevenRolled, total
from companion.rules.base.slice import Award, Base, BuildingKind
from companion.rules.base.turn import EndTurn
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Counter,
    Holding,
    Line,
    Message,
    Piece,
    Pieces,
    Rank,
    RollLines,
    Words,
    first,
)

FIGURES = {BuildingKind.SETTLEMENT: "settlement", BuildingKind.CITY: "city"}

TAKE_CARDS = "result.take-cards"
"""What a roll without a board says: people see for themselves what they get."""


def _buildings(table: Table) -> Iterator[Piece]:
    for site, building in table.slice(Base).buildings.items():
        yield Piece(site, FIGURES[building.kind], building.owner)


def _roads(table: Table) -> Iterator[Piece]:
    for edge, owner in table.slice(Base).roads.items():
        yield Piece(edge, "road", owner)


def _count(kind: BuildingKind, table: Table, player: PlayerId) -> int:
    return len(buildings(table, player, kind))


def _road_count(table: Table, player: PlayerId) -> int:
    return roads_used(table, player)


def _road(player: PlayerId) -> Command:
    return BuildRoad(player, EdgeId(""))


def _build_road(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_build_road", "road", takes=BuildRoad)


def _build(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_settlement", "settlement", begins=BuildSettlement(player))
    yield Action("do_city", "city", begins=BuildCity(player))


def _longest_road(table: Table, player: PlayerId) -> Iterator[Action]:
    if in_play(table, Award.LONGEST_ROAD):
        yield Action("do_road", "road", "points.longest_road", section="road")


def _claim(table: Table, player: PlayerId) -> Iterator[Action]:
    """The lengths that would take or keep Longest Road, as many as there is room for."""
    shortest = max(MINIMUM, table.slice(Base).road_length + 1)
    for length in range(shortest, min(longest_claim(table), shortest + ROADS - MINIMUM) + 1):
        yield Action(f"road_{length}", "", str(length), (ClaimLongestRoad(player, length),))
    yield Action("do_cut", "people", "deed.road_cut", screen="road")


def _end_turn(table: Table, player: PlayerId) -> Iterator[Action]:
    if table.core.on_turn == player and table.core.phase is Phase.AFTER_ROLL:
        yield Action("do_end", "forward", "deed.end_turn", (EndTurn(player),))


def _roll(table: Table, events: Sequence[Event], before: Sequence[Line]) -> Iterator[Line]:
    """What everyone may keep on a 7, or who takes which cards."""
    yield from before
    seven, produced = first(SevenRolled, events), first(Produced, events)
    number = total(table)
    if seven is not None:
        limits = tuple((player, f">{limit}") for player, limit in seven.limits.items())
        yield Line("robber", Words("result.discard-half"), tone="warn", values=limits, to_do=True)
    elif produced is not None:
        yield from _production(table, number, produced, events)
    elif number not in (0, 7) and not laid(table):
        # on a board what is asked first holds the rest of the roll up: nobody takes or returns cards yet
        yield Line("roll", Words(TAKE_CARDS, {"sum": number}))


def _production(table: Table, number: int, produced: Produced, events: Sequence[Event]) -> Iterator[Line]:
    """Who takes what, in turn order; what the bank lacks; what somebody takes besides."""
    if not produced.gains:
        yield Line("roll", Words("result.no-cards", {"sum": number}))
    for player in table.core.in_turn_order():
        cards = produced.gains.get(player)
        if cards:
            yield Line(people=(player,), goods=cards)
    if produced.short:
        yield Line("warning", Words("result.bank-short", {"goods": produced.short}), tone="warn")
    for event in events:
        if isinstance(event, CardsGained):
            yield Line("up", people=(event.by,), goods=event.cards)


SCORE = (
    Holding("road", lambda table, player: int(table.slice(Base).longest_road == player), award=True),
    Counter(
        "settlement",
        SUPPLY[BuildingKind.SETTLEMENT],
        partial(_count, BuildingKind.SETTLEMENT),
        BuildSettlement,
    ),
    Counter("city", SUPPLY[BuildingKind.CITY], partial(_count, BuildingKind.CITY), BuildCity),
    Actions(_build),
    Actions(_end_turn, Rank.END),
    Message(LongestRoadHeld),
    LONGEST_ROAD,
    Message(SevenRolled, "warn", lambda seven: not seven.robber_moves),
    Pieces("corner", _buildings, tuple(FIGURES.values())),
    RollLines(_roll),
)
NO_PLACES = (Actions(_longest_road, Rank.AWARDS), Actions(_claim, section="road"))
PLACES = (
    Holding("army", lambda table, player: int(development(table).largest_army == player), award=True),
    Pieces("edge", _roads, ("road",)),
    Actions(_build_road, Rank.ROADS),
    Counter("road", ROADS, _road_count, _road, Rank.ROADS, spare=True),
)


PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), presentation=(*SCORE, alerts.SEVEN)),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), presentation=NO_PLACES),
    Part(needs=frozenset({Aspect.PLACES}), presentation=PLACES),
)
