"""Knights on the corners of a board: recruit, pay, move, block, displace, chase (CK-90 to CK-99)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.core import TurnBegun
from companion.engine.ids import HexId, Site
from companion.engine.level import Level
from companion.engine.state import Phase
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.field import KnightDrivenOff, KnightRehoused
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight, PlaceDisplaced
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.queries import knights_left
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, corner, edge, island
from tests.kit.tables import ANNA, BEN, CARLA, CITIES_KNIGHTS, evening, none, only

PRICE = "1 ore 1 wool"


def at(pieces: str, hand: str = "", **more: Any) -> Island:
    """Anna's turn after her roll."""
    return island(modules=CITIES_KNIGHTS, pieces=pieces, hands={"anna": hand} if hand else {}, **more)


def places(names: str) -> set[Site]:
    return {corner(name) for name in names.split()}


def recruits(table: Island) -> set[Site | None]:
    return {o.site for o in table.options("anna", RecruitKnight) if isinstance(o, RecruitKnight)}


def journeys(table: Island, knight: str) -> set[Site | None]:
    """Where Anna is offered to move the knight."""
    options = [o for o in table.options("anna", MoveKnight) if isinstance(o, MoveKnight)]
    return {o.to for o in options if o.knight == corner(knight)}


def longest(table: Island) -> tuple[str | None, int]:
    """Who holds Longest Road, and its length."""
    return table.longest


# --- recruiting


@pytest.mark.parametrize(
    ("pieces", "free"),
    [
        # every corner at an own road, next to a settlement too, but not where one stands
        ("anna: settlement 9N, way 9N 9NE 9SE", "9NE 9SE"),
        ("anna: settlement 9N, way 9N 9NE 9SE; ben: settlement 10S", "9NE 9SE"),
        ("anna: settlement 9N, way 9N 9NE 9SE; ben: knight 9SE", "9NE"),
        ("anna: settlement 9N, way 9N 9NE 9SE, knight 9NE", "9SE"),
        # a road may end at an opponent's piece
        ("anna: settlement 9N, way 9N 9NE; ben: settlement 9NE", ""),
        # a settlement alone reaches nothing
        ("anna: settlement 9N", ""),
        ("anna: settlement 9N; ben: way 9N 9NE 9SE", ""),
    ],
)
def test_ck_90_on_a_free_corner_at_an_own_road(pieces: str, free: str) -> None:
    table = at(pieces, PRICE)
    assert recruits(table) == places(free)
    for at_corner in table.land.corners:
        if at_corner not in places(free):
            assert table.refused(RecruitKnight(ANNA, at_corner)) == {"CK-90"}
    for name in free.split()[:1]:
        table.enter(RecruitKnight(ANNA, corner(name)))
        knight = table.knight(corner(name))
        assert (knight.owner, knight.strength, knight.active) == ("anna", 1, False)


def test_ck_90_two_pieces_never_share_a_corner() -> None:
    """Not even the table can put a knight onto another piece, or beside the board."""
    table = at("anna: settlement 9N, way 9N 9NE 9SE; ben: knight 9SE", PRICE)
    for name in ("9N", "9SE"):
        assert table.impossible(RecruitKnight(ANNA, corner(name))) == {"CK-90"}
    assert table.impossible(RecruitKnight(ANNA, Site("99N"))) == {"B-04"}
    assert table.impossible(RecruitKnight(ANNA)) == {"CK-90"}


def test_ck_90_ore_and_wool() -> None:
    table = at("anna: settlement 9N, way 9N 9NE 9SE", "2 ore 1 wool 1 grain")
    table.enter(RecruitKnight(ANNA, corner("9NE")))
    assert table.cards("anna") == "1 grain 1 ore"
    assert table.refused(RecruitKnight(ANNA, corner("9SE"))) == {"CK-90"}
    assert recruits(table) == set()


def test_ck_90_at_l2_nobody_pays() -> None:
    table = at("anna: settlement 9N, way 9N 9NE 9SE", level=Level.L2)
    assert recruits(table) == places("9NE 9SE")
    table.enter(RecruitKnight(ANNA, corner("9NE")))


