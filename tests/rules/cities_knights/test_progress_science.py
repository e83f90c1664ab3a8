"""Science cards (green) with places and hands."""

from __future__ import annotations

import pytest

from companion.engine.ids import HexId
from companion.engine.verdict import Certainty
from companion.rules.base.building import BuildCity
from companion.rules.base.hands import BankCounted, CardsGained, CardsPaid
from companion.rules.base.roll import Produced
from companion.rules.cities_knights.cards import LayOpen
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.crane import PlayCrane
from companion.rules.cities_knights.progress.engineer import PlayEngineer
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.progress.irrigation import PlayIrrigation
from companion.rules.cities_knights.progress.medicine import PlayMedicine
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.progress.road_building import PlayRoadBuilding
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.island import corner, edge, edges
from tests.kit.progress import holding, sure
from tests.kit.tables import ANNA, BEN, dice, none, only

SCIENCE, POLITICS, TRADE = Track.SCIENCE, Track.POLITICS, Track.TRADE


FOURTEEN = "0NW 0N 0NE 1N 1NE 2N 2NE 2SE 6NE 6SE 11NE 11SE 11S 15SE 15S"
"""A way of fourteen roads along the shore."""


# --- Alchemist


def test_pc_g01_the_named_dice_bring_what_their_number_brings() -> None:
    """Anna has a city at the hills with the 6 and names 2 and 4."""
    table = holding("anna: science", pieces="anna: city 4N", rolled=False)
    table.enter(PlayAlchemist(ANNA, 2, 4))
    assert table.refused(dice("anna", 5, 4, "ship")) == {"PC-G01"}
    table.enter(dice("anna", 2, 4, "ship"))
    assert table.cards("anna") == "2 brick"


def test_pc_g01_a_named_seven_moves_the_robber_and_costs_cards() -> None:
    table = holding(
        "anna: science", pieces="anna: city 4N; ben: settlement 8S", hands={"ben": "9 ore"}, rolled=False
    )
    table.enter(PlayAlchemist(ANNA, 3, 4))
    table.enter(dice("anna", 3, 4, "ship"))
    assert table.questions == [("discard", "ben")]


def test_opt_3_pc_g01_no_seven_is_named_in_the_gentle_start() -> None:
    table = holding("anna: science; ben: science", rolled=False, gentle_start=True)
    assert table.refused(PlayAlchemist(ANNA, 3, 4)) == {"OPT-3"}
    named = [one for one in table.options("anna", PlayAlchemist) if isinstance(one, PlayAlchemist)]
    assert len(named) == 30
    assert all(one.white + one.red != 7 for one in named)
    table.enter(PlayAlchemist(ANNA, 3, 5))
    table.enter(dice("anna", 3, 5, None))
    assert table.refused(PlayAlchemist(BEN, 1, 6)) == {"OPT-3"}, "who begins the next turn with it"


def test_pc_g01_not_after_the_roll() -> None:
    assert holding("anna: science").refused(PlayAlchemist(ANNA, 2, 4)) == {"CK-20"}


# --- Crane


def test_pc_g02_level_1_is_free() -> None:
    table = holding("anna: science", pieces="anna: city 4N")
    assert table.refused(Improve(ANNA, TRADE, 1)) == {"CK-80"}, "there is no cloth"
    table.enter(PlayCrane(ANNA))
    table.enter(Improve(ANNA, TRADE, 1))
    assert table.level("anna", TRADE) == 1


def test_pc_g02_a_later_level_costs_one_less() -> None:
    table = holding("anna: science", pieces="anna: city 4N", hands={"anna": "2 coin"})
    table.given_level("anna", POLITICS, 2)
    assert table.refused(Improve(ANNA, POLITICS, 3)) == {"CK-80"}
    table.enter(PlayCrane(ANNA))
    assert only(table.enter(Improve(ANNA, POLITICS, 3)), CardsPaid).cards == {"coin": 2}


def test_pc_g02_two_cranes_never_serve_one_improvement() -> None:
    """Level 2 costs 2 coins, so one with a Crane and one with two; the second Crane serves the next level."""
    table = holding("anna: science science", pieces="anna: city 4N", hands={"anna": "1 paper 2 coin"})
    table.given_level("anna", POLITICS, 1).given_level("anna", SCIENCE, 1)
    table.enter(PlayCrane(ANNA))
    table.enter(PlayCrane(ANNA))
    assert only(table.enter(Improve(ANNA, POLITICS, 2)), CardsPaid).cards == {"coin": 1}
    assert only(table.enter(Improve(ANNA, SCIENCE, 2)), CardsPaid).cards == {"paper": 1}
    assert table.refused(Improve(ANNA, POLITICS, 3)) == {"CK-80"}, "one coin is too few"


