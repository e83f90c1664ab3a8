"""Level L0: nothing but the event die and the ship."""

from __future__ import annotations

import pytest

from companion.engine.core import DeclareWinner, PlayOn
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.engine.state import Phase
from companion.rules.base.building import BuildSettlement
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import (
    AttackFought,
    BarbariansLanded,
    PlaceShip,
    ShipMoved,
    ShipReturned,
)
from companion.rules.cities_knights.cards import LayOpen
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from tests.kit.tables import ANNA, BEN, Evening, evening, none, only


@pytest.fixture
def table() -> Evening:
    return evening(level=Level.L0)


def event(who: str, face: str) -> RollDice:
    """A roll of the event die alone."""
    return RollDice(PlayerId(who), {"event": face})


def test_ck_30_at_l0_the_ship_sails_and_lands(table: Evening) -> None:
    for step in range(1, 7):
        assert only(table.enter(event(table.core.ids[(step - 1) % 4], "ship")), ShipMoved).to == step
    events = table.enter(event("carla", "ship"))
    only(events, BarbariansLanded)
    only(events, ShipReturned)
    assert none(events, AttackFought), "the table fights the battle by itself"
    assert (table.ck.ship, table.ck.attacks) == (0, 1)


def test_ck_30_at_l0_a_gate_does_nothing(table: Evening) -> None:
    table.enter(event("anna", "trade"))
    assert table.ck.ship == 0
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_30_at_l0_the_table_corrects_the_ship(table: Evening) -> None:
    table.enter(PlaceShip(BEN, 3))
    assert table.ck.ship == 3


def test_ck_20_at_l0_one_entry_a_turn_passes_the_dice(table: Evening) -> None:
    for who in ("anna", "ben", "carla", "david", "anna"):
        table.enter(event(who, "trade"))
    assert table.core.turn == 5
    assert table.refused(event("anna", "trade")) == {"CK-20"}
    assert table.refused(event("carla", "trade")) == {"CK-20"}
    table.enter(EndTurn(ANNA))
    assert table.core.on_turn == BEN


def test_ck_05_at_l0_only_the_event_die_is_entered(table: Evening) -> None:
    assert table.impossible(RollDice(ANNA, {"event": "ship", "white": 3, "red": 4})) == {"B-21"}
    assert table.impossible(RollDice(ANNA, {})) == {"B-21"}
    assert table.impossible(event("anna", "dragon")) == {"B-21"}


@pytest.mark.parametrize("command", [BuildSettlement(ANNA), RecruitKnight(ANNA), LayOpen(ANNA, "printer")])
def test_b_20_at_l0_there_is_nothing_else_to_enter(table: Evening, command: BuildSettlement) -> None:
    table.enter(event("anna", "trade"))
    assert table.impossible(command) == {""}, "no rule, and a plain sentence"
    assert {type(option) for option in table.session.options(ANNA)} == {EndTurn}


def test_opt_3_at_l0_the_event_die_is_not_rolled_for_two_rounds() -> None:
    table = evening("anna ben", level=Level.L0, gentle_start=True)
    for who in ("anna", "ben", "anna", "ben"):
        assert table.refused(event(who, "ship")) == {"OPT-3"}
        table.enter(RollDice(PlayerId(who), {}))
    only(table.enter(event("anna", "ship")), ShipMoved)


def test_b_71_at_l0_the_table_names_the_winner(table: Evening) -> None:
    table.enter(event("anna", "ship"))
    table.enter(DeclareWinner(ANNA))
    assert table.core.winner == ANNA
    assert table.refused(event("ben", "ship")) == {"CK-22"}
    table.enter(PlayOn(ANNA))
    table.enter(event("ben", "ship"))
