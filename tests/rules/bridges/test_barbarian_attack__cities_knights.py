"""Barbarian Attack with Cities & Knights (CO-09, BA-C1 to BA-C7).

The paths of the castle on hex 16 touch the forest of 4 on hex 12, the pasture of 9 on hex 13, the fields of 6
on hex 17, and the sea.
"""

from __future__ import annotations

import random

import pytest

from companion.app.narrate import event_text
from companion.app.simulate import Simulation, header
from companion.engine.core import ChangeLevel
from companion.engine.errors import AssemblyError
from companion.engine.ids import EntryId, Site
from companion.engine.level import Level
from companion.history.correction import REMOVE, change
from companion.presenters import happened
from companion.presenters.board import at as pieces_at
from companion.rules import catalogue
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.hands import CardsDrawn
from companion.rules.base.roll import Produced, claims
from companion.rules.base.trade import rates
from companion.rules.bridges.barbarian_attack__cities_knights.cards import PlayBishop, PlayIntrigue
from companion.rules.bridges.barbarian_attack__cities_knights.knights import (
    KnightStruck,
    MarchFar,
    WeakenKnight,
)
from companion.rules.cities_knights.cards import CardDrawn
from companion.rules.cities_knights.facts.knights import StateKnights
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from companion.rules.cities_knights.progress.deserter import PlayDeserter
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.progress.medicine import PlayMedicine
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from companion.rules.gold.trading import BuyWithGold
from companion.rules.presentation.alerts import Alert
from companion.rules.scenarios.barbarian_attack.battle import BattleWon, TellPrisoner
from companion.rules.scenarios.barbarian_attack.coast import CoastFreed, CoastOverrun, conquered
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight
from companion.rules.scenarios.barbarian_attack.landing import LandingCalled, LandingDue, NobodyLands
from companion.rules.scenarios.barbarian_attack.prisoners import ClaimConquered, ClaimPrisoner, lying
from companion.rules.scenarios.barbarian_attack.seven import TakeCard
from tests.kit.coasts import HEX, Coast, coast
from tests.kit.island import corner, edge
from tests.kit.tables import ANNA, BEN, CARLA, dice, evening, none, only, told

MODULES = ("base", "cities_knights", "barbarian_attack")
KNIGHT = "1 ore 1 wool"
EVERYWHERE = dict.fromkeys((2, 3, 4, 5, 6, 8, 9, 10, 11, 12), 3)


def attack(names: str = "anna ben carla", **how: object) -> Coast:
    """A table of both, after its set-up."""
    return coast(names, modules=MODULES, **how)  # type: ignore[arg-type]


def score(**how: object) -> Coast:
    """The same where nobody enters places."""
    return Coast(evening("anna ben carla", modules=MODULES, level=Level.L1, **how).session)  # type: ignore[arg-type]


def site(name: str) -> Site:
    """A path as the place of a knight."""
    return Site(edge(name))


def tags(table: Coast) -> set[str]:
    return set(table.session.ruleset.by_tag)


# --- what brings barbarians


def test_co_09_a_ship_face_is_a_landing_for_whoever_is_on_turn() -> None:
    table = attack(rolled=False)
    events = table.roll("anna", 2, 3, "ship")
    assert only(events, LandingDue).cause == "ship"
    assert table.questions == [("landing", "anna")]
    table.landing("anna", 2, 3, 11)
    assert table.barbarians == {2: 1, 3: 1, 11: 1}
    assert not table.questions


def test_co_09_an_improvement_is_a_landing_for_whoever_buys_it() -> None:
    table = attack(pieces="anna: city 9N", hands={"anna": "1 cloth"})
    events = table.enter(Improve(ANNA, Track.TRADE, 1))
    assert only(events, LandingDue) == LandingDue(ANNA, "improvement")
    table.landing("anna", 2, 3, 11)
    assert table.barbarians == {2: 1, 3: 1, 11: 1}


def test_co_09_settlements_and_cities_bring_landings_as_ever() -> None:
    table = attack(pieces="anna: roads 9NE", hands={"anna": "1 brick 1 lumber 1 wool 1 grain"})
    assert only(table.enter(BuildSettlement(ANNA, corner("9N"))), LandingDue).cause == ""


