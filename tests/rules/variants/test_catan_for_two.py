"""Catan for two (C2)."""

from __future__ import annotations

import random

import pytest

from companion.app.narrate import event_text, violation_text
from companion.app.simulate import Simulation, header
from companion.engine.errors import AssemblyError
from companion.engine.ids import Site
from companion.engine.level import Level
from companion.rules import catalogue
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.robber import MoveRobber
from companion.rules.base.roll import Produced
from companion.rules.base.setup import LayBoard, PlaceBuilding
from companion.rules.base.slice import Building, BuildingKind
from companion.rules.base.turn import EndTurn
from companion.rules.variants.catan_for_two.forced_trade import ForceTrade
from companion.rules.variants.catan_for_two.neutral import (
    BuildNeutralRoad,
    BuildNeutralSettlement,
    PlaceNeutral,
)
from companion.rules.variants.catan_for_two.queries import neutrals, tokens_left
from companion.rules.variants.catan_for_two.tokens import (
    ChaseRobber,
    CountTokens,
    ThrowAwayKnight,
    TokensGained,
)
from tests.kit.boards import drawn
from tests.kit.duel import FOR_TWO, ORANGE, WHITE, duel
from tests.kit.island import BEGINNERS, bag, corner, edge, edges
from tests.kit.tables import ANNA, BEN, Evening, dice, evening, none, only

ROAD = "1 brick 1 lumber"
SETTLEMENT = "1 brick 1 lumber 1 wool 1 grain"


# --- C2-01: the box


def test_c2_01_the_colours_nobody_plays_are_neutral_and_both_have_five_tokens() -> None:
    table = evening("anna ben", modules=FOR_TWO, level=Level.L3)
    assert neutrals(table.table) == (WHITE, ORANGE)
    assert duel().tokens == {"anna": 5, "ben": 5}
    assert tokens_left(table.table) == 10


def test_c2_01_neutral_colours_have_neither_turn_nor_hand_nor_points() -> None:
    table = duel()
    assert table.hands.holders == (ANNA, BEN)
    assert table.core.ids == (ANNA, BEN)
    assert table.points("anna") == 0
    assert "core.no-such-player" in {v.key for v in table.violations(EndTurn(WHITE))}


def test_c2_01_neutral_colours_have_names() -> None:
    table = duel(hands={"anna": ROAD}, pieces="anna: settlement 4S")
    table.enter(BuildRoad(ANNA, edge("4SW")))
    events = table.enter(BuildNeutralRoad(ANNA, WHITE, edge("1SW")))
    assert event_text(events[0], table.core.players) == "Neutral white has a new road."


def test_c2_01_a_third_player_or_a_table_without_places_cannot_play_it() -> None:
    with pytest.raises(AssemblyError, match="players"):
        catalogue.ruleset(FOR_TWO, Level.L3, player_count=3)
    with pytest.raises(AssemblyError, match="level"):
        catalogue.ruleset(FOR_TWO, Level.L1, player_count=2)


# --- C2-02: before the set-up


def laid() -> Evening:
    table = evening("anna ben", modules=FOR_TWO, level=Level.L3)
    table.enter(LayBoard(ANNA, BEGINNERS))
    return table


def test_c2_02_neutral_settlements_come_first_on_the_marked_corners() -> None:
    table = laid()
    assert table.questions == [("neutral_start", "anna")]
    assert set(table.options("anna", PlaceNeutral)) == {
        PlaceNeutral(ANNA, owner, corner(site)) for owner in (WHITE, ORANGE) for site in ("1S", "13SE")
    }
    table.enter(PlaceNeutral(ANNA, WHITE, corner("13SE")))
    assert table.base.buildings == {
        corner("13SE"): Building(WHITE, BuildingKind.SETTLEMENT),
        corner("1S"): Building(ORANGE, BuildingKind.SETTLEMENT),
    }
    assert not table.base.roads
    assert table.questions == [("start_building", "anna")]


