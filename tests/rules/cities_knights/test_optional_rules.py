"""The optional rules: committed knights, swift knights, gentle start."""

from __future__ import annotations

import pytest

from companion.engine.ids import Site
from companion.engine.state import Phase
from companion.rules.base.roll import SevenRolled
from companion.rules.cities_knights.barbarians import (
    AttackFought,
    ChooseDeck,
    CommitKnights,
    DefenderNamed,
    LoseCity,
    ShipMoved,
    ShipReturned,
)
from companion.rules.cities_knights.cards import CardDrawn
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, Evening, dice, evening, none, only


def experts() -> tuple[Evening, list[Site]]:
    """Anna, Ben and Carla have a strong active knight each, and the ship is about to land."""
    table = evening(committed_knights=True).given_ship(6)
    sites = [table.given_knight(who, 2, active=True) for who in ("anna", "ben", "carla")]
    table.given_knight("david", 3, active=False)
    return table, sites


def test_opt_1_off_everyone_fights() -> None:
    table = evening().given_ship(6)
    table.given_knight("anna", 2, active=True)
    only(table.roll("anna", 1, 1, "ship"), AttackFought)


def test_opt_1_everyone_with_active_knights_is_asked_from_the_player_on_turn_on() -> None:
    table, _ = experts()
    events = table.roll("anna", 1, 1, "ship")
    assert none(events, AttackFought)
    assert table.questions == [("commit", "anna"), ("commit", "ben"), ("commit", "carla")]


def test_opt_1_the_order_begins_with_the_player_on_turn() -> None:
    table = evening(committed_knights=True).given_ship(6)
    for who in ("anna", "carla"):
        table.given_knight(who, 1, active=True)
    table.rolled()
    table.roll("ben", 1, 1, "ship")
    assert table.questions == [("commit", "carla"), ("commit", "anna")]


def test_opt_1_only_committed_knights_count() -> None:
    table, (annas, bens, _) = experts()
    table.roll("anna", 1, 1, "ship")
    table.enter(CommitKnights(ANNA, (annas,)))
    table.enter(CommitKnights(BEN, (bens,)))
    fought = only(table.enter(CommitKnights(CARLA, ())), AttackFought)
    assert fought.forces == {"anna": 2, "ben": 2, "carla": 0, "david": 0}
    assert (fought.barbarians, fought.defence, fought.won) == (4, 4, True)
    assert fought.leaders == (ANNA, BEN)


def test_opt_1_the_battle_may_be_lost_by_holding_back() -> None:
    table, (annas, bens, _) = experts()
    table.roll("anna", 1, 1, "ship")
    table.enter(CommitKnights(ANNA, (annas,)))
    table.enter(CommitKnights(BEN, ()))
    fought = only(table.enter(CommitKnights(CARLA, ())), AttackFought)
    assert fought.won is False
    assert fought.losers == (BEN, CARLA, DAVID)
    assert bens in table.knights("ben")


def test_opt_1_only_committed_knights_become_inactive() -> None:
    table, (annas, bens, carlas) = experts()
    table.roll("anna", 1, 1, "ship")
    table.enter(CommitKnights(ANNA, (annas,)))
    table.enter(CommitKnights(BEN, ()))
    returned = only(table.enter(CommitKnights(CARLA, ())), ShipReturned)
    assert returned.tired == (annas,)
    assert not table.knight(annas).active
    assert table.knight(bens).active
    assert table.knight(carlas).active
    table.turn_of("ben")
    table.enter(MoveKnight(BEN, bens))


def test_opt_1_some_of_several_knights_and_not_the_first() -> None:
    table = evening("anna ben", committed_knights=True).given_ship(6)
    basic, mighty = table.given_knight("anna", 1, active=True), table.given_knight("anna", 3, active=True)
    table.roll("anna", 1, 1, "ship")
    offered = {option.knights for option in table.options("anna", CommitKnights)}  # type: ignore[attr-defined]
    assert {frozenset(some) for some in offered} == {
        frozenset(some) for some in ((), (basic,), (mighty,), (basic, mighty))
    }
    events = table.enter(CommitKnights(ANNA, (mighty,)))
    assert only(events, AttackFought).defence == 3
    assert only(events, DefenderNamed).by == ANNA
    assert table.knight(basic).active


def test_opt_1_only_own_active_knights_each_once() -> None:
    table, (annas, bens, _) = experts()
    resting = table.given_knight("anna", 1)
    table.roll("anna", 1, 1, "ship")
    for wrong in ((bens,), (resting,), (annas, annas), (Site("nowhere"),)):
        assert table.impossible(CommitKnights(ANNA, wrong)) == {"OPT-1"}, wrong


def test_opt_1_with_no_active_knight_at_all_nobody_is_asked() -> None:
    table = evening(committed_knights=True).given_ship(6)
    table.given_knight("anna", 2)
    fought = only(table.roll("anna", 1, 1, "ship"), AttackFought)
    assert fought.losers == (ANNA, BEN, CARLA, DAVID)


