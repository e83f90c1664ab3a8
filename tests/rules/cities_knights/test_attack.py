"""The barbarian attack in full: who loses a city, who defends, who draws, and what comes after."""

from __future__ import annotations

import pytest

from companion.engine.core import GameWon
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.roll import SevenRolled
from companion.rules.base.slice import BuildingKind
from companion.rules.cities_knights.barbarians import (
    AttackFought,
    ChooseDeck,
    CityLost,
    DefenderNamed,
    LoseCity,
    PlaceShip,
    ShipReturned,
)
from companion.rules.cities_knights.cards import CardDrawn, PutBack
from companion.rules.cities_knights.cities import CityRaised
from companion.rules.cities_knights.progress.medicine import PlayMedicine
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, Evening, evening, none, only, told

SCIENCE, POLITICS, TRADE = Track.SCIENCE, Track.POLITICS, Track.TRADE


def landing(
    names: str = "anna ben carla david", *, profile: str = "hobbyworld", points_to_win: int = 13
) -> Evening:
    """A table at which the next ship face brings the attack."""
    return evening(names, profile=profile, points_to_win=points_to_win).given_ship(6)


def attack(table: Evening, white: int = 1, red: int = 1) -> AttackFought:
    """Let Anna roll the ship; the battle."""
    return only(table.roll("anna", white, red, "ship"), AttackFought)


# --- strengths


def test_ck_110_every_city_counts_metropolises_included() -> None:
    table = landing()
    table.given_cities("anna", 2)
    table.given_metropolis("ben", SCIENCE)
    fought = attack(table)
    assert fought.barbarians == 6
    assert fought.cities == {"anna": 3, "ben": 1, "carla": 1, "david": 1}


def test_ck_110_a_city_on_its_side_does_not_count() -> None:
    table = landing().given_settlements("anna", 4)
    (city,) = table.given_cities("anna", 1)
    table.given_lying("anna", city)
    assert attack(table).barbarians == 4


def test_ck_111_active_knights_defend_with_their_strength() -> None:
    table = landing()
    table.given_knight("anna", 1, active=True)
    table.given_knight("anna", 3, active=True)
    table.given_knight("ben", 2, active=True)
    table.given_knight("carla", 3, active=False)
    fought = attack(table)
    assert fought.forces == {"anna": 4, "ben": 2, "carla": 0, "david": 0}
    assert fought.defence == 6


def test_ck_111_knights_of_players_without_cities_defend_too() -> None:
    table = landing("anna ben").given_no_city("ben")
    table.given_knight("ben", 1, active=True)
    fought = attack(table)
    assert (fought.barbarians, fought.defence, fought.won) == (1, 1, True)


# --- barbarians win


def test_ck_112_the_books_example() -> None:
    """Zhenya and Sasha have two cities each and one knight each, Anya only a metropolis and no knight,
    Roma only settlements and a knight: 5 against 3, and Zhenya and Sasha lose a city each."""
    table = landing("zhenya sasha anya roma").given_no_city("roma")
    for who in ("zhenya", "sasha"):
        table.given_cities(who, 1)
    table.given_metropolis("anya", POLITICS)
    for who in ("zhenya", "sasha", "roma"):
        table.given_knight(who, 1, active=True)
    fought = only(table.roll("zhenya", 1, 1, "ship"), AttackFought)
    assert (fought.barbarians, fought.defence, fought.won) == (5, 3, False)
    assert fought.losers == ("zhenya", "sasha")
    assert [len(table.cities(who)) for who in table.core.ids] == [1, 1, 1, 0]
    assert table.questions == []


def test_ck_112_one_defence_less_loses_the_same_is_enough() -> None:
    for strength, won in ((3, False), (4, True)):
        table = landing()
        table.given_knight("anna", 3, active=True)
        if strength == 4:
            table.given_knight("anna", 1, active=True)
        assert attack(table).won is won


def test_ck_112_the_least_defender_alone_loses() -> None:
    table = landing()
    table.given_cities("david", 1)
    for who, strength in (("anna", 2), ("ben", 1), ("carla", 1)):
        table.given_knight(who, strength, active=True)
    assert attack(table).losers == (DAVID,)
    assert len(table.cities("david")) == 1


def test_ck_112_all_who_tie_for_the_least_lose() -> None:
    table = landing()
    table.given_knight("anna", 2, active=True)
    events = table.roll("anna", 1, 1, "ship")
    assert only(events, AttackFought).losers == (BEN, CARLA, DAVID)
    assert [event.by for event in told(events, CityLost)] == [BEN, CARLA, DAVID]


