"""Many evenings together: who won how often, in which games, with which dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from companion.app.roster import sound


class Evening(msgspec.Struct, frozen=True):
    """A game that was played: ``started`` in milliseconds since 1970; names and points in the order of play,
    points None where none are tracked; the index of the winner; how often each number was rolled. One that is
    not its ``own`` goes on with another one: it adds dice and minutes, and no game."""

    started: int
    level: str
    modules: tuple[str, ...]
    names: tuple[str, ...]
    points: tuple[int | None, ...]
    winner: int | None
    rolls: dict[int, int] = {}
    minutes: int = 0
    own: bool = True


class PersonYear(msgspec.Struct, frozen=True):
    """What somebody did: ``games`` that came to an end, how many were won, the longest run of them, and the
    points of the ``scored`` ones in all."""

    name: str
    games: int
    wins: int
    streak: int
    points: int
    scored: int


class Pair(msgspec.Struct, frozen=True):
    """Two who played together: in how many games that came to an end, and in how many each stood before the
    other."""

    one: str
    other: str
    games: int
    one_ahead: int
    other_ahead: int


class Year(msgspec.Struct, frozen=True):
    """``games`` that were begun, those that came to an end, minutes, people by their wins, games by level and
    by module, the dice, and who met whom."""

    games: int
    finished: int
    minutes: int
    people: tuple[PersonYear, ...]
    levels: dict[str, int]
    modules: dict[str, int]
    rolls: dict[int, int]
    pairs: tuple[Pair, ...]


def year(evenings: Iterable[Evening]) -> Year:
    """All of them together. People are known by their names, however these are spelt."""
    found = sorted(evenings, key=lambda one: one.started)
    played = [one for one in found if one.own]
    finished = [one for one in played if one.winner is not None]
    rolls: Counter[int] = Counter()
    for one in found:
        rolls.update(one.rolls)
    return Year(
        len(played),
        len(finished),
        sum(one.minutes for one in found),
        _people(finished),
        dict(Counter(one.level for one in played)),
        dict(Counter(module for one in played for module in one.modules)),
        dict(rolls),
        _pairs(finished),
    )


def _people(finished: Sequence[Evening]) -> tuple[PersonYear, ...]:
    known: dict[str, list[tuple[bool, int | None]]] = {}
    names: dict[str, str] = {}
    for one in finished:
        for seat, name in enumerate(one.names):
            names[sound(name)] = name
            known.setdefault(sound(name), []).append((one.winner == seat, one.points[seat]))
    people = [_person(names[key], results) for key, results in known.items()]
    return tuple(sorted(people, key=lambda who: (-who.wins, -who.games, who.name)))


def _person(name: str, results: Sequence[tuple[bool, int | None]]) -> PersonYear:
    run = longest = 0
    for won, _points in results:
        run = run + 1 if won else 0
        longest = max(longest, run)
    points = [points for _won, points in results if points is not None]
    wins = sum(won for won, _points in results)
    return PersonYear(name, len(results), wins, longest, sum(points), len(points))


def _pairs(finished: Sequence[Evening]) -> tuple[Pair, ...]:
    names: dict[str, str] = {}
    met: dict[tuple[str, str], list[int]] = {}
    for one in finished:
        people = sorted((sound(name), seat) for seat, name in enumerate(one.names))
        names.update((sound(name), name) for name in one.names)
        for (who, seat), (other, place) in combinations(people, 2):
            ahead = _ahead(one, seat, place)
            found = met.setdefault((who, other), [0, 0, 0])
            found[0] += 1
            found[1] += ahead > 0
            found[2] += ahead < 0
    pairs = [Pair(names[who], names[other], *counts) for (who, other), counts in met.items()]
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, pair.one, pair.other)))


def _ahead(evening: Evening, seat: int, other: int) -> int:
    """Whether a seat stood before another one: the winner before all, then by points."""
    if evening.winner in (seat, other):
        return 1 if evening.winner == seat else -1
    mine, theirs = evening.points[seat], evening.points[other]
    return 0 if mine is None or theirs is None else (mine > theirs) - (mine < theirs)
