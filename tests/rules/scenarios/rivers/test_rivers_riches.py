"""The wealthiest settler and the poor settlers (RI-06, RI-07, RI-09, RI-11)."""

from __future__ import annotations

from companion.app.narrate import event_text
from companion.engine.core import ChangeLevel, StateTurn
from companion.engine.level import Level
from companion.rules.base.building import BuildRoad
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.gold.facts import StateGold
from companion.rules.gold.trading import BuyWithGold, GiveGold
from companion.rules.presentation.parts import Message
from companion.rules.scenarios.rivers.facts import StatePoverty, StateWealth
from companion.rules.scenarios.rivers.riches import (
    ClaimWealth,
    PovertyHeld,
    ReturnPoverty,
    ReturnWealth,
    TakePoverty,
    WealthHeld,
)
from tests.kit.island import corner, edge
from tests.kit.rivers import RIVER_BOARD, RIVERS, Waterside, rivers
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, Evening, evening, told


def set_up(*places: tuple[str, str], names: str = "anna ben") -> Waterside:
    """A set-up with these settlements and roads, in the order in which they are placed."""
    table = Waterside(evening(names, modules=RIVERS, level=Level.L3).session)
    table.enter(LayBoard(ANNA, RIVER_BOARD))
    for site, way in places:
        who = table.core.pending[0].who
        table.enter(PlaceBuilding(who, corner(site)))
        table.enter(PlaceRoad(who, edge(way)))
    return table


def test_ri_06_whoever_alone_has_most_gold_is_worth_a_point_more() -> None:
    table = rivers(gold={"anna": 3, "ben": 2, "carla": 1, "david": 1})
    assert table.ri.wealthiest == "anna"
    assert table.score("anna") == {"wealthiest": 1}


def test_ri_06_the_card_lies_aside_on_a_tie_and_goes_to_whoever_leads_then() -> None:
    table = rivers(level="L2", gold={"anna": 3, "ben": 2, "carla": 1, "david": 0})
    events = table.enter(GiveGold(ANNA, DAVID, 1))
    assert told(events, WealthHeld) == [WealthHeld(None)]
    assert event_text(WealthHeld(None), table.core.players) == "Nobody is the wealthiest settler."
    events = table.enter(GiveGold(ANNA, CARLA, 1))
    assert told(events, WealthHeld) == [], "Ben and Carla have two gold each"
    events = table.enter(GiveGold(ANNA, BEN, 1))
    assert told(events, WealthHeld) == [WealthHeld(BEN)]
    assert (table.points("anna"), table.points("ben")) == (-2, 1)


def test_ri_06_whoever_spends_the_lead_gives_up_the_card() -> None:
    table = rivers(gold={"anna": 5, "ben": 4, "carla": 1, "david": 0})
    events = table.enter(BuyWithGold(ANNA, "ore"))
    assert told(events, WealthHeld) == [WealthHeld(BEN)]


def test_ri_07_all_with_the_least_gold_have_two_points_fewer() -> None:
    table = rivers(gold={"anna": 3, "ben": 1, "carla": 1, "david": 2})
    assert table.ri.poor == ("ben", "carla")
    assert table.score("ben") == {"poor": -2}
    assert [table.points(who) for who in table.core.ids] == [1, -2, -2, 0]
    assert event_text(PovertyHeld((BEN, CARLA)), table.core.players) == "Poor settlers: Ben, Carla."


def test_ri_07_with_the_same_gold_all_are_poor() -> None:
    for gold in (0, 3):
        table = rivers(gold={"anna": 9, "ben": gold, "carla": gold, "david": gold})
        table.given_gold("anna", gold)
        assert table.ri.poor == ("anna", "ben", "carla", "david")
        assert table.ri.wealthiest is None


def test_ri_07_whoever_gets_gold_leaves_the_poor() -> None:
    table = rivers(
        gold={"anna": 1, "ben": 1, "carla": 2, "david": 3},
        pieces="anna: settlement 7N, road 7NE",
        hands={"anna": "1 brick 1 lumber"},
    )
    table.given_gold("anna", 1)
    events = table.enter(BuildRoad(ANNA, edge("7E")))
    assert told(events, PovertyHeld) == [PovertyHeld((BEN,))]


def test_ri_11_nothing_is_judged_before_the_set_up_is_over() -> None:
    """Anna's first road lies at a river; Ben's last one ends the set-up."""
    first = (("3N", "3NW"), ("0N", "0NW"), ("7SW", "7SW"))
    table = set_up(*first)
    assert table.gold("anna") == 2
    assert (table.ri.wealthiest, table.ri.poor) == (None, ())
    assert table.points("ben") == 2
    table.enter(PlaceBuilding(ANNA, corner("2N")))
    events = table.enter(PlaceRoad(ANNA, edge("2NE")))
    assert told(events, WealthHeld) == [WealthHeld(ANNA)]
    assert told(events, PovertyHeld) == [PovertyHeld((BEN,))]
    assert (table.points("anna"), table.points("ben")) == (3, 0)


