"""Buttons at the seats, and the keys that stand for them: the one place where a press gets its meaning.

Whatever has buttons (a keyboard, a panel on USB, pins) calls ``press`` and ``release`` with their names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.app.i18n import _
from companion.history.correction import remove
from companion.presenters import correction
from companion.presenters.intents import MyTurn, Undo
from companion.presenters.views import ToastView
from kivy_ui.shell import Shell

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

HOLD_SECONDS = 1.5
MOST_SEATS = 6
UNDO, MUTE = "undo", "mute"
SEATS = tuple(f"seat_{seat}" for seat in range(MOST_SEATS))
"""The names of the buttons."""

SYMBOLS = {
    **{ord(str(seat + 1)): name for seat, name in enumerate(SEATS)},
    ord("u"): UNDO,
    ord("m"): MUTE,
}
PLACES = {
    **{30 + seat: name for seat, name in enumerate(SEATS)},
    **{89 + seat: name for seat, name in enumerate(SEATS)},
    24: UNDO,
    16: MUTE,
}
"""By SDL's scancodes, for keyboards that write another alphabet, and the number pad."""
ALPHABET = range(97, 123)


class SeatButtons:
    """One lit button at each seat, and two that all share. Each means the same on every screen of a game.

    ``on_seat`` hears whose button was pressed.
    """

    def __init__(self, shell: Shell, on_seat: Callable[[int], object] = lambda seat: None) -> None:
        self.shell = shell
        self.on_seat = on_seat
        self._held: dict[str, ClockEvent | None] = {}

    def press(self, name: str) -> bool:
        """A button goes down. False where buttons mean nothing now."""
        if self.shell.play is None or not self._heard:
            return False
        if name in self._held:
            return True  # a keyboard repeats what is held
        self._held[name] = None
        if name == UNDO:
            self.shell.do(Undo())
        elif name == MUTE:
            self.shell.on_mute()
        else:
            self._held[name] = Clock.schedule_once(partial(self._rested, name), HOLD_SECONDS)
        return True

    def release(self, name: str) -> None:
        """A button comes up again."""
        waiting = self._held.pop(name, None)
        if waiting is None:
            return
        waiting.cancel()
        seat = self._seat(name)
        if seat is not None and self._heard:
            self.on_seat(seat)
            self.shell.do(MyTurn(seat))

    @property
    def _heard(self) -> bool:
        """Whether buttons mean something on the screen that is shown."""
        return self.shell.screen is not None and self.shell.screen.hears_buttons

    def _seat(self, name: str) -> int | None:
        """The seat of a button, if somebody sits there in the game as it stands."""
        seat = SEATS.index(name)
        if self.shell.past.visited or self.shell.play is None:
            return None
        return seat if seat < len(self.shell.session.state.core.ids) else None

    def _rested(self, name: str, _elapsed: float) -> None:
        self._held[name] = None
        seat = self._seat(name)
        if seat is not None and self._heard:
            self.undo_own(seat)

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
    """A keyboard in the place of the buttons."""

    def __init__(self, buttons: SeatButtons) -> None:
        self.buttons = buttons
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
        return name is not None and self.buttons.press(name)

    def up(self, _window: Any, key: int, place: int = 0, *_rest: Any) -> None:
        """A key comes up."""
        name = name_of(key, place)
        if name is not None:
            self.buttons.release(name)


def name_of(key: int, place: int) -> str | None:
    """The button that a key stands for: by what it writes, or by its place where that is no Latin letter."""
    return SYMBOLS.get(key) or (None if key in ALPHABET else PLACES.get(place))
