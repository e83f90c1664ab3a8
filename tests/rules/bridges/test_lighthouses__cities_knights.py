"""LH-11: a progress card that another module lays into a deck of Cities & Knights, for the tests alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.app.narrate import command_text
from companion.app.simulate import Simulation, header
from companion.rules.cities_knights.cards import deck_size, unaccounted
from companion.rules.cities_knights.slice import Track
from tests.kit.installed import installed
from tests.kit.tables import ANNA, Evening, evening
from tests.modules.lighthouses.lamps import SetLamp
from tests.modules.lighthouses.oil import oil
from tests.modules.lighthouses__cities_knights.lamp_oil import PlayLampOil

MODULES = ("base", "cities_knights", "lighthouses")
SEED = 3


@pytest.fixture
def table() -> Iterator[Evening]:
    """Anna holds a trade card and has rolled."""
    with installed("tests.modules"):
        yield evening(modules=MODULES).given_cards("anna", Track.TRADE).rolled()


def test_lh_11_lamp_oil_brings_a_jar_for_each_lamp(table: Evening) -> None:
    table.enter(SetLamp(ANNA))
    table.enter(SetLamp(ANNA))
    before = oil(table.table, ANNA)
    table.enter(PlayLampOil(ANNA))
    assert oil(table.table, ANNA) == before + 2
    assert table.hand("anna") == ()
    assert command_text(PlayLampOil(ANNA), table.core.players) == "Anna plays Lamp Oil"


def test_ck_125_lamp_oil_is_not_played_where_no_lamp_burns(table: Evening) -> None:
    assert table.refused(PlayLampOil(ANNA)) == {"CK-125"}


def test_lh_11_three_of_them_lie_in_the_trade_deck(table: Evening) -> None:
    assert unaccounted(table.table, "lamp_oil") == 3
    assert {track: deck_size(table.table, track) for track in Track} == {
        Track.TRADE: 21,
        Track.POLITICS: 18,
        Track.SCIENCE: 18,
    }


def test_ck_123_lamp_oil_may_be_the_fifth_card() -> None:
    with installed("tests.modules"):
        table = (
            evening(modules=MODULES)
            .given_cards("anna", *[Track.TRADE] * 4)
            .given_level("anna", Track.TRADE, 1)
        )
        table.roll("anna", red=1, event="trade")
        (question,) = table.core.pending
        assert question.kind == "fifth_card" and "lhck.play_lamp_oil" in question.answers


def test_lh_11_is_drawn_and_played_in_games_by_chance() -> None:
    """Every entry is checked against the real cards."""
    with installed("tests.modules"):
        game = Simulation(header(MODULES, 3, SEED, "L3"), random.Random(SEED))
        while not game.over and not any(isinstance(e.command, PlayLampOil) for e in game.entries):
            game.step()
    assert any(isinstance(entry.command, PlayLampOil) for entry in game.entries), SEED
