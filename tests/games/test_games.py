"""Recorded evenings: every entry still holds, pieces are conserved, and the endings are those written down.

``expected.toml`` says how each game ended and what it must show; a change of the rules that changes an
old evening is seen here first.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.app.jsonl import export_game, read
from companion.app.session import GameSession, Nowhere
from companion.engine.verdict import Accepted
from companion.history.log import Entry
from tests.kit.evening import Coverage

HERE = Path(__file__).parent
EXPECTED = tomllib.loads((HERE / "expected.toml").read_text(encoding="utf-8"))


@dataclass
class Evening:
    """A recorded game played again."""

    session: GameSession
    seen: Coverage
    recorded: tuple[Entry, ...]


@pytest.fixture(params=sorted(path.name for path in HERE.glob("*.jsonl")))
def file(request: pytest.FixtureRequest) -> Path:
    return HERE / str(request.param)


def replayed(file: Path) -> Evening:
    game = read(file)
    session = GameSession(game.header, Nowhere(), clock=lambda: 0)
    seen = Coverage()
    for entry in game.entries:
        if entry.command is None:
            continue
        verdict = session.submit(entry.command)
        assert isinstance(verdict, Accepted), (entry.entry, verdict)
        seen.hear(session.standing[-1])
        for invariant in session.ruleset.invariants:
            assert not list(invariant.broken(session.table)), (entry.entry, invariant.name)
    return Evening(session, seen, game.entries)


def test_every_recorded_game_is_expected_to_end_somehow() -> None:
    assert {path.name for path in HERE.glob("*.jsonl")} == EXPECTED.keys()


def test_entries_hold_and_the_game_ends_as_written(file: Path) -> None:
    evening, expected = replayed(file), EXPECTED[file.name]
    state = evening.session.state
    assert {player: evening.session.table.points(player) for player in state.core.ids} == expected["points"]
    assert (state.core.winner or "") == expected["winner"]
    assert state.core.turn == expected["turns"]
    seen = evening.seen
    assert {
        "attacks_won": seen.attacks_won,
        "attacks_lost": seen.attacks_lost,
        "tied_leaders": seen.tied_leaders,
        "tied_losers": seen.tied_losers,
        "metropolis_taken": seen.metropolis_taken,
    } == expected["shown"]


def test_writing_the_game_again_gives_the_same_file(file: Path) -> None:
    evening = replayed(file)
    text = export_game(evening.session.header, evening.session.entries, events=False)
    assert text == file.read_text(encoding="utf-8")


def test_one_evening_shows_all_that_a_whole_game_can_show() -> None:
    """70 turns, 5 attacks with both outcomes, ties of defenders and of losers, a metropolis taken, a win."""
    shown = [
        expected["shown"] for expected in EXPECTED.values() if expected["turns"] >= 70 and expected["winner"]
    ]
    assert any(
        s["attacks_won"] + s["attacks_lost"] >= 5 and all(count >= 1 for count in s.values()) for s in shown
    )
