"""Science cards (green)."""

from __future__ import annotations

import pytest

from companion.engine.ids import Site
from companion.rules.base.building import BuildCity
from companion.rules.cities_knights.cards import (
    CardPlayed,
    LayOpen,
)
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.alchemist import DiceNamed, PlayAlchemist
from companion.rules.cities_knights.progress.crane import PlayCrane
from companion.rules.cities_knights.progress.engineer import PlayEngineer
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.progress.irrigation import PlayIrrigation
from companion.rules.cities_knights.progress.medicine import PlayMedicine
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.progress.road_building import PlayRoadBuilding
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall, WallBuilt
from tests.kit.tables import ANNA, Evening, dice, evening, none, only

SCIENCE, POLITICS = Track.SCIENCE, Track.POLITICS


def holding(cards: int = 1, profile: str = "hobbyworld") -> Evening:
    """Anna holds science cards; she has not rolled."""
    return evening(profile=profile).given_cards("anna", *[SCIENCE] * cards)


def copies(name: str) -> int:
    """How many copies of a card its deck holds."""
    return CARDS[name].copies


def test_pc_g01_the_alchemist_names_the_dice_of_the_roll() -> None:
    table = holding()
    assert only(table.enter(PlayAlchemist(ANNA, 3, 4)), DiceNamed).dice == (3, 4)
    assert table.refused(dice("anna", 3, 3, "ship")) == {"PC-G01"}
    assert table.refused(dice("anna", 4, 3, "ship")) == {"PC-G01"}, "white and red are told apart"
    table.enter(dice("anna", 3, 4, "ship"))
    assert table.ck.ship == 1, "the event die is rolled as usual"
    assert table.ck.named_dice is None


def test_pc_g01_the_named_red_die_draws_at_the_gate() -> None:
    table = holding().given_level("anna", POLITICS, 1)
    table.enter(PlayAlchemist(ANNA, 6, 1))
    table.enter(dice("anna", 6, 1, "politics"))
    assert table.colours("anna") == ["politics"]


def test_pc_g01_the_dice_are_named_once() -> None:
    table = holding(2)
    table.enter(PlayAlchemist(ANNA, 3, 4))
    assert table.refused(PlayAlchemist(ANNA, 5, 5)) == {"PC-G01"}


@pytest.mark.parametrize(("white", "red"), [(0, 1), (1, 7)])
def test_pc_g01_a_die_has_six_faces(white: int, red: int) -> None:
    assert holding().impossible(PlayAlchemist(ANNA, white, red)) == {"PC-G01"}


def test_pc_g01_there_are_two() -> None:
    assert copies("alchemist") == 2


def test_pc_g02_several_cranes_serve_several_improvements() -> None:
    table = holding(2).rolled()
    table.enter(PlayCrane(ANNA))
    table.enter(PlayCrane(ANNA))


def test_pc_g02_at_colonist_one_crane_a_turn() -> None:
    table = holding(2, "colonist").rolled()
    table.enter(PlayCrane(ANNA))
    assert table.refused(PlayCrane(ANNA)) == {"PC-G02"}
    table.turn_of("anna")
    table.enter(PlayCrane(ANNA))


def test_pc_g02_there_are_two() -> None:
    assert copies("crane") == 2


def test_pc_g03_there_are_two_minings() -> None:
    table = holding(3).rolled()
    table.enter(PlayMining(ANNA))
    table.enter(PlayMining(ANNA))
    assert table.refused(PlayMining(ANNA)) == {"PC-G03"}


def test_pc_g04_there_are_two_irrigations() -> None:
    table = holding(3).rolled()
    table.enter(PlayIrrigation(ANNA))
    table.enter(PlayIrrigation(ANNA))
    assert table.refused(PlayIrrigation(ANNA)) == {"PC-G04"}


def test_pc_g05_the_printer_is_a_point() -> None:
    table = holding()
    table.enter(LayOpen(ANNA, "printer"))
    assert table.score("anna")["point_cards"] == 1
    assert copies("printer") == 1


def test_pc_g05_the_printer_needs_a_science_card() -> None:
    assert evening().refused(LayOpen(ANNA, "printer")) == {"PC-G05"}


def test_pc_g06_there_are_two_inventors() -> None:
    table = holding(3).rolled()
    table.enter(PlayInventor(ANNA))
    table.enter(PlayInventor(ANNA))
    assert table.refused(PlayInventor(ANNA)) == {"PC-G06"}


def test_pc_g07_the_engineer_builds_a_wall() -> None:
    table = holding().rolled()
    only(table.enter(PlayEngineer(ANNA)), WallBuilt)
    assert table.hand_limit("anna") == 9


def test_pc_g07_the_engineer_builds_by_the_rules_of_walls() -> None:
    table = holding()
    table.given_cities("anna", 3)
    for _ in range(3):
        table.given_wall("anna")
    table.rolled()
    assert table.refused(PlayEngineer(ANNA)) == {"CK-125"}
    assert table.impossible(PlayEngineer(ANNA, table.settlements("anna")[0])) == {"CK-125", "CK-70"}


def test_pc_g07_there_is_one() -> None:
    table = holding(2)
    table.given_cities("anna", 1)
    table.rolled()
    table.enter(PlayEngineer(ANNA))
    assert table.refused(PlayEngineer(ANNA)) == {"PC-G07"}
    table.enter(BuildWall(ANNA))


