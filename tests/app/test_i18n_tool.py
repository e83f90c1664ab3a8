"""The tool that keeps translations in step with the sources."""

from __future__ import annotations

import gettext
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError, read_po

from companion.app import i18n, narrate
from tools import pseudo, translations

REPOSITORY = Path(__file__).parents[2]
GERMAN = "(n != 1)"
RUSSIAN = "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project with one text of each kind."""
    for name, content in {
        "companion/app/texts.toml": '"core.over" = "The game is over: {player} has won."\n',
        "companion/rules/base/texts.toml": '"base.roll" = {text = "{by} rolls", short = "Roll"}\n'
        '"base.left" = {one = "{count} city", other = "{count} cities"}\n',
        "companion/rules/base/rules.toml": '[B-1]\ntext = "Two dice are rolled."\nstatus = "todo"\n',
        "companion/profiles/plain.toml": 'title = "Plain"\nedition = "As written"\n',
        "companion/app/narrate.py": "_(text)\n",
        "hardware/lights.py": "# Translators: a button\n_('Mute')\n"
        "ngettext('{count} LED', '{count} LEDs', n)\n",
        "kivy_ui/table.py": "lambda _: _('Log') + pgettext('noun', 'Roll') + pgettext(key, entry['one'])\n"
        'label = f\'{_("House" " rule")}: {i18n.npgettext("log", "{count} roll", "{count} rolls", 2)}\'\n',
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "LOCALE", tmp_path / "companion" / "app" / "locale")
    return tmp_path


def put(language: str, key: str, context: str | None, *forms: str) -> None:
    """Translate one text, as a translator does."""
    catalogue = translations.catalogue(language)
    message = catalogue.get(key, context)
    assert message is not None
    message.string = forms[0] if len(forms) == 1 else forms
    translations.source(language).write_text(translations.rendered(catalogue), encoding="utf-8")


def test_every_kind_of_text_is_found(project: Path) -> None:
    found = {(message.context, message.id) for message in translations.template() if message.id}
    assert found == {
        ("core.over", "The game is over: {player} has won."),
        ("base.roll", "{by} rolls"),
        ("base.roll.short", "Roll"),
        ("base.left", ("{count} city", "{count} cities")),
        ("B-1", "Two dice are rolled."),
        ("profile.plain", "Plain"),
        ("profile.plain", "As written"),
        (None, "Mute"),
        (None, ("{count} LED", "{count} LEDs")),
        (None, "Log"),
        (None, "House rule"),
        ("noun", "Roll"),
        ("log", ("{count} roll", "{count} rolls")),
    }
    mute = translations.template().get("Mute")
    assert mute is not None and mute.auto_comments == ["a button"]


