"""Event cards with Cities & Knights: dice and cards in a turn, knights by strength, commodities."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.narrate import event_text
from companion.engine.event import Event
from companion.engine.ids import HexId, PlayerId
from companion.engine.state import Face, Phase
from companion.rules.base.building import BuildRoad
from companion.rules.base.hands import CardsChosen, CardsDrawn, CardsMoved, NoneHeld
from companion.rules.base.robber import MoveRobber, RobberMoved
from companion.rules.base.roll import Produced
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.barbarians import AttackFought
from companion.rules.cities_knights.cards import CardDrawn
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.cities_knights.progress.road_building import PlayRoadBuilding
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.event_cards.damage import RoadDamaged, TellRelaid
from companion.rules.variants.event_cards.giving import DrawCard, GiveCard, KeepCards, TakeResource
from companion.rules.variants.event_cards.turning import CardTurned, NewYear, TurnCard
from tests.kit.event_cards import all_but, deck, events, given_seen, turn
from tests.kit.island import Island, edge, edges
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, Evening, dice, none, only

KNIGHTS = ("base", "cities_knights", "event_cards")
OUT = all_but()[:5]


def knights(pieces: str = "", **rest: Any) -> Island:
    return events(pieces, modules=KNIGHTS, **rest)


def throw(table: Evening, by: str, red: int = 6, event: str | None = "trade") -> tuple[Event, ...]:
    """Let a player roll the red die and the event die."""
    return table.enter(colours(by, red, event))


def colours(by: str, red: int = 6, event: str | None = "trade") -> RollDice:
    """The entry of a roll without the white die."""
    faces: dict[str, Face] = {"red": red} if event is None else {"red": red, "event": event}
    return RollDice(PlayerId(by), faces)


def thrown(table: Island, by: str = "anna", red: int = 6, event: str = "trade") -> Island:
    """The same, with dice that do nothing; the card comes next."""
    throw(table, by, red, event)
    assert table.questions == [("event_card", by)]
    return table


# --- EV-21


def test_ev_21_the_red_die_and_the_event_die_are_rolled_and_the_white_one_is_not() -> None:
    table = knights()
    assert {die.name for die in table.session.ruleset.dice_wanted(table.state)} == {"red", "event"}
    assert "EV-01" in table.impossible(dice("anna", 2, 6))
    throw(table, "anna")


def test_ev_21_first_the_dice_and_then_the_card() -> None:
    table = knights("ben: city 18S")
    assert table.impossible(TurnCard(ANNA, 11)) == {"EV-21"}
    assert table.impossible(NewYear(ANNA)) == {"EV-21", "EV-02"}
    assert table.options("anna", TurnCard) == []
    thrown(table)
    assert only(turn(table, "anna", 11), Produced).gains == {BEN: {"wool": 1, "cloth": 1}}
    assert table.core.phase is Phase.AFTER_ROLL


def test_ev_21_the_attack_comes_before_the_event() -> None:
    table = knights("ben: city 18S; anna: settlement 4N").given_ship(6)
    happened = throw(table, "anna", 2, "ship")
    assert only(happened, AttackFought).losers == (BEN,)
    assert only(turn(table, "anna", 11), Produced).gains == {BEN: {"wool": 1}}, "the city is lost already"


def test_ev_21_so_does_the_card_of_a_gate() -> None:
    table = knights("anna: city 4N").given_level("anna", Track.TRADE, 3)
    assert only(throw(table, "anna", 4, "trade"), CardDrawn).by == ANNA
    assert table.questions == [("event_card", "anna")]


def test_ev_21_everything_waits_for_the_card() -> None:
    table = thrown(knights())
    assert table.impossible(dice("ben", 2, 6)) >= {"B-24"}
    assert table.impossible(TurnCard(BEN, 8)) >= {"B-24"}


def test_ev_21_new_year_comes_in_the_place_of_the_card() -> None:
    table = knights()
    given_seen(table, all_but(*OUT))
    thrown(table)
    assert table.options("anna", TurnCard) == []
    table.enter(NewYear(ANNA))
    assert table.questions == [("event_card", "anna")]
    turn(table, "anna", 8)
    assert table.core.phase is Phase.AFTER_ROLL


def card_first(pieces: str = "", **rest: Any) -> Island:
    return knights(pieces, event_card_order="card_first", **rest)


def test_ev_21_by_choice_of_the_table_the_card_comes_first_with_its_production() -> None:
    table = card_first("ben: city 18S; anna: settlement 4N").given_ship(6)
    assert table.impossible(dice("anna", 2, 6)) >= {"EV-01"}
    assert table.impossible(colours("anna")) == {"EV-21"}
    assert only(turn(table, "anna", 11), Produced).gains == {BEN: {"wool": 1, "cloth": 1}}
    assert table.questions == [("dice", "anna")]
    happened = throw(table, "anna", 2, "ship")
    assert only(happened, AttackFought).losers == (BEN,)
    assert none(happened, Produced)
    assert table.core.phase is Phase.AFTER_ROLL


def test_ev_21_the_dice_wait_until_the_event_is_done() -> None:
    table = card_first()
    turn(table, "anna", 2, "plentiful_year")
    for who in ("anna", "carla", "ben", "david"):
        assert ("dice", "anna") not in table.questions
        table.enter(TakeResource(PlayerId(who), "ore"))
    assert table.questions == [("dice", "anna")]


def test_ev_21_old_dice_do_nothing_a_second_time() -> None:
    table = card_first().given_ship(2)
    turn(table, "anna", 8)
    throw(table, "anna", 2, "ship")
    assert table.ck.ship == 3
    turn(table, "ben", 8)
    assert table.ck.ship == 3


def test_ev_21_the_order_is_that_of_the_profile() -> None:
    assert knights().table.option("event_card_order") == "dice_first"
    assert knights(profile="official2025").table.option("event_card_order") == "card_first"


# --- CO-02


def alchemist(**rest: Any) -> Island:
    """Anna has named 4 and 4 with the Alchemist."""
    table = knights("ben: city 12SW", **rest)
    table.given_cards("anna", Track.SCIENCE)
    table.enter(PlayAlchemist(ANNA, 4, 4))
    return table


@pytest.mark.parametrize("order", ["dice_first", "card_first"])
def test_co_02_an_alchemist_takes_the_place_of_the_card(order: str) -> None:
    table = alchemist(event_card_order=order)
    assert {die.name for die in table.session.ruleset.dice_wanted(table.state)} == {"white", "red", "event"}
    assert table.impossible(TurnCard(ANNA, 8)) == {"EV-21"}
    happened = table.enter(dice("anna", 4, 4))
    assert only(happened, Produced).gains == {BEN: {"lumber": 1, "paper": 1}}
    assert none(happened, CardTurned)
    assert deck(table).turned == ()
    assert table.core.phase is Phase.AFTER_ROLL


def test_co_02_the_next_turn_has_its_card_again() -> None:
    table = alchemist()
    table.enter(dice("anna", 4, 4))
    thrown(table, "ben")
    assert only(turn(table, "ben", 8), Produced).gains == {BEN: {"lumber": 1, "paper": 1}}
    assert table.refused(TurnCard(BEN, 8)) >= {"EV-21"}


def test_co_02_a_named_seven_is_a_seven_without_a_card() -> None:
    table = knights().given_cards("anna", Track.SCIENCE).given_ship(0, attacks=1)
    table.enter(PlayAlchemist(ANNA, 3, 4))
    table.enter(dice("anna", 3, 4))
    assert table.questions == [("robber", "anna")]


# --- EV-10 to EV-20 with commodities and knights


def test_ev_10_the_robber_attack_waits_for_the_first_attack_too() -> None:
    table = thrown(knights("ben: city 18S", hands={"ben": "1 cloth"}))
    assert none(turn(table, "anna", 7, "robber_attack"), RobberMoved)
    assert table.questions == []
    table = knights("ben: city 18S", hands={"ben": "1 cloth"})
    table.given_ship(0, attacks=1)
    thrown(table)
    turn(table, "anna", 7, "robber_attack")
    table.enter(MoveRobber(ANNA, HexId(18), BEN))
    assert table.cards("anna") == "1 cloth", "commodities are robbed as well"


def test_ev_11_in_an_epidemic_a_city_brings_no_commodity() -> None:
    table = thrown(knights("ben: city 11SE, city 12SW"))
    assert only(turn(table, "anna", 8, "epidemic"), Produced).gains == {BEN: {"ore": 1, "lumber": 1}}


def test_ev_12_the_free_roads_of_the_progress_card_are_new_roads() -> None:
    table = knights("anna: city 4N, roads 4NE 4E", hands={"anna": "1 brick 1 lumber"}, rolled=True)
    table.given_cards("anna", Track.SCIENCE).given(RoadDamaged(ANNA, edge("4E")))
    assert table.refused(PlayRoadBuilding(ANNA, edges("4NW 4SE"))) == {"EV-12"}
    assert table.options("anna", PlayRoadBuilding) == []


def shaken(at: str) -> Island:
    """Anna's road there is damaged, and she has a Diplomat."""
    table = knights("anna: city 4N, roads 4NE 4E", hands={"anna": "2 brick 2 lumber"}, rolled=True)
    table.given_cards("anna", Track.POLITICS)
    table.given(RoadDamaged(ANNA, edge(at)))
    return table


