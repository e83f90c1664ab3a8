"""Politics cards (blue) with places and hands."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.engine.ids import HexId, PlayerId
from companion.engine.verdict import Certainty
from companion.rules.base.building import RoadMoved, RoadRemoved
from companion.rules.base.hands import CardsChosen, CardsDrawn, CardsMoved, CardsReturned
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.cities_knights.cards import LayOpen
from companion.rules.cities_knights.field import KnightRemoved
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.displace import PlaceDisplaced
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.cities_knights.progress.deserter import KnightDeserted, PlayDeserter
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.cities_knights.progress.intrigue import PlayIntrigue
from companion.rules.cities_knights.progress.saboteur import PlaySaboteur, ReturnHalf
from companion.rules.cities_knights.progress.spy import PlaySpy
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.progress.wedding import GiveGifts, PlayWedding
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, corner, edge, way
from tests.kit.progress import holding, sure
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, none, only, told

SCIENCE, POLITICS, TRADE = Track.SCIENCE, Track.POLITICS, Track.TRADE


# --- Bishop

AROUND_THE_HILLS = "ben: settlement 4N, city 4SE; carla: settlement 4SW; david: settlement 8SW"
HILLS = HexId(4)


def test_pc_b01_one_card_from_everyone_there_however_many_buildings() -> None:
    hands = {"ben": "3 ore", "carla": "2 ?", "david": "2 wool"}
    table = holding("anna: politics", pieces=AROUND_THE_HILLS, hands=hands)
    events = table.enter(PlayBishop(ANNA, HILLS))
    assert [event.giver for event in told(events, CardsDrawn)] == [BEN, CARLA]
    assert table.base.robber == HILLS
    assert table.cards("anna") == "1 ore 1 ?"
    assert [table.cards(who) for who in ("ben", "carla", "david")] == ["2 ore", "1 ?", "2 wool"]


def test_pc_b01_who_has_no_card_gives_none() -> None:
    table = holding("anna: politics", pieces=AROUND_THE_HILLS, hands={"carla": "1 cloth"})
    table.enter(PlayBishop(ANNA, HILLS))
    assert table.cards("anna") == "1 cloth"


def test_pc_b01_a_card_that_the_table_saw_is_known() -> None:
    table = holding("anna: politics", pieces=AROUND_THE_HILLS, hands={"ben": "1 ore 1 wool", "carla": "2 ?"})
    table.enter(PlayBishop(ANNA, HILLS, {BEN: "wool", CARLA: "coin"}))
    assert table.cards("anna") == "1 wool 1 coin"
    assert table.cards("ben") == "1 ore"


def test_pc_b01_nobody_loses_what_he_cannot_have() -> None:
    table = holding("anna: politics", pieces=AROUND_THE_HILLS, hands={"ben": "2 ore", "david": "1 ore"})
    assert table.refused(PlayBishop(ANNA, HILLS, {BEN: "wool"})) == {"PC-B01"}
    assert table.refused(PlayBishop(ANNA, HILLS, {DAVID: "ore"})) == {"PC-B01"}, "not at the hills"
    assert table.impossible(PlayBishop(ANNA, HILLS, {BEN: "gold"})) == {"B-06"}
    assert table.impossible(PlayBishop(ANNA, HILLS, {PlayerId("zoe"): "ore"})) == {"B-14"}


def test_pc_b01_two_unseen_cards_cannot_both_be_the_last_ore() -> None:
    table = holding(
        "anna: politics", pieces=AROUND_THE_HILLS, hands={"david": "18 ore", "ben": "1 ?", "carla": "1 ?"}
    )
    assert sure(table, PlayBishop(ANNA, HILLS, {BEN: "ore"})) is Certainty.POSSIBLE
    assert table.refused(PlayBishop(ANNA, HILLS, {BEN: "ore", CARLA: "ore"})) == {"PC-B01"}


def test_pc_b01_the_robber_goes_where_a_seven_would_move_him() -> None:
    table = holding("anna: politics", pieces=AROUND_THE_HILLS, robber=0)
    assert table.refused(PlayBishop(ANNA, HexId(0))) == {"CK-52"}
    assert table.refused(PlayBishop(ANNA, HexId(9))) == {"CK-52"}, "the desert has no number"
    assert table.impossible(PlayBishop(ANNA, HexId(19))) == {"B-04"}
    assert table.impossible(PlayBishop(ANNA)) == {"PC-B01"}
    desert = holding("anna: politics", robber=0, profile="colonist")
    desert.enter(PlayBishop(ANNA, HexId(9)))


def test_pc_b01_not_before_the_first_attack() -> None:
    table = holding("anna: politics", attacks=0, pieces=AROUND_THE_HILLS)
    assert table.refused(PlayBishop(ANNA, HILLS)) == {"CK-51"}
    assert not table.options("anna", PlayBishop)


def test_pc_b01_where_hands_are_not_counted_only_the_robber_moves() -> None:
    table = holding("anna: politics", pieces=AROUND_THE_HILLS, level="L2")
    assert none(table.enter(PlayBishop(ANNA, HILLS)), CardsDrawn)
    assert table.base.robber == HILLS


# --- Constitution


def test_pc_b02_the_constitution_is_no_part_of_a_full_hand() -> None:
    table = holding("anna: science science trade trade politics", pieces="anna: city 4N")
    assert table.questions == [("fifth_card", "anna")]
    table.enter(LayOpen(ANNA, "constitution"))
    assert table.questions == []
    assert table.points("anna") == 3


# --- Deserter

BENS = "ben: active strong knight 1N, way 1N 1NE; anna: way 0N 0NE 1N"


def deserted(**options: str) -> Island:
    """Ben's strong knight stands where a road of Anna ends."""
    return holding("anna: politics", pieces=BENS, **options)


