"""What people of a simulated game trade for gold; gold itself lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.rules.base.queries import opponents
from companion.rules.base.trade import trading_over
from companion.rules.gold.purse import held
from companion.rules.gold.trading import TradeGold
from companion.rules.secrets import Chance

TRADING = 0.05
"""How often somebody would trade for gold."""


class Secrets:
    """Nothing is hidden but the hands, which are the base game's."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.chance = chance
        self.base = others["base"]

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """A card of another player for some of the own gold."""
        core = table.core
        if not self.base.counted or core.pending or core.winner is not None or trading_over(table):
            return
        gold = held(table, who)
        if core.phase is Phase.AFTER_ROLL and gold and self.chance.random() < TRADING:
            partner = self.chance.choice(opponents(table, who))
            seen, unseen = self.base.some(partner, 1)
            if seen and not unseen:
                yield TradeGold(who, partner, {}, dict(Counter(seen)), pays=1 + self.chance.randrange(gold))

    def complete(self, table: Table, command: Command) -> Command | None:
        """As it is: gold lies open."""
        return command

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """The base game's hands say so."""
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """The base game's hands keep it."""

    def wrong(self, table: Table) -> Iterable[str]:
        """Nothing but what the base game finds."""
        return ()

    def truth(self) -> Any:
        """Nothing more than the base game's hands."""
        return {}
