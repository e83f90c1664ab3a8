"""What variants and scenarios add to a position can be stated as it lies on the table."""

from __future__ import annotations

import random

import pytest

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted, Refused
from companion.rules.base.facts.pieces import StatePieces
from companion.rules.base.network import board
from companion.rules.base.setup import LayBoard
from companion.rules.base.slice import Base
from companion.rules.scenarios.fishermen.facts import StateBoot, StateTokens
from companion.rules.scenarios.fishermen.grounds import LayGrounds
from companion.rules.scenarios.fishermen.slice import Fishermen
from companion.rules.variants.catan_for_two import facts as two
from companion.rules.variants.catan_for_two.slice import CatanForTwo
from companion.rules.variants.event_cards.slice import EventCards
from companion.rules.variants.harbourmaster.slice import Harbourmaster
from tests.kit.duel import WHITE, duel
from tests.kit.fishing import fishing
from tests.kit.levels import lying, state_again

SETS = (
    (("base", "catan_for_two"), 2, "L2"),
    (("base", "cities_knights", "catan_for_two"), 2, "L3"),
    (("base", "fishermen"), 3, "L3"),
    (("base", "cities_knights", "fishermen", "event_cards", "harbourmaster"), 3, "L2"),
)
ENTRIES = 70


def played(modules: tuple[str, ...], players: int, level: str, entries: int = ENTRIES) -> GameSession:
    made = header(modules, players, 3, level, options={"points_to_win": 30})
    game = Simulation(made, random.Random(3), checked=False)
    while len(game.entries) < entries or game.state.core.pending:
        game.step()
    return GameSession(made, Nowhere(), game.entries)


def broken(session: GameSession) -> list[str]:
    """Invariants that do not hold."""
    table = session.table
    return [fault for one in table.ruleset.invariants for fault in one.broken(table)]


def enter(session: GameSession, command: Command) -> None:
    verdict = session.submit(command)
    assert isinstance(verdict, Accepted), verdict


def refused(session: GameSession, command: Command) -> list[str]:
    verdict = session.judge(command)
    return [found.key for found in verdict.violations] if isinstance(verdict, Refused) else []


@pytest.mark.parametrize(("modules", "players", "level"), SETS, ids=lambda value: str(value))
def test_a_position_is_stated_from_an_empty_table(modules: tuple[str, ...], players: int, level: str) -> None:
    print("seed 3")
    before = played(modules, players, level)
    after = GameSession(before.header, Nowhere())
    first = after.state.core.on_turn
    enter(after, LayBoard(first, board(before.table)))
    if any(question.kind == "grounds" for question in after.state.core.pending):
        enter(after, LayGrounds(first, before.state.slice(Fishermen).grounds))
    state_again(after, before.table)
    assert lying(after.table) == lying(before.table)
    assert after.table.slice(Base).board == board(before.table)


def test_c2_01_neutral_pieces_are_stated_by_either_player() -> None:
    table = duel()
    session, (anna, ben) = table.session, table.core.ids
    facts = {fact.name: fact for fact in session.ruleset.facts if fact.wanted(session.table)}
    assert [name for name in facts if name.startswith("neutral")] == [
        "neutral_white_road",
        "neutral_white_settlement",
        "neutral_orange_road",
        "neutral_orange_settlement",
    ]
    road = facts["neutral_white_road"]
    assert road.value(session.table, anna) == road.value(session.table, ben) == ()
    enter(session, road.state(session.table, ben, ("1SE",)))
    assert session.table.slice(Base).roads["1SE"] == WHITE  # type: ignore[index]
    enter(session, facts["neutral_white_settlement"].state(session.table, anna, ()))
    assert WHITE not in {one.owner for one in session.table.slice(Base).buildings.values()}
    enter(session, facts["neutral_white_settlement"].state(session.table, anna, ("0N",)))


def test_c2_01_tokens_are_no_more_than_the_box_has() -> None:
    table = duel(tokens={"anna": 5, "ben": 9})
    anna = table.core.ids[0]
    assert refused(table.session, two.StateTokens(anna, anna, 12)) == ["tokens.impossible"]
    assert refused(table.session, two.StateTokens(anna, anna, -1)) == ["tokens.impossible"]
    assert refused(table.session, two.StateTokens(anna, WHITE, 1))
    enter(table.session, two.StateTokens(anna, anna, 11))
    assert table.state.slice(CatanForTwo).tokens[anna] == 11


def test_fi_05_seven_fish_tokens_at_most_and_the_boot_beside_them() -> None:
    table = fishing(tokens={"anna": "3 2 ?"})
    anna, ben = table.core.ids[:2]
    assert refused(table.session, StateTokens(ben, anna, 8)) == ["fish.not-so-many"]
    enter(table.session, StateTokens(ben, anna, 7))
    assert table.state.slice(Fishermen).tokens.total(anna) == 7
    enter(table.session, StateBoot(ben, ben))
    assert table.state.slice(Fishermen).boot == ben
    enter(table.session, StateBoot(ben, None))
    assert table.state.slice(Fishermen).boot is None
    assert refused(table.session, StateBoot(ben, PlayerId("nobody")))


def test_hm_02_the_card_follows_pieces_that_stand_elsewhere() -> None:
    session = played(("base", "harbourmaster"), 3, "L2", 90)
    holder = session.state.slice(Harbourmaster).holder
    assert holder is not None
    enter(session, StatePieces(holder, holder))
    assert session.state.slice(Harbourmaster).holder != holder
    assert not broken(session)


def test_ev_12_a_road_that_does_not_lie_there_is_not_damaged() -> None:
    session = played(("base", "event_cards"), 3, "L2", 40)
    entries = 40
    while not session.state.slice(EventCards).damaged:
        entries += 10
        session = played(("base", "event_cards"), 3, "L2", entries)
    edge = session.state.slice(EventCards).damaged[0]
    owner = session.state.slice(Base).roads[edge]
    enter(session, StatePieces(owner, owner))
    assert edge not in session.state.slice(EventCards).damaged
    assert not broken(session)
