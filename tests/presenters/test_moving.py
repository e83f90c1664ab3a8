"""What moves on the screen for an entry of recorded evenings: spots with seats, and nothing of the past."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from companion.app.games import complete
from companion.app.jsonl import read
from companion.app.session import GameSession, Nowhere, Update, UpdateKind
from companion.presenters.moving import MoveView, moves
from companion.presenters.views import PersonView

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
