"""What the dice camera read, as the table is shown it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.app.dice import Reading
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import tag_of
from companion.presenters import game
from companion.presenters.views import PersonView
from companion.rules.common import RollDice

NEEDED = {f"{why}_{die}": die for why in ("unclear", "glare") for die in ("white", "red", "event")}
"""Reasons that concern one die only: where that die is not rolled the others count."""


class ThrowView(msgspec.Struct, frozen=True):
    """Dice that are about to be taken: (row, face) pairs as on the roll pad, what each die of the game can
    show, and whose roll it is."""

    dice: tuple[tuple[str, str], ...]
    faces: Mapping[str, tuple[str, ...]]
    person: PersonView
    title: str
    note: str

    def other(self, row: str, face: str) -> ThrowView:
        """The same throw with another face of one die."""
        dice = tuple((name, face if name == row else shown) for name, shown in self.dice)
        return replace(self, dice=dice)


def due(session: GameSession) -> tuple[str, ...]:
    """The dice of the roll that may come now; none while another question is open or a card comes first, nor
    when the game is over.

    The next roll ends the turn, so one may come after a roll too.
    """
    core, table = session.state.core, session.table
    others = [question for question in core.pending if tag_of(RollDice) not in question.answers]
    if core.winner is not None or others or game.turner(table) is not None:
        return ()
    return game.rows_wanted(table)


def sure(reading: Reading, rows: tuple[str, ...]) -> bool:
    """Whether everything that this roll needs was read for certain."""
    aside = reading.reason in NEEDED and NEEDED[reading.reason] not in rows
    return (not reading.unsure or aside) and set(rows) <= set(reading.faces)


def known(session: GameSession, reading: Reading) -> dict[str, str]:
    """The dice of the next roll as far as they are sure; those that somebody named are not read."""
    view = game.roll(session.table)
    faces = {**reading.faces, **dict(view.known)}
    return {row: faces[row] for row in view.rows if row in faces}


def throw(session: GameSession, faces: Mapping[str, str]) -> ThrowView:
    """A throw of which all dice are known."""
    table = session.table
    who = game.person(table, game.roller(table))
    view = game.roll(table)
    dice = tuple((row, faces[row]) for row in view.rows)
    title = _("{player} rolls").format(player=who.name)
    return ThrowView(dice, view.faces, who, title, _("Read by the camera: tap a die to correct it."))
