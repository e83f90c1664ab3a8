"""Positions of the four scenarios by chance, judged by the product and by plain searches written apart.

``python -m tests.positions --positions 3000`` prints for each check how many positions were held against its
twin (tests/kit/twins), what they held, and every difference; the exit code is 1 if there was one. Each
position has a seed of its own, which a difference names.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from companion.engine.decide import decide, options_of
from companion.engine.ids import CornerId, EdgeId, HexId, PlayerId, Site
from companion.engine.level import Level
from companion.engine.state import GameState
from companion.engine.table import Draft, Table
from companion.engine.turn import go_on
from companion.engine.verdict import Accepted
from companion.rules.base.building import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    CityBuilt,
    RoadBuilt,
    SettlementBuilt,
)
from companion.rules.base.roll import claims
from companion.rules.base.setup import check_start
from companion.rules.base.slice import Base, Building, BuildingKind
from companion.rules.base.trail import measure
from companion.rules.gold.facts import GoldStated
from companion.rules.gold.purse import GoldMoved, GoldPaid, held
from companion.rules.gold.slice import Gold
from companion.rules.scenarios.barbarian_attack.battle import (
    BATTLES,
    BattleWon,
    TellCastleDie,
    TellPrisoner,
)
from companion.rules.scenarios.barbarian_attack.garrison import KnightFell
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack
from companion.rules.scenarios.caravans.camels import fronts
from companion.rules.scenarios.caravans.deciding import agreements, chosen, decider, may_agree
from companion.rules.scenarios.rivers.bridges import BridgeBuilt, BuildBridge, bridge_places
from companion.rules.scenarios.rivers.riches import state_of as riches
from companion.rules.scenarios.traders_barbarians.barbarians import free_places
from companion.rules.scenarios.traders_barbarians.moving import MoveWagon
from companion.rules.scenarios.traders_barbarians.slice import Journey
from companion.rules.variants.catan_for_two.queries import neutrals
from tests.kit.brute import Plain, longest_trail, next_holder, owed
from tests.kit.camels import OASIS_BOARD, Oasis, caravans
from tests.kit.coasts import COAST, Coast, coast
from tests.kit.island import Island
from tests.kit.rivers import RIVER_BOARD, Waterside, rivers
from tests.kit.traders import BOARD, TRADERS, Traders, trading
from tests.kit.twins import attack, places, wagons
from tests.kit.twins import caravans as herds
from tests.kit.twins import rivers as water

PEOPLE = ("anna", "ben", "carla")
IDS = tuple(map(PlayerId, PEOPLE))
ANNA = IDS[0]


@dataclass
class Report:
    """What came of a check: positions, what they held, and where the two disagree."""

    name: str
    positions: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def same(self, what: str, found: Any, wanted: Any) -> None:
        """Compare what the product says with what the twin says of a position."""
        if found != wanted:
            self.differences.append(f"{self.name}, position {self.positions}, {what}: {found}, not {wanted}")


Check = Callable[[Report, random.Random], None]
CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    """Put a check into the catalogue; it is asked for one position at a time."""
    CHECKS[function.__name__] = function
    return function


def held_against(name: str, positions: int, seed: int = 0) -> Report:
    """A check in so many positions."""
    found = Report(name)
    for number in range(positions):
        CHECKS[name](found, random.Random(f"{name} {seed + number}"))
        found.positions += 1
    return found


# --- tables


@cache
def oasis() -> Oasis:
    return caravans(" ".join(PEOPLE), level=Level.L2)


@cache
def shore(strictly: bool = False, names: str = "anna ben carla david") -> Coast:
    return coast(names, level="L2", barbarian_battle_tie="strictly_more" if strictly else "knights_win")


@cache
def shore_for_two() -> Coast:
    return coast("anna ben", modules=("base", "catan_for_two", "barbarian_attack"), level="L2")


@cache
def grain_shore(cards: str) -> Coast:
    return coast(" ".join(PEOPLE), hands={"anna": cards} if cards else {})


@cache
def waterside() -> Waterside:
    table = rivers(" ".join(PEOPLE), level="L2")
    table.given(GoldStated(ANNA, 0))
    return table


@cache
def roads_end(level: str = "L2", cards: str = "") -> Traders:
    hands = {"anna": cards} if cards else {}
    return trading(" ".join(PEOPLE), modules=TRADERS, level=level, hands=hands)


def table_of(game: Island, **slices: Any) -> Table:
    """The table of a game with other parts."""
    state: GameState = game.state
    for name, part in slices.items():
        state = state.with_slice(name, part)
    return Table(game.session.ruleset, state)


def blank(board: Any, hubs: Any = ()) -> Plain:
    """A photograph of a board without pieces."""
    return Plain(board.rows, board.terrain, board.tokens, {}, PEOPLE, hubs=hubs)


def base_of(base: Base, plain: Plain, road_length: int = 0) -> Base:
    """The base game's part for the pieces of a photograph."""
    return replace(
        base,
        roads={EdgeId(edge): PlayerId(owner) for edge, owner in plain.roads.items()},
        buildings={
            Site(at): Building(PlayerId(owner), BuildingKind(kind))
            for at, (owner, kind) in plain.buildings.items()
        },
        trails={},
        longest_road=None,
        road_length=road_length,
    )


