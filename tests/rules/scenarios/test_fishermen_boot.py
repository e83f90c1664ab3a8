"""The old boot, and how many points win."""

from __future__ import annotations

import pytest

from companion.app.narrate import violation_text
from companion.engine.level import Level
from companion.rules.scenarios.fishermen.boot import BootGiven, GiveBoot
from companion.rules.scenarios.fishermen.catch import TellBoot
from tests.kit.fishing import fishing
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, only


def test_fi_08_the_holder_of_the_boot_needs_one_point_more() -> None:
    table = fishing(boot="anna")
    assert [table.table.value("points_to_win", who) for who in table.core.ids] == [11, 10, 10, 10]
    table.given_points("anna", 10)
    table.roll("anna", 1, 5)
    assert table.core.winner is None


def test_fi_08_it_takes_no_point_away() -> None:
    table = fishing(pieces="anna: city 0N")
    before = table.points("anna")
    table.given_boot("anna")
    assert table.points("anna") == before == 2


@pytest.mark.parametrize("rolled", [False, True])
def test_fi_08_it_is_handed_to_somebody_with_as_many_points_or_more(rolled: bool) -> None:
    table = fishing(pieces="anna: city 0N; ben: city 9S; carla: settlement 4N", boot="anna", rolled=rolled)
    table.given_points("david", 5)
    assert table.options("anna", GiveBoot) == [GiveBoot(ANNA, BEN), GiveBoot(ANNA, DAVID)]
    (fault,) = table.violations(GiveBoot(ANNA, CARLA))
    assert fault.rule == "FI-08"
    text = violation_text(fault, table.core.players)
    assert text == "Carla has only 1 point; the old boot goes to somebody with 2 or more."
    events = table.enter(GiveBoot(ANNA, BEN))
    assert only(events, BootGiven) == BootGiven(ANNA, BEN)
    assert table.fi.boot == "ben"


def test_fi_08_who_has_the_most_points_keeps_it() -> None:
    table = fishing(pieces="anna: city 0N; ben: settlement 9S", boot="anna", rolled=True)
    assert table.options("anna", GiveBoot) == []
    assert table.refused(GiveBoot(ANNA, BEN)) == {"FI-08"}


def test_fi_08_it_goes_back_and_forth_between_equals() -> None:
    table = fishing(pieces="anna: city 0N; ben: city 9S", boot="anna", rolled=True)
    table.enter(GiveBoot(ANNA, BEN))
    table.end()
    table.enter(GiveBoot(BEN, ANNA))
    assert table.fi.boot == "anna"


def test_fi_08_only_its_holder_hands_it_on_and_only_in_the_own_turn() -> None:
    table = fishing(boot="ben", rolled=True)
    assert table.refused(GiveBoot(ANNA, CARLA)) == {"FI-08"}
    assert table.refused(GiveBoot(BEN, CARLA)) == {"B-20"}
    assert table.impossible(GiveBoot(ANNA, ANNA)) >= {"FI-08"}
    assert table.impossible(GiveBoot(ANNA, "zoe")) >= {"FI-08"}  # type: ignore[arg-type]


def test_fi_08_who_hands_it_on_with_ten_points_wins() -> None:
    table = fishing(boot="anna", rolled=True)
    table.given_points("anna", 10)
    table.given_points("ben", 10)
    table.enter(GiveBoot(ANNA, BEN))
    assert table.core.winner == "anna"


def test_fi_08_who_gets_it_with_ten_points_does_not_win_in_the_own_turn() -> None:
    table = fishing(boot="anna", rolled=True)
    table.given_points("anna", 9)
    table.given_points("ben", 10)
    table.enter(GiveBoot(ANNA, BEN))
    table.end()
    table.roll("ben", 1, 5)
    assert table.core.winner is None


def test_fi_08_hidden_victory_points_do_not_count_when_it_is_handed_on() -> None:
    table = fishing(pieces="anna: city 0N; ben: settlement 9S", boot="anna", rolled=True)
    table.given_development("ben", 3)
    assert table.refused(GiveBoot(ANNA, BEN)) == {"FI-08"}


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_fi_09_ten_points_win_and_eleven_with_the_boot(level: Level) -> None:
    table = fishing(level=level, rolled=True)
    table.given_points("anna", 9)
    table.given_points("ben", 9)
    table.end()
    table.roll("ben", 1, 5)
    assert table.core.winner is None
    for who, boot, winner in (("anna", None, "anna"), ("anna", "anna", None), ("anna", "ben", "anna")):
        table = fishing(level=level, boot=boot)
        table.given_points(who, 10)
        table.roll("anna", 1, 5)
        assert table.core.winner == winner


def test_fi_09_eleven_points_win_with_the_boot() -> None:
    table = fishing(boot="anna")
    table.given_points("anna", 11)
    table.roll("anna", 1, 5)
    assert table.core.winner == "anna"


def test_fi_08_who_draws_the_boot_with_ten_points_to_come_needs_eleven() -> None:
    table = fishing(pieces="anna: settlement 0N")
    table.given_points("anna", 9)
    table.roll("anna", 1, 3)
    table.enter(TellBoot(ANNA, ANNA))
    assert table.table.value("points_to_win", ANNA) == 11
