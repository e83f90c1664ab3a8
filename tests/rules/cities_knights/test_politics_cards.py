"""Politics cards (blue)."""

from __future__ import annotations

import pytest

from companion.engine.ids import PlayerId, Site
from companion.rules.cities_knights.cards import LayOpen
from companion.rules.cities_knights.field import KnightDisplaced, KnightRemoved
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.cities_knights.progress.deserter import PlayDeserter
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.cities_knights.progress.intrigue import PlayIntrigue
from companion.rules.cities_knights.progress.saboteur import PlaySaboteur
from companion.rules.cities_knights.progress.spy import CardSpied, PlaySpy
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.progress.wedding import PlayWedding
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, BEN, Evening, evening, none, only

SCIENCE, POLITICS, TRADE = Track.SCIENCE, Track.POLITICS, Track.TRADE


def holding(cards: int = 1) -> Evening:
    """Anna holds politics cards; she has not rolled."""
    return evening().given_cards("anna", *[POLITICS] * cards)


def test_pc_b01_the_bishop_waits_for_the_first_attack() -> None:
    assert holding().rolled().refused(PlayBishop(ANNA)) == {"CK-51"}
    table = holding().given_ship(0, attacks=1).rolled()
    table.enter(PlayBishop(ANNA))
    assert table.hand("anna") == ()


def test_pc_b01_there_are_two() -> None:
    table = holding(3).given_ship(0, attacks=1).rolled()
    table.enter(PlayBishop(ANNA))
    table.enter(PlayBishop(ANNA))
    assert table.refused(PlayBishop(ANNA)) == {"PC-B01"}


def test_pc_b02_the_constitution_is_a_point() -> None:
    table = holding()
    table.enter(LayOpen(ANNA, "constitution"))
    assert table.score("anna")["point_cards"] == 1
    assert CARDS["constitution"].copies == 1


@pytest.mark.parametrize("active", [True, False])
def test_pc_b03_a_knight_goes_and_one_comes_in_the_same_state(active: bool) -> None:
    table = holding()
    victim = table.given_knight("ben", 2, active)
    table.rolled()
    events = table.enter(PlayDeserter(ANNA, BEN, victim, 2))
    assert only(events, KnightRemoved).by == BEN
    assert table.knights("ben") == {}
    (own,) = table.knights("anna").values()
    assert (own.strength, own.active) == (2, active)


def test_pc_b03_a_lower_strength_or_none_at_all() -> None:
    for placed, strengths in ((1, [1]), (0, [])):
        table = holding()
        victim = table.given_knight("ben", 2)
        table.rolled()
        table.enter(PlayDeserter(ANNA, BEN, victim, placed))
        assert [knight.strength for knight in table.knights("anna").values()] == strengths


def test_pc_b03_never_a_higher_one() -> None:
    table = holding()
    victim = table.given_knight("ben", 1)
    table.rolled()
    assert table.refused(PlayDeserter(ANNA, BEN, victim, 2)) == {"PC-B03"}
    assert table.impossible(PlayDeserter(ANNA, BEN, victim, 4)) == {"PC-B03"}
    assert table.impossible(PlayDeserter(ANNA, BEN, victim, -1)) == {"PC-B03"}


def test_pc_b03_a_mighty_knight_needs_no_fortress() -> None:
    table = holding()
    victim = table.given_knight("ben", 3)
    table.rolled()
    table.enter(PlayDeserter(ANNA, BEN, victim, 3))


def test_pc_b03_its_figure_must_be_left() -> None:
    table = holding()
    victim = table.given_knight("ben", 2)
    for _ in range(2):
        table.given_knight("anna", 2)
    table.rolled()
    assert table.refused(PlayDeserter(ANNA, BEN, victim, 2)) == {"PC-B03"}
    table.enter(PlayDeserter(ANNA, BEN, victim, 1))


def test_pc_b03_an_active_newcomer_acts_at_once() -> None:
    table = holding()
    victim = table.given_knight("ben", 1, active=True)
    table.rolled()
    arrived = only(table.enter(PlayDeserter(ANNA, BEN, victim, 1)), KnightRecruited).site
    table.enter(MoveKnight(ANNA, arrived))


def test_pc_b03_the_knight_is_one_of_the_player_named() -> None:
    table = holding()
    bens, annas = table.given_knight("ben"), table.given_knight("anna")
    table.rolled()
    assert table.impossible(PlayDeserter(ANNA, PlayerId("carla"), bens, 0)) == {"PC-B03"}
    assert table.impossible(PlayDeserter(ANNA, ANNA, annas, 0)) == {"PC-B03"}
    assert table.impossible(PlayDeserter(ANNA, PlayerId("zoe"), bens, 0)) == {"B-14"}


def test_pc_b03_without_a_knight_of_an_opponent_there_is_no_deserter() -> None:
    table = holding().rolled()
    assert table.impossible(PlayDeserter(ANNA, BEN, Site("nowhere"), 0)) == {"CK-125", "PC-B03"}
    assert not table.options("anna", PlayDeserter)


