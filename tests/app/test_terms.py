"""One word for one thing: the table of terms is whole, and no text uses another word for one of them.

``FORBIDDEN`` holds, for each language, the English term of a row of docs/translating.md and the words that
were, or could be, used for it: a pattern that no text of that language has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.i18n import LANGUAGES
from tools import translations
from tools.translations import SOURCE_LANGUAGE

TERMS = Path(__file__).parents[2] / "docs" / "translating.md"

FORBIDDEN: dict[str, dict[str, str]] = {
    "en": {
        "piece": r"\bfigures?\b",
        "set up the board": r"\b(lay|laid|lays) (the |an? )?(island|board)\b|\bisland (is|has to be) laid\b",
        "hex": r"\btiles?\b",
        "harbour": r"\bharbors?\b",
        "segment": r"\btrails?\b",
        "improvement": r"\bcity upgrades?\b",
        "gate": r"\b(trade|politics|science|yellow|blue|green) castles?\b|\bcastle faces?\b",
        "robber": r"\b(thief|bandit|brigand)\b",
        "chase the robber": r"\brobber home\b",
        "recruit": r"\b(hires?|musters?)\b",
        "displace": r"\b(drives? away|driven away|gives way|ousts?)\b",
        "identical": r"\bequal (cards|commodities|resources)\b",
        "produce": r"\b(hex|hexes|city|cities) (each )?brings?\b",
        "discard": r"\breturns? (half|cards|\{count\})|\bcards? (goes|go) back\b|\bthrows? away\b",
        "reveal": r"\b(lays?|laid|lies) (\S+ ){0,4}open\b",
        "on your turn": r"\bin your (own )?turn\b|\b(the|an) own\b|\bthe turn of \{",
        "table ruling": r"\bhouse rulings?\b|\bby the table\b",
        "log": r"\b(the record|protocol)\b",
        "correct": r"\bmend(s|ed|ing)?\b",
        "undo": r"\btaken back\b",
        "Cards": r"^Hands$",
        "save": r"\bpictures? (is|was|could not be) kept\b",
        "light panel": r"\bparts? of the panel\b",
        "button panel": r"\bpanel with buttons\b",
    },
    "ru": {
        "log": r"\bпротокол",
        "resources": r"\bресурс",
        "bank": r"\b(в|из) банк",
        "merchant": r"\bкупе?ц",
        "robber": r"\bграбител|\bбандит",
        "active": r"\bактивн\w+ рыцар|рыцар\w+, активн",
        "improvement": r"\bулучшени",
        "displace": r"\bвытесн",
        "Cards": r"^Руки$|^Рука$",
        "calibrate": r"\bнастройте заново|файл настройки",
        "attack": r"\bнападени[ея](?! разбойников)",
        "house rule": r"В журнале это домашнее",
        "tracking level": r"\bотслежива",
    },
    "pl": {
        "robber": r"\brabu[sś]",
        "resources": r"\bzas[oó]b",
        "Defender of Catan": r"Obrońc\w+ Osadników",
        "merchant": r"(?<!Mistrz )\bkup(iec|ca|cem)\b",
        "gate": r"\b(żółt|niebiesk|zielon)\w* zam(ek|ki|ku|kiem)\b",
        "Longest Road": r"Najdłuższa droga(?! (handlowa|każdego|jest))",
        "displace": r"\bprzemie(ść|szcz)",
        "recruit": r"\brekrut",
        "promote": r"\bulepsz\w* \w*rycerz|rycerz\w* ulepsz",
        "activate": r"\baktyw(uj|ować|acj|ował)",
        "tracking level": r"\b[śŚ]ledz",
        "piece": r"\bfigur(a|ą|y|ka|ki)\b",
        "table": r"\bmówi stół|[Ww]edług stołu",
        "event die": r"\bkość zdarzeń|\bkostk",
        "Cards": r"^Ręce$|^Ręka$",
    },
    "de": {
        "log": r"\b(Spielp|P)rotokoll",
        "board": r"\bBrett",
        "terrain": r"\bGelände",
        "calibrate": r"\b[Ee]inmess",
        "attack": r"\bÜberfäll",
        "recruit": r"\b[Aa]nwerb",
        "gate": r"\b(Gelbes|Blaues|Grünes) Tor\b",
        "Cards": r"^Hände$|^Hand$",
        "table": r"\b(der|laut) Tisch\b|Laut Tisch",
        "save": r"\bBild\w* (ist )?behalten",
        "segment": r"längste Weg",
        "progress card": r"\bausgespielt",
    },
}
"""Language, English term, and what must not be said for it."""


def rows() -> list[list[str]]:
    """The cells of the table of terms: English and each other language in its order."""
    lines = [line for line in TERMS.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    head = next(index for index, cells in enumerate(table) if cells[0] == "English")
    return table[head + 2 :]


def terms() -> set[str]:
    """Every English term."""
    return {term for cells in rows() for term in _terms(cells[0])}


def _terms(cell: str) -> list[str]:
    """The terms of a cell: a row may hold several, and explain them in brackets."""
    return [term.strip() for term in re.split(r"[,;:]", re.sub(r"\(.*?\)", "", cell))]


def said(language: str) -> Iterator[tuple[str, str]]:
    """Every text of a language with its context."""
    if language == SOURCE_LANGUAGE:
        for message in translations.template():
            for form in (message.id,) if isinstance(message.id, str) else message.id:
                yield message.context or "", form
    else:
        for message in translations.catalogue(language):
            if message.id:
                for form in translations.translations(message):
                    yield message.context or "", form


def test_the_table_has_a_word_for_every_term_in_every_language() -> None:
    assert rows()
    for cells in rows():
        assert len(cells) == len(LANGUAGES), cells
        assert all(cells), cells


def test_a_term_has_one_row() -> None:
    named = [term for cells in rows() for term in _terms(cells[0])]
    assert sorted(named) == sorted(set(named))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_forbidden_stands_for_a_term_of_the_table(language: str) -> None:
    assert set(FORBIDDEN[language]) <= terms()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_calls_a_thing_by_another_word(language: str) -> None:
    found = [
        (term, context, text)
        for context, text in said(language)
        for term, pattern in FORBIDDEN[language].items()
        if re.search(pattern, text, re.IGNORECASE)
    ]
    assert found == []
