"""Gold for what is built at the rivers, and what it buys (RI-03 to RI-05, RI-08)."""

from __future__ import annotations

from companion.engine.extension import Part, Reaction, Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.rules.base.building import RoadBuilt, SettlementBuilt
from companion.rules.base.network import geometry
from companion.rules.gold.purse import get
from companion.rules.scenarios.rivers.bridges import BridgeBuilt
from companion.rules.scenarios.rivers.course import course

PIECE = 1
"""RI-04: gold for a road or a settlement, however many hexes of the rivers touch it."""

BRIDGE = 3
"""RI-05: gold for a bridge."""

NO_LIMIT = 99
"""RI-08: so often that nobody counts."""


def reward(draft: Draft, player: PlayerId, count: int) -> None:
    """RI-04: gold for a player; a colour that nobody plays has none."""
    if player in draft.core.ids:
        get(draft, player, count)


def for_road(draft: Draft, event: RoadBuilt) -> None:
    """RI-04: a road at a river, those of the set-up included."""
    if event.edge in course(geometry(draft)).banks:
        reward(draft, event.by, PIECE)


def for_settlement(draft: Draft, event: SettlementBuilt) -> None:
    """RI-04: a settlement at a river, those of the set-up included; its upgrade to a city brings nothing."""
    if event.site in course(geometry(draft)).corners:
        reward(draft, event.by, PIECE)


def for_bridge(draft: Draft, event: BridgeBuilt) -> None:
    """RI-05: a bridge."""
    reward(draft, event.by, BRIDGE)


def purchases(table: Table, old: int | None) -> int | None:
    """RI-08: as often as one likes, or as the edition allows."""
    most = int(table.option("gold_purchases_per_turn"))
    return old if most == NO_LIMIT else most


def gold_rule(table: Table, old: str) -> str:
    """RI-08 says what gold does."""
    return "RI-08"


def none_at_start(table: Table, old: int) -> int:
    """RI-03: nobody starts with gold."""
    return 0


PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("gold_rule", Stage.REPLACE, gold_rule),
            Term("gold_at_start", Stage.REPLACE, none_at_start),
        ),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("gold_purchases", Stage.REPLACE, purchases),),
        reactions=(
            Reaction(RoadBuilt, for_road),
            Reaction(SettlementBuilt, for_settlement),
            Reaction(BridgeBuilt, for_bridge),
        ),
    ),
)