def test_pc_g08_medicine_makes_a_city() -> None:
    table = holding().rolled()
    table.enter(PlayMedicine(ANNA))
    assert (len(table.settlements("anna")), len(table.cities("anna"))) == (0, 2)


def test_pc_g08_medicine_needs_a_settlement_and_a_city_figure() -> None:
    table = holding().rolled()
    table.enter(BuildCity(ANNA))
    assert table.impossible(PlayMedicine(ANNA)) == {"B-52"}
    full = holding()
    full.given_cities("anna", 3)
    full.rolled()
    assert full.refused(PlayMedicine(ANNA)) == {"B-05"}


def test_pc_g08_never_two_for_one_settlement() -> None:
    table = holding(2).rolled()
    site = table.settlements("anna")[0]
    table.enter(PlayMedicine(ANNA, site))
    assert table.impossible(PlayMedicine(ANNA, site)) == {"B-52"}
    assert copies("medicine") == 2


def test_pc_g09_the_smith_promotes_up_to_two_knights_state_kept() -> None:
    table = holding()
    one, two = table.given_knight("anna", 1), table.given_knight("anna", 1, active=True)
    table.rolled()
    table.enter(PlaySmith(ANNA, (one, two)))
    assert [(k.strength, k.active) for k in table.knights("anna").values()] == [(2, False), (2, True)]


def test_pc_g09_one_knight_is_enough_three_are_too_many() -> None:
    table = holding()
    sites = (table.given_knight("anna", 1), table.given_knight("anna", 1), table.given_knight("anna", 2))
    table.rolled()
    assert table.impossible(PlaySmith(ANNA, ())) == {"PC-G09"}
    assert "PC-G09" in table.impossible(PlaySmith(ANNA, sites))
    assert table.impossible(PlaySmith(ANNA, (sites[0], sites[0]))) == {"PC-G09"}
    table.enter(PlaySmith(ANNA, sites[:1]))


def test_pc_g09_strong_to_mighty_needs_the_fortress() -> None:
    table = holding()
    strong = table.given_knight("anna", 2)
    table.rolled()
    assert table.refused(PlaySmith(ANNA, (strong,))) == {"CK-93"}


def test_pc_g09_figures_of_the_next_strength_must_be_left() -> None:
    table = holding()
    basic = table.given_knight("anna", 1)
    for _ in range(2):
        table.given_knight("anna", 2)
    table.rolled()
    assert table.refused(PlaySmith(ANNA, (basic,))) == {"CK-93"}


def test_pc_g09_two_of_a_strength_need_two_figures() -> None:
    table = holding()
    one, two = table.given_knight("anna", 1), table.given_knight("anna", 1)
    table.given_knight("anna", 2)
    table.rolled()
    assert table.refused(PlaySmith(ANNA, (one, two))) == {"CK-93"}
    table.enter(PlaySmith(ANNA, (one,)))


@pytest.mark.parametrize("basic_first", [True, False])
def test_pc_g09_the_stronger_knight_makes_room_for_the_weaker(basic_first: bool) -> None:
    """Both strong figures stand on the board; one of them rises and leaves its figure to the basic knight."""
    table = holding().given_level("anna", POLITICS, 3)
    basic = table.given_knight("anna", 1)
    strong = table.given_knight("anna", 2)
    table.given_knight("anna", 2)
    table.rolled()
    table.enter(PlaySmith(ANNA, (basic, strong) if basic_first else (strong, basic)))
    assert sorted(knight.strength for knight in table.knights("anna").values()) == [2, 2, 3]
    table.sound()


def test_pc_g09_no_room_is_made_by_a_knight_that_cannot_rise() -> None:
    table = holding()
    basic, strong = table.given_knight("anna", 1), table.given_knight("anna", 2)
    table.given_knight("anna", 2)
    table.rolled()
    assert table.refused(PlaySmith(ANNA, (basic, strong))) == {"CK-93"}


def test_pc_g09_a_knight_rises_once_a_turn_in_all() -> None:
    table = holding(2).given_level("anna", POLITICS, 3)
    knight = table.given_knight("anna", 1)
    table.rolled()
    table.enter(PlaySmith(ANNA, (knight,)))
    assert table.refused(PlaySmith(ANNA, (knight,))) == {"CK-93"}
    assert table.refused(PromoteKnight(ANNA, knight)) == {"CK-93"}


def test_pc_g09_at_colonist_two_smiths_make_a_knight_mighty() -> None:
    table = holding(2, "colonist").given_level("anna", POLITICS, 3)
    knight = table.given_knight("anna", 1)
    table.rolled()
    table.enter(PlaySmith(ANNA, (knight,)))
    table.enter(PlaySmith(ANNA, (knight,)))
    assert table.knight(knight).strength == 3


def test_pc_g09_only_own_knights() -> None:
    table = holding()
    other = table.given_knight("ben", 1)
    table.rolled()
    assert table.impossible(PlaySmith(ANNA, (other,))) == {"CK-90"}
    assert table.impossible(PlaySmith(ANNA, (Site("nowhere"),))) == {"CK-90"}


def test_pc_g10_there_are_two_road_buildings() -> None:
    table = holding(3).rolled()
    table.enter(PlayRoadBuilding(ANNA))
    events = table.enter(PlayRoadBuilding(ANNA))
    assert only(events, CardPlayed).card == "road_building"
    assert none(events, WallBuilt)
    assert table.refused(PlayRoadBuilding(ANNA)) == {"PC-G10"}
