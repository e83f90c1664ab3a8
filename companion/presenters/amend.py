"""Taking back what was entered, or putting it right."""

from __future__ import annotations

from msgspec.structs import replace

from companion.app.correction_text import problem_text
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.verdict import Refused
from companion.history.correction import KEEP, REMOVE, CorrectionError, CorrectionReport, Wish, change
from companion.presenters import game
from companion.presenters.entering import Entering
from companion.presenters.intents import FixRoll, Redo
from companion.presenters.play import Outcome
from companion.presenters.shown_roll import ShownRoll
from companion.presenters.views import ActionView, BreachView, ToastView, WarningView
from companion.rules.common import RollDice

REDO_SECONDS = 10.0


def undo(session: GameSession) -> ToastView:
    """Take back the last entry, and offer to bring it back."""
    words = game.entry_words(session, session.to_undo)
    if session.undo() is None:
        return ToastView(_("There is nothing to undo."))
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


def fix_roll(session: GameSession, shown: ShownRoll, intent: FixRoll, entering: Entering) -> Outcome:
    """Change the dice of the roll that is shown, by one correction: it is saved whole or not at all.

    Answers that fit no longer go, and are asked again. A roll that breaks rules leaves all as it was.
    """
    since = shown.since()
    roll = next((entry for entry in reversed(since) if isinstance(entry.meant_by, RollDice)), None)
    if roll is None or roll.meant_by is None:
        return entering.submit(RollDice(game.roller(session.table), dict(intent.dice)), intent.overrule)
    answers = {entry.entry: REMOVE for entry in since[since.index(roll) + 1 :]}
    if intent.overrule:
        answers[roll.entry] = KEEP
    again = RollDice(roll.meant_by.by, dict(intent.dice))
    report = session.preview(change(roll.entry, again).answered(answers))
    if not report.changes:
        return None
    first = report.unsettled[0] if report.unsettled else None
    if first is not None and first.entry == roll.entry:
        overruled = FixRoll(intent.dice, overrule=True)
        refused = entering.refuse(again, Refused(first.violations))
        return replace(refused, intent=overruled if first.keepable else None)
    outcome = correct(session, report)
    shown.look_for_attack()
    return outcome