@pytest.mark.parametrize("sideways", [True, False])
def test_ev_12_the_table_says_how_a_damaged_road_lies_that_the_diplomat_lays_anew(sideways: bool) -> None:
    table = shaken("4E")
    table.enter(PlayDiplomat(ANNA, edge("4E"), edge("4NW")))
    assert table.questions == [("relaid_road", "anna")]
    assert table.options("anna", TellRelaid) == [TellRelaid(ANNA, True), TellRelaid(ANNA, False)]
    assert "B-24" in table.impossible(TellRelaid(BEN, True))
    table.enter(TellRelaid(ANNA, sideways))
    assert deck(table).damaged == ((edge("4NW"),) if sideways else ())
    assert table.questions == []
    assert (table.options("anna", BuildRoad) == []) is sideways


def test_ev_12_a_damaged_road_that_the_diplomat_takes_away_asks_nothing() -> None:
    table = shaken("4E")
    table.enter(PlayDiplomat(ANNA, edge("4E")))
    assert (deck(table).damaged, table.questions) == ((), [])


def test_ev_12_another_road_is_not_laid_anew_while_one_is_damaged() -> None:
    table = shaken("4NE")
    assert table.refused(PlayDiplomat(ANNA, edge("4E"), edge("4NW"))) == {"EV-12"}
    assert [one for one in table.options("anna", PlayDiplomat) if one != PlayDiplomat(ANNA, edge("4E"))] == []


