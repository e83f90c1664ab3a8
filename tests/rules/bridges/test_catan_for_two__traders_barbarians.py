"""Catan for two with Traders & Barbarians (TB-40)."""

from __future__ import annotations

from companion.engine.ids import HexId
from companion.rules.base.building import BuildSettlement
from companion.rules.bridges.catan_for_two__traders_barbarians.module import SendBarbarian
from companion.rules.scenarios.traders_barbarians.barbarians import MoveBarbarian
from companion.rules.scenarios.traders_barbarians.cards import JourneyRenewed
from companion.rules.scenarios.traders_barbarians.slice import Journey
from companion.rules.variants.catan_for_two.queries import tokens
from companion.rules.variants.catan_for_two.tokens import ChaseRobber, ThrowAwayKnight
from tests.kit.tables import ANNA
from tests.kit.traders import TRADERS, Traders, edge, trading

MODULES = (*TRADERS, "catan_for_two")


def two(**how: object) -> Traders:
    return trading("anna ben", modules=MODULES, barbarians="1SE 8SW 14E", **how)  # type: ignore[arg-type]


def test_tb_40_half_the_gold_for_neutral_roads_goes_to_the_other_player() -> None:
    """With as many points left as there are roads nothing else leads there."""
    for roads, to, gold in (
        ("9NE", "9NE", (1, 1)),
        ("9NE 9E", "9SE", (2, 1)),
        ("9NE 9E 9SE", "9S", (3, 2)),
    ):
        table = two(pieces=f"neutral_white: roads {roads}", wagons={"anna": "9N"})
        table.given(JourneyRenewed(ANNA, Journey(1, len(roads.split()))))
        table.go("anna", to)
        assert (table.gold("anna"), table.gold("ben")) == (5 - gold[0], 5 + gold[1])


def test_tb_40_the_gold_of_both_neutral_colours_is_halved_together() -> None:
    table = two(
        pieces="neutral_white: road 9NE; neutral_orange: road 9E; ben: road 9SE", wagons={"anna": "9N"}
    )
    table.given(JourneyRenewed(ANNA, Journey(1, 3)))
    table.go("anna", "9S")
    assert (table.gold("anna"), table.gold("ben")) == (2, 7), "one for Ben's own road, one of two"


def test_tb_40_tokens_send_a_barbarian_to_a_path() -> None:
    table = two(pieces="ben: road 9E")
    assert table.impossible(ChaseRobber(ANNA)) == {""}
    assert table.refused(SendBarbarian(ANNA, edge("8SW"), edge("9E"))) == {"TB-40"}
    assert table.impossible(SendBarbarian(ANNA, edge("8SW"), edge("14E"))) == {"TB-21"}
    table.enter(SendBarbarian(ANNA, edge("8SW"), edge("9W")))
    assert tokens(table.table, ANNA) == 4
    assert edge("9W") in table.tb.barbarians
    assert table.refused(SendBarbarian(ANNA, edge("9W"), edge("9NE"))) == {"C2-05"}, "once a turn"
    assert not table.options("anna", SendBarbarian)


def test_tb_40_a_settlement_beside_a_destination_brings_a_token() -> None:
    hand = {"anna": "1 brick 1 lumber 1 wool 1 grain"}
    inland = two(pieces="anna: road 7NE", hands=hand)
    before = tokens(inland.table, ANNA)
    inland.enter(BuildSettlement(ANNA, inland.land.corner("7NE")))
    assert tokens(inland.table, ANNA) == before + 1
    coast = two(pieces="anna: road 7NE", hands=hand)
    before = tokens(coast.table, ANNA)
    coast.enter(BuildSettlement(ANNA, coast.land.corner("7N")))
    assert tokens(coast.table, ANNA) == before + 2
    plain = two(pieces="anna: road 9NE", hands=hand)
    before = tokens(plain.table, ANNA)
    plain.enter(BuildSettlement(ANNA, plain.land.corner("9N")))
    assert tokens(plain.table, ANNA) == before


def test_tb_40_nothing_is_drawn_for_a_neutral_road() -> None:
    table = two(rolled=False, pieces="neutral_white: road 9E", hands={"ben": "1 ore"})
    table.roll("anna", 3, 4)
    table.enter(MoveBarbarian(ANNA, edge("8SW"), edge("9E")))
    assert table.cards("ben") == "1 ore"


def test_tb_04_a_played_knight_is_thrown_away_for_tokens() -> None:
    table = two()
    table.given_played("anna", "knight", 3)
    assert table.points("anna") == 2
    table.enter(ThrowAwayKnight(ANNA))
    assert (table.points("anna"), tokens(table.table, ANNA)) == (0, 7)


def test_tb_40_the_neutral_settlements_stand_on_their_marked_corners() -> None:
    table = two()
    for hexes in ({1, 4, 5}, {13, 14, 17}):
        (corner,) = [
            at for at, around in table.land.corner_hexes.items() if set(around) == {HexId(h) for h in hexes}
        ]
        assert corner not in table.table.value("unsettled")
