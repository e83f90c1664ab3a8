"""How barbarians, knights, prisoners and cards lie on the table, by its own word."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import EdgeId, HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.goods import readable
from companion.rules.base.network import geometry, no_edge
from companion.rules.base.queries import SUPPLY, laid
from companion.rules.base.slice import BuildingKind
from companion.rules.base.stating import StateRule, nowhere, owners
from companion.rules.scenarios.barbarian_attack.box import BARBARIANS, FULL, KNIGHTS, deck_size
from companion.rules.scenarios.barbarian_attack.cards import CARDS, drawn
from companion.rules.scenarios.barbarian_attack.coast import change, hex_of, in_supply, state_of, there
from companion.rules.scenarios.barbarian_attack.garrison import OWN_KNIGHTS
from companion.rules.scenarios.barbarian_attack.knights import knights_of
from companion.rules.scenarios.barbarian_attack.prisoners import ConqueredCounted, lying, prisoners
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, BarbarianEvent, PeacefulEvent

LANDINGS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
"""BA-10: the numbers of the coast."""


class StateBarbarians(Command, frozen=True, tag="ba.state_barbarians"):
    """This many barbarians stand on the coast hex of a number."""

    number: int
    count: int


class StateKnights(Command, frozen=True, tag="ba.state_knights"):
    """These are all knights of an owner."""

    player: PlayerId
    paths: tuple[EdgeId, ...] = ()


class StatePrisoners(Command, frozen=True, tag="ba.state_prisoners"):
    """A player has so many prisoners."""

    player: PlayerId
    count: int


class StateCards(Command, frozen=True, tag="ba.state_cards"):
    """This many cards have been turned up since they were last shuffled."""

    count: int


class StateConquered(Command, frozen=True, tag="ba.state_conquered"):
    """This many settlements and cities of a player lie on their sides."""

    player: PlayerId
    settlements: int
    cities: int


class BarbariansStated(BarbarianEvent, frozen=True, tag="ba.barbarians_stated"):
    """This many barbarians stand on a hex."""

    hex: HexId
    number: int
    count: int

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, barbarians=changed(state.barbarians, self.hex, self.count))


class KnightsStated(PeacefulEvent, frozen=True, tag="ba.knights_stated"):
    """These are all knights of an owner."""

    silent: ClassVar[bool] = True

    player: PlayerId
    paths: tuple[EdgeId, ...]

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        others = {path: owner for path, owner in state.knights.items() if owner != self.player}
        return replace(state, knights={**others, **dict.fromkeys(self.paths, self.player)})


class PrisonersStated(BarbarianEvent, frozen=True, tag="ba.prisoners_stated"):
    """A player has so many prisoners."""

    by: PlayerId
    count: int

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, prisoners=changed(state.prisoners, self.by, self.count))


class CardsStated(PeacefulEvent, frozen=True, tag="ba.cards_stated"):
    """BA-20: so many cards came since the last shuffle; where they are fewer than were entered they were
    shuffled meanwhile."""

    count: int

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        known = sum(state.drawn.values())
        if self.count < known:
            return replace(state, drawn={}, unseen=self.count)
        return replace(state, unseen=self.count - known)


class StateBarbariansRule(StateRule):
    """BA-11: three at most, and no more than the box has."""

    command = StateBarbarians

    def at(self, table: Table, command: StateBarbarians) -> Iterable[Violation]:
        if not laid(table):
            yield hard("B-08", "board.not-laid")
            return
        hex = hex_of(table, command.number)
        if hex is None:
            yield hard("BA-10", "landing.no-such-number", number=readable(command.number))
            return
        most = min(FULL, there(table, hex) + in_supply(table))
        if not 0 <= command.count <= most:
            yield hard("BA-11", "barbarian.too-many", count=readable(command.count), needed=most)

    def apply(self, draft: Draft, command: StateBarbarians) -> None:
        hex = hex_of(draft, command.number)
        assert hex is not None
        change(draft, BarbariansStated(hex, command.number, command.count))


class StateKnightsRule(StateRule):
    """BA-01: six at most, each on a path of its own."""

    command = StateKnights

    def at(self, table: Table, command: StateKnights) -> Iterable[Violation]:
        missing = nowhere(table, command.player)
        if missing is not None:
            yield missing
            return
        knights = state_of(table).knights
        for path in dict.fromkeys(command.paths):
            if path not in geometry(table).ends:
                yield no_edge(table, path)
            elif knights.get(path, command.player) != command.player:
                yield hard("BA-21", "path_knight.taken", owner=knights[path])
        if len(set(command.paths)) < len(command.paths) or len(command.paths) > KNIGHTS:
            yield hard("BA-01", "path_knight.too-many", count=len(command.paths), needed=KNIGHTS)

    def apply(self, draft: Draft, command: StateKnights) -> None:
        draft.emit(KnightsStated(command.player, command.paths))


class StatePrisonersRule(StateRule):
    """BA-42: no more than the others and the board leave."""

    command = StatePrisoners

    def at(self, table: Table, command: StatePrisoners) -> Iterable[Violation]:
        if command.player not in owners(table):
            yield no_player(command.player)
            return
        most = prisoners(table, command.player) + in_supply(table)
        if not 0 <= command.count <= most:
            yield hard("BA-42", "barbarian.too-many", count=readable(command.count), needed=most)

    def apply(self, draft: Draft, command: StatePrisoners) -> None:
        draft.emit(PrisonersStated(command.player, command.count))


class StateCardsRule(StateRule):
    """BA-20: fewer than all: with the last one they are shuffled."""

    command = StateCards

    def at(self, table: Table, command: StateCards) -> Iterable[Violation]:
        if not 0 <= command.count < deck_size():
            yield hard("BA-20", "chronicle.not-so-many", count=readable(command.count), most=deck_size() - 1)

    def apply(self, draft: Draft, command: StateCards) -> None:
        draft.emit(CardsStated(command.count))


class StateConqueredRule(StateRule):
    """BA-12: no more than a player has figures of."""

    command = StateConquered

    def at(self, table: Table, command: StateConquered) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
            return
        given = {BuildingKind.SETTLEMENT: command.settlements, BuildingKind.CITY: command.cities}
        for kind, count in given.items():
            if not 0 <= count <= SUPPLY[kind]:
                yield hard("BA-12", "conquered.too-many", count=readable(count), needed=SUPPLY[kind])

    def apply(self, draft: Draft, command: StateConquered) -> None:
        draft.emit(ConqueredCounted(command.player, command.settlements, command.cities))


def _on_number(number: int, table: Table, player: PlayerId) -> int:
    hex = hex_of(table, number) if laid(table) else None
    return 0 if hex is None else there(table, hex)


def _conquered_settlements(table: Table, player: PlayerId, count: int) -> Command:
    return StateConquered(player, player, count, lying(table, player)[1])


def _conquered_cities(table: Table, player: PlayerId, count: int) -> Command:
    return StateConquered(player, player, lying(table, player)[0], count)


PRISONERS = Fact(
    "prisoner",
    prisoners,
    lambda table, player, count: StatePrisoners(player, player, count),
    most=BARBARIANS,
)
CONQUERED = (
    Fact(
        "conquered_settlement",
        lambda table, player: lying(table, player)[0],
        _conquered_settlements,
        most=SUPPLY[BuildingKind.SETTLEMENT],
    ),
    Fact(
        "conquered_city",
        lambda table, player: lying(table, player)[1],
        _conquered_cities,
        most=SUPPLY[BuildingKind.CITY],
    ),
)


def _state_number(number: int, table: Table, player: PlayerId, count: int) -> Command:
    return StateBarbarians(player, number, count)


KNIGHTS_STAND = Fact(
    "path_knight",
    knights_of,
    lambda table, player, paths: StateKnights(player, player, tuple(paths)),
    FactSort.EDGES,
    most=KNIGHTS,
)
ON_COAST = tuple(
    Fact(
        f"barbarians_{number}",
        partial(_on_number, number),
        partial(_state_number, number),
        most=FULL,
        shared=True,
    )
    for number in LANDINGS
)
CARDS_DRAWN = Fact(
    "chronicle",
    lambda table, player: drawn(table),
    lambda table, player, count: StateCards(player, count),
    most=deck_size() - 1,
    shared=True,
)

EVENTS: tuple[type[Event], ...] = (BarbariansStated, KnightsStated, PrisonersStated, CardsStated)

PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(StatePrisonersRule(),), facts=(PRISONERS,)),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        commands=(StateConqueredRule(),),
        facts=CONQUERED,
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        name=OWN_KNIGHTS,
        commands=(StateKnightsRule(),),
        facts=(KNIGHTS_STAND,),
    ),
    Part(needs=frozenset({Aspect.PLACES}), commands=(StateBarbariansRule(),), facts=ON_COAST),
    Part(needs=frozenset({Aspect.PLACES}), name=CARDS, commands=(StateCardsRule(),), facts=(CARDS_DRAWN,)),
)
