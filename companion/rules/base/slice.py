"""The base game's part of the state, and the events that change it."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.knowledge import Knowledge
from companion.engine.state import Slice, changed, without
from companion.rules.base.board import Board, with_tokens_swapped


class BuildingKind(enum.StrEnum):
    """What stands on a corner."""

    SETTLEMENT = "settlement"
    CITY = "city"


class Building(msgspec.Struct, frozen=True, gc=False):
    """A settlement or a city of a player."""

    owner: PlayerId
    kind: BuildingKind


class Award(enum.StrEnum):
    """The two cards that one player at most holds."""

    LONGEST_ROAD = "longest_road"
    LARGEST_ARMY = "largest_army"


class Development(msgspec.Struct, frozen=True, gc=False):
    """Development cards: how many are left, who holds how many face down and since which turn, and what
    has been played (B-07, B-53). ``played`` counts all copies ever played, by player and card."""

    deck: int = 0
    held: Mapping[PlayerId, tuple[int, ...]] = {}
    played: Mapping[PlayerId, Mapping[str, int]] = {}
    played_in: Mapping[PlayerId, int] = {}
    largest_army: PlayerId | None = None


class Base(Slice, frozen=True):
    """Board, roads, buildings and robber; who holds Longest Road with which length; hands; development cards.

    Owners of pieces are players or, in some variants, neutral colours. ``trails`` are the lengths of
    everybody's longest trail, those of 5 roads and more. ``robber`` is None while it is off the board.
    ``built_in`` is the turn in which something was bought last, where trading ends with that.
    """

    module: ClassVar[str] = "base"
    hidden: ClassVar[tuple[str, ...]] = ("hands", "development")

    buildings: Mapping[Site, Building] = {}
    longest_road: PlayerId | None = None
    road_length: int = 0
    board: Board | None = None
    roads: Mapping[EdgeId, PlayerId] = {}
    robber: HexId | None = None
    trails: Mapping[PlayerId, int] = {}
    started: int = 0
    hands: Knowledge = Knowledge.start((), {})
    development: Development = Development()
    built_in: int = 0

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Settlements, cities, roads, development cards face down."""
        pieces = Counter((one.owner, f"term.piece.{one.kind}") for one in self.buildings.values())
        pieces.update((owner, "term.piece.road") for owner in self.roads.values())
        yield from ((owner, piece, count) for (owner, piece), count in pieces.items())
        for player, bought in self.development.held.items():
            yield player, "term.piece.development_card", len(bought)

    def known_hands(self) -> Knowledge | None:
        """The cards in hand, where they are counted."""
        return self.hands if self.hands.counted else None


class BaseEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "base"


class SettlementBuilt(BaseEvent, frozen=True, tag="base.settlement_built"):
    """A settlement stands on the board."""

    by: PlayerId
    site: Site

    def apply(self, part: Base) -> Base:
        building = Building(self.by, BuildingKind.SETTLEMENT)
        return replace(part, buildings=changed(part.buildings, self.site, building))


class CityBuilt(BaseEvent, frozen=True, tag="base.city_built"):
    """A settlement has become a city."""

    by: PlayerId
    site: Site

    def apply(self, part: Base) -> Base:
        building = Building(self.by, BuildingKind.CITY)
        return replace(part, buildings=changed(part.buildings, self.site, building))


class CityReduced(BaseEvent, frozen=True, tag="base.city_reduced"):
    """A city has become a settlement."""

    by: PlayerId
    site: Site

    def apply(self, part: Base) -> Base:
        building = Building(self.by, BuildingKind.SETTLEMENT)
        return replace(part, buildings=changed(part.buildings, self.site, building))


class LongestRoadHeld(BaseEvent, frozen=True, tag="base.longest_road_held"):
    """Who holds Longest Road from now on (nobody: set aside), and how long the trail is."""

    by: PlayerId | None
    length: int

    @property
    def variant(self) -> str:
        return "nobody" if self.by is None else ""

    def apply(self, part: Base) -> Base:
        return replace(part, longest_road=self.by, road_length=self.length)


class SevenRolled(BaseEvent, frozen=True, tag="base.seven_rolled"):
    """A 7: how many cards each player may keep, and whether the robber moves at all."""

    scores: ClassVar[bool] = False
    limits: dict[PlayerId, int]
    robber_moves: bool

    @property
    def variant(self) -> str:
        return "" if self.robber_moves else "frozen"


