"""The command line: judge a game again, look up rules, carry games in and out, examine the machine.

0: done, and every entry holds. 1: an entry does not hold, or the machine lacks something. 2: the question
could not be answered, and one sentence on the error output says why.
"""

from __future__ import annotations

import argparse
import difflib
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.app import kept_file
from companion.app.i18n import _, ngettext, pgettext
from companion.app.ports import Notice
from companion.app.terminal import Parser, complain, prepare, say, say_json
from companion.engine.errors import AssemblyError

if TYPE_CHECKING:
    from companion.engine.command import Command
    from companion.engine.ids import EntryId
    from companion.engine.state import Player
    from companion.history.correction import Answer, Wish
    from companion.history.rejudge import Judged

TESTS = Path(__file__).resolve().parents[2] / "tests"
"""The tests of a checkout; an installed package has none."""


logging.getLogger("companion").addHandler(logging.NullHandler())  # here a sentence says it


class CommandLineError(Exception):
    """One sentence about why the question cannot be answered."""


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


class RuleResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What ``rules --json`` prints for a rule. ``tests`` are those of the checkout that name it."""

    id: str
    text: str
    source: str
    status: str
    tests: list[str]
    comment: str = ""


class GameResult(msgspec.Struct, frozen=True):
    """What ``games --json`` prints for a game; the points are empty where nobody has told them."""

    game: str
    players: dict[str, str]
    points: dict[str, int]
    winner: str | None
    entries: int


class SimulationResult(msgspec.Struct, frozen=True):
    """What ``simulate --json`` prints: ``rules`` says how often each rule was exercised."""

    games: int
    won: int
    entries: int
    entries_per_second: int
    rules: dict[str, int]


def main(arguments: Sequence[str]) -> int:
    """Answer, and return the exit status."""
    prepare()
    try:
        if arguments and arguments[0] == "doctor":
            from companion.app.doctor import main_doctor

            return main_doctor(arguments[1:])
        options = _parser().parse_args(arguments)
        status = int(options.answer(options))
        sys.stdout.flush()
        return status
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    except CommandLineError as error:
        complain(str(error))
        return 2
    except BrokenPipeError:  # whoever read has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="longship", description=_("Longship without arguments opens the table."))
    commands = parser.add_subparsers(required=True, metavar=_("COMMAND"))

    def add(name: str, answer: object, help_text: str, *, json: bool) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=help_text, description=help_text)
        command.set_defaults(answer=answer)
        if json:
            command.add_argument("--json", action="store_true", help=_("print one JSON object per line"))
        return command

    replay = add("replay", _replay, _("Judge a game again by today’s rules."), json=True)
    replay.add_argument("file", type=Path, metavar=_("FILE"))
    correct = add("correct", _correct, _("Say what a correction would change, and make it."), json=True)
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
    add("rules", _rules, _("List all rules."), json=True)
    explain = add("explain", _explain, _("Explain one rule, or what the modules of a game do."), json=True)
    explain.add_argument("rule", nargs="?", metavar=_("RULE"))
    explain.add_argument(
        "--combination", nargs="+", metavar=_("MODULE"), help=_("what each of these modules adds or changes")
    )
    explain.add_argument("--level", default="L3", metavar=_("LEVEL"), help=_("tracking level, L0 to L3"))
    simulate = add("simulate", _simulate, _("Play random legal games and check every entry."), json=True)
    simulate.add_argument(
        "--modules",
        default=["base"],
        type=_names,
        metavar=_("MODULES"),
        help=_("names, with commas between them"),
    )
    simulate.add_argument("--players", type=int, default=4, metavar=_("COUNT"))
    simulate.add_argument("--seed", type=int, default=1, metavar=_("NUMBER"))
    simulate.add_argument("--games", type=int, default=1, metavar=_("COUNT"))
    simulate.add_argument("--level", default="L3", metavar=_("LEVEL"))
    simulate.add_argument("--profile", default="hobbyworld", metavar=_("PROFILE"))
    simulate.add_argument(
        "--out", type=Path, metavar=_("FOLDER"), help=_("write each game and, beside it, the real cards")
    )
    add("games", _games, _("List the games that are saved here."), json=True)
    export = add("export", _export, _("Write a game to a file."), json=False)
    export.add_argument("game", metavar=_("GAME"))
    export.add_argument("file", type=Path, metavar=_("FILE"))
    export.add_argument(
        "--without-events", action="store_true", help=_("only what was entered, not what it meant")
    )
    bring = add("import", _import, _("Save a game from a file here."), json=False)
    bring.add_argument("file", type=Path, metavar=_("FILE"))
    bring.add_argument(
        "--salvage", action="store_true", help=_("of a damaged file, keep what comes before the damage")
    )
    add("doctor", None, _("Say what this machine offers, and how to fix what it lacks."), json=True)
    for found in entry_points(group="longship.commands"):  # what packages beside this one can be asked
        found.load()(commands)
    return parser


# --- Judging --------------------------------------------------------------------------------------------


def _replay(options: argparse.Namespace) -> int:
    from companion.app.jsonl import GameFileError, read
    from companion.app.session import ruleset_of
    from companion.engine.table import Table
    from companion.history.rejudge import rejudge

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
        say(_standing({player.id: player.name for player in players}, ending.points, ending.winner))
    return 0 if all_hold else 1


def _result(judged: Judged, players: tuple[Player, ...]) -> EntryResult:
    from companion.app.narrate import reason_texts

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
    from companion.app.narrate import command_text, entry_short

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


def _standing(names: dict[str, str], points: dict[str, int], winner: str | None) -> str:
    """Names and points, and who has won."""
    listed = ", ".join(f"{names.get(player, player)} {amount}" for player, amount in points.items())
    if winner is None:
        return listed
    return _("{points}. {name} has won.").format(points=listed, name=names.get(winner, winner))


# --- Correcting -----------------------------------------------------------------------------------------


def _correct(options: argparse.Namespace) -> int:
    from companion.app.correction_text import conflict_text, problem_text, report_lines
    from companion.app.games import complete
    from companion.app.jsonl import GameFileError, export_game, read
    from companion.app.session import GameSession, Nowhere
    from companion.history.correction import KEEP, CorrectionError

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
        _write_new(options.out, export_game(session.header, session.entries))
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
    from companion.engine.ids import EntryId
    from companion.history.correction import change, insert, remove

    entry = EntryId(options.entry)
    if options.remove:
        wish = remove(entry, options.record_only)
    elif options.command is not None:
        wish = change(entry, _command(options.command), options.record_only)
    else:
        wish = insert(entry, _command(options.insert), options.record_only)
    return wish.answered(dict(map(_answer, options.answers)))


def _answer(text: str) -> tuple[EntryId, Answer]:
    from companion.engine.ids import EntryId
    from companion.history.correction import KEEP, REMOVE, Answer, Reply

    number, _between, said = text.partition("=")
    try:
        entry = EntryId(int(number))
    except ValueError as error:
        raise CommandLineError(_("--answer is ENTRY=keep, ENTRY=remove or ENTRY=JSON.")) from error
    plain = {"keep": KEEP, "remove": REMOVE}
    return entry, plain[said] if said in plain else Answer(Reply.CHANGE, _command(said), overrule=True)


def _command(text: str) -> Command:
    from companion.app.jsonl import GameFileError, command_of

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
    yield _standing(names, result.points, result.winner)


# --- Rules ----------------------------------------------------------------------------------------------


def _rules(options: argparse.Namespace) -> int:
    from companion.rules import catalogue

    results = _rule_results(catalogue.rules())
    for result in results:
        if options.json:
            say_json(result)
        else:
            tests = ngettext("{count} test", "{count} tests", len(result.tests)).format(
                count=len(result.tests)
            )
            say(f"{result.id:7} {result.text} ({result.status}, {tests})")
    return 0


def _explain(options: argparse.Namespace) -> int:
    if options.combination:
        return _explain_combination(options)
    if options.rule is None:
        raise CommandLineError(_("Name a rule, or the modules of a combination."))
    return _explain_rule(options)


def _explain_combination(options: argparse.Namespace) -> int:
    from companion.app.explain import contributions
    from companion.rules import catalogue

    modules = tuple(name for names in options.combination for name in _names(names))
    try:
        ruleset = catalogue.ruleset(modules, options.level)
    except AssemblyError as error:
        raise _problems(error) from error
    shown = ""
    for found in contributions(ruleset):
        if options.json:
            say_json(found)
            continue
        if found.module != shown:
            shown = found.module
            say(f"{shown}: {catalogue.manifests()[shown].title}")
        rules = ", ".join(found.rules)
        say(f"  {found.point:11} {found.effect:8} {found.name}{f'  ({rules})' if rules else ''}")
    return 0


def _explain_rule(options: argparse.Namespace) -> int:
    from companion.rules import catalogue

    name = options.rule.upper()
    if name not in catalogue.rules():
        near = difflib.get_close_matches(name, catalogue.rules(), n=1, cutoff=0.5)
        if near:
            raise CommandLineError(
                _("There is no rule {rule}. Did you mean {suggestion}?").format(
                    rule=options.rule, suggestion=near[0]
                )
            )
        raise CommandLineError(_("There is no rule {rule}.").format(rule=options.rule))
    (result,) = _rule_results([name])
    if options.json:
        say_json(result)
        return 0
    say(f"{result.id}  {result.text}")
    say(_("Source: {source} ({status})").format(source=result.source, status=result.status))
    if result.comment:
        say(result.comment)
    for test in result.tests:
        say(f"  {test}")
    return 0


def _rule_results(names: Iterable[str]) -> list[RuleResult]:
    from companion.rules import catalogue

    rules = catalogue.rules()
    tests = _tests()
    return [
        RuleResult(
            rule.id,
            pgettext(rule.id, rule.text),
            rule.source,
            rule.status,
            _naming(rule.id, tests),
            rule.comment,
        )
        for rule in (rules[name] for name in names)  # type: ignore[index]
    ]


def _tests() -> list[tuple[str, str]]:
    """The tests of the checkout: file and name."""
    found = []
    for file in sorted(TESTS.rglob("test_*.py")):
        place = file.relative_to(TESTS.parent).as_posix()
        for name in re.findall(
            r"^\s*(?:async )?def (test_\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE
        ):
            found.append((place, name))
    return found


def _naming(rule: str, tests: Iterable[tuple[str, str]]) -> list[str]:
    """The tests whose name has the rule's id in it, as ``test_ck_93_...``."""
    word = re.compile(rf"_{re.escape(rule.lower().replace('-', '_'))}(?:_|$)")
    return [f"{file}::{name}" for file, name in tests if word.search(name)]


