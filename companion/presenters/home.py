"""The way in: the game to go on with, the others, the same table once more, what went wrong."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

import msgspec

from companion.app.i18n import LANGUAGES, _, language, ngettext
from companion.app.ports import Notice
from companion.app.storage import GameRecord
from companion.presenters import new_game
from companion.presenters.names import called
from companion.presenters.new_game import NewGame
from companion.presenters.views import PersonView

EARLIEST_DATE = datetime.date(2024, 1, 1)
"""A clock that shows less was never set; its dates say nothing."""


class GameView(msgspec.Struct, frozen=True):
    """A kept game: who plays, and how it stands. The points of the people are None where not tracked."""

    game: str
    people: tuple[tuple[PersonView, int | None], ...]
    standing: str
    started: str

    @property
    def key(self) -> str:
        """Its name in a list."""
        return self.game


class HomeView(msgspec.Struct, frozen=True):
    """Everything that the first screen offers; finished games are among the earlier ones, to be looked at."""

    resume: GameView | None
    earlier: tuple[GameRecord, ...]
    again: tuple[PersonView, ...]
    notices: tuple[Notice, ...]
    earlier_label: str = ""


def home(games: Sequence[GameRecord], notices: Sequence[Notice]) -> HomeView:
    """The first screen, from the kept games (the one played last first) and what is to be told. What came
    from a file is no game of this table until somebody goes on with it."""
    resume = next((record for record in _played(games) if not record.finished), None)
    earlier = tuple(record for record in games if record is not resume)
    last = next(_played(games), None)
    return HomeView(
        game_view(resume) if resume is not None else None,
        earlier,
        people(last) if last is not None else (),
        tuple(notices),
        ngettext("{count} earlier game", "{count} earlier games", len(earlier)).format(count=len(earlier)),
    )


def again(games: Sequence[GameRecord]) -> NewGame | None:
    """The same table once more, or None before the first game."""
    last = next(_played(games), None)
    return None if last is None else new_game.again(last.header)


def _played(games: Sequence[GameRecord]) -> Iterator[GameRecord]:
    return (record for record in games if not record.brought)


def people(record: GameRecord) -> tuple[PersonView, ...]:
    """Who plays a kept game, in the order of play."""
    return tuple(
        PersonView(seat, player.name, player.colour) for seat, player in enumerate(record.header.players)
    )


def game_view(record: GameRecord, dated: str = "") -> GameView:
    """A kept game in a few words, with its day in that form of Babel's."""
    points = record.summary.points if record.summary is not None else {}
    turn = record.summary.turn if record.summary is not None else 1
    scores = tuple(
        (person, points.get(player.id))
        for person, player in zip(people(record), record.header.players, strict=True)
    )
    return GameView(
        record.header.game,
        scores,
        _standing(record, turn),
        date_of(record.header.started, dated) if dated else "",
    )


def _standing(record: GameRecord, turn: int) -> str:
    winner = record.summary.winner if record.summary is not None else None
    for person, player in zip(people(record), record.header.players, strict=True):
        if player.id == winner:
            return _("{name} has won").format(name=called(person))
    return _("Turn {turn}").format(turn=turn)


def day_of(moment: int) -> datetime.date | None:
    """The day of a moment in milliseconds since 1970, None if the clock was wrong then."""
    try:
        day = datetime.datetime.fromtimestamp(moment / 1000).date()
    except (OverflowError, OSError, ValueError):
        return None
    return day if day >= EARLIEST_DATE else None


def date_of(moment: int, form: str = "d MMM") -> str:
    """A day as people write it, or nothing if the clock was wrong then; in milliseconds since 1970. ``form``
    is one of Babel's."""
    day = day_of(moment)
    if day is None:
        return ""
    from babel.dates import format_date  # only where a date is shown: the first screen does without

    return format_date(
        day,
        form,
        locale=language() if language() in LANGUAGES else "en",
    )
