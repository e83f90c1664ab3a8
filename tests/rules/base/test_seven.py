"""The seven: how many cards everyone may keep."""

from __future__ import annotations

import pytest

from companion.rules.base.roll import SevenRolled
from tests.kit.tables import BASE, evening, none, only


@pytest.mark.parametrize(("white", "red"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_b_30_a_seven_tells_everyone_the_limit_of_seven(white: int, red: int) -> None:
    events = evening(modules=BASE).roll("anna", white, red)
    assert only(events, SevenRolled).limits == {"anna": 7, "ben": 7, "carla": 7, "david": 7}


@pytest.mark.parametrize(("white", "red"), [(1, 1), (3, 3), (4, 4), (6, 6)])
def test_b_30_any_other_sum_asks_nothing(white: int, red: int) -> None:
    assert none(evening(modules=BASE).roll("anna", white, red), SevenRolled)


def test_b_30_in_the_base_game_the_robber_moves_on_the_first_seven() -> None:
    assert only(evening(modules=BASE).roll("anna", 3, 4), SevenRolled).robber_moves
