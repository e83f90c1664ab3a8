"""The log that only grows: undo and redo are entries, and what contradicts itself is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.ids import EntryId
from companion.history.log import Entry, LogError, effective, next_id
from companion.history.timeline import Timeline
from companion.rules.base.turn import EndTurn
from tests.kit.tables import ANNA, evening


def command(number: int) -> Entry:
    return Entry(EntryId(number), EndTurn(ANNA))


def undo(number: int, of: int) -> Entry:
    return Entry(EntryId(number), undo=EntryId(of))


def redo(number: int, of: int) -> Entry:
    return Entry(EntryId(number), redo=EntryId(of))


def ids(entries: tuple[Entry, ...]) -> list[int]:
    return [entry.entry for entry in entries]


@pytest.mark.parametrize(
    ("log", "standing", "undone"),
    [
        ([], [], []),
        ([command(1), command(2)], [1, 2], []),
        ([command(1), command(2), undo(3, 2)], [1], [2]),
        ([command(1), command(2), undo(3, 2), undo(4, 1)], [], [2, 1]),
        ([command(1), command(2), undo(3, 2), undo(4, 1), redo(5, 1)], [1], [2]),
        ([command(1), undo(2, 1), redo(3, 1)], [1], []),
        ([command(1), undo(2, 1), command(3)], [3], []),
    ],
)
def test_what_stands_and_what_a_redo_brings_back(
    log: list[Entry], standing: list[int], undone: list[int]
) -> None:
    found = effective(log)
    assert (ids(found[0]), ids(found[1])) == (standing, undone)


@pytest.mark.parametrize(
    "log",
    [
        [undo(1, 0)],
        [redo(1, 0)],
        [command(1), command(2), undo(3, 1)],
        [command(1), undo(2, 1), undo(3, 1)],
        [command(1), undo(2, 1), command(3), redo(4, 1)],
        [command(1), command(2), undo(3, 2), undo(4, 1), redo(5, 2)],
    ],
)
def test_a_log_that_contradicts_itself_is_refused(log: list[Entry]) -> None:
    with pytest.raises(LogError):
        effective(log)


def test_entries_that_do_not_count_up_are_refused() -> None:
    start = evening().state
    with pytest.raises(LogError):
        Timeline(start, [command(2), command(1)])
    with pytest.raises(LogError):
        Timeline(start, [command(1), command(1)])


def test_ids_are_never_used_twice() -> None:
    assert next_id([]) == 1
    assert next_id([command(1), undo(4, 1)]) == 5


def test_an_undo_or_redo_that_is_not_due_is_refused() -> None:
    timeline = Timeline(evening().state, [command(1)])
    with pytest.raises(LogError):
        timeline.append(undo(2, 7))
    with pytest.raises(LogError):
        timeline.append(redo(2, 1))
    timeline.append(undo(2, 1))
    timeline.append(redo(3, 1))
    assert ids(tuple(timeline.standing)) == [1]


def test_the_state_before_an_entry_that_does_not_stand_is_unknown() -> None:
    timeline = Timeline(evening().state, [command(1), undo(2, 1)])
    with pytest.raises(KeyError):
        timeline.state_before(EntryId(1))


@given(st.lists(st.sampled_from(["command", "undo", "redo"]), max_size=30))
def test_a_log_read_at_once_is_the_log_as_it_grew(moves: list[str]) -> None:
    timeline = Timeline(evening("anna ben").state)
    for move in moves:
        number = timeline.next_id
        if move == "command":
            timeline.append(command(number))
        elif move == "undo" and timeline.standing:
            timeline.append(undo(number, timeline.standing[-1].entry))
        elif move == "redo" and timeline.undone:
            timeline.append(redo(number, timeline.undone[-1].entry))
    standing, undone = effective(timeline.entries)
    assert list(standing) == timeline.standing
    assert list(undone) == timeline.undone
