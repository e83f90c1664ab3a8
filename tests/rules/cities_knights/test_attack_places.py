"""The barbarian attack on a board, and what follows in the same roll (CK-20, CK-110 to CK-117)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.ids import HexId, Site
from companion.engine.level import Level
from companion.engine.state import Phase
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.queries import figures_left
from companion.rules.base.robber import DiscardCards, MoveRobber
from companion.rules.base.roll import Produced, SevenRolled
from companion.rules.base.slice import BuildingKind
from companion.rules.cities_knights.barbarians import (
    AttackFought,
    ChooseDeck,
    CityLost,
    CommitKnights,
    DefenderNamed,
    LoseCity,
)
from companion.rules.cities_knights.cards import CardDrawn, PutBack
from companion.rules.cities_knights.cities import CityRaised
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.production import UseAqueduct
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, bag, corner, island
from tests.kit.tables import ANNA, BEN, CARLA, CITIES_KNIGHTS, only, told


def landing(pieces: str, hands: dict[str, str] | None = None, **more: Any) -> Island:
    """A table before Anna's roll, at which the next ship face brings the attack."""
    table = island(modules=CITIES_KNIGHTS, pieces=pieces, hands=hands, rolled=False, **more)
    table.given_ship(6)
    return table


def attack(table: Island, number: int = 3) -> tuple[Any, ...]:
    """Anna rolls the ship and that number."""
    white = max(1, number - 6)
    return table.roll("anna", white, number - white, "ship")


def lost(table: Island, who: str) -> set[Site]:
    """The cities that the player is asked to choose from."""
    return {o.city for o in table.options(who, LoseCity) if isinstance(o, LoseCity)}


def kind(table: Island, name: str) -> str:
    return table.base.buildings[corner(name)].kind.value


# --- strengths


@pytest.mark.parametrize(
    ("pieces", "barbarians", "defence"),
    [
        ("anna: city 0NW 1N; ben: city 2NE, settlement 16S", 3, 0),
        ("anna: city 0NW, active strong knight 9N; ben: active knight 4N, knight 5N", 1, 3),
        ("anna: city 0NW; carla: active mighty knight 9N, settlement 16S", 1, 3),
    ],
)
def test_ck_110_cities_against_active_knights(pieces: str, barbarians: int, defence: int) -> None:
    fought = only(attack(landing(pieces)), AttackFought)
    assert (fought.barbarians, fought.defence) == (barbarians, defence)


def test_ck_110_a_city_on_its_side_does_not_count() -> None:
    table = landing("anna: city 0NW 1N")
    table.given_lying("anna", corner("1N"))
    assert only(attack(table), AttackFought).barbarians == 1


def test_ck_111_every_active_knight_defends_wherever_it_stands() -> None:
    table = landing("anna: city 0NW; ben: active knight 17S, active strong knight 18SE")
    assert only(attack(table), AttackFought).forces == {"anna": 0, "ben": 3, "carla": 0, "david": 0}


# --- cities lost


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_ck_112_of_several_cities_the_owner_chooses(level: Level) -> None:
    """Two cities that differ in nothing but where they stand."""
    table = landing("anna: city 0NW 1N, settlement 16S", level=level)
    attack(table)
    assert table.questions == [("lose_city", "anna")]
    assert lost(table, "anna") == {corner("0NW"), corner("1N")}
    for name in ("16S", "9N"):
        assert table.impossible(LoseCity(ANNA, corner(name))) == {"CK-112"}
    table.enter(LoseCity(ANNA, corner("1N")))
    assert (kind(table, "0NW"), kind(table, "1N")) == ("city", "settlement")
    assert table.points("anna") == 4


def test_ck_112_a_single_city_is_not_asked_for() -> None:
    table = landing("anna: city 0NW")
    assert only(attack(table), CityLost).site == corner("0NW")
    assert kind(table, "0NW") == "settlement"
    assert table.questions == []


def test_ck_112_its_wall_goes_too_and_no_other() -> None:
    table = landing("anna: city 0NW 1N, wall 0NW, wall 1N")
    attack(table)
    table.enter(LoseCity(ANNA, corner("0NW")))
    assert table.ck.walls == {corner("1N")}
    assert table.hand_limit("anna") == 9


def test_ck_112_a_metropolis_is_not_offered() -> None:
    table = landing("anna: city 0NW 1N 2NE")
    table.given_metropolis("anna", Track.TRADE)
    attack(table)
    assert lost(table, "anna") == {corner("1N"), corner("2NE")}
    assert table.impossible(LoseCity(ANNA, corner("0NW"))) == {"CK-112"}


