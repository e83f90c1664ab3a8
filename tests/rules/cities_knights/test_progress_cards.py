"""Progress cards in general: face down, counted by colour, four in a hand."""

from __future__ import annotations

import pytest

from companion.engine.core import TurnBegun
from companion.engine.state import Phase
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.cards import (
    CardLaidOpen,
    CardPlayed,
    LayOpen,
    PutBack,
)
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.cities_knights.progress.crane import PlayCrane
from companion.rules.cities_knights.progress.engineer import PlayEngineer
from companion.rules.cities_knights.progress.irrigation import PlayIrrigation
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.merchant import PlayMerchant
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.progress.saboteur import PlaySaboteur
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.progress.spy import PlaySpy
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.progress.wedding import PlayWedding
from companion.rules.cities_knights.slice import Deck, Held, Track
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, Evening, dice, evening, none, only

SCIENCE, POLITICS, TRADE = Track.SCIENCE, Track.POLITICS, Track.TRADE


def test_ck_120_any_number_in_a_turn_also_one_just_drawn() -> None:
    table = evening().given_cards("anna", SCIENCE, TRADE).given_level("anna", SCIENCE, 1)
    table.roll("anna", 6, 1, "science")
    table.enter(PlayMining(ANNA))
    table.enter(PlayIrrigation(ANNA))
    table.enter(PlayMerchant(ANNA))
    assert table.hand("anna") == ()


def test_ck_120_only_in_the_own_turn_after_the_roll() -> None:
    table = evening().given_cards("anna", SCIENCE).given_cards("ben", SCIENCE)
    assert table.refused(PlayMining(ANNA)) == {"CK-20"}
    table.rolled()
    assert table.refused(PlayMining(BEN)) == {"CK-20"}
    table.enter(PlayMining(ANNA))


def test_ck_120_only_a_card_of_a_colour_that_is_held() -> None:
    table = evening().given_cards("anna", SCIENCE).rolled()
    assert table.refused(PlayMerchant(ANNA)) == {"PC-Y04"}


def test_ck_121_a_played_card_goes_under_its_deck_and_is_known_there() -> None:
    table = evening().given_cards("anna", SCIENCE).rolled()
    assert only(table.enter(PlayMining(ANNA)), CardPlayed).card == "mining"
    assert table.deck(SCIENCE) == Deck(17, ("mining",))


def test_ck_121_a_card_put_back_is_known_to_nobody() -> None:
    table = evening().given_level("ben", SCIENCE, 1).given_cards("ben", *[SCIENCE] * 4)
    table.roll("anna", 6, 1, "science")
    table.enter(PutBack(BEN, SCIENCE))
    assert table.deck(SCIENCE) == Deck(13, (None,))


def test_ck_121_a_deck_gone_round_gives_known_cards_back() -> None:
    """The seventeen cards above it are out of the game; the Mining that was played is drawn again."""
    table = evening().given_deck(SCIENCE, 1).given_level("ben", SCIENCE, 1).given_cards("anna", SCIENCE)
    table.rolled()
    table.enter(PlayMining(ANNA))
    table.roll("ben", 6, 1, "science")
    assert table.hand("ben") == (Held(SCIENCE, "mining"),)
    assert table.may_hold("ben", "mining")
    assert not table.may_hold("ben", "crane"), "everyone saw which card it is"
    assert table.refused(PlayCrane(BEN)) == {"PC-G02"}
    table.enter(PlayMining(BEN))


def test_ck_121_cards_come_back_in_the_order_in_which_they_went() -> None:
    table = evening().given_deck(SCIENCE, 2).given_level("ben", SCIENCE, 1).given_level("carla", SCIENCE, 1)
    table.given_cards("anna", SCIENCE, SCIENCE).rolled()
    table.enter(PlayMining(ANNA))
    table.enter(PlayIrrigation(ANNA))
    table.roll("ben", 6, 1, "science")
    assert table.hand("ben") == (Held(SCIENCE, "mining"),)
    assert table.hand("carla") == (Held(SCIENCE, "irrigation"),)


