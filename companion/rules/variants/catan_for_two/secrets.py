"""What a simulated table sees of the second roll, of forced trades and of tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.base.goods import RESOURCE, names
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.secrets import HandsAlone
from companion.rules.base.turn import RollDice
from companion.rules.variants.catan_for_two.forced_trade import CARDS, ForceTrade, ForceTradeRule, others_only
from companion.rules.variants.catan_for_two.queries import opponent, rolls, tokens, tokens_in_play
from companion.rules.variants.catan_for_two.tokens import CountTokens

COUNTING = 0.01
"""How often the table counts somebody's tokens."""


class Secrets(HandsAlone):
    """Nothing is hidden but the hands."""

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Forced trades of which the table sees some cards, and counted tokens."""
        if table.core.pending or table.core.winner is not None:
            return
        if tokens_in_play(table) and self.chance.random() < COUNTING:
            yield CountTokens(who, who, tokens(table, who))
        if self.base.counted:
            yield from (self._seen(table, trade) for trade in ForceTradeRule().ways(table, who))

    def _seen(self, table: Table, trade: ForceTrade) -> ForceTrade:
        """The same trade with some faces shown."""
        among = None if trade.all_kinds else names(table, RESOURCE)
        drawn, _ = self.base.some(opponent(table, trade.by), trade.count, among)
        returned, _ = self.base.some(trade.by, CARDS)
        return replace(trade, drawn=drawn, returned=returned)

    def complete(self, table: Table, command: Command) -> Command | None:
        """A roll of the same number is repeated; as many cards are drawn as there are, two at most."""
        if isinstance(command, RollDice):
            return self._repeated(table, command)
        if isinstance(command, ForceTrade) and self.base.counted:
            hand: Counter[str] = self.base.hands[opponent(table, command.by)]
            there = sum(hand[good] for good in names(table, None if command.all_kinds else RESOURCE))
            own = self.base.hands[command.by].total() + (0 if others_only(table) else command.count)
            return command if command.count == min(CARDS, there) and own >= CARDS else None
        return command

    def _repeated(self, table: Table, command: RollDice) -> RollDice:
        """C2-03: the second roll of a turn is made again as long as it is the same number as the first."""
        before = rolls(table)
        dice = dict(command.dice)
        while (
            len(before) == 1 and {WHITE, RED} <= dice.keys() and int(dice[WHITE]) + int(dice[RED]) in before
        ):
            dice.update({name: 1 + self.chance.randrange(6) for name in (WHITE, RED)})
        return RollDice(command.by, dice)
