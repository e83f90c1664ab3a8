"""What is stated of the table by its own word: at any time, whatever was entered before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import (
    CommandRule,
    Timing,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.places import place_taken
from companion.rules.base.queries import places
from companion.rules.base.slice import Base


def owners(table: Table) -> tuple[PlayerId, ...]:
    """Who has pieces: the players, and colours that nobody plays."""
    base = table.slice(Base)
    others = (
        *table.value("other_owners"),
        *(one.owner for one in base.buildings.values()),
        *base.roads.values(),
    )
    return tuple(dict.fromkeys((*table.core.ids, *others)))


def nowhere(table: Table, owner: PlayerId) -> Violation | None:
    """Why pieces of the owner cannot stand anywhere."""
    if owner not in owners(table):
        return no_player(owner)
    if places(table).named and table.slice(Base).board is None:
        return hard("B-08", "board.not-laid")
    return None


def check_sites(table: Table, owner: PlayerId, sites: Iterable[Site], own: Iterable[Site]) -> list[Violation]:
    """Places for pieces of the owner: each is one, is named once, and is free or the owner's already."""
    found: list[Violation] = []
    taken = table.value("occupied") - frozenset(own)
    for site, times in Counter(tuple(sites)).items():
        wrong = places(table).no_place(table, owner, site)
        if wrong is not None:
            found.append(wrong)
        elif site in taken:
            found.append(place_taken(table, site, "B-12"))
        elif times > 1:
            found.append(hard("B-12", "place.twice"))
    return found


def stating(
    now: Callable[[Table, PlayerId], Command], field: str, key: Any = None
) -> Callable[[Table, PlayerId, Any], Command]:
    """How one field of what lies on the table is stated, with all others as they are: what a fact needs.

    ``now`` gives the command that states everything as it is; ``key`` names an entry of a field that has
    several.
    """

    def state(table: Table, player: PlayerId, value: Any) -> Command:
        command = now(table, player)
        if key is not None:
            value = {**getattr(command, field), key: value}
        elif isinstance(value, Iterable):
            value = tuple(value)
        return replace(command, **{field: value})

    return state


class StateRule(CommandRule[Any]):
    """Base of the rules by which the table says how things lie: at any time, and offered to nobody."""

    timing: ClassVar[Timing] = Timing.ANY


def deck_in_play(table: Table) -> bool:
    """Whether the game has development cards."""
    return bool(table.value("development_deck"))
