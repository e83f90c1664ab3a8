"""Help at the table: what the rules say of a thing, a move or a verdict, and a search through all of them.

Everything comes from the modules: the rules that a command's code cites, those that say what they are
``about``, and their examples. It needs neither a network nor a game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from companion.app import narrate
from companion.app.explain import cited
from companion.app.i18n import _, language, pgettext
from companion.engine.command import Command, tag_of
from companion.engine.ids import RuleId
from companion.engine.ruleset import Ruleset
from companion.presenters.intents import Begin, Enter, Intent, Take
from companion.rules import catalogue
from companion.rules.presentation import shown


class Topic(msgspec.Struct, frozen=True):
    """What help is asked for: ``things`` by their drawings, tracks or terms, what a touch would do
    (``intent``), or ``rules``. ``said`` is true of just this one and told before the rules; ``title`` is what
    it is called where it is shown."""

    things: tuple[str, ...] = ()
    intent: Intent | None = None
    rules: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    title: str = ""


class RuleView(msgspec.Struct, frozen=True):
    """A rule as a player reads it; ``game`` is the module that it belongs to."""

    id: str
    text: str
    example: str
    game: str


class HelpView(msgspec.Struct, frozen=True):
    """What help says: sentences of just this one, and rules."""

    title: str
    rules: tuple[RuleView, ...]
    said: tuple[str, ...] = ()


class FoundView(msgspec.Struct, frozen=True):
    """A line of the search: a thing or a rule, and what help says of it when it is touched."""

    key: str
    label: str
    detail: str
    topic: Topic


# --- what the rules say of something --------------------------------------------------------------------


def about(topic: Topic, ruleset: Ruleset | None) -> HelpView | None:
    """What help says of a topic in a game, or in any; None if that is nothing."""
    modules = catalogue.folders() if ruleset is None else ruleset.module_ids
    here = {rule: name for name in modules for rule in catalogue.rules_of(name)}
    kinds = () if ruleset is None or topic.intent is None else tuple(_kinds(topic.intent, ruleset))
    found = [RuleId(rule) for rule in topic.rules]
    for kind in kinds:
        found += cited(*_code(kind, ruleset))
    for thing in topic.things:
        told = [rule for rule in here if thing in catalogue.rules()[rule].about]
        found += sorted(told, key=lambda rule: catalogue.rules()[rule].about[0] != thing)
    rules = tuple(_view(rule) for rule in dict.fromkeys(found) if rule in here or rule in topic.rules)
    if not rules and not topic.said:
        return None
    named = (narrate.say(tag_of(kind), {}, form="short") for kind in kinds[:1])
    title = (
        topic.title
        or next(filter(None, map(narrate.thing, topic.things)), "")
        or next(named, "")
        or next(iter(topic.rules), "")
    )
    return HelpView(title[:1].upper() + title[1:], rules, topic.said)


def _kinds(intent: Intent, ruleset: Ruleset) -> Iterator[type[Command]]:
    """The commands that a touch would enter, those that stand first first."""
    match intent:
        case Begin(command):
            yield type(command)
        case Enter(commands):
            yield from dict.fromkeys(map(type, commands))
        case Take(rank=rank):
            yield from (kind for kind in ruleset.commands if shown(kind).rank == rank)


def _code(kind: type[Command], ruleset: Ruleset | None) -> tuple[object, ...]:
    rule = None if ruleset is None else ruleset.commands.get(kind)
    return (kind,) if rule is None else (type(rule), kind)


def _view(rule: RuleId) -> RuleView:
    found = catalogue.rules()[rule]
    return RuleView(
        rule,
        pgettext(rule, found.text),
        pgettext(f"{rule}.example", found.example) if found.example else "",
        narrate.term("module", _homes()[rule]),
    )


@lru_cache(maxsize=1)
def _homes() -> dict[RuleId, str]:
    """The module of each rule."""
    return {rule: name for name in catalogue.folders() for rule in catalogue.rules_of(name)}


# --- the search -----------------------------------------------------------------------------------------


def search(words: str, modules: Iterable[str] = ()) -> tuple[FoundView, ...]:
    """Things and rules in which every one of the words is found, in the language in use or in English.

    Things come before rules, and what belongs to ``modules``, those of a game, before the rest.
    """
    whole, first = _plain(" ".join(words.split())), set(modules)
    wanted = whole.split()
    found = [one for one in _index(language()) if all(word in one.words for word in wanted)]

    def rank(one: _Indexed) -> tuple[int, bool]:
        named = (one.title == whole, one.title.startswith(whole), whole in one.title)
        return named.index(True) if any(named) else len(named), not one.modules & first

    return tuple(one.view for one in sorted(found, key=rank))


class _Indexed(msgspec.Struct, frozen=True):
    """A line of the search with the words by which it is found."""

    view: FoundView
    title: str
    words: str
    modules: frozenset[str]


@lru_cache(maxsize=1)
def _index(_language: str) -> tuple[_Indexed, ...]:
    return (*_things(), *_rules())


def _things() -> list[_Indexed]:
    rules: dict[str, list[RuleId]] = {}
    for name, rule in catalogue.rules().items():
        for thing in rule.about:
            rules.setdefault(thing, []).append(name)
    found = []
    for thing, names in rules.items():
        label = narrate.thing(thing)
        title = _plain(label)
        view = FoundView(
            f"thing_{thing}".replace(".", "_"), label, pgettext(names[0], _text(names[0])), Topic((thing,))
        )
        homes = frozenset(_homes()[name] for name in names)
        found.append(_Indexed(view, title, f"{title} {_plain(thing)}", homes))
    return sorted(found, key=lambda one: one.title)


def _rules() -> Iterator[_Indexed]:
    for name, rule in catalogue.rules().items():
        told = _view(name)
        english = f"{rule.text} {rule.example}"
        things = " ".join(map(narrate.thing, rule.about))
        view = FoundView(name, told.text, name, Topic(rules=(name,)))
        words = _plain(f"{name} {told.text} {told.example} {told.game} {things} {english}")
        yield _Indexed(view, _plain(name), words, frozenset({_homes()[name]}))


def _text(rule: RuleId) -> str:
    return catalogue.rules()[rule].text


def _plain(text: str) -> str:
    """Letters as people type them in a hurry: small, and without marks."""
    parts = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def lines(view: HelpView) -> tuple[tuple[str, str], ...]:
    """What help says, as headings and sentences."""
    found = [("", sentence) for sentence in view.said]
    for rule in view.rules:
        found.append((_("{rule} · {game}").format(rule=rule.id, game=rule.game), rule.text))
        if rule.example:
            found.append(("", _("For example: {example}").format(example=rule.example)))
    return tuple(found)