def test_pc_b03_the_own_knight_may_take_the_freed_place_that_an_own_road_reaches() -> None:
    table = deserted()
    event = only(table.enter(PlayDeserter(ANNA, BEN, corner("1N"), 2, corner("1N"))), KnightDeserted)
    assert (event.by, event.taker) == (BEN, ANNA)
    knight = table.knight(corner("1N"))
    assert (knight.owner, knight.strength, knight.active) == (ANNA, 2, True)


@pytest.mark.parametrize("place", ["0N", "0NE"])
def test_pc_b03_or_any_other_place_where_a_knight_can_be_recruited(place: str) -> None:
    table = deserted()
    table.enter(PlayDeserter(ANNA, BEN, corner("1N"), 1, corner(place)))
    assert list(table.knights("anna")) == [corner(place)]
    assert table.knights("ben") == {}


def test_pc_b03_nowhere_else() -> None:
    table = deserted()
    assert table.refused(PlayDeserter(ANNA, BEN, corner("1N"), 2, corner("1NE"))) == {"PC-B03"}
    assert table.impossible(PlayDeserter(ANNA, BEN, corner("1N"), 2)) == {"PC-B03"}
    assert table.impossible(PlayDeserter(ANNA, BEN, corner("1N"), 0, corner("1N"))) == {"PC-B03"}
    far = holding("anna: politics", pieces="ben: knight 1N; anna: way 0NW 0N")
    assert far.refused(PlayDeserter(ANNA, BEN, corner("1N"), 1, corner("1N"))) == {"PC-B03"}, "no road there"


def test_pc_b03_in_the_other_reading_the_freed_place_alone_whatever_leads_there() -> None:
    table = holding("anna: politics", pieces="ben: knight 1N; anna: way 0NW 0N", deserter_place="freed_place")
    assert table.refused(PlayDeserter(ANNA, BEN, corner("1N"), 1, corner("0N"))) == {"PC-B03"}
    table.enter(PlayDeserter(ANNA, BEN, corner("1N"), 1, corner("1N")))
    assert table.knight(corner("1N")).owner == ANNA


def test_pc_b03_without_a_fitting_figure_ben_loses_his_all_the_same() -> None:
    table = holding("anna: politics", pieces="ben: knight 1N; anna: knights 0N 0NE, way 0N 0NE 1N")
    assert table.refused(PlayDeserter(ANNA, BEN, corner("1N"), 1, corner("1N"))) == {"PC-B03"}
    only(table.enter(PlayDeserter(ANNA, BEN, corner("1N"))), KnightRemoved)
    assert table.knights("ben") == {}


