"""Every key that code uses has its text with the right blanks, and no text is left over."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.app.narrate import texts
from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.level import Level
from companion.rules import catalogue
from companion.rules.base.board import ANY_GOOD, PRODUCES, TERRAINS
from companion.rules.base.development import DECK
from companion.rules.base.slice import Award, BuildingKind
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.slice import SHIP_FACE, Track
from companion.rules.variants.event_cards.happenings import DECK as EVENT_CARDS
from tests.kit.each import each

ROOT = Path(__file__).parents[2]
CODE = sorted(
    path for folder in ("engine", "history", "rules") for path in (ROOT / "companion" / folder).rglob("*.py")
)
SHOWN = sorted(
    path
    for folder in ("companion/app", "companion/presenters", "kivy_ui")
    for path in (ROOT / folder).rglob("*.py")
)

BLANK = re.compile(r"{(\w+)}")


def blanks(entry: Mapping[str, str]) -> set[str]:
    """The names that a text's forms fill in."""
    return {name for form in entry.values() for name in BLANK.findall(form)}


def text_of(node: ast.expr) -> str | None:
    """A constant string, with * for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "*" for part in node.values)  # type: ignore[misc]
    return None


def calls(*names: str) -> Iterator[tuple[Path, ast.Call]]:
    """All calls of functions or methods of these names."""
    for path in CODE:
        for name, call in _calls(path):
            if name in names:
                yield path, call


@cache
def _calls(path: Path) -> list[tuple[str, ast.Call]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", ""), call)
        for call in found
    ]


def violations() -> dict[str, set[str]]:
    """The key of every violation and problem, with the parameters given in every place it is made."""
    found: dict[str, set[str]] = {}
    for path, call in calls("soft", "hard", "impossible"):
        argument = call.args[1]
        choices = [argument]
        if isinstance(argument, ast.Name):
            choices = list(_assigned(path, argument.id))
        for choice in choices:
            key = text_of(choice)
            assert key is not None, f"{path}: a key that this test cannot read: {ast.unparse(call)}"
            given = {keyword.arg for keyword in call.keywords if keyword.arg}
            for real in _filled(key):
                found[real] = found.get(real, given) & given
    return found


def _assigned(path: Path, name: str) -> Iterator[ast.expr]:
    """What a local name can stand for, both branches of a conditional."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == name for t in node.targets
        ):
            value = node.value
            yield from (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)


def _filled(key: str) -> list[str]:
    """The keys that a pattern stands for; it must stand for one at least."""
    if "*" not in key:
        return [key]
    found = [name for name in texts() if re.fullmatch(key.replace(".", r"\.").replace("*", r"\w+"), name)]
    assert found, f"no text fits {key}"
    return found


def problems() -> dict[str, set[str]]:
    """The key of every problem of putting a game together, with its parameters (* where one is computed)."""
    found: dict[str, set[str]] = {}
    for _, call in calls("Problem"):
        pattern = text_of(call.args[0])
        assert pattern is not None
        assert isinstance(call.args[1], ast.Dict)
        given = {text_of(node) or "*" for node in call.args[1].keys if node is not None}
        for key in _filled(pattern):
            found[key] = found.get(key, given) & given
    return found


def questions() -> dict[str, set[str]]:
    """The key of every question, with its parameters."""
    found = {}
    for _, call in calls("ask"):
        kind = text_of(call.args[0])
        if kind is not None:
            found[f"question.{kind}"] = {"who"} | {keyword.arg for keyword in call.keywords if keyword.arg}
    return found


def named(value: object) -> str:
    """The name of a case, the same in every process whatever the order of a set."""
    return str(sorted(value) if isinstance(value, set) else value)[:40]


def commands() -> list[type[Command]]:
    return list(catalogue.codec().command_types)


def events() -> list[type[Event]]:
    return list(catalogue.codec().event_types)


def tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def fields(kind: type) -> set[str]:
    """The fields that a text can fill in, those of a knight among them."""
    found = set()
    for field in msgspec.structs.fields(kind):
        found.add(field.name)
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            found.update(inner.name for inner in msgspec.structs.fields(field.type))
    return found


def variants(kind: type[Event]) -> set[str]:
    """The keys by which an event is told."""
    own = tag(kind)
    return {key for key in texts() if key == own or key.startswith(f"{own}.")}


@each(lambda: sorted(violations().items()))
def test_every_violation_has_its_sentence(key: str, given: set[str]) -> None:
    assert key in texts()
    assert blanks(texts()[key]) <= given, "a blank that nothing fills"
    if "one" in texts()[key]:
        assert "count" in given, "plural forms go by the count"


@each(lambda: sorted(questions().items()))
def test_every_question_has_its_sentence(key: str, given: set[str]) -> None:
    assert key in texts()
    assert blanks(texts()[key]) <= given


