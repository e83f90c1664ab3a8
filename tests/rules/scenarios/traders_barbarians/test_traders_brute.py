"""Deliveries against a plain list, on positions by chance."""

from __future__ import annotations

import random

from companion.engine.ids import PlayerId
from companion.engine.table import Draft
from companion.rules.gold.purse import held
from companion.rules.scenarios.traders_barbarians.cargo import arrive
from companion.rules.scenarios.traders_barbarians.slice import TradersBarbarians
from tests.kit.traders import BOARD, trading


def test_tb_03_the_island_has_57_intersections_and_84_paths() -> None:
    assert (len(BOARD.geometry.corners), len(BOARD.geometry.edges)) == (57, 84)


def test_tb_12_deliveries_against_a_plain_list() -> None:
    """Who brings what where, at which level, with which cards left."""
    wanted = {"marble": "castle", "glass": "castle", "tools": "quarry", "sand": "glassworks"}
    supplies = {"castle": ("sand", "tools"), "quarry": ("marble", "sand"), "glassworks": ("glass", "tools")}
    chance = random.Random(12)
    game = trading(names="anna ben carla", level="L2")
    anna = PlayerId("anna")
    for _ in range(200):
        load = chance.choice([None, *wanted])
        level, place = chance.randrange(1, 6), chance.choice(sorted(supplies))
        turned = {
            supplier: {kind: chance.choice((0, 3, 6)) for kind in kinds}
            for supplier, kinds in supplies.items()
        }
        state = TradersBarbarians(
            levels={anna: level}, cargo={} if load is None else {anna: load}, turned=turned
        )
        draft = Draft(game.session.ruleset, game.state.with_slice("traders_barbarians", state))
        arrive(draft, anna, place)
        after = draft.slice(TradersBarbarians)
        brought = load is not None and wanted[load] == place
        assert after.delivered.get(anna, 0) == brought
        assert held(draft, anna) == 5 + level * brought
        kinds = [kind for kind in supplies[place] if turned[place][kind] < 6]
        if load is not None and not brought:
            assert (after.cargo[anna], draft.core.pending) == (load, ())
        elif len(kinds) == 1:
            assert (after.cargo[anna], draft.core.pending) == (kinds[0], ())
        else:
            assert anna not in after.cargo and len(draft.core.pending) == bool(kinds)
