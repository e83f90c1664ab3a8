"""The last entry was somebody else's: a correction makes it theirs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.decide import decide
from companion.engine.extension import Timing
from companion.engine.ids import PlayerId
from companion.engine.verdict import Refused
from companion.history.correction import KEEP, Wish, change
from companion.history.log import Entry
from companion.presenters.deeds import AnswerView, ChoiceView, person_at
from companion.presenters.intents import Correct, Open
from companion.rules.common import EndTurn

OF_ANOTHER = "turn.of-another"
"""Why a late entry does not fit: it is somebody else's turn by now. That alone rules nobody out."""


def whose(session: GameSession) -> ChoiceView | None:
    """Everybody else whose entry it can have been, and the way to the log; None if it can be nobody else's.

    Only what is done in a turn can be anybody's: rolls and answers belong to whoever the game asks for them.
    """
    entry = session.to_undo
    if entry is None or entry.command is None or isinstance(entry.command, EndTurn):
        return None
    rule = session.ruleset.commands.get(type(entry.command))
    if rule is None or rule.timing not in (Timing.MAIN, Timing.CLOSING, Timing.TURN):
        return None
    table, answers = session.table, []
    for command, wish in _others(session, entry):
        person = person_at(table, table.core.ids.index(command.by))
        answers.append(
            AnswerView(f"owner_{person.seat}", person.name, (command,), person=person, intent=Correct(wish))
        )
    if not answers:
        return None
    text = _("{what}: whose was it?").format(what=narrate.command_short(entry.command))
    answers.append(AnswerView("owner_log", _("Log"), (), "log", intent=Open("log")))
    return ChoiceView(text, tuple(answers))


def _others(session: GameSession, entry: Entry) -> Iterator[tuple[Command, Wish]]:
    """The same for each other player, with the table's word where only the turn is wrong."""
    assert entry.command is not None
    state = session.state_before(entry)
    for player in state.core.ids:
        if player == entry.command.by:
            continue
        command = given(entry.command, player)
        verdict = decide(session.ruleset, state, command)
        wish = change(entry.entry, command)
        if not isinstance(verdict, Refused):
            yield command, wish
        elif all(found.key == OF_ANOTHER for found in verdict.violations):
            yield command, wish.answered({entry.entry: KEEP})


def given(command: Command, player: PlayerId) -> Command:
    """The command as another player's, wherever it names who does it."""
    mine = {
        name: player
        for name in command.__struct_fields__
        if name != "by" and getattr(command, name) == command.by
    }
    return msgspec.structs.replace(command, by=player, **mine)
