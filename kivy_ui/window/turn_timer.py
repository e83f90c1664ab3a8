"""How long the turn has lasted: counting up in the line of the ship, with one bell if the table wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.app.settings import Screen as ScreenSettings

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

    from companion.app.session import GameSession
    from companion.engine.state import GameState
    from kivy_ui.widgets.strip import Strip


class TurnTimer:
    """Counts while a game is played and the settings want it; at other times nothing happens at all."""

    def __init__(
        self,
        strip: Strip,
        wanted: Callable[[], ScreenSettings],
        ring: Callable[[int], None],
        away: Callable[[], bool],
    ) -> None:
        """Args:
        strip: where the time is shown.
        wanted: the settings as they are now.
        ring: tells the seat whose turn is long.
        away: whether something else is shown in place of the game, as a demo is: then the turn waits.
        """
        self._strip, self._wanted, self._ring, self._away = strip, wanted, ring, away
        self._turn: tuple[int, int] | None = None
        self._began = 0.0
        self._rung = False
        self._clock: ClockEvent | None = None
        self._stop_listening: Callable[[], None] = lambda: None

    def watch(self, session: GameSession) -> None:
        """Another game is played."""
        self._stop_listening()
        self._turn = None
        self._stop_listening = session.subscribe(lambda update: self._heard(update.state))
        self._heard(session.state)

    def close(self) -> None:
        """Nothing is played any more."""
        self._stop_listening()
        self._stop_listening = lambda: None
        self._turn = None
        self._pause()

    def look(self) -> None:
        """The settings have changed."""
        if not self._wanted().turn_timer or self._turn is None:
            self._pause()
        elif self._clock is None:
            self._clock = Clock.schedule_interval(self._tick, 1.0)
            self._tick(0.0)

    def _heard(self, state: GameState) -> None:
        core = state.core
        turn = None if core.winner is not None else (core.turn, core.ids.index(core.on_turn))
        if turn != self._turn:
            self._turn, self._began, self._rung = turn, Clock.time(), False
            self._pause()
        self.look()

    def _pause(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._strip.show_time("", False)

    def _tick(self, elapsed: float) -> None:
        if self._away():
            self._began += elapsed
            self._strip.show_time("", False)
            return
        seconds = int(Clock.time() - self._began)
        limit = self._wanted().turn_bell_minutes
        late = limit is not None and seconds >= limit * 60
        self._strip.show_time(f"{seconds // 60}:{seconds % 60:02d}", late)
        if late and not self._rung and self._turn is not None:
            self._rung = True
            self._ring(self._turn[1])
