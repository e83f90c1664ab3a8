"""Cheating among the caravans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.engine.ids import EdgeId, PlayerId
from companion.rules.base.building import BuildRoad
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.play import development
from companion.rules.base.goods import names
from companion.rules.base.longest_road import ClaimLongestRoad, longest_claim
from companion.rules.base.network import geometry, road_places
from companion.rules.base.queries import buildings
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import LayBoard
from companion.rules.base.trade import TradeWithPlayer
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.scenarios.caravans.camels import camels, camels_left, fronts, next_places, other_arrow
from companion.rules.scenarios.caravans.claims import MOST, ClaimCamelPoint, StateCamelPoints, told_points
from companion.rules.scenarios.caravans.facts import StateCaravan, StateOasis
from companion.rules.scenarios.caravans.oasis import arrows, state_of
from companion.rules.scenarios.caravans.slice import CAMELS
from companion.rules.scenarios.caravans.vote import (
    VOTES,
    AgreeOnCamel,
    EndVote,
    LayVote,
    NamePath,
    PlaceCamel,
    came_after,
    goods,
    tied_paths,
)
from companion.rules.scenarios.caravans.vote import placing as placing_now
from tests.kit.cheats import Scene, cheat, with_hexes_swapped, with_terrain, with_token

Tries = Iterable[Command]
on_board = partial(cheat, module="caravans")
by_word = partial(cheat, module="caravans", on_board=False)

OASIS = 9


def voter(scene: Scene) -> PlayerId | None:
    """The first of those who may lay votes now, which are all or none."""
    return scene.asked("camel_votes")


def decision(scene: Scene) -> Decision | None:
    """The question where the camel goes, once all votes are counted."""
    return next(
        (one for one in scene.core.pending if "cv.place_camel" in one.answers and one.kind != VOTES), None
    )


def idle(scene: Scene) -> Iterator[PlayerId]:
    """Those who would not place the camel if it were placed now, while votes are laid."""
    decides = placing_now(scene.table) if voter(scene) is not None else None
    yield from (who for who in scene.core.ids if decides is not None and who != decides[0])


def votes(scene: Scene) -> dict[PlayerId, int]:
    return {who: count for who, count in state_of(scene.table).votes.items() if count}


def placing(scene: Scene, edges: Iterable[EdgeId]) -> Iterator[PlaceCamel]:
    """Whoever decides lets the camel go to one of the edges."""
    asked = decision(scene)
    if asked is not None:
        yield from (PlaceCamel(asked.who, edge) for edge in edges)


# --- the island


@on_board("CV-01")
def oasis_away_from_the_middle(scene: Scene) -> Tries:
    for board in scene.boards():
        yield from (LayBoard(scene.me, with_hexes_swapped(board, OASIS, h)) for h in range(19) if h != OASIS)


@on_board("CV-01")
def desert_where_the_oasis_belongs(scene: Scene) -> Tries:
    for board in scene.boards():
        yield LayBoard(scene.me, with_terrain(board, OASIS, "desert"))


@on_board("CV-01")
def two_oases(scene: Scene) -> Tries:
    for board in scene.boards():
        yield LayBoard(scene.me, with_token(with_terrain(board, 0, "oasis"), 0, 0))


@on_board("CV-01")
def forest_in_the_place_of_the_oasis(scene: Scene) -> Tries:
    for board in scene.boards():
        yield LayBoard(scene.me, with_token(with_terrain(board, OASIS, "forest"), OASIS, 5))


@on_board("B-02")
def token_on_the_oasis(scene: Scene) -> Tries:
    for board in scene.boards():
        yield LayBoard(scene.me, with_token(board, OASIS, 8))


# --- the robber


@on_board("CV-01")
def robber_comes_to_the_oasis_first(scene: Scene) -> Tries:
    who = scene.asked("robber")
    if who is not None and scene.base.robber is None:
        yield from (MoveRobber(who, h) for h in geometry(scene.table).hexes if h == OASIS)


@on_board("CV-01")
def knight_brings_the_robber_to_the_oasis_first(scene: Scene) -> Tries:
    if scene.main and scene.base.robber is None and development(scene.table).held.get(scene.me):
        yield from (PlayKnight(scene.me, h) for h in geometry(scene.table).hexes if h == OASIS)


# --- votes


@on_board("CV-03")
def vote_with_a_card_that_is_none(scene: Scene) -> Tries:
    who = voter(scene)
    if who is not None and scene.hands.holders:
        yield from (LayVote(who, good) for good in names(scene.table) if good not in goods(scene.table))


@on_board("CV-03")
def vote_with_a_card_one_has_not(scene: Scene) -> Tries:
    who = voter(scene)
    if who is not None and scene.hands.holders:
        yield from (LayVote(who, good) for good in goods(scene.table) if scene.poor(who, {good: 1}))


@on_board("CV-03")
def vote_face_down(scene: Scene) -> Tries:
    who = voter(scene)
    if who is not None and scene.hands.holders:
        yield LayVote(who)


@on_board("B-06")
def vote_with_a_camel(scene: Scene) -> Tries:
    who = voter(scene)
    if who is not None and scene.hands.holders:
        yield from (LayVote(who, card) for card in ("camel", "gold"))


@on_board("CV-03")
def vote_named_where_cards_are_not_counted(scene: Scene) -> Tries:
    who = voter(scene)
    if who is not None and not scene.hands.holders:
        yield from (LayVote(who, good) for good in ("wool", "grain"))


@on_board("B-24", "CV-03")
def vote_out_of_turn(scene: Scene) -> Tries:
    """Somebody who comes later has laid cards already."""
    if voter(scene) is not None:
        kinds = goods(scene.table) if scene.hands.holders else (None,)
        for who in scene.core.ids:
            if came_after(scene.table, who) is not None:
                yield from (LayVote(who, good) for good in kinds)


@on_board("B-24", "CV-03")
def vote_again_when_all_are_counted(scene: Scene) -> Tries:
    if decision(scene) is not None:
        yield from (LayVote(who, good) for who in scene.core.ids for good in goods(scene.table))


@on_board("B-24")
def vote_without_a_building(scene: Scene) -> Tries:
    if scene.main:
        yield from (LayVote(scene.me, good) for good in goods(scene.table))


@on_board("B-24")
def end_of_a_vote_that_is_not_on(scene: Scene) -> Tries:
    if scene.main:
        yield EndVote(scene.me)


@on_board("B-24", "CV-03")
def end_of_a_vote_that_is_over(scene: Scene) -> Tries:
    if decision(scene) is not None:
        yield from (EndVote(who) for who in scene.core.ids)


@on_board("B-24")
def turn_ended_during_the_vote(scene: Scene) -> Tries:
    if voter(scene) is not None:
        yield EndTurn(scene.me)


@on_board("B-24")
def roll_during_the_vote(scene: Scene) -> Tries:
    if (voter(scene) is not None or decision(scene) is not None) and scene.plays(RollDice):
        dice = {die.name: die.faces[0] for die in scene.game.ruleset.dice_wanted(scene.game.state)}
        yield RollDice(scene.core.after(scene.me), dice)


@on_board("B-24")
def building_during_the_vote(scene: Scene) -> Tries:
    if voter(scene) is not None:
        yield from (BuildRoad(scene.me, edge) for edge in road_places(scene.table, scene.me))


@on_board("B-24")
def trading_during_the_vote(scene: Scene) -> Tries:
    if voter(scene) is not None and scene.hands.holders:
        good, wanted, *_ = names(scene.table)
        yield from (TradeWithPlayer(scene.me, other, {good: 1}, {wanted: 1}) for other in scene.others)


# --- camels


@on_board("CV-03")
def camel_by_somebody_else(scene: Scene) -> Tries:
    asked = decision(scene)
    if asked is not None:
        for other in scene.core.ids:
            if other != asked.who:
                yield from (PlaceCamel(other, edge) for edge in next_places(scene.table))


@on_board("B-24")
def camel_without_a_vote(scene: Scene) -> Tries:
    if scene.main:
        yield from (PlaceCamel(scene.me, edge) for edge in next_places(scene.table))


@on_board("CV-03")
def camel_by_somebody_with_fewer_votes(scene: Scene) -> Tries:
    yield from (PlaceCamel(who, edge) for who in idle(scene) for edge in next_places(scene.table))


@on_board("CV-03")
def camel_before_the_voters_have_named_paths(scene: Scene) -> Tries:
    if voter(scene) is not None and placing_now(scene.table) is None:
        yield from (PlaceCamel(who, edge) for who in scene.core.ids for edge in next_places(scene.table))


@on_board("CV-04")
def camel_on_a_camel(scene: Scene) -> Tries:
    yield from placing(scene, sorted(camels(scene.table)))


@on_board("B-04")
def camel_off_the_board(scene: Scene) -> Tries:
    yield from placing(scene, (EdgeId("99SE"),))


@on_board("CV-04")
def camel_away_from_all_caravans(scene: Scene) -> Tries:
    if decision(scene) is not None and any(state_of(scene.table).trails):
        land = geometry(scene.table)
        open_ones = {edge for front in fronts(scene.table) for edge in front}
        near = {*open_ones, *camels(scene.table)}
        far = {other for edge in near for other in land.edge_neighbours[edge]} | near
        yield from placing(scene, (edge for edge in land.edges if edge not in far))


@on_board("CV-04")
def camel_that_forks_a_caravan(scene: Scene) -> Tries:
    """Beside a camel, but not before the front."""
    if decision(scene) is not None:
        land, standing = geometry(scene.table), camels(scene.table)
        open_ones = {edge for front in fronts(scene.table) for edge in front}
        beside = {other for edge in standing for other in land.edge_neighbours[edge]}
        yield from placing(scene, sorted(beside - open_ones - standing))


@on_board("CV-04")
def camel_with_a_gap_behind_it(scene: Scene) -> Tries:
    if decision(scene) is not None and any(state_of(scene.table).trails):
        land, standing = geometry(scene.table), camels(scene.table)
        open_ones = {edge for front in fronts(scene.table) for edge in front}
        beyond = {other for edge in open_ones for other in land.edge_neighbours[edge]}
        beside = {other for edge in standing for other in land.edge_neighbours[edge]}
        yield from placing(scene, sorted(beyond - open_ones - standing - beside))


@on_board("CV-04")
def first_camel_along_the_oasis(scene: Scene) -> Tries:
    if decision(scene) is not None and not any(state_of(scene.table).trails):
        yield from placing(scene, geometry(scene.table).hex_edges[OASIS])  # type: ignore[index]


@on_board("CV-01")
def first_camel_at_a_corner_without_an_arrow(scene: Scene) -> Tries:
    if decision(scene) is not None:
        yield from placing(scene, (e for e in geometry(scene.table).edges if other_arrow(scene.table, e)))


@on_board("CV-04")
def later_camel_at_a_corner_without_an_arrow(scene: Scene) -> Tries:
    if decision(scene) is not None and any(state_of(scene.table).trails):
        turned = arrows(scene.table, not state_of(scene.table).turned)
        open_ones = {edge for front in fronts(scene.table) for edge in front}
        edges = [start[1] for start in turned if start is not None]
        yield from placing(scene, (e for e in edges if e not in open_ones and e not in camels(scene.table)))


@on_board("CV-09")
def second_camel_of_a_vote_in_the_same_caravan(scene: Scene) -> Tries:
    state = state_of(scene.table)
    if decision(scene) is not None and state.extended:
        found = fronts(scene.table)
        others = {
            edge for number, front in enumerate(found) if number not in state.extended for edge in front
        }
        own = {edge for number in state.extended for edge in found[number]}
        yield from placing(scene, sorted(own - others))


# --- agreeing


def agreeing(scene: Scene, groups: Iterable[tuple[PlayerId, ...]]) -> Iterator[AgreeOnCamel]:
    """Whoever decides is said to have been overruled by one of the groups."""
    asked = decision(scene)
    if asked is not None and "cv.agree" in asked.answers:
        yield from (AgreeOnCamel(asked.who, group) for group in groups)
    elif voter(scene) is not None and (decides := placing_now(scene.table)) is not None:
        yield from (AgreeOnCamel(decides[0], group) for group in groups)


@on_board("CV-03")
def one_alone_agrees(scene: Scene) -> Tries:
    yield from agreeing(scene, ((who,) for who in scene.core.ids))


@on_board("CV-03")
def too_few_votes_agree(scene: Scene) -> Tries:
    found = votes(scene)
    pairs = [
        (a, b) for a in found for b in found if a < b and 2 * (found[a] + found[b]) <= sum(found.values())
    ]
    yield from agreeing(scene, pairs)


@on_board("CV-03")
def somebody_without_a_vote_agrees(scene: Scene) -> Tries:
    found = votes(scene)
    idle = [who for who in scene.core.ids if who not in found]
    yield from agreeing(scene, ((who, other) for who in found for other in idle))


@on_board("CV-03")
def somebody_agrees_with_himself(scene: Scene) -> Tries:
    yield from agreeing(scene, ((who, who) for who in votes(scene)))


@on_board("CV-03")
def nobody_agrees(scene: Scene) -> Tries:
    yield from agreeing(scene, ((),))


@on_board("B-14")
def stranger_agrees(scene: Scene) -> Tries:
    yield from agreeing(scene, ((who, PlayerId("nobody")) for who in scene.core.ids))


@on_board("CV-03")
def others_agree_against_more_than_half(scene: Scene) -> Tries:
    asked, found = decision(scene), votes(scene)
    if asked is not None and 2 * found.get(asked.who, 0) > sum(found.values()):
        others = tuple(who for who in scene.core.ids if who != asked.who)
        yield AgreeOnCamel(asked.who, others)


@on_board("CV-03")
def agreement_against_somebody_who_does_not_decide(scene: Scene) -> Tries:
    yield from (AgreeOnCamel(who, tuple(scene.core.ids)) for who in idle(scene))


@on_board("B-24", "CV-03")
def agreement_without_a_vote(scene: Scene) -> Tries:
    if scene.main:
        yield AgreeOnCamel(scene.me, tuple(scene.core.ids))


# --- paths that are named, in the edition that says so


@on_board("CV-04")
def path_named_that_is_before_no_caravan(scene: Scene) -> Tries:
    who = scene.asked("camel_wish")
    if who is not None and any(state_of(scene.table).trails):
        open_ones = {edge for front in fronts(scene.table) for edge in front}
        yield from (NamePath(who, edge) for edge in geometry(scene.table).edges if edge not in open_ones)


@on_board("B-24", "CV-03")
def path_named_by_somebody_else(scene: Scene) -> Tries:
    who = scene.asked("camel_wish")
    if who is not None:
        for other in scene.core.ids:
            if other != who:
                yield from (NamePath(other, edge) for edge in next_places(scene.table))


@on_board("CV-03")
def camel_on_a_path_without_the_most_votes(scene: Scene) -> Tries:
    tied = tuple(tied_paths(scene.table))
    if tied and decision(scene) is not None:
        yield from placing(scene, (edge for edge in next_places(scene.table) if edge not in tied))


@on_board("B-24")
def path_named_without_a_vote(scene: Scene) -> Tries:
    if scene.main:
        yield from (NamePath(scene.me, edge) for edge in next_places(scene.table))


# --- the table's word


@on_board("CV-01")
def oasis_turned_under_camels(scene: Scene) -> Tries:
    if scene.begun and camels(scene.table):
        yield StateOasis(scene.me, not state_of(scene.table).turned)


@on_board("CV-01")
def fourth_caravan(scene: Scene) -> Tries:
    if scene.begun:
        yield from (StateCaravan(scene.me, number, ()) for number in (3, -1))


@on_board("CV-04")
def caravan_that_begins_elsewhere(scene: Scene) -> Tries:
    if scene.begun:
        starts = {start[1] for start in arrows(scene.table) if start is not None}
        free = [e for e in geometry(scene.table).edges if e not in starts and e not in camels(scene.table)]
        yield from (StateCaravan(scene.me, 0, (edge,)) for edge in free)


@on_board("CV-04")
def caravan_with_a_gap(scene: Scene) -> Tries:
    if scene.begun:
        for number, trail in enumerate(state_of(scene.table).trails):
            if len(trail) > 2:
                yield StateCaravan(scene.me, number, (trail[0], *trail[2:]))


@on_board("CV-04")
def two_camels_stated_on_a_path(scene: Scene) -> Tries:
    if scene.begun:
        for number, trail in enumerate(state_of(scene.table).trails):
            if trail and camels_left(scene.table):
                yield StateCaravan(scene.me, number, (*trail, trail[-1]))


@on_board("CV-04")
def camel_stated_in_two_caravans(scene: Scene) -> Tries:
    if scene.begun and camels_left(scene.table):
        trails = state_of(scene.table).trails
        for number, trail in enumerate(trails):
            for other, foreign in enumerate(trails):
                if other != number and foreign:
                    yield StateCaravan(scene.me, number, (*trail, foreign[-1]))


@on_board("CV-05")
def more_camels_than_in_the_box(scene: Scene) -> Tries:
    if scene.begun:
        edges = [edge for edge in geometry(scene.table).edges if edge not in camels(scene.table)]
        yield from (StateCaravan(scene.me, number, tuple(edges[: CAMELS + 1])) for number in range(3))


@on_board("B-04")
def camel_stated_off_the_board(scene: Scene) -> Tries:
    if scene.begun and camels_left(scene.table):
        yield StateCaravan(scene.me, 0, (*state_of(scene.table).trails[0], EdgeId("99SE")))


# --- points between camels, where nobody enters any


@by_word("CV-07")
def more_camel_points_than_buildings(scene: Scene) -> Tries:
    for who in scene.core.ids:
        if told_points(scene.table, who) >= len(buildings(scene.table, who)):
            yield ClaimCamelPoint(who)


@by_word("CV-07")
def more_camel_points_than_pieces_in_the_box(scene: Scene) -> Tries:
    yield from (StateCamelPoints(scene.me, who, MOST + 1) for who in scene.core.ids)


@by_word("CV-07")
def camel_points_below_zero(scene: Scene) -> Tries:
    yield from (StateCamelPoints(scene.me, who, -1) for who in scene.core.ids)


@by_word("B-14")
def camel_points_of_a_stranger(scene: Scene) -> Tries:
    yield StateCamelPoints(scene.me, PlayerId("nobody"), 1)


@by_word("B-05")
def longest_road_longer_than_roads_and_camels(scene: Scene) -> Tries:
    yield ClaimLongestRoad(scene.me, longest_claim(scene.table) + 1)
