"""What a module says of commands, their answers, facts and events for the screens alone:
``presentation.toml`` beside its texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from companion.engine.command import Command, tag_of
from companion.engine.ids import EdgeId, HexId, PlaceOf, PlayerId, Site
from companion.rules import catalogue
from companion.rules.presentation.parts.told import Tone

Sort = Literal["corner", "edge", "hex", "player", "bag", ""]
"""What the values of a field are: places, players, numbers of cards by kind, or anything else."""

_SORTS: Mapping[Any, Sort] = {Site: "corner", EdgeId: "edge", HexId: "hex", PlayerId: "player"}


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of a command that is filled in as a form, because it has more values than can be offered.

    ``holder`` says whose cards they are: "by", "bank", "opponent" (in a game of two), or the field that names
    the player. ``unseen`` is the field that counts the cards that the table did not see. ``kind`` is that of
    the goods, ``goods`` the parameter of the question that lists them, ``count`` the one that says how many
    are asked for. ``lots`` is the term with the number of cards that are given at once. With ``stock`` the
    numbers say how many there are, so that none is a number too. ``good`` is the field with the kind of card
    that each player gives, ``values`` are the numbers that stand on what is given. ``fact`` is the fact that
    a number begins with. The row is seen ``when`` another field is filled in, or ``unless`` it is.
    """

    field: str
    holder: str = ""
    unseen: str = ""
    kind: str = ""
    goods: str = ""
    count: str = ""
    lots: str = ""
    stock: bool = False
    good: str = ""
    values: tuple[int, ...] = ()
    fact: str = ""
    when: str = ""
    unless: str = ""


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a kind of command is shown.

    ``rank`` is its place among the pieces that a player can take, 0 for none; kinds with the same rank share
    one place there, with the drawing ``shared`` of the first of them. ``fields`` are the fields asked first,
    in order. ``one_by_one`` marks a tuple of places of which each may be entered alone. ``form`` are the
    fields that are filled in on a form, and ``commits`` is the one of them whose last card enters it.
    ``cards`` are fields with a kind of card, ``hidden`` the one of them that the table need not have seen,
    and ``other`` the field with the player to whom that card went, or from whom it came.
    ``wanted`` names a value without which there is no such piece in a game, such as the size of a deck.
    ``builds`` marks what is bought for cards, which a filter of the log lists. ``panel`` is the section of a
    player's panel where it is chosen among others, so that a question need not list them. What is ``obvious``
    is open after every roll: to name it helps nobody who wanted something else.
    """

    icon: str = ""
    rank: int = 0
    shared: str = ""
    fields: tuple[str, ...] = ()
    one_by_one: bool = False
    form: tuple[Row, ...] = ()
    commits: str = ""
    cards: tuple[str, ...] = ()
    hidden: str = ""
    other: str = ""
    wanted: str = ""
    builds: bool = False
    panel: str = ""
    obvious: bool = False


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a fact or an answer is drawn: its icon, with a knight's strength and helmet, or a track's colour.

    ``owner`` is whose piece it is, if not that of the player who is asked for.
    """

    icon: str
    owner: str = ""
    strength: int = 0
    active: bool = False
    track: str = ""


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an event is told in the result of a roll: its drawing and tone."""

    icon: str
    tone: Tone = "plain"


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a kind of question is shown.

    With an ``icon`` the way to it stands in the bar before the turn is over whose end will ask it, in the
    words ``ends.<kind>``. A question that several are asked ``together`` is put once, to all of them beside
    the board: the tag of the command by which each of them answers as often as he will. ``done`` is that by
    which any of them says that it is enough.
    """

    icon: str = ""
    together: str = ""
    done: str = ""


FACT = "fact."
EVENT = "event."
ANSWER = "answer."
QUESTION = "question."
"""Before the name of a fact, the tag of an event, what an answer says, and the kind of a question; all other
entries are commands."""


@cache
def _entries() -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for folder in catalogue.folders().values():
        file = folder / "presentation.toml"
        if file.is_file():
            found |= catalogue.read(file)
    return found


@cache
def presentation() -> Mapping[str, Mapping[str, Any]]:
    """What all modules say of their commands: by a tag, or by how the tags of several begin and a ``*``."""
    others = (FACT, EVENT, ANSWER, QUESTION)
    return {tag: entry for tag, entry in _entries().items() if not tag.startswith(others)}


