"""The sets of modules that can be played together with places.

The tests take ``some_sets()``, which grows as the square of the modules; whoever looks by hand takes
``module_sets()``, which doubles with each: ``python -m tests.simulated``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations

from companion.engine.errors import AssemblyError
from companion.rules import catalogue

GAMES = (("base",), ("base", "cities_knights"))
"""What everything else is added to."""

MOST_PLAYERS = 4


def extras() -> list[str]:
    """Variants and scenarios that are installed; bridges come by themselves."""
    games = set(GAMES[-1])
    return [name for name, one in catalogue.manifests().items() if name not in games and one.chosen]


def subsets(names: Sequence[str], sizes: Iterable[int]) -> list[tuple[str, ...]]:
    """The subsets of these sizes."""
    return list(chain.from_iterable(combinations(names, size) for size in sizes))


def few(names: Sequence[str]) -> list[tuple[str, ...]]:
    """None, each by itself, each pair, and all at once: what one does to another shows in these."""
    return subsets(names, sorted({*range(min(2, len(names)) + 1), len(names)}))


def all_sets() -> list[tuple[str, ...]]:
    """Base and Cities & Knights, each with every subset of the extras, whether or not it is defined."""
    more = extras()
    return [(*game, *subset) for game in GAMES for subset in subsets(more, range(len(more) + 1))]


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


def some_sets() -> list[tuple[str, ...]]:
    """Those of them with no extra, one, two, or as many as go together."""
    sets = [(*game, *subset) for game in GAMES for subset in few(extras())]
    return [modules for modules in sets if player_counts(modules)]
