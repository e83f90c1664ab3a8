"""A ruleset: the assembled rules of one game, as look-up tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
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
    PointSource,
    Reaction,
    Step,
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

Listed = tuple[int, Callable[[Table, PlayerId], Iterable[Command]], bool]
"""The place of a rule among all, how it lists what may be done, and whether no more need be asked."""

Opens = Callable[[Table, PlayerId], Collection[Hashable]]

Listing = tuple[tuple[Opens, Mapping[Hashable, Sequence[Listed]]], ...]
"""The gates, and what stands behind them by key."""


def _no_gate(table: Table, who: PlayerId) -> Collection[Hashable]:
    """Where the rules stand that have no gate."""
    return (None,)


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
    presentation: tuple[object, ...] = ()
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

    def presented(self, kind: type[T]) -> tuple[T, ...]:
        """What the modules have of this kind for screens to show, in the order of the modules."""
        return self._presented.get(kind, ())

    @cached_property
    def _presented(self) -> Mapping[type[Any], tuple[Any, ...]]:
        kinds = dict.fromkeys(type(value) for value in self.presentation)
        return {kind: tuple(v for v in self.presentation if type(v) is kind) for kind in kinds}

    @property
    def gauge(self) -> Gauge | None:
        """The one that the bar of lights and the strip on the screen show; None where there is none."""
        return self.gauges[0] if self.gauges else None

    @cached_property
    def steps(self) -> Mapping[str, Step]:
        """All steps of all plans by name."""
        return {step.name: step for plan in self.plans.values() for step in plan}

    @cached_property
    def planned(self) -> Mapping[str, tuple[str, ...]]:
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
    def checks(self) -> Mapping[type[Command], tuple[Callable[[Table, Any], Iterable[Violation]], ...]]:
        """What is asked of each command beside its owner's own check."""
        return {
            kind: tuple(c.check for c in self.constraints if not c.commands or kind in c.commands)
            for kind in self.commands
        }

    def open(self, timings: tuple[Timing, ...], answers: tuple[str, ...]) -> tuple[CommandRule[Any], ...]:
        """The owners of the commands that may have their place at one of these times, or have these tags."""
        found = [rule for rule in self.commands.values() if set(timings) & set(rule.timings)]
        answering = [self.by_tag[tag] for tag in dict.fromkeys(answers) if tag in self.by_tag]
        return (*found, *(rule for rule in answering if rule not in found))

    def listing(self, timings: tuple[Timing, ...], answers: tuple[str, ...]) -> Listing:
        """How those of them that offer anything list it, and the gates that some of them stand behind."""
        found = self._listings.get((timings, answers))
        if found is None:
            found = self._listings[timings, answers] = self._listing(self.open(timings, answers))
        return found

    def _listing(self, rules: Iterable[CommandRule[Any]]) -> Listing:
        gates: dict[Opens, dict[Hashable, list[Listed]]] = {}
        for place, rule in enumerate(rules):
            exact, gate = rule.command in self.exact, rule.gate
            if gate is not None and type(rule).plays is not CommandRule.plays:
                behind = gates.setdefault(gate.opens, {}).setdefault(gate.key, [])
                behind.append((place, rule.plays, exact))
            elif type(rule).candidates is not CommandRule.candidates:
                gates.setdefault(_no_gate, {}).setdefault(None, []).append((place, rule.candidates, exact))
        return tuple(gates.items())

    @cached_property
    def exact(self) -> frozenset[type[Command]]:
        """The commands whose owners offer only what is allowed, and that no constraint looks at closely."""
        particular = {kind for constraint in self.constraints for kind in constraint.commands}
        return frozenset(k for k, rule in self.commands.items() if rule.exact and k not in particular)

    @cached_property
    def _listings(self) -> dict[tuple[tuple[Timing, ...], tuple[str, ...]], Listing]:
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
                state = state.with_part(module.id, part)
        draft = Draft(self, state)
        draft.plan(*(step.name for step in self.plans.get("setup", ())))
        go_on(draft)
        draft.keep_plan()
        return draft.state
