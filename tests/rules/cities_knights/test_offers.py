"""What Cities & Knights offers is what it allows: every form of every move, tried at random positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations
from typing import Any

from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.decide import judge, options
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.base.network import geometry
from companion.rules.base.slice import Base
from companion.rules.cities_knights.barbarians import ChooseDeck, CommitKnights, LoseCity
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight, PlaceDisplaced
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.metropolises import PlaceMetropolis
from companion.rules.cities_knights.production import UseAqueduct
from companion.rules.cities_knights.queries import knights, state_of
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import CITIES_KNIGHTS

Forms = Callable[[Table, PlayerId], Iterable[Command]]


def subsets(items: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    found = tuple(items)
    return chain.from_iterable(combinations(found, size) for size in range(len(found) + 1))


def corners(table: Table) -> tuple[Any, ...]:
    return geometry(table).corners


def own_and_one_other(table: Table, who: PlayerId) -> list[Any]:
    """All knights of a player, and one of somebody else."""
    others = [site for site, knight in state_of(table).knights.items() if knight.owner != who]
    return [*knights(table, who), *others[:1]]


def built(table: Table) -> tuple[Any, ...]:
    return tuple(table.slice(Base).buildings)


FORMS: dict[type[Command], Forms] = {
    RecruitKnight: lambda t, who: (RecruitKnight(who, at) for at in (None, *corners(t))),
    ActivateKnights: lambda t, who: (ActivateKnights(who, some) for some in subsets(knights(t, who))),
    PromoteKnight: lambda t, who: (PromoteKnight(who, at) for at in own_and_one_other(t, who)),
    MoveKnight: lambda t, who: (
        MoveKnight(who, at, to) for at in own_and_one_other(t, who) for to in (None, *corners(t))
    ),
    DisplaceKnight: lambda t, who: (
        DisplaceKnight(who, at, victim, removed)
        for at in own_and_one_other(t, who)
        for victim in state_of(t).knights
        for removed in (False, True)
    ),
    PlaceDisplaced: lambda t, who: (PlaceDisplaced(who, at) for at in corners(t)),
    ChaseRobber: lambda t, who: (
        ChaseRobber(who, at, hex, victim)
        for at in own_and_one_other(t, who)
        for hex in (None, *geometry(t).hexes)
        for victim in (None, *t.core.ids)
    ),
    BuildWall: lambda t, who: (BuildWall(who, at) for at in (None, *built(t))),
    Improve: lambda t, who: (
        Improve(who, track, level, at, save)
        for track in Track
        for level in range(7)
        for at in (None, *built(t))
        for save in (False, *([True] if Aspect.HANDS in t.ruleset.level.aspects else []))
    ),
    PlaceMetropolis: lambda t, who: (PlaceMetropolis(who, at) for at in built(t)),
    LoseCity: lambda t, who: (LoseCity(who, at) for at in built(t)),
    CommitKnights: lambda t, who: (CommitKnights(who, some) for some in subsets(knights(t, who))),
    ChooseDeck: lambda t, who: (ChooseDeck(who, track) for track in Track),
    UseAqueduct: lambda t, who: (UseAqueduct(who, good.name) for good in t.ruleset.goods),
}
"""Every form that a command can have, whether or not it makes sense."""


def compare(game: Simulation, who: PlayerId) -> set[type[Command]]:
    """Offered and allowed must be the same; which commands there were."""
    offered = {kind: set[Command]() for kind in FORMS}
    for command in options(game.ruleset, game.state, who):
        if type(command) in FORMS:
            assert command not in offered[type(command)], f"offered twice: {command}"
            offered[type(command)].add(command)
    for kind, forms in FORMS.items():
        if kind in game.ruleset.commands:
            tried = forms(game.table, who)
            allowed = {command for command in tried if not judge(game.ruleset, game.state, command)}
            assert offered[kind] == allowed, f"{kind.__name__} of {who}"
    return {kind for kind, commands in offered.items() if commands}


HOUSE_RULES: dict[str, bool | int | str] = {
    "committed_knights": True,
    "swift_knights": True,
    "robber_to_desert": True,
}

OFTEN = 6
"""Positions of a game at which one kind of question is looked at."""

RUNS = [
    ("L3", {}, range(100, 101)),
    ("L3", HOUSE_RULES, range(200, 201)),
    ("L2", HOUSE_RULES, range(300, 308)),
]
"""Level, options, and the seeds of the games: those without prices are soon over."""


def test_what_is_offered_is_what_is_allowed() -> None:
    met: set[type[Command]] = set()
    for level, rules, seeds in RUNS:
        for number in seeds:
            met |= watch(level, rules, number)
    missing = set(FORMS) - met
    assert len(missing) <= 4, f"never met: {missing}"


def watch(level: str, rules: dict[str, bool | int | str], number: int) -> set[type[Command]]:
    """Play a game and compare at some of its positions."""
    print("seed", number)
    chance = random.Random(number)
    game = Simulation(header(CITIES_KNIGHTS, 3, number, level, options=rules), chance, checked=False)
    looks = random.Random(number)
    seen: Counter[str] = Counter()
    met: set[type[Command]] = set()
    for _ in game.play():
        if game.state.slice(Base).board is None or game.over:
            continue
        kinds = {question.kind for question in game.state.core.pending}
        chosen = any(seen[kind] < OFTEN for kind in kinds) or looks.random() < 0.04
        if chosen:
            seen.update(kinds)
            met |= compare(game, game.actor())
    return met
