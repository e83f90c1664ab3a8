"""What Catan for two and Barbarian Attack change in one another (BA-70)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Constraint, FactSort, Part, Reaction, Stage, Term, Timing
from companion.engine.ids import EdgeId, HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.scenarios.barbarian_attack.box import KNIGHTS
from companion.rules.scenarios.barbarian_attack.coast import attacked, castle_paths, change
from companion.rules.scenarios.barbarian_attack.facts import StateKnights
from companion.rules.scenarios.barbarian_attack.garrison import KnightFell, standing
from companion.rules.scenarios.barbarian_attack.knights import (
    KnightPlaced,
    MoveKnight,
    check_path,
    free_paths,
    knights_left,
    knights_of,
    moved,
)
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, BarbarianEvent
from companion.rules.variants.catan_for_two.facts import neutral_fact
from companion.rules.variants.catan_for_two.neutral import COLOURS, neutral
from companion.rules.variants.catan_for_two.queries import neutrals
from companion.rules.variants.catan_for_two.tokens import (
    ChaseRobber,
    ThrowAwayKnight,
    check_action,
    gain,
    pay,
    price,
)

COMPENSATION = 2
"""BA-70: gold for a knight that falls, beside a token."""


class PlaceStranger(Command, frozen=True, tag="c2ba.place_stranger"):
    """The player put a knight of the neutral colour on this path of the castle."""

    path: EdgeId


class RemoveBarbarian(Command, frozen=True, tag="c2ba.remove_barbarian"):
    """The player paid tokens to take a barbarian off this hex."""

    hex: HexId


class BarbarianRemoved(BarbarianEvent, frozen=True, tag="c2ba.barbarian_removed"):
    """BA-70: a barbarian goes back to the supply."""

    by: PlayerId
    hex: HexId

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        left = max(0, state.barbarians.get(self.hex, 0) - 1)
        return replace(state, barbarians=changed(state.barbarians, self.hex, left))


STRANGERS = "c2ba.strangers"
"""The parts that neutral knights have which stand for a player's of this scenario."""


def strangers(table: Table) -> tuple[PlayerId, ...]:
    """BA-70: the neutral colours whose knights both players move."""
    found: tuple[PlayerId, ...] = table.value("strangers")
    return found


def first_neutral(table: Table, old: None) -> tuple[PlayerId, ...]:
    """BA-70: one of the two."""
    return neutrals(table)[:1]


def commanded(table: Table, old: Sequence[PlayerId], by: PlayerId) -> Sequence[PlayerId]:
    """BA-70: the player on turn moves the strangers, too."""
    return (*old, *strangers(table))


def falls(table: Table, old: bool, owner: PlayerId) -> bool:
    """BA-70: a stranger never does."""
    return old and owner in table.core.ids


def less_gold(table: Table, old: int) -> int:
    """BA-70: a token comes with it."""
    return COMPENSATION


def with_own_knight(draft: Draft, event: KnightPlaced) -> None:
    """BA-70: a stranger comes to the castle with each knight of a player, while there is one left."""
    if event.by not in draft.core.ids:
        return
    paths = free_paths(draft, True)
    for owner in strangers(draft):
        if knights_left(draft, owner) and paths:
            if len(paths) == 1:
                draft.emit(KnightPlaced(owner, paths[0]))
            else:
                draft.ask("stranger", event.by, "BA-70", "c2ba.place_stranger")


def token_for_knight(draft: Draft, event: KnightFell) -> None:
    """BA-70: a token for a knight that falls."""
    gain(draft, event.by, 1)


def own_first(table: Table, command: MoveKnight) -> Iterable[Violation]:
    """BA-70: the own knights move before the strangers, but for those that have to leave the castle."""
    if table.question("leave_castle", command.by) is not None:
        return
    knights = standing(table)
    gone = any(knights.get(path) in strangers(table) for path in moved(table))
    if gone and knights.get(command.knight) == command.by:
        yield soft("BA-70", "stranger.own-first", player=command.by)


class PlaceStrangerRule(CommandRule[PlaceStranger]):
    """BA-70: at the castle."""

    command = PlaceStranger
    timing = Timing.ANSWER

    def at(self, table: Table, command: PlaceStranger) -> Iterable[Violation]:
        faults = list(check_path(table, command.path, "BA-70"))
        yield from faults
        if not faults and command.path not in castle_paths(table):
            yield soft("BA-70", "path_knight.not-at-castle", player=command.by)

    def apply(self, draft: Draft, command: PlaceStranger) -> None:
        draft.emit(KnightPlaced(strangers(draft)[0], command.path))
        draft.settle("stranger", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceStranger]:
        return [PlaceStranger(who, path) for path in free_paths(table, True)]


class RemoveBarbarianRule(CommandRule[RemoveBarbarian]):
    """BA-70: one for a token, or for two by whoever is ahead, in the place of the robber's way home."""

    command = RemoveBarbarian

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_action(table, who, price(table, who))

    def at(self, table: Table, command: RemoveBarbarian) -> Iterable[Violation]:
        if command.hex not in attacked(table):
            yield hard("BA-70", "barbarian.none-there", player=command.by)

    def apply(self, draft: Draft, command: RemoveBarbarian) -> None:
        pay(draft, command.by, price(draft, command.by))
        change(draft, BarbarianRemoved(command.by, command.hex))

    def forms(self, table: Table, who: PlayerId) -> Iterable[RemoveBarbarian]:
        return [RemoveBarbarian(who, hex) for hex in attacked(table)]


def _stated(table: Table, owner: PlayerId, paths: Iterable[EdgeId]) -> StateKnights:
    return StateKnights(owner, owner, tuple(paths))


FACTS = tuple(
    neutral_fact(neutral(colour), "path_knight", knights_of, _stated, FactSort.EDGES, KNIGHTS)
    for colour in COLOURS
)

EVENTS: tuple[type[Event], ...] = (BarbarianRemoved,)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        # there is no robber to chase, and there are no knight cards to throw away
        withdraws=(ChaseRobber, ThrowAwayKnight),
        terms=(
            Term("strangers", Stage.BASE, first_neutral),
            Term("knights_commanded", Stage.ADD, commanded),
            Term("knight_falls", Stage.TRANSFORM, falls),
            Term("knight_compensation", Stage.REPLACE, less_gold),
        ),
        commands=(RemoveBarbarianRule(),),
        constraints=(Constraint("c2ba.own_first", own_first, commands=(MoveKnight,)),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        name=STRANGERS,
        commands=(PlaceStrangerRule(),),
        reactions=(Reaction(KnightPlaced, with_own_knight), Reaction(KnightFell, token_for_knight)),
        facts=FACTS,
    ),
)

__all__ = ["EVENTS", "PARTS"]
