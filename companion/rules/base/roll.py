"""What a roll brings: the 7 with its limits, or production (B-22, B-23, B-30, B-32)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from companion.engine.cells import BANK
from companion.engine.event import Event
from companion.engine.extension import (
    CueRule,
    Die,
    Part,
    Stage,
    Step,
    Term,
)
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.knowledge import Knowledge
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.rules.base.board import PRODUCES, Board, hexes_by_token
from companion.rules.base.goods import Bag
from companion.rules.base.hands import HandsEvent
from companion.rules.base.network import board, geometry
from companion.rules.base.queries import hand_limit
from companion.rules.base.slice import Base, BaseEvent, Building, BuildingKind

WHITE = "white"
RED = "red"

AMOUNT = {BuildingKind.SETTLEMENT: 1, BuildingKind.CITY: 2}
"""B-22: cards for a settlement and for a city."""

Yields = Mapping[BuildingKind, Mapping[str, Bag]]
"""The cards that each kind of building brings at each terrain."""

YIELDS: Yields = {
    kind: {terrain: {good: amount} for terrain, good in PRODUCES.items()} for kind, amount in AMOUNT.items()
}
"""B-22: of the resource of the terrain."""

Claims = Mapping[PlayerId, Mapping[str, int]]
"""What everyone is owed, by player and good."""


class SevenRolled(BaseEvent, frozen=True, tag="base.seven_rolled"):
    """A 7: how many cards each player may keep, and whether the robber moves at all."""

    scores: ClassVar[bool] = False
    limits: dict[PlayerId, int]
    robber_moves: bool

    @property
    def variant(self) -> str:
        return "" if self.robber_moves else "frozen"


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


def total(table: Table) -> int:
    """The number rolled: the sum of the two number dice, or whatever stands in for them."""
    number: int = table.value("roll_total")
    return number


def dice_total(table: Table, old: None) -> int:
    """The sum of the two number dice of the last roll."""
    white, red = table.core.dice.get(WHITE), table.core.dice.get(RED)
    return (white if isinstance(white, int) else 0) + (red if isinstance(red, int) else 0)


def seven(draft: Draft) -> None:
    """B-30: on a 7 everyone above the limit returns half. Each hand is known to its owner alone."""
    if total(draft) == 7:
        limits = {player: hand_limit(draft, player) for player in draft.core.in_turn_order()}
        draft.emit(SevenRolled(limits, draft.value("robber_frozen") is None))


def count_bank(draft: Draft) -> None:
    """B-23: where it depends on cards that went back unseen what the bank can pay, the table looks."""
    if draft.slice(Base).hands.is_certain(BANK):
        return
    number = total(draft)
    if number == 7:
        return
    owed = claims(draft, number)
    unsure = tuple(good for good, count in _due(owed).items() if _depends(draft, owed, good, count))
    if unsure:
        draft.ask("bank", draft.core.on_turn, "B-23", "base.count_bank", goods=unsure)


def _depends(table: Table, owed: Claims, good: str, count: int) -> bool:
    """Whether what is paid out of a good depends on how many cards the bank has of it."""
    hands = table.slice(Base).hands
    low, high = hands.bank_low(good), hands.bank_high(good)
    if low >= count or low == high:
        return False
    # Several claimants get nothing of a good that is short, however short it is.
    return high >= count or sum(good in cards for cards in owed.values()) == 1


def produce(draft: Draft) -> None:
    """B-22: on any other number than 7 the hexes with that token pay."""
    number = total(draft)
    if number != 7:
        pay_out(draft, claims(draft, number))


def claims(table: Table, number: int) -> Claims:
    """What everyone is owed for a number, before the bank has its say (B-22, B-32)."""
    barren: Collection[HexId] = table.value("barren")
    return _claims(_at(table, number), barren, table.core.ids, table.value("yields"))


def barred(table: Table, number: int) -> Claims:
    """What everyone would be owed for a number by hexes that pay nothing now (B-32)."""
    barren: Collection[HexId] = table.value("barren")
    shut = [producer for producer in _at(table, number) if producer[0] in barren]
    return _claims(shut, (), table.core.ids, table.value("yields")) if shut else {}


def _at(table: Table, number: int) -> Sequence[tuple[HexId, str, Building]]:
    """What stands at the hexes of a number, with the hex and its terrain."""
    token: int = table.value("token_for", number)
    return _producers(board(table), table.slice(Base).buildings).get(token, ())


@remembered
def _claims(
    producers: Sequence[tuple[HexId, str, Building]],
    barren: Collection[HexId],
    people: Sequence[PlayerId],
    yields: Yields,
) -> Claims:
    owed: dict[PlayerId, dict[str, int]] = {}
    for hex, terrain, building in producers:
        if hex not in barren and building.owner in people:
            mine = owed.setdefault(building.owner, {})
            for good, count in yields[building.kind].get(terrain, {}).items():
                mine[good] = mine.get(good, 0) + count
    return owed


@remembered
def _producers(
    island: Board, buildings: Mapping[Site, Building]
) -> Mapping[int, Sequence[tuple[HexId, str, Building]]]:
    """What stands at the hexes of each number, with the hex and its terrain."""
    corners = island.geometry.hex_corners
    return {
        number: [
            (hex, island.terrain[hex], buildings[corner])
            for hex in hexes
            for corner in corners[hex]
            if corner in buildings
        ]
        for number, hexes in hexes_by_token(island).items()
    }


def pay_out(draft: Draft, owed: Claims) -> None:
    """B-23: of a good of which the bank has too few nobody gets any, but a single claimant what is left."""
    hands = draft.slice(Base).hands
    short: list[str] = []
    if hands.counted:
        left: dict[str, int] = {}
        for good, count in _due(owed).items():
            if hands.bank_high(good) < count:
                short.append(good)
                claimants = sum(good in cards for cards in owed.values())
                left[good] = hands.bank_high(good) if claimants == 1 else 0
        if short:
            owed = {player: {**cards, **_among(left, cards)} for player, cards in owed.items()}
    draft.emit(Produced(_paid(owed), tuple(short)))


def _among(left: Mapping[str, int], cards: Bag) -> Bag:
    """Of what is short, that which is owed."""
    return {good: count for good, count in left.items() if good in cards}


@remembered
def _paid(owed: Claims) -> dict[PlayerId, dict[str, int]]:
    """What is owed without that which is nothing."""
    gains = {
        player: {good: count for good, count in cards.items() if count} for player, cards in owed.items()
    }
    return {player: cards for player, cards in gains.items() if cards}


@remembered
def _due(owed: Claims) -> dict[str, int]:
    """How many cards of each good are owed in all."""
    due: dict[str, int] = {}
    for cards in owed.values():
        for good, count in cards.items():
            due[good] = due.get(good, 0) + count
    return due


def base_yields(table: Table, old: None) -> Yields:
    """B-22: one card of the hex's resource for a settlement, two for a city."""
    return YIELDS


