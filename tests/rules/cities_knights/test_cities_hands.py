"""Walls, improvements and metropolises on a board, paid with cards (CK-07, CK-70 to CK-87, Crane)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.core import TurnBegun
from companion.engine.decide import certainty
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.engine.verdict import Certainty
from companion.rules.base.building import BuildCity
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.metropolises import MetropolisPlaced, PlaceMetropolis
from companion.rules.cities_knights.progress.crane import CraneRaised
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall, WallBuilt
from tests.kit.island import Island, corner, island
from tests.kit.tables import ANNA, CITIES_KNIGHTS, only

ONE, TWO, THREE, FOUR = corner("0NW"), corner("1N"), corner("2NE"), corner("16S")
PAID_IN = [(Track.TRADE, "cloth"), (Track.POLITICS, "coin"), (Track.SCIENCE, "paper")]
PLENTY = "10 coin 10 paper 10 cloth"


def at(pieces: str = "anna: city 0NW", hand: str = PLENTY, **more: Any) -> Island:
    """Anna's turn, with one city unless said otherwise, and cards in her hand."""
    return island(modules=CITIES_KNIGHTS, pieces=pieces, hands={"anna": hand} if hand else {}, **more)


def offered(table: Island) -> set[tuple[str, int, str | None]]:
    """The improvements that Anna is offered: track, level, city."""
    return {(o.track.value, o.level, o.city) for o in table.options("anna", Improve)}  # type: ignore[attr-defined]


# --- walls


def test_ck_70_a_wall_costs_two_brick() -> None:
    table = at(hand="3 brick")
    table.enter(BuildWall(ANNA, ONE))
    assert table.cards("anna") == "1 brick"
    assert table.hand_limit("anna") == 9


@pytest.mark.parametrize("hand", ["", "1 brick", "1 brick 5 ore"])
def test_ck_70_not_without_two_brick(hand: str) -> None:
    table = at(hand=hand)
    assert table.refused(BuildWall(ANNA, ONE)) == {"CK-70"}
    assert not table.options("anna", BuildWall)


def test_ck_70_brick_that_nobody_has_seen_may_be_there() -> None:
    table = at(hand="1 brick 1 ?brick/ore")
    assert table.options("anna", BuildWall) == [BuildWall(ANNA, ONE)]
    command = BuildWall(ANNA, ONE)
    assert certainty(table.session.ruleset, table.state, command) is Certainty.POSSIBLE
    table.enter(command)
    assert table.cards("anna") == ""


def test_ck_70_at_l2_nobody_pays() -> None:
    table = at(hand="", level=Level.L2)
    table.enter(BuildWall(ANNA, ONE))
    assert table.ck.walls == {ONE}


def test_ck_70_under_an_own_city_only_one_for_each() -> None:
    table = at("anna: city 0NW, settlement 1N; ben: city 2NE", "8 brick")
    assert table.options("anna", BuildWall) == [BuildWall(ANNA, ONE)]
    assert table.impossible(BuildWall(ANNA, TWO)) == {"CK-70"}
    assert table.impossible(BuildWall(ANNA, THREE)) == {"CK-70"}
    assert table.impossible(BuildWall(ANNA, corner("9N"))) == {"CK-70"}
    assert table.impossible(BuildWall(ANNA)) == {"CK-70"}
    table.enter(BuildWall(ANNA, ONE))
    assert table.impossible(BuildWall(ANNA, ONE)) == {"CK-70"}


def test_ck_70_three_at_most() -> None:
    table = at("anna: city 0NW 1N 2NE 16S, wall 0NW, wall 1N, wall 2NE", "2 brick")
    assert table.refused(BuildWall(ANNA, FOUR)) == {"CK-70"}
    assert not table.options("anna", BuildWall)


def test_ck_71_the_wall_of_a_metropolis_stays() -> None:
    table = at("anna: city 0NW, wall 0NW", "4 cloth")
    table.given_level("anna", Track.TRADE, 3)
    table.enter(Improve(ANNA, Track.TRADE, 4))
    assert table.ck.metropolises == {Track.TRADE: ONE}
    assert table.ck.walls == {ONE}
    assert table.hand_limit("anna") == 9


def test_ck_71_a_metropolis_may_get_one() -> None:
    table = at(hand="2 brick")
    table.given_metropolis("anna", Track.TRADE)
    only(table.enter(BuildWall(ANNA, ONE)), WallBuilt)


# --- improvements


