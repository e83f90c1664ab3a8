"""``longship correct``: what would follow if an entry had been another one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.app.commands.shared import CommandLineError, Commands, add_parser, standing, write_new
from companion.app.correction_text import conflict_text, problem_text, report_lines
from companion.app.games import complete
from companion.app.i18n import _
from companion.app.jsonl import GameFileError, command_of, export_game, read
from companion.app.session import GameSession, Nowhere
from companion.app.terminal import say, say_json
from companion.engine.command import Command
from companion.engine.ids import EntryId
from companion.history.correction import (
    KEEP,
    REMOVE,
    Answer,
    CorrectionError,
    Reply,
    Wish,
    change,
    insert,
    remove,
)


class ConflictResult(msgspec.Struct, frozen=True):
    """An entry in conflict after a correction. ``keepable`` says whether the table may let it stand,
    ``settled`` whether an answer was given."""

    entry: int
    violations: list[str]
    text: str
    keepable: bool
    settled: bool


class CorrectionResult(msgspec.Struct, frozen=True):
    """What ``correct --json`` prints: the id of the correction, what follows in words, entries whose meaning
    changes, conflicts, and points as they would be."""

    correction: int
    lines: list[str]
    changed: list[int]
    conflicts: list[ConflictResult]
    points: dict[str, int]
    winner: str | None
    written: bool


def add(commands: Commands) -> None:
    """Add ``correct``."""
    correct = add_parser(commands, "correct", _correct, _("Say what a correction would change, and make it."))
    correct.add_argument("file", type=Path, metavar=_("FILE"))
    correct.add_argument(
        "--entry", type=int, required=True, metavar=_("NUMBER"), help=_("the entry that is corrected")
    )
    deed = correct.add_mutually_exclusive_group(required=True)
    deed.add_argument("--command", metavar="JSON", help=_("what the entry should have been"))
    deed.add_argument("--remove", action="store_true", help=_("the entry should not be there"))
    deed.add_argument(
        "--insert", metavar="JSON", help=_("what is missing after the entry (0: before all of them)")
    )
    correct.add_argument(
        "--record-only", action="store_true", help=_("keep what happened, and correct the log only")
    )
    correct.add_argument(
        "--answer",
        dest="answers",
        action="append",
        default=[],
        metavar="ENTRY=keep|remove|JSON",
        help=_("what becomes of an entry in conflict; can be given several times"),
    )
    correct.add_argument(
        "--keep-all", action="store_true", help=_("keep every entry in conflict that can be kept")
    )
    correct.add_argument("--out", type=Path, metavar=_("FILE"), help=_("write the corrected game there"))


def _correct(options: argparse.Namespace) -> int:
    try:
        game = read(options.file)
        entries, _state = complete(game)
    except GameFileError as error:
        raise CommandLineError(str(error)) from error
    session = GameSession(game.header, Nowhere(), entries)
    players = game.header.players
    try:
        report = session.preview(_wish(options))
        while options.keep_all and any(found.keepable for found in report.unsettled):
            kept = {found.entry: KEEP for found in report.unsettled if found.keepable}
            report = session.preview(report.wish.answered(kept))
        written = options.out is not None and not report.unsettled
        if written:
            session.correct(report)
    except CorrectionError as error:
        raise CommandLineError(problem_text(error, players)) from error
    if written:
        write_new(options.out, export_game(session.header, session.entries))
    result = CorrectionResult(
        report.number,
        list(report_lines(report, players)),
        [found.entry for found in report.consequences],
        [
            ConflictResult(
                found.entry,
                [violation.rule for violation in found.violations],
                conflict_text(found, players),
                found.keepable,
                not found.open,
            )
            for found in report.conflicts
        ],
        {who: sum(points.values()) for who, points in report.after.points.items()},
        report.after.winner,
        written,
    )
    if options.json:
        say_json(result)
    else:
        say(*_correction_lines(result, {player.id: player.name for player in players}))
    return 1 if report.unsettled else 0


def _wish(options: argparse.Namespace) -> Wish:
    entry = EntryId(options.entry)
    if options.remove:
        wish = remove(entry, options.record_only)
    elif options.command is not None:
        wish = change(entry, _command(options.command), options.record_only)
    else:
        wish = insert(entry, _command(options.insert), options.record_only)
    return wish.answered(dict(map(_answer, options.answers)))


def _answer(text: str) -> tuple[EntryId, Answer]:
    number, _between, said = text.partition("=")
    try:
        entry = EntryId(int(number))
    except ValueError as error:
        raise CommandLineError(_("--answer is ENTRY=keep, ENTRY=remove or ENTRY=JSON.")) from error
    plain = {"keep": KEEP, "remove": REMOVE}
    return entry, plain[said] if said in plain else Answer(Reply.CHANGE, _command(said), overrule=True)


def _command(text: str) -> Command:
    try:
        return command_of(text)
    except GameFileError as error:
        raise CommandLineError(str(error)) from error


def _correction_lines(result: CorrectionResult, names: dict[str, str]) -> Iterator[str]:
    yield from result.lines
    for conflict in result.conflicts:
        yield conflict.text
        if not conflict.settled and conflict.keepable:
            yield "  " + _("Not settled: --answer {entry}=keep, =remove or =JSON.").format(
                entry=conflict.entry
            )
        elif not conflict.settled:
            yield "  " + _("It cannot be kept: --answer {entry}=remove or =JSON.").format(
                entry=conflict.entry
            )
    yield standing(names, result.points, result.winner)
