"""The Lighthouses' part of the state, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.state import Slice, changed, without

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


class OilChanged(LighthouseEvent, frozen=True, tag="lh.oil_changed"):
    """A player has so many jars now."""

    by: PlayerId
    count: int

    def apply(self, part: Lighthouses) -> Lighthouses:
        return replace(part, oil=changed(part.oil, self.by, self.count))


class LampSet(LighthouseEvent, frozen=True, tag="lh.lamp_set"):
    """A lamp burns, on an edge where edges are entered."""

    by: PlayerId
    edge: EdgeId | None = None

    def apply(self, part: Lighthouses) -> Lighthouses:
        lamps = part.lamps if self.edge is None else changed(part.lamps, self.edge, self.by)
        burning = changed(part.burning, self.by, part.burning.get(self.by, 0) + 1)
        return replace(part, lamps=lamps, burning=burning)


class LampsStated(LighthouseEvent, frozen=True, tag="lh.lamps_stated"):
    """So many lamps of a player burn, on these edges where edges are entered."""

    by: PlayerId
    count: int
    edges: tuple[EdgeId, ...] = ()

    def apply(self, part: Lighthouses) -> Lighthouses:
        others = {edge: owner for edge, owner in part.lamps.items() if owner != self.by}
        lamps = others | dict.fromkeys(self.edges, self.by)
        return replace(part, lamps=lamps, burning=changed(part.burning, self.by, self.count))


class KeeperPlaced(LighthouseEvent, frozen=True, tag="lh.keeper_placed"):
    """A keeper stands on a corner; ``turn`` is given if it walked there."""

    by: PlayerId
    corner: Site
    turn: int = 0

    def apply(self, part: Lighthouses) -> Lighthouses:
        walked = changed(part.walked, self.by, self.turn) if self.turn else part.walked
        return replace(part, keepers=changed(part.keepers, self.by, self.corner), walked=walked)


class KeeperGone(LighthouseEvent, frozen=True, tag="lh.keeper_gone"):
    """A keeper is not on the board."""

    by: PlayerId

    def apply(self, part: Lighthouses) -> Lighthouses:
        return replace(part, keepers=without(part.keepers, self.by))


class LetterTaken(LighthouseEvent, frozen=True, tag="lh.letter_taken"):
    """A player holds another letter, face down."""

    by: PlayerId

    def apply(self, part: Lighthouses) -> Lighthouses:
        return replace(part, letters=changed(part.letters, self.by, part.letters.get(self.by, 0) + 1))


class LetterRead(LighthouseEvent, frozen=True, tag="lh.letter_read"):
    """A letter of a player lies open."""

    by: PlayerId
    letter: str

    def apply(self, part: Lighthouses) -> Lighthouses:
        letters = changed(part.letters, self.by, part.letters.get(self.by, 0) - 1)
        read = changed(part.read, self.by, (*part.read.get(self.by, ()), self.letter))
        return replace(part, letters=letters, read=read)


class LettersStated(LighthouseEvent, frozen=True, tag="lh.letters_stated"):
    """A player holds so many letters face down."""

    by: PlayerId
    count: int

    def apply(self, part: Lighthouses) -> Lighthouses:
        return replace(part, letters=changed(part.letters, self.by, self.count))


class Voted(LighthouseEvent, frozen=True, tag="lh.voted"):
    """LH-04: a player has voted."""

    scores: ClassVar[bool] = False

    by: PlayerId
    storm: bool

    def apply(self, part: Lighthouses) -> Lighthouses:
        return replace(part, votes=changed(part.votes, self.by, self.storm))


class VotesCounted(LighthouseEvent, frozen=True, tag="lh.votes_counted"):
    """LH-04: all have voted."""

    scores: ClassVar[bool] = False

    def apply(self, part: Lighthouses) -> Lighthouses:
        return replace(part, votes={})


class StormRose(LighthouseEvent, frozen=True, tag="lh.storm_rose"):
    """LH-04: everyone who has oil loses a jar."""

    scores: ClassVar[bool] = False

    def apply(self, part: Lighthouses) -> Lighthouses:
        return replace(part, oil={player: max(0, jars - 1) for player, jars in part.oil.items()})


class LighthousesCarried(LighthouseEvent, frozen=True, tag="lh.carried"):
    """At another tracking level: what has no place there any more, or has one that nobody knows yet."""

    def apply(self, part: Lighthouses) -> Lighthouses:
        return replace(part, lamps={}, keepers={}, burning=part.burning if part.lamps else {})


EVENTS: tuple[type[Event], ...] = (
    OilChanged,
    LampSet,
    LampsStated,
    KeeperPlaced,
    KeeperGone,
    LetterTaken,
    LetterRead,
    LettersStated,
    Voted,
    VotesCounted,
    StormRose,
    LighthousesCarried,
)
