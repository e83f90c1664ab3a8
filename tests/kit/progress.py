"""Tables on a board where somebody holds progress cards."""

from __future__ import annotations

from typing import Any

from companion.engine.command import Command
from companion.engine.decide import certainty
from companion.engine.verdict import Certainty
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, island
from tests.kit.tables import CITIES_KNIGHTS


def holding(cards: str, *, attacks: int = 1, **more: Any) -> Island:
    """A table of Cities & Knights, ``anna: science politics; ben: trade`` face down before these players.

    The barbarians have attacked once, so that the robber may move; ``more`` is for ``tests.kit.island``.
    """
    table = island(modules=CITIES_KNIGHTS, **more)
    table.given_ship(0, attacks)
    for line in cards.split(";"):
        who, _, colours = line.partition(":")
        table.given_cards(who.strip(), *(Track(colour) for colour in colours.split()))
    return table


def sure(table: Island, command: Command) -> Certainty:
    """How certain it is that a command is in order."""
    return certainty(table.session.ruleset, table.state, command)