def test_ck_90_two_basic_knights() -> None:
    table = at("anna: way 9N 9NE 9SE, knight 9N, knight 9NE", PRICE)
    assert table.refused(RecruitKnight(ANNA, corner("9SE"))) == {"CK-90"}
    assert recruits(table) == set()


# --- blocking


@pytest.mark.parametrize("state", ["knight", "active knight", "active mighty knight"])
def test_ck_91_a_road_may_end_at_a_knight_but_not_go_on(state: str) -> None:
    table = at(f"anna: settlement 9N, way 9N 9NE; ben: {state} 9NE", "1 brick 1 lumber")
    beyond = {edge("9E"), edge("10NW")}
    assert not beyond & {o.edge for o in table.options("anna", BuildRoad)}  # type: ignore[attr-defined]
    for name in beyond:
        assert table.refused(BuildRoad(ANNA, name)) == {"CK-91"}


def test_ck_91_a_road_may_be_built_towards_a_knight() -> None:
    table = at("anna: settlement 9N; ben: knight 9NE", "1 brick 1 lumber")
    table.enter(BuildRoad(ANNA, edge("9NE")))


def test_ck_91_an_own_settlement_behind_the_knight_lets_roads_begin_there() -> None:
    table = at("anna: settlement 9SE, way 9N 9NE; ben: knight 9NE", "1 brick 1 lumber")
    table.enter(BuildRoad(ANNA, edge("9E")))


def test_ck_91_a_knight_never_blocks_its_owners_roads() -> None:
    table = at("anna: settlement 9N, way 9N 9NE, knight 9NE", "1 brick 1 lumber")
    table.enter(BuildRoad(ANNA, edge("9E")))


FOUR = "1 brick 1 lumber 1 wool 1 grain"


def test_ck_91_nobody_builds_where_a_knight_stands() -> None:
    table = at("anna: settlement 9N, way 9N 9NE 9SE; ben: knight 9SE", FOUR)
    assert table.impossible(BuildSettlement(ANNA, corner("9SE"))) == {"CK-91"}
    assert not table.options("anna", BuildSettlement)


def test_ck_91_nor_does_its_owner_before_it_has_moved_away() -> None:
    table = at("anna: settlement 9N, way 9N 9NE 9SE 9S, active knight 9SE", FOUR)
    assert table.impossible(BuildSettlement(ANNA, corner("9SE"))) == {"CK-91"}
    table.enter(MoveKnight(ANNA, corner("9SE"), corner("9S")))
    table.enter(BuildSettlement(ANNA, corner("9SE")))


LONG = "ben: way 4NW 4N 4NE 9N 9NW 9SW"
"""Five roads of Ben's; Anna's road comes to their middle."""


def test_ck_91_a_knight_breaks_longest_road() -> None:
    table = at(f"anna: way 9NE 9N; {LONG}", PRICE)
    assert longest(table) == ("ben", 5)
    table.enter(RecruitKnight(ANNA, corner("9N")))
    assert longest(table) == (None, 0)
    assert table.points("ben") == 0


def test_b_60_a_knight_at_the_end_of_a_trail_breaks_nothing() -> None:
    table = at(f"anna: way 4NW 3N; {LONG}", PRICE)
    table.enter(RecruitKnight(ANNA, corner("4NW")))
    assert longest(table) == ("ben", 5)


def test_ck_91_the_own_knight_breaks_nothing() -> None:
    table = at(f"{LONG}, knight 9N")
    assert longest(table) == ("ben", 5)


def test_ck_91_a_knight_that_goes_away_joins_the_trail_again() -> None:
    table = at(f"anna: way 9NE 9N, active knight 9N; {LONG}")
    assert longest(table) == (None, 0)
    table.enter(MoveKnight(ANNA, corner("9N"), corner("9NE")))
    assert longest(table) == ("ben", 5)


def test_ck_91_a_knight_that_comes_breaks_it() -> None:
    table = at(f"anna: way 9NE 9N, active knight 9NE; {LONG}")
    table.enter(MoveKnight(ANNA, corner("9NE"), corner("9N")))
    assert longest(table) == (None, 0)


