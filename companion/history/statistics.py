"""What an evening was made of, worked out from its log alone: points, dice and whatever the modules tally.

Pure functions of the states and the entries that stand, so that an undo or a correction changes the
statistics as it changes the game. What a level does not know is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.engine import chance
from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Count
from companion.engine.ids import EntryId, PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Table, evolve
from companion.history.log import Entry

BREAK_MS = 20 * 60 * 1000
"""A longer pause between two entries is a break, and nobody's turn."""

ROLLS = "rolls"
"""The tally of sums of two dice that fell by chance; ``of`` is the number."""
FACES = "faces"
"""The tally of faces; ``of`` is the die and the face."""


class Standing(msgspec.Struct, frozen=True):
    """The points of a player after an entry, by source; said whenever they have changed."""

    entry: EntryId
    turn: int
    player: PlayerId
    points: int
    by: dict[str, int]


class Counted(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that an entry added to the tally ``name``, as in ``Count``."""

    entry: EntryId
    turn: int
    name: str
    player: PlayerId | None = None
    of: tuple[str, ...] = ()
    amount: float = 1


class TurnTaken(msgspec.Struct, frozen=True):
    """A turn that has ended, or the one in which the game stands: how long it took by the table's clock, and
    the longest pause in it. Breaks count for neither."""

    turn: int
    player: PlayerId
    milliseconds: int
    longest_pause: int


class Statistics(msgspec.Struct, frozen=True):
    """All that is known of an evening. ``standings`` and ``counts`` are in the order of play."""

    players: tuple[PlayerId, ...]
    turns: int
    winner: PlayerId | None
    standings: tuple[Standing, ...]
    counts: tuple[Counted, ...]
    times: tuple[TurnTaken, ...]

    def of(self, name: str) -> tuple[Counted, ...]:
        """What was counted under a name."""
        return tuple(count for count in self.counts if count.name == name)

    def names(self) -> tuple[str, ...]:
        """What was counted at all, in the order of the first time."""
        return tuple(dict.fromkeys(count.name for count in self.counts))


class NumberRolled(msgspec.Struct, frozen=True):
    """How often a number was rolled, what was to be expected, between which counts nine of ten evenings lie,
    and how likely it is to come at least so far off."""

    number: int
    count: int
    expected: float
    low: int
    high: int
    chance: float

    @property
    def odd(self) -> bool:
        """Whether it lies outside of the band."""
        return not self.low <= self.count <= self.high


def statistics(ruleset: Ruleset, states: Sequence[GameState], standing: Sequence[Entry]) -> Statistics:
    """The statistics of a game: ``states`` are its start and the state after each entry that stands.

    They cost about as much as loading the game: each event is applied once more.
    """
    last = states[-1].core
    return Statistics(
        last.ids,
        last.turn,
        last.winner,
        tuple(_standings(ruleset, states, standing)),
        tuple(_counts(ruleset, states, standing)),
        tuple(_times(states, standing)),
    )


def _standings(
    ruleset: Ruleset, states: Sequence[GameState], standing: Sequence[Entry]
) -> Iterator[Standing]:
    known: dict[PlayerId, dict[str, int]] = {}
    before = states[0]
    for entry, state in zip(standing, states[1:], strict=True):
        changed = any(event.scores for event in entry.events)
        if changed or before.core.level is not state.core.level:
            table = Table(ruleset, state)
            for player in state.core.ids if table.ruleset.scored else ():
                score = dict(table.score(player))
                if known.get(player, {}) != score:
                    known[player] = score
                    yield Standing(entry.entry, state.core.turn, player, sum(score.values()), score)
        before = state


def _counts(ruleset: Ruleset, states: Sequence[GameState], standing: Sequence[Entry]) -> Iterator[Counted]:
    for entry, before in zip(standing, states, strict=False):
        command = entry.meant_by
        if command is not None:
            yield from _tallied(ruleset, before, entry, command)
        state = before
        for event in entry.events:
            yield from _tallied(ruleset, state, entry, event)
            state = evolve(state, event)


def _tallied(ruleset: Ruleset, state: GameState, entry: Entry, what: Event | Command) -> Iterator[Counted]:
    tallies = ruleset.at(state.core.level).tallied.get(type(what), ())
    if tallies:
        table = Table(ruleset, state)
        for tally in tallies:
            for count in tally.count(table, what):
                yield _counted(entry, state, tally.name, count)


def _counted(entry: Entry, state: GameState, name: str, count: Count) -> Counted:
    return Counted(entry.entry, state.core.turn, name, count.player, count.of, count.amount)


def _times(states: Sequence[GameState], standing: Sequence[Entry]) -> Iterator[TurnTaken]:
    """A turn lasts from the entry that begins it to the one that begins the next."""
    if not standing or not standing[0].at:
        return
    turn = states[0].core
    spent = longest = 0
    for place, entry in enumerate(standing):
        pause = max(0, entry.at - standing[place - 1].at) if place else 0
        if pause <= BREAK_MS:
            spent += pause
            longest = max(longest, pause)
        after = states[place + 1].core
        if after.turn != turn.turn:
            yield TurnTaken(turn.turn, turn.on_turn, spent, longest)
            turn, spent, longest = after, 0, 0
    yield TurnTaken(turn.turn, turn.on_turn, spent, longest)


def totals(counts: Iterable[Counted]) -> dict[PlayerId | None, float]:
    """How much was counted of each player, and of the table under None."""
    found: dict[PlayerId | None, float] = {}
    for count in counts:
        found[count.player] = found.get(count.player, 0) + count.amount
    return found


def kinds(counts: Iterable[Counted], place: int = 0) -> dict[str, float]:
    """How much was counted of each kind, by the word of ``of`` in that place."""
    found: dict[str, float] = {}
    for count in counts:
        if len(count.of) > place:
            found[count.of[place]] = found.get(count.of[place], 0) + count.amount
    return found


def numbers_rolled(evening: Statistics) -> tuple[NumberRolled, ...]:
    """The numbers 2 to 12 beside what was to be expected; nothing before the first roll."""
    return numbers_of({int(number): int(count) for number, count in kinds(evening.of(ROLLS)).items()})


def numbers_of(counts: Mapping[int, int]) -> tuple[NumberRolled, ...]:
    """The same of any rolls, by how often each number came."""
    rolls = sum(counts.values())
    if not rolls:
        return ()
    found = []
    for number, likely in chance.TWO_DICE.items():
        count = counts.get(number, 0)
        low, high = chance.band(rolls, likely)
        odd = chance.oddness(count, rolls, likely)
        found.append(NumberRolled(number, count, rolls * likely, low, high, odd))
    return tuple(found)


def oddest(rolled: Sequence[NumberRolled]) -> NumberRolled | None:
    """The number that is the least likely to have come as it did, if any is outside of its band."""
    outside = [number for number in rolled if number.odd]
    return min(outside, key=lambda number: number.chance, default=None)
