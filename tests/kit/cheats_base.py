"""Cheating in the base game."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.core import DeclareWinner
from companion.engine.ids import CornerId, EdgeId, HexId, PlayerId, Site
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.play import development, out
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.goods import PRICES, names
from companion.rules.base.network import (
    barriers,
    geometry,
    no_building_here,
    no_road_here,
    reached,
    road_places,
    too_near,
)
from companion.rules.base.queries import buildings, figures_left, roads_left, settlements
from companion.rules.base.robber import DiscardCards, MoveRobber, victims
from companion.rules.base.setup import PlaceBuilding, PlaceRoad
from companion.rules.base.showing import ShowCards
from companion.rules.base.slice import BuildingKind
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer, rate
from companion.rules.base.turn import EndTurn, RollDice
from tests.kit.cheats import Scene, cheat

Tries = Iterable[Command]


def open_edges(scene: Scene) -> list[EdgeId]:
    """Edges where a road may lie, whosever it is."""
    closed = no_road_here(scene.table)
    return [edge for edge in geometry(scene.table).edges if edge not in closed]


def open_corners(scene: Scene) -> list[CornerId]:
    """Corners where a settlement may stand, whosever it is."""
    closed = no_building_here(scene.table)
    return [corner for corner in geometry(scene.table).corners if corner not in closed]


# --- building


@cheat("B-50")
def road_from_nowhere(scene: Scene) -> Tries:
    if scene.main:
        land = geometry(scene.table)
        mine = {*reached(scene.table, scene.me), *buildings(scene.table, scene.me)}
        for edge in open_edges(scene):
            if edge not in scene.base.roads and not mine & set(land.ends[edge]):
                yield BuildRoad(scene.me, edge)


@cheat("B-50", "CK-91")
def road_through_an_opponent(scene: Scene) -> Tries:
    if scene.main:
        land, closed = geometry(scene.table), barriers(scene.table, scene.me)
        allowed = set(road_places(scene.table, scene.me))
        for corner in reached(scene.table, scene.me):
            if corner in closed:
                for edge in land.corner_edges[corner]:
                    if edge not in allowed and edge not in scene.base.roads and edge in open_edges(scene):
                        yield BuildRoad(scene.me, edge)


@cheat("B-50")
def road_on_a_road(scene: Scene) -> Tries:
    if scene.main:
        yield from (BuildRoad(scene.me, edge) for edge in scene.base.roads)


@cheat("B-04")
def road_off_the_board(scene: Scene) -> Tries:
    if scene.main:
        yield BuildRoad(scene.me, EdgeId("99NE"))


@cheat("B-50")
def road_without_cards(scene: Scene) -> Tries:
    if scene.main and scene.poor(scene.me, dict(PRICES["road"])):
        yield from (BuildRoad(scene.me, edge) for edge in road_places(scene.table, scene.me))


@cheat("B-05")
def sixteenth_road(scene: Scene) -> Tries:
    if scene.main and not roads_left(scene.table, scene.me):
        yield from (BuildRoad(scene.me, edge) for edge in road_places(scene.table, scene.me))


@cheat("B-51")
def settlement_without_a_road(scene: Scene) -> Tries:
    if scene.main:
        near = set(reached(scene.table, scene.me))
        taken = scene.table.value("occupied")
        for corner in open_corners(scene):
            if corner not in near and corner not in taken and not too_near(scene.table, corner):
                yield BuildSettlement(scene.me, corner)


@cheat("B-51")
def settlement_next_door(scene: Scene) -> Tries:
    if scene.main:
        taken = scene.table.value("occupied")
        for corner in reached(scene.table, scene.me):
            if corner not in taken and too_near(scene.table, corner):
                yield BuildSettlement(scene.me, corner)


@cheat("B-51")
def settlement_on_a_building(scene: Scene) -> Tries:
    if scene.main:
        yield from (BuildSettlement(scene.me, site) for site in scene.base.buildings)


@cheat("B-04")
def settlement_off_the_board(scene: Scene) -> Tries:
    if scene.main:
        yield BuildSettlement(scene.me, Site("20S"))


@cheat("B-51")
def settlement_without_cards(scene: Scene) -> Tries:
    if scene.main and scene.poor(scene.me, dict(PRICES["settlement"])):
        taken = scene.table.value("occupied")
        yield from (BuildSettlement(scene.me, c) for c in reached(scene.table, scene.me) if c not in taken)


@cheat("B-05")
def sixth_settlement(scene: Scene) -> Tries:
    if scene.main and not figures_left(scene.table, scene.me, BuildingKind.SETTLEMENT):
        taken = scene.table.value("occupied")
        yield from (BuildSettlement(scene.me, c) for c in reached(scene.table, scene.me) if c not in taken)


@cheat("B-52")
def city_on_bare_ground(scene: Scene) -> Tries:
    if scene.main:
        taken = scene.table.value("occupied")
        yield from (BuildCity(scene.me, c) for c in geometry(scene.table).corners if c not in taken)


@cheat("B-52")
def city_on_another_players_settlement(scene: Scene) -> Tries:
    if scene.main:
        for other in scene.others:
            yield from (BuildCity(scene.me, site) for site in settlements(scene.table, other))


@cheat("B-52")
def city_without_cards(scene: Scene) -> Tries:
    if scene.main and scene.poor(scene.me, dict(PRICES["city"])):
        yield from (BuildCity(scene.me, site) for site in settlements(scene.table, scene.me))


@cheat("B-05")
def fifth_city(scene: Scene) -> Tries:
    if scene.main and not figures_left(scene.table, scene.me, BuildingKind.CITY):
        for site in settlements(scene.table, scene.me):
            if scene.table.value("city_figure_needed", site):
                yield BuildCity(scene.me, site)


# --- the turn


@cheat("B-20", "B-21", "CK-20")
def second_roll(scene: Scene) -> Tries:
    if scene.main and scene.plays(RollDice):
        dice = {die.name: die.faces[0] for die in scene.game.ruleset.dice_wanted(scene.game.state)}
        yield RollDice(scene.me, dice)


@cheat("B-20", "CK-20")
def roll_of_another_player(scene: Scene) -> Tries:
    if scene.early and scene.plays(RollDice):
        dice = {die.name: die.faces[0] for die in scene.game.ruleset.dice_wanted(scene.game.state)}
        yield from (RollDice(other, dice) for other in scene.others)


@cheat("B-21", "CK-20")
def build_before_the_roll(scene: Scene) -> Tries:
    if scene.early:
        yield from (BuildRoad(scene.me, edge) for edge in road_places(scene.table, scene.me))


@cheat("B-20", "CK-20")
def build_on_another_players_turn(scene: Scene) -> Tries:
    if scene.main:
        for other in scene.others:
            yield from (BuildRoad(other, edge) for edge in road_places(scene.table, other))


@cheat("B-24")
def go_on_while_somebody_must_choose(scene: Scene) -> Tries:
    if scene.core.pending and scene.core.winner is None:
        yield EndTurn(scene.me)


@cheat("B-71", "CK-22")
def victory_without_points(scene: Scene) -> Tries:
    if scene.core.winner is None:
        for player in scene.core.ids:
            if scene.table.points(player) < scene.table.value("points_to_win", player):
                yield DeclareWinner(player)


@cheat("B-12")
def start_settlement_next_door(scene: Scene) -> Tries:
    for question in scene.core.pending:
        if question.kind == "start_building":
            taken = scene.table.value("occupied")
            for corner in open_corners(scene):
                if corner not in taken and too_near(scene.table, corner):
                    yield PlaceBuilding(question.who, corner)


@cheat("B-12")
def start_road_elsewhere(scene: Scene) -> Tries:
    for question in scene.core.pending:
        if question.kind == "start_road":
            newest = next(reversed(buildings(scene.table, question.who)))
            for edge in open_edges(scene):
                if newest not in geometry(scene.table).ends[edge] and edge not in scene.base.roads:
                    yield PlaceRoad(question.who, edge)


# --- the robber


def robber_asked(scene: Scene) -> PlayerId | None:
    return next((q.who for q in scene.core.pending if q.kind == "robber"), None)


@cheat("B-31", "CK-52", "FR-02")
def robber_stays(scene: Scene) -> Tries:
    who = robber_asked(scene)
    if who is not None and scene.base.robber is not None:
        yield MoveRobber(who, scene.base.robber)


@cheat("B-31", "CK-52", "FR-02")
def robber_robs_somebody_elsewhere(scene: Scene) -> Tries:
    who = robber_asked(scene)
    if who is not None:
        for hex in geometry(scene.table).hexes:
            there = victims(scene.table, who, hex)
            yield from (MoveRobber(who, hex, p) for p in scene.core.ids if p not in there and p != who)


@cheat("B-31", "CK-52", "FR-02")
def robber_robs_his_mover(scene: Scene) -> Tries:
    who = robber_asked(scene)
    if who is not None:
        yield from (MoveRobber(who, hex, who) for hex in geometry(scene.table).hexes)


@cheat("B-04")
def robber_off_the_board(scene: Scene) -> Tries:
    who = robber_asked(scene)
    if who is not None:
        yield MoveRobber(who, HexId(99))


@cheat("B-31", "CK-52")
def robber_takes_a_card_that_is_not_there(scene: Scene) -> Tries:
    who = robber_asked(scene)
    if who is not None and scene.hands.holders:
        for hex in geometry(scene.table).hexes:
            for victim in victims(scene.table, who, hex):
                for good in names(scene.table):
                    if scene.poor(victim, {good: 1}):
                        yield MoveRobber(who, hex, victim, good)


@cheat("B-24")
def robber_without_a_seven(scene: Scene) -> Tries:
    if scene.main:
        yield MoveRobber(scene.me, HexId(0 if scene.base.robber else 1))


@cheat("B-30", "CK-50")
def discard_too_few(scene: Scene) -> Tries:
    for question in scene.core.pending:
        if question.kind == "discard":
            yield DiscardCards(question.who, {}, int(str(question.params["count"])) - 1)


@cheat("B-30", "CK-50")
def discard_cards_one_has_not(scene: Scene) -> Tries:
    for question in scene.core.pending:
        if question.kind == "discard":
            count = int(str(question.params["count"]))
            for good in names(scene.table):
                if scene.poor(question.who, {good: count}):
                    yield DiscardCards(question.who, {good: count}, 0)


@cheat("B-24")
def discard_unasked(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        yield DiscardCards(scene.me, {}, 1)


# --- trade


@cheat("B-42")
def bank_at_a_better_rate(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        for good in names(scene.table):
            count = rate(scene.table, scene.me, good) - 1
            if count >= 1:
                yield from (
                    TradeWithBank(scene.me, {good: count}, {other: 1})
                    for other in names(scene.table)
                    if other != good
                )


@cheat("B-42")
def bank_gives_two_for_one_lot(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        good, other, *_ = names(scene.table)
        yield TradeWithBank(scene.me, {good: rate(scene.table, scene.me, good)}, {other: 2})


@cheat("B-41")
def bank_like_for_like(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        for good in names(scene.table):
            yield TradeWithBank(scene.me, {good: rate(scene.table, scene.me, good)}, {good: 1})


@cheat("B-42")
def bank_has_none_left(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        for wanted in names(scene.table):
            if not scene.hands.bank_high(wanted):
                for good in names(scene.table):
                    if good != wanted:
                        yield TradeWithBank(scene.me, {good: rate(scene.table, scene.me, good)}, {wanted: 1})


@cheat("B-42")
def bank_paid_with_cards_one_has_not(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        for good in names(scene.table):
            count = rate(scene.table, scene.me, good)
            if scene.poor(scene.me, {good: count}):
                other = next(name for name in names(scene.table) if name != good)
                yield TradeWithBank(scene.me, {good: count}, {other: 1})


@cheat("B-41")
def gift(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        for other in scene.others:
            yield from (TradeWithPlayer(scene.me, other, {good: 1}, {}) for good in names(scene.table))


@cheat("B-41")
def swap_of_like_for_like(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        for other in scene.others:
            yield from (TradeWithPlayer(scene.me, other, {good: 2}, {good: 1}) for good in names(scene.table))


@cheat("B-41")
def trade_of_a_card_one_has_not(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        for other in scene.others:
            for good in names(scene.table):
                if scene.poor(scene.me, {good: 1}):
                    wanted = next(name for name in names(scene.table) if name != good)
                    yield TradeWithPlayer(scene.me, other, {good: 1}, {wanted: 1})


@cheat("B-41")
def trade_for_a_card_the_partner_has_not(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders:
        for other in scene.others:
            for good in names(scene.table):
                if scene.poor(other, {good: 1}):
                    given = next(name for name in names(scene.table) if name != good)
                    yield TradeWithPlayer(scene.me, other, {given: 1}, {good: 1})


@cheat("B-20", "B-40", "CK-20")
def trade_among_the_others(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders and len(scene.others) > 1:
        one, two = scene.others[:2]
        good, wanted, *_ = names(scene.table)
        yield TradeWithPlayer(one, two, {good: 1}, {wanted: 1})


@cheat("B-20", "B-21", "CK-20")
def trade_before_the_roll(scene: Scene) -> Tries:
    if scene.early and scene.hands.holders:
        good, wanted, *_ = names(scene.table)
        yield TradeWithPlayer(scene.me, scene.others[0], {good: 1}, {wanted: 1})


@cheat("B-56")
def show_cards_one_has_not(scene: Scene) -> Tries:
    for player in scene.hands.holders:
        for good in names(scene.table):
            if scene.poor(player, {good: 1}) and scene.hands.total(player):
                yield ShowCards(player, {good: 1})


@cheat("B-55")
def show_more_cards_than_one_holds(scene: Scene) -> Tries:
    for player in scene.hands.holders:
        good = names(scene.table)[0]
        yield ShowCards(player, {good: scene.hands.total(player) + 1})


# --- development cards


def robber_move(scene: Scene, who: PlayerId) -> PlayKnight:
    hex = next(hex for hex in geometry(scene.table).hexes if hex != scene.base.robber)
    there = victims(scene.table, who, hex)
    return PlayKnight(who, hex, there[0] if there else None)


@cheat("B-53")
def development_card_without_cards(scene: Scene) -> Tries:
    if scene.main and scene.poor(scene.me, dict(PRICES["development_card"])):
        yield BuyDevelopmentCard(scene.me)


@cheat("B-53")
def development_card_from_an_empty_deck(scene: Scene) -> Tries:
    if scene.main and not development(scene.table).deck:
        yield BuyDevelopmentCard(scene.me)


@cheat("B-53")
def development_card_that_nobody_holds(scene: Scene) -> Tries:
    if (scene.main or scene.early) and not development(scene.table).held.get(scene.me):
        yield robber_move(scene, scene.me)


@cheat("B-53")
def development_card_in_the_turn_it_was_bought(scene: Scene) -> Tries:
    held = development(scene.table).held.get(scene.me, ())
    if scene.main and held and held[0] == scene.core.turn:
        yield robber_move(scene, scene.me)


@cheat("B-53")
def second_development_card_in_a_turn(scene: Scene) -> Tries:
    cards = development(scene.table)
    if scene.main and cards.held.get(scene.me) and cards.played_in.get(scene.me) == scene.core.turn:
        yield robber_move(scene, scene.me)


@cheat("B-56")
def third_monopoly(scene: Scene) -> Tries:
    if scene.main and development(scene.table).held.get(scene.me) and not out(scene.table, "monopoly"):
        yield PlayMonopoly(scene.me, names(scene.table, "resource")[0] if scene.hands.holders else "ore", {})


@cheat("B-31", "FR-02")
def knight_card_that_leaves_the_robber(scene: Scene) -> Tries:
    if scene.main and scene.base.robber is not None and development(scene.table).held.get(scene.me):
        yield PlayKnight(scene.me, scene.base.robber)


@cheat("B-63")
def plenty_of_three(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders and development(scene.table).held.get(scene.me):
        yield PlayYearOfPlenty(scene.me, {"ore": 3})


@cheat("B-56")
def monopoly_with_a_wrong_number(scene: Scene) -> Tries:
    if scene.main and scene.hands.holders and development(scene.table).held.get(scene.me):
        for other in scene.others:
            for good in names(scene.table, "resource"):
                if scene.hands.high(other, good) < 9:
                    yield PlayMonopoly(scene.me, good, {other: scene.hands.high(other, good) + 1})


@cheat("B-50")
def free_road_from_nowhere(scene: Scene) -> Tries:
    if scene.main and development(scene.table).held.get(scene.me):
        allowed = set(road_places(scene.table, scene.me))
        for edge in open_edges(scene):
            if edge not in allowed and edge not in scene.base.roads:
                yield PlayRoadBuilding(scene.me, (edge,))


@cheat("B-53", "B-56")
def point_cards_that_do_not_win(scene: Scene) -> Tries:
    if scene.main and scene.plays(ShowVictoryPoints):
        points = scene.table.points(scene.me)
        if points + 1 < scene.table.value("points_to_win", scene.me):
            yield ShowVictoryPoints(scene.me, 1)
