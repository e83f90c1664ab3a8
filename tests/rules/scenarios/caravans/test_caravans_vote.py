"""The vote at the end of a turn: what causes it, what a vote is, and who decides (CV-02, CV-03)."""

from __future__ import annotations

from companion.app.narrate import decision_text
from companion.engine.core import TurnBegun
from companion.engine.level import Level
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.scenarios.caravans.camels import CamelPlaced
from companion.rules.scenarios.caravans.vote import (
    AgreeOnCamel,
    EndVote,
    LayVote,
    NamePath,
    PlaceCamel,
    VotesCounted,
)
from tests.kit.camels import CARAVANS, OASIS_BOARD, Oasis, caravans
from tests.kit.island import corner, edge
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, evening, none, only, told

CARDS = {
    "anna": "3 wool 2 grain",
    "ben": "3 wool 2 grain",
    "carla": "3 wool 2 grain",
    "david": "3 wool 2 grain",
}
FIRST = edge("13E")


def voted(table: Oasis | None = None, **cards: str) -> Oasis:
    """Anna has built and ended her turn, and all have voted."""
    found = table or caravans(hands=CARDS)
    found.given_built("anna", "17S")
    found.end()
    found.vote(**cards)
    return found


def test_cv_02_who_builds_causes_a_vote_at_the_end_of_the_turn() -> None:
    hands = {"anna": "1 brick 1 lumber 1 wool 1 grain"}
    table = caravans(pieces="anna: road 17SE", hands=hands)
    table.enter(BuildSettlement(ANNA, corner("17S")))
    assert table.questions == []
    table.end()
    assert table.voters == ["anna", "ben", "carla", "david"]
    table.vote()
    assert only(table.enter(PlaceCamel(ANNA, FIRST)), TurnBegun).by == "ben"


def test_cv_02_a_city_causes_one_too() -> None:
    table = caravans(pieces="anna: settlement 17S", hands={"anna": "3 ore 2 grain"})
    table.enter(BuildCity(ANNA, corner("17S")))
    table.end()
    assert table.voters


def test_cv_02_however_much_is_built_one_camel_comes() -> None:
    table = caravans(hands=CARDS).given_built("anna", "0N").given_built("anna", "17S", city=True)
    table.end()
    table.vote()
    assert told(table.enter(PlaceCamel(ANNA, FIRST)), CamelPlaced) == [CamelPlaced(ANNA, FIRST, 0)]
    assert table.core.on_turn == "ben"
    assert table.left == 21


def test_cv_02_without_a_building_there_is_no_vote() -> None:
    table = caravans(pieces="anna: settlement 17S")
    table.end()
    assert table.questions == []
    assert table.core.on_turn == "ben"


def test_cv_02_the_next_turn_has_no_vote_of_its_own() -> None:
    table = voted()
    table.enter(PlaceCamel(ANNA, FIRST))
    table.roll("ben")
    table.end()
    assert table.core.on_turn == "carla"


def test_cv_02_the_set_up_causes_none() -> None:
    table = evening("anna ben", modules=CARAVANS, level=Level.L2)
    table.enter(LayBoard(ANNA, OASIS_BOARD))
    for who, site, road in (
        (ANNA, "0N", "0NE"),
        (BEN, "2N", "2NE"),
        (BEN, "17S", "17SE"),
        (ANNA, "16S", "16SE"),
    ):
        table.enter(PlaceBuilding(who, corner(site)))
        table.enter(PlaceRoad(who, edge(road)))
    table.roll("anna", 1, 1)
    table.end()
    assert table.core.on_turn == "ben"
    assert table.questions == []


def test_cv_03_all_vote_clockwise_from_the_player_on_turn() -> None:
    table = caravans(hands=CARDS, first="carla").given_built("carla", "17S")
    table.end()
    assert table.voters == ["carla", "david", "anna", "ben"]
    table.enter(EndVote(DAVID))
    assert table.questions == [("camel_turn", "carla")]


