"""Drawing fish tokens, what is known of them, and no more than seven."""

from __future__ import annotations

import pytest

from companion.app.narrate import event_text
from companion.engine.cells import BANK
from companion.engine.core import LeaveQuestion
from companion.engine.decide import certainty
from companion.engine.ids import HexId
from companion.engine.level import Level
from companion.engine.verdict import Certainty
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.scenarios.fishermen.catch import (
    BootDrawn,
    FishDue,
    PileShuffled,
    SwapToken,
    TellBoot,
    TokensDrawn,
    TokenSwapped,
)
from companion.rules.scenarios.fishermen.grounds import LayGrounds
from companion.rules.scenarios.fishermen.slice import TOKENS
from companion.rules.scenarios.fishermen.spending import DriveOffRobber
from companion.rules.scenarios.fishermen.tokens import CountTokens, ShowTokens
from tests.kit.fishing import FISHERMEN, GROUNDS, LAKE_BOARD, Fishery, fishing
from tests.kit.island import corner, edge
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, evening, only, told

ALL_BUT_TWO_THREES = " ".join(["1"] * 11 + ["2"] * 10 + ["3"] * 6)


# --- FI-03: what is in the pile


def test_fi_03_thirty_tokens_lie_in_the_pile_with_the_boot() -> None:
    table = fishing()
    known = table.fi.tokens
    assert [known.total(BANK), *(known.bank_low(name) for name in TOKENS)] == [29, 11, 10, 8]
    assert table.fi.boot is None


def test_fi_03_when_all_eleven_ones_lie_open_nobody_has_a_one() -> None:
    table = fishing(tokens={"ben": "?"})
    table.given_spent(" ".join("1" * 11))
    (fault,) = table.violations(ShowTokens(BEN, (1,)))
    assert (fault.rule, fault.key) == ("B-56", "fish.impossible")
    table.enter(ShowTokens(BEN, (2,)))


def test_fi_03_when_only_two_threes_are_left_a_drawn_token_is_a_three() -> None:
    table = fishing(pieces="ben: settlement 0N", boot="david")
    table.given_spent(ALL_BUT_TWO_THREES)
    table.roll("anna", 1, 3)
    assert table.tokens("ben") == "3"


@pytest.mark.parametrize("tokens", [(0,), (4,), (-1,), (1, 2, 10**6), (1,) * 30, (1,) * 10_000])
def test_fi_03_no_other_tokens_are_in_the_box(tokens: tuple[int, ...]) -> None:
    table = fishing(tokens={"anna": "1 2 3"}, rolled=True, robber=4)
    assert table.impossible(DriveOffRobber(ANNA, tokens)) >= {"FI-03"}
    assert table.impossible(ShowTokens(ANNA, tokens)) >= {"FI-03"}


def test_fi_03_the_number_of_tokens_is_public_and_counted() -> None:
    table = fishing(tokens={"ben": "3 ?"})
    table.enter(CountTokens(ANNA, BEN, 2))
    assert table.refused(CountTokens(ANNA, BEN, 3)) == {"B-55"}
    table.overrule(CountTokens(ANNA, BEN, 3))
    assert table.fi.tokens.total(BEN) == 3
    assert table.impossible(CountTokens(ANNA, BEN, 30)) == {"FI-03"}
    assert table.impossible(CountTokens(ANNA, BEN, -1)) == {"FI-03"}


def test_fi_03_tokens_shown_on_purpose_are_known() -> None:
    table = fishing(tokens={"ben": "? ?"})
    table.enter(ShowTokens(BEN, (3,)))
    assert table.tokens("ben") == "3 ?"
    assert table.refused(ShowTokens(BEN, (3,), whole=True)) == {"B-55"}
    assert table.refused(ShowTokens(BEN, (3, 1, 1))) == {"B-56"}
    table.enter(ShowTokens(BEN, (1, 3), whole=True))
    assert table.tokens("ben") == "3 1"
    assert table.refused(ShowTokens(BEN, (2,))) == {"B-56"}


