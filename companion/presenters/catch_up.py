"""How everything lies by the table's word: for rounds that nobody entered, and for what is newly tracked.

What there is to say comes from the facts of the rules; no module is named here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec

from companion.app import narrate
from companion.app.i18n import _
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
from companion.presenters.board import laid, livery
from companion.presenters.board_view import Ghost, Marks, Place
from companion.presenters.deeds import ghosts, person_at
from companion.presenters.views import PersonView
from companion.rules.common import geometry, road_places
from companion.rules.presentation import Drawn, drawings
from companion.rules.presentation.parts import PlaceSort

SORTS: dict[FactSort, PlaceSort] = {FactSort.CORNERS: "corner", FactSort.EDGES: "edge", FactSort.HEX: "hex"}
"""Facts that are places on the board."""
TABLE = -1
"""The seat of what belongs to nobody: the ship, the attacks so far."""


class FactView(msgspec.Struct, frozen=True):
    """Something that lies on the table: how many, and how many there were before what is tracked changed."""

    name: str
    label: str
    number: int
    least: int
    most: int
    flag: bool = False
    wanted: int | None = None
    drawn: Drawn | None = None
    placed: bool = False

    @property
    def text(self) -> str:
        """The number, with that which is expected beside it as long as it is another."""
        if self.wanted is None or self.wanted == self.number:
            return str(self.number)
        return f"{self.number}/{self.wanted}"


def first(pieces: tuple[FactView, ...], otherwise: str = "") -> str:
    """The piece that is asked for first: one of which not all stand where they stood before."""
    missing = (piece.name for piece in pieces if piece.text != str(piece.number))
    return next(missing, otherwise or pieces[0].name)


class FaultView(msgspec.Struct, frozen=True):
    """What does not fit: its sentence and rule. Of what was known before and was not said again there is no
    rule."""

    key: str
    text: str
    rule: str = ""


class ChangeView(msgspec.Struct, frozen=True):
    """What differs from what was entered, of a player or of the table: a line of the list."""

    key: str
    text: str


class CatchUpView(msgspec.Struct, frozen=True):
    """What can be said of a player, or of the table: pieces on the board, and numbers."""

    people: tuple[PersonView, ...]
    person: PersonView
    pieces: tuple[FactView, ...]
    numbers: tuple[FactView, ...]
    board: bool
    of_table: bool


def catch_up(session: GameSession, seat: int) -> CatchUpView:
    """How things lie for a player, or for the ``TABLE``."""
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
    of_table = {fact.name for fact in facts if fact.shared}
    views = {
        name: view for name, view in views.items() if name in placed or (name in of_table) is (seat == TABLE)
    }
    return CatchUpView(
        people,
        people[max(0, seat)],
        tuple(view for name, view in views.items() if name in placed),
        tuple(view for name, view in views.items() if name not in placed),
        laid(table),
        bool(of_table - placed),
    )


def _who(table: Table, seat: int) -> PlayerId:
    """Who says how things lie: the player himself, otherwise who is on turn."""
    return table.core.ids[seat] if 0 <= seat < len(table.core.ids) else table.core.on_turn


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
        fact.greatest(table),
        fact.sort is FactSort.FLAG,
        wanted,
        drawings().get(fact.name),
        fact.sort in SORTS,
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
    return fact.state(table, who, wanted) if 0 <= wanted <= fact.greatest(table) else None


def touch(session: GameSession, seat: int, name: str, place: Place) -> Command | None:
    """A piece of the kind stands at a place, or no longer if one stood there; of the only one there is,
    it is the new place. What there is one of for all stays on the board."""
    table = session.table
    who, fact = _who(table, seat), _fact(table, name)
    if place.sort != SORTS[fact.sort]:
        return None
    standing = tuple(fact.value(table, who))
    if place.id in standing:
        if fact.shared and fact.sort is FactSort.HEX:
            return None
        return fact.state(table, who, tuple(one for one in standing if one != place.id))
    return fact.state(table, who, (*(() if fact.sort is FactSort.HEX else standing), place.id))


def marks(session: GameSession, seat: int, name: str) -> Marks:
    """Where a piece of a kind can stand: of the edges for own pieces own roads and those that adjoin them,
    which are easier to hit, unless no such piece can stand there. The others are taken too."""
    table = session.table
    who, fact = _who(table, seat), _fact(table, name)
    sort = SORTS[fact.sort]
    land = geometry(table)
    standing = tuple(fact.value(table, who))
    everywhere: dict[PlaceSort, Sequence[Any]] = {
        "corner": land.corners,
        "edge": land.edges,
        "hex": land.hexes,
    }
    near, free = everywhere[sort], list[Any]()
    if sort == "edge" and not fact.shared:
        owner = drawings()[name].owner
        near = road_places(table, PlayerId(owner) if owner else who)
    for places in (near, everywhere[sort]):
        if near and not free:
            free = [one for one in places if one not in standing and _possible(session, fact, who, one)]
    lit = frozenset((*free, *standing))
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
    kind = drawn.icon if drawn.icon in ghosts(table.ruleset) else ""
    return Ghost(kind, *whose, drawn.strength or 1, drawn.active, drawn.track)


# --- what does not fit


def confirm(session: GameSession) -> Command:
    """The table's word that everything lies as it was entered."""
    return ConfirmPosition(session.state.core.on_turn)


