"""What players of the Lighthouses do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.network import travel
from companion.rules.base.queries import buildings, roads
from companion.rules.base.tracking import on_board
from tests.modules.lighthouses.slice import (
    LETTERS,
    KeeperPlaced,
    LampSet,
    LetterRead,
    LetterTaken,
    Lighthouses,
    OilChanged,
    StormRose,
    Voted,
    VotesCounted,
)

LAMPS = 6
"""LH-02: the lamps of a player."""

GIFT = 2
"""LH-05: the jars of a gift."""


class SetLamp(Command, frozen=True, tag="lh.set_lamp"):
    """A player lights a lamp; on an edge where edges are entered."""

    edge: EdgeId | None = None


class PlaceKeeper(Command, frozen=True, tag="lh.place_keeper"):
    """A player's keeper comes to a corner."""

    corner: Site


class WalkKeeper(Command, frozen=True, tag="lh.walk_keeper"):
    """A player's keeper walks along roads, from where it stands."""

    keeper: Site
    corner: Site


class TakeLetter(Command, frozen=True, tag="lh.take_letter"):
    """A player takes a letter face down."""


class PlayGift(Command, frozen=True, tag="lh.play_gift"):
    """A player reads a gift."""


class OpenLogbook(Command, frozen=True, tag="lh.open_logbook"):
    """A player lays a logbook open."""


class Vote(Command, frozen=True, tag="lh.vote"):
    """A player votes at the end of a turn."""

    storm: bool


def part(table: Table) -> Lighthouses:
    """This module's part of the state."""
    return table.slice(Lighthouses)


def oil(table: Table, player: PlayerId) -> int:
    """LH-01: the jars of a player."""
    return part(table).oil.get(player, 0)


def burning(table: Table, player: PlayerId) -> int:
    """The lamps of a player that burn."""
    return part(table).burning.get(player, 0)


def letters(table: Table, player: PlayerId) -> int:
    """The letters that a player holds face down."""
    return part(table).letters.get(player, 0)


def read(table: Table, letter: str) -> int:
    """How many letters of a name lie open."""
    return sum(names.count(letter) for names in part(table).read.values())


def left(table: Table) -> int:
    """LH-05: letters that are still in the pile."""
    state = part(table)
    out = sum(state.letters.values()) + sum(len(names) for names in state.read.values())
    return sum(LETTERS.values()) - out


def lamp_points(table: Table, player: PlayerId) -> int:
    """LH-06."""
    return burning(table, player) // 2


def logbooks(table: Table, player: PlayerId) -> int:
    """LH-06."""
    return part(table).read.get(player, ()).count("logbook")


def lamp_places(table: Table, player: PlayerId) -> list[EdgeId]:
    """LH-02: edges with an own road and no lamp."""
    return [edge for edge in roads(table, player) if edge not in part(table).lamps]


C = TypeVar("C", bound=Command)


class Bought(CommandRule[C], Generic[C]):
    """What costs jars of oil."""

    price: ClassVar[int] = 1
    rule: ClassVar[str]

    def at(self, table: Table, command: C) -> Iterable[Violation]:
        jars = oil(table, command.by)
        if jars < self.price:
            yield soft(self.rule, "oil.too-little", player=command.by, count=jars, needed=self.price)
        yield from self.conditions(table, command)

    def conditions(self, table: Table, command: C) -> Iterable[Violation]:
        """What else it needs."""
        return ()

    def apply(self, draft: Draft, command: C) -> None:
        draft.emit(OilChanged(command.by, max(0, oil(draft, command.by) - self.price)))
        self.effect(draft, command)

    def effect(self, draft: Draft, command: C) -> None:
        """What it brings."""


