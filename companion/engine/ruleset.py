"""A ruleset: the assembled rules of one game, as look-up tables."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    Constraint,
    CueRule,
    Die,
    Gauge,
    Invariant,
    Module,
    PointSource,
    Reaction,
    Step,
    Term,
)
from companion.engine.ids import ModuleId, PlayerId
from companion.engine.level import Level
from companion.engine.state import Core, GameState, Player, Slice
from companion.engine.table import Table


@dataclass(frozen=True)
class Ruleset:
    """Everything the engine needs to judge a game. Made by ``assemble`` alone."""

    level: Level
    modules: tuple[Module, ...]
    options: Mapping[str, Any]
    dice: tuple[Die, ...]
    plans: Mapping[str, tuple[Step, ...]]
    slots: Mapping[str, object]
    terms: Mapping[str, tuple[Term, ...]]
    commands: Mapping[type[Command], CommandRule[Any]]
    constraints: tuple[Constraint, ...]
    reactions: Mapping[type[Event], tuple[Reaction, ...]]
    points: tuple[PointSource, ...]
    cues: tuple[CueRule, ...]
    gauges: tuple[Gauge, ...]
    invariants: tuple[Invariant, ...]

    @property
    def module_ids(self) -> tuple[ModuleId, ...]:
        """The modules in play."""
        return tuple(module.id for module in self.modules)

    @property
    def steps(self) -> Mapping[str, Step]:
        """All steps of all plans by name."""
        return {step.name: step for plan in self.plans.values() for step in plan}

    def fingerprint(self) -> str:
        """A short name of the rules played by, for the record of a game."""
        text = repr((self.level.value, self.module_ids, sorted(self.options.items())))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def dice_wanted(self, state: GameState) -> tuple[Die, ...]:
        """The dice that the next roll takes."""
        table = Table(self, state)
        return tuple(die for die in self.dice if die.wanted(table))

    def start(self, players: tuple[Player, ...], first: PlayerId | None = None) -> GameState:
        """The position before the first roll."""
        state = GameState(Core(players, first or players[0].id), {})
        for module in self.modules:
            if module.start is not None:
                part: Slice = module.start(Table(self, state), players)
                state = state.with_part(module.id, part)
        return state
