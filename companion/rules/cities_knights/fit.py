"""What does not fit in a position as people entered it. All of it may be so by the table's word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine.extension import Audit, Part
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.network import reached
from companion.rules.base.queries import cities
from companion.rules.base.slice import Base
from companion.rules.base.stating import owners
from companion.rules.cities_knights.cards import HAND, hand
from companion.rules.cities_knights.metropolises import METROPOLIS_LEVEL
from companion.rules.cities_knights.queries import (
    FIGURES,
    FORTRESS,
    MIGHTY,
    TOP_LEVEL,
    WALLS,
    knights,
    level,
    metropolis_owner,
    state_of,
    walls,
)
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.ways import ON_ROADS


def figures(table: Table) -> Iterable[Violation]:
    """CK-02, CK-70: more knights or walls than a player owns."""
    for player in table.core.ids:
        strengths = Counter(one.strength for one in knights(table, player).values())
        for strength, used in sorted(strengths.items()):
            if used > FIGURES:
                yield soft(
                    "CK-02",
                    "fit.knights",
                    player=player,
                    strength=strength,
                    used=used,
                    count=FIGURES,
                )
        if strengths[MIGHTY] and level(table, player, Track.POLITICS) < FORTRESS:
            yield soft("CK-93", "fit.no-fortress", player=player)
        used = len(walls(table, player))
        if used > WALLS:
            yield soft("CK-70", "fit.walls", player=player, used=used, count=WALLS)
        used = len(hand(table, player))
        if used > HAND:
            yield soft("CK-123", "fit.progress-cards", player=player, used=used, count=HAND)


def cities_bearing(table: Table) -> Iterable[Violation]:
    """CK-70, CK-82, CK-85: walls and metropolises without a city, levels without their metropolis."""
    state, built = state_of(table), {site for owner in owners(table) for site in cities(table, owner)}
    bare = tuple(sorted(state.walls - built))
    if bare:
        yield soft("CK-70", "fit.wall-without-city", places=bare, count=len(bare))
    for track in Track:
        owner = metropolis_owner(table, track)
        reached = {player: level(table, player, track) for player in table.core.ids}
        most = max(reached.values(), default=0)
        if owner is None:
            if track in state.metropolises:
                yield soft("CK-82", "fit.metropolis-without-city", track=track.value)
            elif most >= METROPOLIS_LEVEL:
                leader = next(player for player, at in reached.items() if at == most)
                yield soft("CK-82", "fit.no-metropolis", player=leader, track=track.value, level=most)
        elif owner in reached and reached[owner] < METROPOLIS_LEVEL:
            yield soft(
                "CK-82", "fit.metropolis-too-early", player=owner, track=track.value, level=METROPOLIS_LEVEL
            )
        elif most == TOP_LEVEL > reached.get(owner, TOP_LEVEL):
            leader = next(player for player, at in reached.items() if at == most)
            yield soft("CK-85", "fit.metropolis-passed", player=leader, owner=owner, track=track.value)


def on_roads(table: Table) -> Iterable[Violation]:
    """CK-90: knights that no road of theirs reaches."""
    if table.slice(Base).board is None:
        return
    for owner in table.core.ids:
        ends = frozenset(reached(table, owner))
        lonely = tuple(site for site in knights(table, owner) if site not in ends)
        if lonely:
            yield soft("CK-90", "fit.knight-alone", player=owner, places=lonely, count=len(lonely))


PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        audits=(Audit("ck.figures", figures), Audit("ck.cities", cities_bearing)),
    ),
    Part(needs=frozenset({Aspect.PLACES}), name=ON_ROADS, audits=(Audit("ck.on_roads", on_roads),)),
)
