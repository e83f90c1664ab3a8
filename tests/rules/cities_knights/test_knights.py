"""Knights: recruit, activate, promote, and act."""

from __future__ import annotations

import pytest

from companion.engine.ids import Site
from companion.rules.cities_knights.field import KnightDisplaced, KnightRemoved
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import KnightRecruited, RecruitKnight
from companion.rules.cities_knights.progress.deserter import PlayDeserter
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, BEN, Evening, evening, only


def recruit(table: Evening, who: str = "anna") -> Site:
    """Recruit a knight and say where it stands."""
    return only(table.enter(RecruitKnight(table.core.on_turn)), KnightRecruited).site


def test_ck_90_a_new_knight_is_basic_and_inactive() -> None:
    table = evening().rolled()
    knight = table.knight(recruit(table))
    assert (knight.owner, knight.strength, knight.active) == (ANNA, 1, False)


def test_ck_90_two_basic_knights_at_most() -> None:
    table = evening().rolled()
    recruit(table)
    second = recruit(table)
    assert table.refused(RecruitKnight(ANNA)) == {"CK-90"}
    table.enter(PromoteKnight(ANNA, second))
    recruit(table)


def test_ck_90_a_knight_never_stands_where_another_piece_is() -> None:
    table = evening()
    knight = table.given_knight("ben")
    table.rolled()
    assert table.impossible(RecruitKnight(ANNA, knight)) == {"CK-90"}
    assert table.impossible(RecruitKnight(ANNA, table.cities("ben")[0])) == {"CK-90"}


def test_ck_90_only_own_knights_are_named() -> None:
    table = evening()
    knight = table.given_knight("ben")
    table.rolled()
    for command in (
        ActivateKnights(ANNA, (knight,)),
        PromoteKnight(ANNA, knight),
        MoveKnight(ANNA, knight),
        PromoteKnight(ANNA, Site("nowhere")),
    ):
        assert "CK-90" in table.impossible(command), command


def test_ck_92_one_grain_one_helmet() -> None:
    table = evening()
    knight = table.given_knight("anna", 3)
    table.rolled()
    table.enter(ActivateKnights(ANNA, (knight,)))
    assert table.knight(knight).active
    assert table.refused(ActivateKnights(ANNA, (knight,))) == {"CK-92"}


def test_ck_92_several_at_once() -> None:
    table = evening()
    knights = (table.given_knight("anna", 1), table.given_knight("anna", 2))
    table.rolled()
    table.enter(ActivateKnights(ANNA, knights))
    assert all(knight.active for knight in table.knights("anna").values())


def test_ck_92_each_named_once_and_at_least_one() -> None:
    table = evening()
    knight = table.given_knight("anna")
    table.rolled()
    assert table.impossible(ActivateKnights(ANNA, ())) == {"CK-92"}
    assert table.impossible(ActivateKnights(ANNA, (knight, knight))) == {"CK-92"}


def test_ck_92_a_new_knight_may_be_activated_but_does_nothing_this_turn() -> None:
    table = evening().given_ship(0, attacks=1).rolled()
    knight = recruit(table)
    table.enter(ActivateKnights(ANNA, (knight,)))
    assert table.refused(MoveKnight(ANNA, knight)) == {"CK-94"}
    assert table.refused(ChaseRobber(ANNA, knight)) == {"CK-94"}
    table.turn_of("anna")
    table.enter(MoveKnight(ANNA, knight))


def test_ck_93_one_strength_up_state_kept() -> None:
    table = evening()
    resting, active = table.given_knight("anna", 1), table.given_knight("anna", 1, active=True)
    table.rolled()
    table.enter(PromoteKnight(ANNA, resting))
    table.enter(PromoteKnight(ANNA, active))
    assert [(k.strength, k.active) for k in table.knights("anna").values()] == [(2, False), (2, True)]


def test_ck_93_a_promoted_active_knight_still_acts() -> None:
    table = evening()
    knight = table.given_knight("anna", 1, active=True)
    table.rolled()
    table.enter(PromoteKnight(ANNA, knight))
    table.enter(MoveKnight(ANNA, knight))


