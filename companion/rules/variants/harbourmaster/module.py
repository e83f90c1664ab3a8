"""Harbourmaster's contributions to the extension points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import Invariant, Part, PointSource, Reaction, Stage, Term
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Draft, Table
from companion.rules.base.award import holder_of
from companion.rules.base.board import harbour_corners
from companion.rules.base.building import CityBuilt, CityReduced, SettlementBuilt
from companion.rules.base.facts.pieces import PiecesStated
from companion.rules.base.motion import handed_over
from companion.rules.base.network import board
from companion.rules.base.queries import buildings, laid
from companion.rules.base.slice import BuildingKind
from companion.rules.base.trade import harbours
from companion.rules.presentation.parts import Holding, Motion, Move
from companion.rules.variants.harbourmaster.slice import Harbourmaster

MINIMUM = 3
"""HM-02: harbour points that the card needs."""

WORTH = {BuildingKind.SETTLEMENT: 1, BuildingKind.CITY: 2}
"""HM-01: harbour points of a building."""


class HarbourmasterHeld(Event, frozen=True, tag="hm.harbourmaster_held"):
    """HM-02, HM-04: who is Harbourmaster from now on (None: set aside), with how many harbour points."""

    module: ClassVar[str] = "harbourmaster"

    by: PlayerId | None
    amount: int

    @property
    def variant(self) -> str:
        return "nobody" if self.by is None else ""

    def apply(self, state: Harbourmaster) -> Harbourmaster:
        return replace(state, holder=self.by, amount=self.amount)


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """Nobody has the card."""
    return Harbourmaster()


def harbour_points(table: Table, player: PlayerId) -> int:
    """HM-01: those of all buildings at harbours, each counted once."""
    if not laid(table):
        return 0
    own = buildings(table, player)
    return sum(WORTH[own[site].kind] for site in harbours(table, player))


def award(draft: Draft, event: SettlementBuilt | CityBuilt | CityReduced) -> None:
    """HM-02, HM-04: the card goes to whom it belongs when a building at a harbour comes, grows or shrinks."""
    if event.site in harbour_corners(board(draft)):
        judge(draft)


def stated(draft: Draft, event: PiecesStated) -> None:
    """HM-02: pieces that the table says stand elsewhere count where they stand."""
    if laid(draft):
        judge(draft)


def judge(draft: Draft) -> None:
    """HM-02: the card goes to whom it belongs by the harbour points of all."""
    card = draft.slice(Harbourmaster)
    amounts = {player: harbour_points(draft, player) for player in draft.core.ids}
    holder, amount = holder_of(card.holder, amounts, MINIMUM)
    if (holder, amount) != (card.holder, card.amount):
        draft.emit(HarbourmasterHeld(holder, amount))


def holds_card(table: Table, player: PlayerId) -> bool:
    """Whether the player is Harbourmaster."""
    return table.slice(Harbourmaster).holder == player


def card_points(table: Table, player: PlayerId) -> int:
    """HM-02: 2 points."""
    return 2 if holds_card(table, player) else 0


def one_more(table: Table, old: int, player: PlayerId) -> int:
    """HM-03: one point more to win."""
    return old + 1


def handed(before: Table, _after: Table, held: HarbourmasterHeld) -> Iterable[Move]:
    """The card on its way to whoever has it now."""
    return handed_over("anchor", before.slice(Harbourmaster).holder, held.by)


def rightly_held(table: Table) -> list[str]:
    """HM-02: nobody has more harbour points than the holder, who has enough."""
    card = table.slice(Harbourmaster)
    amounts = {player: harbour_points(table, player) for player in table.core.ids}
    most = max(amounts.values())
    if card.holder is None:
        alone = most >= MINIMUM and list(amounts.values()).count(most) == 1
        return [f"nobody is Harbourmaster, with {amounts}"] if alone else []
    wrong = amounts[card.holder] < most or most < MINIMUM
    return [f"{card.holder} is Harbourmaster, with {amounts}"] if wrong else []


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    terms=(Term("points_to_win", Stage.ADD, one_more),),
    reactions=(
        Reaction(SettlementBuilt, award),
        Reaction(CityBuilt, award),
        Reaction(CityReduced, award),
        Reaction(PiecesStated, stated),
    ),
    points=(PointSource("harbourmaster", RuleId("HM-02"), card_points),),
    invariants=(Invariant("hm.holder", rightly_held),),
    presentation=(
        Holding("anchor", harbour_points, "fact.harbour_points", bright=holds_card),
        Motion(HarbourmasterHeld, handed),
    ),
)

EVENTS = (HarbourmasterHeld,)

__all__ = ["EVENTS", "PARTS", "start"]

PARTS = (PLACES,)
