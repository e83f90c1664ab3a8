"""What players hold besides pieces and cards: awards, and what modules add for all to see."""

from __future__ import annotations

from companion.app import narrate
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.presenters.views import HoldingView
from companion.rules.presentation.parts import Holding


def holdings(table: Table, player: PlayerId) -> tuple[HoldingView, ...]:
    """All of it that the player has, in the order of the modules."""
    return tuple(
        HoldingView(
            holding.icon,
            narrate.say(holding.label, {}) if holding.label else "",
            count,
            holding.award or holding.bright(table, player),
            holding.track,
        )
        for holding in table.ruleset.presented(Holding)
        if (count := holding.count(table, player))
    )
