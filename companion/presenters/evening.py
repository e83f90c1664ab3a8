"""What an evening was made of, in pages: who won, points over time, dice, and what the modules show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.app.statistics_text import by_kind, verdict
from companion.engine.core import PlayOn
from companion.engine.ids import PlayerId
from companion.history.statistics import (
    Counted,
    Standing,
    Statistics,
    numbers_rolled,
    statistics,
    totals,
)
from companion.presenters.deeds import person_at
from companion.presenters.evening_lists import (
    broken_down,
    each_time,
    faces,
    kinds_of_each_time,
    turns,
    what_if,
)
from companion.presenters.evening_pages import (
    Curves,
    CurveView,
    Dice,
    Honours,
    HonourView,
    MomentView,
    Nothing,
    Numbers,
    Page,
    Places,
    PlaceView,
    RowView,
    parts,
)
from companion.presenters.intents import Enter
from companion.presenters.names import called, capital
from companion.presenters.views import PersonView
from companion.rules.presentation.parts import Breakdown, EachTime, Honour, Measure, Summing

GREAT_STEP = 2
"""A step of at least this many points is named beside the curve."""
MOST_MOMENTS = 4


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
    for part in parts(tuple(honours(session, found, people))):
        yield Honours(_("Awards of the evening"), part)
    yield from _numbers(_("What made the points"), people, tuple(sources(found, people)))
    rolled = numbers_rolled(found)
    if rolled:
        yield Dice(_("Dice"), rolled, verdict(rolled))
    yield from faces(session, found)
    yield from _measured(session, found, people)
    yield from _numbers(_("Length of turns"), people, tuple(turns(found, people)))
    if found.winner is not None:
        yield from what_if(session, found)


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
    title = _("Standings") if winner is None else _("{name} has won").format(name=called(people[winner]))
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


def _measured(
    session: GameSession, found: Statistics, people: dict[PlayerId, PersonView]
) -> Iterator[Numbers]:
    """The pages of the modules, in the order in which these name them."""
    presented = session.ruleset.presented
    rows: dict[str, list[RowView]] = {}
    notes: dict[str, list[str]] = {}
    for one in presented(Summing):
        if counts := found.of(one.tally):
            rows.setdefault(one.page, [])
            text = f"{narrate.say(f'tally.{one.tally}', {})}: {by_kind(counts)}"
            notes.setdefault(one.page, []).append(text)
    for measure in presented(Measure):
        rows.setdefault(measure.page, []).extend(_rows((measure,), found, people))
    for time in presented(EachTime):
        rows.setdefault(time.page, []).extend(each_time(time, found, people))
        if words := kinds_of_each_time(time, found):
            notes.setdefault(time.page, []).append(capital(words))
    for breakdown in presented(Breakdown):
        lines = list(broken_down(breakdown, found, people))
        rows.setdefault(breakdown.page, []).extend(lines)
        if lines and breakdown.beside:
            notes.setdefault(breakdown.page, []).append(_("Received / expected"))
    for page, found_rows in rows.items():
        yield from _numbers(
            narrate.say(f"evening.{page}", {}), people, tuple(found_rows), tuple(notes.get(page, ()))
        )


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
