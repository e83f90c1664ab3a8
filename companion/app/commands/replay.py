"""``longship replay``: judge a game again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.app.commands.shared import CommandLineError, Commands, add_parser, standing
from companion.app.i18n import _
from companion.app.jsonl import GameFileError, read
from companion.app.narrate import command_text, entry_short, reason_texts
from companion.app.session import ruleset_of
from companion.app.terminal import say, say_json
from companion.engine.state import Player
from companion.engine.table import Table
from companion.history.rejudge import Judged, rejudge


class EntryResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What ``replay --json`` prints for an entry. ``violations`` are ids of rules, ``texts`` their sentences;
    ``left_out`` says that the entry makes a position that cannot exist, so the replay went on without it;
    ``since`` names for each violation the entry that makes it one, where hidden cards do (B-56).
    ``corrected`` are the entries judged again after a correction that break a rule."""

    entry: int
    ok: bool
    violations: list[str]
    texts: list[str]
    overruled: bool = False
    left_out: bool = False
    undo: int | None = None
    redo: int | None = None
    since: list[int | None] = []
    corrected: list[EntryResult] = []


class Ending(msgspec.Struct, frozen=True):
    """What ``replay --json`` prints last."""

    points: dict[str, int]
    winner: str | None


def add(commands: Commands) -> None:
    """Add ``replay``."""
    replay = add_parser(commands, "replay", _replay, _("Judge a game again by today’s rules."))
    replay.add_argument("file", type=Path, metavar=_("FILE"))


def _replay(options: argparse.Namespace) -> int:
    try:
        game = read(options.file)
    except GameFileError as error:
        raise CommandLineError(str(error)) from error
    players, ruleset = game.header.players, ruleset_of(game.header)
    state = ruleset.start(players, game.header.first)
    judging = rejudge(ruleset, state, game.entries)
    all_hold = True
    for entry in game.entries:
        try:
            judged = next(judging)
        except Exception as error:  # the file comes from outside
            raise CommandLineError(
                _("{file}, line {line}: This entry cannot be judged ({reason}).").format(
                    file=game.name, line=game.lines[entry.entry], reason=type(error).__name__
                )
            ) from error
        state = judged.state
        all_hold &= judged.holds
        result = _result(judged, players)
        if options.json:
            say_json(result)
        else:
            say(*_entry_lines(result, _entered(judged, players)))
            for again, part in zip(result.corrected, _breaking(judged), strict=True):
                say(*_entry_lines(again, _entered(part, players)))
    table = Table(ruleset, state)
    ending = Ending({player: table.points(player) for player in state.core.ids}, state.core.winner)
    if options.json:
        say_json(ending)
    else:
        say(standing({player.id: player.name for player in players}, ending.points, ending.winner))
    return 0 if all_hold else 1


def _result(judged: Judged, players: tuple[Player, ...]) -> EntryResult:
    return EntryResult(
        judged.entry.entry,
        judged.holds,
        [violation.rule for violation in judged.violations],
        reason_texts(judged.violations, judged.since, players),
        judged.overruled,
        judged.left_out,
        judged.entry.undo,
        judged.entry.redo,
        [None if earlier is None else earlier.entry for earlier in judged.since] if any(judged.since) else [],
        [_result(part, players) for part in _breaking(judged)],
    )


def _breaking(judged: Judged) -> list[Judged]:
    """The entries that break a rule when they are judged again after a correction."""
    return [part for part in judged.corrected if part.violations]


def _entered(judged: Judged, players: tuple[Player, ...]) -> str:
    entry = judged.entry
    if entry.command is not None:
        return command_text(entry.command, players)
    return entry_short(entry)


def _entry_lines(result: EntryResult, entered: str) -> Iterator[str]:
    if result.undo is not None:
        entered = _("Entry {entry} is undone.").format(entry=result.undo)
    elif result.redo is not None:
        entered = _("Entry {entry} is brought back.").format(entry=result.redo)
    yield f"{result.entry:5}  {entered}"
    for rule, text in zip(result.violations, result.texts, strict=True):
        yield f"       {rule}: {text}"
    if result.overruled:
        yield "       " + _("The table had let that stand.")
    elif result.left_out:
        yield "       " + _("That cannot be, so the entry is left out.")
    elif not result.ok:
        yield "       " + _("The entry does not hold; the game goes on as if the table had let it stand.")
