"""What everyone gets, in simulated games, against every card that a number owes written out one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.simulate import Simulation, header
from companion.engine.cells import BANK
from companion.engine.core import Asked, DiceRolled
from companion.engine.state import GameState
from companion.engine.table import Draft, evolve
from companion.history.log import Entry
from companion.rules.base.hands import CardsGained, CardsPaid
from companion.rules.base.roll import Produced, claims, pay_out
from companion.rules.base.setup import PlaceBuilding
from companion.rules.base.slice import Base
from companion.rules.cities_knights.slice import CitiesKnights, Track
from companion.rules.variants.event_cards.turning import CardTurned
from tests.kit.brute import GOOD_OF, Plain, around, map_of, owed, photograph, production

CK = ("base", "cities_knights")
GAMES = (
    (("base",), 4, "L3", "hobbyworld", 1),
    (("base",), 3, "L2", "hobbyworld", 2),
    (("base", "event_cards", "fishermen"), 4, "L3", "hobbyworld", 3),
    (("base", "catan_for_two"), 2, "L3", "hobbyworld", 4),
    (CK, 4, "L3", "hobbyworld", 5),
    (CK, 3, "L3", "colonist", 6),
    (CK, 2, "L2", "official2025", 7),
    ((*CK, "event_cards"), 3, "L3", "official2025", 8),
    ((*CK, "catan_for_two", "fishermen"), 2, "L3", "hobbyworld", 9),
)
ENTRIES = 500
AQUEDUCT = 3


def as_counters(gains: Mapping[Any, Mapping[str, int]]) -> dict[str, Counter[str]]:
    """Without those who get nothing."""
    return {str(player): Counter(cards) for player, cards in gains.items() if +Counter(cards)}


class Clerk:
    """Counts again what each entry of a game brought."""

    def __init__(self, game: Simulation) -> None:
        self.game = game
        self.number = 0
        self.event = ""
        self.seen: Counter[str] = Counter()

    def bank(self) -> dict[str, int] | None:
        """What the bank really has; None where nobody counts cards."""
        base: Any = self.game.secrets["base"]
        return {good: base.bank(good) for good in base.supply} if base.counted else None

    def entry(self, before: GameState, bank: dict[str, int] | None, entry: Entry) -> None:
        """Go through what happened, event by event."""
        state = before
        for number, event in enumerate(entry.events):
            match event:
                case DiceRolled(dice=dice) if {"white", "red"} <= dice.keys():
                    self.number, self.event = int(dice["white"]) + int(dice["red"]), ""
                case CardTurned(number=turned, event=name, counts=True):
                    self.number, self.event = turned, name
                case CardsGained(cards=cards) if bank is not None:
                    bank = {good: count - cards.get(good, 0) for good, count in bank.items()}
                case CardsPaid(cards=cards) if bank is not None:
                    bank = {good: count + cards.get(good, 0) for good, count in bank.items()}
                case Produced():
                    self.produced(state, bank, entry, number, event)
            state = evolve(state, event)

    def produced(
        self, state: GameState, bank: dict[str, int] | None, entry: Entry, number: int, event: Produced
    ) -> None:
        """B-11 in the set-up, B-22 and B-23 after a roll."""
        plain = photograph(state)
        if isinstance(entry.command, PlaceBuilding):
            cards = around(plain, entry.command.site)
            expected = {str(entry.command.by): cards} if cards else {}
            self.seen["start"] += 1
        else:
            epidemic = self.event == "epidemic"
            expected = as_counters(production(plain, self.number, bank, epidemic))
            self.seen["roll"] += 1
            self.seen["epidemic"] += epidemic
            self.aqueducts(state, plain, entry, number, expected)
        where = f"{self.game.header.modules} {self.game.header.game} entry {entry.entry}, {self.number}"
        assert as_counters(event.gains) == expected, where

    def aqueducts(
        self, state: GameState, plain: Plain, entry: Entry, number: int, got: Mapping[str, object]
    ) -> None:
        """CK-42: whoever built it and got nothing is asked."""
        ck: Any = state.slices.get("cities_knights")
        if ck is None or self.bank() is None:
            return
        if self.game.ruleset.options["aqueduct"] == "no_claim":
            got = dict(owed(plain, self.number, self.event == "epidemic"))
        builders = {
            str(player)
            for player, levels in ck.improvements.items()
            if {track.value: level for track, level in levels.items()}.get("science", 0) >= AQUEDUCT
        }
        asked = {
            str(one.decision.who)
            for one in entry.events[number:]
            if isinstance(one, Asked) and one.decision.kind == "aqueduct"
        }
        assert asked == builders - set(got), f"{self.game.header.game} entry {entry.entry}"
        self.seen["aqueduct"] += bool(asked)


@pytest.mark.parametrize(("modules", "players", "level", "profile", "seed"), GAMES, ids=str)
def test_b_22_every_roll_of_a_game(
    modules: tuple[str, ...], players: int, level: str, profile: str, seed: int
) -> None:
    """B-11, B-22, B-23, B-32, CK-40 to CK-42, EV-11."""
    top = header(modules, players, seed, level, profile, {"points_to_win": 30})
    game = Simulation(top, random.Random(seed), checked=False)
    clerk = Clerk(game)
    if "cities_knights" in modules:
        # Everybody has built the Aqueduct, which people seldom come to in so few entries.
        built = {player: {Track.SCIENCE: AQUEDUCT} for player in game.state.core.ids}
        ck = replace(game.state.slice(CitiesKnights), improvements=built)
        game.state = game.state.with_slice("cities_knights", ck)
    while not game.over and len(game.entries) < ENTRIES:
        before, bank = game.state, clerk.bank()
        clerk.entry(before, bank, game.step())
    print(clerk.seen)
    assert clerk.seen["start"] == players
    assert clerk.seen["roll"] > 20
    assert clerk.seen["aqueduct"] or "cities_knights" not in modules or level != "L3"


@pytest.mark.parametrize("modules", [("base",), CK], ids="+".join)
def test_b_23_short_banks(modules: tuple[str, ...]) -> None:
    """Any number on any position, with a bank that has nothing, little or just enough of every card."""
    short: Counter[str] = Counter()
    for seed in range(6):
        game = Simulation(header(modules, 4, seed, "L3"), random.Random(seed), checked=False)
        chance = random.Random(seed)
        while not game.over and len(game.entries) < 400:
            game.step()
            base = game.state.slice(Base)
            if base.board is None or not base.buildings or chance.random() > 0.1:
                continue
            plain = photograph(game.state)
            number = chance.choice((2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
            draft, bank = drained(game, chance)
            expected = as_counters(production(plain, number, bank))
            pay_out(draft, claims(draft, number))
            (event,) = (one for one in draft.events if isinstance(one, Produced))
            where = f"{modules} {game.header.game} entry {len(game.entries)}, {number}, bank {bank}"
            assert as_counters(event.gains) == expected, where
            due = Counter(good for _, good in owed(plain, number))
            assert set(event.short) == {good for good, count in due.items() if count > bank[good]}, where
            for good in event.short:
                claimants = len({player for player, what in owed(plain, number) if what == good})
                short["one" if claimants == 1 else "several"] += 1
    print(short)
    assert short["one"] > 10
    assert short["several"] > 10


def drained(game: Simulation, chance: random.Random) -> tuple[Draft, dict[str, int]]:
    """The position with all hands shown and most of the bank in the first player's hand."""
    draft = Draft(game.ruleset, game.state)
    base: Any = game.secrets["base"]
    first = game.state.core.ids[0]
    known = draft.slice(Base).hands
    for player, hand in base.hands.items():
        known = known.shows(player, dict(+hand), whole=True)
    bank = {good: base.bank(good) for good in base.supply}
    taken = {good: max(0, count - chance.randrange(4)) for good, count in bank.items()}
    known = known.gain(first, {good: count for good, count in taken.items() if count})
    part = replace(draft.slice(Base), hands=known)
    draft = Draft(game.ruleset, game.state.with_slice("base", part))
    assert all(known.low(BANK, good) == known.high(BANK, good) for good in bank)
    return draft, {good: count - taken[good] for good, count in bank.items()}


def test_the_counting_itself() -> None:
    """The check of the check, by hand: a settlement and a city at two hexes with the same number."""
    corner, other = map_of((1, 2)).corners_of[0][3], map_of((1, 2)).corners_of[1][3]
    plain = Plain((1, 2), ("forest", "mountains", "forest"), (6, 6, 8), {}, ("anna", "ben"))
    plain.buildings = {corner: ("anna", "settlement"), other: ("ben", "city")}
    assert GOOD_OF["forest"] == "lumber"
    full = dict.fromkeys(("lumber", "ore", "coin", "paper"), 19)
    assert production(plain, 6, full)["anna"] == {"lumber": 1, "ore": 1}
    assert production(plain, 6, full)["ben"] == {"ore": 2}
    plain.commodities = True
    assert production(plain, 6, full)["ben"] == {"ore": 1, "coin": 1}
    assert production(plain, 6, full | {"ore": 1}) == {"anna": {"lumber": 1}, "ben": {"coin": 1}}
    plain.robber = 1
    assert production(plain, 6, full | {"lumber": 0}) == {"anna": {}, "ben": {}}
