"""The Merchant Guild, the merchant's rate, and what is never traded (CK-60 to CK-63)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.extension import (
    Part,
    Stage,
    Term,
)
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.board import PRODUCES
from companion.rules.base.network import board
from companion.rules.base.trade import SPECIAL_RATE
from companion.rules.cities_knights.cards import progress_cards
from companion.rules.cities_knights.goods import COMMODITIES
from companion.rules.cities_knights.queries import level, state_of
from companion.rules.cities_knights.slice import Track

GUILD = 3
"""The level of trade that brings the Merchant Guild (CK-61)."""


def special_rates(table: Table, old: Mapping[str, int], player: PlayerId) -> Mapping[str, int]:
    """CK-61: two equal commodities with the Merchant Guild; CK-62: two cards of the merchant's hex."""
    guild, good = level(table, player, Track.TRADE) >= GUILD, merchants_good(table, player)
    return _special_rates(old, guild, good or "") if guild or good is not None else old


@remembered
def _special_rates(rates: Mapping[str, int], guild: bool, merchants: str) -> Mapping[str, int]:
    return with_special_rate(rates, (*(COMMODITIES if guild else ()), *((merchants,) if merchants else ())))


def with_special_rate(rates: Mapping[str, int], goods: Iterable[str]) -> Mapping[str, int]:
    """The rates with two for one for some goods."""
    return {**rates, **{good: min(rates[good], SPECIAL_RATE) for good in goods}}


def merchants_good(table: Table, player: PlayerId) -> str | None:
    """CK-62: the resource of the hex on which the player's merchant stands."""
    state = state_of(table)
    if state.merchant != player or state.merchant_hex is None:
        return None
    return PRODUCES.get(board(table).terrain[state.merchant_hex])


def never_traded(table: Table, old: Mapping[str, Violation]) -> Mapping[str, Violation]:
    """CK-63, CK-124: progress cards are never traded."""
    return {
        **old,
        **{card: hard("CK-63", "trade.progress-card", card=card) for card in progress_cards(table)},
    }


PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), terms=(Term("other_cards", Stage.ADD, never_traded),)),
    Part(needs=frozenset({Aspect.HANDS}), terms=(Term("trade_rates", Stage.TRANSFORM, special_rates),)),
)
