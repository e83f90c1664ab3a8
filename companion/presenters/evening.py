"""What an evening was made of, in pages: who won, points over time, dice, and what the modules show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.app.statistics_text import by_kind, verdict
from companion.engine.core import PlayOn
from companion.engine.ids import PlayerId
from companion.history.statistics import (
    Counted,
    NumberRolled,
    Standing,
    Statistics,
    numbers_rolled,
    statistics,
    totals,
)
from companion.presenters.deeds import person_at
from companion.presenters.intents import Enter
from companion.presenters.views import PersonView
from companion.rules.presentation.parts import Honour, Measure, Summing

Line = TypeVar("Line")

MOST_ROWS = 5
"""As many lines as can be read from the chairs; the rest go on to another page."""
GREAT_STEP = 2
"""A step of at least this many points is named beside the curve."""
MOST_MOMENTS = 4


class PlaceView(msgspec.Struct, frozen=True):
    """Where a player stands at the end. Without points where none are tracked."""

    rank: int
    person: PersonView
    points: int | None
    winner: bool


class Places(msgspec.Struct, frozen=True):
    """The first page: all players, the winner first and then by their points."""

    title: str
    places: tuple[PlaceView, ...]


class CurveView(msgspec.Struct, frozen=True):
    """A player's points as they changed: at which part of the evening (0 to 1), and how many from then on."""

    person: PersonView
    steps: tuple[tuple[float, int], ...]

    @property
    def points(self) -> int:
        """The points in the end."""
        return self.steps[-1][1]


class MomentView(msgspec.Struct, frozen=True):
    """A great step: when, who, and what made it."""

    at: float
    person: PersonView
    words: str


class Curves(msgspec.Struct, frozen=True):
    """The points of all players over time, and the great steps in their order."""

    title: str
    curves: tuple[CurveView, ...]
    moments: tuple[MomentView, ...]


class Dice(msgspec.Struct, frozen=True):
    """How often each number was rolled, beside what was to be expected; and in a sentence what that means."""

    title: str
    numbers: tuple[NumberRolled, ...]
    verdict: str


class RowView(msgspec.Struct, frozen=True):
    """A line of a page of numbers, one for each player."""

    label: str
    values: tuple[str, ...]


class Numbers(msgspec.Struct, frozen=True):
    """Lines of numbers by player, below what the whole table did."""

    title: str
    people: tuple[PersonView, ...]
    rows: tuple[RowView, ...]
    notes: tuple[str, ...] = ()


class ListedRow(msgspec.Struct, frozen=True):
    """A line of a list: of whom or what, and its values."""

    label: str
    values: tuple[str, ...]
    person: PersonView | None = None


class Listing(msgspec.Struct, frozen=True):
    """Lines of values under heads, below what can be said in sentences."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[ListedRow, ...]
    notes: tuple[str, ...] = ()


class HonourView(msgspec.Struct, frozen=True):
    """Something said kindly, and of whom: of several where they did it alike."""

    words: str
    people: tuple[PersonView, ...]
    amount: str


class Honours(msgspec.Struct, frozen=True):
    """The awards of the evening."""

    title: str
    honours: tuple[HonourView, ...]


class Nothing(msgspec.Struct, frozen=True):
    """Nothing is known of this game yet."""

    title: str
    words: str


Page = Places | Curves | Dice | Numbers | Listing | Honours | Nothing


class EveningView(msgspec.Struct, frozen=True):
    """The pages that have something to show, at least one. ``play_on`` takes up a game that is over."""

    pages: tuple[Page, ...]
    over: bool = False
    play_on: Enter | None = None


def counted(session: GameSession) -> Statistics:
    """The statistics of the game as it stands now."""
    return statistics(session.ruleset, session.states, session.standing)


def evening(session: GameSession, found: Statistics | None = None) -> EveningView:
    """What is known of the game as it stands now. It costs what the statistics cost."""
    core = session.state.core
    found = counted(session) if found is None else found
    people = people_of(session)
    pages = tuple(_pages(session, found, people))
    over = core.winner is not None
    return EveningView(
        pages or (Nothing(_("Statistics"), _("There is nothing to show of this game yet.")),),
        over,
        Enter((PlayOn(core.on_turn),)) if over else None,
    )


def people_of(session: GameSession) -> dict[PlayerId, PersonView]:
    """All players, in the order of play."""
    return {who: person_at(session.table, seat) for seat, who in enumerate(session.state.core.ids)}


def _pages(session: GameSession, found: Statistics, people: dict[PlayerId, PersonView]) -> Iterator[Page]:
    if found.winner is not None or (session.table.ruleset.scored and found.standings):
        yield places(session, found)
    moments = _Moments(session, found)
    if len(found.standings) > len(people):
        curves = tuple(CurveView(people[who], steps) for who in people if (steps := moments.steps(who)))
        great = tuple(moments.great(people))[-MOST_MOMENTS:]
        yield Curves(_("Points over time"), curves, great)
    yield from _numbers(_("What made the points"), people, tuple(sources(found, people)))
    rolled = numbers_rolled(found)
    if rolled:
        yield Dice(_("Dice"), rolled, verdict(rolled))
    yield from _measured(session, found, people)
    for part in parts(tuple(honours(session, found, people))):
        yield Honours(_("Awards of the evening"), part)


def parts(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """As few parts as can be read, of about as many lines each."""
    count = -(-len(lines) // MOST_ROWS)
    size = -(-len(lines) // count) if count else 1
    for first in range(0, len(lines), size):
        yield lines[first : first + size]


def places(session: GameSession, found: Statistics) -> Places:
    """Who stands where, the winner first and then by points."""
    table, people = session.table, people_of(session)
    scored = table.ruleset.scored
    return _places(found.winner, {who: table.points(who) if scored else None for who in people}, people)


def _places(
    winner: PlayerId | None, points: dict[PlayerId, int | None], people: dict[PlayerId, PersonView]
) -> Places:
    """Players with as many points share a place, save that the winner has the first alone."""
    order = sorted(people, key=lambda who: (who != winner, -(points[who] or 0)))
    known: list[PlaceView] = []
    for number, who in enumerate(order, start=1):
        before = known[-1] if known else None
        shared = before is not None and before.points == points[who] and not before.winner
        rank = before.rank if before is not None and shared else number
        known.append(PlaceView(rank, people[who], points[who], who == winner))
    title = _("Standings") if winner is None else _("{name} has won").format(name=people[winner].name)
    return Places(title, tuple(known))


class _Moments:
    """The standings of an evening by the time at which they came."""

    def __init__(self, session: GameSession, found: Statistics) -> None:
        self._found = found
        self._places = {entry.entry: place for place, entry in enumerate(session.standing, start=1)}
        self._length = max(1, len(session.standing))

    def _at(self, standing: Standing) -> float:
        return self._places[standing.entry] / self._length

    def _of(self, player: PlayerId) -> Sequence[Standing]:
        return [standing for standing in self._found.standings if standing.player == player]

    def steps(self, player: PlayerId) -> tuple[tuple[float, int], ...]:
        """Every change of a player's points."""
        return tuple((self._at(standing), standing.points) for standing in self._of(player))

    def great(self, people: dict[PlayerId, PersonView]) -> Iterator[MomentView]:
        """The great steps of all players in their order; start pieces are none."""
        known: dict[PlayerId, dict[str, int]] = {}
        for standing in self._found.standings:
            before = known.get(standing.player)
            known[standing.player] = standing.by
            if before is None or standing.turn == 1 or standing.points - sum(before.values()) < GREAT_STEP:
                continue
            source = max(standing.by, key=lambda name: standing.by[name] - before.get(name, 0))
            words = _("Turn {turn}: {what} +{count}").format(
                turn=standing.turn,
                what=narrate.say(f"points.{source}", {}),
                count=standing.points - sum(before.values()),
            )
            yield MomentView(self._at(standing), people[standing.player], words)