def test_cv_03_votes_are_wool_and_grain_and_go_to_the_bank() -> None:
    table = caravans(hands={"anna": "2 wool 1 grain 1 ore"}).given_built("anna", "17S")
    table.end()
    assert table.options("anna", LayVote) == [LayVote(ANNA, "wool"), LayVote(ANNA, "grain")]
    for good in ("wool", "grain", "wool"):
        table.enter(LayVote(ANNA, good))
    assert table.cards("anna") == "1 ore"
    assert table.bank("wool") == table.bank("grain") == (19, 19)
    assert table.cv.votes == {"anna": 3}
    assert table.options("anna", LayVote) == []


def test_cv_03_other_cards_are_no_votes() -> None:
    table = caravans(hands={"anna": "1 ore"}).given_built("anna", "17S")
    table.end()
    assert table.refused(LayVote(ANNA, "ore")) == {"CV-03"}
    table.overrule(LayVote(ANNA, "ore"))
    assert table.cv.votes == {"anna": 1}


def test_cv_03_only_cards_that_one_can_have_are_laid() -> None:
    table = caravans(hands={"anna": "1 grain"}).given_built("anna", "17S")
    table.end()
    assert table.refused(LayVote(ANNA, "wool")) == {"CV-03"}
    assert table.impossible(LayVote(ANNA)) == {"CV-03"}
    assert table.impossible(LayVote(ANNA, "straw")) == {"B-06"}


def test_cv_03_where_hands_are_not_counted_votes_are_numbers() -> None:
    table = caravans(level="L2").given_built("anna", "17S")
    table.end()
    assert table.impossible(LayVote(ANNA, "wool")) == {"CV-03"}
    assert only(table.vote(ben="2", carla="1"), VotesCounted).by == "ben"
    table.enter(PlaceCamel(BEN, FIRST))


def test_cv_03_each_votes_once_in_turn() -> None:
    """Who lays cards has seen those of all before, so these have voted; nobody need say so."""
    table = caravans(hands=CARDS).given_built("anna", "17S")
    table.end()
    table.enter(LayVote(ANNA, "grain"))
    table.enter(LayVote(CARLA, "wool"))
    assert table.refused(LayVote(ANNA, "wool")) == table.refused(LayVote(BEN, "wool")) == {"CV-03"}
    table.enter(LayVote(CARLA, "wool"))
    table.enter(EndVote(ANNA))
    assert table.impossible(LayVote(DAVID, "wool"))
    assert table.voters == []


def test_cv_03_a_vote_out_of_turn_may_stand() -> None:
    table = caravans(hands=CARDS).given_built("anna", "17S")
    table.end()
    table.enter(LayVote(BEN, "wool"))
    table.overrule(LayVote(ANNA, "wool"))
    assert table.cv.votes == {"ben": 1, "anna": 1}
    assert table.voters == ["anna", "ben", "carla", "david"]


def test_cv_03_with_the_place_of_the_camel_all_have_voted() -> None:
    """Three cards and a path are three entries and one."""
    table = caravans(hands=CARDS).given_built("anna", "17S")
    table.end()
    table.enter(LayVote(ANNA, "grain"))
    for good in ("wool", "wool"):
        table.enter(LayVote(CARLA, good))
    assert table.impossible(PlaceCamel(ANNA, FIRST)) == {"CV-03"}
    assert table.options("anna", PlaceCamel) == []
    events = table.enter(PlaceCamel(CARLA, FIRST))
    counted = only(events, VotesCounted)
    assert (counted.by, counted.votes, counted.total) == ("carla", 2, 3)
    assert only(events, TurnBegun).by == "ben"


def test_cv_03_where_nobody_lays_a_card_the_place_is_all_that_is_entered() -> None:
    table = caravans(level="L2").given_built("anna", "17S")
    table.end()
    assert only(table.enter(PlaceCamel(ANNA, FIRST)), VotesCounted).reason == "turn"
    assert table.core.on_turn == "ben"


