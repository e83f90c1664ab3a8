"""Barbarian Attack with the Harbourmaster (BA-60, BA-H1)."""

from __future__ import annotations

from companion.rules.base.building import BuildCity
from companion.rules.scenarios.barbarian_attack.facts import StateBarbarians
from companion.rules.variants.harbourmaster.module import harbour_points, holds_card
from tests.kit.coasts import BARBARIANS, coast
from tests.kit.island import corner
from tests.kit.tables import ANNA, BEN

MODULES = (*BARBARIANS, "harbourmaster")


def test_ba_60_with_the_harbourmaster_thirteen_points_win() -> None:
    table = coast(modules=MODULES)
    assert table.table.value("points_to_win", ANNA) == 13


def test_ba_h1_a_conquered_city_has_no_harbour_points_and_the_card_moves() -> None:
    table = coast(
        modules=MODULES, pieces="anna: city 0N, settlement 1N; ben: settlement 6NE, settlement 11NE"
    )
    assert (harbour_points(table.table, ANNA), holds_card(table.table, ANNA)) == (3, True)
    table.enter(StateBarbarians(ANNA, 3, 3))
    assert harbour_points(table.table, ANNA) == 1
    assert not holds_card(table.table, ANNA)
    assert "harbourmaster" not in table.score("anna")
    table.enter(StateBarbarians(ANNA, 3, 2))
    assert holds_card(table.table, ANNA), "the coast is free again"


def test_ba_h1_the_landing_itself_takes_the_card() -> None:
    table = coast(
        modules=MODULES,
        pieces="anna: city 0N, settlement 1N; ben: settlement 9N",
        hands={"anna": "3 ore 2 grain"},
        barbarians={3: 2},
    )
    assert holds_card(table.table, ANNA)
    table.enter(BuildCity(ANNA, corner("1N")))
    table.landing("anna", 3)
    assert not holds_card(table.table, ANNA)
    assert not holds_card(table.table, BEN)
