"""What was entered is taken back or put right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.app.correction_text import problem_text
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.ids import EntryId
from companion.history.correction import CorrectionError, CorrectionReport, Wish, change
from companion.history.log import Entry
from companion.presenters import game
from companion.presenters.commands import rolled
from companion.presenters.intents import FixRoll, Redo
from companion.presenters.play import Outcome
from companion.presenters.shown_roll import ShownRoll
from companion.presenters.views import ActionView, BreachView, ToastView, WarningView
from companion.rules.common import RollDice

REDO_SECONDS = 10.0


def undo(session: GameSession) -> ToastView | None:
    """Take back the last entry, and offer to bring it back."""
    words = game.entry_words(session, session.to_undo)
    if session.undo() is None:
        return None
    return ToastView(
        _("Undone: {entry}").format(entry=words),
        seconds=REDO_SECONDS,
        action=ActionView("redo", _("Redo"), "redo", Redo()),
    )


def correct(session: GameSession, wish: Wish | CorrectionReport) -> ToastView | WarningView:
    """Make a correction."""
    try:
        session.correct(wish)
    except CorrectionError as error:
        text = problem_text(error, session.state.core.players)
        return WarningView(_("Nothing was corrected"), (BreachView("", text),))
    return ToastView(_("Corrected. Undo reverses all of it."), tone="good")


# --- the last roll ----------------------------------------------------------------------------------------


def fix_roll(
    session: GameSession, shown: ShownRoll, intent: FixRoll, submit: Callable[[Command, bool], Outcome]
) -> Outcome:
    """Enter the roll that is shown anew, so that the answers to its questions are asked again.

    If anything was corrected since, the roll is corrected too, so that none of that is lost. A roll that is
    refused leaves all as it was.
    """
    roll, before = shown.number, shown.save()
    if roll and any(entry.correction for entry in session.entries if entry.entry > roll):
        return correct(session, change(roll, _rolled(session, intent, shown.command)))
    taken_back = _taken_back(session, roll) if roll else []
    again = _rolled(session, intent, taken_back[-1].command if taken_back else None)
    outcome = submit(again, intent.overrule)
    if not isinstance(outcome, WarningView):
        return outcome
    try:
        for _entry in taken_back:
            session.redo()
    finally:
        shown.restore(before)
    overruled = FixRoll(intent.red, intent.white, intent.event, overrule=True)
    return replace(outcome, intent=None if outcome.intent is None else overruled)


def _taken_back(session: GameSession, roll: EntryId) -> list[Entry]:
    """Undo everything back to the roll; what was undone, the last entry first."""
    taken_back = []
    while (entry := session.undo()) is not None:
        taken_back.append(entry)
        if entry.entry == roll or isinstance(entry.command, RollDice):
            break
    return taken_back


def _rolled(session: GameSession, intent: FixRoll, before: Command | None) -> RollDice:
    """The roll of whoever rolled before."""
    return rolled(before.by if before is not None else game.roller(session.table), intent)
