"""Hubs: hexes whose middle is a corner, too, with edges to some of the six around it."""

from __future__ import annotations

import math

import pytest

from companion.engine.geometry import CORNERS, Hub, geometry
from companion.engine.ids import CornerId, EdgeId, HexId

ROWS = (3, 4, 5, 4, 3)
HUBS: tuple[Hub, ...] = (
    (HexId(2), ("NW", "SW", "S", "SE")),
    (HexId(7), ("N", "NE", "SE", "S")),
    (HexId(18), ("NW", "N", "NE", "SW")),
)
PLAIN, LAND = geometry(ROWS), geometry(ROWS, HUBS)


def test_the_middle_and_its_edges_are_added_and_all_else_stays() -> None:
    assert LAND.corners == (*PLAIN.corners, "2C", "7C", "18C")
    assert LAND.edges[: len(PLAIN.edges)] == PLAIN.edges
    assert LAND.edges[len(PLAIN.edges) :][:4] == ("2CNW", "2CSW", "2CS", "2CSE")
    assert (len(LAND.corners), len(LAND.edges)) == (57, 84)
    assert (LAND.coast, LAND.coast_corners, LAND.tips) == (PLAIN.coast, PLAIN.coast_corners, PLAIN.tips)
    assert (LAND.hex_corners, LAND.hex_edges) == (PLAIN.hex_corners, PLAIN.hex_edges)


def test_whoever_stands_in_the_middle_sees_the_corners_it_leads_to() -> None:
    middle = CornerId("7C")
    assert LAND.neighbours[middle] == tuple(LAND.corner(f"7{way}") for way in ("N", "NE", "SE", "S"))
    assert LAND.corner_hexes[middle] == (7,)
    assert LAND.edge_hexes[EdgeId("7CSE")] == (7,)
    assert LAND.other_end(EdgeId("7CSE"), LAND.corner("7SE")) == middle
    assert LAND.edge_between(middle, LAND.corner("7N")) == LAND.edge("7CN")
    assert len(LAND.corner_edges[LAND.corner("7SE")]) == 4
    assert LAND.edge("7CN") == "7CN" and LAND.corner("7C") == "7C"


@pytest.mark.parametrize("edge", LAND.edges[len(PLAIN.edges) :])
def test_its_edges_are_as_long_as_a_side(edge: EdgeId) -> None:
    one, two = (LAND.point[corner] for corner in LAND.ends[edge])
    assert math.dist(one, two) == pytest.approx(1)


def test_the_same_hubs_are_the_same_object_and_none_are_the_plain_layout() -> None:
    assert geometry(ROWS, HUBS) is geometry(ROWS, HUBS)
    assert geometry(ROWS, ()).hubs == ()
    assert repr(LAND) == f"geometry({ROWS}, {HUBS})"


@pytest.mark.parametrize("hub", [(HexId(19), ("N",)), (HexId(-1), ("N",)), (HexId(0), ("E",))])
def test_no_hub_lies_off_the_board_or_leads_to_no_corner(hub: Hub) -> None:
    with pytest.raises(ValueError, match="there are no hubs"):
        geometry(ROWS, (hub,))


def test_hubs_turn_with_the_layout_where_others_lie() -> None:
    around = tuple((HexId(hex), CORNERS) for hex in (0, 2, 7, 11, 16, 18))
    turn = geometry(ROWS, around).turned(1)
    assert (turn.hexes[HexId(0)], turn.corners[CornerId("0C")]) == (2, "2C")
    assert turn.edges[EdgeId("0CN")] == "2CNE"
    with pytest.raises(ValueError, match="hub"):
        LAND.turned(1)