def base_barren(table: Table, old: None) -> Collection[HexId]:
    """B-32: the robber's hex pays nothing."""
    robber = table.slice(Base).robber
    return _only(robber)


@remembered
def _only(robber: HexId | None) -> Collection[HexId]:
    return () if robber is None else (robber,)


def around(table: Table, corner: Site) -> dict[str, int]:
    """B-11: one resource for each hex around a corner."""
    island = board(table)
    cards: dict[str, int] = {}
    for hex in geometry(table).corner_hexes[corner]:
        good = PRODUCES.get(island.terrain[hex])
        if good is not None:
            cards[good] = cards.get(good, 0) + 1
    return cards


def base_hand_limit(table: Table, old: None, player: PlayerId) -> int:
    """B-30: 7 cards."""
    return 7


EVENTS: tuple[type[Event], ...] = (
    SevenRolled,
    Produced,
)


PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        dice=(
            Die(WHITE, tuple(range(1, 7)), lambda table: WHITE in table.value("number_dice")),
            Die(RED, tuple(range(1, 7)), lambda table: RED in table.value("number_dice")),
        ),
        steps=(Step("roll", "base.seven", seven),),
        terms=(
            Term("number_dice", Stage.BASE, lambda table, old: (WHITE, RED)),
            Term("roll_total", Stage.BASE, dice_total),
            Term("hand_limit", Stage.BASE, base_hand_limit),
        ),
        cues=(CueRule(SevenRolled, "seven", lambda table, event: tuple(event.limits)),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        steps=(Step("roll", "base.produce", produce, after=("base.robber",)),),
        terms=(
            Term("barren", Stage.BASE, base_barren),
            Term("yields", Stage.BASE, base_yields),
            Term("token_for", Stage.BASE, lambda table, old, number: number),
        ),
    ),
    Part(
        needs=frozenset({Aspect.HANDS}),
        steps=(Step("roll", "base.bank", count_bank, after=("base.robber",), before=("base.produce",)),),
    ),
)