def test_ck_112_a_tie_above_nothing() -> None:
    table = landing("anna ben carla")
    table.given_cities("anna", 2)
    table.given_knight("anna", 2, active=True)
    table.given_knight("ben", 1, active=True)
    table.given_knight("carla", 1, active=True)
    assert attack(table).losers == (BEN, CARLA)


def test_ck_112_owners_of_a_metropolis_only_are_left_out_of_the_count() -> None:
    table = landing("anna ben")
    table.given_metropolis("anna", SCIENCE)
    table.given_knight("ben", 1, active=True)
    assert attack(table).losers == (BEN,)


def test_ck_112_an_owner_of_a_metropolis_and_a_city_loses_the_city() -> None:
    table = landing("anna ben")
    table.given_cities("anna", 1)
    metropolis = table.given_metropolis("anna", SCIENCE)
    table.given_knight("ben", 1, active=True)
    assert attack(table).losers == (ANNA,)
    assert table.cities("anna") == (metropolis,)


def test_ck_112_players_without_a_city_are_left_out_of_the_count() -> None:
    table = landing("anna ben carla").given_no_city("anna")
    table.given_knight("ben", 1, active=True)
    assert attack(table).losers == (CARLA,)


def test_ck_112_the_loser_chooses_where_cities_differ() -> None:
    table = landing("anna ben")
    table.given_cities("ben", 1)
    walled = table.given_wall("ben")
    table.given_knight("anna", 1, active=True)
    attack(table)
    assert table.questions == [("lose_city", "ben")]
    assert table.impossible(LoseCity(BEN, table.settlements("ben")[0])) == {"CK-112"}
    assert table.impossible(LoseCity(BEN, table.cities("anna")[0])) == {"CK-112"}
    assert len(table.options("ben", LoseCity)) == 2
    event = only(table.enter(LoseCity(BEN, walled)), CityLost)
    assert (event.site, event.wall) == (walled, True)
    assert table.ck.walls == frozenset()


def test_ck_112_a_metropolis_is_not_offered() -> None:
    table = landing("anna ben")
    table.given_cities("ben", 2)
    metropolis = table.given_metropolis("ben", SCIENCE)
    table.given_wall("ben", table.plain_cities("ben")[0])
    table.given_knight("anna", 1, active=True)
    attack(table)
    assert table.impossible(LoseCity(BEN, metropolis)) == {"CK-112"}


def test_ck_112_cities_that_are_alike_are_not_asked_for() -> None:
    table = landing("anna ben")
    table.given_cities("ben", 2)
    table.given_knight("anna", 1, active=True)
    attack(table)
    assert table.questions == []
    assert len(table.cities("ben")) == 2


# --- a city on its side


def lost_on_its_side(profile: str = "hobbyworld") -> Evening:
    """Anna has all five settlements on the board and loses her only city."""
    table = evening("anna ben", profile=profile).given_ship(6).given_settlements("anna", 4)
    table.given_knight("ben", 1, active=True)
    assert only(table.roll("anna", 1, 1, "ship"), CityLost).variant == "on_side"
    return table


def test_ck_113_without_a_settlement_figure_the_city_lies_on_its_side() -> None:
    table = lost_on_its_side()
    assert table.ck.lying == {"anna-2"}
    assert len(table.settlements("anna")) == 6
    assert table.points("anna") == 6
    assert table.figures_left("anna", BuildingKind.SETTLEMENT) == 0
    assert table.figures_left("anna", BuildingKind.CITY) == 3
    table.sound()


def test_ck_113_with_a_figure_left_it_is_an_ordinary_settlement() -> None:
    table = landing("anna ben").given_settlements("anna", 3)
    table.given_knight("ben", 1, active=True)
    assert only(table.roll("anna", 1, 1, "ship"), CityLost).variant == ""
    assert table.ck.lying == frozenset()
    assert table.figures_left("anna", BuildingKind.SETTLEMENT) == 0
    assert table.figures_left("anna", BuildingKind.CITY) == 4


def test_ck_113_no_new_settlement_while_it_lies() -> None:
    assert lost_on_its_side().refused(BuildSettlement(ANNA)) == {"B-05"}


