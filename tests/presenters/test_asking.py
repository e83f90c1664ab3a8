"""Questions about a move: whatever the rules allow on a board can be said by places and short answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.decide import options
from companion.engine.ids import Site
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.presenters.deeds import ChoiceView, ask, ask_on_board
from companion.presenters.views import PlacesView
from companion.rules.base.building import BuildCity
from companion.rules.base.queries import cities, settlements
from companion.rules.base.slice import Base, Building, BuildingKind
from companion.rules.cities_knights.barbarians import LoseCity
from companion.rules.cities_knights.cards import PlayCard
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.slice import CitiesKnights, Knight, Track
from tests.kit.pace import Paced

SETS = (
    (("base",), 3, 4),
    (("base", "cities_knights"), 5, 4),
    (("base", "event_cards"), 7, 3),
    (("base", "catan_for_two"), 8, 2),
    (("base", "fishermen"), 9, 3),
    (("base", "cities_knights", "catan_for_two"), 11, 2),
)
"""Modules, seed, players."""


def positions(modules: tuple[str, ...], seed: int, players: int, count: int) -> Iterator[Table]:
    """Positions of a game at L2, after the set-up."""
    game = Simulation(header(modules, players, seed, "L2"), random.Random(seed), checked=False)
    for _entry in islice(game.play(), count):
        yield game.table


def offered(table: Table) -> Iterator[tuple[Command, ...]]:
    """What can be done now, kind by kind, with several ways to do it."""
    for who in table.core.ids:
        kinds: dict[type[Command], list[Command]] = {}
        for command in options(table.ruleset, table.state, who):
            kinds.setdefault(type(command), []).append(command)
        yield from (tuple(ways) for ways in kinds.values() if len(ways) > 1)


def said(table: Table, ways: tuple[Command, ...], meant: Command) -> tuple[Command, int]:
    """What comes out when somebody answers every question so that the command stays possible."""
    for count in range(20):
        asked = ask(table, ways)
        if isinstance(asked, Command):
            return asked, count
        answers = [answer.commands for answer in asked.answers]
        if isinstance(asked, PlacesView):
            answers.append(asked.done)
        fitting = [left for left in answers if meant in left]
        assert fitting, f"no answer of “{asked.text}” leaves {meant}"
        assert len(fitting[0]) < len(ways), f"“{asked.text}” tells nothing apart"
        ways = tuple(one for one in fitting[0] if isinstance(one, Command))
    raise AssertionError(f"no end of questions about {meant}")


def alike(one: Command, other: Command) -> bool:
    """Whether two commands differ in the order of their places at most."""
    for name in one.__struct_fields__:
        ours, theirs = getattr(one, name), getattr(other, name)
        if isinstance(ours, tuple) and isinstance(theirs, tuple):
            ours, theirs = sorted(ours, key=str), sorted(theirs, key=str)
        if ours != theirs:
            return False
    return type(one) is type(other)


@pytest.mark.parametrize(("modules", "seed", "players"), SETS, ids=lambda value: str(value))
def test_whatever_is_allowed_can_be_said(modules: tuple[str, ...], seed: int, players: int) -> None:
    print(f"seed {seed}")
    chance = random.Random(seed)
    kinds: set[type[Command]] = set()
    for table in positions(modules, seed, players, 60):
        for ways in offered(table):
            meant = chance.choice(ways)
            found, questions = said(table, ways, meant)
            assert alike(found, meant), (found, meant)
            assert questions <= 4, f"{questions} questions about {meant}"
            kinds.add(type(meant))
    assert len(kinds) >= 5


def plays(table: Table) -> Iterator[tuple[Command, ...]]:
    """All ways to play each card that has some, whether or not it can be in the hand."""
    who = table.core.on_turn
    for rule in table.ruleset.commands.values():
        if issubclass(rule.command, PlayCard):
            ways = tuple(rule.ways(table, who))
            if ways:
                yield ways


def test_every_progress_card_has_its_dialogue_on_the_board() -> None:
    seed = 41
    print(f"seed {seed}")
    chance = random.Random(seed)
    seen: set[str] = set()
    game = Paced(header(("base", "cities_knights"), 4, seed, "L2"), random.Random(seed), checked=False)
    for table in islice((game.table for _entry in game.play()), 90, None, 15):
        for ways in plays(table):
            meant = chance.choice(ways)
            found, questions = said(table, ways, meant)
            assert alike(found, meant), (found, meant)
            assert questions <= 4
            seen.add(type(meant).card)  # type: ignore[attr-defined]
    placed = {"bishop", "deserter", "diplomat", "engineer", "intrigue", "inventor", "medicine", "merchant"}
    assert placed | {"road_building", "smith", "spy", "alchemist", "warlord", "saboteur", "crane"} <= seen


def test_places_are_asked_on_the_board_even_if_there_is_only_one() -> None:
    seed = 5
    print(f"seed {seed}")
    asked = 0
    for table in positions(("base", "cities_knights"), seed, 4, 60):
        for ways in offered(table):
            first = ask_on_board(table, ways[:1])
            if isinstance(first, PlacesView):
                asked += 1
                assert len(first.answers) + bool(first.done) == 1
                assert first.text and first.person is not None
            assert not isinstance(first, ChoiceView)
    assert asked


def test_each_question_is_put_in_words() -> None:
    """No name of a field is shown to anybody."""
    for modules, seed, players in SETS:
        for table in islice(positions(modules, seed, players, 40), 0, None, 4):
            for ways in offered(table):
                asked = ask(table, ways)
                if not isinstance(asked, Command):
                    assert " " in asked.text or asked.text.endswith("?"), (asked.text, type(ways[0]))


def nameless() -> Table:
    """A position at L1: what somebody has of each sort, at places that have no names."""
    table = Simulation(header(("base", "cities_knights"), 3, 1, "L1"), random.Random(1)).table
    who = table.core.on_turn
    town, base, part = list(settlements(table, who)), table.slice(Base), table.slice(CitiesKnights)
    more = {Site(f"more{number}"): Building(who, BuildingKind.CITY) for number in range(4)}
    side = {Site("side"): Building(who, BuildingKind.SETTLEMENT)}
    base = msgspec.structs.replace(base, buildings={**base.buildings, **more, **side})
    part = msgspec.structs.replace(
        part,
        lying=frozenset(side),
        walls=frozenset({Site("more1"), Site("more2")}),
        metropolises={Track.TRADE: Site("more2"), Track.SCIENCE: Site("more3")},
        knights={
            Site("k0"): Knight(who),
            Site("k1"): Knight(who),
            Site("k2"): Knight(who, promoted=table.core.turn, promotions=1),
            Site("k3"): Knight(who, 2, active=True),
        },
    )
    assert town
    slices = {**table.state.slices, Base.module: base, CitiesKnights.module: part}
    return Table(table.ruleset, GameState(table.core, slices))


def choices(table: Table, ways: tuple[Command, ...]) -> list[tuple[str, str]]:
    """The drawings and words of the answers."""
    asked = ask(table, ways)
    assert isinstance(asked, ChoiceView)
    return [(answer.icon, answer.label) for answer in asked.answers]


def test_buildings_without_a_place_are_told_by_what_stands_there() -> None:
    table = nameless()
    who = table.core.on_turn
    assert choices(table, tuple(BuildCity(who, site) for site in settlements(table, who))) == [
        ("settlement", "A settlement"),
        ("settlement", "The city on its side"),
    ]
    assert choices(table, tuple(LoseCity(who, site) for site in cities(table, who))) == [
        ("city", "City without a wall"),
        ("city", "City with a wall"),
        ("city", "Metropolis with a wall"),
        ("city", "Metropolis"),
    ]


def test_knights_without_a_place_that_are_alike_are_one_answer() -> None:
    table = nameless()
    who = table.core.on_turn
    ways = tuple(PromoteKnight(who, Site(f"k{number}")) for number in range(4))
    asked = ask(table, ways)
    assert isinstance(asked, ChoiceView)
    assert [(answer.label, answer.options) for answer in asked.answers] == [
        ("basic knight, inactive", (1, False)),
        ("basic knight, inactive", (1, False)),
        ("strong knight, active", (2, True)),
    ]
    assert [answer.commands for answer in asked.answers] == [ways[:1], ways[2:3], ways[3:]]
