"""What is seen on the sides of dice, and what it leaves for their tops."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration import faces, reading, sides, telling  # noqa: E402
from calibration.candidates import Candidate  # noqa: E402
from calibration.faces import Face  # noqa: E402
from calibration.geometry import Floats, Floor, Picture, Square, foot_of  # noqa: E402
from calibration.light import WHITE  # noqa: E402
from calibration.reading import Read, Reader, Unsure  # noqa: E402
from calibration.telling import Teller  # noqa: E402
from tests.kit.dice_pictures import LABELS, learned, picture, reader_of  # noqa: E402

FLOOR = Floor.of(((0, 0), (900, 0), (900, 900), (0, 900)), 9.0, 9.0)
PICTURE = np.zeros((900, 900, 3), np.uint8)
LOW = np.array([4.5, 24.0, 12.0])
"""A camera that sees the sides of dice which face the lower end of the floor."""


def chances(**pips: float) -> Floats:
    """Chances of one to six pips, by their names."""
    names = ("one", "two", "three", "four", "five", "six")
    return np.array([pips.get(name, 0.0) for name in names])


ONE, TWO, FOUR = chances(one=1.0), chances(two=1.0), chances(four=1.0)


def test_dice_lie_in_48_ways_as_makers_number_them_either_way_round() -> None:
    assert len(np.unique(sides.ORIENTATIONS, axis=0)) == 48
    for top, *around in sides.ORIENTATIONS.tolist():
        assert sorted([top, 7 - top, *around]) == [1, 2, 3, 4, 5, 6]
        assert around[0] + around[2] == around[1] + around[3] == 7, "opposite sides make seven"


def test_what_is_on_a_side_is_not_on_top_nor_is_its_opposite() -> None:
    torn = chances(two=0.01, four=0.4, six=0.3, three=0.1)
    left = sides.left_for_top(torn, {2: FOUR})
    assert left.argmax() + 1 == 6 and left[5] > 0.9 * left.sum()
    assert left.sum() == pytest.approx(torn.sum())


def test_two_sides_leave_two_numbers() -> None:
    left = sides.left_for_top(np.full(6, 1 / 6), {1: ONE, 2: TWO})
    assert set(np.flatnonzero(left > 0.4) + 1) == {3, 4}


@pytest.mark.parametrize("other", [1, 2])
def test_sides_that_cannot_both_be_so_leave_the_top_as_it_is(other: int) -> None:
    torn = chances(two=0.3, six=0.6)
    assert sides.left_for_top(torn, {0: ONE, other: ONE}) == pytest.approx(torn)
    assert sides.left_for_top(torn, {}) == pytest.approx(torn)
    assert sides.left_for_top(torn, {0: np.full(6, 1 / 6)}) == pytest.approx(torn), "it shows nothing"


def test_sides_in_pictures_are_read_as_they_can_be() -> None:
    """What is surely seen on a side is neither the top's number nor its opposite."""
    told = 0
    for roll in LABELS["rolls"]:
        reader, image = reader_of(roll["rig"]), picture(roll["file"])
        assert isinstance(reader.read(image), Read)
        for die in reader.dice:
            if die.kind == "event":
                continue
            for pips in sides.seen(reader.floor, image, die.square, reader.seen_from).values():
                if pips.max() > 0.9:
                    told += 1
                    assert int(pips.argmax()) + 1 not in (die.face, 7 - int(die.face)), roll["file"]
    assert told > 10


def a_top(**pips: float) -> Face:
    """The top of the bone die, of which a lamp leaves so much."""
    seen = np.array([0.0, *chances(**pips), 0.0])
    seen[7] = 1 - seen.sum()
    return Face(Square(4.5, 4.5, 0.1, 0.88), seen, learned("d03").white_lab)


@pytest.mark.parametrize(
    ("around", "told", "sure"),
    [({}, 4, False), ({2: FOUR}, 6, True), ({2: ONE}, 4, True), ({2: TWO}, 4, False)],
    ids=["none is seen", "four", "one", "two"],
)
def test_a_top_that_a_lamp_leaves_in_doubt_is_told_by_its_sides(
    around: dict[int, Floats], told: int, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sides, "seen", lambda *_: around)
    monkeypatch.setattr(faces, "is_blank", lambda _: False)
    teller = Teller(learned("d03"))
    die = teller.told(FLOOR, PICTURE, [a_top(two=0.01, four=0.32, six=0.25)], LOW)["white"]
    assert (die.face, teller.is_sure(die)) == (told, sure)