def neighbours(**hands: str) -> Island:
    table = thrown(knights(hands=hands))
    turn(table, "anna", 6, "good_neighbours")
    return table


def test_ev_13_a_commodity_may_be_given_instead() -> None:
    table = neighbours(anna="1 ore 1 cloth")
    assert GiveCard(ANNA, BEN, "cloth") in table.options("anna", GiveCard)
    assert only(table.enter(GiveCard(ANNA, BEN, "cloth")), CardsMoved).cards == {"cloth": 1}


def test_ev_13_whoever_has_commodities_only_may_keep_them() -> None:
    table = neighbours(anna="2 cloth", carla="1 ore")
    assert table.refused(KeepCards(CARLA)) == {"EV-13"}
    assert KeepCards(ANNA) in table.options("anna", KeepCards)
    table.enter(KeepCards(ANNA))
    table.enter(GiveCard(CARLA, DAVID))
    assert table.questions == []


def test_ev_13_to_keep_all_says_that_there_is_no_resource() -> None:
    table = neighbours(anna="1 ?ore/cloth")
    assert only(table.enter(KeepCards(ANNA)), NoneHeld).by == ANNA
    assert table.cards("anna") == "1 cloth"


def test_ev_13_a_resource_that_has_just_come_need_not_be_passed_on() -> None:
    table = neighbours(anna="1 ore", ben="1 cloth")
    table.enter(GiveCard(ANNA, BEN, "ore"))
    assert none(table.enter(KeepCards(BEN)), NoneHeld)
    assert table.cards("ben") == "1 ore 1 cloth"


