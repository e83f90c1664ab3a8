"""What is known of the fish tokens, and what the table lets everyone see of them (FI-03, FI-05, B-55)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, impossible, no_player, soft
from companion.rules.base.goods import readable
from companion.rules.scenarios.fishermen.slice import NAMES, TOKENS, Fishermen, Tokens, WaterEvent, bag

MOST = 7
"""FI-05: fish tokens that a player may have; the boot is none."""

ALL = sum(TOKENS.values())
"""FI-03: fish tokens in the box."""


class ShowTokens(Command, frozen=True, tag="fi.show_tokens"):
    """The player lets the table see fish tokens: some, or with ``whole`` all of them."""

    tokens: Tokens
    whole: bool = False


class CountTokens(Command, frozen=True, tag="fi.count_tokens"):
    """The table has counted the fish tokens of a player, the boot left out."""

    player: PlayerId
    total: int


class TokensCounted(WaterEvent, frozen=True, tag="fi.tokens_counted"):
    """The table has counted a player's tokens."""

    by: PlayerId
    total: int

    def apply(self, state: Fishermen) -> Fishermen:
        return replace(state, tokens=state.tokens.recount(self.by, self.total))


class TokensShown(WaterEvent, frozen=True, tag="fi.tokens_shown"):
    """A player let the table see these tokens: among others, or with ``whole`` all of them."""

    by: PlayerId
    tokens: Tokens
    whole: bool = False

    @property
    def variant(self) -> str:
        return "whole" if self.whole else ""

    def apply(self, state: Fishermen) -> Fishermen:
        return replace(state, tokens=state.tokens.shows(self.by, bag(self.tokens), self.whole))


def state_of(table: Table) -> Fishermen:
    """This module's slice of the state."""
    return table.slice(Fishermen)


def held(table: Table, player: PlayerId) -> int:
    """How many fish tokens the player has; everyone sees that."""
    return state_of(table).tokens.total(player)


def has(table: Table, player: PlayerId, tokens: Tokens) -> Certainty:
    """Whether the player has these tokens, by all that was seen (B-56)."""
    return state_of(table).tokens.has(player, bag(tokens))


def known_tokens(table: Table, player: PlayerId) -> tuple[str, ...]:
    """The tokens that the player has for certain, the greatest first."""
    sure = state_of(table).tokens.sure_cards(player)
    return tuple(
        str(fish) for fish, name in sorted(NAMES.items(), reverse=True) for _ in range(sure.get(name, 0))
    )


def check_kinds(tokens: Tokens) -> Iterable[Violation]:
    """FI-03: tokens have 1, 2 or 3 fish, and there are 29."""
    for fish in dict.fromkeys(tokens[: ALL + 1]):
        if fish not in NAMES:
            yield hard("FI-03", "fish.no-such-token", number=readable(fish))
    if len(tokens) > ALL:
        yield hard("FI-03", "fish.not-so-many", count=len(tokens), needed=ALL)


def check_tokens(table: Table, player: PlayerId, tokens: Tokens, rule: str) -> Iterable[Violation]:
    """FI-03, B-56: tokens that the player can have."""
    faults = list(check_kinds(tokens))
    yield from faults
    if faults:
        return
    total = held(table, player)
    if len(tokens) > total:
        yield impossible(rule, "fish.not-held", player=player, count=len(tokens), total=total)
    elif has(table, player, tokens) is Certainty.IMPOSSIBLE:
        known = known_tokens(table, player)
        yield impossible(rule, "fish.impossible", player=player, total=total, tokens=known)


class ShowTokensRule(CommandRule[ShowTokens]):
    """B-55, B-56: tokens may be shown on purpose, and must be possible by all that was seen before."""

    command = ShowTokens
    timing = Timing.ANY
    too_many_forms = True

    def at(self, table: Table, command: ShowTokens) -> Iterable[Violation]:
        yield from check_tokens(table, command.by, command.tokens, "B-56")
        total = held(table, command.by)
        if command.whole and len(command.tokens) < total:
            yield soft("B-55", "fish.not-all", player=command.by, count=len(command.tokens), total=total)

    def apply(self, draft: Draft, command: ShowTokens) -> None:
        draft.emit(TokensShown(command.by, command.tokens, command.whole))


class CountTokensRule(CommandRule[CountTokens]):
    """B-55: how many tokens someone has is public; the table's count stands."""

    command = CountTokens
    timing = Timing.ANY
    too_many_forms = True

    def at(self, table: Table, command: CountTokens) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        elif not 0 <= command.total <= ALL:
            count = readable(command.total)
            yield hard("FI-03", "fish.not-so-many", count=count, needed=ALL)
        elif command.total != held(table, command.player):
            total = held(table, command.player)
            yield soft("B-55", "fish.count-differs", player=command.player, count=command.total, total=total)

    def apply(self, draft: Draft, command: CountTokens) -> None:
        draft.emit(TokensCounted(command.player, command.total))


EVENTS: tuple[type[Event], ...] = (
    TokensCounted,
    TokensShown,
)
