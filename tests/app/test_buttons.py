"""More presses than hands can make are not heard, and none that a hand made is lost."""

from __future__ import annotations

import random

import pytest

from companion.app.buttons import MOST_PRESSES, REPEAT_S, WITHIN_S, GuardedButtons
from companion.app.ports import Notice, Press, PressKind
from tests.kit.fakes import Pressed

NEXT, UNDO, MUTE = Press(PressKind.NEXT), Press(PressKind.UNDO), Press(PressKind.MUTE)


class Bench:
    """Guarded buttons, with the time in the test's hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.pressed = Pressed()
        self.notices: list[Notice] = []
        self.buttons = GuardedButtons("pins", self.pressed, self.notices.append, lambda: self.now)

    def press(self, press: Press, after_s: float = 0.0) -> None:
        self.now += after_s
        self.buttons.press(press)


def test_presses_of_people_are_all_heard() -> None:
    bench = Bench()
    presses = [NEXT, MUTE, UNDO, *(Press(PressKind.SEAT, seat) for seat in range(4)), MUTE, NEXT] * 20
    for press in presses:
        bench.press(press, 0.3)
    assert bench.pressed.presses == presses and bench.notices == []


def test_the_same_press_again_at_once_is_no_second_wish() -> None:
    bench = Bench()
    bench.press(UNDO)
    bench.press(UNDO, REPEAT_S / 2)
    bench.press(NEXT)
    bench.press(UNDO, REPEAT_S + 0.01)
    assert bench.pressed.presses == [UNDO, NEXT, UNDO]


@pytest.mark.parametrize("press", [UNDO, NEXT, MUTE])
def test_a_flood_of_one_press_does_one_thing_and_is_said_once(press: Press) -> None:
    bench = Bench()
    for _time in range(10_000):
        bench.press(press, 0.001)
    assert bench.pressed.presses == [press]
    assert len(bench.notices) == 1 and "faster than hands" in bench.notices[0].text


def test_a_flood_of_everything_ends_at_once_and_the_buttons_come_back() -> None:
    bench, chance = Bench(), random.Random(16)
    kinds = [NEXT, UNDO, MUTE, *(Press(PressKind.SEAT_UNDO, seat) for seat in range(6))]
    for _time in range(2_000):
        bench.press(chance.choice(kinds), 0.01)
    assert len(bench.pressed.presses) <= MOST_PRESSES and len(bench.notices) == 1
    heard = len(bench.pressed.presses)
    bench.press(NEXT, WITHIN_S - 0.1)
    assert len(bench.pressed.presses) == heard, "it has to rest"
    bench.press(NEXT, WITHIN_S + 0.1)
    assert bench.pressed.presses[heard:] == [NEXT]
    for _time in range(100):
        bench.press(NEXT, 0.01)
    assert len(bench.notices) == 2, "another flood is said again"
