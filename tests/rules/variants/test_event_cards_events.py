"""Event cards: what each event does."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.ids import HexId, PlayerId
from companion.engine.state import Phase
from companion.engine.verdict import Accepted, Certainty
from companion.rules.base.building import BuildRoad, BuildSettlement, RoadRemoved
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.hands import CardsChosen, CardsDrawn
from companion.rules.base.robber import DiscardCards, MoveRobber, RobberMoved
from companion.rules.base.roll import Produced
from companion.rules.variants.event_cards.damage import DamageRoad, RepairRoad, RoadDamaged
from companion.rules.variants.event_cards.giving import DrawCard, GiveCard, KeepCards, TakeResource
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.event_cards import deck, events, turn
from tests.kit.island import Island, bag, edge, edges, island
from tests.kit.tables import ANNA, BASE, BEN, CARLA, DAVID, none, only

PEOPLE = ("anna", "ben", "carla", "david")


def asked(table: Island, kind: str) -> list[str]:
    """To whom the open questions are, all of one kind."""
    assert all(question == kind for question, _ in table.questions)
    return [who for _, who in table.questions]


# --- EV-10


def test_ev_10_robber_attack_is_a_seven_with_discards_robber_and_theft() -> None:
    table = events("ben: settlement 0N", hands={"carla": "9 ore", "ben": "1 wool"})
    turn(table, "anna", 7, "robber_attack")
    assert table.questions == [("discard", "carla")]
    table.enter(DiscardCards(CARLA, bag("4 ore")))
    assert table.questions == [("robber", "anna")]
    only(table.enter(MoveRobber(ANNA, HexId(0), BEN)), CardsDrawn)
    assert (table.cards("anna"), table.cards("ben"), table.cards("carla")) == ("1 wool", "", "5 ore")


# --- EV-11


def test_ev_11_in_an_epidemic_a_city_brings_one_card() -> None:
    table = events("ben: city 11SE; carla: settlement 12SW")
    assert only(turn(table, "anna", 8, "epidemic"), Produced).gains == {BEN: {"ore": 1}, CARLA: {"lumber": 1}}
    assert only(turn(table, "ben", 8), Produced).gains == {BEN: {"ore": 2}, CARLA: {"lumber": 1}}


def test_ev_11_two_cities_bring_one_each() -> None:
    table = events("ben: city 4N, city 4S")
    assert only(turn(table, "anna", 6, "epidemic"), Produced).gains == {BEN: {"brick": 2}}


# --- EV-12

ROADS = "anna: settlement 4N, roads 4NE 4E; ben: settlement 13S, roads 13SE 13E; carla: settlement 18S"
"""Carla has no road."""


def shaken(pieces: str = ROADS, **rest: Any) -> Island:
    """Anna has turned up the Earthquake."""
    table = events(pieces, **rest)
    turn(table, "anna", 6, "earthquake")
    return table


def test_ev_12_everyone_who_has_a_road_turns_one_sideways() -> None:
    table = shaken()
    assert asked(table, "damage_road") == ["anna", "ben"]
    table.enter(DamageRoad(BEN, edge("13SE")))
    assert only(table.enter(DamageRoad(ANNA, edge("4E"))), RoadDamaged) == RoadDamaged(ANNA, edge("4E"))
    assert set(deck(table).damaged) == {edge("4E"), edge("13SE")}
    assert table.core.phase is Phase.AFTER_ROLL


def test_ev_12_it_is_an_own_road() -> None:
    table = shaken()
    assert table.options("anna", DamageRoad) == [DamageRoad(ANNA, one) for one in edges("4NE 4E")]
    assert table.impossible(DamageRoad(ANNA, edge("13SE"))) == {"EV-12"}
    assert table.impossible(DamageRoad(ANNA, edge("0E"))) == {"EV-12"}


def damaged(pieces: str = ROADS, at: str = "4E", **rest: Any) -> Island:
    """A road of Anna is damaged, and Ben's at 13SE; Anna has a hand to build with."""
    table = shaken(pieces, hands={"anna": "3 brick 3 lumber 1 wool 1 grain"}, **rest)
    table.enter(DamageRoad(ANNA, edge(at)))
    if table.questions:
        table.enter(DamageRoad(BEN, edge("13SE")))
    return table


