"""All kept games: found by who played and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from operator import and_

import msgspec

from companion.app.i18n import LANGUAGES, _, language, ngettext
from companion.app.roster import same_name, sound
from companion.app.storage import GameRecord
from companion.presenters.deeds import AnswerView
from companion.presenters.home import date_of, day_of

RESULT, REPLAY, RESUME, DELETE = "look", "replay", "resume_game", "delete"
"""The names of what can be done with a game."""
DELETE_IT, KEEP_IT = "delete_it", "keep_it"

Month = tuple[int, int]
"""A year and a month of it."""


class Search(msgspec.Struct, frozen=True):
    """Which games are wanted: those somebody played in, or of a month; all where nothing is said."""

    player: str = ""
    month: Month | None = None


class FilterView(msgspec.Struct, frozen=True):
    """Something that games can be found by, and how many there are."""

    key: str
    label: str
    count: int
    search: Search


class ArchiveView(msgspec.Struct, frozen=True):
    """The games that are wanted, the latest first; the words of the search, and what else can be searched."""

    games: tuple[GameRecord, ...]
    player: str
    month: str
    players: tuple[FilterView, ...]
    months: tuple[FilterView, ...]


def archive(records: Sequence[GameRecord], search: Search) -> ArchiveView:
    """What is shown of the kept games. Cheap enough for hundreds of them at each touch."""
    days = [day_of(record.header.started) for record in records]
    dated = [None if day is None else (day.year, day.month) for day in days]
    of_player = [
        not search.player or any(same_name(one.name, search.player) for one in record.header.players)
        for record in records
    ]
    in_month = [search.month is None or month == search.month for month in dated]
    months = Counter(
        month for month, fits in zip(dated, of_player, strict=True) if fits and month is not None
    )
    names: dict[str, str] = {}
    played: Counter[str] = Counter()
    for record, fits in zip(records, in_month, strict=True):
        # two in one game may be called alike
        sounds = dict.fromkeys(sound(player.name) for player in record.header.players)
        for player in record.header.players:
            names.setdefault(sound(player.name), player.name)
        played.update(list(sounds) if fits else ())
    games = tuple(compress(records, map(and_, of_player, in_month)))
    return ArchiveView(
        games,
        search.player or _("All players"),
        _("All dates") if search.month is None else month_label(search.month),
        (
            FilterView("all", _("All players"), sum(in_month), Search(month=search.month)),
            *(
                FilterView(f"of_{number}", names[key], count, Search(names[key], search.month))
                for number, (key, count) in enumerate(played.most_common())
            ),
        ),
        (
            FilterView("all", _("All dates"), sum(of_player), Search(search.player)),
            *(
                FilterView(
                    f"in_{year}_{month}",
                    month_label((year, month)),
                    count,
                    Search(search.player, (year, month)),
                )
                for (year, month), count in sorted(months.items(), reverse=True)
            ),
        ),
    )


def month_label(month: Month) -> str:
    """A month as people write it."""
    import datetime

    from babel.dates import format_date

    locale = language() if language() in LANGUAGES else "en"
    return format_date(datetime.date(*month, 1), "LLLL y", locale=locale)


def title(record: GameRecord) -> str:
    """Which game it is, in a line."""
    names = ", ".join(player.name for player in record.header.players)
    day = date_of(record.header.started, "medium")
    parts = (day, names) if day else (names,)
    return " · ".join(parts)


def choices(record: GameRecord) -> tuple[AnswerView, ...]:
    """What can be done with a game."""
    return (
        AnswerView(RESULT, _("Statistics"), (), "trophy"),
        AnswerView(REPLAY, _("Replay"), (), "play"),
        AnswerView(RESUME, _("Open"), (), "table"),
        AnswerView(DELETE, _("Delete"), (), "bin"),
    )


def question(record: GameRecord) -> tuple[str, tuple[AnswerView, ...]]:
    """What is asked before a game is deleted, and its answers."""
    text = ngettext(
        "Delete this game with its {count} entry for good? {game}",
        "Delete this game with its {count} entries for good? {game}",
        record.last,
    ).format(count=record.last, game=title(record))
    return text, (
        AnswerView(KEEP_IT, _("Keep"), (), "archive"),
        AnswerView(DELETE_IT, _("Delete for good"), (), "bin"),
    )
