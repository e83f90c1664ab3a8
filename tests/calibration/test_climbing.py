"""The highest place of hills of which everything is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("cv2")

from calibration.climbing import climbed
from calibration.geometry import Floats

TOP = np.array([0.4, -0.25, 0.07])


def dome(at: Floats) -> float:
    """Steeper in one direction than in another."""
    return float(5 - ((at - TOP) ** 2) @ [1.0, 3.0, 10.0])


def test_a_parabola_is_climbed_to_its_top() -> None:
    at, height = climbed(dome, 3, step=0.1, least=0.001)
    assert at == pytest.approx(TOP) and height == pytest.approx(5)


def test_a_ridge_that_runs_askew_is_climbed() -> None:
    """Where no way along one of the values alone leads far."""

    def ridge(at: Floats) -> float:
        across, along = at[0] - at[1], at[0] + at[1]
        return float(3 - 4 * across**2 - (along - 1) ** 2)

    at, height = climbed(ridge, 2, step=0.1, least=0.001)
    assert at == pytest.approx([0.5, 0.5], abs=0.05) and height == pytest.approx(3, abs=0.01)


def test_what_bends_upwards_is_climbed_as_far_as_it_goes() -> None:
    at, height = climbed(lambda at: float(min(at[0] ** 2 + at[0], 6.0)), 1, step=0.1, least=0.001)
    assert height == pytest.approx(6) and at[0] > 1.99


def test_no_place_is_looked_for_where_there_is_none() -> None:
    """Beyond an edge nothing is known."""

    def known(at: Floats) -> float:
        return dome(at) if at[0] < 0.15 else -math.inf

    at, height = climbed(known, 3, step=0.1, least=0.001)
    assert 0 < at[0] < 0.15 and height == dome(at) > 0.99 * dome(np.array([0.15, *TOP[1:]]))
    at, height = climbed(lambda at: -math.inf, 3, step=0.1, least=0.001)
    assert not at.any() and height == -math.inf


def test_little_is_not_worth_another_step() -> None:
    looked = []

    def flat(at: Floats) -> float:
        looked.append(at)
        return 0.01 * dome(at)

    at, _ = climbed(flat, 3, step=0.1, least=0.1)
    assert not at.any()
    assert len(looked) == 1 + 2 * 3 + 1


def test_no_more_than_two_steps_are_made_at_once() -> None:
    """Where a hill is nearly flat its parabola has its top far away, where nobody has looked."""
    looked: list[float] = []

    def slope(at: Floats) -> float:
        looked.append(float(at[0]))
        return float(at[0] - 0.01 * at[0] ** 2)

    climbed(slope, 1, step=0.1, least=0.001)
    ways = np.array(looked[1:]).reshape(-1, 3)
    assert ways[:, 2] - ways[:, :2].mean(axis=1) == pytest.approx(0.2)
    assert len(ways) == 20, "and a slope that never ends is not climbed for ever"
