"""A finger that scatters by 2 mm, on the legal places of simulated games: how often it takes a wrong one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.geometry import Geometry
from companion.presenters.board_view import Place
from companion.rules.base.network import geometry, road_places
from companion.rules.base.queries import places
from companion.rules.base.slice import Base
from companion.rules.presentation.parts import PlaceSort
from kivy_ui.board.layout_math import REACH_MM, WHOLE, BoardMap
from kivy_ui.geometry import Box
from tests.kit.once import once
from tests.scenes.board_stage import game

PX_PER_MM = 800 / 153
SCATTER_MM = 2.0
TRIES = 5
MOST_WRONG = {"corner": 0.01, "edge": 0.04}
GAMES = 12

Position = tuple[Geometry, tuple[str, ...], list[Place]]


@once
def positions(seed: int) -> dict[PlaceSort, list[Position]]:
    """The legal places of each sort, for whoever is on turn, every twenty entries of a game."""
    kept: dict[PlaceSort, list[Position]] = {"corner": [], "edge": []}
    simulation = Simulation(
        header(("base", "cities_knights"), 3 + seed % 2, seed), random.Random(seed), checked=False
    )
    while len(simulation.entries) < 400 and not simulation.over:
        simulation.step()
        if len(simulation.entries) % 20 or simulation.table.slice(Base).board is None:
            continue
        table, who = simulation.table, simulation.state.core.on_turn
        board = table.slice(Base).board
        assert board is not None
        harbours = tuple(harbour.edge for harbour in board.harbours)
        lit: dict[PlaceSort, list[Place]] = {
            "corner": [Place("corner", corner) for corner in places(table).free(table, who)],
            "edge": [Place("edge", edge) for edge in road_places(table, who)],
        }
        for sort, found in lit.items():
            kept[sort].append((geometry(table), harbours, found))
    return kept


def shots(found: Position, box: Box, px_per_mm: float, chance: random.Random) -> Iterator[str]:
    """What becomes of fingers that mean each of the places, seen as the widget shows them."""
    land, harbours, lit = found
    board = BoardMap(land, box, chance.randrange(6), WHOLE, harbours)
    if board.too_close(lit, px_per_mm):
        board = board.seen(board.view_of(lit, px_per_mm))
    for place in lit:
        for _try in range(TRIES):
            x, y = board.spot(place)
            pixel = (
                x + chance.gauss(0, SCATTER_MM * px_per_mm),
                y + chance.gauss(0, SCATTER_MM * px_per_mm),
            )
            taken = board.nearest(pixel, lit, REACH_MM * px_per_mm)
            yield "right" if taken == place else "nothing" if taken is None else "wrong"


@pytest.mark.parametrize("sort", ["corner", "edge"])
@pytest.mark.parametrize(
    ("box", "px_per_mm"),
    [(Box(0, 0, 480, 480), PX_PER_MM), (Box(0, 0, 700, 700), 720 / 88)],
    ids=["800x480", "720x1280"],
)
def test_a_leaning_player_seldom_takes_a_wrong_place(sort: PlaceSort, box: Box, px_per_mm: float) -> None:
    chance = random.Random(42)
    count = Counter(
        shot
        for seed in range(GAMES)
        for found in positions(seed)[sort]
        for shot in shots(found, box, px_per_mm, chance)
    )
    assert count.total() > 2_000

    assert count["wrong"] <= MOST_WRONG[sort] * count.total(), count
    assert count["nothing"] <= 0.001 * count.total(), count


@pytest.mark.parametrize("sort", ["corner", "edge"])
def test_also_on_a_large_island(sort: PlaceSort) -> None:
    table = game(players=6, seed=4, entries=600, thirty=True)
    board = table.slice(Base).board
    assert board is not None
    chance = random.Random(7)
    harbours = tuple(harbour.edge for harbour in board.harbours)
    count: Counter[str] = Counter()
    for who in table.core.ids:
        lit = (
            [Place("edge", edge) for edge in road_places(table, who)]
            if sort == "edge"
            else [Place("corner", corner) for corner in places(table).free(table, who)]
        )
        for _turn in range(30):
            count.update(shots((geometry(table), harbours, lit), Box(0, 0, 480, 480), PX_PER_MM, chance))
    assert count.total() > 1_000

    assert count["wrong"] <= MOST_WRONG[sort] * count.total(), count
