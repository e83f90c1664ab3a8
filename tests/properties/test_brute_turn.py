"""What the dice bring beside production, in simulated games, counted again from the words of the rules.

Attacks of the barbarians, progress cards of the gates, discards, fish; and what the bank takes for a card.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.simulate import Simulation, header
from companion.engine.core import Asked, DiceRolled, TurnBegun
from companion.engine.ids import HexId, PlayerId
from companion.engine.state import GameState, Phase
from companion.engine.table import evolve
from companion.engine.verdict import Accepted
from companion.history.log import Entry
from companion.rules.base.roll import Produced, SevenRolled
from companion.rules.base.setup import PlaceBuilding
from companion.rules.base.slice import Base
from companion.rules.base.trade import TradeWithBank
from companion.rules.cities_knights.barbarians import AttackFought, CityLost
from companion.rules.cities_knights.cards import CardDrawn
from companion.rules.scenarios.fishermen.catch import FishDue
from companion.rules.variants.event_cards.turning import CardTurned
from tests.kit.brute import COMMODITIES, GOOD_OF, Plain, harbour_goods, photograph

CK = ("base", "cities_knights")
GAMES: tuple[tuple[tuple[str, ...], int, str, dict[str, Any], int], ...] = (
    (("base",), 4, "hobbyworld", {}, 1),
    (("base", "fishermen"), 3, "hobbyworld", {}, 2),
    (("base", "catan_for_two", "fishermen"), 2, "official2025", {}, 3),
    (CK, 4, "hobbyworld", {}, 4),
    (CK, 3, "colonist", {}, 5),
    (CK, 3, "hobbyworld", {"committed_knights": True, "gentle_start": True}, 6),
    ((*CK, "event_cards", "fishermen"), 3, "official2025", {}, 7),
    ((*CK, "catan_for_two"), 2, "hobbyworld", {}, 8),
    (("base", "fishermen"), 4, "hobbyworld", {}, 9),
)
ENTRIES = 900
TRADES = 0.15
"""How many positions are looked at for the bank's rates."""

SWIMS = 0.05

GROUNDS = {"0NE": "1NW", "6E": "11NE", "11SE": "15E", "17SW": "16SE", "16W": "12SW", "3NW": "0W"}
"""FI-02: the two sides of each fishing ground, by the first one."""
LAKE = (2, 3, 11, 12)
TRACKS = ("trade", "politics", "science")


