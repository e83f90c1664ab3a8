"""Boards that the table keeps: whatever stands in the file, nothing is lost and the app goes on."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from companion.app import board_file
from companion.app.board_code import Recipe, made
from companion.app.board_file import Boards, SavedBoard
from companion.rules.base.board import Board
from companion.rules.base.board_making import beginners_board, islands

ENGLISH = beginners_board("english", random.Random(0))
OTHER = made(Recipe(7), islands()["standard"])
HUB = SavedBoard("Hub", msgspec.structs.replace(ENGLISH, hubs=((99, ("Q",)),)))  # type: ignore[arg-type]
KEPT = Boards((SavedBoard("Łódź 🎲", OTHER), SavedBoard("Plain", ENGLISH)), ENGLISH)


def as_file(*boards: object, **rest: object) -> bytes:
    return msgspec.json.encode({"version": 1, "boards": boards, **rest})


def test_boards_come_back_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert board_file.save(folder, KEPT) is None
    assert board_file.load(folder) == (KEPT, None)


def test_no_file_is_no_boards(tmp_path: Path) -> None:
    assert board_file.load(tmp_path) == (Boards(), None)


def test_a_board_saved_again_is_the_newest_under_its_name() -> None:
    boards = board_file.with_board(KEPT, "Plain", OTHER)
    assert [(board.name, board.board) for board in boards.saved] == [("Plain", OTHER), ("Łódź 🎲", OTHER)]
    assert [board.name for board in board_file.without(boards, "Plain").saved] == ["Łódź 🎲"]
    many = Boards()
    for number in range(board_file.MOST_BOARDS + 5):
        many = board_file.with_board(many, f"Board {number}", OTHER)
    assert len(many.saved) == board_file.MOST_BOARDS and many.saved[0].name.endswith("204")


def test_names_are_one_clean_line() -> None:
    assert board_file.clean_name("  Anna's \n board\t2 ") == "Anna's board 2"
    assert len(board_file.clean_name("x" * 500)) == board_file.LONGEST_NAME


GOOD = SavedBoard("Plain", ENGLISH)
TOO_SHORT = SavedBoard("Short", Board((3, 4, 5, 4, 3), ("forest",), (5,)))
OFF = SavedBoard(
    "Off", msgspec.structs.replace(ENGLISH, harbours=(board_file.Board((1,), ("forest",), (2,)),))
)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        (b"", 0),
        (b"\xff\xfe\x00", 0),
        (b"[1, 2]", 0),
        (b'{"boards": "Plain"}', 0),
        (b"[" * 100_000, 0),
        (b" " * 2_000_000, 0),
        (as_file(GOOD)[:-5], 0),
        (as_file(GOOD, version=2).replace(b'"version":1,', b""), 1),
        (as_file(GOOD, {"name": 7}), 1),
        (as_file(GOOD, GOOD), 1),
        (as_file(GOOD, TOO_SHORT), 1),
        (as_file(GOOD, OFF), 1),
        (as_file(GOOD, SavedBoard(" spaced ", ENGLISH)), 1),
        (as_file(GOOD, HUB), 1),
        (as_file(GOOD, last={"rows": [0]}), 1),
        (as_file(GOOD, last=TOO_SHORT.board), 1),
    ],
)
def test_a_damaged_file_is_set_aside_with_one_sentence(tmp_path: Path, content: bytes, kept: int) -> None:
    (tmp_path / board_file.FILE).write_bytes(content)
    boards, notice = board_file.load(tmp_path)
    assert [board.name for board in boards.saved] == ["Plain"][:kept] and boards.last is None
    assert notice is not None and "boards.json.damaged" in notice.text and notice.remedy
    assert (tmp_path / "boards.json.damaged").read_bytes() == content, "nothing is lost"
    assert board_file.save(tmp_path, boards) is None
    assert board_file.load(tmp_path) == (boards, None)


def test_a_folder_that_cannot_be_used_costs_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    notice = board_file.save(tmp_path / "file", KEPT)
    assert notice is not None and "could not be saved" in notice.text and notice.remedy
    (tmp_path / board_file.FILE).mkdir()
    boards, notice = board_file.load(tmp_path)
    assert boards == Boards() and notice is not None and "cannot be read" in notice.text