def test_ck_113_it_is_not_pillaged_again() -> None:
    table = lost_on_its_side()
    table.enter(PlaceShip(BEN, 6))
    fought = only(table.roll("ben", 1, 1, "ship"), AttackFought)
    assert (fought.barbarians, fought.losers) == (1, (BEN,))


def test_ck_113_rebuilt_it_needs_no_further_figure() -> None:
    table = landing("anna ben", points_to_win=20).given_settlements("anna", 4)
    table.given_cities("anna", 3)
    table.given_knight("ben", 3, active=True)
    table.roll("anna", 1, 1, "ship")
    (lying,) = table.ck.lying
    assert table.figures_left("anna", BuildingKind.CITY) == 0
    assert table.refused(BuildCity(ANNA, table.settlements("anna")[0])) == {"B-05"}
    event = only(table.enter(BuildCity(ANNA, lying)), CityRaised)
    assert event.site == lying
    assert len(table.cities("anna")) == 4
    assert table.ck.lying == frozenset()
    table.sound()


def test_ck_113_without_a_named_place_the_lying_city_is_rebuilt() -> None:
    for profile in ("hobbyworld", "official2025"):
        table = lost_on_its_side(profile)
        table.enter(BuildCity(ANNA))
        assert table.ck.lying == frozenset()
        assert (len(table.settlements("anna")), len(table.cities("anna"))) == (5, 1)
        table.sound()


def test_ck_113_a_settlement_that_comes_free_takes_its_place() -> None:
    table = lost_on_its_side()
    upgraded = next(site for site in table.settlements("anna") if site not in table.ck.lying)
    only(table.enter(BuildCity(ANNA, upgraded)), CityRaised)
    assert table.ck.lying == frozenset()
    assert (len(table.settlements("anna")), len(table.cities("anna"))) == (5, 1)
    assert table.figures_left("anna", BuildingKind.SETTLEMENT) == 0
    assert table.figures_left("anna", BuildingKind.CITY) == 3
    table.sound()


def test_ck_113_in_the_english_books_it_is_rebuilt_before_any_other_upgrade() -> None:
    table = lost_on_its_side("official2025")
    other = next(site for site in table.settlements("anna") if site not in table.ck.lying)
    assert table.refused(BuildCity(ANNA, other)) == {"CK-113"}
    (lying,) = table.ck.lying
    table.enter(BuildCity(ANNA, lying))
    table.enter(BuildCity(ANNA, other))


def test_ck_113_medicine_rebuilds_it_too() -> None:
    table = evening("anna ben", profile="official2025").given_ship(6).given_settlements("anna", 4)
    table.given_knight("ben", 1, active=True)
    table.given_cards("anna", SCIENCE)
    table.roll("anna", 1, 1, "ship")
    (lying,) = table.ck.lying
    other = next(site for site in table.settlements("anna") if site != lying)
    assert table.refused(PlayMedicine(ANNA, other)) == {"CK-113"}
    table.enter(PlayMedicine(ANNA, lying))
    assert table.ck.lying == frozenset()


def test_ck_113_pc_g08_in_the_other_editions_medicine_may_rebuild_it_or_raise_another() -> None:
    for lying_first in (True, False):
        table = evening("anna ben").given_ship(6).given_settlements("anna", 4)
        table.given_knight("ben", 1, active=True)
        table.given_cards("anna", SCIENCE)
        table.roll("anna", 1, 1, "ship")
        (lying,) = table.ck.lying
        other = next(site for site in table.settlements("anna") if site != lying)
        table.enter(PlayMedicine(ANNA, lying if lying_first else other))
        assert table.ck.lying == frozenset(), "rebuilt, or replaced by the figure that came free"


def test_ck_113_a_lying_city_has_neither_wall_nor_metropolis() -> None:
    table = lost_on_its_side()
    (lying,) = table.ck.lying
    assert table.impossible(BuildWall(ANNA, lying)) == {"CK-70"}


# --- knights win


def test_ck_114_the_best_defender_takes_a_card_and_a_point() -> None:
    table = landing("anna ben")
    table.given_knight("anna", 1, active=True)
    table.given_knight("ben", 2, active=True)
    events = table.roll("anna", 1, 1, "ship")
    assert only(events, AttackFought).leaders == (BEN,)
    assert only(events, DefenderNamed).by == BEN
    assert table.score("ben")["defender"] == 1
    assert none(events, CityLost)


