"""Turns under the camera: pictures of dice through the real port into the app, no tap at all.

The camera's thread, rest detection, reading, the main loop and the game are the real ones; only the light on the
chip is a picture of the handful kept with the tests. ``./longship benchmark`` has a whole evening of them.
"""  # noqa: E501

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.offscreen import UNDRAWN
from tests.kit.tables import CITIES_KNIGHTS

pytest.importorskip("cv2", reason="the dice camera is an optional part")

ROLLS = 12
RIG = "d01"
BESIDE = {"ship": (2, 4), "yellow": (4, 2), "blue": (6, 6), "green": (2, 4)}
"""What white and red die show in the pictures of the calibration, which are rolls like any other here."""
SEED = 5
PATIENCE_SECONDS = 60.0
ROOT = Path(__file__).parents[2]


def test_pictures_end_in_the_right_game() -> None:
    """In a process of its own, as a process has one window for all its life."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.e2e.test_camera_evening", str(ROLLS)],
        cwd=ROOT,
        env={**os.environ, **UNDRAWN, "PYTHONPATH": str(ROOT), "LANGUAGE": "en"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    print(run.stdout.splitlines()[-1])


def shown_by_pictures() -> dict[str, dict[str, Any]]:
    """The pictures of the tray, with what they show in the game's words."""
    from companion.app.dice import COLOURS
    from tests.kit.dice_pictures import LABELS

    faces = {colour: face for face, colour in COLOURS.items()}
    found = [one for one in LABELS["rolls"] if one["rig"] == RIG] + [
        {"file": f"{RIG}_{event}.jpg", "white": white, "red": red, "event": event}
        for event, (white, red) in BESIDE.items()
    ]
    return {
        one["file"]: {"white": one["white"], "red": one["red"], "event": faces[one["event"]]} for one in found
    }


class Evening:
    """The tray in the course of an evening: dice are taken out, thrown, and lie until the table has the roll."""  # noqa: E501

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.entered = threading.Semaphore(0)
        self.closed = False

    def frames(self) -> Iterator[Any]:
        from hardware.frames import Frame
        from tests.kit.dice_pictures import picture

        number = 0

        def frame(name: str) -> Frame:
            nonlocal number
            number += 1
            seen = picture(name)
            seen[0, 0] = number % 2
            return Frame(number, number * 0.08, seen)

        yield from (frame(f"{RIG}_empty.jpg") for _count in range(15))
        for name in self.names:
            yield from (frame(f"{RIG}_empty.jpg") for _count in range(3))
            while not self.entered.acquire(blocking=False):
                if self.closed:
                    return
                yield frame(name)
                time.sleep(0.01)

    def close(self) -> None:
        self.closed = True


def main(rolls_wanted: int) -> int:
    from companion.app.session import GameSession, Nowhere
    from companion.app.settings import DiceSettings, Settings, calibration_file, save
    from companion.history.log import Header
    from companion.presenters.game import roller
    from companion.rules.base.turn import RollDice
    from hardware import dice as port
    from tests.kit.dice_pictures import learned
    from tests.kit.evening import PEOPLE
    from tests.kit.taps import application, begin, shown

    pictures = shown_by_pictures()
    chance = random.Random(SEED)
    names: list[str] = []
    while len(names) < rolls_wanted:
        name = chance.choice(sorted(pictures))
        if not names or name != names[-1]:
            names.append(name)
    header = Header("camera-evening", PEOPLE, CITIES_KNIGHTS, options={"points_to_win": 30})
    meant = GameSession(header, Nowhere(), clock=lambda: 0)
    evening = Evening(names)

    class Opener:
        """Opens the real port over the pictures."""

        def open(self, settings: Settings, notice: Any, on_reading: Any) -> Any:
            return port.open_dice(settings, notice, on_reading, open_source=lambda camera, size: evening)

    from calibration.model import save as save_calibration

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ |= {"LONGSHIP_DATA": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
        settings = Settings(dice=DiceSettings(camera="usb:0"))
        (folder / "data").mkdir()
        assert save(settings) is None
        save_calibration(learned(RIG), calibration_file(settings))
        started = time.monotonic()
        with application(folder, dice=Opener()) as app:  # type: ignore[arg-type]
            from kivy.base import EventLoop

            app.dice_reader.seconds = 0.05
            begin(app, header)
            session = app.shell.play.session
            for count, picture in enumerate(names, 1):
                deadline = time.monotonic() + PATIENCE_SECONDS
                while rolls(session) < count:
                    assert time.monotonic() < deadline, f"roll {count}, {picture}: {app.context.notices}"
                    EventLoop.idle()
                    time.sleep(0.01)  # the camera's thread wants its share
                evening.entered.release()
                meant.submit(RollDice(roller(meant.table), pictures[picture]))
                while meant.state.core.pending:
                    question = meant.state.core.pending[0]
                    answer = next(
                        way
                        for way in meant.options(question.who)
                        if str(type(way).__struct_config__.tag) in question.answers
                    )
                    for game in (meant, session):
                        game.submit(answer)
                    app.shell.flow.begin()
                assert shown(session) == shown(meant), f"roll {count}, {picture}"
            assert session.state == meant.state
            assert not app.context.notices, app.context.notices
            outcomes = [throw.outcome for throw in app.context.dice_log.throws]
            assert outcomes == ["taken"] * rolls_wanted, outcomes
            print(f"{rolls_wanted} rolls in {time.monotonic() - started:.0f} s, no tap")
    return 0


def rolls(session: Any) -> int:
    """How many rolls stand."""
    from companion.rules.base.turn import RollDice

    return sum(isinstance(entry.command, RollDice) for entry in session.standing)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
