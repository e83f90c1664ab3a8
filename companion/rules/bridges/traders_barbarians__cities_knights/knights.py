"""Knights that drive barbarians off the roads (CO-10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.network import geometry
from companion.rules.base.queries import places
from companion.rules.base.robber import certainty_of_robbing
from companion.rules.cities_knights.field import act
from companion.rules.cities_knights.knights.checks import can_act, check_action
from companion.rules.cities_knights.queries import knights
from companion.rules.cities_knights.slice import Post
from companion.rules.presentation.parts import Action
from companion.rules.scenarios.traders_barbarians.barbarians import check_raid, raid, raids


class ChaseBarbarian(Command, frozen=True, tag="tbck.chase_barbarian"):
    """The player's knight drove a barbarian off, where places are tracked to another path or road, whose
    owner lost a card; ``card`` if the table saw it."""

    knight: Post
    barbarian: EdgeId | None = None
    to: EdgeId | None = None
    victim: PlayerId | None = None
    card: str | None = None


class ChaseBarbarianRule(CommandRule[ChaseBarbarian]):
    """CO-10, CK-94, CK-95: a barbarian on an edge of the knight's corner; OPT-2 allows it before the roll."""

    command = ChaseBarbarian
    timings = (Timing.MAIN, Timing.TURN)

    def when(self, table: Table) -> Timing:
        return Timing.TURN if table.option("swift_knights") else Timing.MAIN

    def at(self, table: Table, command: ChaseBarbarian) -> Iterable[Violation]:
        by, barbarian, to = command.by, command.barbarian, command.to
        yield from check_action(table, by, command.knight)
        if not places(table).named:
            return
        if barbarian is None or to is None:
            yield hard("CO-10", "place.missing")
            return
        land = geometry(table)
        if barbarian in land.ends and command.knight not in land.ends[barbarian]:
            yield soft("CO-10", "barbarian.knight-not-beside", player=by)
        yield from check_raid(table, by, barbarian, to, command.victim, command.card, "CO-10")

    def certainty(self, table: Table, command: ChaseBarbarian) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.card)

    def apply(self, draft: Draft, command: ChaseBarbarian) -> None:
        act(draft, command.by, command.knight, "drive_off")
        if command.barbarian is not None and command.to is not None:
            raid(draft, command.by, command.barbarian, command.to, command.victim, command.card)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ChaseBarbarian]:
        able = can_act(table, who)
        if not places(table).named:
            yield from (ChaseBarbarian(who, site) for site in able)
            return
        found = list(raids(table, who)) if able else []
        for site in able:
            around = geometry(table).corner_edges[site]
            yield from (ChaseBarbarian(who, site, *one) for one in found if one[0] in around)


def without_board(table: Table, player: PlayerId) -> Iterator[Action]:
    """What an active knight can do where the table sees to the barbarians."""
    active = [site for site, knight in knights(table, player).items() if knight.active]
    if active:
        yield Action(
            "do_chase_barbarian",
            "path_barbarian",
            commands=tuple(ChaseBarbarian(player, site) for site in active),
        )
