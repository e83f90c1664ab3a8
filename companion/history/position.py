"""How a game stands, as plain data, so that two ways in which it might have gone can be laid side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.engine.decision import Decision
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.table import Table

Range = tuple[int, int]
"""The least and the most that is possible."""


@dataclass(frozen=True)
class Position:
    """What everybody at the table may see.

    ``points`` are by source, so awards stand there too; ``possessions`` by the key of their text; ``cards``
    the numbers of cards in hand, and ``hands`` what each good can be of them. Levels that do not track a
    thing leave it empty.
    """

    turn: int
    on_turn: PlayerId
    phase: Phase
    winner: PlayerId | None
    questions: tuple[Decision, ...]
    gauges: Mapping[str, int]
    points: Mapping[PlayerId, Mapping[str, int]]
    possessions: Mapping[PlayerId, Mapping[str, int]]
    cards: Mapping[PlayerId, int]
    hands: Mapping[PlayerId, Mapping[str, Range]]


def position(table: Table) -> Position:
    """How the game stands at a table."""
    core = table.core
    possessions: dict[PlayerId, dict[str, int]] = {}
    cards: dict[PlayerId, int] = {}
    hands: dict[PlayerId, dict[str, Range]] = {}
    for part in table.state.slices.values():
        for owner, name, count in part.possessions():
            possessions.setdefault(owner, {})[name] = count
        known = part.known_hands()
        if known is not None:
            for player in known.holders:
                cards[player] = known.total(player)
                hands[player] = {
                    good: (known.low(player, good), known.high(player, good)) for good in known.goods
                }
    return Position(
        core.turn,
        core.on_turn,
        core.phase,
        core.winner,
        core.pending,
        {gauge.name: gauge.position(table) for gauge in table.ruleset.gauges},
        {player: dict(table.score(player)) for player in core.ids},
        possessions,
        cards,
        hands,
    )


def flows(gone: Iterable[Event], come: Iterable[Event]) -> dict[str, dict[str, int]]:
    """By how many cards more (below zero: fewer) each player got by some events than by others, card by
    card.
    """
    found: dict[str, dict[str, int]] = {}
    for events, sign in ((gone, -1), (come, 1)):
        for event in events:
            for who, good, count in event.flow:
                mine = found.setdefault(who, {})
                mine[good] = mine.get(good, 0) + sign * count
    left = {who: {good: count for good, count in cards.items() if count} for who, cards in found.items()}
    return {who: cards for who, cards in left.items() if cards}
