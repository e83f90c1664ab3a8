"""What is seen of pips without a network: which numbers it leaves possible, and what it speaks against."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration import faces, networks  # noqa: E402
from calibration.faces import ALONE_CHANCE, LEAST_DOUBTED, Face, read_faces  # noqa: E402
from calibration.geometry import Floor, Square  # noqa: E402
from calibration.light import WHITE, Ceiling  # noqa: E402
from calibration.pips import BURNT, Places  # noqa: E402
from calibration.telling import LEAST_PIPS  # noqa: E402

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 1), (0, -1)],
}


Colour = tuple[int, int, int]
DARK_RED, YELLOW, IVORY, BLACK = (25, 20, 90), (60, 170, 220), (200, 225, 235), (20, 20, 20)


def face(
    pips: int,
    turns: int = 0,
    lamp: tuple[float, float] | None = None,
    body: Colour = DARK_RED,
    pip: Colour = YELLOW,
) -> np.ndarray:
    """A top face, cut out as the reader does it."""
    patch = np.full((160, 160, 3), body, np.uint8)
    for right, down in PIPS[pips]:
        cv2.circle(patch, (80 + right * 27, 80 + down * 27), 10, pip, -1)
    patch = np.rot90(patch, turns).copy()
    if lamp is not None:
        cv2.circle(patch, (round(80 + lamp[0] * 27), round(80 + lamp[1] * 27)), 14, (250, 255, 255), -1)
    return cv2.resize(patch, (40, 40), interpolation=cv2.INTER_AREA)


def marbled(patch: np.ndarray, seed: int) -> np.ndarray:
    """With veins that are a twelfth as strong as the pips."""
    noise = np.random.default_rng(seed).standard_normal((len(patch), len(patch), 1)).astype(np.float32)
    veins = cv2.GaussianBlur(noise, (0, 0), 1.5)
    return np.clip(patch + 10 * veins[..., None] / veins.std(), 0, 255).astype(np.uint8)


COLOURS = pytest.mark.parametrize("colours", [(DARK_RED, YELLOW), (IVORY, BLACK)])
NUMBERS = pytest.mark.parametrize("pips", range(1, 7))


def possible(patch: np.ndarray) -> set[int]:
    return set(Places.of(patch, WHITE).possible())


@pytest.mark.parametrize("turns", [0, 1])
@COLOURS
@NUMBERS
def test_only_the_number_that_is_shown_is_possible(
    pips: int, colours: tuple[Colour, Colour], turns: int
) -> None:
    assert possible(face(pips, turns, None, *colours)) == {pips}


@NUMBERS
def test_veins_of_marble_are_no_pips(pips: int) -> None:
    told = [possible(marbled(face(pips), seed)) for seed in range(20)]
    assert all(numbers in ({pips}, set()) or pips in numbers for numbers in told)
    assert sum(numbers == {pips} for numbers in told) > 12


def test_of_pips_that_are_hardly_seen_nothing_is_said() -> None:
    assert possible(face(4, body=(120, 120, 120), pip=(130, 130, 130))) == set()


@NUMBERS
def test_under_a_lamp_no_dark_pips_are_taken_for_another_number(pips: int) -> None:
    """On any place where some number has a pip: it may hide one, and then other numbers are possible, too."""
    for place in ((0, 0), (-1, -1), (1, -1), (0, 1), (1, 0)):
        told = possible(face(pips, 0, place, IVORY, BLACK))
        assert pips in told or not told, place


@pytest.mark.parametrize(
    ("pips", "place", "hides"),
    [
        (1, (-1, -1), False),
        (2, (0, 0), True),
        (2, (-1, 1), False),
        (3, (1, -1), False),
        (4, (0, 0), True),
        (4, None, False),
        (5, (0, 1), False),
        (6, (0, 0), False),
    ],
)
@pytest.mark.parametrize("shown", [1.0, 0.5], ids=["usual light", "a darker picture"])
def test_a_lamp_may_hide_pips_where_a_larger_number_has_its_others(
    pips: int, place: tuple[float, float] | None, hides: bool, shown: float
) -> None:
    """On the middle of a four it may hide that of a five; beside a two it would have to hide two for a
    four."""
    lit = np.ascontiguousarray(shown * face(pips, 0, None, IVORY, BLACK), np.uint8)
    if place is not None:
        at = round(20 + place[0] * 6.75), round(20 + place[1] * 6.75)
        cv2.circle(lit, at, 4, (255 if shown == 1 else 170,) * 3, -1)
    assert Places.of(lit, WHITE).may_hide_more(pips) == hides


def test_nobody_takes_what_a_lamp_leaves_for_a_die_without_pale_pips() -> None:
    assert not Places.of(face(4, 0, (0, 0)), WHITE).may_hide_more(4)


def test_the_pips_that_are_seen_may_leave_only_one_number() -> None:
    """Three of four corners are seen, and nothing in the middle or between them."""
    assert possible(face(4, 0, (-1, -1), IVORY, BLACK)) == {4}
    assert possible(face(5, 0, (0, 0), IVORY, BLACK)) == {4, 5}
    assert possible(face(3, 0, (-1, -1), IVORY, BLACK)) == {3}


def test_a_dark_pip_speaks_against_a_number_that_has_none_there() -> None:
    """As where a lamp has burnt away one of four: two that lie across are seen, and one pip too many. Of a
    three or a five not all are seen, so nothing is said of them."""
    seen = Places.of(face(4, 0, (-1, -1), IVORY, BLACK), WHITE)
    assert [pips for pips in range(1, 7) if seen.speak_against(pips)] == [2]
    pale = Places.of(face(4), WHITE)
    assert not any(pale.speak_against(pips) for pips in range(1, 7)), "it may be a lamp"


def test_dark_pips_are_told_from_pale_ones() -> None:
    assert Places.of(face(3, 0, (1, -1), IVORY, BLACK), WHITE).are_dark, "whatever a lamp does"
    assert not Places.of(face(3), WHITE).are_dark


# --- how much is a pip: a four of which the middle is in doubt ------------------------------------------

CORNERS, MIDDLE = [0, 2, 6, 8], 4
PALE = (0.0, 60.0, 80.0)
"""What pale pips add to a die's colour: a contrast of 100."""
ASIDE = (0.0, 80.0, -60.0)
"""The same contrast in another colour."""