def options(table: Table, kind: Any) -> list[Any]:
    """What Anna may do of a kind."""
    return list(options_of(table, kind, ANNA))


def herd_by_chance(chance: random.Random, most: int = herds.CAMELS) -> herds.Herd:
    """Caravans that have come some way."""
    found = herds.Herd(chance.random() < 0.3)
    for _ in range(chance.randrange(most + 1)):
        found.step(chance)
    return found


def camels_of(table: Oasis, herd: herds.Herd) -> Any:
    """The Caravans' part for a herd."""
    return replace(table.cv, turned=herd.turned, trails=tuple(tuple(map(EdgeId, t)) for t in herd.trails))


# --- the Caravans


@check
def camel_places(report: Report, chance: random.Random) -> None:
    """CV-04, CV-05: where the next camel of each caravan may stand."""
    game, herd = oasis(), herd_by_chance(chance)
    found = fronts(table_of(game, caravans=camels_of(game, herd)))
    wanted = herd.places()
    for caravan in range(3):
        own = {edge for edge, whose in wanted.items() if caravan in whose}
        report.same(f"caravan {caravan} of {herd.trails}", set(found[caravan]), own)
    report.seen["two caravans before one path"] += any(len(whose) > 1 for whose in wanted.values())
    report.seen["a caravan that has ended"] += any(
        trail and not front for trail, front in zip(herd.trails, found, strict=True)
    )
    report.seen["all camels out"] += len(herd.camels) == herds.CAMELS


@check
def camel_trails(report: Report, chance: random.Random) -> None:
    """CV-06, B-60, B-61: trails beside camels, who holds Longest Road, and points between camels (CV-07)."""
    game, herd = oasis(), herd_by_chance(chance)
    plain = blank(OASIS_BOARD)
    land = plain.map
    for owner in PEOPLE:
        size = chance.randrange(2, 11)
        start = chance.choice(sorted(herd.camels) or list(land.ends))
        own = {start} - set(plain.roads)
        while own and len(own) < size:
            near = {e for edge in own for end in land.ends[edge] for e in land.edges_at[end]}
            free = sorted(near - own - set(plain.roads))
            if not free:
                break
            own.add(chance.choice([edge for edge in free if edge in herd.camels] or free))
        plain.roads |= dict.fromkeys(own, owner)
    corners = sorted({corner for edge in plain.roads for corner in land.ends[edge]})
    for corner in chance.sample(corners, min(len(corners), chance.randrange(5))):
        plain.buildings[corner] = (chance.choice(PEOPLE), chance.choice(("settlement", "city")))
    state = table_of(game, base=base_of(game.base, plain), caravans=camels_of(game, herd)).state
    draft = Draft(game.session.ruleset, state)
    measure(draft, IDS)
    twice = {land.ends[edge] for edge in herd.camels}
    lengths = {}
    for owner in PEOPLE:
        pairs = [land.ends[edge] for edge in plain.roads_of(owner)]
        lengths[owner] = longest_trail(pairs, plain.opposing(owner), twice)
        own_sites = [at for at, (who, _kind) in plain.buildings.items() if who == owner]
        points = dict(draft.score(PlayerId(owner))).get("caravans", 0)
        report.same(f"points of {owner}", points, herds.between(herd.camels, own_sites))
        report.seen["points between camels"] += points
        report.seen["trails longer than their roads"] += lengths[owner] > len(pairs)
    trails = {owner: length for owner, length in lengths.items() if length >= 5}
    report.same(f"trails of {plain.roads}", dict(draft.slice(Base).trails), trails)
    holder = next_holder(None, lengths, 5)
    report.same("Longest Road", draft.slice(Base).longest_road, holder)
    report.seen["Longest Road held"] += holder is not None


