"""Bridges (RI-05)."""

from __future__ import annotations

import pytest

from companion.app.narrate import event_text
from companion.engine.core import ConfirmPosition
from companion.engine.ids import EdgeId
from companion.presenters import board, catch_up
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.facts.pieces import StatePieces, roads_placed
from companion.rules.base.network import road_places
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.presentation.parts import Pieces
from companion.rules.scenarios.rivers.bridges import BridgeBuilt, BuildBridge
from companion.rules.scenarios.rivers.facts import StateBridges
from tests.kit.island import corner, edge
from tests.kit.rivers import RIVER_BOARD, RIVERS, SITES, Waterside, rivers
from tests.kit.tables import ANNA, BEN, evening, only

COST = {"anna": "2 brick 1 lumber"}


def keys(table: Waterside, command: BuildBridge | BuildRoad | StateBridges) -> set[str]:
    return {violation.key for violation in table.violations(command)}


def at_river(pieces: str, **how: object) -> Waterside:
    return rivers(pieces=pieces, **{"hands": COST, **how})  # type: ignore[arg-type]


def test_ri_05_a_bridge_costs_two_bricks_and_a_lumber_and_brings_three_gold() -> None:
    table = at_river("anna: settlement 8N, road 8NE", hands={"anna": "2 brick 2 lumber 1 ore"})
    before = table.gold("anna")
    events = table.enter(BuildBridge(ANNA, edge("3SE")))
    assert table.cards("anna") == "1 lumber 1 ore"
    assert table.gold("anna") == before + 3
    assert table.bridges("anna") == {"3SE"}
    built = only(events, BridgeBuilt)
    assert event_text(built, table.core.players) == "Anna has a new bridge."


@pytest.mark.parametrize("hand", ["1 brick 1 lumber", "2 brick", "1 lumber 2 wool"])
def test_ri_05_whoever_cannot_pay_builds_no_bridge(hand: str) -> None:
    table = at_river("anna: settlement 8N, road 8NE", hands={"anna": hand})
    assert "RI-05" in table.refused(BuildBridge(ANNA, edge("3SE")))


@pytest.mark.parametrize("site", SITES)
def test_ri_05_there_are_seven_sites_and_a_settlement_at_one_is_enough(site: EdgeId) -> None:
    one, _other = RIVER_BOARD.geometry.ends[site]
    table = at_river(f"anna: settlement {one}")
    assert [option.edge for option in table.options("anna", BuildBridge)] == [site]  # type: ignore[attr-defined]
    table.enter(BuildBridge(ANNA, site))


def test_ri_05_a_bridge_joins_a_road_a_city_or_another_bridge() -> None:
    land = RIVER_BOARD.geometry
    one, other = land.ends[edge("8SE")]
    road = next(way for way in land.corner_edges[one] if way not in SITES)
    for pieces in (f"anna: road {road}", f"anna: city {other}"):
        at_river(pieces).enter(BuildBridge(ANNA, edge("8SE")))
    # no two sites have a corner in common, but a bridge leads on to roads
    table = at_river("").given_bridges("anna", "8SE")
    beyond = next(way for way in land.corner_edges[other] if way != edge("8SE"))
    assert beyond in road_places(table.table, ANNA)


def test_ri_05_a_bridge_needs_something_of_the_own_there() -> None:
    alone = at_river("anna: settlement 0N, road 0NE")
    assert keys(alone, BuildBridge(ANNA, edge("8SE"))) == {"road.not-joined"}
    one, _other = RIVER_BOARD.geometry.ends[edge("8SE")]
    table = at_river(f"ben: settlement {one}, road 8SW; anna: settlement 0N")
    assert "road.not-joined" in keys(table, BuildBridge(ANNA, edge("8SE")))