# --- FI-04: what a number brings


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_fi_04_a_settlement_draws_one_token_and_a_city_two(level: Level) -> None:
    table = fishing(level=level, pieces="anna: settlement 0N; ben: city 1N", boot="david")
    events = table.roll("anna", 1, 3)
    assert told(events, TokensDrawn) == [TokensDrawn(ANNA, 1), TokensDrawn(BEN, 2)]
    assert (table.tokens("anna"), table.tokens("ben")) == ("?", "? ?"), "unseen by the others"
    assert event_text(only(events, FishDue), table.core.players) == "The fish bite: Anna 1, Ben 2."


@pytest.mark.parametrize(("white", "red"), [(1, 1), (1, 2), (5, 6), (6, 6)])
@pytest.mark.parametrize("site", ["4SE", "5S", "9SE", "9S", "8SE", "4S"])
def test_fi_04_at_the_lake_2_3_11_and_12_bring_fish(site: str, white: int, red: int) -> None:
    table = fishing(pieces=f"carla: settlement {site}", boot="david")
    table.roll("anna", white, red)
    assert table.tokens("carla") == "?"


@pytest.mark.parametrize(("white", "red"), [(1, 3), (1, 4), (2, 4), (2, 6), (3, 6), (4, 6)])
def test_fi_04_other_numbers_bring_none_at_the_lake(white: int, red: int) -> None:
    table = fishing(pieces="carla: city 9S", boot="david")
    table.roll("anna", white, red)
    assert table.tokens("carla") == ""


@pytest.mark.parametrize(
    ("site", "white", "red"),
    [("0NE", 1, 3), ("6SE", 2, 3), ("11S", 3, 3), ("16SE", 4, 4), ("12S", 4, 5), ("0SW", 5, 5)],
)
def test_fi_04_each_ground_has_its_number(site: str, white: int, red: int) -> None:
    table = fishing(pieces=f"ben: settlement {site}", boot="david")
    table.roll("anna", white, red)
    assert table.tokens("ben") == "?"


def test_fi_04_several_buildings_at_the_water_bring_tokens_each() -> None:
    table = fishing(pieces="ben: settlement 0N, settlement 1N; carla: city 9S, settlement 4S", boot="david")
    table.roll("anna", 1, 3)
    assert (table.tokens("ben"), table.tokens("carla")) == ("? ?", "")
    table.end()
    table.roll("ben", 6, 6)
    assert (table.tokens("ben"), table.tokens("carla")) == ("? ?", "? ? ?")


def test_fi_04_a_seven_brings_no_fish() -> None:
    table = fishing(pieces="ben: city 9S, city 0N", boot="david")
    table.roll("anna", 3, 4)
    assert table.tokens("ben") == ""


def set_up(profile: str, second: str) -> Fishery:
    """A game of two in which Ben places his second building there."""
    table = Fishery(evening("anna ben", modules=FISHERMEN, level=Level.L3, profile=profile).session)
    table.enter(LayBoard(ANNA, LAKE_BOARD))
    table.enter(LayGrounds(ANNA, GROUNDS))
    for who, site, way in ((ANNA, "1N", "1NE"), (BEN, "4N", "4NE"), (BEN, second, "")):
        table.enter(PlaceBuilding(who, corner(site)))
        if way:
            table.enter(PlaceRoad(who, edge(way)))
    return table


@pytest.mark.parametrize("site", ["9S", "16SE"])
def test_fi_04_by_the_english_books_the_second_building_at_a_water_brings_a_token(site: str) -> None:
    table = set_up("official2025", site)
    assert sorted(table.questions) == [("boot", "anna"), ("start_road", "ben")] or table.questions == [
        ("boot", "anna")
    ]
    table.no_boot()
    assert (table.tokens("anna"), table.tokens("ben")) == ("", "?"), "Anna's first one at 1N brought none"


def test_fi_04_as_the_book_is_written_it_brings_none() -> None:
    assert set_up("hobbyworld", "9S").tokens("ben") == ""
    assert set_up("official2025", "7S").tokens("ben") == "", "and none away from the water"


