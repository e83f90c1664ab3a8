"""A ruleset: the assembled rules of one game, as look-up tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from companion.engine.command import Command, tag_of
from companion.engine.event import Event
from companion.engine.extension import (
    Audit,
    CommandRule,
    Constraint,
    CueRule,
    Die,
    Fact,
    Gauge,
    Good,
    Invariant,
    Module,
    Named,
    PointSource,
    Reaction,
    Step,
    Tally,
    Term,
    Timing,
)
from companion.engine.ids import ModuleId, PlayerId
from companion.engine.level import Level
from companion.engine.state import Core, GameState, Player, Slice
from companion.engine.table import Draft, Table
from companion.engine.turn import go_on
from companion.engine.verdict import Violation

T = TypeVar("T")

Before = Callable[[Table, type[Command], PlayerId], Iterable[Violation]]
At = Callable[[Table, Any], Iterable[Violation]]
"""What a constraint asks, see ``Constraint``."""


@dataclass(frozen=True)
class Ruleset:
    """Everything the engine needs to judge a game. Made by ``assemble`` alone."""

    level: Level
    modules: tuple[Module, ...]
    options: Mapping[str, Any]
    goods: tuple[Good, ...]
    dice: tuple[Die, ...]
    plans: Mapping[str, tuple[Step, ...]]
    slots: Mapping[str, Any]
    terms: Mapping[str, tuple[Term, ...]]
    commands: Mapping[type[Command], CommandRule[Any]]
    constraints: tuple[Constraint, ...]
    reactions: Mapping[type[Event], tuple[Reaction, ...]]
    points: tuple[PointSource, ...]
    cues: tuple[CueRule, ...]
    gauges: tuple[Gauge, ...]
    invariants: tuple[Invariant, ...]
    audits: tuple[Audit, ...] = ()
    facts: tuple[Fact, ...] = ()
    tallies: tuple[Tally, ...] = ()
    presentation: tuple[object, ...] = ()
    cards: tuple[Named, ...] = ()
    other: Callable[[Level], Ruleset] | None = field(default=None, compare=False, repr=False)
    """The rules of the same game at another level."""

    def at(self, level: Level | None) -> Ruleset:
        """The rules of the same game at a level; None for this one.

        Raises:
            AssemblyError: if its modules do not make a game at that level.
        """
        if level is None or level is self.level or self.other is None:
            return self
        return self.other(level)

    @property
    def module_ids(self) -> tuple[ModuleId, ...]:
        """The modules in play."""
        return tuple(module.id for module in self.modules)

    def cards_of(self, kind: type[T]) -> tuple[T, ...]:
        """The cards of this kind of all modules, in the order of the modules."""
        return tuple(card for card in self.cards if isinstance(card, kind))

    def presented(self, kind: type[T]) -> tuple[T, ...]:
        """What the modules have of this kind for screens to show, in the order of the modules."""
        return self._presented.get(kind, ())

    @cached_property
    def _presented(self) -> Mapping[type[Any], tuple[Any, ...]]:
        kinds = dict.fromkeys(type(value) for value in self.presentation)
        return {kind: tuple(v for v in self.presentation if type(v) is kind) for kind in kinds}

    @cached_property
    def tallied(self) -> Mapping[type[Event] | type[Command], tuple[Tally, ...]]:
        """What each kind of event and of command adds to the statistics."""
        kinds = dict.fromkeys(tally.on for tally in self.tallies)
        return {kind: tuple(one for one in self.tallies if one.on is kind) for kind in kinds}

    @property
    def gauge(self) -> Gauge | None:
        """The one that the bar of lights and the strip on the screen show; None where there is none."""
        return self.gauges[0] if self.gauges else None

    @cached_property
    def scored(self) -> bool:
        """Whether points are counted, so that they win the game."""
        return "points_to_win" in self.terms

    @cached_property
    def steps(self) -> Mapping[str, Step]:
        """All steps of all plans by name."""
        return {step.name: step for plan in self.plans.values() for step in plan}

    @cached_property
    def step_names(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the steps of each plan."""
        return {plan: tuple(step.name for step in steps) for plan, steps in self.plans.items()}

    @cached_property
    def die_names(self) -> frozenset[str]:
        """The names of all dice."""
        return frozenset(die.name for die in self.dice)

    @cached_property
    def good_names(self) -> Mapping[str | None, tuple[str, ...]]:
        """The names of the goods of each kind, and of all under None."""
        kinds: list[str | None] = [None, *(good.kind for good in self.goods)]
        return {kind: tuple(g.name for g in self.goods if kind in (None, g.kind)) for kind in kinds}

    @cached_property
    def values(self) -> Mapping[str, tuple[Callable[..., Any], ...]]:
        """What the terms of each value do, in their order."""
        return {name: tuple(term.function for term in terms) for name, terms in self.terms.items()}

    @cached_property
    def listed(self) -> Mapping[type[Command], CommandRule[Any]]:
        """The owners of the commands of which forms are listed for a person."""
        rules = self.commands.items()
        return {kind: rule for kind, rule in rules if type(rule).forms is not CommandRule.forms}

    @cached_property
    def asked_before(self) -> Mapping[type[Command], Sequence[Before]]:
        """What the constraints ask of each kind of command, whatever it names."""
        return {
            kind: [c.before for c in self.constraints if c.before is not None and c.is_on(kind)]
            for kind in self.commands
        }

    @cached_property
    def asked_at(self) -> Mapping[type[Command], Sequence[At]]:
        """What the constraints ask of what a command of each kind names."""
        return {
            kind: [c.at for c in self.constraints if c.at is not None and c.is_on(kind)]
            for kind in self.commands
        }

    def open(self, timings: tuple[Timing, ...], answers: tuple[str, ...]) -> tuple[CommandRule[Any], ...]:
        """The owners of the commands that may have their place at one of these times, or have these tags."""
        found = self._open.get((timings, answers))
        if found is None:
            timely = [rule for rule in self.commands.values() if set(timings) & set(rule.timings)]
            answering = [self.by_tag[tag] for tag in dict.fromkeys(answers) if tag in self.by_tag]
            found = (*timely, *(rule for rule in answering if rule not in timely))
            self._open[timings, answers] = found
        return found

    @cached_property
    def _open(self) -> dict[tuple[tuple[Timing, ...], tuple[str, ...]], tuple[CommandRule[Any], ...]]:
        return {}

    @cached_property
    def by_tag(self) -> Mapping[str, CommandRule[Any]]:
        """The owners of the commands by tag."""
        return {tag_of(kind): rule for kind, rule in self.commands.items()}

    def dice_wanted(self, state: GameState) -> tuple[Die, ...]:
        """The dice that the next roll takes."""
        table = Table(self, state)
        return tuple(die for die in self.dice if die.wanted(table))

    def start(self, players: tuple[Player, ...], first: PlayerId | None = None) -> GameState:
        """The position at the beginning, with the first question of the set-up if there is one."""
        ids = tuple(player.id for player in players)
        state = GameState(Core(players, ids, first or ids[0], level=self.level), {})
        for module in self.modules:
            if module.start is not None:
                part: Slice = module.start(Table(self, state), players)
                state = state.with_slice(module.id, part)
        draft = Draft(self, state)
        draft.plan(*(step.name for step in self.plans.get("setup", ())))
        go_on(draft)
        draft.keep_plan()
        return draft.state
