"""The Fishermen of Catan with Cities & Knights (CO-06)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.app.narrate import command_text
from companion.app.simulate import Simulation, header
from companion.engine.ids import HexId
from companion.engine.level import Level
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.base.turn import EndTurn
from companion.rules.bridges.fishermen__cities_knights.module import DrawProgressCard
from companion.rules.cities_knights.cards import PutBack
from companion.rules.cities_knights.production import UseAqueduct
from companion.rules.cities_knights.slice import Track
from companion.rules.scenarios.fishermen.grounds import LayGrounds
from companion.rules.scenarios.fishermen.spending import DrawCard, DrawDevelopmentCard, TakeResource
from tests.kit.fishing import GROUNDS, LAKE_BOARD, Fishery, fishing
from tests.kit.island import corner, edge
from tests.kit.tables import ANNA, BEN, evening

MODULES = ("base", "cities_knights", "fishermen")


def catan(tokens: str = "", **how: Any) -> Fishery:
    """Anna has rolled and has these tokens."""
    return fishing(modules=MODULES, **{"tokens": {"anna": tokens}, "rolled": True, **how})


@pytest.mark.parametrize("track", list(Track))
def test_co_06_seven_fish_draw_a_progress_card_of_a_deck_of_choice(track: Track) -> None:
    table = catan("3 3 1")
    command = DrawProgressCard(ANNA, (3, 3, 1), track)
    assert command in table.options("anna", DrawProgressCard)
    assert command_text(command, table.core.players).startswith(
        "Anna draws a progress card for fish: 3, 3, 1"
    )
    table.enter(command)
    assert (table.colours("anna"), table.deck(track).size) == ([track.value], 17)
    assert (table.tokens("anna"), table.open) == ("", 3)


def test_co_06_six_fish_are_too_few_for_a_progress_card() -> None:
    assert catan("3 3").refused(DrawProgressCard(ANNA, (3, 3), Track.TRADE)) == {"CO-06"}


def test_co_06_an_empty_deck_sells_nothing() -> None:
    table = catan("3 3 1")
    table.given_deck(Track.TRADE, 0)
    assert table.impossible(DrawProgressCard(ANNA, (3, 3, 1), Track.TRADE)) == {"CO-06"}
    offered = {option.track for option in table.options("anna", DrawProgressCard)}  # type: ignore[attr-defined]
    assert offered == {Track.POLITICS, Track.SCIENCE}


def test_co_06_there_is_no_development_card_to_draw() -> None:
    table = catan("3 3 1")
    assert "CO-06" in table.impossible(DrawDevelopmentCard(ANNA, (3, 3, 1)))
    assert table.options("anna", DrawDevelopmentCard) == []


def test_co_06_a_fifth_progress_card_from_fish_is_one_too_many() -> None:
    table = catan("3 3 1")
    table.given_cards("anna", *[Track.TRADE] * 4)
    table.enter(DrawProgressCard(ANNA, (3, 3, 1), Track.SCIENCE))
    assert table.questions == [("fifth_card", "anna")]


@pytest.mark.parametrize("profile", ["colonist", "official2025"])
def test_ck_123_where_five_are_kept_a_sixth_card_is_one_too_many(profile: str) -> None:
    """Anna keeps her five to the end of her turn; what fish bring beside them goes back, or is played."""
    table = catan("3 3 1", profile=profile)
    table.given_cards("anna", *[Track.TRADE] * 4, Track.SCIENCE)
    assert table.questions == []
    table.enter(DrawProgressCard(ANNA, (3, 3, 1), Track.SCIENCE))
    assert table.questions == [("fifth_card", "anna")]
    assert "B-24" in table.refused(EndTurn(ANNA))
    table.enter(PutBack(ANNA, Track.TRADE))
    assert table.questions == []
    table.end()
    assert table.questions == [("fifth_card", "anna")], "and the fifth at the end of the turn"
    table.enter(PutBack(ANNA, Track.TRADE))
    assert (len(table.hand("anna")), table.core.on_turn) == (4, BEN)


@pytest.mark.parametrize("attacks", [0, 1])
def test_co_06_three_fish_may_take_a_commodity_before_the_first_attack_too(attacks: int) -> None:
    table = catan("3", hands={"ben": "1 cloth"})
    table.given_ship(0, attacks)
    table.enter(DrawCard(ANNA, (3,), BEN))
    assert (table.cards("anna"), table.cards("ben")) == ("1 cloth", "")


def test_co_06_four_fish_never_take_a_commodity() -> None:
    table = catan("3 1")
    assert table.impossible(TakeResource(ANNA, (3, 1), "cloth")) == {"FI-06"}
    assert {option.good for option in table.options("anna", TakeResource)} == {  # type: ignore[attr-defined]
        "lumber",
        "brick",
        "wool",
        "grain",
        "ore",
    }


def test_co_06_fish_alone_still_let_the_aqueduct_work() -> None:
    """A 4 brings Anna two fish tokens at the ground and no card."""
    table = catan(rolled=False, pieces="anna: city 0N", boot="ben")
    table.given_level("anna", Track.SCIENCE, 3)
    table.roll("anna", 1, 3)
    assert table.questions == [("aqueduct", "anna")]
    table.enter(UseAqueduct(ANNA, "grain"))
    assert (table.tokens("anna"), table.cards("anna")) == ("? ?", "1 grain")


def test_co_06_thirteen_points_win_and_fourteen_with_the_boot() -> None:
    table = catan(boot="ben")
    assert [table.table.value("points_to_win", who) for who in (ANNA, BEN)] == [13, 14]


def test_co_06_the_robber_stays_off_the_board_until_the_first_attack() -> None:
    table = catan(rolled=False)
    table.roll("anna", 3, 4)
    assert (table.base.robber, table.questions) == (None, [])


def test_fi_12_the_robber_may_be_put_on_the_lake_whose_numbers_are_printed_on_it() -> None:
    table = catan(rolled=False)
    table.given_ship(0, 1)
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, HexId(9)))
    assert table.base.robber == 9


def test_co_06_a_starting_city_at_the_water_is_the_second_building() -> None:
    """By the English books it brings one token, though a city."""
    table = Fishery(evening("anna ben", modules=MODULES, level=Level.L3, profile="official2025").session)
    table.enter(LayBoard(ANNA, LAKE_BOARD))
    table.enter(LayGrounds(ANNA, GROUNDS))
    for who, site, way in ((ANNA, "1N", "1NE"), (BEN, "4N", "4NE")):
        table.enter(PlaceBuilding(who, corner(site)))
        table.enter(PlaceRoad(who, edge(way)))
    table.enter(PlaceBuilding(BEN, corner("9S")))
    table.no_boot()
    assert (table.tokens("ben"), table.tokens("anna")) == ("?", "")


@pytest.mark.parametrize("level", ["L2", "L3"])
@pytest.mark.parametrize("seed", [1, 2])
def test_co_06_games_by_chance_keep_every_token(level: str, seed: int) -> None:
    print(f"seed {seed}")
    game = Simulation(header(MODULES, 2 + seed, seed, level), random.Random(seed))
    while not game.over and len(game.entries) < 250:
        game.step()
    assert len(game.entries) > 50
