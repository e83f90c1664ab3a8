"""What fish tokens buy."""

from __future__ import annotations

import pytest

from companion.app.narrate import command_text, event_text, violation_text
from companion.engine.command import Command
from companion.engine.decide import certainty
from companion.engine.ids import EdgeId, HexId
from companion.engine.level import Level
from companion.engine.verdict import Certainty
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.hands import CardsDrawn, CardsMoved
from companion.rules.base.robber import MoveRobber
from companion.rules.base.roll import SevenRolled
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.scenarios.fishermen.catch import PileShuffled
from companion.rules.scenarios.fishermen.spending import (
    BuildFreeRoad,
    DrawCard,
    DrawDevelopmentCard,
    DriveOffRobber,
    TakeResource,
    TokensSpent,
    payments,
)
from tests.kit.fishing import Fishery, fishing
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN, CARLA, only, told


def rich(tokens: str, **how: object) -> Fishery:
    """Anna has rolled and has these tokens; the robber stands on hex 4."""
    return fishing(tokens={"anna": tokens}, **{"rolled": True, "robber": 4, **how})  # type: ignore[arg-type]


# --- FI-06: the actions


def test_fi_06_two_fish_send_the_robber_off_the_board_until_the_next_seven() -> None:
    table = rich("2")
    table.enter(DriveOffRobber(ANNA, (2,)))
    assert (table.base.robber, table.tokens("anna"), table.open) == (None, "", 1)
    table.end()
    table.roll("ben", 3, 4)
    table.enter(MoveRobber(BEN, HexId(4)))
    assert table.base.robber == 4, "he may come back where he was"


def test_fi_06_a_knight_card_brings_the_robber_back_too() -> None:
    table = rich("2")
    table.given_development("anna")
    table.enter(DriveOffRobber(ANNA, (2,)))
    table.enter(PlayKnight(ANNA, HexId(0)))
    assert table.base.robber == 0


def test_fi_06_a_robber_off_the_board_cannot_be_sent_away() -> None:
    table = rich("2", robber=None)
    assert table.refused(DriveOffRobber(ANNA, (2,))) == {"FI-06"}
    assert table.options("anna", DriveOffRobber) == []


def test_fi_06_three_fish_draw_a_card_from_any_opponent() -> None:
    table = rich("3", hands={"ben": "1 ore 1 wool"}, pieces="ben: settlement 18S")
    assert table.options("anna", DrawCard) == [DrawCard(ANNA, (3,), BEN)], "the others have no card"
    events = table.enter(DrawCard(ANNA, (3,), BEN))
    assert told(events, CardsDrawn) == [CardsDrawn(BEN, ANNA)]
    assert (table.cards("anna"), table.cards("ben")) == ("1 ?", "1 ?")


def test_fi_06_the_card_drawn_may_be_seen() -> None:
    table = rich("3 3", hands={"ben": "1 ore 1 wool"})
    assert table.refused(DrawCard(ANNA, (3,), BEN, "grain")) == {"FI-06"}
    assert table.impossible(DrawCard(ANNA, (3,), BEN, "gold")) == {"B-06"}
    events = table.enter(DrawCard(ANNA, (3,), BEN, "ore"))
    assert only(events, CardsMoved).cards == {"ore": 1}
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "1 wool")


def test_fi_06_nothing_can_be_drawn_from_an_empty_hand_or_from_oneself() -> None:
    table = rich("3", hands={"anna": "1 ore"})
    assert table.refused(DrawCard(ANNA, (3,), BEN)) == {"FI-06"}
    assert table.impossible(DrawCard(ANNA, (3,), ANNA)) == {"FI-06"}
    assert table.impossible(DrawCard(ANNA, (3,), "zoe")) == {"B-14"}  # type: ignore[arg-type]


def test_fi_06_four_fish_take_a_resource_from_the_bank() -> None:
    table = rich("3 1")
    table.enter(TakeResource(ANNA, (3, 1), "grain"))
    assert (table.cards("anna"), table.tokens("anna"), table.open) == ("1 grain", "", 2)


def test_fi_06_the_bank_must_have_the_resource() -> None:
    table = rich("2 2", hands={"ben": "19 ore"})
    assert table.refused(TakeResource(ANNA, (2, 2), "ore")) == {"FI-06"}
    assert table.impossible(TakeResource(ANNA, (2, 2), "cloth")) == {"FI-06"}
    offered = {option.good for option in table.options("anna", TakeResource)}  # type: ignore[attr-defined]
    assert offered == {"lumber", "brick", "wool", "grain"}


def test_fi_06_five_fish_build_a_road() -> None:
    table = rich("3 2", pieces="anna: settlement 4N, road 4NE", hands={"anna": "1 ore"})
    table.enter(BuildFreeRoad(ANNA, (3, 2), edge("4NW")))
    assert table.roads("anna") == {edge("4NE"), edge("4NW")}
    assert (table.cards("anna"), table.tokens("anna")) == ("1 ore", "")