def test_ba_c1_barbarians_land_before_the_gates_and_before_the_hexes_produce() -> None:
    """The 8 is rolled with a ship, and the third barbarian lands on that very hex."""
    table = attack(pieces="anna: settlement 1NE", barbarians={8: 2}, rolled=False)
    assert none(table.roll("anna", 2, 6, "ship"), Produced)
    events = table.landing("anna", 8, 2, 3)
    assert only(tuple(events), CoastOverrun).number == 8
    assert only(tuple(events), Produced).gains == {}
    assert table.cards("anna") == ""


def test_ba_c1_a_gate_brings_its_cards_and_no_barbarian() -> None:
    table = attack(pieces="anna: city 9N", rolled=False)
    table.given_level("anna", Track.TRADE, 3).settled()
    events = table.roll("anna", 2, 4, "trade")
    assert only(events, CardDrawn).by == ANNA
    assert none(events, LandingDue)


def test_ba_c1_no_ship_sails_and_nobody_attacks_all_cities() -> None:
    table = attack(pieces="anna: city 9N", rolled=False)
    for who in ("anna", "ben", "carla") * 3:
        table.roll(who, 2, 3, "ship")
        table.landing(who, 2, 12, 3) if table.questions else None
    assert table.cities("anna"), "seven ships would have been an attack"
    assert table.ck.attacks == 0
    assert not table.session.ruleset.gauges
    gone = {"ck.place_ship", "ck.lose_city", "ck.choose_deck", "ck.commit_knights", "ck.state_defenders"}
    assert not tags(table) & gone
    facts = {fact.name for fact in table.session.ruleset.facts}
    assert not facts & {"ship", "attacks", "defender", "city_on_side"}
    assert "defender" not in {source.id for source in table.session.ruleset.points}
    assert not {"ship_near", "attack"} & {one.name for one in table.session.ruleset.presented(Alert)}


def test_ba_c1_where_no_barbarian_can_come_ashore_nobody_rolls() -> None:
    table = attack(barbarians=EVERYWHERE, rolled=False)
    only(table.roll("anna", 2, 3, "ship"), NobodyLands)
    assert not table.questions
    table = attack(prisoners={"ben": 20, "carla": 16}, rolled=False)
    only(table.roll("anna", 2, 3, "ship"), NobodyLands)


def test_ba_c1_on_a_gentle_start_no_event_die_brings_barbarians() -> None:
    table = attack(rolled=False, gentle_start=True)
    assert none(table.enter(dice("anna", 2, 3, None)), LandingDue)


# --- knights on paths


def test_co_09_a_knight_is_recruited_on_a_free_path_of_the_castle() -> None:
    table = attack(hands={"anna": KNIGHT}, riders={"ben": "16W"})
    assert len(table.options("anna", RecruitKnight)) == 5
    assert table.refused(RecruitKnight(ANNA, site("9E"))) == {"CO-09"}
    assert table.impossible(RecruitKnight(ANNA, site("16W"))) == {"CK-90"}
    assert table.impossible(RecruitKnight(ANNA, Site("99E"))) == {"B-04"}
    assert table.impossible(RecruitKnight(ANNA)) == {"CK-90"}
    table.enter(RecruitKnight(ANNA, site("16NE")))
    assert table.riders("anna") == {edge("16NE"): (1, False)}
    table.sound()


def test_co_09_there_are_two_knights_of_each_strength_and_mighty_ones_need_the_fortress() -> None:
    table = attack(
        hands={"anna": "5 ore 5 wool"}, riders={"anna": "9E, 9W, strong 9NE"}, pieces="anna: city 9S"
    )
    assert table.refused(RecruitKnight(ANNA, site("16NE"))) == {"CK-90"}
    assert table.refused(PromoteKnight(ANNA, site("9NE"))) == {"CK-93"}
    table.enter(PromoteKnight(ANNA, site("9E")))
    assert table.refused(PromoteKnight(ANNA, site("9W"))) == {"CK-93"}, "two strong ones stand already"
    table.enter(RecruitKnight(ANNA, site("16NE")))


def test_ba_c2_with_no_free_path_at_the_castle_nobody_is_recruited() -> None:
    table = attack(
        hands={"anna": KNIGHT},
        riders={"ben": "16W, 16E, strong 16NE, strong 16NW", "carla": "16SE, 16SW"},
    )
    assert not table.options("anna", RecruitKnight)