def test_what_speaks_against_a_number_that_the_sides_leave_is_asked_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sides, "seen", lambda *_: {2: FOUR})
    against = dataclasses.replace(a_top(two=0.001, four=0.32, six=0.25), spoken_against=True)
    left = sides.with_sides(FLOOR, PICTURE, against, LOW, WHITE)
    assert left.pips == 6 and left.pips_chance <= 0.5, "nothing is seen on the top"
    monkeypatch.setattr(faces, "is_blank", lambda _: False)
    left = sides.with_sides(FLOOR, PICTURE, against, LOW, WHITE)
    assert left.pips == 6 and left.pips_chance > telling.LEAST_PIPS, "that spoke against a four"
    monkeypatch.setattr(sides, "with_places", lambda face, *_: dataclasses.replace(face, misplaced=True))
    left = sides.with_sides(FLOOR, PICTURE, against, LOW, WHITE)
    assert left.pips_chance <= 0.5, "pips lie where a six has none"


def test_a_top_that_its_sides_tell_is_judged_by_what_is_burnt_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(sides, "seen", lambda *_: {2: FOUR})
    monkeypatch.setattr(sides, "with_places", lambda face, _, ceiling: asked.append(ceiling) or face)
    sides.with_sides(FLOOR, PICTURE, a_top(two=0.001, four=0.32, six=0.25), LOW, (182, 180, 190))
    assert asked == [(182, 180, 190)]


def test_a_number_of_which_the_top_shows_hardly_anything_is_not_told_by_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sides, "seen", lambda *_: {1: FOUR, 2: chances(five=1.0)})
    top = a_top(four=0.5, five=0.35, six=0.1)
    assert sides.with_sides(FLOOR, PICTURE, top, LOW, WHITE) is top


def test_sides_do_not_count_of_a_die_that_may_lean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sides, "seen", lambda *_: {2: FOUR})
    leaning = dataclasses.replace(a_top(two=0.01, four=0.32, six=0.25), surely_flat=False)
    assert Teller(learned("d03")).told(FLOOR, PICTURE, [leaning], LOW)["white"].face == 4


def test_the_sides_of_a_top_that_is_sure_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sides, "seen", lambda *_: pytest.fail("looked at"))
    told = Teller(learned("d03")).told(FLOOR, PICTURE, [a_top(four=0.99)], LOW)
    assert told["white"].face == 4


def test_sides_are_looked_at_below_where_a_top_must_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lamp leaves only the middle of a top to be seen; the die is no smaller for that. What the picture
    cuts off is not looked at."""
    looked: list[Floats] = []

    def noted(floor: Floor, _image: Picture, squares: list[Square], _network: object) -> list[Face]:
        looked.append(np.array(floor.corners_px()) / 100)
        return [dataclasses.replace(a_top(four=0.9), square=squares[0])]

    monkeypatch.setattr(sides, "read_faces", noted)
    top = Square(4.5, 4.5, 0.0, 0.8)
    assert list(sides.seen(FLOOR, PICTURE, top, LOW)) == [2]
    upper = np.array([[4.5 + 0.465, 4.5 + 0.465], [4.5 - 0.465, 4.5 + 0.465]])
    lower = foot_of(upper, LOW)
    assert np.sort(looked[0], axis=0) == pytest.approx(np.sort(np.concatenate([upper, lower]), axis=0))
    assert sides.seen(FLOOR, PICTURE, Square(4.5, 8.4, 0.0, 0.8), LOW) == {}


def test_the_less_surely_something_is_a_side_the_less_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = dataclasses.replace(a_top(four=0.1), square=Square(0.5, 0.5, 0.0, 1.0))
    monkeypatch.setattr(sides, "read_faces", lambda *_: [hidden])
    (side,) = sides.seen(FLOOR, PICTURE, Square(4.5, 4.5, 0.0, 1.0), LOW).values()
    assert side == pytest.approx(np.array([0.15, 0.15, 0.15, 0.25, 0.15, 0.15]))


@pytest.mark.parametrize(
    ("drawing", "pips", "missing"), [(0.0, 0.1, True), (0.0, 0.6, False), (0.7, 0.05, False)]
)
def test_sides_that_show_neither_pips_nor_a_drawing_are_missing(
    drawing: float, pips: float, missing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = np.array([drawing, pips, 0, 0, 0, 0, 0, 1 - drawing - pips])
    face = dataclasses.replace(a_top(), chances=seen)
    monkeypatch.setattr(sides, "read_faces", lambda *_: [face])
    assert sides.are_missing(FLOOR, PICTURE, Square(4.5, 4.5, 0.0, 1.0), LOW, []) == missing
    above = np.array([4.5, 4.5, 12.0])
    assert not sides.are_missing(FLOOR, PICTURE, Square(4.5, 4.5, 0.0, 1.0), above, []), "none would be seen"


@pytest.mark.parametrize(
    ("alone", "flattest"),
    [(True, 99.0), (False, 99.0), (False, -99.0)],
    ids=["it stands alone", "it may lean", "it looks plainly flat"],
)
@pytest.mark.parametrize(("hardly", "read"), [(9.0, False), (-9.0, True)])
def test_what_is_hardly_a_die_must_have_sides(
    hardly: float, read: bool, alone: bool, flattest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A side of a leaning die was once taken for the top of one that lay flat. What may lean must be more
    surely a die, unless it looks plainly flat."""
    may_lean, hiding = not alone and flattest > 0, list[int]()

    def missing(*given: Any) -> bool:
        hiding.append(len(given[-1]))
        return True

    assert reading.HARDLY_DIE < reading.HARDLY_DIE_BESIDE
    roll = next(roll for roll in LABELS["rolls"] if roll["rig"] == "d03")
    monkeypatch.setattr(sides, "are_missing", missing)
    monkeypatch.setattr(Reader, "_stands_alone", lambda *_: alone)
    monkeypatch.setattr(reading, "PLAINLY_FLAT", flattest)
    monkeypatch.setattr(reading, "HARDLY_DIE", -hardly if may_lean else hardly)
    monkeypatch.setattr(reading, "HARDLY_DIE_BESIDE", hardly if may_lean else -hardly)
    found = reader_of("d03").read(picture(roll["file"]))
    assert isinstance(found, Read) == read
    if not read:
        assert isinstance(found, Unsure) and found.reason == "cocked"
        assert not any(hiding), "what is hardly a die hides none"


