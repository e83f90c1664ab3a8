"""Tables with the two rivers, set up in a few words.

::

    table = rivers(pieces="anna: settlement 3SE, road 3E", gold={"ben": 2})
    assert table.gold("anna") == 2

By rows: forest5 pasture8 fields4 / mountains6 forest10 mountains3 hills11 / fields3 hills9 fields11 hills6
forest12 / fields8 pasture4 pasture5 swamp / forest10 swamp fields9. The letters begin on hex 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Level
from companion.rules.base.board import Board
from companion.rules.gold.facts import GoldStated
from companion.rules.gold.purse import held
from companion.rules.scenarios.rivers.bridges import BridgeBuilt, bridges
from companion.rules.scenarios.rivers.slice import Rivers
from tests.kit.island import BEGINNERS, Island, island

RIVERS = ("base", "rivers")

RIVER_BOARD: Board = replace(
    BEGINNERS,
    terrain=(
        *("forest", "pasture", "fields"),
        *("mountains", "forest", "mountains", "hills"),
        *("fields", "hills", "mountains", "hills", "forest"),
        *("fields", "pasture", "pasture", "swamp"),
        *("forest", "swamp", "fields"),
    ),
    tokens=(5, 8, 4, 6, 10, 3, 11, 3, 9, 11, 6, 12, 8, 4, 5, 0, 10, 0, 9),
)

SITES = tuple(map(EdgeId, ("3SE", "8SE", "13SE", "17SW", "5SE", "10SE", "15E")))


class Waterside(Island):
    """A table where rivers run."""

    @property
    def ri(self) -> Rivers:
        return self.state.slice(Rivers)

    def gold(self, who: str) -> int:
        return held(self.table, PlayerId(who))

    def bridges(self, who: str) -> set[EdgeId]:
        return set(bridges(self.table, PlayerId(who)))

    def given_bridges(self, who: str, edges: str) -> Waterside:
        """Let a player have built bridges, with the gold that they bring."""
        self.given(*(BridgeBuilt(PlayerId(who), self.land.edge(name)) for name in edges.split()))
        return self

    def given_gold(self, who: str, count: int) -> Waterside:
        """Let a player have so much gold."""
        self.given(GoldStated(PlayerId(who), count))
        return self


def rivers(
    names: str = "anna ben carla david",
    *,
    modules: tuple[str, ...] = RIVERS,
    gold: Mapping[str, int] | None = None,
    level: Level | str = Level.L3,
    board: Board = RIVER_BOARD,
    **how: Any,
) -> Waterside:
    """A table after its set-up, the first player after the roll unless ``rolled`` is said to be false."""
    table = Waterside(island(names, modules=modules, level=level, board=board, **how).session)
    for who, count in (gold or {}).items():
        table.given_gold(who, count)
    return table