def test_ck_114_a_defender_needs_no_city() -> None:
    table = landing("anna ben").given_no_city("ben")
    table.given_knight("ben", 1, active=True)
    table.roll("anna", 1, 1, "ship")
    assert table.score("ben")["defender"] == 1


def tie() -> Evening:
    """Ben and David defend best, with 2 each."""
    table = landing()
    for who in ("ben", "david"):
        table.given_knight(who, 2, active=True)
    return table


def test_ck_114_on_a_tie_nobody_is_defender_and_each_draws_a_card_of_choice() -> None:
    table = tie()
    events = table.roll("anna", 1, 1, "ship")
    assert only(events, AttackFought).leaders == (BEN, DAVID)
    assert none(events, DefenderNamed)
    assert table.questions == [("choose_deck", "ben"), ("choose_deck", "david")]
    drawn = only(table.enter(ChooseDeck(BEN, TRADE)), CardDrawn)
    assert (drawn.by, drawn.track) == (BEN, TRADE), "he never improved trade"
    table.enter(ChooseDeck(DAVID, SCIENCE))
    assert (table.colours("ben"), table.colours("david")) == (["trade"], ["science"])
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_114_in_turn_order_from_the_player_on_turn() -> None:
    table = evening().given_ship(6)
    for who in ("anna", "carla"):
        table.given_knight(who, 2, active=True)
    table.rolled()
    fought = only(table.roll("ben", 1, 1, "ship"), AttackFought)
    assert fought.leaders == (CARLA, ANNA)
    assert table.questions == [("choose_deck", "carla"), ("choose_deck", "anna")]


def test_ck_114_the_last_card_of_a_deck_is_for_whoever_draws_first() -> None:
    table = tie().given_deck(TRADE, 1)
    table.roll("anna", 1, 1, "ship")
    assert table.questions == [("choose_deck", "ben"), ("choose_deck", "david")]
    assert [one.track for one in table.options("david", ChooseDeck)] == [POLITICS, SCIENCE]  # type: ignore[attr-defined]
    assert table.refused(ChooseDeck(DAVID, TRADE)) == {"CK-114"}
    table.enter(ChooseDeck(BEN, SCIENCE))
    table.enter(ChooseDeck(DAVID, TRADE))


def test_ck_114_with_cards_for_everyone_the_order_of_entry_is_free() -> None:
    table = tie().given_deck(TRADE, 2)
    table.roll("anna", 1, 1, "ship")
    table.enter(ChooseDeck(DAVID, TRADE))
    table.enter(ChooseDeck(BEN, TRADE))


def test_ck_114_an_empty_deck_cannot_be_chosen() -> None:
    table = tie().given_deck(TRADE, 0)
    table.roll("anna", 1, 1, "ship")
    assert table.impossible(ChooseDeck(BEN, TRADE)) == {"CK-114"}
    assert [option.track for option in table.options("ben", ChooseDeck)] == [POLITICS, SCIENCE]  # type: ignore[attr-defined]
    table.enter(ChooseDeck(BEN, POLITICS))


def test_ck_114_if_all_decks_are_empty_nothing_is_drawn() -> None:
    table = tie()
    for track in Track:
        table.given_deck(track, 0)
    table.roll("anna", 1, 1, "ship")
    assert table.questions == []
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_114_the_last_card_of_all_leaves_nothing_for_the_next() -> None:
    table = tie().given_deck(TRADE, 1).given_deck(POLITICS, 0).given_deck(SCIENCE, 0)
    table.roll("anna", 1, 1, "ship")
    table.enter(ChooseDeck(BEN, TRADE))
    assert table.questions == []
    assert table.hand("david") == ()
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_114_a_fifth_card_from_the_attack_is_put_back_first() -> None:
    table = tie().given_cards("ben", *[SCIENCE] * 4)
    table.roll("anna", 3, 4, "ship")
    table.enter(ChooseDeck(BEN, TRADE))
    assert table.questions == [("choose_deck", "david"), ("fifth_card", "ben")]
    events = table.enter(ChooseDeck(DAVID, TRADE))
    assert none(events, SevenRolled)
    events = table.enter(PutBack(BEN, SCIENCE))
    only(events, SevenRolled)


def test_ck_114_nobody_is_rewarded_for_nothing() -> None:
    """No cities on the board: the knights win without a fight, and nobody has a knight."""
    table = landing("anna ben").given_no_city("anna").given_no_city("ben")
    events = table.roll("anna", 1, 1, "ship")
    fought = only(events, AttackFought)
    assert (fought.won, fought.leaders) == (True, ())
    assert none(events, DefenderNamed)
    assert table.questions == []