def test_c2_02_another_corner_is_a_house_ruling() -> None:
    table = laid()
    assert table.refused(PlaceNeutral(ANNA, WHITE, corner("4S"))) == {"C2-02"}
    table.overrule(PlaceNeutral(ANNA, WHITE, corner("4S")))
    assert table.questions == [("neutral_start", "anna")]
    assert table.impossible(PlaceNeutral(ANNA, WHITE, corner("1S"))) == {"C2-02"}
    assert table.impossible(PlaceNeutral(ANNA, BEN, corner("1S"))) == {"C2-01"}
    assert table.impossible(PlaceNeutral(ANNA, ORANGE, corner("4S"))) == {"B-12"}
    assert table.impossible(PlaceNeutral(ANNA, ORANGE, Site("77N"))) == {"B-04"}


def test_c2_02_players_keep_their_distance_from_neutral_settlements() -> None:
    table = laid()
    table.enter(PlaceNeutral(ANNA, WHITE, corner("1S")))
    assert table.refused(PlaceBuilding(ANNA, corner("1SE"))) == {"B-12"}
    assert table.impossible(PlaceBuilding(ANNA, corner("1S"))) == {"B-12"}


# --- C2-03: two rolls


def test_c2_03_two_rolls_each_carried_out_by_itself() -> None:
    table = duel(pieces="anna: settlement 0S", rolled=False)  # at mountains 10, fields 12 and hills 6
    assert only(table.roll("anna", 4, 6), Produced).gains == {ANNA: {"ore": 1}}
    assert not table.rolled_twice
    assert only(table.roll("anna", 3, 3), Produced).gains == {ANNA: {"brick": 1}}
    assert table.rolled_twice


def test_c2_03_the_second_roll_is_repeated_until_it_differs() -> None:
    table = duel(rolled=False)
    table.roll("anna", 2, 6)
    assert table.refused(dice("anna", 3, 5, None)) == {"C2-03"}
    table.roll("anna", 3, 6)
    table.end()
    table.roll("ben", 3, 6)
    assert not table.rolled_twice, "the other player's rolls have nothing to do with it"


def test_c2_03_a_seven_is_dealt_with_before_the_second_roll() -> None:
    table = duel(rolled=False, pieces="ben: settlement 3SE", hands={"ben": "1 ore"})
    table.roll("anna", 3, 4)
    assert table.questions == [("robber", "anna")]
    assert "B-24" in table.refused(dice("anna", 3, 5, None))
    table.enter(MoveRobber(ANNA, BEGINNERS.geometry.hex(3), BEN))
    table.roll("anna", 3, 5)
    assert table.rolled_twice


def test_c2_03_nobody_builds_or_ends_the_turn_between_the_rolls() -> None:
    table = duel(rolled=False, pieces="anna: settlement 4S", hands={"anna": ROAD})
    table.roll("anna")
    assert table.refused(EndTurn(ANNA)) == {"B-21"}
    assert table.refused(BuildRoad(ANNA, edge("4SW"))) == {"B-21"}


# --- C2-04: a neutral piece with each own one


def test_c2_04_an_own_road_brings_a_neutral_road() -> None:
    table = duel(pieces="anna: settlement 4S", hands={"anna": ROAD})
    table.enter(BuildRoad(ANNA, edge("4SW")))
    assert table.questions == [("neutral_road", "anna")]
    assert set(table.options("anna", BuildNeutralRoad)) == {
        BuildNeutralRoad(ANNA, owner, at)
        for owner, found in ((WHITE, "1SE 1SW 4E"), (ORANGE, "13E 13SE 14SW"))
        for at in edges(found)
    }
    assert table.refused(EndTurn(ANNA)) == {"B-24"}
    table.enter(BuildNeutralRoad(ANNA, ORANGE, edge("13E")))
    assert table.roads("neutral_orange") == {edge("13E")}
    assert table.cards("anna") == ""
    table.end()


def test_c2_04_neutral_roads_follow_the_rules_of_roads() -> None:
    table = duel(pieces="anna: settlement 4S", hands={"anna": ROAD})
    table.enter(BuildRoad(ANNA, edge("4SW")))
    assert table.refused(BuildNeutralRoad(ANNA, WHITE, edge("9E"))) == {"B-50"}
    assert table.impossible(BuildNeutralRoad(ANNA, ORANGE, edge("4SW"))) == {"B-50"}
    assert table.impossible(BuildNeutralRoad(ANNA, BEN, edge("13E"))) == {"C2-01"}


