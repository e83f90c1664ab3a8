"""City walls, improvements and metropolises (CK-70 to CK-87)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.building import Priced
from companion.rules.base.goods import Bag, readable
from companion.rules.base.purse import purse
from companion.rules.base.queries import cities, places, settlements
from companion.rules.base.slice import CityBuilt
from companion.rules.cities_knights.goods import PAID_IN, PRICES
from companion.rules.cities_knights.queries import (
    TOP_LEVEL,
    WALLS,
    alike,
    level,
    metropolis_owner,
    part,
    plain_cities,
    unlike,
    walls,
)
from companion.rules.cities_knights.slice import (
    CityRaised,
    CraneServed,
    Improved,
    MetropolisPlaced,
    Track,
    WallBuilt,
)

METROPOLIS_LEVEL = 4
"""The level that brings a metropolis to the first who reaches it (CK-82)."""


class BuildWall(Command, frozen=True, tag="ck.build_wall"):
    """The player built a wall; without a place, under any city that can be told from no other."""

    city: Site | None = None


class Improve(Command, frozen=True, tag="ck.improve"):
    """The player bought a level of a track; ``city`` is where the metropolis goes, if one is won.

    A Crane that was played serves, unless it is saved for a later improvement of the turn (PC-G02).
    """

    track: Track
    level: int
    city: Site | None = None
    save_crane: bool = False


class PlaceMetropolis(Command, frozen=True, tag="ck.place_metropolis"):
    """The player says which city becomes the metropolis."""

    city: Site


def wall_places(table: Table, by: PlayerId) -> tuple[Site, ...]:
    """The player's cities without a wall."""
    return tuple(site for site in cities(table, by) if site not in part(table).walls)


def check_walls(table: Table, by: PlayerId, rule: str = "CK-70") -> Iterable[Violation]:
    """CK-70: what stands against any wall, paid for or free; by the card's rule where it is one (CK-125)."""
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


def wins_metropolis(table: Table, by: PlayerId, track: Track, reached: int) -> bool:
    """CK-82 and CK-85: whether reaching a level brings (or takes) the track's metropolis."""
    owner = metropolis_owner(table, track)
    if reached < METROPOLIS_LEVEL or owner == by:
        return False
    return owner is None or (reached == TOP_LEVEL and level(table, owner, track) < TOP_LEVEL)


def improvement_price(
    table: Table, by: PlayerId, track: Track, reached: int, save_crane: bool = False
) -> Bag:
    """CK-07, CK-80: what a level costs the player now, in the track's own commodity."""
    count: int = table.value("improvement_price", by, track, reached, save_crane)
    return _commodities(PAID_IN[track], count) if count > 0 else {}


@remembered
def _commodities(name: str, count: int) -> Bag:
    return {name: count}


def base_improvement_price(
    table: Table, old: None, by: PlayerId, track: Track, reached: int, save_crane: bool
) -> int:
    """CK-80: as many commodities as the number of the level."""
    return reached


def cranes_waiting(table: Table) -> int:
    """PC-G02: Cranes played in this turn that have not served an improvement yet."""
    state = part(table)
    turn, count = state.cranes
    if turn != table.core.turn:
        return 0
    served_in, served = state.cranes_used
    return count - served if served_in == turn else count


def crane_discount(table: Table, old: int, by: PlayerId, track: Track, reached: int, save_crane: bool) -> int:
    """PC-G02: one commodity less; two Cranes never serve one improvement."""
    return old - 1 if not save_crane and by == table.core.on_turn and cranes_waiting(table) else old


def serve_crane(draft: Draft) -> None:
    """PC-G02: one of the Cranes played in this turn has made an improvement cheaper."""
    turn, served = part(draft).cranes_used
    draft.emit(CraneServed((draft.core.turn, served + 1 if turn == draft.core.turn else 1)))


