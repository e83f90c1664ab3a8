"""Improvements and metropolises."""

from __future__ import annotations

import pytest

from companion.app.narrate import event_text
from companion.engine.ids import Site
from companion.rules.base.building import BuildCity
from companion.rules.cities_knights.barbarians import AttackFought
from companion.rules.cities_knights.cards import CardDrawn
from companion.rules.cities_knights.improvements import Improve, Improved
from companion.rules.cities_knights.metropolises import MetropolisPlaced, PlaceMetropolis
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import ANNA, BEN, Evening, evening, none, only, told

TRADE, POLITICS, SCIENCE = Track.TRADE, Track.POLITICS, Track.SCIENCE


def test_ck_80_level_by_level_several_in_a_turn() -> None:
    table = evening().rolled()
    for level in (1, 2, 3, 4, 5):
        table.enter(Improve(ANNA, SCIENCE, level))
    assert table.level("anna", SCIENCE) == 5


def test_ck_80_a_level_is_not_left_out() -> None:
    table = evening().rolled()
    assert table.refused(Improve(ANNA, SCIENCE, 2)) == {"CK-80"}
    table.enter(Improve(ANNA, SCIENCE, 1))
    assert table.refused(Improve(ANNA, SCIENCE, 3)) == {"CK-80"}


def test_ck_80_a_level_is_not_bought_twice() -> None:
    table = evening().given_level("anna", SCIENCE, 2).rolled()
    assert table.impossible(Improve(ANNA, SCIENCE, 2)) == {"CK-80"}
    assert table.impossible(Improve(ANNA, SCIENCE, 1)) == {"CK-80"}


@pytest.mark.parametrize("level", [0, 6, -1])
def test_ck_80_there_are_five_levels(level: int) -> None:
    assert evening().rolled().impossible(Improve(ANNA, SCIENCE, level)) == {"CK-07"}


def test_ck_80_the_tracks_are_apart() -> None:
    table = evening().given_level("anna", SCIENCE, 3).rolled()
    table.enter(Improve(ANNA, TRADE, 1))
    assert (table.level("anna", SCIENCE), table.level("anna", TRADE)) == (3, 1)
    assert table.level("ben", TRADE) == 0


def test_ck_80_nothing_is_improved_without_a_city() -> None:
    table = evening().given_no_city("anna").rolled()
    assert table.refused(Improve(ANNA, SCIENCE, 1)) == {"CK-80"}
    table.enter(BuildCity(ANNA))
    table.enter(Improve(ANNA, SCIENCE, 1))


def test_ck_81_after_the_last_city_fell_improvements_are_kept_but_not_bought() -> None:
    table = evening().given_level("anna", SCIENCE, 2).given_ship(6)
    table.roll("anna", 1, 1, "ship")
    assert table.cities("anna") == ()
    assert table.level("anna", SCIENCE) == 2
    assert table.refused(Improve(ANNA, SCIENCE, 3)) == {"CK-81"}
    table.enter(BuildCity(ANNA))
    table.enter(Improve(ANNA, SCIENCE, 3))


def test_ck_81_without_a_city_the_improvements_still_draw() -> None:
    table = evening().given_level("anna", SCIENCE, 2).given_no_city("anna")
    events = table.roll("anna", 1, 3, "science")
    assert [event.by for event in told(events, CardDrawn)] == [ANNA]


def test_ck_82_the_first_at_level_four_gets_the_metropolis() -> None:
    table = evening().given_level("anna", SCIENCE, 3).rolled()
    events = table.enter(Improve(ANNA, SCIENCE, 4))
    placed = only(events, MetropolisPlaced)
    assert (placed.by, placed.track, placed.site, placed.loser) == (ANNA, SCIENCE, "anna-2", None)
    assert table.score("anna") == {"buildings": 3, "metropolises": 2}


def test_ck_82_the_second_does_not() -> None:
    table = evening().given_level("anna", SCIENCE, 3)
    table.given_metropolis("ben", SCIENCE, 4)
    table.rolled()
    assert none(table.enter(Improve(ANNA, SCIENCE, 4)), MetropolisPlaced)
    assert table.metropolis(SCIENCE) == BEN


def test_ck_82_each_track_has_its_own() -> None:
    table = evening().given_level("anna", SCIENCE, 3)
    table.given_metropolis("ben", TRADE, 4)
    table.rolled()
    table.enter(Improve(ANNA, SCIENCE, 4))
    assert (table.metropolis(SCIENCE), table.metropolis(TRADE)) == (ANNA, BEN)