def test_cv_03_voters_agree_before_anybody_says_that_all_have_voted() -> None:
    table = caravans(hands=CARDS).given_built("anna", "17S")
    table.end()
    for voter, good in ((ANNA, "wool"), (ANNA, "wool"), (BEN, "wool"), (BEN, "grain"), (DAVID, "wool")):
        table.enter(LayVote(voter, good))
    assert table.options("anna", AgreeOnCamel) == [AgreeOnCamel(ANNA, (BEN, DAVID))]
    table.enter(AgreeOnCamel(ANNA, (BEN, DAVID)))
    assert table.questions == [("camel_agreed", "ben")]


def test_cv_03_more_than_all_others_together_decides_alone() -> None:
    table = voted(anna="wool", ben="wool wool grain", carla="grain")
    assert table.questions == [("camel_alone", "ben")]
    assert table.options("ben", AgreeOnCamel) == []
    assert table.refused(AgreeOnCamel(BEN, (ANNA, CARLA)))
    assert table.impossible(PlaceCamel(ANNA, FIRST)) == {"CV-03"}
    table.enter(PlaceCamel(BEN, FIRST))


def test_cv_03_two_with_two_votes_may_overrule_the_three() -> None:
    """The example of the book: 3, 2, 2."""
    table = voted(anna="wool wool wool", ben="wool grain", david="grain grain")
    assert table.questions == [("camel_most_unless", "anna")]
    text = decision_text(table.core.pending[0], table.core.players)
    assert text == "Anna decides with the most votes (3 of 7), unless these agree: Ben, David"
    assert table.options("anna", AgreeOnCamel) == [AgreeOnCamel(ANNA, (BEN, DAVID))]
    table.enter(AgreeOnCamel(ANNA, (BEN, DAVID)))
    assert table.questions == [("camel_agreed", "ben")]
    assert only(table.enter(PlaceCamel(BEN, FIRST)), CamelPlaced).by == "ben"


def test_cv_03_who_has_the_most_decides_if_nobody_agrees() -> None:
    table = voted(ben="wool wool wool", carla="wool grain", david="grain grain")
    table.enter(PlaceCamel(BEN, FIRST))
    assert table.core.on_turn == "ben"


def test_cv_03_half_of_the_votes_is_not_enough_to_agree() -> None:
    table = voted(anna="wool wool", ben="wool", carla="grain")
    assert table.questions == [("camel_most", "anna")]
    assert table.options("anna", AgreeOnCamel) == []
    assert table.refused(AgreeOnCamel(ANNA, (BEN, CARLA))) == {"CV-03"}
    table.overrule(AgreeOnCamel(ANNA, (BEN, CARLA)))
    assert table.questions == [("camel_agreed", "ben")]


def test_cv_03_against_more_than_half_nobody_agrees() -> None:
    """Ben has three of four votes, so Anna and Carla cannot overrule him; nor does Anna answer for him."""
    table = voted(anna="wool", ben="wool wool wool")
    assert table.impossible(AgreeOnCamel(BEN, (ANNA, CARLA))) == {"CV-03"}
    assert table.impossible(AgreeOnCamel(ANNA, (ANNA, CARLA))) == {"CV-03"}
    disputed = voted(anna="wool", ben="wool wool", carla="wool wool")
    assert disputed.impossible(AgreeOnCamel(BEN, (BEN, CARLA))) == {"CV-03"}


def test_cv_03_only_voters_can_agree() -> None:
    table = voted(anna="wool", ben="wool wool", carla="wool wool")
    assert table.refused(AgreeOnCamel(ANNA, (ANNA, DAVID, BEN))) == {"CV-03"}
    assert table.impossible(AgreeOnCamel(ANNA, ())) == {"CV-03"}


