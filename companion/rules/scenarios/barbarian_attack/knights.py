"""Knights on paths: where they are placed, and how far they go (BA-21, BA-30)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Invariant, Part, Stage, Step, Term, Timing
from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Severity, Violation, clear, hard, soft
from companion.rules.base.network import geometry, no_edge
from companion.rules.base.queries import laid
from companion.rules.scenarios.barbarian_attack.box import KNIGHTS
from companion.rules.scenarios.barbarian_attack.coast import castle_paths
from companion.rules.scenarios.barbarian_attack.garrison import OWN_KNIGHTS, garrison, standing
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, PeacefulEvent

FREE = 3
"""BA-30: paths that a knight goes for nothing."""

FAR = 5
"""BA-30: paths that a knight goes for a grain."""

Ways = Mapping[EdgeId, int]
"""How many paths away others are."""


class PlaceKnight(Command, frozen=True, tag="ba.place_knight"):
    """The player put a knight of a card on this path."""

    path: EdgeId


class MoveKnight(Command, frozen=True, tag="ba.move_knight"):
    """The player moved a knight from one path to another; the longer way is paid for."""

    knight: EdgeId
    path: EdgeId


class KnightPlaced(PeacefulEvent, frozen=True, tag="ba.knight_placed"):
    """BA-21: a knight stands on a path."""

    by: PlayerId
    path: EdgeId

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, knights=changed(state.knights, self.path, self.by))


def knights_of(table: Table, owner: PlayerId) -> tuple[EdgeId, ...]:
    """Where the knights of somebody stand."""
    return tuple(path for path, other in standing(table).items() if other == owner)


def knights_left(table: Table, owner: PlayerId) -> int:
    """BA-01: the knights in a supply."""
    return KNIGHTS - len(knights_of(table, owner))


def commanded(table: Table, by: PlayerId) -> Sequence[PlayerId]:
    """BA-30: whose knights the player moves: the own ones."""
    found: Sequence[PlayerId] = table.value("knights_commanded", by)
    return found


def own_alone(table: Table, old: None, by: PlayerId) -> Sequence[PlayerId]:
    """BA-30: the own knights."""
    return (by,)


def moved(table: Table) -> Collection[EdgeId]:
    """BA-30: the knights that have moved in this turn."""
    return garrison(table).moved(table)


# --- placing


def free_paths(table: Table, near_castle: bool) -> tuple[EdgeId, ...]:
    """BA-21: the paths without a knight, around the castle or anywhere."""
    paths, taken = castle_paths(table) if near_castle else geometry(table).edges, standing(table)
    return tuple(path for path in paths if path not in taken)


def check_path(table: Table, path: EdgeId, rule: str) -> Iterable[Violation]:
    """BA-21, BA-30: a path of the board without a knight."""
    if path not in geometry(table).ends:
        yield no_edge(table, path)
    elif path in standing(table):
        yield hard(rule, "path_knight.taken", owner=standing(table)[path])


class PlaceKnightRule(CommandRule[PlaceKnight]):
    """BA-21: by the one card at the castle, by the other anywhere."""

    command = PlaceKnight
    timing = Timing.ANSWER

    def at(self, table: Table, command: PlaceKnight) -> Iterable[Violation]:
        faults = list(check_path(table, command.path, "BA-21"))
        yield from faults
        if not faults and near_castle(table, command.by) and command.path not in castle_paths(table):
            yield soft("BA-21", "path_knight.not-at-castle", player=command.by)

    def apply(self, draft: Draft, command: PlaceKnight) -> None:
        draft.emit(KnightPlaced(command.by, command.path))
        draft.settle("place_path_knight", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceKnight]:
        return [PlaceKnight(who, path) for path in free_paths(table, near_castle(table, who))]


def near_castle(table: Table, who: PlayerId) -> bool:
    """BA-21: whether the knight that is asked for has to be placed at the castle."""
    question = table.question("place_path_knight", who)
    return question is not None and bool(question.params["castle"])


def recruit(draft: Draft, by: PlayerId, at_castle: bool, rule: str) -> None:
    """BA-21: a knight from the supply on a path of choice; without a knight or a path nothing comes of it."""
    paths = free_paths(draft, at_castle)
    if knights_left(draft, by) and paths:
        draft.ask("place_path_knight", by, rule, "ba.place_knight", castle=int(at_castle))


# --- moving


@remembered
def ways_from(land: Geometry, start: EdgeId) -> Ways:
    """BA-30: the paths that a knight can reach, by how many paths they are away. It passes everything."""
    found = {start: 0}
    edge = [start]
    for steps in range(1, FAR + 1):
        edge = [other for path in edge for other in land.edge_neighbours[path] if other not in found]
        found.update(dict.fromkeys(edge, steps))
        edge = list(dict.fromkeys(edge))
    del found[start]
    return found


def reach(table: Table, knight: EdgeId) -> Ways:
    """BA-30: free paths away from the castle where a knight may end its way, by how far they are."""
    free = ends(table)
    return {path: steps for path, steps in ways_from(geometry(table), knight).items() if path in free}


def ends(table: Table) -> Collection[EdgeId]:
    """BA-30: free paths away from the castle, all that ``check_end`` says nothing of."""
    return set(free_paths(table, near_castle=False)).difference(castle_paths(table))


def is_far(table: Table, knight: EdgeId, to: EdgeId) -> bool:
    """BA-30: whether a way is one of more than three paths."""
    return ways_from(geometry(table), knight).get(to, 0) > FREE


def check_knight(table: Table, by: PlayerId, knight: EdgeId) -> Iterable[Violation]:
    """BA-30: one that the player moves, once a turn; at the end of the turn one at the castle."""
    owner = standing(table).get(knight)
    if owner is None:
        yield hard("BA-30", "path_knight.none-there", player=by)
        return
    if owner not in commanded(table, by):
        yield hard("BA-30", "path_knight.not-own", player=by)
    if knight in moved(table):
        yield soft("BA-30", "path_knight.moved-already", player=by)
    if table.question("leave_castle", by) is not None and knight not in castle_paths(table):
        yield soft("BA-30", "path_knight.castle-first", player=by)


def check_end(table: Table, by: PlayerId, path: EdgeId) -> Iterable[Violation]:
    """BA-30: where a way can end, wherever it begins."""
    faults = list(check_path(table, path, "BA-30"))
    yield from faults
    if not faults and path in castle_paths(table):
        yield soft("BA-30", "path_knight.to-castle", player=by)


def at_castle(table: Table, by: PlayerId) -> list[EdgeId]:
    """BA-30: the player's knights at the castle that can leave it in this turn."""
    knights = standing(table)
    return [
        path
        for path in castle_paths(table)
        if knights.get(path) in commanded(table, by)
        and path not in moved(table)
        and any(steps <= FREE for steps in reach(table, path).values())
    ]


