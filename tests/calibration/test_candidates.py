from __future__ import annotations

import dataclasses

import numpy as np
import pytest

pytest.importorskip("cv2")

from calibration.candidates import LOWEST_FLAT, Candidate, are_all_rolled, raised
from calibration.faces import Face
from calibration.geometry import Square
from calibration.telling import LEAST_PIPS, Die
from tests.kit.candidates import candidate, face_at


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
    ("edge", "junk", "flat", "away", "higher"),
    [
        (1.06, 0.2, 2.2, 1.3, True),
        (1.05, 0.2, 2.2, 1.3, False),
        (1.06, 0.1, 2.2, 1.3, False),
        (1.06, 0.2, 2.6, 1.3, False),
        (1.06, 0.2, 2.2, 1.6, False),
        (1.12, 0.1, 4.0, 3.0, True),
        (1.10, 0.1, 4.0, 3.0, False),
    ],
    ids=[
        "may lean",
        "as large",
        "surely a die",
        "flatter",
        "too far away to lean",
        "on the rim",
        "on the floor",
    ],
)
def test_a_die_that_leans_is_larger_than_one_on_the_floor(
    edge: float, junk: float, flat: float, away: float, higher: bool
) -> None:
    """A little larger is enough beside another die: a six that leaned on the event die looked flat."""
    top = face_at(Square(3.0 + away, 4.0, 0.1, edge), junk)
    assert is_raised("red", dataclasses.replace(candidate(3.0, 0.59, junk, flat), face=top)) == higher


@pytest.mark.parametrize(
    ("edge", "own", "known", "flat", "away", "higher"),
    [
        (1.13, 1.1, False, 2.9, 1.3, True),
        (1.12, 1.1, False, 2.9, 1.3, False),
        (1.13, 1.12, False, 2.9, 1.3, False),
        (1.13, 1.1, True, 2.0, 1.3, False),
        (1.19, 1.1, True, 1.4, 1.3, True),
        (1.18, 1.1, True, 1.4, 1.3, False),
        (1.19, 1.1, True, 1.6, 1.3, False),
        (1.13, 1.1, False, 3.1, 1.3, False),
        (1.30, 1.1, False, 2.0, 1.6, True),
        (1.30, 1.1, False, 2.0, 1.7, False),
        (1.00, 0.9, False, 2.0, 1.4, True),
    ],
    ids=[
        *("may lean", "as large", "a larger event die", "known"),
        *("known and much larger", "known and little larger", "known and flat"),
        *("flatter", "as far away as a larger die leans", "too far away to lean"),
        "a small event die",
    ],
)
def test_an_event_die_that_leans_is_larger_than_it_was_learned(
    edge: float, own: float, known: bool, flat: float, away: float, higher: bool
) -> None:
    """A green gate that leaned on the white die was surely a die and looked flat."""
    chances = np.array([0.9, 0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0])
    top = Face(Square(3.0 + away, 4.0, 0.1, edge), chances, (50.0, 0.0, 0.0), known=known)
    gate = dataclasses.replace(candidate(3.0, 0.66, 0.02, flat), face=top)
    assert is_raised("event", gate, own) == higher


@pytest.mark.parametrize(
    ("chance", "known", "away", "higher"),
    [
        (0.48, False, 1.27, True),
        (0.66, False, 1.27, False),
        (0.48, True, 1.27, False),
        (0.48, False, 1.9, False),
    ],
    ids=["beside the die on it", "surely a die", "known", "too far away"],
)
def test_the_sides_of_an_event_die_that_carries_another_are_no_top(
    chance: float, known: bool, away: float, higher: bool
) -> None:
    """Of a gate below a white one two sides were seen, and read as the blue gate."""
    chances = np.array([0.69, 0.0, 0.0, 0.0, 0.0, 0.0, 0.02, 0.29])
    face = Face(Square(3.0 + away, 4.0, 0.1, 1.02), chances, (50.0, 0.0, 0.0), known=known)
    gate = dataclasses.replace(candidate(3.0, chance, 0.29, 1.34), face=face)
    assert is_raised("event", gate, 1.05) == higher


@pytest.mark.parametrize(
    ("edge", "alone", "others", "higher"),
    [(1.13, True, 2, False), (1.13, False, 2, True), (1.13, True, 1, True), (1.15, True, 2, True)],
    ids=["alone", "not alone", "another may be below it", "no die is so large"],
)
def test_of_three_dice_one_that_stands_alone_lies_on_the_floor_though_it_looks_larger(
    edge: float, alone: bool, others: int, higher: bool
) -> None:
    """A die that carries another is hidden below it."""
    one = candidate(8.0, 0.66, 0.02, 2.0)
    one = dataclasses.replace(one, face=face_at(Square(8.0, 4.0, 0.1, edge)), alone=alone)
    assert is_raised("white", one, others=others) == higher


def is_raised(kind: str, one: Candidate, event_edge_edges: float = 1.0, others: int = 1) -> bool:
    """Whether it is, if it is told as that die. So many others, which are not told, lie on the floor, 3 edges
    to the right and 4 and more down."""
    floor = [
        dataclasses.replace(
            candidate(3.0, 0.66, 0.02, 4.0), face=face_at(Square(3.0, 4.0 + 3 * other, 0.1, 1.0))
        )
        for other in range(others)
    ]
    found = raised({kind: Die(kind, one.face.square, 1, 0.99)}, [*floor, one], event_edge_edges)
    assert found in ([], [kind])
    return bool(found)


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
