"""All kept games: found by player and date, looked at, replayed, gone on with, brought in and deleted."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from companion.app.i18n import _, ngettext
from companion.app.ports import Notice
from companion.app.storage import GameRecord
from companion.presenters import archive, home
from companion.presenters.archive import FilterView, Search
from companion.presenters.context import Brought
from companion.presenters.deeds import AnswerView
from companion.presenters.views import ToastView
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, Text
from kivy_ui.paint import Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import LIVERIES_6
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chips
from kivy_ui.widgets.choice import ChoiceSheet
from kivy_ui.widgets.list_sheet import ListSheet
from kivy_ui.widgets.rows import Row, RowList

SECONDS = 10.0


class GameRow(Row):
    """A kept game in the list: its people, how it stands, its day."""

    def draw(self, p: Painter, room: Box) -> None:
        view = home.game_view(self.item, "medium")
        chips, rest = room.cut_left(room.w * (0.30 if room.w > p.look.mm(110) else 0.36))
        draw_chips(p, tuple(person for person, _points in view.people), chips, p.look.mm(8))
        rest = Box(rest.x + p.look.mm(2), rest.y, rest.w - p.look.mm(2), rest.h)
        wide = room.w > p.look.mm(110)
        if view.started:
            day, rest = rest.cut_right(rest.w * (0.34 if wide else 0.46))
            p.write(view.started, day, Text.OPERATOR, p.theme.quiet, align=1.0, may_shorten=True)
        points = "  ".join(str(points) for _person, points in view.people if points is not None)
        words, scores = rest.columns([1.3, 1.0]) if points and wide else (rest, rest)
        p.write(view.standing, words, Text.OPERATOR, p.theme.text, bold=True, align=0.0, may_shorten=True)
        if points and wide:
            p.write(points, scores, Text.OPERATOR, p.theme.quiet, align=0.0, may_shorten=True)


class FilterRow(Row):
    """Something that games can be found by, and how many there are."""

    def draw(self, p: Painter, room: Box) -> None:
        view: FilterView = self.item
        count, words = room.cut_right(p.look.mm(16))
        p.write(view.label, words, Text.TABLE, p.theme.text, align=0.0, may_shorten=True)
        p.write(str(view.count), count, Text.OPERATOR, p.theme.quiet, align=1.0)


class ArchiveScreen(Screen):
    """A list with its search above it and what concerns all games below it."""

    framed = False
    of_game = False

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.records = shell.context.games()
        self.search = Search()
        self.list = RowList(look, "game", lambda: GameRow(look, self._chosen))
        self.player = Button(look, "find_player", icon="people", on_tap=self._find_player)
        self.month = Button(look, "find_month", icon="clock", on_tap=self._find_month)
        self.player.may_shorten = self.month.may_shorten = True
        self.back = Button(look, "back", icon="back", on_tap=lambda: shell.go("home"))
        self.year = Button(look, "year", icon="trophy", on_tap=lambda: shell.go("year"))
        self.bring = Button(look, "bring", icon="stick", on_tap=self._look_for_files)
        for widget in (self.list, self.player, self.month, self.back, self.year, self.bring):
            self.add_widget(widget)

    def refresh(self) -> None:
        self.look.liveries = LIVERIES_6
        self.view = archive.archive(self.records, self.search)
        self.list.show(self.view.games)
        self.player.show(self.view.player)
        self.month.show(self.view.month)
        self.back.show(_("Home"))
        self.year.show(_("The year"), enabled=bool(self.records))
        self.bring.show(_("Bring in"))
        self.repaint()

    def _again(self) -> None:
        """The list as it is now."""
        self.records = self.shell.context.games()
        self.shell.refresh()

    def arrange(self, box: Box) -> None:
        look = self.look
        head, room = box.cut_top(look.mm(PRIMARY_MM))
        foot, room = room.cut_bottom(look.mm(PRIMARY_MM) + 2)
        player, month, self._count = head.columns([1.3, 1.3, 0.4])
        self.player.place(player)
        self.month.place(month)
        for button, cell in zip((self.back, self.year, self.bring), foot.columns(3), strict=True):
            button.place(cell)
        self._list = room.inset(look.mm(1), look.mm(0.5))
        self.list.place(self._list)

    _count = Box(0, 0, 0, 0)
    _list = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)
        p.write(str(len(self.view.games)), self._count, Text.OPERATOR, p.theme.quiet)
        if not self.view.games:
            p.write(_("No game is found."), self._list, Text.TABLE, p.theme.text, lines=2)

    # --- finding --------------------------------------------------------------------------------------

    def _find_player(self) -> None:
        self._find(_("Who played?"), self.view.players)

    def _find_month(self) -> None:
        self._find(_("When?"), self.view.months)

    def _find(self, title: str, filters: tuple[FilterView, ...]) -> None:
        def chosen(view: FilterView) -> None:
            self.shell.sheets.close()
            self.search = view.search
            self.list.show(self.list.items, top=True)
            self.shell.refresh()

        sheet = ListSheet(
            self.look, title, filters, lambda: FilterRow(self.look, chosen), self.shell.sheets.close
        )
        self.shell.sheets.cover(sheet)

    # --- a game ---------------------------------------------------------------------------------------

    def _chosen(self, record: GameRecord) -> None:
        def answered(answer: AnswerView) -> None:
            self.shell.sheets.close()
            match answer.name:
                case archive.DELETE:
                    self._ask_to_delete(record)
                case archive.RESUME:
                    self.shell.context.resume(record.key)
                case name if self.shell.context.resume(record.key):
                    self.shell.go("evening" if name == archive.RESULT else "replay")

        sheet = ChoiceSheet(
            self.look, archive.title(record), archive.choices(record), answered, self.shell.sheets.close
        )
        sheet.may_shorten = True
        self.shell.sheets.cover(sheet)

    def _ask_to_delete(self, record: GameRecord) -> None:
        text, answers = archive.question(record)

        def answered(answer: AnswerView) -> None:
            self.shell.sheets.close()
            if answer.name == archive.DELETE_IT and self.shell.context.delete(record):
                self._again()
                self.shell.messages.tell(ToastView(_("The game is deleted."), tone="good"))

        sheet = ChoiceSheet(self.look, text, answers, answered, self.shell.sheets.close)
        sheet.may_shorten = True
        self.shell.sheets.cover(sheet)

    # --- games from files -----------------------------------------------------------------------------

    def _look_for_files(self) -> None:
        self.bring.show(enabled=False)
        self.shell.context.find_files(self._files_found)

    def _files_found(self, files: tuple[Path, ...]) -> None:
        self.bring.show(enabled=True)
        if self.shell.screen is not self:
            return
        if not files:
            text = _("There is no game file on a stick, nor in {folder}.").format(
                folder=self.shell.context.shared
            )
            self.shell.messages.tell(ToastView(text, tone="warn", seconds=SECONDS))
            return
        rows = tuple(FilterView(f"file_{n}", file.name, 0, Search(str(file))) for n, file in enumerate(files))

        def chosen(view: FilterView) -> None:
            self.shell.sheets.close()
            self.shell.context.bring(Path(view.search.player), self._brought)

        sheet = ListSheet(
            self.look, _("Which game?"), rows, partial(FileRow, self.look, chosen), self.shell.sheets.close
        )
        self.shell.sheets.cover(sheet)

    def _brought(self, result: Brought | Notice) -> None:
        if isinstance(result, Notice):
            view = ToastView(result.text, result.remedy, tone="warn", seconds=SECONDS)
        elif result.new:
            text = ngettext(
                "The game is here now, with {count} entry.",
                "The game is here now, with {count} entries.",
                result.entries,
            )
            view = ToastView(text.format(count=result.entries), tone="good", seconds=SECONDS)
        else:
            view = ToastView(_("This game is here already."), seconds=SECONDS)
        if self.shell.screen is self:
            if isinstance(result, Brought):
                self.search = Search()  # which may look for others
            self._again()
            if isinstance(result, Brought):
                self.list.reveal(result.game)
        self.shell.messages.tell(view)


class FileRow(FilterRow):
    """A file by its name."""

    def draw(self, p: Painter, room: Box) -> None:
        view: FilterView = self.item
        p.write(view.label, room, Text.OPERATOR, p.theme.text, align=0.0, may_shorten=True)
