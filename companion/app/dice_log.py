"""What the dice camera read, what the table said it was, and how often both were the same.

One line for each roll, in a small file in the data folder. A line with the id of an earlier one takes its
place. What cannot be understood is left out, and the file is never an obstacle: a failure is one sentence.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from companion.app.dice import COLOURS, DICE
from companion.app.i18n import _
from companion.app.kept_file import LARGEST_BYTES, read, write
from companion.app.ports import Notice

NAME = "dice_log.jsonl"
PICTURES = "dice_pictures"
KEPT_LINES = 2000
"""How many of the latest rolls are kept when the file has grown too large: about 25 evenings."""

Pips = Annotated[int, msgspec.Meta(ge=1, le=6)]
Outcome = Literal["taken", "corrected", "unsure", "let_go"]


class Faces(msgspec.Struct, frozen=True, omit_defaults=True):
    """Three dice, as far as they are known."""

    red: Pips | None = None
    white: Pips | None = None
    event: Literal["ship", "trade", "politics", "science"] | None = None


class Throw(msgspec.Struct, frozen=True, omit_defaults=True):
    """One roll that the camera saw: ``read`` by the camera, ``entered`` by the table in the end.

    ``id`` is the moment in milliseconds since 1970. ``outcome`` is how it went: taken as it was read,
    corrected, unsure (then the table entered it), or let go (then nothing is known of it).
    """

    id: int
    outcome: Outcome
    read: Faces = Faces()
    entered: Faces = Faces()
    reason: str = ""
    picture: str = ""


class Tally(msgspec.Struct, frozen=True):
    """How often the camera was right: ``dice`` has for each die how often it was, of how many readings."""

    throws: int = 0
    right: int = 0
    wrong: int = 0
    unsure: int = 0
    let_go: int = 0
    dice: tuple[tuple[str, int, int], ...] = ()


def faces(dice: dict[str, str]) -> Faces:
    """Dice by name, as the table has them, in the shape of the log."""
    red, white = dice.get("red"), dice.get("white")
    return msgspec.convert(
        {
            "red": int(red) if red else None,
            "white": int(white) if white else None,
            "event": dice.get("event"),
        },
        Faces,
    )


def tally(throws: Iterable[Throw]) -> Tally:
    """How often whole rolls and each die were read right."""
    found = list(throws)
    known = [throw for throw in found if throw.entered != Faces()]
    per_die = []
    for die in DICE:
        pairs = [(getattr(throw.read, die), getattr(throw.entered, die)) for throw in known]
        both = [one == other for one, other in pairs if one is not None and other is not None]
        per_die.append((die, sum(both), len(both)))
    count = Counter(throw.outcome for throw in found)
    return Tally(
        len(found), count["taken"], count["corrected"], count["unsure"], count["let_go"], tuple(per_die)
    )


class DiceLog:
    """The file, read when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._throws: dict[int, Throw] | None = None
        self.damaged = 0
        """Lines that could not be understood."""
        self._torn = False
        """Whether the power went while the last line was written."""

    @property
    def throws(self) -> tuple[Throw, ...]:
        """All rolls, the earliest first."""
        return tuple(self._read().values())

    def _read(self) -> dict[int, Throw]:
        if self._throws is None:
            self._throws = {}
            try:
                found = read(self.folder / NAME)
            except OSError:
                found = None
            text = found[0] if found is not None else b""
            self._torn = bool(text) and not text.endswith(b"\n")
            for line in text.splitlines():
                try:
                    throw = msgspec.json.decode(line, type=Throw)
                except (ValueError, RecursionError):
                    self.damaged += 1
                else:
                    self._throws[throw.id] = throw
        return self._throws

    def note(self, throw: Throw) -> Notice | None:
        """Write a roll down, or what became of it after all."""
        throws = self._read()
        throws[throw.id] = throw
        file = self.folder / NAME
        line = b"\n" * self._torn + msgspec.json.encode(throw) + b"\n"
        try:
            if file.exists() and file.stat().st_size + len(line) > LARGEST_BYTES:
                self._throws = dict(list(throws.items())[-KEPT_LINES:])
                write(file, b"".join(msgspec.json.encode(one) + b"\n" for one in self._throws.values()))
                return None
            self.folder.mkdir(parents=True, exist_ok=True)
            with file.open("ab") as stream:
                stream.write(line)
            self._torn = False
        except OSError as error:
            return Notice(
                _("The dice log could not be written: {reason}.").format(reason=error.strerror or error)
            )
        return None

    def keep_picture(self, throw: Throw, picture: bytes) -> Notice | None:
        """Keep the picture of a roll with what it showed, as a test case."""
        name = f"{throw.id}.jpg"
        entered = msgspec.to_builtins(throw.entered)
        if "event" in entered:
            entered["event"] = COLOURS[entered["event"]]
        label = {"file": name, **entered, "reason": throw.reason}
        try:
            write(self.folder / PICTURES / name, picture)
            with (self.folder / PICTURES / "labels.jsonl").open("ab") as stream:
                stream.write(msgspec.json.encode(label) + b"\n")
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            return Notice(
                _("The picture could not be saved: {reason}.").format(reason=error.strerror or error)
            )
        return self.note(msgspec.structs.replace(throw, picture=name))
