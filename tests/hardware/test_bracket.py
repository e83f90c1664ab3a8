"""A camera takes darker pictures of a roll that light hides, and sees as before afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
import pytest

pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration.geometry import Picture
from calibration.reading import Read, Unsure
from calibration.rest import Rolled, Watcher
from hardware.bracket import MEANT, MOST_WAITED, Bracket, Watching
from hardware.frames import Frame
from tests.kit.dice_pictures import picture
from tests.kit.glare import Glare

FPS = 12
ROLL = "d01_02.jpg"
FRAMES = 90


@dataclass
class Camera:
    """Shows an empty tray, and then a roll under a lamp. It follows what it is asked ``late`` frames later,
    of which the first is half a frame of before; one that is ``stuck`` takes it and does not follow."""

    glare: Glare
    late: int = 2
    stuck: bool = False
    shortest: int = 9
    """It refuses more stops than that."""
    stops: int = 0
    asked: list[int] = field(default_factory=list)
    moved: Picture | None = None
    """What lies there once it has been asked for the darkest picture."""

    def darken(self, stops: int) -> bool:
        if stops > self.shortest:
            return False
        self.asked.append(stops)
        return True

    def frames(self) -> Iterator[Frame]:
        empty = picture("d01_empty.jpg")
        waiting: list[int] = []
        for number in range(FRAMES):
            if number < FPS:
                yield Frame(number, number / FPS, empty)
                continue
            wanted = self.asked[-1] if self.asked and not self.stuck else 0
            waiting = [*waiting, wanted][-self.late - 1 :]
            now, before = waiting[0], self.stops
            self.stops = now
            seen = self._seen(now, number)
            if now != before:
                rows = seen.shape[0] // 2
                seen[:rows] = self._seen(before, number)[:rows]
            yield Frame(number, number / FPS, seen)

    def _seen(self, stops: int, noise: int) -> Picture:
        if self.moved is not None and 3 in self.asked:
            return np.asarray(self.moved * 0.5**stops, np.uint8)
        return self.glare.seen(stops, noise)

    def close(self) -> None:
        """Nothing is open."""


def rolls(camera: Camera, *then: Camera) -> list[Rolled]:
    """All that is said of what it shows, and then others in its place."""
    reader = camera.glare.reader
    watching = Watching(Watcher(reader), reader)
    watching.use(camera)
    frames = chain(camera.frames(), *(one.frames() for one in then))
    said = [watching.feed(number, number / FPS, frame.picture) for number, frame in enumerate(frames)]
    assert not watching.busy
    return [rolled for rolled in said if rolled is not None]


@pytest.fixture(scope="module")
def glare() -> Glare:
    return Glare.on(ROLL, red=1.5)


@pytest.mark.parametrize("late", [0, 1, 4])
def test_a_roll_that_a_lamp_hides_is_said_once_after_a_bracket(glare: Glare, late: int) -> None:
    camera = Camera(glare, late)
    (rolled,) = rolls(camera)
    assert isinstance(rolled.outcome, Read)
    assert (rolled.outcome.white, rolled.outcome.red, rolled.outcome.event) == (
        glare.told.white, glare.told.red, glare.told.event,
    )  # fmt: skip
    assert camera.asked == [1, 2, 3, 0] and camera.stops == 0


def test_a_camera_that_does_not_follow_is_not_waited_for_for_ever(
    glare: Glare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.bracket.MOST_FAILED", 1)
    first, second = Camera(glare, stuck=True), Camera(Glare.on("d01_11.jpg", white=1.5), stuck=True)
    said = rolls(first, second)
    assert [getattr(rolled.outcome, "reason", "") for rolled in said] == ["glare_red", "glare_white"]
    assert first.asked == [1, 0] and second.asked == []


def test_without_darker_pictures_a_roll_is_said_in_the_same_frame_as_ever(glare: Glare) -> None:
    never, none = Camera(glare, shortest=0), Camera(glare, shortest=-1)
    watcher = Watcher(glare.reader)
    plain = [watcher.feed(frame.number, frame.seconds, frame.picture) for frame in Camera(glare).frames()]
    (wanted,) = [rolled for rolled in plain if rolled is not None]
    for camera in (never, none):
        (rolled,) = rolls(camera)
        assert rolled == wanted
        assert camera.asked == []


def test_a_camera_that_misses_to_see_as_before_is_asked_again(glare: Glare) -> None:
    @dataclass
    class Deaf(Camera):
        """It misses the first word after the darkest picture."""

        missed: int = 0

        def darken(self, stops: int) -> bool:
            if stops == 0 and not self.missed:
                self.missed += 1
                return False
            return super().darken(stops)

    camera = Deaf(glare)
    (rolled,) = rolls(camera)
    assert isinstance(rolled.outcome, Read) and camera.stops == 0


def test_a_camera_that_cannot_be_that_fast_is_used_as_far_as_it_goes(glare: Glare) -> None:
    camera = Camera(glare, shortest=2)
    (rolled,) = rolls(camera)
    assert isinstance(rolled.outcome, Read)
    assert camera.asked == [1, 2, 0]


def test_dice_that_are_taken_up_meanwhile_are_said_as_they_lay(glare: Glare) -> None:
    camera = Camera(glare, moved=picture("d01_empty.jpg"))
    (rolled,) = rolls(camera)
    assert isinstance(rolled.outcome, Unsure) and rolled.outcome.reason == "glare_red"


def test_a_roll_that_is_read_costs_no_bracket() -> None:
    camera = Camera(Glare.on(ROLL))
    (rolled,) = rolls(camera)
    assert isinstance(rolled.outcome, Read)
    assert camera.asked == []


def test_darker_pictures_are_whole_and_the_mean_of_several(glare: Glare) -> None:
    """The frame in which the exposure changes is none of them."""
    camera = Camera(glare, late=1)
    frames = camera.frames()
    for _ in range(FPS + 1):
        usual = next(frames).picture
    taken = Bracket(camera, usual)
    while not taken.done:
        taken.see(next(frames).picture)
    assert len(taken.darker) == 3
    for stops, dark in enumerate(taken.darker, 1):
        clean = np.mean([glare.seen(stops, noise) for noise in range(900, 900 + MEANT)], axis=0)
        assert abs(dark.astype(float) - clean).mean() < 1.0


def test_a_camera_that_stays_dark_is_given_up(glare: Glare) -> None:
    camera = Camera(glare)
    taken = Bracket(camera, glare.seen())
    for stops in (1, 2, 3):
        for _ in range(MEANT + 1):
            assert not taken.done
            taken.see(glare.seen(stops))
    for _ in range(MOST_WAITED + 1):
        assert not taken.done
        taken.see(glare.seen(3))
    assert taken.done