def test_ri_11_after_a_set_up_without_gold_all_are_poor() -> None:
    table = set_up(("0N", "0NW"), ("1N", "1NE"), ("11SE", "11E"), ("7SW", "7SW"))
    assert table.ri.poor == ("anna", "ben")
    assert (table.points("anna"), table.points("ben")) == (0, 0)


def test_ri_11_a_set_up_that_the_table_has_left_is_judged_with_the_first_turn() -> None:
    table = set_up(("3N", "3NW"))
    table.enter(StateTurn(ANNA, BEN))
    assert (table.ri.wealthiest, table.ri.poor) == ("anna", ("ben",))


def test_ri_11_gold_from_hand_to_hand_is_one_change() -> None:
    """Nobody loses the card for a moment between Anna's paying and Ben's getting."""
    table = rivers(level="L2", gold={"anna": 2, "ben": 1, "carla": 1, "david": 1})
    events = table.enter(GiveGold(ANNA, BEN, 1))
    assert told(events, PovertyHeld) == [PovertyHeld((ANNA, CARLA, DAVID))]
    assert told(events, WealthHeld) == [WealthHeld(BEN)]


def test_ri_11_gold_that_the_table_states_is_judged_too() -> None:
    table = rivers(gold={"anna": 1})
    table.enter(StateGold(ANNA, DAVID, 7))
    assert table.ri.wealthiest == "david"


def test_ri_11_both_changes_are_told_in_a_message() -> None:
    told_of = {message.event for message in rivers().table.ruleset.presented(Message)}
    assert {WealthHeld, PovertyHeld} <= told_of


def test_ri_09_ten_points_win_and_the_card_may_be_the_last_of_them() -> None:
    table = rivers(level="L2", gold={"anna": 2, "ben": 3, "carla": 0, "david": 3})
    assert table.table.value("points_to_win", ANNA) == 10
    table.given_points("anna", 9)
    table.enter(StateGold(ANNA, ANNA, 4))
    assert table.core.winner == "anna"


def test_ri_09_a_poor_settler_needs_two_points_more() -> None:
    table = rivers(rolled=False, level="L2", gold={"ben": 1, "carla": 1, "david": 2})
    table.given_points("anna", 9)
    assert table.score("anna")["poor"] == -2
    table.roll("anna")
    assert table.core.winner is None
    table.enter(StateGold(ANNA, ANNA, 2))
    assert table.core.winner == "anna"


# --- without places


def at_l1() -> Evening:
    return evening(modules=RIVERS, level=Level.L1).rolled()


def test_ri_06_without_places_one_tap_says_who_is_the_wealthiest() -> None:
    table = at_l1()
    table.enter(ClaimWealth(ANNA))
    assert table.score("anna") == {"buildings": 2, "wealthiest": 1}
    assert table.refused(ClaimWealth(ANNA)) == {"RI-06"}
    assert table.refused(ReturnWealth(BEN)) == {"RI-06"}
    table.enter(ClaimWealth(BEN))
    assert (table.points("anna"), table.points("ben")) == (2, 3)
    table.enter(ReturnWealth(BEN))
    assert table.points("ben") == 2


def test_ri_07_without_places_one_tap_says_who_is_poor() -> None:
    table = at_l1()
    table.enter(TakePoverty(BEN))
    table.enter(TakePoverty(ANNA))
    assert [table.points(who) for who in table.core.ids] == [0, 0, 2, 2]
    assert table.refused(TakePoverty(ANNA)) == {"RI-07"}
    assert table.refused(ReturnPoverty(CARLA)) == {"RI-07"}
    table.enter(ReturnPoverty(ANNA))
    assert table.points("anna") == 2


def test_ri_06_without_places_the_cards_are_stated_in_catch_up() -> None:
    table = at_l1()
    table.enter(StateWealth(ANNA, CARLA))
    table.enter(StatePoverty(ANNA, BEN, True))
    facts = {fact.name: fact for fact in table.table.ruleset.facts}
    assert [facts["wealthiest"].value(table.table, who) for who in table.core.ids] == [0, 0, 1, 0]
    assert [facts["poor"].value(table.table, who) for who in table.core.ids] == [0, 1, 0, 0]
    table.enter(facts["poor"].state(table.table, BEN, 0))
    table.enter(facts["wealthiest"].state(table.table, CARLA, 0))
    assert (table.points("ben"), table.points("carla")) == (2, 2)


def test_ri_11_once_places_are_entered_the_cards_follow_from_the_gold() -> None:
    table = at_l1()
    table.enter(ClaimWealth(ANNA))
    table.enter(ChangeLevel(ANNA, Level.L2))
    assert table.points("anna") == -2, "nobody has said how much gold there is"
    table.enter(LayBoard(ANNA, RIVER_BOARD))
    table.enter(StateGold(ANNA, BEN, 2))
    assert table.score("ben") == {"wealthiest": 1}
    table.enter(ChangeLevel(ANNA, Level.L1))
    assert table.score("ben")["wealthiest"] == 1, "the card stays where it lies"
