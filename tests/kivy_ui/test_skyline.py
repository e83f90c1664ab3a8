"""Where drawings go on a page of the atlas."""

from __future__ import annotations

import random

from kivy_ui.art.skyline import Skyline

SIDE = 1024
SEED = 7


def sizes() -> list[tuple[int, int]]:
    """Drawings as they come in an evening: many small ones of a few heights, some large."""
    chance = random.Random(SEED)
    return [
        (int(tall * chance.uniform(0.7, 2)), tall)
        for tall in chance.choices((16, 24, 36, 52, 70, 140, 210), (6, 6, 5, 4, 3, 1, 1), k=1000)
    ]


def test_rectangles_lie_on_the_page_and_not_on_each_other() -> None:
    page = Skyline(SIDE)
    taken: set[tuple[int, int]] = set()
    area = 0
    for wide, tall in sizes():
        spot = page.place(wide, tall)
        if spot is None:
            break
        left, bottom = spot
        assert left >= 0 <= bottom and left + wide <= SIDE >= bottom + tall
        cells = {(x, y) for x in range(left, left + wide) for y in range(bottom, bottom + tall)}
        assert taken.isdisjoint(cells), f"seed {SEED}"
        taken |= cells
        area += wide * tall
    assert area > 0.8 * SIDE * SIDE


def test_a_page_is_filled_to_its_edges() -> None:
    page = Skyline(4)
    assert [page.place(2, 4), page.place(2, 2), page.place(2, 2)] == [(0, 0), (2, 0), (2, 2)]
    assert page.place(1, 1) is None
    assert Skyline(4).place(5, 1) is None
    assert Skyline(4).place(1, 5) is None