def test_ck_122_point_cards_are_laid_open_for_a_point_each() -> None:
    table = evening().given_cards("anna", SCIENCE, POLITICS).rolled()
    event = only(table.enter(LayOpen(ANNA, "printer")), CardLaidOpen)
    assert (event.by, event.card) == (ANNA, "printer")
    table.enter(LayOpen(ANNA, "constitution"))
    assert table.score("anna")["point_cards"] == 2
    assert table.hand("anna") == ()
    assert table.deck(SCIENCE).under == (), "it stays on the table"
    table.sound()


def test_ck_122_in_anothers_turn_too_since_it_is_done_at_once() -> None:
    table = evening().given_level("ben", SCIENCE, 1)
    table.roll("anna", 6, 1, "science")
    table.enter(LayOpen(BEN, "printer"))
    assert table.points("ben") == 4


def test_ck_122_there_is_one_of_each() -> None:
    table = evening().given_cards("anna", SCIENCE).given_cards("ben", SCIENCE).rolled()
    table.enter(LayOpen(ANNA, "printer"))
    assert table.impossible(LayOpen(BEN, "printer")) == {"CK-122"}


def test_ck_122_only_point_cards_are_laid_open() -> None:
    table = evening().given_cards("anna", SCIENCE).rolled()
    assert table.impossible(LayOpen(ANNA, "mining")) == {"CK-122"}
    assert table.impossible(LayOpen(ANNA, "no such card")) == {"CK-122"}
    assert table.refused(LayOpen(ANNA, "constitution")) == {"PC-B02"}


def test_ck_122_open_cards_do_not_count_for_the_limit() -> None:
    table = evening().given_open("ben", "printer", SCIENCE).given_level("ben", SCIENCE, 1)
    table.given_cards("ben", *[SCIENCE] * 3)
    table.roll("anna", 6, 1, "science")
    assert table.questions == []
    assert len(table.hand("ben")) == 4


def test_ck_122_open_cards_are_out_of_the_spys_reach() -> None:
    table = evening().given_open("ben", "printer", SCIENCE).given_cards("anna", POLITICS).rolled()
    assert table.refused(PlaySpy(ANNA, BEN, SCIENCE)) == {"CK-125"}
    assert not table.options("anna", PlaySpy)


# --- the fifth card


def five(who: str = "ben", by: str = "anna", profile: str = "hobbyworld") -> Evening:
    """Somebody with four science cards draws a fifth in Anna's roll."""
    table = evening(profile=profile).given_level(who, SCIENCE, 1).given_cards(who, *[SCIENCE] * 4)
    table.roll(by, 6, 1, "science")
    assert len(table.hand(who)) == 5
    return table


@pytest.mark.parametrize("profile", ["hobbyworld", "colonist", "official2025"])
def test_ck_123_in_anothers_turn_a_fifth_card_is_put_back_at_once(profile: str) -> None:
    table = five(profile=profile)
    assert table.questions == [("fifth_card", "ben")]
    assert table.core.plan, "the roll waits for Ben"
    table.enter(PutBack(BEN, SCIENCE))
    assert len(table.hand("ben")) == 4
    assert table.questions == []
    assert table.core.phase is Phase.AFTER_ROLL


@pytest.mark.parametrize("profile", ["hobbyworld", "colonist", "official2025"])
def test_ck_123_in_anothers_turn_it_is_not_played(profile: str) -> None:
    assert five(profile=profile).refused(PlayMining(BEN)) == {"B-24", "CK-20"}


def test_ck_123_four_cards_are_no_question() -> None:
    table = evening().given_level("ben", SCIENCE, 1).given_cards("ben", *[SCIENCE] * 3)
    table.roll("anna", 6, 1, "science")
    assert table.questions == []
    assert table.impossible(PutBack(BEN, SCIENCE)) == {"CK-123"}, "no other putting back is allowed"


def test_ck_123_the_card_put_back_may_be_of_any_colour_held() -> None:
    table = evening().given_level("ben", SCIENCE, 1).given_cards("ben", TRADE, TRADE, POLITICS, TRADE)
    table.roll("anna", 6, 1, "science")
    assert {option.track for option in table.options("ben", PutBack)} == {TRADE, POLITICS, SCIENCE}  # type: ignore[attr-defined]
    table.enter(PutBack(BEN, POLITICS))
    assert table.colours("ben") == ["science", "trade", "trade", "trade"]
    assert table.deck(POLITICS) == Deck(17, (None,))


