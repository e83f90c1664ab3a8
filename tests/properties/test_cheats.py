"""Every cheat that the table could prove is refused, and under the right rule."""

from __future__ import annotations

import pytest

from tests.cheats import OWN_LEAST, SCENARIOS, own_ways, scenario_trial, trial
from tests.kit.cheats import CHEATS

FIRST_SEED = 1
GAMES = 8
SHARE = 0.1
KINDS = 60
"""Ways to cheat that must at least be tried here; ``python -m tests.cheats`` tries them more often."""

SCENARIO_GAMES, SCENARIO_SHARE, SCENARIO_MOST = 6, 0.2, 250
"""Games of each scenario, in what share of their positions somebody cheats, and how long they last."""


def test_every_cheat_is_refused_under_its_rule() -> None:
    print(f"seeds from {FIRST_SEED}")
    found = trial(GAMES, SHARE, FIRST_SEED)
    assert not found.missed, "\n".join(found.missed.values())
    assert sum(1 for cheat in CHEATS if found.tried[cheat.name]) >= KINDS


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_cheat_in_a_scenario_is_refused_under_its_rule(scenario: str) -> None:
    print(f"seeds from {FIRST_SEED}")
    found = scenario_trial(scenario, SCENARIO_GAMES, SCENARIO_SHARE, FIRST_SEED, SCENARIO_MOST)
    assert not found.missed, "\n".join(found.missed.values())
    assert sum(1 for name in own_ways(scenario) if found.tried[name]) >= OWN_LEAST


def test_the_catalogue_names_each_way_once() -> None:
    names = [cheat.name for cheat in CHEATS]
    assert len(set(names)) == len(names) >= KINDS