@check
def votes(report: Report, chance: random.Random) -> None:
    """CV-03: who decides, who may agree, and which path wins where paths are named."""
    people = ("anna", "ben", "carla", "david", "eva", "felix")[: chance.randrange(2, 7)]
    laid = {who: chance.choice((0, 0, 1, 1, 2, 2, 3, 4, 6)) for who in people}
    on_turn = chance.choice(people)
    cast = {PlayerId(who): cards for who, cards in laid.items() if cards}
    wanted = herds.count(laid, on_turn)
    who, reason = decider(cast, PlayerId(on_turn))
    report.same(f"who decides {laid}", (who, reason.value), (wanted.who, wanted.reason))
    for size in range(len(people) + 1):
        for group in map(frozenset, combinations(people, size)):
            allowed = may_agree(cast, tuple(map(PlayerId, sorted(group))))
            report.same(f"{sorted(group)} of {laid}", allowed, group in wanted.may_agree)
    offered = {frozenset(group) for group in agreements(cast, who)}
    report.same(f"groups offered of {laid}", offered, set(wanted.smallest))
    report.seen[wanted.reason] += 1
    report.seen["others may agree"] += bool(wanted.smallest)
    wishes = {voter: chance.choice("abcd") for voter, cards in laid.items() if cards}
    if wishes:
        paths = herds.winning_paths(laid, wishes)
        named = {PlayerId(voter): path for voter, path in wishes.items()}
        report.same(f"path of {laid} {wishes}", set(chosen(cast, named)), paths)
        report.seen["paths tied"] += len(paths) > 1


# --- Traders & Barbarians


