"""Begin, go on with, import and export games: where the store, the session and the open format meet."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from companion.app.i18n import _
from companion.app.jsonl import LONGEST_ID, GameFile, GameFileError
from companion.app.narrate import problem_texts, violation_text
from companion.app.session import Clock, GameSession, Nowhere, ruleset_of, table_clock
from companion.app.storage import GameJournal, JournalStore, KeptAlreadyError, StorageError
from companion.engine.decide import options, replay
from companion.engine.errors import AssemblyError
from companion.engine.ids import EntryId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.engine.verdict import Violation
from companion.history.log import Entry, Fold, Header, LogError
from companion.history.rejudge import Judged, with_events
from companion.history.summary import summarise


def new_game_id() -> str:
    """A name for a new game that no other game has."""
    return os.urandom(5).hex()


def begin(store: JournalStore, header: Header, clock: Clock = table_clock) -> tuple[GameSession, GameJournal]:
    """Begin a game that is kept in the store.

    Raises:
        AssemblyError: if the header's modules and options do not make a game here.
        StorageError: if a game of that id is kept already.
    """
    ruleset_of(header)
    journal = store.create(header)
    return _kept(header, journal, (), clock), journal


def resume(store: JournalStore, game: str, clock: Clock = table_clock) -> tuple[GameSession, GameJournal]:
    """Go on with a game where it stood, undo history included.

    Raises:
        StorageError: with one sentence, if that is not possible here.
    """
    header, entries, journal = store.load(game)
    with _told(game):
        return _kept(header, journal, entries, clock), journal


def look_at(store: JournalStore, game: str) -> GameSession:
    """A kept game as it stands; what is entered in it goes nowhere.

    Raises:
        StorageError: with one sentence, if that is not possible here.
    """
    header, entries, _journal = store.load(game)
    with _told(game):
        return GameSession(header, Nowhere(), entries)


@contextlib.contextmanager
def _told(game: str) -> Iterator[None]:
    """Turn into one sentence what is wrong with a game of other rules than those here."""
    try:
        yield
        return
    except AssemblyError as error:
        reason = " ".join(problem_texts(error))
    except (KeyError, ValueError, LogError) as error:
        reason = str(error)
    raise StorageError(_("The game {game} cannot be opened here: {reason}").format(game=game, reason=reason))


def _kept(header: Header, journal: GameJournal, entries: tuple[Entry, ...], clock: Clock) -> GameSession:
    session = GameSession(header, journal, entries, clock)
    journal.summarise = lambda entry: summarise(Table(session.ruleset, session.coming), entry.entry)
    return session


def branch(store: JournalStore, session: GameSession, count: int, clock: Clock = table_clock) -> str:
    """Keep a new game that begins as this one stood after so many standing entries; its id.

    It holds what has happened in the old one, and knows how much that was: what was only noted there is left
    out.

    Raises:
        StorageError: if it could not be kept.
    """
    done = [entry for entry in session.standing[:count] if entry.meant_by is not None]
    header = msgspec.structs.replace(session.header, game=new_game_id(), started=clock(), inherited=len(done))
    entries = tuple(
        Entry(EntryId(number), entry.meant_by, entry.events, entry.overruled, at=header.started)
        for number, entry in enumerate(done, start=1)
    )
    past = session.past(count)
    summary = summarise(past.table, entries[-1].entry) if entries else None
    store.add(header, entries, summary)
    return header.game


# --- Games from files -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Imported:
    """What became of a game file: the id that the game has here, and whether it was not kept before."""

    game: str
    new: bool


def import_game(store: JournalStore, game: GameFile, *, ours: bool = False) -> Imported:
    """Keep a game that was read from a file, behind all others: what the table played last stays that. Unless
    it is one of ``ours``, played at the table of a backup, nobody is asked to go on with it either. Another
    game of the same id stays, and this one is renamed.

    Raises:
        GameFileError: at an entry that leads nowhere in this game.
        StorageError: if it could not be kept; nothing is changed then.
    """
    entries, state = complete(game)
    ruleset = ruleset_of(game.header)
    summary = summarise(Table(ruleset, state), entries[-1].entry if entries else EntryId(0))
    summary = msgspec.structs.replace(summary, brought=not ours)
    for number in itertools.count(1):
        name = numbered(game.header.game, number)
        header = msgspec.structs.replace(game.header, game=name)
        try:
            store.add(header, entries, summary, behind=True)
        except KeptAlreadyError:
            if _same(store, header, entries):
                return Imported(name, new=False)
        else:
            return Imported(name, new=True)
    raise AssertionError("there are more numbers than games")


def numbered(game: str, number: int) -> str:
    """The id of the first, second and so on of games that came under one id; no longer than an id may be, or
    the game's own file could not be read again."""
    end = "" if number == 1 else f"-{number}"
    return game[: LONGEST_ID - len(end)] + end