def test_b_61_a_cut_by_a_knight_hands_longest_road_on() -> None:
    """Carla has five roads too; once Ben's are cut she alone is the longest."""
    table = at(f"anna: way 9NE 9N; {LONG}; carla: way 16SW 16S 16SE 17S 17SE 18S", PRICE)
    assert longest(table) == ("ben", 5)
    table.enter(RecruitKnight(ANNA, corner("9N")))
    assert longest(table) == ("carla", 5)


# --- activating and promoting


def activations(table: Island) -> set[frozenset[Site]]:
    return {frozenset(o.knights) for o in table.options("anna", ActivateKnights)}  # type: ignore[attr-defined]


ABC = tuple(corner(name) for name in ("9N", "9NE", "9SE"))
THREE = "anna: way 9N 9NE 9SE, knight 9N, strong knight 9NE, knight 9SE"


@pytest.mark.parametrize(("grain", "most"), [(0, 0), (1, 1), (2, 2), (3, 3), (5, 3)])
def test_ck_92_a_grain_for_each_knight(grain: int, most: int) -> None:
    table = at(THREE, f"{grain} grain" if grain else "")
    offered = activations(table)
    assert {len(some) for some in offered} == set(range(1, most + 1))
    assert len(offered) == {0: 0, 1: 3, 2: 6, 3: 7}[most]
    if most < 3:
        assert table.refused(ActivateKnights(ANNA, ABC[: most + 1])) == {"CK-92"}
    if most:
        table.enter(ActivateKnights(ANNA, ABC[:most]))
        assert table.hands.total(ANNA) == grain - most
        assert all(table.knight(site).active for site in ABC[:most])


def test_ck_92_allowed_in_the_turn_of_recruiting() -> None:
    table = at("anna: way 9N 9NE", f"{PRICE} 1 grain")
    table.enter(RecruitKnight(ANNA, corner("9N")))
    table.enter(ActivateKnights(ANNA, (corner("9N"),)))
    assert journeys(table, "9N") == set()
    assert table.refused(MoveKnight(ANNA, corner("9N"), corner("9NE"))) == {"CK-94"}


def test_ck_93_ore_and_wool() -> None:
    table = at("anna: way 9N 9NE, active knight 9N, knight 9NE", PRICE)
    assert len(table.options("anna", PromoteKnight)) == 2
    table.enter(PromoteKnight(ANNA, corner("9N")))
    assert table.cards("anna") == ""
    assert (table.knight(corner("9N")).strength, table.knight(corner("9N")).active) == (2, True)
    assert table.refused(PromoteKnight(ANNA, corner("9NE"))) == {"CK-93"}
    assert not table.options("anna", PromoteKnight)


def test_ck_93_a_mighty_knight_needs_the_fortress() -> None:
    table = at("anna: strong knight 9N", PRICE)
    assert not table.options("anna", PromoteKnight)
    assert table.refused(PromoteKnight(ANNA, corner("9N"))) == {"CK-93"}
    table = at("anna: strong knight 9N", PRICE)
    table.given_level("anna", Track.POLITICS, 3)
    table.enter(PromoteKnight(ANNA, corner("9N")))


@pytest.mark.parametrize(("profile", "times"), [("hobbyworld", 1), ("colonist", 2), ("official2025", 1)])
def test_ck_93_how_often_a_knight_rises_in_a_turn(profile: str, times: int) -> None:
    table = at("anna: way 9N 9NE", "4 ore 4 wool", profile=profile)
    table.given_level("anna", Track.POLITICS, 3)
    table.enter(RecruitKnight(ANNA, corner("9N")))
    for _ in range(times):
        table.enter(PromoteKnight(ANNA, corner("9N")))
    assert not table.options("anna", PromoteKnight)
    assert table.knight(corner("9N")).strength == times + 1


# --- moving


