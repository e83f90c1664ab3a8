"""Undo and redo as entries: the fold, the timeline, and judging a log again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.core import AdjustPoints
from companion.engine.ids import EntryId
from companion.history.log import Entry, LogError, effective, next_id
from tests.kit.players import PEOPLE

ANNA = PEOPLE[0].id


def do(number: int) -> Entry:
    return Entry(EntryId(number), AdjustPoints(ANNA, ANNA, number))


def undo(number: int, of: int) -> Entry:
    return Entry(EntryId(number), undo=EntryId(of))


def redo(number: int, of: int) -> Entry:
    return Entry(EntryId(number), redo=EntryId(of))


def numbers(entries: tuple[Entry, ...]) -> list[int]:
    return [entry.entry for entry in entries]


def test_an_undone_entry_stands_no_longer_and_can_be_brought_back() -> None:
    standing, undone = effective([do(1), do(2), undo(3, 2)])
    assert (numbers(standing), numbers(undone)) == ([1], [2])
    standing, undone = effective([do(1), do(2), undo(3, 2), redo(4, 2)])
    assert (numbers(standing), numbers(undone)) == ([1, 2], [])


def test_undos_are_brought_back_in_reverse() -> None:
    standing, undone = effective([do(1), do(2), undo(3, 2), undo(4, 1)])
    assert (numbers(standing), numbers(undone)) == ([], [2, 1])
    standing, undone = effective([do(1), do(2), undo(3, 2), undo(4, 1), redo(5, 1)])
    assert (numbers(standing), numbers(undone)) == ([1], [2])


def test_a_new_command_ends_the_redo() -> None:
    standing, undone = effective([do(1), do(2), undo(3, 2), do(4)])
    assert (numbers(standing), numbers(undone)) == ([1, 4], [])


@pytest.mark.parametrize(
    "entries",
    [
        [undo(1, 1)],
        [do(1), do(2), undo(3, 1)],
        [do(1), undo(2, 1), undo(3, 1)],
        [do(1), redo(2, 1)],
        [do(1), do(2), undo(3, 2), undo(4, 1), redo(5, 2)],
        [do(1), undo(2, 1), do(3), redo(4, 1)],
    ],
)
def test_a_log_that_contradicts_itself_is_refused(entries: list[Entry]) -> None:
    with pytest.raises(LogError, match=f"entry {entries[-1].entry} "):
        effective(entries)


def test_numbers_count_on_from_the_last_entry() -> None:
    assert next_id([]) == 1
    assert next_id([do(1), undo(7, 1)]) == 8


@given(st.lists(st.sampled_from("dur"), max_size=60))
def test_the_fold_is_what_two_stacks_would_be(moves: list[str]) -> None:
    """Told the other way round: by what can be seen of a list that is edited in place."""
    entries: list[Entry] = []
    line: list[int] = []
    here = 0
    for move in moves:
        number = len(entries) + 1
        if move == "d":
            line[here:] = [number]
            here += 1
            entries.append(do(number))
        elif move == "u" and here > 0:
            here -= 1
            entries.append(undo(number, line[here]))
        elif move == "r" and here < len(line):
            entries.append(redo(number, line[here]))
            here += 1
    standing, undone = effective(entries)
    assert numbers(standing) == line[:here]
    assert numbers(undone) == line[here:][::-1]