class MoveKnightRule(CommandRule[MoveKnight]):
    """BA-30: once a turn each, after trading and building."""

    command = MoveKnight
    timing = Timing.CLOSING

    def at(self, table: Table, command: MoveKnight) -> Iterable[Violation]:
        by, knight, to = command.by, command.knight, command.path
        yield from check_knight(table, by, knight)
        if knight not in standing(table):
            return
        faults = list(check_end(table, by, to))
        yield from faults
        if any(fault.severity is Severity.HARD for fault in faults):
            return
        if to not in ways_from(geometry(table), knight):
            yield soft("BA-30", "path_knight.too-far", player=by, count=FAR)
        if is_far(table, knight, to):
            yield from garrison(table).check_far(table, by, knight)

    def apply(self, draft: Draft, command: MoveKnight) -> None:
        by, knight, to = command.by, command.knight, command.path
        garrison(draft).move(draft, by, knight, to, is_far(draft, knight, to))
        if draft.question("leave_castle", by) is not None and not at_castle(draft, by):
            draft.settle("leave_castle", by)

    def certainty(self, table: Table, command: MoveKnight) -> Certainty:
        far = is_far(table, command.knight, command.path)
        return garrison(table).far(table, command.by) if far else Certainty.SURE

    def forms(self, table: Table, who: PlayerId) -> Iterable[MoveKnight]:
        return self.ways(table, who)

    def ways(self, table: Table, who: PlayerId) -> Iterator[MoveKnight]:
        if not laid(table):
            return
        land, free = geometry(table), ends(table)
        for knight in standing(table):
            if clear(check_knight(table, who, knight)):
                may_go_far = clear(garrison(table).check_far(table, who, knight))
                for path, steps in ways_from(land, knight).items():
                    if path in free and (may_go_far or steps <= FREE):
                        yield MoveKnight(who, knight, path)


def leave_castle(draft: Draft) -> None:
    """BA-30: at the end of the turn no knight of the player that can go away stays at the castle."""
    who = draft.core.on_turn
    if laid(draft) and at_castle(draft, who):
        draft.ask("leave_castle", who, "BA-30", "ba.move_knight")


def after_moves(table: Table, old: Violation | None) -> Violation | None:
    """BA-30: who has moved a knight has done with trading and building."""
    return soft("BA-30", "path_knight.after-moves", player=table.core.on_turn) if moved(table) else old


def knights_kept(table: Table) -> Iterable[str]:
    """BA-01: nobody has more knights than the box holds, and each stands on a path."""
    for owner in dict.fromkeys(standing(table).values()):
        if knights_left(table, owner) < 0:
            yield f"{owner} has {len(knights_of(table, owner))} knights"
    if laid(table):
        land = geometry(table)
        yield from (f"a knight at {path}" for path in standing(table) if path not in land.ends)


EVENTS: tuple[type[Event], ...] = (KnightPlaced,)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        steps=(Step("end", "ba.leave_castle", leave_castle),),
        terms=(
            Term("knights_commanded", Stage.BASE, own_alone),
            Term("main_closed", Stage.TRANSFORM, after_moves),
        ),
        commands=(MoveKnightRule(),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        name=OWN_KNIGHTS,
        commands=(PlaceKnightRule(),),
        invariants=(Invariant("ba.knights", knights_kept),),
    ),
)
