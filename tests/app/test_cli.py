"""The command line as people and programs call it: answers, exit status, one sentence when it cannot."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app import kept_file, rule_reports
from companion.app.cli import main
from companion.app.games import begin, resume
from companion.app.i18n import set_language
from companion.app.jsonl import export_game
from companion.app.rule_reports import naming_tests
from companion.app.session import GameSession, Nowhere
from companion.app.storage import FILE, open_store
from companion.engine.core import AdjustPoints, DeclareWinner
from companion.history.log import Header
from companion.rules import catalogue
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.progress.crane import PlayCrane
from tests.kit.players import PEOPLE, play, points
from tests.kit.tables import CITIES_KNIGHTS

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "tests" / "games" / "evening_4p.jsonl"
ANNA, BEN = PEOPLE[0].id, PEOPLE[1].id

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def game() -> GameSession:
    session = GameSession(Header("friday", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    for _command in play(session, seed=6, turns=6):
        pass
    session.undo()
    session.undo()
    session.redo()
    return session


def written(folder: Path, session: GameSession, events: bool = True) -> Path:
    file = folder / "game.jsonl"
    file.write_text(export_game(session.header, session.entries, events), encoding="utf-8")
    return file


# --- replay -----------------------------------------------------------------------------------------------


def test_a_game_that_holds_is_0_with_a_line_for_each_entry_and_the_points(run: Run, folder: Path) -> None:
    session = game()
    status, out, err = run("replay", written(folder, session), "--json")
    *entries, ending = lines(out)
    assert (status, err) == (0, "")
    assert [entry["entry"] for entry in entries] == [entry.entry for entry in session.entries]
    assert all(entry["ok"] is True and entry["violations"] == [] for entry in entries)
    assert [entry.get("undo") for entry in entries] == [entry.undo for entry in session.entries]
    assert [entry.get("redo") for entry in entries] == [entry.redo for entry in session.entries]
    assert any(entry.get("undo") for entry in entries)
    assert ending == {"points": points(session), "winner": session.state.core.winner}


def test_events_in_the_file_do_not_count(run: Run, folder: Path) -> None:
    session = game()
    with_events = run("replay", written(folder, session), "--json")
    text = written(folder, session).read_text(encoding="utf-8")
    assert "core.turn_begun" in text
    (folder / "game.jsonl").write_text(text.replace('"white":1', '"white":2'), encoding="utf-8")
    assert run("replay", written(folder, session, events=False), "--json") == with_events


def test_the_recorded_evening_holds_and_is_won(run: Run) -> None:
    status, out, _err = run("replay", EVENING, "--json")
    assert status == 0
    assert lines(out)[-1] == {"points": {"anna": 13, "ben": 9, "carla": 10, "david": 8}, "winner": "anna"}
    status, out, _err = run("replay", EVENING)
    assert out.splitlines()[0] == "    1  Anna rolls"
    assert out.splitlines()[-1] == "Anna 13, Ben 9, Carla 10, David 8. Anna has won."


def test_an_entry_that_does_not_hold_is_1_with_its_rule(run: Run, folder: Path) -> None:
    session = GameSession(Header("friday", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    session.submit(EndTurn(ANNA), overrule=True)
    session.submit(AdjustPoints(ANNA, BEN, 2))
    file = written(folder, session)
    status, out, _err = run("replay", file, "--json")
    assert status == 0
    assert lines(out)[0]["overruled"] is True
    assert lines(out)[0]["violations"] == ["CK-20"]
    text = file.read_text(encoding="utf-8")
    ruling = text[text.index(',"overruled"') : text.index("]", text.index(',"overruled"')) + 1]
    file.write_text(text.replace(ruling, ""), encoding="utf-8")
    status, out, _err = run("replay", file, "--json")
    first, second, ending = lines(out)
    assert status == 1
    assert (first["ok"], first["violations"], "overruled" in first) == (False, ["CK-20"], False)
    assert "Anna" in first["texts"][0]
    assert second["ok"] is True
    assert ending["points"]["ben"] == 5
    status, out, _err = run("replay", file)
    assert status == 1
    assert "CK-20: " in out
    assert "The entry does not hold; the game goes on as if the table had let it stand." in out


def test_what_cannot_be_is_left_out_and_told(run: Run, folder: Path) -> None:
    session = GameSession(Header("friday", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    session.submit(AdjustPoints(ANNA, BEN, 2))
    session.submit(AdjustPoints(ANNA, BEN, 1))
    file = written(folder, session, events=False)
    file.write_text(file.read_text(encoding="utf-8").replace('"amount":2', '"amount":200'), encoding="utf-8")
    status, out, _err = run("replay", file, "--json")
    first, second, ending = lines(out)
    assert status == 1
    assert (first["ok"], first["left_out"]) == (False, True)
    assert second["ok"] is True
    assert ending["points"]["ben"] == 4
    assert "That cannot be, so the entry is left out." in run("replay", file)[1]


def test_b_56_the_entry_that_excludes_a_hidden_card_is_named(run: Run, folder: Path) -> None:
    """Both Cranes have been played when a third one is entered."""
    session = GameSession(Header("friday", PEOPLE, CITIES_KNIGHTS, level="L1"), Nowhere(), clock=lambda: 0)
    for player in (ANNA, BEN, ANNA):
        session.submit(PlayCrane(player), overrule=True)
    session.submit(AdjustPoints(ANNA, BEN, 2))
    third = session.standing[2].overruled
    assert [violation.key for violation in third if violation.hidden] == ["card.all-seen"]
    file = written(folder, session)
    _status, out, _err = run("replay", file, "--json")
    entries = lines(out)
    assert "since" not in entries[1]
    place = [violation.hidden for violation in third].index(True)
    assert entries[2]["since"][place] == 2
    assert "That has been so since entry 2: Ben plays the Crane." in entries[2]["texts"][place]
    assert "That has been so since entry 2: " in run("replay", file)[1]


def test_a_winner_is_named_whoever_says_so(run: Run, folder: Path) -> None:
    session = GameSession(Header("friday", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    session.submit(DeclareWinner(BEN), overrule=True)
    assert lines(run("replay", written(folder, session), "--json")[1])[-1]["winner"] == "ben"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "longship: game.jsonl is empty.\n"),
        (b"\xff\xfe\x00", "longship: game.jsonl, line 1: This is not text in UTF-8.\n"),
        (
            b"hello\n",
            "longship: game.jsonl, line 1: This is not a game of Longship: the first line has no number of",
        ),
        (
            b'{"longship": 2}\n',
            "longship: game.jsonl, line 1: This was written by a newer Longship (format 2; this",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_2_with_one_sentence(
    run: Run, folder: Path, content: bytes, sentence: str
) -> None:
    file = folder / "game.jsonl"
    file.write_bytes(content)
    status, out, err = run("replay", file, "--json")
    assert (status, out) == (2, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1


def test_a_torn_file_is_not_replayed(run: Run, folder: Path) -> None:
    file = written(folder, game())
    file.write_bytes(file.read_bytes()[:-20])
    status, out, err = run("replay", file)
    assert (status, out) == (2, "")
    assert err.endswith("The file is incomplete: it ends in the middle of this line.\n")


def test_a_file_that_is_not_there(run: Run, folder: Path) -> None:
    status, _out, err = run("replay", folder / "nowhere.jsonl")
    assert status == 2
    assert err == f"longship: {folder}/nowhere.jsonl cannot be read: No such file or directory.\n"


# --- rules ------------------------------------------------------------------------------------------------


def test_every_rule_is_listed_with_what_is_known_of_it(run: Run) -> None:
    status, out, _err = run("rules", "--json")
    listed = {rule["id"]: rule for rule in lines(out)}
    assert status == 0
    assert listed.keys() == catalogue.rules().keys()
    for name, rule in catalogue.rules().items():
        assert (listed[name]["text"], listed[name]["source"], listed[name]["status"]) == (
            rule.text,
            rule.source,
            rule.status,
        )
    assert "tests/rules/base/test_pieces.py::test_b_05_a_city_needs_a_figure" in listed["B-05"]["tests"]
    for rule in listed.values():
        for test in rule["tests"]:
            file, name = test.split("::")
            assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")
    assert len(run("rules")[1].splitlines()) == len(listed)


def test_a_test_names_whole_ids_only() -> None:
    tests = [
        ("a.py", "test_ck_9_the_ninth"),
        ("a.py", "test_ck_93_once_a_turn"),
        ("a.py", "test_pc_g02_is_not_ck_93"),
        ("a.py", "test_block_93_more"),
    ]
    assert naming_tests("CK-93", tests) == ["a.py::test_ck_93_once_a_turn", "a.py::test_pc_g02_is_not_ck_93"]
    assert naming_tests("CK-9", tests) == ["a.py::test_ck_9_the_ninth"]
    assert naming_tests("PC-G02", tests) == ["a.py::test_pc_g02_is_not_ck_93"]


def test_outside_a_checkout_there_are_no_tests(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(rule_reports, "TESTS", tmp_path / "tests")
    assert all(rule["tests"] == [] for rule in lines(run("rules", "--json")[1]))


def test_one_rule_is_explained(run: Run) -> None:
    rule = catalogue.rules()["CK-93"]  # type: ignore[index]
    status, out, _err = run("explain", "ck-93")
    assert status == 0
    assert out.splitlines()[0] == f"CK-93  {rule.text}"
    assert out.splitlines()[1] == f"Source: {rule.source} ({rule.status})"
    status, out, _err = run("explain", "CK-93", "--json")
    assert lines(out)[0]["id"] == "CK-93"


def test_a_rule_is_explained_in_the_language_in_use(run: Run) -> None:
    set_language("de")
    assert run("explain", "CK-93")[1].splitlines()[0] != f"CK-93  {catalogue.rules()['CK-93'].text}"  # type: ignore[index]


@pytest.mark.parametrize(("rule", "near"), [("CK-933", " Did you mean CK-93?"), ("???", "")])
def test_an_unknown_rule_is_2_with_a_suggestion(run: Run, rule: str, near: str) -> None:
    assert run("explain", rule) == (2, "", f"longship: There is no rule {rule}.{near}\n")


# --- stats ------------------------------------------------------------------------------------------------


def test_what_an_evening_was_made_of(run: Run) -> None:
    status, out, err = run("stats", EVENING)
    assert (status, err) == (0, "")
    assert "Anna 13, Ben 9, Carla 10, David 8. Anna has won.\n73 turns\n" in out
    assert "In 71 rolls 7 came 5 times. On 1 evening in 6 some number is as far off.\n" in out
    assert "Barbarian attacks: lost 2, beaten off 4\n" in out
    assert "Cities lost: Anna 1, Ben 0, Carla 2, David 0\n" in out


def test_what_an_evening_was_made_of_for_programs(run: Run) -> None:
    status, out, _err = run("stats", EVENING, "--json")
    (found,) = lines(out)
    assert status == 0
    assert (found["winner"], found["turns"], sum(one["count"] for one in found["rolls"])) == ("anna", 73, 71)
    assert {count["name"] for count in found["counts"]} >= {"rolls", "faces", "attacks", "defence", "built"}


def test_a_saved_game_has_statistics_by_its_name(run: Run, kept: GameSession) -> None:
    status, out, err = run("stats", "friday")
    assert (status, err) == (0, "")
    assert out.startswith("Anna 3, Ben 9, Carla 3, David 3\n")


def test_who_has_won_is_said_where_no_points_are_tracked(run: Run, folder: Path) -> None:
    """Of a game of one entry at L0, in lists and sums alike; one of no entries is a game of no year."""
    store = open_store(folder / "data", lambda notice: pytest.fail(notice.text))
    now = 1_767_300_000_000
    session, _journal = begin(
        store, Header("once", PEOPLE, CITIES_KNIGHTS, level="L0", started=now), lambda: now
    )
    session.submit(DeclareWinner(BEN), overrule=True)
    begin(store, Header("never", PEOPLE, CITIES_KNIGHTS, level="L0", started=now), lambda: now)
    store.close()
    names = ", ".join(player.name for player in PEOPLE)
    assert run("stats", "once")[1] == f"{names}. Ben has won.\n1 turn\n"
    assert run("stats", "never")[1] == f"{names}\n1 turn\n"
    assert run("games")[1] == f"never  {names}\nonce  {names}. Ben has won.\n"
    assert run("year")[1].startswith("2026: 1 game\nBen: games 1, won 1, in a row 1, points on average –\n")


def test_statistics_of_what_is_no_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shopping.txt").write_text("milk")
    for name in (tmp_path / "shopping.txt", "no-such-game"):
        status, out, err = run("stats", name)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1


# --- games ------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(folder: Path) -> GameSession:
    """A game on the disk, while Longship is open."""
    store = open_store(folder / "data", lambda notice: pytest.fail(notice.text))
    session, _journal = begin(store, Header("friday", PEOPLE, CITIES_KNIGHTS), clock=lambda: 0)
    session.submit(AdjustPoints(ANNA, BEN, 6))
    store.close()
    return session


def test_games_are_listed(run: Run, kept: GameSession) -> None:
    assert run("games") == (0, "friday  Anna 3, Ben 9, Carla 3, David 3\n", "")
    (listed,) = lines(run("games", "--json")[1])
    assert listed == {
        "game": "friday",
        "players": {"anna": "Anna", "ben": "Ben", "carla": "Carla", "david": "David"},
        "points": {"anna": 3, "ben": 9, "carla": 3, "david": 3},
        "winner": None,
        "entries": 1,
    }


def test_where_no_games_are_nothing_is_listed(run: Run, folder: Path) -> None:
    assert run("games", "--json") == (0, "", "")
    assert not (folder / "data").exists()


def test_games_are_carried_out_and_in_without_loss(run: Run, folder: Path, kept: GameSession) -> None:
    file = folder / "friday.jsonl"
    assert run("export", "friday", file) == (0, f"{file}: 1 entry written.\n", "")
    assert file.read_text(encoding="utf-8") == export_game(kept.header, kept.entries)
    assert run("import", file) == (0, "The game friday was saved already.\n", "")
    shutil.rmtree(folder / "data")
    assert run("import", file) == (0, "The game friday is saved with 1 entry.\n", "")
    again = folder / "again.jsonl"
    run("export", "friday", again)
    assert again.read_bytes() == file.read_bytes()
    store = open_store(folder / "data", lambda notice: pytest.fail(notice.text))
    assert resume(store, "friday")[0].state == kept.state
    store.close()


def test_export_without_events(run: Run, folder: Path, kept: GameSession) -> None:
    run("export", "friday", folder / "short.jsonl", "--without-events")
    assert (folder / "short.jsonl").read_text(encoding="utf-8") == export_game(
        kept.header, kept.entries, False
    )


@pytest.mark.usefixtures("kept")
def test_export_overwrites_nothing(run: Run, folder: Path) -> None:
    file = folder / "friday.jsonl"
    file.write_text("dear diary")
    assert run("export", "friday", file) == (2, "", f"longship: {file} is there already.\n")
    assert file.read_text() == "dear diary"


def test_export_to_a_full_disk_is_one_sentence_and_leaves_nothing_half_written(
    run: Run, folder: Path, kept: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = sorted(folder.iterdir())
    file = folder / "out.jsonl"
    with monkeypatch.context() as disk:
        disk.setattr(kept_file.os, "fsync", full)
        assert run("export", "friday", file) == (
            2,
            "",
            f"longship: {file} cannot be written: No space left on device.\n",
        )
    assert sorted(folder.iterdir()) == before
    assert run("export", "friday", file)[0] == 0
    assert file.read_text(encoding="utf-8") == export_game(kept.header, kept.entries)


@pytest.mark.usefixtures("kept")
def test_export_of_a_game_or_to_a_place_that_is_not_there(run: Run, folder: Path) -> None:
    assert run("export", "fridy", folder / "x") == (
        2,
        "",
        "longship: There is no game fridy. Did you mean friday?\n",
    )
    status, _out, err = run("export", "friday", folder / "nowhere" / "x")
    assert (status, err) == (
        2,
        f"longship: {folder}/nowhere/x cannot be written: No such file or directory.\n",
    )


def test_import_of_a_torn_file_offers_what_can_be_kept(run: Run, folder: Path) -> None:
    session = game()
    file = written(folder, session)
    file.write_bytes(file.read_bytes()[:-20])
    whole = len(session.entries) - 1
    status, out, err = run("import", file)
    assert (status, out) == (2, "")
    assert err.endswith(
        "The file is incomplete: it ends in the middle of this line."
        f" With --salvage the {whole} entries before it are kept.\n"
    )
    assert run("games")[1] == ""
    assert run("import", file, "--salvage") == (0, f"The game friday is saved with {whole} entries.\n", "")
    assert lines(run("games", "--json")[1])[0]["entries"] == session.entries[-2].entry


def test_import_while_longship_is_open(run: Run, folder: Path) -> None:
    store = open_store(folder / "data", lambda notice: pytest.fail(notice.text))
    status, _out, err = run("import", EVENING)
    assert status == 2
    assert err == (
        f"longship: Longship is open already and holds {store.path}. Close the other one, and start again.\n"
    )
    store.close()


def test_a_damaged_journal_is_told_and_what_is_left_listed(run: Run, folder: Path, kept: GameSession) -> None:
    file = folder / "data" / FILE
    data = bytearray(file.read_bytes())
    data[:100] = bytes(100)
    file.write_bytes(data)
    status, out, _err = run("games")
    assert (status, out) == (0, "friday  Anna 3, Ben 9, Carla 3, David 3\n")
    assert file.read_bytes() == data
    assert run("import", EVENING)[2].startswith(
        f"longship: {file} was damaged and was made again from games.ledgers;"
    )
    assert len(lines(run("games", "--json")[1])) == 2


# --- the line itself --------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["fly"], ["replay"], ["replay", "--speed", "x"], ["--fly"]])
def test_a_question_that_is_none_is_2(run: Run, words: list[str]) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert "usage: longship" in err


def test_help_is_0(run: Run) -> None:
    status, out, _err = run("--help")
    assert status == 0
    for command in ("replay", "rules", "explain", "games", "export", "import", "doctor"):
        assert command in out


def test_doctor_answers(run: Run) -> None:
    status, out, _err = run("doctor", "--json")
    assert status in (0, 1)
    assert "findings" in json.loads(out)


def longship(*words: object, **more: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *(str(word) for word in words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )


def test_whoever_stops_reading_is_not_told_of_it(folder: Path) -> None:
    process = longship("rules", "--json")
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(20) == 0


def test_a_terminal_without_the_letters_shows_something(folder: Path) -> None:
    people = (*PEOPLE[:3], type(PEOPLE[3])(PEOPLE[3].id, "Дарья 🏰", "red"))
    session = GameSession(Header("friday", people, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    process = longship(
        "replay", written(folder, session), env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    )
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, b"")
    assert b"\\u0414" in out
