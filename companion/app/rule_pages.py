"""The rules as pages to read or print, one a language: what they say, an example, where they come from."""

from __future__ import annotations

from collections.abc import Iterator

from companion.app import narrate
from companion.app.i18n import LANGUAGES, _, language, pgettext, set_language
from companion.engine.ids import RuleId
from companion.rules import catalogue


def pages() -> dict[str, str]:
    """The page of each language by its code, in Markdown."""
    used = language()
    try:
        return {code: _in(code) for code in LANGUAGES}
    finally:
        set_language(used)


def _in(code: str) -> str:
    set_language(code)
    return "\n".join((f"# {_('The rules that Longship knows')}", "", *_modules(), *_things())) + "\n"


def _modules() -> Iterator[str]:
    for name in catalogue.folders():
        rules = catalogue.rules_of(name)
        if not rules:
            continue
        yield f"## {narrate.term('module', name)}"
        yield ""
        for rule, entry in rules.items():
            yield f"**{rule}** {pgettext(rule, entry.text)}  "
            if entry.example:
                example = pgettext(f"{rule}.example", entry.example)
                yield f"*{_('For example: {example}').format(example=example)}*  "
            yield f"<small>{entry.source}</small>"
            yield ""


def _things() -> Iterator[str]:
    """What the rules are about, by its name, with their ids."""
    found: dict[str, list[RuleId]] = {}
    for rule, entry in catalogue.rules().items():
        for thing in entry.about:
            found.setdefault(narrate.thing(thing), []).append(rule)
    yield f"## {_('By what they are about')}"
    yield ""
    for name in sorted(found, key=str.casefold):
        yield f"* {name}: {', '.join(dict.fromkeys(found[name]))}"