def test_ck_112_all_losers_answer_in_any_order() -> None:
    table = landing("anna: city 0NW 1N; ben: city 2NE 16S; carla: city 17S, active knight 9N")
    attack(table)
    assert table.questions == [("lose_city", "anna"), ("lose_city", "ben")]
    table.enter(LoseCity(BEN, corner("16S")))
    table.enter(LoseCity(ANNA, corner("1N")))
    assert [kind(table, at) for at in ("0NW", "1N", "2NE", "16S", "17S")] == [
        "city",
        "settlement",
        "city",
        "settlement",
        "city",
    ]


FULL = "anna: settlement 0N 1NE 3SW 6NE 16SW, city 18S"
"""Five settlements: no figure is left."""


def full(**more: Any) -> Island:
    return landing(FULL, {"anna": "6 ore 4 grain"}, **more)


def test_ck_113_without_a_settlement_figure_the_city_lies_on_its_side() -> None:
    table = full()
    assert only(attack(table, 11), CityLost).on_side
    assert table.ck.lying == {corner("18S")}
    assert table.cards("anna") == "1 wool 4 grain 6 ore"
    assert figures_left(table.table, ANNA, BuildingKind.SETTLEMENT) == 0
    assert figures_left(table.table, ANNA, BuildingKind.CITY) == 3
    assert table.points("anna") == 6


def test_ck_113_it_is_rebuilt_for_the_city_price() -> None:
    table = full()
    attack(table)
    table.enter(BuildCity(ANNA, corner("18S")))
    assert table.cards("anna") == "2 grain 3 ore"
    assert not table.ck.lying
    assert figures_left(table.table, ANNA, BuildingKind.CITY) == 3


def test_ck_113_a_settlement_that_becomes_free_takes_its_place() -> None:
    table = full()
    attack(table)
    events = table.enter(BuildCity(ANNA, corner("0N")))
    assert only(events, CityRaised).site == corner("18S")
    assert not table.ck.lying
    assert kind(table, "18S") == "settlement"
    assert figures_left(table.table, ANNA, BuildingKind.SETTLEMENT) == 0
    assert figures_left(table.table, ANNA, BuildingKind.CITY) == 3


def test_ck_113_in_the_english_books_it_is_rebuilt_first() -> None:
    table = full(profile="official2025")
    attack(table)
    assert table.options("anna", BuildCity) == [BuildCity(ANNA, corner("18S"))]
    assert table.refused(BuildCity(ANNA, corner("0N"))) == {"CK-113"}


def test_ck_113_no_settlement_is_built_while_it_lies() -> None:
    table = landing(f"{FULL}, way 9N 9NE", {"anna": "1 brick 1 lumber 1 wool 1 grain"})
    attack(table)
    assert table.refused(BuildSettlement(ANNA, corner("9N"))) == {"B-05"}


def test_ck_117_settlements_roads_and_metropolises_stay() -> None:
    table = landing("anna: city 0NW, settlement 1N, way 0NW 0N; ben: settlement 16S")
    table.given_metropolis("anna", Track.TRADE)
    before = (table.base.buildings, table.base.roads, table.ck.metropolises)
    attack(table)
    assert (table.base.buildings, table.base.roads, table.ck.metropolises) == before


def test_ck_116_only_metropolises_on_the_board() -> None:
    table = landing("anna: city 0NW; ben: settlement 1N")
    table.given_metropolis("anna", Track.TRADE)
    fought = only(attack(table), AttackFought)
    assert not fought.won
    assert fought.losers == ()


# --- knights after it


def test_ck_115_nobody_chases_with_a_knight_that_fought() -> None:
    table = landing("anna: city 0NW, active knight 9N")
    assert only(attack(table), DefenderNamed).by == "anna"
    assert not table.knight(corner("9N")).active
    assert table.refused(ChaseRobber(ANNA, corner("9N"), HexId(0))) == {"CK-94"}


def test_ck_114_several_best_defenders_are_entered_in_any_order() -> None:
    table = landing("anna: city 0NW, active knight 9N; ben: active knight 10N; carla: knight 1N")
    attack(table)
    assert table.questions == [("choose_deck", "anna"), ("choose_deck", "ben")]
    table.enter(ChooseDeck(BEN, Track.TRADE))
    table.enter(ChooseDeck(ANNA, Track.SCIENCE))
    assert (table.colours("anna"), table.colours("ben")) == (["science"], ["trade"])