def test_ba_c2_a_knight_on_a_path_is_in_nobodys_way() -> None:
    """The path 4SE and the corner 4SE have the same name, and so have other paths and corners."""
    table = attack(
        pieces="ben: road 4SE, settlement 9S, roads 9SE",
        hands={"ben": "9 brick 9 lumber 1 wool 1 grain"},
        riders={"anna": "mighty 4SE, strong 4E, 9E"},
        first="ben",
    )
    table.enter(BuildRoad(BEN, edge("4E")))
    table.enter(BuildSettlement(BEN, corner("4SE")))
    assert site("4SE") in table.riders("anna")
    table.sound()


def test_ba_c2_a_knight_breaks_no_longest_road() -> None:
    table = attack(
        pieces="ben: settlement 4N, way 4N 4NE 4SE 4S 4SW 4NW",
        riders={"anna": "strong 4NE, 4SE, strong 4SW"},
    )
    assert table.longest == ("ben", 5)
    assert not [one for audit in table.session.ruleset.audits for one in audit.faults(table.table)]


def test_ba_c2_nobody_displaces_and_nobody_chases() -> None:
    gone = {"ck.move_knight", "ck.displace_knight", "ck.place_displaced", "ck.chase_robber"}
    gone |= {"ck.play_bishop", "ck.play_intrigue", "base.move_robber", "ba.draw_card", "ba.place_knight"}
    assert not tags(attack()) & gone
    assert not tags(score()) & gone


# --- how they go


def test_co_09_any_knight_goes_three_paths_and_an_active_one_five() -> None:
    table = attack(riders={"anna": "9E"})
    assert table.refused(MoveKnight(ANNA, edge("9E"), edge("7W"))) == {"BA-30"}, "seven"
    assert table.refused(MoveKnight(ANNA, edge("9E"), edge("8W"))) == {"CO-09"}, "five paths"
    table.enter(MoveKnight(ANNA, edge("9E"), edge("9W")))
    assert table.riders("anna") == {edge("9W"): (1, False)}, "three paths"
    table = attack(riders={"anna": "active 9E"})
    table.enter(MoveKnight(ANNA, edge("9E"), edge("9W")))
    assert table.riders("anna") == {edge("9W"): (1, True)}, "three paths cost nothing"
    table = attack(riders={"anna": "active 9E"})
    table.enter(MoveKnight(ANNA, edge("9E"), edge("8W")))
    assert table.riders("anna") == {edge("8W"): (1, False)}, "five make it inactive"


def test_ba_c3_a_knight_that_was_activated_in_this_turn_does_not_go_far() -> None:
    table = attack(riders={"anna": "9E"}, hands={"anna": "1 grain"})
    table.enter(ActivateKnights(ANNA, (site("9E"),)))
    assert table.refused(MoveKnight(ANNA, edge("9E"), edge("8W"))) == {"CK-94"}
    table.overrule(MoveKnight(ANNA, edge("9E"), edge("8W")))
    table = attack(riders={"anna": "9E"}, hands={"anna": "1 grain"})
    table.enter(ActivateKnights(ANNA, (site("9E"),)))
    table.enter(MoveKnight(ANNA, edge("9E"), edge("9W")))


def test_ba_c3_a_knight_moves_once_a_turn_even_if_the_warlord_calls_it_again() -> None:
    table = attack(riders={"anna": "active 9E"})
    table.given_cards("anna", Track.POLITICS)
    table.enter(MoveKnight(ANNA, edge("9E"), edge("8W")))
    table.overrule(PlayWarlord(ANNA))  # by BA-30 it comes too late
    assert table.riders("anna") == {edge("8W"): (1, True)}
    assert table.refused(MoveKnight(ANNA, edge("8W"), edge("9W"))) == {"BA-30"}


def test_ba_c3_after_a_knight_has_moved_nothing_is_bought() -> None:
    table = attack(
        pieces="anna: city 9S, roads 9SE",
        riders={"anna": "9E"},
        hands={"anna": "9 brick 9 lumber 9 ore 9 wool 9 grain 9 cloth"},
    )
    table.enter(MoveKnight(ANNA, edge("9E"), edge("9NE")))
    for late in (
        Improve(ANNA, Track.TRADE, 1),
        BuildWall(ANNA, corner("9S")),
        RecruitKnight(ANNA, site("16NE")),
        ActivateKnights(ANNA, (site("9NE"),)),
        PromoteKnight(ANNA, site("9NE")),
        BuildRoad(ANNA, edge("9SW")),
    ):
        assert table.refused(late) == {"BA-30"}, late


