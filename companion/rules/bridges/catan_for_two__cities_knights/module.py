"""What Catan for two and Cities & Knights change in one another (CO-05)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Constraint, Invariant, Part, Reaction, Stage, Step, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.engine.verdict import Violation, soft
from companion.rules.bridges.catan_for_two__cities_knights import facts, knights
from companion.rules.cities_knights.knights.promote import KnightPromoted
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.ways import ON_ROADS
from companion.rules.variants.catan_for_two.queries import rolls

EVENTS: tuple[type[Event], ...] = ()


def double_price(table: Table, old: int, by: PlayerId, all_kinds: bool) -> int:
    """CO-05: a forced trade that may draw commodities costs double."""
    return 2 * old if all_kinds else old


def first_roll_only(table: Table, kind: type[Command], by: PlayerId) -> Iterable[Violation]:
    """CO-05: the Alchemist is played before the first roll of the turn."""
    if by == table.core.on_turn and rolls(table):
        yield soft("CO-05", "alchemist.first-roll-only", player=by)


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    steps=(
        Step("neutral", knights.RECRUIT, knights.ask_for_knight, after=("c2.neutral_piece",)),
        Step("neutral", knights.PROMOTE, knights.ask_for_promotion, after=(knights.RECRUIT,)),
    ),
    terms=(Term("token_price", Stage.TRANSFORM, double_price),),
    commands=knights.COMMANDS,
    constraints=(Constraint("c2ck.alchemist", before=first_roll_only, commands=(PlayAlchemist,)),),
    reactions=(
        Reaction(KnightRecruited, knights.with_own_knight),
        Reaction(KnightPromoted, knights.with_own_promotion),
    ),
    invariants=(Invariant("c2ck.neutral_knights", knights.neutral_knights_kept),),
)

__all__ = ["EVENTS", "PARTS"]

PARTS = (PLACES, Part(needs=frozenset({Aspect.PLACES}), name=ON_ROADS, facts=facts.FACTS))