# --- Simulated games ----------------------------------------------------------------------------------------


def _simulate(options: argparse.Namespace) -> int:
    import random

    from companion.app.jsonl import export_game
    from companion.app.simulate import Simulation, SimulationError, Tally, count, header

    for name in ("players", "games"):
        number = getattr(options, name)
        if not 1 <= number <= 1_000_000:
            raise CommandLineError(_("--{option} cannot be {number}.").format(option=name, number=number))
    tally = Tally()
    for seed in range(options.seed, options.seed + options.games):
        players = header(options.modules, options.players, seed, options.level, options.profile)
        try:
            game = Simulation(players, random.Random(seed), rules=tally.rules)
            truth = [game.truth() for _entry in game.play()]
        except AssemblyError as error:
            raise _problems(error) from error
        except SimulationError as error:
            complain(str(error))
            return 1
        count(tally, game)
        if options.out is not None:
            _write_game(options.out, game.header.game, export_game(game.header, game.entries), truth)
    rules = {str(rule): times for rule, times in sorted(tally.rules.items())}
    per_second = round(tally.entries / tally.seconds) if tally.seconds else 0
    result = SimulationResult(tally.games, tally.winners, tally.entries, per_second, rules)
    if options.json:
        say_json(result)
    else:
        say(
            _("{games} games, {winners} won; {entries} entries, {rate} a second.").format(
                games=result.games, winners=result.won, entries=result.entries, rate=per_second
            )
        )
        for rule, times in rules.items():
            say(f"{rule:8} {times}")
    return 0


