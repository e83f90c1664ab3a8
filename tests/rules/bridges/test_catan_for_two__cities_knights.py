"""Catan for two with Cities & Knights (CO-05)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.level import Level
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.setup import LayBoard, PlaceBuilding
from companion.rules.bridges.catan_for_two__cities_knights.knights import (
    DismissKnight,
    PlaceNeutralKnight,
    PromoteNeutralKnight,
)
from companion.rules.cities_knights.barbarians import AttackFought
from companion.rules.cities_knights.knights.displace import DisplaceKnight, PlaceDisplaced
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.deserter import PlayDeserter
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.catan_for_two.forced_trade import ForceTrade
from companion.rules.variants.catan_for_two.neutral import BuildNeutralRoad, PlaceNeutral
from companion.rules.variants.catan_for_two.tokens import ThrowAwayKnight, TokensGained
from tests.kit.duel import ORANGE, WHITE, Duel, duel
from tests.kit.island import BEGINNERS, bag, corner, edge
from tests.kit.tables import ANNA, BEN, dice, evening, none, only

MODULES = ("base", "cities_knights", "catan_for_two")
KNIGHT = "1 ore 1 wool"


def two(**more: Any) -> Duel:
    return duel(MODULES, **more)


def test_co_05_a_knight_recruited_brings_a_neutral_one() -> None:
    table = two(pieces="anna: road 8E; neutral_white: roads 1SE 16SW", hands={"anna": KNIGHT})
    table.enter(RecruitKnight(ANNA, corner("4S")))
    assert table.questions == [("neutral_knight", "anna")]
    assert PlaceNeutralKnight(ANNA, WHITE, corner("1SE")) in table.options("anna", PlaceNeutralKnight)
    assert table.refused(PlaceNeutralKnight(ANNA, ORANGE, corner("9S"))) == {"CO-05"}
    assert table.impossible(PlaceNeutralKnight(ANNA, WHITE, corner("4S"))) == {"CO-05"}
    assert table.impossible(PlaceNeutralKnight(ANNA, BEN, corner("1SE"))) == {"CO-05"}
    table.enter(PlaceNeutralKnight(ANNA, WHITE, corner("1SE")))
    knight = table.knight(corner("1SE"))
    assert (knight.owner, knight.strength, knight.active) == (WHITE, 1, False)
    table.sound()


def test_co_05_without_a_place_or_a_figure_there_is_a_road_instead() -> None:
    table = two(pieces="anna: road 8E", hands={"anna": KNIGHT})
    table.enter(RecruitKnight(ANNA, corner("4S")))
    assert table.questions == [("neutral_road", "anna")]
    table.enter(BuildNeutralRoad(ANNA, WHITE, edge("1SE")))
    used_up = "neutral_white: way 1S 4SE 4S 8SE, knights 4SE 4S"
    table = two(pieces=f"anna: road 3SE; {used_up}", hands={"anna": KNIGHT})
    table.enter(RecruitKnight(ANNA, corner("3S")))
    assert table.questions == [("neutral_road", "anna")]


def test_co_05_a_promotion_promotes_a_neutral_knight_of_the_players_choice() -> None:
    pieces = (
        "anna: road 8E, knight 4S; neutral_white: road 1SE, knight 1SE; neutral_orange: road 13E, knight 9S"
    )
    table = two(pieces=pieces, hands={"anna": KNIGHT})
    table.enter(PromoteKnight(ANNA, corner("4S")))
    assert table.questions == [("neutral_promotion", "anna")]
    table.enter(PromoteNeutralKnight(ANNA, corner("9S")))
    assert (table.knight(corner("9S")).strength, table.knight(corner("1SE")).strength) == (2, 1)


def test_co_05_the_only_neutral_knight_is_promoted_by_itself_and_never_to_mighty() -> None:
    pieces = "anna: road 8E, knights 4S 8SE; neutral_white: road 1SE, knight 1SE"
    table = two(pieces=pieces, hands={"anna": "2 ore 2 wool"})
    table.enter(PromoteKnight(ANNA, corner("4S")))
    assert table.knight(corner("1SE")).strength == 2
    table.enter(PromoteKnight(ANNA, corner("8SE")))
    assert table.knight(corner("1SE")).strength == 2
    assert table.questions == []


def test_co_05_two_promotions_at_once_bring_two() -> None:
    pieces = (
        "anna: road 8E, knights 4S 8SE; neutral_white: way 1S 1SE 2S, knights 1SE 2S;"
        "neutral_orange: road 13E, knight 9S"
    )
    table = two(pieces=pieces)
    table.given_cards("anna", Track.SCIENCE)
    table.enter(PlaySmith(ANNA, (corner("4S"), corner("8SE"))))
    assert table.questions == [("neutral_promotion", "anna")]
    table.enter(PromoteNeutralKnight(ANNA, corner("1SE")))
    assert table.impossible(PromoteNeutralKnight(ANNA, corner("1SE"))) == {"CO-05"}
    assert table.impossible(PromoteNeutralKnight(ANNA, corner("4S"))) == {"CO-05"}
    table.enter(PromoteNeutralKnight(ANNA, corner("2S")))
    assert table.questions == []


def test_co_05_a_knight_won_by_the_deserter_brings_none() -> None:
    pieces = "anna: road 8E; ben: road 12E, knight 12SE; neutral_white: road 1SE"
    table = two(pieces=pieces)
    table.given_cards("anna", Track.POLITICS)
    table.enter(PlayDeserter(ANNA, BEN, corner("12SE"), 1, corner("4S")))
    assert table.questions == []


def test_co_05_neutral_knights_never_defend() -> None:
    pieces = (
        "anna: city 4S; ben: city 8S, active knight 10S; neutral_white: road 1SE, active strong knight 1SE"
    )
    table = two(pieces=pieces, rolled=False)
    table.given_ship(6)
    fought = only(table.roll("anna", 2, 6, "ship"), AttackFought)
    assert (fought.barbarians, fought.defence) == (2, 1)
    assert fought.losers == (ANNA,)


def test_co_05_neutral_knights_stand_in_the_way() -> None:
    table = two(
        pieces="anna: way 4S 3SE 0S 0SE; neutral_white: road 1SW, knight 0SE",
        hands={"anna": "2 brick 2 lumber 1 wool 1 grain"},
    )
    assert table.refused(BuildRoad(ANNA, edge("0E"))) == {"CK-91"}
    assert "CK-91" in table.impossible(BuildSettlement(ANNA, corner("0SE")))


def test_co_05_a_neutral_knight_breaks_longest_road() -> None:
    table = two(
        pieces="anna: road 3SE, way 4S 3SE 0S 0SE 0NE 1N, road 8E; neutral_white: road 1SW",
        hands={"anna": KNIGHT},
    )
    assert table.longest == ("anna", 6)
    assert only(table.enter(RecruitKnight(ANNA, corner("8SE"))), LongestRoadHeld).by is None
    assert table.questions == [], "there is only one place for it"
    assert table.knight(corner("0SE")).owner == WHITE


def test_co_05_a_neutral_knight_may_be_displaced_and_goes_where_the_player_on_turn_says() -> None:
    pieces = (
        "anna: way 4S 3SE 0S, active strong knight 4S;neutral_white: way 1S 0SE 0S 0SW, road 3NW, knight 0S"
    )
    table = two(pieces=pieces)
    table.enter(DisplaceKnight(ANNA, corner("4S"), corner("0S")))
    assert table.questions == [("place_displaced", "anna")]
    table.enter(PlaceDisplaced(ANNA, corner("0SE")))
    assert table.knight(corner("0SE")).owner == WHITE


def test_co_05_a_forced_trade_draws_resources_and_for_double_the_price_any_cards() -> None:
    hands = {"anna": "2 wool", "ben": "2 ore 3 coin"}
    table = two(hands=hands)
    assert table.options("anna", ForceTrade) == [ForceTrade(ANNA), ForceTrade(ANNA, all_kinds=True)]
    table.enter(ForceTrade(ANNA))
    assert (table.cards("anna"), table.cards("ben")) == ("2 ore", "2 wool 3 coin")
    assert table.tokens["anna"] == 4
    table = two(hands=hands)
    assert table.impossible(ForceTrade(ANNA, drawn=bag("1 coin"))) == {"B-06"}
    table.enter(ForceTrade(ANNA, all_kinds=True))
    assert table.cards("anna") == "2 ?"
    assert table.tokens["anna"] == 3


def test_co_05_where_commodities_are_hidden_one_or_two_resources_may_be_drawn() -> None:
    table = two(hands={"anna": "2 wool", "ben": "1 ore 1 ?ore/coin"})
    assert ForceTrade(ANNA) in table.options("anna", ForceTrade)
    assert ForceTrade(ANNA, 1) in table.options("anna", ForceTrade)
    table = two(hands={"anna": "2 wool", "ben": "2 coin"})
    assert table.refused(ForceTrade(ANNA, 1)) == {"C2-05"}


@pytest.mark.parametrize(("strength", "gained"), [("basic", 1), ("strong", 2), ("mighty", 3)])
def test_co_05_a_knight_given_up_brings_tokens_by_its_strength(strength: str, gained: int) -> None:
    table = two(pieces=f"anna: road 8E, {strength} knight 4S, knight 8SE; ben: road 12E, knight 12SE")
    assert table.impossible(DismissKnight(ANNA, corner("12SE"))) == {"CK-90"}
    table.enter(DismissKnight(ANNA, corner("4S")))
    assert table.tokens["anna"] == 5 + gained
    assert corner("4S") not in table.ck.knights
    assert table.refused(DismissKnight(ANNA, corner("8SE"))) == {"CO-05"}, "one a turn"


def test_co_05_there_are_no_knight_cards_to_throw_away() -> None:
    assert "C2-06" in two().impossible(ThrowAwayKnight(ANNA))


def test_co_05_the_alchemist_serves_the_first_roll_only() -> None:
    table = two(rolled=False)
    table.given_cards("anna", Track.SCIENCE, Track.SCIENCE)
    table.enter(PlayAlchemist(ANNA, 2, 6))
    table.roll("anna", 2, 6)
    assert table.refused(PlayAlchemist(ANNA, 3, 6)) == {"CO-05"}
    assert not table.options("anna", PlayAlchemist)


def test_co_05_the_event_die_is_rolled_with_each_roll() -> None:
    table = two(rolled=False)
    table.roll("anna", 2, 6, "ship")
    assert table.ck.ship == 1
    assert table.impossible(dice("anna", 3, 6, None)) == {"B-21"}
    table.roll("anna", 3, 6, "ship")
    assert table.ck.ship == 2


def test_co_05_the_starting_city_brings_tokens_too() -> None:
    table = evening("anna ben", modules=MODULES, level=Level.L3)
    table.enter(LayBoard(ANNA, BEGINNERS))
    table.enter(PlaceNeutral(ANNA, WHITE, corner("1S")))
    for who in (ANNA, BEN):
        table.enter(PlaceBuilding(who, corner("0S" if who == ANNA else "6S")))
        table.leave("start_road", who)
    assert only(table.enter(PlaceBuilding(BEN, corner("9SE"))), TokensGained).count == 2
    assert table.cities("ben") == (corner("9SE"),)
    table.leave("start_road", BEN)
    assert none(table.enter(PlaceBuilding(ANNA, corner("12SE"))), TokensGained)


@pytest.mark.parametrize("level", ["L2", "L3"])
@pytest.mark.parametrize("seed", range(2))
def test_games_by_chance_are_legal(level: str, seed: int) -> None:
    game = Simulation(header(MODULES, 2, seed, level), random.Random(seed))
    for _ in range(600):
        if game.over:
            break
        game.step()
    assert game.entries, f"seed {seed}"


def test_c2_03_a_roll_over_a_fifth_card_is_one_of_the_new_turns_two() -> None:
    """CK-123: the table lets Anna keep five cards; Ben's roll is his first, not Anna's third."""
    table = two(profile="colonist", rolled=False)
    table.given_cards("anna", *[Track.SCIENCE] * 5)
    table.turn_of_two("anna")
    assert table.refused(dice("ben", 4, 4)) == {"CK-123"}
    table.overrule(dice("ben", 4, 4))
    assert (table.core.on_turn, table.rolled_twice) == (BEN, False)
    assert table.refused(dice("ben", 2, 6)) == {"C2-03"}
    table.roll("ben", 4, 5)
    assert table.rolled_twice
