"""What event cards and Cities & Knights change in one another (EV-21, CO-02)."""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Step, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.rules.base.goods import names
from companion.rules.base.roll import RED, WHITE
from companion.rules.cities_knights.barbarians import strength_of
from companion.rules.cities_knights.goods import COMMODITY
from companion.rules.cities_knights.queries import SEVEN, gentle, state_of

CARD = "evck.card"
DICE = "evck.dice"


def alchemist(table: Table) -> bool:
    """CO-02: whether the numbers of the next roll have been named."""
    return state_of(table).named_dice is not None


def number_dice(table: Table, old: tuple[str, ...]) -> tuple[str, ...]:
    """EV-21: the red die, for the gates; CO-02: both, where an Alchemist has named them.

    OPT-3: none in a gentle turn, in which the event die opens no gate.
    """
    if alchemist(table):
        return (WHITE, RED)
    return () if gentle(table) else (RED,)


def card_opens(table: Table, old: bool) -> bool:
    """EV-21, OPT-3: whether the card comes before the dice, or a gentle turn has none; CO-02: it does not
    come at all after an Alchemist."""
    first = table.option("event_card_order") == "card_first" or gentle(table)
    return old and first and not alchemist(table)


def card_first(table: Table, old: tuple[str, ...]) -> tuple[str, ...]:
    """EV-21: where the card comes first, the dice and what they bring follow after production; OPT-3: no dice
    in a gentle turn."""
    cut = old.index(CARD)
    dice = () if gentle(table) else (DICE, *old[:cut])
    return (*old[cut + 1 :], *dice)


def ask_for_card(draft: Draft) -> None:
    """EV-21: the card, once the dice are resolved; CO-02: none where both number dice lie on the table."""
    if WHITE not in draft.core.dice:
        draft.ask("event_card", draft.core.on_turn, "EV-21", "ev.turn_card", "ev.new_year", must=True)


def ask_for_dice(draft: Draft) -> None:
    """EV-21: the dice, once the card is resolved."""
    draft.ask("dice", draft.core.on_turn, "EV-21", "base.roll_dice", must=True)


def counts(table: Table, old: bool, number: int) -> bool:
    """OPT-3: a 7 is turned up again until it is no 7."""
    return old and not (number == SEVEN and gentle(table))


def active_strength(table: Table, old: int, player: PlayerId) -> int:
    """EV-14, EV-19: the strength of active knights."""
    return strength_of(table, player)


def by_strength(table: Table, old: bool) -> bool:
    """EV-14, EV-19: knights count by their strength."""
    return True


def with_commodities(table: Table, old: tuple[str, ...]) -> tuple[str, ...]:
    """EV-13, EV-18: a commodity may be given instead."""
    return (*old, *names(table, COMMODITY))


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    steps=(
        Step("roll", CARD, ask_for_card, after=("ck.gates",), before=("ev.event",)),
        Step("event_card", DICE, ask_for_dice),
    ),
    terms=(
        Term("number_dice", Stage.TRANSFORM, number_dice),
        Term("event_card_begins", Stage.TRANSFORM, card_opens),
        Term("event_card_plan", Stage.TRANSFORM, card_first),
        Term("event_card_counts", Stage.TRANSFORM, counts),
        Term("event_knights", Stage.REPLACE, active_strength),
        Term("event_by_strength", Stage.REPLACE, by_strength),
    ),
)

HANDS = Part(
    needs=frozenset({Aspect.HANDS}),
    terms=(Term("event_gifts", Stage.ADD, with_commodities),),
)

PARTS = (PLACES, HANDS)
