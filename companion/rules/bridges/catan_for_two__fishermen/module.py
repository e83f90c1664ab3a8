"""What Catan for two and the Fishermen change in one another (FI-10)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Constraint, Part, Stage, Step, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.scenarios.fishermen.catch import TokensDealt
from companion.rules.variants.catan_for_two.forced_trade import ForceTrade
from companion.rules.variants.catan_for_two.queries import opponent
from companion.rules.variants.catan_for_two.tokens import ChaseRobber, CountTokens, ThrowAwayKnight

EVENTS: tuple[type[Event], ...] = ()

DEALT = (1, 1, 2, 2, 3)
"""FI-10: the fish tokens with which each player starts."""


def deal(draft: Draft) -> None:
    """FI-10: both players take their first tokens from the pile, for everyone to see."""
    for player in draft.core.in_turn_order():
        draft.emit(TokensDealt(player, DEALT))


def cheaper(table: Table, old: int, by: PlayerId, action: str) -> int:
    """FI-10: one fish less for the player with fewer points."""
    return old - 1 if table.points(by) < table.points(opponent(table, by)) else old


def none_in_play(table: Table, old: int) -> int:
    """FI-10: the trade tokens stay in the box."""
    return 0


def none_at_start(table: Table, old: int) -> int:
    """FI-10: no fish for a building of the set-up."""
    return 0


def no_trade_tokens(table: Table, kind: type[Command], by: PlayerId) -> Iterable[Violation]:
    """FI-10: nothing is done with trade tokens."""
    yield hard("FI-10", "tokens.fish-instead")


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    steps=(Step("setup", "c2fi.deal", deal, after=("fi.grounds",), before=("c2.neutrals",)),),
    terms=(
        Term("trade_tokens", Stage.REPLACE, none_in_play),
        Term("fish_price", Stage.ADD, cheaper),
        Term("fish_at_start", Stage.REPLACE, none_at_start),
    ),
    constraints=(
        Constraint(
            "c2fi.no_tokens",
            before=no_trade_tokens,
            commands=(ForceTrade, ChaseRobber, ThrowAwayKnight, CountTokens),
        ),
    ),
)

__all__ = ["EVENTS", "PARTS"]

PARTS = (PLACES,)
