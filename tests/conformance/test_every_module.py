"""The same checks for every module that the catalogue finds."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from companion.app.narrate import texts
from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.engine.ruleset import Ruleset
from companion.engine.state import Slice
from companion.presenters import helping
from companion.presenters.helping import Topic
from companion.presenters.intents import Begin
from companion.rules import catalogue
from companion.rules.presentation.parts import Counter, Deck, Holding, Instrument, Ladder
from tests.kit.each import each

ANNA = PlayerId("anna")
MODULES = sorted(catalogue.manifests())
TABLE = (2, 6)
"""The smallest and the largest number of players that any module may name."""


def code(name: str) -> Iterator[ModuleType]:
    """All Python files of a module; not those of modules in folders below it."""
    folder = catalogue.folders()[name]
    package = catalogue._code(name).__name__.rsplit(".", 1)[0]
    for path in sorted(folder.rglob("*.py")):  # type: ignore[attr-defined]
        parts = path.relative_to(folder).with_suffix("").parts
        if parts[-1] != "__init__":
            yield importlib.import_module(".".join((package, *parts)))


def defined(name: str, kind: type) -> list[type]:
    """The classes of a kind that a module's code defines, those with a tag only where there is one."""
    found = []
    for module in code(name):
        for one in vars(module).values():
            if isinstance(one, type) and issubclass(one, kind) and one.__module__ == module.__name__:
                found.append(one)
    return found


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def parts(name: str) -> tuple[Part, ...]:
    return catalogue.module(name).parts


@each(MODULES)
def test_the_manifest_is_sensible(name: str) -> None:
    manifest = catalogue.manifests()[name]
    folder = catalogue.folders()[name]
    assert manifest.id == name == folder.name
    low, high = manifest.players
    assert TABLE[0] <= low <= high <= TABLE[1]
    assert manifest.title[:1].isupper()
    assert manifest.stage
    assert manifest.sources
    assert set(manifest.levels) <= set(Level)
    assert manifest.levels == tuple(sorted(manifest.levels))
    assert {*manifest.requires, *manifest.bridges} <= set(catalogue.manifests()) - {name}
    assert not set(manifest.requires) & set(manifest.conflicts)
    assert all(reason.endswith(".") for reason in manifest.conflicts.values())
    for option in manifest.options:
        assert option.rule in catalogue.rules()
        if option.choices:
            assert option.default in option.choices
        if option.range:
            assert isinstance(option.default, int)
            assert option.range[0] <= option.default <= option.range[1]


@each(MODULES)
def test_a_bridge_is_called_after_its_ends_and_lies_between_two_or_three(name: str) -> None:
    ends = catalogue.manifests()[name].bridges
    assert len(ends) in (0, 2, 3)
    assert ("__" in name) is bool(ends)
    if ends:
        assert sorted(name.split("__")) == sorted(ends)
        others = [one for one in catalogue.manifests().values() if set(one.bridges) == set(ends)]
        assert len(others) == 1
        low = max(catalogue.manifests()[end].players[0] for end in ends)
        high = min(catalogue.manifests()[end].players[1] for end in ends)
        assert catalogue.manifests()[name].players == (low, high)


@each(MODULES)
def test_an_option_is_called_alike_in_two_modules_only_if_it_is_the_same_question(name: str) -> None:
    for option in catalogue.manifests()[name].options:
        for other in catalogue.manifests().values():
            for twin in other.options:
                if other.id != name and twin.name == option.name:
                    assert type(twin.default) is type(option.default)
                    assert (twin.choices, twin.range) == (option.choices, option.range)


@each(MODULES)
def test_the_module_contributes_something_at_every_level_it_names(name: str) -> None:
    """A bridge may have nothing to add: it says that the two can be played together."""
    manifest = catalogue.manifests()[name]
    if manifest.bridges and not parts(name):
        return
    for level in manifest.levels or tuple(Level):
        aspects = Level(level).aspects
        assert any(part.needs <= aspects and not part.without & aspects for part in parts(name)), level


@each(MODULES)
def test_every_event_that_is_defined_can_be_read_again(name: str) -> None:
    listed = set(getattr(catalogue._code(name), "EVENTS", ()))
    tagged = {kind for kind in defined(name, Event) if "." in tag(kind)}
    assert tagged == {kind for kind in listed if kind.__module__.startswith(_package(name))}
    assert listed <= set(catalogue.codec().event_types)
    for kind in tagged:
        own = catalogue.manifests()[name]
        assert kind.module in (name, *own.bridges, *own.requires), kind  # type: ignore[attr-defined]


@each(MODULES)
def test_every_command_that_is_defined_has_an_owner_and_can_be_read_again(name: str) -> None:
    owned = {rule.command for part in parts(name) for rule in part.commands}
    tagged = {kind for kind in defined(name, Command) if "." in tag(kind)}
    assert tagged <= owned
    assert owned <= set(catalogue.codec().command_types)
    for kind in owned:
        assert tag(kind) in texts()


@each(MODULES)
def test_the_slice_is_the_modules_own(name: str) -> None:
    slices = [kind for kind in defined(name, Slice) if kind is not Slice]
    assert len(slices) <= 1
    assert bool(slices) is (catalogue.module(name).start is not None)
    for kind in slices:
        assert kind.module == name  # type: ignore[attr-defined]


@each(MODULES)
def test_all_rules_and_texts_are_there(name: str) -> None:
    folder = catalogue.folders()[name]
    assert bool(catalogue.read(folder / "rules.toml")) is not catalogue.manifests()[name].shared
    assert isinstance(catalogue.read(folder / "texts.toml"), dict)


@each(MODULES)
def test_what_is_open_ended_can_be_played_by_the_simulator(name: str) -> None:
    """A form that nobody lists must come from the real cards, so the module has its own ``Secrets``."""
    rules: list[CommandRule[Any]] = [rule for part in parts(name) for rule in part.commands]
    own = [rule for rule in rules if rule.too_many_forms and type(rule).__module__.startswith(_package(name))]
    if own and any(not _lists_some(rule) for rule in own):
        assert catalogue.secrets(name) is not None


def _lists_some(rule: CommandRule[Any]) -> bool:
    """Whether an open-ended command is offered in its usual forms all the same."""
    return type(rule).forms is not CommandRule.forms


def _package(name: str) -> str:
    return str(catalogue._code(name).__name__).rsplit(".", 1)[0] + "."


def touched(ruleset: Ruleset) -> Iterator[Topic]:
    """What a finger can rest on."""
    presented = ruleset.presented
    yield Topic(("points",))
    yield Topic(("dice",))
    yield from (Topic((gauge.name,)) for gauge in ruleset.gauges)
    yield from (Topic((counter.icon,), Begin(counter.more(ANNA))) for counter in presented(Counter))
    yield from (Topic((ladder.track,)) for ladder in presented(Ladder))
    yield from (Topic((deck.track,)) for deck in presented(Deck))
    yield from (Topic((holding.icon,)) for holding in presented(Holding))
    yield from (Topic((one.icon,)) for one in presented(Instrument))


@each([(name, level) for name in MODULES for level in ("L1", "L3")])
def test_help_has_rules_of_whatever_a_finger_can_rest_on(name: str, level: str) -> None:
    manifest = catalogue.manifests()[name]
    if not manifest.chosen or level not in manifest.levels:
        return
    ruleset = catalogue.ruleset(tuple(dict.fromkeys(("base", *manifest.requires, name))), level)
    for topic in touched(ruleset):
        assert helping.about(topic, ruleset) is not None, topic
