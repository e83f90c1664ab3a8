"""The events (EV-10 to EV-20): a file for each that has a ``HAPPENING``; nothing else lists it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.extension import Part
from companion.rules.discovery import files_with, parts_of
from companion.rules.variants.event_cards.deck import Happening, deck_of
from companion.rules.variants.event_cards.slice import Card

_FILES = tuple(files_with("HAPPENING", __name__, __path__))

HAPPENINGS: tuple[Happening, ...] = tuple(file.HAPPENING for file in _FILES)

DECK: Mapping[Card, int] = deck_of(HAPPENINGS)
"""EV-03: how many of each card there are in the box, 36 in all."""

PARTS: tuple[Part, ...] = (Part(cards=HAPPENINGS), *parts_of(_FILES))