class BoardLaid(BaseEvent, frozen=True, tag="base.board_laid"):
    """The island lies on the table, with the robber on it or beside it."""

    board: Board
    robber: HexId | None

    def apply(self, part: Base) -> Base:
        return replace(part, board=self.board, robber=self.robber)


class TokensSwapped(BaseEvent, frozen=True, tag="base.tokens_swapped"):
    """Two number tokens have changed places."""

    hexes: tuple[HexId, HexId]

    def apply(self, part: Base) -> Base:
        assert part.board is not None
        return replace(part, board=with_tokens_swapped(part.board, *self.hexes))


class StartPieceDue(BaseEvent, frozen=True, tag="base.start_piece_due"):
    """One more piece of the set-up is asked for; the building or road itself is an event of its own."""

    scores: ClassVar[bool] = False

    def apply(self, part: Base) -> Base:
        return replace(part, started=part.started + 1)


class RoadBuilt(BaseEvent, frozen=True, tag="base.road_built"):
    """A road lies on an edge."""

    scores: ClassVar[bool] = False
    by: PlayerId
    edge: EdgeId

    def apply(self, part: Base) -> Base:
        return replace(part, roads=changed(part.roads, self.edge, self.by))


class BuildingBegun(BaseEvent, frozen=True, tag="base.building_begun"):
    """B-20: the player has bought something, so that trading is over where the phases are split."""

    scores: ClassVar[bool] = False
    by: PlayerId
    turn: int

    def apply(self, part: Base) -> Base:
        return replace(part, built_in=self.turn)


class RoadRemoved(BaseEvent, frozen=True, tag="base.road_removed"):
    """A road has gone back to its owner."""

    scores: ClassVar[bool] = False
    by: PlayerId
    edge: EdgeId

    def apply(self, part: Base) -> Base:
        return replace(part, roads=without(part.roads, self.edge))


class RoadMoved(BaseEvent, frozen=True, tag="base.road_moved"):
    """A road lies on another edge; trails are measured only then."""

    scores: ClassVar[bool] = False
    by: PlayerId
    edge: EdgeId
    to: EdgeId

    def apply(self, part: Base) -> Base:
        return replace(part, roads=changed(without(part.roads, self.edge), self.to, self.by))


class TrailsMeasured(BaseEvent, frozen=True, tag="base.trails_measured"):
    """The longest trails that have changed; shorter than 5 roads is 0."""

    scores: ClassVar[bool] = False
    lengths: dict[PlayerId, int]

    def apply(self, part: Base) -> Base:
        trails = {**part.trails, **self.lengths}
        return replace(part, trails={player: length for player, length in trails.items() if length})


class RobberMoved(BaseEvent, frozen=True, tag="base.robber_moved"):
    """The robber stands on another hex, or is off the board."""

    scores: ClassVar[bool] = False
    to: HexId | None

    @property
    def variant(self) -> str:
        return "off" if self.to is None else ""

    def apply(self, part: Base) -> Base:
        return replace(part, robber=self.to)


def _flow(who: str, cards: Mapping[str, int], sign: int = 1) -> list[tuple[str, str, int]]:
    return [(who, good, sign * count) for good, count in cards.items()]


class HandsEvent(BaseEvent, frozen=True):
    """Base of the events that change what is known of the hands."""

    scores: ClassVar[bool] = False

    def known(self, hands: Knowledge) -> Knowledge:
        """What is known of the hands after the event."""
        return hands

    def apply(self, part: Base) -> Base:
        return replace(part, hands=self.known(part.hands)) if part.hands.counted else part


class Produced(HandsEvent, frozen=True, tag="base.produced"):
    """What the roll (or the set-up) brought everyone; ``short`` are goods of which the bank had too few."""

    gains: dict[PlayerId, dict[str, int]]
    short: tuple[str, ...] = ()

    @property
    def variant(self) -> str:
        if self.short:
            return "short" if self.gains else "short-nothing"
        return "" if self.gains else "nothing"

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What everyone gets."""
        return [(who, *card) for who, cards in self.gains.items() for card in cards.items()]

    def known(self, hands: Knowledge) -> Knowledge:
        for player, cards in self.gains.items():
            hands = hands.gain(player, cards)
        return hands


class CardsGained(HandsEvent, frozen=True, tag="base.cards_gained"):
    """A player took these cards from the bank."""

    by: PlayerId
    cards: dict[str, int]

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What the player gets."""
        return _flow(self.by, self.cards)

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.gain(self.by, self.cards)


