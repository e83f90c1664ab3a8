"""Awards that the player with the most of something holds, such as Longest Road (B-61)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.ids import PlayerId


def holder_of(
    holder: PlayerId | None, amounts: Mapping[PlayerId, int], minimum: int
) -> tuple[PlayerId | None, int]:
    """B-61: who holds an award by the amounts of all, and the most that anybody has, 0 if that is too little.

    The holder keeps it while nobody has more and he has enough himself; one other alone takes it. If several
    others have the most, or nobody has enough, it is set aside.
    """
    most = max(amounts.values(), default=0)
    if most < minimum:
        return None, 0
    leaders = [player for player, amount in amounts.items() if amount == most]
    if holder in leaders:
        return holder, most
    return (leaders[0] if len(leaders) == 1 else None), most
