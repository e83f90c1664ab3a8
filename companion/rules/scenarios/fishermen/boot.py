"""The old boot: one point more to win, until it is handed on (FI-08)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.queries import no_opponent, opponents
from companion.rules.scenarios.fishermen.slice import Fishermen, FishermenEvent
from companion.rules.scenarios.fishermen.tokens import state_of

BURDEN = 1
"""FI-08: points that its holder needs more than the others."""


class GiveBoot(Command, frozen=True, tag="fi.give_boot"):
    """The player handed the old boot to another one."""

    player: PlayerId


class BootGiven(FishermenEvent, frozen=True, tag="fi.boot_given"):
    """FI-08: the old boot went to another player."""

    giver: PlayerId
    by: PlayerId

    def apply(self, state: Fishermen) -> Fishermen:
        return replace(state, boot=self.by)


def points_to_win(table: Table, old: int, player: PlayerId) -> int:
    """FI-08, FI-09: one more for the holder of the boot; it takes no point from him."""
    return old + BURDEN if state_of(table).boot == player else old


class GiveBootRule(CommandRule[GiveBoot]):
    """FI-08, B-72: on the own turn, to somebody with as many points that everyone sees, or more."""

    command = GiveBoot
    timing = Timing.TURN

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if state_of(table).boot != who:
            yield soft("FI-08", "boot.not-holder", player=who)

    def at(self, table: Table, command: GiveBoot) -> Iterable[Violation]:
        by, player = command.by, command.player
        if player not in opponents(table, by):
            yield no_opponent(table, by, player, "FI-08")
        elif table.points(player) < table.points(by):
            theirs, own = table.points(player), table.points(by)
            yield soft("FI-08", "boot.fewer-points", player=player, count=theirs, needed=own)

    def apply(self, draft: Draft, command: GiveBoot) -> None:
        draft.emit(BootGiven(command.by, command.player))

    def forms(self, table: Table, who: PlayerId) -> Iterable[GiveBoot]:
        return [GiveBoot(who, other) for other in opponents(table, who)]


EVENTS: tuple[type[Event], ...] = (BootGiven,)
