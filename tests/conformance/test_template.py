"""The scenario to copy is held to all that every module is held to, though only tests install it."""

from __future__ import annotations

import importlib.util
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.app.narrate import texts
from companion.app.simulate import Simulation, header
from companion.engine.command import tag_of
from companion.rules import catalogue
from tests.kit.installed import installed
from tools import new_module

HERE = Path(__file__).parent
BRIDGE = "lighthouses__cities_knights"
SETS = (("base", "lighthouses"), ("base", "cities_knights", "lighthouses"))
SEED, ENTRIES = 11, 250


@contextmanager
def checks(name: str) -> Iterator[tuple[ModuleType, list[Callable[..., Any]]]]:
    """The tests of another file, which see the modules of the tests too."""
    with installed("tests.modules"):
        found = importlib.util.spec_from_file_location(f"template_{name}", HERE / f"{name}.py")
        assert found is not None and found.loader is not None
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        tests = [value for key, value in vars(module).items() if key.startswith("test_")]
        assert len(tests) > 4
        yield module, tests


def test_the_template_passes_what_every_module_passes() -> None:
    with checks("test_every_module") as (_module, tests):
        assert "lighthouses" in catalogue.manifests()
        for check in tests:
            check()


@pytest.mark.parametrize("modules", SETS, ids="+".join)
def test_the_template_passes_what_every_set_passes(modules: tuple[str, ...]) -> None:
    with checks("test_every_set") as (module, tests):
        module.PLAYABLE = [modules]
        for check in tests:
            wanted = tuple(check.__code__.co_varnames[: check.__code__.co_argcount])
            if wanted == ("modules",):
                check(modules)
            elif wanted == ("bridge",):
                check(BRIDGE)


@pytest.mark.parametrize("level", ["L2", "L3"])
@pytest.mark.parametrize("modules", SETS, ids="+".join)
def test_the_template_is_simulated_with_all_cards_known(modules: tuple[str, ...], level: str) -> None:
    """No real letter may be impossible, no invariant broken; every command of it is played."""
    with installed("tests.modules"):
        played = set()
        for seed in range(SEED, SEED + 3):
            game = Simulation(header(modules, 3, seed, level), random.Random(seed))
            while not game.over and len(game.entries) < ENTRIES:
                game.step()
            played |= {tag_of(type(entry.command)) for entry in game.entries if entry.command is not None}
        wanted = {"set_lamp", "place_keeper", "walk_keeper", "take_letter", "vote"}
        assert played >= {f"lh.{name}" for name in wanted}, (SEED, played)


def test_nothing_of_the_template_is_known_elsewhere() -> None:
    """Once it is not installed, nobody has heard of it; and while it is, its folder alone says anything."""
    assert "lighthouses" not in catalogue.manifests() and "lh.set_lamp" not in texts()
    root = HERE.parents[1]
    for folder in ("companion", "kivy_ui", "hardware", "calibration"):
        for path in (root / folder).rglob("*.py"):
            assert "lighthouse" not in path.read_text(encoding="utf-8").lower(), path


@pytest.mark.parametrize("modules", ["base,quicksands", "base,cities_knights,quicksands"])
def test_a_copy_of_the_template_can_be_played_at_once(modules: str, tmp_path: Path) -> None:
    root = HERE.parents[1]
    shutil.copytree(root / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    written = new_module.copy("quicksands", "qs", "The Quicksands", tmp_path / "companion" / "rules")
    said = "".join(path.read_text(encoding="utf-8").lower() for path in written)
    assert "lighthouse" not in said and '"lh' not in said and "quicksands" in said
    games = [sys.executable, "-m", "companion", "simulate", "--games", "1", "--level", "L3"]
    run = subprocess.run([*games, "--modules", modules], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "QS-02" in run.stdout, "a lamp was refused or a point was counted by a rule of the copy"


def test_a_copy_is_whole_or_nothing(tmp_path: Path) -> None:
    (tmp_path / "bridges" / "quicksands__cities_knights").mkdir(parents=True)
    with pytest.raises(FileExistsError) as told:
        new_module.copy("quicksands", "qs", "The Quicksands", tmp_path)
    assert told.value.filename.endswith("quicksands__cities_knights")
    assert not (tmp_path / "scenarios").exists()


def test_no_two_modules_begin_the_ids_of_their_rules_alike() -> None:
    assert new_module.owner_of("ck") == "cities_knights" and new_module.owner_of("pc") == "cities_knights"
    assert new_module.owner_of("qs") == ""
