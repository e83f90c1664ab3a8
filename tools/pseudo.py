"""A made-up language that lengthens every text and puts accents on it, to see whether screens have room.

A text of up to 12 letters grows by 130 %, a longer one by 70 %: as much as the longest translations do.
"""

from __future__ import annotations

import string
from functools import cache
from gettext import NullTranslations

from companion.app.i18n import install

LANGUAGE = "pseudo"

_ACCENTS = str.maketrans("ACDEGHIJKLNORSTUWYZacdeghijklnorstuwyz", "ÅÇĎÉĞĤÎĴĶĽÑÖŘŠŤÛŴÝŽåçďéğĥîĵķľñöřšťûŵýž")


class Pseudo(NullTranslations):
    """Every text in the made-up language, whether it is translated yet or not."""

    def gettext(self, message: str) -> str:
        """The lengthened message."""
        return lengthened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The lengthened form for ``n``, chosen as in English."""
        return lengthened(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """The lengthened message."""
        return lengthened(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The lengthened form for ``n``, chosen as in English."""
        return self.ngettext(msgid1, msgid2, n)


def switch_on() -> None:
    """Show all text in the made-up language, until ``set_language`` is called."""
    install(Pseudo(), LANGUAGE)


@cache
def lengthened(message: str) -> str:
    """The message with accents and longer words; placeholders, spaces and signs stay as they are."""
    pieces = list(string.Formatter().parse(message))
    letters = sum(letter.isalpha() for literal, *_ in pieces for letter in literal)
    growth = 2.3 if letters <= 12 else 1.7
    result, seen, written = "", 0, 0
    for literal, name, form, conversion in pieces:
        for run in _runs(literal):
            if run[0].isalpha():
                seen += len(run)
                room = round(seen * growth) - written
                written += room
                run = (run * 3)[:room].translate(_ACCENTS)
            result += run.replace("{", "{{").replace("}", "}}")
        if name is not None:
            result += f"{{{name}{'!' + conversion if conversion else ''}{':' + form if form else ''}}}"
    return result


def _runs(text: str) -> list[str]:
    """The text in runs of letters and of anything else."""
    runs: list[str] = []
    for sign in text:
        if runs and runs[-1][-1].isalpha() == sign.isalpha():
            runs[-1] += sign
        else:
            runs.append(sign)
    return runs
