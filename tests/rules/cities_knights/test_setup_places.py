"""How a game with a tracked board begins: a settlement, then a city that pays (CK-01 to CK-13)."""

from __future__ import annotations

import pytest

from companion.engine.event import Event
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.level import Level
from companion.rules.base.building import BuildRoad, CityBuilt, SettlementBuilt
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.facts.awards import StateAward
from companion.rules.base.roll import Produced
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.base.slice import Award, BuildingKind
from companion.rules.cities_knights.goods import COMMODITIES, COMMODITY
from tests.kit.island import BEGINNERS, Island, bag, edge, island
from tests.kit.tables import ANNA, BEN, CARLA, CITIES_KNIGHTS, evening, only

SITES = {"anna": ("0N", "4SE"), "ben": ("2N", "11S"), "carla": ("16S", "12N")}
"""First and second place of each player; anna's second one is between hills 6, pasture 4 and the desert."""


def begun(first: str = "anna", level: Level = Level.L3) -> Island:
    """A game whose board lies on the table, before the first piece."""
    table = Island(evening("anna ben carla", level=level, first=first).session)
    table.enter(LayBoard(PlayerId(first), BEGINNERS))
    return table


def place(table: Island, who: str, site: str) -> tuple[Event, ...]:
    """Let a player place a building and a road beside it."""
    corner = table.land.corner(site)
    events = table.enter(PlaceBuilding(PlayerId(who), corner))
    road = next(edge for edge in table.land.corner_edges[corner] if edge not in table.base.roads)
    table.enter(PlaceRoad(PlayerId(who), road))
    return events


def placed(first: str = "anna") -> Island:
    """A game after its set-up."""
    table = begun(first)
    names = ["anna", "ben", "carla"]
    order = names[names.index(first) :] + names[: names.index(first)]
    for number, line in enumerate((order, order[::-1])):
        for who in line:
            place(table, who, SITES[who][number])
    return table


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
@pytest.mark.parametrize(
    "command",
    [
        BuyDevelopmentCard(ANNA),
        PlayKnight(ANNA, HexId(3)),
        PlayMonopoly(ANNA, "ore", {}),
        ShowVictoryPoints(ANNA, 1),
    ],
)
def test_ck_01_there_are_no_development_cards(level: Level, command: BuyDevelopmentCard) -> None:
    hands = {"anna": "1 ore 1 wool 1 grain"} if level is Level.L3 else {}
    table = island(modules=CITIES_KNIGHTS, level=level, hands=hands)
    assert "CK-01" in table.impossible(command)
    assert not table.options("anna", type(command))
    assert table.impossible(StateAward(ANNA, Award.LARGEST_ARMY, ANNA)) == {"B-62"}


def test_ck_02_fifteen_roads() -> None:
    pieces = "anna: settlement 9N, way 9N 9NE 9SE 9S 9SW 9NW 9N, way 9NE 10N 10NE 10SE 10S 9SE"
    more = ", roads 4E 8NE 13W 14SW"
    table = island(modules=CITIES_KNIGHTS, pieces=pieces + more, hands={"anna": "1 brick 1 lumber"})
    assert table.roads_left("anna") == 0
    assert table.refused(BuildRoad(ANNA, edge("8NW"))) == {"B-05"}
    assert not table.options("anna", BuildRoad)


def test_ck_03_twelve_of_each_commodity() -> None:
    table = island(modules=CITIES_KNIGHTS)
    kinds = {good.name: good.kind for good in table.session.ruleset.goods}
    assert [good for good, kind in kinds.items() if kind == COMMODITY] == list(COMMODITIES)
    assert len(kinds) == 8
    for good in ("coin", "paper", "cloth"):
        assert table.bank(good) == (12, 12)
    assert table.bank("ore") == (19, 19)


@pytest.mark.parametrize("first", ["anna", "carla"])
def test_ck_10_whoever_rolled_the_most_places_first(first: str) -> None:
    """The table rolls for it and says who it is when the game starts."""
    table = begun(first)
    assert table.questions == [("start_building", first)]


def test_ck_11_a_settlement_first_and_a_city_second() -> None:
    table = begun()
    for who in ("anna", "ben", "carla"):
        assert table.questions == [("start_building", who)]
        only(place(table, who, SITES[who][0]), SettlementBuilt)
    for who in ("carla", "ben", "anna"):
        assert table.questions == [("start_building", who)]
        only(place(table, who, SITES[who][1]), CityBuilt)
    assert table.questions == []
    for who in ("anna", "ben", "carla"):
        assert len(table.settlements(who)) == len(table.cities(who)) == 1
        assert table.figures_left(who, BuildingKind.CITY) == 3
        assert table.points(who) == 3


def test_ck_11_the_city_pays_a_resource_for_each_hex_and_never_a_commodity() -> None:
    """Anna's city lies at hills, pasture and desert, Ben's at mountains and pasture."""
    table = placed()
    assert table.cards("anna") == "1 brick 1 wool"
    assert table.cards("ben") == "1 wool 1 ore"
    assert table.cards("carla") == "2 lumber 1 grain"


def test_ck_11_the_first_settlement_pays_nothing() -> None:
    table = begun()
    events = table.enter(PlaceBuilding(ANNA, Site("0N")))
    assert not any(isinstance(event, Produced) for event in events)
    assert table.cards("anna") == ""


def test_ck_11_the_road_lies_beside_the_city() -> None:
    table = begun()
    for who in ("anna", "ben", "carla"):
        place(table, who, SITES[who][0])
    table.enter(PlaceBuilding(CARLA, table.land.corner(SITES["carla"][1])))
    beside_the_settlement = next(e for e in table.land.corner_edges[Site("16S")] if e not in table.base.roads)
    assert table.refused(PlaceRoad(CARLA, EdgeId(beside_the_settlement))) == {"B-12"}


@pytest.mark.parametrize("first", ["anna", "ben"])
def test_ck_12_whoever_placed_the_last_city_begins(first: str) -> None:
    table = placed(first)
    assert list(table.base.buildings.values())[-1].owner == first
    assert table.core.on_turn == first
    assert table.core.turn == 1


def test_ck_12_the_others_do_not_begin() -> None:
    table = placed("ben")
    table.roll("ben")
    assert table.core.on_turn == BEN


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_ck_13_the_robber_on_the_desert_and_the_ship_at_its_start(level: Level) -> None:
    table = begun(level=level)
    assert table.base.robber == 9
    assert BEGINNERS.terrain[9] == "desert"
    assert (table.ck.ship, table.ck.attacks) == (0, 0)


def test_ck_11_at_l2_nobody_counts_what_the_city_pays() -> None:
    table = begun(level=Level.L2)
    for line in (("anna", "ben", "carla"), ("carla", "ben", "anna")):
        for who in line:
            events = place(table, who, SITES[who][len(table.base.buildings) // 3])
    assert only(events, Produced).gains == {"anna": bag("1 brick 1 wool")}
    assert not table.hands.holders
