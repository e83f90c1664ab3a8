"""The sheet that lies over the screen for a moment."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.widget import Widget

from kivy_ui.geometry import Box
from kivy_ui.paint import Painted
from kivy_ui.widgets.sheets import Sheet

HIDING_SHARE = 0.8
"""A sheet whose card takes more than this of the window hides what is below it."""


class Sheets:
    """Lays one sheet at a time over everything; touches reach nothing below it."""

    def __init__(self, root: Widget) -> None:
        self._root = root
        self.shown: Sheet | None = None
        self._hidden: list[Painted] = []
        self.on_change: Callable[[], None] = lambda: None
        """Called when a sheet has come or gone."""

    def cover(self, sheet: Sheet) -> None:
        """Lay this sheet over the screen, in the place of any other."""
        self.close()
        self.shown = sheet
        self.arrange()
        # what a large sheet hides is not drawn at all: a software renderer would take twice as long
        root, card = self._root, sheet.card
        if card.w * card.h > HIDING_SHARE * root.width * root.height:
            self._hidden = [widget for widget in root.children if isinstance(widget, Painted)]
            for widget in self._hidden:
                root.canvas.remove(widget.canvas)
        root.add_widget(sheet)
        self.on_change()

    def close(self) -> None:
        """Take the sheet away, if there is one."""
        if self.shown is None:
            return
        root = self._root
        root.remove_widget(self.shown)
        self.shown = None
        for widget in self._hidden:
            if widget.parent is root and widget.canvas not in root.canvas.children:
                root.canvas.insert(0, widget.canvas)
        self._hidden = []
        self.on_change()

    def arrange(self) -> None:
        """Give the sheet the whole window, after that has changed too."""
        if self.shown is not None:
            self.shown.place(self._window)

    @property
    def room(self) -> Box:
        """Where it can be seen what lies in front: the sheet's card, or the whole window."""
        return self._window if self.shown is None else self.shown.card

    @property
    def _window(self) -> Box:
        return Box(0.0, 0.0, self._root.width, self._root.height)
