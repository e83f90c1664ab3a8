"""The seven with counted hands: everyone's discards, where the robber goes, and whom he robs."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.app.narrate import command_text, decision_text, violation_text
from companion.engine.ids import HexId, PlayerId
from companion.engine.state import Phase
from companion.engine.verdict import Accepted, Certainty
from companion.rules.base.building import BuildRoad
from companion.rules.base.hands import CardsDrawn
from companion.rules.base.robber import DiscardCards, MoveRobber, RobberMoved
from companion.rules.base.roll import SevenRolled
from companion.rules.base.turn import EndTurn
from tests.kit.island import Island, bag, edge, island
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, none, only


def seven(
    pieces: str = "", hands: dict[str, str] | None = None, *, level: str = "L3", robber: int | None = None
) -> Island:
    """Anna has rolled a seven."""
    table = island(pieces=pieces, hands=hands, level=level, robber=robber, rolled=False)
    table.roll("anna", 3, 4)
    return table


def moves(table: Island, who: str = "anna") -> set[tuple[int, str | None]]:
    """What is offered: the hex, and who is robbed."""
    offered = [option for option in table.options(who, MoveRobber) if isinstance(option, MoveRobber)]
    assert len(offered) == len(set(map(repr, offered))), "nothing is offered twice"
    return {(option.hex, option.victim) for option in offered}


# --- B-30: half of more than seven


@pytest.mark.parametrize(
    ("cards", "owed"),
    [(0, None), (7, None), (8, 4), (9, 4), (10, 5), (11, 5), (13, 6), (19, 9)],
)
def test_b_30_more_than_seven_cards_return_half_rounded_down(cards: int, owed: int | None) -> None:
    table = seven(hands={"ben": f"{cards} wool"} if cards else {})
    question = table.table.question("discard", BEN)
    assert (question and question.params["count"]) == owed


def test_b_30_unknown_cards_count_like_others() -> None:
    table = seven(hands={"ben": "5 wool 4 ?"})
    assert table.questions == [("discard", "ben")]
    assert decision_text(table.core.pending[0], table.core.players) == "Ben: which 4 cards are discarded?"


def test_b_30_nobody_produces_on_a_seven() -> None:
    table = seven("anna: city 4N; ben: city 4SE")
    assert table.cards("anna") == table.cards("ben") == ""


def test_b_30_where_hands_are_not_counted_only_the_limit_is_said() -> None:
    table = island(level="L2", rolled=False)
    events = table.roll("anna", 3, 4)
    assert only(events, SevenRolled).limits == dict.fromkeys(table.core.ids, 7)
    assert table.questions == [("robber", "anna")]


@pytest.mark.parametrize(
    ("cards", "unseen", "left"),
    [
        ("4 wool", 0, "1 wool 4 ore"),
        ("2 wool 2 ore", 0, "3 wool 2 ore"),
        # two that nobody saw: two of wool and ore, so at least one of each is left
        ("2 wool", 2, "1 wool 2 ore 2 ?"),
        ("", 4, "1 wool 4 ?"),
    ],
)
def test_b_30_cards_go_back_seen_or_unseen(cards: str, unseen: int, left: str) -> None:
    table = seven(hands={"ben": "5 wool 4 ore"})
    table.enter(DiscardCards(BEN, bag(cards), unseen))
    assert table.cards("ben") == left
    table.sound()


@pytest.mark.parametrize(("cards", "unseen"), [("3 wool", 0), ("5 wool", 0), ("", 3), ("2 wool", 3), ("", 0)])
def test_b_30_neither_more_nor_fewer_than_half(cards: str, unseen: int) -> None:
    table = seven(hands={"ben": "5 wool 4 ore"})
    assert table.refused(DiscardCards(BEN, bag(cards), unseen)) == {"B-30"}


def test_b_30_a_wrong_number_in_words() -> None:
    table = seven(hands={"ben": "5 wool 4 ore"})
    (violation,) = table.violations(DiscardCards(BEN, {"wool": 3}))
    assert violation_text(violation, table.core.players) == "Ben discards 3 cards, but owes 4."


def test_b_30_only_cards_that_one_holds() -> None:
    table = seven(hands={"ben": "5 wool 4 ore"})
    (violation,) = table.violations(DiscardCards(BEN, {"grain": 4}))
    assert violation_text(violation, table.core.players) == (
        "Ben cannot have grain, since the whole hand is known: 5 wool, 4 ore."
    )
    assert table.refused(DiscardCards(BEN, {"ore": 4, "wool": 6})) == {"B-30"}


def test_b_30_a_card_seen_among_unknown_ones_becomes_known() -> None:
    """Carla holds eight cards of which one is unknown; she returns an ore, so that was it."""
    table = seven(hands={"carla": "7 wool 1 ?ore/grain"})
    command = DiscardCards(CARLA, {"ore": 1, "wool": 3})
    verdict = table.session.judge(command)
    assert isinstance(verdict, Accepted) and verdict.certainty is Certainty.POSSIBLE
    table.enter(command)
    assert table.cards("carla") == "4 wool"


def test_b_30_by_its_ruling_the_table_lets_another_number_go_back() -> None:
    table = seven(hands={"ben": "5 wool 4 ore"})
    table.overrule(DiscardCards(BEN, {"wool": 3}))
    assert table.cards("ben") == "2 wool 4 ore"
    assert table.questions == [("robber", "anna")]


# --- B-33: all discards, and only then the robber

OWED = {ANNA: {"ore": 4}, BEN: {"wool": 5}, DAVID: {"grain": 4}}


@pytest.mark.parametrize("order", list(permutations(OWED)), ids=" ".join)
def test_b_33_several_discards_in_any_order_and_then_the_robber(order: tuple[PlayerId, ...]) -> None:
    table = seven(hands={"anna": "8 ore", "ben": "10 wool", "carla": "7 lumber", "david": "9 grain"})
    assert table.questions == [("discard", "anna"), ("discard", "ben"), ("discard", "david")]
    for who in order:
        assert table.impossible(MoveRobber(ANNA, HexId(0))) == {"B-33"}
        table.enter(DiscardCards(who, OWED[who]))
    assert table.questions == [("robber", "anna")]
    assert [table.cards(who) for who in table.core.ids] == ["4 ore", "5 wool", "7 lumber", "5 grain"]


def test_b_33_who_owes_nothing_returns_nothing() -> None:
    table = seven(hands={"anna": "8 ore", "carla": "7 lumber"})
    assert table.impossible(DiscardCards(CARLA, {"lumber": 3})) == {"B-24"}
    assert table.impossible(DiscardCards(BEN, {}, 0)) == {"B-24"}


def test_b_33_a_discard_that_the_table_leaves_lets_the_robber_move() -> None:
    table = seven(hands={"ben": "9 wool"})
    table.leave("discard", "ben")
    assert table.questions == [("robber", "anna")]
    assert table.cards("ben") == "9 wool"


# --- B-31: the robber moves


def test_b_31_the_roller_moves_the_robber_to_another_hex() -> None:
    table = seven()
    assert table.questions == [("robber", "anna")]
    assert moves(table) == {(hex, None) for hex in range(19) if hex != 9}
    assert table.refused(MoveRobber(ANNA, HexId(9))) == {"B-31"}
    table.enter(MoveRobber(ANNA, HexId(4)))
    assert table.base.robber == 4
    assert table.core.phase is Phase.AFTER_ROLL


def test_b_31_the_desert_is_a_hex_like_others() -> None:
    table = seven(robber=4)
    table.enter(MoveRobber(ANNA, HexId(9)))
    assert table.base.robber == 9


def test_b_31_only_the_roller_moves_him() -> None:
    table = seven()
    assert table.impossible(MoveRobber(BEN, HexId(4))) == {"B-24"}
    assert moves(table, "ben") == set()


def test_b_31_nothing_is_built_before_he_has_moved() -> None:
    table = seven("anna: settlement 4N, road 4NE", {"anna": "1 brick 1 lumber"})
    assert table.refused(BuildRoad(ANNA, edge("4E"))) == {"B-24"}
    assert table.refused(EndTurn(ANNA)) == {"B-24"}
    table.enter(MoveRobber(ANNA, HexId(4)))
    table.enter(BuildRoad(ANNA, edge("4E")))


# --- B-31: whom he robs

AROUND_4 = "anna: settlement 4N; ben: settlement 4SE; carla: city 4SW; david: settlement 14S"
"""Three live at the hills 4: Anna, Ben and Carla. David lives elsewhere."""


@pytest.mark.parametrize(
    ("hands", "may_be_named"),
    [
        # everyone at the hex with cards, and nobody only where nobody has any
        ({"ben": "1 ore", "carla": "2 wool", "david": "3 ore"}, {"ben", "carla"}),
        ({"ben": "1 ore", "david": "3 ore"}, {"ben"}),
        ({"carla": "1 ?"}, {"carla"}),
        # the cards of Anna herself and of David elsewhere do not matter
        ({"anna": "3 ore", "david": "3 ore"}, {"ben", "carla", None}),
        ({}, {"ben", "carla", None}),
    ],
)  # fmt: skip
def test_b_31_who_may_be_named(hands: dict[str, str], may_be_named: set[str | None]) -> None:
    table = seven(AROUND_4, hands)
    assert {victim for hex, victim in moves(table) if hex == 4} == may_be_named
    for victim in (None, "anna", "ben", "carla", "david"):
        named = None if victim is None else PlayerId(victim)
        command = MoveRobber(ANNA, HexId(4), named)
        if victim in may_be_named:
            assert isinstance(table.session.judge(command), Accepted)
        else:
            assert table.refused(command) == {"B-31"}


def test_b_31_named_without_any_cards_nothing_is_taken() -> None:
    table = seven(AROUND_4, {"david": "3 ore"})
    events = table.enter(MoveRobber(ANNA, HexId(4), BEN))
    assert only(events, RobberMoved).to == 4
    assert none(events, CardsDrawn)
    assert table.cards("anna") == table.cards("ben") == ""


def test_b_31_who_has_cards_is_not_spared() -> None:
    table = seven(AROUND_4, {"ben": "1 ore"})
    (violation,) = table.violations(MoveRobber(ANNA, HexId(4)))
    assert violation_text(violation, table.core.players) == "Anna has to rob somebody there, such as Ben."


def test_b_31_a_road_alone_is_not_robbed() -> None:
    table = seven("ben: roads 4NE 4E", {"ben": "3 ore"})
    assert (4, None) in moves(table)
    assert (4, BEN) not in moves(table)


def test_b_31_at_one_corner_several_hexes_can_be_robbed() -> None:
    table = seven("ben: settlement 4N", {"ben": "1 ore"})
    assert {hex for hex, victim in moves(table) if victim == "ben"} == {0, 1, 4}


@pytest.mark.parametrize("taken", [None, "ore"])
def test_b_31_where_hands_are_not_counted_anyone_there_or_nobody(taken: str | None) -> None:
    table = seven(AROUND_4, level="L2")
    assert {victim for hex, victim in moves(table) if hex == 4} == {"ben", "carla", None}
    table.enter(MoveRobber(ANNA, HexId(4), BEN, taken))


# --- B-31: the card


def test_b_31_a_card_drawn_unseen_may_be_any_of_the_victims() -> None:
    table = seven(AROUND_4, {"ben": "2 ore 1 wool"})
    table.enter(MoveRobber(ANNA, HexId(4), BEN))
    assert table.cards("anna") == "1 ?"
    assert table.cards("ben") == "1 ore 1 ?"
    assert (table.hands.high(ANNA, "grain"), table.hands.high(ANNA, "ore")) == (0, 1)
    assert table.hands.odds(ANNA, "ore") == pytest.approx({1: 2 / 3, 0: 1 / 3})
    table.sound()


def test_b_31_from_a_hand_of_one_kind_the_card_is_known() -> None:
    table = seven(AROUND_4, {"ben": "3 ore"})
    table.enter(MoveRobber(ANNA, HexId(4), BEN))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "2 ore")


def test_b_31_the_last_card_is_taken_and_the_hand_is_empty() -> None:
    table = seven(AROUND_4, {"carla": "1 grain"})
    table.enter(MoveRobber(ANNA, HexId(4), CARLA))
    assert (table.cards("anna"), table.cards("carla")) == ("1 grain", "")


def test_b_31_a_card_that_the_table_saw() -> None:
    table = seven(AROUND_4, {"ben": "2 ore 1 ?wool/grain"})
    command = MoveRobber(ANNA, HexId(4), BEN, "wool")
    verdict = table.session.judge(command)
    assert isinstance(verdict, Accepted) and verdict.certainty is Certainty.POSSIBLE
    table.enter(command)
    assert (table.cards("anna"), table.cards("ben")) == ("1 wool", "2 ore")


def test_b_31_a_card_that_the_victim_cannot_have() -> None:
    table = seven(AROUND_4, {"ben": "2 ore 1 wool"})
    (violation,) = table.violations(MoveRobber(ANNA, HexId(4), BEN, "grain"))
    assert violation.rule == "B-31"
    assert violation_text(violation, table.core.players) == (
        "Ben cannot have grain, since the whole hand is known: 1 wool, 2 ore."
    )
    assert table.impossible(MoveRobber(ANNA, HexId(7), None, "ore")) == {"B-31"}, "a card of nobody"


def test_b_31_what_is_told_of_it() -> None:
    table = seven(AROUND_4, {"ben": "2 ore 1 wool"})
    assert decision_text(table.core.pending[0], table.core.players) == (
        "Anna: where does the robber go, and who is robbed?"
    )
    assert command_text(MoveRobber(ANNA, HexId(4), BEN), table.core.players) == "Anna moves the robber"


def test_b_31_the_table_may_let_him_stay() -> None:
    table = seven(AROUND_4, {"ben": "2 ore"})
    table.overrule(MoveRobber(ANNA, HexId(9)))
    assert table.base.robber == 9
    assert table.core.phase is Phase.AFTER_ROLL