def test_c2_04_an_own_settlement_brings_a_neutral_settlement() -> None:
    table = duel(
        pieces="anna: roads 3E 4SW; neutral_white: way 1S 4SE 4S 8SE; ben: settlement 9SE",
        hands={"anna": SETTLEMENT},
    )
    table.enter(BuildSettlement(ANNA, corner("0S")))
    assert table.questions == [("neutral_settlement", "anna")]
    at_road = {BuildNeutralSettlement(ANNA, WHITE, corner(site)) for site in ("4S", "8SE")}
    assert set(table.options("anna", BuildNeutralSettlement)) == at_road
    assert table.refused(BuildNeutralSettlement(ANNA, WHITE, corner("4SE"))) == {"B-51"}
    assert table.refused(BuildNeutralSettlement(ANNA, ORANGE, corner("8SE"))) == {"B-51"}
    table.enter(BuildNeutralSettlement(ANNA, WHITE, corner("8SE")))
    assert table.settlements("neutral_white") == (corner("1S"), corner("8SE"))
    assert table.questions == []


def test_c2_04_where_no_neutral_settlement_fits_there_is_a_road_instead() -> None:
    table = duel(pieces="anna: roads 3E", hands={"anna": SETTLEMENT})
    table.enter(BuildSettlement(ANNA, corner("0S")))
    assert table.questions == [("neutral_road", "anna")]


def test_c2_04_where_nothing_fits_nothing_is_asked() -> None:
    shut = "neutral_white: roads 1SE 1SW 4E; neutral_orange: roads 13E 13SE 14SW;"
    around = "ben: settlements 0SE 1SE 4SE 9S 13S 14S;"
    table = duel(pieces=shut + around + "anna: settlement 3S", hands={"anna": ROAD})
    table.enter(BuildRoad(ANNA, edge("3SE")))
    assert table.questions == []


def test_c2_04_cities_bring_nothing() -> None:
    table = duel(pieces="anna: settlement 4S", hands={"anna": "3 ore 2 grain"})
    table.enter(BuildCity(ANNA, corner("4S")))
    assert table.questions == []


def test_c2_04_two_roads_of_a_card_bring_two_neutral_roads_one_after_the_other() -> None:
    table = duel(pieces="anna: settlement 4S").given_development("anna")
    table.enter(PlayRoadBuilding(ANNA, edges("4SW 8E")))
    assert table.questions == [("neutral_road", "anna")]
    table.enter(BuildNeutralRoad(ANNA, WHITE, edge("1SE")))
    assert table.questions == [("neutral_road", "anna")]
    table.enter(BuildNeutralRoad(ANNA, ORANGE, edge("13E")))
    assert table.questions == []


def test_c2_04_a_neutral_colour_may_hold_longest_road_for_no_points() -> None:
    table = duel(
        pieces="neutral_white: way 1S 4SE 4S 8SE 8S; anna: way 3S 3SE 0S 0SW, settlement 3S",
        hands={"anna": "2 brick 2 lumber"},
    )
    table.enter(BuildRoad(ANNA, edge("3NW")))
    events = table.enter(BuildNeutralRoad(ANNA, WHITE, edge("8SW")))
    held = only(events, LongestRoadHeld)
    assert event_text(held, table.core.players) == "Longest Road: Neutral white, with a road of 5."
    assert table.longest == ("neutral_white", 5)
    assert "longest_road" not in table.score("anna")
    assert table.points("anna") == 1


def test_c2_04_neutral_colours_get_no_cards() -> None:
    table = duel(rolled=False)
    assert only(table.roll("anna", 3, 3), Produced).gains == {}, "a neutral settlement at hills 6"


def test_c2_04_a_neutral_colour_has_only_the_pieces_of_the_box() -> None:
    ring = "way 1S 4SE 4S 3SE 3S 7SE 8S 8SE 9S 9SE 5S 5SE 6S 10SE 10S 14SE"
    table = duel(pieces=f"neutral_white: {ring}; anna: settlement 0SW", hands={"anna": ROAD})
    assert table.roads_left("neutral_white") == 0
    table.enter(BuildRoad(ANNA, edge("0W")))
    offered = table.options("anna", BuildNeutralRoad)
    assert all(isinstance(option, BuildNeutralRoad) and option.owner == ORANGE for option in offered)
    assert offered
    assert table.refused(BuildNeutralRoad(ANNA, WHITE, edge("1SE"))) == {"B-05"}