def test_ev_12_until_it_is_repaired_no_new_road_is_built() -> None:
    table = damaged()
    assert table.refused(BuildRoad(ANNA, edge("4NW"))) == {"EV-12"}
    assert table.options("anna", BuildRoad) == []
    table.enter(RepairRoad(ANNA, edge("4E")))
    assert table.cards("anna") == "2 lumber 3 brick 1 wool 1 grain", "the 6 has brought a brick"
    table.enter(BuildRoad(ANNA, edge("4NW")))


def with_road_building() -> Island:
    table = events(ROADS, hands={"anna": "1 brick 1 lumber"}, rolled=True)
    table.given_development("anna").given(RoadDamaged(ANNA, edge("4E")))
    return table


def test_ev_12_free_roads_are_new_roads_too() -> None:
    table = with_road_building()
    assert table.refused(PlayRoadBuilding(ANNA, edges("4NW 4SE"))) == {"EV-12"}
    assert table.options("anna", PlayRoadBuilding) == []
    table.enter(RepairRoad(ANNA, edge("4E")))
    table.enter(PlayRoadBuilding(ANNA, edges("4NW 4SE")))


def test_ev_12_the_roads_of_others_do_not_matter() -> None:
    table = events(ROADS, hands={"anna": "1 brick 1 lumber"}, rolled=True)
    table.given(RoadDamaged(BEN, edge("13SE")))
    table.enter(BuildRoad(ANNA, edge("4NW")))


def test_ev_12_the_repair_costs_brick_and_lumber() -> None:
    table = events(ROADS, hands={"anna": "1 brick 1 ore"}, rolled=True)
    table.given(RoadDamaged(ANNA, edge("4E")))
    assert table.refused(RepairRoad(ANNA, edge("4E"))) == {"EV-12"}
    assert table.options("anna", RepairRoad) == []


def test_ev_12_only_a_damaged_road_is_repaired() -> None:
    table = damaged()
    assert table.options("anna", RepairRoad) == [RepairRoad(ANNA, edge("4E"))]
    assert table.impossible(RepairRoad(ANNA, edge("4NE"))) == {"EV-12"}
    assert table.impossible(RepairRoad(ANNA, edge("13SE"))) == {"EV-12"}


LONG = "anna: settlement 4N, way 4N 4NE 4SE 5S 5SE 5NE; ben: settlement 13S, roads 13SE"


def test_ev_12_a_damaged_road_still_counts_for_longest_road() -> None:
    table = damaged(LONG, "5SW")
    assert table.longest == ("anna", 5)
    table.enter(RepairRoad(ANNA, edge("5SW")))
    table.enter(BuildRoad(ANNA, edge("5NE")))
    assert table.longest == ("anna", 6)


def test_ev_12_a_second_earthquake_damages_another_road() -> None:
    table = events(ROADS.replace("4NE 4E", "4NE 4E 0SE"))
    table.given(RoadDamaged(ANNA, edge("4E")), RoadDamaged(BEN, edge("13SE")))
    turn(table, "anna", 6, "earthquake")
    assert asked(table, "damage_road") == ["anna"], "Ben's other road is the only one left, and nobody asks"
    assert table.impossible(DamageRoad(ANNA, edge("4E"))) == {"EV-12"}
    table.enter(DamageRoad(ANNA, edge("4NE")))
    assert set(deck(table).damaged) == {edge(name) for name in ("4E", "13SE", "13E", "4NE")}
    table.sound()


def test_ev_12_the_only_road_lies_sideways_by_itself() -> None:
    table = events("anna: settlement 4N, roads 4NE; ben: settlement 13S")
    assert only(turn(table, "anna", 6, "earthquake"), RoadDamaged) == RoadDamaged(ANNA, edge("4NE"))
    assert table.questions == []


def test_ev_12_as_written_it_leads_to_a_settlement_all_the_same() -> None:
    table = damaged()
    table.enter(BuildSettlement(ANNA, table.land.corner("4SE")))


def test_ev_12_in_the_books_of_2025_it_alone_does_not() -> None:
    table = damaged(damaged_road="no_settlement")
    assert table.refused(BuildSettlement(ANNA, table.land.corner("4SE"))) == {"EV-12"}
    assert table.options("anna", BuildSettlement) == []
    table.enter(RepairRoad(ANNA, edge("4E")))
    table.enter(BuildSettlement(ANNA, table.land.corner("4SE")))
    assert events(profile="official2025").table.option("damaged_road") == "no_settlement"


def test_ev_12_in_those_books_a_sound_road_to_the_place_is_enough() -> None:
    pieces = "anna: settlement 4N, way 4N 4NE 4SE 9NE; ben: settlement 13S, roads 13SE"
    table = damaged(pieces, damaged_road="no_settlement")
    table.enter(BuildSettlement(ANNA, table.land.corner("4SE")))


