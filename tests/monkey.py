"""A monkey at the panel: ``python -m tests.monkey --touches 20000 --seed 1``.

Touches by chance in real games, on the app in this process with its window in memory: short, long, doubled,
dragged, with two fingers, beside the window, before the last frame is drawn. After each touch nothing may
have failed, and what the screen says was entered must be on the disk. Now and then named ways must lead from
wherever it is back to the table, a restart must find the same game, and at the end undo takes back all.
Each screen must have been visited, something that leads on must be in reach on it, all invariants of the
rules must hold after each entry, and no touch may cost more than a second of the processor.
Prints touches by screen, entries, and each fault with the touches that led to it; the exit code is 1 if
there was any.

Time is the monkey's own: frames come when it lets them, so a seed does the same on a slow machine.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion.app import games
from companion.app.board_code import Recipe
from companion.app.board_code import made as made_board
from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.app.storage import open_copy
from companion.history.log import Entry, Header
from companion.presenters import new_game
from companion.presenters.intents import Roll
from companion.rules.base.board_making import islands
from companion.rules.cities_knights.barbarians import PlaceShip
from kivy_ui.registry import SCREENS
from kivy_ui.theme import THEMES
from kivy_ui.window.screen_map import ScreenMap, look_at
from tests.kit import players
from tests.kit.chance import states
from tests.kit.module_sets import player_counts
from tests.kit.offscreen import Hours, own_time

SIZES = ((800, 480), (720, 1280))
SETS: tuple[tuple[str, ...], ...] = (
    ("base", "cities_knights"),
    ("base",),
    ("base", "cities_knights", "fishermen"),
    ("base", "event_cards", "friendly_robber"),
    ("base", "cities_knights", "event_cards"),
    ("base", "catan_for_two"),
    ("base", "fishermen", "friendly_robber"),
)
LEVELS = ("L2", "L1", "L3", "L2", "L0", "L3")
DEPTHS = (0, 0, 2, 20, 45, 90, 150)
"""How many entries a game has when the monkey comes."""
OPENED, TURNED_AWAY = 40, 8
"""How many touches on a screen count as much as that it was opened, or could not be opened in a game: another
game may have what it lacks."""
UNSEEN = frozenset({"error"})
"""Never to be seen."""
ENOUGH = 5000
"""With so many touches each screen must have been visited."""
MOST_SECONDS = 1.0
"""Of the processor, for a touch and the frames after it."""
PER_GAME = 260
"""Touches in a game."""
LOST_EVERY = 30
"""After so many touches it has to find back to the table."""
RESTART_EVERY = 110
MOST_WAYS = 12
"""So many named touches lead to the table from anywhere."""
WAYS = (
    *("dont", "later", "close", "table", "board_back", "go_on", "error_back", "setup_back", "back"),
    *("resume", "seat_back", "form_back", "result_card"),
)
"""What leads back, in the order in which it is tried."""
ON = frozenset({*WAYS, "more", "new_game", "board_button", "error_back"})
"""What leads on from a screen: one of these is in reach on each."""
LEAVING = {
    "go_home": 0.2,
    "new_game": 0.15,
    "start": 1.0,
    "undo": 0.35,
    "table": 0.5,
    "back": 0.3,
    "mute": 0.3,
}
"""How likely such a widget is touched: otherwise it would never get deep into anything."""
TOLD = 14
MOST_FAULTS = 12


class Monkey:
    """Touches one app. ``clock`` is the time that it gives to the app."""

    def __init__(self, app: Any, chance: random.Random, clock: Hours) -> None:
        from kivy.base import EventLoop

        self.app = app
        self.chance = chance
        self.clock = clock
        self.loop = EventLoop
        self.last: deque[str] = deque(maxlen=TOLD)
        self.screens: Counter[str] = Counter()
        self.opened: Counter[str] = Counter()
        self.used: Counter[tuple[str, str]] = Counter()
        self.touches = 0
        self.entries = 0
        self.kept: dict[str, tuple[Entry, ...]] = {}
        self.slowest: tuple[float, str] = (0.0, "")
        self.complaints = Complaints()
        logging.getLogger().addHandler(self.complaints)

    @property
    def shell(self) -> Any:
        """The root of the window."""
        return self.app.shell

    @property
    def session(self) -> GameSession:
        """The game at the table; while it is corrected the screen shows it as it stood once."""
        session: GameSession = self.app.context.session
        return session

    # --- the finger ---------------------------------------------------------------------------------

    def frame(self, seconds: float = 0.05, drawn: bool = False) -> None:
        """Let time pass to the next frame; showing it takes the longest and is seldom needed."""
        from kivy.clock import Clock

        self.clock.now += seconds
        if drawn:
            self.loop.idle()
        else:
            Clock.tick()
            Clock.tick_draw()
            self.shell.care.drawn()  # nobody can tell

    def see(self) -> ScreenMap:
        """What can be touched now."""
        return look_at(self.shell)

    def finger(self, x: float, y: float) -> Any:
        """A finger that is not yet down, y from the top."""
        from kivy.tests.common import UnitTestTouch

        return UnitTestTouch(x, self.app.window.height - y)

    def touch(self) -> None:
        """Touch something, in some way."""
        began = time.process_time()
        self._touch()
        took = time.process_time() - began
        if took > self.slowest[0]:
            self.slowest = took, self.last[-1]
        if took > MOST_SECONDS:
            raise FaultError(f"a touch took {took:.2f} s: {self.last[-1]}")

    def _touch(self) -> None:
        chance = self.chance
        seen = self.see()
        # in a game of the past its way out stands in the place of Undo
        on = ON | {"undo"} if self.shell.past.visited else ON
        ends = self.app.demo.plays  # at any touch
        if not (ends or seen.overlay or any(spot.name in on for spot in seen.spots)):
            raise FaultError(f"nothing leads on from {seen.screen}: {[spot.name for spot in seen.spots]}")
        x, y, what = self._aim(seen)
        self.touches += 1
        self.screens[f"{seen.screen}"] += 1
        if seen.overlay:
            self.screens[f"sheet: {seen.overlay}"] += 1
        manner = chance.choices(
            ("tap", "slow", "long", "double", "drag", "two", "quick"), (60, 10, 5, 5, 9, 5, 6)
        )[0]
        self.last.append(f"{seen.screen}/{seen.overlay} {manner} {what} at {x:.0f},{y:.0f}")
        down = self.finger(x, y)
        down.touch_down()
        if manner == "slow":
            self.frame(0.1)
        elif manner == "long":
            self.frame(0.3)
            self.frame(0.5)
        elif manner == "drag":
            self._drag(down, x, y)
        elif manner == "two":
            self._second(seen, x, y)
        down.touch_up()
        if manner == "double":
            again = self.finger(x + chance.uniform(-3, 3), y + chance.uniform(-3, 3))
            self.clock.now += chance.choice((0.01, 0.09))
            again.touch_down()
            again.touch_up()
        if manner == "quick":
            return
        self.frame(chance.choice((0.02, 0.05, 0.3)), drawn=chance.random() < 0.2)
        if chance.random() < 0.7:
            self.frame(0.5)
        if chance.random() < 0.03:
            for _frame in range(8):
                self.frame(0.7)

    def _drag(self, down: Any, x: float, y: float) -> None:
        height = self.app.window.height
        for _step in range(self.chance.randint(1, 5)):
            x += self.chance.uniform(-120, 120)
            y += self.chance.uniform(-120, 120)
            down.touch_move(x, height - y)
            if self.chance.random() < 0.5:
                self.frame(0.02)

    def _second(self, seen: ScreenMap, x: float, y: float) -> None:
        """Another finger, while the first one is down."""
        height = self.app.window.height
        other_x, other_y, _what = self._aim(seen)
        if self.chance.random() < 0.5:
            other_x, other_y = x + self.chance.uniform(-150, 150), y + self.chance.uniform(-150, 150)
        other = self.finger(other_x, other_y)
        other.touch_down()
        for _step in range(self.chance.randint(0, 4)):
            other.touch_move(
                other_x + self.chance.uniform(-90, 90), height - other_y + self.chance.uniform(-90, 90)
            )
            self.frame(0.02)
        other.touch_up()

    def _aim(self, seen: ScreenMap) -> tuple[float, float, str]:
        """Where to: mostly something that can be touched, best what was seldom touched."""
        chance, roll = self.chance, self.chance.random()
        if seen.places and roll < 0.4:
            place = chance.choice(seen.places)
            return place.x + chance.gauss(0, 9), place.y + chance.gauss(0, 9), f"{place.sort} {place.id}"
        spots = [spot for spot in seen.spots if spot.width >= 1]
        if spots and roll < 0.88:
            weights = [
                LEAVING.get(spot.name, 1.0) / (1 + self.used[seen.screen + seen.overlay, spot.name]) ** 0.5
                for spot in spots
            ]
            spot = chance.choices(spots, weights)[0]
            self.used[seen.screen + seen.overlay, spot.name] += 1
            return (
                spot.x + spot.width * chance.uniform(0.1, 0.9),
                spot.y + spot.height * chance.uniform(0.1, 0.9),
                spot.name,
            )
        if roll < 0.97:
            return chance.uniform(0, seen.width), chance.uniform(0, seen.height), "anywhere"
        return (
            chance.choice((-40.0, seen.width + 40.0)),
            chance.choice((-40.0, seen.height + 40.0)),
            "beside the window",
        )

    # --- what must hold -----------------------------------------------------------------------------

    def look(self) -> None:
        """Nothing has failed, and all that was entered is on the disk."""
        if self.complaints.found:
            found, self.complaints.found = self.complaints.found, []
            raise FaultError(found[0])
        if self.shell.screen_name == "error":
            raise FaultError(f"the error screen: {self.shell.screen.reason}\n{self.shell.screen.details}")
        if self.shell.play is None:
            return
        session = self.session
        game, entries = session.header.game, session.entries
        before = self.kept.get(game, ())
        if len(entries) == len(before):
            return
        if entries[: len(before)] != before:
            raise FaultError(f"{game} lost entries: it had {len(before)} and has {len(entries)}")
        if self.app.store.load(game)[1] != entries:
            raise FaultError(f"{game}: what is on the disk is not the log of {len(entries)} entries")
        self.kept[game] = entries
        self.entries += len(entries) - len(before)
        bent = any(
            entry.overruled or (entry.command is not None and states(session.ruleset, type(entry.command)))
            for entry in session.standing
        )
        for invariant in session.ruleset.invariants:
            # by its own word the table may have more pieces than there are; the rest holds always
            broken = list(invariant.broken(session.table)) if invariant.always or not bent else []
            if broken:
                raise FaultError(f"{invariant.name} after {entries[-1].command}: {broken}")

    def restart(self) -> None:
        """As after a power cut: whoever reads the file alone finds the same game."""
        session = self.session
        copy = open_copy(self.app.context.folder, self._complain)
        try:
            again, _journal = games.resume(copy, session.header.game)
            if again.entries != session.entries or again.state != session.state:
                raise FaultError(f"{session.header.game} is another one after a restart")
        finally:
            copy.close()

    @staticmethod
    def _complain(notice: Any) -> None:
        raise FaultError(f"the copy of the games: {notice}")

    def home(self) -> None:
        """Back to the table by what is named on the screen."""
        ways: list[str] = []
        for _way in range(MOST_WAYS):
            self._upright()
            self._see_off_toast()
            seen = self.see()
            # where the board is still to be laid there is no table yet
            laying = self.shell.play is not None and not self.session.entries
            past = self.shell.play is not None and bool(self.shell.play.bar().past)
            if seen.screen in ("table", "board_setup" if laying else "") and not seen.overlay and not past:
                return
            named = {spot.name: spot for spot in seen.spots}
            ended = seen.screen == "home" and "resume" not in named
            name = "earlier" if ended else next((name for name in WAYS if name in named), None)
            if past and not seen.overlay and "undo" in named:
                # where else Undo is, there is the way out of the past
                name = "undo"
            if seen.overlay == "games_sheet":
                name = f"game_{self.session.header.game}"
            ways.append(f"{seen.screen}/{seen.overlay}: {name}")
            if name is None:
                x, y = 2.0, 2.0
            else:
                # the dice stand on the middle of a result
                share = 0.03 if name == "result_card" else 0.5
                spot = named[name]
                x, y = spot.x + spot.width * share, spot.y + spot.height * (1 - share)
            self.last.append(f"{seen.screen}/{seen.overlay} back by {name}")
            self.touches += 1
            self.screens[seen.screen] += 1
            self.shell.care.rest()
            down = self.finger(x, y)
            down.touch_down()
            down.touch_up()
            self.frame(0.2)
            self.look()
        raise FaultError(f"no way to the table: {ways}; there are {sorted(named)}")

    def take_back(self) -> None:
        """Undo until nothing is left: the last ones and the first ones by the button, the rest quickly."""
        from companion.presenters.intents import Undo

        self.home()
        number = 0
        while (target := self.session.to_undo) is not None:
            number += 1
            left = len(self.session.standing)
            if number <= 5 or left <= 5:
                self._tap_undo()
            else:
                self.shell.do(Undo())
            self.look()
            now = self.session.to_undo
            if now is not None and now.entry == target.entry:
                said = look_at(self.shell)
                newest = [(entry.entry, entry.undo, entry.redo) for entry in self.session.entries[-3:]]
                raise FaultError(
                    f"undo {number} did not take back {target.entry} {type(target.command)}, {left} stood; "
                    f"on {said.screen} {said.overlay} {said.said} stand {[spot.name for spot in said.spots]}"
                    f"; the newest are {newest}"
                )
        if self.session.standing or self.session.state != self.session.states[0]:
            raise FaultError("all is taken back and something is left")

    def _tap_undo(self) -> None:
        for _try in range(4):
            self._upright()
            self._see_off_toast()
            spot = next((spot for spot in self.see().spots if spot.name == "undo"), None)
            if spot is not None:
                break
            self.home()
        else:
            raise FaultError(f"no undo on {self.shell.screen_name}")
        self.shell.care.rest()
        down = self.finger(spot.x + spot.width / 2, spot.y + spot.height / 2)
        down.touch_down()
        down.touch_up()
        self.touches += 1
        self.frame(0.2)

    def _see_off_toast(self) -> None:
        """Wait as long as a sentence stands over what is to be touched."""
        self.frame(0.3)
        while self.shell.messages.shown is not None:
            self.frame(0.7)

    # --- a game -------------------------------------------------------------------------------------

    def sit_down(self, plan: Plan) -> None:
        """A game that has already come some way, on a window of that size."""
        entries = plan.entries()
        self.app.store.add(plan.header, entries, None)
        self.kept[plan.header.game] = entries
        if tuple(self.app.window.size) != plan.size:
            self.app.window.size = plan.size
        look = msgspec.structs.replace(
            self.app.context.settings.screen,
            rotation=0,
            language=self.chance.choice(("en", "ru", "pl", "de")),
            theme=self.chance.choice(tuple(THEMES)),
        )
        self.app.context.change(msgspec.structs.replace(self.app.context.settings, screen=look))
        self.frame()
        self.shell.go("home")
        if not self.app.context.resume(plan.header.game):
            raise FaultError(f"{plan} could not be opened")
        self.frame(0.5)
        if self.chance.random() < 0.7:
            self._visit()
        self.frame(0.1)

    def _visit(self) -> None:
        """Go where it has been least; what that screen lacks here leads it elsewhere."""
        wanted = [name for name in SCREENS if name not in UNSEEN]
        screen = min(wanted, key=lambda name: self.screens[name] + self.opened[name])
        standing = self.session.standing
        entry: dict[str, Any] = {"entry": standing[-1].entry if standing else 0}
        if screen == "attack":
            self._attack()
        else:
            board: dict[str, Any] = {"board": made_board(Recipe(1), islands()["standard"])}
            self.shell.go(screen, **{"correction": entry, "board_name": board}.get(screen, {}))
        self.opened[screen] += OPENED if self.shell.screen_name == screen else TURNED_AWAY

    def _attack(self) -> None:
        """The next roll brings the barbarians ashore, in a game that has them."""
        strip = self.shell.play.strip()
        if strip.track and not self.session.state.core.pending:
            self.session.submit(PlaceShip(self.session.state.core.on_turn, strip.track - 1), overrule=True)
            self.shell.do(Roll({"red": 1, "white": 1, "event": "ship"}))

    def play(self, plan: Plan, touches: int) -> None:
        """Sit down at a game and touch it so often. Raises what fails."""
        self.sit_down(plan)
        end = self.touches + touches
        since = 0
        while self.touches < end:
            self.touch()
            self.look()
            since += 1
            if since % LOST_EVERY == 0 and self.chance.random() < 0.7:
                self.home()
                self._visit()
            if since % 10 == 0:
                self._upright()
            if since % RESTART_EVERY == 0 and self.shell.play is not None:
                self.restart()
        self._upright()
        self.frame(0.2)
        self.look()
        self.home()
        self.restart()
        if self.chance.random() < 0.5:
            self.take_back()
            self.restart()

    def _upright(self) -> None:
        """Turn the picture back: what is told of places on it is told as people see it."""
        if not self.app.window.rotation:
            return
        self.app.turn(-self.app.turned)
        screen = msgspec.structs.replace(self.app.context.settings.screen, rotation=0)
        self.app.context.change(msgspec.structs.replace(self.app.context.settings, screen=screen))


class FaultError(AssertionError):
    """Something that must never be."""


class Complaints(logging.Handler):
    """What the app has logged as an error: failures that a person would be shown in one sentence."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += "\n" + "".join(traceback.format_exception(record.exc_info[1]))
        self.found.append(text)


