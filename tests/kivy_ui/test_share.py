"""An evening as a picture and as files: the card, the code that a phone reads, and what is written where."""

from __future__ import annotations

import errno
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.app import bgstats, kept_file, share_files
from companion.app.i18n import LANGUAGES
from companion.app.jsonl import read
from companion.app.session import GameSession, Nowhere
from companion.app.sticks import Sticks
from companion.engine.ids import PlayerId
from companion.presenters import sharing
from companion.presenters.share_card import card
from kivy_ui.share.card import HEIGHT, WIDTH, ShareCard, look
from kivy_ui.share.files import Picture, pdf, png
from kivy_ui.theme import THEMES
from tests.kit.each import each
from tests.kit.household import Household, household
from tests.scenes.evening_stages import six, standing_still
from tests.scenes.pictures import speak

LARGEST = 300 * 1024
NAMES = ("Ὀδυσσεύς " * 22, "🎲🎲", "שלום עולם", "Łucja Пётр 张伟")


def session_of(name: str) -> GameSession:
    """A recorded evening; that of six, or one of people with odd names."""
    if name == "six":
        found = six().session
        assert found is not None
        return found
    old = standing_still("evening_l2")
    if name != "names":
        return standing_still(name)
    players = tuple(
        msgspec.structs.replace(player, name=odd[:200])
        for player, odd in zip(old.header.players, NAMES, strict=True)
    )
    return GameSession(msgspec.structs.replace(old.header, players=players), Nowhere(), old.entries)


@pytest.mark.parametrize("name", ["evening_l0", "six", "names"])
def test_the_card_says_all_in_every_language(ui: Any, name: str) -> None:
    session = session_of(name)
    for language in (*LANGUAGES, "pseudo"):
        speak(language)
        view = card(session)
        drawn = ShareCard(look(THEMES["dark"], [place.person.colour for place in view.places]), view)
        next(drawn.draw_all(), None)
        cut = [text.text for text in drawn.texts if text.cut and not text.may_shorten]
        assert not cut, language


def test_the_command_draws_a_card_that_phones_show(tmp_path: Path) -> None:
    """As it is run from a shell, in a window that nobody sees; the island has the most colours."""
    game = Path(__file__).parents[1] / "games" / "evening_l2.jsonl"
    command = [sys.executable, "-m", "companion", "share", str(game), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    (card_file,) = tmp_path.glob("*.png")
    assert card_file.stat().st_size <= LARGEST
    seen = cv2.imread(str(card_file))
    assert seen is not None and seen.shape == (HEIGHT, WIDTH, 3)
    assert np.unique(seen[::4, ::4].reshape(-1, 3), axis=0).shape[0] > 1000
    (page,) = tmp_path.glob("*.pdf")
    assert b"/MediaBox [0 0 595.28 841.89]" in page.read_bytes()
    assert {file.suffix for file in tmp_path.iterdir()} == {".png", ".pdf", ".csv", ".bgsplay", ".jsonl"}


def test_pixels_come_back_out_of_picture_and_page() -> None:
    pixels = bytes(range(2 * 3 * 3))
    small = Picture(2, 3, pixels)
    seen = cv2.imdecode(np.frombuffer(png(small), np.uint8), cv2.IMREAD_COLOR)
    assert seen[:, :, ::-1].tobytes() == pixels
    stream = pdf(small).rpartition(b"stream\n")[0]
    lines = zlib.decompress(stream[stream.rindex(b"stream\n") + 7 :])
    assert lines == b"".join(b"\0" + pixels[start : start + 6] for start in (0, 6, 12))


@each(["evening_l0", "six", "names"])
def test_a_phone_reads_the_evening_off_the_screen(name: str) -> None:
    session = session_of(name)
    link = bgstats.link(sharing.played(session))
    dots = np.where(np.array(bgstats.qr(link)), 0, 255).astype(np.uint8)
    seen = cv2.QRCodeDetectorAruco().detectAndDecode(dots.repeat(4, 0).repeat(4, 1))
    assert seen[0] == link
    assert dots.shape[0] * 3 <= 440  # on the smallest panel each dot has three pixels


def test_the_diary_is_told_who_won_and_who_began() -> None:
    told = sharing.played(session_of("evening_l2"))
    data = json.loads(bgstats.file(told))
    scores = data["plays"][0]["playerScores"]
    names = {player["id"]: player["name"] for player in data["players"]}
    assert [names[one["playerRefId"]] for one in scores if one["winner"]] == ["Ben"]
    assert all(isinstance(one["startPlayer"], bool) for one in scores)
    assert {names[one["playerRefId"]]: one["score"] for one in scores}["David"] == "12"


def test_the_files_hold_the_game(tmp_path: Path) -> None:
    session = session_of("evening_l2")
    files = sharing.files(session)
    share_files.write(files, tmp_path)
    (log,) = tmp_path.glob("*.jsonl")
    assert read(log).entries == session.entries
    (table,) = tmp_path.glob("*.csv")
    lines = table.read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("Player,Place,Points,") and lines[2].startswith("Ben,1,13,")


def test_no_name_is_a_formula_in_the_table() -> None:
    assert share_files.table([["=1+1", "+A1", "-2", "Anna"]]).decode("utf-8-sig") == "'=1+1,'+A1,-2,Anna\r\n"


ODD = (
    "friday", "Friday", "FRIDAY", "fri day", "fri-day", "fri.day", "friday.", "friday ", "-friday", "friday-",
    "пятница", "суббота", "///", "...", "game", "../../etc/passwd", "etc-passwd", "CON", "a:b", "a*b",
    "\ud800", "x" * 40, "x" * 41, "x" * 60, "X" * 60,
)  # fmt: skip


def test_files_of_two_games_never_share_a_name_and_any_stick_can_hold_them() -> None:
    """FAT knows no difference between large letters and small ones."""
    stems = [share_files.stem(game) for game in ODD]
    assert len({stem.lower() for stem in stems}) == len(ODD)
    assert all(re.fullmatch(r"longship-[a-z0-9_-]+", stem) and len(stem) < 64 for stem in stems)
    assert share_files.stem("friday") == "longship-friday"
    assert share_files.stem("../../etc/passwd").startswith("longship-etc-passwd_")


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    # the machine that tests has no stick
    monkeypatch.setattr(share_files.hand_on, "__defaults__", (lambda _data: Sticks(),))
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        yield home


def test_the_result_is_shared_by_two_taps_and_a_full_disk_is_said(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = standing_still("evening_l0")
    house.app.store.add(session.header, session.entries, None)
    assert house.app.context.resume(session.header.game)
    house.session.submit(_won(house.session.state.core.ids[0]), overrule=True)
    house.driver.frames()
    house.tap("share")
    house.driver.wait(lambda: house.driver.find("save").enabled)
    house.tap("save")
    house.driver.wait(lambda: house.shell.messages.shown is not None)
    folder = house.data / "shared"
    assert str(folder) in house.everything_said()
    assert sorted(file.suffix for file in folder.iterdir()) == [".bgsplay", ".csv", ".jsonl", ".pdf", ".png"]
    before = {file: file.read_bytes() for file in folder.iterdir()}

    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    house.shell.messages.drop()
    monkeypatch.setattr(kept_file.os, "fsync", full)
    house.tap("save")
    house.driver.wait(lambda: house.shell.messages.shown is not None)
    assert "no room left" in house.everything_said()
    assert {file: file.read_bytes() for file in folder.iterdir()} == before
    house.tap("back")
    assert house.shell.screen_name == "evening"


def _won(by: PlayerId) -> Any:
    from companion.engine.core import DeclareWinner

    return DeclareWinner(by)
