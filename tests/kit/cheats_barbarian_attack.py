"""Cheating while barbarians land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise

from companion.engine.command import Command
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.facts.awards import StateAward
from companion.rules.base.goods import names
from companion.rules.base.network import geometry, road_places
from companion.rules.base.queries import cities, settlements
from companion.rules.base.setup import LayBoard
from companion.rules.base.slice import Award
from companion.rules.base.trade import TradeWithBank, rate
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.bridges.catan_for_two__barbarian_attack.module import (
    PlaceStranger,
    RemoveBarbarian,
    strangers,
)
from companion.rules.cities_knights.slice import CitiesKnights
from companion.rules.gold.purse import held
from companion.rules.gold.trading import BuyWithGold, SellForGold
from companion.rules.scenarios.barbarian_attack.battle import TellCastleDie, TellPrisoner
from companion.rules.scenarios.barbarian_attack.box import FULL, KNIGHTS, deck, deck_size
from companion.rules.scenarios.barbarian_attack.cards import (
    PRICE,
    CaptureBarbarian,
    DrawCard,
    MoveBarbarians,
    betrayals,
    left,
)
from companion.rules.scenarios.barbarian_attack.coast import (
    attacked,
    castle_paths,
    coast,
    conquered,
    in_supply,
    overrun,
    state_of,
    there,
)
from companion.rules.scenarios.barbarian_attack.facts import (
    StateBarbarians,
    StateCards,
    StateConquered,
    StateKnights,
    StatePrisoners,
)
from companion.rules.scenarios.barbarian_attack.knights import (
    FREE,
    MoveKnight,
    PlaceKnight,
    knights_of,
    moved,
    reach,
    standing,
    ways_from,
)
from companion.rules.scenarios.barbarian_attack.landing import TellLanding
from companion.rules.scenarios.barbarian_attack.prisoners import (
    ClaimConquered,
    ClaimFreed,
    lying,
    prisoners,
)
from companion.rules.scenarios.barbarian_attack.seven import TakeCard
from companion.rules.variants.catan_for_two.neutral import BuildNeutralRoad
from companion.rules.variants.catan_for_two.queries import tokens
from companion.rules.variants.catan_for_two.tokens import price
from tests.kit.cheats import Scene, cheat, with_hexes_swapped, with_terrain, with_token

Tries = Iterable[Command]
on_board = partial(cheat, module="barbarian_attack")
by_word = partial(cheat, module="barbarian_attack", on_board=False)

CASTLE, DESERT = 16, 2
SHORE = (0, 1, 6, 11, 15, 18, 17, 12, 7, 3)
"""The coast hexes."""
INLAND = (4, 5, 8, 9, 10, 13, 14)
STRANGER = PlayerId("nobody")


def own(scene: Scene) -> list[EdgeId]:
    """The knights of the player on turn that have not moved."""
    return [path for path in knights_of(scene.table, scene.me) if path not in moved(scene.table)]


def moving(scene: Scene) -> bool:
    """The player on turn may move knights."""
    return scene.main or scene.asked("leave_castle") == scene.me


# --- the island


@on_board("BA-01")
def castle_elsewhere(scene: Scene) -> Tries:
    for board in scene.boards():
        yield from (LayBoard(scene.me, with_hexes_swapped(board, CASTLE, hex)) for hex in (*SHORE, *INLAND))


@on_board("BA-01")
def desert_elsewhere(scene: Scene) -> Tries:
    for board in scene.boards():
        yield from (LayBoard(scene.me, with_hexes_swapped(board, DESERT, hex)) for hex in (*SHORE, *INLAND))


@on_board("BA-01")
def coast_exchanged_for_inland(scene: Scene) -> Tries:
    for board in scene.boards():
        for one in SHORE:
            for other in INLAND:
                if board.terrain[one] != board.terrain[other]:
                    swapped = with_hexes_swapped(board, one, other)
                    tokens = with_token(
                        with_token(swapped, one, board.tokens[one]), other, board.tokens[other]
                    )
                    yield LayBoard(scene.me, tokens)


@on_board("BA-01")
def coast_with_a_third_forest(scene: Scene) -> Tries:
    for board in scene.boards():
        for hex in SHORE:
            if board.terrain[hex] != "forest":
                yield LayBoard(scene.me, with_terrain(board, hex, "forest"))


@on_board("BA-01")
def tokens_exchanged(scene: Scene) -> Tries:
    for board in scene.boards():
        for one in SHORE:
            for other in INLAND:
                if board.tokens[one] != board.tokens[other]:
                    first, second = board.tokens[one], board.tokens[other]
                    yield LayBoard(scene.me, with_token(with_token(board, one, second), other, first))


@on_board("BA-01")
def token_on_the_castle(scene: Scene) -> Tries:
    for board in scene.boards():
        yield LayBoard(scene.me, with_token(board, CASTLE, 11))


@on_board("BA-01")
def second_castle(scene: Scene) -> Tries:
    for board in scene.boards():
        yield from (LayBoard(scene.me, with_terrain(board, hex, board.terrain[CASTLE])) for hex in SHORE)


@on_board("B-62")
def largest_army_without_its_card(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateAward(scene.me, Award.LARGEST_ARMY, who) for who in scene.core.ids)


# --- landings


@on_board("BA-10")
def landing_on_a_seven(scene: Scene) -> Tries:
    who = scene.asked("landing")
    if who is not None:
        yield TellLanding(who, 7)


@on_board("BA-10")
def landing_on_a_number_that_no_dice_show(scene: Scene) -> Tries:
    who = scene.asked("landing")
    if who is not None:
        yield from (TellLanding(who, number) for number in (-2, 0, 1, 13))


@on_board("BA-10")
def same_number_twice_in_a_landing(scene: Scene) -> Tries:
    who = scene.asked("landing")
    if who is not None:
        yield from (TellLanding(who, number) for number in state_of(scene.table).landed)


@on_board("B-24")
def landing_rolled_by_somebody_else(scene: Scene) -> Tries:
    who = scene.asked("landing")
    if who is not None:
        yield from (TellLanding(other, 4) for other in scene.core.ids if other != who)


@on_board("B-24")
def landing_without_a_building(scene: Scene) -> Tries:
    if scene.main:
        yield TellLanding(scene.me, 4)


@on_board("B-24")
def turn_ended_during_the_landing(scene: Scene) -> Tries:
    if scene.asked("landing") is not None:
        yield EndTurn(scene.me)


@on_board("B-24")
def building_during_the_landing(scene: Scene) -> Tries:
    if scene.asked("landing") is not None:
        yield from (BuildRoad(scene.me, edge) for edge in road_places(scene.table, scene.me))


@on_board("B-24")
def roll_during_the_landing(scene: Scene) -> Tries:
    if scene.asked("landing") is not None and scene.plays(RollDice):
        dice = {die.name: die.faces[0] for die in scene.game.ruleset.dice_wanted(scene.game.state)}
        yield RollDice(scene.core.after(scene.me), dice)


# --- the overrun coast


@on_board("BA-11")
def road_at_an_overrun_coast(scene: Scene) -> Tries:
    if scene.main:
        for hex in overrun(scene.table):
            for edge in geometry(scene.table).hex_edges[hex]:
                if edge not in scene.base.roads:
                    yield BuildRoad(scene.me, edge)


@on_board("BA-11")
def settlement_at_an_overrun_coast(scene: Scene) -> Tries:
    if scene.main:
        taken = scene.table.value("occupied")
        for hex in overrun(scene.table):
            for corner in geometry(scene.table).hex_corners[hex]:
                if corner not in taken:
                    yield BuildSettlement(scene.me, corner)


@on_board("BA-11")
def neutral_road_at_an_overrun_coast(scene: Scene) -> Tries:
    for question in scene.core.pending:
        if "c2.build_neutral_road" in question.answers:
            for colour in scene.table.value("other_owners"):
                for hex in overrun(scene.table):
                    for edge in geometry(scene.table).hex_edges[hex]:
                        if edge not in scene.base.roads:
                            yield BuildNeutralRoad(question.who, colour, edge)


@on_board("B-42")
def harbour_of_a_conquered_building(scene: Scene) -> Tries:
    """Three for one, or two, although the building lies on its side."""
    fallen = conquered(scene.table) if scene.main and scene.hands.holders else ()
    if any(scene.base.buildings[site].owner == scene.me for site in fallen):
        for good in names(scene.table):
            for count in (2, 3):
                if rate(scene.table, scene.me, good) > count and not scene.poor(scene.me, {good: count}):
                    other = next(name for name in names(scene.table) if name != good)
                    yield TradeWithBank(scene.me, {good: count}, {other: 1})


# --- cards


@on_board("BA-20")
def card_without_paying(scene: Scene) -> Tries:
    if scene.main and scene.poor(scene.me, dict(PRICE)):
        yield from (DrawCard(scene.me, card) for card in deck())


@on_board("BA-20")
def card_that_the_deck_has_not(scene: Scene) -> Tries:
    if scene.main:
        yield from (DrawCard(scene.me, card) for card in ("knight", "victory_point", "bishop"))


@on_board("BA-20")
def card_that_all_have_seen(scene: Scene) -> Tries:
    if scene.main:
        yield from (DrawCard(scene.me, card) for card in deck() if left(scene.table, card) < 1)


@on_board("B-20", "B-21", "CK-20")
def card_before_the_roll(scene: Scene) -> Tries:
    if scene.early:
        yield from (DrawCard(scene.me, card) for card in deck())


@on_board("B-20", "CK-20")
def card_on_another_players_turn(scene: Scene) -> Tries:
    if scene.main:
        yield from (DrawCard(other, card) for other in scene.others for card in deck())


@on_board("B-24")
def card_while_somebody_must_choose(scene: Scene) -> Tries:
    if scene.begun and scene.core.pending and scene.asked("another_card") is None:
        yield from (DrawCard(scene.me, card) for card in deck())


@on_board("BA-30")
def card_after_a_knight_has_moved(scene: Scene) -> Tries:
    if scene.main and moved(scene.table):
        yield from (DrawCard(scene.me, card) for card in deck())


@on_board("BA-21")
def knighthood_away_from_the_castle(scene: Scene) -> Tries:
    who = scene.asked("place_path_knight")
    question = who and scene.table.question("place_path_knight", who)
    if who and question and question.params["castle"]:
        near, taken = castle_paths(scene.table), state_of(scene.table).knights
        free = (path for path in geometry(scene.table).edges if path not in near and path not in taken)
        yield from (PlaceKnight(who, path) for path in free)


@on_board("BA-21")
def knight_placed_on_a_knight(scene: Scene) -> Tries:
    who = scene.asked("place_path_knight")
    if who is not None:
        yield from (PlaceKnight(who, path) for path in state_of(scene.table).knights)


@on_board("B-04")
def knight_placed_off_the_board(scene: Scene) -> Tries:
    who = scene.asked("place_path_knight")
    if who is not None:
        yield PlaceKnight(who, EdgeId("99SE"))


@on_board("B-24")
def knight_without_a_card(scene: Scene) -> Tries:
    if scene.main:
        yield from (PlaceKnight(scene.me, path) for path in castle_paths(scene.table))


@on_board("B-24")
def knight_placed_by_somebody_else(scene: Scene) -> Tries:
    who = scene.asked("place_path_knight")
    if who is not None:
        for other in scene.core.ids:
            if other != who:
                yield from (PlaceKnight(other, path) for path in castle_paths(scene.table))


@on_board("BA-52")
def intrigue_where_no_barbarian_stands(scene: Scene) -> Tries:
    who = scene.asked("capture")
    if who is not None:
        empty = (hex for hex in coast(scene.table) if hex not in attacked(scene.table))
        yield from (CaptureBarbarian(who, hex) for hex in empty)


@on_board("BA-52")
def intrigue_inland(scene: Scene) -> Tries:
    who = scene.asked("capture")
    if who is not None:
        yield from (CaptureBarbarian(who, HexId(hex)) for hex in (*INLAND, CASTLE, DESERT, 99))


@on_board("B-24")
def intrigue_without_the_card(scene: Scene) -> Tries:
    if scene.main:
        yield from (CaptureBarbarian(scene.me, hex) for hex in attacked(scene.table))


def treasons(scene: Scene) -> Iterator[tuple[PlayerId, tuple[HexId, ...], tuple[HexId, ...]]]:
    """Who is asked, and some ways that would be right."""
    who = scene.asked("treason")
    if who is not None:
        for number, (sources, targets) in enumerate(betrayals(scene.table)):
            if number % 7 == 0:
                yield who, sources, targets


@on_board("BA-52")
def treason_back_to_where_he_stood(scene: Scene) -> Tries:
    for who, sources, targets in treasons(scene):
        if sources and targets and sources[0] not in overrun(scene.table):
            yield MoveBarbarians(who, sources, (sources[0], *targets[1:]))


@on_board("BA-52")
def treason_twice_to_the_same_hex(scene: Scene) -> Tries:
    for who, sources, targets in treasons(scene):
        if len(targets) == 2:
            yield MoveBarbarians(who, sources, (targets[0], targets[0]))


@on_board("BA-52")
def treason_twice_from_the_same_hex(scene: Scene) -> Tries:
    for who, sources, targets in treasons(scene):
        if len(sources) == 2:
            yield MoveBarbarians(who, (sources[0], sources[0]), targets)


@on_board("BA-52")
def treason_to_an_overrun_hex(scene: Scene) -> Tries:
    for who, sources, targets in treasons(scene):
        for full in overrun(scene.table):
            if full not in sources and targets:
                yield MoveBarbarians(who, sources, (full, *targets[1:]))


@on_board("BA-52")
def treason_from_a_hex_without_barbarians(scene: Scene) -> Tries:
    for who, sources, targets in treasons(scene):
        for hex in coast(scene.table):
            if sources and not there(scene.table, hex) and hex not in targets:
                yield MoveBarbarians(who, (hex, *sources[1:]), targets)


@on_board("BA-52")
def treason_inland(scene: Scene) -> Tries:
    for who, sources, targets in treasons(scene):
        if targets:
            yield from (MoveBarbarians(who, sources, (HexId(hex), *targets[1:])) for hex in (*INLAND, CASTLE))


@on_board("BA-52")
def treason_of_one_where_two_can_go(scene: Scene) -> Tries:
    for who, sources, targets in treasons(scene):
        if len(sources) == len(targets) == 2:
            yield MoveBarbarians(who, sources[:1], targets[:1])


@on_board("BA-52")
def treason_of_three(scene: Scene) -> Tries:
    for who, sources, targets in treasons(scene):
        more = [hex for hex in coast(scene.table) if hex not in (*sources, *targets)]
        more = [hex for hex in more if hex not in overrun(scene.table)]
        if len(targets) == 2 and more and in_supply(scene.table):
            yield MoveBarbarians(who, sources, (*targets, more[0]))


@on_board("B-24")
def treason_without_the_card(scene: Scene) -> Tries:
    if scene.main:
        for sources, targets in betrayals(scene.table):
            yield MoveBarbarians(scene.me, sources, targets)
            return


# --- moving


@on_board("BA-30")
def knight_beyond_five_paths(scene: Scene) -> Tries:
    if moving(scene):
        for path in own(scene):
            near = ways_from(geometry(scene.table), path)
            taken = state_of(scene.table).knights
            for to in geometry(scene.table).edges:
                if to not in near and to not in taken:
                    yield MoveKnight(scene.me, path, to)


@on_board("BA-30")
def long_way_without_a_grain(scene: Scene) -> Tries:
    if moving(scene) and not scene.has("cities_knights") and scene.poor(scene.me, {"grain": 1}):
        yield from long_ways(scene)


@on_board("CO-09", "CK-94")
def long_way_of_a_knight_that_is_not_ready(scene: Scene) -> Tries:
    if moving(scene) and scene.has("cities_knights"):
        knights, turn = scene.game.state.slice(CitiesKnights).knights, scene.core.turn
        for move in long_ways(scene):
            knight = knights[Site(move.knight)]
            if not knight.active or knight.activated == turn:
                yield move


def long_ways(scene: Scene) -> Iterable[MoveKnight]:
    """Knights of the player on turn that go further than is free."""
    for path in own(scene):
        for to, steps in reach(scene.table, path).items():
            if steps > FREE:
                yield MoveKnight(scene.me, path, to)


@on_board("BA-30")
def knight_moved_to_the_castle(scene: Scene) -> Tries:
    if moving(scene):
        for path in own(scene):
            yield from (MoveKnight(scene.me, path, to) for to in castle_paths(scene.table) if to != path)


@on_board("BA-30")
def knight_moved_onto_a_knight(scene: Scene) -> Tries:
    if moving(scene):
        for path in own(scene):
            yield from (MoveKnight(scene.me, path, to) for to in standing(scene.table))


@on_board("BA-30")
def knight_of_another_player_moved(scene: Scene) -> Tries:
    if moving(scene):
        for other in scene.others:
            for path in knights_of(scene.table, other):
                yield from (MoveKnight(scene.me, path, to) for to in reach(scene.table, path))


@on_board("BA-30")
def knight_that_is_not_there(scene: Scene) -> Tries:
    if moving(scene):
        taken = standing(scene.table)
        free = [path for path in geometry(scene.table).edges if path not in taken]
        yield from (MoveKnight(scene.me, path, to) for path, to in pairwise(free))


@on_board("BA-30")
def knight_moved_twice(scene: Scene) -> Tries:
    if moving(scene):
        for path in moved(scene.table):
            if path in knights_of(scene.table, scene.me):
                yield from (MoveKnight(scene.me, path, to) for to in reach(scene.table, path))


@on_board("B-04")
def knight_moved_off_the_board(scene: Scene) -> Tries:
    if moving(scene):
        yield from (MoveKnight(scene.me, path, EdgeId("99SE")) for path in own(scene))


@on_board("B-20", "B-21", "CK-20")
def knight_moved_before_the_roll(scene: Scene) -> Tries:
    if scene.early:
        for path in own(scene):
            yield from (MoveKnight(scene.me, path, to) for to in reach(scene.table, path))


@on_board("B-20", "CK-20")
def knight_moved_on_another_players_turn(scene: Scene) -> Tries:
    if scene.main:
        for other in scene.others:
            for path in knights_of(scene.table, other):
                yield from (MoveKnight(other, path, to) for to in reach(scene.table, path))


@on_board("BA-30")
def knight_elsewhere_before_the_castle_is_left(scene: Scene) -> Tries:
    if scene.asked("leave_castle") == scene.me:
        for path in own(scene):
            if path not in castle_paths(scene.table):
                yield from (MoveKnight(scene.me, path, to) for to in reach(scene.table, path))


@on_board("B-24")
def turn_ended_with_a_knight_at_the_castle(scene: Scene) -> Tries:
    if scene.asked("leave_castle") == scene.me:
        yield EndTurn(scene.me)


@on_board("BA-30")
def road_after_a_knight_has_moved(scene: Scene) -> Tries:
    if scene.main and moved(scene.table):
        yield from (BuildRoad(scene.me, edge) for edge in road_places(scene.table, scene.me))


@on_board("BA-30")
def city_after_a_knight_has_moved(scene: Scene) -> Tries:
    if scene.main and moved(scene.table):
        yield from (BuildCity(scene.me, site) for site in settlements(scene.table, scene.me))


@on_board("BA-30")
def trade_after_a_knight_has_moved(scene: Scene) -> Tries:
    if scene.main and moved(scene.table) and scene.hands.holders:
        for good in names(scene.table):
            count = rate(scene.table, scene.me, good)
            if not scene.poor(scene.me, {good: count}):
                other = next(name for name in names(scene.table) if name != good)
                yield TradeWithBank(scene.me, {good: count}, {other: 1})
                yield SellForGold(scene.me, {good: count}, 1)


@on_board("BA-30")
def gold_spent_after_a_knight_has_moved(scene: Scene) -> Tries:
    if scene.main and moved(scene.table) and scene.hands.holders and held(scene.table, scene.me) >= 2:
        yield from (BuyWithGold(scene.me, good) for good in names(scene.table))


# --- battles


@on_board("BA-44")
def castle_die_with_seven_faces(scene: Scene) -> Tries:
    who = scene.asked("castle_die")
    if who is not None:
        yield from (TellCastleDie(who, face) for face in (-1, 0, 7))


@on_board("B-24")
def castle_die_rolled_by_somebody_else(scene: Scene) -> Tries:
    who = scene.asked("castle_die")
    if who is not None:
        yield from (TellCastleDie(other, face) for other in scene.core.ids if other != who for face in (1, 4))


@on_board("B-24")
def castle_die_without_a_victory(scene: Scene) -> Tries:
    if scene.main:
        yield TellCastleDie(scene.me, 3)


@on_board("BA-41")
def prisoner_for_somebody_who_did_not_roll(scene: Scene) -> Tries:
    who, battle = scene.asked("prisoner"), state_of(scene.table).battle
    if who is not None and battle is not None:
        yield from (TellPrisoner(who, p) for p in (*scene.core.ids, STRANGER) if p not in battle.rolling)


@on_board("B-24")
def prisoner_without_a_battle(scene: Scene) -> Tries:
    if scene.main:
        yield TellPrisoner(scene.me, scene.me)


@on_board("B-24")
def turn_ended_before_the_battle_is_over(scene: Scene) -> Tries:
    if scene.asked("castle_die") is not None or scene.asked("prisoner") is not None:
        yield EndTurn(scene.me)


# --- a 7


@on_board("BA-50")
def card_of_ones_own_on_a_seven(scene: Scene) -> Tries:
    who = scene.asked("take_card")
    if who is not None:
        yield TakeCard(who, who)


@on_board("BA-50")
def card_from_empty_hands_on_a_seven(scene: Scene) -> Tries:
    who = scene.asked("take_card")
    if who is not None:
        empty = (other for other in scene.core.ids if other != who and not scene.hands.total(other))
        yield from (TakeCard(who, other) for other in empty)


@on_board("BA-50")
def card_that_the_victim_has_not_on_a_seven(scene: Scene) -> Tries:
    who = scene.asked("take_card")
    if who is not None:
        for other in scene.core.ids:
            if other != who and scene.hands.total(other):
                for good in names(scene.table):
                    if scene.poor(other, {good: 1}):
                        yield TakeCard(who, other, good)


@on_board("B-06", "BA-50")
def gold_drawn_on_a_seven(scene: Scene) -> Tries:
    who = scene.asked("take_card")
    if who is not None:
        yield from (TakeCard(who, other, "gold") for other in scene.core.ids if other != who)


@on_board("BA-50")
def card_of_nobody_on_a_seven(scene: Scene) -> Tries:
    who = scene.asked("take_card")
    if who is not None:
        yield TakeCard(who, None, "ore")


@on_board("B-24")
def card_drawn_without_a_seven(scene: Scene) -> Tries:
    if scene.main:
        yield from (TakeCard(scene.me, other) for other in scene.others)


# --- two players


@on_board("BA-70")
def stranger_away_from_the_castle(scene: Scene) -> Tries:
    who = scene.asked("stranger")
    if who is not None:
        near, taken = castle_paths(scene.table), state_of(scene.table).knights
        free = (path for path in geometry(scene.table).edges if path not in near and path not in taken)
        yield from (PlaceStranger(who, path) for path in free)


@on_board("BA-70")
def stranger_on_a_knight(scene: Scene) -> Tries:
    who = scene.asked("stranger")
    if who is not None:
        yield from (PlaceStranger(who, path) for path in state_of(scene.table).knights)


@on_board("BA-70")
def own_knight_after_a_stranger(scene: Scene) -> Tries:
    if scene.main and scene.plays(PlaceStranger):
        knights = state_of(scene.table).knights
        if any(knights.get(path) in strangers(scene.table) for path in moved(scene.table)):
            for path in own(scene):
                yield from (MoveKnight(scene.me, path, to) for to in reach(scene.table, path))


@on_board("BA-70")
def barbarian_removed_where_none_is(scene: Scene) -> Tries:
    if scene.main and scene.plays(RemoveBarbarian):
        empty = (hex for hex in geometry(scene.table).hexes if not there(scene.table, hex))
        yield from (RemoveBarbarian(scene.me, hex) for hex in empty)


@on_board("C2-05")
def barbarian_removed_without_tokens(scene: Scene) -> Tries:
    if not scene.main or not scene.plays(RemoveBarbarian):
        return
    if tokens(scene.table, scene.me) < price(scene.table, scene.me):
        yield from (RemoveBarbarian(scene.me, hex) for hex in attacked(scene.table))


# --- the table's word


@on_board("BA-11")
def four_barbarians_on_a_hex(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateBarbarians(scene.me, number, FULL + 1) for number in (2, 3, 11))


@on_board("BA-11")
def barbarians_below_zero(scene: Scene) -> Tries:
    if scene.begun:
        yield StateBarbarians(scene.me, 4, -1)


@on_board("BA-10")
def barbarians_on_seven(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateBarbarians(scene.me, number, 1) for number in (7, 1, 13))


@on_board("BA-01")
def seven_knights(scene: Scene) -> Tries:
    if scene.begun:
        taken = standing(scene.table)
        free = [path for path in geometry(scene.table).edges if path not in taken]
        yield StateKnights(scene.me, scene.me, tuple(free[: KNIGHTS + 1]))


@on_board("BA-01")
def two_knights_stated_on_a_path(scene: Scene) -> Tries:
    if scene.begun:
        taken = standing(scene.table)
        free = [path for path in geometry(scene.table).edges if path not in taken]
        yield from (StateKnights(scene.me, scene.me, (path, path)) for path in free)


@on_board("BA-21")
def knight_of_another_stated_as_the_own(scene: Scene) -> Tries:
    if scene.begun:
        for other in scene.others:
            yield from (StateKnights(scene.me, scene.me, (path,)) for path in knights_of(scene.table, other))


@on_board("B-04")
def knight_stated_off_the_board(scene: Scene) -> Tries:
    if scene.begun:
        yield StateKnights(scene.me, scene.me, (EdgeId("99SE"),))


@on_board("BA-42")
def more_prisoners_than_barbarians(scene: Scene) -> Tries:
    if scene.begun:
        count = prisoners(scene.table, scene.me) + in_supply(scene.table) + 1
        yield StatePrisoners(scene.me, scene.me, count)


@on_board("BA-42")
def prisoners_below_zero(scene: Scene) -> Tries:
    if scene.begun:
        yield StatePrisoners(scene.me, scene.me, -1)


@on_board("BA-20")
def more_cards_turned_up_than_there_are(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateCards(scene.me, count) for count in (deck_size(), 99, -1))


@on_board("B-14")
def knights_of_a_stranger(scene: Scene) -> Tries:
    if scene.begun:
        yield StateKnights(scene.me, STRANGER, ())


# --- what lies on its side, where nobody enters places


@by_word("BA-12")
def more_conquered_than_stand(scene: Scene) -> Tries:
    for who in scene.core.ids:
        low, high = lying(scene.table, who)
        if len(settlements(scene.table, who)) <= low:
            yield ClaimConquered(who, city=False)
        if len(cities(scene.table, who)) <= high:
            yield ClaimConquered(who, city=True)


@by_word("BA-43")
def freed_that_does_not_lie(scene: Scene) -> Tries:
    for who in scene.core.ids:
        low, high = lying(scene.table, who)
        yield from (ClaimFreed(who, city) for city, count in ((False, low), (True, high)) if not count)


@by_word("BA-12")
def more_conquered_than_in_the_box(scene: Scene) -> Tries:
    yield StateConquered(scene.me, scene.me, 6, 0)
    yield StateConquered(scene.me, scene.me, 0, 5)
    yield StateConquered(scene.me, scene.me, -1, 0)


@by_word("BA-42")
def prisoners_by_word_beyond_the_box(scene: Scene) -> Tries:
    yield from (StatePrisoners(scene.me, scene.me, count) for count in (37, -1))
