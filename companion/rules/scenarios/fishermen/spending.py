"""What fish tokens buy, each action by itself (FI-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.knowledge import least_certain
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, clear, hard, impossible, soft
from companion.rules.base.building import RoadBuilt, check_roads
from companion.rules.base.development.buy import DevelopmentBought
from companion.rules.base.development.play import development
from companion.rules.base.goods import RESOURCE, names
from companion.rules.base.hands import CardsGained
from companion.rules.base.network import check_road, road_places
from companion.rules.base.queries import no_opponent, opponents
from companion.rules.base.robber import RobberMoved, certainty_of_robbing, check_card, take_card
from companion.rules.base.slice import Base
from companion.rules.base.trade import check_bank
from companion.rules.scenarios.fishermen.slice import NAMES, OPEN, Fishermen, Tokens, WaterEvent, bag
from companion.rules.scenarios.fishermen.tokens import MOST, check_tokens, has

PRICES: Mapping[str, int] = {"robber": 2, "card": 3, "resource": 4, "road": 5, "development_card": 7}
"""FI-06: what each action costs, in fish."""


class SpendFish(Command, frozen=True):
    """Base of the actions. ``tokens`` are those given: they lie open, so the table sees them."""

    tokens: Tokens


class DriveOffRobber(SpendFish, frozen=True, tag="fi.drive_off_robber"):
    """For 2 fish the robber leaves the board."""


class DrawCard(SpendFish, frozen=True, tag="fi.draw_card"):
    """For 3 fish the player drew a card from an opponent's hand; ``card`` if the table saw it."""

    victim: PlayerId
    card: str | None = None


class TakeResource(SpendFish, frozen=True, tag="fi.take_resource"):
    """For 4 fish the player took a resource from the bank."""

    good: str


class BuildFreeRoad(SpendFish, frozen=True, tag="fi.build_road"):
    """For 5 fish the player built a road."""

    edge: EdgeId


class DrawDevelopmentCard(SpendFish, frozen=True, tag="fi.draw_development_card"):
    """For 7 fish the player took the top development card, face down."""


S = TypeVar("S", bound=SpendFish)


class TokensSpent(WaterEvent, frozen=True, tag="fi.tokens_spent"):
    """FI-06: a player laid these tokens open."""

    by: PlayerId
    tokens: Tokens

    def apply(self, state: Fishermen) -> Fishermen:
        return replace(state, tokens=state.tokens.move(self.by, OPEN, bag(self.tokens)))


def price(table: Table, by: PlayerId, action: str) -> int:
    """What an action costs the player now, in fish."""
    fish: int = table.value("fish_price", by, action)
    return fish


def base_price(table: Table, old: None, by: PlayerId, action: str) -> int:
    """FI-06: what an action costs where no module makes it dearer or cheaper."""
    return PRICES[action]


@cache
def payments(fish: int) -> tuple[Tokens, ...]:
    """All tokens that make up a price, none of which could be left out; the least waste first."""
    found: list[Tokens] = []

    def add(given: Tokens, most: int) -> None:
        if sum(given) >= fish:
            found.append(given)
        elif len(given) < MOST:
            for token in range(most, 0, -1):
                add((*given, token), token)

    add((), max(NAMES))
    needed = [given for given in found if sum(given) - given[-1] < fish]
    return tuple(sorted(needed, key=lambda given: (sum(given), len(given))))


class SpendRule(CommandRule[S], Generic[S]):
    """FI-06: tokens with fish enough, which the player can have; what is too much is lost."""

    too_many_forms = True
    action: ClassVar[str]
    rule: ClassVar[str] = "FI-06"

    def at(self, table: Table, command: S) -> Iterable[Violation]:
        faults = list(check_tokens(table, command.by, command.tokens, self.rule))
        yield from faults
        fish, needed = sum(command.tokens), price(table, command.by, self.action)
        if not faults and fish < needed:
            yield soft(self.rule, "fish.too-few", player=command.by, count=fish, needed=needed)
        yield from self.conditions(table, command)

    def conditions(self, table: Table, command: S) -> Iterable[Violation]:
        """The action's own conditions."""
        return ()

    def apply(self, draft: Draft, command: S) -> None:
        draft.emit(TokensSpent(command.by, command.tokens))
        self.effect(draft, command)

    def effect(self, draft: Draft, command: S) -> None:
        """What the action brings."""

    def certainty(self, table: Table, command: S) -> Certainty:
        return has(table, command.by, command.tokens)

    def choices(self, table: Table, who: PlayerId) -> Iterable[tuple[Any, ...]]:
        """How the action can be done: what the command says beside the tokens."""
        return ((),)

    def forms(self, table: Table, who: PlayerId) -> Iterable[S]:
        """Every way with tokens that pay for it, nothing given for nothing, as far as the player has them."""
        possible = [
            tokens
            for tokens in payments(price(table, who, self.action))
            if clear(check_tokens(table, who, tokens, self.rule))
        ]
        if not possible:
            return ()
        command: type[Any] = self.command
        return [command(who, tokens, *way) for way in self.choices(table, who) for tokens in possible]