def is_for(entry: str, tag: str) -> bool:
    """Whether an entry of :func:`presentation` is about the command of this tag."""
    return tag.startswith(entry[:-1]) if entry.endswith("*") else tag == entry


@cache
def drawings() -> Mapping[str, Drawn]:
    """What all modules say of their facts, by name."""
    return _drawn(FACT)


@cache
def answer_drawings() -> Mapping[str, Drawn]:
    """What all modules say of answers, by the keys for which :func:`answer_drawing` looks."""
    return _drawn(ANSWER)


def _drawn(prefix: str) -> Mapping[str, Drawn]:
    entries = _entries().items()
    return {
        tag.removeprefix(prefix): msgspec.convert(entry, Drawn)
        for tag, entry in entries
        if tag.startswith(prefix)
    }


@cache
def told() -> Mapping[str, Told]:
    """The events that the result of a roll tells, by tag."""
    return {
        tag.removeprefix(EVENT): msgspec.convert(entry, Told)
        for tag, entry in _entries().items()
        if tag.startswith(EVENT)
    }


@cache
def questions_shown() -> Mapping[str, Question]:
    """What all modules say of their questions, by kind."""
    return {
        tag.removeprefix(QUESTION): msgspec.convert(entry, Question)
        for tag, entry in _entries().items()
        if tag.startswith(QUESTION)
    }


@cache
def shown(kind: type[Command]) -> Shown:
    """How a kind of command is shown; what is said of it alone adds to what is said of several."""
    found: dict[str, Any] = {}
    for entry in sorted(presentation(), key=lambda entry: not entry.endswith("*")):
        if is_for(entry, tag_of(kind)):
            found |= presentation()[entry]
    return msgspec.convert(found, Shown)


def answer_drawing(kind: type[Command], field: str, value: object) -> Drawn | None:
    """How it is drawn that a field of a command has a value: by the field of this command, by the value of
    any field of that name, or by the name of the field alone."""
    found = answer_drawings()
    keys = (f"{tag_of(kind)}.{field}", f"{field}.{word(value)}", field)
    return next((found[key] for key in keys if key in found), None)


def word(value: object) -> str:
    """A value as it stands in the keys of texts and drawings."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@cache
def fields(kind: type[Command]) -> tuple[str, ...]:
    """The fields of a command in the order in which they are asked."""
    first = shown(kind).fields
    return (*first, *(name for name in kind.__struct_fields__ if name not in first))


@cache
def required(kind: type[Command]) -> tuple[str, ...]:
    """The fields that a command has to name, whoever enters it included."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.required)


@cache
def hints(kind: type[Command]) -> Mapping[str, Any]:
    """The types of a command's fields."""
    return get_type_hints(kind, include_extras=True)


@cache
def sort_of(kind: type[Command], field: str) -> tuple[Sort, bool]:
    """What a field's values are, and whether it holds several of them.

    Where a figure stands is a corner, unless the game has it stand elsewhere (``figure_of``).
    """
    hint = _without_none(hints(kind)[field])
    if get_origin(hint) is tuple:
        sort = _SORTS.get(_plain(get_args(hint)[0]), "")
        return sort, bool(sort)
    if get_origin(hint) in (dict, Mapping) and get_args(hint) == (str, int):
        return "bag", True
    return _SORTS.get(_plain(hint), ""), False


@cache
def figure_of(kind: type[Command], field: str) -> str:
    """Whose places a field names, by the drawing of the figure that stands there; none if it may be any."""
    hint = _without_none(hints(kind)[field])
    one = get_args(hint)[0] if get_origin(hint) is tuple else hint
    marks = get_args(one)[1:] if get_origin(one) is Annotated else ()
    return next((mark.figure for mark in marks if isinstance(mark, PlaceOf)), "")


def _plain(hint: Any) -> Any:
    """A type without what is noted beside it."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


@cache
def may_be_none(kind: type[Command], field: str) -> bool:
    """Whether the command may leave the field out."""
    return NoneType in get_args(hints(kind)[field])


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        (hint,) = [one for one in get_args(hint) if one is not NoneType]
    return hint
