"""The Merchant: a point, and a better rate for what his hex brings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.extension import Part, PointSource
from companion.engine.ids import HexId, PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.board import PRODUCES
from companion.rules.base.network import board, geometry
from companion.rules.base.queries import buildings, places
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Track

CARD = Card("merchant", Track.TRADE, copies=6, rule=RuleId("PC-Y04"))


class PlayMerchant(PlayCard, frozen=True, tag="ck.play_merchant"):
    """The merchant serves the player, on a hex beside one of his buildings."""

    card: ClassVar[str] = CARD.name
    hex: HexId | None = None


class MerchantTaken(CKEvent, frozen=True, tag="ck.merchant_taken"):
    """The merchant serves a player, from a hex where places are tracked."""

    by: PlayerId
    hex: HexId | None = None

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, merchant=self.by, merchant_hex=self.hex)


class MerchantRule(PlayRule[PlayMerchant]):
    """PC-Y04, CK-130: a hex that brings a resource, beside an own settlement or city; the robber does not
    matter. Where the own merchant stands already it would change nothing (CK-125)."""

    command = PlayMerchant

    def at(self, table: Table, command: PlayMerchant) -> Iterable[Violation]:
        by, hex = command.by, command.hex
        if not places(table).named:
            return
        if hex is None:
            yield hard("CK-130", "place.missing")
        elif hex not in geometry(table).hex_corners:
            yield hard("B-04", "place.off-board", place=str(hex)[:40])
        else:
            if board(table).terrain[hex] not in PRODUCES:
                yield soft("CK-130", "merchant.barren")
            own = buildings(table, by)
            if not any(corner in own for corner in geometry(table).hex_corners[hex]):
                yield soft("CK-130", "merchant.not-beside", player=by)
            if (state_of(table).merchant, state_of(table).merchant_hex) == (by, hex):
                yield soft("CK-125", "merchant.there-already", player=by)

    def effect(self, draft: Draft, command: PlayMerchant) -> None:
        draft.emit(MerchantTaken(command.by, command.hex))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMerchant]:
        if not places(table).named:
            return super().forms(table, who)
        return [PlayMerchant(who, hex) for hex in geometry(table).hexes]


def merchant_points(table: Table, player: PlayerId) -> int:
    """CK-130: 1 point."""
    return int(state_of(table).merchant == player)


EVENTS = (MerchantTaken,)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(MerchantRule(),),
        points=(PointSource("merchant", RuleId("CK-130"), merchant_points),),
    ),
)
