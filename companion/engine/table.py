"""The table as rules see it: a reading view, and a draft on which a command is carried out."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from companion.engine.core import Asked, GameWon, LevelChanged, Planned, PlayedOn, Settled
from companion.engine.decision import Decision
from companion.engine.event import Event
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Level
from companion.engine.state import Core, GameState, Slice
from companion.engine.verdict import Param

if TYPE_CHECKING:
    from companion.engine.ruleset import Ruleset

S = TypeVar("S", bound=Slice)
F = TypeVar("F", bound=Callable[..., Any])


class Table:
    """A state together with the rules it is played by, those of its own tracking level. Reads only."""

    core: Core
    """Players, turn, dice, open questions."""

    worked_out: dict[Any, Any]
    """What follows from the table as it lies, see ``kept``."""

    def __init__(self, ruleset: Ruleset, state: GameState) -> None:
        level = state.core.level
        self.ruleset = ruleset if level is ruleset.level else ruleset.at(level)
        self.core = state.core
        self._slices = state.slices
        self.worked_out: dict[Any, Any] = {}

    @property
    def state(self) -> GameState:
        """The state as it is now."""
        return GameState(self.core, self._slices)

    def slice(self, kind: type[S]) -> S:
        """A module's slice of the state."""
        return self._slices[kind.module]  # type: ignore[return-value]  # each module's slice is of its kind

    def value(self, name: str, *arguments: Any) -> Any:
        """A value made up of all modules' terms, such as ``hand_limit`` of a player; kept until something
        happens, so its arguments are hashable, and nobody may change it."""
        key = name, arguments
        worked_out = self.worked_out
        if key in worked_out:
            return worked_out[key]
        result: Any = None
        for function in self.ruleset.values.get(name, ()):
            result = function(self, result, *arguments)
        worked_out[key] = result
        return result

    def option(self, name: str) -> Any:
        """What the profile or the house rules say."""
        return self.ruleset.options[name]

    def points(self, player: PlayerId) -> int:
        """All points of a player that the table can see."""
        return sum([source.points(self, player) for source in self.ruleset.points])

    def score(self, player: PlayerId) -> tuple[tuple[str, int], ...]:
        """The points of a player by source, sources without points left out."""
        found = ((source.id, source.points(self, player)) for source in self.ruleset.points)
        return tuple((source, amount) for source, amount in found if amount)

    def question(self, kind: str, who: PlayerId) -> Decision | None:
        """The open question of that kind to that player, if there is one."""
        for question in self.core.pending:
            if question.kind == kind and question.who == who:
                return question
        return None


class Draft(Table):
    """A table on which events happen: each is applied at once and may have consequences.

    ``todo`` is the plan while it is being worked off; it is kept in the state when the work stops.
    ``scored`` says whether something has happened that points depend on since somebody last looked.

    The engine asks rules with drafts even where nothing is to happen: the interpreter is a third faster when
    all tables that a function sees are of one class.
    """

    _slices: dict[str, Slice]

    def __init__(self, ruleset: Ruleset, state: GameState) -> None:
        level = state.core.level
        self.ruleset = ruleset if level is ruleset.level else ruleset.at(level)
        self.core = state.core
        self._slices = dict(state.slices)
        self.worked_out = {}
        self.events: list[Event] = []
        self.todo: list[str] = list(state.core.plan)
        self.scored = False
        self._points: dict[PlayerId, int] = {}

    @property
    def state(self) -> GameState:
        """The state as it is now, which later events leave as it is."""
        return GameState(self.core, dict(self._slices))

    def points(self, player: PlayerId) -> int:
        """All points of a player that the table can see, added up once until something scores."""
        found = self._points.get(player)
        if found is None:
            found = self._points[player] = super().points(player)
        return found

    def emit(self, event: Event) -> None:
        """Let an event happen, with all that follows from it."""
        module = event.module
        if module == "core":
            self.core = event.apply(self.core)
        else:
            self._slices[module] = event.apply(self._slices[module])
        self.events.append(event)
        self.worked_out.clear()
        if event.scores:
            self.scored = True
            self._points.clear()
        for reaction in self.ruleset.reactions.get(type(event), ()):
            reaction.react(self, event)

    def ask(
        self, kind: str, who: PlayerId, rule: str, *answers: str, must: bool = False, **params: Param
    ) -> None:
        """Put a question to a player. ``answers`` are the tags of the commands that answer it."""
        number = self.core.asked + 1
        self.emit(Asked(Decision(number, kind, who, RuleId(rule), answers, params, must)))

    def settle(self, kind: str, who: PlayerId) -> None:
        """Close the player's open question of that kind, if there is one."""
        question = self.question(kind, who)
        if question is not None:
            self.emit(Settled(question.id))

    def plan(self, *steps: str) -> None:
        """Do these steps after those already planned."""
        self.todo.extend(steps)

    def win(self, player: PlayerId) -> None:
        """The game is over; what was planned is kept for a table that plays on."""
        self.keep_plan()
        self.emit(GameWon(player, self.points(player)))
        self.todo.clear()

    def track(self, level: Level) -> None:
        """From now on another level is tracked, and its rules hold."""
        self.emit(LevelChanged(level))
        self.ruleset = self.ruleset.at(level)
        self.worked_out.clear()
        self._points.clear()

    def play_on(self) -> None:
        """The table goes on where the game stood when it was won."""
        self.emit(PlayedOn())
        self.todo[:] = self.core.plan

    def keep_plan(self) -> None:
        """Let the state know what is still to be done."""
        if tuple(self.todo) != self.core.plan:
            self.emit(Planned(tuple(self.todo)))


def kept(function: F) -> F:
    """Work out a pure function of the table and further hashable arguments once, until something happens.

    Every caller gets the same result, so nobody may change it.
    """

    @wraps(function)
    def found(table: Table, *arguments: Any) -> Any:
        key = (function, arguments)
        worked_out = table.worked_out
        if key not in worked_out:
            worked_out[key] = function(table, *arguments)
        return worked_out[key]

    return cast(F, found)


def evolve(state: GameState, event: Event) -> GameState:
    """The state after an event. Total: it never refuses."""
    part: Any = state.core if event.module == "core" else state.slices[event.module]
    return state.with_slice(event.module, event.apply(part))
