"""When dice count as rolled, by where they lay before. The eye is a pretended one, so that it is told what it
sees; ``test_rest.py`` has pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration.geometry import Picture, Square
from calibration.looks import IDLE_S
from calibration.model import DICE
from calibration.reading import Read, Reader, Unsure
from calibration.rest import Rolled, Watcher
from calibration.telling import Die
from tests.kit.dice_pictures import learned

FPS = 12.0
AT_REST = Square(2, 2, 0.1, 1), Square(5, 3, 0.7, 1), Square(7, 6, 1.2, 1)
ELSEWHERE = Square(6, 5, 0.4, 1), Square(2, 6, 1.1, 1), Square(3, 3, 0.2, 1)
THROWN = Square(8, 1, 0.5, 1), Square(1, 4, 0.9, 1), Square(4, 7, 0.1, 1)
MOVED = tuple(replace(square, x=square.x + 1.5, y=square.y - 0.8) for square in AT_REST)
FACES = (3, 4, "ship")
OTHERS = (5, 1, "blue")


class Pretended(Reader):
    """Sees what it is told."""

    def __init__(self) -> None:
        super().__init__(learned("d03"))
        self.outcome: Read | Unsure = Unsure("empty")
        self.looks = 0
        self.script: list[Callable[[], None]] = []
        """What it sees look by look, before what it goes on to see."""

    def lie(self, squares: tuple[Square, ...], faces: tuple[int, int, str]) -> None:
        self.dice = tuple(
            Die(kind, square, face, 1.0) for kind, square, face in zip(DICE, squares, faces, strict=True)
        )
        self.seen = squares
        self.outcome = Read(*faces, dict.fromkeys(DICE, 1.0))

    def hide(self, reason: str, squares: tuple[Square, ...] = ()) -> None:
        self.dice, self.seen, self.outcome = (), squares, Unsure(reason)

    def doubt(self, kind: str, faces: Sequence[int | str] = FACES, why: str = "unclear") -> None:
        """Dice lie there, and one cannot be told for sure."""
        known = dict(zip(DICE, faces, strict=True))
        self.lie(AT_REST, FACES)
        self.dice = tuple(Die(die.kind, die.square, known[die.kind], 0.6) for die in self.dice)
        self.outcome = Unsure(f"{why}_{kind}", **{**known, kind: None})  # type: ignore[arg-type]

    def read(self, image: Picture) -> Read | Unsure:
        self.looks += 1
        if self.script:
            self.script.pop(0)()
        return self.outcome


class Table:
    """Somebody moves what lies in the tray."""

    def __init__(self) -> None:
        self.eye = Pretended()
        self.watcher = Watcher(self.eye)
        self.number = 0
        self.rolls: list[Rolled] = []
        camera = self.eye.calibration.camera
        self._bare = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
        self._hand = self._bare.copy()
        self._hand[200:400, 300:600] = 30
        self.move()

    def move(self) -> None:
        """Something passes over the tray."""
        for picture in (self._hand, self._bare):
            self.watcher.feed(self.number, self.number / FPS, picture)
            assert self.watcher.moving and self.watcher.looked == Unsure("moving")
            self.number += 1

    def wait(self, seconds: float = 2.0) -> None:
        for _ in range(round(seconds * FPS)):
            rolled = self.watcher.feed(self.number, self.number / FPS, self._bare)
            self.rolls += [rolled] if rolled else []
            self.number += 1

    def lying(self, squares: tuple[Square, ...], faces: tuple[int, int, str]) -> int:
        """Dice lie so after a movement; how many rolls have been said since the beginning."""
        self.eye.lie(squares, faces)
        self.move()
        self.wait()
        return len(self.rolls)

    def hidden(self, reason: str, squares: tuple[Square, ...] = ()) -> int:
        self.eye.hide(reason, squares)
        self.move()
        self.wait(4.0)
        return len(self.rolls)


@pytest.fixture
def table() -> Table:
    made = Table()
    assert made.lying(AT_REST, FACES) == 1
    return made


@pytest.mark.parametrize("faces", [FACES, (6, 4, "ship")], ids=["as it lay", "turned over"])
def test_one_die_that_a_finger_pushes_aside_is_no_roll(table: Table, faces: tuple[int, int, str]) -> None:
    assert table.lying((ELSEWHERE[0], *AT_REST[1:]), faces) == 1


def test_two_dice_that_were_pushed_aside_are_no_roll(table: Table) -> None:
    assert table.lying((*ELSEWHERE[:2], AT_REST[2]), FACES) == 1


def test_dice_that_are_pushed_one_after_another_are_no_roll(table: Table) -> None:
    assert table.lying((ELSEWHERE[0], AT_REST[1], AT_REST[2]), FACES) == 1
    assert table.lying((ELSEWHERE[0], ELSEWHERE[1], AT_REST[2]), FACES) == 1
    assert table.lying(ELSEWHERE, FACES) == 1


def test_a_rolled_die_may_lie_where_one_lay(table: Table) -> None:
    assert table.lying((ELSEWHERE[0], AT_REST[0], ELSEWHERE[2]), OTHERS) == 2


def test_the_same_numbers_again_are_a_roll(table: Table) -> None:
    assert table.lying(ELSEWHERE, FACES) == 2


def test_a_tray_that_is_moved_with_its_dice_is_no_roll(table: Table) -> None:
    assert table.lying(MOVED, FACES) == 1


@pytest.mark.parametrize("reason", ["hand", "blocked", "empty", "dark", "light_changed", "missing", "fourth"])
def test_dice_that_were_covered_are_no_roll_when_they_are_seen_again(table: Table, reason: str) -> None:
    table.hidden(reason, (Square(1, 6, 0.3, 1), Square(8, 2, 0.9, 1)))
    before = len(table.rolls)
    assert table.lying(AT_REST, FACES) == before
    assert table.lying(ELSEWHERE, OTHERS) == before + 1


def leaning(table: Table, squares: tuple[Square, ...] = AT_REST) -> None:
    """The red die leans, and what the others show is clear."""
    table.eye.lie(AT_REST, FACES)
    table.eye.seen = squares
    table.eye.outcome = Unsure("cocked", white=FACES[0], event=FACES[2])
    table.move()
    table.wait(1.5)


@pytest.mark.parametrize("reason", ["cocked", "missing"])
def test_a_roll_after_one_that_could_not_be_told_counts_though_a_die_lies_where_one_lay(reason: str) -> None:
    table = Table()
    table.eye.hide(reason, AT_REST)
    table.move()
    table.wait(1.5)
    assert len(table.rolls) == 1
    assert table.lying((ELSEWHERE[0], AT_REST[0], ELSEWHERE[2]), OTHERS) == 2


@pytest.mark.parametrize(
    "squares",
    [
        pytest.param(AT_REST, id="in its place"),
        pytest.param((AT_REST[0], ELSEWHERE[1], AT_REST[2]), id="rolled again"),
        pytest.param((ELSEWHERE[0], ELSEWHERE[1], AT_REST[2]), id="pushes another"),
        pytest.param(MOVED, id="with the tray"),
    ],
)
def test_a_leaning_die_that_is_set_right_is_the_same_roll(squares: tuple[Square, ...]) -> None:
    table = Table()
    leaning(table, AT_REST[::-1])  # found in any order
    assert table.lying(squares, FACES) == 2
    first, then = table.rolls
    assert not first.set_right and then.set_right and isinstance(then.outcome, Read)
    assert table.lying((ELSEWHERE[0], *squares[1:]), FACES) == 2, "it has been read"
    assert table.lying(THROWN, OTHERS) == 3 and not table.rolls[-1].set_right


def test_a_new_roll_after_one_that_could_not_be_read_is_another() -> None:
    table = Table()
    leaning(table)
    assert table.lying(ELSEWHERE, FACES) == 2
    assert not table.rolls[-1].set_right


def test_what_was_sure_of_a_roll_must_be_seen_again_where_it_is_set_right() -> None:
    table = Table()
    leaning(table)
    assert table.lying(AT_REST, (FACES[0] + 1, *FACES[1:])) == 1, "a finger turned the white die over"
    assert table.lying((AT_REST[0], ELSEWHERE[1], AT_REST[2]), FACES) == 1, "nobody knows the roll any more"


def test_a_roll_that_is_unsure_still_is_not_said_again() -> None:
    table = Table()
    leaning(table)
    table.eye.doubt("red")
    table.move()
    table.wait()
    assert len(table.rolls) == 1
    assert table.lying((AT_REST[0], ELSEWHERE[1], AT_REST[2]), FACES) == 2
    assert table.rolls[-1].set_right


def test_what_lies_as_before_a_roll_that_could_not_be_read_is_not_set_right(table: Table) -> None:
    table.eye.lie(THROWN, OTHERS)
    table.eye.outcome = Unsure("cocked", white=OTHERS[0])
    table.move()
    table.wait(4.0)
    assert len(table.rolls) == 2
    assert table.lying((THROWN[0], *AT_REST[1:]), OTHERS) == 2, "two lie as they were read"


def test_dice_that_were_read_and_swept_aside_are_not_set_right(table: Table) -> None:
    assert table.hidden("cocked", THROWN) == 2, "as a hand lay there"
    assert table.lying(THROWN, FACES) == 2


def test_a_roll_that_lies_where_one_before_the_last_lay_is_not_set_right() -> None:
    table = Table()
    leaning(table)
    assert table.hidden("cocked", THROWN) == 2
    assert table.lying(AT_REST, FACES) == 2


def test_dice_that_were_read_and_cannot_be_read_once_they_are_pushed_are_nothing_new(table: Table) -> None:
    table.eye.lie(AT_REST, FACES)
    leaning(table)
    assert table.lying(AT_REST, FACES) == 1


def test_dice_that_lay_there_from_the_beginning_are_no_roll_when_they_are_set_right() -> None:
    table = Table()
    table.watcher = Watcher(table.eye, first_counts=False)
    table.eye.doubt("red")
    table.wait()
    assert table.lying((AT_REST[0], ELSEWHERE[1], AT_REST[2]), FACES) == 0


def test_dice_lie_where_looks_show_them_that_show_a_roll(table: Table) -> None:
    def show(squares: tuple[Square, ...], outcome: Unsure | None = None) -> None:
        table.eye.lie(squares, OTHERS)
        table.eye.outcome = outcome or table.eye.outcome

    white, red, event = OTHERS
    flat = partial(show, ELSEWHERE)
    unclear = partial(show, ELSEWHERE, Unsure("unclear_white", red=red, event=event))
    hand = partial(show, AT_REST, Unsure("hand", white=white, red=red, event=event))
    table.eye.script = [unclear, unclear, flat, flat, hand]
    table.move()
    for _ in range(5):
        table.wait(1 / FPS)
    assert len(table.rolls) == 2


@pytest.mark.parametrize("why", ["unclear", "glare"])
def test_what_each_look_is_unsure_of_the_others_may_be_sure_of(why: str) -> None:
    table = Table()
    table.eye.script = [partial(table.eye.doubt, kind, why=why) for kind in DICE]
    table.wait()
    (rolled,) = table.rolls
    assert rolled.outcome == Read(*FACES, dict.fromkeys(DICE, 0.6))
    assert table.eye.looks == len(DICE)


def test_one_look_that_takes_a_die_for_cocked_delays_a_roll_by_less_than_half_a_second() -> None:
    table = Table()
    began = table.number
    table.eye.lie(AT_REST, FACES)
    table.eye.script = [partial(table.eye.hide, "cocked", AT_REST), partial(table.eye.lie, AT_REST, FACES)]
    table.wait()
    (rolled,) = table.rolls
    assert isinstance(rolled.outcome, Read)
    assert 0.3 < (rolled.frame - began) / FPS <= 0.5


def test_a_die_that_leans_is_not_read_because_some_looks_take_it_for_flat() -> None:
    table = Table()
    leans = partial(table.eye.hide, "cocked", AT_REST)
    flat = partial(table.eye.lie, AT_REST, FACES)
    table.eye.script = [flat, leans, flat, flat, leans, flat, flat, leans, flat, flat]
    table.wait()
    (rolled,) = table.rolls
    assert rolled.outcome == Unsure("cocked", *FACES)


def test_looks_that_are_sure_of_different_faces_are_no_roll() -> None:
    table = Table()
    table.eye.lie(AT_REST, FACES)
    table.eye.script = [
        partial(table.eye.lie, AT_REST, (3, 5, "ship")),
        partial(table.eye.lie, AT_REST, FACES),
    ]
    table.wait()
    (rolled,) = table.rolls
    assert rolled.outcome == Unsure("unclear_red", white=3, event="ship")


def test_a_face_that_few_looks_are_sure_of_is_not_said() -> None:
    table = Table()
    once = partial(table.eye.lie, AT_REST, FACES)
    table.eye.script = [partial(table.eye.doubt, "event"), once, *[partial(table.eye.doubt, "event")] * 8]
    table.eye.script.insert(5, once)
    table.wait()
    (rolled,) = table.rolls
    assert rolled.outcome == Unsure("unclear_event", *FACES)


@pytest.mark.parametrize("most", ["unclear", "glare"])
def test_doubt_about_a_die_is_one_reason_whatever_looks_say_of_the_light(most: str) -> None:
    table = Table()
    table.eye.lie(AT_REST, FACES)
    red = {why: partial(table.eye.doubt, "red", why=why) for why in ("unclear", "glare")}
    other = red["glare" if most == "unclear" else "unclear"]
    cocked = partial(table.eye.hide, "cocked", AT_REST)
    table.eye.script = [
        cocked,
        red[most],
        other,
        cocked,
        red[most],
        other,
        cocked,
        red[most],
        cocked,
        red[most],
    ]
    table.wait()
    (rolled,) = table.rolls
    assert isinstance(rolled.outcome, Unsure) and rolled.outcome.reason == f"{most}_red"


def test_a_still_tray_is_seldom_looked_at_and_a_roll_at_once(table: Table) -> None:
    table.hidden("empty")
    table.eye.looks = 0
    table.wait(60)
    assert table.eye.looks <= 60 / IDLE_S + 1
    table.eye.lie(ELSEWHERE, OTHERS)
    table.move()
    began = table.number
    table.wait()
    assert (table.rolls[-1].frame - began) / FPS <= 0.3


def test_a_camera_may_change_the_size_of_its_pictures_at_rest(table: Table) -> None:
    table.move()
    table.eye.lie(ELSEWHERE, OTHERS)
    table.wait(0.1)
    table._bare = table._bare[::2, ::2]
    table.wait()
    assert len(table.rolls) == 2
