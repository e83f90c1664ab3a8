"""Tables for two players and two neutral colours, set up in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.history.timeline import Timeline
from companion.rules.variants.catan_for_two.slice import CatanForTwo
from tests.kit.island import Island, island

FOR_TWO = ("base", "catan_for_two")
WHITE, ORANGE = PlayerId("neutral_white"), PlayerId("neutral_orange")
"""The colours that are left when Anna is red and Ben is blue."""

STARTS = "neutral_white: settlement 1S; neutral_orange: settlement 13SE;"
"""Pieces of the neutral colours after the set-up."""


def nothing_owed(table: Island) -> None:
    """Let no neutral piece be due for the pieces that stand already."""
    part = replace(table.state.slice(CatanForTwo), due=())
    table.session._timeline = Timeline(table.state.with_slice("catan_for_two", part))


class Duel(Island):
    """An island with two neutral colours."""

    @property
    def c2(self) -> CatanForTwo:
        return self.state.slice(CatanForTwo)

    @property
    def tokens(self) -> dict[str, int]:
        """The trade tokens of both players."""
        return {str(player): count for player, count in self.c2.tokens.items()}

    @property
    def rolled_twice(self) -> bool:
        """Whether it is time to trade and build."""
        return self.core.phase is Phase.AFTER_ROLL

    def given_tokens(self, **tokens: int) -> Duel:
        """Let the players have so many tokens."""
        held = {**self.c2.tokens, **{PlayerId(who): count for who, count in tokens.items()}}
        return self._with_c2(replace(self.c2, tokens=held))

    def turn_of_two(self, who: str) -> Duel:
        """Pass the turns, rolling dice that do nothing, until the player has rolled twice."""
        while self.core.on_turn != who or not self.rolled_twice:
            if self.rolled_twice:
                self.end()
            for white in (2, 3):
                self.roll(self.core.on_turn, white, 6)
        return self

    def _with_c2(self, part: CatanForTwo) -> Duel:
        assert not self.session.entries
        self.session._timeline = Timeline(self.state.with_slice("catan_for_two", part))
        return self


def duel(
    modules: tuple[str, ...] = FOR_TWO,
    *,
    pieces: str = "",
    tokens: Mapping[str, int] | None = None,
    **more: Any,
) -> Duel:
    """Anna (red) and Ben (blue) with 5 tokens each; pieces as for an island, the neutral starts added.

    Nothing is owed for the pieces that stand already. ``more`` is what ``island`` takes.
    """
    table = Duel(island("anna ben", modules=modules, pieces=STARTS + pieces, **more).session)
    nothing_owed(table)
    return table.given_tokens(**{"anna": 5, "ben": 5, **(tokens or {})})
