"""Traders & Barbarians with Cities & Knights (CO-10)."""

from __future__ import annotations

import random

from companion.engine.level import Level
from companion.rules.base.board_making import random_board
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.hands import CardsDrawn
from companion.rules.base.roll import SevenRolled
from companion.rules.bridges.traders_barbarians__cities_knights.bishop import PlayBishop
from companion.rules.bridges.traders_barbarians__cities_knights.knights import ChaseBarbarian
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.progress import bishop
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.slice import Track
from companion.rules.gold.trading import BuyWithGold
from companion.rules.scenarios.traders_barbarians.barbarians import BarbarianMoved, MoveBarbarian
from companion.rules.scenarios.traders_barbarians.cards import PlaySwiftJourney, RaidWithKnight
from tests.kit.tables import ANNA, BEN, dice, evening, only
from tests.kit.traders import TRADERS, Traders, edge, trading

MODULES = ("base", "cities_knights", "traders_barbarians")


def knights(**how: object) -> Traders:
    return trading(modules=MODULES, **{"barbarians": "9NE 8SW 14E", **how})  # type: ignore[arg-type]


def test_co_10_fifteen_points_win_and_sixteen_with_the_harbourmaster() -> None:
    assert knights().table.value("points_to_win", ANNA) == 15
    assert knights().table.ruleset.module_ids[-1] == "traders_barbarians__cities_knights"
    both = trading(modules=(*MODULES, "harbourmaster"))
    assert both.table.value("points_to_win", ANNA) == 16


def test_co_10_a_forest_stays_in_the_box_and_not_a_field() -> None:
    island = knights().table.value("island")
    assert (island.terrain["forest"], island.terrain["fields"], island.terrain["pasture"]) == (3, 4, 3)
    assert sum(island.terrain.values()) == 19
    board = random_board(island, random.Random(1))
    assert board.terrain.count("forest") == 3


def test_co_10_no_scenario_cards_and_no_robber() -> None:
    table = knights(pieces="anna: active knight 9N", hands={"anna": "9 ore 9 wool 9 grain"})
    assert table.base.development.deck == 0
    for gone in (
        PlaySwiftJourney(ANNA),
        RaidWithKnight(ANNA, edge("8SW"), edge("9E")),
        ChaseRobber(ANNA, table.land.corner("9N")),
        bishop.PlayBishop(ANNA),
    ):
        assert table.impossible(gone) == {""}
    assert "CK-01" in table.impossible(BuyDevelopmentCard(ANNA))


def test_co_10_a_seven_moves_a_path_barbarian_before_the_first_attack_too() -> None:
    table = knights(rolled=False)
    events = table.roll("anna", 3, 4)
    assert only(events, SevenRolled).robber_moves, "nothing waits for the ship"
    assert table.questions == [("barbarian", "anna")]
    table.enter(MoveBarbarian(ANNA, edge("8SW"), edge("9E")))


def test_co_10_an_active_knight_drives_off_a_barbarian_and_draws_a_card() -> None:
    table = knights(pieces="anna: active knight 9N; ben: road 9W", hands={"ben": "1 ore"})
    here = table.land.corner("9N")
    assert table.refused(ChaseBarbarian(ANNA, here, edge("8SW"), edge("9E"))) == {"CO-10"}
    assert table.impossible(ChaseBarbarian(ANNA, here)) == {"CO-10"}
    events = table.enter(ChaseBarbarian(ANNA, here, edge("9NE"), edge("9W"), BEN))
    assert only(events, BarbarianMoved).to == edge("9W")
    assert only(events, CardsDrawn) == CardsDrawn(BEN, ANNA)
    assert not table.knight(here).active
    assert table.refused(ChaseBarbarian(ANNA, here, edge("9NW"), edge("9E"))) >= {"CK-94", "CK-95"}


def test_co_10_an_inactive_knight_drives_nobody_off() -> None:
    table = knights(pieces="anna: knight 9N")
    assert table.options("anna", ChaseBarbarian) == []
    here = table.land.corner("9N")
    assert table.refused(ChaseBarbarian(ANNA, here, edge("9NE"), edge("9W"))) == {"CK-94"}


def test_co_10_without_a_board_the_knight_only_gets_tired() -> None:
    table = evening("anna ben carla", modules=MODULES, level=Level.L1)
    knight = table.given_knight("anna", active=True)
    table.roll("anna")
    (drive,) = table.options("anna", ChaseBarbarian)
    table.enter(drive)
    assert not table.knight(knight).active


def test_co_10_gold_buys_resources_only() -> None:
    table = knights(gold={"anna": 4})
    assert table.impossible(BuyWithGold(ANNA, "cloth")) == {"TB-24"}
    table.enter(BuyWithGold(ANNA, "ore"))


def test_co_10_the_number_dice_are_rolled_again_and_the_event_die_stands() -> None:
    table = knights(rolled=False)
    assert table.refused(dice("anna", 1, 1, "ship")) == {"TB-23"}
    table.enter(dice("anna", 3, 5, "ship"))
    assert table.ck.ship == 1


def test_co_10_the_alchemist_names_neither_two_nor_twelve() -> None:
    table = knights(rolled=False)
    table.given_cards("anna", Track.SCIENCE)
    for face in (1, 6):
        assert table.refused(PlayAlchemist(ANNA, face, face)) == {"CO-10"}
    table.enter(PlayAlchemist(ANNA, 2, 4))


def test_co_10_the_bishop_moves_a_barbarian() -> None:
    table = knights(pieces="ben: road 9W", hands={"ben": "1 ore"})
    table.given_cards("anna", Track.POLITICS)
    assert table.impossible(PlayBishop(ANNA)) == {"CO-10"}
    events = table.enter(PlayBishop(ANNA, edge("8SW"), edge("9W"), BEN))
    assert only(events, CardsDrawn) == CardsDrawn(BEN, ANNA)
    score = evening("anna ben carla", modules=MODULES, level=Level.L1)
    score.given_cards("anna", Track.POLITICS)
    score.roll("anna")
    score.enter(PlayBishop(ANNA))


def test_co_01_traders_and_barbarians_with_every_variant() -> None:
    for more in ("friendly_robber", "event_cards", "harbourmaster"):
        table = trading(modules=(*TRADERS, more))
        assert table.table.ruleset.level is Level.L3
