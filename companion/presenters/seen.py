"""A card that was taken unseen, and that the table has seen after all: the entry is corrected."""

from __future__ import annotations

from msgspec.structs import replace

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.decide import decide
from companion.engine.ids import EntryId, PlayerId
from companion.engine.verdict import Accepted
from companion.history.correction import change
from companion.history.log import Entry
from companion.presenters.deeds import AnswerView, ChoiceView
from companion.presenters.intents import Tell
from companion.presenters.views import ToastView
from companion.rules.common import goods
from companion.rules.common import hands as hands_of
from companion.rules.presentation import shown

AGO = 12
"""For this many entries somebody may still say which card it was; after that the log corrects it."""


def unseen(session: GameSession, who: PlayerId) -> Entry | None:
    """The last entry by which an unseen card came to a player, or went from him; None if that is long ago."""
    if not hands_of(session.table).counted:
        return None
    for entry in reversed(session.standing[-AGO:]):
        field = "" if entry.command is None else shown(type(entry.command)).hidden
        if not field or getattr(entry.command, field) is not None:
            continue
        assert entry.command is not None
        other = getattr(entry.command, shown(type(entry.command)).other)
        if other is not None and who in (entry.command.by, other):
            return entry
    return None


def tellable(session: GameSession, entry: Entry) -> tuple[Command, ...]:
    """An entry that moved a card which nobody saw, once for each card that it may have been."""
    command = entry.command
    field = "" if command is None else shown(type(command)).hidden
    if command is None or not field or getattr(command, field) is not None:
        return ()
    state = session.state_before(entry)
    ways = (replace(command, **{field: good}) for good in goods(session.table))
    return tuple(
        way
        for way in ways
        if isinstance(verdict := decide(session.ruleset, state, way), Accepted)
        and verdict.events != entry.events
    )


def which(session: GameSession, number: EntryId) -> ChoiceView | None:
    """Which card it was: those that it may have been."""
    entry = next((one for one in session.standing if one.entry == number), None)
    if entry is None or entry.command is None:
        return None
    field = shown(type(entry.command)).hidden
    answers = []
    for command in tellable(session, entry):
        good = getattr(command, field)
        tell = Tell(number, command)
        label = narrate.term("good", good)
        answers.append(AnswerView(f"seen_{good}", label, (command,), "good", options=(good,), intent=tell))
    return ChoiceView(_("Which card was it?"), tuple(answers))


def told(session: GameSession, number: EntryId, command: Command) -> ToastView | None:
    """Correct the entry, or say why that is impossible."""
    report = session.preview(change(number, command))
    if report.unsettled:
        words = _("That contradicts what was entered later. You can correct it in the log.")
        return ToastView(words, tone="warn")
    session.correct(report)
    return None
