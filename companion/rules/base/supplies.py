"""What must be so of the pieces and cards after every entry, whatever was overruled."""

from __future__ import annotations

from companion.engine.extension import (
    Invariant,
    Part,
)
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Table
from companion.engine.verdict import Severity
from companion.rules.base.board import Board, Island, hubs_of
from companion.rules.base.board_faults import board_faults
from companion.rules.base.queries import ROADS, SUPPLY, figures_left, roads_left
from companion.rules.base.slice import Base


def supply_kept(table: Table) -> list[str]:
    """B-05: nobody has more pieces on the board than own."""
    return [
        f"{player}: {figures_left(table, player, kind)} {kind.value} left"
        for player in table.core.ids
        for kind in SUPPLY
        if not 0 <= figures_left(table, player, kind) <= SUPPLY[kind]
    ]


def board_possible(table: Table) -> list[str]:
    """B-01 to B-04: the board can lie on a table, and all pieces are on it."""
    base = table.slice(Base)
    if base.board is None:
        return [*base.buildings, *base.roads]
    faults = hard_faults(base.board, table.value("island"))
    if faults:
        return list(faults)
    if base.board.hubs != hubs_of(table.value("island"), base.board.terrain):
        return [f"hubs: {base.board.hubs}"]
    land = base.board.geometry
    wrong: list[str] = [site for site in base.buildings if site not in land.neighbours]
    wrong += [edge for edge in base.roads if edge not in land.ends]
    return wrong if base.robber in (None, *land.hexes) else [*wrong, f"robber: {base.robber}"]


@remembered
def hard_faults(board: Board, island: Island) -> tuple[str, ...]:
    """Why a board cannot lie on a table, by key."""
    return tuple(v.key for v in board_faults(board, island) if v.severity is Severity.HARD)


def roads_kept(table: Table) -> list[str]:
    """B-05: nobody has more roads on the board than own."""
    return [
        f"{player}: {roads_left(table, player)} roads left"
        for player in table.core.ids
        if not 0 <= roads_left(table, player) <= ROADS
    ]


def cards_kept(table: Table) -> list[str]:
    """B-06: hands and bank together are what the box holds, and no hand holds more than its total."""
    hands = table.slice(Base).hands
    wrong = []
    for good, supply in hands.supply.items():
        least = sum(hands.low(player, good) for player in hands.holders) + hands.bank_low(good)
        most = sum(hands.high(player, good) for player in hands.holders) + hands.bank_high(good)
        if not least <= supply <= most:
            wrong.append(f"{good}: {least} to {most} cards of {supply}")
    for player in hands.holders:
        low = sum(hands.low(player, good) for good in hands.goods)
        high = sum(hands.high(player, good) for good in hands.goods)
        if not low <= hands.total(player) <= high:
            wrong.append(f"{player}: {low} to {high} cards of {hands.total(player)}")
    return wrong


PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), invariants=(Invariant("base.supply", supply_kept),)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        invariants=(
            Invariant("base.board", board_possible, always=True),
            Invariant("base.roads", roads_kept),
        ),
    ),
    Part(needs=frozenset({Aspect.HANDS}), invariants=(Invariant("base.cards", cards_kept),)),
)
