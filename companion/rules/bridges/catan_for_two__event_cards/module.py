"""What Catan for two and event cards change in one another (C2-07)."""

from __future__ import annotations

from companion.engine.event import Event
from companion.engine.extension import Part, Reaction
from companion.engine.level import Aspect
from companion.engine.table import Draft
from companion.rules.variants.catan_for_two.rolling import RollCounted
from companion.rules.variants.event_cards.turning import CardTurned


class CardCounted(RollCounted, frozen=True, tag="c2ev.card_counted"):
    """C2-07: one of the two cards of a turn lies open; it stands whatever its number."""


EVENTS: tuple[type[Event], ...] = (CardCounted,)


def count_card(draft: Draft, event: CardTurned) -> None:
    """C2-07: a card is one of the two rolls of the turn."""
    if event.counts:
        draft.emit(CardCounted(event.turn, event.number))


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    reactions=(Reaction(CardTurned, count_card),),
)

__all__ = ["EVENTS", "PARTS"]

PARTS = (PLACES,)
