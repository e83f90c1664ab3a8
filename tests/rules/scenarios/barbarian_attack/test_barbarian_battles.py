"""Knights on paths, the battles at the end of a turn, prisoners and losses."""

from __future__ import annotations

import pytest

from companion.engine.core import LeaveQuestion, StateTurn
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted
from companion.rules.base.building import BuildRoad
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.base.turn import EndTurn
from companion.rules.gold.trading import BuyWithGold, SellForGold
from companion.rules.scenarios.barbarian_attack.battle import (
    BattleWon,
    PrisonersTaken,
    TellCastleDie,
    TellPrisoner,
)
from companion.rules.scenarios.barbarian_attack.box import box
from companion.rules.scenarios.barbarian_attack.cards import DrawCard
from companion.rules.scenarios.barbarian_attack.coast import CoastFreed
from companion.rules.scenarios.barbarian_attack.garrison import KnightFell
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight
from tests.kit.coasts import HEX, Coast, coast
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN, CARLA, told


def offered(table: Coast, who: str, knight: str) -> set[str]:
    """Where a knight may go."""
    ways = table.options(who, MoveKnight)
    return {way.path for way in ways if way.knight == edge(knight)}  # type: ignore[attr-defined]


# --- moving


def test_ba_30_a_knight_goes_three_paths_and_five_for_a_grain() -> None:
    table = coast(knights={"anna": "0NW"})
    near = offered(table, "anna", "0NW")
    assert near >= {"0NE", "0W", "1NW", "0E", "3NW"}
    assert "1E" not in near, "four paths away"
    rich = coast(knights={"anna": "0NW"}, hands={"anna": "1 grain"})
    assert near < offered(rich, "anna", "0NW")
    rich.enter(MoveKnight(ANNA, edge("0NW"), edge("1E")))
    assert rich.cards("anna") == ""
    free = coast(knights={"anna": "0NW"}, hands={"anna": "1 grain"})
    free.enter(MoveKnight(ANNA, edge("0NW"), edge("1NW")))
    assert free.cards("anna") == "1 grain"
    assert "BA-30" in table.refused(MoveKnight(ANNA, edge("0NW"), edge("18SE")))


def test_ba_30_it_passes_knights_and_buildings_and_needs_no_road() -> None:
    table = coast(
        knights={"anna": "0NW", "ben": "0NE 0W 3NW"}, pieces="ben: settlement 0NE, city 0SW, roads 0NE"
    )
    assert offered(table, "anna", "0NW") >= {"1NW", "0E", "3W"}
    assert not offered(table, "anna", "0NW") & {"0NE", "0W", "3NW"}
    assert table.impossible(MoveKnight(ANNA, edge("0NW"), edge("0W"))) == {"BA-30"}


def test_ba_30_it_never_ends_at_the_castle() -> None:
    table = coast(knights={"anna": "17NE"})
    castle = {edge(f"16{way}") for way in ("NW", "NE", "E", "SE", "SW", "W")}
    assert not offered(table, "anna", "17NE") & castle
    assert table.refused(MoveKnight(ANNA, edge("17NE"), edge("16E"))) == {"BA-30"}


def test_ba_30_once_a_turn_and_only_the_own_ones() -> None:
    table = coast(knights={"anna": "0NW", "ben": "1E"})
    table.enter(MoveKnight(ANNA, edge("0NW"), edge("0NE")))
    assert table.refused(MoveKnight(ANNA, edge("0NE"), edge("0NW"))) == {"BA-30"}
    assert table.impossible(MoveKnight(ANNA, edge("1E"), edge("0NW"))) == {"BA-30"}
    assert table.impossible(MoveKnight(ANNA, edge("5E"), edge("0NW"))) == {"BA-30"}


def test_ba_30_trading_and_building_come_before() -> None:
    table = coast(knights={"anna": "0NW"}, pieces="anna: settlement 4N", hands={"anna": "1 brick 1 lumber"})
    table.enter(MoveKnight(ANNA, edge("0NW"), edge("0NE")))
    assert table.refused(BuildRoad(ANNA, edge("4NE"))) == {"BA-30"}
    table.overrule(BuildRoad(ANNA, edge("4NE")))


def test_ba_30_nothing_is_traded_or_bought_after_a_knight_has_moved() -> None:
    """Anna gives no lumber for gold, buys neither a brick nor a card, and passes the dice."""
    rich = {"anna": "4 lumber 1 ore 1 wool 1 grain", "ben": "1 brick"}
    table = coast(knights={"anna": "0NW"}, hands=rich, gold={"anna": 2})
    late = (
        TradeWithBank(ANNA, {"lumber": 4}, {"ore": 1}),
        TradeWithPlayer(ANNA, BEN, {"lumber": 1}, {"brick": 1}),
        SellForGold(ANNA, {"lumber": 4}, 1),
        BuyWithGold(ANNA, "brick"),
        DrawCard(ANNA, "knighthood"),
    )
    for command in late:
        assert isinstance(table.session.judge(command), Accepted), command
    table.enter(MoveKnight(ANNA, edge("0NW"), edge("0NE")))
    for command in late:
        assert table.refused(command) == {"BA-30"}, command
    table.end("anna")