# --- in one roll


def test_ck_20_a_lost_city_produces_as_a_settlement_in_the_same_roll() -> None:
    """Attack before production: of mountains 10 only the ore is left."""
    table = landing("anna: city 0NW")
    attack(table, 10)
    assert table.cards("anna") == "1 ore"


def test_ck_20_production_waits_until_the_lost_city_is_chosen() -> None:
    table = landing("anna: city 0NW 1N")
    events = attack(table, 10)
    assert not told(events, Produced)
    events = table.enter(LoseCity(ANNA, corner("1N")))
    assert only(events, Produced).gains == {ANNA: bag("1 ore 1 coin")}
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_20_a_wall_lost_in_the_attack_protects_no_more_on_the_seven() -> None:
    """Nine cards behind one wall: the walled city falls, and four cards go back."""
    table = landing("anna: city 0NW, wall 0NW; ben: settlement 18S", {"anna": "9 ore", "ben": "1 wool"})
    events = attack(table, 7)
    assert only(events, SevenRolled).limits[ANNA] == 7
    assert table.questions == [("discard", "anna")]
    table.enter(DiscardCards(ANNA, bag("4 ore")))
    assert table.questions == [("robber", "anna")]
    table.enter(MoveRobber(ANNA, HexId(18), BEN))
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_20_gate_before_production() -> None:
    """The fifth card waits for its answer before anybody takes cards from the bank."""
    table = landing("anna: city 0NW")
    table.given_level("anna", Track.TRADE, 5)
    table.given_cards("anna", Track.SCIENCE, Track.SCIENCE, Track.SCIENCE, Track.SCIENCE)
    events = table.roll("anna", 4, 6, "trade")
    only(events, CardDrawn)
    assert not told(events, Produced)
    assert table.questions == [("fifth_card", "anna")]
    table.enter(PutBack(ANNA, Track.SCIENCE))
    assert table.cards("anna") == "1 ore 1 coin"


def test_ck_20_attack_then_production_then_the_aqueduct() -> None:
    table = landing("anna: city 0NW; ben: city 1N, active knight 9N")
    table.given_level("carla", Track.SCIENCE, 3)
    attack(table, 10)
    assert kind(table, "0NW") == "settlement"
    assert table.cards("anna") == "1 ore"
    assert table.questions == [("aqueduct", "carla")]
    table.enter(UseAqueduct(CARLA, "ore"))
    assert table.core.phase is Phase.AFTER_ROLL


def test_ck_51_the_attack_of_this_roll_frees_the_robber_for_its_seven() -> None:
    table = landing("anna: city 0NW, active knight 9N")
    attack(table, 7)
    assert table.questions == [("robber", "anna")]


# --- optional rules


def commitments(table: Island, who: str) -> set[frozenset[Site]]:
    return {frozenset(o.knights) for o in table.options(who, CommitKnights)}  # type: ignore[attr-defined]


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_opt_1_each_knight_is_one_of_its_own(level: Level) -> None:
    """Two basic knights at two corners: none, either, or both."""
    pieces = "anna: city 0NW, active knight 9N, active knight 9NE, knight 9SE; ben: active knight 1N"
    table = landing(pieces, committed_knights=True, level=level)
    attack(table)
    assert table.questions == [("commit", "anna"), ("commit", "ben")]
    one, other = corner("9N"), corner("9NE")
    assert commitments(table, "anna") == {frozenset(some) for some in ((), (one,), (other,), (one, other))}
    table.enter(CommitKnights(BEN, ()))
    table.enter(CommitKnights(ANNA, (other,)))
    assert (table.knight(one).active, table.knight(other).active) == (True, False)
    assert table.knight(corner("1N")).active


def test_opt_1_the_city_is_lost_after_all_have_said_who_fights() -> None:
    table = landing("anna: city 0NW 1N, active strong knight 9N", committed_knights=True)
    attack(table)
    table.enter(CommitKnights(ANNA, ()))
    assert table.questions == [("lose_city", "anna")]
    assert table.knight(corner("9N")).active


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_opt_3_neither_seven_nor_event_die_in_the_first_two_turns_of_each(level: Level) -> None:
    table = island("anna ben", modules=CITIES_KNIGHTS, rolled=False, gentle_start=True, level=level)
    for who in ("anna", "ben", "anna", "ben"):
        table.roll(who, 2, 2)
        table.end()
    assert {die.name for die in table.session.ruleset.dice_wanted(table.state)} == {"white", "red", "event"}
