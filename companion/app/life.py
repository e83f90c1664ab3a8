"""This run of the app, as systemd sees it while it goes on and the next run when it has ended."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.app.i18n import _
from companion.app.last_words import EndingKind, LastWords
from companion.app.ports import Notice
from companion.app.service import Service

if TYPE_CHECKING:
    from companion.history.log import Header

BEATS = 4
"""How many signs of life the app gives within the time that it may stay silent."""


class Life:
    """What the window tells of itself: a frame was drawn, a game is played, all is well."""

    def __init__(
        self,
        service: Service | None = None,
        words: LastWords | None = None,
        clock: Callable[[], float] = time.monotonic,
        demo: bool = False,
    ) -> None:
        self.demo = demo
        """Whether a game plays by itself at first."""
        self.service = service or Service()
        self.words = words or LastWords(None)
        self._clock = clock
        self._told = -math.inf
        self._drawn = False

    @property
    def beat_s(self) -> float:
        """A frame is to be drawn at least so often, whether anything changes or not; infinite where nobody
        watches."""
        return self.service.watch_s / BEATS

    @property
    def game(self) -> str:
        """The game to go on with at once; empty where the first screen is wanted."""
        return self.words.game

    def notice(self) -> Notice | None:
        """What the table is told of how the run before ended, if it ended badly."""
        ending = self.words.ending
        if ending is None:
            return None
        told = {
            EndingKind.STUCK: _("Longship was stuck and has started again."),
            EndingKind.MEMORY: _("The machine ran out of memory, and Longship has started again."),
        }
        return Notice(
            told.get(ending.kind, _("Longship had stopped by itself and has started again.")),
            _("Nothing that was entered is lost. “longship doctor” says more."),
        )

    def drawn(self) -> None:
        """A frame was drawn: the first one is the end of the start, and each is a sign of life."""
        if not self._drawn:
            self._drawn = True
            self.service.ready()
            self.words.drawn()
        now = self._clock()
        if now - self._told >= self.beat_s / 2:
            self._told = now
            self.service.alive()

    def at_home(self) -> None:
        """No game is played."""
        self.words.plays("")
        self.service.status(_("No game is being played."))

    def plays(self, header: Header) -> None:
        """A game is played."""
        self.words.plays(header.game)
        names = ", ".join(player.name for player in header.players)
        self.service.status(_("A game is being played: {players}").format(players=names))

    def calm(self) -> None:
        """All has gone well for a while."""
        self.words.calm()

    def stopping(self) -> None:
        """The window closes."""
        self.service.stopping()
