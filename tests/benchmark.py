"""How fast and how large Longship is on this machine, beside what it may be: ``./longship benchmark``.

By hand only, never part of the tests: the figures are those of a machine with nothing else to do. They are
taken from outside, from a real process under its own X server with software drawing, touched by XTEST and
with the lights on mock pins; taps and the time of a frame come from ``tests.kit.taps``.

``--quarter`` measures in a slow machine imitated on this one (``tests.kit.slow_machine``), where all that is
started is as slow, by the budgets of that machine. The exit code is 1 if a figure is above its budget, and 2
if no such machine can be imitated here.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import msgspec

from companion.app import games
from companion.app.jsonl import read
from companion.app.ports import Notice
from companion.app.storage import open_store
from companion.history.log import Entry, Header
from companion.rules.base.turn import RollDice
from tests.e2e.outside import ROOT, App, Lamps, Outside, at_home, open_table, running, x_server
from tests.e2e.recorded import go_on, keep
from tests.kit import players, slow_machine
from tests.kit.board_speed import Speeds
from tests.kit.button_speed import ButtonSpeeds
from tests.kit.correction_speed import CorrectionSpeeds
from tests.kit.counts import CAMERA_MEAN, MEAN, Counts
from tests.kit.driver import Person, named
from tests.kit.evening import PEOPLE
from tests.kit.frame_delay import Delay
from tests.kit.offscreen import UNDRAWN
from tests.kit.panel_speed import Speeds as PanelSpeeds
from tests.kit.sound_speed import Speeds as SoundSpeeds
from tests.kit.tables import CITIES_KNIGHTS

EVENING = ROOT / "tests/games/evening_4p.jsonl"
HANDS = ROOT / "tests/games/evening_l3.jsonl"
RESUMED_ENTRIES = 400
SEED = 1
SHIP_STEPS = 28
QUIET_SECONDS = 0.7
EVENING_ROLLS = 72
MEMORY_MB = 200
RESULT_PAGES = 28
"""As many as a result has at most."""
GROWTH_MB = 5
"""Keeping one picture of the board at each look would be 40 (800x480 at 4 bytes: 1.5)."""

QUARTER = {
    "cold start": 1.6,
    "a game of": 0.4,
    "most memory in an evening": MEMORY_MB,
    "touch to drawn frame, p95": 80,
    "touch to drawn frame with board and hands, p95": 100,
    "tap to changed frame, p95": 50,
    "board moved": 1000 / 40,
    "board: longest step": 60,
    "correction: preview": 300,
    "correction: longest frame": 50,
    "memory added by": GROWTH_MB,
}
"""What the figures whose names begin so may be in the slow machine; all others are told for comparison."""


class Figure(msgspec.Struct, frozen=True):
    """One figure; without a budget it is told for comparison."""

    name: str
    measured: float
    unit: str
    budget: float | None = None

    @property
    def ratio(self) -> float | None:
        """Measured over budget."""
        return None if self.budget is None else self.measured / self.budget


def main(arguments: list[str]) -> int:
    """Measure, print; 1 when a figure is above its budget, 2 where the slow machine cannot be imitated."""
    parser = argparse.ArgumentParser(prog="longship benchmark", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object a figure")
    parser.add_argument("--starts", type=int, default=5, help="how often the app is started")
    parser.add_argument(
        "--quarter",
        action="store_true",
        help="measure with 27.5 %% of one core, by the budgets of such a machine; takes root's rights and "
        "more than ten minutes. What has to do with the camera is left out: its evening would take too "
        "long, and its taps are the same",
    )
    options = parser.parse_args(arguments)
    if not options.quarter:
        return report(measure(options.starts), options.json)
    try:
        return slow_machine.run(
            lambda: report(by_quarter(measure(options.starts, camera=False)), options.json)
        )
    except slow_machine.NoSlowMachineError as error:
        print(
            f"{parser.prog}: --quarter takes a CPU cgroup, and none can be made here: {error}",
            file=sys.stderr,
        )
        return 2


def by_quarter(figures: list[Figure]) -> list[Figure]:
    """The same by the budgets of the slow machine, each of which is for one of the figures at least."""
    budgets = {figure: name for figure in figures for name in QUARTER if figure.name.startswith(name)}
    assert set(budgets.values()) == set(QUARTER), set(QUARTER) - set(budgets.values())
    return [
        msgspec.structs.replace(figure, budget=QUARTER[budgets[figure]] if figure in budgets else None)
        for figure in figures
    ]


def report(figures: list[Figure], json: bool) -> int:
    """Print; 1 when a figure is above its budget."""
    for figure in figures:
        if json:
            shown = {**msgspec.to_builtins(figure), "ratio": figure.ratio and round(figure.ratio, 3)}
            print(msgspec.json.encode(shown).decode())
        else:
            print(line(figure))
    return int(any(figure.ratio is not None and figure.ratio > 1 for figure in figures))


def line(figure: Figure) -> str:
    """A figure for people."""
    measured = f"{figure.name:58} {figure.measured:8.2f} {figure.unit:5}"
    if figure.budget is None or figure.ratio is None:
        return measured.rstrip()
    verdict = "" if figure.ratio <= 1 else "  ABOVE BUDGET"
    return f"{measured} of {figure.budget:6.1f}   {figure.ratio:5.0%}{verdict}"


def measure(starts: int, *, camera: bool = True) -> list[Figure]:
    """All figures, in the order of an evening; those of the camera where it is wanted."""
    # an installed Longship is compiled once; without it each start that is measured compiled all of it again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="longship-benchmark-") as name, x_server() as display:
        folder = Path(name)
        store_game(folder / "long")
        figures = [*start_and_resume(folder / "long", display, starts)]
        figures += evening(folder / "evening", display)
        figures += evening_with_hands(folder / "hands", display)
        figures += first_light(folder / "lights", display)
    figures += panel_figures()
    figures += sound_figures()
    figures.append(mqtt_figure())
    counts = count_taps()
    figures.append(Figure("tap to changed frame, p50 (in the process)", counts.frame_p50_ms, "ms"))
    figures.append(Figure("tap to changed frame, p95 (in the process)", counts.frame_p95_ms, "ms", 40))
    figures += board_figures()
    figures += correction_figures()
    figures += button_figures()
    figures.append(looks_figure())
    if camera:
        figures.append(camera_figure())
    figures += [
        Figure(f"taps a turn at {game.level}", game.mean, "taps", MEAN[game.level]) for game in counts.games
    ]
    if camera:
        figures += [
            Figure(f"taps a turn at {game.level}, camera", game.mean, "taps", CAMERA_MEAN[game.level])
            for game in count_taps("--camera").games
        ]
    return figures


def store_game(folder: Path) -> None:
    """Keep a game of many entries, undone and redone ones among them, in an app's data folder."""
    notices: list[Notice] = []
    (folder / "data").mkdir(parents=True)
    store = open_store(folder / "data", notices.append)
    session, _journal = games.begin(store, Header("long", PEOPLE, CITIES_KNIGHTS))
    for _command in players.play(session, SEED, undo=0.1):
        if session.state.core.winner is not None:
            session.undo()
        if len(session.entries) >= RESUMED_ENTRIES:
            break
    store.close()
    assert len(session.entries) >= RESUMED_ENTRIES and not notices, (len(session.entries), notices)