class Judge:
    """Goes through a game and says again what each roll brings."""

    def __init__(self, game: Simulation) -> None:
        self.game = game
        self.seen: Counter[str] = Counter()
        self.number = 0
        self.fish: dict[str, int] = {}
        self.losing: set[str] = set()

    def entry(self, before: GameState, entry: Entry) -> None:
        """All that an entry brought."""
        state = before
        for number, event in enumerate(entry.events):
            rest = entry.events[number + 1 :]
            match event:
                case DiceRolled(dice=dice):
                    if {"white", "red"} <= dice.keys():
                        self.number = int(dice["white"]) + int(dice["red"])
                    if dice.get("event") in TRACKS:
                        self.gate(state, str(dice["event"]), int(dice["red"]), rest)
                case CardTurned(number=turned, counts=True):
                    self.number = turned
                case SevenRolled():
                    self.seven(state, event, rest)
                case AttackFought():
                    self.attack(state, event)
                case CityLost(by=by):
                    assert by in self.losing, f"{by} loses a city and has defended"
                    self.losing.remove(str(by))
                case Produced() if not isinstance(entry.command, PlaceBuilding):
                    self.fish = self.catch(photograph(state), state)
                case FishDue(due=due) if not isinstance(entry.command, PlaceBuilding):
                    assert dict(due) == self.fish
                    assert list(due) == [one for one in order(state) if one in due]
                    self.fish = {}
                    self.seen["fish"] += 1
                case TurnBegun():
                    assert not self.fish, f"nobody fished {self.fish}"
            state = evolve(state, event)
        asked = {str(one.who) for one in state.core.pending if one.kind == "lose_city"}
        assert self.losing == asked

    # --- Cities & Knights

    def gate(self, state: Any, track: str, red: int, rest: tuple[Any, ...]) -> None:
        """CK-31, CK-32."""
        ck = state.slices["cities_knights"]
        levels = {
            player: {one.value: level for one, level in ck.improvements.get(player, {}).items()}.get(track, 0)
            for player in order(state)
        }
        entitled = [player for player in order(state) if levels[player] and red <= levels[player] + 1]
        deck = next(deck for one, deck in ck.decks.items() if one.value == track)
        drawn = [str(one.by) for one in rest if isinstance(one, CardDrawn) and one.track.value == track]
        assert drawn == entitled[: deck.fresh + len(deck.under)], (levels, red, drawn)
        self.seen["gate"] += bool(drawn)

    def attack(self, state: Any, event: AttackFought) -> None:
        """CK-110 to CK-114, OPT-1."""
        plain = photograph(state)
        committed = state.slices["cities_knights"].committed or {}
        wanted = self.game.ruleset.options["committed_knights"]
        forces = dict.fromkeys(plain.players, 0)
        for at, man in plain.knights.items():
            if man.owner in forces and man.active and (not wanted or at in committed.get(man.owner, ())):
                forces[man.owner] += man.strength
        towns = {who: [] for who in plain.players}  # type: dict[str, list[str]]
        for at, (owner, kind) in plain.buildings.items():
            if kind == "city":
                towns[owner].append(at)
        strength, defence = sum(map(len, towns.values())), sum(forces.values())
        assert (event.barbarians, event.defence) == (strength, defence)
        assert event.won is (defence >= strength)
        assert dict(event.forces) == forces
        open_to_it = [who for who in plain.players if set(towns[who]) - set(plain.metropolises.values())]
        least = min((forces[who] for who in open_to_it), default=0)
        losers = set() if event.won else {who for who in open_to_it if forces[who] == least}
        most = max(forces.values())
        leaders = {who for who in plain.players if event.won and most and forces[who] == most}
        assert (set(event.losers), set(event.leaders)) == (losers, leaders)
        assert not self.losing
        self.losing = losers
        self.seen["attack won" if event.won else "attack lost"] += 1

    # --- seven

    def seven(self, state: Any, event: SevenRolled, rest: tuple[Any, ...]) -> None:
        """B-30, CK-50."""
        plain, hands = photograph(state), state.slices["base"].hands
        limits = {
            who: 7 + 2 * sum(plain.buildings[wall][0] == who for wall in plain.walls) for who in plain.players
        }
        assert dict(event.limits) == limits
        asked = {
            str(one.decision.who): one.decision.params["count"]
            for one in rest
            if isinstance(one, Asked) and one.decision.kind == "discard"
        }
        due = {who: hands.total(who) // 2 for who in plain.players if hands.total(who) > limits[who]}
        assert asked == due
        self.seen["seven"] += 1
        self.seen["discard"] += bool(due)

    # --- fish

    def catch(self, plain: Plain, state: Any) -> dict[str, int]:
        """FI-04, FI-12: tokens due to everyone by this number."""
        part = state.slices.get("fishermen")
        if part is None:
            return {}
        waters = []
        for ground in part.grounds:
            if ground.number == self.number:
                sides = (ground.side, GROUNDS[ground.side])
                waters += sorted({corner for side in sides for corner in plain.map.ends[side]})
        lakes = [hex for hex in plain.map.centre if plain.terrain[hex] == "lake"]
        self.seen["robber on the lake"] += self.number in LAKE and plain.robber in lakes
        if self.number in LAKE:
            waters += [at for hex in lakes if hex != plain.robber for at in plain.map.corners_of[hex]]
        due: Counter[str] = Counter()
        for corner in waters:
            owner, kind = plain.buildings.get(corner, ("", ""))
            if owner in plain.players:
                due[owner] += 2 if kind == "city" else 1
        return dict(due)

    # --- the bank

    def rates(self, who: PlayerId) -> dict[str, int]:
        """B-42, CK-60 to CK-62, PC-Y03."""
        state: Any = self.game.state
        plain, ck = photograph(state), state.slices.get("cities_knights")
        harbours = set(harbour_goods(plain, who))
        found = {}
        for good in self.game.secrets["base"].supply:  # type: ignore[attr-defined]
            found[good] = 2 if good in harbours else 3 if "any" in harbours else 4
            if ck is None:
                continue
            levels = {track.value: level for track, level in ck.improvements.get(who, {}).items()}
            merchant = GOOD_OF.get(plain.terrain[ck.merchant_hex]) if ck.merchant == who else None
            hired = ck.fleet[1] if ck.fleet[0] == state.core.turn else ()
            if good in hired or good == merchant or (good in COMMODITIES and levels.get("trade", 0) >= 3):
                found[good] = 2
        return found

    def trade(self, chance: random.Random) -> None:
        """The player on turn trades with the bank at the right rate, and at no other."""
        who, base = self.game.state.core.on_turn, self.game.secrets["base"]
        goods = list(base.supply)  # type: ignore[attr-defined]
        for good, rate in self.rates(who).items():
            other = chance.choice([one for one in goods if one != good and base.bank(one)] or goods)  # type: ignore[attr-defined]
            for count in (rate - 1, rate, rate + 1):
                if base.hands[who][good] < count or not base.bank(other):  # type: ignore[attr-defined]
                    continue
                verdict = self.game.judge(TradeWithBank(who, {good: count}, {other: 1}))
                said = f"{self.game.header.game} entry {len(self.game.entries)}: {count} {good}, rate {rate}"
                assert isinstance(verdict, Accepted) is (count == rate), said
                self.seen[f"rate {rate}"] += 1


def order(state: GameState) -> list[str]:
    """All players, the one on turn first."""
    ids = list(state.core.ids)
    start = ids.index(state.core.on_turn)
    return [str(one) for one in ids[start:] + ids[:start]]


def robber_swims(game: Simulation) -> None:
    """FI-12: let the robber be on the lake, where nobody puts him often."""
    base = game.state.slice(Base)
    if base.board is not None and base.robber is not None:
        lake = HexId(base.board.terrain.index("lake"))
        game.state = game.state.with_slice("base", replace(base, robber=lake))


@pytest.mark.parametrize(("modules", "players", "profile", "options", "seed"), GAMES, ids=str)
def test_what_the_dice_bring(
    modules: tuple[str, ...], players: int, profile: str, options: dict[str, Any], seed: int
) -> None:
    """B-30, B-42, CK-31, CK-50, CK-60 to CK-62, CK-110 to CK-114, FI-04, OPT-1."""
    top = header(modules, players, seed, "L3", profile, {"points_to_win": 30, **options})
    game = Simulation(top, random.Random(seed), checked=False)
    judge, chance = Judge(game), random.Random(seed)
    while not game.over and len(game.entries) < ENTRIES:
        if "fishermen" in modules and chance.random() < SWIMS:
            robber_swims(game)
        before, entry = game.state, game.step()
        judge.entry(before, entry)
        core = game.state.core
        idle = not core.pending and core.winner is None and core.phase is Phase.AFTER_ROLL
        if idle and chance.random() < TRADES:
            judge.trade(chance)
    print(judge.seen)
    assert judge.seen["seven"]
    assert "fishermen" not in modules or judge.seen["fish"]
    assert "fishermen" not in modules or judge.seen["robber on the lake"] > 1
    if "cities_knights" in modules:
        assert judge.seen["attack won"] + judge.seen["attack lost"]
