"""Judging, the plan of a roll, overruling: what holds whatever the rules are."""

from __future__ import annotations

import pytest

from companion.engine.command import Command
from companion.engine.core import (
    AdjustPoints,
    DeclareWinner,
    DiceRolled,
    GameWon,
    LeaveQuestion,
    PlayedOn,
    PlayOn,
    TurnBegun,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.state import Phase
from companion.engine.verdict import Accepted, Refused, Severity
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.barbarians import (
    AttackFought,
    ChooseDeck,
    CommitKnights,
    LoseCity,
    ShipReturned,
)
from companion.rules.cities_knights.cards import CardDrawn, LayOpen, PutBack
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import ANNA, BASE, BEN, CARLA, DAVID, Evening, dice, evening, none, only, told


def test_all_violations_are_collected_not_only_the_first() -> None:
    table = evening().turn_of("anna")
    table.end()
    # Carla is not on turn, nobody has rolled, and she has no card of that colour.
    keys = [violation.key for violation in table.violations(PlayMining(CARLA))]
    assert keys == ["turn.of-another", "card.no-such-colour"]


def test_a_refusal_changes_nothing_and_is_not_in_the_log() -> None:
    table = evening()
    assert table.refused(BuildCity(ANNA)) == {"CK-20"}
    assert table.session.entries == ()


def test_an_overruled_violation_is_kept_with_the_entry() -> None:
    table = evening()
    table.overrule(BuildSettlement(ANNA))
    (entry,) = table.session.standing
    assert [violation.key for violation in entry.overruled] == ["turn.roll-first"]


def test_a_position_that_cannot_exist_is_not_overruled() -> None:
    table = evening().rolled()
    command = BuildWall(ANNA, Site("ben-2"))
    assert table.impossible(command) == {"CK-70"}
    verdict = table.session.judge(command, overrule=True)
    assert isinstance(verdict, Refused)
    assert not verdict.overrulable


def test_a_stranger_is_refused() -> None:
    assert evening().impossible(EndTurn(PlayerId("zoe"))) == {"B-14"}


def test_a_move_of_another_game_is_refused() -> None:
    assert evening(modules=BASE).impossible(RecruitKnight(ANNA)) == {""}


# --- the plan of a roll, and questions in the middle of it


def test_a_roll_waits_at_an_open_question_and_goes_on_after_the_answer() -> None:
    table = evening().given_ship(6)
    table.given_cities("anna", 1)
    table.given_wall("anna", Site("anna-2"))
    events = table.roll("anna", 3, 4, "ship")
    assert only(events, AttackFought).losers == (ANNA, BEN, CARLA, DAVID)
    assert table.questions == [("lose_city", "anna")]
    assert table.core.plan, "gates and production are still to come"
    events = table.enter(LoseCity(ANNA, Site("anna-2")))
    assert table.core.phase is Phase.AFTER_ROLL
    assert not table.core.plan


def five_at_the_end() -> Evening:
    """Anna has rolled and holds five cards to the end of her turn, Ben may have the Alchemist."""
    table = evening(profile="colonist").given_level("anna", Track.TRADE, 5)
    table.given_cards("anna", *[Track.SCIENCE] * 4).given_cards("ben", Track.SCIENCE)
    table.roll("anna", 2, 3, "trade")
    assert table.questions == []
    return table


OPENERS = [dice("ben", 4, 4, "ship"), PlayAlchemist(BEN, 3, 3)]


@pytest.mark.parametrize("opener", OPENERS)
def test_ck_123_the_next_player_waits_for_the_fifth_card_with_or_without_an_end_of_turn(
    opener: Command,
) -> None:
    table = five_at_the_end()
    assert table.refused(opener) == {"CK-123"}
    assert not table.options("ben", PlayAlchemist)
    table.end()
    assert table.questions == [("fifth_card", "anna")]
    assert table.refused(opener) == {"B-24"}
    only(table.enter(PutBack(ANNA, Track.SCIENCE)), TurnBegun)
    table.enter(opener)
    assert (table.core.on_turn, table.core.turn) == (BEN, 2)


@pytest.mark.parametrize("opener", OPENERS)
def test_ck_123_a_table_that_lets_five_stay_goes_on_the_same_with_or_without_an_end_of_turn(
    opener: Command,
) -> None:
    at_once, after_end = five_at_the_end(), five_at_the_end()
    at_once.overrule(opener)
    after_end.end()
    after_end.overrule(opener)
    for table in (at_once, after_end):
        assert len(table.hand("anna")) == 5
        assert table.questions == []
        assert table.core.on_turn == BEN
    assert at_once.state == after_end.state


def test_ck_123_four_cards_hold_nobody_up() -> None:
    table = evening(profile="colonist").given_cards("anna", *[Track.SCIENCE] * 4).rolled()
    only(table.roll("ben"), TurnBegun)


# --- overruling


def test_a_turn_out_of_order_by_the_tables_ruling() -> None:
    table = evening().rolled()
    assert table.refused(dice("david")) == {"CK-20"}
    events = table.overrule(dice("david"))
    assert [event.by for event in told(events, TurnBegun)] == [DAVID]
    assert table.core.on_turn == DAVID
    assert table.core.phase is Phase.AFTER_ROLL
    table.roll("anna")
    assert table.core.on_turn == ANNA


def test_nobody_wins_a_turn_that_the_table_skips() -> None:
    """Ben could win at the start of his turn, but the table let Carla roll."""
    table = evening().given_points("ben", 13).rolled()
    events = table.overrule(dice("carla"))
    assert none(events, GameWon)
    assert table.core.winner is None
    assert table.core.on_turn == CARLA


def test_rolling_on_over_open_questions_finishes_the_roll_with_its_own_dice() -> None:
    """The first roll's gate was science for David; the second roll's dice must not take its place."""
    table = evening().given_level("carla", Track.SCIENCE, 3).given_level("david", Track.SCIENCE, 3)
    table.given_cards("carla", *[Track.TRADE] * 4).given_level("anna", Track.POLITICS, 3)
    table.roll("anna", 1, 2, "science")
    assert table.questions == [("fifth_card", "carla")]
    events = table.overrule(dice("ben", 3, 3, "politics"))
    drawn = [(event.by, event.track) for event in told(events, CardDrawn)]
    assert drawn == [(ANNA, Track.POLITICS)]
    assert table.core.on_turn == BEN
    assert table.core.phase is Phase.AFTER_ROLL
    assert not table.core.plan


def test_rolling_on_over_an_attacks_questions_asks_nothing_of_the_old_roll() -> None:
    """Carla's fifth card comes up only when the questions of the attack are left; it is left as well."""
    table = evening(committed_knights=True).given_ship(6)
    table.given_knight("anna", 1, active=True)
    table.roll("anna", 3, 4, "ship")
    assert table.questions == [("commit", "anna")]
    events = table.overrule(dice("ben", 2, 2, "ship"))
    kinds = [type(event) for event in events]
    # The battle is fought before Ben's dice lie on the table, and his ship face moves a fresh ship.
    assert kinds.index(AttackFought) < kinds.index(DiceRolled)
    assert table.ck.ship == 1
    assert table.ck.attacks == 1
    assert table.core.on_turn == BEN


def walls_and_commitment() -> Evening:
    """Anna has to commit knights; when she has, Ben has to say which of two cities is lost."""
    table = evening("anna ben", committed_knights=True).given_ship(6)
    table.given_knight("anna", 1, active=True)
    table.given_cities("ben", 1)
    table.given_wall("ben")
    table.roll("anna", 3, 4, "ship")
    assert table.questions == [("commit", "anna")]
    return table


def test_going_on_over_a_question_leaves_that_one_and_asks_the_next() -> None:
    table = walls_and_commitment()
    table.overrule(BuildSettlement(ANNA))
    assert ("lose_city", "ben") in table.questions
    assert len(table.settlements("anna")) == 3


def test_rolling_on_leaves_the_next_questions_too() -> None:
    table = walls_and_commitment()
    events = table.overrule(dice("ben", 1, 1))
    only(events, AttackFought)
    assert table.questions == []
    assert (table.core.on_turn, table.core.phase, table.core.turn) == (BEN, Phase.AFTER_ROLL, 2)
    assert len(table.cities("ben")) == 2


def test_a_question_left_open_does_not_stop_the_battle() -> None:
    table = evening(committed_knights=True).given_ship(6)
    table.given_knight("anna", 1, active=True)
    table.given_knight("ben", 1, active=True)
    table.roll("anna", 3, 4, "ship")
    table.enter(CommitKnights(ANNA, ()))
    assert table.questions == [("commit", "ben")]
    events = table.leave("commit", "ben")
    fought = only(events, AttackFought)
    assert (fought.barbarians, fought.defence) == (4, 0)
    only(events, ShipReturned)
    assert table.ck.committed is None
    assert table.core.phase is Phase.AFTER_ROLL


def test_overruling_a_card_answers_one_question_and_keeps_the_others() -> None:
    """CK-123 lets Anna play her fifth card while Ben still has to put one back."""
    table = evening().given_level("anna", Track.POLITICS, 3).given_level("ben", Track.POLITICS, 3)
    table.given_cards("anna", *[Track.POLITICS] * 4).given_cards("ben", *[Track.POLITICS] * 4)
    table.roll("anna", 1, 2, "politics")
    assert table.questions == [("fifth_card", "anna"), ("fifth_card", "ben")]
    assert table.refused(PlayWarlord(ANNA)) == {"CK-125"}
    table.overrule(PlayWarlord(ANNA))
    assert table.questions == [("fifth_card", "ben")]


def test_what_an_overruled_question_changes_is_judged_again() -> None:
    """Anna names the city that the battle takes from her: a wall cannot stand there any more."""
    table = evening(committed_knights=True).given_ship(6)
    table.given_knight("anna", 1, active=True)
    table.roll("anna", 3, 4, "ship")
    command = BuildWall(ANNA, Site("anna-2"))
    before = table.state
    verdict = table.session.submit(command, overrule=True)
    assert isinstance(verdict, Refused)
    assert [violation.severity for violation in verdict.violations] == [Severity.HARD]
    assert table.state == before


def test_named_dice_do_not_outlive_their_turn() -> None:
    table = evening().given_cards("anna", Track.SCIENCE)
    table.enter(PlayAlchemist(ANNA, 1, 1))
    table.overrule(EndTurn(ANNA))
    table.enter(dice("ben", 6, 6))


# --- the end of the game, and playing on


def test_the_winner_is_named_when_the_points_are_there() -> None:
    table = evening().given_points("anna", 12).rolled()
    events = table.enter(BuildSettlement(ANNA))
    assert only(events, GameWon) == GameWon(ANNA, 13)
    assert table.refused(EndTurn(ANNA)) == {"CK-22"}


def test_playing_on_goes_on_where_the_game_stood() -> None:
    """Anna wins as Defender of Catan; when the table plays on, the rest of her roll follows."""
    table = evening("anna ben").given_points("anna", 12).given_ship(6)
    for _ in range(2):
        table.given_knight("anna", 3, active=True)
    events = table.roll("anna", 3, 4, "ship")
    assert only(events, GameWon).by == ANNA
    table.enter(PlayOn(BEN))
    assert table.core.winner is None
    assert table.core.phase is Phase.AFTER_ROLL
    table.enter(BuildSettlement(ANNA))


def test_playing_on_asks_again_what_was_open() -> None:
    table = evening().given_points("anna", 12).given_level("ben", Track.SCIENCE, 3)
    table.given_cards("ben", *[Track.SCIENCE] * 4)
    table.given_level("anna", Track.SCIENCE, 3)
    table.roll("anna", 1, 2, "science")
    assert table.questions == [("fifth_card", "ben")]
    events = table.enter(LayOpen(ANNA, "printer"))
    assert only(events, GameWon).by == ANNA
    assert table.questions == [], "a game that is over asks nothing"
    assert table.impossible(PutBack(BEN, Track.SCIENCE)) == {"CK-123", "CK-22"}
    table.enter(PlayOn(ANNA))
    assert table.questions == [("fifth_card", "ben")]
    table.enter(PutBack(BEN, Track.SCIENCE))
    assert table.core.phase is Phase.AFTER_ROLL


@pytest.mark.parametrize(
    "command", [BuildSettlement(ANNA), EndTurn(ANNA), dice("ben"), Improve(ANNA, Track.TRADE, 1)]
)
def test_overruling_the_end_plays_on(command: Command) -> None:
    table = evening().rolled()
    table.overrule(DeclareWinner(ANNA))
    assert table.core.winner == ANNA
    events = table.overrule(command)
    only(events, PlayedOn)
    assert table.core.winner is None
    assert not table.core.plan
    table.sound()


def test_after_playing_on_only_the_table_ends_the_game() -> None:
    table = evening().given_points("anna", 12).rolled()
    table.enter(BuildSettlement(ANNA))
    table.enter(PlayOn(ANNA))
    table.enter(BuildSettlement(ANNA))
    assert table.core.winner is None
    table.enter(DeclareWinner(ANNA))
    assert table.core.winner == ANNA
    assert table.impossible(DeclareWinner(ANNA)) == {"CK-22"}


def test_points_by_table_ruling_are_a_source_of_their_own() -> None:
    table = evening()
    table.enter(AdjustPoints(ANNA, BEN, 2, "helped with the washing-up"))
    assert table.score("ben") == {"buildings": 3, "table": 2}
    table.enter(AdjustPoints(ANNA, BEN, -2))
    assert table.score("ben") == {"buildings": 3}
    table.enter(AdjustPoints(ANNA, BEN, -99))
    assert table.impossible(AdjustPoints(ANNA, BEN, 100)) == {"B-70"}
    assert table.impossible(AdjustPoints(ANNA, BEN, -100)) == {"B-70"}
    assert table.impossible(AdjustPoints(ANNA, PlayerId("zoe"), 1)) == {"B-14"}


def test_leaving_a_question_names_the_rule_that_asked() -> None:
    table = evening().given_ship(6)
    table.given_cities("anna", 1)
    table.given_wall("anna")
    table.roll("anna", 3, 4, "ship")
    question = table.core.pending[0]
    assert table.refused(LeaveQuestion(ANNA, question.id)) == {"CK-112"}
    table.leave("lose_city", "anna")
    assert table.core.phase is Phase.AFTER_ROLL
    assert len(table.cities("anna")) == 2
    assert table.impossible(LeaveQuestion(ANNA, question.id)) == {"B-24"}


def test_options_are_accepted_and_refusals_are_not_options() -> None:
    table = evening().rolled()
    for who in table.core.ids:
        for command in table.session.options(who):
            assert isinstance(table.session.judge(command), Accepted), command
    assert ChooseDeck(ANNA, Track.TRADE) not in table.session.options(ANNA)
    assert not table.options("ben", BuildCity)
