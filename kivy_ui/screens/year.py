"""The games of a year together, in pages that turn as those of an evening."""

from __future__ import annotations

from typing import Any

from companion.app.i18n import _
from companion.app.storage import GameRecord
from companion.presenters import year
from kivy_ui.background import Background
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import LIVERIES_6
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.evening_page import Pages


class YearScreen(Screen):
    """What is not known yet of a game is worked out meanwhile, a game at a time."""

    framed = False
    of_game = False

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.records: tuple[GameRecord, ...] = shell.context.games()
        self.year: int | None = next(iter(year.years(self.records)), None)
        self.pages = Pages(look, shell.sheets)
        self.back = Button(look, "back", icon="back", on_tap=lambda: shell.go("archive"))
        self.before = Button(look, "year_before", icon="minus", on_tap=lambda: self._other(1))
        self.after = Button(look, "year_after", icon="plus", on_tap=lambda: self._other(-1))
        for widget in (self.pages, self.back, self.before, self.after):
            self.add_widget(widget)
        self._working: Background | None = None
        missing = shell.context.digests.missing(self.records)
        self.total = len(missing)
        if missing:
            steps = shell.context.digests.make(shell.context.store, self.records)
            self._working = Background(steps, self._worked, self._failed, self._told)

    def refresh(self) -> None:
        self.look.liveries = LIVERIES_6
        self.view = year.view(self.records, self.shell.context.digests.of, self.year)
        self.year = self.view.year
        self.pages.show(self.view.pages)
        self.back.show(_("Archive"))
        self.before.says, self.after.says = _("The year before"), _("The year after")
        place = self.view.years.index(self.year) if self.year in self.view.years else 0
        self.before.show(enabled=place + 1 < len(self.view.years))
        self.after.show(enabled=place > 0)
        if self._working is None:
            self.back.show(detail="")

    def arrange(self, box: Box) -> None:
        keys, room = box.cut_bottom(self.look.mm(PRIMARY_MM) + 2)
        for button, cell in zip(
            (self.back, self.before, self.after), keys.columns([2.0, 1.0, 1.0]), strict=True
        ):
            button.place(cell)
        self.pages.place(room)

    def _other(self, by: int) -> None:
        known = self.view.years
        place = known.index(self.year) + by
        if 0 <= place < len(known):
            self.year = known[place]
            self.pages.go(0)
            self.shell.refresh()

    # --- what is not known yet ------------------------------------------------------------------------

    def _told(self, done: int) -> None:
        if self.get_root_window() is None:
            if self._working is not None:
                self._working.stop()
            return
        self.back.show(detail=_("Working out … {done} of {total}").format(done=done, total=self.total))

    def _worked(self, _unread: object) -> None:
        self._working = None
        if self.shell.screen is self:
            self.shell.refresh()

    def _failed(self, error: Exception) -> None:
        self._working = None
        self.shell.fail("year", error)
