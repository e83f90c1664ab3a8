"""The sets of modules that can be played together with places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from companion.engine.errors import AssemblyError
from companion.rules import catalogue

GAMES = (("base",), ("base", "cities_knights"))
"""What everything else is added to."""

MOST_PLAYERS = 4


def extras() -> list[str]:
    """Variants and scenarios that are installed; bridges come by themselves."""
    games = set(GAMES[-1])
    return [name for name, one in catalogue.manifests().items() if name not in games and not one.bridges]


def all_sets() -> list[tuple[str, ...]]:
    """Base and Cities & Knights, each with every subset of the extras, whether or not it is defined."""
    more = extras()
    subsets = list(chain.from_iterable(combinations(more, size) for size in range(len(more) + 1)))
    return [(*game, *subset) for game in GAMES for subset in subsets]


def assembles(modules: Sequence[str], players: int, level: str = "L3") -> bool:
    """Whether so many people can play these modules together."""
    try:
        catalogue.ruleset(tuple(modules), level, None, players)
    except AssemblyError:
        return False
    return True


def player_counts(modules: Sequence[str]) -> tuple[int, ...]:
    """With how many people, up to four, the set can be played."""
    return tuple(players for players in range(2, MOST_PLAYERS + 1) if assembles(modules, players))


def module_sets() -> list[tuple[str, ...]]:
    """All sets that can be played."""
    return [modules for modules in all_sets() if player_counts(modules)]
