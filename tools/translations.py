"""Keep the translations in step with the sources: ``python -m tools.translations update|check|compile``.

``update`` finds every text that people read and merges it into the catalogues, ``check`` says whether that
would change anything and what is not translated well, ``compile`` makes the binary catalogues that the app
reads. ``pybabel extract``, ``update`` and ``compile`` do the same (docs/translating.md says how); here the
files have neither dates nor line numbers, and what a translation must keep is checked.
"""

from __future__ import annotations

import argparse
import gettext
import io
import os
import re
import string
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.app.i18n import DOMAIN, LANGUAGES

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "companion" / "app" / "locale"
SOURCE_LANGUAGE = "en"
TRANSLATED = tuple(code for code in LANGUAGES if code != SOURCE_LANGUAGE)

MAPPING = ROOT / "babel.cfg"
"""Where the texts are, for Babel."""

COMMENT = "Translators:"

UPDATE = "python -m tools.translations update"

WIDTH = 112
"""Columns of a line in the catalogues."""


# --- what people read -----------------------------------------------------------------------------------


def template() -> Catalog:
    """Every text of the sources, untranslated, as ``pybabel extract`` finds them, by file and line."""
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    with MAPPING.open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file, filename=str(MAPPING))  # type: ignore[no-untyped-call]  # Babel's
    try:
        found = list(extract_from_dir(str(ROOT), methods, options, DEFAULT_KEYWORDS, (COMMENT,)))
    except ValueError as error:
        raise SystemExit(str(error).removeprefix(f"{ROOT}{os.sep}")) from None
    for name, line, text, comments, context in sorted(found, key=lambda found: found[:2]):
        catalogue.add(text, context=context, locations=[(name, line)], auto_comments=comments)
    return catalogue


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
    """The texts with the translations there are. Where a text has changed a little, its old translation is
    kept as fuzzy, for a translator to confirm; what no source holds any more is left out."""
    new = catalogue(language)
    new.update(texts)
    new.obsolete.clear()
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
    if message.fuzzy and any(forms):
        yield "to be confirmed: correct it, and take the word fuzzy away"
        return
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
    return re.match(r"\s*", text).group(), re.search(r"\s*$", text).group()  # type: ignore[union-attr]  # both always match


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
