"""Sentences that are shown for some seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.i18n import _
from companion.presenters.intents import Intent
from companion.presenters.views import ToastView
from kivy_ui.paint import Look
from kivy_ui.shell.free import boxes_taken, gap_at_top
from kivy_ui.shell.sheets import Sheets
from kivy_ui.widgets.toast import Toast

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

LEAST_MESSAGE_MM = 7.0
"""Height of a message of one line."""


class Messages:
    """Shows one message at a time, in front of everything and where nothing can be touched."""

    def __init__(self, root: Widget, look: Look, sheets: Sheets, do: Callable[[Intent], object]) -> None:
        self._root = root
        self._look = look
        self._sheets = sheets
        self._do = do
        self.shown: Toast | None = None
        self._end: ClockEvent | None = None

    def tell(self, view: ToastView) -> None:
        """Show a sentence for some seconds, in the place of any other."""
        self.drop()
        self.shown = Toast(self._look, view, on_action=self._do, on_close=self._read)
        self.arrange()
        self._root.add_widget(self.shown)
        # its time begins with the next frame: this one may take long, and nobody sees it before
        self._end = Clock.schedule_once(lambda _elapsed: self._drop_after(view.seconds), 0)

    def _drop_after(self, seconds: float) -> None:
        self._end = Clock.schedule_once(lambda _elapsed: self.drop(), seconds)

    def drop(self) -> None:
        """Take the sentence away, if there is one."""
        if self._end is not None:
            self._end.cancel()
            self._end = None
        if self.shown is not None:
            self._root.remove_widget(self.shown)
            self.shown = None

    def _read(self) -> None:
        """A message that had no room for all its words is shown whole; any other has been read."""
        toast = self.shown
        self.drop()
        if toast is not None and any(text.cut for text in toast.texts):
            from kivy_ui.widgets.choice import TextSheet

            words = tuple(("", line) for line in (toast.view.text, toast.view.remedy) if line)
            self._sheets.cover(TextSheet(self._look, _("Message"), words, self._sheets.close))

    def to_front(self) -> None:
        """A sheet has come or gone: the message lies in front of what is there now, and over nothing that can
        be touched."""
        if self.shown is not None and self.shown.parent is not None:
            self._root.remove_widget(self.shown)
            self.arrange()
            self._root.add_widget(self.shown)

    def arrange(self) -> None:
        """Put the message on the strip, the line with the ship, a headline: all else there may be touched."""
        if self.shown is None:
            return
        taken = boxes_taken(self._root, self.shown)
        free = gap_at_top(self._sheets.room, taken, self._look.mm(LEAST_MESSAGE_MM))
        self.shown.place(free.cut_top(self.shown.height_for(free.w))[0])
