"""What a battle on the coast came to, as screens tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.gold.purse import GoldGot
from companion.rules.presentation.parts import Battle, Defence, Tone, Words
from companion.rules.scenarios.barbarian_attack.battle import (
    BattleWon,
    CastleDieRolled,
    DiceDecide,
    PrisonersTaken,
    strictly,
)
from companion.rules.scenarios.barbarian_attack.coast import CoastFreed


def battle(table: Table, events: Sequence[Event]) -> Battle | None:
    """BA-40 to BA-44: the last battle that the events tell of, with what came of it so far."""
    places = [place for place, event in enumerate(events) if isinstance(event, BattleWon)]
    if not places:
        return None
    won, after = events[places[-1]], events[places[-1] :]
    assert isinstance(won, BattleWon)
    before = [event.number for event in events[: places[-1]] if isinstance(event, BattleWon)]
    players = tuple(
        Defence(player, won.knights.get(player, 0), 0, *_outcome(after, player)) for player in table.core.ids
    )
    reasons = tuple(_reasons(won, after, before))
    knights = sum(won.knights.values())
    return Battle(won.barbarians, knights, True, "battle.won", reasons, players, "barbarian", strictly(table))


def _outcome(events: Sequence[Event], player: PlayerId) -> tuple[str, Tone, dict[str, Any]]:
    """The prisoners and the gold of a player."""
    prisoners = sum(e.count for e in events if isinstance(e, PrisonersTaken) and e.by == player)
    gold = sum(e.count for e in events if isinstance(e, GoldGot) and e.by == player)
    tone: Tone = "good" if prisoners else "plain"
    if prisoners and gold:
        return "battle.prisoners-gold", tone, {"count": prisoners, "gold": gold}
    if prisoners:
        return "battle.prisoners", tone, {"count": prisoners}
    return ("battle.gold", "warn", {"gold": gold}) if gold else ("", tone, {})


def _reasons(won: BattleWon, events: Sequence[Event], before: Sequence[int]) -> Iterator[Words]:
    knights = sum(won.knights.values())
    numbers = {"number": won.number, "barbarians": won.barbarians, "knights": knights}
    yield Words("battle.on-coast-strength" if won.by_strength else "battle.on-coast", numbers)
    for event in events:
        match event:
            case CoastFreed(number=number):
                yield Words("battle.freed", {"number": number})
            case DiceDecide(players=players):
                yield Words("battle.roll", {"players": players})
            case CastleDieRolled(die=die, count=count):
                struck = "battle.struck" if count else "battle.nobody-struck"
                yield Words(struck, {"die": die, "count": count})
    for number in before:
        yield Words("battle.before", {"number": number})