def test_ck_94_an_action_makes_the_knight_inactive_and_no_helmet_helps() -> None:
    table = at("anna: way 9N 9NE 9SE, active knight 9N", "1 grain")
    table.enter(MoveKnight(ANNA, corner("9N"), corner("9NE")))
    assert not table.knight(corner("9NE")).active
    table.enter(ActivateKnights(ANNA, (corner("9NE"),)))
    assert journeys(table, "9NE") == set()
    assert table.refused(MoveKnight(ANNA, corner("9NE"), corner("9SE"))) == {"CK-94", "CK-95"}


def test_ck_94_not_before_the_roll() -> None:
    table = at("anna: way 9N 9NE, active knight 9N", rolled=False)
    assert journeys(table, "9N") == set()
    assert table.refused(MoveKnight(ANNA, corner("9N"), corner("9NE"))) == {"CK-20"}


def test_ck_95_a_knight_that_moved_does_nothing_more_in_the_turn() -> None:
    table = at("anna: way 9N 9NE 9SE, active knight 9N", robber=10, hand="1 grain")
    table.given_ship(0, 1)
    table.enter(MoveKnight(ANNA, corner("9N"), corner("9NE")))
    assert not table.options("anna", ChaseRobber)
    assert table.refused(ChaseRobber(ANNA, corner("9NE"), HexId(0))) == {"CK-94", "CK-95"}


def test_ck_95_in_the_next_turn_it_acts_again() -> None:
    table = at("anna: way 9N 9NE 9SE, active knight 9N", "1 grain")
    table.enter(MoveKnight(ANNA, corner("9N"), corner("9NE")))
    table.enter(ActivateKnights(ANNA, (corner("9NE"),)))
    table.turn_of("anna")
    table.enter(MoveKnight(ANNA, corner("9NE"), corner("9N")))


RING = "way 9N 9NE 9SE 9S 9SW 9NW 9N"

JOURNEYS = [
    # an unbroken way, not to the place where it stands
    ("anna: way 9N 9NE 9SE, active knight 9N", "9N", "9NE 9SE"),
    # past the own settlement and the own knight, but not onto them
    ("anna: settlement 9N, way 4NE 9N 9NE 9SE, active knight 9NE", "9NE", "4NE 9SE"),
    ("anna: way 9N 9NE 9SE, active knight 9N, knight 9NE", "9N", "9SE"),
    # not past an opponent's knight, settlement or city, nor onto it
    ("anna: way 9N 9NE 9SE 9S, active knight 9N; ben: knight 9SE", "9N", "9NE"),
    ("anna: way 9N 9NE 9SE 9S, active knight 9N; ben: settlement 9SE", "9N", "9NE"),
    ("anna: way 9N 9NE 9SE 9S, active knight 9N; ben: city 9NE", "9N", ""),
    # around the other way
    (f"anna: {RING}, active knight 9N; ben: knight 9SE", "9N", "9NE 9S 9SW 9NW"),
    (f"anna: {RING}, active knight 9N; ben: knight 9SE, knight 9SW", "9N", "9NE 9NW"),
    # a gap, and a gap with somebody else's road in it
    ("anna: way 9N 9NE, way 9SE 9S, active knight 9N", "9N", "9NE"),
    ("anna: way 9N 9NE, way 9SE 9S, active knight 9N; ben: way 9NE 9SE", "9N", "9NE"),
    # without a road of its own
    ("anna: active knight 9N; ben: way 9N 9NE", "9N", ""),
    # forks
    ("anna: way 4NE 9N 9NE, way 9N 9NW 4SW, active knight 4NE", "4NE", "9N 9NE 9NW 4SW"),
    # strong and mighty ones pass no better
    ("anna: way 9N 9NE 9SE, active mighty knight 9N; ben: knight 9NE", "9N", ""),
]


@pytest.mark.parametrize(("pieces", "start", "ends"), JOURNEYS)
def test_ck_96_along_own_roads_to_a_free_corner(pieces: str, start: str, ends: str) -> None:
    table = at(pieces)
    assert journeys(table, start) == places(ends)
    for other in table.land.corners:
        if other not in places(ends):
            assert table.refused(MoveKnight(ANNA, corner(start), other)) == {"CK-96"}
    for name in ends.split()[-1:]:
        before = table.knight(corner(start))
        table.enter(MoveKnight(ANNA, corner(start), corner(name)))
        after = table.knight(corner(name))
        assert corner(start) not in table.ck.knights
        assert (after.strength, after.active) == (before.strength, False)