def test_pc_b03_the_newcomer_acts_at_once() -> None:
    table = deserted()
    table.enter(PlayDeserter(ANNA, BEN, corner("1N"), 2, corner("1N")))
    table.enter(MoveKnight(ANNA, corner("1N"), corner("0N")))


def test_pc_b03_a_knight_for_a_knight_leaves_a_cut_trail_cut() -> None:
    """Carla's seven roads are cut in two by Ben's knight, so David has Longest Road with five."""
    pieces = (
        "david: way 16SW 16S 16SE 17S 17SE 18S; ben: knight 1NE; anna: road 2W;"
        "carla: way 0N 0NE 1N 1NE 2N 2NE 2SE 6NE"
    )
    table = holding("anna: politics", pieces=pieces)
    assert table.longest == ("david", 5)
    events = table.enter(PlayDeserter(ANNA, BEN, corner("1NE"), 1, corner("1NE")))
    assert none(events, LongestRoadHeld)
    gone = holding("anna: politics", pieces=pieces)
    gone.enter(PlayDeserter(ANNA, BEN, corner("1NE")))
    assert gone.longest == ("carla", 7)


# --- Diplomat


def test_pc_b04_another_players_open_road_goes_back_to_him() -> None:
    table = holding("anna: politics", pieces="ben: settlement 0N, way 0N 0NE 1N")
    event = only(table.enter(PlayDiplomat(ANNA, way("0NE 1N")[0])), RoadRemoved)
    assert event.by == BEN
    assert table.roads_left("ben") == 14


def test_pc_b04_a_road_with_something_at_both_ends_is_not_open() -> None:
    pieces = "ben: settlement 0N, way 0N 0NE 1N 1NE, knight 1NE; carla: way 16SW 16S 16SE"
    table = holding("anna: politics", pieces=pieces)
    for ends in ("0N 0NE", "0NE 1N", "1N 1NE"):
        assert table.refused(PlayDiplomat(ANNA, way(ends)[0])) == {"PC-B04"}
    offered = {option.edge for option in table.options("anna", PlayDiplomat)}  # type: ignore[attr-defined]
    assert offered == set(way("16SW 16S 16SE"))


def test_pc_b04_a_piece_of_somebody_else_closes_no_road() -> None:
    table = holding("anna: politics", pieces="ben: way 0N 0NE 1N; carla: settlement 1N")
    table.enter(PlayDiplomat(ANNA, way("0NE 1N")[0]))


def test_pc_b04_only_a_road_that_lies_there() -> None:
    table = holding("anna: politics", pieces="ben: road 4NE")
    assert table.impossible(PlayDiplomat(ANNA, edge("4E"))) == {"PC-B04"}
    assert table.impossible(PlayDiplomat(ANNA, edge("4E"), edge("4NE"))) == {"PC-B04"}
    assert table.impossible(PlayDiplomat(ANNA)) == {"PC-B04"}


def test_pc_b04_an_own_road_may_be_laid_anew_at_once() -> None:
    table = holding("anna: politics", pieces="anna: settlement 0N, way 0N 0NE 1N")
    (old,), (new,) = way("0NE 1N"), way("0N 0NW")
    only(table.enter(PlayDiplomat(ANNA, old, new)), RoadMoved)
    assert table.roads("anna") == {*way("0N 0NE"), new}


def test_pc_b04_by_the_rules_of_roads_and_not_where_it_lay() -> None:
    table = holding("anna: politics", pieces="anna: settlement 0N, way 0N 0NE 1N; ben: way 1N 1NE")
    (old,) = way("0NE 1N")
    assert table.refused(PlayDiplomat(ANNA, old, edge("16SW"))) == {"B-50"}
    assert table.impossible(PlayDiplomat(ANNA, old, way("1N 1NE")[0])) == {"B-50"}, "Ben's road lies there"
    assert table.refused(PlayDiplomat(ANNA, old, old)) == {"CK-125"}
    bens, (free,) = way("1N 1NE")[0], way("0N 0NW")
    assert table.impossible(PlayDiplomat(ANNA, bens, free)) == {"PC-B04"}, "not her own"


