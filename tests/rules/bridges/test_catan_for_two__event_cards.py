"""Catan for two with event cards (C2-07)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.app.simulate import Simulation, header
from companion.rules.base.roll import Produced
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.event_cards.damage import DamageRoad
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.duel import WHITE, Duel, duel
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN, only

MODULES = ("base", "catan_for_two", "event_cards")


def two(**more: Any) -> Duel:
    return duel(MODULES, rolled=False, **more)


def test_c2_07_two_cards_a_turn_each_carried_out_by_itself() -> None:
    table = two(pieces="anna: settlement 0S")  # at mountains 10, fields 12 and hills 6
    assert only(table.enter(TurnCard(ANNA, 6)), Produced).gains == {ANNA: {"brick": 1}}
    assert not table.rolled_twice
    assert only(table.enter(TurnCard(ANNA, 10)), Produced).gains == {ANNA: {"ore": 1}}
    assert table.rolled_twice
    table.end()
    table.enter(TurnCard(BEN, 6))
    assert not table.rolled_twice


def test_c2_07_the_second_card_stands_even_with_the_same_number() -> None:
    table = two(pieces="anna: settlement 0S")
    table.enter(TurnCard(ANNA, 6))
    assert only(table.enter(TurnCard(ANNA, 6)), Produced).gains == {ANNA: {"brick": 1}}
    assert table.rolled_twice


def test_c2_07_an_earthquake_damages_no_neutral_road() -> None:
    table = two(pieces=f"anna: settlement 4S, roads 4SW 8E; {WHITE}: roads 1SE 1SW")
    table.enter(TurnCard(ANNA, 6, "earthquake"))
    assert table.questions == [("damage_road", "anna")]
    assert table.refused(DamageRoad(ANNA, edge("1SE")))
    table.enter(DamageRoad(ANNA, edge("8E")))
    assert not table.rolled_twice


def test_c2_07_a_neutral_longest_road_brings_nobody_a_trade_advantage() -> None:
    pieces = f"{WHITE}: way 1S 4SE 4S 8SE 8S 7SE; anna: way 3S 3SE 0S"
    table = two(pieces=pieces, hands={"anna": "1 ore", "ben": "1 ore"})
    assert table.longest == (WHITE, 5)
    table.enter(TurnCard(ANNA, 5, "trade_advantage"))
    assert table.questions == []


@pytest.mark.parametrize("order", ["dice_first", "card_first"])
def test_c2_07_with_cities_and_knights_there_are_two_cards_and_two_throws(order: str) -> None:
    table = duel((*MODULES, "cities_knights"), rolled=False, event_card_order=order)
    for number in (8, 8):
        assert not table.rolled_twice
        throw, card = RollDice(ANNA, {"red": 4, "event": "ship"}), TurnCard(ANNA, number)
        for command in (throw, card) if order == "dice_first" else (card, throw):
            table.enter(command)
    assert table.rolled_twice
    assert table.ck.ship == 2


def test_c2_07_the_alchemist_takes_the_place_of_the_first_card() -> None:
    table = duel((*MODULES, "cities_knights"), rolled=False, pieces="anna: settlement 0S")
    table.given_cards("anna", Track.SCIENCE)
    table.enter(PlayAlchemist(ANNA, 3, 3))
    assert only(table.roll("anna", 3, 3), Produced).gains == {ANNA: {"brick": 1}}
    assert not table.rolled_twice
    table.enter(RollDice(ANNA, {"red": 4, "event": "trade"}))
    table.enter(TurnCard(ANNA, 6))
    assert table.rolled_twice


@pytest.mark.parametrize("modules", [MODULES, (*MODULES, "cities_knights")], ids="-".join)
@pytest.mark.parametrize("level", ["L2", "L3"])
def test_games_by_chance_are_legal(modules: tuple[str, ...], level: str) -> None:
    game = Simulation(header(modules, 2, 7, level), random.Random(7))
    for _ in range(600):
        if game.over:
            break
        game.step()
    assert game.entries
