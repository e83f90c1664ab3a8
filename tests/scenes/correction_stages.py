"""Scenes of the correction of the past, for the pictures: games by chance from fixed seeds, a real engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.history.correction import CorrectionReport, Wish, change, remove
from companion.history.log import Entry, Header
from companion.presenters import seen
from companion.presenters.live import LivePlay
from companion.rules.base.robber import MoveRobber
from companion.rules.base.turn import RollDice
from tests.kit.once import once
from tests.scenes.board_stages import Lent, played


@once
def _hands() -> tuple[Header, tuple[Entry, ...]]:
    """A game with counted hands and a theft that nobody saw."""
    game = Simulation(header(("base", "cities_knights"), 4, 5, "L3"), random.Random(5), checked=False)
    while len(game.entries) < 140:
        game.step()
    return game.header, tuple(game.entries)


def hands() -> GameSession:
    """That game."""
    made, entries = _hands()
    return GameSession(made, Nowhere(), entries)


def scenes() -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that scene."""

    def at(
        made: Callable[[], GameSession], entry: Callable[[GameSession], Entry], then: Callable[[Any], None]
    ) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            session = made()
            shell.context, shell.play = Lent(session), LivePlay(session)
            shell.go("correction", entry=entry(session).entry)
            then(shell)

        return stage

    def last(session: GameSession, kind: type = RollDice) -> Entry:
        return [entry for entry in session.standing if isinstance(entry.command, kind)][-1]

    def theft(session: GameSession) -> Entry:
        return next(
            entry
            for entry in session.standing
            if isinstance(entry.command, MoveRobber) and seen.tellable(session, entry)
        )

    def rolled(conflicts: bool) -> Callable[[GameSession], Entry]:
        def found(session: GameSession) -> Entry:
            rolls = [entry for entry in session.standing if isinstance(entry.command, RollDice)]
            return next(
                entry
                for entry in reversed(rolls[:-4])
                if bool(session.preview(other(entry)).unsettled) is conflicts
            )

        return found

    def nothing(_shell: Any) -> None:
        """The entry as it is."""

    def wished(wish: Callable[[Entry], Wish]) -> Callable[[Any], None]:
        def then(shell: Any) -> None:
            shell.screen._ask(wish(shell.screen._standing()))
            finish(shell)

        return then

    def compose(shell: Any) -> None:
        shell.screen._change()

    def working(shell: Any) -> None:
        shell.screen._ask(other(shell.screen._standing()))
        shell.screen._stop()
        shell.screen.progress.show(40)
        shell.refresh()

    def corrected(shell: Any) -> None:
        session = hands()
        shell.context, shell.play = Lent(session), LivePlay(session)
        session.correct(other(rolled(False)(session)))
        shell.go("log", shown="rolls")
        shell.screen.list.turn(2)

    return {
        "log_corrected": corrected,
        "correction_roll": at(hands, rolled(False), nothing),
        "correction_roll_other": at(hands, rolled(False), wished(other)),
        "correction_working": at(hands, rolled(False), working),
        "correction_conflict": at(hands, rolled(True), wished(other)),
        "correction_delete": at(played, last, wished(lambda entry: remove(entry.entry))),
        "correction_theft": at(hands, theft, nothing),
        "correction_tell": at(hands, theft, lambda shell: shell.screen._tell()),
        "correction_insert": at(hands, last, lambda shell: shell.screen._insert()),
        "correction_board": at(played, lambda session: session.standing[-6], compose),
        "correction_past": at(played, last, past),
    }


def other(entry: Entry) -> Wish:
    """The white die lay otherwise."""
    command = entry.command
    assert isinstance(command, RollDice)
    white = int(command.dice["white"]) % 6 + 1
    return change(entry.entry, msgspec.structs.replace(command, dice={**command.dice, "white": white}))


def past(shell: Any) -> None:
    """The table as it was, where an entry is to be inserted."""
    screen = shell.screen
    session = screen.session
    screen._compose(session.past(len(session.standing) - 3), (), lambda command: None, screen.view.title)


def finish(shell: Any) -> None:
    """Work the preview out at once."""
    screen = shell.screen
    screen._stop()
    report: CorrectionReport = screen.session.preview(screen.wish)
    screen._known(report)
