"""The sets of modules that can be played together with places.

The tests take ``some_sets()``, which grows as the square of the modules; whoever looks by hand takes
``module_sets()``, which doubles with each: ``python -m tests.simulated``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
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


def alone(names: Sequence[str]) -> bool:
    """Whether no two are of one group, such as two scenarios."""
    groups = [group for name in names if (group := catalogue.manifests()[name].group)]
    return len(set(groups)) == len(groups)


def few(names: Sequence[str]) -> list[tuple[str, ...]]:
    """None, each by itself, each pair, and as many at once as go together: what one does to another shows in
    these."""
    free = [name for name in names if not catalogue.manifests()[name].group]
    whole = [tuple(one for one in names if one in free or one == name) for name in names if name not in free]
    return list(dict.fromkeys([*subsets(names, range(min(2, len(names)) + 1)), tuple(free), *whole]))


def all_sets() -> list[tuple[str, ...]]:
    """Base and Cities & Knights, each with every subset of the extras that has no two of a group, whether or
    not it is defined."""
    more = extras()
    found = [subset for subset in subsets(more, range(len(more) + 1)) if alone(subset)]
    return [(*game, *subset) for game in GAMES for subset in found]


def assembles(modules: Sequence[str], players: int, level: str = "L3") -> bool:
    """Whether so many people can play these modules together."""
    return _assembles(tuple(modules), players, level)


@cache
def _assembles(modules: tuple[str, ...], players: int, level: str) -> bool:
    try:
        catalogue.ruleset(modules, level, None, players)
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
