"""What a roll brings on a tracked board, and what happens when the bank runs out of a card."""

from __future__ import annotations

import pytest

from companion.app.narrate import decision_text, event_text
from companion.engine.event import Event
from companion.engine.state import Phase
from companion.rules.base.board import Board
from companion.rules.base.building import CityBuilt, SettlementBuilt
from companion.rules.base.goods import RESOURCES
from companion.rules.base.roll import Produced
from companion.rules.base.showing import CountBank
from tests.kit.boards import drawn
from tests.kit.island import BEGINNERS, Island, corner, island
from tests.kit.tables import ANNA, BEN, only

SEVEN_HEXES = drawn("""
     f5 h6
    g9 d m6
     p8 f9
""")
"""0 forest 5, 1 hills 6; 2 fields 9, 3 desert, 4 mountains 6; 5 pasture 8, 6 forest 9."""


def thrown(table: Island, number: int) -> tuple[Event, ...]:
    """Anna rolls a number."""
    white = max(1, number - 6)
    return table.roll("anna", white, number - white)


def before(
    pieces: str, hands: dict[str, str] | None = None, *, board: Board = BEGINNERS, robber: int | None = None
) -> Island:
    """A table at which Anna rolls next."""
    return island(pieces=pieces, hands=hands, board=board, robber=robber, rolled=False)


# --- B-06: the bank


def test_b_06_the_bank_has_nineteen_cards_of_each_resource() -> None:
    table = island()
    assert [table.bank(good) for good in RESOURCES] == [(19, 19)] * 5
    assert table.cards(None) == "19 lumber 19 brick 19 wool 19 grain 19 ore"


def test_b_06_what_players_hold_is_missing_in_the_bank() -> None:
    table = island(hands={"anna": "3 ore 1 wool", "ben": "2 ore"})
    assert table.bank("ore") == (14, 14)
    assert table.bank("wool") == (18, 18)


# --- B-22: production


@pytest.mark.parametrize(
    ("pieces", "number", "anna", "ben"),
    [
        # 4N lies between the mountains 10, the pasture 2 and the hills 6
        ("anna: settlement 4N", 6, "1 brick", ""),
        ("anna: settlement 4N", 10, "1 ore", ""),
        ("anna: settlement 4N", 2, "1 wool", ""),
        ("anna: settlement 4N", 8, "", ""),
        ("anna: city 4N", 6, "2 brick", ""),
        ("anna: settlements 4N 4SE", 6, "2 brick", ""),
        ("anna: city 4N, settlement 4SE", 6, "3 brick", ""),
        ("anna: settlement 4N; ben: city 4SE", 6, "1 brick", "2 brick"),
        # nine lies on a forest and on fields, eight on mountains and on a forest
        ("anna: settlements 2N 7NW", 9, "1 lumber 1 grain", ""),
        ("anna: city 11NE; ben: settlement 12SW", 8, "2 ore", "1 lumber"),
        # between the desert and two others: the desert brings nothing
        ("anna: city 9NE", 4, "2 wool", ""),
        ("anna: roads 4NE 4E", 6, "", ""),
    ],
)  # fmt: skip
def test_b_22_each_hex_with_the_number_pays_its_neighbours(
    pieces: str, number: int, anna: str, ben: str
) -> None:
    table = before(pieces)
    thrown(table, number)
    assert (table.cards("anna"), table.cards("ben")) == (anna, ben)


def test_b_22_two_hexes_of_one_number_pay_the_same_settlement_twice() -> None:
    """Beside the hills 6 and the mountains 6 of a small island."""
    table = before("anna: city 4N", board=SEVEN_HEXES)
    thrown(table, 6)
    assert table.cards("anna") == "2 brick 2 ore"


def test_b_22_everyone_is_paid_not_only_the_player_on_turn() -> None:
    table = before("ben: settlement 4N; carla: settlement 4SE; david: city 4SW")
    assert only(thrown(table, 6), Produced).gains == {
        "ben": {"brick": 1},
        "carla": {"brick": 1},
        "david": {"brick": 2},
    }


