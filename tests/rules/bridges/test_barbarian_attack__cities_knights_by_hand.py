"""Barbarian Attack with Cities & Knights against tests/kit/shore.py, in positions by chance.

Battles with what they cost, ways of knights, landings with what they conquer.
"""

from __future__ import annotations

import random
from collections import Counter

from msgspec.structs import replace

from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.state import GameState
from companion.engine.table import Draft, Table
from companion.engine.turn import go_on
from companion.rules.base.slice import Building, BuildingKind
from companion.rules.cities_knights.slice import CitiesKnights, Knight, Track
from companion.rules.scenarios.barbarian_attack.battle import (
    BATTLES,
    BattleWon,
    TellCastleDie,
    TellPrisoner,
)
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight
from companion.rules.scenarios.barbarian_attack.landing import TellLanding, owe
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack
from tests.kit.coasts import Coast, coast
from tests.kit.shore import (
    BARBARIANS,
    CASTLE,
    CLOCKWISE,
    CORNERS,
    PATH,
    PEOPLE,
    Fought,
    Landed,
    Rider,
    around,
    in_reach,
    surrounded,
)

MODULES = ("base", "cities_knights", "barbarian_attack")
POSITIONS = 500
PIECES = 2
"""Of each strength that a player has."""


def by_chance(chance: random.Random, at_castle: bool = True) -> dict[EdgeId, Knight]:
    """Knights of all on different paths, as many of each strength as there are at most."""
    box = [(owner, strength) for owner in PEOPLE for strength in (1, 2, 3) for _ in range(PIECES)]
    chance.shuffle(box)
    free = [path for path in PATH if at_castle or path not in around(CASTLE)]
    paths = chance.sample(free, chance.randrange(4, 25))
    return {
        path: Knight(owner, strength, chance.random() < 0.7)
        for path, (owner, strength) in zip(paths, box, strict=False)
    }


def lying(table: Coast, knights: dict[EdgeId, Knight], **coastal: object) -> GameState:
    """The position with these knights, and what is said of the coast."""
    standing = {Site(path): knight for path, knight in knights.items()}
    state = table.state.with_slice("cities_knights", replace(table.ck, knights=standing))
    return state.with_slice("barbarian_attack", replace(table.ba, **coastal))


def barbarians(chance: random.Random) -> dict[int, int]:
    """Barbarians on the coast, as many as there are at most."""
    placed = {hex: chance.choice((0, 1, 2, 2, 3)) for hex in CLOCKWISE}
    while sum(placed.values()) > BARBARIANS:
        placed[chance.choice(CLOCKWISE)] = 0
    return placed


def on_hexes(placed: dict[int, int]) -> dict[HexId, int]:
    return {HexId(hex): count for hex, count in placed.items()}


def standing(found: dict[HexId, int] | dict[int, int]) -> dict[int, int]:
    """Where there are any."""
    return {int(hex): count for hex, count in found.items() if count}


