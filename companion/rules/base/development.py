"""Development cards and Largest Army (B-07, B-53, B-62, B-63)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement
from typing import ClassVar, Generic, TypeVar

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import EdgeId, HexId, PlayerId
from companion.engine.knowledge import Knowledge, least_certain
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, clear, hard, impossible, soft
from companion.rules.base.building import Priced, check_roads, no_road_left
from companion.rules.base.goods import (
    DEVELOPMENT_DECK,
    HUGE,
    PRICES,
    RESOURCE,
    check_bag,
    names,
    no_such_card,
    readable,
    size,
)
from companion.rules.base.network import check_edge, check_road, places_after, road_places
from companion.rules.base.queries import no_opponent, opponents, roads_left
from companion.rules.base.robber import (
    certainty_of_robbing,
    check_robber,
    move_robber,
    robber_moves_of,
)
from companion.rules.base.slice import (
    Base,
    CardsGained,
    CardsSurrendered,
    Development,
    DevelopmentBought,
    DevelopmentPlayed,
    LargestArmyHeld,
    RoadBuilt,
)
from companion.rules.base.trade import check_bank

DECK = DEVELOPMENT_DECK
"""B-07: the cards of the deck by kind."""

KNIGHT = "knight"
VICTORY_POINT = "victory_point"
ROAD_BUILDING = "road_building"
YEAR_OF_PLENTY = "year_of_plenty"
MONOPOLY = "monopoly"

FREE_ROADS = 2
ARMY = 3
"""B-62: played knights that Largest Army needs."""


class BuyDevelopmentCard(Command, frozen=True, tag="base.buy_development_card"):
    """The player bought the top development card, face down."""


class PlayDevelopment(Command, frozen=True):
    """Base of the plays."""

    card: ClassVar[str]


class PlayKnight(PlayDevelopment, frozen=True, tag="base.play_knight"):
    """B-62: the robber moves; to no hex where the rules leave none but send him off the board."""

    card: ClassVar[str] = KNIGHT
    hex: HexId | None = None
    victim: PlayerId | None = None
    taken: str | None = None


class PlayRoadBuilding(PlayDevelopment, frozen=True, tag="base.play_road_building"):
    """B-63: two free roads, or one if no more can be placed."""

    card: ClassVar[str] = ROAD_BUILDING
    edges: tuple[EdgeId, ...]


class PlayYearOfPlenty(PlayDevelopment, frozen=True, tag="base.play_year_of_plenty"):
    """B-63: two resources of choice from the bank."""

    card: ClassVar[str] = YEAR_OF_PLENTY
    cards: dict[str, int]


class PlayMonopoly(PlayDevelopment, frozen=True, tag="base.play_monopoly"):
    """B-63: everyone's cards of one resource; ``given`` is how many each gave."""

    card: ClassVar[str] = MONOPOLY
    good: str
    given: dict[PlayerId, int]


class ShowVictoryPoints(Command, frozen=True, tag="base.show_victory_points"):
    """The player laid victory-point cards open, to win by them."""

    count: int


P = TypeVar("P", bound=PlayDevelopment)


def development(table: Table) -> Development:
    """The development cards, as far as the table knows them."""
    return table.slice(Base).development


def played(table: Table, card: str) -> int:
    """How many copies of a card lie open."""
    return _played(development(table).played).get(card, 0)


@remembered
def _played(cards: Mapping[PlayerId, Mapping[str, int]]) -> Mapping[str, int]:
    """How many copies of each card lie open."""
    found: Counter[str] = Counter()
    for mine in cards.values():
        found.update(mine)
    return found


def out(table: Table, card: str) -> int:
    """Copies of a card that nobody has seen yet."""
    return DECK[card] - played(table, card)


def army(table: Table, player: PlayerId) -> int:
    """The player's played knights, as they count for Largest Army."""
    knights: int = table.value("army", player)
    return knights


