"""The first evening's hints: half a dozen sentences, with the drawing that each is about."""

from __future__ import annotations

import msgspec

from companion.app.i18n import _


class HintView(msgspec.Struct, frozen=True):
    """One hint and its drawing."""

    icon: str
    title: str
    text: str


def hints() -> tuple[HintView, ...]:
    """All of them, to be read in a minute."""
    return (
        HintView(
            "roll",
            _("Roll real dice"),
            _("Tap what they show. The last face enters the roll, and the next roll ends the turn."),
        ),
        HintView(
            "people",
            _("Tap what changes"),
            _("In a player’s column a tap is one more of a piece, and the name opens everything else."),
        ),
        HintView(
            "undo",
            _("Undo is always there"),
            _("It stands at the lower left and says what it takes back. Everything is saved at once."),
        ),
        HintView(
            "warning",
            _("The table decides"),
            _("What breaks a rule is refused with its number. “Allow anyway” lets it stand."),
        ),
        HintView(
            "help",
            _("Hold anything"),
            _("A finger that rests on a piece, a card or a ladder is told what it does, with an example."),
        ),
        HintView(
            "turn",
            _("Turn it to you"),
            _("A finger that rests where nothing is turns the picture to any side of the table."),
        ),
    )
