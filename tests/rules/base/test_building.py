"""Roads, settlements and cities on a tracked board: where they may stand, and what is paid for them."""

from __future__ import annotations

import pytest

from companion.app.narrate import violation_text
from companion.engine.ids import EdgeId, Site
from companion.engine.verdict import Accepted, Certainty, Severity
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.hands import CardsPaid
from companion.rules.base.slice import BuildingKind
from tests.kit.island import Island, corner, edge, edges, island
from tests.kit.tables import ANNA, BEN, only

RICH = {"anna": "5 lumber 5 brick 5 wool 5 grain 5 ore"}


def roads_offered(table: Island, who: str = "anna") -> set[EdgeId]:
    return {option.edge for option in table.options(who, BuildRoad) if isinstance(option, BuildRoad)}


def places_offered(
    table: Island, kind: type[BuildSettlement] | type[BuildCity], who: str = "anna"
) -> set[Site | None]:
    return {option.site for option in table.options(who, kind) if isinstance(option, kind)}


# --- B-50: where a road goes


@pytest.mark.parametrize(
    ("pieces", "allowed"),
    [
        # from an own settlement or city in all directions
        ("anna: settlement 9N", "9NE 9NW 4E"),
        ("anna: city 9N", "9NE 9NW 4E"),
        ("anna: settlement 0N", "0NE 0NW"),
        # on from an own road, at both ends
        ("anna: road 9NE", "9NW 4E 9E 10NW"),
        ("anna: roads 9NE 9E", "9NW 4E 10NW 9SE 14NE"),
        # two roads apart from each other
        ("anna: roads 9NE 0NW", "9NW 4E 9E 10NW 0NE 0W"),
        # not through another's settlement or city
        ("anna: road 9NE; ben: settlement 9N", "9E 10NW"),
        ("anna: road 9NE; ben: city 9N", "9E 10NW"),
        ("anna: road 9NE; ben: settlement 9N, city 9NE", ""),
        # through one's own
        ("anna: road 9NE, settlement 9N", "9NW 4E 9E 10NW"),
        # around the other way
        ("anna: roads 9NE 9NW; ben: settlement 9N", "9E 10NW 9W 8NE"),
        # past another's road, not on it
        ("anna: road 9NE; ben: roads 9NW 9E", "4E 10NW"),
        # a road beside another's settlement joins nothing
        ("ben: settlement 9N, road 9NE", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_b_50_a_road_joins_an_own_piece_and_passes_no_opponent(pieces: str, allowed: str) -> None:
    table = island(pieces=pieces, hands=RICH)
    places = set(edges(allowed))
    assert roads_offered(table) == places
    for place in table.land.edges:
        judged = isinstance(table.session.judge(BuildRoad(ANNA, place)), Accepted)
        assert judged is (place in places), place


@pytest.mark.parametrize(
    ("pieces", "place", "sentence"),
    [
        ("anna: road 9NE", "0NW", "The road joins no road, settlement or city of Anna."),
        (
            "anna: road 9NE; ben: city 9N",
            "9NW",
            "The road of Anna cannot go on past a piece of Ben: city.",
        ),
        ("anna: road 9NE; ben: road 9E", "9E", "A road lies at 9E already."),
    ],
)
def test_b_50_why_not(pieces: str, place: str, sentence: str) -> None:
    table = island(pieces=pieces, hands=RICH)
    (violation,) = table.violations(BuildRoad(ANNA, edge(place)))
    assert violation.rule == "B-50"
    assert violation_text(violation, table.core.players) == sentence


def test_b_50_no_two_roads_on_one_edge_whatever_the_table_says() -> None:
    table = island(pieces="anna: road 9NE; ben: road 9E", hands=RICH)
    assert table.impossible(BuildRoad(ANNA, edge("9E"))) == {"B-50"}
    assert table.impossible(BuildRoad(ANNA, edge("9NE"))) == {"B-50"}


def test_b_50_a_road_costs_brick_and_lumber() -> None:
    table = island(pieces="anna: settlement 9N", hands={"anna": "2 brick 1 lumber"})
    events = table.enter(BuildRoad(ANNA, edge("9NE")))
    assert only(events, CardsPaid).cards == {"brick": 1, "lumber": 1}
    assert table.cards("anna") == "1 brick"
    assert table.roads("anna") == {edge("9NE")}


# --- B-51: where a settlement stands


@pytest.mark.parametrize(
    ("pieces", "allowed"),
    [
        ("anna: way 9N 9NE 9SE", "9N 9NE 9SE"),
        ("anna: settlement 9N, way 9N 9NE 9SE", "9SE"),
        ("anna: settlement 9N, road 9NE", ""),
        # the neighbour's distance counts, with or without a road between
        ("anna: way 9N 9NE 9SE; ben: settlement 9S", "9N 9NE"),
        ("anna: way 9N 9NE 9SE; ben: city 10SE", "9N 9NE 9SE"),
        ("anna: way 9N 9NE 9SE; ben: settlement 9NE", ""),
        # an own settlement is a neighbour like others
        ("anna: settlement 10S, way 9N 9NE 9SE", "9N 9NE"),
        # another's road reaches nothing
        ("ben: way 9N 9NE 9SE", ""),
    ],
)
def test_b_51_reached_by_an_own_road_with_free_neighbours(pieces: str, allowed: str) -> None:
    table = island(pieces=pieces, hands=RICH)
    places = {corner(name) for name in allowed.split()}
    assert places_offered(table, BuildSettlement) == places
    for place in table.land.corners:
        judged = isinstance(table.session.judge(BuildSettlement(ANNA, place)), Accepted)
        assert judged is (place in places), place


@pytest.mark.parametrize(
    ("place", "sentences"),
    [
        ("0N", ["No road of Anna leads there."]),
        ("9S", ["No road of Anna leads there.", "Anna may not place a building next to another one."]),
        ("9SE", ["Anna may not place a building next to another one."]),
        ("10S", ["A piece of Ben stands there already: settlement."]),
    ],
)
def test_b_51_why_not(place: str, sentences: list[str]) -> None:
    table = island(pieces="anna: way 9N 9NE 9SE; ben: settlement 10S, city 9SW", hands=RICH)
    violations = table.violations(BuildSettlement(ANNA, corner(place)))
    assert {v.rule for v in violations} == {"B-51"}
    assert [violation_text(v, table.core.players) for v in violations] == sentences


def test_b_51_a_settlement_costs_brick_lumber_wool_and_grain() -> None:
    table = island(pieces="anna: way 9N 9NE", hands={"anna": "1 brick 1 lumber 1 wool 2 grain"})
    table.enter(BuildSettlement(ANNA, corner("9NE")))
    assert table.cards("anna") == "1 grain"
    assert table.settlements("anna") == (corner("9NE"),)


def test_b_51_on_a_board_the_place_is_named() -> None:
    table = island(pieces="anna: way 9N 9NE", hands=RICH)
    (violation,) = table.violations(BuildSettlement(ANNA))
    assert (violation.rule, violation.severity) == ("B-51", Severity.HARD)
    assert violation_text(violation, table.core.players) == "The entry does not say where."


def test_b_51_the_table_may_let_a_distance_pass_but_not_two_on_a_spot() -> None:
    table = island(pieces="anna: way 9N 9NE 9SE; ben: settlement 9NE", hands=RICH)
    assert table.impossible(BuildSettlement(ANNA, corner("9NE"))) == {"B-51"}
    table.overrule(BuildSettlement(ANNA, corner("9N")))
    assert table.settlements("anna") == (corner("9N"),)


# --- B-52: a city


def test_b_52_a_city_replaces_an_own_settlement_for_three_ore_and_two_grain() -> None:
    table = island(pieces="anna: settlements 9N 0N; ben: settlement 9SE", hands={"anna": "4 ore 2 grain"})
    assert places_offered(table, BuildCity) == {corner("9N"), corner("0N")}
    table.enter(BuildCity(ANNA, corner("9N")))
    assert table.cards("anna") == "1 ore"
    assert (table.cities("anna"), table.settlements("anna")) == ((corner("9N"),), (corner("0N"),))


@pytest.mark.parametrize("place", ["9SE", "9S", "9NE"])
def test_b_52_not_on_anothers_settlement_an_own_city_or_bare_ground(place: str) -> None:
    table = island(pieces="anna: settlement 0N, city 9S; ben: settlement 9SE", hands=RICH)
    assert table.impossible(BuildCity(ANNA, corner(place))) == {"B-52"}


def test_b_52_on_a_board_the_settlement_is_named() -> None:
    """Two settlements are not alike where they bring different cards."""
    table = island(pieces="anna: settlements 9N 0N", hands=RICH)
    assert table.impossible(BuildCity(ANNA)) == {"B-52"}


# --- B-05: the supply

FIFTEEN = "way 0N 0NE 1N 1NE 2N 2NE 2SE, way 3N 3NE 3SE 3S 3SW, way 7S 7SE 8S 8SE 9S 9SE"
"""Fifteen roads in three ways, one of six, one of four and one of five."""


def test_b_05_a_sixteenth_road_is_not_in_the_supply() -> None:
    table = island(pieces=f"anna: {FIFTEEN}", hands=RICH)
    assert table.roads_left("anna") == 0
    assert roads_offered(table) == set()
    (violation,) = table.violations(BuildRoad(ANNA, edge("0NW")))
    assert violation.rule == "B-05"
    assert violation_text(violation, table.core.players) == (
        "Anna has no road left: all 15 are on the board."
    )


def test_b_05_the_fifteenth_road_is() -> None:
    table = island(pieces=f"anna: {FIFTEEN.removesuffix(' 9SE')}", hands=RICH)
    assert table.roads_left("anna") == 1
    table.enter(BuildRoad(ANNA, edge("9SE")))
    assert table.roads_left("anna") == 0


def test_b_05_a_settlement_that_became_a_city_can_be_built_again() -> None:
    table = island(
        pieces="anna: settlements 0N 2N 16SW 18SE 7SW, way 9N 9NE",
        hands={"anna": "1 brick 1 lumber 1 wool 5 grain 3 ore"},
    )
    assert places_offered(table, BuildSettlement) == set()
    assert table.refused(BuildSettlement(ANNA, corner("9N"))) == {"B-05"}
    table.enter(BuildCity(ANNA, corner("0N")))
    table.enter(BuildSettlement(ANNA, corner("9N")))
    assert table.figures_left("anna", BuildingKind.SETTLEMENT) == 0


def test_b_05_a_fifth_city_is_not_in_the_supply() -> None:
    table = island(pieces="anna: cities 0N 2N 16SW 18SE, settlement 9N", hands=RICH)
    assert places_offered(table, BuildCity) == set()
    assert table.refused(BuildCity(ANNA, corner("9N"))) == {"B-05"}


# --- B-54: what is paid goes to the bank


def test_b_54_what_is_paid_is_in_the_bank_again() -> None:
    table = island(pieces="anna: settlement 9N, way 9N 9NE 9SE", hands=RICH)
    start = {good: table.bank(good)[0] for good in table.hands.goods}
    table.enter(BuildRoad(ANNA, edge("9NW")))
    table.enter(BuildSettlement(ANNA, corner("9SE")))
    table.enter(BuildCity(ANNA, corner("9N")))
    paid = {"lumber": 2, "brick": 2, "wool": 1, "grain": 3, "ore": 3}
    assert {good: table.bank(good)[0] - start[good] for good in start} == paid
    assert table.cards("anna") == "3 lumber 3 brick 4 wool 2 grain 2 ore"
    table.sound()


def test_b_54_the_bank_can_pay_again_what_it_got() -> None:
    """All brick was out; Anna has paid one, so the hills can bring one."""
    table = island(
        pieces="anna: settlement 0N; ben: settlement 4SW",
        hands={"anna": "1 brick 1 lumber", "david": "18 brick"},
    )
    table.enter(BuildRoad(ANNA, edge("0NE")))
    table.end()
    table.roll("ben", 3, 3)
    assert table.cards("ben") == "1 brick"


# --- what a hand can pay


@pytest.mark.parametrize(
    ("hand", "certain"),
    [
        ("1 brick 1 lumber", Certainty.SURE),
        ("1 brick 1 ?lumber/wool", Certainty.POSSIBLE),
        ("2 ?", Certainty.POSSIBLE),
        ("1 brick 1 wool", Certainty.IMPOSSIBLE),
        ("1 brick", Certainty.IMPOSSIBLE),
        ("1 ?", Certainty.IMPOSSIBLE),
        ("2 ?ore/wool", Certainty.IMPOSSIBLE),
        ("", Certainty.IMPOSSIBLE),
    ],
)
def test_b_56_a_price_is_sure_possible_or_impossible(hand: str, certain: Certainty) -> None:
    table = island(pieces="anna: settlement 9N", hands={"anna": hand})
    command = BuildRoad(ANNA, edge("9NE"))
    verdict = table.session.judge(command)
    assert bool(roads_offered(table)) is (certain is not Certainty.IMPOSSIBLE)
    if isinstance(verdict, Accepted):
        assert verdict.certainty is certain
    else:
        assert {v.rule for v in verdict.violations} == {"B-50"}
        assert certain is Certainty.IMPOSSIBLE


def test_b_50_the_table_may_let_a_road_be_built_on_credit() -> None:
    """Anna cannot have brick by what was entered; the table says that she paid it."""
    table = island(pieces="anna: settlement 9N", hands={"anna": "2 wool 1 lumber"})
    table.overrule(BuildRoad(ANNA, edge("9NE")))
    assert table.roads("anna") == {edge("9NE")}
    assert table.hands.total(ANNA) == 1
    table.sound()


def test_b_50_where_hands_are_not_counted_everyone_can_pay() -> None:
    table = island(level="L2", pieces="anna: settlement 9N")
    assert roads_offered(table) == set(edges("9NE 9NW 4E"))
    table.enter(BuildRoad(ANNA, edge("9NE")))


@pytest.mark.parametrize("level", ["L2", "L3"])
def test_b_50_to_b_52_only_on_ones_turn_and_after_the_roll(level: str) -> None:
    table = island(
        level=level,
        pieces="anna: settlement 9N, way 9N 9NE 9SE; ben: settlement 0N, way 0N 0NE 1N",
        rolled=False,
    )
    if level == "L3":
        table.given_hands(RICH | {"ben": RICH["anna"].replace("5", "4")})
    before = [
        BuildRoad(ANNA, edge("9SE")),
        BuildSettlement(ANNA, corner("9SE")),
        BuildCity(ANNA, corner("9N")),
    ]
    for command in before:
        assert table.refused(command) == {"B-21"}
    table.rolled()
    for command in (
        BuildRoad(BEN, edge("1NE")),
        BuildSettlement(BEN, corner("1N")),
        BuildCity(BEN, corner("0N")),
    ):
        assert table.refused(command) == {"B-20"}
    for command in before:
        table.enter(command)