def test_ev_12_a_road_that_is_taken_off_the_board_takes_its_damage_along() -> None:
    table = events(ROADS, hands={"anna": "1 brick 1 lumber"}, rolled=True)
    table.given(RoadDamaged(ANNA, edge("4E")), RoadRemoved(ANNA, edge("4E")))
    assert (deck(table).damaged, table.questions) == ((), [])
    table.enter(BuildRoad(ANNA, edge("4NW")))


# --- EV-13


def neighbours(**hands: str) -> Island:
    table = events(hands=hands)
    turn(table, "anna", 6, "good_neighbours")
    return table


def test_ev_13_everyone_gives_the_neighbour_on_the_left_one_card() -> None:
    table = neighbours(anna="1 ore", ben="1 wool", carla="1 brick", david="1 grain")
    assert asked(table, "give_card") == list(PEOPLE)
    for giver, to, card in ((CARLA, DAVID, "brick"), (ANNA, BEN, "ore"), (DAVID, ANNA, "grain")):
        table.enter(GiveCard(giver, to, card))
    table.enter(GiveCard(BEN, CARLA, "wool"))
    assert [table.cards(who) for who in PEOPLE] == ["1 grain", "1 ore", "1 wool", "1 brick"]


def test_ev_13_nobody_else_gets_it() -> None:
    table = neighbours(anna="1 ore")
    assert table.refused(GiveCard(ANNA, CARLA, "ore")) == {"EV-13"}
    assert table.impossible(GiveCard(ANNA, ANNA, "ore")) == {"B-14"}


def test_ev_13_whoever_has_nothing_gives_nothing() -> None:
    table = neighbours(anna="1 ore", carla="2 wool")
    assert asked(table, "give_card") == ["anna", "carla"]
    table.enter(GiveCard(ANNA, BEN, "ore"))
    assert asked(table, "give_card") == ["carla"], "the card that has come is not passed on"


def test_ev_13_the_card_need_not_be_shown() -> None:
    table = neighbours(anna="1 ore 1 wool")
    assert only(table.enter(GiveCard(ANNA, BEN)), CardsChosen) == CardsChosen(ANNA, BEN)
    assert (table.cards("anna"), table.cards("ben")) == ("1 ?", "1 ?")
    assert table.hands.has(BEN, {"brick": 1}) is Certainty.IMPOSSIBLE


def test_ev_13_a_card_that_he_cannot_have_is_not_given() -> None:
    table = neighbours(anna="1 ore 1 wool")
    assert table.refused(GiveCard(ANNA, BEN, "brick")) == {"EV-13"}


def test_ev_13_in_the_base_game_whoever_has_a_card_has_a_resource_to_give() -> None:
    table = neighbours(anna="1 ?", david="1 ?")
    table.enter(GiveCard(DAVID, ANNA))
    assert table.refused(KeepCards(ANNA)) == {"EV-13"}
    assert table.options("anna", KeepCards) == []


# --- EV-14


def tournament(**armies: int) -> Island:
    table = events()
    for who, knights in armies.items():
        table.given_played(who, "knight", knights)
    turn(table, "anna", 5, "tournament")
    return table


def test_ev_14_whoever_has_played_the_most_knights_takes_a_resource() -> None:
    table = tournament(anna=1, ben=2)
    assert asked(table, "take_resource") == ["ben"]
    table.enter(TakeResource(BEN, "grain"))
    assert table.cards("ben") == "1 grain"


def test_ev_14_on_a_tie_each_of_them_does() -> None:
    assert asked(tournament(anna=1, carla=1), "take_resource") == ["anna", "carla"]


def test_ev_14_without_knights_nobody_does() -> None:
    assert tournament().questions == []


def test_ev_14_no_development_card_and_no_other_thing_is_taken() -> None:
    table = tournament(anna=1)
    assert table.impossible(TakeResource(ANNA, "cloth")) == {"B-06"}


# --- EV-15


def advantage(holder: str | None, pieces: str = "", **rest: Any) -> Island:
    table = events(pieces, hands={"anna": "1 ore", "carla": "2 wool"}, **rest)
    if holder is not None:
        table.given_road(holder, 5)
    turn(table, "anna", 5, "trade_advantage")
    return table


