"""What the base game has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.table import Table
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.presentation.parts import Holding, Piece, Pieces

FIGURES = {BuildingKind.SETTLEMENT: "settlement", BuildingKind.CITY: "city"}


def _buildings(table: Table) -> Iterator[Piece]:
    for site, building in table.slice(Base).buildings.items():
        yield Piece(site, FIGURES[building.kind], building.owner)


def _roads(table: Table) -> Iterator[Piece]:
    for edge, owner in table.slice(Base).roads.items():
        yield Piece(edge, "road", owner)


SCORE = (Holding("road", lambda table, player: int(table.slice(Base).longest_road == player), award=True),)
PLACES = (Pieces("corner", _buildings), Pieces("edge", _roads))
