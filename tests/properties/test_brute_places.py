"""Where pieces may stand, go and lie, on positions of simulated games, against the plain counting of places.

At L2 nobody counts cards, so what is offered depends on places alone, and both must find exactly the same.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.decide import options
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from tests.kit.brute_moves import ANSWERS, BUILDING, KNIGHTS, Move, moves, place_of
from tests.kit.brute_turns import Seat

CK = ("base", "cities_knights")
SETS = (
    (("base",), 4, "hobbyworld"),
    (("base", "friendly_robber"), 3, "hobbyworld"),
    (("base", "catan_for_two"), 2, "hobbyworld"),
    (("base", "event_cards", "harbourmaster"), 3, "hobbyworld"),
    (CK, 2, "hobbyworld"),
    (CK, 3, "colonist"),
    (CK, 4, "hobbyworld"),
    ((*CK, "friendly_robber", "event_cards"), 3, "hobbyworld"),
    ((*CK, "catan_for_two"), 2, "colonist"),
)
SHARE = 0.35
"""How many of the positions are looked at."""

ENTRIES = 350
SEEDS = (1, 2)
RARE = {"ck.displace_knight", "ck.chase_robber"}
"""What not every set of games has time for."""

KNOWN = {*BUILDING, *KNIGHTS, *(tag for tag, _ in ANSWERS.values())}


def as_move(command: Command) -> Move:
    """The fields of a command; the order in which knights are named does not matter."""
    values = [getattr(command, name) for name in command.__struct_fields__ if name != "by"]
    return tuple(frozenset(value) if isinstance(value, tuple) else value for value in values)


def offered(game: Simulation, who: PlayerId) -> dict[str, set[Move]]:
    """What the engine offers, of the kinds that are counted here."""
    found: dict[str, set[Move]] = {}
    for command in options(game.ruleset, game.state, who):
        tag = str(type(command).__struct_config__.tag)
        if tag in KNOWN:
            assert as_move(command) not in found.setdefault(tag, set()), f"{command} is offered twice"
            found[tag].add(as_move(command))
    return found


def compare(game: Simulation, seen: Counter[str]) -> None:
    """Assert that both find the same now."""
    core = game.state.core
    asked = [(question.kind, question.who) for question in core.pending if question.kind in ANSWERS]
    if not core.pending and core.phase is Phase.AFTER_ROLL and core.winner is None:
        asked = [(None, core.on_turn)]  # type: ignore[list-item]
    for kind, who in asked:
        counted = {
            tag: found for tag, found in moves(place_of(game.table, who, kind)).by_kind.items() if found
        }
        found = offered(game, who)
        if kind is not None:
            found = {tag: some for tag, some in found.items() if tag == ANSWERS[kind][0]}
        assert set(found) == set(counted), f"{game.header.game} entry {len(game.entries)}"
        for tag, expected in counted.items():
            where = f"{game.header.modules} {game.header.game} entry {len(game.entries)}: {tag} for {who}"
            assert found[tag] == expected, (
                f"{where}: not offered {expected - found[tag]}, wrong {found[tag] - expected}"
            )
        seen.update(tag for tag in counted)


@pytest.mark.parametrize(("modules", "players", "profile"), SETS, ids=str)
def test_the_same_places(modules: tuple[str, ...], players: int, profile: str) -> None:
    """B-12, B-31, B-50 to B-52, CK-70, CK-90 to CK-98, FR-02, C2-04."""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        # Nobody wins so soon, so that boards become full and pieces run out.
        top = header(modules, players, seed, "L2", profile, {"points_to_win": 30})
        game = Simulation(top, random.Random(seed), checked=False)
        chance = random.Random(seed)
        while not game.over and len(game.entries) < ENTRIES:
            game.step()
            if len(game.entries) > 10 and (game.state.core.pending or chance.random() < SHARE):
                compare(game, seen)
    print(seen)
    wanted = {*BUILDING, *(KNIGHTS if "cities_knights" in modules else {})} - RARE
    assert wanted <= set(seen), wanted - set(seen)


@pytest.mark.parametrize(
    ("modules", "players"), [(("base",), 4), (CK, 3), ((*CK, "event_cards"), 4)], ids=str
)
def test_b_56_whoever_has_the_cards_may_build(modules: tuple[str, ...], players: int) -> None:
    """At L3: what the real hand pays for is offered, and what is offered has its place."""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        game = Simulation(header(modules, players, seed, "L3"), random.Random(seed), checked=False)
        while not game.over and len(game.entries) < ENTRIES:
            game.step()
            core = game.state.core
            if core.pending or core.phase is not Phase.AFTER_ROLL or core.winner is not None:
                continue
            place = place_of(game.table, core.on_turn, None)
            hand = Counter(game.secrets["base"].hands[core.on_turn])  # type: ignore[attr-defined, var-annotated]
            found = offered(game, core.on_turn)
            allowed = moves(place).by_kind
            for kind, payable in Seat(place, hand).moves().items():
                if kind != "ck.chase_robber":  # whom he robs is another question where cards are counted
                    assert payable <= found.get(kind, set()), f"{game.header.game} {len(game.entries)} {kind}"
                    assert found[kind] <= allowed[kind]
                    seen[kind] += 1
    print(seen)
    assert seen["base.build_road"] > 10
