"""What keeps a tap from doing something else than was meant: places that stay, and a moment of care."""

from __future__ import annotations

from typing import Any

import pytest

from kivy_ui import pictures
from kivy_ui.geometry import Box
from kivy_ui.intents import Redo
from kivy_ui.screen_map import look_at
from kivy_ui.views import ActionView, ToastView

SIZES = pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["wide", "tall"])
SCALES = pytest.mark.parametrize("scale", ["normal", "largest"])
WITH_UNDO = (
    *("table_4", "table_6", "roll", "result_seven", "attack_won", "attack_question", "attack_six"),
    *("board", "board_piece", "board_setup", "catch_up_pieces", "catch_up_numbers", "catch_up_check"),
    *("hands_trade_player", "hands_seven", "log", "more", "player_points", "mend_past"),
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
    *("hands_trade_player", "hands_seven", "log", "more", "player_points", "mend_roll", "home", "new_game"),
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
        ui.shell.tell(ToastView("Taken back: Alexandra: Road Building", action=redo))
        ui.frames(1)
        toast = ui.shell.toast.box
        for spot in before:
            box = Box(spot.x, size[1] - spot.y - spot.height, spot.width, spot.height)
            if box.overlaps(toast) and spot.width < size[0]:
                covering.append(f"{scene}: over {spot.name}")
        if toast.w < 0.3 * size[0] or toast.h < 0.9 * ui.shell.look.mm(7):
            covering.append(f"{scene}: {toast.w:.0f}x{toast.h:.0f}")
        said = " ".join(text.text for text in ui.shell.toast.texts)
        if not said.startswith("Taken back"):
            covering.append(f"{scene}: says {said}")
    assert covering == []


def test_a_message_that_has_no_room_is_read_whole_by_a_tap(ui: Any) -> None:
    staged(ui, "board", (800, 480), "normal")
    words = "The board says a great deal more than there is room for beside the ship. " * 3
    ui.shell.tell(ToastView(words.strip()))
    ui.frames(1)
    ui.tap("toast")
    assert ui.shows("text_sheet")
    ui.tap("close")
    assert not ui.shows("toast")
