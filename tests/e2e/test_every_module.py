"""Whatever variants and scenarios let a table do has its way on the screen, at both levels at which they are
played."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from companion.engine.extension import CommandRule
from companion.engine.level import Level
from companion.engine.ruleset import Ruleset
from companion.rules import catalogue
from tests.e2e.outside import ROOT
from tests.kit.chance import states
from tests.kit.driver import BOARD_RECIPES, UNTOUCHED
from tests.kit.driver import RECIPES as PLAIN
from tests.kit.hands import RECIPES as HANDS
from tests.kit.module_hands import RECIPES as MODULES
from tests.kit.module_sets import assembles, module_sets, player_counts
from tests.kit.offscreen import OWN_TIME, UNDRAWN

LAID = frozenset({"base.lay_board"})
"""Entered on a screen of its own: see ``test_board_setup.py``."""

GAMES = (
    ("base,event_cards", 3, "L2", 3),
    ("base,catan_for_two", 2, "L3", 3),
    ("base,cities_knights,catan_for_two", 2, "L2", 2),
    ("base,cities_knights,fishermen,harbourmaster,friendly_robber", 3, "L2", 2),
    ("base,cities_knights,event_cards", 3, "L3", 4),
    ("base,cities_knights,caravans", 3, "L3", 2),
    ("base,cities_knights,rivers", 3, "L2", 5),
    ("base,catan_for_two,rivers", 2, "L3", 6),
    ("base,catan_for_two,barbarian_attack", 2, "L3", 2),
    ("base,cities_knights,barbarian_attack,event_cards,harbourmaster", 3, "L2", 4),
    ("base,cities_knights,traders_barbarians", 3, "L2", 3),
    ("base,catan_for_two,traders_barbarians", 2, "L3", 2),
)
"""Sets of modules, players, level and seed: between them each module and each bridge is there."""
ENTRIES = 60
SHARES = 2
"""Each share has a process of its own, as opening a window costs more than some turns of a game."""


@pytest.mark.parametrize("level", [Level.L1, Level.L2, Level.L3])
def test_a_person_knows_how_to_enter_every_command_of_every_set(level: Level) -> None:
    known = {*PLAIN, *BOARD_RECIPES, *HANDS, *MODULES, *UNTOUCHED, *LAID}
    for modules in module_sets():
        if level is Level.L1 and not assembles(modules, player_counts(modules)[0], "L1"):
            continue
        rules = catalogue.ruleset(modules, level, {}, player_counts(modules)[0])
        assert tags(rules) <= known, modules


def tags(rules: Ruleset) -> set[str]:
    """The names of all commands that are not statements about the whole position."""
    found: dict[type, CommandRule[object]] = dict(rules.commands)
    return {str(kind.__struct_config__.tag) for kind in found if not states(rules, kind)}  # type: ignore[attr-defined]


def test_the_games_have_every_module() -> None:
    played = {name for modules, *_rest in GAMES for name in catalogue.completed(modules.split(","))}
    whole = {name for name, one in catalogue.manifests().items() if one.chosen}
    assert whole <= played


@pytest.mark.parametrize("share", range(SHARES))
def test_simulated_games_are_entered_by_touch_as_they_were_meant(share: int) -> None:
    """The position after each entry is that of the engine, whatever was tapped to get there."""
    games = [":".join(map(str, game)) for game in GAMES[share::SHARES]]
    command = [sys.executable, "-m", "tests.kit.module_hands", *games, "--entries", str(ENTRIES), *OWN_TIME]
    playing = subprocess.run(command, cwd=ROOT, env={**os.environ, **UNDRAWN}, capture_output=True, text=True)
    print(playing.stdout)
    assert playing.returncode == 0, playing.stderr
