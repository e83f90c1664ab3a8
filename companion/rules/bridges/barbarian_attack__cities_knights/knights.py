"""The knights of Cities & Knights on the paths: where they come from, how they go, what they lose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.network import geometry, no_edge
from companion.rules.cities_knights.field import BoardField, KnightChanged
from companion.rules.cities_knights.knights.checks import can_act, check_action, check_own, told_apart
from companion.rules.cities_knights.queries import knights, knights_left, state_of
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Knight, Post
from companion.rules.scenarios.barbarian_attack.coast import castle_paths
from companion.rules.scenarios.barbarian_attack.knights import check_path, free_paths


class MarchFar(Command, frozen=True, tag="back.march_far"):
    """An active knight of the player went more than three paths."""

    knight: Post


class WeakenKnight(Command, frozen=True, tag="back.weaken_knight"):
    """The die for the castle struck a knight of the player."""

    knight: Post


class KnightMarched(KnightChanged, frozen=True, tag="back.knight_marched"):
    """BA-30: a knight has moved in this turn, to another path where these are tracked; ``far`` if it is
    inactive for it."""

    to: Site | None = None
    far: bool = False

    @property
    def variant(self) -> str:
        return "far" if self.far else ""

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        if self.to is None:
            return super().apply(state)
        return replace(state, knights=changed(without(state.knights, self.site), self.to, self.knight))


class KnightStruck(CKEvent, frozen=True, tag="back.knight_struck"):
    """CO-09: a knight has lost strength, and is so strong now; at 0 it is off the board."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site
    strength: int

    @property
    def variant(self) -> str:
        return "" if self.strength else "fell"

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        if not self.strength:
            return replace(state, knights=without(state.knights, self.site))
        weaker = replace(state.knights[self.site], strength=self.strength)
        return replace(state, knights=changed(state.knights, self.site, weaker))


def weakened(table: Table, site: Site) -> int:
    """CO-09, BA-C5: how strong a knight is once it is struck: the next lower strength of which a figure is
    left, or 0."""
    knight = state_of(table).knights[site]
    lower = range(knight.strength - 1, 0, -1)
    return next((strength for strength in lower if knights_left(table, knight.owner, strength)), 0)


def strike(draft: Draft, site: Site) -> None:
    """CO-09: the knight loses strength."""
    owner = state_of(draft).knights[site].owner
    draft.emit(KnightStruck(owner, site, weakened(draft, site)))


# --- on paths


class PathField(BoardField):
    """BA-C2: the paths of a board, and new knights at the castle."""

    def posts(self, table: Table, owner: PlayerId) -> Iterable[Site]:
        """CO-09: the free paths of the castle."""
        return [Site(path) for path in free_paths(table, True)]

    def check_post(self, table: Table, owner: PlayerId, site: Site | None, rule: str) -> Iterable[Violation]:
        """CO-09: a free path of the castle."""
        if site is None:
            yield hard(rule, "place.missing")
            return
        path = EdgeId(site)
        faults = list(check_path(table, path, rule))
        yield from faults
        if not faults and path not in castle_paths(table):
            yield soft("CO-09", "path_knight.not-at-castle", player=owner)

    def check_stated(
        self, table: Table, owner: PlayerId, sites: Iterable[Site], own: Iterable[Site]
    ) -> Iterable[Violation]:
        """Each path is one, is named once, and has no knight of another owner."""
        taken = state_of(table).knights.keys() - set(own)
        for site, times in Counter(tuple(sites)).items():
            if EdgeId(site) not in geometry(table).ends:
                yield no_edge(table, site)
            elif site in taken:
                yield hard("CO-09", "path_knight.taken", owner=state_of(table).knights[site].owner)
            elif times > 1:
                yield hard("CO-09", "place.twice")

    def at_road(self, table: Table, by: PlayerId, site: Site) -> bool:
        """PC-B03: where a knight could be recruited, roads or not."""
        return EdgeId(site) in castle_paths(table)

    def on_corners(self, table: Table) -> Mapping[Site, Knight]:
        """BA-C2: none, whatever the paths are called."""
        return {}