# --- C2-05: what tokens pay for


def test_c2_05_an_action_costs_one_token_or_two_for_whoever_leads() -> None:
    hands = {"anna": "2 wool", "ben": "2 ore"}
    table = duel(hands=hands)
    table.enter(ForceTrade(ANNA))
    assert table.tokens == {"anna": 4, "ben": 5}
    table = duel(hands=hands, pieces="anna: settlement 4S")
    table.enter(ForceTrade(ANNA))
    assert table.tokens == {"anna": 3, "ben": 5}


def test_c2_05_without_the_tokens_there_is_no_action() -> None:
    table = duel(hands={"anna": "2 wool", "ben": "2 ore"}, pieces="anna: settlement 4S", tokens={"anna": 1})
    assert table.refused(ForceTrade(ANNA)) == {"C2-05"}
    assert "Anna has one token; 2 are needed." in {
        violation_text(violation, table.core.players) for violation in table.violations(ForceTrade(ANNA))
    }
    assert not table.options("anna", ForceTrade)


def test_c2_05_one_action_a_turn() -> None:
    table = duel(hands={"anna": "2 wool", "ben": "2 ore"}, robber=3)
    table.enter(ChaseRobber(ANNA))
    assert table.refused(ForceTrade(ANNA)) == {"C2-05"}
    table.end()
    table.enter(ForceTrade(BEN))


def test_c2_05_two_cards_drawn_unseen_and_two_others_given() -> None:
    table = duel(hands={"anna": "2 wool 1 brick", "ben": "3 ore 1 grain"})
    table.enter(ForceTrade(ANNA))
    assert (table.hands.total(ANNA), table.hands.total(BEN)) == (3, 4)
    assert table.hands.low(ANNA, "ore") == 1, "of 3 ore and 1 grain two cards hold an ore"
    assert table.hands.low(BEN, "wool") == 1
    assert table.hands.high(BEN, "brick") == 1


def test_c2_05_whoever_gives_all_he_had_has_what_he_drew() -> None:
    table = duel(hands={"anna": "2 wool", "ben": "2 ore"})
    table.enter(ForceTrade(ANNA))
    assert (table.cards("anna"), table.cards("ben")) == ("2 ore", "2 wool")


def test_c2_05_in_the_later_books_any_two_cards_go_back() -> None:
    table = duel(hands={"anna": "2 wool", "ben": "2 ore"}, profile="official2025")
    table.enter(ForceTrade(ANNA))
    assert (table.cards("anna"), table.cards("ben")) == ("2 ?", "2 ?")
    table = duel(hands={"ben": "2 ore"}, forced_trade_return="any_two")
    table.enter(ForceTrade(ANNA, drawn=bag("2 ore"), returned=bag("2 ore")))
    assert (table.cards("anna"), table.cards("ben")) == ("", "2 ore")


def test_c2_05_of_one_card_one_is_drawn_and_two_are_given() -> None:
    table = duel(hands={"anna": "2 wool", "ben": "1 ore"})
    assert table.refused(ForceTrade(ANNA)) == {"C2-05"}
    table.enter(ForceTrade(ANNA, count=1))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "2 wool")


def test_c2_05_of_two_cards_both_are_drawn() -> None:
    table = duel(hands={"anna": "2 wool", "ben": "2 ore"})
    assert table.refused(ForceTrade(ANNA, count=1)) == {"C2-05"}
    assert table.impossible(ForceTrade(ANNA, count=3)) == {"C2-05"}
    assert table.impossible(ForceTrade(ANNA, count=-1)) == {"C2-05"}


def test_c2_05_from_nobody_nothing_is_drawn_and_with_nothing_nothing_is_given() -> None:
    table = duel(hands={"anna": "2 wool"})
    assert table.refused(ForceTrade(ANNA, count=1)) == {"C2-05"}
    table = duel(hands={"anna": "1 wool", "ben": "2 ore"})
    assert table.refused(ForceTrade(ANNA)) == {"C2-05"}


