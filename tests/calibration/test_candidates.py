from __future__ import annotations

import dataclasses

import numpy as np
import pytest

pytest.importorskip("cv2")

from calibration.candidates import LOWEST_FLAT, are_all_rolled, may_lean, raised
from calibration.faces import Face
from calibration.geometry import Square
from calibration.telling import LEAST_PIPS, Die
from tests.kit.candidates import candidate, face_at


@pytest.mark.parametrize(
    ("junk", "flat", "apart", "leans"),
    [(0.2, 2.2, 1.3, True), (0.1, 2.2, 1.3, False), (0.2, 2.6, 1.3, False), (0.2, 2.2, 1.6, False)],
    ids=["may lean", "surely a die", "flatter", "too far away to lean"],
)
def test_what_is_less_surely_a_die_may_lean_on_the_one_beside_it(
    junk: float, flat: float, apart: float, leans: bool
) -> None:
    """A six that leaned on the event die looked as flat as many that lie."""
    on = dataclasses.replace(candidate(3.0, 0.66, 0.02, 4.0), face=face_at(Square(3.0, 4.0, 0.1, 1.0)))
    square = Square(3.0 + apart, 4.0, 0.1, 1.0)
    one = dataclasses.replace(candidate(3.0, 0.59, junk, flat), face=face_at(square, junk))
    assert may_lean(one, [on, one]) == leans
    assert not may_lean(one, [one]) and not may_lean(on, [on, one])


@pytest.mark.parametrize(
    ("drawing", "known", "flat", "apart", "leans"),
    [
        (0.9, False, 2.9, 1.3, True),
        (0.9, False, 3.1, 1.3, False),
        (0.9, True, 2.0, 1.3, False),
        (0.9, False, 2.0, 1.6, False),
        (0.4, False, 2.9, 1.3, False),
    ],
    ids=["may lean", "flatter", "known", "too far away to lean", "no drawing"],
)
def test_a_face_of_the_event_die_that_is_not_known_may_lean_on_the_die_beside_it(
    drawing: float, known: bool, flat: float, apart: float, leans: bool
) -> None:
    """A green gate that leaned on the white die was surely a die and looked flat."""
    on = dataclasses.replace(candidate(3.0, 0.66, 0.02, 4.0), face=face_at(Square(3.0, 4.0, 0.1, 1.0)))
    chances = np.array([drawing, *6 * [(1 - drawing) / 6], 0.0])
    face = Face(Square(3.0 + apart, 4.0, 0.1, 1.1), chances, (50.0, 0.0, 0.0), known=known)
    one = dataclasses.replace(candidate(3.0, 0.66, 0.02, flat), face=face)
    assert may_lean(one, [on, one]) == leans


@pytest.mark.parametrize("flat", [1.0, 2.0], ids=["may lean", "flat"])
@pytest.mark.parametrize(
    ("possible", "sure"), [(set(), True), ({1, 3, 5}, False), ({1}, True)], ids=["unasked", "burnt", "alone"]
)
def test_where_a_lamp_leaves_several_numbers_possible_each_of_them_counts(
    possible: set[int], sure: bool, flat: float
) -> None:
    """A white three of which only the middle pip was left, beside four others, was read as a one."""
    one = candidate(2.0, 0.9, 0.02, flat)
    chances = np.array([0.01, 0.71, 0.01, 0.04, 0.0, 0.01, 0.01, 0.21])
    face = dataclasses.replace(one.face, chances=chances, possible=frozenset(possible))
    chance = dataclasses.replace(one, face=face).top.pips_chance
    assert (chance > LEAST_PIPS) == sure


def test_what_is_hardly_a_die_must_look_flatter_to_lie_flat() -> None:
    """As another side than the top of a die that leans does."""
    side, top = candidate(0.0, 0.5, 0.3, 0.7), candidate(0.0, 0.66, 0.02, 0.7)
    assert side.is_die and not side.lies
    assert top.lies
    assert candidate(0.0, 0.5, 0.3, 2.0).lies, "it may be a poor picture of one"
    shadow = candidate(0.0, 0.3, 0.5, 0.7)
    assert shadow.lies and not shadow.is_die, "what is no die does not lean"
    assert candidate(0.0, 0.95, 0.001, 0.0).lies, "a die beyond doubt may look a little less flat"
    assert not candidate(0.0, 0.95, 0.001, -0.1).lies, "and no less than that"


