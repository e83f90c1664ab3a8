"""The games of a year together, in pages as those of an evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.app import narrate, year
from companion.app.digests import Digest, evening
from companion.app.i18n import _, ngettext
from companion.app.statistics_text import number, verdict
from companion.app.storage import GameRecord
from companion.app.year import Kind, Year
from companion.history.statistics import numbers_of
from companion.presenters.evening_pages import Dice, ListedRow, Nothing, Page, listed, parts
from companion.presenters.home import day_of
from companion.presenters.share_card import duration

MOST_PAIRS = 30
MOST_WINNERS = 12
WINNERS_A_PAGE = 4


class YearView(msgspec.Struct, frozen=True):
    """Which year is shown of which there are games, the latest first; None is that of clocks that were never
    set."""

    year: int | None
    years: tuple[int | None, ...]
    pages: tuple[Page, ...]


def years(records: Sequence[GameRecord]) -> tuple[int | None, ...]:
    """The years in which games were begun, the latest first."""
    found = {year_of(record) for record in records}
    return tuple(sorted(found, key=lambda one: (one is not None, one or 0), reverse=True))


def year_of(record: GameRecord) -> int | None:
    """The year in which a game was begun, None if the clock was wrong then."""
    day = day_of(record.header.started)
    return None if day is None else day.year


def view(
    records: Sequence[GameRecord], digest: Callable[[GameRecord], Digest | None], wanted: int | None
) -> YearView:
    """The pages of the year that is wanted, or of the latest one."""
    known = years(records)
    shown = wanted if wanted in known or not known else known[0]
    summed = of(records, digest, shown)
    shown_pages = tuple(pages(summed, label(shown)))
    nothing = Nothing(label(shown), _("There is nothing to show of this year yet."))
    return YearView(shown, known, shown_pages or (nothing,))


def of(
    records: Sequence[GameRecord], digest: Callable[[GameRecord], Digest | None], wanted: int | None
) -> Year:
    """The games of a year together."""
    return year.year(evening(record, digest(record)) for record in records if year_of(record) == wanted)


def label(shown: int | None) -> str:
    """A year, in words where it is not known."""
    return _("Without a date") if shown is None else str(shown)


def summary(found: Year) -> str:
    """How many games, and how long they took."""
    games = ngettext("{count} game", "{count} games", found.games).format(count=found.games)
    over = _("finished: {count}").format(count=found.finished)
    return ", ".join(part for part in (games, over, duration(found.minutes)) if part)


def pages(found: Year, title: str) -> Iterator[Page]:
    """The pages of a year of that name, none where there is nothing to show."""
    people = [
        ListedRow(
            who.name,
            (
                str(who.games),
                str(who.wins),
                str(who.streak),
                number(who.points / who.scored) if who.scored else "–",
            ),
        )
        for who in found.people
    ]
    heads = (_("Games"), _("Won"), _("In a row"), _("Average"))
    yield from listed(title, heads, people, (summary(found),) if people else ())
    kinds = [
        *((narrate.term("level", name), kind) for name, kind in found.levels.items()),
        *((narrate.term("module", name), kind) for name, kind in found.modules.items()),
    ]
    notes = () if people else (summary(found),)
    rows = [ListedRow(label, (str(kind.games),)) for label, kind in kinds]
    yield from listed(_("What was played"), (_("Games"),), rows, notes)
    winners = [who.name for who in found.people[:MOST_WINNERS] if who.wins]
    for some in parts(tuple(winners), WINNERS_A_PAGE):
        yield from _won(some, kinds)
    rolled = numbers_of(found.rolls)
    if rolled:
        yield Dice(_("Dice of the year"), rolled, verdict(rolled))
    pairs = [
        ListedRow(f"{pair.one} – {pair.other}", (str(pair.games), f"{pair.one_ahead} : {pair.other_ahead}"))
        for pair in found.pairs[:MOST_PAIRS]
    ]
    yield from listed(_("Who met whom"), (_("Games"), _("Who was ahead")), pairs)


def _won(winners: tuple[str, ...], kinds: Sequence[tuple[str, Kind]]) -> Iterator[Page]:
    """How often each of them won with each level and module that somebody has won with."""
    rows = [
        ListedRow(label, tuple(str(kind.wins.get(name, 0)) for name in winners))
        for label, kind in kinds
        if kind.wins
    ]
    for page in listed(_("Who won with what"), winners, rows):
        yield msgspec.structs.replace(page, named=True)
