"""Commands that are begun: their choices still open, until the rules or the table say which are meant."""

from __future__ import annotations

from companion.app import narrate
from companion.engine.command import Command, tag_of
from companion.engine.table import Table
from companion.presenters.intents import Begin, Enter, Intent, Open, OpenPanel, Take
from companion.rules.presentation import shown
from companion.rules.presentation.parts import Action


def is_blank(value: object) -> bool:
    """Whether a field that holds this is still open. A number never is: hex 0 is a hex."""
    return value is None or value is False or value in ("", ())


def goes_on(begun: Command, way: Command) -> bool:
    """Whether one command is the other with its open fields filled in."""
    if type(begun) is not type(way):
        return False
    fields = ((getattr(begun, name), getattr(way, name)) for name in begun.__struct_fields__)
    return all(is_blank(said) or said == filled for said, filled in fields)


def in_game(table: Table, action: Action) -> bool:
    """Whether the game has one of the commands that an action enters, if it enters any."""
    kinds = {type(command) for command in action.commands}
    kinds |= set() if action.begins is None else {type(action.begins)}
    kinds |= set() if action.takes is None else {action.takes}
    return not kinds or any(kind in table.ruleset.commands for kind in kinds)


def label(kind: type[Command]) -> str:
    """The word on a piece of the palette: of the command, or of all that share its place."""
    tag = tag_of(kind)
    group = f"palette.{tag}"
    return narrate.say(group, {}) if group in narrate.texts() else narrate.say(tag, {}, form="short")


def action_label(action: Action) -> str:
    """What an action is called: in words of its own, or as its command is."""
    if action.label:
        return narrate.say(action.label, action.params)
    if action.takes is not None:
        return label(action.takes)
    return label(type(action.begins or action.commands[0]))


def meant(seat: int, action: Action) -> Intent:
    """What a touch on an action of the player at a seat means."""
    if action.begins is not None:
        return Begin(action.begins)
    if action.takes is not None:
        return Take(seat, shown(action.takes).rank)
    if action.section:
        return OpenPanel(seat, action.section)
    if action.screen:
        return Open(action.screen, seat)
    return Enter(action.commands)
