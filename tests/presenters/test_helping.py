"""Help at the table: whatever is shown has its rules, and the search finds them in every language."""

from __future__ import annotations

import pytest

from companion.app import narrate
from companion.app.i18n import LANGUAGES, set_language
from companion.app.narrate import texts
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.presenters import helping
from companion.presenters.helping import HelpView, Topic
from companion.presenters.intents import Enter
from companion.rules import catalogue
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.smith import PlaySmith
from tests.kit.each import each

ANNA = PlayerId("anna")


def told(things: str, ruleset: Ruleset | None = None) -> HelpView:
    found = helping.about(Topic((things,)), ruleset)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def knights() -> Ruleset:
    return catalogue.ruleset(("base", "cities_knights"), "L3")


@each([key.removeprefix("term.") for key in texts() if key.startswith("term.event.")])
def test_every_event_card_is_told(event: str) -> None:
    assert event == "event.plain" or told(event).title == narrate.thing(event)


@each(sorted(catalogue.rules()))
def test_what_a_rule_is_about_has_a_name(rule: str) -> None:
    for thing in catalogue.rules()[rule].about:  # type: ignore[index]
        assert narrate.thing(thing), thing


def test_each_thing_has_an_example() -> None:
    rules = catalogue.rules().values()
    told_by_example = {thing for rule in rules if rule.example for thing in rule.about}
    assert {thing for rule in rules for thing in rule.about} == told_by_example


def test_a_piece_is_told_by_the_rule_that_is_about_it_first(knights: Ruleset) -> None:
    wall = told("wall", knights)
    assert wall.title == "City wall"
    assert [wall.rules[0].id, {rule.id for rule in wall.rules}] == [
        "CK-70",
        {"CK-50", "CK-70", "CK-71", "PC-G07"},
    ]
    assert wall.rules[0].example.startswith("Anna pays 2 brick")


@each(list(CARDS))
def test_every_progress_card_tells_its_own_rule_first(name: str) -> None:
    assert told(f"card.{name}").rules[0].id == CARDS[name].rule


def test_a_card_in_a_hand_tells_its_rule_and_those_that_its_play_obeys(knights: Ruleset) -> None:
    view = helping.about(Topic((), Enter((PlaySmith(ANNA, ()),))), knights)
    assert view is not None
    assert [rule.id for rule in view.rules] == ["PC-G09", "CK-93"]


def test_what_no_module_of_the_game_has_is_not_told() -> None:
    base = catalogue.ruleset(("base",), "L1")
    assert helping.about(Topic(("wall",)), base) is None
    assert helping.about(Topic(rules=("CK-70",)), base) is not None, "a rule by its number is told anywhere"


@each([("en", "wall"), ("ru", "стен"), ("pl", "mur"), ("de", "mauer"), ("ru", "wall"), ("de", "kapitan")])
def test_the_search_finds_in_the_language_in_use_and_in_english(language: str, words: str) -> None:
    set_language(language)
    found = helping.search(words)
    assert (words == "kapitan") == (not found)
    if found:
        assert found[0].topic.things == ("wall",)


@each(list(LANGUAGES))
def test_every_card_is_found_by_its_name(language: str) -> None:
    set_language(language)
    for name in CARDS:
        found = helping.search(narrate.thing(f"card.{name}"))
        assert (f"card.{name}",) in [one.topic.things for one in found], name


def test_the_search_minds_neither_marks_nor_order_and_knows_the_ids() -> None:
    set_language("pl")
    assert helping.search("zlodziej")[0].topic.things == ("robber",)
    set_language("en")
    assert [one.topic.rules for one in helping.search("ck-93")] == [("CK-93",)]
    assert helping.search("fortress knight") == helping.search("knight fortress") != ()
    assert len(helping.search("")) > len(catalogue.rules())
    assert helping.search("no such words") == ()


def test_what_the_game_has_comes_first() -> None:
    found = helping.search("gold is no resource", ("rivers",))
    first = [rule for one in found for rule in one.topic.rules]
    assert first[0] == "RI-08"
    assert helping.search("gold", ("traders_barbarians",))[1].topic.rules[0][:3] == "TB-"
