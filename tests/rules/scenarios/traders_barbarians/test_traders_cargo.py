"""Cargo: the first one, deliveries, and the cards that are left."""

from __future__ import annotations

import pytest

from companion.engine.level import Level
from companion.rules.scenarios.traders_barbarians.cargo import (
    CargoDelivered,
    CargoTurnedUp,
    Deliver,
    TurnUpCargo,
)
from companion.rules.scenarios.traders_barbarians.wagons import UpgradeWagon
from tests.kit.tables import ANNA, BEN, evening, none
from tests.kit.traders import TRADERS, Traders, trading


def before(place: str, **how: object) -> Traders:
    """Anna's wagon stands a road before a destination."""
    hex = {"quarry": "2", "castle": "7", "glassworks": "18"}[place]
    way = {"quarry": "SW", "castle": "NE", "glassworks": "NW"}[place]
    road = f"anna: road {hex}C{way}"
    return trading(wagons={"anna": f"{hex}{way}"}, pieces=road, barbarians="", **how)  # type: ignore[arg-type]


def arrive(table: Traders, place: str) -> None:
    table.go("anna", {"quarry": "2C", "castle": "7C", "glassworks": "18C"}[place])


def test_tb_11_the_first_cargo_comes_from_any_destination_and_brings_no_gold() -> None:
    table = before("glassworks")
    arrive(table, "glassworks")
    assert (table.gold("anna"), table.delivered("anna")) == (5, 0)
    assert table.questions == [("cargo", "anna")]
    assert table.options("anna", TurnUpCargo) == [TurnUpCargo(ANNA, "glass"), TurnUpCargo(ANNA, "tools")]
    table.enter(TurnUpCargo(ANNA, "glass"))
    assert table.cargo("anna") == "glass"


@pytest.mark.parametrize(
    ("cargo", "place"),
    [("marble", "castle"), ("glass", "castle"), ("tools", "quarry"), ("sand", "glassworks")],
)
def test_tb_12_cargo_is_delivered_where_it_is_wanted(cargo: str, place: str) -> None:
    table = before(place, cargo={"anna": cargo})
    arrive(table, place)
    assert (table.delivered("anna"), table.gold("anna"), table.points("anna")) == (1, 6, 1)
    assert table.questions == [("cargo", "anna")]


@pytest.mark.parametrize(
    ("cargo", "place"),
    [("sand", "castle"), ("glass", "quarry"), ("marble", "glassworks"), ("tools", "castle")],
)
def test_tb_12_cargo_that_nobody_wants_there_stays_on_the_wagon(cargo: str, place: str) -> None:
    table = before(place, cargo={"anna": cargo})
    arrive(table, place)
    assert (table.cargo("anna"), table.delivered("anna"), table.gold("anna")) == (cargo, 0, 5)
    assert table.questions == []


@pytest.mark.parametrize(("level", "gold"), [(1, 6), (2, 7), (3, 8), (4, 9), (5, 10)])
def test_tb_12_a_better_wagon_earns_more_gold(level: int, gold: int) -> None:
    table = before("castle", cargo={"anna": "glass"}, levels={"anna": level})
    arrive(table, "castle")
    assert table.gold("anna") == gold


def test_tb_12_a_destination_has_only_its_two_kinds() -> None:
    table = before("castle")
    arrive(table, "castle")
    assert table.impossible(TurnUpCargo(ANNA, "marble")) == {"TB-12"}
    assert table.impossible(TurnUpCargo(ANNA, "gold")) == {"TB-12"}


def test_tb_12_six_cards_of_each_kind_and_no_question_where_one_kind_is_left() -> None:
    table = before("castle")
    table.given(*(CargoTurnedUp(BEN, "castle", "sand") for _ in range(6)))
    events = table.go("anna", "7C")
    assert table.cargo("anna") == "tools" and not none(events, CargoTurnedUp)
    assert table.questions == []


def test_tb_12_the_seventh_card_of_a_kind_is_refused() -> None:
    table = before("castle")
    table.given(*(CargoTurnedUp(BEN, "castle", "sand") for _ in range(5)))
    arrive(table, "castle")
    table.enter(TurnUpCargo(ANNA, "sand"))
    assert table.tb.turned["castle"] == {"sand": 6}


def test_tb_12_an_empty_pile_leaves_the_wagon_without_cargo() -> None:
    table = before("castle", cargo={"anna": "glass"})
    for kind in ("sand", "tools"):
        table.given(*(CargoTurnedUp(BEN, "castle", kind) for _ in range(6)))
    arrive(table, "castle")
    assert (table.cargo("anna"), table.delivered("anna"), table.questions) == (None, 1, [])


def test_tb_12_the_delivery_that_makes_thirteen_wins() -> None:
    table = before("castle", cargo={"anna": "glass"}, deliveries={"anna": 12})
    assert not none(table.go("anna", "7C"), CargoDelivered)
    assert table.core.winner == ANNA


def test_tb_12_at_the_score_a_delivery_is_one_entry() -> None:
    table = evening("anna ben carla", modules=TRADERS, level=Level.L1)
    assert table.points("anna") == 3
    table.roll("anna")
    table.enter(Deliver(ANNA))
    for _ in range(4):
        table.enter(UpgradeWagon(ANNA))
    assert (table.points("anna"), table.score("anna")) == (
        5,
        {"buildings": 3, "deliveries": 1, "wagon": 1},
    )
    table.sound()