class CardsPaid(HandsEvent, frozen=True, tag="base.cards_paid"):
    """A player gave these cards to the bank."""

    by: PlayerId
    cards: dict[str, int]

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What the player gives."""
        return _flow(self.by, self.cards, -1)

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.pay(self.by, self.cards)


class CardsReturned(HandsEvent, frozen=True, tag="base.cards_returned"):
    """A player gave cards of his choice to the bank; ``unseen`` more than the table saw the faces of."""

    by: PlayerId
    cards: dict[str, int]
    unseen: int = 0

    @property
    def variant(self) -> str:
        if not self.unseen:
            return ""
        return "partly" if self.cards else "unseen"

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What the table saw of it."""
        return _flow(self.by, self.cards, -1)

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.give_back(self.by, sum(self.cards.values()) + self.unseen, self.cards)


class CardsMoved(HandsEvent, frozen=True, tag="base.cards_moved"):
    """These cards went from hand to hand, face up."""

    giver: PlayerId
    by: PlayerId
    cards: dict[str, int]

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """From one to the other."""
        return (*_flow(self.giver, self.cards, -1), *_flow(self.by, self.cards))

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.move(self.giver, self.by, self.cards)


class CardsDrawn(HandsEvent, frozen=True, tag="base.cards_drawn"):
    """Cards went unseen from a hand to another by chance, of some kinds or of any."""

    giver: PlayerId
    by: PlayerId
    count: int = 1
    among: tuple[str, ...] | None = None

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.draw(self.giver, self.by, self.count, self.among)


class CardsChosen(HandsEvent, frozen=True, tag="base.cards_chosen"):
    """Cards went unseen from a hand to another by somebody's choice, of some kinds or of any."""

    giver: PlayerId
    by: PlayerId
    count: int = 1
    among: tuple[str, ...] | None = None

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.hand_over(self.giver, self.by, self.count, self.among)


class CardsExchanged(HandsEvent, frozen=True, tag="base.cards_exchanged"):
    """A player drew cards from a hand by chance and gave others of choice for them.

    ``drawn`` and ``returned`` are what the table saw of them, with so many more that it did not see.
    """

    giver: PlayerId
    by: PlayerId
    drawn: dict[str, int]
    unseen: int
    returned: dict[str, int]
    hidden: int
    among: tuple[str, ...] | None = None

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What the table saw of both ways."""
        there = (*_flow(self.giver, self.drawn, -1), *_flow(self.by, self.drawn))
        return (*there, *_flow(self.by, self.returned, -1), *_flow(self.giver, self.returned))

    def known(self, hands: Knowledge) -> Knowledge:
        drawn, returned = (self.drawn, self.unseen), (self.returned, self.hidden)
        return hands.exchange(self.giver, self.by, drawn, returned, self.among)


class CardsSurrendered(HandsEvent, frozen=True, tag="base.cards_surrendered"):
    """Everybody's cards of one kind, at most ``limit`` each or all: who gave fewer has none left (B-63)."""

    by: PlayerId
    good: str
    limit: int | None
    given: dict[PlayerId, int]

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """What everybody gave, and all of it."""
        given = [(who, self.good, -count) for who, count in self.given.items()]
        return (*given, (self.by, self.good, sum(self.given.values())))

    def known(self, hands: Knowledge) -> Knowledge:
        for giver, count in self.given.items():
            hands = hands.take_up_to(giver, self.by, self.good, self.limit, count)
        return hands


class CardsShown(HandsEvent, frozen=True, tag="base.cards_shown"):
    """A player let the table see these cards: among others, or the whole hand."""

    by: PlayerId
    cards: dict[str, int]
    whole: bool = False

    @property
    def variant(self) -> str:
        return "whole" if self.whole else ""

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.shows(self.by, self.cards, self.whole)