def test_co_09_a_knight_at_the_castle_leaves_it_at_the_end_of_the_turn() -> None:
    table = attack(hands={"anna": KNIGHT})
    table.enter(RecruitKnight(ANNA, site("16NE")))
    table.end("anna")
    assert table.questions == [("leave_castle", "anna")]
    table.enter(MoveKnight(ANNA, edge("16NE"), edge("13E")))
    assert table.over


def test_co_09_a_knight_ends_its_way_on_a_free_path_away_from_the_castle() -> None:
    table = attack(riders={"anna": "13E", "ben": "13NE"})
    assert "BA-30" in table.impossible(MoveKnight(ANNA, edge("13E"), edge("13NE")))
    assert table.refused(MoveKnight(ANNA, edge("13E"), edge("16NE"))) == {"BA-30"}
    assert table.impossible(MoveKnight(ANNA, edge("13NE"), edge("13W"))) == {"BA-30"}


# --- battles


def test_co_09_active_strength_has_to_be_greater_than_the_barbarians() -> None:
    table = attack(riders={"anna": "active strong 7W, 7E"}, barbarians={12: 2})
    table.end("anna")
    assert table.over, "two against two, and the knight at the other path sleeps"
    table = attack(riders={"anna": "active strong 7W, active 7E"}, barbarians={12: 2})
    won = only(table.end("anna"), BattleWon)
    assert (won.knights, won.barbarians, won.variant) == ({"anna": 3}, 2, "strength")
    assert table.prisoners == {"anna": 2}


def test_co_09_a_table_may_let_knights_win_a_tie() -> None:
    table = attack(
        riders={"anna": "active strong 7W"}, barbarians={12: 2}, barbarian_battle_tie="knights_win"
    )
    only(table.end("anna"), BattleWon)


def test_ba_c4_knights_stay_active_after_a_battle() -> None:
    table = attack(riders={"anna": "active strong 7W"}, barbarians={12: 1})
    table.end("anna")
    table.die("anna", 1)
    assert table.riders("anna") == {edge("7W"): (2, True)}


def test_ba_c4_the_greatest_strength_gets_the_prisoner_that_is_left_over() -> None:
    """Ben has two knights there and Anna one, which is the stronger."""
    table = attack(riders={"anna": "active mighty 7W", "ben": "active 7E, active 7NW"}, barbarians={12: 3})
    table.end("anna")
    assert table.prisoners == {"anna": 2, "ben": 1}
    table = attack(riders={"anna": "active strong 7W", "ben": "active 7E, active 7NW"}, barbarians={12: 3})
    table.end("anna")
    assert table.questions == [("prisoner", "anna")], "two against two"
    table.enter(TellPrisoner(ANNA, BEN))
    assert (table.prisoners, table.gold("anna")) == ({"anna": 1, "ben": 2}, 3)


def test_ba_c4_who_sleeps_at_the_hex_takes_no_part() -> None:
    table = attack(riders={"anna": "active mighty 7W", "ben": "7E"}, barbarians={12: 2})
    table.end("anna")
    assert table.prisoners == {"anna": 2}
    assert table.questions == [("castle_die", "anna")]


def test_co_09_three_prisoners_are_a_point() -> None:
    table = attack(prisoners={"anna": 5, "ben": 2})
    assert (table.score("anna"), table.score("ben")) == ({"prisoners": 1}, {})


def test_co_09_thirteen_points_win_and_fourteen_with_the_harbourmaster() -> None:
    assert attack().table.value("points_to_win", ANNA) == 13
    both = coast("anna ben", modules=(*MODULES, "harbourmaster"))
    assert both.table.value("points_to_win", ANNA) == 14


# --- losses


def test_co_09_a_struck_knight_loses_one_strength_for_three_gold() -> None:
    table = attack(riders={"anna": "active mighty 7W", "ben": "7E"}, barbarians={12: 1})
    table.end("anna")
    events = table.die("anna", 3)
    assert [(one.by, one.strength) for one in told(events, KnightStruck)] == [("ben", 0), ("anna", 2)]
    assert (table.riders("anna"), table.riders("ben")) == ({edge("7W"): (2, True)}, {})
    assert (table.gold("anna"), table.gold("ben")) == (3, 3)
    table.sound()