def test_ev_13_a_card_not_shown_may_be_a_commodity() -> None:
    table = neighbours(anna="1 ore 1 cloth")
    assert only(table.enter(GiveCard(ANNA, BEN)), CardsChosen) == CardsChosen(ANNA, BEN)


def strengths(number: int, event: str, pieces: str) -> list[tuple[str, str]]:
    table = thrown(knights(pieces, hands={"anna": "1 ore", "david": "1 cloth"}))
    turn(table, "anna", number, event)
    return table.questions


def test_ev_14_in_the_tournament_active_strength_counts() -> None:
    pieces = (
        "anna: active knight 4N, active knight 4S; ben: active strong knight 9S; carla: mighty knight 13S"
    )
    assert strengths(5, "tournament", pieces) == [("take_resource", "anna"), ("take_resource", "ben")]


@pytest.mark.parametrize(("number", "event"), [(5, "tournament"), (3, "conflict")])
def test_ev_14_ev_19_the_words_say_what_counts(number: int, event: str) -> None:
    def said(table: Island) -> str:
        return event_text(only(turn(table, "anna", number, event), CardTurned), ()) or ""

    assert "strength" in said(thrown(knights()))
    assert "strength" not in said(events())


def test_ev_14_resting_knights_win_nothing() -> None:
    assert strengths(5, "tournament", "carla: mighty knight 13S") == []


def test_ev_14_no_commodity_is_taken() -> None:
    table = thrown(knights("anna: active knight 4N"))
    turn(table, "anna", 5, "tournament")
    assert table.refused(TakeResource(ANNA, "cloth")) == {"EV-14"}
    assert len(table.options("anna", TakeResource)) == 5


def test_ev_16_calm_seas_bring_no_commodity() -> None:
    table = thrown(knights("anna: city 0N"))
    turn(table, "anna", 9, "calm_seas")
    assert table.refused(TakeResource(ANNA, "coin")) == {"EV-16"}


def test_ev_20_nor_does_a_plentiful_year() -> None:
    table = thrown(knights())
    turn(table, "anna", 2, "plentiful_year")
    assert table.refused(TakeResource(DAVID, "paper")) == {"EV-20"}


def test_ev_18_the_richest_may_give_a_commodity() -> None:
    table = thrown(knights("anna: city 4N", hands={"anna": "1 cloth"}))
    turn(table, "anna", 10, "neighbourly_assistance")
    table.enter(GiveCard(ANNA, CARLA, "cloth"))
    assert table.cards("carla") == "1 cloth"


def test_ev_18_a_commodity_is_due_where_there_is_nothing_else() -> None:
    table = thrown(knights("anna: city 4N", hands={"anna": "1 cloth"}))
    turn(table, "anna", 10, "neighbourly_assistance")
    assert table.refused(KeepCards(ANNA)) == {"EV-18"}


def test_ev_19_in_the_conflict_active_strength_counts_and_a_tie_is_nobody_s() -> None:
    assert strengths(3, "conflict", "anna: active knight 4N; ben: active strong knight 9S") == [
        ("draw_card", "ben")
    ]
    assert strengths(3, "conflict", "anna: active knight 4N; ben: active knight 9S") == []