def test_b_22_a_city_pays_two_as_soon_as_it_stands() -> None:
    table = before("anna: settlement 4N")
    table.given(SettlementBuilt(BEN, corner("4SE")), CityBuilt(BEN, corner("4SE")))
    thrown(table, 6)
    assert (table.cards("anna"), table.cards("ben")) == ("1 brick", "2 brick")


def test_b_22_on_a_board_without_counted_hands_the_cards_are_told_all_the_same() -> None:
    table = island(level="L2", pieces="anna: city 4N", rolled=False)
    event = only(thrown(table, 6), Produced)
    assert event_text(event, table.core.players) == "The hexes produce: Anna 2 brick."


# --- B-32: the robber's hex


def test_b_32_the_robbers_hex_pays_nothing_and_others_of_that_number_do() -> None:
    table = before("anna: settlement 2N; ben: settlement 7NW", robber=2)
    thrown(table, 9)
    assert (table.cards("anna"), table.cards("ben")) == ("", "1 grain")


def test_b_32_where_the_robber_was_pays_again() -> None:
    table = before("anna: city 4N", robber=4)
    assert only(thrown(table, 6), Produced).gains == {}
    free = before("anna: city 4N", robber=9)
    thrown(free, 6)
    assert free.cards("anna") == "2 brick"


# --- B-23: shortage


@pytest.mark.parametrize(
    ("pieces", "left", "paid", "short"),
    [
        # enough for all
        ("anna: settlement 4N; ben: settlement 4SE", 2, {"anna": 1, "ben": 1}, False),
        ("anna: city 4N; ben: settlement 4SE", 3, {"anna": 2, "ben": 1}, False),
        # too few for several: nobody gets any, not even as many as there are
        ("anna: settlement 4N; ben: settlement 4SE", 1, {}, True),
        ("anna: city 4N; ben: settlement 4SE", 2, {}, True),
        ("anna: city 4N; ben: settlement 4SE; carla: settlement 4SW", 3, {}, True),
        # too few for one alone: that player gets what is left
        ("anna: city 4N", 1, {"anna": 1}, True),
        ("anna: settlements 4N 4SE", 1, {"anna": 1}, True),
        ("anna: cities 4N 4SE, settlement 4SW", 3, {"anna": 3}, True),
        ("ben: city 4N", 1, {"ben": 1}, True),
        # nothing left
        ("anna: settlement 4N", 0, {}, True),
        ("anna: settlement 4N; ben: settlement 4SE", 0, {}, True),
    ],
)  # fmt: skip
def test_b_23_a_bank_with_too_few_cards(pieces: str, left: int, paid: dict[str, int], short: bool) -> None:
    """The three corners lie at the hills with the 6."""
    table = before(pieces, {"david": f"{19 - left} brick"})
    event = only(thrown(table, 6), Produced)
    assert event.gains == {who: {"brick": count} for who, count in paid.items()}
    assert event.short == (("brick",) if short else ())
    assert table.bank("brick") == (left - sum(paid.values()),) * 2


def test_b_23_a_shortage_of_one_card_does_not_touch_the_others() -> None:
    """Nine: lumber has run out for Anna and Ben, grain has not."""
    table = before(
        "anna: settlements 2N 7NW; ben: settlements 2SE 7SW", {"david": "18 lumber", "carla": "3 grain"}
    )
    event = only(thrown(table, 9), Produced)
    assert event.gains == {"anna": {"grain": 1}, "ben": {"grain": 1}}
    assert event.short == ("lumber",)
    assert event_text(event, table.core.players) == (
        "The hexes produce: Anna 1 grain; Ben 1 grain. The bank is short of: lumber."
    )


def test_b_23_each_card_is_judged_by_its_own_claimants() -> None:
    """Nine: only Anna is owed lumber and gets the last one; grain is owed to both, and nobody gets any."""
    table = before(
        "anna: city 2N, settlement 7NW; ben: settlement 7SW", {"david": "18 lumber", "carla": "18 grain"}
    )
    assert only(thrown(table, 9), Produced).gains == {"anna": {"lumber": 1}}


