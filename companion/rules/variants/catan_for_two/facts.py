"""How tokens and neutral pieces lie on the table, by its own word (C2-01)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.facts import StatePieces, StateRule, placed
from companion.rules.base.goods import readable
from companion.rules.base.queries import ROADS, SUPPLY, roads, settlements
from companion.rules.base.slice import BuildingKind
from companion.rules.variants.catan_for_two.neutral import COLOURS, neutral
from companion.rules.variants.catan_for_two.queries import neutrals, tokens, tokens_in_play, tokens_left
from companion.rules.variants.catan_for_two.slice import TokensCounted
from companion.rules.variants.catan_for_two.tokens import IN_BOX


class StateTokens(Command, frozen=True, tag="c2.state_tokens"):
    """A player has so many trade tokens."""

    player: PlayerId
    count: int


class StateTokensRule(StateRule):
    """C2-01: no more than the other player leaves."""

    command = StateTokens

    def check(self, table: Table, command: StateTokens) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
            return
        most = tokens(table, command.player) + tokens_left(table)
        if not 0 <= command.count <= most:
            yield hard("C2-01", "tokens.impossible", count=readable(command.count), most=most)

    def apply(self, draft: Draft, command: StateTokens) -> None:
        draft.emit(TokensCounted(command.player, command.count))


def owners(table: Table, old: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    """C2-01: the neutral colours own pieces, too."""
    return (*old, *neutrals(table))


def is_neutral(owner: PlayerId, table: Table) -> bool:
    """Whether a colour is one of those that nobody plays."""
    return owner in neutrals(table)


def _pieces(field: str, owner: PlayerId, table: Table, player: PlayerId, sites: Iterable[str]) -> StatePieces:
    """The pieces of a neutral colour, by the word of a player."""
    return msgspec.structs.replace(placed(field, table, owner, sites), by=player)


def _roads(owner: PlayerId, table: Table, _player: PlayerId) -> Any:
    return roads(table, owner)


def _settlements(owner: PlayerId, table: Table, _player: PlayerId) -> Any:
    return settlements(table, owner)


FACTS = (
    Fact(
        "trade_token",
        tokens,
        lambda table, player, count: StateTokens(player, player, count),
        most=IN_BOX,
        wanted=lambda table: bool(tokens_in_play(table)),
    ),
    *(
        fact
        for colour in COLOURS
        for fact in (
            Fact(
                f"{neutral(colour)}_road",
                partial(_roads, neutral(colour)),
                partial(_pieces, "roads", neutral(colour)),
                FactSort.EDGES,
                ROADS,
                wanted=partial(is_neutral, neutral(colour)),
            ),
            Fact(
                f"{neutral(colour)}_settlement",
                partial(_settlements, neutral(colour)),
                partial(_pieces, "settlements", neutral(colour)),
                FactSort.CORNERS,
                SUPPLY[BuildingKind.SETTLEMENT],
                wanted=partial(is_neutral, neutral(colour)),
            ),
        )
    ),
)
