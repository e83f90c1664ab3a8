"""Keep the translations in step with the sources: ``python -m tools.translations update|check|compile``.

``update`` finds every text that people read and merges it into the catalogues, ``check`` says whether that
would change anything and what is not translated well, ``compile`` makes the binary catalogues that the app
reads.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gettext
import io
import os
import re
import string
import sys
import tomllib
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.app.i18n import DOMAIN, LANGUAGES

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "companion" / "app" / "locale"
PACKAGES = ("companion", "hardware", "kivy_ui")
SOURCE_LANGUAGE = "en"
TRANSLATED = tuple(code for code in LANGUAGES if code != SOURCE_LANGUAGE)

# narrate.py and i18n.py pass on texts from elsewhere and hold none
WITHOUT_TEXT = ("companion/app/i18n.py", "companion/app/narrate.py")

FORMS = {
    "_": ("one",),
    "gettext": ("one",),
    "ngettext": ("one", "other"),
    "pgettext": ("context", "one"),
    "npgettext": ("context", "one", "other"),
}
"""The functions that look a text up, and their parameters that say which."""

COMMENT = "Translators:"

UPDATE = "python -m tools.translations update"

WIDTH = 112
"""Columns of a line in the catalogues."""


# --- what people read -----------------------------------------------------------------------------------


def template() -> Catalog:
    """Every text of the sources, untranslated, in the order of files and lines."""
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    for file, line, text, comments, context in sorted(_texts(), key=lambda found: found[:2]):
        catalogue.add(text, context=context, locations=[(file, line)], auto_comments=comments)
    return catalogue


Text = tuple[str, int, str | tuple[str, ...], list[str], str | None]
"""File, line or place in the file, the text or its two English forms, comments, context."""


def _texts() -> Iterator[Text]:
    yield from _python_texts()
    for file in _files("companion/rules/**/texts.toml", "companion/app/texts.toml"):
        yield from _keyed_texts(file)
    for file in _files("companion/rules/**/rules.toml"):
        for place, (rule, entry) in enumerate(_read(file).items()):
            yield _name(file), place, entry["text"], [], rule
    for file in _files("companion/profiles/*.toml"):
        profile = _read(file)
        for place, field in enumerate(("title", "edition")):
            yield _name(file), place, profile[field], [], f"profile.{file.stem}"


def _python_texts() -> Iterator[Text]:
    """The texts in calls. Babel's own extraction reads tokens: it misses the calls in f-strings of older
    Pythons, and takes ``entry["one"]`` for a text."""
    for file in _files(*(f"{package}/**/*.py" for package in PACKAGES)):
        if _name(file) in WITHOUT_TEXT:
            continue
        code = file.read_text(encoding="utf-8")
        for node in _lookups(code):
            forms = FORMS[_called(node)]
            found = {form: _literal(argument) for form, argument in zip(forms, node.args, strict=False)}
            if "context" in found and not any(found.values()):
                continue  # looked up by its key, which is in a file of its own
            if None in found.values() or found.keys() != set(forms):
                raise SystemExit(f"{_name(file)}:{node.lineno}: a text is written out, in one piece")
            texts = [text for form, text in found.items() if text is not None and form != "context"]
            text = texts[0] if len(texts) == 1 else tuple(texts)
            yield _name(file), node.lineno, text, _comments(code, node.lineno), found.get("context")


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


def _comments(code: str, line: int) -> list[str]:
    """What the comment right above a line says to translators."""
    above = takewhile(
        lambda text: text.startswith("#"), map(str.strip, reversed(code.splitlines()[: line - 1]))
    )
    words = " ".join(text.lstrip("# ") for text in reversed(list(above)))
    return [words.partition(COMMENT)[2].strip()] if COMMENT in words else []


def _keyed_texts(file: Path) -> Iterator[Text]:
    """The texts of one file under the contexts by which narrate.say asks for them."""
    for place, (key, entry) in enumerate(_read(file).items()):
        if isinstance(entry, str):
            yield _name(file), place, entry, [], key
        elif "one" in entry:
            yield _name(file), place, (entry["one"], entry["other"]), [], key
        else:
            for form, text in entry.items():
                yield _name(file), place, text, [], key if form == "text" else f"{key}.{form}"


def _files(*patterns: str) -> list[Path]:
    return sorted(file for pattern in patterns for file in ROOT.glob(pattern))


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


# --- catalogues -----------------------------------------------------------------------------------------


def source(language: str) -> Path:
    """The catalogue of a language that people edit."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is on disk; empty when there is none."""
    if not source(language).exists():
        return Catalog(language, charset="utf-8", fuzzy=False)
    with source(language).open("rb") as file:
        return read_po(file, language, charset="utf-8", abort_invalid=True)