def test_ck_96_the_corner_must_be_named() -> None:
    table = at("anna: way 9N 9NE, active knight 9N")
    assert table.impossible(MoveKnight(ANNA, corner("9N"))) == {"CK-96"}
    assert table.impossible(MoveKnight(ANNA, corner("9N"), Site("99N"))) == {"B-04"}
    assert table.impossible(MoveKnight(ANNA, corner("9NE"), corner("9N"))) == {"CK-90"}


def test_ck_96_at_l2_too() -> None:
    table = at("anna: way 9N 9NE 9SE, active knight 9N; ben: knight 9SE", level=Level.L2)
    assert journeys(table, "9N") == places("9NE")


# --- displacing


def duel(
    anna: str = "strong", ben: str = "", bens: str = "way 9SE 9S 9SW", more: str = "", **rest: Any
) -> Island:
    """Anna's active knight at 9N, two roads from Ben's at 9SE."""
    pieces = f"anna: way 9N 9NE 9SE, active {anna} knight 9N; ben: {bens}, {ben} knight 9SE{more}"
    return at(pieces, **rest)


ATTACK = DisplaceKnight(ANNA, corner("9N"), corner("9SE"))


def refuges(table: Island, who: str = "ben") -> set[Site]:
    return {o.site for o in table.options(who, PlaceDisplaced) if isinstance(o, PlaceDisplaced)}


def test_ck_97_the_owner_chooses_where_the_displaced_knight_goes() -> None:
    table = duel()
    assert table.options("anna", DisplaceKnight) == [ATTACK]
    table.enter(ATTACK)
    assert table.questions == [("place_displaced", "ben")]
    assert table.knight(corner("9SE")).owner == "anna"
    assert corner("9N") not in table.ck.knights
    assert refuges(table) == places("9S 9SW")
    table.enter(PlaceDisplaced(BEN, corner("9SW")))
    assert table.knight(corner("9SW")).owner == "ben"
    assert table.questions == []


@pytest.mark.parametrize("state", ["", "active"])
@pytest.mark.parametrize("strength", ["basic", "strong"])
def test_ck_97_its_state_is_unchanged_and_the_attacker_is_tired(state: str, strength: str) -> None:
    table = duel("mighty", f"{state} {strength}")
    before = table.knight(corner("9SE"))
    table.enter(ATTACK)
    table.enter(PlaceDisplaced(BEN, corner("9S")))
    assert table.knight(corner("9S")) == before
    attacker = table.knight(corner("9SE"))
    assert (attacker.strength, attacker.active) == (3, False)
    assert table.refused(MoveKnight(ANNA, corner("9SE"), corner("9NE"))) == {"CK-94", "CK-95"}


@pytest.mark.parametrize(
    ("anna", "ben", "fine"),
    [
        ("basic", "basic", False),
        ("basic", "strong", False),
        ("strong", "basic", True),
        ("strong", "strong", False),
        ("strong", "mighty", False),
        ("mighty", "basic", True),
        ("mighty", "strong", True),
        ("mighty", "mighty", False),
    ],
)
def test_ck_97_only_weaker_ones(anna: str, ben: str, fine: bool) -> None:
    table = duel(anna, ben)
    assert table.options("anna", DisplaceKnight) == [ATTACK] * fine
    if not fine:
        assert table.refused(ATTACK) == {"CK-97"}


@pytest.mark.parametrize(
    ("pieces", "fine"),
    [
        ("anna: way 9N 9NE 9SE, active strong knight 9N; ben: knight 9SE", True),
        ("anna: way 9N 9NE, active strong knight 9N; ben: knight 9SE", False),
        ("anna: way 9N 9NE, way 9SE 9S, active strong knight 9N; ben: way 9NE 9SE, knight 9SE", False),
        ("anna: way 9N 9NE 9SE, active strong knight 9N, knight 9NE; ben: knight 9SE", True),
        ("anna: way 9N 9NE 9SE, active strong knight 9N; carla: knight 9NE; ben: knight 9SE", False),
        ("anna: way 9N 9NE 9SE, active strong knight 9N; carla: settlement 9NE; ben: knight 9SE", False),
    ],
)
def test_ck_97_own_roads_lead_to_it_without_a_break(pieces: str, fine: bool) -> None:
    table = at(pieces)
    assert (ATTACK in table.options("anna", DisplaceKnight)) is fine
    if not fine:
        assert table.refused(ATTACK) == {"CK-97"}