# --- FI-05: in turn order, and no more than seven


def test_fi_05_everyone_draws_in_turn_order_from_the_player_on_turn() -> None:
    pieces = "anna: city 0N; carla: settlement 1N; david: settlement 0NE"
    table = fishing(pieces=pieces, boot="ben", first="carla")
    drawn = told(table.roll("carla", 1, 3), TokensDrawn)
    assert drawn == [TokensDrawn(CARLA, 1), TokensDrawn(DAVID, 1), TokensDrawn(ANNA, 2)]


def test_fi_05_with_six_tokens_a_city_brings_one_and_the_choice_to_swap() -> None:
    table = fishing(pieces="anna: city 0N", tokens={"anna": "3 3 2 2 1 1"}, boot="anna")
    table.roll("anna", 1, 3)
    assert table.tokens("anna") == "3 3 2 2 1 1 ?", "the boot is not counted"
    assert table.questions == [("swap", "anna")]


def test_fi_05_a_token_is_given_for_another_drawn_blind() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 1 1 1"}, boot="anna")
    table.roll("anna", 1, 3)
    assert table.tokens("ben") == "3 3 2 2 1 1 1"
    events = table.enter(SwapToken(BEN, 1))
    assert told(events, TokensDrawn) == [TokensDrawn(BEN, 1)]
    assert table.tokens("ben") == "3 3 2 2 1 1 ?"
    assert (table.open, table.questions) == (1, []), "the second token due is lost"


def test_fi_05_whoever_has_seven_may_keep_them() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 1 1 1"}, boot="anna")
    table.roll("anna", 1, 3)
    table.enter(SwapToken(BEN))
    assert (table.tokens("ben"), table.open) == ("3 3 2 2 1 1 1", 0)


def test_fi_05_a_question_left_open_is_a_token_lost() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 1 1 1"}, boot="anna")
    table.roll("anna", 1, 3)
    table.leave("swap", "ben")
    assert (table.tokens("ben"), table.questions) == ("3 3 2 2 1 1 1", [])


def test_fi_05_only_a_token_that_is_there_can_be_given() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 2 2 2"}, boot="anna")
    table.roll("anna", 1, 3)
    assert table.refused(SwapToken(BEN, 1)) == {"FI-05"}
    assert table.impossible(SwapToken(BEN, 4)) == {"FI-03"}
    assert table.options("ben", SwapToken) == [SwapToken(BEN), SwapToken(BEN, 2), SwapToken(BEN, 3)]
    assert certainty(table.session.ruleset, table.state, SwapToken(BEN, 2)) is Certainty.SURE


def test_fi_05_an_unseen_token_may_be_the_one_given() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 2 2 ?"}, boot="anna")
    table.roll("anna", 1, 3)
    assert certainty(table.session.ruleset, table.state, SwapToken(BEN, 1)) is Certainty.POSSIBLE
    table.enter(SwapToken(BEN, 1))
    assert table.tokens("ben") == "3 3 2 2 2 2 ?"


def test_fi_05_swapped_is_once_a_turn() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 1 1 1"}, boot="anna")
    table.given(TokenSwapped(BEN, 3, 1))
    table.given_tokens("ben", "?")
    table.roll("anna", 1, 3)
    assert table.questions == []
    table.end()
    table.roll("ben", 1, 3)
    assert table.questions == [("swap", "ben")]


def test_fi_05_two_may_swap_in_any_order() -> None:
    table = fishing(
        pieces="ben: city 0N; carla: settlement 1N",
        tokens={"ben": "3 3 2 2 1 1 1", "carla": "3 2 2 2 2 1 1"},
        boot="anna",
    )
    table.roll("anna", 1, 3)
    assert sorted(table.questions) == [("swap", "ben"), ("swap", "carla")]
    table.enter(SwapToken(CARLA, 3))
    table.enter(SwapToken(BEN, 1))
    assert (table.tokens("carla"), table.tokens("ben")) == ("2 2 2 2 1 1 ?", "3 3 2 2 1 1 ?")


