"""What players and their colours are called in a sentence."""

from __future__ import annotations

import string

from companion.app.i18n import _
from companion.presenters.views import PersonView


def called(person: PersonView) -> str:
    """The name; the colour for one of pictograms alone, which no font on the screen has."""
    if any(letter.isalnum() or letter in string.punctuation for letter in person.name):
        return person.name
    return capital(colour_name(person.colour))


def capital(words: str) -> str:
    """Words that begin a line."""
    return words[:1].upper() + words[1:]


def colour_name(colour: str) -> str:
    """A colour of the wooden pieces in words."""
    return {
        "red": _("red"),
        "blue": _("blue"),
        "white": _("white"),
        "orange": _("orange"),
        "green": _("green"),
        "brown": _("brown"),
    }.get(colour, colour)