def start_and_resume(folder: Path, display: str, starts: int) -> list[Figure]:
    """From the process's start to the first screen that offers the game, and from the tap to its table."""
    start_s, resume_s = [], []
    for number in range(starts + 1):
        with running(folder, display) as app, closing(Stopwatch(app)) as finger:
            first = finger.wait(lambda seen: bool(named(seen, "resume")), "the game to go on with")
            at_home(finger)
            person = Person(finger, Header("long", PEOPLE, CITIES_KNIGHTS))
            person.tap("resume")
            shown = finger.wait(lambda seen: seen.screen == "table", "the table")
            if number:  # the very first start fills caches, as installing does
                start_s.append(first.at - app.started)
                resume_s.append(shown.at - finger.touched)
    return [
        Figure(f"cold start to the first screen, median of {starts}", statistics.median(start_s), "s", 1.2),
        Figure(f"a game of {RESUMED_ENTRIES} entries resumed", statistics.median(resume_s), "s", 0.5),
    ]


class Stopwatch(Outside):
    """Hands that note how long each touch takes to show."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.touched = 0.0
        self.took_ms: list[float] = []

    def touch(self, x: float, y: float) -> None:
        super().touch(x, y)
        self.touched = self._last[0]  # it may have waited for a moment in which it is heard
        self.took_ms.append((self.see().at - self.touched) * 1000)


def evening(folder: Path, display: str) -> list[Figure]:
    """A whole evening by touch: how long each takes to show, and the most memory."""
    game = read(EVENING)
    with running(folder, display) as app:
        finger = Stopwatch(app)
        try:
            open_table(finger, game.header)
            return entered(app, finger, Person(finger, game.header), game.entries, "", None)
        finally:
            finger.close()


def evening_with_hands(folder: Path, display: str) -> list[Figure]:
    """The same with every piece on its place and cards in hand."""
    game = read(HANDS)
    keep(folder, game, 1)
    with running(folder, display) as app:
        finger = Stopwatch(app)
        try:
            at_home(finger)
            person = go_on(finger, game, 1)
            figures = entered(app, finger, person, game.entries[1:], " with board and hands", 60)
            finger.wait(lambda seen: seen.screen == "evening", "the result")
            for _page in range(RESULT_PAGES):
                person.tap("page_after")
            finger.see()
            what = "most memory in an evening and all pages of its result (with libraries)"
            return [*figures, Figure(what, app.peak_memory_mb(), "MB", MEMORY_MB)]
        finally:
            finger.close()


def entered(
    app: App, finger: Stopwatch, person: Person, entries: Iterable[Entry], what: str, p95_ms: float | None
) -> list[Figure]:
    """What it took to enter all this."""
    finger.took_ms.clear()
    for entry in entries:
        assert entry.command is not None
        person.enter(entry.command)
    return [
        Figure(f"most memory in an evening{what} (with libraries)", app.peak_memory_mb(), "MB", MEMORY_MB),
        Figure(f"touch to drawn frame{what}, p50 (outside)", statistics.median(finger.took_ms), "ms"),
        Figure(f"touch to drawn frame{what}, p95 (outside)", p95(finger.took_ms), "ms", p95_ms),
    ]


def first_light(folder: Path, display: str) -> list[Figure]:
    """From the tap on the ship's face to the first change of the bar of lights, attacks among them."""
    header = Header("lights", PEOPLE, CITIES_KNIGHTS, level="L0")
    took_ms = []
    with running(folder, display) as app:
        finger = Stopwatch(app)
        try:
            open_table(finger, header)
            person, lamps = Person(finger, header), Lamps(app.pins_file)
            for step in range(SHIP_STEPS):
                quiet(lamps)
                newest = f"ship[{step % 7}]"
                mark = len(lamps.changes)
                person.enter(RollDice(person.table.core.ids[step % 4], {"event": "ship"}))
                lamps.wait(lambda: any(c.state > 0 for c in lamps.since(mark, newest)), newest)  # noqa: B023
                lit = next(change for change in lamps.since(mark, newest) if change.state > 0)
                took_ms.append((lit.t - finger.touched) * 1000)
        finally:
            finger.close()
    return [
        Figure("first light after the tap, p50 (from outside)", statistics.median(took_ms), "ms"),
        Figure("first light after the tap, p95 (from outside)", p95(took_ms), "ms", 50),
    ]


