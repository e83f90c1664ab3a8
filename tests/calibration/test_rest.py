from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.motion import Motion  # noqa: E402
from calibration.reading import Read, Unsure  # noqa: E402
from calibration.rest import Rolled, Watcher  # noqa: E402
from tests.kit.dice_noise import LONGEST_S, NOISES, flying, laid, pieces, shaking, watched  # noqa: E402
from tests.kit.dice_pictures import LABELS, picture, reader_of  # noqa: E402

RIG = "d03"
ROLLS = [roll for roll in LABELS["rolls"] if roll["rig"] == RIG]
FPS = 12.0


@cache
def grain() -> np.ndarray:
    return np.random.default_rng(0).normal(0, 1.5, (720, 960, 3)).round().astype(np.int16)


def noise() -> Iterator[np.ndarray]:
    """A camera's noise, another in each frame: the same grain, each time moved elsewhere."""
    chance = np.random.default_rng(0)
    while True:
        yield np.roll(grain(), tuple(chance.integers(0, 700, 2)), (0, 1))


class Table:
    """Feeds frames to a watcher as a camera would, with noise."""

    def __init__(self, *, first_counts: bool = True) -> None:
        self.watcher = Watcher(reader_of(RIG), first_counts=first_counts)
        self.noise = noise()
        self.number = 0
        self.rolls: list[Rolled] = []

    def show(self, seen: np.ndarray, frames: int = 1, light: float = 1.0) -> None:
        for _ in range(frames):
            lit = cv2.convertScaleAbs(seen, alpha=light)
            noisy = cv2.add(lit, next(self.noise), dtype=cv2.CV_8U)
            rolled = self.watcher.feed(self.number, self.number / FPS, noisy)
            if rolled is not None:
                self.rolls.append(rolled)
            self.number += 1

    def shake(self, seen: np.ndarray, frames: int = 4) -> None:
        for step in range(frames):
            corner = seen.copy()
            corner[200 + 60 * step : 330 + 60 * step, 300 + 70 * step : 430 + 70 * step] = (40, 60, 200)
            self.show(corner)


def said(rolled: Rolled) -> tuple[int | None, int | None, str | None]:
    return rolled.outcome.white, rolled.outcome.red, rolled.outcome.event


def wanted(number: int) -> tuple[int, int, str]:
    roll = ROLLS[number]
    return roll["white"], roll["red"], roll["event"]


def test_a_roll_is_said_once_and_soon() -> None:
    table = Table()
    lying = picture(ROLLS[0]["file"])
    table.shake(picture("d03_empty.jpg"))
    at_rest = table.number
    table.show(lying, 30)
    (rolled,) = table.rolls
    assert said(rolled) == wanted(0)
    assert (rolled.frame - at_rest) / FPS <= 0.3


def test_a_new_roll_counts_only_after_the_dice_have_moved() -> None:
    table = Table()
    lying = picture(ROLLS[0]["file"])
    table.show(lying, 8)
    for _ in range(3):  # a hand over the tray that touches nothing
        table.shake(lying)
        table.show(lying, 8)
    assert len(table.rolls) == 1
    table.shake(lying)
    table.show(picture(ROLLS[1]["file"]), 8)
    assert [said(rolled) for rolled in table.rolls] == [wanted(0), wanted(1)]


def test_flickering_light_does_not_delay_a_roll() -> None:
    table = Table()
    table.shake(picture("d03_empty.jpg"))
    for light in (1.0, 0.85, 1.1, 0.9, 1.05, 0.8, 1.0):
        table.show(picture(ROLLS[0]["file"]), 1, light)
    assert [said(rolled) for rolled in table.rolls] == [wanted(0)]


def test_moving_dice_are_not_read() -> None:
    table = Table()
    seen = [picture(roll["file"]) for roll in ROLLS[:2]]
    for step in range(12):
        table.show(seen[step % 2])
    assert table.rolls == []


def test_dice_that_were_left_in_the_tray_need_not_count() -> None:
    table = Table(first_counts=False)
    table.show(picture(ROLLS[0]["file"]), 10)
    assert table.rolls == []
    table.shake(picture(ROLLS[0]["file"]))
    table.show(picture(ROLLS[1]["file"]), 8)
    assert [said(rolled) for rolled in table.rolls] == [wanted(1)]


def test_a_die_that_fell_out_is_said_after_a_while() -> None:
    table = Table()
    table.shake(picture("d03_empty.jpg"))
    table.show(picture("d03_missing0.jpg"), 20)
    (rolled,) = table.rolls
    assert isinstance(rolled.outcome, Unsure) and rolled.outcome.reason == "missing"
    assert not isinstance(rolled.outcome, Read)


def test_an_empty_tray_is_no_roll() -> None:
    table = Table()
    table.show(picture("d03_empty.jpg"), 20)
    assert table.rolls == []


