"""What a roll means without a tracked board: the 7 and its limits."""

from __future__ import annotations

from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.rules.base.queries import hand_limit
from companion.rules.base.slice import SevenRolled

WHITE = "white"
RED = "red"


def total(table: Table) -> int:
    """The sum of the two number dice of the last roll."""
    dice = table.core.dice
    return sum(face for face in (dice.get(WHITE), dice.get(RED)) if isinstance(face, int))


def income(draft: Draft) -> None:
    """B-30: on a 7 everyone above the limit returns half. Each hand is known to its owner alone."""
    if total(draft) == 7:
        limits = {player: hand_limit(draft, player) for player in draft.core.in_turn_order()}
        draft.emit(SevenRolled(limits, draft.value("robber_moves")))


def base_hand_limit(table: Table, old: None, player: PlayerId) -> int:
    """B-30: 7 cards."""
    return 7


def base_robber_moves(table: Table, old: None) -> bool:
    """B-31: the robber moves on every 7."""
    return True
