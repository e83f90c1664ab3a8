"""An evening as one picture to hand on: who won, how the points came, the dice, the island as it stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.app.i18n import _, ngettext
from companion.app.session import GameSession
from companion.history.log import Header
from companion.history.statistics import Statistics
from companion.presenters import board
from companion.presenters.board_view import BoardView
from companion.presenters.evening import counted, evening, honours, people_of, places
from companion.presenters.evening import sources as sources_of
from companion.presenters.evening_pages import Curves, Dice, HonourView, Listing, Numbers, Page, PlaceView
from companion.presenters.home import date_of
from companion.presenters.modules import summary

MOST_HONOURS = 3


class CardView(msgspec.Struct, frozen=True):
    """What stands on the card. ``stacks`` has for each place how many points came of each of the ``sources``,
    ``notes`` what the table did where there are no points. Of what is None or empty nothing is known."""

    title: str
    details: tuple[str, ...]
    places: tuple[PlaceView, ...]
    sources: tuple[str, ...] = ()
    stacks: tuple[tuple[int, ...], ...] = ()
    curves: Curves | None = None
    dice: Dice | None = None
    honours: tuple[HonourView, ...] = ()
    board: BoardView | None = None
    notes: tuple[str, ...] = ()


def card(session: GameSession) -> CardView:
    """The card of a game as it stands now. It costs what the statistics cost."""
    found = counted(session)
    people = people_of(session)
    pages = evening(session, found).pages
    known = places(session, found)
    rows = tuple(sources_of(found, people))
    curves = next((page for page in pages if isinstance(page, Curves)), None)
    named = found.winner is not None or any(place.points is not None for place in known.places)
    played = summary(session.header.modules)
    return CardView(
        known.title if named else played,
        (*((played,) if named else ()), *details(session.header, found)),
        known.places,
        tuple(row.label for row in rows),
        tuple(tuple(int(row.values[place.person.seat]) for row in rows) for place in known.places)
        if rows
        else (),
        curves,
        next((page for page in pages if isinstance(page, Dice)), None),
        tuple(honours(session, found, people))[:MOST_HONOURS],
        board.board(session.table) if board.laid(session.table) else None,
        () if curves is not None else tuple(_notes(pages)),
    )


def _notes(pages: Sequence[Page]) -> Iterator[str]:
    """What can be said in lines of a game without points: its event die, and what the table did."""
    for page in pages:
        match page:
            case Listing(rows=rows):
                yield ", ".join(f"{row.label} {row.values[0]}" for row in rows if row.values)
            case Numbers(notes=notes):
                yield from notes


def details(header: Header, found: Statistics) -> tuple[str, ...]:
    """Day, turns, and how long it took, as far as they are known."""
    day = date_of(header.started, "long")
    turns = ngettext("{count} turn", "{count} turns", found.turns).format(count=found.turns)
    minutes = round(sum(turn.milliseconds for turn in found.times) / 60_000)
    return tuple(part for part in (day, turns, duration(minutes)) if part)


def duration(minutes: int) -> str:
    """A time as people say it; empty for none."""
    hours, rest = divmod(minutes, 60)
    if not minutes:
        return ""
    if not hours:
        return _("{minutes} min").format(minutes=rest)
    return _("{hours} h {minutes} min").format(hours=hours, minutes=rest)
