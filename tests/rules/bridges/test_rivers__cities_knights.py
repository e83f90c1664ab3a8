"""The Rivers of Catan with Cities & Knights (CO-07)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.ids import Site
from companion.engine.level import Level
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.bridges.rivers__cities_knights.module import CitySaved, SaveCity
from companion.rules.cities_knights.barbarians import LoseCity
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.cities_knights.slice import Track
from companion.rules.gold.facts import StateGold
from companion.rules.gold.trading import BuyWithGold, SellForGold
from tests.kit.island import bag, corner, edge
from tests.kit.rivers import RIVER_BOARD, Waterside, rivers
from tests.kit.tables import ANNA, BEN, Evening, evening, told

MODULES = ("base", "cities_knights", "rivers")


def catan(pieces: str = "", **how: Any) -> Waterside:
    return rivers(modules=MODULES, pieces=pieces, **how)


def attacked(pieces: str, **how: Any) -> Waterside:
    """The barbarians land with the next ship, and nobody has a knight."""
    table = catan(pieces, rolled=False, **how)
    table.given_ship(6)
    return table


def test_co_07_a_starting_city_at_a_river_brings_one_gold() -> None:
    table = Waterside(evening("anna ben", modules=MODULES, level=Level.L3).session)
    table.enter(LayBoard(ANNA, RIVER_BOARD))
    for who, site, way in ((ANNA, "0N", "0NW"), (BEN, "1N", "1NE")):
        table.enter(PlaceBuilding(who, corner(site)))
        table.enter(PlaceRoad(who, edge(way)))
    table.enter(PlaceBuilding(BEN, corner("17S")))
    assert (table.cities("ben"), table.gold("ben")) == ((corner("17S"),), 1)
    table.enter(PlaceRoad(BEN, edge("17SE")))
    table.enter(PlaceBuilding(ANNA, corner("7SW")))
    assert (table.gold("anna"), table.gold("ben")) == (0, 2)


def test_co_07_gold_buys_no_commodity_but_commodities_are_sold_for_gold() -> None:
    table = catan("anna: city 9S", hands={"anna": "4 cloth"}, gold={"anna": 2})
    assert table.impossible(BuyWithGold(ANNA, "cloth")) == {"RI-08"}
    table.enter(SellForGold(ANNA, bag("4 cloth"), 1))
    assert table.gold("anna") == 3


def test_co_07_a_knight_walks_over_a_bridge() -> None:
    one, other = RIVER_BOARD.geometry.ends[edge("8SE")]
    table = catan(f"anna: city 0N, active knight {one}").given_bridges("anna", "8SE")
    assert MoveKnight(ANNA, one, other) in table.options("anna", MoveKnight)


def test_co_07_the_diplomat_removes_no_bridge() -> None:
    table = catan("ben: road 8NE, settlement 8N").given_bridges("ben", "3SE")
    table.given_cards("anna", Track.POLITICS)
    assert table.refused(PlayDiplomat(ANNA, edge("3SE"))) == {"CO-07"}
    offered = {option.edge for option in table.options("anna", PlayDiplomat)}  # type: ignore[attr-defined]
    assert offered == {edge("8NE")}


def test_co_07_a_river_road_that_is_removed_costs_its_owner_one_gold() -> None:
    table = catan("ben: settlement 8N, road 8NE")
    table.given_cards("anna", Track.POLITICS)
    assert table.gold("ben") == 2
    table.enter(PlayDiplomat(ANNA, edge("8NE")))
    assert table.gold("ben") == 1


def test_co_07_whoever_has_no_gold_pays_none_and_a_road_elsewhere_costs_nothing() -> None:
    table = catan("ben: settlement 8N, road 8NE", gold={"ben": 0})
    table.given_cards("anna", Track.POLITICS)
    table.enter(PlayDiplomat(ANNA, edge("8NE")))
    assert table.gold("ben") == 0
    table = catan("ben: settlement 0N, road 0NE", gold={"ben": 3})
    table.given_cards("anna", Track.POLITICS)
    table.enter(PlayDiplomat(ANNA, edge("0NE")))
    assert table.gold("ben") == 3


@pytest.mark.parametrize(
    ("lifted", "relaid", "change"),
    [("8NE", "0NE", -1), ("0NE", "8NE", 1), ("8NE", "8W", 0), ("0NE", "0NW", 0)],
)
def test_co_07_an_own_road_laid_anew_is_worth_what_lies_at_the_river(
    lifted: str, relaid: str, change: int
) -> None:
    table = catan(f"anna: settlement 8N, settlement 8NW, settlement 0N, road {lifted}", gold={"anna": 4})
    table.given_cards("anna", Track.POLITICS)
    table.enter(PlayDiplomat(ANNA, edge(lifted), edge(relaid)))
    assert table.gold("anna") == 4 + change


def test_co_07_five_gold_save_a_city_from_the_barbarians() -> None:
    table = attacked("anna: city 0N; ben: city 2N", gold={"anna": 6, "ben": 4})
    table.roll("anna", 1, 4, "ship")
    assert table.questions == [("lose_city", "anna")]
    assert table.cities("ben") == (), "four gold are too few"
    assert {type(option) for option in table.options("anna", LoseCity)} == {LoseCity}
    events = table.enter(SaveCity(ANNA))
    assert told(events, CitySaved) == [CitySaved(ANNA)]
    assert (table.gold("anna"), table.cities("anna")) == (1, (corner("0N"),))
    assert table.questions == []


def test_co_07_whoever_has_the_gold_may_lose_the_city_all_the_same() -> None:
    table = attacked("anna: city 0N", gold={"anna": 5})
    table.roll("anna", 1, 4, "ship")
    table.enter(LoseCity(ANNA, corner("0N")))
    assert (table.gold("anna"), table.cities("anna")) == (5, ())


def test_co_07_gold_that_is_gone_saves_nothing() -> None:
    table = attacked("anna: city 0N", gold={"anna": 5})
    table.roll("anna", 1, 4, "ship")
    table.enter(StateGold(ANNA, ANNA, 4))
    assert table.refused(SaveCity(ANNA)) == {"CO-07"}
    assert table.options("anna", SaveCity) == []


def test_co_07_where_nobody_enters_gold_the_player_says_whether_it_saved_the_city() -> None:
    table: Evening = evening("anna ben", modules=MODULES, level=Level.L1)
    table.given_ship(6)
    table.roll("anna", 1, 4, "ship")
    assert table.questions == [("lose_city", "anna"), ("lose_city", "ben")]
    table.enter(SaveCity(BEN))
    assert len(table.cities("ben")) == 1
    table.enter(LoseCity(ANNA, Site("anna-2")))
    assert table.cities("anna") == ()


def test_co_07_thirteen_points_win() -> None:
    assert catan().table.value("points_to_win", ANNA) == 13


def test_co_07_an_attack_without_rivers_asks_nothing_new() -> None:
    table = evening("anna ben", modules=("base", "cities_knights"), level=Level.L1)
    table.given_ship(6)
    table.roll("anna", 1, 4, "ship")
    assert table.questions == []


@pytest.mark.parametrize("level", ["L1", "L2", "L3"])
@pytest.mark.parametrize("seed", [1, 2])
def test_co_07_games_by_chance_keep_gold_and_cards(level: str, seed: int) -> None:
    print(f"seed {seed}")
    game = Simulation(header(MODULES, 2 + seed, seed, level), random.Random(seed))
    while not game.over and len(game.entries) < 250:
        game.step()
    assert len(game.entries) > 50