def test_fi_06_the_road_needs_a_place_like_any_other() -> None:
    table = rich("3 2", pieces="anna: settlement 4N, road 4NE; ben: road 18SE")
    assert table.refused(BuildFreeRoad(ANNA, (3, 2), edge("18SW"))) == {"B-50"}
    assert table.impossible(BuildFreeRoad(ANNA, (3, 2), edge("18SE"))) == {"B-50"}
    assert table.impossible(BuildFreeRoad(ANNA, (3, 2), EdgeId("99E"))) == {"B-04"}


def test_fi_06_a_free_road_may_take_longest_road() -> None:
    table = rich("3 2", pieces="anna: way 4N 4NE 4SE 4S 4SW, settlement 4N")
    table.enter(BuildFreeRoad(ANNA, (3, 2), table.land.edge("4W")))
    assert table.longest == ("anna", 5)


def test_fi_06_seven_fish_draw_a_development_card_for_the_next_turn() -> None:
    table = rich("3 2 2")
    table.enter(DrawDevelopmentCard(ANNA, (3, 2, 2)))
    assert table.base.development.held[ANNA] == (1,)
    assert "B-53" in table.refused(PlayKnight(ANNA, HexId(0))), "not in this turn"


def test_fi_06_an_empty_development_deck_has_nothing_to_sell() -> None:
    table = rich("3 2 2").given_development_deck(0)
    assert table.impossible(DrawDevelopmentCard(ANNA, (3, 2, 2))) == {"B-53"}
    assert table.options("anna", DrawDevelopmentCard) == []


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_fi_06_all_actions_are_known_where_hands_are_not_entered(level: Level) -> None:
    table = rich("3 3 3 3 3 3 3", level=level, pieces="anna: settlement 4N", hands={})
    ways: list[Command] = [
        DriveOffRobber(ANNA, (3,)),
        BuildFreeRoad(ANNA, (3, 3), edge("4NE")),
        TakeResource(ANNA, (3, 3), "ore"),
    ]
    for command in ways:
        assert command in table.options("anna", type(command))
        table.enter(command)
    assert table.open == 5
    if level is Level.L2:
        table.enter(DrawCard(ANNA, (3,), BEN))


# --- FI-06: paying


def test_fi_06_fish_too_many_are_lost() -> None:
    table = rich("3 3")
    table.enter(DriveOffRobber(ANNA, (3,)))
    assert (table.tokens("anna"), table.open) == ("3", 1), "nothing comes back"


def test_fi_06_each_action_is_paid_by_itself() -> None:
    """Two threes are six fish, but not two for the robber and four for a resource."""
    table = rich("3 3")
    table.enter(DriveOffRobber(ANNA, (3,)))
    (fault,) = table.violations(TakeResource(ANNA, (3,), "ore"))
    assert (fault.key, fault.params) == ("fish.too-few", {"player": "anna", "count": 3, "needed": 4})
    text = violation_text(fault, table.core.players)
    assert text == "Anna gives 3 fish, but 4 are needed."


def test_fi_06_several_actions_in_a_turn_are_allowed() -> None:
    table = rich("2 3 1")
    table.enter(DriveOffRobber(ANNA, (2,)))
    table.enter(TakeResource(ANNA, (3, 1), "ore"))
    assert table.cards("anna") == "1 ore"


@pytest.mark.parametrize("tokens", [(), (1,)])
def test_fi_06_too_few_fish_buy_nothing(tokens: tuple[int, ...]) -> None:
    table = rich("1 1 1")
    assert table.refused(DriveOffRobber(ANNA, tokens)) == {"FI-06"}
    table.overrule(DriveOffRobber(ANNA, tokens))
    assert table.base.robber is None


def test_fi_06_only_in_the_own_turn_after_the_roll() -> None:
    table = fishing(tokens={"anna": "2", "ben": "2"}, robber=4)
    assert table.refused(DriveOffRobber(ANNA, (2,))) == {"B-21"}
    table.roll("anna", 1, 5)
    assert table.refused(DriveOffRobber(BEN, (2,))) == {"B-20"}
    table.enter(DriveOffRobber(ANNA, (2,)))


def test_fi_06_tokens_that_a_player_cannot_have_are_refused_with_the_reason() -> None:
    table = rich("1 1 2")
    (fault,) = table.violations(DriveOffRobber(ANNA, (3,)))
    text = violation_text(fault, table.core.players)
    assert text == "Anna cannot have these fish tokens: of 3 there, these are known: 2, 1, 1."
    assert table.refused(TakeResource(ANNA, (2, 2), "ore")) == {"FI-06"}
    (fault,) = table.violations(TakeResource(ANNA, (2, 2, 1, 1), "ore"))
    assert violation_text(fault, table.core.players) == "Anna does not have 4 of the fish tokens, only 3."


