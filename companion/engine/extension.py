"""The extension points: everything a module may add to a game, and nothing else.

The list is closed on purpose. A new kind of rule that fits none of them is a reason to add a point
here, deliberately, never to test for a module elsewhere. ``docs/architecture.md`` says how
contributions to one point combine.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import ModuleId, PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.state import Face, Player, Slice
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, clear, hard

C = TypeVar("C", bound=Command)


class Timing(enum.StrEnum):
    """When a command may come: TURN is in the player's turn, before or after the roll, CLOSING after trading
    and building (MAIN), ANY is always."""

    ROLL = "roll"
    BEFORE_ROLL = "before_roll"
    MAIN = "main"
    CLOSING = "closing"
    TURN = "turn"
    ANSWER = "answer"
    ANY = "any"


class CommandRule(Generic[C]):
    """The one owner of a command: it judges it, carries it out, and offers it.

    ``begins_turn`` marks what a player does before anything else in the turn: entering it for the
    next player ends the turn of the one before. ``too_many_forms`` marks a command that has more forms than
    anyone would list, such as a trade: a screen fills it in like a form.

    What is wrong with a command is said in two parts, and nowhere else: ``before`` what does not depend on
    what it names, ``at`` what does. What is offered follows from them: the ``forms`` against which neither
    says anything.
    """

    command: ClassVar[type[Command]]
    timing: ClassVar[Timing] = Timing.MAIN
    begins_turn: ClassVar[bool] = False
    too_many_forms: ClassVar[bool] = False

    @property
    def timings(self) -> tuple[Timing, ...]:
        """All that ``when`` may answer."""
        return (self.timing,)

    def when(self, table: Table) -> Timing:
        """When the command may come by the rules of this game."""
        return self.timing

    def not_asked(self, table: Table, who: PlayerId) -> Violation:
        """Why a command that only answers a question cannot come while no such question is open."""
        return hard("B-24", "question.none", player=who)

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        """What is wrong with any command of this kind from the player, whatever it names, timing aside."""
        return ()

    def at(self, table: Table, command: C) -> Iterable[Violation]:
        """What is wrong with what the command names: the place, the cards, the other player."""
        return ()

    def ways(self, table: Table, who: PlayerId) -> Iterator[C]:
        """The forms that name nothing wrong, timing aside.

        A rule with many of them may put them together of what passes each check of ``at``, so that a check
        of one field is not made anew for every value of the others.
        """
        return (form for form in self.forms(table, who) if clear(self.at(table, form)))

    def faults(self, table: Table, command: C) -> list[Violation]:
        """All that is wrong with the command, timing aside; empty when it is allowed."""
        return [*self.before(table, command.by), *self.at(table, command)]

    def certainty(self, table: Table, command: C) -> Certainty:
        """Whether an allowed command is sure to be in order, or only possible by hidden cards (B-56)."""
        return Certainty.SURE

    def apply(self, draft: Draft, command: C) -> None:
        """Emit what the command means. Called only without HARD violations; must not refuse."""

    def may_begin(self, table: Table, who: PlayerId) -> bool:
        """Whether the player might enter some form of an open-ended command, timing aside."""
        return True

    def forms(self, table: Table, who: PlayerId) -> Iterable[C]:
        """The forms of the command that are worth asking about: at least all that would be allowed of those
        that are listed for a person."""
        return ()


class Good(msgspec.Struct, frozen=True):
    """A kind of card that people hold in their hands, and how many there are in the box."""

    name: str
    kind: str
    supply: int


class Die(msgspec.Struct, frozen=True):
    """A die of the roll. ``wanted`` is false while the die stays on the table."""

    name: str
    faces: tuple[Face, ...]
    wanted: Callable[[Table], bool] = lambda table: True


class Step(msgspec.Struct, frozen=True):
    """A step of a plan (``setup``, ``roll`` or ``end``), ordered by what it stands after or before.

    It runs while no question is open; when it asks one, the later steps wait for the answer.
    """

    plan: str
    name: str
    run: Callable[[Draft], None]
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


class Stage(enum.IntEnum):
    """The order in which terms make up a value. Only one term of a value may replace."""

    BASE = 0
    REPLACE = 1
    TRANSFORM = 2
    ADD = 3
    LIMIT = 4


class Term(msgspec.Struct, frozen=True):
    """One term of a named value (hand limit, points to win ...): old value and arguments to new value."""

    value: str
    stage: Stage
    function: Callable[..., Any]


class Constraint(msgspec.Struct, frozen=True):
    """Extra violations for some commands, or for all. A constraint may replace another one by name.

    As with the rules of commands, ``before`` is what is wrong with any command of the kind from the player,
    ``at`` what is wrong with what a command names.
    """

    name: str
    at: Callable[[Table, Any], Iterable[Violation]] | None = None
    before: Callable[[Table, type[Command], PlayerId], Iterable[Violation]] | None = None
    replaces: str | None = None
    commands: tuple[type[Command], ...] = ()

    def is_on(self, kind: type[Command]) -> bool:
        """Whether it holds for a kind of command."""
        return not self.commands or kind in self.commands


class Reaction(msgspec.Struct, frozen=True):
    """What follows from an event at once, whoever caused it."""

    event: type[Event]
    react: Callable[[Draft, Any], None]


class PointSource(msgspec.Struct, frozen=True):
    """One source of victory points."""

    id: str
    rule: RuleId
    points: Callable[[Table, PlayerId], int]


class Slot(msgspec.Struct, frozen=True):
    """A service of which a game has exactly one, such as the keeping of places."""

    name: str
    provider: object
    replaces: bool = False


class CueRule(msgspec.Struct, frozen=True):
    """A sign that lights and buzzer give at an event: its name, and the players whom it concerns.

    ``concerns`` is None where it is not given this time.
    """

    event: type[Event]
    sign: str
    concerns: Callable[[Table, Any], tuple[PlayerId, ...] | None] = lambda table, event: ()


class Count(msgspec.Struct, frozen=True):
    """What is to be counted: how much of what, of whom. ``of`` tells kinds apart, as in ("ore", "8"); without
    a ``player`` it is the table's."""

    player: PlayerId | None = None
    of: tuple[str, ...] = ()
    amount: float = 1


