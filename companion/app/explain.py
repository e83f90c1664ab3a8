"""What each module of a combination adds to the game or changes in it, point by point."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

import msgspec

from companion.engine.command import tag_of
from companion.engine.extension import Module, Part, Stage, parts_in_play
from companion.engine.ids import RuleId
from companion.engine.ruleset import Ruleset
from companion.rules import catalogue

RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]{0,2}-[A-Z]?\d+\b")
"""A rule's id in a docstring: B-22, CK-93, PC-G01."""


class Contribution(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a module does through an extension point.

    ``effect`` is "adds" or "replaces", for a value also "changes" and "limits", for what another module has
    "removes"; ``rules`` are the ids that its code cites.
    """

    module: str
    point: str
    name: str
    effect: str
    rules: tuple[str, ...] = ()


EFFECTS: Mapping[Stage, str] = {
    Stage.BASE: "adds",
    Stage.REPLACE: "replaces",
    Stage.TRANSFORM: "changes",
    Stage.ADD: "changes",
    Stage.LIMIT: "limits",
}


def cited(*things: object) -> tuple[RuleId, ...]:
    """The rule ids in the docstrings of functions and classes, in order, each once."""
    known = catalogue.rules()
    found = (name for thing in things for name in RULE_ID.findall(getattr(thing, "__doc__", None) or ""))
    return tuple(RuleId(name) for name in dict.fromkeys(found) if name in known)


def contributions(ruleset: Ruleset) -> Iterator[Contribution]:
    """What every module of a game contributes at its level, in the order of the modules.

    Rules of modules that are not in the game are not named. A module that needs no code, such as a bridge
    between two that fit together as they are, still adds its rules.
    """
    in_play = {rule for name in ruleset.module_ids for rule in catalogue.rules_of(name)}
    for module in ruleset.modules:
        found = list(_of_module(module, ruleset)) or [
            Contribution(module.id, "rules", str(rule), "adds", (rule,))
            for rule in catalogue.rules_of(module.id)
        ]
        for one in found:
            yield msgspec.structs.replace(one, rules=tuple(rule for rule in one.rules if rule in in_play))


def _of_module(module: Module, ruleset: Ruleset) -> Iterator[Contribution]:
    for whose, part in parts_in_play(ruleset.modules, ruleset.level.aspects):
        if whose is module:
            yield from _of_part(module, part, ruleset)
    for option in module.options:
        value = f"{option.name} = {ruleset.options[option.name]}"
        yield Contribution(module.id, "options", value, "adds", (option.rule,))


def _of_part(module: Module, part: Part, ruleset: Ruleset) -> Iterator[Contribution]:
    for point in (field.name for field in fields(part) if field.name not in ("needs", "without", "name")):
        for item in getattr(part, point):
            if point == "commands" and item.command not in ruleset.commands:
                continue  # another module withdraws it
            yield _contribution(module, point, item)


def _contribution(module: Module, point: str, item: Any) -> Contribution:
    effect, name, sources = "adds", getattr(item, "name", ""), _code(item)
    if point == "terms":
        effect, name = EFFECTS[item.stage], item.value
    elif point == "commands":
        name, sources = tag_of(item.command), [type(item), item.command]
    elif point == "withdraws":
        effect, name = "removes", item if isinstance(item, str) else tag_of(item)
    elif point in ("reactions", "cues"):
        name = tag_of(item.event)
    elif point == "presentation":
        name = name or type(item).__name__.lower()
    elif point == "points":
        return Contribution(module.id, point, item.id, effect, (item.rule,))
    elif getattr(item, "replaces", None):
        effect = "replaces"
    return Contribution(module.id, point, name, effect, cited(*sources))


def _code(item: Any) -> Iterable[object]:
    """The functions and objects that an item of an extension point is made of."""
    values = [getattr(item, name) for name in getattr(item, "__struct_fields__", ())]
    return [value for value in values if callable(value) and not isinstance(value, type)]