def test_fi_05_the_pile_is_made_anew_while_somebody_draws() -> None:
    """Two threes are left: Anna alone draws both, and one of those that lay open."""
    table = fishing(pieces="anna: city 0N, settlement 1N", boot="david")
    table.given_spent(ALL_BUT_TWO_THREES)
    events = table.roll("anna", 1, 3)
    order = [type(event) for event in events if isinstance(event, TokensDrawn | PileShuffled)]
    assert order == [TokensDrawn, PileShuffled, TokensDrawn]
    assert (table.tokens("anna"), table.open, table.pile) == ("3 3 ?", 0, 26)
    assert table.refused(ShowTokens(ANNA, (2, 2))) == {"B-56"}


def test_fi_05_drawn_one_at_a_time_the_last_tokens_may_be_anyones() -> None:
    """Two threes are left: Anna draws one of them, Ben the other, and Anna one of those that lay open."""
    table = fishing(pieces="anna: city 0N; ben: settlement 1N", boot="david")
    table.given_spent(ALL_BUT_TWO_THREES)
    table.roll("anna", 1, 3)
    assert (table.tokens("anna"), table.tokens("ben"), table.open, table.pile) == ("? ?", "?", 0, 26)
    table.enter(ShowTokens(ANNA, (3, 2), whole=True))
    table.enter(ShowTokens(BEN, (3,)))


def test_fi_05_with_no_token_left_anywhere_what_is_due_is_lost() -> None:
    table = fishing(
        "anna ben carla david eva felix",
        pieces="felix: settlement 0N, city 1N",
        tokens=dict.fromkeys(("anna", "ben", "carla", "david"), "? ? ? ? ? ? ?"),
        boot="eva",
    )
    table.roll("anna", 1, 3)
    assert (table.tokens("felix"), table.pile, table.questions) == ("?", 0, [])


def test_fi_05_the_robber_on_a_hex_beside_the_lake_takes_no_fish() -> None:
    table = fishing(pieces="ben: settlement 9S", robber=13, boot="anna")
    table.roll("anna", 6, 6)
    assert table.tokens("ben") == "?"


# --- FI-08: the boot among the tokens


def test_fi_08_as_long_as_the_boot_is_hidden_the_table_says_who_drew_it() -> None:
    table = fishing(pieces="anna: settlement 0N; carla: city 1N")
    table.roll("anna", 1, 3)
    assert table.questions == [("boot", "anna")]
    assert table.options("anna", TellBoot) == [TellBoot(ANNA), TellBoot(ANNA, ANNA), TellBoot(ANNA, CARLA)]
    events = table.enter(TellBoot(ANNA, CARLA))
    assert only(events, BootDrawn).by == "carla"
    assert (table.tokens("anna"), table.tokens("carla"), table.fi.boot) == ("?", "?", "carla")


def test_fi_08_nobody_drew_the_boot() -> None:
    table = fishing(pieces="anna: settlement 0N; carla: city 1N")
    table.roll("anna", 1, 3)
    table.no_boot()
    assert (table.tokens("anna"), table.tokens("carla"), table.fi.boot) == ("?", "? ?", None)
    table.end()
    table.roll("ben", 1, 3)
    assert table.questions == [("boot", "ben")], "asked again"


def test_fi_08_a_boot_that_lies_open_is_not_asked_for() -> None:
    table = fishing(pieces="anna: settlement 0N", boot="david")
    table.roll("anna", 1, 3)
    assert table.questions == []


def test_fi_08_left_unsaid_all_tokens_are_fish() -> None:
    table = fishing(pieces="anna: settlement 0N; carla: city 1N")
    table.roll("anna", 1, 3)
    table.leave("boot", "anna")
    assert (table.tokens("anna"), table.tokens("carla"), table.questions) == ("?", "? ?", [])