def four(
    like: float, other: float = 0.0, pip: tuple[float, float, float] = PALE, body: float = 100.0
) -> Places:
    """In the middle so much is like a pip, and so much of another colour."""
    around, there = np.full((9, 3), body), np.full((9, 3), body)
    there[CORNERS] += pip
    there[MIDDLE] += like * np.array(pip) + other * np.array(ASIDE)
    return Places(there, around)


@pytest.mark.parametrize(
    ("like", "other", "numbers"),
    [(0.6, 0.0, {5}), (0.45, 0.0, {4, 5}), (0.25, 0.0, {4}), (0.8, 0.5, {4, 5}), (0.8, 0.25, {5})],
    ids=["a pip", "between the two", "none", "of another colour", "nearly of its colour"],
)
def test_what_differs_less_than_a_pip_may_be_one(like: float, other: float, numbers: set[int]) -> None:
    assert four(like, other).possible() == numbers


@pytest.mark.parametrize(("contrast", "numbers"), [(40, {4}), (30, set())])
def test_pips_must_be_seen(contrast: float, numbers: set[int]) -> None:
    assert four(0.0, pip=(0.0, 0.6 * contrast, 0.8 * contrast)).possible() == numbers


def test_where_all_is_burnt_out_nothing_can_be_told() -> None:
    seen = four(0.0)
    assert seen.possible() == {4}
    seen.around[MIDDLE] = seen.there[MIDDLE] = 250
    assert seen.possible() == {4, 5}


@pytest.mark.parametrize(("ceiling", "numbers"), [(255, {4}), (182, {4, 5})], ids=["as learned", "brighter"])
def test_what_is_burnt_out_depends_on_the_light(ceiling: int, numbers: set[int]) -> None:
    """In light that is brighter by 40 % all that was above 182 has burnt out."""
    seen = dataclasses.replace(four(0.0), ceiling=(ceiling,) * 3)
    seen.around[MIDDLE] = seen.there[MIDDLE] = 175
    assert seen.possible() == numbers