def test_pc_b04_longest_road_is_judged_when_the_road_lies_anew() -> None:
    """Anna and Ben have five roads each. She takes up the first one and lays it at the other end."""
    pieces = "anna: way 0N 0NE 1N 1NE 2N 2NE; ben: way 16SW 16S 16SE 17S 17SE 18S"
    table = holding("anna: politics", pieces=pieces)
    assert table.longest == ("anna", 5)
    events = table.enter(PlayDiplomat(ANNA, way("0N 0NE")[0], way("2NE 2SE")[0]))
    assert none(events, LongestRoadHeld)
    assert table.longest == ("anna", 5)
    other = holding("anna: politics", pieces=pieces)
    other.enter(PlayDiplomat(ANNA, way("0N 0NE")[0]))
    assert other.longest == ("ben", 5)


def test_pc_b04_in_the_newest_books_no_road_between_two_own_pieces() -> None:
    """A spur is open to its root; a route from a city to a knight is not, unless somebody stands in it."""
    spur = "ben: city 0N, way 0N 0NE 1N 1NE"
    root = way("0N 0NE")[0]
    assert holding("anna: politics", pieces=spur).refused(PlayDiplomat(ANNA, root)) == {"PC-B04"}
    holding("anna: politics", pieces=spur, profile="official2025").enter(PlayDiplomat(ANNA, root))
    joined = holding("anna: politics", pieces=f"{spur}, knight 1NE", profile="official2025")
    for road in way("0N 0NE 1N 1NE"):
        assert joined.refused(PlayDiplomat(ANNA, road)) == {"PC-B04"}
    parted = f"{spur}, knight 1NE; carla: knight 1N"
    holding("anna: politics", pieces=parted, profile="official2025").enter(PlayDiplomat(ANNA, root))


def test_pc_b04_a_ring_at_one_piece_joins_no_two() -> None:
    ring = "ben: settlement 0N, way 0N 0NE 0SE 0S 0SW 0NW 0N"
    for road in way("0N 0NE 0SE 0S"):
        assert holding("anna: politics", pieces=ring).refused(PlayDiplomat(ANNA, road)) == {"PC-B04"}
        holding("anna: politics", pieces=ring, profile="official2025").enter(PlayDiplomat(ANNA, road))


# --- Intrigue


@pytest.mark.parametrize("strength", ["basic", "strong", "mighty"])
def test_pc_b05_its_owner_says_where_the_knight_goes(strength: str) -> None:
    pieces = f"anna: way 0N 0NE; ben: active {strength} knight 0NE, way 0NE 1N 1NE"
    table = holding("anna: politics", pieces=pieces)
    before = table.knight(corner("0NE"))
    table.enter(PlayIntrigue(ANNA, corner("0NE")))
    assert table.questions == [("place_displaced", "ben")]
    table.enter(PlaceDisplaced(BEN, corner("1NE")))
    assert table.knights("ben") == {corner("1NE"): before}
    assert table.knights("anna") == {}, "nobody comes in its place"


def test_pc_b05_to_the_only_place_there_is_or_off_the_board() -> None:
    table = holding("anna: politics", pieces="anna: way 0N 0NE; ben: knight 0NE, way 0NE 1N")
    table.enter(PlayIntrigue(ANNA, corner("0NE")))
    assert list(table.knights("ben")) == [corner("1N")]
    away = holding("anna: politics", pieces="anna: way 0N 0NE; ben: knight 0NE")
    away.enter(PlayIntrigue(ANNA, corner("0NE")))
    assert away.knights("ben") == {}


def test_pc_b05_an_own_road_must_reach_it() -> None:
    table = holding("anna: politics", pieces="anna: way 0NW 0N; ben: knight 0NE, way 0NE 1N")
    assert table.refused(PlayIntrigue(ANNA, corner("0NE"))) == {"PC-B05"}
    assert not table.options("anna", PlayIntrigue)


def test_pc_b05_the_table_does_not_say_what_the_roads_say() -> None:
    table = holding("anna: politics", pieces="anna: way 0N 0NE; ben: knight 0NE")
    assert table.impossible(PlayIntrigue(ANNA, corner("0NE"), removed=True)) == {"PC-B05"}