def test_b_23_the_robber_can_leave_one_claimant_alone() -> None:
    """Ben has a settlement at other hills with the same number, and the robber stands there."""
    board = drawn("""
         f5 h6
        g9 d h6
         p8 f10
    """)
    pieces, hands = "anna: city 1N; ben: settlement 4SE", {"david": "18 brick"}
    both = before(pieces, hands, board=board, robber=3)
    assert only(thrown(both, 6), Produced).gains == {}
    alone = before(pieces, hands, board=board, robber=4)
    assert only(thrown(alone, 6), Produced).gains == {"anna": {"brick": 1}}


@pytest.mark.parametrize(
    ("pieces", "asked"),
    [
        ("anna: settlement 4N; ben: settlement 4SE", True),  # two owed: may be all right, may be short
        ("anna: city 4N", True),  # one or two cards for Anna
        ("anna: settlement 4N", False),  # one is there in any case
        ("anna: city 4N; ben: settlement 4SE", False),  # three are not there in any case: nobody
        ("anna: city 4N, settlement 4SE", True),  # three are not there, and Anna gets what is left
    ],
)
def test_b_23_the_table_looks_only_where_it_matters(pieces: str, asked: bool) -> None:
    """One or two brick are left: David has 17, and one more card that is brick or wool."""
    table = before(pieces, {"david": "17 brick 1 ?brick/wool"})
    thrown(table, 6)
    assert table.questions == ([("bank", "anna")] if asked else [])
    assert table.core.phase is (Phase.BEFORE_ROLL if asked else Phase.AFTER_ROLL)


@pytest.mark.parametrize(
    ("pieces", "left", "anna", "ben", "david"),
    [
        ("anna: settlement 4N; ben: settlement 4SE", 2, "1 brick", "1 brick", "17 brick 1 wool"),
        ("anna: settlement 4N; ben: settlement 4SE", 1, "", "", "18 brick"),
        ("anna: city 4N", 2, "2 brick", "", "17 brick 1 wool"),
        ("anna: city 4N", 1, "1 brick", "", "18 brick"),
    ],
)
def test_b_23_what_the_table_sees_in_the_bank_decides(
    pieces: str, left: int, anna: str, ben: str, david: str
) -> None:
    table = before(pieces, {"david": "17 brick 1 ?brick/wool"})
    thrown(table, 6)
    assert decision_text(table.core.pending[0], table.core.players) == (
        "How many cards are left in the bank: brick?"
    )
    table.enter(CountBank(ANNA, {"brick": left}))
    assert not table.questions
    assert (table.cards("anna"), table.cards("ben"), table.cards("david")) == (anna, ben, david)
    table.sound()


def test_b_23_anyone_may_say_what_the_bank_has() -> None:
    table = before("anna: city 4N", {"david": "17 brick 1 ?brick/wool"})
    thrown(table, 6)
    table.enter(CountBank(BEN, {"brick": 2}))
    assert table.cards("anna") == "2 brick"


def test_b_23_the_bank_has_what_it_can_have() -> None:
    table = before("anna: city 4N", {"david": "17 brick 1 ?brick/wool"})
    thrown(table, 6)
    assert table.refused(CountBank(ANNA, {"brick": 3})) == {"B-56"}
    assert table.impossible(CountBank(ANNA, {"brick": 20})) == {"B-06"}
    assert table.impossible(CountBank(ANNA, {"wool": 19})) == {"B-23"}, "asked for is the brick"


def test_b_23_the_bank_has_not_this_and_that_at_once() -> None:
    """Either the brick or the wool is one card short, not both."""
    table = island(hands={"david": "1 ?brick/wool"})
    assert table.refused(CountBank(ANNA, {"brick": 18, "wool": 18})) == {"B-56"}
    assert table.refused(CountBank(ANNA, {"brick": 19, "wool": 19})) == {"B-56"}
    table.enter(CountBank(ANNA, {"brick": 18}))
    assert table.cards("david") == "1 brick"


def test_b_23_the_table_may_leave_it_and_all_are_paid() -> None:
    table = before("anna: settlement 4N; ben: settlement 4SE", {"david": "17 brick 1 ?brick/wool"})
    thrown(table, 6)
    table.leave("bank", "anna")
    assert (table.cards("anna"), table.cards("ben")) == ("1 brick", "1 brick")
    assert table.cards("david") == "17 brick 1 wool", "or else the bank could not have paid"