def test_c2_05_cards_that_the_table_saw_must_be_possible() -> None:
    table = duel(hands={"anna": "2 wool 1 brick", "ben": "2 ore 1 ?"})
    assert table.refused(ForceTrade(ANNA, drawn=bag("2 grain"))) == {"C2-05"}
    assert table.refused(ForceTrade(ANNA, returned=bag("1 ore"))) == {"C2-05"}
    assert table.impossible(ForceTrade(ANNA, returned=bag("1 fish"))) == {"B-06"}
    assert table.impossible(ForceTrade(ANNA, returned=bag("3 wool"))) == {"C2-05"}
    table.enter(ForceTrade(ANNA, drawn=bag("1 grain 1 ore"), returned=bag("1 wool 1 brick")))
    assert (table.cards("anna"), table.cards("ben")) == ("1 wool 1 grain 1 ore", "1 brick 1 wool 1 ore")


def test_c2_05_what_was_seen_must_be_possible_together() -> None:
    hands = {"anna": "2 brick 2 ore", "ben": "1 ore 1 wool"}
    table = duel(hands=hands, rolled=False, pieces="ben: settlement 3SE")
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, BEGINNERS.geometry.hex(3), BEN))
    table.roll("anna", 3, 5)
    both = ForceTrade(ANNA, count=1, drawn=bag("1 wool"), returned=bag("1 wool 1 ore"))
    assert table.refused(both) == {"B-56"}, "there is only one wool"
    table.enter(ForceTrade(ANNA, count=1, drawn=bag("1 wool"), returned=bag("2 ore")))
    assert (table.cards("anna"), table.cards("ben")) == ("2 brick 1 wool 1 ore", "2 ore")


def test_c2_05_by_house_ruling_a_hand_gives_no_more_than_it_holds() -> None:
    for returned in ("others", "any_two"):
        table = duel(hands={"anna": "1 wool", "ben": "1 ore"}, forced_trade_return=returned)
        table.overrule(ForceTrade(ANNA))
        assert table.hands.total(ANNA) + table.hands.total(BEN) == 2
        table.sound()


def test_c2_05_a_trade_is_forced_before_the_roll_too_the_robber_is_not_chased() -> None:
    table = duel(hands={"anna": "2 wool", "ben": "2 ore"}, robber=3, rolled=False)
    assert table.refused(ChaseRobber(ANNA)) == {"B-21"}
    table.enter(ForceTrade(ANNA))
    table.roll("anna")


def test_c2_05_the_robber_is_chased_to_the_desert_and_takes_nothing() -> None:
    table = duel(robber=3, pieces="ben: settlement 9SE", hands={"ben": "3 ore"})
    table.enter(ChaseRobber(ANNA))
    assert table.base.robber == 9, "the desert"
    assert table.cards("ben") == "3 ore"
    table.end()
    assert table.impossible(ChaseRobber(BEN)) == {"B-21", "C2-05"}
    assert not table.options("ben", ChaseRobber)


# --- C2-06: what brings tokens


def test_c2_06_a_settlement_at_the_desert_brings_two_tokens_at_the_coast_one() -> None:
    desert = duel(pieces="anna: road 9E", hands={"anna": SETTLEMENT})
    assert desert.enter(BuildSettlement(ANNA, corner("5S")))
    assert desert.tokens["anna"] == 7
    coast = duel(pieces="anna: road 0NE", hands={"anna": SETTLEMENT})
    assert only(coast.enter(BuildSettlement(ANNA, corner("0N"))), TokensGained).count == 1
    assert coast.tokens["anna"] == 6
    inland = duel(pieces="anna: road 3E", hands={"anna": SETTLEMENT})
    assert none(inland.enter(BuildSettlement(ANNA, corner("0S"))), TokensGained)


DESERT_AT_SEA = drawn("""
d f5 p2
g12 h6 p4 h10
g9 f11 m10 f3 m8
f8 m3 g4 p5
h5 g6 p11
""")


def test_c2_06_a_settlement_at_both_brings_three() -> None:
    table = duel(board=DESERT_AT_SEA, pieces="anna: road 0NW", hands={"anna": SETTLEMENT})
    table.enter(BuildSettlement(ANNA, corner("0N")))
    assert table.tokens["anna"] == 8


