"""Cards, pieces and points counted again after every entry, by code that shares nothing with the rules.

Pieces and points are counted from a photograph of the board (tests/kit/brute.py), hands from what the events
say went from hand to hand, Longest Road from trails written out one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from companion.app.simulate import Simulation
from companion.engine.event import Event
from companion.rules.base.hands import (
    CardsChosen,
    CardsDrawn,
    CardsExchanged,
    CardsGained,
    CardsMoved,
    CardsPaid,
    CardsReturned,
    CardsSurrendered,
)
from companion.rules.base.roll import Produced
from companion.rules.cities_knights.improvements import Improved
from companion.rules.scenarios.barbarian_attack.battle import PrisonersTaken
from companion.rules.scenarios.barbarian_attack.cards import BarbarianCaptured
from tests.kit.brute import Plain, longest_trail, next_holder, photograph, pieces_left

DEVELOPMENT_CARDS = 25
PROGRESS_CARDS = 18
POINTS = {"settlement": 1, "city": 2}
TRADE_TOKENS = 20
HARBOUR_POINTS = 3
ARMY = 3
METROPOLIS = 4
BOX = "bank"


@lru_cache(4096)
def _trail(
    pairs: frozenset[tuple[str, str]], closed: frozenset[str], twice: frozenset[tuple[str, str]]
) -> int:
    return longest_trail(pairs, closed, twice)


def trail(plain: Plain, owner: str) -> int:
    """The longest trail of somebody's roads."""
    pairs = frozenset(plain.map.ends[edge] for edge in plain.roads_of(owner))
    ends = {corner for pair in pairs for corner in pair}
    twice = frozenset(plain.map.ends[edge] for edge in plain.camels)
    return _trail(pairs, frozenset(plain.opposing(owner) & ends), pairs & twice)