def test_ba_30_at_the_end_of_the_turn_a_knight_leaves_the_castle() -> None:
    table = coast(knights={"anna": "16W 0NW", "ben": "16E"})
    table.end("anna")
    assert table.questions == [("leave_castle", "anna")]
    assert {way.knight for way in table.options("anna", MoveKnight)} == {edge("16W")}  # type: ignore[attr-defined]
    assert table.refused(MoveKnight(ANNA, edge("0NW"), edge("0NE"))) == {"BA-30"}
    table.enter(MoveKnight(ANNA, edge("16W"), edge("12W")))
    assert table.over
    assert table.knights("anna") == {"12W", "0NW"}


def test_ba_30_a_knight_that_cannot_leave_stays() -> None:
    near = coast(knights={"anna": "16W"})
    blocked = sorted(offered(near, "anna", "16W"))
    owners = ["ben", "carla", "david"]
    knights = {who: " ".join(blocked[index * 6 : index * 6 + 6]) for index, who in enumerate(owners)}
    left = blocked[18:]
    table = coast(knights={"anna": "16W", **knights, "zoe": " ".join(left)})
    table.end("anna")
    assert table.over


# --- who wins


def test_ba_40_as_many_knights_as_barbarians_win() -> None:
    table = coast(knights={"anna": "12W", "ben": "12NW"}, barbarians={4: 2, 12: 1})
    (won,) = told(table.end("anna"), BattleWon)
    assert (won.number, won.barbarians, won.knights) == (4, 2, {"anna": 1, "ben": 1})
    assert table.barbarians == {12: 1}


def test_ba_40_fewer_knights_do_not() -> None:
    table = coast(knights={"anna": "12W"}, barbarians={4: 2})
    table.end("anna")
    assert table.over
    assert table.barbarians == {4: 2}


def test_ba_40_in_the_edition_that_says_so_more_knights_are_needed() -> None:
    how = {"barbarian_battle_tie": "strictly_more"}
    table = coast(knights={"anna": "12W 12NW"}, barbarians={4: 2}, **how)
    table.end("anna")
    assert table.barbarians == {4: 2}
    table = coast(knights={"anna": "12W 12NW 12SW"}, barbarians={4: 2}, **how)
    table.end("anna")
    assert table.barbarians == {}


def test_ba_40_the_coast_is_looked_at_clockwise_from_the_castle() -> None:
    table = coast(knights={"anna": "17SE 12W 18SE"}, barbarians={6: 1, 4: 1, 2: 1})
    table.end("anna")
    found = [table.core.pending[0].params["number"]]
    while table.questions:
        table.die("anna", 3 if table.core.pending[0].params["number"] == 2 else 2)
        found += [question.params["number"] for question in table.core.pending]
    assert found == [4, 2, 6]


def test_ba_40_a_knight_that_fell_does_not_fight_in_the_next_battle() -> None:
    """The path between 12 and 7 counts for both hexes; 4 comes first."""
    shared = edge("12NW")
    assert set(table_hexes(shared)) == {12, 7}
    for face, beaten in ((1, {12: 1}), (2, {})):
        table = coast(knights={"anna": "12NW"}, barbarians={4: 1, 12: 1})
        table.end("anna")
        table.die("anna", face)
        assert table.barbarians == beaten


def table_hexes(path: str) -> tuple[int, ...]:
    return coast().land.edge_hexes[edge(path)]


def test_ba_40_everybodys_turn_ends_with_a_look_at_the_coast() -> None:
    table = coast(knights={"ben": "12W"}, barbarians={4: 1})
    table.end("anna")
    assert table.questions == [("castle_die", "ben")]
    assert table.prisoners == {"ben": 1}


# --- prisoners


def test_ba_41_alone_one_gets_all() -> None:
    table = coast(knights={"anna": "12W 12NW 12SW"}, barbarians={4: 3})
    table.end("anna")
    assert table.prisoners == {"anna": 3}


def test_ba_41_each_gets_one_and_the_one_with_the_most_knights_the_rest() -> None:
    table = coast(knights={"anna": "12W", "ben": "12NW 12SW"}, barbarians={4: 3})
    events = table.end("anna")
    assert told(events, PrisonersTaken) == [
        PrisonersTaken(ANNA, 1),
        PrisonersTaken(BEN, 1),
        PrisonersTaken(BEN, 1),
    ]
    assert table.prisoners == {"anna": 1, "ben": 2}


def test_ba_41_with_as_many_knights_dice_decide_and_the_loser_gets_gold() -> None:
    table = coast(knights={"anna": "12W 12E", "ben": "12NW 12SW"}, barbarians={4: 3})
    table.end("anna")
    assert table.prisoners == {"anna": 1, "ben": 1}
    assert table.questions == [("prisoner", "anna")]
    assert table.impossible(TellPrisoner(ANNA, CARLA)) == {"BA-41"}
    table.enter(TellPrisoner(ANNA, BEN))
    assert table.prisoners == {"anna": 1, "ben": 2}
    assert (table.gold("anna"), table.gold("ben")) == (3, 0)
    assert table.questions == [("castle_die", "anna")]