def base_army(table: Table, old: None, player: PlayerId) -> int:
    """B-62: knight cards played."""
    return development(table).played.get(player, {}).get(KNIGHT, 0)


class BuyDevelopmentCardRule(Priced[BuyDevelopmentCard]):
    """B-53: from the top of the deck while it lasts."""

    command = BuyDevelopmentCard
    rule = "B-53"
    cost = PRICES["development_card"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if development(table).deck < 1:
            yield hard("B-53", "development.none-left")
        yield from super().before(table, who)

    def apply(self, draft: Draft, command: BuyDevelopmentCard) -> None:
        self.pay(draft, command.by)
        draft.emit(DevelopmentBought(command.by, draft.core.turn))

    def forms(self, table: Table, who: PlayerId) -> Iterable[BuyDevelopmentCard]:
        return (BuyDevelopmentCard(who),)


def check_held(table: Table, by: PlayerId, card: str, count: int = 1) -> Iterable[Violation]:
    """B-56: the player holds so many cards face down, and so many of this kind are still unseen."""
    held = len(development(table).held.get(by, ()))
    if held < count:
        yield soft("B-53", "development.none-held", player=by, count=held)
    if out(table, card) < count:
        yield impossible("B-56", "development.all-seen", development=card, count=DECK[card])


def certainty_of_card(table: Table, card: str, count: int, among: int) -> Certainty:
    """B-56: whether ``among`` face-down cards of one hand include so many of a kind."""
    others = sum(out(table, other) for other in DECK if other != card)
    return Certainty.SURE if among - others >= count else Certainty.POSSIBLE


class PlayRule(CommandRule[P], Generic[P]):
    """B-53: one card a turn, before or after the roll, not one bought this turn."""

    command: ClassVar[type[PlayDevelopment]]
    timing = Timing.TURN

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        cards, turn = development(table), table.core.turn
        held = cards.held.get(who, ())
        yield from check_held(table, who, self.command.card)
        if held and held[0] == turn:
            yield soft("B-53", "development.just-bought", player=who)
        if cards.played_in.get(who) == turn:
            yield soft("B-53", "development.one-a-turn", player=who)

    def apply(self, draft: Draft, command: P) -> None:
        draft.emit(DevelopmentPlayed(command.by, command.card, draft.core.turn))
        self.effect(draft, command)

    def effect(self, draft: Draft, command: P) -> None:
        """What the card does."""

    def certainty(self, table: Table, command: P) -> Certainty:
        """B-56: sure only when no other card can be meant, and what else it needs is there."""
        held = development(table).held.get(command.by, ())
        ready = sum(turn != table.core.turn for turn in held)
        return least_certain((certainty_of_card(table, command.card, 1, ready), self.needs(table, command)))

    def needs(self, table: Table, command: P) -> Certainty:
        """Whether the cards of hands and bank that the play needs are there."""
        return Certainty.SURE


class PlayKnightRule(PlayRule[PlayKnight]):
    """B-62: the robber moves, and the card counts for the Largest Army."""

    command = PlayKnight

    def at(self, table: Table, command: PlayKnight) -> Iterable[Violation]:
        return check_robber(table, command.by, command.hex, command.victim, command.taken, "B-62")

    def needs(self, table: Table, command: PlayKnight) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.taken)

    def effect(self, draft: Draft, command: PlayKnight) -> None:
        move_robber(draft, command.by, command.hex, command.victim, command.taken)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayKnight]:
        return [PlayKnight(who, hex, victim) for hex, victim in robber_moves_of(table, who)]