@pytest.mark.parametrize(("track", "good"), PAID_IN)
@pytest.mark.parametrize("reached", [1, 2, 3, 4, 5])
def test_ck_07_a_level_costs_its_number_in_the_commodity_of_its_track(
    track: Track, good: str, reached: int
) -> None:
    others = " ".join(f"7 {other}" for _, other in PAID_IN if other != good)
    table = at("anna: city 0NW 1N", f"{reached} {good} {others}")
    if reached > 1:
        table.given_level("anna", track, reached - 1)
    table.enter(Improve(ANNA, track, reached))
    assert good not in table.cards("anna")
    assert table.hands.total(ANNA) == 14
    assert table.level("anna", track) == reached


@pytest.mark.parametrize(("track", "good"), PAID_IN)
def test_ck_80_not_without_the_commodities(track: Track, good: str) -> None:
    others = " ".join(f"7 {other}" for _, other in PAID_IN if other != good)
    table = at(hand=f"1 {good} {others} 9 ore")
    table.given_level("anna", track, 1)
    assert table.refused(Improve(ANNA, track, 2)) == {"CK-80"}
    assert all(name != track.value for name, _, _ in offered(table))


def test_ck_80_level_by_level() -> None:
    table = at(hand="6 cloth")
    assert table.refused(Improve(ANNA, Track.TRADE, 2)) == {"CK-80"}
    for reached in (1, 2, 3):
        table.enter(Improve(ANNA, Track.TRADE, reached))
    assert table.cards("anna") == ""
    assert table.impossible(Improve(ANNA, Track.TRADE, 3)) == {"CK-80"}


def test_ck_80_at_l2_nobody_pays() -> None:
    table = at(hand="", level=Level.L2)
    table.enter(Improve(ANNA, Track.TRADE, 1))
    assert table.level("anna", Track.TRADE) == 1


def test_ck_80_the_commodities_go_to_the_bank() -> None:
    table = at(hand="3 cloth")
    table.enter(Improve(ANNA, Track.TRADE, 1))
    table.enter(Improve(ANNA, Track.TRADE, 2))
    assert table.bank("cloth") == (12, 12)


def test_ck_81_without_a_city_nothing_is_bought() -> None:
    table = at("anna: settlement 0NW", "5 cloth 3 ore 2 grain")
    assert table.refused(Improve(ANNA, Track.TRADE, 1)) == {"CK-80"}
    table = at("anna: settlement 0NW", "5 cloth 3 ore 2 grain")
    table.given_level("anna", Track.TRADE, 1)
    assert table.refused(Improve(ANNA, Track.TRADE, 2)) == {"CK-81"}
    assert not offered(table)
    table.enter(BuildCity(ANNA, ONE))
    table.enter(Improve(ANNA, Track.TRADE, 2))


# --- Cranes


def crane(table: Island, count: int = 1) -> Island:
    """Let Anna have played Cranes in this turn."""
    table.given(CraneRaised((table.core.turn, count)))
    return table


@pytest.mark.parametrize("reached", [1, 2, 3, 4, 5])
def test_pc_g02_a_crane_saves_one_commodity(reached: int) -> None:
    table = at("anna: city 0NW 1N", f"{reached} cloth")
    if reached > 1:
        table.given_level("anna", Track.TRADE, reached - 1)
    crane(table)
    table.enter(Improve(ANNA, Track.TRADE, reached))
    assert table.cards("anna") == "1 cloth"


def test_pc_g02_level_1_is_free_with_a_crane() -> None:
    table = crane(at(hand=""))
    assert offered(table) == {(track.value, 1, None) for track in Track}
    table.enter(Improve(ANNA, Track.POLITICS, 1))
    assert not offered(table)


def test_pc_g02_one_improvement_for_each_crane() -> None:
    table = crane(at(hand="5 cloth"), 2)
    table.enter(Improve(ANNA, Track.TRADE, 1))
    assert table.cards("anna") == "5 cloth"
    table.enter(Improve(ANNA, Track.TRADE, 2))
    assert table.cards("anna") == "4 cloth"
    table.enter(Improve(ANNA, Track.TRADE, 3))
    assert table.cards("anna") == "1 cloth"


def test_pc_g02_two_cranes_never_serve_one_improvement() -> None:
    table = crane(at(hand="1 cloth"), 2)
    table.given_level("anna", Track.TRADE, 2)
    assert table.refused(Improve(ANNA, Track.TRADE, 3)) == {"CK-80"}


