"""The turn with three dice, and winning in the own turn only."""

from __future__ import annotations

from companion.engine.core import DeclareWinner, GameWon
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.longest_road import ClaimLongestRoad
from companion.rules.base.roll import SevenRolled
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.barbarians import AttackFought, ShipMoved
from companion.rules.cities_knights.cards import CardDrawn, LayOpen
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.crane import PlayCrane
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import ANNA, BEN, dice, evening, none, only


def test_ck_20_ship_then_gates_then_production_or_seven() -> None:
    """A gate and a 7 in one roll: the cards first. A ship and a 7: the attack first."""
    table = evening().given_level("ben", Track.SCIENCE, 5)
    kinds = [type(event) for event in table.roll("anna", 1, 6, "science")]
    assert kinds.index(CardDrawn) < kinds.index(SevenRolled)
    attack = evening().given_ship(6)
    kinds = [type(event) for event in attack.roll("anna", 1, 6, "ship")]
    assert kinds.index(ShipMoved) < kinds.index(AttackFought) < kinds.index(SevenRolled)


def test_ck_20_only_the_alchemist_comes_before_the_roll() -> None:
    table = evening().given_cards("anna", Track.SCIENCE, Track.SCIENCE)
    knight = table.given_knight("anna", 1, active=True)
    for command in (
        PlayCrane(ANNA),
        BuildSettlement(ANNA),
        BuildWall(ANNA),
        Improve(ANNA, Track.TRADE, 1),
        RecruitKnight(ANNA),
        MoveKnight(ANNA, knight),
        PromoteKnight(ANNA, knight),
        EndTurn(ANNA),
    ):
        assert table.refused(command) == {"CK-20"}, command
    table.enter(PlayAlchemist(ANNA, 6, 6))


def test_ck_20_the_alchemist_comes_too_late_after_the_roll() -> None:
    table = evening().given_cards("anna", Track.SCIENCE).rolled()
    assert table.refused(PlayAlchemist(ANNA, 6, 6)) == {"CK-20"}


def test_ck_20_one_roll_a_turn_by_the_player_on_turn() -> None:
    table = evening()
    assert table.refused(dice("ben")) == {"CK-20"}
    table.rolled()
    assert table.refused(dice("anna")) == {"CK-20"}


def test_ck_20_an_alchemist_of_the_next_player_ends_the_turn_before() -> None:
    table = evening().given_cards("ben", Track.SCIENCE).rolled()
    table.enter(PlayAlchemist(BEN, 2, 2))
    assert table.core.on_turn == BEN
    table.enter(dice("ben", 2, 2))


def test_ck_21_everything_in_any_order() -> None:
    table = evening().given_cards("anna", Track.SCIENCE)
    knight = table.given_knight("anna", 1, active=True)
    table.rolled()
    table.enter(MoveKnight(ANNA, knight))
    table.enter(BuildWall(ANNA))
    table.enter(Improve(ANNA, Track.TRADE, 1))
    table.enter(RecruitKnight(ANNA))
    table.enter(PlayCrane(ANNA))
    table.enter(Improve(ANNA, Track.TRADE, 2))
    table.enter(PromoteKnight(ANNA, knight))
    table.enter(ActivateKnights(ANNA, (knight,)))
    table.enter(BuildSettlement(ANNA))
    table.enter(BuildCity(ANNA))


def test_ck_21_only_in_the_own_turn() -> None:
    table = evening()
    knight = table.given_knight("ben", 1, active=True)
    table.rolled()
    for command in (
        BuildWall(BEN),
        Improve(BEN, Track.TRADE, 1),
        RecruitKnight(BEN),
        MoveKnight(BEN, knight),
        PromoteKnight(BEN, knight),
    ):
        assert table.refused(command) == {"CK-20"}, command
    assert table.refused(ChaseRobber(BEN, knight)) == {"CK-20", "CK-51"}


def test_ck_22_thirteen_points_win_in_the_own_turn() -> None:
    table = evening().given_points("anna", 11).rolled()
    table.enter(BuildSettlement(ANNA))
    assert table.core.winner is None
    events = table.enter(BuildCity(ANNA))
    assert only(events, GameWon) == GameWon(ANNA, 13)


def test_ck_22_points_of_anothers_turn_count_when_the_own_turn_starts() -> None:
    table = evening().given_points("ben", 11).rolled()
    assert none(table.enter(ClaimLongestRoad(BEN, 5)), GameWon)
    events = table.enter(dice("ben", 1, 1))
    assert only(events, GameWon).by == BEN
    assert none(events, ShipMoved), "the game is over before the dice count"


def test_ck_22_points_lost_before_the_own_turn_do_not_win() -> None:
    table = evening().given_points("ben", 11).rolled()
    table.enter(ClaimLongestRoad(BEN, 5))
    table.enter(ClaimLongestRoad(ANNA, 6))
    table.roll("ben", 1, 1)
    assert table.core.winner is None


def test_ck_22_a_point_card_wins_in_the_middle_of_the_own_roll() -> None:
    table = evening().given_points("anna", 12).given_level("anna", Track.SCIENCE, 1)
    table.roll("anna", 4, 1, "science")
    assert table.core.winner is None
    events = table.enter(LayOpen(ANNA, "printer"))
    assert only(events, GameWon).by == ANNA


def test_ck_22_a_winner_is_declared_on_the_own_turn_with_13_points() -> None:
    table = evening().given_points("anna", 12).given_points("ben", 13).rolled()
    assert table.refused(DeclareWinner(ANNA)) == {"CK-22"}
    assert table.refused(DeclareWinner(BEN)) == {"CK-22"}


def test_ck_22_after_the_end_nothing_more_is_entered() -> None:
    table = evening().given_points("anna", 12).rolled()
    table.enter(BuildSettlement(ANNA))
    assert table.refused(BuildSettlement(ANNA)) == {"CK-22"}
    assert table.refused(dice("ben")) == {"CK-22"}
    assert not table.options("anna", BuildSettlement)


def test_ck_22_the_table_may_play_to_another_number() -> None:
    table = evening(points_to_win=5).rolled()
    table.enter(BuildSettlement(ANNA))
    table.enter(BuildSettlement(ANNA))
    assert table.core.winner == ANNA