def test_ba_c5_without_a_piece_of_the_next_strength_a_knight_falls_further() -> None:
    table = attack(riders={"anna": "active mighty 7W, strong 9E, strong 9W"}, barbarians={12: 1})
    table.end("anna")
    table.die("anna", 3)
    assert table.riders("anna")[edge("7W")] == (1, True), "both strong pieces are on the board"
    table = attack(riders={"anna": "active strong 7W, 9E, 9W"}, barbarians={12: 1})
    table.end("anna")
    events = table.die("anna", 3)
    assert only(events, KnightStruck).variant == "fell"
    assert (edge("7W") in table.riders("anna"), table.gold("anna")) == (False, 3)


def test_ba_c5_of_two_the_weaker_falls_first_and_leaves_its_piece_to_the_other() -> None:
    table = attack(riders={"anna": "active mighty 7W, active strong 7E, strong 9W"}, barbarians={12: 1})
    table.end("anna")
    table.die("anna", 3)
    found = table.riders("anna")
    assert (found[edge("7W")], found[edge("7E")]) == ((2, True), (1, True))
    assert table.gold("anna") == 6


def test_co_09_knights_that_fell_do_not_fight_in_the_next_battle() -> None:
    """The path between the hexes of 9 and 12 belongs to both."""
    table = attack(riders={"anna": "active strong 7NE"}, barbarians={12: 1, 9: 1})
    table.end("anna")
    table.die("anna", 2)
    assert table.over
    assert (table.riders("anna"), table.prisoners) == ({edge("7NE"): (1, True)}, {"anna": 1})


# --- metropolises and conquered cities


def lost_coast(**how: object) -> Coast:
    """Anna has a metropolis with nothing but overrun pasture around it, Ben a city."""
    table = attack(pieces="anna: city 0NW; ben: city 0N", barbarians={3: 3}, **how)
    table.given(MetropolisPlaced(ANNA, Track.TRADE, corner("0NW")))
    return table


def test_co_09_a_surrounded_metropolis_keeps_its_points_and_produces_nothing() -> None:
    table = attack(pieces="anna: city 0NW; ben: city 0N", barbarians={3: 3})
    assert (table.points("anna"), table.points("ben")) == (0, 0)
    table = lost_coast()
    assert (table.points("anna"), table.points("ben")) == (4, 0)
    assert claims(table.table, 3) == {}


def test_ba_c6_it_stands_but_has_no_harbour() -> None:
    table = lost_coast()
    assert conquered(table.table) == {corner("0N")}
    fallen = {place: pieces_at(table.table, "corner", place)[-1].fallen for place in table.base.buildings}
    assert fallen == {corner("0NW"): False, corner("0N"): True}
    assert rates(table.table, ANNA)["ore"] == 4
    freed = attack(pieces="anna: city 0NW")
    assert rates(freed.table, ANNA)["ore"] == 3


def test_ba_c6_a_metropolis_that_goes_leaves_a_conquered_city() -> None:
    table = lost_coast()
    table.given(MetropolisPlaced(BEN, Track.TRADE, corner("0N"), ANNA))
    assert (table.points("anna"), table.points("ben")) == (0, 4)


def test_ba_c6_a_conquered_city_counts_for_improvements_and_becomes_a_metropolis() -> None:
    table = attack(pieces="anna: city 0NW", barbarians={3: 3}, hands={"anna": "4 cloth"})
    table.given_level("anna", Track.TRADE, 3).settled()
    assert table.points("anna") == 0
    table.enter(Improve(ANNA, Track.TRADE, 4))
    assert table.points("anna") == 4


# --- cards


def test_co_09_intrigue_captures_a_barbarian_and_frees_the_coast() -> None:
    table = attack(barbarians={3: 3, 8: 1}, pieces="ben: city 0N")
    table.given_cards("anna", Track.POLITICS)
    assert len(table.options("anna", PlayIntrigue)) == 2
    assert table.impossible(PlayIntrigue(ANNA, HEX[12])) == {"CO-09"}
    assert table.impossible(PlayIntrigue(ANNA)) == {"CO-09"}
    assert only(table.enter(PlayIntrigue(ANNA, HEX[3])), CoastFreed).players == (BEN,)
    assert (table.barbarians, table.prisoners) == ({3: 2, 8: 1}, {"anna": 1})


def test_co_09_without_a_barbarian_intrigue_is_not_played() -> None:
    table = attack()
    table.given_cards("anna", Track.POLITICS)
    assert "CK-125" in table.refused(PlayIntrigue(ANNA, HEX[3]))


