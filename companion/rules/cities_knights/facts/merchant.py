"""The merchant, and whom it serves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.goods import readable
from companion.rules.base.network import geometry
from companion.rules.base.queries import places
from companion.rules.base.slice import Base
from companion.rules.base.stating import StateRule
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import (
    CitiesKnights,
    CKEvent,
)


class StateMerchant(Command, frozen=True, tag="ck.state_merchant"):
    """Whom the merchant serves, where places are tracked from which hex; nobody before it is played."""

    player: PlayerId | None = None
    hex: HexId | None = None


class MerchantStated(CKEvent, frozen=True, tag="ck.merchant_stated"):
    """Whom the merchant serves, and from which hex."""

    scores: ClassVar[bool] = False
    player: PlayerId | None
    hex: HexId | None = None

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, merchant=self.player, merchant_hex=self.hex)


class StateMerchantRule(StateRule):
    """CK-130: the merchant serves one player, from a hex of the board."""

    command = StateMerchant

    def at(self, table: Table, command: StateMerchant) -> Iterable[Violation]:
        if command.player is not None and command.player not in table.core.ids:
            yield no_player(command.player)
        hex = command.hex
        if hex is None:
            return
        if not places(table).named or table.slice(Base).board is None or hex not in geometry(table).hexes:
            yield hard("CK-130", "place.off-board", place=str(readable(hex)))

    def apply(self, draft: Draft, command: StateMerchant) -> None:
        draft.emit(MerchantStated(command.player, command.hex if command.player is not None else None))


def _merchant(table: Table, player: PlayerId) -> tuple[HexId, ...]:
    state = state_of(table)
    return () if state.merchant != player or state.merchant_hex is None else (state.merchant_hex,)


MERCHANT_NAMELESS = (
    Fact(
        "merchant",
        lambda table, player: int(state_of(table).merchant == player),
        lambda table, player, value: StateMerchant(player, player if value else None),
        FactSort.FLAG,
    ),
)


MERCHANT_PLACED = (
    Fact(
        "merchant",
        _merchant,
        lambda table, player, hexes: StateMerchant(player, *((player, hexes[-1]) if hexes else ())),
        FactSort.HEX,
    ),
)


EVENTS = (MerchantStated,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(StateMerchantRule(),)),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=MERCHANT_NAMELESS),
    Part(needs=frozenset({Aspect.PLACES}), facts=MERCHANT_PLACED),
)
