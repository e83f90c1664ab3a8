"""What a module has for screens to show: plain values that it contributes like its rules.

Screens know these kinds of values and no module (``Part.presentation``, ``Ruleset.presented``). What a value
counts or lists it asks of the table each time; words are keys of the module's ``texts.toml``, drawings are
named by their icons.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.state import Face
from companion.engine.table import Table


class Holding(msgspec.Struct, frozen=True):
    """Something that a player has beside pieces and cards for all to see, shown while there is any.

    An ``award`` is told among the points and so needs no ``label``; ``bright`` says whether anything else is
    one at the moment, such as the most harbour points. ``track`` gives it the colour of a track.
    """

    icon: str
    count: Callable[[Table, PlayerId], int]
    label: str = ""
    award: bool = False
    bright: Callable[[Table, PlayerId], bool] = lambda table, player: False
    track: str = ""


class Piece(msgspec.Struct, frozen=True):
    """A piece as it lies on the board. ``figure`` names its drawing, ``place`` is a corner, an edge or a hex.

    A knight has a ``strength`` and is ``active`` or not; a city may have a ``wall`` and bear the metropolis
    of a ``track``; a settlement ``on_side`` is a city's figure; a ``damaged`` road lies sideways.

    Where no board is tracked, places have no names: ``text`` is the key of the words that tell which piece is
    meant, with the blank ``knight`` for one by its strength, and ``apart`` is what else tells it from others.
    """

    place: Site | EdgeId | HexId
    figure: str
    owner: PlayerId
    strength: int = 0
    active: bool = False
    wall: bool = False
    on_side: bool = False
    damaged: bool = False
    track: str = ""
    text: str = ""
    apart: tuple[object, ...] = ()


class Pieces(msgspec.Struct, frozen=True):
    """The pieces that a module has on places of one sort, drawn in the order of the modules.

    Those on corners stand in the game even where their places have no names.
    """

    sort: Literal["corner", "edge", "hex"]
    lie: Callable[[Table], Iterable[Piece]]


class Adornment(msgspec.Struct, frozen=True):
    """What a module adds to pieces of others: ``adorn`` makes of a piece the one that is drawn."""

    sort: Literal["corner", "edge", "hex"]
    adorn: Callable[[Table, Piece], Piece]


class Terrain(msgspec.Struct, frozen=True):
    """A kind of hex with numbers printed on it."""

    name: str
    numbers: tuple[int, ...]


class Shore(msgspec.Struct, frozen=True):
    """Numbers that are laid along the coast once the board lies, such as fishing grounds.

    ``command`` answers what is asked about them. Each lies at a side that faces the sea: ``sides`` are those
    that the island has for them, ``covered`` are all sides that one takes up, ``corners`` the three that it
    serves, in their order along the coast. ``lie`` are those that lie there, ``lay`` says where they lie.
    """

    command: type[Command]
    numbers: tuple[int, ...]
    sides: Callable[[Geometry], tuple[EdgeId, ...]]
    covered: Callable[[Geometry, EdgeId], tuple[EdgeId, ...]]
    corners: Callable[[Geometry, EdgeId], tuple[Site, Site, Site]]
    lie: Callable[[Table], Mapping[EdgeId, int]]
    lay: Callable[[PlayerId, Mapping[EdgeId, int]], Command]


class PadCard(msgspec.Struct, frozen=True):
    """A card of a pad: its number, the term of its event, whether one can come now, and how it is entered."""

    number: int
    event: str
    coming: bool
    command: Command


class Pad(msgspec.Struct, frozen=True):
    """Cards that are turned up where dice would be rolled, or after them.

    ``answers`` are the commands that are entered on the pad; it is ``due`` when the player turns up the next
    card. ``besides`` is what can come in a card's place, and whether nothing else can now. ``rolls`` says of
    an event whether it stands for a roll.
    """

    answers: tuple[type[Command], ...]
    due: Callable[[Table, PlayerId], bool]
    cards: Callable[[Table, PlayerId], Iterable[PadCard]]
    besides: Callable[[Table, PlayerId], tuple[Command, bool]]
    rolls: Callable[[Event], bool]


class Troop(msgspec.Struct, frozen=True):
    """A player's knights of one strength. A touch enters one of ``activate``, or shows what else there is."""

    strength: int
    active: Callable[[Table, PlayerId], int]
    inactive: Callable[[Table, PlayerId], int]
    activate: Callable[[Table, PlayerId], tuple[Command, ...]]


class NamedDice(msgspec.Struct, frozen=True):
    """Dice that show what somebody named, whatever they roll: empty while nobody has."""

    faces: Callable[[Table], Mapping[str, Face]]


class Action(msgspec.Struct, frozen=True):
    """Something that a player can do now. ``label`` is a key with ``params``, or the words themselves.

    It enters one of ``commands``; or begins one whose place is still open (``begins``), takes a piece of that
    kind from the palette (``takes``), or leads to another section of the sheet or to a screen.
    """

    name: str
    label: str
    icon: str
    commands: tuple[Command, ...] = ()
    begins: Command | None = None
    takes: type[Command] | None = None
    section: str = ""
    screen: str = ""
    params: Mapping[str, str | int] = {}
    options: tuple[object, ...] = ()
    track: str = ""


class Rank(enum.IntEnum):
    """Where actions stand on the sheet of what a player can do; trades and cards in hand come before PLAY."""

    ROADS = 0
    BUILD = 1
    PLAY = 2
    AWARDS = 3
    END = 4


