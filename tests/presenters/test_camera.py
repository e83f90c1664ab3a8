"""The pages of the dice camera's calibration, as far as they need no screen."""

from __future__ import annotations

from companion.app.dice import VIEWS, Corners, LiveView, Taken
from companion.presenters import camera

LIVE = LiveView(96, 72, bytes(96 * 72 * 3), 10.0)
TRAY: Corners = ((150.0, 130.0), (810.0, 130.0), (820.0, 590.0), (140.0, 590.0))
EMPTY = camera.Wizard(step=VIEWS[0])


def taken_again(before: camera.Wizard, found: Corners) -> camera.Wizard:
    """The empty tray's picture is taken once more."""
    at_it = camera.back(before)
    assert at_it is not None and at_it.step == VIEWS[0]
    return camera.took(at_it, Taken(VIEWS[0], LIVE, found))


def test_corners_that_were_found_go_with_the_picture_they_were_found_in() -> None:
    found = camera.took(EMPTY, Taken(VIEWS[0], LIVE, TRAY))
    assert found.step == "corners" and found.corners == TRAY
    assert taken_again(found, ()).corners == ()
    elsewhere = tuple((x + 20, y) for x, y in TRAY)
    assert taken_again(found, elsewhere).corners == elsewhere


def test_corners_that_a_finger_has_shown_stay_where_none_are_found() -> None:
    shown = camera.took(EMPTY, Taken(VIEWS[0], LIVE))
    for x, y in TRAY:
        shown, _ = camera.pointed(shown, x, y, 960)
    assert taken_again(shown, ()).corners == TRAY
    moved = camera.moved(camera.took(EMPTY, Taken(VIEWS[0], LIVE, TRAY)), 0, 155.0, 135.0)
    assert taken_again(moved, ()).corners == moved.corners
