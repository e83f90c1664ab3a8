"""Knights as they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base import trail
from companion.rules.base.places import nameless
from companion.rules.base.queries import places
from companion.rules.base.stating import StateRule, nowhere, owners
from companion.rules.cities_knights.field import field
from companion.rules.cities_knights.queries import (
    FIGURES,
    MIGHTY,
    knights,
)
from companion.rules.cities_knights.slice import (
    CitiesKnights,
    CKEvent,
    Knight,
)
from companion.rules.cities_knights.ways import ON_ROADS


class StateKnights(Command, frozen=True, tag="ck.state_knights"):
    """These are all knights of a player: by place their strength; ``active`` are those with a helmet."""

    player: PlayerId
    knights: Mapping[Site, int] = {}
    active: tuple[Site, ...] = ()


class KnightsStated(CKEvent, frozen=True, tag="ck.knights_stated"):
    """These are all knights of an owner, as they stand on the table."""

    scores: ClassVar[bool] = False
    player: PlayerId
    knights: dict[Site, Knight]

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        others = {site: one for site, one in state.knights.items() if one.owner != self.player}
        return replace(state, knights={**others, **self.knights})


class StateKnightsRule(StateRule):
    """CK-90: each knight at a place of its own."""

    command = StateKnights

    def at(self, table: Table, command: StateKnights) -> Iterable[Violation]:
        owner = command.player
        missing = nowhere(table, owner)
        if missing is not None:
            yield missing
            return
        yield from field(table).check_stated(table, owner, command.knights, knights(table, owner))
        if not set(command.active) <= command.knights.keys():
            yield hard("CK-90", "knight.not-own", player=owner)
        if any(not 1 <= strength <= MIGHTY for strength in command.knights.values()):
            yield hard("CK-90", "knight.no-such-strength")

    def apply(self, draft: Draft, command: StateKnights) -> None:
        own, stated = knights(draft, command.player), {}
        for site, strength in command.knights.items():
            active = site in command.active
            before = own.get(site)
            same = before is not None and (before.strength, before.active) == (strength, active)
            stated[site] = before if same and before else Knight(command.player, strength, active)
        draft.emit(KnightsStated(command.player, stated))
        if places(draft).named:
            trail.measure_only(draft, owners(draft))


def knights_of(strength: int, active: bool, table: Table, player: PlayerId) -> tuple[Site, ...]:
    """Where the player's knights of one kind stand."""
    own = knights(table, player).items()
    return tuple(site for site, one in own if (one.strength, one.active) == (strength, active))


def _number_of_knights(strength: int, active: bool, table: Table, player: PlayerId) -> int:
    return len(knights_of(strength, active, table, player))


def knights_at(
    strength: int, active: bool, table: Table, player: PlayerId, sites: Iterable[Site]
) -> StateKnights:
    """The player's knights, those of one kind at these places."""
    chosen = tuple(sites)
    own = knights(table, player).items()
    others = {
        site: one
        for site, one in own
        if site not in chosen and (one.strength, one.active) != (strength, active)
    }
    stands = {site: one.strength for site, one in others.items()} | dict.fromkeys(chosen, strength)
    helmets = [site for site, one in others.items() if one.active] + (list(chosen) if active else [])
    return StateKnights(player, player, stands, tuple(helmets))


def _count_knights(strength: int, active: bool, table: Table, player: PlayerId, count: int) -> StateKnights:
    """This many nameless knights of a kind stand."""
    own = knights_of(strength, active, table, player)[:count]
    own += nameless(player, count - len(own), table.value("occupied"))
    return knights_at(strength, active, table, player, own)


KNIGHTS = tuple((strength, active) for strength in (1, 2, 3) for active in (False, True))


def _knight_name(strength: int, active: bool) -> str:
    return f"knight_{strength}_{'active' if active else 'inactive'}"


KNIGHTS_NAMELESS = (
    *(
        Fact(
            _knight_name(strength, active),
            partial(_number_of_knights, strength, active),
            partial(_count_knights, strength, active),
            most=FIGURES,
        )
        for strength, active in KNIGHTS
    ),
)


KNIGHTS_PLACED = (
    *(
        Fact(
            _knight_name(strength, active),
            partial(knights_of, strength, active),
            partial(knights_at, strength, active),
            FactSort.CORNERS,
            FIGURES,
        )
        for strength, active in KNIGHTS
    ),
)


EVENTS = (KnightsStated,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(StateKnightsRule(),)),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=KNIGHTS_NAMELESS),
    Part(needs=frozenset({Aspect.PLACES}), name=ON_ROADS, facts=KNIGHTS_PLACED),
)
