"""Simulated games of every set of modules: nothing legal is refused, the truth is possible, nothing is lost.

``python -m tests.simulated`` plays many more, to their ends.
"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.app.simulate import MOST_ENTRIES, Simulation, header
from companion.engine.ids import Site
from companion.rules.base.slice import Base
from tests.kit.brute import photograph
from tests.kit.module_sets import all_sets, player_counts, some_sets
from tests.kit.stock import Stock
from tests.simulated import Game, Result, plans, play

ENTRIES = 90
"""Of one game of a set; a set-up is about 30 of them."""

WHOLE = [
    Game(("base",), 3, "L3", "hobbyworld", 1),
    Game(("base",), 4, "L2", "hobbyworld", 2),
    Game(("base", "cities_knights"), 4, "L3", "hobbyworld", 5),
    Game(("base", "cities_knights", "fishermen"), 3, "L3", "official2025", 6),
    Game(("base", "catan_for_two", "event_cards"), 2, "L3", "hobbyworld", 5),
]
"""Games that are played to their ends here."""


@pytest.mark.parametrize("modules", some_sets(), ids="+".join)
def test_the_beginning_of_a_game_of_every_set(modules: tuple[str, ...]) -> None:
    """2, 3 and 4 players; another profile and seed for every set."""
    found = Result()
    first_seed = 100 * all_sets().index(modules)
    for game in plans(len(player_counts(modules)), [modules], first_seed):
        print(game)
        found.add(play(game, ENTRIES))
    assert found.sound, "\n".join(found.found)
    assert found.entries >= ENTRIES


@pytest.mark.parametrize("game", WHOLE, ids=str)
def test_whole_games(game: Game) -> None:
    found = play(game)
    assert found.sound, "\n".join(found.found)
    assert found.won or found.entries == MOST_ENTRIES


def test_what_is_lost_is_found() -> None:
    """The check of the check: a card, an award and a building that no entry brought."""
    game = Simulation(header(("base",), 3, 8), random.Random(8), checked=False)
    stock = Stock(game)
    while len(game.entries) < 120:
        game.step()
        assert list(stock.faults()) == []
    state, base = game.state, game.state.slice(Base)
    stock.totals.update(anna=1, bank=-1)
    assert "anna has" in "\n".join(stock.faults())
    stock.totals.update(anna=-1, bank=1)
    other = next(player for player in state.core.ids if player != base.longest_road)
    game.state = state.with_slice("base", replace(base, longest_road=other, roads=dict(base.roads)))
    found = "\n".join(stock.faults())
    assert f"{other} has Longest Road" in found
    assert f"{other} has" in found
    assert "points, not" in found
    site, building = next(iter(base.buildings.items()))
    near = next(iter(photograph(state).map.neighbours[site]))
    game.state = state.with_slice("base", replace(base, buildings={**base.buildings, Site(near): building}))
    assert "buildings stand on" in "\n".join(stock.faults())