def test_ck_82_level_three_brings_none() -> None:
    table = evening().given_level("anna", SCIENCE, 2).rolled()
    assert none(table.enter(Improve(ANNA, SCIENCE, 3)), MetropolisPlaced)


def test_ck_82_where_cities_differ_the_player_says_which() -> None:
    table = evening().given_level("anna", SCIENCE, 3)
    table.given_cities("anna", 1)
    walled = table.given_wall("anna")
    table.rolled()
    assert none(table.enter(Improve(ANNA, SCIENCE, 4)), MetropolisPlaced)
    assert table.questions == [("metropolis", "anna")]
    assert table.impossible(PlaceMetropolis(ANNA, table.settlements("anna")[0])) == {"CK-86"}
    assert table.impossible(PlaceMetropolis(ANNA, table.cities("ben")[0])) == {"CK-86"}
    table.enter(PlaceMetropolis(ANNA, walled))
    assert table.ck.metropolises[SCIENCE] == walled
    assert table.questions == []


def test_ck_82_the_city_may_be_named_at_once() -> None:
    table = evening().given_level("anna", SCIENCE, 3)
    (other,) = table.given_cities("anna", 1)
    table.given_wall("anna")
    table.rolled()
    table.enter(Improve(ANNA, SCIENCE, 4, other))
    assert table.ck.metropolises[SCIENCE] == other


def test_ck_82_a_metropolis_left_unplaced_goes_to_the_next() -> None:
    table = evening().given_level("anna", SCIENCE, 3).given_level("ben", SCIENCE, 3)
    table.given_cities("anna", 1)
    table.given_wall("anna")
    table.rolled()
    table.enter(Improve(ANNA, SCIENCE, 4))
    table.leave("metropolis", "anna")
    table.turn_of("ben")
    table.enter(Improve(BEN, SCIENCE, 4))
    assert table.metropolis(SCIENCE) == BEN


@pytest.fixture
def ann() -> Evening:
    """The book's example: one city, and it is the science metropolis."""
    table = evening().given_level("anna", POLITICS, 3).given_level("anna", TRADE, 3)
    table.given_metropolis("anna", SCIENCE, 4)
    return table


def test_ck_83_with_one_city_and_it_a_metropolis_the_others_stop_at_three(ann: Evening) -> None:
    ann.rolled()
    assert ann.refused(Improve(ANNA, POLITICS, 4)) == {"CK-83"}
    assert ann.refused(Improve(ANNA, TRADE, 4)) == {"CK-83"}
    ann.enter(Improve(ANNA, SCIENCE, 5))


def test_ck_83_a_new_city_opens_level_four(ann: Evening) -> None:
    ann.rolled()
    ann.enter(BuildCity(ANNA))
    events = ann.enter(Improve(ANNA, POLITICS, 4))
    assert only(events, MetropolisPlaced).site != ann.ck.metropolises[SCIENCE]


def test_ck_83_with_two_cities_both_metropolises_the_third_track_stops_at_three() -> None:
    table = evening().given_level("anna", TRADE, 3)
    table.given_cities("anna", 1)
    table.given_metropolis("anna", SCIENCE)
    table.given_metropolis("anna", POLITICS)
    table.rolled()
    assert table.refused(Improve(ANNA, TRADE, 4)) == {"CK-83"}
    table.enter(Improve(ANNA, POLITICS, 5))


def test_ck_83_even_a_metropolis_already_taken_needs_a_plain_city() -> None:
    table = evening().given_level("anna", TRADE, 3)
    table.given_metropolis("anna", SCIENCE)
    table.given_metropolis("ben", TRADE, 5)
    table.rolled()
    assert table.refused(Improve(ANNA, TRADE, 4)) == {"CK-83"}


def test_ck_83_level_three_needs_none() -> None:
    table = evening().given_level("anna", TRADE, 2)
    table.given_metropolis("anna", SCIENCE)
    table.rolled()
    table.enter(Improve(ANNA, TRADE, 3))


def level_five(owner_level: int, profile: str) -> Evening:
    """Anna at level 4 of trade with no plain city; Ben owns its metropolis."""
    table = evening(profile=profile).given_level("anna", TRADE, 4)
    table.given_metropolis("anna", SCIENCE)
    table.given_metropolis("ben", TRADE, owner_level)
    return table.rolled()