# --- Saboteur


def test_pc_b06_half_of_the_hand_rounded_down_of_the_own_choice() -> None:
    """Nobody has a point, so everyone has as many as Anna; one card is no half of anything."""
    table = holding("anna: politics", hands={"ben": "3 ore 2 coin", "carla": "1 ore", "david": "8 wool"})
    table.enter(PlaySaboteur(ANNA))
    assert table.questions == [("saboteur", "ben"), ("saboteur", "david")]
    table.enter(ReturnHalf(BEN, {"ore": 1, "coin": 1}))
    table.enter(ReturnHalf(DAVID, {"wool": 4}))
    assert [table.cards(who) for who in ("ben", "carla", "david")] == ["2 ore 1 coin", "1 ore", "4 wool"]
    assert table.questions == []


@pytest.mark.parametrize("order", list(permutations(["ben", "carla", "david"])))
def test_pc_b06_they_answer_in_any_order(order: tuple[str, ...]) -> None:
    table = holding("anna: politics", hands=dict.fromkeys(("ben", "carla", "david"), "2 ore"))
    table.enter(PlaySaboteur(ANNA))
    for who in order:
        table.enter(ReturnHalf(PlayerId(who), {"ore": 1}))
    assert table.questions == []
    assert table.bank("ore") == (16, 16)


def test_pc_b06_those_with_fewer_points_keep_theirs() -> None:
    table = holding("anna: politics", hands=dict.fromkeys(("ben", "carla"), "4 ore"))
    table.given_points("anna", 3).given_points("ben", 3).given_points("carla", 2)
    table.enter(PlaySaboteur(ANNA))
    assert table.questions == [("saboteur", "ben")]


def test_pc_b06_cards_may_go_back_unseen() -> None:
    table = holding("anna: politics", hands={"ben": "2 ore 2 wool"})
    table.enter(PlaySaboteur(ANNA))
    only(table.enter(ReturnHalf(BEN, {"ore": 1}, unseen=1)), CardsReturned)
    assert table.cards("ben") == "1 wool 1 ?"


def test_pc_b06_neither_more_nor_fewer_nor_others() -> None:
    table = holding("anna: politics", hands={"ben": "5 ore"})
    table.enter(PlaySaboteur(ANNA))
    assert table.refused(ReturnHalf(BEN, {"ore": 1})) == {"PC-B06"}
    assert table.refused(ReturnHalf(BEN, {"ore": 2}, unseen=1)) == {"PC-B06"}
    assert table.refused(ReturnHalf(BEN, {"wool": 2})) == {"PC-B06"}
    assert table.impossible(ReturnHalf(BEN, {"ore": 2}, unseen=-1)) == {"PC-B06"}
    assert table.impossible(ReturnHalf(BEN, {"ore": 2}, unseen=10**9)) == {"PC-B06"}
    assert table.impossible(ReturnHalf(CARLA, {"ore": 2})) == {"B-24"}


def test_pc_b06_not_when_everyone_with_as_many_points_has_less_than_two_cards() -> None:
    table = holding("anna: politics", hands={"ben": "1 ore", "carla": "9 ore"}).given_points("anna", 1)
    table.given_points("ben", 1)
    assert table.refused(PlaySaboteur(ANNA)) == {"CK-125"}
    assert not table.options("anna", PlaySaboteur)


# --- Spy


def test_pc_b07_the_stolen_card_is_played_in_the_same_turn() -> None:
    table = holding("anna: politics; ben: science trade", pieces="anna: settlement 0N")
    table.enter(PlaySpy(ANNA, BEN, SCIENCE))
    assert (table.colours("anna"), table.colours("ben")) == (["science"], ["trade"])
    assert table.options("anna", PlayWarlord) == []
    table.sound()


def test_pc_b07_not_from_somebody_without_face_down_cards() -> None:
    table = holding("anna: politics; ben: science")
    assert table.refused(PlaySpy(ANNA, CARLA, SCIENCE)) == {"CK-125"}
    assert table.options("anna", PlaySpy) == [PlaySpy(ANNA, BEN, SCIENCE)]


# --- Warlord


