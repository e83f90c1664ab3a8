"""What gold has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.extension import Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.gold.purse import held
from companion.rules.gold.trading import BuyWithGold, EarnGold, SpendGold
from companion.rules.presentation.parts import Action, Actions, Holding, Instrument


def _spend(table: Table, player: PlayerId) -> Action:
    return Action("do_spend_gold", "gold", commands=(SpendGold(player),))


def _buy(table: Table, player: PlayerId) -> Action:
    return Action("do_buy", "gold", takes=BuyWithGold)


def _spend_uncounted(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _spend(table, player)
    yield Action("do_earn_gold", "gold", commands=(EarnGold(player),))


PARTS = (
    Part(needs=frozenset({Aspect.PLACES}), presentation=(Holding("gold", held, "fact.gold"),)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        without=frozenset({Aspect.HANDS}),
        presentation=(Instrument("gold", _spend, held), Actions(_spend_uncounted)),
    ),
    Part(needs=frozenset({Aspect.HANDS}), presentation=(Instrument("gold", _buy, held),)),
)