@dataclass(frozen=True)
class Plan:
    """A game: by whom, how far it has come, and on what panel."""

    header: Header
    depth: int
    seed: int
    size: tuple[int, int]

    def entries(self) -> tuple[Entry, ...]:
        """What was entered before the monkey came."""
        if self.header.level in ("L2", "L3"):
            game = Simulation(self.header, random.Random(self.seed), checked=False)
            while not game.over and len(game.entries) < self.depth:
                game.step()
            return tuple(game.entries)
        session = GameSession(self.header, Nowhere(), clock=lambda: 0)
        moves = players.play(session, self.seed, undo=0.1)
        while len(session.entries) < self.depth and next(moves, session) is not session:
            pass
        return session.entries

    def __str__(self) -> str:
        top = self.header
        return (
            f"{'+'.join(top.modules)} at {top.level} for {len(top.players)}, entry {self.depth}, "
            f"{self.size[0]}x{self.size[1]}, game {self.seed}"
        )


def plans(seed: int) -> Iterator[Plan]:
    """Games without end; every set of modules, level and size comes soon."""
    number = 0
    while True:
        one = seed * 1000 + number
        chance = random.Random(one)
        modules = SETS[number % len(SETS)]
        shown = new_game.levels_for(modules)
        level = LEVELS[number % len(LEVELS)]
        if level not in shown:
            level = shown[-1]
        count = chance.choice([*player_counts(modules), *([5, 6] if level in ("L0", "L1") else [])])
        top = msgspec.structs.replace(header(modules, count, one, level), game=f"monkey-{one}")
        yield Plan(top, chance.choice(DEPTHS), one, SIZES[number // 2 % 2])
        number += 1


@dataclass
class Report:
    """What came of it."""

    seed: int
    touches: int = 0
    games: int = 0
    entries: int = 0
    seconds: float = 0.0
    slowest: tuple[float, str] = (0.0, "")
    screens: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        screens = "\n".join(f"{count:7}  {name}" for name, count in self.screens.most_common())
        faults = "\n\n".join(self.faults)
        return (
            f"seed {self.seed}: {self.touches} touches, {self.games} games, {self.entries} entries, "
            f"{self.seconds:.0f} s, {len(self.faults)} faults; "
            f"the slowest touch took {self.slowest[0]:.2f} s ({self.slowest[1]})\n{screens}\n{faults}"
        )


def run(touches: int, seed: int, per_game: int = PER_GAME, only: int | None = None) -> Report:
    """Touch so often, over as many games as that takes."""
    from tests.kit.taps import application

    report, began = Report(seed), time.monotonic()
    clock = Hours()
    with tempfile.TemporaryDirectory() as folder, application(Path(folder)) as app, own_time(clock):
        monkey = Monkey(app, random.Random(seed), clock)
        for plan in plans(seed):
            if only is not None and plan.seed != only:
                continue
            monkey.chance.seed(plan.seed)
            monkey.last.clear()
            monkey.used.clear()
            report.games += 1
            try:
                monkey.play(plan, per_game)
            except Exception as error:
                trace = traceback.format_exc() if not isinstance(error, FaultError) else str(error)
                report.faults.append(f"FAULT in {plan}\n" + "\n".join(monkey.last) + "\n" + trace)
                print(report.faults[-1], file=sys.stderr, flush=True)
                monkey.complaints.found.clear()
                app.shell.sheets.close()
            if monkey.touches >= touches or len(report.faults) >= MOST_FAULTS or only is not None:
                break
        logging.getLogger().removeHandler(monkey.complaints)
        report.touches, report.entries, report.screens = monkey.touches, monkey.entries, monkey.screens
        report.slowest = monkey.slowest
        missed = [name for name in SCREENS if name not in UNSEEN and not monkey.screens[name]]
        if missed and only is None and report.touches >= ENOUGH:
            report.faults.append(f"never visited: {', '.join(missed)}")
    report.seconds = time.monotonic() - began
    return report


def main() -> int:
    """Run the command; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.monkey", description=__doc__)
    parser.add_argument("--touches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=PER_GAME, help="touches in a game")
    parser.add_argument("--game", type=int, help="only this game, by its number")
    options = parser.parse_args()
    report = run(options.touches, options.seed, options.each, options.game)
    print(report)
    return int(bool(report.faults))


if __name__ == "__main__":
    raise SystemExit(main())