def sources(found: Statistics, people: dict[PlayerId, PersonView]) -> Iterator[RowView]:
    """The points in the end, by what they are for."""
    last = {standing.player: standing.by for standing in found.standings}
    for source in dict.fromkeys(name for by in last.values() for name in by):
        values = [last.get(who, {}).get(source, 0) for who in people]
        if any(values):
            yield RowView(narrate.say(f"points.{source}", {}), tuple(map(str, values)))


def _numbers(
    title: str, people: dict[PlayerId, PersonView], rows: tuple[RowView, ...], notes: tuple[str, ...] = ()
) -> Iterator[Numbers]:
    for part in parts(rows):
        yield Numbers(title, tuple(people.values()), part, notes)
        notes = ()
    if notes:
        yield Numbers(title, (), (), notes)


def listed(
    title: str, heads: tuple[str, ...], rows: Sequence[ListedRow], notes: tuple[str, ...] = ()
) -> Iterator[Listing]:
    """As many pages of a list as it takes; none without lines."""
    for part in parts(tuple(rows)):
        yield Listing(title, heads, part, notes)
        notes = ()


def _measured(
    session: GameSession, found: Statistics, people: dict[PlayerId, PersonView]
) -> Iterator[Numbers]:
    """The pages of the modules."""
    measures, sums = session.ruleset.presented(Measure), session.ruleset.presented(Summing)
    for page in dict.fromkeys([*(one.page for one in sums), *(one.page for one in measures)]):
        rows = tuple(_rows((one for one in measures if one.page == page), found, people))
        notes = tuple(
            f"{narrate.say(f'tally.{one.tally}', {})}: {by_kind(counted)}"
            for one in sums
            if one.page == page and (counted := found.of(one.tally))
        )
        yield from _numbers(narrate.say(f"evening.{page}", {}), people, rows, notes)


def _rows(
    measures: Iterable[Measure], found: Statistics, people: dict[PlayerId, PersonView]
) -> Iterator[RowView]:
    for measure in measures:
        amounts = _by_player(found.of(measure.tally), measure.suffered)
        if any(amounts.values()):
            label = narrate.say(measure.label or f"tally.{measure.tally}", {})
            yield RowView(label, tuple(_rounded(amounts.get(who, 0)) for who in people))


def _by_player(counts: Sequence[Counted], suffered: bool) -> dict[PlayerId | None, float]:
    if suffered:
        counts = [
            msgspec.structs.replace(count, player=PlayerId(count.of[0])) for count in counts if count.of
        ]
    return totals(counts)


def honours(
    session: GameSession, found: Statistics, people: dict[PlayerId, PersonView]
) -> Iterator[HonourView]:
    """Who has the most of something. What everybody has alike honours nobody."""
    for honour in session.ruleset.presented(Honour):
        amounts = _by_player(found.of(honour.tally), honour.suffered)
        beyond = totals(found.of(honour.beyond)) if honour.beyond else {}
        reached = {who: round(amounts.get(who, 0) - beyond.get(who, 0)) for who in people}
        most = max(reached.values())
        best = tuple(people[who] for who in people if reached[who] == most)
        if most > 0 and len(best) < len(people):
            words = narrate.say(honour.words, {})
            yield HonourView(words, best, f"+{most}" if honour.beyond else str(most))


def _rounded(amount: float) -> str:
    """A number of cards, as people count them."""
    return str(round(amount))
