"""Find the modules, profiles, rule sentences and texts that are installed.

Manifests and texts are data and can be read without importing a module's code; the code is
imported when a game is assembled.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.assemble import assemble, unknown
from companion.engine.codec import Codec
from companion.engine.errors import AssemblyError, ModuleError
from companion.engine.extension import Module, Option
from companion.engine.ids import ModuleId, RuleId
from companion.engine.level import Level
from companion.engine.ruleset import Ruleset
from companion.rules.secrets import Secrets

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PACKAGES = (
    "companion.rules",
    "companion.rules.variants",
    "companion.rules.scenarios",
    "companion.rules.bridges",
)
"""Packages that hold modules, a folder each."""
GROUND = "base"
"""The module that everything else is added to."""


class OptionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option as its module's manifest states it. ``levels`` are those where it changes something."""

    name: str
    rule: str
    default: bool | int | str
    choices: tuple[bool | int | str, ...] = ()
    range: tuple[int, int] | None = None
    levels: tuple[str, ...] = ()


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a module says of itself: ``manifest.toml``.

    ``ids`` are what the ids of its rules begin with; a bridge has ids of its ends, or of combinations, a
    shared module those of whoever requires it. The ``usual`` modules make a game where none is named. Of a
    ``group`` a game has one module at most.
    """

    id: str
    title: str
    players: tuple[int, int]
    stage: str
    sources: tuple[str, ...]
    ids: tuple[str, ...] = ()
    usual: bool = False
    shared: bool = False
    group: str = ""
    levels: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    conflicts: dict[str, str] = {}
    bridges: tuple[str, ...] = ()
    options: tuple[OptionEntry, ...] = ()

    @property
    def chosen(self) -> bool:
        """Whether people choose it; bridges and what is shared come by themselves."""
        return not self.bridges and not self.shared


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of options."""

    title: str
    edition: str
    options: dict[str, bool | int | str] = {}


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of a module's ``rules.toml``: its sentence for players, where it comes from, how it stands.

    ``status`` is sourced (as the book says), inferred (where the books are silent), house, or todo
    (known, not judged yet). ``example`` is the rule once at work, as a player would tell it. ``about`` are
    the things of which help tells it: drawings, tracks, and terms such as ``card.smith``.
    """

    id: str
    text: str
    source: str
    status: str
    comment: str = ""
    example: str = ""
    about: tuple[str, ...] = ()


def files(package: str) -> Traversable:
    """The folder of a package."""
    # most who import the rules read none of their files, and importing this takes as long as a tenth of them
    from importlib import resources

    return resources.files(package)


@cache
def folders() -> Mapping[str, Traversable]:
    """The folder of each module, by module id: the folder is called as the module."""
    return {name: folder for name, (_package, folder) in _homes().items()}


@cache
def _homes() -> Mapping[str, tuple[str, Traversable]]:
    """The package and the folder of each module, by module id. No manifest is read for it: the first page
    needs the folders, for its signs, and nothing else of the modules."""
    return {
        folder.name: (f"{group}.{folder.name}", folder)
        for group in PACKAGES
        for folder in sorted(files(group).iterdir(), key=lambda entry: entry.name)
        if (folder / "manifest.toml").is_file()
    }


@cache
def manifests() -> Mapping[str, Manifest]:
    """All manifests by module id.

    Raises:
        ModuleError: if a module has another id than its folder's name.
    """
    found = {
        name: msgspec.convert(read(folder / "manifest.toml"), Manifest) for name, folder in folders().items()
    }
    for name, manifest in found.items():
        if manifest.id != name:
            raise ModuleError(f"{name}: its manifest calls it {manifest.id!r}")
    return found


@cache
def usual() -> tuple[str, ...]:
    """The modules of a new game until the table chooses others, and of a file of format 1 that names none.

    For the sake of these files they stay as they are.
    """
    return tuple(name for name, manifest in manifests().items() if manifest.usual)


@cache
def added() -> tuple[str, ...]:
    """The modules that people add to a game: neither the ground of all games nor what comes by itself."""
    return tuple(name for name, manifest in manifests().items() if name != GROUND and manifest.chosen)


@cache
def profiles() -> Mapping[str, Profile]:
    """All rule profiles by name."""
    place = files("companion.profiles")
    return {
        entry.name.removesuffix(".toml"): msgspec.convert(read(entry), Profile)
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }


@cache
def rules_of(name: str) -> Mapping[RuleId, Rule]:
    """The rules of a module by id."""
    entries = read(folders()[name] / "rules.toml")
    return {RuleId(rule): msgspec.convert({"id": rule, **entry}, Rule) for rule, entry in entries.items()}


@cache
def rules() -> Mapping[RuleId, Rule]:
    """All rules of all modules by id."""
    return {rule: entry for name in folders() for rule, entry in rules_of(name).items()}


@cache
def texts() -> Mapping[str, Mapping[str, str]]:
    """All texts of all modules by key: ``text``, or ``one`` and ``other``, with an optional ``short``."""
    found: dict[str, Mapping[str, str]] = {}
    for folder in folders().values():
        for key, entry in read(folder / "texts.toml").items():
            found[key] = {"text": entry} if isinstance(entry, str) else entry
    return found


@cache
def data(name: str, table: str) -> Mapping[str, Any]:
    """A table of facts of a module, such as its boards: ``data/TABLE.toml`` in the module's folder."""
    return read(folders()[name] / "data" / f"{table}.toml")


