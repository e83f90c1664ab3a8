"""Forty seconds over the tray; ``python -m tests.kit.dice_hour DIR`` has the hour."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the dice camera is an optional part")

from tests.kit.dice_pictures import LABELS, picture, reader_of
from tests.kit.dice_stress import FPS, Lying, Tray, cut_out, small, watch

RIG = "d04"


def test_some_time_of_hands_cards_and_shadows_brings_no_roll_that_was_not_rolled() -> None:
    lying = tuple(
        Lying(small(picture(roll["file"])), (roll["white"], roll["red"], roll["event"]))
        for roll in LABELS["rolls"]
        if roll["rig"] == RIG
    )
    empty = small(picture(f"{RIG}_empty.jpg"))
    hand = cut_out(small(picture(f"{RIG}_hand0.jpg")), empty)
    assert hand is not None
    outcome = watch(Tray(RIG, reader_of(RIG), empty, lying), [hand], round(40 * FPS), seed=1)
    assert outcome.false == []
    assert outcome.rolls >= 2 and outcome.said["right"] == outcome.rolls, outcome
