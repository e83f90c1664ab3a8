"""Every cheat that the table could prove is refused, and under the right rule."""

from __future__ import annotations

from tests.cheats import trial
from tests.kit.cheats import CHEATS

FIRST_SEED = 1
GAMES = 8
SHARE = 0.1
KINDS = 60
"""Ways to cheat that must at least be tried here; ``python -m tests.cheats`` tries them more often."""


def test_every_cheat_is_refused_under_its_rule() -> None:
    print(f"seeds from {FIRST_SEED}")
    found = trial(GAMES, SHARE, FIRST_SEED)
    assert not found.missed, "\n".join(found.missed.values())
    assert sum(1 for cheat in CHEATS if found.tried[cheat.name]) >= KINDS


def test_the_catalogue_names_each_way_once() -> None:
    names = [cheat.name for cheat in CHEATS]
    assert len(set(names)) == len(names) >= KINDS