def test_ev_19_a_commodity_may_be_drawn() -> None:
    table = thrown(knights("anna: active knight 4N", hands={"david": "1 cloth"}))
    turn(table, "anna", 3, "conflict")
    only(table.enter(DrawCard(ANNA, DAVID)), CardsDrawn)
    assert table.cards("anna") == "1 cloth"


# --- OPT-3


ORDERS = pytest.mark.parametrize("order", ["dice_first", "card_first"])


def gentle(order: str, pieces: str = "") -> Island:
    return knights(pieces, gentle_start=True, event_card_order=order)


@ORDERS
def test_opt_3_a_gentle_turn_begins_with_a_card_and_no_die_is_rolled(order: str) -> None:
    """Without the event die there is no gate that the red die could open."""
    table = gentle(order, "ben: settlement 18S")
    assert table.session.ruleset.dice_wanted(table.state) == ()
    assert "EV-01" in table.impossible(colours("anna", 3, None))
    assert only(turn(table, "anna", 11), Produced).gains == {BEN: {"wool": 1}}
    assert (table.core.phase, table.questions) == (Phase.AFTER_ROLL, [])


@ORDERS
def test_opt_3_a_robber_attack_does_not_count(order: str) -> None:
    table = gentle(order)
    assert not only(turn(table, "anna", 7, "robber_attack"), CardTurned).counts
    assert (table.core.phase, table.questions) == (Phase.BEFORE_ROLL, [])
    assert "EV-01" in table.impossible(colours("anna", 3, None))
    turn(table, "anna", 8)
    assert [card.number for card in deck(table).turned] == [7, 8]
    assert table.core.phase is Phase.AFTER_ROLL


@ORDERS
def test_opt_3_the_dice_come_with_the_third_turn_of_the_first_player(order: str) -> None:
    table = gentle(order)
    for player, number in zip(table.core.ids * 2, (8, 8, 8, 8, 9, 9, 9, 6), strict=True):
        turn(table, player, number)
    assert {die.name for die in table.session.ruleset.dice_wanted(table.state)} == {"red", "event"}
    if order == "dice_first":
        assert table.impossible(TurnCard(ANNA, 10)) == {"EV-21"}
        throw(table, "anna", 3, "ship")
        assert table.questions == [("event_card", "anna")]
    else:
        turn(table, "anna", 10)
        assert table.questions == [("dice", "anna")]
        throw(table, "anna", 3, "ship")
    assert table.ck.ship == 1


@ORDERS
def test_opt_3_an_alchemist_takes_the_place_of_the_card_in_a_gentle_turn_too(order: str) -> None:
    table = gentle(order).given_cards("anna", Track.SCIENCE)
    table.enter(PlayAlchemist(ANNA, 4, 4))
    assert {die.name for die in table.session.ruleset.dice_wanted(table.state)} == {"white", "red"}
    table.enter(dice("anna", 4, 4, None))
    assert (table.core.phase, deck(table).turned) == (Phase.AFTER_ROLL, ())
    turn(table, "ben", 8)
    assert table.core.phase is Phase.AFTER_ROLL


def test_ev_21_without_hands_it_is_the_same() -> None:
    table = thrown(knights("ben: city 18S", level="L2"))
    turn(table, "anna", 2, "plentiful_year")
    assert table.core.phase is Phase.AFTER_ROLL


def test_ev_21_a_card_turned_up_over_a_fifth_card_is_the_roll_of_the_new_turn() -> None:
    """CK-123: the table lets Anna keep five cards, and the 8 is Ben's."""
    table = knights("ben: settlement 11S", rolled=True, profile="official2025")
    table.given_cards("anna", *[Track.SCIENCE] * 5)
    card = TurnCard(BEN, 8)
    assert table.refused(card) == {"CK-123"}
    assert card not in table.options("ben", TurnCard)
    made = only(table.overrule(card), Produced)
    assert set(made.gains) == {BEN}
    assert table.questions == [("dice", "ben")]
