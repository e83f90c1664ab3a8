"""Players who want to win: evenings of the scenarios that look like those at real tables.

``companion.app.simulate`` does whatever is legal, ``tests.kit.pace`` does each thing as often as a table
does. Here everybody has aims and trades for what they cost: they build where much is produced, send wagons
where their cargo is wanted and knights where barbarians are, and lay votes now and then. All chance is
seeded.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import ClassVar

from companion.app.board_code import SEEDS, Recipe, kind_for, made
from companion.app.simulate import Simulation
from companion.engine.command import Command
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.state import Phase
from companion.engine.verdict import Accepted
from companion.history.log import Header
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.play import PlayDevelopment
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.goods import PRICES, RESOURCES
from companion.rules.base.network import geometry, too_near
from companion.rules.base.queries import building_sites, roads, settlements
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.base.slice import Base
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer, rates
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.gold.purse import held
from companion.rules.gold.trading import PRICE as GOLD
from companion.rules.gold.trading import BuyWithGold, SellForGold, TradeGold
from companion.rules.scenarios.barbarian_attack.cards import DrawCard as DrawChronicle
from companion.rules.scenarios.barbarian_attack.coast import attacked
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight, PlaceKnight
from companion.rules.scenarios.barbarian_attack.landing import TellLanding
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack
from companion.rules.scenarios.caravans.vote import AgreeOnCamel, LayVote, PlaceCamel, placing, voting
from companion.rules.scenarios.rivers.bridges import PRICE as BRIDGE
from companion.rules.scenarios.rivers.bridges import BuildBridge
from companion.rules.scenarios.traders_barbarians.cards import PlaySwiftJourney
from companion.rules.scenarios.traders_barbarians.moving import DriveOff, MoveWagon, has_moved
from companion.rules.scenarios.traders_barbarians.secrets import distances, targets
from companion.rules.scenarios.traders_barbarians.wagons import UpgradeWagon
from companion.rules.scenarios.traders_barbarians.wagons import price as upgrade_price

MOST_TRADES = 2
"""Trades of a turn with the bank, for gold and with others, as a table has patience for: a little more than
one in a turn comes of it, as at real tables."""

WILLING = 0.6
"""How often somebody agrees to a trade of card for card."""

SOLD = 0.15
"""How often cards are given to the bank for gold, and not for another card."""

VOTE = 0.3
"""How often a player lays another card that is a vote."""

AGREED = 0.5
"""How often those agree who may."""

IDLE_ROAD = 0.1
"""How often somebody builds a road who could settle at those that he has."""

NEAR = 4
"""Edges further than which nobody looks for a place."""

SEVEN = 7


class Aims(Simulation):
    """One game. The aims of a turn are tried in their order, each as often as it can be reached."""

    AIMS: ClassVar[tuple[tuple[type[Command], float], ...]] = (
        (BuildCity, 1.0),
        (BuildSettlement, 1.0),
        (BuildBridge, 1.0),
        (UpgradeWagon, 0.7),
        (DrawChronicle, 0.8),
        (BuyDevelopmentCard, 0.5),
        (BuildRoad, 0.9),
    )
    """What a player builds, and how likely it is that it is aimed at in a turn."""

    turn = 0
    traded = 0
    aims: tuple[type[Command], ...] = ()
    plays = True
    silent = 0
    """How many voters of a vote have laid all their cards."""

    @property
    def recipe(self) -> Recipe:
        """The board: one that the set-up's screen makes up for a seed."""
        return kind_for(self.table.value("island"), Recipe(self.seed % SEEDS))

    def __init__(self, header: Header, seed: int) -> None:
        """The evening of a seed."""
        self.seed = seed
        super().__init__(header, random.Random(seed), checked=False)
        self.secrets.pop("caravans", None)  # who votes is for the aims to say

    def choices(self) -> Iterator[Command]:
        """What is done next: an answer, something of the turn's aims, a trade for them, or the next roll."""
        core = self.state.core
        if self.table.question("board", self.actor()):
            yield LayBoard(self.actor(), made(self.recipe, self.table.value("island")))
            return
        if voting(self.table):
            yield from self._votes()
            return
        if core.pending:
            found = list(self.choices_of(self.actor()))
            yield from sorted(found, key=self._worth, reverse=True)
            return
        if core.phase is Phase.BEFORE_ROLL:
            yield self._roll(core.on_turn)
            return
        if core.turn != self.turn:
            self.turn, self.traded, self.silent = core.turn, 0, 0
            self.aims = tuple(kind for kind, likely in self.AIMS if self.chance.random() < likely)
            self.plays = self.chance.random() < 0.6
        yield from self._deeds(core.on_turn)
        roll = self._roll(core.after(core.on_turn))
        yield roll if isinstance(self.judge(roll), Accepted) else EndTurn(core.on_turn)

    def actor(self) -> PlayerId:
        """Questions are answered in the order in which they are put."""
        core = self.state.core
        return core.pending[0].who if core.pending else core.on_turn

    def _roll(self, by: PlayerId) -> RollDice:
        wanted = self.ruleset.dice_wanted(self.state)
        roll = RollDice(by, {die.name: self.chance.choice(die.faces) for die in wanted})
        found = self.completed(roll)
        assert isinstance(found, RollDice)
        return found

    def _votes(self) -> Iterator[Command]:
        """Clockwise everybody lays cards or none; then the camel goes where who decides wants it, or others
        agree."""
        order = self.state.core.in_turn_order()
        while self.silent < len(order):
            if self.chance.random() < VOTE:
                yield from self._ways(order[self.silent], LayVote)
            self.silent += 1
        found = placing(self.table)
        assert found is not None
        if self.chance.random() < AGREED:
            yield from self._ways(found[0], AgreeOnCamel)
        yield from self._ways(found[0], PlaceCamel)

    def _deeds(self, who: PlayerId) -> Iterator[Command]:
        over = "traders_barbarians" in self.state.slices and has_moved(self.table, who)
        yield from self._ways(who, ShowVictoryPoints)
        if not over:
            if self.plays:
                yield from self._plays(who)
            for kind in self.aims:
                if kind is not BuildRoad or self._wants_road(who):
                    yield from self._ways(who, kind)
            if self.traded < MOST_TRADES:
                yield from self._trades(who)
        for last in (MoveKnight, DriveOff, MoveWagon, PlaySwiftJourney):
            yield from self._ways(who, last)

    def _plays(self, who: PlayerId) -> Iterator[Command]:
        kinds = [kind for kind in self.ruleset.commands if issubclass(kind, PlayDevelopment)]
        self.chance.shuffle(kinds)
        for kind in kinds:
            if kind is not ShowVictoryPoints:
                yield from self._ways(who, kind)

    def _ways(self, who: PlayerId, kind: type[Command]) -> Iterator[Command]:
        """What the real cards allow of a kind, the best first."""
        if kind not in self.ruleset.commands:
            return
        proposed = [one for secret in self.secrets.values() for one in secret.proposals(self.table, who)]
        ways = self.of_kind(kind, who, [one for one in proposed if type(one) is kind])
        self.chance.shuffle(ways)
        for way in sorted(ways, key=self._worth, reverse=True):
            found = self.completed(way)
            if found is not None and self._wise(found) and isinstance(self.judge(found), Accepted):
                yield found

    # --- what is worth doing

    def _worth(self, command: Command) -> float:
        match command:
            case PlaceBuilding(site=site) | BuildSettlement(site=site) | BuildCity(site=site):
                return 0.0 if site is None else self._pips(site)
            case BuildRoad(edge=edge) | BuildBridge(edge=edge) | PlaceRoad(edge=edge):
                return self._leads(edge)
            case PlaceKnight(path=path) | MoveKnight(path=path):
                return self._danger(path)
            case MoveWagon(to=to, grain=grain):
                there = distances(geometry(self.table), targets(self.table, command.by))
                return -there[to] - 0.5 * grain
            case TellLanding(number=number):
                return self.chance.random() ** (1 / (6 - abs(SEVEN - number)))
            case PlaceCamel(by=by, edge=edge):
                return float(self.state.slice(Base).roads.get(edge) == by)
        return 0.0

    def _wise(self, command: Command) -> bool:
        """Whether somebody who wants to win would do it at all."""
        if isinstance(command, MoveKnight):
            return self._danger(command.path) > self._danger(command.knight)
        return True

    def _pips(self, site: Site) -> float:
        """How much a corner yields in 36 rolls."""
        board = self.state.slice(Base).board
        if board is None:
            return 0.0
        tokens = [board.tokens[hex] for hex in geometry(self.table).corner_hexes[site]]
        return sum(6 - abs(SEVEN - token) for token in tokens if token)

    def _ends(self, edge: Site) -> tuple[Site, ...]:
        return tuple(geometry(self.table).ends[edge])

    def _danger(self, path: Site) -> float:
        """Barbarians at the hexes of a path that are not yet held by as many knights."""
        state, land = self.state.slice(BarbarianAttack), geometry(self.table)
        worth = 0.0
        for hex in attacked(self.table):
            if path in land.hex_edges[hex]:
                worth += state.barbarians.get(hex, 0) - 0.1 * sum(
                    e in state.knights for e in land.hex_edges[hex]
                )
        return worth

    def _wants_road(self, who: PlayerId) -> bool:
        """Where no settlement could be built on the roads that there are, and now and then besides."""
        land = geometry(self.table)
        reached = {corner for edge in roads(self.table, who) for corner in land.ends[edge]}
        return not any(map(self._free, reached)) or self.chance.random() < IDLE_ROAD

    def _free(self, corner: Site) -> bool:
        """Whether a settlement may stand there one day."""
        closed: Collection[Site] = self.table.value("unsettled")
        return (
            corner not in building_sites(self.table)
            and corner not in closed
            and not too_near(self.table, corner)
        )

    def _leads(self, edge: EdgeId) -> float:
        """What lies where an edge leads to, the less the further it is."""
        land, far = geometry(self.table), distances(geometry(self.table), self._ends(edge))
        taken = self.state.slice(Base).roads
        if edge not in taken and all(other in taken for other in land.edge_neighbours[edge]):
            return 0.0
        return max(
            (self._pips(c) / (1 + steps) for c, steps in far.items() if steps < NEAR and self._free(c)),
            default=0.0,
        )

    # --- trades

    def _trades(self, who: PlayerId) -> Iterator[Command]:
        hand = self.secrets["base"].hands[who]
        for kind in self.aims:
            missing = self._price(who, kind) - hand
            if not 0 < missing.total() <= 2:
                continue
            surplus = hand - self._price(who, kind)
            for command in self._offers(who, missing, surplus):
                if isinstance(self.judge(command), Accepted):
                    self.traded += 1
                    yield command

    def _price(self, who: PlayerId, kind: type[Command]) -> Counter[str]:
        prices: dict[type[Command], Callable[[], Mapping[str, int]]] = {
            BuildCity: lambda: PRICES["city"] if settlements(self.table, who) else {},
            BuildSettlement: lambda: PRICES["settlement"],
            BuildRoad: lambda: PRICES["road"],
            BuyDevelopmentCard: lambda: PRICES["development_card"],
            DrawChronicle: lambda: PRICES["development_card"],
            BuildBridge: lambda: BRIDGE,
            UpgradeWagon: lambda: upgrade_price(self.table, who),
        }
        return Counter(prices[kind]()) if kind in self.ruleset.commands else Counter()

    def _offers(self, who: PlayerId, missing: Counter[str], surplus: Counter[str]) -> Iterator[Command]:
        wanted = self.chance.choice(sorted(missing))
        spare = [good for good in RESOURCES if surplus[good]]
        for partner in self.state.core.ids:
            others = self.secrets["base"].hands[partner]
            for good in spare:
                fair = partner != who and others[wanted] > 1 and others[good] < 2
                if fair and self.chance.random() < WILLING / len(self.state.core.ids):
                    yield TradeWithPlayer(who, partner, {good: 1}, {wanted: 1})
        if BuyWithGold in self.ruleset.commands:
            if held(self.table, who) >= GOLD:
                yield BuyWithGold(who, wanted)
            if 0 < held(self.table, who) < GOLD + 1:
                for partner in self.state.core.ids:
                    rich = partner != who and self.secrets["base"].hands[partner][wanted] > 1
                    if rich and self.chance.random() < WILLING / 3:
                        yield TradeGold(who, partner, {}, {wanted: 1}, pays=1)
        for good in spare:
            rate = rates(self.table, who)[good]
            if surplus[good] >= rate:
                if SellForGold in self.ruleset.commands and self.chance.random() < SOLD:
                    yield SellForGold(who, {good: rate}, 1)
                yield TradeWithBank(who, {good: rate}, {wanted: 1})