@cache
def module(name: str) -> Module:
    """A module with its code.

    Raises:
        ModuleError: if its events change the state of a module that it does not name.
    """
    manifest = manifests()[name]
    code = _code(name)
    own = (name, *manifest.requires, *manifest.bridges)
    for event in getattr(code, "EVENTS", ()):
        if event.module not in own:
            raise ModuleError(f"{name}: {event.__name__} says that its module is {event.module!r}")
    return Module(
        id=ModuleId(manifest.id),
        players=manifest.players,
        requires=tuple(ModuleId(other) for other in manifest.requires),
        conflicts={ModuleId(other): reason for other, reason in manifest.conflicts.items()},
        bridges=tuple(ModuleId(end) for end in manifest.bridges),
        shared=manifest.shared,
        group=manifest.group,
        levels=frozenset(manifest.levels),
        options=tuple(
            Option(option.name, RuleId(option.rule), option.default, _choices(option))
            for option in manifest.options
        ),
        parts=code.PARTS,
        start=getattr(code, "start", None),
        carry=getattr(code, "carry", None),
    )


def ruleset(
    modules: tuple[str, ...],
    level: str,
    options: Mapping[str, Any] | None = None,
    player_count: int | None = None,
) -> Ruleset:
    """The rules of a game.

    Raises:
        AssemblyError: with all problems of the combination.
    """
    if level not in set(Level):
        raise AssemblyError((unknown("level", level, Level),))
    available = {ModuleId(name): module(name) for name in completed(modules)}
    return assemble(available, modules, Level(level), options, player_count, folders())


def completed(modules: Iterable[str]) -> tuple[str, ...]:
    """Those of the modules that are installed, what they share, and the bridges between them."""
    known = manifests()
    wanted = [name for name in dict.fromkeys(modules) if name in known]
    for name in wanted:  # it grows on the way
        needed = [one for one in known[name].requires if one in known and known[one].shared]
        wanted += [one for one in needed if one not in wanted]
    bridges = [name for name, one in known.items() if one.bridges and set(one.bridges) <= set(wanted)]
    return tuple(dict.fromkeys((*wanted, *bridges)))


def profile_options(profile: str, modules: tuple[str, ...]) -> dict[str, bool | int | str]:
    """The options of a profile that the modules know.

    Raises:
        AssemblyError: if there is no such profile.
    """
    if profile not in profiles():
        raise AssemblyError((unknown("profile", profile, profiles()),))
    known = {option.name for name in modules if name in manifests() for option in manifests()[name].options}
    return {name: value for name, value in profiles()[profile].options.items() if name in known}


@cache
def codec(modules: tuple[str, ...] | None = None) -> Codec:
    """Reads the commands and events of a game's modules, or of every installed one."""
    names = tuple(folders()) if modules is None else completed(modules)
    commands = [rule.command for name in names for part in module(name).parts for rule in part.commands]
    events = [event for name in names for event in getattr(_code(name), "EVENTS", ())]
    return Codec(commands, events)


def secrets(name: str) -> type[Secrets] | None:
    """What a module hides in a simulated game; None if everything of it lies open."""
    if not (folders()[name] / "secrets.py").is_file():
        return None
    found: type[Secrets] = _code(name, "secrets").Secrets
    return found


def _code(name: str, file: str = "module") -> Any:
    return importlib.import_module(f"{_homes()[name][0]}.{file}")


def _choices(option: OptionEntry) -> tuple[bool | int | str, ...]:
    if option.range is not None:
        return tuple(range(option.range[0], option.range[1] + 1))
    if isinstance(option.default, bool):
        return (False, True)
    return option.choices


def read(file: Traversable) -> dict[str, Any]:
    """The tables of a module's data file."""
    import tomllib

    return tomllib.loads(file.read_text(encoding="utf-8"))
