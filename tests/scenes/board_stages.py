"""Scenes of play with a tracked board, for the pictures: games by chance from fixed seeds, a real engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.app.session import GameSession, Nowhere
from companion.app.settings import Settings
from companion.app.simulate import Simulation, header
from companion.history.log import Entry, Header
from companion.presenters.board_view import Place
from companion.presenters.intents import Enter, Intent, OpenPanel, ShowTrail, Take, TouchPiece, Try
from companion.presenters.live import LivePlay
from companion.presenters.views import PlacesView
from companion.rules.base.facts.pieces import StatePieces
from companion.rules.base.slice import Base
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cards import PlayCard
from tests.kit.once import once

KNIGHTS = ("base", "cities_knights")
BASE = ("base",)


@once
def _played(modules: tuple[str, ...], seed: int, count: int) -> tuple[Header, tuple[Entry, ...]]:
    game = Simulation(header(modules, 4, seed, "L2"), random.Random(seed), checked=False)
    while len(game.entries) < count and not game.over:
        game.step()
    return game.header, tuple(game.entries)


def played(modules: tuple[str, ...] = KNIGHTS, seed: int = 2, count: int = 80) -> GameSession:
    """So many entries of a game at L2."""
    made, entries = _played(modules, seed, count)
    return GameSession(made, Nowhere(), entries)


class Lent:
    """What a screen asks of the context: the game alone."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.settings = Settings()


USUAL = (
    "board",
    "board_cards",
    "board_first_road",
    "board_road",
    "board_piece",
    "board_roll",
    "catch_up_pieces",
    "catch_up_numbers",
    "catch_up_check",
    "base_table",
    "base_robber",
    "base_board",
    "base_sheet",
)
"""Scenes that between them show everything once: those that are looked through in every language."""


def scenes(every: bool = False) -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that scene; the usual ones or every one."""

    def at(
        then: Callable[[Any, GameSession], None],
        modules: tuple[str, ...] = KNIGHTS,
        seed: int = 2,
        count: int = 80,
    ) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            session = played(modules, seed, count)
            shell.context, shell.play = Lent(session), LivePlay(session)
            shell.flow.begin()
            then(shell, session)

        return stage

    def board(*touches: Intent) -> Callable[[Any, GameSession], None]:
        def then(shell: Any, _session: GameSession) -> None:
            shell.go("board")
            for touch in touches:
                shell.do(touch)

        return then

    def beside(seat: int) -> Callable[[Any, GameSession], None]:
        def then(shell: Any, _session: GameSession) -> None:
            shell.go("board")
            shell.screen.seat = seat
            shell.refresh()

        return then

    def rolled(red: int, white: int, event: str | None) -> Callable[[Any, GameSession], None]:
        def then(shell: Any, session: GameSession) -> None:
            by = session.state.core.on_turn
            dice: dict[str, int | str] = {"red": red, "white": white}
            session.submit(RollDice(by, {**dice, "event": event} if event else dice), overrule=True)
            shell.flow.follow()

        return then

    def card(name: str) -> Callable[[Any, GameSession], None]:
        """A card that somebody plays, whether or not he can have it."""

        def then(shell: Any, session: GameSession) -> None:
            who = session.state.core.on_turn
            for rule in session.ruleset.commands.values():
                if issubclass(rule.command, PlayCard) and rule.command.card == name:
                    ways = tuple(rule.ways(session.table, who))
                    shell.do(Enter(ways))

        return then

    def refused(shell: Any, _session: GameSession) -> None:
        shell.go("board")
        shell.do(Take(0, 1))
        asked = shell.screen.question()
        assert isinstance(asked, PlacesView)
        shell.do(Try(asked.templates[0], Place("edge", "0NW")))

    def catching_up(shown: str, piece: str = "road") -> Callable[[Any, GameSession], None]:
        def then(shell: Any, _session: GameSession) -> None:
            shell.go("catch_up")
            shell.screen.piece, shell.screen.shown = piece, shown
            shell.screen.refresh()

        return then

    def misfits(shell: Any, session: GameSession) -> None:
        """Everything of one player is away from the board but two cities."""
        who = session.state.core.ids[0]
        cities = tuple(session.state.slice(Base).board.geometry.corners[:2])  # type: ignore[union-attr]
        session.submit(StatePieces(who, who, cities=cities), overrule=True)
        shell.go("catch_up")
        shell.screen._done()
        shell.screen._leave(shell.screen.rows.items[0])

    def sheet(section: str) -> Callable[[Any, GameSession], None]:
        return lambda shell, _session: shell.go("sheet", seat=1, section=section)

    found = {
        "board": at(board()),
        "board_cards": at(beside(3), seed=3, count=120),
        "board_table": at(lambda shell, _session: None),
        "board_first_piece": at(lambda shell, _session: None, count=1),
        "board_first_road": at(lambda shell, _session: None, count=2),
        "board_road": at(board(Take(0, 1))),
        "board_nowhere": at(board(Take(0, 5))),
        "board_refused": at(refused),
        "board_piece": at(board(TouchPiece(Place("corner", "0SE")))),
        "board_trail": at(board(ShowTrail(3))),
        "board_roll": at(rolled(3, 5, "trade")),
        "board_attack": at(rolled(3, 5, "ship"), seed=2, count=98),
        "board_inventor": at(card("inventor")),
        "board_merchant": at(card("merchant")),
        "board_deserter": at(card("deserter")),
        "board_sheet_knights": at(sheet("knights")),
        "catch_up_pieces": at(catching_up("pieces")),
        "catch_up_knights": at(catching_up("pieces", "knight_2_active")),
        "catch_up_numbers": at(catching_up("numbers")),
        "catch_up_check": at(misfits),
        "catch_up_base": at(catching_up("pieces", "settlement"), BASE, 3, 40),
        "base_table": at(lambda shell, _session: None, BASE, 3, 40),
        "base_roll": at(rolled(3, 5, None), BASE, 3, 40),
        "base_robber": at(rolled(3, 4, None), BASE, 3, 40),
        "base_board": at(board(), BASE, 3, 40),
        "base_panel": at(lambda shell, _session: shell.do(OpenPanel(1)), BASE, 3, 40),
        "base_sheet": at(sheet("build"), BASE, 3, 40),
        "base_points": at(sheet("points"), BASE, 3, 40),
    }
    return found if every else {name: found[name] for name in USUAL}