def _same(store: JournalStore, header: Header, entries: tuple[Entry, ...]) -> bool:
    try:
        return store.load(header.game)[:2] == (header, entries)
    except StorageError:  # what cannot be opened here stays as it is
        return False


def sound_part(game: GameFile) -> GameFile:
    """The game up to the first entry that leads nowhere, all of it if none does.

    Raises:
        GameFileError: if there is no entry before that one.
    """
    try:
        complete(game)
    except GameFileError as error:
        if not error.readable:
            raise
        return replace(game, entries=game.entries[: error.readable])
    return game


def complete(game: GameFile) -> tuple[tuple[Entry, ...], GameState]:
    """The entries with the events of every command, and the state they lead to. Commands that came without
    events are judged by today's rules; what they break stands as the table's ruling.

    Raises:
        GameFileError: at an entry that leads nowhere in this game.
    """
    ruleset = ruleset_of(game.header)
    fold = Fold()
    states = [ruleset.start(game.header.players, game.header.first)]
    entries: list[Entry] = []
    for entry in game.entries:
        left_out: Judged | None = None
        try:
            if entry.entry in game.without_events:
                entry, left_out = with_events(ruleset, fold, states, entry)
            kept = fold.take(entry)
            del states[kept + 1 :]
            for standing in fold.standing[kept:]:
                states.append(replay(states[-1], standing.events))
                _look(ruleset, states[-1], thoroughly=False)
            if entry.entry == game.entries[-1].entry:
                _look(ruleset, states[-1], thoroughly=True)
        except Exception as error:  # events from outside may be anything
            raise _leads_nowhere(game, entry) from error
        if left_out is not None:
            raise _leads_nowhere(game, entry, left_out.violations)
        entries.append(entry)
    return tuple(entries), states[-1]


def _look(ruleset: Ruleset, state: GameState, thoroughly: bool) -> None:
    """Look at a state as the application will. Raises whatever comes of one that cannot be."""
    core = state.core
    for player in {core.on_turn, *(question.who for question in core.pending)}:
        core.after(player)
    table = Table(ruleset, state)
    for invariant in ruleset.invariants:
        if invariant.always and (broken := list(invariant.broken(table))):
            raise ValueError(broken)
    for player in core.ids:
        table.score(player)
        if thoroughly:
            options(ruleset, state, player)


def _leads_nowhere(game: GameFile, entry: Entry, violations: Sequence[Violation] = ()) -> GameFileError:
    line = game.lines[entry.entry]
    texts = ((one.rule, violation_text(one, game.header.players)) for one in violations)
    reasons = " ".join(f"{rule}: {text}" if rule else text for rule, text in texts)
    problem = reasons or _("This entry does not fit the game.")
    text = _("{file}, line {line}: {problem}").format(file=game.name, line=line, problem=problem)
    return GameFileError(text, line, sum(number < entry.entry for number in game.lines))
