"""What the screen may offer: everything that can be entered, for everyone, and nothing twice."""

from __future__ import annotations

from companion.engine.command import Command
from companion.engine.core import LeaveQuestion, PlayOn
from companion.engine.ids import PlayerId
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.barbarians import ChooseDeck, CommitKnights, LoseCity
from companion.rules.cities_knights.cards import LayOpen, PlayCard, PutBack
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.metropolises import PlaceMetropolis
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.deserter import PlayDeserter
from companion.rules.cities_knights.progress.engineer import PlayEngineer
from companion.rules.cities_knights.progress.intrigue import PlayIntrigue
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.medicine import PlayMedicine
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.progress.spy import PlaySpy
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, Evening, evening

SCIENCE, POLITICS, TRADE = Track.SCIENCE, Track.POLITICS, Track.TRADE


def rich() -> Evening:
    """Anna can do everything that there is; everyone else is ahead of her."""
    table = evening().given_ship(0, attacks=1).given_cards("anna", SCIENCE, POLITICS, TRADE)
    table.given_level("anna", POLITICS, 3).given_road("ben", 5)
    table.given_knight("anna", 1)
    table.given_knight("anna", 2, active=True)
    table.given_knight("ben", 1, active=True)
    for who in ("ben", "carla", "david"):
        table.given_points(who, 6).given_cards(who, TRADE)
    return table.rolled()


def kinds(table: Evening, who: str) -> set[type[Command]]:
    """The kinds of entries offered to a player."""
    return {type(option) for option in table.session.options(PlayerId(who))}


def test_ck_21_everything_is_offered_to_the_player_on_turn() -> None:
    plays = {kind for kind in kinds(rich(), "anna") if issubclass(kind, PlayCard)}
    names = {kind.card for kind in plays}
    assert names == set(CARDS) - {"alchemist", "printer", "constitution"}
    assert kinds(rich(), "anna") - plays == {
        EndTurn,
        BuildSettlement,
        BuildCity,
        ClaimLongestRoad,
        CutLongestRoad,
        RecruitKnight,
        ActivateKnights,
        PromoteKnight,
        MoveKnight,
        DisplaceKnight,
        ChaseRobber,
        BuildWall,
        Improve,
        LayOpen,
    }


def test_ck_21_to_the_others_only_what_happens_in_any_turn() -> None:
    assert kinds(rich(), "carla") == {ClaimLongestRoad, CutLongestRoad}


def test_ck_20_before_the_roll_only_the_alchemist() -> None:
    table = evening().given_cards("anna", SCIENCE)
    assert kinds(table, "anna") == {PlayAlchemist, ClaimLongestRoad, LayOpen}
    assert len(table.options("anna", PlayAlchemist)) == 36
    table.rolled()
    table.end()
    assert kinds(table, "anna") == {ClaimLongestRoad, LayOpen}


def test_ck_20_the_next_players_alchemist_is_offered_before_the_turn_is_passed() -> None:
    table = evening().given_cards("ben", SCIENCE).given_cards("carla", SCIENCE).rolled()
    assert PlayAlchemist in kinds(table, "ben")
    assert PlayAlchemist not in kinds(table, "carla")


def test_ck_93_knights_that_are_alike_are_offered_once() -> None:
    table = evening()
    first = table.given_knight("anna", 1)
    table.given_knight("anna", 1)
    table.rolled()
    assert table.options("anna", PromoteKnight) == [PromoteKnight(ANNA, first)]
    both = tuple(table.knights("anna"))
    assert table.options("anna", ActivateKnights) == [
        ActivateKnights(ANNA, both),
        ActivateKnights(ANNA, (first,)),
    ]


def test_ck_94_only_knights_that_may_act_are_offered() -> None:
    table = rich()
    (able,) = (site for site, knight in table.knights("anna").items() if knight.active)
    (victim,) = table.knights("ben")
    assert table.options("anna", MoveKnight) == [MoveKnight(ANNA, able)]
    assert table.options("anna", ChaseRobber) == [ChaseRobber(ANNA, able)]
    assert table.options("anna", DisplaceKnight) == [
        DisplaceKnight(ANNA, able, victim),
        DisplaceKnight(ANNA, able, victim, removed=True),
    ]


def test_ck_80_the_next_level_of_each_track() -> None:
    assert rich().options("anna", Improve) == [
        Improve(ANNA, TRADE, 1),
        Improve(ANNA, POLITICS, 4),
        Improve(ANNA, SCIENCE, 1),
    ]


