"""How things lie on the table, by its own word: for rounds that nobody entered, and for what has not been
tracked before. Only positions that cannot be are refused; what does not fit is told by ``fit``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    Fact,
    FactSort,
    Part,
    Timing,
)
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base.development import DECK
from companion.rules.base.development.play import development, played
from companion.rules.base.goods import HUGE, readable
from companion.rules.base.hands import HandCounted
from companion.rules.base.longest_road import MINIMUM
from companion.rules.base.network import geometry, no_edge
from companion.rules.base.places import nameless, place_taken
from companion.rules.base.queries import (
    ROADS,
    SUPPLY,
    buildings,
    cities,
    places,
    roads,
    settlements,
)
from companion.rules.base.showing import no_hand_of
from companion.rules.base.slice import Award, Base, BaseEvent, Building, BuildingKind
from companion.rules.base.trail import measure_only


class StatePieces(Command, frozen=True, tag="base.state_pieces"):
    """These are all settlements, cities and roads of a player, whatever was entered before."""

    player: PlayerId
    settlements: tuple[Site, ...] = ()
    cities: tuple[Site, ...] = ()
    roads: tuple[EdgeId, ...] = ()


class StateRobber(Command, frozen=True, tag="base.state_robber"):
    """The robber stands on this hex, or beside the board."""

    hex: HexId | None = None


class StateAward(Command, frozen=True, tag="base.state_award"):
    """Who has Longest Road or Largest Army; ``length`` is that of a trail that nobody can measure."""

    award: Award
    player: PlayerId | None = None
    length: int = 0


class StateDevelopment(Command, frozen=True, tag="base.state_development"):
    """A player's development cards: how many face down, and which lie open."""

    player: PlayerId
    held: int = 0
    played: Mapping[str, int] = {}


class StateHand(Command, frozen=True, tag="base.state_hand"):
    """A player has so many cards in hand; nobody says which."""

    player: PlayerId
    total: int


class PiecesStated(BaseEvent, frozen=True, tag="base.pieces_stated"):
    """These are all pieces of an owner, as they lie on the table."""

    scores: ClassVar[bool] = False
    player: PlayerId
    buildings: dict[Site, BuildingKind]
    roads: tuple[EdgeId, ...] = ()

    def apply(self, part: Base) -> Base:
        owner = self.player
        others = {site: one for site, one in part.buildings.items() if one.owner != owner}
        roads = {edge: one for edge, one in part.roads.items() if one != owner}
        own = {site: Building(owner, kind) for site, kind in self.buildings.items()}
        return replace(part, buildings={**others, **own}, roads={**roads, **dict.fromkeys(self.roads, owner)})


class RobberStated(BaseEvent, frozen=True, tag="base.robber_stated"):
    """The robber stands on this hex, or beside the board."""

    scores: ClassVar[bool] = False
    hex: HexId | None

    def apply(self, part: Base) -> Base:
        return replace(part, robber=self.hex)


class AwardStated(BaseEvent, frozen=True, tag="base.award_stated"):
    """Who has one of the two awards, and how long the trail is."""

    scores: ClassVar[bool] = False
    award: Award
    player: PlayerId | None
    length: int = 0

    def apply(self, part: Base) -> Base:
        if self.award is Award.LONGEST_ROAD:
            return replace(part, longest_road=self.player, road_length=self.length)
        return replace(part, development=replace(part.development, largest_army=self.player))


class DevelopmentStated(BaseEvent, frozen=True, tag="base.development_stated"):
    """A player's development cards, face down and open, and how many the stack still has."""

    scores: ClassVar[bool] = False
    player: PlayerId
    held: int
    played: dict[str, int]
    deck: int

    def apply(self, part: Base) -> Base:
        old = part.development
        stated = replace(
            old,
            deck=self.deck,
            held=changed(old.held, self.player, (0,) * self.held),
            played=changed(old.played, self.player, self.played),
        )
        return replace(part, development=stated)


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


class StateRule(CommandRule[Any]):
    """Base of the rules by which the table says how things lie: at any time, and offered to nobody."""

    timing: ClassVar[Timing] = Timing.ANY


