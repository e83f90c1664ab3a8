"""Trade tokens: what brings them, and what they pay for (C2-05, C2-06)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId, Site
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base import setup
from companion.rules.base.board import DESERT
from companion.rules.base.building import CityBuilt, SettlementBuilt
from companion.rules.base.development.knight import ARMY, LargestArmyHeld, army
from companion.rules.base.development.play import development
from companion.rules.base.goods import readable
from companion.rules.base.network import board, geometry
from companion.rules.base.robber import RobberMoved, home
from companion.rules.base.slice import Base
from companion.rules.variants.catan_for_two.queries import (
    opponent,
    state_of,
    tokens,
    tokens_in_play,
    tokens_left,
)
from companion.rules.variants.catan_for_two.slice import C2Event, CatanForTwo

IN_BOX = 20
START = 5
"""Trade tokens, and those of each player at the beginning (C2-01)."""

AT_DESERT = 2
AT_COAST = 1
FOR_KNIGHT = 2


class ChaseRobber(Command, frozen=True, tag="c2.chase_robber"):
    """The player paid tokens to send the robber home."""


class ThrowAwayKnight(Command, frozen=True, tag="c2.throw_away_knight"):
    """The player threw away a played knight card for tokens."""


class CountTokens(Command, frozen=True, tag="c2.count_tokens"):
    """The table has counted the trade tokens of a player."""

    player: PlayerId
    count: int


# --- what brings tokens


class TokensCounted(C2Event, frozen=True, tag="c2.tokens_counted"):
    """The table has counted somebody's trade tokens (B-55)."""

    by: PlayerId
    count: int

    def apply(self, state: CatanForTwo) -> CatanForTwo:
        return replace(state, tokens=changed(state.tokens, self.by, self.count))


class TokensGained(C2Event, frozen=True, tag="c2.tokens_gained"):
    """A player takes trade tokens from the supply (C2-06).

    ``turn`` is the turn in which a card or figure was given up for them, 0 for those of a settlement.
    """

    by: PlayerId
    count: int
    turn: int = 0

    def apply(self, state: CatanForTwo) -> CatanForTwo:
        tokens = changed(state.tokens, self.by, state.tokens.get(self.by, 0) + self.count)
        return replace(state, tokens=tokens, given_up=self.turn or state.given_up)


class TokensSpent(C2Event, frozen=True, tag="c2.tokens_spent"):
    """A player pays for the token action of the turn (C2-05)."""

    by: PlayerId
    count: int
    turn: int

    def apply(self, state: CatanForTwo) -> CatanForTwo:
        left = max(0, state.tokens.get(self.by, 0) - self.count)
        return replace(state, tokens=changed(state.tokens, self.by, left), acted=self.turn)


class KnightThrownAway(C2Event, frozen=True, tag="c2.knight_thrown_away"):
    """A played knight card is out of the game (C2-06)."""

    by: PlayerId

    def apply(self, state: CatanForTwo) -> CatanForTwo:
        return replace(state, thrown=changed(state.thrown, self.by, state.thrown.get(self.by, 0) + 1))


def base_terrain(table: Table, old: None) -> tuple[str, ...]:
    """C2-06: where a settlement brings most tokens: at the desert."""
    return (DESERT,)


def base_tokens(table: Table, old: None) -> int:
    """C2-01: all tokens of the box."""
    return IN_BOX


def at_start(table: Table) -> int:
    """C2-01: tokens of each player at the beginning."""
    return min(START, tokens_in_play(table))


def gain(draft: Draft, by: PlayerId, count: int, turn: int = 0) -> None:
    """C2-06: tokens from the supply, as many as there are."""
    count = min(count, tokens_left(draft))
    if count > 0 or turn:
        draft.emit(TokensGained(by, max(0, count), turn))


def for_place(table: Table, site: Site) -> int:
    """C2-06: tokens for a settlement there."""
    count: int = table.value("settlement_tokens", site)
    return count


def base_for_place(table: Table, old: None, site: Site) -> int:
    """C2-06: 2 at the desert, 1 at the coast."""
    land, terrain = geometry(table), board(table).terrain
    deserts = table.value("token_terrain")
    at_desert = any(terrain[hex] in deserts for hex in land.corner_hexes[site])
    return AT_DESERT * at_desert + AT_COAST * (site in land.coast_corners)


def for_settlement(draft: Draft, event: SettlementBuilt) -> None:
    """C2-06: a player's settlement, those of the set-up included."""
    if event.by in draft.core.ids:
        gain(draft, event.by, for_place(draft, event.site))


def for_starting_city(draft: Draft, event: CityBuilt) -> None:
    """C2-06: a city of the set-up stands for a settlement."""
    if event.by in draft.core.ids and not setup.over(draft):
        gain(draft, event.by, for_place(draft, event.site))