def test_ck_97_own_knights_and_empty_corners_are_not_displaced() -> None:
    table = at("anna: way 9N 9NE 9SE, active strong knight 9N, knight 9SE")
    assert table.impossible(ATTACK) == {"CK-97"}
    assert table.impossible(DisplaceKnight(ANNA, corner("9N"), corner("9NE"))) == {"CK-97"}
    assert table.impossible(DisplaceKnight(ANNA, corner("9N"), Site("99N"))) == {"CK-97"}
    assert not table.options("anna", DisplaceKnight)


def test_ck_97_with_one_place_the_knight_goes_there() -> None:
    table = duel(bens="way 9SE 9S")
    event = only(table.enter(ATTACK), KnightRehoused)
    assert event.to == corner("9S")
    assert table.questions == []
    assert table.knight(corner("9S")).owner == "ben"


@pytest.mark.parametrize(
    ("bens", "more"),
    [
        ("way 16S 16SE", ""),  # no road of his comes here
        ("way 9SE 9S, settlement 9S", ""),
        ("way 9SE 9S", "; carla: knight 9S"),
        ("way 9SE 9S 9SW", "; carla: knight 9S"),
        ("way 9SE 9S 9SW", "; carla: settlement 9S"),
        ("way 9SE 9S, knight 9S", ""),
    ],
)
def test_ck_97_without_a_place_it_leaves_the_board(bens: str, more: str) -> None:
    table = duel(bens=bens, more=more)
    left = knights_left(table.table, BEN, 1)
    event = only(table.enter(ATTACK), KnightRehoused)
    assert event.to is None
    assert table.questions == []
    assert knights_left(table.table, BEN, 1) == left + 1


def test_ck_97_a_displaced_knight_does_not_displace_others() -> None:
    """One of the ways of Ben's strong knight leads to a weaker one of Carla's."""
    table = duel("mighty", "strong", "way 9SE 10S 10SE, way 9SE 9S 9SW", "; carla: knight 9S")
    table.enter(ATTACK)
    assert refuges(table) == places("10S 10SE")
    assert table.refused(PlaceDisplaced(BEN, corner("9S"))) == {"CK-97"}


def test_ck_97_the_corner_that_the_attacker_left_is_free() -> None:
    table = duel(bens="way 9SE 9S 9SW 9NW 9N")
    table.enter(ATTACK)
    assert refuges(table) == places("9S 9SW 9NW 9N")
    table.enter(PlaceDisplaced(BEN, corner("9N")))
    assert (table.knight(corner("9SE")).owner, table.knight(corner("9N")).owner) == ("anna", "ben")


@pytest.mark.parametrize(("place", "rules"), [("10N", {"CK-97"}), ("9SE", {"CK-97"}), ("9NE", {"CK-97"})])
def test_ck_97_by_the_move_rule_along_the_roads_of_its_owner(place: str, rules: set[str]) -> None:
    table = duel()
    table.enter(ATTACK)
    assert table.refused(PlaceDisplaced(BEN, corner(place))) == rules


def test_ck_97_nothing_else_before_the_owner_has_answered() -> None:
    table = duel()
    table.enter(ATTACK)
    assert table.refused(EndTurn(ANNA)) == {"B-24"}
    assert "B-24" in table.refused(PlaceDisplaced(ANNA, corner("9S")))
    assert "B-24" in table.impossible(PlaceDisplaced(CARLA, corner("9S")))


