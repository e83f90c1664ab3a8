"""How tokens and neutral pieces lie on the table, by its own word (C2-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, no_player
from companion.rules.base.facts.pieces import placed
from companion.rules.base.queries import ROADS, SUPPLY, roads, settlements
from companion.rules.base.slice import BuildingKind
from companion.rules.base.stating import StateRule
from companion.rules.variants.catan_for_two.neutral import COLOURS, neutral
from companion.rules.variants.catan_for_two.queries import neutrals, tokens, tokens_in_play
from companion.rules.variants.catan_for_two.tokens import IN_BOX, TokensCounted, too_many_tokens


class StateTokens(Command, frozen=True, tag="c2.state_tokens"):
    """A player has so many trade tokens."""

    player: PlayerId
    count: int


class StateTokensRule(StateRule):
    """C2-01: no more than the other player leaves."""

    command = StateTokens

    def at(self, table: Table, command: StateTokens) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
            return
        yield from too_many_tokens(table, command.player, command.count)

    def apply(self, draft: Draft, command: StateTokens) -> None:
        draft.emit(TokensCounted(command.player, command.count))


def owners(table: Table, old: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    """C2-01: the neutral colours own pieces, too."""
    return (*old, *neutrals(table))


def neutral_fact(
    owner: PlayerId,
    name: str,
    value: Callable[[Table, PlayerId], Any],
    state: Callable[[Table, PlayerId, Iterable[Any]], Command],
    sort: FactSort,
    most: int,
) -> Fact:
    """What is stated of a colour that nobody plays, by the word of a player."""

    def stated(table: Table, player: PlayerId, sites: Iterable[Any]) -> Command:
        return msgspec.structs.replace(state(table, owner, sites), by=player)

    return Fact(
        f"{owner}_{name}",
        lambda table, _player: value(table, owner),
        stated,
        sort,
        most,
        wanted=lambda table: owner in neutrals(table),
    )


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
            neutral_fact(neutral(colour), "road", roads, partial(placed, "roads"), FactSort.EDGES, ROADS),
            neutral_fact(
                neutral(colour),
                "settlement",
                settlements,
                partial(placed, "settlements"),
                FactSort.CORNERS,
                SUPPLY[BuildingKind.SETTLEMENT],
            ),
        )
    ),
)