def test_ev_15_the_holder_of_longest_road_draws_a_card_from_any_hand() -> None:
    table = advantage("ben")
    assert asked(table, "draw_card") == ["ben"]
    assert table.options("ben", DrawCard) == [DrawCard(BEN, CARLA), DrawCard(BEN, ANNA)]
    assert only(table.enter(DrawCard(BEN, CARLA)), CardsDrawn) == CardsDrawn(CARLA, BEN)
    assert table.cards("ben") == "1 wool"


def test_ev_15_the_table_may_have_seen_it() -> None:
    table = advantage("ben")
    assert table.refused(DrawCard(BEN, CARLA, "ore")) == {"EV-15"}
    verdict = table.session.submit(DrawCard(BEN, CARLA, "wool"))
    assert isinstance(verdict, Accepted)
    assert verdict.certainty is Certainty.SURE, "Carla has nothing but wool"


def test_ev_15_an_empty_hand_and_the_own_one_are_no_hands_to_draw_from() -> None:
    table = advantage("ben")
    assert table.refused(DrawCard(BEN, DAVID)) == {"EV-15"}
    assert table.impossible(DrawCard(BEN, BEN)) == {"B-14"}


def test_ev_15_without_a_holder_nothing_happens() -> None:
    assert advantage(None, "anna: settlement 4N, roads 4NE").questions == []


def test_ev_15_as_it_was_before_whoever_has_the_most_roads_draws() -> None:
    pieces = "anna: settlement 4N, roads 4NE; ben: settlement 13S, roads 13SE 13SW"
    table = advantage(None, pieces, trade_advantage_without_holder="most_roads")
    assert asked(table, "draw_card") == ["ben"]
    pieces += " 13W, roads 16SW; anna: roads 4E 4NW 4SE"
    table = advantage(None, pieces, trade_advantage_without_holder="most_roads")
    assert table.questions == [], "four each"


def test_ev_15_with_a_holder_the_number_of_roads_does_not_matter() -> None:
    pieces = "anna: settlement 4N, roads 4NE"
    assert asked(advantage("ben", pieces, trade_advantage_without_holder="most_roads"), "draw_card") == [
        "ben"
    ]


def test_ev_15_nobody_draws_where_no_other_has_a_card() -> None:
    table = events(hands={"ben": "3 ore"})
    table.given_road("ben", 5)
    turn(table, "anna", 5, "trade_advantage")
    assert table.questions == []


# --- EV-16


@pytest.mark.parametrize(
    ("pieces", "takers"),
    [
        ("anna: settlement 0N, settlement 1NE; ben: city 16S", ["anna"]),
        ("anna: settlement 0N; ben: city 16S; carla: settlement 4N", ["anna", "ben"]),
        ("anna: settlement 4N; ben: city 9S", []),
    ],
)
def test_ev_16_the_most_settlements_and_cities_at_harbours(pieces: str, takers: list[str]) -> None:
    table = events(pieces)
    turn(table, "anna", 12, "calm_seas")
    assert asked(table, "take_resource") == takers


# --- EV-17


def test_ev_17_the_robber_goes_back_to_the_desert_and_robs_nobody() -> None:
    table = events("ben: settlement 9N", hands={"ben": "1 ore"}, robber=0)
    happened = turn(table, "anna", 4, "robber_flees")
    assert only(happened, RobberMoved) == RobberMoved(HexId(9))
    assert none(happened, CardsDrawn)
    assert table.questions == []


def test_ev_17_in_the_desert_he_stays() -> None:
    assert none(turn(events(), "anna", 4, "robber_flees"), RobberMoved)


# --- EV-18


def assistance(pieces: str, **hands: str) -> Island:
    table = events(pieces, hands=hands)
    turn(table, "anna", 10, "neighbourly_assistance")
    return table


def test_ev_18_whoever_has_the_most_points_gives_a_card_to_somebody_with_fewer() -> None:
    table = assistance("anna: city 4N; ben: city 13S, settlement 16S", anna="1 ore", ben="2 wool")
    assert asked(table, "give_card") == ["ben"]
    table.enter(GiveCard(BEN, DAVID, "wool"))
    assert (table.cards("ben"), table.cards("david")) == ("1 wool", "1 wool")


def test_ev_18_not_to_one_with_as_many() -> None:
    table = assistance("anna: city 4N; ben: city 13S", anna="1 ore", ben="2 wool")
    assert asked(table, "give_card") == ["anna", "ben"]
    assert table.refused(GiveCard(BEN, ANNA, "wool")) == {"EV-18"}
    table.enter(GiveCard(BEN, CARLA))
    table.enter(GiveCard(ANNA, CARLA, "ore"))
    assert table.cards("carla") == "1 wool 1 ore"