def test_a_face_that_is_known_but_not_well_may_lean() -> None:
    """The blue gate on a die that leans: its drawing is told, and the network sees no top face."""
    seen = candidate(0.0, 0.52, 0.5, 1.0)
    leaning, flat = (
        dataclasses.replace(seen, face=dataclasses.replace(seen.face, known=True, well_known=well))
        for well in (False, True)
    )
    assert leaning.odds == flat.odds > seen.odds
    assert flat.lies and not leaning.lies


def test_a_die_with_nothing_near_does_not_lean() -> None:
    doubted = candidate(0.0, 0.66, 0.02, -1.0)
    assert not doubted.lies and dataclasses.replace(doubted, alone=True).lies
    print_on_the_floor = candidate(0.0, 0.4, 0.4, 0.2)
    assert print_on_the_floor.is_die and not dataclasses.replace(print_on_the_floor, alone=True).lies
    rim = candidate(0.0, 0.8, 0.05, -2.2)
    assert not dataclasses.replace(rim, alone=True).lies, "it leans on one that was found too far out"
    nothing = candidate(0.0, 0.66, 0.02, -3.0)
    assert not dataclasses.replace(nothing, alone=True).lies, "what looks like no flat die at all is none"
    forgiven = dataclasses.replace(nothing, least_flat=LOWEST_FLAT)
    assert dataclasses.replace(forgiven, alone=True).flatness == forgiven.flat, "not forgiven twice"


@pytest.mark.parametrize(
    ("edge", "leaning", "higher"), [(1.12, 0, True), (1.1, 0, False), (1.06, 1, True), (1.05, 1, False)]
)
def test_a_die_that_leans_is_larger_than_one_on_the_floor(edge: float, leaning: int, higher: bool) -> None:
    """A little larger is enough where it may lean on another die. An event die may always be larger."""
    white, red, event = Square(3, 3, 0, 1.1), Square(4.3, 3, 0, edge), Square(6, 6, 0, 1.2)
    told = {"white": Die("white", white, 2, 0.99), "red": Die("red", red, 6, 0.99)}
    told["event"] = Die("event", event, "ship", 0.99)
    assert raised(told, [red][:leaning], 1.0) == (["red"] if higher else [])
    assert raised({}, [red], 1.0) == []


@pytest.mark.parametrize(
    ("edge", "own", "leaning", "higher"),
    [(1.13, 1.1, True, True), (1.12, 1.1, True, False), (1.13, 1.12, True, False), (1.3, 1.1, False, False)],
    ids=["larger", "hardly larger", "a larger event die", "with nothing to lean on"],
)
def test_an_event_die_that_may_lean_is_no_larger_than_it_was_learned(
    edge: float, own: float, leaning: bool, higher: bool
) -> None:
    event = Square(6, 6, 0, edge)
    told = {"event": Die("event", event, "green", 0.99)}
    assert raised(told, [event] if leaning else [], own) == (["event"] if higher else [])


def test_beside_three_dice_that_are_sure_nothing_else_was_rolled() -> None:
    rolled = [candidate(2.0 * place, 0.66, 0.02, 4.0) for place in range(3)]
    assert are_all_rolled(rolled)
    assert not are_all_rolled(rolled[:2])
    for doubted in (candidate(4.0, 0.66, 0.02, 1.0), candidate(4.0, 0.5, 0.3, 4.0)):
        assert not are_all_rolled([*rolled[:2], doubted])
    assert are_all_rolled([*rolled[:2], dataclasses.replace(candidate(4.0, 0.66, 0.02, 1.0), alone=True)])
    for doubted in (candidate(4.0, 0.66, 0.02, 1.0), candidate(4.0, 0.5, 0.3, 4.0)):
        assert are_all_rolled([*rolled, doubted]), "four that lie flat are counted, and told as too many"


def test_where_a_die_may_lean_its_pips_must_lie_as_those_of_a_number_do() -> None:
    seen = candidate(0.0, 0.66, 0.02, 4.0)

    def top(flat: float, *numbers: int, misplaced: bool = False) -> Face:
        face = dataclasses.replace(seen.face, possible=frozenset(numbers), misplaced=misplaced)
        return dataclasses.replace(seen, face=face, flat=flat).top

    assert top(4.0, 1).possible == {1}
    assert top(1.0, 1).possible == frozenset(), "that it is the only one does not make it sure"
    assert top(1.0, misplaced=True).spoken_against
    assert not top(4.0, misplaced=True).spoken_against and not top(1.0, 2).spoken_against
