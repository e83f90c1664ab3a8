"""Recorded evenings: every entry still holds, pieces are conserved, and the endings are those written down.

``expected.toml`` says how each game ended and what it must show; a change of the rules that changes an old
evening is seen here first. Those of the scenarios were entered by touch: ``python -m tests.kit.evenings``.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from companion.__main__ import main
from companion.app.jsonl import export_game, read
from companion.app.session import GameSession, Nowhere
from companion.engine.command import tag_of
from companion.engine.event import Event
from companion.engine.verdict import Accepted
from companion.history.log import Entry
from companion.rules import catalogue
from tests.kit.evening import Coverage
from tests.kit.evenings import SEEDS, file_of

HERE = Path(__file__).parent
EXPECTED = tomllib.loads((HERE / "expected.toml").read_text(encoding="utf-8"))


@dataclass
class Evening:
    """A recorded game played again."""

    session: GameSession
    seen: Coverage
    events: Counter[str]
    recorded: tuple[Entry, ...]


@pytest.fixture(params=sorted(path.name for path in HERE.glob("*.jsonl")))
def file(request: pytest.FixtureRequest) -> Path:
    return HERE / str(request.param)


def replayed(file: Path) -> Evening:
    game = read(file)
    session = GameSession(game.header, Nowhere(), clock=lambda: 0)
    seen = Coverage()
    events: Counter[str] = Counter()
    for entry in game.entries:
        if entry.command is None:
            continue
        verdict = session.submit(entry.command)
        assert isinstance(verdict, Accepted), (entry.entry, verdict)
        seen.hear(session.standing[-1])
        events.update(tag_of(type(event)) for event in session.standing[-1].events)
        for invariant in session.ruleset.invariants:
            assert not list(invariant.broken(session.table)), (entry.entry, invariant.name)
    return Evening(session, seen, events, game.entries)


def test_every_recorded_game_is_expected_to_end_somehow() -> None:
    assert {path.name for path in HERE.glob("*.jsonl")} == EXPECTED.keys()


def test_entries_hold_and_the_game_ends_as_written(file: Path) -> None:
    evening, expected = replayed(file), EXPECTED[file.name]
    state = evening.session.state
    assert {player: evening.session.table.points(player) for player in state.core.ids} == expected["points"]
    assert (state.core.winner or "") == expected["winner"]
    assert state.core.turn == expected["turns"]
    if "events" in expected:
        own = {tag: count for tag, count in evening.events.items() if not tag.startswith(("base.", "core."))}
        assert own == expected["events"]
        return
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


@pytest.mark.parametrize("scenario", SEEDS)
def test_a_scenario_has_an_evening_of_40_turns_to_its_end(scenario: str) -> None:
    """At L3, with every kind of event that the scenario has in ordinary play."""
    game = read(file_of(scenario))
    assert (game.header.level, game.header.modules) == ("L3", ("base", scenario))
    expected = EXPECTED[file_of(scenario).name]
    assert expected["turns"] >= 40 and expected["winner"]
    assert {tag_of(kind) for kind in told_by(scenario)} - SELDOM <= set(expected["events"])


def told_by(scenario: str) -> Iterator[type[Event]]:
    """The events of a scenario, and those of gold where it has some."""
    modules = {scenario, *catalogue.manifests()[scenario].requires} - {"base"}
    for kind in catalogue.codec().event_types:
        if kind.module in modules and not tag_of(kind).endswith(("stated", "told")):
            yield kind


SELDOM = frozenset(
    (
        # the oasis as it lay, cards for which there was a knight
        *("cv.oasis_turned", "ba.card_lost"),
        # a coast on which nobody can land, and landings where nobody enters places
        *("ba.nobody_lands", "ba.landing_called"),
        # where paths are named, without a board, and as the level changes
        *("cv.path_named", "cv.votes_tied", "cv.camel_due"),
        *("ba.conquered_counted", "ba.prisoner_claimed", "ba.carried", "cv.carried", "tb.carried"),
        # with other modules, and by the table's word
        *("rick.city_saved", "c2ba.barbarian_removed", "tb.wagon_gone"),
    )
)
"""Events that did not happen in these evenings."""


@pytest.mark.parametrize("scenario", SEEDS)
def test_a_scenario_s_evening_holds_for_the_command_line(
    scenario: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file_of(scenario)), "--json"]) == 0
    *entries, ending = capsys.readouterr().out.splitlines()
    assert len(entries) == len(read(file_of(scenario)).entries)
    assert msgspec.json.decode(ending)["winner"] == EXPECTED[file_of(scenario).name]["winner"]


def test_one_evening_shows_all_that_a_whole_game_can_show() -> None:
    """70 turns, 5 attacks with both outcomes, ties of defenders and of losers, a metropolis taken, a win."""
    shown = [
        expected["shown"]
        for expected in EXPECTED.values()
        if expected["turns"] >= 70 and expected["winner"] and "shown" in expected
    ]
    assert any(
        s["attacks_won"] + s["attacks_lost"] >= 5 and all(count >= 1 for count in s.values()) for s in shown
    )
