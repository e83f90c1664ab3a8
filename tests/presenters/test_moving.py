"""What moves on the screen for an entry of recorded evenings: spots with seats, and nothing of the past."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from companion.app.games import complete
from companion.app.jsonl import read
from companion.app.session import GameSession, Nowhere, Update, UpdateKind
from companion.engine.core import AdjustPoints
from companion.history.log import Header
from companion.presenters.live import LivePlay
from companion.presenters.moving import MoveView, moves
from companion.presenters.views import PersonView
from companion.rules.base.turn import RollDice
from tests.kit.players import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS

GAMES = Path(__file__).parents[1] / "games"


@cache
def evening(name: str) -> tuple[GameSession, tuple[MoveView, ...]]:
    """A recorded evening, and what moved in it."""
    game = read(GAMES / f"{name}.jsonl")
    session = GameSession(game.header, Nowhere(), complete(game)[0])
    found: list[MoveView] = []
    after = session.state
    for entry in reversed(session.standing):
        before = session.state_before(entry)
        found += moves(session.ruleset, Update(UpdateKind.NEW, after, before, entry))
        after = before
    return session, tuple(found)


def test_an_evening_moves_the_ship_opens_gates_and_draws_the_longest_road() -> None:
    session, found = evening("evening_l2")
    ways = Counter(move.how for move in found)
    assert set(ways) == {"goes", "opens", "grows", "rises"}
    grown = [move for move in found if move.how == "grows"]
    assert all(spot.sort == "edge" for move in grown for spot in move.way)
    assert all(len(move.way) >= 5 and isinstance(move.owner, PersonView) for move in grown)
    seats = {spot.seat for move in found for spot in move.way if spot.sort in ("player", "ladder")}
    assert seats <= set(range(len(session.state.core.ids)))


def test_an_undo_and_a_restart_move_nothing() -> None:
    session, _found = evening("evening_l2")
    entry = session.standing[-1]
    for kind in (UpdateKind.UNDONE, UpdateKind.REDONE, UpdateKind.CORRECTED, UpdateKind.RESUMED):
        assert moves(session.ruleset, Update(kind, session.state, session.state, entry)) == ()


def test_what_was_not_seen_yet_goes_with_its_own_entry_alone() -> None:
    session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS), Nowhere())
    play, who = LivePlay(session), PEOPLE[0].id
    session.submit(RollDice(who, {"red": 5, "white": 3, "event": "ship"}), overrule=True)
    session.submit(AdjustPoints(who, who, 1))
    session.undo()
    session.redo()
    assert len(play.moves()) == 1, "the ship, below whatever lay over the table"
    assert play.moves() == ()
    session.undo()
    session.undo()
    session.redo()
    assert play.moves() == ()
    session.submit(RollDice(who, {"red": 5, "white": 3, "event": "ship"}), overrule=True)
    session.undo()
    assert play.moves() == ()
