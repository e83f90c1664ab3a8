"""Barbarian Attack's contributions to the extension points."""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Term
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.base import development
from companion.rules.base.facts.development import StateDevelopment
from companion.rules.base.facts.robber import StateRobber
from companion.rules.base.robber import MoveRobber
from companion.rules.discovery import events_of, parts_of
from companion.rules.scenarios.barbarian_attack import (
    battle,
    cards,
    coast,
    facts,
    garrison,
    knights,
    landing,
    presentation,
    prisoners,
    seven,
    tallies,
    tracking,
)
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack

PURCHASES = 2
"""BA-51: resources that gold buys in a turn."""


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """BA-01: all barbarians and knights in the box; the first land when the island lies (BA-02)."""
    return BarbarianAttack()


def gold_rule(table: Table, old: str) -> str:
    """BA-51 says what gold does."""
    return "BA-51"


def purchases(table: Table, old: int | None) -> int:
    """BA-51: so often a turn gold buys a resource."""
    return PURCHASES


def no_deck(table: Table, old: int) -> int:
    """BA-01: development cards stay in the box."""
    return 0


BOX = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(Term("gold_rule", Stage.REPLACE, gold_rule),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        # BA-01: neither robber nor development cards, and so no Largest Army
        withdraws=(MoveRobber, StateRobber, StateDevelopment, *development.COMMANDS),
        terms=(
            Term("gold_purchases", Stage.REPLACE, purchases),
            Term("development_deck", Stage.TRANSFORM, no_deck),
        ),
    ),
)

carry = tracking.carry

FILES = (
    coast,
    garrison,
    landing,
    knights,
    cards,
    prisoners,
    battle,
    seven,
    facts,
    tracking,
    tallies,
    presentation,
)
"""What the scenario is made of, in the order in which it is listed."""

PARTS = (*BOX, *parts_of(FILES))
EVENTS = events_of(FILES)

__all__ = ["EVENTS", "PARTS", "carry", "start"]