def test_cv_03_on_a_tie_the_player_on_turn_decides_even_without_votes() -> None:
    table = voted(ben="wool", carla="wool")
    assert table.questions == [("camel_turn_unless", "anna")]
    assert table.options("anna", AgreeOnCamel) == [AgreeOnCamel(ANNA, (BEN, CARLA))]
    table.enter(PlaceCamel(ANNA, FIRST))


def test_cv_03_where_nobody_voted_the_player_on_turn_decides() -> None:
    table = voted()
    assert table.questions == [("camel_turn", "anna")]
    assert table.options("anna", AgreeOnCamel) == []


def test_cv_03_a_vote_that_the_table_leaves_places_no_camel() -> None:
    table = caravans().given_built("anna", "17S")
    table.end()
    for voter in table.voters:
        table.leave("camel_votes", voter)
    assert table.left == 22
    assert table.core.on_turn == "ben"


# --- the other reading of a tie


def by_paths(**cards: str) -> Oasis:
    return voted(caravans(hands=CARDS, caravan_vote_tie="position"), **cards)


def test_cv_03_with_the_option_the_path_with_most_votes_gets_the_camel() -> None:
    table = by_paths(anna="wool wool wool", ben="wool grain", david="grain grain")
    assert table.questions == [("camel_wish", "anna")]
    table.enter(NamePath(ANNA, FIRST))
    table.enter(NamePath(BEN, edge("4SW")))
    events = table.enter(NamePath(DAVID, edge("4SW")))
    assert only(events, CamelPlaced).edge == "4SW"
    assert table.core.on_turn == "ben"


def test_cv_03_with_the_option_of_two_paths_the_one_with_the_largest_vote_wins() -> None:
    table = by_paths(anna="wool", ben="wool grain", carla="grain grain wool")
    table.enter(NamePath(ANNA, FIRST))
    table.enter(NamePath(BEN, FIRST))
    assert only(table.enter(NamePath(CARLA, edge("5SE"))), CamelPlaced).edge == "5SE"


def test_cv_03_with_the_option_the_player_on_turn_decides_between_equal_paths() -> None:
    table = by_paths(ben="wool", carla="wool")
    table.enter(NamePath(BEN, edge("4SW")))
    assert none(table.enter(NamePath(CARLA, edge("5SE"))), CamelPlaced)
    assert table.questions == [("camel_tied", "anna")]
    assert {one.edge for one in table.options("anna", PlaceCamel)} == {edge("4SW"), edge("5SE")}
    assert table.refused(PlaceCamel(ANNA, FIRST)) == {"CV-03"}
    table.enter(PlaceCamel(ANNA, edge("5SE")))


def test_cv_03_with_the_option_more_than_half_decides_alone_as_well() -> None:
    assert by_paths(ben="wool").questions == [("camel_alone", "ben")]


def test_cv_03_with_the_option_and_no_votes_the_player_on_turn_decides() -> None:
    assert by_paths().questions == [("camel_turn", "anna")]


def test_cv_03_with_the_option_a_camel_is_placed_at_once_only_where_nobody_names_paths() -> None:
    table = caravans(hands=CARDS, caravan_vote_tie="position").given_built("anna", "17S")
    table.end()
    assert table.options("anna", PlaceCamel)
    for voter in (BEN, CARLA):
        table.enter(LayVote(voter, "wool"))
        assert bool(table.options("ben", PlaceCamel)) is (voter == BEN)
    assert table.impossible(PlaceCamel(ANNA, FIRST)) == {"CV-03"}
    table.enter(EndVote(DAVID))
    assert table.questions == [("camel_wish", "ben")]


def test_cv_04_a_path_that_is_named_is_one_before_a_caravan() -> None:
    table = by_paths(ben="wool", carla="wool")
    assert table.impossible(NamePath(BEN, edge("0NE"))) == {"CV-04"}