@pytest.mark.parametrize(
    ("top", "drawing", "pips", "surest"),
    [
        ((0.0, 1.0, 0.0), 0.6, 0.1, 0.1),
        ((0.0, 1.0, 0.0), 0.0, 0.7, 0.7),
        ((1.0, 0.0, 0.0), 0.6, 0.1, 0.7),
        ((0.4, 0.3, 0.3), 0.6, 0.1, 0.1),
        ((0.45, 0.2, 0.15), 0.6, 0.1, 0.7),
    ],
    ids=[
        "a drawing below pips",
        "pips below pips",
        "what may be a gate of bars",
        "below a torn top",
        "below a doubtful drawing",
    ],
)
def test_the_sides_of_a_flat_die_are_like_its_top(
    top: tuple[float, ...], drawing: float, pips: float, surest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a die that leaned on the wall a side of the event die was seen, or so it seemed, below a three."""
    side = np.array([drawing, 0, pips, 0, 0, 0, 0, 1 - drawing - pips])
    shows = np.array([*top, 0, 0, 0, 0, 0])
    monkeypatch.setattr(sides, "read_faces", lambda *_: [dataclasses.replace(a_top(), chances=side)])
    die = dataclasses.replace(a_top(), chances=shows, square=Square(4.5, 4.5, 0.0, 1.0))
    assert sides.surest(FLOOR, PICTURE, die, LOW, []) == pytest.approx(surest)
    assert sides.surest(FLOOR, PICTURE, die, np.array([4.5, 4.5, 12.0]), []) == 1, "none would be seen"


@pytest.mark.parametrize(("place", "hidden"), [
    ((4.5, 5.6), True), ((5.2, 5.5), True), ((4.5, 3.4), False), ((7.0, 7.0), False)
])  # fmt: skip
def test_a_side_that_another_die_hides_need_not_be_seen(
    place: tuple[float, float], hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sides, "read_faces", lambda *_: [dataclasses.replace(a_top(), chances=np.eye(8)[7])])
    die = dataclasses.replace(a_top(), square=Square(4.5, 4.5, 0.0, 1.0))
    other = Square(*place, 0.0, 1.0)
    assert sides.surest(FLOOR, PICTURE, die, LOW, [other]) == 0
    assert sides.may_be_hidden(FLOOR, PICTURE, die.square, LOW, [other]) == hidden
    assert sides.are_missing(FLOOR, PICTURE, die.square, LOW, [other]) != hidden


@pytest.mark.parametrize(
    ("place", "camera", "hidden"),
    [
        ((4.5, 7.2), (4.5, 24.0, 12.0), True),
        ((4.5, 7.1), (4.5, 17.0, 12.0), False),
        ((4.5, 7.5), (4.5, 17.0, 12.0), True),
        ((4.5, 1.8), (4.5, -15.0, 12.0), True),
        ((4.5, 2.8), (4.5, -15.0, 12.0), False),
        ((7.2, 4.5), (24.0, 4.5, 12.0), True),
        ((1.8, 4.5), (-15.0, 4.5, 12.0), True),
        ((1.0, 4.5), (24.0, 4.5, 12.0), False),
        ((4.5, 9.0), (24.0, 8.0, 12.0), False),
        ((4.5, 0.0), (24.0, 1.0, 12.0), False),
        ((6.0, 6.6), (24.0, 24.0, 12.0), False),
    ],
    ids=[
        *("at the lower end", "seen over the wall", "not seen over it"),
        *("at the upper end", "a little away from it", "on the right", "on the left", "at the other end"),
        *("beside the end", "beside the upper end", "another side is seen over the wall"),
    ],
)
def test_a_side_that_a_wall_hides_need_not_be_seen(
    place: tuple[float, float], camera: tuple[float, ...], hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wall stands between it and the camera."""
    monkeypatch.setattr(sides, "in_picture", lambda *_: True)
    die = Square(*place, 0.0, 1.0)
    assert sides.may_be_hidden(FLOOR, PICTURE, die, np.array(camera), []) == hidden


@pytest.mark.parametrize("which", [0, 1])
def test_of_two_sides_one_that_another_die_hides_may_be_the_one_that_is_seen(
    which: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is hidden but for a part, which shows pips."""
    turned, low = Square(4.5, 4.5, np.pi / 4, 1.0), np.array([4.5, 14.0, 8.0])
    both = list(sides._sides(FLOOR, PICTURE, turned, low))
    assert len(both) == 2
    shown = both[which][1]

    def face(_floor: Floor, _image: Picture, side: Floats) -> Face:
        return dataclasses.replace(a_top(), chances=np.eye(8)[3 if side is shown else 7])

    monkeypatch.setattr(sides, "_sides", lambda *_: iter(both))
    monkeypatch.setattr(sides, "_hides", lambda _outline, side: side is shown)
    monkeypatch.setattr(sides, "_face", face)
    assert not sides.are_missing(FLOOR, PICTURE, turned, low, [Square(4.5, 5.9, 0.0, 1.0)])


@pytest.mark.parametrize(
    ("flatter", "shown", "hidden", "odds", "alone", "read"),
    [
        (0.3, 0.5, False, 9.0, False, False),
        (0.3, 0.6, False, 0.1, False, True),
        (0.3, 0.1, False, 9.0, True, True),
        (1.1, 0.1, False, 9.0, False, False),
        (1.1, 0.5, False, 0.1, False, True),
        (1.1, 0.5, True, 0.1, False, True),
        (1.1, 0.0, True, 3.4, False, True),
        (1.1, 0.1, True, 3.4, False, True),
        (1.1, 0.0, True, 2.8, False, False),
        (1.1, 0.0, True, 2.8, True, True),
        (2.1, 0.1, False, 0.1, False, True),
        (2.1, 0.0, True, 0.1, False, True),
    ],
)
def test_what_hardly_looks_flat_must_show_a_side_or_surely_be_a_die_where_it_may_lean(
    flatter: float,
    shown: float,
    hidden: bool,
    odds: float,
    alone: bool,
    read: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Event dice on a wall, or beside another die, were read where none was seen below their tops; and a red
    die on a white one that hid its sides."""
    roll = next(roll for roll in LABELS["rolls"] if roll["rig"] == "d03")

    def with_three(found: float) -> Callable[..., float]:
        def found_with(*given: Any) -> float:
            assert len(given[-1]) == 3, "those that may hide it"
            return found

        return found_with

    monkeypatch.setattr(sides, "surest", with_three(shown))
    monkeypatch.setattr(sides, "may_be_hidden", with_three(hidden))
    monkeypatch.setattr(Candidate, "odds", odds)
    monkeypatch.setattr(Reader, "_is_surely_die", lambda *_: True)
    monkeypatch.setattr(Reader, "_stands_alone", lambda *_: alone)
    monkeypatch.setattr(Candidate, "flatness", property(lambda one: one.least_flat + flatter))
    monkeypatch.setattr(Candidate, "lies", True)
    found = reader_of("d03").read(picture(roll["file"]))
    assert isinstance(found, Read) == read
    if not read:
        assert isinstance(found, Unsure) and found.reason == "cocked"
