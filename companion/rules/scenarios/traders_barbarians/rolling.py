"""What is rolled again, what stays in the box, and how many points win (TB-01, TB-23, TB-30)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.extension import Constraint, Part, Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.slice import Award, BuildingKind
from companion.rules.base.turn import RollDice

REPEATED = (2, 12)
"""TB-23: numbers without a token."""

MORE_POINTS = 3
"""TB-30: points to win above those of the base game."""

PURSE = 5
"""TB-01: gold of each player at the beginning."""

PURCHASES = 2
"""TB-24: so often a turn gold buys a resource."""


def roll_again(table: Table, command: RollDice) -> Iterable[Violation]:
    """TB-23: a 2 and a 12 are rolled again, and not entered."""
    white, red = command.dice.get(WHITE), command.dice.get(RED)
    if isinstance(white, int) and isinstance(red, int) and white + red in REPEATED:
        yield soft("TB-23", "roll.repeated", player=command.by, number=white + red)


def no_longest_road(table: Table, old: frozenset[Award]) -> frozenset[Award]:
    """TB-01: the card of the Longest Road stays in the box."""
    return old - {Award.LONGEST_ROAD}


def settlement_and_city(table: Table, old: object) -> tuple[BuildingKind, ...]:
    """TB-02: a settlement, and then a city."""
    return (BuildingKind.SETTLEMENT, BuildingKind.CITY)


def points_to_win(table: Table, old: int, player: PlayerId) -> int:
    """TB-30: 13 in the place of 10."""
    return old + MORE_POINTS


def gold_rule(table: Table, old: str) -> str:
    """TB-24 says what gold does."""
    return "TB-24"


def purse_at_start(table: Table, old: int) -> int:
    """TB-01: 5 gold for everyone."""
    return PURSE


def purchases(table: Table, old: int | None) -> int:
    """TB-24: so often a turn gold buys a resource."""
    return PURCHASES


PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("awards", Stage.TRANSFORM, no_longest_road),
            Term("start_buildings", Stage.TRANSFORM, settlement_and_city),
            Term("points_to_win", Stage.ADD, points_to_win),
            Term("gold_rule", Stage.REPLACE, gold_rule),
            Term("gold_at_start", Stage.REPLACE, purse_at_start),
        ),
        constraints=(Constraint("tb.roll_again", roll_again, commands=(RollDice,)),),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        withdraws=(ClaimLongestRoad, CutLongestRoad),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("gold_purchases", Stage.REPLACE, purchases),),
    ),
)