class StatePiecesRule(StateRule):
    """B-12: each piece at a place of its own."""

    command = StatePieces

    def at(self, table: Table, command: StatePieces) -> Iterable[Violation]:
        owner, sites = command.player, (*command.settlements, *command.cities)
        missing = nowhere(table, owner)
        if missing is not None:
            yield missing
            return
        yield from check_sites(table, owner, sites, buildings(table, owner))
        yield from self._roads(table, command)

    def apply(self, draft: Draft, command: StatePieces) -> None:
        kinds = dict.fromkeys(command.settlements, BuildingKind.SETTLEMENT)
        kinds |= dict.fromkeys(command.cities, BuildingKind.CITY)
        draft.emit(PiecesStated(command.player, kinds, command.roads))
        if places(draft).named:
            measure_only(draft, owners(draft))

    @staticmethod
    def _roads(table: Table, command: StatePieces) -> Iterable[Violation]:
        if not places(table).named:
            yield from [hard("B-04", "place.off-board", place=str(edge)[:40]) for edge in command.roads[:1]]
            return
        laid = table.slice(Base).roads
        for edge, times in Counter(command.roads).items():
            if edge not in geometry(table).ends:
                yield no_edge(table, edge)
            elif times > 1 or laid.get(edge, command.player) != command.player:
                yield hard("B-50", "road.taken", place=edge)


class StateRobberRule(StateRule):
    """B-32: on a hex of the board, or beside it."""

    command = StateRobber

    def at(self, table: Table, command: StateRobber) -> Iterable[Violation]:
        if table.slice(Base).board is None:
            yield hard("B-08", "board.not-laid")
        elif command.hex is not None and command.hex not in geometry(table).hexes:
            yield hard("B-32", "place.off-board", place=str(readable(command.hex)))

    def apply(self, draft: Draft, command: StateRobber) -> None:
        draft.emit(RobberStated(command.hex))


class StateAwardRule(StateRule):
    """B-60, B-62: a card that one player at most has."""

    command = StateAward

    def at(self, table: Table, command: StateAward) -> Iterable[Violation]:
        if command.player is not None and command.player not in table.core.ids:
            yield no_player(command.player)
        if not 0 <= command.length <= ROADS:
            length = readable(command.length)
            yield hard("B-05", "road.too-many", player=command.by, length=length, count=ROADS)

    def apply(self, draft: Draft, command: StateAward) -> None:
        length = command.length
        if command.award is Award.LARGEST_ARMY or command.player is None:
            length = 0
        elif places(draft).named:
            length = draft.slice(Base).trails.get(command.player, 0)
        draft.emit(AwardStated(command.award, command.player, length))


class StateDevelopmentRule(StateRule):
    """B-07: no more cards than the stack had."""

    command = StateDevelopment

    def at(self, table: Table, command: StateDevelopment) -> Iterable[Violation]:
        player = command.player
        if player not in table.core.ids:
            yield no_player(player)
            return
        mine = development(table).played.get(player, {})
        for card, count in command.played.items():
            if card not in DECK or not 0 <= count <= HUGE:
                yield hard("B-07", "development.unknown", name=str(card)[:40])
            elif played(table, card) - mine.get(card, 0) + count > DECK[card]:
                yield soft("B-07", "development.too-many", development=card, count=DECK[card])
        if not 0 <= command.held <= sum(DECK.values()):
            yield hard("B-07", "development.count", count=readable(command.held))
        elif self._left(table, command) < 0:
            yield soft("B-07", "development.stack-short", count=sum(DECK.values()))

    def apply(self, draft: Draft, command: StateDevelopment) -> None:
        lying = {card: count for card, count in command.played.items() if count}
        left = max(0, self._left(draft, command))
        draft.emit(DevelopmentStated(command.player, command.held, lying, left))

    @staticmethod
    def _left(table: Table, command: StateDevelopment) -> int:
        """Cards that are neither in hands nor open."""
        state = development(table)
        others = [player for player in table.core.ids if player != command.player]
        out = sum(len(state.held.get(player, ())) for player in others)
        out += sum(sum(state.played.get(player, {}).values()) for player in others)
        return sum(DECK.values()) - out - command.held - sum(command.played.values())


class StateHandRule(StateRule):
    """B-55: how many cards somebody holds is public."""

    command = StateHand

    def at(self, table: Table, command: StateHand) -> Iterable[Violation]:
        wrong = no_hand_of(table, command.player, command.total)
        if wrong is not None:
            yield wrong

    def apply(self, draft: Draft, command: StateHand) -> None:
        draft.emit(HandCounted(command.player, command.total))


# --- as facts


def pieces(table: Table, player: PlayerId, **other: Any) -> StatePieces:
    """The player's pieces as they stand, but for what is given."""
    own: dict[str, Any] = {
        "settlements": settlements(table, player),
        "cities": cities(table, player),
        "roads": roads(table, player),
    }
    # a road may have the name of a corner
    changed = {site for kind in _FIELD.values() for site in other.get(kind, ())}
    for kind in _FIELD.values():
        own[kind] = tuple(site for site in own[kind] if site not in changed)
    return StatePieces(player, player, **{**own, **other})


