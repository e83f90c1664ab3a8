"""Commands and events to JSON and back, with everything checked that comes from outside."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union

import msgspec

from companion.engine import core
from companion.engine.command import Command
from companion.engine.errors import DecodeError, ModuleError
from companion.engine.event import Event


def encode(value: Command | Iterable[Event]) -> bytes:
    """JSON of a command or of events."""
    return msgspec.json.encode(value if isinstance(value, Command) else tuple(value))


class Codec:
    """Translates the commands and events of a set of modules. Decoding refuses what it does not know.

    Raises:
        ModuleError: if two of them have the same tag.
    """

    def __init__(self, commands: Iterable[type[Command]], events: Iterable[type[Event]]) -> None:
        self.command_types = tuple(dict.fromkeys(commands))
        self.event_types = tuple(dict.fromkeys((*core.EVENTS, *events)))
        _check_tags(self.command_types)
        _check_tags(self.event_types)
        command_type: Any = Union[self.command_types]
        event_type: Any = Union[self.event_types]
        self._commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(command_type)
        self._events: msgspec.json.Decoder[tuple[Event, ...]] = msgspec.json.Decoder(tuple[event_type, ...])

    def command(self, data: bytes | str) -> Command:
        """The command in JSON.

        Raises:
            DecodeError: if it is not a known command with the right fields.
        """
        try:
            return self._commands.decode(data)
        except msgspec.MsgspecError as error:
            raise DecodeError(str(error)) from error

    def events(self, data: bytes | str) -> tuple[Event, ...]:
        """The events in JSON.

        Raises:
            DecodeError: if one is not a known event with the right fields.
        """
        try:
            return self._events.decode(data)
        except msgspec.MsgspecError as error:
            raise DecodeError(str(error)) from error


def _check_tags(kinds: Iterable[type[Command] | type[Event]]) -> None:
    """Tags name commands and events in files, so that each belongs to one class."""
    owners: dict[str, type] = {}
    for kind in kinds:
        tag = str(kind.__struct_config__.tag)
        other = owners.setdefault(tag, kind)
        if other is not kind:
            first, second = (f"{one.__module__}.{one.__name__}" for one in (other, kind))
            raise ModuleError(f"{first} and {second} have the same tag, {tag!r}")
