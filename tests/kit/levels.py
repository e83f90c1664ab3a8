"""A table that changes what it tracks, and says again how everything lies."""

from __future__ import annotations

from typing import Any

from companion.app.session import GameSession
from companion.engine.core import ChangeLevel
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.rules.base.network import board
from companion.rules.base.setup import LayBoard
from companion.rules.base.slice import Base

Lying = dict[str, dict[PlayerId, Any]]


def lying(table: Table) -> Lying:
    """All facts of a position by name and player; places in no order."""
    return {
        fact.name: {player: _value(fact.value(table, player)) for player in table.core.ids}
        for fact in table.ruleset.facts
        if fact.wanted(table)
    }


def _value(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, tuple) else value


def track(session: GameSession, level: Level) -> None:
    """Another level from now on."""
    who = session.state.core.on_turn
    assert isinstance(session.submit(ChangeLevel(who, level)), Accepted)


def state_again(session: GameSession, before: Table) -> None:
    """Lay the board of an earlier position, and state each fact of it that is not so now."""
    table = session.table
    if "board" in [question.kind for question in table.core.pending]:
        laid = session.submit(LayBoard(table.core.on_turn, board(before)), overrule=True)
        assert isinstance(laid, Accepted)
    there = {fact.name: fact for fact in before.ruleset.facts}
    for fact in session.ruleset.facts:
        for player in session.state.core.ids:
            wanted = there[fact.name].value(before, player)
            if fact.wanted(session.table) and _value(fact.value(session.table, player)) != _value(wanted):
                verdict = session.submit(fact.state(session.table, player, wanted))
                assert isinstance(verdict, Accepted), (fact.name, player, wanted, verdict)


def visible(table: Table) -> dict[str, Any]:
    """What everyone at the table sees."""
    base = table.slice(Base)
    gauges = {gauge.name: gauge.position(table) for gauge in table.ruleset.gauges}
    return {
        "facts": lying(table),
        "points": {player: table.score(player) for player in table.core.ids},
        "board": base.board,
        "gauges": gauges,
        "turn": (table.core.turn, table.core.on_turn, table.core.phase),
    }
