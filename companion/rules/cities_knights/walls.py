"""City walls: built, and worth two cards more in the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import (
    Part,
    Stage,
    Term,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.building import Priced
from companion.rules.base.queries import cities, places
from companion.rules.cities_knights.goods import PRICES
from companion.rules.cities_knights.queries import (
    WALLS,
    alike,
    state_of,
    unlike,
    walls,
)
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent


class BuildWall(Command, frozen=True, tag="ck.build_wall"):
    """The player built a wall; without a place, under any city that can be told from no other."""

    city: Site | None = None


class WallBuilt(CKEvent, frozen=True, tag="ck.wall_built"):
    """A city has a wall (CK-70)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, walls=state.walls | {self.site})


def wall_places(table: Table, by: PlayerId) -> tuple[Site, ...]:
    """The player's cities without a wall."""
    return tuple(site for site in cities(table, by) if site not in state_of(table).walls)


def check_walls(table: Table, by: PlayerId, rule: str = "CK-70") -> Iterable[Violation]:
    """CK-70: why no wall can be built, paid for or free; by the card's rule where it is one (CK-125)."""
    if len(walls(table, by)) >= WALLS:
        yield soft(rule, "wall.none-left", player=by, count=WALLS)
    if not cities(table, by):
        yield hard(rule, "wall.no-city", player=by)
    elif not wall_places(table, by):
        yield hard(rule, "wall.all-walled", player=by)


def check_wall(table: Table, by: PlayerId, city: Site | None) -> Iterable[Violation]:
    """CK-70: under an own city without a wall; which one must be said where they can be told apart."""
    free = wall_places(table, by)
    if city is None:
        if free and (places(table).named or not alike(table, free)):
            yield hard("CK-70", "wall.which-city", player=by)
    elif city in free:
        return
    elif city in cities(table, by):
        yield hard("CK-70", "wall.has-one", player=by)
    elif cities(table, by):
        yield hard("CK-70", "wall.not-own-city", player=by)


def build_wall(draft: Draft, by: PlayerId, city: Site | None) -> None:
    """The wall stands under the named city, or under the first of those that are all alike."""
    draft.emit(WallBuilt(by, city or wall_places(draft, by)[0]))


class BuildWallRule(Priced[BuildWall]):
    """CK-70: a wall under an own city, for 2 brick, three at most."""

    command = BuildWall
    rule = "CK-70"
    cost = PRICES["wall"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from check_walls(table, who)
        yield from super().before(table, who)

    def at(self, table: Table, command: BuildWall) -> Iterable[Violation]:
        return check_wall(table, command.by, command.city)

    def apply(self, draft: Draft, command: BuildWall) -> None:
        self.pay(draft, command.by)
        build_wall(draft, command.by, command.city)

    def forms(self, table: Table, who: PlayerId) -> Iterable[BuildWall]:
        return [BuildWall(who, site) for site in unlike(table, wall_places(table, who))]


def wall_hand_limit(table: Table, old: int, player: PlayerId) -> int:
    """CK-50: 2 cards more for each own wall."""
    return old + 2 * len(walls(table, player))


EVENTS = (WallBuilt,)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(Term("hand_limit", Stage.ADD, wall_hand_limit),),
        commands=(BuildWallRule(),),
    ),
)