def test_ri_05_a_bridge_does_not_go_through_an_opponents_building() -> None:
    land = RIVER_BOARD.geometry
    one, _other = land.ends[edge("8SE")]
    road = next(way for way in land.corner_edges[one] if way not in SITES)
    table = at_river(f"anna: road {road}; ben: settlement {one}")
    (fault,) = table.violations(BuildBridge(ANNA, edge("8SE")))
    assert (fault.rule, fault.key, fault.params["owner"]) == ("RI-05", "road.shut-off", "ben")
    assert table.options("anna", BuildBridge) == []


@pytest.mark.parametrize("place", ["8E", "0NW", "3E"])
def test_ri_05_elsewhere_no_bridge_is_built(place: str) -> None:
    table = at_river("anna: settlement 8NE")
    assert keys(table, BuildBridge(ANNA, edge(place))) == {"bridge.no-site"}
    assert table.impossible(BuildBridge(ANNA, edge(place))) == {"RI-05"}
    assert "place.off-board" in keys(table, BuildBridge(ANNA, EdgeId("99E")))


def test_ri_05_two_bridges_do_not_share_a_site() -> None:
    one, other = RIVER_BOARD.geometry.ends[edge("8SE")]
    table = at_river(f"anna: settlement {one}; ben: settlement {other}").given_bridges("ben", "8SE")
    assert keys(table, BuildBridge(ANNA, edge("8SE"))) == {"bridge.taken"}


def test_ri_05_a_fourth_bridge_is_one_too_many() -> None:
    table = at_river("anna: settlement 5SE").given_bridges("anna", "3SE 8SE 13SE")
    (fault,) = table.violations(BuildBridge(ANNA, edge("5SE")))
    assert (fault.rule, fault.key) == ("RI-05", "supply.no-bridge")
    assert table.options("anna", BuildBridge) == []
    assert "B-05" not in table.refused(BuildBridge(ANNA, edge("5SE")))


def test_ri_05_bridges_are_not_among_the_fifteen_roads() -> None:
    table = at_river("anna: way 0N 0NE 1N 1NE").given_bridges("anna", "3SE 8SE 13SE")
    assert table.roads_left("anna") == 12


def test_ri_05_a_bridge_counts_for_longest_road() -> None:
    """Four roads and the bridge between them are a trail of five."""
    table = at_river("anna: roads 8SW 8W 8E 8NE")
    assert table.longest == (None, 0)
    table.enter(BuildBridge(ANNA, edge("8SE")))
    assert table.longest == ("anna", 5)


def test_ri_05_a_building_of_another_cuts_the_trail_at_the_bridge() -> None:
    one, _other = RIVER_BOARD.geometry.ends[edge("8SE")]
    table = at_river("anna: roads 8SW 8W 8E 8NE; ben: road 13W").given_bridges("anna", "8SE")
    assert table.longest == ("anna", 5)
    cut = at_river(f"anna: roads 8SW 8W 8E 8NE; ben: settlement {one}").given_bridges("anna", "8SE")
    assert cut.longest == (None, 0)


def test_ri_05_a_settlement_may_stand_at_the_end_of_a_bridge() -> None:
    one, other = RIVER_BOARD.geometry.ends[edge("8SE")]
    table = rivers(pieces="", hands={"anna": "1 brick 1 lumber 1 wool 1 grain"}).given_bridges("anna", "8SE")
    table.enter(BuildSettlement(ANNA, other))
    assert one != other


def test_ri_04_no_road_crosses_a_river() -> None:
    table = at_river("anna: settlement 8NW", hands={"anna": "1 brick 1 lumber"})
    assert keys(table, BuildRoad(ANNA, edge("3SE"))) == {"bridge.no-road"}
    assert table.impossible(BuildRoad(ANNA, edge("3SE"))) == {"RI-04"}
    assert not set(SITES) & set(road_places(table.table, ANNA))