def test_ck_93_the_next_figure_must_be_left() -> None:
    table = evening()
    basic = table.given_knight("anna", 1)
    table.given_knight("anna", 2)
    table.given_knight("anna", 2)
    table.rolled()
    assert table.refused(PromoteKnight(ANNA, basic)) == {"CK-93"}


def test_ck_93_a_mighty_knight_needs_the_fortress() -> None:
    table = evening().given_level("anna", Track.POLITICS, 2)
    strong = table.given_knight("anna", 2)
    table.rolled()
    assert table.refused(PromoteKnight(ANNA, strong)) == {"CK-93"}
    fortress = evening().given_level("anna", Track.POLITICS, 3)
    strong = fortress.given_knight("anna", 2)
    fortress.rolled()
    fortress.enter(PromoteKnight(ANNA, strong))
    assert fortress.knight(strong).strength == 3


def test_ck_93_the_fortress_stays_in_force_without_a_city() -> None:
    table = evening().given_level("anna", Track.POLITICS, 3).given_no_city("anna")
    strong = table.given_knight("anna", 2)
    table.rolled()
    table.enter(PromoteKnight(ANNA, strong))


def test_ck_93_nothing_is_stronger_than_mighty() -> None:
    table = evening().given_level("anna", Track.POLITICS, 3)
    mighty = table.given_knight("anna", 3)
    table.rolled()
    assert table.impossible(PromoteKnight(ANNA, mighty)) == {"CK-93"}


def test_ck_93_once_a_turn_the_turn_of_recruiting_included() -> None:
    table = evening().given_level("anna", Track.POLITICS, 3).rolled()
    knight = recruit(table)
    table.enter(PromoteKnight(ANNA, knight))
    assert table.refused(PromoteKnight(ANNA, knight)) == {"CK-93"}
    table.turn_of("anna")
    table.enter(PromoteKnight(ANNA, knight))


def test_ck_93_each_knight_by_itself() -> None:
    table = evening()
    one, two = table.given_knight("anna", 1), table.given_knight("anna", 1)
    table.rolled()
    table.enter(PromoteKnight(ANNA, one))
    table.enter(PromoteKnight(ANNA, two))


def test_ck_93_at_colonist_twice_a_turn() -> None:
    table = evening(profile="colonist").given_level("anna", Track.POLITICS, 3).rolled()
    knight = recruit(table)
    table.enter(PromoteKnight(ANNA, knight))
    table.enter(PromoteKnight(ANNA, knight))
    assert table.knight(knight).strength == 3


def test_ck_93_twice_is_not_three_times() -> None:
    """With a ruling that puts a mighty knight back to basic nothing changes: two promotions a turn."""
    table = evening(knight_promotions_per_turn=2).given_level("anna", Track.POLITICS, 3)
    knight = table.given_knight("anna", 1)
    table.rolled()
    table.enter(PromoteKnight(ANNA, knight))
    table.enter(PromoteKnight(ANNA, knight))
    assert table.knight(knight).promotions == 2
    assert table.impossible(PromoteKnight(ANNA, knight)) == {"CK-93"}


@pytest.fixture
def table() -> Evening:
    """The robber is free, and Anna has an active strong knight, Ben an inactive basic one."""
    table = evening().given_ship(0, attacks=1)
    table.given_knight("anna", 2, active=True)
    table.given_knight("ben", 1)
    return table


ANNAS, BENS = Site("anna-3"), Site("ben-3")


def test_ck_94_an_action_makes_the_knight_inactive(table: Evening) -> None:
    table.rolled()
    table.enter(MoveKnight(ANNA, ANNAS))
    assert not table.knight(ANNAS).active


def test_ck_94_chasing_and_displacing_too(table: Evening) -> None:
    other = table.given_knight("anna", 2, active=True)
    table.rolled()
    table.enter(ChaseRobber(ANNA, ANNAS))
    table.enter(DisplaceKnight(ANNA, other, BENS))
    assert not any(knight.active for knight in table.knights("anna").values())