def test_ck_70_cities_that_are_alike_are_offered_once() -> None:
    table = evening()
    table.given_cities("anna", 2)
    table.rolled()
    assert len(table.options("anna", BuildWall)) == 1
    table.enter(BuildWall(ANNA))
    table.enter(Improve(ANNA, SCIENCE, 1))
    assert len(table.options("anna", BuildWall)) == 1


def test_cards_offer_every_way_to_play_them() -> None:
    table = rich()
    (victim,) = table.knights("ben")
    basic, strong = table.knights("anna")
    assert table.options("anna", PlayMasterMerchant) == [
        PlayMasterMerchant(ANNA, who) for who in (BEN, CARLA, DAVID)
    ]
    assert table.options("anna", PlaySpy) == [PlaySpy(ANNA, who, TRADE) for who in (BEN, CARLA, DAVID)]
    assert table.options("anna", PlayIntrigue) == [
        PlayIntrigue(ANNA, victim),
        PlayIntrigue(ANNA, victim, removed=True),
    ]
    assert table.options("anna", PlayDeserter) == [
        PlayDeserter(ANNA, BEN, victim, 1),
        PlayDeserter(ANNA, BEN, victim, 0),
    ]
    assert table.options("anna", PlaySmith) == [
        PlaySmith(ANNA, (basic,)),
        PlaySmith(ANNA, (strong,)),
        PlaySmith(ANNA, (basic, strong)),
    ]
    assert table.options("anna", PlayEngineer) == [PlayEngineer(ANNA, table.cities("anna")[0])]
    assert table.options("anna", PlayMedicine) == [PlayMedicine(ANNA, table.settlements("anna")[0])]


def test_b_24_an_open_question_offers_its_answers_and_no_more() -> None:
    table = evening().given_ship(6)
    table.given_cities("anna", 1)
    walled = table.given_wall("anna")
    table.roll("anna", 1, 1, "ship")
    (other,) = set(table.cities("anna")) - {walled}
    offered = {option.city for option in table.options("anna", LoseCity)}  # type: ignore[attr-defined]
    assert offered == {walled, other}
    assert kinds(table, "anna") == {LoseCity, ClaimLongestRoad}
    assert kinds(table, "ben") == {ClaimLongestRoad}
    assert not any(isinstance(option, LeaveQuestion) for option in table.session.options(ANNA))


def test_b_24_every_question_offers_an_answer() -> None:
    metropolis = evening().given_level("anna", SCIENCE, 3)
    metropolis.given_cities("anna", 1)
    metropolis.given_wall("anna")
    metropolis.rolled()
    metropolis.enter(Improve(ANNA, SCIENCE, 4))
    assert len(metropolis.options("anna", PlaceMetropolis)) == 2

    deck = evening("anna ben").given_ship(6)
    for who in ("anna", "ben"):
        deck.given_knight(who, 1, active=True)
    deck.roll("anna", 1, 1, "ship")
    assert deck.options("ben", ChooseDeck) == [ChooseDeck(BEN, track) for track in Track]

    commit = evening("anna ben", committed_knights=True).given_ship(6)
    site = commit.given_knight("ben", 1, active=True)
    commit.roll("anna", 1, 1, "ship")
    assert commit.options("ben", CommitKnights) == [CommitKnights(BEN, ()), CommitKnights(BEN, (site,))]

    fifth = evening().given_level("ben", SCIENCE, 1).given_cards("ben", TRADE, TRADE, TRADE, SCIENCE)
    fifth.roll("anna", 6, 1, "science")
    assert fifth.options("ben", PutBack) == [PutBack(BEN, TRADE), PutBack(BEN, SCIENCE)]


def test_ck_22_after_the_end_only_playing_on_is_offered() -> None:
    table = evening().given_points("anna", 12).rolled()
    table.enter(BuildSettlement(ANNA))
    assert kinds(table, "anna") == {PlayOn, ClaimLongestRoad}


def test_b_61_the_shortest_trail_that_would_take_it() -> None:
    table = evening().rolled()
    assert table.options("anna", ClaimLongestRoad) == [ClaimLongestRoad(ANNA, 5)]
    table.enter(ClaimLongestRoad(ANNA, 7))
    assert table.options("ben", ClaimLongestRoad) == [ClaimLongestRoad(BEN, 8)]
    table.enter(ClaimLongestRoad(BEN, 15))
    assert table.options("anna", ClaimLongestRoad) == []