def test_ck_83_level_five_needs_a_plain_city() -> None:
    for owner_level in (4, 5):
        assert level_five(owner_level, "hobbyworld").refused(Improve(ANNA, TRADE, 5)) == {"CK-83"}


def test_ck_83_at_colonist_only_if_the_metropolis_would_move() -> None:
    assert level_five(4, "colonist").refused(Improve(ANNA, TRADE, 5)) == {"CK-83"}
    table = level_five(5, "colonist")
    assert none(table.enter(Improve(ANNA, TRADE, 5)), MetropolisPlaced)


def test_ck_83_at_colonist_level_four_needs_one_always() -> None:
    table = evening(profile="colonist").given_level("anna", TRADE, 3)
    table.given_metropolis("anna", SCIENCE)
    table.given_metropolis("ben", TRADE, 5)
    table.rolled()
    assert table.refused(Improve(ANNA, TRADE, 4)) == {"CK-83"}


def test_ck_85_level_five_takes_it_from_level_four() -> None:
    table = evening().given_level("anna", POLITICS, 4)
    table.given_metropolis("ben", POLITICS, 4)
    table.rolled()
    assert table.points("ben") == 5
    placed = only(table.enter(Improve(ANNA, POLITICS, 5)), MetropolisPlaced)
    assert (placed.by, placed.loser, placed.variant) == (ANNA, BEN, "taken")
    assert table.points("anna") == 5
    assert table.points("ben") == 3
    assert len(table.cities("ben")) == 1, "the old owner's city stays a city"
    assert len(table.plain_cities("ben")) == 1


def test_ck_85_an_owner_at_level_five_keeps_it_for_good() -> None:
    table = evening().given_level("anna", POLITICS, 4)
    table.given_metropolis("ben", POLITICS, 5)
    table.rolled()
    assert none(table.enter(Improve(ANNA, POLITICS, 5)), MetropolisPlaced)
    assert table.metropolis(POLITICS) == BEN


def test_ck_85_the_owner_at_level_five_moves_nothing() -> None:
    table = evening()
    table.given_cities("anna", 1)
    city = table.given_metropolis("anna", POLITICS, 4)
    table.rolled()
    assert none(table.enter(Improve(ANNA, POLITICS, 5)), MetropolisPlaced)
    assert table.ck.metropolises[POLITICS] == city


def test_ck_85_where_cities_differ_the_taker_says_which() -> None:
    table = evening().given_level("anna", POLITICS, 4)
    table.given_cities("anna", 1)
    table.given_wall("anna")
    table.given_metropolis("ben", POLITICS, 4)
    table.rolled()
    table.enter(Improve(ANNA, POLITICS, 5))
    assert table.questions == [("metropolis", "anna")]
    assert table.metropolis(POLITICS) == BEN, "it stays until its new place is named"
    table.enter(PlaceMetropolis(ANNA, Site("anna-2")))
    assert table.metropolis(POLITICS) == ANNA


def test_ck_86_a_second_metropolis_stands_on_another_city() -> None:
    table = evening().given_level("anna", TRADE, 3)
    table.given_cities("anna", 1)
    first = table.given_metropolis("anna", SCIENCE)
    table.rolled()
    assert "CK-86" in table.impossible(Improve(ANNA, TRADE, 4, first))
    table.enter(Improve(ANNA, TRADE, 4))
    assert len(set(table.ck.metropolises.values())) == 2
    assert table.score("anna")["metropolises"] == 4


def test_ck_86_a_metropolis_counts_for_the_barbarians_but_is_not_pillaged() -> None:
    table = evening("anna ben").given_ship(6)
    table.given_metropolis("anna", SCIENCE)
    fought = only(table.roll("anna", 1, 1, "ship"), AttackFought)
    assert fought.barbarians == 2
    assert fought.losers == (BEN,)
    assert len(table.cities("anna")) == 1


def test_ck_87_everyone_hears_of_an_improvement() -> None:
    table = evening().rolled()
    event = only(table.enter(Improve(ANNA, SCIENCE, 1)), Improved)
    text = event_text(event, table.core.players)
    assert text is not None
    assert "Anna" in text
    assert "1" in text


def test_ck_80_a_wall_may_come_between_two_levels() -> None:
    table = evening().rolled()
    table.enter(Improve(ANNA, SCIENCE, 1))
    table.enter(BuildWall(ANNA))
    table.enter(Improve(ANNA, SCIENCE, 2))