def test_ck_123_a_colour_that_is_not_held_cannot_be_put_back() -> None:
    assert five().impossible(PutBack(BEN, TRADE)) == {"CK-123"}


def test_ck_123_in_the_own_turn_a_card_may_be_played_instead() -> None:
    table = five("anna")
    assert table.questions == [("fifth_card", "anna")]
    assert table.core.plan, "in the gate step of the own roll"
    table.enter(PlayMining(ANNA))
    assert table.questions == []
    assert len(table.hand("anna")) == 4
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_123_never_the_alchemist_since_the_dice_have_been_thrown() -> None:
    table = five("anna")
    assert table.refused(PlayAlchemist(ANNA, 1, 1)) == {"B-24"}


def test_ck_123_nothing_else_until_it_is_done() -> None:
    table = five("anna")
    for command in (Improve(ANNA, TRADE, 1), EndTurn(ANNA), dice("anna")):
        assert "B-24" in table.refused(command), command


def test_ck_123_a_fifth_card_that_is_a_point_card_is_laid_open() -> None:
    for who in ("anna", "ben"):
        table = five(who)
        table.enter(LayOpen(ANNA if who == "anna" else BEN, "printer"))
        assert table.questions == []
        assert len(table.hand(who)) == 4
        assert table.core.phase is Phase.AFTER_ROLL


def test_ck_123_a_point_card_beside_the_fifth_card_settles_it_as_well() -> None:
    """Ben had not laid his Constitution open yet; doing so now leaves four cards."""
    table = evening().given_level("ben", SCIENCE, 1).given_cards("ben", POLITICS, *[SCIENCE] * 3)
    table.roll("anna", 6, 1, "science")
    table.enter(LayOpen(BEN, "constitution"))
    assert table.questions == []


def test_ck_123_the_spy_may_bring_the_fifth_card() -> None:
    """Anna plays her Spy with five cards in hand: the Spy goes, a card comes, and again there are five."""
    table = evening().given_level("anna", SCIENCE, 1).given_cards("anna", POLITICS, *[SCIENCE] * 3)
    table.given_cards("ben", TRADE)
    table.roll("anna", 6, 1, "science")
    table.enter(PlaySpy(ANNA, BEN, TRADE))
    assert len(table.hand("anna")) == 5
    assert table.questions == [("fifth_card", "anna")]
    table.enter(PlayMerchant(ANNA))
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_123_a_spy_of_four_cards_brings_no_fifth() -> None:
    table = evening().given_cards("anna", POLITICS, *[SCIENCE] * 3).given_cards("ben", TRADE).rolled()
    table.enter(PlaySpy(ANNA, BEN, TRADE))
    assert table.questions == []
    assert len(table.hand("anna")) == 4


def test_ck_123_two_cards_too_many_are_two_to_put_back() -> None:
    table = five("david")
    table.leave("fifth_card", "david")
    table.roll("ben", 6, 1, "science")
    assert len(table.hand("david")) == 6
    table.enter(PutBack(DAVID, SCIENCE))
    assert table.questions == [("fifth_card", "david")]
    table.enter(PutBack(DAVID, SCIENCE))
    assert table.questions == []


@pytest.mark.parametrize("profile", ["colonist", "official2025"])
def test_ck_123_elsewhere_five_are_kept_to_the_end_of_the_own_turn(profile: str) -> None:
    table = five("anna", profile=profile)
    assert table.questions == []
    assert table.core.phase is Phase.AFTER_ROLL
    table.enter(Improve(ANNA, TRADE, 1))
    assert none(table.end(), TurnBegun)
    assert table.questions == [("fifth_card", "anna")]
    assert table.core.on_turn == ANNA
    assert table.refused(dice("ben")) == {"B-24"}, "before the next player does anything"
    only(table.enter(PutBack(ANNA, SCIENCE)), TurnBegun)
    assert table.core.on_turn == BEN


@pytest.mark.parametrize("profile", ["colonist", "official2025"])
def test_ck_123_elsewhere_a_card_played_in_time_leaves_nothing_to_put_back(profile: str) -> None:
    table = five("anna", profile=profile)
    table.enter(PlayMining(ANNA))
    only(table.end(), TurnBegun)
    assert table.questions == []