@check
def wagon_routes(report: Report, chance: random.Random) -> None:
    """TB-10: where a wagon may go with its points, a grain and its gold, and what it costs."""
    game = roads_end(*chance.choice((("L2", ""), ("L3", "1 grain"), ("L3", ""))))
    names = sorted(wagons.ISLAND.ends)
    share = chance.choice((0.1, 0.4, 0.7))
    roads = {name: chance.choice(PEOPLE) for name in names if chance.random() < share}
    wild = chance.sample(names, 3)
    start, level, gold = (
        chance.choice(sorted(wagons.ISLAND.point)),
        chance.randrange(1, 6),
        chance.randrange(5),
    )
    fresh, left = chance.random() < 0.5, chance.randrange(8)
    used, over = not fresh and chance.random() < 0.3, not fresh and chance.random() < 0.1
    left = wagons.POINTS[level] if fresh else left
    turn = game.core.turn
    table = table_of(
        game,
        base=replace(game.base, roads={EdgeId(edge): PlayerId(owner) for edge, owner in roads.items()}),
        gold=Gold(held={ANNA: gold, IDS[1]: 5, IDS[2]: 5}),
        traders_barbarians=replace(
            game.tb,
            wagons={ANNA: CornerId(start)},
            levels={ANNA: level},
            barbarians=tuple(map(EdgeId, wild)),
            journeys={} if fresh else {ANNA: Journey(turn, left, used, over)},
        ),
    )
    bare = wagons.ways(roads, wild, "anna", start, left)
    fed = wagons.ways(roads, wild, "anna", start, left + 2)
    has_grain = not used and (game.base.hands.high(ANNA, "grain") > 0 if game.base.hands.holders else True)
    wanted = {(corner, False) for corner, way in bare.items() if way.gold <= gold}
    if has_grain:
        saves = {c for c, way in fed.items() if c not in bare or way.gold < bare[c].gold}
        wanted |= {(corner, True) for corner in saves if fed[corner].gold <= gold}
    wanted = set() if over else wanted
    found = {(str(one.to), one.grain) for one in options(table, MoveWagon)}
    report.same(f"from {start} with {left} points and {gold} gold", found, wanted)
    report.seen["ways"] += len(found)
    report.seen["ways that need a grain"] += sum(grain for _corner, grain in found)
    report.seen["ways over roads of others"] += sum(
        (fed if grain else bare)[c].gold > 0 for c, grain in found
    )
    for corner, grain in sorted(chance.sample(sorted(wanted), min(3, len(wanted)))):
        way = (fed if grain else bare)[corner]
        verdict = decide(
            table.ruleset, table.state, MoveWagon(ANNA, CornerId(start), CornerId(corner), grain)
        )
        if not isinstance(verdict, Accepted):
            report.same(f"the way to {corner}", verdict, "accepted")
            continue
        after = Table(table.ruleset, verdict.state)
        paid = tuple((o, held(after, PlayerId(o)) - 5) for o in PEOPLE[1:] if held(after, PlayerId(o)) > 5)
        report.same(f"tolls of the way to {corner}", paid in way.tolls, True)
        report.same(f"gold after the way to {corner}", held(after, ANNA), gold - way.gold)
        journey = after.state.slices["traders_barbarians"].journeys[ANNA]  # type: ignore[attr-defined]
        report.same(f"points after the way to {corner}", journey.left, left + 2 * grain - way.points)
        report.same(f"whether {corner} ends the move", journey.over, corner in wagons.MIDDLES)
    for corner in chance.sample(sorted(wagons.ISLAND.point), 3):
        for grain in (False, True):
            reached = (fed if grain else bare).get(corner)
            right = reached is not None and reached.gold <= gold and not over and (has_grain or not grain)
            command = MoveWagon(ANNA, CornerId(start), CornerId(corner), grain)
            verdict = decide(table.ruleset, table.state, command)
            report.same(f"{command}", isinstance(verdict, Accepted), right)
            report.seen["ways that are refused"] += not right


# --- Barbarian Attack


def knights_by_chance(chance: random.Random, people: tuple[str, ...], count: int) -> dict[str, str]:
    """Knights of some of these on different paths away from the castle, six of each owner at most."""
    there = chance.sample(people, chance.randrange(1, len(people) + 1))
    owners = [owner for owner in there for _ in range(6)]
    chance.shuffle(owners)
    paths = sorted(set(attack.ISLAND.ends) - set(attack.around(attack.CASTLE)))
    return dict(zip(chance.sample(paths, min(count, len(owners))), owners, strict=False))


def barbarians_by_chance(chance: random.Random) -> dict[int, int]:
    """Barbarians on the coast, no more than there are."""
    placed = {hex: chance.choice((0, 1, 2, 3, 3)) for hex in attack.CLOCKWISE}
    while sum(placed.values()) > 36:
        placed[chance.choice(attack.CLOCKWISE)] = 0
    return placed


def on_coast(game: Coast, knights: Mapping[str, str], placed: Mapping[int, int]) -> BarbarianAttack:
    """The scenario's part with these knights and barbarians."""
    return replace(
        game.ba,
        knights={EdgeId(path): PlayerId(owner) for path, owner in knights.items()},
        barbarians={HexId(hex): count for hex, count in placed.items()},
    )