class DriveOffRobberRule(SpendRule[DriveOffRobber]):
    """FI-06: the next 7 or knight card brings him back."""

    command = DriveOffRobber
    action = "robber"

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if table.slice(Base).robber is None:
            yield soft("FI-06", "robber.off-already")

    def effect(self, draft: Draft, command: DriveOffRobber) -> None:
        draft.emit(RobberMoved(None))


class DrawCardRule(SpendRule[DrawCard]):
    """FI-06: any card of the hand, unseen by the others."""

    command = DrawCard
    action = "card"

    def conditions(self, table: Table, command: DrawCard) -> Iterable[Violation]:
        victim, hands = command.victim, table.slice(Base).hands
        if victim not in opponents(table, command.by):
            yield no_opponent(table, command.by, victim, "FI-06")
            return
        if hands.counted and not hands.total(victim):
            yield impossible("FI-06", "cards.empty-hand", player=victim)
        yield from check_card(table, victim, command.card, "FI-06")

    def effect(self, draft: Draft, command: DrawCard) -> None:
        take_card(draft, command.by, command.victim, command.card)

    def certainty(self, table: Table, command: DrawCard) -> Certainty:
        tokens = super().certainty(table, command)
        return least_certain((tokens, certainty_of_robbing(table, command.victim, command.card)))

    def choices(self, table: Table, who: PlayerId) -> Iterable[tuple[PlayerId]]:
        return [(other,) for other in opponents(table, who)]


class TakeResourceRule(SpendRule[TakeResource]):
    """FI-06: a resource that the bank has."""

    command = TakeResource
    action = "resource"

    def conditions(self, table: Table, command: TakeResource) -> Iterable[Violation]:
        if command.good not in names(table, RESOURCE):
            yield hard("FI-06", "fish.no-resource", good=str(command.good)[:40])
        elif table.slice(Base).hands.counted:
            yield from check_bank(table, {command.good: 1}, "FI-06")

    def effect(self, draft: Draft, command: TakeResource) -> None:
        draft.emit(CardsGained(command.by, {command.good: 1}))

    def certainty(self, table: Table, command: TakeResource) -> Certainty:
        tokens, hands = super().certainty(table, command), table.slice(Base).hands
        return least_certain((tokens, hands.bank_has({command.good: 1}))) if hands.counted else tokens

    def choices(self, table: Table, who: PlayerId) -> Iterable[tuple[str]]:
        return [(good,) for good in names(table, RESOURCE)]


class BuildFreeRoadRule(SpendRule[BuildFreeRoad]):
    """FI-06, B-50: a road by the rules of building, without its price."""

    command = BuildFreeRoad
    action = "road"

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_roads(table, who)

    def conditions(self, table: Table, command: BuildFreeRoad) -> Iterable[Violation]:
        return check_road(table, command.by, command.edge)

    def effect(self, draft: Draft, command: BuildFreeRoad) -> None:
        draft.emit(RoadBuilt(command.by, command.edge))

    def choices(self, table: Table, who: PlayerId) -> Iterable[tuple[EdgeId]]:
        return [(edge,) for edge in road_places(table, who)]


class DrawDevelopmentCardRule(SpendRule[DrawDevelopmentCard]):
    """FI-06, B-53: the top development card, not playable in the same turn."""

    command = DrawDevelopmentCard
    action = "development_card"

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if development(table).deck < 1:
            yield hard("B-53", "development.none-left")

    def effect(self, draft: Draft, command: DrawDevelopmentCard) -> None:
        draft.emit(DevelopmentBought(command.by, draft.core.turn))


COMMANDS = (
    DriveOffRobberRule(),
    DrawCardRule(),
    TakeResourceRule(),
    BuildFreeRoadRule(),
    DrawDevelopmentCardRule(),
)


EVENTS: tuple[type[Event], ...] = (TokensSpent,)