def test_ck_97_a_knight_that_waits_for_its_place_is_not_in_the_supply() -> None:
    table = duel(bens="way 9SE 9S 9SW, knight 10N")
    assert knights_left(table.table, BEN, 1) == 0
    table.enter(ATTACK)
    assert knights_left(table.table, BEN, 1) == 0
    table.sound()


def test_ck_97_a_knight_that_the_table_does_not_place_leaves_the_board() -> None:
    table = duel()
    table.enter(ATTACK)
    table.leave("place_displaced", "ben")
    assert table.knights("ben") == {}
    assert not table.ck.displaced
    assert knights_left(table.table, BEN, 1) == 2


def test_ck_97_whether_there_is_a_place_shows_on_the_board() -> None:
    table = duel()
    assert table.impossible(DisplaceKnight(ANNA, corner("9N"), corner("9SE"), removed=True)) == {"CK-97"}


def test_ck_97_for_a_colour_that_nobody_plays_the_player_on_turn_chooses() -> None:
    """Grey has pieces on the board, but no player."""
    table = at("anna: way 9N 9NE 9SE, active strong knight 9N; grey: way 9SE 9S 9SW, knight 9SE")
    table.enter(ATTACK)
    assert table.questions == [("place_displaced", "anna")]
    assert refuges(table, "anna") == places("9S 9SW")
    table.enter(PlaceDisplaced(ANNA, corner("9S")))
    assert table.knight(corner("9S")).owner == "grey"


def test_ck_97_longest_road_is_judged_when_the_knight_has_found_its_place() -> None:
    """Anna's knight leaves the middle of Carla's five roads."""
    table = duel(bens="way 9SE 10S 10SE", more="; carla: way 4NW 4N 4NE 9N 9NW 9SW")
    assert longest(table) == (None, 0)
    table.enter(ATTACK)
    assert longest(table) == (None, 0)
    table.enter(PlaceDisplaced(BEN, corner("10S")))
    assert longest(table) == ("carla", 5)


def test_ck_97_the_new_place_may_cut_a_trail() -> None:
    table = duel(bens="way 9SE 10S", more="; carla: way 10NE 10SE 10S 14SE 14S 14SW")
    assert longest(table) == ("carla", 5)
    assert only(table.enter(ATTACK), KnightRehoused).to == corner("10S")
    assert longest(table) == (None, 0)


def test_ck_97_nothing_is_driven_off_at_l1() -> None:
    """Where places are not entered the table says itself what becomes of the knight."""
    table = evening()
    strong, weak = table.given_knight("anna", 2, active=True), table.given_knight("ben")
    table.rolled()
    assert none(table.enter(DisplaceKnight(ANNA, strong, weak)), KnightDrivenOff)
    assert set(table.ck.knights) == {strong, weak}


# --- chasing the robber


def chases(table: Island) -> set[tuple[int | None, str | None]]:
    return {(o.hex, o.victim) for o in table.options("anna", ChaseRobber)}  # type: ignore[attr-defined]


def hunt(
    knight: str, robber: int | None, more: str = "", hands: dict[str, str] | None = None, **rest: Any
) -> Island:
    """Anna's active knight at a corner, the robber on a hex, after the first attack."""
    pieces = f"anna: active knight {knight}{more}"
    table = island(modules=CITIES_KNIGHTS, pieces=pieces, hands=hands, **rest)
    table.given_ship(0, 1)
    table.given_robber(robber)
    return table


@pytest.mark.parametrize(
    ("knight", "robber", "beside"),
    [
        ("4SE", 4, True),
        ("4SE", 5, True),
        ("4SE", 9, True),
        ("4SE", 10, False),
        ("4SE", 0, False),
        ("0N", 0, True),
        ("0N", 1, False),
        ("0SE", 1, True),
        ("4SE", None, False),
    ],
)
def test_ck_98_from_one_of_its_three_hexes(knight: str, robber: int | None, beside: bool) -> None:
    table = hunt(knight, robber)
    goal = HexId(17)
    expected = {(hex, None) for hex in range(19) if hex not in (robber, 9)} if beside else set()
    assert chases(table) == expected
    if beside:
        table.enter(ChaseRobber(ANNA, corner(knight), goal))
        assert table.base.robber == goal
        assert not table.knight(corner(knight)).active
        assert table.knight(corner(knight)).acted == table.core.turn
    else:
        assert table.refused(ChaseRobber(ANNA, corner(knight), goal)) == {"CK-98"}


