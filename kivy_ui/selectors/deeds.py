"""What can be done, as a table asks for it: a deed, and the short questions that tell one way from another.

A deed is a set of commands that differ in a few fields (whom, which knight, which dice). The questions are
made from those differences alone, so a new card or a new move needs none of its own here. Pieces that differ
in nothing that is tracked are one answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.app import narrate
from companion.app.i18n import _
from companion.engine.command import Command
from companion.engine.ids import Site
from companion.engine.table import Table
from companion.rules.base.slice import Base
from companion.rules.cities_knights.barbarians import CommitKnights
from companion.rules.cities_knights.queries import looks, part
from companion.rules.cities_knights.slice import Knight
from kivy_ui.views import PersonView


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that one tap does, or begins to ask about. ``lit`` when the rules allow at least one way."""

    name: str
    label: str
    icon: str
    commands: tuple[Command, ...]
    lit: bool = True
    detail: str = ""
    track: str = ""
    options: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer with what it leaves: a person, a knight, a die's face or plain words."""

    name: str
    label: str
    commands: tuple[Command, ...]
    icon: str = ""
    track: str = ""
    options: tuple[object, ...] = ()
    person: PersonView | None = None
    die: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A question about a deed, and its answers."""

    text: str
    answers: tuple[AnswerView, ...]


def ask(table: Table, commands: tuple[Command, ...]) -> ChoiceView | Command:
    """The next question that tells the commands apart, or the one command that is meant.

    Raises:
        ValueError: if there is no command at all.
    """
    if not commands:
        raise ValueError("no way to do it")
    for field in commands[0].__struct_fields__:
        groups: dict[Hashable, list[Command]] = {}
        first: dict[Hashable, Any] = {}
        for command in commands:
            value = getattr(command, field, None)
            key = _look(table, field, value)
            # of pieces that are all alike the first stands for the others
            if first.setdefault(key, value) == value:
                groups.setdefault(key, []).append(command)
        commands = tuple(command for group in groups.values() for command in group)
        if len(groups) > 1:
            answers = tuple(
                _answer(table, field, index, first[key], tuple(group))
                for index, (key, group) in enumerate(groups.items())
            )
            return ChoiceView(_question(field, commands[0]), answers)
    return commands[0]


def _look(table: Table, field: str, value: Any) -> Hashable:
    """What tells a value from another, as far as the table is tracked."""
    if isinstance(value, tuple):
        return tuple(sorted((_look(table, field, item) for item in value), key=repr))
    knight = part(table).knights.get(value) if field in ("knight", "knights", "victim") else None
    if knight is not None:
        return _knight_look(table, knight)
    if field == "city" and value is not None:
        return looks(table, value)
    if field in ("settlement", "site") and value in table.slice(Base).buildings:
        return value in part(table).lying
    if field == "site":
        return True
    hashable: Hashable = value
    return hashable


def _knight_look(table: Table, knight: Knight) -> Hashable:
    turn = table.core.turn
    return (
        knight.owner,
        knight.strength,
        knight.active,
        knight.activated == turn,
        knight.acted == turn,
        knight.promotions if knight.promoted == turn else 0,
    )


def _question(field: str, command: Command) -> str:
    texts = {
        "by": _("Who?"),
        "to": _("At which step is the ship?"),
        "victim": _("Whom?") if not hasattr(command, "removed") else _("Which knight gives way?"),
        "track": _("Which deck?"),
        "knight": _("Which knight?"),
        "knights": _("Which knights?"),
        "placed": _("Which knight comes for it?"),
        "removed": _("What becomes of the knight that gives way?"),
        "white": _("What does the white die show?"),
        "red": _("What does the red die show?"),
        "city": _("Which city?"),
        "settlement": _("Which settlement?"),
        "site": _("Which settlement?"),
    }
    return texts.get(field, field)


def _answer(table: Table, field: str, index: int, value: Any, commands: tuple[Command, ...]) -> AnswerView:
    name = f"answer_{field}_{index}"
    core = table.core
    if field in ("by", "victim") and value in core.ids:
        seat = core.ids.index(value)
        return AnswerView(
            f"answer_{field}_{seat}", core.players[seat].name, commands, person=person_at(table, seat)
        )
    knight = part(table).knights.get(value) if field in ("knight", "victim") else None
    if knight is not None:
        owner = core.ids.index(knight.owner)
        other = knight.owner != commands[0].by
        return AnswerView(
            name,
            knight_words(knight),
            commands,
            "knight",
            options=(knight.strength, knight.active),
            person=person_at(table, owner) if other else None,
        )
    if field == "knights":
        words = ", ".join(knight_words(part(table).knights[site]) for site in value) or _("None")
        return AnswerView(name, words, commands, "swords" if isinstance(commands[0], CommitKnights) else "up")
    if field == "track":
        return AnswerView(
            f"answer_{value.value}", narrate.term("track", value.value), commands, "card", value.value
        )
    if field in ("white", "red"):
        return AnswerView(f"answer_{field}_{value}", str(value), commands, die=(field, str(value)))
    if field == "placed":
        label = narrate.term("strength", value) if value else _("None")
        return AnswerView(
            f"answer_{field}_{value}",
            label,
            commands,
            "knight" if value else "cross",
            options=(value, False) if value else (),
        )
    if field == "removed":
        label = _("It has no place and leaves the board") if value else _("It goes to another place")
        return AnswerView(f"answer_{field}_{value}", label, commands, "cross" if value else "forward")
    if field in ("city", "settlement", "site"):
        return AnswerView(
            name, place_words(table, value), commands, "city" if field == "city" else "settlement"
        )
    return AnswerView(name, str(value), commands)


def place_words(table: Table, site: Site | None) -> str:
    """A nameless city or settlement by what tells it from others."""
    if site in part(table).lying:
        return _("The city on its side")
    if site in table.slice(Base).buildings and site is not None:
        wall, metropolis = looks(table, site)
        if metropolis:
            return _("Metropolis with a wall") if wall else _("Metropolis")
        if wall:
            return _("City with a wall")
        if table.slice(Base).buildings[site].kind.value == "city":
            return _("City without a wall")
    return _("A settlement")


def knight_words(knight: Knight) -> str:
    """A knight by strength and helmet."""
    strength = narrate.term("strength", knight.strength)
    return (_("{knight}, active") if knight.active else _("{knight}, inactive")).format(knight=strength)


def person_at(table: Table, seat: int) -> PersonView:
    """A player as a chip."""
    player = table.core.players[seat]
    return PersonView(seat, player.name, player.colour)


def narrowed(commands: Iterable[Command], kind: type[Command]) -> tuple[Command, ...]:
    """Those of the commands that are of one kind."""
    return tuple(command for command in commands if isinstance(command, kind))