class Tally(msgspec.Struct, frozen=True):
    """What an event, or a command that was entered, adds to one of the statistics of an evening.

    It is counted from the table just before. Several kinds may add to the same statistic, also those of
    several modules.
    """

    name: str
    on: type[Event] | type[Command]
    count: Callable[[Table, Any], Iterable[Count]]


class Gauge(msgspec.Struct, frozen=True):
    """A track that the table wants to see at every moment. A game's first one stands on the bar of lights."""

    name: str
    length: int
    position: Callable[[Table], int]


class Invariant(msgspec.Struct, frozen=True):
    """A property of every position that no house ruling has bent; returns what is wrong with it.

    ``always`` is one that no ruling can bend, so that a game from outside must have it too.
    """

    name: str
    broken: Callable[[Table], Iterable[str]]
    always: bool = False


class Audit(msgspec.Struct, frozen=True):
    """What does not fit in a position, in sentences for the table: it may be so all the same."""

    name: str
    faults: Callable[[Table], Iterable[Violation]]


class FactSort(enum.StrEnum):
    """What a fact is: a number, yes or no, or the places of pieces."""

    COUNT = "count"
    FLAG = "flag"
    CORNERS = "corners"
    EDGES = "edges"
    HEX = "hex"


class Fact(msgspec.Struct, frozen=True):
    """Something that lies on the table for all to see, and how the table says that it is otherwise.

    ``value`` is how it stands: a number (0 or 1 for yes or no), a tuple of places, for one hex none or one.
    ``state`` is the command that makes it another one. ``least`` is the smallest number above none, ``most``
    the greatest, or ``most_here`` by the rules of the game. A ``shared`` fact is one of the table, the same
    whichever player is asked for. What is not ``wanted`` has no place in this game.
    """

    name: str
    value: Callable[[Table, PlayerId], Any]
    state: Callable[[Table, PlayerId, Any], Command]
    sort: FactSort = FactSort.COUNT
    most: int = 1
    least: int = 1
    shared: bool = False
    wanted: Callable[[Table], bool] = lambda table: True
    most_here: Callable[[Table], int] | None = None

    def greatest(self, table: Table) -> int:
        """The greatest number that can be stated in this game."""
        return self.most if self.most_here is None else self.most_here(table)


class Named(Protocol):
    """A card, of which the engine needs the name alone."""

    @property
    def name(self) -> str:
        """What the rules call it."""


@dataclass(frozen=True)
class Part:
    """A group of contributions that holds at some levels: all aspects of ``needs``, none of ``without``.

    What others may take out of a game as a whole has a ``name``; several parts may share one.
    """

    needs: frozenset[Aspect] = frozenset()
    without: frozenset[Aspect] = frozenset()
    name: str = ""
    goods: tuple[Good, ...] = ()
    cards: tuple[Named, ...] = ()
    """Cards of the decks that modules keep, each kind of card of a class of its own."""
    dice: tuple[Die, ...] = ()
    steps: tuple[Step, ...] = ()
    slots: tuple[Slot, ...] = ()
    terms: tuple[Term, ...] = ()
    commands: tuple[CommandRule[Any], ...] = ()
    withdraws: tuple[type[Command] | str, ...] = ()
    """Commands of other modules that this game does not have, and whole parts of them by their names."""
    constraints: tuple[Constraint, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    points: tuple[PointSource, ...] = ()
    cues: tuple[CueRule, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    audits: tuple[Audit, ...] = ()
    facts: tuple[Fact, ...] = ()
    tallies: tuple[Tally, ...] = ()
    presentation: tuple[object, ...] = ()
    """What screens show of it. The engine does not look at these values, only hands them on."""


class Option(msgspec.Struct, frozen=True):
    """A choice that a profile or a house rule may make; ``choices`` lists what it may be."""

    name: str
    rule: RuleId
    default: Any
    choices: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Module:
    """A game, an expansion, a variant or a scenario, as the engine sees it."""

    id: ModuleId
    players: tuple[int, int]
    requires: tuple[ModuleId, ...] = ()
    conflicts: Mapping[ModuleId, str] = field(default_factory=dict)
    bridges: tuple[ModuleId, ...] = ()
    shared: bool = False
    """What several modules need, and nobody chooses: it comes by itself with any that requires it."""
    group: str = ""
    """Of all modules of a group a game has at most one."""
    levels: frozenset[str] = frozenset()
    options: tuple[Option, ...] = ()
    parts: tuple[Part, ...] = ()
    start: Callable[[Table, tuple[Player, ...]], Slice] | None = None
    carry: Callable[[Table, Draft], None] | None = None
    """Emits what becomes of the module's slice at another tracking level: the table before, the draft at the
    new level. Without it the part stays as it is."""


def parts_in_play(modules: Iterable[Module], aspects: frozenset[Aspect]) -> Iterator[tuple[Module, Part]]:
    """The parts that hold at a level, with their modules, those left out that another part withdraws."""
    found = [
        (module, part)
        for module in modules
        for part in module.parts
        if part.needs <= aspects and not part.without & aspects
    ]
    withdrawn = {one for _module, part in found for one in part.withdraws if isinstance(one, str)}
    return ((module, part) for module, part in found if part.name not in withdrawn)
