"""Buttons on the table, and the keys that stand for them: the one place where a press gets its meaning.

Devices bring a ``Press`` to ``TableButtons.hear``; of the keyboard's keys, which go down and come up,
``Keys`` makes presses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.app.i18n import _
from companion.app.ports import HOLD_S, Press, PressKind
from companion.history.correction import remove
from companion.presenters import correction
from companion.presenters.intents import MyTurn, NextTurn, Undo
from companion.presenters.views import ToastView
from kivy_ui.shell import Shell

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

HOLD_SECONDS = HOLD_S
MOST_SEATS = 6
UNDO, MUTE, NEXT = "undo", "mute", "next"
SEATS = tuple(f"seat_{seat}" for seat in range(MOST_SEATS))
"""The names of the buttons."""

SYMBOLS = {
    **{ord(str(seat + 1)): name for seat, name in enumerate(SEATS)},
    ord("u"): UNDO,
    ord("m"): MUTE,
    ord("n"): NEXT,
}
PLACES = {
    **{30 + seat: name for seat, name in enumerate(SEATS)},
    **{89 + seat: name for seat, name in enumerate(SEATS)},
    24: UNDO,
    16: MUTE,
    17: NEXT,
}
"""By SDL's scancodes, for keyboards that write another alphabet, and the number pad."""
ALPHABET = range(97, 123)


class TableButtons:
    """What is pressed on the table: it goes where touches go, and means the same on every screen of a game.

    ``on_seat`` hears whose button was pressed.
    """

    def __init__(self, shell: Shell, on_seat: Callable[[int], object] = lambda seat: None) -> None:
        self.shell = shell
        self.on_seat = on_seat

    @property
    def heard(self) -> bool:
        """Whether buttons mean something on the screen that is shown."""
        screen = self.shell.screen
        return self.shell.play is not None and screen is not None and screen.hears_buttons

    def hear(self, press: Press) -> None:
        """Do what is meant, or say in one sentence why not."""
        shell = self.shell
        if shell.screen is not None and shell.screen.tries_buttons:
            return
        if press.kind is PressKind.MUTE:
            shell.on_mute()
        elif shell.play is None:
            self._say(_("No game is being played: this button does nothing now."))
        elif not self.heard:
            self._say(_("Go back to the game first: this button does nothing here."))
        elif press.kind is PressKind.UNDO:
            shell.do(Undo())
        elif shell.past.visited:
            self._say(_("The game is shown as it stood once: leave the past first."))
        elif press.kind is PressKind.NEXT:
            shell.do(NextTurn())
        elif press.seat is None or not 0 <= press.seat < len(shell.session.state.core.ids):
            self._say(_("Nobody sits at this button."))
        elif press.kind is PressKind.SEAT:
            self.on_seat(press.seat)
            shell.do(MyTurn(press.seat))
        else:
            self.undo_own(press.seat)

    def _say(self, words: str) -> None:
        self.shell.messages.tell(ToastView(words))

    def undo_own(self, seat: int) -> None:
        """Take back a player's last entry. Where others have followed, say first what that would do."""
        session = self.shell.session
        entry = correction.last_by(session, seat)
        if entry is None:
            name = session.state.core.players[seat].name
            self.shell.messages.tell(ToastView(_("{player} has entered nothing.").format(player=name)))
        elif session.to_undo is not None and session.to_undo.entry == entry.entry:
            self.shell.do(Undo())
        else:
            self.shell.go("correction", entry=entry.entry, wish=remove(entry.entry))


class Keys:
    """A keyboard in the place of the buttons. Where they mean nothing, its keys write."""

    def __init__(self, buttons: TableButtons, hear: Callable[[Press], object]) -> None:
        self.buttons = buttons
        self._hear = hear
        self._held: dict[str, ClockEvent | None] = {}
        self._window: Any = None

    def install(self, window: Any) -> None:
        """Hear the keys of a window."""
        self._window = window
        window.bind(on_key_down=self.down, on_key_up=self.up)

    def remove(self) -> None:
        """Hear them no longer."""
        if self._window is not None:
            self._window.unbind(on_key_down=self.down, on_key_up=self.up)
            self._window = None

    def down(self, _window: Any, key: int, place: int = 0, *_rest: Any) -> bool:
        """A key goes down; True if it is one of ours."""
        name = name_of(key, place)
        if name is None or not self.buttons.heard:
            return False
        if name in self._held:
            return True  # a keyboard repeats what is held
        self._held[name] = None
        if name in SEATS:
            self._held[name] = Clock.schedule_once(partial(self._rested, name), HOLD_SECONDS)
        else:
            self._hear(Press(PressKind(name)))
        return True

    def up(self, _window: Any, key: int, place: int = 0, *_rest: Any) -> None:
        """A key comes up."""
        name = name_of(key, place) or ""
        waiting = self._held.pop(name, None)
        if waiting is not None:
            waiting.cancel()
            self._hear_seat(PressKind.SEAT, name)

    def _rested(self, name: str, _elapsed: float) -> None:
        self._held[name] = None
        self._hear_seat(PressKind.SEAT_UNDO, name)

    def _hear_seat(self, kind: PressKind, name: str) -> None:
        if self.buttons.heard:
            self._hear(Press(kind, SEATS.index(name)))


def name_of(key: int, place: int) -> str | None:
    """The button that a key stands for: by what it writes, or by its place where that is no Latin letter."""
    return SYMBOLS.get(key) or (None if key in ALPHABET else PLACES.get(place))