@check
def battles(report: Report, chance: random.Random) -> None:
    """BA-40 to BA-44, BA-70: who wins, who gets the prisoners, which knights fall, with the same dice."""
    strictly, for_two = chance.random() < 0.3, chance.random() < 0.2
    game = shore_for_two() if for_two else shore(strictly)
    people = tuple(map(str, game.core.ids))
    strangers = tuple(map(str, neutrals(game.table)[:1])) if for_two else ()
    knights = knights_by_chance(chance, (*people, *strangers), chance.randrange(6, 25))
    placed, seed = barbarians_by_chance(chance), chance.random()
    by_hand = attack.Fought(knights, placed, people, strictly and not for_two, fallen=2 if for_two else 3)
    by_hand.play(random.Random(seed))
    table = table_of(game, barbarian_attack=on_coast(game, knights, placed))
    draft, dice = Draft(table.ruleset, table.state), random.Random(seed)
    draft.plan(BATTLES)
    go_on(draft)
    while draft.core.pending:
        (question,) = draft.core.pending
        if question.kind == "prisoner":
            battle = draft.slice(BarbarianAttack).battle
            assert battle is not None
            winner = TellPrisoner(question.who, dice.choice(sorted(battle.rolling)))
            draft.ruleset.commands[TellPrisoner].apply(draft, winner)
            report.seen["prisoners that dice decided"] += 1
        else:
            die = TellCastleDie(question.who, dice.randrange(1, 7))
            draft.ruleset.commands[TellCastleDie].apply(draft, die)
        go_on(draft)
    end = draft.slice(BarbarianAttack)
    won = [event.hex for event in draft.events if isinstance(event, BattleWon)]
    report.same("battles won", won, by_hand.won)
    report.same("knights", {str(p): str(o) for p, o in end.knights.items()}, by_hand.knights)
    report.same("barbarians", attack.positive(end.barbarians), attack.positive(by_hand.placed))
    report.same("prisoners", attack.positive(end.prisoners), attack.positive(by_hand.prisoners))
    report.same("gold", attack.positive(draft.slice(Gold).held), attack.positive(by_hand.gold))
    fallen = Counter(str(event.by) for event in draft.events if isinstance(event, KnightFell))
    report.same("fallen", fallen, by_hand.dead)
    report.same("what is left of it", (end.battle, end.checked), (None, 0))
    report.seen["battles won"] += len(won)
    report.seen["knights fallen"] += fallen.total()
    report.seen["battles of strangers"] += for_two and len(won)


@check
def knight_moves(report: Report, chance: random.Random) -> None:
    """BA-30: where knights go for nothing, for a grain, and without one."""
    cards = chance.choice((None, "1 grain", ""))
    game = shore(names=" ".join(PEOPLE)) if cards is None else grain_shore(cards)
    knights = knights_by_chance(chance, PEOPLE, chance.randrange(1, 18))
    for path in chance.sample(attack.around(attack.CASTLE), chance.randrange(3)):
        knights[path] = "anna" if list(knights.values()).count("anna") < 6 else "ben"
    table = table_of(game, barbarian_attack=on_coast(game, knights, {}))
    far = 3 if cards == "" else 5
    found = {(str(one.knight), str(one.path)) for one in options(table, MoveKnight)}
    wanted = attack.moves(knights, "anna", far)
    report.same(f"moves of {knights}", found, set(wanted))
    report.seen["moves"] += len(found)
    report.seen["moves that cost a grain"] += sum(steps > 3 for steps in wanted.values())