class NoneHeld(HandsEvent, frozen=True, tag="base.none_held"):
    """The table has seen that a player holds none of these goods."""

    by: PlayerId
    goods: tuple[str, ...]

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.has_none(self.by, self.goods)


class HandCounted(HandsEvent, frozen=True, tag="base.hand_counted"):
    """The table has counted a hand."""

    by: PlayerId
    total: int

    def known(self, hands: Knowledge) -> Knowledge:
        return hands.recount(self.by, self.total)


class BankCounted(HandsEvent, frozen=True, tag="base.bank_counted"):
    """The table has looked how many cards of these goods the bank has."""

    cards: dict[str, int]

    def known(self, hands: Knowledge) -> Knowledge:
        for good, count in self.cards.items():
            hands = hands.bank_counted(good, count)
        return hands


class DevelopmentBought(BaseEvent, frozen=True, tag="base.development_bought"):
    """A player took the top development card, face down."""

    scores: ClassVar[bool] = False
    by: PlayerId
    turn: int

    def apply(self, part: Base) -> Base:
        old = part.development
        held = changed(old.held, self.by, (*old.held.get(self.by, ()), self.turn))
        return replace(part, development=replace(old, deck=max(0, old.deck - 1), held=held))


class DevelopmentPlayed(BaseEvent, frozen=True, tag="base.development_played"):
    """A development card lies open; the one held longest of those face down is gone.

    ``turn`` is the turn in which it was played, 0 for a card that does not count as the turn's one.
    """

    by: PlayerId
    card: str
    turn: int = 0

    @property
    def variant(self) -> str:
        return self.card

    def apply(self, part: Base) -> Base:
        old = part.development
        mine = changed(
            old.played.get(self.by, {}), self.card, old.played.get(self.by, {}).get(self.card, 0) + 1
        )
        return replace(
            part,
            development=replace(
                old,
                held=changed(old.held, self.by, old.held.get(self.by, ())[1:]),
                played=changed(old.played, self.by, mine),
                played_in=changed(old.played_in, self.by, self.turn) if self.turn else old.played_in,
            ),
        )


class LargestArmyHeld(BaseEvent, frozen=True, tag="base.largest_army_held"):
    """Who holds Largest Army from now on."""

    by: PlayerId | None

    @property
    def variant(self) -> str:
        return "nobody" if self.by is None else ""

    def apply(self, part: Base) -> Base:
        return replace(part, development=replace(part.development, largest_army=self.by))


class BaseCarried(BaseEvent, frozen=True, tag="base.carried"):
    """What is known at another tracking level: the buildings, whether board, roads and robber are still
    known, how many pieces of the set-up were asked for, and what there is in the box (None: as before)."""

    scores: ClassVar[bool] = False
    buildings: dict[Site, Building]
    board: bool
    started: int = 0
    holders: tuple[PlayerId, ...] | None = None
    supply: Mapping[str, int] = {}
    deck: int | None = None

    def apply(self, part: Base) -> Base:
        carried = replace(part, buildings=self.buildings, started=self.started)
        if not self.board:
            carried = replace(carried, board=None, roads={}, robber=None, trails={})
        if self.holders is not None:
            carried = replace(carried, hands=Knowledge.start(self.holders, self.supply))
        if self.deck is not None:
            carried = replace(carried, development=Development(deck=self.deck))
        return carried


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


EVENTS: tuple[type[Event], ...] = (
    BaseCarried,
    PiecesStated,
    RobberStated,
    AwardStated,
    DevelopmentStated,
    SettlementBuilt,
    CityBuilt,
    CityReduced,
    LongestRoadHeld,
    SevenRolled,
    BoardLaid,
    TokensSwapped,
    StartPieceDue,
    RoadBuilt,
    BuildingBegun,
    RoadRemoved,
    RoadMoved,
    TrailsMeasured,
    RobberMoved,
    Produced,
    CardsGained,
    CardsPaid,
    CardsReturned,
    CardsMoved,
    CardsDrawn,
    CardsChosen,
    CardsExchanged,
    CardsSurrendered,
    CardsShown,
    NoneHeld,
    HandCounted,
    BankCounted,
    DevelopmentBought,
    DevelopmentPlayed,
    LargestArmyHeld,
)
