"""The lines of a roll's result and the page of an attack: in which order modules tell what happened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.app.i18n import set_language
from companion.engine.event import Event
from companion.engine.level import Level
from companion.presenters.game import strip
from companion.presenters.happened import attack, result
from companion.presenters.views import AttackView, LineView
from companion.rules.cities_knights.barbarians import CommitKnights
from companion.rules.cities_knights.slice import Track
from kivy_ui.art import drawing
from tests.kit.island import island
from tests.kit.tables import BASE, CITIES_KNIGHTS, Evening, evening

DRY = "anna: city 0NW; ben: city 1N"
"""Anna at mountains 10, Ben at pasture 2."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def lines(table: Evening, events: tuple[Event, ...]) -> tuple[LineView, ...]:
    found = result(table.session.table, events, (), 0).lines
    assert all(drawing(line.icon) for line in found if line.icon)
    return found


def words(table: Evening, events: tuple[Event, ...]) -> list[str]:
    """What the lines say, or whose they are where they say nothing."""
    return [line.text or line.people[0].name for line in lines(table, events)]


def fought(table: Evening, events: tuple[Event, ...]) -> AttackView:
    found = attack(table.session.table, events, (), 0)
    assert found is not None
    return found


# --- a roll


def test_the_ship_comes_first_and_the_cards_last() -> None:
    table = evening()
    assert words(table, table.roll("anna", 2, 3, "ship")) == [
        "6 steps to the attack.",
        "5: everyone takes their cards.",
    ]


def test_the_gate_comes_before_the_cards() -> None:
    table = evening().given_level("ben", Track.TRADE, 1).given_level("carla", Track.TRADE, 1)
    gate, cards = lines(table, table.roll("anna", 2, 1, "trade"))
    assert (gate.text, [person.name for person in gate.people]) == (
        "draw a card each: Trade",
        ["Ben", "Carla"],
    )
    assert (gate.tone, gate.track) == ("good", "trade")
    assert cards.text == "3: everyone takes their cards."


@pytest.mark.parametrize(
    ("ship", "said", "tone"),
    [
        (0, "6 steps to the attack.", "plain"),
        (4, "2 steps to the attack.", "plain"),
        (5, "One more ship and the barbarians attack!", "warn"),
        (6, "The barbarians have attacked.", "danger"),
    ],
)
def test_the_ship_says_how_near_it_is(ship: int, said: str, tone: str) -> None:
    table = evening().given_ship(ship)
    first = lines(table, table.roll("anna", 2, 3, "ship"))[0]
    assert (first.text, first.tone) == (said, tone)


def test_a_seven_says_what_everyone_may_keep_and_nothing_of_cards() -> None:
    table = evening("anna ben carla")
    gate, seven = lines(table, table.roll("anna", 3, 4, "politics"))
    assert gate.text == "Nobody draws a card."
    assert seven.text == "Discard half:"
    assert [(person.name, limit) for person, limit in seven.values] == [
        ("Anna", ">7"),
        ("Ben", ">7"),
        ("Carla", ">7"),
    ]


def test_where_nobody_counts_cards_the_aqueduct_is_told_with_them() -> None:
    table = evening().given_level("ben", Track.SCIENCE, 3)
    assert words(table, table.roll("anna", 2, 3, "politics"))[-1] == (
        "5: take your cards. With the Aqueduct, one resource of choice: Ben."
    )


@pytest.mark.parametrize(("level", "told"), [(Level.L2, True), (Level.L3, False)])
@pytest.mark.parametrize("option", ["no_card", "no_claim"])
def test_on_a_board_the_aqueduct_is_told_unless_it_is_asked(level: Level, told: bool, option: str) -> None:
    table = island(modules=CITIES_KNIGHTS, pieces=DRY, rolled=False, level=level, aqueduct=option)
    for player in ("anna", "ben"):
        table.given_level(player, Track.SCIENCE, 3)
    found = words(table, table.roll("anna", 1, 1, "politics"))
    water = ["With the Aqueduct, one resource of choice: Anna."] if told else []
    assert found == ["Nobody draws a card.", "Ben", *water]
    assert bool(table.questions) is not told


def test_a_roll_that_brings_nothing_says_so() -> None:
    table = island(modules=BASE, pieces=DRY, rolled=False)
    assert words(table, table.roll("anna", 1, 2)) == ["3: nobody takes a card."]


def test_what_the_bank_lacks_is_told() -> None:
    table = island(modules=BASE, pieces=DRY, hands={"carla": "19 ore"}, rolled=False)
    assert words(table, table.roll("anna", 4, 6)) == [
        "10: nobody takes a card.",
        "The bank is short of: ore",
    ]


# --- an attack


def test_those_with_the_weakest_defence_lose_a_city_and_are_named() -> None:
    table = evening("anna ben carla").given_ship(6)
    table.given_knight("anna", active=True)
    page = fought(table, table.roll("anna", 1, 1, "ship"))
    assert page.headline == "The barbarians win"
    assert page.reasons == (
        "Strength of the barbarians: 3. Strength of the active knights: 1.",
        "Among those with a city to lose, Ben, Carla have the weakest defence: 0.",
    )
    assert [part.outcome for part in page.players] == ["", "Loses a city", "Loses a city"]


def test_a_strength_of_one_is_a_number_and_no_knight() -> None:
    table = evening("anna ben").given_ship(6)
    table.given_cities("ben", 2)
    table.given_knight("anna", 1, active=True)
    table.given_knight("ben", 2, active=True)
    page = fought(table, table.roll("anna", 1, 1, "ship"))
    assert page.reasons[1] == "Among those with a city to lose, Anna has the weakest defence: 1."


def test_the_strongest_is_defender_as_long_as_there_are_cards() -> None:
    for left, outcome, reason in (
        (99, "Defender: 1 point", "Anna has the strongest defence."),
        (6, "Draws a progress card", "Anna has the strongest defence, but no Defender card is left."),
    ):
        table = evening("anna ben", defender_cards=left).given_ship(6)
        if left == 6:
            table.given_defender("ben", 6)
        table.given_knight("anna", 3, active=True)
        page = fought(table, table.roll("anna", 1, 1, "ship"))
        assert (page.won, page.headline, page.reasons[1]) == (True, "The knights win", reason)
        assert page.players[0].outcome == outcome


def test_before_the_battle_everyone_says_who_fights() -> None:
    table = evening("anna ben", committed_knights=True).given_ship(6)
    knight = table.given_knight("anna", 2, active=True)
    before = table.roll("anna", 1, 1, "ship")
    page = fought(table, before)
    assert (page.headline, page.reasons) == (
        "The barbarians attack!",
        ("Everyone says which knights fight.",),
    )
    assert [(part.strength, part.cities) for part in page.players] == [(2, 1), (0, 1)]
    after = table.enter(CommitKnights(table.core.ids[0], (knight,)))
    assert fought(table, (*before, *after)).headline == "The knights win"


def test_no_attack_has_no_page() -> None:
    table = evening()
    assert attack(table.session.table, table.roll("anna", 1, 1, "ship"), (), 0) is None


def test_the_strip_weighs_cities_against_active_knights_where_they_are_tracked() -> None:
    table = evening("anna ben")
    table.given_knight("anna", 2, active=True)
    table.given_knight("ben", 1)
    view = strip(table.table, False)
    assert (view.strength, view.defence) == (2, 2)
    for other in (evening(level=Level.L0), evening(modules=BASE)):
        view = strip(other.table, False)
        assert (view.strength, view.defence) == (None, None)
