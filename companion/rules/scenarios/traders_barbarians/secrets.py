"""The real cargo piles of a simulated game, and wagons that go where they are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.geometry import Geometry
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table
from companion.engine.verdict import clear
from companion.rules.base.network import geometry
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.turn import RollDice
from companion.rules.scenarios.traders_barbarians.box import PILE, destinations, wanted_at
from companion.rules.scenarios.traders_barbarians.cargo import (
    CargoTurnedUp,
    TurnUpCargo,
    carried,
    left,
)
from companion.rules.scenarios.traders_barbarians.island import middles
from companion.rules.scenarios.traders_barbarians.moving import MoveWagon
from companion.rules.secrets import Chance

ASTRAY = 0.15
"""How often a wagon goes elsewhere."""

TRIES = 100


class Secrets:
    """The cargo cards of each destination, of which the last is turned up next."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.chance = chance
        self.piles: dict[str, list[str]] = {}
        for name, place in destinations().items():
            self.piles[name] = [kind for kind in place.supplies for _ in range(PILE)]
            chance.shuffle(self.piles[name])

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Everything is among the options."""
        return ()

    def complete(self, table: Table, command: Command) -> Command | None:
        """A 2 or a 12 is rolled again; the uppermost cargo card is turned up; a wagon mostly comes nearer to
        where it is wanted."""
        if isinstance(command, RollDice):
            return self._rolled(table, command)
        if isinstance(command, TurnUpCargo):
            question = table.question("cargo", command.by)
            assert question is not None
            return command if self.piles[str(question.params["supplier"])][-1] == command.cargo else None
        if isinstance(command, MoveWagon) and self.chance.random() >= ASTRAY:
            there = distances(geometry(table), targets(table, command.by))
            return command if there[command.to] < there[command.wagon] else None
        return command

    def _rolled(self, table: Table, command: RollDice) -> RollDice:
        for _ in range(TRIES):
            if all(clear(at(table, command)) for at in table.ruleset.asked_at[RollDice]):
                break
            numbers = {die: self.chance.randrange(6) + 1 for die in (WHITE, RED) if die in command.dice}
            command = replace(command, dice={**command.dice, **numbers})
        return command

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """Nothing to refuse: ``complete`` has seen to it."""
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """Take the cards from the piles."""
        for event in events:
            if isinstance(event, CargoTurnedUp):
                self.piles[event.supplier].remove(event.cargo)

    def wrong(self, table: Table) -> Iterable[str]:
        """Cards that are lost."""
        for supplier, pile in self.piles.items():
            for kind in destinations()[supplier].supplies:
                if pile.count(kind) != left(table, supplier, kind):
                    yield f"the pile of the {supplier} is {pile}"

    def truth(self) -> Any:
        """The piles."""
        return {name: list(pile) for name, pile in self.piles.items()}


def targets(table: Table, player: PlayerId) -> tuple[Site, ...]:
    """Where a player's wagon is wanted."""
    kind = carried(table, player)
    wanted = None if kind is None else wanted_at(kind)
    return tuple(middle for middle, name in middles(table).items() if wanted in (None, name))


def distances(land: Geometry, ends: Iterable[Site]) -> dict[Site, int]:
    """How many edges each corner is away from the nearest of these."""
    found = dict.fromkeys(ends, 0)
    waiting = list(found)
    for corner in waiting:
        for other in land.neighbours[corner]:
            if other not in found:
                found[other] = found[corner] + 1
                waiting.append(other)
    return found
