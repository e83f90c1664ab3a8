"""Whatever the rules of L0 and L1 let a table do has its way on the screen."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from companion.engine.level import Level
from companion.rules import catalogue
from tests.e2e.outside import ROOT
from tests.kit.chance import states
from tests.kit.driver import RECIPES, UNTOUCHED
from tests.kit.offscreen import OWN_TIME, UNDRAWN

SEED = 3


@pytest.mark.parametrize("level", [Level.L0, Level.L1])
def test_a_person_knows_how_to_enter_every_command(level: Level) -> None:
    rules = catalogue.ruleset(("base", "cities_knights"), level, {}, 4)
    # how things lie is stated on a screen of its own, with tests by touch in tests/kivy_ui/test_catch_up.py
    tags = {str(kind.__struct_config__.tag) for kind in rules.commands if not states(rules, kind)}
    assert tags <= RECIPES.keys() | UNTOUCHED
    assert not RECIPES.keys() & UNTOUCHED


def test_a_game_by_chance_is_entered_by_touch_as_it_was_meant() -> None:
    """Each table after each entry, house rulings, the end and playing on after it among them."""
    playing = subprocess.run(
        [sys.executable, "-m", "tests.kit.taps", *OWN_TIME, "--anything", str(SEED)],
        cwd=ROOT,
        env={**os.environ, **UNDRAWN},
        capture_output=True,
        text=True,
    )
    print(f"seed {SEED}", playing.stdout)
    assert playing.returncode == 0, playing.stderr