def test_ck_114_six_cards_and_no_more() -> None:
    table = landing("anna ben").given_defender("anna", 4).given_defender("ben", 2)
    table.given_knight("ben", 2, active=True)
    events = table.roll("anna", 1, 1, "ship")
    assert only(events, AttackFought).leaders == (BEN,)
    assert none(events, DefenderNamed)
    sixth = landing("anna ben").given_defender("anna", 4).given_defender("ben", 1)
    sixth.given_knight("ben", 2, active=True)
    only(sixth.roll("anna", 1, 1, "ship"), DefenderNamed)


def test_ck_114_in_the_english_books_there_is_no_limit() -> None:
    table = landing("anna ben", profile="official2025").given_defender("anna", 6)
    table.given_knight("ben", 2, active=True)
    only(table.roll("anna", 1, 1, "ship"), DefenderNamed)


# --- afterwards


@pytest.mark.parametrize("strength", [1, 3])
def test_ck_115_after_either_end_every_knight_is_inactive_and_the_ship_at_its_start(strength: int) -> None:
    table = landing("anna ben carla")
    for who in ("anna", "ben"):
        table.given_knight(who, strength, active=True)
    events = table.roll("anna", 1, 1, "ship")
    assert only(events, AttackFought).won is (strength == 3)
    only(events, ShipReturned)
    assert not any(knight.active for knight in table.ck.knights.values())
    assert (table.ck.ship, table.ck.attacks) == (0, 1)


def test_ck_115_knights_keep_their_strength_and_place() -> None:
    table = landing("anna ben")
    site = table.given_knight("anna", 3, active=True)
    table.roll("anna", 1, 1, "ship")
    assert table.knight(site).strength == 3


def test_ck_116_if_nobody_can_be_pillaged_nothing_is_lost() -> None:
    table = landing("anna ben").given_no_city("anna")
    table.given_metropolis("ben", SCIENCE)
    events = table.roll("anna", 1, 1, "ship")
    fought = only(events, AttackFought)
    assert (fought.won, fought.losers) == (False, ())
    assert none(events, CityLost)
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_117_settlements_and_metropolises_are_left_alone() -> None:
    table = landing("anna ben").given_settlements("anna", 2)
    table.given_cities("anna", 1)
    metropolis = table.given_metropolis("anna", SCIENCE)
    table.given_road("anna", 5)
    attack(table)
    assert table.cities("anna") == (metropolis,)
    assert len(table.settlements("anna")) == 4
    assert table.base.longest_road == ANNA


# --- the attack in the middle of a roll


def test_ck_20_attack_before_the_seven_with_questions_in_between() -> None:
    table = landing("anna ben")
    for who in ("anna", "ben"):
        table.given_cities(who, 1)
        table.given_wall(who)
    events = table.roll("anna", 3, 4, "ship")
    assert none(events, SevenRolled)
    assert none(table.enter(LoseCity(BEN, table.cities("ben")[0])), SevenRolled)
    seven = only(table.enter(LoseCity(ANNA, table.cities("anna")[0])), SevenRolled)
    assert seven.robber_moves
    assert seven.limits == {PlayerId("anna"): 7, PlayerId("ben"): 7}, "both walls are gone"


def test_ck_22_a_defenders_point_wins_in_the_own_attack_before_the_seven() -> None:
    table = landing("anna ben").given_points("anna", 12)
    table.given_knight("anna", 2, active=True)
    events = table.roll("anna", 3, 4, "ship")
    assert only(events, GameWon).by == ANNA
    assert none(events, SevenRolled)


def test_ck_22_a_defenders_point_in_anothers_attack_wins_only_later() -> None:
    table = landing("anna ben").given_points("ben", 12)
    table.given_knight("ben", 2, active=True)
    events = table.roll("anna", 3, 4, "ship")
    assert none(events, GameWon)
    only(events, SevenRolled)
    assert table.points("ben") == 13
    assert only(table.end(), GameWon).by == BEN


def test_ck_22_a_city_lost_in_the_attack_takes_the_win_away() -> None:
    """Ben has 13 in Anna's turn, but the attack costs him a city before his own."""
    table = landing("anna ben").given_points("ben", 13)
    table.given_knight("anna", 1, active=True)
    attack(table)
    assert table.points("ben") == 12
    assert none(table.end(), GameWon)
