"""What keeps a tap from doing something else than was meant: places that stay, and a moment of care."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.session import GameSession, Nowhere
from companion.engine.core import ConfirmPosition
from companion.history.log import Header
from companion.presenters import new_game
from companion.presenters.intents import Redo
from companion.presenters.live import LivePlay
from companion.presenters.views import ActionView, ToastView
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.improvements import Improve
from kivy_ui.geometry import Box
from kivy_ui.window.screen_map import look_at
from tests.kit.evening import PEOPLE
from tests.kit.offscreen import Hours, Panel
from tests.kit.tables import CITIES_KNIGHTS
from tests.scenes import pictures
from tests.scenes.board_stages import Lent

SIZES = pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["wide", "tall"])
SCALES = pytest.mark.parametrize("scale", ["normal", "largest"])
WITH_UNDO = (
    *("table_4", "table_6", "roll", "result_seven", "attack_won", "attack_question", "attack_six"),
    *("board", "board_piece", "board_setup", "catch_up_pieces", "catch_up_numbers", "catch_up_check"),
    *("hands_trade_player", "hands_seven", "log", "more", "player_points", "correction_past"),
)


def staged(ui: Any, scene: str, size: tuple[int, int], scale: str) -> None:
    ui.open(None, size, text_scale=scale)
    pictures.scenes(True)[scene](ui.shell)
    ui.frames(1)


@SIZES
@SCALES
def test_undo_is_in_one_place_on_every_screen(ui: Any, size: tuple[int, int], scale: str) -> None:
    """Whoever taps in its middle on one screen hits it on every other."""
    undos = {}
    for scene in WITH_UNDO:
        staged(ui, scene, size, scale)
        undos[scene] = ui.find("undo").box
    x, y = undos["table_4"].centre
    beside = [scene for scene, box in undos.items() if not (box.x <= x < box.right and box.y <= y < box.top)]
    assert beside == []


MESSAGES = (
    *("table_4", "table_6", "table_l0", "roll", "result_seven", "attack_won", "attack_question"),
    *("board", "board_piece", "board_road", "board_setup", "catch_up_pieces", "catch_up_numbers"),
    *(
        "hands_trade_player",
        "hands_seven",
        "log",
        "more",
        "player_points",
        "correction_roll",
        "home",
        "new_game",
    ),
    *("settings_screen", "question", "cards_pad", "rules", "name"),
)
"""Where something can be said."""


@SIZES
@SCALES
def test_a_message_lies_where_nothing_can_be_touched(ui: Any, size: tuple[int, int], scale: str) -> None:
    covering = []
    for scene in MESSAGES:
        staged(ui, scene, size, scale)
        before = look_at(ui.shell).spots
        redo = ActionView("redo", "Redo", "redo", Redo())
        ui.shell.messages.tell(ToastView("Taken back: Alexandra: Road Building", action=redo))
        ui.frames(1)
        toast = ui.shell.messages.shown.box
        for spot in before:
            box = Box(spot.x, size[1] - spot.y - spot.height, spot.width, spot.height)
            # what only tells something may be covered for a while
            tells = any(widget.spare for widget in ui.all(spot.name))
            if box.overlaps(toast) and spot.width < size[0] and not tells:
                covering.append(f"{scene}: over {spot.name}")
        if toast.w < 0.3 * size[0] or toast.h < 0.9 * ui.shell.look.mm(7):
            covering.append(f"{scene}: {toast.w:.0f}x{toast.h:.0f}")
        said = " ".join(text.text for text in ui.shell.messages.shown.texts)
        if not said.startswith("Taken back"):
            covering.append(f"{scene}: says {said}")
    assert covering == []


def test_a_message_that_has_no_room_is_read_whole_by_a_tap(ui: Any) -> None:
    staged(ui, "board", (800, 480), "normal")
    words = "The board says a great deal more than there is room for beside the ship. " * 3
    ui.shell.messages.tell(ToastView(words.strip()))
    ui.frames(1)
    ui.tap("toast")
    assert ui.shows("text_sheet")
    ui.tap("close")
    assert not ui.shows("toast")


# --- a touch that comes too soon ------------------------------------------------------------------------


@pytest.fixture
def game(ui: Any, clock: Hours) -> GameSession:
    """A game of four at the score level, with a table on the screen."""
    session = GameSession(Header("care", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    ui.open(LivePlay(session)).go("table")
    ui.frames()
    clock.now += 1
    return session


FRAMES = pytest.mark.parametrize("seconds", [0.016, 0.25], ids=["16 ms", "250 ms"])


def middle(ui: Any, name: str) -> tuple[float, float]:
    x, y = ui.find(name).center
    return x, y


def entered(session: GameSession) -> int:
    return len(session.standing)


@FRAMES
def test_quick_taps_of_ordinary_play_are_all_heard(
    ui: Any, clock: Hours, game: GameSession, seconds: float
) -> None:
    """Three dice, each as soon as the frame before is drawn, and at once the next deed."""
    panel = Panel(ui.loop, clock, seconds)
    for name in ("bar_red_3", "white_4", "event_ship", "ladder_0_trade", "ladder_0_science"):
        panel.tap(*middle(ui, name), rest=0.01)
        panel.settle()
    assert [type(entry.command) for entry in game.standing] == [RollDice, Improve, Improve]


@FRAMES
def test_a_second_tap_on_what_gave_way_does_nothing(
    ui: Any, clock: Hours, game: GameSession, seconds: float
) -> None:
    """The result is put away by a tap; the second one lands on what comes out from below it."""
    panel = Panel(ui.loop, clock, seconds)
    for name in ("bar_red_3", "white_4", "event_trade"):
        panel.tap(*middle(ui, name))
        panel.settle()
    clock.now += 2
    before = entered(game)
    target = next(
        (x, y)
        for x in range(20, 400, 20)
        for y in range(200, 420, 10)
        if ui.find("result_card").collide_point(x, y)
        and not any(die.collide_point(x, y) for die in ui.shell.screen.card.dice)
    )
    for later in (0.0, seconds + 0.15):
        panel.tap(*target, later, rest=0.02)
    panel.settle()
    assert ui.shell.screen_name == "table" and ui.shell.sheets.shown is None
    assert entered(game) == before
    # whoever means it waits until it is seen
    clock.now += 0.45
    panel.tap(*target)
    panel.settle()
    assert ui.shell.sheets.shown is not None or entered(game) > before


@FRAMES
def test_nothing_is_let_stand_by_a_tap_that_was_on_its_way(
    ui: Any, clock: Hours, game: GameSession, seconds: float
) -> None:
    panel = Panel(ui.loop, clock, seconds)
    panel.tap(*middle(ui, "ladder_1_trade"))
    panel.settle()
    assert ui.shows("warning_sheet")
    panel.tap(*middle(ui, "allow"), rest=0.02)
    panel.settle()
    assert ui.shows("warning_sheet") and entered(game) == 0
    clock.now += 0.6
    panel.tap(*middle(ui, "allow"))
    panel.settle()
    assert entered(game) == 1


@FRAMES
def test_a_button_that_means_the_next_thing_is_not_tapped_by_mistake(
    ui: Any, clock: Hours, game: GameSession, seconds: float
) -> None:
    """“Next” leads to another player's page, and “Done” stands where “Check” stood."""
    ui.shell.context = Lent(game)
    panel = Panel(ui.loop, clock, seconds)
    ui.shell.go("catch_up")
    panel.settle()
    clock.now += 2
    seats = []
    for _page in range(len(PEOPLE) + 2):
        spot = middle(ui, "done")
        for later in (0.0, 0.15):
            panel.tap(*spot, later, rest=0.02)
            panel.settle()
        if ui.shell.screen_name == "catch_up":
            seats.append((ui.shell.screen.shown, ui.shell.screen.seat))
        clock.now += 2
    assert seats == [*(("numbers", seat) for seat in (1, 2, 3, -1)), ("check", -1)]
    assert isinstance(game.standing[-1].command, ConfirmPosition) and entered(game) == 1


