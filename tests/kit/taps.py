"""How many taps an evening takes: the app in this process, its window drawn into memory, touched for real.

``python -m tests.kit.taps [GAME.jsonl ...] [--camera]`` enters recorded games by touch and counts. One
process has one window for all its life, so whoever wants the counts runs this as a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.app.devices import open_devices
from companion.app.dice import Reading
from companion.app.jsonl import read
from companion.app.ports import OpenDevice
from companion.app.session import GameSession, Nowhere
from companion.engine.command import Command
from companion.engine.core import AdjustPoints, DeclareWinner, PlayOn
from companion.engine.verdict import Accepted
from companion.history.log import Header
from companion.presenters.game import strip, table_view
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad
from companion.rules.base.setup import LayBoard
from companion.rules.base.slice import Base
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.barbarians import PlaceShip
from kivy_ui.window.screen_map import ScreenMap, look_at
from tests.kit import players
from tests.kit.counts import Counts, Turns, table
from tests.kit.driver import PATIENCE_SECONDS, Done, LostError, Person, Recipe, told
from tests.kit.evening import PEOPLE
from tests.kit.fakes import PretendedDice
from tests.kit.hands import HandPerson
from tests.kit.laying import setups
from tests.kit.module_hands import ModulePerson
from tests.kit.offscreen import Hours, Panel, own_time, start_loop
from tests.kit.tables import CITIES_KNIGHTS
from tests.kit.untouched import untouched

GAMES = Path(__file__).parents[1] / "games"
EVENINGS = {
    "L1": "evening_4p.jsonl",
    "L0": "evening_l0.jsonl",
    "L2": "evening_l2.jsonl",
    "L3": "evening_l3.jsonl",
}


ANYTHING = Header("anything", PEOPLE, CITIES_KNIGHTS, options={"points_to_win": 30})
ENTRIES = 140
FRAME = 0.05
NONE = (0.0, 0.0)
"""No time of a frame is measured by a clock of its own."""


class InProcess:
    """Hands in the app's own process."""

    def __init__(self, application: Any, clock: Hours | None = None, seconds: float | None = None) -> None:
        from kivy.base import EventLoop

        self.application = application
        self.loop = EventLoop
        self.touches = 0
        self.frame_ms: list[float] = []
        """From each lifted finger to the drawn frame, in milliseconds."""
        self.panel: Panel | None = None if clock is None else Panel(EventLoop, clock, seconds or FRAME)
        """By a clock of its own a frame takes as long as is wanted, and fingers go by that time too."""
        self._seen: ScreenMap | None = None
        """What was drawn last, if somebody has looked at it since."""
        application.window.bind(on_flip=self._drawn)

    def _drawn(self, *_: object) -> None:
        self._seen = None

    def frame(self) -> None:
        """Let one frame pass."""
        if self.panel is not None:
            self.panel.frame()
        else:
            self.loop.idle()

    def see(self) -> ScreenMap:
        """Let one frame pass, and look. Where it showed nothing new, all is as it was, as it is to eyes."""
        self.frame()
        if self._seen is None:
            self._seen = look_at(self.application.shell, touches=self.touches)
        return self._seen

    def touch(self, x: float, y: float) -> None:
        """A finger comes down and is lifted, each before a frame of its own."""
        from kivy.graphics.opengl import glFinish
        from kivy.tests.common import UnitTestTouch

        self.touches += 1
        self._seen = None
        self.application.shell.care.rest()
        if self.panel is not None:
            # every other finger is lifted only in the frame after
            after = max(0.0, self.panel.seconds - 0.04) * (self.touches % 2)
            self.panel.tap(x, self.application.window.height - y, after)
            self.panel.settle()
            return
        finger = UnitTestTouch(x, self.application.window.height - y)
        # as Kivy's providers do it: what happens to a finger waits for the next frame
        self.loop.input_events.append(("begin", finger))
        self.loop.idle()
        glFinish()
        start = time.perf_counter()
        self.loop.input_events.append(("end", finger))
        self.loop.idle()
        glFinish()
        self.frame_ms.append((time.perf_counter() - start) * 1000)

    def wait(self, condition: Callable[[ScreenMap], bool], what: str) -> ScreenMap:
        """Let frames pass until the condition holds."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not condition(seen := self.see()):
            if time.monotonic() > end:
                raise LostError(f"waited for {what}; {told(seen)}")
        return seen


@contextmanager
def application(
    folder: Path, fps: int = 0, dice: PretendedDice | None = None, open_device: OpenDevice = open_devices
) -> Iterator[Any]:
    """The app on a fresh folder, with a window in memory of 800x480 pixels; 0 frames a second is no limit."""
    dice = dice or PretendedDice()
    for name, value in {
        "LONGSHIP_DATA": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "LONGSHIP_ALERTS": f"mock:{folder / 'pins.jsonl'}",
        "SDL_VIDEODRIVER": "offscreen",
        "LANGUAGE": "en",
    }.items():
        os.environ[name] = value
    from companion.app.i18n import set_language
    from companion.app.settings import load
    from kivy_ui.window import open_window, prepare

    (folder / "data").mkdir(parents=True, exist_ok=True)
    settings, notices = load()
    set_language("en")
    prepare(folder / "kivy", "offscreen")
    (folder / "kivy").mkdir()
    window = open_window(settings.screen, "offscreen")
    from kivy.clock import Clock

    from kivy_ui.app import Application

    Clock._max_fps = fps
    app = Application(window, settings, notices, open_device, dice.open)
    window.add_widget(app.shell)
    start_loop().idle()
    try:
        yield app
    finally:
        app.close()
        window.remove_widget(app.shell)


def leave_garbage(app: Any) -> None:
    """Tidy nothing up, in a process that ends soon and whose memory nobody measures: it takes a tenth of its
    time."""
    app.housekeeping.close()
    gc.disable()


def begin(app: Any, header: Header) -> None:
    """Open a new game on the screen."""
    from companion.app import games

    games.begin(app.store, header)
    assert app.context.resume(header.game)


class CameraPerson(HandPerson):
    """Somebody at the panel of a table whose dice a camera reads, each time right."""

    def __init__(self, hands: InProcess, header: Header, dice: PretendedDice) -> None:
        super().__init__(hands, header)
        self.dice = dice

    def recipes(self) -> dict[str, Recipe]:
        return {**super().recipes(), str(RollDice.__struct_config__.tag): self._roll}

    def _roll(self, _person: Any, command: RollDice) -> int:
        """The dice are thrown. A sheet that is still open is put away first, as nobody rolls over it."""
        if self.hands.see().overlay:
            self.make_way()
        self.dice.read(Reading(**dict(command.dice)))
        return 1


def play(
    app: Any,
    hands: InProcess,
    header: Header,
    commands: Iterable[Command],
    somebody: Callable[[Any, Header], Person] = HandPerson,
) -> list[Done]:
    """Enter a whole game by touch, and check after each entry that the table is as it was meant."""
    begin(app, header)
    person = somebody(hands, header)
    session = app.shell.play.session
    for command in commands:
        if isinstance(command, LayBoard):
            # the board is laid on a screen of its own
            for game in (session, person.game):
                assert isinstance(game.submit(command), Accepted)
            app.shell.flow.begin()
            continue
        person.enter(command)
        assert shown(session) == shown(person.game), f"{command} by {person.done[-1].path}"
        if person.on_board:
            assert session.state == person.game.state, f"{command} by {person.done[-1].path}"
    return person.done


def shown(session: GameSession) -> tuple[object, ...]:
    """All that a table shows; alike pieces are not told apart."""
    core = session.state.core
    asked = [(question.kind, question.who) for question in core.pending]
    return untouched(table_view(session.table)), strip(session.table, False), asked, core.winner, core.turn


def anything(header: Header, seed: int, count: int) -> Iterator[Command]:
    """So many entries by chance, each kind as likely as any other, then what only the table itself can say.

    Open questions are answered in the order in which they are put.
    """
    session = GameSession(header, Nowhere(), clock=lambda: 0)
    chance = random.Random(seed)
    while len(session.entries) < count or session.state.core.pending:
        pending = session.state.core.pending
        command = players.choose(session, chance)
        tag = str(type(command).__struct_config__.tag)
        if tag.startswith("core.") or (
            pending and (tag not in pending[0].answers or command.by != pending[0].who)
        ):
            continue
        assert isinstance(session.submit(command), Accepted), (seed, command)
        yield command
    anna, ben, *_others = session.state.core.ids
    length = session.state.slice(Base).road_length + 1
    yield ClaimLongestRoad(ben, max(5, length))
    yield CutLongestRoad(ben, {anna: 6})
    yield AdjustPoints(ben, ben, 2)
    yield AdjustPoints(anna, anna, -1)
    yield PlaceShip(session.state.core.on_turn, 3)
    yield DeclareWinner(ben)
    yield PlayOn(session.state.core.on_turn)


def recorded(file: Path) -> tuple[Header, Iterable[Command]]:
    """A recorded game: by whom, and what."""
    game = read(file)
    return game.header, [entry.command for entry in game.entries if entry.command is not None]


def of_scenarios() -> Iterator[tuple[Header, Iterable[Command]]]:
    """The evening of each scenario, at the levels at which it can be entered."""
    from tests.kit.evenings import SEEDS, file_of, without_board, without_hands

    for scenario in SEEDS:
        header, commands = recorded(file_of(scenario))
        yield header, commands
        yield without_hands(header, commands)
        yield without_board(header, commands)


def turns(header: Header, done: list[Done]) -> Turns:
    """The taps of each turn, and of each kind of command."""
    per_turn: dict[int, int] = defaultdict(int)
    per_kind: dict[str, list[int]] = defaultdict(list)
    for one in done:
        per_turn[one.turn] += one.taps
        per_kind[str(type(one.command).__struct_config__.tag)].append(one.taps)
    counts = sorted(per_turn.values())
    return Turns(
        game=header.game,
        level=header.level,
        turns=len(counts),
        taps=sum(counts),
        mean=round(statistics.mean(counts), 2),
        p95=statistics.quantiles(counts, n=20, method="inclusive")[-1],
        most=counts[-1],
        kinds={kind: (round(statistics.mean(taps), 2), len(taps)) for kind, taps in sorted(per_kind.items())},
        dearest={kind: max(taps) for kind, taps in per_kind.items()},
    )


def single_operations(app: Any, hands: InProcess) -> dict[str, int]:
    """The taps of what must always be at hand, over a game that has just begun."""
    header, commands = recorded(GAMES / EVENINGS["L1"])
    again = msgspec.structs.replace(header, game="single")
    begin(app, again)
    person = Person(hands, again)
    for command in itertools.islice(commands, 3):
        person.enter(command)
    session = app.shell.play.session

    def taps(*names: str, until: Callable[[], bool]) -> int:
        before = person.taps
        person.tap(*names)
        hands.wait(lambda _seen: until(), names[-1])
        return person.taps - before

    found = {}
    red = session.state.core.dice["red"] % 6 + 1
    found["correct_roll"] = taps(
        "result_red", f"red_{red}", until=lambda: session.state.core.dice["red"] == red
    )
    found["mute"] = taps("mute", until=lambda: app.context.settings.alerts.muted)
    # the changed roll is as it was before
    found["undo"] = taps("undo", until=lambda: session.state.core.dice["red"] != red)
    app.shell.play = None
    app.shell.go("home")
    found["resume"] = taps("resume", until=lambda: app.shell.screen_name == "table")
    assert app.shell.play.session.header == again
    assert app.shell.play.session.entries == session.entries
    return found


def main(arguments: list[str]) -> int:
    """Count, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.taps", description=__doc__)
    parser.add_argument("games", nargs="*", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--camera", action="store_true", help="a camera reads the dice")
    parser.add_argument("--frame", type=float, metavar="SECONDS", help="how long each frame takes, unhurried")
    parser.add_argument("--anything", type=int, metavar="SEED", help="a game by chance instead")
    parser.add_argument("--scenarios", action="store_true", help="the evenings of the scenarios instead")
    options = parser.parse_args(arguments)
    files = options.games or [GAMES / name for name in EVENINGS.values()]
    dice = PretendedDice()
    clock = Hours() if options.frame else None
    with (
        tempfile.TemporaryDirectory() as folder,
        application(Path(folder), dice=dice) as app,
        own_time(clock) if clock is not None else nullcontext(),
    ):
        hands = InProcess(app, clock, options.frame)
        app.dice_reader.seconds = 0.0
        if clock is not None:
            leave_garbage(app)
        somebody = partial(CameraPerson, dice=dice) if options.camera else HandPerson
        games = [recorded(file) for file in files]
        if options.anything:
            games = [(ANYTHING, anything(ANYTHING, options.anything, ENTRIES))]
        usual = not (options.camera or options.scenarios)
        if options.scenarios:
            games, somebody = list(of_scenarios()), ModulePerson
        counts = Counts(
            tuple(turns(header, play(app, hands, header, commands, somebody)) for header, commands in games),
            single_operations(app, hands) if usual else {},
            setups(app, hands, begin) if usual else {},
            round(statistics.median(hands.frame_ms or NONE), 1),
            round(statistics.quantiles(hands.frame_ms or NONE, n=20, method="inclusive")[-1], 1),
        )
    print(msgspec.json.encode(counts).decode() if options.json else table(counts))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
