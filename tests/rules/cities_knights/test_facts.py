"""How things lie by the table's word, and what does not fit: with a board, and without one."""

from __future__ import annotations

import pytest

from companion.engine.core import ChangeLevel, ConfirmPosition, StateTurn
from companion.engine.ids import HexId, PlayerId, RuleId, Site
from companion.engine.level import Level
from companion.engine.state import Phase
from companion.rules.base.facts.awards import StateAward
from companion.rules.base.facts.hand import StateHand
from companion.rules.base.facts.pieces import StatePieces
from companion.rules.base.facts.robber import StateRobber
from companion.rules.base.slice import Award
from companion.rules.cities_knights.cards import Card
from companion.rules.cities_knights.facts.cities import StateCities
from companion.rules.cities_knights.facts.defenders import StateDefenders
from companion.rules.cities_knights.facts.improvements import StateImprovements
from companion.rules.cities_knights.facts.knights import StateKnights
from companion.rules.cities_knights.facts.merchant import StateMerchant
from companion.rules.cities_knights.facts.metropolises import StateMetropolis
from companion.rules.cities_knights.facts.progress import StateProgress, opened
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, island, way
from tests.kit.tables import ANNA, BEN, CITIES_KNIGHTS, Evening, evening

STRANGER = PlayerId("nobody")
CONFIRM = ConfirmPosition(ANNA)


def table() -> Island:
    return island("anna ben carla", modules=CITIES_KNIGHTS)


def laid(pieces: str) -> Island:
    return table().given_pieces(pieces)


def faults(game: Evening) -> set[str]:
    """The keys of what does not fit."""
    return {violation.key for violation in game.violations(CONFIRM)}


def test_ck_02_the_table_says_which_knights_a_player_has() -> None:
    game = laid("anna: settlement 4N, roads 4NE; ben: settlement 12S, road 12SE")
    game.enter(StateKnights(ANNA, ANNA, {Site("1S"): 2}, (Site("1S"),)))
    knight = game.ck.knights[Site("1S")]
    assert (knight.owner, knight.strength, knight.active) == (ANNA, 2, True)
    game.enter(StateKnights(ANNA, ANNA, {}))
    assert not game.ck.knights


def test_ck_90_no_knight_stands_where_something_stands() -> None:
    game = laid("anna: settlement 4N, roads 4NE; ben: settlement 12S")
    assert game.impossible(StateKnights(ANNA, ANNA, {Site("12S"): 1})) == {"B-12"}
    assert game.impossible(StateKnights(ANNA, ANNA, {Site("0SE"): 1})) == {"B-12"}
    assert game.impossible(StateKnights(ANNA, ANNA, {Site("99N"): 1})) == {"B-04"}
    assert game.impossible(StateKnights(ANNA, ANNA, {Site("1S"): 4})) == {"CK-90"}
    assert game.impossible(StateKnights(ANNA, ANNA, {Site("1S"): 1}, (Site("4S"),))) == {"CK-90"}
    assert game.impossible(StateKnights(ANNA, STRANGER, {})) == {"B-14"}


def test_ck_93_a_mighty_knight_without_the_fortress_does_not_fit_and_may_stand() -> None:
    game = laid("anna: settlement 4N, roads 4NE")
    game.enter(StateKnights(ANNA, ANNA, {Site("1S"): 3}))
    assert faults(game) == {"fit.no-fortress"}
    game.overrule(CONFIRM)
    game.enter(StateImprovements(ANNA, ANNA, {Track.POLITICS: 3}))
    game.enter(CONFIRM)


def test_ck_90_a_knight_that_no_road_reaches_does_not_fit() -> None:
    game = laid("anna: settlement 4N, roads 4NE")
    game.enter(StateKnights(ANNA, ANNA, {Site("12S"): 1}))
    assert faults(game) == {"fit.knight-alone"}


def test_ck_82_a_metropolis_needs_its_city_and_its_level() -> None:
    game = laid("anna: city 4N, roads 4NE; ben: city 12S, road 12SE")
    game.enter(StateMetropolis(ANNA, Track.TRADE, Site("0SE")))
    assert faults(game) == {"fit.metropolis-too-early"}
    game.enter(StateImprovements(ANNA, ANNA, {Track.TRADE: 4}))
    game.enter(CONFIRM)
    game.enter(StatePieces(ANNA, ANNA, settlements=(Site("0SE"),), roads=tuple(game.roads("anna"))))
    assert faults(game) == {"fit.metropolis-without-city"}


