"""Buying a development card, face down from the top of the deck."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.building import Priced
from companion.rules.base.development.play import development
from companion.rules.base.goods import PRICES
from companion.rules.base.slice import Base, BaseEvent


class BuyDevelopmentCard(Command, frozen=True, tag="base.buy_development_card"):
    """The player bought the top development card, face down."""


class DevelopmentBought(BaseEvent, frozen=True, tag="base.development_bought"):
    """A player took the top development card, face down."""

    scores: ClassVar[bool] = False
    by: PlayerId
    turn: int

    def apply(self, state: Base) -> Base:
        old = state.development
        held = changed(old.held, self.by, (*old.held.get(self.by, ()), self.turn))
        return replace(state, development=replace(old, deck=max(0, old.deck - 1), held=held))


class BuyDevelopmentCardRule(Priced[BuyDevelopmentCard]):
    """B-53: from the top of the deck while it lasts."""

    command = BuyDevelopmentCard
    rule = "B-53"
    cost = PRICES["development_card"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if development(table).deck < 1:
            yield hard("B-53", "development.none-left")
        yield from super().before(table, who)

    def apply(self, draft: Draft, command: BuyDevelopmentCard) -> None:
        self.pay(draft, command.by)
        draft.emit(DevelopmentBought(command.by, draft.core.turn))

    def forms(self, table: Table, who: PlayerId) -> Iterable[BuyDevelopmentCard]:
        return (BuyDevelopmentCard(who),)


EVENTS = (DevelopmentBought,)
PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(BuyDevelopmentCardRule(),),
    ),
)