class SetLampRule(Bought[SetLamp]):
    """LH-02."""

    command = SetLamp
    rule = "LH-02"

    def conditions(self, table: Table, command: SetLamp) -> Iterable[Violation]:
        by, edge = command.by, command.edge
        if burning(table, by) >= LAMPS:
            yield hard("LH-02", "lamp.none-left", player=by)
        if not on_board(table):
            if edge is not None:
                yield hard("LH-02", "lamp.needless-place")
        elif edge is None:
            yield hard("LH-02", "lamp.no-place")
        else:
            if edge in part(table).lamps:
                yield hard("LH-02", "lamp.taken")
            if edge not in roads(table, by):
                yield soft("LH-02", "lamp.no-road", player=by)

    def effect(self, draft: Draft, command: SetLamp) -> None:
        draft.emit(LampSet(command.by, command.edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[SetLamp]:
        if not on_board(table):
            return (SetLamp(who),)
        return [SetLamp(who, edge) for edge in lamp_places(table, who)]


class PlaceKeeperRule(Bought[PlaceKeeper]):
    """LH-03."""

    command = PlaceKeeper
    rule = "LH-03"

    def conditions(self, table: Table, command: PlaceKeeper) -> Iterable[Violation]:
        if command.by in part(table).keepers:
            yield hard("LH-03", "keeper.out-already", player=command.by)
        if command.corner not in buildings(table, command.by):
            yield hard("LH-03", "keeper.no-building", player=command.by)

    def effect(self, draft: Draft, command: PlaceKeeper) -> None:
        draft.emit(KeeperPlaced(command.by, command.corner))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceKeeper]:
        return [PlaceKeeper(who, corner) for corner in buildings(table, who)]


class WalkKeeperRule(CommandRule[WalkKeeper]):
    """LH-03."""

    command = WalkKeeper

    def at(self, table: Table, command: WalkKeeper) -> Iterable[Violation]:
        by = command.by
        start = part(table).keepers.get(by)
        if start is None or command.keeper != start:
            yield hard("LH-03", "keeper.not-out", player=by)
            return
        if part(table).walked.get(by) == table.core.turn:
            yield soft("LH-03", "keeper.walked-already", player=by)
        if command.corner not in travel(table, by, start):
            yield hard("LH-03", "keeper.no-way", player=by)

    def apply(self, draft: Draft, command: WalkKeeper) -> None:
        draft.emit(KeeperPlaced(command.by, command.corner, draft.core.turn))

    def forms(self, table: Table, who: PlayerId) -> Iterable[WalkKeeper]:
        start = part(table).keepers.get(who)
        if start is None:
            return ()
        return [WalkKeeper(who, start, Site(corner)) for corner in travel(table, who, start)]


class TakeLetterRule(Bought[TakeLetter]):
    """LH-05."""

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
    """LH-05."""

    command = PlayGift
    letter = "gift"

    def apply(self, draft: Draft, command: PlayGift) -> None:
        super().apply(draft, command)
        draft.emit(OilChanged(command.by, oil(draft, command.by) + GIFT))


class OpenLogbookRule(Reads[OpenLogbook]):
    """LH-05, LH-06."""

    command = OpenLogbook
    letter = "logbook"


class VoteRule(CommandRule[Vote]):
    """LH-04."""

    command = Vote
    timing = Timing.ANSWER

    def apply(self, draft: Draft, command: Vote) -> None:
        draft.emit(Voted(command.by, command.storm))
        draft.settle("vote", command.by)
        if any(question.kind == "vote" for question in draft.core.pending):
            return
        votes = part(draft).votes.values()
        draft.emit(VotesCounted())
        if sum(votes) > len(votes) / 2:
            draft.emit(StormRose())

    def forms(self, table: Table, who: PlayerId) -> Iterable[Vote]:
        return () if table.question("vote", who) is None else (Vote(who, True), Vote(who, False))


def ask_for_votes(draft: Draft) -> None:
    """LH-04: everyone votes at the end of a turn, beginning with the player on turn."""
    for player in draft.core.in_turn_order():
        draft.ask("vote", player, "LH-04", "lh.vote")