def panel_figures() -> list[Figure]:
    """How soon a panel on a pty shows what happens, and how soon its presses are heard."""
    measuring = subprocess.run(
        [sys.executable, "-m", "tests.kit.panel_speed", "--json"], cwd=ROOT, check=True, capture_output=True
    )
    found = msgspec.json.decode(measuring.stdout.splitlines()[-1], type=PanelSpeeds)
    return [
        Figure("panel: event to first light, p50 (pty)", found.light_p50_ms, "ms", 20),
        Figure("panel: event to first light, p95 (pty)", found.light_p95_ms, "ms"),
        Figure("panel: press to callback, p50 (pty)", found.press_p50_ms, "ms", 50),
        Figure("panel: press to callback, p95 (pty)", found.press_p95_ms, "ms"),
        _delayed(found.delays),
    ]


def mqtt_figure() -> Figure:
    """How much a broker in trouble delays the screen, in a process of its own."""
    measuring = subprocess.run(
        [sys.executable, "-m", "tests.kit.mqtt_speed", "--json"], cwd=ROOT, check=True, capture_output=True
    )
    found = msgspec.json.decode(measuring.stdout.splitlines()[-1], type=list[Delay])
    return _delayed(found)


def _delayed(found: list[Delay]) -> Figure:
    worst = max(found, key=lambda one: one.frame_ms)
    return Figure(f"longest frame, longer beside {worst.beside}", worst.frame_ms, "ms", 5)


def sound_figures() -> list[Figure]:
    """How soon an alert is played, and what a hanging speaker costs a loop beside it."""
    measuring = subprocess.run(
        [sys.executable, "-m", "tests.kit.sound_speed", "--json"], cwd=ROOT, check=True, capture_output=True
    )
    found = msgspec.json.decode(measuring.stdout.splitlines()[-1], type=SoundSpeeds)
    return [
        Figure("speaker: event to first sample, p50 (aplay)", found.sound_p50_ms, "ms", 20),
        Figure("speaker: event to first sample, p95 (aplay)", found.sound_p95_ms, "ms"),
        Figure("speaker hangs: pause added to a loop", found.hanging_p50_ms - found.alone_p50_ms, "ms", 5),
    ]


