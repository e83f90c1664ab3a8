"""How a game stands in a few words, so that a list of games can be shown without playing them again."""

from __future__ import annotations

import msgspec

from companion.engine.ids import EntryId, PlayerId
from companion.engine.table import Table


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standing after an entry. ``points`` is empty where none are tracked. A game that was ``brought``
    came from a file, and nobody has entered anything in it here since."""

    entry: EntryId
    turn: int = 1
    points: dict[PlayerId, int] = {}
    winner: PlayerId | None = None
    brought: bool = False


def summarise(table: Table, entry: EntryId) -> Summary:
    """The standing at a table after an entry."""
    points = {player: table.points(player) for player in table.core.ids} if table.ruleset.points else {}
    return Summary(entry, table.core.turn, points, table.core.winner)
