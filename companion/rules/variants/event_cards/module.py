"""The event cards' contributions to the extension points."""

from __future__ import annotations

from companion.engine.extension import Constraint, Invariant, Part, Reaction, Stage, Step, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.base.building import BuildSettlement, RoadMoved, RoadRemoved
from companion.rules.base.development.knight import army
from companion.rules.base.facts.pieces import PiecesStated
from companion.rules.base.turn import RollDice
from companion.rules.variants.event_cards import (
    damage,
    facts,
    giving,
    happenings,
    presentation,
    tallies,
    turning,
)
from companion.rules.variants.event_cards.slice import EventCards


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """EV-02: shuffled, nothing seen."""
    return EventCards()


def base_knights(table: Table, old: None, player: PlayerId) -> int:
    """EV-14, EV-19: knight cards played."""
    return army(table, player)


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    steps=(Step("roll", "ev.event", turning.happen, before=("base.seven",)),),
    terms=(
        Term("number_dice", Stage.REPLACE, turning.number_dice),
        Term("roll_total", Stage.REPLACE, turning.roll_total),
        Term("event_card_plan", Stage.BASE, turning.base_plan),
        Term("event_card_begins", Stage.BASE, turning.base_begins),
        Term("event_card_counts", Stage.BASE, turning.base_counts),
        Term("event_knights", Stage.BASE, base_knights),
        Term("event_by_strength", Stage.BASE, turning.base_by_strength),
        Term("road_faults", Stage.ADD, damage.no_new_roads),
    ),
    commands=(
        turning.TurnCardRule(),
        turning.NewYearRule(),
        damage.DamageRoadRule(),
        damage.RepairRoadRule(),
        damage.TellRelaidRule(),
        facts.StateEventCardsRule(),
    ),
    constraints=(
        Constraint("ev.dice", turning.check_dice, commands=(RollDice,)),
        Constraint("ev.damaged_road", damage.reached_soundly, commands=(BuildSettlement,)),
    ),
    reactions=(
        Reaction(RoadRemoved, damage.damage_gone),
        Reaction(RoadMoved, damage.ask_of_relaid),
        Reaction(PiecesStated, damage.damage_stated),
    ),
    invariants=(
        Invariant("ev.deck", turning.deck_kept),
        Invariant("ev.damage", damage.damage_kept),
    ),
    facts=facts.FACTS,
    presentation=presentation.PLACES,
)

HANDS = Part(
    needs=frozenset({Aspect.HANDS}),
    terms=(Term("event_gifts", Stage.BASE, giving.base_gifts),),
    commands=(
        giving.TakeResourceRule(),
        giving.GiveCardRule(),
        giving.KeepCardsRule(),
        giving.DrawCardRule(),
    ),
)

EVENTS = (*damage.EVENTS, *facts.EVENTS, *turning.EVENTS)

__all__ = ["EVENTS", "PARTS", "start"]

PARTS = (PLACES, HANDS, *happenings.PARTS, *tallies.PARTS)
