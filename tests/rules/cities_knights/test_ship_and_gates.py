"""The event die: the ship's way, and who draws at the gates."""

from __future__ import annotations

import pytest

from companion.rules.cities_knights.barbarians import AttackFought, PlaceShip, ShipMoved, ShipReturned
from companion.rules.cities_knights.cards import CardDrawn
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, evening, none, only, told


def test_ck_30_a_ship_face_moves_the_ship_one_step() -> None:
    table = evening()
    assert only(table.roll("anna", event="ship"), ShipMoved).to == 1
    assert only(table.roll("ben", event="ship"), ShipMoved).to == 2


@pytest.mark.parametrize("face", ["trade", "politics", "science"])
def test_ck_30_a_gate_does_not(face: str) -> None:
    table = evening()
    assert none(table.roll("anna", event=face), ShipMoved)
    assert table.ck.ship == 0


def test_ck_30_on_the_last_step_the_barbarians_attack_at_once() -> None:
    table = evening().given_ship(5)
    assert none(table.roll("anna", event="ship"), AttackFought)
    events = table.roll("ben", event="ship")
    only(events, AttackFought)
    only(events, ShipReturned)
    assert (table.ck.ship, table.ck.attacks) == (0, 1)


def test_ck_30_after_the_attack_the_ship_sets_out_again() -> None:
    table = evening().given_ship(6)
    table.roll("anna", event="ship")
    assert only(table.roll("ben", event="ship"), ShipMoved).to == 1


def test_ck_30_the_table_says_where_the_ship_really_stands() -> None:
    table = evening()
    table.enter(PlaceShip(ANNA, 4))
    assert (table.ck.ship, table.ck.attacks) == (4, 0)
    table.enter(PlaceShip(BEN, 2, attacks=1))
    assert (table.ck.ship, table.ck.attacks) == (2, 1)
    table.enter(PlaceShip(BEN, 0, attacks=0))
    assert (table.ck.ship, table.ck.attacks) == (0, 0)
    assert table.impossible(PlaceShip(ANNA, 7)) == {"CK-30"}
    assert table.impossible(PlaceShip(ANNA, -1)) == {"CK-30"}
    assert table.impossible(PlaceShip(ANNA, 0, attacks=-1)) == {"CK-115"}
    assert table.impossible(PlaceShip(ANNA, 0, attacks=10**15)) == {"CK-115"}


def test_ck_31_the_books_example() -> None:
    """A yellow gate with a red 3: who has built the guild (level 3) draws a yellow card."""
    table = evening().given_level("ben", Track.TRADE, 3)
    events = table.roll("anna", 6, 3, "trade")
    assert [(event.by, event.track) for event in told(events, CardDrawn)] == [(BEN, Track.TRADE)]
    assert table.colours("ben") == ["trade"]


def test_ck_31_a_red_number_too_high_draws_nothing() -> None:
    table = evening().given_level("ben", Track.TRADE, 3)
    assert none(table.roll("anna", 6, 5, "trade"), CardDrawn)


def test_ck_31_a_gate_of_another_colour_draws_nothing() -> None:
    table = evening().given_level("ben", Track.TRADE, 3)
    assert none(table.roll("anna", 6, 1, "science"), CardDrawn)


def test_ck_31_without_an_improvement_not_even_a_one_draws() -> None:
    assert none(evening().roll("anna", 6, 1, "trade"), CardDrawn)


def test_ck_31_a_ship_draws_nothing() -> None:
    table = evening().given_level("ben", Track.TRADE, 5)
    assert none(table.roll("anna", 6, 1, "ship"), CardDrawn)


def test_ck_31_in_turn_order_from_the_player_on_turn() -> None:
    table = evening()
    for who in table.core.ids:
        table.given_level(who, Track.POLITICS, 2)
    table.rolled()
    table.roll("ben")
    events = table.roll("carla", 6, 3, "politics")
    assert [event.by for event in told(events, CardDrawn)] == [CARLA, DAVID, ANNA, BEN]


def test_ck_31_with_fewer_cards_than_players_the_order_decides() -> None:
    table = evening().given_deck(Track.POLITICS, 2)
    for who in table.core.ids:
        table.given_level(who, Track.POLITICS, 2)
    table.rolled()
    table.roll("ben")
    events = table.roll("carla", 6, 3, "politics")
    assert [event.by for event in told(events, CardDrawn)] == [CARLA, DAVID]


def test_ck_32_an_empty_deck_gives_nothing() -> None:
    table = evening().given_level("ben", Track.SCIENCE, 5).given_deck(Track.SCIENCE, 0)
    assert none(table.roll("anna", 6, 1, "science"), CardDrawn)
    assert table.hand("ben") == ()


def test_ck_32_the_last_card_is_drawn() -> None:
    table = evening().given_level("ben", Track.SCIENCE, 5).given_deck(Track.SCIENCE, 1)
    table.roll("anna", 6, 1, "science")
    assert len(table.hand("ben")) == 1
    assert table.deck(Track.SCIENCE).size == 0
