"""What the table knows of hidden hands, in simulated games, against every table of hands written out.

The same events go to the engine and to the brute force (tests/kit/enumeration.py). While the engine keeps all
possible hands both must know exactly the same; where it keeps bounds these must not be too narrow. When
there come to be too many for the brute force, everyone shows all cards, and it goes on from there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.simulate import Simulation, header
from companion.engine.cells import BANK
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.verdict import Certainty
from companion.rules.base.hands import (
    BankCounted,
    CardsChosen,
    CardsDrawn,
    CardsExchanged,
    CardsGained,
    CardsMoved,
    CardsPaid,
    CardsReturned,
    CardsShown,
    CardsSurrendered,
    HandsEvent,
    NoneHeld,
)
from companion.rules.base.roll import Produced
from companion.rules.base.showing import ShowCards
from companion.rules.base.slice import Base
from tests.kit.enumeration import Enumeration

CK = ("base", "cities_knights")
GAMES = (
    (("base",), 2, 1),
    (("base",), 3, 2),
    (("base",), 4, 3),
    (("base", "fishermen", "friendly_robber"), 3, 4),
    (("base", "event_cards", "harbourmaster"), 3, 5),
    (("base", "catan_for_two"), 2, 6),
    (CK, 3, 7),
    (CK, 4, 8),
    ((*CK, "catan_for_two"), 2, 9),
    ((*CK, "event_cards", "fishermen"), 3, 10),
    ((*CK, "catan_for_two"), 2, 11),
)
ENTRIES = 450
PROFILES = ("hobbyworld", "official2025")
"""By seed; they differ in what is given back in a forced trade (C2-05)."""
MOST = 400
"""Tables of hands that the brute force writes out, before everyone shows all cards."""

LARGE = 1024
"""A budget that these games never exceed."""

SMALL = 6
"""A budget of possible hands that games soon exceed."""

MANY = 5
"""In a game with so many times more possible hands, bounds have certainly been kept."""

ASIDE = "aside"
"""Holds cards that are on their way between two hands."""

EXACTLY = Fraction(1, 10**9)


class Witness:
    """Sees the same events as the engine and writes out all tables of hands that fit them."""

    def __init__(self, game: Simulation, fresh: bool) -> None:
        self.game = game
        self.players = list(game.state.core.ids)
        self.worlds = Enumeration([*self.players, ASIDE], game.state.slice(Base).hands.supply)
        self.fresh = fresh
        """Whether the engine has kept all possible hands so far. Once it has kept only bounds it may think
        more hands possible than there are, and their odds alike."""
        self.most = 1
        self.seen: Counter[str] = Counter()

    def see(self, event: Event) -> None:
        """Let the brute force take in what happened."""
        worlds = self.worlds
        match event:
            case Produced(gains=gains):
                for player, cards in gains.items():
                    worlds.move(None, player, cards)
            case CardsGained(by=by, cards=cards):
                worlds.move(None, by, cards)
            case CardsPaid(by=by, cards=cards):
                worlds.move(by, None, cards)
            case CardsReturned(by=by, cards=cards, unseen=unseen):
                worlds.move(by, None, cards)
                worlds.unseen(by, None, unseen, None, at_random=False)
            case CardsMoved(giver=giver, by=by, cards=cards):
                worlds.move(giver, by, cards)
            case CardsDrawn(giver=giver, by=by, count=count, among=among):
                worlds.unseen(giver, by, count, among, at_random=True)
            case CardsChosen(giver=giver, by=by, count=count, among=among):
                worlds.unseen(giver, by, count, among, at_random=False)
            case CardsExchanged():
                self._exchange(event)
            case CardsSurrendered(by=by, good=good, limit=limit, given=given):
                for giver, count in given.items():
                    worlds.move(giver, by, {good: count})
                    if limit is None or count < limit:
                        worlds.has_none(giver, [good])
            case CardsShown(by=by, cards=cards, whole=whole):
                worlds.shows(by, cards, whole)
            case NoneHeld(by=by, goods=goods):
                worlds.has_none(by, goods)
            case BankCounted(cards=cards):
                self._bank(cards)
        if isinstance(event, HandsEvent):
            self.seen[type(event).__name__] += 1

    def _exchange(self, event: CardsExchanged) -> None:
        """C2-05: what is given back is none of what was drawn, so that waits beside the table."""
        worlds = self.worlds
        worlds.move(event.giver, ASIDE, event.drawn)
        worlds.unseen(event.giver, ASIDE, event.unseen, event.among, at_random=True)
        worlds.move(event.by, event.giver, event.returned)
        worlds.unseen(event.by, event.giver, event.hidden, None, at_random=False)
        row, target = worlds.rows.index(ASIDE), worlds.rows.index(event.by)
        after: dict[Any, Fraction] = {}
        for hands, odds in worlds.odds_of.items():
            rows = [list(one) for one in hands]
            rows[target] = [a + b for a, b in zip(rows[target], rows[row], strict=True)]
            rows[row] = [0] * len(rows[row])
            key = tuple(tuple(one) for one in rows)
            after[key] = after.get(key, Fraction(0)) + odds
        worlds.odds_of = after

    def _bank(self, cards: Mapping[str, int]) -> None:
        columns = {self.worlds.goods.index(good): count for good, count in cards.items()}
        self.worlds.odds_of = {
            hands: odds
            for hands, odds in self.worlds.odds_of.items()
            if all(hands[-1][column] == count for column, count in columns.items())
        }

    # --- comparing

    def compare(self, known: Knowledge, chance: random.Random) -> None:
        """Assert that the engine knows what can be known, or at least nothing that is wrong."""
        worlds = self.worlds
        assert worlds.odds_of, "nothing is possible"
        self.most = max(self.most, len(worlds.odds_of))
        exact = self.fresh = self.fresh and known.possibilities is not None
        if exact:
            assert known.possibilities == len(worlds.odds_of)
        elif known.possibilities is not None:
            assert known.possibilities >= len(worlds.odds_of)
        self.seen["exact" if exact else "bounds" if known.possibilities is None else "again"] += 1
        for holder in (*self.players, BANK):
            row = worlds.rows.index(holder)
            for column, good in enumerate(worlds.goods):
                counts = {hands[row][column] for hands in worlds.odds_of}
                low, high = known.low(holder, good), known.high(holder, good)
                assert low <= min(counts) <= max(counts) <= high, (holder, good)
                if exact:
                    assert (low, high) == (min(counts), max(counts)), (holder, good)
                if exact and len(counts) > 1 and chance.random() < 0.1:
                    self._odds(known, holder, good)
        for _ in range(3):
            self._has(known, chance, exact)

    def _odds(self, known: Knowledge, holder: PlayerId | None, good: str) -> None:
        found = known.odds(holder, good)
        assert found is not None
        expected = self.worlds.counts(holder, good)
        assert set(found) == set(expected), (holder, good)
        for count, odds in expected.items():
            assert abs(Fraction(found[count]) - odds) < EXACTLY, (holder, good, found, expected)

    def _has(self, known: Knowledge, chance: random.Random, exact: bool) -> None:
        """Questions about one hand or several at once, such as prices and gifts ask."""
        people = chance.sample(self.players, 1 + chance.randrange(len(self.players)))
        needs = {
            one: dict(Counter(chance.choice(self.worlds.goods) for _ in range(1 + chance.randrange(4))))
            for one in people
        }
        fits = self.worlds.holding(needs)
        truth = Certainty.SURE if all(fits) else Certainty.POSSIBLE if any(fits) else Certainty.IMPOSSIBLE
        answers = [known.have(needs)]  # type: ignore[arg-type]
        if len(people) == 1:
            answers.append(known.has(people[0], needs[people[0]]))
        for found in answers:
            if exact or found is not Certainty.POSSIBLE:
                assert found is truth, (needs, found, truth)

    # --- going on

    def show_all(self) -> list[ShowCards]:
        """What brings everything to light."""
        base: Any = self.game.secrets["base"]
        return [ShowCards(player, dict(+base.hands[player]), whole=True) for player in self.players]


@pytest.mark.parametrize("budget", [LARGE, SMALL])
@pytest.mark.parametrize(("modules", "players", "seed"), GAMES, ids=str)
def test_b_56_what_is_known_is_what_can_be_known(
    modules: tuple[str, ...], players: int, seed: int, budget: int
) -> None:
    """With the engine's own budget of possible hands, and with one so small that mostly bounds are kept."""
    profile = PROFILES[seed % len(PROFILES)]
    top = header(modules, players, seed, "L3", profile, {"points_to_win": 20})
    game = Simulation(top, random.Random(seed), checked=False)
    base = game.state.slice(Base)
    known = Knowledge.start(base.hands.holders, base.hands.supply, budget)
    game.state = game.state.with_slice("base", replace(base, hands=known))
    witness, chance = Witness(game, budget == LARGE), random.Random(seed)
    shown = 0
    while not game.over and len(game.entries) < ENTRIES:
        entries = [game.step()]
        if len(witness.worlds.odds_of) > MOST:
            for command in witness.show_all():
                verdict = game.judge(command)
                assert not hasattr(verdict, "violations"), verdict
                entries.append(game.enter(command, verdict.events))
            shown += 1
        for entry in entries:
            for event in entry.events:
                witness.see(event)
        try:
            witness.compare(game.state.slice(Base).hands, chance)
        except AssertionError as error:
            raise AssertionError(f"{modules} seed {seed} entry {len(game.entries)}: {entries}") from error
    print(f"{shown} times shown, at most {witness.most} tables of hands, {witness.seen}")
    assert witness.most > 1
    assert witness.fresh if budget == LARGE else witness.seen["bounds"] or witness.most <= MANY * SMALL
