"""What lies on the table, by its own word: bridges, and the two cards where nobody enters gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base.facts.pieces import PiecesStated
from companion.rules.base.network import geometry, no_edge
from companion.rules.base.queries import buildings, road_pieces
from companion.rules.base.slice import Base
from companion.rules.base.stating import StateRule, nowhere, owners
from companion.rules.base.trail import measure_only
from companion.rules.scenarios.rivers.bridges import BRIDGES, bridges
from companion.rules.scenarios.rivers.course import bridge_sites
from companion.rules.scenarios.rivers.riches import WealthHeld, poor_with, state_of


class StateBridges(Command, frozen=True, tag="ri.state_bridges"):
    """These are all bridges of a player."""

    player: PlayerId
    edges: tuple[EdgeId, ...] = ()


class StateWealth(Command, frozen=True, tag="ri.state_wealth"):
    """The card of the wealthiest settler lies before a player, or aside."""

    player: PlayerId | None = None


class StatePoverty(Command, frozen=True, tag="ri.state_poverty"):
    """A player has a card of a poor settler, or has none."""

    player: PlayerId
    poor: bool


class StateBridgesRule(StateRule):
    """RI-05: three at most, each on a site of its own."""

    command = StateBridges

    def at(self, table: Table, command: StateBridges) -> Iterable[Violation]:
        missing = nowhere(table, command.player)
        if missing is not None:
            yield missing
            return
        there = table.slice(Base).roads
        for edge, times in Counter(command.edges).items():
            if edge not in geometry(table).ends:
                yield no_edge(table, edge)
            elif edge not in bridge_sites(table):
                yield hard("RI-05", "bridge.no-site", place=edge)
            elif times > 1 or there.get(edge, command.player) != command.player:
                yield hard("RI-05", "bridge.taken", place=edge)
        count = len(set(command.edges))
        if count > BRIDGES:
            yield soft("RI-05", "fit.pieces-bridge", player=command.player, used=count, count=BRIDGES)

    def apply(self, draft: Draft, command: StateBridges) -> None:
        player = command.player
        kinds = {site: building.kind for site, building in buildings(draft, player).items()}
        draft.emit(PiecesStated(player, kinds, (*road_pieces(draft, player), *command.edges)))
        measure_only(draft, owners(draft))


class StateWealthRule(StateRule):
    """RI-06: one card, with a player or aside."""

    command = StateWealth

    def at(self, table: Table, command: StateWealth) -> Iterable[Violation]:
        if command.player is not None and command.player not in table.core.ids:
            yield no_player(command.player)

    def apply(self, draft: Draft, command: StateWealth) -> None:
        draft.emit(WealthHeld(command.player))


class StatePovertyRule(StateRule):
    """RI-07: a card for everyone who is poor."""

    command = StatePoverty

    def at(self, table: Table, command: StatePoverty) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)

    def apply(self, draft: Draft, command: StatePoverty) -> None:
        draft.emit(poor_with(draft, command.player, command.poor))


BRIDGE = Fact(
    "bridge",
    bridges,
    lambda table, player, edges: StateBridges(player, player, tuple(edges)),
    FactSort.EDGES,
    BRIDGES,
)
CARDS = (
    Fact(
        "wealthiest",
        lambda table, player: int(state_of(table).wealthiest == player),
        lambda table, player, value: StateWealth(player, player if value else None),
        FactSort.FLAG,
    ),
    Fact(
        "poor",
        lambda table, player: int(player in state_of(table).poor),
        lambda table, player, value: StatePoverty(player, player, bool(value)),
        FactSort.FLAG,
    ),
)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        commands=(StateWealthRule(), StatePovertyRule()),
        facts=CARDS,
    ),
    Part(needs=frozenset({Aspect.PLACES}), commands=(StateBridgesRule(),), facts=(BRIDGE,)),
)
