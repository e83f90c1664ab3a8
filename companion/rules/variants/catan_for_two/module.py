"""The contributions of Catan for two to the extension points."""

from __future__ import annotations

from companion.engine.core import DiceRolled
from companion.engine.extension import Constraint, Invariant, Part, Reaction, Stage, Step, Term
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.base.building import CityBuilt, RoadBuilt, SettlementBuilt
from companion.rules.base.setup import PLACE
from companion.rules.base.turn import RollDice
from companion.rules.presentation.parts import Holding, Unplayed
from companion.rules.variants.catan_for_two import facts, forced_trade, neutral, queries, rolling, tokens
from companion.rules.variants.catan_for_two.slice import CatanForTwo


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """Two neutral colours, and tokens for both players (C2-01)."""
    return CatanForTwo(
        neutrals=neutral.unused_colours(players),
        tokens={player.id: tokens.at_start(table) for player in players},
    )


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    steps=(
        Step("setup", "c2.neutrals", neutral.ask_for_start, after=("base.board",), before=(PLACE,)),
        Step("neutral", neutral.HANDLE, neutral.ask_for_piece),
    ),
    terms=(
        Term("other_owners", Stage.ADD, facts.owners),
        Term("roll_again", Stage.TRANSFORM, rolling.rolls_again),
        Term("army", Stage.ADD, tokens.without_thrown),
        Term("trade_tokens", Stage.BASE, tokens.base_tokens),
        Term("token_terrain", Stage.BASE, tokens.base_terrain),
        Term("token_price", Stage.BASE, tokens.base_price),
        Term("settlement_tokens", Stage.BASE, tokens.base_for_place),
    ),
    commands=(*neutral.COMMANDS, *tokens.COMMANDS, forced_trade.ForceTradeRule(), facts.StateTokensRule()),
    constraints=(Constraint("c2.two_numbers", rolling.different_numbers, commands=(RollDice,)),),
    reactions=(
        Reaction(DiceRolled, rolling.count_roll),
        Reaction(RoadBuilt, neutral.with_own_road),
        Reaction(SettlementBuilt, neutral.with_own_settlement),
        Reaction(SettlementBuilt, tokens.for_settlement),
        Reaction(CityBuilt, tokens.for_starting_city),
    ),
    invariants=(
        Invariant("c2.neutral_supply", neutral.supply_kept),
        Invariant("c2.tokens", tokens.tokens_kept),
    ),
    facts=facts.FACTS,
    presentation=(
        Holding("coin", queries.tokens, "fact.trade_token"),
        Unplayed(neutral.colours),
    ),
)

EVENTS = (*rolling.EVENTS, *neutral.EVENTS, *tokens.EVENTS)

__all__ = ["EVENTS", "PARTS", "start"]

PARTS = (PLACES,)
