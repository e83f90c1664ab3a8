"""How the things of the Lighthouses lie on the table, by its own word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import (
    Fact,
    FactSort,
    Part,
)
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.goods import readable
from companion.rules.base.network import geometry
from companion.rules.base.stating import StateRule
from companion.rules.base.tracking import on_board
from tests.modules.lighthouses.keeper import KeeperPlaced
from tests.modules.lighthouses.lamps import LAMPS, burning
from tests.modules.lighthouses.letters import letters
from tests.modules.lighthouses.oil import OilChanged, oil, state_of
from tests.modules.lighthouses.slice import LETTERS, LighthouseEvent, Lighthouses

MOST_OIL = 30
"""The most that can be entered."""


class StateOil(Command, frozen=True, tag="lh.state_oil"):
    """A player has so many jars."""

    player: PlayerId
    count: int


class StateLamps(Command, frozen=True, tag="lh.state_lamps"):
    """So many lamps of a player burn, or on these edges."""

    player: PlayerId
    count: int = 0
    edges: tuple[EdgeId, ...] = ()


class StateKeeper(Command, frozen=True, tag="lh.state_keeper"):
    """A player's keeper stands on this corner, or is not on the board."""

    player: PlayerId
    corner: Site | None = None


class StateLetters(Command, frozen=True, tag="lh.state_letters"):
    """A player holds so many letters face down."""

    player: PlayerId
    count: int


class LampsStated(LighthouseEvent, frozen=True, tag="lh.lamps_stated"):
    """So many lamps of a player burn, on these edges where edges are entered."""

    silent: ClassVar[bool] = True
    by: PlayerId
    count: int
    edges: tuple[EdgeId, ...] = ()

    def apply(self, state: Lighthouses) -> Lighthouses:
        others = {edge: owner for edge, owner in state.lamps.items() if owner != self.by}
        lamps = others | dict.fromkeys(self.edges, self.by)
        return replace(state, lamps=lamps, burning=changed(state.burning, self.by, self.count))


class KeeperGone(LighthouseEvent, frozen=True, tag="lh.keeper_gone"):
    """A keeper is not on the board."""

    silent: ClassVar[bool] = True
    by: PlayerId

    def apply(self, state: Lighthouses) -> Lighthouses:
        return replace(state, keepers=without(state.keepers, self.by))


class LettersStated(LighthouseEvent, frozen=True, tag="lh.letters_stated"):
    """A player holds so many letters face down."""

    silent: ClassVar[bool] = True
    by: PlayerId
    count: int

    def apply(self, state: Lighthouses) -> Lighthouses:
        return replace(state, letters=changed(state.letters, self.by, self.count))


def counted(table: Table, player: PlayerId, count: int, most: int, rule: str) -> Iterable[Violation]:
    """A player of the game, and no more than there are."""
    if player not in table.core.ids:
        yield no_player(player)
    elif not 0 <= count <= most:
        yield hard(rule, "lighthouses.too-many", count=readable(count), needed=most)


class StateOilRule(StateRule):
    """LH-01: never more than the box can hold."""

    command = StateOil

    def at(self, table: Table, command: StateOil) -> Iterable[Violation]:
        yield from counted(table, command.player, command.count, MOST_OIL, "LH-01")

    def apply(self, draft: Draft, command: StateOil) -> None:
        draft.emit(OilChanged(command.player, command.count))


class StateLampsRule(StateRule):
    """LH-02: six at most, each on an edge of its own."""

    command = StateLamps

    def at(self, table: Table, command: StateLamps) -> Iterable[Violation]:
        count = len(command.edges) if on_board(table) else command.count
        yield from counted(table, command.player, count, LAMPS, "LH-02")
        if command.edges and not on_board(table):
            yield hard("LH-02", "lamp.needless-place")
        elif on_board(table) and not set(command.edges) <= set(geometry(table).edges):
            yield hard("LH-02", "lamp.no-place")
        elif any(state_of(table).lamps.get(edge, command.player) != command.player for edge in command.edges):
            yield hard("LH-02", "lamp.taken")

    def apply(self, draft: Draft, command: StateLamps) -> None:
        edges = tuple(dict.fromkeys(command.edges))
        draft.emit(LampsStated(command.player, len(edges) if on_board(draft) else command.count, edges))


class StateKeeperRule(StateRule):
    """LH-03: a corner of the board, or none."""

    command = StateKeeper

    def at(self, table: Table, command: StateKeeper) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        if command.corner is not None and command.corner not in geometry(table).corners:
            yield hard("LH-03", "keeper.off-board")

    def apply(self, draft: Draft, command: StateKeeper) -> None:
        if command.corner is None:
            draft.emit(KeeperGone(command.player))
        else:
            draft.emit(KeeperPlaced(command.player, command.corner))


class StateLettersRule(StateRule):
    """LH-05: no more than are neither read nor in other hands."""

    command = StateLetters

    def at(self, table: Table, command: StateLetters) -> Iterable[Violation]:
        out = sum(len(names) for names in state_of(table).read.values())
        others = sum(letters(table, player) for player in table.core.ids if player != command.player)
        most = sum(LETTERS.values()) - out - others
        yield from counted(table, command.player, command.count, most, "LH-05")

    def apply(self, draft: Draft, command: StateLetters) -> None:
        draft.emit(LettersStated(command.player, command.count))


OIL = Fact("oil", oil, lambda table, player, count: StateOil(player, player, count), most=MOST_OIL)
LETTER = Fact(
    "letter",
    letters,
    lambda table, player, count: StateLetters(player, player, count),
    most=sum(LETTERS.values()),
)
COUNTED_LAMPS = Fact(
    "lamp", burning, lambda table, player, count: StateLamps(player, player, count), most=LAMPS
)
LAMPS_ON_EDGES = Fact(
    "lamp",
    lambda table, player: tuple(edge for edge, owner in state_of(table).lamps.items() if owner == player),
    lambda table, player, edges: StateLamps(player, player, edges=tuple(edges)),
    FactSort.EDGES,
    most=LAMPS,
)
KEEPER = Fact(
    "keeper",
    lambda table, player: tuple(filter(None, (state_of(table).keepers.get(player),))),
    lambda table, player, corners: StateKeeper(player, player, corners[-1] if corners else None),
    FactSort.CORNERS,
)


EVENTS: tuple[type[Event], ...] = (
    LampsStated,
    KeeperGone,
    LettersStated,
)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(StateOilRule(), StateLampsRule(), StateLettersRule()),
        facts=(OIL, LETTER),
    ),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=(COUNTED_LAMPS,)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(StateKeeperRule(),),
        facts=(LAMPS_ON_EDGES, KEEPER),
    ),
)
