"""Event cards: the deck in the place of the number dice."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.ids import HexId
from companion.engine.state import Phase
from companion.rules.base.building import BuildRoad
from companion.rules.base.robber import MoveRobber, RobberMoved
from companion.rules.base.roll import Produced
from companion.rules.base.turn import RollDice
from companion.rules.variants.event_cards.deck import coming
from companion.rules.variants.event_cards.facts import StateEventCards
from companion.rules.variants.event_cards.giving import TakeResource
from companion.rules.variants.event_cards.happenings import DECK
from companion.rules.variants.event_cards.slice import Card
from companion.rules.variants.event_cards.turning import CardsShuffled, CardTurned, NewYear, TurnCard
from tests.kit.event_cards import all_but, deck, events, given_seen, turn
from tests.kit.island import Island, edge
from tests.kit.tables import ANNA, BEN, dice, only

TABLE = """
2   1 plentiful_year
3   2 conflict
4   3 robber_flees robber_flees
5   4 tournament trade_advantage
6   5 epidemic earthquake good_neighbours
7   6 robber_attack robber_attack robber_attack robber_attack robber_attack robber_attack
8   5 epidemic
9   4 calm_seas
10  3 neighbourly_assistance
11  2 neighbourly_assistance
12  1 calm_seas
"""
"""Number, how many cards there are with it, and the events on them, as the book lists them."""

ROBBER_ATTACK = Card(7, "robber_attack")
OUT = (Card(3, "conflict"), Card(8), Card(8), Card(9), Card(12, "calm_seas"))
"""Five cards that may lie under New Year."""


# --- EV-01


def test_ev_01_the_number_of_the_card_is_the_roll() -> None:
    table = events("anna: settlement 4N; ben: city 18S")
    assert only(turn(table, "anna", 11), Produced).gains == {BEN: {"wool": 2}}
    assert table.core.phase is Phase.AFTER_ROLL


def test_ev_01_the_number_dice_stay_in_the_box() -> None:
    table = events()
    assert table.session.ruleset.dice_wanted(table.state) == ()
    assert "EV-01" in table.impossible(dice("anna", 2, 6, event=None))
    assert "EV-01" in table.impossible(RollDice(ANNA, {}))


def test_ev_01_nothing_else_is_done_before_the_card() -> None:
    table = events("anna: settlement 4N", hands={"anna": "1 brick 1 lumber"})
    assert table.refused(BuildRoad(ANNA, edge("4NE"))) == {"B-21"}
    turn(table, "anna", 8)
    table.enter(BuildRoad(ANNA, edge("4NE")))


def test_ev_01_one_card_a_turn_and_only_on_the_own_turn() -> None:
    table = events()
    assert table.refused(TurnCard(BEN, 8)) == {"B-20"}
    turn(table, "anna", 8)
    assert table.refused(TurnCard(ANNA, 8)) == {"B-21"}


def test_ev_01_the_card_of_the_next_player_ends_the_turn() -> None:
    table = events()
    turn(table, "anna", 8)
    turn(table, "ben", 8)
    assert (table.core.on_turn, table.core.turn) == ("ben", 2)


def test_ev_01_the_number_is_that_of_this_turn_alone() -> None:
    table = events("ben: city 18S", hands={"anna": "9 ore"})
    turn(table, "anna", 11)
    table.end()
    assert table.table.value("roll_total") == 0


# --- EV-02


def test_ev_02_after_31_cards_new_year_comes_and_nothing_else() -> None:
    table = given_seen(events(), all_but(*OUT))
    assert len(deck(table).turned) == 31
    assert table.options("anna", TurnCard) == []
    assert table.options("anna", NewYear) == [NewYear(ANNA)]
    assert table.refused(TurnCard(ANNA, 9)) == {"EV-02"}


def test_ev_02_then_all_36_may_come_again() -> None:
    table = given_seen(events(), all_but(*OUT))
    assert only(table.enter(NewYear(ANNA)), CardsShuffled) == CardsShuffled(ANNA)
    assert table.options("anna", NewYear) == []
    assert len(table.options("anna", TurnCard)) == len(DECK)
    turn(table, "anna", 7, "robber_attack")
    assert coming(table.table)[ROBBER_ATTACK] == 5


@pytest.mark.parametrize("count", [0, 1, 30])
def test_ev_02_new_year_does_not_come_earlier(count: int) -> None:
    table = given_seen(events(), all_but(*OUT)[:count])
    assert table.refused(NewYear(ANNA)) == {"EV-02"}


def test_ev_02_the_table_may_know_better() -> None:
    table = given_seen(events(), [ROBBER_ATTACK] * 6)
    table.overrule(NewYear(ANNA))
    assert deck(table).turned == ()


def test_ev_02_new_year_opens_the_turn_of_the_next_player() -> None:
    table = given_seen(events(), all_but(*OUT)[1:])
    turn(table, "anna", 2, "plentiful_year")
    for who in table.core.ids:
        table.enter(TakeResource(who, "ore"))
    table.enter(NewYear(BEN))
    assert (table.core.on_turn, table.core.phase) == ("ben", Phase.BEFORE_ROLL)
    assert table.refused(TurnCard(ANNA, 8)) == {"B-20"}
    turn(table, "ben", 8)


def stated(count: int, seen: int = 0) -> Island:
    """So many cards were turned up by the table's word, after some that were entered."""
    table = given_seen(events(), all_but(*OUT)[:seen])
    table.enter(StateEventCards(ANNA, count))
    return table


def test_ev_02_after_rounds_that_nobody_entered_new_year_comes_when_the_table_says_so() -> None:
    table = stated(31, seen=12)
    assert table.options("anna", TurnCard) == []
    assert table.refused(TurnCard(ANNA, 9)) == {"EV-02"}
    table.enter(NewYear(ANNA))
    assert (deck(table).count, len(table.options("anna", TurnCard))) == (0, len(DECK))


