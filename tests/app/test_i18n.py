"""The translations are whole, fit the sources and say what the printed games say."""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Iterator
from functools import cache

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message

from companion.app import i18n, narrate
from companion.app.i18n import LANGUAGES, npgettext, pgettext, set_language
from companion.rules import catalogue as rules
from tools import pseudo, translations
from tools.translations import TRANSLATED

NUMBERS = (0, 1, 2, 5, 21, 22)

EVERYWHERE = {"Hobby World", "colonist.io", "Python"}
NAMES = {
    "ru": EVERYWHERE,
    "pl": EVERYWHERE
    | {
        "Auto",
        "Bank",
        "FOLDER",
        "Kiosk",
        "Kosmos",
        "Limit",
        "PORT",
        "Panel",
        "Panel: {part}",
        "Port",
        "Start",
        "{count} min",
        "{minutes} min",
        "{count} test",
        "{width} × {height} mm",
    },
    "de": EVERYWHERE
    | {
        "Bank",
        "Alchemist",
        "Diplomat",
        "Gold",
        "Hand",
        "Kiosk",
        "Kosmos",
        "Saboteur",
        "Sand",
        "Limit",
        "Name",
        "Normal",
        "Pins",
        "Port",
        "Start",
        "Touch",
        "Touchscreen: {names}.",
        "{count} min",
        "{hours} h {minutes} min",
        "{minutes} min",
        "{width} × {height} mm",
    },
}
"""What is the same word in English."""

FORMS = {"ru": ("one", "few", "many"), "pl": ("one", "few", "many"), "de": ("one", "other")}
"""The plural forms of whole numbers in their order in a catalogue."""

PEOPLE = "|".join(sorted(narrate.PEOPLE | {"name", "one", "other", "players"}))

ABBREVIATIONS = {"Wł.", "Wył."}
"""Polish for on and off."""

PRESENT = {"wysyła", "działa"}
"""Polish verbs that look like past ones."""

QUOTES = {"ru": "«»", "pl": "„”", "de": "„“"}


@cache
def texts() -> Catalog:
    return translations.template()


@cache
def translated(language: str) -> Catalog:
    return translations.catalogue(language)


def messages(language: str) -> Iterator[tuple[Message, str, str]]:
    """Each translation with the English form it belongs to."""
    for message in translated(language):
        if message.id:
            forms = translations.translations(message)
            for place, form in enumerate(forms):
                original = message.id if isinstance(message.id, str) else message.id[min(place, 1)]
                if form:
                    yield message, original, form


def words_of(text: str) -> str:
    """The text without its placeholders."""
    return "".join(literal for literal, *_ in string.Formatter().parse(text))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_sources_is_translated(language: str) -> None:
    assert translations.problems(language, texts()) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_was_left_in_english(language: str) -> None:
    same = {
        original
        for _, original, form in messages(language)
        if form == original and any(sign.isalpha() for sign in words_of(form))
    }
    assert same <= NAMES[language]


@pytest.mark.parametrize(("language", "forms"), [("ru", 3), ("pl", 3), ("de", 2)])
def test_plural_forms_are_those_of_the_language(language: str, forms: int) -> None:
    catalogue = translated(language)
    assert catalogue.num_plurals == forms
    choose = gettext.c2py(catalogue.plural_expr)  # type: ignore[attr-defined]
    rule = Locale(language).plural_form
    kinds = {number: rule(number) for number in NUMBERS}
    for one in NUMBERS:
        for other in NUMBERS:
            # "many" and "other" of Russian and Polish are told apart for fractions only
            same = kinds[one] == kinds[other] or {kinds[one], kinds[other]} == {"many", "other"}
            assert (choose(one) == choose(other)) is same, (one, other)


