"""A game as it stood once, shown and touched as in play: what is entered in it is only meant, not entered."""

from __future__ import annotations

from msgspec.structs import replace

from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.verdict import Refused
from companion.presenters import intents, verdicts
from companion.presenters.intents import Intent
from companion.presenters.live import LivePlay
from companion.presenters.play import Meant, Outcome
from companion.presenters.views import BarView


class PastPlay(LivePlay):
    """Whatever play can ask, it can ask here too: palette, board, panels, sheets and forms. The command that
    comes of it is handed back, with the table's word if it breaks rules.
    """

    def __init__(self, session: GameSession, title: str, way_out: str) -> None:
        super().__init__(session)
        self.title = title
        self.way_out = way_out

    def bar(self) -> BarView:
        return replace(super().bar(), undo=self.title, undo_by=None, redo="", past=self.way_out, over=False)

    def over(self) -> bool:
        """In the past something is always still to be said."""
        return False

    def _do(self, intent: Intent) -> Outcome:
        match intent:
            case intents.Undo():
                return Meant()
            case (
                intents.Redo()
                | intents.Whose()
                | intents.FixRoll()
                | intents.MyTurn()
                | intents.NextTurn()
                | intents.Tell()
                | intents.Correct()
            ):
                return None
            case _:
                return super()._do(intent)

    def _submit(self, command: Command, overrule: bool = False) -> Outcome:
        verdict = self.session.judge(command, overrule)
        if isinstance(verdict, Refused):
            return verdicts.refused(self.session, command, verdict)
        return Meant(command, overrule)
