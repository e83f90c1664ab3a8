"""What the three change in one another (BA-C8): the neutral knights are those of Cities & Knights."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.extension import FactSort, Part, Reaction, Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.rules.bridges.barbarian_attack__cities_knights.knights import KnightStruck
from companion.rules.bridges.catan_for_two__barbarian_attack.module import STRANGERS
from companion.rules.bridges.catan_for_two__cities_knights.facts import FACTS
from companion.rules.variants.catan_for_two.queries import neutrals
from companion.rules.variants.catan_for_two.tokens import gain


def both_colours(table: Table, old: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    """BA-C8: knights of either neutral colour come to the castle."""
    return neutrals(table)


def token_for_knight(draft: Draft, event: KnightStruck) -> None:
    """BA-C8: a token for a knight that is struck."""
    gain(draft, event.by, 1)


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        withdraws=(STRANGERS,),
        terms=(Term("strangers", Stage.REPLACE, both_colours),),
        reactions=(Reaction(KnightStruck, token_for_knight),),
        facts=tuple(replace(fact, sort=FactSort.EDGES) for fact in FACTS),
    ),
)
