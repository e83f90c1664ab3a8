"""The slice of the state that the Rivers of Catan have."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Slice


class Rivers(Slice, frozen=True):
    """Who is the wealthiest settler, if anybody is, and who are poor settlers, in the order of the seats.

    Nobody is either before that has been judged or said. Bridges are roads of the base game, on bridge sites.
    """

    module: ClassVar[str] = "rivers"

    wealthiest: PlayerId | None = None
    poor: tuple[PlayerId, ...] = ()


class RiversEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "rivers"
