"""Cheating on the way to castle, quarry and glassworks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise, product

from companion.engine.command import Command
from companion.engine.ids import EdgeId, PlayerId
from companion.rules.base.board import NO_TOKEN
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.play import development, out
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.facts.awards import StateAward
from companion.rules.base.goods import names
from companion.rules.base.network import board, geometry, road_places
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.base.slice import Award
from companion.rules.base.trade import TradeWithBank, rate
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.bridges.catan_for_two__traders_barbarians.module import SendBarbarian
from companion.rules.bridges.traders_barbarians__cities_knights.bishop import PlayBishop
from companion.rules.bridges.traders_barbarians__cities_knights.knights import ChaseBarbarian
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.queries import knights
from companion.rules.gold.purse import held
from companion.rules.gold.trading import BuyWithGold
from companion.rules.scenarios.traders_barbarians.barbarians import MoveBarbarian, free_places, robbed
from companion.rules.scenarios.traders_barbarians.box import TOP, cargoes, destinations
from companion.rules.scenarios.traders_barbarians.cards import PlaySwiftJourney, RaidWithKnight
from companion.rules.scenarios.traders_barbarians.cargo import Deliver, TurnUpCargo
from companion.rules.scenarios.traders_barbarians.facts import (
    MOST_DELIVERED,
    StateBarbarians,
    StateCargo,
    StateDelivered,
    StateUpgrades,
    StateWagon,
)
from companion.rules.scenarios.traders_barbarians.island import closed_sides, middles
from companion.rules.scenarios.traders_barbarians.moving import (
    DriveOff,
    MoveWagon,
    budget,
    has_moved,
    journey,
    ways,
)
from companion.rules.scenarios.traders_barbarians.routes import ground, routes
from companion.rules.scenarios.traders_barbarians.wagons import UpgradeWagon, card, level, price, state_of
from companion.rules.variants.catan_for_two.queries import tokens
from companion.rules.variants.catan_for_two.tokens import price as token_price
from tests.kit.cheats import Scene, cheat, with_hexes_swapped, with_terrain, with_token

Tries = Iterable[Command]
on_board = partial(cheat, module="traders_barbarians")
by_word = partial(cheat, module="traders_barbarians", on_board=False)

SETTLED = {2: "NW SW S SE", 7: "N NE SE S", 18: "NW N NE SW"}
"""By destination the corners that may be settled."""
ROUND = ("N", "NE", "SE", "S", "SW", "NW")
ELSEWHERE = tuple(hex for hex in range(19) if hex not in SETTLED)
STRANGER = PlayerId("nobody")


def closed_corners(scene: Scene) -> list[str]:
    """The middles, and the corners of destinations to which no path leads."""
    land = geometry(scene.table)
    shut = [(hex, way) for hex, ways in SETTLED.items() for way in ROUND if way not in ways.split()]
    return [*middles(scene.table), *(land.corner(f"{hex}{way}") for hex, way in shut)]


def driving(scene: Scene) -> bool:
    """The wagon of the player on turn stands on the board and may move."""
    on_way = scene.main and scene.me in state_of(scene.table).wagons
    return on_way and not journey(scene.table, scene.me).over


def going(scene: Scene, corners: Iterable[str], grain: bool = False) -> Iterator[MoveWagon]:
    """The wagon of the player on turn goes to one of the corners."""
    start = state_of(scene.table).wagons[scene.me]
    for corner in corners:
        if corner != start:
            yield MoveWagon(scene.me, start, corner, grain)  # type: ignore[arg-type]


# --- the island


@on_board("TB-01", "CO-10")
def destination_elsewhere(scene: Scene) -> Tries:
    for island in scene.boards():
        yield from (LayBoard(scene.me, with_hexes_swapped(island, a, b)) for a in SETTLED for b in ELSEWHERE)


@on_board("TB-01", "CO-10")
def destinations_exchanged(scene: Scene) -> Tries:
    for island in scene.boards():
        yield LayBoard(scene.me, with_hexes_swapped(island, 2, 18))
        yield LayBoard(scene.me, with_hexes_swapped(island, 7, 18))


@on_board("TB-01", "CO-10")
def desert_among_the_destinations(scene: Scene) -> Tries:
    for island in scene.boards():
        for hex in ELSEWHERE:
            yield LayBoard(scene.me, with_token(with_terrain(island, hex, "desert"), hex, NO_TOKEN))


@on_board("TB-01", "CO-10")
def hex_that_stays_in_the_box(scene: Scene) -> Tries:
    for island in scene.boards():
        for hex in ELSEWHERE:
            for terrain in ("fields", "pasture"):
                if island.terrain[hex] != terrain:
                    yield LayBoard(scene.me, with_terrain(island, hex, terrain))


@on_board("TB-01")
def token_two_or_twelve(scene: Scene) -> Tries:
    for island in scene.boards():
        yield from (LayBoard(scene.me, with_token(island, hex, n)) for hex in ELSEWHERE for n in (2, 12))


@on_board("TB-01")
def token_on_a_destination(scene: Scene) -> Tries:
    for island in scene.boards():
        yield from (LayBoard(scene.me, with_token(island, hex, 8)) for hex in SETTLED)


@on_board("TB-03")
def start_in_the_middle_of_a_destination(scene: Scene) -> Tries:
    who = scene.asked("start_building")
    if who is not None:
        yield from (PlaceBuilding(who, corner) for corner in middles(scene.table))


@on_board("TB-03")
def start_where_no_path_leads(scene: Scene) -> Tries:
    who = scene.asked("start_building")
    if who is not None:
        shut = (corner for corner in closed_corners(scene) if corner not in middles(scene.table))
        yield from (PlaceBuilding(who, corner) for corner in shut)  # type: ignore[arg-type]


@on_board("TB-03")
def start_road_along_the_coast_of_a_destination(scene: Scene) -> Tries:
    who = scene.asked("start_road")
    if who is not None:
        yield from (PlaceRoad(who, edge) for edge in closed_sides(board(scene.table)))


# --- building


@on_board("TB-03")
def road_along_the_coast_of_a_destination(scene: Scene) -> Tries:
    if scene.main:
        yield from (BuildRoad(scene.me, edge) for edge in closed_sides(board(scene.table)))


@on_board("TB-03")
def road_building_along_the_coast_of_a_destination(scene: Scene) -> Tries:
    if scene.main and development(scene.table).held.get(scene.me):
        yield from (PlayRoadBuilding(scene.me, (edge,)) for edge in closed_sides(board(scene.table)))


@on_board("TB-03")
def settlement_in_the_middle_of_a_destination(scene: Scene) -> Tries:
    if scene.main:
        yield from (BuildSettlement(scene.me, corner) for corner in middles(scene.table))


@on_board("TB-03")
def settlement_where_no_path_leads(scene: Scene) -> Tries:
    if scene.main:
        yield from (BuildSettlement(scene.me, corner) for corner in closed_corners(scene))  # type: ignore[arg-type]


@on_board("B-60")
def longest_road_without_its_card(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateAward(scene.me, Award.LONGEST_ROAD, who, 5) for who in scene.core.ids)


# --- the roll


@on_board("TB-23")
def roll_that_is_repeated(scene: Scene) -> Tries:
    if scene.early and scene.plays(RollDice):
        dice = {die.name: die.faces[0] for die in scene.game.ruleset.dice_wanted(scene.game.state)}
        if WHITE in dice and RED in dice:
            yield from (RollDice(scene.me, {**dice, WHITE: face, RED: face}) for face in (1, 6))


# --- the wagon


@on_board("TB-10")
def wagon_beyond_its_points(scene: Scene) -> Tries:
    if driving(scene):
        near = ways(scene.table, scene.me, grain=False)
        yield from going(scene, (corner for corner in geometry(scene.table).corners if corner not in near))


@on_board("TB-10")
def wagon_beyond_its_points_with_a_grain(scene: Scene) -> Tries:
    if driving(scene) and not journey(scene.table, scene.me).grain:
        near = ways(scene.table, scene.me, grain=True)
        far = (corner for corner in geometry(scene.table).corners if corner not in near)
        yield from going(scene, far, grain=True)


@on_board("TB-10")
def wagon_that_passes_a_barbarian_for_nothing(scene: Scene) -> Tries:
    """As far as the points would go if no barbarian stood anywhere."""
    if driving(scene):
        points, start = budget(scene.table, scene.me, grain=False), state_of(scene.table).wagons[scene.me]
        lie = ground(scene.table)
        calm = type(lie)(lie.land, lie.roads, (), lie.ends)
        near = ways(scene.table, scene.me, grain=False)
        yield from going(scene, (c for c in routes(calm, scene.me, start, points) if c not in near))


@on_board("TB-10")
def wagon_that_takes_paths_for_roads(scene: Scene) -> Tries:
    """As far as the points would go if roads lay everywhere."""
    if driving(scene):
        points, start = budget(scene.table, scene.me, grain=False), state_of(scene.table).wagons[scene.me]
        lie = ground(scene.table)
        paved = type(lie)(lie.land, dict.fromkeys(lie.land.edges, scene.me), lie.barbarians, lie.ends)
        near = ways(scene.table, scene.me, grain=False)
        yield from going(scene, (c for c in routes(paved, scene.me, start, points) if c not in near))


@on_board("TB-10")
def wagon_through_a_destination(scene: Scene) -> Tries:
    """As far as the points would go if no destination ended the move."""
    if driving(scene):
        points, start = budget(scene.table, scene.me, grain=False), state_of(scene.table).wagons[scene.me]
        lie = ground(scene.table)
        endless = type(lie)(lie.land, lie.roads, lie.barbarians, ())
        near = ways(scene.table, scene.me, grain=False)
        yield from going(scene, (c for c in routes(endless, scene.me, start, points) if c not in near))


@on_board("TB-10")
def wagon_on_others_roads_without_gold(scene: Scene) -> Tries:
    if driving(scene):
        near = ways(scene.table, scene.me, grain=False)
        purse = held(scene.table, scene.me)
        yield from going(scene, (corner for corner, way in near.items() if way.gold > purse))


@on_board("TB-10")
def wagon_from_where_it_does_not_stand(scene: Scene) -> Tries:
    if driving(scene):
        start = state_of(scene.table).wagons[scene.me]
        for corner in geometry(scene.table).neighbours[start]:
            yield MoveWagon(scene.me, corner, start)


@on_board("TB-10")
def wagon_that_stays(scene: Scene) -> Tries:
    if driving(scene):
        start = state_of(scene.table).wagons[scene.me]
        yield MoveWagon(scene.me, start, start)


@on_board("TB-10")
def wagon_of_another_player(scene: Scene) -> Tries:
    if driving(scene):
        mine = state_of(scene.table).wagons[scene.me]
        for other in scene.others:
            start = state_of(scene.table).wagons.get(other)
            if start is not None and start != mine:
                yield from (MoveWagon(scene.me, start, c) for c in geometry(scene.table).neighbours[start])


@on_board("B-04")
def wagon_off_the_board(scene: Scene) -> Tries:
    if driving(scene):
        yield from going(scene, ("99N",))


@on_board("TB-10")
def second_grain_for_the_wagon(scene: Scene) -> Tries:
    if driving(scene) and journey(scene.table, scene.me).grain:
        yield from going(scene, ways(scene.table, scene.me, grain=False), grain=True)


@on_board("TB-10")
def grain_for_the_wagon_that_one_has_not(scene: Scene) -> Tries:
    if driving(scene) and not journey(scene.table, scene.me).grain and scene.poor(scene.me, {"grain": 1}):
        yield from going(scene, ways(scene.table, scene.me, grain=True), grain=True)


@on_board("TB-10")
def wagon_on_from_a_destination(scene: Scene) -> Tries:
    if scene.main and scene.me in state_of(scene.table).wagons and journey(scene.table, scene.me).over:
        start = state_of(scene.table).wagons[scene.me]
        yield from going(scene, geometry(scene.table).neighbours[start])


@on_board("B-20", "B-21", "CK-20")
def wagon_before_the_roll(scene: Scene) -> Tries:
    if scene.early and scene.me in state_of(scene.table).wagons:
        yield from going(scene, ways(scene.table, scene.me, grain=False))


@on_board("B-20", "CK-20")
def wagon_on_another_players_turn(scene: Scene) -> Tries:
    if scene.main:
        for other in scene.others:
            start = state_of(scene.table).wagons.get(other)
            if start is not None:
                yield from (MoveWagon(other, start, c) for c in geometry(scene.table).neighbours[start])


@on_board("B-24")
def wagon_while_somebody_must_choose(scene: Scene) -> Tries:
    if scene.begun and scene.core.pending and scene.me in state_of(scene.table).wagons:
        yield from going(scene, ways(scene.table, scene.me, grain=False))


def on_the_way(scene: Scene) -> bool:
    """The wagon of the player on turn has moved."""
    return scene.main and has_moved(scene.table, scene.me)


@on_board("TB-10")
def trade_after_the_wagon_has_moved(scene: Scene) -> Tries:
    if on_the_way(scene) and scene.hands.holders:
        for good in names(scene.table):
            count = rate(scene.table, scene.me, good)
            if not scene.poor(scene.me, {good: count}):
                other = next(name for name in names(scene.table) if name != good)
                yield TradeWithBank(scene.me, {good: count}, {other: 1})


@on_board("TB-10")
def road_after_the_wagon_has_moved(scene: Scene) -> Tries:
    if on_the_way(scene):
        yield from (BuildRoad(scene.me, edge) for edge in road_places(scene.table, scene.me))


@on_board("TB-10")
def card_bought_after_the_wagon_has_moved(scene: Scene) -> Tries:
    if on_the_way(scene):
        yield BuyDevelopmentCard(scene.me)


@on_board("TB-10")
def better_wagon_after_it_has_moved(scene: Scene) -> Tries:
    if on_the_way(scene):
        yield UpgradeWagon(scene.me)


@on_board("TB-10")
def gold_spent_after_the_wagon_has_moved(scene: Scene) -> Tries:
    if on_the_way(scene) and scene.hands.holders and held(scene.table, scene.me) >= 2:
        yield from (BuyWithGold(scene.me, good) for good in names(scene.table, "resource"))


# --- better wagons


@on_board("TB-13")
def better_wagon_without_cards(scene: Scene) -> Tries:
    cost = dict(price(scene.table, scene.me))
    if scene.main and cost and scene.poor(scene.me, cost):
        yield UpgradeWagon(scene.me)


@on_board("TB-13")
def sixth_wagon_card(scene: Scene) -> Tries:
    if scene.main and level(scene.table, scene.me) == TOP:
        yield UpgradeWagon(scene.me)


@on_board("B-20", "B-21", "CK-20")
def better_wagon_before_the_roll(scene: Scene) -> Tries:
    if scene.early:
        yield UpgradeWagon(scene.me)


@on_board("B-20", "CK-20")
def better_wagon_on_another_players_turn(scene: Scene) -> Tries:
    if scene.main:
        yield from (UpgradeWagon(other) for other in scene.others)


# --- cargo


def supplier(scene: Scene) -> tuple[PlayerId, str] | None:
    """Who turns up a cargo card now, and where."""
    who = scene.asked("cargo")
    question = None if who is None else scene.table.question("cargo", who)
    return None if who is None or question is None else (who, str(question.params["supplier"]))


@on_board("TB-12")
def cargo_that_the_destination_has_not(scene: Scene) -> Tries:
    asked = supplier(scene)
    if asked is not None:
        who, place = asked
        yield from (TurnUpCargo(who, k) for k in cargoes() if k not in destinations()[place].supplies)


@on_board("TB-12")
def cargo_that_nobody_knows(scene: Scene) -> Tries:
    asked = supplier(scene)
    if asked is not None:
        yield from (TurnUpCargo(asked[0], kind) for kind in ("gold", "wool", ""))


@on_board("B-24")
def cargo_turned_up_on_the_way(scene: Scene) -> Tries:
    """Out of order: nobody has arrived anywhere."""
    if scene.main:
        yield from (TurnUpCargo(scene.me, kind) for kind in cargoes())


@on_board("B-24")
def cargo_turned_up_by_somebody_else(scene: Scene) -> Tries:
    asked = supplier(scene)
    if asked is not None:
        yield from (TurnUpCargo(p, kind) for p in scene.core.ids if p != asked[0] for kind in cargoes())


@on_board("B-24")
def turn_ended_before_the_cargo_is_turned_up(scene: Scene) -> Tries:
    if supplier(scene) is not None:
        yield EndTurn(scene.me)


# --- driving barbarians off


def beside(scene: Scene) -> list[EdgeId]:
    """Barbarians before the wagon of the player on turn."""
    start = state_of(scene.table).wagons[scene.me]
    around = geometry(scene.table).corner_edges[start]  # type: ignore[index]
    return [edge for edge in state_of(scene.table).barbarians if edge in around]


def able(scene: Scene) -> bool:
    """The wagon of the player on turn may drive barbarians off."""
    tried = driving(scene) and journey(scene.table, scene.me).failed
    return driving(scene) and not tried and bool(card(scene.table, scene.me).drives_off)


@on_board("TB-20")
def first_wagon_drives_off(scene: Scene) -> Tries:
    if driving(scene) and not card(scene.table, scene.me).drives_off:
        yield from (DriveOff(scene.me, edge, 6, free_places(scene.table)[0]) for edge in beside(scene))


@on_board("TB-20")
def second_try_after_a_failure(scene: Scene) -> Tries:
    if driving(scene) and journey(scene.table, scene.me).failed:
        yield from (DriveOff(scene.me, edge, 6, free_places(scene.table)[0]) for edge in beside(scene))


@on_board("TB-20")
def driven_off_from_afar(scene: Scene) -> Tries:
    if able(scene):
        for edge in state_of(scene.table).barbarians:
            if edge not in beside(scene):
                yield DriveOff(scene.me, edge, 6, free_places(scene.table)[0])


@on_board("TB-20")
def driven_off_with_a_number_that_is_not_on_the_card(scene: Scene) -> Tries:
    if able(scene):
        for edge, die in product(beside(scene), range(1, 7)):
            if die not in card(scene.table, scene.me).drives_off:
                yield DriveOff(scene.me, edge, die, free_places(scene.table)[0])


@on_board("TB-20")
def driven_off_to_nowhere(scene: Scene) -> Tries:
    if able(scene):
        yield from (DriveOff(scene.me, edge, 6) for edge in beside(scene))


@on_board("TB-20")
def driven_off_by_a_seven(scene: Scene) -> Tries:
    if able(scene):
        yield from (DriveOff(scene.me, edge, die) for edge in beside(scene) for die in (0, 7))


@on_board("TB-21")
def driven_off_onto_another_barbarian(scene: Scene) -> Tries:
    if able(scene):
        for edge in beside(scene):
            yield from (DriveOff(scene.me, edge, 6, to) for to in state_of(scene.table).barbarians)


@on_board("TB-20")
def driven_off_where_none_stands(scene: Scene) -> Tries:
    if able(scene):
        start = state_of(scene.table).wagons[scene.me]
        for edge in geometry(scene.table).corner_edges[start]:  # type: ignore[index]
            if edge not in state_of(scene.table).barbarians:
                yield DriveOff(scene.me, edge, 6, free_places(scene.table)[0])


# --- a 7 and the knights


def raids(scene: Scene) -> Iterator[tuple[EdgeId, EdgeId, PlayerId | None]]:
    """A barbarian, a place where it may go, and whom that robs."""
    for edge in state_of(scene.table).barbarians:
        for to in free_places(scene.table):
            yield edge, to, robbed(scene.table, scene.me, to)


@on_board("TB-21")
def barbarian_moved_onto_another(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None:
        yield from (MoveBarbarian(who, a, b) for a, b in product(state_of(scene.table).barbarians, repeat=2))


@on_board("TB-20", "TB-22")
def barbarian_that_is_not_there(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None:
        free = free_places(scene.table)
        yield from (MoveBarbarian(who, one, other) for one, other in pairwise(free))


@on_board("B-04")
def barbarian_moved_off_the_board(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None:
        yield from (MoveBarbarian(who, e, EdgeId("99SE")) for e in state_of(scene.table).barbarians)


@on_board("TB-22")
def barbarian_robs_somebody_elsewhere(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None:
        for edge, to, victim in raids(scene):
            yield from (MoveBarbarian(who, edge, to, p) for p in scene.core.ids if p not in (who, victim))


@on_board("TB-22")
def barbarian_robs_his_mover(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None:
        yield from (MoveBarbarian(who, edge, to, who) for edge, to, _ in raids(scene))


@on_board("TB-22")
def barbarian_that_spares_the_owner_of_the_road(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None and scene.hands.holders:
        yield from (MoveBarbarian(who, edge, to) for edge, to, victim in raids(scene) if victim is not None)


@on_board("TB-22")
def barbarian_takes_a_card_that_is_not_there(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None and scene.hands.holders:
        for edge, to, victim in raids(scene):
            if victim is not None:
                for good in names(scene.table):
                    if scene.poor(victim, {good: 1}):
                        yield MoveBarbarian(who, edge, to, victim, good)


@on_board("B-06", "TB-22")
def barbarian_takes_gold(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None and scene.hands.holders:
        for edge, to, victim in raids(scene):
            if victim is not None:
                yield MoveBarbarian(who, edge, to, victim, "gold")


@on_board("B-24")
def barbarian_moved_without_a_seven(scene: Scene) -> Tries:
    if scene.main:
        yield from (MoveBarbarian(scene.me, *raid) for raid in raids(scene))


@on_board("B-24")
def barbarian_moved_by_somebody_else(scene: Scene) -> Tries:
    who = scene.asked("barbarian")
    if who is not None:
        for other in scene.core.ids:
            if other != who:
                yield from (MoveBarbarian(other, edge, to) for edge, to, _ in raids(scene))


@on_board("B-53")
def knight_that_nobody_holds(scene: Scene) -> Tries:
    if scene.main and not development(scene.table).held.get(scene.me):
        yield from (RaidWithKnight(scene.me, *raid) for raid in raids(scene))


@on_board("TB-21")
def knight_drives_one_onto_another(scene: Scene) -> Tries:
    if scene.main and development(scene.table).held.get(scene.me):
        pairs = product(state_of(scene.table).barbarians, repeat=2)
        yield from (RaidWithKnight(scene.me, one, other) for one, other in pairs)


@on_board("TB-04")
def knight_robs_somebody_elsewhere(scene: Scene) -> Tries:
    if scene.main and development(scene.table).held.get(scene.me):
        for edge, to, victim in raids(scene):
            yield from (RaidWithKnight(scene.me, edge, to, p) for p in scene.others if p != victim)


@on_board("B-56")
def knight_or_journey_that_all_have_seen(scene: Scene) -> Tries:
    if scene.main and development(scene.table).held.get(scene.me):
        if not out(scene.table, "knight"):
            yield from (RaidWithKnight(scene.me, *raid) for raid in raids(scene))
        if not out(scene.table, "swift_journey"):
            yield PlaySwiftJourney(scene.me)


@on_board("TB-04")
def swift_journey_before_the_wagon_has_moved(scene: Scene) -> Tries:
    if scene.main and not has_moved(scene.table, scene.me):
        yield PlaySwiftJourney(scene.me)


@on_board("B-53")
def swift_journey_that_nobody_holds(scene: Scene) -> Tries:
    if scene.main and not development(scene.table).held.get(scene.me):
        yield PlaySwiftJourney(scene.me)


# --- two players, and Cities & Knights


@on_board("TB-40")
def barbarian_sent_to_a_road(scene: Scene) -> Tries:
    if scene.main and scene.plays(SendBarbarian):
        roads = (to for to in free_places(scene.table) if to in scene.base.roads)
        yield from (SendBarbarian(scene.me, e, to) for to in roads for e in state_of(scene.table).barbarians)


@on_board("C2-05")
def barbarian_sent_without_tokens(scene: Scene) -> Tries:
    if not scene.main or not scene.plays(SendBarbarian):
        return
    if tokens(scene.table, scene.me) < token_price(scene.table, scene.me):
        free = (to for to in free_places(scene.table) if to not in scene.base.roads)
        yield from (SendBarbarian(scene.me, e, to) for to in free for e in state_of(scene.table).barbarians)


@on_board("CO-10")
def knight_drives_off_from_afar(scene: Scene) -> Tries:
    if scene.main and scene.plays(ChaseBarbarian):
        land = geometry(scene.table)
        for site in knights(scene.table, scene.me):
            for edge, to, victim in raids(scene):
                if site not in land.ends[edge]:
                    yield ChaseBarbarian(scene.me, site, edge, to, victim)


@on_board("CK-94")
def inactive_knight_drives_off(scene: Scene) -> Tries:
    if scene.main and scene.plays(ChaseBarbarian):
        for site, knight in knights(scene.table, scene.me).items():
            if not knight.active:
                yield from (ChaseBarbarian(scene.me, site, *raid) for raid in raids(scene))


@on_board("CO-10")
def bishop_without_a_barbarian(scene: Scene) -> Tries:
    if scene.main and scene.plays(PlayBishop):
        yield PlayBishop(scene.me)


@on_board("CO-10")
def alchemist_names_two_or_twelve(scene: Scene) -> Tries:
    if scene.early and scene.plays(PlayAlchemist):
        yield from (PlayAlchemist(scene.me, face, face) for face in (1, 6))


# --- the table's word


@on_board("TB-12")
def deliveries_below_zero(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateDelivered(scene.me, scene.me, count) for count in (-1, MOST_DELIVERED + 1))


@on_board("TB-13")
def sixth_wagon_card_stated(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateUpgrades(scene.me, scene.me, count) for count in (TOP, -1))


@on_board("B-04")
def wagon_stated_off_the_board(scene: Scene) -> Tries:
    if scene.begun:
        yield StateWagon(scene.me, scene.me, "99N")  # type: ignore[arg-type]


@on_board("B-14")
def wagon_of_a_stranger(scene: Scene) -> Tries:
    if scene.begun:
        yield StateWagon(scene.me, STRANGER, None)


@on_board("TB-12")
def cargo_stated_that_nobody_knows(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateCargo(scene.me, scene.me, kind) for kind in ("gold", "ore", ""))


@on_board("TB-01")
def fourth_barbarian(scene: Scene) -> Tries:
    if scene.begun:
        yield StateBarbarians(scene.me, tuple(geometry(scene.table).edges[:4]))


@on_board("TB-21")
def two_barbarians_stated_on_a_path(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateBarbarians(scene.me, (edge, edge)) for edge in geometry(scene.table).edges)


@on_board("B-04")
def barbarian_stated_off_the_board(scene: Scene) -> Tries:
    if scene.begun:
        yield StateBarbarians(scene.me, (EdgeId("99SE"),))


# --- where nobody enters places


@by_word("B-20", "B-21", "CK-20")
def delivery_before_the_roll(scene: Scene) -> Tries:
    if scene.early:
        yield Deliver(scene.me)


@by_word("B-20", "CK-20")
def delivery_on_another_players_turn(scene: Scene) -> Tries:
    if scene.main:
        yield from (Deliver(other) for other in scene.others)


@by_word("TB-13")
def sixth_wagon_card_by_word(scene: Scene) -> Tries:
    if scene.main and level(scene.table, scene.me) == TOP:
        yield UpgradeWagon(scene.me)


@by_word("TB-12")
def deliveries_by_word_below_zero(scene: Scene) -> Tries:
    yield from (StateDelivered(scene.me, scene.me, count) for count in (-1, MOST_DELIVERED + 1))