def test_pc_g02_a_crane_may_be_saved_for_a_later_improvement_of_the_turn() -> None:
    """Anna has three cloth and a Crane: she pays the Market in full and the Trading House with the Crane."""
    table = crane(at(hand="3 cloth"))
    first = {Improve(ANNA, Track.TRADE, 1), Improve(ANNA, Track.TRADE, 1, save_crane=True)}
    assert first <= set(table.options("anna", Improve))
    table.enter(Improve(ANNA, Track.TRADE, 1, save_crane=True))
    assert table.cards("anna") == "2 cloth"
    table.enter(Improve(ANNA, Track.TRADE, 2))
    assert table.cards("anna") == "1 cloth"
    assert "PC-G02" in table.impossible(Improve(ANNA, Track.POLITICS, 1, save_crane=True))


def test_pc_g02_of_two_cranes_one_serves_now_and_one_later() -> None:
    """Both improvements of one Crane each, with a full price in between."""
    table = crane(at(hand="6 cloth"), 2)
    table.enter(Improve(ANNA, Track.TRADE, 1))
    table.enter(Improve(ANNA, Track.TRADE, 2, save_crane=True))
    assert table.cards("anna") == "4 cloth"
    table.enter(Improve(ANNA, Track.TRADE, 3))
    assert table.cards("anna") == "2 cloth"
    assert table.refused(Improve(ANNA, Track.TRADE, 4)) == {"CK-80"}


def test_pc_g02_who_saves_the_crane_pays_in_full() -> None:
    table = crane(at(hand=""))
    assert table.refused(Improve(ANNA, Track.TRADE, 1, save_crane=True)) == {"CK-80"}
    assert Improve(ANNA, Track.TRADE, 1, save_crane=True) not in table.options("anna", Improve)


def test_pc_g02_only_a_crane_that_was_played_is_saved() -> None:
    table = at(hand="3 cloth")
    assert table.impossible(Improve(ANNA, Track.TRADE, 1, save_crane=True)) == {"PC-G02"}
    assert table.options("anna", Improve) == [Improve(ANNA, Track.TRADE, 1)]


@pytest.mark.parametrize("saved", [False, True])
def test_pc_g02_with_a_metropolis_to_win_both_prices_go_with_every_city(saved: bool) -> None:
    table = crane(at("anna: city 0NW 1N", "4 cloth"))
    table.given_level("anna", Track.TRADE, 3)
    ways = {o for o in table.options("anna", Improve) if o.track is Track.TRADE}  # type: ignore[attr-defined]
    assert {o.city for o in ways if o.save_crane is saved} == {None, ONE, TWO}  # type: ignore[attr-defined]


def test_pc_g02_a_crane_is_for_its_turn() -> None:
    table = crane(at(hand=""))
    table.given(TurnBegun(PlayerId("ben"), 2), TurnBegun(ANNA, 5))
    table.rolled()
    assert table.refused(Improve(ANNA, Track.TRADE, 1)) == {"CK-80"}


# --- metropolises


def test_ck_82_with_one_free_city_nobody_is_asked() -> None:
    table = at(hand="4 cloth")
    table.given_level("anna", Track.TRADE, 3)
    only(table.enter(Improve(ANNA, Track.TRADE, 4)), MetropolisPlaced)
    assert table.questions == []
    assert table.points("anna") == 4


def test_ck_82_with_several_cities_their_owner_says_which() -> None:
    """Two cities without walls: on a board they are two."""
    table = at("anna: city 0NW 1N", "4 cloth")
    table.given_level("anna", Track.TRADE, 3)
    table.enter(Improve(ANNA, Track.TRADE, 4))
    assert table.questions == [("metropolis", "anna")]
    assert set(table.options("anna", PlaceMetropolis)) == {
        PlaceMetropolis(ANNA, ONE),
        PlaceMetropolis(ANNA, TWO),
    }
    table.enter(PlaceMetropolis(ANNA, TWO))
    assert table.ck.metropolises == {Track.TRADE: TWO}
    assert table.metropolis(Track.TRADE) == "anna"


def test_ck_82_the_city_may_be_said_at_once() -> None:
    table = at("anna: city 0NW 1N", "4 cloth")
    table.given_level("anna", Track.TRADE, 3)
    assert offered(table) == {("trade", 4, None), ("trade", 4, ONE), ("trade", 4, TWO)}
    table.enter(Improve(ANNA, Track.TRADE, 4, TWO))
    assert table.questions == []
    assert table.ck.metropolises == {Track.TRADE: TWO}