def test_ba_41_too_few_prisoners_go_to_the_highest_rolls() -> None:
    table = coast(knights={"anna": "12W", "ben": "12NW", "carla": "12SW"}, barbarians={4: 2})
    table.end("anna")
    assert table.prisoners == {}
    table.enter(TellPrisoner(ANNA, CARLA))
    assert {way.player for way in table.options("anna", TellPrisoner)} == {"anna", "ben"}  # type: ignore[attr-defined]
    table.enter(TellPrisoner(ANNA, ANNA))
    assert table.prisoners == {"anna": 1, "carla": 1}
    assert [table.gold(who) for who in ("anna", "ben", "carla")] == [0, 3, 0]


def test_ba_41_what_the_table_leaves_open_is_over() -> None:
    table = coast(knights={"anna": "12W", "ben": "12NW"}, barbarians={4: 1})
    table.end("anna")
    table.overrule(LeaveQuestion(ANNA, table.core.pending[0].id))
    assert table.questions == [("castle_die", "anna")]
    table.overrule(LeaveQuestion(ANNA, table.core.pending[0].id))
    assert table.over
    assert (table.prisoners, table.barbarians, table.gold("ben")) == ({}, {}, 0)


@pytest.mark.parametrize(("prisoners", "points"), [(0, 0), (1, 0), (2, 1), (5, 2)])
def test_ba_42_two_prisoners_are_a_point(prisoners: int, points: int) -> None:
    assert coast(prisoners={"anna": prisoners}).points("anna") == points


def test_ba_42_the_second_prisoner_can_win_the_game() -> None:
    table = coast(knights={"anna": "12W"}, barbarians={4: 1}, prisoners={"anna": 1})
    table.given_points("anna", 11)
    table.end("anna")
    assert table.core.winner == ANNA


def test_ba_43_a_freed_hex_stands_up_again() -> None:
    table = coast(knights={"anna": "12W 12NW 12SW"}, barbarians={4: 3, 12: 3}, pieces="ben: settlement 12NW")
    assert table.points("ben") == 0
    (freed,) = told(table.end("anna"), CoastFreed)
    assert (freed.number, freed.players) == (4, (BEN,))
    assert table.points("ben") == 1


# --- losses


@pytest.mark.parametrize(
    ("face", "fallen"),
    [
        (1, {"SE", "NW"}),
        (2, {"SW", "NE"}),
        (3, {"W", "E"}),
        (4, {"W", "E"}),
        (5, {"SW", "NE"}),
        (6, {"SE", "NW"}),
    ],
)
def test_ba_44_the_die_points_to_two_opposite_paths(face: int, fallen: set[str]) -> None:
    table = coast(knights={"anna": "7NE 7E 7SE", "ben": "7SW 7W 7NW"}, barbarians={12: 2})
    table.end("anna")
    events = table.die("anna", face)
    assert {event.path for event in told(events, KnightFell)} == {edge(f"7{way}") for way in fallen}
    assert table.gold("anna") == table.gold("ben") == 3
    assert len(table.knights("anna")) == len(table.knights("ben")) == 2


def test_ba_44_only_knights_of_that_hex_fall() -> None:
    table = coast(knights={"anna": "12W 7NE"}, barbarians={4: 1})
    table.end("anna")
    table.die("anna", 2)
    assert table.knights("anna") == {"12W", edge("7NE")}
    assert table.gold("anna") == 0
    assert table.over


def test_ba_44_the_player_on_turn_rolls_if_he_took_part() -> None:
    table = coast(knights={"carla": "12W", "ben": "12NW"}, barbarians={4: 2})
    table.end("anna")
    assert table.questions == [("castle_die", "ben")]
    assert table.impossible(TellCastleDie(BEN, 7)) == {"BA-44"}


def test_ba_44_the_table_of_the_die_names_each_pair_twice() -> None:
    assert sorted(box().die) == list("123456")
    assert sorted(way for pair in box().die.values() for way in pair) == sorted(
        2 * ["NE", "E", "SE", "SW", "W", "NW"]
    )


def test_ba_40_a_turn_that_the_table_ends_by_its_word_leaves_no_battle() -> None:
    table = coast(knights={"anna": "12W", "ben": "12NW"}, barbarians={4: 1, 12: 1})
    table.end("anna")
    assert table.ba.battle is not None
    table.enter(StateTurn(ANNA, CARLA))
    assert (table.ba.battle, table.ba.checked) == (None, 0)
    assert not table.questions


def test_ba_40_no_castle_die_is_forgotten_when_the_next_one_rolls() -> None:
    table = coast(knights={"anna": "12W"}, barbarians={4: 1})
    assert isinstance(table.end("anna"), tuple)
    assert "B-24" in table.refused(EndTurn(PlayerId("ben")))


def test_ba_60_twelve_points_win() -> None:
    table = coast()
    assert table.table.value("points_to_win", ANNA) == 12
    with_master = coast(modules=("base", "barbarian_attack", "harbourmaster"))
    assert with_master.table.value("points_to_win", ANNA) == 13


assert HEX[4] == 12
