"""What Barbarian Attack and the Harbourmaster change in one another (BA-H1)."""

from __future__ import annotations

from companion.engine.extension import Part, Reaction
from companion.engine.level import Aspect
from companion.engine.table import Draft
from companion.rules.scenarios.barbarian_attack.coast import CoastFreed, CoastOverrun
from companion.rules.variants.harbourmaster.module import judge


def judge_again(draft: Draft, event: CoastOverrun | CoastFreed) -> None:
    """BA-H1: the card goes by the harbours that serve somebody now."""
    judge(draft)


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        reactions=(Reaction(CoastOverrun, judge_again), Reaction(CoastFreed, judge_again)),
    ),
)
