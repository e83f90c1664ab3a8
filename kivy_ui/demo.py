"""A game that plays by itself, to be looked at on a shelf: nothing of it is stored, and a touch ends it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.app.i18n import _
from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.presenters.intents import GoOn
from companion.presenters.live import LivePlay
from companion.presenters.play import Play
from companion.rules import catalogue
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Look, Painted, Painter

if TYPE_CHECKING:
    from kivy.clock import ClockEvent
    from kivy.input.motionevent import MotionEvent

    from kivy_ui.shell import Shell

SECONDS = 2.5
"""From one entry to the next: long enough to read what came of it."""
PEOPLE, LEVEL = 4, "L3"
SHOWN_STEPS = 8
"""For this many entries the board is shown, then the table for as many."""
MOST_ENTRIES = 600
"""Then another game begins, as when somebody has won."""


class Veil(Painted):
    """Lies over everything, says that this is a demo, and ends it at a touch."""

    modal = True

    def __init__(self, look: Look, on_touch: Callable[[], None]) -> None:
        self._on_touch = on_touch
        super().__init__(look, "demo")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self._on_touch()
        return True

    def paint(self, p: Painter) -> None:
        look, theme = p.look, p.theme
        width = min(self.width, look.mm(86))
        plate = Box(self.center_x - width / 2, self.y + look.mm(2), width, look.mm(10))
        p.rect(plate, theme.accent, look.mm(2))
        words = _("Demo: a touch ends it")
        p.write(words, plate.inset(look.mm(2), look.mm(0.6)), Text.OPERATOR, theme.on_accent, bold=True)


class Demo:
    """Plays random games on the shell, in place of what was shown there.

    ``stir`` is called at each step, so that the screen does not go dark.
    """

    def __init__(self, shell: Shell, stir: Callable[[], None]) -> None:
        self._shell, self._stir = shell, stir
        self._veil = Veil(shell.look, self.end)
        self._before: Play | None = None
        self._clock: ClockEvent | None = None
        self._seed = self._steps = 0
        self._game: Simulation | None = None

    @property
    def plays(self) -> bool:
        """Whether it is on."""
        return self._clock is not None

    def begin(self) -> None:
        """Play, until somebody touches the screen."""
        if self.plays:
            return
        self._before = self._shell.play
        self._clock = Clock.schedule_interval(self._step, SECONDS)
        self._new_game()
        self._to_front()

    def end(self) -> None:
        """Everything is as it was before."""
        if self._clock is None:
            return
        self._clock.cancel()
        self._clock = self._game = None
        shell = self._shell
        shell.remove_widget(self._veil)
        shell.stage.end()
        shell.play = self._before
        if shell.play is None:
            shell.go("home")
        else:
            shell.flow.begin()

    def _new_game(self) -> None:
        self._seed += 1
        modules = catalogue.usual()
        played = header(modules, PEOPLE, self._seed, LEVEL)
        self._game = Simulation(played, random.Random(self._seed), checked=False)
        self._session = GameSession(played, Nowhere())
        self._shell.play = LivePlay(self._session)
        while not self._session.state.core.dice:  # the set-up goes by at once
            self._enter()
        self._shell.go("board")

    def _enter(self) -> None:
        """What chance does next is entered as a table would."""
        assert self._game is not None
        command = self._game.step().command
        if command is not None:
            self._session.submit(command, overrule=True)

    def _step(self, _elapsed: float) -> None:
        self._stir()
        core = self._session.state.core
        if core.winner is not None or len(self._session.standing) > MOST_ENTRIES:
            self._new_game()
        elif self._shell.game.attack() is not None:
            self._shell.do(GoOn())
        else:
            self._enter()
        self._steps += 1
        if self._steps % SHOWN_STEPS == 0:
            self._shell.go("table" if self._shell.screen_name == "board" else "board")
        self._to_front()
        Clock.schedule_once(self._to_front, 0)  # what the entry shows comes with this frame

    def _to_front(self, _elapsed: float = 0.0) -> None:
        """The veil lies over whatever has come since, so that it has every touch."""
        if not self.plays:
            return
        self._veil.place(Box(0, 0, self._shell.width, self._shell.height))
        if self._veil.parent is not None:
            self._shell.remove_widget(self._veil)
        self._shell.add_widget(self._veil)
