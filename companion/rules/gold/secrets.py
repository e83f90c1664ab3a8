"""What people of a simulated game trade for gold; gold itself lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.rules.base.queries import opponents
from companion.rules.base.secrets import HandsAlone
from companion.rules.base.trade import trading_over
from companion.rules.gold.purse import held
from companion.rules.gold.trading import TradeGold

TRADING = 0.05
"""How often somebody would trade for gold."""


class Secrets(HandsAlone):
    """Nothing is hidden but the hands."""

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