def test_ck_94_an_inactive_knight_does_not_act(table: Evening) -> None:
    table.rolled()
    table.roll("ben")
    for command in (MoveKnight(BEN, BENS), ChaseRobber(BEN, BENS)):
        assert table.refused(command) == {"CK-94"}, command
    assert table.refused(DisplaceKnight(BEN, BENS, ANNAS)) == {"CK-94", "CK-97"}


def test_ck_94_only_after_the_roll_and_in_the_own_turn(table: Evening) -> None:
    assert table.refused(MoveKnight(ANNA, ANNAS)) == {"CK-20"}
    table.rolled()
    table.roll("ben")
    assert table.refused(MoveKnight(ANNA, ANNAS)) == {"CK-20"}


def test_ck_94_a_knight_of_the_deserter_may_act_at_once(table: Evening) -> None:
    """The active knight that comes for Ben's counts as not activated this turn."""
    active = table.given_knight("ben", 1, active=True)
    table.given_cards("anna", Track.POLITICS)
    table.rolled()
    arrived = only(table.enter(PlayDeserter(ANNA, BEN, active, 1)), KnightRecruited).site
    table.enter(MoveKnight(ANNA, arrived))


def test_ck_95_activated_again_it_acts_no_more_this_turn(table: Evening) -> None:
    table.rolled()
    table.enter(MoveKnight(ANNA, ANNAS))
    table.enter(ActivateKnights(ANNA, (ANNAS,)))
    assert table.refused(ChaseRobber(ANNA, ANNAS)) == {"CK-94", "CK-95"}
    table.turn_of("anna")
    table.enter(ChaseRobber(ANNA, ANNAS))


def test_ck_95_the_warlords_activation_counts_as_activation(table: Evening) -> None:
    resting = table.given_knight("anna", 1)
    table.given_cards("anna", Track.POLITICS)
    table.rolled()
    table.enter(PlayWarlord(ANNA))
    assert table.refused(MoveKnight(ANNA, resting)) == {"CK-94"}
    table.enter(MoveKnight(ANNA, ANNAS))


def test_ck_95_each_knight_acts_once(table: Evening) -> None:
    table.rolled()
    table.enter(ChaseRobber(ANNA, ANNAS))
    assert table.refused(ChaseRobber(ANNA, ANNAS)) == {"CK-94", "CK-95"}


def test_ck_97_a_weaker_knight_is_driven_away_its_state_kept(table: Evening) -> None:
    table.rolled()
    before = table.knight(BENS)
    only(table.enter(DisplaceKnight(ANNA, ANNAS, BENS)), KnightDisplaced)
    assert table.knights("ben") == {BENS: before}


def test_ck_97_without_a_place_it_leaves_the_board(table: Evening) -> None:
    table.rolled()
    only(table.enter(DisplaceKnight(ANNA, ANNAS, BENS, removed=True)), KnightRemoved)
    assert table.knights("ben") == {}


@pytest.mark.parametrize("strength", [2, 3])
def test_ck_97_a_knight_as_strong_or_stronger_stays(strength: int) -> None:
    table = evening()
    own = table.given_knight("anna", 2, active=True)
    victim = table.given_knight("ben", strength)
    table.rolled()
    assert table.refused(DisplaceKnight(ANNA, own, victim)) == {"CK-97"}


def test_ck_97_own_knights_are_never_displaced(table: Evening) -> None:
    other = table.given_knight("anna", 1)
    table.rolled()
    assert table.impossible(DisplaceKnight(ANNA, ANNAS, other)) == {"CK-97"}
    assert table.impossible(DisplaceKnight(ANNA, ANNAS, Site("nowhere"))) == {"CK-97"}


def test_ck_98_an_active_knight_chases_the_robber(table: Evening) -> None:
    table.rolled()
    table.enter(ChaseRobber(ANNA, ANNAS))


def test_ck_98_not_before_the_first_attack() -> None:
    table = evening()
    knight = table.given_knight("anna", 1, active=True)
    table.rolled()
    assert table.refused(ChaseRobber(ANNA, knight)) == {"CK-51"}