def counted(kind: BuildingKind, table: Table, player: PlayerId, count: int) -> StatePieces:
    """So many nameless buildings of a kind: the newest go, new ones come."""
    own = tuple(buildings(table, player, kind))[:count]
    own += nameless(player, count - len(own), table.value("occupied"))
    return pieces(table, player, **{_FIELD[kind]: own})


def placed(field: str, table: Table, player: PlayerId, sites: Iterable[str]) -> StatePieces:
    """The pieces of a kind at these places."""
    return pieces(table, player, **{field: tuple(sites)})


_FIELD = {BuildingKind.SETTLEMENT: "settlements", BuildingKind.CITY: "cities"}


def trail_held(table: Table, player: PlayerId) -> int:
    """The length of the player's Longest Road, 0 without it."""
    base = table.slice(Base)
    return base.road_length if base.longest_road == player else 0


def hold(award: Award, table: Table, player: PlayerId, value: int) -> StateAward:
    """The award is the player's, or is no longer."""
    length = value if award is Award.LONGEST_ROAD and not places(table).named else 0
    return StateAward(player, award, player if value else None, length)


def cards(table: Table, player: PlayerId, **other: int) -> StateDevelopment:
    """The player's development cards as they are, but for what is given."""
    state = development(table)
    held = other.pop("held", len(state.held.get(player, ())))
    return StateDevelopment(player, player, held, {**state.played.get(player, {}), **other})


def _robber(table: Table, player: PlayerId) -> tuple[HexId, ...]:
    robber = table.slice(Base).robber
    return () if robber is None else (robber,)


def deck_in_play(table: Table) -> bool:
    """Whether the game has development cards."""
    return bool(table.value("development_deck"))


def _standing(kind: BuildingKind, table: Table, player: PlayerId) -> int:
    return len(buildings(table, player, kind))


def _lying(card: str, table: Table, player: PlayerId) -> int:
    return development(table).played.get(player, {}).get(card, 0)


def _lay(card: str, table: Table, player: PlayerId, count: int) -> StateDevelopment:
    return cards(table, player, **{card: count})


NAMELESS = (
    *(
        Fact(
            kind.value,
            partial(_standing, kind),
            partial(counted, kind),
            most=SUPPLY[kind],
        )
        for kind in BuildingKind
    ),
    Fact(Award.LONGEST_ROAD.value, trail_held, partial(hold, Award.LONGEST_ROAD), most=ROADS, least=MINIMUM),
)
"""What a table without a tracked board can say."""

PLACED = (
    Fact("road", roads, partial(placed, "roads"), FactSort.EDGES, ROADS),
    Fact(
        "settlement",
        settlements,
        partial(placed, "settlements"),
        FactSort.CORNERS,
        SUPPLY[BuildingKind.SETTLEMENT],
    ),
    Fact("city", cities, partial(placed, "cities"), FactSort.CORNERS, SUPPLY[BuildingKind.CITY]),
    Fact(
        "robber",
        _robber,
        lambda table, player, hexes: StateRobber(player, hexes[0] if hexes else None),
        FactSort.HEX,
        shared=True,
    ),
    Fact(
        Award.LONGEST_ROAD.value,
        lambda table, player: int(table.slice(Base).longest_road == player),
        partial(hold, Award.LONGEST_ROAD),
        FactSort.FLAG,
    ),
    Fact(
        Award.LARGEST_ARMY.value,
        lambda table, player: int(development(table).largest_army == player),
        partial(hold, Award.LARGEST_ARMY),
        FactSort.FLAG,
        wanted=deck_in_play,
    ),
    Fact(
        "development_card",
        lambda table, player: len(development(table).held.get(player, ())),
        lambda table, player, count: cards(table, player, held=count),
        most=sum(DECK.values()),
        wanted=deck_in_play,
    ),
    *(
        Fact(
            f"played_{card}",
            partial(_lying, card),
            partial(_lay, card),
            most=copies,
            wanted=deck_in_play,
        )
        for card, copies in DECK.items()
    ),
)
"""What a tracked board shows."""

COUNTED = (
    Fact(
        "hand",
        lambda table, player: table.slice(Base).hands.total(player),
        lambda table, player, count: StateHand(player, player, count),
        most=HUGE,
    ),
)
"""What counted hands show."""


EVENTS: tuple[type[Event], ...] = (
    PiecesStated,
    RobberStated,
    AwardStated,
    DevelopmentStated,
)

PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(StatePiecesRule(), StateAwardRule())),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=NAMELESS),
    Part(
        needs=frozenset({Aspect.PLACES}), commands=(StateRobberRule(), StateDevelopmentRule()), facts=PLACED
    ),
    Part(needs=frozenset({Aspect.HANDS}), commands=(StateHandRule(),), facts=COUNTED),
)
