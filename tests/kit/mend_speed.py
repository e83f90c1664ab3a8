"""How fast the preview of a correction is, and whether the picture goes on moving meanwhile.

A game of 400 entries with counted hands, its first entry (the board) another one, so that everything is
judged again; a window in memory of 800x480 pixels. ``python -m tests.kit.mend_speed [--json]``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from companion.app.session import GameSession
from companion.app.settings import Screen as ScreenSettings
from companion.app.simulate import Simulation, header
from companion.history.correction import Wish, change
from companion.rules.base.setup import LayBoard
from tests.kit.board_speed import SIZE, drawn
from tests.kit.evening import Nowhere

ENTRIES = 400
SEED = 2
TIMES = 7


class MendSpeeds(msgspec.Struct, frozen=True):
    """Milliseconds from the wish to the preview on the screen (median), and of the longest frame of all."""

    entries: int
    preview_ms: float
    longest_frame_ms: float


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="longship-mend-") as name:
        found = measure(Path(name))
    if options.json:
        print(msgspec.json.encode(found).decode())
    else:
        for field in found.__struct_fields__:
            print(f"{field:16} {getattr(found, field):8.2f}")
    return 0


def long_game() -> GameSession:
    """A game by chance with counted hands."""
    game = Simulation(header(("base", "cities_knights"), 4, SEED, "L3"), random.Random(SEED), checked=False)
    while len(game.entries) < ENTRIES:
        game.step()
    return GameSession(game.header, Nowhere(), tuple(game.entries), clock=lambda: 0)


def other_board(session: GameSession) -> Wish:
    """The numbers of the first two hexes that have one lay the other way round."""
    first = session.standing[0]
    assert isinstance(first.command, LayBoard)
    board = first.command.board
    tokens = list(board.tokens)
    one, two = [hex for hex, token in enumerate(tokens) if token][:2]
    two = next(hex for hex in range(two, len(tokens)) if tokens[hex] and tokens[hex] != tokens[one])
    tokens[one], tokens[two] = tokens[two], tokens[one]
    return change(
        first.entry,
        msgspec.structs.replace(first.command, board=msgspec.structs.replace(board, tokens=tuple(tokens))),
    )


def measure(folder: Path) -> MendSpeeds:
    """All figures."""
    from kivy_ui.window import open_window, prepare

    prepare(folder, "offscreen")
    window = open_window(ScreenSettings(language="en"), "offscreen", SIZE)
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from kivy_ui.board_stages import Lent
    from kivy_ui.live import LivePlay
    from kivy_ui.shell import Shell

    session = long_game()
    wish = other_board(session)
    Clock._max_fps = 0
    EventLoop.start()
    for provider in list(EventLoop.input_providers):
        EventLoop.remove_input_provider(provider)
    shell = Shell(ScreenSettings(language="en"), SIZE, LivePlay(session))
    shell.desk = Lent(session)
    window.add_widget(shell)
    shell.go("mend", entry=session.standing[0].entry)
    drawn(EventLoop)
    previews, frames = [], []
    for number in range(TIMES + 1):
        begun = frame = time.perf_counter()
        shell.screen._wish(wish)
        taken = []
        while shell.screen.report is None:
            taken.append(drawn(EventLoop, frame))
            frame = time.perf_counter()
        taken.append(drawn(EventLoop, frame))
        if number:  # the first time draws letters
            previews.append((time.perf_counter() - begun) * 1000)
            frames += taken
        shell.screen._close()
        drawn(EventLoop)
    return MendSpeeds(len(session.entries), statistics.median(previews), max(frames))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
