"""What the Rivers and Cities & Knights change in one another (CO-07).

Points need nothing here: 13 is an option. Nor do knights and the Intrigue: bridges are kept among the roads.
Nor do commodities: they are sold at the rates of the bank, and only resources are bought.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Constraint, Part, Reaction, Stage, Term, Timing
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.building import CityBuilt, RoadMoved, RoadRemoved
from companion.rules.base.network import geometry
from companion.rules.base.tracking import on_board
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.gold.purse import check_gold, held, pay
from companion.rules.scenarios.rivers.course import bridge_sites, course
from companion.rules.scenarios.rivers.income import PIECE, reward

RANSOM = 5
"""CO-07: gold that saves a city from the barbarians."""


class SaveCity(Command, frozen=True, tag="rick.save_city"):
    """The player paid gold, so that the barbarians leave the city as it is."""


class CitySaved(Event, frozen=True, tag="rick.city_saved"):
    """CO-07: the barbarians leave a city as it is, for gold."""

    module: ClassVar[str] = "rivers"
    scores: ClassVar[bool] = False

    by: PlayerId


def ways_out(table: Table, old: tuple[str, ...], player: PlayerId) -> tuple[str, ...]:
    """CO-07: gold, if there is enough; where nobody enters gold the player says so."""
    if on_board(table) and held(table, player) < RANSOM:
        return old
    return (*old, "rick.save_city")


class SaveCityRule(CommandRule[SaveCity]):
    """CO-07, CK-112: 5 gold in the place of a city."""

    command = SaveCity
    timing = Timing.ANSWER

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_gold(table, who, RANSOM, "CO-07") if on_board(table) else ()

    def apply(self, draft: Draft, command: SaveCity) -> None:
        draft.emit(CitySaved(command.by))
        pay(draft, command.by, RANSOM)
        draft.settle("lose_city", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[SaveCity]:
        return (SaveCity(who),)


def first_city(draft: Draft, event: CityBuilt) -> None:
    """CO-07, RI-04: the city of the set-up brings what a settlement would."""
    starts = draft.question("start_building", event.by) is not None
    if starts and event.site in course(geometry(draft)).corners:
        reward(draft, event.by, PIECE)


def no_bridge(table: Table, command: PlayDiplomat) -> Iterable[Violation]:
    """CO-07: the Diplomat leaves bridges alone."""
    if on_board(table) and command.edge in bridge_sites(table):
        yield soft("CO-07", "diplomat.bridge")


def after_removal(draft: Draft, event: RoadRemoved) -> None:
    """CO-07: a road at a river that is taken off the board costs its owner what it brought."""
    if event.by in draft.core.ids and event.edge in course(geometry(draft)).banks:
        pay(draft, event.by, PIECE)


def after_move(draft: Draft, event: RoadMoved) -> None:
    """CO-07, RI-04: the same of one that is laid anew, which may bring gold where it comes to lie."""
    banks = course(geometry(draft)).banks
    if event.edge in banks and event.to not in banks:
        pay(draft, event.by, PIECE)
    elif event.to in banks and event.edge not in banks:
        reward(draft, event.by, PIECE)


EVENTS: tuple[type[Event], ...] = (CitySaved,)

SCORE = Part(
    needs=frozenset({Aspect.SCORE}),
    terms=(Term("ways_out", Stage.ADD, ways_out),),
    commands=(SaveCityRule(),),
    constraints=(Constraint("rick.no_bridge", no_bridge, commands=(PlayDiplomat,)),),
)
PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    reactions=(
        Reaction(CityBuilt, first_city),
        Reaction(RoadRemoved, after_removal),
        Reaction(RoadMoved, after_move),
    ),
)

__all__ = ["EVENTS", "PARTS"]

PARTS = (SCORE, PLACES)