def test_co_09_battles_by_strength_and_what_they_cost() -> None:
    chance = random.Random(9)
    tables = {
        True: coast(modules=MODULES, level="L2"),
        False: coast(modules=MODULES, level="L2", barbarian_battle_tie="knights_win"),
    }
    fights = shared = further = 0
    for number in range(POSITIONS):
        strictly = chance.random() < 0.7
        knights, placed = by_chance(chance, at_castle=False), barbarians(chance)
        by_hand = Fought(
            {path: Rider(one.owner, one.strength, one.active) for path, one in knights.items()},
            dict(placed),
            strictly,
            PIECES,
        )
        by_hand.play(random.Random(number))
        dice = random.Random(number)
        table = tables[strictly]
        draft = Draft(table.session.ruleset, lying(table, knights, barbarians=on_hexes(placed)))
        draft.plan(BATTLES)
        go_on(draft)
        while draft.core.pending:
            (question,) = draft.core.pending
            if question.kind == "prisoner":
                battle = draft.slice(BarbarianAttack).battle
                assert battle is not None
                ways = sorted(battle.rolling, key=PEOPLE.index)
                told = TellPrisoner(question.who, dice.choice(ways))
                draft.ruleset.commands[TellPrisoner].apply(draft, told)
                shared += 1
            else:
                face = TellCastleDie(question.who, dice.randrange(1, 7))
                draft.ruleset.commands[TellCastleDie].apply(draft, face)
            go_on(draft)
        end = draft.slice(BarbarianAttack)
        assert [event.hex for event in draft.events if isinstance(event, BattleWon)] == by_hand.won
        left = {
            path: Rider(one.owner, one.strength, one.active)
            for path, one in draft.slice(CitiesKnights).knights.items()
        }
        assert left == by_hand.riders
        further += sum(knights[path].strength - one.strength > 1 for path, one in by_hand.riders.items())
        assert standing(dict(end.barbarians)) == standing(by_hand.placed)
        assert {who: count for who, count in end.prisoners.items() if count} == dict(by_hand.prisoners)
        gold = draft.state.slices["gold"].held  # type: ignore[attr-defined]
        assert {who: count for who, count in gold.items() if count} == dict(by_hand.gold)
        points = Counter({who: count // 3 for who, count in by_hand.prisoners.items()})
        assert {who: draft.points(who) for who in PEOPLE} == {who: points[who] for who in PEOPLE}
        fights += len(by_hand.won)
    assert fights > POSITIONS / 2
    assert shared > POSITIONS / 20
    assert further > 5, "knights whose next strength was not in the supply"


def test_co_09_how_far_each_knight_goes() -> None:
    chance = random.Random(10)
    table = coast(modules=MODULES, level="L2")
    anna, turn = PEOPLE[0], table.core.turn
    far = 0
    for _ in range(POSITIONS):
        knights = {
            path: replace(
                one,
                activated=turn if one.active and chance.random() < 0.3 else 0,
                acted=turn if chance.random() < 0.2 else 0,
            )
            for path, one in by_chance(chance).items()
        }
        expected = {
            (start, path)
            for start, one in knights.items()
            if one.owner == anna and one.acted != turn
            for path in in_reach(start, 5 if one.active and one.activated != turn else 3, knights)
        }
        now = Table(table.session.ruleset, lying(table, knights))
        found = {(way.knight, way.path) for way in now.ruleset.commands[MoveKnight].ways(now, anna)}
        assert found == expected
        far += bool(expected - {(start, path) for start, path in expected if path in in_reach(start, 3, ())})
    assert far > POSITIONS / 3


def test_co_09_landings_one_after_another_and_what_they_conquer() -> None:
    chance = random.Random(11)
    table = coast(modules=MODULES, level="L2")
    ended = spared = 0
    for number in range(POSITIONS):
        spots = list(CORNERS)
        chance.shuffle(spots)
        built = {
            Site(spot): Building(chance.choice(PEOPLE), chance.choice(list(BuildingKind)))
            for spot in spots[: chance.randrange(4, 20)]
        }
        cities = [spot for spot, one in built.items() if one.kind is BuildingKind.CITY]
        metropolises = dict(zip(Track, chance.sample(cities, min(len(cities), 3)), strict=False))
        placed = barbarians(chance)
        prisoners = chance.randrange(0, BARBARIANS - sum(placed.values()) + 1)
        by_hand = Landed(dict(placed), prisoners)
        dice = random.Random(number)
        for _ in range(2):
            by_hand.land(dice)
        state = lying(table, {}, barbarians=on_hexes(placed), prisoners={PEOPLE[3]: prisoners})
        state = state.with_slice("base", replace(table.base, buildings=built))
        state = state.with_slice("cities_knights", replace(table.ck, metropolises=metropolises))
        draft = Draft(table.session.ruleset, state)
        for who in PEOPLE[:2]:
            owe(draft, who, "ship")
        told: list[int] = []
        while draft.core.pending:
            (question,) = draft.core.pending
            told.append(by_hand.told[len(told)])
            answer = TellLanding(question.who, told[-1])
            draft.ruleset.commands[TellLanding].apply(draft, answer)
        assert told == by_hand.told
        assert standing(dict(draft.slice(BarbarianAttack).barbarians)) == standing(by_hand.placed)
        points: Counter[PlayerId] = Counter({PEOPLE[3]: prisoners // 3})
        for spot, one in built.items():
            crowned = spot in metropolises.values()
            falls = surrounded(spot, by_hand.placed)
            spared += crowned and falls
            if crowned or not falls:
                points[one.owner] += (1 if one.kind is BuildingKind.SETTLEMENT else 2) + 2 * crowned
        assert {who: draft.points(who) for who in PEOPLE} == {who: points[who] for who in PEOPLE}
        ended += len(told) < 6
    assert ended > POSITIONS / 50, "landings that ended since nobody could come"
    assert spared > POSITIONS / 50, "surrounded metropolises"