def test_a_pale_pip_that_is_burnt_out_is_one_all_the_same() -> None:
    seen = four(1.0, pip=(145.0, 145.0, 145.0))
    assert seen.there[MIDDLE].min() > BURNT * 255 and seen.possible() == {5}


@pytest.mark.parametrize("brighter", [1.0, 1.4], ids=["as learned", "brighter"])
@pytest.mark.parametrize(
    ("lamp", "like", "numbers"),
    [(100, 0.2, {4}), (220, 0.2, {5}), (220, 0.1, {4, 5}), (239, 0.04, {4}), (239, 0.05, {4, 5})],
)
def test_under_a_lamp_less_is_left_of_a_dark_pip(
    lamp: float, like: float, numbers: set[int], brighter: float
) -> None:
    """Grey 100 may become brighter by 155, and of a lamp that is 220 bright by 35: a pip keeps 0.23 there,
    and 0.15 where it is brighter still. In brighter light the same is seen as it would look with less."""
    seen = four(0.0, pip=(-50.0, -50.0, -50.0))
    seen.around[MIDDLE] = lamp
    seen.there[MIDDLE] = lamp - 50 * like
    as_learned = Places(seen.there / brighter, seen.around / brighter, (255 / brighter,) * 3)
    assert as_learned.possible() == numbers


@pytest.mark.parametrize(
    ("contrast", "like", "other", "against"),
    [(70, 0.9, 0.0, True), (50, 0.9, 0.0, False), (70, 0.7, 0.0, False), (70, 1.0, 0.2, False)],
    ids=["plainly", "of too little contrast", "fainter", "of another colour"],
)
def test_only_what_is_plainly_a_dark_pip_speaks_against(
    contrast: float, like: float, other: float, against: bool
) -> None:
    pip = (0.0, -0.6 * contrast, -0.8 * contrast)
    assert four(like, other * contrast / 100, pip, body=200.0).speak_against(4) == against


@COLOURS
@NUMBERS
def test_a_pip_may_lie_a_little_beside_its_place(pips: int, colours: tuple[Colour, Colour]) -> None:
    assert possible(np.roll(face(pips, 0, None, *colours), (2, 2), (0, 1))) == {pips}


def test_the_edge_of_a_die_is_not_compared_with_its_pips() -> None:
    """A six that has a lamp in its top and none in its edges: the pips in the corners do not lie on these."""
    patch = np.full((160, 160, 3), (60, 45, 35), np.uint8)
    patch[38:122, 38:122] = (150, 140, 140)
    for right, down in PIPS[6]:
        cv2.circle(patch, (80 + down * 27, 80 + right * 26), 11, (130, 185, 215), -1)
        cv2.circle(patch, (80 + down * 27, 80 + right * 26), 4, (150, 140, 140), -1)
    assert possible(cv2.resize(patch, (40, 40), interpolation=cv2.INTER_AREA)) == {6}


