"""The map for tests from outside: what is in reach, in the order in which it gets a touch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from companion.app.session import GameSession, Nowhere
from companion.history.log import Header
from companion.presenters.live import LivePlay
from kivy_ui.window.screen_map import MapWriter, ScreenMap, look_at
from tests.kit.evening import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS


def at_table(ui: Any) -> Any:
    shell = ui.open(LivePlay(GameSession(Header("map", PEOPLE, CITIES_KNIGHTS), Nowhere())))
    shell.go("table")
    ui.frames()
    return shell


def test_what_lies_under_a_sheet_is_out_of_reach(ui: Any) -> None:
    shell = at_table(ui)
    assert {"head_0", "undo", "bar_red_6"} - {spot.name for spot in look_at(shell).spots} == {"undo"}
    ui.tap("head_0")
    ui.frames()
    seen = look_at(shell)
    assert seen.overlay == "action_sheet"
    assert {"do_settlement", "close"} <= {spot.name for spot in seen.spots}
    assert not [spot for spot in seen.spots if spot.name.startswith(("head", "bar"))]


def test_a_touch_in_the_middle_of_a_spot_reaches_its_widget(ui: Any) -> None:
    shell = at_table(ui)
    for spot in look_at(shell).spots:
        x, y = spot.x + spot.width / 2, shell.height - spot.y - spot.height / 2
        assert ui.find(spot.name).collide_point(x, y), spot


def test_each_drawn_frame_is_written_whole(ui: Any, window: Any, tmp_path: Path) -> None:
    shell = at_table(ui)
    file = tmp_path / "map.json"
    writer = MapWriter(file, window, shell)
    ui.tap("settlement_0")
    ui.frames()
    seen = msgspec.json.decode(file.read_bytes(), type=ScreenMap)
    assert (seen.screen, seen.touches, seen.frame) == (shell.screen_name, 1, writer.frame)
    assert [path.name for path in tmp_path.iterdir()] == ["map.json"]