def faults(session: GameSession) -> tuple[FaultView, ...]:
    """What is wrong with it: what the rules say, and what was known before another level and is otherwise
    now, such as a city that has lost its metropolis."""
    verdict = session.judge(confirm(session))
    players = session.state.core.players
    violations = verdict.violations if isinstance(verdict, Refused) else ()
    found = [(narrate.violation_text(one, players), str(one.rule)) for one in violations]
    before = _before_change(session)
    if before is not None:
        found += [(line, "") for line in _differences(before, session.table)]
    return tuple(FaultView(str(number), text, rule) for number, (text, rule) in enumerate(found))


def changes(session: GameSession) -> tuple[ChangeView, ...]:
    """What differs from how it was before the table began to say how things lie."""
    if _before_change(session) is not None:
        return ()  # all of it is asked for again
    kinds = _said(session.table)
    count = len(session.standing)
    while count and isinstance(session.standing[count - 1].command, kinds):
        count -= 1
    before = Table(session.ruleset, session.states[count])
    lines = _differences(before, session.table)
    return tuple(ChangeView(str(number), line) for number, line in enumerate(lines))


def _said(table: Table) -> tuple[type[Command], ...]:
    """The kinds of commands by which the table says how things lie."""
    who = table.core.on_turn
    return tuple({type(fact.state(table, who, fact.value(table, who))) for fact in _facts(table)})


def _differences(before: Table, now: Table) -> Iterable[str]:
    """What is another number than it was, of each player, then of the table; and what that does to points."""
    then = {fact.name: fact for fact in _facts(before)}
    both = [(then[fact.name], fact) for fact in _facts(now) if fact.name in then]
    people = [(player.name, player.id) for player in now.core.players]
    for name, who in [*people, (_("The table"), now.core.on_turn)]:
        shared, otherwise = (name, who) not in people, False
        for old, new in both:
            was, is_ = _number(old.value(before, who)), _number(new.value(now, who))
            if new.shared is shared and was != is_:
                otherwise = True
                yield _line(name, narrate.say(f"fact.{new.name}", {}), was, is_, new.sort is FactSort.FLAG)
        if otherwise and not shared and before.points(who) != now.points(who):
            points = narrate.say("core.adjust_points", {}, form="short")
            yield _line(name, points, before.points(who), now.points(who), False)


def _line(name: str, what: str, was: int, is_: int, flag: bool) -> str:
    if flag:
        change = f"{what}: {_('Yes') if is_ else _('No')}"
    else:
        change = narrate.say("correction.change", {"what": what, "before": was, "after": is_})
    return narrate.say("correction.possessions", {"player": name, "changes": change})


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