def test_fi_08_only_somebody_who_draws_can_draw_the_boot() -> None:
    table = fishing(pieces="anna: settlement 0N", tokens={"ben": "? ? ? ? ? ? ?"})
    table.roll("anna", 1, 3)
    assert table.refused(TellBoot(ANNA, BEN)) == {"FI-08"}
    assert table.impossible(TellBoot(ANNA, "zoe")) == {"B-14"}  # type: ignore[arg-type]
    table.overrule(TellBoot(ANNA, BEN))
    assert (table.fi.boot, table.tokens("anna")) == ("ben", "?")


def test_fi_08_who_draws_the_last_tokens_draws_the_boot() -> None:
    """Two threes and the boot are left, and Anna draws three tokens."""
    table = fishing(pieces="anna: city 0N, settlement 1N")
    table.given_spent(ALL_BUT_TWO_THREES)
    table.roll("anna", 1, 3)
    assert table.refused(TellBoot(ANNA)) == {"FI-08"}
    assert table.options("anna", TellBoot) == [TellBoot(ANNA, ANNA)]
    table.enter(TellBoot(ANNA, ANNA))
    assert (table.tokens("anna"), table.fi.boot, table.open) == ("3 3", "anna", 0)


def test_fi_08_the_boot_takes_the_place_of_a_token_but_no_room() -> None:
    """With six tokens a city draws two: the boot and the seventh, so nothing is left to swap."""
    table = fishing(pieces="anna: city 0N", tokens={"anna": "3 3 2 2 1 1"})
    table.roll("anna", 1, 3)
    table.enter(TellBoot(ANNA, ANNA))
    assert (table.tokens("anna"), table.questions) == ("3 3 2 2 1 1 ?", [])


def test_fi_08_the_boot_may_come_for_a_swapped_token() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 1 1 1"})
    table.roll("anna", 1, 3)
    assert table.questions == [("swap", "ben")], "Ben draws nothing before he swaps"
    assert table.impossible(SwapToken(BEN, boot=True)) == {"FI-08"}
    table.enter(SwapToken(BEN, 1, boot=True))
    assert (table.tokens("ben"), table.fi.boot) == ("3 3 2 2 1 1", "ben")


def test_fi_08_there_is_only_one_boot() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 1 1 1"}, boot="anna")
    table.roll("anna", 1, 3)
    (fault,) = table.violations(SwapToken(BEN, 1, boot=True))
    assert (fault.rule, fault.params) == ("FI-08", {"player": "anna"})


def test_fi_08_a_swapped_token_is_the_boot_when_nothing_else_is_left() -> None:
    table = fishing(pieces="ben: city 0N", tokens={"ben": "3 3 2 2 1 1 1"})
    table.given_spent(" ".join(["1"] * 8 + ["2"] * 8 + ["3"] * 6))
    table.roll("anna", 1, 3)
    assert table.refused(SwapToken(BEN, 1)) == {"FI-08"}
    events = table.enter(SwapToken(BEN, 1, boot=True))
    assert told(events, PileShuffled), "and the open ones are the new pile"
    assert (table.pile, table.open) == (23, 0)


def test_fi_08_the_question_is_open_until_it_is_answered() -> None:
    table = fishing(pieces="anna: settlement 0N", robber=4)
    table.roll("anna", 1, 3)
    assert "B-24" in table.refused(DriveOffRobber(ANNA, (2,)))
    assert table.refused(LeaveQuestion(ANNA, table.core.pending[0].id)) == {"FI-08"}
    assert table.impossible(MoveRobber(ANNA, HexId(1))) >= {"B-24"}


def test_fi_04_tokens_pile_up_turn_by_turn() -> None:
    table = fishing(pieces="anna: city 0N; ben: city 9S; david: settlement 1N", boot="carla")
    for who in ("anna", "ben", "carla"):
        table.roll(who, 1, 3)
        table.sound()
        table.end()
    assert [table.tokens(who).count("?") for who in ("anna", "ben", "carla", "david")] == [6, 0, 0, 3]
