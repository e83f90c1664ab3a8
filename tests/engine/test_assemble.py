"""Putting modules together: every reason against it is said, not only the first."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from companion.app.narrate import problem_texts
from companion.engine.assemble import assemble
from companion.engine.errors import AssemblyError
from companion.engine.extension import (
    Constraint,
    Die,
    Module,
    Option,
    Part,
    PointSource,
    Slot,
    Stage,
    Step,
    Term,
)
from companion.engine.ids import ModuleId, RuleId
from companion.engine.level import Aspect, Level
from companion.engine.ruleset import Ruleset
from companion.engine.state import Player
from companion.engine.table import Table
from companion.rules import catalogue
from tests.kit.tables import people

LEVELS = frozenset({"L0", "L1"})


def module(name: str, *parts: Part, **more: Any) -> Module:
    """A module of nothing but its name and parts."""
    return Module(
        ModuleId(name), more.pop("players", (2, 4)), levels=more.pop("levels", LEVELS), parts=parts, **more
    )


def together(*modules: Module, wanted: tuple[str, ...] = (), **more: Any) -> Ruleset:
    """Assemble these modules, all of them unless said otherwise."""
    available = {m.id: m for m in modules}
    return assemble(available, wanted or tuple(available), more.pop("level", Level.L1), **more)


def problems(*modules: Module, **more: Any) -> list[str]:
    """The keys of everything that stands against a combination."""
    with pytest.raises(AssemblyError) as raised:
        together(*modules, **more)
    return [problem.key for problem in raised.value.problems]


def value(rules: Ruleset, name: str) -> Any:
    """A value made of terms, at the start of a game."""
    players: tuple[Player, ...] = people("anna ben")
    return Table(rules, rules.start(players)).value(name)


def test_of_a_group_a_game_has_one_at_most() -> None:
    deserts, jungles = (module(name, group="scenario") for name in ("deserts", "jungles"))
    with pytest.raises(AssemblyError) as raised:
        together(deserts, jungles)
    assert list(problem_texts(raised.value)) == [
        "“deserts” and “jungles” are two scenarios: a game has one at most."
    ]


def test_what_is_shared_comes_with_whoever_requires_it_and_with_nobody_else() -> None:
    gold = module("gold", shared=True)
    miners, bankers = (module(name, requires=(gold.id,)) for name in ("miners", "bankers"))
    for wanted, found in ((("miners",), [gold, miners]), (("miners", "bankers"), [gold, miners, bankers])):
        assert [*together(gold, miners, bankers, wanted=wanted).modules] == found
    other = module("other")
    assert [*together(gold, other, wanted=("other",)).modules] == [other]


def test_all_problems_are_reported_at_once() -> None:
    first = module("first", requires=(ModuleId("third"),), conflicts={ModuleId("second"): "they clash"})
    second = module("second", levels=frozenset({"L0"}), players=(3, 4))
    found = problems(first, second, wanted=("first", "second", "thrid"), player_count=2)
    assert found == [
        "assembly.unknown-module",
        "assembly.requires",
        "assembly.conflict",
        "assembly.level",
        "assembly.players",
    ]


def test_an_unknown_module_comes_with_a_suggestion() -> None:
    with pytest.raises(AssemblyError) as raised:
        catalogue.ruleset(("base", "cities_knigths"), Level.L1)
    (problem,) = raised.value.problems
    assert problem.params == {"module": "cities_knigths", "near": "cities_knights"}


def test_cities_and_knights_needs_the_base_game() -> None:
    with pytest.raises(AssemblyError) as raised:
        catalogue.ruleset(("cities_knights",), Level.L1)
    assert "assembly.requires" in [problem.key for problem in raised.value.problems]


def test_a_level_that_is_refused_is_refused_however_often_it_is_asked_for() -> None:
    rules = catalogue.ruleset(("base", "event_cards"), Level.L2, {}, 4)
    for _time in range(2):
        with pytest.raises(AssemblyError):
            rules.at(Level.L1)
    assert rules.at(Level.L3).at(Level.L2) is rules


def test_options_are_known_and_of_their_kind() -> None:
    with_option = module("one", options=(Option("cards", RuleId("B-30"), 7, (5, 7)),))
    assert together(with_option, options={"cards": 5}).options == {"cards": 5}
    assert together(with_option).options == {"cards": 7}
    assert problems(with_option, options={"card": 5}) == ["assembly.unknown-option"]
    assert problems(with_option, options={"cards": 6}) == ["assembly.option-value"]
    assert problems(with_option, options={"cards": True}) == ["assembly.option-value"]
    assert problems(with_option, options={"cards": "7"}) == ["assembly.option-value"]


def test_a_bridge_comes_by_itself_when_both_its_ends_play() -> None:
    bridge = module("bridge", bridges=(ModuleId("one"), ModuleId("two")))
    one, two = module("one"), module("two")
    assert together(one, two, bridge, wanted=("one", "two")).module_ids == ("one", "two", "bridge")
    assert together(one, two, bridge, wanted=("one",)).module_ids == ("one",)


def test_a_module_comes_after_what_it_requires() -> None:
    late = module("late", requires=(ModuleId("early"),))
    assert together(late, module("early"), wanted=("late", "early")).module_ids == ("early", "late")


def test_modules_that_require_each_other_are_a_circle() -> None:
    one = module("one", requires=(ModuleId("two"),))
    two = module("two", requires=(ModuleId("one"),))
    assert problems(one, two) == ["assembly.circle"]


@pytest.mark.parametrize(
    "part",
    [
        Part(dice=(Die("white", (1,)),)),
        Part(steps=(Step("roll", "same", lambda draft: None),)),
        Part(points=(PointSource("same", RuleId("B-70"), lambda table, player: 0),)),
        Part(constraints=(Constraint("same", lambda table, command: ()),)),
        Part(slots=(Slot("same", object()),)),
    ],
)
def test_what_is_one_cannot_be_two(part: Part) -> None:
    assert problems(module("one", part), module("two", part)) == ["assembly.twice"]


def test_two_cards_of_one_class_have_different_names() -> None:
    class Progress(NamedTuple):
        name: str

    class Development(NamedTuple):
        name: str

    oil = module("oil", Part(cards=(Progress("lamp"),)))
    with pytest.raises(AssemblyError) as raised:
        together(oil, module("light", Part(cards=(Progress("lamp"),))))
    assert problem_texts(raised.value) == ("Two modules both provide “lamp”.",)
    cards = together(oil, module("light", Part(cards=(Development("lamp"),)))).cards
    assert cards == (Progress("lamp"), Development("lamp"))


def test_steps_stand_in_the_one_order_that_their_anchors_allow() -> None:
    def nothing(draft: object) -> None:
        pass

    ship = Step("roll", "ship", nothing)
    gates = Step("roll", "gates", nothing, after=("ship",), before=("income",))
    income = Step("roll", "income", nothing)
    rules = together(module("one", Part(steps=(income,))), module("two", Part(steps=(gates, ship))))
    assert [step.name for step in rules.plans["roll"]] == ["ship", "gates", "income"]
    loose = Step("roll", "loose", nothing)
    assert "assembly.order" in problems(module("one", Part(steps=(ship, gates, income, loose))))
    back = Step("roll", "back", nothing, after=("income",), before=("ship",))
    assert problems(module("one", Part(steps=(ship, gates, income, back)))) == ["assembly.circle"]


def test_terms_make_up_a_value_stage_by_stage() -> None:
    def term(stage: Stage, change: Any) -> Term:
        return Term("cards", stage, lambda table, old: change(old))

    rules = together(
        module(
            "one", Part(terms=(term(Stage.LIMIT, lambda old: min(old, 13)), term(Stage.BASE, lambda old: 7)))
        ),
        module(
            "two",
            Part(terms=(term(Stage.ADD, lambda old: old + 10), term(Stage.TRANSFORM, lambda old: old * 2))),
        ),
    )
    assert value(rules, "cards") == 13
    base = module("one", Part(terms=(term(Stage.BASE, lambda old: 7),)))
    replacing = module("two", Part(terms=(term(Stage.REPLACE, lambda old: 9),)))
    assert value(together(base, replacing), "cards") == 9
    assert problems(base, module("two", base.parts[0])) == ["assembly.twice"]
    again = module("three", replacing.parts[0])
    assert problems(base, replacing, again) == ["assembly.twice"]
    assert problems(module("one", Part(terms=(term(Stage.ADD, lambda old: 9),)))) == ["assembly.no-base"]


def test_a_slot_or_a_constraint_is_replaced_by_one_only() -> None:
    first = module(
        "first", Part(slots=(Slot("places", 1),), constraints=(Constraint("turn", lambda t, c: ()),))
    )
    second = Part(
        slots=(Slot("places", 2, replaces=True),),
        constraints=(Constraint("ck.turn", lambda t, c: (), replaces="turn"),),
    )
    rules = together(first, module("second", second))
    assert rules.slots == {"places": 2}
    assert [constraint.name for constraint in rules.constraints] == ["ck.turn"]
    third = Part(
        slots=(Slot("places", 3, replaces=True),),
        constraints=(Constraint("fi.turn", lambda t, c: (), replaces="turn"),),
    )
    assert problems(first, module("second", second), module("third", third)) == ["assembly.twice"] * 2


def test_parts_are_there_at_the_levels_that_track_what_they_need() -> None:
    parts = (
        Part(dice=(Die("event", ("ship",)),)),
        Part(dice=(Die("white", (1,)),), needs=frozenset({Aspect.SCORE})),
        Part(dice=(Die("blind", (1,)),), without=frozenset({Aspect.SCORE})),
    )
    one = module("one", *parts)
    assert [die.name for die in together(one, level=Level.L0).dice] == ["event", "blind"]
    assert [die.name for die in together(one, level=Level.L1).dice] == ["event", "white"]


def test_levels_track_all_of_the_one_below() -> None:
    aspects = [level.aspects for level in Level]
    assert all(low < high for low, high in pairwise(aspects))
