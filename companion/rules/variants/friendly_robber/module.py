"""Friendly robber's contributions to the extension points."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.engine.extension import Part, Stage, Term
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.engine.verdict import Violation, soft
from companion.rules.base import robber
from companion.rules.base.network import geometry
from companion.rules.base.slice import Base

FEW = 2
"""FR-02: points that leave a player alone."""


def beside(table: Table, hex: HexId) -> list[PlayerId]:
    """FR-02: players with only 2 points who have a building at the hex; points that everyone sees (B-72)."""
    buildings = table.slice(Base).buildings
    owners = {buildings[corner].owner for corner in geometry(table).hex_corners[hex] if corner in buildings}
    return [player for player in table.core.ids if player in owners and table.points(player) <= FEW]


def keeps_away(table: Table) -> bool:
    """FR-02: whether the hex itself is forbidden, or only the theft."""
    return bool(table.option("friendly_robber") == "hex_forbidden")


def friendly_faults(table: Table, old: Collection[Violation], by: PlayerId, hex: HexId) -> list[Violation]:
    """FR-02: no hex beside a building of a player with only 2 points, the mover's own included."""
    if not keeps_away(table):
        return [*old]
    found = (
        soft("FR-02", "robber.friendly", player=player, points=table.points(player))
        for player in beside(table, hex)
    )
    return [*old, *found]


def spared(table: Table, old: Mapping[PlayerId, str], hex: HexId) -> Mapping[PlayerId, str]:
    """FR-03, FR-02: whoever has only 2 points loses no card, in the desert or wherever the robber is."""
    rule = "FR-03" if keeps_away(table) else "FR-02"
    return {**old, **dict.fromkeys(beside(table, hex), rule)}


def refuge(table: Table, old: HexId | None) -> HexId | None:
    """FR-03: the desert, or off the board where he started there."""
    return robber.home(table)


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    terms=(
        Term("robber_faults", Stage.ADD, friendly_faults),
        Term("robber_refuge", Stage.REPLACE, refuge),
        Term("robbery_exempt", Stage.ADD, spared),
    ),
)

PARTS = (PLACES,)
