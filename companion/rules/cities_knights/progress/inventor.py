"""The Inventor: the number tokens of two hexes change places."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.extension import Part
from companion.engine.ids import HexId, PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Severity, Violation, clear, hard, soft
from companion.rules.base.board import NO_TOKEN, with_tokens_swapped
from companion.rules.base.network import board, geometry
from companion.rules.base.queries import places
from companion.rules.base.slice import Base, BaseEvent
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.slice import Track

CARD = Card("inventor", Track.SCIENCE, copies=2, rule=RuleId("PC-G06"))

FIXED_TOKENS = (2, 6, 8, 12)
"""Number tokens that stay where they are."""


class PlayInventor(PlayCard, frozen=True, tag="ck.play_inventor"):
    """The player swaps two number tokens; ``hexes`` says which where places are tracked."""

    card: ClassVar[str] = CARD.name
    hexes: tuple[HexId, HexId] | None = None


class TokensSwapped(BaseEvent, frozen=True, tag="base.tokens_swapped"):
    """Two number tokens have changed places."""

    hexes: tuple[HexId, HexId]

    def apply(self, state: Base) -> Base:
        assert state.board is not None
        return replace(state, board=with_tokens_swapped(state.board, *self.hexes))


class InventorRule(PlayRule[PlayInventor]):
    """PC-G06: none of 2, 6, 8 and 12; the robber's hex may be one of them. Alike ones change nothing
    (CK-125)."""

    command = PlayInventor

    def at(self, table: Table, command: PlayInventor) -> Iterable[Violation]:
        if not places(table).named:
            return
        if command.hexes is None:
            yield hard("PC-G06", "place.missing")
            return
        one, other = command.hexes
        faults = [fault for hex in command.hexes for fault in self._check_token(table, hex)]
        yield from faults
        if any(fault.severity is Severity.HARD for fault in faults):
            return
        if one == other:
            yield hard("PC-G06", "inventor.one-hex")
        elif board(table).tokens[one] == board(table).tokens[other]:
            yield soft("CK-125", "inventor.alike", token=board(table).tokens[one])

    @staticmethod
    def _check_token(table: Table, hex: HexId) -> Iterable[Violation]:
        """PC-G06: a hex with a token that may be moved."""
        if hex not in geometry(table).hex_corners:
            yield hard("B-04", "place.off-board", place=str(hex)[:40])
        elif (token := board(table).tokens[hex]) == NO_TOKEN:
            yield hard("PC-G06", "inventor.no-token")
        elif token in FIXED_TOKENS:
            yield soft("PC-G06", "inventor.fixed-token", token=token)

    def effect(self, draft: Draft, command: PlayInventor) -> None:
        if places(draft).named:
            assert command.hexes is not None
            draft.emit(TokensSwapped(command.hexes))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayInventor]:
        if not places(table).named:
            return super().forms(table, who)
        movable = [hex for hex in geometry(table).hexes if clear(self._check_token(table, hex))]
        return [PlayInventor(who, pair) for pair in combinations(movable, 2)]


EVENTS = (TokensSwapped,)
PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(InventorRule(),)),)