def test_pc_b08_all_knights_get_their_helmets_without_grain() -> None:
    table = holding("anna: politics", pieces="anna: knight 0N, strong knight 1N, active knight 2N")
    assert table.refused(ActivateKnights(ANNA, (corner("0N"),))) == {"CK-92"}
    table.enter(PlayWarlord(ANNA))
    assert all(knight.active for knight in table.knights("anna").values())
    assert table.refused(MoveKnight(ANNA, corner("0N"), corner("0NE"))) >= {"CK-94"}


def test_pc_b08_not_when_all_are_active() -> None:
    table = holding("anna: politics", pieces="anna: active knight 0N; ben: knight 2N")
    assert table.refused(PlayWarlord(ANNA)) == {"CK-125"}


# --- Wedding


def wedding(**hands: str) -> Island:
    """Ben and Carla have more points than Anna, David as many."""
    table = holding("anna: politics", hands=hands)
    table.given_points("ben", 3).given_points("carla", 5)
    return table


def test_pc_b09_everyone_with_more_points_gives_two_cards_of_choice() -> None:
    table = wedding(ben="2 ore 1 cloth", carla="3 wool", david="4 coin")
    table.enter(PlayWedding(ANNA))
    assert table.questions == [("wedding", "ben"), ("wedding", "carla")]
    table.enter(GiveGifts(CARLA, {"wool": 2}))
    table.enter(GiveGifts(BEN, {"ore": 1, "cloth": 1}))
    assert table.cards("anna") == "2 wool 1 ore 1 cloth"
    assert table.cards("david") == "4 coin"


def test_pc_b09_unseen_cards_leave_their_mark() -> None:
    """Two of Ben's two ore and one wool: he keeps one of the three, whatever it is."""
    table = wedding(ben="2 ore 1 wool")
    table.enter(PlayWedding(ANNA))
    only(table.enter(GiveGifts(BEN, {}, unseen=2)), CardsChosen)
    assert table.cards("anna") == "1 ore 1 ?"
    assert table.cards("ben") == "1 ?"
    assert table.hands.high("anna", "coin") == 0


def test_pc_b09_one_seen_and_one_unseen() -> None:
    table = wedding(ben="2 ore 1 wool")
    table.enter(PlayWedding(ANNA))
    events = table.enter(GiveGifts(BEN, {"wool": 1}, unseen=1))
    assert (only(events, CardsMoved).cards, only(events, CardsChosen).count) == ({"wool": 1}, 1)
    assert table.cards("anna") == "1 wool 1 ore"


def test_pc_b09_one_if_there_is_one_and_none_if_there_is_none() -> None:
    table = wedding(ben="1 paper")
    table.enter(PlayWedding(ANNA))
    assert table.questions == [("wedding", "ben")]
    table.enter(GiveGifts(BEN, {"paper": 1}))
    assert table.cards("anna") == "1 paper"


def test_pc_b09_neither_one_nor_three_nor_others() -> None:
    table = wedding(ben="5 ore")
    table.enter(PlayWedding(ANNA))
    assert table.refused(GiveGifts(BEN, {"ore": 1})) == {"PC-B09"}
    assert table.refused(GiveGifts(BEN, {"ore": 2}, unseen=1)) == {"PC-B09"}
    assert table.refused(GiveGifts(BEN, {"wool": 2})) == {"PC-B09"}
    assert table.impossible(GiveGifts(DAVID, {"ore": 2})) == {"B-24"}
    assert table.refused(RecruitKnight(ANNA, corner("0N"))) >= {"B-24"}, "the gifts come first"


def test_pc_b09_not_when_nobody_with_more_points_has_a_card() -> None:
    table = wedding(david="9 ore")
    assert table.refused(PlayWedding(ANNA)) == {"CK-125"}
    assert not table.options("anna", PlayWedding)
    poor = holding("anna: politics", hands={"ben": "2 ore"})
    assert poor.refused(PlayWedding(ANNA)) == {"CK-125"}


def test_pc_b09_where_hands_are_not_counted_nothing_is_asked() -> None:
    table = holding("anna: politics", level="L2").given_points("ben", 3)
    table.enter(PlayWedding(ANNA))
    assert table.questions == []
