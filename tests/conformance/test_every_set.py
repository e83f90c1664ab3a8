"""The same checks for every set of modules: it is played soundly, or refused with a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import pytest

from companion.app.narrate import command_text, decision_text, event_text, problem_texts, violation_text
from companion.app.simulate import Simulation, header
from companion.engine.codec import encode
from companion.engine.decide import decide, judge, options, replay
from companion.engine.errors import AssemblyError
from companion.engine.level import Level
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Table, evolve
from companion.history.rejudge import rejudge
from companion.rules import catalogue
from companion.rules.base.turn import RollDice
from tests.kit.domains import Domain
from tests.kit.module_sets import alone, few, player_counts, some_sets
from tests.kit.offers import offers

PLAYABLE = some_sets()
NAMES = [name for name, one in catalogue.manifests().items() if one.chosen]
ANY = few(NAMES)
"""Sets of modules whether or not they can be played."""

ENTRIES = 70
SPOILED = 25
"""Forms of commands that are judged in one position of a set, mostly to be refused."""


@cache
def game_of(modules: tuple[str, ...]) -> tuple[Simulation, GameState]:
    """The beginning of a simulated game, and the position before its first entry."""
    seed = 50 + PLAYABLE.index(modules)
    counts = player_counts(modules)
    top = header(modules, counts[seed % len(counts)], seed, ("L3", "L3", "L2")[seed % 3])
    game = Simulation(top, random.Random(seed), checked=False)
    start = game.state
    while not game.over and len(game.entries) < ENTRIES:
        game.step()
    return game, start


def whole(text: str) -> bool:
    """Whether a sentence has no blank left and is no key."""
    return bool(text) and "{" not in text and " " in text.strip()


# --- every set


@pytest.mark.parametrize("modules", PLAYABLE, ids="+".join, scope="module")
def test_the_events_lead_to_the_state(modules: tuple[str, ...]) -> None:
    """Event by event, entry by entry, and read back from the file; judged again they are the same."""
    game, start = game_of(modules)
    codec = catalogue.codec(modules)
    one_by_one = by_entry = start
    for entry in game.entries:
        assert entry.command is not None
        assert codec.command(encode(entry.command)) == entry.command
        read = codec.events(encode(entry.events))
        assert read == entry.events
        for event in entry.events:
            one_by_one = evolve(one_by_one, event)
        by_entry = replay(by_entry, read)
        assert one_by_one == by_entry
    assert by_entry == game.state
    *_, last = rejudge(game.ruleset, start, game.entries)
    assert last.state == game.state


@pytest.mark.parametrize("modules", PLAYABLE, ids="+".join, scope="module")
def test_asking_changes_nothing(modules: tuple[str, ...]) -> None:
    """What may be done, what would happen, who has how many points: asked twice, answered alike."""
    game, _ = game_of(modules)
    ruleset, state = game.ruleset, game.state
    before = repr(state)
    for who in state.core.ids:
        asked = [options(ruleset, state, who) for _ in range(2)]
        assert asked[0] == asked[1]
        assert offers(ruleset, state, who) == offers(ruleset, state, who)
        for command in asked[0][:SPOILED]:
            assert decide(ruleset, state, command) == decide(ruleset, state, command)
            decide(ruleset, state, command, overrule=True)
        table = Table(ruleset, state)
        assert table.points(who) == sum(amount for _, amount in table.score(who))
    # a board that was checked against the very same island is not checked again
    assert Table(ruleset, state).value("island") is Table(ruleset, state).value("island")
    assert game.state is state
    assert repr(state) == before


@pytest.mark.parametrize("modules", PLAYABLE, ids="+".join, scope="module")
def test_everything_is_told_in_whole_sentences(modules: tuple[str, ...]) -> None:
    """Entries, events, questions, and the reasons of refusals."""
    game, start = game_of(modules)
    players = game.header.players
    state = start
    for entry in game.entries:
        assert entry.command is not None
        assert whole(command_text(entry.command, players)), entry.command
        for event in entry.events:
            text = event_text(event, players)
            assert text is None or whole(text), event
        state = replay(state, entry.events)
        for question in state.core.pending:
            assert whole(decision_text(question, players)), question
    chance, domain = random.Random(len(modules)), Domain(game.table)
    for rule in game.ruleset.commands.values():
        if rule.too_many_forms or rule.command not in catalogue.codec().command_types:
            continue
        try:
            forms = list(domain.forms(rule.command, state.core.on_turn, SPOILED, chance))
        except NotImplementedError:
            continue
        for form in forms:
            for violation in judge(game.ruleset, state, form):
                assert whole(violation_text(violation, players)), violation
                assert violation.rule in catalogue.rules(), violation


@pytest.mark.parametrize("modules", PLAYABLE, ids="+".join, scope="module")
def test_every_question_can_be_answered(modules: tuple[str, ...]) -> None:
    """Its answers are commands of the game, one of which is offered or is a form to fill in."""
    game, state = game_of(modules)
    for entry in game.entries:
        state = replay(state, entry.events)
        for question in state.core.pending:
            assert question.rule in catalogue.rules()
            assert set(question.answers) & set(game.ruleset.by_tag), question
            kinds = {offer.tag for offer in offers(game.ruleset, state, question.who)}
            assert kinds & set(question.answers) or "base.roll_dice" in question.answers, question


@pytest.mark.parametrize("modules", PLAYABLE, ids="+".join, scope="module")
def test_what_is_entered_was_offered_or_was_a_form_to_fill_in(modules: tuple[str, ...]) -> None:
    """The kind at least: a card that the table saw is not on the list."""
    game, state = game_of(modules)
    for entry in game.entries:
        assert entry.command is not None
        if type(entry.command) is not RollDice:
            kinds = {offer.kind for offer in offers(game.ruleset, state, entry.command.by)}
            assert type(entry.command) in kinds, entry.command
        state = replay(state, entry.events)


# --- putting together


def rulesets(modules: Sequence[str]) -> Iterator[tuple[str, int, Ruleset | AssemblyError]]:
    """The rules of a set at every level and for every number of players, or why there are none."""
    for level, players in product(Level, range(1, 8)):
        try:
            yield level.value, players, catalogue.ruleset(tuple(modules), level.value, None, players)
        except AssemblyError as error:
            yield level.value, players, error


@pytest.mark.parametrize("modules", ANY, ids=lambda one: "+".join(one) or "nothing")
def test_a_set_is_played_or_refused_with_a_reason(modules: tuple[str, ...]) -> None:
    for level, players, found in rulesets(modules):
        playable = (
            "base" in modules
            and alone(modules)
            and not any(set(catalogue.manifests()[name].conflicts) & set(modules) for name in modules)
            and all(
                low <= players <= high and (not levels or level in levels)
                for low, high, levels in (
                    (*catalogue.manifests()[name].players, catalogue.manifests()[name].levels)
                    for name in modules
                )
            )
        )
        if playable:
            assert isinstance(found, Ruleset), f"{level}, {players} players: {found}"
            wanted = set(catalogue.completed(modules))
            assert set(found.module_ids) == wanted
        else:
            assert isinstance(found, AssemblyError), f"{level}, {players} players"
            for text in problem_texts(found):
                assert whole(text), found
                assert text.endswith("."), text


@pytest.mark.parametrize("bridge", [name for name, one in catalogue.manifests().items() if one.bridges])
def test_a_bridge_is_not_played_without_both_ends(bridge: str) -> None:
    ends = catalogue.manifests()[bridge].bridges
    for names in (("base",), ("base", ends[0]), ("base", ends[1])):
        with pytest.raises(AssemblyError):
            catalogue.ruleset((*dict.fromkeys(names), bridge), "L3", None, 2)


@pytest.mark.parametrize("modules", PLAYABLE, ids="+".join)
def test_the_order_in_which_modules_are_named_changes_no_rule(modules: tuple[str, ...]) -> None:
    counts = player_counts(modules)
    one = catalogue.ruleset(modules, "L3", None, counts[0])
    other = catalogue.ruleset((modules[0], *reversed(modules[1:])), "L3", None, counts[0])
    assert set(one.module_ids) == set(other.module_ids)
    assert one.options == other.options
    assert {n: [s.name for s in p] for n, p in one.plans.items()} == {
        n: [s.name for s in p] for n, p in other.plans.items()
    }
    assert set(one.commands) == set(other.commands)
    assert {c.name for c in one.constraints} == {c.name for c in other.constraints}


# --- what is off


ALONE = (
    ("base",),
    ("base", "cities_knights"),
    ("base", "fishermen"),
    ("base", "cities_knights", "event_cards"),
)


def played(modules: tuple[str, ...]) -> tuple[bytes, ...]:
    """A game of a seed, as it is stored."""
    game = Simulation(header(modules, 3, 77), random.Random(77), checked=False)
    while len(game.entries) < ENTRIES:
        game.step()
    stored = [encode(entry.events) for entry in game.entries]
    stored += [encode(entry.command) for entry in game.entries if entry.command is not None]
    return (*stored, repr(game.state).encode(), repr(sorted(game.ruleset.options.items())).encode())


@pytest.mark.parametrize("modules", ALONE, ids="+".join)
def test_a_module_that_is_off_changes_nothing(
    modules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game, whether or not other modules are installed."""
    with_all = played(modules)
    installed = {name: catalogue.folders()[name] for name in catalogue.completed(modules)}
    caches = (catalogue.manifests, catalogue.rules, catalogue.texts, catalogue.codec)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(catalogue, "folders", lambda: installed)
            for one in caches:
                one.cache_clear()
            assert set(catalogue.manifests()) == set(installed)
            assert played(modules) == with_all
    finally:
        for one in caches:
            one.cache_clear()
    assert set(catalogue.manifests()) > set(installed)