def quiet(lamps: Lamps) -> None:
    """Wait until no alert plays any more; the slow pulse before an attack may go on."""
    lamps.look()

    def still() -> bool:
        ended = max((change.t for change in lamps.changes if change.key != "ship[0]"), default=0.0)
        return len(set(lamps.bar())) > 1 or time.monotonic() - ended > QUIET_SECONDS

    lamps.wait(still, "a quiet moment")


def p95(values: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def board_figures() -> list[Figure]:
    """How fast the board moves, in a process of its own."""
    measuring = subprocess.run(
        [sys.executable, "-m", "tests.kit.board_speed", "--json"], cwd=ROOT, check=True, capture_output=True
    )
    found = msgspec.json.decode(measuring.stdout.splitlines()[-1], type=Speeds)
    frames = {"moved": found.pan_fps, "zoomed": found.zoom_fps, "preview": found.preview_fps}
    return [
        # as the longest a frame may take, so that less is better here too
        *(
            Figure(f"board {name}: a frame, mean ({fps:.0f} a second)", 1000 / fps, "ms", 1000 / 30)
            for name, fps in frames.items()
        ),
        Figure("board: tap to changed frame, p50", found.tap_p50_ms, "ms"),
        Figure("board: tap to changed frame, p95", found.tap_p95_ms, "ms", 60),
        Figure("board: first frame, in plain colours", found.first_frame_ms, "ms"),
        Figure("board: longest step of painting it", found.longest_step_ms, "ms"),
        Figure("board: memory added when first shown", found.memory_mb, "MB"),
    ]


def correction_figures() -> list[Figure]:
    """How long the preview of a correction takes, and how long a frame may stand meanwhile."""
    measuring = subprocess.run(
        [sys.executable, "-m", "tests.kit.correction_speed", "--json"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    found = msgspec.json.decode(measuring.stdout.splitlines()[-1], type=CorrectionSpeeds)
    return [
        Figure(f"correction: preview of entry 1 of {found.entries}", found.preview_ms, "ms", 300),
        Figure("correction: longest frame meanwhile", found.longest_frame_ms, "ms", 60),
    ]


def button_figures() -> list[Figure]:
    """How soon a press is an entry and an entry a light, on mock pins and on a panel at a pty."""
    measuring = subprocess.run(
        [sys.executable, "-m", "tests.kit.button_speed", "--json"], cwd=ROOT, check=True, capture_output=True
    )
    found = msgspec.json.decode(measuring.stdout.splitlines()[-1], type=ButtonSpeeds)
    return [
        Figure("button: press to accepted entry, p50", found.press_p50_ms, "ms", 50),
        Figure("button: press to accepted entry, p95", found.press_p95_ms, "ms"),
        Figure("light: entry to first light, p50", found.light_p50_ms, "ms", 20),
        Figure("light: entry to first light, p95", found.light_p95_ms, "ms"),
        Figure("panel: press to accepted entry, p50 (pty)", found.panel_press_p50_ms, "ms", 50),
        Figure("panel: press to accepted entry, p95 (pty)", found.panel_press_p95_ms, "ms"),
        Figure("panel: entry to first light, p50 (pty)", found.panel_light_p50_ms, "ms", 20),
        Figure("panel: entry to first light, p95 (pty)", found.panel_light_p95_ms, "ms"),
    ]


def looks_figure() -> Figure:
    """What stays in memory when one look follows another; really drawn, in a process of its own."""
    measuring = subprocess.run(
        [sys.executable, "-m", "tests.kit.many_looks"],
        cwd=ROOT,
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen"},
        check=True,
        capture_output=True,
    )
    return Figure("memory added by 24 looks at table and board", float(measuring.stdout), "MB", GROWTH_MB)


def camera_figure() -> Figure:
    """An evening of pictures of dice, each of which has to end in the right roll."""
    started = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "tests.e2e.test_camera_evening", str(EVENING_ROLLS)],
        cwd=ROOT,
        env={**os.environ, **UNDRAWN, "LANGUAGE": "en"},
        check=True,
        capture_output=True,
    )
    took = time.monotonic() - started
    return Figure(f"camera: {EVENING_ROLLS} rolls read right and taken, without a tap", took, "s")


def count_taps(*options: str) -> Counts:
    """The taps of the recorded games, counted in a process of its own."""
    counting = subprocess.run(
        [sys.executable, "-m", "tests.kit.taps", "--json", *options],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return msgspec.json.decode(counting.stdout.splitlines()[-1], type=Counts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
