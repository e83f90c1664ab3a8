"""Imports go one way, the engine is pure, and the core names no module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from configparser import ConfigParser
from functools import cache
from pathlib import Path

from companion.rules import catalogue
from kivy_ui.registry import SCREENS
from tests.kit.each import each
from tools.architecture_picture import imports

ROOT = Path(__file__).parents[2]
COMPANION = ROOT / "companion"
SETUP = ConfigParser(delimiters=("=",))
SETUP.read(ROOT / "setup.cfg", encoding="utf-8")

INSTALLED = tuple(name.rstrip("*") for name in SETUP["options.packages.find"]["include"].split())
"""The packages that are on a Raspberry Pi to play with."""

IMPURE = {
    "asyncio", "datetime", "glob", "io", "locale", "logging", "multiprocessing", "os", "pathlib",
    "random", "secrets", "select", "shelve", "shutil", "signal", "socket", "sqlite3", "subprocess",
    "sys", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
"""Modules of clock, chance, files, machine and network."""

MAY_USE_COMPANION = {
    "engine": {"engine"},
    "rules": {"engine", "rules"},
    "history": {"engine", "history"},
    "app": {"engine", "rules", "history", "app", "profiles", ""},
    "presenters": {"engine", "rules", "history", "app", "presenters"},
}

PURE_STANDARD = {
    "__future__", "collections", "collections.abc", "dataclasses", "difflib", "enum", "functools", "hashlib",
    "heapq", "inspect", "itertools", "math", "operator", "types", "typing",
}  # fmt: skip


def sources(folder: Path) -> list[Path]:
    """The Python files of a folder."""
    return sorted(folder.rglob("*.py"))


@cache
def imported(path: Path) -> frozenset[str]:
    """Every module that a file imports, at any place in it."""
    return frozenset(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        else:
            assert node.level == 0, f"{path}: imports are written in full"
            assert node.module is not None
            yield node.module
            if node.module in ("companion", "companion.rules"):
                yield from (f"{node.module}.{name.name}" for name in node.names)


@cache
def literals(path: Path) -> frozenset[str]:
    """The strings that stand in a file's code."""
    return frozenset(
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


LAYERS = [path for layer in MAY_USE_COMPANION for path in sources(COMPANION / layer)]


@each(LAYERS)
def test_imports_between_layers_go_one_way(path: Path) -> None:
    layer = path.relative_to(COMPANION).parts[0]
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "companion":
            used = parts[1] if len(parts) > 1 else ""
            assert used in MAY_USE_COMPANION[layer] or not (COMPANION / used).exists(), (
                f"{layer} imports {name}"
            )


@each(sources(COMPANION))
def test_the_companion_imports_no_front_end_and_no_device(path: Path) -> None:
    for name in imported(path):
        assert name.split(".")[0] not in (
            "kivy_ui",
            "hardware",
            "calibration",
            "kivy",
            "gpiozero",
            "serial",
            "cv2",
        )


@each([path for package in INSTALLED for path in sources(ROOT / package)])
def test_what_is_installed_imports_neither_tests_nor_tools(path: Path) -> None:
    for name in imported(path):
        assert name.split(".")[0] not in ("tests", "tools"), f"{short(path)} imports {name}"


def test_what_is_installed_is_reached_from_where_longship_starts() -> None:
    """So what only developers run, to measure or to train, belongs to tests or tools; but how well the eye
    sees is measured where it is to see."""
    assert not {"tests", "tools"} & set(INSTALLED)
    modules = {_module(path): path for package in INSTALLED for path in sources(ROOT / package)}
    entries = "".join(SETUP["options.entry_points"].values())
    started = {"companion.__main__", "calibration.benchmark", *re.findall(r"= *([\w.]+):", entries)}
    started |= {screen.partition(":")[0] for screen in SCREENS.values()}
    # the catalogue finds modules by their folders
    started |= {name for name, path in modules.items() if path.is_relative_to(COMPANION / "rules")}
    # what runs on the panel's board is put there by "longship panel flash"
    started |= {name for name in modules if name.startswith("hardware.firmware.")}
    assert started <= set(modules)
    found: set[str] = set()
    new = set(_with_parents(started))
    while new:
        found |= new
        named = {name for module in new for name in _with_parents(_named(modules[module]))}
        new = (named & set(modules)) - found
    folders = {name for name, path in modules.items() if path.name == "__init__.py"}
    assert sorted(set(modules) - folders - found) == []


def test_each_command_has_a_file_of_its_own() -> None:
    found = SETUP["options.entry_points"]["longship.commands"]
    homes = re.findall(r"= *([\w.]+):", found)
    assert len(homes) == len(set(homes)) > 10


@each(sources(COMPANION / "engine"))
def test_the_engine_uses_the_standard_library_and_msgspec_only(path: Path) -> None:
    for name in imported(path):
        top = name.split(".")[0]
        assert name.startswith("companion.engine") or top == "msgspec" or name in PURE_STANDARD, name


@each(sources(COMPANION / "rules"))
def test_the_rules_know_no_clock_chance_or_machine(path: Path) -> None:
    for name in imported(path):
        assert name.split(".")[0] not in IMPURE, name
    if path.name not in ("catalogue.py", "discovery.py"):
        for name in imported(path):
            top = name.split(".")[0]
            allowed = top in ("companion", "msgspec") or name in PURE_STANDARD
            assert allowed, f"{name}: only the catalogue and the discovery read what the package holds"


@each(sources(COMPANION / "rules"))
def test_rules_of_a_module_know_no_other_but_what_they_require(path: Path) -> None:
    modules = catalogue.manifests()
    homes = {name: "companion.rules." + _package(name) for name in modules}
    own = next((name for name in modules if _inside(path, name)), None)
    if own is None:
        return
    ends = set(modules[own].bridges)
    between = {name for name, one in modules.items() if one.bridges and set(one.bridges) <= ends}
    may = {own, *modules[own].requires, *ends, *between}
    for name in imported(path):
        for other, home in homes.items():
            if name == home or name.startswith(home + "."):
                assert other in may, f"{own} imports {name}"
    if own == "base":
        assert not modules[own].requires


ADDED = [name for name in catalogue.manifests() if name != "base"]
"""What may be added to the base game, and need not be there."""


@each([*sources(COMPANION / "engine"), *sources(COMPANION / "history")])
def test_the_core_names_no_module(path: Path) -> None:
    """A new module must need no change here, so neither names nor ids of modules stand in the code."""
    text = path.read_text(encoding="utf-8")
    for name in ADDED:
        assert name not in text, f"{path.name} names {name}"
    for value in literals(path):
        assert not value.startswith(("base.", "ck.")), f"{path.name} names {value}"


OUTSIDE_RULES = [
    path
    for folder in ("kivy_ui", "hardware", "calibration", "companion")
    for path in sources(ROOT / folder)
    if not path.is_relative_to(COMPANION / "rules")
]


@each(OUTSIDE_RULES)
def test_no_module_is_named_outside_the_rules(path: Path) -> None:
    for value in literals(path):
        assert value not in ADDED, f"{path.name} names {value}"


def called(path: Path) -> set[str]:
    """The file with its classes and functions, each in small words: ``CardPadView`` is ``card_pad_view``."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = [path.stem, *(node.name for node in nodes if isinstance(node, kinds))]
    return {re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_") for name in names}


@each(OUTSIDE_RULES)
def test_nothing_outside_the_rules_is_called_after_a_module(path: Path) -> None:
    for name in called(path):
        for module in ADDED:
            assert f"_{module.removesuffix('s')}_" not in f"_{name.removesuffix('s')}_", name


GROUND = [COMPANION / "engine", COMPANION / "history", COMPANION / "rules" / "base"]


@each([path for folder in GROUND for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".toml")])
def test_core_and_base_game_cite_no_rule_of_another_module(path: Path) -> None:
    """What an expansion needs of them is a term, a point or a hook, and the expansion says what it is for."""
    others = {rule for name in ADDED for rule in catalogue.rules_of(name)}
    cited = set(re.findall(r"\b[A-Z][A-Z0-9]*-[A-Z]?[0-9]+\b", path.read_text(encoding="utf-8")))
    assert cited & others == set(), f"{path.name} cites rules of others"


@each(OUTSIDE_RULES)
def test_no_module_is_imported_outside_the_rules(path: Path) -> None:
    """What a module shows it contributes (``presentation`` parts), so a new one needs no change there. To
    what every game has there is one door, ``companion.rules.common``."""
    homes = ["companion.rules." + _package(name) for name in catalogue.manifests()]
    named = [name for name in imported(path) for home in homes if name == home or name.startswith(home + ".")]
    assert named == [], f"{path.name} imports {named}"


def test_every_module_is_found() -> None:
    assert set(catalogue.manifests()) >= {"base", "cities_knights"}


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _named(path: Path) -> Iterator[str]:
    """Every module that a file imports, and whatever it imports from one, which may be a module itself."""
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        else:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _with_parents(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        parts = name.split(".")
        yield from (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def _package(name: str) -> str:
    folder = Path(str(catalogue.folders()[name]))
    return ".".join(folder.relative_to(COMPANION / "rules").parts)


def _inside(path: Path, name: str) -> bool:
    return path.is_relative_to(Path(str(catalogue.folders()[name])))
