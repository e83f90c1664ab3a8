"""The people who have played here, with their colours, in a small file of the data folder.

The file is for people to read and correct: ``people.json``, the one who played last first. Whatever of it
cannot be understood is left out, the file is kept beside under another name, and one sentence says so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

import msgspec

from companion.app import kept_file
from companion.app.i18n import _
from companion.app.ports import Notice
from companion.app.terminal import is_obeyed
from companion.engine.state import COLOURS
from companion.history.log import LONGEST_NAME

FILE = "people.json"
MOST_PEOPLE = 500


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays, as remembered: the name is who it is, the colour what they like to take."""

    name: str
    colour: str


class _File(msgspec.Struct, frozen=True):
    people: list[msgspec.Raw]
    version: int = 1


def clean_name(text: str) -> str:
    """A typed name as it is kept: one line, no invisible controls, single spaces, at most 200 characters.

    Emoji and right-to-left letters stay, with the marks that join them; overrides of the direction do not.
    """
    kept = "".join(
        " " if letter.isspace() else letter for letter in text if letter.isspace() or not is_obeyed(letter)
    )
    return " ".join(kept.split())[:LONGEST_NAME].rstrip()


def same_name(one: str, other: str) -> bool:
    """Whether two names are one for the table's ears: case and way of writing an accent do not count."""
    return sound(one) == sound(other)


def sound(name: str) -> str:
    """A name as the table's ears tell it from others."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def load(folder: Path) -> tuple[tuple[Person, ...], Notice | None]:
    """Everybody remembered, the latest first, and a sentence if the file is damaged. Never raises."""
    file = folder / FILE
    try:
        found = kept_file.read(file)
    except OSError as error:
        return (), Notice(
            _("The remembered players cannot be read from {file}: {reason}.").format(
                file=file, reason=error.strerror or error
            ),
            _("Names can be typed as usual. Allow reading the file to get them back."),
        )
    if found is None:
        return (), None
    data, all_of_it = found
    people, whole = understood(data)
    return people, None if whole and all_of_it else _set_aside(file, len(people))


def understood(data: bytes) -> tuple[tuple[Person, ...], bool]:
    """The people that can be read in a file, each name once, and whether that is all that was in it."""
    try:
        found = msgspec.json.decode(data, type=_File)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return (), False
    people: list[Person] = []
    whole = found.version == 1 and len(found.people) <= MOST_PEOPLE
    for raw in found.people[:MOST_PEOPLE]:
        try:
            person = msgspec.json.decode(raw, type=Person)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            whole = False
            continue
        right = person.name == clean_name(person.name) and person.name and person.colour in COLOURS
        if right and not any(same_name(person.name, other.name) for other in people):
            people.append(person)
        else:
            whole = False
    return tuple(people), whole


def _set_aside(file: Path, kept: int) -> Notice:
    """One sentence about what was set aside."""
    aside = kept_file.set_aside(file)
    remedy = (
        _("Those that could be read are still there; type the others again.")
        if kept
        else _("Type the names again; they are remembered from then on.")
    )
    return Notice(
        _("The list of remembered players is damaged and was set aside as {file}.").format(file=aside.name),
        remedy,
    )


def save(folder: Path, people: Iterable[Person]) -> Notice | None:
    """Write everybody; a power cut leaves the old file or the new one. A failure is one sentence."""
    file = folder / FILE
    tree = {"version": 1, "people": [{"name": person.name, "colour": person.colour} for person in people]}
    try:
        kept_file.write(file, msgspec.json.format(msgspec.json.encode(tree), indent=1) + b"\n")
    except OSError as error:
        return Notice(
            _("The players could not be remembered in {file}: {reason}.").format(
                file=file, reason=error.strerror or error
            ),
            _("The game goes on. Allow writing there, or free some space."),
        )
    return None


def seated(people: Iterable[Person], at_table: Iterable[Person]) -> tuple[Person, ...]:
    """Everybody after these sat down to play: they come first, in their order, with the colours they took."""
    now = tuple(at_table)
    rest = (person for person in people if not any(same_name(person.name, other.name) for other in now))
    return (*now, *rest)[:MOST_PEOPLE]
