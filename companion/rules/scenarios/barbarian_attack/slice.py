"""The slice of the state that Barbarian Attack has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from companion.engine.event import Event
from companion.engine.ids import EdgeId, HexId, PlayerId
from companion.engine.state import Slice


class Battle(msgspec.Struct, frozen=True):
    """A battle that was won on a hex, until its prisoners are shared.

    ``knights`` are those who took part with the number of their knights, in turn order. Of the ``prisoners``
    some are still to be given; ``rolling`` are those among whom dice decide, and ``asked`` how many prisoners
    there were when that was last asked.
    """

    hex: HexId
    knights: Mapping[PlayerId, int]
    prisoners: int = 0
    rolling: tuple[PlayerId, ...] = ()
    asked: int = 0


class BarbarianAttack(Slice, frozen=True):
    """Barbarians on the coast, knights on paths, prisoners, cards.

    ``drawn`` are the cards that came since the last shuffle, and ``unseen`` more that nobody entered.
    ``landed`` are the numbers of the landing that goes on; ``landings`` says who rolls for it, and then for
    those that wait. ``moved`` are the knights that have moved in the turn ``moved_in``. ``checked`` are the
    coast hexes up to the last battle of this turn's end. ``conquered`` are settlements and cities that lie
    on their sides, where nobody enters places.
    """

    module: ClassVar[str] = "barbarian_attack"

    barbarians: Mapping[HexId, int] = {}
    knights: Mapping[EdgeId, PlayerId] = {}
    prisoners: Mapping[PlayerId, int] = {}
    drawn: Mapping[str, int] = {}
    unseen: int = 0
    landed: tuple[int, ...] = ()
    landings: tuple[PlayerId, ...] = ()
    moved: tuple[EdgeId, ...] = ()
    moved_in: int = 0
    battle: Battle | None = None
    checked: int = 0
    conquered: Mapping[PlayerId, tuple[int, int]] = {}

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Knights and prisoners."""
        for player, count in self.prisoners.items():
            yield player, "term.piece.prisoner", count
        for player, count in Counter(self.knights.values()).items():
            yield player, "term.piece.path_knight", count


class BarbarianEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "barbarian_attack"


class PeacefulEvent(BarbarianEvent, frozen=True):
    """Base of those on which no points depend."""

    scores: ClassVar[bool] = False