def _write_game(folder: Path, name: str, game: str, truth: list[dict[str, object]]) -> None:
    """The game as the table saw it, and the real cards after each of its entries in a file beside it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandLineError(
            _("{file} cannot be written: {reason}.").format(file=folder, reason=error.strerror or error)
        ) from error
    _write_new(folder / f"{name}.jsonl", game)
    lines = (
        msgspec.json.encode({"entry": number, **cards}).decode() for number, cards in enumerate(truth, 1)
    )
    _write_new(folder / f"{name}.truth.jsonl", "".join(f"{line}\n" for line in lines))


def _names(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _problems(error: AssemblyError) -> CommandLineError:
    from companion.app.narrate import problem_texts

    return CommandLineError(" ".join(problem_texts(error)))


# --- Games ----------------------------------------------------------------------------------------------


def _say(notice: Notice) -> None:
    complain(f"{notice.text} {notice.remedy}".rstrip())


def _games(options: argparse.Namespace) -> int:
    from companion.app.settings import data_folder
    from companion.app.storage import open_copy

    for record in open_copy(data_folder(), _say).games():
        names = {str(player.id): player.name for player in record.header.players}
        points = {} if record.summary is None else {str(who): n for who, n in record.summary.points.items()}
        winner = None if record.summary is None else record.summary.winner
        if options.json:
            say_json(GameResult(record.header.game, names, points, winner, record.last))
        else:
            standing = _standing(names, points, winner) if points else ", ".join(names.values())
            say(f"{record.header.game}  {standing}")
    return 0


def _export(options: argparse.Namespace) -> int:
    from companion.app.jsonl import export_game
    from companion.app.settings import data_folder
    from companion.app.storage import StorageError, open_copy

    try:
        store = open_copy(data_folder(), _say)
        header, entries, _journal = store.load(options.game)
    except StorageError as error:
        near = difflib.get_close_matches(options.game, [record.header.game for record in store.games()], n=1)
        if near:
            raise CommandLineError(
                _("{problem} Did you mean {suggestion}?").format(problem=error, suggestion=near[0])
            ) from error
        raise CommandLineError(str(error)) from error
    _write_new(options.file, export_game(header, entries, events=not options.without_events))
    say(
        ngettext("{file}: {count} entry written.", "{file}: {count} entries written.", len(entries)).format(
            file=options.file, count=len(entries)
        )
    )
    return 0


def _write_new(file: Path, text: str) -> None:
    """Write a file that is not there yet, whole or not at all."""
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            try:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            except OSError:
                file.unlink()
                raise
        kept_file.synchronise(file.parent)
    except FileExistsError as error:
        raise CommandLineError(_("{file} is there already.").format(file=file)) from error
    except OSError as error:
        raise CommandLineError(
            _("{file} cannot be written: {reason}.").format(file=file, reason=error.strerror or error)
        ) from error


def _import(options: argparse.Namespace) -> int:
    from companion.app.games import import_game
    from companion.app.jsonl import GameFileError, read
    from companion.app.settings import data_folder
    from companion.app.storage import FILE, JournalStore, StorageError

    store = JournalStore(data_folder() / FILE, _say)
    try:
        game = read(options.file, salvage=options.salvage)
        store.open()
        imported = import_game(store, game)
    except GameFileError as error:
        if error.readable and not options.salvage:
            raise CommandLineError(
                ngettext(
                    "{problem} With --salvage the {count} entry before it is kept.",
                    "{problem} With --salvage the {count} entries before it are kept.",
                    error.readable,
                ).format(problem=error, count=error.readable)
            ) from error
        raise CommandLineError(str(error)) from error
    except StorageError as error:
        raise CommandLineError(f"{error.notice.text} {error.notice.remedy}".rstrip()) from error
    finally:
        store.close()
    if imported.new:
        say(
            ngettext(
                "The game {game} is saved with {count} entry.",
                "The game {game} is saved with {count} entries.",
                len(game.entries),
            ).format(game=imported.game, count=len(game.entries))
        )
    else:
        say(_("The game {game} was saved already.").format(game=imported.game))
    return 0
