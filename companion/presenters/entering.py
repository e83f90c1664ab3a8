"""Commands into the log of a running game."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.session import GameSession, Update, UpdateKind
from companion.app.storage import StorageError
from companion.engine.command import Command
from companion.engine.core import Asked
from companion.engine.state import Phase
from companion.engine.verdict import Accepted, Refused
from companion.presenters import verdicts
from companion.presenters.intents import Enter
from companion.presenters.play import Outcome
from companion.presenters.views import WarningView
from companion.rules.common import EndTurn


class Entering:
    """Enters commands and says what comes of them.

    A command that begins the next turn, such as a roll, may come while the end of this turn still asks for
    something, such as a card too many. It then ends the turn, waits, and is entered with the last answer.
    """

    def __init__(self, session: GameSession, on_refused: Callable[[], None]) -> None:
        self._session = session
        self._on_refused = on_refused
        self._waiting: Command | None = None

    def heard(self, update: Update) -> None:
        """The game has changed: what waits is dropped by an undo, and where nothing is asked any more."""
        if update.kind is UpdateKind.UNDONE or not update.state.core.pending:
            self._waiting = None

    def submit(self, command: Command, overrule: bool = False) -> Outcome:
        """Enter a command; with ``overrule`` the table lets broken rules stand."""
        waiting = self._waiting
        verdict = self._session.submit(command, overrule)
        if isinstance(verdict, Refused):
            if self._ends_turn_first(command, verdict):
                outcome = self.submit(EndTurn(self._session.state.core.on_turn))
                self._waiting = command
                return outcome
            return self.refuse(command, verdict)
        if waiting is not None and not self._session.state.core.pending:
            return self._submit_waiting(waiting)
        return verdicts.accepted(self._session, verdict)

    def _submit_waiting(self, command: Command) -> Outcome:
        """Enter what waited. The answer before it stands: whoever plays on unsaved repeats this alone."""
        try:
            return self.submit(command)
        except StorageError as error:
            return verdicts.unsaved(error, Enter((command,)))

    def refuse(
        self, command: Command, verdict: Refused, where: verdicts.Where = verdicts.nowhere
    ) -> WarningView:
        """Say, and have it heard, that a command is refused."""
        self._on_refused()
        return verdicts.refused(self._session, command, verdict, where)

    def _ends_turn_first(self, command: Command, verdict: Refused) -> bool:
        """Whether nothing but what the end of this turn asks is in the way of the next one."""
        session, core = self._session, self._session.state.core
        if not session.ruleset.commands[type(command)].begins_turn or core.pending:
            return False
        ended = session.judge(EndTurn(core.on_turn))
        if core.phase is not Phase.AFTER_ROLL or not isinstance(ended, Accepted):
            return False
        asked = {event.decision.rule for event in ended.events if isinstance(event, Asked)}
        return bool(asked) and {violation.rule for violation in verdict.violations} <= asked
