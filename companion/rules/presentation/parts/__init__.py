"""What a module has for screens to show: plain values that it contributes like its rules.

Screens know these kinds of values and no module (``Part.presentation``, ``Ruleset.presented``). What a value
counts or lists it asks of the table each time; words are keys of the module's ``texts.toml``, drawings are
named by their icons.
"""

from __future__ import annotations

from companion.rules.presentation.parts.actions import Action, Actions, Preview, Rank
from companion.rules.presentation.parts.battle import Attack, Battle, Battles, Defence
from companion.rules.presentation.parts.board import (
    Adornment,
    Land,
    Lying,
    Piece,
    Pieces,
    PlaceSort,
    Shore,
    Terrain,
    Unplayed,
)
from companion.rules.presentation.parts.cards import Card, Deck, LaidOpen
from companion.rules.presentation.parts.dice import NamedDice, Pad, PadCard
from companion.rules.presentation.parts.evening import (
    Approach,
    Breakdown,
    EachTime,
    Honour,
    Measure,
    Summing,
)
from companion.rules.presentation.parts.motion import Motion, Move, Spot
from companion.rules.presentation.parts.player import (
    Counter,
    CounterNote,
    Figure,
    Figures,
    Holding,
    Instrument,
    Ladder,
    Rung,
    Troop,
)
from companion.rules.presentation.parts.told import (
    Aloud,
    EventLine,
    Line,
    Message,
    RollLines,
    Tone,
    Words,
    first,
)

__all__ = [
    "Action",
    "Actions",
    "Adornment",
    "Aloud",
    "Approach",
    "Attack",
    "Battle",
    "Battles",
    "Breakdown",
    "Card",
    "Counter",
    "CounterNote",
    "Deck",
    "Defence",
    "EachTime",
    "EventLine",
    "Figure",
    "Figures",
    "Holding",
    "Honour",
    "Instrument",
    "Ladder",
    "LaidOpen",
    "Land",
    "Line",
    "Lying",
    "Measure",
    "Message",
    "Motion",
    "Move",
    "NamedDice",
    "Pad",
    "PadCard",
    "Piece",
    "Pieces",
    "PlaceSort",
    "Preview",
    "Rank",
    "RollLines",
    "Rung",
    "Shore",
    "Spot",
    "Summing",
    "Terrain",
    "Tone",
    "Troop",
    "Unplayed",
    "Words",
    "first",
]