def test_co_09_the_inventor_swaps_inner_tokens_only() -> None:
    table = attack()
    table.given_cards("anna", Track.SCIENCE)
    inner = {hexes for one in table.options("anna", PlayInventor) for hexes in one.hexes}  # type: ignore[attr-defined]
    assert inner == {4, 5, 9, 13, 14}, "4, 5, 10, 9 and 3"
    assert table.refused(PlayInventor(ANNA, (HEX[3], 9))) == {"CO-09"}  # type: ignore[arg-type]
    table.enter(PlayInventor(ANNA, (4, 14)))  # type: ignore[arg-type]


def test_ba_c7_the_bishop_draws_a_card_from_any_one_player() -> None:
    table = attack(hands={"ben": "1 ore", "carla": ""})
    table.given_cards("anna", Track.POLITICS)
    assert table.impossible(PlayBishop(ANNA)) == {"BA-C7"}
    assert table.impossible(PlayBishop(ANNA, ANNA)) == {"BA-C7"}
    assert table.refused(PlayBishop(ANNA, CARLA)) == {"BA-C7"}
    assert "BA-C7" in table.refused(PlayBishop(ANNA, BEN, "wool"))
    assert only(table.enter(PlayBishop(ANNA, BEN)), CardsDrawn) == CardsDrawn(BEN, ANNA)
    nobody = attack()
    nobody.given_cards("anna", Track.POLITICS)
    assert "CK-125" in nobody.refused(PlayBishop(ANNA, BEN))
    board = attack(level="L2")
    board.given_cards("anna", Track.POLITICS)
    board.enter(PlayBishop(ANNA))


def test_ba_c7_a_deserter_comes_to_the_castle() -> None:
    table = attack(riders={"ben": "active strong 9E"})
    table.given_cards("anna", Track.POLITICS)
    assert table.refused(PlayDeserter(ANNA, BEN, site("9E"), 1, site("9W"))) == {"CO-09"}
    assert table.refused(PlayDeserter(ANNA, BEN, site("9E"), 1, site("9E"))) == {"PC-B03"}
    table.enter(PlayDeserter(ANNA, BEN, site("9E"), 2, site("16NE")))
    assert (table.riders("anna"), table.riders("ben")) == ({edge("16NE"): (2, True)}, {})
    freed = attack(riders={"ben": "9E"}, deserter_place="freed_place")
    freed.given_cards("anna", Track.POLITICS)
    freed.enter(PlayDeserter(ANNA, BEN, site("9E"), 1, site("9E")))
    assert freed.riders("anna") == {edge("9E"): (1, False)}


def test_ba_c7_mining_brings_nothing_from_an_overrun_hex() -> None:
    """Anna builds at the mountains of 11 on the coast and at those of 6 behind it."""
    table = attack(pieces="anna: city 11NE, settlement 8N", barbarians={11: 3})
    table.given_cards("anna", Track.SCIENCE)
    table.enter(PlayMining(ANNA))
    assert table.cards("anna") == "2 ore"
    free = attack(pieces="anna: city 11NE, settlement 8N", barbarians={11: 2})
    free.given_cards("anna", Track.SCIENCE)
    free.enter(PlayMining(ANNA))
    assert free.cards("anna") == "4 ore"


def test_ba_c7_a_medicine_builds_a_city_and_so_brings_a_landing() -> None:
    table = attack(pieces="anna: settlement 9N", hands={"anna": "2 ore 1 grain"})
    table.given_cards("anna", Track.SCIENCE)
    table.enter(PlayMedicine(ANNA, corner("9N")))
    assert table.questions == [("landing", "anna")]


def test_ba_c7_cards_that_name_knights_find_them_on_their_paths() -> None:
    table = attack(riders={"anna": "9E, 9W"})
    table.given_cards("anna", Track.SCIENCE, Track.POLITICS)
    table.enter(PlaySmith(ANNA, (site("9E"), site("9W"))))
    table.enter(PlayWarlord(ANNA))
    assert table.riders("anna") == {edge("9E"): (2, True), edge("9W"): (2, True)}


def test_ba_c7_the_diplomat_takes_no_knight_for_a_piece_at_a_road() -> None:
    """Of Ben's two roads the outer one is open, though a knight of his stands on a path of that corner's
    name."""
    table = attack(pieces="ben: settlement 9S, roads 9SE 9E", riders={"ben": "9NE"})
    table.given_cards("anna", Track.POLITICS)
    assert PlayDiplomat(ANNA, edge("9E")) in table.options("anna", PlayDiplomat)


