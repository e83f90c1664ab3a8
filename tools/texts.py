"""Babel's extractors for our files, named in babel.cfg: calls in Python; texts, rules and profiles in TOML.

Each yields line, function, arguments and comments, as Babel asks. Texts in TOML are looked up with a context,
so they are found as if they stood in a call of ``pgettext``.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

FORMS = {
    "_": ("one",),
    "gettext": ("one",),
    "ngettext": ("one", "other"),
    "pgettext": ("context", "one"),
    "npgettext": ("context", "one", "other"),
}
"""The functions that look a text up, and their parameters that say which."""

NOTES = (
    (r".*\.short", "On a button: 24 letters at most."),
    (r"rule", "A rule as a player reads it: 180 letters at most."),
    (r"example", "The rule once at work, told of players with made-up names: 180 letters at most."),
    (r"thing\..*", "What help tells of: a heading, and a line of a list."),
    (r"profile\..*", "The name of a set of rules, or of the edition that it follows, in a list."),
    (r"question\..*", "Asked of a player, above the answers."),
    (r"ask\..*", "Asked about a move, or one of its answers; short, over the board."),
    (r"form\..*", "On a form with numbers of cards."),
    (r"term\..*", "A word that fills a blank in other sentences, or stands alone on a button."),
    (r"(fact|figure|points|deed|palette)\..*", "A label of one line: 24 letters are enough."),
    (r"(option|option_note)\..*", "A house rule that a table may choose, or one of its values."),
    (r"alert\..*", "The name of an alert, in the settings."),
    (r"(tally|tally_kind)\..*", "Of the statistics of an evening; the numbers of the players follow."),
    (
        r"evening\..*",
        "On the screen after a game: a heading, or what is said kindly of a player, whose name follows.",
    ),
    (r"assembly\..*", "Why modules and options do not make a game."),
    (r"result\..*|told\..*", "A line of a roll's result."),
    (r"[a-z0-9]+\.[a-z0-9_]+(\.[a-z0-9_-]+)?", "A line of the log, or of a roll's result."),
    (r".*", "Why a move is not allowed, in one sentence; a rule's number stands before it."),
)
"""What a translator is told of texts by their keys: who says it, where it stands, how much fits."""

Found = tuple[int, str, Any, list[str]]


def calls(
    file: io.BufferedIOBase, _keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The texts in calls. Babel's own extraction reads tokens: it misses the calls in f-strings of older
    Pythons, and takes ``entry["one"]`` for a text.

    Raises:
        ValueError: for a text that is not written out.
    """
    code = file.read().decode("utf-8")
    for node in _lookups(code):
        forms = FORMS[_called(node)]
        found = {form: _literal(argument) for form, argument in zip(forms, node.args, strict=False)}
        if "context" in found and not any(found.values()):
            continue  # looked up by its key, which is in a file of its own
        if None in found.values() or found.keys() != set(forms):
            raise ValueError(f"{_name(file)}:{node.lineno}: a text is written out, in one piece")
        given = tuple(found.values())
        yield (
            node.lineno,
            _called(node),
            given if len(given) > 1 else given[0],
            _comments(code, node.lineno, tags),
        )


@functools.cache
def _lookups(code: str) -> tuple[ast.Call, ...]:
    """The calls in which a text is looked up. Each catalogue asks for them, of the same files."""
    return tuple(
        node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call) and _called(node) in FORMS
    )


def _called(call: ast.Call) -> str:
    """The name of the function or method."""
    return str(getattr(call.func, "id", None) or getattr(call.func, "attr", ""))


def _literal(argument: ast.expr) -> str | None:
    """The text that is written there; None for anything that is worked out."""
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def keyed(
    file: io.BufferedIOBase, _keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The texts of a ``texts.toml`` under the contexts by which ``narrate.say`` asks for them."""
    code = file.read().decode("utf-8")
    for key, entry in tomllib.loads(code).items():
        line = _line(code, key)
        said = _comments(code, line, tags)
        if isinstance(entry, str):
            yield line, "pgettext", (key, entry), said or [note(key)]
        elif "one" in entry:
            yield line, "npgettext", (key, entry["one"], entry["other"]), said or [note(key)]
        else:
            for form, text in entry.items():
                context = key if form == "text" else f"{key}.{form}"
                yield line, "pgettext", (context, text), said or [note(context)]


def rules(
    file: io.BufferedIOBase, _keywords: Mapping[str, Any], _tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The sentences of a ``rules.toml``, each under its rule's id, and the examples."""
    code = file.read().decode("utf-8")
    for rule, entry in tomllib.loads(code).items():
        yield _line(code, rule), "pgettext", (rule, entry["text"]), [note("rule")]
        if "example" in entry:
            context = f"{rule}.example"
            yield _line(code, rule), "pgettext", (context, entry["example"]), [note("example")]


def profile(
    file: io.BufferedIOBase, _keywords: Mapping[str, Any], _tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Title and edition of a profile, under the name of its file."""
    code = file.read().decode("utf-8")
    entry, context = tomllib.loads(code), f"profile.{Path(_name(file)).stem}"
    for field in ("title", "edition"):
        yield _line(code, field), "pgettext", (context, entry[field]), [note(context)]


def _name(file: io.BufferedIOBase) -> str:
    return str(getattr(file, "name", ""))


def note(key: str) -> str:
    """What a translator is told of a text with this key."""
    return next(said for pattern, said in NOTES if re.fullmatch(pattern, key))


def _line(code: str, key: str) -> int:
    """The line on which an entry begins."""
    found = re.search(rf'^(\[)?"?{re.escape(key)}"?(?(1)\]|\s*=)', code, re.MULTILINE)
    return 1 if found is None else code.count("\n", 0, found.start()) + 1


def _comments(code: str, line: int, tags: Collection[str]) -> list[str]:
    """What the comment right above a line says to translators."""
    above = takewhile(
        lambda text: text.startswith("#"), map(str.strip, reversed(code.splitlines()[: line - 1]))
    )
    words = " ".join(text.lstrip("# ") for text in reversed(list(above)))
    return [words.partition(tag)[2].strip() for tag in tags if tag in words]