def test_pc_g02_the_saving_ends_with_the_turn() -> None:
    table = holding("anna: science", pieces="anna: city 4N")
    table.enter(PlayCrane(ANNA))
    table.turn_of("ben").turn_of("anna")
    assert table.refused(Improve(ANNA, TRADE, 1)) == {"CK-80"}


def test_pc_g02_at_colonist_one_a_turn_even_after_it_has_served() -> None:
    table = holding("anna: science science", pieces="anna: city 4N", profile="colonist")
    table.enter(PlayCrane(ANNA))
    table.enter(Improve(ANNA, TRADE, 1))
    assert table.refused(PlayCrane(ANNA)) == {"PC-G02"}


def test_pc_g02_with_all_levels_reached_it_would_do_nothing() -> None:
    table = holding("anna: science", pieces="anna: city 4N", points_to_win=30)
    for track in Track:
        table.given_level("anna", track, 5)
    assert table.refused(PlayCrane(ANNA)) == {"CK-125"}


# --- Mining


def test_pc_g03_two_ore_for_each_mountain_hex() -> None:
    """The book's example: two settlements at one hex and a city at another one bring four."""
    table = holding("anna: science", pieces="anna: settlements 0N 0S, city 13S")
    table.enter(PlayMining(ANNA))
    assert table.cards("anna") == "4 ore"


def test_pc_g03_the_robber_does_not_matter() -> None:
    table = holding("anna: science", pieces="anna: settlement 0N", robber=0)
    table.enter(PlayMining(ANNA))
    assert table.cards("anna") == "2 ore"


def test_pc_g03_not_without_a_mountain_hex() -> None:
    table = holding("anna: science", pieces="anna: settlement 4S; ben: city 0N")
    assert table.refused(PlayMining(ANNA)) == {"CK-125"}
    assert not table.options("anna", PlayMining)


def test_pc_g03_a_short_bank_pays_what_it_has() -> None:
    table = holding("anna: science", pieces="anna: settlements 0N 13S", hands={"ben": "18 ore"})
    table.enter(PlayMining(ANNA))
    assert table.cards("anna") == "1 ore"


def test_pc_g03_an_empty_stack_pays_nothing_and_everyone_sees_it() -> None:
    table = holding("anna: science", pieces="anna: settlement 0N", hands={"ben": "19 ore"})
    assert table.refused(PlayMining(ANNA)) == {"CK-125"}


def test_pc_g03_how_many_there_were_says_what_went_unseen() -> None:
    """Ben holds 17 ore and a card that is ore or wool, so the bank has one ore or two."""
    hands = {"ben": "17 ore 1 ?ore/wool"}
    table = holding("anna: science", pieces="anna: settlement 0N", hands=hands)
    assert table.impossible(PlayMining(ANNA)) == {"B-23"}
    assert table.options("anna", PlayMining) == [PlayMining(ANNA, 1), PlayMining(ANNA, 2)]
    only(table.enter(PlayMining(ANNA, 1)), BankCounted)
    assert table.cards("ben") == "18 ore"
    other = holding("anna: science", pieces="anna: settlement 0N", hands=hands)
    assert none(other.enter(PlayMining(ANNA, 2)), BankCounted)
    assert other.cards("ben") == "1 wool 17 ore"


@pytest.mark.parametrize("count", [0, 1, 4])
def test_pc_g03_no_other_number_is_taken(count: int) -> None:
    table = holding("anna: science", pieces="anna: settlement 0N")
    assert table.refused(PlayMining(ANNA, count)) == {"B-23"}


@pytest.mark.parametrize("count", [-1, 10**9])
def test_pc_g03_a_number_that_cannot_be_is_not_even_overruled(count: int) -> None:
    for pieces in ("anna: settlement 0N", "anna: settlement 4S"):
        assert holding("anna: science", pieces=pieces).impossible(PlayMining(ANNA, count)) == {"B-06"}


# --- Irrigation


def test_pc_g04_two_grain_for_each_field_hex() -> None:
    table = holding("anna: science", pieces="anna: settlements 3N 3SE, city 14N")
    assert only(table.enter(PlayIrrigation(ANNA)), CardsGained).cards == {"grain": 4}


def test_pc_g04_not_without_a_field_hex_whether_hands_are_counted_or_not() -> None:
    for level in ("L2", "L3"):
        table = holding("anna: science", pieces="anna: settlement 0N", level=level)
        assert table.refused(PlayIrrigation(ANNA)) == {"CK-125"}
        table.enter(PlayMining(ANNA))


# --- Printer


def test_pc_g05_the_printer_lies_open_at_once_even_on_anothers_turn() -> None:
    table = holding("ben: science", pieces="anna: city 4N")
    table.enter(LayOpen(BEN, "printer"))
    assert table.points("ben") == 1
    assert table.hand("ben") == ()