class ThrowAwayKnightRule(CommandRule[ThrowAwayKnight]):
    """C2-06, B-62: once a turn, and then Largest Army is looked at again."""

    command = ThrowAwayKnight

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if army(table, who) < 1:
            yield hard("C2-06", "tokens.no-knight", player=who)
        yield from check_given_up(table, who)

    def apply(self, draft: Draft, command: ThrowAwayKnight) -> None:
        draft.emit(KnightThrownAway(command.by))
        gain(draft, command.by, FOR_KNIGHT, draft.core.turn)
        judge_army_again(draft)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ThrowAwayKnight]:
        return (ThrowAwayKnight(who),)


def check_given_up(table: Table, by: PlayerId, rule: str = "C2-06") -> Iterable[Violation]:
    """C2-06: one thing a turn is given up for tokens."""
    if state_of(table).given_up == table.core.turn:
        yield soft(rule, "tokens.given-up-already", player=by)


def without_thrown(table: Table, old: int, player: PlayerId) -> int:
    """C2-06: a knight that was thrown away no longer counts."""
    return old - state_of(table).thrown.get(player, 0)


def judge_army_again(draft: Draft) -> None:
    """C2-06: with too few knights or only as many as the other the holder loses Largest Army; who has more
    than the other takes it."""
    armies = {player: army(draft, player) for player in draft.core.ids}
    most = max(armies.values())
    leaders = [player for player, knights in armies.items() if knights == most]
    holder = leaders[0] if most >= ARMY and len(leaders) == 1 else None
    if holder != development(draft).largest_army:
        draft.emit(LargestArmyHeld(holder))


# --- what tokens pay for


def price(table: Table, by: PlayerId, all_kinds: bool = False) -> int:
    """C2-05: tokens for an action now."""
    cost: int = table.value("token_price", by, all_kinds)
    return cost


def base_price(table: Table, old: None, by: PlayerId, all_kinds: bool) -> int:
    """C2-05: 1 for whoever has no more points than the other, otherwise 2."""
    return 1 if table.points(by) <= table.points(opponent(table, by)) else 2


def check_action(table: Table, by: PlayerId, cost: int) -> Iterable[Violation]:
    """C2-05: one action a turn, and it must be paid for."""
    if state_of(table).acted == table.core.turn:
        yield soft("C2-05", "tokens.acted-already", player=by)
    held = tokens(table, by)
    if held < cost:
        yield soft("C2-05", "tokens.too-few", player=by, count=held, needed=cost)


def pay(draft: Draft, by: PlayerId, cost: int) -> None:
    """C2-05: the tokens go to the supply."""
    draft.emit(TokensSpent(by, min(cost, tokens(draft, by)), draft.core.turn))


class ChaseRobberRule(CommandRule[ChaseRobber]):
    """C2-05: the robber goes to the desert, or where he starts without one, and robs nobody there."""

    command = ChaseRobber

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from check_action(table, who, price(table, who))
        if table.slice(Base).robber == home(table):
            yield hard("C2-05", "tokens.robber-home")
        elif table.value("robber_frozen"):
            yield soft("C2-05", "tokens.robber-frozen")

    def apply(self, draft: Draft, command: ChaseRobber) -> None:
        pay(draft, command.by, price(draft, command.by))
        draft.emit(RobberMoved(home(draft)))

    def forms(self, table: Table, who: PlayerId) -> Iterable[ChaseRobber]:
        return (ChaseRobber(who),)


# --- the table's own word


def too_many_tokens(table: Table, player: PlayerId, count: int) -> Iterable[Violation]:
    """C2-01: nobody has more tokens than the other player and the box leave."""
    most = tokens(table, player) + tokens_left(table)
    if not 0 <= count <= most:
        yield hard("C2-01", "tokens.impossible", count=readable(count), most=most)


class CountTokensRule(CommandRule[CountTokens]):
    """B-55, C2-01: everyone sees the tokens; the table's count stands."""

    command = CountTokens
    timing = Timing.ANY
    too_many_forms = True

    def at(self, table: Table, command: CountTokens) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
            return
        held = tokens(table, command.player)
        impossible = list(too_many_tokens(table, command.player, command.count))
        yield from impossible
        if not impossible and command.count != held:
            yield soft("B-55", "tokens.differ", player=command.player, count=command.count, held=held)

    def apply(self, draft: Draft, command: CountTokens) -> None:
        draft.emit(TokensCounted(command.player, command.count))


def tokens_kept(table: Table) -> Iterable[str]:
    """C2-01: tokens of the players and in the supply are those of the box."""
    held = state_of(table).tokens
    if any(count < 0 for count in held.values()) or tokens_left(table) < 0:
        yield f"tokens {dict(held)} of {tokens_in_play(table)}"


COMMANDS = (ThrowAwayKnightRule(), ChaseRobberRule(), CountTokensRule())


EVENTS: tuple[type[Event], ...] = (
    TokensCounted,
    TokensGained,
    TokensSpent,
    KnightThrownAway,
)