def test_opt_1_the_rest_of_the_roll_follows_the_battle() -> None:
    table, (annas, bens, carlas) = experts()
    assert none(table.roll("anna", 3, 4, "ship"), SevenRolled)
    table.enter(CommitKnights(ANNA, (annas,)))
    table.enter(CommitKnights(BEN, (bens,)))
    events = table.enter(CommitKnights(CARLA, (carlas,)))
    assert none(events, SevenRolled)
    for who in (ANNA, BEN):
        assert none(table.enter(ChooseDeck(who, Track.TRADE)), SevenRolled)
    only(table.enter(ChooseDeck(CARLA, Track.TRADE)), SevenRolled)
    assert table.core.phase is Phase.AFTER_ROLL


def test_opt_1_who_loses_a_city_chooses_it_after_the_battle() -> None:
    table = evening("anna ben", committed_knights=True).given_ship(6)
    table.given_cities("ben", 1)
    table.given_wall("ben")
    knight = table.given_knight("anna", 1, active=True)
    table.roll("anna", 1, 1, "ship")
    table.enter(CommitKnights(ANNA, (knight,)))
    assert table.questions == [("lose_city", "ben")]
    table.enter(LoseCity(BEN, table.cities("ben")[0]))
    assert table.core.phase is Phase.AFTER_ROLL


def chase_before_roll(**options: bool) -> tuple[Evening, Site]:
    table = evening(**options).given_ship(0, attacks=1)  # type: ignore[arg-type]
    return table, table.given_knight("anna", 1, active=True)


def test_opt_2_off_the_robber_is_chased_after_the_roll() -> None:
    table, knight = chase_before_roll()
    assert table.refused(ChaseRobber(ANNA, knight)) == {"CK-20"}


def test_opt_2_a_knight_chases_the_robber_before_the_roll() -> None:
    table, knight = chase_before_roll(swift_knights=True)
    table.enter(ChaseRobber(ANNA, knight))
    table.roll("anna")
    table.enter(ActivateKnights(ANNA, (knight,)))
    assert table.refused(ChaseRobber(ANNA, knight)) == {"CK-94", "CK-95"}


def test_opt_2_nothing_else_comes_before_the_roll() -> None:
    table, knight = chase_before_roll(swift_knights=True)
    assert table.refused(MoveKnight(ANNA, knight)) == {"CK-20"}


def test_opt_2_after_the_roll_and_only_in_the_own_turn() -> None:
    table, knight = chase_before_roll(swift_knights=True)
    table.rolled()
    table.enter(ChaseRobber(ANNA, knight))
    bens = evening(swift_knights=True).given_ship(0, attacks=1)
    knight = bens.given_knight("ben", 1, active=True)
    assert bens.refused(ChaseRobber(BEN, knight)) == {"CK-20"}


def test_opt_2_still_not_before_the_first_attack() -> None:
    table = evening(swift_knights=True)
    knight = table.given_knight("anna", 1, active=True)
    assert table.refused(ChaseRobber(ANNA, knight)) == {"CK-51"}


def test_opt_3_the_event_die_stays_on_the_table_for_two_rounds() -> None:
    table = evening("anna ben carla", gentle_start=True)
    for turn in range(6):
        who = table.core.ids[turn % 3]
        assert table.refused(dice(who, 1, 1, "ship")) == {"OPT-3"}
        events = table.enter(dice(who, 1, 1, None))
        assert none(events, ShipMoved)
    assert table.impossible(dice("anna", 1, 1, None)) == {"B-21"}, "the die is missing in the third round"
    only(table.enter(dice("anna", 1, 1, "ship")), ShipMoved)


def test_opt_3_a_seven_is_rolled_again_for_two_rounds() -> None:
    table = evening("anna ben", gentle_start=True)
    for who in ("anna", "ben", "anna", "ben"):
        assert table.refused(dice(who, 3, 4, None)) == {"OPT-3"}
        table.enter(dice(who, 1, 1, None))
    only(table.enter(dice("anna", 3, 4, "trade")), SevenRolled)


def test_opt_3_both_end_with_the_third_turn_of_whoever_began() -> None:
    table = evening("anna ben", gentle_start=True, first="ben")
    for who in ("ben", "anna", "ben", "anna"):
        table.enter(dice(who, 1, 1, None))
        table.end()
    table.enter(dice("ben", 1, 1, "ship"))


def test_opt_3_nobody_draws_without_the_event_die() -> None:
    table = evening("anna ben", gentle_start=True).given_level("anna", Track.TRADE, 5)
    assert none(table.enter(dice("anna", 1, 1, None)), CardDrawn)


@pytest.mark.parametrize("profile", ["hobbyworld", "colonist", "official2025"])
def test_opt_3_is_off_in_every_profile(profile: str) -> None:
    only(evening(profile=profile).roll("anna", 3, 4, "ship"), ShipMoved)
