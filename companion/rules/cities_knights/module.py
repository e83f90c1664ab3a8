"""The contributions of Cities & Knights to the extension points."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import (
    Constraint,
    Die,
    Part,
    Stage,
    Term,
)
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base import development
from companion.rules.base.facts.development import StateDevelopment
from companion.rules.base.slice import BuildingKind
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights import (
    barbarians,
    cards,
    cities,
    facts,
    field,
    fit,
    improvements,
    knights,
    metropolises,
    presentation,
    production,
    progress,
    rates,
    tallies,
    tracking,
    walls,
    ways,
)
from companion.rules.cities_knights.goods import GOODS
from companion.rules.cities_knights.queries import SEVEN, gentle
from companion.rules.cities_knights.slice import SHIP_FACE, CitiesKnights, Deck, Track
from companion.rules.discovery import events_of, parts_of


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """Full decks, empty hands, the ship at its start (CK-13)."""
    return CitiesKnights(decks={track: Deck(cards.deck_size(table, track)) for track in Track})


def settlement_and_city(table: Table, old: object) -> tuple[BuildingKind, ...]:
    """CK-11, CK-12: a settlement in the first round, a city in the second, which goes in reverse."""
    return (BuildingKind.SETTLEMENT, BuildingKind.CITY)


def no_deck(table: Table, old: int) -> int:
    """CK-01: no development card is left from the beginning."""
    return 0


RESTATED = {"B-20": "CK-20", "B-21": "CK-20", "B-30": "CK-50", "B-31": "CK-52", "B-71": "CK-22"}
"""Rules of the base game that this one states anew."""


def restated(table: Table, old: str, rule: str) -> str:
    """CK-20, CK-22, CK-50, CK-52: what is said here of a turn, its 7, and the end."""
    return RESTATED.get(old, old)


def no_early_seven(table: Table, command: Command) -> Iterable[Violation]:
    """OPT-3: a 7 is rolled again until it is no 7, and the event die stays on the table."""
    if isinstance(command, RollDice) and gentle(table):
        numbers = [face for name, face in command.dice.items() if name in ("white", "red")]
        if sum(face for face in numbers if isinstance(face, int)) == SEVEN:
            yield soft("OPT-3", "gentle.no-seven", player=command.by)
        if "event" in command.dice:
            yield soft("OPT-3", "gentle.no-event-die", player=command.by)


def no_development_cards(table: Table, kind: type[Command], by: PlayerId) -> Iterable[Violation]:
    """CK-01: there are no development cards, and so no Largest Army."""
    yield hard("CK-01", "development.not-in-box")


ALWAYS = Part(
    dice=(
        Die(
            "event",
            (SHIP_FACE, Track.TRADE.value, Track.POLITICS.value, Track.SCIENCE.value),
            lambda t: not gentle(t),
        ),
    ),
    terms=(Term("rule_here", Stage.TRANSFORM, restated),),
    constraints=(Constraint("ck.gentle_start", no_early_seven, commands=(RollDice,)),),
)

SCORE = Part(
    needs=frozenset({Aspect.SCORE}),
    terms=(Term("start_buildings", Stage.REPLACE, settlement_and_city),),
)

PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    goods=GOODS,
    terms=(Term("development_deck", Stage.REPLACE, no_deck),),
    constraints=(
        Constraint(
            "ck.no_development",
            before=no_development_cards,
            commands=(StateDevelopment, *development.COMMANDS),
        ),
    ),
)

carry = tracking.carry

FILES = (
    barbarians,
    field,
    ways,
    knights,
    cities,
    walls,
    improvements,
    metropolises,
    cards,
    progress,
    production,
    rates,
    facts,
    fit,
    tracking,
    tallies,
    presentation,
)
"""What the module is made of, in the order in which it is listed."""

PARTS = (ALWAYS, SCORE, PLACES, *parts_of(FILES))
EVENTS = events_of(FILES)

__all__ = ["EVENTS", "PARTS", "carry", "start"]
