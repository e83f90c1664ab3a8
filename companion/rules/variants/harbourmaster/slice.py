"""Harbourmaster's slice of the state."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.ids import PlayerId
from companion.engine.state import Slice


class Harbourmaster(Slice, frozen=True):
    """Who holds the card, and the most harbour points that anybody has, 0 while that is too little."""

    module: ClassVar[str] = "harbourmaster"

    holder: PlayerId | None = None
    amount: int = 0
