"""Sentences for people: violations, questions, entries and events in the language in use.

The texts stand in the modules' ``texts.toml`` as whole English sentences; the key is their context
for gettext, so the same English words may be different ones elsewhere.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from companion.app.i18n import npgettext, pgettext
from companion.engine.command import Command, tag_of
from companion.engine.decision import Decision
from companion.engine.errors import AssemblyError, Problem
from companion.engine.event import Event
from companion.engine.state import Player
from companion.engine.verdict import Violation
from companion.history.log import Entry
from companion.rules import catalogue

PEOPLE = frozenset(
    {"by", "giver", "holder", "loser", "on_turn", "opponent", "owner", "partner", "player", "taker"}
    | {"victim", "who"}
)
"""Parameters that hold a player's id and are shown as the name; owners of pieces that nobody plays have a
term instead."""

CARDS = frozenset({"goods", "short", "known"})
"""Parameters that list kinds of cards, a kind as often as it is there."""


@cache
def texts() -> Mapping[str, Mapping[str, str]]:
    """All texts by key, those of the modules and those about putting a game together."""
    own = tomllib.loads((files("companion.app") / "texts.toml").read_text(encoding="utf-8"))
    forms = {key: {"text": text} if isinstance(text, str) else text for key, text in own.items()}
    return {**catalogue.texts(), **forms}


def say(key: str, params: Mapping[str, Any], players: Iterable[Player] = (), form: str = "text") -> str:
    """The text of a key, filled in. A key without a text is shown itself, so that nothing is hidden."""
    entry = texts().get(key)
    if entry is None:
        return key
    filled = {name: _shown(name, value, tuple(players)) for name, value in params.items()}
    if "one" in entry:
        template = npgettext(key, entry["one"], entry["other"], int(params.get("count", 1)))
    elif form in entry:
        context = key if form == "text" else f"{key}.{form}"
        template = pgettext(context, entry[form])
    else:
        template = pgettext(key, entry["text"])
    return template.format_map(_Blanks(filled))


def term(name: str, value: str | int) -> str:
    """A word of the game, such as the name of a card or a track."""
    return say(f"term.{name}.{value}", {})


def thing(name: str) -> str:
    """What a thing is called that a rule is about, as a heading; empty if it has no name."""
    for key in (f"thing.{name}", f"term.{name}"):
        if key in texts():
            words = say(key, {})
            return words[:1].upper() + words[1:]
    return ""


def violation_text(violation: Violation, players: Iterable[Player]) -> str:
    """Why not, in one sentence."""
    params = violation.params
    exact = "low" in params and params["low"] == params.get("high")
    return say(violation.key, params, players, form="exact" if exact else "text")


def since_text(entry: Entry, players: Iterable[Player]) -> str:
    """Which earlier entry made something impossible, in one sentence (B-56)."""
    what = "" if entry.command is None else command_text(entry.command, players)
    return say("evidence.since", {"entry": entry.entry, "what": what})


def reason_texts(
    violations: Iterable[Violation], since: Iterable[Entry | None], players: Sequence[Player]
) -> list[str]:
    """Why not: a sentence for each violation, and a second one where an earlier entry says the contrary."""
    return [
        violation_text(violation, players)
        if entry is None
        else f"{violation_text(violation, players)} {since_text(entry, players)}"
        for violation, entry in zip(violations, since, strict=True)
    ]


def decision_text(decision: Decision, players: Iterable[Player]) -> str:
    """The question, with the name of who has to answer."""
    return say(f"question.{decision.kind}", {"who": decision.who, **decision.params}, players)


def command_text(command: Command, players: Iterable[Player]) -> str:
    """What was entered, in a few words."""
    return say(tag_of(type(command)), _fields(command), players)


def command_short(command: Command, players: Iterable[Player] = ()) -> str:
    """What was entered, for a button: one or two words, without the name. Only with the ``players`` can it
    name others."""
    return say(tag_of(type(command)), _fields(command), players, form="short")


def entry_short(entry: Entry) -> str:
    """What an undo would take back, for a button: the command, or a correction."""
    return say("correction", {}) if entry.command is None else command_short(entry.command)


def event_text(event: Event, players: Iterable[Player]) -> str | None:
    """What happened, in one sentence; None for what people need not read."""
    key = _event_key(event)
    return say(key, _fields(event), players) if key in texts() else None


def result_text(event: Event, players: Iterable[Player]) -> str | None:
    """What an event means as a part of a roll: in fewer words, where there are any."""
    key = f"result.{tag_of(type(event))}"
    return say(key, _fields(event), players) if key in texts() else event_text(event, players)


def point_source(source: str) -> str:
    """What points are for."""
    return say(f"points.{source}", {})


def cards(bag: Mapping[str, int]) -> str:
    """Numbers of cards by kind."""
    return _mapping(bag, ())


def problem_texts(error: AssemblyError) -> tuple[str, ...]:
    """Why modules and options do not make a game, all reasons."""
    return tuple(_problem_text(problem) for problem in error.problems)


def _problem_text(problem: Problem) -> str:
    near = bool(problem.params.get("near")) and f"{problem.key}.near" in texts()
    return say(f"{problem.key}.near" if near else problem.key, problem.params)


def _event_key(event: Event) -> str:
    """The event's tag, with the variant that its fields call for."""
    return f"{tag_of(type(event))}.{event.variant}" if event.variant else tag_of(type(event))


def _fields(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of a command or event; those of a struct inside stand beside them."""
    fields: dict[str, Any] = {}
    for name in value.__struct_fields__:
        content = getattr(value, name)
        if isinstance(content, msgspec.Struct):
            fields.update({inner: getattr(content, inner) for inner in content.__struct_fields__})
        fields[name] = content
    return fields


def _shown(name: str, value: Any, players: tuple[Player, ...]) -> str:
    if isinstance(value, Mapping):
        return _mapping(value, players)
    if isinstance(value, tuple):
        if name in CARDS:
            counts = Counter(value)
            named = len(counts) == len(value) and name != "known"
            return _list(term("good", good) for good in value) if named else _mapping(counts, players)
        return _list(_shown(name.removesuffix("s"), item, players) for item in value)
    if name in PEOPLE:
        found = next((player.name for player in players if player.id == value), None)
        if found is not None:
            return found
        return term("owner", value) if f"term.owner.{value}" in texts() else str(value)
    kind = "module" if name == "other" else name
    if isinstance(value, (str, int)) and f"term.{kind}.{value}" in texts():
        return term(kind, value)
    return str(value)


def _mapping(value: Mapping[str, Any], players: tuple[Player, ...]) -> str:
    """Numbers of cards by kind, or what each player gets or gives: a number, or such cards."""
    names = {str(player.id): player.name for player in players}
    parts = []
    for key, content in value.items():
        if key in names:
            what = _mapping(content, players) if isinstance(content, Mapping) else str(content)
            parts.append(say("list.of-player", {"name": names[key], "what": what}))
        else:
            good = term("good", key) if f"term.good.{key}" in texts() else key
            parts.append(say("list.number", {"number": content, "what": good}))
    return _list(parts, "; " if any(isinstance(content, Mapping) for content in value.values()) else ", ")


def _list(parts: Iterable[str], between: str = ", ") -> str:
    return between.join(parts) or say("list.nothing", {})


class _Blanks(dict[str, str]):
    """A parameter that a text names and nobody gave is shown as its name."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"