@each(lambda: sorted(problems().items()))
def test_every_problem_has_its_sentence(key: str, given: set[str]) -> None:
    for form in (key, f"{key}.near"):
        if form == key or form in texts():
            assert blanks(texts()[form]) <= given or "*" in given


@each(commands())
def test_every_entry_has_a_sentence_and_a_word_for_the_button(kind: type[Command]) -> None:
    entry = texts()[tag(kind)]
    assert {"text", "short"} <= set(entry)
    assert blanks(entry) <= fields(kind)
    assert len(entry["short"]) <= 24, "it has to fit on a button"


@each(events())
def test_every_event_is_told_unless_it_is_machinery(kind: type[Event]) -> None:
    if kind.silent:
        assert not variants(kind)
        return
    assert variants(kind)
    for key in variants(kind):
        assert blanks(texts()[key]) <= fields(kind)


def test_every_source_of_points_has_a_name() -> None:
    for name in catalogue.folders():
        for part in catalogue.module(name).parts:
            for source in part.points:
                assert f"points.{source.id}" in texts()


def goods() -> set[str]:
    """All kinds of cards of all modules."""
    return {
        good.name for name in catalogue.folders() for p in catalogue.module(name).parts for good in p.goods
    }


def terms() -> set[str]:
    """Words that fill a sentence: every value that a parameter of a closed kind can have."""
    tracks = [track.value for track in Track]
    return {
        *(f"term.module.{name}" for name in catalogue.manifests()),
        *(f"term.die.{name}" for name in ("white", "red", "event")),
        *(f"term.terrain.{name}" for name in TERRAINS),
        *(f"term.harbour.{name}" for name in (ANY_GOOD, *PRODUCES.values())),
        *(f"term.face.{face}" for face in (SHIP_FACE, *tracks)),
        *(f"term.track.{track}" for track in tracks),
        *(f"term.improvement.{track}.{level}" for track in tracks for level in range(1, 6)),
        *(f"term.strength.{strength}" for strength in (1, 2, 3)),
        *(f"term.card.{card}" for card in CARDS),
        *(f"term.good.{good}" for good in goods()),
        *(f"term.piece.{piece.value}" for piece in BuildingKind),
        *(f"term.development.{card}" for card in DECK),
        *(f"term.event.{card.event}" for card in EVENT_CARDS),
        *(f"term.level.{level.value}" for level in Level),
        *(f"term.award.{award.value}" for award in Award),
    }


def facts() -> set[str]:
    """The names of all that may lie on a table."""
    modules = [catalogue.module(name) for name in catalogue.folders()]
    return {f"fact.{fact.name}" for module in modules for part in module.parts for fact in part.facts}


def tallies() -> set[str]:
    """The names of all that is counted for the statistics of an evening."""
    modules = [catalogue.module(name) for name in catalogue.folders()]
    return {f"tally.{tally.name}" for module in modules for part in module.parts for tally in part.tallies}


def test_every_tally_has_a_name() -> None:
    assert tallies() <= set(texts())


def test_every_fact_has_a_name() -> None:
    assert facts() <= set(texts())


def test_every_word_that_fills_a_sentence_is_there() -> None:
    assert terms() <= set(texts())


def used_elsewhere() -> set[str]:
    """Keys that the screens, or putting a game together, name by themselves."""
    found = set()
    for path in [*SHOWN, *CODE]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in texts():
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                pattern = text_of(node) or ""
                if "." in pattern and pattern.count("*") and not pattern.startswith("*"):
                    fitting = re.escape(pattern).replace(r"\*", r"[\w.]+")
                    found.update(key for key in texts() if re.fullmatch(fitting, key))
    return found


def test_no_text_is_left_over() -> None:
    used = {*violations(), *questions(), *terms(), *facts(), *used_elsewhere()}
    used |= {*problems(), *(f"{key}.near" for key in problems())}
    used |= {tag(kind) for kind in commands()}
    for kind in events():
        used |= variants(kind)
    assert not set(texts()) - used


@each(sorted(texts()))
def test_a_text_is_well_formed(key: str) -> None:
    entry = texts()[key]
    assert set(entry) <= {"text", "short", "exact", "one", "other"}
    assert ("text" in entry) is not ("one" in entry)
    assert ("one" in entry) is ("other" in entry)
    for form in entry.values():
        assert form == form.strip()
        assert form
        assert not re.search(r"[{}]", BLANK.sub("", form)), "a brace that is no blank"


def test_no_key_stands_in_two_modules() -> None:
    seen: dict[str, str] = {}
    for module, folder in catalogue.folders().items():
        loaded: dict[str, Any] = tomllib.loads((folder / "texts.toml").read_text(encoding="utf-8"))
        for key in loaded:
            assert key not in seen, f"{key} stands in {module} and in {seen[key]}"
            seen[key] = module
