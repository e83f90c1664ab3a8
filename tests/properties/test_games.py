"""Random games: what holds in every position, whatever people do."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.codec import encode
from companion.engine.core import PlayOn
from companion.engine.decide import decide, replay
from companion.engine.level import Level
from companion.engine.state import GameState
from companion.engine.verdict import Accepted, Refused, Severity
from companion.history.log import Entry
from companion.history.timeline import Timeline
from companion.rules import catalogue
from tests.kit.camels import CARAVANS
from tests.kit.chance import anything, next_roll, roll_or_end, something_allowed
from tests.kit.recount import Paper
from tests.kit.rivers import RIVERS
from tests.kit.tables import BASE, CITIES_KNIGHTS, Evening, evening
from tests.kit.traders import TRADERS

NAMES = ["anna", "ben", "carla", "david", "eva", "finn"]

SEEDS = st.integers(0, 2**32 - 1)
PLAYERS = st.integers(2, 6)
PROFILES = st.sampled_from(sorted(catalogue.profiles()))

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        option.name: st.sampled_from(option.choices)
        if option.choices and option.name not in ("points_to_win", "defender_cards")
        else st.integers(*{"points_to_win": (8, 30), "defender_cards": (0, 8)}[option.name])
        for option in catalogue.module("cities_knights").options
    },
)


def table_of(players: int, profile: str, options: dict[str, Any], level: Level = Level.L1) -> Evening:
    """A game of so many people."""
    return evening(" ".join(NAMES[:players]), profile=profile, level=level, **options)


def start_of(table: Evening) -> GameState:
    """The position before the first entry."""
    return table.session.ruleset.start(table.core.players, table.session.header.first)


def play(table: Evening, chance: random.Random, most: int) -> int:
    """Enter so many things that are allowed, or until nothing is; the number of entries."""
    for number in range(most):
        command = something_allowed(table.session, chance)
        if command is None:
            return number
        table.enter(command)
    return most


@settings(max_examples=40, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, PROFILES, OPTIONS, st.integers(1, 220))
def test_points_pieces_and_cards_in_legal_games(
    seed: int, players: int, profile: str, options: dict[str, Any], most: int
) -> None:
    """After every entry the game shows what a scorekeeper with paper has, within what the box holds."""
    table = table_of(players, profile, options)
    chance = random.Random(seed)
    paper = Paper(table.core.ids)
    for _ in range(most):
        command = something_allowed(table.session, chance)
        if command is None:
            assert table.core.winner is not None, "nobody can do anything"
            return
        before = table.state
        events = table.enter(command)
        paper.write(events)
        paper.agrees(table)
        paper.within_the_box()
        table.sound()
        assert table.core.winner is None or table.core.on_turn == table.core.winner or before.core.played_on
        for who in table.core.ids:
            assert 7 <= table.hand_limit(who) <= 13


@settings(max_examples=8, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, st.integers(1, 80))
def test_points_in_base_games(seed: int, players: int, most: int) -> None:
    table = evening(" ".join(NAMES[:players]), modules=BASE)
    chance = random.Random(seed)
    paper = Paper(table.core.ids, settlements=2, cities=0)
    for _ in range(most):
        command = something_allowed(table.session, chance)
        if command is None:
            return
        paper.write(table.enter(command))
        paper.agrees(table)
        paper.within_the_box()
        table.sound()


@settings(max_examples=8, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, st.sampled_from([CARAVANS, (*CITIES_KNIGHTS, "caravans")]), st.integers(1, 80))
def test_points_in_games_of_the_caravans(
    seed: int, players: int, modules: tuple[str, ...], most: int
) -> None:
    table = evening(" ".join(NAMES[:players]), modules=modules)
    chance = random.Random(seed)
    paper = Paper(table.core.ids, *((1, 1) if "cities_knights" in modules else (2, 0)))
    for _ in range(most):
        command = something_allowed(table.session, chance)
        if command is None:
            return
        paper.write(table.enter(command))
        paper.agrees(table)
        paper.within_the_box()
        table.sound()


@settings(max_examples=8, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, st.integers(1, 80))
def test_points_in_games_of_the_rivers(seed: int, players: int, most: int) -> None:
    """The two cards of the Rivers, which people claim and return."""
    table = evening(" ".join(NAMES[:players]), modules=RIVERS)
    chance = random.Random(seed)
    paper = Paper(table.core.ids, settlements=2, cities=0)
    for _ in range(most):
        command = something_allowed(table.session, chance)
        if command is None:
            return
        paper.write(table.enter(command))
        paper.agrees(table)
        table.sound()


@settings(max_examples=8, deadline=None, print_blob=True)
@given(SEEDS, st.integers(2, 4), st.sampled_from([TRADERS, (*CITIES_KNIGHTS, "traders_barbarians")]))
def test_points_in_games_of_wagons(seed: int, players: int, modules: tuple[str, ...]) -> None:
    """Deliveries and the best wagon count, and no Longest Road does."""
    table = evening(" ".join(NAMES[:players]), modules=modules)
    chance = random.Random(seed)
    paper = Paper(table.core.ids)
    for _ in range(60):
        command = something_allowed(table.session, chance)
        if command is None:
            return
        paper.write(table.enter(command))
        paper.agrees(table)
        table.sound()


SCENARIOS = ("barbarian_attack",)
"""Scenarios that can be played without a board."""


@settings(max_examples=8, deadline=None, print_blob=True)
@given(st.sampled_from(SCENARIOS), SEEDS, PLAYERS, st.integers(1, 60))
def test_scenarios_without_a_board(scenario: str, seed: int, players: int, most: int) -> None:
    """Whatever is allowed is entered, and after it an ordinary turn can be played."""
    table = evening(" ".join(NAMES[:players]), modules=(*BASE, scenario))
    chance = random.Random(seed)
    play(table, chance, most)
    table.sound()
    goes_on(table, chance)


@settings(max_examples=12, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, st.booleans(), st.integers(1, 60))
def test_the_ship_in_games_of_nothing_but_the_event_die(
    seed: int, players: int, gentle: bool, most: int
) -> None:
    """The ship stands where so many ship faces bring it, seven to an attack."""
    table = table_of(players, "hobbyworld", {"gentle_start": gentle}, Level.L0)
    chance = random.Random(seed)
    ships = 0
    for number in range(most):
        roll = next_roll(table.session, chance)
        assert ("event" in roll.dice) is (not gentle or number >= 2 * players)
        ships += roll.dice.get("event") == "ship"
        table.enter(roll)
        assert (table.ck.attacks, table.ck.ship) == divmod(ships, 7)
        assert table.core.turn == number + 1
        assert table.core.on_turn == table.core.ids[number % players]
        table.sound()


@settings(max_examples=20, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, PROFILES, OPTIONS, st.integers(1, 120), st.sampled_from([Level.L0, Level.L1]))
def test_undo_and_redo(
    seed: int, players: int, profile: str, options: dict[str, Any], most: int, level: Level
) -> None:
    """Undo then redo is the identity, undo of everything is the start, and the log tells the same again."""
    table = table_of(players, profile, options, level)
    session, chance = table.session, random.Random(seed)
    start = table.state
    states = [start]
    for _ in range(most):
        command = something_allowed(session, chance)
        if command is None:
            break
        table.enter(command)
        states.append(table.state)
        if chance.random() < 0.2:
            steps = chance.randint(1, min(5, len(states) - 1))
            for back in range(steps):
                assert session.undo() is not None
                assert table.state == states[-2 - back]
            for _ in range(steps):
                assert session.redo() is not None
            assert table.state == states[-1]
        elif chance.random() < 0.1:
            session.undo()
            states.pop()
    standing = session.standing
    again = Timeline(start, session.entries)
    assert again.state == table.state
    assert tuple(again.standing) == standing
    while session.undo() is not None:
        states.pop()
        assert table.state == states[-1]
    assert table.state == start == start_of(table)
    assert session.to_undo is None
    for _ in standing:
        assert session.redo() is not None
    assert session.standing == standing
    assert table.state == again.state


@settings(max_examples=20, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, PROFILES, OPTIONS, st.integers(1, 120), st.sampled_from([Level.L0, Level.L1]))
def test_stored_games_are_the_same_games(
    seed: int, players: int, profile: str, options: dict[str, Any], most: int, level: Level
) -> None:
    """Events read back give the same states, and commands read back and judged again give the same events."""
    table = table_of(players, profile, options, level)
    play(table, random.Random(seed), most)
    codec, ruleset = catalogue.codec(), table.session.ruleset
    loaded = judged = start_of(table)
    for entry in table.session.standing:
        assert entry.command is not None
        command = codec.command(encode(entry.command))
        events = codec.events(encode(entry.events))
        assert command == entry.command
        assert events == entry.events
        assert table.session.state_before(entry) == loaded == judged
        verdict = decide(ruleset, judged, command)
        assert isinstance(verdict, Accepted)
        assert verdict.events == entry.events
        judged = replay(judged, verdict.events)
        assert verdict.state == judged
        loaded = replay(loaded, events)
    assert loaded == judged == table.state


@settings(max_examples=20, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, PROFILES, OPTIONS, st.integers(1, 90))
def test_what_is_offered_is_allowed(
    seed: int, players: int, profile: str, options: dict[str, Any], most: int
) -> None:
    """Every option is accepted, and every open question has an option or can be left."""
    table = table_of(players, profile, options)
    chance = random.Random(seed)
    for _ in range(most):
        command = something_allowed(table.session, chance)
        if command is None:
            return
        table.enter(command)
        if chance.random() < 0.25 or table.core.pending:
            for who in table.core.ids:
                offered = table.session.options(who)
                assert len(set(map(repr, offered))) == len(offered), "offered twice"
                for option in offered:
                    assert isinstance(table.session.judge(option), Accepted), option
            for question in table.core.pending if table.core.winner is None else ():
                tags = {
                    str(type(option).__struct_config__.tag) for option in table.session.options(question.who)
                }
                assert tags & set(question.answers), f"nothing answers {question}"


NOT_OFFERED = {
    "base.roll_dice",
    "ck.place_ship",
    "core.leave_question",
    "core.adjust_points",
    "core.declare_winner",
}
"""Entries of which a screen offers the form, not every possible one."""


@settings(max_examples=40, deadline=None, print_blob=True)
@given(SEEDS, PLAYERS, PROFILES, OPTIONS, st.integers(1, 220))
def test_anything_may_be_entered_and_overruled(
    seed: int, players: int, profile: str, options: dict[str, Any], most: int
) -> None:
    """Whatever is entered is judged without a crash; what the table overrules is counted and kept."""
    table = table_of(players, profile, options)
    session, chance = table.session, random.Random(seed)
    codec = catalogue.codec()
    paper = Paper(table.core.ids)
    for _ in range(most):
        wild = chance.random() < 0.7
        command = anything(session, chance) if wild else something_allowed(session, chance)
        if command is None:
            continue
        before = table.state
        plain = session.judge(command)
        assert table.state == before, "judging changes nothing"
        if isinstance(plain, Accepted) and str(type(command).__struct_config__.tag) not in NOT_OFFERED:
            kinds = {type(option) for option in session.options(command.by)}
            assert type(command) in kinds, f"{command} is allowed and not offered"
        verdict = session.submit(command, overrule=True)
        if isinstance(verdict, Refused):
            assert table.state == before
            assert any(violation.severity is Severity.HARD for violation in verdict.violations)
            continue
        assert isinstance(plain, Accepted) is (not verdict.overruled)
        paper.write(verdict.events)
        paper.agrees(table)
        entry: Entry = session.standing[-1]
        assert codec.command(encode(command)) == command
        assert codec.events(encode(verdict.events)) == verdict.events == entry.events
        for violation in verdict.overruled:
            assert violation.severity is Severity.SOFT
            assert violation.rule in catalogue.rules()
    assert Timeline(start_of(table), session.entries).state == table.state
    goes_on(table, chance)


def goes_on(table: Evening, chance: random.Random) -> None:
    """Assert that after all this an ordinary turn can be played."""
    session = table.session
    for _ in range(40):
        if table.core.winner is not None:
            table.enter(PlayOn(table.core.on_turn))
        elif table.core.pending:
            question = table.core.pending[0]
            table.leave(question.kind, question.who)
        else:
            break
    else:
        raise AssertionError(f"questions without end: {table.questions}")
    if table.core.plan:
        raise AssertionError(f"nothing is asked and {table.core.plan} is not done")
    before = table.core.turn
    verdict = session.submit(roll_or_end(session, next_roll(session, chance)))
    assert isinstance(verdict, Accepted), verdict
    assert table.core.turn >= before


def test_every_module_is_played_here() -> None:
    """Games of the modules that need a board are in test_simulated_games.py."""
    chosen = {name: one for name, one in catalogue.manifests().items() if one.chosen}
    without_board = {name for name, manifest in chosen.items() if "L1" in manifest.levels}
    assert without_board == {*CITIES_KNIGHTS, *CARAVANS, *RIVERS, *SCENARIOS, *TRADERS}, "it needs its games"
