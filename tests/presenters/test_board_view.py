"""The board's view is what lies on the table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.app.session import ruleset_of
from companion.app.simulate import header
from companion.engine.table import Table
from companion.presenters import board as selector
from companion.rules import common
from companion.rules.base.network import barriers, geometry
from companion.rules.base.queries import roads
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.base.trail import longest_trail, trail_length
from companion.rules.cities_knights.slice import CitiesKnights
from companion.rules.scenarios.fishermen.slice import Fishermen
from tests.kit.island import corner as corner_of
from tests.kit.island import island
from tests.kit.tables import ANNA, BEN, CITIES_KNIGHTS
from tests.scenes.board_stage import KNIGHTS, game

GAMES = {
    "base": (("base",), 4, 2, 300),
    "knights": (KNIGHTS, 3, 5, 700),
    "fish": ((*KNIGHTS, "fishermen", "event_cards"), 4, 11, 500),
    "two": ((*KNIGHTS, "catan_for_two"), 2, 1, 300),
}


@pytest.fixture(params=list(GAMES))
def table(request: pytest.FixtureRequest) -> Table:
    return game(*GAMES[request.param])


def test_every_piece_is_shown_once_with_its_owner(table: Table) -> None:
    view, base = selector.board(table), table.slice(Base)
    shown = dict(view.corners)
    knights = table.state.slices.get(CitiesKnights.module)
    standing = {} if knights is None else dict(knights.knights)
    assert len(shown) == len(view.corners)
    assert set(shown) == {*base.buildings, *standing}
    for corner, building in base.buildings.items():
        piece = shown[corner]
        assert (piece.kind == "city") is (building.kind is BuildingKind.CITY)
        assert (piece.colour, piece.seat) == selector.livery(table, building.owner)
    for corner, knight in standing.items():
        piece = shown[corner]
        assert (piece.strength, piece.active) == (knight.strength, knight.active)
        assert (piece.colour, piece.seat) == selector.livery(table, knight.owner)
    assert {road.edge for road in view.roads} == set(base.roads)
    assert view.robber == base.robber


def test_the_island_is_shown_as_it_lies(table: Table) -> None:
    view, base = selector.board(table), table.slice(Base)
    assert base.board is not None
    assert tuple(hex.terrain for hex in view.hexes) == base.board.terrain
    assert tuple(hex.token for hex in view.hexes) == base.board.tokens
    assert [hex.hex for hex in view.hexes] == list(base.board.geometry.hexes)
    assert len(view.harbours) == len(base.board.harbours)
    water = table.state.slices.get(Fishermen.module)
    assert len(view.shores) == (0 if water is None else len(water.grounds))
    assert any(hex.numbers for hex in view.hexes) is (water is not None)


def test_nobody_sits_at_a_neutral_colour() -> None:
    table = game(*GAMES["two"])
    view = selector.board(table)
    neutral = {road.colour for road in view.roads if road.seat is None}
    neutral |= {piece.colour for _corner, piece in view.corners if piece.seat is None}
    assert neutral == {"white", "orange"}


def test_b_60_the_trail_shown_is_one_of_the_longest(table: Table) -> None:
    land = geometry(table)
    for owner in table.core.ids:
        closed, own = barriers(table, owner), roads(table, owner)
        trail = longest_trail(land, own, closed)
        assert len(trail) == len(set(trail)) == trail_length(land, own, closed)
        assert set(trail) <= set(own)
        for one, two in pairwise(trail):
            shared = set(land.ends[one]) & set(land.ends[two])
            assert shared - set(closed)


def test_a_road_that_an_opponent_shuts_off_is_marked() -> None:
    table = island(pieces="anna: settlement 4N, roads 4NE 4E; ben: settlement 4SE, road 4SW").table
    assert [common.blocked(table, who) for who in (ANNA, BEN)] == [{corner_of("4SE")}, set()]
    knight = island(
        pieces="anna: settlement 4N, roads 4NE 4E; ben: knight 4SE, road 4SW", modules=CITIES_KNIGHTS
    )
    assert [common.blocked(knight.table, who) for who in (ANNA, BEN)] == [{corner_of("4SE")}, set()]


def test_without_a_board_there_is_nothing_to_show() -> None:
    head = header(KNIGHTS, 3, 1, level="L1")
    rules = ruleset_of(head)
    assert not selector.laid(Table(rules, rules.start(head.players, head.first)))
    assert selector.laid(game(*GAMES["base"]))
