"""Victory points: laid open to win by them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Part, PointSource, Timing
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.development.play import (
    Card,
    DevelopmentPlayed,
    certainty_of_card,
    check_held,
    deck,
    development,
)
from companion.rules.base.goods import readable

CARD = Card("victory_point", copies=5)


class ShowVictoryPoints(Command, frozen=True, tag="base.show_victory_points"):
    """The player laid victory-point cards open, to win by them."""

    count: int


class ShowVictoryPointsRule(CommandRule[ShowVictoryPoints]):
    """B-53: exempt from the limits of playing, and revealed only when they win."""

    command = ShowVictoryPoints
    timing = Timing.TURN
    too_many_forms = True

    def may_begin(self, table: Table, who: PlayerId) -> bool:
        return bool(development(table).held.get(who))

    def at(self, table: Table, command: ShowVictoryPoints) -> Iterable[Violation]:
        if not 1 <= command.count <= deck(table).get(CARD.name, 0):
            yield hard("B-53", "development.point-count", count=readable(command.count))
            return
        yield from check_held(table, command.by, CARD.name, command.count)
        points, needed = table.points(command.by) + command.count, table.value("points_to_win", command.by)
        if points < needed:
            yield soft("B-53", "development.no-win", player=command.by, count=points, needed=needed)

    def certainty(self, table: Table, command: ShowVictoryPoints) -> Certainty:
        held = len(development(table).held.get(command.by, ()))
        return certainty_of_card(table, CARD.name, command.count, held)

    def apply(self, draft: Draft, command: ShowVictoryPoints) -> None:
        for _ in range(command.count):
            draft.emit(DevelopmentPlayed(command.by, CARD.name))


def shown_points(table: Table, player: PlayerId) -> int:
    """B-53: victory-point cards that lie open."""
    return development(table).played.get(player, {}).get(CARD.name, 0)


PARTS = (
    Part(cards=(CARD,)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(ShowVictoryPointsRule(),),
        points=(PointSource("victory_point_cards", RuleId("B-53"), shown_points),),
    ),
)