@check
def coast_places(report: Report, chance: random.Random) -> None:
    """BA-11, BA-12: what may be built, what pays, and what lies on its side on an overrun coast."""
    game, plain, placed = shore(names=" ".join(PEOPLE)), blank(COAST), barbarians_by_chance(chance)
    places.scatter(plain, chance, (), ())
    table = table_of(game, base=base_of(game.base, plain), barbarian_attack=on_coast(game, {}, placed))
    paths, corners = attack.closed_paths(placed), attack.closed_corners(placed)
    building(report, table, plain, chance, paths, corners)
    number = chance.choice((2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
    full = attack.overrun(placed)
    plain.tokens = tuple(0 if hex in full else token for hex, token in enumerate(plain.tokens))
    paid = {who: sum(cards.values()) for who, cards in claims(table, number).items()}
    due = Counter(who for who, _good in owed(plain, number))
    report.same(f"cards on {number}", attack.positive(paid), dict(due))
    worth = {"settlement": 1, "city": 2}
    for owner in PEOPLE:
        own = [(at, worth[kind]) for at, (who, kind) in plain.buildings.items() if who == owner]
        lost = sum(points for at, points in own if attack.conquered(placed, at))
        score = dict(table.score(PlayerId(owner)))
        report.same(f"points lost by {owner}", -score.get("conquered", 0), lost)
        report.seen["points lost"] += lost
    report.seen["hexes overrun"] += len(full)


# --- the Rivers


@check
def riches_and_bridges(report: Report, chance: random.Random) -> None:
    """RI-04 to RI-07, RI-11: gold for pieces, bridge places, the wealthiest settler and the poor ones."""
    game, by_hand = waterside(), water.Reckoning(PEOPLE)
    draft = Draft(game.session.ruleset, game.state)
    for _ in range(chance.randrange(1, 30)):
        happen(draft, by_hand, chance)
    gold = {str(who): held(draft, who) for who in IDS}
    report.same("gold", gold, by_hand.gold)
    report.same("the wealthiest", riches(draft).wealthiest, water.wealthiest(by_hand.gold))
    report.same("the poor", set(riches(draft).poor), water.poor(by_hand.gold))
    for who in IDS:
        score = dict(draft.score(who))
        points = int(who == water.wealthiest(gold)), -2 * (who in water.poor(gold))
        report.same(f"points of {who}", (score.get("wealthiest", 0), score.get("poor", 0)), points)
        found = set(bridge_places(draft, who))
        report.same(f"bridges of {who}", found, by_hand.may_bridge(who))
        report.seen["bridge places"] += len(found)
    report.seen["a wealthiest settler"] += water.wealthiest(gold) is not None
    report.seen["all poor alike"] += len(water.poor(gold)) == len(IDS)


def happen(draft: Draft, by_hand: water.Reckoning, chance: random.Random) -> None:
    """Something by chance, on both sides; no rule asks whether it may."""
    who = chance.choice(IDS)
    edges = [edge for edge in water.ISLAND.ends if edge not in by_hand.ways]
    match chance.randrange(8):
        case 0 | 1 | 2:
            edge = chance.choice([edge for edge in edges if edge not in water.sites()])
            by_hand.road(who, edge)
            draft.emit(RoadBuilt(who, EdgeId(edge)))
        case 3:
            sites = sorted(by_hand.may_bridge(who))
            if sites:
                site = chance.choice(sites)
                by_hand.bridge(who, site)
                draft.emit(BridgeBuilt(who, EdgeId(site)))
        case 4:
            corner = chance.choice([one for one in water.ISLAND.point if one not in by_hand.houses])
            by_hand.settlement(who, corner)
            draft.emit(SettlementBuilt(who, CornerId(corner)))
        case 5 if by_hand.houses:
            corner = chance.choice(sorted(by_hand.houses))
            draft.emit(CityBuilt(PlayerId(by_hand.houses[corner]), CornerId(corner)))
        case 6:
            other, count = chance.choice([one for one in IDS if one != who]), chance.randint(1, 3)
            if by_hand.gold[who] >= count:
                by_hand.gold[who] -= count
                by_hand.gold[other] += count
                draft.emit(GoldMoved(who, other, count))
        case _:
            if by_hand.gold[who] >= 2:
                by_hand.gold[who] -= 2
                draft.emit(GoldPaid(who, 2))


@check
def river_places(report: Report, chance: random.Random) -> None:
    """RI-04, RI-05: roads on the banks, and bridges on their sites: three at most beside fifteen roads."""
    game, plain = waterside(), blank(RIVER_BOARD)
    places.scatter(plain, chance, water.sites(), ())
    by_hand = water.Reckoning(PEOPLE)
    by_hand.ways, by_hand.houses = plain.roads, {at: who for at, (who, _) in plain.buildings.items()}
    for _ in range(chance.randrange(10)):
        owner = chance.choice(("anna", "anna", *PEOPLE))
        sites = sorted(by_hand.may_bridge(owner))
        if sites and sum(plain.roads[site] == owner for site in plain.bridges) < water.BRIDGES:
            site = chance.choice(sites)
            plain.roads[site] = owner
            plain.bridges.add(site)
    table = table_of(game, base=base_of(game.base, plain))
    building(report, table, plain, chance, water.sites(), ())
    own = sum(plain.roads[site] == "anna" for site in plain.bridges)
    wanted = by_hand.may_bridge("anna") if own < water.BRIDGES else set()
    found = {str(one.edge) for one in options(table, BuildBridge)}
    report.same(f"bridges beside {plain.roads}", found, wanted)
    report.seen["bridges"] += len(found)
    report.seen["three bridges built"] += own == water.BRIDGES


# --- three layouts


@check
def destination_places(report: Report, chance: random.Random) -> None:
    """TB-03, TB-21: corners and sides of the destinations that are open, and where barbarians may stand."""
    game, plain = roads_end(), blank(BOARD, wagons.HUBS)
    sides, corners = places.closed_sides(), places.closed_corners()
    places.scatter(plain, chance, sides, corners)
    wild = chance.sample(sorted(plain.map.ends), 3)
    part = replace(game.tb, barbarians=tuple(map(EdgeId, wild)))
    table = table_of(game, base=base_of(game.base, plain), traders_barbarians=part)
    building(report, table, plain, chance, sides, corners)
    report.same("places of barbarians", set(map(str, free_places(table))), set(plain.map.ends) - set(wild))


def building(
    report: Report,
    table: Table,
    plain: Plain,
    chance: random.Random,
    paths: Iterable[str],
    corners: Iterable[str],
) -> None:
    """Where Anna may build, and where a building of the set-up may stand, beside what is closed."""
    paths, corners = frozenset(paths), frozenset(corners)
    roads = {str(one.edge) for one in options(table, BuildRoad)}
    report.same(f"roads beside {plain.roads}", roads, places.roads(plain, "anna", paths))
    settlements = {str(one.site) for one in options(table, BuildSettlement)}
    report.same("settlements", settlements, places.settlements(plain, "anna", corners))
    cities = {str(one.site) for one in options(table, BuildCity)}
    report.same("cities", cities, places.cities(plain, "anna"))
    starts = places.starts(plain, corners)
    for corner in chance.sample(sorted(plain.map.point), 8):
        right = not list(check_start(table, ANNA, Site(corner)))
        report.same(f"a start on {corner}", right, corner in starts)
    report.seen["roads"] += len(roads)
    report.seen["settlements"] += len(settlements)
    report.seen["cities"] += len(cities)


def main() -> int:
    """Run the command; 1 if there was a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=3000, help="of each check")
    parser.add_argument("--checks", nargs="*", choices=CHECKS, default=list(CHECKS))
    parser.add_argument("--seed", type=int, default=0, help="of the first position")
    given = parser.parse_args()
    wrong = 0
    for name in given.checks:
        started = time.process_time()
        report = held_against(name, given.positions, given.seed)
        wrong += len(report.differences)
        seen = ", ".join(f"{what} {count}" for what, count in sorted(report.seen.items()))
        spent = time.process_time() - started
        print(f"{report.positions:6} {name:20} {len(report.differences)} differences, {spent:.0f} s: {seen}")
        for text in report.differences[:5]:
            print(f"DIFFERENT {text[:2000]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