# --- beside the network ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("patch", "chance", "numbers", "against", "misplaced"),
    [
        (face(4, 0, (-1, -1), IVORY, BLACK), 0.7, {4}, True, True),
        (face(4), 0.7, {4}, False, False),
        (face(2, 0, None, IVORY, BLACK), 0.7, {2}, False, False),
        (face(4, 0, (-1, -1), IVORY, BLACK), 0.98, {4}, True, True),
        (face(4, 0, (-1, -1), IVORY, BLACK), 0.995, {4}, True, True),
    ],
    ids=["dark pips", "pale pips", "the right number", "hardly in doubt", "sure"],
)
def test_few_pips_and_what_the_network_doubts_are_compared_with_what_is_seen(
    patch: np.ndarray,
    chance: float,
    numbers: set[int],
    against: bool,
    misplaced: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The network takes it for a two, and so much more than for a six."""
    told = told_two(patch, chance, WHITE, monkeypatch)
    assert (told.possible, told.spoken_against, told.misplaced) == (numbers, against, misplaced)


@pytest.mark.parametrize(
    ("ceiling", "numbers"), [(255, {4}), (182, {1, 2, 3, 4, 5, 6})], ids=["as learned", "brighter"]
)
def test_dark_pips_may_be_hidden_where_the_die_is_burnt_out_in_that_light(
    ceiling: int, numbers: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pale = face(4, body=(175, 175, 175), pip=(60, 60, 60))
    assert told_two(pale, 0.7, (ceiling,) * 3, monkeypatch).possible == numbers


def told_two(patch: np.ndarray, chance: float, ceiling: Ceiling, monkeypatch: pytest.MonkeyPatch) -> Face:
    """What is read of that face where the network takes it for a two, with that chance, or else for a six."""
    chances = np.array([0, 0, chance, 0, 0, 0, 1 - chance, 0])

    def look(
        _floor: Floor, _image: np.ndarray, squares: list[Square], *_more: object
    ) -> tuple[np.ndarray, ...]:
        count = len(squares)
        return np.tile(chances, (count, 1)), np.zeros((count, 4)), np.array([patch] * count)

    monkeypatch.setattr(faces, "_look", look)
    floor, square = Floor(np.eye(3), 1.0, 1.0), Square(0, 0, 0, 1)
    (told,) = faces.read_faces(floor, patch, [square], closer=networks.closer, ceiling=ceiling)
    assert told.pips == 2
    return told


def test_many_pips_of_which_the_network_is_sure_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing hides beside them, and it takes its time."""
    patch = face(4, 0, (-1, -1), IVORY, BLACK)
    monkeypatch.setattr(faces, "FEW_PIPS", 1)
    told = told_two(patch, 0.995, WHITE, monkeypatch)
    assert (told.possible, told.spoken_against) == (set(), False)


def test_the_only_possible_number_is_sure_where_the_network_is_in_doubt() -> None:
    chances = np.array([0, 0.1, 0, 0, 0.7, 0.1, 0, 0.1], np.float32)
    square = Square(0, 0, 0, 1)
    assert Face(square, chances, (0, 0, 0)).pips_chance == pytest.approx(7 / 8)
    assert Face(square, chances, (0, 0, 0), possible=frozenset({4})).pips_chance == ALONE_CHANCE > LEAST_PIPS
    for others, chance in (({2}, 7 / 8), ({4, 5}, 7 / 9)):  # where several are possible each of them counts
        told = Face(square, chances, (0, 0, 0), possible=frozenset(others))
        assert told.pips_chance == pytest.approx(chance), others
    chances[[0, 4]] = 0.6, 0.2
    drawing = Face(square, chances, (0, 0, 0), possible=frozenset({4}))
    assert drawing.pips_chance < ALONE_CHANCE
    for pips, sure in ((0.64, True), (0.56, False)):
        chances = np.array([0.9 - pips, 0.1, 0, 0, pips, 0, 0, 0], np.float32)  # or else a drawing, or a one
        told = Face(square, chances, (0, 0, 0), possible=frozenset({4}))
        assert (told.pips_chance == ALONE_CHANCE) == sure, pips


@NUMBERS
def test_of_a_face_on_which_nothing_is_left_no_number_is_sure(pips: int) -> None:
    """In much light a white six, of which two levels were left, was read as a four."""
    chances = np.zeros((1, 12), np.float32)
    chances[0, 4] = 9.0  # whatever is shown: logits
    floor = Floor.of(((0, 0), (200, 0), (200, 200), (0, 200)), 8.0, 8.0)
    for pip, sure in (((250, 250, 250), False), ((240, 240, 240), True)):
        picture = np.full((200, 200, 3), (252, 252, 252), np.uint8)
        for right, down in PIPS[pips]:
            cv2.circle(picture, (100 + right * 7, 100 + down * 7), 3, pip, -1)
        (told,) = read_faces(
            floor, picture, [Square(4.0, 4.0, 0.0, 1.0)], lambda given: chances[[0] * len(given)]
        )
        assert (told.pips_chance > LEAST_PIPS) == sure, pip


def test_a_number_that_is_spoken_against_is_not_sure() -> None:
    chances = np.array([0, 0, 0.97, 0, 0.02, 0, 0, 0.01], np.float32)
    assert Face(Square(0, 0, 0, 1), chances, (0, 0, 0), spoken_against=True).pips_chance == LEAST_DOUBTED