def test_ck_85_whoever_has_the_last_level_alone_has_the_metropolis() -> None:
    game = laid("anna: city 4N, roads 4NE; ben: city 12S, road 12SE")
    game.enter(StateImprovements(ANNA, ANNA, {Track.TRADE: 4}))
    assert faults(game) == {"fit.no-metropolis"}
    game.enter(StateMetropolis(ANNA, Track.TRADE, Site("0SE")))
    game.enter(StateImprovements(ANNA, BEN, {Track.TRADE: 5}))
    assert faults(game) == {"fit.metropolis-passed"}
    assert game.impossible(StateMetropolis(ANNA, Track.SCIENCE, Site("0SE"))) == {"CK-86"}
    assert game.impossible(StateMetropolis(ANNA, Track.SCIENCE, Site("9S"))) == {"CK-86"}
    assert game.impossible(StateImprovements(ANNA, BEN, {Track.TRADE: 6})) == {"CK-80"}


def test_ck_70_a_wall_goes_with_its_city() -> None:
    game = laid("anna: city 4N, roads 4NE, wall 4N")
    roads = tuple(game.roads("anna"))
    game.enter(StatePieces(ANNA, ANNA, settlements=(Site("0SE"),), roads=roads))
    assert faults(game) == {"fit.wall-without-city"}
    game.enter(StateCities(ANNA, ANNA))
    game.enter(CONFIRM)
    assert game.impossible(StateCities(ANNA, ANNA, walls=(Site("0SE"),))) == {"CK-70"}


def test_b_51_what_was_put_side_by_side_does_not_fit() -> None:
    game = laid("anna: settlement 4N, roads 4NE")
    roads = tuple(game.roads("anna"))
    game.enter(StatePieces(ANNA, ANNA, (Site("0SE"), game.land.corner("4NE")), roads=roads))
    assert faults(game) == {"fit.too-near.own"}
    game = laid("anna: settlement 4N, roads 4NE; ben: settlement 12S")
    roads = tuple(game.roads("anna"))
    beside = game.land.neighbours[game.land.corner("12S")][0]
    game.enter(StatePieces(ANNA, ANNA, (Site("0SE"), beside), roads=roads))
    assert "fit.too-near" in faults(game)


def test_b_50_roads_and_buildings_hang_together() -> None:
    game = laid("anna: settlement 4N, roads 4NE")
    game.enter(StatePieces(ANNA, ANNA, (Site("0SE"),), roads=(game.land.edge("12SE"),)))
    assert faults(game) == {"fit.no-road", "fit.road-alone"}


def test_b_05_more_pieces_than_a_player_owns_do_not_fit() -> None:
    game = evening("anna ben carla")
    sites = tuple(Site(f"anna-{number}") for number in range(1, 7))
    game.enter(StatePieces(ANNA, ANNA, sites))
    assert faults(game) == {"fit.pieces-settlement"}
    assert game.points("anna") == 6
    assert game.impossible(StatePieces(ANNA, ANNA, (Site("ben-1"),))) == {"B-04"}
    assert game.impossible(StatePieces(ANNA, ANNA, (Site("anna-1"), Site("anna-1")))) == {"B-12"}


def test_b_04_an_edge_is_no_corner_of_the_same_name() -> None:
    game = laid("anna: city 12SE; ben: settlement 4N")
    road = next(fact for fact in game.table.ruleset.facts if fact.name == "road")
    game.enter(road.state(game.table, ANNA, ("12SE",)))
    assert game.cities("anna") == ("12SE",)
    assert game.roads("anna") == {"12SE"}


def test_b_60_nobody_takes_longest_road_while_pieces_are_stated() -> None:
    game = laid("anna: settlement 4N; ben: settlement 12S")
    trail = way("12S 12SE 8S 8SE 4S 4SE")
    game.enter(StatePieces(ANNA, BEN, (Site("12S"),), roads=tuple(trail)))
    assert game.base.trails == {BEN: 5}
    assert game.longest == (None, 0)
    assert "fit.trail-longer" in faults(game)
    game.enter(StateAward(ANNA, Award.LONGEST_ROAD, BEN))
    assert game.longest == (BEN, 5)
    game.enter(StateAward(ANNA, Award.LONGEST_ROAD, ANNA))
    assert "fit.trail-longer" in faults(game)


