"""Chasing the robber away with a knight."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Part, Timing
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation
from companion.rules.base.robber import check_frozen
from companion.rules.cities_knights.knights.checks import can_act, check_action
from companion.rules.cities_knights.slice import Post
from companion.rules.cities_knights.ways import ways


class ChaseRobber(Command, frozen=True, tag="ck.chase_robber"):
    """The player's knight drove the robber away, where places are tracked to a hex, where the player took a
    card from the victim; ``card`` if the table saw it."""

    knight: Post
    hex: HexId | None = None
    victim: PlayerId | None = None
    card: str | None = None


class ChaseRobberRule(CommandRule[ChaseRobber]):
    """CK-98, by CK-94, CK-95, CK-51 and CK-52; OPT-2 allows it before the roll."""

    command = ChaseRobber
    timings = (Timing.MAIN, Timing.TURN)

    def when(self, table: Table) -> Timing:
        return Timing.TURN if table.option("swift_knights") else Timing.MAIN

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_frozen(table)

    def at(self, table: Table, command: ChaseRobber) -> Iterable[Violation]:
        by = command.by
        yield from check_action(table, by, command.knight)
        yield from ways(table).check_chase(
            table, by, command.knight, command.hex, command.victim, command.card
        )

    def apply(self, draft: Draft, command: ChaseRobber) -> None:
        ways(draft).chase(draft, command.by, command.knight, command.hex, command.victim, command.card)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ChaseRobber]:
        known = ways(table)
        for site in can_act(table, who):
            yield from (ChaseRobber(who, site, *theft) for theft in known.chases(table, who, site))


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(ChaseRobberRule(),)),)