def test_pc_b04_there_are_two_diplomats() -> None:
    table = holding(3).rolled()
    table.enter(PlayDiplomat(ANNA))
    table.enter(PlayDiplomat(ANNA))
    assert table.refused(PlayDiplomat(ANNA)) == {"PC-B04"}


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_pc_b05_intrigue_drives_away_a_knight_of_any_strength(strength: int) -> None:
    table = holding()
    victim = table.given_knight("ben", strength, active=True)
    table.rolled()
    before = table.knight(victim)
    only(table.enter(PlayIntrigue(ANNA, victim)), KnightDisplaced)
    assert table.knight(victim) == before


def test_pc_b05_without_a_place_the_knight_leaves_the_board() -> None:
    table = holding()
    victim = table.given_knight("ben")
    table.rolled()
    only(table.enter(PlayIntrigue(ANNA, victim, removed=True)), KnightRemoved)
    assert table.knights("ben") == {}


def test_pc_b05_only_an_opponents_knight() -> None:
    table = holding()
    own = table.given_knight("anna")
    table.rolled()
    assert table.impossible(PlayIntrigue(ANNA, own)) == {"PC-B05"}
    assert table.impossible(PlayIntrigue(ANNA, Site("nowhere"))) == {"PC-B05"}


def test_pc_b06_the_saboteur_needs_somebody_with_as_many_points() -> None:
    table = holding().rolled()
    table.enter(PlaySaboteur(ANNA))
    ahead = holding().given_points("anna", 4).rolled()
    assert ahead.refused(PlaySaboteur(ANNA)) == {"CK-125"}


def test_pc_b07_the_spy_takes_a_face_down_card() -> None:
    table = holding().given_cards("ben", SCIENCE, TRADE).rolled()
    event = only(table.enter(PlaySpy(ANNA, BEN, TRADE)), CardSpied)
    assert (event.by, event.victim, event.track) == (ANNA, BEN, TRADE)
    assert table.colours("anna") == ["trade"]
    assert table.colours("ben") == ["science"]
    table.sound()


def test_pc_b07_the_stolen_card_may_be_played_in_the_same_turn() -> None:
    table = holding().given_cards("ben", POLITICS).rolled()
    table.enter(PlaySpy(ANNA, BEN, POLITICS))
    table.enter(PlaySaboteur(ANNA))


def test_pc_b07_another_spy_too() -> None:
    table = holding().given_cards("ben", POLITICS, TRADE).rolled()
    table.enter(PlaySpy(ANNA, BEN, POLITICS))
    table.enter(PlaySpy(ANNA, BEN, TRADE))
    assert table.colours("anna") == ["trade"]


def test_pc_b07_from_an_empty_hand_nothing_is_taken() -> None:
    assert holding().rolled().refused(PlaySpy(ANNA, BEN, TRADE)) == {"CK-125"}


def test_pc_b07_only_a_colour_that_the_victim_holds() -> None:
    table = holding().given_cards("ben", SCIENCE).rolled()
    assert table.refused(PlaySpy(ANNA, BEN, TRADE)) == {"PC-B07"}


def test_pc_b07_only_from_an_opponent() -> None:
    table = holding(2).rolled()
    assert table.impossible(PlaySpy(ANNA, ANNA, POLITICS)) == {"PC-B07"}
    assert table.impossible(PlaySpy(ANNA, PlayerId("zoe"), POLITICS)) == {"B-14"}


def test_pc_b07_a_fourth_spy_is_refused() -> None:
    table = holding(4).given_cards("ben", *[TRADE] * 4).rolled()
    for _ in range(3):
        table.enter(PlaySpy(ANNA, BEN, TRADE))
    assert table.refused(PlaySpy(ANNA, BEN, TRADE)) == {"PC-B07"}


def test_pc_b07_by_the_tables_ruling_a_spy_finds_nothing() -> None:
    table = holding().rolled()
    assert none(table.overrule(PlaySpy(ANNA, BEN, TRADE)), CardSpied)
    assert table.hand("anna") == ()


def test_pc_b08_the_warlord_activates_all_own_knights() -> None:
    table = holding()
    table.given_knight("anna", 1)
    table.given_knight("anna", 2)
    table.given_knight("anna", 3, active=True)
    table.given_knight("ben", 1)
    table.rolled()
    table.enter(PlayWarlord(ANNA))
    assert all(knight.active for knight in table.knights("anna").values())
    assert not any(knight.active for knight in table.knights("ben").values())


def test_pc_b08_the_knight_that_was_active_already_still_acts() -> None:
    table = holding()
    table.given_knight("anna", 1)
    active = table.given_knight("anna", 3, active=True)
    table.rolled()
    table.enter(PlayWarlord(ANNA))
    table.enter(MoveKnight(ANNA, active))


def test_pc_b08_without_an_inactive_knight_it_does_nothing() -> None:
    assert holding().rolled().refused(PlayWarlord(ANNA)) == {"CK-125"}
    table = holding()
    table.given_knight("anna", 1, active=True)
    table.rolled()
    assert table.refused(PlayWarlord(ANNA)) == {"CK-125"}


def test_pc_b09_the_wedding_needs_somebody_with_more_points() -> None:
    table = holding().rolled()
    assert table.refused(PlayWedding(ANNA)) == {"CK-125"}
    behind = holding().given_points("ben", 4).rolled()
    behind.enter(PlayWedding(ANNA))