def test_ck_98_with_the_theft() -> None:
    table = hunt("4SE", 9, "; ben: settlement 17S", {"ben": "1 coin 1 ore"})
    assert (17, "ben") in chases(table)
    assert (17, None) not in chases(table)
    assert table.refused(ChaseRobber(ANNA, corner("4SE"), HexId(17))) == {"CK-98"}
    table.enter(ChaseRobber(ANNA, corner("4SE"), HexId(17), BEN))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ?", "1 ?")


def test_ck_98_a_card_that_the_table_saw() -> None:
    table = hunt("4SE", 9, "; ben: settlement 17S", {"ben": "1 coin 1 ore"})
    assert table.refused(ChaseRobber(ANNA, corner("4SE"), HexId(17), BEN, "wool")) == {"CK-98"}
    table.enter(ChaseRobber(ANNA, corner("4SE"), HexId(17), BEN, "coin"))
    assert (table.cards("anna"), table.cards("ben")) == ("1 coin", "1 ore")


@pytest.mark.parametrize(
    ("hex", "victim", "rules"),
    [(9, None, {"CK-52"}), (4, None, {"CK-52"}), (17, CARLA, {"CK-98"}), (17, ANNA, {"CK-98"})],
)
def test_ck_98_by_the_rules_of_the_robber(hex: int, victim: Any, rules: set[str]) -> None:
    table = hunt("4SE", 4, "; ben: settlement 16S")
    assert table.refused(ChaseRobber(ANNA, corner("4SE"), HexId(hex), victim)) == rules


def test_ck_98_the_hex_must_be_named() -> None:
    table = hunt("4SE", 4)
    assert table.impossible(ChaseRobber(ANNA, corner("4SE"))) == {"CK-98"}
    assert table.impossible(ChaseRobber(ANNA, corner("4SE"), HexId(19))) == {"B-04"}
    assert table.impossible(ChaseRobber(ANNA, corner("4SE"), HexId(17), None, "ore")) == {"CK-98"}


def test_ck_98_at_l2_too() -> None:
    table = hunt("4SE", 4, "; ben: settlement 17S", level=Level.L2)
    assert {(17, "ben"), (17, None)} <= chases(table)
    table.enter(ChaseRobber(ANNA, corner("4SE"), HexId(17), BEN))
    assert table.base.robber == 17


def test_opt_2_before_the_roll() -> None:
    for swift in (False, True):
        table = hunt("4SE", 4, rolled=False, swift_knights=swift)
        assert bool(chases(table)) is swift
        command = ChaseRobber(ANNA, corner("4SE"), HexId(0))
        if swift:
            table.enter(command)
            assert table.core.phase is Phase.BEFORE_ROLL
        else:
            assert table.refused(command) == {"CK-20"}


# --- staying


def test_ck_99_a_settlement_at_its_road_does_not_move_a_knight() -> None:
    """Ben builds in the middle of Anna's road; her knight stays, and goes no further than up to there."""
    pieces = "anna: way 4NE 9N 9NE 9SE, active knight 4NE; ben: way 10N 9NE"
    table = island(modules=CITIES_KNIGHTS, pieces=pieces, hands={"ben": FOUR}, first="ben")
    assert table.knights("anna").keys() == places("4NE")
    table.enter(BuildSettlement(BEN, corner("9NE")))
    assert table.knights("anna").keys() == places("4NE")
    table.enter(EndTurn(BEN))
    table.turn_of("anna")
    assert journeys(table, "4NE") == places("9N")


def test_ck_99_a_knight_without_a_road_stays_where_it_is() -> None:
    table = at("anna: active knight 9N, way 16S 16SE")
    assert journeys(table, "9N") == set()
    assert table.refused(MoveKnight(ANNA, corner("9N"), corner("16S"))) == {"CK-96"}
    table.given(TurnBegun(BEN, 2))
    assert table.knights("anna").keys() == places("9N")
