"""What names nothing that there is, or no sensible number, is refused, whatever else is right about it.

Every entry of simulated games is spoiled in one field at a time, before it is entered.
"""

from __future__ import annotations

import random
import types
import typing
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.decide import decide, options
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.verdict import Refused, Severity, Violation
from companion.rules import catalogue
from tests.kit.domains import STRANGER

CK = ("base", "cities_knights")
GAMES = (
    (("base",), 3, "L2"),
    (("base",), 4, "L3"),
    (("base", "event_cards", "fishermen", "harbourmaster"), 3, "L3"),
    (("base", "catan_for_two", "fishermen"), 2, "L3"),
    (CK, 3, "L1"),
    (CK, 3, "L2"),
    (CK, 4, "L3"),
    ((*CK, "event_cards", "friendly_robber"), 3, "L3"),
    ((*CK, "catan_for_two", "fishermen"), 2, "L3"),
    (("base", "rivers"), 3, "L3"),
    (("base", "caravans"), 4, "L3"),
    (("base", "caravans"), 3, "L1"),
    (("base", "catan_for_two", "barbarian_attack"), 2, "L3"),
    (("base", "barbarian_attack"), 3, "L1"),
    (("base", "catan_for_two", "traders_barbarians"), 2, "L2"),
    (("base", "traders_barbarians"), 3, "L1"),
    ((*CK, "traders_barbarians"), 3, "L3"),
    ((*CK, "rivers"), 3, "L1"),
)
NAMELESS = ("L1",)
"""Levels at which nobody tells places apart."""
ENTRIES = 260
SHARE = 0.4
"""How many positions are looked at, beside the entry made in each."""
WRONG_NUMBERS = (-1, -(10**12), 10**12)
FREE_TEXT = {"reason"}
"""What the table may write as it likes."""
LONG = "n" * 5000
"""A name that nobody wants to read."""
LONGEST_NAME = 40
GREATEST_NUMBER = 1000
LISTS_OF_PEOPLE = {"given", "lengths"}
"""Tables of numbers by player; the other ones are by card."""


def spoiled(command: Command) -> Iterator[tuple[str, Command]]:
    """The command with one field wrong, and the name of the field."""
    hints = typing.get_type_hints(type(command))
    for name in command.__struct_fields__:
        for value in wrong(name, hints[name], getattr(command, name)):
            yield name, msgspec.structs.replace(command, **{name: value})


def wrong(name: str, hint: Any, value: Any) -> Iterator[Any]:
    """Values of the right type that name nothing."""
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        hint = next(one for one in arguments if one is not type(None))
        arguments = typing.get_args(hint)
    if hint is PlayerId:
        yield from (STRANGER, PlayerId(LONG))
    elif hint is Site:
        yield from (Site("99N"), Site(LONG))
    elif hint is EdgeId:
        yield from (EdgeId("99E"), EdgeId(LONG))
    elif hint is HexId:
        yield from (HexId(99), HexId(-1), HexId(10**12))
    elif hint is int:
        yield from WRONG_NUMBERS
    elif hint is str and name not in FREE_TEXT:
        yield from ("gold", LONG)
    elif typing.get_origin(hint) in (dict, Mapping):
        yield from ({**(value or {}), **more} for more in wrong_items(name, arguments[1]))
        if value and arguments[1] is int:
            yield from ({**value, next(iter(value)): number} for number in WRONG_NUMBERS)
    elif typing.get_origin(hint) is tuple and value:
        for other in wrong(name, arguments[0], value[0]):
            yield (other, *value[1:])


def wrong_items(name: str, kind: Any) -> Iterator[dict[Any, Any]]:
    """Items for a table of cards, of people or of dice."""
    if name == "dice":
        yield from ({"red": 7}, {"red": 0}, {"green": 1}, {"event": "rain"})
        yield from ({"red": 10**12}, {LONG: 1}, {"event": LONG})
    elif name in LISTS_OF_PEOPLE:
        yield from ({STRANGER: 1}, {LONG: 1}, {STRANGER: 10**12})
    elif kind is str:
        yield from ({STRANGER: "ore"}, {STRANGER: "gold"}, {LONG: LONG})
    else:
        yield from ({"gold": 1}, {LONG: 1})
        yield from ({"ore": number} for number in WRONG_NUMBERS)


def unreadable(violations: Iterable[Violation]) -> Iterator[str]:
    """Numbers and names, in what the sentences are made of, that are too long for a sentence."""
    for one in violations:
        for name, value in one.params.items():
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, str) and len(part) > LONGEST_NAME:
                    yield f"{one.key}: {name} has {len(part)} characters"
                elif isinstance(part, int) and abs(part) > GREATEST_NUMBER:
                    yield f"{one.key}: {name} is {part}"


@pytest.mark.parametrize(("modules", "players", "level"), GAMES, ids=str)
def test_what_names_nothing_is_refused(modules: tuple[str, ...], players: int, level: str) -> None:
    seed = len("".join(modules)) + players
    game = Simulation(header(modules, players, seed, level), random.Random(seed), checked=False)
    chance = random.Random(seed)
    tried: Counter[str] = Counter()
    let_in: dict[str, str] = {}
    too_long: set[str] = set()
    codec = catalogue.codec()
    while not game.over and len(game.entries) < ENTRIES:
        before = game.state
        kinds: dict[type[Command], list[Command]] = {}
        for option in options(game.ruleset, game.state, game.actor()):
            kinds.setdefault(type(option), []).append(option)
        samples = [chance.choice(found) for found in kinds.values()] if chance.random() < SHARE else []
        entry = game.step()
        assert entry.command is not None
        for command in (entry.command, *samples):
            for name, other in spoiled(command):
                tag = f"{type(command).__struct_config__.tag} {name}"
                tried[tag] += 1
                verdict = decide(game.ruleset, before, codec.command(msgspec.json.encode(other)))
                if not isinstance(verdict, Refused):
                    if level in NAMELESS and name == "site":
                        continue
                    let_in.setdefault(tag, f"{other}")
                    continue
                too_long.update(unreadable(verdict.violations))
                if all(one.severity is Severity.SOFT for one in verdict.violations):
                    let_in.setdefault(tag, f"can be overruled: {other}")
    assert len(tried) > (8 if level in NAMELESS else 20)
    assert not let_in, "\n".join(let_in.values())
    assert not too_long, "\n".join(sorted(too_long))
