"""Friendly robber's contributions to the extension points."""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Term
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.engine.verdict import soft
from companion.rules.base import robber
from companion.rules.base.robber import Exempt, Faults, owners_around

FEW = 2
"""FR-02: points that leave a player alone."""


def beside(table: Table) -> dict[HexId, list[PlayerId]]:
    """FR-02: players with only 2 points by the hexes where they have a building; points that everyone sees
    (B-72)."""
    poor = [player for player in table.core.ids if table.points(player) <= FEW]
    found = {
        hex: [player for player in poor if player in owners] for hex, owners in owners_around(table).items()
    }
    return {hex: players for hex, players in found.items() if players}


def keeps_away(table: Table) -> bool:
    """FR-02: whether the hex itself is forbidden, or only the theft."""
    return bool(table.option("friendly_robber") == "hex_forbidden")


def friendly_faults(table: Table, old: Faults, by: PlayerId) -> Faults:
    """FR-02: no hex beside a building of a player with only 2 points, the mover's own included."""
    if not keeps_away(table):
        return old
    found = dict(old)
    for hex, players in beside(table).items():
        faults = (
            soft("FR-02", "robber.friendly", player=player, count=table.points(player)) for player in players
        )
        found[hex] = (*old.get(hex, ()), *faults)
    return found


def spared(table: Table, old: Exempt) -> Exempt:
    """FR-03, FR-02: whoever has only 2 points loses no card, in the desert or wherever the robber is."""
    rule = "FR-03" if keeps_away(table) else "FR-02"
    mine = {
        hex: {p: soft(rule, "robber.spared", victim=p, count=table.points(p)) for p in players}
        for hex, players in beside(table).items()
    }
    return {**old, **{hex: {**old.get(hex, {}), **players} for hex, players in mine.items()}}


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