def test_co_09_a_seven_draws_a_card_from_any_hand_and_gold_buys_resources_only() -> None:
    table = attack(hands={"ben": "1 cloth"}, rolled=False)
    table.roll("anna", 3, 4)
    assert table.questions == [("take_card", "anna")]
    table.enter(TakeCard(ANNA, BEN))
    rich = attack(gold={"anna": 4})
    assert rich.impossible(BuyWithGold(ANNA, "cloth")) == {"BA-51"}


# --- where nobody enters places


def test_co_09_without_places_the_table_is_told_of_each_landing() -> None:
    table = score()
    assert only(table.roll("anna", 2, 3, "ship"), LandingCalled).cause == "ship"
    assert only(table.enter(Improve(ANNA, Track.TRADE, 1)), LandingCalled).cause == "improvement"
    assert not table.questions
    assert "ba_landing" in {one.name for one in table.session.ruleset.presented(Alert)}


def test_co_09_without_places_three_prisoners_and_a_card_are_a_tap_each() -> None:
    table = score()
    table.given_cards("anna", Track.POLITICS)
    table.rolled()
    table.enter(PlayIntrigue(ANNA))
    for _ in range(2):
        table.enter(ClaimPrisoner(ANNA))
    assert table.score("anna") == {"buildings": 3, "prisoners": 1}


def test_co_09_without_places_a_knight_that_goes_far_is_inactive() -> None:
    table = score()
    knight = table.given_knight("anna", active=True)
    other = table.given_knight("anna")
    table.rolled()
    assert table.options("anna", MarchFar) == [MarchFar(ANNA, knight)]
    assert table.refused(MarchFar(ANNA, other)) == {"CK-94"}
    table.enter(MarchFar(ANNA, knight))
    assert not table.knight(knight).active
    assert table.refused(MarchFar(ANNA, knight)) >= {"CK-95"}


def test_co_09_without_places_the_table_says_which_knight_is_struck() -> None:
    table = score()
    strong = table.given_knight("anna", 2, active=True)
    table.rolled()
    table.enter(WeakenKnight(ANNA, strong))
    assert (table.knight(strong).strength, table.knight(strong).active) == (1, True)
    table.enter(WeakenKnight(ANNA, strong))
    assert not table.knights("anna") and not table.ck.knights
    assert table.impossible(WeakenKnight(ANNA, strong)) == {"CK-90"}


def test_co_09_without_places_a_metropolis_is_not_conquered() -> None:
    table = score()
    table.given_metropolis("anna", Track.TRADE)
    assert table.refused(ClaimConquered(ANNA, True)) == {"BA-12"}
    table.enter(ClaimConquered(ANNA, False))
    assert table.points("anna") == 4


def test_ba_c6_without_places_the_only_city_stands_up_as_a_metropolis() -> None:
    table = score()
    table.given_level("anna", Track.TRADE, 3)
    table.rolled()
    table.enter(ClaimConquered(ANNA, True))
    assert table.points("anna") == 1
    table.enter(Improve(ANNA, Track.TRADE, 4))
    assert (lying(table.table, ANNA), table.points("anna")) == ((0, 0), 5)


# --- the table's word, other levels, corrections


def test_co_09_the_table_says_where_knights_stand() -> None:
    table = attack(riders={"ben": "9W"})
    table.enter(StateKnights(ANNA, ANNA, {site("9E"): 2, site("16NE"): 1}, (site("9E"),)))
    assert table.riders("anna") == {edge("9E"): (2, True), edge("16NE"): (1, False)}
    assert table.impossible(StateKnights(ANNA, ANNA, {site("9W"): 1})) == {"CO-09"}
    assert table.impossible(StateKnights(ANNA, ANNA, {Site("99E"): 1})) == {"B-04"}
    facts = {fact.name: fact for fact in table.session.ruleset.facts}
    assert facts["knight_2_active"].value(table.table, ANNA) == (site("9E"),)
    assert "path_knight" not in facts
    assert "chronicle" not in facts


