"""Two cards for each own hex of a terrain: what Mining and Irrigation have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from companion.engine.command import Command
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, impossible, soft
from companion.rules.base.board import Board, hexes_of
from companion.rules.base.goods import HUGE, readable
from companion.rules.base.hands import BankCounted, CardsGained
from companion.rules.base.network import board
from companion.rules.base.queries import buildings, places
from companion.rules.base.slice import Building
from companion.rules.cities_knights.cards import PlayCard
from companion.rules.cities_knights.progress.play import PlayRule, Truth, hands

HARVEST = 2
"""Cards for each hex."""


class PlayHarvest(PlayCard, frozen=True):
    """Two cards for each own hex of a terrain; ``count`` is how many the bank had for it, needed only where
    that is not known."""

    count: int | None = None


H = TypeVar("H", bound=PlayHarvest)


class HarvestRule(PlayRule[H], Generic[H]):
    """However many buildings stand at a hex. The robber does not matter; a short bank pays what it has
    (B-23); without a hex, or from an empty stack, there is nothing to play for (CK-125). Without places the
    table alone knows."""

    terrain: ClassVar[str]
    good: ClassVar[str]

    def at(self, table: Table, command: H) -> Iterable[Violation]:
        if not places(table).named:
            return
        by, count = command.by, command.count
        due, low, high = self.due(table, by)
        if count is not None and not 0 <= count <= HUGE:
            yield hard("B-06", "cards.count", count=readable(count))
        elif not due:
            yield soft("CK-125", "harvest.no-hex", player=by, terrain=self.terrain, card=command.card)
        elif not high:
            yield impossible("CK-125", "harvest.none-left", player=by, good=self.good, card=command.card)
        elif count is None:
            if low < high:
                yield hard("B-23", "bank.count-missing", goods=(self.good,))
        elif not low <= count <= high:
            yield impossible(
                "B-23", "harvest.number", player=by, good=self.good, count=count, low=low, high=high
            )

    def effect(self, draft: Draft, command: H) -> None:
        if not places(draft).named:
            return
        due, low, _ = self.due(draft, command.by)
        count, known = low if command.count is None else command.count, hands(draft)
        if count < due and known.counted and known.bank_low(self.good) < known.bank_high(self.good):
            draft.emit(BankCounted({self.good: count}))
        if count:
            draft.emit(CardsGained(command.by, {self.good: count}))

    def forms(self, table: Table, who: PlayerId) -> Iterable[H]:
        """The plain play, and where it is not known what the bank has each number that it may have."""
        kind: type[Any] = self.command
        yield kind(who)
        if places(table).named:
            _, low, high = self.due(table, who)
            yield from (kind(who, count) for count in range(low, high + 1) if low < high)

    def complete(self, table: Table, command: H, truth: Truth) -> Command | None:
        """The bank pays what it really has."""
        if not truth.counted or command.count is None or not places(table).named:
            return command
        paid = min(self.due(table, command.by)[0], truth.bank(self.good))
        return command if command.count == paid else None

    def due(self, table: Table, by: PlayerId) -> tuple[int, int, int]:
        """Cards for all hexes, and the least and the most that the bank pays of them.

        An empty stack is seen by everyone, so that nobody plays for nothing where there may be a card.
        """
        fruitless: frozenset[HexId] = table.value("fruitless")
        due = HARVEST * _hexes_beside(board(table), self.terrain, buildings(table, by), fruitless)
        known = hands(table)
        if not due or not known.counted:
            return due, due, due
        high = min(due, known.bank_high(self.good))
        return due, min(high, max(1, known.bank_low(self.good))), high


@remembered
def _hexes_beside(
    island: Board, terrain: str, own: Mapping[Site, Building], fruitless: frozenset[HexId]
) -> int:
    """How many hexes of a terrain the buildings stand at, those left out that bring nothing at all."""
    corners = island.geometry.hex_corners
    hexes = [hex for hex in hexes_of(island, terrain) if hex not in fruitless]
    return sum(not own.keys().isdisjoint(corners[hex]) for hex in hexes)
