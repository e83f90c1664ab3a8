"""Points change by the events that say so, and by no others; whoever reaches enough of them has won."""

from __future__ import annotations

import random

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.decide import replay
from companion.engine.state import GameState
from companion.engine.table import Table
from tests.kit.module_sets import player_counts, some_sets

ENTRIES = 130


def standing(game: Simulation, state: GameState) -> dict[str, tuple[int, int]]:
    """Everyone's points, and how many each needs."""
    table = Table(game.ruleset, state)
    return {player: (table.points(player), table.value("points_to_win", player)) for player in table.core.ids}


@pytest.mark.parametrize("modules", some_sets(), ids="+".join)
def test_only_events_that_score_change_points_or_how_many_are_needed(modules: tuple[str, ...]) -> None:
    seed = 7
    print(f"seed {seed}")
    game = Simulation(header(modules, max(player_counts(modules)), seed), random.Random(seed), checked=False)
    now = standing(game, game.state)
    for _ in range(ENTRIES):
        if game.over:
            break
        state = game.state
        for event in game.step().events:
            state = replay(state, (event,))
            before, now = now, standing(game, state)
            assert event.scores or now == before, event
        table = Table(game.ruleset, state)
        points, needed = now[table.core.on_turn]
        assert points < needed or table.core.winner == table.core.on_turn
