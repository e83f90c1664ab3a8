"""What is known at another tracking level."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.rules.base.queries import buildings, laid
from companion.rules.base.slice import BuildingKind
from companion.rules.base.tracking import on_board
from companion.rules.scenarios.barbarian_attack.coast import conquered
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, BarbarianEvent


class BarbariansCarried(BarbarianEvent, frozen=True, tag="ba.carried"):
    """At another tracking level: prisoners are known as before, on the board all has still to be said, and
    without it only what lies on its side."""

    silent: ClassVar[bool] = True

    conquered: dict[PlayerId, tuple[int, int]]

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return BarbarianAttack(prisoners=state.prisoners, conquered=self.conquered)


def carry(before: Table, draft: Draft) -> None:
    """Where places are tracked no longer, or from now on, nobody knows any: catch-up asks for them."""
    if on_board(before) is on_board(draft):
        return
    found: dict[PlayerId, tuple[int, int]] = {}
    if on_board(before) and laid(before):
        fallen = conquered(before)
        for player in before.core.ids:
            lying = [one.kind for site, one in buildings(before, player).items() if site in fallen]
            cities = lying.count(BuildingKind.CITY)
            if lying:
                found[player] = len(lying) - cities, cities
    draft.emit(BarbariansCarried(found))


EVENTS: tuple[type[Event], ...] = (BarbariansCarried,)