@pytest.mark.parametrize("language", TRANSLATED)
def test_counted_texts_are_shown_in_the_form_of_the_number(language: str) -> None:
    set_language(language)
    rule = Locale(language).plural_form
    counted = [message for message in translated(language) if isinstance(message.id, tuple)]
    assert counted
    for message in counted:
        forms = dict(zip(FORMS[language], message.string, strict=True))
        for number in NUMBERS:
            if message.context:
                shown = npgettext(message.context, *message.id, number)
            else:
                shown = i18n.ngettext(*message.id, number)
            assert shown == forms[rule(number)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_set_up_compiles_every_text(language: str) -> None:
    """The launcher's compiler is stricter than the app: it takes "% s" for a format."""
    catalogue = translated(language)
    faults = {str(message.id): str(fault) for message in catalogue for fault in message.check(catalogue)}
    assert faults == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_signs_are_those_of_the_language(language: str) -> None:
    left, right = QUOTES[language]
    wrong = []
    for _, original, form in messages(language):
        if form in ABBREVIATIONS:
            continue
        foreign = set("«»„“”‚‘") - set(QUOTES[language])
        if set(form) & foreign or form.count(left) != form.count(right):
            wrong.append(("quotes", form))
        if form.count('"') != original.count('"'):
            wrong.append(("straight quotes", form))
        if re.search(r"\s[,.;:!?](\s|$)|\( | \)|\.\.\.", form) and not re.search(r"\s[.~/]", original):
            wrong.append(("spaces", form))
        if (original[-1] in ".!?…") is not (form[-1] in ".!?…") or (original[-1] == ":") is not (
            form[-1] == ":"
        ):
            wrong.append(("end", form))
        if original[0].isupper() and form[0].islower() and form.split()[0] not in original:
            wrong.append(("capital", form))
        # German nouns are written with a capital everywhere
        if language != "de" and original[0].islower() and form[0].isupper():
            wrong.append(("capital", form))
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_words_on_buttons_are_no_longer_than_the_made_up_language(language: str) -> None:
    """What the screens are tried with is the longest that they get; the cards' names are given."""
    wrong = [
        (original, form)
        for message, original, form in messages(language)
        if (message.context or "").endswith(".short")
        and not message.context.startswith("ck.play_")
        and len(words_of(form)) > len(words_of(pseudo.lengthened(original)))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_names_stay_as_they_are_and_belong_to_nobody_in_particular(language: str) -> None:
    """Names cannot be inflected, and nobody knows whether Sasha is a man: no preposition before a name
    and no verb in the past behind it."""
    before = r"\b(у|от|против|для|к|с|со|из|на|о|об|за|по|od|dla|przeciw|przeciwko|z|ze|do|o|u|na|za|przez|po"
    before += r"|игрока|игроку|игроком|gracza|graczowi|graczem)"
    past = {"ru": r"\w+(?:л|ла|ло|лся|лась)\b", "pl": r"\w+(?:ł|ła|ło)\b"}[language]
    wrong = [
        form
        for _, _, form in messages(language)
        if re.search(rf"{before} \{{({PEOPLE})\}}", form, re.IGNORECASE)
        or any(found[1] not in PRESENT for found in re.findall(rf"\{{({PEOPLE})\}} ({past})", form))
    ]
    assert wrong == []


# --- the words of each edition --------------------------------------------------------------------------

EDITION = {
    "ru": {
        "term.card.alchemist": "Алхимик",
        "term.card.crane": "Строительный кран",
        "term.card.mining": "Шахта",
        "term.card.irrigation": "Орошение",
        "term.card.printer": "Книгопечатание",
        "term.card.inventor": "Изобретатель",
        "term.card.engineer": "Инженер",
        "term.card.medicine": "Медицина",
        "term.card.smith": "Кузнец",
        "term.card.road_building": "Дороги",
        "term.card.bishop": "Епископ",
        "term.card.constitution": "Основной закон",
        "term.card.deserter": "Перебежчик",
        "term.card.diplomat": "Дипломат",
        "term.card.intrigue": "Интрига",
        "term.card.saboteur": "Саботажник",
        "term.card.spy": "Шпион",
        "term.card.warlord": "Полководец",
        "term.card.wedding": "Свадьба",
        "term.card.commercial_harbour": "Торговый порт",
        "term.card.master_merchant": "Мастер торговли",
        "term.card.merchant_fleet": "Торговый флот",
        "term.card.merchant": "Торговец",
        "term.card.resource_monopoly": "Монополия на сырьё",
        "term.card.commodity_monopoly": "Монополия на товар",
        "term.strength.1": "простой рыцарь",
        "term.strength.2": "славный рыцарь",
        "term.strength.3": "великий рыцарь",
        "points.longest_road": "Самый длинный тракт",
        "points.metropolises": "Столицы",
    },
    "pl": {
        "term.card.alchemist": "Alchemik",
        "term.card.constitution": "Konstytucja",
        "term.card.merchant": "Handlarz",
        "term.card.printer": "Druk",
        "term.card.resource_monopoly": "Monopol na surowce",
        "term.improvement.politics.3": "Twierdza",
        "term.strength.1": "podstawowy rycerz",
        "term.strength.2": "silny rycerz",
        "term.strength.3": "potężny rycerz",
        "points.defender": "Bohater Catanu",
        "points.largest_army": "Najwyższa władza rycerska",
        "points.longest_road": "Najdłuższa droga handlowa",
        "points.metropolises": "Metropolie",
    },
    "de": {
        "term.card.printer": "Buchdruck",
        "term.card.constitution": "Verfassung",
        "term.card.merchant": "Händler",
        "term.card.resource_monopoly": "Rohstoffmonopol",
        "term.improvement.politics.3": "Festung",
        "term.strength.3": "mächtiger Ritter",
        "points.defender": "Retter Catans",
        "points.longest_road": "Längste Handelsstraße",
        "points.metropolises": "Metropolen",
    },
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_words_are_those_of_the_edition(language: str) -> None:
    set_language(language)
    assert {key: narrate.say(key, {}) for key in EDITION[language]} == EDITION[language]


INFLECTED = {"Längste Handelsstraße": re.compile("Längsten? Handelsstraße")}
"""German inflects the award in a sentence; cards stand in quotation marks and stay as they are."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_card_has_one_name_everywhere(language: str) -> None:
    """Wherever English names a card, an improvement or Longest Road, the translation does, uninflected."""
    set_language(language)
    keys = [key for key in narrate.texts() if key.startswith(("term.card.", "term.improvement."))]
    keys += ["points.longest_road", "points.defender"]
    names = sorted(((narrate.texts()[key]["text"], key) for key in keys), key=lambda pair: -len(pair[0]))
    wrong = []
    for message, original, form in messages(language):
        if (message.context or "").startswith("B-"):
            continue  # the base game has other cards
        if "trade_with_bank" in (message.context or ""):
            continue  # this bank is no improvement
        for name, key in names:
            # a name may be part of a longer one: Merchant, Merchant Fleet
            # the longest road of a player is not always the award
            loose = " " in name and name != "Longest Road"
            found = re.compile(rf"\b{name}\b", re.IGNORECASE if loose else 0)
            if found.search(original):
                original = found.sub("", original)
                wanted = pgettext(key, name)
                named = INFLECTED.get(wanted) or re.compile(re.escape(wanted), re.IGNORECASE)
                if not named.search(form):
                    wrong.append((message.context, wanted, form))
    assert wrong == []


# --- at run time ----------------------------------------------------------------------------------------


def test_the_language_is_switched_live() -> None:
    shown = []
    for language in LANGUAGES:
        set_language(language)
        assert i18n.language() == language
        shown.append(narrate.term("card", "wedding"))
    assert shown == ["Wedding", "Свадьба", "Ślub", "Hochzeit"]


def test_an_unknown_language_is_english() -> None:
    set_language("ru")
    set_language("tlh")
    assert i18n.language() == "en"
    assert narrate.term("card", "wedding") == "Wedding"
    assert pgettext("term.card.spy", "Spy") == "Spy"
    assert i18n.ngettext("{count} card", "{count} cards", 2) == "{count} cards"


def test_english_needs_no_catalogue() -> None:
    set_language("en")
    assert not translations.source("en").exists()
    texts_of_promotion = narrate.texts()["knight.promoted-already"]
    assert narrate.say("knight.promoted-already", {"player": "Ann", "count": 1}) == texts_of_promotion[
        "one"
    ].format(player="Ann")
    assert "2" in narrate.say("knight.promoted-already", {"player": "Ann", "count": 2})


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_keyed_text_is_found_by_the_look_up_that_shows_it(language: str) -> None:
    set_language(language)
    for key, entry in narrate.texts().items():
        if "one" in entry:
            assert npgettext(key, entry["one"], entry["other"], 2) != entry["other"], key
        for form in entry.keys() - {"one", "other"}:
            context = key if form == "text" else f"{key}.{form}"
            assert translated(language).get(entry[form], context) is not None, context


@pytest.mark.parametrize("language", TRANSLATED)
def test_rules_and_profiles_are_translated_under_their_ids(language: str) -> None:
    set_language(language)
    for rule, entry in rules.rules().items():
        assert pgettext(rule, entry.text) != entry.text, rule
    for name, profile in rules.profiles().items():
        assert pgettext(f"profile.{name}", profile.edition) != profile.edition, name


def test_a_word_of_the_game_fills_a_sentence_in_the_same_language() -> None:
    set_language("pl")
    said = narrate.say("ck.lay_open", {"by": "Ala", "card": "constitution"})
    assert said == "Ala odkrywa kartę: Konstytucja"
