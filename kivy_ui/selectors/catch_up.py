"""How everything lies by the table's word: for rounds that nobody entered, and for what is newly tracked.

What there is to say comes from the facts of the rules; no module is named here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from companion.app import narrate
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.core import ChangeLevel, ConfirmPosition, DiceRolled
from companion.engine.decide import judge
from companion.engine.errors import AssemblyError
from companion.engine.extension import Fact, FactSort
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.engine.table import Table
from companion.engine.verdict import Refused, Severity
from companion.rules.base.network import geometry, road_places
from companion.rules.presentation import Drawn, drawings
from kivy_ui.board.view import Ghost, Marks, Place, Sort
from kivy_ui.selectors.board import laid, livery
from kivy_ui.selectors.deeds import GHOSTS, person_at
from kivy_ui.views import PersonView

SORTS: dict[FactSort, Sort] = {FactSort.CORNERS: "corner", FactSort.EDGES: "edge", FactSort.HEX: "hex"}
"""Facts that are places on the board."""


@dataclass(frozen=True, slots=True)
class FactView:
    """Something that lies on the table: how many, and how many there were before what is tracked changed."""

    name: str
    label: str
    number: int
    least: int
    most: int
    flag: bool = False
    wanted: int | None = None
    drawn: Drawn | None = None

    @property
    def text(self) -> str:
        """The number, with that which is expected beside it as long as it is another."""
        if self.wanted is None or self.wanted == self.number:
            return str(self.number)
        return f"{self.number}/{self.wanted}"


def first(pieces: tuple[FactView, ...]) -> str:
    """The piece that is asked for first: one of which not all stand where they stood before."""
    missing = (piece for piece in pieces if piece.text != str(piece.number))
    return next(missing, pieces[0]).name


@dataclass(frozen=True, slots=True)
class FaultView:
    """What does not fit: its sentence and rule."""

    key: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class CatchUpView:
    """What can be said of a player: pieces on the board, and numbers."""

    people: tuple[PersonView, ...]
    person: PersonView
    pieces: tuple[FactView, ...]
    numbers: tuple[FactView, ...]
    board: bool


def catch_up(session: GameSession, seat: int) -> CatchUpView:
    """How things lie for a player."""
    table = session.table
    who, owners = _who(table, seat), _owners(table)
    before = _before_change(session)
    others = tuple(
        PersonView(len(table.core.ids) + index, narrate.term("owner", owner), livery(table, owner)[0])
        for index, owner in enumerate(owners)
    )
    people = (*(person_at(table, index) for index in range(len(table.core.ids))), *others)
    owner = owners[seat - len(table.core.ids)] if seat >= len(table.core.ids) else ""
    facts = [fact for fact in _facts(table) if _owner(fact) == owner]
    views = {fact.name: _view(table, fact, who, before) for fact in facts}
    placed = {fact.name for fact in facts if fact.sort in SORTS}
    return CatchUpView(
        people,
        people[seat],
        tuple(view for name, view in views.items() if name in placed),
        tuple(view for name, view in views.items() if name not in placed),
        laid(table),
    )


def _who(table: Table, seat: int) -> PlayerId:
    """Who says how things lie: the player himself, and for a colour that nobody plays who is on turn."""
    return table.core.ids[seat] if seat < len(table.core.ids) else table.core.on_turn


def _owner(fact: Fact) -> str:
    drawn = drawings().get(fact.name)
    return "" if drawn is None else drawn.owner


def _owners(table: Table) -> tuple[PlayerId, ...]:
    """The colours that nobody plays; their seats come after those of the players."""
    return tuple(dict.fromkeys(PlayerId(owner) for fact in _facts(table) if (owner := _owner(fact))))


def _facts(table: Table) -> tuple[Fact, ...]:
    return tuple(fact for fact in table.ruleset.facts if fact.wanted(table))


def _fact(table: Table, name: str) -> Fact:
    return next(fact for fact in table.ruleset.facts if fact.name == name)


def _number(value: Any) -> int:
    return len(value) if isinstance(value, tuple) else int(value)


def _view(table: Table, fact: Fact, who: PlayerId, before: Table | None) -> FactView:
    wanted = None
    if before is not None:
        then = next((one for one in before.ruleset.facts if one.name == fact.name), None)
        if then is not None and then.sort is not fact.sort:
            wanted = _number(then.value(before, who))
    return FactView(
        fact.name,
        narrate.say(f"fact.{fact.name}", {}),
        _number(fact.value(table, who)),
        fact.least,
        fact.most,
        fact.sort is FactSort.FLAG,
        wanted,
        drawings().get(fact.name),
    )


def _before_change(session: GameSession) -> Table | None:
    """The table before the last change of level, as long as nobody has rolled since."""
    for index in range(len(session.standing) - 1, -1, -1):
        entry = session.standing[index]
        if isinstance(entry.command, ChangeLevel):
            return Table(session.ruleset, session.states[index])
        if any(isinstance(event, DiceRolled) for event in entry.events):
            return None
    return None


# --- what is said


def step(session: GameSession, seat: int, name: str, by: int) -> Command | None:
    """One more or one less of something; None where there is no such number."""
    table = session.table
    who, fact = _who(table, seat), _fact(table, name)
    number = _number(fact.value(table, who))
    if fact.sort is FactSort.FLAG:
        return fact.state(table, who, 1 - number)
    wanted = number + by
    if 0 < wanted < fact.least:
        wanted = fact.least if by > 0 else 0
    return fact.state(table, who, wanted) if 0 <= wanted <= fact.most else None


def touch(session: GameSession, seat: int, name: str, place: Place) -> Command | None:
    """A piece of the kind stands at a place, or no longer if one stood there; of the only one there is,
    it is the new place."""
    table = session.table
    who, fact = _who(table, seat), _fact(table, name)
    if place.sort != SORTS[fact.sort]:
        return None
    standing = tuple(fact.value(table, who))
    if place.id in standing:
        if fact.shared:
            return None
        return fact.state(table, who, tuple(one for one in standing if one != place.id))
    return fact.state(table, who, (*(() if fact.sort is FactSort.HEX else standing), place.id))


def marks(session: GameSession, seat: int, name: str) -> Marks:
    """Where a piece of a kind can stand: of the edges own roads and those that adjoin them, which are easier
    to hit. The others are taken too."""
    table = session.table
    who, fact = _who(table, seat), _fact(table, name)
    sort = SORTS[fact.sort]
    land = geometry(table)
    standing = tuple(fact.value(table, who))
    near: Iterable[Any]
    if sort == "edge":
        owner = drawings()[name].owner
        near = (*road_places(table, PlayerId(owner) if owner else who), *standing)
    else:
        near = land.corners if sort == "corner" else land.hexes
    lit = frozenset(one for one in near if one in standing or _possible(session, fact, who, one))
    return Marks(
        corners=cast(frozenset[str], lit) if sort == "corner" else frozenset(),
        edges=cast(frozenset[str], lit) if sort == "edge" else frozenset(),
        hexes=cast(frozenset[int], lit) if sort == "hex" else frozenset(),
        wanted=(sort,),
        seat=seat,
        ghost=_ghost(table, seat, drawings()[name]),
    )


def _possible(session: GameSession, fact: Fact, who: PlayerId, place: Any) -> bool:
    table = session.table
    standing = () if fact.sort is FactSort.HEX else tuple(fact.value(table, who))
    wrong = judge(session.ruleset, session.state, fact.state(table, who, (*standing, place)))
    return all(one.severity is Severity.SOFT for one in wrong)


def _ghost(table: Table, seat: int, drawn: Drawn) -> Ghost:
    whose = livery(table, PlayerId(drawn.owner) if drawn.owner else _who(table, seat))
    kind = drawn.icon if drawn.icon in GHOSTS else ""
    return Ghost(cast(Any, kind), *whose, drawn.strength or 1, drawn.active, drawn.track)


# --- what does not fit


def confirm(session: GameSession) -> Command:
    """The table's word that everything lies as it was entered."""
    return ConfirmPosition(session.state.core.on_turn)


def faults(session: GameSession) -> tuple[FaultView, ...]:
    """What stands against it."""
    verdict = session.judge(confirm(session))
    if not isinstance(verdict, Refused):
        return ()
    players = session.state.core.players
    return tuple(
        FaultView(str(number), narrate.violation_text(one, players), str(one.rule))
        for number, one in enumerate(verdict.violations)
    )


# --- what is tracked


def levels(session: GameSession) -> tuple[Command, ...]:
    """The other levels at which the game can be played."""
    who = session.state.core.on_turn
    return tuple(
        ChangeLevel(who, level)
        for level in Level
        if level is not session.ruleset.level and _playable(session, level)
    )


def _playable(session: GameSession, level: Level) -> bool:
    try:
        session.ruleset.at(level)
    except AssemblyError:
        return False
    return True