def test_c2_06_the_settlements_of_the_set_up_count_neutral_ones_do_not() -> None:
    table = laid()
    table.enter(PlaceNeutral(ANNA, WHITE, corner("1S")))
    assert none(table.enter(PlaceBuilding(ANNA, corner("0S"))), TokensGained)
    table.leave("start_road", "anna")
    assert only(table.enter(PlaceBuilding(BEN, corner("9SE"))), TokensGained).count == 2


def test_c2_06_there_are_twenty_tokens() -> None:
    table = duel(pieces="anna: road 9E", hands={"anna": SETTLEMENT}, tokens={"anna": 10, "ben": 9})
    table.enter(BuildSettlement(ANNA, corner("5S")))
    assert table.tokens == {"anna": 11, "ben": 9}
    table.sound()


def test_c2_06_a_played_knight_card_brings_two_tokens_once_a_turn() -> None:
    table = duel()
    table.given_played("anna", "knight", 2)
    table.enter(ThrowAwayKnight(ANNA))
    assert table.tokens["anna"] == 7
    assert table.refused(ThrowAwayKnight(ANNA)) == {"C2-06"}
    table.turn_of_two("ben").turn_of_two("anna")
    table.enter(ThrowAwayKnight(ANNA))
    table.turn_of_two("ben").turn_of_two("anna")
    assert table.impossible(ThrowAwayKnight(ANNA)) == {"C2-06"}, "both have gone"


def test_c2_06_with_two_knights_left_largest_army_is_lost() -> None:
    table = duel()
    table.given_army("anna", 3)
    table.enter(ThrowAwayKnight(ANNA))
    assert table.base.development.largest_army is None
    assert table.points("anna") == 0


def test_c2_06_with_as_many_as_the_other_it_is_lost_until_one_has_more() -> None:
    table = duel()
    table.given_army("anna", 4).given_played("ben", "knight", 3).given_development("ben")
    table.enter(ThrowAwayKnight(ANNA))
    assert table.base.development.largest_army is None
    table.turn_of_two("ben")
    table.enter(PlayKnight(BEN, BEGINNERS.geometry.hex(3)))
    assert table.base.development.largest_army == "ben"


def test_c2_06_it_goes_to_the_one_who_has_more() -> None:
    table = duel()
    table.given_army("anna", 3).given_played("ben", "knight", 3)
    table.enter(ThrowAwayKnight(ANNA))
    assert table.base.development.largest_army == "ben"


def test_c2_06_whoever_does_not_lead_any_more_by_the_other_s_loss_keeps_it() -> None:
    table = duel()
    table.given_army("ben", 3).given_played("anna", "knight", 3)
    table.enter(ThrowAwayKnight(ANNA))
    assert table.base.development.largest_army == "ben"


def test_b_55_tokens_lie_open_and_the_table_may_count_them() -> None:
    table = duel()
    table.enter(CountTokens(ANNA, BEN, 5))
    assert table.refused(CountTokens(ANNA, BEN, 7)) == {"B-55"}
    table.overrule(CountTokens(ANNA, BEN, 7))
    assert table.tokens == {"anna": 5, "ben": 7}
    assert table.impossible(CountTokens(ANNA, BEN, 16)) == {"C2-01"}
    assert table.impossible(CountTokens(ANNA, BEN, -1)) == {"C2-01"}
    assert table.impossible(CountTokens(ANNA, WHITE, 1)) == {"B-14"}


# --- whole games


@pytest.mark.parametrize("level", ["L2", "L3"])
@pytest.mark.parametrize("returned", ["others", "any_two"])
@pytest.mark.parametrize("seed", range(2))
def test_games_by_chance_are_legal_to_the_end(level: str, returned: str, seed: int) -> None:
    options: dict[str, bool | int | str] = {"forced_trade_return": returned}
    game = Simulation(header(FOR_TWO, 2, seed, level, options=options), random.Random(seed))
    for _ in game.play():
        assert game.state.core.on_turn in (ANNA, BEN)
    assert game.state.core.winner in (ANNA, BEN), f"seed {seed}"
