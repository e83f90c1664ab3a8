"""The dice log: what is counted, what a damaged or full file does, which pictures are kept."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from companion.app import dice_log, kept_file
from companion.app.dice_log import NAME, PICTURES, DiceLog, Faces, Tally, Throw, tally

SHIP = Faces(3, 4, "ship")
RIGHT = Throw(1, "taken", SHIP, SHIP)
WRONG = Throw(2, "corrected", Faces(3, 4, "trade"), SHIP)
UNSURE = Throw(3, "unsure", Faces(None, 4, "ship"), SHIP, "unclear_red")
LET_GO = Throw(4, "let_go", SHIP)


def test_how_often_the_camera_was_right() -> None:
    assert tally([RIGHT, WRONG, UNSURE, LET_GO]) == Tally(
        4, 1, 1, 1, 1, (("red", 2, 2), ("white", 3, 3), ("event", 2, 3))
    )
    assert tally([]) == Tally(dice=(("red", 0, 0), ("white", 0, 0), ("event", 0, 0)))


def test_rolls_are_there_after_a_restart_and_a_later_word_counts(tmp_path: Path) -> None:
    log = DiceLog(tmp_path)
    for throw in (RIGHT, WRONG, UNSURE):
        assert log.note(throw) is None
    fixed = msgspec.structs.replace(RIGHT, outcome="corrected", entered=Faces(3, 5, "ship"))
    log.note(fixed)
    assert DiceLog(tmp_path).throws == (fixed, WRONG, UNSURE)


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"\xff\xfe",
        b'{"id":1}',
        b'{"id":1,"outcome":"taken","read":{"red":7}}',
        b'{"id":1,"outcome":"taken","read":{"event":"dragon"}}',
        b'{"id":"1","outcome":"taken"}',
        b"[]",
        b'{"more":' + b"[" * 100_000,
    ],
)
def test_a_line_that_is_none_is_left_out(tmp_path: Path, line: bytes) -> None:
    good = msgspec.json.encode(WRONG)
    (tmp_path / NAME).write_bytes(line + b"\n" + good + b"\n")
    log = DiceLog(tmp_path)
    assert log.throws == (WRONG,) and log.damaged == 1
    log.note(UNSURE)
    assert DiceLog(tmp_path).throws == (WRONG, UNSURE)


def test_after_a_torn_last_line_the_next_roll_is_kept(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(msgspec.json.encode(WRONG) + b'\n{"id":9,"outc')
    DiceLog(tmp_path).note(UNSURE)
    assert DiceLog(tmp_path).throws == (WRONG, UNSURE)


def test_a_full_file_keeps_the_latest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_log, "KEPT_LINES", 3)
    monkeypatch.setattr(dice_log, "LARGEST_BYTES", 1000)
    log = DiceLog(tmp_path)
    for number in range(50):
        log.note(Throw(number, "taken", SHIP, SHIP))
        assert (tmp_path / NAME).stat().st_size <= 1000
    assert [throw.id for throw in DiceLog(tmp_path).throws][-3:] == [47, 48, 49]


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    log = DiceLog(tmp_path / "file")
    for failure in (log.note(RIGHT), log.keep_picture(WRONG, b"")):
        assert failure is not None and failure.text.endswith(".")
    assert log.throws == (RIGHT,)


def test_a_kept_picture_lies_beside_its_label(tmp_path: Path) -> None:
    log = DiceLog(tmp_path)
    trade = msgspec.structs.replace(UNSURE, entered=Faces(2, 4, "trade"))
    assert log.keep_picture(trade, b"jpeg") is None
    assert (tmp_path / PICTURES / "3.jpg").read_bytes() == b"jpeg"
    (label,) = (tmp_path / PICTURES / "labels.jsonl").read_text().splitlines()
    assert json.loads(label) == {
        "file": "3.jpg", "red": 2, "white": 4, "event": "yellow", "reason": "unclear_red",
    }  # fmt: skip
    assert DiceLog(tmp_path).throws[0].picture == "3.jpg"


def test_a_file_too_large_to_be_ours_is_read_as_far_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_file, "LARGEST_BYTES", 200)
    line = msgspec.json.encode(WRONG) + b"\n"
    (tmp_path / NAME).write_bytes(line * 30)
    assert DiceLog(tmp_path).throws == (WRONG,)
