"""What is known at another tracking level."""

from __future__ import annotations

from companion.engine.table import Draft, Table
from companion.rules.base.tracking import on_board
from companion.rules.scenarios.rivers.riches import judge


def carry(before: Table, draft: Draft) -> None:
    """RI-11: the two cards stay where they lie, until gold is entered; then they follow from it."""
    if on_board(draft) and not on_board(before):
        judge(draft)
