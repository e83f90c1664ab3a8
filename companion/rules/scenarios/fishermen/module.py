"""The Fishermen's contributions to the extension points."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.cells import BANK
from companion.engine.core import Settled
from companion.engine.extension import Constraint, Invariant, Part, Reaction, Stage, Step, Term
from companion.engine.knowledge import Knowledge
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.base.building import CityBuilt, SettlementBuilt
from companion.rules.base.setup import PLACE, LayBoard
from companion.rules.presentation.parts import Holding, Shore, Terrain
from companion.rules.scenarios.fishermen import boot, catch, facts, grounds, motion, spending, tallies, tokens
from companion.rules.scenarios.fishermen.slice import OPEN, TOKENS, Fishermen

BUDGET = 256
"""Possible tokens of the whole table that are kept one by one; of three kinds bounds say nearly as much."""


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """All tokens and the boot in the pile (FI-03)."""
    holders = (*(player.id for player in players), OPEN)
    return Fishermen(tokens=Knowledge.start(holders, TOKENS, BUDGET))


def tokens_kept(table: Table) -> Iterable[str]:
    """FI-03, FI-05: 29 tokens, with players, open, or in the pile, and nobody has more than seven."""
    known = tokens.state_of(table).tokens
    totals = {holder: known.total(holder) for holder in (*known.holders, BANK)}
    if sum(totals.values()) != tokens.ALL or dict(known.supply) != dict(TOKENS):
        yield f"{totals} are not {tokens.ALL} fish tokens"
    for player in table.core.ids:
        if not 0 <= totals[player] <= tokens.MOST:
            yield f"{player} has {totals[player]} fish tokens"
    if known.certain_hand(OPEN) is None:
        yield "tokens lie open that nobody can tell"


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    steps=(
        Step("setup", "fi.grounds", grounds.ask_for_grounds, after=("base.board",), before=(PLACE,)),
        Step("roll", "fi.fish", catch.fish, after=("base.produce",)),
    ),
    terms=(
        Term("island", Stage.TRANSFORM, grounds.island),
        Term("robber_start", Stage.REPLACE, grounds.robber_start),
        Term("points_to_win", Stage.ADD, boot.points_to_win),
        Term("fish_at_start", Stage.BASE, catch.fish_at_start),
        Term("fish_price", Stage.BASE, spending.base_price),
    ),
    commands=(
        grounds.LayGroundsRule(),
        catch.TellBootRule(),
        catch.SwapTokenRule(),
        *spending.COMMANDS,
        boot.GiveBootRule(),
        tokens.ShowTokensRule(),
        tokens.CountTokensRule(),
        facts.StateTokensRule(),
        facts.StateBootRule(),
    ),
    constraints=(Constraint("fi.lake", grounds.check_lake, commands=(LayBoard,)),),
    reactions=(
        Reaction(Settled, catch.go_on_fishing),
        Reaction(SettlementBuilt, catch.first_fish),
        Reaction(CityBuilt, catch.first_fish),
    ),
    invariants=(Invariant("fi.tokens", tokens_kept),),
    facts=facts.FACTS,
    presentation=(
        Terrain(grounds.LAKE, tuple(sorted(grounds.LAKE_NUMBERS))),
        Shore(
            grounds.LayGrounds,
            grounds.numbers(),
            grounds.free_places,
            grounds.sides_of,
            grounds.served,
            grounds.lying,
            grounds.lay,
            "fishing_ground",
        ),
        Holding("fish", lambda table, player: tokens.state_of(table).tokens.total(player), "fact.fish_token"),
        Holding("boot", lambda table, player: int(tokens.state_of(table).boot == player), "fact.boot"),
        *motion.BOOT,
    ),
)

EVENTS = (*grounds.EVENTS, *catch.EVENTS, *spending.EVENTS, *boot.EVENTS, *tokens.EVENTS, *facts.EVENTS)

__all__ = ["EVENTS", "PARTS", "start"]

PARTS = (PLACES, *tallies.PARTS)