class PlayRoadBuildingRule(PlayRule[PlayRoadBuilding]):
    """B-63: two roads that cost nothing."""

    command = PlayRoadBuilding

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_roads(table, who)

    def at(self, table: Table, command: PlayRoadBuilding) -> Iterable[Violation]:
        return check_free_roads(table, command.by, command.edges, "B-63")

    def effect(self, draft: Draft, command: PlayRoadBuilding) -> None:
        for edge in command.edges:
            draft.emit(RoadBuilt(command.by, edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayRoadBuilding]:
        return [PlayRoadBuilding(who, edges) for edges in free_roads(table, who)]


def check_free_roads(table: Table, by: PlayerId, edges: tuple[EdgeId, ...], rule: str) -> Iterable[Violation]:
    """Two roads by the rule of roads, the second one may go on from the first; fewer only if no more fit."""
    if not 1 <= len(edges) <= FREE_ROADS or len(set(edges)) < len(edges):
        return [hard(rule, "roads.one-or-two")]
    first, *others = edges
    found = list(check_road(table, by, first))
    lies = clear(found) or clear(check_edge(table, first))
    for edge in others:
        found += check_road(table, by, edge, first) if lies else check_edge(table, edge, rule)
    left = roads_left(table, by)
    # That none is left at all stands against any road.
    if 0 < left < len(edges):
        found.append(no_road_left(by))
    if not found and len(edges) < FREE_ROADS <= left and places_after(table, by, first):
        found.append(soft(rule, "roads.two", player=by))
    return found


def free_roads(table: Table, who: PlayerId) -> Iterable[tuple[EdgeId, ...]]:
    """The ways to place two free roads, or one, as far as the places go."""
    places = road_places(table, who)
    for first in places:
        if roads_left(table, who) >= FREE_ROADS and (seconds := places_after(table, who, first)):
            yield from [(first, second) for second in seconds]
        else:
            yield (first,)


class PlayYearOfPlentyRule(PlayRule[PlayYearOfPlenty]):
    """B-63: two resources from the bank."""

    command = PlayYearOfPlenty

    def at(self, table: Table, command: PlayYearOfPlenty) -> Iterable[Violation]:
        faults = list(check_bag(table, command.cards, RESOURCE))
        yield from faults
        if faults:
            return
        if size(command.cards) != 2:
            yield soft("B-63", "plenty.two", count=size(command.cards))
        if table.slice(Base).hands.counted:
            yield from check_bank(table, command.cards, "B-63")

    def needs(self, table: Table, command: PlayYearOfPlenty) -> Certainty:
        hands = table.slice(Base).hands
        return hands.bank_has(command.cards) if hands.counted else Certainty.SURE

    def effect(self, draft: Draft, command: PlayYearOfPlenty) -> None:
        draft.emit(CardsGained(command.by, command.cards))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayYearOfPlenty]:
        pairs = combinations_with_replacement(names(table, RESOURCE), 2)
        return [PlayYearOfPlenty(who, dict(Counter(pair))) for pair in pairs]


class PlayMonopolyRule(PlayRule[PlayMonopoly]):
    """B-63: all of it from everyone, so that nobody has any left."""

    command = PlayMonopoly
    open_ended = True

    def open_to(self, table: Table, who: PlayerId) -> bool:
        return clear(self.before(table, who))

    def at(self, table: Table, command: PlayMonopoly) -> Iterable[Violation]:
        if command.good not in names(table, RESOURCE):
            yield no_such_card(table, command.good, RESOURCE, "B-63")
            return
        yield from check_surrender(table, command.by, command.good, None, command.given, "B-63")

    def needs(self, table: Table, command: PlayMonopoly) -> Certainty:
        hands = table.slice(Base).hands
        if all(hands.low(giver, command.good) == hands.high(giver, command.good) for giver in hands.holders):
            return Certainty.SURE
        return Certainty.POSSIBLE

    def effect(self, draft: Draft, command: PlayMonopoly) -> None:
        surrender(draft, command.by, command.good, None, command.given)