def test_fi_06_what_nobody_has_seen_may_be_what_is_needed() -> None:
    table = rich("2 ?")
    rules = table.session.ruleset
    assert certainty(rules, table.state, DriveOffRobber(ANNA, (2,))) is Certainty.SURE
    assert certainty(rules, table.state, TakeResource(ANNA, (2, 2), "ore")) is Certainty.POSSIBLE
    assert table.refused(TakeResource(ANNA, (3, 3), "ore")) == {"FI-06"}, "only one is unseen"
    table.enter(TakeResource(ANNA, (3, 2), "ore"))
    assert table.tokens("anna") == ""


def test_fi_06_a_token_spent_tells_of_those_that_are_left() -> None:
    """All threes but one lie open, and Anna spends the last one."""
    table = rich("? ?", hands={"ben": "2 ore"})
    table.given_spent("3 3 3 3 3 3 3")
    table.enter(DrawCard(ANNA, (3,), BEN))
    assert table.refused(DrawCard(ANNA, (3,), BEN)) == {"FI-06"}


def test_fi_06_spent_tokens_lie_open_until_the_pile_is_empty() -> None:
    table = rich("3 3", pieces="ben: settlement 0N", boot="carla")
    table.given_spent(" ".join(["1"] * 11 + ["2"] * 10 + ["3"] * 5))
    table.enter(DriveOffRobber(ANNA, (3,)))
    assert (table.open, table.pile) == (27, 1)
    table.end()
    assert told(table.roll("ben", 1, 3), PileShuffled)
    assert (table.open, table.pile, table.tokens("ben")) == (0, 27, "3")


def test_fi_06_what_was_the_open_ones_is_known_of_the_new_pile() -> None:
    """The new pile has 11 ones, 10 twos and 6 threes; two more are with Anna and Ben, known to be threes."""
    table = rich("3", pieces="ben: settlement 0N, settlement 1N", boot="carla")
    table.given_spent(" ".join(["1"] * 11 + ["2"] * 10 + ["3"] * 6))
    table.end()
    table.roll("ben", 1, 3)
    assert table.tokens("ben") == "3 ?"
    bank = {name: table.fi.tokens.bank_high(name) for name in ("one", "two", "three")}
    assert bank == {"one": 11, "two": 10, "three": 6}


def test_fi_06_offered_is_every_way_to_pay_without_a_token_for_nothing() -> None:
    table = rich("3 2 2 1 1")
    paid = [option.tokens for option in table.options("anna", DriveOffRobber)]  # type: ignore[attr-defined]
    assert paid == [(2,), (1, 1), (3,)]
    resources = {option.tokens for option in table.options("anna", TakeResource)}  # type: ignore[attr-defined]
    assert resources == {(3, 1), (2, 2), (3, 2), (2, 1, 1)}


@pytest.mark.parametrize("fish", range(1, 8))
def test_fi_06_every_payment_is_enough_and_none_of_it_too_much(fish: int) -> None:
    found = payments(fish)
    every = {
        (3,) * threes + (2,) * twos + (1,) * ones
        for threes in range(8)
        for twos in range(8 - threes)
        for ones in range(8 - threes - twos)
    }
    needed = {given for given in every if given and sum(given) >= fish > sum(given) - min(given)}
    assert set(found) == needed
    assert len(found) == len(needed)


def test_fi_06_it_is_told_in_words() -> None:
    table = rich("3 1")
    command = TakeResource(ANNA, (3, 1), "ore")
    assert command_text(command, table.core.players) == "Anna takes ore for fish: 3, 1"
    spent = only(table.enter(command), TokensSpent)
    assert event_text(spent, table.core.players) == "Anna spends fish tokens: 3, 1."


# --- FI-07: fish are no resources


def test_fi_07_fish_do_not_count_on_a_seven() -> None:
    table = fishing(tokens={"ben": "3 3 3 3 3 3 3"}, hands={"ben": "7 ore"})
    events = table.roll("anna", 3, 4)
    assert only(events, SevenRolled).limits[BEN] == 7
    assert table.questions == [("robber", "anna")], "Ben returns nothing"


def test_fi_07_the_robber_takes_no_fish() -> None:
    table = fishing(
        tokens={"ben": "3 3"}, pieces="ben: settlement 4N; carla: settlement 4S", hands={"carla": "1 ore"}
    )
    table.roll("anna", 3, 4)
    assert table.refused(MoveRobber(ANNA, HexId(4), BEN)) == {"B-31"}, "Ben has no cards"
    assert table.impossible(MoveRobber(ANNA, HexId(4), CARLA, "three")) == {"B-06"}
    table.enter(MoveRobber(ANNA, HexId(4), CARLA))
    assert table.tokens("ben") == "3 3"


def test_fi_07_fish_are_not_traded() -> None:
    table = rich("3 3 3 3", hands={"anna": "1 ore", "ben": "1 wool"})
    assert table.impossible(TradeWithPlayer(ANNA, BEN, {"three": 1}, {"wool": 1})) == {"B-06"}
    assert table.impossible(TradeWithBank(ANNA, {"three": 4}, {"wool": 1})) == {"B-06"}
