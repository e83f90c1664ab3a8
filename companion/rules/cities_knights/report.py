"""What a roll and an attack did, as screens tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.base.presentation import TAKE_CARDS
from companion.rules.base.queries import cities
from companion.rules.base.roll import Produced
from companion.rules.cities_knights.barbarians import (
    AttackFought,
    BarbariansLanded,
    CityLost,
    DefenderNamed,
    ShipMoved,
    strength_of,
)
from companion.rules.cities_knights.cards import CardDrawn
from companion.rules.cities_knights.production import aqueduct_builders, left_dry
from companion.rules.cities_knights.slice import TRACK_LENGTH, Track
from companion.rules.presentation.parts import Battle, Defence, Line, Tone, Words, first


def ship(event: ShipMoved) -> Line:
    """How far the barbarians are from their attack."""
    left = TRACK_LENGTH - event.to
    if left <= 0:
        return Line("ship", Words("result.ship-landed"), tone="danger")
    if left == 1:
        return Line("ship", Words("result.ship-near"), tone="warn")
    return Line("ship", Words("result.ship-left", {"count": left}))


def gate(table: Table, events: Sequence[Event], others: Sequence[Line]) -> Iterator[Line]:
    """Who draws a card at the gate of the event die, before all others take theirs."""
    face = table.core.dice.get("event")
    if face in set(Track):
        yield _gate(str(face), tuple(event.by for event in events if isinstance(event, CardDrawn)))
    yield from others


def _gate(track: str, drawers: tuple[PlayerId, ...]) -> Line:
    if not drawers:
        return Line("gate", Words("result.gate-shut"), track=track)
    words = Words("result.gate", {"count": len(drawers), "track": track})
    return Line("gate", words, drawers, "good", track)


def water(table: Table, events: Sequence[Event], before: Sequence[Line]) -> Iterator[Line]:
    """CK-42: whom the Aqueduct helps, where nobody counts cards and so nobody is asked for a resource."""
    builders = aqueduct_builders(table)
    for line in before:
        if builders and line.words is not None and line.words.key == TAKE_CARDS:
            params = {**line.words.params, "players": builders}
            yield replace(line, words=Words("result.take-cards-or-water", params))
        else:
            yield line
    produced = first(Produced, events)
    dry = left_dry(table, produced) if produced is not None else ()
    if dry:
        yield Line("card", Words("result.water", {"players": dry}), dry, "good", Track.SCIENCE.value)


def strength(table: Table) -> int:
    """CK-110: the strength of the barbarians, if they landed now: the number of all cities."""
    return sum(len(cities(table, player)) for player in table.core.ids)


def defence(table: Table) -> int:
    """The strength of everybody's active knights."""
    return sum(strength_of(table, player) for player in table.core.ids)


def near_aloud(event: ShipMoved) -> tuple[Words, ...]:
    """One step before the attack the ship is worth a sentence."""
    return (Words("result.ship-near"),) if event.to == TRACK_LENGTH - 1 else ()


def attack_aloud(fought: AttackFought) -> tuple[Words, ...]:
    """How an attack went, and whom it made lose a city or had the strongest defence."""
    strengths = {"defence": fought.defence, "barbarians": fought.barbarians}
    if fought.won:
        return Words("ck.attack_fought.won", strengths), *_strongest(fought, "attack.strongest")
    lost = Words("attack.cities-lost", {"count": len(fought.losers), "players": fought.losers})
    return Words("ck.attack_fought.lost", strengths), lost if fought.losers else _why_lost(fought)


def battle(table: Table, events: Sequence[Event]) -> Battle | None:
    """The attack that the events tell of, or one that waits until everyone has said who fights (OPT-1)."""
    fought = first(AttackFought, events)
    if fought is not None:
        return _fought(table, fought, events)
    return _awaited(table) if first(BarbariansLanded, events) is not None else None


def _awaited(table: Table) -> Battle:
    against, active = strength(table), defence(table)
    players = tuple(
        Defence(player, strength_of(table, player), len(cities(table, player))) for player in table.core.ids
    )
    reasons = (Words("attack.all-say"),)
    return Battle(against, active, active >= against, "attack.landed", reasons, players)


def _fought(table: Table, fought: AttackFought, events: Sequence[Event]) -> Battle:
    lost = {event.by: event for event in events if isinstance(event, CityLost)}
    named = {event.by for event in events if isinstance(event, DefenderNamed)}
    players = tuple(
        Defence(
            player,
            fought.forces.get(player, 0),
            fought.cities.get(player, 0),
            *_outcome(fought, player, lost, named),
        )
        for player in table.core.ids
    )
    headline = "attack.won" if fought.won else "attack.lost"
    reasons = tuple(_reasons(fought, named))
    return Battle(fought.barbarians, fought.defence, fought.won, headline, reasons, players)


def _outcome(
    fought: AttackFought, player: PlayerId, lost: Mapping[PlayerId, CityLost], named: set[PlayerId]
) -> tuple[str, Tone]:
    if player in named:
        return "attack.defender", "good"
    if player in fought.leaders:
        return "attack.draws", "good"
    if player in lost:
        event = lost[player]
        if event.on_side:
            return "attack.city-on-side", "danger"
        return ("attack.city-and-wall" if event.wall else "attack.city"), "danger"
    if player in fought.losers:
        return "attack.city", "danger"
    return "", "plain"


def _reasons(fought: AttackFought, named: set[PlayerId]) -> Iterator[Words]:
    yield Words("attack.strengths", {"cities": fought.barbarians, "knights": fought.defence})
    if not fought.won:
        yield _why_lost(fought)
    else:
        yield from _strongest(fought, "attack.strongest" if named else "attack.strongest-unrewarded")


def _strongest(fought: AttackFought, alone: str) -> Iterator[Words]:
    if len(fought.leaders) > 1:
        yield Words("attack.tie", {"players": fought.leaders})
    elif fought.leaders:
        yield Words(alone, {"player": fought.leaders[0]})


def _why_lost(fought: AttackFought) -> Words:
    if not fought.losers:
        return Words("attack.nothing-lost")
    least = min(fought.forces.get(player, 0) for player in fought.losers)
    return Words("attack.weakest", {"count": len(fought.losers), "players": fought.losers, "least": least})