@pytest.mark.parametrize("profile", ["colonist", "official2025"])
def test_ck_123_elsewhere_nothing_is_played_any_more_at_the_end_of_the_turn(profile: str) -> None:
    table = five("anna", profile=profile)
    table.end()
    assert table.refused(PlayMining(ANNA)) == {"B-24"}
    table.enter(LayOpen(ANNA, "printer"))
    assert table.core.on_turn == BEN


@pytest.mark.parametrize("profile", ["colonist", "official2025"])
def test_ck_123_elsewhere_the_next_roll_waits_for_the_card(profile: str) -> None:
    """Ben rolls at once, without an entry for the end of Anna's turn: first she puts one back."""
    table = five("anna", profile=profile)
    assert table.refused(dice("ben", 6, 1, "science")) == {"CK-123"}
    table.end()
    table.enter(PutBack(ANNA, SCIENCE))
    table.roll("ben", 6, 1, "science")
    assert len(table.hand("anna")) == 5, "and Ben's gate brings Anna another one"
    assert table.questions == [("fifth_card", "anna")]


def test_ck_123_what_goes_back_lies_above_the_next_players_card() -> None:
    """Anna's fifth card goes under the deck before Ben's Alchemist, and comes up before it."""
    table = evening(profile="colonist").given_level("anna", SCIENCE, 1).given_cards("ben", SCIENCE)
    table.given_cards("anna", *[SCIENCE] * 4)
    table.roll("anna", 6, 1, "science")
    table.end()
    table.enter(PutBack(ANNA, SCIENCE))
    table.enter(PlayAlchemist(BEN, 3, 3))
    assert table.deck(SCIENCE).under == (None, "alchemist")


# --- stealing, and cards that would do nothing


def test_ck_124_robber_and_knights_take_no_progress_card() -> None:
    table = (
        evening().given_ship(0, attacks=1).given_cards("ben", SCIENCE, TRADE).given_cards("anna", POLITICS)
    )
    knight = table.given_knight("anna", 1, active=True)
    table.roll("anna", 3, 4)
    table.enter(ChaseRobber(ANNA, knight))
    table.enter(PlayBishop(ANNA))
    assert table.colours("ben") == ["science", "trade"]
    assert table.hand("anna") == ()


def test_ck_125_a_card_seen_to_do_nothing_is_not_played() -> None:
    """Everyone has 3 points, nobody has a knight."""
    table = evening().given_cards("anna", POLITICS, SCIENCE, TRADE).rolled()
    assert table.refused(PlayWedding(ANNA)) == {"CK-125"}
    assert table.refused(PlayMasterMerchant(ANNA, CARLA)) == {"CK-125"}
    assert table.refused(PlayWarlord(ANNA)) == {"CK-125"}
    assert table.impossible(PlaySmith(ANNA, ())) == {"CK-125"}
    assert table.refused(PlaySpy(ANNA, BEN, SCIENCE)) == {"CK-125"}


def test_ck_125_a_card_that_may_fail_on_hidden_cards_is_played() -> None:
    table = evening().given_cards("anna", POLITICS, SCIENCE).rolled()
    table.enter(PlaySaboteur(ANNA))
    table.enter(PlayMining(ANNA))


# --- what nobody has seen


def test_b_56_a_card_face_down_may_be_any_that_is_not_accounted_for() -> None:
    table = evening().given_cards("anna", SCIENCE)
    for name, card in CARDS.items():
        assert table.may_hold("anna", name) is (card.track is SCIENCE), name
        assert not table.may_hold("ben", name), name


def test_b_56_a_third_alchemist_is_refused() -> None:
    """Both were played and lie under the deck."""
    table = evening()
    for who in ("anna", "ben", "carla"):
        table.given_cards(who, SCIENCE)
    for who in ("anna", "ben"):
        table.enter(PlayAlchemist(table.core.on_turn if who == "anna" else BEN, 1, 1))
        table.enter(dice(who, 1, 1))
    assert table.refused(PlayAlchemist(CARLA, 1, 1)) == {"PC-G01"}
    assert [violation.key for violation in table.violations(PlayAlchemist(CARLA, 1, 1))] == ["card.all-seen"]
    table.overrule(PlayAlchemist(CARLA, 1, 1))


