"""What the hexes bring: commodities, the robber, a short bank, the Aqueduct (CK-40 to CK-42)."""

from __future__ import annotations

import pytest

from companion.engine.level import Level
from companion.engine.state import Phase
from companion.rules.base.roll import Produced
from companion.rules.base.showing import CountBank
from companion.rules.cities_knights.production import UseAqueduct
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, bag, island
from tests.kit.tables import ANNA, BEN, CARLA, CITIES_KNIGHTS, DAVID, only

RESOURCES = {"lumber", "brick", "wool", "grain", "ore"}


def roll(table: Island, number: int, by: str = "anna") -> None:
    """A roll of that number with a gate for nobody."""
    white = max(1, number - 6)
    table.roll(by, white, number - white, "politics")


def at(pieces: str, hands: dict[str, str] | None = None, **more: object) -> Island:
    """A table before Anna's roll."""
    return island(modules=CITIES_KNIGHTS, pieces=pieces, hands=hands, rolled=False, **more)  # type: ignore[arg-type]


# corner, number, what a city gets there, what a settlement gets
YIELDS = [
    ("16S", 5, "2 brick", "1 brick"),
    ("3NW", 12, "2 grain", "1 grain"),
    ("0NW", 10, "1 ore 1 coin", "1 ore"),
    ("2NE", 9, "1 lumber 1 paper", "1 lumber"),
    ("1N", 2, "1 wool 1 cloth", "1 wool"),
]


@pytest.mark.parametrize(("corner", "number", "city", "settlement"), YIELDS)
def test_ck_40_what_a_city_and_a_settlement_bring(
    corner: str, number: int, city: str, settlement: str
) -> None:
    for piece, cards in (("city", city), ("settlement", settlement)):
        table = at(f"anna: {piece} {corner}")
        roll(table, number)
        assert table.cards("anna") == cards
        assert table.cards("ben") == ""


def test_ck_40_a_metropolis_brings_what_a_city_brings() -> None:
    table = at("anna: city 0NW")
    table.given_metropolis("anna", Track.TRADE)
    roll(table, 10)
    assert table.cards("anna") == "1 ore 1 coin"


def test_ck_40_a_city_on_its_side_brings_what_a_settlement_brings() -> None:
    table = at("anna: city 0NW")
    table.given_lying("anna", table.cities("anna")[0])
    roll(table, 10)
    assert table.cards("anna") == "1 ore"


def test_ck_40_a_city_between_two_hexes_of_the_number_gets_from_both() -> None:
    """Forest 11 and pasture 11 do not meet; a city at each brings from each."""
    table = at("anna: city 8S 18S")
    roll(table, 11)
    assert table.cards("anna") == "1 lumber 1 wool 1 paper 1 cloth"


def test_ck_40_at_l2_the_table_is_told_and_nobody_counts() -> None:
    table = at("anna: city 0NW", level=Level.L2)
    assert only(table.roll("anna", 4, 6), Produced).gains == {ANNA: bag("1 ore 1 coin")}
    assert not table.hands.holders


def test_ck_41_the_robber_takes_resource_and_commodity() -> None:
    table = at("anna: city 0NW; ben: city 6NE", robber=0)
    roll(table, 10)
    assert (table.cards("anna"), table.cards("ben")) == ("", "2 brick")


def test_ck_41_a_bank_without_enough_coins_keeps_them_and_pays_the_ore() -> None:
    table = at("anna: city 0NW; ben: city 0SW", hands={"carla": "11 coin"})
    roll(table, 10)
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "1 ore")
    assert table.bank("coin") == (1, 1)


def test_ck_41_a_bank_without_enough_ore_keeps_it_and_pays_the_coins() -> None:
    table = at("anna: city 0NW; ben: city 0SW", hands={"carla": "18 ore"})
    roll(table, 10)
    assert (table.cards("anna"), table.cards("ben")) == ("1 coin", "1 coin")


def test_ck_41_a_single_claimant_gets_what_is_left() -> None:
    """One player with two cities is owed two coins, and the bank has one."""
    table = at("anna: city 0NW 0SE", hands={"carla": "11 coin"})
    roll(table, 10)
    assert table.cards("anna") == "2 ore 1 coin"


def test_ck_41_commodities_that_went_back_unseen_are_counted_first() -> None:
    table = at("anna: city 0NW; ben: city 0SW", hands={"carla": "6 coin 5 ?coin/paper"})
    roll(table, 10)
    assert table.questions == [("bank", "anna")]
    table.enter(CountBank(ANNA, {"coin": 1}))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "1 ore")


# --- the Aqueduct

DRY = "anna: city 0NW; ben: city 1N"
"""Anna at mountains 10, Ben at pasture 2."""


def with_aqueduct(
    pieces: str = DRY, *who: str, hands: dict[str, str] | None = None, **more: object
) -> Island:
    table = at(pieces, hands, **more)
    for player in who or ("anna",):
        table.given_level(player, Track.SCIENCE, 3)
    return table


@pytest.mark.parametrize("good", sorted(RESOURCES))
def test_ck_42_whoever_gets_nothing_takes_any_resource(good: str) -> None:
    table = with_aqueduct()
    roll(table, 2)
    assert table.questions == [("aqueduct", "anna")]
    assert {option.good for option in table.options("anna", UseAqueduct)} == RESOURCES  # type: ignore[attr-defined]
    table.enter(UseAqueduct(ANNA, good))
    assert table.cards("anna") == f"1 {good}"
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_42_no_commodity() -> None:
    table = with_aqueduct()
    roll(table, 2)
    assert table.impossible(UseAqueduct(ANNA, "coin")) == {"CK-42"}
    assert table.impossible(UseAqueduct(ANNA, "gold")) == {"CK-42"}