def test_ck_04_progress_cards_come_from_their_decks() -> None:
    game = evening("anna ben carla")
    game.enter(StateProgress(ANNA, ANNA, {Track.TRADE: 2, Track.SCIENCE: 1}, ("printer",)))
    assert [card.track for card in game.hand("anna")] == [Track.TRADE, Track.TRADE, Track.SCIENCE]
    assert (game.deck(Track.TRADE).size, game.deck(Track.SCIENCE).size) == (16, 16)
    assert game.score("anna")["point_cards"] == 1
    assert game.impossible(StateProgress(ANNA, BEN, {Track.TRADE: 17})) == {"CK-04"}
    assert game.impossible(StateProgress(ANNA, BEN, opened=("spy",))) == {"CK-122"}
    game.enter(StateProgress(ANNA, BEN, {Track.TRADE: 5}))
    assert faults(game) == {"fit.progress-cards"}


def test_ck_114_and_ck_130_points_that_lie_on_the_table() -> None:
    game = table()
    game.enter(StateDefenders(ANNA, BEN, 2))
    game.enter(StateMerchant(ANNA, BEN, HexId(4)))
    assert (game.score("ben")["defender"], game.score("ben")["merchant"]) == (2, 1)
    assert game.impossible(StateMerchant(ANNA, BEN, HexId(99))) == {"CK-130"}
    assert game.impossible(StateDefenders(ANNA, BEN, -1)) == {"CK-114"}


def test_b_55_hands_are_counted_and_nobody_knows_what_is_in_them() -> None:
    game = table()
    game.enter(StateHand(ANNA, ANNA, 4))
    assert game.cards("anna") == "4 ?"
    assert game.impossible(StateHand(ANNA, ANNA, 1000)) == {"B-55"}


def test_b_32_the_robber_stands_where_the_table_says() -> None:
    game = table()
    game.enter(StateRobber(ANNA, HexId(3)))
    assert game.base.robber == 3
    game.enter(StateRobber(ANNA))
    assert game.base.robber is None
    assert game.impossible(StateRobber(ANNA, HexId(19))) == {"B-32"}


def test_b_20_the_table_says_whose_turn_it_is() -> None:
    game = evening("anna ben carla")
    game.roll("anna")
    game.enter(StateTurn(ANNA, PlayerId("carla")))
    assert (game.core.on_turn, game.core.phase) == ("carla", Phase.BEFORE_ROLL)
    assert game.impossible(StateTurn(ANNA, STRANGER)) == {"B-14"}


def test_nothing_is_said_of_pieces_before_the_island_lies() -> None:
    game = evening("anna ben carla")
    game.enter(ChangeLevel(ANNA, Level.L2))
    assert game.questions == [("board", "anna")]
    assert game.impossible(StatePieces(ANNA, ANNA)) == {"B-08"}
    assert game.impossible(StateKnights(ANNA, ANNA)) == {"B-08"}
    game.enter(ChangeLevel(ANNA, Level.L1))
    assert game.questions == []


def test_a_table_that_gives_up_laying_its_island_has_the_pieces_of_the_beginning() -> None:
    game = evening("anna ben carla", level=Level.L2)
    assert game.questions == [("board", "anna")]
    game.enter(ChangeLevel(ANNA, Level.L1))
    assert [game.points(who) for who in ("anna", "ben", "carla")] == [3, 3, 3]


@pytest.mark.parametrize("level", [Level.L0, Level.L1])
def test_at_a_level_without_board_the_pieces_are_nameless(level: Level) -> None:
    game = laid("anna: city 4N, settlement 9S, active strong knight 4NE, wall 4N; ben: city 12S")
    game.enter(ChangeLevel(ANNA, level))
    assert game.base.board is None
    if level is Level.L1:
        assert set(game.base.buildings) == {"anna-1", "anna-2", "ben-1"}
        assert {site: one.strength for site, one in game.ck.knights.items()} == {"anna-3": 2}
        assert game.ck.walls == {game.cities("anna")[0]}


def test_ck_122_a_point_card_of_another_module_can_be_stated() -> None:
    fact = opened(Card("lighthouse_medal", Track.POLITICS, 1, RuleId("LH-12"), point=True))
    table = evening("anna ben carla").session.table
    assert fact.name == "opened_lighthouse_medal" and fact.value(table, ANNA) == 0
    stated = fact.state(table, ANNA, 1)
    assert isinstance(stated, StateProgress) and stated.opened == ("lighthouse_medal",)