@FRAMES
def test_undo_is_heard_as_often_as_it_is_tapped(
    ui: Any, clock: Hours, game: GameSession, seconds: float
) -> None:
    panel = Panel(ui.loop, clock, seconds)
    for name in ("bar_red_3", "white_4", "event_ship", "ladder_0_trade", "ladder_0_science"):
        panel.tap(*middle(ui, name))
        panel.settle()
    assert entered(game) == 3
    for number in range(3):
        panel.tap(*middle(ui, "undo"), 0.15 * number, rest=0.05)
    panel.settle()
    assert entered(game) == 0


def test_a_screen_that_changes_by_itself_takes_no_touch_that_was_on_its_way(
    ui: Any, clock: Hours, game: GameSession
) -> None:
    panel = Panel(ui.loop, clock, 0.016)
    panel.frame()
    clock.now += 5
    ui.shell.asking.open_panel(0)
    panel.settle()
    way = middle(ui, "do_settlement")
    panel.tap(*way)
    panel.settle()
    assert entered(game) == 0 and ui.shows("action_sheet")
    clock.now += 0.5
    panel.tap(*way)
    panel.settle()
    assert not ui.shows("action_sheet")


def test_who_taps_on_is_heard_although_the_screen_took_long_to_change(
    ui: Any, clock: Hours, game: GameSession
) -> None:
    """The sheet comes 0.8 s after the tap on a slow machine; what is tapped there 0.3 s later is meant."""
    panel = Panel(ui.loop, clock, 0.8)
    panel.tap(*middle(ui, "ladder_1_trade"))
    panel.frame()
    assert ui.shows("warning_sheet")
    panel.seconds = 0.016
    panel.tap(*middle(ui, "dont"), 0.3)
    panel.settle()
    assert not ui.shows("warning_sheet")


# --- nothing jumps under a finger -----------------------------------------------------------------------


def test_whoever_steps_a_number_quickly_keeps_the_same_button_under_the_finger(ui: Any, clock: Hours) -> None:
    staged(ui, "rules_number", (800, 480), "normal")
    screen = ui.shell.screen
    places = {spot.name: (spot.x, spot.y) for spot in look_at(ui.shell).spots}
    before = new_game.to_win(screen.game)
    panel = Panel(ui.loop, clock, 0.016)
    for number in range(3):
        panel.tap(*middle(ui, "step_-1"), 0.15 * number, rest=0.05)
    panel.settle()
    assert new_game.to_win(screen.game) == before - 3
    now = {spot.name: (spot.x, spot.y) for spot in look_at(ui.shell).spots}
    assert {name: now.get(name) for name in places} == places
    ui.tap("usual")
    assert not ui.find("usual").enabled and ui.find("usual").box.h > 0


def test_a_correction_that_is_begun_is_not_dropped_without_a_word(ui: Any) -> None:
    staged(ui, "correction_roll_other", (800, 480), "normal")
    ui.wait(lambda: ui.shows("apply"))
    assert ui.find("table").kind == "plain", "one bright button is enough"
    ui.tap("table")
    ui.tap("correction_on")
    assert ui.shell.screen_name == "correction" and ui.shell.screen.wish is not None
    ui.tap("log")
    ui.tap("correction_drop")
    assert ui.shell.screen_name == "log"
    staged(ui, "correction_roll", (800, 480), "normal")
    ui.tap("table")
    assert ui.shell.screen_name == "table", "nothing was begun"