# --- Inventor


def test_pc_g06_the_hexes_pay_by_their_new_numbers() -> None:
    """The 10 of the mountains and the 4 of the pasture change places."""
    table = holding("anna: science", pieces="anna: settlement 0N")
    table.enter(PlayInventor(ANNA, (HexId(0), HexId(5))))
    table.end()
    assert only(table.roll("ben", 2, 2, "ship"), Produced).gains == {ANNA: {"ore": 1}}
    table.end()
    assert only(table.roll("carla", 5, 5, "ship"), Produced).gains == {}


def test_pc_g06_the_robbers_hex_may_be_one_of_them() -> None:
    table = holding("anna: science", robber=0)
    table.enter(PlayInventor(ANNA, (HexId(0), HexId(5))))
    assert table.base.robber == 0


@pytest.mark.parametrize("fixed", [1, 3, 4, 11], ids=["2", "12", "6", "8"])
def test_pc_g06_none_of_2_6_8_and_12(fixed: int) -> None:
    table = holding("anna: science")
    assert table.refused(PlayInventor(ANNA, (HexId(0), HexId(fixed)))) == {"PC-G06"}


def test_pc_g06_only_hexes_with_a_token() -> None:
    table = holding("anna: science")
    assert table.impossible(PlayInventor(ANNA)) == {"PC-G06"}
    assert table.impossible(PlayInventor(ANNA, (HexId(0), HexId(9)))) == {"PC-G06"}, "the desert"
    assert table.impossible(PlayInventor(ANNA, (HexId(0), HexId(0)))) == {"PC-G06"}
    assert table.impossible(PlayInventor(ANNA, (HexId(0), HexId(19)))) == {"B-04"}


def test_pc_g06_two_tens_would_change_nothing() -> None:
    table = holding("anna: science")
    assert table.refused(PlayInventor(ANNA, (HexId(0), HexId(6)))) == {"CK-125"}


# --- Engineer


def test_pc_g07_a_wall_without_brick() -> None:
    table = holding("anna: science", pieces="anna: cities 4N 8S, wall 4N")
    assert table.refused(BuildWall(ANNA, corner("8S"))) == {"CK-70"}
    assert table.options("anna", PlayEngineer) == [PlayEngineer(ANNA, corner("8S"))]
    table.enter(PlayEngineer(ANNA, corner("8S")))
    assert table.hand_limit("anna") == 11


def test_pc_g07_the_entry_says_under_which_city() -> None:
    table = holding("anna: science", pieces="anna: cities 4N 8S, settlement 0N")
    assert table.impossible(PlayEngineer(ANNA)) == {"CK-70"}
    assert table.impossible(PlayEngineer(ANNA, corner("0N"))) == {"CK-70"}


# --- Medicine


def test_pc_g08_a_city_for_two_ore_and_one_grain() -> None:
    table = holding("anna: science", pieces="anna: settlement 4N", hands={"anna": "2 ore 2 grain"})
    assert table.refused(BuildCity(ANNA, corner("4N"))) == {"B-52"}
    table.enter(PlayMedicine(ANNA, corner("4N")))
    assert table.cards("anna") == "1 grain"
    assert table.cities("anna") == (corner("4N"),)


def test_pc_g08_not_for_less() -> None:
    table = holding("anna: science", pieces="anna: settlement 4N", hands={"anna": "1 ore 2 grain"})
    assert table.refused(PlayMedicine(ANNA, corner("4N"))) == {"PC-G08"}
    assert not table.options("anna", PlayMedicine)


def test_pc_g08_possible_while_unseen_cards_may_be_the_price() -> None:
    table = holding("anna: science", pieces="anna: settlement 4N", hands={"anna": "3 ?"})
    table.enter(PlayMedicine(ANNA, corner("4N")))
    assert table.cards("anna") == ""


def test_pc_g08_never_two_for_one_settlement_and_the_entry_says_which() -> None:
    table = holding("anna: science science", pieces="anna: settlement 4N", hands={"anna": "4 ore 2 grain"})
    assert table.impossible(PlayMedicine(ANNA)) == {"PC-G08"}
    table.enter(PlayMedicine(ANNA, corner("4N")))
    assert table.impossible(PlayMedicine(ANNA, corner("4N"))) == {"B-52"}


# --- Smith


def test_pc_g09_two_promotions_for_nothing() -> None:
    table = holding("anna: science", pieces="anna: knight 4N, active knight 8S")
    one, two = corner("4N"), corner("8S")
    assert table.refused(PromoteKnight(ANNA, one)) == {"CK-93"}, "there is neither ore nor wool"
    table.enter(PlaySmith(ANNA, (one, two)))
    assert [(table.knight(site).strength, table.knight(site).active) for site in (one, two)] == [
        (2, False),
        (2, True),
    ]