def check_surrender(
    table: Table, by: PlayerId, good: str, limit: int | None, given: Mapping[PlayerId, int], rule: str
) -> Iterable[Violation]:
    """Each opponent gives ``limit`` cards of a good (None: all), or what he has of it.

    What one gave is taken into account for the next, so that all of it is possible together (B-56).
    """
    hands = table.slice(Base).hands
    most = HUGE if limit is None else limit
    for giver, count in given.items():
        if giver not in table.core.ids or giver == by:
            yield no_opponent(table, by, giver, rule)
        elif not 0 <= count <= most:
            yield hard(rule, "cards.count", count=readable(count))
    if not hands.counted:
        return
    for giver in opponents(table, by):
        count = given.get(giver, 0)
        if may_surrender(hands, giver, good, limit, count):
            hands = hands.take_up_to(giver, by, good, limit, count)
        else:
            low, high = min(most, hands.low(giver, good)), min(most, hands.high(giver, good))
            yield impossible(
                "B-56", "surrender.number", player=giver, good=good, count=readable(count), low=low, high=high
            )


def may_surrender(hands: Knowledge, giver: PlayerId, good: str, limit: int | None, count: int) -> bool:
    """Whether a player can have given so many because he has as many, or no more than these."""
    if count == limit:
        return hands.has(giver, {good: count}) is not Certainty.IMPOSSIBLE
    odds = hands.odds(giver, good)
    return hands.low(giver, good) <= count <= hands.high(giver, good) if odds is None else count in odds


def surrender(
    draft: Draft, by: PlayerId, good: str, limit: int | None, given: Mapping[PlayerId, int]
) -> None:
    """Who is not named gave nothing, and so has none."""
    everyone = {giver: given.get(giver, 0) for giver in opponents(draft, by)}
    draft.emit(CardsSurrendered(by, good, limit, everyone))


class ShowVictoryPointsRule(CommandRule[ShowVictoryPoints]):
    """B-53: exempt from the limits of playing, and revealed only when they win."""

    command = ShowVictoryPoints
    timing = Timing.TURN
    open_ended = True

    def open_to(self, table: Table, who: PlayerId) -> bool:
        return bool(development(table).held.get(who))

    def at(self, table: Table, command: ShowVictoryPoints) -> Iterable[Violation]:
        if not 1 <= command.count <= DECK[VICTORY_POINT]:
            yield hard("B-53", "development.point-count", count=readable(command.count))
            return
        yield from check_held(table, command.by, VICTORY_POINT, command.count)
        points, needed = table.points(command.by) + command.count, table.value("points_to_win", command.by)
        if points < needed:
            yield soft("B-53", "development.no-win", player=command.by, count=points, needed=needed)

    def certainty(self, table: Table, command: ShowVictoryPoints) -> Certainty:
        held = len(development(table).held.get(command.by, ()))
        return certainty_of_card(table, VICTORY_POINT, command.count, held)

    def apply(self, draft: Draft, command: ShowVictoryPoints) -> None:
        for _ in range(command.count):
            draft.emit(DevelopmentPlayed(command.by, VICTORY_POINT))


def judge_army(draft: Draft, event: object = None) -> None:
    """B-62: the first with three knights; another one takes it with strictly more.

    Where nobody holds it although several have as many, it waits until one alone has the most.
    """
    holder = development(draft).largest_army
    armies = {player: army(draft, player) for player in draft.core.ids}
    most = max(armies.values())
    leaders = [player for player, knights in armies.items() if knights == most]
    if most >= ARMY and len(leaders) == 1 and holder not in leaders:
        draft.emit(LargestArmyHeld(leaders[0]))


def army_points(table: Table, player: PlayerId) -> int:
    """B-62: 2 points."""
    return 2 if development(table).largest_army == player else 0


def shown_points(table: Table, player: PlayerId) -> int:
    """B-53: victory-point cards that lie open."""
    return development(table).played.get(player, {}).get(VICTORY_POINT, 0)


COMMANDS = (
    BuyDevelopmentCardRule(),
    PlayKnightRule(),
    PlayRoadBuildingRule(),
    PlayYearOfPlentyRule(),
    PlayMonopolyRule(),
    ShowVictoryPointsRule(),
)
