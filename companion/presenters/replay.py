"""A game as it stood after any of its entries, to be looked at one after another."""

from __future__ import annotations

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.table import Table
from companion.presenters import board, game
from companion.presenters.board_view import BoardView
from companion.presenters.deeds import person_at
from companion.presenters.views import PersonView, PlayerView


class StepView(msgspec.Struct, frozen=True):
    """The game after ``number`` of ``count`` entries that stand: what was entered last and by whom, all
    players, and the board where one is laid. Players have nothing to show where not ``scored``; ``ship`` is
    how far it has come of how many steps."""

    number: int
    count: int
    turn: str
    words: str
    person: PersonView | None
    players: tuple[PlayerView, ...]
    scored: bool
    board: BoardView | None
    ship: tuple[int, int]


def step(session: GameSession, number: int) -> StepView:
    """What is shown of a step; 0 is the start. Cheap enough for one in each frame."""
    states, standing = session.states, session.standing
    state = states[number]
    table = Table(session.ruleset.at(state.core.level), state)
    entry = standing[number - 1] if number else None
    command = None if entry is None else entry.command
    seats = [player.id for player in state.core.players]
    by = None if command is None or command.by not in seats else person_at(table, seats.index(command.by))
    words = _("The start") if command is None else narrate.command_text(command, state.core.players)
    strip = game.strip(table, muted=False)
    view = game.table_view(table)
    return StepView(
        number,
        len(standing),
        _("Turn {turn}").format(turn=state.core.turn),
        words,
        by,
        view.players,
        view.scored,
        board.board(table) if board.laid(table) else None,
        (strip.step, strip.track),
    )
