"""Many evenings together: who won how often, in which games, with which dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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


class Kind(msgspec.Struct, frozen=True):
    """A level or a module: the ``games`` that began with it, and how many of them each person has won, most
    first."""

    games: int
    wins: dict[str, int]


class Year(msgspec.Struct, frozen=True):
    """``games`` that were begun, those that came to an end, minutes, people by their wins, the levels and the
    modules that were played, the dice, and who met whom."""

    games: int
    finished: int
    minutes: int
    people: tuple[PersonYear, ...]
    levels: dict[str, Kind]
    modules: dict[str, Kind]
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
    names = {sound(name): name for one in finished for name in one.names}
    return Year(
        len(played),
        len(finished),
        sum(one.minutes for one in found),
        _people(finished, names),
        dict(sorted(_kinds(played, names, lambda one: (one.level,)).items())),
        _kinds(played, names, lambda one: one.modules),
        dict(rolls),
        _pairs(finished, names),
    )


def _kinds(
    played: Sequence[Evening], names: Mapping[str, str], of: Callable[[Evening], Iterable[str]]
) -> dict[str, Kind]:
    """Those that games are of, the most played first."""
    games: Counter[str] = Counter()
    wins: dict[str, Counter[str]] = {}
    for one in played:
        games.update(of(one))
        winner = None if one.winner is None else names[sound(one.names[one.winner])]
        for kind in of(one):
            wins.setdefault(kind, Counter()).update(() if winner is None else (winner,))
    return {kind: Kind(count, dict(wins[kind].most_common())) for kind, count in games.most_common()}


def _people(finished: Sequence[Evening], names: Mapping[str, str]) -> tuple[PersonYear, ...]:
    known: dict[str, list[tuple[bool, int | None]]] = {}
    for one in finished:
        for seat, name in enumerate(one.names):
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


def _pairs(finished: Sequence[Evening], names: Mapping[str, str]) -> tuple[Pair, ...]:
    met: dict[tuple[str, str], list[int]] = {}
    for one in finished:
        people = sorted((sound(name), seat) for seat, name in enumerate(one.names))
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