def test_pc_g09_not_twice_for_one_knight_in_a_turn() -> None:
    table = holding("anna: science science", pieces="anna: knight 4N").given_level("anna", POLITICS, 3)
    table.enter(PlaySmith(ANNA, (corner("4N"),)))
    assert table.refused(PlaySmith(ANNA, (corner("4N"),))) == {"CK-93"}


def test_pc_g09_twice_at_colonist() -> None:
    table = holding("anna: science science", pieces="anna: knight 4N", profile="colonist")
    table.given_level("anna", POLITICS, 3)
    table.enter(PlaySmith(ANNA, (corner("4N"),)))
    table.enter(PlaySmith(ANNA, (corner("4N"),)))
    assert table.knight(corner("4N")).strength == 3


def test_pc_g09_the_stronger_one_leaves_its_figure_to_the_other() -> None:
    """Both strong figures are on the board, and one of them becomes mighty."""
    pieces = "anna: strong knights 4N 8S, knight 12S"
    table = holding("anna: science", pieces=pieces)
    table.given_level("anna", POLITICS, 3)
    assert PlaySmith(ANNA, (corner("12S"),)) not in table.options("anna", PlaySmith)
    table.enter(PlaySmith(ANNA, (corner("12S"), corner("4N"))))
    assert [table.knight(corner(name)).strength for name in ("4N", "8S", "12S")] == [3, 2, 2]


# --- Road building


def test_pc_g10_two_free_roads_the_second_goes_on_from_the_first() -> None:
    table = holding("anna: science", pieces="anna: settlement 4N, road 4NE")
    table.enter(PlayRoadBuilding(ANNA, edges("4E 4SE")))
    assert len(table.roads("anna")) == 3
    assert table.cards("anna") == ""


def test_pc_g10_by_the_rules_of_roads() -> None:
    table = holding("anna: science", pieces="anna: settlement 4N, road 4NE; ben: settlement 4NE")
    assert table.refused(PlayRoadBuilding(ANNA, edges("4E 4NW"))) == {"B-50"}, "past Ben's settlement"
    assert table.refused(PlayRoadBuilding(ANNA, edges("12W 4NW"))) == {"B-50"}
    assert table.impossible(PlayRoadBuilding(ANNA, edges("4NW 4NW"))) == {"PC-G10"}
    assert table.impossible(PlayRoadBuilding(ANNA)) == {"PC-G10"}


def test_pc_g10_fewer_only_if_no_more_can_be_placed() -> None:
    table = holding("anna: science", pieces="anna: settlement 4N, road 4NE")
    assert table.refused(PlayRoadBuilding(ANNA, (edge("4E"),))) == {"PC-G10"}
    table = holding("anna: science", pieces=f"anna: way {FOURTEEN}")
    assert table.roads_left("anna") == 1
    assert {len(option.edges) for option in table.options("anna", PlayRoadBuilding)} == {1}  # type: ignore
    table.enter(PlayRoadBuilding(ANNA, (edge("0W"),)))
    assert table.roads_left("anna") == 0


def test_pc_g10_not_without_a_road_in_the_supply() -> None:
    table = holding("anna: science", pieces=f"anna: way {FOURTEEN} 18SE")
    assert not table.options("anna", PlayRoadBuilding)
    assert table.refused(PlayRoadBuilding(ANNA, (edge("0W"),))) == {"B-05"}


def test_pc_g10_it_may_bring_longest_road() -> None:
    table = holding("anna: science", pieces="anna: way 0N 0NE 1N 1NE")
    table.enter(PlayRoadBuilding(ANNA, edges("2NW 2NE")))
    assert table.longest == ("anna", 5)


# --- what nobody has seen


def test_b_56_a_play_is_sure_only_when_the_card_cannot_be_another_one() -> None:
    """Anna holds all that is left of a deck of which everything else has been seen."""
    table = holding("anna: science", pieces="anna: city 4N")
    assert sure(table, PlayCrane(ANNA)) is Certainty.POSSIBLE
    names = ["alchemist", "alchemist", "crane", "mining", "mining", "irrigation", "irrigation", "inventor"]
    names += ["inventor", "engineer", "medicine", "medicine", "smith", "smith", "road_building"]
    seen = holding("", pieces="anna: city 4N")
    seen.given_deck(SCIENCE, 3, *names, "road_building")
    seen.given_cards("anna", SCIENCE, SCIENCE)
    assert sure(seen, PlayCrane(ANNA)) is Certainty.SURE, "the other one is the Printer"
    assert seen.refused(PlayMining(ANNA)) == {"PC-G03"}
