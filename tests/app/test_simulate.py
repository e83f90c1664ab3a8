"""Simulated games from the command line: played, checked, written with the real cards beside them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.cli import main
from companion.app.jsonl import read
from companion.app.simulate import Simulation, SimulationError, exercised, header
from companion.engine.decide import decide
from companion.engine.verdict import Accepted, Refused
from companion.history.rejudge import rejudge
from companion.rules.base.hands import CardsDrawn
from companion.rules.base.robber import MoveRobber
from companion.rules.base.slice import Base
from companion.rules.base.turn import RollDice


def played(seed: int, modules: tuple[str, ...] = ("base",), players: int = 3, most: int = 300) -> Simulation:
    """A simulated game, or its beginning."""
    print(f"seed {seed}")
    game = Simulation(header(modules, players, seed), random.Random(seed))
    while not game.over and len(game.entries) < most:
        game.step()
    return game


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = played(5), played(5)
    assert one.entries == other.entries
    assert one.state == other.state
    assert one.truth() == other.truth()
    assert played(6).entries != one.entries


def test_the_table_is_another_one_only_after_something_has_happened() -> None:
    game = played(5, most=10)
    before = game.table
    assert before is game.table and before.state == game.state
    game.step()
    assert game.table is not before and game.table.state == game.state


def test_games_and_real_cards_are_written_and_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "games"
    call = [
        "simulate",
        "--modules",
        "base",
        "--players",
        "2",
        "--seed",
        "7",
        "--games",
        "2",
        "--json",
        "--out",
    ]
    assert main([*call, str(folder)]) == 0
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert result["games"] == 2
    assert result["entries"] > 50
    assert result["rules"]["B-21"] > 10
    entries = 0
    for seed in (7, 8):
        game = read(folder / f"simulated-{seed}.jsonl")
        entries += len(game.entries)
        truth = [json.loads(line) for line in (folder / f"simulated-{seed}.truth.jsonl").open()]
        assert [line["entry"] for line in truth] == [entry.entry for entry in game.entries]
        assert set(truth[-1]["base"]["hands"]) == {"anna", "ben"}
        assert main(["replay", str(folder / f"simulated-{seed}.jsonl")]) == 0
        capsys.readouterr()
    assert entries == result["entries"]


def test_a_simulated_game_is_never_written_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["simulate", "--modules", "base", "--level", "L2", "--players", "2", "--out", str(tmp_path)]
    assert main(call) == 0
    assert main(call) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--modules", "bse"], "bse"),
        (["--players", "9"], "9"),
        (["--level", "L7"], "L7"),
        (["--profile", "mine"], "mine"),
        (["--games", "-1"], "-1"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *given]) == 2
    error = capsys.readouterr().err
    assert error.startswith("longship: ")
    assert said in error


def test_an_engine_that_thinks_the_truth_impossible_is_found_out() -> None:
    """The check of the check: a real card more than anyone knows of."""
    game = played(3, most=60)
    game.secrets["base"].hands["anna"]["ore"] += 1  # type: ignore[attr-defined]
    with pytest.raises(SimulationError, match="anna holds"):
        game.step()


def test_an_entry_exercises_the_rules_that_judged_it() -> None:
    game = played(4, most=80)
    rolls = [entry for entry in game.entries if isinstance(entry.command, RollDice)]
    assert all("B-21" in exercised(game.ruleset, entry) for entry in rolls)


def test_b_56_a_stolen_card_revealed_later_sharpens_the_past() -> None:
    """At the end everyone says what was stolen: judged again with that, every hand is known exactly."""
    print("seed 11")
    game = Simulation(header(("base",), 3, 11), random.Random(11))
    entries = []
    while not game.over and len(entries) < 400:
        before = {who: Counter(hand) for who, hand in game.secrets["base"].hands.items()}  # type: ignore[attr-defined]
        entry = game.step()
        command = entry.command
        for event in entry.events:
            if isinstance(event, CardsDrawn) and isinstance(command, MoveRobber):
                now = game.secrets["base"].hands[event.giver]  # type: ignore[attr-defined]
                (card,) = (before[event.giver] - now).elements()
                command = msgspec.structs.replace(command, card=card)
        entries.append(msgspec.structs.replace(entry, command=command))
    assert entries != game.entries, "something was stolen"
    start = game.ruleset.start(game.header.players)
    *_, last = rejudge(game.ruleset, start, entries)
    guessed, known = game.state.slice(Base).hands, last.state.slice(Base).hands
    for player in known.holders:
        for good in known.goods:
            assert guessed.low(player, good) <= known.low(player, good)
            assert known.high(player, good) <= guessed.high(player, good)
    assert known != guessed


def test_options_are_accepted_and_nothing_is_changed_by_asking() -> None:
    game = played(9, most=120)
    before = game.state
    who = game.actor()
    offers = [
        command
        for kind, proposed in game.offered(who).items()
        for command in game.of_kind(kind, who, proposed)
    ]
    assert offers
    for command in offers:
        verdict = decide(game.ruleset, game.state, command)
        assert isinstance(verdict, (Accepted, Refused))
        assert isinstance(verdict, Accepted), command
    assert game.state == before
