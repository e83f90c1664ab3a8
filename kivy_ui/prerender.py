"""Drawings made before they are wanted, and files read, one after another while the table is quiet.

A drawing costs some milliseconds the first time. Those of the first roll, or of the first attack, would all
come in one touch; so they are made in the seconds after a game is shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.app import narrate
from companion.presenters import rehearsal
from companion.presenters.intents import OpenPanel
from companion.presenters.views import (
    ActionView,
    AttackView,
    DefenceView,
    KnightsView,
    LadderView,
    PanelView,
)
from companion.rules.presentation import presentation
from kivy_ui.geometry import Box
from kivy_ui.paint import Painted
from kivy_ui.shell import Shell

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

log = logging.getLogger(__name__)

STEP_SECONDS = 0.06

Step = Callable[[], object]

OF_PLAY = ("companion.app.cues", "companion.presenters.live", "kivy_ui.screens.table")
"""What is imported when a game begins or goes on."""


class Prerenderer:
    """Works through such steps, a little at a time."""

    def __init__(self, steps: Iterator[Step]) -> None:
        self._steps = steps
        self._clock: ClockEvent = Clock.schedule_interval(self._next, STEP_SECONDS)

    def stop(self) -> None:
        """Make no more of them."""
        self._clock.cancel()

    def _next(self, _elapsed: float) -> bool:
        step: Step | None = None
        try:
            step = next(self._steps, None)
            if step is not None:
                step()
        except Exception:
            # nobody has asked for it yet: if it is really wanted it fails there, and is said
            log.exception("a drawing could not be made ahead")
        return step is not None


def at_home() -> Iterator[Step]:
    """What the first game of the evening needs, read while people look at the first page."""
    for module in OF_PLAY:
        yield partial(import_module, module)
    yield narrate.texts
    yield presentation


def of_play(shell: Shell) -> Iterator[Step]:
    """What to paint, each no more than a few drawings. The widgets are never shown."""
    if shell.play is None:  # the table was left before it began
        return
    table = shell.play.table()
    yield lambda: shell.make_ready("roll")
    if not table.scored:
        return
    yield from _results(shell)
    yield from _cells(shell)
    yield from _panels(shell)
    if shell.play.strip().track:
        yield from _attacks(shell)


def _made(widget: Painted, box: Box) -> list[Painted]:
    """Put a widget in a place where nobody sees it; it and its parts, none of them painted yet."""
    widget.place(box)
    parts = [part for part in widget.walk() if isinstance(part, Painted)]
    for part in parts:
        part.cancel_repaint()
    return parts


def _results(shell: Shell) -> Iterator[Step]:
    from kivy_ui.widgets.result_card import ResultCard

    session = shell.game.session
    for view in () if session is None else rehearsal.results(session):
        card = ResultCard(shell.look, view, lambda _row: None, lambda: None)
        for part in _made(card, Box(0, 0, shell.width, card.height_for(shell.width))):
            yield part.paint_now


def _cells(shell: Shell) -> Iterator[Step]:
    """Knights and metropolises of everyone, as large as the cells on the table are."""
    from kivy_ui.screens.table import TableScreen
    from kivy_ui.widgets.cells import KnightCell, LadderCell

    screen = shell.screen
    if not isinstance(screen, TableScreen):
        return
    for column in screen.columns:
        colour = column.view.person.colour
        for cell in column.knights:
            knights = KnightCell(shell.look, "", colour, KnightsView(cell.view.strength, 1, 1))
            _made(knights, cell.box)
            yield knights.paint_now
        for ladder in column.ladders[:3] if column is screen.columns[0] else ():
            crowned = LadderCell(shell.look, "", colour, LadderView(ladder.view.track, 4, True))
            _made(crowned, ladder.box)
            yield crowned.paint_now


def _panels(shell: Shell) -> Iterator[Step]:
    """What a player can do, and the backs of the cards as they stand on answers."""
    from kivy_ui.widgets.sheets import ActionSheet

    window = Box(0, 0, shell.width, shell.height)
    player = shell.game.table().players[0]
    first = shell.game.panel(0, "all")
    backs = tuple(ActionView(track, track, "card", track=track) for track, _count in player.cards)
    views = [
        first,
        *(
            shell.game.panel(0, action.intent.section)
            for action in first.actions
            if isinstance(action.intent, OpenPanel)
        ),
        PanelView(player.person, "", backs),
    ]
    for view in views:
        sheet = ActionSheet(shell.look, view, lambda _action: None, lambda: None)
        for part in _made(sheet, window):
            yield part.paint_now


def _attacks(shell: Shell) -> Iterator[Step]:
    from kivy_ui.screens.attack import AttackScreen

    people = tuple(player.person for player in shell.game.table().players)
    parts = tuple(DefenceView(person, 1, 0) for person in people)
    for won in (True, False):
        screen = AttackScreen(shell, view=AttackView(1, 1, won, "", (), parts))
        for part in _made(screen, Box(0, 0, shell.width, shell.height)):
            yield part.paint_now
