"""The host's side of the lines between Longship and its panel; docs/panel.md describes them."""

from __future__ import annotations

import binascii
import re

import msgspec

PROTOCOL = 1
FIRMWARE = (1, 0)
"""The firmware beside this; one with the same protocol and a lower number works, but should be renewed."""

LIGHTS = 13
"""Seven of the ship, then six of the seats."""
BUTTONS = ("1", "2", "3", "4", "5", "6", "undo", "mute")
"""Those of the seats, and two for all."""

LONGEST_LINE = 160
_TEXT = re.compile(rb"[0-9A-F]{2}( [!-~]+)+")


class Message(msgspec.Struct, frozen=True):
    """One line: its number (0 to 255, counting on), what it says, and what about."""

    number: int
    verb: str
    words: tuple[str, ...] = ()


def checksum(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, from 0xFFFF on."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(message: Message) -> bytes:
    """The line of a message, with its marks and its checksum."""
    text = " ".join((f"{message.number % 256:02X}", message.verb, *message.words)).encode("ascii")
    return b"!%s %04X\n" % (text, checksum(text))


def decode(body: bytes) -> Message | None:
    """The message that stood between the marks, or None where that is none."""
    text, _space, found = body.rpartition(b" ")
    if not _TEXT.fullmatch(text) or found != b"%04X" % checksum(text):
        return None
    number, verb, *words = text.decode("ascii").split(" ")
    return Message(int(number, 16), verb, tuple(words))


class Reader:
    """Finds the messages in what comes, however it is cut. ``garbage`` counts the bytes that were in none."""

    def __init__(self) -> None:
        self.garbage = 0
        self.last = b""
        """The end of what came, for whoever wonders what it is."""
        self._rest = b""

    def read(self, data: bytes) -> list[Message]:
        """The messages that have become whole. A line begins with its mark, whatever stood before."""
        self.last = (self.last + data)[-LONGEST_LINE:]
        *lines, rest = (self._rest + data).split(b"\n")
        found = []
        for line in lines:
            before, _mark, body = line.rpartition(b"!")
            message = decode(body.removesuffix(b"\r")) if len(body) <= LONGEST_LINE else None
            if message is None:
                self.garbage += len(line) + 1
            else:
                self.garbage += len(before)
                found.append(message)
        if len(rest) > 2 * LONGEST_LINE:
            self.garbage += len(rest) - LONGEST_LINE
            rest = rest[-LONGEST_LINE:]
        self._rest = rest
        return found
