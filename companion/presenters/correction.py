"""One entry of the log, and what a correction of it would do, as people read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.app import narrate
from companion.app.correction_text import conflict_text, report_lines
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.decide import options_of
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.history.correction import CorrectionReport, Wish, WishKind
from companion.history.log import Entry
from companion.presenters import dice, log, seen
from companion.presenters.helping import Topic
from companion.presenters.views import PersonView

Line = tuple[str, str]
"""A heading or none, and a sentence."""


class EntryView(msgspec.Struct, frozen=True):
    """An entry that stands. ``dice`` are (row, face) pairs of a roll, ``faces`` those that each die had then;
    ``tellable`` when it moved a card that nobody saw and that may be told now.
    """

    title: str
    person: PersonView
    lines: tuple[Line, ...]
    dice: tuple[tuple[str, str], ...] = ()
    faces: Mapping[str, tuple[str, ...]] = {}
    tellable: bool = False


class ConflictView(msgspec.Struct, frozen=True):
    """An entry that no longer fits: the sentence, how many are left, what can be answered, and which rules it
    breaks."""

    entry: int
    text: str
    left: int
    keepable: bool
    all_keepable: bool
    rules: tuple[str, ...] = ()


class PreviewView(msgspec.Struct, frozen=True):
    """What follows from a correction; ``conflict`` is the first one without an answer."""

    lines: tuple[Line, ...]
    conflict: ConflictView | None
    changes: bool


def place(session: GameSession, entry: int) -> int:
    """How many entries stand before this one.

    Raises:
        KeyError: if it does not stand.
    """
    for index, standing in enumerate(session.standing):
        if standing.entry == entry:
            return index
    raise KeyError(entry)


def entry_view(session: GameSession, entry: int) -> EntryView:
    """Everything about an entry that stands.

    Raises:
        KeyError: if it does not stand.
    """
    found = session.standing[place(session, entry)]
    details = log.details(session, entry)
    lines = list(details.lines)
    if found.corrected_by is not None:
        lines.append(("", _("This entry was corrected.") if found.happened is None else _record_only()))
    return EntryView(
        _("Turn {turn}: {what}").format(turn=details.row.turn, what=details.row.what),
        details.row.person,
        tuple(lines) or (("", _("Nothing else followed.")),),
        details.row.dice,
        dice.faces(session.ruleset.at(session.state_before(found).core.level)),
        bool(seen.tellable(session, found)),
    )


def _record_only() -> str:
    return _("Only the log was corrected; what happened stands.")


def alternatives(session: GameSession, command: Command, state: GameState) -> tuple[Command, ...]:
    """What the same player might have done instead, of the same kind, in a state."""
    if command.by not in state.core.ids:
        return ()
    return options_of(Table(session.ruleset, state), type(command), command.by)


def preview_view(session: GameSession, report: CorrectionReport) -> PreviewView:
    """What would follow."""
    players = session.state.core.players
    open_ones = report.unsettled
    conflict = None
    if open_ones:
        first = open_ones[0]
        keepable = [found for found in open_ones if found.keepable]
        conflict = ConflictView(
            int(first.entry),
            conflict_text(first, players),
            len(open_ones),
            first.keepable,
            len(keepable) > 1,
            tuple(dict.fromkeys(str(violation.rule) for violation in first.violations)),
        )
    return PreviewView(
        # the letters of the screen have no arrow
        tuple(
            ("", line.replace("\N{RIGHTWARDS ARROW}", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"))
            for line in report_lines(report, players)
        ),
        conflict,
        bool(report.changes),
    )


def meaning(answer: str) -> str:
    """What an answer to a correction does, by the name of its button."""
    return {
        "apply": _("Recalculate: the game is worked out anew, as if it had been entered so at the time."),
        "record": _("Correct the log only: points, cards and pieces stay as they lie on the table."),
        "conflict_keep": _("Keep: it happened at the table and stands, as a table ruling."),
        "conflict_keep_all": _("Keep all: all that can be kept stands, as table rulings."),
        "conflict_change": _("Change: another entry stands in its place."),
        "conflict_remove": _("Remove: it is taken out of the log, and can be brought back by an undo."),
    }[answer]


def help_topic(preview: PreviewView, answers: Iterable[str]) -> Topic:
    """What a correction comes to, and what each answer to it does."""
    said = tuple(meaning(answer) for answer in answers)
    if preview.conflict is None:
        return Topic(said=said, title=_("Correction"))
    flagged = _(
        "A later entry breaks a rule now that the game before it is another one. Nothing is lost: "
        "the table says what becomes of it."
    )
    return Topic(rules=preview.conflict.rules, said=(flagged, *said), title=_("No longer fits"))


def wish_title(session: GameSession, wish: Wish) -> str:
    """What is to be corrected, in a few words."""
    players = session.state.core.players
    turn = _turn(session, wish.entry)
    if wish.kind is WishKind.REMOVE:
        command = session.standing[place(session, wish.entry)].command
        text = _("Turn {turn}, removed: {what}")
    else:
        command = wish.command
        text = (
            _("Turn {turn}, new: {what}") if wish.kind is WishKind.INSERT else _("Turn {turn}, now: {what}")
        )
    return text.format(turn=turn, what="" if command is None else narrate.command_text(command, players))


def _turn(session: GameSession, entry: int) -> int:
    return log.details(session, entry).row.turn if entry else 1


def last_by(session: GameSession, seat: int) -> Entry | None:
    """The last entry of a player that stands."""
    who = session.state.core.ids[seat]
    own: Iterable[Entry] = (
        entry for entry in reversed(session.standing) if entry.command is not None and entry.command.by == who
    )
    return next(iter(own), None)
