"""Letters, face down and read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Invariant, Part, PointSource
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from tests.modules.lighthouses.oil import Bought, C, OilChanged, oil, state_of
from tests.modules.lighthouses.slice import LETTERS, LighthouseEvent, Lighthouses

GIFT = 2
"""LH-05: the jars of a gift."""


class TakeLetter(Command, frozen=True, tag="lh.take_letter"):
    """A player takes a letter face down."""


class PlayGift(Command, frozen=True, tag="lh.play_gift"):
    """A player reads a gift."""


class OpenLogbook(Command, frozen=True, tag="lh.open_logbook"):
    """A player lays a logbook open."""


class LetterTaken(LighthouseEvent, frozen=True, tag="lh.letter_taken"):
    """A player holds another letter, face down."""

    by: PlayerId

    def apply(self, state: Lighthouses) -> Lighthouses:
        return replace(state, letters=changed(state.letters, self.by, state.letters.get(self.by, 0) + 1))


class LetterRead(LighthouseEvent, frozen=True, tag="lh.letter_read"):
    """A letter of a player lies open."""

    by: PlayerId
    letter: str

    def apply(self, state: Lighthouses) -> Lighthouses:
        letters = changed(state.letters, self.by, state.letters.get(self.by, 0) - 1)
        read = changed(state.read, self.by, (*state.read.get(self.by, ()), self.letter))
        return replace(state, letters=letters, read=read)


def letters(table: Table, player: PlayerId) -> int:
    """The letters that a player holds face down."""
    return state_of(table).letters.get(player, 0)


def read(table: Table, letter: str) -> int:
    """How many letters of a name lie open."""
    return sum(names.count(letter) for names in state_of(table).read.values())


def left(table: Table) -> int:
    """LH-05: letters that are still in the pile."""
    state = state_of(table)
    out = sum(state.letters.values()) + sum(len(names) for names in state.read.values())
    return sum(LETTERS.values()) - out


def logbooks(table: Table, player: PlayerId) -> int:
    """LH-06: the logbooks of a player that lie open."""
    return state_of(table).read.get(player, ()).count("logbook")


class TakeLetterRule(Bought[TakeLetter]):
    """LH-05: while there are any."""

    command = TakeLetter
    price = 2
    rule = "LH-05"

    def conditions(self, table: Table, command: TakeLetter) -> Iterable[Violation]:
        if left(table) < 1:
            yield hard("LH-05", "letter.none-left")

    def effect(self, draft: Draft, command: TakeLetter) -> None:
        draft.emit(LetterTaken(command.by))

    def forms(self, table: Table, who: PlayerId) -> Iterable[TakeLetter]:
        return (TakeLetter(who),)


class Reads(CommandRule[C], Generic[C]):
    """LH-05: a letter that the player may hold lies open from now on."""

    letter: ClassVar[str]

    def at(self, table: Table, command: C) -> Iterable[Violation]:
        if letters(table, command.by) < 1:
            yield hard("LH-05", "letter.not-held", player=command.by)
        elif read(table, self.letter) >= LETTERS[self.letter]:
            yield hard("LH-05", "letter.played-out")

    def apply(self, draft: Draft, command: C) -> None:
        draft.emit(LetterRead(command.by, self.letter))

    def forms(self, table: Table, who: PlayerId) -> Iterable[C]:
        kind: type = self.command
        return (kind(who),)


class PlayGiftRule(Reads[PlayGift]):
    """LH-05: two jars for who reads it."""

    command = PlayGift
    letter = "gift"

    def apply(self, draft: Draft, command: PlayGift) -> None:
        super().apply(draft, command)
        draft.emit(OilChanged(command.by, oil(draft, command.by) + GIFT))


class OpenLogbookRule(Reads[OpenLogbook]):
    """LH-05, LH-06: it is worth a point from now on."""

    command = OpenLogbook
    letter = "logbook"


def letters_kept(table: Table) -> Iterable[str]:
    """LH-05: no more letters than there are."""
    if left(table) < 0:
        yield "there are too many letters"


EVENTS = (LetterTaken, LetterRead)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(TakeLetterRule(), PlayGiftRule(), OpenLogbookRule()),
        points=(PointSource("logbooks", RuleId("LH-06"), logbooks),),
        invariants=(Invariant("lh.letters", letters_kept),),
    ),
)