@pytest.mark.parametrize("place", ["2NE", "9N", "16S"])
def test_ck_86_a_metropolis_stands_on_an_own_city(place: str) -> None:
    table = at("anna: city 0NW 1N, settlement 16S; ben: city 2NE", "4 cloth")
    table.given_level("anna", Track.TRADE, 3)
    assert table.impossible(Improve(ANNA, Track.TRADE, 4, corner(place))) == {"CK-86"}
    table.enter(Improve(ANNA, Track.TRADE, 4))
    assert table.impossible(PlaceMetropolis(ANNA, corner(place))) == {"CK-86"}


def test_ck_86_one_city_carries_one_metropolis() -> None:
    table = at("anna: city 0NW 1N", "4 cloth")
    table.given_metropolis("anna", Track.SCIENCE)
    table.given_level("anna", Track.TRADE, 3)
    assert table.impossible(Improve(ANNA, Track.TRADE, 4, ONE)) == {"CK-86"}
    table.enter(Improve(ANNA, Track.TRADE, 4))
    assert table.ck.metropolises == {Track.SCIENCE: ONE, Track.TRADE: TWO}


def test_ck_83_one_city_that_is_the_science_metropolis() -> None:
    """Politics and trade stop at 3, science 5 is allowed."""
    table = at()
    table.given_metropolis("anna", Track.SCIENCE, 4)
    table.given_level("anna", Track.TRADE, 3)
    table.given_level("anna", Track.POLITICS, 3)
    assert offered(table) == {("science", 5, None)}
    assert table.refused(Improve(ANNA, Track.TRADE, 4)) == {"CK-83"}
    assert table.refused(Improve(ANNA, Track.POLITICS, 4)) == {"CK-83"}
    table.enter(Improve(ANNA, Track.SCIENCE, 5))


def test_ck_83_two_cities_both_metropolises() -> None:
    """The third track stops at 3."""
    table = at("anna: city 0NW 1N")
    table.given_metropolis("anna", Track.SCIENCE, 5)
    table.given_metropolis("anna", Track.TRADE, 5)
    table.given_level("anna", Track.POLITICS, 3)
    assert table.refused(Improve(ANNA, Track.POLITICS, 4)) == {"CK-83"}
    assert not offered(table)


def test_ck_83_a_taken_metropolis_needs_a_free_city_too() -> None:
    table = at("anna: city 0NW; ben: city 1N")
    table.given_metropolis("anna", Track.SCIENCE, 4)
    table.given_metropolis("ben", Track.TRADE, 5)
    table.given_level("anna", Track.TRADE, 3)
    assert table.refused(Improve(ANNA, Track.TRADE, 4)) == {"CK-83"}


@pytest.mark.parametrize(("bens", "fine"), [(5, True), (4, False)])
def test_ck_83_elsewhere_level_5_needs_it_only_if_the_metropolis_moves(bens: int, fine: bool) -> None:
    table = at("anna: city 0NW; ben: city 1N", profile="colonist")
    table.given_metropolis("anna", Track.SCIENCE, 4)
    table.given_metropolis("ben", Track.TRADE, bens)
    table.given_level("anna", Track.TRADE, 4)
    if fine:
        assert ("trade", 5, None) in offered(table)
        table.enter(Improve(ANNA, Track.TRADE, 5))
    else:
        assert table.refused(Improve(ANNA, Track.TRADE, 5)) == {"CK-83"}


def test_ck_85_level_5_takes_the_metropolis_from_level_4() -> None:
    table = at("anna: city 0NW 1N; ben: city 2NE", "5 cloth")
    table.given_metropolis("ben", Track.TRADE, 4)
    table.given_level("anna", Track.TRADE, 4)
    table.enter(Improve(ANNA, Track.TRADE, 5, ONE))
    assert table.ck.metropolises == {Track.TRADE: ONE}
    assert (table.points("anna"), table.points("ben")) == (6, 2)
    assert table.cities("ben") == (THREE,)


def test_ck_85_not_from_level_5() -> None:
    table = at("anna: city 0NW 1N; ben: city 2NE", "5 cloth")
    table.given_metropolis("ben", Track.TRADE, 5)
    table.given_level("anna", Track.TRADE, 4)
    assert offered(table) == {("trade", 5, None)}
    table.enter(Improve(ANNA, Track.TRADE, 5))
    assert table.metropolis(Track.TRADE) == "ben"


def test_ck_87_everyone_sees_improvements_and_their_price() -> None:
    """What a level cost is known to be gone from the hand."""
    table = at(hand="2 cloth 2 ?cloth/paper")
    table.enter(Improve(ANNA, Track.TRADE, 1))
    table.enter(Improve(ANNA, Track.TRADE, 2))
    assert table.hands.total(ANNA) == 1
    assert table.level("anna", Track.TRADE) == 2
