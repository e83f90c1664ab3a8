"""What gold has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.extension import Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.gold.purse import held
from companion.rules.gold.trading import EarnGold, SpendGold
from companion.rules.presentation.parts import Action, Actions, Holding


def _spend_uncounted(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_spend_gold", "gold", commands=(SpendGold(player),))
    yield Action("do_earn_gold", "gold", commands=(EarnGold(player),))


PARTS = (
    Part(needs=frozenset({Aspect.PLACES}), presentation=(Holding("gold", held, "fact.gold"),)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        without=frozenset({Aspect.HANDS}),
        presentation=(Actions(_spend_uncounted),),
    ),
)
