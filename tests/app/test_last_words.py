"""How a run ended is known to the next one: real processes that crash, hang, are killed and are closed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.last_words import (
    ENDINGS,
    LONGEST_WORDS,
    MOST_ENDINGS,
    MOST_RETURNS,
    NOTE,
    VERDICT,
    WORDS,
    EndingKind,
    LastWords,
    endings,
)
from companion.app.life import Life

ROOT = Path(__file__).resolve().parents[2]
PLAYING = """
import os, signal, sys
from pathlib import Path
from companion.app.last_words import LastWords
words = LastWords(Path(sys.argv[1]))
words.begin()
words.plays("friday")
words.drawn()
"""


def run(folder: Path, end: str) -> int:
    """A run that plays the game "friday" and then ends in this way."""
    return subprocess.run(
        [sys.executable, "-c", PLAYING + end, str(folder)], cwd=ROOT, stderr=subprocess.DEVNULL
    ).returncode


def begin(folder: Path, boot: str | None = None) -> LastWords:
    """The next run, let go of again: the process of the test must not write there any more."""
    words = LastWords(folder)
    words.begin(boot)
    words.let_go()
    return words


def crash(folder: Path, calm: bool = False) -> None:
    """What a run leaves that plays the game "friday" and crashes, without the pains of making one."""
    words = LastWords(folder)
    words.begin()
    words.plays("friday")
    words.drawn()
    if calm:
        words.calm()
    words.let_go()
    (folder / WORDS).write_text("ValueError: once")


def test_a_run_that_was_closed_leaves_nothing(tmp_path: Path) -> None:
    assert run(tmp_path, "words.close()") == 0
    assert list(tmp_path.iterdir()) == []
    found = begin(tmp_path)
    assert found.ending is None and found.game == ""
    assert Life(words=found).notice() is None


@pytest.mark.parametrize(
    ("end", "status", "kind", "said"),
    [
        ("raise ValueError('the sea is empty')", 1, EndingKind.CRASHED, "ValueError: the sea is empty"),
        ("raise SystemError('\\udcff')", 1, EndingKind.CRASHED, "SystemError: \\udcff"),
        ("os.abort()", -signal.SIGABRT, EndingKind.CRASHED, "Fatal Python error: Aborted"),
        (
            "os.kill(os.getpid(), signal.SIGSEGV)",
            -signal.SIGSEGV,
            EndingKind.CRASHED,
            "Fatal Python error: Segmentation fault",
        ),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, EndingKind.KILLED, ""),
    ],
)
def test_a_run_that_ended_badly_is_known_and_its_game_goes_on(
    tmp_path: Path, end: str, status: int, kind: EndingKind, said: str
) -> None:
    assert run(tmp_path, end) == status
    found = begin(tmp_path)
    assert found.ending is not None
    assert (found.ending.kind, found.ending.last_line, found.ending.game) == (kind, said, "friday")
    assert bool(said) == ('"<string>", line' in found.ending.words), "where it happened"
    assert found.game == "friday"
    assert endings(tmp_path) == [found.ending]
    notice = Life(words=found).notice()
    assert notice is not None and "longship doctor" in notice.remedy


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [
        ("watchdog", EndingKind.STUCK),
        ("oom-kill", EndingKind.MEMORY),
        ("core-dump", EndingKind.CRASHED),
        ("\xff\0", EndingKind.CRASHED),
    ],
)
def test_systemds_word_says_why_it_was_killed(tmp_path: Path, verdict: str, kind: EndingKind) -> None:
    crash(tmp_path)
    (tmp_path / VERDICT).write_bytes(verdict.encode("latin-1") + b"\n")
    found = begin(tmp_path)
    assert found.ending is not None and found.ending.kind is kind
    assert not (tmp_path / VERDICT).exists()


def test_who_pulls_the_plug_is_asked_on_the_first_screen_and_has_broken_nothing(tmp_path: Path) -> None:
    crash(tmp_path)
    (tmp_path / WORDS).unlink()
    found = begin(tmp_path, boot="the next evening")
    assert found.ending is None and found.game == "" and endings(tmp_path) == []


def test_a_crash_before_the_plug_was_pulled_is_told_and_the_game_waits(tmp_path: Path) -> None:
    crash(tmp_path)
    found = begin(tmp_path, boot="the next evening")
    assert found.ending is not None and found.ending.last_line == "ValueError: once"
    assert found.game == ""


def test_a_game_that_crashes_again_and_again_is_not_taken_up_for_ever(tmp_path: Path) -> None:
    taken_up = []
    for _crash in range(MOST_RETURNS + 2):
        crash(tmp_path)
        taken_up.append(begin(tmp_path).game)
    assert taken_up == ["friday"] * MOST_RETURNS + [""] * 2
    crash(tmp_path, calm=True)
    assert begin(tmp_path).game == "friday"


def test_a_start_that_could_not_be_does_not_forget_the_game(tmp_path: Path) -> None:
    """The screen was switched off as well."""
    crash(tmp_path)
    assert begin(tmp_path).ending is not None
    found = begin(tmp_path)
    assert found.ending is None and found.game == "friday"


def test_what_is_kept_is_bounded(tmp_path: Path) -> None:
    for number in range(MOST_ENDINGS + 2):
        (tmp_path / WORDS).write_text("x" * 3 * LONGEST_WORDS + f"\nValueError: {number}")
        begin(tmp_path)
    kept = endings(tmp_path)
    assert [one.last_line for one in kept] == [f"ValueError: {number}" for number in range(2, 7)]
    assert max(len(one.words) for one in kept) == LONGEST_WORDS


@pytest.mark.parametrize("name", [NOTE, WORDS, ENDINGS, VERDICT])
@pytest.mark.parametrize(
    "damage", [b"\xff\xfe{", b'{"boot": 5}', b"[]", b'{"more":' + b"[" * 100_000, b"\0" * 2_000_000, None]
)
def test_whatever_lies_there_the_app_starts(tmp_path: Path, name: str, damage: bytes | None) -> None:
    crash(tmp_path)
    if damage is None:
        (tmp_path / name).unlink(missing_ok=True)
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_bytes(damage)
    begin(tmp_path).game  # noqa: B018 - asked, as the window would
    endings(tmp_path)


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = LastWords(tmp_path / "file" / "last_words")
    words.begin()
    words.plays("friday")
    words.drawn()
    words.close()
    assert words.game == "" and words.ending is None


def test_a_second_longship_beside_the_first_disturbs_nothing(tmp_path: Path) -> None:
    first = LastWords(tmp_path)
    first.begin()
    first.plays("friday")
    first.drawn()
    before = (tmp_path / NOTE).read_bytes()
    run(tmp_path, "raise ValueError('the second')")
    assert (tmp_path / NOTE).read_bytes() == before and (tmp_path / WORDS).read_bytes() == b""
    first.close()


def test_what_python_did_before_with_exceptions_it_does_again() -> None:
    before = sys.excepthook
    words = LastWords(None)
    words.begin()
    words.close()
    assert sys.excepthook is before