class ImproveRule(CommandRule[Improve]):
    """CK-07, CK-80, CK-81, CK-83, CK-87, PC-G02: the next level of a track, for its commodity."""

    command = Improve

    @staticmethod
    def _price(table: Table, command: Improve) -> Bag:
        """CK-07: by track and level."""
        return improvement_price(table, command.by, command.track, command.level, command.save_crane)

    @staticmethod
    def _crane_serves(table: Table, command: Improve) -> bool:
        """PC-G02: whether a Crane makes the improvement cheaper."""
        if command.save_crane or not cranes_waiting(table):
            return False
        by, track, reached = command.by, command.track, command.level
        saved = improvement_price(table, by, track, reached, True)
        return improvement_price(table, by, track, reached) != saved

    def at(self, table: Table, command: Improve) -> Iterable[Violation]:
        by, track = command.by, command.track
        now = level(table, by, track)
        if not 1 <= command.level <= TOP_LEVEL:
            yield hard("CK-07", "improve.no-such-level", level=readable(command.level))
            return
        if command.level <= now:
            yield hard("CK-80", "improve.has-it", player=by, track=track.value, level=now)
        elif command.level > now + 1:
            yield soft("CK-80", "improve.in-order", player=by, track=track.value, level=now + 1)
        if not cities(table, by):
            yield soft("CK-81" if now else "CK-80", "improve.no-city", player=by)
        elif not self._has_city_for(table, by, track, command.level):
            yield soft("CK-83", "improve.no-free-city", player=by, track=track.value, level=command.level)
        if command.city is not None and command.city not in plain_cities(table, by):
            yield hard("CK-86", "metropolis.not-a-free-city", player=by)
        elif command.city is not None and not wins_metropolis(table, by, track, command.level):
            yield hard("CK-82", "metropolis.not-won", player=by, track=track.value, level=command.level)
        if command.save_crane and not cranes_waiting(table):
            yield hard("PC-G02", "improve.no-crane", player=by)
        if command.level > now:
            yield from purse(table).check(table, by, self._price(table, command), "CK-80")

    @staticmethod
    def _has_city_for(table: Table, by: PlayerId, track: Track, reached: int) -> bool:
        """CK-83: levels 4 and 5 need a city without a metropolis; not so level 5 for the owner of that
        metropolis, nor, in the edition that says so, if the metropolis would not move."""
        if reached < METROPOLIS_LEVEL or plain_cities(table, by) or metropolis_owner(table, track) == by:
            return True
        if reached == TOP_LEVEL and table.option("city_for_level_5") == "only_if_it_moves":
            return not wins_metropolis(table, by, track, reached)
        return False

    def certainty(self, table: Table, command: Improve) -> Certainty:
        return purse(table).certainty(table, command.by, self._price(table, command))

    def apply(self, draft: Draft, command: Improve) -> None:
        by, track = command.by, command.track
        wins = wins_metropolis(draft, by, track, command.level)
        crane = self._crane_serves(draft, command)
        purse(draft).pay(draft, by, self._price(draft, command))
        draft.emit(Improved(by, track, command.level))
        if crane:
            serve_crane(draft)
        free = plain_cities(draft, by)
        if not wins or not free:
            return
        if command.city is not None or alike(draft, free):
            place_metropolis(draft, by, track, command.city or free[0])
        else:
            draft.ask("metropolis", by, "CK-82", "ck.place_metropolis", track=track.value)

    def forms(self, table: Table, who: PlayerId) -> Iterable[Improve]:
        """The next level of each track; with a Crane that serves also without it, and with each city that the
        metropolis may go to."""
        for track in Track:
            command = Improve(who, track, level(table, who, track) + 1)
            crane = self._crane_serves(table, command)
            wins = places(table).named and wins_metropolis(table, who, track, command.level)
            for save in (False, True) if crane else (False,):
                for city in (None, *plain_cities(table, who)) if wins else (None,):
                    yield Improve(who, track, command.level, city, save)


class PlaceMetropolisRule(CommandRule[PlaceMetropolis]):
    """CK-82, CK-86: one city carries at most one metropolis."""

    command = PlaceMetropolis
    timing = Timing.ANSWER

    def at(self, table: Table, command: PlaceMetropolis) -> Iterable[Violation]:
        if command.city not in plain_cities(table, command.by):
            yield hard("CK-86", "metropolis.not-a-free-city", player=command.by)

    def apply(self, draft: Draft, command: PlaceMetropolis) -> None:
        question = draft.question("metropolis", command.by)
        assert question is not None
        draft.settle("metropolis", command.by)
        place_metropolis(draft, command.by, Track(str(question.params["track"])), command.city)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceMetropolis]:
        return [PlaceMetropolis(who, site) for site in unlike(table, plain_cities(table, who))]


def place_metropolis(draft: Draft, by: PlayerId, track: Track, city: Site) -> None:
    """The track's metropolis goes to a city, from wherever it stood."""
    draft.emit(MetropolisPlaced(by, track, city, metropolis_owner(draft, track)))


def metropolis_points(table: Table, player: PlayerId) -> int:
    """CK-82: 2 more for each metropolis."""
    standing = part(table).metropolises
    return 2 * sum(metropolis_owner(table, track) == player for track in standing) if standing else 0


def wall_hand_limit(table: Table, old: int, player: PlayerId) -> int:
    """CK-50: 2 cards more for each own wall."""
    return old + 2 * len(walls(table, player))


def stand_up(draft: Draft, event: CityBuilt) -> None:
    """CK-113: a city figure that lay on its side is rebuilt, or makes way for the settlement figure
    that has just become free."""
    lying = part(draft).lying
    if event.site in lying:
        draft.emit(CityRaised(event.by, event.site))
        return
    own = sorted(lying_cities(draft, event.by))
    if own and draft.option("city_on_its_side") == "replaced":
        draft.emit(CityRaised(event.by, own[0]))


def lying_cities(table: Table, owner: PlayerId) -> frozenset[Site]:
    """The player's city figures that lie on their side and count as settlements (CK-113)."""
    return part(table).lying & frozenset(settlements(table, owner))
