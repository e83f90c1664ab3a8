"""Two rolls a turn with different numbers (C2-03)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.core import DiceRolled
from companion.engine.event import Event
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.roll import RED, WHITE, total
from companion.rules.base.turn import RollDice
from companion.rules.variants.catan_for_two.queries import ROLLS, rolls
from companion.rules.variants.catan_for_two.slice import C2Event, CatanForTwo


class RollCounted(C2Event, frozen=True, tag="c2.roll_counted"):
    """One of the two rolls of a turn has been made (C2-03)."""

    silent: ClassVar[bool] = True
    turn: int
    number: int

    def apply(self, state: CatanForTwo) -> CatanForTwo:
        before = state.rolls if state.rolled_in == self.turn else ()
        return replace(state, rolled_in=self.turn, rolls=(*before, self.number))


def count_roll(draft: Draft, event: DiceRolled) -> None:
    """C2-03: remember the number of each roll of the turn; other dice are no roll of their own."""
    if WHITE in event.dice and RED in event.dice:
        draft.emit(RollCounted(draft.core.turn, total(draft)))


def rolls_again(table: Table, old: bool) -> bool:
    """C2-03: trading and building begin after the second roll."""
    return old or len(rolls(table)) < ROLLS


def different_numbers(table: Table, command: RollDice) -> Iterable[Violation]:
    """C2-03: the second roll is repeated until its number is another one."""
    white, red = command.dice.get(WHITE), command.dice.get(RED)
    if not isinstance(white, int) or not isinstance(red, int):
        return
    if command.by == table.core.on_turn and rolls(table) == (white + red,):
        yield soft("C2-03", "rolls.same", player=command.by, number=white + red)


EVENTS: tuple[type[Event], ...] = (RollCounted,)
