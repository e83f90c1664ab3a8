"""Where knights go along the roads: without places the table knows where, on a board the corners say it
(CK-96 to CK-98)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, cast

from companion.engine.extension import Part, Slot
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.network import check_free, free, geometry, travel
from companion.rules.base.robber import Theft, check_robber, move_robber, robber_moves_of
from companion.rules.base.slice import Base
from companion.rules.cities_knights.field import (
    KnightDisplaced,
    KnightDrivenOff,
    KnightRehoused,
    KnightRemoved,
    act,
)
from companion.rules.cities_knights.slice import CitiesKnights


class Ways(Protocol):
    """What the rules ask about the ways of knights, and about those that they drive away."""

    def moves(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Site | None]:
        """Where the knight may go (CK-96)."""

    def check_move(self, table: Table, by: PlayerId, knight: Site, to: Site | None) -> Iterable[Violation]:
        """What is wrong with the knight going there (CK-96)."""

    def move(self, draft: Draft, by: PlayerId, knight: Site, to: Site | None) -> None:
        """The knight goes there (CK-94, CK-96)."""

    def in_reach(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Site]:
        """Places with a knight of somebody else that own roads lead to (CK-97)."""

    def removals(self) -> tuple[bool, ...]:
        """What may be said of a displaced knight: whether it leaves the board."""

    def check_removal(self, removed: bool, rule: str) -> Iterable[Violation]:
        """What is wrong with saying so."""

    def displace(self, draft: Draft, by: PlayerId, knight: Site, victim: Site, removed: bool) -> None:
        """The knight takes the place of another one (CK-97)."""

    def drive_away(self, draft: Draft, victim: Site, removed: bool) -> None:
        """A knight has to leave its place, and nobody comes for it (PC-B05)."""

    def chases(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Theft]:
        """Where the knight may chase the robber to, and whom the player may rob there (CK-98)."""

    def check_chase(
        self,
        table: Table,
        by: PlayerId,
        knight: Site,
        hex: HexId | None,
        victim: PlayerId | None,
        card: str | None,
    ) -> Iterable[Violation]:
        """What is wrong with it (CK-98)."""

    def chase(
        self,
        draft: Draft,
        by: PlayerId,
        knight: Site,
        hex: HexId | None,
        victim: PlayerId | None,
        card: str | None,
    ) -> None:
        """The robber goes there, with the theft (CK-98)."""


class NamelessWays:
    """The null object of L1: the table alone knows what its knights reach."""

    def moves(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Site | None]:
        """One way, to a place that only the table knows."""
        return (None,)

    def check_move(self, table: Table, by: PlayerId, knight: Site, to: Site | None) -> Iterable[Violation]:
        """Nothing is wrong."""
        return ()

    def move(self, draft: Draft, by: PlayerId, knight: Site, to: Site | None) -> None:
        """It is still the same nameless place."""
        act(draft, by, knight, "move")

    def in_reach(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Site]:
        """The knights of all others: how far away they stand only the table knows."""
        return (site for site, other in table.slice(CitiesKnights).knights.items() if other.owner != by)

    def removals(self) -> tuple[bool, ...]:
        """The table says it."""
        return (False, True)

    def check_removal(self, removed: bool, rule: str) -> Iterable[Violation]:
        """Nothing is wrong."""
        return ()

    def displace(self, draft: Draft, by: PlayerId, knight: Site, victim: Site, removed: bool) -> None:
        """The places of both stay nameless."""
        act(draft, by, knight, "displace")
        self.drive_away(draft, victim, removed)

    def drive_away(self, draft: Draft, victim: Site, removed: bool) -> None:
        """As the table says it."""
        owner = draft.slice(CitiesKnights).knights[victim].owner
        draft.emit(KnightRemoved(owner, victim) if removed else KnightDisplaced(owner, victim))

    def chases(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Theft]:
        """Somewhere, somebody."""
        return ((None, None),)

    def check_chase(
        self,
        table: Table,
        by: PlayerId,
        knight: Site,
        hex: HexId | None,
        victim: PlayerId | None,
        card: str | None,
    ) -> Iterable[Violation]:
        """Nothing is wrong."""
        return ()

    def chase(
        self,
        draft: Draft,
        by: PlayerId,
        knight: Site,
        hex: HexId | None,
        victim: PlayerId | None,
        card: str | None,
    ) -> None:
        """Nothing is written down of the robber."""
        act(draft, by, knight, "chase")


class BoardWays:
    """The roads of a tracked board."""

    def moves(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Site | None]:
        """CK-96: free corners at the end of an unbroken way."""
        return journeys(table, by, knight)

    def check_move(self, table: Table, by: PlayerId, knight: Site, to: Site | None) -> Iterable[Violation]:
        """CK-96: an unbroken way along own roads to another, free corner."""
        if to == knight:
            return (hard("CK-96", "knight.stays", player=by),)
        return check_journey(table, by, knight, to, "CK-96")

    def move(self, draft: Draft, by: PlayerId, knight: Site, to: Site | None) -> None:
        """CK-96: from corner to corner."""
        act(draft, by, knight, "move", to)

    def in_reach(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Site]:
        """CK-97: knights of others at the end of an unbroken way."""
        others = table.slice(CitiesKnights).knights
        if all(other.owner == by for other in others.values()):
            return ()
        ways = travel(table, by, knight)
        return [site for site in ways if site in others and others[site].owner != by]

    def removals(self) -> tuple[bool, ...]:
        """The roads say whether there is a place."""
        return (False,)

    def check_removal(self, removed: bool, rule: str) -> Iterable[Violation]:
        """The roads say it, and the owner answers where it goes."""
        if removed:
            yield hard(rule, "displace.roads-say-it")

    def displace(self, draft: Draft, by: PlayerId, knight: Site, victim: Site, removed: bool) -> None:
        """CK-97: the places change hands, and only then is there a new one to be found."""
        decider = lift(draft, victim)
        act(draft, by, knight, "displace", victim)
        rehouse(draft, decider)

    def drive_away(self, draft: Draft, victim: Site, removed: bool) -> None:
        """PC-B05: the knight leaves its place, and its owner finds another one for it."""
        rehouse(draft, lift(draft, victim))

    def chases(self, table: Table, by: PlayerId, knight: Site) -> Iterable[Theft]:
        """CK-98: from one of the three hexes of the knight, by the rules of the robber."""
        return robber_moves_of(table, by) if beside_robber(table, knight) else ()

    def check_chase(
        self,
        table: Table,
        by: PlayerId,
        knight: Site,
        hex: HexId | None,
        victim: PlayerId | None,
        card: str | None,
    ) -> Iterable[Violation]:
        """CK-98, CK-52: the knight stands beside the robber, which moves by its own rules."""
        if knight in geometry(table).neighbours and not beside_robber(table, knight):
            yield soft("CK-98", "chase.not-beside", player=by)
        yield from check_robber(table, by, hex, victim, card, "CK-98")

    def chase(
        self,
        draft: Draft,
        by: PlayerId,
        knight: Site,
        hex: HexId | None,
        victim: PlayerId | None,
        card: str | None,
    ) -> None:
        """CK-98: the robber goes before anything else happens."""
        act(draft, by, knight, "chase")
        move_robber(draft, by, hex, victim, card)


def ways(table: Table) -> Ways:
    """What knows where knights go, or knows nothing of it."""
    return cast(Ways, table.ruleset.slots["ways"])


def beside_robber(table: Table, site: Site) -> bool:
    """CK-98: whether the robber stands on one of the hexes of a corner."""
    return table.slice(Base).robber in geometry(table).corner_hexes[site]


def lift(draft: Draft, victim: Site) -> PlayerId:
    """A knight leaves its corner; the player returned has to place it: its owner, or whoever is on turn for
    a colour that nobody plays."""
    owner = draft.slice(CitiesKnights).knights[victim].owner
    decider = owner if owner in draft.core.ids else draft.core.on_turn
    draft.emit(KnightDrivenOff(owner, victim, decider))
    return decider


def journeys(table: Table, owner: PlayerId, start: Site) -> Iterable[Site]:
    """CK-96: free corners at the end of an unbroken way."""
    return free(travel(table, owner, start), table.value("occupied"))


def check_journey(
    table: Table, owner: PlayerId, start: Site, to: Site | None, rule: str
) -> Iterable[Violation]:
    """What is wrong with a knight of the player going there along own roads (CK-96)."""
    faults = list(check_free(table, to, rule))
    yield from faults
    if not faults and to not in travel(table, owner, start):
        yield soft(rule, "place.no-way", player=owner)


def homes(table: Table, decider: PlayerId) -> list[Site | None]:
    """CK-97: free corners that the roads of its owner lead a displaced knight to."""
    away = table.slice(CitiesKnights).displaced[decider]
    return list(journeys(table, away.knight.owner, away.site))


def rehouse(draft: Draft, decider: PlayerId) -> None:
    """CK-97: a displaced knight goes to the one corner there is, to the one its owner chooses, or off the
    board."""
    found = homes(draft, decider)
    away = draft.slice(CitiesKnights).displaced[decider]
    if len(found) > 1:
        draft.ask("place_displaced", decider, "CK-97", "ck.place_displaced", strength=away.knight.strength)
    else:
        draft.emit(KnightRehoused(away.knight.owner, decider, found[0] if found else None))


ON_ROADS = "ck.on_roads"
"""The parts that knights have who stand on corners and go along roads."""

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        slots=(Slot("ways", NamelessWays()),),
    ),
    Part(needs=frozenset({Aspect.PLACES}), name=ON_ROADS, slots=(Slot("ways", BoardWays()),)),
)
