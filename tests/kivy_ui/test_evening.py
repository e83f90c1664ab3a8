"""A whole recorded evening entered by touch: it ends as recorded, within the budgets of taps."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from companion.app.jsonl import read
from companion.app.session import GameSession, Nowhere
from companion.history.log import Header
from companion.rules.base.turn import RollDice
from tests.kivy_ui.by_touch import Table

GAMES = Path(__file__).parent.parent / "games"
TAPS_A_TURN = 6.0
TAPS_ON_A_LONG_TURN = 12
TAPS_A_TURN_SHIP_ALONE = 1.5


def test_an_evening_with_knights_and_points(ui: Any) -> None:
    recorded = read(GAMES / "evening_4p.jsonl")
    expected = tomllib.loads((GAMES / "expected.toml").read_text(encoding="utf-8"))["evening_4p.jsonl"]
    session = GameSession(recorded.header, Nowhere())
    table = Table(ui, session)
    table.sit_down()
    for entry in recorded.entries:
        assert entry.command is not None
        table.enter(entry.command)
    points = {player: session.table.points(player) for player in session.state.core.ids}
    assert points == expected["points"]
    assert session.state.core.winner == expected["winner"]
    assert len(table.taps) == expected["turns"]
    assert sum(table.taps) / len(table.taps) <= TAPS_A_TURN
    assert sorted(table.taps)[int(0.95 * len(table.taps))] <= TAPS_ON_A_LONG_TURN


def test_an_evening_with_the_ship_alone(ui: Any) -> None:
    recorded = read(GAMES / "evening_4p.jsonl")
    header = Header("ship alone", recorded.header.players, level="L0")
    session = GameSession(header, Nowhere())
    table = Table(ui, session)
    table.sit_down()
    for entry in recorded.entries:
        if isinstance(entry.command, RollDice):
            table.enter(RollDice(entry.command.by, {"event": entry.command.dice["event"]}))
    assert sum(table.taps) / len(table.taps) <= TAPS_A_TURN_SHIP_ALONE
