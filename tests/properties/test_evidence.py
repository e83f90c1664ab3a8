"""The entry that is named for what hidden cards exclude really is the one since which it is impossible."""

from __future__ import annotations

import random

import pytest

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.verdict import Certainty, Refused
from companion.rules.base.showing import ShowCards
from companion.rules.base.slice import Base
from tests.kit.domains import Domain

SETS = (
    (("base", "event_cards", "fishermen"), 4),
    (("base", "cities_knights"), 3),
    (("base", "cities_knights", "catan_for_two", "fishermen", "event_cards"), 2),
)
ENTRIES = 220
FORMS = 6


def claims(session: GameSession, chance: random.Random) -> list[Command]:
    """Entries of every kind that can be written down, most of them wrong."""
    domain, found = Domain(session.table), []
    for kind in session.ruleset.commands:
        for who in session.state.core.ids:
            try:
                found += list(domain.forms(kind, who, FORMS, chance))
            except NotImplementedError:  # kinds with more forms than anyone would list
                break
    return found


def whole(session: GameSession, who: PlayerId, good: str, count: int) -> list[bool]:
    """Whether the player could have so many cards of a kind, at the start and after each entry."""
    hands = [session.state_before(entry).slice(Base).hands for entry in session.standing]
    hands.append(session.state.slice(Base).hands)
    return [known.has(who, {good: count}) is not Certainty.IMPOSSIBLE for known in hands]


@pytest.mark.parametrize(("modules", "players"), SETS, ids=str)
def test_b_56_the_entry_named_is_the_last_before_which_it_was_possible(
    modules: tuple[str, ...], players: int
) -> None:
    seed = len("".join(modules))
    print(f"seed {seed}")
    chance = random.Random(seed)
    game = Simulation(header(modules, players, seed), random.Random(seed))
    while not game.over and len(game.entries) < ENTRIES:
        game.step()
    session = GameSession(game.header, Nowhere(), tuple(game.entries))
    named = 0
    for claim in claims(session, chance):
        verdict = session.judge(claim)
        if isinstance(verdict, Refused):
            found = session.excluded_by(claim, verdict.violations)
            assert all(
                one.hidden or entry is None for one, entry in zip(verdict.violations, found, strict=True)
            )
            named += sum(entry is not None for entry in found)
    assert named
    hands = session.state.slice(Base).hands
    for who in hands.holders:
        for good in hands.goods:
            for count in (1, 2):
                possible = whole(session, who, good, count)
                if possible[-1]:
                    continue
                claim = ShowCards(who, {good: count})
                verdict = session.judge(claim)
                assert isinstance(verdict, Refused)
                (entry,) = session.excluded_by(claim, verdict.violations)
                last = max((index for index, could in enumerate(possible) if could), default=None)
                assert entry == (None if last is None else session.standing[last])