def test_b_56_a_second_engineer_is_refused() -> None:
    table = evening().given_cards("anna", SCIENCE, SCIENCE)
    table.given_cities("anna", 1)
    table.rolled()
    table.enter(PlayEngineer(ANNA))
    assert table.refused(PlayEngineer(ANNA)) == {"PC-G07"}


def test_b_56_a_card_that_went_unseen_may_have_been_the_known_one() -> None:
    """Ben has a Mining that everyone knows and a card that nobody knows; one of the two goes back unseen."""
    table = evening().given_deck(SCIENCE, 2).given_level("ben", SCIENCE, 1)
    table.given_cards("anna", SCIENCE).given_cards("ben", SCIENCE, TRADE, TRADE, TRADE).rolled()
    table.enter(PlayMining(ANNA))
    table.roll("ben", 6, 1, "science")
    assert Held(SCIENCE, "mining") in table.hand("ben")
    table.enter(PutBack(BEN, SCIENCE))
    assert Held(SCIENCE, "mining") not in table.hand("ben")
    assert table.deck(SCIENCE) == Deck(0, (None,))
    assert table.may_hold("ben", "mining")
    assert table.may_hold("ben", "crane")


def test_b_56_a_known_card_that_goes_back_alone_stays_known() -> None:
    table = evening().given_deck(SCIENCE, 1).given_level("ben", SCIENCE, 1)
    table.given_cards("anna", SCIENCE).given_cards("ben", *[TRADE] * 4).rolled()
    table.enter(PlayMining(ANNA))
    table.roll("ben", 6, 1, "science")
    table.enter(PutBack(BEN, SCIENCE))
    assert table.deck(SCIENCE) == Deck(0, ("mining",))


def test_b_56_the_spy_takes_what_is_known_along() -> None:
    table = evening().given_deck(SCIENCE, 1).given_level("ben", SCIENCE, 1)
    table.given_cards("anna", SCIENCE).given_cards("carla", POLITICS).rolled()
    table.enter(PlayMining(ANNA))
    table.roll("ben", 6, 1, "science")
    table.roll("carla")
    table.enter(PlaySpy(CARLA, BEN, SCIENCE))
    assert table.hand("carla") == (Held(SCIENCE, "mining"),)
    assert table.hand("ben") == ()


def test_b_56_the_spy_takes_an_unknown_card_from_known_ones() -> None:
    """Of a known Mining and an unknown card one goes: afterwards neither is known."""
    table = evening().given_deck(SCIENCE, 2).given_level("ben", SCIENCE, 1)
    table.given_cards("anna", SCIENCE).given_cards("ben", SCIENCE).given_cards("carla", POLITICS).rolled()
    table.enter(PlayMining(ANNA))
    table.roll("ben", 6, 1, "science")
    assert set(table.hand("ben")) == {Held(SCIENCE), Held(SCIENCE, "mining")}
    table.roll("carla")
    table.enter(PlaySpy(CARLA, BEN, SCIENCE))
    assert table.hand("ben") == (Held(SCIENCE),)
    assert table.hand("carla") == (Held(SCIENCE),)
    assert table.may_hold("ben", "mining")
    assert table.may_hold("carla", "mining")


def test_b_56_a_card_that_the_table_insists_on_was_drawn_unseen() -> None:
    """Somebody forgot to enter a draw: the card comes off the deck now, so that the decks stay right."""
    table = evening().rolled()
    assert table.refused(PlayMerchant(ANNA)) == {"PC-Y04"}
    table.overrule(PlayMerchant(ANNA))
    assert table.deck(TRADE) == Deck(17, ("merchant",))
    table.overrule(LayOpen(ANNA, "printer"))
    assert table.deck(SCIENCE) == Deck(17)
    assert table.hand("anna") == ()
    table.sound()


def test_b_56_a_card_that_the_table_insists_on_leaves_the_others_in_the_hand() -> None:
    table = evening().given_cards("anna", TRADE, TRADE).rolled()
    table.overrule(PlayMining(ANNA))
    assert table.colours("anna") == ["trade", "trade"]
    table.sound()