def merged(language: str, texts: Catalog) -> Catalog:
    """The texts with the translations there are. Guesses and what no source holds any more are left out."""
    old = catalogue(language)
    new = Catalog(language, charset="utf-8", fuzzy=False)
    for text in texts:
        if not text.id:
            continue
        known = old.get(_singular(text), text.context)
        same = known is not None and not known.fuzzy and known.id == text.id
        new.add(
            text.id,
            known.string if known is not None and same else "",
            text.locations,
            auto_comments=text.auto_comments,
            user_comments=known.user_comments if known is not None else (),
            context=text.context,
        )
    return new


def rendered(new: Catalog) -> str:
    """The file of a catalogue. Without dates and line numbers, which would make every change a conflict."""
    body = io.BytesIO()
    write_po(body, new, width=WIDTH, omit_header=True, include_lineno=False)
    header = {
        "Project-Id-Version": "Longship",
        "Language": str(new.locale_identifier),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": new.plural_forms,
    }
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in header.items())
    return f'msgid ""\nmsgstr ""\n{lines}\n{body.getvalue().decode("utf-8").strip()}\n'


def compile_all(always: bool = True) -> None:
    """Make the binary catalogues; unless ``always``, only those older than their source."""
    for language in TRANSLATED:
        target = source(language).with_suffix(".mo")
        if always or not target.exists() or target.stat().st_mtime_ns < source(language).stat().st_mtime_ns:
            binary = io.BytesIO()
            write_mo(binary, catalogue(language))
            # in one step: another process may be reading it
            new = target.with_suffix(f".mo.{os.getpid()}")
            new.write_bytes(binary.getvalue())
            new.replace(target)


# --- what is wrong with a translation -------------------------------------------------------------------


def problems(language: str, texts: Catalog) -> list[str]:
    """What keeps a language from being whole, one sentence each."""
    found = []
    new = merged(language, texts)
    if not source(language).exists() or rendered(new) != source(language).read_text(encoding="utf-8"):
        found.append(f"{language}: the catalogue does not match the sources; run {UPDATE}")
    for message in new:
        if message.id:
            found += [f"{language}: {fault}: {_title(message)}" for fault in faults(message, new.plural_expr)]
    return found


def faults(message: Message, plural: str) -> Iterator[str]:
    """What is wrong with one translation; ``plural`` is the rule that chooses its plural form."""
    forms = [form or "" for form in translations(message)]
    if not all(forms):
        yield "not translated"
        return
    originals = [message.id] if isinstance(message.id, str) else list(message.id)
    wanted = {name for original in originals for name in placeholders(original)}
    words = forms_for_one_number(plural) if len(forms) > 1 else frozenset()
    for place, form in enumerate(forms):
        # the number may be left out where the form has only one: "a knight"
        optional = {"count"} if place in words else set()
        if placeholders(form) - wanted or wanted - placeholders(form) - optional:
            yield f"placeholders differ in “{form}”"
        if _edges(form) != _edges(originals[0]):
            yield f"spaces at the ends differ in “{form}”"
        if "  " in form:
            yield f"two spaces in “{form}”"
        if form.count("\n") != originals[0].count("\n"):
            yield f"line breaks differ in “{form}”"


def forms_for_one_number(plural: str) -> frozenset[int]:
    """The plural forms that stand for a single number, by the rule of the language."""
    choose = gettext.c2py(plural)
    used = [choose(number) for number in range(1000)]
    return frozenset(form for form in used if used.count(form) == 1)


def translations(message: Message) -> list[str]:
    """The translation, in all plural forms if it has some."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _edges(text: str) -> tuple[str, str]:
    return re.match(r"\s*", text).group(), re.search(r"\s*$", text).group()  # type: ignore[union-attr]


def _singular(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _title(message: Message) -> str:
    return f"[{message.context}] {_singular(message)}" if message.context else _singular(message)


# --- commands -------------------------------------------------------------------------------------------


def update() -> int:
    """Merge the texts of the sources into the catalogues, and say what is left to translate."""
    texts = template()
    for language in TRANSLATED:
        file = source(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(rendered(merged(language, texts)), encoding="utf-8")
    return check()


def check() -> int:
    """Say what is wrong with the catalogues; 0 when nothing is."""
    texts = template()
    found = [problem for language in TRANSLATED for problem in problems(language, texts)]
    print("\n".join(found) or f"All {len(texts)} texts are translated into: {', '.join(TRANSLATED)}.")
    return 1 if found else 0


def main(arguments: Iterable[str] | None = None) -> int:
    """Run one of the commands; the exit status is that of ``check`` after ``update`` and ``check``."""
    parser = argparse.ArgumentParser(prog="python -m tools.translations", description=__doc__)
    parser.add_argument("command", choices=("update", "check", "compile"))
    command = parser.parse_args(list(arguments) if arguments is not None else None).command
    if command == "compile":
        compile_all()
        return 0
    return update() if command == "update" else check()


if __name__ == "__main__":
    sys.exit(main())