def test_co_09_knights_keep_their_strength_when_the_board_is_left_and_stand_anew_when_it_comes() -> None:
    table = attack(
        level=Level.L2,
        pieces="anna: city 0NW, city 9S",
        riders={"anna": "active strong 9E, 9W"},
        barbarians={3: 3},
        prisoners={"anna": 4},
    )
    table.given(MetropolisPlaced(ANNA, Track.TRADE, corner("0NW")))
    points = table.points("anna")
    assert points == 4 + 2 + 1
    table.enter(ChangeLevel(ANNA, Level.L1))
    assert table.points("anna") == points
    assert sorted((one.strength, one.active) for one in table.ck.knights.values()) == [(1, False), (2, True)]
    table.enter(ChangeLevel(ANNA, Level.L2))
    assert (table.ck.knights, table.barbarians, table.prisoners) == ({}, {}, {"anna": 4})


def test_co_09_a_ship_that_was_none_takes_its_landing_back() -> None:
    """The roll was a gate: the numbers that were entered for the landing answer nothing, and go."""
    table = attack(rolled=False)
    table.roll("anna", 2, 3, "ship")
    table.landing("anna", 2, 3, 11)
    wish = change(EntryId(1), dice("anna", 2, 3, "trade"))
    assert [one.entry for one in table.session.preview(wish).conflicts] == [2, 3, 4]
    table.session.correct(wish.answered({EntryId(number): REMOVE for number in (2, 3, 4)}))
    assert (table.barbarians, table.questions) == ({}, [])
    assert table.core.dice["event"] == "trade"


def test_co_09_a_landing_is_undone_number_by_number() -> None:
    table = attack(rolled=False)
    table.roll("anna", 2, 3, "ship")
    table.landing("anna", 2, 3)
    table.session.undo()
    assert (table.barbarians, table.questions) == ({2: 1}, [("landing", "anna")])
    table.session.redo()
    table.landing("anna", 11)
    assert table.barbarians == {2: 1, 3: 1, 11: 1}


# --- what is told


def test_co_09_the_battle_page_tells_of_strength() -> None:
    table = attack(riders={"anna": "active mighty 7W", "ben": "active 7E"}, barbarians={12: 3})
    events = (*table.end("anna"), *table.die("anna", 3))
    view = happened.attack(table.table, events, (), 1)
    assert view is not None
    assert (view.strength, view.sign, view.defence) == (3, "<", 4)
    assert [one.strength for one in view.players] == [3, 1, 0]
    assert view.reasons[0] == "On 12 there were 3 barbarians against knights of strength 4."
    assert view.reasons[-1] == "The castle die shows 3 and strikes 2 knights, for gold."
    people = table.core.players
    assert event_text(only(events, BattleWon), people) == (
        "The barbarians on 12 are beaten by knights of this strength: Anna 3, Ben 1."
    )


def test_co_09_a_roll_tells_that_barbarians_land() -> None:
    table = score()
    view = happened.result(table.table, table.roll("anna", 2, 3, "ship"), (), 1)
    assert view.lines[0].text == "Barbarians land: three different numbers are rolled."
    full = attack(barbarians=EVERYWHERE, rolled=False)
    view = happened.result(full.table, full.roll("anna", 2, 3, "ship"), (), 1)
    assert view.lines[0].text == "No barbarian can come ashore."


# --- with variants


def test_co_09_active_strength_decides_conflict_and_tournament() -> None:
    table = coast(
        "anna ben", modules=(*MODULES, "event_cards"), riders={"anna": "active strong 9E, mighty 9W"}
    )
    assert table.table.value("event_knights", ANNA) == 2
    assert table.table.value("event_by_strength")


def test_co_09_two_scenarios_are_refused_with_cities_and_knights_too() -> None:
    with pytest.raises(AssemblyError) as raised:
        catalogue.ruleset((*MODULES, "rivers"), "L3")
    assert "assembly.one-scenario" in [problem.key for problem in raised.value.problems]


@pytest.mark.parametrize(("level", "most"), [("L1", 80), ("L2", 250), ("L3", 250)])
def test_co_09_games_by_chance_keep_every_invariant(level: str, most: int) -> None:
    for players in (2, 4):
        made = header(MODULES, players, players, level, options={"points_to_win": 20})
        game = Simulation(made, random.Random(players))
        while not game.over and len(game.entries) < most:
            game.step()
        assert game.entries


def test_co_09_with_every_variant_at_once() -> None:
    modules = (*MODULES, "catan_for_two", "event_cards", "friendly_robber", "harbourmaster")
    game = Simulation(header(modules, 2, 3, "L3", "official2025"), random.Random(3))
    while not game.over and len(game.entries) < 300:
        game.step()
