"""The Lighthouses' slice of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.state import Slice

LETTERS: Mapping[str, int] = {"gift": 4, "logbook": 2}
"""LH-05: how many letters there are of each name."""


class Lighthouses(Slice, frozen=True):
    """Oil, lamps, keepers, letters and votes, by player.

    ``lamps`` are those whose edges are known; ``burning`` counts all of them. ``walked`` is the turn in which
    a keeper last walked. ``letters`` lie face down; ``read`` are the names of those that a player has read.
    """

    module: ClassVar[str] = "lighthouses"

    oil: Mapping[PlayerId, int] = {}
    burning: Mapping[PlayerId, int] = {}
    lamps: Mapping[EdgeId, PlayerId] = {}
    keepers: Mapping[PlayerId, Site] = {}
    walked: Mapping[PlayerId, int] = {}
    letters: Mapping[PlayerId, int] = {}
    read: Mapping[PlayerId, tuple[str, ...]] = {}
    votes: Mapping[PlayerId, bool] = {}


class LighthouseEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "lighthouses"
