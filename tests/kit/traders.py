"""Tables of the Traders & Barbarians, set up in a few words.

::

    table = trading(pieces="anna: roads 9N 9NW", wagons={"anna": "9N"}, gold={"anna": 3})
    table.go("anna", "7C")

By rows: forest pasture quarry / fields hills mountains forest / castle pasture fields forest hills /
mountains fields forest pasture / hills mountains glassworks. Quarry (2), castle (7) and glassworks (18) have
corners in their middles: 2C, 7C, 18C. Barbarians stand at 1SE, 8SW and 14E.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.event import Event
from companion.engine.ids import EdgeId, HexId, PlayerId
from companion.engine.level import Level
from companion.rules.base.board import Board, hubs_of
from companion.rules.base.board_making import islands, tokens_by_letter
from companion.rules.base.setup import order
from companion.rules.gold.facts import GoldStated
from companion.rules.gold.purse import held
from companion.rules.scenarios.traders_barbarians import island as ground
from companion.rules.scenarios.traders_barbarians.barbarians import BarbariansStationed
from companion.rules.scenarios.traders_barbarians.cargo import carried, delivered
from companion.rules.scenarios.traders_barbarians.facts import CargoStated, DeliveredStated
from companion.rules.scenarios.traders_barbarians.moving import MoveWagon, journey
from companion.rules.scenarios.traders_barbarians.slice import TradersBarbarians
from companion.rules.scenarios.traders_barbarians.wagons import WagonPlaced, WagonUpgraded
from tests.kit.island import BEGINNERS, Island, island

TRADERS = ("base", "traders_barbarians")

ISLAND = ground.laid(islands()["standard"])

TERRAIN = (
    *("forest", "pasture", "quarry"),
    *("fields", "hills", "mountains", "forest"),
    *("castle", "pasture", "fields", "forest", "hills"),
    *("mountains", "fields", "forest", "pasture"),
    *("hills", "mountains", "glassworks"),
)

BOARD = Board(
    ISLAND.rows,
    TERRAIN,
    tokens_by_letter(ISLAND, TERRAIN, HexId(0)),
    BEGINNERS.harbours,
    hubs_of(ISLAND, TERRAIN),
)


class Traders(Island):
    """A table where wagons go."""

    @property
    def tb(self) -> TradersBarbarians:
        return self.state.slice(TradersBarbarians)

    def gold(self, who: str) -> int:
        return held(self.table, PlayerId(who))

    def cargo(self, who: str) -> str | None:
        return carried(self.table, PlayerId(who))

    def delivered(self, who: str) -> int:
        return delivered(self.table, PlayerId(who))

    def left(self, who: str) -> int:
        """Points of the wagon's move in this turn."""
        return journey(self.table, PlayerId(who)).left

    def wagon(self, who: str) -> str:
        return str(self.tb.wagons[PlayerId(who)])

    def move(self, who: str, to: str, grain: bool = False) -> MoveWagon:
        """The entry that a player's wagon goes to a corner."""
        by = PlayerId(who)
        return MoveWagon(by, self.tb.wagons[by], self.land.corner(to), grain)

    def go(self, who: str, to: str, grain: bool = False) -> tuple[Event, ...]:
        """Let a player's wagon go to a corner."""
        return self.enter(self.move(who, to, grain))


def edge(name: str) -> EdgeId:
    """An edge of the board, seen from either of its hexes."""
    return BOARD.geometry.edge(name)


def trading(
    names: str = "anna ben carla david",
    *,
    modules: tuple[str, ...] = TRADERS,
    wagons: Mapping[str, str] | None = None,
    gold: Mapping[str, int] | None = None,
    cargo: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    deliveries: Mapping[str, int] | None = None,
    barbarians: str | None = None,
    level: Level | str = Level.L3,
    board: Board = BOARD,
    **how: Any,
) -> Traders:
    """A table after its set-up, the first player having rolled. Wagons stand where it is said."""
    table = Traders(island(names, modules=modules, level=level, board=board, **how).session)
    assert table.base.started == 2 * len(order(table.table))
    for who, corner in (wagons or {}).items():
        table.given(WagonPlaced(PlayerId(who), table.land.corner(corner)))
    for who, count in (gold or {}).items():
        table.given(GoldStated(PlayerId(who), count))
    for who, kind in (cargo or {}).items():
        table.given(CargoStated(PlayerId(who), kind))
    for who, reached in (levels or {}).items():
        table.given(WagonUpgraded(PlayerId(who), reached))
    for who, count in (deliveries or {}).items():
        table.given(DeliveredStated(PlayerId(who), count))
    if barbarians is not None:
        table.given(BarbariansStationed(tuple(edge(name) for name in barbarians.split())))
    return table
