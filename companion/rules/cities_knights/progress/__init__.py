"""The progress cards (PC-G01 to PC-Y06): a file for each, with all that the rules have to say of it.

A file that has a ``CARD`` is a card, and nothing else lists it. It may have ``PARTS``, what the card adds to
the game, and ``EVENTS``; without parts it is only held, and laid open.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from companion.engine.extension import Part
from companion.rules.cities_knights.cards import Card
from companion.rules.cities_knights.slice import Track
from companion.rules.discovery import events_of, files_with, parts_of


def _place(file: ModuleType) -> tuple[int, str]:
    card: Card = file.CARD
    return list(reversed(Track)).index(card.track), card.rule


_FILES = sorted(files_with("CARD", __name__, __path__), key=_place)

CARDS: Mapping[str, Card] = {file.CARD.name: file.CARD for file in _FILES}
"""The cards of the box by name, as the rules list them."""

PARTS: tuple[Part, ...] = (
    *(Part(cards=(file.CARD,)) for file in _FILES),
    *parts_of(_FILES),
)
"""What they add to the game. The cards lie in the box whatever is tracked."""

EVENTS = events_of(_FILES)
