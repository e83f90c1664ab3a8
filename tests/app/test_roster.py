"""The remembered people: whatever stands in the file, nothing is lost and the app goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app import roster
from companion.app.roster import Person
from companion.engine.state import COLOURS

PEOPLE = (Person("Anna", "red"), Person("Łucja 🎲", "green"), Person("שלום", "white"))


def test_everybody_comes_back_in_order(tmp_path: Path) -> None:
    assert roster.save(tmp_path / "new" / "folder", PEOPLE) is None
    assert roster.load(tmp_path / "new" / "folder") == (PEOPLE, None)
    assert "Łucja" in (tmp_path / "new" / "folder" / roster.FILE).read_text(encoding="utf-8"), (
        "people can read it"
    )


def test_no_file_is_nobody(tmp_path: Path) -> None:
    assert roster.load(tmp_path) == ((), None)


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        (b"", 0),
        (b"\xff\xfe\x00", 0),
        (b"[1, 2]", 0),
        (b'{"people": "Anna"}', 0),
        (b'{"people": [{"name": "Anna", "colour": "red"}', 0),
        (b'{"version": 2, "people": [{"name": "Anna", "colour": "red"}]}', 1),
        (b'{"people": [{"name": "Anna", "colour": "red"}, {"name": 7, "colour": "red"}]}', 1),
        (b'{"people": [{"name": "Anna", "colour": "pink"}, {"name": "Ben", "colour": "blue"}]}', 1),
        (b'{"people": [{"name": "Anna", "colour": "red"}, {"name": "anna", "colour": "blue"}]}', 1),
        (b'{"people": [{"name": "", "colour": "red"}]}', 0),
        (json.dumps({"people": [{"name": "x" * 201, "colour": "red"}]}).encode(), 0),
        (b'{"people": [{"name": "An\\u0000na", "colour": "red"}]}', 0),
        (b"[" * 100_000, 0),
        (b" " * 2_000_000, 0),
    ],
)
def test_a_damaged_file_is_set_aside_with_a_sentence(tmp_path: Path, content: bytes, kept: int) -> None:
    (tmp_path / roster.FILE).write_bytes(content)
    people, notice = roster.load(tmp_path)
    assert len(people) == kept
    assert notice is not None and "people.json.damaged" in notice.text and notice.remedy
    assert (tmp_path / "people.json.damaged").read_bytes() == content, "nothing is lost"
    assert roster.save(tmp_path, people) is None
    assert roster.load(tmp_path) == (people, None)


def test_a_second_damaged_file_does_not_push_out_the_first(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        (tmp_path / roster.FILE).write_bytes(content)
        roster.load(tmp_path)
    assert {file.read_bytes() for file in tmp_path.glob("*.damaged*")} == {b"one", b"two"}


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / roster.FILE).mkdir()
    people, notice = roster.load(tmp_path)
    assert people == () and notice is not None and "cannot be read" in notice.text


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    notice = roster.save(blocked, PEOPLE)
    assert notice is not None and str(blocked / roster.FILE) in notice.text


def test_a_failure_in_the_middle_leaves_the_old_file_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert roster.save(tmp_path, PEOPLE) is None

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    notice = roster.save(tmp_path, PEOPLE[:1])
    assert notice is not None and "No space left" in notice.text
    assert roster.load(tmp_path) == (PEOPLE, None)
    assert [file.name for file in tmp_path.iterdir()] == [roster.FILE]


@given(st.lists(st.tuples(st.text(min_size=1, max_size=250), st.sampled_from(COLOURS)), max_size=8))
def test_any_cleaned_name_survives_the_file(
    tmp_path_factory: pytest.TempPathFactory, names: list[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("people")
    people: list[Person] = []
    for text, colour in names:
        name = roster.clean_name(text)
        assert len(name) <= roster.LONGEST_NAME and "\n" not in name and name == name.strip()
        if name and not any(roster.same_name(name, other.name) for other in people):
            people.append(Person(name, colour))
    assert roster.save(folder, people) is None
    assert roster.load(folder) == (tuple(people), None)


def test_who_sits_down_comes_first_with_the_colour_taken() -> None:
    people = roster.seated(PEOPLE, (Person("שלום", "blue"), Person("Neu", "red")))
    assert people == (Person("שלום", "blue"), Person("Neu", "red"), PEOPLE[0], PEOPLE[1])
