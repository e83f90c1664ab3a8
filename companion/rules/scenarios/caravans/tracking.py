"""What is known at another tracking level."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.rules.base.tracking import on_board
from companion.rules.scenarios.caravans.camels import between_camels
from companion.rules.scenarios.caravans.slice import NO_CAMELS, Caravans, CaravansEvent


class CaravansCarried(CaravansEvent, frozen=True, tag="cv.carried"):
    """At another tracking level: where camels stand is forgotten, or not known yet; points that they brought
    are kept where no camels are entered any more."""

    silent: ClassVar[bool] = True

    bonus: dict[PlayerId, int]

    def apply(self, state: Caravans) -> Caravans:
        return replace(
            state, trails=NO_CAMELS, votes={}, placers=(), extended=(), wishes={}, bonus=self.bonus
        )


def carry(before: Table, draft: Draft) -> None:
    """Where places are tracked from now on, or no longer, catch-up asks for what is new."""
    if on_board(before) is on_board(draft):
        return
    people = before.core.ids if on_board(before) else ()
    found = {player: between_camels(before, player) for player in people}
    draft.emit(CaravansCarried({player: count for player, count in found.items() if count}))


EVENTS: tuple[type[Event], ...] = (CaravansCarried,)
