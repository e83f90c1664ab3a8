"""What is in the box, and how a game begins."""

from __future__ import annotations

import pytest

from companion.app.narrate import term
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.roll import SevenRolled
from companion.rules.base.slice import BuildingKind
from companion.rules.cities_knights.barbarians import ShipMoved
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.queries import FIGURES
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import ANNA, evening, only


def test_ck_01_no_largest_army_but_longest_road() -> None:
    sources = {source.id for source in evening().session.ruleset.points}
    assert "longest_road" in sources
    assert not any("army" in source or "development" in source for source in sources)


def test_ck_02_five_settlements_and_four_cities() -> None:
    table = evening().rolled()
    assert table.figures_left("anna", BuildingKind.SETTLEMENT) == 4
    assert table.figures_left("anna", BuildingKind.CITY) == 3
    for _ in range(4):
        table.enter(BuildSettlement(ANNA))
    assert table.refused(BuildSettlement(ANNA)) == {"B-05"}
    for _ in range(3):
        table.enter(BuildCity(ANNA))
    assert table.refused(BuildCity(ANNA)) == {"B-05"}


def test_ck_02_three_walls() -> None:
    table = evening()
    table.given_cities("anna", 3)
    table.rolled()
    for _ in range(3):
        table.enter(BuildWall(ANNA))
    assert table.refused(BuildWall(ANNA)) == {"CK-70"}


def test_ck_02_two_knights_of_each_strength() -> None:
    table = evening()
    assert FIGURES == 2
    for strength in (1, 2, 3):
        table.given_knight("anna", strength)
        table.given_knight("anna", strength)
    table.rolled()
    table.sound()
    assert table.refused(RecruitKnight(ANNA)) == {"CK-90"}


@pytest.mark.parametrize("track", list(Track))
def test_ck_04_eighteen_cards_in_each_deck(track: Track) -> None:
    assert sum(card.copies for card in CARDS.values() if card.track is track) == 18
    assert evening().deck(track).size == 18


def test_ck_05_white_red_and_event_die() -> None:
    faces = {die.name: set(die.faces) for die in evening().session.ruleset.dice}
    numbers = {1, 2, 3, 4, 5, 6}
    assert faces == {"white": numbers, "red": numbers, "event": {"ship", "trade", "politics", "science"}}


def test_ck_06_seven_steps_to_the_attack() -> None:
    table = evening()
    steps = [
        only(table.roll(who, event="ship"), ShipMoved).to for who in [*table.core.ids, *table.core.ids[:3]]
    ]
    assert steps == [1, 2, 3, 4, 5, 6, 7]
    assert table.ck.attacks == 1


@pytest.mark.parametrize(("reached", "highest"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_ck_07_each_level_adds_a_number_of_the_red_die(reached: int, highest: int) -> None:
    for red in range(1, 7):
        table = evening().given_level("carla", Track.POLITICS, reached)
        table.roll("anna", 1 if red != 6 else 2, red, "politics")
        assert len(table.hand("carla")) == (1 if red <= highest else 0), f"red {red}"


def test_ck_07_the_names_of_the_levels() -> None:
    assert [term("improvement.science", level) for level in range(1, 6)] == [
        "Abbey",
        "Library",
        "Aqueduct",
        "Theatre",
        "University",
    ]
    assert term("improvement.trade", 3) == "Merchant Guild"
    assert term("improvement.politics", 3) == "Fortress"


def test_ck_11_a_game_begins_with_a_settlement_and_a_city_each() -> None:
    table = evening()
    for who in table.core.ids:
        assert (len(table.settlements(who)), len(table.cities(who))) == (1, 1)
        assert table.points(who) == 3


def test_ck_13_the_ship_starts_at_its_start() -> None:
    table = evening()
    assert (table.ck.ship, table.ck.attacks) == (0, 0)


def test_ck_13_the_robber_starts_on_the_desert_and_stays_there() -> None:
    assert not only(evening().roll("anna", 3, 4), SevenRolled).robber_moves