class Stock:
    """What somebody counts who trusts nobody. ``faults`` is asked once after every entry."""

    def __init__(self, game: Simulation) -> None:
        self.game = game
        self.seen = 0
        self.totals: Counter[str] = Counter()
        self.last: list[Any] = []
        self.longest: str | None = None
        self.harbourmaster: str | None = None
        self.army: str | None = None
        self.armies: dict[str, int] = {}
        self.metropolis: dict[str, str] = {}
        self.levels: dict[tuple[str, str], int] = {}
        self.prisoners: Counter[str] = Counter()

    def faults(self) -> Iterator[str]:
        """What does not add up after the entries since the last look."""
        for entry in self.game.entries[self.seen :]:
            for event in entry.events:
                self._move(event)
                if isinstance(event, Improved):
                    self._improve(str(event.by), event.track.value, event.level)
        self.seen = len(self.game.entries)
        state: Any = self.game.state
        base = state.slices["base"]
        if base.board is None:
            return
        yield from self._cards(state)
        yield from self._largest_army(plain := photograph(state), state)
        ck = state.slices.get("cities_knights")
        pieces = [base.board, base.roads, base.buildings]
        pieces += [ck.knights, ck.walls, ck.lying, ck.metropolises, ck.displaced] if ck is not None else []
        pieces += [state.slices["caravans"].trails] if "caravans" in state.slices else []
        pieces += [state.slices["barbarian_attack"].barbarians] if "barbarian_attack" in state.slices else []
        if not self.last or any(new is not old for new, old in zip(pieces, self.last, strict=True)):
            self.last = pieces
            yield from self._pieces(plain, state)
            yield from self._longest_road(plain, state)
            yield from self._harbourmaster(plain, state)
        yield from self._metropolises(plain, state)
        yield from self._points(plain, state)

    # --- cards

    def _move(self, event: Event) -> None:
        """Cards from hand to hand, as the events say."""
        totals = self.totals
        match event:
            case Produced(gains=gains):
                for player, cards in gains.items():
                    self._shift(BOX, player, sum(cards.values()))
            case CardsGained(by=by, cards=cards):
                self._shift(BOX, by, sum(cards.values()))
            case CardsPaid(by=by, cards=cards):
                self._shift(by, BOX, sum(cards.values()))
            case CardsReturned(by=by, cards=cards, unseen=unseen):
                self._shift(by, BOX, sum(cards.values()) + unseen)
            case CardsMoved(giver=giver, by=by, cards=cards):
                self._shift(giver, by, sum(cards.values()))
            case CardsDrawn(giver=giver, by=by, count=count) | CardsChosen(giver=giver, by=by, count=count):
                self._shift(giver, by, count)
            case CardsExchanged(giver=giver, by=by, drawn=drawn, unseen=unseen, returned=back, hidden=hidden):
                self._shift(giver, by, sum(drawn.values()) + unseen)
                self._shift(by, giver, sum(back.values()) + hidden)
            case CardsSurrendered(by=by, given=given):
                for player, count in given.items():
                    self._shift(player, by, count)
            case PrisonersTaken(by=by, count=count):
                self.prisoners[by] += count
            case BarbarianCaptured(by=by):
                self.prisoners[by] += 1
        assert sum(totals.values()) == 0

    def _shift(self, giver: str, taker: str, count: int) -> None:
        self.totals[giver] -= count
        self.totals[taker] += count

    def _cards(self, state: Any) -> Iterable[str]:
        hands = state.slices["base"].hands
        for player in hands.holders:
            if hands.total(player) != self.totals[player]:
                yield f"{player} has {hands.total(player)} cards, and was given {self.totals[player]}"
        if hands.holders:
            box = sum(hands.supply.values())
            bank = sum(hands.bank_low(good) for good in hands.goods), sum(map(hands.bank_high, hands.goods))
            if not bank[0] <= box + self.totals[BOX] <= bank[1]:
                yield f"the bank has {bank} cards, not {box + self.totals[BOX]}"
        cards = state.slices["base"].development
        if "cities_knights" not in state.slices:
            held = sum(len(turns) for turns in cards.held.values())
            played = sum(sum(kinds.values()) for kinds in cards.played.values())
            box = 0 if "barbarian_attack" in state.slices else DEVELOPMENT_CARDS
            if cards.deck + held + played != box:
                yield f"{cards.deck} + {held} + {played} development cards"
            return
        ck = state.slices["cities_knights"]
        for track, deck in ck.decks.items():
            held = sum(card.track == track for hand in ck.hands.values() for card in hand)
            point_cards = {"politics": ("constitution",), "science": ("printer",)}.get(track.value, ())
            laid = sum(name in point_cards for name in ck.laid_open)
            if deck.fresh + len(deck.under) + held + laid != PROGRESS_CARDS:
                yield f"{track.value}: {deck} + {held} + {laid} progress cards"

    # --- pieces

    @staticmethod
    def _pieces(plain: Plain, state: Any) -> Iterable[str]:
        owners = {*plain.players, *plain.roads.values(), *(who for who, _ in plain.buildings.values())}
        for owner in sorted(owners):
            for piece, count in pieces_left(plain, owner).items():
                if count < 0:
                    yield f"{owner} has {-count} of {piece} too many"
        for edge in plain.roads:
            if edge not in plain.map.ends:
                yield f"a road lies on {edge}"
        for corner in plain.buildings:
            near = [other for other in plain.map.neighbours[corner] if other in plain.buildings]
            if near:
                yield f"buildings stand on {corner} and {near}"
            if corner in plain.knights:
                yield f"a knight stands with a building on {corner}"
        for edge in plain.riders:
            if edge not in plain.map.ends:
                yield f"a knight stands on {edge}"
        for wall in plain.walls:
            if plain.buildings.get(wall, ("", ""))[1] != "city":
                yield f"a wall at {wall}, where no city is"
        if len(set(plain.metropolises.values())) < len(plain.metropolises):
            yield f"two metropolises on one city: {plain.metropolises}"
        for track, site in plain.metropolises.items():
            owner, kind = plain.buildings.get(site, ("", ""))
            levels = state.slices["cities_knights"].improvements
            level = {one.value: number for one, number in levels.get(owner, {}).items()}.get(track, 0)
            if kind != "city" or level < 4:
                yield f"the {track} metropolis on {kind} of {owner} at level {level}"

    # --- awards and points

    def _longest_road(self, plain: Plain, state: Any) -> Iterable[str]:
        """While a displaced knight looks for a place nothing is judged: two corners change hands at once."""
        if getattr(state.slices.get("cities_knights"), "displaced", None):
            return
        owners = {*plain.players, *plain.roads.values()}
        lengths = {owner: trail(plain, owner) for owner in owners}
        self.longest = next_holder(self.longest, lengths, 5)
        base = state.slices["base"]
        if "traders_barbarians" in state.slices:
            self.longest = None
            if base.longest_road is not None or base.trails:
                yield f"{base.longest_road} has a Longest Road that is not in the game"
            return
        if base.longest_road != self.longest:
            yield f"{base.longest_road} has Longest Road, not {self.longest}: {lengths}"
        if {who: length for who, length in lengths.items() if length >= 5} != dict(base.trails):
            yield f"trails are {lengths}, not {base.trails}"

    def _harbourmaster(self, plain: Plain, state: Any) -> Iterable[str]:
        part = state.slices.get("harbourmaster")
        if part is None:
            return
        served = {corner for edge in plain.harbours for corner in plain.map.ends[edge]}
        amounts = dict.fromkeys(plain.players, 0)
        fallen = {corner for player in plain.players for corner in self._fallen(plain, state, player)}
        for corner, (owner, kind) in plain.buildings.items():
            if corner in served and owner in amounts and corner not in fallen:
                amounts[owner] += POINTS[kind]
        self.harbourmaster = next_holder(self.harbourmaster, amounts, HARBOUR_POINTS)
        if part.holder != self.harbourmaster:
            yield f"{part.holder} is Harbourmaster, not {self.harbourmaster}: {amounts}"

    def _largest_army(self, plain: Plain, state: Any) -> Iterable[str]:
        """B-62; C2-06: who throws a knight away and has only as many as the other then loses the card."""
        played = state.slices["base"].development.played
        thrown = getattr(state.slices.get("catan_for_two"), "thrown", {})
        armies = {who: played.get(who, {}).get("knight", 0) - thrown.get(who, 0) for who in plain.players}
        if any(armies[who] < count for who, count in self.armies.items()):
            self.army = None
        self.armies = armies
        self.army = next_holder(self.army, armies, ARMY)
        if state.slices["base"].development.largest_army != self.army:
            yield f"{self.army} has Largest Army: {armies}"

    def _improve(self, who: str, track: str, level: int) -> None:
        """CK-82, CK-85: the first at level 4 has the metropolis, the first at 5 takes it for good."""
        self.levels[who, track] = level
        owner = self.metropolis.get(track)
        if level >= METROPOLIS and (
            owner is None or (level > METROPOLIS and self.levels[owner, track] < level)
        ):
            self.metropolis[track] = who

    def _metropolises(self, plain: Plain, state: Any) -> Iterable[str]:
        if any(question.kind == "metropolis" for question in state.core.pending):
            return
        owners = {track: plain.buildings[site][0] for track, site in plain.metropolises.items()}
        if owners != self.metropolis:
            yield f"metropolises of {owners}, not {self.metropolis}"

    @staticmethod
    def carted(state: Any, player: str) -> int:
        """A point for each delivery, and one for the best wagon."""
        part = state.slices.get("traders_barbarians")
        if part is None:
            return 0
        return int(part.delivered.get(player, 0) + (part.levels.get(player, 1) == 5))

    @staticmethod
    def between_camels(plain: Plain, player: str) -> int:
        """CV-07: the player's buildings at which two camels stand, or three."""
        beside = Counter(corner for edge in plain.camels for corner in plain.map.ends[edge])
        own = [corner for corner, (owner, _kind) in plain.buildings.items() if owner == player]
        return sum(beside[corner] > 1 for corner in own)

    def points(self, plain: Plain, state: Any, player: str) -> int:
        """The points of a player, source by source."""
        base, ck = state.slices["base"], state.slices.get("cities_knights")
        found = sum(POINTS[kind] for owner, kind in plain.buildings.values() if owner == player)
        found += 2 * (self.longest == player) + 2 * (self.harbourmaster == player)
        found += self.between_camels(plain, player)
        if "rivers" in state.slices and self._all_placed(state):
            gold = state.slices["gold"].held
            found += all(gold[player] > count for other, count in gold.items() if other != player)
            found -= 2 * all(gold[player] <= count for count in gold.values())
        found += self.carted(state, player)
        if ck is None:
            found += 2 * (self.army == player)
            found += base.development.played.get(player, {}).get("victory_point", 0)
            found += self.prisoners[player] // 2
            return found - self._lost(plain, state, player)
        found += 2 * sum(plain.buildings[site][0] == player for site in plain.metropolises.values())
        found += ck.defenders.get(player, 0) + (ck.merchant == player)
        found += self.prisoners[player] // 3 - self._lost(plain, state, player)
        return found + sum(owner == player for owner in ck.laid_open.values())

    def _lost(self, plain: Plain, state: Any, player: str) -> int:
        """BA-12, CO-09: what surrounded buildings would be worth that are no metropolis."""
        lying = set(self._fallen(plain, state, player)) - set(plain.metropolises.values())
        return sum(POINTS[plain.buildings[corner][1]] for corner in lying)

    @staticmethod
    def _fallen(plain: Plain, state: Any, player: str) -> list[str]:
        """Somebody's buildings that have nothing but sea and three barbarians on each hex around them."""
        part = state.slices.get("barbarian_attack")
        full = [] if part is None else [hex for hex, count in part.barbarians.items() if count == 3]
        if not full:
            return []
        own = [corner for corner, (owner, _) in plain.buildings.items() if owner == player]
        return [corner for corner in own if set(plain.map.hexes_at[corner]) <= set(full)]

    @staticmethod
    def _all_placed(state: Any) -> bool:
        """Whether two buildings and two roads of everyone stand."""
        asked = {question.kind for question in state.core.pending}
        due = 4 * len(state.core.ids)
        return state.slices["base"].started >= due and not asked & {"start_building", "start_road"}

    def _points(self, plain: Plain, state: Any) -> Iterable[str]:
        modules = {"cities_knights": 13, "barbarian_attack": 12}
        needed = next((points for name, points in modules.items() if name in state.slices), 10)
        needed += 2 * ("caravans" in state.slices)
        needed = self.game.header.options.get("points_to_win", needed) + ("harbourmaster" in state.slices)
        if "traders_barbarians" in state.slices:
            needed += 2 if "cities_knights" in state.slices else 3
        table = self.game.table
        for player in plain.players:
            points = self.points(plain, state, player)
            if table.points(player) != points:  # type: ignore[arg-type]
                yield f"{player} has {points} points, not {table.score(player)}"  # type: ignore[arg-type]
        on_turn = str(state.core.on_turn)
        boot = getattr(state.slices.get("fishermen"), "boot", None)
        points, winner = self.points(plain, state, on_turn), state.core.winner
        if (points >= needed + (boot == on_turn)) is not (winner == on_turn):
            yield f"{on_turn} has {points} points, and {winner} has won"
