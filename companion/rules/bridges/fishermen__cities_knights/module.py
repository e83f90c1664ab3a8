"""What the Fishermen and Cities & Knights change in one another (CO-06).

Points need nothing here: 13 is an option, and the boot adds its one. Nor does the Aqueduct: it looks at
cards, which fish are not.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Constraint, Part, Stage, Term
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.cities_knights import cards
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import Track
from companion.rules.scenarios.fishermen.grounds import lakes
from companion.rules.scenarios.fishermen.spending import DrawDevelopmentCard, SpendFish, SpendRule

EVENTS: tuple[type[Event], ...] = ()


class DrawProgressCard(SpendFish, frozen=True, tag="fick.draw_progress_card"):
    """For 7 fish the player drew the top card of a progress deck, face down."""

    track: Track


class DrawProgressCardRule(SpendRule[DrawProgressCard]):
    """CO-06, FI-06: of any deck that is not empty, in the place of a development card."""

    command = DrawProgressCard
    action = "development_card"
    rule = "CO-06"

    def conditions(self, table: Table, command: DrawProgressCard) -> Iterable[Violation]:
        if not state_of(table).decks[command.track].size:
            yield hard("CO-06", "deck.empty", track=command.track.value)

    def effect(self, draft: Draft, command: DrawProgressCard) -> None:
        cards.draw(draft, command.by, command.track)

    def choices(self, table: Table, who: PlayerId) -> Iterable[tuple[Track]]:
        decks = state_of(table).decks
        return [(track,) for track in Track if decks[track].size]


def no_development_cards(table: Table, kind: type[Command], by: PlayerId) -> Iterable[Violation]:
    """CO-06: a progress card instead."""
    yield hard("CO-06", "development.not-in-box")


def lake_bears_numbers(table: Table, old: frozenset[HexId]) -> frozenset[HexId]:
    """CO-06, FI-12: where the robber needs a number token, those printed on the lake will do."""
    return old.union(lakes(table))


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    terms=(Term("numbered_hexes", Stage.ADD, lake_bears_numbers),),
    commands=(DrawProgressCardRule(),),
    constraints=(
        Constraint("fick.no_development", before=no_development_cards, commands=(DrawDevelopmentCard,)),
    ),
)

__all__ = ["EVENTS", "PARTS"]

PARTS = (PLACES,)