def test_ev_18_where_all_have_the_same_nobody_gives() -> None:
    table = assistance(
        "anna: city 4N; ben: city 13S; carla: city 10S; david: city 0N", anna="1 ore", ben="2 wool"
    )
    assert table.questions == []


def test_ev_18_whoever_has_no_card_gives_none() -> None:
    assert assistance("anna: city 4N").questions == []


def test_ev_18_hidden_points_do_not_count() -> None:
    table = events("anna: city 4N; ben: city 13S", hands={"anna": "1 ore", "ben": "1 ore"})
    table.given_development("ben", 5)
    turn(table, "anna", 10, "neighbourly_assistance")
    assert asked(table, "give_card") == ["anna", "ben"]


# --- EV-19


def conflict(army: str | None = None, **knights: int) -> Island:
    table = events(hands=dict.fromkeys(PEOPLE, "1 ore"))
    for who, count in knights.items():
        table.given_played(who, "knight", count)
    if army is not None:
        assert table.base.development.largest_army == army
    turn(table, "anna", 3, "conflict")
    return table


def test_ev_19_whoever_alone_has_the_most_knights_draws_a_card() -> None:
    table = conflict(anna=1, ben=2)
    assert asked(table, "draw_card") == ["ben"]
    table.enter(DrawCard(BEN, DAVID))
    assert (table.cards("ben"), table.cards("david")) == ("2 ore", "")


def test_ev_19_nobody_on_a_tie() -> None:
    assert conflict(anna=2, ben=2).questions == []


def test_ev_19_nobody_without_knights() -> None:
    assert conflict().questions == []


def test_ev_19_largest_army_decides_where_somebody_holds_it() -> None:
    assert asked(conflict("carla", carla=3, ben=3), "draw_card") == ["carla"]


# --- EV-20


def plenty(**hands: str) -> Island:
    table = events(hands=hands)
    turn(table, "anna", 2, "plentiful_year")
    return table


def test_ev_20_everyone_takes_a_resource_of_choice() -> None:
    table = plenty()
    for who, good in zip(PEOPLE, ("ore", "wool", "ore", "lumber"), strict=True):
        table.enter(TakeResource(PlayerId(who), good))
    assert [table.cards(who) for who in PEOPLE] == ["1 ore", "1 wool", "1 ore", "1 lumber"]


def test_ev_20_not_one_that_the_bank_has_run_out_of() -> None:
    table = plenty(anna="18 ore")
    table.enter(TakeResource(BEN, "ore"))
    assert table.refused(TakeResource(CARLA, "ore")) == {"EV-20"}
    assert TakeResource(CARLA, "ore") not in table.options("carla", TakeResource)


def test_ev_20_an_empty_bank_ends_it() -> None:
    table = plenty(anna="19 ore 19 wool", ben="19 brick 19 lumber", carla="18 grain")
    assert len(table.questions) == 4
    table.enter(TakeResource(DAVID, "grain"))
    assert table.questions == []


# --- where hands are not entered


@pytest.mark.parametrize(
    ("number", "event"),
    [
        (2, "plentiful_year"),
        (3, "conflict"),
        (5, "tournament"),
        (5, "trade_advantage"),
        (6, "good_neighbours"),
        (9, "calm_seas"),
        (10, "neighbourly_assistance"),
    ],
)
def test_ev_04_without_hands_cards_are_the_table_s_own_affair(number: int, event: str) -> None:
    table = events("anna: city 0N; ben: settlement 13S", level="L2")
    table.given_played("anna", "knight", 3).given_road("anna", 5)
    turn(table, "anna", number, event)
    assert table.questions == []
    assert table.core.phase is Phase.AFTER_ROLL


def test_ev_12_without_hands_roads_are_damaged_all_the_same() -> None:
    table = shaken(level="L2")
    table.enter(DamageRoad(ANNA, edge("4E")))
    table.enter(DamageRoad(BEN, edge("13SE")))
    assert table.refused(BuildRoad(ANNA, edge("4NW"))) == {"EV-12"}
    table.enter(RepairRoad(ANNA, edge("4E")))
    table.enter(BuildRoad(ANNA, edge("4NW")))


def test_ev_01_a_game_without_event_cards_knows_nothing_of_them() -> None:
    assert island(modules=BASE, rolled=False).impossible(TurnCard(ANNA, 8)) == {""}