@pytest.mark.parametrize(
    "call",
    ["_(text)", "_(f'{by} rolls')", "_('Roll' + x)", "ngettext('a city', some, n)", "pgettext(key, 'Roll')"],
)
def test_a_text_that_nobody_could_translate_is_refused(project: Path, call: str) -> None:
    (project / "kivy_ui" / "table.py").write_text(f"\n{call}\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"^kivy_ui/table\.py:2: a text is written out"):
        translations.template()


def test_updating_keeps_translations_and_drops_what_is_gone(project: Path) -> None:
    assert translations.update() == 1
    put("de", "Log", None, "Verlauf")
    put("de", "{count} LED", None, "{count} Licht", "{count} Lichter")
    (project / "hardware" / "lights.py").write_text(
        "ngettext('{count} LED', '{count} LEDs', n)", encoding="utf-8"
    )
    (project / "kivy_ui" / "table.py").write_text("_('Log'); _('Logs')", encoding="utf-8")
    assert any(
        "does not match the sources" in fault
        for fault in translations.problems("de", translations.template())
    )
    translations.update()
    german = translations.catalogue("de")
    assert {message.id: message.string for message in german if message.id and not message.context} == {
        "Log": "Verlauf",
        "Logs": "Verlauf",
        ("{count} LED", "{count} LEDs"): ("{count} Licht", "{count} Lichter"),
    }
    before = translations.source("de").read_text(encoding="utf-8")
    translations.update()
    assert translations.source("de").read_text(encoding="utf-8") == before


def test_a_guess_stays_for_a_translator_to_confirm_and_is_not_shown(project: Path) -> None:
    translations.update()
    put("de", "Log", None, "Verlauf")
    (project / "kivy_ui" / "table.py").write_text("_('Logs')", encoding="utf-8")
    for _time in range(2):
        assert translations.update() == 1
        guess = translations.catalogue("de").get("Logs")
        assert guess is not None and guess.fuzzy and guess.string == "Verlauf"
    faults = translations.problems("de", translations.template())
    assert "de: to be confirmed: correct it, and take the word fuzzy away: Logs" in faults
    translations.compile_all()
    with translations.source("de").with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Logs") == "Logs"


def test_translators_are_told_where_a_text_stands(project: Path) -> None:
    said = {(text.context, text.id): text.auto_comments for text in translations.template() if text.id}
    assert said[("base.roll.short", "Roll")] == ["On a button: 24 letters at most."]
    assert said[("B-1", "Two dice are rolled.")] == ["A rule as a player reads it: 180 letters at most."]
    assert said[(None, "Mute")] == ["a button"]
    assert all(comments for (context, _id), comments in said.items() if context and "." in context)


def test_babel_s_own_commands_do_the_same(project: Path) -> None:
    translations.update()
    put("de", "Log", None, "Verlauf")
    shutil.copy(translations.MAPPING, project)
    shutil.copytree(REPOSITORY / "tools", project / "tools")
    locale = translations.LOCALE
    for command in (
        ["extract", "-F", "babel.cfg", "-c", "Translators:", "-o", "longship.pot", "."],
        ["update", "-D", "longship", "-i", "longship.pot", "-d", str(locale), "--ignore-obsolete"],
        ["compile", "-D", "longship", "-d", str(locale)],
    ):
        run = subprocess.run(
            [sys.executable, "-m", "babel.messages.frontend", *command],
            cwd=project,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
    with (project / "longship.pot").open("rb") as file:
        found = {(text.context, text.id) for text in read_po(file) if text.id}
    assert found == {(text.context, text.id) for text in translations.template() if text.id}
    assert translations.catalogue("de").get("Log").string == "Verlauf"  # type: ignore[union-attr]
    with translations.source("de").with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Log") == "Verlauf"


def test_a_changed_text_asks_for_a_new_translation(project: Path) -> None:
    translations.update()
    put("pl", "{by} rolls", "base.roll", "{by} rzuca")
    texts = project / "companion" / "rules" / "base" / "texts.toml"
    texts.write_text(
        texts.read_text(encoding="utf-8").replace("{by} rolls", "{by} has rolled"), encoding="utf-8"
    )
    translations.update()
    assert (
        "pl: to be confirmed: correct it, and take the word fuzzy away: [base.roll] {by} has rolled"
        in translations.problems("pl", translations.template())
    )


def test_checking_says_what_is_wrong(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert translations.main(["check"]) == 1
    assert "the catalogue does not match the sources" in capsys.readouterr().out
    translations.main(["update"])
    for language in translations.TRANSLATED:
        for message in translations.catalogue(language):
            if message.id:
                key = message.id if isinstance(message.id, str) else message.id[0]
                put(
                    language,
                    key,
                    message.context,
                    *[key.replace("city", "place")] * len(translations.translations(message)),
                )
    capsys.readouterr()
    assert translations.main(["check"]) == 0
    assert capsys.readouterr().out == "All 13 texts are translated into: ru, pl, de.\n"


@pytest.mark.parametrize(
    ("text", "translation", "fault"),
    [
        ("Log", "", "not translated"),
        ("{by} rolls", "rzuca", "placeholders differ"),
        ("{by} rolls", "{by} {player} rzuca", "placeholders differ"),
        ("Log ", "Verlauf", "spaces at the ends differ"),
        ("Log", "\u00a0Verlauf", "spaces at the ends differ"),
        ("Ship and log", "Schiff  und Verlauf", "two spaces"),
        ("Ship\nlog", "Schiff, Verlauf", "line breaks differ"),
        (("A city", "{count} cities"), ("Eine Stadt", "Städte"), "placeholders differ"),
    ],
)
def test_a_faulty_translation_is_found(text: str, translation: str, fault: str) -> None:
    message = Message(text, translation)
    assert [found.split(" in “")[0] for found in translations.faults(message, GERMAN)] == [fault]


def test_a_number_may_be_left_out_only_where_a_form_has_one() -> None:
    german = Message(("A city", "{count} cities"), ("Eine Stadt", "{count} Städte"))
    assert list(translations.faults(german, GERMAN)) == []
    russian = Message(("A city", "{count} cities"), ("Город", "{count} города", "{count} городов"))
    assert list(translations.faults(russian, RUSSIAN)) == ["placeholders differ in “Город”"]


def test_compiling_makes_what_the_app_reads(project: Path) -> None:
    translations.update()
    put("ru", "Log", None, "Журнал")
    put("ru", "{count} city", "base.left", "{count} город", "{count} города", "{count} городов")
    translations.main(["compile"])
    read = i18n._gettext.translation(i18n.DOMAIN, str(translations.LOCALE), languages=["ru"])
    assert read.gettext("Log") == "Журнал"
    assert [read.npgettext("base.left", "{count} city", "{count} cities", n) for n in (1, 2, 5)] == [
        "{count} город",
        "{count} города",
        "{count} городов",
    ]
    assert read.gettext("Mute") == "Mute"


def test_a_broken_catalogue_is_not_overwritten(project: Path) -> None:
    translations.update()
    file = translations.source("de")
    broken = file.read_text(encoding="utf-8").replace('msgid "Log"', 'msgid "Log"\nThe log')
    file.write_text(broken, encoding="utf-8")
    with pytest.raises(PoFileError):
        translations.update()
    assert file.read_text(encoding="utf-8") == broken


# --- the made-up language -------------------------------------------------------------------------------


def letters(text: str) -> int:
    return sum(sign.isalpha() for sign in text)


def test_the_made_up_language_lengthens_every_text() -> None:
    for message in translations.template():
        for text in [message.id] if isinstance(message.id, str) else message.id:
            names = translations.placeholders(text)
            filled = text.format_map(dict.fromkeys(names, ""))
            longer = pseudo.lengthened(text).format_map(dict.fromkeys(names, ""))
            assert translations.placeholders(pseudo.lengthened(text)) == names
            wanted = letters(filled) * (2.3 if letters(filled) <= 12 else 1.7)
            assert abs(letters(longer) - wanted) <= 1, text
            assert longer.count(" ") == filled.count(" ")
            assert not letters(filled) or longer != filled


def test_the_made_up_language_is_switched_on_and_off() -> None:
    pseudo.switch_on()
    assert i18n.language() == pseudo.LANGUAGE
    assert i18n._("Undo") == "ÛñďöÛñďöÛ"
    assert i18n.ngettext("{count} card", "{count} cards", 3).startswith("{count} çåřďš")
    assert narrate.say("end.over", {"player": "Ann"}).endswith("Ann ĥåšĥå ŵöñŵö.")
    i18n.set_language("en")
    assert i18n._("Undo") == "Undo"
