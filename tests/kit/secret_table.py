"""Tables that know their own hands, and what they tell of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.engine.cells import BANK, Holder
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from tests.kit.enumeration import Enumeration, Hands

Told = tuple[str, tuple[Any, ...]]
"""One report: the name of what happens to a :class:`Knowledge`, and what was seen of it."""

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
COMMODITIES = ("cloth", "coin", "paper")
SUPPLY = {**dict.fromkeys(RESOURCES, 19), **dict.fromkeys(COMMODITIES, 12)}
"""Cards of Cities & Knights."""


class SecretTable:
    """All hands, open to the test alone. Whatever happens goes into ``told`` as the others see it."""

    def __init__(self, holders: Sequence[str], supply: Mapping[str, int], chance: random.Random) -> None:
        self.holders = tuple(PlayerId(holder) for holder in holders)
        self.supply = dict(supply)
        self.goods = tuple(supply)
        self.chance = chance
        self.hands: dict[Holder, Counter[str]] = {holder: Counter() for holder in self.holders}
        self.hands[BANK] = Counter(supply)
        self.told: list[Told] = []

    def start(self, **budget: int) -> Knowledge:
        return Knowledge.start(self.holders, self.supply, **budget)

    @property
    def truth(self) -> Hands:
        return tuple(tuple(self.hands[row][good] for good in self.goods) for row in (*self.holders, BANK))

    def some(self, holder: Holder, count: int, among: Sequence[str] | None = None) -> dict[str, int]:
        """At most that many cards of a hand, by chance."""
        cards = [good for good in among or self.goods for _ in range(self.hands[holder][good])]
        return dict(Counter(self.chance.sample(cards, min(count, len(cards)))))

    def tell(self, what: str, *seen: Any) -> None:
        self.told.append((what, seen))

    def _shift(self, giver: Holder, taker: Holder, bag: Mapping[str, int]) -> None:
        self.hands[giver].subtract(bag)
        self.hands[taker].update(bag)
        assert min(self.hands[giver].values(), default=0) >= 0, "the table itself cheats"

    def gain(self, holder: PlayerId, bag: Mapping[str, int]) -> None:
        self._shift(BANK, holder, bag)
        self.tell("gain", holder, bag)

    def pay(self, holder: PlayerId, bag: Mapping[str, int]) -> None:
        self._shift(holder, BANK, bag)
        self.tell("pay", holder, bag)

    def move(self, giver: PlayerId, taker: PlayerId, bag: Mapping[str, int]) -> None:
        self._shift(giver, taker, bag)
        self.tell("move", giver, taker, bag)

    def draw(self, giver: Holder, taker: Holder, count: int, among: Sequence[str] | None = None) -> None:
        """Nothing happens if the hand is too small."""
        self._unseen("draw", giver, taker, count, among)

    def hand_over(self, giver: Holder, taker: Holder, count: int, among: Sequence[str] | None = None) -> None:
        """Nothing happens if the hand is too small."""
        self._unseen("hand_over", giver, taker, count, among)

    def _unseen(
        self, what: str, giver: Holder, taker: Holder, count: int, among: Sequence[str] | None
    ) -> None:
        bag = self.some(giver, count, among)
        if sum(bag.values()) == count:
            self._shift(giver, taker, bag)
            self.tell(what, giver, taker, count, among)

    def give_back(self, holder: PlayerId, count: int, hidden: bool = True) -> None:
        bag = self.some(holder, count)
        seen = {good: self.chance.randint(0, number) if hidden else number for good, number in bag.items()}
        self._shift(holder, BANK, bag)
        self.tell("give_back", holder, sum(bag.values()), seen)

    def take_up_to(self, giver: PlayerId, taker: PlayerId, good: str, limit: int | None) -> None:
        had = self.hands[giver][good]
        given = had if limit is None else min(had, limit)
        self._shift(giver, taker, {good: given})
        self.tell("take_up_to", giver, taker, good, limit, given)

    def shows(self, holder: PlayerId, bag: Mapping[str, int], whole: bool = False) -> None:
        self.tell("shows", holder, bag, whole)

    def has_none(self, holder: PlayerId, goods: Sequence[str]) -> None:
        self.tell("has_none", holder, goods)


def follow(known: Knowledge, told: Sequence[Told]) -> Knowledge:
    """What is known after these reports."""
    for what, seen in told:
        known = getattr(known, what)(*seen)
    return known


def follow_by_force(worlds: Enumeration, told: Sequence[Told]) -> None:
    """The same reports, to the brute force."""
    for what, seen in told:
        BY_FORCE[what](worlds, *seen)


def _give_back(worlds: Enumeration, holder: str, count: int, seen: Mapping[str, int]) -> None:
    worlds.move(holder, None, seen)
    worlds.unseen(holder, None, count - sum(seen.values()), None, at_random=False)


def _take_up_to(
    worlds: Enumeration, giver: str, taker: str, good: str, limit: int | None, given: int
) -> None:
    worlds.move(giver, taker, {good: given})
    if limit is None or given < limit:
        worlds.has_none(giver, [good])


BY_FORCE: dict[str, Callable[..., None]] = {
    "gain": lambda worlds, holder, bag: worlds.move(None, holder, bag),
    "pay": lambda worlds, holder, bag: worlds.move(holder, None, bag),
    "move": Enumeration.move,
    "draw": lambda worlds, *seen: worlds.unseen(*seen, at_random=True),
    "hand_over": lambda worlds, *seen: worlds.unseen(*seen, at_random=False),
    "give_back": _give_back,
    "take_up_to": _take_up_to,
    "shows": Enumeration.shows,
    "has_none": Enumeration.has_none,
}


def anything(table: SecretTable) -> None:
    """Anything that could happen between hands, likely or not; now and then nothing."""
    chance = table.chance
    giver, taker = chance.sample(table.holders, 2)
    goods = table.goods
    among = None if chance.random() < 0.7 else chance.sample(goods, chance.randint(1, len(goods)))
    happening = chance.choice(
        ["gain"] * 3
        + ["pay", "move", "draw", "draw", "several", "hand_over", "shows", "whole", "none", "all", "back"]
    )
    match happening:
        case "gain":
            table.gain(taker, table.some(BANK, chance.randint(1, 4)))
        case "pay":
            table.pay(giver, table.some(giver, chance.randint(1, 3)))
        case "move":
            table.move(giver, taker, table.some(giver, chance.randint(1, 3)))
        case "draw":
            table.draw(giver, taker, 1, among)
        case "several":
            table.draw(chance.choice([giver, giver, BANK]), taker, chance.randint(2, 3), among)
        case "hand_over":
            table.hand_over(giver, taker, chance.randint(1, 3), among)
        case "shows":
            table.shows(giver, table.some(giver, chance.randint(0, 2)))
        case "whole":
            if chance.random() < 0.3:
                table.shows(giver, dict(+table.hands[giver]), True)
        case "none":
            table.has_none(giver, [g for g in goods if not table.hands[giver][g] and chance.random() < 0.5])
        case "all":
            table.take_up_to(giver, taker, chance.choice(goods), chance.choice([1, 2, None]))
        case "back":
            table.give_back(giver, chance.randint(0, table.hands[giver].total()))


PRICES: tuple[Mapping[str, int], ...] = (
    {"brick": 1, "lumber": 1},
    {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
    {"grain": 2, "ore": 3},
    {"wool": 1, "ore": 1},
    {"grain": 1},
    {"brick": 2},
    *({good: count} for good in COMMODITIES for count in (1, 2, 3, 4)),
)


def evening(table: SecretTable, turns: int, talk: float = 0.5) -> Iterator[None]:
    """A game like Cities & Knights as far as cards go; stops after each report.

    ``talk`` is how often somebody trades.
    """
    chance = table.chance
    fields = {
        (number, good): chance.choices(table.holders, k=chance.randint(1, 2))
        for good in RESOURCES
        for number in chance.sample([2, 3, 4, 5, 6, 8, 9, 10, 11, 12], 4)
    }
    extra = {"wool": "cloth", "ore": "coin", "lumber": "paper"}
    for turn in range(turns):
        seen = len(table.told)
        on_turn = table.holders[turn % len(table.holders)]
        others = [holder for holder in table.holders if holder != on_turn]
        number = chance.randint(1, 6) + chance.randint(1, 6)
        if number == 7:
            for holder in table.holders:
                if table.hands[holder].total() > 7:
                    table.give_back(holder, table.hands[holder].total() // 2, hidden=False)
            table.draw(chance.choice(others), on_turn, 1)
        for (roll, good), owners in fields.items():
            for owner in owners if roll == number else ():
                bag = {good: 1, extra[good]: 1} if good in extra and turn > 30 else {good: 1 + (turn > 30)}
                if all(table.hands[BANK][one] >= count for one, count in bag.items()):
                    table.gain(owner, bag)
        victim = chance.choice(others)
        match chance.random() if turn > 30 else 1.0:
            case luck if luck < 0.03:  # Wedding
                table.hand_over(victim, on_turn, min(2, table.hands[victim].total()))
            case luck if luck < 0.05:  # Master merchant
                table.hand_over(victim, on_turn, min(2, table.hands[victim].total()))
            case luck if luck < 0.08:  # Commercial harbour
                offered = table.some(on_turn, 1, RESOURCES)
                if offered and any(table.hands[victim][good] for good in COMMODITIES):
                    table.move(on_turn, victim, offered)
                    table.hand_over(victim, on_turn, 1, COMMODITIES)
                elif offered:
                    table.has_none(victim, COMMODITIES)
            case luck if luck < 0.13:  # the monopolies
                good = chance.choice(table.goods)
                for other in others:
                    table.take_up_to(other, on_turn, good, 2 if good in RESOURCES else 1)
            case luck if luck < 0.16:  # Bishop
                for other in others:
                    table.draw(other, on_turn, 1)
        if chance.random() < talk:
            give, want = table.some(on_turn, 1), table.some(victim, 1)
            if give and want:
                table.move(on_turn, victim, give)
                table.move(victim, on_turn, want)
        for price in chance.sample(PRICES, len(PRICES)):
            if chance.random() < 0.5 and all(table.hands[on_turn][good] >= n for good, n in price.items()):
                table.pay(on_turn, price)
        for good in table.goods:
            if table.hands[on_turn][good] >= 4 and chance.random() < 0.7:
                table.pay(on_turn, {good: 4})
                table.gain(on_turn, table.some(BANK, 1))
        for _ in range(len(table.told) - seen):
            yield
