"""What Cities & Knights adds to the statistics of an evening."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.cities_knights.barbarians import AttackFought, BarbariansLanded, CityLost, DefenderNamed
from companion.rules.cities_knights.cards import CardDrawn, CardLaidOpen, CardPlayed
from companion.rules.cities_knights.improvements import Improved
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.promote import KnightPromoted
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from companion.rules.cities_knights.queries import level
from companion.rules.cities_knights.walls import WallBuilt
from companion.rules.presentation.parts import Approach, Breakdown, EachTime, Honour, Measure, Summing


def fought(table: Table, event: AttackFought) -> Iterable[Count]:
    """An attack, by how it ended."""
    yield Count(None, ("won" if event.won else "lost",))


def strengths(table: Table, event: AttackFought) -> Iterable[Count]:
    """How strong barbarians and defence were."""
    yield Count(None, ("barbarians",), event.barbarians)
    yield Count(None, ("knights",), event.defence)


def forces(table: Table, event: AttackFought) -> Iterable[Count]:
    """What each player gave to the defence."""
    yield from (Count(player, (), strength) for player, strength in event.forces.items() if strength)


def improved(table: Table, event: Improved) -> Iterable[Count]:
    """Levels that somebody has gone up on a track."""
    steps = event.level - level(table, event.by, event.track)
    if steps > 0:
        yield Count(event.by, (event.track.value,), steps)


def placed(table: Table, event: MetropolisPlaced) -> Iterable[Count]:
    """A metropolis, by its track, and whether it was taken from somebody."""
    yield Count(event.by, (event.track.value, "taken" if event.loser is not None else "first"))


def chased(table: Table, command: ChaseRobber) -> Iterable[Count]:
    """Whom the player robbed who drove the robber away."""
    if command.victim is not None:
        yield Count(command.by, (command.victim,))


PARTS = (
    Part(
        tallies=(Tally("landings", BarbariansLanded, lambda table, event: (Count(),)),),
        presentation=(Approach("attacks_due", "landings", "ship"),),
    ),
    Part(without=frozenset({Aspect.SCORE}), presentation=(Summing("attacks", "landings"),)),
    Part(
        needs=frozenset({Aspect.SCORE}),
        tallies=(
            Tally("attacks", AttackFought, fought),
            Tally("attack_strengths", AttackFought, strengths),
            Tally("defence", AttackFought, forces),
            Tally("cities_lost", CityLost, lambda table, event: (Count(event.by),)),
            Tally("defenders", DefenderNamed, lambda table, event: (Count(event.by),)),
            Tally("improvements", Improved, improved),
            Tally("metropolises", MetropolisPlaced, placed),
            Tally("built", WallBuilt, lambda table, event: (Count(event.by, ("wall",)),)),
            Tally("built", KnightRecruited, lambda table, event: (Count(event.by, ("knight",)),)),
            Tally("promotions", KnightPromoted, lambda table, event: (Count(event.by),)),
            Tally("progress_drawn", CardDrawn, lambda table, event: (Count(event.by, (event.track.value,)),)),
            Tally("progress_played", CardPlayed, lambda table, event: (Count(event.by, (event.card,)),)),
            Tally("progress_played", CardLaidOpen, lambda table, event: (Count(event.by, (event.card,)),)),
        ),
        presentation=(
            Summing("attacks", "attacks"),
            Summing("attacks", "attack_strengths"),
            Measure("attacks", "defence"),
            Measure("attacks", "defenders"),
            Measure("attacks", "cities_lost"),
            EachTime("each_attack", "attack_strengths", "attacks", "defence", "cities_lost"),
            Breakdown("improvements", "improvements", "track"),
            Breakdown("metropolises", "metropolises", "track"),
            Measure("knights", "promotions"),
            Breakdown("drawn", "progress_drawn", "track"),
            Breakdown("played", "progress_played", "card"),
            Honour("evening.defended", "defence"),
            Honour("evening.improved", "improvements"),
        ),
    ),
    Part(needs=frozenset({Aspect.PLACES}), tallies=(Tally("robbed", ChaseRobber, chased),)),
)
