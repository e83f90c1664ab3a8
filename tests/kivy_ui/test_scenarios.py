"""What the four scenarios have on the screen, by touch, with the taps that it may take counted."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.level import Level
from companion.rules.base.building import BuildSettlement
from companion.rules.base.turn import RollDice
from companion.rules.gold.trading import BuyWithGold
from companion.rules.scenarios.barbarian_attack.prisoners import ClaimConquered, ClaimFreed, ClaimPrisoner
from companion.rules.scenarios.caravans.claims import ClaimCamelPoint
from companion.rules.scenarios.caravans.vote import AgreeOnCamel, EndVote, LayVote, PlaceCamel
from companion.rules.scenarios.rivers.riches import ClaimWealth, ReturnPoverty, ReturnWealth, TakePoverty
from companion.rules.scenarios.traders_barbarians.cargo import Deliver
from companion.rules.scenarios.traders_barbarians.moving import MoveWagon
from companion.rules.scenarios.traders_barbarians.wagons import UpgradeWagon
from tests.kit.camels import caravans
from tests.kit.coasts import coast
from tests.kit.island import edge
from tests.kit.seat import Seat
from tests.kit.tables import ANNA, BEN, CARLA, evening
from tests.kit.traders import BOARD, trading

CARDS = {"anna": "2 wool 1 grain", "ben": "2 wool", "carla": "2 grain", "david": "1 ore"}

POINTS = (
    ("rivers", "wealth", ClaimWealth(ANNA)),
    ("rivers", "wealth", ReturnWealth(ANNA)),
    ("rivers", "poverty", TakePoverty(ANNA)),
    ("rivers", "poverty", ReturnPoverty(ANNA)),
    ("caravans", "camel_point", ClaimCamelPoint(ANNA)),
    ("barbarian_attack", "prisoner", ClaimPrisoner(ANNA)),
    ("barbarian_attack", "conquered_settlement", ClaimConquered(ANNA, False)),
    ("barbarian_attack", "freed_settlement", ClaimFreed(ANNA, False)),
    ("barbarian_attack", "conquered_city", ClaimConquered(ANNA, True)),
    ("barbarian_attack", "freed_city", ClaimFreed(ANNA, True)),
    ("traders_barbarians", "deliver", Deliver(ANNA)),
    ("traders_barbarians", "upgrade", UpgradeWagon(ANNA)),
)
"""Scenario, instrument in the column, and what a touch on it enters, in an order in which that is allowed."""


SIX = "anna ben carla david eva felix"


GAMES = [
    *((scenario, more) for scenario in ("rivers", "caravans") for more in ("", "cities_knights", SIX)),
    ("barbarian_attack", ""),
    *(("traders_barbarians", more) for more in ("", "cities_knights")),
]


@pytest.mark.parametrize(("scenario", "more"), GAMES)
def test_points_of_a_scenario_are_one_tap_each(ui: Any, scenario: str, more: str) -> None:
    """At L1, beside Cities & Knights, too, and with six at the table."""
    knights = [more] if more == "cities_knights" else []
    table = evening(more if more == SIX else "anna ben carla david", modules=("base", *knights, scenario))
    seat = Seat(ui, table.session)
    seat.enter(RollDice(ANNA, {"white": 2, "red": 3, **({"event": "trade"} if knights else {})}))
    seat.enter(*([BuildSettlement(ANNA)] if scenario == "barbarian_attack" else []))
    ui.shell.go("table")
    for name, command in [(name, command) for one, name, command in POINTS if one == scenario]:
        seat.ui.taps = 0
        seat.tap(f"{name}_0")
        assert (seat.last(), seat.ui.taps) == (command, 1)


def voting(ui: Any, level: Level = Level.L3, **options: str) -> Seat:
    """Somebody has built, and has the end of the turn before him."""
    table = caravans(hands=CARDS if level is Level.L3 else {}, level=level, **options).given_built(
        "anna", "17S"
    )
    return Seat(ui, table.session)


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_cv_03_a_vote_is_a_tap_a_card_and_one_for_the_path(ui: Any, level: Level) -> None:
    seat = voting(ui, level)
    goods = ("wool", "grain") if level is Level.L3 else (None, None)
    seat.tap("end_turn")
    seat.ui.taps = 0
    seat.tap(*(f"together_0_{good or 'vote'}" for good in goods), f"together_1_{goods[0] or 'vote'}")
    assert "Anna places the camel" in seat.said()
    seat.touch("edge", edge("13E"))
    assert seat.ui.taps == 4
    entered = [entry.command for entry in seat.session.standing[-4:]]
    assert entered[:3] == [LayVote(ANNA, goods[0]), LayVote(ANNA, goods[1]), LayVote(BEN, goods[0])]
    assert seat.last() == PlaceCamel(ANNA, edge("13E"))
    assert ui.shell.screen_name == "table", "the dice are next"


def test_cv_03_who_laid_no_card_is_one_tap_from_the_next_turn(ui: Any) -> None:
    seat = voting(ui)
    seat.tap("end_turn")
    seat.ui.taps = 0
    seat.touch("edge", edge("4SW"))
    assert (seat.last(), seat.ui.taps) == (PlaceCamel(ANNA, edge("4SW")), 1)
    assert seat.session.state.core.on_turn == BEN


def test_cv_03_votes_out_of_turn_are_warned_of_and_may_stand(ui: Any) -> None:
    seat = voting(ui)
    seat.tap("end_turn", "together_1_wool", "together_0_wool")
    assert "CV-03" in seat.said() and "clockwise" in seat.said()
    seat.tap("allow")
    assert seat.last() == LayVote(ANNA, "wool")


def test_cv_03_others_agree_by_a_tap_beside_the_board(ui: Any) -> None:
    seat = voting(ui)
    seat.tap("end_turn", "together_0_wool", "together_0_wool", "together_1_wool", "together_1_wool")
    seat.tap("together_2_grain")
    seat.tap(*[name for name in seat.names() if name.startswith("answer_AgreeOnCamel")])
    assert seat.last() == AgreeOnCamel(ANNA, (BEN, CARLA))
    seat.touch("edge", edge("13E"))
    assert seat.last() == PlaceCamel(BEN, edge("13E"))


def test_cv_03_where_paths_are_named_first_all_votes_are_laid(ui: Any) -> None:
    seat = voting(ui, caravan_vote_tie="position")
    seat.tap("end_turn", "together_0_wool", "together_1_wool")
    assert not seat.lit
    seat.tap(*[name for name in seat.names() if name.startswith("answer_EndVote")])
    assert seat.last() == EndVote(ANNA)
    for path in ("13E", "13E"):
        seat.touch("edge", edge(path))
    assert seat.session.state.core.on_turn == BEN


def test_the_way_to_the_vote_stands_where_the_dice_would(ui: Any) -> None:
    seat = voting(ui)
    assert "end_turn" in seat.names() and "bar_red_1" not in seat.names()
    ui.shell.go("board")
    ui.frames()
    assert "end_turn" in seat.names()
    seat.tap("end_turn", "undo")
    assert "end_turn" in seat.names()


def test_ba_40_the_way_to_a_battle_stands_where_the_dice_would(ui: Any) -> None:
    table = coast(knights={"anna": "12W"}, barbarians={4: 1})
    seat = Seat(ui, table.session)
    assert "Battle" in seat.said()
    seat.tap("end_turn")
    assert ui.shell.screen_name == "attack"
    assert "Anna" in seat.said() and "1 prisoner" in seat.said()


# --- wagons


def wagons(ui: Any, **how: Any) -> Seat:
    return Seat(ui, trading(**{"wagons": {"anna": "9N"}, "gold": {"anna": 3}, **how}).session)


def test_tb_10_a_whole_move_is_three_taps_from_the_table(ui: Any) -> None:
    """The wagon, the destination, and that again once the way has been seen."""
    seat = wagons(ui)
    there = BOARD.geometry.corner("8NE")
    seat.tap("wagon_0")
    seat.touch("corner", there)
    assert "Points: " in seat.said()
    assert seat.screen.picture.marks.trail
    seat.touch("corner", there)
    assert seat.last() == MoveWagon(ANNA, BOARD.geometry.corner("9N"), there)
    assert seat.ui.taps == 3
    assert ui.shell.screen_name == "table", "whoever came from the table is back there"


def test_tb_10_at_the_board_the_destination_is_touched_twice(ui: Any) -> None:
    seat = wagons(ui)
    ui.shell.go("board")
    ui.frames()
    there = BOARD.geometry.corner("8NE")
    seat.touch("corner", there)
    assert "Points: " in seat.said()
    seat.touch("corner", there)
    assert seat.last() == MoveWagon(ANNA, BOARD.geometry.corner("9N"), there)
    assert seat.ui.taps == 2


def test_tb_10_the_way_says_points_grain_and_gold(ui: Any) -> None:
    """One point along Ben's road and two each on the paths behind it are one more than the wagon has."""
    seat = wagons(ui, pieces="ben: road 9NW", hands={"anna": "1 grain"})
    ui.shell.go("board")
    ui.frames()
    seat.touch("corner", BOARD.geometry.corner("8NW"))
    assert "Points: 5, gold: 1, and a grain" in seat.said()


def test_tb_24_gold_buys_in_two_taps(ui: Any) -> None:
    seat = wagons(ui)
    seat.tap("buy_0", "answer_good_ore")
    assert (seat.last(), seat.ui.taps) == (BuyWithGold(ANNA, "ore"), 2)
