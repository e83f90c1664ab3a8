"""Readings of the dice camera at the table: shown, taken, corrected, or let go.

A reading that is sure is shown for some seconds and then entered like any roll. One that is not never enters
itself: the roll pad opens with what is sure, until the table taps the rest or sets the dice right. The next
roll ends the turn, so a reading is due whenever no question is open; whose roll it is stands beside the dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from kivy.clock import Clock

from companion.app.dice import DICE, Reading
from companion.app.dice_log import Faces, Outcome, Throw, faces
from companion.app.i18n import _
from companion.app.session import GameSession, Update, UpdateKind
from companion.engine.ids import EntryId
from companion.history.changes import Changed
from companion.presenters import throw
from companion.presenters.dice import as_entered
from companion.presenters.intents import KeepPicture, Roll
from companion.presenters.throw import ThrowView
from companion.presenters.views import ActionView, ToastView
from companion.rules.common import RollDice
from kivy_ui.shell import Shell
from kivy_ui.widgets.throw_sheet import ThrowSheet

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

SHOWN_SECONDS = 3.0
KEEP_PICTURE = "keep_picture"
LOOK_SECONDS = 0.25
"""How often a reading that waits behind a sheet checks whether the way is clear."""
WAITS_SECONDS = 20.0
"""How long a reading waits for the table to be ready for it."""


class DiceReader:
    """Joins the dice camera to the table. Everything here happens in the window's thread."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.seconds = SHOWN_SECONDS
        self.sheet: ThrowSheet | None = None
        self._reading = Reading()
        self._thrown = Throw(0, "let_go")
        """The roll of the last reading."""
        self._is_entered = True
        """Whether the table has entered a roll since that reading."""
        self._waiting: ClockEvent | None = None
        self._waited = 0.0
        self._open: Throw | None = None
        """A roll that the camera saw and the table has still to enter."""
        self._last: Throw | None = None
        """The last roll that the camera saw and the table entered: it may still be put right."""
        self._pictures: dict[int, bytes] = {}
        """Those of these two, by the number of the throw; of any other roll the picture says nothing."""
        self._last_entry = EntryId(0)
        self._last_turn = -1
        self._to_keep: tuple[Throw, bytes] | None = None
        self._offering: ClockEvent | None = None
        shell.on_keep_picture = self._keep_picture

    def watch(self, session: GameSession) -> None:
        """A game begins or goes on."""
        self._forget()
        session.subscribe(lambda update: self._heard(session, update))

    def close(self) -> None:
        """Nothing is taken any more."""
        self._forget()

    def _forget(self) -> None:
        self._stop_waiting()
        self._stop_offering()
        self._drop_sheet()
        self._open = self._last = None
        self._is_entered = True

    def _drop_sheet(self) -> None:
        if self.sheet is not None:
            self.sheet.stop()
            self.sheet = None

    # --- a reading ----------------------------------------------------------------------------------

    def read(self, reading: Reading) -> None:
        """The camera has read dice that came to rest."""
        session = self.shell.context.session
        if session is None or (reading.set_right and (self._is_entered or _is_last(session, reading))):
            return
        self._stop_waiting()
        thrown = Throw(self.shell.context.clock(), "let_go", faces(reading.faces), reason=reading.reason)
        if reading.set_right:
            thrown = msgspec.structs.replace(thrown, id=self._thrown.id)
        self._reading, self._thrown, self._is_entered = reading, thrown, False
        self._waited = 0.0
        if self._in_the_way():
            self._waiting = Clock.schedule_interval(self._look_again, LOOK_SECONDS)
        else:
            self._show()

    def _in_the_way(self) -> bool:
        """Whether somebody is in the middle of something that a roll must not take away."""
        screen, sheet = self.shell.screen, self.shell.sheets.shown
        ready = screen is not None and screen.takes_dice and sheet in (None, self.sheet)
        return self.shell.past.visited or not ready

    def _look_again(self, elapsed: float) -> bool:
        self._waited += elapsed
        if self._in_the_way():
            if self._waited < WAITS_SECONDS:
                return True
            self._waiting = None
            self._nobody_had_time()
            return False
        self._waiting = None
        self._show()
        return False

    def _nobody_had_time(self) -> None:
        """Nobody had time for the reading: that is noted, and said."""
        self._note(self._thrown)
        self.shell.messages.tell(ToastView(_("The dice were read, but the table was busy. Enter the roll.")))

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _show(self) -> None:
        if self._reading.set_right and self._is_entered:
            return  # while it waited
        self._stop_offering()
        session, reading = self.shell.session, self._reading
        rows = throw.due(session)
        if not rows:
            self.shell.messages.tell(ToastView(_("The dice were read, but no roll is due now.")))
            return
        self._drop_sheet()
        found = throw.known(session, reading)
        if self._open is not None:
            self._note(self._open)
        self._open = self._thrown
        kept = () if self._last is None else (self._last.id,)
        self._pictures = {number: self._pictures.get(number, b"") for number in kept} | {
            self._open.id: reading.picture
        }
        if throw.sure(reading, rows):
            self._show_sheet(throw.throw(session, found))
        else:
            self._ask(found)

    def _show_sheet(self, view: ThrowView) -> None:
        self.sheet = ThrowSheet(
            self.shell.look,
            view,
            on_take=self._take,
            on_let_go=self._let_go,
            seconds=self.seconds,
            in_steps=self.shell.settings.reduced_motion,
        )
        self.shell.messages.drop()
        self.shell.sheets.cover(self.sheet)

    def _ask(self, found: dict[str, str]) -> None:
        """The roll pad, with what is sure."""
        assert self._open is not None
        self._open = msgspec.structs.replace(self._open, outcome="unsure")
        if not self.shell.game.bar().pad:  # the dice are on the table itself
            self.shell.go("table")
            self.shell.messages.tell(ToastView(self._reading.unsure, tone="warn", seconds=8))
        else:
            self.shell.go("roll", chosen=found, note=self._reading.unsure)

    def _take(self, view: ThrowView) -> None:
        self.sheet = None
        self.shell.sheets.close()
        if self.shell.screen is None or not self.shell.screen.of_play:
            self.shell.go("table")
        self.shell.do(Roll(as_entered(dict(view.dice))))

    def _let_go(self) -> None:
        self._drop_sheet()
        self.shell.sheets.close()
        if self._open is not None:
            self._note(self._open)
            self._open = None

    # --- what became of it --------------------------------------------------------------------------

    def _heard(self, session: GameSession, update: Update) -> None:
        """Note what the table entered in the end, the first time, after an undo or by a correction."""
        entry, roll = self._roll(update)
        if roll is None:
            if update.kind is not UpdateKind.NEW and not self._last_stands(session):
                self._stop_offering()
            return
        self._stop_offering()
        turn = session.state.core.turn
        earlier = None
        if update.kind is UpdateKind.NEW:
            earlier, self._open, self._is_entered = self._open, None, True
            if earlier is None and self._last_turn == turn and not self._last_stands(session):
                earlier = self._last
        else:
            earlier = self._last
        self._last = None
        if earlier is None:
            return
        entered = faces({die: str(face) for die, face in roll.dice.items()})
        settled = msgspec.structs.replace(earlier, entered=entered, outcome=_outcome(earlier, entered))
        self._last, self._last_entry, self._last_turn = settled, entry, turn
        self._note(settled)
        if settled.outcome in ("corrected", "unsure"):
            self._offer(settled)

    def _roll(self, update: Update) -> tuple[EntryId, RollDice | None]:
        """A roll that was entered, or what the last one was corrected to."""
        entry = update.entry
        if entry is None:
            return EntryId(0), None
        if isinstance(entry.command, RollDice) and update.kind is UpdateKind.NEW:
            return entry.entry, entry.command
        for change in entry.correction if self._last is not None else ():
            if isinstance(change, Changed) and change.entry == self._last_entry:
                return change.entry, change.command if isinstance(change.command, RollDice) else None
        return EntryId(0), None

    def _last_stands(self, session: GameSession) -> bool:
        return any(entry.entry == self._last_entry for entry in reversed(session.standing))

    def _note(self, settled: Throw) -> None:
        failure = self.shell.context.dice_log.note(settled)
        if failure is not None:
            self.shell.context.on_notice(failure)

    def _offer(self, settled: Throw) -> None:
        """The picture can help to read better, if the table lets it be kept."""
        picture = self._pictures.get(settled.id, b"")
        if not (picture and self.shell.context.settings.dice.keep_pictures):
            return
        self._to_keep = settled, picture
        keep = ActionView(KEEP_PICTURE, _("Keep"), "archive", KeepPicture())
        view = ToastView(_("Save the picture of this roll as a test case?"), action=keep, seconds=8)

        def ask(_elapsed: float) -> None:
            shell = self.shell
            if shell.messages.shown is not None or shell.sheets.shown is not None:
                # what the entry itself had to say is read first
                self._offering = Clock.schedule_once(ask, LOOK_SECONDS)
            elif shell.screen is not None and shell.screen.of_play:
                shell.messages.tell(view)

        self._offering = Clock.schedule_once(ask, 0)

    def _stop_offering(self) -> None:
        if self._offering is None:
            return
        self._offering.cancel()
        self._offering = self._to_keep = None
        shown = self.shell.messages.shown
        if shown is not None and shown.view.action is not None and shown.view.action.name == KEEP_PICTURE:
            self.shell.messages.drop()

    def _keep_picture(self) -> None:
        if self._to_keep is None:
            return
        settled, picture = self._to_keep
        self._to_keep = None
        failure = self.shell.context.dice_log.keep_picture(settled, picture)
        if failure is not None:
            self.shell.context.on_notice(failure)
        else:
            self.shell.messages.tell(ToastView(_("The picture is saved."), tone="good", seconds=3))


def _is_last(session: GameSession, reading: Reading) -> bool:
    """Whether a reading shows the roll that was entered last. Where the table was faster than the camera, and
    somebody sets the dice right afterwards, that is no new one."""
    rolls = (entry.command for entry in reversed(session.standing) if isinstance(entry.command, RollDice))
    last, found = next(rolls, None), throw.known(session, reading)
    # the event die alone shows the same too often for that
    return last is not None and len(found) > 1 and dict(last.dice) == as_entered(found)


def _outcome(earlier: Throw, entered: Faces) -> Outcome:
    """A roll that was never sure stays unsure; else it was read right or had to be corrected."""
    if earlier.outcome == "unsure":
        return "unsure"
    pairs = ((getattr(earlier.read, die), getattr(entered, die)) for die in DICE)
    return "corrected" if any(one != other for one, other in pairs if other is not None) else "taken"