def test_ri_04_no_road_of_the_set_up_crosses_a_river() -> None:
    table = Waterside(evening("anna ben", modules=RIVERS, level=rivers().session.state.core.level).session)
    table.enter(LayBoard(ANNA, RIVER_BOARD))
    table.enter(PlaceBuilding(ANNA, corner("8NW")))
    assert table.refused(PlaceRoad(ANNA, edge("3SE"))) == {"RI-04"}
    assert edge("3SE") not in {option.edge for option in table.options("anna", PlaceRoad)}  # type: ignore[attr-defined]
    table.enter(PlaceRoad(ANNA, edge("8W")))


def test_ri_05_the_road_building_card_builds_no_bridge() -> None:
    table = at_river("anna: settlement 8NW, road 8W").given_development("anna")
    assert isinstance(table, Waterside)
    assert "RI-04" in table.impossible(PlayRoadBuilding(ANNA, (edge("3SE"), edge("8SW"))))
    offered = table.options("anna", PlayRoadBuilding)
    assert offered
    assert not any(set(SITES) & set(option.edges) for option in offered)  # type: ignore[attr-defined]


def test_ri_05_the_bridge_is_drawn_along_its_site() -> None:
    table = at_river("anna: settlement 8NW, road 8W").given_bridges("anna", "3SE")
    found = {piece.place: piece for piece in board.pieces(table.table, "edge")}
    assert (found["3SE"].figure, found["3SE"].owner) == ("bridge", "anna")
    assert found[edge("8W")].figure == "road"
    assert "bridge" in board.figures(table.table.ruleset)
    assert any("road" in part.figures for part in table.table.ruleset.presented(Pieces))


def test_ri_05_the_table_says_where_bridges_lie_and_roads_stay() -> None:
    table = at_river("anna: roads 8W 8NE").given_bridges("anna", "3SE")
    table.enter(StateBridges(BEN, ANNA, (edge("13SE"), edge("15E"))))
    assert table.bridges("anna") == {"13SE", "15E"}
    assert table.roads("anna") == {edge("8W"), edge("8NE"), "13SE", "15E"}
    gold = table.gold("anna")
    table.enter(roads_placed(table.table, ANNA, [edge("8W")]))
    assert table.roads("anna") == {edge("8W"), "13SE", "15E"}
    assert table.gold("anna") == gold, "gold is said by itself"


@pytest.mark.parametrize("edges", [("8W",), ("3SE", "3SE"), ("99E",), ("5SE",)])
def test_ri_05_a_bridge_that_cannot_lie_there_is_not_stated(edges: tuple[str, ...]) -> None:
    table = at_river("").given_bridges("ben", "5SE")
    command = StateBridges(ANNA, ANNA, tuple(EdgeId(one) for one in edges))
    assert table.impossible(command) <= {"RI-05", "B-04"}


def test_ri_05_a_fourth_bridge_is_not_stated_unless_the_table_insists() -> None:
    table = at_river("")
    table.enter(StateBridges(ANNA, ANNA, SITES[:3]))
    assert table.refused(StateBridges(ANNA, ANNA, SITES[:4])) == {"RI-05"}
    table.overrule(StateBridges(ANNA, ANNA, SITES[:4]))


def test_ri_05_catch_up_lights_the_free_bridge_sites() -> None:
    table = at_river("anna: settlement 8NW, road 8W").given_bridges("ben", "5SE")
    assert catch_up.marks(table.session, 0, "bridge").edges == set(SITES) - {"5SE"}
    assert not set(SITES) & catch_up.marks(table.session, 0, "road").edges


def test_ri_05_too_many_bridges_are_said_when_the_position_is_confirmed() -> None:
    table = at_river("anna: settlement 8NW, road 8W")
    table.enter(StatePieces(ANNA, ANNA, roads=(*SITES[:4], edge("8W"))))
    found = {fault.key: fault.params for fault in table.violations(ConfirmPosition(ANNA))}
    assert found["fit.pieces-bridge"] == {"player": "anna", "used": 4, "count": 3}
