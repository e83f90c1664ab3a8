"""Moving a knight along own roads."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation
from companion.rules.cities_knights.knights.checks import can_act, check_action
from companion.rules.cities_knights.queries import knights
from companion.rules.cities_knights.slice import Post
from companion.rules.cities_knights.ways import ways


class MoveKnight(Command, frozen=True, tag="ck.move_knight"):
    """The player moved an active knight along own roads; ``to`` says where where places are tracked."""

    knight: Post
    to: Post | None = None


class MoveKnightRule(CommandRule[MoveKnight]):
    """CK-94 to CK-96, CK-99: an active knight goes along own roads, and is inactive then."""

    command = MoveKnight

    def at(self, table: Table, command: MoveKnight) -> Iterable[Violation]:
        yield from check_action(table, command.by, command.knight)
        if command.knight in knights(table, command.by):
            yield from ways(table).check_move(table, command.by, command.knight, command.to)

    def apply(self, draft: Draft, command: MoveKnight) -> None:
        ways(draft).move(draft, command.by, command.knight, command.to)

    def forms(self, table: Table, who: PlayerId) -> Iterable[MoveKnight]:
        known = ways(table)
        for site in can_act(table, who):
            yield from (MoveKnight(who, site, to) for to in known.moves(table, who, site))


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(MoveKnightRule(),)),)