@pytest.mark.parametrize("name", NOISES)
def test_a_roll_is_said_once_and_soon_under_noise(name: str) -> None:
    roll = ROLLS[list(NOISES).index(name) % len(ROLLS)]
    lying = picture(roll["file"])
    moving = flying(reader_of(RIG), picture("d03_empty.jpg"), lying, np.random.default_rng(1))
    told, _ = watched(reader_of(RIG), NOISES[name], moving, lying, seed=1)
    ((delay_s, rolled),) = told
    assert said(rolled) == (roll["white"], roll["red"], roll["event"])
    assert 0 < delay_s <= LONGEST_S


@pytest.mark.parametrize("name", ["fine blotches", "coarse blotches", "bands", "hard shake"])
def test_a_die_that_is_nudged_by_a_tenth_of_its_edge_has_moved_even_under_noise(name: str) -> None:
    reader, lying = reader_of(RIG), picture(ROLLS[0]["file"])
    by_px = 0.1 * reader.floor.edge_px()
    for piece in pieces(reader, lying):
        motion = Motion(reader)
        nudged = laid(lying, piece, (by_px, 0), lying)
        frames = NOISES[name]([*[lying] * 4, nudged], np.random.default_rng(2))
        assert [motion.moved(frame) for frame in frames] == [True, False, False, False, True]


def test_a_camera_that_is_pushed_aside_has_moved_and_one_that_trembles_has_not() -> None:
    motion, lying = Motion(reader_of(RIG)), picture(ROLLS[0]["file"])
    pushed = np.roll(lying, 8, axis=1)
    frames = NOISES["hard shake"]([*[lying] * 9, *[pushed] * 9], np.random.default_rng(4))
    assert [motion.moved(frame) for frame in frames] == [True, *[False] * 8, True, *[False] * 8]


def test_a_floor_that_reaches_to_the_edge_of_the_picture_may_tremble_too() -> None:
    lying = next(picture(roll["file"]) for roll in LABELS["rolls"] if roll["rig"] == "d04")
    motion = Motion(reader_of("d04"))
    frames = shaking([lying] * 24, np.random.default_rng(4), spread_px=1.2, twist=0.001)
    assert [motion.moved(frame) for frame in frames] == [True] + [False] * 23


def test_a_camera_that_turns_a_little_on_its_arm_has_not_moved() -> None:
    motion, lying = Motion(reader_of(RIG)), picture(ROLLS[0]["file"])
    height, width = lying.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 0.4, 1.0)
    turned = cv2.warpAffine(lying, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    frames = NOISES["bands"]([lying] * 3 + [turned] * 3, np.random.default_rng(5))
    assert [motion.moved(frame) for frame in frames] == [True] + [False] * 5


def test_an_arm_that_sags_does_not_hide_a_die_that_is_nudged() -> None:
    reader, lying = reader_of(RIG), picture(ROLLS[0]["file"])
    motion = Motion(reader)
    sagging = [np.roll(lying, round(step / 10), axis=0) for step in range(120)]
    frames = list(NOISES["bands"](sagging, np.random.default_rng(6)))
    assert [motion.moved(frame) for frame in frames] == [True] + [False] * 119
    piece = pieces(reader, sagging[-1])[0]
    assert motion.moved(laid(sagging[-1], piece, (0.1 * reader.floor.edge_px(), 0), sagging[-1]))


def test_light_that_goes_out_is_no_movement_and_a_dazzled_camera_cannot_be_aligned() -> None:
    motion, lying = Motion(reader_of(RIG)), picture(ROLLS[0]["file"])
    black, white = np.zeros_like(lying), np.full_like(lying, 255)
    seen = [lying, lying, black, black, lying, white, lying]
    assert [motion.moved(frame) for frame in seen] == [True, False, False, False, False, True, True]


@pytest.mark.parametrize("seed", range(4))
def test_dice_that_creep_are_not_at_rest(seed: int) -> None:
    reader, lying = reader_of(RIG), picture(ROLLS[0]["file"])
    by_px = 0.03 * reader.floor.edge_px()
    piece = pieces(reader, lying)[0]
    creeping = [laid(lying, piece, (by_px * step, 0), lying) for step in range(12)]
    told, _ = watched(reader, NOISES["bands"], creeping, creeping[-1], seed)
    ((delay_s, rolled),) = told
    assert 0 < delay_s <= LONGEST_S
    assert said(rolled) == wanted(0)


def test_a_picture_that_shows_nothing_of_the_tray_does_not_move() -> None:
    motion = Motion(reader_of(RIG))
    for rows in (64, 4):
        strip = picture("d03_empty.jpg")[:rows]
        assert [motion.moved(strip) for _ in range(2)] == [True, False]
