"""The Bishop, who moves a barbarian where there is no robber (CO-10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.ids import EdgeId, PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard
from companion.rules.base.queries import places
from companion.rules.base.robber import certainty_of_robbing
from companion.rules.cities_knights.cards import PlayCard
from companion.rules.cities_knights.progress.bishop import CARD
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.scenarios.traders_barbarians.barbarians import check_raid, raid, raids


class PlayBishop(PlayCard, frozen=True, tag="tbck.play_bishop"):
    """The player moves a barbarian to another path or road, whose owner loses a card."""

    card: ClassVar[str] = CARD.name
    barbarian: EdgeId | None = None
    to: EdgeId | None = None
    victim: PlayerId | None = None
    taken: str | None = None


class BishopRule(PlayRule[PlayBishop]):
    """CO-10, PC-B01: as on a 7."""

    command = PlayBishop

    def at(self, table: Table, command: PlayBishop) -> Iterable[Violation]:
        if not places(table).named:
            return
        if command.barbarian is None or command.to is None:
            yield hard("CO-10", "place.missing")
            return
        yield from check_raid(
            table, command.by, command.barbarian, command.to, command.victim, command.taken, "CO-10"
        )

    def needs(self, table: Table, command: PlayBishop) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.taken)

    def effect(self, draft: Draft, command: PlayBishop) -> None:
        if command.barbarian is not None and command.to is not None:
            raid(draft, command.by, command.barbarian, command.to, command.victim, command.taken)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayBishop]:
        if not places(table).named:
            return super().forms(table, who)
        return [PlayBishop(who, *one) for one in raids(table, who)]
