"""What an evening may cost in taps. The counts are those of real touches on the real screens."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import pytest

from tests.e2e.outside import ROOT
from tests.kit.counts import CAMERA_MEAN, MEAN, P95, SCENARIO_MEAN, Counts, table
from tests.kit.evenings import SEEDS
from tests.kit.offscreen import OWN_TIME, UNDRAWN
from tests.kit.taps import EVENINGS, GAMES

SINGLE = {"undo": 1, "resume": 1, "correct_roll": 2, "mute": 1}

SETUPS = {"generator": 1, "another": 2, "beginners": 1, "last": 2}
BY_HAND = 23
"""One tap to say so, 18 for the terrain, 2 for the letters, 2 for the harbours of the frame."""


def count(*options: str) -> Counts:
    """Counted in a process of its own, as a process has one window for all its life."""
    counting = subprocess.run(
        [sys.executable, "-m", "tests.kit.taps", "--json", *OWN_TIME, *options],
        cwd=ROOT,
        env={**os.environ, **UNDRAWN, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert counting.returncode == 0, counting.stderr
    counted = msgspec.json.decode(counting.stdout.splitlines()[-1], type=Counts)
    print(table(counted))
    return counted


@pytest.fixture(scope="module")
def counts() -> Counts:
    """With dice entered by hand."""
    return count()


@pytest.fixture(scope="module")
def camera_counts() -> Counts:
    """With dice that a camera reads. L3 is far below its budget and counted by the benchmark."""
    return count("--camera", *(str(GAMES / EVENINGS[level]) for level in BY_CAMERA))


@pytest.mark.parametrize("level", MEAN)
def test_taps_a_turn(counts: Counts, level: str) -> None:
    (game,) = (game for game in counts.games if game.level == level)
    assert game.turns >= 70
    assert game.mean <= MEAN[level], table(counts)
    assert game.p95 <= P95[level], table(counts)


BY_CAMERA = ("L0", "L1", "L2")


@pytest.mark.parametrize("level", BY_CAMERA)
def test_taps_a_turn_with_dice_that_a_camera_reads(camera_counts: Counts, level: str) -> None:
    (game,) = (game for game in camera_counts.games if game.level == level)
    assert game.turns >= 70
    assert game.mean <= CAMERA_MEAN[level], table(camera_counts)


AT_ONCE = {
    "L1": ("ri.", "cv.", "ba.", "tb."),
    "L2": ("cv.", "ba.tell_", "tb.turn_up_cargo", "base.end_turn"),
    "L3": ("cv.", "ba.tell_", "tb.turn_up_cargo", "base.end_turn"),
}
"""What is one tap whenever it is entered, by how the tags begin: the points of a scenario where nobody tracks
the board, a card that is laid as a vote, the camel's place and the way to the vote, and what dice or a card
have shown."""
WAGON = 3


def test_taps_of_the_scenarios() -> None:
    """Their recorded evenings, entered by touch at each level, with the state held against the engine's.

    One test for all of it, as each process that counts enters all of them.
    """
    found = {(game.game.partition("-")[0], game.level): game for game in count("--scenarios").games}
    assert set(found) == {(scenario, level) for scenario in SEEDS for level in SCENARIO_MEAN}
    over = [
        f"{scenario}, {level}: {game.mean} a turn, 95 % at most {game.p95}, of {game.turns} turns"
        for (scenario, level), game in found.items()
        if game.turns < 40 or game.mean > SCENARIO_MEAN[level] or game.p95 > P95[level]
    ]
    over += [
        f"{scenario}, {level}: {kind} took {taps}"
        for (scenario, level), game in found.items()
        for kind, taps in game.dearest.items()
        if taps > (1 if kind.startswith(AT_ONCE[level]) else WAGON if kind == "tb.move_wagon" else taps)
    ]
    assert not over, over


def test_what_must_be_at_hand_takes_a_tap_or_two(counts: Counts) -> None:
    assert counts.single == SINGLE


def test_b_08_laying_a_board(counts: Counts) -> None:
    found = dict(counts.setups)
    assert found.pop("by_hand") <= BY_HAND
    assert found == SETUPS