class Actions(msgspec.Struct, frozen=True):
    """What a player can do, in a section of the sheet that a touch on the player opens; ``all`` is first."""

    offered: Callable[[Table, PlayerId], Iterable[Action]]
    rank: Rank = Rank.BUILD
    section: str = "all"


class Counter(msgspec.Struct, frozen=True):
    """Pieces of one kind that a player has on the board, of ``supply`` altogether. ``more`` is what a touch
    begins: the command that adds one, its place still open. Not all have room in a player's ``column``.
    """

    icon: str
    label: str
    supply: int
    count: Callable[[Table, PlayerId], int]
    more: Callable[[Table, PlayerId], Command]
    rank: Rank = Rank.BUILD
    column: bool = True


class CounterNote(msgspec.Struct, frozen=True):
    """What a module has to say of the pieces of a counter: a text with their ``count``, none for 0."""

    icon: str
    text: str
    count: Callable[[Table, PlayerId], int]


class Rung(msgspec.Struct, frozen=True):
    """A step of a ladder: its name, and in a sentence what it gives for good."""

    name: str
    ability: str = ""


class Ladder(msgspec.Struct, frozen=True):
    """A track on which a player climbs, and whether it bears a metropolis of the player's. ``climb`` is the
    command to a level, counted from 1."""

    track: str
    rungs: tuple[Rung, ...]
    level: Callable[[Table, PlayerId], int]
    metropolis: Callable[[Table, PlayerId], bool]
    climb: Callable[[PlayerId, int], Command]


class Card(msgspec.Struct, frozen=True):
    """A card that may be among those that a player holds face down. ``copies`` are those that nothing rules
    out, ``rule`` explains it. ``play`` is the command that plays it, its choices still open, or lays it open
    for points."""

    name: str
    label: str
    copies: int
    possible: bool
    rule: str
    play: Command
    points: bool = False


class Deck(msgspec.Struct, frozen=True):
    """Cards that players hold face down, by the track on their backs."""

    track: str
    label: str
    held: Callable[[Table, PlayerId], int]
    cards: Callable[[Table, PlayerId], Iterable[Card]]
    put_back: Callable[[PlayerId], Command]


class LaidOpen(msgspec.Struct, frozen=True):
    """Cards that lie open before a player: the keys of their names."""

    cards: Callable[[Table, PlayerId], Iterable[str]]


class Figure(msgspec.Struct, frozen=True):
    """A player's figure on the sheet: what it is, what is to be known of it, and what it may do."""

    place: Site
    name: str
    note: str
    strength: int
    active: bool
    deeds: tuple[Action, ...]


class Figures(msgspec.Struct, frozen=True):
    """The figures of a player that act one by one, how another one comes, and what all of them do at once."""

    stand: Callable[[Table, PlayerId], Iterable[Figure]]
    recruit: Callable[[Table, PlayerId], Action]
    together: Callable[[Table, PlayerId], Action | None]


class Message(msgspec.Struct, frozen=True):
    """An event that is told in a message when an entry brings it, as the table may not expect it."""

    event: type[Event]
    tone: Literal["good", "warn"] = "good"
    said: Callable[[Any], bool] = lambda event: True


Tone = Literal["plain", "good", "warn", "danger"]
"""How something is meant for those whom it concerns."""


class Words(msgspec.Struct, frozen=True):
    """A text by its key, and what fills it in; players are named by their ids."""

    key: str
    params: Mapping[str, Any] = {}


class Line(msgspec.Struct, frozen=True):
    """A line of what a roll did: words after a drawing, and the people whom they tell of.

    ``values`` of people stand after the words, ``goods`` are kinds of cards with their numbers.
    """

    icon: str = ""
    words: Words | None = None
    people: tuple[PlayerId, ...] = ()
    tone: Tone = "plain"
    track: str = ""
    values: tuple[tuple[PlayerId, str], ...] = ()
    goods: Mapping[str, int] = {}


class EventLine(msgspec.Struct, frozen=True):
    """The line of an event of a roll. Such lines come first, in the order in which it all happened."""

    event: type[Event]
    line: Callable[[Any], Line]


class RollLines(msgspec.Struct, frozen=True):
    """What a roll did as a whole, from its events and those of the answers to it.

    ``tell`` makes of the lines of the modules before it those that are shown: it puts its own before or after
    them, or has one say something else.
    """

    tell: Callable[[Table, Sequence[Event], Sequence[Line]], Iterable[Line]]


class Defence(msgspec.Struct, frozen=True):
    """What a player sends into a battle and has to lose; the key of what comes of it, once that is known."""

    player: PlayerId
    strength: int
    cities: int
    outcome: str = ""
    tone: Tone = "plain"


class Battle(msgspec.Struct, frozen=True):
    """An attack with both strengths, fought or to be fought. The ``headline`` is the key of its words."""

    strength: int
    defence: int
    won: bool
    headline: str
    reasons: tuple[Words, ...]
    players: tuple[Defence, ...]


class Attack(msgspec.Struct, frozen=True):
    """The attack for which the ship comes: how strong both sides would be at the moment, and the battle that
    the events of a roll, and of the answers to it, tell of."""

    strength: Callable[[Table], int]
    defence: Callable[[Table], int]
    battle: Callable[[Table, Sequence[Event]], Battle | None]