class CityKnights:
    """The knights on the paths are those of Cities & Knights."""

    by_strength = True

    def standing(self, table: Table) -> Mapping[EdgeId, PlayerId]:
        """As they stand."""
        return _owners(state_of(table).knights)

    def strength(self, table: Table, path: EdgeId) -> int:
        """CO-09: active knights alone fight."""
        knight = state_of(table).knights[Site(path)]
        return knight.strength if knight.active else 0

    def moved(self, table: Table) -> Collection[EdgeId]:
        """BA-30: those that have acted in this turn."""
        return _acted(state_of(table).knights, table.core.turn)

    def check_far(self, table: Table, by: PlayerId, knight: EdgeId) -> Iterable[Violation]:
        """CO-09, CK-94: an active knight, and not one that was activated in this turn."""
        mine = state_of(table).knights[Site(knight)]
        if not mine.active:
            yield soft("CO-09", "path_knight.far-inactive", player=mine.owner)
        elif mine.activated == table.core.turn:
            yield soft("CK-94", "knight.just-activated", player=mine.owner)

    def far(self, table: Table, by: PlayerId) -> Certainty:
        """Everyone sees the helmets."""
        return Certainty.SURE

    def move(self, draft: Draft, by: PlayerId, knight: EdgeId, to: EdgeId, far: bool) -> None:
        """CO-09: the longer way makes it inactive."""
        march(draft, Site(knight), Site(to), far)

    def strike(self, draft: Draft, struck: Collection[EdgeId]) -> None:
        """CO-09, BA-C5: they lose strength, the weaker first, whose piece may serve the other."""
        standing = state_of(draft).knights
        for site in sorted(map(Site, struck), key=lambda site: standing[site].strength):
            strike(draft, site)


@remembered
def _owners(standing: Mapping[Site, Knight]) -> Mapping[EdgeId, PlayerId]:
    return {EdgeId(site): knight.owner for site, knight in standing.items()}


@remembered
def _acted(standing: Mapping[Site, Knight], turn: int) -> Collection[EdgeId]:
    return frozenset(EdgeId(site) for site, knight in standing.items() if knight.acted == turn)


def march(draft: Draft, site: Site, to: Site | None, far: bool) -> None:
    """BA-30, CO-09: the knight has moved in this turn, and a long way makes it inactive."""
    knight = state_of(draft).knights[site]
    moved = replace(knight, acted=draft.core.turn, active=knight.active and not far)
    draft.emit(KnightMarched(knight.owner, site, moved, to, far))


# --- where nobody enters places


class MarchFarRule(CommandRule[MarchFar]):
    """CO-09, CK-94, CK-95: what is to be known of moves without a board: who is inactive then."""

    command = MarchFar

    def at(self, table: Table, command: MarchFar) -> Iterable[Violation]:
        return check_action(table, command.by, command.knight)

    def apply(self, draft: Draft, command: MarchFar) -> None:
        march(draft, command.knight, None, True)

    def forms(self, table: Table, who: PlayerId) -> Iterable[MarchFar]:
        return [MarchFar(who, site) for site in can_act(table, who)]


class WeakenKnightRule(CommandRule[WeakenKnight]):
    """CO-09: by the word of the table, which rolls the die."""

    command = WeakenKnight
    timing = Timing.ANY

    def at(self, table: Table, command: WeakenKnight) -> Iterable[Violation]:
        return check_own(table, command.by, command.knight)

    def apply(self, draft: Draft, command: WeakenKnight) -> None:
        strike(draft, command.knight)

    def forms(self, table: Table, who: PlayerId) -> Iterable[WeakenKnight]:
        own = knights(table, who)
        return [WeakenKnight(who, site) for site in told_apart(table, own, own.__getitem__)]


EVENTS: tuple[type[Event], ...] = (KnightMarched, KnightStruck)
