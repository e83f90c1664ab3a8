"""Who decides where a camel goes, by the votes of all (CV-03)."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from companion.engine.ids import PlayerId

P = TypeVar("P", bound=str)

Votes = Mapping[PlayerId, int]
"""Votes by player; who has laid none is left out."""


class Reason(enum.StrEnum):
    """Why somebody decides."""

    ALONE = "alone"
    """With more votes than all others together."""
    MOST = "most"
    """With more votes than any other."""
    TURN = "turn"
    """Being on turn, as several have the most votes, or nobody has any."""


def decider(votes: Votes, on_turn: PlayerId) -> tuple[PlayerId, Reason]:
    """CV-03: who decides as long as no others agree, and why."""
    most, total = max(votes.values(), default=0), sum(votes.values())
    leaders = [player for player, count in votes.items() if count and count == most]
    if len(leaders) != 1:
        return on_turn, Reason.TURN
    return leaders[0], Reason.ALONE if 2 * most > total else Reason.MOST


def may_agree(votes: Votes, voters: Collection[PlayerId]) -> bool:
    """CV-03: whether these voters may decide together: more than half of the votes, unless one alone has
    them."""
    if len(voters) < 2 or len(set(voters)) != len(voters) or not all(votes.get(one, 0) for one in voters):
        return False
    total = sum(votes.values())
    return 2 * max(votes.values()) <= total < 2 * sum(votes[one] for one in voters)


def agreements(votes: Votes, without: PlayerId) -> Iterable[tuple[PlayerId, ...]]:
    """CV-03: the smallest groups of voters who may decide without somebody, in the order of the votes."""
    voters = [player for player, count in votes.items() if count and player != without]
    found: list[tuple[PlayerId, ...]] = []
    for size in range(2, len(voters) + 1):
        for group in combinations(voters, size):
            if may_agree(votes, group) and not any(set(one) <= set(group) for one in found):
                found.append(group)
    return found


def chosen(votes: Votes, wishes: Mapping[PlayerId, P]) -> Sequence[P]:
    """CV-03, as the books of 2025 are read: the path for which most votes were cast; of several that one for
    which somebody cast more than anybody for another. All of them where that does not tell either."""
    for_path: dict[P, int] = {}
    largest: dict[P, int] = {}
    for player, path in wishes.items():
        count = votes.get(player, 0)
        for_path[path] = for_path.get(path, 0) + count
        largest[path] = max(largest.get(path, 0), count)
    most = max(for_path.values(), default=0)
    leading = [path for path, count in for_path.items() if count == most]
    top = max((largest[path] for path in leading), default=0)
    return [path for path in leading if largest[path] == top]
