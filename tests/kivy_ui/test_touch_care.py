"""What keeps a tap from doing something else than was meant: places that stay, and a moment of care."""

from __future__ import annotations

from typing import Any

import pytest

from kivy_ui import pictures

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