def test_ck_42_nothing_for_whoever_got_a_card() -> None:
    table = with_aqueduct()
    roll(table, 10)
    assert table.questions == []
    assert "B-24" in table.impossible(UseAqueduct(ANNA, "ore"))


def test_ck_42_a_commodity_is_a_card_too() -> None:
    """The bank has no ore left, but Anna gets her coin."""
    table = with_aqueduct(hands={"carla": "19 ore"})
    roll(table, 10)
    assert table.questions == []
    assert table.cards("anna") == "1 coin"


@pytest.mark.parametrize("level", [0, 1, 2])
def test_ck_42_not_before_the_third_level(level: int) -> None:
    table = at(DRY)
    if level:
        table.given_level("anna", Track.SCIENCE, level)
    roll(table, 2)
    assert table.questions == []


def test_ck_42_not_on_a_seven() -> None:
    table = with_aqueduct()
    roll(table, 7)
    assert table.questions == []


def test_ck_42_on_the_roll_of_another_player_too() -> None:
    table = with_aqueduct(DRY, "ben")
    roll(table, 10)
    assert table.questions == [("aqueduct", "ben")]


def test_ck_42_a_hex_with_the_robber_brings_no_card() -> None:
    table = with_aqueduct(robber=0)
    roll(table, 10)
    assert table.questions == [("aqueduct", "anna")]


SHORT = {"carla": "19 ore 12 coin"}


@pytest.mark.parametrize("profile", ["hobbyworld", "official2025"])
def test_ck_42_a_short_bank_brings_no_card(profile: str) -> None:
    table = with_aqueduct(hands=SHORT, profile=profile)
    roll(table, 10)
    assert table.questions == [("aqueduct", "anna")]
    assert "ore" not in {option.good for option in table.options("anna", UseAqueduct)}  # type: ignore[attr-defined]
    assert table.refused(UseAqueduct(ANNA, "ore")) == {"CK-42"}
    table.enter(UseAqueduct(ANNA, "wool"))


def test_ck_42_elsewhere_a_short_bank_is_bad_luck() -> None:
    for more in ({"profile": "colonist"}, {"aqueduct": "no_claim"}):
        table = with_aqueduct(hands=SHORT, **more)
        roll(table, 10)
        assert table.questions == []


@pytest.mark.parametrize("profile", ["hobbyworld", "colonist", "official2025"])
def test_ck_42_robber_and_no_building_count_in_every_edition(profile: str) -> None:
    blocked = with_aqueduct(robber=0, profile=profile)
    roll(blocked, 10)
    assert blocked.questions == [("aqueduct", "anna")]
    elsewhere = with_aqueduct(profile=profile)
    roll(elsewhere, 3)
    assert elsewhere.questions == [("aqueduct", "anna")]


def test_ck_42_several_answer_in_any_order() -> None:
    table = with_aqueduct(DRY, "anna", "ben", "david")
    roll(table, 3)
    assert table.questions == [("aqueduct", "anna"), ("aqueduct", "ben"), ("aqueduct", "david")]
    table.enter(UseAqueduct(DAVID, "ore"))
    table.enter(UseAqueduct(ANNA, "ore"))
    table.enter(UseAqueduct(BEN, "wool"))
    assert [table.cards(who) for who in ("anna", "ben", "david")] == ["1 ore", "1 wool", "1 ore"]
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_42_the_questions_go_around_from_the_player_on_turn() -> None:
    table = with_aqueduct(DRY, "anna", "carla", first="ben")
    roll(table, 3, "ben")
    assert table.questions == [("aqueduct", "carla"), ("aqueduct", "anna")]


LAST = {"carla": "19 brick 19 wool 19 grain 19 ore 18 lumber"}


def test_ck_42_the_last_card_goes_once() -> None:
    table = with_aqueduct(DRY, "anna", "ben", hands=LAST)
    roll(table, 3)
    assert table.options("ben", UseAqueduct) == [UseAqueduct(BEN, "lumber")]
    table.enter(UseAqueduct(BEN, "lumber"))
    assert table.questions == []
    assert table.cards("anna") == ""


def test_ck_42_an_empty_bank_is_not_asked_for() -> None:
    table = with_aqueduct(hands={"carla": "19 brick 19 wool 19 grain 19 ore 19 lumber"})
    roll(table, 3)
    assert table.questions == []


def test_ck_42_the_aqueduct_outlives_the_last_city() -> None:
    table = with_aqueduct("anna: settlement 0NW; ben: city 1N")
    roll(table, 3)
    assert table.questions == [("aqueduct", "anna")]


def test_ck_42_nothing_else_before_the_answer() -> None:
    table = with_aqueduct()
    roll(table, 3)
    assert "B-24" in table.refused(UseAqueduct(CARLA, "ore"))
    table.leave("aqueduct", "anna")
    assert table.cards("anna") == ""
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_42_where_hands_are_not_counted_nobody_is_asked() -> None:
    table = with_aqueduct(level=Level.L2)
    roll(table, 3)
    assert table.questions == []
