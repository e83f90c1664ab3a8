"""The log as people read it: who did what and what followed, the newest first."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import overload

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.core import DiceRolled, TurnBegun
from companion.engine.event import Event
from companion.engine.state import Player
from companion.history.changes import Inserted
from companion.history.log import Entry
from companion.presenters import dice
from companion.presenters.deeds import person_at
from companion.presenters.views import PersonView
from companion.rules.common import RollDice
from companion.rules.presentation import shown

LAST_ROLLS = 5


class Filter(enum.StrEnum):
    """Which rows are shown."""

    ALL = "all"
    ROLLS = "rolls"
    BUILDS = "builds"


class Mark(enum.StrEnum):
    """What is special about a row."""

    NONE = ""
    HOUSE = "house"
    UNDONE = "undone"


class LogRowView(msgspec.Struct, frozen=True):
    """One entry. ``dice`` are (row, face) pairs of a roll; ``followed`` what it meant, in a few words;
    ``corrected`` when its command was given later.
    """

    entry: int
    turn: int
    person: PersonView
    what: str
    followed: str
    mark: Mark
    dice: tuple[tuple[str, str], ...] = ()
    corrected: bool = False

    @property
    def key(self) -> int:
        """Its name in a list."""
        return self.entry


class DetailView(msgspec.Struct, frozen=True):
    """Everything about an entry: what it meant, sentence by sentence, and which rules the table let go."""

    row: LogRowView
    events: tuple[str, ...]
    house: tuple[tuple[str, str], ...]
    """Rule ids with their sentences."""

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """All of it to be read: headings, where there are any, and sentences."""
        ruled = ((_("Table ruling, {rule}").format(rule=rule), text) for rule, text in self.house)
        return (*(("", event) for event in self.events), *ruled)


class Rows(Sequence[LogRowView]):
    """The rows of a log, put into words when they are looked at: a long evening has hundreds."""

    def __init__(self, session: GameSession, entries: Iterable[tuple[Entry, int]]) -> None:
        self._session = session
        self._entries = tuple(entries)
        self._standing = {entry.entry for entry in session.standing}

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> LogRowView: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[LogRowView, ...]: ...

    def __getitem__(self, index: int | slice) -> LogRowView | tuple[LogRowView, ...]:
        if isinstance(index, slice):
            return tuple(self._row(*one) for one in self._entries[index])
        return self._row(*self._entries[index])

    def _row(self, entry: Entry, turn: int) -> LogRowView:
        return _row(self._session, entry, turn, entry.entry in self._standing)


class LogView(msgspec.Struct, frozen=True):
    """The rows that the filter lets through, the newest first, whether a redo would bring one back, and the
    last rolls that stand, the newest first: what is corrected most.
    """

    rows: Rows
    redo: bool
    rolls: tuple[LogRowView, ...] = ()


def log(session: GameSession, wanted: Filter = Filter.ALL) -> LogView:
    """The whole log in the order of play, undone and removed entries in their place."""
    turns = list(_turns(session))
    found = [(entry, turn) for entry, turn in turns if _lets_through(wanted, entry.command)]
    standing = {entry.entry for entry in session.standing}
    rolls = (
        _row(session, entry, turn, True)
        for entry, turn in reversed(turns)
        if isinstance(entry.command, RollDice) and entry.entry in standing
    )
    return LogView(
        Rows(session, reversed(found)), session.to_redo is not None, tuple(islice(rolls, LAST_ROLLS))
    )


def details(session: GameSession, entry: int) -> DetailView:
    """Everything about one entry.

    Raises:
        KeyError: if there is no command entry of that number.
    """
    players = session.state.core.players
    for found, turn in _turns(session):
        if found.entry == entry:
            row = _row(session, found, turn, found in session.standing)
            return DetailView(
                row,
                tuple(_event_texts(found.events, players)),
                tuple((str(v.rule), narrate.violation_text(v, players)) for v in found.overruled),
            )
    raise KeyError(entry)


def _turns(session: GameSession) -> Iterable[tuple[Entry, int]]:
    """The entries with commands in the order of play, as they stand now or were entered, each with the number
    of the turn to which it belongs; one that does not stand with that of the entry before it.
    """
    standing = {entry.entry: (entry, turn) for entry, turn in _standing_turns(session)}
    turn = 1
    for entry in _in_order(session.entries):
        found, turn = standing.get(entry.entry, (entry, turn))
        if found.command is not None:
            yield found, turn


def _standing_turns(session: GameSession) -> Iterable[tuple[Entry, int]]:
    """Whoever rolls (or plays before the roll) begins a turn with it; who ends one is still in it."""
    for entry, (before, after) in zip(session.standing, pairwise(session.states), strict=True):
        yield entry, (after if _begins_turn(session, entry.meant_by) else before).core.turn


def _in_order(entries: Iterable[Entry]) -> Iterable[Entry]:
    """All commands ever entered, those that a correction has inserted in their place."""
    found: list[Entry] = []
    for entry in entries:
        if entry.command is not None:
            found.append(entry)
        for change in entry.correction:
            if isinstance(change, Inserted):
                place = next((i for i, one in enumerate(found, 1) if one.entry == change.after), 0)
                found.insert(place, Entry(entry.entry, change.command, change.events, change.overruled))
    return found


def _begins_turn(session: GameSession, command: Command | None) -> bool:
    rule = session.ruleset.commands.get(type(command)) if command is not None else None
    return rule is not None and rule.begins_turn


def _lets_through(wanted: Filter, command: Command | None) -> bool:
    if wanted is Filter.ROLLS:
        return isinstance(command, RollDice)
    return wanted is Filter.ALL or (command is not None and shown(type(command)).builds)


def _row(session: GameSession, entry: Entry, turn: int, stands: bool) -> LogRowView:
    core = session.state.core
    command = entry.command
    assert command is not None
    mark = Mark.UNDONE if not stands else Mark.HOUSE if entry.overruled else Mark.NONE
    return LogRowView(
        entry.entry,
        turn,
        person_at(session.table, core.ids.index(command.by)),
        narrate.command_text(command, core.players),
        " ".join(_event_texts(entry.events, core.players)),
        mark,
        dice.as_shown(command.dice) if isinstance(command, RollDice) else (),
        entry.corrected_by is not None,
    )


def _event_texts(events: Iterable[Event], players: tuple[Player, ...]) -> Iterable[str]:
    for event in events:
        if isinstance(event, DiceRolled | TurnBegun):
            continue  # the row itself says it
        text = narrate.event_text(event, players)
        if text is not None:
            yield text


def filters() -> tuple[tuple[Filter, str], ...]:
    """The filters with their words."""
    return (Filter.ALL, _("All")), (Filter.ROLLS, _("Rolls")), (Filter.BUILDS, _("Builds"))
