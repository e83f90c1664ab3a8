"""What the table is told of a verdict: why an entry is refused, and what one has brought."""

from __future__ import annotations

from collections.abc import Callable

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.app.storage import StorageError
from companion.engine.command import Command, tag_of
from companion.engine.decide import answers
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted, Refused, Violation
from companion.presenters import board, deeds
from companion.presenters.board_view import Place
from companion.presenters.intents import Intent, Overrule, PlayUnsaved
from companion.presenters.views import BreachView, ToastView, WarningView
from companion.rules.presentation import shown
from companion.rules.presentation.parts import Message

MOST_MOVES = 8

Where = Callable[[Violation], tuple[Place, ...]]
"""The places on the board where a rule is broken."""


def nowhere(_violation: Violation) -> tuple[Place, ...]:
    """No place that could be shown."""
    return ()


def refused(session: GameSession, command: Command, verdict: Refused, where: Where = nowhere) -> WarningView:
    """Every broken rule in its sentence, and what would be allowed."""
    players = session.state.core.players
    since = session.excluded_by(command, verdict.violations)
    texts = narrate.reason_texts(verdict.violations, since, players)
    breaches = tuple(
        BreachView(violation.rule, text, where(violation))
        for violation, text in zip(verdict.violations, texts, strict=True)
    )
    lit_on_board = deeds.about_places(type(command)) and board.laid(session.table)
    return WarningView(
        _("Against the rules") if verdict.overrulable else _("That cannot be"),
        breaches,
        "" if lit_on_board else _moves(session, command.by),
        Overrule(command) if verdict.overrulable else None,
    )


def _moves(session: GameSession, who: PlayerId) -> str:
    """What the player may do now, in a few words: before all answer what is asked."""
    if who not in session.state.core.ids:
        return ""
    allowed = session.options(who)
    asked = [command for command in allowed if answers(session.table, type(command), command.by)]
    moves = [
        narrate.command_short(command)
        for command in asked or allowed
        if not tag_of(type(command)).startswith("core.")
        and not shown(type(command)).panel
        and not shown(type(command)).obvious
    ]
    unique = list(dict.fromkeys(moves))[:MOST_MOVES]
    return _("Possible now: {moves}.").format(moves=", ".join(unique)) if unique else ""


def accepted(session: GameSession, verdict: Accepted) -> ToastView | None:
    """What an entry has brought, where the table does not see it by itself. That it has won the game is all
    that the next screen says."""
    players = session.state.core.players
    said = [(event, message) for event in verdict.events if (message := _message(session, event)) is not None]
    words = " ".join(filter(None, (narrate.event_text(event, players) for event, _message in said)))
    if words:
        return ToastView(words, tone="warn" if any(one.tone == "warn" for _event, one in said) else "good")
    if verdict.overruled:
        return ToastView(_("The table lets it stand. The log marks it as a table ruling."), tone="warn")
    return None


def _message(session: GameSession, event: Event) -> Message | None:
    """How an event is told; None for what the table sees by itself."""
    told = session.ruleset.presented(Message)
    return next((one for one in told if isinstance(event, one.event) and one.said(event)), None)


def unsaved(error: StorageError, intent: Intent) -> WarningView:
    """Nothing was entered, as it could not be stored; the table may play on without."""
    return WarningView(
        _("This could not be saved"),
        (BreachView("", error.notice.text),),
        error.notice.remedy,
        PlayUnsaved(intent),
        _("Play on without saving"),
    )
