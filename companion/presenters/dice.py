"""The dice of a game as screens show them: faces are words, and their order is the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.app.dice import DICE
from companion.engine.ruleset import Ruleset
from companion.engine.state import Face


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """The dice, red first as it decides about cards; those that modules add come last."""
    return tuple(sorted(names, key=lambda name: DICE.index(name) if name in DICE else len(DICE)))


def faces(ruleset: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """What each die of the game can show."""
    return {die.name: tuple(str(face) for face in die.faces) for die in ruleset.dice}


def as_shown(dice: Mapping[str, Face]) -> tuple[tuple[str, str], ...]:
    """Dice as they lie, in (row, face) pairs."""
    return tuple((name, str(dice[name])) for name in in_order(dice))


def as_entered(dice: Mapping[str, str]) -> dict[str, Face]:
    """What a roll says of dice that are shown."""
    return {name: int(face) if face.isdigit() else face for name, face in dice.items()}
