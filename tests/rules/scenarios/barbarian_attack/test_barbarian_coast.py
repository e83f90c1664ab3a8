"""The island, landings, and the coast that barbarians overrun."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.engine.core import LeaveQuestion
from companion.engine.ids import HexId
from companion.engine.level import Level
from companion.rules.base.board_making import random_board, variable_board
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.facts.awards import StateAward
from companion.rules.base.roll import claims
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.base.slice import Award
from companion.rules.base.trade import TradeWithBank, rates
from companion.rules.scenarios.barbarian_attack.coast import (
    CASTLE,
    CoastFreed,
    CoastOverrun,
    castle_paths,
    coast_of,
    conquered,
    overrun,
)
from companion.rules.scenarios.barbarian_attack.landing import BarbarianLanded, NobodyLands, TellLanding
from tests.kit.coasts import BARBARIANS, COAST, HEX, Coast, coast
from tests.kit.island import BEGINNERS, bag, corner, edge
from tests.kit.tables import ANNA, BEN, evening, only, told

FULL_PRICE = "1 brick 1 lumber 1 wool 1 grain"


def beginning(level: Level = Level.L3) -> Coast:
    """A game before its island is laid."""
    return Coast(evening("anna ben carla", modules=BARBARIANS, level=level).session)


@pytest.mark.parametrize("make", [variable_board, random_board])
def test_ba_01_boards_by_chance_keep_to_the_diagram(make: object) -> None:
    assert callable(make)
    table = beginning()
    island = table.table.value("island")
    lands = set()
    for seed in range(20):
        board = make(island, random.Random(seed))
        table.session.judge(LayBoard(ANNA, board))
        assert (board.terrain[16], board.terrain[2]) == (CASTLE, "desert")
        assert board.tokens == COAST.tokens
        shore = sorted(board.terrain[hex] for hex in HEX.values())
        wanted = {"forest": 2, "hills": 2, "pasture": 3, "mountains": 1, "fields": 2}
        assert shore == sorted(name for name, count in wanted.items() for _ in range(count))
        lands.add(board.terrain)
    assert len(lands) == 20


def test_ba_01_another_island_is_refused_and_may_stand() -> None:
    table = beginning()
    assert table.refused(LayBoard(ANNA, BEGINNERS)) >= {"BA-01"}
    moved = replace(COAST, tokens=(8, 3, *COAST.tokens[2:]))
    assert table.refused(LayBoard(ANNA, moved)) == {"BA-01"}
    castles = replace(COAST, terrain=(CASTLE, *COAST.terrain[1:]))
    assert table.refused(LayBoard(ANNA, castles)) == {"BA-01"}, "a second castle, and a token on it"
    table.overrule(LayBoard(ANNA, moved))


def test_ba_01_neither_robber_nor_development_cards_are_in_the_box() -> None:
    table = coast()
    tags = set(table.session.ruleset.by_tag)
    assert not {tag for tag in tags if "robber" in tag or "development" in tag or "base.play_" in tag}
    assert table.base.robber is None
    assert table.base.development.deck == 0
    facts = {fact.name for fact in table.session.ruleset.facts if fact.wanted(table.table)}
    assert not facts & {"robber", "development_card", "largest_army", "played_knight"}
    assert table.impossible(StateAward(ANNA, Award.LARGEST_ARMY, ANNA)) == {"B-62"}


def test_ba_02_a_barbarian_stands_on_2_and_12_from_the_beginning() -> None:
    table = beginning()
    table.enter(LayBoard(ANNA, COAST))
    assert table.barbarians == {2: 1, 12: 1}
    assert set(table.ba.barbarians) == {HexId(18), HexId(7)}


def test_ba_03_a_settlement_and_then_a_city_that_earns_a_card_a_hex() -> None:
    table = beginning()
    table.enter(LayBoard(ANNA, COAST))
    order = ["anna", "ben", "carla", "carla", "ben", "anna"]
    spots = ["0N", "1NE", "3SW", "4SE", "11NE", "18SE"]
    for name, spot in zip(order, spots, strict=True):
        assert table.questions == [("start_building", name)]
        by, site = type(ANNA)(name), corner(spot)
        table.enter(PlaceBuilding(by, site))
        table.enter(PlaceRoad(by, table.land.corner_edges[site][0]))
    assert [len(table.cities(name)) for name in ("anna", "ben", "carla")] == [1, 1, 1]
    assert table.cards("carla") == "1 lumber 1 brick 1 grain", "hexes 4, 5 and 9 with one card each"
    assert not table.questions, "the set-up brings no landing"
    assert table.barbarians == {2: 1, 12: 1}


# --- landings


def test_ba_10_a_settlement_brings_three_numbers_at_once() -> None:
    table = coast(pieces="anna: roads 9NE", hands={"anna": FULL_PRICE})
    table.enter(BuildSettlement(ANNA, corner("9N")))
    assert table.questions == [("landing", "anna")]
    assert table.core.pending[0].params == {"count": 1, "total": 3}
    table.landing("anna", 3, 9)
    offered = {option.number for option in table.options("anna", TellLanding)}  # type: ignore[attr-defined]
    assert offered == {2, 4, 5, 6, 8, 10, 11, 12}, "neither a 7 nor what has come"
    table.landing("anna", 8)
    assert not table.questions
    assert table.barbarians == {3: 1, 9: 1, 8: 1}
    assert table.ba.landed == table.ba.landings == ()


def test_ba_10_a_city_brings_a_landing_too() -> None:
    table = coast(pieces="anna: settlement 9N", hands={"anna": "3 ore 2 grain"})
    table.enter(BuildCity(ANNA, corner("9N")))
    assert table.questions == [("landing", "anna")]


def test_ba_10_a_number_comes_once_and_a_7_never() -> None:
    table = coast(pieces="anna: settlement 9N", hands={"anna": "3 ore 2 grain"})
    table.enter(BuildCity(ANNA, corner("9N")))
    table.landing("anna", 3)
    assert table.refused(TellLanding(ANNA, 3)) == {"BA-10"}
    assert table.impossible(TellLanding(ANNA, 7)) == {"BA-10"}
    assert table.impossible(TellLanding(ANNA, 10**9)) == {"BA-10"}


def test_ba_10_where_three_stand_nobody_lands_and_nothing_is_rolled_again() -> None:
    table = coast(pieces="anna: settlement 9N", hands={"anna": "3 ore 2 grain"}, barbarians={8: 3})
    table.enter(BuildCity(ANNA, corner("9N")))
    events = table.landing("anna", 8, 2, 3)
    assert told(tuple(events), BarbarianLanded)[0] == BarbarianLanded(8, None)
    assert table.barbarians == {8: 3, 2: 1, 3: 1}
    assert not table.questions


def test_ba_10_with_all_barbarians_out_nobody_lands() -> None:
    table = coast(
        pieces="anna: settlement 9N", hands={"anna": "3 ore 2 grain"}, prisoners={"ben": 20, "carla": 15}
    )
    table.enter(BuildCity(ANNA, corner("9N")))
    table.landing("anna", 2)
    assert table.barbarians == {2: 1}
    assert not table.questions, "nobody rolls for what cannot come"
    assert (table.ba.landings, table.ba.landed) == ((), ())


def test_ba_10_where_the_coast_is_full_nobody_rolls() -> None:
    full = dict.fromkeys((2, 3, 4, 5, 6, 8, 9, 10, 11, 12), 3)
    table = coast(pieces="anna: settlement 9N", hands={"anna": "3 ore 2 grain"}, barbarians=full)
    only(table.enter(BuildCity(ANNA, corner("9N"))), NobodyLands)
    assert not table.questions


def test_ba_10_a_landing_that_the_table_leaves_is_over() -> None:
    table = coast(pieces="anna: settlement 9N", hands={"anna": "3 ore 2 grain"})
    table.enter(BuildCity(ANNA, corner("9N")))
    table.landing("anna", 3)
    table.overrule(LeaveQuestion(ANNA, table.core.pending[0].id))
    assert not table.questions
    assert (table.ba.landings, table.ba.landed) == ((), ())


# --- overrun and conquered


def test_ba_11_the_third_barbarian_overruns_the_coast() -> None:
    table = coast(
        pieces="anna: settlement 9N, settlement 0N", hands={"anna": "3 ore 2 grain"}, barbarians={3: 2}
    )
    assert claims(table.table, 3)[ANNA] == {"wool": 1}
    table.enter(BuildCity(ANNA, corner("9N")))
    (event,) = told(tuple(table.landing("anna", 3)), CoastOverrun)
    assert (event.hex, event.number) == (HEX[3], 3)
    assert overrun(table.table) == {HEX[3]}
    assert not any(claims(table.table, 3).values())
    assert claims(table.table, 10), "the other numbers pay"


def test_ba_11_no_road_and_no_settlement_at_an_overrun_hex() -> None:
    table = coast(
        pieces="anna: settlement 4N, roads 4NW 1SW",
        hands={"anna": f"1 brick 1 lumber {FULL_PRICE}"},
        barbarians={3: 3},
    )
    assert table.refused(BuildRoad(ANNA, edge("0E"))) == {"BA-11"}
    assert "BA-11" in table.refused(BuildSettlement(ANNA, corner("0SE")))
    offered = {option.edge for option in table.options("anna", BuildRoad)}  # type: ignore[attr-defined]
    assert not offered & set(table.land.hex_edges[HEX[3]])
    free = coast(pieces="anna: settlement 4N, roads 4NW 1SW", hands={"anna": "1 brick 1 lumber"})
    free.enter(BuildRoad(ANNA, edge("0E")))


@pytest.mark.parametrize(
    ("site", "full", "down"),
    [
        ("0N", (3,), True),  # at the sea, with hex 0 alone
        ("0NE", (3,), False),  # hexes 0 and 1
        ("0NE", (3, 8), True),
        ("0SE", (3, 8), False),  # hex 4 lies behind it, and can never be overrun
        ("2N", (8, 10), False),  # the desert alone
        ("1NE", (8,), False),  # hex 1 and the desert
        ("12S", (4,), False),  # hex 12 and the castle
    ],
)
def test_ba_12_conquered_is_what_has_only_sea_and_overrun_coast_around_it(
    site: str, full: tuple[int, ...], down: bool
) -> None:
    table = coast(pieces=f"anna: settlement {site}", barbarians=dict.fromkeys(full, 3))
    assert (corner(site) in conquered(table.table)) is down
    assert table.points("anna") == (0 if down else 1)


def test_ba_12_a_conquered_city_loses_its_two_points_and_its_harbour() -> None:
    pieces = "anna: city 1NE, city 0N; ben: settlement 12SW"
    table = coast(pieces=pieces, barbarians={3: 2})
    assert (table.points("anna"), rates(table.table, ANNA)["wool"]) == (4, 3), "0N is at a 3:1 harbour"
    table = coast(pieces=pieces, barbarians={3: 3}, hands={"anna": "3 wool"})
    assert (table.points("anna"), table.score("anna")["conquered"]) == (2, -2)
    assert rates(table.table, ANNA)["ore"] == rates(coast(pieces="anna: city 1NE").table, ANNA)["ore"]
    assert "B-42" in table.refused(TradeWithBank(ANNA, bag("2 wool"), bag("1 ore")))


def test_ba_12_whose_buildings_fall_is_said() -> None:
    table = coast(
        pieces="anna: settlement 9N; ben: settlement 0N", hands={"anna": "3 ore 2 grain"}, barbarians={3: 2}
    )
    table.enter(BuildCity(ANNA, corner("9N")))
    (event,) = told(tuple(table.landing("anna", 3)), CoastOverrun)
    assert event.players == (BEN,)


def test_ba_43_with_one_barbarian_less_all_is_as_before() -> None:
    from companion.rules.scenarios.barbarian_attack.cards import CaptureBarbarian

    table = coast(pieces="anna: settlement 0N", barbarians={3: 3})
    assert table.points("anna") == 0

    def ask(draft: object) -> None:
        draft.ask("capture", ANNA, "BA-52", "ba.capture_barbarian")  # type: ignore[attr-defined]

    table._given(ask)
    (event,) = told(table.enter(CaptureBarbarian(ANNA, HEX[3])), CoastFreed)
    assert event.players == (ANNA,)
    assert table.points("anna") == 1
    assert claims(table.table, 3)[ANNA] == {"wool": 1}


def test_ba_40_the_coast_begins_left_of_the_castle() -> None:
    assert [COAST.tokens[hex] for hex in coast_of(COAST)] == [4, 12, 9, 3, 8, 10, 11, 5, 2, 6]
    assert coast_of(COAST) == (12, 7, 3, 0, 1, 6, 11, 15, 18, 17)


def test_without_a_castle_the_coast_is_still_looked_at() -> None:
    table = beginning()
    table.overrule(LayBoard(ANNA, BEGINNERS))
    assert castle_paths(table.table) == ()
    assert len(coast_of(BEGINNERS)) == 12