def test_ev_02_cards_that_nobody_entered_lie_on_new_year_too() -> None:
    table = stated(30, seen=12)
    assert table.refused(NewYear(ANNA)) == {"EV-02"}
    turn(table, "anna", 8)
    table.enter(NewYear(BEN))


def test_ev_02_what_was_entered_stays_known_and_what_was_not_may_be_any_card() -> None:
    table = given_seen(events(), [ROBBER_ATTACK] * 6)
    table.enter(StateEventCards(ANNA, 20))
    assert table.refused(TurnCard(ANNA, 7, "robber_attack")) == {"EV-03"}
    assert len(table.options("anna", TurnCard)) == len(DECK) - 1


def test_ev_02_fewer_cards_than_were_entered_were_shuffled_meanwhile() -> None:
    table = given_seen(events(), [ROBBER_ATTACK] * 6)
    table.enter(StateEventCards(ANNA, 5))
    assert deck(table).count == 5
    turn(table, "anna", 7, "robber_attack")


@pytest.mark.parametrize("count", [-1, 32])
def test_ev_02_no_more_cards_than_lie_on_new_year(count: int) -> None:
    assert events().impossible(StateEventCards(ANNA, count)) == {"EV-02"}


# --- EV-03


def test_ev_03_the_deck_is_that_of_the_book() -> None:
    listed: Counter[Card] = Counter()
    for line in TABLE.split("\n"):
        if line:
            number, count, *named = line.split()
            listed.update(Card(int(number), event) for event in named)
            listed[Card(int(number))] += int(count) - len(named)
    assert Counter(DECK) == +listed
    assert sum(DECK.values()) == 36


def test_ev_03_the_numbers_are_those_of_36_rolls() -> None:
    rolls = Counter(white + red for white in range(1, 7) for red in range(1, 7))
    numbers: Counter[int] = Counter()
    for card, count in DECK.items():
        numbers[card.number] += count
    assert numbers == rolls


def test_ev_03_a_seventh_seven_is_impossible() -> None:
    table = given_seen(events(), [ROBBER_ATTACK] * 5)
    assert TurnCard(ANNA, 7, "robber_attack") in table.options("anna", TurnCard)
    given_seen(table, [ROBBER_ATTACK])
    assert TurnCard(ANNA, 7, "robber_attack") not in table.options("anna", TurnCard)
    (violation,) = table.violations(TurnCard(ANNA, 7, "robber_attack"))
    assert (violation.rule, violation.key) == ("EV-03", "event.all-seen")
    assert violation.params == {"number": 7, "event": "robber_attack", "count": 6}


def test_ev_03_a_second_conflict_is_impossible_and_a_plain_three_is_not() -> None:
    table = given_seen(events(), [Card(3, "conflict")])
    assert table.refused(TurnCard(ANNA, 3, "conflict")) == {"EV-03"}
    turn(table, "anna", 3)


def test_ev_03_the_table_may_let_it_stand() -> None:
    table = given_seen(events(), [Card(3, "conflict")])
    table.overrule(TurnCard(ANNA, 3, "conflict"))
    assert table.core.phase is Phase.AFTER_ROLL


@pytest.mark.parametrize(
    ("number", "event"),
    [(7, "plain"), (1, "plain"), (13, "plain"), (-4, "plain"), (8, "conflict"), (6, "storm"), (10**9, "")],
)
def test_ev_03_there_is_no_such_card(number: int, event: str) -> None:
    assert events().impossible(TurnCard(ANNA, number, event)) == {"EV-03"}


def test_ev_03_the_cards_that_are_offered_are_those_left() -> None:
    seen = [Card(6, "epidemic"), Card(8), Card(8), Card(8), Card(8), Card(12, "calm_seas")]
    table = given_seen(events(), seen)
    offered = {
        Card(option.number, option.event)
        for option in table.options("anna", TurnCard)
        if isinstance(option, TurnCard)
    }
    assert set(DECK) - offered == {Card(6, "epidemic"), Card(8), Card(12, "calm_seas")}


# --- EV-04


def test_ev_04_the_event_comes_before_production() -> None:
    table = events("ben: settlement 5S", robber=5)
    happened = turn(table, "anna", 4, "robber_flees")
    kinds = [type(event) for event in happened]
    assert kinds.index(CardTurned) < kinds.index(RobberMoved) < kinds.index(Produced)
    assert only(happened, Produced).gains == {BEN: {"wool": 1}}, "the robber has just left the pasture"


def test_ev_04_production_waits_for_the_answers() -> None:
    table = events("ben: settlement 1N")
    turn(table, "anna", 2, "plentiful_year")
    assert table.questions == [("take_resource", name) for name in ("anna", "ben", "carla", "david")]
    for who in ("ben", "david", "carla"):
        table.enter(TakeResource(type(ANNA)(who), "ore"))
    assert table.cards("ben") == "1 ore"
    table.enter(TakeResource(ANNA, "ore"))
    assert table.cards("ben") == "1 wool 1 ore"
    assert table.core.phase is Phase.AFTER_ROLL


def test_ev_04_a_card_without_an_event_only_has_its_number() -> None:
    table = events("ben: settlement 5S")
    assert only(turn(table, "anna", 4), Produced).gains == {BEN: {"wool": 1}}
    assert table.questions == []


def test_ev_04_a_seven_brings_nothing() -> None:
    table = events("ben: settlement 5S")
    turn(table, "anna", 7, "robber_attack")
    table.enter(MoveRobber(ANNA, HexId(0)))
    assert table.cards("ben") == ""
