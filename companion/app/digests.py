"""What is known of each kept game without playing it again, beside the games: the year is summed up from it.

A cache and nothing more: it is made anew where it is missing, damaged, or of another state of its game.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from companion.app import kept_file
from companion.app.games import look_at
from companion.app.session import GameSession
from companion.app.storage import GameRecord, JournalStore
from companion.app.year import Evening
from companion.engine.chance import TWO_DICE
from companion.engine.core import GameWon
from companion.history.log import Entry
from companion.history.statistics import ROLLS, Statistics, kinds, statistics
from companion.rules import catalogue

log = logging.getLogger(__name__)

FILE = "evenings.json"
FORMAT = 1
SAVE_EVERY = 50


Sum = Annotated[int, msgspec.Meta(ge=2, le=12)]
Rolls = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
"""No game has more entries."""
Minutes = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Digest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of a game as it stood at ``mark``: how often each number fell by chance, and how long it took; and
    whether it is a game of its own. Of one that began in the middle of another only what was entered in it
    counts, and it is the same game until it has come to an end of its own."""

    mark: int
    rolls: dict[Sum, Rolls] = {}
    minutes: Minutes = 0
    own: bool = True


class _Kept(msgspec.Struct, frozen=True):
    format: int
    games: dict[str, Digest]


def digest(mark: int, game: GameSession, found: Statistics) -> Digest:
    """What is kept of a game with these statistics."""
    inherited = game.header.inherited
    fell = kinds(count for count in found.of(ROLLS) if count.entry > inherited)
    rolls = {number: int(fell[str(number)]) for number in TWO_DICE if str(number) in fell}
    minutes = round(sum(turn.milliseconds for turn in found.times) / 60_000)
    own = not inherited or (found.winner is not None and _ended_by(game.standing) > inherited)
    return Digest(mark, rolls, minutes, own)


def _ended_by(standing: Sequence[Entry]) -> int:
    """The entry with which somebody won, 0 if nobody did."""
    wins = (e.entry for e in reversed(standing) if any(isinstance(event, GameWon) for event in e.events))
    return next(wins, 0)


class Digests:
    """The digests of a data folder; without one they are known to this process alone."""

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / FILE
        self._games = {} if self._file is None else _load(self._file)

    def of(self, record: GameRecord) -> Digest | None:
        """The digest of a game as it stands, if there is one."""
        found = self._games.get(record.key)
        return found if found is not None and found.mark == record.mark else None

    def missing(self, records: Sequence[GameRecord]) -> tuple[GameRecord, ...]:
        """The games that none is known of."""
        return tuple(record for record in records if record.last and self.of(record) is None)

    def make(
        self, store: JournalStore, records: Sequence[GameRecord], here: Sequence[GameRecord] = ()
    ) -> Generator[int, None, tuple[GameRecord, ...]]:
        """Make those that are missing, a game at a time; yields how many there are by now. Returns the games
        that cannot be read. What could not be saved is made again the next time. ``here`` are all games,
        where these are only some of them: those of others are forgotten."""
        missing = self.missing(records)
        unread = []
        for number, record in enumerate(missing, start=1):
            try:
                game = look_at(store, record.key)
                found = statistics(game.ruleset, game.states, game.standing)
                self._games[record.key] = digest(record.mark, game, found)
            except Exception:  # events of another version may be anything, and cost this game alone
                log.warning("no digest of %s", record.key, exc_info=True)
                unread.append(record)
            if number % SAVE_EVERY == 0:
                self._save(here or records)
            yield number
        if missing:
            self._save(here or records)
        return tuple(unread)

    def put(self, game: GameSession, found: Statistics, records: Sequence[GameRecord]) -> None:
        """Keep the digest of a game whose statistics are known, unless it is kept already."""
        record = next((one for one in records if one.key == game.header.game), None)
        if record is not None and self.of(record) is None:
            self._games[record.key] = digest(record.mark, game, found)
            self._save(records)

    def _save(self, records: Sequence[GameRecord]) -> None:
        """Keep those of games that are still here."""
        if self._file is None:
            return
        here = {record.key for record in records}
        kept = {game: found for game, found in self._games.items() if game in here}
        try:
            kept_file.write(self._file, msgspec.json.encode(_Kept(FORMAT, kept)))
        except OSError:
            log.warning("%s could not be written", self._file, exc_info=True)


def _load(file: Path) -> dict[str, Digest]:
    kept = kept_file.read_json(file, _Kept)
    return dict(kept.games) if kept is not None and kept.format == FORMAT else {}


def evening(record: GameRecord, found: Digest | None) -> Evening:
    """A kept game as the year counts it; one in which nothing was entered is none."""
    header, summary = record.header, record.summary
    ids = [player.id for player in header.players]
    points = {} if summary is None else summary.points
    winner = None if summary is None or summary.winner not in ids else ids.index(summary.winner)
    return Evening(
        header.started,
        header.level,
        tuple(name for name in header.modules if name in catalogue.added()),
        tuple(player.name for player in header.players),
        tuple(points.get(who) for who in ids),
        winner,
        {} if found is None else found.rolls,
        0 if found is None else found.minutes,
        record.last > 0 and (not header.inherited if found is None else found.own),
    )
