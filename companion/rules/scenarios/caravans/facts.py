"""How the oasis lies and where the camels stand, by the table's word (CV-01, CV-04)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.goods import readable
from companion.rules.base.network import geometry, no_edge
from companion.rules.base.queries import laid
from companion.rules.base.stating import StateRule, owners
from companion.rules.base.trail import measure_only
from companion.rules.scenarios.caravans.camels import OasisTurned, camels_left, front
from companion.rules.scenarios.caravans.oasis import arrows, state_of
from companion.rules.scenarios.caravans.slice import CAMELS, CARAVANS, Caravans, CaravansEvent


class StateOasis(Command, frozen=True, tag="cv.state_oasis"):
    """How the oasis lies: as the diagram shows it, or turned by one corner."""

    turned: bool


class StateCaravan(Command, frozen=True, tag="cv.state_caravan"):
    """The camels of one of the three caravans, from the oasis to its front."""

    caravan: int
    edges: tuple[EdgeId, ...] = ()


class CaravanStated(CaravansEvent, frozen=True, tag="cv.caravan_stated"):
    """These are the camels of a caravan, from the oasis to its front."""

    silent: ClassVar[bool] = True

    caravan: int
    edges: tuple[EdgeId, ...]

    def apply(self, state: Caravans) -> Caravans:
        trails = list(state.trails)
        trails[self.caravan] = self.edges
        return replace(state, trails=tuple(trails))


class StateOasisRule(StateRule):
    """CV-01: as long as no camel stands on the board."""

    command = StateOasis

    def at(self, table: Table, command: StateOasis) -> Iterable[Violation]:
        if not laid(table):
            yield hard("B-08", "board.not-laid")
        elif command.turned is not state_of(table).turned and any(state_of(table).trails):
            yield hard("CV-01", "oasis.camels-stand")

    def apply(self, draft: Draft, command: StateOasis) -> None:
        if command.turned is not state_of(draft).turned:
            draft.emit(OasisTurned(command.turned))


class StateCaravanRule(StateRule):
    """CV-04: an unbroken row of camels from the arrow, where none of another caravan stands."""

    command = StateCaravan

    def at(self, table: Table, command: StateCaravan) -> Iterable[Violation]:
        number, edges = command.caravan, command.edges
        if not 0 <= number < CARAVANS:
            yield hard("CV-01", "caravan.no-such", count=CARAVANS)
            return
        if not laid(table):
            yield hard("B-08", "board.not-laid")
            return
        trails = state_of(table).trails
        most = camels_left(table) + len(trails[number])
        if len(edges) > most:
            yield hard("CV-05", "caravan.too-long", count=readable(len(edges)), needed=most)
            return
        unknown = [edge for edge in edges if edge not in geometry(table).ends]
        yield from (no_edge(table, edge) for edge in unknown)
        others = {edge for other, trail in enumerate(trails) if other != number for edge in trail}
        if len(set(edges)) < len(edges) or others.intersection(edges):
            yield hard("CV-04", "camel.taken")
        start = arrows(table)[number]
        if edges and not unknown:
            unbroken = start is not None and front(geometry(table), start[0], edges) is not None
            if start is None or edges[0] != start[1] or not unbroken:
                yield hard("CV-04", "caravan.broken")

    def apply(self, draft: Draft, command: StateCaravan) -> None:
        draft.emit(CaravanStated(command.caravan, command.edges))
        measure_only(draft, owners(draft))


def _edges(number: int, table: Table, player: PlayerId) -> tuple[EdgeId, ...]:
    return state_of(table).trails[number]


def _state(number: int, table: Table, player: PlayerId, edges: Iterable[str]) -> StateCaravan:
    return StateCaravan(player, number, tuple(map(EdgeId, edges)))


TURNED = Fact(
    "oasis_turned",
    lambda table, player: int(state_of(table).turned),
    lambda table, player, value: StateOasis(player, bool(value)),
    FactSort.FLAG,
    shared=True,
)

CAMELS_OF = tuple(
    Fact(
        f"caravan_{number + 1}",
        partial(_edges, number),
        partial(_state, number),
        FactSort.EDGES,
        most=CAMELS,
        shared=True,
    )
    for number in range(CARAVANS)
)

EVENTS: tuple[type[Event], ...] = (CaravanStated,)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(StateOasisRule(), StateCaravanRule()),
        facts=(TURNED, *CAMELS_OF),
    ),
)
