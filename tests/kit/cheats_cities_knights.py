"""Cheating in Cities & Knights."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from companion.engine.command import Command
from companion.engine.ids import Site
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.network import board, geometry, reached, travel
from companion.rules.base.queries import buildings, cities, opponents, settlements
from companion.rules.base.robber import MoveRobber
from companion.rules.base.trade import TradeWithBank, rate
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.barbarians import ChooseDeck, LoseCity
from companion.rules.cities_knights.cards import (
    LayOpen,
    PutBack,
    hand,
    may_hold,
)
from companion.rules.cities_knights.goods import PRICES
from companion.rules.cities_knights.improvements import Improve, improvement_price
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.metropolises import PlaceMetropolis
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.cities_knights.progress.commodity_monopoly import PlayCommodityMonopoly
from companion.rules.cities_knights.progress.crane import PlayCrane
from companion.rules.cities_knights.progress.deserter import PlayDeserter
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.cities_knights.progress.engineer import PlayEngineer
from companion.rules.cities_knights.progress.intrigue import PlayIntrigue
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.progress.irrigation import PlayIrrigation
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.merchant import PlayMerchant
from companion.rules.cities_knights.progress.merchant_fleet import PlayMerchantFleet
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.progress.open_roads import is_open
from companion.rules.cities_knights.progress.resource_monopoly import PlayResourceMonopoly
from companion.rules.cities_knights.progress.saboteur import PlaySaboteur
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.progress.spy import PlaySpy
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.progress.wedding import PlayWedding
from companion.rules.cities_knights.queries import knights, knights_left, level, plain_cities, state_of, walls
from companion.rules.cities_knights.slice import CitiesKnights, Knight, Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.cheats import Scene, cheat
from tests.kit.cheats_base import open_edges

Tries = Iterable[Command]
cheat = partial(cheat, module="cities_knights")


def own(scene: Scene) -> dict[Site, Knight]:
    """The knights of the player on turn, where this game has any."""
    return knights(scene.table, scene.me) if scene.table.state.has(CitiesKnights) else {}


def foreign(scene: Scene) -> dict[Site, Knight]:
    """The knights of the others."""
    if not scene.table.state.has(CitiesKnights):
        return {}
    return {
        site: knight for site, knight in state_of(scene.table).knights.items() if knight.owner != scene.me
    }


def knights_game(scene: Scene) -> bool:
    """Cities & Knights, and the player on turn may do what he likes."""
    return scene.main and scene.table.state.has(CitiesKnights)


def on_paths(scene: Scene) -> bool:
    """CO-09: knights stand on paths, and come to the castle."""
    return scene.has("barbarian_attack")


def ready(scene: Scene) -> list[Site]:
    """Own knights that may act now."""
    return [
        site
        for site, knight in own(scene).items()
        if knight.active and knight.activated != scene.core.turn and knight.acted != scene.core.turn
    ]


def free(scene: Scene) -> list[Site]:
    """Corners where nothing stands."""
    taken = scene.table.value("occupied")
    return [corner for corner in geometry(scene.table).corners if corner not in taken]


# --- the base game's cards stay in the box


@cheat("CK-01")
def development_card_among_knights(scene: Scene) -> Tries:
    if knights_game(scene):
        yield BuyDevelopmentCard(scene.me)


# --- knights


@cheat("CK-90")
def knight_away_from_roads(scene: Scene) -> Tries:
    if knights_game(scene) and not on_paths(scene):
        near = set(reached(scene.table, scene.me))
        yield from (RecruitKnight(scene.me, site) for site in free(scene) if site not in near)


@cheat("CK-90")
def knight_on_a_piece(scene: Scene) -> Tries:
    if knights_game(scene) and not on_paths(scene):
        yield from (RecruitKnight(scene.me, site) for site in scene.table.value("occupied"))


@cheat("CK-90")
def third_basic_knight(scene: Scene) -> Tries:
    if knights_game(scene) and not on_paths(scene) and not knights_left(scene.table, scene.me, 1):
        near = set(reached(scene.table, scene.me))
        yield from (RecruitKnight(scene.me, site) for site in free(scene) if site in near)


@cheat("CK-90")
def knight_without_cards(scene: Scene) -> Tries:
    if knights_game(scene) and not on_paths(scene) and scene.poor(scene.me, dict(PRICES["knight"])):
        yield from (RecruitKnight(scene.me, site) for site in free(scene))


@cheat("CK-92")
def helmet_without_grain(scene: Scene) -> Tries:
    if knights_game(scene) and scene.poor(scene.me, {"grain": 1}):
        yield from (ActivateKnights(scene.me, (site,)) for site, k in own(scene).items() if not k.active)


@cheat("CK-92")
def helmet_on_a_helmet(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (ActivateKnights(scene.me, (site,)) for site, k in own(scene).items() if k.active)


@cheat("CK-90", "CK-92")
def helmet_for_another_players_knight(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (ActivateKnights(scene.me, (site,)) for site in foreign(scene))


@cheat("CK-93")
def mighty_without_a_fortress(scene: Scene) -> Tries:
    if knights_game(scene) and level(scene.table, scene.me, Track.POLITICS) < 3:
        yield from (PromoteKnight(scene.me, site) for site, k in own(scene).items() if k.strength == 2)


@cheat("CK-93")
def stronger_than_mighty(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (PromoteKnight(scene.me, site) for site, k in own(scene).items() if k.strength == 3)


@cheat("CK-93")
def promoted_twice_in_a_turn(scene: Scene) -> Tries:
    if knights_game(scene):
        for site, knight in own(scene).items():
            most = scene.table.option("knight_promotions_per_turn")
            if knight.promoted == scene.core.turn and knight.promotions >= most and knight.strength < 3:
                yield PromoteKnight(scene.me, site)


@cheat("CK-93")
def third_strong_knight(scene: Scene) -> Tries:
    if knights_game(scene) and not knights_left(scene.table, scene.me, 2):
        yield from (PromoteKnight(scene.me, site) for site, k in own(scene).items() if k.strength == 1)


@cheat("CK-93")
def promotion_without_cards(scene: Scene) -> Tries:
    if knights_game(scene) and scene.poor(scene.me, dict(PRICES["promotion"])):
        yield from (PromoteKnight(scene.me, site) for site, k in own(scene).items() if k.strength < 3)


@cheat("CK-94")
def inactive_knight_acts(scene: Scene) -> Tries:
    if knights_game(scene):
        for site, knight in own(scene).items():
            if not knight.active:
                yield from (MoveKnight(scene.me, site, to) for to in free(scene))


@cheat("CK-94")
def knight_acts_in_the_turn_of_its_helmet(scene: Scene) -> Tries:
    if knights_game(scene):
        for site, knight in own(scene).items():
            if knight.active and knight.activated == scene.core.turn:
                yield from (MoveKnight(scene.me, site, to) for to in free(scene))


@cheat("CK-95")
def knight_acts_twice(scene: Scene) -> Tries:
    if knights_game(scene):
        for site, knight in own(scene).items():
            if knight.acted == scene.core.turn:
                yield from (MoveKnight(scene.me, site, to) for to in free(scene))


@cheat("CK-96")
def knight_leaves_the_road(scene: Scene) -> Tries:
    if knights_game(scene):
        for site in ready(scene):
            way = set(travel(scene.table, scene.me, site))
            yield from (MoveKnight(scene.me, site, to) for to in free(scene) if to not in way)


@cheat("CK-96")
def knight_moves_onto_a_piece(scene: Scene) -> Tries:
    if knights_game(scene):
        for site in ready(scene):
            yield from (MoveKnight(scene.me, site, to) for to in scene.table.value("occupied"))


@cheat("CK-97")
def displacing_one_who_is_not_weaker(scene: Scene) -> Tries:
    if knights_game(scene):
        mine = own(scene)
        for site in ready(scene):
            for victim, knight in foreign(scene).items():
                if knight.strength >= mine[site].strength:
                    yield DisplaceKnight(scene.me, site, victim)


@cheat("CK-97")
def displacing_an_own_knight(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (DisplaceKnight(scene.me, site, other) for site in ready(scene) for other in own(scene))


@cheat("CK-97", "CK-96")
def displacing_out_of_reach(scene: Scene) -> Tries:
    if knights_game(scene):
        for site in ready(scene):
            way = set(travel(scene.table, scene.me, site))
            yield from (DisplaceKnight(scene.me, site, v) for v in foreign(scene) if v not in way)


@cheat("CK-51")
def robber_chased_before_the_first_attack(scene: Scene) -> Tries:
    if knights_game(scene) and not state_of(scene.table).attacks:
        for site in own(scene):
            yield from (ChaseRobber(scene.me, site, hex) for hex in geometry(scene.table).hexes)


@cheat("CK-98")
def robber_chased_from_afar(scene: Scene) -> Tries:
    if knights_game(scene) and state_of(scene.table).attacks and scene.base.robber is not None:
        near = geometry(scene.table).hex_corners[scene.base.robber]
        for site in ready(scene):
            if site not in near:
                yield from (ChaseRobber(scene.me, site, hex) for hex in geometry(scene.table).hexes)


@cheat("CK-91", "B-50")
def road_past_a_knight(scene: Scene) -> Tries:
    if knights_game(scene) and not on_paths(scene):
        land, guards = geometry(scene.table), foreign(scene)
        mine = {*buildings(scene.table, scene.me)}
        for corner in reached(scene.table, scene.me):
            if corner in guards:
                for edge in set(land.corner_edges[corner]).intersection(open_edges(scene)):
                    far = land.other_end(edge, corner)
                    joined = any(scene.base.roads.get(e) == scene.me for e in land.corner_edges[far])
                    if edge not in scene.base.roads and far not in mine and not joined:
                        yield BuildRoad(scene.me, edge)


@cheat("CK-91", "B-51")
def settlement_on_a_knight(scene: Scene) -> Tries:
    if knights_game(scene) and not on_paths(scene):
        yield from (BuildSettlement(scene.me, site) for site in state_of(scene.table).knights)


# --- cities


@cheat("CK-70")
def wall_round_a_settlement(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (BuildWall(scene.me, site) for site in settlements(scene.table, scene.me))


@cheat("CK-70")
def second_wall_round_a_city(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (BuildWall(scene.me, site) for site in walls(scene.table, scene.me))


@cheat("CK-70")
def wall_without_bricks(scene: Scene) -> Tries:
    if knights_game(scene) and scene.poor(scene.me, dict(PRICES["wall"])):
        yield from (BuildWall(scene.me, site) for site in cities(scene.table, scene.me))


@cheat("CK-80", "CK-07")
def improvement_without_commodities(scene: Scene) -> Tries:
    if knights_game(scene) and cities(scene.table, scene.me):
        for track in Track:
            reached_level = level(scene.table, scene.me, track) + 1
            if reached_level <= 5:
                price = dict(improvement_price(scene.table, scene.me, track, reached_level))
                if price and scene.poor(scene.me, price):
                    yield Improve(scene.me, track, reached_level)


@cheat("CK-80")
def improvement_that_skips_a_level(scene: Scene) -> Tries:
    if knights_game(scene):
        for track in Track:
            if level(scene.table, scene.me, track) <= 3:
                yield Improve(scene.me, track, level(scene.table, scene.me, track) + 2)


@cheat("CK-80", "CK-81")
def improvement_without_a_city(scene: Scene) -> Tries:
    if knights_game(scene) and not cities(scene.table, scene.me):
        yield from (Improve(scene.me, t, level(scene.table, scene.me, t) + 1) for t in Track)


@cheat("CK-80", "CK-07")
def sixth_level(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (Improve(scene.me, t, 6) for t in Track if level(scene.table, scene.me, t) == 5)


@cheat("CK-83")
def metropolis_without_a_city(scene: Scene) -> Tries:
    if knights_game(scene) and cities(scene.table, scene.me) and not plain_cities(scene.table, scene.me):
        for track in Track:
            if level(scene.table, scene.me, track) == 3:
                yield Improve(scene.me, track, 4)


@cheat("B-24")
def metropolis_unearned(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (PlaceMetropolis(scene.me, site) for site in cities(scene.table, scene.me))


@cheat("CK-112")
def barbarians_take_a_metropolis(scene: Scene) -> Tries:
    for question in scene.core.pending:
        if question.kind == "lose_city":
            plain = plain_cities(scene.table, question.who)
            for site in scene.base.buildings:
                if site not in plain:
                    yield LoseCity(question.who, site)


@cheat("B-24")
def progress_card_without_defending(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (ChooseDeck(scene.me, track) for track in Track)


# --- the robber and the bank


@cheat("CK-52")
def robber_to_the_desert(scene: Scene) -> Tries:
    who = next((q.who for q in scene.core.pending if q.kind == "robber"), None)
    if who is not None and scene.table.state.has(CitiesKnights):
        island = board(scene.table)
        for hex in island.geometry.hexes:
            if not island.tokens[hex] and not scene.table.option("robber_to_desert"):
                yield MoveRobber(who, hex)


@cheat("B-42", "CK-61")
def commodities_at_a_guilds_rate_without_a_guild(scene: Scene) -> Tries:
    if knights_game(scene) and scene.hands.holders and level(scene.table, scene.me, Track.TRADE) < 3:
        for good in ("coin", "paper", "cloth"):
            if rate(scene.table, scene.me, good) > 2:
                yield TradeWithBank(scene.me, {good: 2}, {"ore": 1})


# --- progress cards


def unheld(scene: Scene, card: str) -> bool:
    """The table can tell that the player on turn has not got the card."""
    return not may_hold(scene.table, scene.me, card)


@cheat("PC-B08", "PC-B06", "PC-G02", "PC-Y03")
def progress_card_that_nobody_drew(scene: Scene) -> Tries:
    if knights_game(scene) and not hand(scene.table, scene.me):
        yield from (PlayWarlord(scene.me), PlaySaboteur(scene.me), PlayCrane(scene.me))
        if not scene.hands.holders:
            yield PlayMerchantFleet(scene.me)


@cheat("PC-G01")
def third_alchemist(scene: Scene) -> Tries:
    if scene.early and scene.table.state.has(CitiesKnights) and unheld(scene, "alchemist"):
        yield PlayAlchemist(scene.me, 3, 4)


@cheat("CK-20")
def alchemist_after_the_roll(scene: Scene) -> Tries:
    if knights_game(scene):
        yield PlayAlchemist(scene.me, 3, 4)


@cheat("CK-20", "B-21")
def progress_card_before_the_roll(scene: Scene) -> Tries:
    if scene.early and scene.table.state.has(CitiesKnights):
        yield PlayWarlord(scene.me)
        yield PlayCrane(scene.me)


@cheat("PC-G01")
def other_dice_than_the_alchemist_named(scene: Scene) -> Tries:
    if scene.early and scene.table.state.has(CitiesKnights) and state_of(scene.table).named_dice:
        white, red = state_of(scene.table).named_dice or (1, 1)
        yield RollDice(scene.me, {"white": white % 6 + 1, "red": red, "event": "ship"})


@cheat("CK-122")
def secret_card_laid_open(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (LayOpen(scene.me, card) for card in CARDS if card not in ("printer", "constitution"))


@cheat("CK-122")
def point_card_laid_open_twice(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (LayOpen(scene.me, card) for card in state_of(scene.table).laid_open)


@cheat("B-24", "CK-123")
def card_put_back_for_nothing(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (PutBack(scene.me, held.track) for held in hand(scene.table, scene.me))


@cheat("CK-51")
def bishop_before_the_first_attack(scene: Scene) -> Tries:
    if knights_game(scene) and not state_of(scene.table).attacks:
        yield from (PlayBishop(scene.me, hex) for hex in geometry(scene.table).hexes)


@cheat("PC-B03")
def deserter_comes_back_stronger(scene: Scene) -> Tries:
    if knights_game(scene):
        for site, knight in foreign(scene).items():
            if knight.strength < 3 and knight.owner in scene.core.ids:
                yield PlayDeserter(scene.me, knight.owner, site, knight.strength + 1, site)


@cheat("PC-B04")
def diplomat_takes_a_road_between_roads(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (
            PlayDiplomat(scene.me, edge) for edge in scene.base.roads if not is_open(scene.table, edge)
        )


@cheat("PC-B05")
def intrigue_against_a_knight_out_of_reach(scene: Scene) -> Tries:
    if knights_game(scene):
        near = set(reached(scene.table, scene.me))
        yield from (PlayIntrigue(scene.me, site) for site in foreign(scene) if site not in near)


@cheat("PC-B05")
def intrigue_against_an_own_knight(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (PlayIntrigue(scene.me, site) for site in own(scene))


def leads(scene: Scene, margin: int) -> bool:
    """The player on turn has that many points more than everybody."""
    points = scene.table.points
    return all(points(scene.me) - points(other) >= margin for other in opponents(scene.table, scene.me))


@cheat("CK-125")
def saboteur_of_the_leader(scene: Scene) -> Tries:
    if knights_game(scene) and leads(scene, 1):
        yield PlaySaboteur(scene.me)


@cheat("CK-125")
def wedding_of_the_leader(scene: Scene) -> Tries:
    if knights_game(scene) and leads(scene, 0):
        yield PlayWedding(scene.me)


@cheat("PC-Y02", "CK-125")
def master_merchant_against_a_poorer_player(scene: Scene) -> Tries:
    if knights_game(scene):
        for other in opponents(scene.table, scene.me):
            if scene.table.points(other) <= scene.table.points(scene.me):
                yield PlayMasterMerchant(scene.me, other)


@cheat("CK-125")
def spy_on_empty_hands(scene: Scene) -> Tries:
    if knights_game(scene):
        for other in opponents(scene.table, scene.me):
            if not hand(scene.table, other):
                yield from (PlaySpy(scene.me, other, track) for track in Track)


@cheat("CK-125")
def warlord_without_resting_knights(scene: Scene) -> Tries:
    if knights_game(scene) and all(knight.active for knight in own(scene).values()):
        yield PlayWarlord(scene.me)


@cheat("PC-G03", "CK-125")
def mining_without_mountains(scene: Scene) -> Tries:
    if knights_game(scene) and not beside(scene, "mountains"):
        yield PlayMining(scene.me)


@cheat("PC-G04", "CK-125")
def irrigation_without_fields(scene: Scene) -> Tries:
    if knights_game(scene) and not beside(scene, "fields"):
        yield PlayIrrigation(scene.me)


def beside(scene: Scene, terrain: str) -> bool:
    """The player on turn has a building at a hex of that terrain."""
    island = board(scene.table)
    hexes = {hex for site in buildings(scene.table, scene.me) for hex in island.geometry.corner_hexes[site]}
    return any(island.terrain[hex] == terrain for hex in hexes)


@cheat("PC-G06")
def inventor_swaps_a_red_number(scene: Scene) -> Tries:
    if knights_game(scene):
        island = board(scene.table)
        fine = [hex for hex in island.geometry.hexes if island.tokens[hex] in (3, 4, 5, 9, 10, 11)]
        for hex in island.geometry.hexes:
            if island.tokens[hex] in (2, 6, 8, 12):
                yield PlayInventor(scene.me, (hex, fine[0]))


@cheat("CK-70", "PC-G07", "CK-125")
def engineer_builds_round_a_settlement(scene: Scene) -> Tries:
    if knights_game(scene):
        yield from (PlayEngineer(scene.me, site) for site in settlements(scene.table, scene.me))


@cheat("PC-G09")
def smith_promotes_three(scene: Scene) -> Tries:
    if knights_game(scene) and len(own(scene)) >= 3:
        yield PlaySmith(scene.me, tuple(own(scene))[:3])


@cheat("CK-93", "PC-G09")
def smith_makes_mighty_without_a_fortress(scene: Scene) -> Tries:
    if knights_game(scene) and level(scene.table, scene.me, Track.POLITICS) < 3:
        yield from (PlaySmith(scene.me, (site,)) for site, k in own(scene).items() if k.strength == 2)


@cheat("CK-130", "PC-Y04")
def merchant_in_the_desert(scene: Scene) -> Tries:
    if knights_game(scene):
        island = board(scene.table)
        yield from (
            PlayMerchant(scene.me, hex) for hex in island.geometry.hexes if island.terrain[hex] == "desert"
        )


@cheat("CK-130", "PC-Y04")
def merchant_away_from_home(scene: Scene) -> Tries:
    if knights_game(scene):
        land = geometry(scene.table)
        home = {hex for site in buildings(scene.table, scene.me) for hex in land.corner_hexes[site]}
        yield from (PlayMerchant(scene.me, hex) for hex in land.hexes if hex not in home)


@cheat("PC-Y05", "B-56")
def resource_monopoly_takes_three(scene: Scene) -> Tries:
    if knights_game(scene) and scene.hands.holders:
        other = opponents(scene.table, scene.me)[0]
        yield PlayResourceMonopoly(scene.me, "ore", {other: 3})


@cheat("PC-Y06", "B-56")
def commodity_monopoly_names_a_resource(scene: Scene) -> Tries:
    if knights_game(scene) and scene.hands.holders:
        other = opponents(scene.table, scene.me)[0]
        yield PlayCommodityMonopoly(scene.me, "ore", {other: 1})


@cheat("B-52")
def city_under_a_knight(scene: Scene) -> Tries:
    if knights_game(scene) and not on_paths(scene):
        yield from (BuildCity(scene.me, site) for site in own(scene))
