"""Tables with a lake, fishing grounds and fish tokens, set up in a few words.

::

    table = fishing(pieces="anna: settlement 0N; ben: city 9S", tokens={"anna": "3 2 ?"})
    table.roll("anna", 1, 3)
    assert table.tokens("anna") == "3 2 ? ?"

The board is the beginners' one with the lake on hex 9, in the middle. By the frame, clockwise, lie the
grounds 4 (corners 0N 0NE 1N), 5 (6NE 6SE 11NE), 6 (11SE 11S 15SE), 8 (17S 16SE 16S), 9 (16SW 12S 12SW) and
10 (3NW 0SW 0NW). The lake has the corners 4SE 5S 9SE 9S 8SE 4S.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.cells import BANK
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.rules.base.board import Board
from companion.rules.scenarios.fishermen.catch import BootDrawn, TellBoot, TokensDealt, TokensDrawn
from companion.rules.scenarios.fishermen.grounds import GroundsLaid, free_places
from companion.rules.scenarios.fishermen.slice import OPEN, Fishermen, FishingGround
from companion.rules.scenarios.fishermen.spending import TokensSpent
from companion.rules.scenarios.fishermen.tokens import known_tokens
from tests.kit.island import BEGINNERS, Island, island

FISHERMEN = ("base", "fishermen")

LAKE_BOARD: Board = replace(
    BEGINNERS, terrain=tuple("lake" if terrain == "desert" else terrain for terrain in BEGINNERS.terrain)
)

GROUNDS = tuple(
    FishingGround(side, number)
    for side, number in zip(free_places(LAKE_BOARD.geometry), (4, 5, 6, 8, 9, 10), strict=True)
)


class Fishery(Island):
    """A table where fish are caught."""

    @property
    def fi(self) -> Fishermen:
        return self.state.slice(Fishermen)

    @property
    def pile(self) -> int:
        """Fish tokens in the pile, the boot left out."""
        return self.fi.tokens.total(BANK)

    @property
    def open(self) -> int:
        """Tokens that lie open."""
        return self.fi.tokens.total(OPEN)

    def tokens(self, who: str) -> str:
        """A player's tokens as everyone knows them, ``3 2 ?``: those known, the greatest first."""
        known = known_tokens(self.table, PlayerId(who))
        unknown = self.fi.tokens.total(PlayerId(who)) - len(known)
        return " ".join([*known, *["?"] * unknown])

    def given_tokens(self, who: str, tokens: str) -> Fishery:
        """Let a player have tokens: ``3 2 ?``, the known ones and those that nobody has seen."""
        words = tokens.split()
        known = tuple(int(word) for word in words if word != "?")
        if known:
            self.given(TokensDealt(PlayerId(who), known))
        if "?" in words:
            self.given(TokensDrawn(PlayerId(who), words.count("?")))
        return self

    def given_spent(self, tokens: str) -> Fishery:
        """Let these tokens lie open."""
        first = self.core.ids[0]
        spent = tuple(map(int, tokens.split()))
        self.given(TokensDealt(first, spent), TokensSpent(first, spent))
        return self

    def given_boot(self, who: str) -> Fishery:
        """Let a player have the old boot."""
        self.given(BootDrawn(PlayerId(who)))
        return self

    def no_boot(self) -> Fishery:
        """Whoever draws fish now draws no boot."""
        self.enter(TellBoot(next(question.who for question in self.core.pending if question.kind == "boot")))
        return self


def fishing(
    names: str = "anna ben carla david",
    *,
    modules: tuple[str, ...] = FISHERMEN,
    tokens: Mapping[str, str] | None = None,
    boot: str | None = None,
    level: Level | str = Level.L3,
    board: Board = LAKE_BOARD,
    **how: Any,
) -> Fishery:
    """A table after its set-up, the first player before the roll unless ``rolled`` is said to be true."""
    session = island(names, modules=modules, level=level, board=board, **{"rolled": False, **how}).session
    table = Fishery(session)
    table.given(GroundsLaid(GROUNDS))
    for who, held in (tokens or {}).items():
        table.given_tokens(who, held)
    if boot is not None:
        table.given_boot(boot)
    return table
