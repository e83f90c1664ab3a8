"""Pages of an evening that are lists: the faces of dice, turns, what modules break down, and what if."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.app import narrate
from companion.app.i18n import _, ngettext
from companion.app.session import GameSession
from companion.app.statistics_text import number
from companion.engine import chance
from companion.engine.ids import EntryId, PlayerId
from companion.history.statistics import FACES, ROLLS, Counted, Statistics, TurnTaken, kinds, totals
from companion.presenters.evening_pages import ListedRow, Listing, RowView, listed
from companion.presenters.names import capital
from companion.presenters.views import PersonView
from companion.rules.presentation.parts import Approach, Breakdown, EachTime

People = dict[PlayerId, PersonView]

MOST_KINDS = 10
"""Lines of a breakdown, the most counted first."""
LOST = "†"
SEVEN = "7"


# --- dice -----------------------------------------------------------------------------------------------


def faces(session: GameSession, found: Statistics) -> Iterator[Listing]:
    """The dice that show something else than numbers, beside what was to be expected."""
    for die in session.ruleset.dice:
        shown = [str(face) for face in die.faces]
        counts = kinds((count for count in found.of(FACES) if count.of[0] == die.name), 1)
        rolls = int(sum(counts.values()))
        if not rolls or all(face.isdecimal() for face in shown):
            continue
        rows = []
        for face in dict.fromkeys(shown):
            likely = shown.count(face) / len(shown)
            low, high = chance.band(rolls, likely)
            values = (str(int(counts.get(face, 0))), number(rolls * likely), f"{low}–{high}")
            rows.append(ListedRow(capital(narrate.term("face", face)), values))
        heads = (_("Times"), _("Expected"), _("Usual"))
        yield from listed(capital(narrate.term("die", die.name)), heads, rows)


# --- turns ----------------------------------------------------------------------------------------------


def turns(found: Statistics, people: People) -> Iterator[RowView]:
    """How long turns were: on average, the longest, and in all. Nothing where no clock told."""
    if not any(turn.milliseconds for turn in found.times):
        return
    spent = [[turn for turn in found.times if turn.player == who] for who in people]
    rows: tuple[tuple[str, Callable[[Sequence[TurnTaken]], float]], ...] = (
        (_("On average"), lambda own: sum(turn.milliseconds for turn in own) / len(own)),
        (_("The longest"), lambda own: max(turn.milliseconds for turn in own)),
        (_("Longest time without an entry"), lambda own: max(turn.longest_pause for turn in own)),
        (_("In all"), lambda own: sum(turn.milliseconds for turn in own)),
    )
    for label, of in rows:
        yield RowView(label, tuple(clock(of(own)) if own else "–" for own in spent))


def clock(milliseconds: float) -> str:
    """Minutes and seconds; hours where there are any.

    >>> clock(61_000), clock(3_661_000)
    ('1:01', '1:01:01')
    """
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


# --- what modules break down ----------------------------------------------------------------------------


def broken_down(breakdown: Breakdown, found: Statistics, people: People) -> Iterator[RowView]:
    """A line for each kind, the most counted first; numbers are in their order, and none is left out."""
    counts = _by_kind(found.of(breakdown.tally), breakdown.place)
    beside = _by_kind(found.of(breakdown.beside), breakdown.place) if breakdown.beside else {}
    known = list(counts | beside)
    if all(kind.isdecimal() for kind in known):
        known.sort(key=int)
    elif set(known) <= set(people):
        known = [str(who) for who in people if who in known]
    else:
        known.sort(key=lambda kind: -sum(counts.get(kind, {}).values()))
        known = known[:MOST_KINDS]
    for kind in known:
        amounts, others = counts.get(kind, {}), beside.get(kind, {})
        values = [str(round(amounts.get(who, 0))) for who in people]
        if breakdown.beside:
            expected = [str(round(others.get(who, 0))) for who in people]
            values = [f"{value} / {other}" for value, other in zip(values, expected, strict=True)]
        yield RowView(_kind(breakdown, kind, people), tuple(values))


def _kind(breakdown: Breakdown, kind: str, people: People) -> str:
    """What a kind is called: a term, a number, a player, or a word of the tallies."""
    if breakdown.term:
        return capital(narrate.term(breakdown.term, kind))
    if kind.isdecimal():
        return kind
    person = people.get(PlayerId(kind))
    return person.name if person is not None else capital(narrate.say(f"tally_kind.{kind}", {}))


def _by_kind(counts: Sequence[Counted], place: int) -> dict[str, dict[PlayerId | None, float]]:
    """What was counted of each kind, by player."""
    found: dict[str, dict[PlayerId | None, float]] = {}
    for count in counts:
        if len(count.of) > place:
            amounts = found.setdefault(count.of[place], {})
            amounts[count.player] = amounts.get(count.player, 0) + count.amount
    return found


def each_time(time: EachTime, found: Statistics, people: People) -> Iterator[RowView]:
    """A line for each time, in the order of play."""
    times: dict[EntryId, list[Counted]] = {}
    for count in found.of(time.tally):
        times.setdefault(count.entry, []).append(count)
    for entry, counts in times.items():
        told = [" : ".join(number(one.amount) for one in counts)]
        told += [
            narrate.say(f"tally_kind.{one.of[0]}", {})
            for one in found.of(time.outcome)
            if one.entry == entry and one.of
        ]
        shares = totals(one for one in found.of(time.share) if one.entry == entry)
        lost = totals(one for one in found.of(time.lost) if one.entry == entry)
        label = _("Turn {turn}: {what}").format(turn=counts[0].turn, what=", ".join(told))
        values = (f"{round(shares.get(who, 0))}{LOST * int(lost.get(who, 0))}" for who in people)
        yield RowView(label, tuple(values))


def kinds_of_each_time(time: EachTime, found: Statistics) -> str:
    """What the amounts of each line are of; empty where there was none."""
    kinds_told = dict.fromkeys(one.of[0] for one in found.of(time.tally) if one.of)
    return " : ".join(narrate.say(f"tally_kind.{kind}", {}) for kind in kinds_told)


# --- what if --------------------------------------------------------------------------------------------


def what_if(session: GameSession, found: Statistics) -> Iterator[Listing]:
    """How likely each 7 was, and each thing that dice brought nearer. It is told after the game alone: no
    table asked for a referee of luck while it plays."""
    heads = (_("Rolls before it"), _("As soon or sooner"))
    for approach in session.ruleset.presented(Approach):
        title = narrate.say(f"evening.{approach.page}", {})
        yield from listed(title, heads, tuple(_arrivals(approach, session, found)))
    rolls = found.of(ROLLS)
    if not rolls:
        return
    rows = tuple(_sevens(rolls))
    odd = chance.oddness(len(rows), len(rolls), chance.TWO_DICE[7])
    text = ngettext(
        "{count} seven in {rolls} rolls. The chance of that, or of still further off, is {share}.",
        "{count} sevens in {rolls} rolls. The chance of that, or of still further off, is {share}.",
        len(rows),
    ).format(count=len(rows), rolls=len(rolls), share=_share(odd))
    title = _("What if: the sevens")
    yield from listed(title, heads, rows, (text,)) if rows else (Listing(title, (), (), (text,)),)


def _sevens(rolls: Sequence[Counted]) -> Iterator[ListedRow]:
    last = 0
    for place, count in enumerate(rolls, start=1):
        if count.of == (SEVEN,):
            likely = chance.at_least(1, place - last, chance.TWO_DICE[7])
            yield _row(count, place - last, likely)
            last = place


def _arrivals(approach: Approach, session: GameSession, found: Statistics) -> Iterator[ListedRow]:
    """Each time that it came: after how many rolls it had all its steps, and how likely that or sooner is."""
    dice = {die.name: [str(face) for face in die.faces] for die in session.ruleset.dice}
    arrivals = {count.entry for count in found.of(approach.tally)}
    rolls = steps = 0
    for count in found.of(FACES):
        shown = dice.get(count.of[0], [])
        if approach.face not in shown:
            continue
        rolls += 1
        steps += count.of[1] == approach.face
        if count.entry in arrivals:
            yield _row(count, rolls, chance.at_least(steps, rolls, shown.count(approach.face) / len(shown)))
            rolls = steps = 0


def _row(count: Counted, rolls: int, likely: float) -> ListedRow:
    return ListedRow(_("Turn {turn}").format(turn=count.turn), (str(rolls), _share(likely)))


def _share(likely: float) -> str:
    """A chance as people read it, in percent; none is called sure."""
    if likely > 0.995:
        return "> 99 %"
    return f"{100 * likely:.0f} %" if likely >= 0.095 else f"{100 * likely:.1f} %"
