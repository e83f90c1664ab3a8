"""Wagons, cargo and barbarians by the table's own word, and at another tracking level."""

from __future__ import annotations

from companion.engine.core import ChangeLevel
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Level
from companion.rules.base.longest_road import CutLongestRoad
from companion.rules.scenarios.traders_barbarians.facts import (
    StateBarbarians,
    StateCargo,
    StateDelivered,
    StateUpgrades,
    StateWagon,
)
from companion.rules.scenarios.traders_barbarians.slice import TradersBarbarians
from tests.kit.tables import ANNA, BEN, evening
from tests.kit.traders import TRADERS, edge, trading

ZOE = PlayerId("zoe")


def test_tb_10_the_table_says_where_a_wagon_stands() -> None:
    table = trading()
    table.enter(StateWagon(ANNA, BEN, table.land.corner("7C")))
    assert table.wagon("ben") == "7C"
    table.enter(StateWagon(ANNA, BEN))
    assert BEN not in table.tb.wagons
    assert table.impossible(StateWagon(ANNA, BEN, Site("99N"))) == {"B-04"}
    assert table.impossible(StateWagon(ANNA, ZOE)) == {"B-14"}


def test_tb_12_the_table_says_what_is_carried_and_was_delivered() -> None:
    table = trading()
    table.enter(StateCargo(ANNA, BEN, "glass"))
    table.enter(StateDelivered(ANNA, BEN, 4))
    assert (table.cargo("ben"), table.delivered("ben"), table.points("ben")) == ("glass", 4, 4)
    table.enter(StateCargo(ANNA, BEN))
    assert table.cargo("ben") is None
    assert table.impossible(StateCargo(ANNA, BEN, "cloth")) == {"TB-12"}
    assert table.impossible(StateDelivered(ANNA, BEN, -1)) == {"TB-12"}
    assert table.impossible(StateDelivered(ANNA, ZOE, 1)) == {"B-14"}
    assert table.impossible(StateCargo(ANNA, ZOE, "glass")) == {"B-14"}


def test_tb_13_the_table_says_how_many_wagon_cards_lie_open() -> None:
    table = trading()
    table.enter(StateUpgrades(ANNA, BEN, 4))
    assert (table.tb.levels[BEN], table.points("ben")) == (5, 1)
    assert table.impossible(StateUpgrades(ANNA, BEN, 5)) == {"TB-13"}


def test_tb_21_the_table_says_where_the_barbarians_stand() -> None:
    table = trading()
    table.enter(StateBarbarians(ANNA, (edge("9E"), edge("9W"))))
    assert set(table.tb.barbarians) == {edge("9E"), edge("9W")}
    assert table.impossible(StateBarbarians(ANNA, (edge("9E"), edge("9E")))) == {"TB-21"}
    assert table.impossible(StateBarbarians(ANNA, (EdgeId("99E"),))) == {"B-04"}
    four = tuple(edge(name) for name in ("9E", "9W", "9NE", "9NW"))
    assert table.impossible(StateBarbarians(ANNA, four)) == {"TB-01"}


def test_tb_12_points_outlive_another_tracking_level_and_wagons_do_not() -> None:
    table = trading(
        wagons={"anna": "9N"}, cargo={"anna": "glass"}, deliveries={"anna": 2}, levels={"anna": 5}, level="L2"
    )
    table.enter(ChangeLevel(ANNA, Level.L1))
    part = table.state.slice(TradersBarbarians)
    assert (part.wagons, part.cargo, part.barbarians) == ({}, {}, ())
    assert (part.delivered[ANNA], part.levels[ANNA]) == (2, 5)
    assert table.impossible(CutLongestRoad(ANNA, {})) == {""}
    table.sound()


def test_tb_12_the_levels_with_a_board_know_the_same() -> None:
    table = trading(wagons={"anna": "9N"}, cargo={"anna": "glass"}, level="L3")
    table.enter(ChangeLevel(ANNA, Level.L2))
    assert (table.wagon("anna"), table.cargo("anna")) == (table.land.corner("9N"), "glass")


def test_tb_12_what_is_known_at_the_score_is_asked_for_on_the_board() -> None:
    table = evening("anna ben carla", modules=TRADERS, level=Level.L1)
    table.enter(StateDelivered(ANNA, BEN, 3))
    table.enter(ChangeLevel(ANNA, Level.L2))
    assert table.questions == [("board", "anna")]
    assert table.state.slice(TradersBarbarians).delivered == {BEN: 3}
