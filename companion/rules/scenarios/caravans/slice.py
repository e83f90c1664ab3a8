"""The Caravans' slice of the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.state import Slice

CARAVANS = 3
"""CV-01: caravans, one from each arrow of the oasis."""

CAMELS = 22
"""CV-01: camels in the box."""

Trails = tuple[tuple[EdgeId, ...], ...]
"""The edges of each caravan's camels, from the oasis to its front."""

NO_CAMELS: Trails = ((),) * CARAVANS


class Caravans(Slice, frozen=True):
    """How the oasis lies, where the camels stand, and what is voted.

    ``turned`` says that the arrows point to the other three corners. ``built_in`` is the turn in which its
    player last built a settlement or a city. ``votes`` are those of the last vote, by who laid some;
    ``placers`` are who still places a camel of it, one for each camel, and ``extended`` the caravans that
    have got one. ``wishes`` are paths that voters have named. ``bonus`` are the points for settlements
    between two camels where nobody enters camels.
    """

    module: ClassVar[str] = "caravans"

    turned: bool = False
    trails: Trails = NO_CAMELS
    built_in: int = 0
    votes: Mapping[PlayerId, int] = {}
    placers: tuple[PlayerId, ...] = ()
    extended: tuple[int, ...] = ()
    wishes: Mapping[PlayerId, EdgeId] = {}
    bonus: Mapping[PlayerId, int] = {}

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Nothing: camels are nobody's, and points tell themselves."""
        return ()


class CaravansEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "caravans"


class VoteEvent(CaravansEvent, frozen=True):
    """Base of the events of a vote, on which no points depend."""

    scores: ClassVar[bool] = False
