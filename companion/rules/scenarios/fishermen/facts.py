"""How fish tokens and the old boot lie on the table, by its own word (FI-03, FI-08)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Fact, FactSort
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.goods import readable
from companion.rules.base.stating import StateRule
from companion.rules.scenarios.fishermen.slice import Fishermen, FishermenEvent
from companion.rules.scenarios.fishermen.tokens import ALL, MOST, TokensCounted, held, state_of


class StateTokens(Command, frozen=True, tag="fi.state_tokens"):
    """A player has so many fish tokens; nobody says which."""

    player: PlayerId
    total: int


class StateBoot(Command, frozen=True, tag="fi.state_boot"):
    """The old boot lies before a player, or is in the pile."""

    player: PlayerId | None = None


class BootStated(FishermenEvent, frozen=True, tag="fi.boot_stated"):
    """Before whom the old boot lies by the table's word; None while it is in the pile."""

    by: PlayerId | None

    @property
    def variant(self) -> str:
        return "" if self.by is not None else "nobody"

    def apply(self, state: Fishermen) -> Fishermen:
        return replace(state, boot=self.by)


class StateTokensRule(StateRule):
    """FI-03, FI-05: seven at most, and no more than the others leave."""

    command = StateTokens

    def at(self, table: Table, command: StateTokens) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
            return
        others = sum(held(table, player) for player in table.core.ids if player != command.player)
        most = min(MOST, ALL - others)
        if not 0 <= command.total <= most:
            yield hard("FI-05", "fish.not-so-many", count=readable(command.total), needed=most)

    def apply(self, draft: Draft, command: StateTokens) -> None:
        draft.emit(TokensCounted(command.player, command.total))


class StateBootRule(StateRule):
    """FI-08: there is one."""

    command = StateBoot

    def at(self, table: Table, command: StateBoot) -> Iterable[Violation]:
        if command.player is not None and command.player not in table.core.ids:
            yield no_player(command.player)

    def apply(self, draft: Draft, command: StateBoot) -> None:
        draft.emit(BootStated(command.player))


FACTS = (
    Fact(
        "fish_token",
        held,
        lambda table, player, count: StateTokens(player, player, count),
        most=MOST,
    ),
    Fact(
        "boot",
        lambda table, player: int(state_of(table).boot == player),
        lambda table, player, value: StateBoot(player, player if value else None),
        FactSort.FLAG,
    ),
)


EVENTS: tuple[type[Event], ...] = (BootStated,)
