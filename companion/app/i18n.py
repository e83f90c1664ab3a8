"""Text for people, through gettext. The language can change any moment: nothing is translated at import."""

from __future__ import annotations

import gettext as _gettext
from importlib.resources import as_file, files

DOMAIN = "longship"
LANGUAGES: dict[str, str] = {"en": "English", "ru": "Русский", "pl": "Polski", "de": "Deutsch"}

_current: _gettext.NullTranslations = _gettext.NullTranslations()
_language = "en"


def catalogue(language: str) -> _gettext.NullTranslations:
    """The texts of one language; those of an unknown or uncompiled one are the English originals."""
    with as_file(files("companion.app") / "locale") as folder:
        return _gettext.translation(DOMAIN, str(folder), languages=[language], fallback=True)


def set_language(language: str) -> None:
    """Switch all text from now on. An unknown or uncompiled language falls back to English."""
    install(catalogue(language), language if language in LANGUAGES else "en")


def install(translations: _gettext.NullTranslations, language: str) -> None:
    """Show all text from these translations from now on."""
    global _current, _language
    _current, _language = translations, language


def language() -> str:
    """The code of the language in use: en, ru, pl or de."""
    return _language


def _(message: str) -> str:
    """The message in the language in use."""
    return _current.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The right plural form of the message for ``count``."""
    return _current.ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """The message in the language in use, told apart by its context."""
    return _current.pgettext(context, message)


def npgettext(context: str, one: str, many: str, count: int) -> str:
    """The right plural form of the message for ``count``, told apart by its context."""
    return _current.npgettext(context, one, many, count)
