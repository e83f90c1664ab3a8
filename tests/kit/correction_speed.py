"""How fast the preview of a correction is, and whether the picture goes on moving meanwhile.

A game of 400 entries with counted hands, its first entry (the board) another one, so that everything is
judged again; a window in memory of 800x480 pixels. ``python -m tests.kit.correction_speed [--json]``.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path

import msgspec

from companion.app.session import GameSession, Nowhere
from companion.app.settings import Screen as ScreenSettings
from companion.app.simulate import Simulation, header
from companion.engine.ids import HexId
from companion.history.correction import Wish, change
from companion.rules.base.board import with_tokens_swapped
from companion.rules.base.setup import LayBoard
from tests.kit.board_speed import SIZE, drawn
from tests.kit.offscreen import start_loop, tell

ENTRIES = 400
SEED = 2
TIMES = 7


class CorrectionSpeeds(msgspec.Struct, frozen=True):
    """Milliseconds from the wish to the preview on the screen (median), and of the longest frame of all."""

    entries: int
    preview_ms: float
    longest_frame_ms: float


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
    one, *others = [hex for hex, token in enumerate(board.tokens) if token]
    other = next(hex for hex in others if board.tokens[hex] != board.tokens[one])
    swapped = with_tokens_swapped(board, HexId(one), HexId(other))
    return change(first.entry, msgspec.structs.replace(first.command, board=swapped))


def measure(folder: Path) -> CorrectionSpeeds:
    """All figures."""
    from kivy_ui.window import open_window, prepare

    prepare(folder, "offscreen")
    window = open_window(ScreenSettings(language="en"), "offscreen", SIZE)
    from kivy.clock import Clock

    from companion.presenters.live import LivePlay
    from kivy_ui.shell import Shell
    from tests.scenes.board_stages import Lent

    session = long_game()
    wish = other_board(session)
    Clock._max_fps = 0
    event_loop = start_loop()
    shell = Shell(ScreenSettings(language="en"), SIZE, LivePlay(session))
    shell.context = Lent(session)
    window.add_widget(shell)
    shell.go("correction", entry=session.standing[0].entry)
    drawn(event_loop)
    previews, frames = [], []
    for number in range(TIMES + 1):
        begun = frame = time.perf_counter()
        shell.screen._wish(wish)
        taken = []
        while shell.screen.report is None:
            taken.append(drawn(event_loop, frame))
            frame = time.perf_counter()
        taken.append(drawn(event_loop, frame))
        if number:  # the first time draws letters
            previews.append((time.perf_counter() - begun) * 1000)
            frames += taken
        shell.screen._close()
        drawn(event_loop)
    return CorrectionSpeeds(len(session.entries), statistics.median(previews), max(frames))


if __name__ == "__main__":
    sys.exit(tell(measure, __doc__, sys.argv[1:]))
