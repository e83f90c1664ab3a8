"""What comes from outside is shown by a terminal and never obeyed by it."""

from __future__ import annotations

import ast
import copy
import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.cli import main
from companion.app.jsonl import GameFileError, command_of
from companion.app.terminal import complain, harmless, say, say_json

ROOT = Path(__file__).parents[2]
NASTY = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202etxt\u2066\n\r\x7fend"
"""A title for the window, a cleared screen, colours, right to left, a line of its own."""
RECORDED = sorted((ROOT / "tests" / "games").glob("*.jsonl"))


def obeyed(text: str) -> list[str]:
    """Letters that a terminal would obey, but for the ends of lines."""
    return [
        hex(ord(letter))
        for letter in text
        if (unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n")
        or letter in "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    ]


def test_letters_that_a_terminal_obeys_are_replaced_and_all_others_stay() -> None:
    assert obeyed(harmless(NASTY)) == []
    assert "\n" not in harmless(NASTY)
    for text in ("Zoë 🏰👨‍👩‍👧", "مريم", "‏שרה‏", "10\u00a0000", "«Алхимик»"):
        assert harmless(text) == text


def test_lines_sentences_and_json_are_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    say(NASTY, "\udcff")
    say_json({"name": NASTY + "\udcff", "count": 1})
    complain(NASTY)
    told = capsys.readouterr()
    assert obeyed(told.out + told.err) == []
    first, second, third = told.out.splitlines()
    assert first.endswith("end") and second == "\ufffd"
    assert json.loads(third) == {"name": NASTY + "\udcff", "count": 1}, "nothing is lost"
    assert len(told.err.splitlines()) == 1


def strings(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all texts in a command, but for its type."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        if isinstance(part, str) and key != "type":
            yield (*path, key)
        yield from strings(part, (*path, key))


def with_text(command: Any, path: tuple[Any, ...]) -> Any:
    """The command with the nasty text in one place."""
    changed = copy.deepcopy(command)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = NASTY
    return changed


def nasty_commands() -> list[Any]:
    """Each kind of command that was ever recorded, with a nasty text in each place that takes one."""
    kinds: dict[str, Any] = {}
    for file in RECORDED:
        for line in file.read_text(encoding="utf-8").splitlines()[1:]:
            if command := json.loads(line).get("command"):
                kinds.setdefault(command["type"], command)
    made = [with_text(command, path) for command in kinds.values() for path in strings(command)]
    return [command for command in made if is_command(command)]


def is_command(command: Any) -> bool:
    try:
        command_of(json.dumps(command))
    except GameFileError:
        return False
    return True


@pytest.fixture
def nasty_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game file from somebody who means harm, at an installation without any games."""
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "config.toml"))
    header = json.loads((ROOT / "tests" / "games" / "evening_l3.jsonl").read_text().splitlines()[0])
    commands = nasty_commands()
    assert len(commands) > 40
    lines = [header, *({"entry": number, "command": one} for number, one in enumerate(commands, 1))]
    file = tmp_path / "nasty.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "FILE"],
        ["replay", "FILE", "--json"],
        ["import", "FILE"],
        ["import", "FILE", "--salvage"],
        ["correct", "FILE", "--entry", "1", "--remove", "--keep-all"],
        ["correct", "FILE", "--entry", "1", "--command", json.dumps({"type": NASTY})],
        ["explain", NASTY],
        ["doctor", NASTY],
        ["export", NASTY, NASTY],
        [NASTY],
    ],
    ids=lambda words: " ".join(word for word in words if word.isascii() and word.isprintable()),
)
def test_a_foreign_file_writes_nothing_that_a_terminal_obeys(
    words: list[str], nasty_game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(nasty_game) if word == "FILE" else word for word in words])
    told = capsys.readouterr()
    assert told.out + told.err
    assert obeyed(told.out + told.err) == []


def test_names_of_players_are_shown_and_never_obeyed(
    nasty_game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = nasty_game.read_text().splitlines()
    header = json.loads(lines[0])
    header["players"][0]["name"] = "Anna\u202e"
    nasty_game.write_text("\n".join([json.dumps(header), *lines[1:]]))
    assert main(["replay", str(nasty_game)]) == 2
    assert "name of player 1" in capsys.readouterr().err


def test_nothing_else_writes_to_a_terminal() -> None:
    allowed = {
        "companion/app/terminal.py": {"print", "stdout", "stderr"},
        "companion/app/cli.py": {"stdout"},
        "companion/app/kiosk/machine.py": {"stderr"},  # what a long command of the system says meanwhile
        "hardware/firmware/board.py": {"stdout"},  # a panel's own line to the computer
    }
    found = []
    for package in ("companion", "hardware", "kivy_ui"):
        for file in sorted((ROOT / package).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    word = node.func.id
                elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "sys":
                    word = node.attr
                else:
                    continue
                if word in ("print", "stdout", "stderr") and word not in allowed.get(name, ()):
                    found.append(f"{name}:{node.lineno}: {word}")
    assert found == []
